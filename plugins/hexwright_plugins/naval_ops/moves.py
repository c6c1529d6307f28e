"""Ships move: the window, where the sea leads, and how ports are entered and left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason, nearest
from hexwright.events import Moved, StatusSet
from hexwright.frames import Play
from hexwright.hooks import Modifier, Query
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.reach import Reach
from hexwright.rules.movement import moves_of, why_not_move
from hexwright.windows import Action, Window
from hexwright_plugins.facilities import PORT, is_open

from .record import PLUGIN, TOLD, is_out, surface_ships, why_busy
from .tables import Naval
from .telling import because_way, told_way

MOVED = "moved"
_KEPT = 4_096  # ranges kept for a game before the memory starts afresh


@frozen
class Move(Window):
    """A side moves its surface ships and gives them their missions, one small choice at a time."""

    name: ClassVar[str] = "naval_ops.move"
    rule: ClassVar[str] = "TT-2.4.2-01"

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if surface_ships(now, self.seat) else ()

    def step(self, play: Play) -> None:
        play.done()

    def prompt(self, now: Position, seat: str) -> str:
        return "move ships and give them missions"


# ------------------------------------------------------------------ ports


def is_sea(now: Position, space: str) -> bool:
    """Is this a space of the sea?"""
    return "sea" in now.board.tags(space)


def approaches(now: Position, port: str) -> tuple[str, ...]:
    """The sea spaces from which ships reach a port: those its data names, else all beside it."""
    named = now.board.features(port)[PORT].get("approaches") or ()
    return tuple(b for b in now.board.neighbours(port) if is_sea(now, b) and (not named or b in named))


def open_ports(now: Position, nation: str) -> tuple[str, ...]:
    """The ports that are friendly to a nation, in the order of the map."""
    state = now.state
    known = now.memo("naval_ops.open", state.control, state.markers, state.relations)
    found: tuple[str, ...] | None = known.get(nation)
    if found is None:
        found = known[nation] = tuple(s for s in now.board.spaces_with(PORT) if is_open(now, s, nation))
    return found


def passage(query: Query) -> Iterable[Modifier]:
    """Ships enter friendly ports and no other land, through the approaches of the port only (AMB-070)."""
    now, unit = query.now, query["unit"]
    if not now.has_tag(unit, "ship"):
        return ()
    mode = now.type(unit).movement
    ports = open_ports(now, unit.nation)
    kept: dict[Any, tuple[Modifier, ...]] = now.game.cache.setdefault("naval_ops.passage", {})
    if (mode, ports) not in kept:
        kept[mode, ports] = tuple(_passage(now, mode, ports))
    return kept[mode, ports]


def _passage(now: Position, mode: str, ports: tuple[str, ...]) -> Iterator[Modifier]:
    ground = now.rules.movement[mode].cost
    all_ports = now.board.spaces_with(PORT)
    for space in now.board.spaces:
        if now.on_map(space) and not is_sea(now, space) and now.board.terrain(space) in ground and space not in ports:
            label = "the port is not open to this side" if space in all_ports else "ships keep to the sea and to ports"
            yield Modifier(label, op="max", rule="TT-2.4.2-R02", where=space, by=PLUGIN)
    for port in ports:
        ways = approaches(now, port)
        for b in now.board.neighbours(port):
            if b not in ways:
                yield Modifier("no way by sea", op="max", rule="TT-2.4.2-R02", where=f"{port}|{b}", by=PLUGIN)
                yield Modifier("no way by sea", op="max", rule="TT-2.4.2-R02", where=f"{b}|{port}", by=PLUGIN)


# ------------------------------------------------------------------ moving


Range = tuple[Reach, tuple[str, ...]]  # where the sea leads, and the destinations among it


def ways(now: Position, ship: Unit) -> Range:
    """Where the sea leads a ship, and the spaces among it that it may move to.

    Where enemies are no matter a range hangs on the place and on what plug-ins say alone, so it is kept for the game.
    """
    mode = now.rules.movement[now.type(ship).movement]
    crowded = any(spec.when == "always" for spec in now.rules.stacking.values())
    if crowded or mode.enemies != "pass" or mode.zone_of_control != "none":
        return _range(now, ship)
    kept: dict[Any, tuple[Any, Range]] = now.game.cache.setdefault("naval_ops.ways", {})
    key, said = (ship.at, now.type(ship).movement, ship.nation), now.modifiers("movement", unit=ship)
    found = kept.get(key)
    if found is None or found[0] != said:
        if len(kept) >= _KEPT:
            kept.clear()
        found = kept[key] = said, _range(now, ship)
    return found[1]


def _range(now: Position, ship: Unit) -> Range:
    found, most = moves_of(now, ship), now.settings(Naval).move_allowance
    return found, tuple(s for s in found.others if not most or len(found.path(s)) - 1 <= most)


def why_still(now: Position, ship: Unit) -> Reason | None:
    """Why a ship does not move now."""
    name = now.name(ship.id)
    out = is_out(ship)
    if out:
        return Reason(f"{name} stays where it is: it has {TOLD[out]}", "TT-2.4.2-R24")
    if MOVED in ship.status:
        return Reason(f"{name} has moved this turn", "TT-2.4.2-01")
    return why_busy(now, ship, " and moves no more")


class MoveShip(Action):
    """`move SHIP SPACE`: along the sea to any hex or friendly port, once a turn."""

    verb = "move"
    windows = ("naval_ops.move",)
    rule = "TT-2.4.2-01"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for ship in surface_ships(now, seat):
            if why_still(now, ship) is None:
                yield from [f"move {ship.id} {space}" for space in ways(now, ship)[1]]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'move', a ship and a space", self.rule)
        ship = own_ship(now, seat, words[1], self.rule)
        if isinstance(ship, Reason):
            return ship
        still = why_still(now, ship)
        if still is not None:
            return still
        found, goals = ways(now, ship)
        if words[2] in goals:
            return None
        if words[2] not in found or words[2] == ship.at:
            return why_not_move(now, ship, words[2], seat)
        way, most = found.path(words[2]), now.settings(Naval).move_allowance
        numbers = (("needs", len(way) - 1), ("has", most))
        near = f"move {ship.id} {way[most]}"
        return Reason(f"{words[2]} is too far for {now.name(ship.id)}", "TT-2.4.2-R01", numbers, near,
                      at="naval.move_allowance")  # fmt: skip

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        ship = now.unit(words[1])
        return told_way(now, ship, ways(now, ship)[0].path(words[2]))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        ship = now.unit(words[1])
        return because_way(now, ship, ways(now, ship)[0].path(words[2]), seat)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        ship = play.now.unit(words[1])
        path = ways(play.now, ship)[0].path(words[2])
        play.emit(Moved(unit=ship.id, path=path, rule="TT-2.4.2-R01"))
        play.emit(StatusSet(unit=ship.id, status=MOVED, rule=self.rule))


def own_ship(now: Position, seat: str, id_: str, rule: str) -> Unit | Reason:
    """A ship of a seat that can move and act, or why this is none."""
    unit: Unit | None = now.state.units.get(id_)
    ships = surface_ships(now, seat)
    if unit is None or not now.knows(seat, unit):
        return Reason(f"there is no ship {id_}", rule, nearest=" or ".join(nearest(id_, [s.id for s in ships])))
    if now.seat_of(unit.nation) != seat:
        return Reason(f"{now.name(id_)} is not yours", rule)
    if not now.has_tag(unit, "ship"):
        return Reason(f"{now.name(id_)} is no surface ship", rule)
    if not now.type(unit).movement:
        return Reason(f"{now.name(id_)} cannot move and takes no mission", "TT-3.2-07")
    if unit not in ships:
        return Reason(f"{now.name(id_)} is not at sea but at {unit.at}", rule)
    return unit


FRAMES = (Move,)
ACTIONS = (MoveShip(),)
