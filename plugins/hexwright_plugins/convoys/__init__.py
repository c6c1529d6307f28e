"""Convoys: Supply income, the sealed loading of convoy boxes, Supply sent directly, and the passage past raiders."""

from __future__ import annotations

from typing import Any

from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position

from .combat import AimEscorts, DeclareRaids, EscortDice, EscortHits, RaidDice, RaidHits
from .income import Income, bonus, fresh_ids
from .loading import (
    Forward,
    Load,
    LoadConvoys,
    Send,
    Unload,
    loadable,
    loaded,
    named,
    orders_of,
    own,
    pool_of,
    sendable,
    unloadable,
    why_not_box,
)
from .meeting import Convoy, convoys, escorts, raiders
from .passage import Resolve, Sailed
from .record import PLUGIN, Aim, Aimed, Clash, ClashOver, ConvoyFire, ConvoyMet, ConvoyState, Numbered, record
from .sinking import Sink
from .tables import BOX, DIRECT, WINDOW, Convoys, boxes, check_numbers, check_seats

MANIFEST = Manifest(
    id=PLUGIN,
    summary="Supply income, sealed loading of convoys, direct Supply, and the passage of convoys past raiders.",
)


@hook
def register(registry: Registry) -> None:
    registry.table(PLUGIN, Convoys)
    registry.state(ConvoyState())
    registry.frame(Income, LoadConvoys, Forward, Resolve, Sailed)
    registry.frame(AimEscorts, EscortDice, EscortHits, DeclareRaids, RaidDice, RaidHits, Sink)
    registry.order(Unload(), Load(), Send())
    registry.check(check_seats)
    registry.check(check_numbers)


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """Boxes, and all that happens in them, are open to all once they are loaded (TT-2.2-R04)."""
    return value


__all__ = [
    "BOX",
    "DIRECT",
    "WINDOW",
    "Aim",
    "Aimed",
    "Clash",
    "ClashOver",
    "Convoy",
    "ConvoyFire",
    "ConvoyMet",
    "ConvoyState",
    "Convoys",
    "Forward",
    "Income",
    "Load",
    "LoadConvoys",
    "Numbered",
    "Resolve",
    "Send",
    "Unload",
    "bonus",
    "boxes",
    "convoys",
    "escorts",
    "fresh_ids",
    "loadable",
    "loaded",
    "named",
    "orders_of",
    "own",
    "pool_of",
    "raiders",
    "record",
    "sendable",
    "unloadable",
    "why_not_box",
]
