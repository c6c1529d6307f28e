"""Tic-tac-toe's own procedure: each in turn marks a free cell; a full row of the data wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from hexwright.errors import Reason
from hexwright.events import ControlChanged, GameEnded
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import key

MANIFEST = Manifest(id="tictactoe", summary="marks in turn; a full row wins")


@frozen
class Rows:
    """The rows that win."""

    rows: tuple[tuple[str, ...], ...] = key("cells that one player must hold", ())


def other_cells(now: Position, cell: str) -> tuple[tuple[str, ...], ...]:
    """The rest of each row that a cell is part of."""
    known: dict[str, tuple[tuple[str, ...], ...]] = now.game.cache.get("rows", {})
    if not known:
        rows = now.settings(Rows).rows
        known = {c: tuple(tuple(o for o in row if o != c) for row in rows if c in row) for c in now.board.spaces}
        now.game.cache["rows"] = known
    return known[cell]


@frozen
class Mark(Frame):
    """`mark CELL`."""

    name: ClassVar[str] = "tictactoe.mark"
    seat: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,)

    def prompt(self, now: Position, seat: str) -> str:
        return "which cell?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        marked = now.state.control
        return [f"mark {c}" for c in now.board.spaces if c not in marked]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 2 or words[0] != "mark" or words[1] not in now.board:
            return Reason("say mark and a cell")
        return Reason(f"{words[1]} is marked already") if words[1] in now.state.control else None

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        cell = words[1]
        play.emit(ControlChanged(space=cell, nation=seat))
        now = play.now
        marked = now.state.control.get
        if any(all(marked(c) == seat for c in row) for row in other_cells(now, cell)):
            play.emit(GameEnded(winner=seat, reason="a full row"))
        elif len(now.state.control) == len(now.board.spaces):
            play.emit(GameEnded(reason="the grid is full"))
        else:
            first, second = now.rules.seats
            play.become(Mark(second if seat == first else first))


@hook
def register(registry: Registry) -> None:
    registry.frame(Mark)
    registry.table("tictactoe", Rows)


__all__ = ["MANIFEST", "Mark", "Rows"]
