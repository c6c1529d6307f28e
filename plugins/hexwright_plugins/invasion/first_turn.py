"""The first turn: ships stay with the troops that they carry."""

from __future__ import annotations

from hexwright.errors import Reason
from hexwright.pieces import Unit
from hexwright.position import Position

from .tables import FirstTurn, first_turn
from .zones import aboard


def home_force(now: Position, ship: Unit) -> Unit | None:
    """The task force that a ship set out with."""
    start = now.game.order_of_battle.get(ship.id)
    return now.state.units.get(start.at) if start is not None else None


def why_locked(now: Position, ship: Unit) -> Reason | None:
    """Why a ship may not leave its task force: troops are still aboard on the first turn."""
    if not first_turn(now) or not now.settings(FirstTurn).tf_ships_locked or not now.has_tag(ship, "ship"):
        return None
    force = home_force(now, ship)
    if force is None or force.at != ship.at or not aboard(now, force, "land"):
        return None
    return Reason(f"{now.name(ship.id)} stays with {now.name(force.id)} until its troops have landed", "TT-2.4.2-R06")
