"""What the terminal needs to know of letters and lines: columns by display width, wrapping, pages, a cleared screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from ..ruleset.diagnostics import display_width as width

CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def clean(text: str) -> str:
    """The text without control characters, so that a name cannot move the cursor; a tab becomes a blank."""
    if text.isprintable():
        return text
    return "".join(" " if c in "\t\n\r" else c for c in text if c in "\t\n\r" or unicodedata.category(c) != "Cc")


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """The text with blanks up to a display width."""
    gap = " " * max(0, columns - width(text))
    return gap + text if right else text + gap


def cut(text: str, columns: int) -> str:
    """The text shortened to a display width, with an ellipsis when something is missing.

    >>> cut("Northport", 6)
    'North…'
    """
    if width(text) <= columns:
        return text
    out = ""
    for c in text:
        if width(out + c) > columns - 1:
            break
        out += c
    return out + "…"


def table(rows: Iterable[Sequence[str]], *, indent: int = 0, gap: int = 2) -> list[str]:
    """Rows set in columns that line up by display width; the last column is left as it is.

    >>> table([["a", "first"], ["long", "second"]])
    ['a     first', 'long  second']
    """
    listed = [tuple(clean(cell) for cell in row) for row in rows]
    wide: list[int] = []
    for row in listed:
        for i, cell in enumerate(row[:-1]):
            wide += [0] * (i + 1 - len(wide))
            wide[i] = max(wide[i], width(cell))
    return [
        (" " * indent + (" " * gap).join([*(padded(c, wide[i]) for i, c in enumerate(row[:-1])), row[-1]])).rstrip()
        for row in listed
        if row
    ]


def in_columns(cells: Sequence[str], columns: int, *, indent: int = 0) -> list[str]:
    """Cells set side by side, line by line, as many as fit a display width.

    >>> in_columns(["1. A1", "2. B22", "3. C3"], 16)
    ['1. A1   2. B22', '3. C3']
    """
    listed = [clean(cell) for cell in cells]
    wide = max(map(width, listed), default=0) + 2
    fit = max(1, (columns - indent + 2) // wide)
    rows = [listed[i : i + fit] for i in range(0, len(listed), fit)]
    return [(" " * indent + "".join(padded(c, wide) for c in row)).rstrip() for row in rows]


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """A paragraph in lines of a display width."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and width(indent) + width(line) + 1 + width(word) > columns:
            lines.append(indent + line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, indent + line] if line else lines


def cleared(whom: str, *, terminal: bool) -> str:
    """The hand-over screen: what the last seat saw is gone; off a terminal a line stands for it."""
    banner = f"--- {whom}: it is your turn ---"
    return CLEAR + banner if terminal else f"\n{banner}"


__all__ = ["CLEAR", "clean", "cleared", "cut", "in_columns", "padded", "table", "width", "wrapped"]
