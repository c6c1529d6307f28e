"""The readable account of a game: events told turn by turn and phase by phase in players' words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .. import events as happened
from ..events import Event
from ..state import Outcome
from .names import Names

IMPORTANT, MOVES, ALL = 0, 1, 2  # how much is told: what matters, every move too, everything with its rule

_REASONS = {"turn_limit": "the last turn is over"}
_NEVER = (happened.SliceSet, happened.PhaseEnded)
_SMALL = (happened.Closed, happened.Spent, happened.StatusSet, happened.Refreshed, happened.Concealed)
_COUNTED = {happened.Moved: "moved", happened.Placed: "placed"}


class Ledger:
    """Keeps back what may still be taken back, so that an account tells only what stands."""

    def __init__(self) -> None:
        self._open: list[tuple[Event, ...]] = []

    def after(self, decision: str, events: tuple[Event, ...], revisable: bool) -> tuple[Event, ...]:
        """The events that stand after a decision; those of a `revisable` one are kept until it no longer is.

        >>> ledger, moved = Ledger(), happened.Noted(note="moved")
        >>> ledger.after("move", (moved,), True), ledger.after("retract", (), False), ledger.after("done", (), False)
        ((), (), ())
        """
        if decision == "reset":
            self._open.clear()
        elif decision != "retract":
            self._open.append(events)
        elif self._open:
            self._open.pop()
        if revisable:
            return ()
        stands, self._open = tuple(e for step in self._open for e in step), []
        return stands


class Account:
    """Tells events as they come; headers of phases stand only above something worth telling."""

    def __init__(self, names: Names, detail: int = IMPORTANT) -> None:
        self._names = names
        self._detail = detail
        self._open: list[str] = []
        self._told: tuple[str, ...] = ()
        self._counts: dict[str, set[str]] = {}

    def lines(self, events: Iterable[Event]) -> list[str]:
        """The lines that these events add to the account."""
        out: list[str] = []
        for event in events:
            out += self._of(event)
        return out

    def rest(self) -> list[str]:
        """What is still to be told when the account breaks off here."""
        return self._summary()

    def _of(self, event: Event) -> list[str]:
        if isinstance(event, happened.Arrived):
            self._names.meet(event.unit)
        if isinstance(event, happened.TurnBegan):
            rest = self._summary()
            self._open, self._told = [], ()
            return [*rest, "", f"=== {self._names.turn(event.turn)} ==="]
        if isinstance(event, happened.PhaseBegan):
            rest = self._summary()
            if event.phase in self._open:  # what came after it was taken back
                del self._open[self._open.index(event.phase) :]
            self._open.append(event.phase)
            return rest
        if isinstance(event, happened.PhaseEnded):
            rest = self._summary()
            if event.phase in self._open:
                del self._open[self._open.index(event.phase) :]
            return rest
        if isinstance(event, happened.GameEnded):
            return [*self._summary(), "", over_told(Outcome(event.winner, event.reason, event.rule), self._names)]
        if self._detail == IMPORTANT and type(event) in _COUNTED:
            self._counts.setdefault(_COUNTED[type(event)], set()).add(event.unit)  # type: ignore[attr-defined]
            return []
        if isinstance(event, _NEVER) or (self._detail < ALL and isinstance(event, _SMALL)):
            return []
        told = self.told(event)
        return [*self._header(), f"    {told}"] if told else []

    def told(self, event: Event) -> str:
        """One event as a sentence."""
        say = _SENTENCES.get(type(event))
        sentence = say(event, self._names) if say else self._names.spoken(event.text())
        return f"{sentence} [{event.rule}]" if self._detail >= ALL and event.rule else sentence

    def _header(self) -> list[str]:
        path = tuple(self._open)
        if path == self._told or not path:
            return []
        self._told = path
        return ["  " + " / ".join(dict.fromkeys(self._names.phase(p) for p in path))]

    def _summary(self) -> list[str]:
        counts, self._counts = self._counts, {}
        if not counts:
            return []
        told = [f"{len(units)} unit{'' if len(units) == 1 else 's'} {verb}" for verb, units in counts.items()]
        return [*self._header(), f"    {', '.join(told)}"]


def over_told(outcome: Outcome, names: Names) -> str:
    """How the game ended, in a sentence."""
    reason = names.spoken(_REASONS.get(outcome.reason, outcome.reason.replace("_", " ")))
    who = f"{names.side(outcome.winner)} won" if outcome.winner else "nobody has won"
    return f"The game is over: {who} ({reason})."


def _rolled(e: happened.Rolled, names: Names) -> str:
    label = e.label.split("/", 1)[-1].replace("/", " ").replace(".", " ").replace("_", " ")
    return f"dice ({names.spoken(label)}): {', '.join(map(str, e.faces))}"


def _steps(e: happened.StepsChanged, names: Names) -> str:
    verb = "loses" if e.steps < e.was else "gains"
    many = abs(e.steps - e.was)
    why = f" ({names.spoken(e.why)})" if e.why else ""
    return f"{names.unit(e.unit)} {verb} {many} step{'' if many == 1 else 's'}{why}, {e.steps} left"


def _removed(e: happened.Removed, names: Names) -> str:
    return f"{names.unit(e.unit)} is {e.how}" + (f" at {names.space(e.at)}" if e.at else "")


def _controlled(e: happened.ControlChanged, names: Names) -> str:
    return f"{names.space(e.space)} is now held by {names.nation(e.nation) if e.nation else 'nobody'}"


def _marked(e: happened.MarkerSet, names: Names) -> str:
    return f"{e.kind.replace('_', ' ')} at {names.space(e.space)}" + ("" if e.count else ": removed")


def _feature(e: happened.FeatureSet, names: Names) -> str:
    field = e.field.replace("_", " ")
    told = f"{field} {e.value}" if not isinstance(e.value, bool) else field if e.value else f"no longer {field}"
    return f"{e.kind.replace('_', ' ')} at {names.space(e.space)}: {told}"


def _became(e: happened.Changed, names: Names) -> str:
    what = e.type.replace("_", " ") if e.type else names.nation(e.nation)
    return f"{names.unit(e.unit)} becomes {what}"


def _status(e: happened.StatusSet, names: Names) -> str:
    return f"{names.unit(e.unit)} {'is' if e.on else 'is no longer'} {e.status.replace('_', ' ')}"


_SENTENCES: dict[type, Callable[[Any, Names], str]] = {
    happened.RoleGiven: lambda e, n: f"{n.seat(e.seat)}: {e.role.replace('_', ' ')}",
    happened.Chosen: lambda e, n: f"{n.seat(e.seat)}: {n.meaning(e.choice) or e.choice} ({n.spoken(e.what)})",
    happened.Rolled: _rolled,
    happened.Arrived: lambda e, n: f"{n.unit(e.unit.id)} arrives at {n.space(e.unit.at)}",
    happened.Placed: lambda e, n: f"{n.unit(e.unit)} is placed at {n.space(e.at)}",
    happened.StepsChanged: _steps,
    happened.Removed: _removed,
    happened.Changed: _became,
    happened.StatusSet: _status,
    happened.Revealed: lambda e, n: f"{n.unit(e.unit)} is found at {n.space(e.at)}",
    happened.ControlChanged: _controlled,
    happened.FeatureSet: _feature,
    happened.MarkerSet: _marked,
    happened.RelationChanged: lambda e, n: f"{' and '.join(map(n.nation, e.nations))}: {e.are} from now on",
}
