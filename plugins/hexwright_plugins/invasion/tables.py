"""The tables of an invasion: free garrisons, landings, and the first turn."""

from __future__ import annotations

from typing import Literal

from hexwright.classes import frozen
from hexwright.position import Position
from hexwright.ruleset.schema import key

ZONE = "landing_zone"
LAND = "land"  # the phase after which embarked troops are not attacked any more (TT-2.4.2-R07)


@frozen
class Setup:
    """[setup]: the free garrisons."""

    free_garrison_hexes: Literal["any_fna_land", "cities"] = key(
        "where free garrisons may stand: every land space of the zone, or its cities", "any_fna_land"
    )
    max_garrisons_per_city: int = key("most garrisons in a city, fixed ones included; 0 for no limit", 0)
    garrison_reserve: str = key("box in which the free garrisons wait", "", refers="space")
    garrison_zone: str = key("zone in which they may be placed", "", refers="zone")


@frozen
class Landing:
    """[landing]: task forces and their landings."""

    may_split: bool = key("the pieces of a task force may land in several spaces", False)
    failed: Literal["reembark", "surrender", "coast"] = key(
        "losing landing troops go back aboard, surrender, or retreat on land like others", "reembark"
    )
    start: str = key("box in which task forces wait for their zone", "", refers="space")
    barred_by: tuple[str, ...] = key("enemy types that bar the space they stand in", (), refers="unit_type")
    let_pass: tuple[str, ...] = key("statuses of enemy ships that do not bar a landing any more", (), refers="status")


@frozen
class FirstTurn:
    """[turn1]: what is special on the first turn."""

    tf_ships_locked: bool = key("ships of a task force stay while its troops are aboard", True)
    random_loss: Literal["by_sp", "by_unit"] = key(
        "what is numbered when embarked troops are hit: their strength points, or the units", "by_sp"
    )
    axis_west_limit_column: str = key("column west of which no ship of minefields.limited_side goes", "")
    frozen_side: str = key("side whose land units may not move", "", refers="side")
    free_to_move: tuple[str, ...] = key("units of it that may move all the same", (), refers="unit")
    no_drop: tuple[str, ...] = key(
        "spaces, by id or name, into which nobody is dropped by air", (), refers="named_space"
    )


def first_turn(now: Position) -> bool:
    """Is this the first turn?"""
    return now.turn == now.rules.sequence.first
