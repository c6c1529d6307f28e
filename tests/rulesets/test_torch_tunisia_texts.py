"""The texts of the rules ask for the numbers that are played, so that no variant makes one wrong."""

from __future__ import annotations

import json
import re

from hexwright.game import Game

from .test_torch_tunisia_variants import CHANGES, game

# Figures that are names, or the turn of the landings.
NAMES = re.compile(r"\b\d+(st|nd|rd|th)\b|\bTask Force \d|\b\d+ (IN|PZ|Pz|AR) DIV|\bX1\b|\b[Tt]urns? 1\b")
# What no number of the data says: one of a kind ("1 SP for each hit"), how something is counted ("1 to 6"), the turn in
# which a phase begins, which is part of a text ("2-"), and lengths of tracks.
BY_HAND = """
2.1-02 2.2-08 2.2-09 2.2-R02 2.2-R05 2.2-R06 2.3-01 2.3-06 2.3-07 2.3-13
2.4.1-18 2.4.1-23 2.4.2-03 2.4.2-11 2.4.2-21 2.4.2-29 2.4.2-37 2.4.2-40 2.4.2-R09 2.4.2-R13 2.4.2-R18
2.4.3-05 2.4.3-09 2.4.3-10 2.4.3-20 2.4.3-23 2.4.3-25 2.4.3-29 2.4.3-R06 2.4.3-R08 2.4.3-R14 2.4.3-R26
2.4.4-03 2.4.5-02 2.4.5-07 2.4.5-R02 2.4.6-R02 2.4.7-13 2.4.7-R04 3.2-R01 3.3-R01 4-04 4-R01
"""


def test_figures_stand_by_hand_only_where_no_number_of_the_data_says_them() -> None:
    found = set()
    for id, entry in game().rules.document["rule"].items():
        plain = re.sub(r"\{[^{}]*\}", "", f"{entry['title']} {entry.get('text', '')}")
        if re.search(r"\d", NAMES.sub("", plain)):
            found.add(id.removeprefix("TT-"))
    assert found == set(BY_HAND.split())


def test_no_variant_leaves_a_rule_of_the_game_as_it_was_where_it_changes_its_number() -> None:
    rules = game("twelve_turns").rules.rule
    assert "turn 12" in rules["TT-1.1-01"].text and rules["TT-1.1-03"].title == "Twelve turns at most"
    assert "2 and 11" in rules["TT-2.3-03"].text
    early = game("early_armistice").rules.rule
    assert [early[r].text for r in ("TT-2.4.7-03", "TT-2.4.7-05")] == [
        "An armistice result below 8 leaves Vichy in the war.",
        "Once the Allies control 4 cities the armistice comes about by itself.",
    ]


def test_lists_and_places_are_told_in_words() -> None:
    plain, dry = game().rules.rule, game("dry_winter").rules.rule
    assert plain["TT-4-13"].text.startswith("Mud turns: 4. ") and dry["TT-4-13"].text.startswith("Mud turns: none. ")
    assert game("wet_winter").rules.rule["TT-4-13"].text.startswith("Mud turns: 3, 4, 5 and 6. ")
    assert plain["TT-2.3-09"].text.endswith("by the Allies to Gibraltar and Malta, by the Axis to Sardinia and Sicily.")


def test_a_rule_of_a_plug_in_that_is_left_out_tells_what_the_files_say() -> None:
    named = [plugin for plugin in game().rules.info.plugins if plugin != "air_transport"]
    settings = (f"ruleset.plugins={json.dumps(named)}", "air_transport.capacity=3")
    less = Game.load("torch_tunisia", settings=settings)
    assert "air_transport" not in less.active
    assert less.rules.rule["TT-2.4.1-09"].text.startswith("By air transport a side moves 3 units a turn at most")


def test_every_text_is_filled_in_every_variant() -> None:
    for names in ((), *((name,) for name in CHANGES)):
        rules = game(*names).rules
        quoted = set(re.findall(r"TT-[\w.-]+", repr({**rules.document, "rule": {}})))
        assert [id for id, spec in rules.rule.items() if id in quoted and "{" in spec.title + spec.text] == []
