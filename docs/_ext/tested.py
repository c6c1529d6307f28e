"""What the scenario tests that come along write for each key of a test: the shortest of each form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

import attrs
import tomli

from hexwright.ruleset.book import keys_of, noted
from hexwright.ruleset.piece import likeliest
from hexwright.ruleset.writing import inline, word
from hexwright.testing.tables import TestSpec

Uses = dict[tuple[type, str], dict[str, str]]
MOST = 4  # forms of one key
LONGEST = 220


def uses(folders: Iterable[Path]) -> Uses:
    """(class, key) -> form -> line, from the tests of these rulesets; those of the first are preferred."""
    found: Uses = {}
    for folder in folders:
        mine: Uses = {}
        for file in sorted((folder / "tests").glob("*.toml")):
            for test in tomli.loads(file.read_text(encoding="utf-8"))["test"]:
                for cls, key, value in _walk(test, TestSpec):
                    line = f"{word(key)} = {inline(value)}"
                    forms = mine.setdefault((cls, key), {})
                    form = _form(value)
                    if value not in ("", [], {}) and ("\n" not in line) and _length(line) < _length(forms.get(form)):
                        forms[form] = line
        for at, forms in mine.items():
            held = found.setdefault(at, {})
            for form, line in forms.items():
                if form in held or len(held) < MOST:
                    held.setdefault(form, line)
    return found


def _length(line: str | None) -> int:
    return LONGEST if line is None else len(line)


def _form(value: Any) -> str:
    """Text, number, list of tables with these keys ..."""
    if isinstance(value, list):
        return f"list of {_form(value[0])}" if value else "list"
    if isinstance(value, dict) and ("refuse" in value or "only" in value or "type" in value):
        return "refuse" if "refuse" in value else "table"
    return type(value).__name__


def _walk(value: Any, kind: Any) -> Iterator[tuple[type, str, Any]]:
    """Every key that a value of a type has, with its class."""
    classes = tuple(k for k in noted(kind) if isinstance(k, type) and attrs.has(k))
    if classes and isinstance(value, dict):
        cls = likeliest(classes, value)
        for key in keys_of(cls):
            if key.name in value:
                yield cls, key.name, value[key.name]
                yield from _walk(value[key.name], key.type)
        return
    for one in noted(kind):
        args = get_args(one)
        if get_origin(one) is tuple and isinstance(value, list):
            for item in value:
                yield from _walk(item, args[0])
        elif get_origin(one) is dict and isinstance(value, dict):
            for item in value.values():
                yield from _walk(item, args[1])
