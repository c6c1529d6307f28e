"""Shares of games won, and how far they shift between two sets of rules: counts in, intervals of confidence out."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ..classes import frozen

Z95 = 1.959963984540054  # the normal deviate of an interval that covers 95 in 100
WIDE = 20  # points to either side; an interval wider than this says little


@frozen
class Paired:
    """How often something happened to the same seeds under two sets of rules: in both, in one only, in neither."""

    both: int
    first: int
    second: int
    neither: int

    @classmethod
    def of(cls, first: Sequence[bool], second: Sequence[bool]) -> Paired:
        """The counts of two rows of yes and no, paired by their order."""
        pairs = list(zip(first, second, strict=True))
        return cls(*(pairs.count(p) for p in ((True, True), (True, False), (False, True), (False, False))))

    @property
    def games(self) -> int:
        """How many pairs there are."""
        return self.both + self.first + self.second + self.neither


@frozen
class Shift:
    """The second share less the first one, with the limits of its 95% interval, in percentage points."""

    points: float
    low: float
    high: float

    @property
    def wide(self) -> bool:
        """Is the interval too wide to say much?"""
        return self.high - self.low > 2 * WIDE

    @property
    def certain(self) -> bool:
        """Does the interval leave out that there is no shift?"""
        return self.low > 0 or self.high < 0


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95% interval of a share: the score interval (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, p. 209).

    >>> tuple(round(x, 4) for x in wilson(81, 263))
    (0.2553, 0.3662)
    """
    square = Z95 * Z95
    middle = (2 * won + square) / (2 * (games + square))
    reach = Z95 * sqrt(square + 4 * won * (games - won) / games) / (2 * (games + square))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def shift(counts: Paired) -> Shift:
    """How far a share shifts from the first to the second rules when every seed was played by both.

    The method is the one for paired shares that squares and adds the Wilson limits of both, corrected for how much
    the pairs go together: R. G. Newcombe, "Improved confidence intervals for the difference between binomial
    proportions based on paired data", Statistics in Medicine 17 (1998), pp. 2635-2650, method 10. It stays within
    -100 and 100 points and holds for few games and for shares of 0 and 1, where those with the normal approximation
    do not. ValueError when there is no game.
    """
    games = counts.games
    if not games:
        raise ValueError("no games, no shares")
    before, after = counts.both + counts.first, counts.both + counts.second
    p, q = before / games, after / games
    (p_low, p_high), (q_low, q_high) = wilson(before, games), wilson(after, games)
    together = _together(counts)
    down = _added(q - q_low, p_high - p, together)
    up = _added(q_high - q, p - p_low, together)
    points = 100 * (after - before) / games
    return Shift(points, max(-100.0, points - 100 * down), min(100.0, points + 100 * up))


def _added(one: float, other: float, together: float) -> float:
    return sqrt(max(0.0, one * one - 2 * together * one * other + other * other))


def _together(counts: Paired) -> float:
    """The correlation of the pairs, drawn towards 0 where it is positive (Newcombe's continuity correction)."""
    e, f, g, h = counts.both, counts.first, counts.second, counts.neither
    margins = (e + f) * (g + h) * (e + g) * (f + h)
    if not margins:
        return 0.0
    twice = 2 * (e * h - f * g)
    if twice > 0:
        twice = max(0, twice - counts.games)
    return twice / 2 / sqrt(margins)


def median(numbers: Sequence[int]) -> str:
    """The number in the middle, as text: '7', or '7.5' between two.

    >>> median([9, 3, 4]), median([3, 4]), median([2, 4])
    ('4', '3.5', '3')
    """
    ordered = sorted(numbers)
    total = ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]
    return str(total // 2) + (".5" if total % 2 else "")
