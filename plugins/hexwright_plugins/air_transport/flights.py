"""What may fly: which pieces are lifted or dropped, from which airfields, to which spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwright.classes import frozen
from hexwright.errors import Reason, nearest
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import why_not_stack
from hexwright_plugins.air_ops import Air
from hexwright_plugins.facilities import (
    AIRFIELD,
    airfield_capacity,
    airfield_quota,
    airfields,
    damage,
    grade_of,
    is_open,
)
from hexwright_plugins.formations import Formations
from hexwright_plugins.land_combat import attacked_by, is_land, record
from hexwright_plugins.logistics import committed
from hexwright_plugins.telling import key_of_lands

from .record import LIFT, carried, flights, pieces
from .tables import AirTransport, closed_to_drops

WHERE = "TT-2.4.1-R15"
HOW_MANY = "TT-2.4.1-09"
OFFENSIVE = "TT-2.4.3-R04"


@frozen
class Load:
    """A piece on its way, or one that is looked at: what it is, from where, and how it comes to which space."""

    unit: Unit
    kind: str
    to: str


def loads(now: Position, side: str) -> tuple[Load, ...]:
    """All that a side has in the air."""
    return tuple(Load(u, f.kind, f.to) for f in flights(now).flights if f.side == side for u in carried(now, f))


def hangs_on(now: Position) -> tuple[object, ...]:
    """All that flights hang on, for `memo`, save what other plug-ins say of airfields (`airfields_now`)."""
    state = now.state
    return (
        now.standing(), now.standing("land", status=True), state.control, state.features, state.markers,
        state.relations, state.turn, flights(now), record(now), committed(now),
        None if now.game.hooks.quiet(now, "stack_limit") else state,
    )  # fmt: skip


# ------------------------------------------------------------------ what may fly, and from where


def carries(now: Position, unit: Unit, kind: str) -> bool:
    """May a piece of this type be lifted, or dropped?"""
    settings = now.settings(AirTransport)
    if kind == LIFT:
        return unit.type in settings.cargo
    if now.has_plugin("formations") and now.settings(Formations).fjg_is_airborne and unit.id in settings.paratroops:
        return True
    return unit.type in settings.drop_cargo


def start_quota(now: Position, space: str) -> int:
    """Pieces that may start from an airfield in a turn: its grade's number less damage, none where nothing flies."""
    grade = grade_of(now, space)
    if grade is None or not airfield_capacity(now, space):
        return 0
    return max(0, grade.lands - damage(now, space, AIRFIELD))


def why_no_start(now: Position, unit: Unit, also: Sequence[Load] = ()) -> Reason | None:
    """Why a piece cannot go by air from where it is; `also` fly before it besides those assigned."""
    name, base = now.name(unit.id), unit.at
    known = flights(now)
    if unit.id in pieces(known.flights) or unit.id in [a.unit.id for a in also]:
        return Reason(f"{name} flies already", HOW_MANY, nearest="retract")
    if unit.id in [token for token, _ in committed(now)]:
        return Reason(f"{name} is committed to an offensive", "TT-2.4.3-R07")
    if "captured" in unit.status:
        return Reason(f"{name} was captured this turn and cannot move before the next", "TT-2.4.3-R19")
    if now.settings(AirTransport).exclusive_with_land_move and unit.id in known.moved:
        return Reason(f"{name} has moved on land this turn", "TT-2.4.1-R18")
    if base not in now.board or grade_of(now, base) is None:
        return Reason(f"{name} is at no airfield", WHERE)
    if not is_open(now, base, unit.nation):
        return Reason(f"the airfield of {now.board.name(base)} is not friendly", WHERE)
    side = now.side(unit.nation)
    most = start_quota(now, base)
    if not most:
        return _why_shut(now, base, "airfield_capacity", "nothing starts")
    out = sum(1 for f in known.flights if f.side == side for _, b in f.cargo if b == base)
    out += sum(1 for a in also if a.unit.at == base)
    if out >= most:
        numbers = (("starting", out), ("most", most))
        text = f"no more pieces start from {now.board.name(base)} this turn"
        return Reason(text, WHERE, numbers, at=key_of_lands(now, base))
    return _none_left(now, side, len(also))


def _why_shut(now: Position, space: str, topic: str, text: str) -> Reason:
    """What keeps an airfield from this: another plug-in, or its damage."""
    text = f"{text} at the airfield of {now.board.name(space)}"
    for m in now.modifiers(topic, space=space):
        if m.op == "min" and m.value <= 0:
            return Reason(f"{text}: {m.label}", m.rule, by=m.by, at=m.at)
    return Reason(f"{text}: it is damaged", WHERE, (("damage", damage(now, space, AIRFIELD)),))


def _none_left(now: Position, side: str, also: int) -> Reason | None:
    most = now.settings(AirTransport).capacity
    out = len(pieces(f for f in flights(now).flights if f.side == side)) + also
    if out < most:
        return None
    numbers = (("flying", out), ("most", most))
    text = "a side's air transport carries no more this turn"
    return Reason(text, HOW_MANY, numbers, at="air_transport.capacity")


def cargo(now: Position, seat: str, kind: str, also: Sequence[Load] = ()) -> Iterator[Unit]:
    """The pieces of a seat that may start now, airfield by airfield."""
    nations = now.nations_of(seat)
    for space in airfields(now):
        for unit in now.units_at(space):
            if unit.nation in nations and carries(now, unit, kind) and why_no_start(now, unit, also) is None:
                yield unit


# ------------------------------------------------------------------ where to


def reach(now: Position) -> int:
    """Spaces from the airfield to the destination, the airfield not counted (TT-2.4.1-R02)."""
    return now.settings(AirTransport).range - now.settings(Air).range_counts_start_hex


def why_no_destination(now: Position, unit: Unit, kind: str, space: str) -> Reason | None:
    """Why a piece cannot be flown or dropped there, whatever it meets."""
    if space not in now.board or not is_land(now, space):
        near = nearest(space, now.board.with_tag("land"), 1)
        return Reason(f"{space} is no land space", WHERE, nearest=near[0] if near else "")
    if space == unit.at:
        return Reason(f"{now.name(unit.id)} is in {space} already", WHERE)
    far, most = now.board.distance(unit.at, space), reach(now)
    if far is None or far > most:
        numbers = (("range", most), ("away", "-" if far is None else far))
        return Reason(f"{space} is out of range from {unit.at}", HOW_MANY, numbers, at="air_transport.range")
    return _why_no_lift(now, unit, space) if kind == LIFT else _why_no_drop(now, unit, space)


def _why_no_lift(now: Position, unit: Unit, space: str) -> Reason | None:
    name = now.board.name(space)
    if grade_of(now, space) is None:
        return Reason(f"{name} has no airfield", WHERE)
    if not is_open(now, space, unit.nation):
        return Reason(f"the airfield of {name} is not friendly", WHERE)
    most = airfield_quota(now, space)
    if not most:
        return _why_shut(now, space, "airfield_arrivals", "nothing lands")
    coming = sum(1 for a in loads(now, now.side(unit.nation)) if a.kind == LIFT and a.to == space)
    if coming >= most:
        numbers = (("coming", coming), ("most", most))
        return Reason(f"the airfield of {name} receives no more", WHERE, numbers, at=key_of_lands(now, space))
    return _why_crowded(now, unit, space)


def _why_no_drop(now: Position, unit: Unit, space: str) -> Reason | None:
    home = now.board.home(space)
    if home and not now.is_friend(unit.nation, home):
        return Reason(f"{now.board.name(space)} is enemy home territory", "TT-4-11")
    if space in closed_to_drops(now):
        return Reason(f"nobody is dropped at {now.board.name(space)} on the first turn", WHERE, at="turn1.no_drop")
    return _why_no_fight(now, unit, space) if opposed(now, unit.nation, space) else _why_crowded(now, unit, space)


def _why_crowded(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why a piece would not fit beside those that are there and those that come (TT-2.4.3-R20)."""
    coming = [a.unit for a in loads(now, now.side(unit.nation)) if a.to == space and now.has_tag(a.unit, "combat")]
    return why_not_stack(now, unit, space, unit.steps + sum(u.steps for u in coming))


def opposed(now: Position, nation: str, space: str) -> bool:
    """Is a drop into a space an attack: enemies that can fight are there, and do not attack there themselves?"""
    return bool(now.enemies_at(space, nation, ("combat",))) and not attacked_by(now, space, nation)


def met(now: Position, nation: str, space: str) -> bool:
    """Are there enemy land units, Supply included, that a piece without strength may not be dropped on?"""
    return bool(now.enemies_at(space, nation, ("land",))) and not attacked_by(now, space, nation)


def _why_no_fight(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why a piece may not be dropped on enemies: it cannot attack, or no Supply can be committed (AMB-062)."""
    name = now.name(unit.id)
    if not now.has_tag(unit, "combat"):
        return None  # what it lacks, the whole set of flights says
    if now.has_tag(unit, "no_attack"):
        return Reason(f"{name} cannot attack", now.type(unit).rule)
    if "no_attack" in unit.status:
        return Reason(f"{name} may not attack this turn", "TT-2.4.3-R25")
    return None
