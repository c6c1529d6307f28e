"""Two sets of rules played side by side: the first thing that goes another way, and why, in words."""

from __future__ import annotations

from typing import Any, Literal

import attrs

from .. import wire
from ..classes import frozen
from ..decisions import Ask, Roll
from ..events import Event, PhaseEnded, SliceSet
from ..game import Game
from ..state import State
from .values import plain

Why = Literal["opening", "question", "dice", "options", "refused", "choice", "outcome", "failed"]
# What each is called where games are counted.
REASONS: dict[Why, str] = {
    "opening": "another start",
    "question": "another question",
    "dice": "other dice",
    "options": "other options",
    "refused": "a decision is refused",
    "choice": "the bot chooses otherwise",
    "outcome": "the same decision has another outcome",
    "failed": "the game cannot go on",
}
_SHOWN = 3  # options that are named


@frozen
class Parting:
    """Where two games part: before or at which decision (dice count), in which turn and phase, whose, and why."""

    why: Why
    at: int
    turn: int
    phase: str
    seat: str
    text: str

    def __str__(self) -> str:
        where = [f"decision {self.at}", f"turn {self.turn}", *filter(None, (self.phase, self.seat))]
        return f"{', '.join(where)}: {self.text}"

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON."""
        return attrs.asdict(self)


class Comparison:
    """Compares two games that have gone the same way so far, decision by decision; they are called A and B."""

    def __init__(self, a: Game, b: Game) -> None:
        self.games = (a, b)
        self.options: Parting | None = None  # where the options differed first; play may go on alike
        self._alike = a.rules_hash == b.rules_hash  # then options need not be listed
        self.start = _start(a, b)  # what differs before the first decision; play may go on alike too

    def before(self, n: int, states: tuple[State, State]) -> Parting | None:
        """What differs in what is asked before decision `n`; other options alone are only noted in `options`."""
        asks = tuple(g.asks(s) for g, s in zip(self.games, states, strict=True))
        seats = [[(k.seat, k.frame) for k in found] for found in asks]
        if seats[0] != seats[1]:
            told = [", ".join(self._asks(side, k) for k in found) or "nobody" for side, found in enumerate(asks)]
            seat = asks[0][0].seat if asks[0] else ""
            return self.parting("question", n, states, seat, f"A asks {told[0]}; B asks {told[1]}")
        for one, other in zip(*asks, strict=True):
            if one.roll != other.roll and one.roll is not None and other.roll is not None:
                text = f"A rolls {_dice(one.roll)}, B rolls {_dice(other.roll)} for {other.roll.label}"
                return self.parting("dice", n, states, one.seat, text)
            if not self._alike and self.options is None and one.roll is None:
                self._note(n, states, one, other)
        return None

    def _asks(self, side: int, ask: Ask) -> str:
        return f"{self._seat(side, ask.seat)} ({ask.prompt})" if ask.roll is None else f"for dice ({ask.prompt})"

    def _note(self, n: int, states: tuple[State, State], one: Ask, other: Ask) -> None:
        first, second = one.options.all(), other.options.all()
        if first == second:
            return
        more, less = (dict.fromkeys(x) for x in (second, first))
        added, gone = [o for o in more if o not in less], [o for o in less if o not in more]
        told = [
            f"{word} {_some(found)}" for word, found in (("B also offers", added), ("only A offers", gone)) if found
        ]
        text = "; ".join(told) or "the same options in another order"
        self.options = self.parting("options", n, states, one.seat, text)

    def after(
        self, n: int, states: tuple[State, State], seat: str, decision: str, events: tuple[tuple[Event, ...], ...]
    ) -> Parting | None:
        """What the same decision did otherwise; `states` are those in which it was made."""
        if events[0] == events[1]:
            return None
        first, second = ([_facts(e) for e in found] for found in events)
        if first == second:
            return None
        open_ = tuple(tuple(e for e in found if not isinstance(e, SliceSet)) for found in events)
        if any(open_) and (shown := [[_facts(e) for e in found] for found in open_]) and shown[0] != shown[1]:
            events, (first, second) = open_, shown  # what plug-ins note for themselves says less
        both = min(len(first), len(second))
        at = next((i for i in range(both) if first[i] != second[i]), both)
        ended = [isinstance(found[at], PhaseEnded) if at < len(found) else None for found in events]
        if True in ended and None in ended:
            goes = ["the phase ends" if e else "it goes on" for e in ended]
            return self.parting("outcome", n, states, seat, f"after '{decision}' under A {goes[0]}, under B {goes[1]}")
        told = [_event(found[at]) if at < len(found) else "nothing more" for found in events]
        text = f"after '{decision}' A has: {told[0]}; B has: {told[1]}"
        return self.parting("outcome", n, states, seat, text)

    def refused(self, n: int, states: tuple[State, State], seat: str, decision: str, side: int = 1) -> Parting | None:
        """Why one of the games refuses a decision; None when it does not."""
        reason = self.games[side].refuse(states[side], decision, seat)
        if reason is None:
            return None
        return self.parting("refused", n, states, seat, f"'{decision}' is refused under {'AB'[side]}: {reason}")

    def parting(self, why: Why, n: int, states: tuple[State, State], seat: str, text: str) -> Parting:
        """A parting at these states."""
        game, state = self.games[0], states[0]
        phase = game.position(state).phase
        spec = game.rules.phase.get(phase)
        return Parting(why, n, state.turn, (spec.name if spec else "") or phase, self._seat(0, seat), text)

    def _seat(self, side: int, seat: str) -> str:
        rules = self.games[side].rules
        spec = rules.side.get(seat) or rules.nation.get(seat)
        return spec.name if spec else seat


def _start(a: Game, b: Game) -> Parting | None:
    first, second = a.opening().state, b.opening().state
    tables = [name for name in wire.TABLES if getattr(first, name).digest() != getattr(second, name).digest()]
    return Parting("opening", 0, first.turn, "", "", f"the start differs: {', '.join(tables)}") if tables else None


def _dice(roll: Roll) -> str:
    sides = list(roll.sides)
    return " + ".join(f"{sides.count(s)}d{s}" for s in dict.fromkeys(sides)) or "no dice"


def _some(options: list[str]) -> str:
    told = ", ".join(f"'{o}'" for o in options[:_SHOWN])
    return told + (f" and {len(options) - _SHOWN} more" if len(options) > _SHOWN else "")


def _facts(event: Event) -> tuple[str, dict[str, Any]]:
    """What happened, without the rules it quotes and what its numbers are made of."""
    fields = [a.name for a in attrs.fields(type(event)) if a.name not in ("rule", "parts")]
    return type(event).__name__, {name: plain(getattr(event, name)) for name in fields}


def _event(event: Event) -> str:
    if isinstance(event, PhaseEnded):
        return "the phase ends"
    return f"other notes of {event.plugin}" if isinstance(event, SliceSet) else event.text()
