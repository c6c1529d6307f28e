"""Switches: a game's own keys that stand for keys elsewhere, spelled out before the layers are laid over each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hexwright.classes import frozen
from hexwright.errors import nearest
from hexwright.ruleset.faults import Finding, Report
from hexwright.ruleset.layers import Layer, Merged, Source, merge, removals
from hexwright.ruleset.paths import dotted, has_ids, reach, split
from hexwright.ruleset.positions import Path, Span
from hexwright.ruleset.schema import TABLES, SwitchSpec
from hexwright.strict import structure

ANY = "*"  # stands for every name at its place in a path that a switch sets
_TRUTH = ("true", "false")
_CLOSED = ("ruleset", "scenario", "variant", "switch", "remove")  # read before there are switches


@frozen(eq=False)
class Switches:
    """The switches of a ruleset by the path of their key; `defined` tells where they are written."""

    specs: dict[Path, SwitchSpec]
    defined: Merged

    @property
    def keys(self) -> frozenset[Path]:
        """The paths at which switches stand, which belong to no class of the schema."""
        return frozenset(self.specs)


def read_switches(layers: tuple[Layer, ...], report: Report) -> Switches:
    """The tables [switch] of all layers. A broken one is left out here; the check of the whole document tells why."""
    heads = tuple(
        Layer(
            layer.name, tuple(_only(source, "switch", "remove") for source in layer.sources if "switch" in source.data)
        )
        for layer in layers
    )
    if not any(head.sources for head in heads):
        return Switches({}, Merged((), {}))
    defined = merge(heads, Report())
    specs: dict[Path, SwitchSpec] = {}
    table = defined.document.get("switch")
    for name, value in table.items() if isinstance(table, dict) else ():
        spec, _ = structure(value, SwitchSpec)
        key = _path(name, ("switch", name), report)
        if spec is not None and key and all(_path(p, ("switch", name, "sets"), report) for p in spec.sets):
            specs[key] = spec
    return Switches(specs, defined)


def _only(source: Source, *names: str) -> Source:
    return attrs.evolve(source, data={name: source.data[name] for name in names if name in source.data})


def _path(text: str, at: Path, report: Report) -> Path | None:
    """The path of a key that a switch may stand at or set; None is in the report."""
    path = split(text)
    if not path or len(path) < 2 or any(isinstance(part, int) for part in path):
        report.add("H210", at, f"'{text}' is not one key of a table", "name the table and the key, with dots between")
    elif path[0] in _CLOSED or TABLES.get(str(path[0]), (None, ""))[1] == "list":
        report.add("H210", at, f"a switch cannot stand for anything in [{path[0]}]")
    else:
        return path
    return None


def spell_out(layers: tuple[Layer, ...], switches: Switches, report: Report) -> tuple[Layer, ...]:
    """The layers, each with what the switches in it stand for: it weighs as much as the layer that throws them."""
    if not switches.specs:
        return layers
    out: list[Layer] = []
    for layer in layers:
        plain = [tuple(_spelled(source, switches, report)) for source in layer.sources]
        below = (*out, attrs.evolve(layer, sources=tuple(s for group in plain for s in group)))
        groups = ((*group, *_spread(group[0], switches, below)) for group in plain)
        out.append(attrs.evolve(layer, sources=tuple(s for group in groups for s in group)))
    _check_patterns(tuple(out), switches, report)
    return tuple(out)


def _spelled(source: Source, switches: Switches, report: Report) -> Iterator[Source]:
    """A source, and what its switches stand for, but for paths with stars."""
    yield source
    for key, spec, value in _thrown(source, switches):
        wrong = _why_not(spec, value)
        if wrong:
            message = f"the switch '{dotted(key)}' cannot be {_shown(value)}"
            report.faults.append(source.fault(Finding("H204", key, message, wrong), key, key))
            continue
        if spec.sets:
            yield _passed(source, key, spec, value, [p for p in _paths(spec) if ANY not in p])
        if spec.values:
            yield _chosen(source, key, _name(value), switches)


def _spread(source: Source, switches: Switches, below: tuple[Layer, ...]) -> Iterator[Source]:
    """What the switches of a source set at paths with stars; `below` are the layers up to its own, spelled out."""
    for key, spec, value in _thrown(source, switches):
        paths = [found for path in _paths(spec) if ANY in path for found in _named(path, below)]
        if paths and not _why_not(spec, value):
            yield _passed(source, key, spec, value, paths)


def _thrown(source: Source, switches: Switches) -> Iterator[tuple[Path, SwitchSpec, Any]]:
    """The switches that a source throws, each with its value."""
    for key, spec in switches.specs.items():
        found = reach(source.data, key)
        if found is not None:
            yield key, spec, found[0]


def _paths(spec: SwitchSpec) -> list[Path]:
    return [split(text) or () for text in spec.sets]


def _why_not(spec: SwitchSpec, value: Any) -> str:
    """What the value should be instead, or "" when it may stand."""
    if spec.values:
        if _name(value) in spec.values:
            return ""
        near = nearest(value, spec.values, 1) if isinstance(value, str) else ()
        did = f"did you mean '{near[0]}'? " if near else ""
        return f"{did}supported: {', '.join(n if n in _TRUTH else repr(n) for n in spec.values)}"
    if spec.between:
        low, high = spec.between[0], spec.between[-1]
        return "" if type(value) is int and low <= value <= high else f"supported: whole numbers from {low} to {high}"
    if spec.written and (isinstance(value, bool) or not isinstance(value, (int, str))):
        return "supported: a whole number or text"
    return ""


def _name(value: Any) -> str:
    """The name by which a switch lists a value: a text, or true and false as TOML writes them; "" for any other."""
    if isinstance(value, bool):
        return _TRUTH[not value]
    return value if isinstance(value, str) and value not in _TRUTH else ""


def _shown(value: Any) -> str:
    return _TRUTH[not value] if isinstance(value, bool) else repr(value)


def _passed(source: Source, key: Path, spec: SwitchSpec, value: Any, paths: list[Path]) -> Source:
    """The value at paths the switch sets; all of it stands where the switch was thrown."""
    written = spec.written.replace("{}", str(value)) if spec.written else value
    data: dict[str, Any] = {}
    for path in paths:
        inner = data
        for part in path[:-1]:
            inner = inner.setdefault(str(part), {})
        inner[str(path[-1])] = written

    def local() -> dict[Path, Span]:
        span = source.spans.get(key)
        return {path[:depth]: span for path in paths for depth in range(1, len(path) + 1)} if span else {}

    return attrs.evolve(source, data=data, local=local, switch=dotted(key))


def _named(path: Path, below: tuple[Layer, ...]) -> Iterator[Path]:
    """The paths that one with stars stands for, wherever there is a table so far and the layer itself says nothing."""
    gone = {removed for layer in below for removed in removals(layer)}
    for found in _matches(path[:-1], below):
        whole = (*found, path[-1])
        if any(whole[:length] in gone for length in range(1, len(whole))):
            continue
        if not any(reach(source.data, whole) for source in below[-1].sources):
            yield whole


def _matches(pattern: Path, layers: tuple[Layer, ...]) -> dict[Path, None]:
    """The paths of this pattern at which any of the layers has something."""
    found: dict[Path, None] = {}
    for source in (s for layer in layers for s in layer.sources):
        ends: list[tuple[Path, Any]] = [((), source.data)]
        for part in pattern:
            tables = [(path, value) for path, value in ends if isinstance(value, dict)]
            if part == ANY:
                ends = [((*path, name), item) for path, value in tables for name, item in value.items()]
            else:
                ends = [((*path, part), value[part]) for path, value in tables if part in value]
        found.update(dict.fromkeys(path for path, _ in ends))
    return found


def _check_patterns(layers: tuple[Layer, ...], switches: Switches, report: Report) -> None:
    """A path with stars that a switch sets leads somewhere."""
    for key, spec in switches.specs.items():
        for index, text in enumerate(spec.sets):
            path = split(text) or ()
            if ANY in path and not _matches(path[:-1], layers):
                name = next(n for n in switches.defined.document["switch"] if split(n) == key)
                report.add("H210", ("switch", name, "sets", index), f"nothing in the ruleset fits '{text}'")


def _chosen(source: Source, key: Path, value: str, switches: Switches) -> Source:
    """The piece of TOML that a value stands for; it stands where the value is described."""
    name = next(n for n in switches.defined.document["switch"] if split(n) == key)
    top: Path = ("switch", name, "values", value)
    hits = switches.defined.history(top)
    teller = hits[-1].source if hits else source

    def local() -> dict[Path, Span]:
        return {path[len(top) :]: span for path, span in teller.spans.items() if path[:-1][: len(top)] == top}

    return Source(source.layer, teller.file, teller.text, switches.specs[key].values[value], local, dotted(key))


def without(document: dict[str, Any], keys: frozenset[Path]) -> dict[str, Any]:
    """The document without the keys of switches, and without tables that held nothing else."""
    heads = {key[0] for key in keys}
    out = {}
    for name, value in document.items():
        rest = {key[1:] for key in keys if key[0] == name} if name in heads else set()
        inner = without(value, frozenset(rest)) if rest and all(rest) and isinstance(value, dict) else value
        if () in rest or (inner == {} and value != {}):
            continue
        out[name] = inner
    return out


def nearest_switch(table: dict[str, Any], keys: frozenset[Path]) -> tuple[Path, Path] | None:
    """The first key in an unknown table that looks like a switch, and that switch; None when none does."""
    known = {dotted(key): key for key in sorted(keys)}
    for path in _leaves(table):
        near = nearest(dotted(path), known, 1)
        if near:
            return path, known[near[0]]
    return None


def _leaves(value: Any) -> Iterator[Path]:
    if not isinstance(value, dict) or has_ids(value):
        yield ()
        return
    for name, item in value.items():
        yield from ((name, *path) for path in _leaves(item))
