"""Dice: hands of dice, the named stages of a roll, who bears its hits, and the stream that others can verify.

The stages run in one order: build, cancel, remove, roll, modify, hits, total, allocate. Each is a pure
function of that name. Exact chances are in `hexwright.odds`; what a die is for, no rule here knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Literal, get_args

from attrs import evolve

from hexwright.classes import frozen
from hexwright.errors import HexwrightError

Stage = Literal["face", "remove", "total", "hits", "cap"]
LossKind = Literal["owner", "random", "targeted"]
CancelMode = Literal["one_for_one", "all"]
LotPer = Literal["step", "unit"]


class DiceError(HexwrightError, ValueError):
    """A die, hand, roll or loss that cannot be: `what` is wrong, its `value`, and what was `expected`."""

    def __init__(self, what: str, value: object, expected: str) -> None:
        super().__init__(f"{what} is {value!r}, expected {expected}")
        self.what, self.value, self.expected = what, value, expected


def check_whole(what: str, value: object, least: int | None = None, most: int | None = None) -> None:
    """Refuse what is not a whole number in least..most (True and 2.0 are not whole numbers here)."""
    if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
        return
    bounds = f" from {least} to {most}" if most is not None else f" of at least {least}"
    raise DiceError(what, value, "a whole number" + ("" if least is None and most is None else bounds))


def _check_one_of(what: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        raise DiceError(what, value, "one of " + ", ".join(known) if known else "none")


def _grouped(labelled: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    """The numbers by label, in the order in which the labels first appear."""
    groups: dict[str, list[int]] = {}
    for label, number in labelled:
        groups.setdefault(label, []).append(number)
    return groups


@frozen
class Die:
    """One die: its sides, its own modifier, the modified result that hits, and where it comes from.

    A face listed in `natural_hit` hits whatever the modifier; any die scores one hit at most.

    >>> die = Die(6, modifier=-1)
    >>> die.notation, die.modified(1), [face for face in die.faces if die.is_hit(face)]
    ('d6-1', 0, [6])
    """

    sides: int
    modifier: int = 0
    hit: int = 5
    source: str = ""
    domain: str = ""
    label: str = ""
    rule: str = ""
    natural_hit: tuple[int, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_whole("the number of sides of a die", self.sides, 1, 2**32)
        check_whole("the modifier of a die", self.modifier)
        check_whole("the number a die hits on", self.hit)
        for face in self.natural_hit:
            check_whole("a natural face that hits", face, 1)

    @property
    def faces(self) -> range:
        """The natural faces, 1 to `sides`."""
        return range(1, self.sides + 1)

    @property
    def notation(self) -> str:
        """Sides and modifier as players write them: "d6-1", "d10"."""
        return f"d{self.sides}" + (f"{self.modifier:+d}" if self.modifier else "")

    @property
    def kind(self) -> tuple[object, ...]:
        """All that matters for a roll: two dice of one kind are the same choice to whoever removes one."""
        return (self.sides, self.modifier, self.hit, self.natural_hit, self.domain)

    def modified(self, face: int) -> int:
        """The face with the modifier; it is not floored."""
        return face + self.modifier

    def is_hit(self, face: int) -> bool:
        return face in self.natural_hit or self.modified(face) >= self.hit


def several(notation: str, count: int) -> str:
    """So many dice of one kind: a modifier belongs to each of them.

    >>> several("d6", 3), several("d6-1", 2), several("d6-1", 1)
    ('3d6', '2 x d6-1', 'd6-1')
    """
    if count == 1:
        return notation
    return f"{count} x {notation}" if "-" in notation or "+" in notation else f"{count}{notation}"


_WORD = re.compile(
    r"(?:(?P<count>\d+)(?: x )?)?d(?P<sides>\d+)(?P<modifier>[+-]\d+)?|(?P<key>flat|hits|cap) (?P<value>[+-]?\d+)"
)


@frozen
class Hand:
    """An ordered list of dice, with `flat` on the total, `bonus_hits` on the hits and `cap`, the most that count.

    `flat_parts` explains `flat` as (label, value, rule) and must add up to it. The flat never makes a hit
    and bonus hits never raise the total.

    >>> print(Hand((Die(6), Die(10, -1), Die(6)), flat=-4))
    2d6, d10-1, flat -4
    """

    dice: tuple[Die, ...] = ()
    flat: int = 0
    cap: int | None = None
    flat_parts: tuple[tuple[str, int, str], ...] = ()
    bonus_hits: int = 0

    def __attrs_post_init__(self) -> None:
        check_whole("the flat modifier of a hand", self.flat)
        check_whole("the bonus hits of a hand", self.bonus_hits)
        if self.cap is not None:
            check_whole("the cap on hits of a hand", self.cap, 0)
        if self.flat_parts and sum(value for _, value, _ in self.flat_parts) != self.flat:
            raise DiceError("the flat modifier of a hand", self.flat, f"the sum of its parts {self.flat_parts}")

    @classmethod
    def parse(cls, text: str, hit: int = 5) -> Hand:
        """Read what `str` writes; every die hits on `hit`.

        >>> str(Hand.parse("3d6, d10-1, flat -4"))
        '3d6, d10-1, flat -4'
        """
        dice: list[Die] = []
        keys: dict[str, int] = {}
        for word in [] if text.strip() in ("", "no dice") else text.split(","):
            match = _WORD.fullmatch(word.strip())
            if match is None or match["key"] in keys:
                raise DiceError("a part of a hand of dice", word.strip(), "such as 3d6, d10-1, flat -4 or cap 2, once")
            if match["key"]:
                keys[match["key"]] = int(match["value"])
            else:
                dice += repeat(Die(int(match["sides"]), int(match["modifier"] or 0), hit), int(match["count"] or 1))
        return cls(tuple(dice), keys.get("flat", 0), keys.get("cap"), bonus_hits=keys.get("hits", 0))

    def counted(self, scored: int) -> int:
        """How many hits count when that many dice have hit: bonus hits first, then the cap, never below none."""
        count = max(0, scored + self.bonus_hits)
        return count if self.cap is None else min(count, self.cap)

    def __str__(self) -> str:
        groups = _grouped((die.notation, 1) for die in self.dice)
        words = [several(notation, len(ones)) for notation, ones in groups.items()]
        words += [f"flat {self.flat:+d}"] * (self.flat != 0) + [f"hits {self.bonus_hits:+d}"] * (self.bonus_hits != 0)
        words += [] if self.cap is None else [f"cap {self.cap}"]
        return ", ".join(words) or "no dice"


@frozen
class Rolled:
    """A hand with the natural face of each die, in order; a face that its die does not have is refused.

    >>> print(Rolled(Hand.parse("3d6, d10"), (4, 5, 2, 7)))
    {d6: 4,5,2; d10: 7} = 18, 2 hits
    >>> print(Rolled(Hand.parse("2 x d6-1, d6"), (5, 3, 2)))
    {d6-1: 5-1,3-1; d6: 2} = 8, 0 hits
    """

    hand: Hand
    faces: tuple[int, ...]

    def __attrs_post_init__(self) -> None:
        if len(self.faces) != len(self.hand.dice):
            raise DiceError("the number of faces", len(self.faces), f"{len(self.hand.dice)} for {self.hand}")
        for die, face in zip(self.hand.dice, self.faces, strict=True):
            check_whole(f"the face of a {die.notation}", face, 1, die.sides)

    @property
    def results(self) -> tuple[int, ...]:
        """The modified result of each die."""
        return modify(self)

    @property
    def hit_dice(self) -> tuple[bool, ...]:
        """For each die whether it hits, before bonus hits and cap."""
        return tuple(die.is_hit(face) for die, face in zip(self.hand.dice, self.faces, strict=True))

    @property
    def hits(self) -> int:
        """The number of hits that count."""
        return len(hits(self))

    @property
    def hits_by_domain(self) -> dict[str, int]:
        """The hits that count by the domain of the die that scored them; bonus hits have the domain ""."""
        return {domain: len(ones) for domain, ones in _grouped((domain, 1) for domain in hits(self)).items()}

    @property
    def total(self) -> int:
        """The sum of the modified results and the flat modifier; it may be below zero."""
        return total(self)

    def __str__(self) -> str:
        groups: dict[str, list[str]] = {}
        for die, face in zip(self.hand.dice, self.faces, strict=True):
            groups.setdefault(die.notation, []).append(f"{face}{die.modifier:+d}" if die.modifier else str(face))
        words = [f"{notation}: {','.join(shown)}" for notation, shown in groups.items()]
        words += [f"flat: {self.hand.flat:+d}"] * (self.hand.flat != 0)
        return f"{{{'; '.join(words)}}} = {self.total}, {self.hits} hit{'' if self.hits == 1 else 's'}"


# Stages: build, cancel, remove, roll, modify, hits, total ----------------------------------------------


@frozen
class HandModifier:
    """A change to a hand at one named stage: on every face, dice to remove, on the total, on the hits, or a cap.

    Of modifiers that share a `group` at one stage only the strongest counts.
    """

    stage: Stage
    value: int
    label: str
    rule: str = ""
    group: str = ""

    def __attrs_post_init__(self) -> None:
        _check_one_of("the stage of a modifier", self.stage, get_args(Stage))
        check_whole(f"the value of {self.label!r}", self.value, 0 if self.stage in ("remove", "cap") else None)

    @property
    def strength(self) -> tuple[int, int, str, str]:
        """Sorts the strongest of a group first: the lowest cap, else the greatest change; then the lower value."""
        weight = self.value if self.stage == "cap" else -abs(self.value)
        return (weight, self.value, self.rule, self.label)


def settle(parts: Iterable[Die | HandModifier]) -> tuple[tuple[HandModifier, bool], ...]:
    """Every modifier with whether it counts or its group suppresses it; the same in whatever order they come."""
    modifiers = [part for part in parts if isinstance(part, HandModifier)]
    stages = get_args(Stage)
    settled: list[tuple[HandModifier, bool]] = []
    taken: list[tuple[str, str]] = []
    for each in sorted(modifiers, key=lambda m: (stages.index(m.stage), m.group, m.strength)):
        counts = not each.group or (each.stage, each.group) not in taken
        taken.append((each.stage, each.group))
        settled.append((each, counts))
    return tuple(settled)


def doubled(parts: Iterable[Die | HandModifier]) -> tuple[str, ...]:
    """The rules whose modifiers count more than once, by whatever stage or group: worth a warning."""
    rules = [modifier.rule for modifier, counts in settle(parts) if counts and modifier.rule]
    return tuple(sorted(rule for rule in dict.fromkeys(rules) if rules.count(rule) > 1))


def repeat(die: Die, count: int) -> tuple[Die, ...]:
    """The die `count` times; below zero counts as none."""
    return (die,) * max(0, count)


def build(parts: Iterable[Die | HandModifier]) -> Hand:
    """A hand of the dice, in order, with the modifiers that count. Only the order of dice matters.

    Dice to remove are not removed here: their owner picks them later (`removals`, `removable`, `remove`).

    >>> print(build([HandModifier("cap", 2, "skirmish"), Die(6), HandModifier("face", 1, "veterans"), Die(6)]))
    2 x d6+1, cap 2
    """
    parts = tuple(parts)
    counting = [modifier for modifier, counts in settle(parts) if counts]

    def values(stage: Stage) -> list[int]:
        return [modifier.value for modifier in counting if modifier.stage == stage]

    shift = sum(values("face"))
    dice = tuple(evolve(part, modifier=part.modifier + shift) for part in parts if isinstance(part, Die))
    flat_parts = tuple((each.label, each.value, each.rule) for each in counting if each.stage == "total")
    return Hand(dice, sum(values("total")), min(values("cap"), default=None), flat_parts, sum(values("hits")))


def removals(parts: Iterable[Die | HandModifier]) -> int:
    """How many dice the owner has to remove, groups considered."""
    return sum(modifier.value for modifier, counts in settle(parts) if counts and modifier.stage == "remove")


def cancel(own: Hand, other: Hand, tag: str, mode: CancelMode = "one_for_one") -> tuple[Hand, Hand]:
    """Both hands without the dice labelled `tag` that cancel each other: the last ones first, or any opposition all.

    >>> mine = Hand((Die(10), Die(6, label="guns"), Die(6, label="guns")))
    >>> [str(hand) for hand in cancel(mine, Hand((Die(6, label="guns"),)), "guns")]
    ['d10, d6', 'no dice']
    """
    _check_one_of("the way dice cancel", mode, get_args(CancelMode))
    tagged = [[index for index, die in enumerate(hand.dice) if die.label == tag] for hand in (own, other)]
    pairs = min(len(indexes) for indexes in tagged)
    if pairs == 0:
        return own, other
    gone = [indexes if mode == "all" else indexes[-pairs:] for indexes in tagged]
    return _without(own, gone[0]), _without(other, gone[1])


def _without(hand: Hand, gone: Sequence[int]) -> Hand:
    return evolve(hand, dice=tuple(die for index, die in enumerate(hand.dice) if index not in gone))


def removable(hand: Hand) -> tuple[tuple[int, Die], ...]:
    """The distinct choices of a die to remove, as (index, die): the first of each kind."""
    firsts: dict[tuple[object, ...], tuple[int, Die]] = {}
    for index, die in enumerate(hand.dice):
        firsts.setdefault(die.kind, (index, die))
    return tuple(firsts.values())


def remove(hand: Hand, index: int) -> Hand:
    """The hand without the die at that index (from 0); it may become empty."""
    if not hand.dice:
        raise DiceError("the die to remove", index, "none: the hand is empty")
    check_whole("the die to remove", index, 0, len(hand.dice) - 1)
    return _without(hand, [index])


def give_up(hand: Hand, count: int) -> Hand:
    """The hand when its owner removes so many dice that it can best do without: the least average, then fewest hits.

    >>> print(give_up(Hand.parse("d10, 2d6, d6-1"), 2))
    d10, d6
    """
    for _ in range(min(count, len(hand.dice))):
        hand = remove(hand, min(range(len(hand.dice)), key=lambda index: _worth(hand.dice[index])))
    return hand


def _worth(die: Die) -> tuple[int, Fraction]:
    """Twice the average of a die, and its chance to hit."""
    return 2 * die.modifier + die.sides + 1, Fraction(sum(map(die.is_hit, die.faces)), die.sides)


def roll(hand: Hand, draw: Callable[[int], int]) -> Rolled:
    """The hand rolled: one draw for each die in order; `draw` takes the sides and gives a face."""
    return Rolled(hand, tuple(draw(die.sides) for die in hand.dice))


def modify(rolled: Rolled) -> tuple[int, ...]:
    """The modified result of each die."""
    return tuple(die.modified(face) for die, face in zip(rolled.hand.dice, rolled.faces, strict=True))


def hits(rolled: Rolled) -> tuple[str, ...]:
    """The domain of each hit that counts, in the order of the dice, bonus hits ("") last.

    The first is hit number 1: rules that look at the n-th hit, and caps, use this order.
    """
    scored = [die.domain for die, hit in zip(rolled.hand.dice, rolled.hit_dice, strict=True) if hit]
    counted = rolled.hand.counted(len(scored))
    return tuple((scored + [""] * counted)[:counted])


def total(rolled: Rolled) -> int:
    """The sum of the modified results and the flat modifier of the hand."""
    return sum(modify(rolled)) + rolled.hand.flat


# Allocate: who bears the hits --------------------------------------------------------------------------


@frozen
class Candidate:
    """A unit that may bear a hit: its id, its tags and the steps it has left."""

    id: str
    tags: tuple[str, ...] = ()
    steps: int = 1


@frozen
class LossPolicy:
    """Who picks the losses (the owner, the enemy when targeted, or a die) and what the pick must respect.

    Every `every`-th hit falls on a candidate with one of `every_tags` while any is left. `barred` lists
    (domain of the die, tag of the candidate): such dice cannot harm such candidates.
    """

    kind: LossKind = "owner"
    every: int = 0
    every_tags: tuple[str, ...] = ()
    barred: tuple[tuple[str, str], ...] = ()

    def __attrs_post_init__(self) -> None:
        _check_one_of("the kind of a loss policy", self.kind, get_args(LossKind))
        check_whole("the count `every` of a loss policy", self.every, 0)
        if bool(self.every) != bool(self.every_tags):
            raise DiceError("every_tags of a loss policy", self.every_tags, "tags if `every` is set, else none")


def allowed(policy: LossPolicy, hit_number: int, candidates: Iterable[Candidate], domain: str = "") -> tuple[str, ...]:
    """The ids that may bear this hit (numbered from 1, absorbed hits included), in order; none: the hit is lost.

    >>> policy = LossPolicy(every=3, every_tags=("heavy",))
    >>> stack = [Candidate("spears", steps=2), Candidate("knights", ("heavy",))]
    >>> allowed(policy, 2, stack), allowed(policy, 3, stack), allowed(policy, 3, stack[:1])
    (('spears', 'knights'), ('knights',), ('spears',))
    """
    return tuple(each.id for each in _bearers(policy, hit_number, candidates, domain))


def _bearers(policy: LossPolicy, number: int, candidates: Iterable[Candidate], domain: str) -> tuple[Candidate, ...]:
    check_whole("the number of a hit", number, 1)
    immune = [tag for source, tag in policy.barred if source == domain]
    able = tuple(each for each in candidates if each.steps > 0 and not any(tag in immune for tag in each.tags))
    if policy.every and number % policy.every == 0:
        return tuple(each for each in able if any(tag in policy.every_tags for tag in each.tags)) or able
    return able


def lots(
    policy: LossPolicy, hit_number: int, candidates: Iterable[Candidate], domain: str = "", per: LotPer = "step"
) -> tuple[str, ...]:
    """The numbered list for a random loss: roll one die of as many sides; face n takes the n-th id.

    >>> lots(LossPolicy("random"), 1, [Candidate("a", (), 2), Candidate("b")])
    ('a', 'a', 'b')
    """
    _check_one_of("what lots are drawn per", per, get_args(LotPer))
    bearers = _bearers(policy, hit_number, candidates, domain)
    return tuple(each.id for each in bearers for _ in range(each.steps if per == "step" else 1))


def allocate(
    policy: LossPolicy, hit_number: int, candidates: Iterable[Candidate], chosen: str, domain: str = ""
) -> tuple[Candidate, ...]:
    """The candidates after `chosen` has lost a step to this hit; those without steps are gone. DiceError if illegal."""
    candidates = tuple(candidates)
    _check_one_of(f"the unit that bears hit {hit_number}", chosen, allowed(policy, hit_number, candidates, domain))
    after = (evolve(each, steps=each.steps - 1) if each.id == chosen else each for each in candidates)
    return tuple(each for each in after if each.steps > 0)
