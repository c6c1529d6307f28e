"""What always holds in the air: one mission an aircraft, of a kind there is, flown from where it is based."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwright.events import Event
from hexwright.position import Position

from .record import missions


def invariant_missions(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """An aircraft has one mission a turn, and stays at its base while it flies (TT-2.4.1-02, TT-2.4.1-R01)."""
    known = missions(now).missions
    for unit, count in Counter(m.unit for m in known).items():
        if count > 1:
            yield f"{unit} has {count} missions"
    for m in known:
        if m.kind not in now.rules.mission and not m.nation:
            yield f"{m.unit} has the mission {m.kind}, which there is not"
        flying = now.state.units.get(m.unit)
        if flying is None and m.stage == "assigned" and not m.nation:
            yield f"{m.unit} is not in play and has a mission to fly"
        if flying is not None and m.stage == "assigned" and m.kind != "re_base" and flying.at != m.base:
            yield f"{m.unit} flies from {m.base} and is at {flying.at}"


def invariant_places(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """Aircraft on the map are on land or aboard a carrier, never at sea by themselves (TT-2.4.1-02)."""
    for place in now.state.at:
        if now.on_map(place) and "land" not in now.board.tags(place):
            lost = [u.id for u in now.units_at(place) if now.has_tag(u, "air")]
            if lost:
                yield f"{', '.join(lost)} in {place}, where there is no land"
