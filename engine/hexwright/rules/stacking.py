"""Stacking limits: how many units may stand together in a space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import Reason
from ..pieces import Unit
from ..position import Position
from ..ruleset.schema import StackingSpec


def _group(now: Position, spec: StackingSpec, nation: str) -> str:
    return now.side(nation) if spec.per == "side" else nation if spec.per == "nation" else "all"


def _weight(spec: StackingSpec, unit: Unit) -> int:
    return unit.steps if spec.measure == "steps" else 1


def limits_for(now: Position, unit: Unit) -> Iterator[tuple[str, StackingSpec]]:
    """The stacking rules that count a unit."""
    for id_, spec in now.rules.stacking.items():
        if not spec.tags or now.has_tag(unit, *spec.tags):
            yield id_, spec


def stacked(
    now: Position, spec: StackingSpec, space: str, group: str, leaving: Iterable[str] = (), seat: str = ""
) -> int:
    """What counts in a space for a group (a side, a nation, all), some units left out; with a seat what it knows."""
    out = set(leaving)
    return sum(
        _weight(spec, u)
        for u in now.units_at(space, seat)
        if u.id not in out and (not spec.tags or now.has_tag(u, *spec.tags)) and _group(now, spec, u.nation) == group
    )


def limit(now: Position, id_: str, spec: StackingSpec, space: str, group: str) -> int:
    """The limit in a space, with what plug-ins say."""
    return now.total("stack_limit", spec.limit, "stacking limit", spec.rule, space=space, side=group, stack=id_).value


def room_for(now: Position, unit: Unit, space: str) -> int:
    """How much more of the unit's measure fits there as its seat knows (large when nothing limits it)."""
    room = 1_000_000
    for id_, spec in limits_for(now, unit):
        group = _group(now, spec, unit.nation)
        most = limit(now, id_, spec, space, group)
        room = min(room, most - stacked(now, spec, space, group, (unit.id,), now.seat_of(unit.nation)))
    return room


def why_not_stack(now: Position, unit: Unit, space: str, steps: int | None = None) -> Reason | None:
    """Why one more unit may not stand in a space; the nearest legal change is what still fits, if anything."""
    for id_, spec in limits_for(now, unit):
        reason = _too_many(now, id_, spec, unit, space, steps)
        if reason is not None:
            return reason
    return None


def _too_many(
    now: Position, id_: str, spec: StackingSpec, unit: Unit, space: str, steps: int | None = None
) -> Reason | None:
    group = _group(now, spec, unit.nation)
    most = limit(now, id_, spec, space, group)
    there = stacked(now, spec, space, group, (unit.id,), now.seat_of(unit.nation))
    weight = _weight(spec, unit) if steps is None or spec.measure == "units" else steps
    if there + weight <= most:
        return None
    what = "steps" if spec.measure == "steps" else "units"
    numbers = (("there", there), ("coming", weight), ("limit", most))
    room = most - there
    near = f"1 {what[:-1]} still fits" if room == 1 else f"{room} {what} still fit" if room > 0 else ""
    return Reason(f"too many {what} in {space}", spec.rule, numbers, near, at=f"stacking.{id_}.limit")


def full_spaces(now: Position, unit: Unit) -> dict[str, Reason]:
    """The spaces that a unit may not even pass through, by limits that are checked on entry, and why."""
    out: dict[str, Reason] = {}
    strict = [(i, s) for i, s in now.rules.stacking.items() if s.when == "always"]
    for id_, spec in strict:
        if spec.tags and not now.has_tag(unit, *spec.tags):
            continue
        for space in now.state.at:
            if space not in out and space != unit.at and (reason := _too_many(now, id_, spec, unit, space)) is not None:
                out[space] = reason
    return out


def overstacked(now: Position, space: str, side: str) -> Reason | None:
    """Why a side's units may not all stay in a space."""
    for id_, spec in now.rules.stacking.items():
        nations = [n for n in now.rules.nation if now.side(n) == side]
        groups = dict.fromkeys(_group(now, spec, n) for n in nations)
        for group in groups:
            there = stacked(now, spec, space, group)
            if there == 0:
                continue
            most = limit(now, id_, spec, space, group)
            if there > most:
                what = "steps" if spec.measure == "steps" else "units"
                numbers = (("there", there), ("limit", most))
                nearest = f"at most {most} {what} may stay: {there - most} must go"
                return Reason(f"too many {what} in {space}", spec.rule, numbers, nearest, at=f"stacking.{id_}.limit")
    return None
