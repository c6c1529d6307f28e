"""Every fault in one pass: faults planted together are told as each is alone, nothing hidden, nothing added."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import field, frozen

from hexwright.ruleset.load import load_with_faults
from hexwright.ruleset.schema import Extension


@frozen
class Rain:
    """[rain]: a table of a plug-in."""

    months: int = 0
    where: str = field(default="", metadata={"refers": "zone"})
    types: tuple[str, ...] = field(default=(), metadata={"refers": "unit_type"})


@frozen
class Boots:
    """unit_type.X.traits.boots: a trait of a plug-in."""

    size: int = 0
    until: str = field(default="", metadata={"refers": "phase", "key": "for"})


# (file, what is replaced, what stands there instead); no edit changes the number of lines, and no two the same text.
FAULTS: dict[str, tuple[str, str, str]] = {
    "a key misspelt": ("units.toml", "allowance = 4", "alowance = 4"),
    "a key unknown": ("units.toml", "count = 3", "weight = 3"),
    "a text for a number": ("units.toml", "steps = 3", 'steps = "3"'),
    "a place unknown": ("units.toml", 'at = "pool"', 'at = "pol"'),
    "a type unknown": ("units.toml", 'type = "inf"\nnation = "nor"\nat', 'type = "imf"\nnation = "nor"\nat'),
    "a nation unknown": ("units.toml", 'nation = "sud"\nat = "boat"', 'nation = "sad"\nat = "boat"'),
    "a mode unknown": ("units.toml", 'movement = "foot"', 'movement = "fot"'),
    "dice without sides": ("units.toml", "dice.defence = 6", "dice.defence = 0"),
    "dice that are no number": ("units.toml", "[6, 8, 10]", '["6", 8, 10]'),
    "a capacity of the wrong kind": ("units.toml", "capacity = 4", "capacity = true"),
    "a count below one": ("units.toml", "most = 1", "most = 0"),
    "rows out of order": ("units.toml", "max = 6,", "max = 2,"),
    "no turn of arrival": ("units.toml", "turn = 3\n", "# none\n"),
    "a place of arrival unknown": ("units.toml", '"1.2", "boat"', '"1.2", "boot"'),
    "a phase of arrival unknown": ("units.toml", 'phase = "march"', 'phase = "marsh"'),
    "a status until nothing": ("units.toml", 'until = "tidy"', 'until = "tide"'),
    "no number below zero": ("map.toml", "limit = 3", "limit = -3"),
    "no field of this name": ("map.toml", "size = 3,", "sise = 3,"),
    "a border of no neighbours": ("map.toml", '"5.1|5.2"', '"5.1|9.2"'),
    "a terrain without cost": ("map.toml", "open = 1,", "opne = 1,"),
    "a cost that is no number": ("map.toml", "cost = 2,", 'cost = "2",'),
    "a tag that is no text": ("map.toml", 'tags = ["rough"]\n[terrain', "tags = [7]\n[terrain"),
    "a box on no board": ("map.toml", 'board = "off"\nterrain = "open"', 'board = "of"\nterrain = "open"'),
    "a list of the wrong kind": ("map.toml", 'takes = ["land"]', 'takes = "land"'),
    "a route of nothing": ("map.toml", 'source = "harbour"', 'source = "harbor"'),
    "a side unknown": ("ruleset.toml", 'side = "south"', 'side = "suoth"'),
    "a name that is no text": ("ruleset.toml", 'name = "Norland"', "name = 7"),
    "one of several unknown": ("ruleset.toml", 'are = "enemy"', 'are = "enmy"'),
    "a phase unknown": ("ruleset.toml", '"fights", "tidy"]', '"fihgts", "tidy"]'),
    "a range reversed": ("ruleset.toml", 'turns = "2-"', 'turns = "5-3"'),
    "a fact unknown": ("ruleset.toml", "{ turn = { from = 2 } }", "{ turm = { from = 2 } }"),
    "a player unknown": ("ruleset.toml", 'by = ["first", "south"]', 'by = ["frist", "south"]'),
    "a frame that is no text": ("ruleset.toml", '[phase.deal]\nframe = "pass"', "[phase.deal]\nframe = 3"),
    "no last turn": ("ruleset.toml", "turns = 6", "trns = 6"),
    "a rule unknown": ("ruleset.toml", 'rule = "R1"', 'rule = "R7"'),
    "a unit that the scenario moves nowhere": ("scenarios/dawn.toml", 'at = "2.2"', 'at = "2.22"'),
    "a key unknown in the scenario": ("scenarios/dawn.toml", "description =", "descritpion ="),
    "names that are no list in the variant": ("variants/short.toml", "names = [", "nmaes = ["),
    "a turn that is no number in the variant": ("variants/short.toml", "turns = 4", "turns = true"),
}
# A fault that others follow from is not among them: they are told once it is mended (see the tests below).

Told = set[tuple[str, str, int]]


def _planted(files: dict[str, str], *faults: str) -> dict[str, str] | None:
    """The files with these faults; None when one edit leaves no room for another."""
    texts = dict(files)
    for file, old, new in (FAULTS[fault] for fault in faults):
        if old not in texts[file]:
            return None
        texts[file] = texts[file].replace(old, new, 1)
    return texts


def _told(folder: Path, texts: dict[str, str], *extensions: Extension) -> Told:
    """The (code, file, line) of all that is told of a ruleset with this text in its files."""
    for file, text in texts.items():
        path = folder / file
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="")
    _, found = load_with_faults(folder, variants=("short",), frames=("pass",), extensions=extensions)
    return {(f.code, Path(f.file).relative_to(folder).as_posix(), f.line) for f in found}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, small_files: dict[str, str]) -> Path:
    """A folder in which one ruleset after the other is written."""
    where = tmp_path_factory.mktemp("one_pass")
    for file, text in small_files.items():
        (where / file).parent.mkdir(exist_ok=True)
        (where / file).write_text(text, encoding="utf-8", newline="")
    return where


@pytest.fixture(scope="module")
def alone(folder: Path, small_files: dict[str, str]) -> dict[str, Told]:
    """What is told of each fault when it is the only one."""
    return {fault: _told(folder, _planted(small_files, fault) or {}) for fault in FAULTS}


def test_each_fault_is_told_once(folder: Path, small_files: dict[str, str], alone: dict[str, Told]) -> None:
    assert _told(folder, small_files) == set()
    for fault, told in alone.items():
        assert [file for _, file, _ in told] == [FAULTS[fault][0]], (fault, told)


@pytest.mark.parametrize("first", FAULTS)
def test_two_faults_are_told_as_each_alone(
    folder: Path, small_files: dict[str, str], alone: dict[str, Told], first: str
) -> None:
    for second in list(FAULTS)[list(FAULTS).index(first) + 1 :]:
        texts = _planted(small_files, first, second)
        if texts is not None:
            assert _told(folder, texts) == alone[first] | alone[second], second


def test_all_faults_are_told_at_once(folder: Path, small_files: dict[str, str], alone: dict[str, Told]) -> None:
    planted: list[str] = []
    for fault in FAULTS:
        if _planted(small_files, *planted, fault) is not None:
            planted.append(fault)
    assert len(planted) > 30
    told = _told(folder, _planted(small_files, *planted) or {})
    assert told == {found for fault in planted for found in alone[fault]}


# ------------------------------------------------------------------ one table


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ('[unit.x]\ntype = "inf"\nnation = "nor"\nalowance = 3\nat = "A33"', {("H202", 4), ("H301", 5)}),
        ('[unit.x]\ntype = 3\nnation = "nar"\nat = "A33"', {("H201", 2), ("H301", 3), ("H301", 4)}),
        ('[unit.x]\nnation = "nar"\nat = "A33"', {("H203", 1), ("H301", 2), ("H301", 3)}),
        ('[unit_type.x]\nstepz = 3\nmovement = "fot"\nallowance = -1', {("H202", 2), ("H301", 3), ("H605", 4)}),
        ('[phase.deal]\nreapeat = 1\nby = ["nobody"]\nturns = "x"', {("H202", 2), ("H508", 3), ("H505", 4)}),
        ('[reinforcement.x]\nunits = [3, "ab"]\nat = ["Q1"]\nturn = 2', {("H201", 2), ("H301", 2), ("H301", 3)}),
        ('[movement.x]\n[movement.x.cost]\nopen = "1"\nwod = 2\n', {("H201", 3), ("H301", 4)}),
        ('[rain]\nmonhts = 3\nwhere = "cost"\ntypes = ["imf"]', {("H202", 2), ("H301", 3), ("H301", 4)}),
        ('[rain]\nmonths = "3"\nwhere = "cost"\ntypes = ["imf"]', {("H201", 2), ("H301", 3), ("H301", 4)}),
        ("[unit_type.inf.traits.boots]\nsize = true\nfor = 'nowhere'", {("H201", 2), ("H301", 3)}),
    ],
)
def test_a_flaw_hides_no_other_key_of_its_table(
    folder: Path, small_files: dict[str, str], table: str, wrong: set[tuple[str, int]]
) -> None:
    texts = {**small_files, "variants/short.toml": f"[variant]\ntitle = 'x'\n{table}\n"}
    told = _told(folder, texts, Extension("weather", tables={"rain": Rain}, traits={"boots": Boots}))
    assert told == {(code, "variants/short.toml", line + 2) for code, line in wrong}


# ------------------------------------------------------------------ faults that follow from others


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("ruleset.toml", '[phase.deal]\nframe = "pass"', '[phase.deal]\nplay = "pass"', "H202"),
        ("ruleset.toml", 'each_turn = ["moves", "fights", "tidy"]', 'each_turn = "moves"', "H201"),
        ("ruleset.toml", '[side.south]\nname = "South"', '[sied.south]\nname = "South"', "H205"),
        ("ruleset.toml", 'id = "feud"\nnations = ["nor", "sud"]', 'id = "feud"\nnations = ["nor", 3]', "H201"),
        ("map.toml", "[terrain.wood]\n", "[terain.wood]\n", "H205"),
        ("map.toml", 'fields.size = { type = "int", default = 1 }', "fields.size = 3", "H201"),
        ("map.toml", 'symbol = "w"', "symbol = 3", "H201"),
        ("map.toml", 'kind = "hex"', "kind = 3", "H201"),
        ("map.toml", "rows = '''", "rovs = '''", "H202"),
        ("map.toml", 'borders = ["5.1|5.2"]', 'borders = ["5.1|5.2", 3]', "H201"),
        ("map.toml", 'board = "off"\nterrain = "open"', 'terrain = "open"', "H408"),
        ("units.toml", 'holds = ["land"]', 'holds = "land"', "H201"),
        ("units.toml", "[unit.boat]", "[unti.boat]", "H205"),
        ("units.toml", "steps = 3", 'steps = "3"', "H201"),
        ("units.toml", "rows = [", "rws = [", "H202"),
        ("units.toml", "max = 3,", 'max = "3",', "H201"),
        ("units.toml", "units = [", "unts = [", "H202"),
        ("units.toml", 'tags = ["land"]', 'tags = "land"', "H201"),
    ],
)
def test_what_follows_from_a_fault_is_not_told(
    folder: Path, small_files: dict[str, str], file: str, old: str, new: str, code: str
) -> None:
    assert old in small_files[file]
    texts = {**small_files, file: small_files[file].replace(old, new, 1)}
    assert [code for code, _, _ in _told(folder, texts)] == [code]


# ------------------------------------------------------------------ a file that cannot be read


@pytest.mark.parametrize("file", ["map.toml", "units.toml", "scenarios/dawn.toml", "variants/short.toml"])
def test_a_file_that_cannot_be_read_hides_only_what_may_stand_in_it(
    folder: Path, small_files: dict[str, str], alone: dict[str, Told], file: str
) -> None:
    """A wrong value or key is told in the other files; a name that is not there, or a key left out, may be in this."""
    certain = {"H201", "H202", "H204", "H505", "H603", "H604", "H605", "H607", "H702"}
    for fault in FAULTS:
        texts = dict(_planted(small_files, fault) or {})
        texts[file] = texts[file] + "\n[[[\n"
        told = _told(folder, texts)
        here = {found for found in told if found[0] == "H101"}
        assert {found[1] for found in here} == {file}
        rest = {found for found in alone[fault] if found[1] != file}
        assert told - here <= rest, fault
        assert told - here >= {found for found in rest if found[0] in certain}, fault
