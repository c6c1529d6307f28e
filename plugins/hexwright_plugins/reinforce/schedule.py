"""The schedule: which units come on which turn, those that are kept waiting, and the choice between entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from hexwright.classes import frozen
from hexwright.errors import Reason
from hexwright.events import Arrived, Event
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import why_not_stack
from hexwright.ruleset.schema import ReinforcementSpec
from hexwright.state import State
from hexwright.windows import Order

from .tables import Late, Reinforce


@frozen(eq=False)
class Entry:
    """An entry of the schedule, read: its id, its table, its units and the turn on which they come."""

    id: str
    spec: ReinforcementSpec
    units: tuple[Unit, ...]
    turn: int


def entries(now: Position, phase: str) -> tuple[Entry, ...]:
    """The entries that come in a phase, on any turn, in the order of the schedule; worked out once a game."""
    found: dict[str, tuple[Entry, ...]] | None = now.game.cache.get("reinforce.entries")
    if found is None:
        found = now.game.cache["reinforce.entries"] = {}
        for id_, spec in now.rules.reinforcement.items():
            units = members(now, spec)
            found[spec.phase] = (*found.get(spec.phase, ()), Entry(id_, spec, units, due(now, spec, units)))
    return found.get(phase, ())


def members(now: Position, spec: ReinforcementSpec) -> tuple[Unit, ...]:
    """The units of an entry, those with a count unfolded."""
    names: list[str] = []
    for id_ in spec.units:
        count = now.rules.unit[id_].count
        names += [id_] if count == 1 else [f"{id_}_{n}" for n in range(1, count + 1)]
    return tuple(now.game.order_of_battle[n] for n in names)


def due(now: Position, spec: ReinforcementSpec, units: tuple[Unit, ...]) -> int:
    """The turn of an entry, with the delay of submarines (TT-1.2.3-R03)."""
    settings = now.settings(Reinforce)
    late = any(settings.submarine_tag in now.game.tags[u.type] for u in units)
    return spec.turn + (settings.submarine_delay if late else 0)


def comes_now(now: Position, phase: str) -> bool:
    """Has the schedule anything to do at the start of a phase of this turn?"""
    late = {entry_id for _, entry_id in now.slice(Late).units}
    return any(e.id in late or (e.turn == now.turn and not e.spec.choice) for e in entries(now, phase))


def place_for(now: Position, unit: Unit, spec: ReinforcementSpec) -> str:
    """The first place of an entry that can take the unit; "" when none can."""
    for place in spec.at:
        if place in now.board and now.board.kind_of(place) == "hex":
            owner = now.control(place)
            barred = owner and now.is_enemy(unit.nation, owner)
            if barred or now.enemies_at(place, unit.nation, ("combat",)) or why_not_stack(now, unit, place):
                continue
        return place
    return ""


@frozen(kw_only=True)
class NeverCame(Event):
    """A unit is lost before it comes into play, because no place can take it."""

    unit: str
    name: str

    def apply(self, state: State) -> State:
        return state.with_(gone=state.gone.with_item(self.unit, "lost"))

    def text(self) -> str:
        return f"{self.name} is lost: its place of arrival is barred"


@frozen
class Schedule(Frame):
    """What the schedule brings at the start of a phase."""

    name: ClassVar[str] = "reinforce.schedule"
    phase: str = ""

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        here = entries(now, self.phase)
        known = now.slice(Late).units
        waiting: list[tuple[str, str]] = [w for w in known if all(w[1] != e.id for e in here)]
        for entry in here:
            fresh = entry.units if entry.turn == now.turn and not entry.spec.choice else ()
            late = tuple(now.game.order_of_battle[u] for u, entry_id in known if entry_id == entry.id)
            for unit in (*fresh, *late):
                if unit.id in play.state.units or unit.id in play.state.gone:
                    continue
                place = place_for(play.now, unit, entry.spec)
                if place:
                    play.emit(Arrived(unit=attrs.evolve(unit, at=place), rule=entry.spec.rule))
                    continue
                name, rule = now.name(unit.id), entry.spec.rule
                if entry.spec.blocked == "wait":
                    waiting.append((unit.id, entry.id))
                    play.say(f"{name} waits: its place of arrival is barred", rule)
                else:
                    play.emit(NeverCame(unit=unit.id, name=name, rule=rule))
        if tuple(waiting) != known:
            play.set_slice(Late(tuple(waiting)))


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
        for entry in entries(now, now.phase):
            if entry.spec.choice and entry.turn == now.turn:
                units = tuple(u for u in entry.units if now.seat_of(u.nation) == seat)
                if units:
                    yield entry.spec, units

    def _taken(self, units: tuple[Unit, ...], draft: tuple[str, ...]) -> int:
        return sum(f"take {u.id}" in draft for u in units)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        for spec, units in self._open(now, seat):
            if self._taken(units, draft) < spec.choice:
                yield from (f"take {u.id}" for u in units if f"take {u.id}" not in draft)

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[Reason]:
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
