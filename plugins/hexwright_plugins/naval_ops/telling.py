"""What moves, missions and battles at sea are made of, for those who ask: ways, hands die by die, exact chances."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.telling import because_move

from ..facilities import PORT, Strike
from ..facilities.telling import because_lone_strike, because_strike, because_target
from ..telling import (
    because_capped,
    because_contest,
    because_dice,
    because_hand,
    because_late,
    because_mission,
    because_range,
    because_units,
    told_mission,
)
from .battle import Due, attackers, defenders, fleet_hand, fleet_of, opponents, pending, ready
from .record import Fleet, SeaBattle, missions
from .tables import Naval

JOINED, TIE, MOVES = "TT-2.4.2-24", "TT-2.4.2-R11", "TT-2.4.2-R01"


# ------------------------------------------------------------------ moves


def told_way(now: Position, ship: Unit, path: tuple[str, ...]) -> str:
    """The way of a ship, in a sentence."""
    by = f" by {', '.join(path[1:-1])}" if len(path) > 2 else ""
    return f"{now.name(ship.id)} sails from {path[0]} to {path[-1]}{by}; it moves once a turn."


def because_way(now: Position, ship: Unit, path: tuple[str, ...], seat: str) -> Iterator[Because]:
    """How long a ship's way is, how far it may go, and what ends its move there."""
    yield from because_move(now, ship, path[-1], seat)
    yield Because("hexes of the way", len(path) - 1, MOVES)
    yield Because("most hexes, 0 for no limit", now.settings(Naval).move_allowance, MOVES, "naval.move_allowance")
    for said in now.modifiers("movement", unit=ship):
        if said.where == path[-1] and said.op == "min" and said.counts:
            yield Because(f"the move ends in {path[-1]}", said.label, said.rule, said.at, said.by)


# ------------------------------------------------------------------ missions


def told_assignment(now: Position, words: tuple[str, ...]) -> str:
    """What the mission does that is assigned, in a sentence."""
    ship, kind = now.unit(words[1]), words[2]
    target = words[3] if len(words) > 3 else ship.at
    return told_mission(now, ship.id, kind, f"at {now.board.name(target)}")


def because_assignment(now: Position, words: tuple[str, ...]) -> Iterator[Because]:
    """What a mission does, how far it reaches, what it rolls, and against what as things stand."""
    ship, kind = now.unit(words[1]), words[2]
    target = words[3] if len(words) > 3 else ship.at
    spec = now.rules.mission[kind]
    yield because_mission(now, kind)
    if kind == "naval_support":
        yield from because_late(now, "land", "TT-2.4.3-18")
    if spec.range >= 0:
        yield from because_range(now, ship.at, target, spec.range, f"mission.{kind}.range", spec.rule)
    if kind == "naval_strike" and words[4:] != ("ships",):
        yield from because_lone_strike(now, target, ship.id, spec.dice, spec.rule)
    elif spec.dice:
        yield from because_hand(now, [(ship.id, spec.dice)], "", spec.rule)
    if kind == "sea_control":
        foes = tuple(u for u in opponents(now, ship.nation, target) if ready(now, u))
        if foes:
            yield from because_fleets(now, SeaBattle(target, fleet_of(now, (ship,)), fleet_of(now, foes)))
    elif kind == "naval_support":
        yield Because("opposing supporters cancel", now.settings(Naval).support_cancel, "TT-2.4.2-R18",
                      "naval.support_cancel")  # fmt: skip
    elif PORT in now.board.features(target) and kind != "naval_open_port" and words[4:] != ("ships",):
        yield from because_target(now, target, PORT)
    elif kind == "naval_escort" and now.has_plugin("convoys"):
        from ..convoys.telling import because_escorted

        yield because_escorted(now)


# ------------------------------------------------------------------ battles


def because_fleets(now: Position, battle: SeaBattle) -> Iterator[Because]:
    """Both fleets die by die, who wins a tie, and the exact chances of the hands as they stand."""
    for role in ("attacker", "defender"):
        for unit, table in rows_of(battle.fleet(role)):
            yield from because_dice(now, unit, table, role)
    hands = fleet_hand(now, battle.attacker), fleet_hand(now, battle.defender)
    yield from because_contest(*hands, now.settings(Naval).tie, (JOINED, TIE), "naval.tie")


def rows_of(fleet: Fleet) -> list[tuple[str, str]]:
    """Who fights in a fleet, with the table of its dice."""
    return [*((ship, "sea") for ship in fleet.ships), *((s.unit, s.table) for s in fleet.support)]


def because_sea_battle(now: Position, space: str) -> Iterator[Because]:
    """The battle that is fought or due in a space; where nobody has answered yet, with all that could fight."""
    battle = missions(now).battle
    if battle is None or battle.space != space:
        due = next((d for d in pending(now) if d.space == space), Due(space, ""))
        ours = attackers(now, due) if due.seat else ()
        if not ours:
            return
        theirs = defenders(now, due) or tuple(u for u in opponents(now, ours[0].nation, space) if ready(now, u))
        if not theirs:
            return
        battle = SeaBattle(space, fleet_of(now, ours), fleet_of(now, theirs))
    yield from because_fleets(now, battle)


def because_placed(now: Position, hits: int, by: str, unit: str) -> Iterator[Because]:
    """A hit of a sea battle: how many are left to place, by whose dice, and what the bearer has."""
    yield Because("hits to place", hits, "TT-2.4.2-R22")
    yield Because("made by", by, "TT-2.4.2-R12")
    if unit:
        bearer = now.unit(unit)
        at = f"unit_type.{bearer.type}.steps"
        yield Because(f"steps of {now.name(unit)}", f"{bearer.steps} of {now.type(bearer).steps}", "TT-2.4.2-R13", at)
    lose = now.settings(Naval).ships_may_lose_aircraft_instead
    yield Because("hits by ships may go to aircraft", "yes" if lose else "no", "TT-2.4.2-R12",
                  "naval.ships_may_lose_aircraft_instead")  # fmt: skip


# ------------------------------------------------------------------ strikes, support


def because_port_strike(now: Position, strike: Strike) -> Iterator[Because]:
    """The hand of a strike on a port, and what it is against."""
    return because_strike(now, strike.space, strike.kind, strike.units, strike.table, -1)


def because_attack(now: Position, ship: str, sub: str) -> Iterator[Because]:
    """What a ship rolls at a submarine, and the most hits that it takes."""
    yield from because_hand(now, [(ship, "sea")], "", "TT-2.4.2-R14")
    yield from because_units("at", [now.name(sub)] if sub else [], "TT-2.4.2-31")
    yield from because_capped(now)


def because_support(now: Position, space: str, ship: str, committed: tuple[int, int]) -> Iterator[Because]:
    """What a ship adds to a battle on land, how supporters cancel, and the battle as it stands."""
    from ..land_combat import because_battle

    settings, spec = now.settings(Naval), now.rules.mission["naval_support"]
    if ship:
        yield from because_dice(now, ship, "naval_support", "adds")
        yield from because_range(now, now.unit(ship).at, space, spec.range, "mission.naval_support.range", spec.rule)
    yield Because("committed, own and opposing", f"{committed[0]} and {committed[1]}", "TT-2.4.2-R18")
    yield Because("opposing supporters cancel", settings.support_cancel, "TT-2.4.2-R18", "naval.support_cancel")
    if settings.support_max_dice:
        yield Because("most dice of support", settings.support_max_dice, "TT-2.4.2-R18", "naval.support_max_dice")
    yield from because_battle(now, space)


def because_return(now: Position, ship: Unit, rule: str) -> Iterator[Because]:
    """Why a ship goes to port: the mission it had, or the battle that it refused; no minefield may be on its way."""
    mission = missions(now).of(ship.id)
    if mission is not None and mission.kind in now.rules.mission:
        yield because_mission(now, mission.kind)
    yield Because("goes to port after", mission.kind if mission is not None else "a battle refused", rule)
