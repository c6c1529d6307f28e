"""The one door of pictures: a game and what may be seen of it in, the text of an SVG out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hexwright.picture import boxes, frame, ground, lines, signs
from hexwright.picture.geometry import Box, Point
from hexwright.picture.labels import Hand, Taken
from hexwright.picture.names import Writing
from hexwright.picture.sheet import Sheet, lay_out
from hexwright.picture.style import Style
from hexwright.picture.svg import Node, group, node, number, title, xml_id
from hexwright.view import View

if TYPE_CHECKING:
    from hexwright.game import Game
    from hexwright.state import State


def picture(game: Game, state: State | None, seat: str = "", overlay: str = "", scale: float = 1.0) -> str:
    """The picture of a map (no state) or of a position, whole or as a seat knows it, as the text of an SVG.

    `overlay` is 'control', 'supply', 'move:UNIT' or 'air:UNIT'; `scale` makes the picture larger than its own units.
    """
    from hexwright.picture import counters, overlays
    from hexwright.picture.known import laid_open

    sheet = lay_out(game.board, Style.of(game.rules))
    if state is None:
        return board_picture(sheet, None, (), (), scale)
    view = game.view(state, seat) if seat else laid_open(game.position(state))
    laid = overlays.layers(overlay, view, sheet, game)
    return board_picture(sheet, view, laid.under, (*counters.layer(view, sheet), *laid.over), scale)


def board_picture(
    sheet: Sheet, view: View | None, under: Sequence[Node], over: Sequence[Node], scale: float = 1.0
) -> str:
    """The picture of a sheet: the map, with what lies `under` its texts and what stands `over` all."""
    field = _fields(sheet, view)
    told = _told(sheet, field)
    coast = ground.Coast(sheet)
    cut: list[tuple[str, str]] = []
    taken = Taken()
    ways: dict[str, list[tuple[Point, Point]]] = {}
    drawn: dict[str, Node | None] = {
        "terrain": ground.terrain(sheet, coast, told),
        "water": ground.water(sheet, coast),
        "coast": ground.coastline(sheet, coast),
        "lines": lines.roads(sheet, ways),
        "grid": ground.grid(sheet),
        "shore": ground.shore(sheet),
        "borders": lines.hexsides(sheet),
        "homes": ground.homes(sheet),
    }
    writing = Writing(sheet, taken, ways)
    writing.mark()
    drawn["features"] = signs.layer(sheet, field, taken, writing.roads)
    writing.write([*(p.box for p in sheet.panels), *frame.scale_box(sheet), *_occupied(sheet, view)])
    drawn |= _texts(writing)
    drawn["relief"] = ground.relief(sheet, coast, _clear(writing))
    panels = boxes.layer(sheet, told, view.turn if view else 0, cut)
    areas = boxes.areas(sheet, told, cut)
    heading = frame.heading(sheet, cut)
    full, more = boxes.names_in_full(sheet, [*writing.full, *cut])
    high = sheet.size[1] + more
    parts: list[Node | None] = [
        title(sheet.style.title),
        node("desc", f"Map of {sheet.style.title}" + (f", turn {view.turn}" if view else "")),
        node("style", frame.css(sheet.style)),
        ground.definitions(sheet, coast),
        frame.paper(sheet, high),
        *(drawn.get(name) for name in sheet.style.layers if name in _LOW),
        frame.neatline(sheet, coast),
        frame.scale(sheet),
        lines.links(sheet),
        areas,
        panels,
        *under,
        *(drawn.get(name) for name in sheet.style.layers if name not in _LOW),
        full,
        heading,
        *over,
    ]
    wide = sheet.size[0]
    root = node("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {number(wide)} {number(high)}",
                width=wide * scale, height=high * scale, role="img")  # fmt: skip
    return f"{root}\n"


# Layers below the panels; signs and texts stand above them, for boxes have features too.
_LOW = ("terrain", "water", "relief", "coast", "lines", "grid", "shore", "homes", "borders")


def _occupied(sheet: Sheet, view: View | None) -> list[Box]:
    """Where counters will be, which names should leave free."""
    if view is None:
        return []
    places = {unit.at for unit in view.units.values()}
    return [Box(*sheet.room(space)) for space in sheet.hexes if space in places]


def _clear(writing: Writing) -> Callable[[float, float], bool]:
    """Whether a mark of the ground may stand at a place without being behind a text or a road."""
    unit = writing.sheet.radius / 60

    def clear(x: float, y: float) -> bool:
        foot = Box(x - 7 * unit, y - 11 * unit, 14 * unit, 12 * unit)
        return not writing.taken.meets(foot, 0.0) and not writing.roads.meets(foot, 0.0)

    return clear


def _texts(writing: Writing) -> dict[str, Node | None]:
    numbers = [n for text in writing.numbers for n in text.nodes]
    free = [n for text in writing.free for n in text.nodes]
    ink, paper = writing.sheet.style.palette["ink"], writing.sheet.style.palette["panel"]
    named: list[Node] = []
    for _, (x, y), large in writing.dots:
        reach = 4.2 if large else 2.6
        if large:
            named.append(node("rect", x=x - reach, y=y - reach, width=2 * reach, height=2 * reach, fill="#b3261e",
                              stroke=paper, stroke_width=1.2))  # fmt: skip
        else:
            named.append(node("circle", cx=x, cy=y, r=reach, fill=paper, stroke=ink, stroke_width=1.3))
    named += [node("g", *text.nodes, class_="name", id=xml_id("name", space, str(index)))
              for index, (space, text) in _numbered(writing)]  # fmt: skip
    return {
        "numbers": group(numbers, id="layer-numbers", class_="layer"),
        "labels": group(free, id="layer-labels", class_="layer"),
        "names": group(named, id="layer-names", class_="layer"),
    }


def _numbered(writing: Writing) -> list[tuple[int, tuple[str, Any]]]:
    """Each name with its number among those of its space."""
    seen: dict[str, int] = {}
    found = []
    for space, text in writing.names:
        found.append((seen.setdefault(space, 0), (space, text)))
        seen[space] += 1
    return found


def _fields(sheet: Sheet, view: View | None) -> signs.Field:
    """How the fields of features are found: as they stand now, else as printed."""
    now = {(space, kind, name): value for space, kind, name, value in view.features} if view else {}

    def field(space: str, kind: str, name: str) -> Any:
        if (space, kind, name) in now:
            return now[space, kind, name]
        return sheet.board.features(space).get(kind, {}).get(name)

    return field


def _told(sheet: Sheet, field: signs.Field) -> Callable[[str], str]:
    """What a reader of the screen is told of a space: 'Millford (E3), Town, Depot 2'."""

    def told(space: str) -> str:
        name = sheet.board.name(space)
        ground_name = sheet.style.terrain.get(sheet.board.terrain(space), sheet.style.terrain[""]).name
        here = [shown.told for shown in signs.shown(sheet, space, field)]
        return ", ".join(t for t in (space if name == space else f"{name} ({space})", ground_name, *here) if t)

    return told


__all__ = ["Hand", "board_picture", "picture"]
