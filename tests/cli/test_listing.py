"""`hexwright list` and `plugins`: everything that is there, one broken thing hiding nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .conftest import Caller, write_tiny


def test_rulesets_are_found_here_in_the_path_and_bundled(
    call: Caller, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tiny(Path("here one"))
    (Path("here one") / "variants").mkdir()
    variant = '[variant]\ntitle = "日本"\ndescription = "More rain."\n'
    (Path("here one") / "variants" / "wet.toml").write_text(variant, encoding="utf-8")
    write_tiny(tmp_path / "far" / "away")
    monkeypatch.setenv("HEXWRIGHT_PATH", f"{tmp_path / 'nowhere'}{os.pathsep}{tmp_path / 'far'}")
    result = call("list")
    assert result.exit_code == 0
    assert f"({Path('.') / 'here one'})" in result.output or "(./here one)" in result.output
    assert f"({tmp_path / 'far' / 'away'})" in result.output
    assert "torch_tunisia" in result.output
    assert "variant  wet  日本: More rain." in result.output
    assert call("check", "away").output == "away: no faults, 1 allowed\n"


def test_a_listed_ruleset_is_found_by_its_id_where_no_folder_has_that_name(call: Caller) -> None:
    write_tiny(Path("elsewhere"))
    assert "tiny  Tiny  (./elsewhere)" in call("list").output
    assert call("check", "tiny").output == "tiny: no faults, 1 allowed\n"
    write_tiny(Path("tiny"))
    Path("tiny/more.toml").write_text("[terrian.x]\n", encoding="utf-8")
    assert "tiny/more.toml:1:2: error[H205]" in call("check", "tiny").output  # the folder of that name comes first
    assert "error[H102] no ruleset 'tinny'" in call("check", "tinny").output


def test_a_broken_ruleset_hides_no_other(call: Caller) -> None:
    write_tiny(Path("good"))
    Path("bad").mkdir()
    Path("bad/ruleset.toml").write_text("[ruleset\n", encoding="utf-8")
    result = call("list")
    assert result.exit_code == 0
    assert "bad/ruleset.toml:1:" in result.output
    assert "tiny  Tiny  (./good)" in result.output


def test_plugins_of_a_ruleset_are_listed_with_hooks_and_versions(call: Caller, tiny: Path) -> None:
    result = call("plugins", tiny)
    assert result.exit_code == 0
    assert "Active, in order: 1" in result.output
    row = next(line for line in result.output.splitlines() if " tiny " in line)
    assert "1.2.3" in row and "The special rules of a tiny game." in row
    assert "hooks: register" in result.output
    assert "frames: tiny." in result.output


def test_a_broken_plugin_is_listed_with_the_place_of_its_error(call: Caller, tiny: Path) -> None:
    (tiny / "plugins" / "broken.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
    result = call("plugins", tiny)
    assert result.exit_code == 0
    assert "broken: it cannot be imported" in result.output and "nothing_of_the_kind" in result.output
    assert str(tiny / "plugins" / "broken.py") in result.output


def test_a_ruleset_that_names_a_missing_plugin_ends_with_one(call: Caller, tiny: Path) -> None:
    (tiny / "plugins" / "tiny.py").unlink()
    result = call("plugins", tiny)
    assert result.exit_code == 1
    assert "no plug-in 'tiny'" in result.output


def test_plugins_on_offer_are_listed_without_a_ruleset(call: Caller) -> None:
    result = call("plugins")
    assert result.exit_code == 0 and result.output.startswith("On offer: ")


SCENARIOS = """
[[test]]
id = "step"
title = "A unit goes one hex"
phase = "moves"
decisions = ["red: move r1 B1"]
[test.position]
keep = true
[test.expect]
units = { r1 = { at = "B1" } }

[[test]]
id = "wrong"
phase = "moves"
decisions = ["red: move r1 B1"]
[test.position]
keep = true
[test.expect]
units = { r1 = { at = "C1" } }
"""


def test_scenario_tests_are_run_by_file_and_by_id(call: Caller, tiny: Path) -> None:
    assert call("test", tiny).output == f"{tiny} has no scenario tests\n"
    (tiny / "tests").mkdir()
    file = tiny / "tests" / "moves.toml"
    file.write_text(SCENARIOS, encoding="utf-8")
    result = call("test", tiny)
    assert result.exit_code == 1
    assert "ok      moves  step: A unit goes one hex" in result.output
    assert "FAILED  moves  wrong" in result.output and f"{file}:" in result.output
    assert result.output.endswith("2 tests, 1 failed\n")
    assert call("test", tiny, "step").output.endswith("1 test, 0 failed\n")
    assert call("test", tiny, "moves").exit_code == 1
    unknown = call("test", tiny, "stepp")
    assert unknown.exit_code == 2 and "did you mean step?" in unknown.output
