"""Walks: games played by bots or by chance, and at the visited steps everything that must hold in any game."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs
from attrs import field

from .. import wire
from ..classes import frozen
from ..decisions import CHANCE, Ask, spell, words
from ..errors import DecisionError, HexwrightError, Reason, SaveError
from ..events import Event
from ..frames import DraftFrame
from ..game import Game, Step
from ..session import Session
from ..state import State, canonical, plain
from ..stream import Stream, key_from_seed
from .invariants import broken, broken_units, unaccounted
from .secrecy import leaks

ALL = ("options", "listed", "unlisted", "old", "json", "undo", "secrecy", "units", "again")
SAMPLE = 24  # options that are tried where there are more
TRIED = 4  # of these, how many are carried out
KEPT = 12  # old states that are looked at again

GARBAGE = (
    "", " ", "\t", "\n", "done done", "retract now", "nonsense", "move", "move move move move", "roll", "roll 7 7 7",
    "done\u202e", "d\u043ene", "\U0001f600", "\u0661", "pass\u00a0", "x" * 5000, "move \ud800 K7", "move ' OR 1=1 --",
    "\x00", "undo", "DONE", "__class__", "{0}", "%s",
)  # fmt: skip


@frozen
class Failure:
    """One thing that does not hold: the seed and the step it was seen at, the decision, the check and what is wrong."""

    seed: int | str
    step: int
    decision: str
    check: str
    told: str

    def __str__(self) -> str:
        return f"seed {self.seed}, step {self.step} ({self.decision or 'the opening'}), {self.check}: {self.told}"


@frozen
class Walked:
    """One game of a walk."""

    seed: int | str
    decisions: int
    visited: int
    turn: int
    winner: str
    reason: str


@frozen
class WalkReport:
    """What a walk found; `str` tells it in lines."""

    games: tuple[Walked, ...] = ()
    failures: tuple[Failure, ...] = ()

    @property
    def ok(self) -> bool:
        """Did everything hold?"""
        return not self.failures

    def __str__(self) -> str:
        total = sum(g.decisions for g in self.games)
        visited = sum(g.visited for g in self.games)
        head = f"{len(self.games)} games, {total} decisions, {visited} visited, {len(self.failures)} failures"
        return "\n".join((head, *map(str, self.failures)))


class _Wrong(Exception):
    def __init__(self, check: str, told: str) -> None:
        super().__init__(told)
        self.check = check
        self.told = told


def walk(
    game: Game,
    seeds: int | str | Iterable[int | str],
    *,
    every: int = 1,
    decisions: int = 20_000,
    checks: Sequence[str] = ALL,
    bots: str = "random",
    haste: float = 0.0,
) -> WalkReport:
    """Play a game for each seed and check every `every`-th step (and the first and the last).

    `checks` are names of ALL; `bots` is a bot's name, "random" draws among the options and, with the chance
    `haste`, says `done` where that is one of them. A game of more than `decisions` answers has failed. The first
    failure of a seed ends its game.
    """
    strange = [c for c in checks if c not in ALL]
    if strange:
        raise ValueError(f"no check {strange[0]!r}; there are {', '.join(ALL)}")
    games, failures = [], []
    for seed in [seeds] if isinstance(seeds, (int, str)) else seeds:
        one = _Walk(game, seed, every, decisions, frozenset(checks), bots, haste)
        failures += one.failures()
        games.append(one.told())
    return WalkReport(tuple(games), tuple(failures))


@attrs.define
class _Walk:
    """One game being walked."""

    game: Game
    seed: int | str
    every: int
    most: int
    checks: frozenset[str]
    bots: str
    haste: float
    step: int = 0
    visited: int = 0
    decision: str = ""
    events: tuple[Event, ...] = ()
    session: Session = field(init=False)
    kept: list[tuple[State, tuple[Any, ...]]] = field(factory=list)
    draw: random.Random = field(init=False)

    def failures(self) -> list[Failure]:
        """Play it to the end, or to the first failure."""
        self.draw = random.Random(f"walk/{self.seed}")
        self.session = Session.new(self.game, seed=self.seed)
        try:
            self._play()
        except _Wrong as wrong:
            return [Failure(self.seed, self.step, self.decision, wrong.check, wrong.told)]
        except HexwrightError as error:
            return [Failure(self.seed, self.step, self.decision, "errors", f"{type(error).__name__}: {error}")]
        except Exception as error:
            return [Failure(self.seed, self.step, self.decision, "errors", f"{type(error).__name__}: {error!r}")]
        return []

    def told(self) -> Walked:
        """How it went."""
        over = self.session.over
        winner, reason = (over.winner, over.reason) if over is not None else ("", "not finished")
        return Walked(self.seed, self.step, self.visited, self.session.state.turn, winner, reason)

    def _play(self) -> None:
        choose = self._chooser()
        while self.session.over is None:
            if self.step >= self.most:
                raise _Wrong("ends", f"not over after {self.most} decisions, turn {self.session.state.turn}")
            visiting = self.step % self.every == 0
            asks = [a for a in self.game.asks(self.session.state) if a.seat != CHANCE]
            if not asks:
                raise _Wrong("options", "nobody is asked although the game is not over")
            if visiting:
                self._visit(asks)
            ask = asks[self.draw.randrange(len(asks))]
            before = self.session.state
            text = choose(ask)
            self.decision = f"{ask.seat}: {text}"
            step = self.session.play(text, ask.seat)
            self.events = step.events
            self.step += 1
            if visiting:
                self._after(before, ask, text, step)
        self._visit([])
        if "old" in self.checks:
            self._check_old()

    def _chooser(self) -> Callable[[Ask], str]:
        if self.bots == "random":
            return self._drawn
        from ..bots import make

        players = {seat: make(self.bots, f"{self.seed}/{seat}") for seat in self.game.rules.seats}
        return lambda ask: players[ask.seat].choose(self.session.view(ask.seat), ask.handed_out())

    def _drawn(self, ask: Ask) -> str:
        options = ask.options.all()
        if not options:
            raise _Wrong("options", f"{ask.seat} is asked by {ask.frame} and has no options")
        if self.haste and self.draw.random() < self.haste and "done" in options:
            return "done"
        return options[self.draw.randrange(len(options))]

    # -- one visited step

    def _visit(self, asks: Sequence[Ask]) -> None:
        self.visited += 1
        state = self.session.state
        if "old" in self.checks:
            if self.draw.random() < 0.25 or not self.kept:
                self._check_old()
            self.kept.append((state, _print(state)))
            if len(self.kept) > KEPT:
                del self.kept[self.draw.randrange(KEPT)]
        if "units" in self.checks:
            for told in broken(self.game, state, self.events):
                raise _Wrong("units", told)
        for ask in asks:
            self._check_ask(state, ask)
        if "json" in self.checks:
            self._check_json(state)
        if "secrecy" in self.checks:
            for told in leaks(self.game, state, self.draw):
                raise _Wrong("secrecy", told)

    def _check_old(self) -> None:
        for state, printed in self.kept:
            if _print(state) != printed:
                raise _Wrong("old", f"a state of turn {state.turn} was changed after it was left")

    def _check_ask(self, state: State, ask: Ask) -> None:
        options = ask.options.all()
        if "options" in self.checks:
            if not options:
                raise _Wrong("options", f"{ask.seat} is asked by {ask.frame} and has no options")
            if len(set(options)) != len(options):
                double = next(o for i, o in enumerate(options) if o in options[:i])
                raise _Wrong("options", f"{ask.frame} offers {double!r} twice")
            if "json" not in self.checks and tuple(self._fresh(state, ask)) != options:
                raise _Wrong("options", f"{ask.frame} lists other options when asked again")
        if "listed" in self.checks:
            self._check_listed(state, ask, options)
        if "unlisted" in self.checks:
            self._check_unlisted(state, ask, options)

    def _fresh(self, state: State, ask: Ask) -> Iterator[str]:
        """The options, reckoned without what the state remembers."""
        again = self.game.ask(state.with_(before=state.before), ask.seat)
        return iter(again.options if again is not None else ())

    def _check_listed(self, state: State, ask: Ask, options: tuple[str, ...]) -> None:
        few = _spread(options, self.draw)
        for text in few:
            if spell(*words(text)) != text or not text.isprintable():
                raise _Wrong("listed", f"{text!r} does not read back as it is written")
            reason = self.game.refuse(state, text, ask.seat)
            if reason is not None:
                raise _Wrong("listed", f"{ask.frame} offers {text!r} and refuses it: {reason}")
        for text in self.draw.sample(few, min(TRIED, len(few))):
            try:
                self.game.apply(state, text, ask.seat)
            except DecisionError as error:
                raise _Wrong("listed", f"{ask.frame} offers {text!r} and does not take it: {error.reason}") from None
            except Exception as error:
                raise _Wrong("listed", f"{ask.frame}: {text!r} broke: {type(error).__name__} {error}") from error

    def _check_unlisted(self, state: State, ask: Ask, options: tuple[str, ...]) -> None:
        listed = frozenset(options)
        before = _print(state)
        for text in self._strange(state, ask, options):
            if " ".join(text.split()) in listed and text.isprintable():
                continue
            self._must_refuse(state, ask.seat, text)
        for seat in (*self.game.rules.seats, "", "nobody", CHANCE):
            asked = {a.seat for a in self.game.asks(state)}
            if seat not in asked and not (seat == "" and len(asked) == 1):
                self._must_refuse(state, seat, options[0] if options else "done")
        if _print(state) != before:
            raise _Wrong("unlisted", "a refused decision changed the state")

    def _must_refuse(self, state: State, seat: str, text: str) -> None:
        try:
            self.game.apply(state, text, seat)
        except DecisionError as error:
            if not isinstance(error.reason, Reason) or not error.reason.text:
                raise _Wrong("unlisted", f"{text[:80]!r} by {seat!r} is refused without a reason") from None
        except Exception as error:
            raise _Wrong("unlisted", f"{text[:80]!r} by {seat!r} broke: {type(error).__name__} {error}") from error
        else:
            raise _Wrong("unlisted", f"{text[:80]!r} by {seat!r} is not offered and is taken")
        if text.isprintable():
            try:
                reason = self.game.refuse(state, text, seat)
            except Exception as error:
                raise _Wrong("unlisted", f"why not {text[:80]!r} broke: {type(error).__name__} {error}") from error
            if reason is None:
                raise _Wrong("unlisted", f"{text[:80]!r} by {seat!r} is not offered and is not refused")

    def _strange(self, state: State, ask: Ask, options: tuple[str, ...]) -> Iterator[str]:
        """Texts that are hardly options: garbage, listed ones with a word changed, what other seats are offered."""
        yield from self.draw.sample(GARBAGE, 6)
        few = _spread(options, self.draw)[:6]
        spaces = self.game.board.spaces
        units = tuple(state.units)
        for text in few:
            parts = text.split()
            other = self.draw.choice(options).split()
            yield f"{text} {parts[-1]}"
            yield " ".join((*parts[:-1], other[-1]))
            yield " ".join((other[0], *parts[1:]))
            yield " ".join((*parts[:-1], self.draw.choice(spaces)))
            yield " ".join(reversed(parts)) if len(parts) > 1 else parts[0] + "s"
            if units:
                yield " ".join((parts[0], self.draw.choice(units), *parts[2:]))
                yield " ".join((parts[0], "nobody", *parts[2:]))
            yield text.swapcase()
        for elsewhere in self.game.asks(state):
            if elsewhere.seat != ask.seat:
                yield from _spread(elsewhere.options.all(), self.draw)[:4]

    def _check_json(self, state: State) -> None:
        back = self._loaded(state)
        for ask, again in zip(self.game.asks(state), self.game.asks(back), strict=True):
            if ask.seat != again.seat or ask.prompt != again.prompt or ask.options.all() != again.options.all():
                raise _Wrong("json", f"saved and loaded, {ask.seat} is asked something else by {ask.frame}")

    # -- what a decision did

    def _after(self, before: State, ask: Ask, text: str, step: Step) -> None:
        if "units" in self.checks and text not in ("retract", "reset"):
            strange = unaccounted(before, step.events, step.state)
            if strange:
                raise _Wrong("units", f"units came or went without an event: {', '.join(strange[:5])}")
        if "again" in self.checks:
            self._check_again(before, ask, text, step)
        if "undo" in self.checks:
            self._check_undo(before, ask, text, step)

    def _check_again(self, before: State, ask: Ask, text: str, step: Step) -> None:
        """The same decision with the same dice does the same; the states in which dice are due are sound too."""
        one = self.game.apply(before, text, ask.seat)
        events = one.events
        stream = Stream(key_from_seed(self.seed))
        while (due := self.game.ask(one.state, CHANCE)) is not None:
            if due.roll is None:
                raise _Wrong("again", f"{due.frame} asks for dice without saying which")
            if "json" in self.checks:
                self._loaded(one.state)
            faces = [stream.face(due.roll.label, s, due.roll.start + k) for k, s in enumerate(due.roll.sides)]
            one = self.game.apply(one.state, spell("roll", *faces), CHANCE)
            events += one.events
        if one.state != step.state or one.state.digest != step.state.digest:
            raise _Wrong("again", "the same decision led to another state")
        if events != step.events:
            raise _Wrong("again", "the same decision had other events")

    def _loaded(self, state: State) -> State:
        """The state saved and loaded again."""
        try:
            text = json.dumps(wire.state_to_json(self.game, state), ensure_ascii=False)
            back = wire.state_from_json(self.game, json.loads(text))
        except (SaveError, TypeError, ValueError) as error:
            raise _Wrong("json", f"it cannot be saved and loaded: {error}") from error
        if back != state or back.digest != state.digest:
            raise _Wrong("json", "saved and loaded it is another state")
        return back

    def _check_undo(self, before: State, ask: Ask, text: str, step: Step) -> None:
        session, seat = self.session, ask.seat
        after = session.state
        if before.stack[-1].visibility != "open":
            self._check_withdrawal(before, seat, text, after)
            return
        if text in ("retract", "reset"):
            if text == "retract" and after != before.before:
                raise _Wrong("undo", "retract does not lead back to the state before the last choice")
            return
        others = [s for s in self.game.rules.seats if s != seat]
        still = bool(after.stack) and after.over is None and after.stack[-1].visibility == "open"
        for other in others if still else ():
            if session.can_undo(other) is None:
                raise _Wrong("undo", f"{other} may take back what {seat} decided")
        reason = session.can_undo(seat)
        final = [e for e in step.events if e.irreversible or any(s != seat for s in e.seats)]
        if final and still and reason is None:
            raise _Wrong("undo", f"{text!r} may be taken back although {final[0].text()!r} happened")
        if reason is not None or not still:
            return
        count = session.decisions
        session.undo(seat)
        if session.state != before or session.state.digest != before.digest:
            raise _Wrong("undo", f"taking back {text!r} leads to another state")
        again = session.play(text, seat)
        if session.state != after or again.events != step.events or session.decisions != count:
            raise _Wrong("undo", f"{text!r}, taken back and made again, does something else")

    def _check_withdrawal(self, before: State, seat: str, text: str, after: State) -> None:
        """A sealed answer is withdrawn in its slot, and made again it is the same."""
        frame = after.stack[-1] if after.stack and after.over is None else None
        was = before.stack[-1]
        if not isinstance(frame, DraftFrame) or type(frame) is not type(was) or text in ("retract", "reset"):
            return
        if len(after.stack) != len(before.stack) or not (frame.slot(seat).choices or frame.slot(seat).sealed):
            return
        self.session.undo(seat)
        back = self.session.state.stack[-1]
        assert isinstance(back, DraftFrame)
        for other in self.game.rules.seats:
            if other != seat and back.slot(other) != frame.slot(other):
                raise _Wrong("undo", f"what {seat} withdrew changed the draft of {other}")
        self.session.play(text, seat)
        if self.session.state != after:
            raise _Wrong("undo", f"{text!r}, withdrawn and given again, is another answer")


def _print(state: State) -> tuple[Any, ...]:
    """What a state holds, apart from what it remembers of itself; entries are frozen, so the same ones are the same."""
    tables = (
        state.units, state.at, state.control, state.features, state.markers, state.relations, state.roles, state.gone,
        state.rolls,
    )  # fmt: skip
    rest = canonical([plain(state.slices), plain(state.stack), plain(state.over)])
    return (state.turn, state.done, rest, *(tuple(table.items()) for table in tables))


def _spread(options: Sequence[str], draw: random.Random) -> list[str]:
    """All options when they are few, else one of each verb and some more."""
    if len(options) <= SAMPLE:
        return list(options)
    verbs: dict[str, list[str]] = {}
    for text in options:
        verbs.setdefault(text.split(" ", 1)[0], []).append(text)
    found = [draw.choice(texts) for texts in verbs.values()][:SAMPLE]
    return found + draw.sample(list(options), SAMPLE - len(found))


__all__ = ["ALL", "Failure", "WalkReport", "Walked", "broken", "broken_units", "walk"]
