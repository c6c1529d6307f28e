"""The words that a ruleset may use, in one book: one walk over the classes of the schema, of plug-ins and conditions.

`keys.py` tells of a key in words, `jsonschema.py` tells editors, `hexwright show` whose default a value is.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

import attrs

from hexwright.classes import frozen
from hexwright.errors import nearest
from hexwright.facts import FACTS
from hexwright.ruleset.paths import dotted, reach, split
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import TABLES, Condition, Extension, FieldSpec, Ruleset, SwitchSpec
from hexwright.strict import key_name

ENGINE = "the engine"
FIELD_TYPES: dict[str, tuple[Any, str]] = {
    "int": (int, ""),
    "str": (str, ""),
    "bool": (bool, ""),
    "nation": (str, "nation"),
    "space": (str, "space"),
    "spaces": (tuple[str, ...], "space"),
    "strs": (tuple[str, ...], ""),
}
GROUPS = {
    "all": "a list of conditions that must all hold",
    "any": "a list of conditions of which one must hold",
    "not": "a condition that must not hold",
}
REMOVE = "paths of what this file takes away from the layers below it, before its own values; above the first [table]"


@frozen
class Key:
    """One key of a table: its name in TOML, its text and type, and what its names stand for.

    `default` is attrs.NOTHING for a key that must be there; `least` is the least number, None for any; `by` is what the
    keys of its table name, `gives` the kind of names it gives, `form` how its text is written.
    """

    name: str
    doc: str
    type: Any
    default: Any
    refers: str = ""
    least: int | None = None
    by: str = ""
    gives: str = ""
    form: str = ""

    @property
    def needed(self) -> bool:
        """Whether it must be there, in the file or in a layer below."""
        return self.default is attrs.NOTHING


@cache
def keys_of(cls: type) -> tuple[Key, ...]:
    """The keys of a table, in the order of its class."""
    attrs.resolve_types(cls, include_extras=True)
    found = []
    for field in attrs.fields(cls):
        about = field.metadata
        default = field.default.factory() if isinstance(field.default, attrs.Factory) else field.default  # type: ignore[arg-type]
        refers = str(about.get("refers") or about.get("among") or "")
        doc, by, gives, form = (str(about.get(name) or "") for name in ("doc", "by", "gives", "form"))
        if field.init:
            found.append(Key(key_name(field), doc, field.type, default, refers, about.get("least"), by, gives, form))
    return tuple(found)


def plain(value: Any) -> Any:
    """A default as one would write it in TOML: tables without the keys that are left at their own defaults."""
    if attrs.has(type(value)):
        cls: type = type(value)
        keys = zip(keys_of(cls), attrs.astuple(value, recurse=False), strict=True)
        return {key.name: plain(held) for key, held in keys if held != key.default}
    if isinstance(value, dict):
        return {name: plain(held) for name, held in value.items()}
    return [plain(held) for held in value] if isinstance(value, (list, tuple)) else value


def mark_of(kind: Any) -> str:
    """How a table is marked whose keys other tables of the ruleset tell ("condition", "traits", ...), "" if not."""
    return str(get_args(kind)[1]) if get_origin(kind) is Annotated and isinstance(get_args(kind)[1], str) else ""


def members(kind: Any) -> tuple[Any, ...]:
    """The types of a union without None (TOML has no null), or the type alone."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(t for t in get_args(kind) if t is not type(None))
    return (kind,)


def noted(kind: Any) -> tuple[Any, ...]:
    """The types of a union; for a table that stays plain when it is read, the classes that tell its keys."""
    of = (members(get_args(k)[1]) if get_origin(k) is Annotated and not mark_of(k) else (k,) for k in members(kind))
    return tuple(one for kinds in of for one in kinds)


def text_of(cls: type) -> str:
    """What a class says of its table: its first sentence, without the name of the table."""
    first = (cls.__doc__ or "").strip().split("\n")[0].split(". ")[0].rstrip(".")
    head, colon, rest = first.partition(": ")
    return rest if colon and (head.startswith("[") or " = " in head) else "" if first.startswith("[") else first


# ------------------------------------------------------------------ the words of a ruleset


@frozen
class Word:
    """A table, trait or fact: its class, who brings it, whether the ruleset reads it, and how often it may stand."""

    cls: type
    owner: str = ENGINE
    read: bool = True
    form: str = "one"


@frozen(eq=False)
class Book:
    """All words that a ruleset may use; `rules` gives the ids and feature kinds when there is a ruleset."""

    tables: Mapping[str, Word]
    traits: Mapping[str, Word]
    facts: Mapping[str, Word]
    switches: Mapping[Path, SwitchSpec]
    rules: Ruleset | None = None


def book_of(extensions: tuple[Extension, ...], rules: Ruleset | None = None) -> Book:
    """The words of the engine and of plug-ins; those that a ruleset does not name are known but not read by it."""
    order = sorted(extensions, key=lambda e: (not e.active, e.plugin))
    words: dict[str, dict[str, Word]] = {"tables": {}, "traits": {}, "facts": {}}
    words["tables"] = {name: Word(cls, form=form) for name, (cls, form) in TABLES.items()}
    words["facts"] = {name: Word(cls) for name, cls in FACTS.items()}
    for extension in order:
        for what, mine in words.items():
            for name, cls in getattr(extension, what).items():
                mine.setdefault(name, Word(cls, f"the plug-in {extension.plugin}", extension.active or rules is None))
    switches = {path: spec for name, spec in (rules.switch if rules else {}).items() if (path := split(name))}
    return Book(**words, switches=switches, rules=rules)


def form_of(name: str, book: Book) -> Any:
    """The type of a top-level table: its class, a table of them by id, or a list of them."""
    cls: Any = book.tables[name].cls
    form = book.tables[name].form
    return cls if form == "one" else dict[str, cls] if form == "map" else tuple[cls, ...]


# ------------------------------------------------------------------ the walk


@frozen
class Place:
    """What may stand at a path: `shown` is the path with ID for ids that were left out.

    `type` is that of the value, `key` the key it is the value of (or an entry of), `doc` its text.
    """

    shown: Path
    type: Any
    doc: str
    key: Key | None = None
    owner: str = ENGINE
    refers: str = ""
    switch: SwitchSpec | None = None
    read: bool = True


def find(path: Path, book: Book) -> Place | None:
    """The place that a path leads to; ids may be left out of it, as in unit_type.range."""
    return next(_at_top(path, book), None)


def _at_top(path: Path, book: Book) -> Iterator[Place]:
    switch = book.switches.get(path)
    if switch is not None:
        yield Place(path, str, switch.doc or "a switch of this ruleset", switch=switch, owner="the ruleset")
    if not path:
        return
    name, rest = path[0], path[1:]
    if name in book.tables:
        word = book.tables[str(name)]
        start = Place((name,), form_of(str(name), book), text_of(word.cls), owner=word.owner, read=word.read)
        yield from _below(start, rest, book)
    elif name == "remove":
        yield from _below(
            Place((name,), tuple[str, ...], REMOVE, Key("remove", REMOVE, tuple[str, ...], ())), rest, book
        )
    elif name == "condition":
        yield from _below(Place((name,), Condition, "what may be asked of a position"), rest, book)


def _below(place: Place, rest: Path, book: Book) -> Iterator[Place]:
    """The places that the rest of a path can mean."""
    if not rest:
        yield place
        return
    for kind in noted(place.type):
        mark = mark_of(kind)
        inner = attrs.evolve(place, type=kind)
        if mark:
            yield from _marked(inner, mark, rest, book)
        elif isinstance(kind, type) and attrs.has(kind):
            for key in keys_of(kind):
                if key.name == rest[0]:
                    yield from _below(_into(place, rest[0], key), rest[1:], book)
        elif get_origin(kind) is dict:
            yield from _entries(inner, get_args(kind)[1], rest, book)
        elif get_origin(kind) is tuple:
            yield from _entries(inner, get_args(kind)[0], rest, book)


def _into(place: Place, name: str | int, key: Key) -> Place:
    return attrs.evolve(place, shown=(*place.shown, name), type=key.type, doc=key.doc, key=key, refers=key.refers)


def _entries(place: Place, of: Any, rest: Path, book: Book) -> Iterator[Place]:
    """An entry that the path names, or any entry where it leaves the id out; an id that there is goes first."""
    doc = text_of(of) if isinstance(of, type) and attrs.has(of) and place.key is None else place.doc
    named = attrs.evolve(place, shown=(*place.shown, rest[0]), type=of, doc=doc)
    unlikely = _is_slip(place, str(rest[0]), of, len(rest) == 1, book)
    any_of = attrs.evolve(named, shown=(*place.shown, "ID" if get_origin(place.type) is dict else 0))
    by_id = iter(()) if unlikely else _below(named, rest[1:], book)
    unnamed = _below(any_of, rest, book)
    known = isinstance(rest[0], int) or _is_known((*place.shown, rest[0]), book)
    yield from (*by_id, *unnamed) if known else (*unnamed, *by_id)


def _is_slip(place: Place, name: str, of: Any, last: bool, book: Book) -> bool:
    """Whether a name is no id: the ruleset has no such thing, or it looks like a misspelt key."""
    if name.isdigit() or _is_known((*place.shown, name), book):
        return False
    names = [key.name for cls in noted(of) if attrs.has(cls) for key in keys_of(cls)]
    if get_origin(place.type) is tuple and "id" not in names:
        return True
    if len(place.shown) == 1 and place.shown[0] not in ("space", "switch") and book.rules is not None:
        return True
    return last and bool(nearest(name, names, 1))


def _is_known(path: Path, book: Book) -> bool:
    return book.rules is not None and reach(book.rules.document, path) is not None


def _marked(place: Place, mark: str, rest: Path, book: Book) -> Iterator[Place]:
    """Below a table whose keys other tables tell."""
    name = str(rest[0])
    at = attrs.evolve(place, shown=(*place.shown, rest[0]), key=None, refers="")
    if mark == "condition":
        if name in GROUPS:
            group = Key(name, GROUPS[name], Condition if name == "not" else tuple[Condition, ...], None)
            yield from _below(_into(place, name, group), rest[1:], book)
        elif name in book.facts:
            yield from _below(_of_word(at, book.facts[name]), rest[1:], book)
    elif mark == "traits" and name in book.traits:
        yield from _below(_of_word(at, book.traits[name]), rest[1:], book)
    elif mark == "pieces":
        if len(rest) == 1:
            yield attrs.evolve(at, type=dict[str, Any], doc="the piece of TOML that this value stands for")
        for found in _at_top(rest[1:], book):
            yield attrs.evolve(found, shown=(*at.shown, *found.shown))
    elif mark == "features" and book.rules is not None and name in book.rules.feature:
        kind = book.rules.feature[name]
        fields = tuple(_field(*item) for item in kind.fields.items())
        if len(rest) == 1:
            yield attrs.evolve(at, type=dict[str, Any], doc=f"fields of {kind.name or name}, {{}} for none")
        yield from (_into(at, f.name, f) for f in fields if len(rest) == 2 and f.name == rest[1])
    elif mark == "fields" and book.rules is not None and len(rest) == 1:
        kinds = book.rules.feature.values()
        known = {n: _field(n, spec) for kind in kinds if kind.on == "border" for n, spec in kind.fields.items()}
        yield from (_into(place, name, f) for n, f in known.items() if n == name)


def _of_word(place: Place, word: Word) -> Place:
    return attrs.evolve(place, type=word.cls, doc=text_of(word.cls), owner=word.owner, read=word.read)


def _field(name: str, spec: FieldSpec) -> Key:
    """A field of a feature kind as a key."""
    kind, refers = FIELD_TYPES[spec.type]
    empty: Any = {int: 0, bool: False, str: ""}.get(kind, ())
    return Key(
        name, spec.doc or "a field of the feature", kind, empty if spec.default is None else spec.default, refers
    )


# ------------------------------------------------------------------ all paths, for nearest names and lists


def paths(book: Book) -> Iterator[str]:
    """Every key that can be explained, without ids: ruleset.id, unit_type.range, movement.cost.stop, ..."""
    yield "remove"
    yield "condition"
    yield from (dotted(path) for path in book.switches)
    yield from (f"condition.{name}{rest}" for name, word in book.facts.items() for rest in _tails(word.cls))
    for name, word in book.tables.items():
        for rest in _tails(word.cls):
            yield name + rest
    yield from (f"unit_type.traits.{name}{rest}" for name, word in book.traits.items() for rest in _tails(word.cls))


@cache
def _tails(cls: type) -> tuple[str, ...]:
    out = [""]
    for key in keys_of(cls):
        inner = [c for kind in noted(key.type) for c in _classes(kind)]
        out += [f".{key.name}{rest}" for c in inner for rest in _tails(c)] or [f".{key.name}"]
    return tuple(out)


def _classes(kind: Any) -> tuple[type, ...]:
    """The classes that the entries of a type are of."""
    if isinstance(kind, type) and attrs.has(kind):
        return (kind,)
    if get_origin(kind) in (dict, tuple) and not mark_of(kind):
        return tuple(c for t in get_args(kind) for m in noted(t) for c in _classes(m) if t is not ...)
    return ()


def near(text: str, book: Book) -> tuple[str, ...]:
    """The keys nearest to a path that leads nowhere: the first misspelt part mended, else the whole compared."""
    path = split(text) or (text,)
    known = tuple(paths(book))
    for length in range(len(path) - 1, -1, -1):
        start = find(path[:length], book) if length else None
        if length and start is None:
            continue
        heads = _next_names(start, book) if start is not None else dict.fromkeys([*book.tables, "condition", "remove"])
        mended = [(*path[:length], name, *path[length + 1 :]) for name in nearest(str(path[length]), heads)]
        good = [dotted(p) for p in mended if find(p, book) is not None]
        if good:
            return tuple(good)
        if length:
            break
    return nearest(text, known)


def _next_names(place: Place, book: Book) -> dict[str, None]:
    """The names that may follow a place: keys, ids that there are, words."""
    out: dict[str, None] = {}
    for kind in noted(place.type):
        mark = mark_of(kind)
        if mark == "condition":
            out.update(dict.fromkeys((*GROUPS, *book.facts)))
        elif mark == "traits":
            out.update(dict.fromkeys(book.traits))
        elif mark == "features" and book.rules is not None:
            out.update(dict.fromkeys(book.rules.feature))
        for cls in _classes(kind):
            out.update(dict.fromkeys(k.name for k in keys_of(cls)))
    if len(place.shown) == 1 and book.rules is not None:
        table = book.rules.document.get(str(place.shown[0]))
        out.update(dict.fromkeys(table if isinstance(table, dict) else ()))
    return out
