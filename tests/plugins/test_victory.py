"""Victory: Tunis in Allied hands at the end of Land or of the game, else the Axis; conditions as data."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexwright.errors import RulesetError
from hexwright.game import Game
from hexwright.state import Outcome, State
from hexwright.testing import scene

from .torch import load

ALLIED = Outcome("allied", "Tunis is in Allied hands", "TT-1.1-01")
AXIS = Outcome("axis", "Tunis has held out", "TT-1.1-02")


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def look(game: Game, turn: int, phase: str, tunis: str, **units: str) -> State:
    """A victory check with Tunis under somebody's control."""
    return scene(game, turn=turn, units={u: {"at": s} for u, s in units.items()}, control={"U5": tunis}, phase=phase)


@pytest.mark.rule("TT-1.1-01", "TT-PA.5-01")
@pytest.mark.parametrize("turn", range(1, 11))
@pytest.mark.parametrize(("tunis", "wins"), [("allied", True), ("axis", False), ("vichy", False), ("", False)])
def test_allied_tunis_after_land_operations_wins_at_once(game: Game, turn: int, tunis: str, wins: bool) -> None:
    state = look(game, turn, "land_victory", tunis)  # no unit is left in Tunis
    if wins:
        assert state.over == ALLIED
    else:
        assert state.over is None or turn == 10


@pytest.mark.rule("TT-2.4.3-37")
def test_the_look_comes_when_land_operations_end_and_ends_the_game_at_once(game: Game) -> None:
    state = look(game, 5, "ops", "allied")
    asked = []
    while state.over is None:
        ask = game.asks(state)[0]
        asked.append(ask.frame)
        wanted = [t for t in ("begin land", "first allied", "done") if t in ask.options]
        state = game.apply(state, wanted[0], ask.seat).state
    assert state.over == ALLIED and "land_move" in state.done and "battles" in state.done
    assert asked.count("land_combat.move") == 2 and asked[-1] == "land_combat.move"
    assert "air" not in state.done and "convoy" not in state.done and state.turn == 5


@pytest.mark.rule("TT-1.1-01")
def test_units_in_tunis_without_its_control_do_not_win(game: Game) -> None:
    state = look(game, 5, "land_victory", "axis", us_3_id="U5", tri_inf="U5")
    assert state.over is None
    state = look(game, 5, "land_victory", "allied", tri_inf="T4")
    assert state.over == ALLIED


@pytest.mark.rule("TT-1.1-02", "TT-1.1-R01", "TT-1.1-03", "TT-PA.5-02")
@pytest.mark.parametrize(("tunis", "outcome"), [("allied", ALLIED), ("axis", AXIS), ("vichy", AXIS), ("", AXIS)])
def test_e_50_the_last_turn_ends_with_one_winner(game: Game, tunis: str, outcome: Outcome) -> None:
    assert look(game, 10, "end", tunis).over == outcome
    assert look(game, 9, "end", tunis).over is None  # no look at the end of other turns


@pytest.mark.rule("TT-1.1-01", "TT-1.1-02")
def test_the_outcome_quotes_its_rule_and_ends_play(game: Game) -> None:
    state = look(game, 10, "final", "axis")
    assert state.over == AXIS
    assert game.asks(state) == ()


@pytest.mark.parametrize(("switch", "winner"), [("true", "allied"), ("false", "axis")])
def test_final_check_is_a_switch(switch: str, winner: str) -> None:
    """AMB-116: Tunis taken after the last Land operations counts or does not."""
    game = load(f"victory.final_check={switch}")
    state = look(game, 10, "final", "allied")
    assert state.over is not None and state.over.winner == winner
    assert look(game, 10, "land_victory", "allied").over == ALLIED
    state = look(game, 10, "final", "")
    assert state.over == AXIS


def test_conditions_are_data() -> None:
    game = load(
        'victory.conditions.allied.when={ control = { by = "allied", spaces = ["T4"] } }',
        'victory.conditions.allied.reason="Bizerte has fallen"',
    )
    assert look(game, 3, "land_victory", "allied").over is None
    state = scene(game, turn=3, control={"T4": "allied"}, phase="land_victory")
    assert state.over == Outcome("allied", "Bizerte has fallen", "TT-1.1-01")


SMALL = """
[sequence]
turns = 1
each_turn = ["look", "last"]
[phase.look]
frame = "victory.check"
[phase.last]
frame = "victory.final"
"""


@pytest.mark.parametrize(
    ("conditions", "winner", "reason"),
    [
        ('a = { winner = "red", check = ["look"], reason = "at once" }', "red", "at once"),
        ('a = { winner = "red", check = ["look"], when = { never = true } }', "", "turn_limit"),
        ('a = { winner = "red", check = ["last"] }', "red", "a"),
        (
            'a = { winner = "red", check = ["look"], when = { turn = 2 } }\n'
            'b = { winner = "blue", check = ["look"], when = { turn = 1 } }\n'
            'c = { winner = "red", check = ["look"] }',
            "blue", "b",
        ),
    ],
)  # fmt: skip
def test_the_first_condition_that_holds_decides(
    load_game: Callable[..., Game], conditions: str, winner: str, reason: str
) -> None:
    game = load_game(SMALL + "[victory.conditions]\n" + conditions, named=["victory"])
    over = game.start().over
    assert over is not None and (over.winner, over.reason) == (winner, reason)


def test_without_the_final_check_another_condition_decides(load_game: Callable[..., Game]) -> None:
    conditions = """
    [victory]
    final_check = false
    [victory.conditions]
    a = { winner = "red", check = ["look", "last"], when = { done = "look" } }
    b = { winner = "blue", check = ["last"], when = { never = true } }
    c = { winner = "red", check = ["last"], when = { never = true } }
    """
    over = load_game(SMALL + conditions, named=["victory"]).start().over
    assert over is not None and (over.winner, over.reason) == ("red", "c")  # the last one that is left
    over = load_game(SMALL + conditions.replace("final_check = false", ""), named=["victory"]).start().over
    assert over is not None and (over.winner, over.reason) == ("red", "a")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('victory.conditions.axis.winner="vichy"', "is a nation, not a side"),
        ('victory.conditions.axis.check=["finale"]', "no phase 'finale'"),
        ('victory.final_check="no"', "wanted"),
        ("victory.conditions.axis.when={ contrl = {} }", "contrl"),
    ],
)
def test_other_values_are_refused_at_their_place(setting: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Game.load("torch_tunisia", settings=[setting])
    (fault,) = caught.value.faults
    assert said in str(fault)
    assert fault.line == 1


def test_without_it_the_turn_limit_ends_the_game() -> None:
    game = load('ruleset.plugins=["land_combat"]')
    state = scene(game, turn=10, control={"U5": "allied"}, phase="house")
    assert state.over == Outcome("", "turn_limit", "")
