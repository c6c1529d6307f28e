"""Assaults from the air: the Supply that they take, and what a set of drops lacks to be legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hexwright.errors import Reason
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright_plugins.logistics import Logistics, tokens
from hexwright_plugins.logistics.stores import in_reach

from .flights import OFFENSIVE, WHERE, Load, cargo, loads, met, opposed, why_no_destination
from .record import DROP
from .tables import AirTransport


def why_hopeless(now: Position, seat: str, load: Load) -> Reason | None:
    """Why a drop would stay illegal whatever else flies: its Supply, or its troops, cannot come."""
    unit, space = load.unit, load.to
    if load.kind != DROP:
        return None
    side = now.side(unit.nation)
    if not now.has_tag(unit, "combat"):
        if not needs_troops(now, unit.nation, space) or _can_come(now, seat, load, "combat"):
            return None
        return alone(now, unit, space)
    if not opposed(now, unit.nation, space) or not now.has_tag(unit, "needs_supply"):
        return None
    with_it = (*loads(now, side), load)
    if supplied(now, seat, with_it)[space] or _can_come(now, seat, load, "supply"):
        return None
    return Reason(f"no Supply can be committed to an attack on {now.board.name(space)}", OFFENSIVE)


def needs_troops(now: Position, nation: str, space: str) -> bool:
    """May Supply come down there only together with troops?"""
    if met(now, nation, space):
        return True
    return now.settings(AirTransport).supply_drop == "escorted" and not now.controls(nation, space)


def alone(now: Position, unit: Unit, space: str) -> Reason:
    name, there = now.name(unit.id), now.board.name(space)
    if met(now, unit.nation, space):
        return Reason(f"{name} may not be dropped alone on the enemies in {there}", WHERE)
    return Reason(f"{name} may be dropped at {there} only together with troops", WHERE)


def _can_come(now: Position, seat: str, load: Load, tag: str) -> bool:
    """Does a piece with a tag fly to the same space, or could one still be assigned to it?"""
    flying = loads(now, now.side(load.unit.nation))
    if any(a.kind == DROP and a.to == load.to and now.has_tag(a.unit, tag) for a in flying):
        return True
    return next(companions(now, seat, (load,), load.to, tag), None) is not None


def companions(now: Position, seat: str, also: Sequence[Load], space: str, tag: str) -> Iterator[Unit]:
    for unit in cargo(now, seat, DROP, also):
        if now.has_tag(unit, tag) and why_no_destination(now, unit, DROP, space) is None:
            yield unit


def supplied(now: Position, seat: str, loads_: Sequence[Load]) -> dict[str, bool]:
    """The spaces that these pieces would attack, and whether Supply enough can be committed to all up to each.

    What is dropped serves where it comes down, other tokens where they are, each token one assault.
    """
    settings = now.settings(Logistics)
    flying = {a.unit.id: a.to for a in loads_}
    places = {u.id: flying.get(u.id) or now.where(u) for u in tokens(now, seat)}
    strength: dict[str, int] = {}
    for a in loads_:
        if a.kind == DROP and opposed(now, a.unit.nation, a.to):
            mine = a.unit.steps if now.has_tag(a.unit, "combat") and now.has_tag(a.unit, "needs_supply") else 0
            strength[a.to] = strength.get(a.to, 0) + mine
    needs = {space: -(-steps // settings.sp_per_supply) for space, steps in strength.items()}
    radius = settings.attacker_supply_radius
    near = {s: [t for t, at in places.items() if in_reach(now, s, at, radius)] for s in needs}
    given = share(needs, near)
    return {s: len(given[s]) >= need for s, need in needs.items()}


def share(needs: Mapping[str, int], near: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Give each place as many tokens in its reach as it needs, each token to one place, as far as they go.

    >>> share({"A": 1, "B": 1}, {"A": ["s1", "s2"], "B": ["s1"]})
    {'A': ('s2',), 'B': ('s1',)}
    """
    held: dict[str, str] = {}

    def find(place: str, tried: set[str]) -> bool:
        for token in near[place]:
            if token in tried:
                continue
            tried.add(token)
            if token not in held or find(held[token], tried):
                held[token] = place
                return True
        return False

    for place, need in needs.items():
        for _ in range(need):
            find(place, set())
    return {place: tuple(t for t in near[place] if held.get(t) == place) for place in needs}
