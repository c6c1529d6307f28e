"""Lists for a player to look at: the units that a seat knows, place by place, and the missions that are under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from .names import Names
from .terminal import clean, table
from .textmap import place_of

if TYPE_CHECKING:
    from ..pieces import Unit
    from ..ruleset.schema import MissionSpec
    from ..view import View


def units_told(view: View, names: Names, text: str = "") -> list[str]:
    """The seat's units place by place; with words all known units that these words fit: a nation, a tag, a place."""
    wanted = text.casefold().split()
    doing = tasks(view, names)
    places: dict[str, list[Unit]] = {}
    for unit in view.units.values():
        place = place_of(view, unit.id)
        if wanted:
            about = _about(view, names, unit, place)
            fits = all(any(word == known or (len(word) > 3 and word in known) for known in about) for word in wanted)
        else:
            fits = view.rules.seat_of(unit.nation) == view.seat
        if fits:
            places.setdefault(place, []).append(unit)
    if not places:
        return [f"No unit that you know of fits '{clean(text)}'."]
    out: list[str] = []
    for place in sorted(places, key=_order(view)):
        out.append(names.space(place))
        rows = [_row(view, names, unit, doing.get(unit.id, "")) for unit in places[place]]
        out += table(rows, indent=2)
    return out


def _order(view: View) -> Any:
    spaces = {space: number for number, space in enumerate(view.board.spaces)}
    return lambda place: (spaces.get(place, len(spaces)), place)


def _about(view: View, names: Names, unit: Unit, place: str) -> set[str]:
    spec = view.rules.unit_type[unit.type]
    nation = view.rules.nation[unit.nation]
    side = view.rules.side[nation.side]
    words = (
        unit.id, unit.at, unit.nation, nation.name, nation.side, side.name, view.rules.seat_of(unit.nation), unit.type,
        spec.name, names.kind(unit.id), place, view.board.name(place), view.board.board_of(place), *spec.tags,
    )  # fmt: skip
    return {word.casefold() for word in words}


def _row(view: View, names: Names, unit: Unit, doing: str) -> tuple[str, ...]:
    full = view.rules.unit_type[unit.type].steps
    steps = f"{unit.steps} of {full}" if full else ""
    aboard = f"with {names.kind(unit.at)}" if unit.at in view.units else ""
    status = (view.rules.status[s].name or s if s in view.rules.status else s for s in unit.status)
    told = [aboard, doing, *(clean(s).replace("_", " ") for s in status)]
    return unit.id, names.kind(unit.id), names.nation(unit.nation), steps, ", ".join(t for t in told if t)


# ------------------------------------------------------------------ missions


def under_way(view: View) -> Iterator[Any]:
    """What plug-ins show of missions: each record with a `unit` (or what stands for one) and a `kind` of mission."""
    for _, value in view.notes:
        fields = attrs.fields(type(value)) if attrs.has(type(value)) else ()
        for name in (a.name for a in fields):
            found = getattr(value, name)
            for record in found if isinstance(found, tuple) else ():
                if getattr(record, "unit", "") and getattr(record, "kind", "") in view.rules.mission:
                    yield record


def tasks(view: View, names: Names) -> dict[str, str]:
    """Unit -> its mission in words: 'Strike at Northport (U5), flown'."""
    return {str(r.unit): _task(r, names) for r in under_way(view)}


def _task(record: Any, names: Names) -> str:
    target, against, stage = (str(getattr(record, key, "")) for key in ("target", "against", "stage"))
    where = f" at {names.space(target)}" if target else ""
    done = f", {stage}" if stage and stage != "assigned" else ""
    return f"{names.mission(record.kind)}{where}{f' on {against}' if against else ''}{done}"


def by_target(view: View, names: Names) -> list[str]:
    """The missions under way by the spaces they are aimed at: 'Strike: U5 T4'."""
    found: dict[str, dict[str, None]] = {}
    for record in under_way(view):
        if target := getattr(record, "target", ""):
            found.setdefault(names.mission(record.kind), {})[target] = None
    return [f"{mission}: {' '.join(targets)}" for mission, targets in found.items()]


def missions_told(view: View, names: Names, text: str = "") -> list[str]:
    """The missions under way; with a word what the missions of that domain, name or unit type are and do."""
    if text:
        found = [m for m, spec in view.rules.mission.items() if text.casefold() in _known_as(m, spec)]
        return [line for m in found for line in mission_told(view, names, m)] or [f"No mission fits '{clean(text)}'."]
    rows = [(_owner(r, view, names), names.unit(r.unit), _task(r, names)) for r in under_way(view)]
    domains = dict.fromkeys(spec.domain for spec in view.rules.mission.values() if spec.domain)
    hint = [f"What missions do: {', '.join(f'missions {d}' for d in domains)}"] if domains else []
    return [*(table(rows, indent=2) or ["No mission is under way."]), *hint]


def _owner(record: Any, view: View, names: Names) -> str:
    unit = view.units.get(record.unit)
    nation = unit.nation if unit is not None else str(getattr(record, "nation", ""))
    return names.nation(nation) if nation else ""


def _known_as(mission: str, spec: MissionSpec) -> set[str]:
    return {word.casefold() for word in (mission, spec.name, spec.domain, *spec.types, *spec.target)}


def mission_told(view: View, names: Names, mission: str) -> list[str]:
    """A mission of the rules: who flies, sails or marches it, at what, with which dice, and what it does."""
    spec = view.rules.mission[mission]
    types = [clean(view.rules.unit_type[t].name) or t for t in spec.types]
    reach = {-1: "", 0: ", in its own space"}.get(spec.range, f", within {spec.range}")
    dice = f"; dice: {spec.dice.replace('_', ' ')}" if spec.dice else ""
    return [
        f"{names.mission(mission)} ({mission}): {clean(spec.effect)}",
        f"  by {', '.join(types)}" + (f", at {', '.join(spec.target)}" if spec.target else "") + reach + dice,
        *([f"  {names.rule(spec.rule)}"] if spec.rule else []),
    ]


__all__ = ["by_target", "mission_told", "missions_told", "tasks", "under_way", "units_told"]
