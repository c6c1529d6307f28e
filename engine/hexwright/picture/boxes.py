"""The panels: boxes and tracks, the turn record with the turn that is played, the key, and the names in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hexwright.picture import letters, lines, marks, signs
from hexwright.picture.geometry import Box, Point
from hexwright.picture.glyphs import fort
from hexwright.picture.ground import ground_of
from hexwright.picture.labels import Hand, Text, fitted, is_whole
from hexwright.picture.panels import MARGIN, PAD, Cell, Panel
from hexwright.picture.style import mixed, on
from hexwright.picture.svg import Node, group, node, points, title, xml_id

if TYPE_CHECKING:
    from hexwright.picture.sheet import Sheet

Cut = list[tuple[str, str]]  # (space, name) of names that were cut short


def areas(sheet: Sheet, told: Callable[[str], str], cut: Cut) -> Node | None:
    """The areas that have a place of their own on a board."""
    inside = {cell.space for panel in sheet.panels for cell in panel.cells}
    drawn = [
        _box(sheet, space, sheet.board.name(space), told(space), "", cut)
        for space in sheet.boxes
        if space not in inside
    ]
    return group(drawn, id="layer-areas", class_="layer")


def layer(sheet: Sheet, told: Callable[[str], str], turn: int, cut: Cut) -> Node | None:
    """All panels in their places; `turn` is the one that is marked (0: none)."""
    drawn: list[Node | None] = []
    for panel in sheet.panels:
        inner: list[Node] = [*_frame(sheet, panel, cut)]
        for cell in panel.cells:
            if panel.kind == "boxes":
                inner.append(_box(sheet, cell.space, cell.text, told(cell.space), panel.color, cut))
            elif panel.kind == "turns":
                inner.append(_turn(sheet, cell, turn, cut))
            else:
                inner.append(_entry(sheet, cell, cut))
        drawn.append(node("g", *inner, id=xml_id("panel", panel.id), class_=f"panel {panel.kind}"))
    return group(drawn, id="layer-panels", class_="layer")


def _frame(sheet: Sheet, panel: Panel, cut: Cut) -> list[Node]:
    style, box = sheet.style, panel.box
    found = [node("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=7, fill=style.palette["panel"],
                  fill_opacity=0.94, stroke=style.palette["frame"], stroke_width=1.4)]  # fmt: skip
    if panel.title:
        size = style.sizes["panel"]
        hand = Hand("panel-title", size, True, color=style.palette["title"], serif=True)
        room = Box(box.x + PAD, box.y + PAD * 0.6, box.w - 2 * PAD, size * 1.4)
        written = fitted(panel.title, room, hand, lines=1, anchor="start")
        found += written.nodes
        if not is_whole(panel.title, written):
            cut.append(("", panel.title))
    return found


def _box(sheet: Sheet, space: str, name: str, told: str, color: str, cut: Cut) -> Node:
    """A box or area: its colour, its name along the top."""
    style, box = sheet.style, sheet.boxes[space]
    ground = ground_of(sheet, space)
    kind = sheet.board.terrain(space)
    plain = color or (ground.fill if kind else mixed(style.palette["panel"], style.palette["water"], 0.22))
    shape = node("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=6, fill=plain, stroke=style.palette["frame"],
                 stroke_width=1.2)  # fmt: skip
    corners = sheet.corners(space)
    relief = marks.drawn(ground, corners, len(space) + int(box.x), lambda x, y: True) if kind else []
    room = Box(box.x + 5, box.y + 3, box.w - 10, 2.1 * style.sizes["box"])
    halo = plain if relief else ""
    hand = Hand("box-name", style.sizes["box"], True, color=style.palette["ink"], halo=halo)
    written = fitted(name, room, hand, least=0.8)
    if not is_whole(name, written):
        cut.append((space, name))
    owner = style.nation.get(sheet.board.home(space), "")
    rim = node("rect", x=box.x + 3, y=box.y + 3, width=box.w - 6, height=box.h - 6, rx=4, class_="line", stroke=owner,
               stroke_width=3) if owner else None  # fmt: skip
    inner = (shape, *relief, rim, *written.nodes)
    return node("g", title(told), *inner, id=xml_id("space", space), class_=f"space {xml_id('terrain', kind)}")


def _turn(sheet: Sheet, cell: Cell, turn: int, cut: Cut) -> Node:
    style, box = sheet.style, cell.box
    now = cell.text == str(turn)
    fill = style.palette["title"] if now else mixed(style.palette["panel"], style.palette["land"], 0.5)
    ink = on(fill)
    shape = node("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=5, fill=fill, stroke=style.palette["frame"],
                 stroke_width=2.2 if now else 1.0)  # fmt: skip
    upper = Box(box.x + 3, box.y + 3, box.w - 6, box.h * (0.5 if cell.note else 0.9))
    written = [*fitted(cell.text, upper, Hand("turn", 17, True, color=ink, serif=True), lines=1).nodes]
    if cell.note:
        lower = Box(box.x + 4, box.y + box.h * 0.54, box.w - 8, box.h * 0.4)
        note = fitted(cell.note, lower, Hand("turn-note", 10.5, color=ink), lines=2, least=0.7)
        written += note.nodes
        if not is_whole(cell.note, note):
            cut.append((f"Turn {cell.text}", cell.note))
    told = f"Turn {cell.text}" + (f", {cell.note}" if cell.note else "") + (", now" if now else "")
    return node("g", title(told), shape, *written, id=xml_id("turn", cell.id), class_="turn now" if now else "turn")


# ------------------------------------------------------------------ the key


def _entry(sheet: Sheet, cell: Cell, cut: Cut) -> Node:
    """One entry of the key: what it looks like, and its name."""
    style, box = sheet.style, cell.box
    swatch = Box(box.x, box.y + 1, 34.0, box.h - 2)
    drawn: list[Node] = []
    if cell.what == "terrain":
        drawn = _ground_swatch(sheet, cell.id, swatch)
    elif cell.what == "home":
        drawn = [_home_swatch(style.nation[cell.id], swatch.grown(-3))]
    else:
        drawn = _feature_swatch(sheet, cell.id, swatch)
    hand = Hand("entry", style.sizes["feature"], color=style.palette["ink"])
    room = Box(box.x + 42, box.y, box.w - 42, box.h)
    written = fitted(cell.text, room, hand, anchor="start")
    if not is_whole(cell.text, written):
        cut.append(("", cell.text))
    return node("g", *drawn, *written.nodes, class_="entry")


def _home_swatch(color: str, box: Box) -> Node:
    return node("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=2, class_="line", stroke=color, stroke_width=4)


def _ground_swatch(sheet: Sheet, id: str, box: Box) -> list[Node]:
    ground = sheet.style.terrain[id]
    x, y = box.middle
    six = hexagon(x, y, 15.5)
    inner = hexagon(x, y, 60.0)
    found = [
        node("polygon", points=points(six), fill=ground.fill, stroke=sheet.style.palette["frame"], stroke_width=0.8)
    ]
    if ground.marks != "none":
        drawn = marks.drawn(ground, inner, 7, lambda px, py: abs(px - x) < 33 and abs(py - y) < 27)
        found.append(
            node("g", *drawn, transform=f"translate({x:.2f} {y + 1:.2f}) scale(0.34) translate({-x:.2f} {-y:.2f})")
        )
    return found


def _feature_swatch(sheet: Sheet, id: str, box: Box) -> list[Node]:
    kind, _, grade = id.partition(":")
    sign = sheet.style.feature[kind]
    x, y = box.middle
    if sign.on == "border":
        a, b = (box.x + 2, y), (box.right - 2, y)
        if sign.drawing in lines.THROUGH:
            return _road_swatch(sign.drawing, sign.color, a, b)
        return lines.along(sign, a, b, (x, y + 20))
    drawing = sign.grades.get(grade, sign.drawing)
    if drawing == "fort":
        return fort(hexagon(x, y, 14.0), (x, y), sign.color, 0.95, 1.8, 4)
    number = "2" if sign.value else ""
    wide = 18.0 * (1.75 if number else 1.0)
    return signs.badge(signs.Shown(sign, drawing, sign.color, number), Box(x - wide / 2, y - 9, wide, 18.0))


def _road_swatch(drawing: str, color: str, a: Point, b: Point) -> list[Node]:
    ends = {"x1": a[0], "y1": a[1], "x2": b[0], "y2": b[1]}
    if drawing == "road":
        case, inner = mixed(color, "#2a1a0a", 0.35), mixed(color, "#ffe9b8", 0.62)
        return [node("line", **ends, stroke=case, stroke_width=5), node("line", **ends, stroke=inner, stroke_width=3)]
    if drawing == "track":
        return [node("line", **ends, stroke=color, stroke_width=1.8, stroke_dasharray="6 3")]
    ties = node("line", **ends, stroke=color, stroke_width=6, stroke_dasharray="1.2 6")
    return [node("line", **ends, stroke=color, stroke_width=1.6), ties]


def hexagon(x: float, y: float, r: float) -> tuple[Point, ...]:
    """A regular hex with flat tops around a place, corners clockwise."""
    h = r * 0.8660254
    return ((x - r / 2, y - h), (x + r / 2, y - h), (x + r, y), (x + r / 2, y + h), (x - r / 2, y + h), (x - r, y))


# ------------------------------------------------------------------ names in full


def names_in_full(sheet: Sheet, cut: Sequence[tuple[str, str]]) -> tuple[Node | None, float]:
    """The list of names that were cut short on the map, below everything else; and how high it is."""
    if not cut:
        return None, 0.0
    style = sheet.style
    size = style.sizes["feature"]
    hand = Hand("full-name", size, color=style.palette["ink"])
    left, wide = MARGIN + PAD, sheet.size[0] - 2 * MARGIN - 2 * PAD
    y = sheet.size[1] + PAD + style.sizes["panel"]
    head = Hand("panel-title", style.sizes["panel"], True, color=style.palette["title"], serif=True)
    written = [*Text(("Names in full",), left, y, head, "start").nodes]
    y += 1.6 * size
    for line in _rows([f"{space}: {name}" if space else name for space, name in cut], hand, wide):
        written += Text((line,), left, y, hand, "start").nodes
        y += 1.35 * size
    return node("g", *written, id="panel-names", class_="panel names"), y - sheet.size[1] + MARGIN * 0.5


def _rows(entries: Sequence[str], hand: Hand, wide: float) -> list[str]:
    """Several entries a line as far as they fit; one that is longer than a line goes on in the next."""
    found: list[str] = []
    for entry in entries:
        if found and hand.width(f"{found[-1]} · {entry}") <= wide:
            found[-1] = f"{found[-1]} · {entry}"
        else:
            found += _wrapped(entry, hand, wide)
    return found


def _wrapped(text: str, hand: Hand, wide: float) -> list[str]:
    found, rest = [], text
    while rest:
        length = len(rest)
        while length > 1 and letters.width(rest[:length], hand.size, bold=hand.bold) > wide:
            blank = rest.rfind(" ", 0, length)
            length = blank if blank > 0 else length - 1
        found.append(rest[:length])
        rest = rest[length:].lstrip()
    return found
