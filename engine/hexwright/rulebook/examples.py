"""The chapter of worked examples: the scenario tests of the ruleset in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from ..testing.scenarios import ScenarioTest
from ..testing.tables import Expected, TestSpec
from .html import Held, anchor, joined, link, listing, node, span
from .manuscript import Manuscript, chapter

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_KINDS = {"nation": "nation", "winner": "side", "side": "side", "phase": "phase", "role": "role"}


def file_of(test: ScenarioTest) -> str:
    """The file of a test from the ruleset's folder."""
    return f"tests/{Path(test.file).name}"


def example_id(test: ScenarioTest) -> str:
    """The anchor of a test."""
    assert test.spec is not None
    return anchor("example", Path(test.file).stem, test.spec.id)


def example_link(book: Manuscript, test: ScenarioTest) -> Held:
    """A link to a test in this chapter."""
    assert test.spec is not None
    return link(f"#{example_id(test)}", test.spec.id, title=test.spec.title or None)


def examples(book: Manuscript) -> Held:
    """Every scenario test as a worked example, by file."""
    parts: list[Held] = []
    for file, tests in groupby(book.enforced.tests, key=file_of):
        parts.append(node("h3", Path(file).stem.replace("_", " ").capitalize()))
        parts.append(node("div", *(_example(book, test) for test in tests), class_="articles"))
    told = (
        "Each of these is a test that the engine passes. The ids of units and spaces are those that decisions are "
        "written with; many examples are played on a small map of their own."
    )
    return chapter("examples", "Worked examples", *parts, intro=told)


def _example(book: Manuscript, test: ScenarioTest) -> Held:
    spec = test.spec
    assert spec is not None
    head = node("h4", book.sources.line(file_of(test), test.line("id"), spec.id), " ", spec.title)
    rows = [
        _row("Rules", book.rule_list(spec.rules) if spec.rules else None),
        _row("Played with", _layers(spec)),
        _row("Set-up", span(*joined(_set_up(book, spec), "; "))),
        _row("Play", _played(book, spec)),
        _row("Dice", span(*joined((str(d) for d in spec.played.dice), "; ")) if spec.played.dice else None),
        _row("Outcome", listing(_outcome(book, spec.expect))),
    ]
    inside = [cell for row in rows if row is not None for cell in row]
    return node("article", head, node("dl", *inside), id=example_id(test), class_="example")


def _row(name: str, told: Held) -> tuple[Held, Held] | None:
    if told is None or (not isinstance(told, str) and not told.holds):
        return None
    return node("dt", name), node("dd", told)


def _layers(spec: TestSpec) -> Held:
    parts = [f"scenario {spec.scenario}"] if spec.scenario else []
    parts += [f"variant {v}" for v in spec.variants]
    parts += list(spec.set)
    parts += [f"the map {m}" for m in spec.maps]
    parts += ["a map of its own"] if spec.map else []
    return ", ".join(parts) or None


def _set_up(book: Manuscript, spec: TestSpec) -> Iterator[Held]:
    at = spec.position
    if at.turn is not None:
        yield f"turn {at.turn}"
    if at.keep:
        yield "the opening position with these changes"
    for id, about in at.units.items():
        yield _unit(book, id, about or {}) if about is not False else f"no {id}"
    for space, nation in at.control.items():
        yield f"{_place(book, spec, space)} controlled by {book.name('nation', nation) if nation else 'nobody'}"
    yield from (f"{name.replace('_', ' ')} {value}" for name, value in at.features.items())
    yield from (f"marker {' '.join(map(str, m[1:]))} in {m[0]}" for m in at.markers)
    yield from (f"{role} is {book.name('seat', seat)}" for role, seat in at.roles.items())
    yield from (f"{pair.replace(' ', ' and ')}: {word}" for pair, word in at.relations.items())
    if at.done:
        yield f"done: {', '.join(book.name('phase', p) for p in at.done)}"


def _place(book: Manuscript, spec: TestSpec, id: str) -> str:
    return id if spec.maps or spec.map else book.name("space", id)


def _unit(book: Manuscript, id: str, about: Mapping[str, Any]) -> Held:
    known = book.game.order_of_battle.get(id)
    kind = about.get("type") or (known.type if known is not None else "")
    nation = about.get("nation") or (known.nation if known is not None else "")
    told = [book.name("unit_type", str(kind)) if kind else "", book.name("nation", str(nation)) if nation else ""]
    where = f" at {about['at']}" if about.get("at") else ""
    steps = f", {_steps(about['steps'])}" if "steps" in about else ""
    more = f", {', '.join(map(str, about['status']))}" if about.get("status") else ""
    named = ", ".join(t for t in told if t)
    return span(node("b", id), f" ({named})" if named else "", where, steps, more)


def _steps(count: Any) -> str:
    return f"{count} step" if count == 1 else f"{count} steps"


def _played(book: Manuscript, spec: TestSpec) -> Held:
    played = spec.played
    names = (played.phase,) if isinstance(played.phase, str) else played.phase
    parts: list[Held] = []
    if names and names[0]:
        parts.append(span("in ", ", then ".join(book.name("phase", p) for p in names)))
    frames = [f if isinstance(f, str) else str(f.get("frame", "")) for f in played.frames]
    if frames:
        parts.append(f"in {', then '.join(frames)}")
    lines = [_decision(book, d) for d in played.decisions]
    listed = node("ol", *(node("li", line) for line in lines), class_="decisions") if lines else None
    return span(*joined(parts)) if listed is None else node("div", *joined(parts), listed)


def _decision(book: Manuscript, decision: Any) -> Held:
    if isinstance(decision, str):
        return node("code", decision)
    if "refuse" in decision or "decision" in decision:
        said = str(decision.get("refuse") or decision.get("decision"))
        why = f", for {decision['has']!r}" if decision.get("has") else ""
        rule = book.rule(str(decision["rule"])) if decision.get("rule") else None
        return span(node("code", said), " is refused", why, " " if rule else None, rule)
    seat = f"{book.name('seat', str(decision['seat']))} may: " if decision.get("seat") else "to choose from: "
    parts = [
        f"{word} {', '.join(_words(decision[name]))}"
        for name, word in (("only", "only"), ("has", "among others"), ("lacks", "not"))
        if decision.get(name)
    ]
    return span(seat, "; ".join(parts))


def _words(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(map(str, value))


def _outcome(book: Manuscript, expected: Expected) -> Iterator[Held]:
    for event in expected.events:
        yield _event(book, event)
    for event in expected.absent:
        yield span("it does not happen: ", _event(book, event))
    for id, about in expected.units.items():
        yield span(node("b", id), " ", *_then(about))
    for space, nation in expected.control.items():
        yield f"{space} is controlled by {book.name('nation', nation) if nation else 'nobody'}"
    yield from (f"{name.replace('_', ' ')} is {value}" for name, value in expected.features.items())
    yield from (f"in {space}: {', '.join(marks) or 'no marker'}" for space, marks in expected.markers.items())
    yield from (f"{role} is {book.name('seat', seat)}" for role, seat in expected.roles.items())
    for asked in expected.options if isinstance(expected.options, tuple) else (expected.options,):
        if asked:
            yield _decision(book, asked)
    yield from (_decision(book, refused) for refused in expected.refused)
    if expected.over is not None:
        winner = book.name("side", str(expected.over.get("winner", "")))
        reason = f": {expected.over['reason']}" if expected.over.get("reason") else ""
        yield f"the game is over, {winner or 'nobody'} wins{reason}"
    if expected.turn is not None:
        yield f"it is turn {expected.turn}"


def _then(about: Mapping[str, Any]) -> Iterator[Held]:
    parts = []
    if "gone" in about:
        gone = about["gone"]
        parts.append("is still there" if gone is False else "is gone" if gone is True else f"is gone: {gone}")
    if about.get("at") or about.get("where"):
        parts.append(f"is at {about.get('at') or about['where']}")
    if "steps" in about:
        parts.append(f"has {_steps(about['steps'])}")
    for name, word in (("has", "is marked"), ("lacks", "is not marked")):
        if about.get(name):
            parts.append(f"{word} '{about[name]}'")
    known = ("gone", "at", "where", "steps", "has", "lacks")
    parts += [f"{name} {_value(value)}" for name, value in about.items() if name not in known]
    yield ", ".join(parts)


def _event(book: Manuscript, event: Any) -> Held:
    if isinstance(event, str):
        return event
    name = _HUMP.sub(" ", str(event.get("type", ""))).lower()
    parts: list[Held] = [
        f"{key.replace('_', ' ')} {book.name(_KINDS[key], str(value)) if key in _KINDS and value else _value(value)}"
        for key, value in event.items()
        if key not in ("type", "rule", "text")
    ]
    if event.get("text"):
        parts.append(str(event["text"]))
    rule = book.rule(str(event["rule"])) if event.get("rule") else None
    head = name[:1].upper() + name[1:]
    return span(head, ": " if parts and head else "", *joined(parts), " " if rule else None, rule)


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(map(_value, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {_value(v)}" for k, v in value.items())
    return ("yes" if value else "no") if isinstance(value, bool) else str(value) or "none"


__all__ = ["example_id", "example_link", "examples", "file_of"]
