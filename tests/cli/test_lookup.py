"""What a seat may look up: hidden and unknown are told alike."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hexwright.cli.lookup import chances, percent, shown
from hexwright.cli.names import Names
from hexwright.decisions import Ask, Options
from hexwright.game import Game


def look(folder: Path, seat: str, text: str) -> list[str]:
    game = Game.load(folder)
    return shown(game.view(game.start(), seat), Names(game.rules, game.unit_names), text)


@pytest.mark.case("X03")
@pytest.mark.parametrize("text", ["b_ghost", "Ghost", "B_GHOST", "never_was"])
def test_hidden_and_unknown_are_told_with_the_same_words(tiny: Path, text: str) -> None:
    assert look(tiny, "red", text) == [f"Nothing is known of '{text}'."]


@pytest.mark.case("X03")
def test_the_space_of_a_hidden_unit_looks_empty(tiny: Path) -> None:
    assert not any("Ghost" in line for line in look(tiny, "red", "B3"))
    assert any("Ghost" in line for line in look(tiny, "blue", "B3"))


def test_a_space_is_found_by_number_or_name_in_any_case(tiny: Path) -> None:
    assert look(tiny, "red", "middleton") == look(tiny, "red", "b2") == look(tiny, "red", "B2")
    assert look(tiny, "red", "B2")[0] == "Middleton (B2): Open"


def test_a_unit_is_found_by_id_or_name(tiny: Path) -> None:
    told = look(tiny, "red", "1st foot")
    assert told == look(tiny, "red", "R1")
    assert "  Movement points: 2 of 2" in told


@pytest.mark.case("X03")
def test_only_its_owner_learns_that_a_unit_is_still_to_come(tiny: Path) -> None:
    assert look(tiny, "red", "r_late") == ["r_late is not in play yet."]
    assert look(tiny, "blue", "r_late") == ["Nothing is known of 'r_late'."]


def test_odds_are_exact_and_only_told_where_two_hands_meet(tiny: Path) -> None:
    names = Names(Game.load(tiny).rules, {})
    ask = Ask("red", "f", "?", Options.of(["go"]), about=(("attacker_hand", "d6"), ("defender_hand", "d6")))
    told = chances(ask, names)
    assert "  the attacker wins: 41.7%" in told
    assert "  the defender wins: 58.3%" in told
    assert "  equal totals: 16.7% (they go to the defender)" in told
    two = (("attacker_hand B2", "d6"), ("defender_hand B2", "d6"), ("tie", "attacker"), ("attacker_hand A1", "d6"))
    told = chances(Ask("red", "f", "?", Options.of(["go"]), about=two), names)
    assert told[0] == "At Middleton (B2):" and "  the attacker wins: 58.3%" in told
    nothing = Ask("red", "f", "?", Options.of(["go"]), about=(("attacker_hand", "d6"),))
    assert chances(nothing, names) == ["There is nothing to reckon here."]


def test_odds_leave_out_the_weakest_of_the_dice_that_the_attacker_still_gives_up(tiny: Path) -> None:
    facts = (("attacker_hand", "d10, d6"), ("defender_hand", "d10"), ("removals", 1))
    told = chances(Ask("red", "f", "?", Options.of(["go"]), about=facts), Names(Game.load(tiny).rules, {}))
    assert told[2:4] == [
        "  (dice that the attacker still gives up: 1; with the weakest gone it has d10)",
        "  the attacker wins: 45.0%",
    ]


@pytest.mark.parametrize(
    ("chance", "told"), [(Fraction(1, 3), "33.3%"), (Fraction(1), "100.0%"), (Fraction(1, 2000), "0.1%")]
)
def test_chances_are_rounded_to_a_tenth(chance: Fraction, told: str) -> None:
    assert percent(chance) == told


def test_dice_that_hit_on_different_numbers_have_no_common_chance_of_hits(tiny: Path) -> None:
    game = Game.load(tiny)
    about = (("attacker_hand", "2d6"), ("defender_hand", "d6"), ("hit", "mixed"))
    told = chances(Ask("red", "f", "?", Options.of(()), about=about), Names(game.rules, game.unit_names))
    assert told[2].startswith("  the attacker wins: ")
    assert told[-1] == "  (the dice hit on different numbers; `why` lists them)"
