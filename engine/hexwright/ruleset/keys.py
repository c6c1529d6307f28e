"""What a key of TOML means, in a designer's words: its kind, its default, a right example and a wrong one."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

import attrs

from hexwright.classes import frozen
from hexwright.ruleset.book import (
    GROUPS,
    Book,
    Key,
    Place,
    Word,
    book_of,
    find,
    keys_of,
    mark_of,
    near,
    noted,
    plain,
    text_of,
)
from hexwright.ruleset.inspection import KIND_WORDS, TAGS
from hexwright.ruleset.paths import dotted, split
from hexwright.ruleset.schema import Extension, Ruleset, SwitchSpec
from hexwright.ruleset.wording import NUMBERS
from hexwright.ruleset.writing import inline, quoted, word
from hexwright.strict import listed, structure

_WIDTH = 100
_SCALARS = {int: ("whole number", "whole numbers"), str: ("text", "texts"), bool: ("true or false", "true or false"),
            float: ("number", "numbers")}  # fmt: skip
_MARKS = {
    "event": "table of an event",
    "frame": "table of a frame",
    "map": "tables of a ruleset",
    "condition": "condition",
    "traits": "table: trait -> its keys",
    "features": "table: feature kind -> its fields",
    "fields": "table: field -> value",
    "pieces": "table: value -> the piece of TOML it stands for",
}
_IDS = {
    "side": "red",
    "nation": "red",
    "side|nation": "red",
    "seat": "red",
    "role|seat": "first",
    "role": "first",
    "terrain": "woods",
    "feature": "port",
    "board": "main",
    "space": "B2",
    "place": "B2",
    "named_space": "B2",
    "dice": "attack",
    "zone": "north",
    "movement": "foot",
    "unit_type": "infantry",
    "unit": "guards",
    "status": "tired",
    "marker": "trench",
    "mission": "patrol",
    "table": "storm",
    "phase": "moves",
    "frame": "pass",
    "rule": "M-1",
    "plugin": "weather",
    "scenario": "campaign",
    "variant": "autumn",
    "map": "small",
    "unit_tag": "land",
    "space_tag": "coast",
}
_NO_MORE: Mapping[str, Word] = MappingProxyType({})


@frozen
class Sample:
    """A line of TOML for a key, and what the loader says of it when it is wrong."""

    line: str
    told: str = ""


def explain(
    path: str, extensions: tuple[Extension, ...], rules: Ruleset | None = None, more: Mapping[str, Word] = _NO_MORE
) -> str | None:
    """What the key at a dotted path means; None when no key has this path (then see `nearest_keys`).

    Ids may be left out: unit_type.infantry.range, unit_type.range and unit_type can all be asked for. Without
    `rules` the tables of all `extensions` are known; with them also the switches, ids and fields of this ruleset.
    `more` are tables of other files, such as those of scenario tests.
    """
    book = _with(book_of(extensions, rules), more)
    split_path = split(path)
    place = find(split_path, book) if split_path else None
    return "\n".join(_told(place, book)) if place is not None else None


def nearest_keys(
    path: str, extensions: tuple[Extension, ...], rules: Ruleset | None = None, more: Mapping[str, Word] = _NO_MORE
) -> tuple[str, ...]:
    """The keys whose paths are nearest to one that none has."""
    return near(path, _with(book_of(extensions, rules), more))


def _with(book: Book, more: Mapping[str, Word]) -> Book:
    return attrs.evolve(book, tables={**book.tables, **more})


def _told(place: Place, book: Book) -> Iterator[str]:
    head = dotted(place.shown)
    if len(place.shown) == 1 and place.key is None and not mark_of(place.type):
        origin = get_origin(place.type)
        head = f"[{head}.ID]" if origin is dict else f"[[{head}]]" if origin is tuple else f"[{head}]"
    yield from textwrap.wrap(f"{head}: {place.doc}" if place.doc else head, _WIDTH, subsequent_indent="  ")
    yield ""
    is_one = isinstance(place.type, type) and attrs.has(place.type)
    is_table = place.key is None and place.switch is None and (is_one or get_origin(place.type) in (dict, tuple))
    rows = [] if is_table else [("value", _value(place))]
    if place.switch is not None:
        rows += _switch_rows(place.switch)
    elif place.key is not None:
        rows.append(("default", _default(place.key) if place.type is place.key.type else "none"))
    rows.append(("from", place.owner if place.read else f"{place.owner}, which this ruleset does not name: not read"))
    rows += [("known", known)] if (known := _known(place, book)) else []
    rows += [("rule", rule)] if (rule := _rule(place, book)) else []
    if place.key is not None and place.type is place.key.type and place.switch is None:
        right, wrong = samples(place.key, book)
        rows.append(("right", right.line))
        rows += [("wrong", f"{wrong.line}   # {wrong.told}")] if wrong.told else []
    for name, text in rows:
        lines = textwrap.wrap(text, _WIDTH - 12, break_on_hyphens=False, break_long_words=False) or [""]
        yield f"  {name:<8}  {lines[0]}"
        yield from (f"            {line}" for line in lines[1:])
    yield from _keys_below(place, book)


def _switch_rows(spec: SwitchSpec) -> Iterator[tuple[str, str]]:
    if spec.sets:
        yield "sets", ", ".join(spec.sets) + (f", written as {spec.written}" if spec.written else "")
    for value, piece in spec.values.items():
        yield "means", f"{value}: {inline(piece)}"
    yield "default", "what the files say without it"


def _value(place: Place) -> str:
    spec = place.switch
    if spec is not None:
        if spec.values:
            return "one of " + ", ".join(v if v in ("true", "false") else quoted(v) for v in spec.values)
        if spec.between:
            return f"a whole number from {spec.between[0]} to {spec.between[-1]}"
        return "whole number or text" if spec.written else "what the keys want that it sets"
    least = place.key.least if place.key is not None else None
    by = place.key.by if place.key is not None and place.type is place.key.type else ""
    return kind_words(place.type, place.refers, by) + (f", {least} or more" if least is not None else "")


def kind_words(kind: Any, refers: str = "", by: str = "") -> str:
    """A type in a designer's words.

    >>> kind_words(tuple[str, ...], "unit_type"), kind_words(dict[str, int]), kind_words(Literal["a", "b"])
    ('list of unit types', 'table: name -> whole number', "one of 'a', 'b'")
    """
    return " or ".join(dict.fromkeys(_one_kind(k, refers, by) for k in noted(kind)))


def _one_kind(kind: Any, refers: str, by: str = "") -> str:
    name = KIND_WORDS.get(refers, refers.replace("_", " ").replace("|", " or "))
    mark, origin, args = mark_of(kind), get_origin(kind), get_args(kind)
    if mark:
        return _MARKS[mark]
    if kind in _SCALARS:
        return (name if refers in TAGS else f"{name} ID") if refers and kind is str else _SCALARS[kind][0]
    if origin is Literal:
        return "one of " + listed(args) if len(args) > 1 else inline(args[0])
    if origin is tuple:
        exactly = f" of exactly {len(args)}" if args[-1] is not ... else " of"
        several = dict.fromkeys(_several(kind, name if refers else "") for kind in noted(args[0]))
        return f"list{exactly} {' or '.join(several)}"
    if origin is dict:
        values = args[1] is str or not refers or bool(by)
        keys = KIND_WORDS.get(by, by.replace("_", " ")) or ("name" if values else name)
        keys = _one_kind(args[0], "") if get_origin(args[0]) is Literal else keys
        return f"table: {keys} -> {kind_words(args[1], refers if values else '')}"
    if isinstance(kind, type) and attrs.has(kind):
        short = getattr(kind, "SHORTHAND", "")
        first = next((k for k in keys_of(kind) if k.name == short), None)
        return f"{kind_words(first.type, first.refers)} (its {short}) or table" if first else "table"
    return "any value"


def _several(kind: Any, name: str) -> str:
    if name:
        head, of, rest = name.partition(" of ")
        return f"{head}s{of}{rest}" if " or " not in name and not head.endswith("s") else name
    if get_origin(kind) is Literal:
        return "any of " + listed(get_args(kind))
    if kind in _SCALARS:
        return _SCALARS[kind][1]
    return "values" if kind is Any else "lists" if get_origin(kind) is tuple else "tables"


def _default(key: Key) -> str:
    if key.needed:
        return "none: it must be there"
    written = plain(key.default)
    return "none" if written is None or written == {} else inline(written)


def _known(place: Place, book: Book) -> str:
    """The first ids of this ruleset that may be named, or that the table has."""
    table = str(place.shown[0]) if len(place.shown) == 1 and get_origin(place.type) is dict else place.refers
    return listed(tuple(_ids(table, book)), 8) if table else ""


def _ids(table: str, book: Book) -> Iterator[str]:
    for name in table.split("|"):
        held = book.rules.document.get(name) if book.rules else None
        yield from held if isinstance(held, dict) else ()


def _rule(place: Place, book: Book) -> str:
    """The rule that the switch or the thing at this path is told with."""
    id = place.switch.rule if place.switch else ""
    if book.rules is not None and not place.switch:
        value: Any = book.rules.document
        for part in place.shown:
            value = value.get(part) if isinstance(value, dict) else None
            id = str(value.get("rule", id)) if isinstance(value, dict) else id
    rule = book.rules.rule.get(id) if book.rules else None
    return f"{id} {rule.title}" if rule else id


def _keys_below(place: Place, book: Book) -> Iterator[str]:
    """The keys of a table, or the words of a condition, a line or two each."""
    rows: list[tuple[str, str]] = []
    for kind in noted(place.type):
        inner = (
            get_args(kind)[-1] if get_origin(kind) is dict else get_args(kind)[0] if get_origin(kind) is tuple else kind
        )
        for member in noted(inner):
            rows += _rows(member, book)
    if not rows:
        return
    yield ""
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        lines = textwrap.wrap(text, _WIDTH - wide - 4)
        yield f"  {name:<{wide}}  {lines[0]}"
        yield from (" " * (wide + 4) + line for line in lines[1:])


def _rows(kind: Any, book: Book) -> Iterator[tuple[str, str]]:
    mark = mark_of(kind)
    if mark == "condition":
        yield from GROUPS.items()
    if mark in ("condition", "traits"):
        for name, found in (book.facts if mark == "condition" else book.traits).items():
            about = (found.cls.__doc__ or "").strip().split("\n")[0].rstrip(".")
            yield name, about if mark == "condition" else text_of(found.cls)
    elif isinstance(kind, type) and attrs.has(kind):
        for key in keys_of(kind):
            needed = "; must be there" if key.needed else ""
            yield key.name, f"{key.doc} ({kind_words(key.type, key.refers, key.by)}{needed})"


# ------------------------------------------------------------------ samples


def samples(key: Key, book: Book) -> tuple[Sample, Sample]:
    """A right line and a wrong one for a key, with what the loader says of the wrong one."""
    right = example(key.type, key.refers, book, key)
    wrong = _spoilt(noted(key.type)[0], right, key.refers)
    if not key.refers and not _why(key.type, wrong):
        wrong = [right]  # where texts are welcome too
    told = _why(key.type, wrong)
    if not told and key.refers and isinstance(wrong, (str, list)):
        told = f"H301: no {KIND_WORDS.get(key.refers, key.refers)} of this name"
    return Sample(f"{word(key.name)} = {inline(right)}"), Sample(f"{word(key.name)} = {inline(wrong)}", told)


def _why(kind: Any, value: Any) -> str:
    flaws = structure(value, kind)[1]
    return f"{flaws[0].code}: {flaws[0].message}" if flaws else ""


def example(kind: Any, refers: str, book: Book, key: Key | None = None) -> Any:
    """A value that the loader takes for a type, as plain TOML; ids are those of the ruleset when there is one."""
    kind = noted(kind)[0]
    mark, origin, args = mark_of(kind), get_origin(kind), get_args(kind)
    if mark:
        return _marked(mark, book)
    if kind is int:
        default = key.default if key is not None and type(key.default) is int else 0
        return default if default > 1 else max(2, (key.least if key and key.least else 0))
    if kind is float:
        return 1.5
    if kind is bool:
        return not (key is not None and key.default is True)
    if kind is str:
        return _text(key, refers, book)
    if origin is Literal:
        return next((v for v in args if v and (key is None or v != key.default)), args[-1])
    if origin is tuple:
        several = [example(t, refers, book, key) for t in args if t is not ...]
        twice = len(several) == 2 and several[0] == several[1]
        return [several[0], "blue"] if twice and args[0] is str else several
    if origin is dict:
        by = key.by if key is not None else ""
        values = args[1] is str or not refers or bool(by)
        name = _first(by, book) if by else "NAME" if values else _first(refers, book)
        name = get_args(args[0])[0] if get_origin(args[0]) is Literal else name
        return {name: example(args[1], refers if values else "", book)}
    if attrs.has(kind):
        short = getattr(kind, "SHORTHAND", "")
        wanted = [k for k in keys_of(kind) if k.name == short] if short else []
        wanted = wanted or [k for k in keys_of(kind) if k.needed] or list(keys_of(kind)[:1])
        table = {k.name: example(k.type, k.refers, book, k) for k in wanted}
        return table[short] if short else table
    return "value"


def _text(key: Key | None, refers: str, book: Book) -> str:
    if refers:
        return _first(refers, book)
    if key is not None and key.name == "color":
        return "#2e6f9e"
    if key is not None and isinstance(key.default, str) and key.default:
        return key.default
    quoted_in_doc = re.search("as in '([^']+)'", key.doc) if key is not None else None
    return quoted_in_doc.group(1) if quoted_in_doc else "Some text"


def _first(refers: str, book: Book) -> str:
    return next(_ids(refers, book), _IDS.get(refers, "ID"))


def _marked(mark: str, book: Book) -> Any:
    if mark == "condition":
        return {"turn": 3}
    if mark == "traits":
        name = next(iter(book.traits), "")
        return {name: example(book.traits[name].cls, "", book)} if name else {}
    if mark == "features":
        return {_first("feature", book): {}}
    other: dict[str, Any] = {
        "fields": {"capacity": 2},
        "event": {"type": "Moved"},
        "frame": {"frame": "pass"},
        "map": {"sequence": {"turns": 12}},
    }
    return other.get(mark, {"true": {"sequence": {"turns": 12}}})


def _spoilt(kind: Any, right: Any, refers: str) -> Any:
    """A likely slip: a number in letters, a list without its brackets, a misspelt word."""
    if kind is float:
        return str(right)
    if kind is int or (type(right) is int and kind is not bool):
        return NUMBERS[right] if 0 <= right < len(NUMBERS) else str(right)
    if kind is bool:
        return "yes" if right else "no"
    if get_origin(kind) is tuple:
        return right[0] if right else 3
    if kind is str and refers:
        return right + right[-1]
    if kind is str:
        return 7
    if get_origin(kind) is Literal:
        return f"{right}s" if isinstance(right, str) else "many"
    return "some"


__all__ = ["Sample", "example", "explain", "kind_words", "nearest_keys", "samples"]
