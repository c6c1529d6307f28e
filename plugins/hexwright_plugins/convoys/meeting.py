"""Who meets in a convoy box: pieces on the way, escorts and raiders, the kinds of them and the dice they roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from hexwright.classes import frozen
from hexwright.dice import Die
from hexwright.events import Event
from hexwright.pieces import Unit
from hexwright.position import Position

from ..gunnery import dice_of
from .record import TRANSPORTS, record
from .tables import BOX, Convoys, boxes

# The kinds of target an escort may name (TT-2.4.4-R03), and the tag of the units of each.
KINDS = {"aircraft": "air", "surface": "ship", "submarine": "submarine"}
ESCORTS = "escorts"
SHIPS, AIRCRAFT = "escort_ships", "escort_aircraft"
AIR_ESCORT, AIR_RAID = "convoy_escort", "convoy_strike"
SEA_ESCORT, SEA_RAID = "naval_escort", "convoy_raid"


@frozen
class Convoy:
    """One side's pieces in one box, in loading order: its own convoy, whoever else has one there (TT-2.4.4-R06)."""

    box: str
    side: str
    nation: str
    pieces: tuple[str, ...]


def convoys(now: Position) -> tuple[Convoy, ...]:
    """Every convoy at sea, in the order of the map and of the sides."""
    return tuple(c for box in boxes(now, BOX) if now.state.at.get(box) for c in _convoys_in(now, box))


def _convoys_in(now: Position, box: str) -> Iterator[Convoy]:
    order = {unit: i for i, unit in enumerate(record(now).order)}
    aboard = [u for u in now.units_at(box) if now.has_tag(u, "land")]
    aboard.sort(key=lambda u: order.get(u.id, len(order)))  # ids decide where nothing is known
    for side in now.rules.side:
        own = [u for u in aboard if now.side(u.nation) == side]
        if own:
            yield Convoy(box, side, own[0].nation, tuple(u.id for u in own))


def escorts(now: Position, convoy: Convoy) -> tuple[Unit, ...]:
    """The ships and aircraft that guard a convoy: ships first, each in the order of ids."""
    ships = (u for u in _ships(now, convoy.box, SEA_ESCORT) if now.side(u.nation) == convoy.side)
    aircraft = (u for u in _aircraft(now, convoy.box, AIR_ESCORT) if now.side(u.nation) == convoy.side)
    return (*ships, *aircraft)


def raiders(now: Position, convoy: Convoy) -> tuple[Unit, ...]:
    """The enemies that raid a convoy: ships, submarines in its box, aircraft; each in the order of ids."""
    submarines = (u for u in now.units_at(convoy.box) if now.has_tag(u, "submarine"))
    found = (*_ships(now, convoy.box, SEA_RAID), *submarines, *_aircraft(now, convoy.box, AIR_RAID))
    return tuple(u for u in found if now.side(u.nation) != convoy.side and now.is_enemy(u.nation, convoy.nation))


def _ships(now: Position, box: str, kind: str) -> Iterator[Unit]:
    """The surface ships in a box with a mission that takes them there."""
    if not now.has_plugin("naval_ops"):
        return
    from ..naval_ops.record import missions

    known = missions(now)
    for unit in now.units_at(box):
        mission = known.of(unit.id) if now.has_tag(unit, "ship") else None
        if mission is not None and mission.kind == kind and mission.stage != "lost":
            yield unit


def _aircraft(now: Position, box: str, kind: str) -> Iterator[Unit]:
    """The aircraft that got through to the sea hex of a box and wait there; they stay at their bases (TT-2.4.1-13)."""
    if not now.has_plugin("air_ops"):
        return
    from ..air_ops.record import missions

    waiting = missions(now).at(str(now.feature(box, BOX, "hex")), kind, stage="flown")
    for id_ in sorted(m.unit for m in waiting):
        unit = now.state.units.get(id_)
        if unit is not None:
            yield unit


def finished(now: Position) -> Iterator[Event]:
    """The missions of escorts and raiders are used up when all convoys have crossed."""
    if now.has_plugin("air_ops"):
        from ..air_ops.record import MissionStage
        from ..air_ops.record import missions as flights

        for flight in flights(now).missions:
            if flight.kind in (AIR_ESCORT, AIR_RAID) and flight.stage == "flown":
                here = flight.unit in now.state.units
                yield MissionStage(unit=flight.unit, stage="used" if here else "lost", rule="TT-2.4.1-13")
    if now.has_plugin("naval_ops"):
        from ..naval_ops.record import ShipStage
        from ..naval_ops.record import missions as voyages

        at_sea = boxes(now, BOX)
        for voyage in voyages(now).missions:
            ship = now.state.units.get(voyage.unit)
            over = ship is None or ship.at in at_sea
            if voyage.kind in (SEA_ESCORT, SEA_RAID) and voyage.stage == "assigned" and over:
                yield ShipStage(unit=voyage.unit, stage="lost" if ship is None else "done", rule="TT-2.4.4-02")


# ------------------------------------------------------------------ targets and dice


def alive(now: Position, units: Iterable[str], *tags: str) -> tuple[Unit, ...]:
    """Those of the units that are still in play, all or those with one of the tags."""
    found = (now.state.units.get(u) for u in units)
    return tuple(u for u in found if u is not None and (not tags or now.has_tag(u, *tags)))


def kind_of(now: Position, unit: Unit) -> str:
    """The kind of target a unit is: aircraft, surface or submarine."""
    return next(kind for kind, tag in KINDS.items() if now.has_tag(unit, tag))


def escort_targets(now: Position, unit: Unit, foes: Iterable[str]) -> tuple[str, ...]:
    """The kinds of raiders that an escort may name: those present that its dice can harm (TT-2.4.4-R04)."""
    kinds = {kind_of(now, u) for u in alive(now, foes)}
    if now.has_tag(unit, "air") or not now.settings(Convoys).escorts_hit_submarines:
        kinds.discard("submarine")
    return tuple(kind for kind in KINDS if kind in kinds)


def ships_hit_aircraft(now: Position) -> bool:
    """May hits by ships be given to aircraft (AMB-078)?"""
    if not now.has_plugin("naval_ops"):
        return True
    from ..naval_ops.tables import Naval

    return now.settings(Naval).ships_may_lose_aircraft_instead


def raid_targets(now: Position, unit: Unit, guards: Iterable[str]) -> tuple[str, ...]:
    """What a raider may go for: the transports, or escorts that it can harm.

    Aircraft roll other dice at ships than at aircraft, so that they say at which escorts they fire when there are
    both; the hits of ships and submarines may fall on any escort they can harm.
    """
    guarding = tuple(guards)
    ships, aircraft = alive(now, guarding, "ship"), alive(now, guarding, "air")
    if now.has_tag(unit, "air"):
        return (TRANSPORTS, *([SHIPS] if ships else []), *([AIRCRAFT] if aircraft else []))
    harmed = bool(ships) or (bool(aircraft) and now.has_tag(unit, "ship") and ships_hit_aircraft(now))
    return (TRANSPORTS, *([ESCORTS] if harmed else []))


def bearers(now: Position, at: str, guards: Iterable[str]) -> tuple[str, ...]:
    """The escorts on which hits by raiders with that target may fall."""
    any_ = ("ship", "air") if ships_hit_aircraft(now) else ("ship",)
    tags = {SHIPS: ("ship",), AIRCRAFT: ("air",), ESCORTS: any_}[at]
    return tuple(u.id for u in alive(now, guards, *tags))


def escort_dice(now: Position, unit: Unit, at: str) -> tuple[Die, ...]:
    """The dice of an escort that fires at a kind of raiders (TT-2.4.4-R03)."""
    if not now.has_tag(unit, "air"):
        return dice_of(now, unit, "sea")
    return dice_of(now, unit, "convoy_escort_air" if at == "aircraft" else "convoy_escort_ships")


def raid_dice(now: Position, unit: Unit, at: str, escorted: bool) -> tuple[Die, ...]:
    """The dice of a raider (TT-2.4.4-R05); an escorted convoy costs submarines a modifier (TT-2.4.4-07)."""
    if now.has_tag(unit, "air"):
        return dice_of(now, unit, "raid_air" if at == AIRCRAFT else "raid")
    shift = now.settings(Convoys).submarine_drm if escorted and now.has_tag(unit, "submarine") else 0
    dice = dice_of(now, unit, "sea", shift)
    return tuple(evolve(die, rule="TT-2.4.4-07") for die in dice) if shift else dice
