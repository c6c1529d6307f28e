"""Air operations: missions of aircraft, interception and escort, strikes, support, interdiction and bases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwright.errors import Reason
from hexwright.events import Event, Moved, PhaseEnded, Placed, Removed, TurnBegan
from hexwright.frames import Frame
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position

from ..gunnery import Inbound, SeaBattleJoined
from ..land_combat import BattleJoined
from . import arrivals, assign, bases, engagement, fire, hunting, resolve, squadrons, strike, support
from .record import (
    PLUGIN,
    AirState,
    FlightHit,
    FlightResolved,
    InterdictionPaid,
    Mission,
    MissionAssigned,
    MissionsCleared,
    MissionStage,
    base_hex,
    missions,
)
from .sound import invariant_missions, invariant_places
from .squadrons import Joining, squadron_options
from .tables import Air, Vichy, check_numbers
from .targets import reach_of

MANIFEST = Manifest(
    id=PLUGIN,
    summary="Air missions, interception and escort, strikes, close air support, interdiction, re-basing.",
    requires=("facilities",),
    after=("land_combat",),
)


@hook
def register(registry: Registry) -> None:
    registry.table("air", Air)
    registry.table("vichy", Vichy)
    registry.state(AirState())
    registry.frame(*assign.FRAMES, *bases.FRAMES, *squadrons.FRAMES, *support.FRAMES)
    for room in (resolve, engagement, fire, strike, arrivals, hunting):
        registry.frame(*room.FRAMES)
    registry.action(*assign.ACTIONS, *squadrons.ACTIONS)
    registry.check(check_numbers)
    registry.invariant(invariant_missions)
    registry.invariant(invariant_places)


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """Missions are open to all (TT-2.4.1-02)."""
    return value


@hook("fly")
def forbid_entry(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
    """Who found no airfield inside its own territory waits for one there (AMB-136)."""
    unit = now.state.units.get(words[1]) if len(words) == 3 else None
    return bases.why_abroad(now, unit, words[2]) if unit is not None else None


@hook("movement")
def modify_movement(query: Query) -> Iterable[Modifier]:
    """Interdicted spaces cost enemy land units more to enter or leave, once."""
    return support.slowed(query.now, query["unit"])


@hook("escape_range")
def modify_escape(query: Query) -> Iterable[Modifier]:
    """Aircraft on a lost base get away or not (air.lost_base)."""
    return bases.escape_range(query.now, query["unit"])


@hook(Moved)
def react_moved(event: Moved, now: Position) -> Iterable[Event]:
    """A land unit that has paid for an interdicted space does not pay again."""
    return support.paying(event, now)


@hook(BattleJoined)
def react_battle(event: BattleJoined, now: Position) -> Iterable[Frame]:
    """Close air support on land: the attacker says first."""
    return support.called(now, event.space, (event.attacker, event.defender), support.ON_LAND)


@hook(SeaBattleJoined)
def react_sea_battle(event: SeaBattleJoined, now: Position) -> Iterable[Frame]:
    """Close air support at sea: the attacker says first."""
    return support.called(now, event.space, (event.attacker, event.defender), support.AT_SEA)


@hook(PhaseEnded, TurnBegan)
def react_ended(event: PhaseEnded | TurnBegan, now: Position) -> Iterable[Event]:
    """Missions last until their turn has no more use for them."""
    return bases.ended(event, now)


@hook(Placed)
def react_displaced(event: Placed, now: Position) -> Iterable[Event]:
    """Who leaves its base in a hurry loses a mission that was not resolved."""
    return bases.displaced(event, now)


@hook(Removed)
def react_gone(event: Removed, now: Position) -> Iterable[Event]:
    """The mission of an aircraft that leaves play is over."""
    return bases.gone(event, now)


@hook(Inbound)
def react_inbound(event: Inbound, now: Position) -> Iterable[Event | Frame]:
    """What flies in to an airfield may be intercepted (TT-2.4.6-08)."""
    return (arrivals.Raid(event.space, units=event.units),)


@hook(Moved)
def react_ships(event: Moved, now: Position) -> Iterable[Event | Frame]:
    """With the switch, alerts engage ships that move within their reach (AMB-047)."""
    return hunting.hunts(now, event.unit, event.path) if now.settings(Air).ship_interception else ()


__all__ = [
    "Air",
    "AirState",
    "FlightHit",
    "FlightResolved",
    "InterdictionPaid",
    "Joining",
    "Mission",
    "MissionAssigned",
    "MissionStage",
    "MissionsCleared",
    "Vichy",
    "base_hex",
    "missions",
    "reach_of",
    "squadron_options",
]
