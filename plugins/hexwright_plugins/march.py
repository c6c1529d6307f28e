"""Marching: a phase in which a seat moves its units one by one; what stands in a space alone takes control of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason, nearest
from hexwright.events import Arrived, Event, Moved, Placed, Removed
from hexwright.frames import Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.control import claimed
from hexwright.rules.movement import can_move, destinations, start_walk, why_not_move
from hexwright.rules.stacking import overstacked, why_not_stack
from hexwright.rules.telling import because_move
from hexwright.ruleset.schema import key
from hexwright.windows import Action, Window

MANIFEST = Manifest(id="march", summary="a phase in which a seat moves its units and takes the spaces they enter")


@frozen
class March:
    """[march]: who marches. Costs, stacking and control stand in [movement], [stacking] and [control]."""

    tags: tuple[str, ...] = key(
        "only units with one of these tags march, in every phase of movement; all that can move when left out",
        (),
        refers="unit_tag",
    )
    rule: str = key("rule id of marching", "", refers="rule")


def marchers(now: Position, seat: str) -> Iterator[Unit]:
    """The units of a seat that may march if they have points left, in the order of ids."""
    tags = now.settings(March).tags
    for unit in now.units():
        if now.seat_of(unit.nation) == seat and (not tags or now.has_tag(unit, *tags)):
            yield unit


@frozen
class MarchWindow(Window):
    """A seat moves its units, one small choice at a time."""

    name: ClassVar[str] = "march.move"
    uses_points: ClassVar[bool] = True

    def prompt(self, now: Position, seat: str) -> str:
        return "move your units"


class MoveUnit(Action):
    """`move UNIT SPACE`: along the cheapest way, as far as its points and the enemy let it."""

    verb = "move"
    windows = ("march.move",)

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for unit in marchers(now, seat):
            if can_move(now, unit):
                for space in destinations(now, unit, seat):
                    if why_not_stack(now, unit, space) is None:
                        yield f"move {unit.id} {space}"

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        rule = now.settings(March).rule
        if len(words) != 3:
            return Reason("say 'move', a unit and a space", rule)
        mine = {unit.id: unit for unit in marchers(now, seat)}
        if words[1] not in mine:
            near = " or ".join(nearest(words[1], mine))
            known = now.state.units.get(words[1])
            if known is None or not now.knows(seat, known):
                return Reason(f"there is no unit {words[1]}", rule, nearest=near)
            theirs = now.seat_of(known.nation) != seat
            return Reason(f"{now.name(words[1])} {'is not yours' if theirs else 'does not march'}", rule, nearest=near)
        unit = mine[words[1]]
        return why_not_move(now, unit, words[2], seat) or why_not_stack(now, unit, words[2])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        start_walk(play, play.now.unit(words[1]), words[2], play.now.settings(March).rule)

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        here = now.unit(words[1]).at
        return f"{now.name(words[1])}: from {now.board.name(here)} to {now.board.name(words[2])}."

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        return because_move(now, now.unit(words[1]), words[2], seat)


@hook(Moved, Placed, Arrived, Removed)
def react_presence(event: Moved | Placed | Arrived | Removed, now: Position) -> Iterable[Event]:
    """Who stands in a space alone takes control of it, as [control] says."""
    if isinstance(event, Moved):
        return claimed(now, *event.path[1:])
    return claimed(now, event.unit.at if isinstance(event, Arrived) else event.at)


def invariant_stacks(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """No space holds more than the limits allow."""
    for space in now.state.at:
        for side in now.rules.side if now.on_map(space) else ():
            reason = overstacked(now, space, side)
            if reason is not None:
                yield str(reason)


@hook
def register(registry: Registry) -> None:
    registry.table("march", March)
    registry.frame(MarchWindow)
    registry.action(MoveUnit())
    registry.invariant(invariant_stacks)


__all__ = ["MANIFEST", "March", "MarchWindow", "MoveUnit", "marchers"]
