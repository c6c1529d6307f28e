"""Reinforcements: units that come on schedule, and the sealed plans by which arrivals land in Deploy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import attrs
from attrs import frozen

from hexwright.errors import Reason, nearest
from hexwright.events import Arrived, Event, Noted, PhaseBegan, Placed
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.control import claimed
from hexwright.rules.stacking import room_for
from hexwright.ruleset.schema import ReinforcementSpec, key
from hexwright.windows import Order, Orders
from hexwright_plugins.facilities import accepts_arrivals, airfield_quota, airfield_room, landing_room

MANIFEST = Manifest(
    id="reinforce",
    summary="units arrive on schedule and land where port and airfield take them",
    requires=("facilities",),
    after=("convoys", "eastmed"),
)


@frozen
class Reinforce:
    """[reinforce]"""

    submarine_delay: int = key("turns until a new submarine is stationed", 0)
    mode_locked: bool = key("sea entries only by sea, air entries only by air", True)
    fly_from: dict[str, tuple[str, ...]] = key("box -> tags of the pieces that enter by air from there", {})
    air_entry: dict[str, tuple[str, ...]] = key("seat -> the only spaces its aircraft may enter at", {})
    waiting: dict[str, str] = key("box -> port at which its land pieces land", {})
    submarine_tag: str = key("tag of the units that the delay is for", "submarine")
    group_tag: str = key("units with this tag need room on the airfield", "group")
    free_tag: str = key("units with this tag need none", "squadron")
    land_tag: str = key("units with this tag use the landing quota", "land")


@frozen
class Deploy:
    """[deploy]"""

    order: str = key("'simultaneous': both plans are sealed and shown together", "simultaneous")


@frozen
class Late:
    """Own state: units whose place was barred, with the entry of the schedule they belong to."""

    units: tuple[tuple[str, str], ...] = ()


# ------------------------------------------------------------------ the schedule


def members(now: Position, spec: ReinforcementSpec) -> tuple[Unit, ...]:
    """The units of an entry, those with a count unfolded."""
    out = []
    for id_ in spec.units:
        count = now.rules.unit[id_].count
        names = [id_] if count == 1 else [f"{id_}_{n}" for n in range(1, count + 1)]
        out.extend(now.game.order_of_battle[n] for n in names)
    return tuple(out)


def due(now: Position, spec: ReinforcementSpec) -> int:
    """The turn of an entry, with the delay of submarines."""
    settings = now.settings(Reinforce)
    late = any(settings.submarine_tag in now.game.tags[u.type] for u in members(now, spec))
    return spec.turn + (settings.submarine_delay if late else 0)


def entry(now: Position, unit: Unit, spec: ReinforcementSpec) -> str:
    """The first place of an entry that can take the unit; "" when none can."""
    for place in spec.at:
        if place in now.board and now.board.kind_of(place) == "hex":
            if now.enemies_at(place, unit.nation, ("combat",)) or room_for(now, unit, place) < unit.steps:
                continue
        return place
    return ""


@frozen
class Schedule(Frame):
    """What the schedule brings at the start of a phase."""

    name: ClassVar[str] = "reinforce.schedule"
    phase: str = ""

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        waiting = []
        for id_, spec in now.rules.reinforcement.items():
            if spec.phase != self.phase:
                continue
            late = [u for u, s in now.slice(Late).units if s == id_]
            fresh = list(members(now, spec)) if due(now, spec) == now.turn and not spec.choice else []
            for unit in [*fresh, *(now.game.order_of_battle[u] for u in late)]:
                if unit.id in play.state.units or unit.id in play.state.gone:
                    continue
                place = entry(play.now, unit, spec)
                if place:
                    play.emit(Arrived(unit=attrs.evolve(unit, at=place), rule=spec.rule))
                elif spec.blocked == "wait":
                    waiting.append((unit.id, id_))
                    play.emit(Noted(note=f"{now.name(unit.id)} waits: its place of arrival is barred", rule=spec.rule))
                else:
                    play.emit(Noted(note=f"{now.name(unit.id)} is lost: its place of arrival is barred", rule=spec.rule))
        kept = tuple(w for w in now.slice(Late).units if now.rules.reinforcement[w[1]].phase != self.phase)
        if (*kept, *waiting) != now.slice(Late).units:
            play.set_slice(Late((*kept, *waiting)))


@hook(PhaseBegan)
def react_schedule(event: PhaseBegan, now: Position) -> Iterable[Event | Frame]:
    """A phase begins: something may be due."""
    specs = [(i, s) for i, s in now.rules.reinforcement.items() if s.phase == event.phase]
    if any(due(now, s) == now.turn and not s.choice for _, s in specs) or any(
        w[1] == i for i, _ in specs for w in now.slice(Late).units
    ):
        return [Schedule(event.phase)]
    return []


@frozen
class Arrive(Frame):
    """The phase of arrivals itself: the schedule has acted when it began."""

    name: ClassVar[str] = "reinforce.arrive"

    def step(self, play: Play) -> None:
        play.done()


class Take(Order):
    """`take UNIT`: which of several entries of the schedule comes this turn (TT-1.2.3-R01)."""

    verb = "take"
    windows = ("convoys.load",)
    rule = "TT-1.2.3-R01"

    def _open(self, now: Position, seat: str) -> Iterator[tuple[ReinforcementSpec, tuple[Unit, ...]]]:
        for spec in now.rules.reinforcement.values():
            if spec.choice and spec.turn == now.turn and spec.phase == now.phase:
                units = tuple(u for u in members(now, spec) if now.seat_of(u.nation) == seat)
                if units:
                    yield spec, units

    def _taken(self, units: tuple[Unit, ...], draft: tuple[str, ...]) -> int:
        return sum(f"take {u.id}" in draft for u in units)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        for spec, units in self._open(now, seat):
            if self._taken(units, draft) < spec.choice:
                yield from (f"take {u.id}" for u in units if f"take {u.id}" not in draft)

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[Reason]:
        for spec, units in self._open(now, seat):
            taken = self._taken(units, draft)
            if taken < spec.choice:
                names = " or ".join(u.id for u in units)
                numbers = (("taken", taken), ("to take", spec.choice))
                yield Reason(f"choose what comes by air: {names}", self.rule, numbers, f"take {units[0].id}")

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        for spec, units in self._open(play.now, seat):
            for unit in units:
                if f"take {unit.id}" in choices:
                    play.emit(Arrived(unit=attrs.evolve(unit, at=spec.at[0]), rule=self.rule))


# ------------------------------------------------------------------ plans of Deploy


def port_of(now: Position, unit: Unit) -> str:
    """The space at which a piece waiting in a box lands, "" when it waits in none."""
    place = unit.at
    for kind, name in (("convoy_box", "port"), ("direct", "to")):
        found = now.board.features(place).get(kind)
        if found is not None:
            return str(found[name])
    return now.settings(Reinforce).waiting.get(place, "")


def is_direct(now: Position, unit: Unit) -> bool:
    """Does the piece stand in a box of direct Supply?"""
    return "direct" in now.board.features(unit.at)


def waiting(now: Position, seat: str) -> Iterator[Unit]:
    """A seat's pieces in boxes that may land or fly in, in the order of boxes and ids."""
    settings = now.settings(Reinforce)
    for place in now.board.spaces:
        if now.board.kind_of(place) == "hex":
            continue
        fly = settings.fly_from.get(place, ())
        features = now.board.features(place)
        if fly or "convoy_box" in features or "direct" in features or place in settings.waiting:
            for unit in now.units_at(place, seat):
                if now.seat_of(unit.nation) == seat:
                    yield unit


def planned(now: Position, draft: tuple[str, ...]) -> Iterator[tuple[Unit, str, str]]:
    """(piece, space, verb) of every arrival in a draft."""
    for text in draft:
        words = text.split()
        unit = now.unit(words[1])
        yield unit, (words[2] if words[0] == "fly" else port_of(now, unit)), words[0]


def fits(now: Position, unit: Unit, space: str, draft: tuple[str, ...]) -> Reason | None:
    """Why a piece would break the stacking limit there, with what the draft brings (TT-2.4.6-R04)."""
    room = room_for(now, unit, space)
    coming = sum(u.steps for u, s, _ in planned(now, draft) if s == space and room_for(now, u, space) < 1_000)
    if room < 1_000 and coming + unit.steps > room:
        return Reason(f"too many steps in {space}", "TT-2.4.6-R04", (("room", room), ("coming", coming + unit.steps)))
    return None


class Land(Order):
    """`land PIECE`: a piece of a convoy box, of direct Supply or of the waiting box lands at its port."""

    verb = "land"
    windows = ("reinforce.place",)
    rule = "TT-2.4.6-01"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        for unit in waiting(now, seat):
            if port_of(now, unit) and self.refuse(now, seat, draft, ("land", unit.id)) is None:
                yield f"land {unit.id}"

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        unit = _own_piece(now, seat, words, 2)
        if isinstance(unit, Reason):
            return unit
        space = port_of(now, unit)
        if not space or not now.has_tag(unit, now.settings(Reinforce).land_tag):
            return Reason(f"{now.name(unit.id)} does not come by sea", "TT-1.2.3-R02")
        if any(u.id == unit.id for u, _, _ in planned(now, draft)):
            return Reason(f"{now.name(unit.id)} lands already", self.rule, nearest="retract")
        if not now.controls(unit.nation, space):
            return Reason(f"{now.board.name(space)} is not ours: the piece stays in its box", "TT-2.4.6-R08")
        there = sum(s == space and verb == "land" for _, s, verb in planned(now, draft))
        most = landing_room(now, space, unit.nation)
        if is_direct(now, unit):
            most += airfield_quota(now, space)
        if there >= most:
            numbers = (("landing", there), ("limit", most))
            return Reason(f"{now.board.name(space)} lands no more this turn", "TT-2.4.6-R01", numbers)
        return fits(now, unit, space, draft)

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        now = play.now
        for unit, space, _ in list(planned(now, choices)):
            rule = "TT-2.3-12" if is_direct(now, unit) else self.rule
            play.emit(Placed(unit=unit.id, at=space, was=unit.at, rule=rule))
            play.emit(*claimed(play.now, space))


class Fly(Order):
    """`fly PIECE SPACE`: an arrival by air lands on a friendly, undamaged airfield with room."""

    verb = "fly"
    windows = ("reinforce.place",)
    rule = "TT-2.4.6-04"

    def _fields(self, now: Position, seat: str) -> tuple[str, ...]:
        only = now.settings(Reinforce).air_entry.get(seat)
        if only is not None:
            return only
        return tuple(s for s in now.board.spaces if now.has_feature(s, "airfield"))

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        fields: tuple[str, ...] | None = None
        for unit in waiting(now, seat):
            if not self._flies(now, unit):
                continue
            fields = fields if fields is not None else self._fields(now, seat)
            for space in fields:
                if self.refuse(now, seat, draft, ("fly", unit.id, space)) is None:
                    yield f"fly {unit.id} {space}"

    def _flies(self, now: Position, unit: Unit) -> bool:
        tags = now.settings(Reinforce).fly_from.get(unit.at, ())
        return bool(tags) and now.has_tag(unit, *tags)

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        unit = _own_piece(now, seat, words, 3)
        if isinstance(unit, Reason):
            return unit
        space = words[2]
        settings = now.settings(Reinforce)
        if not self._flies(now, unit):
            return Reason(f"{now.name(unit.id)} does not come by air", "TT-1.2.3-R02")
        if any(u.id == unit.id for u, _, _ in planned(now, draft)):
            return Reason(f"{now.name(unit.id)} has its airfield already", self.rule, nearest="retract")
        if space not in now.board:
            near = nearest(space, now.board.spaces, 1)
            return Reason(f"there is no space {space}", nearest=f"fly {unit.id} {near[0]}" if near else "")
        entry_points = settings.air_entry.get(seat)
        if entry_points is not None and space not in entry_points:
            return Reason(f"new aircraft enter at {', '.join(entry_points)}", "TT-2.4.6-05",
                          nearest=f"fly {unit.id} {entry_points[0]}")  # fmt: skip
        if not now.has_feature(space, "airfield") or not now.controls(unit.nation, space):
            return Reason(f"{now.board.name(space)} is no airfield of ours", self.rule)
        if not accepts_arrivals(now, space):
            return Reason(f"the airfield of {now.board.name(space)} accepts no arrivals now", "TT-2.4.6-12")
        return self._room(now, unit, space, draft)

    def _room(self, now: Position, unit: Unit, space: str, draft: tuple[str, ...]) -> Reason | None:
        settings = now.settings(Reinforce)
        if now.has_tag(unit, settings.free_tag):
            return None
        tag = settings.group_tag if now.has_tag(unit, settings.group_tag) else settings.land_tag
        most = airfield_room(now, space) if tag == settings.group_tag else airfield_quota(now, space)
        coming = sum(s == space and verb == "fly" and now.has_tag(u, tag) for u, s, verb in planned(now, draft))
        if coming >= most:
            rule = "TT-2.4.6-07" if tag == settings.group_tag else "TT-2.4.6-06"
            return Reason(f"no room at {now.board.name(space)}", rule, (("coming", coming), ("limit", most)))
        return fits(now, unit, space, draft)

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        now = play.now
        only = now.settings(Reinforce).air_entry.get(seat) is not None
        for unit, space, _ in list(planned(now, choices)):
            play.emit(Placed(unit=unit.id, at=space, was=unit.at, rule="TT-2.4.6-05" if only else self.rule))
            play.emit(*claimed(play.now, space))


def _own_piece(now: Position, seat: str, words: tuple[str, ...], length: int) -> Unit | Reason:
    if len(words) != length:
        return Reason("say 'land PIECE' or 'fly PIECE SPACE'")
    unit = now.state.units.get(words[1])
    if unit is None or now.seat_of(unit.nation) != seat:
        return Reason(f"{words[1]} is no piece of yours that waits")
    if all(unit.id != w.id for w in waiting(now, seat)):
        return Reason(f"{now.name(unit.id)} waits in no box", "TT-2.4.6-01")
    return unit


@frozen
class Place(Orders):
    """Both seats say in private which of their arrivals land where; the plans are shown together."""

    name: ClassVar[str] = "reinforce.place"
    rule: ClassVar[str] = "TT-2.4.6-R07"

    def prompt(self, now: Position, seat: str) -> str:
        return "which arrivals land, and where?"


@hook
def redact(now: Position, seat: str, value: Late) -> Any:
    """Who waits is open."""
    return value


@hook
def register(registry: Registry) -> None:
    registry.table("reinforce", Reinforce)
    registry.table("deploy", Deploy)
    registry.state(Late())
    registry.frame(Arrive, Schedule, Place)
    registry.order(Take(), Land(), Fly())
    registry.check(check_switches)


def check_switches(ruleset: Any, report: Any) -> None:
    """Values of the switches that the rules define."""
    deploy, settings = ruleset.settings.get("deploy"), ruleset.settings.get("reinforce")
    if deploy is not None and deploy.order != "simultaneous":
        report("deploy.order", f"'{deploy.order}' is not supported", "write 'simultaneous'")
    if settings is not None and not settings.mode_locked:
        report("reinforce.mode_locked", "false is not supported", "write true")
