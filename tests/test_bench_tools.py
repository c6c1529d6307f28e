"""The benchmarks run, in their quickest form and without a clock, and the skirmish goes as it must everywhere."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexwright.game import Game

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


NAMES = (
    "skirmish", "small-games", "apply", "clone", "size", "save", "range", "large-map", "hooks", "start-up", "loading",
    "campaigns",
)  # fmt: skip


def test_every_benchmark_is_named() -> None:
    from tools.bench.run import benchmarks

    assert tuple(benchmarks()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_runs_and_its_rows_make_a_table(name: str) -> None:
    from tools.bench.measure import SMOKE, table
    from tools.bench.run import benchmarks

    rows = benchmarks()[name](SMOKE)
    assert rows
    text = table(rows)
    for row in rows:
        assert row.ours >= 0
        assert row.theirs is None or row.theirs > 0
        assert row.what in text


def test_the_skirmish_comes_to_the_checksum_everywhere() -> None:
    from tools.bench.plain import CHECKSUMS, Skirmish
    from tools.bench.play import skirmish_by_engine

    assert {seed: Skirmish().play(seed) for seed in CHECKSUMS} == CHECKSUMS
    assert skirmish_by_engine(2) == CHECKSUMS[2]  # the benchmark itself plays the first


def test_a_skirmish_that_goes_another_way_is_not_measured() -> None:
    from tools.bench.play import checked

    with pytest.raises(ValueError, match="wanted"):
        checked(lambda seed: (1, 2), (1,))


@pytest.mark.parametrize(("folder", "longest"), [("tictactoe", 9), ("hex11", 121)])
def test_the_small_games_are_those_of_plain_python(folder: str, longest: int) -> None:
    """The same draws make the same moves: the options stand in the order of the cells, and the same rows win."""
    from tools.bench import plain
    from tools.bench.measure import GAMES
    from tools.bench.play import by_chance

    bare = {"tictactoe": plain.tictactoe, "hex11": plain.hex11}[folder]
    game = Game.load(GAMES / folder)
    for seed in range(5):
        moves = by_chance(game, plain.stream(seed))
        assert moves == bare(plain.stream(seed))
        assert moves <= longest


def test_targets() -> None:
    from tools.bench.measure import Row

    slow = Row("play", 10.0, "moves/s", "peer", 10.0)
    assert slow.ratio == 1.0 and slow.met is None
    assert slow.wants("2 x", ratio=2.0).met is False
    assert slow.wants("5", least=5.0).met is True
    quick = Row("call", 10.0, "us", "peer", 30.0)
    assert quick.ratio == 3.0
    assert quick.wants("3 x and 9 us", ratio=3.0, most=9.0).met is False


def test_a_state_is_counted_without_what_its_parent_holds() -> None:
    from tools.bench.keeping import beyond

    from hexwright.state import State

    parent = State(done=("x" * 10_000,))
    child = parent.with_(turn=3)
    assert beyond(child, parent, set(), memo=True) < 1000
    other = parent.with_(done=("y" * 10_000,))
    assert beyond(other, parent, set(), memo=True) > 10_000


def test_the_peer_is_left_out_politely(tmp_path: Path) -> None:
    from tools.bench import peer

    assert "no --bgio" in peer.why_absent(None)
    assert peer.why_absent(tmp_path)
    assert peer.skirmish(tmp_path) is None


def test_what_the_peer_prints_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tools.bench import peer

    said = [
        {"kind": "skirmish", "peer": "bgio-reducer", "decisions_per_s": 9000.5},
        {"kind": "skirmish", "peer": "plain-JS", "decisions_per_s": 99000.0},
    ]
    printed = "bgio-reducer [[1,2]]\n" + "".join(f"{json.dumps(s)} 3000\n" for s in said)
    (tmp_path / "node_modules" / "boardgame.io").mkdir(parents=True)

    def run(*given: Any, **more: Any) -> Any:
        return subprocess.CompletedProcess(given, 0, stdout=printed)

    monkeypatch.setattr(shutil, "which", lambda name: "/bin/" + name)
    monkeypatch.setattr(subprocess, "run", run)
    assert peer.skirmish(tmp_path) == 9000.5


def test_the_command_prints_one_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from tools.bench import measure, run

    monkeypatch.setattr(measure, "QUICK", measure.SMOKE)
    monkeypatch.setattr(sys, "argv", ["run.py", "--quick", "--only", "clone", "hooks"])
    run.main()
    told = capsys.readouterr().out
    assert told.index("-- clone") < told.index("-- hooks")
    assert "boardgame.io is left out" in told
