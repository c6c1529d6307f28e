"""Builders of small games for all tests: a ruleset's text on two sides and a small map, plug-ins made in the test."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hexwright.events import Event
from hexwright.frames import Frame, Play, settle
from hexwright.game import Game, Step
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.state import State

SIDES = """
[side.red]
name = "Red"
[side.blue]
name = "Blue"
[nation.red]
name = "Red"
side = "red"
[nation.blue]
name = "Blue"
side = "blue"
"""

MAP = """
[terrain.clear]
name = "clear"
symbol = "."
[terrain.hill]
name = "hill"
symbol = "h"
[terrain.sea]
name = "sea"
symbol = "~"
[board.field]
kind = "hex"
numbering = { first_column = "A", first_row = "1" }
rows = '''
......
.hh...
.hh...
......
....~~
'''
[board.off]
kind = "area"
[space.pool]
board = "off"
[movement.foot]
cost = { clear = 1, hill = 2 }
rules = { cost = "R-cost", limit = "R-limit", enemies = "R-enemies", zone = "R-zone", closed = "R-closed" }
[rule]
R-cost = { title = "cost" }
R-limit = { title = "limit" }
R-enemies = { title = "enemies" }
R-zone = { title = "zones" }
R-closed = { title = "closed" }
[unit_type.foot]
name = "Foot"
tags = ["land"]
movement = "foot"
allowance = 4
steps = 3
[unit_type.spy]
name = "Spy"
tags = ["spy"]
movement = "foot"
allowance = 4
[unit_type.cart]
name = "Cart"
holds = ["land"]
"""

UNITS = """
[unit.r1]
type = "foot"
nation = "red"
at = "A1"
[unit.r2]
type = "foot"
nation = "red"
at = "A2"
[unit.b1]
type = "foot"
nation = "blue"
at = "F4"
"""

ONE_PHASE = """
[sequence]
turns = 2
each_turn = ["act"]
[phase.act]
frame = "pass"
by = ["red", "blue"]
"""

Loader = Callable[..., Game]


def head(plugins: Iterable[str]) -> str:
    """The table [ruleset] of a small game."""
    named = ", ".join(f'"{p}"' for p in plugins)
    return f'[ruleset]\nid = "tiny"\ntitle = "Tiny"\nplugins = [{named}]\n'


def write_game(folder: Path, text: str, plugins: Iterable[str] = (), files: dict[str, str] | None = None) -> Path:
    """A ruleset with the two sides and this text in a folder; `files` are further ones."""
    folder.mkdir(parents=True)
    (folder / "ruleset.toml").write_text(head(plugins) + SIDES + text, encoding="utf-8")
    for name, content in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def make_plugin(id_: str, *functions: Any, declare: Callable[[Registry], None] | None = None, **manifest: Any) -> Any:
    """A plug-in module that holds these hook functions; `declare` is its `register`."""
    module = ModuleType(f"test_plugins.{id_}")
    module.MANIFEST = Manifest(id_, f"the plug-in {id_}", **manifest)  # type: ignore[attr-defined]
    for function in functions:
        function.__module__ = module.__name__
        setattr(module, function.__name__, function)
    if declare is not None:
        work = declare

        def register(registry: Registry) -> None:
            work(registry)

        register.__module__ = module.__name__
        module.register = hook(register)  # type: ignore[attr-defined]
    return module


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """Some commands end the process before anything need be collected; a test goes on."""
    yield
    gc.enable()


@pytest.fixture
def load_game(tmp_path: Path) -> Loader:
    """`load_game(text, *plugins, named=(), offered=(), files=None)`: a game of two sides.

    The plug-ins are named and on offer; `named` are further names, `offered` plug-ins that are not named.
    """
    made: list[Path] = []

    def load(
        text: str,
        *plugins: Any,
        named: Sequence[str] = (),
        offered: Sequence[Any] = (),
        files: dict[str, str] | None = None,
    ) -> Game:
        folder = tmp_path / str(len(made)) / "tiny"
        made.append(folder)
        ids = [p.MANIFEST.id for p in plugins]
        return Game.load(write_game(folder, text, [*ids, *named], files), plugins=(*plugins, *offered))

    return load


def with_units(game: Game, *units: Unit) -> State:
    """The first state with these units put in or changed."""
    state = game.start()
    for unit in units:
        state = state.with_unit(unit)
    return state


def happen(game: Game, state: State, *events: Event) -> Step:
    """What follows when these events happen in the middle of a decision."""
    play = Play(game, state)
    play.emit(*events)
    settle(play)
    return Step(play.state, tuple(play.events))


def run_frames(game: Game, state: State, *frames: Frame) -> Step:
    """What follows when these frames run on top of everything, the first given first."""
    play = Play(game, state)
    play.push(*frames)
    settle(play)
    return Step(play.state, tuple(play.events))
