"""Aircraft and ships that lose their base: they go to another one at once, or are lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import frozen

from hexwright.decisions import spell
from hexwright.errors import Reason
from hexwright.events import Placed, Removed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from .places import airfield_room, airfields, is_open


def displaced(now: Position, space: str) -> tuple[Unit, ...]:
    """Aircraft and ships in a space whose side does not hold it any more; hidden ones are not concerned."""
    return tuple(
        u
        for u in now.units_at(space)
        if now.has_tag(u, "air", "ship")
        and not now.has_tag(u, "surrenders")
        and not u.hidden
        and not is_open(now, space, u.nation)
    )


def refuges(now: Position, unit: Unit) -> Iterator[str]:
    """Where a unit that lost its base may go, in the order of the map: see TT-2.4.1-R20 and TT-2.4.2-R25."""
    if now.has_tag(unit, "ship"):
        spec = now.type(unit)
        for b in now.board.neighbours(unit.at) if spec.movement else ():
            if not now.board.crossing(spec.movement, now.side(unit.nation), unit.at, b).closed:
                yield b
        return
    reach = now.type(unit).range
    free = now.has_tag(unit, "squadron")
    for space in airfields(now):
        if space == unit.at or not is_open(now, space, unit.nation):
            continue
        if free:
            yield space
        elif airfield_room(now, space) > 0:
            far = now.board.distance(unit.at, space)
            if far is not None and far <= reach:
                yield space


@frozen
class Escape(Frame):
    """A unit that lost its base: its owner picks another one; without any it is lost."""

    name: ClassVar[str] = "facilities.escape"
    unit: str
    lost: str

    def _unit(self, now: Position) -> Unit | None:
        unit = now.state.units.get(self.unit)
        gone = unit is None or unit.at != self.lost or is_open(now, self.lost, unit.nation)
        return None if gone else unit

    def _places(self, now: Position) -> tuple[str, ...]:
        unit = self._unit(now)
        return tuple(refuges(now, unit)) if unit is not None else ()

    def _rule(self, now: Position) -> str:
        return "TT-2.4.2-R25" if now.has_tag(now.unit(self.unit), "ship") else "TT-2.4.1-R20"

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_of(now.unit(self.unit).nation),) if len(self._places(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"{now.name(self.unit)} has lost {now.board.name(self.lost)}: where does it go?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("unit", self.unit), ("space", self.lost))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("escape", self.unit, s) for s in self._places(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        return Reason(f"{now.name(self.unit)} cannot escape that way", self._rule(now), nearest=options[0])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._go(play, words[2])

    def step(self, play: Play) -> None:
        unit = self._unit(play.now)
        places = self._places(play.now)
        if unit is None:
            play.done()
        elif places:
            self._go(play, places[0])
        else:
            play.done()
            for aboard in play.now.units_at(unit.id):
                play.emit(Removed(unit=aboard.id, how="lost", at=self.lost, rule="TT-2.4.1-R20"))
            play.emit(Removed(unit=unit.id, how="lost", at=self.lost, rule=self._rule(play.now)))

    def _go(self, play: Play, space: str) -> None:
        play.done()
        play.emit(Placed(unit=self.unit, at=space, was=self.lost, rule=self._rule(play.now)))
