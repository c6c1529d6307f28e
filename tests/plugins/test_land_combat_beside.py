"""Attacks from beside a space (land.attack_mode = "adjacent", AMB-094 option b), and the advance of the winners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexwright.events import Moved, Removed
from hexwright.frames import Play
from hexwright_plugins.land_combat import Attacked, BattleDecided, parties
from hexwright_plugins.land_combat.telling import told_move

Rose = Callable[..., Any]
BESIDE = 'land.attack_mode="adjacent"'
AXIS = {"D4": "axis"}


def beside(rose: Rose, *units: str, settings: tuple[str, ...] = (), **about: Any) -> Any:
    return rose(units, (BESIDE, *settings), **{"control": AXIS, **about})


def fought(rose: Rose, dice: str, *units: str, moves: tuple[str, ...] = ("aid_1",), **about: Any) -> Any:
    """All commit what they can, then the battle at D4 is rolled."""
    table = beside(rose, *units, **about)
    table.play(*(f"move {unit} D4" for unit in moves))
    while commits := table.options("commit"):
        table.play(commits[0])
    table.play("allied: done", "axis: done")
    while table.ask().frame == "logistics.extra":
        table.play("extra 0")
    return table.play(dice=dice)


@pytest.mark.rule("TT-2.4.3-R01")
@pytest.mark.parametrize(("mode", "stands"), [("enter", "D4"), ("adjacent", "D5")])
def test_where_an_attacker_stands(rose: Rose, mode: str, stands: str) -> None:
    table = rose(["aid_1 D5 2", "asup_1 D5", "xid_1 D4"], (f'land.attack_mode="{mode}"',), control=AXIS)
    table.play("move aid_1 D4")
    assert table.unit("aid_1").at == stands
    assert table.told(Attacked) == ["aid_1 attacks D4 from D5"]
    assert table.unit("aid_1").spent == table.now.type(table.unit("aid_1")).allowance
    assert "its move has ended" in table.why_not("move aid_1 D6").text
    assert table.options("commit") == ["commit asup_1 D4"]


def test_an_attacker_walks_up_to_its_enemy_and_pays_for_the_space_it_strikes(rose: Rose) -> None:
    table = beside(rose, "aad_1 D6", "asup_1 D5", "xid_1 D4")
    table.play("move aad_1 D4")
    assert table.unit("aad_1").at == "D5" and table.told(Attacked) == ["aad_1 attacks D4 from D5"]
    far = beside(rose, "aid_1 D6", "asup_1 D5", "xid_1 D4")
    assert far.why_not("move aid_1 D4").numbers == (("needs", 4), ("has", 2))


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ("aad_1", "aad_1 goes from D6 to D5 and attacks xid_1 in D4."),
        ("aid_1", "aid_1 stays in D5 and attacks xid_1 in D4."),
    ],
)
def test_what_a_move_tells_names_the_space_it_stops_in(rose: Rose, unit: str, told: str) -> None:
    table = beside(rose, "aad_1 D6", "aid_1 D5", "asup_1 D5", "xid_1 D4")
    assert told_move(table.now, table.unit(unit), "D4", "allied") == told


def test_attackers_of_one_space_fight_together_from_several_and_others_beside_them_do_not(rose: Rose) -> None:
    table = beside(rose, "aid_1 D5 2", "ainf_1 D3", "ainf_2 D5", "asup_1 D5", "xid_1 D4 2")
    table.play("move aid_1 D4", "move ainf_1 D4")
    both = parties(table.now, "D4")
    assert both is not None
    assert both[0].units == ("aid_1", "ainf_1") and both[1].units == ("xid_1",)


@pytest.mark.rule("TT-2.4.3-22")
def test_winners_advance_and_losers_retreat_as_ever(rose: Rose) -> None:
    table = fought(rose, "6 6 4 1", "aid_1 D5 2", "asup_1 D5", "xid_1 D4 1", "xinf_1 D4")
    while table.ask().frame in ("land_combat.losses", "land_combat.retreats"):
        table.play(table.options()[0])
    assert table.unit("aid_1").at == "D4"
    assert table.now.control("D4") == "allied"
    assert not [u for u in table.now.units_at("D4") if u.nation == "axis"]


def test_losing_attackers_stay_where_they_are(rose: Rose) -> None:
    table = fought(rose, "2 1 4 4", "aid_1 D5 2", "asup_1 D5", "xid_1 D4 2")
    assert next(e for e in table.events if isinstance(e, BattleDecided)).winner == "axis"
    assert table.at("aid_1") == ("D5", 2) and table.now.control("D4") == "axis"
    assert "moves" not in " ".join(table.told(Moved))


def test_attackers_beside_the_space_bear_casualties(rose: Rose) -> None:
    table = fought(rose, "2 1 6 6", "aid_1 D5 2", "asup_1 D5", "xid_1 D4 2")
    assert table.gone("aid_1") == "lost"
    table = fought(rose, "2 1 2 5", "aid_1 D5 2", "asup_1 D5", "xid_1 D4 2")
    assert table.at("aid_1") == ("D5", 1)


@pytest.mark.rule("TT-2.4.3-24")
def test_defenders_do_not_retreat_to_where_the_attack_came_from(rose: Rose) -> None:
    table = fought(rose, "4 4 1", "aid_1 D5 2", "asup_1 D5", "xid_1 D4 1")
    assert table.ask().frame == "land_combat.retreats"
    assert "retreat xid_1 D5" not in table.options() and "retreat xid_1 D3" in table.options()


@pytest.mark.rule("TT-2.4.3-R20")
def test_when_not_all_fit_the_owner_picks_who_advances(rose: Rose) -> None:
    units = ("aid_1 D5 3", "aid_2 C4 3", "aid_3 C5 3", "asup_1 D5", "asup_2 D5", "asup_3 D5", "xinf_1 D4")
    table = fought(rose, "4 4 4 4 4 4 4 4 4 1", *units, moves=("aid_1", "aid_2", "aid_3"))
    while table.ask().frame == "land_combat.retreats":
        table.play(table.options()[0])
    assert table.ask().seat == "allied"
    assert table.options() == ["advance aid_1", "advance aid_2", "advance aid_3"]
    table.play("advance aid_2", "advance aid_3")
    assert [table.unit(f"aid_{n}").at for n in (1, 2, 3)] == ["D5", "D4", "D4"]


@pytest.mark.rule("TT-2.4.3-R03")
@pytest.mark.parametrize("pinned", ["true", "false"])
def test_attacked_units_are_pinned(rose: Rose, pinned: str) -> None:
    about = {"settings": (f"land.pinned_units={pinned}",)}
    table = beside(rose, "aid_1 D5 2", "asup_1 D5", "xid_1 D4 2", "xid_2 D2", **about)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    assert bool(table.options("move")) and ("move xid_1 D3" in table.options()) is (pinned == "false")
    if pinned == "true":
        assert "may not leave" in table.why_not("move xid_1 D3").text


@pytest.mark.rule("TT-2.4.3-R03")
@pytest.mark.parametrize("joining", ["true", "false"])
def test_whether_others_may_join_the_defence(rose: Rose, joining: str) -> None:
    about = {"settings": (f"land.allow_defence_reinforcement={joining}",)}
    table = beside(rose, "aid_1 D5 2", "asup_1 D5", "xid_1 D4 2", "xinf_1 D3", **about)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    if joining == "true":
        table.play("move xinf_1 D4")
        both = parties(table.now, "D4")
        assert both is not None and both[1].units == ("xid_1", "xinf_1")
    else:
        assert table.why_not("move xinf_1 D4").at == "land.allow_defence_reinforcement"


def test_supply_does_not_follow_attackers_that_stay_outside(rose: Rose) -> None:
    table = beside(rose, "aid_1 D5 2", "asup_1 D5", "asup_2 D5", "xid_1 D4 2")
    table.play("move aid_1 D4")
    assert "no strength" in table.why_not("move asup_2 D4").text


@pytest.mark.rule("TT-2.4.3-R25")
def test_attackers_neither_join_nor_split(rose: Rose) -> None:
    table = beside(rose, "aid_1 D5 2", "ainf_1 D5", "asup_1 D5", "xid_1 D4 2")
    assert {"attach ainf_1 aid_1", "detach aid_1"} <= set(table.options())
    table.play("move aid_1 D4")
    assert "attacks this turn" in table.why_not("attach ainf_1 aid_1").text
    assert "attacks this turn" in table.why_not("detach aid_1").text


def test_a_counter_attack_on_the_space_the_attackers_stand_in(rose: Rose) -> None:
    """The attackers are the defenders of their own space; beaten off it they do not attack any more."""
    table = beside(rose, "aid_1 D5 1", "asup_1 D5", "xid_1 D4 1", "xad_1 E6 2", "xsup_1 E6")
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: move xad_1 D5", "commit xsup_1 D5", "done")
    assert table.options() == ["fight D4", "fight D5"]
    table.play("fight D5", dice="4 4 1")
    while table.ask().frame == "land_combat.retreats":
        table.play(table.options()[0])
    assert table.unit("xad_1").at == "D5" and table.unit("aid_1").at != "D4"
    assert len([e for e in table.events if isinstance(e, BattleDecided)]) == 1


def test_who_finds_nobody_left_to_fight_walks_in(rose: Rose) -> None:
    table = beside(rose, "aid_1 D5 2", "asup_1 D5", "xid_1 D4 1")
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done")
    play = Play(table.game, table.state)
    play.emit(Removed(unit="xid_1", how="lost", at="D4"))
    table.state = play.state
    table.play("axis: done")
    assert table.unit("aid_1").at == "D4" and table.now.control("D4") == "allied"
    assert not [e for e in table.events if isinstance(e, BattleDecided)]


def test_the_ground_is_that_of_the_space_attacked(rose: Rose) -> None:
    table = beside(rose, "aid_1 D5 2", "asup_1 D5", "xid_1 D4 2", settings=('space.D4.terrain="mountain"',))
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done", dice="6 1 1")
    assert next(e for e in table.events if isinstance(e, BattleDecided)).totals == (6, 2)
