"""The land units of each seat on the map, followed change by change: no window has to look through all units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwright.pieces import Unit
from hexwright.position import Position

from .record import is_land

if TYPE_CHECKING:
    from hexwright.game import Game

_KEY = "land_combat.troops"


class Troops:
    """A Tracker: the sorted ids of the land units that stand on land, by seat."""

    __slots__ = ("game", "ids", "land")

    def __init__(self, game: Game, ids: dict[str, tuple[str, ...]], land: frozenset[str]) -> None:
        self.game = game
        self.ids = ids
        self.land = land

    def _seat(self, unit: Unit | None) -> str:
        if unit is None or unit.at not in self.land or "land" not in self.game.tags[unit.type]:
            return ""
        return self.game.rules.seat_of(unit.nation)

    def after(self, old: Unit | None, new: Unit | None) -> Troops:
        """The same after one unit changed, came or went."""
        was, will = self._seat(old), self._seat(new)
        if was == will:
            return self
        ids = dict(self.ids)
        if was and old is not None:
            ids[was] = tuple(i for i in ids.get(was, ()) if i != old.id)
        if will and new is not None:
            ids[will] = tuple(sorted((*ids.get(will, ()), new.id)))
        return Troops(self.game, ids, self.land)


def troops(now: Position, seat: str) -> tuple[Unit, ...]:
    """The land units of a seat, Supply included, that stand on land, in the order of ids."""
    known = now.memo(_KEY)
    found: tuple[Unit, ...] | None = known.get(seat)
    if found is None:
        units = now.state.units
        found = known[seat] = tuple([units[i] for i in _tracker(now).ids.get(seat, ())])
    return found


def _tracker(now: Position) -> Troops:
    trackers: dict[Any, Any] = now.state.memo.setdefault("trackers", {})
    found: Troops | None = trackers.get(_KEY)
    if found is None or found.game is not now.game:
        found = Troops(now.game, {}, frozenset(s for s in now.board.with_tag("land") if is_land(now, s)))
        for unit in now.units():
            found = found.after(None, unit)
        now.state.memo["trackers"] = {**trackers, _KEY: found}
    return found
