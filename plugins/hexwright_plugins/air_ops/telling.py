"""What air missions, interceptions and strikes are made of, for those who ask: ranges, bases and dice, with places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from hexwright.decisions import Because
from hexwright.pieces import Unit
from hexwright.position import Position

from ..facilities import AIRFIELD, PORT, grade_of
from ..facilities.telling import because_lone_strike, because_target
from ..land_combat import because_battle
from ..telling import (
    because_airfield,
    because_dice,
    because_hand,
    because_late,
    because_mission,
    because_range,
    because_units,
    told_mission,
)
from .fire import Shot, at_space, nation_of
from .record import base_hex, missions
from .tables import Air, Vichy
from .targets import INTERCEPT, REBASE, STRIKE, key_of_reach, reach_of

# Tables of dice beyond the one that the mission names: by mission, what they are rolled at.
ALSO: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "close_air_support": {"support_land": "in a land battle", "support_sea": "in a sea battle"},
        "convoy_escort": {"convoy_escort_air": "at aircraft", "convoy_escort_ships": "at surface raiders"},
        "convoy_strike": {"raid": "at transports and ships", "raid_air": "at escorting aircraft"},
    }
)
FIRE = "TT-2.4.1-R03"
LATE = "TT-2.4.1-R23"
ELSEWHERE = ("close_air_support", "interdict")  # missions that serve what comes in another part of the turn


# ------------------------------------------------------------------ missions


def told_assignment(now: Position, words: tuple[str, ...]) -> str:
    """What the mission does that is assigned, in a sentence."""
    unit, (kind, *rest) = now.unit(words[1]), words[2:]
    where = f"from {now.board.name(base_hex(now, unit))}"
    if rest:
        where += f" to {now.board.name(rest[0])}{f' against {rest[1]}' if rest[1:] else ''}"
    return told_mission(now, unit.id, kind, where)


def because_assignment(now: Position, words: tuple[str, ...], out: int) -> Iterator[Because]:
    """What a mission does, how far it reaches, what its base supports (`out` groups fly there), what it will roll."""
    unit, (kind, *rest) = now.unit(words[1]), words[2:]
    space, against = (*rest, "", "")[:2]
    yield because_mission(now, kind)
    if kind in ELSEWHERE and space in now.board:
        yield from because_late(now, "sea" if "sea" in now.board.tags(space) else "land", LATE)
    yield from _reach(now, unit, kind, space)
    if kind != REBASE and unit.at in now.board and now.has_tag(unit, "group"):
        yield from because_airfield(now, unit.at)
        yield Because(f"groups that fly from {now.board.name(unit.at)} already", out, "TT-2.4.1-R21")
    works = kind == STRIKE and against in (PORT, AIRFIELD)
    if works:
        yield from because_lone_strike(now, space, unit.id, now.rules.mission[kind].dice, FIRE)
    else:
        yield from _dice(now, unit, kind, space)
    if kind == "interdict":
        cost = now.settings(Air).interdiction_cost
        yield Because("movement points more for enemies", cost, "TT-2.4.1-27", "air.interdiction_cost")
    if works:
        yield from because_target(now, space, against)


def _reach(now: Position, unit: Unit, kind: str, space: str) -> Iterator[Because]:
    if kind == REBASE:
        yield Because("how far it may go", now.settings(Air).rebase_range, "TT-2.4.1-R13", "air.rebase_range")
        vichy = now.settings(Vichy)
        if vichy.rebase_zone and unit.nation == vichy.nation:
            zone = now.rules.zone[vichy.rebase_zone].name or vichy.rebase_zone
            yield Because("it goes only to airfields of", zone, "TT-1.2.1-R04", "vichy.rebase_zone")
        return
    rule = "TT-2.4.1-11" if kind == INTERCEPT else "TT-2.4.1-R02"
    name = "radius of interceptors" if kind == INTERCEPT else "range"
    at = key_of_reach(now, unit, kind)
    yield from because_range(now, base_hex(now, unit), space, reach_of(now, unit, kind), at, rule, name)
    if now.settings(Air).range_counts_start_hex:
        yield Because("the space of the base counts", -1, rule, "air.range_counts_start_hex")


def _dice(now: Position, unit: Unit, kind: str, space: str) -> Iterator[Because]:
    """The dice of a mission, by table where it has several; over the sea or land only those that can be rolled."""
    tables = ALSO.get(kind) or ({now.rules.mission[kind].dice: ""} if now.rules.mission[kind].dice else {})
    sea = space in now.board and "sea" in now.board.tags(space)
    for table, said in tables.items():
        if kind != "close_air_support":
            yield from because_hand(now, [(unit.id, table)], said, FIRE)
        elif sea == table.endswith("_sea"):
            yield from because_dice(now, unit.id, table, said)


def because_over(now: Position, space: str) -> Iterator[Because]:
    """The missions over a space, of both sides, with the dice of each."""
    for side in now.rules.side:
        for mission in at_space(now, space, side):
            spec = now.rules.mission.get(mission.kind)
            name = now.name(mission.unit) if mission.unit in now.state.units else mission.unit
            yield Because(f"{nation_of(now, mission)}: {name}", spec.name if spec else mission.kind,
                          spec.rule if spec else "", f"mission.{mission.kind}.effect" if spec else "")  # fmt: skip
            if spec is not None and spec.dice and mission.kind != "close_air_support":
                yield from because_dice(now, mission.unit, spec.dice)


# ------------------------------------------------------------------ interception


def told_commit(now: Position, unit: str, space: str) -> str:
    """What it means to commit an aircraft, in a sentence."""
    return f"{now.name(unit)} takes off and engages at {now.board.name(space)}; it does so once a turn."


def because_commit(
    now: Position, unit: str, space: str, escorts: Iterable[str], flyers: Iterable[str]
) -> Iterator[Because]:
    """How far an alert reaches, what it rolls, and whom it will meet with which dice."""
    mission = missions(now).of(unit)
    kind = mission.kind if mission is not None else INTERCEPT
    found = now.unit(unit)
    if kind == INTERCEPT:
        yield from _reach(now, found, INTERCEPT, space)
    yield from because_hand(now, [(unit, "escort" if kind == "escort" else INTERCEPT)], "", FIRE)
    for escort in escorts:
        yield from because_dice(now, escort, "escort", "may be met by")
    returned = now.settings(Air).mission_return_fire
    for flyer in flyers if returned else ():
        yield from because_dice(now, flyer, "arrival", "may fire back")
    yield Because("aircraft on missions fire back", "yes" if returned else "no", "TT-2.4.1-R07",
                  "air.mission_return_fire")  # fmt: skip


def because_duel(now: Position, one: str, other: str, interceptors: Iterable[str]) -> Iterator[Because]:
    """The dice of two that meet: an interceptor and an escort."""
    attacking = tuple(interceptors)
    for unit in (one, other):
        yield from because_hand(now, [(unit, INTERCEPT if unit in attacking else "escort")], now.name(unit), FIRE)
    yield Because("hits", now.settings(Air).pair_hits, "TT-2.4.1-R06", "air.pair_hits")


def because_shots(now: Position, shots: Iterable[Shot]) -> Iterator[Because]:
    """The dice that fall now, shot by shot, with what each is aimed at."""
    for shot in shots:
        yield from because_dice(now, shot.unit, shot.table, f"at {' or '.join(shot.targets)}")


# ------------------------------------------------------------------ fire at the surface


def because_defence(now: Position, ships: Iterable[str], flyers: Iterable[str]) -> Iterator[Because]:
    """What ships roll at aircraft, and at which."""
    yield from because_hand(now, [(ship, "air_defence") for ship in ships], "", "TT-2.4.1-21")
    yield from because_units("aircraft that can be hit", flyers, "TT-2.4.1-R22")


def because_support(now: Position, space: str, table: str, unit: str) -> Iterator[Because]:
    """What an aircraft adds to a battle, and the battle as it stands."""
    if unit:
        yield from because_dice(now, unit, table, "adds")
    if table == "support_land":
        yield from because_battle(now, space)
    elif now.has_plugin("naval_ops"):
        from ..naval_ops.telling import because_sea_battle

        yield from because_sea_battle(now, space)


def because_join(now: Position, group: str) -> Iterator[Because]:
    """What a group has and can have at most."""
    unit = now.unit(group)
    yield Because(f"strength points of {now.name(group)}", unit.steps, "TT-2.4.1-28")
    yield Because("most of its type", now.type(unit).steps, "TT-2.4.1-R19", f"unit_type.{unit.type}.steps")


def because_base(now: Position, unit_id: str, place: str) -> Iterator[Because]:
    """How far an aircraft re-bases, and what its new base has room for."""
    unit = now.unit(unit_id)
    yield from _reach(now, unit, REBASE, place)
    if place in now.board and grade_of(now, place) is not None and now.has_tag(unit, "group"):
        yield from because_airfield(now, place, "TT-2.4.5-01")


def because_alert(now: Position, unit_id: str) -> Iterator[Because]:
    """How far an alert that is kept for Deploy reaches, and what it rolls there."""
    yield from _reach(now, now.unit(unit_id), INTERCEPT, "")
    yield from because_hand(now, [(unit_id, INTERCEPT)], "", FIRE)
