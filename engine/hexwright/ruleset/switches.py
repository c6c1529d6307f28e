"""Switches: a game's own keys that stand for keys elsewhere, spelled out before the layers are laid over each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from hexwright.errors import nearest
from hexwright.ruleset.faults import Finding, Report
from hexwright.ruleset.layers import Layer, Merged, Source, merge
from hexwright.ruleset.paths import dotted, has_ids, split, step
from hexwright.ruleset.positions import Path, Span
from hexwright.ruleset.schema import TABLES, SwitchSpec
from hexwright.strict import structure

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
    return tuple(
        attrs.evolve(layer, sources=tuple(s for source in layer.sources for s in _spelled(source, switches, report)))
        for layer in layers
    )


def _spelled(source: Source, switches: Switches, report: Report) -> Iterator[Source]:
    yield source
    for key, spec in switches.specs.items():
        found: tuple[Any, Any] | None = (source.data, "")
        for part in key:
            found = step(found[0], part) if found else None
        if found is None:
            continue
        wrong = _why_not(spec, found[0])
        if wrong:
            message = f"the switch '{dotted(key)}' cannot be {_shown(found[0])}"
            report.faults.append(source.fault(Finding("H204", key, message, wrong), key, key))
            continue
        if spec.sets:
            yield _passed(source, key, spec, found[0])
        if spec.values:
            yield _chosen(source, key, _name(found[0]), switches)


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


def _passed(source: Source, key: Path, spec: SwitchSpec, value: Any) -> Source:
    """The value at every path the switch sets; all of it stands where the switch was thrown."""
    written = spec.written.replace("{}", str(value)) if spec.written else value
    paths = [split(text) or () for text in spec.sets]
    data: dict[str, Any] = {}
    for path in paths:
        inner = data
        for part in path[:-1]:
            inner = inner.setdefault(str(part), {})
        inner[str(path[-1])] = written

    def local() -> dict[Path, Span]:
        span = source.spans.get(key)
        return {path[:depth]: span for path in paths for depth in range(1, len(path) + 1)} if span else {}

    return attrs.evolve(source, data=data, local=local)


def _chosen(source: Source, key: Path, value: str, switches: Switches) -> Source:
    """The piece of TOML that a value stands for; it stands where the value is described."""
    name = next(n for n in switches.defined.document["switch"] if split(n) == key)
    top: Path = ("switch", name, "values", value)
    hits = switches.defined.history(top)
    teller = hits[-1].source if hits else source

    def local() -> dict[Path, Span]:
        return {path[len(top) :]: span for path, span in teller.spans.items() if path[:-1][: len(top)] == top}

    return Source(source.layer, teller.file, teller.text, switches.specs[key].values[value], local)


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
