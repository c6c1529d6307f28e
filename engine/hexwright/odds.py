"""Exact chances of hands of dice, by convolution of the very dice that are rolled: whole numbers and fractions only."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import accumulate
from typing import Any, Generic, Literal, TypeVar, get_args

from hexwright.classes import frozen
from hexwright.dice import DiceError, Hand

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)
Tie = Literal["defender", "attacker", "none"]


@frozen
class Distribution(Generic[K]):
    """In how many of `ways` equally likely rolls each value comes, as (value, count), sorted by value.

    >>> hits_distribution(Hand.parse("2d6")).chance(1)
    Fraction(4, 9)
    """

    counts: tuple[tuple[K, int], ...]
    ways: int

    @classmethod
    def of(cls, counts: Iterable[tuple[K, int]]) -> Distribution[K]:
        """Gather counts by value, which may come in pieces; nothing is kept of a count of none."""
        gathered: dict[K, int] = {}
        for value, count in counts:
            gathered[value] = gathered.get(value, 0) + count
        kept = tuple(sorted(((value, count) for value, count in gathered.items() if count), key=_value))
        return cls(kept, sum(count for _, count in kept))

    def chance(self, value: K) -> Fraction:
        """The chance of exactly this value, 0 if it cannot come."""
        return self.where(lambda other: other == value)

    def where(self, wanted: Callable[[K], bool]) -> Fraction:
        """The chance of a value that is wanted: `hits.where(lambda n: n >= 2)`."""
        return Fraction(sum(count for value, count in self.counts if wanted(value)), self.ways)

    def chances(self) -> dict[K, Fraction]:
        """The chance of each value that can come; they add up to 1."""
        return {value: Fraction(count, self.ways) for value, count in self.counts}

    def of_each(self, change: Callable[[K], L]) -> Distribution[L]:
        """The distribution of what `change` makes of each value."""
        return Distribution.of((change(value), count) for value, count in self.counts)


def ratio(attack: int, defence: int) -> tuple[int, int]:
    """Odds of two strengths in whole numbers, what is over rounded in the defender's favour; 0 stays 0.

    >>> ratio(11, 4), ratio(3, 4), ratio(5, 16), ratio(4, 0)
    ((2, 1), (1, 2), (1, 4), (1, 0))
    """
    if attack < 0 or defence < 0:
        raise DiceError("a strength", min(attack, defence), "0 or more")
    if attack == 0 or defence == 0:
        return int(attack > 0), int(defence > 0)
    return (attack // defence, 1) if attack >= defence else (1, -(-defence // attack))


def percent(chance: Fraction) -> str:
    """A chance in per cent, rounded to a tenth.

    >>> percent(Fraction(1, 3))
    '33.3%'
    """
    tenths = (chance.numerator * 2000 + chance.denominator) // (2 * chance.denominator)
    return f"{tenths // 10}.{tenths % 10}%"


def _value(entry: tuple[Any, int]) -> Any:
    return entry[0]


def mean(distribution: Distribution[int]) -> Fraction:
    """The average value.

    >>> mean(total_distribution(Hand.parse("2d6, flat -4")))
    Fraction(3, 1)
    """
    return Fraction(sum(value * count for value, count in distribution.counts), distribution.ways)


def joint(hand: Hand) -> Distribution[tuple[int, int]]:
    """How often each (total, hits) comes: flat, bonus hits and cap as in a roll. No dice: the flat alone."""
    sums = {(0, 0): 1}
    for die in hand.dice:
        faces = [(die.modified(face), die.is_hit(face)) for face in die.faces]
        grown: dict[tuple[int, int], int] = {}
        for (total, scored), count in sums.items():
            for result, hit in faces:
                key = (total + result, scored + hit)
                grown[key] = grown.get(key, 0) + count
        sums = grown
    return Distribution.of(
        ((total + hand.flat, hand.counted(scored)), count) for (total, scored), count in sums.items()
    )


def total_distribution(hand: Hand) -> Distribution[int]:
    """How often each total comes."""
    return joint(hand).of_each(lambda each: each[0])


def hits_distribution(hand: Hand) -> Distribution[int]:
    """How often each number of hits comes.

    >>> [str(chance) for chance in hits_distribution(Hand.parse("3d6+1")).chances().values()]
    ['1/8', '3/8', '3/8', '1/8']
    """
    return joint(hand).of_each(lambda each: each[1])


@frozen
class Contest:
    """The chances of two hands against each other: (winner, hits of the attacker, hits of the defender).

    The winner is "attacker", "defender" or, when the rules give a tie to nobody, "none". `tied` is the
    chance of equal totals, whoever a tie goes to.
    """

    outcomes: Distribution[tuple[str, int, int]]
    tied: Fraction

    @property
    def attacker_wins(self) -> Fraction:
        return self.outcomes.where(lambda outcome: outcome[0] == "attacker")

    @property
    def tie(self) -> Fraction:
        """The chance that nobody wins; with the two chances to win it makes 1."""
        return self.outcomes.where(lambda outcome: outcome[0] == "none")

    @property
    def defender_wins(self) -> Fraction:
        return self.outcomes.where(lambda outcome: outcome[0] == "defender")

    @property
    def hits(self) -> Distribution[tuple[int, int]]:
        """How often each (hits of the attacker, hits of the defender) comes, whoever wins."""
        return self.outcomes.of_each(lambda outcome: outcome[1:])


def contest(attacker: Hand, defender: Hand, tie: Tie = "defender") -> Contest:
    """Two hands rolled against each other: the higher total wins, equal totals go to `tie`.

    >>> fight = contest(Hand.parse("d6"), Hand.parse("d6"))
    >>> str(fight.attacker_wins), str(fight.defender_wins), str(fight.tied)
    ('5/12', '7/12', '1/6')
    """
    if tie not in get_args(Tie):
        raise DiceError("who wins a tie", tie, "one of " + ", ".join(get_args(Tie)))
    ours, theirs = joint(attacker), joint(defender)
    ladders = _ladders(theirs)
    pieces: list[tuple[tuple[str, int, int], int]] = []
    equal = 0
    for (total, our_hits), count in ours.counts:
        for their_hits, (totals, upto) in ladders.items():
            below, through = upto[bisect_left(totals, total)], upto[bisect_right(totals, total)]
            equal += count * (through - below)
            pieces.append((("attacker", our_hits, their_hits), count * below))
            pieces.append(((tie, our_hits, their_hits), count * (through - below)))
            pieces.append((("defender", our_hits, their_hits), count * (upto[-1] - through)))
    return Contest(Distribution.of(pieces), Fraction(equal, ours.ways * theirs.ways))


def _ladders(hand: Distribution[tuple[int, int]]) -> dict[int, tuple[list[int], list[int]]]:
    """For each number of hits the totals it comes with, rising, and how often the first 0, 1, 2 ... of them come."""
    rungs: dict[int, list[tuple[int, int]]] = {}
    for (total, hits), count in hand.counts:
        rungs.setdefault(hits, []).append((total, count))
    return {
        hits: ([total for total, _ in rung], list(accumulate((count for _, count in rung), initial=0)))
        for hits, rung in rungs.items()
    }
