"""Axial hex geometry and the printed numbers of a map: pure arithmetic, and the only place for coordinates.

The terms are Red Blob Games': axial ``q`` and ``r`` with ``s = -q - r``, offset columns and rows, flat or
pointed tops, ring, spiral, line.  Everything a rule may ask is integer arithmetic; the floats at the end of
the module are for drawing and no distance is ever taken from them.
"""

from __future__ import annotations

import re
from math import sqrt
from typing import Literal, NamedTuple

from attrs import field
from attrs.validators import in_

from .classes import frozen

__all__ = [
    "DIRECTIONS",
    "Hex",
    "Layout",
    "Numbering",
    "NumberingError",
    "Offset",
    "Tops",
    "centre",
    "corners",
    "direction_name",
    "direction_names",
    "distance",
    "line",
    "neighbours",
    "ring",
    "rotate",
    "runs_along_hexsides",
    "within",
]

Tops = Literal["flat", "pointed"]
Offset = Literal["odd", "even"]


class Hex(NamedTuple):
    """One hex, or the step from one hex to another, in axial coordinates.

    >>> Hex(2, -1) + Hex(1, 1), Hex(2, -1) - Hex(1, 1), Hex(2, -1).s
    (Hex(q=3, r=0), Hex(q=1, r=-2), -1)
    """

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate; q + r + s is always 0."""
        return -self.q - self.r

    def __add__(self, step: Hex) -> Hex:  # type: ignore[override]  # a tuple would append
        return Hex(self.q + step.q, self.r + step.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def scaled(self, times: int) -> Hex:
        """The same step taken ``times`` times.

        >>> Hex(1, -1).scaled(3)
        Hex(q=3, r=-3)
        """
        return Hex(self.q * times, self.r * times)


# Clockwise. The steps are the same for both tops; only what a player calls them differs.
DIRECTIONS: tuple[Hex, ...] = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
_FLAT_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
_POINTED_NAMES = ("NW", "NE", "E", "SE", "SW", "W")


def direction_names(tops: Tops) -> tuple[str, ...]:
    """The six names in the order of ``DIRECTIONS``, clockwise.

    >>> direction_names("pointed")
    ('NW', 'NE', 'E', 'SE', 'SW', 'W')
    """
    return _FLAT_NAMES if tops == "flat" else _POINTED_NAMES


def direction_name(tops: Tops, i: int) -> str:
    """What ``DIRECTIONS[i]`` is called on a map with these tops (``i`` from 0 to 5).

    >>> direction_name("flat", 0), direction_name("pointed", 2)
    ('N', 'E')
    """
    return direction_names(tops)[i]


def neighbours(h: Hex) -> tuple[Hex, ...]:
    """The six hexes around ``h``, in the order of ``DIRECTIONS``.

    >>> neighbours(Hex(0, 0)) == DIRECTIONS
    True
    """
    return tuple(h + step for step in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """How many steps from neighbour to neighbour lead from ``a`` to ``b``.

    >>> distance(Hex(0, 0), Hex(2, -3))
    3
    """
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes exactly ``radius`` from ``centre``, clockwise from ``DIRECTIONS[0]``; radius 0 is the centre.

    Raises ``ValueError`` for a negative radius.

    >>> len(ring(Hex(4, 4), 3))
    18
    """
    if radius < 0:
        raise ValueError(f"a ring has a radius of 0 or more, not {radius}")
    if radius == 0:
        return (centre,)
    found: list[Hex] = []
    at = centre + DIRECTIONS[0].scaled(radius)
    for side in range(6):
        for _ in range(radius):
            found.append(at)
            at += DIRECTIONS[(side + 2) % 6]
    return tuple(found)


def within(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The disc of hexes at most ``radius`` from ``centre``, as a spiral: nearest ring first.

    Raises ``ValueError`` for a negative radius.

    >>> [len(within(Hex(0, 0), radius)) for radius in range(4)]
    [1, 7, 19, 37]
    """
    if radius < 0:
        raise ValueError(f"a disc has a radius of 0 or more, not {radius}")
    return tuple(h for k in range(radius + 1) for h in ring(centre, k))


def rotate(h: Hex, centre: Hex, sixths: int) -> Hex:
    """``h`` turned clockwise around ``centre`` by ``sixths`` of a full turn (negative: the other way).

    >>> rotate(Hex(0, -2), Hex(0, 0), 1)
    Hex(q=2, r=-2)
    """
    step = h - centre
    for _ in range(sixths % 6):
        step = Hex(-step.r, -step.s)
    return centre + step


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The hexes on the straight line from the centre of ``a`` to that of ``b``, step by step.

    There are ``distance(a, b) + 1`` steps.  A step holds one hex, or both (smaller first) where the line
    is equally near to two: there it runs along the hexside between them, or crosses that hexside in its
    middle; ``runs_along_hexsides`` tells which.  What a tie means is for the rules to say.  The way back
    is the same line in reverse.

    >>> line(Hex(0, 0), Hex(1, 1))
    ((Hex(q=0, r=0),), (Hex(q=0, r=1), Hex(q=1, r=0)), (Hex(q=1, r=1),))
    """
    steps = distance(a, b)
    way = b - a
    found: list[tuple[Hex, ...]] = []
    for i in range(steps + 1):
        # One of q, r, s is a whole number at every step, so rounding the two others in opposite ways
        # gives the nearest hex, and two different hexes exactly where they stand at one half.
        low = a + Hex(_half_down(way.q * i, steps), _half_up(way.r * i, steps))
        high = a + Hex(_half_up(way.q * i, steps), _half_down(way.r * i, steps))
        found.append((low,) if low == high else (min(low, high), max(low, high)))
    return tuple(found)


def _half_up(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole) if whole else 0


def _half_down(part: int, whole: int) -> int:
    return -_half_up(-part, whole)


def runs_along_hexsides(a: Hex, b: Hex) -> bool:
    """Whether the line from ``a`` to ``b`` goes along hexsides: every second step of it is then a tie.

    >>> runs_along_hexsides(Hex(0, 0), Hex(1, 1)), runs_along_hexsides(Hex(0, 0), Hex(4, -1))
    (True, False)
    """
    way = b - a
    return a != b and (way.q == way.r or way.r == way.s or way.s == way.q)


@frozen
class Layout:
    """How columns and rows of a rectangular map lie: which way the tops are and which lines are shifted.

    With flat tops the odd (or even) columns are shifted half a hex down, with pointed tops the odd (or
    even) rows half a hex to the right.  Columns and rows count from 0 at the top left; (0, 0) is always
    ``Hex(0, 0)``.  Raises ``ValueError`` for any other word.
    """

    tops: Tops = field(validator=in_(("flat", "pointed")))
    offset: Offset = field(validator=in_(("odd", "even")))

    def to_axial(self, column: int, row: int) -> Hex:
        """The hex in this column and row.

        >>> Layout("flat", "odd").to_axial(3, 2)
        Hex(q=3, r=1)
        """
        if self.tops == "flat":
            return Hex(column, row - self._shift(column))
        return Hex(column - self._shift(row), row)

    def to_offset(self, h: Hex) -> tuple[int, int]:
        """The column and row of this hex.

        >>> Layout("flat", "odd").to_offset(Hex(3, 1))
        (3, 2)
        """
        if self.tops == "flat":
            return h.q, h.r + self._shift(h.q)
        return h.q + self._shift(h.r), h.r

    def _shift(self, index: int) -> int:
        return index // 2 if self.offset == "odd" else (index + 1) // 2


class NumberingError(ValueError):
    """A hex number, or a way of numbering, that cannot be right: ``what``, ``why`` and the ``nearest`` right.

    >>> str(NumberingError("t4", "it is written otherwise here", "T4"))
    "'t4': it is written otherwise here; nearest is 'T4'"
    """

    def __init__(self, what: str, why: str, nearest: str | None = None) -> None:
        super().__init__(what, why, nearest)
        self.what = what
        self.why = why
        self.nearest = nearest

    def __str__(self) -> str:
        end = "" if self.nearest is None else f"; nearest is {self.nearest!r}"
        return f"{self.what!r}: {self.why}{end}"


@frozen
class _Count:
    """How one part of a hex number, column or row, counts on from the first one printed."""

    part: str
    first: str
    alphabet: str  # empty for digits
    doubled: bool

    def printed(self, index: int) -> str:
        value = self.value(self.first) + index
        if value < 0:
            raise NumberingError(f"{self.part} {index}", f"nothing is left to print so far before {self.first}")
        if not self.alphabet:
            return str(value).zfill(len(self.first))
        base = len(self.alphabet)
        if self.doubled:
            return self.alphabet[value % base] * (value // base + 1)
        letters = ""
        rest = value + 1
        while rest:
            rest, letter = divmod(rest - 1, base)
            letters = self.alphabet[letter] + letters
        return letters

    def index(self, text: str) -> int:
        return self.value(text) - self.value(self.first)

    def value(self, text: str) -> int:
        if not self.alphabet:
            return int(text)
        written = text.upper() if self.alphabet.isupper() else text.lower()
        places = [self.alphabet.find(letter) for letter in written]
        if -1 in places:
            unused = written[places.index(-1)]
            raise NumberingError(text, f"the letter {unused} is not used in {self.part}s here")
        base = len(self.alphabet)
        if self.doubled:
            if len(set(places)) > 1:
                raise NumberingError(text, f"beyond Z the {self.part}s here repeat one letter, as in AA, BB")
            return (len(places) - 1) * base + places[0]
        value = 0
        for place in places:
            value = value * base + place + 1
        return value - 1


_LONGEST = 100  # characters of a hex number; far beyond any map, short enough for int()


@frozen
class Numbering:
    """How hex numbers are printed on a map, told by what its first column and first row show.

    ``first_column`` and ``first_row`` are printed as on the map: ``"A"``, ``"1"``, ``"01"`` (padded with
    zeros to two digits), ``"101"``, ``"a"``.  ``skipped`` lists letters that are left out, such as ``"IO"``.
    ``after_aa`` says how letters go on beyond Z: AA then ``"AB"``, or AA then ``"BB"``.  ``bottom_row`` is the
    0-based index of the lowest row if rows are counted upwards from it.  Where both parts are digits (or
    both letters) and no separator stands between them, the second part keeps the length of its first value.

    Raises ``NumberingError`` for a numbering that cannot be read back.

    >>> Numbering().label(19, 3), Numbering("01", "01", separator=".").label(11, 6)
    ('T4', '12.07')
    """

    first_column: str = "A"
    first_row: str = "1"
    order: Literal["column-row", "row-column"] = field(
        default="column-row", validator=in_(("column-row", "row-column"))
    )
    separator: str = ""
    skipped: str = ""
    after_aa: Literal["AB", "BB"] = field(default="AB", validator=in_(("AB", "BB")))
    bottom_row: int | None = None
    _column: _Count = field(init=False, eq=False, repr=False)
    _row: _Count = field(init=False, eq=False, repr=False)

    @_column.default
    def _count_columns(self) -> _Count:
        return self._count("column", self.first_column)

    @_row.default
    def _count_rows(self) -> _Count:
        return self._count("row", self.first_row)

    def __attrs_post_init__(self) -> None:
        if re.search(r"[^\W_]", self.separator):
            raise NumberingError(self.separator, "a separator has no letters or digits")

    def label(self, column: int, row: int) -> str:
        """The number printed in the hex of this column and row (0-based, from the top left).

        Raises ``NumberingError`` where the numbering has no number for it.

        >>> Numbering(separator="-").label(0, 9)
        'A-10'
        """
        texts = (self._column.printed(column), self._row.printed(self._upwards(row)))
        first, second = texts if self.order == "column-row" else texts[::-1]
        one, two = self._parts()
        if self._second_is_fixed() and len(second) != len(two.first):
            why = f"without a separator {one.part} {first} and {two.part} {second} run into each other"
            raise NumberingError(first + second, why)
        return first + self.separator + second

    def parse(self, text: str) -> tuple[int, int]:
        """The column and row (0-based) of the hex with this printed number; the inverse of ``label``.

        Whether the map has such a hex is not known here: ``T0`` is the row before ``T1``.  Raises
        ``NumberingError`` for anything but the exact printed form, with that form as ``nearest`` if the
        text can be understood.

        >>> Numbering("A", "01").parse("K07")
        (10, 6)
        """
        column, row = self._read(text)
        printed = self.label(column, row)
        if printed != text:
            raise NumberingError(text, "hex numbers here are printed otherwise", printed)
        return column, row

    def _read(self, text: str) -> tuple[int, int]:
        """Column and row of a number that may be loosely written: case, zeros and separator are forgiven."""
        counts = self._parts()
        one, two = ("[A-Za-z]+" if count.alphabet else "[0-9]+" for count in counts)
        between = "[^0-9A-Za-z]*"
        if self._second_is_fixed():
            two = f"{two[:-1]}{{{len(counts[1].first)}}}"
        elif bool(counts[0].alphabet) == bool(counts[1].alphabet):
            between = "[^0-9A-Za-z]+"
        match = re.fullmatch(rf"\s*({one}){between}({two})\s*", text) if len(text) <= _LONGEST else None
        if match is None:
            example = counts[0].first + self.separator + counts[1].first
            parts = " then ".join(f"{count.part} {'letters' if count.alphabet else 'digits'}" for count in counts)
            shown = text if len(text) <= _LONGEST else text[:20] + "..."
            raise NumberingError(shown, f"a hex number here is {parts}, such as {example}")
        first, second = (count.index(found) for count, found in zip(counts, match.groups(), strict=True))
        column, row = (first, second) if self.order == "column-row" else (second, first)
        return column, self._upwards(row)

    def _parts(self) -> tuple[_Count, _Count]:
        return (self._column, self._row) if self.order == "column-row" else (self._row, self._column)

    def _second_is_fixed(self) -> bool:
        return not self.separator and bool(self._column.alphabet) == bool(self._row.alphabet)

    def _upwards(self, row: int) -> int:
        return row if self.bottom_row is None else self.bottom_row - row

    def _count(self, part: str, first: str) -> _Count:
        if re.fullmatch("[0-9]{1,9}", first):
            return _Count(part, first, "", False)
        if not re.fullmatch("[A-Z]{1,9}|[a-z]{1,9}", first):
            raise NumberingError(first, f"a first {part} is all digits, all capitals or all small letters")
        letters = "".join(c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in self.skipped.upper())
        if not set(first.upper()) <= set(letters):
            raise NumberingError(first, f"the first {part} uses a letter that is skipped ({self.skipped})")
        count = _Count(part, first, letters if first.isupper() else letters.lower(), self.after_aa == "BB")
        count.value(first)
        return count


def centre(layout: Layout, h: Hex, size: float) -> tuple[float, float]:
    """Where to draw the middle of ``h``: x to the right, y down, ``Hex(0, 0)`` at the origin.

    ``size`` is the length from centre to corner, which is also that of a hexside.

    >>> centre(Layout("flat", "odd"), Hex(2, -1), 10)
    (30.0, 0.0)
    """
    return _drawn(layout, *_middle(layout, h), size)


def corners(layout: Layout, h: Hex, size: float) -> tuple[tuple[float, float], ...]:
    """Where to draw the six corners of ``h``, clockwise.

    The hexside towards ``DIRECTIONS[i]`` joins the corners ``i`` and ``i + 1`` (the last joins 5 and 0).
    A corner that two hexes share comes out as the very same two floats for both.

    >>> corners(Layout("pointed", "odd"), Hex(0, 0), 2)[1]
    (0.0, -2.0)
    """
    x, y = _middle(layout, h)
    if layout.tops == "flat":
        around = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
    else:
        around = ((-1, -1), (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1))
    return tuple(_drawn(layout, x + dx, y + dy, size) for dx, dy in around)


def _middle(layout: Layout, h: Hex) -> tuple[int, int]:
    """The middle of ``h`` on the fine grid of whole numbers on which every centre and corner lies."""
    return (3 * h.q, h.q + 2 * h.r) if layout.tops == "flat" else (2 * h.q + h.r, 3 * h.r)


def _drawn(layout: Layout, x: int, y: int, size: float) -> tuple[float, float]:
    half, height = size / 2, size * sqrt(3) / 2
    return (x * half, y * height) if layout.tops == "flat" else (x * height, y * half)
