"""Plain values written as TOML that can be read back: on one line, or as tables with their heads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hexwright.ruleset.paths import has_ids

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDE = 100


def word(text: str) -> str:
    """A key as TOML, in quotes where it needs them.

    >>> word("range"), word("3.2 a")
    ('range', '"3.2 a"')
    """
    return text if _BARE.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """A text in quotes as TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def inline(value: Any) -> str:
    """A value on one line.

    >>> inline({"cost": 2, "sides": ["red"], "stop": True})
    '{ cost = 2, sides = ["red"], stop = true }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{word(str(k))} = {inline(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(inline, value)) + "]"
    return quoted(value) if isinstance(value, str) else str(value)


def lines(value: Any, wide: int = _WIDE) -> list[str]:
    """A value on as many lines as it needs: a long list takes several, a block of text stands in three quotes."""
    if isinstance(value, str) and value.count("\n") > 1 and "'''" not in value and "\r" not in value:
        return ["'''", *value.removesuffix("\n").split("\n"), "'''"] if value.endswith("\n") else _plain(value)
    one = inline(value)
    if len(one) <= wide or not isinstance(value, (list, tuple)):
        return [one]
    return ["[", *(f"    {inline(item)}," for item in value), "]"]


def _plain(value: str) -> list[str]:
    return [inline(value)]


def entry(name: str, value: Any) -> list[str]:
    """One key with its value."""
    head, *rest = lines(value, _WIDE - len(name) - 3)
    return [f"{word(name)} = {head}", *rest]


def is_table(value: Any) -> bool:
    """Whether a value is written with a head of its own: a table with tables in it, or one too long for a line."""
    if has_ids(value):
        return True
    if not isinstance(value, Mapping) or not value:
        return False
    return any(isinstance(v, Mapping) for v in value.values()) or len(inline(value)) > _WIDE


def tables(value: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """(head, keys, path) of a table and of all that are written below it with heads of their own."""
    bare = {name: item for name, item in value.items() if not is_table(item)}
    deeper = {name: item for name, item in value.items() if is_table(item)}
    if bare or not deeper:
        yield (f"[{'.'.join(map(word, path))}]" if path else ""), bare, path
    for name, item in deeper.items():
        if has_ids(item):
            for one in item:
                yield f"[[{'.'.join(map(word, (*path, name)))}]]", dict(one), (*path, name, str(one["id"]))
        else:
            yield from tables(item, (*path, name))


def document(value: Mapping[str, Any]) -> str:
    """Tables as a TOML document."""
    out: list[str] = []
    for head, keys, _ in tables(value, ()):
        out += [*([""] if out else []), *([head] if head else [])]
        for name, item in keys.items():
            out += entry(name, item)
    return "\n".join(out) + "\n"


__all__ = ["document", "entry", "inline", "is_table", "lines", "quoted", "tables", "word"]
