"""Which rules of the rulebook games exercise: those that events, questions, refusals and the pieces in use quote."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import tomli
from attrs import field, frozen

from ..bots import make
from ..decisions import Ask, words
from ..errors import Fault, RulesetError, nearest
from ..events import Arrived, Event, Moved
from ..game import Game
from ..session import Session
from ..state import State

ALLOW = "coverage_allow.toml"
PROBED = 10  # decisions between two looks at what is refused
MOST = 20_000


@frozen
class Allowed:
    """[[allow]] of coverage_allow.toml: rules that no game needs to exercise, and why.

    With `shown_by` they are not excused for good: nothing quotes them by themselves, and they are exercised when
    all of those rules are.
    """

    rules: tuple[str, ...]
    reason: str
    shown_by: tuple[str, ...] = ()


@frozen
class Coverage:
    """The rules that were exercised, with an example of each, those that are excused, and those that are missing.

    `needless` are excused rules that were exercised all the same.
    """

    games: int
    rules: tuple[str, ...]
    exercised: dict[str, str]
    allowed: dict[str, str] = field(factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        """Neither exercised nor excused, in the order of the rulebook."""
        return tuple(r for r in self.rules if r not in self.exercised and r not in self.allowed)

    @property
    def needless(self) -> tuple[str, ...]:
        """Excused and exercised all the same."""
        return tuple(r for r in self.allowed if r in self.exercised)


def cited(value: Any) -> Iterator[str]:
    """Every rule id that something quotes: its own, those of its parts, and those of what it holds."""
    if isinstance(value, (tuple, list)):
        if len(value) == 3 and isinstance(value[2], str) and isinstance(value[0], str):
            yield value[2]  # a labelled part
        for item in value:
            yield from cited(item)
    elif attrs.has(type(value)):
        for a in attrs.fields(type(value)):
            found = getattr(value, a.name)
            if a.name == "rule" and isinstance(found, str):
                yield found
            elif not isinstance(found, (str, int)):
                yield from cited(found)


class Exercise:
    """Collects, over any number of games, which rules are quoted and where that was seen first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.seen: dict[str, str] = {}
        self._known = frozenset(game.rules.rule)

    def note(self, rules: Iterable[str], where: str) -> None:
        """These rules were exercised there; ids that the rulebook does not know are left out."""
        for rule in rules:
            if rule in self._known:
                self.seen.setdefault(rule, where)

    def play(self, seed: int | str, bots: str = "steady") -> None:
        """One game between bots of this name."""
        session = Session.new(self.game, seed=seed)
        players = {seat: make(bots, f"{seed}/{seat}") for seat in self.game.rules.seats}
        draw = random.Random(f"coverage/{seed}")
        where = f"{bots} game {seed}"
        self.begin(session.state, session.events(), where)
        count = 0
        while session.over is None and count < MOST:
            ask = session.asks()[0]
            here = f"{where}, turn {session.state.turn}"
            self.note((ask.rule,), f"{here}: a question of {ask.frame}")
            if count % PROBED == 0:
                self.probe(session.state, ask, draw, here)
            step = session.play(players[ask.seat].choose(session.view(ask.seat), ask), ask.seat)
            self.follow(step.state, step.events, here)
            count += 1
        self.games += 1

    def recording(self, path: Path) -> None:
        """A recorded game."""
        session = Session.read(path, game=self.game)
        self.begin(self.game.opening().state, session.events(), f"recorded game {path.name}")
        self.games += 1

    def begin(self, state: State, events: Iterable[Event], where: str) -> None:
        """The set-up: every unit in play stands there by its rule."""
        for unit in state.units.values():
            self._of_unit(unit.id, unit.type, f"{where}: {unit.id} in play")
        self.follow(state, events, where)

    def follow(self, state: State, events: Iterable[Event], where: str) -> None:
        """What has happened."""
        for event in events:
            here = f"{where}: {type(event).__name__}"
            self.note(cited(event), here)
            if isinstance(event, Arrived):
                self._of_unit(event.unit.id, event.unit.type, here)
            elif isinstance(event, Moved):
                self._of_ground(state, event, here)

    def _of_unit(self, unit: str, kind: str, where: str) -> None:
        rules = self.game.rules
        spec = rules.unit.get(unit) or rules.unit.get(unit.rpartition("_")[0])
        self.note((rules.unit_type[kind].rule, spec.rule if spec is not None else ""), where)

    def _of_ground(self, state: State, event: Moved, where: str) -> None:
        unit = state.units.get(event.unit)
        board = self.game.board
        for space in event.path:
            terrain = self.game.rules.terrain.get(board.terrain(space)) if space in board else None
            if terrain is not None:
                self.note((terrain.rule,), where)
            for kind in board.features(space) if space in board else ():
                self.note((self.game.rules.feature[kind].rule,), where)
        mode = self.game.rules.unit_type[unit.type].movement if unit is not None else ""
        for a, b in zip(event.path, event.path[1:], strict=False) if mode and unit is not None else ():
            side = self.game.rules.nation[unit.nation].side
            if board.are_neighbours(a, b):
                self.note((rule for _, _, rule in board.crossing(mode, side, a, b).parts), where)

    def probe(self, state: State, ask: Ask, draw: random.Random, where: str) -> None:
        """Decisions that a player might try; what they are refused by counts."""
        options = ask.options.all()
        some = draw.sample(options, min(4, len(options)))
        spaces = self.game.board.spaces
        units = [u.id for u in state.units.values() if self.game.rules.seat_of(u.nation) == ask.seat]
        for text in some:
            said = words(text)
            other = words(draw.choice(options))
            tries = [(other[0], *said[1:]), (*said[:-1], draw.choice(spaces))]
            if units:
                tries += [(said[0], draw.choice(units), *said[2:]), (said[0], draw.choice(units), *other[2:])]
            for each in tries:
                reason = self.game.refuse(state, " ".join(each), ask.seat)
                if reason is not None:
                    self.note((reason.rule,), f"{where}: {' '.join(each)!r} is refused")
        reason = self.game.refuse(state, "done", ask.seat)
        if reason is not None:
            self.note((reason.rule,), f"{where}: 'done' is refused")


def summed(game: Game, games: int, seen: dict[str, str], allowed: Iterable[Allowed] = ()) -> Coverage:
    """What was exercised, by itself or shown by others, what is excused, and what is missing."""
    exercised = dict(seen)
    excused: dict[str, str] = {}
    for each in allowed:
        if not each.shown_by:
            excused.update(dict.fromkeys(each.rules, each.reason))
        elif all(rule in seen for rule in each.shown_by):
            for rule in each.rules:
                exercised.setdefault(rule, f"shown by {', '.join(each.shown_by)}: {each.reason}")
    return Coverage(games, tuple(game.rules.rule), exercised, excused)


def read_allowed(folder: Path, game: Game) -> tuple[Allowed, ...]:
    """The excuses of a ruleset, none without the file; RulesetError where one names no rule or gives no reason."""
    path = folder / ALLOW
    if not path.is_file():
        return ()
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()

    def fault(message: str, word: str, hint: str = "") -> RulesetError:
        line = next((n for n, row in enumerate(lines, 1) if word in row), 1)
        column = lines[line - 1].find(word) + 1 if lines else 1
        return RulesetError(
            (Fault("C901", "error", message, file=str(path), line=line, column=max(1, column), hint=hint),)
        )

    try:
        tables = tomli.loads(text).get("allow", [])
    except tomli.TOMLDecodeError as error:
        raise fault(f"not readable as TOML: {error}", "") from None
    found = []
    for entry in tables:
        each = Allowed(
            tuple(entry.get("rules", ())), str(entry.get("reason", "")).strip(), tuple(entry.get("shown_by", ()))
        )
        if not each.reason:
            raise fault(
                "an excuse without a reason", each.rules[0] if each.rules else "[[allow]]", 'add reason = "..."'
            )
        for rule in (*each.rules, *each.shown_by):
            if rule not in game.rules.rule:
                near = nearest(rule, game.rules.rule)
                raise fault(f"no rule {rule!r}", rule, f"did you mean {near[0]}?" if near else "")
        found.append(each)
    return tuple(found)


__all__ = ["ALLOW", "Allowed", "Coverage", "Exercise", "cited", "read_allowed", "summed"]
