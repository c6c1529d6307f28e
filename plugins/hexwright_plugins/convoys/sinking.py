"""The loss of transported pieces: the display of numbers, and the dice that say which piece a hit sinks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because
from hexwright.events import Removed
from hexwright.frames import ChanceFrame, Play
from hexwright.position import Position

from .record import clash, number_of
from .tables import BOX, Convoys


def convoy_name(now: Position) -> str:
    """What the convoy that is fought for is called."""
    fight = clash(now)
    return name_of(now, fight.box, fight.side)


def name_of(now: Position, box: str, side: str) -> str:
    """What a side's convoy in a box is called."""
    return f"{adjective(now, side)} convoy to {now.board.name(str(now.feature(box, BOX, 'port')))}"


def adjective(now: Position, side: str) -> str:
    """What belongs to a side is called by this word."""
    spec = now.rules.side[side]
    return spec.adjective or spec.name


def afloat(now: Position) -> tuple[tuple[int, str], ...]:
    """(number, piece) of what is left of the convoy, in loading order."""
    fight = clash(now)
    here = now.state.at.get(fight.box, ())
    return tuple((number_of(now, at), piece) for at, piece in enumerate(fight.pieces) if piece in here)


@frozen
class Sink(ChanceFrame):
    """Each hit sinks one whole piece by chance, until all hits are spent or nothing is left (TT-2.4.4-10).

    The raiders' side rolls a number; an empty one is rolled again, and of several pieces on it one is drawn. Where
    there are hits enough for every piece no die is needed.
    """

    name: ClassVar[str] = "convoys.sinking"
    rule: ClassVar[str] = "TT-2.4.4-09"
    box: str
    left: int
    number: int = 0

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if 0 < self.left < len(afloat(now)) else ()

    def prompt(self, now: Position, seat: str) -> str:
        where = f" on number {self.number}" if self.number else ""
        return f"{convoy_name(now)}: which transport{where} is sunk?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        shown = ", ".join(f"{number} {piece}" for number, piece in afloat(now))
        return (("box", self.box), ("side", clash(now).side), ("hits", self.left), ("transports", shown))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        settings = now.settings(Convoys)
        yield Because("how the piece is drawn", settings.loss_draw, "TT-2.4.4-R02", "convoys.loss_draw")
        yield Because("numbers, and sides of the die", settings.loss_die, self.rule, "convoys.loss_die")
        yield Because("hits left", self.left, self.rule)

    def label(self, now: Position) -> str:
        return f"{'draw' if self.number else 'sinking'} {self.box}"

    def sides(self, now: Position) -> tuple[int, ...]:
        settings = now.settings(Convoys)
        if settings.loss_draw == "uniform" or self.number:
            return (len(self._drawn(now)),)
        return (settings.loss_die,)

    def _drawn(self, now: Position) -> tuple[str, ...]:
        """The pieces of which one is drawn with equal chances."""
        return tuple(piece for number, piece in afloat(now) if not self.number or number == self.number)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now, face = play.now, faces[0]
        if self.number or now.settings(Convoys).loss_draw == "uniform":
            self._sink(play, self._drawn(now)[face - 1])
            return
        there = [piece for number, piece in afloat(now) if number == face]
        if not there:
            play.say(f"number {face} of the {convoy_name(now)} is empty: the die is rolled again", "TT-2.4.4-R01")
        elif len(there) == 1:
            self._sink(play, there[0])
        else:
            play.become(evolve(self, number=face))

    def step(self, play: Play) -> None:
        now = play.now
        there = afloat(now)
        if self.left and there:
            self._sink(play, there[0][1])
            return
        play.done()
        if self.left:
            play.say(f"nothing is left of the {convoy_name(now)}: hits lost: {self.left}", "TT-2.4.4-R01")

    def _sink(self, play: Play, piece: str) -> None:
        play.become(evolve(self, left=self.left - 1, number=0))
        play.emit(Removed(unit=piece, how="sunk", at=self.box, rule="TT-2.4.4-R02"))
