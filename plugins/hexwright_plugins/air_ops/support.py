"""Close air support in battles on land and at sea, and interdiction of what moves on land."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Event, Moved
from hexwright.frames import Frame, Play
from hexwright.hooks import Modifier
from hexwright.pieces import Unit
from hexwright.position import Position

from ..gunnery import SupportCalled, dice_of
from ..land_combat import DieAdded, dice_added, record, told_hands
from .record import PLUGIN, InterdictionPaid, MissionStage, missions
from .tables import Air
from .telling import because_support

SUPPORT = "close_air_support"
INTERDICT = "interdict"  # the marker that the mission leaves in a space
ON_LAND, AT_SEA = "support_land", "support_sea"


def tokens(now: Position, space: str, side: str) -> tuple[str, ...]:
    """The aircraft of a side that came through to support a battle in a space and have not done so yet."""
    mine = (now.state.units.get(m.unit) for m in missions(now).at(space, SUPPORT, stage="flown"))
    return tuple(u.id for u in mine if u is not None and now.side(u.nation) == side)


@frozen
class Support(Frame):
    """One side says, aircraft by aircraft, which of those over a battle it uses there; used they are for this turn."""

    name: ClassVar[str] = f"{PLUGIN}.support"
    rule: ClassVar[str] = "TT-2.4.1-26"
    space: str
    side: str
    table: str

    def asked(self, now: Position) -> tuple[str, ...]:
        there = tokens(now, self.space, self.side)
        return (now.seat_of(now.unit(there[0]).nation),) if there else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"battle at {now.board.name(self.space)}: which aircraft support it?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        there = [now.unit(u) for u in tokens(now, self.space, self.side)]
        dice = ((f"dice {u.id}", ", ".join(d.notation for d in dice_of(now, u, self.table))) for u in there)
        return (*self._hands(now), *dice)

    def _hands(self, now: Position) -> tuple[tuple[str, str | int], ...]:
        """Both hands as they stand, on land or at sea."""
        if self.table == ON_LAND:
            return told_hands(now, self.space)
        from ..naval_ops import told_battle  # naval operations may be left out of a game

        return (told_battle(now, self.space) if now.has_plugin("naval_ops") else ()) or (("space", self.space),)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [*(spell("support", u) for u in tokens(now, self.space, self.side)), "done"]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        text = "say 'support' and an aircraft over this battle that has not supported one yet, or 'done'"
        return Reason(text, "TT-2.4.1-R12", nearest=options[0])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_support(now, self.space, self.table, words[1] if words[1:] else "")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words == ("done",):
            play.done()
            return
        unit = words[1]
        play.emit(SupportCalled(unit=unit, space=self.space, table=self.table, rule=self.rule))
        play.emit(MissionStage(unit=unit, stage="used", rule="TT-2.4.1-R12"))
        if self.table == ON_LAND:
            play.emit(*self._dice(play.now, play.now.unit(unit)))

    def _dice(self, now: Position, unit: Unit) -> Iterator[DieAdded]:
        """The dice of support belong to the battle, not to the aircraft: casualties never fall on it."""
        battle = record(now).battle
        role = "attacker" if battle is not None and battle.attacker.side == self.side else "defender"
        label = f"{now.type(unit).short or now.type(unit).name} support"
        dice = (evolve(die, source="", label=label) for die in dice_of(now, unit, self.table))
        yield from dice_added(self.space, role, dice, self.rule)

    def step(self, play: Play) -> None:
        play.done()


def called(now: Position, space: str, sides: tuple[str, str], table: str) -> Iterator[Frame]:
    """The questions of a battle that begins, the attacker's first; none where no aircraft can support it."""
    if missions(now).missions:
        yield from (Support(space, side, table) for side in sides if tokens(now, space, side))


# ------------------------------------------------------------------ interdiction


def interdicted(now: Position, nation: str) -> tuple[str, ...]:
    """The spaces that enemies of a nation interdict, in the order of ids."""
    if not now.state.markers or not now.settings(Air).interdiction_cost:
        return ()
    known = now.memo("air_ops.interdicted", now.state.markers, now.state.relations)
    found: tuple[str, ...] | None = known.get(nation)
    if found is None:
        found = known[nation] = tuple(
            space
            for space, here in now.state.markers.items()
            if any(m.kind == INTERDICT and now.is_enemy(nation, m.owner) for m in here)
        )
    return found


def slowed(now: Position, unit: Unit) -> tuple[Modifier, ...]:
    """What interdiction adds to the movement of a land unit, once for a space whatever it does there.

    A space is entered before it is left, save the one where the unit stands: entering costs more in all spaces
    but this, leaving in this alone, and neither where the unit has paid already.
    """
    spaces = interdicted(now, unit.nation)
    if not spaces or not now.has_tag(unit, "land"):
        return ()
    paid, cost = missions(now).paid, now.settings(Air).interdiction_cost
    known = now.memo("air_ops.slowed", spaces, paid)
    key = unit.id, unit.at, unit.nation
    if key not in known:
        known[key] = _slowed(spaces, paid, cost, unit)
    found: tuple[Modifier, ...] = known[key]
    return found


def _slowed(spaces: tuple[str, ...], paid: tuple[tuple[str, str], ...], cost: int, unit: Unit) -> tuple[Modifier, ...]:
    return tuple(
        Modifier("interdiction", cost, rule="TT-2.4.1-27", where=space, at="air.interdiction_cost",
                 stage="build" if space == unit.at else "modify")
        for space in spaces
        if (unit.id, space) not in paid
    )  # fmt: skip


def paying(event: Moved, now: Position) -> Iterator[Event]:
    """A land unit that moved has paid for the interdicted spaces it touched; one that retreats pays nothing."""
    unit = now.state.units.get(event.unit)
    spaces = interdicted(now, unit.nation) if unit is not None and event.cost else ()
    if unit is None or not spaces or not now.has_tag(unit, "land"):
        return
    for space in dict.fromkeys(event.path):
        if space in spaces and (unit.id, space) not in missions(now).paid:
            yield InterdictionPaid(unit=unit.id, space=space, rule="TT-2.4.1-R14")


FRAMES = (Support,)
