"""Where each key and value stands in a TOML text: paths to offsets, lines and columns; values are never parsed."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

import tomli

from ..classes import frozen

Path = tuple[str | int, ...]

_BLANKS = re.compile(r"[ \t]*")
_GAPS = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"""(?:"{0,2})'
    r"|'''(?:[^']++|'{1,2}(?!'))*+'''(?:'{0,2})"
    r'|"(?:[^"\\]++|\\.)*+"'
    r"|'[^']*'",
    re.DOTALL,
)
_COMMENT = re.compile(rf"(?:{_STRING.pattern})|(#[^\n]*)", re.DOTALL)
_ATOM = re.compile(
    r"\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?(?=[\s,\]}#]|$)|[^\s,\]}#]+"
)


class Span(NamedTuple):
    """Offsets of one entry: its key, its value and the end of the value; a header `[a.b]` is its table's value."""

    key: int
    value: int
    end: int


@frozen(eq=False)
class Positions:
    """The places of all entries of one text that tomli has accepted, with line ends written as `\\n`.

    Paths are tuples of keys, and of numbers inside arrays.

    >>> where = Positions('[a]\\nb = [1, 22]\\n')
    >>> where.spans["a", "b", 1]
    Span(key=12, value=12, end=14)
    >>> where.line_column(12)
    (2, 9)
    """

    text: str

    @cached_property
    def spans(self) -> dict[Path, Span]:
        """Every path of the text with its offsets."""
        return _Reader(self.text).read()

    @cached_property
    def comments(self) -> tuple[tuple[int, str], ...]:
        """Every comment with its offset, from its # to the end of the line; a # within a text begins none."""
        found = _COMMENT.finditer(self.text)
        return tuple((match.start(), match.group(1)) for match in found if match.group(1))

    @cached_property
    def headers(self) -> tuple[tuple[int, Path], ...]:
        """Every `[table]` and `[[table]]` with its offset and path, in the order of the text."""
        # Of all entries only a header has its key behind the begin of its value, the bracket.
        found = {span.value: path for path, span in self.spans.items() if span.key > span.value}
        return tuple(sorted(found.items()))

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, counted from 1 in characters."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)]


class _Reader:
    """One walk over a valid text; it only has to find where things end, tomli has judged them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: dict[Path, Span] = {}
        self.items: dict[Path, int] = {}  # array of tables -> index of its last item

    def read(self) -> dict[Path, Span]:
        text = self.text
        base: Path = ()
        at = self._gap(0)
        while at < len(text):
            if text[at] == "[":
                at, base = self._header(at)
            else:
                at = self._pair(base, at)
            at = self._gap(at)
        return self.spans

    def _gap(self, at: int) -> int:
        found = _GAPS.match(self.text, at)
        return found.end() if found else at

    def _blanks(self, at: int) -> int:
        found = _BLANKS.match(self.text, at)
        return found.end() if found else at

    def _keys(self, at: int) -> tuple[list[tuple[str, int]], int]:
        """The parts of a dotted key with their offsets, and where the key ends."""
        parts: list[tuple[str, int]] = []
        while True:
            at = self._blanks(at)
            quoted = self.text[at] in "\"'"
            raw = _must(_STRING if quoted else _BARE, self.text, at)
            parts.append((tomli.loads(f"x={raw}")["x"] if quoted else raw, at))
            at = self._blanks(at + len(raw))
            if self.text[at : at + 1] != ".":
                return parts, at
            at += 1

    def _header(self, start: int) -> tuple[int, Path]:
        array = self.text.startswith("[[", start)
        parts, at = self._keys(start + 1 + array)
        end = at + 1 + array
        path: Path = ()
        for name, offset in parts[:-1]:
            path = self._inside((*path, name), offset)
        name, offset = parts[-1]
        path = (*path, name)
        if array:
            self.spans.setdefault(path, Span(offset, start, end))
            self.items[path] = self.items.get(path, -1) + 1
            path = (*path, self.items[path])
        self.spans[path] = Span(offset, start, end)
        return end, path

    def _inside(self, path: Path, offset: int) -> Path:
        """A table named on the way to another; in an array of tables its last item is meant."""
        self.spans.setdefault(path, Span(offset, offset, offset + len(str(path[-1]))))
        return (*path, self.items[path]) if path in self.items else path

    def _pair(self, base: Path, start: int) -> int:
        parts, at = self._keys(start)
        at = self._blanks(at + 1)
        path = base
        for name, offset in parts[:-1]:
            path = self._inside((*path, name), offset)
        name, offset = parts[-1]
        path = (*path, name)
        end = self._value(path, at)
        self.spans[path] = Span(offset, at, end)
        return end

    def _value(self, path: Path, start: int) -> int:
        first = self.text[start]
        if first in "\"'":
            return start + len(_must(_STRING, self.text, start))
        if first not in "[{":
            return start + len(_must(_ATOM, self.text, start))
        at, count = self._gap(start + 1), 0
        while self.text[at] not in "]}":
            if first == "[":
                item, begin = (*path, count), at
                at = self._value(item, begin)
                self.spans[item] = Span(begin, begin, at)
                count += 1
            else:
                at = self._pair(path, at)
            at = self._gap(at)
            if self.text[at] == ",":
                at = self._gap(at + 1)
        return at + 1


def _must(pattern: re.Pattern[str], text: str, at: int) -> str:
    found = pattern.match(text, at)
    if found is None:
        raise ValueError(f"no TOML at offset {at}")
    return found.group()
