"""From a folder to a Ruleset: files, layers, structure, checks; also the lists of what there is to load."""

from __future__ import annotations

import gc
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import Any

import attrs

import hexwright
from hexwright.classes import frozen
from hexwright.errors import Fault, RulesetError, nearest
from hexwright.facts import FACTS
from hexwright.ruleset.checks import broken_check, run_checks
from hexwright.ruleset.faults import Finding, Report, Shelf
from hexwright.ruleset.files import default_scenario, overlays, read_base, read_overlay, read_settings, read_source
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.layers import Layer, Merged, Provenance, Source, merge
from hexwright.ruleset.missing import hint_at_missing
from hexwright.ruleset.paths import dotted, has_ids
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import Extension, Ruleset, RulesetInfo, SequenceSpec
from hexwright.ruleset.structure import (
    Structured,
    Words,
    check_overlays,
    check_switches,
    has_key,
    shorthand_at,
    structure_document,
    words_of,
)
from hexwright.ruleset.suppression import read_allowances, sift
from hexwright.ruleset.switches import read_switches, spell_out
from hexwright.ruleset.wording import fill, idle_tables
from hexwright.strict import structure

Folder = str | os.PathLike[str]


@frozen
class Manifest:
    """What must be known before the plug-ins can be found; `faults` are those of [ruleset] and of its file."""

    info: RulesetInfo
    faults: tuple[Fault, ...] = ()
    merged: Merged | None = attrs.field(default=None, eq=False, repr=False)

    def at(self, plugin: str) -> Fault:
        """An empty fault at the place where a plug-in is named, for those who have something to say about it."""
        index = self.info.plugins.index(plugin) if plugin in self.info.plugins else 0
        path = ("ruleset", "plugins", index)
        if self.merged is None:
            return Fault("", "error", "", path=dotted(path))
        return self.merged.locate(Finding("", path, ""))


@frozen
class Listed:
    """A ruleset found in a search path: its folder, its head, and what is wrong with the head."""

    folder: str
    info: RulesetInfo
    faults: tuple[Fault, ...] = ()


def read_manifest(
    folder: Folder,
    *,
    scenario: str = "",
    variants: tuple[str, ...] = (),
    settings: tuple[str, ...] = (),
    shelf: Shelf | None = None,
) -> Manifest:
    """Only [ruleset], lenient about all else; a scenario, variant or setting may change its plug-ins."""
    path = os.fspath(folder)
    report = Report(shelf=shelf)
    file = os.path.join(path, "ruleset.toml")
    if not os.path.isfile(file):
        read_base(path, report)
        return Manifest(_stand_in(path, {}), tuple(report.faults))
    source = read_source("base", file, report)
    heads = [
        Layer("base", (source,) if source else ()),
        *_overlay_layers(path, scenario, variants, Report(shelf=shelf)),
    ]
    merged = merge(tuple(heads), Report())
    if settings:
        merged = merge((*heads, read_settings(settings, merged.document, Report())), Report())
    head = merged.document.get("ruleset", {})
    info, flaws = structure(head, RulesetInfo)
    if source is not None and "ruleset" not in merged.document:
        report.add("H203", (), "the table [ruleset] is missing", "every ruleset has one")
    for flaw in flaws if "ruleset" in merged.document else ():
        report.add(flaw.code, ("ruleset", *flaw.path), flaw.message, flaw.hint, on=flaw.on)
    faults = (*report.faults, *(merged.locate(f) for f in report.findings))
    return Manifest(info or _stand_in(path, head), faults, merged)


def load_ruleset(
    folder: Folder,
    *,
    scenario: str = "",
    variants: tuple[str, ...] = (),
    settings: tuple[str, ...] = (),
    extensions: tuple[Extension, ...] = (),
    facts: Mapping[str, type] | None = None,
    frames: tuple[str, ...] | None = None,
) -> Ruleset:
    """The ruleset of a folder after all layers, checked.

    Raises `RulesetError` with every fault of level error; warnings are told by `load_with_faults` only.
    """
    ruleset, faults = load_with_faults(
        folder,
        scenario=scenario,
        variants=variants,
        settings=settings,
        extensions=extensions,
        facts=facts,
        frames=frames,
    )
    errors = tuple(f for f in faults if f.level == "error")
    if errors or ruleset is None:
        raise RulesetError(errors)
    return ruleset


def load_with_faults(
    folder: Folder,
    *,
    scenario: str = "",
    variants: tuple[str, ...] = (),
    settings: tuple[str, ...] = (),
    extensions: tuple[Extension, ...] = (),
    facts: Mapping[str, type] | None = None,
    frames: tuple[str, ...] | None = None,
    map_facts: bool = False,
    allowed: list[Fault] | None = None,
    shelf: Shelf | None = None,
) -> tuple[Ruleset | None, tuple[Fault, ...]]:
    """The ruleset, or None when it has errors, and all faults and warnings in the order of the files.

    `scenario` "" is the only scenario, or the one called `campaign`. `frames` are the shipped frames; without
    it only names with a dot, those of plug-ins, are checked. `facts` are added to the vocabulary. Whether the
    plug-ins that the ruleset names are on offer is told by plugins.py; the words of those that are missing
    from `extensions` are let pass. `map_facts` looks at the map as a whole too, which takes longer; only then is it
    known which comments allow what is not there. `allowed` gets the warnings that comments allow;
    `shelf` keeps the files for the next time.
    """
    with _collector_off():
        game = inspect(
            folder,
            scenario=scenario,
            variants=variants,
            settings=settings,
            extensions=extensions,
            facts=facts,
            frames=frames,
            shelf=shelf,
        )
        run_checks(game, map_facts=map_facts)
        whole = map_facts and set(game.rules.info.plugins) <= {e.plugin for e in game.extensions if e.active}
        kept = _sifted(game.report, game.merged, whole, allowed)
        return (None if any(f.level == "error" for f in kept) else game.rules), kept


def inspect(
    folder: Folder,
    *,
    scenario: str = "",
    variants: tuple[str, ...] = (),
    settings: tuple[str, ...] = (),
    extensions: tuple[Extension, ...] = (),
    facts: Mapping[str, type] | None = None,
    frames: tuple[str, ...] | None = None,
    more: tuple[Layer, ...] = (),
    shelf: Shelf | None = None,
) -> Inspection:
    """The ruleset as far as it can be read, not checked yet: for those who ask for ids, places and who set what.

    `more` are layers that are laid on top of all others; `shelf` keeps the files for the next time.
    """
    path = os.fspath(folder)
    report = Report(shelf=shelf)
    extensions = tuple(sorted(extensions, key=lambda e: e.plugin))
    scenario = scenario or default_scenario(path)
    words = words_of(extensions, report)
    layers = (*_layers(path, scenario, tuple(variants), tuple(settings), extensions, report), *more)
    switches = read_switches(layers, report)
    layers = spell_out(layers, switches, report)
    merged = merge(layers, report, lambda path: shorthand_at(path, words))
    own = frozenset(path for path in switches.keys if not has_key(path, words))
    words = attrs.evolve(words, missing=_missing_plugins(merged, extensions), switches=own)
    structured = structure_document(merged, words, report)
    hint_at_missing(report, merged)
    check_switches(switches, merged, words, report)
    draft = _assemble(path, scenario, tuple(variants), merged, structured, words)
    draft = fill(draft, merged.document, idle_tables(extensions))
    vocabulary = {**FACTS, **{n: f for e in extensions if e.active for n, f in e.facts.items()}, **(facts or {})}
    mended = _without(draft, structured.made_up) if structured.made_up else draft
    broken, meant = tuple(structured.broken), tuple(structured.meant)
    return Inspection(draft, merged, report, extensions, vocabulary, frames, broken, mended, meant)


def _missing_plugins(merged: Merged, extensions: tuple[Extension, ...]) -> frozenset[str]:
    """Plug-ins that the ruleset names but nobody offers; their words are then unknown, not wrong."""
    head = merged.document.get("ruleset")
    named = head.get("plugins", []) if isinstance(head, dict) else []
    texts = {name for name in named if isinstance(name, str)} if isinstance(named, list) else set()
    return frozenset(texts - {e.plugin for e in extensions})


def _layers(
    folder: str,
    scenario: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    extensions: tuple[Extension, ...],
    report: Report,
) -> tuple[Layer, ...]:
    brought = tuple(
        Source(f"plug-in {e.plugin}", f"plug-in {e.plugin}", "", e.defaults)
        for e in extensions
        if e.active and e.defaults
    )
    layers = [Layer("plug-ins", brought), read_base(folder, report)]
    layers += _overlay_layers(folder, scenario, variants, report)
    if settings:
        layers.append(read_settings(settings, merge(tuple(layers), Report()).document, report))
    check_overlays(tuple(layers), report)
    return tuple(layers)


def _overlay_layers(folder: str, scenario: str, variants: tuple[str, ...], report: Report) -> list[Layer]:
    layers = [read_overlay(folder, "scenario", scenario, report)] if scenario else []
    return layers + [read_overlay(folder, "variant", variant, report) for variant in variants]


def _assemble(
    folder: str, scenario: str, variants: tuple[str, ...], merged: Merged, structured: Structured, words: Words
) -> Ruleset:
    tables = dict(structured.tables)
    info = tables.pop("ruleset", None) or _stand_in(folder, merged.document.get("ruleset", {}))
    sequence = tables.pop("sequence", None) or SequenceSpec(turns=1)
    return Ruleset(
        info=info,
        sequence=sequence,
        scenario=scenario,
        variants=variants,
        settings=structured.settings,
        document=_read_part(merged.document, words),
        set_by=Provenance(merged),
        folder=folder,
        **tables,
    )


def _without(draft: Ruleset, made_up: list[Path]) -> Ruleset:
    """The draft without tables in which keys that must be there had to be made up; the sequence always stays."""
    less: dict[str, Any] = {}
    value: Any
    for name, *rest in made_up:
        value = less.get(str(name), getattr(draft, str(name), None))
        if len(rest) > 2:  # a trait
            traits = {trait: v for trait, v in value[rest[0]].traits.items() if trait != rest[2]}
            value = {**value, rest[0]: attrs.evolve(value[rest[0]], traits=traits)}
        elif isinstance(value, dict):
            value = {id: item for id, item in value.items() if id not in rest}
        elif isinstance(value, tuple):
            value = tuple(item for item in value if item.id not in rest)
        elif name in draft.settings:
            name, value = "settings", {n: v for n, v in less.get("settings", draft.settings).items() if n != name}
        else:
            continue
        less[str(name)] = value
    return attrs.evolve(draft, **less)


def _read_part(document: dict[str, Any], words: Words) -> dict[str, Any]:
    """The document without the tables and traits of idle plug-ins."""
    out = {name: value for name, value in document.items() if name not in words.idle_tables}
    types = out.get("unit_type")
    if words.idle_traits and isinstance(types, dict):
        out["unit_type"] = {id: _active_traits(value, words) for id, value in types.items()}
    return out


def _active_traits(unit_type: Any, words: Words) -> Any:
    traits = unit_type.get("traits") if isinstance(unit_type, dict) else None
    if not isinstance(traits, dict):
        return unit_type
    return {**unit_type, "traits": {n: t for n, t in traits.items() if n not in words.idle_traits}}


def _stand_in(folder: str, head: Any) -> RulesetInfo:
    """The head of a ruleset whose own is broken: what of it can be read, and the folder's name."""
    name = os.path.basename(os.path.abspath(folder))
    given = head if isinstance(head, dict) else {}
    texts: dict[str, Any] = {
        k: v for k, v in given.items() if k in ("id", "title", "version", "description") and isinstance(v, str)
    }
    plugins = given.get("plugins")
    named = tuple(p for p in plugins if isinstance(p, str)) if isinstance(plugins, list) else ()
    return attrs.evolve(RulesetInfo(id=name, title=name, plugins=named), **texts)


def _sifted(report: Report, merged: Merged, whole: bool, allowed: list[Fault] | None) -> tuple[Fault, ...]:
    """All faults with their places but for those that comments allow, and what is wrong with such comments.

    After errors, or when not the `whole` was looked at, nothing is said of comments that allow what is not there.
    """
    located = [*report.faults, *(merged.locate(finding) for finding in report.findings)]
    sources = tuple(source for layer in merged.layers for source in layer.sources)
    try:
        allowances, faults = read_allowances(sources)
    except Exception as error:
        located.append(merged.locate(broken_check("the search for comments that allow warnings", error)))
        allowances, faults = (), ()
    if not allowances and not faults:
        return _in_order(located, sources)
    found = sift(located, allowances)
    if allowed is not None:
        allowed.extend(_in_order(found.allowed, sources))
    sound = whole and not any(f.level == "error" for f in (*found.kept, *faults))
    return _in_order((*found.kept, *faults, *(found.unused if sound else ())), sources)


def _in_order(faults: Iterable[Fault], sources: tuple[Source, ...]) -> tuple[Fault, ...]:
    """Faults in the order of the files; the same one only once."""
    order = {source.file: index for index, source in reversed(list(enumerate(sources)))}
    unique = dict.fromkeys(faults)
    return tuple(sorted(unique, key=lambda f: (order.get(f.file, -1), f.line, f.column, f.code, f.message)))


@contextmanager
def _collector_off() -> Iterator[None]:
    """Loading makes many objects and no garbage cycles; the collector would only look at them again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# ------------------------------------------------------------------ identity and lists


def rules_hash(ruleset: Ruleset, plugins: tuple[tuple[str, str], ...] = ()) -> str:
    """The identity of the rules: SHA-256 of the merged document and the (id, version) of the plug-ins.

    Comments, the order of keys and files and their names do not count, nor do [style] and [rulebook]; titles and
    descriptions do.
    """
    content = {"rules": _canonical(of_play(ruleset.document)), "plugins": sorted([list(p) for p in plugins])}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def of_play(document: dict[str, Any]) -> dict[str, Any]:
    """The tables that play goes by: what is only for pictures and for the printed rulebook is none of them."""
    return {name: table for name, table in document.items() if name not in ("style", "rulebook")}


def _canonical(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _canonical(item) for name, item in value.items()}
    if has_ids(value):
        return [_canonical(item) for item in sorted(value, key=lambda item: str(item["id"]))]
    return [_canonical(item) for item in value] if isinstance(value, list) else value


def find_ruleset(name: Folder) -> FilePath:
    """The folder of a ruleset: a path to it (or to its ruleset.toml), or the name of a bundled one.

    Raises `RulesetError` when there is no such folder.
    """
    given = FilePath(name)
    if given.name == "ruleset.toml" and given.is_file():
        return given.parent
    if given.is_dir():
        return given
    bundled = bundled_rulesets()
    if len(given.parts) == 1 and (bundled / given / "ruleset.toml").is_file():
        return bundled / given
    known = [listed.info.id for listed in list_rulesets([bundled])]
    beside = [os.fspath(given.with_name(file.parent.name)) for file in sorted(given.parent.glob("*/ruleset.toml"))]
    near = nearest(os.fspath(name), list(dict.fromkeys((*beside, *known))))
    hint = f"did you mean {' or '.join(near)}?" if near else f"bundled: {', '.join(known) or 'none'}"
    raise RulesetError([Fault("H102", "error", f"no ruleset '{os.fspath(name)}'", hint=hint)])


def named_plugins(
    folder: Folder, *, scenario: str = "", variants: Sequence[str] = (), settings: Sequence[str] = ()
) -> tuple[tuple[str, ...], str]:
    """The plug-ins that a ruleset names after all layers, and the file that speaks of them."""
    named = read_head(folder, scenario=scenario, variants=variants, settings=settings).info.plugins
    return named, os.path.join(os.fspath(folder), "ruleset.toml")


def read_head(
    folder: Folder,
    *,
    scenario: str = "",
    variants: Sequence[str] = (),
    settings: Sequence[str] = (),
    shelf: Shelf | None = None,
) -> Manifest:
    """The manifest as it is played: with the scenario that is taken when none is named."""
    path = os.fspath(folder)
    chosen = scenario or default_scenario(path)
    return read_manifest(path, scenario=chosen, variants=tuple(variants), settings=tuple(settings), shelf=shelf)


def find_scenarios(folder: Folder) -> dict[str, tuple[str, str]]:
    """Name -> (title, description) of every scenario; a broken file is listed under its own name."""
    return _find(os.fspath(folder), "scenario")


def find_variants(folder: Folder) -> dict[str, tuple[str, str]]:
    """Name -> (title, description) of every variant; a broken file is listed under its own name."""
    return _find(os.fspath(folder), "variant")


def _find(folder: str, kind: str) -> dict[str, tuple[str, str]]:
    out: dict[str, tuple[str, str]] = {}
    for name in overlays(folder, kind):
        source = read_source(kind, os.path.join(folder, f"{kind}s", f"{name}.toml"), Report())
        head = source.data.get(kind, {}) if source else {}
        title, text = (head.get(k) if isinstance(head, dict) else None for k in ("title", "description"))
        out[name] = (title if isinstance(title, str) else name, text if isinstance(text, str) else "")
    return out


def list_rulesets(search_path: tuple[Folder, ...] | list[Folder]) -> tuple[Listed, ...]:
    """Every ruleset folder directly in the folders of the search path, sorted by id; broken ones with their faults."""
    found: dict[str, Listed] = {}
    for place in search_path:
        try:
            names = sorted(os.listdir(place))
        except OSError:
            continue
        for name in names:
            folder = os.path.join(os.fspath(place), name)
            if os.path.isfile(os.path.join(folder, "ruleset.toml")):
                manifest = read_manifest(folder)
                found.setdefault(folder, Listed(folder, manifest.info, manifest.faults))
    return tuple(sorted(found.values(), key=lambda listed: (listed.info.id, listed.folder)))


def bundled_rulesets() -> FilePath:
    """The folder of the rulesets that come with hexwright, installed or in a checkout."""
    package = FilePath(hexwright.__file__).parent
    inside = package / "_rulesets"
    return inside if inside.is_dir() else package.parents[1] / "rulesets"


__all__ = [
    "Listed",
    "Manifest",
    "bundled_rulesets",
    "find_ruleset",
    "find_scenarios",
    "find_variants",
    "list_rulesets",
    "load_ruleset",
    "load_with_faults",
    "named_plugins",
    "read_head",
    "read_manifest",
    "rules_hash",
]
