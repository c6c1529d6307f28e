"""A small game for the tests of counters and overlays: a road to a port, a ship with cargo, aircraft, a hidden boat."""

from __future__ import annotations

from pathlib import Path

from hexwright.game import Game

RULESET = """
[ruleset]
id = "sample"
title = "Sample"

[side.red]
name = "Red"
[side.blue]
name = "Blue"
[nation.red]
name = "Red"
side = "red"
color = "#b3352c"
[nation.blue]
name = "Blue"
side = "blue"
color = "#ffd24d"

[terrain.open]
symbol = "."
tags = ["ground"]
[terrain.sea]
symbol = "~"
[board.field]
kind = "hex"
rows = '''
......~
......~
......~
'''
[board.field.numbering]
first_column = "A"
first_row = "1"
[board.off]
kind = "area"
name = "Boxes"
[space.pool]
board = "off"
name = "Pool"
[space.home]
board = "off"
name = "Home"

[feature.port]
on = "space"
[feature.road]
on = "border"
[space.A1]
name = "Northport"
control = "red"
features.port = {}
[line.north]
feature = "road"
through = ["A1", "B1", "C1", "D1", "E1", "F1"]

[marker.trench]
name = "Trench"
[status.tired]
name = "worn out"
[status.planned]
hidden = true

[movement.foot]
cost = { open = 1 }
enemies = "block"
[movement.sail]
cost = { sea = 1 }
unlimited = true
enemies = "pass"
[route.supply]
source = "port"
along = "road"
cut_by = ["land"]

[unit_type.foot_regiment]
name = "Foot Regiment"
short = "FT"
movement = "foot"
allowance = 2
steps = 3
tags = ["land", "infantry"]
[unit_type.cart]
name = "Cart"
steps = 0
tags = ["land", "wagon"]
[unit_type.fleet]
name = "Fleet"
movement = "sail"
steps = 2
holds = ["land"]
tags = ["ship"]
[unit_type.bomber]
name = "Bombers"
steps = 1
range = 2
tags = ["air"]
[unit_type.boat]
name = "Boat"
movement = "sail"
steps = 1
tags = ["submarine"]

[unit]
r1 = { type = "foot_regiment", nation = "red", at = "C1", name = "Old Guard" }
r = { type = "foot_regiment", nation = "red", at = "B1", count = 2, steps = 2 }
rb = { type = "bomber", nation = "red", at = "A1" }
rf = { type = "fleet", nation = "red", at = "G1" }
rc = { type = "cart", nation = "red", at = "rf", count = 2 }
b1 = { type = "foot_regiment", nation = "blue", at = "F3" }
bb = { type = "boat", nation = "blue", at = "G3", hidden = true }
crowd = { type = "foot_regiment", nation = "blue", at = "pool", count = 9 }
pile_a = { type = "foot_regiment", nation = "blue", at = "home", name = "The 1st" }

[sequence]
turns = 2
each_turn = ["all"]
[phase.all]
frame = "pass"
"""


def sample(folder: Path, more: str = "") -> Game:
    """The game, with further lines."""
    place = folder / "sample"
    place.mkdir(exist_ok=True)
    (place / "ruleset.toml").write_text(RULESET + more, encoding="utf-8")
    return Game.load(str(place))
