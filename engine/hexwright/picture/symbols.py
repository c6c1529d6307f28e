"""Map symbols of units: drawings of our own by plain geometry in one box, and which kind a type of units gets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from .svg import Node, node, number, points

if TYPE_CHECKING:
    from ..ruleset.schema import UnitType

WIDTH, HEIGHT = 30, 20  # the box of every symbol; its lines are a unit and a half wide, so that 20 px stay crisp
GENERIC = "unit"
_LINE = 1.5
_Parts = tuple[Node, ...]


def symbol(kind: str, ink: str = "#1b1b1b", ground: str = "#ffffff") -> Node:
    """The symbol of a kind in a box of WIDTH x HEIGHT; an unknown kind is drawn as the plain frame of a unit.

    >>> str(symbol("supply")).splitlines()[0]
    '<g class="symbol symbol-supply" fill="none" stroke="#1b1b1b" stroke-width="1.5" stroke-linejoin="round">'
    """
    drawn = _KINDS.get(kind, _KINDS[GENERIC])
    known = kind if kind in _KINDS else GENERIC
    return node("g", *drawn(ink, ground), class_=f"symbol symbol-{known.replace('_', '-')}", fill="none",
                stroke=ink, stroke_width=_LINE, stroke_linejoin="round")  # fmt: skip


def placed(kind: str, x: float, y: float, wide: float, ink: str = "#1b1b1b", ground: str = "#ffffff") -> Node:
    """The symbol of a kind with its upper left corner at (x, y), `wide` units wide."""
    drawn = symbol(kind, ink, ground)
    return Node("g", (*drawn.attributes, ("transform", _moved(x, y, wide / WIDTH))), drawn.holds)


def echelon(size: str, x: float, y: float, high: float, ink: str = "#1b1b1b") -> Node | None:
    """The size of a formation as it stands above its symbol (XX a division, III a regiment), centred on x.

    `size` is a word of X, I and O (a dot); "" and other words draw nothing.
    """
    if not size or set(size) - set("XIO"):
        return None
    wides = {"X": 0.9 * high, "I": 0.0, "O": 0.6 * high}
    gap = 0.42 * high
    at = x - (sum(wides[c] for c in size) + gap * (len(size) - 1)) / 2
    drawn: list[Node] = []
    for c in size:
        right = at + wides[c]
        if c == "X":
            drawn.append(_lines(((at, y), (right, y + high)), ((right, y), (at, y + high))))
        elif c == "I":
            drawn.append(_lines(((at, y), (at, y + high))))
        else:
            drawn.append(node("circle", cx=at + high * 0.3, cy=y + high / 2, r=high * 0.3, fill=ink, stroke="none"))
        at = right + gap
    return node("g", *drawn, class_="echelon", stroke=ink, stroke_width=max(0.6, high * 0.24), fill="none")


def kinds() -> tuple[str, ...]:
    """The kinds that there is a drawing of, in the order of the table."""
    return tuple(_KINDS)


def framed(kind: str) -> bool:
    """Does the symbol stand in the frame of a formation, as those on land do?"""
    return kind not in _UNFRAMED


# ------------------------------------------------------------------ which kind a type has


@cache
def _table(name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A table of symbols.toml: what is drawn, and the words that call for it."""
    read = tomllib.loads(files(__package__).joinpath("symbols.toml").read_text("utf-8"))
    return tuple((drawn, tuple(words)) for drawn, words in read[name].items())


def guessed(type_id: str, spec: UnitType) -> str:
    """The kind of symbol of a type of units that no style names: the first in the table that one of its words asks for.

    Its words are its id and the parts of it, and its tags.
    """
    return _first("symbol", _words(type_id, spec)) or GENERIC


def guessed_size(type_id: str, spec: UnitType) -> str:
    """The size that stands above the symbol where no style names one; "" for none."""
    return _first("size", _words(type_id, spec))


def _words(type_id: str, spec: UnitType) -> frozenset[str]:
    return frozenset((type_id, *type_id.casefold().split("_"), *(t.casefold() for t in spec.tags)))


def _first(name: str, words: frozenset[str]) -> str:
    return next((drawn for drawn, asked in _table(name) if not words.isdisjoint(asked)), "")


# ------------------------------------------------------------------ drawings


def _moved(x: float, y: float, scale: float) -> str:
    size = f"{scale:.4f}".rstrip("0").rstrip(".")
    return f"translate({number(x)} {number(y)}) scale({size})"


def _path(d: str, fill: str = "") -> Node:
    """A line, or with `fill` a shape without an outline of its own."""
    return node("path", d=d, fill=fill or None, stroke="none" if fill else None)


def _lines(*lines: tuple[tuple[float, float], tuple[float, float]]) -> Node:
    return _path("".join(f"M{number(a)} {number(b)}L{number(c)} {number(d)}" for (a, b), (c, d) in lines))


def _solid(ink: str, *places: tuple[float, float]) -> Node:
    return node("polygon", points=points(places), fill=ink, stroke="none")


_LEFT, _TOP, _RIGHT, _BOTTOM = 1.0, 1.0, 29.0, 19.0


def _frame(ground: str) -> Node:
    return node("rect", x=_LEFT, y=_TOP, width=_RIGHT - _LEFT, height=_BOTTOM - _TOP, fill=ground)


def _cross() -> Node:
    return _lines(((_LEFT, _TOP), (_RIGHT, _BOTTOM)), ((_LEFT, _BOTTOM), (_RIGHT, _TOP)))


def _oval() -> Node:
    return node("rect", x=5.5, y=5.25, width=19, height=9.5, rx=4.75)


def _land(*draw: Callable[[str], Node]) -> Callable[[str, str], _Parts]:
    return lambda ink, ground: (_frame(ground), *(d(ink) for d in draw))


def _bare(*draw: Callable[[str], Node]) -> Callable[[str, str], _Parts]:
    return lambda ink, ground: tuple(d(ink) for d in draw)


def _crossed(ink: str) -> Node:
    return _cross()


def _tracked(ink: str) -> Node:
    return _oval()


def _slash(ink: str) -> Node:
    return _lines(((_LEFT, _BOTTOM), (_RIGHT, _TOP)))


def _upright(ink: str) -> Node:
    return _lines(((15, _TOP), (15, _BOTTOM)))


def _gull(ink: str) -> Node:
    """Two arcs like wings, low in the frame."""
    return _path("M9.5 17.2Q9.8 13.8 12.3 13.8Q14.6 13.8 15 17.2Q15.4 13.8 17.7 13.8Q20.2 13.8 20.5 17.2")


def _battlement(ink: str) -> Node:
    """A crenellated wall along the foot of the frame."""
    teeth = [(_LEFT, _BOTTOM), (_LEFT, 13.5)]
    for left in (1.0, 9.0, 17.0):
        teeth += [(left + 4, 13.5), (left + 4, 16), (left + 8, 16), (left + 8, 13.5)]
    return _solid(ink, *teeth, (_RIGHT, 13.5), (_RIGHT, _BOTTOM))


def _peak(ink: str) -> Node:
    return _solid(ink, (11, _BOTTOM), (15, 11.5), (19, _BOTTOM))


def _ball(ink: str) -> Node:
    return node("circle", cx=15, cy=10, r=3.6, fill=ink, stroke="none")


def _comb(ink: str) -> Node:
    return _path("M8 14.5V6H22V14.5M15 6V13")


def _roof(ink: str) -> Node:
    return _path(f"M{_LEFT} {_BOTTOM}L15 {_TOP}L{_RIGHT} {_BOTTOM}".replace(".0", ""))


def _shelf(ink: str) -> Node:
    """The line of supply, low in the frame."""
    return _lines(((_LEFT, 14), (_RIGHT, 14)))


def _staff(ink: str, ground: str) -> _Parts:
    """A smaller frame on a staff: a headquarters."""
    return (node("rect", x=1, y=1, width=28, height=12.5, fill=ground), _lines(((1, 13.5), (1, 20))),
            _lines(((1, 4.6), (29, 4.6))))  # fmt: skip


def _fuselage(ink: str) -> Node:
    """An aircraft with one engine, from above, flying up."""
    return _path("M15 .6C16.1.6 16.7 2 16.9 5L27.6 7.6C28.6 7.9 28.8 8.5 28.8 10.4L16.8 10.9L16.1 16L19.6 17.4"
                 "V19.2L15 18.7L10.4 19.2V17.4L13.9 16L13.2 10.9L1.2 10.4C1.2 8.5 1.4 7.9 2.4 7.6L13.1 5"
                 "C13.3 2 13.9.6 15 .6Z", ink)  # fmt: skip


def _heavy(ink: str) -> Node:
    """An aircraft with two engines and long wings, from above, flying up."""
    return _path("M15 .5C16.4.5 17 1.8 17 4.4V6L19.6 6.1V4.1C19.6 3.2 22.4 3.2 22.4 4.1V6.3L29.4 7.2C29.8 8.3 29.6 9.4"
                 " 28.9 10L17 11.4L16.4 15.6L20.9 16.7C21.4 17.6 21.2 18.6 20.6 19.2L15 18.6L9.4 19.2C8.8 18.6 8.6 17.6"
                 " 9.1 16.7L13.6 15.6L13 11.4L1.1 10C.4 9.4.2 8.3.6 7.2L7.6 6.3V4.1C7.6 3.2 10.4 3.2 10.4 4.1V6.1L13 6"
                 "V4.4C13 1.8 13.6.5 15 .5Z", ink)  # fmt: skip


def _deck(ink: str) -> Node:
    """The flight deck under an aircraft of a carrier."""
    return _solid(ink, (1.5, 16.4), (9, 16.4), (9, 19.4), (3.2, 19.4))


def _decks(ink: str) -> Node:
    return _solid(ink, (21, 16.4), (28.5, 16.4), (26.8, 19.4), (21, 19.4))


def _hull(left: float, right: float, top: float, foot: float) -> str:
    """A hull from the side, its bow to the right."""
    return f"M{left} {top}H{right}L{right - 3:g} {foot}H{left + 1.6:g}Z"


def _escort(ink: str) -> Node:
    return _path(_hull(3, 27.5, 13, 17) + "M10 13V9H12.5V13ZM15 13V8.5H19.5V11H21V13ZM16.6 8.5V4.5H17.6V8.5Z"
                 "M22 13V11.4H24.6V13ZM5.4 13V11.4H8V13Z", ink)  # fmt: skip


def _attack(ink: str) -> Node:
    return _path(_hull(1.5, 29, 12.6, 17.2) + "M9 12.6V7.6H11.6V12.6ZM13 12.6V7.6H15.6V12.6ZM17 12.6V6.6H20.6V12.6Z"
                 "M18.3 6.6V2.5H19.3V6.6ZM21.4 12.6V10.4H24.2V12.6ZM24 10.7H26.8V11.7H24ZM5 12.6V10.4H7.6V12.6Z"
                 "M2.6 10.7H5.2V11.7H2.6Z", ink)  # fmt: skip


def _capital(ink: str) -> Node:
    return _path(_hull(.5, 29.5, 12, 17.6) + "M13.2 12V4H17V12ZM14.6 4V1H15.6V4ZM9.6 12V6.4H12.2V12ZM17 12V9H19V12Z"
                 "M19.4 12V8.9H23.4V12ZM23 9.4H27.4V10.5H23ZM5.4 12V8.9H9.2V12ZM1.4 9.4H5.6V10.5H1.4Z",
                 ink)  # fmt: skip


def _carrier(ink: str) -> Node:
    return _path("M.6 9H29.4V11.4L26 17.4H4L.6 11.4ZM16.5 9V4.4H22V9ZM18.6 4.4V1.4H19.8V4.4Z", ink)


def _squadron(ink: str) -> Node:
    """Two ships one behind the other."""
    return _path(_hull(1, 19, 7.4, 10.4) + "M6 7.4V4H8V7.4ZM9.6 7.4V3H13V7.4Z" + _hull(10, 29, 14.6, 18)
                 + "M15.4 14.6V11H17.4V14.6ZM19 14.6V11H23V14.6Z", ink)  # fmt: skip


def _transport(ink: str) -> Node:
    return _path(_hull(1.5, 29, 11.6, 17.4) + "M12 11.6V7.4H19V11.6ZM14.4 7.4V3.6H16.8V7.4ZM6.2 11.6V3.4H7.4V11.6Z"
                 "M23 11.6V3.4H24.2V11.6Z", ink)  # fmt: skip


def _derricks(ink: str) -> Node:
    return node("path", d="M6.8 4L11 9.6M23.6 4L20 9.6", stroke_width=1)


def _submarine(ink: str) -> Node:
    return _path("M1 13.6C3 11.4 6 11.2 11 11.2H12V7.6H18.6V11.2C24 11.2 27 11.6 29.2 13.4C27.6 16.2 23.6 16.8 17 16.8"
                 "C9.6 16.8 3.4 16.6 1 13.6ZM14.4 7.6V3.6H17.4V4.8H15.6V7.6Z", ink)  # fmt: skip


def _formation(ink: str) -> Node:
    """Three ships in formation, from above."""
    ship = "M{x} {y}L{a} {b}H{c}L{d} {y}L{c} {e}H{a}Z"

    def one(x: float, y: float) -> str:
        return ship.format(x=x, y=y, a=x + 1.4, b=y - 2.1, c=x + 7.6, d=x + 12, e=y + 2.1).replace(".0", "")

    return _path(one(16.4, 10) + one(2.2, 4) + one(2.2, 16), ink)


_Drawing = Callable[[str, str], _Parts]
_KINDS: Mapping[str, _Drawing] = {
    "infantry": _land(_crossed),
    "mechanised": _land(_crossed, _tracked),
    "motorised": _land(_crossed, _upright),
    "armour": _land(_tracked),
    "airborne": _land(_crossed, _gull),
    "mountain": _land(_crossed, _peak),
    "garrison": _land(_crossed, _battlement),
    "cavalry": _land(_slash),
    "artillery": _land(_ball),
    "antitank": _land(_roof),
    "engineer": _land(_comb),
    "supply": _land(_shelf),
    "headquarters": _staff,
    "unit": _land(),
    "fighter": _bare(_fuselage),
    "bomber": _bare(_heavy),
    "carrier_air": _bare(_fuselage, _deck, _decks),
    "capital": _bare(_capital),
    "carrier": _bare(_carrier),
    "attack": _bare(_attack),
    "escort": _bare(_escort),
    "surface_squadron": _bare(_squadron),
    "transport": _bare(_transport, _derricks),
    "task_force": _bare(_formation),
    "submarine": _bare(_submarine),
}

_UNFRAMED = frozenset({
    "fighter", "bomber", "carrier_air", "capital", "carrier", "attack", "escort", "surface_squadron", "transport",
    "task_force", "submarine",
})  # fmt: skip

__all__ = ["GENERIC", "HEIGHT", "WIDTH", "echelon", "framed", "guessed", "guessed_size", "kinds", "placed", "symbol"]
