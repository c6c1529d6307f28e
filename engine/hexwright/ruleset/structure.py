"""The merged document turned into the classes of the schema, table by table; everything wrong goes to the report."""

from __future__ import annotations

import os
import re
import unicodedata
from typing import Any

import attrs
from attrs import field

from hexwright.classes import define, frozen
from hexwright.errors import nearest
from hexwright.ruleset.faults import Report
from hexwright.ruleset.layers import Layer, Merged
from hexwright.ruleset.paths import dotted, has_ids, split
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
from hexwright.ruleset.stand_ins import inner, stand_in
from hexwright.ruleset.switches import ANY, Switches, nearest_switch, without
from hexwright.strict import Flaw, found, key_names, structure

_OVERLAY_TABLES: dict[str, type] = {"scenario": ScenarioInfo, "variant": VariantInfo}
_PLAIN_ID = re.compile(r"[A-Za-z0-9_.:-]+")
_NEEDED: dict[str, type] = {"ruleset": RulesetInfo, "sequence": SequenceSpec}


@define
class Structured:
    """The tables as instances; `settings` are those of plug-ins.

    Tables with flaws are there as far as they can be read: `broken` are the paths of what is lost of them, `meant` of
    keys that are there in place of a misspelt one. `made_up` are the (table, id) that could be read only by making up
    a key that must be there, and the tables of plug-ins that lost one: the checks of plug-ins find them missing.
    """

    tables: dict[str, Any] = field(factory=dict)
    settings: dict[str, Any] = field(factory=dict)
    broken: list[Path] = field(factory=list)
    meant: list[Path] = field(factory=list)
    made_up: list[Path] = field(factory=list)

    def mend(self, value: Any, cls: type, flaws: tuple[Flaw, ...], path: Path) -> Any:
        """What can be read of the table at a path, None if nothing; what is lost is noted."""
        found = stand_in(value, cls, flaws)
        self.broken += [path + at for at in found.lost] if found.instance is not None else [path]
        self.meant += [path + at for at in found.meant]
        if not found.whole or (found.lost and path[0] not in TABLES):
            self.made_up.append(path)
        return found.instance


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
        cls = inner(cls, part)
    return str(getattr(cls, "SHORTHAND", "")) if cls is not None and attrs.has(cls) else ""


def has_key(path: Path, words: Words) -> bool:
    """Does a class of the schema, or of an active plug-in, have the key at this path?"""
    name = str(path[0])
    cls: Any = words.tables.get(name)
    rest = path[1:]
    if cls is None and name in TABLES:
        cls, form = TABLES[name]
        rest = path[1:] if form == "one" else path[2:]
    for part in rest[:-1]:
        cls = inner(cls, part)
    return bool(rest) and isinstance(cls, type) and attrs.has(cls) and str(rest[-1]) in key_names(cls)


def check_switches(switches: Switches, merged: Merged, words: Words, report: Report) -> None:
    """What a switch sets is a key of the schema, or of an active plug-in, in a table that there is."""
    named = switches.defined.document.get("switch", {})
    for name in named if isinstance(named, dict) and not words.missing else ():
        spec = switches.specs.get(split(name) or ())
        for index, text in enumerate(spec.sets if spec else ()):
            path = split(text) or ()
            at = ("switch", name, "sets", index)
            table = merged.document.get(str(path[0]))
            is_map = TABLES.get(str(path[0]), (None, ""))[1] == "map"
            written = (hit for hit in merged.history(path[:2]) if not hit.source.switch)
            if is_map and path[1] != ANY and isinstance(table, dict) and next(written, None) is None:
                near = nearest(str(path[1]), [name for name in table if name != path[1]])
                hint = f"did you mean {' or '.join(near)}?" if near else ""
                report.add("H210", at, f"there is no '{dotted(path[:2])}' to set anything in", hint)
            elif (wrong := _strange_part(path, words)) is not None:
                message = f"'{dotted(path[: wrong + 1])}' is no key of the ruleset"
                report.add("H210", at, message, _near_key(path, wrong, words))


def _strange_part(path: Path, words: Words) -> int | None:
    """The number of the first part of a path that no class has; None when all is well."""
    kind: Any = words.tables.get(str(path[0]))
    start = 1
    if kind is None:
        kind, form = TABLES.get(str(path[0]), (None, "one"))
        start = 1 if form == "one" else 2
    if kind is None:
        return None if str(path[0]) in words.idle_tables else 0
    for depth in range(start, len(path)):
        if kind is Any or kind is None:
            return depth if kind is None else None
        if isinstance(kind, type) and attrs.has(kind) and str(path[depth]) not in key_names(kind):
            return depth
        kind = inner(kind, path[depth])
    return None


def _near_key(path: Path, depth: int, words: Words) -> str:
    kind: Any = words.tables.get(str(path[0]), TABLES.get(str(path[0]), (None, ""))[0])
    form = "one" if str(path[0]) in words.tables else TABLES.get(str(path[0]), (None, "one"))[1]
    for part in path[1 if form == "one" else 2 : depth]:
        kind = inner(kind, part)
    known = key_names(kind) if isinstance(kind, type) and attrs.has(kind) else (*TABLES, *words.tables)
    near = nearest(str(path[depth]), known) if depth == 0 or known[0] not in TABLES else ()
    return f"did you mean {' or '.join(near)}?" if near else ""


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
            _unknown_table(name, merged, words, out, report)
    for name, cls in words.tables.items():
        if name not in document and (name,) not in out.broken:
            _default(name, cls, out, report)
    for name in _NEEDED:
        if name not in merged.document and not report.unreadable and (name,) not in out.broken:
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
    if flaw.path[-1:] != ("remove",):
        return flaw
    return attrs.evolve(flaw, hint="write it above the first [table] of the file")


def _one(name: str, value: Any, cls: type, into: dict[str, Any], out: Structured, report: Report) -> None:
    instance, flaws = structure(value, cls)
    if flaws:
        _tell(flaws, (name,), report)
        instance = out.mend(value, cls, flaws, (name,))
    if instance is not None:
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
            _tell(flaws, (name, index), report)
            id = item.get("id") if isinstance(item, dict) else None
            instance = out.mend(item, cls, flaws, (name, id if isinstance(id, str) and has_ids(value) else index))
        else:
            _check_id((name, index, "id"), report, item["id"])
        if instance is not None and instance.id:
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
            traits = _traits(item["traits"], (*path, "traits"), words, out, report)
            item = {k: v for k, v in item.items() if k != "traits"}
        instance: Any
        instance, flaws = structure(item, cls)
        if flaws:
            _tell(flaws, path, report)
            instance = out.mend(item, cls, flaws, path)
        if instance is not None:
            instances[key] = attrs.evolve(instance, traits=traits) if traits else instance
    out.tables[name] = instances


def _traits(value: dict[str, Any], path: Path, words: Words, out: Structured, report: Report) -> dict[str, Any]:
    """The trait tables of a unit type as instances; those of idle plug-ins are left out."""
    traits: dict[str, Any] = {}
    for name, table in value.items():
        at = (*path, name)
        if name in words.traits:
            instance, flaws = structure(table, words.traits[name])
            if flaws:
                _tell(flaws, at, report)
                instance = out.mend(table, words.traits[name], flaws, at)
            if instance is not None:
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
    strays = (flaw for flaw in flaws if flaw.code == "H202")
    misspelt = [(flaw.path[:-1], re.split(r"did you mean | or |\?", flaw.hint)) for flaw in strays]
    for flaw in flaws:
        if flaw.code == "H203" and report.unreadable:
            continue  # the key may stand in the file that could not be read
        missing = flaw.message.split("'")[1] if flaw.code == "H203" else ""
        if missing and any(at == flaw.path and missing in near for at, near in misspelt):
            continue  # it is there, misspelt
        if flaw.code in ("H202", "H203"):
            flaw = _above(flaw)
            report.add(flaw.code, path + flaw.path, flaw.message, flaw.hint, on="key", first=flaw.code == "H203")
        else:
            report.add(flaw.code, path + flaw.path, flaw.message, flaw.hint, on=flaw.on)


def _unknown_table(name: str, merged: Merged, words: Words, out: Structured, report: Report) -> None:
    known = [*TABLES, *words.tables, *words.idle_tables]
    near = nearest(name, known)
    hint = f"did you mean {' or '.join(f'[{n}]' for n in near)}?" if near else "no plug-in of this ruleset reads it"
    value = merged.document[name]
    meant = nearest_switch({name: without(merged.document, words.switches)[name]}, words.switches)
    if meant is not None:
        at, switch = meant
        same = next((n for n, (a, b) in enumerate(zip(at, switch, strict=False)) if a != b), len(at) - 1)
        report.add("H202", at[: same + 1], f"unknown key '{dotted(at)}'", f"did you mean {dotted(switch)}?", on="key")
        return
    what = "table" if isinstance(value, dict) or has_ids(value) else "key"
    if near and what == "table" and (near[0] not in merged.document or TABLES.get(near[0], (None, ""))[1] == "map"):
        ids = value if TABLES.get(near[0], (None, ""))[1] == "map" and isinstance(value, dict) else ()
        out.broken += [(near[0], id) for id in ids] or [(near[0],)]
    if what == "key" and name in key_names(RulesetInfo):
        hint = "write it below [ruleset], [scenario] or [variant]"
    first = not isinstance(value, list)  # a list over a table of switches is the fault of the last layer
    report.add("H205", (name,), f"unknown {what} '{name}' at the top of the file", hint, on="key", first=first)


def _check_id(path: Path, report: Report, name: str) -> None:
    if _PLAIN_ID.fullmatch(name):
        return
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
