"""What land moves, battles and Supply say of themselves when somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexwright.dice import Hand
from hexwright.explain import Explanation, Piece, explain, explain_ask, explain_event
from hexwright.odds import contest, percent
from hexwright_plugins.land_combat import BattleDecided, hands, record

from .conftest import Table

Rose = Callable[..., Any]
ROSE = Path(__file__).parent / "rose" / "ruleset.toml"


def piece(found: Explanation, label: str) -> Piece:
    labels = [p.label for p in found.parts]
    assert labels.count(label) == 1, labels
    return found.parts[labels.index(label)]


def key(found: Piece) -> str:
    assert found.source is not None
    return found.source.key


def line(found: Piece) -> str:
    assert found.source is not None
    file, _, number = found.source.where.partition(":")
    return (ROSE.parent / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]


def option(table: Table, text: str) -> Explanation:
    return explain(table.game, table.state, text)


def test_a_move_tells_its_way_and_what_ends_it(rose: Rose) -> None:
    table = rose(["aad_1 D6 1", "xid_1 I7"], ['space.D4.terrain="mountain"'])
    found = option(table, "move aad_1 D4")
    assert found.text == "aad_1 goes from D6 to D4 by D5."
    assert [(p.label, p.value) for p in found.parts] == [
        ("movement allowance", 4), ("D6 to D5: open", 2), ("D5 to D4: mountain", 1), ("the move ends in D4", 1),
    ]  # fmt: skip
    assert line(found.parts[0]) == "allowance = 4"
    assert [key(p) for p in found.parts[1:]] == [
        "movement.land.cost.open.cost", "movement.land.cost.mountain.cost", "movement.land.cost.mountain.stop",
    ]  # fmt: skip
    assert line(found.parts[1]) == "open = 2" and "mountain" in line(found.parts[2])
    by_road = rose(["aad_1 D6 1", "xid_1 I7"], ['line.way.through=["D6", "D5"]'])
    assert key(piece(option(by_road, "move aad_1 D5"), "D6 to D5: road instead of open")) == (
        "movement.land.borders[0].cost"
    )


def test_a_move_that_attacks_tells_both_hands_and_the_chances(rose: Rose) -> None:
    settings = ['space.D4.terrain="city"', "land.tie=attacker"]
    table = rose(["aid_1 D5 2", "asup_1 D5", "xarm_1 D4"], settings)
    found = option(table, "move aid_1 D4")
    assert found.text == "aid_1 goes from D5 to D4 and attacks xarm_1."
    assert piece(found, "attacker: aid_1").value == "2d6, hits on 5"
    assert line(piece(found, "attacker: aid_1")) == "dice.land = { sides = 6 }"
    assert key(piece(found, "defender: xarm_1")) == "unit_type.armor_regiment.dice.land"
    assert key(piece(found, "defender: city")) == "battlefield.ground.city.die"
    tie = piece(found, "equal totals go to")
    assert (tie.value, key(tie)) == ("attacker", "land.tie")
    assert tie.source is not None and (tie.source.where, tie.source.layer) == ("--set:2", "session")
    chance = piece(found, "the attacker wins").value
    table.play("move aid_1 D4", "commit asup_1 D4", "done", "done")
    battle = record(table.now).battle
    assert battle is not None
    assert chance == percent(contest(*hands(table.now, battle), "attacker").attacker_wins)


def test_who_comes_to_help_tells_no_battle_and_who_joins_an_attack_tells_all_of_it(rose: Rose) -> None:
    table = rose(["aid_1 D5 2", "aid_2 C4 2", "asup_1 D5", "xarm_1 D4"])
    table.play("move aid_1 D4")
    found = option(table, "move aid_2 D4")
    assert [p.label for p in found.parts if p.label.startswith("attacker")] == ["attacker: aid_1", "attacker: aid_2"]
    assert "commit" in [o.split()[0] for o in table.options()]
    paid = option(table, "commit asup_1 D4")
    assert [(p.label, p.value) for p in paid.parts][:3] == [
        ("SP that attack D4", 2), ("SP for each Supply", 4), ("Supply needed", 1),
    ]  # fmt: skip
    assert key(piece(paid, "SP for each Supply")) == "logistics.sp_per_supply"
    lacking = option(table, "done")
    assert lacking.kind == "refusal" and lacking.source is not None
    assert lacking.source.key == "logistics.sp_per_supply"
    question = explain_ask(table.game, table.state, "allied")
    assert question is not None and piece(question, "defender: xarm_1")


def test_mountains_take_a_die_and_say_so(rose: Rose) -> None:
    works = ['space.D4.terrain="mountain"', "space.D4.features={fortification={}}"]
    table = rose(["aid_1 D5 2", "asup_1 D5", "xarm_1 D4"], works)
    found = option(table, "move aid_1 D4")
    removed = [p for p in found.parts if p.label.startswith("attacker removes")]
    assert [(p.value, key(p)) for p in removed] == [
        (1, "battlefield.ground.mountain.removes"), (1, "battlefield.ground.fortification.removes"),
    ]  # fmt: skip
    assert piece(found, "the attacker wins, its weakest die given up").value == percent(chance("d6", "d10-1"))
    assert key(piece(found, "causes together remove")) == "land.die_removal"


def chance(ours: str, theirs: str) -> Fraction:
    return contest(Hand.parse(ours), Hand.parse(theirs)).attacker_wins


@pytest.mark.rule("TT-2.4.3-R08", "TT-2.4.3-19")
@pytest.mark.parametrize(
    ("units", "settings", "label", "odds"),
    [
        (["aid_1 D5 1"], (), ", its weakest die given up", Fraction(0)),
        (["aid_1 D5 1"], ("land.min_attack_dice=1",), "", chance("d6", "d6-1, d6")),
        (["aid_1 D5 1", "aarm_1 D5"], (), ", its weakest die given up", chance("d10-1", "d6-1, d6")),
    ],
)
def test_the_odds_leave_out_the_dice_that_go(
    rose: Rose, units: list[str], settings: tuple[str, ...], label: str, odds: Fraction
) -> None:
    ground = ['space.D4.terrain="mountain"', "space.D4.features={fortification={}}"]
    table = rose([*units, "asup_1 D5", "xgar_1 D4", "xid_1 D4 1"], [*ground, *settings])
    for unit in units[1:]:
        table.play(f"move {unit.split()[0]} D4")
    found = option(table, "move aid_1 D4")
    assert piece(found, f"the attacker wins{label}").value == percent(odds)


@pytest.mark.rule("TT-2.4.3-19")
def test_the_die_that_an_answer_removes_is_out_of_its_odds(rose: Rose) -> None:
    table = rose(["aid_1 D5 1", "aarm_1 D5", "asup_1 D5", "xid_1 D4 1"], ['space.D4.terrain="mountain"'])
    table.play("move aid_1 D4", "move aarm_1 D4", "commit asup_1 D4", "done", "done")
    assert table.options() == ["remove d10-1", "remove d6"]
    assert piece(option(table, "remove d6"), "the attacker wins").value == percent(chance("d10-1", "d6"))
    assert piece(option(table, "remove d10-1"), "the attacker wins").value == percent(chance("d6", "d6"))


@pytest.mark.rule("TT-2.4.3-10")
def test_the_odds_of_extra_supply_count_its_dice(rose: Rose) -> None:
    units = ["aid_1 D5 1", "asup_1 D5", "asup_2 D5", "asup_3 D5", "xid_1 D4 1", "xsup_1 D4"]
    table = rose(units, control={"D4": "axis"}).play("move aid_1 D4", "commit asup_1 D4", "done", "axis: done")
    for n in range(3):
        found = option(table, f"extra {n}")
        assert piece(found, "the attacker wins").value == percent(chance(f"{n + 1}d6", "d6"))
    assert piece(option(table, "extra 1"), "attacker: extra Supply").value == "d6, hits on 5"
    table.play("extra 1")
    assert piece(option(table, "extra 1"), "the attacker wins").value == percent(chance("2d6", "2d6"))


def test_a_decided_battle_tells_the_dice_it_was_made_of(rose: Rose) -> None:
    table = rose(["aid_1 D5 1", "asup_1 D5", "xarm_1 D4"])
    table.play("move aid_1 D4", "commit asup_1 D4", "done", "done", dice="6 3")
    event = next(e for e in table.events if isinstance(e, BattleDecided))
    found = explain_event(table.game, table.state, event)
    assert found.kind == "event" and found.subject == "BattleDecided" and len(found.parts) == 2
    assert found.source is not None and found.source.plugin == "land_combat"


def test_refusals_of_land_moves_name_the_switch(rose: Rose) -> None:
    table = rose(["aid_1 D5 2", "asup_1 D5", "xarm_1 D4", "xid_2 E4"], ["land.allow_defence_reinforcement=false"])
    table.play("move aid_1 D4")
    found = option(table, "move aid_1 D5")
    assert found.kind == "refusal" and found.rule is not None and found.rule.id == "TT-2.4.3-R01"
    table.play("commit asup_1 D4", "done")
    helper = option(table, "move xid_2 D4")
    assert helper.source is not None and helper.source.where == "--set:1"
    pinned = option(table, "move xarm_1 C5")
    assert pinned.source is not None and pinned.source.key == "land.pinned_units"
    assert str(pinned.source).startswith("default of land_combat")
