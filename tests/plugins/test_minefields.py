"""Minefields halt enemy ships; the straits; the west on the first turn; losses by the switch; without the plug-in."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.decisions import CHANCE
from hexwright.errors import RulesetError
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.invasion.tables import FirstTurn

from .torch import answer, load, options, why


def ship(at: str, nation: str = "allied", type_: str = "escort_group", **about: Any) -> dict[str, Any]:
    return {"type": type_, "nation": nation, "at": at, **about}


def at_sea(game: Game, turn: int = 3, seat: str = "allied", **units: Any) -> State:
    return scene(game, turn=turn, units=units, phase="sea_move_first", roles={"first": seat})


def goals(game: Game, state: State, seat: str, unit: str) -> set[str]:
    return {text.split()[2] for text in options(game, state, seat, "move") if text.split()[1] == unit}


# ------------------------------------------------------------------ halting


@pytest.mark.rule("TT-2.4.2-12", "TT-2.4.2-13", "TT-4-16")
def test_a_hostile_minefield_halts_and_its_own_does_not() -> None:
    game = load()
    state = at_sea(game, a=ship("T3"), x=ship("T3", "axis"))
    east = {"V5", "V6", "W5", "W8"}
    assert "U4" in goals(game, state, "allied", "a") and "V4" in goals(game, state, "allied", "a")
    assert not goals(game, state, "allied", "a") & east
    reason = why(game, state, "allied", "move a V5")
    assert reason.rule == "TT-2.4.2-12" and reason.nearest in ("move a V4", "move a U4")
    assert reason.text == "a has to stop in U4 on the way to V5: a hostile minefield"
    state = at_sea(game, seat="axis", x=ship("T3", "axis"))
    assert east <= goals(game, state, "axis", "x")
    # The Allied fields stop the Axis off Malta and Gibraltar.
    assert "X5" in goals(game, state, "axis", "x")
    state = answer(game, state, "axis", "move x X5")
    assert game.position(state).unit("x").at == "X5"


@pytest.mark.rule("TT-2.4.2-14", "TT-2.4.2-R04")
def test_it_leaves_freely_on_the_next_turn_and_stops_in_the_next_field() -> None:
    game = load()
    state = at_sea(game, a=ship("V4"))
    reached = goals(game, state, "allied", "a")
    assert {"V5", "T3", "S4", "U4", "Y7"} <= reached
    state = at_sea(game, a=ship("U4"))
    assert "V4" in goals(game, state, "allied", "a") and "V5" not in goals(game, state, "allied", "a")


@pytest.mark.rule("TT-2.4.2-R03")
def test_a_halted_ship_still_takes_a_mission_and_loses_nothing() -> None:
    game = load()
    state = answer(game, at_sea(game, a=ship("T3")), "allied", "move a U4")
    assert game.asks(state)[0].seat == "allied" and game.position(state).unit("a").steps == 2
    assert {"assign a sea_control U4", "assign a naval_strike U5", "assign a asw_patrol"} <= set(
        options(game, state, "allied")
    )


@pytest.mark.rule("TT-2.4.2-15", "TT-2.4.2-16")
def test_submarines_are_stationed_in_minefields_and_beyond_the_straits() -> None:
    game = load()
    units = {"ax_sub": {"type": "submarine_squadron", "nation": "axis", "at": "subs_axis", "hidden": True},
             "sub_allied_1": {}}  # fmt: skip
    state = scene(game, turn=1, units=units, phase="subs_first")
    assert {"station ax_sub X5", "station ax_sub F5", "station ax_sub B7"} <= set(options(game, state, "axis"))
    assert {"station sub_allied_1 V4", "station sub_allied_1 U4"} <= set(options(game, state, "allied"))


# ------------------------------------------------------------------ straits


@pytest.mark.rule("TT-2.4.2-16", "TT-2.4.2-R26")
def test_the_straits_are_closed_to_axis_ships_only() -> None:
    game = load()
    for a, b in (("D5", "E6"), ("E6", "F5"), ("E6", "D5"), ("F5", "E6")):
        assert game.board.crossing("sea", "axis", a, b).rule == "TT-2.4.2-R26"
        assert not game.board.crossing("sea", "allied", a, b).closed
    assert {"E6", "D5", "B7"} <= goals(game, at_sea(game, a=ship("G5")), "allied", "a")
    # Not even with Gibraltar in Axis hands.
    units = {"x": ship("G5", "axis")}
    state = scene(game, turn=5, units=units, control={"E6": "axis"}, phase="sea_move_first", roles={"first": "axis"})
    assert not goals(game, state, "axis", "x") & {"E6", "D5", "B7"}
    assert why(game, state, "axis", "move x D5").rule == "TT-2.4.2-R26"


# ------------------------------------------------------------------ the first turn


@pytest.mark.rule("TT-2.4.2-06", "TT-2.4.2-R05")
def test_the_west_is_closed_to_axis_ships_on_the_first_turn() -> None:
    game = load()
    state = at_sea(game, turn=1, seat="axis", x=ship("X1", "axis"))
    reached = goals(game, state, "axis", "x")
    assert {"T1", "T2", "T3", "T4"} <= reached and min(reached) == "T1"
    for text in ("move x S2", "move x S3", "move x R4", "move x F5"):
        assert why(game, state, "axis", text).rule == "TT-2.4.2-06", text
    assert "B7" in goals(game, at_sea(game, turn=1, a=ship("I5")), "allied", "a")
    assert "S2" in goals(game, at_sea(game, turn=2, seat="axis", x=ship("X1", "axis")), "axis", "x")


def test_another_column_by_the_switch() -> None:
    west = load('turn1.axis_west_limit_column="R"')
    reached = goals(west, at_sea(west, turn=1, seat="axis", x=ship("X1", "axis")), "axis", "x")
    assert {"S2", "R2", "R4"} <= reached and "Q2" not in reached
    free = load('turn1.axis_west_limit_column=""')
    assert "I5" in goals(free, at_sea(free, turn=1, seat="axis", x=ship("X1", "axis")), "axis", "x")
    assert load().settings[FirstTurn].axis_west_limit_column == "T"
    with pytest.raises(RulesetError, match="column"):
        Game.load("torch_tunisia", settings=['turn1.axis_west_limit_column="AB"'])


# ------------------------------------------------------------------ losses by the switch


@pytest.mark.parametrize(("face", "steps"), [(2, 1), (3, 2)])
def test_a_ship_that_enters_may_be_hit(face: int, steps: int) -> None:
    game = load("minefields.attrition_threshold=2")
    state = answer(game, at_sea(game, a=ship("T3")), "allied", "move a U4")
    ask = game.asks(state)[0]
    assert ask.seat == CHANCE and ask.roll is not None and ask.roll.sides == (6,)
    state = answer(game, state, CHANCE, f"roll {face}")
    assert game.position(state).unit("a").steps == steps
    assert "assign a asw_patrol" in options(game, state, "allied")


def test_a_damaged_carrier_sinks_and_its_aircraft_escape_if_they_can() -> None:
    game = load("minefields.attrition_threshold=6")
    state = at_sea(game, tf1_csg={"at": "W5", "steps": 1}, tf1_cag={"at": "tf1_csg"})
    state = answer(game, state, "allied", "move tf1_csg V4")
    state = answer(game, state, CHANCE, "roll 6")
    now = game.position(state)
    assert "tf1_csg" in state.gone and now.unit("tf1_cag").at == "Y6"


def test_no_dice_in_ones_own_field_or_on_the_way_out() -> None:
    game = load("minefields.attrition_threshold=6")
    state = answer(game, at_sea(game, seat="axis", x=ship("T3", "axis")), "axis", "move x V4")
    assert game.asks(state)[0].seat == "axis"
    state = answer(game, at_sea(game, a=ship("U4")), "allied", "move a T3")
    assert game.asks(state)[0].seat == "allied"
    for value in (-1, 7):
        with pytest.raises(RulesetError):
            Game.load("torch_tunisia", settings=[f"minefields.attrition_threshold={value}"])


# ------------------------------------------------------------------ left out


def test_without_the_plug_in_nothing_halts_ships() -> None:
    names = [p for p in load().active if p != "minefields"]
    game = load("ruleset.plugins=[" + ", ".join(f'"{p}"' for p in names) + "]")
    assert {"V5", "W8"} <= goals(game, at_sea(game, a=ship("T3")), "allied", "a")
    assert "I5" in goals(game, at_sea(game, turn=1, seat="axis", x=ship("X1", "axis")), "axis", "x")


def test_without_the_invasion_there_is_no_first_turn_limit() -> None:
    names = [p for p in load().active if p not in ("invasion", "armistice", "toulon")]
    game = load("ruleset.plugins=[" + ", ".join(f'"{p}"' for p in names) + "]")
    assert "I5" in goals(game, at_sea(game, turn=1, seat="axis", x=ship("X1", "axis")), "axis", "x")
