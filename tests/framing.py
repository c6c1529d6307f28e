"""What the tests of frames, drafts and windows share: a small game, phases with a frame, frames to declare, options."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.game import Game
from hexwright.hooks import Registry
from hexwright.position import Position
from hexwright.state import State

from .conftest import MAP, ONE_PHASE, UNITS

TEXT = MAP + UNITS + ONE_PHASE


def phases(frame: str, by: str = '["red"]', turns: int = 2) -> str:
    who = f"by = {by}\n" if by else ""
    return f'[sequence]\nturns = {turns}\neach_turn = ["act"]\n[phase.act]\nframe = "{frame}"\n{who}'


def declaring(*classes: type[Frame]) -> Any:
    def declare(registry: Registry) -> None:
        registry.frame(*classes)

    return declare


def texts(game: Game, state: State, seat: str) -> tuple[str, ...]:
    ask = game.ask(state, seat)
    assert ask is not None, seat
    for text in ask.options:
        assert text in ask.options and game.refuse(state, text, seat) is None
    return ask.options.all()


def play_on(game: Game, state: State, *answers: tuple[str, str]) -> State:
    for seat, text in answers:
        state = game.apply(state, text, seat).state
    return state


@frozen
class Throw(ChanceFrame):
    """Two dice of different sides."""

    name: ClassVar[str] = "t.throw"
    rule: ClassVar[str] = "R-cost"

    def sides(self, now: Position) -> tuple[int, ...]:
        return (6, 8)

    def label(self, now: Position) -> str:
        return "fight/A1"

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        play.done()
        play.say(f"fell {faces}")
