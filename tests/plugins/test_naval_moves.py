"""Ships move and take missions: where the sea leads, ports, who stands still, and every mission's exact targets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexwright.errors import RulesetError
from hexwright.events import Moved, StatusSet
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.naval_ops import Mission, SeaState, missions

from .torch import answer, load, options, why

PEACE = {"allied vichy": "neutral", "axis vichy": "neutral"}


def ship(at: str, nation: str = "allied", type_: str = "escort_group", **about: Any) -> dict[str, Any]:
    return {"type": type_, "nation": nation, "at": at, **about}


def at_sea(game: Game, units: Mapping[str, Any], seat: str = "allied", turn: int = 3, **about: Any) -> State:
    """A seat moves its ships, the other one after it."""
    other = "axis" if seat == "allied" else "allied"
    phases = ["sea_move_first", "sea_move_second"]
    return scene(game, turn=turn, units=units, phase=phases, roles={"first": seat, "second": other}, **about)


def goals(game: Game, state: State, seat: str, unit: str) -> set[str]:
    return {text.split()[2] for text in options(game, state, seat, "move") if text.split()[1] == unit}


def aims(game: Game, state: State, seat: str, unit: str) -> list[str]:
    return [text.split(" ", 2)[2] for text in options(game, state, seat, "assign") if text.split()[1] == unit]


# ------------------------------------------------------------------ moving


@pytest.mark.rule("TT-2.4.2-01")
def test_the_first_side_moves_and_assigns_then_the_second() -> None:
    game = load()
    state = at_sea(game, {"a": ship("T3"), "x": ship("X1", "axis")}, seat="axis")
    assert [ask.seat for ask in game.asks(state)] == ["axis"]
    state = answer(game, state, "axis", "move x X2", "assign x asw_patrol")
    assert game.refuse(state, "move a T2", "allied") is not None
    state = answer(game, state, "axis", "done")
    assert game.refuse(state, "move x X1", "axis") is not None
    state = answer(game, state, "allied", "assign a naval_support", "done")
    assert [(m.unit, m.kind) for m in missions(game.position(state)).missions] == [
        ("x", "asw_patrol"),
        ("a", "naval_support"),
    ]


def test_a_side_without_ships_on_the_map_is_not_asked() -> None:
    game = load()
    state = at_sea(game, {"sqn_oran": {}, "tf1": {}, "tf1_esc": {}, "a": ship("T3")}, seat="axis", turn=1)
    assert [ask.seat for ask in game.asks(state)] == ["allied"]


@pytest.mark.case("C17")
@pytest.mark.rule("TT-2.4.2-R01")
def test_no_allowance_and_enemy_ships_do_not_block() -> None:
    game = load()
    wall = {f"x{n}": ship(at, "axis") for n, at in enumerate(("M3", "M4", "L3", "L4", "N3", "N4", "M1", "L1", "L2"))}
    state = at_sea(game, {"a": ship("I5"), **wall})
    assert {"T1", "T3", "S3", "B7", "D5", "A9", "M4"} <= goals(game, state, "allied", "a")
    step = game.apply(state, "move a T3", "allied")
    moved = [e for e in step.events if isinstance(e, Moved)]
    assert len(moved) == 1 and moved[0].path[0] == "I5" and moved[0].path[-1] == "T3" and len(moved[0].path) == 12
    assert (moved[0].cost, moved[0].rule) == (0, "TT-2.4.2-R01")
    board = game.board
    assert all(board.are_neighbours(a, b) for a, b in zip(moved[0].path, moved[0].path[1:], strict=False))
    assert [e.status for e in step.events if isinstance(e, StatusSet)] == ["moved"]
    assert why(game, step.state, "allied", "move a T2").rule == "TT-2.4.2-01"


def test_an_allowance_by_the_switch() -> None:
    game = load("naval.move_allowance=2")
    state = at_sea(game, {"a": ship("T3")})
    near = {"T1", "T2", "R2", "R3", "S3", "S4", "U2", "U3", "U4", "V2", "V3"}
    assert goals(game, state, "allied", "a") == near
    reason = why(game, state, "allied", "move a Q3")
    assert (reason.rule, reason.numbers, reason.nearest) == ("TT-2.4.2-R01", (("needs", 3), ("has", 2)), "move a R3")
    with pytest.raises(RulesetError):
        Game.load("torch_tunisia", settings=["naval.move_allowance=-1"])


@pytest.mark.rule("TT-2.4.2-R02")
def test_ports_friendly_and_hostile() -> None:
    game = load()
    state = at_sea(game, {"a": ship("U4"), "x": ship("U4", "axis")})
    mine = goals(game, state, "allied", "a")
    assert "E6" in mine and not mine & {"T4", "U5", "M5", "S2", "W4"}
    land = game.board.with_tag("land")
    assert mine & set(land) == {"E6"}  # Malta lies behind the mines
    reason = why(game, state, "allied", "move a U5")
    assert reason.rule == "TT-2.4.2-R02" and "not open" in reason.text
    assert why(game, state, "allied", "move a T8").rule == "TT-2.4.2-R26"
    state = answer(game, state, "allied", "done")
    # Ports of Vichy are friendly to the Axis before the armistice; neither the rest of the coast nor Sicily's interior.
    theirs = goals(game, state, "axis", "x")
    assert theirs & set(land) == {"I6", "M5", "R4", "T4", "U5", "W9", "S2", "W4"}
    assert why(game, state, "axis", "move x S1").rule == "TT-2.4.2-R02"


def test_vichy_ports_close_with_the_armistice() -> None:
    game = load()
    gone = dict.fromkeys(("I6", "M5", "R4", "T4", "U5", "A10", "B8", "C8"), "")
    state = at_sea(game, {"x": ship("V5", "axis")}, seat="axis", control=gone, relations=PEACE)
    assert goals(game, state, "axis", "x") & set(game.board.with_tag("land")) == {"W9", "S2", "W4"}


@pytest.mark.rule("TT-2.4.2-R02")
def test_ports_are_entered_and_left_by_their_approaches_only() -> None:
    game = load()
    state = at_sea(game, {"x": ship("T4", "axis"), "z": ship("S3", "axis")}, seat="axis")
    assert game.board.are_neighbours("T4", "U5")
    path = next(e for e in game.apply(state, "move x U5", "axis").events if isinstance(e, Moved)).path
    assert path == ("T4", "U4", "U5")
    narrow = load('space.T4.features.port.approaches=["T3"]')
    state = at_sea(narrow, {"x": ship("T4", "axis")}, seat="axis")
    path = next(e for e in narrow.apply(state, "move x U4", "axis").events if isinstance(e, Moved)).path
    assert path == ("T4", "T3", "U4")


@pytest.mark.rule("TT-3.2-04")
def test_a_carrier_takes_its_air_group_along() -> None:
    game = load()
    state = at_sea(game, {"tf1_csg": {"at": "I5"}, "tf1_cag": {"at": "tf1_csg"}})
    state = answer(game, state, "allied", "move tf1_csg M4")
    now = game.position(state)
    assert (now.unit("tf1_cag").at, now.where(now.unit("tf1_cag"))) == ("tf1_csg", "M4")


@pytest.mark.rule("TT-3.2-07")
def test_a_surface_squadron_neither_moves_nor_takes_missions() -> None:
    game = load()
    state = at_sea(game, {"sqn_oran": {}, "x": ship("I5", "axis")}, seat="axis")
    assert not [o for o in options(game, state, "axis") if "sqn_oran" in o]
    for text in ("move sqn_oran I5", "assign sqn_oran sea_control I6", "assign sqn_oran naval_sabotage I6"):
        assert why(game, state, "axis", text).rule == "TT-3.2-07"


@pytest.mark.rule("TT-2.4.2-R06")
def test_ships_of_a_task_force_stay_with_their_troops_but_act() -> None:
    game = load()
    units = {"tf1": {"at": "I5"}, "us_3_id": {}, "tf1_esc": {"at": "I5"}, "malta_esc": {}}
    state = at_sea(game, units, turn=1)
    assert goals(game, state, "allied", "tf1_esc") == set()
    assert goals(game, state, "allied", "malta_esc")
    assert why(game, state, "allied", "move tf1_esc J4").rule == "TT-2.4.2-R06"
    assert {"sea_control I5", "sea_control I6", "asw_patrol", "naval_support"} <= set(
        aims(game, state, "allied", "tf1_esc")
    )
    state = answer(game, state, "allied", "assign tf1_esc sea_control I6")
    free = at_sea(game, {k: v for k, v in units.items() if k != "us_3_id"}, turn=1)
    assert "J4" in goals(game, free, "allied", "tf1_esc")
    assert "J4" in goals(game, at_sea(game, units, turn=2), "allied", "tf1_esc")


@pytest.mark.rule("TT-2.4.2-R06")
def test_ships_of_a_task_force_do_not_leave_for_a_convoy_box_either() -> None:
    game = load()
    units = {
        "tf1": {"at": "B7"}, "us_3_id": {}, "tf1_esc": {"at": "B7"}, "malta_esc": {"at": "B7"},
        "al_sup_1": {"at": "box_casablanca"}, "x": {"type": "supply", "nation": "axis", "at": "box_casablanca"},
    }  # fmt: skip
    away = ["naval_escort box_casablanca", "convoy_raid box_casablanca"]
    state = at_sea(game, units, turn=1)
    assert set(away) <= set(aims(game, state, "allied", "malta_esc"))  # it carries no troops
    assert not set(away) & set(aims(game, state, "allied", "tf1_esc"))
    for aim in away:
        assert why(game, state, "allied", f"assign tf1_esc {aim}").rule == "TT-2.4.2-R06"
    ashore = at_sea(game, {k: v for k, v in units.items() if k != "us_3_id"}, turn=1)
    assert set(away) <= set(aims(game, ashore, "allied", "tf1_esc"))
    assert set(away) <= set(aims(game, at_sea(game, units, turn=2), "allied", "tf1_esc"))


@pytest.mark.parametrize("status", ["refused", "beaten"])
@pytest.mark.rule("TT-2.4.2-R24")
def test_a_ship_that_refused_or_was_beaten_stays_and_does_nothing(status: str) -> None:
    game = load()
    state = at_sea(game, {"a": ship("T3", status=[status]), "b": ship("T3")})
    assert not [o for o in options(game, state, "allied") if o.split()[1:2] == ["a"]]
    assert why(game, state, "allied", "move a T2").rule == "TT-2.4.2-R24"
    assert why(game, state, "allied", "assign a asw_patrol").rule == "TT-2.4.2-R09"


def test_strange_words_are_told_what_is_wrong() -> None:
    game = load()
    units = {"a": ship("T3"), "b": ship("box_tunis"), "x": ship("X1", "axis"), "us_inf_1": {"at": "E6"}}
    state = at_sea(game, {**units, "s": ship("T2", type_="submarine_squadron")})
    for text, has in {
        "move a": "a ship and a space",
        "move a Q99": "no space",
        "move a T3": "already",
        "move aa T2": "no ship aa",
        "move x T2": "not yours",
        "move us_inf_1 T2": "no surface ship",
        "move s T1": "no surface ship",
        "move b T1": "box_tunis",
        "assign a": "its target",
        "assign a convoi_raid box_tunis": "no mission",
        "assign a asw_patrol T3": "names no target",
        "assign a sea_control": "name a target",
        "assign a sea_control Q99": "no space or convoy box",
        "assign a sea_control T3 ships": "too many words",
    }.items():
        assert has in why(game, state, "allied", text).text, text
    assert why(game, state, "allied", "assign a convoi_raid box_tunis").nearest == "assign a convoy_raid"


# ------------------------------------------------------------------ missions


@pytest.mark.rule("TT-2.4.2-03")
def test_one_mission_a_ship_and_turn_after_its_move() -> None:
    game = load()
    state = at_sea(game, {"a": ship("T3"), "b": ship("T3")})
    state = answer(game, state, "allied", "move a T2", "assign a asw_patrol")
    assert not [o for o in options(game, state, "allied") if o.split()[1:2] == ["a"]]
    assert why(game, state, "allied", "assign a naval_support").rule == "TT-2.4.2-03"
    state = answer(game, state, "allied", "assign b asw_patrol")
    assert why(game, state, "allied", "move b T2").rule == "TT-2.4.2-03"
    assert missions(game.position(state)).of("a") == Mission("a", "asw_patrol", "T2")
    state = answer(game, state, "allied", "retract", "move b T2")
    assert game.position(state).unit("b").at == "T2"


@pytest.mark.rule("TT-2.4.2-03", "TT-2.4.2-29")
def test_a_ship_that_took_up_a_battle_has_its_mission_and_nothing_to_take_back() -> None:
    game = load()
    units = {"a": ship("V3"), "x": ship("V3", "axis"), "y": ship("V3", "axis")}
    given = [SeaState((Mission("a", "sea_control", "V3"),))]
    state = scene(game, turn=3, units=units, slices=given, phase=["sea_answer", "sea_move_second"])
    state = answer(game, state, "axis", "engage V3 x", "done")
    for text in ("move x V2", "assign x asw_patrol"):
        reason = why(game, state, "axis", text)
        assert "sea_control at V3" in reason.text and (reason.rule, reason.nearest) == ("TT-2.4.2-03", "")
    state = answer(game, state, "axis", "assign y asw_patrol")
    assert why(game, state, "axis", "assign y naval_support").nearest == "retract"


@pytest.mark.rule("TT-2.4.2-18")
def test_escorts_take_the_box_of_their_own_hex_empty_or_not() -> None:
    game = load()
    state = at_sea(game, {"a": ship("V5"), "b": ship("V6"), "x": ship("V5", "axis")})
    assert "naval_escort box_tunis" in aims(game, state, "allied", "a")
    assert not [m for m in aims(game, state, "allied", "b") if m.startswith("naval_escort")]
    reason = why(game, state, "allied", "assign b naval_escort box_tunis")
    assert reason.rule == "TT-2.4.1-R26" and "V5" in reason.text
    assert "no convoy box" in why(game, state, "allied", "assign a naval_escort V5").text


@pytest.mark.rule("TT-2.4.2-02")
def test_raids_need_an_enemy_convoy_in_the_box() -> None:
    game = load()
    ours = {"a": ship("V5"), "us_inf_1": {"at": "box_tunis"}}
    assert "convoy_raid box_tunis" not in aims(game, at_sea(game, ours), "allied", "a")
    assert "no enemy convoy" in why(game, at_sea(game, ours), "allied", "assign a convoy_raid box_tunis").text
    theirs = {**ours, "z": {"type": "supply", "nation": "axis", "at": "box_tunis"}, "b": ship("V6")}
    state = at_sea(game, theirs)
    assert "convoy_raid box_tunis" in aims(game, state, "allied", "a")
    assert why(game, state, "allied", "assign b convoy_raid box_tunis").rule == "TT-2.4.1-R26"


@pytest.mark.rule("TT-2.4.2-R02")
def test_sea_control_in_the_own_hex_and_against_a_hostile_port_beside_it() -> None:
    game = load()
    state = at_sea(game, {"a": ship("U4"), "b": ship("T2"), "m": ship("E6")})
    assert [m for m in aims(game, state, "allied", "a") if "control" in m] == [
        "sea_control U4",
        "sea_control U5",
        "sea_control T4",
    ]
    assert [m for m in aims(game, state, "allied", "b") if "control" in m] == ["sea_control T2", "sea_control S2"]
    assert [m for m in aims(game, state, "allied", "m") if "control" in m] == ["sea_control E6"]
    assert "beside it" in why(game, state, "allied", "assign b sea_control U5").text
    assert "no port" in why(game, state, "allied", "assign b sea_control T1").text
    # From a port beside it no port is engaged.
    state = at_sea(game, {"a": ship("T4")}, control={"T4": "allied"})
    assert [m for m in aims(game, state, "allied", "a") if "U5" in m] == []
    assert why(game, state, "allied", "assign a sea_control U5").rule == "TT-2.4.2-R02"
    state = at_sea(game, {"a": ship("U4"), "x": ship("U4", "axis")}, seat="axis")
    assert [m for m in aims(game, state, "axis", "x") if "control" in m] == ["sea_control U4"]  # its own ports
    assert "not in the hands" in why(game, state, "axis", "assign x sea_control U5").text


def test_ports_are_left_alone_by_the_switch() -> None:
    game = load("naval.engage_port_from_adjacent=false")
    state = at_sea(game, {"a": ship("R3")}, control={"R4": ""}, relations=PEACE)
    assert aims(game, state, "allied", "a") == [
        "naval_escort box_bone",
        "sea_control R3",
        "asw_patrol",
        "naval_support",
    ]
    for text in ("sea_control R4", "naval_strike R4", "naval_open_port R4"):
        assert why(game, state, "allied", f"assign a {text}").rule == "TT-2.4.2-R02"


def test_strikes_go_against_enemy_ports_beside_the_ship() -> None:
    game = load()
    state = at_sea(game, {"a": ship("U4"), "x": ship("U4", "axis")}, control={"T4": ""})
    assert [m for m in aims(game, state, "allied", "a") if "strike" in m] == ["naval_strike U5"]
    assert why(game, state, "allied", "assign a naval_strike T4").rule == "TT-2.4.2-R02"
    assert why(game, state, "allied", "assign a naval_strike U4 ships").rule == "TT-2.4.2-R17"
    assert why(game, state, "allied", "assign a naval_strike S2").rule == "TT-2.4.2-R02"


def test_strikes_on_ships_by_the_switch() -> None:
    game = load('naval.surface_strike_targets=["ships"]')
    state = at_sea(game, {"a": ship("U4"), "x": ship("U4", "axis"), "z": ship("U5", "axis"), "b": ship("T2")})
    assert [m for m in aims(game, state, "allied", "a") if "strike" in m] == [
        "naval_strike U4 ships",
        "naval_strike U5 ships",
    ]
    assert why(game, state, "allied", "assign a naval_strike U5").rule == "TT-2.4.2-R17"
    assert "no enemy ship" in why(game, state, "allied", "assign b naval_strike T2 ships").text
    state = answer(game, state, "allied", "assign a naval_strike U4 ships")
    assert missions(game.position(state)).of("a") == Mission("a", "naval_strike", "U4", against="ships")
    both = load('naval.surface_strike_targets=["port", "ships"]')
    state = at_sea(both, {"a": ship("U4"), "z": ship("U5", "axis")})
    assert [m for m in aims(both, state, "allied", "a") if "strike" in m] == [
        "naval_strike U5",
        "naval_strike T4",
        "naval_strike U5 ships",
    ]
    with pytest.raises(RulesetError):
        Game.load("torch_tunisia", settings=['naval.surface_strike_targets=["airfield"]'])


# ------------------------------------------------------------------ escorts


@pytest.mark.rule("TT-2.4.2-18")
def test_escorts_join_their_convoy_at_once() -> None:
    game = load()
    known = SeaState((Mission("a", "naval_escort", "box_tunis"), Mission("b", "naval_escort", "box_tunis"),
                      Mission("c", "sea_control", "V5")))  # fmt: skip
    units = {"a": ship("V5"), "b": ship("V5", status=["refused"]), "c": ship("V5"), "d": ship("V5", "axis")}
    state = scene(game, turn=3, units=units, frames=["naval_ops.escorts", "pass allied"], slices=[known])
    now = game.position(state)
    assert [now.unit(u).at for u in "abc"] == ["box_tunis", "V5", "V5"]
    assert [m.stage for m in missions(now).missions] == ["done", "lost", "assigned"]


def test_the_order_of_steps() -> None:
    """All movement done: escorts before Sea Control, before raids, before support, opening and wrecking."""
    rules = load().rules
    frames = [rules.phase[p].frame for p in rules.phase["sea"].phases]
    named = ["move", "answers", "move", "escorts", "battles", "patrols"]
    assert [f.split(".")[1] for f in frames if f.startswith("naval_ops")] == [
        *named, "raids", "support", "open", "wreck",
    ]  # fmt: skip


def test_options_are_quick_and_kept_for_the_game() -> None:
    game = load()
    state = at_sea(game, {f"a{n}": ship("I5") for n in range(6)})
    first = options(game, state, "allied")
    kept = len(game.cache["naval_ops.ways"])
    state = answer(game, state, "allied", "move a0 J4")
    options(game, state, "allied")
    assert kept and len(game.cache["naval_ops.ways"]) == kept  # the others stand where they stood
    assert len({text.split()[1] for text in first if text.startswith("move")}) == 6
