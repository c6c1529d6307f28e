"""Display widths, columns, wrapping and what is kept from the terminal."""

from __future__ import annotations

import pytest

from hexwright.cli.terminal import CLEAR, clean, cleared, cut, padded, table, width, wrapped

NAMES = ["日本第八軍", "Ḧëẍ", "👨\u200d👩\u200d👧", "plain", "a\u0308b"]


@pytest.mark.case("L06")
def test_columns_line_up_by_display_width() -> None:
    lines = table([(name, "x") for name in NAMES])
    assert {
        width(line[: line.index("x")]) if "x" not in name else width(line) - 1
        for name, line in zip(NAMES, lines, strict=True)
    } == {12}


@pytest.mark.parametrize(("text", "columns"), [("日本", 4), ("e\u0301", 1), ("👨\u200d👩\u200d👧", 2), ("abc", 3)])
def test_width_counts_columns_not_code_points(text: str, columns: int) -> None:
    assert width(text) == columns
    assert width(padded(text, 10)) == 10
    assert width(padded(text, 10, right=True)) == 10


def test_cut_never_splits_a_wide_character_beyond_the_width() -> None:
    assert cut("日本第八軍", 6) == "日本…"
    assert width(cut("日本第八軍", 6)) <= 6


def test_names_cannot_move_the_cursor() -> None:
    assert clean("a\x1b[2Jb\tc") == "a[2Jb c"
    assert table([["a\tb", "c"]]) == ["a b  c"]


def test_paragraphs_wrap_by_display_width() -> None:
    lines = wrapped("日本 第八 軍 and more words", 9, "  ")
    assert all(width(line) <= 11 for line in lines)
    assert " ".join(" ".join(lines).split()) == "日本 第八 軍 and more words"


def test_the_hand_over_screen_clears_a_terminal_with_its_scrollback() -> None:
    assert cleared("Axis", terminal=True).startswith(CLEAR)
    assert "\x1b" not in cleared("Axis", terminal=False)
