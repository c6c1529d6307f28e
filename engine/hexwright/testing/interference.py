"""Non-interference over whole games: played twice with another secret, and whatever others receive must be the same."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator

from attrs import field

from ..classes import define, frozen
from ..decisions import Ask
from ..frames import DraftFrame
from ..game import Game, Step
from ..session import ONLOOKER, Session
from ..state import State
from .secrecy import around, draft, leaks, received, told

EXPORTED = 25  # decisions between two whole exports that are compared
LOOKED = 40  # decisions between two looks at what else could be secret in a state
DRAFTED = 3  # small choices of a draft after each of which others are looked at
MOST = 20_000


@frozen
class Compared:
    """What one game with another secret of `seat` showed: how much was compared, and the leaks as sentences.

    `stations` counts secret answers that were given otherwise, `astray` the decisions at which the two games
    differed in them, `revealed` how often a rule brought a secret out (and the games were made one again),
    `drafts` the sealed drafts that others were looked at during.
    """

    seat: str
    seed: int | str
    decisions: int = 0
    stations: int = 0
    astray: int = 0
    revealed: int = 0
    drafts: int = 0
    leaks: tuple[str, ...] = ()

    def __str__(self) -> str:
        changed = self.stations or self.drafts
        leaks = f"{len(self.leaks) or 'no'} leak{'s' if len(self.leaks) > 1 else ''}"
        return ", ".join(
            (
                f"seed {self.seed}, secrets of {self.seat}: {self.decisions} decisions",
                f"{self.stations} secrets changed and {self.astray} decisions compared with them",
                f"{self.revealed} times revealed",
                f"{self.drafts} drafts watched: "
                + (leaks if changed or self.leaks else "nothing was changed, so nothing was tested"),
            )
        )


def interference(game: Game, seed: int | str, seat: str) -> Compared:
    """Play a game of hasty players twice over: the same dice and decisions, but other secrets of one seat.

    Each time the seat answers a secret question, it answers otherwise in the second game; what it drafts under
    seal is the same in both, as far as it can be. After every decision all that others receive (view, question
    with its options, what happened, what may be taken back, and from time to time the whole export) is compared
    byte by byte, until an event with `reveals` says that a rule has brought the secret out. The first difference
    ends the comparison.
    """
    one = _Pair(game, seed, seat)
    return one.compare()


@define
class _Pair:
    game: Game
    seed: int | str
    seat: str
    draw: random.Random = field(init=False)
    astray: random.Random = field(init=False)
    one: Session = field(init=False)
    two: Session = field(init=False)
    counts: Counter[str] = field(factory=Counter)

    def compare(self) -> Compared:
        self.draw = random.Random(f"interference/{self.seed}/{self.seat}")
        self.astray = random.Random(f"astray/{self.seed}/{self.seat}")
        self.one = Session.new(self.game, seed=self.seed)
        self.two = self.one.twin()
        found: tuple[str, ...] = ()
        while self.one.over is None and self.counts["decisions"] < MOST and not found:
            found = tuple(self._next())
        count = self.counts
        return Compared(
            self.seat, self.seed, count["decisions"], count["stations"], count["astray"], count["revealed"],
            count["drafts"], found,
        )  # fmt: skip

    def _watchers(self) -> tuple[str, ...]:
        return tuple(s for s in (*self.game.rules.seats, ONLOOKER) if s != self.seat)

    def _next(self) -> Iterator[str]:
        """One decision in both games, and the differences that others see after it."""
        asks = self.one.asks()
        ask = asks[self.draw.randrange(len(asks))]
        frame = self.one.state.stack[-1]
        self.counts["decisions"] += 1
        if isinstance(frame, DraftFrame) and len(asks) > 1 and not any(s.choices for s in frame.slots):
            yield from self._watch_draft()
        if self.counts["decisions"] % LOOKED == 0:
            yield from leaks(self.game, self.one.state, self.draw)
        text = _hasty(ask, self.draw)
        steps = self._both(ask, text)
        if steps is None or self._came_out(steps):
            self.counts["revealed"] += 1
            self.two = self.one.twin()
            return
        if self.one.state != self.two.state:
            self.counts["astray"] += 1
        yield from self._differences(steps, text)

    # -- the same decision in both games

    def _both(self, ask: Ask, text: str) -> tuple[Step, Step] | None:
        """The decision in both games; None when the second could not follow, because its secrets are others."""
        frame = self.one.state.stack[-1]
        drafting = isinstance(frame, DraftFrame) and ask.seat == self.seat
        secret = drafting and frame.visibility == "secret"
        first = self.one.play(text, ask.seat)
        if secret:
            if text != "done":
                return first, Step(self.two.state, ())  # the second game answers when the first has decided
            return self._otherwise(first)
        if not drafting and ask.seat != self.seat:
            return first, self.two.play(text, ask.seat)
        if self.two.why_not(text, ask.seat) is None:
            return first, self.two.play(text, ask.seat)
        # What the seat says for all to hear may betray by itself where its secret is: then the games are one again.
        return None if text == "done" or not drafting else (first, Step(self.two.state, ()))

    def _otherwise(self, first: Step) -> tuple[Step, Step] | None:
        """The second game seals another secret answer."""
        frame = self.two.state.stack[-1]
        if not isinstance(frame, DraftFrame):
            return None
        other = draft(frame, self.game.position(self.two.state), self.seat, self.astray)
        if other is None:
            return None
        for choice in other:
            self.two.play(choice, self.seat)
        self.counts["stations"] += 1
        return first, self.two.play("done", self.seat)

    def _came_out(self, steps: tuple[Step, Step]) -> bool:
        return any(e.reveals for step in steps for e in step.events)

    # -- what others receive

    def _differences(self, steps: tuple[Step, Step], text: str) -> Iterator[str]:
        for watcher in self._watchers():
            news = [self._news(s, step, watcher) for s, step in zip((self.one, self.two), steps, strict=True)]
            for part, known in news[0].items():
                if known != news[1][part]:
                    here = f"turn {self.one.state.turn}, decision {self.counts['decisions']} ({text})"
                    told_one, told_two = around(known, news[1][part])
                    yield f"{here}: {part} of {watcher} depends on {self.seat}'s secret: {told_one} or {told_two}"

    def _news(self, session: Session, step: Step, watcher: str) -> dict[str, str]:
        out = received(self.game, session.state, watcher)
        out["asked"] = str([(a.seat, a.frame) for a in session.asks()])
        out["account"] = "\n".join(told(self.game, step, watcher))
        out["undo"] = str(session.can_undo(watcher)) if watcher != ONLOOKER else ""
        if self.counts["decisions"] % EXPORTED == 0 or session.over is not None:
            out["export"] = json.dumps(session.export(watcher), sort_keys=True)
        return out

    def _watch_draft(self) -> Iterator[str]:
        """Whatever one seat drafts and seals, others receive nothing before all have sealed."""
        start = self.one.state
        before = {w: received(self.game, start, w) for w in self._watchers()}
        for state in self._drafts(start):
            self.counts["drafts"] += 1
            for watcher in self._watchers():
                if received(self.game, state, watcher) != before[watcher]:
                    yield f"turn {start.turn}: {watcher} sees what {self.seat} drafts in {start.stack[-1].name}"

    def _drafts(self, state: State) -> Iterator[State]:
        for _ in range(DRAFTED):
            ask = self.game.ask(state, self.seat)
            choices = [o for o in ask.options if o not in ("retract", "reset", "done")] if ask is not None else []
            if not choices:
                break
            state = self.game.apply(state, choices[self.draw.randrange(len(choices))], self.seat).state
            yield state
        ask = self.game.ask(state, self.seat)
        if ask is not None and "done" in ask.options and len(self.game.asks(state)) > 1:
            yield self.game.apply(state, "done", self.seat).state


def _hasty(ask: Ask, draw: random.Random) -> str:
    """A player that never takes anything back and is soon done."""
    options = ask.options.all()
    if "done" in options and draw.random() < (0.2 if ask.visibility == "open" else 0.35):
        return "done"
    found = tuple(o for o in options if o not in ("retract", "reset"))
    return found[draw.randrange(len(found))]


__all__ = ["Compared", "interference"]
