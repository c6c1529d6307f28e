"""One planted fault after the other in the small ruleset: the right code at the right line, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.ruleset.faults import CODES
from hexwright.ruleset.load import load_with_faults

# What the pages of the codes do not show: further forms of a fault (tests/ruleset/test_pages.py has the first).
# (code, file, what is replaced, what stands there instead); the line with HERE is the one to be told.
# With nothing to replace the text is added in a file of its own.
EDITS: list[tuple[str, str, str, str]] = [
    ("H101", "units.toml", "steps = 3", "steps = = 3 # HERE"),
    ("H101", "units.toml", "steps = 3", f"steps = {'9' * 5000} # HERE"),
    ("H105", "zz.toml", "", "[ruleset] # HERE\nplugins = []"),
    ("H105", "scenarios/dawn.toml", "[unit.a]", '[variant] # HERE\ntitle = "x"\n[unit.a]'),
    ("H201", "scenarios/dawn.toml", "[scenario]", 'remove = "unit.b" # HERE\n[scenario]'),
    ("H201", "units.toml", "steps = 3", "steps = true # HERE"),
    ("H201", "units.toml", "steps = 3", "steps = 3.0 # HERE"),
    ("H201", "units.toml", "steps = 3", "steps = inf # HERE"),
    ("H201", "units.toml", "steps = 3", "steps = 99999999999999999999 # HERE"),
    ("H201", "units.toml", 'tags = ["land"]', 'tags = "land" # HERE'),
    ("H201", "units.toml", 'name = "Infantry"', "name = 7 # HERE"),
    ("H201", "map.toml", "size = 3", "size = nan"),
    ("H201", "zz.toml", "", "[rule]\nR2 = 3 # HERE"),
    ("H205", "zz.toml", "", "nations = 3 # HERE"),
    ("H202", "map.toml", "limit = 3", "limit = 3\nlimits = 3 # HERE"),
    ("H202", "units.toml", "steps = 3", "steps = 3\ntraits.fast = { a = 1 } # HERE"),
    ("H207", "units.toml", "steps = 3", "steps = 1942-11-08 # HERE"),
    ("H207", "units.toml", 'name = "Infantry"', "name = 1942-11-08T05:00:00 # HERE"),
    ("H101", "units.toml", "steps = 3", "steps = 1942-02-30 # HERE"),
    ("H208", "zz.toml", "", '[terrain.""] # HERE\nname = "x"'),
    ("H209", "zz.toml", "", '[rule."straße"]\ntitle = "x"\n[rule.STRASSE] # HERE\ntitle = "x"'),
    ("H210", "zz.toml", "", '[switch."a.b"]\nsets = ["relation.feud.are"] # HERE'),
    ("H301", "map.toml", "wood = {", "wods = {"),
    ("H301", "units.toml", 'nation = "sud"\nat = "pool"', 'nation = "sad" # HERE\nat = "pool"'),
    ("H301", "units.toml", 'types = ["inf"]', 'types = ["inf",\n "imf"] # HERE'),
    ("H301", "map.toml", 'spaces = ["9.2", "9.3"]', 'spaces = ["9.2", "coast"] # HERE'),
    ("H301", "map.toml", 'to = ["4.3"]', 'to = ["44.3"]'),
    ("H301", "map.toml", 'borders = ["5.1|5.2"]', 'borders = ["5.1|5.22"] # HERE'),
    ("H301", "ruleset.toml", 'rule = "R1"', 'rule = "R2" # HERE'),
    ("H301", "ruleset.toml", 'default = "north"', 'default = "east" # HERE'),
    ("H301", "map.toml", "features.harbour = {", "features.harbor = {"),
    ("H302", "scenarios/dawn.toml", "[scenario]", 'remove = ["status.tired", "phase.march"]\n[scenario]'),
    ("H303", "ruleset.toml", 'frame = "pass"\nrule', 'frame = "weather.roll" # HERE\nrule'),
    ("H304", "zz.toml", "", '[stacking.extra]\nlimit = 1\ntags = ["lnad"] # HERE'),
    ("H305", "zz.toml", "", '[unit_type.extra]\ntags = ["lnad"] # HERE'),
    ("H306", "scenarios/dawn.toml", "[unit.a]", '[terrain.opne] # HERE\n[unit.a]'),
    ("H402", "map.toml", "rows = '''", "rows = ''\nname = '''"),
    ("H403", "map.toml", "size = 3,", "size = true,"),
    ("H403", "map.toml", 'type = "int", default = 1', 'type = "int", default = "1"'),
    ("H403", "map.toml", 'fields.to = "spaces"', 'fields.to = { type = "spaces", default = [1] } # HERE'),
    ("H404", "map.toml", 'feature = "road"\nborders', 'feature = "harbour" # HERE\nborders'),
    ("H406", "map.toml", 'borders = ["5.1|5.2"]', 'borders = ["5.1|5.2",\n"1.1|1.3"] # HERE'),
    ("H503", "ruleset.toml", '[phase.deal]\nframe = "pass"', '[phase.deal]\nchoose = { by = "first" } # HERE'),
    ("H504", "ruleset.toml", "choose = {", 'frame = "pass" # HERE\nchoose = {'),
    ("H504", "ruleset.toml", 'alternate = ["north", "south"]', 'alternate = ["north"] # HERE'),
    ("H505", "ruleset.toml", 'turns = "2-"', 'turns = "later" # HERE'),
    ("H512", "ruleset.toml", '"five", "six"]', '"five"] # HERE'),
    ("H507", "ruleset.toml", 'until = { done = "sail" } }', "until = { never = true } } # HERE"),
    ("H510", "units.toml", 'units = ["late"]', 'units = ["late", "a"] # HERE'),
    ("H601", "units.toml", "steps = 2", "steps = 0 # HERE"),
    ("H602", "units.toml", "count = 3", "count = 5"),
    ("H602", "units.toml", 'holds = ["land"]', 'holds = ["sea"]'),
    ("H603", "zz.toml", "", '[unit.b_2]\ntype = "inf"\nnation = "nor"'),
    ("H604", "units.toml", "sides = [6, 8, 10]", "sides = [6, 8, 0]"),
    ("H604", "units.toml", "dice.defence = 6", "dice.defence = 0 # HERE"),
    ("H605", "units.toml", "allowance = 4", "allowance = -4 # HERE"),
    ("H606", "ruleset.toml", 'nations = ["nor", "sud"]', 'nations = ["nor", "nor"] # HERE'),
    ("H607", "units.toml", "max = 6,", "max = 2,"),
    ("H701", "ruleset.toml", "when = { any = [", "when = { any = [] } # HERE\n# ["),
    ("H701", "ruleset.toml", 'until = { done = "sail" }', "until = { all = [3] }"),
    ("H301", "ruleset.toml", 'spaces = ["3.3"]', 'spaces = ["33.3"]'),
    ("H301", "ruleset.toml", 'done = "sail"', 'done = "sale"'),
]


# Text on the line to be told, for faults that are told of another line than the changed one.
ELSEWHERE = {
    'remove = ["status.tired", "phase.march"]\n[scenario]': 'phases = ["march", "sail"]',
    "count = 5": 'at = "boat"',
    'holds = ["sea"]': 'at = "boat"',
    '[unit.b_2]\ntype = "inf"\nnation = "nor"': "count = 3",
    "rows = ''\nname = '''": "[board.main]",
}
# How many faults there are in all, where one change makes several.
SEVERAL = {'remove = ["status.tired", "phase.march"]\n[scenario]': 2}


def _plant(small: Path, file: str, old: str, new: str) -> tuple[str, int]:
    """Plants the fault; the file and the line that must be told."""
    path = small / file
    text = path.read_text(encoding="utf-8") if old else ""
    assert not old or old in text
    path.write_text(text.replace(old, new, 1) if old else new + "\n", encoding="utf-8")
    wanted = "HERE" if "HERE" in new else ELSEWHERE.get(new, new.split("\n")[0])
    told = [
        (place.relative_to(small).as_posix(), number)
        for place in sorted(small.rglob("*.toml"))
        for number, line in enumerate(place.read_text(encoding="utf-8").split("\n"), 1)
        if wanted in line
    ]
    return told[0]


@pytest.mark.parametrize("case", EDITS, ids=lambda c: f"{c[0]}-{c[3][:24]!r}")
def test_planted_fault_is_told_once_at_its_line(small: Path, case: tuple[str, str, str, str]) -> None:
    code, file, old, new = case
    told = _plant(small, file, old, new)
    _, faults = load_with_faults(small, frames=("pass",))
    found = [(Path(f.file).relative_to(small).as_posix(), f.line) for f in faults if f.code == code]
    assert told in found, "\n".join(map(str, faults))
    assert len(faults) == SEVERAL.get(new, 1), "\n".join(map(str, faults))
    assert all(f.line > 0 and f.column > 0 and f.source for f in faults)
    assert code in CODES


def test_many_faults_in_many_files_are_told_at_once(small: Path) -> None:
    changes = [
        ("units.toml", "steps = 3", 'steps = "3"'),
        ("units.toml", 'nation = "sud"', 'nation = "sad"'),
        ("map.toml", "limit = 3", "limit = -3"),
        ("map.toml", 'rough"]\n[terrain.sea]', 'rough"]\ncolour = "x"\n[terrain.sea]'),
        ("ruleset.toml", 'turns = "2-"', 'turns = "5-3"'),
    ]
    for file, old, new in changes:
        path = small / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
    _, faults = load_with_faults(small, frames=("pass",))
    assert sorted(f.code for f in faults) == ["H201", "H202", "H301", "H505", "H605"]


def test_a_file_that_does_not_parse_is_one_fault_and_the_others_are_still_read(small: Path) -> None:
    (small / "map.toml").write_text("[terrain.open\n")
    units = small / "units.toml"
    units.write_text(units.read_text().replace("steps = 3", "steps = true"))
    _, faults = load_with_faults(small, frames=("pass",))
    assert [f.code for f in faults] == ["H101", "H201"]


@pytest.mark.case("D11")
def test_what_a_layer_removed_is_named_at_every_place_that_still_wants_it(small: Path) -> None:
    """D11: all places with their line, each with the line that removes."""
    (small / "variants" / "bare.toml").write_text('[variant]\ntitle = "x"\n', encoding="utf-8")
    (small / "variants" / "bare.toml").write_text('remove = [\n  "unit_type.inf",\n]\n[variant]\ntitle = "Bare"\n')
    _, faults = load_with_faults(small, variants=("bare",), frames=("pass",))
    faults = tuple(f for f in faults if f.level == "error")
    assert {f.code for f in faults} == {"H302"}
    assert [f.path for f in faults] == ["unit.a.type", "unit.b.type", "unit.late.type", "mission.raid.types[0]"]
    place = str(small / "variants" / "bare.toml")
    assert all(f.related == (("removed", f"{place}:2"),) for f in faults)


def test_every_code_has_a_meaning_of_one_line() -> None:
    assert all(c.meaning and "\n" not in c.meaning for c in CODES.values())
