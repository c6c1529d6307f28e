"""The switches of land battles, each value of them, and what other plug-ins add to a hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hexwright.dice import Die
from hexwright.game import Game
from hexwright.hooks import Manifest, Modifier, Query, hook
from hexwright.testing import scene
from hexwright_plugins.land_combat import BattleDecided

Rose = Callable[..., Any]
AXIS = {"D4": "axis"}


def battle(rose: Rose, units: list[str], dice: str, *settings: str, attackers: tuple[str, ...] = ("aid_1",)) -> Any:
    table = rose(units, settings, control=AXIS)
    for unit in attackers:
        table.play(f"move {unit} D4")
    while commits := table.options("commit"):
        table.play(commits[0])
    table.play("allied: done", "axis: done")
    while table.ask().frame == "logistics.extra":
        table.play("extra 0")
    table.play(dice=dice)
    return table


def decided(table: Any) -> BattleDecided:
    return next(e for e in table.events if isinstance(e, BattleDecided))


@pytest.mark.rule("TT-2.4.3-R10", "TT-2.4.7-06")
def test_example_43_the_total_modifier_of_a_block_makes_no_hit(rose: Rose) -> None:
    units = ["adia_1 D4", "xid_1 D5", "xsup_1 D5"]
    table = rose(
        units, ('space.D4.terrain="city"',), control={"D4": "allied"}, roles={"first": "axis", "second": "allied"}
    )
    table.play("axis: move xid_1 D4", "commit xsup_1 D4", "axis: done", "allied: done", dice="6 5 4 5 6 4 3")
    assert "{d6: 5,6,4,3; flat: -4} = 14, 2 hits: Axis wins" in table.told(BattleDecided)[0]
    assert decided(table).totals == (15, 14)


@pytest.mark.rule("TT-2.4.3-R10")
def test_the_bonus_of_a_block_on_each_die(rose: Rose) -> None:
    table = battle(rose, ["adia_1 D5", "asup_1 D5", "xid_1 D4 1"], "6 5 4 3", 'land.algerian_modifier_scope="per_die"',
                   attackers=("adia_1",))  # fmt: skip
    assert decided(table).totals == (3, 3) and decided(table).hits == (0, 0)


@pytest.mark.rule("TT-2.4.3-22")
@pytest.mark.parametrize(("bonus", "total"), [(0, 9), (2, 11)])
def test_a_bonus_for_divisions(rose: Rose, bonus: int, total: int) -> None:
    table = battle(rose, ["aid_1 D5 2", "ainf_1 D5", "asup_1 D5", "xinf_1 D4"], "4 3 3 1",
                   f"land.division_bonus_default={bonus}", attackers=("aid_1", "ainf_1"))  # fmt: skip
    assert decided(table).totals == (total, 0)


@pytest.mark.rule("TT-2.4.3-25")
@pytest.mark.parametrize(("can", "hits"), [("true", 2), ("false", 1)])
def test_whether_bonus_dice_hit(rose: Rose, can: str, hits: int) -> None:
    units = ["aid_1 D5", "asup_1 D5", "xid_1 D4 1"]
    table = battle(rose, units, "6 6 6 5 6", f"land.bonus_dice_can_hit={can}", 'space.D4.terrain="city"')
    assert decided(table).hits == (3, hits)


@pytest.mark.rule("TT-2.4.3-R09")
@pytest.mark.parametrize(("tie", "winner"), [("defender", "axis"), ("attacker", "allied")])
def test_who_wins_a_tie(rose: Rose, tie: str, winner: str) -> None:
    table = battle(rose, ["aid_1 D5 2", "asup_1 D5", "xid_1 D4 2"], "4 3 4 3", f'land.tie="{tie}"')
    assert decided(table).winner == winner


@pytest.mark.rule("TT-2.4.3-R18", "TT-2.4.3-22")
@pytest.mark.parametrize(
    ("switch", "dice", "winner"),
    [
        ("false", "5 1 1 4 4", "axis"),
        ("true", "5 5 1 6 6", "allied"),  # the defence is wiped out, the attack is not
        ("true", "5 1 1 4 4", "axis"),  # both live
        ("true", "6 6 6 6 6", "allied"),
    ],
)
def test_wiping_out_the_enemy_may_win(rose: Rose, switch: str, dice: str, winner: str) -> None:
    table = battle(rose, ["aid_1 D5", "asup_1 D5", "xid_1 D4 2"], dice, f"land.annihilation_wins={switch}")
    assert decided(table).winner == winner


@pytest.mark.rule("TT-2.4.3-R18")
def test_works_count_for_who_is_wiped_out(rose: Rose) -> None:
    settings = ("land.annihilation_wins=true", "space.D4.features.fortification={}")
    table = battle(rose, ["aid_1 D5", "asup_1 D5", "xid_1 D4 2"], "5 5 6 6", *settings)
    assert decided(table).winner == "axis"


@pytest.mark.rule("TT-2.4.3-R14")
@pytest.mark.parametrize(("counted", "lost"), [("true", "xad_1"), ("false", "")])
def test_whether_absorbed_casualties_are_numbered(rose: Rose, counted: str, lost: str) -> None:
    """Three hits on a fortified defender that wins: the third is number 3, or only the second that is borne."""
    units = ["aid_1 D5", "aid_2 D5 1", "asup_1 D5", "xad_1 D4 1", "xid_1 D4 3"]
    settings = (f"land.third_casualty_counts_absorbed={counted}", "space.D4.features.fortification={}")
    table = battle(rose, units, "5 5 5 10 6 6 6", *settings, attackers=("aid_1", "aid_2"))
    while table.ask().seat == "allied":
        table.play(table.options("lose")[0])
    table.play("lose xid_1")
    if lost:
        assert table.gone(lost) == "lost"
    else:
        assert table.options("lose") == ["lose xad_1", "lose xid_1"]


@pytest.mark.rule("TT-2.4.3-26")
@pytest.mark.parametrize(("allocator", "seat"), [("owner", "axis"), ("shooter", "allied")])
def test_who_picks_the_casualties(rose: Rose, allocator: str, seat: str) -> None:
    units = ["aid_1 D5", "asup_1 D5", "xid_1 D4 3", "xinf_1 D4"]
    table = battle(rose, units, "5 1 1 4 4 4 4", f'hits.allocator="{allocator}"')
    assert table.ask().seat == seat and table.options() == ["lose xid_1", "lose xinf_1"]


@pytest.mark.rule("TT-2.4.3-25")
@pytest.mark.parametrize(("threshold", "hits"), [(5, 0), (4, 1)])
def test_the_threshold_of_dice_without_a_unit(rose: Rose, threshold: int, hits: int) -> None:
    units = ["aid_1 D5", "asup_1 D5", "xid_1 D4 1"]
    table = battle(rose, units, "1 1 1 1 4", f"hits.threshold={threshold}", 'space.D4.terrain="city"')
    assert decided(table).hits == (0, hits)


@pytest.mark.rule("TT-2.4.3-27")
@pytest.mark.parametrize(("every", "lost"), [(3, "aid_1"), (2, "aad_1"), (0, "aid_1")])
def test_how_often_a_casualty_falls_on_armor_is_data(rose: Rose, every: int, lost: str) -> None:
    units = ["aid_1 D5 2", "aad_1 D5 1", "asup_1 D5", "xid_1 D4 2"]
    table = battle(rose, units, "1 1 1 6 6", f"battlefield.every={every}", attackers=("aid_1", "aad_1"))
    table.play("lose aid_1")
    if every == 2:
        assert table.gone("aad_1") == "lost"
    else:
        assert table.options() == ["lose aad_1", f"lose {lost}"]


def add(query: Query) -> Any:
    """An aircraft's dice for the attacker, a storm that takes one, a curse on each die and a gift for the defender."""
    if query["side"] == "attacker":
        return (
            Modifier("bombers", op="die", die=Die(8, label="bombers"), rule="X-1"),
            Modifier("storm", 1, op="drop", rule="X-2", group="storm"),
        )
    return (
        Modifier("curse", -1, stage="roll", rule="X-3"),
        Modifier("gift", 3, stage="total", rule="X-4"),
    )


def test_plugins_add_dice_and_modifiers_to_a_hand() -> None:
    def modify_hand(query: Query) -> Any:
        return add(query)

    plugin = SimpleNamespace(
        __name__="storm", MANIFEST=Manifest(id="storm", summary="for a test", after=("land_combat",)),
        modify_hand=hook("battle_hand")(modify_hand),
    )  # fmt: skip
    game = Game.load(
        Path(__file__).parent / "rose",
        settings=['ruleset.plugins=["land_combat", "logistics", "facilities", "formations", "storm"]'],
        plugins=[plugin],
    )
    units: dict[str, dict[str, Any]] = {
        "a": {"type": "infantry_division", "nation": "allied", "at": "D5", "steps": 2},
        "s": {"type": "supply", "nation": "allied", "at": "D5"},
        "x": {"type": "infantry_division", "nation": "axis", "at": "D4", "steps": 2},
    }
    state = scene(game, units=units, control=AXIS, phase="land")
    for text in ("move a D4", "commit s D4", "done"):
        state = game.apply(state, text, "allied").state
    state = game.apply(state, "done", "axis").state
    assert list(game.asks(state)[0].options) == ["remove d6", "remove d8"]
    state = game.apply(state, "remove d6", "allied").state
    step = game.apply(state, "roll 4 7 6 2", "chance")
    told = next(e for e in step.events if isinstance(e, BattleDecided))
    assert told.totals == (11, 9) and told.hits == (1, 1)
    assert ("Axis gift", 3, "X-4") in told.parts
