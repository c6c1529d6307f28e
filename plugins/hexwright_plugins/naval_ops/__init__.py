"""Maritime operations: moves and missions of ships, sea control, strikes on ports, naval support, ports, returns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwright.events import Arrived, Event, Placed
from hexwright.frames import Frame
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position
from hexwright_plugins.gunnery import SupportCalled
from hexwright_plugins.land_combat import BattleJoined

from . import answers, assign, control, escorts, moves, patrols, ports, raids, returns, support
from .battle import BattleRefused, OutOfAction, SeaBattleDecided, fleet_hand, joined_by, told_battle, told_fleets
from .record import (
    PLUGIN,
    Fleet,
    Mission,
    SeaBattle,
    SeaState,
    ShipAssigned,
    ShipsCleared,
    ShipStage,
    Supporter,
    missions,
)
from .sound import check_moorings, invariant_missions, invariant_ships
from .tables import Naval, check_numbers

MANIFEST = Manifest(
    id=PLUGIN,
    summary="Ships move and take missions: sea control, patrols, strikes, support, ports; who returns where.",
    requires=("facilities",),
    after=("land_combat", "air_ops"),
)


@hook
def register(registry: Registry) -> None:
    registry.table("naval", Naval)
    registry.state(SeaState())
    registry.check(check_numbers)
    registry.check(check_moorings)
    registry.invariant(invariant_missions)
    registry.invariant(invariant_ships)
    for room in (moves, answers, assign, control, escorts, patrols, raids, support, ports, returns):
        registry.frame(*getattr(room, "FRAMES", ()))
        registry.action(*getattr(room, "ACTIONS", ()))


@hook("movement")
def modify_passage(query: Query) -> Iterable[Modifier]:
    """Ships enter friendly ports and no other land (TT-2.4.2-R02)."""
    return moves.passage(query)


@hook(Placed, Arrived)
def react_came(event: Placed | Arrived, now: Position) -> Iterable[Event]:
    """A ship that is put into a port during a turn did not begin the turn there (TT-2.4.2-R20)."""
    return ports.came(event, now)


@hook(BattleJoined)
def react_joined(event: BattleJoined, now: Position) -> Iterable[Frame]:
    """Marked ships beside a battle on the coast may support it (TT-2.4.2-40)."""
    return support.joined(event, now)


@hook(SupportCalled)
def react_called(event: SupportCalled, now: Position) -> Iterable[Event]:
    """Submarines and aircraft that are called join the battle at sea in their space (TT-2.4.2-22, -25)."""
    return joined_by(event, now)


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """Missions of surface ships are open to all."""
    return value


__all__ = [
    "BattleRefused",
    "Fleet",
    "Mission",
    "Naval",
    "OutOfAction",
    "SeaBattle",
    "SeaBattleDecided",
    "SeaState",
    "ShipAssigned",
    "ShipStage",
    "ShipsCleared",
    "Supporter",
    "fleet_hand",
    "missions",
    "told_battle",
    "told_fleets",
]
