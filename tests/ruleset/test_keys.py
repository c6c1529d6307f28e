"""Every key has its text, and `explain` tells of any key what it means, with a right example and a wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import attrs
import pytest

from hexwright.facts import FACTS
from hexwright.game import Game
from hexwright.plugins import Plugins, discover
from hexwright.ruleset.book import Book, Key, book_of, keys_of, members, paths, text_of
from hexwright.ruleset.keys import explain, nearest_keys, samples
from hexwright.ruleset.schema import TABLES, Extension
from hexwright.strict import structure
from hexwright.testing.tables import Asked, Options, Over, Refused, TestSpec, UnitThen


@cache
def installed() -> tuple[Extension, ...]:
    return Plugins(offered=discover()).extensions()


@cache
def book() -> Book:
    return book_of(installed())


def _classes() -> Iterator[type]:
    """Every class that a designer writes tables of, with those inside."""
    rest: list[Any] = [cls for cls, _ in TABLES.values()]
    rest += [*FACTS.values(), TestSpec, UnitThen, Refused, Options, Asked, Over]
    rest += [cls for e in installed() for group in (e.tables, e.traits, e.facts) for cls in group.values()]
    seen: dict[type, None] = {}
    while rest:
        kind = rest.pop(0)
        if isinstance(kind, type) and attrs.has(kind):
            if kind not in seen:
                seen[kind] = None
                rest += [key.type for key in keys_of(kind)]
        else:
            rest += [k for k in get_args(kind) if k is not type(None)]
    yield from seen


def _keys() -> Iterator[tuple[str, Key]]:
    yield from ((f"{cls.__name__}.{key.name}", key) for cls in _classes() for key in keys_of(cls))


KEYS = dict(_keys())


def test_every_table_says_what_it_is() -> None:
    assert [cls.__name__ for cls in _classes() if len(text_of(cls)) < 8 or "Method generated" in text_of(cls)] == []


@pytest.mark.parametrize("name", KEYS)
def test_every_key_has_a_text_in_the_house_style(name: str) -> None:
    doc = KEYS[name].doc
    assert len(doc) >= 8, f"{name} has no text"
    assert not doc.endswith((".", " ")) and "\n" not in doc and len(doc) <= 400
    assert re.match(r"[a-z0-9'\[]", doc) or doc.split()[0] in ("Supply",), "begin with a small letter"


@pytest.mark.parametrize("name", KEYS)
def test_the_right_example_is_taken_and_the_wrong_one_is_not(name: str) -> None:
    import tomli

    key = KEYS[name]
    right, wrong = samples(key, book())
    assert structure(tomli.loads(right.line)[key.name], key.type)[1] == (), right.line
    flaws = structure(tomli.loads(wrong.line)[key.name], key.type)[1]
    if any(kind is Any or kind is object for kind in members(key.type)):
        return
    assert wrong.told and "no  of" not in wrong.told, wrong.line
    assert wrong.told.startswith(flaws[0].code if flaws else "H301"), wrong.line


def test_every_key_can_be_explained_with_ids_and_without() -> None:
    for path in paths(book()):
        assert explain(path, installed()), path
    with_id = explain("unit_type.infantry.range", installed())
    assert with_id is not None and with_id.splitlines()[0].startswith(
        "unit_type.infantry.range: spaces that it reaches"
    )


def test_a_key_is_explained_with_kind_default_owner_and_examples() -> None:
    assert explain("unit_type.range", installed()) == (
        "unit_type.ID.range: spaces that it reaches from its base\n"
        "\n"
        "  value     whole number, 0 or more\n"
        "  default   0\n"
        "  from      the engine\n"
        "  right     range = 2\n"
        '  wrong     range = "two"   # H201: wanted a whole number, found the text "two"'
    )


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("unit_type", "[unit_type.ID]: what all units of a type share"),
        ("relation", "[[relation]]"),
        ("remove", "paths of what this file takes away"),
        ("phase.moves.when", "all         a list of conditions that must all hold"),
        ("phase.when.all[0].units.at_least", "the fewest; 1 when"),
        ("condition.turn.from", "this turn or later"),
        ("unit_type.traits.formation.joins", "from      the plug-in formations"),
        ("movement.foot.cost.hill", "whole number (its cost) or table"),
        ("movement.borders.op", "one of 'set', 'add', 'close', 'open'"),
        ("nation.side", "default   none: it must be there"),
        ("switch.values.true.unit_type.range", "spaces that it reaches"),
    ],
)
def test_what_explain_tells(path: str, words: str) -> None:
    assert words in (explain(path, installed()) or "")


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("unit_tpye.range", "unit_type.range"),
        ("unit_type.rnage", "unit_type.range"),
        ("unit_type.traits.formaton.joins", "unit_type.traits.formation.joins"),
        ("sequnce", "sequence"),
    ],
)
def test_a_misspelt_key_is_not_explained_but_the_nearest_are_known(path: str, near: str) -> None:
    assert explain(path, installed()) is None
    assert nearest_keys(path, installed())[0] == near


def test_nothing_is_near_to_nonsense() -> None:
    assert explain("zzzz", installed()) is None and nearest_keys("zzzz", installed()) == ()
    assert explain("", installed()) is None and explain("a..b", installed()) is None


def test_with_a_ruleset_its_ids_switches_and_fields_are_known() -> None:
    game = Game.load("torch_tunisia")
    extensions, rules = game.plugins.extensions(), game.rules
    assert "'allied', 'axis'" in (explain("nation.axis.side", extensions, rules) or "")
    assert "sets      movement.land.cost.mountain.cost" in (
        explain("terrain.mountain.offroad_cost", extensions, rules) or ""
    )
    assert "rule      TT-3.1-05 Bomber Group" in (explain("unit_type.bomber_group.range", extensions, rules) or "")
    assert explain("unit_type.bombr_group.range", extensions, rules) is None
    assert nearest_keys("unit_type.bombr_group.range", extensions, rules)[0] == "unit_type.bomber_group.range"
    kind, spec = next((k, s) for k, s in rules.feature.items() if s.on == "space" and s.fields)
    field = next(iter(spec.fields))
    assert explain(f"space.A1.features.{kind}.{field}", extensions, rules)


def test_a_plugin_that_the_ruleset_does_not_name_is_told_as_such() -> None:
    idle = tuple(attrs.evolve(e, active=e.plugin != "weather") for e in Game.load("torch_tunisia").plugins.extensions())
    rules = Game.load("torch_tunisia").rules
    told = explain("weather.mud_turns", idle, rules) or ""
    assert "the plug-in weather, which this ruleset does not name: not read" in " ".join(told.split())
