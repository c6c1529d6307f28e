"""Layers of TOML laid over each other by one merge rule, and who set or removed what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import attrs
from attrs import field

from hexwright.classes import frozen
from hexwright.errors import Fault, nearest
from hexwright.ruleset.faults import Finding, Report
from hexwright.ruleset.paths import canonical, dotted, has_ids, reach, split, step
from hexwright.ruleset.positions import Path, Positions, Span

# The key that a bare value at a path stands for (`open = 2` for `open = { cost = 2 }`), "" where there is none.
Shorthand = Callable[[Path], str]


def no_shorthand(path: Path) -> str:
    """For documents whose classes are not known yet."""
    return ""


@frozen(eq=False)
class Source:
    """One text that sets values: a file, the settings of a session, or the defaults of a plug-in (no text).

    `local` gives the offsets of entries where the data are not simply what the text says as TOML. `switch` is the
    path of the switch that stands for the data, "" where they are written as they are.
    """

    layer: str
    file: str
    text: str
    data: dict[str, Any]
    local: Callable[[], dict[Path, Span]] | None = None
    switch: str = ""

    @cached_property
    def positions(self) -> Positions:
        """Offsets and lines of the text, found when first needed."""
        return Positions(self.text)

    @cached_property
    def spans(self) -> dict[Path, Span]:
        """The offsets of all entries."""
        if self.local is not None:
            return self.local()
        return self.positions.spans if self.text else {}

    def line(self, path: Path) -> int:
        """The line of an entry, 0 for a source without text."""
        span = self.spans.get(path)
        return self.positions.line_column(span.key)[0] if span else 0

    def place(self, path: Path) -> str:
        """The entry as "file:line"."""
        line = self.line(path)
        return f"{self.file}:{line}" if line else self.file

    def fault(self, finding: Finding, path: Path, shown: Path) -> Fault:
        """The finding as a fault at an entry of this source."""
        common: dict[str, Any] = {
            "code": finding.code,
            "level": finding.level,
            "message": finding.message,
            "file": self.file,
            "path": dotted(shown),
            "hint": finding.hint,
        }
        span = self.spans.get(path)
        if span is None:
            if not self.text:
                return Fault(**common)
            span = Span(0, 0, 0)
        start, end = span.value, span.end
        if finding.on == "key":
            start, end = span.key, span.value if span.value > span.key else span.end
            while end > start + 1 and self.text[end - 1] in (" \t=" if span.value > span.key else " \t]"):
                end -= 1
        elif finding.spot is not None:
            start, end = self._within(span, path, finding.spot)
        line, column = self.positions.line_column(start)
        source = self.positions.line(line)
        width = max(1, min(end - start, len(source) - column + 1))
        return Fault(**common, line=line, column=column, source=source, width=width)

    def _within(self, span: Span, path: Path, spot: tuple[int, int]) -> tuple[int, int]:
        """Offsets of a part of a text value, when the value is written without escapes."""
        value: Any = self.data
        for part in path:
            found = step(value, part)
            value = found[0] if found else None
        at = self.text[span.value : span.end].find(value) if isinstance(value, str) else -1
        if at < 0:
            return span.value, span.end
        start = span.value + at + spot[0]
        return start, start + spot[1]


@frozen(eq=False)
class Layer:
    """Sources of equal weight; the base has many files, all others have one."""

    name: str
    sources: tuple[Source, ...]


@frozen
class Hit:
    """A source that set a value, and the entry's path within that source."""

    source: Source = field(eq=False)
    path: Path = ()


@frozen(eq=False)
class Merged:
    """The document after all layers, with its history.

    Tables merge by key, arrays of tables with an `id` merge by it, all else is replaced; a bare value over a
    table, or a table over a bare value, sets the key that the bare value stands for. The `remove` list of a
    layer takes effect before its own values; it takes away keys, tables, items by their id, and texts of a list.
    """

    layers: tuple[Layer, ...]
    document: dict[str, Any]
    shorthand: Shorthand = no_shorthand

    @cached_property
    def removals(self) -> tuple[tuple[Path, Layer, Hit], ...]:
        """What layers have removed, in order."""
        return tuple((path, layer, hit) for layer in self.layers for path, hit in _removed_by(layer))

    def history(self, path: Path) -> list[Hit]:
        """Everyone who set the value at a path of the document, the last one last."""
        hits: list[Hit] = []
        for layer in self.layers:
            if any(gone == path[: len(gone)] for gone, by, _ in self.removals if by is layer):
                hits.clear()
            for source in layer.sources:
                local, replaced = _follow(source.data, path, self.shorthand)
                if local is not None:
                    hits.append(Hit(source, local))
                elif replaced:
                    hits.clear()
        return hits

    def removed(self, path: Path) -> Hit | None:
        """The entry of the `remove` list that took a path away, if one did."""
        hits = [hit for gone, _, hit in self.removals if gone == path[: len(gone)]]
        return hits[-1] if hits else None

    def place(self, path: Path, first: bool = True) -> str:
        """Where a path is set, as "file:line"; "" when nobody sets it."""
        hits = self.history(path)
        return hits[0 if first else -1].source.place(hits[0 if first else -1].path) if hits else ""

    def locate(self, finding: Finding) -> Fault:
        """The finding as a fault at the nearest place that is written in a file."""
        shown = canonical(self.document, finding.path)
        related = tuple((label, self._related(to)) for label, to in finding.related)
        wanted = finding
        for length in range(len(shown), 0, -1):
            history = self.history(shown[:length])
            hits = [hit for hit in history if hit.path in hit.source.spans]
            if hits and (finding.first or hits[-1] is history[-1]):
                # A switch that sets a key of it does not define a thing.
                hit = next((h for h in hits if not h.source.switch), hits[0]) if finding.first else hits[-1]
                break
            wanted = attrs.evolve(finding, on=finding.on if not shown[length:] else "value", spot=None)
        else:
            hit = Hit(self._anchor(shown))
        fault = hit.source.fault(wanted, hit.path, shown)
        return attrs.evolve(fault, related=tuple(r for r in related if r[1]), chain=self._chain(shown))

    def _chain(self, path: Path) -> tuple[tuple[str, str], ...]:
        """Everyone who set what stands at a path, as (place, layer); () unless there are several.

        Whole kinds of tables are left out: that units stand in many files says nothing of a fault.
        """
        hits = self.history(path) if len(path) > 1 else []
        return tuple((hit.source.place(hit.path), hit.source.layer) for hit in hits) if len(hits) > 1 else ()

    def _related(self, to: Path | str) -> str:
        return to if isinstance(to, str) else self.place(canonical(self.document, to))

    def _anchor(self, path: Path) -> Source:
        """Where to report what no file says: the plug-in that says it, or the head of the first file."""
        hits = self.history(path)
        files = [source for layer in self.layers for source in layer.sources if source.text]
        return hits[-1].source if hits else (files or [s for la in self.layers for s in la.sources])[0]


def merge(layers: tuple[Layer, ...], report: Report, shorthand: Shorthand = no_shorthand) -> Merged:
    """Lays the layers over each other; what cannot be merged or removed goes to the report.

    The document shares with the files what only one of them says: it is for reading.
    """
    document: dict[str, Any] = {}
    for layer in layers:
        _tell_strange_removals(layer, report)
        for path, hit in _removed_by(layer):
            document = _removed(document, path, hit, report)
        fresh: dict[str, Any] = {}
        for source in layer.sources:
            clashes: list[Path] = []
            fresh = _laid(fresh, source.data, (), clashes, shorthand)
            _tell_clashes(layer, source, clashes, report)
        document = _laid(document, fresh, (), [], shorthand)
    heads = ("remove", "scenario", "variant")
    return Merged(layers, {name: value for name, value in document.items() if name not in heads}, shorthand)


def _laid(
    under: dict[str, Any], over: dict[str, Any], path: Path, clashes: list[Path], shorthand: Shorthand
) -> dict[str, Any]:
    """`over` on `under`, which both stay as they are; `clashes` gets the path of every value that was there already."""
    out = {**under}
    for name, value in over.items():
        if name not in under:
            out[name] = value
            continue
        below, at = under[name], (*path, name)
        if isinstance(value, dict) != isinstance(below, dict):
            short = shorthand(at)
            if short and isinstance(value, dict):
                below = out[name] = {short: below}
            elif short:
                value = {short: value}
        if isinstance(value, dict) and isinstance(below, dict):
            out[name] = _laid(below, value, at, clashes, shorthand)
        elif has_ids(value) and has_ids(below):
            out[name] = _laid_items(below, value, at, clashes, shorthand)
        elif at != ("remove",):
            clashes.append(at)
            out[name] = value
    return out


def _laid_items(
    under: list[dict[str, Any]], over: list[dict[str, Any]], path: Path, clashes: list[Path], shorthand: Shorthand
) -> list[dict[str, Any]]:
    out = [*under]
    places = {item["id"]: place for place, item in enumerate(out)}
    for item in over:
        place = places.setdefault(item["id"], len(out))
        if place == len(out):
            out.append(item)
        else:
            rest = {name: value for name, value in item.items() if name != "id"}
            out[place] = _laid(out[place], rest, (*path, item["id"]), clashes, shorthand)
    return out


def _follow(data: dict[str, Any], path: Path, shorthand: Shorthand = no_shorthand) -> tuple[Path | None, bool]:
    """The local path of a value, or None and whether this source replaces something above it."""
    value: Any = data
    local: list[str | int] = []
    for depth, part in enumerate(path):
        found = step(value, part)
        if found is None:
            if isinstance(value, dict) or has_ids(value):
                return None, False
            short = shorthand(path[:depth])
            return (tuple(local), False) if part == short else (None, not short)
        value = found[0]
        local.append(found[1])
    return tuple(local), False


def removals(layer: Layer) -> Iterator[Path]:
    """The paths that a layer removes."""
    return (path for path, _ in _removed_by(layer))


def _removed_by(layer: Layer) -> Iterator[tuple[Path, Hit]]:
    return ((path, hit) for entry, hit in _entries(layer) if (path := split(entry)))


def _entries(layer: Layer) -> Iterator[tuple[str, Hit]]:
    """The texts in the `remove` lists of a layer, whether they are paths or not."""
    for source in layer.sources:
        entries = source.data.get("remove", [])
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, str):
                yield entry, Hit(source, ("remove", index))


def _tell_strange_removals(layer: Layer, report: Report) -> None:
    for entry, hit in _entries(layer):
        if not split(entry):
            hint = 'write it as [table.id] would be written, such as unit.guard or rule."R-2.4"'
            finding = Finding("H104", ("remove",), f"cannot remove '{entry}': it is no path", hint)
            report.faults.append(hit.source.fault(finding, hit.path, ("remove",)))


def _removed(value: Any, path: Path, hit: Hit, report: Report, depth: int = 0) -> Any:
    """The value without what stands at the rest of a path, in which it is `depth` steps down."""
    part = path[depth]
    found = step(value, part) or _by_text(value, part)
    if found is None:
        known = [str(k) for k in value if isinstance(k, str)] if isinstance(value, (dict, list)) else []
        known = [item["id"] for item in value] if has_ids(value) else known
        near = [dotted((*path[:depth], name, *path[depth + 1 :])) for name in nearest(str(part), known)]
        hint = f"did you mean {' or '.join(near)}?" if near else "nothing under this layer has it"
        finding = Finding("H104", path, f"cannot remove '{dotted(path)}': it is not there", hint)
        report.faults.append(hit.source.fault(finding, hit.path, path))
        return value
    out: Any = {**value} if isinstance(value, dict) else [*value]
    if depth == len(path) - 1:
        del out[found[1]]
    else:
        out[found[1]] = _removed(found[0], path, hit, report, depth + 1)
    return out


def _by_text(value: Any, part: str | int) -> tuple[Any, int] | None:
    """A text in a list of texts (a plug-in, a tag, a child phase), with its place in the list."""
    if isinstance(value, list) and isinstance(part, str) and part in value:
        return part, value.index(part)
    return None


def _tell_clashes(layer: Layer, source: Source, clashes: list[Path], report: Report) -> None:
    """The base and the plug-ins' defaults must not set a key twice; a later file then wins for the other checks."""
    for path in clashes:
        before = layer.sources[: layer.sources.index(source)]
        other = next((s for s in before if _follow(s.data, path)[0] is not None), None)
        local = _follow(source.data, path)[0]
        if other is None or local is None:
            continue
        if not source.text:
            message = f"{other.file} and {source.file} both bring '{dotted(path)}'"
            report.add("H808", ("ruleset", "plugins"), message, "leave one of them out")
            continue
        there = other.place(_follow(other.data, path)[0] or ())
        finding = Finding("H103", path, f"'{dotted(path)}' is set twice: here and at {there}", on="key")
        fault = source.fault(finding, local, path)
        report.faults.append(attrs.evolve(fault, related=(("also set", there),)))
        under, over = (reach(s.data, _follow(s.data, path)[0] or ()) for s in (other, source))
        if under and over and isinstance(under[0], dict) != isinstance(over[0], dict):  # either may be the slip
            what = "a table" if isinstance(over[0], dict) else "no table"
            here = source.place(local)
            told = Finding("H103", path, f"'{dotted(path)}' is {what} at {here}", on="key")
            report.faults.append(other.fault(told, _follow(other.data, path)[0] or (), path))


class Provenance(Mapping[str, tuple[tuple[str, str, int], ...]]):
    """Who set each value, as (layer, file, line) by dotted path; worked out when asked."""

    def __init__(self, merged: Merged) -> None:
        self._merged = merged

    def __getitem__(self, dotted_path: str) -> tuple[tuple[str, str, int], ...]:
        path = split(dotted_path)
        hits = self._merged.history(canonical(self._merged.document, path)) if path else []
        if not hits or not path or reach(self._merged.document, path) is None:
            raise KeyError(dotted_path)
        return tuple((hit.source.layer, hit.source.file, hit.source.line(hit.path)) for hit in hits)

    def removed(self, dotted_path: str) -> tuple[str, str, int] | None:
        """Who took a value away, as (layer, file, line) of the entry of its `remove` list; None when nobody did."""
        path = split(dotted_path)
        hit = self._merged.removed(path) if path else None
        return (hit.source.layer, hit.source.file, hit.source.line(hit.path)) if hit else None

    def __iter__(self) -> Iterator[str]:
        return (dotted(path) for path in _leaves(self._merged.document, ()))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _leaves(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, dict) and value:
        for name, item in value.items():
            yield from _leaves(item, (*path, name))
    elif has_ids(value):
        for item in value:
            yield from _leaves(item, (*path, item["id"]))
    else:
        yield path
