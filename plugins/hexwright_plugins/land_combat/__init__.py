"""Land combat: moves that attack, battles of dice hands, casualties, retreats and what the winner takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from hexwright.events import (
    Arrived,
    ControlChanged,
    Event,
    MarkerSet,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    SliceSet,
)
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position

from .battle import BattleDice, Battles, Fight, Removal, pending
from .hands import absorber, die_of, ground, hands, parties, told_hands
from .losses import Losses, lose_step
from .moving import (
    Move,
    MoveUnit,
    Strike,
    attacked_by,
    capture_supply,
    captures,
    claims,
    contested,
    crowded,
    entered,
    let_stand,
    movers,
    splits_off,
    why_no_entry,
)
from .record import (
    PLUGIN,
    Attack,
    Attacked,
    Battle,
    BattleDecided,
    BattleJoined,
    Captured,
    CasualtyAbsorbed,
    CasualtyWaived,
    DieAdded,
    DieRemoved,
    LandState,
    Party,
    attackers,
    dice_added,
    is_land,
    record,
)
from .retreat import Advance, Aftermath, Retreats
from .sound import invariant_control, invariant_stacks
from .tables import Battlefield, GroundEffect, Hits, Land, check_numbers
from .telling import because_battle, because_hands
from .troops import troops

MANIFEST = Manifest(id=PLUGIN, summary="Land moves and battles: hands of dice, casualties, retreats, capture.")


@hook
def register(registry: Registry) -> None:
    registry.table("land", Land)
    registry.table("hits", Hits)
    registry.table("battlefield", Battlefield)
    registry.state(LandState())
    registry.frame(Move, Battles, Fight, Removal, BattleDice, Losses, Retreats, Advance, Aftermath)
    registry.frame(Strike)
    registry.action(MoveUnit())
    registry.topic("battle_hand", "dice (op die), dice to remove (drop), modifiers (add); facts: space, side, nation")
    registry.topic("land_presence", "0 when a piece without strength does not count; facts: unit, use")
    registry.topic("held", "land units that stay where they are: `where` names one, the label says why; facts: seat")
    registry.topic("may_attack", "0 or less keeps a unit from attacking, the label says why; facts: unit, space")
    registry.topic("used_up", "what is used up before it falls to the enemy: `where` names it; facts: space")
    registry.check(check_numbers)
    registry.invariant(invariant_control)
    registry.invariant(invariant_stacks)


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """Attacks and battles are open to all."""
    return value


@hook(PhaseBegan)
def react_began(event: PhaseBegan, now: Position) -> Iterable[Event]:
    """Stacks above the limit when moves begin may stay as they are (TT-2.4.7-R07)."""
    if now.rules.phase[event.phase].frame != Move.name:
        return ()
    standing = crowded(now)
    known = record(now)
    return (SliceSet(plugin=PLUGIN, value=evolve(known, standing=standing)),) if standing != known.standing else ()


@hook(Moved, Placed, Removed)
def react_left(event: Moved | Placed | Removed, now: Position) -> Iterable[Event]:
    """Who leaves a stack above the limit is no part of it any more, even if it comes back (TT-2.4.7-R07)."""
    known = record(now)
    if event.unit in known.standing:
        left = tuple(u for u in known.standing if u != event.unit)
        yield SliceSet(plugin=PLUGIN, value=evolve(known, standing=left))


@hook(Moved, Placed, Arrived)
def react_entered(event: Moved | Placed | Arrived, now: Position) -> Iterable[Event]:
    """A land unit that comes to a space attacks, captures, or takes control."""
    origin = ""
    if isinstance(event, Moved):
        id_, space, origin = event.unit, event.path[-1], event.path[0] if len(event.path) < 2 else event.path[-2]
    elif isinstance(event, Arrived):
        id_, space = event.unit.id, event.unit.at
    else:
        id_, space = event.unit, event.at
    unit = now.state.units.get(id_)
    if unit is None or unit.at != space or not is_land(now, space) or not now.has_tag(unit, "land"):
        return ()
    through = tuple(s for s in event.path[1:-1] if is_land(now, s)) if isinstance(event, Moved) else ()
    passed = _passed(now, unit.nation, through) if through and now.has_tag(unit, "combat") else ()
    return (*passed, *entered(now, unit, origin))


def _passed(now: Position, nation: str, through: tuple[str, ...]) -> Iterable[Event]:
    """Control of the spaces that a unit with strength went through in one go."""
    for space in through:
        owner = now.control(space)
        if (not owner or now.is_enemy(nation, owner)) and not now.enemies_at(space, nation, ("land",)):
            yield ControlChanged(space=space, nation=nation, was=owner, rule=now.rules.control.rule)


@hook(Captured)
def react_captured(event: Captured, now: Position) -> Iterable[Event]:
    """With the last enemy piece captured, control may change."""
    return claims(now, event.space)


@hook(Removed)
def react_removed(event: Removed, now: Position) -> Iterable[Event]:
    """A unit that is left alone in a space takes it; not while its battle is being fought."""
    battle = record(now).battle
    if not is_land(now, event.at) or (battle is not None and battle.space == event.at):
        return ()
    return claims(now, event.at)


@hook(ControlChanged)
def react_control(event: ControlChanged, now: Position) -> Iterable[Event]:
    """In a captured space ships that surrender are removed, and the enemy's field works are gone."""
    if not event.nation:
        return
    for unit in now.enemies_at(event.space, event.nation, ("ship",)):
        if now.has_tag(unit, "surrenders"):
            yield Removed(unit=unit.id, how="surrendered", at=event.space, rule="TT-2.4.3-32")
    kinds = {e.marker for e in now.settings(Battlefield).ground.values() if e.marker}
    for m in now.markers(event.space):
        if m.kind in kinds and m.owner in now.rules.nation and now.is_enemy(event.nation, m.owner):
            yield MarkerSet(space=event.space, kind=m.kind, owner=m.owner, count=0, rule="TT-2.4.3-R16")


__all__ = [
    "Attack",
    "Attacked",
    "Battle",
    "BattleDecided",
    "BattleJoined",
    "Battlefield",
    "Battles",
    "Captured",
    "CasualtyAbsorbed",
    "CasualtyWaived",
    "DieAdded",
    "DieRemoved",
    "Fight",
    "GroundEffect",
    "Hits",
    "Land",
    "LandState",
    "Move",
    "Party",
    "absorber",
    "attacked_by",
    "attackers",
    "because_battle",
    "because_hands",
    "capture_supply",
    "captures",
    "claims",
    "contested",
    "dice_added",
    "die_of",
    "ground",
    "hands",
    "is_land",
    "let_stand",
    "lose_step",
    "movers",
    "parties",
    "pending",
    "record",
    "splits_off",
    "told_hands",
    "troops",
    "why_no_entry",
]
