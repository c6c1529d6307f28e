"""Drawings for terrain: peaks, trees, dunes and the like as paths, scattered the same way in every picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexwright.picture.geometry import Point, around
from hexwright.picture.style import Ground, mixed
from hexwright.picture.svg import Node, node, number

Dry = Callable[[float, float], bool]


def scattered(
    corners: tuple[Point, ...], seed: int, across: int, down: int, rim: float
) -> list[tuple[float, float, float]]:
    """Places within a convex outline, a jittered grid from above to below: x, y and a number from 0 to 1 each."""
    box = around(corners)
    luck = _numbers(seed)
    found = []
    for row in range(down):
        for column in range(across):
            dx, dy, third = next(luck), next(luck), next(luck)
            x = box.x + box.w * (column + (row % 2) * 0.5 + 0.1 + 0.5 * dx) / across
            y = box.y + box.h * (row + 0.25 + 0.5 * dy) / down
            if _deep(corners, x, y, rim):
                found.append((x, y, third))
    return sorted(found, key=lambda p: (p[1], p[0]))


def _numbers(seed: int) -> Iterator[float]:
    """Numbers from 0 to 1 that look like luck and are always the same."""
    value = (seed * 2654435761 + 12345) & 0xFFFFFFFF
    while True:
        value = (value * 1664525 + 1013904223) & 0xFFFFFFFF
        yield (value >> 8) / 0xFFFFFF


def _deep(corners: tuple[Point, ...], x: float, y: float, rim: float) -> bool:
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        side = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / side < rim:
            return False
    return True


def drawn(ground: Ground, corners: tuple[Point, ...], seed: int, dry: Dry) -> list[Node]:
    """The marks of a terrain in one space."""
    make = _MAKERS.get(ground.marks)
    if make is None:
        return []
    unit = around(corners).w / 120
    return make(ground, corners, seed, dry, unit)


def _path(d: str, **attributes: str | float | None) -> list[Node]:
    return [node("path", d=d, **attributes)] if d else []


def _at(*values: float) -> str:
    return ",".join(number(v) for v in values)


def _peaks(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    lit, shade, foot = [], [], []
    for x, y, luck in scattered(corners, seed, 5, 4, 9 * unit):
        if not dry(x, y):
            continue
        w, h = (8 + 4 * luck) * unit, (10 + 7 * luck) * unit
        top = _at(x - w * 0.06, y - h)
        knee = _at(x + w * 0.22, y - h * 0.42)
        lit.append(f"M{_at(x - w, y)} L{top} L{knee} L{_at(x + w * 0.08, y)}Z")
        shade.append(f"M{top} L{_at(x + w, y)} L{_at(x + w * 0.08, y)} L{knee}Z")
        foot.append(f"M{_at(x - w, y)} L{top} L{_at(x + w, y)}")
    return [
        *_path(" ".join(lit), fill=mixed(g.fill, "#fff6e0", 0.5)),
        *_path(" ".join(shade), fill=g.ink, fill_opacity=0.62),
        *_path(" ".join(foot), class_="mark", stroke=mixed(g.ink, "#20160a", 0.2), stroke_width=0.6 * unit),
    ]


def _hills(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d, low = [], []
    for x, y, luck in scattered(corners, seed, 4, 4, 9 * unit):
        if dry(x, y):
            w, h = (9 + 4 * luck) * unit, (6 + 3 * luck) * unit
            d.append(
                f"M{_at(x - w, y)} Q{_at(x - w * 0.4, y - h * 1.6)} {_at(x + w * 0.2, y - h * 0.7)} T{_at(x + w, y)}"
            )
            low.append(f"M{_at(x + w * 0.1, y - h * 0.8)} q{_at(w * 0.1, h * 0.5)} {_at(-w * 0.1, h * 0.7)}")
    return _path(" ".join([*d, *low]), class_="mark", stroke=g.ink, stroke_width=1.1 * unit)


def _trees(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    crowns, trunks = [], []
    for x, y, luck in scattered(corners, seed, 7, 5, 7 * unit):
        if dry(x, y):
            r = (3.2 + 1.6 * luck) * unit
            upper, lower = f"a{_at(r, r * 1.15)} 0 1 1 {_at(2 * r, 0)}", f"a{_at(r, r * 0.9)} 0 1 1 {_at(-2 * r, 0)}"
            crowns.append(f"M{_at(x - r, y - r)} {upper} {lower}Z")
            trunks.append(f"M{_at(x, y - r * 0.1)} v{_at(r * 0.8)}")
    return [
        *_path(" ".join(trunks), class_="mark", stroke=mixed(g.ink, "#3a2a10", 0.4), stroke_width=1.2 * unit),
        *_path(" ".join(crowns), fill=mixed(g.fill, "#2f4f1f", 0.42), stroke=g.ink, stroke_width=0.6 * unit),
    ]


def _dunes(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, luck in scattered(corners, seed, 6, 7, 5 * unit):
        if dry(x, y):
            d.append(
                f"M{_at(x, y)} h{_at(0.9 * unit)}"
                if luck < 0.72
                else f"M{_at(x - 5 * unit, y)} q{_at(4 * unit, -4 * unit)} {_at(10 * unit, 0)}"
            )
    return _path(" ".join(d), class_="mark", stroke=g.ink, stroke_opacity=0.5, stroke_width=1.1 * unit)


def _marsh(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, luck in scattered(corners, seed, 4, 5, 9 * unit):
        if dry(x, y):
            w = (5 + 3 * luck) * unit
            d.append(f"M{_at(x - w, y)} h{_at(2 * w)} M{_at(x, y)} v{_at(-5 * unit)}")
            d += [f"M{_at(x + k * 2.5 * unit, y)} l{_at(k * 1.5 * unit, -4 * unit)}" for k in (-1, 1)]
    return _path(" ".join(d), class_="mark", stroke=mixed(g.fill, "#1f4f5f", 0.55), stroke_width=0.9 * unit)


def _waves(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, luck in scattered(corners, seed, 3, 4, 12 * unit):
        w = (5 + 2 * luck) * unit
        d.append(f"M{_at(x - w, y)} q{_at(w / 2, -w / 2)} {_at(w, 0)} t{_at(w, 0)}")
    return _path(" ".join(d), class_="mark", stroke=mixed(g.fill, "#1f5f8f", 0.45), stroke_width=0.9 * unit)


def _houses(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, luck in scattered(corners, seed, 6, 5, 16 * unit):
        if dry(x, y):
            w, h = (3 + 3 * luck) * unit, (3 + 2 * (1 - luck)) * unit
            d.append(f"M{_at(x, y)} h{_at(w)} v{_at(h)} h{_at(-w)}Z")
    return _path(" ".join(d), fill=mixed(g.fill, "#5a2418", 0.5), fill_opacity=0.75)


def _fields(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, luck in scattered(corners, seed, 4, 4, 12 * unit):
        if dry(x, y):
            w, lean = (6 + 3 * luck) * unit, (2 if luck > 0.5 else -2) * unit
            d += [f"M{_at(x - w, y + k * 2.6 * unit)} l{_at(2 * w, lean)}" for k in range(3)]
    return _path(" ".join(d), class_="mark", stroke=g.ink, stroke_opacity=0.6, stroke_width=0.7 * unit)


def _salt(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, luck in scattered(corners, seed, 4, 7, 8 * unit):
        w = (5 + 7 * luck) * unit
        d.append(f"M{_at(x - w, y)} h{_at(2 * w)}")
    return _path(
        " ".join(d), class_="mark", stroke=g.ink, stroke_opacity=0.7, stroke_width=0.8 * unit, stroke_dasharray="4 2"
    )


def _stones(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, luck in scattered(corners, seed, 6, 6, 8 * unit):
        if dry(x, y):
            r = (1.5 + 1.8 * luck) * unit
            d.append(f"M{_at(x - r, y)} l{_at(r * 0.7, -r * 1.2)} l{_at(r, r * 0.3)} l{_at(r * 0.3, r * 0.9)}Z")
    return _path(" ".join(d), fill=g.ink, fill_opacity=0.7)


def _hatching(g: Ground, corners: tuple[Point, ...], seed: int, dry: Dry, unit: float) -> list[Node]:
    d = []
    for x, y, _ in scattered(corners, seed, 8, 7, 6 * unit):
        d.append(f"M{_at(x - 3 * unit, y + 3 * unit)} l{_at(6 * unit, -6 * unit)}")
    return _path(" ".join(d), class_="mark", stroke=g.ink, stroke_opacity=0.4, stroke_width=0.8 * unit)


_Maker = Callable[[Ground, tuple[Point, ...], int, Dry, float], list[Node]]
_MAKERS: dict[str, _Maker] = {
    "peaks": _peaks, "hills": _hills, "trees": _trees, "dunes": _dunes, "marsh": _marsh, "waves": _waves,
    "houses": _houses, "fields": _fields, "salt": _salt, "stones": _stones, "hatching": _hatching,
}  # fmt: skip
