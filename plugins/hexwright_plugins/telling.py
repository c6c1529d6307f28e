"""What missions, dice and hands are made of, for those who ask: shared by the plug-ins that fire at each other.

A library for plug-ins, no plug-in itself; nothing of it runs while playing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexwright.decisions import Because
from hexwright.dice import Die, Hand, several
from hexwright.events import Part
from hexwright.frames import DraftFrame
from hexwright.odds import Tie, contest, hits_distribution, percent
from hexwright.position import Position

from .facilities.places import AIRFIELD, PORT, damage, grade_of, printed
from .facilities.works import key_of
from .gunnery import CAP, CAP_AT, dice_of, most_hits

Rows = Sequence[tuple[str, str]]  # (unit, its table of dice)


def key_of_dice(kind: str, table: str) -> str:
    """The key of a table of dice of a unit type."""
    return f"unit_type.{kind}.dice.{table}"


def told_dice(dice: Sequence[Die]) -> str:
    """Dice that are all alike, in words: "2d8, hits on 5"."""
    return f"{several(dice[0].notation, len(dice))}, hits on {dice[0].hit}"


def because_dice(now: Position, unit_id: str, table: str, said: str = "", shift: int = 0) -> Iterator[Because]:
    """What a unit rolls by a table, with the key that says so; nothing for one without dice, or that is no unit."""
    dice = dice_for(now, unit_id, table, shift)
    if dice:
        unit = now.unit(unit_id)
        label = f"{said}: {now.name(unit.id)}" if said else now.name(unit.id)
        yield Because(label, told_dice(dice), dice[0].rule, key_of_dice(unit.type, table))


def dice_for(now: Position, unit_id: str, table: str, shift: int = 0) -> tuple[Die, ...]:
    """The dice of a unit by a table; none for what is no unit in play."""
    unit = now.state.units.get(unit_id)
    return dice_of(now, unit, table, shift) if unit is not None else ()


def hand_of(now: Position, rows: Rows) -> Hand:
    """The dice of several units as one hand."""
    return Hand(tuple(die for unit, table in rows for die in dice_for(now, unit, table)))


def because_hand(now: Position, rows: Rows, said: str = "", rule: str = "") -> Iterator[Because]:
    """What units roll together, die by die, and how likely a hit is."""
    for unit, table in rows:
        yield from because_dice(now, unit, table, said)
    yield from because_hit(hand_of(now, rows), said, rule)


def because_hit(hand: Hand, said: str = "", rule: str = "") -> Iterator[Because]:
    """The exact chance that a hand hits at all."""
    if hand.dice:
        chance = hits_distribution(hand).where(lambda hits: hits > 0)
        yield Because(f"{said}: one hit or more" if said else "one hit or more", percent(chance), rule)


def because_capped(now: Position) -> Iterator[Because]:
    """The most hits that a submarine takes; nothing where there is no limit."""
    most = most_hits(now)
    if most:
        yield Because("most hits that it takes", most, CAP, CAP_AT)


def because_contest(ours: Hand, theirs: Hand, tie: Tie, rules: tuple[str, str], at: str) -> Iterator[Because]:
    """Who wins with which chance, by the first of the rules, and a tie, by the second and the key that settles it."""
    chances = contest(ours, theirs, tie)
    yield Because("the attacker wins", percent(chances.attacker_wins), rules[0])
    yield Because("the defender wins", percent(chances.defender_wins), rules[0])
    yield Because("equal totals go to", tie, rules[1], at)


def because_rolled(now: Position, parts: Iterable[Part]) -> tuple[Because, ...]:
    """What a roll was made of, die by die; each with the table of dice that its rule and its type's short name tell."""
    return tuple(Because(label, value, rule, _key_of_rolled(now, label.split(), rule)) for label, value, rule in parts)


def _key_of_rolled(now: Position, words: Sequence[str], rule: str) -> str:
    found = [
        key_of_dice(id_, table)
        for id_, kind in now.rules.unit_type.items()
        if rule and (kind.short or kind.name) in words
        for table, spec in kind.dice.items()
        if (spec.rule or kind.rule) == rule
    ]
    return found[0] if len(found) == 1 else ""


# ------------------------------------------------------------------ missions


def told_mission(now: Position, unit: str, kind: str, where: str = "") -> str:
    """What a unit's mission does, in a sentence."""
    spec = now.rules.mission[kind]
    return f"{now.name(unit)}: {spec.name or kind}{f' {where}' if where else ''}; {spec.effect}."


def because_mission(now: Position, kind: str) -> Because:
    """What a mission does, as the table of missions has it."""
    spec = now.rules.mission[kind]
    return Because(spec.name or kind, spec.effect, spec.rule, f"mission.{kind}.effect")


def because_late(now: Position, domain: str, rule: str) -> Iterator[Because]:
    """That a mission serves a part of the turn that is over; nothing where it is still to come."""
    if domain in now.rules.phase and now.done(domain):
        name = now.rules.phase[domain].name or domain
        yield Because("comes too late", f"{name} are over: it does nothing this turn", rule)


def because_range(
    now: Position, base: str, space: str, most: int, at: str, rule: str, name: str = "range"
) -> Iterator[Because]:
    """How far a space is away, and how far the unit reaches; without a space the reach alone."""
    far = now.board.distance(base, space) if base in now.board and space in now.board else None
    if far is not None:
        yield Because(f"distance of {now.board.name(space)} from {now.board.name(base)}", far, rule)
    yield Because(name, most, rule, at)


# ------------------------------------------------------------------ ports and airfields


def because_airfield(now: Position, space: str, rule: str = "TT-2.4.1-R21") -> Iterator[Because]:
    """What an airfield supports: what its grade can do, its damage, and what plug-ins say."""
    grade = grade_of(now, space)
    if grade is None:
        return
    where = now.board.name(space)
    yield Because(f"groups that {where} supports", grade.groups, grade.rule or rule, key_of(now, space, AIRFIELD))
    if damage(now, space, AIRFIELD):
        yield Because(f"damage of the airfield of {where}", -damage(now, space, AIRFIELD), "TT-2.4.5-02")
    yield from (m.because for m in now.modifiers("airfield_capacity", space=space))


def because_arrivals(now: Position, space: str, rule: str) -> Iterator[Because]:
    """What an airfield receives by air in a turn: what its grade can do, its damage, and what plug-ins say."""
    grade = grade_of(now, space)
    if grade is None:
        return
    where = now.board.name(space)
    yield Because(f"pieces that {where} receives by air", grade.lands, grade.rule or rule, key_of_lands(now, space))
    if damage(now, space, AIRFIELD):
        yield Because(f"damage of the airfield of {where}", damage(now, space, AIRFIELD), "TT-2.4.6-12")
    yield from (m.because for m in now.modifiers("airfield_arrivals", space=space))


def key_of_lands(now: Position, space: str) -> str:
    """The key that says how many pieces an airfield of that grade receives or sends in a turn."""
    return f"airfields.grade.{now.feature(space, AIRFIELD, 'grade')}.lands"


def because_port(now: Position, space: str, rule: str) -> Iterator[Because]:
    """What a port is worth: its printed value and its damage."""
    where = now.board.name(space)
    yield Because(f"printed value of the port of {where}", printed(now, space, PORT), rule, key_of(now, space, PORT))
    if damage(now, space, PORT):
        yield Because(f"damage of the port of {where}", -damage(now, space, PORT), rule)


def because_units(said: str, units: Iterable[str], rule: str = "") -> Iterator[Because]:
    """Who is meant, in a row; nothing for nobody."""
    found = ", ".join(units)
    if found:
        yield Because(said, found, rule)


def drafted(now: Position, seat: str) -> tuple[str, ...]:
    """What a seat has written so far where it is asked in private."""
    frame = now.state.stack[-1]
    return frame.slot(seat).choices if isinstance(frame, DraftFrame) else ()
