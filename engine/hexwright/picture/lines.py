"""What runs along and across borders: roads and rails, rivers, walls, closed borders, bridges, links between areas."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from hexwright.classes import frozen
from hexwright.picture.geometry import Point
from hexwright.picture.style import Sign, mixed
from hexwright.picture.svg import Node, group, node, number, title, xml_id

if TYPE_CHECKING:
    from hexwright.picture.sheet import Sheet

THROUGH = ("road", "track", "rail")  # run from space to space, the others along the hexside


@frozen
class Arm:
    """The part of a road in one space: from where roads meet to the border, as a curve."""

    space: str
    start: Point
    first: Point
    second: Point
    end: Point

    @property
    def d(self) -> str:
        """From the middle outwards, for a path."""
        return f"M{_at(self.start)} C{_at(self.first)} {_at(self.second)} {_at(self.end)}"

    @property
    def pieces(self) -> list[tuple[Point, Point]]:
        """Straight pieces along the curve, for what must keep clear of it."""
        places = [_on(self, i / 4) for i in range(5)]
        return list(pairwise(places))


def arms(sheet: Sheet, feature: str) -> dict[tuple[str, str], Arm]:
    """The arms of a road in each space towards each neighbour: (space, neighbour) -> arm."""
    found: dict[tuple[str, str], Arm] = {}
    along = sheet.board.along(feature)
    for space, others in along.items():
        start = sheet.spot(space)
        ends = {other: _crossing(sheet, space, other) for other in others}
        for other in others:
            found[space, other] = _arm(sheet, space, other, start, ends)
    return found


def _arm(sheet: Sheet, space: str, other: str, start: Point, ends: dict[str, Point]) -> Arm:
    end = ends[other]
    far = hypot(end[0] - start[0], end[1] - start[1])
    first = (start[0] + (end[0] - start[0]) * 0.35, start[1] + (end[1] - start[1]) * 0.35)
    if len(ends) == 2:  # one road passes: no kink in the middle
        beyond = next(e for o, e in ends.items() if o != other)
        way = (end[0] - beyond[0], end[1] - beyond[1])
        long = hypot(*way) or 1.0
        first = (start[0] + way[0] / long * far * 0.27, start[1] + way[1] / long * far * 0.27)
    (ax, ay), (bx, by) = sheet.spot(space), sheet.spot(other)
    long = hypot(bx - ax, by - ay) or 1.0
    second = (end[0] - (bx - ax) / long * far * 0.27, end[1] - (by - ay) / long * far * 0.27)
    return Arm(space, start, first, second, end)


def _crossing(sheet: Sheet, a: str, b: str) -> Point:
    """Where a road crosses the border: near to the straight way, away from the corners."""
    side = sheet.side(a, b)
    (px, py), (qx, qy) = sheet.spot(a), sheet.spot(b)
    if side is None:
        return (px + qx) / 2, (py + qy) / 2
    (ax, ay), (bx, by) = side
    across = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
    share = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / across if abs(across) > 1e-9 else 0.5
    share = min(0.8, max(0.2, share))
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _on(arm: Arm, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    places = zip(arm.start, arm.first, arm.second, arm.end, strict=True)
    x, y = (a * p + b * q + c * r + d * s for p, q, r, s in places)
    return x, y


def _at(place: Point) -> str:
    return f"{number(place[0])},{number(place[1])}"


def _pairs(sheet: Sheet, feature: str) -> list[tuple[str, str]]:
    """Every border with such a feature once, both spaces on the sheet."""
    shown = set(sheet.hexes) | set(sheet.boxes)
    found: dict[frozenset[str], tuple[str, str]] = {}
    for a, others in sheet.board.along(feature).items():
        for b in others:
            if a in shown and b in shown:
                found.setdefault(frozenset((a, b)), (a, b))
    return list(found.values())


def roads(sheet: Sheet, ways: dict[str, list[tuple[Point, Point]]]) -> Node | None:
    """The layer of roads, tracks and rails; notes in `ways` where they run."""
    drawn: list[Node | None] = []
    for sign in sheet.style.feature.values():
        if sign.on != "border" or sign.drawing not in THROUGH:
            continue
        found = arms(sheet, sign.id)
        for (space, _), arm in found.items():
            ways.setdefault(space, []).extend(arm.pieces)
        pairs = _pairs(sheet, sign.id)
        d = " ".join(found[a, b].d + " " + found[b, a].d for a, b in pairs)
        width = {"road": 3.0, "track": 1.6, "rail": 1.4}[sign.drawing]
        case = mixed(sign.color, "#2a1a0a", 0.35)
        if pairs and sign.drawing == "road":
            drawn.append(node("path", d=d, class_="line case", stroke=case, stroke_width=width + 2.0))
        for a, b in pairs:
            dashes = {"track": "6 3", "rail": None}.get(sign.drawing)
            inner = mixed(sign.color, "#ffe9b8", 0.62) if sign.drawing == "road" else sign.color
            line = node("path", d=found[a, b].d + " " + found[b, a].d, class_="line", stroke=inner, stroke_width=width,
                        stroke_dasharray=dashes)  # fmt: skip
            ties = None
            if sign.drawing == "rail":
                ties = node("path", d=found[a, b].d + " " + found[b, a].d, class_="line", stroke=sign.color,
                            stroke_width=5, stroke_dasharray="1.2 7", stroke_linecap="butt")  # fmt: skip
            drawn.append(_border(sheet, sign, a, b, line, ties))
    return group(drawn, id="layer-lines", class_="layer")


def _border(sheet: Sheet, sign: Sign, a: str, b: str, *drawn: Node | None) -> Node:
    """A group for one feature of one border."""
    told = f"{sign.name} between {sheet.board.name(a)} and {sheet.board.name(b)}"
    return node(
        "g", title(told), *drawn, id=xml_id("border", a, b, sign.id), class_=f"border {xml_id('feature', sign.id)}"
    )


def hexsides(sheet: Sheet) -> Node | None:
    """The layer of what lies along the hexsides: rivers first, closed borders last."""
    drawn: list[Node | None] = []
    order = ("river", "line", "wall", "bridge", "closed")
    signs = [s for s in sheet.style.feature.values() if s.on == "border" and s.drawing in order]
    for sign in sorted(signs, key=lambda s: order.index(s.drawing)):
        for a, b in _pairs(sheet, sign.id):
            side = sheet.side(a, b)
            if side is not None:
                drawn.append(_border(sheet, sign, a, b, *along(sign, *side, sheet.centre(a))))
            elif a in sheet.boxes and b in sheet.boxes:
                drawn.append(_border(sheet, sign, a, b, *along(sign, *_across(sheet, a, b), sheet.centre(a))))
    return group(drawn, id="layer-borders", class_="layer")


def _across(sheet: Sheet, a: str, b: str) -> tuple[Point, Point]:
    """A short line across the link of two areas."""
    (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
    x, y, long = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay) or 1.0
    nx, ny = (by - ay) / long * 16, (ax - bx) / long * 16
    return (x - nx, y - ny), (x + nx, y + ny)


def along(sign: Sign, a: Point, b: Point, inner: Point) -> list[Node]:
    """A border feature drawn on a piece of border; `inner` lies on the side that a wall looks away from."""
    d = f"M{_at(a)} L{_at(b)}"
    if sign.drawing == "river":
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        lean = 0.09 if (int(a[0] + b[1]) & 1) else -0.09
        bend = (x + (b[1] - a[1]) * lean, y - (b[0] - a[0]) * lean)
        d = f"M{_at(a)} Q{_at(bend)} {_at(b)}"
        casing = node("path", d=d, class_="line", stroke=mixed(sign.color, "#ffffff", 0.55), stroke_width=7)
        return [casing, node("path", d=d, class_="line", stroke=sign.color, stroke_width=4.6)]
    if sign.drawing == "closed":
        casing = node("path", d=d, class_="line", stroke="#fffdf6", stroke_width=7, stroke_opacity=0.85,
                      stroke_linecap="butt")  # fmt: skip
        return [casing, node("path", d=d, class_="line", stroke=sign.color, stroke_width=4.5, stroke_dasharray="9 6",
                             stroke_linecap="butt")]  # fmt: skip
    if sign.drawing == "bridge":
        return [
            node(
                "path",
                d=_ticks(a, b, inner, (0.35, 0.65), 9, both=True),
                class_="line",
                stroke=sign.color,
                stroke_width=3,
            )
        ]
    line = node("path", d=d, class_="line", stroke=sign.color, stroke_width=4)
    if sign.drawing == "wall":
        return [line, node("path", d=_ticks(a, b, inner, (0.15, 0.38, 0.62, 0.85), 7), class_="line", stroke=sign.color,
                           stroke_width=2.2)]  # fmt: skip
    return [line]


def _ticks(a: Point, b: Point, inner: Point, shares: tuple[float, ...], long: float, both: bool = False) -> str:
    side = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    nx, ny = (b[1] - a[1]) / side * long, (a[0] - b[0]) / side * long
    if (inner[0] - a[0]) * nx + (inner[1] - a[1]) * ny < 0:
        nx, ny = -nx, -ny
    d = []
    for share in shares:
        x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        d.append(f"M{_at((x - nx, y - ny) if both else (x, y))} L{_at((x + nx, y + ny))}")
    return " ".join(d)


def links(sheet: Sheet) -> Node | None:
    """The lines between neighbouring areas of a web."""
    color = sheet.style.palette["quiet"]
    lines = []
    for a, b in sheet.links:
        (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
        line = node("line", x1=ax, y1=ay, x2=bx, y2=by, stroke=color, stroke_width=2.5)
        told = f"{sheet.board.name(a)} to {sheet.board.name(b)}"
        lines.append(node("g", title(told), line, class_="link"))
    return group(lines, id="layer-links", class_="layer")
