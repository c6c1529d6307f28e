"""Weather: mud turns, on which unimproved airfields do not operate."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexwright.classes import frozen
from hexwright.events import Event, Noted, TurnBegan
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key
from hexwright_plugins.facilities import Airfields

MANIFEST = Manifest(id="weather", summary="mud turns close unimproved airfields", after=("facilities",))


@frozen
class Weather:
    """[weather]: the turns of mud, and what does not operate in it."""

    mud_turns: tuple[int, ...] = key("numbers of the turns with mud", ())
    closed_grades: tuple[str, ...] = key("grades of airfields that do not operate in mud", ("unimproved",))


def is_mud(now: Position) -> bool:
    """Is this a mud turn?"""
    return now.turn in now.settings(Weather).mud_turns


@hook("airfield_capacity", "airfield_arrivals", when=is_mud)
def modify_airfields(query: Query) -> Modifier | None:
    """In mud an unimproved airfield flies no missions and accepts no arrivals."""
    now = query.now
    grade = now.feature(query["space"], "airfield", "grade")
    if grade not in now.settings(Weather).closed_grades:
        return None
    rule = "TT-4-13" if query.topic == "airfield_capacity" else "TT-4-R03"
    return Modifier("mud", 0, op="min", rule=rule, at="weather.mud_turns")


@hook(TurnBegan)
def react_turn(event: TurnBegan, now: Position) -> Iterable[Event]:
    """A mud turn is announced as it begins (TT-4-13)."""
    closed = now.settings(Weather).closed_grades
    if not is_mud(now) or not closed:
        return ()
    note = f"it is a turn of mud: {' and '.join(closed)} airfields do not operate, their aircraft may only re-base"
    return (Noted(note=note, rule="TT-4-13"),)


@hook
def register(registry: Registry) -> None:
    registry.table("weather", Weather)
    registry.check(check_names)


def check_names(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Mud turns are turns of the game, closed grades are grades of airfields."""
    settings = ruleset.settings.get("weather")
    if not isinstance(settings, Weather):
        return
    last = ruleset.sequence.turns
    for turn in settings.mud_turns:
        if not ruleset.sequence.first <= turn <= last:
            report("weather.mud_turns", f"the game has no turn {turn}", f"use turns up to {last}")
    fields = ruleset.settings.get("airfields")
    if not isinstance(fields, Airfields):
        return
    for grade in settings.closed_grades:
        if grade not in fields.grade:
            report("weather.closed_grades", f"no grade '{grade}' of airfields", f"known: {', '.join(fields.grade)}")
