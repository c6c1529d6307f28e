"""Checks of what stands on the map: roads through the sea, ports without sea, and the spaces that features name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.places import named
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import FeatureKind, LineSpec


def check_features(game: Inspection) -> None:
    """Every feature stands on the ground, and has the neighbours, that its kind asks for."""
    for space, spec in game.rules.space.items():
        for id, given in spec.features.items():
            kind = game.rules.feature.get(id)
            if kind is not None and space in game.board:
                path: Path = ("space", space, "features", id)
                _check_stand(game, path, id, kind, space)
                _check_named(game, path, id, kind, given, space)
    for id, line in game.rules.line.items():
        kind = game.rules.feature.get(line.feature)
        if kind is not None and (kind.ground or kind.beside):
            _check_line(game, id, line, kind)


def _check_stand(game: Inspection, path: Path, id: str, kind: FeatureKind, space: str) -> None:
    name = kind.name or id
    if kind.ground and not _has(game, space, kind.ground):
        message = f"{name} in {named(game, [space])}: that is {_ground(game, space)}, not {_listed(kind.ground)}"
        related = (("asked for", ("feature", id, "ground")),)
        game.add("H416", path, message, "move it, or widen the ground of its kind", on="key", related=related)
    near = game.board.neighbours(space)
    if kind.beside and not any(_has(game, b, kind.beside) for b in near):
        message = f"{name} in {named(game, [space])}: no neighbour is {_listed(kind.beside)}"
        related = (("asked for", ("feature", id, "beside")),)
        game.add("H417", path, message, f"the neighbours are {', '.join(near) or 'none'}", on="key", related=related)


def _check_named(game: Inspection, path: Path, id: str, kind: FeatureKind, given: dict[str, Any], space: str) -> None:
    """The spaces that the fields of a feature name."""
    for field, spec in kind.fields.items():
        value = given.get(field)
        if not (spec.ground or spec.adjacent) or spec.type not in ("space", "spaces") or not value:
            continue
        spaces = value if isinstance(value, list) else [value]
        for index, other in enumerate(spaces):
            at = (*path, field, index) if isinstance(value, list) else (*path, field)
            where = ("feature", id, "fields", field)
            if spec.ground and not _has(game, other, spec.ground):
                what = f"{_ground(game, other)}, not {_listed(spec.ground)}"
                message = f"{field} names {named(game, [other])}: that is {what}"
                game.add("H417", at, message, related=(("asked for", (*where, "ground")),))
            elif spec.adjacent and other not in game.board.neighbours(space):
                message = f"{field} names {named(game, [other])}, which is no neighbour of {named(game, [space])}"
                hint = f"the neighbours are {', '.join(game.board.neighbours(space))}"
                game.add("H417", at, message, hint, related=(("asked for", (*where, "adjacent")),))


def _check_line(game: Inspection, id: str, line: LineSpec, kind: FeatureKind) -> None:
    name = line.name or id
    told: set[str] = set()
    for path, a, b in _borders(id, line):
        for end, at in ((a, path[0]), (b, path[1])):
            if kind.ground and end not in told and not _has(game, end, kind.ground):
                told.add(end)
                what = f"{_ground(game, end)}, not {_listed(kind.ground)}"
                message = f"{name} runs through {named(game, [end])}: that is {what}"
                related = (("asked for", ("feature", line.feature, "ground")),)
                hint = "lead it round, or widen the ground of its kind"
                game.add("H416", at, message, hint, related=related)
        if kind.beside and not (_has(game, a, kind.beside) or _has(game, b, kind.beside)):
            message = f"{name} between {a} and {b}: neither is {_listed(kind.beside)}"
            game.add("H417", path[1], message, related=(("asked for", ("feature", line.feature, "beside")),))


def _borders(id: str, line: LineSpec) -> Iterator[tuple[tuple[Path, Path], str, str]]:
    """The borders of a line, with where the files name each end."""
    for index, (a, b) in enumerate(pairwise(line.through)):
        at: Path = ("line", id, "through")
        yield ((*at, index), (*at, index + 1)), a, b
    for index, text in enumerate(line.borders):
        a, b = (end.strip() for end in text.split("|"))
        at = ("line", id, "borders", index)
        yield (at, at), a, b


def _has(game: Inspection, space: str, tags: tuple[str, ...]) -> bool:
    return not set(tags).isdisjoint(game.board.tags(space))


def _ground(game: Inspection, space: str) -> str:
    terrain = game.board.terrain(space)
    spec = game.rules.terrain.get(terrain)
    return ((spec.name if spec else "") or terrain or "a box without terrain").lower()


def _listed(tags: tuple[str, ...]) -> str:
    return " or ".join(tags)
