"""Exact chances against enumeration of every roll, and the fractions the catalogue of trouble gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from time import process_time
from typing import Any

import pytest

from hexwright.dice import DiceError, Die, Hand, HandModifier, Rolled, build, repeat
from hexwright.odds import Distribution, contest, hits_distribution, joint, mean, total_distribution


def every_roll(hand: Hand) -> list[Rolled]:
    return [Rolled(hand, faces) for faces in product(*(die.faces for die in hand.dice))]


SMALL = [
    Hand(),
    Hand(flat=-4),
    Hand.parse("d6"),
    Hand.parse("3d6, d10, flat -4"),
    Hand.parse("2d6-1, d8-1, cap 1"),
    Hand.parse("d6-3, d4+5, d2, hits +1"),
    Hand.parse("2d6, hits -1"),
    Hand.parse("2d6, cap 0", hit=2),
    Hand((Die(6, -3, natural_hit=(6,)), Die(6, hit=7), Die(4, hit=1)), flat=2, cap=2),
]


@pytest.mark.parametrize("hand", SMALL, ids=str)
def test_the_convolution_is_the_enumeration(hand: Hand) -> None:
    rolls = every_roll(hand)
    assert joint(hand).ways == len(rolls)
    assert dict(joint(hand).counts) == Counter((each.total, each.hits) for each in rolls)
    assert dict(total_distribution(hand).counts) == Counter(each.total for each in rolls)
    assert dict(hits_distribution(hand).counts) == Counter(each.hits for each in rolls)
    assert mean(total_distribution(hand)) == Fraction(sum(each.total for each in rolls), len(rolls))


@pytest.mark.parametrize("tie", ["attacker", "defender", "none"])
@pytest.mark.parametrize(("a", "b"), [(3, 4), (4, 3), (5, 8), (0, 1), (0, 0), (6, 7), (8, 2)])
def test_a_contest_is_the_enumeration(a: int, b: int, tie: Any) -> None:
    ours, theirs = SMALL[a], SMALL[b]
    seen: Counter[tuple[str, int, int]] = Counter()
    tied = 0
    results = [[(each.total, each.hits) for each in every_roll(hand)] for hand in (ours, theirs)]
    for (our_total, our_hits), (their_total, their_hits) in product(*results):
        difference = our_total - their_total
        winner = "attacker" if difference > 0 else "defender" if difference < 0 else tie
        seen[winner, our_hits, their_hits] += 1
        tied += difference == 0
    fight = contest(ours, theirs, tie)
    assert dict(fight.outcomes.counts) == seen
    assert fight.outcomes.ways == seen.total()
    assert fight.tied == Fraction(tied, seen.total())
    for winner, chance in (("attacker", fight.attacker_wins), ("defender", fight.defender_wins), ("none", fight.tie)):
        assert chance == Fraction(sum(n for key, n in seen.items() if key[0] == winner), seen.total())
    assert fight.attacker_wins + fight.tie + fight.defender_wins == 1
    for pair in ((0, 0), (1, 0), (0, 1)):
        assert fight.hits.chance(pair) == Fraction(sum(n for k, n in seen.items() if k[1:] == pair), seen.total())


@pytest.mark.rule("TT-2.4.3-R09")
def test_a_tie_goes_to_whom_the_rules_say() -> None:
    one = Hand.parse("d6")
    assert [contest(one, one, tie).attacker_wins for tie in ("defender", "attacker", "none")] == [
        Fraction(5, 12),
        Fraction(7, 12),
        Fraction(5, 12),
    ]
    assert contest(one, one, "none").tie == contest(one, one).tied == Fraction(1, 6)
    assert contest(one, one).tie == 0
    with pytest.raises(DiceError):
        contest(one, one, "nobody")  # type: ignore[arg-type]


def test_face_hit_and_total_modifiers_have_each_their_own_chances() -> None:
    three = repeat(Die(6), 3)
    face = hits_distribution(build([*three, HandModifier("face", 1, "m")])).chances()
    more = hits_distribution(build([*three, HandModifier("hits", 2, "m")])).chances()
    flat = hits_distribution(build([*three, HandModifier("total", 2, "m")])).chances()
    assert face == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}
    assert more == {2: Fraction(8, 27), 3: Fraction(4, 9), 4: Fraction(2, 9), 5: Fraction(1, 27)}
    assert flat == {0: Fraction(8, 27), 1: Fraction(4, 9), 2: Fraction(2, 9), 3: Fraction(1, 27)}


@pytest.mark.parametrize(
    ("die", "chance"),
    [
        (Die(6, -3), 0),
        (Die(6, +5), 1),
        (Die(6, hit=7), 0),
        (Die(6, hit=-2), 1),
        (Die(6, hit=7, natural_hit=(6,)), Fraction(1, 6)),
    ],
)
def test_a_chance_is_never_below_none_or_above_one(die: Die, chance: Fraction) -> None:
    hits = hits_distribution(Hand((die,)))
    assert hits.chance(1) == chance
    assert all(0 < each <= 1 for each in hits.chances().values())
    assert sum(hits.chances().values()) == 1


@pytest.mark.parametrize("number", [0, -2])
def test_a_hand_without_dice_is_its_flat(number: int) -> None:
    hand = Hand(repeat(Die(6), number), flat=-4)
    assert joint(hand) == Distribution((((-4, 0), 1),), 1)
    assert contest(Hand(), Hand()).defender_wins == 1
    assert contest(Hand(), hand).attacker_wins == 1


def test_distributions_can_be_asked_for_more_than_one_value() -> None:
    hits = hits_distribution(Hand.parse("3d6"))
    assert hits.where(lambda number: number >= 2) == Fraction(7, 27)
    assert hits.chance(9) == 0
    assert hits.of_each(lambda number: number > 0).chances() == {False: Fraction(8, 27), True: Fraction(19, 27)}
    assert all(type(count) is int for _, count in hits.counts)


def test_eight_dice_against_eight_are_quick() -> None:
    hand = Hand.parse("2d12, 2d10-1, 2d8, 2d6-1")
    spent = []
    for _ in range(3):
        start = process_time()
        contest(hand, hand)
        spent.append(process_time() - start)
    assert min(spent) < 0.05
