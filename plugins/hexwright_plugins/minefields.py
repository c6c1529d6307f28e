"""Minefields and straits: what halts surface ships, and how far west they go on the first turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from hexwright.classes import frozen
from hexwright.events import Moved
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key

from .gunnery import lose_step
from .invasion.tables import FirstTurn, first_turn

MANIFEST = Manifest(
    id="minefields",
    summary="Minefields halt enemy ships; the western limit of the first turn.",
    after=("naval_ops", "invasion"),
)
MINED = "minefield"


@frozen
class Minefields:
    """[minefields]: what a minefield does beyond halting, and whose ships keep to the east on the first turn."""

    attrition_threshold: int = key("a ship that enters loses a step on a d6 of this or less; 0 for never", 0)
    limited_side: str = key("side whose ships stop at turn1.axis_west_limit_column", "", refers="side")


def mined_against(now: Position, nation: str) -> tuple[str, ...]:
    """The spaces whose minefields are hostile to a nation, in the order of the map."""
    known = now.memo("minefields.against", now.state.features, now.state.relations)
    found: tuple[str, ...] | None = known.get(nation)
    if found is None:
        spaces = now.board.spaces_with(MINED)
        found = known[nation] = tuple(
            s for s in spaces if now.is_enemy(nation, str(now.feature(s, MINED, "owner") or nation))
        )
    return found


def column(now: Position, space: str) -> int:
    """The column of a hex, counted from 0 in the west; -1 for an area."""
    layout = now.board.layout(now.board.board_of(space))
    return layout.to_offset(now.board.hex(space))[0] if layout is not None else -1


def west_of_limit(now: Position, unit: Unit) -> tuple[str, ...]:
    """The hexes that a ship may not enter on this turn because they lie too far west."""
    if not now.has_plugin("invasion") or not first_turn(now):
        return ()
    if now.side(unit.nation) != now.settings(Minefields).limited_side:
        return ()
    label = now.settings(FirstTurn).axis_west_limit_column
    found: tuple[str, ...] | None = now.board.memo.get(("minefields.west", label))
    if found is None:
        hexes = [s for s in now.board.spaces if now.board.kind_of(s) == "hex"]
        limit = next((column(now, s) for s in hexes if _column_label(s) == label), 0) if label else 0
        found = tuple(s for s in hexes if column(now, s) < limit)
        now.board.memo["minefields.west", label] = found
    return found


def _column_label(space: str) -> str:
    """The letters of a printed number: the column."""
    return space.rstrip("0123456789")


@hook("movement")
def modify_way(query: Query) -> Iterable[Modifier]:
    """Hostile minefields end the move of surface ships; on the first turn the west is closed to one side."""
    now, unit = query.now, query["unit"]
    if not now.has_tag(unit, "ship"):
        return ()
    kept: dict[Any, tuple[Modifier, ...]] = now.game.cache.setdefault("minefields.ways", {})
    mined, west = mined_against(now, unit.nation), west_of_limit(now, unit)
    if (mined, west) not in kept:
        kept[mined, west] = tuple(_modifiers(mined, west))
    return kept[mined, west]


def _modifiers(mined: tuple[str, ...], west: tuple[str, ...]) -> Iterator[Modifier]:
    by = MANIFEST.id
    for space in mined:
        at = f"space.{space}.features.{MINED}.owner"
        yield Modifier("a hostile minefield", op="min", rule="TT-2.4.2-12", where=space, by=by, at=at)
    for space in west:
        at = "turn1.axis_west_limit_column"
        yield Modifier("too far west on the first turn", op="max", rule="TT-2.4.2-06", where=space, by=by, at=at)


# ------------------------------------------------------------------ losses, with the switch


@frozen
class Mines(ChanceFrame):
    """A ship in a hostile minefield rolls a d6: up to the threshold it loses a step."""

    name: ClassVar[str] = "minefields.mines"
    rule: ClassVar[str] = "TT-2.4.2-R03"
    unit: str
    space: str

    def prompt(self, now: Position, seat: str) -> str:
        most = now.settings(Minefields).attrition_threshold
        return f"{self.unit} enters the minefield at {self.space}: hit on {most} or less"

    def label(self, now: Position) -> str:
        return f"mines {self.space}"

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        play.done()
        if faces[0] <= play.now.settings(Minefields).attrition_threshold and self.unit in play.state.units:
            lose_step(play, self.unit, "mines", self.space, self.rule)


@hook(Moved)
def react_entered(event: Moved, now: Position) -> Iterable[Frame]:
    """With the switch a ship that enters a hostile minefield may be hit."""
    if not now.settings(Minefields).attrition_threshold:
        return ()
    unit = now.state.units.get(event.unit)
    if unit is None or not now.has_tag(unit, "ship"):
        return ()
    mined = mined_against(now, unit.nation)
    return [Mines(unit.id, space) for space in event.path[1:] if space in mined]


def check_threshold(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """The threshold is a face of a d6."""
    settings = ruleset.settings.get("minefields")
    if isinstance(settings, Minefields) and not 0 <= settings.attrition_threshold <= 6:
        report("minefields.attrition_threshold", "a d6 shows 1 to 6", "use 0 for no losses")


def check_column(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """The column of the limit is on the map."""
    settings = ruleset.settings.get("turn1")
    label = settings.axis_west_limit_column if isinstance(settings, FirstTurn) else ""
    if not label:
        return
    from hexwright.board import board_of

    if not any(_column_label(s) == label for s in board_of(ruleset).spaces):
        report("turn1.axis_west_limit_column", f"the map has no column '{label}'", "use the letters of a hex")


@hook
def register(registry: Registry) -> None:
    registry.table("minefields", Minefields)
    registry.frame(Mines)
    registry.check(check_threshold)
    registry.check(check_column)
