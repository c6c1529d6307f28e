"""Recorded games and games of bots under two sets of rules: where each parts, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from .. import journal
from ..bots import make
from ..classes import frozen
from ..errors import HexwrightError, SaveError
from ..game import Game
from ..session import Session
from ..state import State
from .following import Comparison, Parting

MOST = 20_000  # answers of bots in one game


@frozen(kw_only=True)
class Apart:
    """Where two games part: what differs at their start, in the options, and where they part at last."""

    start: Parting | None = None
    options: Parting | None = None
    parting: Parting | None = None

    @property
    def first(self) -> Parting | None:
        """The first thing that differs, be it only the options."""
        found = [p for p in (self.start, self.options, self.parting) if p is not None]
        return min(found, key=lambda p: p.at) if found else None

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON."""
        return attrs.asdict(self)


@frozen
class Followed(Apart):
    """A recorded game of A played under B: how far, where the options first differ, and where it parts at last.

    `parting` is None when all its decisions can be played under B with the same outcome. `skipped` says why a
    recording was not followed at all.
    """

    name: str
    decisions: int = 0
    skipped: str = ""


@frozen
class Ending:
    """How a game ended: the winning side ("" for nobody), the reason, the turn, how many decisions it took."""

    winner: str
    reason: str
    turn: int
    decisions: int


@frozen
class Duel(Apart):
    """The game of one seed under A and B, and where the two part."""

    seed: int
    endings: tuple[Ending, Ending]


# ------------------------------------------------------------------ recorded games


def recordings(folder: Path) -> tuple[Path, ...]:
    """The recorded games of a ruleset folder, by name."""
    return tuple(sorted((folder / "games").glob("*.jsonl")))


def follow(path: Path, a: Game, b: Game) -> Followed:
    """A recorded game of A, decision by decision under A and B, until the two part."""
    try:
        recording = journal.read(path)
    except SaveError as error:
        return Followed(path.name, skipped=str(error))
    other = _other_layers(recording, a)
    if other:
        return Followed(path.name, skipped=other)
    compared = Comparison(a, b)
    states = (a.start(), b.start())
    played = 0
    for n, (seat, decision) in enumerate(decisions(recording), 1):
        own = compared.refused(n, states, seat, decision, 0)
        if own is not None:
            return Followed(path.name, skipped=f"it was recorded under older rules: {own.text}")
        parting = compared.before(n, states) or compared.refused(n, states, seat, decision)
        if parting is None:
            try:
                steps = tuple(g.apply(s, decision, seat) for g, s in zip((a, b), states, strict=True))
            except HexwrightError as error:
                parting = compared.parting("failed", n, states, seat, f"after '{decision}' play stops: {error}")
        if parting is None:
            parting = compared.after(n, states, seat, decision, tuple(s.events for s in steps))
        if parting is not None:
            return Followed(path.name, played, start=compared.start, options=compared.options, parting=parting)
        states, played = (steps[0].state, steps[1].state), n
    return Followed(path.name, played, start=compared.start, options=compared.options)


def _other_layers(recording: journal.Recording, game: Game) -> str:
    """Why a recording is none of this game's, "" when it is."""
    head, rules = recording.header, game.rules
    if "from" in head:
        return "it goes on from a snapshot"
    own = {"scenario": rules.scenario, "variants": list(rules.variants), "settings": list(game.given)}
    for name, value in own.items():
        if head.get(name) != value:
            told = head.get(name) if isinstance(head.get(name), str) else " ".join(map(str, head.get(name) or ()))
            return f"it was played with {name} {told or 'none'}"
    return ""


def decisions(recording: journal.Recording) -> Iterator[tuple[str, str]]:
    """(seat, decision) of all that stood at the end of a recording: what was taken back is left out."""
    stood: list[tuple[str, str]] = []
    for line in recording.lines:
        if line.kind == "undo":
            del stood[line.said["n"] :]
        elif line.kind == "decision":
            stood.append((str(line.said["seat"]), str(line.said["decision"])))
    yield from stood


# ------------------------------------------------------------------ games of bots


class _Player:
    """A game of bots under one set of rules."""

    def __init__(self, game: Game, seed: int, bot: str) -> None:
        self.session = Session.new(game, seed=seed)
        self._bots = {seat: make(bot, f"{seed}/{seat}") for seat in game.rules.seats}
        self._answers = 0

    @property
    def state(self) -> State:
        return self.session.state

    def chosen(self) -> tuple[str, str]:
        """The seat that answers next and its answer."""
        seat = self.session.game.asks(self.state)[0].seat
        ask = self.session.ask(seat)
        assert ask is not None
        return seat, self._bots[seat].choose(self.session.view(seat), ask)

    def play(self, seat: str, decision: str) -> None:
        self._answers += 1
        self.session.play(decision, seat)

    def to_the_end(self) -> Ending:
        """Plays on alone."""
        while self.session.over is None and self._answers < MOST:
            self.play(*self.chosen())
        over = self.session.over
        ending = (over.winner, over.reason) if over is not None else ("", f"not over after {MOST} answers")
        return Ending(*ending, self.state.turn, self.session.decisions)


def duel(a: Game, b: Game, seed: int, bot: str = "steady") -> Duel:
    """The same seed under A and B, every seat played by a bot of this name: side by side until they part."""
    compared = Comparison(a, b)
    players = (_Player(a, seed, bot), _Player(b, seed, bot))
    parting = compared.after(0, _states(players), "", "the start", tuple(p.session.events() for p in players))
    if parting is not None and compared.start is not None:
        parting = None  # told as the start
    while parting is None and not all(p.state.over for p in players):
        parting = _step(compared, players)
    endings = (players[0].to_the_end(), players[1].to_the_end())
    return Duel(seed, endings, start=compared.start, options=compared.options, parting=parting)


def _states(players: tuple[_Player, _Player]) -> tuple[State, State]:
    return players[0].state, players[1].state


def _step(compared: Comparison, players: tuple[_Player, _Player]) -> Parting | None:
    """One answer in both games, and the dice after it; where they part, the answers are made all the same."""
    states, n = _states(players), players[0].session.decisions + 1
    parting = compared.before(n, states)
    if parting is not None:
        return parting
    (seat, first), (_, second) = players[0].chosen(), players[1].chosen()
    if first != second:
        why = compared.refused(n, states, seat, first) or compared.refused(n, states, seat, second, 0)
        reason = f"; {why.text}" if why else "; both may be answered under both"
        parting = compared.parting(
            "choice", n, states, seat, f"the bot answers '{first}' under A, '{second}' under B{reason}"
        )
    told = [p.session.decisions for p in players]
    players[0].play(seat, first)
    players[1].play(seat, second)
    if parting is not None:
        return parting
    back = [p.session.decisions <= before for p, before in zip(players, told, strict=True)]  # an answer was retracted
    events = tuple(() if r else p.session.events(after=t) for p, r, t in zip(players, back, told, strict=True))
    return compared.after(n, states, seat, first, events)
