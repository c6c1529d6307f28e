"""Ports and airfields: to whom they are open, damage and repair, building, tokens, and what flees a lost base."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from hexwright.errors import RulesetError
from hexwright.events import ControlChanged
from hexwright.game import Game
from hexwright_plugins.facilities import (
    Opened,
    accepts_arrivals,
    airfield_capacity,
    airfield_quota,
    airfield_room,
    airfields,
    is_open,
    landing_room,
    port_value,
)

Rose = Callable[..., Any]
ROAD = ['line.way.through=["A4", "B4", "C4"]']


# ------------------------------------------------------------------ open or closed


@pytest.mark.rule("TT-2.2-04", "TT-2.2-R09")
def test_an_allys_port_and_airfield_are_open(rose: Rose) -> None:
    now = rose(["xid_1 I7"], control={"A4": "vichy"}).now
    assert is_open(now, "A4", "axis") and is_open(now, "A4", "vichy") and not is_open(now, "A4", "allied")
    assert landing_room(now, "A4", "axis") == 3 and landing_room(now, "A4", "allied") == 0
    assert airfield_room(now, "A4") == 1


@pytest.mark.rule("TT-2.2-05", "TT-2.4.3-R34", "TT-2.4.7-17")
@pytest.mark.parametrize("owner", ["axis", ""])
def test_a_port_opens_for_who_occupies_it(rose: Rose, owner: str) -> None:
    table = rose(["aid_1 B4", "xid_1 I7"], ROAD, control={"A4": owner})
    table.play("move aid_1 A4")
    assert is_open(table.now, "A4", "allied")
    assert table.told(Opened) == ["the port of A4 is open to allied", "the airfield of A4 is open to allied"]
    assert table.rules(Opened)[0] == ("TT-2.4.3-R34" if owner else "TT-2.4.7-17")


@pytest.mark.rule("TT-2.4.3-R34", "TT-2.2-05")
def test_a_contested_port_opens_for_nobody_else(rose: Rose) -> None:
    table = rose(["aid_1 B4", "asup_1 B4", "xid_1 A4"], ROAD, control={"A4": "axis"})
    table.play("move aid_1 A4")
    assert not is_open(table.now, "A4", "allied") and not table.told(Opened)


@pytest.mark.rule("TT-2.2-06")
def test_a_port_that_nobody_holds_is_closed_unless_a_token_keeps_it(rose: Rose) -> None:
    bare = rose(["xid_1 I7"], control={"A4": ""}).now
    assert not is_open(bare, "A4", "axis") and landing_room(bare, "A4", "axis") == 0
    kept = rose(["xid_1 I7"], control={"A4": ""}, markers=[("A4", "occupation", "axis")]).now
    assert is_open(kept, "A4", "axis") and not is_open(kept, "A4", "allied")


@pytest.mark.rule("TT-2.2-R08")
@pytest.mark.parametrize(
    ("unit", "settings", "token"),
    [
        ("xinf_1", (), True),
        ("xsup_1", (), True),
        ("xftr_1", (), False),
        ("vgar_1", (), False),
        ("xsup_1", ('facilities.occupation_by=["combat"]',), False),
    ],
)
def test_an_axis_land_unit_in_a_vichy_port_leaves_a_token(
    rose: Rose, unit: str, settings: tuple[str, ...], token: bool
) -> None:
    from hexwright.events import Placed

    table = rose([f"{unit} pool"], settings, control={"A4": "vichy", "C4": "vichy"},
                 events=[Placed(unit=unit, at="A4", was="pool")])  # fmt: skip
    assert bool(table.now.markers("A4")) == token
    assert table.now.control("A4") == "vichy"


@pytest.mark.rule("TT-2.2-R08", "TT-2.2-07")
def test_a_token_stays_behind_and_goes_when_the_enemy_takes_the_hex(rose: Rose) -> None:
    """E-42, as far as the map goes."""
    table = rose(["xarm_1 C4", "aid_1 A3", "asup_1 B3"], ROAD, control={"A4": "vichy", "B4": "vichy", "C4": "vichy"},
                 roles={"first": "axis", "second": "allied"})  # fmt: skip
    table.play("axis: move xarm_1 A4", "move xarm_1 C4", "done")
    assert [(m.kind, m.owner) for m in table.now.markers("A4")] == [("occupation", "axis")]
    assert not table.now.markers("B4")  # no port, no airfield
    table.play("allied: move asup_1 A4")
    assert table.now.markers("A4") and not is_open(table.now, "A4", "allied")  # Supply takes nothing from the enemy
    table.play("move aid_1 A4")
    assert not table.now.markers("A4") and is_open(table.now, "A4", "allied")


# ------------------------------------------------------------------ numbers


@pytest.mark.rule("TT-2.4.5-02", "TT-2.4.5-03", "TT-2.4.6-12", "TT-2.4.6-R05", "TT-2.4.6-06", "TT-4-14")
@pytest.mark.parametrize(
    ("space", "damage", "capacity", "quota", "room"),
    [
        ("A2", 0, 2, 2, 2),
        ("A2", 1, 1, 0, 2),
        ("A2", 2, 0, 0, 2),
        ("I2", 0, 1, 1, 1),
        ("I2", 1, 0, 0, 1),
        ("B1", 0, 0, 0, 0),
    ],
)
def test_what_an_airfield_can_do(rose: Rose, space: str, damage: int, capacity: int, quota: int, room: int) -> None:
    features = {f"{space} airfield damage": damage} if damage else {}
    now = rose(["xid_1 I7"], features=features).now
    assert airfield_capacity(now, space) == capacity
    assert airfield_quota(now, space) == quota and accepts_arrivals(now, space) == (quota > 0)
    assert airfield_room(now, space) == room  # damage takes no room from those in play


@pytest.mark.rule("TT-2.4.5-03")
def test_the_grades_are_data_and_squadrons_take_no_room(rose: Rose) -> None:
    table = rose(["xftr_1 A2", "xsqd_1 A2", "xid_1 A2"], ["airfields.grade.improved.groups=3"])
    assert airfield_room(table.now, "A2") == 2


@pytest.mark.rule("TT-2.4.5-02")
def test_any_damage_may_ground_all(rose: Rose) -> None:
    table = rose(["xid_1 I7"], ['facilities.damaged_airfield="grounded"'], features={"A2 airfield damage": 1})
    assert airfield_capacity(table.now, "A2") == 0


@pytest.mark.rule("TT-2.4.6-R01")
def test_a_port_lands_its_value_less_damage(rose: Rose) -> None:
    now = rose(["xid_1 I7"], control={"A4": "axis"}, features={"A4 port damage": 2}).now
    assert port_value(now, "A4") == 1 == landing_room(now, "A4", "axis")
    assert port_value(now, "D4") == 0


# ------------------------------------------------------------------ sabotage


@pytest.mark.rule("TT-2.4.3-34", "TT-2.4.3-R24", "TT-2.4.2-R21")
def test_example_37_sabotage_by_land(rose: Rose) -> None:
    table = rose(["xad_1 B4 1", "aid_1 I1"], [*ROAD, "space.A4.features.port.value=2"], control={"A4": "axis"},
                 roles={"first": "axis", "second": "allied"})  # fmt: skip
    table.play("axis: move xad_1 A4", "sabotage xad_1 port", "sabotage xad_1 port")
    assert table.why_not("sabotage xad_1 port").rule == "TT-2.4.2-R21"
    table.play("sabotage xad_1 airfield")
    assert port_value(table.now, "A4") == 0 and airfield_capacity(table.now, "A4") == 0
    assert table.unit("xad_1").spent == 4 and not table.options("move") and not table.options("sabotage")


@pytest.mark.rule("TT-2.4.3-34")
def test_sabotage_takes_movement_points(rose: Rose) -> None:
    table = rose(["xinf_1 A4", "aid_1 I1"], control={"A4": "axis"}, roles={"first": "axis", "second": "allied"})
    table.play("axis: sabotage xinf_1 port", "sabotage xinf_1 port")
    reason = table.why_not("sabotage xinf_1 port")
    assert reason.rule == "TT-2.4.3-34" and reason.numbers == (("needs", 1), ("has", 0))


@pytest.mark.rule("TT-2.4.3-R24", "TT-2.4.3-35", "TT-3.3-05", "TT-2.4.3-02")
@pytest.mark.parametrize(
    ("units", "unit", "control"),
    [
        (["vgar_1 A4"], "vgar_1", "vichy"),  # garrisons may not
        (["xmil_1 A4"], "xmil_1", "axis"),  # nor others that are told so
        (["xsup_1 A4"], "xsup_1", "axis"),  # Supply has no strength
        (["xid_1 A4"], "xid_1", "allied"),  # not ours
        (["xid_1 A4", "aid_1 A4"], "xid_1", "axis"),  # not alone
        (["xid_1 B4"], "xid_1", "axis"),  # nothing there
    ],
)
def test_who_may_not_sabotage(rose: Rose, units: list[str], unit: str, control: str) -> None:
    table = rose(units, control={"A4": control, "B4": "axis"}, roles={"first": "axis", "second": "allied"})
    assert not table.options("sabotage")
    assert table.why_not(f"sabotage {unit} port").rule in ("TT-2.4.3-R24", "TT-2.4.3-34", "TT-2.4.3-35")


@pytest.mark.rule("TT-2.4.3-34")
@pytest.mark.parametrize(("cost", "times", "left"), [(1, 3, 1), (2, 2, 0), (3, 1, 1), (0, 3, 4)])
def test_what_sabotage_costs_is_data(rose: Rose, cost: int, times: int, left: int) -> None:
    table = rose(["xad_1 A4", "aid_1 I1"], [f"facilities.sabotage_cost={cost}"], control={"A4": "axis"},
                 roles={"first": "axis", "second": "allied"})  # fmt: skip
    assert table.cited("sabotage xad_1 port")["facilities.sabotage_cost"] == cost
    for _ in range(times):
        table.play("sabotage xad_1 port")
    assert port_value(table.now, "A4") == 3 - times and table.unit("xad_1").spent == 4 - left
    if times < 3:
        reason = table.why_not("sabotage xad_1 port")
        assert reason.numbers == (("needs", cost), ("has", left)) and reason.at == "facilities.sabotage_cost"
        assert reason.text == f"xad_1 has {'too few' if left else 'no'} movement points left"


# ------------------------------------------------------------------ repair


@pytest.mark.rule("TT-2.4.1-24", "TT-2.4.2-38", "TT-2.4.2-R28", "TT-2.4.3-11", "TT-3.3-11", "TT-PA.7-01")
@pytest.mark.parametrize("phase", ["sea_repair", "land"])
def test_supply_repairs_a_point_before_a_domain_or_in_the_move(rose: Rose, phase: str) -> None:
    features = {"A4 port damage": 2, "A4 airfield damage": 1, "D7 port damage": 1}
    units = ["asup_1 A4", "asup_2 A4", "asup_3 D7", "aid_1 D6", "xid_1 I7"]
    table = rose(units, phase=phase, control={"A4": "allied", "D7": "axis"}, features=features)
    assert table.ask().seat == "allied" and len(table.options("repair")) == 4
    assert table.why_not("repair asup_3 port").rule == "TT-2.4.2-R28"  # not our hex
    assert table.why_not("repair asup_3 airfield")
    table.play("repair asup_1 port", "repair asup_2 airfield")
    assert table.gone("asup_1") == "spent" and port_value(table.now, "A4") == 2
    assert airfield_capacity(table.now, "A4") == 1
    if phase == "sea_repair":
        assert table.ask().frame != "facilities.repair"  # nothing left to repair: nobody is asked


@pytest.mark.rule("TT-2.4.2-R28")
def test_nobody_is_asked_where_nothing_can_be_repaired(rose: Rose) -> None:
    table = rose(["asup_1 A4", "xid_1 I7"], phase="sea_repair", control={"A4": "allied"})
    assert table.ask().frame != "facilities.repair"
    damaged = rose(
        ["asup_1 A4", "xid_1 I7"], phase="sea_repair", control={"A4": "allied"}, features={"A4 port damage": 1}
    )
    assert damaged.options() == ["repair asup_1 port", "done"]
    assert damaged.why_not("repair asup_1 airfield").numbers == (("damage", 0),)


@pytest.mark.rule("TT-2.4.1-24")
@pytest.mark.parametrize(("points", "value"), [(1, 1), (2, 2), (5, 3)])
def test_how_much_a_supply_repairs_is_data(rose: Rose, points: int, value: int) -> None:
    table = rose(["asup_1 A4", "xid_1 I7"], [f"facilities.repair_points={points}"], control={"A4": "allied"},
                 features={"A4 port damage": 3})  # fmt: skip
    assert table.cited("repair asup_1 port")["facilities.repair_points"] == points
    table.play("repair asup_1 port")
    assert port_value(table.now, "A4") == value and table.gone("asup_1") == "spent"


@pytest.mark.parametrize(
    ("setting", "hint"),
    [
        ("facilities.repair_points=0", "at least 1 point"),
        ("facilities.sabotage_cost=-1", "cannot give movement points"),
    ],
)
def test_works_do_something_and_give_nothing(setting: str, hint: str) -> None:
    with pytest.raises(RulesetError, match=hint):
        Game.load(Path(__file__).parent / "rose", settings=[setting])


# ------------------------------------------------------------------ building


@pytest.mark.rule("TT-2.4.3-R28", "TT-3.3-11", "TT-4-12")
def test_supply_builds_an_unimproved_airfield(rose: Rose) -> None:
    control = {"D4": "allied", "D5": "allied", "A4": "allied", "E4": "axis"}
    units = ["asup_1 D4", "asup_2 D5", "asup_3 A4", "asup_4 E4", "xid_1 I7"]
    table = rose(units, ['space.D4.terrain="mountain"'], control=control)
    assert table.options("build") == ["build asup_2"]
    assert table.why_not("build asup_1").text == "no airfield can be built on the ground of D4"
    assert table.why_not("build asup_3").text == "A4 has an airfield already"
    assert table.why_not("build asup_4").text == "E4 is not yours alone"
    table.play("build asup_2")
    assert table.gone("asup_2") == "spent" and "D5" in airfields(table.now)
    assert airfield_capacity(table.now, "D5") == 1 and is_open(table.now, "D5", "allied")


@pytest.mark.rule("TT-2.4.3-R28")
def test_where_an_airfield_may_be_built_is_data(rose: Rose) -> None:
    table = rose(["asup_1 D4", "asup_2 D5", "xid_1 I7"],
                 ['space.D4.terrain="mountain"', 'facilities.airfield_terrain=["mountain"]'],
                 control={"D4": "allied", "D5": "allied"})  # fmt: skip
    assert table.options("build") == ["build asup_1"]
    for setting in ('airfields.built="moonbase"', "facilities.strike_floor=-1"):
        with pytest.raises(RulesetError):
            Game.load(Path(__file__).parent / "rose", settings=[setting])
    assert Game.load(Path(__file__).parent / "rose", settings=["facilities.open_port_gives_control=false"])


# ------------------------------------------------------------------ losing a base


@pytest.mark.rule("TT-2.4.1-R20")
def test_aircraft_flee_a_captured_airfield(rose: Rose) -> None:
    control = {"A4": "vichy", "A2": "axis", "I2": "axis"}
    table = rose(["vftr_1 A4", "xsqd_1 A4", "aid_1 B4", "xid_1 I7"], ROAD, control=control)
    table.play("move aid_1 A4", "done")
    assert table.at("vftr_1")[0] == "A2"  # the only airfield within its range
    assert table.ask().seat == "axis" and table.options() == ["escape xsqd_1 A2", "escape xsqd_1 I2"]
    table.play("escape xsqd_1 I2")
    full = rose(["vftr_1 A4", "xftr_1 A2", "xftr_2 A2", "aid_1 B4", "xid_1 I7"], ROAD, control=control).play(
        "move aid_1 A4", "done"
    )
    assert full.gone("vftr_1") == "lost"


@pytest.mark.rule("TT-2.4.2-R25")
def test_ships_leave_a_captured_port(rose: Rose) -> None:
    table = rose(["xcru_1 D7", "aid_1 D6", "xid_1 I7"], control={"D7": "axis"}).play("move aid_1 D7", "done")
    assert table.options() == ["escape xcru_1 E8", "escape xcru_1 D8", "escape xcru_1 C8"]
    assert table.why_not("escape xcru_1 D6").rule == "TT-2.4.2-R25"
    table.play("escape xcru_1 D8")
    inland = rose(["xcru_1 A4", "aid_1 B4", "xid_1 I7"], ROAD, control={"A4": "axis"}).play("move aid_1 A4", "done")
    assert inland.gone("xcru_1") == "lost"


@pytest.mark.rule("TT-2.2-R09", "TT-2.2-06")
def test_guests_of_a_closed_port_leave_unless_a_token_keeps_it(rose: Rose) -> None:
    for token, stays in ((False, False), (True, True)):
        markers = [("A4", "occupation", "axis")] if token else []
        table = rose(["xftr_1 A4", "aid_1 I1"], control={"A4": "vichy", "A2": "axis"}, markers=markers,
                     events=[ControlChanged(space="A4", nation="", was="vichy")])  # fmt: skip
        assert (table.at("xftr_1")[0] == "A4") == stays


def test_a_hidden_unit_is_never_asked_to_flee(rose: Rose) -> None:
    table = rose(["xcru_1 D7", "aid_1 D6", "xid_1 I7"], control={"D7": "axis"})
    table.state = table.state.with_unit(attrs.evolve(table.unit("xcru_1"), hidden=True))
    table.play("move aid_1 D7", "done")
    assert table.ask().frame == "land_combat.move" and table.at("xcru_1")[0] == "D7"


@pytest.mark.rule("TT-2.4.1-R20")
def test_nobody_flees_before_the_move_is_closed_so_that_it_can_be_taken_back(rose: Rose) -> None:
    table = rose(["vftr_1 A4", "xsqd_1 A4", "aid_1 B4", "xid_1 I7"], ROAD, control={"A4": "vichy", "A2": "axis"})
    before = table.state
    table.play("move aid_1 A4")
    assert table.at("vftr_1")[0] == "A4" and table.ask().seat == "allied"
    table.play("retract")
    assert table.state == before
