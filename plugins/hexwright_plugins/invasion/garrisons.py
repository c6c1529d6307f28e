"""Free garrisons: where their owner may place them before the invasion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason, nearest
from hexwright.events import Placed
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import why_not_stack
from hexwright.windows import Action, Window

from .tables import Setup
from .telling import because_garrison


def free_garrisons(now: Position, seat: str) -> tuple[Unit, ...]:
    """The garrisons of a seat that still wait to be placed."""
    box = now.settings(Setup).garrison_reserve
    return tuple(u for u in now.units_at(box) if now.seat_of(u.nation) == seat) if box else ()


def garrison_spaces(now: Position) -> tuple[str, ...]:
    """Where free garrisons may stand at all."""
    settings = now.settings(Setup)
    spaces = now.zone(settings.garrison_zone) if settings.garrison_zone else ()
    wanted = "city" if settings.free_garrison_hexes == "cities" else "land"
    return tuple(s for s in spaces if wanted in now.board.tags(s))


def why_no_garrison(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why a free garrison may not be placed in a space."""
    settings = now.settings(Setup)
    if space not in garrison_spaces(now):
        what = "city" if settings.free_garrison_hexes == "cities" else "land hex"
        near = nearest(space, garrison_spaces(now), 1)
        hint = spell("place", unit.id, near[0]) if near else ""
        return Reason(f"{space} is no {what} of this territory", "TT-1.2.1-R02", nearest=hint,
                      at="setup.free_garrison_hexes")  # fmt: skip
    return _why_full(now, unit, space)


def _why_full(now: Position, unit: Unit, space: str) -> Reason | None:
    most = now.settings(Setup).max_garrisons_per_city
    if most and "city" in now.board.tags(space):
        there = sum(1 for u in now.units_at(space) if u.type == unit.type)
        if there >= most:
            numbers = (("there", there), ("most", most))
            return Reason(f"{now.board.name(space)} has its full garrison", "TT-1.2.1-07", numbers,
                          at="setup.max_garrisons_per_city")  # fmt: skip
    return why_not_stack(now, unit, space)


class PlaceGarrison(Action):
    """`place UNIT SPACE`: a free garrison goes to its post."""

    verb = "place"
    windows = ("invasion.garrisons",)
    rule = "TT-1.2.1-06"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        known: dict[tuple[str, str, int], list[str]] = {}
        for unit in free_garrisons(now, seat):
            alike = (unit.type, unit.nation, unit.steps)
            if alike not in known:
                known[alike] = [s for s in garrison_spaces(now) if _why_full(now, unit, s) is None]
            yield from (spell("place", unit.id, space) for space in known[alike])

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'place', a garrison and a space", self.rule)
        unit = next((u for u in free_garrisons(now, seat) if u.id == words[1]), None)
        if unit is None:
            return Reason(f"{words[1]} is no free garrison that waits", self.rule)
        return why_no_garrison(now, unit, words[2])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_garrison(now, now.unit(words[1]), words[2])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        unit = play.now.unit(words[1])
        play.emit(Placed(unit=unit.id, at=words[2], was=unit.at, rule=self.rule))

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        waiting = free_garrisons(now, seat)
        post = next(iter(self.options(now, seat)), "")
        if waiting and post:
            yield Reason("free garrisons wait to be placed", self.rule, (("waiting", len(waiting)),), post)


@frozen
class Garrisons(Window):
    """The owner places the free garrisons, before submarines and landing zones (TT-1.2.1-R03)."""

    name: ClassVar[str] = "invasion.garrisons"
    rule: ClassVar[str] = "TT-1.2.1-06"

    def asked(self, now: Position) -> tuple[str, ...]:
        # Who plays their nation decides (AMB-006), whichever seat the turn sequence names.
        box = now.settings(Setup).garrison_reserve
        owner = next((u.nation for u in now.game.order_of_battle.values() if box and u.at == box), "")
        return (now.seat_of(owner),) if owner else super().asked(now)

    def prompt(self, now: Position, seat: str) -> str:
        return f"place the free garrisons ({len(free_garrisons(now, seat))} left)"


FRAMES = (Garrisons,)
ACTIONS = (PlaceGarrison(),)
