"""The tables of maritime operations: their switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from hexwright.classes import frozen
from hexwright.ruleset.schema import Ruleset, key


@frozen
class Naval:
    """[naval]: where the printed rules of maritime operations leave a choice."""

    move_allowance: int = key("most hexes a ship moves; 0 is no limit", 0)
    engage_port_from_adjacent: bool = key("hostile ports are engaged from a sea hex beside them", True)
    allow_refusal: bool = key("a defender may refuse sea control", True)
    tie: Literal["defender", "none"] = key("who wins equal totals at sea", "defender")
    ships_may_lose_aircraft_instead: bool = key("hits by ships may go to aircraft", True)
    port_repair: bool = key("Supply repairs ships in port, a token a step", False)
    surface_strike_targets: tuple[Literal["port", "ships"], ...] = key("what surface ships may strike", ("port",))
    support_cancel: Literal["one_for_one", "all"] = key("how opposing supporters cancel", "one_for_one")
    support_max_dice: int = key("dice of support a side and battle, after cancelling; 0 is no limit", 0)


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Numbers of hexes and of dice are not negative."""
    naval = ruleset.settings.get("naval")
    if not isinstance(naval, Naval):
        return
    if naval.move_allowance < 0:
        report("naval.move_allowance", "ships move 1 hex or more", "use 0 for no limit")
    if naval.support_max_dice < 0:
        report("naval.support_max_dice", "a hand gets 1 die of support or more", "use 0 for no limit")
