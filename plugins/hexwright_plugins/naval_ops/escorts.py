"""Escorts join their convoy."""

from __future__ import annotations

from typing import ClassVar

from hexwright.classes import frozen
from hexwright.events import Placed
from hexwright.frames import Frame, Play

from .record import ShipStage, able, failed, missions


@frozen
class Escorts(Frame):
    """The movement done, escorts go into the boxes of their convoys at once, before anybody fights at sea."""

    name: ClassVar[str] = "naval_ops.escorts"
    rule: ClassVar[str] = "TT-2.4.2-18"

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        play.emit(*failed(now, "naval_escort"))
        for mission in missions(now).missions:
            ship = able(now, mission)
            if mission.kind == "naval_escort" and ship is not None:
                play.emit(Placed(unit=ship.id, at=mission.target, was=ship.at, rule=self.rule))
                play.emit(ShipStage(unit=ship.id, stage="done", rule=self.rule))


FRAMES = (Escorts,)
