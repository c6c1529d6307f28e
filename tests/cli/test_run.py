"""`hexwright run`: the account, the JSON summary, the save, and readers that go away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Caller


def test_the_account_goes_turn_by_turn(call: Caller, tiny: Path) -> None:
    result = call("run", tiny, "--seed", "7", "--bot", "random")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Tiny, seed 7"
    assert lines.index("=== Turn 1: Monday ===") < lines.index("=== Turn 2: Tuesday ===")
    assert any(line.startswith("    dice (weather): ") for line in lines)
    assert lines[-1] == "The game is over: nobody has won (the last turn is over)."


def test_the_same_seed_gives_the_same_game(call: Caller, tiny: Path) -> None:
    first, second, other = (call("run", tiny, "--seed", s, "--bot", "random", "--json").output for s in (7, 7, 8))
    assert first == second != other


def test_the_summary_is_one_object(call: Caller, tiny: Path) -> None:
    plain = json.loads(call("run", tiny, "--seed", "7", "--json").output)
    assert list(plain) == ["ruleset", "rules_hash", "seed", "winner", "reason", "turn", "decisions", "state_hash"]
    assert (plain["ruleset"], plain["seed"], plain["winner"]) == ("tiny", 7, None)
    assert (plain["reason"], plain["turn"]) == ("turn_limit", 2)
    assert len(plain["state_hash"]) == len(plain["rules_hash"]) == 64


def test_a_seed_that_was_not_given_is_printed(call: Caller, tiny: Path) -> None:
    head = call("run", tiny).output.splitlines()[0]
    seed = head.removeprefix("Tiny, seed ")
    again = call("run", tiny, "--seed", seed).output
    assert again.splitlines()[0] == head


def test_every_move_is_told_on_demand(call: Caller, tiny: Path) -> None:
    few = call("run", tiny, "--seed", "7", "--bot", "random").output
    all_ = call("run", tiny, "--seed", "7", "--bot", "random", "-v").output
    assert " moves from A1 " not in few and " moves " in all_
    assert "units moved: " in few
    assert "[T-1]" in all_


def test_moves_that_were_taken_back_are_not_in_the_account(call: Caller, tiny: Path) -> None:
    told = call("run", tiny, "--seed", "7", "--bot", "random", "-v").output
    ends = {"r1": "A1", "b1": "C3", "b_ghost": "B3"}
    names = {"1st Foot": "r1", "Blue Foot": "b1", "Ghost": "b_ghost"}
    for line in told.splitlines():
        if " moves " in line:
            who, path = line.strip().removesuffix(" [T-1]").split(" moves ")
            start, end = path.replace("Middleton (B2)", "B2").removeprefix("from ").split(" to ")
            assert ends[names[who]] == start
            ends[names[who]] = end


def test_where_a_game_is_kept_is_told_and_how_it_is_played_again(call: Caller, tiny: Path) -> None:
    result = call("run", tiny, "--seed", "7", "--save", "my g.jsonl")
    told = "The game is kept in my g.jsonl. Play it again with: hexwright replay 'my g.jsonl'"
    assert result.output.splitlines()[-1] == told
    assert "kept in" not in call("run", tiny, "--seed", "7", "--save", "b.jsonl", "--json").output


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_plug_in_that_breaks_is_named_without_a_traceback(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch, debug: str
) -> None:
    monkeypatch.setenv("HEXWRIGHT_DEBUG", debug)
    plugin = tiny / "plugins" / "tiny.py"
    text = plugin.read_text(encoding="utf-8")
    plugin.write_text(text.replace("faces[0] < 4", "faces[7] < 4"), encoding="utf-8")
    result = call("run", tiny, "--seed", "7")
    assert result.exit_code == 1
    assert "plug-in tiny 1.2.3, frame tiny.weather, fell, at turn 1, 'roll" in result.output
    assert "IndexError: tuple index out of range (tiny.py:" in result.output
    assert "Please report it" in result.output
    assert ("Traceback" in result.output) == bool(debug)


def test_a_fault_of_hexwright_itself_is_told_without_a_traceback(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HEXWRIGHT_DEBUG", raising=False)
    monkeypatch.setattr("hexwright.cli.run._summary", lambda session, seed: [][0])
    result = call("run", tiny, "--seed", "7", "--json")
    assert result.exit_code == 1
    assert result.output.startswith("hexwright broke: IndexError: list index out of range\n")
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bot", "rde=steady"], "did you mean red?"),
        (["--bot", "red=stedy"], "did you mean steady?"),
        (["--set", "nonsense"], "KEY=VALUE"),
        (["--scenario", "nix"], "nix"),
        (["--variant", "nix"], "nix"),
    ],
)
def test_mistakes_are_told_in_words(call: Caller, tiny: Path, arguments: list[str], told: str) -> None:
    result = call("run", tiny, *arguments)
    assert result.exit_code in (1, 2)
    assert told in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_a_save_where_nothing_can_be_written_fails_first(call: Caller, tiny: Path) -> None:
    result = call("run", tiny, "--save", Path("nowhere") / "g.jsonl")
    assert result.exit_code == 1
    assert "nowhere" in result.output and "Turn 1" not in result.output


@pytest.mark.case("L01")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments", [["run", "{}", "--seed", "7", "--save", "g.jsonl"], ["list"], ["check", "{}", "--format", "json"]]
)
def test_a_reader_that_goes_away_is_no_news(call: Caller, tiny: Path, arguments: list[str], unbuffered: str) -> None:
    full = [a.format(tiny) for a in arguments]
    process = subprocess.Popen(
        [sys.executable, "-m", "hexwright", *full],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()
    if "--save" in arguments:
        result = call("replay", "g.jsonl", "--json")
        assert result.exit_code == 0
        assert (
            json.loads(result.output)["state_hash"]
            == json.loads(call("run", tiny, "--seed", 7, "--json").output)["state_hash"]
        )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_a_full_disk_is_told(tiny: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "hexwright", "--help"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"hexwright: cannot write:") and b"Traceback" not in done.stderr
