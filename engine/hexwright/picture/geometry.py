"""Where things lie on the sheet: centres, corners and borders of hexes, coordinates of the data; plain arithmetic."""

from __future__ import annotations

from math import sqrt

from hexwright.classes import frozen
from hexwright.hexes import Hex, Layout
from hexwright.hexes import centre as hex_centre
from hexwright.hexes import corners as hex_corners
from hexwright.ruleset.style import CoordinatesLook, HexesLook

Point = tuple[float, float]
_WIDTH = 120.0  # of a hex with flat tops, in units of the picture
_SQUASH = sqrt(3) / 2


@frozen
class Box:
    """A rectangle of the sheet: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.h

    @property
    def middle(self) -> Point:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def meets(self, other: Box, gap: float = 0.0) -> bool:
        """Whether the two overlap, or come nearer than the gap.

        >>> Box(0, 0, 2, 2).meets(Box(1, 1, 4, 4)), Box(0, 0, 2, 2).meets(Box(2, 0, 2, 2))
        (True, False)
        """
        return (
            self.x < other.right + gap
            and other.x < self.right + gap
            and self.y < other.bottom + gap
            and other.y < self.bottom + gap
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies inside."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def grown(self, by: float) -> Box:
        """With a margin around it (negative: without its rim)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, x: float, y: float) -> Box:
        """The same somewhere else."""
        return Box(self.x + x, self.y + y, self.w, self.h)


def around(places: tuple[Point, ...] | list[Point]) -> Box:
    """The smallest rectangle that holds all the points."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def inside(outline: tuple[Point, ...], box: Box) -> bool:
    """Whether a rectangle lies inside a convex outline whose corners are listed clockwise (y down).

    >>> inside(((0, 0), (4, 0), (4, 4), (0, 4)), Box(1, 1, 2, 2))
    True
    """
    ends = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if any((bx - ax) * (y - ay) - (by - ay) * (x - ax) < -1e-6 for x, y in ends):
            return False
    return True


@frozen
class Lattice:
    """How the hexes of one board lie on the sheet.

    `radius` is the length from centre to corner of a regular hex, which is drawn `across` and `down` times as wide
    and as high; `x`, `y` is the middle of the hex in column 0, row 0.
    """

    layout: Layout
    columns: int
    rows: int
    radius: float
    across: float = 1.0
    down: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def centre(self, h: Hex) -> Point:
        """The middle of a hex."""
        x, y = hex_centre(self.layout, h, self.radius)
        return self.x + x * self.across, self.y + y * self.down

    def corners(self, h: Hex) -> tuple[Point, ...]:
        """The corners of a hex, clockwise; the hexside towards DIRECTIONS[i] joins the corners i and i + 1."""
        found = hex_corners(self.layout, h, self.radius)
        return tuple((self.x + x * self.across, self.y + y * self.down) for x, y in found)

    @property
    def pace(self) -> Point:
        """How far it is from column to column and from row to row."""
        one, other = 1.5 * self.radius, 2 * _SQUASH * self.radius
        wide, high = (one, other) if self.layout.tops == "flat" else (other, one)
        return wide * self.across, high * self.down

    def point(self, column: float, row: float) -> Point:
        """A place given in columns and rows from the middle of the first hex, shifted lines not counted."""
        wide, high = self.pace
        return self.x + column * wide, self.y + row * high

    def shift_first(self) -> Lattice:
        """The same, laid so that its upper left corner is at the origin of the sheet."""
        ends = [
            self.corners(self.layout.to_axial(c, r)) for c in self._ends(self.columns) for r in self._ends(self.rows)
        ]
        box = around([p for corners in ends for p in corners])
        return Lattice(self.layout, self.columns, self.rows, self.radius, self.across, self.down, -box.x, -box.y)

    @property
    def box(self) -> Box:
        """The rectangle around all its hexes."""
        ends = [
            self.corners(self.layout.to_axial(c, r)) for c in self._ends(self.columns) for r in self._ends(self.rows)
        ]
        return around([p for corners in ends for p in corners])

    def moved(self, x: float, y: float) -> Lattice:
        """The same somewhere else."""
        at = self.x + x, self.y + y
        return Lattice(self.layout, self.columns, self.rows, self.radius, self.across, self.down, *at)

    @staticmethod
    def _ends(count: int) -> tuple[int, ...]:
        return tuple(sorted({0, 1, count - 2, count - 1} & set(range(count))))


def lattice(layout: Layout, columns: int, rows: int, look: HexesLook) -> Lattice:
    """The hexes of a board as large as the style wants them, its upper left corner at the origin.

    >>> lattice(Layout("flat", "odd"), 4, 3, HexesLook(width=100)).radius
    50.0
    """
    flat = layout.tops == "flat"
    long, short = (look.width, look.height) if flat else (look.height, look.width)
    radius = (long or (short / _SQUASH if short else _WIDTH)) / 2
    squash = short / (2 * radius * _SQUASH) if short else 1.0
    across, down = (1.0, squash) if flat else (squash, 1.0)
    return Lattice(layout, columns, rows, radius, across, down).shift_first()


@frozen
class Coordinates:
    """How the coordinates of the data become places on the sheet."""

    lattice: Lattice
    look: CoordinatesLook

    def place(self, x: float, y: float) -> Point:
        """Where a place of the data is drawn."""
        (x0, y0), (dx, dy) = self.look.origin, self.look.step
        return self.lattice.point((x - x0) / (dx or 1.0), (y - y0) / (dy or 1.0))


def text_points(text: str) -> list[Point]:
    """The pairs of a text such as '1,2 3.5,-4'; raises ValueError where it holds anything else.

    >>> text_points("1,2 3.5,-4")
    [(1.0, 2.0), (3.5, -4.0)]
    """
    found = []
    for pair in text.split():
        x, y = pair.split(",")
        found.append((float(x), float(y)))
    return found
