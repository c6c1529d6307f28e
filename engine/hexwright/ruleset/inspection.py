"""What a check is given: the ruleset as far as it can be read, the ids of every kind, and the report to write to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import attrs

from hexwright.classes import frozen
from hexwright.ruleset.faults import Report
from hexwright.ruleset.layers import Merged
from hexwright.ruleset.paths import reach
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import TABLES, Extension, Ruleset
from hexwright.strict import key_name

if TYPE_CHECKING:
    from hexwright.board import Board

# How the kinds of names are called in messages, where the table's own name is no good English.
KIND_WORDS = {
    "unit_type": "unit type",
    "movement": "movement mode",
    "place": "space or container",
    "feature": "feature kind",
    "side|nation": "side or nation",
    "role|seat": "role or seat",
    "space_tag": "tag of spaces",
    "unit_tag": "tag of units",
    "named_space": "space of this id or name",
}
# Words that things carry without being defined anywhere; to ask for one that nothing carries is told of, but no error.
TAGS = frozenset(("space_tag", "unit_tag"))


@frozen(eq=False)
class Inspection:
    """The draft of a ruleset under inspection.

    Tables with flaws are in it as far as they can be read. `broken` lists the paths of what is lost of them; what is
    missing from the draft may be one of those. `meant` are the paths of keys that stand in the draft in place of a
    misspelt one. `mended` is the draft without the tables that could only be read by making up a key that must be
    there: for the checks of plug-ins, which know nothing of `broken`.
    """

    rules: Ruleset
    merged: Merged
    report: Report
    extensions: tuple[Extension, ...] = ()
    vocabulary: Mapping[str, type] = attrs.field(factory=dict)
    frames: tuple[str, ...] | None = None
    broken: tuple[Path, ...] = ()
    mended: Ruleset | None = None
    meant: tuple[Path, ...] = ()

    def add(self, code: str, path: Path, message: str, hint: str = "", **more: Any) -> None:
        """Notes a finding, but for what is not as the files say it: of that a flaw has been told."""
        if not any(path[: len(gone)] == gone for gone in (*self.broken, *self.meant)):
            self.report.add(code, path, message, hint, **more)

    def is_unsure(self, *path: str | int) -> bool:
        """Whether what is read at a path, or that nothing is there, may be otherwise once the flaws are mended."""
        if any(gone[: len(path)] == path[: len(gone)] for gone in self.broken):
            return True
        return self.report.unreadable and reach(self.merged.document, path) is None

    def may_lack(self, table: str, *keys: str) -> bool:
        """Whether an entry of a table, or one of these keys of an entry, may have been lost."""
        depth = 1 if TABLES.get(table, ("", ""))[1] == "one" else 2
        lost = (path for path in self.broken if path[0] == table)
        return self.report.unreadable or any(len(path) <= depth or path[depth] in keys for path in lost)

    def table(self, name: str) -> dict[str, Any]:
        """The plain TOML of a table of tables, with broken entries too; those of a misspelt table are empty."""
        value = self.merged.document.get(name)
        known = value if isinstance(value, dict) else {}
        lost = (path[1] for path in self.broken if path[0] == name and len(path) == 2)
        if TABLES.get(name, (None, ""))[1] != "map" or not (more := [str(id) for id in lost if id not in known]):
            return known
        return {**known, **{id: {} for id in more}}

    def tables(self) -> Iterator[tuple[Path, Any]]:
        """Every instance of a class of the schema or of a plug-in, with its path."""
        for name, (_, form) in TABLES.items():
            if form == "one":
                value: Any = self.rules.info if name == "ruleset" else getattr(self.rules, name, None)
                if value is not None and attrs.has(type(value)) and name in self.merged.document:
                    yield (name,), value
            elif form == "map":
                yield from (((name, id), item) for id, item in getattr(self.rules, name).items())
            else:
                yield from (((name, item.id), item) for item in getattr(self.rules, name))
        for id, unit_type in self.rules.unit_type.items():
            yield from (
                (("unit_type", id, "traits", trait), value)
                for trait, value in unit_type.traits.items()
                if attrs.has(type(value))
            )
        yield from (((name,), value) for name, value in self.rules.settings.items() if name in self.merged.document)

    @cached_property
    def held(self) -> tuple[Held, ...]:
        """Every field of all these that refers to something or is a condition; the first of its path is the table."""
        return tuple(held for path, instance in self.tables() for held in walk(instance, path))

    @cached_property
    def board(self) -> Board:
        """The map; a Board comes out whatever the data say."""
        from hexwright.board import board_of

        return board_of(self.rules)

    @cached_property
    def is_map_unsure(self) -> bool:
        """Whether spaces may be missing because a board could not be read or numbered."""
        laid = ("kind", "rows", "legend", "numbering", "prefix", "tops", "offset")
        if self.may_lack("board", *laid) or self.may_lack("space", "board") or self.may_lack("terrain", "symbol"):
            return True
        unlaid = any(b.kind == "hex" and not b.rows.strip() for b in self.rules.board.values())
        return unlaid or any(".numbering" in path for path, _ in self.board.faults)

    @cached_property
    def _ids(self) -> dict[str, Mapping[str, Path]]:
        return {}

    def ids(self, kind: str) -> Mapping[str, Path]:
        """The ids of a kind ("side", "space", "place", "side|nation", ...) with the path that defines each."""
        known = self._ids.get(kind)
        if known is None:
            known = self._ids[kind] = self._find_ids(kind)
        return known

    def _find_ids(self, kind: str) -> Mapping[str, Path]:
        if "|" in kind:
            return {id: path for part in kind.split("|") for id, path in self.ids(part).items()}
        if kind == "seat":
            nations = self.rules.nation.items()
            return {(n.seat or n.side): ("nation", id, "seat") for id, n in nations}
        if kind == "unit":
            return self._unit_ids(self.table("unit"))
        if kind == "space":
            own = self.table("space")
            return {s: ("space", s) if s in own else ("board", self.board.board_of(s)) for s in self.board.spaces}
        if kind == "place":
            types = self.rules.unit_type
            holders = [u for u, spec in self.rules.unit.items() if spec.type in types and types[spec.type].holds]
            return {**self._unit_ids(holders), **self.ids("space")}
        if kind == "plugin":
            return {e.plugin: ("ruleset", "plugins") for e in self.extensions}
        if kind == "dice":
            having = self.rules.unit_type.items()
            return {name: ("unit_type", id, "dice", name) for id, spec in having for name in spec.dice}
        if kind == "named_space":
            return {**self.ids("space"), **{self.board.name(s): p for s, p in self.ids("space").items()}}
        if kind in TAGS:
            return self._tags(*(("terrain", "space", "zone") if kind == "space_tag" else ("unit_type",)))
        return {id: (kind, id) for id in self.table(kind)}

    def _tags(self, *tables: str) -> dict[str, Path]:
        """The tags that entries of these tables carry or give, each with the first place that does."""
        out: dict[str, Path] = {}
        for table in tables:
            name = "gives" if table == "zone" else "tags"
            for id, entry in getattr(self.rules, table).items():
                for index, tag in enumerate(getattr(entry, name)):
                    out.setdefault(tag, (table, id, name, index))
        return out

    def _unit_ids(self, units: Any) -> dict[str, Path]:
        out: dict[str, Path] = {}
        for id in units:
            out[id] = ("unit", id)
            spec = self.rules.unit.get(id)
            if spec is not None and spec.count > 1:
                out.update({f"{id}_{n}": ("unit", id) for n in range(1, min(spec.count, 1000) + 1)})
        return out


@frozen
class _Entry:
    """A field of a data class that a walk has to look at."""

    name: str
    key: str
    refers: str
    by: str
    condition: bool


@cache
def _entries(cls: type) -> tuple[_Entry, ...]:
    """The fields that hold references, conditions, or further tables."""
    attrs.resolve_types(cls)
    out = []
    for a in attrs.fields(cls):
        refers, by = str(a.metadata.get("refers", "")), str(a.metadata.get("by", ""))
        condition = get_origin(a.type) is Annotated and "condition" in get_args(a.type)[1:]
        if refers or by or condition or a.type not in (str, int, bool, float):
            out.append(_Entry(a.name, key_name(a), refers, by, condition))
    return tuple(out)


@frozen
class Held:
    """A field that a walk has met: its path, its value, and what it refers to or that it is a condition.

    `by` is what the keys of the table name, when it is one by names of a kind.
    """

    path: Path
    value: Any
    refers: str
    condition: bool
    by: str = ""


def walk(instance: Any, path: Path) -> Iterator[Held]:
    """Every field with a reference or condition in an instance and the tables inside it."""
    cls: type = type(instance)
    for entry in _entries(cls):
        value = getattr(instance, entry.name)
        at = (*path, entry.key)
        if entry.refers or entry.by or entry.condition:
            yield Held(at, value, entry.refers, entry.condition, entry.by)
        yield from _walk_inside(value, at)


def _walk_inside(value: Any, path: Path) -> Iterator[Held]:
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            if _is_table(item):
                yield from walk(item, (*path, index))
    elif isinstance(value, dict):
        for name, item in value.items() if path[-1:] != ("traits",) else ():
            if _is_table(item):
                yield from walk(item, (*path, name))
    elif _is_table(value):
        yield from walk(value, path)


def _is_table(value: Any) -> bool:
    """Whether a value is an instance of a data class; `attrs.has` looks into generic classes too, which takes long."""
    return hasattr(type(value), "__attrs_attrs__")
