"""What the texts of rules say of the ruleset's own values: `{sequence.turns}` in a text becomes what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import attrs

from hexwright.classes import frozen
from hexwright.errors import nearest
from hexwright.ruleset.check_use import quoted
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.paths import dotted, reach, split, texts_in
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import TABLES, Ruleset
from hexwright.strict import key_name

_ASKED = re.compile(r"\{([^{}]*)\}|[{}]")
NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
FORMS = ("word", "Word", "+")
# Tables with texts in which values may be asked for, and the keys of these texts.
WORDED = {"rule": ("title", "text"), "mission": ("cost", "effect")}


@frozen
class Asked:
    """A value that a text asks for: where it is asked in the text, where it stands, and in what form it is told.

    Forms are "" for figures, "word" for words up to twelve ("Word" to begin a sentence), "+" for a modifier, which is
    nothing when it is 0. `path` is () where the braces hold no path.
    """

    start: int
    end: int
    path: Path
    form: str = ""


@lru_cache(maxsize=4000)
def pieces(text: str) -> tuple[str | Asked, ...]:
    """A text cut into what is plain and what is asked for.

    >>> pieces("at most {sequence.turns} turns")
    ('at most ', Asked(start=8, end=24, path=('sequence', 'turns'), form=''), ' turns')
    """
    return tuple(_pieces(text))


def _pieces(text: str) -> Iterator[str | Asked]:
    at = 0
    for found in _ASKED.finditer(text):
        if found.start() > at:
            yield text[at : found.start()]
        inside = (found[1] or "").strip()
        path, _, form = inside.rpartition(":") if inside.endswith(tuple(f":{f}" for f in FORMS)) else (inside, "", "")
        yield Asked(found.start(), found.end(), split(path) or (), form)
        at = found.end()
    if at < len(text):
        yield text[at:]


def said(value: Any, form: str = "") -> str:
    """A value as a text tells it.

    >>> said(2), said(2, "Word"), said(0, "word"), said(-1, "+"), said(0, "+"), said([4, 5, 6]), said(True), said("")
    ('2', 'Two', 'no', '-1', '', '4, 5 and 6', 'yes', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        told = [said(item, form) for item in value]
        return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:]))) or "none"
    if isinstance(value, (int, float)) and form == "+":
        return f"{value:+g}" if value else ""
    if isinstance(value, int) and form in ("word", "Word") and 0 <= value < len(NUMBERS):
        word = NUMBERS[value] if value else "no"
        return word.capitalize() if form == "Word" else word
    return f"{value:g}" if isinstance(value, float) else str(value) or "none"


@frozen(eq=False)
class Values:
    """What texts can ask for: the values of a ruleset, those of idle plug-ins too, of which rules may still tell."""

    rules: Ruleset
    document: Mapping[str, Any]
    idle: Mapping[str, type]

    def at(self, path: Path) -> tuple[Any] | None:
        """The value at a path, in a tuple: a number, text, truth or list of these; the printed name of an id.

        None when there is no such value. Keys that are not written have their defaults.
        """
        found = self.held(path)
        if found is None or not _is_plain(found[0]):
            return None
        value, refers = found
        return (self._named(value, refers),)

    def held(self, path: Path) -> tuple[Any, str] | None:
        """What stands at a path, a table too, with the kind of the id that it is; None when nothing does."""
        if not path:
            return None
        kept = self._kept(path)
        if kept is not None and path[0] not in self.idle:
            return kept
        plain = reach(self.document, path)
        return (plain[0], "") if plain is not None else kept

    def _kept(self, path: Path) -> tuple[Any, str] | None:
        """What the classes of the schema and of plug-ins hold; one number stands for a list of one."""
        value: Any = self._table(str(path[0]))
        refers = ""
        for part in path[1:]:
            if isinstance(value, Mapping):
                value = value.get(part)
            elif isinstance(value, tuple):
                value = _item(value, part)
            elif isinstance(value, (int, str)):
                value = value if isinstance(part, int) else None
            else:
                cls: Any = type(value)
                name, refers = _keys_of(cls).get(part, ("", ""))
                value = getattr(value, name) if name else None
            if value is None:
                return None
        return (value, refers) if value is not None else None

    def _table(self, name: str) -> Any:
        if name in self.rules.settings:
            return self.rules.settings[name]
        if name in self.idle:
            needed = [a for a in attrs.fields(self.idle[name]) if a.default is attrs.NOTHING]
            return self.idle[name]() if not needed else None
        if name not in TABLES:
            return None
        return self.rules.info if name == "ruleset" else getattr(self.rules, name, None)

    def _named(self, value: Any, refers: str) -> Any:
        """The printed name of what an id stands for."""
        if not refers:
            return value
        if isinstance(value, tuple):
            return tuple(self._named(item, refers) for item in value)
        if refers == "named_space":
            names = {space.name.casefold(): space.name for space in self.rules.space.values()}
            return names.get(str(value).casefold(), value)
        tables = (getattr(self.rules, kind, {}) for kind in ("space" if refers == "place" else refers).split("|"))
        found = (table[value] for table in tables if isinstance(value, str) and value in table)
        return next((name for thing in found if (name := getattr(thing, "name", ""))), value)

    def filled(self, text: str) -> str:
        """A text with what it asks for; what is not there stays as it is written."""
        if "{" not in text:
            return text
        return "".join(part if isinstance(part, str) else self._filled(text, part) for part in pieces(text))

    def _filled(self, text: str, asked: Asked) -> str:
        value = self.at(asked.path)
        return said(value[0], asked.form) if value is not None else text[asked.start : asked.end]


def fill(rules: Ruleset, document: Mapping[str, Any], idle: Mapping[str, type]) -> Ruleset:
    """The ruleset with every text of a rule filled in."""
    values = Values(rules, document, idle)
    changed: dict[str, Any] = {}
    for table, keys in WORDED.items():
        entries: dict[str, Any] = getattr(rules, table)
        new = {id: {k: values.filled(getattr(entry, k)) for k in keys} for id, entry in entries.items()}
        asking = {id for id, texts in new.items() if any(text != getattr(entries[id], k) for k, text in texts.items())}
        if asking:
            changed[table] = {
                id: attrs.evolve(entry, **new[id]) if id in asking else entry for id, entry in entries.items()
            }
    return attrs.evolve(rules, **changed) if changed else rules


def check_wording(game: Inspection) -> None:
    """Every value that a text asks for is there, and can be told in a sentence.

    A rule that nothing quotes is told to nobody: a layer may have removed what it is about.
    """
    values = Values(game.rules, game.merged.document, idle_tables(game.extensions))
    for path, text in _texts(game):
        for part in pieces(text):
            if isinstance(part, Asked) and values.at(part.path) is None and _is_quoted(game, path):
                _tell(game, values, path, text, part)


def _texts(game: Inspection) -> Iterator[tuple[Path, str]]:
    """The texts in which something is left that could not be filled in, as they are written."""
    for table, keys in WORDED.items():
        for id, entry in getattr(game.rules, table).items():
            for key in keys:
                left = getattr(entry, key)
                found = reach(game.merged.document, (table, id, key)) if "{" in left or "}" in left else None
                if found is not None:
                    yield (table, id, key), str(found[0])


def _is_quoted(game: Inspection, path: Path) -> bool:
    """Whether something tells what a text says: a rule is told where a table or an active plug-in quotes it."""
    if path[0] != "rule":
        return True
    memo = game.board.memo
    if "quoted rules" not in memo:
        tables = (table for name, table in game.merged.document.items() if name not in ("rule", "rulebook", "style"))
        sources = (e.text() or "" for e in game.extensions if e.active)
        memo["quoted rules"] = frozenset(texts_in([*tables])).union(*map(quoted, sources))
    return path[1] in memo["quoted rules"]


def idle_tables(extensions: tuple[Any, ...]) -> dict[str, type]:
    """The tables of plug-ins that are on offer and that the ruleset does not name."""
    return {name: cls for e in extensions if not e.active for name, cls in e.tables.items()}


def _tell(game: Inspection, values: Values, path: Path, text: str, asked: Asked) -> None:
    spot = (asked.start, asked.end - asked.start)
    written = text[asked.start : asked.end]
    if not asked.path:
        hint = "write the path of a value between braces, as in {sequence.turns}"
        game.add("H307", path, f"'{written}' asks for no value", hint, spot=spot)
        return
    if game.is_unsure(*asked.path):
        return
    if not set(game.rules.info.plugins) <= {e.plugin for e in game.extensions}:
        return  # it may be a value of a plug-in that is missing
    held = values.held(asked.path)
    if held is not None:
        inside = ", ".join(_keys(held[0])[:8])
        hint = f"go on to one of its keys: {inside}" if inside else ""
        game.add("H307", path, f"'{dotted(asked.path)}' is no single value", hint, spot=spot)
        return
    gone = game.merged.removed(asked.path)
    if gone is not None:
        message = f"'{dotted(asked.path)}' was removed by {gone.source.layer}"
        hint = "reword the rule in that layer, or remove it too"
        game.add("H307", path, message, hint, spot=spot, related=(("removed", gone.source.place(gone.path)),))
        return
    game.add("H307", path, f"there is no '{dotted(asked.path)}'", _nearest(values, asked.path), spot=spot)


def _nearest(values: Values, path: Path) -> str:
    """What was meant, by the first step that leads nowhere."""
    depth = next(n for n in range(len(path)) if values.held(path[: n + 1]) is None)
    held = values.held(path[:depth])
    if held is not None and isinstance(held[0], (list, tuple)):
        return f"the list has {len(held[0])}, counted from 0"
    known = _keys(held[0]) if held is not None else [*TABLES, *values.rules.settings]
    near = nearest(str(path[depth]), known)
    told = [dotted((*path[:depth], name, *path[depth + 1 :])) for name in near]
    return f"did you mean {' or '.join(told)}?" if near else f"known: {', '.join(known[:8])}" if depth else ""


def _keys(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [str(name) for name in value]
    cls: Any = type(value)
    return [str(name) for name in _keys_of(cls)]


@cache
def _keys_of(cls: Any) -> dict[str | int, tuple[str, str]]:
    """Key -> the attribute that holds it, and the kind of id that it is; {} for what is no table."""
    fields = attrs.fields(cls) if attrs.has(cls) else ()
    return {key_name(a): (a.name, str(a.metadata.get("refers", ""))) for a in fields}


def _item(items: tuple[Any, ...], part: str | int) -> Any:
    if isinstance(part, int):
        return items[part] if part < len(items) else None
    return next((item for item in items if getattr(item, "id", None) == part), None)


def _is_plain(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_plain(item) for item in value)
    return isinstance(value, (int, float, str))


__all__ = ["NUMBERS", "Asked", "Values", "check_wording", "fill", "idle_tables", "pieces", "said"]
