"""Walks over every ruleset: every check at every step of whole games, at every 97th step of many."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hexwright.game import Game
from hexwright.testing import walk

from .newborn import NAME, newborn

ROOT = Path(__file__).parents[2]
PLACES = (ROOT / "tests" / "rulesets", ROOT / "rulesets")
RULESETS = {p.parent.name: p.parent for place in PLACES for p in sorted(place.glob("*/ruleset.toml"))}
NAMES = (*RULESETS, NAME)  # and what `hexwright new ruleset` writes
WHOLE = (1, 2, 3)  # seeds of the games that are checked at every step
MANY = 200  # games of each ruleset that are checked now and then
BATCH = 10  # games a test, so that several processes share them
HASTE = 0.25  # most games are played hastily: they come through all turns in a third of the decisions

pytestmark = pytest.mark.slow


@cache
def game(name: str) -> Game:
    """A ruleset's game, loaded once a process."""
    return Game.load(newborn() if name == NAME else RULESETS[name])


def batches() -> list[tuple[str, int]]:
    """Ruleset and first seed of every batch."""
    return [(name, first) for name in NAMES for first in range(1000, 1000 + MANY, BATCH)]


@pytest.mark.parametrize("seed", WHOLE)
@pytest.mark.parametrize("name", NAMES)
def test_every_check_at_every_step(name: str, seed: int) -> None:
    hasty = seed != 1
    # An unhurried campaign has three thousand decisions and hundreds of options at each: every 7th will do.
    every = 7 if name == "torch_tunisia" and not hasty else 1
    report = walk(game(name), seed, every=every, haste=HASTE if hasty else 0.0)
    assert report.ok, str(report)


@pytest.mark.parametrize(("name", "first"), batches())
def test_every_check_now_and_then_in_many_games(name: str, first: int) -> None:
    report = walk(game(name), range(first, first + BATCH), every=97, haste=HASTE)
    assert report.ok, str(report)


@pytest.mark.parametrize("name", NAMES)
def test_steady_bots_walk_too(name: str) -> None:
    report = walk(game(name), 7, every=97, bots="steady")
    assert report.ok, str(report)
