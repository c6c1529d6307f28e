"""Housekeeping at sea: raiders, escorts and those that refused battle go to port; all others stay."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import Moved
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.naval_ops import Mission, SeaState, missions

from .torch import answer, load, options, why


def ship(at: str, nation: str = "allied", type_: str = "escort_group", **about: Any) -> dict[str, Any]:
    return {"type": type_, "nation": nation, "at": at, **about}


def home(game: Game, *sent: Mission, turn: int = 4, **about: Any) -> State:
    frames = ["naval_ops.returns", "pass allied"]
    return scene(game, turn=turn, frames=frames, slices=[SeaState(sent)], **about)


def places(game: Game, state: State) -> dict[str, str]:
    return {u.id: u.at for u in game.position(state).units()}


STRIKE = Mission("x", "naval_strike", "Y6", "done")


@pytest.mark.rule("TT-2.4.5-05")
def test_a_ship_that_raided_a_port_goes_to_a_port_of_its_owners_choice() -> None:
    game = load()
    state = home(game, STRIKE, units={"x": ship("Y5", "axis")}, control={"M5": "allied"})
    ask = game.asks(state)[0]
    assert (ask.seat, dict(ask.about)) == ("axis", {"unit": "x", "space": "Y5"})
    # Friendly ports of Vichy too; Algiers is lost. The enemy's ports are no choice.
    ports = ("I6", "R4", "S2", "T4", "U5", "W4", "W9")
    assert sorted(options(game, state, "axis")) == [f"return x {p}" for p in ports]
    for text in ("return x M5", "return x Y6", "return x X1", "go x W4"):
        assert why(game, state, "axis", text).rule == "TT-2.4.5-05"
    step = game.apply(state, "return x W4", "axis")
    moved = next(e for e in step.events if isinstance(e, Moved))
    assert (moved.path[0], moved.path[-1], moved.rule) == ("Y5", "W4", "TT-2.4.5-05")
    assert places(game, step.state) == {"x": "W4"}
    assert missions(game.position(step.state)) == SeaState()


@pytest.mark.rule("TT-2.4.5-05", "TT-2.4.2-12")
def test_the_way_home_enters_no_hostile_minefield_but_may_lead_out_of_one() -> None:
    game = load()
    sent = Mission("a", "naval_strike", "U5", "done")
    state = home(game, sent, units={"a": ship("V5")}, control={"W9": ""})
    assert places(game, state) == {"a": "Y6"}  # the Narrows keep it from Gibraltar; Malta is the only way
    state = home(game, sent, units={"a": ship("V4")}, control={"W9": ""})
    assert options(game, state, "allied") == ["return a E6", "return a Y6"]


@pytest.mark.rule("TT-2.4.5-05")
def test_convoy_raiders_leave_the_box_and_their_carrier_comes_along() -> None:
    game = load()
    units = {"tf1_csg": {"at": "box_tunis"}, "tf1_cag": {"at": "tf1_csg"}, "b": ship("box_safi")}
    sent = (Mission("tf1_csg", "convoy_raid", "box_tunis"), Mission("b", "convoy_raid", "box_safi", "done"))
    state = home(game, *sent, units=units, control={"A10": "allied"})
    assert options(game, state, "allied") == ["return b E6", "return b A10"]
    state = answer(game, state, "allied", "return b A10")
    assert places(game, state) == {"tf1_csg": "Y6", "tf1_cag": "tf1_csg", "b": "A10"}


@pytest.mark.rule("TT-2.4.5-05")
def test_without_a_port_a_raider_stays_at_sea() -> None:
    game = load()
    units = {"x": ship("box_safi", "axis"), "y": ship("B7", "axis", status=["refused"])}
    sent = Mission("x", "convoy_raid", "box_safi", "done")
    lost = dict.fromkeys(("A10", "B8", "C8"), "allied")
    state = home(game, sent, units=units, control=lost)
    assert places(game, state) == {"x": "A9", "y": "B7"}


@pytest.mark.rule("TT-2.4.5-R06")
def test_escorts_go_to_the_port_of_their_convoy_while_it_is_friendly() -> None:
    game = load()
    sent = Mission("x", "naval_escort", "box_tunis", "done")
    state = home(game, sent, units={"x": ship("box_tunis", "axis")})
    assert places(game, state) == {"x": "U5"}
    state = home(game, sent, units={"x": ship("box_tunis", "axis")}, control={"U5": "allied"})
    assert "return x T4" in options(game, state, "axis") and "return x U5" not in options(game, state, "axis")


@pytest.mark.rule("TT-2.4.5-R06", "TT-2.4.2-R24")
def test_ships_with_other_missions_stay_and_refusers_go() -> None:
    game = load()
    kinds = ("sea_control", "asw_patrol", "naval_support", "naval_open_port")
    units = {f"a{n}": ship("S4") for n in range(4)}
    units |= {"b": ship("S4", status=["beaten"]), "c": ship("S4"), "r": ship("S4", status=["refused"])}
    sent = [Mission(f"a{n}", kind, "S4", "done") for n, kind in enumerate(kinds)]
    sent += [Mission("b", "convoy_raid", "box_bone", "lost"), Mission("r", "sea_control", "S4", "lost")]
    state = home(game, *sent, units=units, control={"R4": "allied"})
    assert options(game, state, "allied") == ["return r R4", "return r E6"]
    state = answer(game, state, "allied", "return r R4")
    assert {u for u, at in places(game, state).items() if at != "S4"} == {"r"}


@pytest.mark.rule("TT-2.4.2-06")
def test_on_the_first_turn_no_axis_ship_goes_home_beyond_the_limit() -> None:
    game = load()
    units = {"x": ship("T3", "axis", status=["refused"])}
    state = home(game, units=units, turn=1)
    assert sorted(options(game, state, "axis")) == [f"return x {p}" for p in ("T4", "U5", "W4", "W9")]
    assert why(game, state, "axis", "return x S2").rule == "TT-2.4.5-05"
    assert "return x S2" in options(game, home(game, units=units, turn=2), "axis")


@pytest.mark.rule("TT-2.4.2-R06")
@pytest.mark.parametrize("status", [[], ["refused"]])
def test_on_the_first_turn_a_ship_does_not_leave_its_troops_to_go_home_either(status: list[str]) -> None:
    game = load()
    aboard = {"tf1": {"at": "I5"}, "us_3_id": {}, "tf1_esc": {"at": "I5", "status": status}}
    landed = {unit: about for unit, about in aboard.items() if unit != "us_3_id"}
    sent = Mission("tf1_esc", "naval_strike", "I6", "lost" if status else "done")
    held = {"M5": "allied"}
    assert places(game, home(game, sent, units=aboard, turn=1, control=held))["tf1_esc"] == "I5"
    for units, turn in ((aboard, 2), (landed, 1)):
        free = home(game, sent, units=units, turn=turn, control=held)
        assert sorted(options(game, free, "allied")) == ["return tf1_esc E6", "return tf1_esc M5"]


@pytest.mark.parametrize(
    ("port", "has", "rule"),
    [("Q99", "Q99 is no port", "TT-2.4.5-05"), ("V6", "V6 is no port", "TT-2.4.5-05"),
     ("W4", "Sicily is not open", "TT-2.4.5-05"), ("R4", "without entering a hostile minefield", "TT-2.4.5-05")],
)  # fmt: skip
def test_it_is_told_why_a_ship_does_not_return_to_a_port(port: str, has: str, rule: str) -> None:
    game = load()
    sent = Mission("a", "naval_strike", "U5", "done")
    state = home(game, sent, units={"a": ship("V5")}, control={"W9": "allied", "R4": "allied"})
    reason = why(game, state, "allied", f"return a {port}")
    assert has in reason.text and reason.rule == rule and reason.nearest in ("return a Y6", "return a W9")


@pytest.mark.rule("TT-PA.11-02", "TT-2.4.2-R24")
def test_a_refuser_in_port_may_stay_there() -> None:
    game = load()
    state = home(game, units={"x": ship("T4", "axis", status=["refused"])})
    assert "return x T4" in options(game, state, "axis")
    assert places(game, answer(game, state, "axis", "return x T4")) == {"x": "T4"}


@pytest.mark.parametrize(("holder", "order"), [("allied", ["allied", "axis"]), ("axis", ["axis", "allied"])])
def test_the_holder_of_the_initiative_answers_first(holder: str, order: list[str]) -> None:
    game = load()
    units = {"a": ship("R3", status=["refused"]), "x": ship("X1", "axis", status=["refused"])}
    state = home(game, units=units, control={"R4": "allied"}, roles={"holder": holder})
    asked = []
    for _ in range(2):
        ask = game.asks(state)[0]
        asked.append(ask.seat)
        state = answer(game, state, ask.seat, next(iter(ask.options)))
    assert asked == order


def test_a_surface_squadron_never_goes_anywhere() -> None:
    game = load()
    state = home(game, units={"sqn_oran": {"status": ["refused"]}})
    assert places(game, state) == {"sqn_oran": "I6"}
