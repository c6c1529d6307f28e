"""Who stands where when the game starts or the schedule brings him, as far as the data tells."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.classes import frozen
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import UnitSpec, UnitType


@frozen
class Stand:
    """A unit, or several alike, at a place of the map or a box; `path` is where the files say so.

    `carried` tells that some container holds such units, so that other ways than their own lead them on.
    """

    unit: str
    type: str
    side: str
    mode: str
    place: str
    path: Path
    starts: bool
    carried: bool


def stands(game: Inspection) -> tuple[Stand, ...]:
    """Every unit at its space of the start, and at every space at which the schedule lets it arrive."""
    memo = game.board.memo
    if "stands" not in memo:
        memo["stands"] = tuple(_stands(game))
    found: tuple[Stand, ...] = memo["stands"]
    return found


def _stands(game: Inspection) -> Iterator[Stand]:
    rules = game.rules
    for id, unit in rules.unit.items():
        if unit.at in game.board:
            yield _stand(game, id, unit, unit.at, ("unit", id, "at"), True)
    for id, group in rules.reinforcement.items():
        for name in group.units:
            spec = spec_of(game, name)
            if spec is None:
                continue
            for index, place in enumerate(group.at):
                if place in game.board:
                    yield _stand(game, name, spec, place, ("reinforcement", id, "at", index), False)


def _stand(game: Inspection, id: str, unit: UnitSpec, place: str, path: Path, starts: bool) -> Stand:
    kind = game.rules.unit_type[unit.type]
    side = game.rules.nation[unit.nation].side
    return Stand(id, unit.type, side, kind.movement, place, path, starts, is_carried(game, kind))


def spec_of(game: Inspection, name: str) -> UnitSpec | None:
    """The table of a unit, also by the number of one of several: `ID_2`."""
    known = game.rules.unit.get(name)
    if known is None and name in game.ids("unit"):
        known = game.rules.unit.get(str(game.ids("unit")[name][1]))
    return known


def is_carried(game: Inspection, kind: UnitType) -> bool:
    """Whether some type of container holds units of this type."""
    return any(set(t.holds) & set(kind.tags) for t in game.rules.unit_type.values())


def is_ground(game: Inspection, space: str) -> bool:
    """Whether a space is part of a map that is moved on: a box has no terrain."""
    return bool(game.board.terrain(space))


def is_home(game: Inspection, space: str, side: str) -> bool:
    """Whether a space is the home territory of a nation of the side."""
    nation = game.rules.nation.get(game.board.home(space))
    return nation is not None and nation.side == side


def is_shut(game: Inspection, stand: Stand) -> bool:
    """Whether a unit stands on ground that its movement mode cannot enter and that is not its home."""
    mode = game.rules.movement.get(stand.mode)
    if mode is None or not is_ground(game, stand.place):
        return False
    return game.board.terrain(stand.place) not in mode.cost and not is_home(game, stand.place, stand.side)
