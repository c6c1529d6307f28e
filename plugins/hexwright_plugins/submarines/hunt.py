"""Submarines that are hunted: what a patrol finds. What it may do to them is with those that patrol."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.events import Event, Placed
from hexwright.position import Position

from ..gunnery import Patrolled
from .record import CANCELLED, RaidOver, box_hex, raids, shown, submarines_at


def found(event: Patrolled, now: Position) -> Iterator[Event]:
    """What a patrol brings about: enemy submarines in its hex are revealed, and their missions cancelled.

    Those that wait in the hex's convoy boxes go back to the hex: their raid is off (AMB-068).
    """
    patrol = now.state.units.get(event.unit)
    if patrol is None:
        return
    rule = "TT-2.4.1-R11" if now.has_tag(patrol, "air") else "TT-2.4.2-30"
    for sub in submarines_at(now, event.space):
        if not now.is_enemy(patrol.nation, sub.nation):
            continue
        yield from shown(now, sub, CANCELLED, rule=rule, found=True)
        if raids(now).of(sub.id) is not None:
            yield RaidOver(unit=sub.id, why="found by a patrol", rule=rule)
        if box_hex(now, sub.at):
            yield Placed(unit=sub.id, at=event.space, was=sub.at, rule=rule)
