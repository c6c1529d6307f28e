"""Facilities: ports and airfields open, close, are damaged, repaired, wrecked and built; what is based there flees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.events import Arrived, Closed, ControlChanged, Event, MarkerSet, Moved, Placed
from hexwright.frames import Frame
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position

from .escape import Escape, Sinking, displaced, refuges
from .places import (
    AIRFIELD,
    KINDS,
    PORT,
    Airfields,
    Facilities,
    Grade,
    accepts_arrivals,
    airfield_capacity,
    airfield_quota,
    airfield_room,
    airfields,
    airfields_now,
    based,
    check_based,
    check_grades,
    check_numbers,
    damage,
    grade_of,
    is_open,
    landing_room,
    port_value,
    printed,
)
from .sound import invariant_bases, invariant_places
from .strikes import FRAMES as STRIKES
from .strikes import Strike, Struck, most_damage, works_at
from .works import Build, Repair, RepairWindow, Sabotage, built, damaged

MANIFEST = Manifest(
    id="facilities",
    summary="Ports and airfields: who may use them, damage, repair, sabotage, new airfields, occupation tokens.",
    after=("land_combat",),
)
OCCUPATION = "occupation"


@frozen(kw_only=True)
class Opened(Event):
    """A port or airfield can be used by the nation that now holds its space."""

    minor: ClassVar[bool] = True

    space: str
    nation: str
    kind: str

    def text(self) -> str:
        return f"the {self.kind} of {self.space} is open to {self.nation}"


@hook
def register(registry: Registry) -> None:
    registry.table("facilities", Facilities)
    registry.table("airfields", Airfields)
    registry.frame(RepairWindow, Escape, Sinking, *STRIKES)
    registry.action(Repair(), Sabotage(), Build())
    registry.topic("airfield_capacity", "groups that may fly from an airfield; facts: space")
    registry.topic("airfield_arrivals", "land units that an airfield can receive in a turn; facts: space")
    registry.topic("escape_range", "how far aircraft get away from a lost base, none below 0; facts: unit")
    registry.check(check_based)
    registry.check(check_grades)
    registry.check(check_numbers)
    registry.invariant(invariant_places)
    registry.invariant(invariant_bases)


@hook("route_source")
def modify_source(query: Query) -> Modifier | None:
    """A port is a source of supply while it is open and worth something."""
    now = query.now
    if now.rules.route[query["route"]].source != PORT:
        return None
    if not port_value(now, query["space"]):
        return Modifier("the port is wrecked", 0, op="min", rule="TT-2.4.5-R02")
    if is_open(now, query["space"], query["nation"]):
        return Modifier("the port is open", 1, op="max", rule="TT-2.4.5-R02")
    return None


def facilities_at(now: Position, space: str) -> tuple[str, ...]:
    """The kinds of facilities in a space."""
    known = now.memo("facilities.at", now.state.features)
    if space not in known:
        known[space] = tuple(k for k in KINDS if printed(now, space, k))
    kinds: tuple[str, ...] = known[space]
    return kinds


@hook(ControlChanged)
def react_control(event: ControlChanged, now: Position) -> Iterable[Event | Frame]:
    """With the space its port and airfield change hands: tokens of the enemy go, and what was based there escapes."""
    if event.space not in now.board or now.control(event.space) != event.nation:
        return
    for kind in facilities_at(now, event.space) if event.nation else ():
        if not event.was or now.is_enemy(event.nation, event.was):
            rule = "TT-2.4.7-17" if not event.was else "TT-2.4.3-R34"
            yield Opened(space=event.space, nation=event.nation, kind=kind, rule=rule)
    for m in now.markers(event.space):
        if m.kind == OCCUPATION and event.nation and now.is_enemy(event.nation, m.owner):
            yield MarkerSet(space=event.space, kind=m.kind, owner=m.owner, count=0, rule="TT-2.2-07")
    if not any(f.window() for f in now.state.stack):
        for unit in displaced(now, event.space):
            if event.nation or event.was:
                yield Escape(unit.id, event.space)


@hook(Closed)
def react_closed(event: Closed, now: Position) -> Iterable[Event | Frame]:
    """What lost its base while a seat was making small choices escapes when it has said `done`.

    Asking the owner at once would make the choices so far final: an attack still without its Supply could
    then neither be paid for nor taken back.
    """
    for space in now.state.at:
        if space in now.board and facilities_at(now, space):
            for unit in displaced(now, space):
                yield Escape(unit.id, space)


@hook(Moved, Placed, Arrived)
def react_entered(event: Moved | Placed | Arrived, now: Position) -> Iterable[Event]:
    """A unit in an ally's port or airfield occupies it: the token stays when the unit goes on."""
    if isinstance(event, Arrived):
        id_, spaces = event.unit.id, [event.unit.at]
    else:
        id_, spaces = event.unit, [*event.path[1:]] if isinstance(event, Moved) else [event.at]
    unit = now.state.units.get(id_)
    if unit is None or unit.hidden or OCCUPATION not in now.rules.marker:
        return
    if not now.has_tag(unit, *now.settings(Facilities).occupation_by):
        return
    for space in spaces:
        owner = now.control(space) if space in now.board else ""
        if not owner or owner == unit.nation or not now.is_friend(owner, unit.nation):
            continue
        if facilities_at(now, space) and not any(
            m.kind == OCCUPATION and m.owner == unit.nation for m in now.markers(space)
        ):
            yield MarkerSet(space=space, kind=OCCUPATION, owner=unit.nation, rule="TT-2.2-R08")


__all__ = [
    "AIRFIELD",
    "PORT",
    "Airfields",
    "Escape",
    "Facilities",
    "Grade",
    "Opened",
    "RepairWindow",
    "Sinking",
    "Strike",
    "Struck",
    "accepts_arrivals",
    "airfield_capacity",
    "airfield_quota",
    "airfield_room",
    "airfields",
    "airfields_now",
    "based",
    "built",
    "damage",
    "damaged",
    "displaced",
    "facilities_at",
    "grade_of",
    "is_open",
    "landing_room",
    "most_damage",
    "port_value",
    "printed",
    "refuges",
    "works_at",
]
