"""Strikes on ports and airfields: one hand of a side against one facility, what works take of it, and the damage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because
from hexwright.dice import Die, Hand, Rolled, removable, remove
from hexwright.errors import Reason
from hexwright.events import Event
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.position import Position

from .places import PORT, Facilities, damage, printed
from .works import damaged

WORKS_RULE = "TT-4-07"


@frozen(kw_only=True)
class Struck(Event):
    """A port or airfield was struck: so many dice hit, works took so many of the hits, and so many did damage."""

    space: str
    kind: str
    hits: int
    absorbed: int
    done: int
    told: str = ""

    def causes(self, now: Position) -> tuple[Because, ...]:
        from .telling import because_struck

        return because_struck(now, self.space, self.kind, self.parts)

    def text(self) -> str:
        return self.told or f"strike on the {self.kind} of {self.space}: {self.hits} hits, damage {self.done}"


def works_at(now: Position, space: str) -> str:
    """The works in a space that take a die and the first point of damage of every strike there; "" for none."""
    return next((kind for kind in now.settings(Facilities).works if now.has_feature(space, kind)), "")


def most_damage(now: Position, space: str, kind: str) -> int:
    """The damage beyond which no strike goes: the printed value, less what strikes leave of a port (AMB-089)."""
    floor = now.settings(Facilities).strike_floor if kind == PORT else 0
    return max(damage(now, space, kind), printed(now, space, kind) - floor)


def strike_hand(now: Position, units: Iterable[str], table: str) -> Hand:
    """The hand of those of the units that are still in play, before works take a die of it."""
    # gunnery builds on facilities, so that it cannot be imported while this package is.
    from ..gunnery import dice_of

    found = (now.state.units.get(u) for u in units)
    return Hand(tuple(evolve(die, domain="") for u in found if u is not None for die in dice_of(now, u, table)))


@frozen
class Strike(Frame):
    """One hand of one side against the port or airfield in a space; the striker picks the die that works take.

    `units` roll their dice of `table`, in this order; `seat` decides for them; `because` is the rule they strike by.
    """

    name: ClassVar[str] = "facilities.strike"
    rule: ClassVar[str] = WORKS_RULE
    space: str
    kind: str
    units: tuple[str, ...]
    table: str
    seat: str
    because: str = "TT-2.4.2-37"

    def _choices(self, now: Position) -> tuple[tuple[str, int, Die], ...]:
        """The dice that works may take, as (word, index, die); none where no works are."""
        if not works_at(now, self.space):
            return ()
        kinds = removable(strike_hand(now, self.units, self.table))
        written = [die.notation for _, die in kinds]
        return tuple((d.notation if written.count(d.notation) == 1 else str(i), i, d) for i, d in kinds)

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if len(self._choices(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        works = works_at(now, self.space)
        return f"strike on the {self.kind} of {now.board.name(self.space)}: which die does the {works} take?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("kind", self.kind), ("hand", str(strike_hand(now, self.units, self.table))))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"remove {word}" for word, _, _ in self._choices(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        return Reason("say 'remove' and a die of the hand that strikes", self.rule, nearest=" or ".join(options))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_strike  # it builds on gunnery, which builds on this package

        removed = next((i for word, i, _ in self._choices(now) if words[1:] == (word,)), -1)
        return because_strike(now, self.space, self.kind, self.units, self.table, removed)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._roll(play, next(i for word, i, _ in self._choices(play.now) if word == words[1]))

    def step(self, play: Play) -> None:
        choices = self._choices(play.now)
        self._roll(play, choices[0][1] if choices else -1)

    def _roll(self, play: Play, removed: int) -> None:
        play.become(StrikeDice(self.space, self.kind, self.units, self.table, self.because, removed))


@frozen
class StrikeDice(ChanceFrame):
    """The hand of a strike is rolled; `removed` is the index of the die that works take, -1 for none."""

    name: ClassVar[str] = "facilities.strike_dice"
    rule: ClassVar[str] = "TT-2.4.2-37"
    space: str
    kind: str
    units: tuple[str, ...]
    table: str
    because: str
    removed: int = -1

    def hand(self, now: Position) -> Hand:
        """The dice that are rolled."""
        whole = strike_hand(now, self.units, self.table)
        return remove(whole, self.removed) if self.removed >= 0 else whole

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.sides(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"strike on the {self.kind} of {now.board.name(self.space)}: {self.hand(now)}"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("kind", self.kind), ("hand", str(self.hand(now))))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_strike

        return because_strike(now, self.space, self.kind, self.units, self.table, self.removed)

    def label(self, now: Position) -> str:
        return f"strike {self.space} {self.kind}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(die.sides for die in self.hand(now).dice)

    def step(self, play: Play) -> None:
        play.done()
        if self.removed >= 0:
            where, works = play.now.board.name(self.space), works_at(play.now, self.space)
            play.say(f"strike on the {self.kind} of {where}: the {works} leaves no die", WORKS_RULE)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        rolled = Rolled(self.hand(now), faces)
        works = works_at(now, self.space)
        absorbed = min(1, rolled.hits) if works else 0
        was = damage(now, self.space, self.kind)
        hits = min(was + rolled.hits - absorbed, most_damage(now, self.space, self.kind))
        told = f"strike on the {self.kind} of {now.board.name(self.space)}: {rolled}"
        told += f", the {works} takes one" if absorbed else ""
        told += f", {hits - was} damage"
        parts = [("dice that hit", rolled.hits, self.because)]
        parts += [(works, -absorbed, WORKS_RULE)] if absorbed else []
        lost = rolled.hits - absorbed - (hits - was)
        parts += [("more than it can lose", -lost, "TT-2.4.2-R21")] if lost else []
        play.done()
        play.emit(
            Struck(
                space=self.space, kind=self.kind, hits=rolled.hits, absorbed=absorbed, done=hits - was, told=told,
                rule=self.because, parts=tuple(parts),
            )
        )  # fmt: skip
        if hits != was:
            play.emit(damaged(self.space, self.kind, hits, was, self.rule))


FRAMES = (Strike, StrikeDice)
