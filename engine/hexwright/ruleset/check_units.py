"""Checks of units and numbers: steps, containers, counts, dice, roll tables, costs, relations."""

from __future__ import annotations

from itertools import pairwise

from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.paths import reach
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import DiceSpec, UnitType

USUAL_DICE = (1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 100)  # another size is likely a slip


def check_types(game: Inspection) -> None:
    """Numbers of unit types are not negative, and their dice can be rolled."""
    for id, unit_type in game.rules.unit_type.items():
        for key in ("steps", "allowance", "range", "capacity"):
            _not_negative(game, ("unit_type", id, key), getattr(unit_type, key))
        if unit_type.capacity > 0 and not unit_type.holds and not game.is_unsure("unit_type", id, "holds"):
            hint = "name the tags of what it may carry in `holds`"
            game.add("H602", ("unit_type", id, "capacity"), f"the type '{id}' has a capacity but holds nothing", hint)
        for mission, dice in unit_type.dice.items():
            _check_dice(game, ("unit_type", id, "dice", mission), unit_type, dice)


def _check_dice(game: Inspection, path: Path, unit_type: UnitType, dice: DiceSpec) -> None:
    at = (*path, "sides")
    sides = dice.sides if isinstance(dice.sides, tuple) else (dice.sides,)
    for index, count in enumerate(sides):
        where = (*at, index) if isinstance(dice.sides, tuple) else at
        if count < 1:
            game.add("H604", where, f"a die cannot have {count} sides")
        elif count not in USUAL_DICE:
            message = f"there is no usual die of {count} sides"
            hint = "what is added to a die goes into `modifier`; its size stays"
            game.add("H608", where, message, hint)
    most = max(sides, default=0) + dice.modifier
    if dice.hit > most and min(sides, default=0) > 0 and reach(game.merged.document, (*path, "hit")) is not None:
        die = f"d{max(sides)}" + (f"{dice.modifier:+d}" if dice.modifier else "")
        game.add("H614", (*path, "hit"), f"a {die} never shows {dice.hit}: it shows {most} at most")
    unsure = game.is_unsure(*path[:2], "steps") or game.is_unsure(*at)
    if isinstance(dice.sides, tuple) and unit_type.steps > 0 and len(sides) != unit_type.steps and not unsure:
        message = f"{len(sides)} sizes of dice for {unit_type.steps} steps"
        game.add("H604", at, message, "one for each strength, from full strength downwards")


def check_units(game: Inspection) -> None:
    """A unit's strength fits its type; counts are one or more; numbered units clash with no other id."""
    for id, unit in game.rules.unit.items():
        path: Path = ("unit", id)
        unit_type = game.rules.unit_type.get(unit.type)
        if unit_type is not None and unit.steps != -1 and not game.is_unsure("unit_type", unit.type, "steps"):
            if unit.steps > unit_type.steps:
                related = (("defined", ("unit_type", unit.type, "steps")),)
                message = f"{unit.steps} steps, but the type '{unit.type}' has {unit_type.steps}"
                game.add("H601", (*path, "steps"), message, related=related)
            elif unit.steps < min(1, unit_type.steps):
                message = f"a unit of the type '{unit.type}' cannot start with {unit.steps} steps"
                game.add("H601", (*path, "steps"), message, "leave it out for full strength")
        if unit.count < 1:
            game.add("H603", (*path, "count"), f"a count of {unit.count} makes no unit", "remove the unit, or write 1")
        if unit.count > 1000:
            game.add("H603", (*path, "count"), f"{unit.count} units are too many", "at most 1000")
        clash = next((f"{id}_{n}" for n in range(1, min(unit.count, 1000) + 1) if f"{id}_{n}" in game.rules.unit), "")
        if unit.count > 1 and clash:
            message = f"one of them would be called '{clash}', as another is"
            game.add("H603", (*path, "count"), message, related=(("the other", ("unit", clash)),))


def check_containers(game: Inspection) -> None:
    """What starts aboard a container may be there, fits, and no container is inside itself."""
    aboard: dict[str, list[str]] = {}
    for id, unit in game.rules.unit.items():
        path: Path = ("unit", id, "at")
        holder = game.rules.unit.get(unit.at)
        types = game.rules.unit_type
        if holder is None or unit.at in game.board or holder.type not in types or unit.type not in types:
            continue
        holds, tags = types[holder.type].holds, types[unit.type].tags
        held, kind = ("unit_type", holder.type), ("unit_type", unit.type)
        if game.is_unsure(*held, "holds") or game.is_unsure(*kind, "tags"):
            pass
        elif not holds:
            message = f"'{unit.at}' is a unit that holds no others"
            game.add("H602", path, message, related=(("defined", ("unit_type", holder.type)),))
        elif not set(holds) & set(tags):
            message = f"a unit of type '{unit.type}' cannot be aboard '{unit.at}'"
            hint = f"it holds units tagged {', '.join(holds)}"
            game.add("H602", path, message, hint, related=(("defined", ("unit_type", holder.type, "holds")),))
        aboard.setdefault(unit.at, []).extend([id] * max(1, unit.count))
        capacity = types[holder.type].capacity if not game.is_unsure(*held, "capacity") else 0
        before = len(aboard[unit.at]) - max(1, unit.count)
        if capacity and before <= capacity < len(aboard[unit.at]):
            message = f"'{unit.at}' has room for {capacity}"
            game.add("H602", path, message, related=(("defined", ("unit_type", holder.type, "capacity")),))
        if _is_inside_itself(game, id):
            game.add("H602", path, f"the unit '{id}' is aboard itself")


def _is_inside_itself(game: Inspection, id: str) -> bool:
    at, steps = game.rules.unit[id].at, 0
    while at in game.rules.unit and at != id and steps <= len(game.rules.unit):
        at, steps = game.rules.unit[at].at, steps + 1
    return at == id


def check_numbers(game: Inspection) -> None:
    """Costs, limits and lengths are not below zero; a marker that may never lie anywhere is none."""
    for id, mode in game.rules.movement.items():
        for terrain, cost in mode.cost.items():
            _not_negative(game, ("movement", id, "cost", terrain, "cost"), cost.cost)
        for index, border in enumerate(mode.borders):
            if border.op == "set":
                _not_negative(game, ("movement", id, "borders", index, "cost"), border.cost)
    for id, stacking in game.rules.stacking.items():
        _not_negative(game, ("stacking", id, "limit"), stacking.limit)
    for id, route in game.rules.route.items():
        for key in ("reach", "longest"):
            _not_negative(game, ("route", id, key), getattr(route, key))
    for id, marker in game.rules.marker.items():
        if marker.most < 1:
            message = f"with at most {marker.most} in a space this marker can never be placed"
            game.add("H603", ("marker", id, "most"), message)


def check_tables(game: Inspection) -> None:
    """A roll table has dice, rows from low to high, and a row for every result."""
    for id, table in game.rules.table.items():
        path: Path = ("table", id)
        for key in ("dice", "sides"):
            if getattr(table, key) < 1:
                game.add("H604", (*path, key), f"{getattr(table, key)} {key} cannot be rolled", "use 1 or more")
        limits = [row.max for row in table.rows]
        for index, (low, high) in enumerate(pairwise(limits), 1):
            if high <= low:
                message = f"a row up to {high} after one up to {low} is never reached"
                game.add("H607", (*path, "rows", index, "max"), message, "rows go from low to high")
        if game.is_unsure(*path, "rows") or game.is_unsure(*path, "dice") or game.is_unsure(*path, "sides"):
            continue
        if not limits:
            game.add("H607", path, f"the table '{id}' has no rows", on="key")
        elif limits == sorted(limits) and limits[-1] < table.dice * table.sides:
            message = f"no row for a roll of {table.dice * table.sides}: the last ends at {limits[-1]}"
            game.add("H607", (*path, "rows"), message, on="key")


def check_relations(game: Inspection) -> None:
    """A relation is between two nations and stated once."""
    seen: dict[frozenset[str], str] = {}
    for relation in game.rules.relation:
        pair = frozenset(relation.nations)
        path: Path = ("relation", relation.id, "nations")
        if game.is_unsure(*path):
            continue
        if len(pair) == 1:
            game.add("H606", path, "a nation has no relation with itself")
        elif seen.setdefault(pair, relation.id) != relation.id:
            related = (("also", ("relation", seen[pair])),)
            game.add("H606", path, f"{' and '.join(relation.nations)} have a relation already", related=related)


def _not_negative(game: Inspection, path: Path, value: int) -> None:
    if value < 0:
        game.add("H605", path, f"'{path[-1]}' is {value}, below zero")
