"""Patrols of ships against submarines, and the strikes and raids that the sides carry out in turn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.plugins.torch import answer, load, options, why

from hexwright.decisions import CHANCE
from hexwright.events import Event, Placed, Revealed, StepsChanged
from hexwright.explain import explain
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.facilities import Struck, damage
from hexwright_plugins.gunnery import Patrolled
from hexwright_plugins.naval_ops.record import Mission, SeaState, missions
from hexwright_plugins.submarines import Raid, SubState

Units = dict[str, dict[str, Any]]
PATROL: Units = {
    "tf2_esc": {"at": "I5"}, "tf2_att": {"at": "I5"}, "sub_axis_1": {"at": "I5"}, "sub_axis_2": {"at": "M4"}
}  # fmt: skip
HUNTERS = (Mission("tf2_esc", "asw_patrol"), Mission("tf2_att", "asw_patrol"))
THREE = ("unit_type.submarine_squadron.steps=3", "unit_type.submarine_squadron.dice.sea.sides=[6, 6, 6]")


def start(
    game: Game, phase: str, units: Units, *orders: Mission, told: list[Event] | None = None, **about: Any
) -> State:  # fmt: skip
    slices = [SeaState(missions=orders), *about.pop("slices", [])]
    return scene(game, turn=about.pop("turn", 3), units=units, slices=slices, phase=phase, told=told, **about)


def due(game: Game, state: State) -> tuple[int, ...]:
    return next((ask.roll.sides for ask in game.asks(state) if ask.roll is not None), ())


# ------------------------------------------------------------------ patrols


@pytest.mark.rule("TT-2.4.2-30", "TT-2.4.2-31", "TT-3.2-13")
def test_a_patrol_finds_what_is_in_its_hex_and_each_ship_may_attack_it() -> None:
    game = load()
    told: list[Event] = []
    state = start(game, "sea_asw", PATROL, *HUNTERS, told=told)
    assert [(e.unit, e.space) for e in told if isinstance(e, Patrolled)] == [("tf2_esc", "I5"), ("tf2_att", "I5")]
    assert [e.unit for e in told if isinstance(e, Revealed)] == ["sub_axis_1"]
    assert options(game, state, "allied") == ["attack tf2_esc sub_axis_1", "pass"]
    assert why(game, state, "allied", "attack tf2_esc sub_axis_2").rule == "TT-2.4.2-31"
    state = answer(game, state, "allied", "pass")
    assert options(game, state, "allied") == ["attack tf2_att sub_axis_1", "pass"]
    state = answer(game, state, "allied", "attack tf2_att sub_axis_1")
    assert due(game, state) == (10,)
    assert [m.stage for m in missions(game.position(state)).missions] == ["done", "done"]


@pytest.mark.rule("TT-2.4.2-R14", "TT-2.4.2-05", "TT-2.4.2-R27", "TT-PA.11-06")
@pytest.mark.parametrize(("faces", "left"), [("4 4", 2), ("5 4", 1), ("8 9", 1)])
def test_each_ship_rolls_its_own_die_and_the_submarine_takes_one_hit_at_most(faces: str, left: int) -> None:
    game = load()
    state = start(game, "sea_asw", PATROL, *HUNTERS)
    state = answer(game, state, "allied", "attack tf2_esc sub_axis_1", "attack tf2_att sub_axis_1")
    assert due(game, state) == (8, 10)
    step = game.apply(state, f"roll {faces}", CHANCE)
    assert step.state.units["sub_axis_1"].steps == left
    assert len([e for e in step.events if isinstance(e, StepsChanged)]) == 2 - left


@pytest.mark.rule("TT-2.4.2-R27", "TT-2.4.2-05")
def test_the_cap_is_for_each_submarine_and_each_event() -> None:
    game = load()
    units = {**PATROL, "sub_axis_2": {"at": "I5"}}
    state = start(game, "sea_asw", units, *HUNTERS)
    assert options(game, state, "allied") == ["attack tf2_esc sub_axis_1", "attack tf2_esc sub_axis_2", "pass"]
    state = answer(game, state, "allied", "attack tf2_esc sub_axis_1", "attack tf2_att sub_axis_2")
    state = answer(game, state, CHANCE, "roll 5 5")
    assert (state.units["sub_axis_1"].steps, state.units["sub_axis_2"].steps) == (1, 1)
    again = {**units, "sub_axis_1": {"at": "I5", "hidden": False, "steps": 1}}
    state = start(game, "sea_asw", again, *HUNTERS[:1])
    state = answer(game, state, "allied", "attack tf2_esc sub_axis_1")
    state = answer(game, state, CHANCE, "roll 5")
    assert "sub_axis_1" in state.gone  # another event, another hit


@pytest.mark.rule("TT-2.4.2-05", "TT-2.4.2-R14")
@pytest.mark.parametrize(("most", "left"), [(1, 2), (2, 1), (3, 1)])
def test_the_most_hits_of_a_patrol_are_data(most: int, left: int) -> None:
    game = load(f"submarines.most_hits={most}", *THREE)
    units = {**PATROL, "sub_axis_1": {"at": "I5", "steps": 3}}
    state = start(game, "sea_asw", units, *HUNTERS)
    parts = explain(game, state, "attack tf2_esc sub_axis_1", "allied").parts
    told = [(p.label, p.value, p.source.key) for p in parts if p.rule is not None and p.rule.id == "TT-2.4.2-05"
            and p.source is not None]  # fmt: skip
    assert told == [("most hits that it takes", most, "submarines.most_hits")]
    state = answer(game, state, "allied", "attack tf2_esc sub_axis_1", "attack tf2_att sub_axis_1")
    step = game.apply(state, "roll 8 9", CHANCE)
    assert step.state.units["sub_axis_1"].steps == left
    rules = {e.rule for e in step.events if isinstance(e, StepsChanged)}
    assert rules == {"TT-2.4.2-05" if most == 1 else "TT-2.4.2-R14"}  # the cap is cited where it took hits away


@pytest.mark.rule("TT-2.4.2-05")
def test_a_submarine_that_is_sunk_takes_no_more_hits() -> None:
    game = load("submarines.most_hits=2")
    units = {**PATROL, "sub_axis_1": {"at": "I5", "steps": 1}}
    state = start(game, "sea_asw", units, *HUNTERS)
    state = answer(game, state, "allied", "attack tf2_esc sub_axis_1", "attack tf2_att sub_axis_1")
    assert "sub_axis_1" in game.apply(state, "roll 8 9", CHANCE).state.gone


@pytest.mark.rule("TT-2.4.2-30")
def test_patrols_go_hex_by_hex_and_ships_that_were_beaten_find_nothing() -> None:
    game = load()
    units = {**PATROL, "tf2_att": {"at": "M4"}}
    told: list[Event] = []
    state = start(game, "sea_asw", units, *HUNTERS, told=told)
    state = answer(game, state, "allied", "pass")
    assert options(game, state, "allied") == ["attack tf2_att sub_axis_2", "pass"]
    lost = (Mission("tf2_esc", "asw_patrol", stage="lost"), Mission("tf2_att", "naval_support"))
    state = start(game, "sea_asw", units, *lost)
    assert state.units["sub_axis_1"].hidden and state.units["sub_axis_2"].hidden


@pytest.mark.rule("TT-2.4.2-30")
def test_where_nothing_is_found_nobody_is_asked() -> None:
    game = load()
    units = {**PATROL, "sub_axis_1": {"at": "A9"}}
    state = start(game, "sea_asw", units, *HUNTERS)
    assert not [a for a in game.asks(state) if a.frame == "naval_ops.hunt"]
    assert {m.stage for m in missions(game.position(state)).missions} == {"done"}


def test_without_the_rules_of_submarines_a_hidden_one_stays_a_secret() -> None:
    plugins = [p for p in load().rules.info.plugins if p != "submarines"]
    game = load(f"ruleset.plugins={json.dumps(plugins)}")
    state = start(game, "sea_asw", PATROL, *HUNTERS)
    assert state.units["sub_axis_1"].hidden
    assert not [a for a in game.asks(state) if a.frame == "naval_ops.hunt"]


def test_without_the_rules_of_submarines_there_is_no_cap_and_none_is_told() -> None:
    plugins = [p for p in load().rules.info.plugins if p != "submarines"]
    game = load(f"ruleset.plugins={json.dumps(plugins)}")
    state = start(game, "sea_asw", {**PATROL, "sub_axis_1": {"at": "I5", "hidden": False}}, *HUNTERS)
    parts = explain(game, state, "attack tf2_esc sub_axis_1", "allied").parts
    assert parts and "TT-2.4.2-05" not in [p.rule.id for p in parts if p.rule is not None]
    state = answer(game, state, "allied", "attack tf2_esc sub_axis_1", "attack tf2_att sub_axis_1")
    assert "sub_axis_1" in answer(game, state, CHANCE, "roll 8 9").gone


# ------------------------------------------------------------------ strikes and raids


FLEET: Units = {
    "ax_att_1": {"at": "V5"}, "ax_esc_1": {"at": "V5"}, "ax_esc_2": {"at": "R3"},
    "tf1_esc": {"at": "W8"}, "tf1_csg": {"at": "W8"},
    "cargo": {"type": "infantry_regiment", "nation": "allied", "at": "box_bone"},
}  # fmt: skip
STRIKES = (
    Mission("ax_att_1", "naval_strike", "U5"), Mission("ax_esc_1", "naval_strike", "U5"),
    Mission("ax_esc_2", "convoy_raid", "box_bone"), Mission("tf1_esc", "naval_strike", "W9"),
)  # fmt: skip
HELD = {"U5": "allied", "R4": "allied"}


@pytest.mark.rule("TT-2.4.2-17", "TT-2.4.2-36", "TT-2.4.2-32")
def test_the_sides_take_turns_and_all_strikes_on_a_port_are_one_hand() -> None:
    game = load()
    state = start(game, "sea_raid", FLEET, *STRIKES, control=HELD, roles={"first": "axis", "second": "allied"})
    assert options(game, state, "axis") == ["strike U5", "raid box_bone"]
    assert why(game, state, "axis", "done").nearest == "strike U5"
    assert why(game, state, "axis", "strike W9").rule == "TT-2.4.2-17"
    state = answer(game, state, "axis", "strike U5")
    assert due(game, state) == (10, 8)
    state = answer(game, state, CHANCE, "roll 9 8")
    assert damage(game.position(state), "U5", "port") == 2
    # the other side's only strike needs no pick, nor does the raid that is left
    assert due(game, state) == (8,)
    step = game.apply(state, "roll 5", CHANCE)
    assert damage(game.position(step.state), "W9", "port") == 1
    went = [(e.unit, e.at, e.was) for e in step.events if isinstance(e, Placed)]
    assert went == [("ax_esc_2", "box_bone", "R3")]
    stages = {m.unit: m.stage for m in missions(game.position(step.state)).missions}
    assert (stages["ax_att_1"], stages["tf1_esc"]) == ("done", "done")


@pytest.mark.rule("TT-2.4.2-32")
def test_raiders_wait_in_the_box_with_their_mission() -> None:
    game = load()
    state = start(game, "sea_raid", FLEET, STRIKES[2], control=HELD)
    assert state.units["ax_esc_2"].at == "box_bone"
    own = missions(game.position(state)).of("ax_esc_2")
    assert own is not None and own.stage != "lost"


@pytest.mark.rule("TT-2.4.2-36", "TT-2.4.2-33", "TT-2.4.2-R17")
def test_a_submarine_adds_its_die_to_the_strike_on_its_port() -> None:
    game = load()
    units = {**FLEET, "sub_axis_1": {"at": "V5", "hidden": False}, "sub_axis_2": {"at": "R3", "hidden": False}}
    pending = SubState((Raid("sub_axis_1", "port", "U5"), Raid("sub_axis_2", "port", "R4")))
    roles = {"first": "axis", "second": "allied"}
    state = start(game, "sea_raid", units, *STRIKES[:2], control=HELD, slices=[pending], roles=roles)
    assert options(game, state, "axis") == ["strike U5", "strike R4"]
    state = answer(game, state, "axis", "strike U5")
    assert due(game, state) == (10, 8, 6)
    state = answer(game, state, CHANCE, "roll 1 1 6")
    assert damage(game.position(state), "U5", "port") == 1
    assert due(game, state) == (6,)  # the submarine alone at the other port
    step = game.apply(state, "roll 1", CHANCE)
    assert [e.rule for e in step.events if isinstance(e, Struck)] == ["TT-2.4.2-33"]


@pytest.mark.rule("TT-2.4.2-36")
def test_ships_that_were_beaten_or_lost_strike_nothing() -> None:
    game = load()
    orders = (Mission("ax_att_1", "naval_strike", "U5", stage="lost"), Mission("ghost", "naval_strike", "U5"))
    state = start(game, "sea_raid", FLEET, *orders, control=HELD)
    assert due(game, state) == () and damage(game.position(state), "U5", "port") == 0


@pytest.mark.rule("TT-2.4.2-09", "TT-2.4.2-10")
def test_raids_on_troops_go_one_raider_at_a_time() -> None:
    game = load()
    units: Units = {
        "tf2": {"at": "S4"}, "us_1_id": {"at": "tf2"}, "us_1_ad_ccb": {"at": "tf2"}, "tf2_att": {"at": "S4"},
        "sub_axis_1": {"at": "S4", "hidden": False}, "sub_axis_2": {"at": "S4", "hidden": False, "steps": 1},
    }  # fmt: skip
    pending = SubState((Raid("sub_axis_1", "embarked", "tf2"), Raid("sub_axis_2", "embarked", "tf2")))
    guard = Mission("tf2_att", "sea_control", "S4")
    state = start(game, "sea_raid", units, guard, slices=[pending], turn=1)
    assert options(game, state, "axis") == ["raid sub_axis_1 tf2", "raid sub_axis_2 tf2"]
    state = answer(game, state, "axis", "raid sub_axis_2 tf2")
    state = answer(game, state, CHANCE, "roll 5")  # the guard sinks it before it rolls
    assert "sub_axis_2" in state.gone
    assert due(game, state) == (10,)  # and meets the next one, that needs no pick
    state = answer(game, state, CHANCE, "roll 4", "roll 6", "roll 4")
    assert "us_1_ad_ccb" in state.gone


def test_strikes_of_ships_on_ships_are_a_switch() -> None:
    game = load('naval.surface_strike_targets=["port", "ships"]')
    units = {**FLEET, "malta_esc": {"at": "V5"}, "tf2_esc": {"at": "V5", "steps": 1}}
    orders = (
        Mission("ax_att_1", "naval_strike", "V5", against="ships"),
        Mission("ax_esc_1", "naval_strike", "V5", against="ships"),
        STRIKES[2],
    )
    state = start(game, "sea_raid", units, *orders, control=HELD)
    assert options(game, state, "axis") == ["strike V5 ships", "raid box_bone"]
    state = answer(game, state, "axis", "strike V5 ships")
    assert due(game, state) == (10, 8)
    state = answer(game, state, CHANCE, "roll 9 4")
    assert options(game, state, "allied") == ["hit malta_esc", "hit tf2_esc"]
    assert answer(game, state, "allied", "hit malta_esc").units["malta_esc"].steps == 1
