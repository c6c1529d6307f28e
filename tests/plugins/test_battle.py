"""Battles: who may attack, the hands and the ground, losses, retreats and advances, each as the table says."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.dice import Die
from hexwright.events import Moved, Removed, StepsChanged
from hexwright.explain import explain
from hexwright.hooks import Manifest, Modifier, Query, hook
from hexwright.testing import walk
from hexwright_plugins.battle import Attacked, BattleFought, hands

from .small import Field, faults, load, rows

DUEL = {"r1": "foot D1", "b1": "foot E1"}


# ------------------------------------------------------------------ who attacks


def test_each_unit_attacks_one_space_beside_it_and_may_be_called_back() -> None:
    field = Field("fight", {"r1": "foot D1", "r2": "foot D2", "r3": "spy D1", "b1": "foot E1", "b2": "foot E2"})
    assert field.options() == ["attack r1 E1", "attack r1 E2", "attack r2 E2", "done"]
    field.play("attack r1 E2")
    assert field.options() == ["attack r2 E2", "done"]
    assert field.told() == ["r1 attacks E2 [R-attack]"]
    assert dict(field.ask.about)["attacker_hand E2"] == "2d6"
    field.play("retract")
    assert "attack r1 E1" in field.options() and not field.ask.about


@pytest.mark.parametrize(
    ("text", "told", "rule", "nearest"),
    [
        ("attack r1 F1", "F1 is not beside Foot", "R-attack", "attack r1 E1"),
        ("attack r1 D2", "no enemy to attack stands in D2", "R-attack", "attack r1 E1"),
        ("attack r2 E1", "Spy does not fight", "R-attack", ""),
        ("attack r3 E1", "Mob has no dice to attack with", "R-attack", ""),
        ("attack r4 B4", "", "R-closed", ""),
        ("attack r11 E1", "no unit r11 of yours can attack", "R-attack", "r1"),
        ("attack r1", "say 'attack'", "R-attack", ""),
        ("storm r1 E1", "nobody can 'storm' here; known are attack, ", "R-attack", ""),
    ],
)
def test_what_cannot_attack_is_refused(text: str, told: str, rule: str, nearest: str) -> None:
    units = {"r2": "spy D1", "r3": "mob D2", "r4": "foot A4", "b2": "mob B4"}
    field = Field("fight", {**DUEL, **units})
    reason = field.why_not(text)
    name = {"r1": "Foot", "r2": "Spy", "r3": "Mob"}.get(text.split()[1], "")
    assert told in reason.text.replace(text.split()[1], name) if name else told in reason.text
    assert reason.rule == rule and nearest in reason.nearest


def test_nobody_is_asked_where_nobody_can_attack() -> None:
    field = Field("fight", {"r1": "foot A1", "b1": "foot E1"})
    assert field.ask.frame == "march.move"


def test_hidden_units_neither_attack_nor_are_attacked() -> None:
    assert Field("fight", {"r1": "foot D1 2 hidden", "b1": "foot E1"}).ask.frame == "march.move"
    assert Field("fight", {"r1": "foot D1", "b1": "foot E1 2 hidden"}).ask.frame == "march.move"


# ------------------------------------------------------------------ the hands


@pytest.mark.parametrize(
    ("units", "space", "ours", "theirs"),
    [
        (DUEL, "E1", "2d6", "2d6"),
        ({"r1": "foot D1 1", "b1": "mob E1"}, "E1", "d6", "d4"),
        ({"r1": "foot C4", "b1": "foot D4"}, "D4", "2 x d6-1", "2d6, d10"),
        ({"r1": "foot B1", "b1": "foot B2"}, "B2", "2d6", "2 x d6+1"),
    ],
)
def test_hands_are_made_of_steps_and_ground(units: dict[str, str], space: str, ours: str, theirs: str) -> None:
    field = Field("fight", units)
    told = hands(field.game.position(field.state), space, ("r1",))
    assert tuple(map(str, told)) == (ours, theirs)


def test_a_river_hampers_only_those_who_cross_it() -> None:
    field = Field("fight", {"r1": "foot C4", "r2": "foot D3", "b1": "mob D4"})
    told = hands(field.game.position(field.state), "D4", ("r1", "r2"))
    assert str(told[0]) == "2 x d6-1, 2d6"


def test_the_question_tells_both_hands_and_what_hits() -> None:
    field = Field("fight", {**DUEL, "r2": "foot E2"}).play("attack r1 E1")
    assert dict(field.ask.about) == {
        "attacker_hand E1": "2d6", "defender_hand E1": "2d6", "tie E1": "defender", "hit E1": 5,
    }  # fmt: skip
    field = Field("fight", DUEL, "unit_type.foot.dice.attack.hit=6").play("attack r1 E1")
    assert dict(field.ask.about)["hit E1"] == "mixed"


def test_plugins_have_a_say_in_a_hand() -> None:
    class Drums:
        MANIFEST = Manifest("drums", "a die and a point for who attacks")

        @staticmethod
        @hook("battle_hand")
        def modify(query: Query) -> Any:
            if query["side"] == "attacker":
                yield Modifier("drums", 1, op="die", die=Die(4, label="drums"))
                yield Modifier("noise", 2, rule="R-march")

    game = load()
    from hexwright.game import Game

    loud = Game.load(game.rules.folder, plugins=[Drums], settings=['ruleset.plugins=["battle", "drums"]'])
    field = Field("fight", DUEL)
    ours, theirs = hands(loud.position(field.state), "E1", ("r1",))
    assert (str(ours), str(theirs)) == ("2d6, d4, flat +2", "2d6")


def test_an_attack_is_explained_die_by_die_with_its_chance_and_keys() -> None:
    field = Field("fight", {"r1": "foot C4", "b1": "foot D4"})
    told = explain(field.game, field.state, "attack r1 D4", "red")
    assert told.text == "r1 attacks b1 in D4."
    found = rows(told)
    assert found["attacker: r1"] == ("2 x d6-1, hits on 5", "", "unit_type.foot.dice.attack")
    assert found["defender: fort"] == ("d10, hits on 5", "R-fort", "")
    assert found["river, attack"] == (-1, "R-river", "battle.ground.river.attack")
    assert found["fort, die"] == ("d10", "R-fort", "battle.ground.fort.die")
    assert found["equal totals go to"] == ("defender", "R-dice", "battle.tie")
    assert str(found["the attackers win"][0]).endswith("%")


# ------------------------------------------------------------------ what follows


def test_the_higher_total_wins_and_each_hit_costs_a_step() -> None:
    field = Field("fight", DUEL).play("attack r1 E1", "done", dice=["battle E1: 6 3 5 1"])
    assert field.told(BattleFought) == [
        "battle at E1: {d6: 6,3} = 9, 1 hit against {d6: 5,1} = 6, 1 hit: the attackers win [R-dice]"
    ]
    assert field.told(StepsChanged) == ["b1 loses 1 (battle), 1 left [R-loss]", "r1 loses 1 (battle), 1 left [R-loss]"]
    assert field.ask.seat == "blue" and "retreat b1 F1" in field.options() and "retreat b1 D1" not in field.options()
    field.play("retreat b1 F1")
    assert field.options() == ["advance r1", "stay"]
    assert field.why_not("done").nearest == "stay" and field.why_not("advance r9").nearest == "advance r1"
    field.play("advance r1")
    assert (field.at("r1"), field.at("b1")) == (("E1", 1), ("F1", 1))
    assert field.told(Moved) == ["b1 moves E1 F1 [R-retreat]", "r1 moves D1 E1 [R-advance]"]


@pytest.mark.parametrize(("tie", "winner"), [("defender", "defenders"), ("attacker", "attackers")])
def test_the_table_says_who_wins_a_tie(tie: str, winner: str) -> None:
    field = Field("fight", DUEL, f"battle.tie={tie}").play("attack r1 E1", "done", dice=[1, 2, 2, 1])
    assert field.told(BattleFought)[0].endswith(f"the {winner} win [R-dice]")


def test_owners_pick_their_losses_and_none_is_asked_without_a_choice() -> None:
    units = {"r1": "foot D1", "r2": "foot E2", "b1": "foot E1", "b2": "mob E1"}
    field = Field("fight", units).play("attack r1 E1", "attack r2 E1", "done", dice=["6 1 1 1 1 1 1"])
    assert field.ask.seat == "blue" and field.options() == ["lose b1", "lose b2"]
    assert field.why_not("lose r1").nearest == "lose b1"
    field.play("lose b2")
    assert field.state.gone["b2"] == "lost"
    field = Field("fight", units).play("attack r1 E1", "attack r2 E1", "done", dice=["6 6 6 1 1 1 1"])
    assert field.told(Removed) == ["b1 is lost at E1 [R-loss]", "b2 is lost at E1 [R-loss]"]


@pytest.mark.parametrize("where", ["no way", "no room", "no legs"])
def test_the_beaten_that_cannot_retreat_are_lost(where: str) -> None:
    units = {"r1": "foot A2", "b1": "foot A1"}
    if where == "no way":
        units |= {"r2": "foot B1"}
    elif where == "no room":
        units |= {"b2": "foot B1", "b3": "foot B1"}
    else:
        units = {"r1": "foot D1", "b1": "tower E1 1"}
    dice = ["4 4 1 1" if where != "no legs" else "4 4 1"]
    space = units["b1"].split()[1]
    field = Field("fight", units).play(f"attack r1 {space}", "done", dice=dice)
    assert field.told(Removed) == [f"b1 is lost at {space} [R-retreat]"]


def test_a_retreat_is_refused_with_the_reason() -> None:
    field = Field("fight", {"r1": "foot D1", "r2": "foot E2", "b1": "foot D2", "b2": "foot D3", "b3": "mob D3"})
    field.play("attack r1 D2", "done", dice=["4 4 1 1"])
    assert field.options() == [f"retreat b1 {space}" for space in ("E3", "C3", "C2")]
    assert field.why_not("retreat b1 E2").text == "the enemy stands in E2"
    assert field.why_not("retreat b1 D3").rule == "R-stack"
    assert field.why_not("retreat b1 A1").nearest == "retreat b1 E3"
    assert field.why_not("done").nearest == "retreat b1 E3"


def test_without_retreat_and_advance_everybody_stays() -> None:
    field = Field("fight", DUEL, "battle.retreat=false").play("attack r1 E1", "done", dice=["4 4 1 1"])
    assert field.at("b1") == ("E1", 2) and field.ask.frame == "march.move"
    field = Field("fight", DUEL, "battle.advance=0").play("attack r1 E1", "done", "retreat b1 F1", dice=["4 4 1 1"])
    assert field.at("r1") == ("D1", 2) and field.ask.frame == "march.move"


def test_two_may_advance_where_the_table_lets_them() -> None:
    units = {"r1": "foot D1", "r2": "foot E2", "b1": "mob E1"}
    field = Field("fight", units, "battle.advance=2").play("attack r1 E1", "attack r2 E1", "done", dice=["6 1 1 1 1"])
    field.play("advance r2", "advance r1")
    assert (field.at("r1")[0], field.at("r2")[0]) == ("E1", "E1")
    field = Field("fight", units).play("attack r1 E1", "attack r2 E1", "done", dice=["6 1 1 1 1"]).play("advance r2")
    assert field.at("r1")[0] == "D1" and field.ask.frame == "march.move"


def test_battles_follow_each_other_and_one_that_has_no_enemy_left_is_not_fought() -> None:
    units = {"r1": "foot D1", "r2": "foot F1", "b1": "mob E1", "b2": "mob D2"}
    field = Field("fight", units).play("attack r1 D2", "attack r2 E1", "done", dice=["1 1 4", "1 1 4"])
    assert [t.split(":")[0] for t in field.told(BattleFought)] == ["battle at D2", "battle at E1"]
    field = Field("fight", {"r1": "foot D1", "r2": "foot F1", "r3": "foot E2", "b1": "mob E1", "b2": "mob F2"})
    field.play("attack r1 E1", "attack r2 F2", "attack r3 F2", "done", "advance r1", dice=["6 6 1", "6 1 1 1 4"])
    assert len(field.told(Attacked)) == 3 and len(field.told(BattleFought)) == 2


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("battle.advance=-1", "battle.advance: fewer than 0 units cannot advance"),
        ("battle.ground.fort.die=-6", "battle.ground.fort.die: a die of -6 sides"),
        ('battle.ground.fort.terrain="hill"', "battle.ground.fort: what brings 'fort' is unclear"),
        ("battle.ground.river.defence=1", "battle.ground.river: 'river' lies on a border"),
        ('battle.rules.retreet="R-dice"', "battle.rules.retreet: 'retreet' is not one of 'attack'"),
        ('battle.rules.loss="R-lost"', "battle.rules.loss: no rule 'R-lost'"),
    ],
)
def test_tables_that_make_no_battle_are_faults(setting: str, told: str) -> None:
    assert any(told in f for f in faults(setting)), faults(setting)


def test_everything_holds_whatever_the_table_says() -> None:
    report = walk(load("battle.advance=2", "battle.tie=attacker", "shortage.attack=true"), 5)
    assert report.ok, str(report)
