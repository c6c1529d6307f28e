"""What can be read of a table with flaws, so that one fault does not hide the others, and which keys are lost."""

from __future__ import annotations

import copy
import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import attrs
from attrs import field

from hexwright.classes import define
from hexwright.errors import nearest
from hexwright.ruleset.positions import Path
from hexwright.strict import Flaw, key_name, key_names, structure

_TRIES = 12  # each takes off one layer of flaws; what has more is given up
_BLANKS: dict[Any, Any] = {str: "", int: 0, bool: False, float: 0.0, Any: ""}


@define
class StandIn:
    """A table with flaws as far as it can be read: `instance` is None when it cannot be at all.

    `lost` are the paths within the table at which stands something else than the file says, or nothing; `meant` those
    of keys that stand there for a misspelt one. It is `whole` when no key that must be there had to be made up.
    """

    instance: Any = None
    lost: list[Path] = field(factory=list)
    meant: list[Path] = field(factory=list)
    whole: bool = True


def stand_in(value: Any, cls: type, flaws: tuple[Flaw, ...]) -> StandIn:
    """The table without what has flaws, a misspelt key taken for the one it is nearest to.

    >>> from hexwright.ruleset.schema import SideSpec
    >>> wrong = {"nmae": "North", "adjective": 3}
    >>> found = stand_in(wrong, SideSpec, structure(wrong, SideSpec)[1])
    >>> found.instance, found.lost, found.meant
    (SideSpec(name='North', adjective=''), [('adjective',)], [('name',)])
    """
    out = StandIn()
    if not isinstance(value, dict):
        return out
    rest = copy.deepcopy(value)
    strays: list[tuple[Path, str, Any]] = []
    for _ in range(_TRIES):
        for flaw in sorted(flaws, key=lambda f: f.code == "H203"):  # a key that is missing may be there, misspelt
            _mend(rest, cls, flaw, strays, out)
        out.instance, flaws = structure(rest, cls)
        if not flaws:
            out.lost += [path for stray in strays for path in _perhaps(rest, cls, *stray)]
            break
    return out


def _mend(rest: dict[str, Any], cls: type, flaw: Flaw, strays: list[tuple[Path, str, Any]], out: StandIn) -> None:
    """Takes one flaw out of a table."""
    table = _reached(rest, flaw.path if flaw.code == "H203" else flaw.path[:-1])
    kind = inner_at(cls, flaw.path if flaw.code == "H203" else flaw.path[:-1])
    if flaw.code == "H203" and isinstance(table, dict):
        name = flaw.message.split("'")[1]
        if name not in table:
            table[name] = _blank(inner(kind, name) or _plain_type(kind, name))
            out.lost.append((*flaw.path, name))
            out.whole = False
    elif flaw.code == "H202" and isinstance(table, dict):
        name = str(flaw.path[-1])
        value = table.pop(name, None)
        near = nearest(name, key_names(kind), 1) if _is_class(kind) else ()
        if near and near[0] not in table:
            table[near[0]] = value
            out.meant.append((*flaw.path[:-1], near[0]))
        else:  # it may be meant for one that another layer sets, or for any that is left out
            strays.append((flaw.path[:-1], name, value))
    elif flaw.code not in ("H202", "H203"):
        _take_out(rest, flaw.path, out)


def _take_out(rest: dict[str, Any], path: Path, out: StandIn) -> None:
    """Takes the value at a path out; in a list a blank stands in for it, or the list ends there."""
    while path:
        table, last = _reached(rest, path[:-1]), path[-1]
        if isinstance(table, dict) and last in table:
            del table[last]
            out.lost.append(path)
            return
        if isinstance(table, list) and isinstance(last, int):
            if last < len(table) and table[last] != "":
                table[last] = ""
            elif last < len(table):
                del table[last:]
                out.lost.append(path[:-1])
            out.lost.append(path)
            return
        path = path[:-1]  # a bare value that stands for a table


def _perhaps(rest: dict[str, Any], cls: type, path: Path, name: str, value: Any) -> Iterator[Path]:
    """The keys that an unknown one with such a value may be meant for: the nearest, else all that are left out."""
    table, kind = _reached(rest, path), inner_at(cls, path)
    known = key_names(kind) if isinstance(table, dict) and _is_class(kind) else ()
    near = nearest(name, known, 1)
    for key in near or known:
        if near or key not in table:
            flaws = structure({**table, key: value}, kind)[1]
            if not any(flaw.path[:1] == (key,) and flaw.code != "H202" for flaw in flaws):
                yield (*path, key)


def _reached(value: Any, path: Path) -> Any:
    for part in path:
        is_there = part in value if isinstance(value, dict) else isinstance(value, list) and part in range(len(value))
        value = value[part] if is_there else None
    return value


# ------------------------------------------------------------------ types of keys


def inner(kind: Any, part: str | int) -> Any:
    """The type of an entry of a class, dict or tuple; None where it is plain."""
    if _is_class(kind):
        return _types(kind).get(str(part))
    args = get_args(kind)
    if get_origin(kind) is dict:
        return _table_type(args[1])
    return _table_type(args[0]) if get_origin(kind) is tuple else None


def inner_at(kind: Any, path: Path) -> Any:
    """The type of what stands at a path within a class."""
    for part in path:
        kind = inner(kind, part)
    return kind


def _is_class(kind: Any) -> bool:
    return isinstance(kind, type) and attrs.has(kind)


@cache
def _types(cls: type) -> dict[str, Any]:
    attrs.resolve_types(cls)
    return {key_name(a): _table_type(a.type) for a in attrs.fields(cls)}


def _table_type(kind: Any) -> Any:
    """The member of a union that can be a table or an array; the type itself otherwise."""
    if get_origin(kind) is Annotated:
        return _table_type(get_args(kind)[0])
    if get_origin(kind) in (Union, types.UnionType):
        return next((t for t in get_args(kind) if attrs.has(t) or get_origin(t) is dict), None)
    return kind


def _plain_type(cls: Any, name: str) -> Any:
    """The type of a key that may be one of several, none of them a table."""
    attrs.resolve_types(cls)
    return next(get_args(a.type)[0] for a in attrs.fields(cls) if key_name(a) == name)


def _blank(kind: Any) -> Any:
    """A value of a type that says as little as can be."""
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    if get_origin(kind) is tuple:
        return []
    return _BLANKS.get(kind, {})
