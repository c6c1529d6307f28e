"""`hexwright show`: final values as TOML, who set them in which order, defaults, switches and what was removed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import tomli
from click.testing import CliRunner, Result

from hexwright.cli import commands

RULES = """\
[ruleset]
id = "small"
title = "Small"
[side.red]
name = "Red"
[side.blue]
name = "Blue"
[nation.red]
name = "Red"
side = "red"
[nation.blues]
name = "Blue"
side = "blue"
[terrain.open]
symbol = "."
[board.main]
kind = "hex"
rows = '''
...
'''
[movement.foot]
cost = { open = 1 }
[unit_type.inf]
movement = "foot"
range = 2
dice.fight = 6
[unit.guards]
type = "inf"
nation = "red"
at = "11"
count = 2
[unit.rifles]
type = "inf"
nation = "blues"
at = "21"
[switch."game.length"]
doc = "how long it lasts"
sets = ["sequence.turns"]
[game]
length = 4
[sequence]
each_turn = ["all"]
[phase.all]
frame = "pass"
"""
FAR = '[variant]\ntitle = "Far"\n[unit_type.inf]\nrange = 3\nsteps = 2\n'
GONE = 'remove = ["unit.rifles"]\n[variant]\ntitle = "Gone"\n[unit_type.inf]\nrange = 5\n'


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "variants").mkdir(parents=True)
    (folder / "ruleset.toml").write_text(RULES, encoding="utf-8")
    (folder / "variants" / "far.toml").write_text(FAR, encoding="utf-8")
    (folder / "variants" / "gone.toml").write_text(GONE, encoding="utf-8")
    return folder


def show(*args: str | Path) -> Result:
    return CliRunner().invoke(commands, ["show", *map(str, args)])


def test_a_value_is_shown_as_toml(small: Path) -> None:
    assert show(small, "unit_type.inf.range").output == "[unit_type.inf]\nrange = 2\n"


def test_a_table_is_shown_as_toml_that_can_be_read_back(small: Path) -> None:
    found = show(small, "unit_type.inf", "--variant", "far")
    assert tomli.loads(found.output) == {
        "unit_type": {"inf": {"movement": "foot", "range": 3, "dice": {"fight": 6}, "steps": 2}}
    }


def test_without_a_path_the_tables_are_counted(small: Path) -> None:
    lines = show(small).output.splitlines()
    assert any(line.split() == ["unit", "2", "entries", "ruleset.toml"] for line in lines)


def test_why_tells_everyone_who_set_it_in_order(small: Path) -> None:
    found = show(small, "unit_type.inf.range", "--why", "--variant", "far", "--variant", "gone")
    assert found.output == (
        "[unit_type.inf]\n"
        "range = 5\n"
        "#   ruleset.toml:25 (base): 2\n"
        "#   variants/far.toml:4 (variant far): 3\n"
        "#   variants/gone.toml:5 (variant gone)\n"
        "# spaces that it reaches from its base\n"
    )


def test_a_setting_of_the_session_is_the_last_word(small: Path) -> None:
    found = show(small, "unit_type.inf.range", "--why", "--set", "unit_type.inf.range=7")
    assert "range = 7\n#   ruleset.toml:25 (base): 2\n#   --set:1 (session)\n" in found.output


def test_a_key_that_nobody_wrote_has_its_default(small: Path) -> None:
    assert show(small, "unit_type.inf.capacity").output == "[unit_type.inf]\ncapacity = 0\n# default of the engine\n"
    assert "# capacity = 0   default of the engine" in show(small, "unit_type.inf", "--why").output


def test_a_plugins_default_names_the_plugin() -> None:
    told = show("torch_tunisia", "battlefield.ground", "--why").output
    assert "default of the plug-in land_combat" in told


def test_what_a_switch_sets_is_told_as_its_doing(small: Path) -> None:
    assert show(small, "sequence.turns", "--why").output.startswith(
        "[sequence]\nturns = 4\n#   ruleset.toml:40 (base, by the switch game.length)\n"
    )
    told = show(small, "game.length", "--why").output
    assert "# how long it lasts" in told and "# sets sequence.turns" in told


def test_what_was_removed_is_told_with_the_place(small: Path) -> None:
    found = show(small, "unit.rifles", "--variant", "gone")
    assert found.exit_code == 2 and "was removed by variant gone, at variants/gone.toml:1" in found.output
    told = show(small, "unit", "--why", "--variant", "gone").output
    assert "# unit.rifles was removed by variant gone at variants/gone.toml:1" in told


def test_an_id_alone_is_enough(small: Path) -> None:
    assert show(small, "guards").output.startswith("[unit.guards]\n")
    assert show(small, "guards_2").output.startswith("[unit.guards]\n"), "one of several"
    several = show(small, "red")
    assert several.exit_code == 2 and "side.red, nation.red" in several.output


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("unit_type.inf.rnage", "unit_type.inf.range"),
        ("unit_tpye", "unit_type"),
        ("unit.guadrs", "unit.guards"),
        ("guadrs", "guards"),
        ("unit_type.inf.capacty", "unit_type.inf.capacity"),
    ],
)
def test_the_nearest_is_named_for_what_is_not_there(small: Path, path: str, near: str) -> None:
    found = show(small, path)
    assert found.exit_code == 2 and f"did you mean {near}" in found.output


def test_json_has_the_value_and_the_places(small: Path) -> None:
    found = json.loads(show(small, "unit_type.inf.range", "--why", "--format", "json", "--variant", "far").output)
    assert found["value"] == 3
    assert [(s["file"], s["line"], s["value"]) for s in found["set_by"]] == [
        ("ruleset.toml", 25, 2),
        ("variants/far.toml", 4, 3),
    ]


def test_a_ruleset_with_a_fault_is_shown_and_the_fault_is_mentioned(small: Path) -> None:
    (small / "more.toml").write_text("[unit_type.odd]\nrnage = 3\n", encoding="utf-8")
    found = show(small, "unit_type.inf.range")
    assert found.exit_code == 0 and "range = 2" in found.output and "has a fault" in found.output


def test_what_cannot_be_read_at_all_is_told_by_its_faults(small: Path) -> None:
    (small / "more.toml").write_text("[unit_type", encoding="utf-8")
    found = show(small, "unit_type")
    assert found.exit_code == 1 and "more.toml:1" in found.output
