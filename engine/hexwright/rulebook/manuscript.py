"""Manuscript: one game with what its rulebook needs everywhere: names, links to rules, values with who set them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, get_args, get_origin

import attrs
from attrs import field

from ..classes import define
from ..comparing.names import Printed
from ..game import Game
from ..picture.svg import Node
from ..ruleset.book import Key, keys_of, mark_of, members, plain, text_of
from ..ruleset.keys import kind_words
from ..ruleset.paths import reach
from ..ruleset.positions import Path as KeyPath
from ..ruleset.schema import Ruleset
from ..ruleset.wording import Asked, Values, idle_tables, pieces, said
from .enforced import Enforced, enforced
from .html import Held, anchor, joined, link, node, span, table
from .sources import Sources

Cells = tuple[Held, ...]


@define(eq=False)
class Manuscript:
    """What all chapters share. A path is that of a value in the ruleset, as in ("unit_type", "foot", "allowance").

    `bare` leaves all links out: for the player aid, which is one sheet of paper.
    """

    game: Game
    bare: bool = False
    rules: Ruleset = field(init=False)
    names: Printed = field(init=False)
    sources: Sources = field(init=False)
    anchored: set[str] = field(init=False, factory=set)

    def __attrs_post_init__(self) -> None:
        self.rules = self.game.rules
        self.names = Printed(self.game)
        self.sources = Sources(self.game)

    @cached_property
    def enforced(self) -> Enforced:
        """Which rules are printed, and why."""
        return enforced(self.game)

    def in_order(self, kind: str) -> dict[str, Any]:
        """A table in the order of the file that has most of its entries: switches may have begun others earlier."""
        table: dict[str, Any] = getattr(self.rules, kind)
        places = {id: self.sources.setters((kind, id)) for id in table}
        files = Counter(s.file for setters in places.values() for s in {s.file: s for s in setters}.values())
        home = min(files, key=lambda file: (-files[file], file)) if files else ""
        line = {id: next((s.line for s in setters if s.file == home), 0) for id, setters in places.items()}
        return dict(sorted(table.items(), key=lambda item: (not line[item[0]], line[item[0]])))

    # -- pieces of a line

    def rule(self, id: str) -> Held:
        """The id of a rule, linked to its text; None for no rule."""
        if not id:
            return None
        if self.bare:
            return node("span", id, class_="rule-id")
        if id not in self.enforced.rules:
            return node("span", id, class_="rule-id")
        return link(f"#{anchor('rule', id)}", id, title=self.rules.rule[id].title, class_="rule-id")

    def rule_list(self, ids: Iterable[str]) -> Held:
        """Several rules in a line."""
        return span(*joined((self.rule(i) for i in dict.fromkeys(ids)), " "))

    def to(self, kind: str, id: str, *shown: Held) -> Held:
        """A link to where a unit type, a mission, a phase, a table, a plug-in, a place ... is told."""
        told: tuple[Held, ...] = shown or (self.names.name(kind, id),)
        return span(*told) if self.bare else link(f"#{anchor(kind, id)}", *told)

    def name(self, kind: str, id: str) -> str:
        """The printed name of a thing."""
        return self.names.name(kind, id)

    def v(self, path: KeyPath, shown: object) -> Held:
        """A value as it is shown, linked to the line that set it."""
        told: Held = shown if isinstance(shown, str) or attrs.has(type(shown)) else str(shown)  # type: ignore[assignment]
        return told if self.bare else self.sources.value(path, told)

    def told(self, path: KeyPath) -> Held:
        """A text that may ask for values: each of them is linked to the line that set it, the rest to its own line."""
        found = reach(self.rules.document, path)
        text = str(found[0]) if found is not None else ""
        parts = [self._words(path, part) if isinstance(part, str) else self._asked(text, part) for part in pieces(text)]
        return span(*parts, None if self.bare else self.sources.mark(path))

    def _words(self, path: KeyPath, text: str) -> Held:
        return text if self.bare else self.sources.value(path, text, words=True)

    def _asked(self, text: str, asked: Asked) -> Held:
        value, at = self._values.at(asked.path), asked.path
        if value is None:
            return text[asked.start : asked.end]
        holder = reach(self.rules.document, at[:-1])
        if holder is not None and not isinstance(holder[0], (dict, list)):
            at = at[:-1]  # the short form of a table is written
        return self.v(at, said(value[0], asked.form))

    @cached_property
    def _values(self) -> Values:
        return Values(self.rules, self.rules.document, idle_tables(self.game.plugins.extensions()))

    def once(self, name: str) -> str | None:
        """The anchor, the first time that it is asked for; None after that, and in the player aid."""
        if self.bare or name in self.anchored:
            return None
        self.anchored.add(name)
        return name

    # -- values of keys

    def key(self, key: Key, path: KeyPath, value: Any) -> Held:
        """The value of a key in words, its parts linked where they are set apart."""
        return self._of(key.type, key.refers, key.by, path, value)

    def _of(self, kind: Any, refers: str, by: str, path: KeyPath, value: Any) -> Held:
        kind = next((k for k in members(kind) if _fits(k, value)), members(kind)[0])
        if mark_of(kind) == "condition":
            return self.v(path, self.names.condition(value))
        if value is None or value == "" or value == () or value == {}:
            return self.v(path, "none")
        if isinstance(value, bool):
            return self.v(path, "yes" if value else "no")
        if isinstance(value, str):
            if refers == "rule":
                return self.rule(value)
            return self.v(path, self.name(refers, value) if refers else value)
        if isinstance(value, (int, float)):
            return self.v(path, str(value))
        if isinstance(value, (tuple, list)):
            return self._several(kind, refers, path, value)
        if isinstance(value, Mapping):
            return self._pairs(kind, refers, by, path, value)
        return self.inside(path, value)

    def _several(self, kind: Any, refers: str, path: KeyPath, values: Iterable[Any]) -> Held:
        listed = list(values)
        if all(isinstance(v, (str, int, float)) for v in listed):
            return self.v(path, ", ".join(self.name(refers, str(v)) if refers else str(v) for v in listed))
        inner = get_args(kind)[0] if get_origin(kind) is tuple else Any
        return span(*joined((self._of(inner, refers, "", (*path, n), v) for n, v in enumerate(listed)), "; "))

    def _pairs(self, kind: Any, refers: str, by: str, path: KeyPath, value: Mapping[str, Any]) -> Held:
        inner = get_args(kind)[1] if get_origin(kind) is dict else Any
        named = by or ("" if inner is str else refers)
        values = refers if inner is str or by else ""
        parts = []
        for name, held in value.items():
            told = self.name(named, name) if named else str(name)
            parts.append(span(f"{told}: ", self._of(inner, values, "", (*path, name), held)))
        return span(*joined(parts, "; "))

    def inside(self, path: KeyPath, value: Any) -> Held:
        """The keys of a table inside another, in a line."""
        if not attrs.has(type(value)):
            return self.v(path, str(value))
        parts = [
            span(f"{_head(key.name)} ", self.key(key, (*path, key.name), held))
            for key, held in filled(value)
            if key.refers != "rule"
        ]
        return span(*joined(parts)) if parts else self.v(path, "as usual")

    # -- tables

    def settings(self, path: KeyPath, value: Any, *, omit: tuple[str, ...] = ()) -> Iterator[Held]:
        """A table of settings: every key with its value, its default and its text; tables inside follow."""
        rows: list[Cells] = []
        below: list[tuple[Key, Any]] = []
        for key in (k for k in keys_in(value) if k.name not in omit):
            held = getattr(value, attribute(type(value), key.name))
            if is_table_of_tables(key) or (attrs.has(type(held)) and held != key.default):
                below += [(key, held)] if held else []
            elif key.refers != "rule" or key.name != "rule":
                usual = span() if key.needed else node("span", self._default(key), class_="default")
                told = span(key.doc, *self._choices(key))
                rows.append((node("code", key.name), self.key(key, (*path, key.name), held), usual, told))
        yield table(("Setting", "Value", "Default", "What it means"), rows, "stack settings")
        for key, held in below:
            if attrs.has(type(held)):
                yield node("h5", node("code", key.name), f": {text_of(type(held)) or key.doc}")
                yield from self.settings((*path, key.name), held)
            else:
                yield self.entries((*path, key.name), held, key.doc)

    def _default(self, key: Key) -> str:
        value = plain(key.default)
        if value is None or value in ("", [], {}):
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list):
            return ", ".join(map(str, value))
        if isinstance(value, str) and key.refers:
            return self.name(key.refers, value)
        return "as usual" if isinstance(value, dict) else str(value)

    def _choices(self, key: Key) -> Iterator[Held]:
        words = kind_words(key.type, key.refers, key.by)
        if words.startswith("one of "):
            yield node("span", f" ({words})", class_="choices")

    def entries(self, path: KeyPath, value: Mapping[str, Any], caption: str = "") -> Held:
        """A table of tables: a row for each entry, a column for each key that any of them has."""
        if not value:
            return None
        cls: type = type(next(iter(value.values())))
        shown = [k for k in keys_of(cls) if any(set_apart(k, v) for v in value.values())]
        first = next((k for k in shown if k.name in ("name", "title")), None)
        shown = [k for k in shown if k is not first]
        rows: list[Cells] = []
        for id, entry in value.items():
            head = getattr(entry, attribute(cls, first.name)) if first is not None else ""
            cells = [self._cell(key, (*path, id, key.name), entry) for key in shown]
            rows.append((head or id, *cells))
        heads = [_head(key.name) for key in shown]
        return table(("", *heads), rows, "entries", caption)

    def _cell(self, key: Key, path: KeyPath, entry: Any) -> Held:
        return self.key(key, path, getattr(entry, attribute(type(entry), key.name))) if set_apart(key, entry) else None


def _head(name: str) -> str:
    return name.replace("_", " ")


def _fits(kind: Any, value: Any) -> bool:
    origin = get_origin(kind)
    if isinstance(value, (tuple, list)):
        return origin is tuple
    if isinstance(value, Mapping):
        return origin is dict or bool(mark_of(kind))
    return isinstance(kind, type) and isinstance(value, kind)


def keys_in(value: Any) -> tuple[Key, ...]:
    """The keys of a table that has been read."""
    cls: type = type(value)
    return keys_of(cls)


def attribute(cls: type, name: str) -> str:
    """The attribute that a key of TOML is read into."""
    for known, key in zip(attrs.fields(cls), (k for k in keys_of(cls)), strict=False):
        if key.name == name:
            return str(known.name)
    return name


def filled(value: Any) -> Iterator[tuple[Key, Any]]:
    """The keys of an entry that are not left at their defaults, with their values."""
    for key in keys_in(value):
        held = getattr(value, attribute(type(value), key.name))
        if key.needed or held != key.default:
            yield key, held


def set_apart(key: Key, entry: Any) -> bool:
    """Whether an entry says something else than the default for a key."""
    held = getattr(entry, attribute(type(entry), key.name))
    return held not in (None, "", (), {}) and (key.needed or held != key.default)


def is_table_of_tables(key: Key) -> bool:
    """Whether a key holds a table of named tables with keys of their own."""
    if get_origin(key.type) is not dict:
        return False
    inner = get_args(key.type)[1]
    return isinstance(inner, type) and attrs.has(inner)


def chapter(id: str, title: str, *holds: Held, intro: str = "") -> Node | None:
    """A chapter with its heading; None when there is nothing in it."""
    inside = [h for h in holds if h is not None]
    if not inside:
        return None
    told = node("p", intro, class_="intro") if intro else None
    return node("section", node("h2", title), told, *inside, id=anchor("chapter", id), class_="chapter")


Chapter = Callable[[Manuscript], Held]

__all__ = [
    "Cells",
    "Chapter",
    "Manuscript",
    "attribute",
    "chapter",
    "filled",
    "is_table_of_tables",
    "keys_in",
    "set_apart",
]  # fmt: skip
