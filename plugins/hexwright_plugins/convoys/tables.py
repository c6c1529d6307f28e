"""The table of convoys: what may be loaded from where to where, how raids are fought, and the checks of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from hexwright.classes import frozen
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key

BOX = "convoy_box"
DIRECT = "direct"
WINDOW = "convoys.load"


@frozen
class Convoys:
    """[convoys]: what may be loaded from where to where. Boxes carry the features `convoy_box` and `direct`."""

    loading_order: Literal["simultaneous", "holder_first", "holder_last"] = key(
        "both seats sealed at once, or one after the other", "simultaneous"
    )
    capacity_unit: Literal["piece"] = key("what the limits of ports count", "piece")
    limit_at_loading: bool = key("the printed port value limits the loading too", True)
    atlantic_income: int = key("new Supply each time income is given", 0)
    morocco_bonus: tuple[int, ...] = key("more Supply with land units in 0, 1, 2 ... spaces of the bonus zone", ())
    direct_destinations: dict[str, tuple[str, ...]] = key(
        "seat -> spaces, by id or name, that it may send Supply to", {}, refers="named_space", by="seat"
    )
    axis_atlantic_ports: bool = key("the ports closed to a seat are open all the same", False)
    escorts_hit_submarines: bool = key("escorts may fire at submarines that raid", True)
    submarine_drm: int = key("on the die of a submarine that raids an escorted convoy", -1)
    loss_draw: Literal["d6_display", "uniform"] = key(
        "which piece a hit sinks: the one on the number that is rolled, or any alike", "d6_display"
    )
    loss_die: int = key("numbers over which the pieces are spread, and sides of the die that sinks them", 6)
    pools: dict[str, tuple[str, ...]] = key(
        "seat -> boxes it loads from; what is unloaded goes where the schedule put it, else to the first",
        {},
        refers="space",
        by="seat",
    )
    direct_pools: dict[str, tuple[str, ...]] = key(
        "seat -> boxes whose Supply may be sent directly", {}, "space", by="seat"
    )
    closed_ports: dict[str, str] = key("seat -> zone of ports it may not load for", {}, refers="zone", by="seat")
    income_like: str = key("unit that new Supply is like: its type, owner and starting box", "", refers="unit")
    bonus_zone: str = key("zone whose spaces with own land units bring more Supply", "", refers="zone")


def boxes(now: Position, feature: str) -> tuple[str, ...]:
    """The boxes that carry a feature, in the order of the map."""
    return now.board.spaces_with(feature)


def destinations(now: Position, seat: str) -> tuple[str, ...]:
    """The spaces to which a seat may send Supply directly."""
    found = (now.board.find(text) for text in now.settings(Convoys).direct_destinations.get(seat, ()))
    return tuple(space for space in found if space is not None)


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Income is not below zero."""
    settings = ruleset.settings.get("convoys")
    if not isinstance(settings, Convoys):
        return
    if settings.atlantic_income < 0:
        report("convoys.atlantic_income", "income cannot be below 0", "use 0 for none")
    if any(n < 0 for n in settings.morocco_bonus):
        report("convoys.morocco_bonus", "income cannot be below 0", "use 0 for none")


def check_seats(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Income is of something, and its die has sides."""
    settings = ruleset.settings.get("convoys")
    if not isinstance(settings, Convoys):
        return
    if settings.atlantic_income and not settings.income_like:
        report("convoys.atlantic_income", "income of nothing", "say in income_like what arrives", level="warning")
    if settings.loss_die < 1:
        report("convoys.loss_die", f"a die of {settings.loss_die} sides", "at least 1")
