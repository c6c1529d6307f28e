"""Events as sentences in players' words: one by itself, and several that are alike told together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from .. import events as happened
from ..events import Event
from .names import Names

_LISTED = 8  # names in a sentence that sums up; of the others only the number is told
_NAMED = 2  # so many units are told each by its name; of more those of one name together
_WAY = 3  # so many spaces on the way are told; of more only the number
_PLAIN = ("lost", "spent", "destroyed", "sunk", "killed")  # 'is lost'; any other fate is told beside 'leaves play'


def sentence(event: Event, names: Names) -> str:
    """One event told by itself."""
    say = _SENTENCES.get(type(event))
    return say(event, names) if say else _with_mission(event, names.spoken(event.text()), names)


def kind_of(event: Event, names: Names) -> tuple[Any, ...]:
    """Events that follow each other with the same key may be told together; () for those that are told alone."""
    if isinstance(event, happened.Rolled):
        return ()
    if isinstance(event, happened.Arrived):
        return happened.Arrived, event.unit.nation
    if isinstance(event, happened.Removed):
        return happened.Removed, names.owner(event.unit)
    if isinstance(event, happened.StepsChanged):
        return (happened.StepsChanged,) if event.steps > event.was else ()
    if isinstance(event, happened.Chosen):
        return happened.Chosen, event.seat, event.what
    if isinstance(event, happened.FeatureSet):
        return happened.FeatureSet, event.space, event.kind
    has = {a.name for a in attrs.fields(type(event))}
    if isinstance(event, (happened.Placed, happened.Moved, happened.Revealed)) or (
        type(event) not in _SENTENCES and "unit" in has
    ):
        return ("unit",)  # who goes where and does what: 'A and B go', 'A and B attack' for A goes, A attacks, B ...
    return (type(event),) if has & {"unit", "space"} or type(event) in _TOGETHER else ()


def lengthened(run: Sequence[Event], event: Event) -> Event | None:
    """One move made of a unit's last one and the next, when it goes on from where that ended."""
    last = run[-1] if run else None
    if not isinstance(last, happened.Moved) or not isinstance(event, happened.Moved) or last.unit != event.unit:
        return None
    if last.path[-1:] != event.path[:1]:
        return None
    path, cost, parts = (*last.path, *event.path[1:]), last.cost + event.cost, (*last.parts, *event.parts)
    return attrs.evolve(last, path=path, cost=cost, parts=parts)


def sentences(run: Sequence[Event], names: Names) -> list[str]:
    """Events of one kind, those alike in one sentence each, in the order of the first of them."""
    groups: dict[Any, list[Event]] = {}
    for event in run:
        groups.setdefault((type(event), _alike(event, names)), []).append(event)
    out: list[str] = []
    for group in groups.values():
        say = _TOGETHER.get(type(group[0]), _same_words)
        out.append(sentence(group[0], names) if len(group) == 1 else say(group, names))
    return out


def repeats(said: str, rolled: happened.Rolled) -> bool:
    """Does a sentence tell the faces of a roll itself?

    >>> repeats("North {d10: 7} = 7 against South {d8: 2,1} = 3", happened.Rolled(label="", sides=(), faces=(7, 1, 2)))
    True
    """
    braces = [int(n) for part in re.findall(r"\{([^}]*)\}", said) for n in re.findall(r"(?<=[:, ])-?\d+\b", part)]
    if braces and not Counter(rolled.faces) - Counter(braces):
        return True
    told = re.search(r": (-?\d+(?:, -?\d+)*?)(?:, | \()\d+ hit", said)
    if told is None:
        return False
    first = tuple(int(n) for n in told[1].split(", "))  # of several sentences that tell a part of the faces each
    return first == rolled.faces[: len(first)]


def _alike(event: Event, names: Names) -> Any:
    """What events told in one sentence have in common."""
    if isinstance(event, happened.Arrived):
        return event.unit.at
    if isinstance(event, happened.Placed):
        return names.owner(event.unit), event.at
    if isinstance(event, happened.ControlChanged):
        return event.nation
    if isinstance(event, happened.Removed):
        return event.how
    if isinstance(event, (happened.FeatureSet, happened.Chosen, happened.StepsChanged)):
        return type(event)
    name, before, after = _split(event, names)
    return (names.owner(getattr(event, "unit", "")), before, after) if name else id(event)


def _split(event: Event, names: Names) -> tuple[str, str, str]:
    """The name that a sentence is about, what stands before it and after it; three times "" when it is not one."""
    said = sentence(event, names)
    unit, space = getattr(event, "unit", ""), getattr(event, "space", "")
    if isinstance(unit, str) and unit and said.startswith(name := names.unit(unit)):
        return name, "", said[len(name) :]
    if isinstance(space, str) and space and not unit and said.count(name := names.space(space)) == 1:
        before, _, after = said.partition(name)
        return name, before, after
    return "", "", ""


def _same_words(run: Sequence[Any], names: Names) -> str:
    """'A and B fly escort' for 'A flies escort' and 'B flies escort'; 'seen over A, B' for two of 'seen over'."""
    subjects = list(dict.fromkeys(_split(e, names)[0] for e in run))
    _, before, after = _split(run[0], names)
    if before or not after or len(subjects) == 1:
        return f"{before}{_and(subjects)}{after}"
    if (units := [e.unit for e in run if getattr(e, "unit", "")]) and len(subjects) > _NAMED:
        kinds: dict[str, dict[str, None]] = {}
        for unit in units:
            kinds.setdefault(names.kind(unit), {})[unit] = None
        subjects = [f"{k} ({', '.join(ids)})" if len(ids) > 1 else names.unit(*ids) for k, ids in kinds.items()]
    return f"{_and(subjects)}{_plural(after)}"


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _plural(words: str) -> str:
    """The words that follow one name as they follow several.

    >>> _plural(" flies escort at A1"), _plural(" is lost"), _plural(" searches B2")
    (' fly escort at A1', ' are lost', ' search B2')
    """
    verb, blank, rest = words.strip().partition(" ")
    known = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
    if verb not in known:
        if verb.endswith("ies"):
            verb = verb[:-3] + "y"
        elif verb.endswith(("ches", "shes", "sses", "xes")):
            verb = verb[:-2]
        elif verb.endswith("s") and not verb.endswith("ss"):
            verb = verb[:-1]
    return f" {known.get(verb, verb)}{blank}{rest}"


def _with_mission(event: Event, said: str, names: Names) -> str:
    """The sentence with the mission that the event is about called by its printed name."""
    kind = getattr(event, "kind", "")
    name = names.mission(kind) if isinstance(kind, str) else ""
    return re.sub(rf"\b{re.escape(kind)}\b", lambda _: name, said, count=1) if name else said


def _listed(things: Sequence[str]) -> str:
    """'Supply x2, 10th Foot and 3 more': each thing once, with how often it stands there.

    >>> _listed(["a", "b", "a"])
    'a x2, b'
    """
    counts = Counter(things)
    told = [thing if n == 1 else f"{thing} x{n}" for thing, n in counts.items()]
    more = sum(list(counts.values())[_LISTED:])
    return ", ".join(told[:_LISTED]) + (f" and {more} more" if more else "")


# ------------------------------------------------------------------ several together


def _arrived_all(run: Sequence[Any], names: Names) -> str:
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
    owner = names.owner(run[0].unit)
    listed = _listed([names.kind(e.unit) for e in run])
    where = f" at {names.space(run[0].at)}" if len({e.at for e in run}) == 1 and run[0].at else ""
    fate = f"are {run[0].how}{where}" if run[0].how in _PLAIN else f"leave play{where} ({run[0].how})"
    return f"{owner + ': ' if owner else ''}{len(run)} units {names.spoken(fate)}: {listed}"


def _chosen_all(run: Sequence[Any], names: Names) -> str:
    picked = ", then ".join(names.meaning(e.choice) or e.choice for e in run)
    return f"{names.seat(run[0].seat)}: {picked} ({names.spoken(run[0].what)})"


def _features(run: Sequence[Any], names: Names) -> str:
    last = {e.field: e for e in run}
    head = _feature(run[0], names).partition(": ")[0]
    return f"{head}: " + ", ".join(_feature(e, names).partition(": ")[2] for e in last.values())


_TOGETHER: dict[type, Callable[[Sequence[Any], Names], str]] = {
    happened.Arrived: _arrived_all,
    happened.Placed: _placed_all,
    happened.ControlChanged: _controlled_all,
    happened.StepsChanged: _gained_all,
    happened.Removed: _removed_all,
    happened.Chosen: _chosen_all,
    happened.FeatureSet: _features,
}


# ------------------------------------------------------------------ one by itself


def _rolled(e: happened.Rolled, names: Names) -> str:
    label = names.label(e.label.split("/", 1)[-1].replace("/", " ").replace(".", " "))
    return f"dice ({label}): {', '.join(map(str, e.faces))}"


def _moved(e: happened.Moved, names: Names) -> str:
    way = [names.space(s) for s in e.path[1:-1]]
    over = f" by {', '.join(way)}" if 0 < len(way) <= _WAY else f", {len(e.path) - 1} spaces" if way else ""
    paid = e.points
    if way and e.path[0] == e.path[-1]:
        there = f" to {way[0]}" if len(way) == 1 else over
        return f"{names.unit(e.unit)} moves from {names.space(e.path[0])}{there} and back{paid}"
    return f"{names.unit(e.unit)} moves from {names.space(e.path[0])} to {names.space(e.path[-1])}{over}{paid}"


def _steps(e: happened.StepsChanged, names: Names) -> str:
    verb = "loses" if e.steps < e.was else "gains"
    many = abs(e.steps - e.was)
    why = f" ({names.spoken(e.why)})" if e.why else ""
    return f"{names.unit(e.unit)} {verb} {many} step{'' if many == 1 else 's'}{why}, {e.steps} left"


def _removed(e: happened.Removed, names: Names) -> str:
    where = f" at {names.space(e.at)}" if e.at else ""
    if e.how in _PLAIN:
        return f"{names.unit(e.unit)} is {e.how}{where}"
    return f"{names.unit(e.unit)} leaves play{where} ({names.spoken(e.how)})"


def _revealed(e: happened.Revealed, names: Names) -> str:
    return f"{names.unit(e.unit)} {'shows itself' if e.shows else 'is found'} at {names.space(e.at)}"


def _controlled(e: happened.ControlChanged, names: Names) -> str:
    return f"{names.space(e.space)} is now held by {names.nation(e.nation) if e.nation else 'nobody'}"


def _marked(e: happened.MarkerSet, names: Names) -> str:
    return f"marker {'at' if e.count else 'removed at'} {names.space(e.space)}: {names.marker(e.kind)}"


def _feature(e: happened.FeatureSet, names: Names) -> str:
    field = e.field.replace("_", " ")
    told = f"{field} {e.value}" if not isinstance(e.value, bool) else field if e.value else f"no longer {field}"
    return f"{names.feature(e.kind)} at {names.space(e.space)}: {told}"


def _became(e: happened.Changed, names: Names) -> str:
    what = names.unit_type(e.type) if e.type else names.nation(e.nation)
    return f"{names.unit(e.unit)} becomes {what}"


def _status(e: happened.StatusSet, names: Names) -> str:
    return f"{names.unit(e.unit)} {'is' if e.on else 'is no longer'} {e.status.replace('_', ' ')}"


_SENTENCES: dict[type, Callable[[Any, Names], str]] = {
    happened.PhaseBegan: lambda e, n: f"{n.phase(e.phase)}: this part begins",
    happened.PhaseEnded: lambda e, n: f"{n.phase(e.phase)}: this part ends",
    happened.RoleGiven: lambda e, n: f"{n.seat(e.seat)}: now {n.role(e.role)}",
    happened.Chosen: lambda e, n: f"{n.seat(e.seat)}: {n.meaning(e.choice) or e.choice} ({n.spoken(e.what)})",
    happened.Rolled: _rolled,
    happened.Moved: _moved,
    happened.Arrived: lambda e, n: f"{n.nation(e.unit.nation)}: {n.unit(e.unit.id)} arrives at {n.space(e.unit.at)}",
    happened.Placed: lambda e, n: f"{n.unit(e.unit)} is placed at {n.space(e.at)}",
    happened.StepsChanged: _steps,
    happened.Removed: _removed,
    happened.Changed: _became,
    happened.StatusSet: _status,
    happened.Revealed: _revealed,
    happened.ControlChanged: _controlled,
    happened.FeatureSet: _feature,
    happened.MarkerSet: _marked,
    happened.RelationChanged: lambda e, n: f"{' and '.join(map(n.nation, e.nations))}: {e.are} from now on",
}

__all__ = ["kind_of", "lengthened", "repeats", "sentence", "sentences"]
