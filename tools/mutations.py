"""Which small edits break a TOML file of a ruleset: every key, reference and type once, read off the schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, get_args, get_origin

import attrs
import tomli
from attrs import frozen

from hexwright.ruleset.book import FIELD_TYPES, keys_of, mark_of, members
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.layers import Source
from hexwright.ruleset.paths import split
from hexwright.ruleset.positions import Path, Span
from hexwright.ruleset.schema import TABLES, Condition, SwitchSpec
from hexwright.testing.tables import TestSpec

FREE_TEXT = "texts in which anything may be written"
FREE_NAME = "names that only their own table knows"
FREE_VALUE = "values that may be of any type"
_SLIP = "x"  # what a slip of the pen adds to a name
_PART = re.compile(r"""[\[\s.]*("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)""")


@frozen
class Mutant:
    """One edit: the text from `start` to `end` becomes `text`, and a fault between the offsets `right` is right.

    `id` is (table, id) where an id is renamed: then its users may be told of instead.
    """

    kind: str
    path: Path
    start: int
    end: int
    text: str
    right: tuple[int, int]
    id: tuple[str, str] = ("", "")


@frozen
class Entry:
    """What the schema says of one entry: how its key came about, and what its value may be.

    `key` is "fixed" (a word of the schema), "id" (defines one of `names`), "reference" (names one of `names`), "own"
    (nobody else knows it) or "" (the number of an item). `refers` is what the value, or a text in it, must name, `form`
    how it must be written.
    """

    path: Path
    key: str
    type: Any
    refers: str = ""
    names: str = ""
    form: str = ""


@frozen(eq=False)
class Shape:
    """The words that a ruleset may use, for walks over its files."""

    game: Inspection

    @cached_property
    def tables(self) -> dict[str, type]:
        """The tables of the active plug-ins."""
        return {name: cls for e in self.game.extensions if e.active for name, cls in e.tables.items()}

    @cached_property
    def traits(self) -> dict[str, type]:
        """The traits of the active plug-ins."""
        return {name: cls for e in self.game.extensions if e.active for name, cls in e.traits.items()}

    @cached_property
    def switches(self) -> dict[Path, SwitchSpec]:
        """The switches by the path of their key."""
        return {path: spec for name, spec in self.game.rules.switch.items() if (path := split(name))}

    def of_tests(self, data: Mapping[str, Any]) -> Iterator[Entry]:
        """Every entry of a file of scenario tests."""
        yield Entry(("test",), "fixed", tuple[TestSpec, ...])
        yield from self._inside(data["test"], tuple[TestSpec, ...], "", ("test",))

    def of_rules(self, data: Mapping[str, Any], at: Path = ()) -> Iterator[Entry]:
        """Every entry of a file of rules, or of a piece of one that stands at a path."""
        for name, value in data.items():
            path = (*at, name)
            if name == "remove":
                yield Entry(path, "fixed", tuple[str, ...], "removal")
                yield from self._inside(value, tuple[str, ...], "removal", path)
                continue
            cls, form = TABLES.get(name, (self.tables.get(name), "one"))
            kind: Any = cls if form == "one" else dict[str, cls] if form == "map" else tuple[cls, ...]  # type: ignore[valid-type]
            yield Entry(path, "fixed", kind or dict[str, Any])
            if form == "map":
                for id, item in value.items():
                    yield Entry((*path, id), "id", cls, "", name)
                    yield from self._inside(item, cls, "", (*path, id), len(at))
            elif kind is not None:
                yield from self._inside(value, kind, "", path, len(at))

    def _inside(self, value: Any, kind: Any, refers: str, path: Path, root: int = 0, by: str = "") -> Iterator[Entry]:
        """The entries in a value; the document to which it belongs begins `root` steps down the path."""
        mine = self.switches.get(path[root:])
        for member in members(kind) if mine is None else ():
            mark, origin, args = mark_of(member), get_origin(member), get_args(member)
            below = [m for m in (member, *args[1:]) for m in members(m) if isinstance(m, type) and attrs.has(m)]
            if mark:
                yield from self._marked(value, mark, path)
            elif below and isinstance(value, dict) and origin not in (dict, tuple):
                yield from self._table(value, below, path, root)
            elif origin is tuple and isinstance(value, list):
                for index, item in enumerate(value):
                    yield Entry((*path, index), "", args[0], refers)
                    yield from self._inside(item, args[0], refers, (*path, index), root)
            elif origin is dict and isinstance(value, dict):
                yield from self._dict(value, args, refers, path, root, by)

    def _table(self, value: dict[str, Any], classes: list[type], path: Path, root: int) -> Iterator[Entry]:
        known = {key.name: key for cls in classes for key in keys_of(cls)}
        for name, item in value.items():
            at = (*path, name)
            if name in known:
                key = known[name]
                if name == "id" and any(isinstance(part, int) for part in path):
                    yield Entry(at, "fixed", str, "", str(path[0]))
                    continue
                yield Entry(at, "fixed", key.type, key.refers, "", key.form)
                for entry in self._inside(item, key.type, key.refers, at, root, key.by):
                    is_item = key.form and len(entry.path) == len(at) + 1
                    yield attrs.evolve(entry, form=key.form) if is_item else entry
            elif at[root:] in self.switches:
                spec = self.switches[at[root:]]
                chosen = Literal[tuple(spec.values)] if spec.values else int if spec.between else Any
                yield Entry(at, "fixed", bool if set(spec.values) <= {"true", "false"} and spec.values else chosen)

    def _dict(
        self, value: dict[str, Any], args: tuple[Any, ...], refers: str, path: Path, root: int, by: str
    ) -> Iterator[Entry]:
        of = args[1]
        names = by or (refers if of is not str else "")
        inner = refers if by or of is str else ""
        key = "reference" if names else "own" if args[0] is str else "fixed"
        for name, item in value.items():
            yield Entry((*path, name), key, of, inner, names)
            yield from self._inside(item, of, inner, (*path, name), root)

    def _marked(self, value: Any, mark: str, path: Path) -> Iterator[Entry]:
        """Tables whose keys other tables tell."""
        if not isinstance(value, dict):
            return
        if mark == "condition":
            yield from self._condition(value, path)
        elif mark == "map":
            yield from self.of_rules(value, path)
        for name, item in value.items() if mark not in ("condition", "map") else ():
            at = (*path, name)
            if mark == "traits" and name in self.traits:
                yield Entry(at, "fixed", self.traits[name])
                yield from self._inside(item, self.traits[name], "", at)
            elif mark == "pieces":
                yield Entry(at, "id", dict[str, Any], "", "value")
                yield from self.of_rules(item, at)
            elif mark == "features":
                yield Entry(at, "reference", dict[str, Any], "", "feature")
                yield from self._fields(item, name, at)
            elif mark == "fields":
                yield from self._fields({name: item}, "", path)
            else:
                yield Entry(at, "fixed", Any)

    def _fields(self, value: Any, feature: str, path: Path) -> Iterator[Entry]:
        """The fields of a feature kind, or of those of any border feature that has them."""
        kinds = [k for id, k in self.game.rules.feature.items() if id == feature or (not feature and k.on == "border")]
        fields = {name: spec for kind in kinds for name, spec in kind.fields.items()}
        for name, item in value.items() if isinstance(value, dict) else ():
            kind, refers = FIELD_TYPES[fields[name].type] if name in fields else (Any, "")
            yield Entry((*path, name), "fixed", kind, refers)
            yield from self._inside(item, kind, refers, (*path, name))

    def _condition(self, value: dict[str, Any], path: Path) -> Iterator[Entry]:
        for name, item in value.items():
            at = (*path, name)
            if name in ("all", "any"):
                yield Entry(at, "fixed", tuple[Condition, ...])
                yield from self._inside(item, tuple[Condition, ...], "", at)
            elif name == "not":
                yield Entry(at, "fixed", Condition)
                yield from self._condition(item, at)
            else:
                cls = self.game.vocabulary[name]
                short = next((k for k in keys_of(cls) if k.name == getattr(cls, "SHORTHAND", "")), None)
                yield Entry(at, "fixed", cls, short.refers if short and not isinstance(item, dict) else "")
                yield from self._inside(item, cls, "", at)


# ------------------------------------------------------------------ edits


def mutants(source: Source, entries: Iterable[Entry], skipped: dict[str, int]) -> Iterator[Mutant]:
    """Every edit of a file, each breaking one thing; what would break nothing is counted in `skipped`."""
    known = {entry.path: entry for entry in entries}
    for offset, header in source.positions.headers:
        yield from _of_header(source, offset, header, known)
    for path, entry in known.items():
        span = source.spans.get(path)
        if span is None:
            continue
        is_header = span.key > span.value
        if not is_header and entry.key:
            yield from _of_key(source, entry, span.key, span, skipped)
        if span.value > span.key or (not is_header and isinstance(path[-1], int)):
            yield from _of_value(source, entry, span, skipped)


def _of_header(source: Source, offset: int, header: Path, known: Mapping[Path, Entry]) -> Iterator[Mutant]:
    """Each name in a [header] misspelt, and the header of a table made that of a list, or the other way round."""
    line_end = source.text.find("\n", offset)
    line_end = line_end if line_end >= 0 else len(source.text)
    below = next((o for o, _ in source.positions.headers if o > offset), len(source.text) + 1)
    path: Path = ()
    at = offset
    names = [part for part in header if isinstance(part, str)]
    indices = iter(header)
    for name in names:
        for part in indices:
            path = (*path, part)
            if part == name:
                break
        found = _PART.match(source.text, at)
        assert found is not None
        at = found.end()
        entry = known.get(path)
        if entry is not None:
            # A misspelt id makes a new table: what it then lacks or has too much is told within it.
            right = (offset, line_end if entry.key == "fixed" else below - 1)
            yield from _renamed(source, entry, found.start(1), right)
    where = source.text[offset:at]
    twice = where.startswith("[[")
    close = source.text.index("]]" if twice else "]", at)
    width = 2 if twice else 1
    inside = source.text[offset + width : close]
    text = f"[{inside}]" if twice else f"[[{inside}]]"
    others = [o for o, p in source.positions.headers if p[: len(header) - 1] == header[:-1]] if twice else [offset]
    yield Mutant("table or list", header, offset, close + width, text, (offset, max(line_end, *others)))


def _of_key(source: Source, entry: Entry, at: int, span: Span, skipped: dict[str, int]) -> Iterator[Mutant]:
    if entry.key == "own":
        skipped[FREE_NAME] = skipped.get(FREE_NAME, 0) + 1
        return
    yield from _renamed(source, entry, at, (span.key, source.text.find("\n", span.key)))


def _renamed(source: Source, entry: Entry, start: int, right: tuple[int, int]) -> Iterator[Mutant]:
    """The name that begins at an offset with a letter more."""
    found = _PART.match(source.text, start)
    assert found is not None
    if entry.key == "own":
        return
    end = found.end() - (1 if found.group(1)[0] in "\"'" else 0)
    kind = {"fixed": "key", "id": "id", "reference": "reference"}[entry.key]
    id = (entry.names, str(entry.path[-1])) if entry.key == "id" else ("", "")
    yield Mutant(kind, entry.path, end, end, _SLIP, right, id)


def _of_value(source: Source, entry: Entry, span: Span, skipped: dict[str, int]) -> Iterator[Mutant]:
    written = source.text[span.value : span.end]
    value = tomli.loads(f"x = {written}")["x"]
    right = (span.key, span.end)
    if isinstance(value, str):
        choices = [m for m in members(entry.type) if get_origin(m) is Literal]
        if entry.refers or choices or entry.form or (entry.names and entry.key == "fixed"):
            quotes = 3 if written[:3] in ('"""', "'''") else 1
            end = span.end - quotes
            is_id = bool(entry.names) and entry.key == "fixed"
            kind = "choice" if choices else "form" if entry.form else "id" if is_id else "reference"
            id = (entry.names, value) if is_id else ("", "")
            if value or choices:
                yield Mutant(kind, entry.path, end, end, _SLIP, right, id)
        else:
            skipped[FREE_TEXT] = skipped.get(FREE_TEXT, 0) + 1
    wrong = next((text for text, other in _others(value) if not _is_legal(entry.type, other)), None)
    if wrong is None:
        skipped[FREE_VALUE] = skipped.get(FREE_VALUE, 0) + 1
        return
    first_line = (span.key, span.value) if isinstance(value, (dict, list)) else right
    yield Mutant("type", entry.path, span.value, span.end, wrong, first_line)


def _others(value: Any) -> tuple[tuple[str, Any], ...]:
    """Values of other types than this one, as text and as what the text means."""
    if isinstance(value, bool):
        return (("1", 1), ('"true"', "true"))
    if isinstance(value, float):
        return ((f'"{value}"', str(value)), ("true", True))
    if isinstance(value, int):
        return ((f'"{value}"', str(value)), ("true", True))
    return (("7", 7), ("true", True), ('"x"', "x"))


def _is_legal(kind: Any, value: Any) -> bool:
    """Whether the schema lets a scalar stand for a type."""
    for member in members(kind):
        if member is Any or type(value) is member:
            return True
        if get_origin(member) is Literal and any(type(a) is type(value) and a == value for a in get_args(member)):
            return True
        short = getattr(member, "SHORTHAND", "") if isinstance(member, type) else ""
        if short and any(k.name == short and _is_legal(k.type, value) for k in keys_of(member)):
            return True
    return False
