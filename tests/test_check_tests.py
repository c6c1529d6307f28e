"""Scenario tests are looked at without playing them: their tables, and whether what they name is there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hexwright.game import Game
from hexwright.testing.check_tests import TestChecker
from hexwright.testing.scenarios import read_scenarios

TEMPLATE = Path(__file__).resolve().parents[1] / "engine" / "hexwright" / "_template"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game that `hexwright new ruleset` makes."""
    return Game.load(shutil.copytree(TEMPLATE, tmp_path_factory.mktemp("new") / "skeleton"))


TEST = """
[[test]]
id = "one"
rules = ["R-3.1"]
phase = "red_battle"
frames = []
decisions = ["red: attack x E3", { refuse = "red: attack y", rule = "R-3.1" }, { seat = "red", only = ["stay"] }]
[test.position]
units.x = { type = "infantry", nation = "red", at = "D3" }
control = { E3 = "blue" }
[test.expect]
events = [{ type = "Moved", unit = "x" }]
units.x = { at = "D3" }
"""


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('["R-3.1"]', '["R-3.9"]', "H301"),
        ("red_battle", "red_batle", "H301"),
        ('rule = "R-3.1" }', 'rule = "R-9" }', "H301"),
        ("refuse =", "refuze =", "H202"),
        ("only =", "onely =", "H202"),
        ('only = ["stay"]', "only = 7", "H201"),
        ('seat = "red"', 'seat = "rot"', "H301"),
        ('"infantry"', '"infantri"', "H301"),
        ('"infantry"', "7", "H201"),
        ('nation = "red"', 'nation = "rot"', "H301"),
        ('at = "D3" }\ncontrol', 'at = "D33" }\ncontrol', "H301"),
        ("E3 =", "E33 =", "H301"),
        ('"blue"', '"blau"', "H301"),
        ('"Moved"', '"Mooved"', "H301"),
        ("unit =", "unyt =", "H301"),
        ("frames = []", 'frames = ["pas red"]', "H303"),
        ("units.x = { at", "units.x = { ad", "H202"),
        ("[test.expect]", "[test.map]\ntereain.x = {}\n[test.expect]", "H205"),
        ("[test.expect]", '[test.map]\nunit.x = { type = "infantri" }\n[test.expect]', "H301"),
    ],
)
def test_a_slip_is_told_on_its_line(game: Game, tmp_path: Path, old: str, new: str, code: str) -> None:
    file = tmp_path / "slips.toml"
    file.write_text(TEST, encoding="utf-8")
    checker = TestChecker(game)
    assert [f for test in read_scenarios(file) for f in checker.faults(test)] == []
    assert old in TEST
    text = TEST.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    found = [f for test in read_scenarios(file) for f in checker.faults(test)]
    lines = {number for number, line in enumerate(text.split("\n"), 1) if line not in TEST.split("\n")}
    assert [f.code for f in found] == [code] and found[0].line in lines, found


def test_a_misspelt_head_of_a_test_is_told_though_the_file_is_no_toml(tmp_path: Path) -> None:
    file = tmp_path / "slips.toml"
    file.write_text(TEST.replace("[[test]]", "[[tset]]") + TEST, encoding="utf-8")
    (test,) = read_scenarios(file)
    assert ("H205", 2) in [(f.code, f.line) for f in test.faults]
