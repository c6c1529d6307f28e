"""The readable account: headers above what matters, moves counted, names for ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright import events as happened
from hexwright.cli.account import ALL, IMPORTANT, MOVES, Account, Ledger, over_told
from hexwright.cli.names import Names
from hexwright.errors import Reason
from hexwright.game import Game
from hexwright.pieces import Unit
from hexwright.state import Outcome


@pytest.fixture
def names(tiny: Path) -> Names:
    game = Game.load(tiny)
    return Names(game.rules, game.unit_names)


STORY: list[happened.Event] = [
    happened.TurnBegan(turn=1),
    happened.PhaseBegan(phase="orders"),
    happened.PhaseEnded(phase="orders"),
    happened.PhaseBegan(phase="moves"),
    happened.Moved(unit="r1", path=("A1", "B1")),
    happened.Moved(unit="r1", path=("B1", "B2")),
    happened.Moved(unit="b1", path=("C3", "C2")),
    happened.StatusSet(unit="r1", status="tired", rule="T-1"),
    happened.StepsChanged(unit="b1", steps=1, was=2, why="fire"),
    happened.SliceSet(plugin="tiny", value=None),
    happened.PhaseEnded(phase="moves"),
    happened.Rolled(label="t1/weather", sides=(6, 6), faces=(3, 4)),
]


def test_moves_are_counted_and_silent_phases_left_out(names: Names) -> None:
    assert Account(names, IMPORTANT).lines(STORY) == [
        "",
        "=== Turn 1: Monday ===",
        "  Movement",
        "    Blue Foot loses 1 step (fire), 1 left",
        "    2 units moved",
        "    dice (weather): 3, 4",
    ]


def test_more_detail_tells_each_move_and_then_every_rule(names: Names) -> None:
    moves = Account(names, MOVES).lines(STORY)
    assert "    1st Foot moves A1 B1" in moves
    assert not any("tired" in line for line in moves)
    everything = Account(names, ALL).lines(STORY)
    assert "    1st Foot is tired [T-1]" in everything
    assert not any("notes" in line for line in everything)


def test_moves_before_the_end_are_not_lost(names: Names) -> None:
    account = Account(names, IMPORTANT)
    assert account.lines([happened.Moved(unit="r1", path=("A1", "B1"))]) == []
    assert account.rest() == ["    1 unit moved"]
    account.lines([happened.Moved(unit="r1", path=("A1", "B1"))])
    assert "    1 unit moved" in account.lines([happened.GameEnded(winner="red", reason="turn_limit")])


def test_ids_are_told_by_name(names: Names) -> None:
    assert names.spoken("r1 goes to B2; road B2-C2 stays") == "1st Foot goes to Middleton (B2); road B2-C2 stays"
    assert names.spoken("Battle at B2: Middleton (B2) holds, 'move r1 B2'") == (
        "Battle at Middleton (B2): Middleton (B2) holds, 'move r1 B2'"
    )
    told = Account(names, IMPORTANT).told(happened.Removed(unit="r1", how="lost", at="B2"))
    assert told == "1st Foot is lost at Middleton (B2)"
    assert Account(names, IMPORTANT).told(happened.Noted(note="b_ghost is seen")) == "Ghost is seen"


def test_the_end_is_told_in_words(names: Names) -> None:
    assert over_told(Outcome("red", "took_the_hill"), names) == "The game is over: Red won (took the hill)."
    assert over_told(Outcome("", "turn_limit"), names) == "The game is over: nobody has won (the last turn is over)."


def test_a_reason_is_told_in_full(names: Names) -> None:
    reason = Reason("too far", "T-1", (("needs", 3),), "move r1 B1", "tiny", (Reason("too dark", "T-1"),))
    assert names.told(reason) == [
        "too far.",
        "  Numbers: needs 3",
        "  Rule: [T-1] One hex at a time",
        "  A unit goes to a hex beside it.",
        "  Refused by the special rule: tiny",
        "  Possible instead: move r1 B1",
        "  Also: too dark.",
    ]


def test_what_is_taken_back_is_not_told() -> None:
    one, two, three = (happened.Noted(note=n) for n in ("one", "two", "three"))
    ledger = Ledger()
    assert ledger.after("move a", (one,), True) == ()
    assert ledger.after("move b", (two,), True) == ()
    assert ledger.after("retract", (), True) == ()
    assert ledger.after("move c", (three,), True) == ()
    assert ledger.after("done", (), False) == (one, three)
    ledger.after("move a", (one,), True)
    assert ledger.after("reset", (), False) == ()
    assert ledger.after("fight", (two,), False) == (two,)


def test_a_unit_made_in_play_is_called_by_its_type(names: Names) -> None:
    unit = Unit("r1_a", "foot", "red", "A1", 1)
    account = Account(names, IMPORTANT)
    assert account.lines([happened.Arrived(unit=unit)]) == ["    Foot (r1_a) arrives at A1"]
    assert account.lines([happened.Removed(unit="r1_a", how="lost")]) == ["    Foot (r1_a) is lost"]
