"""What garrisons, landing zones and landings are made of, for those who ask: limits, coasts, battles."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because
from hexwright.pieces import Unit
from hexwright.position import Position

from ..land_combat import Battle, attackers, because_hands
from ..land_combat.hands import party_of
from ..telling import because_capped, because_dice, because_hand
from .tables import ZONE, FirstTurn, Landing, Setup

LANDS, ZONED, MOVES = "TT-2.4.3-04", "TT-2.2-02", "TT-2.4.3-R21"


def key_of_coast(space: str) -> str:
    """The key that says where one lands from a landing zone."""
    return f"space.{space}.features.{ZONE}.lands_at"


def because_zone(now: Position, space: str) -> Iterator[Because]:
    """Where the troops of a landing zone can go ashore."""
    coast = ", ".join(now.board.name(s) for s in now.feature(space, ZONE, "lands_at") or ())
    yield Because("one lands there at", coast, ZONED, key_of_coast(space))


def because_garrison(now: Position, unit: Unit, space: str) -> Iterator[Because]:
    """Where free garrisons may stand, and how many a city takes."""
    settings = now.settings(Setup)
    may = settings.free_garrison_hexes.replace("_", " ")
    yield Because("free garrisons may stand in", may, "TT-1.2.1-R02", "setup.free_garrison_hexes")
    if "city" in now.board.tags(space) and settings.max_garrisons_per_city:
        there = sum(1 for u in now.units_at(space) if u.type == unit.type)
        yield Because(f"garrisons of {now.board.name(space)} already", there, "TT-1.2.1-07")
        most = settings.max_garrisons_per_city
        yield Because("most garrisons of a city", most, "TT-1.2.1-07", "setup.max_garrisons_per_city")


def told_landing(now: Position, force: str, pieces: tuple[Unit, ...], space: str, opposed: bool) -> str:
    """Who lands where, in a sentence."""
    end = ", against enemies" if opposed else ""
    return f"{now.name(force)}: {', '.join(now.name(p.id) for p in pieces)} land at {now.board.name(space)}{end}."


def because_landing(
    now: Position, force: Unit, pieces: tuple[Unit, ...], space: str, opposed: bool
) -> Iterator[Because]:
    """From where they land, what it costs, and the battle that it brings about as things stand."""
    coast = ", ".join(now.board.name(s) for s in now.feature(force.at, ZONE, "lands_at") or ())
    yield Because(f"from {now.board.name(force.at)} one lands at", coast, MOVES, key_of_coast(force.at))
    yield Because("movement points", "all", MOVES)
    passed = now.settings(Landing).let_pass
    for ship in now.enemies_at(force.at, force.nation, ("ship",), seat=now.seat_of(force.nation)):
        word = next((w.split(":", 1)[0] for w in ship.status if w.split(":", 1)[0] in passed), "")
        if word:
            rule = "TT-PA.8-01" if word == "refused" else "TT-2.4.3-R23"
            yield Because(f"{now.name(ship.id)} does not bar it", now.rules.status[word].name, rule, "landing.let_pass")
    troops = [p for p in pieces if now.has_tag(p, "combat")]
    if not opposed or not troops:
        return
    yield Because("who loses the battle", now.settings(Landing).failed, "TT-2.4.3-R22", "landing.failed")
    foes = [u for u in now.enemies_at(space, force.nation, ("combat",)) if u.steps > 0]
    own = [u for u in attackers(now, space) if now.side(u.nation) == now.side(force.nation)]
    if foes:
        yield from because_hands(now, Battle(space, party_of(now, [*own, *troops]), party_of(now, foes)))


# ------------------------------------------------------------------ raids on troops aboard


def because_guards(now: Position, ships: tuple[Unit, ...]) -> Iterator[Because]:
    """What the guards of a task force roll at a raider, and the most hits that it takes."""
    yield from because_hand(now, [(ship.id, "sea") for ship in ships], "", "TT-2.4.2-10")
    yield from because_capped(now)


def because_raid(now: Position, raider: str) -> Iterator[Because]:
    """What a raider rolls at troops aboard, and what is numbered for each hit."""
    yield from because_dice(now, raider, "sea")
    yield from because_lots(now)


def because_lots(now: Position) -> Iterator[Because]:
    """What is numbered when troops aboard are hit."""
    by = now.settings(FirstTurn).random_loss.replace("_", " ")
    yield Because("what is lost is drawn", by, "TT-2.4.2-11", "turn1.random_loss")
