"""The tables of reinforcements: settings, what has been kept waiting, and the names of the features of boxes."""

from __future__ import annotations

from typing import Literal

from hexwright.classes import frozen
from hexwright.ruleset.schema import key

BOX = "convoy_box"
DIRECT = "direct"


@frozen
class Reinforce:
    """[reinforce]: how reinforcements come to the map."""

    submarine_delay: int = key("turns until a new submarine is stationed", 0)
    fly_from: dict[str, tuple[str, ...]] = key(
        "box -> tags of the pieces that enter by air from there", {}, refers="unit_tag", by="space"
    )
    air_entry: dict[str, tuple[str, ...]] = key(
        "seat -> the only spaces its aircraft may enter at", {}, refers="space", by="seat"
    )
    waiting: dict[str, str] = key("box -> port at which its land pieces land", {}, refers="space", by="space")
    submarine_tag: str = key("tag of the units that the delay is for", "submarine", refers="unit_tag")
    group_tag: str = key("units with this tag need room on the airfield", "group", refers="unit_tag")
    free_tag: str = key("units with this tag need none", "squadron", refers="unit_tag")
    land_tag: str = key("units with this tag use the landing quota", "land", refers="unit_tag")


@frozen
class Deploy:
    """[deploy]: how both sides bring them on."""

    order: Literal["simultaneous"] = key("both plans are sealed and shown together", "simultaneous")


@frozen
class Late:
    """Own state: units whose place was barred, with the entry of the schedule they belong to."""

    units: tuple[tuple[str, str], ...] = ()
