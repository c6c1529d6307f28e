"""One merge rule for every kind; who set what, and what was removed, stays known."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from hexwright.ruleset.faults import Report
from hexwright.ruleset.layers import Layer, Source, merge
from hexwright.ruleset.load import load_ruleset, load_with_faults, rules_hash
from hexwright.ruleset.paths import canonical, dotted, split
from hexwright.ruleset.schema import Extension


def _variant(small: Path, text: str, name: str = "v") -> None:
    (small / "variants" / f"{name}.toml").write_text(f'{text}\n[variant]\ntitle = "V"\n', encoding="utf-8")


def _line(small: Path, file: str, text: str) -> tuple[str, int]:
    path = small / file
    lines = path.read_text(encoding="utf-8").split("\n")
    return str(path), next(n for n, line in enumerate(lines, 1) if text in line)


def _codes(small: Path, **more: Any) -> list[str]:
    return [f.code for f in load_with_faults(small, frames=("pass",), **more)[1]]


def test_the_small_ruleset_is_sound(small: Path) -> None:
    rules, faults = load_with_faults(small, frames=("pass",))
    assert faults == ()
    assert rules is not None
    assert rules.seats == ("north", "south")
    assert rules.unit["a"].at == "2.2"  # of the only scenario
    assert rules.unit_type["inf"].dice["defence"].sides == 6
    assert rules.relation[0].are == "enemy"


def test_layers_go_over_each_other_in_order(small: Path) -> None:
    _variant(small, '[unit.a]\nat = "3.2"', "v1")
    _variant(small, '[unit.a]\nat = "4.2"\n[[relation]]\nid = "feud"\nare = "neutral"', "v2")
    rules = load_ruleset(small, variants=("v1", "v2"), settings=('unit.a.at="5.2"', "unit.a.steps=1"))
    assert (rules.unit["a"].at, rules.unit["a"].steps) == ("5.2", 1)
    assert rules.relation[0].are == "neutral"
    assert rules.relation[0].nations == ("nor", "sud")
    assert load_ruleset(small, variants=("v2", "v1")).unit["a"].at == "3.2"
    assert rules.scenario == "dawn"
    assert rules.variants == ("v1", "v2")


def test_set_by_names_everyone_in_order(small: Path) -> None:
    _variant(small, '[unit.a]\nat = "3.2"\n[[relation]]\nid = "feud"\nare = "neutral"')
    rules = load_ruleset(small, variants=("v",), settings=('unit.a.at="5.2"',))
    assert rules.set_by["unit.a.at"] == (
        ("base", *_line(small, "units.toml", 'at = "1.1"')),
        ("scenario dawn", *_line(small, "scenarios/dawn.toml", 'at = "2.2"')),
        ("variant v", *_line(small, "variants/v.toml", 'at = "3.2"')),
        ("session", "--set", 1),
    )
    assert rules.set_by["relation.feud.are"][-1] == ("variant v", *_line(small, "variants/v.toml", "are ="))
    assert rules.set_by["unit_type.inf.dice.attack.sides"] == (("base", *_line(small, "units.toml", "dice.attack")),)
    assert set(rules.set_by) >= {"unit.a.at", "relation.feud.nations", 'space."3.3".name'}
    assert len(rules.set_by) == len(list(rules.set_by))
    with pytest.raises(KeyError):
        rules.set_by["unit.a.nonsense"]


def test_a_bare_value_over_a_table_sets_its_short_key(small: Path) -> None:
    _variant(small, "[movement.foot]\ncost.wood = 5\n[unit_type.inf]\ndice.defence = { hit = 4 }\n[stacking]\nland = 9")
    rules = load_ruleset(small, variants=("v",))
    wood = rules.movement["foot"].cost["wood"]
    assert (wood.cost, wood.stop) == (5, True)
    assert (rules.unit_type["inf"].dice["defence"].sides, rules.unit_type["inf"].dice["defence"].hit) == (6, 4)
    assert rules.stacking["land"].limit == 9
    assert [who for who, *_ in rules.set_by["movement.foot.cost.wood.cost"]] == ["base", "variant v"]


def test_lists_without_ids_are_replaced(small: Path) -> None:
    _variant(small, '[movement.foot]\nborders = []\n[zone.coast]\nspaces = ["1.1"]')
    rules = load_ruleset(small, variants=("v",))
    assert rules.movement["foot"].borders == ()
    assert rules.zone["coast"].spaces == ("1.1",)
    assert [who for who, *_ in rules.set_by["zone.coast.spaces"]] == ["base", "variant v"]


def test_what_was_replaced_by_a_bare_value_set_nothing() -> None:
    texts = {"one": "x.y = { a = 1 }", "two": "x.y = 3", "three": "x.y = { a = 2 }"}
    layers = tuple(Layer(n, (Source(n, n, text, tomli.loads(text)),)) for n, text in texts.items())
    merged = merge(layers, Report())
    assert merged.document == {"x": {"y": {"a": 2}}}
    assert [hit.source.file for hit in merged.history(("x", "y", "a"))] == ["three"]
    assert [hit.source.file for hit in merged.history(("x", "y"))] == ["one", "two", "three"]


def test_remove_takes_effect_before_the_layers_own_values(small: Path) -> None:
    _variant(
        small,
        'remove = ["movement.foot.cost", "relation.feud", \'space."3.3".features\']\n[movement.foot.cost]\nopen = 3',
    )
    rules = load_ruleset(small, variants=("v",))
    assert {t: c.cost for t, c in rules.movement["foot"].cost.items()} == {"open": 3}
    assert rules.relation == ()
    assert rules.space["3.3"].features == {}
    assert [who for who, *_ in rules.set_by["movement.foot.cost.open"]] == ["variant v"]


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("unit_type.imf", "did you mean unit_type.inf?"),
        ("unit_typ.inf", "did you mean unit_type.inf or unit.inf?"),
        ("relation.fued", "did you mean relation.feud?"),
        ("unit.a.at.x", "nothing under this layer has it"),
    ],
)
def test_removing_what_is_not_there(small: Path, path: str, hint: str) -> None:
    _variant(small, f'remove = [\n  "{path}"\n]')
    _, faults = load_with_faults(small, variants=("v",))
    assert [(f.code, f.line, f.hint) for f in faults] == [("H104", 2, hint)]


@pytest.mark.parametrize("entry", ["", "unit..a", "unit.a q", 'unit.\\"a\\"q', "unit[a]"])
def test_removing_what_is_no_path(small: Path, entry: str) -> None:
    _variant(small, f'remove = [\n  "{entry}"\n]')
    _, faults = load_with_faults(small, variants=("v",))
    assert [(f.code, f.line) for f in faults] == [("H104", 2)]
    assert faults[0].message.endswith(": it is no path")


def test_the_base_may_be_split_but_sets_nothing_twice(small: Path) -> None:
    (small / "more.toml").write_text(
        '[unit_type.inf]\nrange = 1\n[[relation]]\nid = "other"\nnations=["sud","nor"]\nare="ally"\n'
    )
    _, faults = load_with_faults(small)
    assert [f.code for f in faults] == ["H606"]
    (small / "more.toml").write_text("[unit_type.inf]\nsteps = 3\n")
    _, faults = load_with_faults(small)
    file, line = _line(small, "units.toml", "steps = 3")
    assert [(f.code, f.related) for f in faults] == [("H103", (("also set", str(small / "more.toml") + ":2"),))]
    assert (faults[0].file, faults[0].line) == (file, line)


def test_a_fault_names_everyone_who_set_the_value(small: Path) -> None:
    _variant(small, '[unit.a]\nat = "3.2"\n[unit_type.inf]\nname = "Foot"', "v1")
    _variant(small, '[unit.a]\nat = "3.22"\n[movement.foot]\ncost.opn = 2', "v2")
    _, faults = load_with_faults(small, variants=("v1", "v2"), frames=("pass",))
    chains = {f.path: [(Path(where).name, layer) for where, layer in f.chain] for f in faults}
    assert chains == {
        "unit.a.at": [
            ("units.toml:16", "base"),
            ("dawn.toml:5", "scenario dawn"),
            ("v1.toml:2", "variant v1"),
            ("v2.toml:2", "variant v2"),
        ],
        "movement.foot.cost.opn": [],
    }
    _, faults = load_with_faults(small, variants=("v1",), settings=("unit.a.at=3.22",), frames=("pass",))
    assert faults[0].chain[-2:] == ((str(small / "variants" / "v1.toml") + ":2", "variant v1"), ("--set:1", "session"))


@pytest.mark.parametrize(
    ("setting", "code", "hint"),
    [
        ("unit.a.at", "H106", "for example unit_type.infantry.steps=4"),
        ("=3", "H106", "for example unit_type.infantry.steps=4"),
        ("unit.a.at=", "H106", "for example unit_type.infantry.steps=4"),
        ("unit.a.at=[1,", "H106", "put text in quotes"),
        ("unit=3", "H106", "name the table and the key, with dots between"),
        ("unit.aa.at=1.1", "H106", "did you mean unit.a?"),
        ("unti.a.at=1.1", "H106", "did you mean unit or nation?"),
        ("unit.a.nmae=x", "H202", "did you mean name?"),
        ("unit.a.steps=two", "H201", ""),
        ("unit.a.nation=nord", "H301", "did you mean nor?"),
    ],
)
def test_settings_that_are_wrong(small: Path, setting: str, code: str, hint: str) -> None:
    _, faults = load_with_faults(small, settings=("unit.a.steps=2", setting))
    assert [(f.code, f.file, f.line, f.hint) for f in faults] == [(code, "--set", 2, hint)]


def test_settings_may_name_items_by_id_and_quote_ids(small: Path) -> None:
    rules = load_ruleset(small, settings=("relation.feud.are=ally", 'space."3.3".control="sud"', "unit.b.count = 2"))
    assert rules.relation[0].are == "ally"
    assert rules.relation[0].nations == ("nor", "sud")
    assert rules.space["3.3"].control == "sud"
    assert rules.unit["b"].count == 2


def test_defaults_of_plug_ins_lie_under_everything(small: Path) -> None:
    defaults = {"status": {"tired": {"name": "Tired", "hidden": True}}, "marker": {"mud": {"most": 2}}}
    weather = Extension("weather", defaults=defaults)
    rules = load_ruleset(small, extensions=(weather,))
    assert (rules.status["tired"].hidden, rules.status["tired"].until) == (True, "tidy")
    assert rules.marker["mud"].most == 2
    assert rules.set_by["status.tired.hidden"] == (("plug-in weather", "plug-in weather", 0),)
    twin = Extension("water", defaults={"marker": {"mud": {"most": 3}}})
    assert _codes(small, extensions=(weather, twin)) == ["H808"]


def test_the_hash_is_of_the_rules_alone(small: Path) -> None:
    base = rules_hash(load_ruleset(small))
    assert rules_hash(load_ruleset(small), (("weather", "1"),)) != base
    assert rules_hash(load_ruleset(small), (("a", "1"), ("b", "2"))) == rules_hash(
        load_ruleset(small), (("b", "2"), ("a", "1"))
    )
    assert rules_hash(load_ruleset(small, settings=("unit.a.steps=1",))) != base
    units = small / "units.toml"
    head, *tables = units.read_text().split("\n[")
    random.Random(3).shuffle(tables)
    (small / "aaa.toml").write_text("\n[" + "\n[".join(['rule.R1]\ntitle = "Tidy up" # said here']))
    units.write_text("# first\n" + "\n[".join([head, *(t for t in tables if not t.startswith("rule.R1]"))]) + "\n")
    units.rename(small / "order_of_battle.toml")
    assert rules_hash(load_ruleset(small)) == base


def test_the_order_of_items_with_ids_does_not_count(small: Path) -> None:
    items = ['[[relation]]\nid = "b"\nnations = ["sud", "eas"]\nare = "ally"\n']
    items.append('[[relation]]\nid = "c"\nnations = ["nor", "eas"]\nare = "enemy"\n')
    east = '[nation.eas]\nname = "East"\nside = "south"\n'
    hashes = set()
    for text in (items[0] + items[1], items[1] + items[0]):
        (small / "zz.toml").write_text(east + text)
        hashes.add(rules_hash(load_ruleset(small)))
    assert len(hashes) == 1


PARTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5)


@given(st.lists(PARTS | st.integers(0, 30), min_size=1, max_size=4).filter(lambda p: isinstance(p[0], str)))
def test_paths_as_text_and_back(parts: list[str | int]) -> None:
    assert split(dotted(tuple(parts))) == tuple(parts)


def test_texts_that_are_no_paths() -> None:
    assert [split(t) for t in ("", ".", "a.", "a..b", "a b", "[0]", 'a."b', "a]")] == [None] * 8
    assert canonical({"a": [{"id": "x"}]}, ("a", 0, "y")) == ("a", "x", "y")
