"""Reinforcements: units that come on schedule, and the sealed plans by which arrivals land in Deploy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hexwright.events import Event, PhaseBegan
from hexwright.frames import Frame
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset

from .plans import Fly, FlyIn, Land, Place, port_of, waiting
from .schedule import Arrive, NeverCame, Schedule, Take, comes_now, entries, members
from .sound import invariant_landings
from .tables import Deploy, Late, Reinforce
from .ways import check_schedule, check_ways

MANIFEST = Manifest(
    id="reinforce",
    summary="units arrive on schedule and land where port and airfield take them",
    requires=("facilities",),
    after=("convoys", "eastmed"),
)


@hook(PhaseBegan)
def react_schedule(event: PhaseBegan, now: Position) -> Iterable[Event | Frame]:
    """A phase begins: something may be due."""
    return [Schedule(event.phase)] if comes_now(now, event.phase) else []


@hook
def redact(now: Position, seat: str, value: Late) -> Any:
    """Who waits is open."""
    return value


@hook
def register(registry: Registry) -> None:
    registry.table("reinforce", Reinforce)
    registry.table("deploy", Deploy)
    registry.state(Late())
    registry.frame(Arrive, Schedule, Place, FlyIn)
    registry.order(Take(), Land(), Fly())
    registry.check(check_switches)
    registry.check(check_schedule)
    registry.check(check_ways)
    registry.invariant(invariant_landings)


def check_switches(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Values that the rules define."""
    settings = ruleset.settings.get("reinforce")
    if not isinstance(settings, Reinforce):
        return
    if settings.submarine_delay < 0:
        report("reinforce.submarine_delay", "a delay cannot be below 0", "use 0 or more")


__all__ = [
    "MANIFEST",
    "Arrive",
    "Deploy",
    "Fly",
    "FlyIn",
    "Land",
    "Late",
    "NeverCame",
    "Place",
    "Reinforce",
    "Schedule",
    "Take",
    "entries",
    "members",
    "port_of",
    "waiting",
]
