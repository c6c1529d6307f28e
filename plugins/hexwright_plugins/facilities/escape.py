"""Aircraft and ships that lose their base: they go to another one at once, or are lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Placed, Removed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from .places import AIRFIELD, airfield_room, airfields, based, is_open


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
            closed = now.board.crossing(spec.movement, now.side(unit.nation), unit.at, b).closed
            if not closed and "land" not in now.board.tags(b):
                yield b
        return
    spec = now.type(unit)
    reach = now.total("escape_range", spec.range, "range", spec.rule, unit=unit).value
    if reach < 0:
        return
    free = now.has_tag(unit, "squadron")
    start = _hex(now, unit)
    for space in airfields(now):
        if space == unit.at or not is_open(now, space, unit.nation):
            continue
        if free:
            yield space
        elif airfield_room(now, space) > 0:
            far = now.board.distance(start, space)
            if far is not None and far <= reach:
                yield space


def why_no_refuge(now: Position, unit: Unit, space: str) -> Reason:
    """Why a unit that lost its base does not go to a space that is none of its `refuges`."""
    name, where = now.name(unit.id), now.board.name(space) if space in now.board else space
    if space not in now.board:
        return Reason(f"there is no space {space}")
    if space == unit.at:
        return Reason(f"{name} has to leave {where}")
    if now.has_tag(unit, "ship"):
        return Reason(f"{name} goes to an open sea hex next to {now.board.name(unit.at)}, which {where} is not")
    if space not in airfields(now):
        return Reason(f"there is no airfield at {where}")
    if not is_open(now, space, unit.nation):
        return Reason(f"the airfield of {where} is not friendly to {name}")
    spec, far = now.type(unit), now.board.distance(_hex(now, unit), space)
    reach = now.total("escape_range", spec.range, "range", spec.rule, unit=unit).value
    if far is None or far > reach:
        numbers = (("range", reach), ("distance", "none" if far is None else far))
        return Reason(f"{where} is out of the range of {name}", numbers=numbers, at=f"unit_type.{unit.type}.range")
    numbers = (("groups based there", len(based(now, space))), ("room", airfield_room(now, space)))
    at = f"airfields.grade.{now.feature(space, AIRFIELD, 'grade')}.groups"
    return Reason(f"the airfield of {where} has no room for {name}", numbers=numbers, at=at)


def _hex(now: Position, unit: Unit) -> str:
    """The space a unit is in, through its carrier; a convoy box counts as the sea hex that stands for it."""
    place = now.where(unit)
    return str(now.board.features(place).get("convoy_box", {}).get("hex", place))


@frozen
class Escape(Frame):
    """A unit that lost its base (a space, or the carrier it was on): its owner picks another one, or it is lost."""

    name: ClassVar[str] = "facilities.escape"
    unit: str
    lost: str

    def _unit(self, now: Position) -> Unit | None:
        unit = now.state.units.get(self.unit)
        if unit is None or unit.at != self.lost:
            return None
        return None if self.lost in now.board and is_open(now, self.lost, unit.nation) else unit

    def _places(self, now: Position) -> tuple[str, ...]:
        unit = self._unit(now)
        return tuple(refuges(now, unit)) if unit is not None else ()

    def _rule(self, now: Position) -> str:
        if self.lost not in now.board:
            return "TT-3.2-R02"
        return "TT-2.4.2-R25" if now.has_tag(now.unit(self.unit), "ship") else "TT-2.4.1-R20"

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_of(now.unit(self.unit).nation),) if len(self._places(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        lost = now.board.name(self.lost) if self.lost in now.board else now.name(self.lost)
        return f"{self.unit} has lost {lost}: where does it go?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("unit", self.unit), ("space", self.lost))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("escape", self.unit, s) for s in self._places(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        places, rule = self._places(now), self._rule(now)
        near = spell("escape", self.unit, places[0])
        if len(words) != 3 or words[1] != self.unit:
            return Reason(f"say 'escape', {self.unit} and where it goes", rule, nearest=near)
        if words[2] in places:
            return None
        return evolve(why_no_refuge(now, now.unit(self.unit), words[2]), rule=rule, nearest=near)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        unit, space = now.unit(self.unit), words[2] if words else ""
        if now.has_tag(unit, "ship") or now.has_tag(unit, "squadron"):
            return
        rule, spec = self._rule(now), now.type(unit)
        far = now.board.distance(_hex(now, unit), space) if space in now.board else None
        yield Because("range", spec.range, rule, f"unit_type.{unit.type}.range")
        yield from (m.because for m in now.modifiers("escape_range", unit=unit))
        if far is not None:
            yield Because(f"distance of {now.board.name(space)}", far, rule)

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


@frozen
class Sinking(Frame):
    """A ship with aircraft aboard goes down: each aircraft escapes first if it can, then the ship is removed."""

    name: ClassVar[str] = "facilities.sinking"
    unit: str
    space: str
    because: str = ""
    tried: tuple[str, ...] = ()

    def step(self, play: Play) -> None:
        aboard = [u for u in play.now.units_at(self.unit) if play.now.has_tag(u, "air") and u.id not in self.tried]
        if aboard:
            play.become(evolve(self, tried=(*self.tried, aboard[0].id)))
            play.push(Escape(aboard[0].id, self.unit))
            return
        play.done()
        if self.unit in play.state.units:
            play.emit(Removed(unit=self.unit, how="lost", at=self.space, rule=self.because))
