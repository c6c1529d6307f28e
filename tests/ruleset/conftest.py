"""A small valid ruleset of no particular war for the tests of loading: a 10 x 6 hex map, two sides, no plug-ins."""

from __future__ import annotations

from pathlib import Path

import pytest

RULESET = """\
# Two sides and how a turn goes.
[ruleset]
id = "small"
title = "The Ford"
description = "a river and two crossings"

[side.north]
name = "North"
adjective = "Northern"
[side.south]
name = "South"

[nation.nor]
name = "Norland"
side = "north"
[nation.sud]
name = "Sudland"
side = "south"
color = "#aa3322"

[[relation]]
id = "feud"
nations = ["nor", "sud"]
are = "enemy"

[role.first]
default = "north"

[sequence]
turns = 6
setup = ["deal"]
each_turn = ["moves", "fights", "tidy"]
names = ["one", "two", "three", "four", "five", "six"]

[phase.deal]
frame = "pass"
[phase.moves]
name = "Movement"
phases = ["march", "sail"]
choose = { by = "first" }
[phase.march]
frame = "pass"
by = ["first", "south"]
turns = "2-"
[phase.sail]
frame = "pass"
alternate = ["north", "south"]
[phase.fights]
frame = "pass"
repeat = { until = { done = "sail" } }
when = { any = [{ turn = { from = 2 } }, { not = { control = { spaces = ["3.3"], by = "north" } } }] }
[phase.tidy]
frame = "pass"
rule = "R1"
"""

MAP = """\
[terrain.open]
symbol = "o"
[terrain.wood]
symbol = "w"
tags = ["rough"]
[terrain.sea]
symbol = "~"

[feature.road]
on = "border"
[feature.harbour]
on = "space"
fields.size = { type = "int", default = 1 }
fields.to = "spaces"

[board.main]
kind = "hex"
rows = '''
ooooooooow
oowwoooo~~
oowwoooo~~
oooooooo~~
oooooooo~-
wwwooooo~-
'''
numbering = { separator = "." }

[board.off]
kind = "area"
[space.pool]
name = "Pool"
board = "off"
terrain = "sea"
adjacent = ["rear"]
[space.rear]
board = "off"
terrain = "open"
[space."3.3"]
name = "The Ford"
control = "nor"
features.harbour = { size = 3, to = ["4.3"] }

[line.highway]
feature = "road"
through = ["1.1", "2.1", "3.2"]
[line.lane]
feature = "road"
borders = ["5.1|5.2"]

[zone.coast]
spaces = ["9.2", "9.3"]
tags = ["rough"]

[movement.foot]
cost = { open = 1, wood = { cost = 2, stop = true } }
borders = [{ feature = "road", op = "set", cost = 1 }]
[stacking.land]
limit = 3
[control]
takes = ["land"]
[route.road]
source = "harbour"
along = "road"
"""

UNITS = """\
[unit_type.inf]
name = "Infantry"
tags = ["land"]
steps = 3
movement = "foot"
allowance = 4
dice.attack = { sides = [6, 8, 10] }
dice.defence = 6
[unit_type.ship]
tags = ["sea"]
holds = ["land"]
capacity = 4
[unit.a]
type = "inf"
nation = "nor"
at = "1.1"
steps = 2
[unit.boat]
type = "ship"
nation = "sud"
at = "pool"
[unit.b]
type = "inf"
nation = "sud"
at = "boat"
count = 3
[unit.late]
type = "inf"
nation = "nor"
[status.tired]
until = "tidy"
[marker.dug_in]
most = 1
[mission.raid]
types = ["inf"]
[table.weather]
rows = [{ max = 3, text = "fair" }, { max = 6, text = "foul", rule = "R1" }]
[reinforcement.second_wave]
turn = 3
units = ["late"]
at = ["1.2", "boat"]
phase = "march"
[rule.R1]
title = "Tidy up"
"""

SCENARIO = """\
[scenario]
title = "The Ford, at dawn"
description = "all at once"
[unit.a]
at = "2.2"
"""

VARIANT = """\
[variant]
title = "Short"
[sequence]
turns = 4
names = ["one", "two", "three", "four"]
"""

FILES = {
    "ruleset.toml": RULESET,
    "map.toml": MAP,
    "units.toml": UNITS,
    "scenarios/dawn.toml": SCENARIO,
    "variants/short.toml": VARIANT,
}


def write_ruleset(folder: Path, files: dict[str, str] | None = None) -> Path:
    """Writes the small ruleset, or other files, into a folder."""
    for name, text in (FILES if files is None else files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The folder of the small ruleset."""
    return write_ruleset(tmp_path / "small")


@pytest.fixture(scope="session")
def small_files() -> dict[str, str]:
    """The files of the small ruleset by name."""
    return dict(FILES)
