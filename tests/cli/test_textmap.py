"""Text pictures of boards, made from what a seat knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.cli.terminal import width
from hexwright.cli.textmap import nation_letters, picture
from hexwright.game import Game


def test_shifted_columns_stand_half_a_hex_lower(tiny: Path) -> None:
    game = Game.load(tiny)
    assert picture(game.view(game.start(), "red"), "field")[:8] == [
        "The Field",
        "A1      C1",
        ".R1 B1  ^",
        "A2  .   C2",
        ".   B2  .",
        "A3  .   C3",
        "^   B3  .B1",
        "    .",
    ]


@pytest.mark.case("X03")
def test_a_hidden_unit_is_on_the_picture_of_its_owner_only(tiny: Path) -> None:
    game = Game.load(tiny)
    state = game.start()
    assert "    .B1" in picture(game.view(state, "blue"), "field")
    assert "    .B1" not in picture(game.view(state, "red"), "field")


def test_a_wide_map_comes_in_parts_that_fit(tiny: Path) -> None:
    game = Game.load(tiny)
    lines = picture(game.view(game.start(), "red"), "field", 10)
    grid = lines[1 : lines.index("")]
    assert all(width(line) <= 10 for line in grid)
    everything = "\n".join(lines)
    assert all(f"{c}{r}" in everything for c in "ABC" for r in "123")


def test_pointed_tops_shift_rows_sideways(tiny: Path) -> None:
    game = Game.load(tiny, settings=["board.field.tops=pointed"])
    lines = picture(game.view(game.start(), "red"), "field")
    assert lines[1] == "A1  B1  C1"
    assert lines[3] == "  A2  B2  C2"


def test_an_area_board_is_a_list(tiny: Path) -> None:
    game = Game.load(tiny)
    assert picture(game.view(game.start(), "red"), "beside") == ["Beside the map", "  Empty: Pool (pool)"]


def test_each_nation_has_a_letter_of_its_own(tiny: Path) -> None:
    game = Game.load(tiny, settings=["nation.blue.name=Russet"])
    assert nation_letters(game.view(game.start(), "red")) == {"red": "R", "blue": "U"}


def test_the_legend_says_where_what_stands_in_a_hex_is_written(tiny: Path) -> None:
    game = Game.load(tiny)
    lines = picture(game.view(game.start(), "red"), "field")
    said = lines.index("What stands in a hex is written under its name.")
    assert lines[said - 1] == "" and lines[said + 1].startswith("Ground: ")
