"""What the TOML parser complains of, told in a designer's words and at the key that is meant."""

from __future__ import annotations

import re

from hexwright.classes import frozen
from hexwright.strict import compared

_KEY = re.compile(r"\s*([^\s=\[{#][^=]*?)\s*=")
_OPEN = re.compile(r"=\s*'(?!'')[^']*$")
_HEADER = re.compile(r"\s*(\[\[?\s*[^\[\]]+?\s*\]?\])\s*(#.*)?$")
_WORD = re.compile(r"\w[\w.-]*|\"[^\"]*\"|'[^']*'")
_COMPARED = re.compile(r".*?([\w.-]+)\s*(>=|<=|>|<)\s*(\d{1,9})")


@frozen
class Trouble:
    """One syntax error: the sentence, a hint, and its place, which counts from 1."""

    message: str
    hint: str
    line: int
    column: int


def told(complaint: str, text: str, line: int, column: int) -> Trouble:
    """The parser's complaint about a text, as a Trouble.

    >>> told("Cannot overwrite a value", "[unit.a]\\nsteps = 2\\nsteps = 3", 3, 10)
    Trouble(message="'steps' is set twice", hint='first at line 2', line=3, column=1)
    """
    lines = text.splitlines() or [""]
    here = lines[line - 1] if line <= len(lines) else ""
    if complaint.startswith(("Cannot overwrite", "Cannot declare")):
        return _twice(complaint, lines, here, line, column)
    if complaint.startswith("Illegal character '\\n'") or complaint in ("Unterminated string", 'Expected "\'"'):
        # the parser looks for the end of a text in single quotes beyond its line
        begun = [n for n, written in enumerate(lines, 1) if _OPEN.search(written)] if complaint[0] == "E" else []
        if begun:
            line, column = begun[-1], len(lines[begun[-1] - 1]) + 1
        return Trouble("a text is not closed", "it ends with the quotation mark that it began with", line, column)
    if complaint.startswith("Cannot mutate"):
        table = (_KEY.match(here) or _HEADER.match(here) or [here, here.strip()])[1]
        hint = "a table written in braces is complete; write all its keys there"
        return Trouble(f"'{table}' adds to a table in braces", hint, line, column)
    if complaint.startswith("Expected '='") and (found := _COMPARED.match(here)):
        hint = f"a comparison is a table: {found[1]} = {compared(found[2] + found[3])}"
        return Trouble(f"'{found[1]}' is compared, but a key takes a value", hint, line, found.start(2) + 1)
    if complaint.startswith("Unclosed ") and (found := _WORD.match(here[column - 1 :])):
        close = "}" if "table" in complaint else "]"
        what = "a comma" if here[: column - 1].strip() else f"a comma or {close}"
        return Trouble(f"{what} is missing before {found[0]}", "", line, column)
    hint = "put text in quotes; write true and false small" if complaint == "Invalid value" else ""
    return Trouble(f"{complaint[:1].lower()}{complaint[1:]}", hint, line, column)


def _twice(complaint: str, lines: list[str], here: str, line: int, column: int) -> Trouble:
    """A key or a table header that stands in the file before."""
    header = _HEADER.match(here)
    found = header or _KEY.match(here)
    if found is None:
        return Trouble(f"{complaint[:1].lower()}{complaint[1:]}", "", line, column)
    name = found[1]
    before = _before(lines[: line - 1], name, within_table=header is None)
    what = f"the table {name} stands twice" if header else f"'{name}' is set twice"
    return Trouble(what, f"first at line {before}" if before else "", line, found.start(1) + 1)


def _before(lines: list[str], name: str, *, within_table: bool) -> int:
    """The line that has the same key in the same table, or the same header; 0 when it is written differently."""
    for number in range(len(lines), 0, -1):
        header = _HEADER.match(lines[number - 1])
        if within_table and header:
            return 0
        found = _KEY.match(lines[number - 1]) if within_table else header
        if found and found[1] == name:
            return number
    return 0
