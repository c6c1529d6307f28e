"""Bases: re-basing, aircraft back from their missions, alerts kept for Deploy, and what a lost base costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Arrived, Event, PhaseEnded, Placed, Removed, TurnBegan
from hexwright.frames import Frame, Play
from hexwright.hooks import Modifier
from hexwright.pieces import Unit
from hexwright.position import Position

from ..facilities import AIRFIELD, airfield_room, airfields, is_open
from ..facilities.works import key_of
from .record import PLUGIN, AirState, Mission, MissionsCleared, MissionStage, base_hex, missions
from .squadrons import full, joined
from .tables import Air, Vichy
from .targets import INTERCEPT, REBASE, aircraft

HOLDER = "holder"
OVER = ("used", "lost")


def seats_in_order(now: Position) -> tuple[str, ...]:
    """The holder of the initiative first, then the others."""
    first = now.seat_for(HOLDER) if HOLDER in now.rules.role else ""
    return tuple(sorted(now.rules.seats, key=lambda s: s != first))


# ------------------------------------------------------------------ re-basing


def rebasing(now: Position, seat: str) -> tuple[Unit, ...]:
    """The aircraft of a seat that wait in its re-base box, in the order of ids."""
    box = now.settings(Air).rebase_boxes.get(seat, "")
    return tuple(u for u in now.units_at(box) if u.id in aircraft(now, seat)) if box else ()


def new_bases(now: Position, unit: Unit) -> Iterator[str]:
    """Where a re-basing aircraft may go: airfields with room in the order of the map, for squadrons also carriers."""
    free = now.has_tag(unit, "squadron")
    for space in airfields(now):
        fits = free or (airfield_room(now, space) > 0 and _near_enough(now, unit, space))
        if fits and is_open(now, space, unit.nation) and _in_zone(now, unit, space):
            yield space
    if free:
        yield from (ship.id for ship in carriers(now, unit.nation) if _takes(now, ship))


def _in_zone(now: Position, unit: Unit, space: str) -> bool:
    vichy = now.settings(Vichy)
    return unit.nation != vichy.nation or not vichy.rebase_zone or space in now.zone(vichy.rebase_zone)


def why_abroad(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why an aircraft is not based in a space: it does not leave its own territory (AMB-136)."""
    if space not in now.board or not now.has_tag(unit, "air") or _in_zone(now, unit, space):
        return None
    return Reason(f"{now.name(unit.id)} does not leave its own territory", "TT-1.2.1-R04", at="vichy.rebase_zone")


def _near_enough(now: Position, unit: Unit, space: str) -> bool:
    """Is an airfield near enough to the old base (air.rebase_range)?"""
    air = now.settings(Air)
    mission = missions(now).of(unit.id)
    if air.rebase_range == "unlimited" or mission is None or not now.is_place(mission.base):
        return True
    ship = now.state.units.get(mission.base)
    far = now.board.distance(base_hex(now, ship) if ship is not None else mission.base, space)
    reach = now.type(unit).range * (2 if air.rebase_range == "double" else 1)
    return far is not None and far <= (reach - 1 if air.range_counts_start_hex and far else reach)


def carriers(now: Position, nation: str) -> tuple[Unit, ...]:
    """The carriers of a nation that are at sea or in port, in the order of ids."""
    ships = (u for u in now.units() if u.nation == nation and _aircraft_type(now, u))
    return tuple(u for u in ships if now.on_map(base_hex(now, u)))


def _aircraft_type(now: Position, ship: Unit) -> str:
    """The type of the aircraft that a ship carries, "" for ships without."""
    holds = now.type(ship).holds
    if not holds or not now.has_tag(ship, "ship"):
        return ""
    types = now.rules.unit_type.items()
    return next((t for t, spec in types if "air" in spec.tags and set(holds).intersection(spec.tags)), "")


def _aboard(now: Position, ship: Unit) -> Unit | None:
    return next((u for u in now.units_at(ship.id) if now.has_tag(u, "air")), None)


def _takes(now: Position, ship: Unit) -> bool:
    """Can a squadron strengthen or rebuild the air group of a carrier?"""
    group = _aboard(now, ship)
    return group is None or not full(now, group)


def rebuilt(now: Position, squadron: Unit, ship: Unit) -> tuple[Event, ...]:
    """A squadron goes aboard a carrier: it joins the air group there, or becomes the new one (TT-3.2-05)."""
    rule = "TT-3.2-05"
    group = _aboard(now, ship)
    if group is not None:
        return joined(now, squadron, group, rule)
    kind = _aircraft_type(now, ship)
    known = now.game.order_of_battle.values()
    lost = [u for u in known if u.type == kind and u.nation == ship.nation and u.id not in now.state.units]
    old = next((u.id for u in lost if u.at == ship.id), lost[0].id if lost else f"{ship.id}_air")
    new = Unit(old, kind, ship.nation, ship.id, squadron.steps)
    return Removed(unit=squadron.id, how="joined", at=now.where(squadron), rule=rule), Arrived(unit=new, rule=rule)


@frozen
class Rebase(Frame):
    """Re-basing aircraft come down on their new airfields; the holder of the initiative says first where."""

    name: ClassVar[str] = f"{PLUGIN}.rebase"
    rule: ClassVar[str] = "TT-2.4.5-01"

    def _seat(self, now: Position) -> str:
        return next((s for s in seats_in_order(now) if rebasing(now, s)), "")

    def _choices(self, now: Position) -> list[tuple[str, str]]:
        return [(u.id, place) for u in rebasing(now, self._seat(now)) for place in new_bases(now, u)]

    def _stranded(self, now: Position) -> Unit | None:
        return next((u for u in rebasing(now, self._seat(now)) if next(new_bases(now, u), None) is None), None)

    def asked(self, now: Position) -> tuple[str, ...]:
        seat = self._seat(now)
        return (seat,) if seat and self._stranded(now) is None and len(self._choices(now)) > 1 else ()

    def window(self) -> str:
        return self.name

    def prompt(self, now: Position, seat: str) -> str:
        return "where are the re-basing aircraft based from now on?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("rebase", unit, place) for unit, place in self._choices(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        choices = self._choices(now)
        near = spell("rebase", *choices[0])
        if words[0] != "rebase" or len(words) != 3:
            return Reason("say 'rebase', an aircraft and its new base", self.rule, nearest=near)
        if (words[1], words[2]) in choices:
            return None
        unit = next((u for u in rebasing(now, seat) if u.id == words[1]), None)
        if unit is None:
            return Reason(f"{words[1]} is no aircraft of yours that re-bases", self.rule, nearest=near)
        own = next(spell("rebase", *c) for c in choices if c[0] == unit.id)
        return _why_no_base(now, unit, words[2], own)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_base  # it builds on rooms that build on this one

        return because_base(now, words[1], words[2]) if words else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        _come_down(play, play.now.unit(words[1]), words[2], self.rule)

    def step(self, play: Play) -> None:
        now = play.now
        seat = self._seat(now)
        if not seat:
            play.done()
            return
        stranded = self._stranded(now)
        if stranded is None:
            unit, place = self._choices(now)[0]
            _come_down(play, now.unit(unit), place, self.rule)
        else:
            _wait(play, stranded, seat)


def _come_down(play: Play, unit: Unit, place: str, rule: str) -> None:
    ship = play.now.state.units.get(place)
    if missions(play.now).of(unit.id) is not None:
        play.emit(MissionStage(unit=unit.id, stage="used", rule=rule))
    if ship is not None:
        play.emit(*rebuilt(play.now, unit, ship))
    else:
        play.emit(Placed(unit=unit.id, at=place, was=unit.at, rule=rule))


def _wait(play: Play, unit: Unit, seat: str) -> None:
    """Nothing is free: an aircraft waits off the map for an airfield with room, or is lost where there is no box."""
    box = play.now.settings(Air).waiting_boxes.get(seat, "")
    if missions(play.now).of(unit.id) is not None:
        play.emit(MissionStage(unit=unit.id, stage="used", why="no airfield is free", rule="TT-2.4.1-R13"))
    if box:
        play.emit(Placed(unit=unit.id, at=box, was=unit.at, rule="TT-2.4.1-R13"))
    else:
        play.emit(Removed(unit=unit.id, how="lost", at=unit.at, rule="TT-2.4.1-R20"))


def _why_no_base(now: Position, unit: Unit, place: str, near: str) -> Reason:
    name = now.name(unit.id)
    if place in now.state.units:
        return Reason(f"{name} cannot go aboard {now.name(place)}", "TT-3.2-05", nearest=near)
    if place not in now.board or not is_open(now, place, unit.nation) or place not in airfields(now):
        return Reason(f"{place} is no friendly airfield", "TT-2.4.1-R13", nearest=near)
    label = now.board.name(place)
    abroad = why_abroad(now, unit, place)
    if abroad is not None:
        return evolve(abroad, nearest=near)
    if not now.has_tag(unit, "squadron") and not _near_enough(now, unit, place):
        return Reason(f"{label} is too far for {name}", "TT-2.4.1-R13", nearest=near, at="air.rebase_range")
    at = key_of(now, place, AIRFIELD)
    return Reason(f"the airfield of {label} has no room", "TT-2.4.1-R13", (("room", 0),), near, at=at)


# ------------------------------------------------------------------ back from their missions


def alerts(now: Position, seat: str) -> tuple[Mission, ...]:
    """The interceptors of a seat that have not engaged yet."""
    mine = aircraft(now, seat)
    found = (m for m in missions(now).missions if m.kind == INTERCEPT and m.stage == "assigned" and m.unit in mine)
    return tuple(m for m in found if "engaged" not in mine[m.unit].status)


@frozen
class Returns(Frame):
    """Aircraft return to base; interceptors that have not engaged may stay on alert for what comes in Deploy."""

    name: ClassVar[str] = f"{PLUGIN}.returns"
    rule: ClassVar[str] = "TT-2.4.5-06"
    kept: tuple[str, ...] = ()

    def _next(self, now: Position) -> tuple[str, str]:
        """The seat and its next interceptor to be decided on, ("", "") when none is left."""
        left = ((s, m.unit) for s in seats_in_order(now) for m in alerts(now, s) if m.unit not in self.kept)
        return next(left, ("", ""))

    def asked(self, now: Position) -> tuple[str, ...]:
        seat, _ = self._next(now)
        return (seat,) if seat else ()

    def window(self) -> str:
        return self.name

    def prompt(self, now: Position, seat: str) -> str:
        return f"does {self._next(now)[1]} stay on alert for arrivals by air?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("unit", self._next(now)[1]),)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        unit = self._next(now)[1]
        return [spell("keep", unit), spell("stand_down", unit)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        return Reason("say 'keep' or 'stand_down' and the interceptor", self.rule, nearest=options[0])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_alert

        return because_alert(now, words[1]) if words[1:] else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words[0] == "keep":
            play.become(Returns((*self.kept, words[1])))
        else:
            play.emit(MissionStage(unit=words[1], stage="used", why="it stands down", rule=self.rule))

    def step(self, play: Play) -> None:
        play.done()


# ------------------------------------------------------------------ reactions


def ended(event: PhaseEnded | TurnBegan, now: Position) -> Iterator[Event]:
    """With the last part in which aircraft act their missions are over."""
    last = isinstance(event, TurnBegan) or event.phase == now.settings(Air).cleared_after
    if last and missions(now) != AirState():
        yield MissionsCleared(rule="TT-2.4.5-06")


def displaced(event: Placed, now: Position) -> Iterator[Event]:
    """An aircraft that had to leave its base loses a mission that was not resolved yet (AMB-067)."""
    mission = missions(now).of(event.unit)
    if mission is None or mission.kind == REBASE or mission.stage != "assigned" or mission.base == event.at:
        return
    if event.unit in now.state.units:
        yield MissionStage(unit=event.unit, stage="lost", why="its base is lost", rule="TT-2.4.1-R20")


def gone(event: Removed, now: Position) -> Iterator[Event]:
    """With an aircraft goes its mission."""
    mission = missions(now).of(event.unit)
    if mission is not None and mission.stage not in OVER:
        yield MissionStage(unit=event.unit, stage="lost", rule=event.rule)


def escape_range(now: Position, unit: Unit) -> Iterator[Modifier]:
    """How far an aircraft escapes from a lost base: not at all with one switch, less far with the other."""
    air = now.settings(Air)
    if not now.has_tag(unit, "air"):
        return
    if air.lost_base == "destroyed":
        yield Modifier("aircraft on a lost base are destroyed", -1, op="min", rule="TT-2.4.1-R20", at="air.lost_base")
    if air.range_counts_start_hex:
        yield Modifier("the base counts", -1, rule="TT-2.4.1-R02", at="air.range_counts_start_hex")


FRAMES = (Rebase, Returns)
