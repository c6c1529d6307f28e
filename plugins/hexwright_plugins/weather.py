"""Weather: mud turns, on which unimproved airfields do not operate."""

from __future__ import annotations

from attrs import frozen

from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import key

MANIFEST = Manifest(id="weather", summary="mud turns close unimproved airfields", after=("facilities",))


@frozen
class Weather:
    """[weather]"""

    mud_turns: tuple[int, ...] = key("turns of mud", ())
    closed_grades: tuple[str, ...] = key("grades of airfields that do not operate in mud", ("unimproved",))


def is_mud(now: Position) -> bool:
    """Is this a mud turn?"""
    return now.turn in now.settings(Weather).mud_turns


@hook("airfield_capacity", "airfield_arrivals")
def modify_airfields(query: Query) -> Modifier | None:
    """In mud an unimproved airfield flies no missions and accepts no arrivals."""
    now = query.now
    if not is_mud(now):
        return None
    grade = now.feature(query["space"], "airfield", "grade")
    if grade not in now.settings(Weather).closed_grades:
        return None
    rule = "TT-4-13" if query.topic == "airfield_capacity" else "TT-4-R03"
    return Modifier("mud", 0, op="min", rule=rule)


@hook
def register(registry: Registry) -> None:
    registry.table("weather", Weather)
