"""The layers of the ground: a group for each space with its colour, the true coast, water, relief, the grid."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from hexwright.hexes import DIRECTIONS as _STEPS
from hexwright.hexes import Hex
from hexwright.picture import marks
from hexwright.picture.geometry import Point, text_points
from hexwright.picture.style import Ground, mixed
from hexwright.picture.svg import Node, group, node, number, points, title, xml_id

if TYPE_CHECKING:
    from hexwright.picture.sheet import Sheet

_BAND = 24.0  # height of the bands in which the sides of outlines are sought


class Coast:
    """The true outlines of land on the sheet; without any every place of a land space is dry."""

    def __init__(self, sheet: Sheet) -> None:
        self.paths: list[str] = []
        self._bands: dict[int, list[tuple[Point, Point]]] = {}
        if sheet.coordinates is None:
            return
        self.box = next(iter(sheet.frames.values()))
        for _, outline in sorted(sheet.style.spec.outline.items()):
            try:
                corners = [sheet.coordinates.place(x, y) for x, y in text_points(outline.points)]
            except ValueError:
                continue  # the check of the ruleset tells of it
            if len(corners) > 2:
                self.paths.append("M" + " L".join(f"{number(x)},{number(y)}" for x, y in corners) + "Z")
                self._note(corners)

    def _note(self, corners: list[Point]) -> None:
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            low, high = sorted((a[1], b[1]))
            for band in range(int(low // _BAND), int(high // _BAND) + 1):
                self._bands.setdefault(band, []).append((a, b))

    def dry(self, x: float, y: float) -> bool:
        """Whether a place is on land, by the outlines."""
        if not self.paths:
            return True
        crossed = False
        for (ax, ay), (bx, by) in self._bands.get(int(y // _BAND), ()):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                crossed = not crossed
        return crossed


def ground_of(sheet: Sheet, space: str) -> Ground:
    """How the ground of one space is drawn, its own style included."""
    style = sheet.style
    ground = style.terrain.get(sheet.board.terrain(space), style.terrain[""])
    look = style.spec.space.get(space)
    if look is None or not (look.fill or look.marks):
        return ground
    fill = look.fill or ground.fill
    ink = mixed(fill, "#3a2a10", 0.45) if look.fill else ground.ink
    return attrs.evolve(ground, fill=fill, ink=ink, marks=look.marks or ground.marks)


def terrain(sheet: Sheet, coast: Coast, told: Callable[[str], str]) -> Node | None:
    """A group for every hex: its title for readers of the screen, its colour; `told` says what is there."""
    spaces = []
    for space in sheet.hexes:
        ground = ground_of(sheet, space)
        open_ = bool(coast.paths) and ground.water
        shape = node("polygon", points=points(sheet.corners(space)), fill="none" if open_ else ground.fill)
        spaces.append(_space(sheet, space, told(space), shape))
    return group([*_base(sheet, coast), *spaces], id="layer-terrain", class_="layer")


def _space(sheet: Sheet, space: str, told: str, shape: Node) -> Node:
    kind = sheet.board.terrain(space)
    return node("g", title(told), shape, id=xml_id("space", space), class_=f"space {xml_id('terrain', kind)}")


def _sea(sheet: Sheet) -> str:
    wet = [g.fill for id, g in sheet.style.terrain.items() if id and g.water]
    return wet[0] if wet else sheet.style.palette["water"]


def _base(sheet: Sheet, coast: Coast) -> list[Node]:
    """Under the hexes of a map with a coast: water as far as the frame, and the land in it."""
    if not coast.paths:
        return []
    box = coast.box
    under = [
        node("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill=_sea(sheet)),
        node("path", d=" ".join(coast.paths), fill=sheet.style.palette["land"]),
        node("g", *_fringe(sheet), clip_path="url(#clip-land)"),
    ]
    return [node("g", *under, class_="base", clip_path="url(#clip-frame)")]


def _fringe(sheet: Sheet) -> list[Node]:
    """The cut hexes between the board and its frame, with the ground of a neighbour on the board."""
    board = next(iter(sheet.frames))
    lattice = sheet.lattices[board]
    beyond: dict[Hex, str] = {}
    for space in sheet.hexes:
        if sheet.board.board_of(space) == board:
            for step in _STEPS:
                there = sheet.board.hex(space) + step
                if sheet.board.at(board, there) is None and not (
                    ground_of(sheet, space).water or sheet.board.home(space)
                ):
                    beyond.setdefault(there, space)
    return [
        node("polygon", points=points(lattice.corners(h)), fill=ground_of(sheet, s).fill) for h, s in beyond.items()
    ]


def relief(sheet: Sheet, coast: Coast, free: Callable[[float, float], bool]) -> Node | None:
    """The marks of every hex, on land and where the place is `free`: not behind texts and roads."""

    def may_stand(x: float, y: float) -> bool:
        return free(x, y) and coast.dry(x, y)

    drawn: list[Node | None] = []
    for space in sheet.hexes:
        ground = ground_of(sheet, space)
        if ground.marks == "none":
            continue
        row, column = sheet.board.row_and_column(space)
        found = marks.drawn(ground, sheet.corners(space), row * 1009 + column, may_stand)
        drawn.append(group(found, class_=f"relief {ground.marks}"))
    return group(drawn, id="layer-relief", class_="layer")


def definitions(sheet: Sheet, coast: Coast) -> Node | None:
    """What the layers of the coast are cut out with."""
    if not coast.paths:
        return None
    box = coast.box
    rect = f"M{number(box.x)},{number(box.y)} h{number(box.w)} v{number(box.h)} h{number(-box.w)}Z"
    return node(
        "defs",
        node("clipPath", node("rect", x=box.x, y=box.y, width=box.w, height=box.h), id="clip-frame"),
        node("clipPath", node("path", d=" ".join(coast.paths)), id="clip-land"),
        node("clipPath", node("path", d=" ".join([rect, *coast.paths]), clip_rule="evenodd"), id="clip-water"),
    )


def water(sheet: Sheet, coast: Coast) -> Node | None:
    """The water before the coast, over those parts of land hexes that it covers, lighter towards the shore."""
    if not coast.paths:
        return None
    box, sea = coast.box, _sea(sheet)
    land = " ".join(coast.paths)
    rings = [
        node("path", d=land, class_="line", stroke=mixed(sea, "#ffffff", share), stroke_width=wide, stroke_opacity=0.75)
        for wide, share in ((26.0, 0.18), (15.0, 0.36), (6.0, 0.58))
    ]
    cover = node("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill=sea, fill_opacity=0.72)
    cut = group([cover, *rings], clip_path="url(#clip-water)")
    return group([cut], id="layer-water", class_="layer", clip_path="url(#clip-frame)")


def coastline(sheet: Sheet, coast: Coast) -> Node | None:
    """The line of the coast."""
    lines = [
        node("path", d=path, class_="line", stroke=sheet.style.palette["shore"], stroke_width=1.5)
        for path in coast.paths
    ]
    return group(lines, id="layer-coast", class_="layer", clip_path="url(#clip-frame)")


def grid(sheet: Sheet) -> Node | None:
    """The hexsides, each once."""
    boards: dict[str, list[str]] = {}
    for space in sheet.hexes:
        board = sheet.board.board_of(space)
        corners, here = sheet.corners(space), sheet.board.hex(space)
        for side, step in enumerate(_STEPS):
            if side < 3 or sheet.board.at(board, here + step) is None:
                a, b = corners[side], corners[(side + 1) % 6]
                boards.setdefault(board, []).append(f"M{number(a[0])},{number(a[1])}L{number(b[0])},{number(b[1])}")
    color = sheet.style.palette["grid"]
    lines = [node("path", d="".join(d), class_="line", stroke=color, stroke_width=0.9, stroke_opacity=0.5)
             for d in boards.values()]  # fmt: skip
    return group(lines, id="layer-grid", class_="layer")


def shore(sheet: Sheet) -> Node | None:
    """Hexsides between ground in play and water that ships may use, where a true coast might deceive."""
    if not sheet.style.spec.outline:
        return None
    d = []
    for space in sheet.hexes:
        mine = sheet.style.terrain.get(sheet.board.terrain(space))
        if mine is None or mine.water or mine.out_of_play:
            continue
        for other in sheet.board.neighbours(space):
            yours = sheet.style.terrain.get(sheet.board.terrain(other))
            side = sheet.side(space, other) if yours is not None and yours.water else None
            if side:
                d.append("M" + " L".join(f"{number(x)},{number(y)}" for x, y in side))
    color = sheet.style.palette["shore"]
    line = node("path", d=" ".join(d), class_="line", stroke=color, stroke_width=2.2, stroke_opacity=0.6) if d else None
    return group([line], id="layer-shore", class_="layer")


def homes(sheet: Sheet) -> Node | None:
    """A band along the rim of home territory, in the colour of its nation."""
    found = []
    for space in sheet.hexes:
        nation = sheet.board.home(space)
        if nation not in sheet.style.nation:
            continue
        corners, (cx, cy) = sheet.corners(space), sheet.centre(space)
        board, here = sheet.board.board_of(space), sheet.board.hex(space)
        inner = [(cx + (x - cx) * 0.945, cy + (y - cy) * 0.945) for x, y in corners]
        for side, step in enumerate(_STEPS):
            other = sheet.board.at(board, here + step)
            if other is None or sheet.board.home(other) != nation:
                ends = (inner[side], inner[(side + 1) % 6])
                color = sheet.style.nation[nation]
                found.append(node("polyline", points=points(ends), class_="line", stroke=color, stroke_width=4,
                                  stroke_opacity=0.75))  # fmt: skip
    return group(found, id="layer-homes", class_="layer")
