"""Strikes of submarines on ships and raids on task forces, when their turn among the raids has come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because, spell
from hexwright.dice import Hand, Rolled
from hexwright.errors import Reason
from hexwright.frames import ChanceFrame, Play
from hexwright.position import Position
from hexwright.windows import Action

from ..gunnery import Wounds, allocator, dice_of
from ..telling import because_hand
from .orders import enemy_ships
from .record import SHIPS, Kind, RaidOver, pending
from .telling import because_order, told_order

WINDOW = "naval_ops.raids"


class Torpedo(Action):
    """`strike SUB ships`: a submarine strikes the ships in its hex; they do not fire back."""

    verb = "strike"
    windows = (WINDOW,)
    rule = "TT-2.4.2-33"
    kind: ClassVar[Kind] = "ships"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        yield from (spell(self.verb, raid.unit, SHIPS) for raid in pending(now, seat, self.kind))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        due = list(self.options(now, seat))
        if " ".join(words) in due:
            return None
        return Reason(f"'{' '.join(words)}' is none of your strikes and raids that are due", self.rule)

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_order(now, *words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_order(now, *words)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.emit(RaidOver(unit=words[1], rule=self.rule))
        play.push(TorpedoDice(words[1]))


class RaidForce(Torpedo):
    """`raid SUB FORCE`: a submarine attacks the troops aboard a task force, after the fire of its guards."""

    verb = "raid"
    rule = "TT-2.4.2-09"
    kind: ClassVar[Kind] = "embarked"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        yield from (spell(self.verb, raid.unit, raid.target) for raid in pending(now, seat, self.kind))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        from ..invasion import GuardFire

        play.emit(RaidOver(unit=words[1], rule=self.rule))
        play.push(GuardFire(words[2], words[1]))


@frozen
class TorpedoDice(ChanceFrame):
    """The die of a submarine against the ships in its hex; their owner places the hits."""

    name: ClassVar[str] = "submarines.torpedoes"
    rule: ClassVar[str] = "TT-2.4.2-33"
    unit: str

    def _hand(self, now: Position) -> Hand:
        unit = now.state.units.get(self.unit)
        return Hand(dice_of(now, unit, "sea")) if unit is not None and enemy_ships(now, unit) else Hand()

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self._hand(now).dice else ()

    def prompt(self, now: Position, seat: str) -> str:
        unit = now.unit(self.unit)
        return f"{self.unit} strikes the ships in {unit.at}: {self._hand(now)}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_hand(now, [(self.unit, "sea")], "", self.rule)

    def label(self, now: Position) -> str:
        return f"torpedoes {now.unit(self.unit).at}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in self._hand(now).dice)

    def step(self, play: Play) -> None:
        play.done()
        play.say(f"{self.unit} finds no ships left", self.rule)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        unit = now.unit(self.unit)
        rolled = Rolled(self._hand(now), faces)
        ships = enemy_ships(now, unit)
        seat = allocator(now, now.seat_of(ships[0].nation), now.seat_of(unit.nation))
        hits = ("submarine",) * rolled.hits
        play.become(ShipLosses(unit.at, seat, tuple(s.id for s in ships), hits, note=self.rule))
        play.say(f"{self.unit} strikes the ships in {unit.at}: {rolled}", self.rule)


@frozen
class ShipLosses(Wounds):
    """Hits of a submarine, placed among the ships in its hex by their owner."""

    name: ClassVar[str] = "submarines.ship_losses"


FRAMES = (TorpedoDice, ShipLosses)
ACTIONS = (Torpedo(), RaidForce())
