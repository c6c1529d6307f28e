"""Faults as text for people and as JSON for programs; nothing is checked here."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence

from hexwright.errors import Fault

_TAB = 4
_WIDEST = 140  # columns of a source line that are shown; a longer one is cut around the caret
_JOINER = "\u200d"
_COLOURS = {"error": "31;1", "warning": "33;1", "caret": "32;1", "place": "1"}


def display_width(text: str) -> int:
    """Columns that a text takes in a terminal: wide letters count two, combining and invisible ones none.

    >>> display_width("日本a"), display_width("e\\u0301"), display_width("\\u200b")
    (5, 1, 0)
    """
    width, joined = 0, False
    for char in text:
        if char == _JOINER:
            joined = True
            continue
        width += 0 if joined else _char_width(char)
        joined = False
    return width


def _char_width(char: str) -> int:
    if char == "\t":
        return _TAB
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def render(faults: Sequence[Fault], *, colour: bool = False, fold: bool = True) -> str:
    """All faults in a compiler's style, then a summary; identical ones are folded into the first.

    Paths stand as they were given. An empty sequence gives "no faults".
    """
    blocks = []
    for fault, more in _folded(faults) if fold else [(f, []) for f in faults]:
        blocks.append("\n".join(_block(fault, more, colour)))
    return "\n".join([*blocks, summary(faults)])


def summary(faults: Iterable[Fault]) -> str:
    """'2 errors and 1 warning in 2 files'."""
    faults = list(faults)
    if not faults:
        return "no faults"
    parts = []
    for level in ("error", "warning"):
        count = sum(f.level == level for f in faults)
        if count:
            parts.append(f"{count} {level}{'s' if count > 1 else ''}")
    files = len({f.file for f in faults if f.file})
    return " and ".join(parts) + (f" in {files} file{'s' if files > 1 else ''}" if files else "")


def render_json(faults: Sequence[Fault]) -> str:
    """The faults as a JSON array in ASCII, for any terminal; `column` counts characters from 1, as in the text."""
    keys = ("code", "level", "file", "line", "column", "path", "message", "hint")
    return json.dumps([{k: getattr(f, k) for k in keys} for f in faults], ensure_ascii=True, indent=2)


def _folded(faults: Sequence[Fault]) -> list[tuple[Fault, list[Fault]]]:
    """Each fault with the later ones that say the same of another place."""
    groups: dict[tuple[str, ...], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.code, fault.level, fault.message, fault.hint), []).append(fault)
    return [(group[0], group[1:]) for group in groups.values()]


def _block(fault: Fault, more: list[Fault], colour: bool) -> list[str]:
    place = f"{fault.file}:{fault.line}:{fault.column}" if fault.line else fault.file
    head = f"{_paint(place, 'place', colour)}: " if place else ""
    head += _paint(f"{fault.level}[{fault.code}]", fault.level, colour) + f" {_visible(fault.message)}"
    out = [head]
    if fault.line and fault.source:
        out += _source(fault, colour)
    if fault.hint:
        out.append(f"  hint: {_visible(fault.hint)}")
    out += [f"  {label}: {where}" for label, where in fault.related]
    if more:
        places = [f"{f.file}:{f.line}" if f.line else f.file for f in more[:3]]
        rest = ", ..." if len(more) > 3 else ""
        out.append(f"  and {len(more)} more like it: {', '.join(places)}{rest}")
    return out


def _source(fault: Fault, colour: bool) -> list[str]:
    start = max(0, fault.column - 1)
    before, marked, after = fault.source[:start], fault.source[start : start + fault.width], ""
    after = fault.source[start + fault.width :]
    dots = ""
    if display_width(fault.source) > _WIDEST:
        room = _WIDEST // 3
        dots = "..." if len(before) > room else ""
        before = before[-room:]
        marked = marked[:room]
        after = after[:room]
    lead = f"{fault.line:>5} | "
    blank = " " * 5 + " | "
    caret = "^" * max(1, display_width(marked))
    padding = " " * display_width(dots + before)
    shown = _visible(dots + before + marked + after).rstrip()
    return [f"{lead}{shown}", f"{blank}{padding}{_paint(caret, 'caret', colour)}"]


def _visible(text: str) -> str:
    """Tabs as blanks, other control characters as a sign: carets stand right and terminals are left alone."""
    spread = text.replace("\t", " " * _TAB)
    return "".join("\ufffd" if unicodedata.category(c) == "Cc" and c != "\n" else c for c in spread)


def _paint(text: str, what: str, colour: bool) -> str:
    return f"\x1b[{_COLOURS[what]}m{text}\x1b[0m" if colour and text else text
