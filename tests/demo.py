"""A tiny game with everything the test kit looks at: moves in a window, sealed and secret drafts, dice, hidden units,
a container, a plug-in's secret notes; its plug-in can be broken on purpose."""

from __future__ import annotations

from pathlib import Path

from hexwright.game import Game

RULESET = """
[ruleset]
id = "demo"
title = "Demo"
plugins = ["demo"]

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
symbol = "."
[terrain.hill]
symbol = "^"

[board.field]
kind = "hex"
rows = '''
..^.
....
^...
'''
[board.field.numbering]
first_column = "A"
first_row = "1"

[feature.fort]
on = "space"
fields.damage = { type = "int", default = 0, changes = true }
[space.B2]
name = "Middleton"
features.fort = {}

[marker.trench]
[status.tired]
until = "moves"

[movement.foot]
cost = { open = 1, hill = 2 }
[unit_type.foot]
movement = "foot"
allowance = 2
steps = 2
tags = ["land"]
dice.fight = { sides = 6 }
[unit_type.cart]
movement = "foot"
allowance = 2
steps = 0
holds = ["land"]
[unit_type.boat]
tags = ["boat"]
steps = 1

[unit.cart]
type = "cart"
nation = "red"
at = "A1"
[unit.r1]
type = "foot"
nation = "red"
at = "A2"
[unit.r2]
type = "foot"
nation = "red"
at = "cart"
[unit.r_late]
type = "foot"
nation = "red"
[unit.r_boat]
type = "boat"
nation = "red"
at = "A3"
hidden = true
[unit.b1]
type = "foot"
nation = "blue"
at = "D3"
[unit.b_boat]
type = "boat"
nation = "blue"
at = "D2"
hidden = true

[sequence]
turns = 3
each_turn = ["hide", "orders", "moves", "fights"]
[phase.hide]
frame = "demo.hide"
[phase.orders]
frame = "demo.orders"
[phase.moves]
frame = "demo.moves"
by = ["red", "blue"]
[phase.fights]
frame = "demo.fights"

[demo.conditions.red]
winner = "red"
when.any = [{ control = { by = "red", spaces = ["D3"] } }, { not = { control = { by = "blue", spaces = ["B2"] } } }]

[rule.D-1]
title = "Two points a turn"
"""

PLUGIN = '''
from __future__ import annotations

from typing import Any, ClassVar

import attrs
from attrs import frozen

from hexwright.errors import Reason
from hexwright.events import Concealed, Moved, Noted, Placed, Removed, StepsChanged
from hexwright.frames import ChanceFrame, DraftFrame, Frame
from hexwright.hooks import Manifest, hook
from hexwright.rules.movement import destinations, start_walk, why_not_move
from hexwright.ruleset.schema import Condition, key
from hexwright.windows import Action, Window

MANIFEST = Manifest(id="demo", summary="everything the test kit looks at")


@frozen
class Case:
    winner: str = key("who wins", "")
    when: Condition = key("when", {})


@frozen
class Demo:
    conditions: dict[str, Case] = key("the conditions", {})


@frozen
class Notes:
    """Who ordered what: each seat knows its own."""

    ordered: tuple[tuple[str, str], ...] = ()


@frozen
class Hide(DraftFrame):
    name: ClassVar[str] = "demo.hide"
    visibility = "secret"

    def prompt(self, now, seat):
        return "hide your boat"

    def choices(self, now, seat, draft):
        boat = "r_boat" if seat == "red" else "b_boat"
        return () if draft else [f"hide {boat} {s}" for s in now.board.spaces]

    def problems(self, now, seat, draft):
        return () if draft else (Reason("the boat must hide"),)

    def reveal(self, play, drafts):
        for seat, draft in sorted(drafts.items()):
            _, boat, space = draft[0].split()
            play.emit(Concealed(unit=boat, at=space, seats=(seat,)))


@frozen
class Orders(DraftFrame):
    name: ClassVar[str] = "demo.orders"

    def prompt(self, now, seat):
        return "what do you order?"

    def choices(self, now, seat, draft):
        return () if draft else ("order attack", "order wait")

    def reveal(self, play, drafts):
        play.set_slice(Notes(tuple((s, " ".join(d)) for s, d in sorted(drafts.items()))))


@frozen
class Moves(Window):
    name: ClassVar[str] = "demo.moves"
    uses_points: ClassVar[bool] = True

    def prompt(self, now, seat):
        return "move your units"


class Move(Action):
    verb = "move"
    windows = ("demo.moves",)
    rule = "D-1"

    def options(self, now, seat):
        for unit in now.units():
            if now.seat_of(unit.nation) == seat and now.type(unit).movement:
                for space in destinations(now, unit, seat):
                    yield f"move {unit.id} {space}"

    def refuse(self, now, seat, words):
        unit = now.state.units.get(words[1]) if len(words) == 3 else None
        if unit is None or now.seat_of(unit.nation) != seat:
            return Reason("say 'move', a unit of yours and a space", "D-1")
        return why_not_move(now, unit, words[2], seat)

    def take(self, play, seat, words):
        start_walk(play, play.now.unit(words[1]), words[2])


@frozen
class Fights(ChanceFrame):
    name: ClassVar[str] = "demo.fights"

    def label(self, now):
        return "fight"

    def sides(self, now):
        return (6, 6)

    def fell(self, play, faces):
        play.done()
        unit = play.state.units.get("b1")
        if unit is not None and faces[0] > faces[1]:
            if unit.steps > 1:
                play.emit(StepsChanged(unit="b1", steps=unit.steps - 1, was=unit.steps, why="fight"))
            else:
                play.emit(Removed(unit="b1", how="lost"))


@hook
def register(registry):
    registry.frame(Hide, Orders, Moves, Fights)
    registry.action(Move())
    registry.table("demo", Demo)
    registry.state(Notes())


@hook
def redact(now, seat, value):
    return attrs.evolve(value, ordered=tuple((s, w) for s, w in value.ordered if s == seat))
'''


def write_demo(folder: Path, old: str = "", new: str = "", data: str = "") -> Path:
    """The demo written into a folder, with a piece of its plug-in replaced."""
    assert old in PLUGIN
    (folder / "plugins").mkdir(parents=True)
    (folder / "ruleset.toml").write_text(RULESET + data, encoding="utf-8")
    (folder / "plugins" / "demo.py").write_text(PLUGIN.replace(old, new, 1) if old else PLUGIN, encoding="utf-8")
    return folder


def demo(folder: Path, old: str = "", new: str = "") -> Game:
    """The demo as a game."""
    return Game.load(write_demo(folder / "demo", old, new))
