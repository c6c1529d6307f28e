"""Ships go back to port."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason, nearest
from hexwright.events import Moved, Placed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.reach import Reach, reach
from hexwright.rules.movement import overlay
from hexwright_plugins.facilities import PORT

from .assign import BOX
from .moves import open_ports
from .record import SeaState, ShipsCleared, missions
from .telling import because_return

HOLDER = "holder"
RAIDS = ("convoy_raid", "naval_strike")
REFUSED = "refused"


def why_bound(now: Position, ship: Unit) -> str:
    """The rule by which a ship goes to port now, "" when it stays where it is (AMB-091)."""
    if not now.has_tag(ship, "ship") or not now.type(ship).movement or ship.at not in now.board:
        return ""
    if now.has_plugin("invasion"):
        from ..invasion import why_locked

        if why_locked(now, ship) is not None:
            return ""  # it stays with its troops (TT-2.4.2-R06)
    own = missions(now).of(ship.id)
    if BOX in now.board.features(ship.at):
        return "TT-2.4.5-05" if own is None or own.kind in RAIDS else "TT-2.4.5-R06"
    if own is not None and own.kind in RAIDS and own.stage == "done":
        return "TT-2.4.5-05"
    return "TT-2.4.2-R24" if any(s.split(":", 1)[0] == REFUSED for s in ship.status) else ""


def bound(now: Position) -> Iterator[Unit]:
    """The ships that go to port, those of the holder of the initiative first."""
    first = now.seat_for(HOLDER) if HOLDER in now.rules.role else ""
    found = [u for u in now.units() if why_bound(now, u)]
    yield from sorted(found, key=lambda u: (now.seat_of(u.nation) != first, now.seat_of(u.nation), u.id))


def start_of(now: Position, ship: Unit) -> str:
    """The space a ship sets out from: a convoy box stands for its sea space."""
    return str(now.board.features(ship.at).get(BOX, {}).get("hex", ship.at))


def safe_ways(now: Position, ship: Unit) -> Reach:
    """Where a ship gets without entering a space that would halt it: out of a minefield, never into one."""
    over = overlay(now, ship)
    calm = evolve(over, blocked=frozenset((*over.blocked, *over.stops)), stops=frozenset())
    return reach(now.board, now.type(ship).movement, now.side(ship.nation), start_of(now, ship), 0, calm)


def havens(now: Position, ship: Unit) -> tuple[str, ...]:
    """The ports a ship may return to; an escort has no choice while its convoy's port is friendly."""
    found = safe_ways(now, ship)
    ports = tuple(p for p in open_ports(now, ship.nation) if p in found)
    own = missions(now).of(ship.id)
    if own is not None and own.kind == "naval_escort" and BOX in now.board.features(ship.at):
        port = now.board.features(ship.at)[BOX]["port"]
        return (port,) if port in ports else ports
    return ports


def why_no_haven(now: Position, ship: Unit, space: str) -> Reason:
    """Why a ship does not return to a space that is none of its havens."""
    rule, where = Returns.rule, now.board.name(space) if space in now.board else space
    if space not in now.board or PORT not in now.board.features(space):
        return Reason(f"{where} is no port", rule)
    if space not in open_ports(now, ship.nation):
        return Reason(f"the port of {where} is not open to this side", rule)
    return Reason(f"no way leads {ship.id} to {where} without entering a hostile minefield", rule)


@frozen
class Returns(Frame):
    """Raiders, escorts and those that refused battle go to port one after the other; all others stay."""

    name: ClassVar[str] = "naval_ops.returns"
    rule: ClassVar[str] = "TT-2.4.5-05"
    settled: tuple[str, ...] = ()

    def _ship(self, now: Position) -> Unit | None:
        return next((u for u in bound(now) if u.id not in self.settled), None)

    def asked(self, now: Position) -> tuple[str, ...]:
        ship = self._ship(now)
        return (now.seat_of(ship.nation),) if ship is not None and len(havens(now, ship)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        ship = self._ship(now)
        return f"{ship.id} goes to port: which?" if ship is not None else self.name

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        ship = self._ship(now)
        return (("unit", ship.id), ("space", start_of(now, ship))) if ship is not None else ()

    def options(self, now: Position, seat: str) -> Iterable[str]:
        ship = self._ship(now)
        return [spell("return", ship.id, port) for port in havens(now, ship)] if ship is not None else []

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        ship = self._ship(now)
        near = nearest(" ".join(words), options, 1) or options[:1]
        if ship is not None and words[:2] == ("return", ship.id) and len(words) == 3:
            return evolve(why_no_haven(now, ship, words[2]), nearest=near[0])
        return Reason("say 'return', the ship, and a friendly port it reaches", self.rule, nearest=near[0])

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return (
            f"{now.name(words[1])} goes to port at {now.board.name(words[2])}."
            if words
            else super().tells(now, seat, words)
        )

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        ship = self._ship(now)
        return because_return(now, ship, why_bound(now, ship)) if ship is not None else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._go(play, play.now.unit(words[1]), words[2])

    def step(self, play: Play) -> None:
        now = play.now
        ship = self._ship(now)
        if ship is not None:
            self._go(play, ship, next(iter(havens(now, ship)), start_of(now, ship)))
            return
        play.done()
        if missions(now) != SeaState():
            play.emit(ShipsCleared(rule=self.rule))

    def _go(self, play: Play, ship: Unit, to: str) -> None:
        now = play.now
        play.become(evolve(self, settled=(*self.settled, ship.id)))
        rule = why_bound(now, ship)
        if ship.at == to:
            return
        if ship.at != start_of(now, ship):
            play.emit(Placed(unit=ship.id, at=to, was=ship.at, rule=rule))
        else:
            play.emit(Moved(unit=ship.id, path=safe_ways(now, ship).path(to), rule=rule))


FRAMES = (Returns,)
