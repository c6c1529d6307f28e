"""Submarines in action: found by patrols, joining sea battles, their sealed missions, and what others may know."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from tests.plugins.torch import answer, load, options, why

from hexwright.decisions import CHANCE
from hexwright.events import Event, PhaseEnded, Placed, Removed, Revealed, StepsChanged
from hexwright.game import Game
from hexwright.state import State, plain
from hexwright.testing import scene
from hexwright_plugins.air_ops import AirState
from hexwright_plugins.air_ops import Mission as Flight
from hexwright_plugins.gunnery import Patrolled, SeaBattleJoined, SupportCalled
from hexwright_plugins.naval_ops.record import Mission, SeaState
from hexwright_plugins.submarines import Raid, RaidSet, SubState, flotilla, raids

Units = dict[str, dict[str, Any]]
AXIS: Units = {"sub_axis_1": {"at": "V5"}, "sub_axis_2": {"at": "T3"}}
BOTH: Units = {**AXIS, "sub_allied_1": {"at": "W8"}}
LOADED: Units = {"tunis_cargo": {"type": "infantry_regiment", "nation": "allied", "at": "box_tunis"}}


def after(game: Game, *events: Event, units: Units, **about: Any) -> tuple[State, list[Event]]:
    told: list[Event] = []
    frames = about.pop("frames", ["pass allied"])
    state = scene(game, turn=about.pop("turn", 3), units=units, events=events, frames=frames, told=told, **about)
    return state, told


def take(game: Game, state: State, seat: str, *texts: str) -> tuple[State, list[Event]]:
    told: list[Event] = []
    for text in texts:
        step = game.apply(state, text, seat)
        state, told = step.state, told + list(step.events)
    return state, told


def due(game: Game, state: State) -> tuple[int, ...]:
    return next((ask.roll.sides for ask in game.asks(state) if ask.roll is not None), ())


def seen(game: Game, state: State, seat: str) -> str:
    """All that a seat can receive: its view, its question, and who else is asked."""
    ask = game.ask(state, seat)
    question = None if ask is None else [ask.frame, ask.prompt, list(ask.about), list(ask.options)]
    return json.dumps([game.view(state, seat).plain(), question, [(a.seat, a.frame) for a in game.asks(state)]])


def heard(events: Iterable[Event], seat: str) -> str:
    told = [e for e in (e.seen_by(seat) for e in events) if e is not None]
    return json.dumps([plain(e) for e in told]) + "\n".join(e.text() for e in told)


# ------------------------------------------------------------------ found by patrols


@pytest.mark.rule("TT-2.4.1-R11", "TT-PA.9-06", "TT-3.2-13", "TT-2.4.2-30")
@pytest.mark.parametrize(
    ("patrol", "rule"), [("malta_bmb", "TT-2.4.1-R11"), ("malta_esc", "TT-2.4.2-30")], ids=["air", "ship"]
)
def test_a_patrol_reveals_and_cancels_enemy_submarines_in_its_hex_only(patrol: str, rule: str) -> None:
    game = load()
    units: Units = {**BOTH, "sub_axis_2": {"at": "V5"}, "sub_axis_t2": {"at": "V4"}, patrol: {"at": "Y6"}}
    units["sub_allied_2"] = {"at": "V5"}
    state, told = after(game, Patrolled(unit=patrol, space="V5", rule=rule), units=units)
    assert [(e.unit, e.at, e.rule) for e in told if isinstance(e, Revealed)] == [
        ("sub_axis_1", "V5", rule), ("sub_axis_2", "V5", rule)
    ]  # fmt: skip
    assert not any(e.shows for e in told if isinstance(e, Revealed))
    for unit in ("sub_axis_1", "sub_axis_2"):
        assert (state.units[unit].hidden, state.units[unit].status) == (False, ("cancelled", "revealed"))
        assert state.units[unit].steps == 2
    for unit in ("sub_axis_t2", "sub_allied_1", "sub_allied_2"):
        assert (state.units[unit].hidden, state.units[unit].status) == (True, ())
    state, told = after(game, *[Patrolled(unit=patrol, space="V5", rule=rule)] * 2, units=units)
    assert len([e for e in told if isinstance(e, Revealed)]) == 2  # the second patrol finds nothing new


@pytest.mark.rule("TT-2.4.1-R11", "TT-2.4.2-30", "TT-2.4.1-R26")
def test_a_patrol_on_the_convoy_hex_calls_raiders_back_from_the_box() -> None:
    game = load()
    units = {**LOADED, "ax_bmb_a3": {"at": "S2"}, "sub_allied_1": {"at": "box_tunis", "hidden": False}}
    found = Patrolled(unit="ax_bmb_a3", space="V5")
    state, _ = after(game, found, units=units)
    assert state.units["sub_allied_1"].at == "V5" and "cancelled" in state.units["sub_allied_1"].status
    elsewhere = Patrolled(unit="ax_bmb_a3", space="V4")
    state, _ = after(game, elsewhere, units=units)
    assert state.units["sub_allied_1"].at == "box_tunis"


@pytest.mark.rule("TT-2.4.2-30")
def test_a_patrol_calls_off_a_strike_that_was_due() -> None:
    game = load()
    units: Units = {"malta_bmb": {"at": "Y6"}, "sub_axis_1": {"at": "V5", "hidden": False}}
    due_one = SubState((Raid("sub_axis_1", "port", "U5"),))
    state, _ = after(game, Patrolled(unit="malta_bmb", space="V5"), units=units, slices=[due_one])
    assert raids(game.position(state)).raids == ()


@pytest.mark.rule("TT-2.4.2-30", "TT-2.4.1-R11", "TT-PA.9-06")
def test_a_cancelled_submarine_has_no_mission_and_joins_no_battle() -> None:
    game = load()
    units = {**LOADED, "sub_axis_1": {"at": "V5", "hidden": False, "status": ["cancelled", "revealed"]}}
    state = scene(game, turn=3, units=units, phase="sea_orders")
    assert options(game, state, "axis") == ["done"]
    assert why(game, state, "axis", "raid sub_axis_1 box_tunis").rule == "TT-2.4.2-30"
    battle = SeaBattleJoined(space="V5", attacker="allied", defender="axis")
    state, _ = after(game, battle, units=units)
    assert options(game, state, "axis") == ["done"]
    assert why(game, state, "axis", "join sub_axis_1").rule == "TT-2.4.2-30"


@pytest.mark.rule("TT-2.4.1-R11", "TT-2.4.2-30")
@pytest.mark.parametrize(
    ("stage", "ship", "rule"),
    [("used", "", "TT-2.4.1-R11"), ("assigned", "", "TT-2.4.2-30"), ("used", "malta_esc", "TT-2.4.2-30")],
)
def test_a_submarine_that_aircraft_have_found_cites_their_rule(stage: Any, ship: str, rule: str) -> None:
    game = load()
    found = {"sub_axis_1": {"at": "V5", "hidden": False, "status": ["cancelled", "revealed"]}}
    units = {**LOADED, **found, "malta_bmb": {"at": "Y6"}, "malta_esc": {"at": "V5"}}
    flown = AirState((Flight("malta_bmb", "air_asw", "V5", base="Y6", stage=stage),))
    sailed = SeaState((Mission(ship, "asw_patrol", "V5", "done"),) if ship else ())
    state = scene(game, turn=3, units=units, phase="sea_orders", slices=[flown, sailed])
    assert why(game, state, "axis", "raid sub_axis_1 box_tunis").rule == rule


# ------------------------------------------------------------------ sea battles


FLEETS: Units = {"ax_att_1": {"at": "V5"}, "malta_esc": {"at": "V5"}}


@pytest.mark.rule("TT-2.4.2-25", "TT-3.2-11", "TT-PA.11-05")
def test_both_sides_say_which_submarines_join_a_sea_battle_and_those_are_revealed() -> None:
    game = load()
    units = {**FLEETS, **BOTH, "sub_axis_t2": {"at": "V5"}, "sub_allied_2": {"at": "V5"}}
    state, _ = after(game, SeaBattleJoined(space="V5", attacker="allied", defender="axis"), units=units)
    assert [(a.seat, a.frame, a.visibility) for a in game.asks(state)] == [
        ("allied", "submarines.join", "sealed"), ("axis", "submarines.join", "sealed")
    ]  # fmt: skip
    assert options(game, state, "axis") == ["join sub_axis_1", "join sub_axis_t2", "done"]
    assert "T3" in why(game, state, "axis", "join sub_axis_2").text
    assert why(game, state, "axis", "join sub_allied_2").rule == "TT-2.4.2-25"
    state, told = take(game, state, "axis", "join sub_axis_1", "done")
    assert not any(isinstance(e, Revealed) for e in told) and state.units["sub_axis_1"].hidden
    state, told = take(game, state, "allied", "join sub_allied_2", "done")
    assert [(e.unit, e.rule) for e in told if isinstance(e, Revealed)] == [
        ("sub_allied_2", "TT-2.4.2-25"), ("sub_axis_1", "TT-2.4.2-25")
    ]  # fmt: skip
    called = [(e.unit, e.space, e.table) for e in told if isinstance(e, SupportCalled)]
    assert called == [("sub_allied_2", "V5", "sea"), ("sub_axis_1", "V5", "sea")]
    assert state.units["sub_axis_1"].status == ("assigned", "revealed")
    assert state.units["sub_axis_t2"].hidden and state.units["sub_axis_t2"].status == ()


@pytest.mark.rule("TT-2.4.2-25")
def test_a_battle_in_a_port_is_joined_from_where_the_attackers_are() -> None:
    game = load()
    units: Units = {
        "tf1_esc": {"at": "V5"}, "sqn_algiers": {"at": "U5"}, "sub_allied_1": {"at": "V5"}, "sub_axis_1": {"at": "V5"},
        "sub_axis_2": {"at": "U4"},
    }  # fmt: skip
    sea = SeaState(missions=(Mission("tf1_esc", "sea_control", "U5"),))
    battle = SeaBattleJoined(space="U5", attacker="allied", defender="axis")
    state, _ = after(game, battle, units=units, slices=[sea])
    assert options(game, state, "allied") == ["join sub_allied_1", "done"]
    assert options(game, state, "axis") == ["join sub_axis_1", "done"]


@pytest.mark.rule("TT-2.4.2-25")
def test_a_submarine_that_fought_has_had_its_mission() -> None:
    game = load()
    units = {**LOADED, "sub_axis_1": {"at": "V5", "hidden": False, "status": ["assigned", "revealed"]}}
    state = scene(game, turn=3, units=units, phase="sea_orders")
    assert options(game, state, "axis") == ["done"]
    assert why(game, state, "axis", "raid sub_axis_1 box_tunis").rule == "TT-2.4.2-25"


@pytest.mark.rule("TT-2.4.2-R15")
def test_patrols_of_ships_come_after_sea_control_and_those_from_the_air_do_not() -> None:
    game = load()
    sea = game.rules.phase["sea"].phases
    assert sea.index("sea_control") < sea.index("sea_asw") < sea.index("sea_orders") < sea.index("sea_raid")
    units = {**FLEETS, **AXIS, "malta_bmb": {"at": "Y6"}}
    flown = Patrolled(unit="malta_bmb", space="V5")
    battle = SeaBattleJoined(space="V5", attacker="allied", defender="axis")
    state, _ = after(game, flown, battle, units=units)
    assert options(game, state, "axis") == ["done"]
    state, _ = after(game, battle, units=units)
    assert options(game, state, "axis") == ["join sub_axis_1", "done"]


# ------------------------------------------------------------------ missions


@pytest.mark.rule("TT-2.4.2-33", "TT-2.4.2-35", "TT-2.4.2-R17", "TT-3.2-11")
def test_a_submarine_strikes_ships_or_a_port_or_raids_a_convoy_where_it_is() -> None:
    game = load()
    units = {**LOADED, **BOTH, "malta_esc": {"at": "V5"}, "ax_att_1": {"at": "W8"}}
    control = {"U5": "allied", "T4": "allied"}
    state = scene(game, turn=3, units=units, control=control, phase="sea_orders")
    assert options(game, state, "axis") == [
        "strike sub_axis_1 ships", "strike sub_axis_1 U5", "raid sub_axis_1 box_tunis", "strike sub_axis_2 T4", "done"
    ]  # fmt: skip
    assert options(game, state, "allied") == ["strike sub_allied_1 ships", "strike sub_allied_1 W9", "done"]
    far = why(game, state, "axis", "strike sub_axis_1 T4")
    assert (far.rule, far.nearest) == ("TT-2.4.2-33", "strike sub_axis_1 ships")
    assert why(game, state, "axis", "strike sub_axis_2 ships").rule == "TT-2.4.2-33"
    assert why(game, state, "axis", "raid sub_axis_1 box_bone").rule == "TT-2.4.2-35"
    assert "Convoy to Bone passes R3" in why(game, state, "axis", "raid sub_axis_1 box_bone").text
    assert why(game, state, "axis", "raid sub_axis_1 tf1").rule == "TT-2.4.2-35"
    assert "no convoy box" in why(game, state, "axis", "raid sub_axis_1 tf1").text
    assert why(game, state, "axis", "raid sub_axis_1 box_bone").nearest == "raid sub_axis_1 box_tunis"  # of its verb
    assert "no submarine of yours" in why(game, state, "axis", "strike sub_allied_1 W9").text
    state = answer(game, state, "axis", "strike sub_axis_1 U5")
    assert why(game, state, "axis", "strike sub_axis_1 ships").nearest == "retract"


@pytest.mark.rule("TT-2.4.2-33", "TT-2.4.2-35", "TT-3.2-11", "TT-PA.11-05")
def test_those_that_act_are_revealed_together_and_the_others_stay_hidden() -> None:
    game = load()
    units = {**LOADED, **BOTH, "sub_axis_t2": {"at": "V5"}, "malta_esc": {"at": "V5"}}
    state = scene(game, turn=3, units=units, control={"U5": "allied"}, phase="sea_orders")
    state, told = take(game, state, "axis", "raid sub_axis_1 box_tunis", "strike sub_axis_t2 ships", "done")
    assert not [e for e in told if isinstance(e, Revealed | Placed | RaidSet)]
    state, told = take(game, state, "allied", "strike sub_allied_1 W9", "done")
    assert [(e.unit, e.rule) for e in told if isinstance(e, Revealed)] == [
        ("sub_allied_1", "TT-2.4.2-33"), ("sub_axis_1", "TT-2.4.2-35"), ("sub_axis_t2", "TT-2.4.2-33")
    ]  # fmt: skip
    assert all(e.shows for e in told if isinstance(e, Revealed))  # nobody has found them
    assert [(e.unit, e.at, e.rule) for e in told if isinstance(e, Placed)] == [
        ("sub_axis_1", "box_tunis", "TT-2.4.2-35")
    ]
    assert raids(game.position(state)).raids == (
        Raid("sub_allied_1", "port", "W9"), Raid("sub_axis_t2", "ships", "V5")
    )  # fmt: skip
    acted = ("sub_allied_1", "sub_axis_1", "sub_axis_t2")
    assert {state.units[unit].status for unit in acted} == {("assigned", "revealed")}
    assert (state.units["sub_axis_2"].hidden, state.units["sub_axis_2"].at) == (True, "T3")


@pytest.mark.rule("TT-2.4.2-07", "TT-2.4.2-08", "TT-2.4.2-09", "TT-2.4.2-R07")
def test_on_the_first_turn_a_submarine_may_raid_the_troops_in_its_hex() -> None:
    game = load()
    units: Units = {
        "tf2": {"at": "S4"}, "us_1_id": {"at": "tf2"}, "sub_axis_1": {"at": "S4"}, "sub_axis_2": {"at": "T3"}
    }  # fmt: skip
    state = scene(game, turn=1, units=units, phase="sea_orders")
    assert options(game, state, "axis") == ["raid sub_axis_1 tf2", "done"]
    assert why(game, state, "axis", "raid sub_axis_2 tf2").rule == "TT-2.4.2-R07"
    later = scene(game, turn=1, units=units, phase="sea_orders", done=["land"])
    assert options(game, later, "axis") == ["done"]
    assert options(game, scene(game, turn=2, units=units, phase="sea_orders"), "axis") == ["done"]
    ashore = scene(game, turn=1, units={**units, "us_1_id": {"at": "S5"}}, phase="sea_orders")
    assert options(game, ashore, "axis") == ["done"]


@pytest.mark.rule("TT-2.4.2-35")
def test_raiders_leave_the_box_when_the_convoys_are_over_and_can_be_stationed_again() -> None:
    game = load()
    units: Units = {
        "sub_axis_1": {"at": "box_tunis", "hidden": False}, "sub_axis_2": {"at": "box_bone", "hidden": False}
    }  # fmt: skip
    state, _ = after(game, units=units)
    assert [u.id for u in flotilla(game.position(state), "axis")] == ["sub_axis_1", "sub_axis_2"]
    state, _ = after(game, PhaseEnded(phase="convoy"), units=units)
    assert {u: state.units[u].at for u in units} == {"sub_axis_1": "V5", "sub_axis_2": "R3"}
    state, _ = after(game, PhaseEnded(phase="sea"), units=units)
    assert state.units["sub_axis_1"].at == "box_tunis"


def test_without_naval_operations_submarines_only_raid_convoys() -> None:
    plugins = [p for p in load().rules.info.plugins if p != "naval_ops"]
    game = load(f"ruleset.plugins={json.dumps(plugins)}")
    units = {**LOADED, **AXIS, "malta_esc": {"at": "V5"}}
    state = scene(game, turn=3, units=units, control={"U5": "allied"}, phase="sea_orders")
    assert options(game, state, "axis") == ["raid sub_axis_1 box_tunis", "done"]


# ------------------------------------------------------------------ strikes on ships


@pytest.mark.rule("TT-2.4.2-33", "TT-2.4.2-34", "TT-2.4.2-R22", "TT-3.2-12", "TT-2.4.2-26")
def test_the_owner_of_the_ships_places_the_hit_and_they_do_not_fire_back() -> None:
    game = load()
    units: Units = {
        "tf1_csg": {"at": "V5"}, "tf1_cag": {"at": "tf1_csg"}, "tf1_esc": {"at": "V5"},
        "sub_axis_1": {"at": "V5", "hidden": False},
    }  # fmt: skip
    strike = SubState((Raid("sub_axis_1", "ships", "V5"),))
    state = scene(game, turn=3, units=units, slices=[strike], phase="sea_raid")
    assert due(game, state) == (6,)  # the only one pending needs no pick
    assert [a.seat for a in game.asks(state)] == [CHANCE]
    state = answer(game, state, CHANCE, "roll 5")
    assert options(game, state, "allied") == ["hit tf1_csg", "hit tf1_esc"]
    state, told = take(game, state, "allied", "hit tf1_esc")
    assert [(e.unit, e.steps, e.rule) for e in told if isinstance(e, StepsChanged)] == [("tf1_esc", 1, "TT-2.4.2-33")]
    assert state.units["sub_axis_1"].steps == 2 and raids(game.position(state)).raids == ()
    assert not game.asks(state)[0].roll


@pytest.mark.rule("TT-2.4.2-33")
def test_a_miss_hits_nobody_and_a_last_ship_needs_no_choice() -> None:
    game = load()
    units: Units = {"malta_esc": {"at": "V5", "steps": 1}, "sub_axis_1": {"at": "V5", "hidden": False}}
    strike = SubState((Raid("sub_axis_1", "ships", "V5"),))
    state = scene(game, turn=3, units=units, slices=[strike], phase="sea_raid")
    missed, _ = take(game, state, CHANCE, "roll 4")
    assert missed.units["malta_esc"].steps == 1
    _, told = take(game, state, CHANCE, "roll 6")
    assert [e.unit for e in told if isinstance(e, Removed)] == ["malta_esc"]


def test_with_the_shooter_as_allocator_the_submarine_picks() -> None:
    game = load('hits.allocator="shooter"')
    units: Units = {"malta_esc": {"at": "V5"}, "tf1_esc": {"at": "V5"}, "sub_axis_1": {"at": "V5", "hidden": False}}
    strike = SubState((Raid("sub_axis_1", "ships", "V5"),))
    state = scene(game, turn=3, units=units, slices=[strike], phase="sea_raid")
    state = answer(game, state, CHANCE, "roll 6")
    assert options(game, state, "axis") == ["hit malta_esc", "hit tf1_esc"]


# ------------------------------------------------------------------ what is data


@pytest.mark.rule("TT-3.2-09", "TT-3.2-R01", "TT-3.2-12")
def test_a_submarine_rolls_one_d6_damaged_or_not_and_nothing_at_aircraft() -> None:
    kind = load().rules.unit_type["submarine_squadron"]
    assert kind.steps == 2 and sorted(kind.dice) == ["sea"]
    assert (kind.dice["sea"].sides, kind.dice["sea"].per) == ((6, 6), "unit")


@pytest.mark.rule("TT-2.4.2-R17")
def test_surface_ships_strike_ports_only() -> None:
    rules = load().rules
    assert rules.document["naval"]["surface_strike_targets"] == ["port"]
    assert rules.mission["submarine_strike"].types == ("submarine_squadron",)


@pytest.mark.rule("TT-2.4.2-15", "TT-3.2-10")
def test_submarines_are_stationed_in_minefields_like_anywhere() -> None:
    game = load()
    state = scene(game, turn=4, units=BOTH, frames=["submarines.station", "pass allied"])
    mined = [s for s in game.board.spaces_with("minefield") if "sea" in game.board.tags(s)]
    assert mined
    found = options(game, state, "allied")
    assert all(f"station sub_allied_1 {space}" in found for space in mined)
    places = [f"station sub_axis_1 {mined[0]}", f"station sub_axis_2 {mined[-1]}", "done"]
    state = answer(game, state, "axis", *places)
    state = answer(game, state, "allied", f"station sub_allied_1 {mined[0]}", "done")
    assert state.units["sub_allied_1"].at == mined[0]


# ------------------------------------------------------------------ what others may know


@pytest.mark.case("X11")
@pytest.mark.rule("TT-2.4.2-25", "TT-2.4.2-33", "TT-2.4.2-35", "TT-PA.11-05")
@pytest.mark.parametrize("question", ["submarines.orders", "submarines.join"])
def test_a_seat_cannot_tell_whether_the_other_has_submarines_at_hand(question: str) -> None:
    """Whatever the Axis has in the hex, and whatever it writes down, the Allies get the same bytes until the end."""
    game = load()
    near: Units = {"sub_axis_1": {"at": "V5"}, "sub_axis_2": {"at": "T3"}}
    far: Units = {"sub_axis_1": {"at": "A9"}, "sub_axis_2": {"at": "A9"}}
    shared: Units = {**LOADED, **FLEETS, "sub_allied_1": {"at": "V5"}}
    looks = []
    for stations in (near, far):
        units = {**shared, **stations}
        if question == "submarines.orders":
            state = scene(game, turn=3, units=units, phase="sea_orders")
            draft = ["strike sub_axis_1 ships", "retract"] if stations is near else []
        else:
            battle = SeaBattleJoined(space="V5", attacker="allied", defender="axis")
            state, _ = after(game, battle, units=units)
            draft = ["join sub_axis_1", "reset"] if stations is near else []
        assert [a.seat for a in game.asks(state)] == ["allied", "axis"]
        look = [seen(game, state, "allied")]
        state, told = take(game, state, "axis", *draft, "done")
        look += [seen(game, state, "allied"), heard([e for e in told if e.seen_by("allied")], "allied")]
        state, told = take(game, state, "allied", "done")
        look += [seen(game, state, "allied"), heard(told, "allied")]
        looks.append(look)
    assert looks[0] == looks[1]


@pytest.mark.rule("TT-2.4.2-33", "TT-2.4.2-25")
def test_a_side_without_submarines_is_asked_all_the_same() -> None:
    game = load()
    state = scene(game, turn=3, units=FLEETS, phase="sea_orders")
    assert [(a.seat, list(a.options)) for a in game.asks(state)] == [("allied", ["done"]), ("axis", ["done"])]
    state, _ = after(game, SeaBattleJoined(space="V5", attacker="allied", defender="axis"), units=FLEETS)
    assert [(a.seat, list(a.options)) for a in game.asks(state)] == [("allied", ["done"]), ("axis", ["done"])]


@pytest.mark.rule("TT-2.4.2-25", "TT-2.4.2-R15", "TT-3.2-R01")
def test_a_submarine_brings_its_die_to_the_battle_and_patrols_do_not_call_it_off_any_more() -> None:
    game = load()
    units: Units = {**FLEETS, "tf1_esc": {"at": "V5"}, "sub_axis_1": {"at": "V5", "steps": 1}}
    orders = (
        Mission("malta_esc", "sea_control", "V5"), Mission("tf1_esc", "asw_patrol"),
        Mission("ax_att_1", "sea_control", "V5"),
    )  # fmt: skip
    state = scene(game, turn=3, units=units, slices=[SeaState(missions=orders)], phase=["sea_control", "sea_asw"])
    state = answer(game, state, "axis", "join sub_axis_1", "done")
    assert due(game, state) == ()
    state = answer(game, state, "allied", "done")
    assert due(game, state) == (8, 10, 6)
    state = answer(game, state, CHANCE, "roll 8 1 1")
    assert "cancelled" not in state.units["sub_axis_1"].status
