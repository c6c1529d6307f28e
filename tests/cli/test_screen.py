"""What a question looks like: menus that tell what words stand for, hands, facts; lists of units and missions."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import attrs
import pytest
from attrs import frozen

from hexwright.cli.hints import beginning, naming, with_ids
from hexwright.cli.lookup import shown
from hexwright.cli.menu import Menu, entries, shared_words
from hexwright.cli.names import Names
from hexwright.cli.roster import by_target, missions_told, units_told
from hexwright.cli.screen import facts, gloss, hands, menu_lines
from hexwright.cli.textmap import maps
from hexwright.decisions import Ask, Options
from hexwright.game import Game
from hexwright.pieces import Marker
from hexwright.view import View

from .conftest import RULESET

MISSIONS = """
[mission.scout]
name = "Scouting"
domain = "field"
types = ["foot"]
range = 2
effect = "sees what hides"
rule = "T-1"
[mission.dig_in]
name = "Digging in"
domain = "field"
types = ["foot"]
"""


@frozen
class Task:
    unit: str
    kind: str
    target: str = ""
    stage: str = "assigned"


@frozen
class Tasks:
    missions: tuple[Task, ...] = ()


@pytest.fixture
def table(tiny: Path) -> tuple[View, Names]:
    text = RULESET.replace(
        'name = "Foot"\n', 'name = "Foot"\ntags = ["walks"]\nrange = 3\ndice.fire = { sides = [8, 6] }\n'
    )
    (tiny / "ruleset.toml").write_text(text + MISSIONS, encoding="utf-8")
    game = Game.load(tiny)
    return game.view(game.start(), "red"), Names(game.rules, game.unit_names)


def with_missions(view: View, *tasks: Task) -> View:
    return attrs.evolve(view, notes=(("tiny", Tasks(tasks)), ("other", 3)))


def test_a_menu_tells_the_unit_once_and_what_its_missions_do(table: tuple[View, Names]) -> None:
    view, names = table
    options = ["assign r1 scout", *(f"assign r1 dig_in {c}{r}" for c in "ABC" for r in "123"), "done"]
    assert menu_lines(Menu(entries(options, 2, most=5)), view, names, 80) == [
        "      assign r1 ...          1st Foot at A1",
        "   1. assign r1 scout        Scouting: sees what hides",
        "   2. assign r1 dig_in (9)   Digging in",
        "   3. done",
    ]


def test_what_a_line_begins_with_like_the_one_before_is_not_told_again(table: tuple[View, Names]) -> None:
    view, names = table
    told = menu_lines(Menu(entries(["move r1 B2", "move r1 A2", "move b1 B2", "retract"])), view, names, 80)
    assert told == [
        "   1. move r1 B2   1st Foot at A1, Middleton",
        "   2. move r1 A2",
        "   3. move b1 B2   Blue Foot at C3, Middleton",
        "   4. retract      take back the last choice of this answer",
    ]


def test_a_weak_unit_is_told_with_its_steps(table: tuple[View, Names]) -> None:
    view, names = table
    weak = attrs.evolve(view, units={**view.units, "r1": attrs.evolve(view.units["r1"], steps=1)})
    assert gloss(["move", "r1", "B1"], weak, names) == "1st Foot (1 of 2 steps) at A1"
    assert gloss(["stay", "r1", "A1"], weak, names) == "1st Foot (1 of 2 steps)"


def test_a_long_list_of_spaces_shows_who_stands_there(table: tuple[View, Names]) -> None:
    view, names = table
    spaces = [f"{c}{r}" for r in "123" for c in "ABC"] * 3  # more than a page
    told = menu_lines(Menu(entries([f"move r1 {s}" for s in spaces], 2)), view, names, 80)
    assert told[0] == "      move r1 ...   1st Foot at A1"
    assert "1. A1 R1" in told[1] and "5. B2 Middleton" in told[1] + told[2] and "C3 B1" in " ".join(told)
    assert told[-1] == "      (a letter with a number: units there, as on the map)"
    assert "B3 " not in " ".join(told).replace("B3  ", "")  # the hidden unit of the other side


def test_facts_that_the_prompt_tells_are_not_told_again(table: tuple[View, Names]) -> None:
    _, names = table
    about = (("space", "B2"), ("unit", "r1"), ("attacker", "red"), ("aims", "b_ghost"), ("most", 3), ("named", ""))
    ask = Ask("red", "f", "what does r1 do?", Options.of(["go"]), about=about)
    assert facts(ask, names) == ["(aims: Ghost; most: 3)"]
    several = tuple((f"{who}_hand {at}", "d6") for at in ("A1", "B2", "C1", "C2") for who in ("attacker", "defender"))
    assert hands(Ask("red", "f", "?", Options.of(["go"]), about=several), names) == [
        "(hands now: A1: d6 against d6; Middleton (B2): d6 against d6; C1: d6 against d6; and 1 more; "
        "`odds` has the chances)"
    ]


def test_words_find_options(table: tuple[View, Names]) -> None:
    view, names = table
    options = ("move r1 B2", "move r1 B1", "move b1 C2", "done")
    assert with_ids("move r1 Middleton", view.board.find) == "move r1 B2"
    assert beginning("MOVE r1", options, view.board.find) == options[:2]
    assert beginning("move r1 B2", options, view.board.find) == ()
    assert naming("foot mid", options, names.meaning) == options[:1]
    assert naming("blue", options, names.meaning) == options[2:3]
    assert shared_words(options[:2]) == 2 and shared_words(options) == 0


def test_missions_are_told_by_name_with_what_they_do(table: tuple[View, Names]) -> None:
    view, names = table
    view = with_missions(view, Task("r1", "scout", "B2", "flown"), Task("b1", "dig_in"), Task("b1", "nothing"))
    assert missions_told(view, names) == [
        "  Red   1st Foot   Scouting at Middleton (B2), flown",
        "  Blue  Blue Foot  Digging in",
        "What missions do: missions field",
    ]
    assert missions_told(view, names, "scout") == [
        "Scouting (scout): sees what hides",
        "  by Foot, within 2",
        "  [T-1] One hex at a time",
    ] == shown(view, names, "scout")  # fmt: skip
    assert missions_told(view, names, "flying") == ["No mission fits 'flying'."]
    assert by_target(view, names) == ["Scouting: B2"]
    assert units_told(view, names) == ["A1", "  r1  1st Foot  Red  2 of 2  Scouting at Middleton (B2), flown"]
    told = shown(view, names, "r1")
    assert "  Range: 3" in told and "  Dice: fire d8/d6 a step" in told
    assert "  Missions: Scouting, Digging in" in told and told[-1].endswith("Scouting at Middleton (B2), flown")


@pytest.mark.parametrize(
    ("words", "ids"),
    [("", ["r1"]), ("foot", ["r1", "b1"]), ("walks blue", ["b1"]), ("a1", ["r1"]), ("field", ["r1", "b1"])],
)
def test_units_are_listed_by_side_tag_and_place(table: tuple[View, Names], words: str, ids: list[str]) -> None:
    view, names = table
    assert [line.split()[0] for line in units_told(view, names, words) if line.startswith("  ")] == ids


def test_a_map_of_a_tag_shows_no_other_units_and_what_has_changed(table: tuple[View, Names]) -> None:
    view = table[0]
    marked: Any = attrs.evolve(
        view,
        markers=(("A2", Marker("blocked_road", "red", 1)),),
        features=(("A1", "harbour", "damage", 2), ("B1", "harbour", "damage", 0), ("B2", "harbour", "open", True)),
    )
    told = maps(marked, "walks")
    assert told[0] == "The Field (units: walks)" and ".R1 B1  ^" in told
    assert told[-4:-1] == ["blocked road: A2", "harbour, damage 2: A1", "harbour, open: B2"]
    assert "There is no board or tag" in maps(view, "swims")[0]
    assert maps(view, "pool")[0] == "Beside the map"


def test_thousands_of_options_are_on_the_screen_at_once(table: tuple[View, Names]) -> None:
    view, names = table
    options = tuple(f"assign u{u} scout {c}{r}" for u in range(400) for r in "123" for c in "ABC")
    begun = time.perf_counter()
    told = menu_lines(Menu(entries(options)), view, names, 80)
    found = beginning("assign u77 scout", options, view.board.find)
    missing = naming("middleton nowhere", options, names.meaning)
    assert time.perf_counter() - begun < 0.3
    assert len(told) == 21
    assert len(found) == 9 and not missing
