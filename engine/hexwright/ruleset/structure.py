"""The merged document turned into the classes of the schema, table by table; everything wrong goes to the report."""

from __future__ import annotations

import os
import types
import unicodedata
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

import attrs
from attrs import define, field, frozen

from hexwright.errors import nearest
from hexwright.ruleset.faults import Report
from hexwright.ruleset.layers import Layer, Merged
from hexwright.ruleset.paths import dotted, has_ids
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import (
    TABLES,
    Extension,
    RulesetInfo,
    ScenarioInfo,
    SequenceSpec,
    UnitType,
    VariantInfo,
)
from hexwright.ruleset.switches import nearest_switch, without
from hexwright.strict import Flaw, found, key_name, key_names, structure

_OVERLAY_TABLES: dict[str, type] = {"scenario": ScenarioInfo, "variant": VariantInfo}
_NEEDED: dict[str, type] = {"ruleset": RulesetInfo, "sequence": SequenceSpec}


@define
class Structured:
    """The tables as instances; `settings` are those of plug-ins, `broken` the paths that could not be read.

    `stand_ins` are what can be read of the broken ones, for the checks of plug-ins, which else find them missing.
    """

    tables: dict[str, Any] = field(factory=dict)
    settings: dict[str, Any] = field(factory=dict)
    broken: list[Path] = field(factory=list)
    stand_ins: dict[str, Any] = field(factory=dict)


@frozen
class Words:
    """What is added to the words of the schema: tables and traits of plug-ins that are read, those that are skipped,
    and the paths of the game's own switches, which belong to no class.

    While plug-ins are `missing` that the ruleset names, unknown tables and traits may be theirs.
    """

    tables: dict[str, type]
    traits: dict[str, type]
    idle_tables: frozenset[str]
    idle_traits: frozenset[str]
    missing: frozenset[str] = frozenset()
    switches: frozenset[Path] = frozenset()


def words_of(extensions: tuple[Extension, ...], report: Report) -> Words:
    """The tables and traits of all plug-ins; two active ones with the same word are a fault."""
    tables: dict[str, type] = {}
    traits: dict[str, type] = {}
    for kind, mine in (("table", tables), ("trait", traits)):
        owner: dict[str, str] = {}
        for extension in extensions:
            offered = extension.tables if kind == "table" else extension.traits
            for name in offered if extension.active else ():
                if name in owner or (kind == "table" and name in TABLES):
                    other = f"plug-in {owner[name]}" if name in owner else "the engine"
                    message = f"plug-in {extension.plugin} brings the {kind} '{name}', which {other} has too"
                    report.add("H808", ("ruleset", "plugins"), message)
                    continue
                owner[name] = extension.plugin
                mine[name] = offered[name]
    idle = [e for e in extensions if not e.active]
    idle_tables = frozenset(n for e in idle for n in e.tables) - set(tables)
    return Words(tables, traits, idle_tables, frozenset(n for e in idle for n in e.traits) - set(traits))


def shorthand_at(path: Path, words: Words) -> str:
    """The key that a bare value at this path of the document stands for, "" where only tables can stand.

    >>> shorthand_at(("movement", "foot", "cost", "open"), Words({}, {}, frozenset(), frozenset()))
    'cost'
    """
    cls: Any
    if path and path[0] in TABLES:
        cls, form = TABLES[str(path[0])]
        rest = path[1:] if form == "one" else path[2:]
        if form != "one" and len(path) < 2:
            return ""
    elif path and path[0] in words.tables:
        cls, rest = words.tables[str(path[0])], path[1:]
    else:
        return ""
    for part in rest:
        cls = _inner(cls, part)
    return str(getattr(cls, "SHORTHAND", "")) if cls is not None and attrs.has(cls) else ""


def _inner(kind: Any, part: str | int) -> Any:
    """The type of an entry of a class, dict or tuple; None where it is plain."""
    if isinstance(kind, type) and attrs.has(kind):
        return _types(kind).get(str(part))
    args = get_args(kind)
    if get_origin(kind) is dict:
        return _table_type(args[1])
    return _table_type(args[0]) if get_origin(kind) is tuple else None


@cache
def _types(cls: type) -> dict[str, Any]:
    attrs.resolve_types(cls)
    return {key_name(a): _table_type(a.type) for a in attrs.fields(cls)}


def _table_type(kind: Any) -> Any:
    """The member of a union that can be a table or an array; the type itself otherwise."""
    if get_origin(kind) is Annotated:
        return _table_type(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return next((t for t in get_args(kind) if attrs.has(t) or get_origin(t) is dict), None)
    return kind


def structure_document(merged: Merged, words: Words, report: Report) -> Structured:
    """Every table of the document as instances of its class."""
    out = Structured()
    document = without(merged.document, words.switches)
    for name, value in document.items():
        if name in _OVERLAY_TABLES:
            continue
        if name in TABLES:
            cls, form = TABLES[name]
            if form == "one":
                _one(name, value, cls, out.tables, out, report)
            elif form == "list":
                _list(name, value, cls, out, report)
            else:
                _map(name, value, cls, words, out, report)
        elif name in words.tables:
            _one(name, value, words.tables[name], out.settings, out, report)
        elif name not in words.idle_tables and not words.missing:
            _unknown_table(name, merged, words, report)
    for name, cls in words.tables.items():
        if name not in document:
            _default(name, cls, out, report)
    for name in _NEEDED:
        if name not in merged.document and not report.unreadable:
            report.add("H203", (), f"the table [{name}] is missing", "every ruleset has one")
    return out


def check_overlays(layers: tuple[Layer, ...], report: Report) -> None:
    """[ruleset], [scenario] and [variant] stand in their own files only; `remove` is a list of paths."""
    for layer in layers:
        for source in layer.sources:
            kind = layer.name.partition(" ")[0]
            local = Report()
            for table, cls in _OVERLAY_TABLES.items():
                if table in source.data and table != kind:
                    hint = f"it belongs in a file in {table}s/"
                    local.add("H105", (table,), f"the table [{table}] cannot stand here", hint, on="key")
                elif table in source.data:
                    _tell(tuple(map(_above, structure(source.data[table], cls)[1])), (table,), local)
            if "ruleset" in source.data and kind == "base" and os.path.basename(source.file) != "ruleset.toml":
                hint = "it belongs in ruleset.toml"
                local.add("H105", ("ruleset",), "the table [ruleset] cannot stand here", hint, on="key")
            entries = source.data.get("remove", [])
            if not isinstance(entries, list):
                local.add("H201", ("remove",), f"wanted a list of paths, found {found(entries)}")
            else:
                for index, entry in enumerate(entries):
                    if not isinstance(entry, str):
                        local.add("H201", ("remove", index), f"wanted a path in quotes, found {found(entry)}")
            report.faults.extend(source.fault(f, f.path, f.path) for f in local.findings)


def _above(flaw: Flaw) -> Flaw:
    """`remove` belongs to the file, but slips easily under the [table] above it."""
    return attrs.evolve(flaw, hint="write it above the first [table] of the file") if flaw.path == ("remove",) else flaw


def _one(name: str, value: Any, cls: type, into: dict[str, Any], out: Structured, report: Report) -> None:
    instance, flaws = structure(value, cls)
    if flaws:
        out.broken.append((name,))
        _tell(flaws, (name,), report)
        if into is out.tables and (rest := stand_in(value, cls, flaws)) is not None:
            out.stand_ins[name] = rest
    else:
        into[name] = instance


def _list(name: str, value: Any, cls: type, out: Structured, report: Report) -> None:
    if not isinstance(value, list):
        report.add("H201", (name,), f"wanted tables [[{name}]], found {found(value)}", f"write [[{name}]]", on="key")
        out.broken.append((name,))
        return
    items: list[Any] = []
    for index, item in enumerate(value):
        instance, flaws = structure(item, cls)
        if flaws:
            out.broken.append((name, index))
            _tell(flaws, (name, index), report)
        else:
            _check_id((name, index, "id"), report, item["id"])
            items.append(instance)
    out.tables[name] = tuple(items)


def _map(name: str, value: Any, cls: type, words: Words, out: Structured, report: Report) -> None:
    if not isinstance(value, dict):
        hint = f"write [{name}.ID]"
        report.add("H201", (name,), f"wanted tables [{name}.ID], found {found(value)}", hint, on="key")
        out.broken.append((name,))
        return
    instances: dict[str, Any] = {}
    folded: dict[str, str] = {}
    for key, item in value.items():
        path = (name, key)
        _check_id(path, report, key)
        before = folded.setdefault(_fold(key), key)
        if before != key:
            hint = "ids are typed without regard to capitals"
            more: dict[str, Any] = {"on": "key", "first": True, "related": (("the other", (name, before)),)}
            report.add("H209", path, f"the ids '{before}' and '{key}' differ only in capitals", hint, **more)
        if not isinstance(item, dict) and not hasattr(cls, "SHORTHAND"):
            report.add("H201", path, f"wanted a table [{name}.{key}], found {found(item)}", f"write [{name}.ID]")
            out.broken.append(path)
            continue
        traits: dict[str, Any] = {}
        if cls is UnitType and isinstance(item, dict) and isinstance(item.get("traits"), dict):
            traits = _traits(item["traits"], (*path, "traits"), words, report)
            item = {k: v for k, v in item.items() if k != "traits"}
        instance: Any
        instance, flaws = structure(item, cls)
        if flaws:
            out.broken.append(path)
            _tell(flaws, path, report)
            if (rest := stand_in(item, cls, flaws)) is not None:
                out.stand_ins.setdefault(name, {})[key] = attrs.evolve(rest, traits=traits) if traits else rest
        else:
            instances[key] = attrs.evolve(instance, traits=traits) if traits else instance
    out.tables[name] = instances


def stand_in(value: Any, cls: type, flaws: tuple[Flaw, ...]) -> Any:
    """The instance without the keys that have flaws, a misspelt key taken for the one it is nearest to; None if none.

    >>> stand_in({"nmae": "North", "adjective": 3}, TABLES["side"][0], structure({"nmae": "", "adjective": 3},
    ...     TABLES["side"][0])[1])
    SideSpec(name='North', adjective='')
    """
    if not isinstance(value, dict):
        return None
    wrong = {flaw.path[0]: flaw.code for flaw in flaws if flaw.path}
    kept = {name: item for name, item in value.items() if name not in wrong}
    for name in (n for n, code in wrong.items() if code == "H202" and n in value):
        near = nearest(str(name), key_names(cls), 1)
        if near and near[0] not in value:
            kept[near[0]] = value[str(name)]
    return structure(kept, cls)[0]


def _traits(value: dict[str, Any], path: Path, words: Words, report: Report) -> dict[str, Any]:
    """The trait tables of a unit type as instances; those of idle plug-ins are left out."""
    traits: dict[str, Any] = {}
    for name, table in value.items():
        at = (*path, name)
        if name in words.traits:
            instance, flaws = structure(table, words.traits[name])
            _tell(flaws, at, report)
            if not flaws:
                traits[name] = instance
        elif name not in words.idle_traits and not words.missing:
            near = nearest(name, [*words.traits, *words.idle_traits])
            hint = f"did you mean {' or '.join(near)}?" if near else "no plug-in of this ruleset reads it"
            report.add("H202", at, f"unknown trait '{name}'", hint, on="key")
    return traits


def _default(name: str, cls: type, out: Structured, report: Report) -> None:
    """A plug-in's table that is left out counts as empty, when its class has a default for every key."""
    instance, flaws = structure({}, cls)
    if flaws:
        missing = ", ".join(f.message for f in flaws)
        report.add("H203", ("ruleset", "plugins"), f"the table [{name}] that a plug-in needs is missing ({missing})")
    else:
        out.settings[name] = instance


def _tell(flaws: tuple[Flaw, ...], path: Path, report: Report) -> None:
    misspelt = {flaw.path[:-1]: flaw.hint for flaw in flaws if flaw.code == "H202"}
    for flaw in flaws:
        if flaw.code == "H203" and report.unreadable:
            continue  # the key may stand in the file that could not be read
        if flaw.code == "H203" and misspelt.get(flaw.path) == f"did you mean {flaw.message.split(chr(39))[1]}?":
            continue  # it is there, misspelt
        if flaw.code in ("H202", "H203"):
            report.add(flaw.code, path + flaw.path, flaw.message, flaw.hint, on="key", first=flaw.code == "H203")
        else:
            report.add(flaw.code, path + flaw.path, flaw.message, flaw.hint, on=flaw.on)


def _unknown_table(name: str, merged: Merged, words: Words, report: Report) -> None:
    known = [*TABLES, *words.tables, *words.idle_tables]
    near = nearest(name, known)
    hint = f"did you mean {' or '.join(f'[{n}]' for n in near)}?" if near else "no plug-in of this ruleset reads it"
    value = merged.document[name]
    meant = nearest_switch({name: without(merged.document, words.switches)[name]}, words.switches)
    if meant is not None:
        at, switch = meant
        report.add("H202", at, f"unknown key '{dotted(at)}'", f"did you mean {dotted(switch)}?", on="key")
        return
    what = "table" if isinstance(value, dict) or has_ids(value) else "key"
    if what == "key" and name in key_names(RulesetInfo):
        hint = "write it below [ruleset], [scenario] or [variant]"
    report.add("H205", (name,), f"unknown {what} '{name}' at the top of the file", hint, on="key", first=True)


def _check_id(path: Path, report: Report, name: str) -> None:
    bad = next((c for c in name if not _may_stand_in_id(c)), None)
    if name and bad is None:
        return
    what = "an id cannot be empty" if not name else f"the id '{name}' cannot be typed: it has {_called(bad or '')}"
    on = "key" if path[-1] == name else "value"
    report.add("H208", path, what, "use letters, digits and _ - . :", on=on, first=True)


def _may_stand_in_id(char: str) -> bool:
    return char in "_-.:" or unicodedata.category(char)[0] in "LNM"


def _called(char: str) -> str:
    if char.isspace():
        return "a blank"
    return f"'{char}'" if char.isprintable() else f"U+{ord(char):04X}"


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
