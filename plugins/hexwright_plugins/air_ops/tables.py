"""The tables of air operations: their switches, the boxes off the map they use, and the checks of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from hexwright.classes import frozen
from hexwright.ruleset.schema import Ruleset, key


@frozen
class Air:
    """[air]: where the printed rules of air operations leave a choice."""

    range_counts_start_hex: bool = key("the base's own space counts for ranges", False)
    intercept_mode: Literal["alert", "hex"] = key("interceptors stand by, or wait in a named space", "alert")
    intercept_radius: int = key("spaces from the base within which interceptors engage", 2)
    ship_interception: bool = key("alert aircraft may also engage ships", False)
    pair_hits: Literal["paired", "pooled"] = key("hits stay in the pair, or are pooled", "paired")
    mission_return_fire: bool = key("mission aircraft fire back at interceptors", False)
    resolution_order: Literal["alternate_hexes"] = key("who picks the next space to be resolved", "alternate_hexes")
    asw_damages: bool = key("patrols from the air may damage submarines", False)
    strike_land_units: bool = key("strikes may hit land units ashore", False)
    interdiction_cost: int = key("movement points more for an interdicted space", 1)
    rebase_range: Literal["unlimited", "normal", "double"] = key(
        "how far aircraft re-base: anywhere, their range, or twice that", "unlimited"
    )
    squadron_windows: Literal["any", "boundaries"] = key("when squadrons may join a group", "any")
    lost_base: Literal["escape", "destroyed"] = key("what becomes of aircraft on a lost base", "escape")
    engagement_scope: Literal["hex", "mission"] = key("one interception a space, or one a mission", "hex")
    rebase_boxes: dict[str, str] = key("seat -> box in which its re-basing aircraft wait", {}, "space", by="seat")
    waiting_boxes: dict[str, str] = key("seat -> box of its aircraft that find no airfield", {}, "space", by="seat")
    cleared_after: str = key("phase that ends the missions of the turn", "", refers="phase")


@frozen
class Vichy:
    """[vichy]: what its aircraft may do."""

    air_missions: bool = key("its aircraft fly missions", True)
    nation: str = key("nation that the keys of this table are about", "", refers="nation")
    rebase_zone: str = key("zone whose airfields alone its aircraft re-base to", "", refers="zone")


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Radius of interceptors and cost of interdiction are not below zero, and no mission claims another radius."""
    air = ruleset.settings.get("air")
    if isinstance(air, Air):
        if air.intercept_radius < 0:
            report("air.intercept_radius", "interceptors cannot have a radius below 0", "use 0 or more")
        if air.interdiction_cost < 0:
            report("air.interdiction_cost", "interdiction cannot make a space cheaper", "use 0 or more")
        only_copies(ruleset, report, ("intercept",), "air.intercept_radius", air.intercept_radius)


def only_copies(ruleset: Ruleset, report: Callable[..., None], missions: Iterable[str], key: str, value: int) -> None:
    """The range of a mission that is flown by another key says the same as that key, or nothing."""
    for id in missions:
        spec = ruleset.mission.get(id)
        if spec is not None and spec.range not in (-1, value):
            message = f"this number counts for nothing: how far it reaches is told by {key}, which is {value}"
            report(f"mission.{id}.range", message, f"change {key}", "warning")
