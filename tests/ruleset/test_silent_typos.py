"""Slips that the mutation tool once found to pass unseen: each is told on its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hexwright.errors import Fault, RulesetError
from hexwright.game import Game

ENGINE = Path(__file__).resolve().parents[2] / "engine" / "hexwright"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The small ruleset of the pages of the codes."""
    return Path(shutil.copytree(ENGINE / "ruleset" / "codes" / "example", tmp_path / "example"))


def added(folder: Path, text: str) -> list[tuple[str, str]]:
    """The code of each fault with its line, after a text was added to the head file."""
    rules = folder / "ruleset.toml"
    rules.write_text(rules.read_text(encoding="utf-8") + text, encoding="utf-8")
    faults: tuple[Fault, ...] = Game.load_with_faults(folder)[1]
    return [(f.code, f.source) for f in faults]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("phase.arivals.turns", "H210"),
        ("phase.arrivals.turn", "H210"),
        ("unit_type.*.rnage", "H210"),
        ("movment.foot.unlimited", "H210"),
        ("phase.arrivals.turns", ""),
        ("unit_type.*.range", ""),
    ],
)
def test_what_a_switch_sets_must_be_a_key(folder: Path, path: str, code: str) -> None:
    line = f'sets = ["{path}"]'
    assert added(folder, f'\n[switch."play.more"]\n{line}\n') == ([(code, line)] if code else [])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('phase.battles.rule = "R9"', "H301"),
        ("phase.battles.rool = 3", "H202"),
        ("fase.battles.rule = 3", "H205"),
        ('phase.battles.when = { control = { zone = "shoar", by = "vale" } }', "H301"),
        ("phase.battles.when = { turm = 3 }", "H702"),
        ('phase.battles.rule = "R2"', ""),
        ('rule.R9 = { title = "New" }\nphase.battles.rule = "R9"', ""),
    ],
)
def test_what_a_value_stands_for_is_read_though_nobody_chooses_it(folder: Path, line: str, code: str) -> None:
    text = f'\n[switch."play.hard"]\ndoc = "harder"\nvalues.false = {{}}\n[switch."play.hard".values.true]\n{line}\n'
    assert added(folder, text) == ([(code, line)] if code else [])


def test_a_switch_or_value_that_looks_misspelt_is_told(folder: Path) -> None:
    text = '\n[switch."winter.come"]\ndoc = "x"\n[switch."play.hard"]\nvalues.true = {}\nvalues.flase = {}\n'
    slips = ['[switch."winter.comes"]', '[switch."winter.come"]', "values.flase = {}"]  # nobody uses either switch
    assert added(folder, text) == [("H306", slip) for slip in slips]


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('reinforce.waiting={ europe_aer = "W4" }', "no space 'europe_aer'"),
        ('reinforce.waiting={ europe_air = "W44" }', "no space 'W44'"),
        ('reinforce.air_entry={ axis = ["W44"] }', "no space 'W44'"),
        ('reinforce.fly_from={ europe_air = ["aer"] }', "the tag 'aer'"),
        ('convoys.direct_pools={ axis = ["europe_see"] }', "no space 'europe_see'"),
        ('convoys.direct_destinations={ axis = ["Sicilly"] }', "'Sicilly'"),
        ('air.waiting_boxes={ axes = "europe_air" }', "no seat 'axes'"),
        ('movement.land.rules={ costs = "TT-4-01" }', "'costs' is not one of"),
        ('mission.attack.dice="lend"', "no dice 'lend'"),
    ],
)
def test_names_in_tables_by_name_are_looked_up(setting: str, said: str) -> None:
    faults = Game.load_with_faults("torch_tunisia", settings=[setting])[1]
    assert any(said in str(f) and f.file == "--set" for f in faults), faults


def test_printed_names_may_be_written_in_any_case() -> None:
    try:
        Game.load("torch_tunisia", settings=['convoys.direct_destinations={ axis = ["sicily", "SARDINIA"] }'])
    except RulesetError as error:
        pytest.fail(str(error))
