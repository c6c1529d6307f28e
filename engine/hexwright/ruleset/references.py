"""Checks of names: whatever refers to something must find it; conditions are compiled and their names checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexwright.conditions import ConditionError, compile_condition
from hexwright.errors import nearest
from hexwright.ruleset.inspection import KIND_WORDS, TAGS, Held, Inspection, walk
from hexwright.ruleset.paths import has_ids, step
from hexwright.ruleset.piece import Named, read_piece
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import TABLES, FieldSpec

_MANY = 5_000  # among more ids than this the nearest is not looked for: it would take seconds


def check_references(game: Inspection) -> None:
    """Every key that refers to another table, in the schema and in the tables of plug-ins."""
    for held in game.held:
        if held.condition:
            _check_condition(game, held)
        else:
            for at, name, kind, on in _names(held):
                check_name(game, at, name, kind, on)
    _check_fields(game)


def _check_fields(game: Inspection) -> None:
    """The fields of features that name nations; of spaces the board tells."""
    rules = game.rules
    for id, kind in rules.feature.items():
        for name, spec in kind.fields.items():
            _check_field_value(game, spec, ("feature", id, "fields", name, "default"), spec.default)
    for id, space in rules.space.items():
        for feature, fields in space.features.items():
            known = rules.feature[feature].fields if feature in rules.feature else {}
            for name, value in fields.items():
                if name in known:
                    _check_field_value(game, known[name], ("space", id, "features", feature, name), value)
    for id, line in rules.line.items():
        known = rules.feature[line.feature].fields if line.feature in rules.feature else {}
        for name, value in line.fields.items():
            if name in known:
                _check_field_value(game, known[name], ("line", id, "fields", name), value)


def _check_field_value(game: Inspection, spec: FieldSpec, path: Path, value: Any) -> None:
    if spec.type == "nation" and isinstance(value, str):
        check_name(game, path, value, "nation", "value")


def check_pieces(game: Inspection) -> None:
    """What the values of switches stand for that are not chosen; of the others all checks tell."""
    if not set(game.rules.info.plugins) <= {e.plugin for e in game.extensions}:
        return
    chosen = [s.data for layer in game.merged.layers for s in layer.sources if s.switch]
    brought = {name: cls for e in game.extensions for name, cls in e.tables.items()}
    for id, switch in game.rules.switch.items():
        for value, piece in switch.values.items():
            at = ("switch", id, "values", value)
            if piece in chosen:
                continue
            for found in read_piece(piece, at, brought, game.vocabulary, game.rules.feature):
                if not isinstance(found, Named):
                    game.report.findings.append(found)
                elif not _is_own(piece, found):
                    check_name(game, found.path, found.name, found.kind, found.on)


def _is_own(piece: dict[str, Any], named: Named) -> bool:
    """Whether a piece brings the thing itself that it names."""
    tables = ("space", "unit") if named.kind == "place" else named.kind.split("|")
    found = ((table, piece[table][named.name]) for table in tables if named.name in piece.get(table, ()))
    return any(table != "space" or "board" in item for table, item in found)


def _names(held: Held) -> Iterator[tuple[Path, str, str, str]]:
    """The names in a field, each with its kind and whether it is a key or a value.

    They are a text, a list of texts, the values of a table of texts, else a table's keys; with `by` both.
    """
    value = held.value
    if isinstance(value, dict):
        for name, item in value.items():
            if held.by:
                yield (*held.path, name), name, held.by, "key"
            if held.refers and (held.by or isinstance(item, str)):
                yield from ((at, text, held.refers, "value") for at, text in _texts(item, (*held.path, name)))
            elif held.refers:
                yield (*held.path, name), name, held.refers, "key"
    elif held.refers:
        yield from ((at, text, held.refers, "value") for at, text in _texts(value, held.path))


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """A text, or the texts in a list."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        yield from (((*path, index), item) for index, item in enumerate(value) if isinstance(item, str))


def check_name(game: Inspection, path: Path, name: str, kind: str, on: str) -> None:
    """Reports a name that nothing of the kind carries; '' stands for nothing and is always right."""
    if not name or kind in ("frame", "plugin") or name in game.ids(kind):
        return
    if kind == "named_space" and game.board.find(name) is not None:
        return
    if kind in TAGS:
        _check_tag(game, path, name, kind)
        return
    if kind == "place" and path[0] == "unit" and name in game.rules.unit:
        return  # check_containers tells why it cannot be aboard
    word = KIND_WORDS.get(kind, kind)
    if kind == "dice" and not game.merged.history(path):
        return  # a default of a plug-in is nobody's mistake
    if _may_be_lost(game, name, kind):
        return
    gone = _removal(game, name, kind)
    if gone is not None:
        layer, place = gone
        message = f"the {word} '{name}' was removed by {layer}"
        game.add("H302", path, message, on=on, related=(("removed", place),))
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


def _may_be_lost(game: Inspection, name: str, kind: str) -> bool:
    """Whether a name that nothing carries may be that of something with a flaw."""
    if kind in ("space", "place", "named_space", "unit"):
        if kind != "unit" and name in game.table("space"):
            return True  # that it stands on no board is told where it is defined
        stem, _, number = name.rpartition("_")
        one_of_several = kind in ("place", "unit") and number.isdecimal() and game.is_unsure("unit", stem, "count")
        if one_of_several and stem in game.table("unit"):
            return True
        if kind == "named_space" and game.may_lack("space", "name"):
            return True
        if kind == "place" and name in game.table("unit"):  # it may be a container after all
            spec = game.rules.unit.get(name)
            return spec is None or game.is_unsure("unit", name, "type") or _holds_unsure(game, spec.type)
        return game.is_map_unsure if kind != "unit" else game.may_lack("unit")
    sides = game.table("side")
    if "seat" in kind.split("|") and name in sides and any(n.side not in sides for n in game.rules.nation.values()):
        return True
    keys = {"seat": ("nation", "seat"), "dice": ("unit_type", "dice")}
    lists = [keys.get(part, (part,)) for part in kind.split("|")]
    return any(game.may_lack(*names) and (len(names) > 1 or game.report.unreadable) for names in lists)


def _holds_unsure(game: Inspection, unit_type: str) -> bool:
    return unit_type not in game.rules.unit_type or game.is_unsure("unit_type", unit_type, "holds")


def _check_tag(game: Inspection, path: Path, name: str, kind: str) -> None:
    """Tells of a tag that is asked for and that nothing carries; a default of a plug-in is nobody's mistake."""
    if not game.merged.history(path) or may_lack_tags(game):
        return
    known = game.ids(kind)
    near = nearest(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else _some(known, KIND_WORDS[kind])
    related = (("carried", known[near[0]]),) if near else ()
    game.add("H304", path, f"nothing carries the tag '{name}'", hint, related=related)


def may_lack_tags(game: Inspection) -> bool:
    """Whether something may carry tags that could not be read."""
    return any(game.may_lack(table, "tags", "gives") for table in ("terrain", "space", "zone", "unit_type"))


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
            if owner and game.report.unreadable:
                continue  # the plug-in may be named in the file that could not be read
            if owner:
                hint = f"the plug-in {owner} has it, but the ruleset does not name that plug-in"
            game.add(fault.code, held.path + fault.path, message, hint, on=fault.on)
        return
    for at, fact in condition.facts():
        for inner in walk(fact, held.path + at):
            for path, name, kind, on in _names(inner):
                check_name(game, _written(game, path), name, kind, on)
        _check_field(game, held.path + at, fact)


def _check_field(game: Inspection, path: Path, fact: Any) -> None:
    """A condition on a field of a feature names one that the feature has."""
    kind = game.rules.feature.get(getattr(fact, "kind", ""))
    name = getattr(fact, "field", "")
    if kind is not None and name and name not in kind.fields:
        if game.is_unsure("feature", fact.kind, "fields", name):
            return
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
    seated = {f for e in game.extensions if e.active for n in e.seated for f in (n, f"{e.plugin}.{n}")}
    for id, phase in game.rules.phase.items():
        if phase.frame in seated and not phase.by and not phase.alternate and not game.is_unsure("phase", id):
            message = f"'{phase.frame}' asks a seat, and the phase '{id}' names none"
            game.add("H508", ("phase", id, "frame"), message, "say who plays it: by = [...]")
        for key in ("by", "alternate"):
            for index, name in enumerate(getattr(phase, key)):
                if name not in game.ids("role|seat") and not _may_be_lost(game, name, "role|seat"):
                    known = game.ids("role|seat")
                    near = nearest(name, known)
                    hint = f"did you mean {' or '.join(near)}?" if near else _some(known, "role or seat")
                    game.add("H508", ("phase", id, key, index), f"'{name}' is neither a role nor a seat", hint)
