"""Alerts against ships, with the switch: aircraft on alert engage enemy ships that move within their radius."""

from __future__ import annotations

from typing import ClassVar

from hexwright.classes import frozen
from hexwright.frames import Frame, Play
from hexwright.position import Position

from .engagement import alerts, engage
from .fire import Naming, present
from .strike import AirDefence, StrikeFire

RULE = "TT-2.4.1-07"  # it prints a die for intercepting ships; AMB-047 says when


@frozen
class Hunt(Naming):
    """A ship has moved within reach of alerts: their owner says which of them attack it where it ends (AMB-047).

    Ships of its side in that space, itself included, fire at them first; what survives strikes at the ship.
    """

    name: ClassVar[str] = "air_ops.hunt"
    rule: ClassVar[str] = RULE
    verb: ClassVar[str] = "commit"
    ship: str = ""
    path: tuple[str, ...] = ()

    def able(self, now: Position) -> tuple[str, ...]:
        ship = now.state.units.get(self.ship)
        return alerts(now, self.path, (ship.nation,)) if ship is not None and ship.at == self.space else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"{self.ship} moves to {now.board.name(self.space)}: which aircraft on alert attack it?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (*super().about(now, seat), ("ship", self.ship))

    def named(self, play: Play, unit: str) -> None:
        engage(play, unit, self.space, self.rule)

    def settled(self, play: Play) -> None:
        play.done()
        if self.chosen:
            units = tuple(sorted(self.chosen))
            play.push(AirDefence(self.space, flyers=units), HuntFire(self.space, units, self.ship))


@frozen
class HuntFire(Frame):
    """Those of the aircraft that are left strike at the ship."""

    name: ClassVar[str] = "air_ops.hunt_fire"
    rule: ClassVar[str] = RULE
    space: str
    units: tuple[str, ...]
    ship: str

    def step(self, play: Play) -> None:
        units = present(play.now, self.units)
        ship = play.state.units.get(self.ship)
        if units and ship is not None:
            play.become(StrikeFire(self.space, units, "ships", (self.ship,)))
        else:
            play.done()


def hunts(now: Position, unit: str, path: tuple[str, ...]) -> tuple[Frame, ...]:
    """The question to the enemy's alerts when a ship has moved along a path; none when nobody is in reach.

    Only what its owner moves in an open window counts: ships that go home in Housekeeping are left alone.
    """
    ship = now.state.units.get(unit)
    if ship is None or not now.has_tag(ship, "ship") or ship.at not in now.board or len(path) < 2:
        return ()
    if not any(frame.window() for frame in now.state.stack):
        return ()
    hunt = Hunt(ship.at, ship=ship.id, path=path[1:])
    return (hunt,) if hunt.able(now) else ()


FRAMES = (Hunt, HuntFire)
