"""Whole games of other kinds by chance, beside the same games without an engine: the skirmish, tic-tac-toe, Hex."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from hexwright.decisions import CHANCE
from hexwright.game import Game

from . import peer, plain
from .measure import GAMES, RULESETS, Row, Setting, rates

NAMES = {"tictactoe": "tic-tac-toe", "hex11": "Hex 11x11"}


@cache
def loaded(folder: Path | str) -> Game:
    """A game that is loaded once."""
    return Game.load(folder)


def skirmish_by_engine(seed: int) -> tuple[int, int]:
    """The skirmish as TOML with its plug-in, all options listed at every decision: decisions and checksum."""
    game = loaded(RULESETS / "skirmish")
    draw = plain.stream(seed)
    state = game.start()
    decisions = 0
    while state.over is None:
        ask = game.asks(state)[0]
        if ask.seat == CHANCE:
            state = game.apply(state, f"roll {1 + int(draw() * 6)}", CHANCE).state
        else:
            options = ask.options.all()
            decisions += 1
            state = game.apply(state, options[int(draw() * len(options))], ask.seat).state
    living = ((int(u.id[1:]), 25 * int(u.at[:2]) + int(u.at[2:])) for u in state.units.values())
    return decisions, sum((unit + 1) * (space + 1) for unit, space in living)


def checked(play: Callable[[int], tuple[int, int]], seeds: tuple[int, ...]) -> int:
    """The decisions of these seeds; ValueError when a game did not go as every implementation must have it."""
    total = 0
    for seed in seeds:
        found = play(seed)
        if found != plain.CHECKSUMS[seed]:
            raise ValueError(f"skirmish {seed} came to {found}, wanted {plain.CHECKSUMS[seed]}")
        total += found[0]
    return total


def skirmish(setting: Setting) -> list[Row]:
    """Decisions a second in the skirmish."""
    seeds = (1, 2, 3) if setting.least else (1,)
    ours, limit = rates(
        setting,
        partial(checked, skirmish_by_engine, seeds),
        partial(checked, lambda seed: plain.Skirmish().play(seed), seeds),
    )
    theirs = peer.skirmish(setting.bgio)
    what = "skirmish, all options listed"
    rows = [Row(what, ours, "decisions/s", "plain Python", limit).wants("want 27,000 = 0.5 x", ratio=0.5)]
    if theirs := peer.skirmish(setting.bgio):
        row = Row(what, ours, "decisions/s", "boardgame.io", theirs)
        rows += [row.wants("must 2 x", ratio=2.0), row.wants("want 3 x", ratio=3.0)]
    return rows


def by_chance(game: Game, draw: plain.Draw) -> int:
    """One game by chance with its options listed at every move: how many moves it took."""
    state = game.start()
    moves = 0
    while state.over is None:
        ask = game.asks(state)[0]
        options = ask.options.all()
        state = game.apply(state, options[int(draw() * len(options))], ask.seat).state
        moves += 1
    return moves


def _small(setting: Setting, folder: str, bare: Callable[[plain.Draw], int], peer_name: str, want: int) -> list[Row]:
    game = loaded(GAMES / folder)
    ours, limit = rates(setting, partial(by_chance, game, plain.stream(7)), partial(bare, plain.stream(7)))
    theirs = peer.small_game(setting.bgio, peer_name)
    row = Row(f"{NAMES[folder]}, random play", ours, "moves/s", "plain Python", limit)
    rows = [row.wants(f"want {want:,}", least=want)]
    if theirs is not None:
        rows.append(Row(row.what, ours, row.unit, "boardgame.io", theirs))
    return rows


def small_games(setting: Setting) -> list[Row]:
    """Moves a second in tic-tac-toe and Hex."""
    return [
        *_small(setting, "tictactoe", plain.tictactoe, "ttt", 47_000),
        *_small(setting, "hex11", plain.hex11, "hex11", 25_000),
    ]
