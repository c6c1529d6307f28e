"""Recorded games: every one is played again and must go through the very states it went through when it was recorded.

After a change of rules on purpose they are recorded anew: `hexwright run RULESET --seed N --save FILE` (the file's name
says which bots and which seed).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright import replay

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted([*ROOT.glob("rulesets/*/games/*.jsonl"), *ROOT.glob("tests/rulesets/*/games/*.jsonl")])


def test_there_are_recorded_games() -> None:
    assert len(GAMES) >= 3


@pytest.mark.parametrize("path", GAMES, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_a_recorded_game_plays_the_same(path: Path) -> None:
    found = replay(path)
    assert found.identical, f"decision {found.at}: {found.differs}"
    assert found.decisions > 100
