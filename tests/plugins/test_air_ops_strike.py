"""Fire at the surface: air defence of ships, strikes on every class of target, and the alerts that hunt ships."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import Moved, Removed, Rolled
from hexwright.game import Game
from hexwright_plugins.air_ops.record import FlightHit

from .sky import Sky
from .torch import load

Units = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def task_force() -> Units:
    """The third task force in its landing zone at S4: two ships, two divisions and a Supply aboard."""
    ships: Units = {"tf3": {"at": "S4"}, "tf3_att": {"at": "S4"}, "tf3_esc": {"at": "S4"}}
    return ships | {"uk_78_id": {"at": "tf3"}, "uk_6_ad": {"at": "tf3"}, "tf3_sup": {"at": "tf3"}}


def rolled(sky: Sky) -> list[tuple[int, ...]]:
    return [e.sides for e in sky.events if isinstance(e, Rolled)]


# ------------------------------------------------------------------ air defence


@pytest.mark.rule("TT-2.4.1-21", "TT-2.4.1-R10", "TT-2.4.1-R22", "TT-2.4.2-04", "TT-PA.9-02", "TT-2.4.1-R03")
def test_ships_fire_once_and_before_the_strike_then_their_owner_takes_the_hits(game: Game) -> None:
    sky = Sky(game, "x_bmb bmb S2 strike S4 ships", units=task_force())
    assert sky.asked() == ("allied", "air_ops.defence")
    assert sky.options("allied") == ["fire tf3_att", "fire tf3_esc", "done"]
    sky.play("allied: fire tf3_esc", "allied: fire tf3_att", dice=["air defence S4: 4 6", "strike S4 ships: 7"])
    assert rolled(sky) == [(10, 8), (8,)]  # one hit: the bomber has one die left
    assert sky.steps("x_bmb") == 1
    assert sky.asked() == ("allied", "air_ops.ship_losses")
    sky.play("allied: hit tf3_esc")
    assert (sky.steps("tf3_esc"), sky.steps("tf3_att")) == (1, 2)
    assert all("fired_aa" in sky.state.units[s].status for s in ("tf3_att", "tf3_esc"))
    assert sky.stage("x_bmb") == "used"
    rules = {e.rule for e in sky.events if getattr(e, "unit", "") == "tf3_esc" and hasattr(e, "steps")}
    assert rules == {"TT-2.4.1-R10"}


@pytest.mark.rule("TT-2.4.1-R22", "TT-2.4.2-04")
def test_a_ship_that_has_fired_does_not_fire_again(game: Game) -> None:
    units = task_force()
    units["tf3_att"]["status"] = ("fired_aa",)
    sky = Sky(game, "x_bmb bmb S2 strike S4 ships", units=units)
    assert sky.options("allied") == ["fire tf3_esc", "done"]
    units["tf3_esc"]["status"] = ("fired_aa",)
    sky = Sky(game, "x_bmb bmb S2 strike S4 ships", units=units).play(dice="4 4")
    assert rolled(sky) == [(8, 8)]


@pytest.mark.rule("TT-2.4.2-04")
def test_the_owner_may_hold_fire_and_beaten_ships_still_defend_themselves(game: Game) -> None:
    units = task_force()
    units["tf3_att"]["status"] = ("beaten",)
    units["tf3_esc"]["status"] = ("refused",)
    sky = Sky(game, "x_bmb bmb S2 strike S4 ships", units=units)
    assert sky.options("allied", "fire") == ["fire tf3_att", "fire tf3_esc"]
    sky.play("allied: done", dice="1 1")
    assert not any("fired_aa" in sky.state.units[s].status for s in ("tf3_att", "tf3_esc"))


@pytest.mark.case("C14")
@pytest.mark.rule("TT-2.4.1-21", "TT-2.4.1-20")
def test_aircraft_that_the_ships_shoot_down_do_nothing(game: Game) -> None:
    sky = Sky(game, "x_bmb bmb/1 S2 strike S4 ships", units=task_force())
    sky.play("allied: fire tf3_att", "allied: done", dice="5")
    assert (sky.steps("x_bmb"), sky.stage("x_bmb")) == (0, "lost")
    assert rolled(sky) == [(10,)]


@pytest.mark.rule("TT-2.4.1-21", "TT-2.4.2-04")
@pytest.mark.parametrize(
    "mission", ["strike M5 airfield", "strike M5 port", "close_air_support M5", "interdict M5", "strike M5 ships"]
)
def test_a_ship_in_port_fires_at_whatever_flies_there(game: Game, mission: str) -> None:
    sky = Sky(game, f"a_bmb bmb Q5 {mission}", units={"sqn_algiers": {"at": "M5"}})
    assert sky.options("axis") == ["fire sqn_algiers", "done"]
    sky.play("axis: fire sqn_algiers", dice="8 1" if "strike" in mission else "8")
    assert sky.steps("a_bmb") == 1


@pytest.mark.rule("TT-2.4.1-21")
def test_the_owner_of_the_aircraft_says_which_of_them_is_hit_escorts_are_not(game: Game) -> None:
    sky = Sky(
        game, "x_1 bmb S2 strike S4 ships", "x_2 ftr S2 close_air_support S4", "x_3 ftr S2 escort S4",
        units=task_force(),
    )  # fmt: skip
    sky.play("allied: fire tf3_att", "allied: done", dice="9")
    assert sky.asked() == ("axis", "air_ops.losses")
    assert sky.options("axis") == ["hit x_1", "hit x_2"]
    sky.play("axis: hit x_2", dice="1 1")
    assert (sky.steps("x_1"), sky.steps("x_2")) == (2, 1)


def test_a_flight_of_air_transport_is_hit_too(game: Game) -> None:
    sky = Sky(game, "a_drop - Q5 air_drop M5", units={"sqn_algiers": {"at": "M5"}})
    sky.play("axis: fire sqn_algiers", dice="5")
    assert len(sky.told(FlightHit)) == 1


def test_without_naval_operations_ships_do_not_fire() -> None:
    game = load('ruleset.plugins=["air_ops", "facilities", "land_combat"]')
    sky = Sky(game, "x_bmb bmb S2 strike S4 ships", units=task_force()).play(dice="4 4")
    assert rolled(sky) == [(8, 8)]


# ------------------------------------------------------------------ strikes


@pytest.mark.rule("TT-2.4.1-23", "TT-PA.9-02")
@pytest.mark.parametrize(("kind", "space"), [("port", "U5"), ("airfield", "U5")])
def test_all_that_strike_a_port_or_airfield_make_one_hand(game: Game, kind: str, space: str) -> None:
    sky = Sky(game, f"a_1 bmb Q5 strike {space} {kind}", f"a_2 ftr Q5 strike {space} {kind}").play(dice="8 4 5 1")
    assert rolled(sky) == [(8, 8, 6, 6)]
    assert sky.state.features[f"{space} {kind} damage"] == 2


def test_different_classes_are_different_hands(game: Game) -> None:
    sky = Sky(game, "a_1 bmb Q5 strike U5 airfield", "a_2 ftr Q5 strike U5 port").play(dice=["5 1", "5 1"])
    assert rolled(sky) == [(6, 6), (8, 8)]
    assert sky.state.features["U5 airfield damage"] == sky.state.features["U5 port damage"] == 1


@pytest.mark.rule("TT-2.4.1-R10")
def test_a_surface_squadron_in_port_counts_as_a_ship(game: Game) -> None:
    sky = Sky(game, "a_1 bmb Q5 strike M5 ships", units={"sqn_algiers": {"at": "M5"}})
    sky.play("axis: done", dice="5 1")
    assert sky.steps("sqn_algiers") == 0
    assert sky.state.gone["sqn_algiers"] == "lost"


@pytest.mark.rule("TT-2.4.1-R10")
def test_submarines_and_own_ships_are_no_targets_of_a_strike_on_ships(game: Game) -> None:
    units = task_force() | {"a_sub": {"type": "submarine_squadron", "nation": "allied", "at": "S4"}}
    units["x_esc"] = {"type": "escort_group", "nation": "axis", "at": "S4"}
    sky = Sky(game, "x_bmb bmb S2 strike S4 ships", units=units)
    sky.play("allied: done", dice="5 1")
    assert sky.options("allied") == ["hit tf3_att", "hit tf3_esc"]
    sky = Sky(game, "x_bmb bmb S2 strike S4 ships", units={"a_sub": units["a_sub"]})
    assert sky.asked() == ("allied", "pass")  # no ship, no dice


@pytest.mark.case("M11")
@pytest.mark.rule("TT-2.4.1-R10")
def test_the_carrier_goes_down_after_its_aircraft_had_their_chance(game: Game) -> None:
    units: Units = {"tf1_csg": {"at": "V4", "steps": 1}, "tf1_cag": {"at": "tf1_csg"}}
    sky = Sky(game, "x_bmb bmb W4 strike V4 ships", units=units, control={"T4": "allied", "U5": "allied"})
    sky.play("allied: done", dice="5 1")
    assert sky.asked() == ("allied", "facilities.escape")
    sky.play("allied: escape tf1_cag U5")
    assert sky.steps("tf1_csg") == 0
    assert sky.state.units["tf1_cag"].at == "U5"


@pytest.mark.rule("TT-2.4.1-22", "TT-2.4.1-23")
def test_hits_on_embarked_troops_fall_at_random(game: Game) -> None:
    sky = Sky(game, "x_bmb bmb S2 strike S4 embarked", units=task_force(), turn=1)
    sky.play("allied: done", dice=["strike S4 embarked: 5 1", "embarked: 4"])
    assert rolled(sky) == [(8, 8), (4,)]
    assert sky.steps("uk_78_id") + sky.steps("uk_6_ad") == 3
    assert "tf3_sup" in sky.state.units


def test_nobody_aboard_any_more_means_no_roll(game: Game) -> None:
    units = {"tf3": {"at": "S4"}}
    sky = Sky(game, "x_bmb bmb S2 strike S4 embarked", units=units)
    assert sky.asked() == ("allied", "pass")
    assert sky.stage("x_bmb") == "used"


TROOPS: Units = {
    "x_id": {"type": "infantry_division", "nation": "axis", "at": "T5", "steps": 3},
    "x_arm": {"type": "armor_regiment", "nation": "axis", "at": "T5"},
    "x_sup": {"type": "supply", "nation": "axis", "at": "T5"},
}


@pytest.mark.rule("TT-2.4.1-22", "TT-2.4.1-23")
def test_land_units_ashore_are_struck_with_the_switch_only_and_at_random(game: Game) -> None:
    sky = Sky(game, "a_bmb bmb Q5 strike T5 land", units=TROOPS)
    assert sky.asked() == ("allied", "pass")  # no dice are due
    sky = Sky(load("air.strike_land_units=true"), "a_bmb bmb Q5 strike T5 land", units=TROOPS)
    sky.play(dice=["strike T5 land: 5 5", "struck T5: 2", "struck T5: 1"])
    assert rolled(sky) == [(8, 8), (4,), (3,)]
    assert [sky.steps(u) for u in ("x_arm", "x_id")] == [0, 2]


@pytest.mark.parametrize("damages", [False, True])
def test_patrols_damage_submarines_with_the_switch_only(damages: bool) -> None:
    sub = {"x_sub": {"type": "submarine_squadron", "nation": "axis", "at": "R3"}}
    flights = ("a_1 ftr Q5 air_asw R3", "a_2 bmb Q5 air_asw R3")
    sky = Sky(load(f"air.asw_damages={str(damages).lower()}"), *flights, units=sub)
    if damages:
        sky.play(dice=["depth charges R3: 6 6", "depth charges R3: 1 1"])
        assert rolled(sky) == [(6, 6), (8, 8)]
    assert sky.steps("x_sub") == (1 if damages else 2)  # two hits of one event count as one


@pytest.mark.rule("TT-2.4.2-05")
@pytest.mark.parametrize(("most", "left"), [(1, 1), (2, 0), (9, 0)])
def test_the_most_hits_of_depth_charges_are_data(most: int, left: int) -> None:
    sub = {"x_sub": {"type": "submarine_squadron", "nation": "axis", "at": "R3"}}
    game = load("air.asw_damages=true", f"submarines.most_hits={most}")
    sky = Sky(game, "a_1 ftr Q5 air_asw R3", units=sub).play(dice=["depth charges R3: 6 6"])
    assert sky.steps("x_sub") == left


# ------------------------------------------------------------------ alerts against ships (AMB-047)


def hunt(*settings: str, path: tuple[str, ...] = ("X5", "V5"), status: tuple[str, ...] = ()) -> Sky:
    """A ship moves; two of the three Axis alerts are in reach of where it ends."""
    units: Units = {"malta_esc": {"at": path[0], "status": status}}
    flights = ("x_1 ftr U5 intercept", "x_2 bmb T4 intercept", "x_3 ftr R4 intercept", "a_1 ftr Q5 intercept")
    sky = Sky(load(*settings), *flights, units=units, frames=["naval_ops.move allied"])
    return sky.play(f"allied: move malta_esc {path[-1]}")


def test_alerts_let_ships_pass_without_the_switch() -> None:
    assert hunt().asked() == ("allied", "naval_ops.move")


def test_with_the_switch_alerts_strike_at_ships_that_move_within_reach() -> None:
    sky = hunt("air.ship_interception=true")
    assert sky.asked() == ("axis", "air_ops.hunt")
    assert sky.options("axis") == ["commit x_1", "commit x_2", "done"]
    sky.play("axis: commit x_2", "axis: done")
    assert sky.asked() == ("allied", "air_ops.defence")
    sky.play("allied: fire malta_esc", dice=["air defence V5: 5", "strike V5 ships: 5"])
    assert rolled(sky) == [(8,), (8,)]
    assert (sky.steps("x_2"), sky.steps("malta_esc")) == (1, 1)
    assert "engaged" in sky.state.units["x_2"].status
    assert sky.asked() == ("allied", "naval_ops.move")


def test_a_ship_out_of_reach_is_not_hunted() -> None:
    assert hunt("air.ship_interception=true", path=("Z6", "Z5")).asked() == ("allied", "naval_ops.move")


def test_a_ship_that_only_passes_through_is_hunted_where_it_ends() -> None:
    sky = hunt("air.ship_interception=true", path=("T3", "P4"))
    assert sky.asked() == ("axis", "air_ops.hunt")
    assert sky.options("axis") == ["commit x_1", "commit x_2", "commit x_3", "done"]
    sky.play("axis: done")
    assert "engaged" not in sky.state.units["x_3"].status


def test_ships_that_go_home_are_left_alone() -> None:
    moved = Moved(unit="malta_esc", path=("X5", "V5"))
    sky = Sky(
        load("air.ship_interception=true"), "x_1 ftr U5 intercept", units={"malta_esc": {"at": "X5"}},
        events=[moved], frames=["pass allied"],
    )  # fmt: skip
    assert sky.asked() == ("allied", "pass")


def test_a_hunted_ship_may_be_sunk() -> None:
    sky = hunt("air.ship_interception=true", status=("fired_aa",))
    sky.play("axis: commit x_1", "axis: commit x_2", dice="5 6 1 1")
    assert sky.told(Removed) == ["malta_esc is lost at V5"]
