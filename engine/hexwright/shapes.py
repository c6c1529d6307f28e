"""From plain JSON to the attrs classes it was written from, by their annotations, and the JSON Schema of these."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import attrs

from .classes import frozen
from .frames import Frame
from .state import Table, shape

Read = Callable[[Any], Any]
_WORDS = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    type(None): "null",
    list: "a list",
    dict: "an object",
}
_JSON = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


class Misfit(Exception):
    """Plain JSON that is no instance of the wanted class; `path` leads to the place."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path: list[str] = []

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}: {self.message}" if self.path else self.message


@frozen
class Member:
    """One field of a class: its name in JSON, its argument, its annotation, and what may be left out."""

    name: str
    argument: str
    hint: Any
    required: bool
    private: bool


@cache
def members(cls: Any) -> tuple[Member, ...]:
    """The fields of an attrs class; an annotation that cannot be evaluated counts as Any."""
    names: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        names.update(vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {})
    return tuple(
        Member(a.name, a.alias or a.name, _evaluated(a.type, names), a.default is attrs.NOTHING, _private(a))
        for a in attrs.fields(cls)
        if a.init
    )


def _private(a: Any) -> bool:
    return bool(a.metadata.get("private"))


def _evaluated(note: Any, names: dict[str, Any]) -> Any:
    if not isinstance(note, str):
        return Any if note is None else note
    try:
        return eval(note, dict(names))
    except (NameError, AttributeError, TypeError, SyntaxError):  # imported for type checkers only, or local
        return Any


class Reader:
    """Reads plain JSON strictly: 1 is no bool, 2.0 no int, a list becomes a tuple, an unknown key is refused.

    `frames` are the frames by name, `named` the classes that stand under "~" where an annotation is open.
    """

    def __init__(self, frames: Mapping[str, Any], named: Mapping[str, Any]) -> None:
        self._frames = frames
        self._named = named
        self._readers: dict[Any, Read] = {str: _only(str), int: _only(int), bool: _only(bool), None: _only(type(None))}

    def read(self, hint: Any, value: Any) -> Any:
        """The value that the JSON stands for; Misfit when it is none of this annotation."""
        return self._of(hint)(value)

    def entries(self, hint: Any, value: Any) -> dict[str, Any]:
        """The entries of an object whose values have one annotation."""
        return self._entries(self._of(hint))(value)

    def _of(self, hint: Any) -> Read:
        known = self._readers.get(hint)
        if known is None:
            known = self._readers[hint] = self._made(hint)
        return known

    def _made(self, hint: Any) -> Read:
        origin, inner = get_origin(hint), get_args(hint)
        if hint is type(None):
            return _only(type(None))
        if origin in (Union, types.UnionType):
            return self._union(tuple(self._of(i) for i in inner), hint)
        if origin is Literal:
            return _one_of(inner)
        if origin is tuple:
            if len(inner) == 2 and inner[1] is ...:
                return self._list(self._of(inner[0]))
            return self._row(tuple(self._of(i) for i in inner))
        if origin is Table:
            entries = self._entries(self._of(inner[0]))
            return lambda value: Table(entries(value))
        if isinstance(origin, type) and issubclass(origin, Mapping) and inner[0] is str:
            return self._entries(self._of(inner[1]))
        if isinstance(hint, type) and issubclass(hint, Frame):
            return self._frame(hint)
        return self._object(hint) if isinstance(hint, type) and attrs.has(hint) else self._open

    def _open(self, value: Any) -> Any:
        """Where the annotation is open: lists are tuples, and "~" names the class."""
        if type(value) is list:
            return self._list(self._open)(value)
        if type(value) is dict:
            tag = value.get("~")
            if tag is None:
                return self._entries(self._open)(value)
            cls = self._frames.get(tag) or self._named.get(tag)
            if cls is None:
                raise Misfit(f"unknown {'frame' if '.' in str(tag) else 'class'} {tag!r}")
            return self._of(cls)(value)
        if value is None or type(value) in (str, int, bool):
            return value
        raise Misfit(f"{value!r} has no place here")

    def _frame(self, base: Any) -> Read:
        def read(value: Any) -> Any:
            if type(value) is not dict:
                raise Misfit(f"wanted a frame, found {_found(value)}")
            cls = self._frames.get(value.get("~", shape(base)[0]))
            if cls is None or not issubclass(cls, base):
                raise Misfit(f"unknown frame {value.get('~')!r}")
            made = self._readers.get((cls,))
            if made is None:
                made = self._readers[(cls,)] = self._object(cls)
            return made(value)

        return read

    def _object(self, cls: Any) -> Read:
        tag = shape(cls)[0]
        fields: list[tuple[str, str, Read, bool]] = []

        def read(value: Any) -> Any:
            if type(value) is not dict:
                raise Misfit(f"wanted {tag}, found {_found(value)}")
            if value.get("~", tag) != tag:
                raise Misfit(f"wanted {tag}, found {value['~']!r}")
            if not fields:  # only now, since a class may speak of itself
                fields.extend((m.name, m.argument, self._of(m.hint), m.required) for m in members(cls))
            given: dict[str, Any] = {}
            for name, argument, reader, required in fields:
                if name in value:
                    try:
                        given[argument] = reader(value[name])
                    except Misfit as misfit:
                        misfit.path.insert(0, name)
                        raise
                elif required:
                    raise Misfit(f"{tag} lacks {name!r}")
            if len(given) + ("~" in value) != len(value):
                raise Misfit(f"{tag} has no field {_strangers(value, cls)}")
            try:
                return cls(**given)
            except (TypeError, ValueError) as error:
                raise Misfit(f"no {tag}: {error}") from error

        return read

    def _list(self, item: Read) -> Read:
        def read(value: Any) -> Any:
            if type(value) is not list:
                raise Misfit(f"wanted a list, found {_found(value)}")
            at = 0
            out = []
            try:
                for at, each in enumerate(value):  # noqa: B007 - told when it fails
                    out.append(item(each))
            except Misfit as misfit:
                misfit.path.insert(0, str(at))
                raise
            return tuple(out)

        return read

    def _row(self, items: tuple[Read, ...]) -> Read:
        def read(value: Any) -> Any:
            if type(value) is not list or len(value) != len(items):
                raise Misfit(f"wanted a list of {len(items)}, found {_found(value)}")
            return tuple(item(each) for item, each in zip(items, value, strict=True))

        return read

    def _entries(self, item: Read) -> Callable[[Any], dict[str, Any]]:
        def read(value: Any) -> dict[str, Any]:
            if type(value) is not dict:
                raise Misfit(f"wanted an object, found {_found(value)}")
            key = ""
            out = {}
            try:
                for key, each in value.items():
                    out[key] = item(each)
            except Misfit as misfit:
                misfit.path.insert(0, key)
                raise
            return out

        return read

    def _union(self, readers: tuple[Read, ...], hint: Any) -> Read:
        def read(value: Any) -> Any:
            told: list[Misfit] = []
            for reader in readers:
                try:
                    return reader(value)
                except Misfit as misfit:
                    told.append(misfit)
            deepest = max(told, key=lambda m: len(m.path))
            raise deepest if deepest.path else Misfit(f"wanted {hint}, found {_found(value)}")

        return read


def _only(cls: type) -> Read:
    def read(value: Any) -> Any:
        if type(value) is cls:
            return value
        raise Misfit(f"wanted {_WORDS[cls]}, found {_found(value)}")

    return read


def _one_of(values: tuple[Any, ...]) -> Read:
    def read(value: Any) -> Any:
        if any(type(value) is type(v) and value == v for v in values):
            return value
        raise Misfit(f"wanted one of {', '.join(map(str, values))}, found {_found(value)}")

    return read


def _found(value: Any) -> str:
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return repr(value)[:60]
    return _WORDS.get(type(value), type(value).__name__)


def _strangers(value: dict[str, Any], cls: Any) -> str:
    known = {m.name for m in members(cls)} | {"~"}
    return ", ".join(sorted(repr(k) for k in value if k not in known))


# ------------------------------------------------------------------ JSON Schema


def schema_of(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The draft-07 schema of an annotation; classes go to `definitions` and are referred to."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is None or hint in _JSON:
        return {"type": _JSON[type(None) if hint is None else hint]}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(i, definitions) for i in inner]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is tuple and len(inner) == 2 and inner[1] is ...:
        return {"type": "array", "items": schema_of(inner[0], definitions)}
    if origin is tuple:
        rows = [schema_of(i, definitions) for i in inner]
        return {"type": "array", "items": rows, "minItems": len(rows), "maxItems": len(rows)}
    if isinstance(origin, type) and issubclass(origin, (Mapping, Table)):
        return {"type": "object", "additionalProperties": schema_of(inner[-1], definitions)}
    if isinstance(hint, type) and attrs.has(hint):
        if hint.__name__ not in definitions:
            definitions[hint.__name__] = {}  # a class may speak of itself
            definitions[hint.__name__] = object_schema(hint, definitions, tag=shape(hint)[0])
        return {"$ref": f"#/definitions/{hint.__name__}"}
    return {}


def object_schema(
    cls: Any, definitions: dict[str, Any], *, tag: str = "", without: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The schema of a class as an object with every field; a private field may be blank."""
    properties: dict[str, Any] = {"~": {"const": tag}} if tag else {}
    for member in members(cls):
        if member.name not in without:
            found = schema_of(member.hint, definitions)
            properties[member.name] = {"anyOf": [found, {"const": ""}]} if member.private else found
    doc = (cls.__doc__ or "").strip().split("\n", 1)[0]
    return {
        "type": "object",
        "description": doc,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
