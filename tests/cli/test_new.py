"""`hexwright new ruleset`: what it writes and says, and that nothing is overwritten, broken off or half done."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hexwright.cli import new
from hexwright.ruleset.load import list_rulesets

from .conftest import Caller


def test_it_says_what_it_made_and_what_to_try_next(call: Caller) -> None:
    result = call("new", "ruleset", "my_game")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] == "my_game: a small game to begin with."
    assert "  map.toml                 The map: a block of letters, one for each hex" in result.output
    told = [line.split()[0] for line in lines if line.startswith("  ") and ".toml " in line]
    assert told == sorted(told, key=lambda f: ("/" in f, f))
    assert sorted(told) == sorted(p.relative_to("my_game").as_posix() for p in Path("my_game").rglob("*.toml"))
    assert lines[-4:] == [
        "What to try next:",
        "  hexwright check my_game",
        "  hexwright play my_game",
        "  hexwright test my_game",
    ]
    assert all(len(line) <= 120 for line in lines)


def test_the_three_commands_work_by_name_where_it_was_made(call: Caller) -> None:
    call("new", "ruleset", "my_game")
    assert call("check", "my_game").output == "my_game: no faults\n"
    assert call("test", "my_game").exit_code == 0
    assert "Red turn" in call("play", "my_game", typed="quit\n").output
    assert "my_game  My Game  (./my_game)" in call("list").output


@pytest.mark.parametrize("title", ['The "Ford"', "C:\\temp\\new", "日本 & É", "it's {0} %s @NAME@", "#"])
def test_any_printable_title_will_do(call: Caller, title: str) -> None:
    assert call("new", "ruleset", "g", "--title", title).exit_code == 0
    (listed,) = (found for found in list_rulesets(["."]) if found.info.id == "g")
    assert (listed.info.title, listed.faults) == (title, ())
    assert Path("g/README.md").read_text(encoding="utf-8").splitlines()[0] == f"# {title}"


@pytest.mark.parametrize("title", ["a\nb", "\x1b[1m", " ", "\udcff"])
def test_a_title_that_cannot_be_printed_is_refused(call: Caller, title: str) -> None:
    refused(call, "is no title", "g", "--title", title)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("My Game", "for example my_game"),
        ("my-game", "for example my_game"),
        ("MyGame", "for example mygame"),
        ("1944", "for example game_1944"),
        ("Été", "for example ete"),
        ("../up", "for example up"),
        ("a/b", "for example a_b"),
        ("con", "for example con_game"),
        ("torch_tunisia", "for example my_torch_tunisia"),
        ("x" * 41, "for example " + "x" * 40),
        ("", "begins with a letter"),
        ("日本", "begins with a letter"),
        ("\udcff", "begins with a letter"),
    ],
)
def test_a_name_that_will_not_do_is_refused_with_one_that_does(call: Caller, name: str, nearest: str) -> None:
    refused(call, nearest, name)


@pytest.mark.parametrize("there", ["file", "folder", "empty", "link"])
def test_what_exists_is_not_touched(call: Caller, there: str) -> None:
    place = Path("mine")
    if there == "file":
        place.write_text("precious", encoding="utf-8")
    elif there == "link":
        place.symlink_to("nowhere")
    else:
        place.mkdir()
        if there == "folder":
            (place / "ruleset.toml").write_text("precious", encoding="utf-8")
    before = sorted(os.walk("."))
    refused(call, "mine exists already, and nothing is overwritten", "mine", clean=False)
    assert sorted(os.walk(".")) == before
    if there in ("file", "folder"):
        assert (place if there == "file" else place / "ruleset.toml").read_text(encoding="utf-8") == "precious"


def test_another_folder_may_hold_it(call: Caller) -> None:
    Path("a b").mkdir()
    result = call("new", "ruleset", "g", "--to", "a b")
    assert result.output.splitlines()[-1] == "  hexwright test 'a b/g'"
    assert call("check", "a b/g").output == "a b/g: no faults\n"


def test_a_folder_that_is_none_is_refused(call: Caller) -> None:
    refused(call, "far does not exist", "g", "--to", "far")
    Path("file").write_text("", encoding="utf-8")
    refused(call, "file is no folder", "g", "--to", "file", clean=False)


def test_a_place_where_nothing_can_be_written_is_told(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied", "somewhere")

    monkeypatch.setattr(new, "TemporaryDirectory", refuse)
    refused(call, "g cannot be written: Permission denied", "g")


def test_what_breaks_off_leaves_nothing_behind(call: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Path] = []
    write = Path.write_text

    def full(self: Path, *args: str, **more: str) -> int:
        if len(written) == 5:
            raise OSError(28, "No space left on device", str(self))
        written.append(self)
        return write(self, *args, **more)

    monkeypatch.setattr(Path, "write_text", full)
    refused(call, "g cannot be written: No space left on device", "g")
    assert len(written) == 5


def test_who_forgets_what_is_told(call: Caller) -> None:
    result = call("new", "my_game")
    assert result.exit_code == 2 and "nothing new is called 'my_game'; say hexwright new ruleset NAME" in result.output
    assert "ruleset  Write a small complete game" in call("new", "--help").output
    assert call("new", "ruleset").exit_code == 2


def refused(call: Caller, told: str, *arguments: str, clean: bool = True) -> None:
    """The command ends with code 2 and these words, without a traceback; with `clean` nothing is there afterwards."""
    result = call("new", "ruleset", *arguments)
    assert result.exit_code == 2, result.output
    assert told in " ".join(result.output.split())
    assert "Traceback" not in result.output
    assert not clean or not list(Path().iterdir())
