"""Troops at sea on the first turn: who may be attacked, the fire of the guards, and losses at random."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.torch import load

from hexwright.decisions import CHANCE
from hexwright.events import Removed, StepsChanged
from hexwright.explain import explain_ask
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.invasion import GuardFire, RandomLoss, embarked_steps, exposed, guards
from hexwright_plugins.naval_ops.record import Mission, SeaState

ZONE = "S4"
FORCE: dict[str, dict[str, Any]] = {
    "tf2": {"at": ZONE}, "us_1_id": {"at": "tf2"}, "us_1_ad_ccb": {"at": "tf2"}, "tf2_sup": {"at": "tf2"},
    "tf2_att": {"at": ZONE}, "tf2_esc": {"at": ZONE}, "sub_axis_1": {"at": ZONE, "hidden": False},
}  # fmt: skip
POSTED = SeaState(missions=(Mission("tf2_att", "sea_control", ZONE), Mission("tf2_esc", "naval_support", ZONE)))


def position(game: Game, *frames: Any, sea: SeaState = POSTED, turn: int = 1, **about: Any) -> State:
    units = {**FORCE, **about.pop("units", {})}
    return scene(game, turn=turn, units=units, slices=[sea], frames=[*frames, "pass allied"], **about)


def roll(game: Game, state: State, *faces: int) -> State:
    return game.apply(state, "roll " + " ".join(map(str, faces)), CHANCE).state


def due(game: Game, state: State) -> tuple[int, ...]:
    return next((ask.roll.sides for ask in game.asks(state) if ask.roll is not None), ())


# ------------------------------------------------------------------ random losses


@pytest.mark.rule("TT-2.4.2-11", "TT-2.4.1-22")
def test_the_strength_points_aboard_are_numbered_and_a_die_picks_one() -> None:
    game = load()
    state = position(game, RandomLoss("tf2", 1))
    assert embarked_steps(game.position(state), "tf2") == ("us_1_id",) * 3 + ("us_1_ad_ccb",)
    assert due(game, state) == (4,)
    first = game.apply(state, "roll 2", CHANCE)
    assert [(e.unit, e.steps) for e in first.events if isinstance(e, StepsChanged)] == [("us_1_id", 2)]
    last = game.apply(state, "roll 4", CHANCE)
    lost = [(e.unit, e.at, e.rule) for e in last.events if isinstance(e, Removed)]
    assert lost == [("us_1_ad_ccb", ZONE, "TT-2.4.2-11")]


@pytest.mark.rule("TT-2.4.2-11")
def test_each_hit_has_its_own_die_on_what_is_left() -> None:
    game = load()
    state = position(game, RandomLoss("tf2", 3))
    state = roll(game, state, 1)
    assert due(game, state) == (3,)
    state = roll(game, state, 1)
    assert due(game, state) == (2,)
    state = roll(game, state, 2)
    assert state.units["us_1_id"].steps == 1 and "us_1_ad_ccb" in state.gone
    assert game.asks(state)[0].frame == "pass"


@pytest.mark.rule("TT-2.4.2-11")
def test_supply_is_never_hit_and_surplus_hits_are_lost() -> None:
    game = load()
    units = {"us_1_id": {"at": "C8"}, "us_1_ad_ccb": {"at": "tf2", "steps": 1}}
    state = position(game, RandomLoss("tf2", 3), units=units)
    assert game.asks(state)[0].frame == "pass"  # one unit is all there is: no die is needed
    assert "us_1_ad_ccb" in state.gone
    assert state.units["tf2_sup"].at == "tf2" and state.units["us_1_id"].steps == 3


def test_by_unit_every_unit_has_one_number() -> None:
    game = load('turn1.random_loss="by_unit"')
    state = position(game, RandomLoss("tf2", 1))
    assert embarked_steps(game.position(state), "tf2") == ("us_1_id", "us_1_ad_ccb")
    assert due(game, state) == (2,)
    assert roll(game, state, 1).units["us_1_id"].steps == 2


# ------------------------------------------------------------------ who may be attacked


@pytest.mark.rule("TT-2.4.2-07", "TT-2.4.2-08", "TT-2.4.2-R07")
def test_troops_are_exposed_on_the_first_turn_until_land_operations_are_over() -> None:
    game = load()

    def found(nation: str = "axis", **about: Any) -> list[str]:
        return [u.id for u in exposed(game.position(position(game, **about)), ZONE, nation)]

    assert found() == ["tf2"]
    assert found(done=["air", "sea"]) == ["tf2"]
    assert found(done=["land"]) == []
    assert found(turn=2) == []
    assert found("allied") == []
    assert found(units={"us_1_id": {"at": "C8"}, "us_1_ad_ccb": {"at": "C8"}}) == []  # only Supply is left aboard
    assert [u.id for u in exposed(game.position(position(game)), "T3", "axis")] == []


# ------------------------------------------------------------------ the fire of the guards


@pytest.mark.rule("TT-2.4.2-10", "TT-2.4.2-R23")
def test_only_ships_on_sea_control_there_fire_at_the_raider_and_before_it() -> None:
    game = load()
    state = position(game, GuardFire("tf2", "sub_axis_1"))
    assert [u.id for u in guards(game.position(state), state.units["tf2"])] == ["tf2_att"]
    assert due(game, state) == (10,)
    state = roll(game, state, 4)
    assert due(game, state) == (6,) and state.units["sub_axis_1"].steps == 2
    assert due(game, roll(game, state, 5)) == (4,)
    assert game.asks(roll(game, state, 4))[0].frame == "pass"


@pytest.mark.rule("TT-2.4.2-10", "TT-2.4.2-05", "TT-PA.11-06")
def test_a_raider_takes_one_hit_at_most_and_rolls_if_it_survives() -> None:
    game = load()
    both = SeaState(missions=(Mission("tf2_att", "sea_control", ZONE), Mission("tf2_esc", "sea_control", ZONE)))
    state = position(game, GuardFire("tf2", "sub_axis_1"), sea=both)
    assert due(game, state) == (10, 8)
    state = roll(game, state, 9, 8)
    assert state.units["sub_axis_1"].steps == 1
    assert due(game, state) == (6,)  # a damaged submarine still rolls a d6


@pytest.mark.rule("TT-2.4.2-05", "TT-2.4.2-10")
@pytest.mark.parametrize(("most", "left"), [(1, 1), (2, 0), (9, 0)])
def test_the_most_hits_of_a_raider_are_data(most: int, left: int) -> None:
    game = load(f"submarines.most_hits={most}")
    both = SeaState(missions=(Mission("tf2_att", "sea_control", ZONE), Mission("tf2_esc", "sea_control", ZONE)))
    state = position(game, GuardFire("tf2", "sub_axis_1"), sea=both)
    asked = explain_ask(game, state, CHANCE)
    assert asked is not None
    keys = {p.source.key: p.value for p in asked.parts if p.source is not None}
    assert keys["submarines.most_hits"] == most
    state = roll(game, state, 9, 8)
    assert state.units["sub_axis_1"].steps == left if left else "sub_axis_1" in state.gone


@pytest.mark.rule("TT-2.4.2-10")
def test_a_raider_that_is_sunk_does_not_roll() -> None:
    game = load()
    about = {"sub_axis_1": {"at": ZONE, "hidden": False, "steps": 1}}
    state = roll(game, position(game, GuardFire("tf2", "sub_axis_1"), units=about), 8)
    assert "sub_axis_1" in state.gone and game.asks(state)[0].frame == "pass"


@pytest.mark.rule("TT-2.4.2-10", "TT-2.4.2-R23")
@pytest.mark.parametrize(
    "missions",
    [
        (),
        (Mission("tf2_att", "asw_patrol", ZONE),),
        (Mission("tf2_att", "sea_control", "R4"),),
        (Mission("tf2_att", "sea_control", ZONE, stage="lost"),),
    ],
)
def test_without_guards_the_raider_rolls_at_once(missions: tuple[Mission, ...]) -> None:
    game = load()
    assert due(game, position(game, GuardFire("tf2", "sub_axis_1"), sea=SeaState(missions=missions))) == (6,)
