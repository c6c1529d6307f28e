"""Every scenario test of every ruleset, one by one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hexwright.testing import Games, ScenarioTest, read_scenarios, run_scenario

ROOT = Path(__file__).parents[2]
FOLDERS = sorted((*(ROOT / "rulesets").glob("*/tests"), *(ROOT / "tests" / "rulesets").glob("*/tests")))
TESTS = [(f.parent, t) for f in FOLDERS for file in sorted(f.glob("*.toml")) for t in read_scenarios(file)]


@cache
def games(folder: Path) -> Games:
    """The games of a ruleset, loaded once a process."""
    return Games(folder)


def _name(folder: Path, test: ScenarioTest) -> str:
    own = test.spec.id if test.spec is not None else str(test.index + 1)
    return f"{folder.name}/{test.file.stem}/{own}"


@pytest.mark.parametrize(("folder", "test"), [pytest.param(f, t, id=_name(f, t)) for f, t in TESTS])
def test_scenario(folder: Path, test: ScenarioTest) -> None:
    result = run_scenario(test, games(folder))
    assert result.ok, result.told
