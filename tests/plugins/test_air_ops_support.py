"""Close air support in battles on land and at sea, and interdiction of land moves."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import Moved
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import play, scene
from hexwright_plugins.air_ops import AirState, InterdictionPaid, Mission, missions
from hexwright_plugins.gunnery import SeaBattleJoined, SupportCalled
from hexwright_plugins.land_combat import DieAdded

from .torch import answer, at, load, options, why

CAS = "close_air_support"


def over(space: str, *units: str, stage: Any = "flown") -> AirState:
    return AirState(tuple(Mission(u, CAS, space, base="S2", stage=stage) for u in units))


def battle(game: Game, air: AirState, units: dict[str, dict[str, Any]] | None = None, **about: Any) -> State:
    """The Allies attack T6, in the open, from S6 with Supply committed: the first question of the battle."""
    here = at(us_inf_1="S6", al_sup_1="S6", ax_inf_a1="T6", malta_ftr="Y6", sard_bmb="S2", sard_ftr="S2")
    state = scene(game, turn=3, units={**here, **(units or {})}, slices=[air], phase=["land_move", "battles"],
                  control={"S6": "allied", "T6": "axis"}, **about)  # fmt: skip
    state = answer(game, state, "allied", "move us_inf_1 T6", "commit al_sup_1 T6", "done")
    return answer(game, state, "axis", "done")


# ------------------------------------------------------------------ on land


@pytest.mark.rule("TT-2.4.1-26", "TT-PA.9-03")
def test_support_adds_the_dice_of_the_aircraft_to_its_side_the_attacker_says_first() -> None:
    game = load()
    air = over("T6", "sard_bmb", "malta_ftr")
    state = battle(game, air, {"sard_bmb": {"at": "S2", "steps": 1}})
    assert options(game, state, "allied") == ["support malta_ftr", "done"]
    state, events = play(game, state, ["allied: support malta_ftr"])
    added = [e for e in events if isinstance(e, DieAdded)]
    assert [(e.side, e.die.sides, e.count, e.rule) for e in added] == [("attacker", 8, 2, "TT-2.4.1-26")]
    assert [e.text() for e in added] == ["the attacker at T6 gets 2d8 (ftr support)"]
    assert options(game, state, "axis") == ["support sard_bmb", "done"]
    state, events = play(game, state, ["axis: support sard_bmb"], ["battle T6: 1 8 8 1 1"])
    assert [e.text() for e in events if isinstance(e, DieAdded)] == ["the defender at T6 gets a d6 (bmb support)"]


@pytest.mark.rule("TT-2.4.1-05")
@pytest.mark.parametrize("steps", [1, 2])
def test_as_many_dice_as_strength_points_now(steps: int) -> None:
    game = load()
    state = battle(game, over("T6", "malta_ftr"), {"malta_ftr": {"at": "Y6", "steps": steps}})
    state, events = play(game, state, ["allied: support malta_ftr"], ["battle T6: " + "1 " * (steps + 2)])
    assert sum(e.count for e in events if isinstance(e, DieAdded)) == steps


@pytest.mark.rule("TT-2.4.1-R12")
def test_a_token_supports_one_battle_and_may_be_held_back() -> None:
    game = load()
    state = battle(game, over("T6", "malta_ftr", "sard_ftr"))
    held = answer(game, state, "allied", "done")
    known = missions(game.position(held)).of("malta_ftr")
    assert known is not None and known.stage == "flown"
    used = answer(game, state, "allied", "support malta_ftr")
    known = missions(game.position(used)).of("malta_ftr")
    assert known is not None and known.stage == "used"
    assert why(game, used, "axis", "support malta_ftr").rule == "TT-2.4.1-R12"
    # another battle in the same hex finds nothing left of it
    again = battle(game, over("T6", "malta_ftr", stage="used"))
    assert not any(a.frame == "air_ops.support" for a in game.asks(again))


@pytest.mark.rule("TT-2.4.1-26", "TT-2.4.3-18")
@pytest.mark.parametrize("air", [over("S5", "malta_ftr"), over("T6", "malta_ftr", stage="assigned"),
                                 over("T6", "malta_ftr", stage="lost"), AirState()])  # fmt: skip
def test_only_aircraft_that_came_through_to_the_hex_support_it(air: AirState) -> None:
    game = load()
    assert not any(a.frame == "air_ops.support" for a in game.asks(battle(game, air)))


def test_dice_of_support_hit_only_where_the_switch_lets_them() -> None:
    game = load("land.bonus_dice_can_hit=false")
    state = battle(game, over("T6", "malta_ftr"))
    state, events = play(game, state, ["allied: support malta_ftr"], ["battle T6: 1 8 8 6"])
    decided = next(e for e in events if type(e).__name__ == "BattleDecided")
    assert decided.totals == (16, 5) and decided.hits == (0, 1)  # type: ignore[attr-defined]


@pytest.mark.rule("TT-2.4.3-18", "TT-PA.7-02", "TT-2.4.1-R23")
@pytest.mark.parametrize("order", [("air", "land", "sea"), ("land", "air", "sea")])
def test_support_counts_only_when_air_came_before_land(order: tuple[str, ...]) -> None:
    """The same missions and the same attack: with Land first nobody is asked, and interdiction slows nobody."""
    game = load()
    units = at(us_inf_1="R5", al_sup_1="R5", ax_inf_a1="S5", malta_ftr="V4", tf1_csg="V4", sard_ftr="S2")
    units["malta_ftr"] = {"at": "R5"}
    state = scene(game, turn=3, units=units, control={"R5": "allied", "S5": "axis"}, phase="domains",
                  features={"R5 airfield built": True, "R5 airfield grade": "improved"})  # fmt: skip
    wanted = [f"assign malta_ftr {CAS} S5", "move us_inf_1 S5", "commit al_sup_1 S5", "support malta_ftr", "done"]
    asked, decided = [], []
    for _ in range(80):
        if not any(f.name == "phase" and f.phase == "domains" for f in state.stack):  # type: ignore[attr-defined]
            break
        ask = game.asks(state)[0]
        asked.append(ask.frame)
        if ask.roll is not None:
            text = "roll" + " 1" * len(ask.roll.sides)
        else:
            begin = [f"begin {d}" for d in order]
            text = next((t for t in (*wanted, *begin) if t in ask.options), next(iter(ask.options)))
        step = game.apply(state, text, ask.seat)
        decided += [e for e in step.events if type(e).__name__ == "BattleDecided"]
        state = step.state
    assert ("air_ops.support" in asked) == (order[0] == "air")
    assert decided and ("air_ops.assign" in asked)


# ------------------------------------------------------------------ at sea


@pytest.mark.rule("TT-2.4.1-R12", "TT-2.4.2-22")
def test_support_at_sea_is_called_by_each_owner_the_attacker_first() -> None:
    game = load()
    air = over("R3", "sard_bmb", "malta_ftr")
    joined = SeaBattleJoined(space="R3", attacker="axis", defender="allied")
    state = scene(game, turn=3, units=at(malta_ftr="Y6", sard_bmb="S2", ax_sqd_a2="S2"), slices=[air], events=[joined],
                  phase="air_assign")  # fmt: skip
    # what reacts to the event is asked before the phase that was pushed with it
    assert [a.seat for a in game.asks(state)] == ["axis"]
    state, events = play(game, state, ["axis: support sard_bmb"])
    assert [(e.unit, e.space, e.table) for e in events if isinstance(e, SupportCalled)] == [
        ("sard_bmb", "R3", "support_sea")
    ]
    assert not any(isinstance(e, DieAdded) for e in events)
    assert options(game, state, "allied") == ["support malta_ftr", "done"]


# ------------------------------------------------------------------ interdiction


def moving(game: Game, units: dict[str, dict[str, Any]], *spaces: str, owner: str = "axis", **about: Any) -> State:
    control = dict.fromkeys(("R4", "R5", "R6", "S5", "S6", "S7", "T6", "Q6"), "allied")
    return scene(game, turn=3, units=units, markers=[(s, "interdict", owner) for s in spaces], control=control,
                 phase="land_move", **about)  # fmt: skip


def spent(game: Game, state: State, unit: str, *to: str) -> list[int]:
    """What each of the moves of a unit costs."""
    costs = []
    for space in to:
        before = state.units[unit].spent
        state = answer(game, state, "allied", f"move {unit} {space}")
        costs.append(state.units[unit].spent - before)
    return costs


@pytest.mark.rule("TT-2.4.1-27", "TT-2.4.1-R14", "TT-PA.9-04")
@pytest.mark.parametrize(
    ("where", "moves", "costs"),
    [
        ("R5", ["R5", "S6", "T6"], [2, 1, 1]),  # entered and paid, left free
        ("R4", ["R5", "S6", "T6"], [2, 1, 1]),  # left and paid
        ("R5", ["S6"], [3]),  # a way through several hexes counts it once
        ("R5", ["R5", "R4"], [2, 1]),
        ("R4", ["R5", "R4"], [2, 1]),  # back again: paid on the way out
        ("R5 S6", ["S6"], [4]),  # different hexes each cost one more
        ("R5 S6", ["R5", "S6"], [2, 2]),
    ],
)
def test_an_interdicted_hex_costs_one_point_more_once(where: str, moves: list[str], costs: list[int]) -> None:
    game = load()
    state = moving(game, at(us_arm_1="R4"), *where.split())
    assert spent(game, state, "us_arm_1", *moves) == costs


@pytest.mark.rule("TT-2.4.1-27", "TT-2.4.1-R14")
@pytest.mark.parametrize("where", ["R5", "R4", "R5 S6", "R4 R5 S5", "R4 S5 S6 T5", ""])
@pytest.mark.parametrize("before", [(), ("R5",), ("S5", "R4")])
def test_the_range_is_exact(where: str, before: tuple[str, ...]) -> None:
    """Against all ways of four steps: what each border costs, and one more for each interdicted hex not yet paid."""
    game = load()
    state = moving(game, at(us_arm_1="R4"), *where.split())
    paid: set[str] = set()
    for space in before:
        paid |= {state.units["us_arm_1"].at, space}
        state = answer(game, state, "allied", f"move us_arm_1 {space}")
    here, left = state.units["us_arm_1"].at, 4 - state.units["us_arm_1"].spent
    slow = set(where.split()) - paid
    found: dict[str, int] = {}

    def walk(path: tuple[str, ...], cost: int) -> None:
        total = cost + (len(slow.intersection(path)) if len(path) > 1 else 0)
        if total > left:
            return
        found[path[-1]] = min(total, found.get(path[-1], 99))
        for b, step, stop in game.board.steps("land", "allied", path[-1]):
            if stop:
                if total + step + (b in slow) + (len(path) == 1 and here in slow) <= left:
                    found.setdefault(b, left)
            else:
                walk((*path, b), cost + step)

    walk((here,), 0)
    offered = {t.split()[2] for t in options(game, state, "allied", "move")}
    assert offered == set(found) - {here}
    for space in sorted(offered):
        then = answer(game, state, "allied", f"move us_arm_1 {space}")
        assert then.units["us_arm_1"].spent - state.units["us_arm_1"].spent == found[space], space


@pytest.mark.rule("TT-2.4.1-R14")
def test_several_tokens_on_a_hex_do_not_add_up_and_each_unit_pays() -> None:
    game = load()
    state = scene(game, turn=3, units=at(us_arm_1="R4", us_arm_2="R4"), control={"R4": "allied", "R5": "allied"},
                  markers=[("R5", "interdict", "axis", 2)], phase="land_move")  # fmt: skip
    state, events = play(game, state, ["allied: move us_arm_1 R5", "move us_arm_2 R5"])
    assert [e.cost for e in events if isinstance(e, Moved)] == [2, 2]
    assert [(e.unit, e.space) for e in events if isinstance(e, InterdictionPaid)] == [("us_arm_1", "R5"),
                                                                                     ("us_arm_2", "R5")]  # fmt: skip
    assert [p for e in events if isinstance(e, Moved) for p in e.parts if p[2] == "TT-2.4.1-27"] == [
        ("interdiction", 1, "TT-2.4.1-27"), ("interdiction", 1, "TT-2.4.1-27"),
    ]  # fmt: skip


@pytest.mark.rule("TT-2.4.1-27")
def test_supply_pays_too_and_the_side_that_interdicts_does_not() -> None:
    game = load()
    state = moving(game, at(al_sup_1="R4", us_arm_1="R4"), "R5")
    assert spent(game, state, "al_sup_1", "R5") == [2]
    own = moving(game, at(us_arm_1="R4"), "R5", owner="allied")
    assert spent(game, own, "us_arm_1", "R5", "S6") == [1, 1]


@pytest.mark.rule("TT-2.4.1-27")
@pytest.mark.parametrize(("cost", "needs"), [(0, 1), (1, 2), (2, 3)])
def test_the_cost_is_a_switch(cost: int, needs: int) -> None:
    game = load(f"air.interdiction_cost={cost}")
    state = moving(game, at(us_arm_1="R4"), "R5")
    assert spent(game, state, "us_arm_1", "R5") == [needs]


def test_retreats_pay_nothing_and_have_not_paid_either() -> None:
    """The defender of T6 falls back through an interdicted hex without a charge; that is no payment for later."""
    game = load()
    units = at(us_inf_1="S6", al_sup_1="S6", ax_inf_a1="T6")
    marked = [(s, "interdict", "allied") for s in ("T6", "U7", "T7", "U6")]
    state = scene(game, turn=3, units=units, control={"S6": "allied", "T6": "axis"}, phase=["land_move", "battles"],
                  markers=marked)  # fmt: skip
    script = ["allied: move us_inf_1 T6", "commit al_sup_1 T6", "done", "axis: done"]
    state, events = play(game, state, script, ["battle T6: 4 3"])
    state, more = play(game, state, ["axis: retreat ax_inf_a1 U7"])
    assert [e.cost for e in more if isinstance(e, Moved)] == [0]
    assert not any(isinstance(e, InterdictionPaid) for e in (*events, *more))
