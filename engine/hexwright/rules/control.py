"""Control of spaces: markers apart from presence, taken by units that stand somewhere alone."""

from __future__ import annotations

from ..events import ControlChanged, Event
from ..position import Position


def taker(now: Position, space: str) -> tuple[str, str]:
    """The nation that takes a space by what stands in it now, and the rule; ("", "") when nobody does."""
    spec = now.rules.control
    here = now.units_at(space)
    if not here:
        return "", ""
    owner = now.control(space)
    for unit in here:
        if unit.nation == owner:
            continue
        takes = now.has_tag(unit, *spec.takes)
        claims = now.has_tag(unit, *spec.claims)
        if not takes and not claims:
            continue
        if owner and now.is_friend(unit.nation, owner):
            continue
        if now.enemies_at(space, unit.nation, spec.opposed_by):
            continue
        if takes:
            return unit.nation, spec.rule
        if not owner or not now.is_enemy(unit.nation, owner):
            return unit.nation, spec.claim_rule or spec.rule
    return "", ""


def claimed(now: Position, *spaces: str) -> tuple[Event, ...]:
    """The changes of control that what stands in these spaces brings about; a box has no terrain and no owner."""
    out: list[Event] = []
    for space in dict.fromkeys(spaces):
        if space not in now.board or not now.board.terrain(space):
            continue
        nation, rule = taker(now, space)
        if nation:
            out.append(ControlChanged(space=space, nation=nation, was=now.control(space), rule=rule))
    return tuple(out)
