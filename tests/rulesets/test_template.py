"""What `hexwright new ruleset` writes is a whole game at birth: no faults, tests that hold, both sides win."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hexwright.bots import make
from hexwright.cli import commands
from hexwright.events import Moved, Removed
from hexwright.game import Game
from hexwright.session import Session
from hexwright.testing import Games, read_scenarios, run_scenario, scene, walk
from hexwright.testing.coverage import summed
from hexwright.testing.exercise import Exercise
from hexwright_plugins.battle import Attacked, BattleFought

from .newborn import newborn

VARIANTS = ("", "autumn", "odds")


@pytest.fixture(scope="module")
def folder() -> Path:
    return newborn()


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return Game.load(folder)


def campaign(game: Game, bots: tuple[str, str], seed: int) -> Session:
    """A game of two bots, Red's first, to its end."""
    session = Session.new(game, seed=seed)
    players = {seat: make(name, f"{seed}/{seat}") for seat, name in zip(game.rules.seats, bots, strict=True)}
    for _ in range(2000):
        if session.over is not None:
            return session
        ask = session.asks()[0]
        session.play(players[ask.seat].choose(session.view(ask.seat), ask), ask.seat)
    raise AssertionError(f"the game of seed {seed} did not end")


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_checks_clean_with_each_variant(folder: Path, variant: str) -> None:
    arguments = ["check", str(folder), *(["--variant", variant] if variant else [])]
    result = CliRunner().invoke(commands, arguments)
    assert (result.exit_code, result.output) == (0, f"{folder}: no faults\n")


def test_its_tests_hold_and_prove_its_rules(folder: Path, game: Game) -> None:
    games = Games(folder)
    tests = [t for file in sorted((folder / "tests").glob("*.toml")) for t in read_scenarios(file)]
    assert len(tests) >= 12
    wrong = [r.told for r in (run_scenario(t, games) for t in tests) if not r.ok]
    assert not wrong, "\n".join(wrong)
    proved = {rule for t in tests if t.spec is not None for rule in t.spec.rules}
    assert set(game.rules.rule) - proved <= {"R-1.1", "R-2.6"}


def test_no_placeholder_is_left_and_each_file_says_what_it_holds(folder: Path) -> None:
    for file in sorted(folder.rglob("*.toml")):
        text = file.read_text(encoding="utf-8")
        first, second, third, *_ = text.splitlines()
        depth = "." if file.parent == folder else ".."
        schema = "tests" if file.parent.name == "tests" else "ruleset"
        assert first == f"#:schema {depth}/.hexwright/{schema}.schema.json"
        assert second.startswith("# ") and third.startswith("# Try: "), file.name
        assert not re.search(r"@[A-Z]+@", text)
    for file in (folder / ".hexwright").iterdir():
        assert json.loads(file.read_text(encoding="utf-8"))["$schema"]


def test_no_python_is_needed(folder: Path) -> None:
    assert not list(folder.rglob("*.py"))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("bot", ["steady", "random"])
def test_both_sides_win_now_and_then(folder: Path, bot: str, variant: str) -> None:
    game = Game.load(folder, variants=[variant] if variant else [])
    won = Counter(campaign(game, (bot, bot), seed).state.over.winner for seed in range(12))  # type: ignore[union-attr]
    assert set(won) == {"red", "blue"}, won
    assert min(won.values()) >= 2, won


def test_who_thinks_beats_who_does_not(game: Game) -> None:
    red = [campaign(game, ("steady", "random"), seed).state.over for seed in range(8)]
    blue = [campaign(game, ("random", "steady"), seed).state.over for seed in range(8)]
    assert sum(o is not None and o.winner == "red" for o in red) >= 5
    assert sum(o is not None and o.winner == "blue" for o in blue) >= 5


def test_steady_attacks_together_and_lets_strong_ones_be(game: Game) -> None:
    weak = {"x": {"type": "cavalry", "nation": "red", "at": "D3"}, "b": {"type": "guard", "nation": "blue", "at": "E3"}}
    helper = {"y": {"type": "guard", "nation": "red", "at": "D2"}, "z": {"type": "guard", "nation": "red", "at": "E4"}}
    for units, attacks in ((weak, []), (weak | helper, ["attack y E3", "attack z E3", "attack x E3"])):
        state = scene(game, turn=2, units=units, control={"E3": "blue"}, phase="red_battle")
        made = []
        bot = make("steady", 1)
        while (ask := game.ask(state, "red")) is not None and "done" in ask.options:
            made.append(bot.choose(game.view(state, "red"), ask))
            state = game.apply(state, made[-1], "red").state
            if made[-1] == "done":
                break
        assert sorted(made[:-1]) == sorted(attacks)


def test_games_of_bots_exercise_every_rule_of_the_rulebook(game: Game) -> None:
    exercise = Exercise(game)
    for seed, name in enumerate(("steady", "random", "steady", "random", "steady", "random")):
        exercise.play(seed, name)
    assert summed(game, 6, exercise.seen).missing == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_everything_holds_at_every_step(folder: Path, variant: str) -> None:
    game = Game.load(folder, variants=[variant] if variant else [])
    report = walk(game, 11, every=3, haste=0.2)
    assert report.ok, str(report)


def test_a_saved_game_goes_on_and_plays_again_alike(game: Game, folder: Path, tmp_path: Path) -> None:
    save = str(tmp_path / "g.jsonl")
    result = CliRunner().invoke(commands, ["run", str(folder), "--seed", "4", "--save", save, "--json"])
    assert result.exit_code == 0, result.output
    again = Session.resume(save, game=game)
    assert again.state.digest == json.loads(result.output)["state_hash"] and again.over is not None
    result = CliRunner().invoke(commands, ["replay", save, "--rules", str(folder)])
    assert result.exit_code == 0, result.output


def test_a_whole_game_shows_what_the_template_is_for(game: Game) -> None:
    session = campaign(game, ("steady", "steady"), 2)
    kinds: dict[Any, int] = Counter(type(e) for e in session.events())
    assert all(kinds[k] for k in (Moved, Attacked, BattleFought, Removed))
