"""Recorded games: each goes through the very states it went through when it was recorded; together they reach all.

After a change of rules on purpose they are recorded anew: `python tools/record_games.py torch_tunisia`; after one of
texts alone, `--again` keeps their decisions.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
import tomli
from tools.record_games import main

from hexwright import journal
from hexwright.game import Game
from hexwright.session import replay
from hexwright.testing.exercise import Exercise, goals

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "rulesets" / "torch_tunisia" / "games"
GAMES = sorted(FOLDER.glob("*.jsonl"))
OTHERS = sorted(ROOT.glob("tests/rulesets/*/games/*.jsonl"))
MOST = 100_000  # bytes of a game


@cache
def loaded(layers: str) -> Game:
    """The rules of recordings, once for all that have the same scenario, variants and settings."""
    scenario, variants, settings = json.loads(layers)
    return Game.load("torch_tunisia", scenario=scenario, variants=variants, settings=settings)


@cache
def followed(path: Path) -> frozenset[str]:
    """What a game meets when it is played again; HexwrightError when it goes another way."""
    header = journal.read(path).header
    game = loaded(json.dumps([header["scenario"], header["variants"], header["settings"]]))
    exercise = Exercise(game)
    exercise.recording(path, probed=0)
    return frozenset(exercise.met)


def test_there_are_recorded_games() -> None:
    assert len(GAMES) >= 30


@pytest.mark.parametrize("path", [*GAMES, *OTHERS], ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_a_recorded_game_plays_the_same(path: Path) -> None:
    met = followed(path)
    assert any(each.startswith("ending ") for each in met), "the game is not over"
    assert path.stat().st_size < MOST


def test_a_game_is_written_anew_from_its_own_decisions(tmp_path: Path) -> None:
    copy = tmp_path / "idle.jsonl"
    copy.write_bytes((FOLDER / "idle.jsonl").read_bytes())
    assert main(["torch_tunisia", "--again", "--into", str(tmp_path), "--processes", "1"]) == 0
    written = replay(copy)
    assert written.identical and written.notes == ()
    assert [line.said for line in journal.read(copy).lines if line.kind == "decision"] == [
        line.said for line in journal.read(FOLDER / "idle.jsonl").lines if line.kind == "decision"
    ]


def test_games_that_go_another_way_are_not_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "idle.jsonl"
    *lines, last = (FOLDER / "idle.jsonl").read_text(encoding="utf-8").splitlines()
    other = json.dumps({**json.loads(last), "hash": "0" * 64}, separators=(",", ":"))
    copy.write_text("\n".join((*lines, other, "")), encoding="utf-8")
    before = copy.read_bytes()
    assert main(["torch_tunisia", "--again", "--into", str(tmp_path), "--processes", "1"]) == 1
    assert "idle.jsonl: after decision 373 the state is another one" in capsys.readouterr().out
    assert copy.read_bytes() == before


@pytest.mark.skipif(not GAMES, reason="no games are recorded")
def test_the_games_reach_every_ending_mission_row_and_plugin_together() -> None:
    met = frozenset[str]().union(*map(followed, GAMES))
    shows = tomli.loads((FOLDER / "games.toml").read_text(encoding="utf-8"))["shows"]
    met |= {goal for goal, by in shows.items() if any(each in met for each in by)}
    game = loaded(json.dumps(["", [], []]))
    conditions = game.rules.settings["victory"].conditions.values()
    endings = [f"ending {c.winner} {c.rule} {phase}" for c in conditions for phase in c.check]
    assert len(endings) == 3 and len(goals(game)) > 40
    assert [goal for goal in (*goals(game), *endings) if goal not in met] == []
