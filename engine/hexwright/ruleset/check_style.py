"""Checks of how things look: colours that are none, numbers too small, coordinates that are no pair, empty outlines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.positions import Path

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_COLOURED = ("color", "fill", "ink")
_PLACED = ("at", "bar", "compass")


def check_style(game: Inspection) -> None:
    """Colours are written #rrggbb, places are pairs, outlines have three corners or more."""
    rules = game.rules
    for path, look in _looks(rules.style, ("style",)):
        for name in _COLOURED:
            _check_colour(game, (*path, name), getattr(look, name, ""))
        for name in _PLACED:
            place = getattr(look, name, ())
            if isinstance(place, tuple) and len(place) not in (0, 2):
                game.add("H201", (*path, name), f"wanted a list of exactly 2 numbers, found {len(place)}", "x, then y")
        _check_least(game, path, look)
    for use, size in rules.style.sizes.items():
        if size < 4:
            game.add("H603", ("style", "sizes", use), f"letters {size:g} high cannot be read", "4 or more")
    for name, color in rules.style.palette.items():
        _check_colour(game, ("style", "palette", name), color)
    for id, outline in rules.style.outline.items():
        if len(outline.points.split()) < 3:
            game.add(
                "H201", ("style", "outline", id, "points"), "an outline has three corners or more", "'x,y x,y x,y'"
            )


def _check_colour(game: Inspection, path: Path, color: Any) -> None:
    if isinstance(color, str) and color and not _COLOUR.fullmatch(color):
        game.add("H201", path, f"'{color}' is no colour", "write it #rrggbb, as in #2e6f9e")


def _check_least(game: Inspection, path: Path, look: Any) -> None:
    """Numbers are not below the least that their keys tell."""
    for field in attrs.fields(type(look)):
        least, value = field.metadata.get("least"), getattr(look, field.name)
        if least is not None and isinstance(value, (int, float)) and value < least:
            code = "H605" if value < 0 else "H603"
            game.add(code, (*path, field.name), f"wanted {least} or more, found {value:g}")


def _looks(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every table in a table of the style."""
    if attrs.has(type(value)):
        yield path, value
        for field in attrs.fields(type(value)):
            yield from _looks(getattr(value, field.name), (*path, field.name))
    elif isinstance(value, dict):
        for id, entry in value.items():
            yield from _looks(entry, (*path, id))


__all__ = ["check_style"]
