"""A tiny game for the tests of the command line: a hex map, a hidden unit, small moves, a die and a sealed choice."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

RULESET = """
[ruleset]
id = "tiny"
title = "Tiny"
description = "Two seats on nine hexes."
plugins = ["tiny"]

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

[terrain.open]
name = "Open"
symbol = "."
[terrain.hill]
name = "Hill"
symbol = "^"

[board.field]
kind = "hex"
name = "The Field"
rows = '''
..^
...
^..
'''
[board.field.numbering]
first_column = "A"
first_row = "1"

[board.beside]
kind = "area"
name = "Beside the map"
[space.pool]
board = "beside"
name = "Pool"
[space.B2]
name = "Middleton"

[movement.foot]
cost = { open = 1, hill = 2 }
[unit_type.foot]
name = "Foot"
movement = "foot"
allowance = 2
steps = 2
[unit.r1]
name = "1st Foot"
type = "foot"
nation = "red"
at = "A1"
# hexwright: allow H514: it waits for tests that bring it
[unit.r_late]
name = "Late Foot"
type = "foot"
nation = "red"
[unit.b1]
name = "Blue Foot"
type = "foot"
nation = "blue"
at = "C3"
[unit.b_ghost]
name = "Ghost"
type = "foot"
nation = "blue"
at = "B3"
hidden = true

[sequence]
turns = 2
each_turn = ["orders", "moves", "dice"]
names = ["Monday", "Tuesday"]
[phase.orders]
name = "Orders"
frame = "tiny.orders"
[phase.moves]
name = "Movement"
frame = "tiny.moves"
by = ["red", "blue"]
rule = "T-1"
[phase.dice]
name = "Weather"
frame = "tiny.weather"

[rule.T-1]
title = "One hex at a time"
text = "A unit goes to a hex beside it."
"""

PLUGIN = '''
from __future__ import annotations

from hexwright.decisions import Because
from hexwright.errors import Reason
from hexwright.events import Moved, Noted
from hexwright.frames import ChanceFrame, DraftFrame
from hexwright.hooks import Manifest, hook
from hexwright.windows import Action, Window
from attrs import frozen

MANIFEST = Manifest("tiny", "The special rules of a tiny game.", "1.2.3")


@frozen
class Moves(Window):
    name = "tiny.moves"
    rule = "T-1"

    def prompt(self, now, seat):
        return "move your units"

    def about(self, now, seat):
        return (("attacker_hand", "2d6"), ("defender_hand", "d6, flat +1"), ("tie", "defender"))


class Move(Action):
    """`move UNIT SPACE`: a unit goes to a hex beside it."""

    verb = "move"
    windows = ("tiny.moves",)
    rule = "T-1"

    def options(self, now, seat):
        for unit in now.units():
            if now.seat_of(unit.nation) == seat:
                for space in now.board.neighbours(unit.at):
                    yield f"move {unit.id} {space}"

    def refuse(self, now, seat, words):
        if " ".join(words) in self.options(now, seat):
            return None
        own = next(u for u in now.units() if now.seat_of(u.nation) == seat)
        return Reason("it is too far", "T-1", (("far", 2), ("reach", 1)), nearest=f"move {own.id} B1",
                      more=(Reason("and it rains"),), at="movement.foot.cost.hill")

    def causes(self, now, seat, words):
        yield Because("movement points", 2, "T-1", "unit_type.foot.allowance")
        yield Because("pay of B2", "a coin", "T-9", by="tiny")
        yield Because("luck", 1)

    def take(self, play, seat, words):
        play.emit(Moved(unit=words[1], path=(play.state.units[words[1]].at, words[2]), rule="T-1"))


@frozen
class Weather(ChanceFrame):
    name = "tiny.weather"

    def label(self, now):
        return "weather"

    def fell(self, play, faces):
        play.done()
        play.say("it rains on r1" if faces[0] < 4 else "the sun shines")


@frozen
class Orders(DraftFrame):
    name = "tiny.orders"

    def prompt(self, now, seat):
        return "choose your order"

    def choices(self, now, seat, draft):
        return () if draft else ("order attack", "order wait")

    def reveal(self, play, drafts):
        for seat, choices in sorted(drafts.items()):
            play.emit(Noted(note=f"{seat} ordered: {' '.join(choices) or 'nothing'}"))


@hook
def register(registry):
    registry.frame(Moves, Weather, Orders)
    registry.action(Move())
'''


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The folder of the tiny ruleset, with blanks and signs in its name."""
    folder = tmp_path / "my game (v2) & more"
    write_tiny(folder)
    return folder


def write_tiny(folder: Path) -> None:
    """The tiny ruleset written into a folder."""
    (folder / "plugins").mkdir(parents=True)
    (folder / "ruleset.toml").write_text(RULESET, encoding="utf-8")
    (folder / "plugins" / "tiny.py").write_text(PLUGIN, encoding="utf-8")


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Caller:
    """Calls `hexwright` in an empty current folder."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return Caller()


class Caller:
    """`call("run", folder, typed="...")` runs a command in this process; its result holds output and exit code."""

    def __call__(self, *arguments: object, typed: str = "") -> Result:
        from hexwright.cli import commands

        return CliRunner().invoke(commands, [str(a) for a in arguments], input=typed, prog_name="hexwright")
