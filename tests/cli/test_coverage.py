"""`hexwright coverage`: what counts and what is missing, excuses needless or wrong, recordings that do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Caller

MORE = """
[rule.T-2]
title = "Never"
[rule.T-3]
title = "As a rule"
"""


@pytest.fixture
def ruled(tiny: Path) -> Path:
    """The tiny game with two rules that nothing quotes."""
    with (tiny / "ruleset.toml").open("a", encoding="utf-8") as file:
        file.write(MORE)
    (tiny / "games").mkdir()
    return tiny


def excuse(folder: Path, text: str) -> None:
    (folder / "games" / "coverage_allow.toml").write_text(text, encoding="utf-8")


def test_missing_rules_are_listed(call: Caller, ruled: Path) -> None:
    result = call("coverage", ruled, "--games", 1)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[0] == "1 games: 1 of 3 rules exercised, 0 excused, 2 missing"
    assert lines[1:] == ["  T-2  Never", "  T-3  As a rule"]


def test_excused_and_shown_rules_are_not(call: Caller, ruled: Path) -> None:
    excuse(
        ruled,
        '[[allow]]\nrules = ["T-2"]\nreason = "never comes up"\n'
        '[[allow]]\nrules = ["T-3"]\nshown_by = ["T-1"]\nreason = "the same"\n',
    )
    result = call("coverage", ruled, "--games", 1, "--all")
    assert result.exit_code == 0
    assert result.output.startswith("1 games: 2 of 3 rules exercised, 1 excused, 0 missing")
    assert "T-3  shown by T-1: the same" in result.output


def test_a_needless_excuse_is_told(call: Caller, ruled: Path) -> None:
    excuse(ruled, '[[allow]]\nrules = ["T-1", "T-2", "T-3"]\nreason = "x"\n')
    result = call("coverage", ruled, "--games", 1)
    assert result.exit_code == 0 and "excused, though exercised: T-1" in result.output


def test_a_wrong_excuse_is_told_with_its_place(call: Caller, ruled: Path) -> None:
    excuse(ruled, '[[allow]]\nrules = ["T-2", "T-33"]\nreason = "x"\n')
    result = call("coverage", ruled, "--games", 0)
    assert result.exit_code == 1
    assert "coverage_allow.toml:2:17" in result.output and "no rule 'T-33'" in result.output
    assert "Traceback" not in result.output


def test_recorded_games_count_and_must_fit(call: Caller, ruled: Path) -> None:
    path = ruled / "games" / "g.jsonl"
    made = call("run", ruled, "--seed", 3, "--bot", "random", "--save", path, "--thin", "--json")
    assert made.exit_code == 0
    result = call("coverage", ruled, "--games", 0)
    assert result.output.startswith("1 games: 1 of 3 rules exercised")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('["red","', '["red","x', 1), encoding="utf-8")
    result = call("coverage", ruled, "--games", 0)
    assert result.exit_code == 1 and "g.jsonl" in result.output and "Traceback" not in result.output


def test_a_recording_is_followed_with_its_own_variants(call: Caller, ruled: Path) -> None:
    (ruled / "variants").mkdir()
    text = '[variant]\ntitle = "Short"\n[sequence]\nturns = 1\n'
    (ruled / "variants" / "short.toml").write_text(text, encoding="utf-8")
    path = ruled / "games" / "g.jsonl"
    made = call("run", ruled, "--variant", "short", "--seed", 3, "--save", path, "--thin", "--json")
    assert made.exit_code == 0
    result = call("coverage", ruled, "--games", 0, "--all")
    assert result.output.startswith("1 games: 1 of 3 rules exercised") and "recorded game g.jsonl" in result.output


def test_two_processes_find_the_same(call: Caller, ruled: Path) -> None:
    one = call("coverage", ruled, "--games", 2, "--processes", 1, "--all")
    two = call("coverage", ruled, "--games", 2, "--processes", 2, "--all")
    assert one.output == two.output
