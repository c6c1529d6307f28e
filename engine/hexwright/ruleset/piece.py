"""Pieces of a ruleset within other tables: what is wrong in them, and every name that they give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs

from hexwright.classes import frozen
from hexwright.conditions import ConditionError, compile_condition
from hexwright.errors import nearest
from hexwright.ruleset.book import FIELD_TYPES, keys_of, mark_of, members
from hexwright.ruleset.faults import Finding
from hexwright.ruleset.inspection import walk
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import TABLES, FeatureKind
from hexwright.strict import Flaw, structure


@frozen
class Named:
    """A name in a table, and what it should be the name of: "space", "role|seat", "unit" ..."""

    path: Path
    name: str
    kind: str
    on: Literal["key", "value"] = "value"


def names_in(value: Any, kind: Any, path: Path = (), refers: str = "", by: str = "") -> Iterator[Named]:
    """Every name in a value of a type of the schema that must be that of something; conditions are left out."""
    for member in members(kind):
        of = classes_of(member) or ((member,) if isinstance(member, type) and attrs.has(member) else ())
        origin, args = get_origin(member), get_args(member)
        if of and isinstance(value, dict):
            for key in keys_of(likeliest(of, value)):
                if key.name in value:
                    yield from names_in(value[key.name], key.type, (*path, key.name), key.refers, key.by)
        elif member is str and isinstance(value, str) and refers:
            yield Named(path, value, refers)
        elif origin is tuple and isinstance(value, list):
            for index, item in enumerate(value):
                of_item = args[0] if args[-1] is ... else args[index % len(args)]
                yield from names_in(item, of_item, (*path, index), refers)
        elif origin is dict and isinstance(value, dict):
            texts = args[1] is str
            keyed = by or ("" if texts else refers)
            for name, item in value.items():
                if keyed:
                    yield Named((*path, name), name, keyed, "key")
                yield from names_in(item, args[1], (*path, name), refers if by or texts else "")


def classes_of(kind: Any) -> tuple[type, ...]:
    """The classes that a plain table is noted to be of."""
    if get_origin(kind) is not Annotated:
        return ()
    return tuple(c for c in members(get_args(kind)[1]) if isinstance(c, type) and attrs.has(c))


def likeliest(classes: tuple[type, ...], value: Mapping[str, Any]) -> type:
    """Of several classes the one that the table fits best."""

    def misfit(cls: type) -> tuple[int, int]:
        known = [key.name for key in keys_of(cls)]
        return len(structure(value, cls)[1]), -sum(bool(nearest(name, known, 1)) for name in value)

    sound = classes if len(classes) == 1 else (cls for cls in classes if not structure(value, cls)[1])
    return next(iter(sound), None) or min(classes, key=misfit)


def read_piece(
    tables: Any,
    path: Path,
    brought: Mapping[str, type],
    vocabulary: Mapping[str, type],
    features: Mapping[str, FeatureKind],
) -> Iterator[Finding | Named]:
    """What is wrong in a piece that stands at a path, and the names that it gives.

    Keys that are missing in it stand in the ruleset below. `brought` are the tables of plug-ins, `vocabulary` the
    facts of conditions, `features` the kinds there are. Its list `remove` is not looked at.
    """
    if not isinstance(tables, dict):
        yield Finding("H201", path, "wanted tables of a ruleset")
        return
    known: dict[str, tuple[type, str]] = {**TABLES, **{name: (cls, "one") for name, cls in brought.items()}}
    for name, value in tables.items():
        at = (*path, name)
        if name in ("remove", "variant"):
            continue
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {' or '.join(f'[{n}]' for n in near)}?" if near else ""
            yield Finding("H205", at, f"unknown table '{name}'", hint, "key")
            continue
        cls, form = known[name]
        kind: Any = {"one": cls, "map": dict[str, cls], "list": tuple[cls, ...]}[form]  # type: ignore[valid-type]
        flaws = list(_flaws(value, kind, cls))
        for flaw in flaws:
            yield Finding(flaw.code, (*at, *flaw.path), flaw.message, flaw.hint, flaw.on)
        if not flaws:
            if name == "space":  # one without a board says more of a hex
                inside = (id for id, item in value.items() if "board" not in item)
                yield from (Named((*at, id), id, "space", "key") for id in inside)
                for id, item in value.items():
                    yield from _features(item.get("features", {}), (*at, id, "features"), features)
            yield from names_in(value, kind, at)
            yield from _conditions(value, kind, at, vocabulary)


def _features(given: Mapping[str, Any], path: Path, features: Mapping[str, FeatureKind]) -> Iterator[Finding | Named]:
    """The features of a space: known kinds with known fields of the right type."""
    for kind, fields in given.items():
        yield Named((*path, kind), kind, "feature", "key")
        known = features[kind].fields if kind in features else None
        for name, value in fields.items() if known is not None else ():
            at = (*path, kind, name)
            if known is not None and name in known:
                of, refers = FIELD_TYPES[known[name].type]
                flaws = structure(value, of)[1]
                yield from (Finding("H403", (*at, *flaw.path), flaw.message, flaw.hint) for flaw in flaws)
                yield from names_in(value, of, at, refers) if not flaws else ()
            else:
                yield Finding("H403", at, f"{kind} has no field '{name}'", on="key")


def _flaws(value: Any, kind: Any, cls: type) -> Iterator[Flaw]:
    entries: dict[Path, Any] = {(): value}
    if kind is not cls and isinstance(value, dict):
        entries = {(name,): item for name, item in value.items()}
    for at, item in entries.items():
        found = structure(item, cls if kind is not cls and isinstance(value, dict) else kind)[1]
        yield from (attrs.evolve(f, path=(*at, *f.path)) for f in found if f.code != "H203")


def _conditions(value: Any, kind: Any, path: Path, vocabulary: Mapping[str, type]) -> Iterator[Finding | Named]:
    """What is wrong in the conditions of a piece, and the names in them."""
    for member in members(kind):
        origin, args = get_origin(member), get_args(member)
        if mark_of(member) == "condition":
            yield from _condition(value, path, vocabulary)
        elif isinstance(member, type) and attrs.has(member) and isinstance(value, dict):
            for key in keys_of(member):
                if key.name in value:
                    yield from _conditions(value[key.name], key.type, (*path, key.name), vocabulary)
        elif origin is dict and not mark_of(member) and isinstance(value, dict):
            for name, item in value.items():
                yield from _conditions(item, args[1], (*path, name), vocabulary)
        elif origin is tuple and isinstance(value, list):
            for index, item in enumerate(value):
                yield from _conditions(item, args[0], (*path, index), vocabulary)


def _condition(value: Any, path: Path, vocabulary: Mapping[str, type]) -> Iterator[Finding | Named]:
    try:
        condition = compile_condition(value, vocabulary)
    except ConditionError as error:
        for fault in error.faults:
            on: Literal["key", "value"] = "key" if fault.on == "key" else "value"
            yield Finding(fault.code, path + fault.path, fault.message, fault.hint, on)
        return
    for at, fact in condition.facts():
        for held in walk(fact, path + at):
            texts = (held.value,) if isinstance(held.value, str) else held.value
            for text in texts if isinstance(texts, tuple) else ():
                if held.refers and text:
                    yield Named(held.path, text, held.refers)


__all__ = ["Named", "classes_of", "likeliest", "names_in", "read_piece"]
