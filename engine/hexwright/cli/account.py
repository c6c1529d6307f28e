"""The readable account of a game: events told turn by turn and phase by phase in players' words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .. import events as happened
from ..events import Event
from ..state import Outcome
from .names import Names
from .sentences import kind_of, lengthened, repeats, sentence, sentences

IMPORTANT, MOVES, ALL = 0, 1, 2  # how much is told: what matters, every move too, everything with its rule

_REASONS = {"turn_limit": "the last turn is over"}
_NEVER = (happened.SliceSet, happened.PhaseEnded)
_COUNTED = {happened.Moved: "moved", happened.Placed: "placed"}


class Account:
    """Tells events as they come; headers of phases stand only above something worth telling.

    Events of one kind that follow each other are told in one sentence, unless everything is wanted.
    """

    def __init__(self, names: Names, detail: int = IMPORTANT) -> None:
        self._names = names
        self._detail = detail
        self._open: list[str] = []
        self._told: tuple[str, ...] = ()
        self._counts: dict[tuple[str, str], set[str]] = {}
        self._run: list[Event] = []  # events that may be told together
        self._key: tuple[Any, ...] = ()
        self._since: list[str] = []  # the phases that were open when it began
        self._roles: dict[str, str] = {}

    def lines(self, events: Iterable[Event]) -> list[str]:
        """The lines that these events add to the account."""
        out: list[str] = []
        for event in events:
            out += self._of(event)
        return out

    def rest(self) -> list[str]:
        """What is still to be told when the account breaks off here."""
        return [*self._together(), *self._summary()]

    def _of(self, event: Event) -> list[str]:
        if isinstance(event, happened.Arrived):
            self._names.meet(event.unit)
        if isinstance(event, happened.TurnBegan):
            rest = self.rest()
            self._open, self._told = [], ()
            return [*rest, "", f"=== {self._names.turn(event.turn)} ==="]
        if isinstance(event, (happened.PhaseBegan, happened.PhaseEnded)):
            return self._turned_to(event)
        if isinstance(event, happened.GameEnded):
            return [*self.rest(), "", over_told(Outcome(event.winner, event.reason, event.rule), self._names)]
        if self._detail == IMPORTANT and type(event) in _COUNTED:
            unit = str(event.unit)  # type: ignore[attr-defined]
            self._counts.setdefault((self._names.owner(unit), _COUNTED[type(event)]), set()).add(unit)
            return []
        if isinstance(event, _NEVER) or (self._detail < ALL and (event.minor or self._known(event))):
            return []
        if self._detail == ALL:
            return [*self._header(), f"    {self.told(event)}"]
        if joined := lengthened(self._run, event):
            self._run[-1] = joined
            return []
        key = kind_of(event, self._names)
        out = [] if key and key == self._key else self._together(event)
        if not key and not isinstance(event, happened.Rolled):
            return [*out, *self._header(), f"    {self.told(event)}"]
        if not self._run:
            self._since = list(self._open)
        self._run.append(event)
        self._key = key
        return out

    def _turned_to(self, event: happened.PhaseBegan | happened.PhaseEnded) -> list[str]:
        same = self._key and self._key[0] is happened.Chosen  # picks of one seat stand together
        rest = self._summary() if same else self.rest()
        if event.phase in self._open:  # where one begins again, what came after it was taken back
            del self._open[self._open.index(event.phase) :]
        if isinstance(event, happened.PhaseBegan):
            self._open.append(event.phase)
        return rest

    def _known(self, event: Event) -> bool:
        """Does it only say again who has a role, or what the unit that is joined tells by the steps it gains?"""
        if isinstance(event, happened.Removed):
            return event.how == "joined"
        if not isinstance(event, happened.RoleGiven):
            return False
        was, self._roles[event.role] = self._roles.get(event.role), event.seat
        return was == event.seat

    def told(self, event: Event) -> str:
        """One event as a sentence."""
        said = sentence(event, self._names)
        return f"{said} [{event.rule}]" if self._detail >= ALL and event.rule else said

    def _header(self, phases: Sequence[str] | None = None) -> list[str]:
        path = tuple(self._open if phases is None else phases)
        if path == self._told or not path:
            return []
        self._told = path
        return ["  " + " / ".join(dict.fromkeys(self._names.phase(p) for p in path[-2:]))]

    def _together(self, then: Event | None = None) -> list[str]:
        """What was kept to be told together; a roll whose faces the event after it tells is left out."""
        run, self._run, self._key = self._run, [], ()
        if not run:
            return []
        if isinstance(run[0], happened.Rolled) and then is not None and repeats(self.told(then), run[0]):
            return []
        told = [line for line in sentences(run, self._names) if line]
        return [*self._header(self._since), *(f"    {line}" for line in told)] if told else []

    def _summary(self) -> list[str]:
        counts, self._counts = self._counts, {}
        told: dict[str, list[str]] = {}
        for (owner, verb), units in counts.items():
            told.setdefault(verb, []).append(f"{owner} {len(units)}".lstrip())
        lines = [f"    units {verb}: {', '.join(parts)}" for verb, parts in told.items()]
        return [*self._header(), *lines] if lines else []


def over_told(outcome: Outcome, names: Names) -> str:
    """How the game ended, in a sentence."""
    reason = names.spoken(_REASONS.get(outcome.reason, outcome.reason.replace("_", " ")))
    who = f"{names.side(outcome.winner)} won" if outcome.winner else "nobody has won"
    return f"The game is over: {who} ({reason})."
