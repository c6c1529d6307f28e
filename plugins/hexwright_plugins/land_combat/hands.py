"""The hands of a land battle: the dice of units, of the ground and of plug-ins, and how many the attacker removes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from hexwright.classes import frozen
from hexwright.dice import Die, Hand, HandModifier, build, removals, repeat
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import DiceSpec

from .record import Battle, Party, attackers, record
from .tables import Battlefield, GroundEffect, Hits, Land

NEVER = 1_000_000  # a result that no die shows


def die_of(spec: DiceSpec, lost: int = 0, *, shift: int = 0, source: str = "", label: str = "", rule: str = "") -> Die:
    """The die that a table of dice describes, for a unit that has lost so many steps."""
    sides = spec.sides if isinstance(spec.sides, int) else spec.sides[min(lost, len(spec.sides) - 1)]
    return Die(sides, spec.modifier + shift, spec.hit, source=source, label=label, rule=spec.rule or rule)


def unit_dice(now: Position, unit: Unit) -> tuple[Die, ...]:
    """The dice of a unit in a land battle: one a step, or one in all, each with its own modifier."""
    kind = now.type(unit)
    spec = kind.dice.get("land")
    if spec is None or unit.steps <= 0:
        return ()
    per_die = now.settings(Land).algerian_modifier_scope == "per_die"
    die = die_of(
        spec, kind.steps - unit.steps, shift=kind.bonus if per_die else 0, source=unit.id,
        label=kind.short or kind.name, rule=kind.rule,
    )  # fmt: skip
    return repeat(die, unit.steps if spec.per == "step" else 1)


def unit_bonus(now: Position, unit: Unit) -> HandModifier | None:
    """What a unit adds to the total of its hand."""
    kind = now.type(unit)
    settings = now.settings(Land)
    if kind.bonus:
        if settings.algerian_modifier_scope == "per_die":
            return None
        return HandModifier("total", kind.bonus, kind.name or kind.short, kind.rule or "TT-2.4.3-R10")
    if settings.division_bonus_default and "division" in kind.tags:
        return HandModifier("total", settings.division_bonus_default, f"{now.name(unit.id)}, division", "TT-2.4.3-22")
    return None


# ------------------------------------------------------------------ the ground


def ground(now: Position, space: str, defender: str, coming: tuple[str, ...] = ()) -> Iterator[GroundEffect]:
    """What the ground in a space does to a battle that a side defends, in the order of the table.

    Attackers come from the origins of their attacks; `coming` are those of attackers that are still to enter.
    """
    tags = now.board.tags(space)
    for effect in now.settings(Battlefield).ground.values():
        if effect.tag and effect.tag not in tags:
            continue
        if effect.feature and not _brings(now, space, effect, coming):
            continue
        if effect.marker and not any(
            m.kind == effect.marker and m.owner in now.rules.nation and now.side(m.owner) == defender
            for m in now.markers(space)
        ):
            continue
        if effect.tag or effect.feature or effect.marker:
            yield effect


def _brings(now: Position, space: str, effect: GroundEffect, coming: tuple[str, ...]) -> bool:
    """Is the feature of an effect in the space, or on the borders that its attackers cross?"""
    if now.rules.feature[effect.feature].on == "space":
        return now.has_feature(space, effect.feature)
    origins = (*(a.origin for a in record(now).at(space)), *coming)
    crossed = [effect.feature in now.board.border(origin, space) for origin in origins]
    return any(crossed) and (effect.crossed == "any" or all(crossed))


def absorber(now: Position, space: str, defender: str) -> GroundEffect | None:
    """The works that take the defender's first casualty; what lasts before what is used up."""
    works = [e for e in ground(now, space, defender) if e.absorbs]
    return next((e for e in works if e.feature), works[0] if works else None)


def _ground_parts(
    now: Position, space: str, role: str, defender: str, coming: tuple[str, ...]
) -> Iterator[Die | HandModifier]:
    single = now.settings(Land).die_removal == "single"
    for effect in ground(now, space, defender, coming):
        name = effect.name or effect.tag or effect.feature or effect.marker
        if role == "defender" and effect.die:
            yield Die(effect.die, 0, now.settings(Hits).threshold, label=name, rule=effect.rule)
        if role == "attacker" and effect.removes:
            yield HandModifier("remove", effect.removes, name, effect.rule, "ground" if single else effect.group)


# ------------------------------------------------------------------ a hand as a whole


@frozen
class Dealt:
    """A hand, and how many dice its owner has to remove from it."""

    hand: Hand
    removals: int = 0


def units_hand(now: Position, units: Iterable[Unit]) -> Hand:
    """The hand of units alone."""
    parts: list[Die | HandModifier] = []
    for unit in units:
        parts += unit_dice(now, unit)
        bonus = unit_bonus(now, unit)
        if bonus is not None:
            parts.append(bonus)
    return build(parts)


def dealt(now: Position, space: str, role: str, party: Party, defender: str, coming: tuple[str, ...] = ()) -> Dealt:
    """A party's hand with the dice of the ground and of plug-ins (topic "battle_hand") added to what it has."""
    parts: list[Die | HandModifier] = [*party.hand.dice]
    parts += (HandModifier("total", value, label, rule) for label, value, rule in party.hand.flat_parts)
    parts += _ground_parts(now, space, role, defender, coming)
    for said in now.modifiers("battle_hand", space=space, side=role, nation=party.nation):
        if said.op == "die" and said.die is not None:
            parts.append(said.die)
        elif said.op == "drop":
            parts.append(HandModifier("remove", said.value, said.label, said.rule, said.group))
        elif said.op == "add":
            face = said.stage == "roll"
            parts.append(HandModifier("face" if face else "total", said.value, said.label, said.rule, said.group))
    hand = build(parts)
    if not now.settings(Land).bonus_dice_can_hit:
        hand = evolve(hand, dice=tuple(d if d.source else evolve(d, hit=NEVER) for d in hand.dice))
    return Dealt(hand, removals(parts))


def hands(now: Position, battle: Battle, coming: tuple[str, ...] = ()) -> tuple[Hand, Hand]:
    """The hands of attacker and defender as they stand, with what the ground and plug-ins will add."""
    if battle.complete:
        return battle.attacker.hand, battle.defender.hand
    side = battle.defender.side
    return (
        dealt(now, battle.space, "attacker", battle.attacker, side, coming).hand,
        dealt(now, battle.space, "defender", battle.defender, side, coming).hand,
    )


def pending_removals(now: Position, battle: Battle, coming: tuple[str, ...] = ()) -> int:
    """How many dice the attacker still has to remove."""
    if battle.complete:
        return battle.removals
    return dealt(now, battle.space, "attacker", battle.attacker, battle.defender.side, coming).removals


def to_give_up(now: Position, hand: Hand, count: int) -> int:
    """How many of the dice to be removed the attacker's hand gives up, as many as the switch says being kept."""
    return max(0, min(count, len(hand.dice) - now.settings(Land).min_attack_dice))


def parties(now: Position, space: str) -> tuple[Party, Party] | None:
    """Attacker and defender of the attack in a space, with the hands of their units; None when one is missing."""
    striking = attackers(now, space)
    if not striking:
        return None
    first = striking[0]
    here = [u for u in now.units_at(space) if now.has_tag(u, "combat") and u.steps > 0]
    beside = [u for u in striking if u.at != space and u.steps > 0]
    own = [u for u in here if now.side(u.nation) == now.side(first.nation)] + beside
    foes = [u for u in here if now.is_enemy(first.nation, u.nation)]
    if not own or not foes:
        return None
    return party_of(now, own), party_of(now, foes)


def party_of(now: Position, units: list[Unit]) -> Party:
    """One side of a battle from the units of it: the nation with most steps leads, in a tie the one named first."""
    steps: dict[str, int] = {}
    for unit in units:
        steps[unit.nation] = steps.get(unit.nation, 0) + unit.steps
    nation = max((n for n in now.rules.nation if n in steps), key=lambda n: steps[n])
    return Party(
        side=now.side(nation),
        seat=now.seat_of(nation),
        nation=nation,
        units=tuple(u.id for u in units),
        hand=units_hand(now, units),
    )


def told_hands(now: Position, space: str, named: bool = False) -> tuple[tuple[str, str | int], ...]:
    """Both hands of the battle in a space as facts for an Ask, so that a front end can reckon the odds."""
    battle = record(now).battle
    if battle is None or battle.space != space:
        both = parties(now, space)
        if both is None:
            return ()
        battle = Battle(space, *both)
    ours, theirs = hands(now, battle)
    tail = f" {space}" if named else ""
    facts: list[tuple[str, str | int]] = [
        (f"attacker_hand{tail}", str(ours)),
        (f"defender_hand{tail}", str(theirs)),
        (f"removals{tail}", to_give_up(now, ours, pending_removals(now, battle))),
    ]
    if not named:
        facts[:0] = [("space", space), ("attacker", battle.attacker.side), ("defender", battle.defender.side)]
        facts.append(("tie", now.settings(Land).tie))
        facts.append(("hit", next((d.hit for d in (*ours.dice, *theirs.dice) if d.hit != NEVER), 5)))
    return tuple(facts)
