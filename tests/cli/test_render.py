"""`hexwright render` and `picture` in play: pictures in files as a seat may know them, and refusals in words."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexwright.cli.render import keep

from .conftest import Caller


@pytest.fixture
def saved(call: Caller, tiny: Path) -> Path:
    assert call("run", tiny, "--seed", "7", "--bot", "random", "--save", "g.jsonl", "--json").exit_code == 0
    return Path("g.jsonl")


def shown(file: str | Path) -> str:
    text = Path(file).read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    return text


# ------------------------------------------------------------------ what is drawn


def test_a_ruleset_is_drawn_with_its_set_up(call: Caller, tiny: Path) -> None:
    result = call("render", tiny, "-o", "tiny.svg")
    assert result.exit_code == 0 and result.output == "written: tiny.svg\n"
    text = shown("tiny.svg")
    assert 'id="unit-r1"' in text and 'id="unit-b1"' in text
    assert "ghost" not in text.casefold()  # hidden: nobody is told without a seat
    assert sorted(p.name for p in Path().iterdir()) == ["tiny.svg"]


def test_each_seat_has_its_own_picture_and_the_host_all(call: Caller, saved: Path) -> None:
    for seat, knows in (("red", False), ("blue", True), ("BLUE", True), ("all", True), ("onlooker", False)):
        result = call("render", saved, "--seat", seat, "-o", "p.svg")
        assert result.exit_code == 0, result.output
        assert ("unit-b_5f_ghost" in shown("p.svg")) is knows
    call("render", saved, "-o", "q.svg")
    call("render", saved, "--seat", "onlooker", "-o", "p.svg")
    assert Path("p.svg").read_bytes() == Path("q.svg").read_bytes()


def test_the_board_alone(call: Caller, tiny: Path) -> None:
    assert call("render", tiny, "--empty", "-o", "e.svg").exit_code == 0
    assert "unit-r1" not in shown("e.svg") and "Middleton" in shown("e.svg")
    result = call("render", tiny, "--empty", "--overlay", "control", "-o", "f.svg")
    assert result.exit_code == 2 and "--empty" in result.output


def test_what_is_laid_over_the_rules_counts(call: Caller, tiny: Path) -> None:
    assert call("render", tiny, "--set", 'unit.r1.name="Foot & Horse"', "-o", "s.svg").exit_code == 0
    assert "Foot &amp; Horse" in shown("s.svg")


@pytest.mark.parametrize("overlay", ["control", "move:r1", "move:1st foot"])
def test_overlays(call: Caller, tiny: Path, overlay: str) -> None:
    result = call("render", tiny, "--overlay", overlay, "-o", "o.svg")
    assert result.exit_code == 0, result.output
    assert 'id="layer-overlay"' in shown("o.svg")


def test_png_and_scale(call: Caller, tiny: Path) -> None:
    sizes = []
    for scale in ("1", "2"):
        assert call("render", tiny, "--scale", scale, "-o", "p.PNG").exit_code == 0
        head = Path("p.PNG").read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        sizes.append(int.from_bytes(head[16:20], "big"))
    assert abs(sizes[1] - 2 * sizes[0]) <= 1


def test_the_same_picture_twice_is_the_same_bytes(call: Caller, tiny: Path) -> None:
    call("render", tiny, "-o", "a.svg")
    call("render", tiny, "-o", "b.svg")
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("map.pgn", "pictures do not end in '.pgn'; did you mean map.png?"),
        ("map.svgg", "did you mean map.svg?"),
        ("map.tiff", "pictures do not end in '.tiff'; name a file that ends in .svg or .png"),
        ("map", "'map' tells no kind of picture; name a file that ends in .svg or .png"),
    ],
)
def test_unknown_endings_are_refused_with_the_nearest(call: Caller, tiny: Path, file: str, told: str) -> None:
    result = call("render", tiny, "-o", file)
    assert result.exit_code == 2 and told in " ".join(result.output.split())
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--seat", "rde"), 2, "nobody plays 'rde'; did you mean red?"),
        (("--overlay", "contrl"), 2, "no overlay 'contrl'; did you mean control?"),
        (("--overlay", "move:r9"), 2, "no unit 'r9'; did you mean b1 or r1?"),
        (("--overlay", "move:b_ghost"), 2, "no unit 'b_ghost'"),
        (("--overlay", "air:r1"), 1, "1st Foot has no range"),
        (("--scale", "0"), 2, "--scale"),
        (("--overlay", "supply"), 1, "Tiny has no supply routes"),
        (("--scenario", "nix"), 1, "no scenario 'nix'"),
    ],
)
def test_what_is_not_known_is_told(call: Caller, tiny: Path, options: tuple[str, str], code: int, told: str) -> None:
    result = call("render", tiny, *options, "-o", "x.svg")
    assert result.exit_code == code, result.output
    assert told in " ".join(result.output.split()) and "Traceback" not in result.output
    assert list(Path().iterdir()) == []


def test_a_file_must_be_named(call: Caller, tiny: Path) -> None:
    result = call("render", tiny)
    assert result.exit_code == 2 and "--output" in result.output


def test_a_ruleset_or_save_that_is_not_there(call: Caller) -> None:
    result = call("render", "nix", "-o", "x.svg")
    assert result.exit_code == call("check", "nix").exit_code and "nix" in result.output
    result = call("render", "nix.jsonl", "-o", "x.svg")
    assert result.exit_code == 1 and "nix.jsonl" in result.output
    Path("broken.jsonl").write_text("hello\n", encoding="utf-8")
    result = call("render", "broken.jsonl", "-o", "x.svg")
    assert result.exit_code == 1 and "broken.jsonl" in result.output


def test_a_save_keeps_its_scenario(call: Caller, saved: Path) -> None:
    result = call("render", saved, "--set", "sequence.turns=9", "-o", "x.svg")
    assert result.exit_code == 2 and "a saved game keeps its scenario" in " ".join(result.output.split())


def test_a_folder_that_is_missing_or_in_the_way_is_told(call: Caller, tiny: Path) -> None:
    result = call("render", tiny, "-o", "nowhere/x.svg")
    assert result.exit_code == 1 and "nowhere" in result.output
    Path("x.svg").mkdir()
    result = call("render", tiny, "-o", "x.svg")
    assert result.exit_code == 1 and "x.svg" in result.output and "Traceback" not in result.output


# ------------------------------------------------------------------ the file


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "p.svg"
    keep(file, b"old")
    assert stat.S_IMODE(file.stat().st_mode) & 0o444 == 0o444 & ~_mask()

    def fail(*_: object) -> None:
        raise OSError(28, "no space left", "p.svg")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        keep(file, b"new")
    assert file.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["p.svg"]


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# ------------------------------------------------------------------ in play


def test_play_writes_the_picture_of_the_seat_next_to_the_save(call: Caller, tiny: Path) -> None:
    Path("games").mkdir()
    typed = "picture\npicture control\npicture move:b_ghost\nquit\n"
    result = call("play", tiny, "--side", "red", "--seed", "1", "--save", "games/one.jsonl", typed=typed)
    assert result.exit_code == 0, result.output
    assert result.output.count("Your picture is in games/one-red.svg") == 2
    assert "There is no picture: no unit 'b_ghost'" in result.output
    assert sorted(p.name for p in Path("games").iterdir()) == ["one-red.svg", "one.jsonl"]
    text = shown("games/one-red.svg")
    assert "unit-r1" in text and "ghost" not in text.casefold()
    assert "layer-overlay" in text


def test_a_game_that_is_not_saved_has_its_picture_in_the_current_folder(call: Caller, tiny: Path) -> None:
    from hexwright.cli.render import beside_save
    from hexwright.game import Game
    from hexwright.session import Session

    session = Session.new(Game.load(str(tiny)), seed=1)
    assert beside_save(session, "blue") == Path("tiny-blue.svg")
    assert "unit-b_5f_ghost" in shown("tiny-blue.svg")


def test_the_help_of_play_names_it(call: Caller, tiny: Path) -> None:
    result = call("play", tiny, "--side", "red", "--seed", "1", typed="help\nquit\n")
    assert "picture" in result.output
