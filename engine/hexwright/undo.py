"""How far undo goes: decisions that were carried out, and what cannot be taken back."""

from __future__ import annotations

from .classes import frozen
from .decisions import CHANCE, Roll
from .errors import Reason
from .events import Event, Rolled
from .game import Game, Step
from .state import State


@frozen(eq=False)
class Taken:
    """A decision that was carried out: the state before it, and what it did."""

    seat: str
    decision: str
    before: State
    step: Step
    roll: Roll | None = None


@frozen(eq=False)
class Barrier:
    """What undo stops at: the events that cannot be taken back, or that answers were given under seal."""

    events: tuple[Event, ...] = ()
    sealed: bool = False

    @classmethod
    def of(cls, taken: Taken) -> Barrier | None:
        """What keeps a decision from being taken back; None when nothing does.

        A die, an event that says so, an event that another seat got in private, and any answer under seal:
        what was drafted is for its own seat to withdraw, what was opened is known.
        """
        events = taken.step.events
        hard = tuple(e for e in events if e.irreversible)
        sealed = taken.before.stack[-1].visibility != "open"
        told = any(seat != taken.seat for e in events for seat in e.seats)
        return cls(hard, sealed) if hard or sealed or told or taken.seat == CHANCE else None

    def reason(self, seat: str) -> Reason:
        """Why, in words that this seat may read."""
        for event in self.events:
            seen = event.seen_by(seat) if seat else event
            if isinstance(seen, Rolled):
                return Reason(f"a die has fallen since: {seen.label}", seen.rule, (("die", seen.label),))
            if seen is not None:
                return Reason(f"this cannot be taken back: {seen.text()}", seen.rule)
        if self.sealed:
            return Reason("answers given under seal have been opened since")
        return Reason("something has happened since that cannot be taken back")


def shown(game: Game, before: State, after: State) -> str:
    """A unit that was hidden before and is not now, or not to the same seat; "" when there is none."""
    for unit in before.units.values():
        if unit.hidden:
            now = after.units.get(unit.id)
            owner = game.rules.seat_of(unit.nation)
            if now is not None and (not now.hidden or game.rules.seat_of(now.nation) != owner):
                return unit.id
    return ""
