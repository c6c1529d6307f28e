"""Tests of blame: an exception in a plug-in's frame, action or order names the plug-in, the frame and the step."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from hexwright.errors import PluginError
from hexwright.game import Game

from .conftest import Loader

HEAD = """
from __future__ import annotations
from attrs import frozen
from hexwright.frames import DraftFrame, Frame
from hexwright.hooks import Manifest, hook
from hexwright.windows import Action, Order, Orders, Window
"""
WINDOWS = (
    HEAD
    + """
MANIFEST = Manifest("w", "Windows.", "2.0.0")

@frozen
class March(Window):
    name = "w.march"

@frozen
class Sheet(Orders):
    name = "w.sheet"

@hook
def register(registry):
    registry.frame(March, Sheet)
"""
)
VERBS = (
    HEAD
    + """
MANIFEST = Manifest("v", "Verbs.", "3.1.0", requires=("w",))

def broken(now):
    return now.unit("nobody")

class Go(Action):
    verb = "go"
    windows = ("w.march",)

    def options(self, now, seat):
        return ["go here", "go there"]

    def take(self, play, seat, words):
        if words[1] == "there":
            broken(play.now)
        1 // 0

class Load(Order):
    verb = "load"
    windows = ("w.sheet",)

    def choices(self, now, seat, draft):
        return [] if draft else ["load this"]

    def problems(self, now, seat, draft):
        return [draft[9]] if draft else []

@hook
def register(registry):
    registry.action(Go())
    registry.order(Load())
"""
)


def module(name: str, text: str) -> Any:
    made = ModuleType(name)
    exec(compile(text, f"{name}.py", "exec"), made.__dict__)
    return made


@pytest.fixture
def game(load_game: Loader, request: pytest.FixtureRequest) -> Game:
    from .conftest import MAP, UNITS

    flow = f'[sequence]\nturns = 2\neach_turn = ["act"]\n[phase.act]\nframe = "{request.param}"\n'
    by = 'by = ["red"]\n' if request.param == "w.march" else ""
    return load_game(MAP + UNITS + flow + by, module("w", WINDOWS), module("v", VERBS))


@pytest.mark.parametrize("game", ["w.march"], indirect=True)
@pytest.mark.parametrize(
    ("decision", "told"), [("go here", "ZeroDivisionError: "), ("go there", "UnknownId: no unit 'nobody'")]
)
def test_an_action_is_blamed_on_the_plug_in_that_brought_it(game: Game, decision: str, told: str) -> None:
    with pytest.raises(PluginError) as caught:
        game.apply(game.start(), decision, "red")
    assert (caught.value.plugin, caught.value.version) == ("v", "3.1.0")
    assert "frame w.march" in str(caught.value) and f"turn 1, '{decision}' by red" in str(caught.value)
    assert told in str(caught.value) and "(v.py:" in str(caught.value)


@pytest.mark.parametrize("game", ["w.sheet"], indirect=True)
def test_an_order_is_blamed_when_options_are_listed_and_when_asked_why(game: Game) -> None:
    state = game.apply(game.start(), "load this", "red").state
    ask = game.ask(state, "red")
    assert ask is not None
    for asking in (lambda: ask.options.all(), lambda: game.refuse(state, "done", "red")):
        with pytest.raises(PluginError) as caught:
            asking()
        assert (caught.value.plugin, caught.value.hook) == ("v", "load in frame w.sheet, problems")


def test_a_fault_of_the_kernel_is_blamed_on_nobody(load_game: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
    from .conftest import MAP, ONE_PHASE, UNITS

    game = load_game(MAP + UNITS + ONE_PHASE)
    state = game.start()
    monkeypatch.setattr("hexwright.game.settle", lambda play: [][0])
    with pytest.raises(IndexError):
        game.apply(state, "done")
