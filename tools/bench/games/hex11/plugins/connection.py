"""Hex's own procedure: each in turn takes a free hex; a chain between the own two edges wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from attrs import frozen

from hexwright.errors import Reason
from hexwright.events import ControlChanged, GameEnded
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import key

MANIFEST = Manifest(id="connection", summary="stones in turn; a chain from edge to edge wins")


@frozen
class Connection:
    """The edges that each side has to join."""

    joins: dict[str, tuple[str, ...]] = key("side -> its two zones", {})


def edges(now: Position, seat: str) -> tuple[frozenset[str], ...]:
    """The spaces of the two edges that a side joins."""
    cache: dict[Any, Any] = now.game.cache
    if ("edges", seat) not in cache:
        cache["edges", seat] = tuple(frozenset(now.zone(z)) for z in now.settings(Connection).joins[seat])
    found: tuple[frozenset[str], ...] = cache["edges", seat]
    return found


def joined(now: Position, last: str, seat: str) -> bool:
    """Does the chain of the stone placed last lead from one edge to the other?"""
    held, around = now.state.control.flat().get, now.board.neighbours
    group, todo = {last}, [last]
    while todo:
        for near in around(todo.pop()):
            if near not in group and held(near) == seat:
                group.add(near)
                todo.append(near)
    return not any(edge.isdisjoint(group) for edge in edges(now, seat))


@frozen
class Place(Frame):
    """`place HEX`."""

    name: ClassVar[str] = "connection.place"
    seat: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,)

    def prompt(self, now: Position, seat: str) -> str:
        return "which hex?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        taken = now.state.control.flat()
        return [f"place {s}" for s in now.board.spaces if s not in taken]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 2 or words[0] != "place" or words[1] not in now.board:
            return Reason("say place and a hex")
        return Reason(f"{words[1]} is taken") if words[1] in now.state.control else None

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.emit(ControlChanged(space=words[1], nation=seat))
        now = play.now
        if joined(now, words[1], seat):
            play.emit(GameEnded(winner=seat, reason="a chain from edge to edge"))
        else:
            first, second = now.rules.seats
            play.become(Place(second if seat == first else first))


@hook
def register(registry: Registry) -> None:
    registry.frame(Place)
    registry.table("connection", Connection)


__all__ = ["MANIFEST", "Connection", "Place"]
