"""Facts of the map: a sound little game has none, and each fault planted in it is told once, at its line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hexwright.errors import Fault
from hexwright.game import Game
from hexwright.ruleset.faults import CODES
from hexwright.ruleset.load import load_with_faults
from hexwright.ruleset.schema import Extension
from hexwright.ruleset.turns import on_turn

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = [f.parent for at in ("rulesets", "tests/rulesets") for f in sorted((ROOT / at).glob("*/ruleset.toml"))]

ISLES = """\
[ruleset]
id = "isles"
title = "Two Isles"
[side.north]
name = "North"
[side.south]
name = "South"
[nation.nor]
name = "Norland"
side = "north"
[nation.sud]
name = "Sudland"
side = "south"
[sequence]
turns = 6
each_turn = ["months"]
[phase.months]
phases = ["come", "march"]
turns = "1-"
[phase.come]
frame = "pass"
turns = "2-"
[phase.march]
frame = "pass"
when = { control = { zone = "gulf", by = "north" } }

[terrain.open]
symbol = "o"
tags = ["land"]
[terrain.wood]
symbol = "w"
tags = ["land"]
[terrain.sea]
symbol = "~"
tags = ["sea"]
[terrain.ice]
symbol = "i"
out_of_play = true

[feature.port]
on = "space"
ground = ["land"]
beside = ["sea"]
[feature.port.fields]
berths = { type = "spaces", ground = ["sea"], adjacent = true }
[feature.road]
on = "border"
ground = ["land"]
[feature.wall]
on = "border"
[feature.bank]
on = "border"
beside = ["sea"]

# A west isle of two columns, a gulf, a mainland; ice in the far corner.
[board.main]
kind = "hex"
numbering = { first_column = "A" }
rows = '''
oo~~ooo
ow~~owo
oo~~ooi
'''
[board.lakes]
kind = "area"
[space.mere]
board = "lakes"
terrain = "sea"
adjacent = ["tarn", "loch"]
[space.tarn]
board = "lakes"
terrain = "sea"
adjacent = ["mere", "loch"]
[space.loch]
board = "lakes"
terrain = "sea"
adjacent = ["mere", "tarn"]
[board.boxes]
kind = "area"
[space.pool]
board = "boxes"
adjacent = ["E1"]
[space.B1]
features.port = { berths = ["C1"] }
[space.E1]
features.port = {}
[space.F1]
home = "nor"
[line.highway]
feature = "road"
through = ["E1", "F1", "G1"]
[line.dam]
feature = "wall"
borders = ["F2|F3"]
[line.shore]
feature = "bank"
borders = ["B1|C1"]
[zone.gulf]
spaces = ["C1", "D1"]

[movement.foot]
cost = { open = 1, wood = 2 }
borders = [{ feature = "road", op = "set", cost = 1 }, { feature = "wall", op = "close" }]
[movement.boat]
cost.sea = 1
[stacking.troops]
limit = 4
measure = "steps"
tags = ["foot"]
[route.supply]
source = "port"
mode = "foot"

[unit_type.inf]
tags = ["foot"]
steps = 3
movement = "foot"
allowance = 2
[unit_type.fort]
tags = ["foot"]
steps = 1
[unit_type.boat]
movement = "boat"
allowance = 3
[unit_type.cart]
holds = ["cargo"]
capacity = 2
[unit_type.load]
tags = ["cargo"]
[unit]
walkers = { type = "inf", nation = "nor", at = "F1" }
defenders = { type = "inf", nation = "sud", at = "G2" }
tower = { type = "fort", nation = "sud", at = "G2" }
skiff = { type = "boat", nation = "sud", at = "C1" }
wagon = { type = "cart", nation = "sud", at = "G1" }
bread = { type = "load", nation = "sud", at = "wagon" }
late = { type = "inf", nation = "nor", count = 2 }
meat = { type = "load", nation = "sud" }
[reinforcement.second]
turn = 3
units = ["late"]
at = ["pool", "E2"]
phase = "come"
[reinforcement.food]
turn = 4
units = ["meat"]
at = ["wagon"]
"""

# (code, what is replaced, what stands there instead); the line with HERE is told; "" adds the text at the end.
PLANTED = [
    # Spaces that nobody reaches, or terrain.
    ("H410", "", '[line.moat]\nfeature = "wall"\nborders = ["A3|A2", "A3|B2", "A3|B3"]\n[space.A3] # HERE'),
    ("H411", "out_of_play = true", "# ", "[terrain.ice] # HERE"),
    ("H411", "[terrain.wood]", "[terrain.wood]\nout_of_play = true # HERE"),
    ("H411", "cost = { open = 1, wood = 2 }", "cost = { open = 1 }", "[terrain.wood] # HERE"),
    # Parts cut off, borders that are one-way.
    ("H412", 'walkers = { type = "inf", nation = "nor", at = "F1" }',
     'walkers = { type = "inf", nation = "nor", at = "A1" } # HERE'),
    ("H412", 'at = ["pool", "E2"]', 'at = ["pool", "A2"] # HERE'),
    ("H414", 'adjacent = ["mere", "loch"]', 'adjacent = ["loch"]', 'adjacent = ["tarn", "loch"] # HERE'),
    ("H415", 'home = "nor"', 'home = "nor"\nterrain = "sea"',
     'walkers = { type = "inf", nation = "nor", at = "F1" } # HERE'),
    # Supply.
    ("H413", "[space.B1]\nfeatures.port", "[space.A1] # HERE\n[space.B1]\n# "),
    ("H413", 'source = "port"', 'source = "road" # HERE'),
    # What stands on the map.
    ("H416", "[space.F1]", "[space.D1]\nfeatures.port = {} # HERE\n[space.F1]"),
    ("H416", 'through = ["E1", "F1", "G1"]', 'through = ["E1",\n"D1", # HERE\n"E2", "F1", "G1"]'),
    ("H417", "[space.F1]", "[space.G1]\nfeatures.port = {} # HERE\n[space.F1]"),
    ("H417", '{ berths = ["C1"] }', '{ berths = [\n"A1"] } # HERE'),
    ("H417", '{ berths = ["C1"] }', '{ berths = [\n"D1"] } # HERE'),
    ("H417", 'borders = ["B1|C1"]', 'borders = ["B1|C1",\n"A1|A2"] # HERE'),
    # What nothing uses.
    ("H418", "", '[terrain.mud] # HERE\nname = "Mud"'),
    ("H418", "", '[mission.charge]\ntypes = ["horse"]\n[unit_type.horse] # HERE\ndice.charge = 6'),
    ("H418", "", '[movement.air] # HERE\ncost.sea = 1'),
    ("H418", "", '[feature.fort] # HERE\non = "space"'),
    ("H418", "", '[mission.raid] # HERE\nname = "Raid"'),
    ("H418", "", '[status.tired] # HERE\nuntil = "march"'),
    ("H418", "", "[marker.mine] # HERE\nmost = 2"),
    ("H418", "", '[role.first] # HERE\ndefault = "north"'),
    ("H418", "", '[zone.far] # HERE\nspaces = ["G1"]'),
    ("H418", "", '[table.storm] # HERE\nrows = [{ max = 6, text = "none" }]'),
    # Reinforcements.
    ("H513", 'at = ["pool", "E2"]', "at = []", "[reinforcement.second] # HERE"),
    ("H513", 'units = ["late"]', "units = []", "[reinforcement.second] # HERE"),
    ("H513", "turn = 3", "turn = 1", 'phase = "come" # HERE'),
    ("H514", "", '[unit.lost] # HERE\ntype = "inf"\nnation = "nor"'),
    ("H515", 'at = ["pool", "E2"]', 'at = ["pool",\n"C2"] # HERE'),
    ("H515", "limit = 4\n", "limit = 2\n", 'at = ["pool", "E2"] # HERE'),
    ("H515", 'units = ["meat"]', 'units = ["meat", "late"]', 'at = ["wagon"] # HERE'),
    ("H515", 'meat = { type = "load", nation = "sud" }', 'meat = { type = "load", nation = "sud", count = 3 }',
     'at = ["wagon"] # HERE'),
    ("H515", 'adjacent = ["E1"]', "", 'at = ["pool", "E2"] # HERE'),
    # Set-up.
    ("H610", 'tags = ["foot"]\nsteps = 3\nmovement = "foot"\nallowance = 2',
     'tags = ["foot"]\nsteps = 3\nmovement = "foot"\nallowance = 0 # HERE'),
    ("H610", "cost.sea = 1", "cost.sea = 5", 'skiff = { type = "boat", nation = "sud", at = "C1" } # HERE'),
    ("H610", "", '[space.shed] # HERE\nboard = "boxes"\n[unit.guard]\ntype = "fort"\nnation = "sud"\nat = "shed"'),
    ("H611", 'nation = "sud", at = "C1" }', 'nation = "sud", at = "G1" } # HERE'),
    ("H612", 'type = "fort", nation = "sud", at = "G2" }',
     'type = "fort", nation = "sud", at = "G2", count = 2 } # HERE'),
]  # fmt: skip


BRINGER = Extension("bringer", text=lambda: "for group in now.rules.reinforcement.values():")


def facts(folder: Path, text: str, *extensions: Extension) -> tuple[Fault, ...]:
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.toml").write_text(text, encoding="utf-8")
    return load_with_faults(folder, frames=("pass",), map_facts=True, extensions=(BRINGER, *extensions))[1]


def test_a_sound_map_has_nothing_to_tell(tmp_path: Path) -> None:
    assert facts(tmp_path, ISLES) == ()


@pytest.mark.parametrize("case", PLANTED, ids=lambda c: f"{c[0]}-{c[2][:24]!r}")
def test_a_planted_fact_is_told_at_its_line(tmp_path: Path, case: tuple[str, ...]) -> None:
    code, old, new, *elsewhere = case
    assert old in ISLES
    text = ISLES.replace(old, new, 1) if old else f"{ISLES}{new}\n"
    for marked in elsewhere:  # the line that is told is another one than the changed one
        plain = marked.replace(" # HERE", "")
        assert plain in text
        text = text.replace(plain, marked, 1)
    line = next(n for n, found in enumerate(text.split("\n"), 1) if "HERE" in found)
    found = facts(tmp_path, text)
    assert (code, line) in [(f.code, f.line) for f in found], "\n".join(map(str, found))
    assert all(f.level == "warning" and f.column > 0 and f.message for f in found if f.code == code)
    assert len([f for f in found if f.code == code]) == 1, "\n".join(map(str, found))
    assert CODES[code].level == "warning"


@pytest.mark.parametrize("case", PLANTED, ids=lambda c: f"{c[0]}-{c[2][:24]!r}")
def test_map_facts_are_told_only_when_asked(tmp_path: Path, case: tuple[str, ...]) -> None:
    (tmp_path / "ruleset.toml").write_text(ISLES.replace(case[1], case[2], 1) if case[1] else ISLES + case[2])
    assert case[0] not in [f.code for f in load_with_faults(tmp_path, frames=("pass",))[1]]


def test_map_facts_wait_until_there_are_no_errors(tmp_path: Path) -> None:
    broken = ISLES.replace("wood = 2", "wod = 2")
    assert [f.code for f in facts(tmp_path, broken)] == ["H301"]


def test_every_map_fact_is_planted() -> None:
    ours = {"H513", "H514", "H515", "H610", "H611", "H612"} | {f"H{n}" for n in range(410, 419)}
    assert ours == {case[0] for case in PLANTED}


@pytest.mark.parametrize(
    ("source", "told"),
    [("now.rules.reinforcement.items()", False), ("now.settings(Reinforce)", True), ("", True), (None, False)],
)
def test_reinforcements_that_no_plug_in_brings_are_told(tmp_path: Path, source: str | None, told: bool) -> None:
    """What an idle plug-in reads does not count, but it is named; one that cannot be read may do anything."""
    (tmp_path / "ruleset.toml").write_text(ISLES, encoding="utf-8")
    own = Extension("own", text=lambda: source)
    idle = Extension("train", active=False, text=BRINGER.text)
    _, found = load_with_faults(tmp_path, frames=("pass",), map_facts=True, extensions=(own, idle))
    mine = [f for f in found if f.code == "H516"]
    assert bool(mine) == told
    for fault in mine:
        assert ISLES.split("\n")[fault.line - 1].startswith("[reinforcement.") or fault.source
        assert fault.hint == "name a plug-in that does in [ruleset].plugins, such as train"


def test_a_letter_of_the_map_is_pointed_at(tmp_path: Path) -> None:
    walled = '[line.moat]\nfeature = "wall"\nborders = ["A3|A2", "A3|B2", "A3|B3"]\n'
    (fault,) = [f for f in facts(tmp_path, ISLES + walled) if f.code == "H410"]
    assert (ISLES.split("\n")[fault.line - 1], fault.column) == ("oo~~ooi", 1)


def test_a_part_without_a_source_names_the_way_out(tmp_path: Path) -> None:
    """S01: the source stands in one part, units in both; then the last source goes."""
    text = ISLES.replace("[space.B1]\nfeatures.port", "[space.B1]\n# ", 1)
    text = text.replace('at = "G2" }', 'at = "A2" }', 1)
    (fault,) = [f for f in facts(tmp_path, text) if f.code == "H413"]
    assert "A2" in fault.message or "A1" in fault.message
    assert fault.hint == "give it a 'port', or join it to E1"
    (fault,) = [f for f in facts(tmp_path, text.replace("features.port = {}", "")) if f.code == "H413"]
    assert "no source" in fault.message


def test_a_container_that_holds_such_units_frees_them(tmp_path: Path) -> None:
    stuck = ISLES.replace('nation = "nor", at = "F1" }', 'nation = "nor", at = "A1" }', 1)
    assert [f.code for f in facts(tmp_path, stuck)] == ["H412"]
    assert facts(tmp_path, stuck.replace('holds = ["cargo"]', 'holds = ["cargo", "foot"]')) == ()


def test_boards_that_write_each_border_once_may(tmp_path: Path) -> None:
    once = ISLES.replace('adjacent = ["mere", "loch"]', "")
    once = once.replace('adjacent = ["mere", "tarn"]', 'adjacent = ["tarn"]')
    assert facts(tmp_path, once) == ()


def test_a_home_may_be_left_but_not_by_a_border_without_return(tmp_path: Path) -> None:
    (fault,) = [f for f in facts(tmp_path, ISLES.replace('home = "nor"', 'home = "nor"\nterrain = "sea"'))
                if f.code == "H415"]  # fmt: skip
    assert fault.message.startswith("'walkers' can go from F1 to ") and "never back" in fault.message


# ------------------------------------------------------------------ what counts as use


def test_a_condition_uses_what_it_names(tmp_path: Path) -> None:
    (fault,) = facts(tmp_path, ISLES.replace('when = { control = { zone = "gulf", by = "north" } }', ""))
    assert (fault.code, fault.message) == ("H418", "nothing uses the zone 'gulf'")


@pytest.mark.parametrize(
    ("source", "codes"),
    [("play.emit(StatusSet('tired'))", []), ('kind == "tired"', []), ("# tired", ["H418"]), (None, [])],
)
def test_a_plugin_uses_what_its_source_quotes(tmp_path: Path, source: str | None, codes: list[str]) -> None:
    text = ISLES.replace('title = "Two Isles"', 'title = "Two Isles"\nplugins = ["rain"]') + "[status.tired]\n"
    rain = Extension("rain", text=lambda: source)
    assert [f.code for f in facts(tmp_path, text, rain)] == codes
    idle = Extension("snow", active=False, text=lambda: "'tired'")
    assert [f.code for f in facts(tmp_path, ISLES + "[status.tired]\n", idle)] == ["H418"]


def test_the_source_of_a_plugin_is_read_with_what_it_imports() -> None:
    from hexwright.plugins import discover

    offers = discover()
    extension = next(e for e in _extensions(offers) if e.plugin == "facilities")
    text = extension.text()
    assert text is not None and "check_based" in text and "class Escape" in text
    assert Extension("x").text() == ""


def _extensions(offers: object) -> tuple[Extension, ...]:
    from hexwright.plugins import Plugins

    return Plugins(offered=offers).extensions()  # type: ignore[arg-type]


# ------------------------------------------------------------------ the shipped rulesets


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda f: f.name)
def test_shipped_rulesets_are_clean(folder: Path) -> None:
    game, faults = Game.load_with_faults(folder, map_facts=True)
    assert game is not None
    assert faults == ()


def test_map_facts_are_quick() -> None:
    """At most 0.6 s of processor time, networkx included; they take a third of it."""
    Game.load_with_faults("torch_tunisia")
    begun = time.process_time()
    Game.load_with_faults("torch_tunisia")
    plain = time.process_time()
    Game.load_with_faults("torch_tunisia", map_facts=True)
    assert (time.process_time() - plain) - (plain - begun) < 0.6


@pytest.mark.parametrize(
    ("setting", "code", "words"),
    [
        ("line.via_balbia.through=['T7', 'U8', 'U9']", "H416", "Via Balbia runs through U8"),
        ("unit.sic_sup.at='T1'", "H611", "'sic_sup' starts in T1"),
        ("reinforcement.axis_t2_sub.at=[]", "H513", "axis_t2_sub"),
        ("reinforcement.axis_t2_sea.at=['atlantic']", "H810", "'ax_inf_t2' can never leave 'atlantic'"),
        ("reinforcement.axis_t2_sea.phase=''", "H810", "no phase brings them"),
        ("reinforcement.axis_t4_air.phase='place'", "H810", "nobody is asked to choose"),
        ("unit.gib_ftr.count=2", "H810", "are based at E6, which holds 2"),
        ("unit.malta_bmb.at='B9'", "H810", "where there is no airfield"),
        ("unit.malta_esc.at='B9'", "H810", "malta_esc starts in B9, which is no port"),
        ("unit.tri_inf.count=9", "H612", "9 steps start in Tripoli (W9), where 8 may stand"),
    ],
)
def test_torch_and_tunisia_is_watched(setting: str, code: str, words: str) -> None:
    _, faults = Game.load_with_faults("torch_tunisia", settings=(setting,), map_facts=True)
    assert code in [f.code for f in faults], faults
    assert any(words in f.message for f in faults if f.code == code), faults


def test_turns_are_read_as_they_are_written() -> None:
    assert [on_turn("2-4,last", t, 9) for t in (1, 2, 4, 5, 9)] == [False, True, True, False, True]
