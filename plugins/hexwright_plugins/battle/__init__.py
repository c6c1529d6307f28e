"""Battle: a phase in which units attack enemies beside them; hands of dice decide, or a frame of another plug-in."""

from __future__ import annotations

from hexwright.hooks import Manifest, Registry, hook

from .aftermath import Advance, Losses, Retreat, conclude
from .attack import Attacked, BattleFought, Declare, Fight, Roll
from .hands import Decision, check_types, defenders, hands, lies
from .tables import Battle, Ground, check_numbers

MANIFEST = Manifest(id="battle", summary="units attack enemies beside them; losses, retreats and advances as data")


@hook
def register(registry: Registry) -> None:
    registry.table("battle", Battle)
    registry.frame(Declare, Fight, Roll, Losses, Retreat, Advance)
    registry.topic("may_attack", "0 or less keeps a unit from attacking, the label says why; facts: unit, space")
    registry.topic("battle_hand", "dice (op die), and what is added to the total (add); facts: space, side, nation")
    registry.check(check_numbers)
    registry.check(check_types)


__all__ = [
    "MANIFEST",
    "Advance",
    "Attacked",
    "Battle",
    "BattleFought",
    "Decision",
    "Declare",
    "Fight",
    "Ground",
    "Losses",
    "Retreat",
    "Roll",
    "conclude",
    "defenders",
    "hands",
    "lies",
]
