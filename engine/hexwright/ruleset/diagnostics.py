"""Faults as text for people, as JSON for programs and as annotations for GitHub; nothing is checked here."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

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


def render(faults: Sequence[Fault], *, colour: bool = False, fold: bool = True, allowed: int = 0) -> str:
    """All faults in a compiler's style, then a summary; identical ones are folded into the first.

    Paths stand as they were given. An empty sequence gives "no faults". `allowed` is the number of warnings that are
    not among the faults because comments allow them.
    """
    blocks = []
    for fault, more in _folded(faults) if fold else [(f, []) for f in faults]:
        blocks.append("\n".join(_block(fault, more, colour)))
    return "\n".join([*blocks, summary(faults, allowed)])


def summary(faults: Iterable[Fault], allowed: int = 0) -> str:
    """'2 errors and 1 warning in 2 files, 3 allowed'."""
    faults = list(faults)
    more = f", {allowed} allowed" if allowed else ""
    if not faults:
        return f"no faults{more}"
    parts = []
    for level in ("error", "warning"):
        count = sum(f.level == level for f in faults)
        if count:
            parts.append(f"{count} {level}{'s' if count > 1 else ''}")
    files = len({f.file for f in faults if f.file})
    return " and ".join(parts) + (f" in {files} file{'s' if files > 1 else ''}" if files else "") + more


def render_json(faults: Sequence[Fault]) -> str:
    """The faults as a JSON array in ASCII, for any terminal, none folded.

    `column` counts characters from 1, as in the text; `end_column` is the first one behind what is at fault. `chain`
    holds everyone who set the value, in order, and is empty when only one did.
    """
    return json.dumps([_plain(fault) for fault in faults], ensure_ascii=True, indent=2)


def _plain(fault: Fault) -> dict[str, Any]:
    keys = ("code", "level", "file", "line", "column", "end_column", "width", "path", "message", "hint", "source")
    out: dict[str, Any] = {key: getattr(fault, key) for key in keys}
    out["related"] = [{"label": label, "where": where} for label, where in fault.related]
    out["chain"] = [{"where": where, "layer": layer} for where, layer in fault.chain]
    return out


def render_github(faults: Sequence[Fault]) -> str:
    """The faults as workflow commands, a line each and none folded: GitHub shows them beside the lines they are about.

    >>> print(render_github([Fault("H202", "error", "unknown key 'x'", "a,b.toml", 3, 5, hint="did you mean y?")]))
    ::error file=a%2Cb.toml,line=3,col=5,endColumn=6,title=H202::unknown key 'x'%0Ahint: did you mean y?
    """
    return "\n".join(map(_workflow_command, faults))


def _workflow_command(fault: Fault) -> str:
    known: dict[str, Any] = {"file": fault.file}
    if fault.line:
        known |= {"line": fault.line, "col": fault.column, "endColumn": fault.end_column}
    given = {**known, "title": fault.code}
    properties = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in given.items() if value)
    lines = [fault.message, *(line.strip() for line in _details(fault))]
    return f"::{fault.level} {properties}::{_escaped(chr(10).join(lines))}"


def _escaped(text: str, more: str = "") -> str:
    """What would end a property or a command, as GitHub wants it written."""
    text = text.replace("%", "%25")
    for char in "\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def _folded(faults: Sequence[Fault]) -> list[tuple[Fault, list[Fault]]]:
    """Each fault with the later ones that say the same of another place."""
    groups: dict[tuple[str, ...], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.code, fault.level, fault.message, fault.hint), []).append(fault)
    return [(group[0], group[1:]) for group in groups.values()]


_PLACES = 8  # of faults alike that are named


def _block(fault: Fault, more: list[Fault], colour: bool) -> list[str]:
    place = f"{fault.file}:{fault.line}:{fault.column}" if fault.line else fault.file
    head = f"{_paint(place, 'place', colour)}: " if place else ""
    head += _paint(f"{fault.level}[{fault.code}]", fault.level, colour) + f" {_visible(fault.message)}"
    out = [head]
    if fault.line and fault.source:
        out += _source(fault, colour)
    out += _details(fault)
    if more:
        places = [f"{f.file}:{f.line}" if f.line else f.file for f in more[:_PLACES]]
        rest = ", ..." if len(more) > _PLACES else ""
        out.append(f"  and {len(more)} more like it: {', '.join(places)}{rest}")
    return out


def _details(fault: Fault) -> list[str]:
    """What is told below the line: the hint, further places, and everyone who set the value."""
    out = [f"  hint: {_visible(fault.hint)}"] if fault.hint else []
    out += [f"  {label}: {where}" for label, where in fault.related]
    if fault.chain:
        told = (where if where == layer else f"{where} ({layer})" for where, layer in fault.chain)
        out.append(f"  set: {', '.join(told)}")
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
