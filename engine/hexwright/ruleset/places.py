"""How findings tell of spaces: where a space is written, and how it is called in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.positions import Path

Place = tuple[Path, tuple[int, int] | None]


def place_of(game: Inspection, space: str) -> Place:
    """Where a space is written: its own table, or its letter in the rows of its board."""
    if space in game.table("space"):
        return ("space", space), None
    board = game.board.board_of(space)
    rows = game.rules.board[board].rows
    row, column = game.board.row_and_column(space)
    lines = [(found.start(), found.group()) for found in re.finditer(r"[^\n]*\S[^\n]*", rows)]
    start, line = lines[row]
    letters = [found.start() for found in re.finditer(r"\S", line)]
    return ("board", board, "rows"), (start + letters[column], 1)


def tell(game: Inspection, code: str, space: str, message: str, hint: str = "", **more: Any) -> None:
    """Notes what is wrong with a space."""
    path, spot = place_of(game, space)
    game.add(code, path, message, hint, spot=spot, on="value" if spot else "key", **more)


def named(game: Inspection, spaces: Iterable[str], most: int = 3) -> str:
    """Some spaces for a sentence, with the number of the others."""
    ids = list(spaces)
    texts = [s if game.board.name(s) == s else f"{game.board.name(s)} ({s})" for s in ids[:most]]
    more = len(ids) - most
    return f"{', '.join(texts)} and {more} more" if more > 0 else " and ".join(filter(None, _halves(texts)))


def _halves(texts: list[str]) -> tuple[str, str]:
    return ", ".join(texts[:-1]), texts[-1]
