"""Landing zones: each task force takes another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Placed
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Action, Window

from .tables import ZONE, Landing
from .telling import because_zone


def task_forces(now: Position, seat: str) -> Iterator[Unit]:
    """The containers of a seat that wait for a landing zone or lie in one, in the order of ids."""
    start = now.settings(Landing).start
    places = ((start,) if start else ()) + now.board.spaces_with(ZONE)
    found = [u for p in places for u in now.units_at(p) if now.seat_of(u.nation) == seat and now.type(u).holds]
    yield from sorted((u for u in found if "container" in now.type(u).tags), key=lambda u: u.id)


def aboard(now: Position, force: Unit, tag: str) -> tuple[Unit, ...]:
    """The units directly aboard a task force that carry a tag."""
    return tuple(u for u in now.units_at(force.id) if now.has_tag(u, tag))


def _waiting(now: Position, seat: str) -> tuple[Unit, ...]:
    start = now.settings(Landing).start
    return tuple(f for f in task_forces(now, seat) if f.at == start) if start else ()


def _free_zones(now: Position, seat: str) -> tuple[str, ...]:
    taken = {f.at for f in task_forces(now, seat)}
    return tuple(s for s in now.board.spaces_with(ZONE) if s not in taken)


class ChooseZone(Action):
    """`zone FORCE SPACE`: a task force takes one of the flagged spaces, each force another one."""

    verb = "zone"
    windows = ("invasion.zones",)
    rule = "TT-2.2-02"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        free = _free_zones(now, seat)
        for force in _waiting(now, seat):
            for space in free:
                yield spell("zone", force.id, space)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'zone', a task force and a landing zone", self.rule)
        if words[1] not in [f.id for f in _waiting(now, seat)]:
            return Reason(f"{words[1]} is no task force that waits for its zone", self.rule)
        free = _free_zones(now, seat)
        if words[2] in free:
            return None
        near = spell("zone", words[1], free[0]) if free else ""
        if words[2] in now.board.spaces_with(ZONE):
            return Reason(f"another task force is in {words[2]}", "TT-2.2-R01", nearest=near)
        return Reason(f"{words[2]} is no landing zone", self.rule, nearest=near)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_zone(now, words[2])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        force = now.unit(words[1])
        play.emit(Placed(unit=force.id, at=words[2], was=force.at, rule=self.rule))
        for ship in aboard(now, force, "ship"):
            play.emit(Placed(unit=ship.id, at=words[2], was=force.id, rule=self.rule))

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        waiting = _waiting(now, seat)
        free = _free_zones(now, seat)
        if waiting and free:
            numbers = (("waiting", len(waiting)),)
            yield Reason("task forces wait for a zone", self.rule, numbers, spell("zone", waiting[0].id, free[0]))


@frozen
class Zones(Window):
    """The invader puts each task force into another landing zone, openly (TT-2.2-R03)."""

    name: ClassVar[str] = "invasion.zones"
    rule: ClassVar[str] = "TT-2.2-02"

    def prompt(self, now: Position, seat: str) -> str:
        return f"choose a landing zone for each task force ({len(_waiting(now, seat))} left)"


FRAMES = (Zones,)
ACTIONS = (ChooseZone(),)
