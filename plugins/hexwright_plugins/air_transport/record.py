"""What air transport remembers: the flights of the turn with what they carry, and the events that change them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from attrs import evolve

from hexwright.classes import frozen
from hexwright.events import Event
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import Own, State

PLUGIN = "air_transport"
LIFT = "air_lift"
DROP = "air_drop"
Stage = Literal["assigned", "flown", "fights", "now", "waits", "over"]


@frozen
class Flight:
    """The pieces of a side that fly to one space, as (piece, airfield it starts from).

    They stay at their airfields until the flight comes down. Stages: assigned, then flown when it came through,
    fights while its assault waits for its owner's word, now or waits when it is spoken, over. `reserved` is the
    Supply of the assault.
    """

    id: str
    side: str
    seat: str
    kind: str
    to: str
    cargo: tuple[tuple[str, str], ...]
    stage: Stage = "assigned"
    reserved: tuple[str, ...] = ()


@frozen
class Flights:
    """The plug-in's own state: flights in the order of assignment, and pieces that have moved on land before."""

    flights: tuple[Flight, ...] = ()
    moved: tuple[str, ...] = ()

    def of(self, flight: str) -> Flight | None:
        """The flight with this id."""
        return next((f for f in self.flights if f.id == flight), None)

    def at(self, *stages: Stage) -> tuple[Flight, ...]:
        """The flights at one of these stages."""
        return tuple(f for f in self.flights if f.stage in stages)


OWN = Own(PLUGIN, Flights())


def flights(now: Position) -> Flights:
    """What air transport remembers now."""
    return OWN.of(now.state)


def carried(now: Position, flight: Flight) -> tuple[Unit, ...]:
    """The pieces that a flight still carries: those not lost and not captured, in the order of assignment."""
    units = now.state.units
    here = (units[p] for p, base in flight.cargo if p in units and units[p].at == base)
    return tuple(u for u in here if now.side(u.nation) == flight.side)


def landed(now: Position, flight: Flight) -> tuple[Unit, ...]:
    """The pieces of a flight that stand where it went."""
    units = now.state.units
    return tuple(units[p] for p, _ in flight.cargo if p in units and units[p].at == flight.to)


def pieces(known: Iterable[Flight]) -> tuple[str, ...]:
    """All pieces that these flights took along, those lost included."""
    return tuple(p for f in known for p, _ in f.cargo)


# ------------------------------------------------------------------ events


@frozen(kw_only=True)
class Loaded(Event):
    """A piece goes aboard a flight; the first one makes the flight."""

    flight: str
    side: str
    seat: str
    kind: str
    piece: str
    base: str
    to: str

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        load = (self.piece, self.base)
        if old.of(self.flight) is None:
            new = Flight(self.flight, self.side, self.seat, self.kind, self.to, (load,))
            return OWN.put(state, evolve(old, flights=(*old.flights, new)))
        changed = (evolve(f, cargo=(*f.cargo, load)) if f.id == self.flight else f for f in old.flights)
        return OWN.put(state, evolve(old, flights=tuple(changed)))

    def text(self) -> str:
        how = "is to be dropped at" if self.kind == DROP else "is to be flown to"
        return f"{self.piece} {how} {self.to} from {self.base}"


@frozen(kw_only=True)
class FlightStage(Event):
    """A flight has come to its next stage; with `reserved` that Supply is its assault's from now on."""

    minor: ClassVar[bool] = True

    flight: str
    stage: Stage
    reserved: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        new = tuple(
            evolve(f, stage=self.stage, reserved=self.reserved or f.reserved) if f.id == self.flight else f
            for f in old.flights
        )
        return OWN.put(state, evolve(old, flights=new))

    def text(self) -> str:
        told = {"flown": "has come through", "fights": "meets enemies", "now": "fights at once", "waits": "waits"}
        return f"{self.flight} {told.get(self.stage, 'is ' + self.stage)}"
