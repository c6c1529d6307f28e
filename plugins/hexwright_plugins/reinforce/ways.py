"""What the schedule must say so that arrivals come to the map: a phase, and a way out of the box they wait in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hexwright.ruleset.schema import Ruleset

from .schedule import Take
from .tables import BOX, DIRECT, Reinforce


def check_schedule(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Every entry of the schedule has a phase, and a choice is made where the window for it is open."""
    for id, group in ruleset.reinforcement.items():
        phase = ruleset.phase.get(group.phase)
        if not group.phase:
            hint = "name the phase at whose start they come in `phase`"
            report(
                ("reinforcement", id),
                f"the reinforcements '{id}' never come: no phase brings them",
                hint,
                level="warning",
            )
        elif group.choice and phase is not None and phase.frame not in Take.windows:
            message = f"nobody is asked to choose in the phase '{group.phase}', so the reinforcements '{id}' never come"
            hint = f"a choice is made in a phase played by {' or '.join(Take.windows)}"
            report(("reinforcement", id, "phase"), message, hint, level="warning")


def check_ways(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Whatever waits in a pool is loaded into convoys, flies in from there, or lands from there."""
    settings = ruleset.settings.get("reinforce")
    if not isinstance(settings, Reinforce):
        return
    pools: Mapping[str, tuple[str, ...]] = getattr(ruleset.settings.get("convoys"), "pools", {})
    boxes = {*settings.fly_from, *settings.waiting, *(box for named in pools.values() for box in named)}
    for path, name, place in _waiting(ruleset):
        unit = ruleset.unit.get(name)
        kind = ruleset.unit_type.get(unit.type) if unit is not None else None
        if unit is None or kind is None or unit.nation not in ruleset.nation or place not in boxes:
            continue
        space = ruleset.space.get(place)
        if space is not None and (BOX in space.features or DIRECT in space.features):
            continue
        loaded = place in pools.get(ruleset.seat_of(unit.nation), ())
        flies = not set(settings.fly_from.get(place, ())).isdisjoint(kind.tags)
        lands = place in settings.waiting and settings.land_tag in kind.tags
        if not (loaded or flies or lands):
            message = f"'{name}' can never leave '{place}': it is not loaded from there, nor does it fly in or land"
            hint = "see convoys.pools, reinforce.fly_from and reinforce.waiting"
            report(path, message, hint, level="warning")


def _waiting(ruleset: Ruleset) -> Iterator[tuple[tuple[Any, ...], str, str]]:
    """Every unit in a place at the start or on arrival: where the files say so, the unit, the place."""
    for id, unit in ruleset.unit.items():
        yield ("unit", id, "at"), id, unit.at
    for id, group in ruleset.reinforcement.items():
        for index, place in enumerate(group.at):
            for name in group.units:
                yield ("reinforcement", id, "at", index), name, place
