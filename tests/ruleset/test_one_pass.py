"""Every fault in one pass: two faults planted together are told as each is told alone, nothing hidden, nothing added."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from hexwright.ruleset.load import load_with_faults

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
# What one fault does to another, each with the reason.
RELATED: dict[frozenset[str], str] = {}

Told = set[tuple[str, str, int]]


def _told(folder: Path, files: dict[str, str], *faults: str) -> Told | None:
    """The (code, file, line) of all that is told of a ruleset with these faults; None when the edits overlap."""
    texts = dict(files)
    for file, old, new in (FAULTS[fault] for fault in faults):
        if old not in texts[file]:
            return None
        texts[file] = texts[file].replace(old, new, 1)
    for file, text in texts.items():
        path = folder / file
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="")
    _, found = load_with_faults(folder, variants=("short",), frames=("pass",))
    return {(f.code, Path(f.file).relative_to(folder).as_posix(), f.line) for f in found}


if __name__ == "__main__":
    import sys, tempfile
    sys.path.insert(0, "tests/ruleset")
    from conftest import FILES, write_ruleset
    t = write_ruleset(Path(tempfile.mkdtemp(dir="/work/notes/h4x")))
    alone = {n: _told(t, FILES, n) for n in FAULTS}
    for n, x in alone.items():
        if x is None or len(x) != 1:
            print("SINGLE", n, x)
    bad = 0
    for a, b in combinations(FAULTS, 2):
        both = _told(t, FILES, a, b)
        if both is not None and both != alone[a] | alone[b]:
            bad += 1
            print(f"{a} + {b}:\n   hidden {sorted((alone[a] | alone[b]) - both)} added {sorted(both - (alone[a] | alone[b]))}")
    print(bad)
