"""Switches: a game's own keys that stand for keys elsewhere, in every layer, with their places and their refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexwright.errors import Fault
from hexwright.ruleset.load import load_ruleset, load_with_faults, rules_hash

SWITCHES = """
[play]
last_march = 4
weather = "fair"
[terrain.wood]
thickness = 3
[switch."play.last_march"]
doc = "the last turn of marches"
sets = ["phase.march.turns"]
written = "2-{}"
between = [2, 6]
[switch."terrain.wood.thickness"]
sets = ["movement.foot.cost.wood"]
[switch."play.weather".values]
fair.unit_type.inf.allowance = 4
[switch."play.weather".values.foul]
unit_type.inf.allowance = 2
movement.foot.cost.open = 3
"""


@pytest.fixture
def switched(small: Path) -> Path:
    """The small ruleset, with what the switches set taken out of its other files."""
    for name, gone in (
        ("ruleset.toml", 'turns = "2-"\n'),
        ("map.toml", ""),
        ("units.toml", "allowance = 4\n"),
    ):
        path = small / name
        path.write_text(path.read_text(encoding="utf-8").replace(gone, "", 1), encoding="utf-8")
    (small / "switches.toml").write_text(SWITCHES, encoding="utf-8")
    return small


def load(folder: Path, *settings: str, **more: Any) -> Any:
    return load_ruleset(folder, settings=settings, frames=("pass",), **more)


def faults(folder: Path, *settings: str, **more: Any) -> tuple[Fault, ...]:
    return load_with_faults(folder, settings=settings, frames=("pass",), **more)[1]


def test_a_switch_puts_its_value_where_it_says(switched: Path) -> None:
    rules = load(switched)
    assert rules.phase["march"].turns == "2-4"
    assert rules.movement["foot"].cost["wood"].cost == 3
    assert rules.unit_type["inf"].allowance == 4
    assert rules.document["play"] == {"last_march": 4, "weather": "fair"}
    assert rules.switch["play.last_march"].doc == "the last turn of marches"


@pytest.mark.parametrize(
    ("setting", "march", "wood", "points"),
    [
        ("play.last_march=6", "2-6", 3, 4),
        ("terrain.wood.thickness=5", "2-4", 5, 4),
        ('play.weather="foul"', "2-4", 3, 2),
        ("play.weather=foul", "2-4", 3, 2),
    ],
)
def test_a_setting_throws_a_switch(switched: Path, setting: str, march: str, wood: int, points: int) -> None:
    rules = load(switched, setting)
    found = (rules.phase["march"].turns, rules.movement["foot"].cost["wood"].cost, rules.unit_type["inf"].allowance)
    assert found == (march, wood, points)
    assert rules_hash(rules) != rules_hash(load(switched))


def test_a_value_stands_for_a_whole_piece_of_toml(switched: Path) -> None:
    rules = load(switched, "play.weather=foul")
    assert rules.movement["foot"].cost["open"].cost == 3
    assert load(switched).movement["foot"].cost["open"].cost != 3


def test_it_weighs_as_much_as_the_layer_that_throws_it(switched: Path) -> None:
    (switched / "variants" / "a.toml").write_text('[play]\nlast_march = 5\n[variant]\ntitle = "A"\n', encoding="utf-8")
    text = '[phase.march]\nturns = "3-"\n[variant]\ntitle = "B"\n'
    (switched / "variants" / "b.toml").write_text(text, encoding="utf-8")
    assert load(switched, variants=("a",)).phase["march"].turns == "2-5"
    assert load(switched, variants=("a", "b")).phase["march"].turns == "3-"
    assert load(switched, variants=("b", "a")).phase["march"].turns == "2-5"


def test_who_set_it_is_who_threw_the_switch(switched: Path) -> None:
    rules = load(switched, "play.last_march=5", "play.weather=foul")
    file = str(switched / "switches.toml")
    lines = SWITCHES.split("\n")
    assert rules.set_by["phase.march.turns"] == (
        ("base", file, lines.index("last_march = 4") + 1),
        ("session", "--set", 1),
    )
    assert rules.set_by["play.last_march"][-1] == ("session", "--set", 1)
    # What a value stands for is written beside the switch.
    assert rules.set_by["unit_type.inf.allowance"] == (
        ("base", file, lines.index("fair.unit_type.inf.allowance = 4") + 1),
        ("session", file, lines.index("unit_type.inf.allowance = 2") + 1),
    )


@pytest.mark.parametrize(
    ("setting", "message", "hint"),
    [
        ("play.last_march=1", "the switch 'play.last_march' cannot be 1", "supported: whole numbers from 2 to 6"),
        ("play.last_march=true", "the switch 'play.last_march' cannot be true", "supported: whole numbers from 2 to 6"),
        ("play.last_march=[2]", "the switch 'play.last_march' cannot be [2]", "supported: whole numbers from 2 to 6"),
        ("play.weather=fuol", "the switch 'play.weather' cannot be 'fuol'",
         "did you mean 'foul'? supported: 'fair', 'foul'"),
        ("play.weather=true", "the switch 'play.weather' cannot be true", "supported: 'fair', 'foul'"),
        ("play.weather=3", "the switch 'play.weather' cannot be 3", "supported: 'fair', 'foul'"),
        ("terrain.wood.thickness=deep", 'wanted a whole number, found the text "deep"', ""),
    ],
)  # fmt: skip
def test_other_values_are_refused_where_they_stand(switched: Path, setting: str, message: str, hint: str) -> None:
    (fault,) = [f for f in faults(switched, setting) if f.level == "error"]
    assert (fault.file, fault.line, fault.column) == ("--set", 1, setting.index("=") + 2)
    assert fault.message == message
    assert hint in fault.hint


def test_a_bad_value_in_a_file_is_shown_there(switched: Path) -> None:
    path = switched / "switches.toml"
    path.write_text(SWITCHES.replace('"fair"', '"dry"'), encoding="utf-8")
    (fault,) = faults(switched)
    assert (fault.code, fault.line, fault.column) == ("H204", 4, 11)
    assert fault.source == 'weather = "dry"'


def test_a_fault_in_what_a_value_stands_for_is_shown_beside_the_switch(switched: Path) -> None:
    path = switched / "switches.toml"
    path.write_text(SWITCHES.replace("allowance = 2", 'allowance = "two"'), encoding="utf-8")
    (fault,) = faults(switched, "play.weather=foul")
    assert (fault.code, fault.file, fault.source) == ("H201", str(path), 'unit_type.inf.allowance = "two"')


@pytest.mark.parametrize(
    ("setting", "hint"),
    [
        ("play.last_mrach=5", "did you mean play.last_march?"),
        ("terrain.wood.thikness=5", "known: "),
    ],
)
def test_a_misspelt_switch_is_an_unknown_key(switched: Path, setting: str, hint: str) -> None:
    (fault,) = faults(switched, setting)
    assert (fault.code, fault.file) == ("H202", "--set")
    assert hint in fault.hint


def test_a_number_stands_only_once(switched: Path) -> None:
    path = switched / "switches.toml"
    path.write_text(SWITCHES + '[phase.march]\nturns = "3-"\n', encoding="utf-8")
    codes = [f.code for f in faults(switched)]
    assert codes == ["H103"]
    (switched / "more.toml").write_text("[movement.foot.cost]\nwood = 1\n", encoding="utf-8")
    assert "H103" in [f.code for f in faults(switched)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[switch."ruleset.title"]\nsets = ["side.north.name"]', "a switch cannot stand for anything in [ruleset]"),
        ('[switch.alone]\nsets = ["side.north.name"]', "'alone' is not one key of a table"),
        ('[switch."a.b"]\nsets = ["relation.feud.are"]', "a switch cannot stand for anything in [relation]"),
        ('[switch."a.b"]\nsets = ["side"]', "'side' is not one key of a table"),
    ],
)
def test_what_no_switch_can_stand_for(switched: Path, text: str, message: str) -> None:
    (switched / "more.toml").write_text(text + "\n", encoding="utf-8")
    (fault,) = faults(switched)
    assert fault.code == "H210" and fault.message == message


def test_a_broken_switch_is_a_fault_and_sets_nothing(switched: Path) -> None:
    (switched / "more.toml").write_text('[switch."a.b"]\nset = ["side.north.name"]\n', encoding="utf-8")
    (fault,) = faults(switched)
    assert fault.code == "H202" and "sets" in fault.hint


def test_true_and_false_may_stand_for_pieces(switched: Path) -> None:
    text = '[play]\nhaste = false\n[switch."play.haste".values]\ntrue.unit_type.cav.steps = 1\nfalse = {}\n'
    (switched / "more.toml").write_text(text, encoding="utf-8")
    assert load(switched).unit_type.keys() == load(switched, "play.haste=false").unit_type.keys()
    assert "cav" in load(switched, "play.haste=true").unit_type
    for value in ('"true"', "1"):
        (fault,) = faults(switched, f"play.haste={value}")
        assert fault.hint.endswith("supported: true, false")


def test_a_switch_that_nobody_throws_sets_nothing(small: Path) -> None:
    (small / "more.toml").write_text('[switch."a.b"]\nsets = ["side.north.name"]\n', encoding="utf-8")
    assert load(small).side["north"].name == "North"


def test_a_variant_may_bring_one_more_value(switched: Path) -> None:
    text = '[variant]\ntitle = "V"\n[play]\nweather = "storm"\n[switch."play.weather".values.storm]\n'
    text += "unit_type.inf.allowance = 1\n"
    (switched / "variants" / "v.toml").write_text(text, encoding="utf-8")
    rules = load(switched, variants=("v",))
    assert rules.unit_type["inf"].allowance == 1
    assert [f.hint for f in faults(switched, "play.weather=storm")] == ["supported: 'fair', 'foul'"]


# ------------------------------------------------------------------ paths with stars


def starred(folder: Path, sets: str = "unit_type.*.dice.*.hit") -> Path:
    """A switch that sets the number that hits of all dice."""
    text = f'[luck]\nhit = 4\n[switch."luck.hit"]\nsets = ["{sets}"]\n'
    (folder / "luck.toml").write_text(text, encoding="utf-8")
    return folder


def hits(rules: Any) -> set[int]:
    return {dice.hit for kind in rules.unit_type.values() for dice in kind.dice.values()}


def test_a_star_stands_for_every_name(small: Path) -> None:
    rules = load(starred(small))
    assert hits(rules) == {4}
    assert hits(load(small, "luck.hit=3")) == {3}


def test_what_a_layer_says_itself_stands_and_what_lies_below_does_not(small: Path) -> None:
    (starred(small) / "variants" / "own.toml").write_text(
        '[variant]\ntitle = "x"\n[luck]\nhit = 3\n[unit_type.inf]\ndice.defence = { sides = 8, hit = 6 }\n'
    )
    rules = load(small, variants=("own",))
    assert rules.unit_type["inf"].dice["defence"].hit == 6 and 3 in hits(rules) and 4 not in hits(rules)
    assert hits(load(small, "luck.hit=2", variants=("own",))) == {2}


def test_stars_that_fit_nothing_are_told(small: Path) -> None:
    (fault,) = faults(starred(small, "unit_type.*.dice.assault.hit"))
    assert (fault.code, fault.line) == ("H210", 4)
