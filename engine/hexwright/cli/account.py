"""The readable account of a game: events told turn by turn and phase by phase in players' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import events as happened
from ..events import Event
from ..state import Outcome
from .names import Names

IMPORTANT, MOVES, ALL = 0, 1, 2  # how much is told: what matters, every move too, everything with its rule

_REASONS = {"turn_limit": "the last turn is over"}
_NEVER = (happened.SliceSet, happened.PhaseEnded)
_COUNTED = {happened.Moved: "moved", happened.Placed: "placed"}
_LISTED = 8  # names in a sentence that sums up; of the others only the number is told


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
        key = self._alike(event) if self._detail < ALL else ()
        out = [] if key and key == self._key else self._together()
        if key:
            if not self._run:
                self._since = list(self._open)
            self._run.append(event)
            self._key = key
            return out
        told = self.told(event)
        return [*out, *self._header(), f"    {told}"] if told else out

    def _alike(self, event: Event) -> tuple[Any, ...]:
        """Events that follow each other with the same key are told together; () for those told alone."""
        if isinstance(event, happened.Arrived):
            return happened.Arrived, event.unit.nation, event.unit.at
        if isinstance(event, happened.Placed):
            return happened.Placed, self._names.owner(event.unit), event.at
        if isinstance(event, happened.ControlChanged):
            return happened.ControlChanged, event.nation
        if isinstance(event, happened.StepsChanged) and event.steps > event.was:
            return (happened.StepsChanged,)
        if isinstance(event, happened.Removed):
            return happened.Removed, event.how
        if isinstance(event, happened.Chosen):
            return happened.Chosen, event.seat, event.what
        return ()

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
        say = _SENTENCES.get(type(event))
        sentence = say(event, self._names) if say else self._names.spoken(event.text())
        return f"{sentence} [{event.rule}]" if self._detail >= ALL and event.rule else sentence

    def _header(self, phases: Sequence[str] | None = None) -> list[str]:
        path = tuple(self._open if phases is None else phases)
        if path == self._told or not path:
            return []
        self._told = path
        return ["  " + " / ".join(dict.fromkeys(self._names.phase(p) for p in path[-2:]))]

    def _together(self) -> list[str]:
        """What was kept to be told together."""
        run, self._run, self._key = self._run, [], ()
        if not run:
            return []
        told = self.told(run[0]) if len(run) == 1 else _TOGETHER[type(run[0])](run, self._names)
        return [*self._header(self._since), f"    {told}"]

    def _summary(self) -> list[str]:
        counts, self._counts = self._counts, {}
        told: dict[str, list[str]] = {}
        for (owner, verb), units in counts.items():
            told.setdefault(verb, []).append(f"{owner} {len(units)}".lstrip())
        lines = [f"    units {verb}: {', '.join(parts)}" for verb, parts in told.items()]
        return [*self._header(), *lines] if lines else []


def _arrived(run: Sequence[Any], names: Names) -> str:
    unit = run[0].unit
    listed = _listed([names.kind(e.unit.id) for e in run])
    return f"{names.nation(unit.nation)}: {len(run)} units arrive at {names.space(unit.at)}: {listed}"


def _placed_all(run: Sequence[Any], names: Names) -> str:
    owner = names.owner(run[0].unit)
    listed = _listed([names.kind(e.unit) for e in run])
    return f"{owner + ': ' if owner else ''}{len(run)} units are placed at {names.space(run[0].at)}: {listed}"


def _controlled_all(run: Sequence[Any], names: Names) -> str:
    spaces = list(dict.fromkeys(e.space for e in run))
    named = sorted(spaces, key=lambda s: names.space(s) == s)  # those with a printed name first
    return f"now held by {names.nation(run[0].nation) or 'nobody'}: {_listed([names.space(s) for s in named])}"


def _gained_all(run: Sequence[Any], names: Names) -> str:
    now = {names.unit(e.unit): e.steps for e in run}
    return "steps gained: " + ", ".join(f"{unit} (now {steps})" for unit, steps in now.items())


def _removed_all(run: Sequence[Any], names: Names) -> str:
    listed = _listed([names.kind(e.unit) for e in run])
    places = {e.at for e in run}
    where = f" at {names.space(run[0].at)}" if len(places) == 1 and run[0].at else ""
    return f"{len(run)} units are {names.spoken(run[0].how)}{where}: {listed}"


def _chosen_all(run: Sequence[Any], names: Names) -> str:
    picked = ", then ".join(names.meaning(e.choice) or e.choice for e in run)
    return f"{names.seat(run[0].seat)}: {picked} ({names.spoken(run[0].what)})"


def _listed(things: Sequence[str]) -> str:
    """'Supply x2, 10th Foot and 3 more': each thing once, with how often it stands there.

    >>> _listed(["a", "b", "a"])
    'a x2, b'
    """
    counts = Counter(things)
    told = [thing if n == 1 else f"{thing} x{n}" for thing, n in counts.items()]
    more = sum(list(counts.values())[_LISTED:])
    return ", ".join(told[:_LISTED]) + (f" and {more} more" if more else "")


_TOGETHER: dict[type, Callable[[Sequence[Any], Names], str]] = {
    happened.Arrived: _arrived,
    happened.Placed: _placed_all,
    happened.ControlChanged: _controlled_all,
    happened.StepsChanged: _gained_all,
    happened.Removed: _removed_all,
    happened.Chosen: _chosen_all,
}


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
    return f"{names.unit(e.unit)} is {names.spoken(e.how)}" + (f" at {names.space(e.at)}" if e.at else "")


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
    happened.RoleGiven: lambda e, n: f"{n.seat(e.seat)}: now {n.role(e.role)}",
    happened.Chosen: lambda e, n: f"{n.seat(e.seat)}: {n.meaning(e.choice) or e.choice} ({n.spoken(e.what)})",
    happened.Rolled: _rolled,
    happened.Arrived: lambda e, n: f"{n.nation(e.unit.nation)}: {n.unit(e.unit.id)} arrives at {n.space(e.unit.at)}",
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
