"""Bases of aircraft: re-basing in Housekeeping, alerts kept for Deploy, and what becomes of them on a lost base."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import ControlChanged, Event, PhaseEnded, Placed, Removed
from hexwright.explain import explain
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import play, scene
from hexwright_plugins.air_ops import AirState, Mission, missions
from hexwright_plugins.gunnery import lose_step

from .torch import answer, at, load, options, why


def flown(*given: Mission) -> list[Any]:
    return [AirState(given)]


def housekeeping(game: Game, units: dict[str, dict[str, Any]], *given: Mission, **about: Any) -> State:
    return scene(game, turn=3, units=units, slices=flown(*given), phase="house_rebase", **about)


def re_base(unit: str, base: str) -> Mission:
    return Mission(unit, "re_base", base=base)


# ------------------------------------------------------------------ re-basing


@pytest.mark.rule("TT-2.4.1-10", "TT-PA.9-07")
def test_re_basing_aircraft_leave_their_base_at_once_and_do_nothing_else() -> None:
    game = load()
    state = scene(game, turn=3, units=at(gib_ftr="E6", gib_bmb="E6", al_sqd_1="E6"), phase="air_assign")
    state, events = play(game, state, ["allied: assign gib_ftr re_base", "assign al_sqd_1 re_base"])
    assert [(e.unit, e.at, e.rule) for e in events if isinstance(e, Placed)] == [
        ("gib_ftr", "rebase_allied", "TT-2.4.1-10"), ("al_sqd_1", "rebase_allied", "TT-2.4.1-10"),
    ]  # fmt: skip
    known = missions(game.position(state))
    assert known.of("gib_ftr") == Mission("gib_ftr", "re_base", base="E6")
    assert {t.split()[1] for t in options(game, state, "allied", "assign")} == {"gib_bmb"}
    assert why(game, state, "allied", "assign gib_ftr escort E6").rule == "TT-2.4.1-R01"


@pytest.mark.rule("TT-2.4.5-01", "TT-2.4.1-R13")
def test_they_come_down_on_any_friendly_airfield_with_room() -> None:
    """However far; two bombers fill Tunis, Sfax is the enemy's, and a damaged airfield still takes units in play."""
    game = load()
    units = at(sard_ftr="rebase_axis", sard_bmb="U5", ax_bmb_a3="U5", tri_inf="W9")
    control = {"U5": "axis", "U7": "allied", "W9": "axis"}
    state = housekeeping(game, units, re_base("sard_ftr", "S2"), control=control, features={"W9 airfield damage": 1})
    found = {t.split()[2] for t in options(game, state, "axis", "rebase")}
    assert {"S2", "W4", "W9", "C8"} <= found and found.isdisjoint({"U5", "U7", "E6"})
    full, hostile = (why(game, state, "axis", f"rebase sard_ftr {s}") for s in ("U5", "U7"))
    assert (full.rule, dict(full.numbers), hostile.rule) == ("TT-2.4.1-R13", {"room": 0}, "TT-2.4.1-R13")
    state, events = play(game, state, ["axis: rebase sard_ftr W9"])
    assert state.units["sard_ftr"].at == "W9"
    assert [e.rule for e in events if isinstance(e, Placed)] == ["TT-2.4.5-01"]


@pytest.mark.rule("TT-2.4.5-01")
def test_the_holder_of_the_initiative_says_first_and_room_is_counted_as_it_fills() -> None:
    game = load()
    units = at(gib_ftr="rebase_allied", sard_ftr="rebase_axis", sard_bmb="rebase_axis", sic_ftr="W4", ax_bmb_a3="W4")
    given = (re_base("gib_ftr", "E6"), re_base("sard_ftr", "S2"), re_base("sard_bmb", "S2"))
    for holder, other in (("axis", "allied"), ("allied", "axis")):
        state = housekeeping(game, units, *given, roles={"holder": holder})
        assert [a.seat for a in game.asks(state)] == [holder]
        while game.asks(state)[0].frame == "air_ops.rebase" and game.asks(state)[0].seat == holder:
            state = game.apply(state, next(iter(game.asks(state)[0].options))).state
        assert game.asks(state)[0].seat == other
    state = housekeeping(game, units, *given, roles={"holder": "axis"}, control={"S5": "axis"})
    state = answer(game, state, "axis", "rebase sard_ftr S5")  # unimproved: room for one
    assert why(game, state, "axis", "rebase sard_bmb S5").rule == "TT-2.4.1-R13"


@pytest.mark.rule("TT-2.4.1-R13")
@pytest.mark.parametrize(("range_", "near"), [("unlimited", 99), ("normal", 4), ("double", 8)])
def test_the_range_of_re_basing_is_a_switch(range_: str, near: int) -> None:
    game = load(f'air.rebase_range="{range_}"')
    state = housekeeping(game, at(sard_ftr="rebase_axis", ax_sqd_a2="rebase_axis"), re_base("sard_ftr", "S2"))
    found = {t.split()[2] for t in options(game, state, "axis") if t.startswith("rebase sard_ftr")}
    far = {game.board.distance("S2", s) for s in found}
    assert max(d for d in far if d is not None) <= near
    assert ("W4" in found, "M5" in found, "C8" in found) == (True, near >= 6, near >= 16)
    if range_ != "unlimited":
        assert why(game, state, "axis", "rebase sard_ftr C8").rule == "TT-2.4.1-R13"
    assert "rebase ax_sqd_a2 C8" in options(game, state, "axis")  # a squadron has no range


@pytest.mark.rule("TT-2.4.1-R13")
def test_without_any_airfield_they_wait_on_the_board() -> None:
    game = load()
    spots = [s for s in game.board.spaces if "airfield" in game.board.features(s)]
    lost = {s: "allied" for s in spots if s != "W4"}
    units = at(sard_ftr="rebase_axis", sic_ftr="W4", ax_bmb_a3="W4", ax_sqd_a2="rebase_axis")
    state = housekeeping(game, units, re_base("sard_ftr", "S2"), control=lost)
    assert (state.units["sard_ftr"].at, state.units["ax_sqd_a2"].at) == ("axis_board", "W4")
    # with its old base free it goes back there, unasked
    units = at(sard_ftr="rebase_axis", sic_ftr="W4")
    state = housekeeping(game, units, re_base("sard_ftr", "S2"), control={**lost, "S2": "axis", "W4": "allied"})
    assert state.units["sard_ftr"].at == "S2"


@pytest.mark.rule("TT-1.2.1-R04")
def test_vichy_fighters_re_base_inside_french_north_africa() -> None:
    game = load()
    state = housekeeping(game, at(vi_ftr="rebase_axis"), re_base("vi_ftr", "C8"))
    found = {t.split()[2] for t in options(game, state, "axis", "rebase")}
    assert found == {s for s in found if s in game.board.zone("fna")} and {"C8", "U5", "B10"} <= found
    assert why(game, state, "axis", "rebase vi_ftr S2").rule == "TT-1.2.1-R04"
    told = explain(game, state, "rebase vi_ftr C8", "axis")
    assert "TT-1.2.1-R04" in {p.rule.id for p in told.parts if p.rule is not None}


@pytest.mark.rule("TT-1.2.1-R04")
def test_vichy_fighters_that_found_no_airfield_enter_in_french_north_africa_too() -> None:
    game = load()
    state = scene(game, turn=2, units={**at(vi_ftr="axis_board"), **at(sard_ftr="axis_board")}, phase="place")
    offered = {t.split()[2] for t in options(game, state, "axis", "fly") if "vi_ftr" in t}
    assert "C8" in offered and offered <= set(game.position(state).zone("fna"))
    assert why(game, state, "axis", "fly vi_ftr S2").rule == "TT-1.2.1-R04"
    assert "fly sard_ftr S2" in options(game, state, "axis", "fly")


@pytest.mark.rule("TT-2.4.1-29", "TT-2.4.1-30", "TT-3.1-09")
def test_squadrons_need_no_room() -> None:
    game = load()
    state = housekeeping(game, at(al_sqd_1="rebase_allied", gib_ftr="E6", gib_bmb="E6"))
    assert "rebase al_sqd_1 E6" in options(game, state, "allied")
    state = answer(game, state, "allied", "rebase al_sqd_1 E6")
    assert state.units["al_sqd_1"].at == "E6"


@pytest.mark.rule("TT-2.4.1-29")
def test_squadrons_leave_the_room_to_the_groups() -> None:
    """Three squadrons and one group stand at Gibraltar, which holds two groups: a second group still finds room."""
    game = load()
    squadrons = at(al_sqd_1="E6", al_sqd_2="E6", al_sqd_3="E6")
    units = {**squadrons, **at(gib_ftr="E6", gib_bmb="rebase_allied")}
    state = housekeeping(game, units, re_base("gib_bmb", "E6"))
    assert "rebase gib_bmb E6" in options(game, state, "allied")
    state = answer(game, state, "allied", "rebase gib_bmb E6")
    assert state.units["gib_bmb"].at == "E6"
    two = {**squadrons, **at(gib_ftr="E6", al_ftr="E6", gib_bmb="rebase_allied")}
    assert housekeeping(game, two, re_base("gib_bmb", "E6")).units["gib_bmb"].at != "E6"  # two groups fill it


# ------------------------------------------------------------------ carriers


@pytest.mark.rule("TT-3.2-05")
@pytest.mark.parametrize(("steps", "then"), [(0, 1), (1, 2), (2, None)])
def test_a_squadron_strengthens_or_rebuilds_the_air_group_of_a_carrier(steps: int, then: int | None) -> None:
    game = load()
    units: dict[str, dict[str, Any]] = at(al_sqd_1="rebase_allied", tf1_csg="I5")
    if steps:
        units["tf1_cag"] = {"at": "tf1_csg", "steps": steps}
    state = housekeeping(game, units)
    assert ("rebase al_sqd_1 tf1_csg" in options(game, state, "allied")) == (then is not None)
    if then is None:
        assert why(game, state, "allied", "rebase al_sqd_1 tf1_csg").rule == "TT-3.2-05"
        return
    state = answer(game, state, "allied", "rebase al_sqd_1 tf1_csg")
    group = state.units["tf1_cag"]
    assert (group.at, group.steps, group.type) == ("tf1_csg", then, "carrier_air_group")
    assert state.gone["al_sqd_1"] == "joined"


def test_groups_never_go_aboard() -> None:
    game = load()
    state = housekeeping(game, at(gib_ftr="rebase_allied", tf1_csg="I5"), re_base("gib_ftr", "E6"))
    assert why(game, state, "allied", "rebase gib_ftr tf1_csg").rule == "TT-3.2-05"


# ------------------------------------------------------------------ back to base


@pytest.mark.rule("TT-2.4.5-06")
def test_interceptors_that_have_not_engaged_may_stay_on_alert() -> None:
    game = load()
    units: dict[str, dict[str, Any]] = at(gib_ftr="E6", malta_ftr="Y6")
    units["sard_ftr"] = {"at": "S2", "status": ["engaged"]}
    alert = [Mission(u, "intercept", base=p["at"]) for u, p in units.items()]
    state = scene(game, turn=3, units=units, slices=flown(*alert), phase=["house_aircraft", "land_move"])
    assert options(game, state, "allied") == ["keep gib_ftr", "stand_down gib_ftr"]
    state = answer(game, state, "allied", "keep gib_ftr")
    assert options(game, state, "allied")[:2] == ["keep malta_ftr", "stand_down malta_ftr"]
    state = answer(game, state, "allied", "stand_down malta_ftr")
    assert not any(a.frame == "air_ops.returns" for a in game.asks(state))  # the one that engaged is not kept
    known = missions(game.position(state))
    stages = {u: m.stage for u in units if (m := known.of(u)) is not None}
    assert (stages["gib_ftr"], stages["malta_ftr"]) == ("assigned", "used")


@pytest.mark.rule("TT-2.4.5-06")
def test_missions_end_with_deploy() -> None:
    game = load()
    alert = Mission("gib_ftr", "intercept", base="E6")
    kept = scene(game, turn=3, units=at(gib_ftr="E6"), slices=flown(alert), events=[PhaseEnded(phase="house")],
                 phase="air_assign")  # fmt: skip
    assert missions(game.position(kept)).of("gib_ftr") == alert
    over = scene(game, turn=3, units=at(gib_ftr="E6"), slices=flown(alert), events=[PhaseEnded(phase="deploy")],
                 phase="air_assign")  # fmt: skip
    assert missions(game.position(over)) == AirState()


# ------------------------------------------------------------------ lost bases


def captured(game: Game, *events: Event, **about: Any) -> State:
    return scene(game, turn=3, events=events or [ControlChanged(space="R4", nation="allied", was="axis")],
                 phase=["house_aircraft", "land_move"], **about)  # fmt: skip


@pytest.mark.rule("TT-2.4.1-R20")
def test_aircraft_on_a_captured_airfield_escape_within_range_or_are_destroyed() -> None:
    game = load()
    units = at(ax_ftr_a1="R4", ax_sqd_a2="R4")
    state = captured(game, units=units, control={"R4": "axis"})
    found = options(game, state, "axis", "escape")
    group = {t.split()[2] for t in found if "ax_ftr_a1" in t}
    assert {game.board.distance("R4", s) for s in group} <= {1, 2, 3, 4} and "S2" in group
    assert why(game, state, "axis", "escape ax_ftr_a1 W4").rule == "TT-2.4.1-R20"
    state = answer(game, state, "axis", "escape ax_ftr_a1 S2")
    assert "escape ax_sqd_a2 W4" in options(game, state, "axis")


@pytest.mark.rule("TT-2.4.1-R20")
@pytest.mark.parametrize(
    ("decision", "told", "numbers"),
    [
        ("escape ax_ftr_a1 W4", "Sicily is out of the range of Fighter Group", {"range": 4, "distance": 5}),
        ("escape ax_ftr_a1 U5", "the airfield of Tunis is not friendly to Fighter Group", {}),
        ("escape ax_ftr_a1 R5", "there is no airfield at ", {}),
        ("escape ax_ftr_a1 Z99", "there is no space Z99", {}),
        ("escape ax_ftr_a1 S2", "the airfield of Sardinia has no room for Fighter Group", {"room": 0}),
        ("escape", "say 'escape', ax_ftr_a1 and where it goes", {}),
        ("attach us_inf_1 us_1_id", "nobody can 'attach' here; known are escape", {}),
        ("done", "nobody can 'done' here; known are escape", {}),
    ],
)
def test_why_aircraft_do_not_escape_there(decision: str, told: str, numbers: dict[str, int]) -> None:
    game = load()
    full = at(sard_ftr="S2", sard_bmb="S2") if decision.endswith("S2") else {}
    state = captured(game, units={**at(ax_ftr_a1="R4"), **full}, control={"R4": "axis", "U5": "allied"})
    reason = why(game, state, "axis", decision)
    assert told in reason.text and reason.rule == "TT-2.4.1-R20"
    assert numbers.items() <= dict(reason.numbers).items()
    assert reason.nearest.startswith("escape ax_ftr_a1 ")


@pytest.mark.rule("TT-2.4.1-R20")
@pytest.mark.parametrize(
    ("setting", "reach"), [('air.lost_base="destroyed"', 0), ("air.range_counts_start_hex=true", 3)]
)
def test_switches_of_the_escape(setting: str, reach: int) -> None:
    game = load(setting)
    state = captured(game, units=at(ax_ftr_a1="R4", ax_sqd_a2="R4"), control={"R4": "axis"})
    if not reach:
        assert (state.gone["ax_ftr_a1"], state.gone["ax_sqd_a2"]) == ("lost", "lost")
        return
    group = {t.split()[2] for t in options(game, state, "axis", "escape") if "ax_ftr_a1" in t}
    assert max(game.board.distance("R4", s) or 0 for s in group) <= reach


def test_ships_leave_a_captured_port_whatever_becomes_of_aircraft() -> None:
    game = load('air.lost_base="destroyed"')
    state = captured(game, units=at(ax_esc_1="R4", sard_ftr="S2"), control={"R4": "axis"})
    assert any(t.startswith("escape ax_esc_1") for t in options(game, state, "axis"))


@pytest.mark.rule("TT-2.4.1-R20")
@pytest.mark.parametrize(("stage", "then"), [("assigned", "lost"), ("flown", "flown"), ("used", "used")])
def test_a_mission_that_was_not_resolved_is_lost_with_the_base(stage: Any, then: str) -> None:
    game = load()
    support = Mission("ax_ftr_a1", "close_air_support", "S5", base="R4", stage=stage)
    state = captured(game, units=at(ax_ftr_a1="R4"), control={"R4": "axis"}, slices=flown(support))
    state = answer(game, state, "axis", "escape ax_ftr_a1 S2")
    known = missions(game.position(state)).of("ax_ftr_a1")
    assert known is not None and known.stage == then


def test_the_mission_of_aircraft_that_leave_play_is_lost() -> None:
    game = load()
    support = Mission("sard_ftr", "close_air_support", "S5", base="S2", stage="flown")
    state = scene(game, turn=3, units=at(sard_ftr="S2", sic_ftr="W4"), slices=flown(support),
                  events=[Removed(unit="sard_ftr", how="lost", at="S2")], phase="air_assign")  # fmt: skip
    known = missions(game.position(state)).of("sard_ftr")
    assert known is not None and known.stage == "lost"


@pytest.mark.rule("TT-3.2-R02")
@pytest.mark.parametrize(("carrier", "home"), [("F5", "E6"), ("N2", "")])
def test_the_air_group_of_a_sunk_carrier_escapes_within_four_hexes_or_is_lost(carrier: str, home: str) -> None:
    from hexwright.frames import Play, settle

    game = load()
    units: dict[str, dict[str, Any]] = at(tf1_cag="tf1_csg", gib_ftr="E6")
    units["tf1_csg"] = {"at": carrier, "steps": 1}
    other = Mission("tf1_cag", "intercept", base="tf1_csg")
    state = scene(game, turn=3, units=units, slices=flown(other), phase="air_assign")
    doing = Play(game, state)
    lose_step(doing, "tf1_csg", "hit", carrier, "TT-2.4.2-R13")
    settle(doing)
    assert "tf1_csg" not in doing.state.units
    if not home:
        assert doing.state.gone["tf1_cag"].startswith("lost")
        return
    state = doing.state
    if any(a.frame == "facilities.escape" for a in game.asks(state)):
        state = answer(game, state, "allied", f"escape tf1_cag {home}")
    assert state.units["tf1_cag"].at == home
    known = missions(game.position(state)).of("tf1_cag")
    assert known is not None and known.stage == "lost"
