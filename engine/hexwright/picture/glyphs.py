"""Small drawings by themselves: an anchor, an aeroplane, a star; each around a place, in one colour on another."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from hexwright.picture.geometry import Point
from hexwright.picture.labels import Hand, Text
from hexwright.picture.svg import Node, node, number, points

Drawing = Callable[[float, float, float, str, str], list[Node]]  # x, y, half of its size, ink, ground
_PLANE = (
    (0, -1), (0.16, -0.7), (0.16, -0.28), (1, 0.2), (1, 0.42), (0.16, 0.2), (0.12, 0.68), (0.4, 0.86), (0.4, 1),
    (-0.4, 1), (-0.4, 0.86), (-0.12, 0.68), (-0.16, 0.2), (-1, 0.42), (-1, 0.2), (-0.16, -0.28), (-0.16, -0.7),
)  # fmt: skip


def glyph(drawing: str, letter: str, x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    """A drawing; the letter where there is none of this name."""
    make = _DRAWINGS.get(drawing)
    if make is not None:
        return make(x, y, r, ink, ground)
    hand = Hand("letter", r * 1.5, True, color=ink)
    return list(Text((letter,), x, y + r * 0.55, hand).nodes)


def _to(x: float, y: float, r: float) -> Callable[[float, float], str]:
    """Coordinates for a path from those of a drawing two units wide."""
    return lambda dx, dy: f"{number(x + dx * r)},{number(y + dy * r)}"


def _anchor(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    at = _to(x, y, r)
    ring = node("circle", cx=x, cy=y - r * 0.75, r=r * 0.22, fill="none", stroke=ink, stroke_width=r * 0.2)
    shank = f"M{at(0, -0.5)} L{at(0, 0.95)} M{at(-0.5, -0.2)} L{at(0.5, -0.2)}"
    flukes = f"M{at(-0.85, 0.2)} Q{at(-0.7, 0.95)} {at(0, 0.95)} Q{at(0.7, 0.95)} {at(0.85, 0.2)}"
    return [ring, node("path", d=f"{shank} {flukes}", class_="line", stroke=ink, stroke_width=r * 0.24)]


def _plane(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    return [node("polygon", points=points([(x + a * r, y + b * r) for a, b in _PLANE]), fill=ink)]


def _star(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    rays = [(r if k % 2 == 0 else 0.42 * r, pi * k / 5) for k in range(10)]
    ends = [(x + far * sin(turn), y - far * cos(turn)) for far, turn in rays]
    return [node("polygon", points=points(ends), fill=ink, stroke=ground, stroke_width=r * 0.12)]


def _flag(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    at = _to(x, y, r)
    pole = node("path", d=f"M{at(-0.6, 1)} L{at(-0.6, -1)}", class_="line", stroke=ink, stroke_width=r * 0.24)
    return [pole, node("path", d=f"M{at(-0.6, -1)} L{at(0.8, -0.8)} L{at(0.8, 0)} L{at(-0.6, -0.1)}Z", fill=ink)]


def _house(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    at = _to(x, y, r)
    walls = f"M{at(-1, -0.1)} L{at(0, -0.95)} L{at(1, -0.1)} L{at(1, 0.9)} L{at(-1, 0.9)}Z"
    door = f"M{at(-0.3, 0.9)} L{at(-0.3, 0.2)} L{at(0.3, 0.2)} L{at(0.3, 0.9)}Z"
    return [node("path", d=walls, fill=ink, stroke=ground, stroke_width=r * 0.1), node("path", d=door, fill=ground)]


def _square(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    side = 1.4 * r
    return [node("rect", x=x - r * 0.7, y=y - r * 0.7, width=side, height=side, fill=ink, stroke=ground,
                 stroke_width=r * 0.15)]  # fmt: skip


def _ring(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    return [node("circle", cx=x, cy=y, r=r * 0.6, fill=ground, stroke=ink, stroke_width=r * 0.25)]


def _fort(x: float, y: float, r: float, ink: str, ground: str) -> list[Node]:
    six = tuple((x + r * cos(pi * k / 3), y + r * sin(pi * k / 3)) for k in range(6))
    return fort(six, (x, y), ink, 0.95, 0.16 * r, 2)


def fort(
    corners: tuple[Point, ...], middle: Point, color: str, share: float = 0.9, width: float = 2.6, teeth: int = 6
) -> list[Node]:
    """A wall with teeth inside the outline of a space."""
    cx, cy = middle
    ring = [(cx + (x - cx) * share, cy + (y - cy) * share) for x, y in corners]
    d = []
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        for k in range(teeth):
            t = (k + 0.5) / teeth
            x, y = ax + (bx - ax) * t, ay + (by - ay) * t
            d.append(f"M{number(x)},{number(y)} L{number(x + (cx - x) * 0.11)},{number(y + (cy - y) * 0.11)}")
    return [
        node("polygon", points=points(ring), class_="line", stroke=color, stroke_width=width),
        node("path", d=" ".join(d), class_="line", stroke=color, stroke_width=width * 0.85),
    ]


_DRAWINGS: dict[str, Drawing] = {
    "port": _anchor, "airfield": _plane, "airstrip": _plane, "star": _star, "flag": _flag, "depot": _house,
    "city": _square, "town": _ring, "fort": _fort,
}  # fmt: skip
