"""Supply tokens: their tables, which are committed, which are in reach of a battle, and what an attack needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from hexwright.classes import frozen
from hexwright.events import Event
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key
from hexwright.state import Own, State
from hexwright_plugins.land_combat import attackers, record

PLUGIN = "logistics"


@frozen
class Logistics:
    """[logistics]: numbers of the supply rules."""

    attacker_supply_radius: int = key("spaces from a battle to the attacker's Supply", 1)
    defender_supply_radius: int = key("spaces from a battle to the defender's Supply", 0)
    sp_per_supply: int = key("strength points that one Supply serves", 4)
    max_extra_dice: int = key("most extra dice of a side in a battle; 0 for no limit", 0)
    oos_scope: Literal["hex", "unit"] = key("who out of supply pays or loses: a space, or each unit", "hex")
    oos_loss: int = key("steps that a space or unit out of supply loses if it does not pay", 1, least=1)
    beachhead_exempt_turn1: bool = key("landed units need no supply on the first turn", False)


@frozen
class SupplyTokens:
    """[supply]: what a Supply token is."""

    counts_as_land_unit: bool = key("it takes and holds spaces", True)
    blocks_enemy: bool = key("alone it cuts routes and blocks retreats", True)


@frozen
class Stores:
    """The plug-in's own state: tokens committed to offensives, as (token, space)."""

    committed: tuple[tuple[str, str], ...] = ()


OWN = Own(PLUGIN, Stores())


@frozen(kw_only=True)
class Committed(Event):
    """A Supply token is dedicated to an offensive; it is used up when the battle is fought."""

    token: str
    space: str

    def apply(self, state: State) -> State:
        return OWN.put(state, Stores((*OWN.of(state).committed, (self.token, self.space))))

    def text(self) -> str:
        return f"{self.token} is committed to the offensive at {self.space}"


# ------------------------------------------------------------------ tokens


def committed(now: Position) -> tuple[tuple[str, str], ...]:
    """The tokens dedicated to offensives, as (token, space)."""
    return now.slice(Stores).committed


def tokens(now: Position, seat: str) -> tuple[Unit, ...]:
    """The free Supply of a seat, on the map or elsewhere, in the order of ids."""
    known = now.memo("logistics.tokens", now.standing("supply", status=True), committed(now))
    found: tuple[Unit, ...] | None = known.get(seat)
    if found is None:
        taken = [t for t, _ in committed(now)]
        nations, tags = now.nations_of(seat), now.game.tags
        found = known[seat] = tuple(
            u
            for u in now.state.units.values()
            if "supply" in tags[u.type] and u.nation in nations and u.id not in taken
        )
    return found


def in_reach(now: Position, space: str, place: str, radius: int) -> bool:
    """Is a place the space itself or within so many spaces of it?"""
    if place == space:
        return True
    if radius < 1 or place not in now.board:
        return False
    if radius == 1:
        return now.board.are_neighbours(space, place)
    return place in now.board.within(space, radius)


def tokens_in_reach(now: Position, space: str, seat: str, *, attacking: bool = True) -> tuple[Unit, ...]:
    """The free Supply that a seat may use in a battle: in the space first, then around it; in transports too."""
    settings = now.settings(Logistics)
    radius = settings.attacker_supply_radius if attacking else settings.defender_supply_radius
    found = [u for u in tokens(now, seat) if in_reach(now, space, now.where(u), radius)]
    return tuple(sorted(found, key=lambda u: (now.where(u) != space, u.id)))


def strength(now: Position, space: str, seat: str) -> int:
    """The strength points with which a seat attacks in a space, as far as they need Supply."""
    mine = (u for u in attackers(now, space) if now.seat_of(u.nation) == seat)
    return sum(u.steps for u in mine if now.has_tag(u, "needs_supply"))


def needed(now: Position, space: str, seat: str) -> int:
    """Supply that the attack of a seat in a space takes: one for each 4 SP begun."""
    return -(-strength(now, space, seat) // now.settings(Logistics).sp_per_supply)


def paid(now: Position, space: str) -> int:
    """Supply committed to the attack in a space."""
    return sum(1 for _, s in committed(now) if s == space)


def offensives(now: Position, seat: str) -> tuple[str, ...]:
    """The spaces that a seat attacks, in the order of the attacks."""
    nations = now.nations_of(seat)
    units = now.state.units
    spaces = (a.space for a in record(now).attacks if a.unit in units and units[a.unit].nation in nations)
    return tuple(dict.fromkeys(spaces))


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Numbers that make no supply."""
    settings = ruleset.settings.get("logistics")
    if not isinstance(settings, Logistics):
        return
    if settings.sp_per_supply < 1:
        report("logistics.sp_per_supply", "a Supply must serve at least 1 SP", "the rules say 4")
    if settings.oos_loss < 1:
        report("logistics.oos_loss", "who does not pay must lose at least 1 step", "use 1 or more")
    for name in ("attacker_supply_radius", "defender_supply_radius", "max_extra_dice"):
        if getattr(settings, name) < 0:
            report(f"logistics.{name}", "it cannot be below 0", "use 0 or more")
