"""Naval support: who is marked, who reaches a battle, how opposing supporters cancel, and what is used up."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.decisions import CHANCE
from hexwright.errors import RulesetError
from hexwright.events import Event, StatusSet
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.land_combat import Attack, DieAdded, LandState
from hexwright_plugins.naval_ops import Mission, SeaState, missions

from .torch import load, options, why

MARK = ["naval_support"]
REGIMENT = {"type": "infantry_regiment"}


def ship(at: str, nation: str = "allied", type_: str = "escort_group", **about: Any) -> dict[str, Any]:
    return {"type": type_, "nation": nation, "at": at, "status": MARK, **about}


def battle(game: Game, *spaces: str, **ships: Any) -> State:
    """Allied infantry attacks Axis infantry in these hexes: the battles are about to be fought."""
    units: dict[str, Any] = dict(ships)
    for n, at in enumerate(spaces or ("S5",)):
        units[f"i{n}"] = {**REGIMENT, "nation": "allied", "at": at}
        units[f"d{n}"] = {**REGIMENT, "nation": "axis", "at": at}
    attacks = tuple(Attack(f"i{n}", at, "R5") for n, at in enumerate(spaces or ("S5",)))
    return scene(game, turn=3, units=units, phase="battles", slices=[LandState(attacks)])


def play(game: Game, state: State, *texts: str) -> tuple[State, list[Event]]:
    told: list[Event] = []
    for text in texts:
        step = game.apply(state, text)
        state, told = step.state, told + list(step.events)
    return state, told


def dice(told: list[Event]) -> list[tuple[str, str]]:
    return [(e.side, e.die.notation) for e in told if isinstance(e, DieAdded) for _ in range(e.count)]


def seat(game: Game, state: State) -> str:
    return game.asks(state)[0].seat


# ------------------------------------------------------------------ markers


@pytest.mark.rule("TT-2.4.2-39")
def test_a_ship_on_support_stays_and_is_marked() -> None:
    game = load()
    known = SeaState(tuple(Mission(u, "naval_support", "S4") for u in "abc"))
    units = {"a": ship("S4", status=[]), "b": ship("S4", status=["beaten"]), "d": ship("S4", status=[])}
    state = scene(game, turn=3, units=units, slices=[known], frames=["naval_ops.support", "pass allied"])
    now = game.position(state)
    assert [now.unit(u).status for u in "abd"] == [("naval_support",), ("beaten",), ()]
    assert now.unit("a").at == "S4"
    assert [m.stage for m in missions(now).missions] == ["done", "lost", "lost"]


@pytest.mark.rule("TT-2.4.3-18")
def test_markers_are_lifted_in_housekeeping() -> None:
    assert load().rules.status["naval_support"].until == "house"


# ------------------------------------------------------------------ in battle


@pytest.mark.rule("TT-2.4.2-40", "TT-PA.11-04", "TT-2.4.3-18")
def test_each_marked_ship_may_add_a_d6_whatever_its_class() -> None:
    game = load()
    state = battle(game, a=ship("S4"), b=ship("S4", type_="carrier_strike_group", steps=1))
    assert (seat(game, state), options(game, state, "allied")) == ("allied", ["support a", "support b", "done"])
    state, told = play(game, state, "support b", "done")
    assert dice(told) == [("attacker", "d6")]
    now = game.position(state)
    assert now.unit("a").status == ("naval_support",) and "naval_support" not in now.unit("b").status
    state, told = play(game, battle(game, a=ship("S4"), b=ship("S4")), "support a", "support b")
    assert dice(told) == [("attacker", "d6")] * 2


@pytest.mark.rule("TT-2.4.2-R18")
@pytest.mark.parametrize(
    ("at", "space", "reaches"),
    [("S4", "S5", True), ("R3", "S5", False), ("T3", "T4", True), ("T4", "T4", True), ("U4", "T5", False)],
)
def test_reach_is_the_hex_or_the_next_one_on_the_coast(at: str, space: str, reaches: bool) -> None:
    game = load()
    state = battle(game, space, x=ship(at, "axis"), y=ship("box_tunis", "axis"))
    assert (seat(game, state) == "axis") is reaches
    if reaches:
        assert options(game, state, "axis") == ["support x", "done"]


@pytest.mark.rule("TT-2.4.2-40")
def test_inland_and_unmarked_and_beaten_ships_support_nobody() -> None:
    game = load()
    assert seat(game, battle(game, a=ship("S4", status=[]), b=ship("S4", status=["beaten", *MARK]))) == CHANCE
    inland = battle(game, "T5", a=ship("T4"))
    assert game.board.distance("T4", "T5") == 1 and seat(game, inland) == CHANCE


@pytest.mark.rule("TT-2.4.3-18", "TT-PA.11-04")
def test_the_attacker_says_first_then_the_defender() -> None:
    game = load()
    state = battle(game, a=ship("S4"), x=ship("S4", "axis"))
    assert seat(game, state) == "allied"
    assert "marked ship" in why(game, state, "allied", "support x").text
    state, told = play(game, state, "done")
    assert (seat(game, state), dice(told)) == ("axis", [])
    state, told = play(game, state, "support x")
    assert dice(told) == [("defender", "d6")]
    asked = game.asks(battle(game, a=ship("S4"), b=ship("S4")))[0]
    assert dict(asked.about)["role"] == "attacker" and "which of your marked ships support the attacker" in asked.prompt
    facts = dict(game.asks(play(game, battle(game, a=ship("S4"), b=ship("S4")), "support a")[0])[0].about)
    spent = "1 for the attacker, 0 for the defender (those of both sides cancel one for one)"
    assert facts["ships spent so far"] == spent


@pytest.mark.rule("TT-2.4.3-18")
@pytest.mark.parametrize("order", [("sea", "land", "air"), ("land", "sea", "air")])
def test_support_counts_only_when_maritime_came_before_land(order: tuple[str, ...]) -> None:
    """The same ship takes the mission in both turns: with Land first its side is not asked in the battle."""
    game = load()
    units = {
        "a": ship("S4", status=[]),
        "i": {**REGIMENT, "nation": "allied", "at": "R5"},
        "s": {"type": "supply", "nation": "allied", "at": "R5"},
        "d": {**REGIMENT, "nation": "axis", "at": "S5"},
    }
    state = scene(game, turn=3, units=units, control={"R5": "allied", "S5": "axis"}, phase="domains")
    wanted = ["assign a naval_support", "move i S5", "commit s S5", "support a", *(f"begin {d}" for d in order), "done"]
    taken: list[str] = []
    fought = False
    for _ in range(80):
        if not any(f.name == "phase" and f.phase == "domains" for f in state.stack):  # type: ignore[attr-defined]
            break
        ask = game.asks(state)[0]
        if ask.roll is not None:
            text = "roll" + " 1" * len(ask.roll.sides)
        else:
            text = next((t for t in wanted if t in ask.options), next(iter(ask.options)))
        step = game.apply(state, text, ask.seat)
        taken.append(text)
        fought = fought or any(type(e).__name__ == "BattleDecided" for e in step.events)
        state = step.state
    assert fought and "assign a naval_support" in taken
    assert ("support a" in taken) == (order[0] == "sea")


def test_axis_ships_support_their_ally() -> None:
    game = load()
    units = {"gar_bone": {}, "x": ship("R3", "axis"), "i": {**REGIMENT, "nation": "allied", "at": "R4"}}
    attacks = LandState((Attack("i", "R4", "Q5"),))
    state = scene(game, turn=1, units=units, phase="battles", slices=[attacks])
    assert options(game, state, "axis") == ["support x", "done"]


CASES = [
    ("one_for_one", 0, 2, 1, (1, 0)),
    ("one_for_one", 0, 1, 1, (0, 0)),
    ("one_for_one", 0, 1, 3, (0, 2)),
    ("all", 0, 3, 1, (0, 0)),
    ("all", 0, 2, 0, (2, 0)),
    ("one_for_one", 1, 3, 0, (1, 0)),
    ("one_for_one", 2, 1, 4, (0, 2)),
    ("one_for_one", 1, 3, 1, (1, 0)),
]


@pytest.mark.rule("TT-2.4.2-R18", "TT-PA.11-04")
@pytest.mark.parametrize(("cancel", "most", "ours", "theirs", "left"), CASES)
def test_supporters_cancel_and_are_used_up(
    cancel: str, most: int, ours: int, theirs: int, left: tuple[int, int]
) -> None:
    game = load(f"naval.support_cancel={cancel!r}".replace("'", '"'), f"naval.support_max_dice={most}")
    fleet = {f"a{n}": ship("S4") for n in range(ours)} | {f"x{n}": ship("S4", "axis") for n in range(theirs)}
    state, told = play(game, battle(game, **fleet), *(f"support {u}" for u in fleet))
    assert (dice(told).count(("attacker", "d6")), dice(told).count(("defender", "d6"))) == left
    spent = [e.unit for e in told if isinstance(e, StatusSet) and e.status == "naval_support" and not e.on]
    assert spent == list(fleet)
    assert not any("naval_support" in u.status for u in game.position(state).units())


@pytest.mark.rule("TT-2.4.2-R18")
def test_what_is_committed_is_not_saved_for_a_second_battle() -> None:
    game = load()
    state = battle(game, "S5", "R4", a=ship("R3"), b=ship("S4"), x=ship("S4", "axis"))
    state, _ = play(game, state, "fight S5")
    assert options(game, state, "allied") == ["support b", "done"]  # R3 is two hexes away
    state, told = play(game, state, "support b", "support x")
    assert dice(told) == []
    while game.asks(state)[0].frame != "naval_ops.supports":
        roll = game.asks(state)[0].roll
        state, _ = play(game, state, "roll" + " 1" * len(roll.sides) if roll else options(game, state, "allied")[0])
    assert options(game, state, "allied") == ["support a", "done"]


def test_numbers_below_zero_are_refused() -> None:
    with pytest.raises(RulesetError):
        Game.load("torch_tunisia", settings=["naval.support_max_dice=-1"])
