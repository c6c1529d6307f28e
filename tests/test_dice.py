"""Hands, rolls, stages, losses and the verifiable stream, with the worked battles of the rules as examples."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import count, permutations
from typing import Any

import pytest

from hexwright.dice import (
    Candidate,
    DiceError,
    Die,
    Hand,
    HandModifier,
    LossPolicy,
    Rolled,
    allocate,
    allowed,
    build,
    cancel,
    doubled,
    give_up,
    hits,
    lots,
    modify,
    removable,
    removals,
    remove,
    repeat,
    roll,
    settle,
    total,
)
from hexwright.errors import HexwrightError
from hexwright.odds import hits_distribution, joint
from hexwright.stream import Stream, commitment, fresh_key, key_from_seed

# Dice and hands ----------------------------------------------------------------------------------------


@pytest.mark.case("C19")
@pytest.mark.parametrize("sides", [0, -6, 2.5, True, "6", None])
def test_a_die_has_a_whole_positive_number_of_sides(sides: Any) -> None:
    with pytest.raises(DiceError) as caught:
        Die(sides)
    assert caught.value.value is sides
    assert isinstance(caught.value, HexwrightError) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize("bad", [{"modifier": 0.5}, {"hit": "5"}, {"natural_hit": (0,)}])
def test_the_other_numbers_of_a_die_are_whole_too(bad: dict[str, Any]) -> None:
    with pytest.raises(DiceError):
        Die(6, **bad)


@pytest.mark.parametrize(
    ("die", "notation", "hitting"),
    [
        (Die(6), "d6", [5, 6]),
        (Die(6, -1), "d6-1", [6]),
        (Die(8, -1), "d8-1", [6, 7, 8]),
        (Die(10, -1), "d10-1", [6, 7, 8, 9, 10]),
        (Die(6, +1), "d6+1", [4, 5, 6]),
        (Die(6, -3), "d6-3", []),
        (Die(6, +5), "d6+5", [1, 2, 3, 4, 5, 6]),
        (Die(6, hit=7), "d6", []),
        (Die(6, -3, natural_hit=(6,)), "d6-3", [6]),
        (Die(1), "d1", []),
    ],
)
def test_a_die_hits_on_its_modified_result_or_a_natural_face(die: Die, notation: str, hitting: list[int]) -> None:
    assert die.notation == notation
    assert [face for face in die.faces if die.is_hit(face)] == hitting


def test_modified_results_are_not_floored() -> None:
    assert Rolled(Hand.parse("d6-1, d6-3"), (1, 1)).results == (0, -2)


@pytest.mark.parametrize("text", ["3d6, d10-1, flat -4", "d6", "no dice", "flat +2", "2d8, hits +1, cap 2", "2 x d6+1"])
def test_a_hand_reads_back_what_it_writes(text: str) -> None:
    assert str(Hand.parse(text)) == text


@pytest.mark.parametrize("text", ["3x6", "d", "d6,,d6", "flat", "flat 1, flat 2", "d6 -1", "d0", "cap -1", "6"])
def test_a_hand_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(DiceError):
        Hand.parse(text)


def test_like_dice_are_written_together_in_order_of_first_appearance() -> None:
    assert str(Hand((Die(10), Die(6), Die(10), Die(6, source="city")))) == "2d10, 2d6"


def test_the_parts_of_a_flat_modifier_add_up_to_it() -> None:
    assert Hand(flat=-3, flat_parts=(("a", -4, ""), ("b", 1, ""))).flat == -3
    with pytest.raises(DiceError):
        Hand(flat=-4, flat_parts=(("a", -4, ""), ("b", 1, "")))


# Rolls -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "faces", "text"),
    [
        ("3d6, d10", (4, 5, 2, 7), "{d6: 4,5,2; d10: 7} = 18, 2 hits"),
        ("2d6-1", (6, 3), "{d6-1: 6-1,3-1} = 7, 1 hit"),
        ("3d6, d10-1, 2d8", (3, 6, 1, 9, 5, 2), "{d6: 3,6,1; d10-1: 9-1; d8: 5,2} = 25, 3 hits"),
        ("d6, d8-1, d6", (4, 7, 5), "{d6: 4,5; d8-1: 7-1} = 15, 2 hits"),
        ("3d6, 2d10", (1, 2, 2, 3, 4), "{d6: 1,2,2; d10: 3,4} = 12, 0 hits"),
        ("4d6", (6, 5, 3, 5), "{d6: 6,5,3,5} = 19, 3 hits"),
        ("3d6, d6-1", (2, 3, 1, 4), "{d6: 2,3,1; d6-1: 4-1} = 9, 0 hits"),
        ("2d10, d6", (6, 8, 5), "{d10: 6,8; d6: 5} = 19, 3 hits"),
        ("3d6, d10", (5, 4, 6, 2), "{d6: 5,4,6; d10: 2} = 17, 2 hits"),
        ("3d6-1, d6", (6, 4, 1, 3), "{d6-1: 6-1,4-1,1-1; d6: 3} = 11, 1 hit"),
        ("d6-1, d6", (5, 3), "{d6-1: 5-1; d6: 3} = 7, 0 hits"),
        ("2d6, 2d10", (6, 2, 9, 3), "{d6: 6,2; d10: 9,3} = 20, 2 hits"),
        ("2d10-1", (3, 6), "{d10-1: 3-1,6-1} = 7, 1 hit"),
        ("d8-1, 2d6", (5, 4, 3), "{d8-1: 5-1; d6: 4,3} = 11, 0 hits"),
        ("d6-1, d6", (6, 5), "{d6-1: 6-1; d6: 5} = 10, 2 hits"),
        ("4d6, flat -4", (5, 6, 4, 3), "{d6: 5,6,4,3; flat: -4} = 14, 2 hits"),
        ("no dice", (), "{} = 0, 0 hits"),
        ("flat -4", (), "{flat: -4} = -4, 0 hits"),
    ],
)
@pytest.mark.rule("TT-2.4.3-R10")
def test_the_rolls_of_the_worked_battles(hand: str, faces: tuple[int, ...], text: str) -> None:
    assert str(Rolled(Hand.parse(hand), faces)) == text


@pytest.mark.parametrize("faces", [(7, 1), (0, 1), (-1, 1), (1.0, 1), (True, 1), (1,), (1, 1, 1)])
def test_faces_that_the_dice_do_not_have_are_refused(faces: Any) -> None:
    with pytest.raises(DiceError):
        Rolled(Hand.parse("2d6"), faces)


def test_the_refusal_of_a_face_says_which_die() -> None:
    with pytest.raises(DiceError, match=r"the face of a d6-1 is 7, expected a whole number from 1 to 6"):
        Rolled(Hand.parse("d10, d6-1"), (7, 7))


@pytest.mark.rule("TT-2.4.2-R12")
def test_each_hit_keeps_the_domain_of_its_die() -> None:
    ships, boats, planes = Die(10, domain="sea"), Die(6, domain="submarine"), Die(8, domain="air")
    escort = Die(6, domain="sea")
    allied = Rolled(Hand((ships, Die(8, domain="sea"), Die(6, domain="air"))), (6, 3, 5))
    axis = Rolled(Hand((ships, escort, boats, planes, planes)), (9, 2, 6, 4, 7))
    assert (allied.total, allied.hits, allied.hits_by_domain) == (14, 2, {"sea": 1, "air": 1})
    assert (axis.total, axis.hits, axis.hits_by_domain) == (28, 3, {"sea": 1, "submarine": 1, "air": 1})


def test_a_cap_lets_the_first_hits_count_and_leaves_the_total() -> None:
    hand = Hand((Die(6, domain="air"), Die(6, domain="sea"), Die(6, domain="sea")), cap=2)
    rolled = Rolled(hand, (5, 6, 5))
    assert rolled.hit_dice == (True, True, True)
    assert (rolled.hits, rolled.hits_by_domain, rolled.total) == (2, {"air": 1, "sea": 1}, 16)


@pytest.mark.parametrize(
    ("bonus", "cap", "domains"),
    [(1, None, ("air", "")), (3, 2, ("air", "")), (-1, None, ()), (-5, None, ()), (0, 0, ())],
)
def test_bonus_hits_come_before_the_cap_and_never_below_none(
    bonus: int, cap: int | None, domains: tuple[str, ...]
) -> None:
    rolled = Rolled(Hand((Die(6, domain="air"), Die(6)), cap=cap, bonus_hits=bonus), (5, 1))
    assert hits(rolled) == domains
    assert rolled.hits == len(domains)


# Stages ------------------------------------------------------------------------------------------------

FOUR = (
    HandModifier("face", 1, "drilled", "R-1"),
    HandModifier("remove", 1, "hills", "R-2"),
    HandModifier("total", -1, "tired", "R-3"),
    HandModifier("cap", 2, "skirmish", "R-4"),
)


@pytest.mark.case("C08")
def test_the_order_of_modifiers_changes_nothing() -> None:
    dice = (Die(6), Die(6), Die(10))

    def outcome(order: tuple[HandModifier, ...]) -> tuple[object, ...]:
        parts: tuple[Die | HandModifier, ...] = (*order[:2], *dice, *order[2:])
        hand = build(parts)
        for _ in range(removals(parts)):
            hand = remove(hand, removable(hand)[0][0])
        return hand, str(hand), joint(hand), settle(parts)

    outcomes = [outcome(order) for order in permutations(FOUR)]
    assert len(outcomes) == 24
    assert all(each == outcomes[0] for each in outcomes)
    assert outcomes[0][1] == "d6+1, d10+1, flat -1, cap 2"


@pytest.mark.case("C03")
def test_a_modifier_reaches_a_hand_once_whatever_its_routes() -> None:
    hills, trench, plugin = (HandModifier("remove", 1, name, "R-2", group="cover") for name in ("hills", "trench", "x"))
    parts: list[Die | HandModifier] = [Die(6), plugin, trench, hills, Die(6)]
    assert removals(parts) == 1
    assert settle(parts) == ((hills, True), (trench, False), (plugin, False))
    assert doubled(parts) == ()
    loose = HandModifier("total", -1, "hills again", "R-2")
    assert doubled([*parts, loose]) == ("R-2",)


def test_the_strongest_of_a_group_counts_and_groups_of_two_stages_are_apart() -> None:
    parts = [
        HandModifier("total", -1, "light", group="g"),
        HandModifier("total", -3, "heavy", group="g"),
        HandModifier("cap", 3, "wide", group="g"),
        HandModifier("cap", 1, "narrow", group="g"),
        HandModifier("total", 1, "free"),
    ]
    assert build(parts) == Hand((), -2, 1, (("free", 1, ""), ("heavy", -3, "")))


def test_of_caps_without_a_group_the_lowest_binds() -> None:
    caps = [HandModifier("cap", 3, "wide"), HandModifier("cap", 1, "narrow"), HandModifier("cap", 2, "mean")]
    assert build(caps).cap == 1


@pytest.mark.parametrize(("stage", "value"), [("cap", -1), ("remove", -1), ("faces", 1), ("face", 0.5)])
def test_a_modifier_of_an_unknown_stage_or_with_a_wrong_value_is_refused(stage: Any, value: Any) -> None:
    with pytest.raises(DiceError):
        HandModifier(stage, value, "wrong")


@pytest.mark.case("C07")
def test_face_total_and_hit_modifiers_are_three_different_things() -> None:
    three = repeat(Die(6), 3)
    face = Rolled(build([*three, HandModifier("face", 1, "m")]), (4, 1, 1))
    flat = Rolled(build([*three, HandModifier("total", 2, "m")]), (4, 1, 1))
    more = Rolled(build([*three, HandModifier("hits", 2, "m")]), (4, 1, 1))
    assert [(each.total, each.hits) for each in (face, flat, more)] == [(9, 1), (8, 0), (6, 2)]


@pytest.mark.parametrize(("number", "dice"), [(-2, 0), (0, 0), (2, 2)])
def test_fewer_than_no_dice_are_none(number: int, dice: int) -> None:
    assert len(build(repeat(Die(6), number)).dice) == dice


def gun(sides: int = 6) -> Die:
    return Die(sides, label="guns")


@pytest.mark.parametrize(
    ("mode", "own", "other", "left"),
    [
        ("one_for_one", (Die(10), gun(8), gun(6)), (gun(4),), ("d10, d8", "no dice")),
        ("one_for_one", (gun(), gun()), (gun(), Die(8), gun()), ("no dice", "d8")),
        ("one_for_one", (gun(),), (Die(6),), ("d6", "d6")),
        ("all", (Die(10), gun(), gun()), (gun(), Die(4)), ("d10", "d4")),
        ("all", (Die(10), gun(), gun()), (Die(4),), ("d10, 2d6", "d4")),
    ],
)
def test_opposing_dice_cancel(mode: Any, own: tuple[Die, ...], other: tuple[Die, ...], left: tuple[str, str]) -> None:
    mine, theirs = cancel(Hand(own, flat=0), Hand(other), "guns", mode)
    assert (str(mine), str(theirs)) == left


def test_an_unknown_way_to_cancel_is_refused() -> None:
    with pytest.raises(DiceError):
        cancel(Hand(), Hand(), "guns", "some")  # type: ignore[arg-type]


@pytest.mark.rule("TT-2.4.3-R08")
def test_a_die_to_remove_is_chosen_among_kinds() -> None:
    hand = Hand((Die(6, source="u1"), Die(6, source="u2"), Die(10, -1), Die(6, domain="sea")), flat=-4, cap=3)
    assert [(index, die.notation, die.domain) for index, die in removable(hand)] == [
        (0, "d6", ""),
        (2, "d10-1", ""),
        (3, "d6", "sea"),
    ]
    left = remove(hand, 2)
    assert (str(left), [die.source for die in left.dice]) == ("3d6, flat -4, cap 3", ["u1", "u2", ""])
    assert remove(Hand((Die(6),)), 0) == Hand()


@pytest.mark.parametrize(("hand", "index"), [("2d6", 2), ("2d6", -1), ("no dice", 0)])
def test_a_die_that_is_not_there_cannot_be_removed(hand: str, index: int) -> None:
    with pytest.raises(DiceError):
        remove(Hand.parse(hand), index)


def test_rolling_draws_once_for_each_die_in_order() -> None:
    asked: list[int] = []
    script = iter([4, 9, 2])

    def draw(sides: int) -> int:
        asked.append(sides)
        return next(script)

    rolled = roll(Hand.parse("d6, d10-1, d4, flat +1"), draw)
    assert asked == [6, 10, 4]
    assert (rolled.faces, modify(rolled), total(rolled)) == ((4, 9, 2), (4, 8, 2), 15)
    with pytest.raises(DiceError):
        roll(Hand.parse("d6"), lambda sides: sides + 1)


# Losses ------------------------------------------------------------------------------------------------

THIRD = LossPolicy(every=3, every_tags=("armor",))
FOOT = Candidate("p", ("infantry",), 3)
TANKS = Candidate("q", ("armor",), 2)


@pytest.mark.rule("TT-2.4.3-27", "TT-2.4.3-R15")
@pytest.mark.parametrize(
    ("number", "candidates", "ids"),
    [
        (1, (FOOT, TANKS), ("p", "q")),
        (2, (FOOT, TANKS), ("p", "q")),
        (3, (FOOT, TANKS), ("q",)),
        (4, (FOOT, TANKS), ("p", "q")),
        (6, (FOOT, TANKS), ("q",)),
        (3, (FOOT,), ("p",)),
        (3, (FOOT, Candidate("gone", ("armor",), 0)), ("p",)),
        (2, (), ()),
    ],
)
def test_every_third_loss_falls_on_a_tag_while_any_is_left(
    number: int, candidates: tuple[Candidate, ...], ids: tuple[str, ...]
) -> None:
    assert allowed(THIRD, number, candidates) == ids


def test_losses_are_taken_step_by_step() -> None:
    stack: tuple[Candidate, ...] = (FOOT, TANKS)
    stack = allocate(THIRD, 1, stack, "p")
    stack = allocate(THIRD, 2, stack, "p")
    with pytest.raises(DiceError, match="the unit that bears hit 3 is 'p', expected one of q"):
        allocate(THIRD, 3, stack, "p")
    stack = allocate(THIRD, 3, stack, "q")
    assert [(each.id, each.steps) for each in stack] == [("p", 1), ("q", 1)]
    assert [each.id for each in allocate(THIRD, 4, stack, "p")] == ["q"]


@pytest.mark.rule("TT-2.4.2-26", "TT-2.4.2-R12")
def test_dice_of_a_domain_cannot_harm_what_is_barred_to_them() -> None:
    policy = LossPolicy(barred=(("submarine", "air"), ("air", "submarine")))
    ship, fighter, boat = Candidate("s", ("ship",)), Candidate("f", ("air",)), Candidate("b", ("submarine",))
    ids = {domain: allowed(policy, 1, (ship, fighter, boat), domain) for domain in ("sea", "air", "submarine")}
    assert ids == {"sea": ("s", "f", "b"), "air": ("s", "f"), "submarine": ("s", "b")}
    assert allowed(policy, 1, (fighter,), "submarine") == ()
    with pytest.raises(DiceError, match="expected none"):
        allocate(policy, 1, (fighter,), "f", "submarine")


def test_random_losses_are_drawn_from_a_numbered_list() -> None:
    policy = LossPolicy("random", every=2, every_tags=("armor",))
    assert lots(policy, 1, (FOOT, TANKS)) == ("p", "p", "p", "q", "q")
    assert lots(policy, 2, (FOOT, TANKS)) == ("q", "q")
    assert lots(policy, 1, (FOOT, TANKS), per="unit") == ("p", "q")


@pytest.mark.parametrize("bad", [{"kind": "nobody"}, {"every": -1}, {"every": 3}, {"every_tags": ("armor",)}])
def test_a_loss_policy_that_means_nothing_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(DiceError):
        LossPolicy(**bad)


def test_hits_are_numbered_from_one() -> None:
    with pytest.raises(DiceError):
        allowed(THIRD, 0, (FOOT,))


# The verifiable stream ---------------------------------------------------------------------------------

KEY = key_from_seed("hexwright")
VECTORS = [
    ("battle", 6, 0, (4, 4, 2, 5, 6, 1)),
    ("battle", 6, 2**40, (3, 6)),
    ("battle", 10, 0, (4, 6, 4, 1, 2, 1)),
    ("déjà vu", 8, 0, (5, 6, 7, 6)),
    ("", 2, 0, (1, 1, 2, 1, 2, 2, 1, 1)),
    ("big", 2**32, 0, (3900407073, 456726139)),
    ("big", 2**31 + 1, 0, (435223144, 456726139)),  # half of all words are rejected
    ("big", 2**31 + 1, 233, (972367853,)),  # all eight words are: the digest is hashed again
    ("big", 3900407072, 0, (435223144,)),  # the first word is just the limit, so it is rejected
]


def independent_die(key: bytes, label: str, sides: int, k: int) -> int:
    """The published algorithm once more, from its description."""
    block = hashlib.sha256(b"".join([key, b"\x00", label.encode(), b"\x00", k.to_bytes(8, "big")])).hexdigest()
    for position in count():
        if position and position % 8 == 0:
            block = hashlib.sha256(bytes.fromhex(block)).hexdigest()
        word = int(block[position % 8 * 8 :][:8], 16)
        if word < 2**32 - 2**32 % sides:
            return word % sides + 1
    raise AssertionError


@pytest.mark.parametrize(("label", "sides", "start", "faces"), VECTORS)
def test_vectors_of_the_stream(label: str, sides: int, start: int, faces: tuple[int, ...]) -> None:
    assert tuple(independent_die(KEY, label, sides, start + k) for k in range(len(faces))) == faces
    assert Stream(KEY).roll(label, sides, len(faces), start) == faces


def test_key_and_commitment_vectors() -> None:
    assert KEY.hex() == "73d899f13dcf5886e74eafc4ad18a8ddc70d0e6d512c3dc56c855489769323ab"
    assert key_from_seed(7) == key_from_seed("7") != key_from_seed(8)
    assert commitment(KEY) == hashlib.sha256(KEY).hexdigest()
    assert len(fresh_key()) == 32 and fresh_key() != fresh_key()


def test_a_die_of_a_label_depends_on_nothing_rolled_before() -> None:
    stream = Stream(KEY)
    whole = stream.roll("a", 6, 20)
    assert stream.roll("a", 6, 5) + stream.roll("a", 6, 15, start=5) == whole
    mixed = stream.roll_hand("a", Hand.parse("d12, d4, d6"))
    assert mixed.faces[2] == whole[2]
    assert stream.roll_hand("a", Hand.parse("2d6"), start=2).faces == whole[2:4]
    assert stream.roll("b", 6, 20) != whole != Stream(key_from_seed("other")).roll("a", 6, 20)


@pytest.mark.parametrize(("label", "sides", "counter"), [("a", 0, 0), ("a", 6, -1), ("a\0b", 6, 0), ("\ud800", 6, 0)])
def test_what_the_stream_cannot_roll_is_refused(label: str, sides: int, counter: int) -> None:
    with pytest.raises(DiceError):
        Stream(KEY).face(label, sides, counter)


def test_the_key_has_32_bytes_and_is_never_shown() -> None:
    assert KEY.hex()[:8] not in repr(Stream(KEY)) and repr(KEY) not in repr(Stream(KEY))
    with pytest.raises(DiceError) as caught:
        Stream(b"hunter2")
    assert "hunter2" not in str(caught.value)


# The 99.9 % points of chi-square with sides - 1 degrees of freedom, in thousandths.
@pytest.mark.case("C19")
@pytest.mark.parametrize(("sides", "limit"), [(2, 10_828), (6, 20_515), (8, 24_322), (10, 27_877), (12, 31_264)])
def test_every_face_comes_within_chance(sides: int, limit: int) -> None:
    draws = 60_000
    seen = Counter(Stream(KEY).roll("uniform", sides, draws))
    assert sorted(seen) == list(range(1, sides + 1))
    scaled = sum((number * sides - draws) ** 2 for number in seen.values())  # chi-square * draws * sides
    assert scaled * 1000 < limit * draws * sides


def test_a_one_sided_die_is_always_one() -> None:
    assert set(Stream(KEY).roll("uniform", 1, 1_000)) == {1}


def test_rolls_and_chances_come_from_the_same_dice() -> None:
    hand = Hand((Die(6, -1, natural_hit=(1,)), Die(4, 2)), flat=-2, cap=1)
    seen = Counter(Rolled(hand, (a, b)).hits for a in range(1, 7) for b in range(1, 5))
    assert dict(hits_distribution(hand).counts) == seen


def test_a_modifier_belongs_to_each_of_several_dice_and_is_written_so() -> None:
    hand = Hand((Die(6, -1), Die(6), Die(6, -1)), flat=-1)
    assert str(hand) == "2 x d6-1, d6, flat -1"
    assert Hand.parse(str(hand)) == Hand.parse("2d6-1, d6, flat -1")
    assert str(Rolled(hand, (5, 2, 3))) == "{d6-1: 5-1,3-1; d6: 2; flat: -1} = 7, 0 hits"


def test_what_a_hand_gives_up_is_its_weakest_dice() -> None:
    hand = Hand((Die(6, -1), Die(10), Die(6, hit=6), Die(6)))
    left = [give_up(hand, n).dice for n in range(6)]
    assert left[1] == hand.dice[1:] and left[2] == (Die(10), Die(6)) and left[3] == (Die(10),)
    assert left[4] == left[5] == ()
