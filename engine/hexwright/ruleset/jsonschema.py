"""JSON Schema (draft-07) of the files of one ruleset, for editors: every key with its text, every id as a choice.

One schema serves all files of a folder: those of the base, scenarios and variants. Since a table may be split over
them, a key that must be there is demanded only where a table cannot be split: in lists that are replaced as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs

from hexwright.ruleset.book import (
    FIELD_TYPES,
    GROUPS,
    REMOVE,
    Key,
    book_of,
    find,
    form_of,
    keys_of,
    mark_of,
    members,
    plain,
    text_of,
)
from hexwright.ruleset.ids import Known
from hexwright.ruleset.inspection import KIND_WORDS, TAGS
from hexwright.ruleset.paths import split
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import Extension, SwitchSpec

Node = dict[str, Any]
_OWN_FILES = ("scenario", "variant")  # each stands whole in a file of its own
_SCALARS: dict[Any, str] = {int: "integer", str: "string", bool: "boolean", float: "number"}
_FREE: Node = {}
_OFFERED = (*TAGS, "named_space")  # tags are free words, printed names are taken in any case


def rules_schema(extensions: tuple[Extension, ...], known: Known, title: str) -> Node:
    """The schema of the files of a ruleset; `known` are the ids of all its layers."""
    builder = Builder(extensions, known)
    properties = builder.document()
    properties["remove"] = {"type": "array", "items": {"type": "string"}, "description": REMOVE}
    return builder.finished(properties, title)


def written(schema: Node) -> str:
    """The text of a schema file: the same for the same ruleset, whatever the machine."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


class Builder:
    """The definitions of one schema, made when they are first wanted."""

    def __init__(self, extensions: tuple[Extension, ...], known: Known) -> None:
        self.definitions: dict[str, Node] = {}
        self._book = attrs.evolve(book_of(extensions, known.layers[0].rules), switches=known.switches)
        self._known = known
        self._classes: dict[tuple[type, bool], str] = {}

    def finished(self, properties: Mapping[str, Node], title: str) -> Node:
        """A whole schema with these keys at the top of a file."""
        return {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": title,
            "x-tombi-toml-version": "v1.1.0",
            "type": "object",
            "properties": dict(properties),
            "additionalProperties": bool(self._known.missing),
            "definitions": dict(sorted(self.definitions.items())),
        }

    def document(self) -> dict[str, Node]:
        """Every table that may stand in a file, with the switches of the ruleset."""
        out: dict[str, Node] = {}
        for name, word in self._book.tables.items():
            if word.read:
                out[name] = self._table(name)
            else:
                text = f"a table of {word.owner}, which this ruleset does not name: nothing here is read"
                out[name] = {"type": "object", "description": text, "additionalProperties": True}
        for path, spec in self._book.switches.items():
            self._lay_switch(out, path, self._switch(path, spec))
        return out

    def _table(self, name: str) -> Node:
        word = self._book.tables[name]
        form = form_of(name, self._book)
        about = {"description": text_of(word.cls)}
        if get_origin(form) is not dict:
            return self._with(self.of(form, whole=name in _OWN_FILES), about)
        entry = self.of(word.cls)
        ids = dict.fromkeys(self._known.entries(name), entry)
        return {"type": "object", **about, "properties": ids, "additionalProperties": entry}

    # -------------------------------------------------------------- types

    def of(self, kind: Any, refers: str = "", *, whole: bool = False) -> Node:
        """The schema of a type; `whole` says that its tables cannot be split over files."""
        parts = [self._one(k, refers, whole) for k in members(kind)]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}

    def _one(self, kind: Any, refers: str, whole: bool) -> Node:
        origin, args, mark = get_origin(kind), get_args(kind), mark_of(kind)
        if origin is Annotated and not mark:
            return self.of(args[1], whole=True)
        if mark:
            made: Callable[[bool], Node] = getattr(self, f"_{mark}")
            return made(whole)
        if kind is str and refers:
            return self._name(refers)
        if kind in _SCALARS:
            return {"type": _SCALARS[kind]}
        if origin is Literal:
            return {"enum": list(args)}
        if origin is tuple:
            return self._list(args, refers, whole)
        if origin is dict:
            if get_origin(args[0]) is Literal:
                value = self.of(args[1], refers, whole=whole)
                properties = dict.fromkeys(get_args(args[0]), value)
                return {"type": "object", "properties": properties, "additionalProperties": False}
            return self._dict(args[1], refers, whole)
        if isinstance(kind, type) and attrs.has(kind):
            return self._class(kind, whole)
        return dict(_FREE)

    def _list(self, args: tuple[Any, ...], refers: str, whole: bool) -> Node:
        id_key = next((k for k in keys_of(args[0]) if k.name == "id"), None) if attrs.has(args[0]) else None
        items = self.of(args[0], refers, whole=whole or id_key is None)
        if id_key is not None and id_key.needed and not whole:
            items = {"allOf": [items], "required": ["id"]}
        exactly = {} if args[-1] is ... else {"minItems": len(args), "maxItems": len(args)}
        return {"type": "array", "items": items, **exactly}

    def _dict(self, of: Any, refers: str, whole: bool) -> Node:
        """Names go to the keys where the values are no texts themselves."""
        if of is str or not refers:
            return {"type": "object", "additionalProperties": self.of(of, refers, whole=whole)}
        return self._by(refers, self.of(of, whole=whole))

    def _by(self, kind: str, value: Node) -> Node:
        """A table whose keys are ids of a kind."""
        properties = dict.fromkeys(self._known.ids(kind), value)
        other = value if kind in _OFFERED or self._known.is_open(kind) else False
        return {"type": "object", "properties": properties, "additionalProperties": other}

    def _class(self, cls: type, whole: bool) -> Node:
        name = self._classes.get((cls, whole))
        if name is None:
            name = cls.__name__ + (".whole" if whole else "")
            if name in self.definitions:
                name = f"{cls.__module__.rpartition('.')[2]}.{name}"
            self._classes[cls, whole] = name
            self.definitions[name] = {}
            self.definitions[name].update(self._table_of(cls, whole))
        return _ref(name)

    def _table_of(self, cls: type, whole: bool) -> Node:
        properties = {key.name: self.key(key, whole) for key in keys_of(cls)}
        needed = [key.name for key in keys_of(cls) if key.needed] if whole else []
        table: Node = {"type": "object", "properties": properties, "additionalProperties": False}
        table |= {"required": needed} if needed else {}
        short = str(getattr(cls, "SHORTHAND", ""))
        text = {"description": text_of(cls)} if text_of(cls) else {}
        return {**text, "anyOf": [properties[short], table]} if short else {**text, **table}

    def key(self, key: Key, whole: bool = False) -> Node:
        """The schema of a key's value, with its text and default."""
        if key.by and get_origin(key.type) is dict:
            found = self._by(key.by, self.of(get_args(key.type)[1], key.refers, whole=whole))
        else:
            found = self.of(key.type, key.refers, whole=whole)
        about: Node = {"description": key.doc} if key.doc else {}
        if not key.needed and key.default is not None:
            about["default"] = plain(key.default)
        if key.least is not None:
            about["minimum"] = key.least
        return self._with(found, about)

    @staticmethod
    def _with(found: Node, about: Node) -> Node:
        """In draft-07 nothing may stand beside a $ref."""
        return {"allOf": [found], **about} if "$ref" in found and about else {**found, **about}

    def _name(self, refers: str) -> Node:
        """The ids that a name may be, shared by all keys that want one; tags are only offered."""
        where = f"ids.{refers}"
        if where not in self.definitions:
            ids = list(self._known.ids(refers))
            text = f"a {KIND_WORDS.get(refers, refers.replace('_', ' '))} of this ruleset"
            names: Node = {"enum": [*ids, ""]}  # to the loader "" stands for nothing and is always right
            if refers in _OFFERED or self._known.is_open(refers):
                names = {"anyOf": [names, {"type": "string"}]}
            self.definitions[where] = {"description": text, **names}
        return _ref(where)

    # -------------------------------------------------------------- tables whose keys other tables tell

    def _condition(self, whole: bool) -> Node:
        name = "condition.whole" if whole else "condition"
        if name not in self.definitions:
            self.definitions[name] = {}
            several: Node = {"type": "array", "minItems": 1, "items": self._condition(True)}
            properties: dict[str, Node] = {
                word: {**several, "description": text} for word, text in GROUPS.items() if word != "not"
            }
            properties["not"] = {"allOf": [self._condition(whole)], "description": GROUPS["not"]}
            for word, fact in self._book.facts.items():
                if fact.read:
                    properties[word] = self._class(fact.cls, whole)
            self.definitions[name].update({"type": "object", "properties": properties, "additionalProperties": False})
        return _ref(name)

    def _traits(self, whole: bool) -> Node:
        properties: dict[str, Node] = {}
        for name, trait in self._book.traits.items():
            idle = f"of {trait.owner}, which this ruleset does not name: nothing here is read"
            unread = {"type": "object", "description": idle, "additionalProperties": True}
            properties[name] = self._class(trait.cls, whole) if trait.read else unread
        return {"type": "object", "properties": properties, "additionalProperties": bool(self._known.missing)}

    def _features(self, whole: bool) -> Node:
        properties: dict[str, Node] = {}
        for kind, on in self._known.features.items():
            if on != "border":
                fields = {n: self._field(found) for n, found in self._known.fields.get(kind, {}).items()}
                properties[kind] = {"type": "object", "properties": fields, "additionalProperties": False}
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def _fields(self, whole: bool) -> Node:
        kinds = [kind for kind, on in self._known.features.items() if on != "space"]
        fields = {n: self._field(found) for kind in kinds for n, found in self._known.fields.get(kind, {}).items()}
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def _field(self, found: tuple[str, str]) -> Node:
        kind, doc = found
        return self._with(self.of(*FIELD_TYPES[kind]), {"description": doc} if doc else {})

    def _pieces(self, whole: bool) -> Node:
        if "piece" not in self.definitions:
            self.definitions["piece"] = {}
            self.definitions["piece"].update(self.piece())
        return {"type": "object", "additionalProperties": _ref("piece")}

    def piece(self) -> Node:
        """A piece of a ruleset inside another table."""
        tables = {n: node for n, node in self.document().items() if n not in (*_OWN_FILES, "ruleset")}
        return {"type": "object", "properties": tables, "additionalProperties": bool(self._known.missing)}

    # -------------------------------------------------------------- tables of scenario tests

    def _map(self, whole: bool) -> Node:
        piece = self.piece()
        remove = {"type": "array", "items": {"type": "string"}, "description": REMOVE}
        return {**piece, "properties": {**piece["properties"], "remove": remove}}

    def _event(self, whole: bool) -> Node:
        words = {"type": "string", "description": "part of its words"}
        kind = {"type": "string", "description": "class of the event, as `hexwright run --format json` names it"}
        return {"type": "object", "properties": {"type": kind, "text": words}, "additionalProperties": True}

    def _frame(self, whole: bool) -> Node:
        name = {"allOf": [self._name("frame")], "description": "name of the frame; all other keys are its fields"}
        return {"type": "object", "properties": {"frame": name}, "required": ["frame"], "additionalProperties": True}

    # -------------------------------------------------------------- switches

    def _switch(self, path: Path, spec: SwitchSpec) -> Node:
        if spec.values:
            found: Node = {"enum": [{"true": True, "false": False}.get(v, v) for v in spec.values]}
        elif spec.between:
            found = {"type": "integer", "minimum": spec.between[0], "maximum": spec.between[-1]}
        elif spec.written:
            found = {"type": ["integer", "string"]}
        else:
            target = split(spec.sets[0]) if spec.sets else None
            place = find(target, self._book) if target else None
            found = self.of(place.type, place.refers) if place is not None else {}
        return self._with(found, {"description": spec.doc}) if spec.doc else found

    def _lay_switch(self, properties: dict[str, Node], path: Path, node: Node) -> None:
        """Puts the key of a switch among those of the tables; a shared definition is copied for it."""
        name, rest = str(path[0]), path[1:]
        if not rest:
            properties[name] = node
            return
        table = properties.get(name) or {"type": "object", "additionalProperties": False}
        table = properties[name] = self._opened(table)
        inner = dict(table.get("properties", {}))
        if str(rest[0]) not in inner and len(rest) > 1 and isinstance(table.get("additionalProperties"), dict):
            inner[str(rest[0])] = table["additionalProperties"]
        self._lay_switch(inner, rest, node)
        table["properties"] = inner

    def _opened(self, table: Node) -> Node:
        """A table that can be added to: what it refers to, with its own text."""
        refer = table.get("$ref") or next((n.get("$ref") for n in table.get("allOf", ())), None)
        if refer is None:
            return dict(table)
        text = {"description": table["description"]} if "description" in table else {}
        return {**self.definitions[refer.rpartition("/")[2]], **text}


def _ref(name: str) -> Node:
    return {"$ref": f"#/definitions/{name}"}


__all__ = ["Builder", "Node", "rules_schema", "written"]
