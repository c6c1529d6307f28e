"""Submarines: stationed in secret every turn, hunted by patrols, in sea battles, on strikes and raids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwright.events import Event, PhaseEnded, Placed
from hexwright.frames import Frame
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position

from ..gunnery import Patrolled, SeaBattleJoined
from . import join, orders, station, strikes
from .hunt import found
from .join import Join, able, battle_hexes
from .orders import SubOrders, chances
from .record import (
    PLUGIN,
    Raid,
    RaidOver,
    RaidSet,
    SubState,
    box_hex,
    pending,
    port_raiders,
    raids,
    sea_hex,
    submarines_at,
)
from .station import (
    Station,
    Submarines,
    at_sea,
    check_types,
    flotilla,
    nearest_of,
    stationed,
    stations,
    why_not_station,
)

MANIFEST = Manifest(
    id=PLUGIN,
    summary="Submarines are stationed in secret anew each turn; they are hunted, join sea battles, strike and raid.",
)


@hook
def register(registry: Registry) -> None:
    registry.table("submarines", Submarines)
    registry.state(SubState())
    for room in (station, join, orders, strikes):
        registry.frame(*room.FRAMES)
    registry.action(*strikes.ACTIONS)
    registry.check(check_types)


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """Only what has been revealed is remembered."""
    return value


@hook(Patrolled)
def react_patrol(event: Patrolled, now: Position) -> Iterable[Event]:
    """Patrols find submarines, whoever flies or sails them."""
    return found(event, now)


@hook(SeaBattleJoined)
def react_battle(event: SeaBattleJoined, now: Position) -> Iterable[Frame]:
    """Both seats say whether submarines join a sea battle, also where neither has any."""
    return (Join(space=event.space, hexes=battle_hexes(now, event)),)


@hook(PhaseEnded)
def react_phase(event: PhaseEnded, now: Position) -> Iterable[Event]:
    """When the convoys are resolved, raiders go back from the boxes to the sea."""
    if event.phase != "convoy":
        return
    for box in now.board.spaces_with("convoy_box"):
        for unit in now.units_at(box):
            if now.has_tag(unit, "submarine"):
                yield Placed(unit=unit.id, at=box_hex(now, box), was=box, rule="TT-2.4.2-35")


__all__ = [
    "Join",
    "Raid",
    "RaidOver",
    "RaidSet",
    "Station",
    "SubOrders",
    "SubState",
    "Submarines",
    "able",
    "at_sea",
    "battle_hexes",
    "box_hex",
    "chances",
    "check_types",
    "flotilla",
    "nearest_of",
    "pending",
    "port_raiders",
    "raids",
    "sea_hex",
    "stationed",
    "stations",
    "submarines_at",
    "why_not_station",
]
