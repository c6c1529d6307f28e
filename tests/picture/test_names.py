"""Texts on the map: long names on every edge, crowds of cities, the same picture always, changes that stay local."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexwright.picture import letters
from hexwright.picture.draw import picture

from .drawn import board, draw, game_of, overlaps, texts

LONG = "Llanfairpwllgwyngyll-gogerychwyrndrobwll by the Old Sea Wall"
WORD = "Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoro"


def stress(tops: str) -> str:
    rows = ["ttttt", "tt.tt", "tt.tt", "ttttt"]
    names = {"A1": LONG, "E1": WORD, "A4": WORD, "E4": LONG, "C1": LONG + "!", "C4": WORD, "A2": WORD, "E2": LONG}
    crowd = {f"{c}{r}": f"Königswusterhausen am See {c}{r}" for c in "BD" for r in (1, 2, 3, 4)}
    twice = {"C2": "Neustadt an der Weinstraße", "C3": "Neustadt an der Weinstraße"}
    spaces = {**names, **crowd, **twice}
    text = "".join(f'[space.{s}]\nname = "{n}"\n' for s, n in spaces.items())
    title = (
        f'[style]\ntitle = "{LONG} {WORD}"\nsubtitle = "{LONG} {LONG}"\n[style.turns]\nnotes = ["{WORD}", "{LONG}"]\n'
    )
    free = f'[style.label.one]\ntext = "{LONG}"\nat = [2, 1]\nkind = "land"\n'
    free += f'[style.label.two]\ntext = "{WORD}"\nat = [0, 0]\n'
    return (
        board(rows, tops)
        + text
        + title
        + free
        + f'[board.off]\nkind = "area"\n[space.box]\nboard = "off"\nname = "{WORD}"\n'
    )


@pytest.mark.case("R03")
@pytest.mark.parametrize("tops", ["flat", "pointed"])
def test_long_names_never_meet_nor_leave_the_sheet_and_none_is_lost(tops: str, tmp_path: Path) -> None:
    game = game_of(tmp_path / "g", stress(tops))
    root = draw(game)
    assert overlaps(root) == []
    written = [line for line, _ in texts(root)]
    joined = " ".join(written)
    for space in ("A1", "E1", "A4", "E4", "C1", "C4", "A2", "E2", "box"):
        name = game.board.name(space)
        shown_whole = all(word in joined for word in name.replace("-", "- ").split())
        assert shown_whole or f"{space}: {name}" in joined, f"{name} is neither shown nor listed"
    assert all(f"Turn {turn}: {note}" in joined for turn, note in (("1", WORD), ("2", LONG)))
    assert f"{LONG} {WORD}" in joined, "the title is listed whole"
    assert any("…" in line for line in written), "what is cut is marked"
    assert "Names in full" in written


def test_the_same_name_twice_is_written_twice(tmp_path: Path) -> None:
    text = board(["...", "..."]) + '[space.A1]\nname = "Neustadt"\n[space.C2]\nname = "Neustadt"\n'
    assert [line for line, _ in texts(draw(game_of(tmp_path / "g", text)))].count("Neustadt") == 2


SCRIPT = "import sys; from hexwright.game import Game; from hexwright.picture.draw import picture; " \
         "sys.stdout.buffer.write(picture(Game.load(sys.argv[1]), None).encode())"  # fmt: skip


def labels(order: list[int]) -> str:
    tables = [f'[style.label.l{i}]\ntext = "Region {i}"\nat = [{i % 3}, {i // 3}]\n' for i in range(6)]
    return "".join(tables[i] for i in order)


@pytest.mark.case("R07")
def test_the_picture_is_the_same_whatever_the_seed_of_hashes(tmp_path: Path) -> None:
    game_of(tmp_path / "g", stress("flat") + labels([0, 1, 2, 3, 4, 5]))
    made = []
    for seed in ("0", "1"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path / "g")], env=env, capture_output=True, check=True
        )
        made.append(run.stdout)
    assert made[0] == made[1] and made[0].startswith(b"<svg")


@pytest.mark.case("R07")
def test_the_picture_is_the_same_with_the_labels_shuffled(tmp_path: Path) -> None:
    base = board(["......"] * 4) + '[space.B2]\nname = "Mill"\n'
    one = picture(game_of(tmp_path / "a", base + labels([0, 1, 2, 3, 4, 5])), None)
    assert one == picture(game_of(tmp_path / "b", base + labels([4, 2, 5, 0, 3, 1])), None)


@pytest.mark.case("R07")
@pytest.mark.parametrize("name", ["Oak", LONG, WORD])
def test_a_changed_name_moves_only_what_is_near(name: str, tmp_path: Path) -> None:
    names = "".join(f'[space.{c}{r}]\nname = "{c}{r} upon the Water"\n' for c in "ABCDEF" for r in (1, 2, 3, 4))
    base = board(["......"] * 4) + names + labels([0, 1, 2, 3, 4, 5])
    one = draw(game_of(tmp_path / "a", base))
    two = draw(game_of(tmp_path / "b", base.replace("F4 upon the Water", name)))

    def apart(root: object) -> list[tuple[str, float, float]]:
        found = [(line, box.x, box.y) for line, box in texts(root)]  # type: ignore[arg-type]
        return [t for t in found if t[0] not in (name, "F4 upon the Water", "Names in full") and not is_part(t[0])]

    def is_part(line: str) -> bool:
        return line.rstrip("…") in name or line in "F4 upon the Water" or line.startswith("F4: ")

    assert apart(one) == apart(two)


def test_letters_of_every_width_are_measured() -> None:
    assert letters.width("WWWW", 10) > letters.width("iiii", 10) * 2
    assert letters.width("漢字", 10) >= 20
    assert letters.width("e\u0301", 10) == letters.width("é", 10) == letters.width("e", 10)
    assert letters.width("Oak", 10, bold=True, spacing=2) == letters.width("Oak", 10, bold=True) + 6


def test_the_table_of_widths_is_wider_than_common_letters() -> None:
    # Advance widths of Helvetica and Arial in thousandths of the height, for some letters.
    common = {
        "a": 556,
        "i": 222,
        "m": 833,
        "W": 944,
        "M": 833,
        "0": 556,
        " ": 278,
        "…": 1000,
        "O": 778,
        "r": 333,
        "w": 722,
    }
    assert all(letters.width(c, 1000) >= wide for c, wide in common.items())
