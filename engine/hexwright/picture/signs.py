"""The features of spaces: ports with their value, airfields by grade, forts, mines and the like, as small drawings."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from hexwright.classes import frozen
from hexwright.picture.geometry import Box, Point, around, inside
from hexwright.picture.glyphs import fort, glyph
from hexwright.picture.labels import Hand, Taken, Text
from hexwright.picture.style import Sign, mixed, on
from hexwright.picture.svg import Node, group, node, number, points, title, xml_id

if TYPE_CHECKING:
    from hexwright.picture.sheet import Sheet

Field = Callable[[str, str, str], Any]  # space, kind, field -> its value now


@frozen
class Shown:
    """A feature as it is drawn now: its drawing, colour, number ("" for none) and what was lost of it."""

    sign: Sign
    drawing: str
    color: str
    number: str = ""
    lost: str = ""
    told: str = ""


def shown(sheet: Sheet, space: str, field: Field) -> list[Shown]:
    """The features of a space that are drawn, in the order of the ruleset."""
    found = []
    here = sheet.board.features(space)
    for kind, sign in sheet.style.feature.items():
        if kind not in here or sign.drawing == "none":
            continue
        drawing, words = sign.drawing, [sign.name]
        if sign.grade:
            grade = str(field(space, kind, sign.grade) or "")
            if not grade:
                continue
            drawing = sign.grades.get(grade, drawing)
            words.append(grade)
        color = sheet.style.nation.get(str(field(space, kind, sign.owner) or ""), "") if sign.owner else ""
        value = field(space, kind, sign.value) if sign.value else None
        lost = field(space, kind, sign.less) if sign.less else None
        number_now = "" if value is None else str(value - (lost or 0))
        if number_now:
            words.append(number_now)
        damage = field(space, kind, "damage") if "damage" in here[kind] else lost
        if damage:
            words.append(f"damaged by {damage}")
        found.append(
            Shown(sign, drawing, color or sign.color, number_now, f"-{damage}" if damage else "", " ".join(words))
        )
    return found


def layer(sheet: Sheet, field: Field, taken: Taken, roads: Taken) -> Node | None:
    """All features of spaces, better beside dots and roads than on them; what they cover is taken."""
    drawn: list[Node | None] = []
    for space in (*sheet.hexes, *sheet.boxes):
        found = shown(sheet, space, field)
        row = [f for f in found if not (f.drawing == "fort" and space not in sheet.boxes)]
        forts = [f for f in found if f not in row]
        for f in forts:
            drawn.append(_feature(space, f, fort(sheet.corners(space), sheet.centre(space), f.color)))
        if row:
            drawn += _row(sheet, space, row, taken, roads)
        if forts:
            taken.add(_wall(sheet.corners(space), sheet.centre(space)))
    return group(drawn, id="layer-features", class_="layer")


def _row(sheet: Sheet, space: str, row: list[Shown], taken: Taken, roads: Taken) -> list[Node | None]:
    """The drawings of a space beside each other, in the lower part of a hex, at the lower right of a box."""
    unit = 18.0 * (sheet.radius / 60.0 if space not in sheet.boxes else 0.9)
    widths = [unit * (1.75 if f.number else 1.0) for f in row]
    gap = 0.16 * unit
    place = Box(0, 0, sum(widths) + gap * (len(row) - 1), unit)
    left, top = _corner(sheet, space, place, taken, roads)
    drawn: list[Node | None] = []
    for f, wide in zip(row, widths, strict=True):
        box = Box(left, top, wide, unit)
        taken.add([box])
        drawn.append(_feature(space, f, badge(f, box)))
        left += wide + gap
    return drawn


def _corner(sheet: Sheet, space: str, row: Box, taken: Taken, roads: Taken) -> Point:
    """The upper left corner of a row of drawings: where it covers no dot and the fewest roads."""
    if space in sheet.boxes:
        box = sheet.boxes[space]
        return box.right - row.w - 5, box.bottom - row.h - 4
    corners = sheet.corners(space)
    whole = around(corners)
    x, y = sheet.centre(space)
    flat = sheet.lattices[sheet.board.board_of(space)].layout.tops == "flat"
    y += whole.h * (0.33 if flat else 0.25)
    usual = (x - row.w / 2, y - row.h / 2)
    best, found = 99.0, usual
    for index, (dx, dy) in enumerate(_PLACES):
        at = row.moved(usual[0] + dx * whole.w, usual[1] + dy * whole.h)
        cost = index * 0.1 + 9 * taken.meets(at, 1.0) + 2 * roads.meets(at, 0.0)
        if cost < best and inside(corners, at.grown(1.0)):
            best, found = cost, (at.x, at.y)
    return found


_PLACES = (
    (0.0, 0.0), (-0.12, 0.0), (0.12, 0.0), (0.0, -0.08), (-0.2, -0.08), (0.2, -0.08), (-0.22, -0.18), (0.22, -0.18),
    (-0.28, -0.26), (0.28, -0.26),
)  # fmt: skip


def _wall(corners: tuple[Point, ...], middle: Point) -> list[Box]:
    """Small boxes along the wall of a fort."""
    cx, cy = middle
    found = []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        for k in range(13):
            x, y = ax + (bx - ax) * k / 12, ay + (by - ay) * k / 12
            found.append(Box(cx + (x - cx) * 0.86 - 2, cy + (y - cy) * 0.86 - 2, 4, 4))
    return found


def _feature(space: str, f: Shown, drawn: list[Node]) -> Node:
    id = xml_id("feature", space, f.sign.id)
    return node("g", title(f.told), *drawn, id=id, class_=f"feature {xml_id('feature', f.sign.id)}")


def badge(f: Shown, box: Box) -> list[Node]:
    """A drawing in a box, a number right of it when it has one."""
    unit = box.h
    x, y = box.x + unit / 2, box.y + unit / 2
    ink = on(f.color)
    found: list[Node] = []
    if f.number:
        found.append(node("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=unit * 0.22, fill=f.color,
                          stroke="#fffdf6", stroke_width=unit * 0.06))  # fmt: skip
        found += glyph(f.drawing, f.sign.letter, x + unit * 0.02, y, unit * 0.36, ink, f.color)
        hand = Hand("value", unit * 0.74, True, color=ink)
        found += Text((f.number,), box.x + unit * 1.32, y + unit * 0.27, hand).nodes
    else:
        found += alone(f, x, y, unit * 0.5)
    if f.lost:
        found.append(node("path", d=f"M{number(box.x)},{number(box.bottom)} L{number(box.x + unit)},{number(box.y)}",
                          class_="line damage", stroke="#b00020", stroke_width=unit * 0.14))  # fmt: skip
    return found


def alone(f: Shown, x: float, y: float, r: float) -> list[Node]:
    """A drawing in its usual roundel or shape around a place."""
    paper, ink = "#fffdf6", f.color
    if f.drawing in ("airfield", "airstrip"):
        filled = f.drawing == "airfield"
        ring = node("circle", cx=x, cy=y, r=r * 0.92, fill=ink if filled else paper, stroke=ink, stroke_width=r * 0.16,
                    stroke_dasharray=None if filled else f"{number(r * 0.42)} {number(r * 0.2)}")  # fmt: skip
        return [ring, *glyph("airfield", "", x, y, r * 0.62, paper if filled else ink, ink)]
    if f.drawing == "mine":
        spikes = [_spoke(x, y, r * 0.5, r * 0.98, pi * k / 4) for k in range(8)]
        return [node("path", d=" ".join(spikes), class_="line", stroke=ink, stroke_width=r * 0.2),
                node("circle", cx=x, cy=y, r=r * 0.6, fill=ink, stroke=paper, stroke_width=r * 0.1),
                node("circle", cx=x - r * 0.2, cy=y - r * 0.2, r=r * 0.14, fill=paper)]  # fmt: skip
    if f.drawing == "landing":
        return _landing(x, y, r, ink, paper)
    if f.drawing in ("star", "flag", "depot", "town", "city", "fort"):
        return glyph(f.drawing, "", x, y, r * 0.9, ink, paper)
    ring = node("circle", cx=x, cy=y, r=r * 0.92, fill=ink, stroke=paper, stroke_width=r * 0.12)
    return [ring, *glyph(f.drawing, f.sign.letter, x, y, r * 0.62, on(ink), ink)]


def _spoke(x: float, y: float, inner: float, outer: float, turn: float) -> str:
    dx, dy = cos(turn), sin(turn)
    return f"M{number(x + dx * inner)},{number(y + dy * inner)} L{number(x + dx * outer)},{number(y + dy * outer)}"


def _landing(x: float, y: float, r: float, ink: str, paper: str) -> list[Node]:
    """A flag on a pole over two waves."""
    pole = f"M{number(x - r * 0.55)},{number(y + r * 0.55)} V{number(y - r)}"
    cloth = [(x - r * 0.55, y - r), (x + r * 0.75, y - r * 0.62), (x - r * 0.55, y - r * 0.15)]
    wave = f"M{number(x - r)},{number(y + r * 0.8)} q{number(r / 2)},{number(-r * 0.4)} {number(r)},0 t{number(r)},0"
    return [
        node("path", d=pole, class_="line", stroke=mixed(ink, "#000000", 0.25), stroke_width=r * 0.16),
        node("polygon", points=points(cloth), fill=ink, stroke=paper, stroke_width=r * 0.09),
        node("path", d=wave, class_="line", stroke=ink, stroke_width=r * 0.18),
    ]
