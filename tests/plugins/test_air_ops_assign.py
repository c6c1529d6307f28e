"""Air missions: who assigns when, what flies what how far, what may be struck, and squadrons that join a group."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import StatusSet
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import play, scene
from hexwright_plugins.air_ops import AirState, Joining, Mission, MissionAssigned, missions

from .torch import answer, at, load, options, why

AXIS_FIRST = {"first": "axis", "second": "allied"}


def window(game: Game, units: dict[str, dict[str, Any]], turn: int = 3, **about: Any) -> State:
    return scene(game, turn=turn, units=units, phase="air_assign", **about)


def kinds(texts: list[str], unit: str, space: str = "") -> set[str]:
    """The missions offered to a unit, at a space where one is given."""
    split = [t.split() for t in texts if t.startswith("assign ")]
    return {w[2] for w in split if w[1] == unit and (not space or w[3:4] == [space])}


def spaces(texts: list[str], unit: str, kind: str) -> set[str]:
    split = [t.split() for t in texts if t.startswith("assign ")]
    return {w[3] for w in split if w[1] == unit and w[2] == kind}


def mission(game: Game, state: State, unit: str) -> Mission:
    found = missions(game.position(state)).of(unit)
    assert found is not None
    return found


# ------------------------------------------------------------------ who and when


@pytest.mark.rule("TT-2.4.1-01")
@pytest.mark.parametrize("order", [("allied", "axis"), ("axis", "allied")])
def test_the_first_side_assigns_all_its_missions_then_the_second(order: tuple[str, str]) -> None:
    game = load()
    roles = dict(zip(("first", "second"), order, strict=True))
    state = window(game, at(gib_ftr="E6", malta_ftr="Y6", sard_ftr="S2"), roles=roles)
    for seat in order:
        assert [a.seat for a in game.asks(state)] == [seat]
        assert {game.position(state).seat_of(state.units[t.split()[1]].nation) for t in options(game, state, seat)
                if t != "done"} == {seat}  # fmt: skip
        state = answer(game, state, seat, "done")
    assert not any(a.frame == "air_ops.assign" for a in game.asks(state))


@pytest.mark.rule("TT-2.4.1-02", "TT-2.4.1-R01")
def test_an_assignment_is_open_flips_the_aircraft_and_is_the_only_one() -> None:
    game = load()
    state = window(game, at(gib_ftr="E6", gib_bmb="E6", sard_ftr="S2"))
    before = options(game, state, "allied")
    state, events = play(game, state, ["allied: assign gib_ftr escort F5"])
    assert [e.rule for e in events if isinstance(e, StatusSet)] == ["TT-2.4.1-02"]
    assert state.units["gib_ftr"].status == ("assigned",)
    assert state.units["gib_ftr"].at == "E6"
    assert mission(game, state, "gib_ftr") == Mission("gib_ftr", "escort", "F5", base="E6")
    for seat in ("allied", "axis"):
        assert dict(game.view(state, seat).notes)["air_ops"] == missions(game.position(state))
    assert kinds(before, "gib_ftr") and not kinds(options(game, state, "allied"), "gib_ftr")
    assert why(game, state, "allied", "assign gib_ftr intercept").rule == "TT-2.4.1-R01"
    # who is given none does nothing
    state = answer(game, state, "allied", "done")
    assert missions(game.position(state)).of("gib_bmb") is None
    assert state.units["gib_bmb"].status == ()


def test_a_mission_can_be_taken_back_before_done() -> None:
    game = load()
    state = window(game, at(gib_ftr="E6", gib_bmb="E6"))
    given = answer(game, state, "allied", "assign gib_ftr re_base", "retract")
    assert (given.units["gib_ftr"].at, missions(game.position(given))) == ("E6", AirState())


def test_a_side_without_aircraft_is_not_asked() -> None:
    game = load()
    state = window(game, at(sard_ftr="S2", al_sqd_1="atlantic"))
    assert [a.seat for a in game.asks(state)] == ["axis"]


# ------------------------------------------------------------------ what they fly


@pytest.mark.rule("TT-2.4.1-03", "TT-3.1-04", "TT-3.1-08")
@pytest.mark.parametrize("unit", ["sic_ftr", "sard_bmb"])
def test_groups_fly_every_mission_of_theirs(unit: str) -> None:
    """Within the range of a group in Sicily lie the sea, land, enemy ships and a convoy of each side."""
    game = load()
    units = at(**{unit: "W4", "tf2_att": "V4", "tri_inf": "box_tunis", "us_inf_1": "box_bone"})
    state = window(game, units)
    state = answer(game, state, "allied", "done") if game.asks(state)[0].seat == "allied" else state
    found = kinds(options(game, state, "axis"), unit)
    named = {"intercept", "escort", "strike", "close_air_support", "interdict", "air_asw", "re_base"}
    assert found >= named
    assert found - named <= {"convoy_escort", "convoy_strike"}


@pytest.mark.rule("TT-2.4.1-04")
@pytest.mark.parametrize("kind", ["air_lift", "air_drop", "reinforce_group"])
def test_groups_lift_and_drop_nothing(kind: str) -> None:
    game = load()
    state = window(game, at(gib_ftr="E6"))
    assert why(game, state, "allied", f"assign gib_ftr {kind} E7").rule == "TT-2.4.1-04"


@pytest.mark.rule("TT-2.4.1-30", "TT-3.1-09")
def test_a_squadron_only_re_bases() -> None:
    game = load()
    state = window(game, at(al_sqd_1="E6"))
    assert options(game, state, "allied") == ["assign al_sqd_1 re_base", "done"]
    assert why(game, state, "allied", "assign al_sqd_1 escort E6").rule == "TT-2.4.1-30"
    state = answer(game, state, "allied", "assign al_sqd_1 re_base")
    assert state.units["al_sqd_1"].at == "rebase_allied"


@pytest.mark.rule("TT-2.4.1-R02", "TT-3.1-01", "TT-3.1-05")
@pytest.mark.parametrize(("unit", "reach"), [("sard_ftr", 4), ("sard_bmb", 8)])
@pytest.mark.parametrize("start_counts", [False, True])
def test_range_counts_the_target_and_not_the_base(unit: str, reach: int, start_counts: bool) -> None:
    """Over sea, mountains and enemies alike; with the switch the base's own hex counts."""
    game = load(f"air.range_counts_start_hex={str(start_counts).lower()}")
    state = window(game, at(**{unit: "S2"}))
    escorted = spaces(options(game, state, "axis"), unit, "escort")
    board = game.board
    most = reach - start_counts
    near = [s for s in board.within("S2", most) if {"land", "sea"} & set(board.tags(s))]
    assert escorted == set(near)
    beyond = next(s for s in board.within("S2", most + 1) if board.distance("S2", s) == most + 1)
    reason = why(game, state, "axis", f"assign {unit} escort {beyond}")
    assert (reason.rule, dict(reason.numbers)) == ("TT-2.4.1-R02", {"distance": most + 1, "range": most})
    assert reason.nearest.startswith(f"assign {unit} escort ") and game.refuse(state, reason.nearest, "axis") is None


@pytest.mark.rule("TT-2.4.1-11")
def test_an_interceptor_stands_by_at_its_base() -> None:
    game = load()
    state = window(game, at(sard_ftr="S2"))
    assert "assign sard_ftr intercept" in options(game, state, "axis")
    assert why(game, state, "axis", "assign sard_ftr intercept S3").nearest == "assign sard_ftr intercept"
    state = answer(game, state, "axis", "assign sard_ftr intercept")
    assert mission(game, state, "sard_ftr") == Mission("sard_ftr", "intercept", base="S2")


@pytest.mark.rule("TT-2.4.1-11")
@pytest.mark.parametrize("radius", [2, 3])
def test_with_a_switch_interceptors_wait_in_a_hex_within_their_radius(radius: int) -> None:
    game = load('air.intercept_mode="hex"', f"air.intercept_radius={radius}")
    state = window(game, at(sard_bmb="S2"))
    found = spaces(options(game, state, "axis"), "sard_bmb", "intercept")
    assert {game.board.distance("S2", s) for s in found} == set(range(radius + 1))
    assert why(game, state, "axis", "assign sard_bmb intercept").rule == "TT-2.4.1-11"
    far = next(s for s in game.board.within("S2", radius + 1) if game.board.distance("S2", s) == radius + 1)
    assert why(game, state, "axis", f"assign sard_bmb intercept {far}").rule == "TT-2.4.1-11"


@pytest.mark.rule("TT-3.1-R01")
def test_a_carrier_air_group_flies_like_fighters_from_its_ship() -> None:
    """Its base is the hex of its carrier, through the task force; it uses no airfield and never re-bases."""
    game = load()
    units = at(tf1="J5", tf1_csg="tf1", tf1_cag="tf1_csg")
    state = window(game, units)
    found = options(game, state, "allied")
    reach = {game.board.distance("J5", s) for s in spaces(found, "tf1_cag", "close_air_support")}
    assert reach == {0, 1, 2, 3, 4}
    assert "re_base" not in kinds(found, "tf1_cag")
    assert why(game, state, "allied", "assign tf1_cag re_base").rule == "TT-3.1-R01"
    state = answer(game, state, "allied", "assign tf1_cag escort J5")
    assert mission(game, state, "tf1_cag").base == "tf1_csg"


def test_a_carrier_in_a_convoy_box_flies_from_the_convoy_hex_and_off_the_map_not_at_all() -> None:
    game = load()
    boxed = window(game, at(tf1_csg="box_oran", tf1_cag="tf1_csg"))
    found = spaces(options(game, boxed, "allied"), "tf1_cag", "escort")
    assert {game.board.distance("I5", s) for s in found} == {0, 1, 2, 3, 4}
    off = window(game, at(tf1_csg="torch", tf1_cag="tf1_csg", gib_ftr="E6"))
    assert not kinds(options(game, off, "allied"), "tf1_cag")
    assert why(game, off, "allied", "assign tf1_cag escort J5").rule == "TT-2.4.1-10"


# ------------------------------------------------------------------ targets


@pytest.mark.rule("TT-2.4.1-R09")
def test_strikes_name_ships_a_port_or_an_airfield_of_the_enemy() -> None:
    game = load()
    units = at(sard_bmb="S2", tf2_att="R3", us_mech_1="R4", ax_att_1="Q3", tri_inf="U5")
    state = window(game, units, control={"R4": "allied"})
    found = [t.split(" ", 3)[3] for t in options(game, state, "axis") if t.startswith("assign sard_bmb strike")]
    assert sorted(found) == ["R3 ships", "R4 airfield", "R4 port", "Y6 airfield", "Y6 port"]
    for wrong in ("Q3 ships", "U5 port", "R4 land", "R4 embarked", "R4 submarines", "R4 ships"):
        assert why(game, state, "axis", f"assign sard_bmb strike {wrong}").rule == "TT-2.4.1-R09"
    state = answer(game, state, "axis", "assign sard_bmb strike R4 port")
    assert mission(game, state, "sard_bmb") == Mission("sard_bmb", "strike", "R4", "port", "S2")


@pytest.mark.rule("TT-2.4.1-R09", "TT-PA.9-02")
def test_land_units_ashore_are_struck_with_a_switch_only() -> None:
    units = at(sard_bmb="S2", us_inf_1="S5", al_sup_1="R5")
    text = "assign sard_bmb strike S5 land"
    game = load()
    assert why(game, window(game, units), "axis", text).rule == "TT-2.4.1-R09"
    game = load("air.strike_land_units=true")
    state = window(game, units)
    assert text in options(game, state, "axis")
    assert why(game, state, "axis", "assign sard_bmb strike R5 land").rule == "TT-2.4.1-R09"  # Supply alone


@pytest.mark.rule("TT-2.4.1-R09", "TT-2.4.2-07")
@pytest.mark.parametrize(
    ("turn", "aboard", "done", "legal"),
    [(1, True, (), True), (1, False, (), False), (2, True, (), False), (1, True, ("sea",), True),
     (1, True, ("land",), False)],
)  # fmt: skip
def test_embarked_troops_are_struck_on_the_first_turn_while_they_are_aboard_and_before_land(
    turn: int, aboard: bool, done: tuple[str, ...], legal: bool
) -> None:
    game = load()
    units = at(sard_bmb="S2", tf1="S4", tf1_sup="tf1", us_3_id="tf1" if aboard else "S5", tf1_esc="tf1")
    state = window(game, units, turn=turn, done=done)
    assert ("assign sard_bmb strike S4 embarked" in options(game, state, "axis")) == legal
    assert "assign sard_bmb strike S4 ships" in options(game, state, "axis")


def test_hidden_submarines_never_show_in_the_options() -> None:
    game = load()
    lonely = window(game, at(sard_bmb="S2"))
    below = window(game, {"sard_bmb": {"at": "S2"}, "sub_allied_1": {"at": "R3"}})
    seen = window(game, {"sard_bmb": {"at": "S2"}, "sub_allied_1": {"at": "R3", "hidden": False}})
    assert options(game, lonely, "axis") == options(game, below, "axis") == options(game, seen, "axis")
    assert why(game, below, "axis", "assign sard_bmb strike R3 ships") == why(
        game, lonely, "axis", "assign sard_bmb strike R3 ships"
    )


@pytest.mark.parametrize(
    ("kind", "land", "sea"),
    [("close_air_support", True, True), ("interdict", True, False), ("air_asw", False, True), ("escort", True, True)],
)
def test_missions_go_to_land_or_sea(kind: str, land: bool, sea: bool) -> None:
    game = load()
    state = window(game, at(sard_ftr="S2"))
    found = spaces(options(game, state, "axis"), "sard_ftr", kind)
    assert ({"S5" in found, "S3" in found}, "S5" in found, "S3" in found) == ({land, sea}, land, sea)
    for space, legal in (("S5", land), ("S3", sea)):
        if not legal:
            reason = why(game, state, "axis", f"assign sard_ftr {kind} {space}")
            assert reason.rule == game.rules.mission[kind].rule


@pytest.mark.rule("TT-2.4.1-R05")
def test_escort_goes_to_a_hex_in_normal_range_whoever_flies_there() -> None:
    game = load()
    state = window(game, at(sard_bmb="S2", sic_ftr="W4"))
    state = answer(game, state, "axis", "assign sard_bmb interdict S6", "assign sic_ftr escort S6")
    assert mission(game, state, "sic_ftr").target == "S6"
    assert game.board.distance("W4", "S6") == 4


@pytest.mark.rule("TT-2.4.1-R26")
def test_each_port_has_a_convoy_hex_for_range() -> None:
    """Bone's convoys are flown to at R3, within 4 of Sardinia; those of Algiers at M4 are too far."""
    game = load()
    units = at(sard_ftr="S2", us_inf_1="box_bone", us_inf_2="box_algiers")
    state = window(game, units)
    assert spaces(options(game, state, "axis"), "sard_ftr", "convoy_strike") == {"R3"}
    assert why(game, state, "axis", "assign sard_ftr convoy_strike M4").rule == "TT-2.4.1-R02"
    assert why(game, state, "axis", "assign sard_ftr convoy_strike R4").rule == "TT-2.4.1-13"


@pytest.mark.rule("TT-2.4.1-12")
def test_one_of_four_missions_at_a_convoy_hex() -> None:
    """Both sides load for Tunis; whoever is in range of its convoy hex takes one mission there, and no second."""
    game = load()
    four = ["convoy_escort", "escort", "air_asw", "convoy_strike"]
    units = at(sic_ftr="W4", tri_inf="box_tunis", us_inf_1="box_tunis")
    state = window(game, units)
    assert set(four) <= kinds(options(game, state, "axis"), "sic_ftr", "V5")
    for taken in four:
        then = answer(game, state, "axis", f"assign sic_ftr {taken} V5")
        assert mission(game, then, "sic_ftr").kind == taken
        assert not kinds(options(game, then, "axis"), "sic_ftr")
        for other in four:
            assert why(game, then, "axis", f"assign sic_ftr {other} V5").rule == "TT-2.4.1-R01"


def test_convoy_missions_want_a_convoy() -> None:
    game = load()
    state = window(game, at(sic_ftr="W4", tri_inf="box_tunis", tf2_att="box_tunis"))
    assert why(game, state, "axis", "assign sic_ftr convoy_strike V5").rule == "TT-2.4.1-13"
    assert why(game, state, "axis", "assign sic_ftr convoy_escort T3").rule == "TT-2.4.1-12"
    assert "assign sic_ftr convoy_escort V5" in options(game, state, "axis")


@pytest.mark.rule("TT-2.4.1-R23")
def test_support_for_a_domain_that_is_over_may_be_assigned() -> None:
    game = load()
    state = window(game, at(sard_ftr="S2"), done=["land", "sea"])
    found = options(game, state, "axis")
    assert {"assign sard_ftr close_air_support S5", "assign sard_ftr interdict S5"} <= set(found)


# ------------------------------------------------------------------ airfields


@pytest.mark.rule("TT-2.4.1-R21", "TT-2.4.5-04", "TT-2.4.5-02")
@pytest.mark.parametrize(("damage", "fly"), [(0, 2), (1, 1), (2, 0)])
def test_capacity_less_damage_may_fly_the_others_re_base(damage: int, fly: int) -> None:
    game = load()
    state = window(game, at(sard_ftr="S2", sard_bmb="S2"), features={"S2 airfield damage": damage})
    for n, unit in enumerate(("sard_ftr", "sard_bmb")):
        text = f"assign {unit} interdict S5"
        if n < fly:
            state = answer(game, state, "axis", text)
        else:
            reason = why(game, state, "axis", text)
            assert reason.rule == ("TT-2.4.5-04" if fly == 0 else "TT-2.4.1-R21")
            assert reason.nearest == f"assign {unit} re_base"
            assert kinds(options(game, state, "axis"), unit) == {"re_base"}


def test_re_basing_leaves_the_capacity_to_the_other_group() -> None:
    game = load()
    state = window(game, at(sard_ftr="S2", sard_bmb="S2"), features={"S2 airfield damage": 1})
    state = answer(game, state, "axis", "assign sard_ftr re_base", "assign sard_bmb interdict S5")
    assert mission(game, state, "sard_bmb").stage == "assigned"


def test_any_damage_grounds_all_with_a_switch() -> None:
    game = load('facilities.damaged_airfield="grounded"')
    state = window(game, at(sard_ftr="S2", sard_bmb="S2"), features={"S2 airfield damage": 1})
    assert kinds(options(game, state, "axis"), "sard_ftr") == {"re_base"}


@pytest.mark.rule("TT-4-13")
def test_mud_closes_unimproved_airfields() -> None:
    game = load()
    state = window(game, at(ax_ftr_a1="T7", sard_ftr="S2"), control={"T7": "axis"}, turn=4)
    assert kinds(options(game, state, "axis"), "ax_ftr_a1") == {"re_base"}
    reason = why(game, state, "axis", "assign ax_ftr_a1 interdict S7")
    assert (reason.rule, "mud" in reason.text) == ("TT-4-R03", True) or "mud" in reason.text
    assert "interdict" in kinds(options(game, state, "axis"), "sard_ftr")


# ------------------------------------------------------------------ Vichy (1.2.1)


@pytest.mark.rule("TT-1.2.1-R04")
def test_the_fighters_at_rabat_fly_for_the_axis_from_the_first_turn() -> None:
    game = load()
    units = at(vi_ftr="C8", tf1="C7", us_3_id="tf1", tf1_esc="tf1")
    state = window(game, units, turn=1)
    found = kinds(options(game, state, "axis"), "vi_ftr")
    assert {"intercept", "escort", "strike", "close_air_support", "interdict", "air_asw", "re_base"} <= found
    assert "assign vi_ftr strike C7 embarked" in options(game, state, "axis")
    game = load("vichy.air_missions=false")
    state = window(game, {**units, "sard_ftr": {"at": "S2"}}, turn=1)
    assert not kinds(options(game, state, "axis"), "vi_ftr")
    assert kinds(options(game, state, "axis"), "sard_ftr")
    assert why(game, state, "axis", "assign vi_ftr intercept").rule == "TT-1.2.1-R04"


# ------------------------------------------------------------------ squadrons (2.4.1-28)


def hurt(**units: tuple[str, int]) -> dict[str, dict[str, Any]]:
    return {u: {"at": place, "steps": steps} for u, (place, steps) in units.items()}


@pytest.mark.rule("TT-2.4.1-28", "TT-2.4.1-R19")
def test_a_squadron_joins_a_weakened_group_in_its_hex() -> None:
    game = load()
    units = hurt(gib_ftr=("E6", 1), gib_bmb=("E6", 2), malta_ftr=("Y6", 1), al_sqd_1=("E6", 1), al_sqd_2=("E6", 1))
    state = window(game, units)
    assert options(game, state, "allied", "join") == ["join al_sqd_1 gib_ftr", "join al_sqd_2 gib_ftr"]
    assert why(game, state, "allied", "join al_sqd_1 gib_bmb").rule == "TT-2.4.1-R19"
    assert why(game, state, "allied", "join al_sqd_1 malta_ftr").rule == "TT-2.4.1-28"
    state = answer(game, state, "allied", "join al_sqd_1 gib_ftr")
    assert (state.units["gib_ftr"].steps, state.gone["al_sqd_1"]) == (2, "joined")
    assert why(game, state, "allied", "join al_sqd_2 gib_ftr").rule == "TT-2.4.1-R19"


def test_a_group_with_a_mission_still_takes_a_squadron_and_a_re_basing_one_does_not() -> None:
    game = load()
    units = hurt(gib_ftr=("E6", 1), gib_bmb=("E6", 1), al_sqd_1=("E6", 1))
    state = window(game, units)
    flies = answer(game, state, "allied", "assign gib_ftr escort F5")
    assert "join al_sqd_1 gib_ftr" in options(game, flies, "allied")
    away = answer(game, state, "allied", "assign gib_ftr re_base")
    assert options(game, away, "allied", "join") == ["join al_sqd_1 gib_bmb"]
    both = answer(game, state, "allied", "assign al_sqd_1 re_base")
    assert why(game, both, "allied", "join al_sqd_1 gib_ftr").rule == "TT-2.4.1-10"


@pytest.mark.rule("TT-2.4.1-28")
@pytest.mark.parametrize(
    ("mode", "phase", "asked"),
    [
        ("any", "air_repair", True), ("any", "air_assign", True), ("any", "air_close", True),
        ("any", "sea_repair", False), ("boundaries", "air_repair", True), ("boundaries", "air_assign", False),
        ("boundaries", "air_close", True),
    ],
)  # fmt: skip
def test_squadrons_are_offered_at_every_point_of_air_operations(mode: str, phase: str, asked: bool) -> None:
    game = load(f'air.squadron_windows="{mode}"')
    phases = {"air_repair": "air", "sea_repair": "sea"}
    state = scene(game, turn=3, units=hurt(gib_ftr=("E6", 1), al_sqd_1=("E6", 1)), phase=phases.get(phase, phase))
    while game.asks(state) and game.asks(state)[0].frame == "initiative.first_mover":
        state = game.apply(state, next(iter(game.asks(state)[0].options))).state
    ask = game.ask(state, "allied")
    said = ask is not None and "join al_sqd_1 gib_ftr" in ask.options
    assert said == asked
    if asked:
        assert game.position(state).phase == phase


@pytest.mark.rule("TT-2.4.1-28")
@pytest.mark.parametrize(("mode", "asked"), [("any", True), ("boundaries", False)])
def test_before_a_hex_is_resolved_a_side_with_a_choice_is_asked(mode: str, asked: bool) -> None:
    game = load(f'air.squadron_windows="{mode}"')
    units = hurt(gib_ftr=("E6", 1), al_sqd_1=("E6", 1), sard_ftr=("S2", 1))
    state = scene(game, turn=3, units=units, frames=[Joining("allied"), Joining("axis")])
    assert [a.frame for a in game.asks(state) if a.frame == "air_ops.joining"] == ["air_ops.joining"] * asked
    if asked:
        state = answer(game, state, "allied", "join al_sqd_1 gib_ftr")
        assert not any(a.frame == "air_ops.joining" for a in game.asks(state))
        assert state.units["gib_ftr"].steps == 2


def test_radius_and_cost_are_checked() -> None:
    from hexwright.errors import RulesetError

    for setting in ("air.intercept_radius=-1", "air.interdiction_cost=-1", 'air.lost_base="maybe"'):
        with pytest.raises(RulesetError):
            Game.load("torch_tunisia", settings=(setting,))


def test_the_event_is_told_in_words() -> None:
    told = MissionAssigned(unit="sard_bmb", kind="strike", target="R4", against="port")
    assert told.text() == "sard_bmb flies strike at R4 on port"
    assert MissionAssigned(unit="malta_ftr", kind="intercept", base="Y6").text() == "malta_ftr flies intercept from Y6"
