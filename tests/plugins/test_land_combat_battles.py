"""Land battles from the hands of dice to who holds the field: the worked examples, and each rule by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexwright.dice import Hand
from hexwright.events import Removed, Rolled, StepsChanged
from hexwright.odds import contest
from hexwright.state import canonical
from hexwright_plugins.land_combat import (
    BattleDecided,
    BattleJoined,
    CasualtyAbsorbed,
    CasualtyWaived,
    DieRemoved,
    record,
)

Rose = Callable[..., Any]
AXIS = {"D4": "axis"}
DUG_IN = ("D4", "entrenchment", "axis")


def example_1(rose: Rose, *settings: str) -> Any:
    """E-01 up to the dice: 4 SP with one Supply enter D4 from the south and south-west."""
    table = rose(["xinf_1 D4", "xinf_2 D4", "aid_1 C5", "aad_1 D5 1", "asup_1 D5"], settings, control=AXIS)
    return table.play("move aid_1 D4", "move aad_1 D4", "commit asup_1 D4", "allied: done", "axis: done",
                      dice="7 4 5 2 6 3")  # fmt: skip


def assault(rose: Rose, units: list[str], dice: str, *lines: str, settings: tuple[str, ...] = (), **about: Any) -> Any:
    """All Allied units of D5 attack D4 with the Supply there, without extra Supply; play stops after the dice."""
    about.setdefault("control", AXIS)
    table = rose(units, settings, **about)
    for unit in units:
        id_, at, *_ = unit.split()
        if at == "D5" and not id_.startswith("asup"):
            table.play(f"move {id_} D4")
    while commits := table.options("commit"):
        table.play(commits[0])
    table.play("allied: done", "axis: done", *lines)
    while table.ask().frame == "logistics.extra":
        table.play("extra 0")
    return table.play(dice=dice)


# ------------------------------------------------------------------ a whole battle


@pytest.mark.rule("TT-2.4.3-16", "TT-2.4.3-21", "TT-2.4.3-22", "TT-2.4.3-25", "TT-2.4.3-01", "TT-PA.6-02", "TT-PA.7-03")
@pytest.mark.rule("TT-2.4.3-R10")
def test_the_hands_are_rolled_once_and_the_higher_total_wins(rose: Rose) -> None:
    table = example_1(rose)
    assert table.told(BattleDecided) == [
        "D4: Allied {d10: 7; d6: 4,5,2} = 18, 2 hits against Axis {d6-1: 6-1,3-1} = 7, 1 hit: Allied wins"
    ]
    assert len([e for e in table.events if isinstance(e, Rolled)]) == 1
    decided = next(e for e in table.events if isinstance(e, BattleDecided))
    assert (decided.winner, decided.loser, decided.totals, decided.hits) == ("allied", "axis", (18, 7), (2, 1))
    assert sum(value for label, value, _ in decided.parts if label.startswith("Allied")) == 18


@pytest.mark.rule("TT-2.4.3-26", "TT-2.4.3-28", "TT-2.4.3-29", "TT-2.4.3-24", "TT-PA.6-05", "TT-PA.6-04")
def test_example_1_with_the_waiver(rose: Rose) -> None:
    table = example_1(rose)
    assert table.ask().seat == "allied"
    assert table.options() == ["lose aad_1", "lose aid_1"]
    table.play("lose aid_1")
    assert table.ask().seat == "axis" and table.options() == ["lose xinf_1", "lose xinf_2"]
    table.play("lose xinf_1")
    assert table.options()[-1] == "take"
    firsts = {o.split()[2] for o in table.options("waive")}
    assert firsts == {"D3", "E4", "E5", "C4"}  # south and south-west are attack origins
    assert {table.now.board.distance("D4", o.split()[3]) for o in table.options("waive")} == {2}
    table.play("waive xinf_2 D3 D2")
    assert table.at("aid_1") == ("D4", 2) and table.at("aad_1") == ("D4", 1) and table.at("xinf_2") == ("D2", 1)
    assert table.gone("xinf_1") == "lost" and table.gone("asup_1") == "spent"
    assert table.now.control("D4") == "allied"
    assert all("fought" in table.unit(u).status for u in ("aid_1", "aad_1", "xinf_2"))
    assert table.told(CasualtyWaived) == ["casualty 2 at D4 is waived: xinf_2 retreats to D3 and D2"]


@pytest.mark.rule("TT-2.4.3-29", "TT-2.4.3-24", "TT-2.4.3-R14")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("waive xinf_2 D5 D6", "TT-2.4.3-24"),  # an attack came from there
        ("waive xinf_2 D3 D1", "TT-2.4.3-23"),
        ("waive xinf_2 D3 E4", "TT-2.4.3-29"),  # beside the battle again
        ("waive xinf_2 D3 Z9", "TT-2.4.3-29"),
        ("waive aid_1 D3 D2", "TT-2.4.3-29"),
        ("lose xinf_2", "TT-2.4.3-29"),
        ("take all", "TT-2.4.3-29"),
    ],
)
def test_a_wrong_waiver_is_told_why(rose: Rose, text: str, rule: str) -> None:
    table = example_1(rose).play("lose aid_1", "lose xinf_1")
    reason = table.why_not(text)
    assert reason.rule == rule and reason.nearest in table.options("waive")


@pytest.mark.rule("TT-2.4.3-29")
def test_example_1_without_the_waiver_removes_both(rose: Rose) -> None:
    table = example_1(rose).play("lose aid_1", "lose xinf_1", "take")
    assert table.gone("xinf_1") == table.gone("xinf_2") == "lost"


@pytest.mark.rule("TT-2.4.3-17")
def test_every_die_carries_its_own_modifier(rose: Rose) -> None:
    table = rose(["xgar_1 D4", "ainf_1 D5", "amech_1 D5", "aarm_1 D5", "aabn_1 D5", "asup_1 D5"], control=AXIS)
    table.play("move ainf_1 D4", "move amech_1 D4", "move aarm_1 D4", "move aabn_1 D4", "commit asup_1 D4")
    facts = dict(table.ask().about)
    assert facts["attacker_hand D4"] == "d6, d10-1, d6-1, d8-1"
    assert facts["defender_hand D4"] == "d6-1"


def test_a_half_fought_battle_is_plain_state_and_the_hands_give_exact_odds(rose: Rose) -> None:
    table = rose(["xid_1 D4 2", "aid_1 D5", "asup_1 D5", "asup_2 D5"], control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done")
    ask = table.ask()
    assert ask.frame == "logistics.extra"
    assert canonical(table.state.slices["land_combat"])
    facts = dict(ask.about)
    fight = contest(Hand.parse(facts["attacker_hand"]), Hand.parse(facts["defender_hand"]), facts["tie"])
    assert 0.5 < float(fight.attacker_wins) < 0.9
    battle = record(table.now).battle
    assert battle is not None and battle.attacker.units == ("aid_1",)


# ------------------------------------------------------------------ the ground


@pytest.mark.rule("TT-2.4.3-19", "TT-2.4.3-R08", "TT-4-02", "TT-PA.6-03")
@pytest.mark.parametrize(
    ("settings", "about", "removed"),
    [
        ((), {}, 0),
        (('space.D4.terrain="mountain"',), {}, 1),
        (("space.D4.features.fortification={}",), {}, 1),
        ((), {"markers": [DUG_IN]}, 1),
        ((), {"markers": [("D4", "entrenchment", "allied")]}, 0),
        (('space.D4.terrain="mountain"', "space.D4.features.fortification={}"), {"markers": [DUG_IN]}, 1),
        (('space.D4.terrain="mountain"', 'land.die_removal="per_source"'), {"markers": [DUG_IN]}, 2),
        (("space.D4.features.fortification={}", 'land.die_removal="per_source"'), {"markers": [DUG_IN]}, 1),
        (('space.D4.terrain="mountain"', "land.min_attack_dice=4"), {}, 0),
        (('space.D4.terrain="mountain"', 'land.die_removal="per_source"', "land.min_attack_dice=3"),
         {"markers": [DUG_IN]}, 1),
    ],
)  # fmt: skip
def test_mountains_and_works_take_dice_of_the_attacker(
    rose: Rose, settings: tuple[str, ...], about: dict[str, Any], removed: int
) -> None:
    table = rose(["xid_1 D4 2", "aid_1 D5", "aad_1 C5 1", "asup_1 D5"], settings, control=AXIS, **about)
    table.play("move aid_1 D4", "move aad_1 D4", "commit asup_1 D4", "allied: done", "axis: done")
    assert table.ask().frame == ("land_combat.removal" if removed else "land_combat.dice")
    if removed:
        table.play(f"allied: {table.options('remove')[0]}")  # a second one has no choice left
    assert table.ask().frame == "land_combat.dice"
    assert len(table.ask().roll.sides) == 4 - removed + 2


@pytest.mark.rule("TT-2.4.3-R08")
def test_the_attacker_picks_the_die_and_a_hand_may_be_emptied(rose: Rose) -> None:
    table = rose(["xid_1 D4 2", "aid_1 D5 2", "aarm_1 C5", "asup_1 D5"], ['space.D4.terrain="mountain"'], control=AXIS)
    table.play("move aid_1 D4", "move aarm_1 D4", "commit asup_1 D4", "allied: done", "axis: done")
    assert table.options() == ["remove d10-1", "remove d6"]
    assert table.why_not("remove d8").nearest == "remove d10-1 or remove d6"
    table.play("remove d6")
    assert dict(table.ask().about)["attacker_hand"] == "d10-1, d6"
    alone = assault(rose, ["xinf_1 D4", "ainf_1 D5", "asup_1 D5"], "1", settings=('space.D4.terrain="mountain"',))
    decided = next(e for e in alone.events if isinstance(e, BattleDecided))
    assert decided.totals == (0, 0) and decided.winner == "axis"  # one die, removed without asking; 0 against 1 - 1
    assert alone.told(DieRemoved) == ["the attacker at D4 removes a d6-1"]


@pytest.mark.rule("TT-2.4.3-20", "TT-4-04")
def test_a_city_gives_the_defender_a_die(rose: Rose) -> None:
    table = assault(rose, ["xid_1 D4", "aid_1 D5", "asup_1 D5"], "1 2 2 6 5 3 5", settings=('space.D4.terrain="city"',))
    decided = next(e for e in table.events if isinstance(e, BattleDecided))
    assert decided.totals == (5, 19) and decided.hits == (0, 3)
    own = assault(rose, ["xid_1 D4", "aid_1 D5", "asup_1 D5"], "1 2 2 6 5 3")
    assert next(e for e in own.events if isinstance(e, BattleDecided)).totals == (5, 14)


@pytest.mark.rule("TT-4-06", "TT-2.4.3-R14", "TT-2.4.3-R16")
def test_example_8_a_fortified_city_saves_both_hits(rose: Rose) -> None:
    settings = ('space.D4.terrain="city"', "space.D4.features.fortification={}")
    units = ["xid_1 D4 2", "aid_1 D5", "aad_1 D5 2", "asup_1 D5", "asup_2 D5"]
    table = rose(units, settings, control=AXIS)
    table.play("move aid_1 D4", "move aad_1 D4", "commit asup_1 D4", "commit asup_2 D4", "allied: done", "axis: done")
    table.play("remove d6", dice="9 3 6 2 4 5 2")
    told = table.told(BattleDecided)[0]
    assert "Allied {d10: 9,3; d6: 6,2} = 20, 2 hits against Axis {d6: 4,5,2} = 11, 1 hit" in told
    table.play("lose aid_1")
    assert table.told(CasualtyAbsorbed) == ["fortification at D4 absorbs casualty 1"]
    table.play("waive xid_1 D3 D2")
    assert table.at("xid_1") == ("D2", 2)
    assert table.now.has_feature("D4", "fortification") and table.now.control("D4") == "allied"


@pytest.mark.rule("TT-2.4.3-R16", "TT-3.3-11")
@pytest.mark.parametrize(
    ("dice", "settings", "left"),
    [
        ("5 1 1 6 6", (), 0),  # absorbs and is used up, although the defence wins
        ("5 1 1 6 6", ("land.entrenchment_consumed=false",), 1),
        ("4 1 1 6 6", (), 1),  # nothing to absorb
    ],
)
def test_an_entrenchment_absorbs_one_casualty(rose: Rose, dice: str, settings: tuple[str, ...], left: int) -> None:
    units = ["xid_1 D4 2", "aid_1 D5", "aad_1 C5 1", "asup_1 D5"]
    table = rose(units, settings, control=AXIS, markers=[("D4", "entrenchment", "axis")])
    table.play("move aid_1 D4", "move aad_1 D4", "commit asup_1 D4", "allied: done", "axis: done")
    table.play("remove d10", dice=dice)
    while table.ask().frame == "land_combat.losses":
        table.play(f"allied: {table.options()[0]}")
    assert len(table.now.markers("D4")) == left
    assert table.at("xid_1") == ("D4", 2)


@pytest.mark.rule("TT-2.4.3-R16")
def test_the_enemy_who_takes_the_hex_clears_the_entrenchment(rose: Rose) -> None:
    table = rose(["xid_1 A1", "aid_1 D5"], control=AXIS, markers=[("D4", "entrenchment", "axis")])
    table.play("move aid_1 D4")
    assert not table.now.markers("D4")
    own = rose(["xid_1 D4", "aid_1 A1"], control=AXIS, markers=[("D4", "entrenchment", "axis")])
    own.play("allied: done", "axis: move xid_1 D3")
    assert own.now.markers("D4")  # merely vacated


# ------------------------------------------------------------------ casualties


@pytest.mark.rule("TT-2.4.3-27", "TT-2.4.3-31", "TT-2.4.3-R05", "TT-2.4.3-R14")
def test_example_3_the_third_casualty_is_armor(rose: Rose) -> None:
    table = rose(
        ["xid_1 D4", "aid_1 D5", "aad_1 D5 2", "asup_1 D5", "asup_2 D5"], ('space.D4.terrain="city"',), control=AXIS
    )
    table.play("move aid_1 D4", "move aad_1 D4", "commit asup_1 D4", "commit asup_2 D4", "allied: done", "axis: done",
               dice="3 4 1 2 2 6 5 3 5")  # fmt: skip
    assert table.why_not("waive aid_1 D5 D6").rule == "TT-2.4.3-31"
    table.play("lose aid_1", "lose aid_1")
    assert table.at("aid_1") == ("D4", 1)
    # hit 3 fell on the armor without a question
    table.play("retreat aad_1 D5", "retreat aid_1 D5")
    assert table.at("aad_1") == ("D5", 1) and table.at("aid_1") == ("D5", 1)
    assert table.at("xid_1") == ("D4", 3) and table.now.control("D4") == "axis"
    third = [e for e in table.events if isinstance(e, StepsChanged)][-1]
    assert third.unit == "aad_1" and third.rule == "TT-2.4.3-27"


@pytest.mark.rule("TT-2.4.3-27")
def test_giving_the_third_casualty_to_infantry_is_refused(rose: Rose) -> None:
    table = rose(["xid_1 D4", "aid_1 D5", "aad_1 D5 1", "aad_2 D5 1", "asup_1 D5", "asup_2 D5"],
                 ('space.D4.terrain="city"',), control=AXIS)  # fmt: skip
    table.play("move aid_1 D4", "move aad_1 D4", "move aad_2 D4", "commit asup_1 D4", "commit asup_2 D4",
               "allied: done", "axis: done", dice="1 1 1 1 1 6 5 3 5")  # fmt: skip
    table.play("lose aid_1", "lose aid_1")
    assert table.options() == ["lose aad_1", "lose aad_2"]
    assert table.why_not("lose aid_1").rule == "TT-2.4.3-27"


@pytest.mark.rule("TT-2.4.3-R15")
def test_example_4_without_armor_the_third_casualty_is_infantry(rose: Rose) -> None:
    table = assault(rose, ["xad_1 D4 2", "xid_1 D4 1", "aid_1 D5", "ainf_1 D5", "asup_1 D5"], "2 3 1 4 6 8 5")
    assert "= 9, 0 hits against Axis {d10: 6,8; d6: 5} = 19, 3 hits" in table.told(BattleDecided)[0]
    table.play("lose aid_1", "lose aid_1", "lose ainf_1")
    assert table.options() == ["retreat aid_1 " + s for s in ("D3", "E4", "E5", "D5", "C5", "C4")]
    table.play("retreat aid_1 D5")
    assert table.at("aid_1") == ("D5", 1)


@pytest.mark.rule("TT-2.4.3-R15")
@pytest.mark.parametrize(
    ("settings", "third"),
    [((), ["lose xid_1", "lose xmech_1"]), (('land.non_infantry_classes=["mech_regiment"]',), ["lose xmech_1"])],
)
def test_which_classes_are_non_infantry_is_data(rose: Rose, settings: tuple[str, ...], third: list[str]) -> None:
    table = rose(["xid_1 D4 3", "xmech_1 D4", "aid_1 D5", "aid_2 D5", "asup_1 D5", "asup_2 D5"], settings, control=AXIS)
    table.play("move aid_1 D4", "move aid_2 D4", "commit asup_1 D4", "commit asup_2 D4", "allied: done", "axis: done",
               dice="5 5 5 1 1 1 6 6 6 8")  # fmt: skip
    lost = [o for o in table.options() if o.startswith("lose aid")]
    for _ in range(4):
        lost = table.options("lose") if table.ask().seat == "allied" else []
        if lost:
            table.play(lost[0])
    assert table.ask().seat == "axis"
    table.play("lose xid_1", "lose xid_1")
    if len(third) > 1:
        assert table.options() == third
    else:
        assert table.gone("xmech_1") == "lost"


@pytest.mark.rule("TT-2.4.3-30", "TT-2.4.3-R14")
def test_only_the_second_casualty_of_a_losing_defender_is_waived_and_the_unit_survives(rose: Rose) -> None:
    table = assault(rose, ["xid_1 D4 3", "xinf_1 D4", "aid_1 D5", "aad_1 D5 1", "asup_1 D5"], "9 6 6 6 1 1 1 1")
    assert table.ask().seat == "axis"
    assert table.why_not("waive xid_1 D3 D2").rule == "TT-2.4.3-R14"  # casualty 1
    table.play("lose xid_1")
    table.play("waive xinf_1 D3 D2")
    # casualties 3 and 4 fall on the division: the regiment has to survive its longer retreat
    assert table.gone("xid_1") == "lost" and table.at("xinf_1") == ("D2", 1)


@pytest.mark.rule("TT-2.4.3-R14")
def test_a_unit_that_could_not_survive_may_not_waive(rose: Rose) -> None:
    table = assault(
        rose, ["xad_1 D4 1", "xinf_1 D4", "xinf_2 D4", "aid_1 D5", "aad_1 D5 1", "asup_1 D5"], "9 6 6 1 1 1 1"
    )
    # three casualties: the third falls on the armor, so that only regiments may retreat for the second
    table.play("lose xinf_1")
    assert {o.split()[1] for o in table.options("waive")} == {"xinf_2"}
    assert table.why_not("waive xad_1 D3 D2").rule == "TT-2.4.3-R14"
    table.play("take")
    assert table.gone("xad_1") == table.gone("xinf_2") == "lost"


@pytest.mark.rule("TT-2.4.3-R09")
def test_example_6_a_tie_is_won_by_the_defender(rose: Rose) -> None:
    table = assault(rose, ["xinf_1 D4", "xabn_1 D4", "aid_1 D5 2", "asup_1 D5"], "4 3 3 5")
    assert "= 7, 0 hits against Axis {d6: 3; d6-1: 5-1} = 7, 0 hits: Axis wins" in table.told(BattleDecided)[0]
    assert table.rules(BattleDecided) == ["TT-2.4.3-R09"]
    table.play("retreat aid_1 D5")
    assert table.at("aid_1") == ("D5", 2) and table.gone("asup_1") == "spent" and table.now.control("D4") == "axis"


@pytest.mark.rule("TT-2.4.3-29", "TT-2.4.3-31")
def test_a_winning_defender_and_an_attacker_have_no_waiver(rose: Rose) -> None:
    table = assault(rose, ["xid_1 D4", "aid_1 D5", "aid_2 D5 1", "asup_1 D5"], "5 5 1 1 6 6 6")
    for _ in range(3):
        table.play(table.options("lose")[0])
    assert table.at("xid_1") == ("D4", 1)  # two casualties, taken without a question
    assert not table.told(CasualtyWaived)


# ------------------------------------------------------------------ retreats


@pytest.mark.rule("TT-2.4.3-R12", "TT-2.4.3-R13", "TT-2.4.3-23", "TT-2.4.3-24", "TT-2.4.3-R20", "TT-PA.6-04")
@pytest.mark.parametrize(
    ("steps", "settings", "expected"),
    [
        (2, (), ["E5"]),
        (1, (), ["E4", "E5"]),
        (2, ("land.retreat_overstack=true",), ["E4", "E5"]),
    ],
)
def test_example_9_the_legal_retreats(rose: Rose, steps: int, settings: tuple[str, ...], expected: list[str]) -> None:
    """North is sea, north-east holds 7 Axis SP, north-west an Allied Supply; attackers came from the south."""
    units = [
        f"xid_1 D4 {steps}",
        "xid_2 E4",
        "xid_3 E4",
        "xid_4 E4 1",
        "asup_2 C4",
        "aid_1 D5",
        "aad_1 C5 1",
        "asup_1 D5",
    ]
    table = rose(units, ('space.D3.terrain="sea"', *settings), control=AXIS)
    table.play("move aid_1 D4", "move aad_1 D4", "commit asup_1 D4", "allied: done", "axis: done", "extra 0",
               dice="4 4 4 4 " + "1 " * steps)  # fmt: skip
    if len(expected) > 1:
        assert table.options() == [f"retreat xid_1 {s}" for s in expected]
        assert table.why_not("retreat xid_1 C4").rule == "TT-2.4.3-R12"
        assert table.why_not("retreat xid_1 D5").rule == "TT-2.4.3-24"
        assert "cannot enter" in table.why_not("retreat xid_1 D3").text
    else:
        assert table.at("xid_1") == (expected[0], steps)


@pytest.mark.rule("TT-2.4.3-R13")
def test_a_unit_without_a_legal_retreat_surrenders(rose: Rose) -> None:
    around = [f'space.{s}.terrain="sea"' for s in ("D3", "E4", "E5", "C4")]
    table = rose(["xid_1 D4 2", "aid_1 D5", "aad_1 C5 1", "asup_1 D5"], around, control=AXIS)
    table.play("move aid_1 D4", "move aad_1 D4", "commit asup_1 D4", "allied: done", "axis: done", dice="4 4 4 4 1 1")
    assert table.gone("xid_1") == "surrendered"


@pytest.mark.rule("TT-2.4.3-R12", "TT-4-11")
def test_nobody_retreats_into_enemy_home_territory(rose: Rose) -> None:
    table = assault(rose, ["xid_1 D4 2", "aid_1 D5", "asup_1 D5"], "4 4 4 1 1", settings=('space.D3.home="allied"',))
    assert "retreat xid_1 D3" not in table.options()
    assert "home territory" in table.why_not("retreat xid_1 D3").text


@pytest.mark.rule("TT-2.4.3-24")
def test_a_losing_attacker_may_go_back_to_where_it_came_from(rose: Rose) -> None:
    table = assault(rose, ["xid_1 D4", "aid_1 D5", "asup_1 D5"], "1 1 1 4 4 4")
    assert "retreat aid_1 D5" in table.options()


@pytest.mark.rule("TT-2.4.3-23")
def test_each_unit_picks_its_own_hex_and_the_loser_the_order(rose: Rose) -> None:
    table = assault(rose, ["xid_1 D4 1", "xinf_1 D4", "aid_1 D5", "asup_1 D5"], "4 4 4 1 1")
    assert {o.split()[1] for o in table.options()} == {"xid_1", "xinf_1"}
    table.play("retreat xinf_1 D3", "retreat xid_1 C4")
    assert table.at("xinf_1")[0] == "D3" and table.at("xid_1")[0] == "C4"
    assert table.now.control("D3") == "axis"  # a retreating unit takes the empty hex it enters


@pytest.mark.rule("TT-3.3-05", "TT-2.4.3-R17")
def test_example_5_garrisons_cannot_retreat_and_surrender(rose: Rose) -> None:
    settings = ('space.D4.terrain="city"', "space.D4.features.port={value=3}")
    units = ["vgar_1 D4", "vgar_2 D4", "vgar_3 D4", "aid_1 D5", "aad_1 D5 1", "asup_1 D5"]
    table = assault(rose, units, "2 5 4 6 6 4 1 3", settings=settings, control={"D4": "vichy"})
    assert "= 17, 2 hits against Axis {d6-1: 6-1,4-1,1-1; d6: 3} = 11, 1 hit" in table.told(BattleDecided)[0]
    table.play("lose aid_1", "lose vgar_1", "lose vgar_2")
    assert table.gone("vgar_2") == "lost" and table.gone("vgar_3") == "surrendered"
    assert "TT-2.4.3-R17" in table.rules(Removed)
    assert table.now.control("D4") == "allied"


@pytest.mark.rule("TT-2.4.3-R17")
def test_in_a_mixed_stack_only_garrisons_surrender(rose: Rose) -> None:
    table = assault(rose, ["vgar_1 D4", "xid_1 D4 1", "aid_1 D5", "asup_1 D5"], "4 4 4 1 1")
    assert table.gone("vgar_1") == "surrendered"
    table.play("retreat xid_1 D3")
    assert table.at("xid_1") == ("D3", 1)


@pytest.mark.rule("TT-4-04")
def test_the_first_line_of_a_battle_tells_the_dice_of_the_ground_too(rose: Rose) -> None:
    table = rose(["aid_1 D5 2", "asup_1 D5", "xgar_1 D4"], ['space.D4.terrain="city"'], control={"D4": "axis"})
    table.play("move aid_1 D4", "commit asup_1 D4", "done", "axis: done")
    assert table.told(BattleJoined) == ["Battle at D4: Allied attack, 2d6 against Axis d6-1, d6"]
