"""The skirmish plays its published games: 150 units, every choice and die from one small generator of numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwright.game import Game
from hexwright.state import State

FOLDER = Path(__file__).parent / "skirmish"


def mulberry32(seed: int) -> Callable[[], float]:
    """A generator of numbers from 0 to below 1 with 32 bits of state, the same in every language.

    >>> draw = mulberry32(1)
    >>> [round(draw(), 4) for _ in range(3)]
    [0.6271, 0.0027, 0.5274]
    """
    state = seed & 0xFFFFFFFF

    def times(a: int, b: int) -> int:
        return (a * b) & 0xFFFFFFFF

    def draw() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & 0xFFFFFFFF
        t = times(state ^ (state >> 15), state | 1)
        t ^= (t + times(t ^ (t >> 7), t | 61)) & 0xFFFFFFFF
        return ((t ^ (t >> 14)) & 0xFFFFFFFF) / 4294967296

    return draw


@pytest.fixture(scope="module")
def skirmish() -> Game:
    return Game.load(FOLDER)


def play(game: Game, seed: int) -> tuple[State, int]:
    """A game to its end, and how many decisions the two sides took."""
    draw = mulberry32(seed)
    state, decisions = game.start(), 0
    while asks := game.asks(state):
        (ask,) = asks
        if ask.seat == "chance":
            answer = f"roll {1 + int(draw() * 6)}"
        else:
            answer = ask.options[int(draw() * len(ask.options))]
            decisions += 1
        state = game.apply(state, answer).state
    return state, decisions


@pytest.mark.parametrize(
    ("seed", "decisions", "checksum"), [(1, 1479, 1886860), (2, 1553, 1937307), (3, 1514, 1658216)]
)
def test_the_published_games_come_out_to_the_last_hex(skirmish: Game, seed: int, decisions: int, checksum: int) -> None:
    state, taken = play(skirmish, seed)
    units = list(skirmish.order_of_battle)
    hexes = list(skirmish.board.spaces)
    total = sum((units.index(u.id) + 1) * (hexes.index(u.at) + 1) for u in state.units.values())
    assert (taken, total) == (decisions, checksum)
    assert state.over is not None


def test_the_same_game_twice_is_the_same_to_the_last_bit(skirmish: Game) -> None:
    first, again = play(skirmish, 5)[0], play(Game.load(FOLDER), 5)[0]
    assert first == again and first.digest == again.digest


def test_what_is_offered_is_legal_and_what_is_not_is_refused(skirmish: Game) -> None:
    draw = mulberry32(9)
    state = skirmish.start()
    for step in range(400):
        (ask,) = skirmish.asks(state)
        if ask.seat != "chance" and step % 40 == 0:
            offered = set(ask.options)
            wanted = {f"move {u} {s}" for u in list(state.units)[::30] for s in skirmish.board.spaces[::7]} | {"pass"}
            for text in sorted(offered | wanted):
                assert (skirmish.refuse(state, text) is None) == (text in offered) == (text in ask.options), text
        answer = f"roll {1 + int(draw() * 6)}" if ask.seat == "chance" else ask.options[int(draw() * len(ask.options))]
        state = skirmish.apply(state, answer).state


def test_no_two_units_ever_share_a_hex_and_the_lost_are_counted(skirmish: Game) -> None:
    state, _ = play(skirmish, 4)
    places = [u.at for u in state.units.values()]
    assert len(places) == len(set(places))
    assert len(state.units) + len(state.gone) == len(skirmish.order_of_battle) == 150
