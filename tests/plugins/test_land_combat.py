"""Land moves: who may go where, what entering brings about, and what keeps a side from ending its move."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexwright.errors import RulesetError
from hexwright.events import ControlChanged, Moved
from hexwright.game import Game
from hexwright.testing import scene
from hexwright_plugins.land_combat import Attacked, Captured, record

from .torch import load, why

Rose = Callable[..., Any]
AXIS = {"D4": "axis"}
ROAD = ['line.way.through=["A4", "B4", "C4", "D4", "E5", "F5"]']


# ------------------------------------------------------------------ moving


@pytest.mark.rule("TT-4-01", "TT-4-04", "TT-2.4.3-02")
def test_two_points_off_road_one_by_road(rose: Rose) -> None:
    table = rose(["aid_1 C4", "aarm_1 C4", "xid_1 I7"], ['line.way.through=["C4", "D4", "E4"]'])
    assert {o.split()[2] for o in table.options("move") if "aid_1" in o} >= {"C3", "D4", "E4"}
    assert table.why_not("move aid_1 E3").numbers == (("needs", 4), ("has", 2))
    table.play("move aarm_1 E4")
    assert table.unit("aarm_1").spent == 2 and [e.cost for e in table.events if isinstance(e, Moved)] == [1, 1]
    table.play("move aarm_1 F4")
    assert table.unit("aarm_1").spent == 4


@pytest.mark.rule("TT-4-03", "TT-4-R01")
def test_example_23_mountains_off_road_end_the_move(rose: Rose) -> None:
    table = rose(["aad_1 D6 1", "aid_1 D6 1", "aid_2 D5 1", "xid_1 I7"], ['space.D4.terrain="mountain"'])
    table.play("move aad_1 D4")
    assert table.unit("aad_1").spent == 4  # 2 for the open hex, then all that was left
    assert table.why_not("move aid_1 D4").numbers == (("needs", 3), ("has", 2))
    table.play("move aid_2 D4")
    assert table.unit("aid_2").spent == 2
    by_road = rose(["aad_1 C4 1", "xid_1 I7"], [*ROAD, 'space.D4.terrain="mountain"', 'space.E5.terrain="mountain"'])
    by_road.play("move aad_1 F5")
    assert by_road.unit("aad_1").spent == 3


@pytest.mark.rule("TT-4-03", "TT-2.4.3-R01", "TT-2.4.3-R02")
@pytest.mark.parametrize(
    ("start", "foes", "rule", "what"),
    [
        ("R7", (), "TT-4-03", "R6 on the way to T4: mountain"),
        ("T6", ("S5", "T5", "U5"), "TT-2.4.3-R01", "T5 on the way to T4: enemies are there, x_T5"),
    ],
)
def test_what_makes_a_unit_stop_on_the_way_is_named_with_its_own_rule(
    start: str, foes: tuple[str, ...], rule: str, what: str
) -> None:
    """There are no zones of control: a mountain off the road or the enemies in a hex end a move."""
    game = load()
    units = {f"x_{s}": {"type": "infantry_division", "nation": "axis", "at": s} for s in foes}
    state = scene(game, turn=3, units={"us_arm_2": {"at": start}, **units}, phase="land_move")
    reason = why(game, state, "allied", "move us_arm_2 T4")
    assert (reason.rule, reason.text) == (rule, f"Armor Regiment has to stop in {what}")


@pytest.mark.rule("TT-2.4.3-R01", "TT-4-01")
def test_an_attack_by_road_tells_the_one_point_that_the_way_costs(rose: Rose) -> None:
    table = rose(["aid_1 C4", "asup_1 C4", "xid_1 D4"], ROAD).play("move aid_1 D4")
    assert table.told(Moved) == ["aid_1 moves C4 D4 (1 MP, the move ends there)"]
    assert table.unit("aid_1").spent == 2


@pytest.mark.rule("TT-4-R02")
def test_there_is_no_guaranteed_move(rose: Rose) -> None:
    table = rose(["aid_1 D5", "xid_1 I7"])
    table.state = table.state.with_unit(table.unit("aid_1").with_place("D5", 1))
    assert not table.options("move")
    assert table.why_not("move aid_1 D4").numbers == (("needs", 2), ("has", 1))


@pytest.mark.rule("TT-2.4.3-R02")
def test_there_are_no_zones_of_control(rose: Rose) -> None:
    table = rose(["aarm_1 D6", "xid_1 C5"])
    table.play("move aarm_1 D4")
    assert table.at("aarm_1")[0] == "D4"


@pytest.mark.rule("TT-4-09", "TT-4-11", "TT-4-10")
def test_land_units_enter_neither_sea_nor_enemy_home(rose: Rose) -> None:
    table = rose(["aid_1 D5", "xid_1 I7"], ['space.D4.terrain="sea"', 'space.E5.home="axis"'])
    assert "cannot enter" in table.why_not("move aid_1 D4").text
    assert "home territory" in table.why_not("move aid_1 E5").text


@pytest.mark.rule("TT-2.4.3-08", "TT-2.4.3-01")
def test_first_moves_then_second_then_the_battles(rose: Rose) -> None:
    table = rose(["aid_1 D5", "xid_1 I7"])
    assert table.ask().seat == "allied"
    table.play("allied: done")
    assert table.ask().seat == "axis"
    table.play("axis: move xid_1 I6")
    assert table.unit("xid_1").spent == 2
    table.play("axis: done")
    assert table.unit("xid_1").spent == 0  # points come back when the phase ends


def test_a_move_is_taken_back(rose: Rose) -> None:
    table = rose(["aid_1 D5", "xid_1 D4", "asup_1 D5"], control=AXIS)
    before = table.state
    table.play("move aid_1 D4", "commit asup_1 D4", "retract", "retract")
    assert table.state == before and not record(table.now).attacks


# ------------------------------------------------------------------ attacking


@pytest.mark.rule("TT-2.4.3-R01")
def test_entering_enemies_is_the_attack_and_ends_the_move(rose: Rose) -> None:
    table = rose(["aad_1 D6 1", "xid_1 D4", "asup_1 D5"], control=AXIS)
    table.play("move aad_1 D4")
    assert table.told(Attacked) == ["aad_1 attacks D4 from D5"]
    assert Attacked(unit="aad_1", space="D4", origin="").text() == "aad_1 attacks D4"  # from the air
    assert table.unit("aad_1").spent == 4 and table.now.control("D4") == "axis"
    assert table.why_not("move aad_1 D3").rule == "TT-2.4.3-R01"
    assert not [o for o in table.options("move") if "aad_1" in o]


@pytest.mark.rule("TT-2.4.3-R01", "TT-4-01")
def test_entry_costs_its_full_price(rose: Rose) -> None:
    table = rose(["aid_1 D6", "xid_1 D4", "asup_1 D5"], control=AXIS)
    assert table.why_not("move aid_1 D4").numbers == (("needs", 4), ("has", 2))


@pytest.mark.rule("TT-3.3-05")
def test_a_garrison_neither_moves_nor_attacks(rose: Rose) -> None:
    table = rose(["agar_1 D5", "xid_1 D4", "asup_1 D5"], control=AXIS)
    assert not [o for o in table.options() if "agar_1" in o]
    assert table.why_not("move agar_1 D4").text == "agar_1 cannot move"
    mobile = rose(["amil_1 D5", "xid_1 D4", "asup_1 D5"], control=AXIS)
    assert mobile.why_not("move amil_1 D4").text == "amil_1 cannot attack"
    assert "move amil_1 D6" in mobile.options()


@pytest.mark.rule("TT-2.4.3-R03")
@pytest.mark.parametrize("pinned", [True, False])
def test_attacked_units_are_pinned(rose: Rose, pinned: bool) -> None:
    settings = () if pinned else ("land.pinned_units=false",)
    table = rose(["aid_1 D5", "asup_1 D5", "xid_1 D4", "xsup_1 D4", "xid_2 D2"], settings, control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    if pinned:
        assert table.why_not("move xid_1 D3").rule == "TT-2.4.3-R03"
        assert table.why_not("move xsup_1 D3").rule == "TT-2.4.3-R03"
        return
    table.play("axis: move xid_1 D3", "move xsup_1 D3", "axis: done")
    assert table.now.control("D4") == "allied" and table.at("asup_1")[0] == "D5"  # no battle, no Supply used


@pytest.mark.rule("TT-2.4.3-R19")
def test_what_is_left_behind_by_those_who_walked_away_is_captured(rose: Rose) -> None:
    units = ["aid_1 D5", "asup_1 D5", "xid_1 D4", "xsup_1 D4"]
    table = rose(units, ("land.pinned_units=false",), control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: move xid_1 D3", "axis: done")
    assert table.unit("xsup_1").nation == "allied" and table.now.control("D4") == "allied"


@pytest.mark.rule("TT-2.4.3-R03")
@pytest.mark.parametrize("allowed", [True, False])
def test_others_may_join_the_defence(rose: Rose, allowed: bool) -> None:
    settings = () if allowed else ("land.allow_defence_reinforcement=false",)
    table = rose(["aid_1 D5", "asup_1 D5", "xid_1 D4", "xid_2 D3", "xsup_1 D3"], settings, control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    if not allowed:
        assert table.why_not("move xid_2 D4").rule == "TT-2.4.3-R03"
        return
    table.play("axis: move xid_2 D4", "move xsup_1 D4", "axis: done")
    assert [a.unit for a in record(table.now).attacks] == ["aid_1"]  # one battle, the first side attacks
    battle = record(table.now).battle
    assert battle is not None and battle.defender.units == ("xid_1", "xid_2")


@pytest.mark.rule("TT-2.4.3-R33", "TT-2.4.3-R29")
def test_supply_follows_attackers_but_never_leads(rose: Rose) -> None:
    table = rose(["aid_1 D5", "asup_1 D5", "asup_2 D5", "xid_1 D4"], control=AXIS)
    assert table.why_not("move asup_1 D4").rule == "TT-2.4.3-R33"
    table.play("move aid_1 D4", "move asup_2 D4", "commit asup_2 D4", "allied: done")
    assert table.ask().seat == "axis"


@pytest.mark.rule("TT-2.4.3-R33", "TT-2.4.3-R19")
def test_supply_does_not_drive_through_enemy_supply(rose: Rose) -> None:
    """It captures nothing, so the hex is as closed to it in passing as to stay."""
    road = ['line.way.through=["D6", "D5", "D4", "D3"]']
    table = rose(["asup_1 D6", "xsup_1 D4", "xid_1 I7"], road, control=AXIS)
    assert table.why_not("move asup_1 D4").rule == "TT-2.4.3-R33"
    through = table.why_not("move asup_1 D3")
    assert (through.rule, through.nearest) == ("TT-2.4.3-R33", "move asup_1 D5")
    table.play("move asup_1 D5", "move asup_1 E5")  # around it
    free = rose(["asup_1 D6", "xid_1 I7"], road, control=AXIS)
    assert "move asup_1 D3" in free.options()
    armed = rose(["aad_1 D6", "xsup_1 D4", "xid_1 I7"], road, control=AXIS).play("move aad_1 D3")
    assert armed.unit("xsup_1").nation == "allied"


@pytest.mark.rule("TT-2.4.3-R29", "TT-2.4.3-02")
def test_standing_among_enemies_without_attacking_keeps_the_move_open(rose: Rose) -> None:
    table = rose(["aid_1 D5", "xid_1 D4"], control=AXIS)
    table.state = table.state.with_unit(table.unit("aid_1").with_place("D4", 2))
    assert table.why_not("done").rule == "TT-2.4.3-R29"


@pytest.mark.rule("TT-2.4.3-R25")
def test_a_unit_that_may_not_attack_is_told_so(rose: Rose) -> None:
    table = rose(["aid_1 D5", "asup_1 D5", "xid_1 D4"], control=AXIS)
    table.state = table.state.with_unit(table.unit("aid_1").with_status(("no_attack",)))
    assert table.why_not("move aid_1 D4").rule == "TT-2.4.3-R25"


# ------------------------------------------------------------------ capture and control


@pytest.mark.rule("TT-2.4.3-R19", "TT-3.3-09")
def test_example_12_running_over_a_supply_token(rose: Rose) -> None:
    table = rose(["xmech_1 B4", "asup_1 D4", "aid_1 I1"], ROAD, control={"D4": "allied", "C4": "axis"})
    table.play("allied: done", "axis: move xmech_1 D4")
    token = table.unit("asup_1")
    assert token.nation == "axis" and "captured" in token.status
    assert table.unit("xmech_1").spent == 2 and table.now.control("D4") == "axis"
    assert not table.told(Attacked) and table.rules(Captured) == ["TT-2.4.3-R19"]
    table.play("move xmech_1 F5")  # the move goes on
    assert table.why_not("move asup_1 C4").rule == "TT-2.4.3-R19"
    assert "entrench asup_1" in table.options()


@pytest.mark.rule("TT-2.4.3-R19")
def test_supply_is_run_over_on_the_way(rose: Rose) -> None:
    table = rose(["xmech_1 B4", "asup_1 D4", "aid_1 I1"], ROAD, control={"D4": "allied"})
    table.play("allied: done", "axis: move xmech_1 F5")
    assert table.at("xmech_1")[0] == "F5" and table.unit("asup_1").nation == "axis"


@pytest.mark.rule("TT-2.4.3-R34", "TT-3.3-10", "TT-2.4.3-R33")
def test_who_takes_a_hex(rose: Rose) -> None:
    control = {"D4": "axis", "C4": ""}
    table = rose(["asup_1 D5", "aarm_1 B3", "xid_1 I7"], control=control)
    table.play("move asup_1 C5", "move asup_1 C4")
    assert table.now.control("C4") == "allied"  # uncontrolled: Supply is enough
    other = rose(["asup_1 D5", "xid_1 I7"], control=control)
    other.play("move asup_1 D4")
    assert other.now.control("D4") == "axis"  # the enemy's: it is not
    strong = rose(["aarm_1 D6", "xid_1 I7"], control={"D4": "axis", "D5": "axis"})
    strong.play("move aarm_1 D4")
    assert strong.now.control("D4") == strong.now.control("D5") == "allied"  # also what it went through
    assert [e.space for e in strong.events if isinstance(e, ControlChanged)] == ["D5", "D4"]


@pytest.mark.rule("TT-2.4.3-R33")
@pytest.mark.parametrize("counts", [True, False])
def test_whether_supply_counts_as_a_land_unit_is_a_switch(rose: Rose, counts: bool) -> None:
    settings = () if counts else ("supply.counts_as_land_unit=false",)
    table = rose(["asup_1 D5", "xid_1 I7"], settings, control={"D4": ""})
    table.play("move asup_1 D4")
    assert table.now.control("D4") == ("allied" if counts else "")


@pytest.mark.rule("TT-2.4.3-R12", "TT-2.4.3-R32")
@pytest.mark.parametrize("setting", ["supply.counts_as_land_unit=false", "supply.blocks_enemy=false"])
def test_whether_supply_alone_blocks_a_retreat_is_a_switch(rose: Rose, setting: str) -> None:
    units = ["aid_1 D5", "asup_1 D5", "asup_2 D3", "xid_1 D4 1"]
    free = rose(units, [setting], control=AXIS)
    free.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done", "extra 0", dice="4 4 4 1")
    assert "retreat xid_1 D3" in free.options()
    free.play("retreat xid_1 D3")
    assert free.unit("asup_2").nation == "axis"  # run over


# ------------------------------------------------------------------ stacking


@pytest.mark.rule("TT-2.4.3-R20")
def test_eight_points_a_side_when_the_move_ends(rose: Rose) -> None:
    units = ["aid_1 D5", "aid_2 D5", "aid_3 D4", "xid_1 I7", "asup_1 D5", "aid_4 C4 2"]
    table = rose(units)
    table.play("move aid_1 D4", "move aid_2 D4")
    reason = table.why_not("done")
    assert (reason.rule, reason.numbers) == ("", (("there", 9), ("limit", 8)))
    assert "1 SP must leave D4" in reason.nearest
    table.play("move aid_3 D3", "move aid_4 D4", "move asup_1 D4")  # on the way it does not matter; Supply never counts
    assert "done" in table.options()


@pytest.mark.rule("TT-2.4.3-R20")
def test_the_limit_is_data(rose: Rose) -> None:
    units = ["aid_1 D5", "aid_2 D5", "aid_3 D4", "xid_1 I7"]
    table = rose(units, ["stacking.land_sp.limit=9"]).play("move aid_1 D4", "move aid_2 D4")
    assert "done" in table.options()


@pytest.mark.rule("TT-2.4.7-R07")
def test_a_stack_that_stood_above_the_limit_may_stay_but_nobody_joins(rose: Rose) -> None:
    units = ["aid_1 D4", "aid_2 D4", "aid_3 D4", "ainf_1 D5", "xid_1 I7"]
    table = rose(units)
    assert "done" in table.options()
    table.play("move ainf_1 D4")
    assert table.why_not("done").numbers == (("there", 10), ("limit", 8))
    table.play("retract", "done")
    assert table.ask().seat == "axis"


@pytest.mark.rule("TT-2.4.7-R07", "TT-2.4.3-R20")
@pytest.mark.parametrize(
    ("moves", "may_end"),
    [
        (["move aid_1 D3", "move aid_2 D3", "move aad_3 D3"], False),  # all of it goes elsewhere
        (["move aad_3 D3", "move aad_3 D4"], False),  # out and in again
        (["move aad_3 D3"], True),  # 6 SP are left
        (["detach aad_3"], True),  # as strong as before, and nobody came
        (["detach aad_3", "move aad_3_r1 D3", "move aad_3_r1 D4"], False),
        (["detach aad_3", "attach aad_3_r1 aad_3"], True),
    ],
)
def test_what_a_stack_above_the_limit_may_do(rose: Rose, moves: list[str], may_end: bool) -> None:
    table = rose(["aid_1 D4", "aid_2 D4", "aad_3 D4", "xid_1 I7"]).play(*moves)
    assert ("done" in table.options()) is may_end


@pytest.mark.rule("TT-2.4.3-R20")
def test_in_a_contested_hex_each_side_has_its_own_eight(rose: Rose) -> None:
    units = ["aid_1 D5", "aid_2 D5", "aid_3 D5 2", "asup_1 D5", "asup_2 D5", "xid_1 D4", "xid_2 D4", "xid_3 D4 2"]
    table = rose(units, control=AXIS)
    table.play(
        "move aid_1 D4", "move aid_2 D4", "move aid_3 D4", "commit asup_1 D4", "commit asup_2 D4", "allied: done"
    )
    assert table.ask().seat == "axis"


# ------------------------------------------------------------------ refusals, switches


def test_refusals_name_what_would_be_right(rose: Rose) -> None:
    table = rose(["aid_1 D5", "xid_1 I7", "acru_1 A8"])
    assert table.why_not("move aid_2 D4").nearest == "aid_1"
    assert table.why_not("move xid_1 I6").text == "xid_1 is not yours"
    assert table.why_not("move acru_1 A7").text == "acru_1 is no land unit"
    assert table.why_not("move aid_1").text.startswith("say 'move'")


def test_values_that_make_no_battle_are_refused_when_the_rules_are_loaded() -> None:
    folder = Path(__file__).parent / "rose"
    for setting in ('land.tie="nobody"', "land.min_attack_dice=-1", "hits.threshold=0"):
        with pytest.raises(RulesetError):
            Game.load(folder, settings=[setting])


@pytest.mark.rule("TT-2.4.3-R31")
def test_units_on_the_map_never_embark_again(rose: Rose) -> None:
    table = rose(["aid_1 D7", "atf_1 D8", "xid_1 I7"])
    assert table.why_not("move aid_1 D8").text
    assert "no space" in table.why_not("move aid_1 atf_1").text


def test_nothing_is_captured_or_taken_off_the_map(rose: Rose) -> None:
    from hexwright.events import Placed

    table = rose(["aid_1 D5", "xsup_1 pool", "xid_1 I7"], events=[Placed(unit="aid_1", at="pool", was="D5")])
    assert table.unit("xsup_1").nation == "axis" and not table.now.control("pool")
