"""Known trouble of the command line: commands that only read need nothing to write to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hexwright.session import Session

from ..cli.conftest import Caller


def shut(*folders: Path) -> None:
    """Takes away every right to write (which root has all the same)."""
    for folder in folders:
        for path in (*folder.rglob("*"), folder):
            path.chmod(0o555 if path.is_dir() else 0o444)


def opened(*folders: Path) -> None:
    for folder in folders:
        folder.chmod(0o755)
        for path in sorted(folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)


def picture(*folders: Path) -> list[tuple[str, int, bytes]]:
    """Every file with its time and content, every folder with its time."""
    return [
        (str(p), p.stat().st_mtime_ns, p.read_bytes() if p.is_file() else b"")
        for folder in folders
        for p in sorted((folder, *folder.rglob("*")))
    ]


@pytest.mark.case("L08")
@pytest.mark.parametrize("home", ["", "/nowhere/at/all"])
def test_l08_what_only_reads_works_where_nothing_can_be_written(
    call: Caller, tiny: Path, tmp_path: Path, home: str
) -> None:
    here = tmp_path / "here"
    assert call("run", tiny, "--seed", "1", "--save", "g.jsonl").exit_code == 0
    for cache in tiny.rglob("__pycache__"):
        shutil.rmtree(cache)
    unset = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "PYTHONDONTWRITEBYTECODE")
    about = {k: v for k, v in os.environ.items() if k not in unset}
    about |= {"HOME": home} if home else {}
    shut(tiny, here)
    before = picture(tiny, here)
    try:
        for arguments in (
            ["check", tiny], ["run", tiny, "--seed", "1"], ["list"], ["plugins"], ["plugins", tiny], ["--version"],
            ["replay", "g.jsonl"], ["export", "g.jsonl", "--as", "red"], ["--help"],
        ):  # fmt: skip
            done = subprocess.run(
                [sys.executable, "-m", "hexwright", *map(str, arguments)], env=about, capture_output=True, check=False
            )
            assert (done.returncode, done.stderr) == (0, b""), arguments
        assert picture(tiny, here) == before
    finally:
        opened(tiny, here)


@pytest.mark.case("L08")
def test_l08_play_without_a_place_to_save_says_where_it_would_have_and_goes_on(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexwright.cli.play.free_name", lambda ruleset, folder: Path("gone") / f"{ruleset}.jsonl")
    result = call("play", tiny, typed="order wait\ndone\nquit\n")
    assert result.exit_code == 0
    assert "gone/tiny.jsonl: cannot be written" in result.output and "Blue: choose your order" in result.output


@pytest.mark.case("L08")
@pytest.mark.parametrize("command", ["run", "play"])
def test_l08_a_save_that_cannot_be_written_fails_before_the_first_decision(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    played: list[str] = []
    monkeypatch.setattr(Session, "play", lambda self, decision, seat="": played.append(decision))
    result = call(command, tiny, "--save", "no/such/folder/g.jsonl", typed="order wait\n")
    assert result.exit_code == 1 and played == []
    assert "no/such/folder/g.jsonl: cannot be written" in result.output
