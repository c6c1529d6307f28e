"""Flights come in: what hits take from their cargo, where the pieces land, and who turns back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE
from hexwright.events import Event, Noted, Placed, Removed, Spent, StatusSet
from hexwright.frames import ChanceFrame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import allowance
from hexwright_plugins.air_ops import MissionStage
from hexwright_plugins.facilities import airfield_quota, is_open
from hexwright_plugins.land_combat import Attacked, Battles

from .flights import WHERE, met, opposed
from .record import Flight, FlightStage, carried, flights
from .tables import AirTransport

CAME = "flown"


def land_to_come(now: Position) -> bool:
    """Are the battles of Land still to be fought this turn?"""
    phases = (p for p, spec in now.rules.phase.items() if spec.frame == Battles.name)
    return any(not now.done(p) for p in phases)


# ------------------------------------------------------------------ hits on the way


@frozen
class CargoHits(ChanceFrame):
    """Each hit on a flight takes one carried piece at random, or with the switch all of them (AMB-060)."""

    name: ClassVar[str] = "air_transport.hits"
    rule: ClassVar[str] = "TT-2.4.1-R17"
    flight: str
    hits: int

    def _left(self, now: Position) -> tuple[Unit, ...]:
        flight = flights(now).of(self.flight)
        return carried(now, flight) if flight is not None and self.hits > 0 else ()

    def _all(self, now: Position) -> bool:
        return now.settings(AirTransport).hit_effect == "all_cargo" or self.hits >= len(self._left(now))

    def asked(self, now: Position) -> tuple[str, ...]:
        return () if self._all(now) else (CHANCE,)

    def prompt(self, now: Position, seat: str) -> str:
        carried_ = ", ".join(f"{n} {u.id}" for n, u in enumerate(self._left(now), 1))
        return f"air transport {self.flight} is hit: which piece is lost? {carried_}"

    def label(self, now: Position) -> str:
        return f"cargo of {self.flight}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return (len(self._left(now)),)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        lost = self._left(play.now)[faces[0] - 1]
        play.become(evolve(self, hits=self.hits - 1))
        self._lose(play, lost)

    def step(self, play: Play) -> None:
        lost = self._left(play.now)
        play.done()
        self._lose(play, *lost)

    def _lose(self, play: Play, *lost: Unit) -> None:
        flight = flights(play.now).of(self.flight)
        if flight is None or not lost:
            return
        for unit in lost:
            play.emit(Removed(unit=unit.id, how="lost", at=flight.to, rule=self.rule))
        if not carried(play.now, flight):
            play.emit(FlightStage(flight=flight.id, stage="over", rule=self.rule))
            play.emit(MissionStage(unit=flight.id, stage="lost", why="all it carried is lost", rule=self.rule))


# ------------------------------------------------------------------ coming down


def over(flight: Flight, rule: str) -> tuple[Event, ...]:
    """A flight has done what it was to do."""
    return (
        FlightStage(flight=flight.id, stage="over", rule=rule),
        MissionStage(unit=flight.id, stage="used", rule=rule),
    )


def comes_in(now: Position, unit: Unit, to: str, rule: str) -> Iterator[Event]:
    """A piece stands where it was flown (`to` may be where it started); it will not move on land this turn."""
    if to != unit.at:
        yield Placed(unit=unit.id, at=to, was=unit.at, rule=rule)
    yield StatusSet(unit=unit.id, status=CAME, rule=rule)
    left = allowance(now, unit).value - unit.spent
    if now.settings(AirTransport).exclusive_with_land_move and land_to_come(now) and left > 0:
        yield Spent(unit=unit.id, cost=left, rule="TT-2.4.1-R18")


def turns_back(now: Position, units: tuple[Unit, ...], why: str) -> Iterator[Event]:
    """Pieces that cannot land are where they started."""
    for unit in units:
        yield Noted(note=f"{unit.id} turns back to {unit.at}: {why}", rule=WHERE)
        yield from comes_in(now, unit, unit.at, WHERE)


def lifted(now: Position, flight: Flight) -> Iterator[Event]:
    """A lift comes in, if its airfield can still receive it."""
    units = carried(now, flight)
    yield from over(flight, WHERE)
    room = airfield_quota(now, flight.to) if units and is_open(now, flight.to, units[0].nation) else 0
    for unit in units[:room]:
        yield from comes_in(now, unit, flight.to, WHERE)
    yield from turns_back(now, units[room:], f"the airfield of {flight.to} cannot receive it")


def dropped(now: Position, flight: Flight) -> Iterator[Event]:
    """A drop comes down: among enemies that can fight it is an assault; Supply alone does not come down there."""
    units = carried(now, flight)
    troops = tuple(u for u in units if now.has_tag(u, "combat"))
    goods = tuple(u for u in units if u not in troops)
    if not troops and goods and why_goods_stay(now, goods[0], flight.to):
        yield from over(flight, WHERE)
        yield from turns_back(now, goods, why_goods_stay(now, goods[0], flight.to))
        return
    fights = bool(troops) and opposed(now, troops[0].nation, flight.to)
    for unit in (*troops, *goods):
        yield from comes_in(now, unit, flight.to, WHERE)
    if not fights:
        yield from over(flight, WHERE)
        return
    yield MissionStage(unit=flight.id, stage="used", rule=WHERE)
    yield FlightStage(flight=flight.id, stage="fights", rule="TT-PA.2-02")
    for unit in troops:
        yield Attacked(unit=unit.id, space=flight.to, origin="", rule=WHERE)


def why_goods_stay(now: Position, unit: Unit, space: str) -> str:
    """Why Supply whose troops are lost does not come down; "" where it does."""
    if met(now, unit.nation, space):
        return f"enemies are in {space}"
    if now.settings(AirTransport).supply_drop == "escorted" and not now.controls(unit.nation, space):
        return "its troops are lost"
    return ""
