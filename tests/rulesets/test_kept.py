"""Whatever is kept from decision to decision: options are the same as when everything is worked out anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hexwright.decisions import CHANCE, spell
from hexwright.game import Game
from hexwright.state import State

RULESET = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"
HASTE = 0.1  # how often a random player ends a window

pytestmark = pytest.mark.slow


def bare(state: State) -> State:
    """The same state, from which nothing has been worked out yet."""
    return state.with_stack(state.stack).with_(before=state.before)


@pytest.mark.parametrize("seed", range(2))
def test_options_are_what_they_are_without_a_memory(seed: int) -> None:
    game, forgetful = Game.load(RULESET), Game.load(RULESET)
    draw = random.Random(f"kept/{seed}")
    state = game.start()
    while state.over is None:
        forgetful.kept.clear()
        anew = bare(state)
        anew.memo.clear()
        for ask, other in zip(game.asks(state), forgetful.asks(anew), strict=True):
            if ask.seat != CHANCE:
                assert ask.options.all() == other.options.all(), f"turn {state.turn}, {ask.frame}"
                assert (ask.prompt, ask.about) == (other.prompt, other.about)
        ask = game.asks(state)[0]
        if ask.roll is not None:
            text = spell("roll", *(draw.randint(1, sides) for sides in ask.roll.sides))
        else:
            options = ask.options.all()
            text = "done" if "done" in options and draw.random() < HASTE else draw.choice(options)
        state = game.apply(state, text, ask.seat).state
