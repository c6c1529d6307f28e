"""The turn sequence as frames: turns, nested phases, run-time order, alternation, repeats; and the shipped `pass`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from ..classes import frozen
from ..errors import Reason
from ..events import Chosen, GameEnded, PhaseBegan, PhaseEnded, Refreshed, TurnBegan
from ..frames import Frame, Play
from ..position import Position
from ..ruleset.schema import PhaseSpec
from ..ruleset.turns import on_turn


@frozen
class Turns(Frame):
    """The whole game: the set-up phases, then the turns one after the other until the last has ended."""

    name: ClassVar[str] = "turns"
    started: bool = False

    def step(self, play: Play) -> None:
        spec = play.game.rules.sequence
        turn = play.state.turn
        if not self.started:
            play.become(attrs.evolve(self, started=True))
            play.push(*(Phase(p) for p in spec.setup))
            return
        following = spec.first if turn == 0 else turn + 1
        if following > spec.turns:
            play.emit(GameEnded(winner="", reason="turn_limit"))
            return
        play.emit(TurnBegan(turn=following))
        play.push(*(Phase(p) for p in spec.each_turn))


@frozen
class Phase(Frame):
    """One line of the turn sequence: `at` counts what it has begun, `picked` holds children picked so far."""

    name: ClassVar[str] = "phase"
    phase: str
    at: int = -1
    picked: tuple[str, ...] = ()
    rounds: int = 0

    def _children(self, now: Position) -> tuple[str, ...]:
        spec = now.rules.phase[self.phase]
        return tuple(p for p in spec.phases if happens(now, p))

    def _may_pick(self, now: Position) -> tuple[str, ...]:
        """Children that are still to be picked (those whose part has not begun)."""
        spec = now.rules.phase[self.phase]
        if spec.choose is None or self.at < 0:
            return ()
        waiting = self.at < len(self.picked)
        if waiting and not _upfront(now, self.phase):
            return ()
        return tuple(p for p in self._children(now) if p not in self.picked)

    def asked(self, now: Position) -> tuple[str, ...]:
        left = self._may_pick(now)
        if not left:
            return ()
        spec = now.rules.phase[self.phase].choose
        assert spec is not None
        return (now.seat_for(spec.by),)

    def prompt(self, now: Position, seat: str) -> str:
        spec = now.rules.phase[self.phase]
        return f"{spec.name or self.phase}: which part is next?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"begin {p}" for p in self._may_pick(now)]

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        part, whole = (now.rules.phase[p].name or p for p in (words[1], self.phase))
        return f"{part} is the next part of {whole}."

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        rule = now.rules.phase[self.phase].rule
        left = self._may_pick(now)
        if words[0] != "begin" or len(words) != 2:
            return Reason("say 'begin' and the part that comes next", rule, nearest=f"begin {left[0]}")
        if words[1] in left:
            return None
        why = "is over this turn" if now.done(words[1]) or words[1] in self.picked else "is no part of this"
        return Reason(f"{words[1]} {why}", rule, nearest=f"begin {left[0]}")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        spec = play.game.rules.phase[self.phase]
        play.emit(Chosen(seat=seat, what=f"next part of {spec.name or self.phase}", choice=words[1], rule=spec.rule))
        play.become(attrs.evolve(self, picked=(*self.picked, words[1])))

    def step(self, play: Play) -> None:
        now = play.now
        spec = now.rules.phase[self.phase]
        if self.at < 0:
            if not happens(now, self.phase):
                play.done()
                return
            play.emit(PhaseBegan(phase=self.phase, rule=spec.rule))
            play.become(attrs.evolve(self, at=0))
            return
        follower = self._next(now, spec)
        if follower is not None:
            play.become(attrs.evolve(self, at=self.at + 1))
            play.push(follower)
            return
        repeat = spec.repeat
        if repeat is not None and self.rounds + 1 != repeat.times and not self._until(now):
            play.become(Phase(self.phase, 0, (), self.rounds + 1))
            return
        play.done()
        play.emit(*cleared(now, self.phase), PhaseEnded(phase=self.phase, rule=spec.rule))

    def _until(self, now: Position) -> bool:
        condition = now.game.conditions.get(f"phase.{self.phase}.repeat.until")
        return condition is not None and condition.holds(now)

    def _next(self, now: Position, spec: PhaseSpec) -> Frame | None:
        if spec.choose is not None:
            return Phase(self.picked[self.at]) if self.at < len(self.picked) else None
        if spec.phases:
            return Phase(spec.phases[self.at]) if self.at < len(spec.phases) else None
        if not spec.frame:
            return None
        if spec.alternate:
            seats = tuple(now.seat_for(r) for r in spec.alternate)
            return Alternation(spec.frame, seats) if self.at == 0 else None
        roles = spec.by or ("",)
        if self.at >= len(roles):
            return None
        seat = now.seat_for(roles[self.at]) if roles[self.at] else ""
        return now.game.make_frame(spec.frame, seat)


def _upfront(now: Position, phase: str) -> bool:
    """Is the whole order of a choose phase fixed before its first child?"""
    spec = now.rules.phase[phase]
    fixed = int(spec.choose is not None and spec.choose.upfront)
    return now.total("upfront", fixed, "order fixed beforehand", spec.rule, phase=phase).value > 0


def happens(now: Position, phase: str) -> bool:
    """Does a phase take place on this turn, under these conditions and with these plug-ins?"""
    spec = now.rules.phase[phase]
    if not on_turn(spec.turns, now.turn, now.rules.sequence.turns):
        return False
    if spec.frame and spec.frame not in now.game.frames:
        return False
    condition = now.game.conditions.get(f"phase.{phase}.when")
    return condition is None or condition.holds(now)


def cleared(now: Position, phase: str) -> tuple[Refreshed, ...]:
    """What ends with a phase: statuses and markers with this lifetime, and movement points spent in it."""
    statuses = tuple(s for s, spec in now.rules.status.items() if spec.until == phase)
    markers = tuple(m for m, spec in now.rules.marker.items() if spec.until == phase)
    points = phase in now.game.moving_phases
    # Told whenever the phase has something to clear at all: whether a unit bears it may be a secret.
    if not (statuses or markers or points):
        return ()
    return (Refreshed(statuses=statuses, markers=markers, points=points),)


@frozen
class Alternation(Frame):
    """Roles take the frame in turn; it says through `has_more` whether a seat has anything left."""

    name: ClassVar[str] = "alternation"
    frame: str
    seats: tuple[str, ...]
    turn: int = 0

    def step(self, play: Play) -> None:
        for skip in range(len(self.seats)):
            at = (self.turn + skip) % len(self.seats)
            frame = play.game.make_frame(self.frame, self.seats[at])
            if getattr(frame, "has_more", _never)(play.now):
                play.become(attrs.evolve(self, turn=at + 1))
                play.push(frame)
                return
        play.done()


def _never(now: Position) -> bool:
    return False


@frozen
class Pass(Frame):
    """A part in which a seat can do nothing yet: it says `done`."""

    name: ClassVar[str] = "pass"
    seat: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if self.seat else ()

    def prompt(self, now: Position, seat: str) -> str:
        return "nothing to decide here"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["done"]

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return "There is nothing to decide here: play goes on."

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()

    def step(self, play: Play) -> None:
        play.done()


FRAMES: tuple[type[Frame], ...] = (Turns, Phase, Alternation, Pass)
