"""Paths: dotted ones as designers write them, what stands at them in plain TOML, and files as they are called."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from hexwright.ruleset.positions import Path

_BARE = re.compile(r"[\w:-]+")
_PART = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s."'\[\]]+))\s*((?:\[\d+\])*)\s*(\.|$)""")


def dotted(path: Path) -> str:
    """The text of a path; a part with blanks or dots stands in quotes, a number in an array in brackets.

    >>> dotted(("unit", "3rd.inf", "dice", 0))
    'unit."3rd.inf".dice[0]'
    """
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part}]"
        else:
            name = part if _BARE.fullmatch(part) else '"' + part.replace("\\", "\\\\").replace('"', '\\"') + '"'
            out += f".{name}" if out else name
    return out


def split(text: str) -> Path | None:
    """The inverse of `dotted`; None when the text is no path.

    >>> split("movement.foot.borders[1]")
    ('movement', 'foot', 'borders', 1)
    """
    path: list[str | int] = []
    at = 0
    while True:
        found = _PART.match(text, at)
        if found is None:
            return None
        quoted, literal, bare, indices, dot = found.groups()
        if quoted is not None:
            path.append(re.sub(r"\\(.)", r"\1", quoted))
        else:
            path.append(literal if literal is not None else bare)
        path.extend(int(i) for i in re.findall(r"\d+", indices))
        at = found.end()
        if not dot:
            return tuple(path)


def has_ids(value: Any) -> bool:
    """Whether a value is an array of tables that all have an `id`: such arrays merge by it."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) and isinstance(item.get("id"), str) for item in value)
    )


def step(value: Any, part: str | int) -> tuple[Any, str | int] | None:
    """One step into plain TOML: what is there and the key or index that led to it, or None.

    In an array of tables with ids a name finds the item with that id.
    """
    if isinstance(value, dict):
        return (value[part], part) if isinstance(part, str) and part in value else None
    if not isinstance(value, list):
        return None
    if isinstance(part, int):
        return (value[part], part) if 0 <= part < len(value) else None
    if has_ids(value):
        return next(((item, i) for i, item in enumerate(value) if item["id"] == part), None)
    return None


def reach(value: Any, path: Path) -> tuple[Any, str | int] | None:
    """What stands at a path in plain TOML, with the last key or index that led to it, or None."""
    found: tuple[Any, str | int] | None = (value, "")
    for part in path:
        found = step(found[0], part) if found else None
    return found


def texts_in(value: Any) -> Iterator[str]:
    """Every text in plain TOML or in a tuple, keys too.

    >>> list(texts_in({"tags": ["foot", "guard"], "steps": 2}))
    ['tags', 'foot', 'guard', 'steps']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from texts_in(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts_in(item)


def below(file: str, folder: str) -> str:
    """A file as it is called below the folder of its ruleset; its bare name when it lies elsewhere.

    What is no file ("--set", "plug-in weather") stays as it is.

    >>> below("/lake/variants/ice.toml", "/lake"), below("/x/rain.py", "/lake"), below("--set", "/lake")
    ('variants/ice.toml', 'rain.py', '--set')
    """
    if file.startswith(("-", "plug-in ")):
        return file
    told = os.path.relpath(file, folder) if folder and os.path.isabs(file) == os.path.isabs(folder) else os.pardir
    return os.path.basename(file) if told.startswith(os.pardir) else told.replace(os.sep, "/")


def canonical(document: Any, path: Path) -> Path:
    """The path with ids instead of numbers wherever an array of tables has ids."""
    out: list[str | int] = []
    value = document
    for part in path:
        named = part
        if isinstance(part, int) and has_ids(value) and part < len(value):
            named = value[part]["id"]
        out.append(named)
        found = step(value, part)
        value = found[0] if found else None
    return tuple(out)
