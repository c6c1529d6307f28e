"""Ports opened and wrecked from the sea, and ships repaired in port."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.errors import Reason
from hexwright.events import Arrived, ControlChanged, Event, MarkerSet, Placed, Removed, SliceSet, StepsChanged
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Action
from hexwright_plugins.facilities import PORT, Facilities, Opened, damage, is_open, printed
from hexwright_plugins.facilities.works import damaged, supplies
from hexwright_plugins.land_combat import captures

from .assign import enemy_ships, ports_beside, why_kept, why_shut
from .moves import own_ship
from .record import PLUGIN, ShipStage, able, is_out, missions, surface_ships
from .tables import Naval

OPEN, WRECK = "naval_open_port", "naval_sabotage"
OCCUPATION = "occupation"


@frozen
class OpenPorts(Frame):
    """Ships on Open Port open ports that no enemy ground unit holds, and whose ships were beaten or have refused."""

    name: ClassVar[str] = "naval_ops.open"
    rule: ClassVar[str] = "TT-2.4.2-41"

    def step(self, play: Play) -> None:
        waiting = next((m for m in missions(play.now).missions if m.kind == OPEN and m.stage == "assigned"), None)
        if waiting is None:
            play.done()
            return
        ship = able(play.now, waiting)
        why = why_barred(play.now, ship, waiting.target) if ship is not None else "the ship is out"
        play.emit(ShipStage(unit=waiting.unit, stage="lost" if why else "done", why=why, rule=self.rule))
        if ship is not None and not why:
            play.emit(*_opened(play.now, ship, waiting.target))


def why_barred(now: Position, ship: Unit, port: str) -> str:
    """Why a ship's mission to open a port fails, "" when it does not."""
    if port not in ports_beside(now, ship, now.rules.mission[OPEN]):
        return "the ship is not beside the port"
    shut = why_shut(now, ship, port)
    if shut is not None:
        return shut.text
    guards = [s for s in enemy_ships(now, port, ship.nation) if not is_out(s)]
    return f"{now.name(guards[0].id)} still holds the port" if guards else ""


def _opened(now: Position, ship: Unit, port: str) -> Iterator[Event]:
    """A port opens to the side of a ship: the space changes hands, or is nobody's and keeps a token of the opener."""
    was = now.control(port)
    if now.has_plugin("land_combat"):
        yield from captures(now, ship.nation, port)
    if now.settings(Facilities).open_port_gives_control:
        yield ControlChanged(space=port, nation=ship.nation, was=was, rule="TT-2.4.2-R19")
        return
    for m in now.markers(port):
        if m.kind == OCCUPATION and now.is_enemy(ship.nation, m.owner):
            yield MarkerSet(space=port, kind=m.kind, owner=m.owner, count=0, rule="TT-2.2-07")
    yield MarkerSet(space=port, kind=OCCUPATION, owner=ship.nation, rule="TT-2.4.2-41")
    if was:
        yield ControlChanged(space=port, nation="", was=was, rule="TT-2.4.2-41")
    yield Opened(space=port, nation=ship.nation, kind=PORT, rule="TT-2.4.2-41")


@frozen
class WreckPorts(Frame):
    """Ships that stayed in a port of their own side for it wreck it wholly."""

    name: ClassVar[str] = "naval_ops.wreck"
    rule: ClassVar[str] = "TT-2.4.2-42"

    def step(self, play: Play) -> None:
        waiting = next((m for m in missions(play.now).missions if m.kind == WRECK and m.stage == "assigned"), None)
        if waiting is None:
            play.done()
            return
        ship = able(play.now, waiting)
        fails = ship is None or ship.at != waiting.target or why_kept(play.now, ship) is not None
        play.emit(ShipStage(unit=waiting.unit, stage="lost" if fails else "done", rule=self.rule))
        if not fails:
            space = waiting.target
            hits = damage(play.now, space, PORT)
            play.emit(damaged(space, PORT, printed(play.now, space, PORT), hits, "TT-2.4.2-R20"))


def came(event: Placed | Arrived, now: Position) -> Iterable[Event]:
    """A ship that is put into a port during a turn did not begin the turn there (TT-2.4.2-R20)."""
    id_ = event.unit.id if isinstance(event, Arrived) else event.unit
    unit = now.state.units.get(id_)
    if unit is None or not now.has_tag(unit, "ship") or unit.at not in now.board:
        return ()
    known = missions(now)
    if PORT not in now.board.features(unit.at) or id_ in known.came:
        return ()
    return (SliceSet(plugin=PLUGIN, value=evolve(known, came=(*known.came, id_)), rule="TT-2.4.2-R20"),)


# ------------------------------------------------------------------ repair of ships


class Mend(Action):
    """`mend SHIP SUPPLY`: with the switch, a token in a friendly port gives a ship there a step back (AMB-080)."""

    verb = "mend"
    windows = ("facilities.repair",)
    rule = "TT-2.4.2-R13"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        if not now.settings(Naval).port_repair or not in_maritime(now):
            return
        for ship in surface_ships(now, seat):
            if _why_whole(now, ship) is None:
                yield from (f"mend {ship.id} {t.id}" for t in supplies(now, seat) if t.at == ship.at)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if not now.settings(Naval).port_repair:
            return Reason("damage of ships is permanent", self.rule)
        if not in_maritime(now):
            return Reason("ships are repaired before maritime operations", self.rule)
        if len(words) != 3:
            return Reason("say 'mend', a ship in port and a Supply there", self.rule)
        ship = own_ship(now, seat, words[1], self.rule)
        if isinstance(ship, Reason):
            return ship
        why = _why_whole(now, ship)
        if why is not None:
            return why
        tokens = [t.id for t in supplies(now, seat) if t.at == ship.at]
        if words[2] in tokens:
            return None
        near = f"mend {ship.id} {tokens[0]}" if tokens else ""
        return Reason(f"{words[2]} is no Supply of yours in {now.board.name(ship.at)}", self.rule, nearest=near)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        ship = play.now.unit(words[1])
        play.emit(Removed(unit=words[2], how="spent", at=ship.at, rule=self.rule))
        play.emit(StepsChanged(unit=ship.id, steps=ship.steps + 1, was=ship.steps, why="repaired", rule=self.rule))


def _why_whole(now: Position, ship: Unit) -> Reason | None:
    """Why a ship cannot be repaired where it is."""
    most = now.type(ship).steps
    if PORT not in now.board.features(ship.at) or not is_open(now, ship.at, ship.nation):
        return Reason(f"{now.name(ship.id)} is in no friendly port", Mend.rule)
    if ship.steps >= most:
        return Reason(f"{now.name(ship.id)} is not damaged", Mend.rule, (("steps", ship.steps), ("most", most)))
    return None


def in_maritime(now: Position) -> bool:
    """Is the part of the turn in which ships move under way?"""
    phases = now.rules.phase
    inside = [p for p, spec in phases.items() if any(phases[c].frame == "naval_ops.move" for c in spec.phases)]
    return any(now.phase in phases[p].phases for p in inside)


FRAMES = (OpenPorts, WreckPorts)
ACTIONS = (Mend(),)
