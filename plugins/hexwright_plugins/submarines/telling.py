"""What orders of submarines are made of, for their owner who asks: missions, ranges, dice, limits of stations."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because
from hexwright.position import Position

from ..facilities.telling import because_lone_strike
from ..telling import because_hand, because_mission, because_range, told_mission
from .record import SHIPS, sea_hex

TABLE = "sea"


def kind_of(now: Position, verb: str, target: str) -> str:
    """The mission that an order means."""
    return "submarine_strike" if verb == "strike" else "convoy_raid" if target in now.board else "raid_embarked"


def told_order(now: Position, verb: str, unit: str, target: str) -> str:
    """What an order of a submarine does, in a sentence."""
    if target == SHIPS:
        where = f"against the ships in {now.board.name(now.unit(unit).at)}"
    else:
        where = f"against {now.board.name(target) if target in now.board else target}"
    return told_mission(now, unit, kind_of(now, verb, target), where)


def because_order(now: Position, verb: str, unit: str, target: str) -> Iterator[Because]:
    """What a strike or raid does, how far it reaches and what it rolls; escorted convoys cost a modifier."""
    kind = kind_of(now, verb, target)
    spec = now.rules.mission[kind]
    yield because_mission(now, kind)
    if kind == "submarine_strike" and target in now.board:
        yield from because_range(now, now.unit(unit).at, target, spec.range, f"mission.{kind}.range", spec.rule)
        yield from because_lone_strike(now, target, unit, TABLE, spec.rule)
    else:
        yield from because_hand(now, [(unit, TABLE)], "", spec.rule)
    if kind == "convoy_raid" and now.has_plugin("convoys"):
        from ..convoys.telling import because_escorted

        yield because_escorted(now)


def because_join(now: Position, unit: str) -> Iterator[Because]:
    """What a submarine adds to a battle at sea."""
    return because_hand(now, [(unit, TABLE)], "", "TT-2.4.2-25")


def because_station(now: Position, unit: str, space: str, most: int) -> Iterator[Because]:
    """How far a submarine may go from its last station."""
    start = sea_hex(now, now.unit(unit).at)
    if most and start:
        yield from because_range(now, start, space, most, "submarines.move_limit", "TT-2.3-R07", "most hexes")
    else:
        yield Because("most hexes, 0 for anywhere", most, "TT-2.3-R07", "submarines.move_limit")
