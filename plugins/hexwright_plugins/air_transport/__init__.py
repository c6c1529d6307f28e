"""Air transport: pieces lifted from airfield to airfield or dropped on the map, and assaults from the air."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from hexwright.events import Closed, Event, PhaseBegan, SliceSet, TurnBegan
from hexwright.frames import Frame
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position
from hexwright_plugins.air_ops import FlightHit, FlightResolved
from hexwright_plugins.land_combat import Battles, Move, troops

from . import drops
from .assaults import share, supplied
from .assign import ACTIONS, ASSIGN, Drop, Lift
from .drops import Drops, Stranded, may_wait, stranded, unfed, waiting
from .flights import Load, cargo, loads, start_quota, why_no_start
from .landing import CargoHits, land_to_come, lifted
from .record import DROP, LIFT, PLUGIN, Flight, Flights, FlightStage, Loaded, carried, flights, landed, pieces
from .tables import AirTransport, check_table, closed_to_drops

MANIFEST = Manifest(
    id=PLUGIN,
    summary="Air lift and air drop: two pieces a side and turn, an assault from the air at once or in Land.",
    requires=("air_ops", "facilities", "land_combat", "logistics"),
)


@hook(FlightHit)
def react_hit(event: FlightHit, now: Position) -> Iterable[Frame]:
    """Hits on a flight take what it carries (TT-2.4.1-R17)."""
    return (CargoHits(event.flight, event.hits),) if flights(now).of(event.flight) is not None else ()


@hook(FlightResolved)
def react_resolved(event: FlightResolved, now: Position) -> Iterable[Event]:
    """A lift that came through lands; a drop comes down when all air missions are over."""
    flight = flights(now).of(event.flight)
    if flight is None or flight.stage != "assigned":
        return ()
    if flight.kind == LIFT:
        return lifted(now, flight)
    return (FlightStage(flight=flight.id, stage="flown", rule="TT-2.4.1-20"),)


@hook("held")
def modify_held(query: Query) -> Iterator[Modifier]:
    """Who came by air does not move on land; nobody leaves a space in which an assault from the air waits."""
    now, seat = query.now, query["seat"]
    known = flights(now).flights
    if known and now.settings(AirTransport).exclusive_with_land_move:
        for piece in pieces(known):
            yield Modifier(f"{now.name(piece)} went by air this turn", where=piece, rule="TT-2.4.1-R18")
    spaces = {f.to for f in waiting(now)}
    for unit in troops(now, seat) if spaces else ():
        if unit.at in spaces:
            text = f"there is an assault from the air in {unit.at}: {now.name(unit.id)} may not leave"
            yield Modifier(text, where=unit.id, rule="TT-PA.2-02")


@hook("stored")
def modify_stored(query: Query) -> Iterator[Modifier]:
    """The Supply of an assault that waits can be lost to the enemy before Land (AMB-063)."""
    for flight in waiting(query.now):
        for token in flight.reserved:
            yield Modifier(f"{token} is reserved for the assault on {flight.to}", where=token, rule="TT-PA.2-02")


@hook(Closed)
def react_closed(event: Closed, now: Position) -> Iterable[Event | Frame]:
    """At the end of a side's moves: who moved will not fly; a waiting assault may have lost its Supply."""
    if event.window != Move.name:
        return
    yield from stranded(now)
    if not now.settings(AirTransport).exclusive_with_land_move or not air_to_come(now):
        return
    settings, known = now.settings(AirTransport), flights(now)
    types = (*settings.cargo, *settings.drop_cargo)
    able = (u for u in troops(now, event.seat) if u.spent and (u.type in types or u.id in settings.paratroops))
    moved = tuple(dict.fromkeys((*known.moved, *(u.id for u in able))))
    if moved != known.moved:
        yield SliceSet(plugin=PLUGIN, value=evolve(known, moved=moved), rule="TT-2.4.1-R18")


def air_to_come(now: Position) -> bool:
    """Are air missions still to be assigned this turn?"""
    return any(not now.done(p) for p, spec in now.rules.phase.items() if spec.frame == ASSIGN)


@hook(PhaseBegan)
def react_began(event: PhaseBegan, now: Position) -> Iterable[Event | Frame]:
    """Before moves and battles on land: a waiting assault may have lost its Supply."""
    if now.rules.phase[event.phase].frame in (Move.name, Battles.name):
        yield from stranded(now)


@hook(TurnBegan)
def react_turn(event: TurnBegan, now: Position) -> Iterable[Event]:
    """A side's air transport is back, whatever happened to it (AMB-060)."""
    if flights(now) != Flights():
        yield SliceSet(plugin=PLUGIN, value=Flights(), rule="TT-2.4.1-R17")


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """Flights are open to all (TT-2.4.1-02)."""
    return value


@hook
def register(registry: Registry) -> None:
    registry.table("air_transport", AirTransport)
    registry.state(Flights())
    registry.frame(*drops.FRAMES, CargoHits)
    registry.action(*ACTIONS)
    registry.check(check_table)


__all__ = [
    "DROP",
    "LIFT",
    "AirTransport",
    "CargoHits",
    "Drop",
    "Drops",
    "Flight",
    "FlightStage",
    "Flights",
    "Lift",
    "Load",
    "Loaded",
    "Stranded",
    "cargo",
    "carried",
    "closed_to_drops",
    "flights",
    "land_to_come",
    "landed",
    "loads",
    "may_wait",
    "share",
    "start_quota",
    "supplied",
    "unfed",
    "waiting",
    "why_no_start",
]
