"""Control: who takes a space, who only claims it, and what keeps it from being taken."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import ControlChanged
from hexwright.game import Game
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.control import claimed, taker

from ..conftest import MAP, ONE_PHASE, UNITS, Loader, with_units

TEXT = (
    MAP
    + UNITS
    + ONE_PHASE
    + """
[nation.pink]
name = "Pink"
side = "red"
[nation.grey]
name = "Grey"
side = "blue"
[[relation]]
id = "grey_red"
nations = ["grey", "red"]
are = "neutral"
[rule.R-take]
title = "taking"
[rule.R-claim]
title = "claiming"
[control]
takes = ["land"]
claims = ["spy"]
rule = "R-take"
claim_rule = "R-claim"
[space.C4]
control = "blue"
[space.D4]
control = "red"
[space.E4]
control = "grey"
"""
)


def at(game: Game, *units: tuple[str, str, str], **more: Any) -> Position:
    """A position with units (type, nation, space)."""
    return game.position(with_units(game, *(Unit(f"x{i}", t, n, s, 1, **more) for i, (t, n, s) in enumerate(units))))


@pytest.mark.parametrize(
    ("space", "units", "taken"),
    [
        ("B4", [], ("", "")),
        ("B4", [("foot", "red")], ("red", "R-take")),  # nobody's
        ("B4", [("spy", "red")], ("red", "R-claim")),
        ("C4", [("foot", "red")], ("red", "R-take")),  # the enemy's
        ("C4", [("spy", "red")], ("", "")),  # who only claims takes nothing from an enemy
        ("E4", [("spy", "red")], ("red", "R-claim")),  # neutral is no enemy
        ("C4", [("foot", "blue")], ("", "")),  # its own
        ("D4", [("foot", "pink")], ("", "")),  # an ally's
        ("C4", [("cart", "red")], ("", "")),  # no tag
        ("C4", [("foot", "red"), ("foot", "blue")], ("", "")),  # not alone
        ("C4", [("foot", "red"), ("spy", "blue")], ("", "")),
        ("C4", [("foot", "red"), ("foot", "grey")], ("red", "R-take")),  # a neutral does not hinder
        ("B4", [("cart", "red"), ("foot", "pink")], ("pink", "R-take")),
    ],
)
def test_who_takes_a_space(load_game: Loader, space: str, units: list[tuple[str, str]], taken: tuple[str, str]) -> None:
    now = at(load_game(TEXT), *((t, n, space) for t, n in units))
    assert taker(now, space) == taken


def test_only_enemies_with_these_tags_keep_a_space(load_game: Loader) -> None:
    text = TEXT.replace('claims = ["spy"]', 'claims = ["spy"]\nopposed_by = ["land"]')
    now = at(load_game(text), ("foot", "red", "C4"), ("spy", "blue", "C4"))
    assert taker(now, "C4") == ("red", "R-take")


def test_the_changes_are_told_once_each_with_who_had_it(load_game: Loader) -> None:
    game = load_game(TEXT)
    now = at(game, ("foot", "red", "C4"), ("foot", "red", "B4"), ("foot", "red", "pool"))
    assert claimed(now, "B4", "C4", "C4", "D4", "x0", "nowhere") == (
        ControlChanged(space="B4", nation="red", was="", rule="R-take"),
        ControlChanged(space="C4", nation="red", was="blue", rule="R-take"),
    )
    state = now.state
    for event in claimed(now, "B4", "C4"):
        state = event.apply(state)
    after = game.position(state)
    assert (after.control("B4"), after.control("C4"), after.control("D4"), after.control("A1")) == (
        "red",
        "red",
        "red",
        "",
    )
    assert after.controls("pink", "C4") and not after.controls("blue", "C4") and not after.controls("red", "A1")
    assert claimed(after, "B4", "C4") == ()


def test_control_that_nobody_has_now_is_kept_apart_from_the_printed_one(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = ControlChanged(space="C4", nation="").apply(game.start())
    assert game.position(state).control("C4") == ""
    assert game.view(state, "red").controller("C4") == "" and game.view(game.start(), "red").controller("C4") == "blue"
