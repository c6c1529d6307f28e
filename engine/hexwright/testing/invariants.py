"""What must hold in every state of every game, and what the plug-ins of a game say must hold in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..events import Arrived, Event
from ..game import Game
from ..rules.stacking import limit, stacked
from ..state import State


def broken(game: Game, state: State, events: Iterable[Event] = ()) -> Iterator[str]:
    """All that is wrong with a state in which somebody is asked; `events` are those of the decision that led there."""
    yield from broken_units(game, state)
    yield from _broken_limits(game, state)
    if not 0 <= state.turn <= game.rules.sequence.turns:
        yield f"turn {state.turn} of {game.rules.sequence.turns}"
    now = game.position(state)
    told = tuple(events)
    for plugin, invariant in game.invariants:
        for wrong in invariant(now, told):
            yield f"{plugin}: {wrong}"


def unaccounted(before: State, events: Iterable[Event], after: State) -> tuple[str, ...]:
    """The units that came or went between two states without an event; those in play and gone are all there are."""
    was = {*before.units, *before.gone, *(e.unit.id for e in events if isinstance(e, Arrived))}
    return tuple(sorted(was ^ {*after.units, *after.gone}))


def broken_units(game: Game, state: State) -> Iterator[str]:
    """What is wrong with the units of a state: places, index, containers, steps, statuses, control, markers."""
    rules, board = game.rules, game.board
    at: dict[str, list[str]] = {}
    for unit in state.units.values():
        at.setdefault(unit.at, []).append(unit.id)
        spec = rules.unit_type.get(unit.type)
        if spec is None or unit.nation not in rules.nation:
            yield f"{unit.id} is a {unit.type} of {unit.nation}: no such type or nation"
            continue
        if unit.at not in board and unit.at not in state.units:
            yield f"{unit.id} is at {unit.at!r}: no such place"
        if not (0 < unit.steps <= spec.steps or unit.steps == spec.steps == 0):
            yield f"{unit.id} has {unit.steps} steps, its type {spec.steps}"
        if unit.spent < 0:
            yield f"{unit.id} has spent {unit.spent} points"
        if tuple(sorted(set(unit.status))) != unit.status:
            yield f"the statuses of {unit.id} are not sorted: {unit.status}"
        strange = [s for s in unit.status if s.split(":", 1)[0] not in rules.status]
        if strange:
            yield f"{unit.id} has the status {strange[0]!r} that no ruleset table names"
        if unit.id in state.gone:
            yield f"{unit.id} is in play and gone ({state.gone[unit.id]})"
    if {k: tuple(sorted(v)) for k, v in at.items()} != dict(state.at.items()):
        yield "the index by place does not fit the units"
    yield from _broken_containers(game, state)
    for space, nation in state.control.items():
        if space not in board or (nation and nation not in rules.nation):
            yield f"control of {space!r} by {nation!r}: no such space or nation"
    for space, here in state.markers.items():
        for marker in here:
            if space not in board or marker.kind not in rules.marker or marker.count < 1:
                yield f"the marker {marker} in {space!r} is none"


def _broken_containers(game: Game, state: State) -> Iterator[str]:
    for unit in state.units.values():
        seen = [unit.id]
        place = unit.at
        while place in state.units:
            if place in seen:
                yield f"containers in a circle: {' in '.join((*seen, place))}"
                return
            seen.append(place)
            place = state.units[place].at
        holder = state.units.get(unit.at)
        if holder is not None:
            spec = game.rules.unit_type[holder.type]
            if not any(tag in game.tags[unit.type] for tag in spec.holds):
                yield f"{unit.id} is aboard {holder.id}, which does not hold its kind"
            if spec.capacity and len(state.at.get(holder.id, ())) > spec.capacity:
                yield f"{holder.id} holds more than {spec.capacity}"


def _broken_limits(game: Game, state: State) -> Iterator[str]:
    """Stacking limits that are checked on entry hold at any time; those of the end of a move are their plug-in's."""
    now = game.position(state)
    for id_, spec in game.rules.stacking.items():
        if spec.when != "always" or spec.per == "all":  # nobody knows of hidden units of others, who take no room
            continue
        for space in state.at:
            for group in game.rules.side if spec.per == "side" else game.rules.nation:
                there = stacked(now, spec, space, group) if space in game.board else 0
                if there and there > (most := limit(now, id_, spec, space, group)):
                    yield f"{there} {spec.measure} of {group} in {space}, {id_} allows {most}"
