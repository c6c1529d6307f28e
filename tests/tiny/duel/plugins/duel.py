"""The rules of the duel: open windows, sealed aims, two dice, and one of each thing that undo must respect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs
from attrs import frozen

from hexwright.errors import Reason
from hexwright.events import Event, FeatureSet, Moved, Noted, Placed, Revealed, StatusSet, StepsChanged, private
from hexwright.frames import ChanceFrame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.windows import Action, Order, Orders, Window

MANIFEST = Manifest("duel", "a duel for tests", version="1.0.0")


@frozen
class Settings:
    """The table [duel]."""

    sides: int = 6


@frozen
class Aim:
    """Where a seat aims."""

    seat: str
    space: str


@frozen
class Duel:
    """The plug-in's own state."""

    score: int = 0
    aims: tuple[Aim, ...] = ()
    log: tuple[tuple[str, int], ...] = ()
    open: bool = False
    note: str | None = None


@frozen(kw_only=True)
class Whispered(Event):
    """Something said to one seat."""

    what: str = private(default="")
    to: str

    def text(self) -> str:
        return f"{self.to} hears {self.what or 'something'}"


class Go(Action):
    """Move one step; r1 and b1 may go back and forth."""

    verb = "go"
    windows = ("duel.moves",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        for unit in now.units():
            if now.seat_of(unit.nation) == seat and unit.spent < 3:
                for space in now.board.neighbours(unit.at):
                    yield f"go {unit.id} {space}"

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        unit = play.now.unit(words[1])
        play.emit(Moved(unit=unit.id, path=(unit.at, words[2]), cost=1))


class Look(Action):
    """Find what hides in one's space."""

    verb = "look"
    windows = ("duel.moves",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"look {u.id}" for u in now.units() if now.seat_of(u.nation) == seat and not u.hidden]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        mine = play.now.unit(words[1])
        for other in play.now.units_at(mine.at):
            if other.hidden:
                play.emit(Revealed(unit=other.id, at=other.at))
        play.say(f"{mine.id} looks around")


class Talk(Action):
    """Whisper, plan in secret, or show a hidden unit by a plain placement (which no event marks as final)."""

    verb = "talk"
    windows = ("duel.moves",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["talk whisper", "talk plan", *(["talk show"] if seat == "blue" and now.unit("b2").hidden else [])]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words[1] == "whisper":
            other = "blue" if seat == "red" else "red"
            play.emit(Whispered(what="psst", to=other, seats=(other,)))
        elif words[1] == "plan":
            duel = play.now.slice(Duel)
            play.set_slice(attrs.evolve(duel, note=f"plan of {seat}", log=(*duel.log, (seat, 1))))
        else:
            play.emit(Shown(unit="b2"))


@frozen(kw_only=True)
class Shown(Event):
    """A hidden unit shows itself; the author forgot to say that this is final."""

    unit: str

    def apply(self, state: Any) -> Any:
        return state.with_unit(attrs.evolve(state.units[self.unit], hidden=False))


@frozen
class Moves(Window):
    """A seat's moves."""

    name: ClassVar[str] = "duel.moves"
    rule: ClassVar[str] = "DU-1"
    uses_points: ClassVar[bool] = True


class AimAt(Order):
    """Aim at spaces."""

    verb = "aim"
    windows = ("duel.orders",)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return [f"aim {s}" for s in "ABCD" if f"aim {s}" not in draft]

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[Reason]:
        if len(draft) > 2:
            yield Reason("two aims at most", "DU-2", (("aims", len(draft)),))

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        duel = play.now.slice(Duel)
        aims = tuple(Aim(seat, c.split()[1]) for c in choices)
        play.set_slice(attrs.evolve(duel, aims=(*duel.aims, *aims)))


@frozen
class AimOrders(Orders):
    """Both seats aim at once."""

    name: ClassVar[str] = "duel.orders"


@frozen
class Fight(ChanceFrame):
    """Dice for all aims."""

    name: ClassVar[str] = "duel.fight"
    rule: ClassVar[str] = "DU-3"
    seen: tuple[Aim, ...] = ()

    def label(self, now: Position) -> str:
        return "fight"

    def sides(self, now: Position) -> tuple[int, ...]:
        return (now.settings(Settings).sides, 10)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        play.done()
        duel = play.now.slice(Duel)
        play.set_slice(attrs.evolve(duel, score=duel.score + sum(faces), aims=(), open=True))
        if faces[0] > 3 and play.now.unit("b1").steps > 1:
            was = play.now.unit("b1").steps
            play.emit(StepsChanged(unit="b1", steps=was - 1, was=was, why="fight"))
        play.emit(StatusSet(unit="r1", status="tired"))


@hook(Moved)
def react_bridge(event: Moved, now: Position) -> Iterable[Event]:
    """Whoever comes to B blows the bridge: no die, nothing hidden."""
    if event.path[-1] == "B" and now.feature("B", "bridge", "whole"):
        yield FeatureSet(space="B", kind="bridge", field="whole", value=False, was=True)
        yield Noted(note="the bridge is blown")


@hook
def redact(now: Position, seat: str, value: Duel) -> Any:
    """The score is public, the rest is not."""
    return attrs.evolve(value, aims=(), log=(), note=None)


@hook
def register(registry: Registry) -> None:
    """What the duel brings."""
    registry.frame(Moves, AimOrders, Fight)
    registry.action(Go(), Look(), Talk())
    registry.order(AimAt())
    registry.table("duel", Settings)
    registry.state(Duel())


__all__ = ["MANIFEST", "Placed"]
