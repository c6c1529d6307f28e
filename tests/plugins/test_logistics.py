"""Supply in the field: what attacks take, from where, extra dice, entrenchments, and the check of supply routes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexwright.errors import RulesetError
from hexwright.events import Noted, Removed
from hexwright.game import Game
from hexwright_plugins.land_combat import BattleDecided, BattleJoined, Captured, DieAdded
from hexwright_plugins.logistics import committed, cut_off, needed, paid, tokens_in_reach

Rose = Callable[..., Any]
AXIS = {"D4": "axis"}


# ------------------------------------------------------------------ what an offensive takes


@pytest.mark.rule("TT-2.4.3-09", "TT-2.4.3-R05", "TT-2.4.3-R04", "TT-PA.6-01", "TT-3.3-11")
@pytest.mark.parametrize(
    ("steps", "per", "tokens"),
    [((1,), 4, 1), ((3, 1), 4, 1), ((3, 2), 4, 2), ((3, 3, 2), 4, 2), ((3, 1), 2, 2), ((3,), 3, 1)],
)
def test_example_7_one_supply_for_four_points_begun(rose: Rose, steps: tuple[int, ...], per: int, tokens: int) -> None:
    units = [f"aid_{i} D5 {n}" for i, n in enumerate(steps)] + ["asup_1 D5", "asup_2 D5", "xid_1 D4"]
    table = rose(units, [f"logistics.sp_per_supply={per}"], control=AXIS)
    for i in range(len(steps)):
        table.play(f"move aid_{i} D4")
    assert needed(table.now, "D4", "allied") == tokens
    for n in range(tokens):
        reason = table.why_not("done")
        assert reason.rule == "TT-2.4.3-R04" and reason.nearest == f"commit asup_{n + 1} D4"
        assert reason.numbers == (("SP", sum(steps)), ("needs", tokens), ("committed", n))
        table.play(f"commit asup_{n + 1} D4")
    assert not table.options("commit") and "done" in table.options()


@pytest.mark.rule("TT-2.4.3-R05")
def test_two_battles_are_paid_apart(rose: Rose) -> None:
    units = ["aid_1 D5 2", "aid_2 F5 2", "asup_1 E5", "asup_2 E5", "xid_1 D4", "xid_2 F4"]
    table = rose(units, control={"D4": "axis", "F4": "axis"}).play("move aid_1 D4", "move aid_2 F4")
    reason = table.why_not("done")
    assert len(reason.more) == 1 and {reason.text[-21:], reason.more[0].text[-21:]}
    table.play("commit asup_1 D4", "commit asup_2 F4", "done")
    assert committed(table.now) == (("asup_1", "D4"), ("asup_2", "F4"))


@pytest.mark.rule("TT-2.4.3-R04", "TT-2.4.3-R05")
def test_with_one_token_five_points_leave_one_behind_or_bring_a_token_up(rose: Rose) -> None:
    units = ["aid_1 D5", "aid_2 D5 2", "asup_1 D5", "xid_1 D4"]
    table = rose(units, control=AXIS).play("move aid_1 D4", "move aid_2 D4", "commit asup_1 D4")
    assert table.why_not("done").nearest == "leave 1 SP behind"
    far = rose([*units, "asup_2 G6"], control=AXIS)
    far.play("move aid_1 D4", "move aid_2 D4", "commit asup_1 D4")
    assert far.why_not("done").nearest.startswith("move asup_2 E5")
    far.play("move asup_2 E5", "commit asup_2 D4", "done")


@pytest.mark.rule("TT-2.4.3-R06")
@pytest.mark.parametrize(
    ("radius", "reach"),
    [(1, ["asup_4", "asup_1", "asup_2"]), (0, ["asup_4"]), (2, ["asup_4", "asup_1", "asup_2", "asup_3"])],
)
def test_the_attackers_supply_is_in_the_hex_or_beside_it(rose: Rose, radius: int, reach: list[str]) -> None:
    units = ["aid_1 D5", "asup_1 D5", "asup_2 C4", "asup_3 D6", "asup_4 D4", "xid_1 D4"]
    table = rose(units, [f"logistics.attacker_supply_radius={radius}"], control=AXIS)
    table.play("move aid_1 D4")
    assert [u.id for u in tokens_in_reach(table.now, "D4", "allied")] == reach
    if radius < 2:
        reason = table.why_not("commit asup_3 D4")
        assert reason.rule == "TT-2.4.3-R06" and reason.numbers == (("reach", radius), ("away", 2))


@pytest.mark.rule("TT-2.4.3-R06")
def test_supply_aboard_beside_the_battle_counts(rose: Rose) -> None:
    table = rose(["aid_1 D6", "atf_1 D8", "asup_1 atf_1", "xid_1 D7"], control={"D7": "axis"})
    table.play("move aid_1 D7")
    assert table.options("commit") == ["commit asup_1 D7"]


@pytest.mark.rule("TT-2.4.3-R04")
def test_an_attack_that_no_supply_can_reach_is_not_offered(rose: Rose) -> None:
    bare = rose(["aid_1 D5", "xid_1 D4"], control=AXIS)
    reason = bare.why_not("move aid_1 D4")
    assert reason.rule == "TT-2.4.3-R04" and reason.by == "logistics"
    coming = rose(["aid_1 D5", "asup_1 D7", "xid_1 D4"], control=AXIS)
    assert "move aid_1 D4" in coming.options()
    too_far = rose(["aid_1 D5", "asup_1 I1", "xid_1 D4"], control=AXIS)
    assert "move aid_1 D4" not in too_far.options()


@pytest.mark.rule("TT-2.4.3-R07")
def test_committed_supply_stays_and_has_no_second_use(rose: Rose) -> None:
    units = ["aid_1 D5", "asup_1 D5", "xid_1 D4"]
    table = rose(units, control={"D4": "axis", "D5": "allied"}).play("move aid_1 D4", "commit asup_1 D4")
    assert table.why_not("move asup_1 D6").rule == "TT-2.4.3-R07"
    assert table.why_not("entrench asup_1")
    assert table.why_not("commit asup_1 D4").rule == "TT-2.4.3-R05"
    assert table.why_not("commit asup_1 D5").text == "you do not attack D5"


@pytest.mark.rule("TT-2.4.3-R07")
def test_committed_supply_is_used_up_when_the_battle_is_fought(rose: Rose) -> None:
    table = rose(["aid_1 D5", "asup_1 D5", "xid_1 D4"], control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    assert table.at("asup_1") == ("D5", 0)
    table.play("axis: done")
    assert table.gone("asup_1") == "spent" and not committed(table.now)


# ------------------------------------------------------------------ extra dice


@pytest.mark.rule("TT-2.4.3-10", "TT-2.4.3-R07", "TT-2.4.3-R06", "TT-PA.6-01")
def test_more_supply_is_more_dice_the_attacker_first(rose: Rose) -> None:
    units = ["aid_1 D5 1", "asup_1 D5", "asup_2 D5", "asup_3 C4", "xid_1 D4 1", "xsup_1 D4", "xsup_2 D3"]
    table = rose(units, control=AXIS).play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done")
    assert (table.ask().seat, table.options()) == ("allied", ["extra 0", "extra 1", "extra 2"])
    assert table.why_not("extra 3").numbers == (("most", 2),)
    table.play("extra 1")
    assert table.gone("asup_2") == "spent" and "asup_3" in table.state.units  # in order of ids among the adjacent
    assert (table.ask().seat, table.options()) == ("axis", ["extra 0", "extra 1"])  # only what is in the battle hex
    assert dict(table.ask().about)["attacker_hand"] == "2d6"
    table.play("extra 1", dice="6 5 1 6")
    assert len(table.told(DieAdded)) == 2
    decided = next(e for e in table.events if isinstance(e, BattleDecided))
    assert decided.totals == (11, 7) and decided.hits == (2, 1)  # extra dice add and hit


@pytest.mark.rule("TT-2.4.3-R06")
def test_the_defenders_reach_is_a_switch(rose: Rose) -> None:
    units = ["aid_1 D5 1", "asup_1 D5", "xid_1 D4 1", "xsup_2 D3"]
    table = rose(units, ["logistics.defender_supply_radius=1"], control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done")
    assert table.ask().seat == "axis" and table.options() == ["extra 0", "extra 1"]


@pytest.mark.rule("TT-2.4.3-10")
@pytest.mark.parametrize(("most", "options"), [(0, 4), (2, 3), (1, 2)])
def test_a_limit_of_extra_dice(rose: Rose, most: int, options: int) -> None:
    units = ["aid_1 D5 1", "asup_1 D5", "asup_2 D5", "asup_3 D5", "asup_4 D5", "xid_1 D4 1"]
    table = rose(units, [f"logistics.max_extra_dice={most}"], control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done")
    assert len(table.options()) == options


@pytest.mark.rule("TT-2.4.3-R07", "TT-2.4.3-09", "TT-2.4.3-R19")
def test_committed_supply_that_the_enemy_reaches_is_used_up_by_its_offensive_and_not_captured(rose: Rose) -> None:
    units = ["aid_1 C5", "asup_1 D5", "asup_2 D5", "xid_1 D4", "xmech_1 E5"]
    table = rose(units, control={**AXIS, "D5": "allied"}).play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    table.play("axis: move xmech_1 D5")
    assert table.gone("asup_1") == "spent" and table.now.control("D5") == "axis"
    said = next(e for e in table.events if isinstance(e, Noted))
    assert said.rule == "TT-2.4.3-R07"
    assert said.text() == "asup_1 is used up by the offensive at D4: the enemy reaches it, but does not take it"
    assert table.told(Captured) == ["asup_2 at D5 falls into axis hands"]  # free Supply falls as ever
    assert paid(table.now, "D4") == 1
    table.play("axis: done", dice="4 4 4 1 1 1")
    assert not committed(table.now) and table.at("asup_2") == ("D5", 0)
    assert table.rules(Removed)[0] == "TT-2.4.3-R07" and "spent" not in table.gone("asup_2")


@pytest.mark.rule("TT-2.4.3-R07", "TT-2.4.3-33")
def test_committed_supply_in_a_hex_that_is_lost_first_is_used_up_too(rose: Rose) -> None:
    units = ["aid_1 C4", "aid_2 D5 1", "asup_1 D5", "xid_1 D4", "xid_2 E5", "xsup_1 E5"]
    table = rose(units, control={**AXIS, "D5": "allied", "E5": "axis"})
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    table.play("axis: move xid_2 D5", "commit xsup_1 D5", "done", "fight D5", dice="6 6 6 1")
    assert table.gone("asup_1") == "spent" and table.now.control("D5") == "axis"
    assert not table.told(Captured) and [e.space for e in table.events if isinstance(e, BattleJoined)] == ["D5", "D4"]


@pytest.mark.rule("TT-2.4.3-R07")
def test_tokens_committed_elsewhere_are_not_spent_as_extra(rose: Rose) -> None:
    units = ["aid_1 D5 2", "aid_2 F5 2", "asup_1 E5", "asup_2 E5", "xid_1 D4", "xid_2 F4"]
    table = rose(units, control={"D4": "axis", "F4": "axis"})
    table.play("move aid_1 D4", "move aid_2 F4", "commit asup_1 D4", "commit asup_2 F4", "allied: done", "axis: done")
    table.play("fight D4")
    assert table.ask().frame == "land_combat.dice"


# ------------------------------------------------------------------ other uses


@pytest.mark.rule("TT-3.3-11", "TT-2.4.3-11", "TT-2.4.3-02", "TT-PA.7-01")
def test_supply_becomes_an_entrenchment_also_after_moving(rose: Rose) -> None:
    table = rose(["asup_1 D5", "asup_2 E5", "xid_1 I7"], control={"D5": "allied", "E5": "allied", "D4": "allied"})
    table.play("move asup_1 D4", "entrench asup_1")
    assert table.gone("asup_1") == "spent"
    assert [(m.kind, m.owner) for m in table.now.markers("D4")] == [("entrenchment", "allied")]
    table.play("move asup_2 D4")
    assert table.why_not("entrench asup_2").rule == "TT-2.4.3-R16"
    foreign = rose(["asup_1 D5", "xid_1 I7"], control={"D5": "axis"})
    assert foreign.why_not("entrench asup_1").text == "D5 is not yours"


@pytest.mark.rule("TT-3.3-08", "TT-2.4.1-25")
def test_supply_moves_four_points_on_land_only(rose: Rose) -> None:
    table = rose(["asup_1 D4", "xid_1 I7"])
    assert "move asup_1 D2" in table.options() and "move asup_1 D1" not in table.options()


# ------------------------------------------------------------------ the supply check

PORT = ['line.way.through=["A4", "B4", "C4", "D4"]']


@pytest.mark.rule("TT-2.4.5-08", "TT-2.4.5-R02", "TT-2.4.3-R32", "TT-2.4.5-07")
@pytest.mark.parametrize(
    ("units", "about", "cut"),
    [
        ([], {}, []),
        (["xinf_1 C4"], {}, ["E4"]),  # an enemy on the road
        (["xsup_1 C4"], {}, ["E4"]),  # Supply is a land unit
        (["xcru_1 C4", "xftr_1 C4"], {}, []),  # aircraft and ships cut nothing
        ([], {"control": {"A4": "allied", "C4": "axis"}}, []),  # held by the enemy, but empty
        ([], {"features": {"A4 port damage": 3}}, ["E4"]),  # a port worth nothing
        ([], {"features": {"A4 port damage": 2}}, []),
        ([], {"control": {"A4": "axis"}}, ["E4"]),
        (["xinf_1 A4"], {}, ["E4"]),
    ],
)
def test_example_39_tracing_a_route(rose: Rose, units: list[str], about: dict[str, Any], cut: list[str]) -> None:
    about.setdefault("control", {"A4": "allied"})
    table = rose(["aid_1 E4", "aid_2 G4", *units], PORT, phase="land", **about)
    assert [d.space for d in cut_off(table.now) if d.seat == "allied"] == [*cut, "G4"]  # G4 is two hexes from the road


@pytest.mark.rule("TT-2.4.3-R32")
def test_supply_alone_need_not_cut_a_route(rose: Rose) -> None:
    for setting, cut in (("supply.blocks_enemy=true", 1), ("supply.blocks_enemy=false", 0)):
        table = rose(["aid_1 D4", "xsup_1 B4"], [*PORT, setting], control={"A4": "allied"})
        assert len(cut_off(table.now)) == cut


@pytest.mark.rule("TT-2.4.5-R05")
def test_own_home_is_always_in_supply_and_others_are_checked_like_all(rose: Rose) -> None:
    table = rose(["xid_1 D4", "vgar_1 D3", "aid_1 E5"], ['space.D4.home="axis"', 'space.E5.home="axis"'])
    assert [d.space for d in cut_off(table.now)] == ["D3", "E5"]


@pytest.mark.rule("TT-2.2-04", "TT-2.4.5-R02")
def test_an_allys_port_is_a_source(rose: Rose) -> None:
    table = rose(["xid_1 D4", "vgar_1 B4"], PORT, control={"A4": "vichy"})
    assert not cut_off(table.now)


@pytest.mark.rule("TT-2.4.5-07", "TT-2.4.5-R03", "TT-2.4.5-R04", "TT-2.4.3-11")
def test_example_38_pay_or_lose(rose: Rose) -> None:
    units = [
        "aid_1 B1",
        "aid_2 B1",
        "asup_1 B1",
        "asup_2 B1",
        "aid_3 D1",
        "aid_4 D1",
        "asup_3 D1",
        "aid_5 F1",
        "asup_4 F1",
    ]
    table = rose(units, phase="house")
    assert table.options() == ["pay", "lose aid_1", "lose aid_2"]
    assert dict(table.ask().about) == {"space": "B1", "price": 2, "supply": 2}
    table.play("pay")
    assert table.gone("asup_1") == table.gone("asup_2") == "spent"
    assert table.options() == ["lose aid_3", "lose aid_4"]  # 2 cannot be paid with one token
    assert table.why_not("pay").numbers == (("needs", 2), ("has", 1))
    table.play("lose aid_4")
    assert table.at("aid_4") == ("D1", 2) and table.at("asup_3") == ("D1", 0)
    table.play("lose aid_5")
    assert table.at("aid_5") == ("F1", 2)


@pytest.mark.rule("TT-2.4.5-R03")
def test_the_penalty_may_fall_on_each_unit(rose: Rose) -> None:
    table = rose(["aid_1 B1", "aid_2 B1", "asup_1 B1"], ['logistics.oos_scope="unit"'], phase="house")
    assert table.options() == ["pay", "lose aid_1"]
    table.play("pay")
    assert table.at("aid_2") == ("B1", 2)  # the second unit finds no token and has no choice


@pytest.mark.rule("TT-2.4.5-R04", "TT-2.4.5-07")
def test_what_is_lost_without_supply_is_data_and_the_owner_names_each_step(rose: Rose) -> None:
    units = ["aid_1 B1", "aid_2 B1", "asup_1 B1", "asup_2 B1"]
    table = rose(units, ["logistics.oos_loss=3"], phase="house")
    assert table.options() == ["pay", "lose aid_1", "lose aid_2"]
    assert table.ask().prompt == "B1 is out of supply: pay 2 Supply or lose 3 steps?"
    assert table.cited("lose aid_1")["logistics.oos_loss"] == 3
    table.play("lose aid_1")
    assert (table.ask().seat, table.ask().frame) == ("allied", "logistics.losses")
    assert table.options() == ["lose aid_1", "lose aid_2"] and table.why_not("pay")
    assert dict(table.ask().about) == {"space": "B1", "steps": 2}
    assert table.cited("lose aid_2")["logistics.oos_loss"] == 3
    table.play("lose aid_2", "lose aid_1")
    assert (table.at("aid_1"), table.at("aid_2"), table.at("asup_1")) == (("B1", 1), ("B1", 2), ("B1", 0))
    assert table.ask().frame not in ("logistics.check", "logistics.losses")
    paid = rose(units, ["logistics.oos_loss=3"], phase="house").play("pay")
    assert paid.at("aid_1") == paid.at("aid_2") == ("B1", 3)


@pytest.mark.rule("TT-2.4.5-R04")
@pytest.mark.parametrize(("loss", "left"), [(1, 2), (2, 1), (3, 0), (5, 0)])
def test_who_is_alone_loses_it_all_unasked(rose: Rose, loss: int, left: int) -> None:
    table = rose(["aid_1 B1"], [f"logistics.oos_loss={loss}"], phase="house")
    assert table.at("aid_1") == ("B1", left) if left else table.gone("aid_1") == "lost"


@pytest.mark.rule("TT-2.4.5-R04")
def test_a_space_cannot_lose_more_than_is_there(rose: Rose) -> None:
    table = rose(["aid_1 B1 1", "aid_2 B1 2"], ["logistics.oos_loss=3"], phase="house")
    table.play("lose aid_2")
    assert table.gone("aid_1") == table.gone("aid_2") == "lost"  # all the rest falls: nobody is asked


@pytest.mark.rule("TT-2.4.5-R04")
def test_supply_itself_and_units_at_sea_or_in_boxes_need_none(rose: Rose) -> None:
    table = rose(["asup_1 B1", "atf_1 D8", "aid_1 atf_1", "aid_2 pool"], phase="land")
    assert not cut_off(table.now)


@pytest.mark.rule("TT-2.4.5-R04")
def test_everything_is_judged_before_any_loss_and_the_holder_answers_first(rose: Rose) -> None:
    units = ["xid_1 B1", "xid_2 B1", "aid_1 D1", "aid_2 D1", "ainf_1 F1"]
    table = rose(units, phase="house", roles={"holder": "axis"})
    assert table.ask().seat == "axis"
    table.play("axis: lose xid_1")
    assert table.ask().seat == "allied"
    table.play("allied: lose aid_1")
    assert table.gone("ainf_1") == "lost"
    assert [e.rule for e in table.events if isinstance(e, Removed)] == ["TT-2.4.5-R04"]


@pytest.mark.rule("TT-2.4.5-R05")
@pytest.mark.parametrize(("exempt", "turn", "count"), [("false", 1, 1), ("true", 1, 0), ("true", 2, 1)])
def test_beachheads_of_the_first_turn_may_be_exempt(rose: Rose, exempt: str, turn: int, count: int) -> None:
    table = rose(["aid_1 B1"], [f"logistics.beachhead_exempt_turn1={exempt}"], turn=turn)
    table.state = table.state.with_unit(table.unit("aid_1").with_status(("landed",)))
    assert len(cut_off(table.now)) == count


def test_impossible_numbers_are_refused() -> None:
    numbers = ("sp_per_supply=0", "oos_loss=0", "attacker_supply_radius=-1")
    for setting in (*(f"logistics.{n}" for n in numbers), 'logistics.oos_scope="army"'):
        with pytest.raises(RulesetError):
            Game.load(Path(__file__).parent / "rose", settings=[setting])
