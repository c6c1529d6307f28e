"""How the counters of a stack lie in the room of a space: rows that may overlap, as large as can be read."""

from __future__ import annotations

from ..classes import frozen

PEEK = 0.62  # at least so much of the width of a counter shows from under the next one
STEP = 1.0  # and so much of its height
GAP = 1.05  # from counter to counter where there is room
_PACES = (GAP, 0.8, PEEK)
Room = tuple[float, float, float, float]


@frozen
class Fan:
    """Where the counters of a stack lie: the side of one and the upper left corners, the lowest counter first."""

    side: float
    corners: tuple[tuple[float, float], ...]


def fan(room: Room, count: int, most: float) -> Fan:
    """A stack of so many counters, none wider than `most`, in the middle of a room (left, top, width, height).

    >>> fan((0, 0, 100, 60), 1, 40)
    Fan(side=40, corners=((30.0, 10.0),))
    >>> fan((0, 0, 100, 100), 3, 40).corners
    ((9.0, 9.0), (51.0, 9.0), (30.0, 51.0))
    """
    x, y, wide, high = room
    if count < 1:
        return Fan(most, ())
    ways = [(rows, pace) for rows in range(1, count + 1) for pace in _PACES]
    rows, pace = max(ways, key=lambda way: _worth(room, count, way[0], way[1], most))
    side = _side(room, count, rows, pace, most)
    across, down = _pace(wide, side, -(-count // rows)), _pace(high, side, rows)
    corners: list[tuple[float, float]] = []
    top = y + (high - side - down * (rows - 1)) / 2
    left_over = count
    for row in range(rows):
        here = -(-left_over // (rows - row))
        left_over -= here
        left = x + (wide - side - across * (here - 1)) / 2
        corners += [(left + across * column, top + down * row) for column in range(here)]
    return Fan(side, tuple(corners))


def most_shown(room: Room, least: float) -> int:
    """How many counters of that side a room takes at most."""
    _, _, wide, high = room
    columns = max(1, 1 + int((wide / least - 1) / PEEK + 1e-9))
    return columns * max(1, 1 + int((high / least - 1) / STEP + 1e-9))


def _side(room: Room, count: int, rows: int, pace: float, most: float) -> float:
    _, _, wide, high = room
    columns = -(-count // rows)
    return min(most, wide / (1 + (columns - 1) * pace), high / (1 + (rows - 1) * STEP))


def _worth(room: Room, count: int, rows: int, pace: float, most: float) -> float:
    """The side of a counter, less where they cover each other."""
    side = _side(room, count, rows, pace, most)
    return side * (0.5 + 0.5 * min(1.0, _pace(room[2], side, -(-count // rows)) / side)) if side > 0 else side


def _pace(room: float, side: float, count: int) -> float:
    """From one counter to the next in a line of so many."""
    return min(side * GAP, (room - side) / (count - 1)) if count > 1 else side * GAP
