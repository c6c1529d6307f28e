"""The JSON Schema of the scenario tests of a ruleset, from the classes of their tables."""

from __future__ import annotations

from pathlib import Path

from ..ruleset.faults import Report
from ..ruleset.files import read_source, toml_files
from ..ruleset.ids import Known
from ..ruleset.jsonschema import Builder, Node
from ..ruleset.layers import Layer, Source
from ..ruleset.schema import Extension
from .scenarios import read_scenarios
from .tables import TestSpec

# What a test may name that the ruleset does not have: units and places of its own, rules that a rulebook leaves out.
OPEN_TO = frozenset({"unit", "place", "rule"})


def tests_schema(extensions: tuple[Extension, ...], known: Known, title: str) -> Node:
    """The schema of tests/*.toml; `known` are the ids of the ruleset with the maps of its tests."""
    builder = Builder(extensions, known)
    tests = {"type": "array", "items": builder.of(TestSpec, whole=True), "description": "scenario tests"}
    return builder.finished({"test": tests}, title)


def test_maps(folder: Path) -> tuple[Layer, ...]:
    """The maps that the tests of a folder lay over the ruleset: those of tests/maps, and those that stand in tests."""
    layers: list[Layer] = []
    for name in toml_files(str(folder / "tests" / "maps")):
        source = read_source("map", str(folder / "tests" / "maps" / name), Report())
        layers += [Layer(f"map {name}", (source,))] if source else []
    for name in toml_files(str(folder / "tests")):
        for test in read_scenarios(folder / "tests" / name):
            if test.spec is not None and test.spec.map:
                layers.append(Layer("map", (Source("map", name, "", test.spec.map),)))
    return tuple(layers)
