"""What always holds at sea, and must hold at the start: one mission a ship, and no ship on land but in port."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from hexwright.board import board_of
from hexwright.events import Event
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset

from .record import missions


def check_moorings(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Ships of the set-up that stand on land stand in a port (TT-2.4.2-R02)."""
    board = board_of(ruleset)
    for id, unit in ruleset.unit.items():
        kind = ruleset.unit_type.get(unit.type)
        if kind is None or "sea" not in kind.tags or unit.at not in board:
            continue
        if "land" in board.tags(unit.at) and "port" not in board.features(unit.at):
            report(("unit", id, "at"), f"{id} starts in {unit.at}, which is no port", "give it one", level="warning")


def invariant_ships(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """Ships stand in sea spaces, in ports and in boxes (TT-2.4.2-R02)."""
    for space in now.state.at:
        if now.on_map(space) and "land" in now.board.tags(space) and not now.has_feature(space, "port"):
            ashore = [u.id for u in now.units_at(space) if now.has_tag(u, "sea")]
            if ashore:
                yield f"{', '.join(ashore)} in {space}, which is no port"


def invariant_missions(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """A ship has one mission a turn, of a kind that ships have (TT-2.4.2-03)."""
    known = missions(now).missions
    for unit, count in Counter(m.unit for m in known).items():
        if count > 1:
            yield f"{unit} has {count} missions"
    for m in known:
        if m.kind not in now.rules.mission:
            yield f"{m.unit} has the mission {m.kind}, which there is not"
        if m.unit not in now.state.units and m.stage == "assigned" and m.unit not in now.state.gone:
            yield f"{m.unit} has a mission and is no unit"
