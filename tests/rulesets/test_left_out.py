"""Each special rule that no other requires can be left out: the ruleset checks clean and a random game ends in time."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from hexwright.decisions import CHANCE
from hexwright.game import Game
from hexwright.ruleset.load import bundled_rulesets

NAMES = Game.load("torch_tunisia").rules.info.plugins
REQUIRED = {need for o in Game.load("torch_tunisia").plugins.active if o.manifest for need in o.manifest.requires}


def without(folder: Path, *plugins: str) -> Path:
    """A copy of the ruleset whose plugins list lacks some names; their tables stay where they are."""
    copy = folder / "mine"
    shutil.copytree(bundled_rulesets() / "torch_tunisia", copy)
    file = copy / "ruleset.toml"
    text = file.read_text(encoding="utf-8")
    for plugin in plugins:
        assert f'    "{plugin}",\n' in text
        text = text.replace(f'    "{plugin}",\n', "")
    file.write_text(text.replace('id = "torch_tunisia"', 'id = "mine"'), encoding="utf-8")
    return copy


def play_out(game: Game, seed: int) -> tuple[str, str, int]:
    rnd = random.Random(seed)
    state = game.start()
    for _ in range(20_000):
        if state.over is not None:
            return state.over.winner, state.over.reason, state.turn
        ask = rnd.choice(game.asks(state))
        if ask.seat == CHANCE and ask.roll is not None:
            text = "roll " + " ".join(str(rnd.randint(1, s)) for s in ask.roll.sides)
        else:
            text = rnd.choice(ask.options.all())
        state = game.apply(state, text, ask.seat).state
    raise AssertionError(f"no end in sight: {state}")


@pytest.mark.parametrize("plugin", [n for n in NAMES if n not in REQUIRED])
def test_a_rule_left_out(plugin: str, tmp_path: Path) -> None:
    game, faults = Game.load_with_faults(without(tmp_path, plugin))
    assert faults == () and game is not None
    assert plugin not in game.active
    winner, reason, turn = play_out(game, 11)
    assert turn <= game.rules.sequence.turns
    if plugin == "victory":
        assert (winner, reason) == ("", "turn_limit")


@pytest.mark.parametrize("plugin", sorted(REQUIRED))
def test_a_rule_that_others_require_is_missed(plugin: str, tmp_path: Path) -> None:
    game, faults = Game.load_with_faults(without(tmp_path, plugin))
    assert game is None
    assert any(f.code == "H803" and plugin in f.message and f.line for f in faults)
