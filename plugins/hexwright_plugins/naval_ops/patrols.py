"""Patrols of ships against submarines: hex by hex they find what is there, and may attack it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because, spell
from hexwright.dice import Hand, Rolled
from hexwright.errors import Reason
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from ..gunnery import Patrolled, dice_of, hit_submarine
from .record import ShipStage, missions
from .telling import because_attack

PATROL = "asw_patrol"


def on_patrol(now: Position) -> Iterator[Unit]:
    """The ships that are still to carry out their patrol, in the order in which they got it."""
    for mission in missions(now).missions:
        unit = now.state.units.get(mission.unit)
        if mission.kind == PATROL and mission.stage == "assigned" and unit is not None:
            yield unit


def prey(now: Position, ship: Unit) -> tuple[Unit, ...]:
    """The enemy submarines in a ship's hex that all can see."""
    return tuple(u for u in now.enemies_at(ship.at, ship.nation, ("submarine",)) if not u.hidden)


@frozen
class Patrols(Frame):
    """All patrols, hex by hex: every submarine there is found, then each ship may attack one (TT-2.4.2-31)."""

    name: ClassVar[str] = "naval_ops.patrols"
    rule: ClassVar[str] = "TT-2.4.2-30"

    def step(self, play: Play) -> None:
        now = play.now
        space = next((u.at for u in on_patrol(now)), "")
        if not space:
            play.done()
            return
        ships = tuple(u.id for u in on_patrol(now) if u.at == space)
        play.push(Hunt(space, ships))
        for ship in ships:
            play.emit(Patrolled(unit=ship, space=space, rule=self.rule))
            play.emit(ShipStage(unit=ship, stage="done", rule=self.rule))


@frozen
class Hunt(Frame):
    """Each patrolling ship of a hex names the revealed submarine that it attacks, or none; then they roll together.

    `ships` are still to choose; `attacks` has what was chosen, as "SHIP SUBMARINE".
    """

    name: ClassVar[str] = "naval_ops.hunt"
    rule: ClassVar[str] = "TT-2.4.2-31"
    space: str
    ships: tuple[str, ...]
    attacks: tuple[str, ...] = ()

    def asked(self, now: Position) -> tuple[str, ...]:
        ship = now.state.units.get(self.ships[0]) if self.ships else None
        return (now.seat_of(ship.nation),) if ship is not None and prey(now, ship) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"{self.ships[0]} at {self.space}: which submarine does it attack?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("unit", self.ships[0]))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        ship = now.unit(self.ships[0])
        return [*(spell("attack", ship.id, sub.id) for sub in prey(now, ship)), "pass"]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        text = f"say 'attack', {self.ships[0]} and a revealed submarine in {self.space}, or 'pass'"
        return Reason(text, self.rule, nearest=options[0])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_attack(now, self.ships[0], words[2] if words[2:] else "")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        chosen = () if words[0] == "pass" else (f"{words[1]} {words[2]}",)
        play.become(evolve(self, ships=self.ships[1:], attacks=(*self.attacks, *chosen)))

    def step(self, play: Play) -> None:
        if self.ships:
            play.become(evolve(self, ships=self.ships[1:]))
        elif self.attacks:
            play.become(HuntDice(self.space, self.attacks))
        else:
            play.done()


@frozen
class HuntDice(ChanceFrame):
    """The dice of the ships that attack submarines in a hex: those do not fire, and take so many hits at most."""

    name: ClassVar[str] = "naval_ops.hunt_dice"
    rule: ClassVar[str] = "TT-2.4.2-R14"
    space: str
    attacks: tuple[str, ...]

    def _dealt(self, now: Position) -> tuple[tuple[str, ...], Hand]:
        """Which submarine each die is for, and the hand."""
        pairs = [attack.split() for attack in self.attacks]
        dice = [(sub, die) for ship, sub in pairs for die in dice_of(now, now.unit(ship), "sea")]
        return tuple(sub for sub, _ in dice), Hand(tuple(die for _, die in dice))

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.sides(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"attack on the submarines in {self.space}: {self._dealt(now)[1]}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return [b for attack in self.attacks for b in because_attack(now, *attack.split())]

    def label(self, now: Position) -> str:
        return f"asw {self.space}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in self._dealt(now)[1].dice)

    def step(self, play: Play) -> None:
        play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        against, hand = self._dealt(play.now)
        rolled = Rolled(hand, faces)
        play.done()
        play.say(f"attack on the submarines in {self.space}: {rolled}", self.rule)
        struck = [sub for sub, hit in zip(against, rolled.hit_dice, strict=True) if hit]
        for sub in dict.fromkeys(struck):
            hit_submarine(play, sub, struck.count(sub), "depth charges", self.space, self.rule)


FRAMES = (Patrols, Hunt, HuntDice)
