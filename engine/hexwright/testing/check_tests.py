"""Checks of scenario tests that play nothing: the tables within them, and whether what they name is there."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args, get_origin

import attrs

from ..errors import Fault, nearest
from ..events import Event
from ..ruleset.book import keys_of, members
from ..ruleset.checks import run_checks
from ..ruleset.faults import Finding, Report, Shelf
from ..ruleset.files import overlays, read_source, toml_files
from ..ruleset.inspection import KIND_WORDS, TAGS, Inspection
from ..ruleset.layers import Layer, Merged, Source
from ..ruleset.load import inspect
from ..ruleset.piece import Named, classes_of, likeliest, names_in, read_piece
from ..ruleset.positions import Path
from ..ruleset.schema import VariantInfo
from ..strict import Flaw, key_names, listed, structure
from .tables import TestSpec

if TYPE_CHECKING:
    from ..game import Game
    from .scenarios import ScenarioTest

WORDS = ("ally", "enemy", "neutral")


# ------------------------------------------------------------------ the tables in a test


def flaws_inside(value: Any, kind: Any, path: Path = ()) -> Iterator[Flaw]:
    """What is wrong in the tables that stay plain when a test is read, each read as its own class."""
    for member in members(kind):
        classes = classes_of(member)
        if classes and isinstance(value, dict):
            cls = likeliest(classes, value)
            found = structure(value, cls)[1]
            yield from (attrs.evolve(flaw, path=(*path, *flaw.path)) for flaw in found)
        elif isinstance(member, type) and attrs.has(member) and isinstance(value, dict):
            for key in keys_of(member):
                if key.name in value:
                    yield from flaws_inside(value[key.name], key.type, (*path, key.name))
        elif get_origin(member) is tuple and isinstance(value, list):
            for index, item in enumerate(value):
                yield from flaws_inside(item, get_args(member)[0], (*path, index))
        elif get_origin(member) is dict and isinstance(value, dict):
            for name, item in value.items():
                yield from flaws_inside(item, get_args(member)[1], (*path, name))


# ------------------------------------------------------------------ names


def names_written_out(spec: TestSpec) -> Iterator[Named]:
    """The names within the texts and lists of a test that are not the values of keys."""
    where: Path = ("play",) if spec.play is not None else ()
    for index, frame in enumerate(spec.played.frames):
        at = (*where, "frames", index)
        if isinstance(frame, str):
            yield Named(at, frame.partition(" ")[0], "frame")
        else:
            yield Named((*at, "frame"), str(frame.get("frame", "")), "frame")
            yield from (Named((*at, k), f"{frame.get('frame')} {k}", "field", "key") for k in frame if k != "frame")
    for index, marker in enumerate(spec.position.markers):
        kinds = ("space", "marker", "side|nation")
        at = ("position", "markers", index)
        yield from (Named((*at, n), str(part), kind) for n, (part, kind) in enumerate(zip(marker, kinds, strict=False)))
    for table in ("position", "expect"):
        about = getattr(spec, table)
        yield from (Named((table, "features", key), key, "field of a space", "key") for key in about.features)
        for plugin, fields in about.slices.items():
            yield Named((table, "slices", plugin), plugin, "plug-in with a state", "key")
            yield from (
                Named((table, "slices", plugin, name), f"{plugin} {name}", "part of a state", "key") for name in fields
            )
    yield from (Named(("expect", "markers", space), space, "space", "key") for space in spec.expect.markers)
    for pair, word in spec.position.relations.items():
        at = ("position", "relations", pair)
        yield from (Named(at, name, "nation", "key") for name in pair.split())
        yield Named(at, word, "relation")
    for table in ("events", "absent"):
        for index, event in enumerate(getattr(spec.expect, table)):
            at = ("expect", table, index)
            for name, value in event.items() if isinstance(event, dict) else ():
                if name == "type":
                    yield Named((*at, name), str(value), "event")
                elif name != "text":
                    yield Named((*at, name), f"{event.get('type', '')} {name}", "fact of an event", "key")


# ------------------------------------------------------------------ the check


def _fault(source: Source, finding: Finding) -> Fault:
    """A finding at its entry, or at what holds it."""
    at = finding.path
    while at and at not in source.spans:
        at = at[:-1]
    return source.fault(finding, at, finding.path)


def event_classes() -> dict[str, type[Event]]:
    """The classes of events that there are, by their names: also those that plug-ins share."""
    found: dict[str, type[Event]] = {}
    waiting: list[type[Event]] = [Event]
    while waiting:
        cls = waiting.pop()
        if "__attrs_attrs__" in vars(cls):  # attrs makes each class anew; the first one lingers until it is collected
            found[cls.__name__] = cls
        waiting.extend(cls.__subclasses__())
    return dict(sorted(found.items()))


class TestChecker:
    """What the tests of a ruleset may name: what the game has, and what the maps and tables of a test add.

    A `shelf` keeps the files as they were read, for as long as they do not change.
    """

    __test__ = False  # for pytest: this is no test class

    def __init__(self, game: Game, shelf: Shelf | None = None) -> None:
        self._game = game
        self._shelf = shelf
        self._base = Inspection(game.rules, Merged((), game.rules.document), Report(), (), game.facts)
        self._extensions = game.plugins.extensions()
        self._layered: dict[str, Inspection] = {}

    def faults(self, test: ScenarioTest) -> Iterator[Fault]:
        """What is wrong with how a test is written, and what it names that is not there."""
        yield from test.faults
        spec, source = test.spec, test.source
        if spec is None or source is None:
            return
        raw = source.data["test"][test.index]
        yield from self._faults_of_map(("test", test.index, "map"), source, spec)
        own = {id for id, unit in spec.position.units.items() if isinstance(unit, dict) and unit.get("type")}
        for named in (*names_in(raw, type(spec)), *names_written_out(spec)):
            if named.name and not (named.kind in ("unit", "place") and named.name in own):
                yield from self._missing(("test", test.index), spec, named, source)

    def faults_of_map_file(self, file: str) -> Iterator[Fault]:
        """What is wrong in a map that tests share, when it is laid over the ruleset."""
        report = Report(shelf=self._shelf)
        source = read_source("map", file, report)
        yield from report.faults
        if source is None:
            return
        for flaw in structure(source.data.get("variant", {"title": ""}), VariantInfo)[1]:
            yield _fault(source, Finding(flaw.code, ("variant", *flaw.path), flaw.message, flaw.hint, flaw.on))
        game = inspect(
            self._game.rules.folder, more=(Layer("variant map", (source,)),), extensions=self._extensions,
            frames=tuple(self._game.frames), shelf=self._shelf,
        )  # fmt: skip
        run_checks(game)
        found = (*game.report.faults, *(game.merged.locate(finding) for finding in game.report.findings))
        yield from (fault for fault in dict.fromkeys(found) if fault.file == file)

    def _faults_of_map(self, path: Path, source: Source, spec: TestSpec) -> Iterator[Fault]:
        """What is wrong in the tables that a test lays over the ruleset."""
        brought = {n: cls for e in self._extensions if e.active for n, cls in e.tables.items()}
        for found in read_piece(spec.map, path, brought, self._game.facts, self._game.rules.feature):
            if isinstance(found, Finding):
                yield _fault(source, found)
            elif found.name and found.kind != "rule":
                yield from self._missing((), spec, found, source)

    def _missing(self, start: Path, spec: TestSpec, named: Named, source: Source) -> Iterator[Fault]:
        known = self._known(spec, named, source)
        if known is None or named.name in known:
            return
        word = KIND_WORDS.get(named.kind, named.kind.replace("_", " ").replace("|", " or "))
        near = nearest(named.name, known)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {listed(tuple(known), 8)}" if known else ""
        code = "H304" if named.kind in TAGS else "H303" if named.kind == "frame" else "H301"
        yield _fault(source, Finding(code, (*start, *named.path), f"no {word} '{named.name}'", hint, named.on))

    def _known(self, spec: TestSpec, named: Named, source: Source) -> Collection[str] | None:
        """The names of its kind that a test may give; None when that is not known, or the name is one of them."""
        game = self._game
        if named.kind == "frame":
            return tuple(game.frames)
        if named.kind == "field":
            frame = game.frames.get(named.name.partition(" ")[0])
            return None if frame is None else [f"{named.name.partition(' ')[0]} {k}" for k in key_names(frame)]
        if named.kind == "relation":
            return WORDS
        if named.kind in ("event", "fact of an event"):
            return self._events(named)
        if named.kind in ("plug-in with a state", "part of a state"):
            return self._states(named)
        if named.kind in ("scenario", "variant"):
            return overlays(game.rules.folder, named.kind)
        if named.kind == "map":
            return [n.removesuffix(".toml") for n in toml_files(os.path.join(game.rules.folder, "tests", "maps"))]
        known = self._ids(self._base, named)
        mine = spec.map.get(named.kind, {})
        if named.name in mine and (named.kind != "space" or "board" in mine[named.name]):
            return None
        if named.name in known:
            return known
        for layered in (attrs.evolve(spec, map={}), spec) if spec.map else (spec,):
            if named.name not in known and (layered.maps or layered.map or spec.variants or spec.scenario or spec.set):
                inspected = self._inspected(layered, source)
                if inspected is None:
                    return None
                known = self._ids(inspected, named)
        return known

    def _ids(self, game: Inspection, named: Named) -> Collection[str]:
        if named.kind != "field of a space":
            return game.ids(named.kind)
        space, kind, field = (*named.name.split(), "", "", "")[:3]
        kinds = [kind] if kind in game.rules.feature else list(game.rules.feature)
        spaces = [space] if space in game.ids("space") else list(game.ids("space"))[:1000]
        fields = {k: (*game.rules.feature[k].fields, "built") for k in kinds}
        if space in game.ids("space") and kind in game.rules.feature:
            return [f"{space} {kind} {f}" for f in fields[kind]]
        return [f"{s} {k} {field}" for s in spaces for k in kinds]

    def _events(self, named: Named) -> Collection[str]:
        classes = self._event_classes
        if named.kind == "event":
            return classes
        kind = named.name.partition(" ")[0]
        chosen = [classes[kind]] if kind in classes else list(classes.values())
        return {f"{kind} {name}": None for cls in chosen for name in dir(cls) if not name.startswith("_")}

    @cached_property
    def _event_classes(self) -> dict[str, type[Event]]:
        return event_classes()

    def _states(self, named: Named) -> Collection[str]:
        states = {plugin: cls for cls, (plugin, _) in self._game.slices.items()}
        if named.kind == "plug-in with a state":
            return states
        plugin = named.name.partition(" ")[0]
        return [f"{plugin} {name}" for name in key_names(states[plugin])] if plugin in states else (named.name,)

    def _inspected(self, spec: TestSpec, source: Source) -> Inspection | None:
        """The ruleset with the layers of a test; None when they cannot be laid."""
        key = repr((spec.scenario, spec.variants, spec.set, spec.maps, spec.map))
        if key not in self._layered:
            folder = self._game.rules.folder
            files = [os.path.join(folder, "tests", "maps", f"{name}.toml") for name in spec.maps]
            read = [read_source("map", file, Report(shelf=self._shelf)) for file in files if os.path.exists(file)]
            layers = [Layer("variant map", (s,)) for s in read if s]
            if spec.map:
                layers.append(Layer("variant map", (Source("map", source.file, "", spec.map),)))
            known = (*overlays(folder, "scenario"), "")
            if spec.scenario not in known or not set(spec.variants) <= set(overlays(folder, "variant")):
                return None
            self._layered[key] = inspect(
                folder, scenario=spec.scenario, variants=spec.variants, settings=spec.set, more=tuple(layers),
                extensions=self._extensions, frames=tuple(self._game.frames), shelf=self._shelf,
            )  # fmt: skip
        return self._layered[key]
