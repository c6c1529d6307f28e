"""Comments that allow a warning on a line, in a table or in a file: found, applied, and judged themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import attrs

from hexwright.classes import frozen
from hexwright.errors import Fault, nearest
from hexwright.ruleset.faults import CODES
from hexwright.ruleset.layers import Source

MARK = "hexwright:"
_MARKED = re.compile(rf"#+[ \t]*{MARK}[ \t]*")
_WORD = re.compile(r"[^\s,:]+")
_FORM = "write for example '# hexwright: allow H608: the reason'"
_PLACES = "put it at the end of its line, above a table or first in it, or at the top of the file"
OWN = ("H111", "H112", "H113", "H114")


@frozen
class Allowance:
    """One code that a comment allows in some lines of its file; `at` is the offset of the code in the text."""

    source: Source = attrs.field(eq=False, repr=False)
    at: int
    code: str
    first: int
    last: int

    def covers(self, fault: Fault) -> bool:
        """Whether the comment speaks of this fault."""
        lines = self.first <= max(fault.line, 1) <= self.last
        return lines and fault.code == self.code and fault.file == self.source.file

    def unused(self) -> Fault:
        """The warning that nothing is there to be allowed."""
        where = "on this line" if self.first == self.last else f"in the lines {self.first} to {self.last}"
        message = f"'{self.code}' is allowed here, but nothing {where} gives it"
        return _fault(self.source, self.at, len(self.code), "H113", message, "take it out of the comment")


@frozen
class Sifted:
    """What comments leave of some faults, what they allow, and which of them were of no use."""

    kept: tuple[Fault, ...]
    allowed: tuple[Fault, ...] = ()
    unused: tuple[Fault, ...] = ()


def read_allowances(sources: Iterable[Source]) -> tuple[tuple[Allowance, ...], tuple[Fault, ...]]:
    """The comments of all files that allow something, and what is wrong with them.

    An error cannot be allowed; to try is an error too.
    """
    found: list[Allowance] = []
    faults: list[Fault] = []
    # What switches and settings set is shown at places of other texts, whose comments are not theirs.
    for source in {source.file: source for source in sources if source.local is None}.values():
        if MARK in source.text:  # nearly no file has one
            for at, text in source.positions.comments:
                _read(source, at, text, found, faults)
    return tuple(found), tuple(faults)


def sift(faults: Iterable[Fault], allowances: tuple[Allowance, ...]) -> Sifted:
    """Takes the faults out that a comment allows, never an error."""
    kept: list[Fault] = []
    allowed: list[Fault] = []
    used: set[Allowance] = set()
    for fault in faults:
        by = [a for a in allowances if fault.level != "error" and a.covers(fault)]
        used.update(by)
        (allowed if by else kept).append(fault)
    return Sifted(tuple(kept), tuple(allowed), tuple(a.unused() for a in allowances if a not in used))


def _read(source: Source, at: int, text: str, found: list[Allowance], faults: list[Fault]) -> None:
    """One comment: the allowances it gives go to `found`, what is wrong with it to `faults`."""
    marked = _MARKED.match(text)
    if marked is None:
        return
    word = _WORD.match(text, marked.end())
    if word is None or word.group() != "allow":
        given = word.group() if word else ""
        message = f"'{given}' is nothing that a comment can say to hexwright" if word else "the comment says nothing"
        faults.append(_fault(source, at + marked.end(), len(given), "H114", message, _FORM))
        return
    codes = list(_codes(text, word.end()))
    lines = _lines(source, at)
    if not codes or lines is None:
        message = "the comment names no code" if not codes else "the comment stands where it allows nothing"
        faults.append(_fault(source, at, len(text.rstrip()), "H114", message, _PLACES if codes else _FORM))
        return
    for offset, code in codes:
        wrong = _wrong(code)
        if wrong:
            faults.append(_fault(source, at + offset, len(code), *wrong))
        else:
            found.append(Allowance(source, at + offset, code, *lines))


def _codes(text: str, start: int) -> Iterator[tuple[int, str]]:
    """The codes of a comment with their offsets; behind a colon follows the reason."""
    end = text.find(":", start)
    for match in _WORD.finditer(text, start, end if end >= 0 else len(text)):
        yield match.start(), match.group()


def _wrong(code: str) -> tuple[str, str, str] | None:
    """Code, message and hint of what is wrong with a code in a comment."""
    known = CODES.get(code)
    if known is None:
        near = nearest(code, CODES)
        hint = f"did you mean {' or '.join(near)}?" if near else _FORM
        return "H112", f"there is no code '{code}' to be allowed", hint
    if known.level == "error":
        return "H111", f"'{code}' is an error and cannot be allowed: {known.meaning}", "mend it instead"
    if code in OWN:
        return "H111", f"'{code}' is about such comments and cannot be allowed", "mend the comment instead"
    return None


def _lines(source: Source, at: int) -> tuple[int, int] | None:
    """First and last line that a comment speaks of; None where it stands in no place of the three."""
    where, text = source.positions, source.text
    line, column = where.line_column(at)
    end = text.count("\n") + 1
    if where.line(line)[: column - 1].strip():
        return _whole_value(source, at, line), line
    for index, (start, _) in enumerate(where.headers):
        head = where.line_column(start)[0]
        # directly above the header, with nothing but comments between
        if line < head and all(where.line(n).lstrip().startswith("#") for n in range(line, head)):
            return _table(source, index, end)
    before = [index for index, (start, _) in enumerate(where.headers) if start < at]
    if not before:
        return 1, end
    head = where.line_column(where.headers[before[-1]][0])[0]
    if all(where.line(n).strip()[:1] in ("", "#") for n in range(head + 1, line)):
        return _table(source, before[-1], end)
    return None


def _table(source: Source, index: int, end: int) -> tuple[int, int]:
    """The lines of a table with the tables in it."""
    headers, where = source.positions.headers, source.positions
    start, path = headers[index]
    later = (begin for begin, other in headers[index + 1 :] if other[: len(path)] != path)
    behind = next(later, None)
    return where.line_column(start)[0], end if behind is None else where.line_column(behind)[0] - 1


def _whole_value(source: Source, at: int, line: int) -> int:
    """The first line of the value that ends on the comment's line: one over several lines is covered as a whole."""
    place = source.positions.line_column
    ends = (span for span in source.spans.values() if span.end <= at and place(max(span.end - 1, 0))[0] == line)
    return min((place(min(span.key, span.value))[0] for span in ends), default=line)


def _fault(source: Source, at: int, width: int, code: str, message: str, hint: str) -> Fault:
    line, column = source.positions.line_column(at)
    shown = source.positions.line(line)
    return Fault(code, CODES[code].level, message, source.file, line, column, "", hint, shown, max(width, 1))
