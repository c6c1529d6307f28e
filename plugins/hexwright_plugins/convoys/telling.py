"""What loading and convoy fights are made of, for those who ask: port values, and dice by what they are rolled at."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because
from hexwright.dice import Die, Hand
from hexwright.pieces import Unit
from hexwright.position import Position

from ..telling import because_hit, because_port, key_of_dice, told_dice
from .meeting import AIRCRAFT, escort_dice, escort_targets, raid_dice, raid_targets
from .record import spoken
from .tables import BOX, Convoys

DRM = "TT-2.4.4-07"


def table_of(now: Position, unit: Unit, at: str, raids: bool) -> str:
    """The table of dice that a unit of a convoy fight rolls at a kind of target."""
    if not now.has_tag(unit, "air"):
        return "sea"
    if raids:
        return "raid_air" if at == AIRCRAFT else "raid"
    return "convoy_escort_air" if at == "aircraft" else "convoy_escort_ships"


def told_aim(now: Position, unit: str, at: str) -> str:
    """What a unit fires at, in a sentence."""
    return f"{now.name(unit)} goes for {spoken(at)}."


def because_aim(now: Position, unit: Unit, at: str, dice: tuple[Die, ...], raids: bool) -> Iterator[Because]:
    """What a unit rolls at a target, and what an escorted convoy costs submarines."""
    if not dice:
        return
    table = table_of(now, unit, at, raids)
    spec = now.type(unit).dice[table]
    at_it = f"{now.name(unit.id)} at {spoken(at)}"
    yield Because(at_it, told_dice(dice), spec.rule or now.type(unit).rule, key_of_dice(unit.type, table))
    if raids and dice[0].rule == DRM:
        yield because_escorted(now)
    yield from because_hit(Hand(dice), "", "TT-2.4.4-R05" if raids else "TT-2.4.4-R03")


def because_escorted(now: Position) -> Because:
    """What submarines that raid an escorted convoy add to their die."""
    drm = now.settings(Convoys).submarine_drm
    return Because("on the die of submarines against an escorted convoy", drm, DRM, "convoys.submarine_drm")


def because_load(now: Position, box: str, there: int) -> Iterator[Because]:
    """What the port of a convoy box lands, what is loaded already, and whether the value limits the loading."""
    yield from because_port(now, str(now.feature(box, BOX, "port")), "TT-2.3-R09")
    yield Because("pieces loaded already", there, "TT-2.3-R09")
    limits = "yes" if now.settings(Convoys).limit_at_loading else "no"
    yield Because("the printed value limits the loading", limits, "TT-2.3-R09", "convoys.limit_at_loading")


def because_meeting(
    now: Position, guards: tuple[Unit, ...], foes: tuple[Unit, ...], transports: tuple[str, ...]
) -> Iterator[Because]:
    """Who meets in a convoy box: the dice of each escort and raider by what it may fire at."""
    yield Because("transports", ", ".join(now.name(t) for t in transports), "TT-2.4.4-02")
    for unit in guards:
        for at in escort_targets(now, unit, [u.id for u in foes]):
            yield from because_aim(now, unit, at, escort_dice(now, unit, at), False)
    for unit in foes:
        for at in raid_targets(now, unit, [u.id for u in guards]):
            yield from because_aim(now, unit, at, raid_dice(now, unit, at, bool(guards)), True)
