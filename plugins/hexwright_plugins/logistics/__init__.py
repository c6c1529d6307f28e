"""Supply in the field: what an offensive takes, extra dice, entrenchments, and the check of units out of supply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwright.errors import Reason
from hexwright.events import Event, PhaseEnded, Removed, SliceSet
from hexwright.frames import Frame
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position
from hexwright_plugins.land_combat import BattleJoined, Battles, Captured, record

from .check import Check, Due, Losses, cut_off, why_unsupplied
from .extra import ExtraSupply, extra_die
from .offensive import Commit, Entrench, can_be_paid
from .stores import (
    PLUGIN,
    Committed,
    Logistics,
    Stores,
    SupplyTokens,
    check_numbers,
    committed,
    needed,
    offensives,
    paid,
    tokens,
    tokens_in_reach,
)

MANIFEST = Manifest(
    id=PLUGIN,
    summary="Supply pays for offensives, extra dice and entrenchments; units without a route pay or lose strength.",
    requires=("land_combat",),
    # In a battle aircraft and ships are asked before Supply; in an assault from off the map the army's own tokens are
    # offered before those on the map.
    after=("eastmed", "air_ops", "naval_ops"),
)


@hook("held")
def modify_held(query: Query) -> Iterable[Modifier]:
    """Committed Supply stays where it is."""
    for token, _ in committed(query.now):
        yield Modifier(f"{token} is committed to an offensive", where=token, rule="TT-2.4.3-R07")


@hook("may_attack")
def modify_attack(query: Query) -> Modifier | None:
    """Nobody attacks where no Supply of his is or can come."""
    if can_be_paid(query.now, query["unit"], query["space"]):
        return None
    text = f"no Supply is in reach of {query['space']} and none can come"
    return Modifier(text, 0, op="min", rule="TT-2.4.3-R04")


@hook("entrench", "repair", "build", "equip", when=committed)
def forbid_committed(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
    """A committed token has no second use."""
    held = [t for t, _ in committed(now)]
    taken = next((w for w in words[1:] if w in held), "")
    return Reason(f"{taken} is committed to an offensive", "TT-2.4.3-R07", nearest="retract") if taken else None


@hook(BattleJoined)
def react_joined(event: BattleJoined, now: Position) -> Iterable[Event | Frame]:
    """The committed Supply is used up; then attacker and defender may spend more, a die each."""
    battle = record(now).battle
    held = committed(now)
    mine = [t for t, space in held if space == event.space]
    if mine:
        yield SliceSet(plugin=PLUGIN, value=Stores(tuple(c for c in held if c[1] != event.space)))
    for token in mine:
        unit = now.state.units.get(token)
        if battle is not None and unit is not None and now.side(unit.nation) == battle.attacker.side:
            yield Removed(unit=token, how="spent", at=now.where(unit), rule="TT-2.4.3-R07")
    yield ExtraSupply(event.space, "attacker")
    yield ExtraSupply(event.space, "defender")


@hook("used_up", when=committed)
def modify_used_up(query: Query) -> Iterable[Modifier]:
    """A committed token that the enemy reaches is used up by its offensive at once, which stays paid for.

    What a plug-in keeps in store for a battle to come (topic "stored") falls to the enemy as free Supply does.
    """
    now = query.now
    stored = [m.where for m in now.modifiers("stored")]
    for token, space in committed(now):
        if token not in stored:
            text = f"{token} is used up by the offensive at {space}: the enemy reaches it, but does not take it"
            yield Modifier(text, where=token, rule="TT-2.4.3-R07")


@hook(Captured)
def react_captured(event: Captured, now: Position) -> Iterable[Event]:
    """Stored Supply that falls to the enemy is lost to its battle: who took it may spend it at once."""
    held = committed(now)
    if any(token == event.unit for token, _ in held):
        yield SliceSet(plugin=PLUGIN, value=Stores(tuple(c for c in held if c[0] != event.unit)))


@hook(PhaseEnded)
def react_over(event: PhaseEnded, now: Position) -> Iterable[Event]:
    """Supply of offensives that were not fought is free again."""
    if committed(now) and now.rules.phase[event.phase].frame == Battles.name:
        yield SliceSet(plugin=PLUGIN, value=Stores())


def _count_less(now: Position) -> bool:
    """Does a token alone not count everywhere as a land unit does?"""
    settings = now.settings(SupplyTokens)
    return not (settings.counts_as_land_unit and settings.blocks_enemy)


@hook("land_presence", when=_count_less)
def modify_presence(query: Query) -> Modifier | None:
    """Where the switches say so a token alone holds nothing and blocks nobody."""
    settings = query.now.settings(SupplyTokens)
    counts = settings.counts_as_land_unit and (query["use"] != "block" or settings.blocks_enemy)
    return None if counts else Modifier("Supply alone does not count", 0, op="set", rule="TT-2.4.3-R33")


@hook("route_cut", when=_count_less)
def modify_cut(query: Query) -> Modifier | None:
    """Where the switches say so a token alone cuts no route."""
    now = query.now
    if now.enemies_at(query["space"], query["nation"], ("combat",)):
        return None
    return Modifier("Supply alone cuts no route", 0, op="min", rule="TT-2.4.3-R32")


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """What is committed is open to all."""
    return value


@hook
def register(registry: Registry) -> None:
    registry.table("logistics", Logistics)
    registry.table("supply", SupplyTokens)
    registry.state(Stores())
    registry.frame(ExtraSupply, Check, Losses)
    registry.action(Commit(), Entrench())
    registry.topic("stored", "committed Supply that can still be lost to the enemy: `where` names it; no facts")
    registry.check(check_numbers)


__all__ = [
    "Check",
    "Committed",
    "Due",
    "ExtraSupply",
    "Logistics",
    "Losses",
    "Stores",
    "SupplyTokens",
    "committed",
    "cut_off",
    "extra_die",
    "needed",
    "offensives",
    "paid",
    "tokens",
    "tokens_in_reach",
    "why_unsupplied",
]
