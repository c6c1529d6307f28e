"""Every id that the files of a ruleset folder may name: those of the base, of all scenarios and of all variants."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath

import attrs

from hexwright.classes import frozen
from hexwright.ruleset.files import overlays, toml_files
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.layers import Layer
from hexwright.ruleset.load import inspect
from hexwright.ruleset.paths import split
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import Extension, SwitchSpec


@frozen(eq=False)
class Known:
    """The ids of a ruleset in all its layers.

    `features` are the feature kinds with where they stand ("" where layers disagree), `fields` those of each kind as
    (type, text). While plug-ins are `missing`, unknown tables may be theirs. `named` are the names of files by kind; of
    the kinds in `open_to` other names are right too.
    """

    layers: tuple[Inspection, ...]
    plugins: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    named: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    open_to: frozenset[str] = frozenset()
    _found: dict[str, tuple[str, ...]] = attrs.field(factory=dict, init=False)

    def ids(self, kind: str) -> tuple[str, ...]:
        """The ids of a kind ("side", "space", "place", "role|seat", ...), in the order of the files."""
        if kind not in self._found:
            self._found[kind] = tuple(self._collected(kind))
        return self._found[kind]

    def _collected(self, kind: str) -> Iterable[str]:
        if kind in ("plugin", "frame"):
            return self.plugins if kind == "plugin" else self.frames
        if kind in self.named:
            return self.named[kind]
        return dict.fromkeys(id for layer in self.layers for part in kind.split("|") for id in layer.ids(part))

    def is_open(self, kind: str) -> bool:
        """Whether names beside the known ids are right too."""
        return bool(self.open_to & {kind, *kind.split("|")})

    def entries(self, table: str) -> tuple[str, ...]:
        """The ids that a table of tables may be given for: those it has, and every space of the map."""
        if table == "space":
            return self.ids(table)
        return tuple(dict.fromkeys(id for layer in self.layers for id in layer.table(table)))

    @property
    def switches(self) -> Mapping[Path, SwitchSpec]:
        """The switches of all layers by the path of their key."""
        found = ((split(name), spec) for layer in self.layers for name, spec in layer.rules.switch.items())
        return {path: spec for path, spec in found if path}

    @property
    def missing(self) -> tuple[str, ...]:
        """Plug-ins that the ruleset names but that are not installed."""
        named = (name for layer in self.layers for name in layer.rules.info.plugins)
        return tuple(sorted({name for name in named if name not in self.plugins}))

    @property
    def features(self) -> Mapping[str, str]:
        """Feature kind -> space or border."""
        return {id: kind.on for layer in self.layers for id, kind in layer.rules.feature.items()}

    @property
    def fields(self) -> Mapping[str, Mapping[str, tuple[str, str]]]:
        """Feature kind -> field -> (type, text)."""
        out: dict[str, dict[str, tuple[str, str]]] = {}
        for layer in self.layers:
            for id, kind in layer.rules.feature.items():
                fields = {name: (spec.type, spec.doc) for name, spec in kind.fields.items()}
                out.setdefault(id, {}).update(fields)
        return out


def known_ids(
    folder: str | FilePath,
    extensions: tuple[Extension, ...],
    frames: tuple[str, ...] = (),
    more: tuple[Layer, ...] = (),
    open_to: frozenset[str] = frozenset(),
) -> Known:
    """What all layers of a folder know: the base with each scenario, and with each variant, one by one.

    `more` are further layers to look at, such as the maps of tests; `frames` are the shipped ones.
    """
    path = str(folder)
    layers = [inspect(path, extensions=extensions, frames=frames)]
    layers += [inspect(path, scenario=name, extensions=extensions) for name in overlays(path, "scenario")]
    layers += [inspect(path, variants=(name,), extensions=extensions) for name in overlays(path, "variant")]
    layers += [inspect(path, more=(layer,), extensions=extensions) for layer in more]
    brought = (f for e in extensions for frame in e.frames for f in (frame, f"{e.plugin}.{frame}") if "." in f)
    offered = dict.fromkeys((*frames, *(f for f in brought if f.count(".") == 1)))
    named = {kind: tuple(overlays(path, kind)) for kind in ("scenario", "variant")}
    named["map"] = tuple(n.removesuffix(".toml") for n in toml_files(os.path.join(path, "tests", "maps")))
    return Known(tuple(layers), tuple(sorted(e.plugin for e in extensions)), tuple(offered), named, open_to)


__all__ = ["Known", "known_ids"]
