"""Regiments join and leave divisions in the move and in deployment; Supply equips a division."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexwright.errors import RulesetError
from hexwright.explain import explain
from hexwright.game import Game
from hexwright_plugins.formations import Equipped, most_steps

Rose = Callable[..., Any]
AXIS = {"D4": "axis"}


# ------------------------------------------------------------------ attaching in the move


@pytest.mark.rule("TT-2.4.3-12", "TT-2.4.3-13", "TT-2.4.3-14", "TT-2.4.3-R25", "TT-2.4.3-R26")
def test_example_14_passing_a_regiment_on(rose: Rose) -> None:
    table = rose(["aid_1 D5 3", "aid_2 D5 1", "asup_1 D5", "xid_1 D4"], control=AXIS)
    table.play("detach aid_1")
    regiment = table.unit("aid_1_r1")
    assert (regiment.type, regiment.at, regiment.steps) == ("infantry_regiment", "D5", 1)
    table.play("attach aid_1_r1 aid_2")
    assert table.at("aid_1") == ("D5", 2) and table.at("aid_2") == ("D5", 2)
    assert table.gone("aid_1_r1") == "joined"
    assert table.why_not("move aid_2 D4").rule == "TT-2.4.3-R25"
    table.play("move aid_1 D4")  # the giver may attack


@pytest.mark.rule("TT-2.4.3-R26")
@pytest.mark.parametrize(("moves", "left"), [((), 2), (("move aid_1 D6",), 0)])
def test_a_regiment_has_its_own_points_only_if_its_division_has_not_moved(
    rose: Rose, moves: tuple[str, ...], left: int
) -> None:
    table = rose(["aid_1 D5 3", "xid_1 I7"]).play(*moves)
    parts = explain(table.game, table.state, "detach aid_1", "allied").parts
    told = next(p for p in parts if p.label == "movement points that it has left")
    assert told.value == left and told.rule is not None and told.rule.id == "TT-2.4.3-R26"
    table.play("detach aid_1")
    assert bool([o for o in table.options("move") if "aid_1_r1" in o]) is bool(left)


@pytest.mark.rule("TT-2.4.3-R25")
def test_the_receiver_defends_at_its_new_strength(rose: Rose) -> None:
    table = rose(["aid_1 D4 1", "ainf_1 D4", "xid_1 D5", "xsup_1 D5"], control={"D4": "allied"})
    table.play("attach ainf_1 aid_1", "done", "axis: move xid_1 D4")
    assert dict(table.ask().about)["defender_hand D4"] == "2d6"


@pytest.mark.rule("TT-3.3-01", "TT-3.3-02", "TT-3.3-03", "TT-3.3-04", "TT-3.3-06", "TT-3.3-07", "TT-2.4.3-R27")
def test_which_regiments_fit_into_which_divisions(rose: Rose) -> None:
    units = ["aid_1 D5 2", "aad_1 D5 2", "ainf_1 D5", "aabn_1 D5", "amech_1 D5", "aarm_1 D5", "xid_1 I7"]
    table = rose(units)
    assert sorted(o.removeprefix("attach ") for o in table.options("attach")) == [
        "aabn_1 aid_1",
        "aarm_1 aad_1",
        "ainf_1 aid_1",
        "amech_1 aad_1",
        "amech_1 aid_1",
    ]
    assert table.why_not("attach aarm_1 aid_1")
    table.play("attach ainf_1 aid_1")
    assert table.why_not("attach aabn_1 aid_1").rule == "TT-2.4.3-R27"
    assert table.why_not("attach aabn_1 aid_1").numbers == (("has", 3), ("joins", 1), ("most", 3))


@pytest.mark.rule("TT-2.4.3-R25")
def test_only_in_one_hex_and_not_in_a_battle(rose: Rose) -> None:
    table = rose(
        ["aid_1 D5 1", "ainf_1 D6", "aid_2 D4 1", "ainf_2 D4", "xid_1 E4", "xsup_1 E4"], control={"D4": "allied"}
    )
    assert table.options("attach") == ["attach ainf_2 aid_2"]
    assert "not in one space" in table.why_not("attach ainf_1 aid_1").text
    second = rose(["aid_2 D4 1", "ainf_2 D4", "xid_1 E4", "xsup_1 E4"], control={"D4": "allied"},
                  roles={"first": "axis", "second": "allied"})  # fmt: skip
    second.play("axis: move xid_1 D4", "commit xsup_1 D4", "done")
    assert second.why_not("attach ainf_2 aid_2").rule == "TT-2.4.3-12"
    assert second.why_not("detach aid_2")


@pytest.mark.rule("TT-2.4.3-R27")
def test_the_most_of_a_division_is_data(rose: Rose) -> None:
    table = rose(["aid_1 D5 3", "ainf_1 D5", "xid_1 I7"], ["formations.max_division_sp={infantry_division=4}"])
    assert "attach ainf_1 aid_1" in table.options()
    assert most_steps(table.now, table.unit("aid_1")) == 4
    for setting in ("formations.max_division_sp={infantry_division=0}", "formations.max_division_sp={panzer=3}",
                    "formations.fjg_is_airborne=1"):  # fmt: skip
        with pytest.raises(RulesetError):
            Game.load(Path(__file__).parent / "rose", settings=[setting])


@pytest.mark.rule("TT-2.4.3-R25")
@pytest.mark.parametrize(
    ("same", "joins"),
    [("false", {"uk_inf", "us_inf", "ainf_1"}), ("true", {"us_inf", "us_div_r1", "ainf_1"})],
)
def test_nationality_may_matter(rose: Rose, same: str, joins: set[str]) -> None:
    table = rose(
        ["us_div D5 2", "us_inf D5", "uk_inf D5", "ainf_1 D5", "xid_1 I7"], [f"formations.same_nationality_only={same}"]
    )
    if same == "true":
        table.play("detach us_div")
    assert {o.split()[1] for o in table.options("attach")} == joins


# ------------------------------------------------------------------ detaching


@pytest.mark.rule("TT-2.4.3-R26", "TT-2.4.3-14", "TT-3.3-02")
def test_one_point_stays_and_the_regiment_is_of_the_divisions_kind(rose: Rose) -> None:
    table = rose(["aad_1 D5 2", "aid_1 D6 1", "xid_1 I7"])
    assert table.options("detach") == ["detach aad_1"]
    assert table.why_not("detach aid_1").numbers == (("SP", 1),)
    table.play("detach aad_1")
    assert table.unit("aad_1_r1").type == "armor_regiment"
    assert table.unit("aad_1_r1").spent == 0 and "move aad_1_r1 D3" in table.options()


@pytest.mark.rule("TT-2.4.3-R26", "TT-2.4.3-13")
def test_a_regiment_moves_only_if_the_division_has_not(rose: Rose) -> None:
    table = rose(["aad_1 D6 2", "xid_1 I7"]).play("move aad_1 D5", "detach aad_1")
    assert table.unit("aad_1_r1").spent == 4
    assert not [o for o in table.options("move") if "aad_1_r1" in o]


@pytest.mark.rule("TT-2.4.3-R25", "TT-2.4.3-R26")
def test_detaching_washes_no_bar_away_and_ids_are_new(rose: Rose) -> None:
    table = rose(["aid_1 D5 2", "ainf_1 D5", "xid_1 I7"]).play("attach ainf_1 aid_1", "detach aid_1", "detach aid_1")
    assert "no_attack" in table.unit("aid_1_r1").status and table.unit("aid_1_r2").steps == 1


@pytest.mark.rule("TT-2.4.3-R26")
def test_a_regiment_that_joined_gives_its_number_back_and_a_lost_one_does_not(rose: Rose) -> None:
    table = rose(["aid_1 D4 2", "xid_1 I7"])
    for _ in range(3):
        table.play("detach aid_1", "attach aid_1_r1 aid_1")
    table.play("detach aid_1")
    assert table.at("aid_1_r1") == ("D4", 1) and not table.gone("aid_1_r1")
    lost = rose(["aid_1 D4 3", "xid_1 I7"])
    lost.play("detach aid_1")
    lost.state = lost.state.without_unit("aid_1_r1", "lost")
    lost.play("detach aid_1")
    assert lost.gone("aid_1_r1") == "lost" and lost.at("aid_1_r2") == ("D4", 1)


@pytest.mark.rule("TT-2.4.3-R26", "TT-2.4.3-R25")
def test_strength_is_not_handed_on_from_division_to_division_beyond_its_points(rose: Rose) -> None:
    """A regiment that moved and joined does not go on at once as a fresh one."""
    table = rose(["aarm_1 D6", "aad_1 D4 1", "aad_2 F4 2", "xid_1 I7"])
    table.play("move aarm_1 D4", "attach aarm_1 aad_1", "detach aad_1")
    assert table.unit("aad_1_r1").spent == 4 and not [o for o in table.options("move") if "aad_1_r1" in o]
    assert [o for o in table.options("move") if "aad_1 " in o]  # the division itself has not moved
    table.play("detach aad_2", "attach aad_2_r1 aad_2", "detach aad_2")  # nobody moved there
    assert table.unit("aad_2_r1").spent == 0
    table.play("allied: done", "axis: done")
    while table.state.turn == 1:
        table.play(table.options()[-1])
    while table.ask().frame != "land_combat.move":
        table.play("done")
    assert table.ask().seat == "allied"


# ------------------------------------------------------------------ deployment


@pytest.mark.rule("TT-2.4.6-03", "TT-2.4.3-R25", "TT-2.4.3-R27", "TT-PA.6-06")
def test_example_13_attaching_in_deployment(rose: Rose) -> None:
    units = ["aid_1 D5 1", "ainf_1 D5", "ainf_2 D5", "ainf_3 D5", "aarm_1 D5", "xid_1 I7"]
    table = rose(units, phase="attach")
    assert table.ask().seat == "allied" and table.ask().visibility == "sealed"
    assert table.options("attach") == [f"attach ainf_{i} aid_1" for i in (1, 2, 3)]
    table.play("attach ainf_1 aid_1", "attach ainf_2 aid_1")
    assert table.at("aid_1") == ("D5", 1)  # a draft until it is sealed
    assert table.why_not("attach ainf_3 aid_1").rule == "TT-2.4.3-R27"
    table.play("done")
    assert table.at("aid_1") == ("D5", 3) and table.gone("ainf_1") == table.gone("ainf_2") == "joined"


@pytest.mark.rule("TT-2.4.6-03", "TT-PA.6-06")
@pytest.mark.parametrize(("fought", "left"), [("aid_1", 0), ("ainf_1", 2), ("", 3)])
def test_nobody_who_fought_joins_or_is_joined(rose: Rose, fought: str, left: int) -> None:
    from hexwright.events import StatusSet

    units = ["aid_1 D5 1", "ainf_1 D5", "ainf_2 D5", "ainf_3 D5", "xid_1 I7"]
    events = [StatusSet(unit=fought, status="fought")] if fought else []
    table = rose(units, phase="attach", events=events)
    if left:
        assert len(table.options("attach")) == left
        if fought:
            assert table.why_not(f"attach {fought} aid_1").rule == "TT-2.4.6-03"
    else:
        assert table.ask().frame != "formations.attach"  # nobody has anything to attach: nobody is asked


def test_one_regiment_joins_one_division(rose: Rose) -> None:
    table = rose(["aid_1 D5 1", "aid_2 D5 1", "ainf_1 D5", "xid_1 I7"], phase="attach")
    table.play("attach ainf_1 aid_1")
    assert table.why_not("attach ainf_1 aid_2").rule == "TT-2.4.6-03"


# ------------------------------------------------------------------ equipping


@pytest.mark.rule("TT-2.4.7-08", "TT-2.4.3-03", "TT-2.4.3-R30", "TT-2.4.3-11", "TT-PA.7-01")
def test_equipping_takes_the_whole_move_and_works_at_once(rose: Rose) -> None:
    table = rose(["adia_1 D4", "asup_1 D4", "asup_2 D5", "xid_1 E4", "xsup_1 E4"], control={"D4": "allied"})
    assert table.options("equip") == ["equip adia_1 asup_1"]
    assert table.why_not("equip adia_1 asup_2").rule == "TT-2.4.7-08"
    table.play("equip adia_1 asup_1")
    assert table.told(Equipped) == ["adia_1 gets its equipment: 'algerian' becomes 'infantry_division'"]
    assert table.unit("adia_1").type == "infantry_division" and table.gone("asup_1") == "spent"
    assert not [o for o in table.options("move") if "adia_1" in o]
    table.play("done", "axis: move xid_1 D4")
    assert dict(table.ask().about)["defender_hand D4"] == "3d6"


@pytest.mark.rule("TT-2.4.7-08")
def test_what_equipping_costs_is_data(rose: Rose) -> None:
    units = ["adia_1 D4", "asup_1 D4", "asup_2 D4", "asup_3 D4", "asup_4 D5", "xid_1 I7"]
    table = rose(units, ["formations.equip_supply=2"], control={"D4": "allied"})
    pairs = [f"equip adia_1 {two}" for two in ("asup_1 asup_2", "asup_1 asup_3", "asup_2 asup_3")]
    assert table.options("equip") == pairs
    one = table.why_not("equip adia_1 asup_1")
    assert one.text == "say 'equip', a division and 2 Supply" and one.at == "formations.equip_supply"
    assert table.why_not("equip adia_1 asup_2 asup_1").nearest == pairs[0]
    assert not table.why_not("equip adia_1 asup_1 asup_1").nearest
    assert table.why_not("equip adia_1 asup_1 asup_4").text == "asup_4 is not with adia_1"
    assert table.cited(pairs[1])["formations.equip_supply"] == 2
    table.play(pairs[1])
    assert table.unit("adia_1").type == "infantry_division"
    assert [table.gone(f"asup_{n}") for n in (1, 2, 3)] == ["spent", "", "spent"]


@pytest.mark.rule("TT-2.4.7-08", "TT-2.4.3-R07")
def test_committed_supply_equips_nobody_whichever_place_it_is_named_in(rose: Rose) -> None:
    units = ["aid_1 D5", "adia_1 D5", "asup_1 D5", "asup_2 D5", "asup_3 D5", "xid_1 D4"]
    table = rose(units, ["formations.equip_supply=2"], control=AXIS).play("move aid_1 D4", "commit asup_2 D4")
    assert table.options("equip") == ["equip adia_1 asup_1 asup_3"]
    assert table.why_not("equip adia_1 asup_1 asup_2").rule == "TT-2.4.3-R07"


@pytest.mark.rule("TT-2.4.7-08")
def test_equipping_may_be_free(rose: Rose) -> None:
    table = rose(["adia_1 D4", "asup_1 D4", "xid_1 I7"], ["formations.equip_supply=0"])
    assert table.options("equip") == ["equip adia_1"]
    table.why_not("equip adia_1 asup_1")
    table.play("equip adia_1")
    assert table.unit("adia_1").type == "infantry_division" and not table.gone("asup_1")
    with pytest.raises(RulesetError, match="cannot cost less than no Supply"):
        Game.load(Path(__file__).parent / "rose", settings=["formations.equip_supply=-1"])


@pytest.mark.rule("TT-2.4.3-03", "TT-2.4.7-08")
def test_a_division_that_moved_is_not_equipped(rose: Rose) -> None:
    table = rose(["adia_1 D5", "asup_1 D4", "xid_1 I7"]).play("move adia_1 D4")
    assert table.why_not("equip adia_1 asup_1").rule == "TT-2.4.3-03"
    assert dict(table.ask().about) == {}


@pytest.mark.rule("TT-2.4.7-08")
def test_only_a_block_that_can_be_swapped_is(rose: Rose) -> None:
    table = rose(["aid_1 D4", "asup_1 D4", "xid_1 I7"])
    assert table.why_not("equip aid_1 asup_1").text == "aid_1 cannot be equipped"
