"""After a battle: Supply and the field change hands, transports take losers back; and the order of it all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexwright.events import ControlChanged, Moved, Removed, StepsChanged
from hexwright.game import Game
from hexwright_plugins.land_combat import BattleDecided, BattleJoined, Captured

Rose = Callable[..., Any]
AXIS = {"D4": "axis"}


# ------------------------------------------------------------------ Supply, control, ships


@pytest.mark.rule("TT-2.4.3-33", "TT-2.4.3-R07", "TT-2.4.3-R19", "TT-3.3-09", "TT-3.3-R02", "TT-PA.6-04")
def test_example_10_losing_attackers_leave_their_supply(rose: Rose) -> None:
    units = ["xarm_1 D5", "xarm_2 D5", "xsup_1 D5", "xsup_2 D5", "aid_1 D4 2"]
    table = rose(units, control={"D4": "allied"}, roles={"first": "axis", "second": "allied"})
    table.play("axis: move xarm_1 D4", "move xarm_2 D4", "move xsup_1 D4", "move xsup_2 D4", "commit xsup_1 D4")
    table.play("axis: done", "allied: done", "extra 0", dice="3 6 6 4")
    table.play("axis: lose xarm_1", "retreat xarm_2 D5")
    assert table.at("aid_1") == ("D4", 1) and table.at("xarm_2") == ("D5", 1)
    assert table.gone("xsup_1") == "spent"
    taken = table.unit("xsup_2")
    assert taken.nation == "allied" and "captured" in taken.status
    assert table.told(Captured) == ["xsup_2 at D4 falls into allied hands"]


@pytest.mark.rule("TT-2.4.3-R18")
def test_example_11_a_winner_without_survivors_holds_the_field(rose: Rose) -> None:
    table = rose(
        ["xinf_1 D4", "amech_1 D5", "asup_1 D5", "asup_2 D5", "asup_3 D5"], ['space.D4.terrain="city"'], control=AXIS
    )
    table.play("move amech_1 D4", "commit asup_1 D4", "allied: done", "axis: done", "extra 2", dice="5 4 3 6 5")
    assert "= 11, 0 hits against Axis {d6-1: 6-1; d6: 5} = 10, 2 hits: Allied wins" in table.told(BattleDecided)[0]
    table.play("retreat xinf_1 D3")
    assert table.gone("amech_1") == "lost" and table.at("xinf_1") == ("D3", 1)
    assert table.now.control("D4") == "allied" and not table.now.units_at("D4")


@pytest.mark.rule("TT-2.4.3-32")
def test_ships_that_surrender_are_removed_from_a_captured_city(rose: Rose) -> None:
    table = rose(["vhulk_1 D4", "ainf_1 D5"], ['space.D4.terrain="city"'], control={"D4": "vichy"})
    table.play("move ainf_1 D4")
    assert table.gone("vhulk_1") == "surrendered"


@pytest.mark.rule("TT-2.4.3-R11")
def test_the_order_after_the_roll(rose: Rose) -> None:
    """Winner, attacker's casualties, defender's, surrender, retreats, Supply, control."""
    units = ["vgar_1 D4", "xid_1 D4 2", "xsup_1 D4", "aid_1 D5", "asup_1 D5"]
    table = rose(units, control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done", "axis: extra 0", dice="5 6 6 1 6 1")
    while table.ask().frame in ("land_combat.losses", "land_combat.retreats"):
        table.play(table.options()[0] if "take" not in table.options() else "take")
    names = [type(e).__name__ for e in table.events]
    after = names[names.index("BattleDecided") :]
    order = [
        after.index("StepsChanged"),
        after.index("Removed"),
        after.index("Captured"),
        after.index("ControlChanged"),
    ]
    assert order == sorted(order)
    who = [e.unit for e in table.events if type(e).__name__ in ("StepsChanged", "Removed") and e.unit != "asup_1"]
    assert who[0] == "aid_1" and who[-1] in ("xid_1", "vgar_1")
    assert table.unit("xsup_1").nation == "allied"


@pytest.mark.rule("TT-2.4.3-R11")
def test_the_order_after_the_roll_to_its_last_step(rose: Rose) -> None:
    """Attacker's loss, defender's loss, the garrison, the retreat, Supply, control, and what must leave the place."""
    units = ["vgar_1 D4", "xid_1 D4 2", "xsup_1 D4", "vhulk_1 D4", "aid_1 D5", "asup_1 D5"]
    table = rose(units, ['space.D4.terrain="city"'], control=AXIS)
    table.play("move aid_1 D4", "commit asup_1 D4", "allied: done", "axis: done", "axis: extra 0", dice="5 4 4 1 6 1 1")
    table.play("lose xid_1", "retreat xid_1 D3")
    after = table.events[next(n for n, e in enumerate(table.events) if isinstance(e, BattleDecided)) + 1 :]
    changes = (StepsChanged, Removed, Moved, Captured, ControlChanged)
    told = [(type(e), e.space if isinstance(e, ControlChanged) else e.unit) for e in after if isinstance(e, changes)]
    assert told == [
        (StepsChanged, "aid_1"),
        (StepsChanged, "xid_1"),
        (Removed, "vgar_1"),
        (Moved, "xid_1"),
        (ControlChanged, "D3"),
        (Captured, "xsup_1"),
        (ControlChanged, "D4"),
        (Removed, "vhulk_1"),
    ]


@pytest.mark.rule("TT-2.4.3-15")
def test_the_holder_picks_the_next_battle(rose: Rose) -> None:
    units = ["xinf_1 D4", "xinf_2 F4", "aid_1 D5", "aid_2 F5", "asup_1 D5", "asup_2 F5"]
    table = rose(units, control={"D4": "axis", "F4": "axis"}, roles={"holder": "axis"})
    table.play("move aid_1 D4", "move aid_2 F4", "commit asup_1 D4", "commit asup_2 F4", "allied: done", "axis: done")
    assert table.ask().seat == "axis" and table.options() == ["fight D4", "fight F4"]
    assert table.why_not("fight A1").rule == "TT-2.4.3-15"
    table.play("fight F4", dice="3 3 3 1")
    assert table.told(BattleJoined) == ["Battle at F4: Allied attack, 3d6 against Axis d6-1"]
    assert table.game.asks(table.state)[0].frame == "land_combat.retreats"


@pytest.mark.rule("TT-2.4.3-R22")
def test_a_losing_attacker_from_a_transport_goes_back_aboard(rose: Rose) -> None:
    units = ["atf_1 D8", "aid_1 atf_1", "xid_1 D7"]
    table = rose(units, phase="", control={"D7": "axis"}, frames=["land_combat.battles"], events=_landing())
    table.play(dice="1 1 1 4 4 4")
    assert table.at("aid_1") == ("atf_1", 3) and table.at("xid_1") == ("D7", 3)


def _landing() -> list[Any]:
    from hexwright.events import Moved
    from hexwright_plugins.land_combat import Attacked

    return [Moved(unit="aid_1", path=("atf_1", "D7")), Attacked(unit="aid_1", space="D7", origin="atf_1")]


def test_the_real_rules_bring_the_same_hands() -> None:
    """The ground of the real map is read from its data: a fortified city takes a die and gives one."""
    game = Game.load("torch_tunisia")
    from hexwright.testing import scene

    state = scene(
        game,
        units={"us_1_id": {"at": "T5", "steps": 3}, "gar_bizerte": {"at": "T4"}, "al_sup_1": {"at": "T5"}},
        phase="land_move", roles={"first": "allied", "second": "axis"}, turn=2,
    )  # fmt: skip
    for text in ("move us_1_id T4", "commit al_sup_1 T4"):
        state = game.apply(state, text, "allied").state
    facts = dict(game.ask(state, "allied").about)  # type: ignore[union-attr]
    assert facts["attacker_hand T4"] == "3d6" and facts["removals T4"] == 1
    assert facts["defender_hand T4"] == "d6-1, d6"
