"""Invasion from the sea: free garrisons, the choice of landing zones, landings, losses aboard, the first turn."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.errors import Reason
from hexwright.events import Event, Placed, Removed
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position

from . import embarked, garrisons, landings, zones
from .embarked import GuardFire, RandomLoss, embarked_steps, exposed, guards
from .first_turn import home_force, why_locked
from .garrisons import Garrisons, PlaceGarrison, free_garrisons, garrison_spaces, why_no_garrison
from .landings import Land, at_sea, demanded, landers, landing_party, opposed, opposing_ships, why_not_land
from .tables import ZONE, FirstTurn, Landing, Setup, first_turn
from .zones import ChooseZone, Zones, aboard, task_forces

MANIFEST = Manifest(
    id="invasion",
    summary="Free garrisons, landing zones, landings from the sea, and who may not move on the first turn.",
    requires=("land_combat",),
)


@hook("move", when=first_turn)
def forbid(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
    """The first turn: one side's land units stand still, and ships stay with the troops they carry."""
    unit = now.state.units.get(words[1]) if len(words) > 1 else None
    if unit is None:
        return None
    settings = now.settings(FirstTurn)
    frozen = now.has_tag(unit, "land") and settings.frozen_side == now.side(unit.nation)
    if frozen and unit.id not in settings.free_to_move:
        near = f"free to move: {', '.join(settings.free_to_move)}" if settings.free_to_move else ""
        return Reason(f"{now.name(unit.id)} may not move on the first turn", "TT-2.4.3-07", nearest=near)
    return why_locked(now, unit)


@hook("assign", when=first_turn)
def forbid_sailing(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
    """A mission in a box off the map, as with a convoy, would take a ship away from its troops as well."""
    if len(words) < 4 or words[3] not in now.board or now.on_map(words[3]):
        return None
    unit = now.state.units.get(words[1])
    return why_locked(now, unit) if unit is not None else None


@hook(Placed)
def react(event: Placed, now: Position) -> Iterable[Event]:
    """With the switch, troops thrown back into the sea surrender instead of going back aboard."""
    if now.settings(Landing).failed != "surrender" or event.was not in now.board:
        return ()
    force, unit = now.state.units.get(event.at), now.state.units.get(event.unit)
    if force is None or unit is None or not now.has_tag(unit, "land") or not now.has_feature(force.at, ZONE):
        return ()
    return (Removed(unit=unit.id, how="surrendered", at=event.was, rule="TT-2.4.3-R22"),)


@hook
def register(registry: Registry) -> None:
    registry.table("setup", Setup)
    registry.table("landing", Landing)
    registry.table("turn1", FirstTurn)
    registry.frame(*garrisons.FRAMES, *zones.FRAMES, *embarked.FRAMES)
    registry.action(*garrisons.ACTIONS, *zones.ACTIONS, *landings.ACTIONS)


__all__ = [
    "ZONE",
    "ChooseZone",
    "FirstTurn",
    "Garrisons",
    "GuardFire",
    "Land",
    "Landing",
    "PlaceGarrison",
    "RandomLoss",
    "Setup",
    "Zones",
    "aboard",
    "at_sea",
    "demanded",
    "embarked_steps",
    "exposed",
    "first_turn",
    "free_garrisons",
    "garrison_spaces",
    "guards",
    "home_force",
    "landers",
    "landing_party",
    "opposed",
    "opposing_ships",
    "task_forces",
    "why_locked",
    "why_no_garrison",
    "why_not_land",
]
