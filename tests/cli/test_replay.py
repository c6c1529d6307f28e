"""`hexwright replay` and `hexwright export`: identical, damaged, diverged; and one seat's knowledge only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Caller


@pytest.fixture
def saved(call: Caller, tiny: Path) -> Path:
    assert call("run", tiny, "--seed", "7", "--bot", "random", "--save", "g.jsonl", "--json").exit_code == 0
    return Path("g.jsonl")


def test_a_saved_game_is_the_same_again(call: Caller, tiny: Path, saved: Path) -> None:
    result = call("replay", saved)
    assert result.exit_code == 0 and "every state is the same" in result.output
    ran = json.loads(call("run", tiny, "--seed", "7", "--bot", "random", "--json").output)
    plain = json.loads(call("replay", saved, "--json").output)
    assert plain["identical"] is True and plain["at"] is None
    assert plain["state_hash"] == ran["state_hash"] and plain["decisions"] == ran["decisions"]


def test_replay_leaves_the_file_alone(call: Caller, saved: Path) -> None:
    before = saved.read_bytes()
    saved.chmod(0o444)
    torn = before[:-20]
    Path("torn.jsonl").write_bytes(torn)
    for file in (saved, Path("torn.jsonl")):
        assert call("replay", file).exit_code == call("export", file, "--as", "red").exit_code == 0
    assert saved.read_bytes() == before and Path("torn.jsonl").read_bytes() == torn
    assert sorted(p.name for p in Path().iterdir()) == ["g.jsonl", "torn.jsonl"]


def test_damage_is_told_with_its_line(call: Caller, saved: Path) -> None:
    lines = saved.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[3] = lines[3].replace(":", ";", 1)
    saved.write_text("".join(lines), encoding="utf-8")
    result = call("replay", saved)
    assert result.exit_code == 1
    assert "g.jsonl:4:" in result.output


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\x00", b"[1]\n", b'{"a": 1}\n'])
def test_what_is_no_save_is_refused_in_words(call: Caller, content: bytes) -> None:
    Path("g.jsonl").write_bytes(content)
    result = call("replay", "g.jsonl")
    assert result.exit_code == 1
    assert "g.jsonl" in result.output and "Traceback" not in result.output


def test_a_missing_save_is_told(call: Caller) -> None:
    result = call("replay", "nix.jsonl")
    assert result.exit_code == 1 and "nix.jsonl" in result.output


def test_other_rules_lead_elsewhere(call: Caller, tiny: Path, saved: Path) -> None:
    plugin = tiny.parent / "other" / "plugins" / "tiny.py"
    plugin.parent.mkdir(parents=True)
    text = (tiny / "plugins" / "tiny.py").read_text(encoding="utf-8")
    plugin.write_text(text.replace('"move {unit.id} {space}"', '"march {unit.id} {space}"'), encoding="utf-8")
    (plugin.parent.parent / "ruleset.toml").write_bytes((tiny / "ruleset.toml").read_bytes())
    result = call("replay", saved, "--rules", plugin.parent.parent, "--json")
    assert result.exit_code == 3
    plain = json.loads(result.output)
    assert plain["identical"] is False and plain["at"] >= 1 and "move" in plain["differs"]


def test_an_export_holds_what_the_seat_may_know(call: Caller, saved: Path) -> None:
    red, blue = (call("export", saved, "--as", seat) for seat in ("red", "blue"))
    assert red.exit_code == blue.exit_code == 0
    json.loads(red.output)
    assert "b_ghost" in blue.output


def test_an_onlooker_learns_what_is_public(call: Caller, tiny: Path, saved: Path) -> None:
    result = call("export", saved, "--as", "onlooker")
    plain = json.loads(result.output)
    assert plain["seat"] == "onlooker" and plain["ask"] is None and plain["log"]
    assert "b_ghost" not in plain["view"]["units"] and "r1" in plain["view"]["units"]


def test_an_unknown_seat_is_wrong_use(call: Caller, saved: Path) -> None:
    result = call("export", saved, "--as", "rde")
    assert result.exit_code == 2 and "did you mean red?" in result.output


def test_a_thin_recording_is_replayed_and_exported(call: Caller, tiny: Path, saved: Path) -> None:
    made = call("run", tiny, "--seed", "7", "--bot", "random", "--save", "t.jsonl", "--thin", "--json")
    assert made.exit_code == 0
    plain, thin = (json.loads(call("replay", file, "--json").output) for file in (saved, "t.jsonl"))
    assert thin["identical"] is True and thin["state_hash"] == plain["state_hash"]
    assert call("export", "t.jsonl", "--as", "red").output == call("export", saved, "--as", "red").output
    assert Path("t.jsonl").stat().st_size < saved.stat().st_size / 2
    result = call("play", "--resume", "t.jsonl")
    assert result.exit_code == 1 and "not be played on" in result.output


def test_thin_needs_a_file(call: Caller, tiny: Path) -> None:
    result = call("run", tiny, "--thin")
    assert result.exit_code == 2 and "--save" in result.output
