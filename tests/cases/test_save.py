"""Known trouble of saves: what survives or comes by chance, rules tightened since, a process killed while it writes."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexwright.errors import SaveError
from hexwright.game import Game
from hexwright.session import Session, replay

from ..cli.conftest import Caller
from ..demo import write_demo

SKIRMISH = Path(__file__).parents[1] / "rulesets" / "skirmish"

FLEETS = SKIRMISH.parent / "fleets"

# ------------------------------------------------------------------ V02, V03: nothing survives, nothing is by chance


@pytest.mark.case("V02")
def test_v02_a_replay_leaves_nothing_behind_for_the_next(call: Caller, tmp_path: Path) -> None:
    games = [write_demo(tmp_path / "demo"), FLEETS]
    for n, folder in enumerate(games):
        assert call("run", folder, "--seed", "7", "--bot", "random", "--save", f"{n}.jsonl").exit_code == 0
    first = replay("0.jsonl")
    half = Path("0.jsonl").read_bytes().splitlines(keepends=True)
    Path("half.jsonl").write_bytes(b"".join(half[: len(half) // 2]))
    assert replay("half.jsonl").identical  # to the middle, then dropped
    assert [replay(f"{n}.jsonl") for n in (0, 1, 0)] == [first, replay("1.jsonl"), first]
    assert first.identical and first.decisions > 10


@pytest.mark.case("V03")
def test_v03_a_whole_campaign_is_the_same_under_every_hash_seed() -> None:
    told = set()
    for seed in ("0", "random"):
        done = subprocess.run(
            [sys.executable, "-m", "hexwright", "run", "torch_tunisia", "--seed", "7", "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True,
        )  # fmt: skip
        told.add(done.stdout)
    assert len(told) == 1 and len(json.loads(told.pop())["state_hash"]) == 64


# ------------------------------------------------------------------ V07: tightened rules


@pytest.fixture
def tightened(call: Caller, tmp_path: Path) -> Path:
    """A game of the demo in g.jsonl, and the demo in whose rules a hill then costs more than anybody has."""
    folder = write_demo(tmp_path / "demo")
    assert call("run", folder, "--seed", "3", "--bot", "random", "--save", "g.jsonl").exit_code == 0
    rules = folder / "ruleset.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("hill = 2 }", "hill = 3 }"), encoding="utf-8")
    return folder


def first_climb() -> int:
    """The number of the first move onto a hill."""
    hills = {"C1", "A3"}
    lines = [json.loads(line) for line in Path("g.jsonl").read_text(encoding="utf-8").splitlines()]
    told = (line for line in lines if line.get("line") == "decision" and line["decision"].startswith("move "))
    return next(int(line["n"]) for line in told if line["decision"].split()[2] in hills)


@pytest.mark.case("V07")
def test_v07_replay_ends_with_three_and_names_the_first_decision_that_is_illegal_now(
    call: Caller, tightened: Path
) -> None:
    whole = Path("g.jsonl").read_bytes()
    result = call("replay", "g.jsonl", "--json")
    told = json.loads(result.output)
    assert result.exit_code == 3
    assert told["at"] == first_climb()
    assert f"decision {told['at']} (" in told["differs"] and "is refused: " in told["differs"]
    assert "table [movement] has changed (ruleset.toml)" in " ".join(told["notes"])
    assert f"decision {told['at']}" in call("replay", "g.jsonl").output
    assert Path("g.jsonl").read_bytes() == whole


@pytest.mark.case("V07")
def test_v07_resume_says_what_differs_and_leaves_the_save_alone(call: Caller, tightened: Path) -> None:
    whole = Path("g.jsonl").read_bytes()
    with pytest.raises(SaveError, match=r"table \[movement\] has changed \(ruleset\.toml\)"):
        Session.resume("g.jsonl")
    result = call("play", "--resume", "g.jsonl", typed="quit\n")
    assert result.exit_code == 1
    assert "g.jsonl" in result.output and "table [movement] has changed (ruleset.toml)" in result.output
    assert "Traceback" not in result.output
    assert Path("g.jsonl").read_bytes() == whole


# ------------------------------------------------------------------ V08: killed


@pytest.mark.case("V08")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill so hard")
@pytest.mark.parametrize("seed", range(4))
def test_v08_a_run_that_is_killed_loses_at_most_the_decision_being_written(
    call: Caller, tmp_path: Path, seed: int
) -> None:
    save = Path("g.jsonl")
    process = subprocess.Popen(
        [sys.executable, "-m", "hexwright", "run", str(SKIRMISH), "--bot", "random", "--seed", "5",
         "--save", str(save), "--json"],
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    enough = random.Random(seed).randrange(1, 120_000)
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until:
        if save.exists() and save.stat().st_size >= enough:
            break
        time.sleep(0.001)
    assert process.poll() is None, "the game was over before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    raw = save.read_bytes()
    ended = raw.count(b"\n")
    told = json.loads(call("replay", save, "--json").output)
    written = sum(json.loads(line).get("line") == "decision" for line in raw.splitlines()[:ended])
    assert told["identical"] and told["decisions"] in (written, written + 1)
    torn = not raw.endswith(b"\n") and told["decisions"] == written
    assert any("torn" in note for note in told["notes"]) is torn
    with Session.resume(save, game=Game.load(SKIRMISH)) as session:
        assert session.decisions == told["decisions"]
        ask = session.asks()[0]
        session.play(ask.options.all()[0], ask.seat)
    assert replay(save).identical


@pytest.mark.case("V08")
@pytest.mark.parametrize(
    ("tail", "told"),
    [(b'{"line":"decision","n":9,"x":"\xc3', "torn"), (b"\x00" * 4096, "NUL")],
    ids=["half a letter", "NUL bytes"],
)
def test_v08_what_a_crash_left_at_the_end_is_named_for_what_it_is(
    call: Caller, tiny: Path, tail: bytes, told: str
) -> None:
    assert call("run", tiny, "--seed", "1", "--save", "g.jsonl").exit_code == 0
    whole = json.loads(call("replay", "g.jsonl", "--json").output)
    with Path("g.jsonl").open("ab") as file:
        file.write(tail)
    result = call("replay", "g.jsonl")
    assert told in result.output and "Traceback" not in result.output
    if result.exit_code == 0:
        again = json.loads(call("replay", "g.jsonl", "--json").output)
        assert again["state_hash"] == whole["state_hash"]
    else:
        assert result.exit_code == 1


@pytest.mark.case("V08")
def test_v08_a_save_of_no_bytes_is_named_for_what_it_is(call: Caller) -> None:
    Path("g.jsonl").touch()
    for arguments in (["replay", "g.jsonl"], ["play", "--resume", "g.jsonl"], ["export", "g.jsonl", "--as", "red"]):
        result = call(*arguments)
        assert result.exit_code == 1 and "the file has 0 bytes" in result.output
    assert Path("g.jsonl").stat().st_size == 0
