"""Reinforcements: what comes when and where it waits, and the sealed plans by which it lands and flies in."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hexwright.errors import RulesetError
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene

from .torch import answer, at, load, options, why

GIBRALTAR, MALTA, SARDINIA, SICILY, TRIPOLI = "E6", "Y6", "S2", "W4", "W9"
CASABLANCA, ORAN, ALGIERS, BONE, TUNIS = "B8", "I6", "M5", "R4", "U5"


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def deploy(game: Game, turn: int = 3, control: dict[str, str] | None = None, **about: Any) -> State:
    """Both seats plan their arrivals; the units are those given by keyword, ID=PLACE."""
    features = about.pop("features", None)
    units = about.pop("units", {})
    return scene(game, turn=turn, units=at(**about) | units, control=control, features=features, phase="place")


def seal(game: Game, state: State, allied: tuple[str, ...] = (), axis: tuple[str, ...] = ()) -> State:
    """Both plans, sealed: what has landed then."""
    state = answer(game, state, "allied", *allied, "done")
    return answer(game, state, "axis", *axis, "done")


def place(state: State, unit: str) -> str:
    return state.units[unit].at


def kinds(state: State, box: str) -> Counter[str]:
    return Counter(u.type for u in state.units.values() if u.at == box)


# ------------------------------------------------------------------ the schedule (1.2.2, 1.2.3)

INF, MECH, ARM, SUP = "infantry_regiment", "mech_regiment", "armor_regiment", "supply"
DIV, PZ = "infantry_division", "armor_division"
EUROPE: list[tuple[int, dict[str, int], dict[str, int]]] = [
    (1, {SUP: 2, DIV: 1}, {INF: 1, DIV: 1, "fighter_group": 1}),
    (2, {INF: 2, MECH: 2, SUP: 2, PZ: 1}, {INF: 1, "air_squadron": 1}),
    (3, {INF: 1, ARM: 1, SUP: 1, DIV: 1}, {INF: 1, "bomber_group": 1}),
    (4, {MECH: 1, ARM: 1, SUP: 1, DIV: 1}, {}),
    (5, {INF: 1, SUP: 1, PZ: 1}, {}),
    (6, {INF: 1, ARM: 1, SUP: 1}, {}),
    (7, {INF: 1, SUP: 1}, {}),
    (8, {MECH: 1, SUP: 1}, {}),
    (9, {INF: 1, SUP: 1}, {}),
    (10, {}, {}),
]


@pytest.mark.rule("TT-1.2.3-06", "TT-1.2.3-07", "TT-1.2.3-08", "TT-1.2.3-09", "TT-1.2.3-10", "TT-1.2.3-11")
@pytest.mark.rule("TT-1.2.3-12", "TT-1.2.3-13", "TT-1.2.3-14", "TT-1.2.3-15", "TT-1.2.3-17")
@pytest.mark.parametrize(("turn", "sea", "air"), EUROPE)
def test_europe_sends_its_units_when_convoys_are_loaded(
    game: Game, turn: int, sea: dict[str, int], air: dict[str, int]
) -> None:
    state = scene(game, turn=turn, phase="loading")
    assert kinds(state, "europe_sea") == sea
    assert kinds(state, "europe_air") == air


@pytest.mark.rule("TT-1.2.3-R01", "TT-1.2.3-10")
@pytest.mark.parametrize("turn", range(4, 10))
def test_a_regiment_or_a_supply_by_air_is_chosen_in_plan(game: Game, turn: int) -> None:
    state = scene(game, turn=turn, phase="loading")
    both = [f"take ax_inf_a{turn}", f"take ax_sup_a{turn}"]
    assert options(game, state, "axis", "take") == both
    assert options(game, state, "allied", "take") == []
    unchosen = why(game, state, "axis", "done")
    assert unchosen.rule == "TT-1.2.3-R01"
    assert unchosen.nearest == both[0]
    state = answer(game, state, "axis", both[1])
    assert options(game, state, "axis", "take") == []
    why(game, state, "axis", both[0])
    state = answer(game, state, "axis", "retract", both[1])
    state = seal(game, state)
    assert place(state, f"ax_sup_a{turn}") == "europe_air"
    assert f"ax_inf_a{turn}" not in state.units
    assert [u for u in state.units if u in (f"ax_inf_a{turn}", f"ax_sup_a{turn}")] == [f"ax_sup_a{turn}"]


def test_the_other_one_never_comes(game: Game) -> None:
    state = seal(game, scene(game, turn=4, phase="loading"), axis=("take ax_inf_a4",))
    while game.asks(state)[0].frame != "convoys.load":  # the next turn begins
        ask = game.asks(state)[0]
        state = answer(game, state, ask.seat, ask.options[-1])
    assert (state.turn, place(state, "ax_inf_a4")) == (5, "europe_air")
    assert options(game, state, "axis", "take") == ["take ax_inf_a5", "take ax_sup_a5"]
    assert "ax_sup_a4" not in state.units


def test_a_choice_is_shown_to_the_enemy_only_when_both_have_sealed(game: Game) -> None:
    state = scene(game, turn=4, phase="loading")
    a, b = (answer(game, state, "axis", f"take ax_{kind}_a4", "done") for kind in ("inf", "sup"))
    assert game.view(a, "allied").plain() == game.view(b, "allied").plain()
    assert options(game, a, "allied") == options(game, b, "allied")


@pytest.mark.rule("TT-1.2.2-R03", "TT-1.2.2-08")
def test_the_ship_of_turn_2_is_at_malta_before_operations(game: Game) -> None:
    assert "em_att" not in scene(game, turn=2, phase="loading").units
    state = scene(game, turn=2, phase=["arrive", "init"])
    assert game.asks(state)[0].frame == "initiative.seize"
    assert place(state, "em_att") == MALTA
    assert "em_att" not in scene(game, turn=3, phase=["arrive", "init"]).units


@pytest.mark.rule("TT-1.2.3-R03")
@pytest.mark.parametrize("turn", [2, 4])
def test_a_new_submarine_is_stationed_in_its_own_turn(game: Game, turn: int) -> None:
    sub = f"sub_axis_t{turn}"
    loading = scene(game, turn=turn, phase="loading")
    assert sub not in loading.units
    assert not [text for text in options(game, loading, "axis") if sub in text]
    state = scene(game, turn=turn, phase="subs")
    assert place(state, sub) == "subs_axis"
    assert state.units[sub].hidden
    assert f"station {sub} V5" in options(game, state, "axis")
    assert not [text for text in options(game, state, "allied") if sub in text]


@pytest.mark.rule("TT-1.2.3-R03")
@pytest.mark.parametrize("delay", [1, 2])
def test_submarine_delay_is_a_switch(delay: int) -> None:
    game = load(f"reinforce.submarine_delay={delay}")
    for turn in range(2, 9):
        state = scene(game, turn=turn, phase="subs")
        assert ("sub_axis_t2" in state.units) == (turn == 2 + delay)
        assert ("sub_axis_t4" in state.units) == (turn == 4 + delay)


BARRED = 'reinforcement.allied_t2_ship.at=["W9"]'


def test_an_entry_in_enemy_hands_is_passed_over_or_waited_for() -> None:
    game = load('reinforcement.allied_t2_ship.at=["W9", "Y6"]')
    assert place(scene(game, turn=2, phase=["arrive", "init"]), "em_att") == MALTA
    game = load(BARRED)
    step = scene(game, turn=2, phase=["arrive", "init"])
    assert "em_att" not in step.units
    late = step.slices["reinforce"]
    assert late.units == (("em_att", "allied_t2_ship"),)
    again = scene(game, turn=3, slices=[late], phase=["arrive", "init"])
    assert "em_att" not in again.units
    assert again.slices["reinforce"] == late
    free = scene(game, turn=4, slices=[late], control={TRIPOLI: "allied"}, phase=["arrive", "init"])
    assert place(free, "em_att") == TRIPOLI
    assert free.slices["reinforce"].units == ()


def test_an_entry_may_be_lost_where_it_is_barred() -> None:
    game = load(BARRED, 'reinforcement.allied_t2_ship.blocked="lost"')
    state = scene(game, turn=2, phase=["arrive", "init"])
    assert "em_att" not in state.units
    assert state.slices["reinforce"].units == ()


@pytest.mark.parametrize(("troops", "where"), [({}, "W9"), (at(us_3_id="W9", us_1_id="W9", uk_78_id="W9"), "Y6")])
def test_an_entry_without_room_is_passed_over(troops: dict[str, Any], where: str) -> None:
    game = load('reinforcement.allied_t7_end.at=["W9", "Y6"]')
    state = scene(game, turn=7, units=troops, control={TRIPOLI: "allied"}, phase="place")
    assert place(state, "em_mech_t7") == where  # 9 SP are there
    assert place(state, "em_sup_t7") == TRIPOLI  # Supply takes no room


# ------------------------------------------------------------------ by sea


@pytest.mark.rule("TT-2.4.6-02", "TT-2.4.6-R01", "TT-2.3-R08", "TT-2.4.6-01")
def test_e_34_landing_capacity_and_a_lost_port(game: Game) -> None:
    three = at(us_inf_1="box_casablanca", us_inf_2="box_casablanca", us_inf_3="box_casablanca")
    two = at(us_arm_1="box_bone", al_sup_1="box_bone")
    state = deploy(
        game,
        units=three | two,
        control={CASABLANCA: "allied", BONE: "axis"},
        features={"B8 port damage": 1},
    )
    assert options(game, state, "allied", "land") == ["land us_inf_1", "land us_inf_2", "land us_inf_3"]
    for text in ("land us_arm_1", "land al_sup_1"):
        assert why(game, state, "allied", text).rule == "TT-2.4.6-02"
    state = answer(game, state, "allied", "land us_inf_3", "land us_inf_1")
    full = why(game, state, "allied", "land us_inf_2")
    assert (full.rule, dict(full.numbers)) == ("TT-2.4.6-R01", {"landing": 2, "limit": 2})
    state = seal(game, state)
    assert [place(state, f"us_inf_{n}") for n in (1, 2, 3)] == [CASABLANCA, "box_casablanca", CASABLANCA]
    assert [place(state, u) for u in ("us_arm_1", "al_sup_1")] == ["box_bone"] * 2
    loading = scene(game, turn=4, units=at(us_inf_2="box_casablanca", us_arm_1="box_bone"), phase="loading")
    for text in ("load us_inf_2 box_oran", "unload us_inf_2", "load us_arm_1 box_casablanca"):
        assert text in options(game, loading, "allied")


@pytest.mark.rule("TT-2.4.6-R01")
@pytest.mark.parametrize(("damage", "lands"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_a_port_lands_its_value_less_its_damage(game: Game, damage: int, lands: int) -> None:
    units = at(**{f"us_inf_{n}": "box_casablanca" for n in range(1, 6)})
    state = deploy(game, units=units, control={CASABLANCA: "allied"}, features={"B8 port damage": damage})
    for n in range(lands):
        assert len(options(game, state, "allied", "land")) == 5 - n
        state = answer(game, state, "allied", options(game, state, "allied", "land")[0])
    assert options(game, state, "allied", "land") == []


@pytest.mark.rule("TT-2.4.6-R08")
@pytest.mark.parametrize(("control", "lands"), [("vichy", True), ("axis", True), ("", False), ("allied", False)])
def test_axis_units_land_where_axis_or_vichy_rules(game: Game, control: str, lands: bool) -> None:
    state = deploy(game, control={TUNIS: control}, it_1_superga="box_tunis")
    if lands:
        state = seal(game, state, axis=("land it_1_superga",))
        assert place(state, "it_1_superga") == TUNIS
        assert state.control.get(TUNIS) == control  # a landing takes nothing from a friend
    else:
        assert why(game, state, "axis", "land it_1_superga").rule == "TT-2.4.6-02"


@pytest.mark.rule("TT-2.2-R08", "TT-2.2-04")
@pytest.mark.parametrize("arrival", ["land it_1_superga", "land ax_sup_t1_1", "fly de_1_fj U5", "fly ax_ftr_a1 U5"])
def test_an_axis_land_unit_that_arrives_leaves_an_occupation_token(game: Game, arrival: str) -> None:
    state = deploy(
        game, it_1_superga="box_tunis", ax_sup_t1_1="box_tunis", de_1_fj="europe_air", ax_ftr_a1="europe_air"
    )
    assert TUNIS not in state.control
    state = seal(game, state, axis=(arrival,))
    tokens = [(m.kind, m.owner) for m in state.markers.get(TUNIS, ())]
    assert tokens == ([] if "ftr" in arrival else [("occupation", "axis")])
    assert place(state, arrival.split()[1]) == TUNIS


@pytest.mark.rule("TT-2.4.6-R04")
def test_no_arrival_breaks_the_stacking_limit(game: Game) -> None:
    there = {f"us_arm_{n}": {"at": ORAN} for n in range(1, 6)} | {"us_3_id": {"at": ORAN, "steps": 1}}
    units = there | at(us_inf_1="box_oran", us_34_id="box_oran", us_inf_2="box_oran", al_sup_1="box_oran")
    state = deploy(game, units=units, control={ORAN: "allied"}, features={})
    state = answer(game, state, "allied", "land us_inf_1", "land us_inf_2")  # 6 + 2 SP
    crowded = why(game, state, "allied", "land us_34_id")
    assert (crowded.rule, dict(crowded.numbers)) == ("TT-2.4.6-R04", {"there": 8, "coming": 1, "limit": 8})
    assert options(game, state, "allied", "land") == ["land al_sup_1"]
    state = seal(game, state, ("land al_sup_1",))
    assert [place(state, u) for u in ("us_34_id", "us_inf_2", "al_sup_1")] == ["box_oran", ORAN, ORAN]


@pytest.mark.rule("TT-2.4.6-R04", "TT-2.4.7-R07")
def test_nobody_lands_in_algiers_while_it_is_above_the_limit(game: Game) -> None:
    units = at(us_3_id=ALGIERS, us_1_id=ALGIERS, fr_3_dia=ALGIERS, us_inf_1="box_algiers", us_inf_2="box_oran")
    state = deploy(game, units=units, control={ALGIERS: "allied", ORAN: "allied"})
    assert options(game, state, "allied", "land") == ["land us_inf_2"]
    assert why(game, state, "allied", "land us_inf_1").rule == "TT-2.4.6-R04"


@pytest.mark.rule("TT-1.2.2-10", "TT-1.2.2-11", "TT-1.2.2-R05")
@pytest.mark.parametrize(("turn", "coming"), [(6, []), (7, ["em_mech_t7", "em_sup_t7"]), (8, ["em_sup_t8"]), (9, [])])
@pytest.mark.parametrize("owner", ["allied", "axis", ""])
def test_arrivals_from_the_east_land_at_tripoli_or_wait(game: Game, turn: int, coming: list[str], owner: str) -> None:
    state = deploy(game, turn, {TRIPOLI: owner})
    assert [u.id for u in state.units.values() if u.at == "eastmed_allied"] == coming
    assert options(game, state, "allied", "land") == [f"land {u}" for u in coming if owner == "allied"]
    for unit in coming if owner != "allied" else []:
        assert why(game, state, "allied", f"land {unit}").rule == "TT-1.2.2-R05"
    if owner == "allied":
        state = seal(game, state, tuple(f"land {u}" for u in coming))
        assert [place(state, u) for u in coming] == [TRIPOLI] * len(coming)


@pytest.mark.rule("TT-1.2.2-R05", "TT-2.4.6-R01")
def test_they_count_against_the_port_of_tripoli(game: Game) -> None:
    waiting = at(em_mech_t7="eastmed_allied", em_sup_t7="eastmed_allied", us_inf_1="box_tripoli")
    state = deploy(game, 9, {TRIPOLI: "allied"}, units=waiting)
    state = answer(game, state, "allied", "land us_inf_1", "land em_mech_t7")
    assert dict(why(game, state, "allied", "land em_sup_t7").numbers) == {"landing": 2, "limit": 2}
    state = seal(game, state)
    assert place(state, "em_sup_t7") == "eastmed_allied"


# ------------------------------------------------------------------ direct Supply


@pytest.mark.rule("TT-2.3-09", "TT-2.3-12", "TT-2.3-R06")
def test_e_48_direct_supply_of_malta(game: Game) -> None:
    units = at(al_sup_1="direct_malta", al_sup_2="direct_malta", al_sup_3="direct_gibraltar")
    units |= at(ax_sup_t1_1="direct_sicily", ax_sup_t1_2="direct_sardinia")
    state = deploy(game, units=units)
    state = answer(game, state, "allied", "land al_sup_1", "land al_sup_2", "land al_sup_3", "done")
    state = answer(game, state, "axis", "land ax_sup_t1_1", "land ax_sup_t1_2")
    step = game.apply(state, "done", "axis")
    assert [place(step.state, f"al_sup_{n}") for n in (1, 2, 3)] == [MALTA, MALTA, GIBRALTAR]
    assert [place(step.state, f"ax_sup_t1_{n}") for n in (1, 2)] == [SICILY, SARDINIA]
    assert [e.rule for e in step.events if type(e).__name__ == "Placed"] == ["TT-2.3-12"] * 5


@pytest.mark.rule("TT-2.3-12")
@pytest.mark.parametrize(
    ("port_damage", "field_damage", "lands"), [(0, 0, 4), (1, 0, 3), (2, 0, 2), (0, 1, 2), (2, 1, 0)]
)
def test_direct_supply_uses_port_and_airfield(game: Game, port_damage: int, field_damage: int, lands: int) -> None:
    units = at(**{f"al_sup_{n}": "direct_malta" for n in range(1, 7)})
    features = {"Y6 port damage": port_damage, "Y6 airfield damage": field_damage}
    state = deploy(game, units=units, features=features)
    for n in range(1, lands + 1):
        state = answer(game, state, "allied", f"land al_sup_{n}")
    assert options(game, state, "allied", "land") == []
    if lands:
        full = why(game, state, "allied", "land al_sup_6")
        assert (full.rule, dict(full.numbers)) == ("TT-2.3-12", {"coming": lands, "limit": lands})


@pytest.mark.rule("TT-2.3-12", "TT-2.4.6-06")
def test_troops_by_air_and_direct_supply_share_the_airfield(game: Game) -> None:
    units = at(**{f"ax_sup_t{n}": "direct_sardinia" for n in range(3, 8)})
    units |= at(ax_inf_a1="europe_air", ax_inf_a2="europe_air")
    state = deploy(game, units=units)
    state = answer(game, state, "axis", "land ax_sup_t3", "land ax_sup_t4", "land ax_sup_t5")
    flown = answer(game, state, "axis", "fly ax_inf_a1 S2")  # port 2 + airfield 2
    assert why(game, flown, "axis", "land ax_sup_t6").rule == "TT-2.3-12"
    assert why(game, flown, "axis", "fly ax_inf_a2 S2").rule == "TT-2.3-12"
    landed = answer(game, state, "axis", "land ax_sup_t6")
    assert why(game, landed, "axis", "fly ax_inf_a1 S2").rule == "TT-2.3-12"
    assert "fly ax_inf_a1 W4" in options(game, landed, "axis")


# ------------------------------------------------------------------ by air


@pytest.mark.rule("TT-2.4.6-04")
def test_axis_arrivals_by_air_pick_any_friendly_airfield(game: Game) -> None:
    state = deploy(game, ax_inf_a1="europe_air", ax_ftr_a1="europe_air", control={"T6": "allied", "T7": ""})
    board = game.board
    friendly = [s for s in board.spaces_with("airfield") if s not in ("T6", "T7", GIBRALTAR, MALTA)]
    assert {"B8", "B10", "S7", "U5", "W9", "S2", "W4"} < set(friendly)
    assert options(game, state, "axis", "fly") == [f"fly {u} {s}" for u in ("ax_ftr_a1", "ax_inf_a1") for s in friendly]
    assert why(game, state, "axis", "fly ax_inf_a1 T6").rule == "TT-2.4.6-04"
    state = seal(game, state, axis=("fly ax_ftr_a1 B10", "fly ax_inf_a1 S7"))
    assert (place(state, "ax_ftr_a1"), place(state, "ax_inf_a1")) == ("B10", "S7")


@pytest.mark.rule("TT-2.4.6-05", "TT-2.4.6-R06")
def test_allied_aircraft_enter_at_gibraltar_only(game: Game) -> None:
    control = dict.fromkeys((ALGIERS, ORAN), "allied")
    state = deploy(game, 2, control, units=at(al_ftr="atlantic", al_sqd_1="atlantic", us_inf_1="atlantic"))
    assert options(game, state, "allied") == ["fly al_ftr E6", "fly al_sqd_1 E6", "done"]
    elsewhere = why(game, state, "allied", "fly al_ftr M5")
    assert (elsewhere.rule, elsewhere.nearest) == ("TT-2.4.6-05", "fly al_ftr E6")
    state = seal(game, state, ("fly al_sqd_1 E6", "fly al_ftr E6"))
    assert (place(state, "al_ftr"), place(state, "al_sqd_1")) == (GIBRALTAR, GIBRALTAR)


@pytest.mark.rule("TT-2.4.6-07", "TT-2.4.6-R06", "TT-2.4.6-06")
def test_e_49_a_squadron_enters_a_full_airfield_and_a_group_waits(game: Game) -> None:
    units = at(gib_ftr=GIBRALTAR, al_sqd_1="atlantic", al_ftr="atlantic") | {"gib_bmb": {"at": GIBRALTAR, "steps": 1}}
    state = deploy(game, units=units)
    assert options(game, state, "allied") == ["fly al_sqd_1 E6", "done"]
    assert why(game, state, "allied", "fly al_ftr E6").rule == "TT-2.4.6-07"
    state = seal(game, state, ("fly al_sqd_1 E6",))
    assert (place(state, "al_sqd_1"), place(state, "al_ftr")) == (GIBRALTAR, "atlantic")
    room = deploy(game, turn=4, units=at(gib_ftr=GIBRALTAR, al_ftr="atlantic"))
    assert options(game, room, "allied", "fly") == ["fly al_ftr E6"]


@pytest.mark.rule("TT-2.4.6-06", "TT-2.4.6-07", "TT-4-12", "TT-4-14")
@pytest.mark.parametrize(("space", "most"), [("S7", 1), ("U5", 2)])
def test_what_an_airfield_takes_in_a_turn(game: Game, space: str, most: int) -> None:
    groups = [f"grp_{n}" for n in range(1, 4)]
    lands = ["ax_inf_a1", "ax_inf_a2", "ax_sup_a4"]
    units = at(**dict.fromkeys(lands, "europe_air"))
    units |= {g: {"type": "fighter_group", "nation": "axis", "at": "europe_air"} for g in groups}
    state = deploy(game, units=units)
    for n in range(most):  # groups and land pieces do not take each other's room
        state = answer(game, state, "axis", f"fly {groups[n]} {space}", f"fly {lands[n]} {space}")
    assert why(game, state, "axis", f"fly grp_3 {space}").rule == "TT-2.4.6-07"
    full = why(game, state, "axis", f"fly ax_sup_a4 {space}")
    assert (full.rule, dict(full.numbers)) == ("TT-2.4.6-06", {"coming": most, "limit": most})


@pytest.mark.rule("TT-2.4.6-R06")
def test_squadrons_take_no_room_of_any_kind(game: Game) -> None:
    units = at(ax_inf_a1="europe_air", ax_ftr_a1="S7", ax_sqd_a2="europe_air")
    state = answer(game, deploy(game, units=units), "axis", "fly ax_inf_a1 S7")
    assert "fly ax_sqd_a2 S7" in options(game, state, "axis")


@pytest.mark.rule("TT-2.4.6-12", "TT-2.4.6-R05")
def test_a_damaged_airfield_accepts_nothing_new(game: Game) -> None:
    units = at(ax_inf_a1="europe_air", ax_ftr_a1="europe_air", ax_sqd_a2="europe_air")
    state = deploy(game, units=units, features={"U5 airfield damage": 1})
    for unit in units:
        assert why(game, state, "axis", f"fly {unit} U5").rule == "TT-2.4.6-12"
        assert f"fly {unit} T4" in options(game, state, "axis")


@pytest.mark.rule("TT-1.2.3-R02")
def test_by_sea_is_by_sea_and_by_air_is_by_air(game: Game) -> None:
    state = deploy(game, ax_inf_t3="europe_sea", ax_inf_a1="europe_air", ax_arm_t3="box_tunis", al_ftr="atlantic")
    assert [t for t in options(game, state, "axis") if t.split()[0] in ("land", "fly") and "ax_inf_a1" not in t] == [
        "land ax_arm_t3"
    ]
    assert why(game, state, "axis", "fly ax_arm_t3 U5").rule == "TT-1.2.3-R02"
    assert why(game, state, "axis", "land ax_inf_a1").rule == "TT-1.2.3-R02"
    assert why(game, state, "allied", "land al_ftr").rule == "TT-1.2.3-R02"
    why(game, state, "axis", "land ax_inf_t3")  # it has not been loaded
    loading = scene(game, turn=3, phase="loading")
    assert not [t for t in options(game, loading, "axis", "load") if "_a3" in t]


@pytest.mark.rule("TT-1.2.3-R02")
@pytest.mark.parametrize("locked", [True, False])
def test_whether_the_two_lists_are_opened_to_each_other(locked: bool) -> None:
    """AMB-027: where the modes are not locked, what is on the list by sea may fly, and the other way round."""
    game = load(f"reinforce.mode_locked={str(locked).lower()}")
    state = deploy(game, ax_inf_t3="europe_sea", us_inf_1="atlantic", al_ftr="atlantic")
    assert ("fly ax_inf_t3 U5" in options(game, state, "axis")) is not locked
    assert ("fly us_inf_1 E6" in options(game, state, "allied")) is not locked
    assert "fly al_ftr E6" in options(game, state, "allied")
    convoys = options(game, scene(game, turn=3, phase="loading"), "axis")
    assert ("load ax_inf_a3 box_tunis" in convoys) is not locked
    assert "load ax_arm_t3 box_tunis" in convoys


def test_what_sails_from_the_list_by_air_still_needs_the_capacity_of_port_and_airfield() -> None:
    game = load("reinforce.mode_locked=false")
    state = deploy(game, ax_inf_t3="europe_sea", ax_arm_t3="europe_sea", ax_inf_a1="europe_air", ax_inf_a3="europe_air")
    state = answer(game, state, "axis", "fly ax_inf_t3 U5", "fly ax_inf_a1 U5")
    assert why(game, state, "axis", "fly ax_arm_t3 U5").rule == "TT-2.4.6-06"


def test_an_airfield_built_in_play_is_used_like_a_printed_one(game: Game) -> None:
    built = {"S6 airfield built": True, "S6 airfield grade": "unimproved"}
    bare = deploy(game, ax_inf_a1="europe_air")
    assert "fly ax_inf_a1 S6" not in options(game, bare, "axis")
    state = deploy(game, ax_inf_a1="europe_air", features=built)
    assert options(game, state, "axis", "fly")[-1] == "fly ax_inf_a1 S6"
    assert place(seal(game, state, axis=("fly ax_inf_a1 S6",)), "ax_inf_a1") == "S6"


# ------------------------------------------------------------------ sealed plans


@pytest.mark.rule("TT-2.4.6-R07", "TT-2.4.6-01")
def test_plans_are_sealed_and_shown_together(game: Game) -> None:
    state = deploy(game, control={CASABLANCA: "allied"}, us_inf_1="box_casablanca", it_1_superga="box_tunis")
    assert [a.seat for a in game.asks(state)] == ["allied", "axis"]
    assert {a.visibility for a in game.asks(state)} == {"sealed"}
    sealed = answer(game, state, "allied", "land us_inf_1", "done")
    empty = answer(game, state, "allied", "done")
    assert place(sealed, "us_inf_1") == "box_casablanca"
    assert game.view(sealed, "axis").plain() == game.view(empty, "axis").plain()
    assert [a.seat for a in game.asks(sealed)] == ["axis"]
    again = answer(game, sealed, "allied", "unseal", "retract", "done")
    assert place(answer(game, again, "axis", "done"), "us_inf_1") == "box_casablanca"
    done = answer(game, sealed, "axis", "land it_1_superga", "done")
    assert (place(done, "us_inf_1"), place(done, "it_1_superga")) == (CASABLANCA, TUNIS)


@pytest.mark.rule("TT-2.4.6-R03")
def test_the_deploy_quota_begins_anew_every_turn(game: Game) -> None:
    state = deploy(game, units=at(ax_inf_a1="S7", ax_inf_a2="europe_air"))  # one came by air before
    assert "fly ax_inf_a2 S7" in options(game, state, "axis")


def test_a_piece_is_named_once_and_only_by_its_owner(game: Game) -> None:
    state = deploy(game, control={CASABLANCA: "allied"}, us_inf_1="box_casablanca", ax_inf_a1="europe_air")
    state = answer(game, state, "allied", "land us_inf_1")
    assert why(game, state, "allied", "land us_inf_1").nearest == "retract"
    assert "is no piece of yours" in why(game, state, "axis", "land us_inf_1").text
    assert why(game, state, "axis", "fly ax_inf_1a U5").nearest == "fly ax_inf_a1 U5"
    assert "no space" in why(game, state, "axis", "fly ax_inf_a1 U55").text
    why(game, state, "axis", "fly ax_inf_a1")
    why(game, state, "axis", "land")


def test_options_are_exact(game: Game) -> None:
    """Whatever is not offered is refused, at every point of a plan that fills up."""
    units = at(**dict.fromkeys(("ax_inf_a1", "ax_inf_a2", "ax_sup_a4", "ax_ftr_a1", "ax_sqd_a2"), "europe_air"))
    units |= at(ax_arm_t3="box_tunis", ax_sup_t3="direct_sicily", sic_ftr=SICILY, sard_ftr=SARDINIA, sard_bmb=SARDINIA)
    state = deploy(game, 4, {"T4": ""}, units=units, features={"U5 port damage": 3})
    plan = ("fly ax_inf_a1 U5", "land ax_sup_t3", "fly ax_ftr_a1 W4", "fly ax_sqd_a2 S2", "fly ax_sup_a4 U5")
    for text in plan:
        offered = set(options(game, state, "axis"))
        every = [f"fly {u} {s}" for u in units for s in game.board.spaces] + [f"land {u}" for u in units]
        assert {t for t in every if game.refuse(state, t, "axis") is None} == {t for t in offered if " " in t}
        state = answer(game, state, "axis", text)


# ------------------------------------------------------------------ switches and leaving it out


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('deploy.order="open"', "not one of 'simultaneous'"),
        ("reinforce.mode_locked=maybe", "supported: true, false"),
        ("reinforce.submarine_delay=-1", "below 0"),
        ('reinforce.air_entry={ french = ["E6"] }', "no seat 'french'"),
    ],
)
def test_other_values_are_refused_at_their_place(setting: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Game.load("torch_tunisia", settings=[setting])
    (fault,) = caught.value.faults
    assert said in str(fault)
    assert (fault.line, fault.column) == (1, setting.index("=") + 2) or "french" in setting


def test_the_game_is_played_without_it() -> None:
    names = ["invasion", "land_combat", "logistics", "facilities", "victory"]
    game = Game.load("torch_tunisia", settings=[f"ruleset.plugins={names}".replace("'", '"')])
    assert "reinforce.place" not in game.frames
    state = scene(game, turn=7, phase=["deploy", "land_victory"])
    assert not [u for u in state.units if u.startswith("em_")]
