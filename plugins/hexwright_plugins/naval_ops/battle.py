"""Sea Control looked at: which ships may fight where, who attacks, the hands of dice, and the events of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.dice import Die, Hand
from hexwright.events import Event, SliceSet
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import State
from hexwright_plugins.gunnery import SupportCalled, dice_of

from .record import OWN, PLUGIN, Fleet, SeaBattle, Supporter, is_out, missions
from .tables import Naval

KIND = "sea_control"
TABLE = "sea"


# ------------------------------------------------------------------ ships and their missions


def ships_at(now: Position, space: str, seat: str) -> tuple[Unit, ...]:
    """A seat's surface ships in a space, in the order of ids; those in convoy boxes are not there."""
    return tuple(u for u in now.units_at(space) if now.has_tag(u, "ship") and now.seat_of(u.nation) == seat)


def out_of_action(unit: Unit) -> bool:
    """Was this ship beaten, or has it refused battle: it only fires at aircraft any more (TT-2.4.2-28, -R09)?"""
    return bool(is_out(unit))


def ready(now: Position, unit: Unit) -> bool:
    """Can this ship still fight: it is in action, and has not used up its mission (TT-2.4.2-03)?"""
    mission = missions(now).of(unit.id)
    return not out_of_action(unit) and (mission is None or mission.stage == "assigned")


def on_control(now: Position, unit: Unit, space: str) -> bool:
    """Is this ship on Sea Control in, or against, a space, and still to fight for it?"""
    mission = missions(now).of(unit.id)
    return ready(now, unit) and mission is not None and (mission.kind, mission.target) == (KIND, space)


def in_place(now: Position, unit: Unit, space: str) -> bool:
    """Is this ship in a space, or in the sea beside the port there (TT-2.4.2-R02)?"""
    if unit.at == space:
        return True
    return now.on_map(unit.at) and space in now.board.neighbours(unit.at) and now.has_feature(space, "port")


def controllers(now: Position, seat: str) -> Iterator[tuple[Unit, str]]:
    """A seat's ships that are to fight for Sea Control with the space they fight for, in the order of assignment."""
    for mission in missions(now).missions:
        unit = now.state.units.get(mission.unit)
        if unit is None or now.seat_of(unit.nation) != seat:
            continue
        if on_control(now, unit, mission.target) and in_place(now, unit, mission.target):
            yield unit, mission.target


def opponents(now: Position, nation: str, space: str) -> tuple[Unit, ...]:
    """Enemy surface ships in a space that are in action."""
    return tuple(u for u in now.enemies_at(space, nation, ("ship",)) if not out_of_action(u))


def move_order(now: Position) -> tuple[str, ...]:
    """The seats in the order in which they move at sea."""
    roles = (now.seat_for(role) for role in ("first", "second") if role in now.rules.role)
    return tuple(dict.fromkeys((*roles, *now.rules.seats)))


@frozen
class Due:
    """A battle that is due: the space, and the seat that attacks."""

    space: str
    seat: str


def pending(now: Position) -> tuple[Due, ...]:
    """The battles that are due, those of the first side first; the first to give Sea Control attacks (TT-2.4.2-R08)."""
    found: dict[str, Due] = {}
    for seat in move_order(now):
        for unit, space in controllers(now, seat):
            if any(ready(now, u) for u in opponents(now, unit.nation, space)):
                found.setdefault(space, Due(space, seat))
    return tuple(found.values())


def attackers(now: Position, due: Due) -> tuple[Unit, ...]:
    """The ships that attack in a battle, in the order of ids: those of one side, where a seat plays both (AMB-006)."""
    found = [u for u, space in controllers(now, due.seat) if space == due.space]
    return tuple(sorted((u for u in found if now.is_friend(u.nation, found[0].nation)), key=lambda u: u.id))


def defenders(now: Position, due: Due) -> tuple[Unit, ...]:
    """The ships that have taken up a battle: those on Sea Control in its space."""
    attacking = attackers(now, due)
    foes = opponents(now, attacking[0].nation, due.space) if attacking else ()
    return tuple(u for u in foes if on_control(now, u, due.space))


def fleets(now: Position, due: Due) -> tuple[Fleet, Fleet] | None:
    """Attacker and defender of a battle; None when one of them has no ship that fights."""
    both = attackers(now, due), defenders(now, due)
    return (fleet_of(now, both[0]), fleet_of(now, both[1])) if all(both) else None


def fleet_of(now: Position, ships: tuple[Unit, ...]) -> Fleet:
    """These ships as one side of a battle."""
    nation = ships[0].nation
    return Fleet(side=now.side(nation), seat=now.seat_of(nation), ships=tuple(u.id for u in ships))


# ------------------------------------------------------------------ hands


def fleet_hand(now: Position, fleet: Fleet) -> Hand:
    """A fleet's dice: ships, then submarines, then aircraft, each with the domain of who throws it."""
    rows = [Supporter(ship, TABLE) for ship in fleet.ships]
    rows += sorted(fleet.support, key=lambda s: s.unit in now.state.units and now.has_tag(now.unit(s.unit), "air"))
    dice: list[Die] = []
    for row in rows:
        unit = now.state.units.get(row.unit)
        dice += dice_of(now, unit, row.table) if unit is not None else ()
    return Hand(tuple(dice))


def told_fleets(now: Position, due: Due, named: bool = False) -> tuple[tuple[str, str | int], ...]:
    """Both hands of a battle at sea as facts for an Ask, so that a front end can reckon the odds.

    Where the defender has not answered yet its hand is that of all ships that could fight.
    """
    battle = missions(now).battle
    if battle is None or battle.space != due.space:
        attacking = attackers(now, due)
        able = tuple(u for u in opponents(now, attacking[0].nation, due.space) if ready(now, u)) if attacking else ()
        defending = defenders(now, due) or able
        if not defending:
            return ()
        battle = SeaBattle(due.space, fleet_of(now, attacking), fleet_of(now, defending))
    tail = f" {due.space}" if named else ""
    facts: tuple[tuple[str, str | int], ...] = (
        (f"attacker_hand{tail}", str(fleet_hand(now, battle.attacker))),
        (f"defender_hand{tail}", str(fleet_hand(now, battle.defender))),
        (f"tie{tail}", now.settings(Naval).tie),
    )
    if named:
        return facts
    return (("space", due.space), ("attacker", battle.attacker.side), ("defender", battle.defender.side), *facts)


def told_battle(now: Position, space: str) -> tuple[tuple[str, str | int], ...]:
    """Both hands of the battle that is being fought in a space, as they stand now."""
    return told_fleets(now, Due(space, ""))


def adjective(now: Position, fleet: Fleet) -> str:
    """What a fleet is called in a sentence."""
    spec = now.rules.side[fleet.side]
    return spec.adjective or spec.name


def joined_by(event: SupportCalled, now: Position) -> Iterable[Event]:
    """A submarine or aircraft joins the battle that is being fought in its space, on its own side."""
    known = missions(now)
    unit = now.state.units.get(event.unit)
    if known.battle is None or known.battle.space != event.space or unit is None:
        return
    role = "attacker" if now.side(unit.nation) == known.battle.attacker.side else "defender"
    fleet = known.battle.fleet(role)
    if event.unit not in fleet.units:
        joined = attrs.evolve(fleet, support=(*fleet.support, Supporter(event.unit, event.table)))
        value = attrs.evolve(known, battle=known.battle.with_fleet(role, joined))
        yield SliceSet(plugin=PLUGIN, value=value, rule="TT-2.4.2-22")


# ------------------------------------------------------------------ events


@frozen(kw_only=True)
class BattleRefused(Event):
    """A side refuses battle in a space: its ships there do nothing more this turn but fire at aircraft."""

    space: str
    seat: str
    ships: tuple[str, ...]

    def text(self) -> str:
        return f"{', '.join(self.ships)} refuse{'s' if len(self.ships) == 1 else ''} battle at {self.space}"


@frozen(kw_only=True)
class SeaBattleDecided(Event):
    """Both fleets have fired: who won, the totals, and the domain of the die of each hit.

    `winner` and `loser` are sides and `role` is that of the winner; all three are "" when nobody wins.
    """

    irreversible: ClassVar[bool] = True

    space: str
    winner: str
    loser: str
    role: str
    totals: tuple[int, int]
    hits: tuple[int, int]
    by_attacker: tuple[str, ...] = ()
    by_defender: tuple[str, ...] = ()
    told: str = ""

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        assert old.battle is not None
        battle = attrs.evolve(
            old.battle,
            winner=self.role,
            attacker=attrs.evolve(old.battle.attacker, total=self.totals[0], hits=self.by_attacker),
            defender=attrs.evolve(old.battle.defender, total=self.totals[1], hits=self.by_defender),
        )
        return OWN.put(state, attrs.evolve(old, battle=battle))

    def causes(self, now: Position) -> tuple[Because, ...]:
        from ..telling import because_rolled

        return because_rolled(now, self.parts)

    def text(self) -> str:
        return self.told


@frozen(kw_only=True)
class OutOfAction(Event):
    """The loser's ships are out of action: flipped, without a mission until the turn ends."""

    space: str
    ships: tuple[str, ...]

    def text(self) -> str:
        return f"{', '.join(self.ships)} {'is' if len(self.ships) == 1 else 'are'} out of action this turn"
