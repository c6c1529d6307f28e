"""What flights are made of, for those who ask: ranges, what sides carry, what airfields send and receive."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because
from hexwright.pieces import Unit
from hexwright.position import Position

from ..air_ops import Air
from ..telling import because_arrivals, because_mission, because_range, key_of_lands
from .flights import HOW_MANY, WHERE, loads, opposed, reach, start_quota
from .record import LIFT, flights, pieces
from .tables import AirTransport

HIT = "TT-2.4.1-R17"


def told_flight(now: Position, unit: Unit, kind: str, space: str) -> str:
    """What a lift or drop does, in a sentence."""
    way = f"from {now.board.name(unit.at)} to {now.board.name(space)}"
    if kind == LIFT:
        return f"{now.name(unit.id)} is flown {way}, from airfield to airfield."
    end = " and attacks there" if opposed(now, unit.nation, space) and now.has_tag(unit, "combat") else ""
    return f"{now.name(unit.id)} is dropped {way}{end}."


def because_flight(now: Position, unit: Unit, kind: str, space: str) -> Iterator[Because]:
    """How far it is, what the side has in the air, what both airfields send and receive, and what a hit takes."""
    settings, side = now.settings(AirTransport), now.side(unit.nation)
    if kind in now.rules.mission:
        yield because_mission(now, kind)
    yield from because_range(now, unit.at, space, reach(now), "air_transport.range", HOW_MANY)
    if now.settings(Air).range_counts_start_hex:
        yield Because("the space of the airfield counts", -1, "TT-2.4.1-R02", "air.range_counts_start_hex")
    out = len(pieces(f for f in flights(now).flights if f.side == side))
    yield Because("pieces that the side flies a turn", settings.capacity, HOW_MANY, "air_transport.capacity")
    yield Because("in the air already", out, HOW_MANY)
    yield Because(f"pieces that may start from {now.board.name(unit.at)}", start_quota(now, unit.at), WHERE,
                  key_of_lands(now, unit.at))  # fmt: skip
    if kind == LIFT:
        yield from because_arrivals(now, space, WHERE)
        coming = sum(1 for a in loads(now, side) if a.kind == LIFT and a.to == space)
        yield Because(f"on the way to {now.board.name(space)}", coming, WHERE)
    yield Because("a hit takes", settings.hit_effect.replace("_", " "), HIT, "air_transport.hit_effect")
