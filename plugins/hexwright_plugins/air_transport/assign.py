"""Flights are assigned, one piece at a time, in the window of air missions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.decisions import Because, spell
from hexwright.errors import Reason, nearest
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Action
from hexwright_plugins.air_ops import MissionAssigned
from hexwright_plugins.facilities import airfields, airfields_now
from hexwright_plugins.land_combat import is_land

from .assaults import alone, companions, needs_troops, supplied, why_hopeless
from .flights import (
    HOW_MANY,
    OFFENSIVE,
    WHERE,
    Load,
    cargo,
    carries,
    hangs_on,
    loads,
    reach,
    why_no_destination,
    why_no_start,
)
from .record import DROP, LIFT, Flight, Loaded, carried, flights
from .telling import because_flight, told_flight

ASSIGN = "air_ops.assign"


class Fly(Action):
    """A piece goes by air; those of a side that go to one space in one way make one flight."""

    windows = (ASSIGN,)
    rule = HOW_MANY
    kind: ClassVar[str] = ""

    def options(self, now: Position, seat: str) -> tuple[str, ...]:
        known = now.memo(f"air_transport.{self.verb}", *hangs_on(now))
        key = (seat, airfields_now(now))
        if key not in known:
            known[key] = tuple(text for unit in cargo(now, seat, self.kind) for text in self._to(now, seat, unit))
        found: tuple[str, ...] = known[key]
        return found

    def _to(self, now: Position, seat: str, unit: Unit) -> Iterator[str]:
        spaces: Iterable[str] = airfields(now) if self.kind == LIFT else _in_range(now, unit.at)
        for space in spaces:
            if self._why_not(now, seat, unit, space) is None:
                yield spell(self.verb, unit.id, space)

    def _why_not(self, now: Position, seat: str, unit: Unit, space: str) -> Reason | None:
        return why_no_destination(now, unit, self.kind, space) or why_hopeless(now, seat, Load(unit, self.kind, space))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason(f"say '{self.verb}', a piece and a space", self.rule)
        unit = now.state.units.get(words[1])
        if unit is None or not now.knows(seat, unit):
            near = nearest(words[1], [u.id for u in cargo(now, seat, self.kind)])
            return Reason(f"there is no unit {words[1]}", self.rule, nearest=" or ".join(near))
        if unit.nation not in now.nations_of(seat):
            return Reason(f"{now.name(unit.id)} is not yours", self.rule)
        if not carries(now, unit, self.kind):
            what = now.type(unit).name or unit.type
            done = "lifted" if self.kind == LIFT else "dropped"
            return Reason(f"{now.name(unit.id)} cannot be {done} ({what})", now.type(unit).rule or self.rule)
        reason = why_no_start(now, unit)
        if reason is not None:
            return reason
        reason = self._why_not(now, seat, unit, words[2])
        if reason is None:
            return None
        return reason if reason.nearest else evolve(reason, nearest=next(self._to(now, seat, unit), ""))

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_flight(now, now.unit(words[1]), self.kind, words[2])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_flight(now, now.unit(words[1]), self.kind, words[2])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        unit, space = now.unit(words[1]), words[2]
        side = now.side(unit.nation)
        mine = [f for f in flights(now).flights if f.side == side]
        flight = next((f.id for f in mine if f.kind == self.kind and f.to == space), "")
        if not flight:
            flight = f"flight_{side}_{len(mine) + 1}"
            play.emit(
                MissionAssigned(
                    unit=flight, kind=self.kind, target=space, base=unit.at, nation=unit.nation, rule=self.rule
                )
            )  # fmt: skip
        play.emit(
            Loaded(
                flight=flight, side=side, seat=seat, kind=self.kind, piece=unit.id, base=unit.at, to=space,
                rule="TT-2.4.1-R16" if now.has_tag(unit, "supply") else WHERE,
            )
        )  # fmt: skip


class Lift(Fly):
    """`lift PIECE SPACE`: from airfield to airfield."""

    verb = "lift"
    kind = LIFT


class Drop(Fly):
    """`drop PIECE SPACE`: from an airfield into any land space; onto enemies it is an assault, and takes Supply."""

    verb = "drop"
    kind = DROP

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        mine = [f for f in flights(now).flights if f.seat == seat and f.kind == DROP and f.stage == "assigned"]
        if not mine:
            return
        fed = supplied(now, seat, [a for side in dict.fromkeys(f.side for f in mine) for a in loads(now, side)])
        for flight in mine:
            units = carried(now, flight)
            if all(now.has_tag(u, "supply") for u in units):
                if units and needs_troops(now, units[0].nation, flight.to):
                    yield evolve(alone(now, units[0], flight.to), nearest=_cure(now, seat, flight, "combat"))
            elif not fed.get(flight.to, True):
                text = f"no Supply is left for the assault on {now.board.name(flight.to)}"
                yield Reason(text, OFFENSIVE, nearest=_cure(now, seat, flight, "supply"))


def _cure(now: Position, seat: str, flight: Flight, tag: str) -> str:
    """The drop that completes a flight, or that it is to be taken back."""
    unit = next(companions(now, seat, (), flight.to, tag), None)
    return spell("drop", unit.id, flight.to) if unit is not None else "retract"


def _in_range(now: Position, base: str) -> tuple[str, ...]:
    """The land spaces within reach of an airfield, near to far."""
    memo, most = now.board.memo, reach(now)
    key = ("air_transport.range", base, most)
    if key not in memo:
        memo[key] = tuple(s for s in now.board.within(base, most) if is_land(now, s))
    found: tuple[str, ...] = memo[key]
    return found


ACTIONS = (Lift(), Drop())
