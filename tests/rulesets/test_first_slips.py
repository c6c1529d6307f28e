"""What a designer gets wrong first in a game of his own is told: dice, victory, the place where units start."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from hexwright.errors import RulesetError
from hexwright.game import Game
from hexwright.ruleset.load import find_ruleset
from hexwright.testing import run_scenario_file
from hexwright.testing.interference import Compared

from .newborn import newborn

INFANTRY = "dice.attack = { sides = 6, hit = 6 }     # one die for each step it has left, which hits with this or more"


def told(folder: Path, file: str, was: str, now: str) -> list[str]:
    """Code, line, message and hint of what is told when one text of the small game is another."""
    shutil.copytree(newborn(), folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert was in text
    (folder / file).write_text(text.replace(was, now, 1), encoding="utf-8")
    _, faults = Game.load_with_faults(folder, map_facts=True)
    return [f"{f.code} {f.source.strip().split('#')[0].strip()}: {f.message} ({f.hint})" for f in faults]


@pytest.mark.parametrize(
    ("file", "was", "now", "wanted"),
    [
        ("sequence.toml", 'frame = "march.move"\nby = ["red"]', 'frame = "march.move"',
         ["H508 frame = \"march.move\": 'march.move' asks a seat, and the phase 'red_move' names none"
          " (say who plays it: by = [...])"]),
        ("units.toml", INFANTRY, f"{INFANTRY}\ndice.ambush = 6",
         ["H613 dice.ambush = 6: no rule rolls the dice 'ambush' (rolled are: attack, defence)"]),
        ("units.toml", INFANTRY, f"{INFANTRY}\ndice.attacking = 6",
         ["H613 dice.attacking = 6: no rule rolls the dice 'attacking' (did you mean attack?)"]),
        ("units.toml", INFANTRY, "dice.attack = { sides = 6, hit = 7 }",
         ["H614 dice.attack = { sides = 6, hit = 7 }: a d6 never shows 7: it shows 6 at most ()"]),
        ("units.toml", INFANTRY, "dice.attack = { sides = [8, 6], hit = 8, modifier = -1 }",
         ["H614 dice.attack = { sides = [8, 6], hit = 8, modifier = -1 }:"
          " a d8-1 never shows 8: it shows 7 at most ()"]),
        ("units.toml", INFANTRY, "dice.attack = { sides = [8, 6], hit = 8 }", []),
        ("units.toml", INFANTRY, "dice.attack = 4", []),
        ("units.toml", INFANTRY, "",
         ["H810 [unit_type.infantry]: 'infantry' can never attack: it has no dice 'attack' [battle]"
          " (write dice.attack = 6, or whatever it rolls)"]),
        ("units.toml", "dice.defence = { sides = 6, hit = 6 }", "",
         ["H810 [unit_type.infantry]: 'infantry' has no dice 'defence' to defend with [battle]"
          " (write dice.defence = 6, or whatever it rolls)"]),
        ("combat.toml", 'check = ["scoring"]', 'check = ["red_move"]',
         ['H810 check = ["red_move"]: the phase \'red_move\' does not look at victory [victory]'
          " (phases that do: scoring, end)"]),
        ("combat.toml", 'check = ["scoring"]', "check = []",
         ["H810 check = []: no phase looks at the condition 'blue_breaks' [victory] (phases that do: scoring, end)"]),
    ],
)  # fmt: skip
def test_the_first_slips_of_a_designer_are_told(
    file: str, was: str, now: str, wanted: list[str], tmp_path: Path
) -> None:
    assert told(tmp_path / "newborn", file, was, now) == wanted


def test_dice_misspelt_in_every_type_are_told_of_once_each(tmp_path: Path) -> None:
    folder = tmp_path / "newborn"
    shutil.copytree(newborn(), folder)
    text = (folder / "units.toml").read_text(encoding="utf-8")
    (folder / "units.toml").write_text(text.replace("dice.defence", "dice.defense"), encoding="utf-8")
    _, faults = Game.load_with_faults(folder, map_facts=True)
    slips = [f for f in faults if f.code == "H613"]
    assert len(slips) == text.count("dice.defence") == len({f.line for f in slips})
    assert all(f.hint == "did you mean defence?" for f in slips)


def test_no_dice_are_asked_for_where_a_table_of_odds_decides(tmp_path: Path) -> None:
    folder = tmp_path / "newborn"
    shutil.copytree(newborn(), folder)
    text = (folder / "units.toml").read_text(encoding="utf-8").replace(INFANTRY, "")
    (folder / "units.toml").write_text(text, encoding="utf-8")
    assert Game.load_with_faults(folder, variants=("odds",), map_facts=True)[1] == ()


@pytest.mark.parametrize(("enemies", "codes"), [("block", ["H615"]), ("stop", []), ("pass", [])])
def test_enemies_start_together_only_where_they_could_meet(enemies: str, codes: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "newborn"
    shutil.copytree(newborn(), folder)
    (folder / "scenarios" / "campaign.toml").write_text('[scenario]\ntitle = "C"\n', encoding="utf-8")
    text = (folder / "terrain.toml").read_text(encoding="utf-8")
    (folder / "terrain.toml").write_text(text.replace('enemies = "block"', f'enemies = "{enemies}"'), encoding="utf-8")
    units = (folder / "units.toml").read_text(encoding="utf-8")
    places = dict(re.findall(r'\[unit\.(\w+)\][^[]*?at = "(\w+)"', units))
    red, blue = (next(u for u in places if u.startswith(p)) for p in ("r_", "b_"))
    head, _, tail = units.partition(f"[unit.{blue}]")
    tail = tail.replace(f'at = "{places[blue]}"', f'at = "{places[red]}"', 1)
    (folder / "units.toml").write_text(f"{head}[unit.{blue}]{tail}", encoding="utf-8")
    _, faults = Game.load_with_faults(folder, map_facts=True)
    assert [f.code for f in faults if f.code != "H612"] == codes
    assert all(f"'{blue}' starts in" in f.message and f"enemy '{red}'" in f.message for f in faults)


LOSS = """\
[[test]]
id = "loss"
phase = ["red_supply", "scoring"]

[test.position]
turn = 4
units.lost = { type = "cavalry", nation = "red", at = "H6", status = ["short"] }
units.r1 = { type = "infantry", nation = "red", at = "A3" }
units.r2 = { type = "infantry", nation = "red", at = "A4" }
units.b1 = { type = "infantry", nation = "blue", at = "H3" }
units.b2 = { type = "infantry", nation = "blue", at = "G3" }

[test.expect]
units.lost = { steps = 1 }
"""
QUIET = """\
[[test]]
id = "quiet"
phase = "red_battle"
decisions = ["red: attack r1 B3"]

[test.position]
turn = 2
units.r1 = { type = "infantry", nation = "red", at = "A3" }
units.b1 = { type = "infantry", nation = "blue", at = "H3" }
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (LOSS, ("lost is not in play (it is lost, since turn 4, red_supply)",
                "the phases red_supply, scoring asked nothing; play stands at turn 5, red_move")),
        (QUIET, ("the phase red_battle asked nothing; play stands at turn 3, red_move",)),
        (QUIET.replace("red_battle", "red_move"), ("play stands at turn 2, red_move",)),
    ],
)  # fmt: skip
def test_a_scenario_test_that_fails_says_when(text: str, wanted: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text(text, encoding="utf-8")
    (result,) = run_scenario_file(file, newborn())
    assert not result.ok
    assert all(part in result.told for part in wanted), result.told
    assert ("asked nothing" in result.told) == any("asked nothing" in part for part in wanted)


def test_a_unit_that_a_variant_misspells_is_told_by_its_right_name(tmp_path: Path) -> None:
    folder = tmp_path / "newborn"
    shutil.copytree(newborn(), folder)
    (folder / "variants" / "v.toml").write_text('[variant]\ntitle = "V"\n[unit.r_cv]\nat = "A1"\n', "utf-8")
    _, faults = Game.load_with_faults(folder, variants=("v",))
    wanted = "nothing below this layer is called 'r_cv': did you mean r_cav?"
    assert {(f.code, f.line, f.hint) for f in faults} == {("H203", 3, wanted)}


@pytest.mark.parametrize(
    ("file", "was", "now", "wanted"),
    [
        ("units.toml", 'nation = "red"\n', "", "the key 'nation' is missing (nation that owns it: red, blue)"),
        ("units.toml", "{ sides = 6, hit = 6 }", "{ sides = 6 hit = 6 }", "a comma is missing before hit ()"),
        ("units.toml", 'tags = ["army"]', 'tags = ["army" "foot"]', 'a comma is missing before "foot" ()'),
        ("units.toml", 'tags = ["army"]', 'tags = ["army",\n"foot"\nsteps = 2',
         "a comma or ] is missing before steps ()"),
        ("combat.toml", "{ always = true }", "{ turn >= 4 }",
         "'turn' is compared, but a key takes a value (a comparison is a table: turn = { from = 4 })"),
        ("combat.toml", "{ always = true }", '{ turn = "< 4" }', "(write { to = 3 })"),
        ("terrain.toml", 'rule = "R-4.1"', 'remove = ["unit.r_inf_1"]',
         "unknown key 'remove' (write it above the first [table] of the file)"),
        ("sequence.toml", 'by = ["red"]', 'by = ["french"]',
         "'french' is neither a role nor a seat (known: red, blue)"),
    ],
)  # fmt: skip
def test_hints_say_what_to_write(file: str, was: str, now: str, wanted: str, tmp_path: Path) -> None:
    found = told(tmp_path / "newborn", file, was, now)
    assert any(wanted in one for one in found), found


def test_a_misspelt_mode_is_told_of_once(tmp_path: Path) -> None:
    folder = tmp_path / "newborn"
    shutil.copytree(newborn(), folder)
    (folder / "variants" / "v.toml").write_text('[variant]\ntitle = "V"\n[movement.foots.cost]\nhill = 3\n', "utf-8")
    _, faults = Game.load_with_faults(folder, variants=("v",), map_facts=True)
    assert [f.code for f in faults] == ["H306"]


def test_a_ruleset_beside_is_meant_too(tmp_path: Path) -> None:
    shutil.copytree(newborn(), tmp_path / "newborn")
    with pytest.raises(RulesetError, match=r"did you mean .*newborn"):
        find_ruleset(tmp_path / "newbron")


def test_nothing_tested_does_not_sound_like_nothing_found() -> None:
    assert "nothing was changed, so nothing was tested" in str(Compared("red", 1, 40))
    assert "no leak" in str(Compared("red", 1, 40, stations=2))
    assert "1 leak" in str(Compared("red", 1, 40, leaks=("x",)))
