"""Checks of names: whatever refers to something must find it; conditions are compiled and their names checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwright.conditions import ConditionError, compile_condition
from hexwright.errors import nearest
from hexwright.ruleset.inspection import KIND_WORDS, Held, Inspection, walk
from hexwright.ruleset.paths import has_ids, step
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import TABLES

_MANY = 5_000  # among more ids than this the nearest is not looked for: it would take seconds


def check_references(game: Inspection) -> None:
    """Every key that refers to another table, in the schema and in the tables of plug-ins."""
    for path, instance in game.tables():
        for held in walk(instance, path):
            if held.condition:
                _check_condition(game, held)
            elif held.refers:
                for at, name, on in _names(held):
                    check_name(game, at, name, held.refers, on)
    for id, mode in game.rules.movement.items():
        for what, name in mode.rules.items():
            check_name(game, ("movement", id, "rules", what), name, "rule", "value")


def _names(held: Held) -> Iterator[tuple[Path, str, str]]:
    """The names in a field: a text, a list of texts, the values of a table of texts, else a table's keys."""
    value = held.value
    if isinstance(value, str):
        yield held.path, value, "value"
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            if isinstance(item, str):
                yield (*held.path, index), item, "value"
    elif isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, str):
                yield (*held.path, name), item, "value"
            else:
                yield (*held.path, name), name, "key"


def check_name(game: Inspection, path: Path, name: str, kind: str, on: str) -> None:
    """Reports a name that nothing of the kind carries; '' stands for nothing and is always right."""
    if not name or kind == "frame" or name in game.ids(kind):
        return
    word = KIND_WORDS.get(kind, kind)
    if kind in ("space", "place") and (game.is_map_unsure or game.is_broken("unit", "unit_type")):
        return
    if kind == "seat" and game.is_broken("nation"):
        return
    gone = _removal(game, name, kind)
    if gone is not None:
        layer, place = gone
        message = f"the {word} '{name}' was removed by {layer}"
        game.add("H302", path, message, f"see {place}", on=on, related=(("removed", place),))
        return
    other = _elsewhere(game, name)
    if other:
        near = nearest(name, game.ids(kind), 1)
        hint = f"for example {', '.join(list(game.ids(kind))[:3])}" if not near else f"did you mean {near[0]}?"
        message = f"'{name}' is a {KIND_WORDS.get(other, other)}, not a {word}"
        game.add("H301", path, message, hint, on=on, related=(("defined", (other, name)),))
        return
    known = game.ids(kind)
    near = nearest(name, known) if len(known) <= _MANY else ()
    hint = f"did you mean {' or '.join(near)}?" if near else _some(known, word)
    related = (("defined", known[near[0]]),) if near else ()
    game.add("H301", path, f"no {word} '{name}'", hint, on=on, related=related)


def _some(known: Any, word: str) -> str:
    if not known:
        return f"the ruleset has no {word}"
    return f"known: {', '.join(known)}" if len(known) <= 8 else f"{len(known)} are known"


def _removal(game: Inspection, name: str, kind: str) -> tuple[str, str] | None:
    """The layer and the place that removed an id of this kind, if one did."""
    tables = {"place": ("space", "unit"), "seat": ("nation",)}.get(kind, tuple(kind.split("|")))
    for table in tables:
        hit = game.merged.removed((table, name))
        if hit is not None:
            return hit.source.layer, hit.source.place(hit.path)
    return None


def _elsewhere(game: Inspection, name: str) -> str:
    """Another kind of thing that has this id."""
    if name in game.ids("space"):
        return "space"
    return next((t for t, (_, form) in TABLES.items() if form == "map" and name in game.table(t)), "")


def _check_condition(game: Inspection, held: Held) -> None:
    try:
        condition = compile_condition(held.value, game.vocabulary)
    except ConditionError as error:
        for fault in error.faults:
            message, hint = fault.message, fault.hint
            owner = _idle_owner(game, str(fault.path[-1])) if fault.code == "H702" else ""
            if owner:
                hint = f"the plug-in {owner} has it, but the ruleset does not name that plug-in"
            game.add(fault.code, held.path + fault.path, message, hint, on=fault.on)
        return
    for at, fact in condition.facts():
        for inner in walk(fact, held.path + at):
            for path, name, on in _names(inner) if inner.refers else ():
                check_name(game, _written(game, path), name, inner.refers, on)
        _check_field(game, held.path + at, fact)


def _check_field(game: Inspection, path: Path, fact: Any) -> None:
    """A condition on a field of a feature names one that the feature has."""
    kind = game.rules.feature.get(getattr(fact, "kind", ""))
    name = getattr(fact, "field", "")
    if kind is not None and name and name not in kind.fields:
        near = nearest(name, kind.fields)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(kind.fields) or 'none'}"
        game.add("H703", (*path, "field"), f"the feature {fact.kind} has no field '{name}'", hint)


def _idle_owner(game: Inspection, fact: str) -> str:
    return next((e.plugin for e in game.extensions if not e.active and fact in e.facts), "")


def _written(game: Inspection, path: Path) -> Path:
    """The path as far as the document goes: a fact may be written as its bare value."""
    value: Any = game.merged.document
    for depth, part in enumerate(path):
        found = step(value, part)
        if found is None and not isinstance(value, dict) and not has_ids(value):
            return path[:depth]
        value = found[0] if found else None
    return path


def check_frames(game: Inspection) -> None:
    """The frame of every phase is offered by an active plug-in, or shipped; one of an idle plug-in is skipped."""
    offered = {f: e for e in game.extensions for frame in e.frames for f in (frame, f"{e.plugin}.{frame}")}
    named = set(game.rules.info.plugins)
    known = [*(game.frames or ()), *(f for e in game.extensions if e.active for f in e.frames)]
    for id, phase in game.rules.phase.items():
        name = phase.frame
        if not name or name in known or name in offered or (game.frames is None and "." not in name):
            continue
        if name.partition(".")[0] in named - {e.plugin for e in game.extensions}:
            continue  # a plug-in that is missing is told of by plugins.py
        near = nearest(name, known)
        hint = f"did you mean {' or '.join(near)}?" if near else ""
        if not hint and "." in name:
            hint = f"is the plug-in {name.partition('.')[0]} named in [ruleset].plugins?"
        game.add("H303", ("phase", id, "frame"), f"no frame '{name}'", hint)


def check_players(game: Inspection) -> None:
    """Whoever a phase asks is a role or a seat."""
    for id, phase in game.rules.phase.items():
        for key in ("by", "alternate"):
            for index, name in enumerate(getattr(phase, key)):
                if name not in game.ids("role|seat") and not game.is_broken("nation", "role"):
                    near = nearest(name, game.ids("role|seat"))
                    hint = f"did you mean {' or '.join(near)}?" if near else "define it as [role.ID]"
                    game.add("H508", ("phase", id, key, index), f"'{name}' is neither a role nor a seat", hint)
