"""A small ruleset with one of everything, and what a variant of it changes, in lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexwright.comparing.words import told
from hexwright.game import Game

RULESET = """\
[ruleset]
id = "rich"
title = "Rich"
plugins = ["rich"]
[side.red]
name = "Reds"
[side.blue]
name = "Blues"
[nation.red]
name = "Red"
side = "red"
[nation.blue]
name = "Blue"
side = "blue"
[[relation]]
id = "foes"
nations = ["red", "blue"]
are = "enemy"
[terrain.clear]
name = "clear"
symbol = "."
[terrain.mountain]
name = "mountain"
symbol = "^"
tags = ["rough"]
[feature.town]
on = "space"
name = "town"
fields = { value = { type = "int", default = 1 } }
[feature.river]
on = "border"
name = "river"
[board.field]
kind = "hex"
rows = '''
.....
..^..
.....
'''
[board.field.numbering]
first_column = "A"
[board.off]
kind = "area"
[space.pool]
name = "Pool"
board = "off"
[space.B2]
name = "Middleton"
control = "red"
features.town = { value = 2 }
[line.stream]
feature = "river"
borders = ["A1|B1"]
[zone.north]
name = "the north"
spaces = ["A1", "B1"]
[movement.foot]
name = "On foot"
cost = { clear = 1, mountain = { cost = 2, stop = true } }
borders = [{ feature = "river", op = "add", cost = 1 }]
[stacking.heap]
limit = 3
[control]
takes = ["army"]
[route.supply]
source = "town"
mode = "foot"
[unit_type.fighter]
name = "Fighter"
tags = ["air", "fast"]
range = 6
[unit_type.fighter.dice]
attack = { sides = 6 }
escort = 8
[unit_type.army]
name = "Army"
tags = ["army"]
movement = "foot"
allowance = 4
steps = 2
[unit_type.army.traits.brave]
nerve = 3
[unit.first]
name = "1st Army"
type = "army"
nation = "red"
at = "A1"
[unit.second]
type = "army"
nation = "blue"
at = "C3"
[unit.late]
type = "army"
nation = "blue"
[status.tired]
name = "tired"
until = "march"
[marker.fort]
name = "Fort"
[mission.raid]
name = "Raid"
types = ["fighter"]
target = ["ships"]
[table.luck]
dice = 2
rows = [{ max = 6, gives = { loss = 1 } }, { max = 12, text = "nothing happens" }]
[role.first]
name = "first player"
default = "red"
[sequence]
turns = 3
each_turn = ["plan", "play"]
[phase.plan]
name = "Planning"
frame = "pass"
by = ["red"]
[phase.play]
name = "Play"
phases = ["march", "fight"]
[phase.march]
name = "Marching"
frame = "pass"
by = ["red", "blue"]
[phase.fight]
name = "Fighting"
frame = "rich.fight"
when = { turn = { from = 2 } }
[reinforcement.coming]
turn = 2
units = ["late"]
at = ["pool"]
[rule.R-1]
title = "A rule"
text = "It is one."
[rich]
weather = "fair"
[victory.conditions.red]
winner = "red"
when = { control = { by = "red", spaces = ["B2"] } }
[switch."rich.storms"]
doc = "whether storms come on the second turn"
values.no.rich.weather = "fair"
values.yes.rich.weather = "foul"
"""

PLUGIN = """
from attrs import frozen
from hexwright.frames import ChanceFrame
from hexwright.hooks import Manifest, hook
from hexwright.ruleset.schema import Condition, key

MANIFEST = Manifest("rich", "The special rules of a rich game.", "1.0")


@frozen
class Rich:
    weather: str = key("the weather of the whole game (R-1)", "fair")
    bonus: tuple[int, ...] = key("pay by turn", (1, 2))
    open: bool = key("the gates are open", True)
    goods: dict[str, tuple[str, ...]] = key("side -> boxes it buys from", {})
    closed: tuple[str, ...] = key("spaces that are closed", (), refers="space")


@frozen
class Goal:
    winner: str = key("side that wins", refers="side")
    when: Condition = key("wins when this holds", {})


@frozen
class Victory:
    conditions: dict[str, Goal] = key("the conditions", {})


@frozen
class Brave:
    nerve: int = key("how often it stands", 1)


@frozen
class Fight(ChanceFrame):
    name = "rich.fight"

    def roll(self, now):
        from hexwright.decisions import Roll
        return Roll("fight", 0, (now.rules.unit_type["fighter"].dice["attack"].sides,))

    def label(self, now):
        return "fight"

    def fell(self, play, faces):
        play.done()
        side = "red" if faces[0] > 3 else "blue"
        from hexwright.events import GameEnded, Noted
        play.emit(Noted(note=f"{side} wins a fight in {play.now.settings(Rich).weather} weather"))
        if play.state.turn == play.now.rules.sequence.turns:
            play.emit(GameEnded(winner=side, reason="the last fight"))


@hook
def register(registry):
    registry.frame(Fight)
    registry.table("rich", Rich)
    registry.table("victory", Victory)
    registry.trait("brave", Brave)
"""

Lines = Callable[[str], list[str]]


def write(folder: Path, text: str = RULESET, plugin: str = PLUGIN) -> Path:
    """The ruleset in a folder."""
    (folder / "plugins").mkdir(parents=True)
    (folder / "variants").mkdir()
    (folder / "ruleset.toml").write_text(text, encoding="utf-8")
    (folder / "plugins" / "rich.py").write_text(plugin, encoding="utf-8")
    return folder


def add_variant(folder: Path, text: str, name: str = "v") -> Path:
    """A variant beside the ruleset; `text` begins on its first line."""
    path = folder / "variants" / f"{name}.toml"
    path.write_text(f'{text}\n[variant]\ntitle = "{name}"\n', encoding="utf-8")
    return path


@pytest.fixture
def rich(tmp_path: Path) -> Path:
    """The folder of the ruleset."""
    return write(tmp_path / "rich")


@pytest.fixture
def lines(rich: Path) -> Lines:
    """`lines(text)`: what a variant of this text changes, in lines."""

    def made(text: str) -> list[str]:
        add_variant(rich, text)
        return [str(line) for line in told(Game.load(rich), Game.load(rich, variants=("v",)))]

    return made


def placed(expected: str) -> str:
    """An expected line in which <<text>> stands for the line of the ruleset that begins so.

    <<[table]::text>> is the one under a table.
    """

    def line(found: re.Match[str]) -> str:
        table, _, text = found[1].rpartition("::")
        numbers = list(_lines_of(table, text))
        assert len(numbers) == 1, (found[1], numbers)
        return f"ruleset.toml:{numbers[0]}"

    return re.sub("<<(.+?)>>", line, expected)


def _lines_of(table: str, text: str) -> Iterator[int]:
    under = ""
    for number, line in enumerate(RULESET.splitlines(), 1):
        under = line if line.startswith("[") else under
        if line.startswith(text) and table in ("", under):
            yield number
