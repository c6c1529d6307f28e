"""Ports opened and wrecked from the sea, and ships repaired in port."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexwright.events import Event, Placed
from hexwright.game import Game
from hexwright.position import Position
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.facilities import Opened, is_open, port_value, refuges
from hexwright_plugins.naval_ops import Mission, SeaState, ShipStage, missions

from .torch import answer, load, options, why

PEACE = {"allied vichy": "neutral", "axis vichy": "neutral"}
BARE: dict[str, Any] = {"control": {"R4": ""}, "relations": PEACE}


def ship(at: str, nation: str = "allied", type_: str = "escort_group", **about: Any) -> dict[str, Any]:
    return {"type": type_, "nation": nation, "at": at, **about}


def choosing(game: Game, units: Mapping[str, Any], seat: str = "allied", turn: int = 4, **about: Any) -> State:
    return scene(game, turn=turn, units=units, phase="sea_move_first", roles={"first": seat}, **about)


def opening(game: Game, units: Mapping[str, Any], target: str = "R4", **about: Any) -> tuple[Position, list[Event]]:
    """Ship `a` (or `x`) has taken Open Port, and the step comes."""
    id_ = "a" if "a" in units else "x"
    told: list[Event] = []
    known = SeaState((Mission(id_, "naval_open_port", target),))
    frames = ["naval_ops.open", "pass allied"]
    state = scene(game, turn=4, units=units, frames=frames, slices=[known], told=told, **about)
    return game.position(state), told


def may_open(game: Game, state: State, seat: str = "allied") -> list[str]:
    return [o.split()[3] for o in options(game, state, seat, "assign") if o.split()[2] == "naval_open_port"]


# ------------------------------------------------------------------ opening


@pytest.mark.rule("TT-2.4.2-41", "TT-2.4.2-R19")
def test_an_empty_closed_port_opens_and_changes_hands() -> None:
    game = load()
    now, told = opening(game, {"a": ship("R3")}, **BARE)
    assert now.control("R4") == "allied" and is_open(now, "R4", "allied")
    assert missions(now).missions[0].stage == "done"
    assert any(isinstance(e, Opened) and e.space == "R4" for e in told)
    assert now.unit("a").at == "R3"


@pytest.mark.rule("TT-2.4.2-41", "TT-PA.11-07")
def test_what_may_be_opened() -> None:
    game = load()
    assert may_open(game, choosing(game, {"a": ship("R3")}, **BARE)) == ["R4"]
    # Enemy ground units hold it; it is open already; it is out of reach; it is no port; it is home territory.
    held = {"a": ship("R3"), "x": {"type": "infantry_regiment", "nation": "axis", "at": "R4"}}
    state = choosing(game, held, control={"R4": "axis"})
    assert may_open(game, state) == []
    assert why(game, state, "allied", "assign a naval_open_port R4").rule == "TT-2.4.2-41"
    state = choosing(game, {"a": ship("R3"), "gar_bone": {}}, turn=1)
    assert why(game, state, "allied", "assign a naval_open_port R4").numbers == (("units", 1),)
    state = choosing(game, {"a": ship("R3")}, control={"R4": "allied"})
    assert "open already" in why(game, state, "allied", "assign a naval_open_port R4").text
    state = choosing(game, {"a": ship("R2")}, **BARE)
    assert "beside it" in why(game, state, "allied", "assign a naval_open_port R4").text
    state = choosing(game, {"a": ship("T2")})
    assert may_open(game, state) == []
    assert why(game, state, "allied", "assign a naval_open_port S2").rule == "TT-4-11"
    assert "no port" in why(game, state, "allied", "assign a naval_open_port T1").text
    state = choosing(game, {"a": ship("E6")})
    assert "from outside" in why(game, state, "allied", "assign a naval_open_port E6").text
    # Supply alone does not hold it, and the Axis may open ports as well.
    lone = {"a": ship("R3"), "t": {"type": "supply", "nation": "axis", "at": "R4"}}
    assert may_open(game, choosing(game, lone, control={"R4": "axis"})) == ["R4"]
    assert may_open(game, choosing(game, {"x": ship("R3", "axis")}, seat="axis", **BARE), "axis") == ["R4"]
    state = choosing(game, {"x": ship("R3", "axis")}, seat="axis", turn=2)
    assert "open already" in why(game, state, "axis", "assign x naval_open_port R4").text


@pytest.mark.rule("TT-2.4.2-41")
def test_lone_enemy_supply_is_captured() -> None:
    game = load()
    units = {"a": ship("R3"), "t": {"type": "supply", "nation": "axis", "at": "R4"}}
    now, _ = opening(game, units, control={"R4": "axis"})
    assert (now.unit("t").nation, now.control("R4")) == ("allied", "allied")


@pytest.mark.rule("TT-2.4.2-41")
@pytest.mark.parametrize(("status", "opens"), [([], False), (["beaten"], True), (["refused"], True)])
def test_enemy_ships_in_the_port_must_be_out_of_action(status: list[str], opens: bool) -> None:
    game = load()
    now, _ = opening(game, {"a": ship("R3"), "x": ship("R4", "axis", status=status)}, control={"R4": "axis"})
    assert (now.control("R4") == "allied") is opens
    assert missions(now).missions[0].stage == ("done" if opens else "lost")


@pytest.mark.rule("TT-2.4.2-41")
def test_a_ship_that_is_out_or_gone_or_too_late_opens_nothing() -> None:
    game = load()
    garrison = {"type": "infantry_regiment", "nation": "axis", "at": "R4"}
    for units in (
        {"a": ship("R3", status=["beaten"])},
        {"a": ship("R2")},
        {"a": ship("R3"), "i": garrison},
    ):
        now, told = opening(game, units, **BARE)
        assert now.control("R4") == ""
        assert [e.stage for e in told if isinstance(e, ShipStage)] == ["lost"]


def test_opened_for_supply_only_by_the_switch() -> None:
    game = load("facilities.open_port_gives_control=false")
    units = {"a": ship("R3"), "f": {"type": "fighter_group", "nation": "axis", "at": "R4"}}
    markers = [("R4", "occupation", "axis")]
    now, told = opening(game, units, control={"R4": "axis"}, markers=markers)
    assert now.control("R4") == ""
    assert is_open(now, "R4", "allied") and not is_open(now, "R4", "axis")
    assert [e.rule for e in told if isinstance(e, Opened)] == ["TT-2.4.2-41"]
    assert game.asks(now.state)[0].frame == "facilities.escape"  # the fighters have lost their base
    now, _ = opening(game, {"a": ship("R3")}, **BARE)
    assert is_open(now, "R4", "allied") and now.control("R4") == ""


@pytest.mark.rule("TT-2.4.2-R25")
def test_ships_flee_from_a_lost_port_to_the_sea_never_into_the_next_port() -> None:
    game = load()
    now = game.position(scene(game, turn=4, units={"x": ship("T4", "axis")}, frames=["pass axis"]))
    assert game.board.are_neighbours("T4", "U5")
    assert sorted(refuges(now, now.unit("x"))) == ["S4", "T3", "U4"]


# ------------------------------------------------------------------ wrecking


@pytest.mark.rule("TT-2.4.2-42", "TT-2.4.2-R20")
def test_a_ship_that_stays_in_its_port_wrecks_it() -> None:
    game = load()
    state = choosing(
        game, {"x": ship("T4", "axis")}, seat="axis", control={"T4": "axis"}, features={"T4 port damage": 1}
    )
    state = answer(game, state, "axis", "assign x naval_sabotage T4", "done")
    known = game.position(state).state.slices["naval_ops"]
    done = scene(game, turn=4, units={"x": ship("T4", "axis")}, control={"T4": "axis"}, slices=[known],
                 frames=["naval_ops.wreck", "pass axis"])  # fmt: skip
    now = game.position(done)
    assert port_value(now, "T4") == 0 and now.feature("T4", "port", "damage") == 3


@pytest.mark.rule("TT-2.4.2-42", "TT-2.4.2-R20")
def test_who_may_not_wreck_a_port() -> None:
    game = load()
    control = {"T4": "axis", "U5": "axis"}
    units = {"x": ship("U4", "axis"), "y": ship("U5", "axis"), "z": ship("U4", "axis")}
    state = choosing(game, units, seat="axis", control=control, features={"U5 port damage": 3})
    state = answer(game, state, "axis", "move x T4")
    assert not [o for o in options(game, state, "axis", "assign") if "sabotage" in o]
    assert "when the turn began" in why(game, state, "axis", "assign x naval_sabotage T4").text
    assert why(game, state, "axis", "assign y naval_sabotage U5").rule == "TT-2.4.2-R21"
    assert why(game, state, "axis", "assign y naval_sabotage T4").rule == "TT-2.4.2-R20"
    assert "in no port" in why(game, state, "axis", "assign z naval_sabotage U4").text


@pytest.mark.rule("TT-2.4.2-R20")
def test_a_ship_put_into_the_port_this_turn_does_not_wreck_it() -> None:
    game = load()
    units = {"a": ship("atlantic"), "b": ship("E6")}
    arrival = [Placed(unit="a", at="Y6", was="atlantic")]
    state = choosing(game, units, events=arrival)
    assert [o for o in options(game, state, "allied", "assign") if "sabotage" in o] == ["assign b naval_sabotage E6"]
    assert why(game, state, "allied", "assign a naval_sabotage Y6").rule == "TT-2.4.2-R20"


@pytest.mark.rule("TT-2.4.2-42")
def test_sabotage_fails_with_the_ship_or_the_port() -> None:
    game = load()
    known = SeaState((Mission("x", "naval_sabotage", "T4"),))
    frames = ["naval_ops.wreck", "pass axis"]
    for units, owner in (({"y": ship("T4", "axis")}, "axis"), ({"x": ship("T4", "axis")}, "allied")):
        state = scene(game, turn=4, units=units, control={"T4": owner}, slices=[known], frames=frames)
        assert game.position(state).feature("T4", "port", "damage") == 0


def test_the_mission_ends_the_turn_for_its_ship() -> None:
    game = load()
    state = choosing(game, {"x": ship("T4", "axis")}, seat="axis", control={"T4": "axis"})
    state = answer(game, state, "axis", "assign x naval_sabotage T4")
    assert why(game, state, "axis", "move x T3").rule == "TT-2.4.2-03"


# ------------------------------------------------------------------ repair


def supply(at: str, nation: str = "allied") -> dict[str, Any]:
    return {"type": "supply", "nation": nation, "at": at}


def test_ships_are_mended_in_port_by_the_switch() -> None:
    game = load("naval.port_repair=true")
    units = {"a": ship("E6", steps=1), "b": ship("F5", steps=1), "c": ship("E6"), "t": supply("E6"), "u": supply("Y6")}
    state = scene(game, turn=3, units=units, phase=["sea_repair", "sea_move_first"], roles={"first": "allied"})
    assert options(game, state, "allied", "mend") == ["mend a t"]
    assert "in no friendly port" in why(game, state, "allied", "mend b t").text
    assert "not damaged" in why(game, state, "allied", "mend c t").text
    assert why(game, state, "allied", "mend a u").nearest == "mend a t"
    state = answer(game, state, "allied", "mend a t")
    now = game.position(state)
    assert now.unit("a").steps == 2 and state.gone["t"] == "spent"


@pytest.mark.rule("TT-2.4.2-R13")
def test_damage_is_permanent_without_the_switch() -> None:
    units = {"a": ship("E6", steps=1), "t": supply("E6")}
    features = {"E6 port damage": 1}
    game = load()
    state = scene(game, turn=3, units=units, features=features, phase="sea_repair")
    assert options(game, state, "allied") == ["repair t port", "done"]
    assert why(game, state, "allied", "mend a t").rule == "TT-2.4.2-R13"
    mending = load("naval.port_repair=true")
    state = scene(mending, turn=3, units=units, features=features, phase="air_repair")
    assert "before maritime operations" in why(mending, state, "allied", "mend a t").text
