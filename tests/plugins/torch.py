"""What the tests of several plug-ins share: Torch & Tunisia loaded with settings, and short ways to ask and answer."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from hexwright.errors import IllegalDecision, Reason
from hexwright.game import Game
from hexwright.state import State


@cache
def load(*settings: str) -> Game:
    return Game.load("torch_tunisia", settings=settings)


def at(**places: str) -> dict[str, dict[str, Any]]:
    return {unit: {"at": place} for unit, place in places.items()}


def options(game: Game, state: State, seat: str, verb: str = "") -> list[str]:
    ask = game.ask(state, seat)
    assert ask is not None
    assert all(text in ask.options for text in ask.options)
    return [text for text in ask.options if not verb or text.split()[0] == verb]


def answer(game: Game, state: State, seat: str, *texts: str) -> State:
    for text in texts:
        state = game.apply(state, text, seat).state
    return state


def why(game: Game, state: State, seat: str, text: str) -> Reason:
    reason = game.refuse(state, text, seat)
    assert reason is not None, f"{text} is legal"
    assert text not in options(game, state, seat)
    with pytest.raises(IllegalDecision):
        game.apply(state, text, seat)
    return reason
