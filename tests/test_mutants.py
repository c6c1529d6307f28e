"""The mutation tool: the small rulesets whole, a sample of the large one, and a hole that it must see."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hexwright.ruleset import references

if TYPE_CHECKING:
    from tools.mutants import Verdict

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "engine" / "hexwright"
SAMPLES = {
    ROOT / "tests" / "rulesets" / "fleets": 0,
    ROOT / "tests" / "rulesets" / "order_sheet": 0,
    ROOT / "tests" / "rulesets" / "skirmish": 60,
    ENGINE / "ruleset" / "codes" / "example": 120,
    ENGINE / "_template": 120,
    ROOT / "rulesets" / "torch_tunisia": 150,
}


@pytest.fixture(autouse=True)
def _from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    from tools.mutants import PATCHED

    for module, name in PATCHED:
        monkeypatch.setattr(module, name, getattr(module, name))  # put back afterwards


def judged(folder: Path, sample: int = 0, only: tuple[str, ...] = ()) -> list[Verdict]:
    from tools.mutants import planned, verdicts

    return list(verdicts(planned(folder, only, sample, seed=7)))


@pytest.mark.parametrize(("folder", "sample"), SAMPLES.items(), ids=[folder.name for folder in SAMPLES])
def test_every_mutant_is_caught_at_the_right_line(folder: Path, sample: int) -> None:
    found = judged(folder, sample)
    assert len(found) >= (sample or 200)
    assert [v.told for v in found if v.escaped] == []
    assert sum(v.result == "caught" for v in found) > len(found) * 0.8


def test_a_hole_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks that look at no name leave misspelt references uncaught, and the tool tells each with its place."""
    monkeypatch.setattr(references, "check_name", lambda *given: None)
    folder = ROOT / "tests" / "rulesets" / "fleets"
    told = [v.told for v in judged(folder, only=("victory", "unit.")) if v.escaped]
    line = next(n for n, text in enumerate((folder / "ruleset.toml").read_text().split("\n"), 1) if "winner =" in text)
    assert any(t.startswith(f"ruleset.toml:{line}: reference: victory.conditions.") for t in told), told


def test_the_command_counts_and_fails_on_a_hole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tools.mutants import main

    folder = str(ROOT / "tests" / "rulesets" / "fleets")
    assert main([folder, "--only", "side.", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("fleets: ") and " 0 " in told and "not caught" in told
    monkeypatch.setattr(references, "check_name", lambda *given: None)
    assert main([folder, "--only", "victory"]) == 1
    assert "not caught: ruleset.toml:" in capsys.readouterr().out
