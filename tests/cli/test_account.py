"""The readable account: headers above what matters, moves counted, names for ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright import events as happened
from hexwright.cli.account import ALL, IMPORTANT, MOVES, Account, over_told
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
    account = Account(names, IMPORTANT)
    assert [*account.lines(STORY), *account.rest()] == [
        "",
        "=== Turn 1: Monday ===",
        "  Movement",
        "    Blue Foot loses 1 step (fire), 1 left",
        "    units moved: Red 1, Blue 1",
        "    dice (weather): 3, 4",
    ]


def test_more_detail_tells_each_move_and_then_every_rule(names: Names) -> None:
    moves = Account(names, MOVES).lines(STORY)
    assert "    1st Foot moves from A1 to Middleton (B2) by B1" in moves
    assert not any("tired" in line for line in moves)
    everything = Account(names, ALL).lines(STORY)
    assert "    1st Foot is tired [T-1]" in everything
    assert not any("notes" in line for line in everything)


def test_moves_before_the_end_are_not_lost(names: Names) -> None:
    account = Account(names, IMPORTANT)
    assert account.lines([happened.Moved(unit="r1", path=("A1", "B1"))]) == []
    assert account.rest() == ["    units moved: Red 1"]
    account.lines([happened.Moved(unit="r1", path=("A1", "B1"))])
    assert "    units moved: Red 1" in account.lines([happened.GameEnded(winner="red", reason="turn_limit")])


def test_ids_are_told_by_name(names: Names) -> None:
    assert names.spoken("r1 goes to B2; road B2-C2 stays") == "1st Foot goes to Middleton (B2); road B2-C2 stays"
    assert names.spoken("Battle at B2: Middleton (B2) holds, 'move r1 B2'") == (
        "Battle at Middleton (B2): Middleton (B2) holds, 'move r1 B2'"
    )
    told = Account(names, IMPORTANT).told(happened.Removed(unit="r1", how="lost", at="B2"))
    assert told == "1st Foot is lost at Middleton (B2)"
    assert Account(names, IMPORTANT).told(happened.Noted(note="b_ghost is seen")) == "Ghost is seen"


def test_what_comes_out_by_itself_is_not_found(names: Names) -> None:
    account = Account(names, IMPORTANT)
    assert account.told(happened.Revealed(unit="r1", at="B2")) == "1st Foot is found at Middleton (B2)"
    shown = happened.Revealed(unit="r1", at="B2", shows=True)
    assert account.told(shown) == "1st Foot shows itself at Middleton (B2)"
    assert shown.text() == "r1 shows itself at B2"


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


def test_a_unit_made_in_play_is_called_by_its_type(names: Names) -> None:
    unit = Unit("r1_a", "foot", "red", "A1", 1)
    account = Account(names, IMPORTANT)
    account.lines([happened.Arrived(unit=unit)])
    assert account.rest() == ["    Red: Foot (r1_a) arrives at A1"]
    account.lines([happened.Removed(unit="r1_a", how="lost")])
    assert account.rest() == ["    Foot (r1_a) is lost"]


def arrived(unit: str, nation: str, at: str) -> happened.Event:
    return happened.Arrived(unit=Unit(unit, "foot", nation, at, 2))


ALIKE: dict[str, list[happened.Event]] = {
    "Red: 3 units arrive at Pool: Foot x2, 1st Foot": [
        arrived("x1", "red", "pool"), arrived("x2", "red", "pool"), arrived("r1", "red", "pool")
    ],
    "now held by Red: Middleton (B2), A1": [
        happened.ControlChanged(space="A1", nation="red"),
        happened.StatusSet(unit="r1", status="tired"),
        happened.ControlChanged(space="B2", nation="red"),
    ],
    "Red: 2 units are lost at Middleton (B2): 1st Foot, Late Foot": [
        happened.Removed(unit="r1", how="lost", at="B2"), happened.Removed(unit="r_late", how="lost", at="B2")
    ],
    "Red: 2 units leave play (stood down): 1st Foot, Late Foot": [
        happened.Removed(unit="r1", how="stood down", at="A1"),
        happened.Removed(unit="r_late", how="stood down", at="B2"),
    ],
    "1st Foot and Late Foot move from A1 to B1 by A2 (2 MP)": [
        happened.Moved(unit="r1", path=("A1", "A2", "B1"), cost=2),
        happened.Moved(unit="r_late", path=("A1", "A2"), cost=1),
        happened.Moved(unit="r_late", path=("A2", "B1"), cost=1),
    ],
    "1st Foot and Late Foot are found at B1": [
        happened.Revealed(unit="r1", at="B1"), happened.Revealed(unit="r_late", at="B1")
    ],
    "marker at A1 and Middleton (B2): blocked road": [
        happened.MarkerSet(space="A1", kind="blocked_road", owner="red"),
        happened.MarkerSet(space="B2", kind="blocked_road", owner="red"),
    ],
    "harbour at A1: damage 2, open": [
        happened.FeatureSet(space="A1", kind="harbour", field="damage", value=1),
        happened.FeatureSet(space="A1", kind="harbour", field="damage", value=2),
        happened.FeatureSet(space="A1", kind="harbour", field="open", value=True),
    ],
    "B1: Red {d6: 4} = 4 against Blue {d6: 2} = 2": [
        happened.Rolled(label="t1/fight", sides=(6, 6), faces=(4, 2)),
        happened.Noted(note="B1: red {d6: 4} = 4 against blue {d6: 2} = 2"),
    ],
    "steps gained: 1st Foot (now 4), Blue Foot (now 3)": [
        happened.StepsChanged(unit="r1", steps=3, was=2, why="Late Foot joins"),
        happened.Removed(unit="r_late", how="joined"),
        happened.StepsChanged(unit="b1", steps=3, was=2),
        happened.StepsChanged(unit="r1", steps=4, was=3),
    ],
    "Blue: Movement, then Weather (next part)": [
        happened.Chosen(seat="blue", what="next part", choice="moves"),
        happened.PhaseBegan(phase="orders"),
        happened.PhaseEnded(phase="orders"),
        happened.Chosen(seat="blue", what="next part", choice="dice"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("told", ALIKE)
def test_what_is_alike_is_told_together(names: Names, told: str) -> None:
    account = Account(names, MOVES)
    assert [*account.lines(ALIKE[told]), *account.rest()] == [f"    {told}"]
    apart = Account(names, ALL)
    kind = type(ALIKE[told][0])
    assert len([*apart.lines(ALIKE[told]), *apart.rest()]) >= sum(isinstance(e, kind) for e in ALIKE[told])


def test_alike_events_apart_in_one_run_are_told_by_place(names: Names) -> None:
    account = Account(names, MOVES)
    places = (("r1", "A1"), ("r_late", "B1"), ("b1", "B1"), ("r1", "B1"), ("r_late", "A1"))
    lines = account.lines(happened.Placed(unit=u, at=at) for u, at in places)
    assert [*lines, *account.rest()] == [
        "    Red: 2 units are placed at A1: 1st Foot, Late Foot",
        "    Red: 2 units are placed at B1: Late Foot, 1st Foot",
        "    Blue Foot is placed at B1",
    ]


def test_dice_are_told_where_the_result_does_not_tell_them(names: Names) -> None:
    account = Account(names, MOVES)
    roll = happened.Rolled(label="t1/luck", sides=(6, 6), faces=(4, 2))
    assert account.lines([roll, happened.Noted(note="luck 6: red is pleased")]) == [
        "    dice (luck): 4, 2",
        "    luck 6: Red is pleased",
    ]


def test_dice_that_the_next_sentences_tell_part_by_part_are_left_out(names: Names) -> None:
    account = Account(names, MOVES)
    roll = happened.Rolled(label="t1/fire", sides=(6, 6), faces=(4, 2))
    notes = [happened.Noted(note=f"r1 fires at b1: {face}, 0 hits") for face in (4, 2)]
    assert [*account.lines([roll, *notes]), *account.rest()] == [
        "    1st Foot fires at Blue Foot: 4, 0 hits",
        "    1st Foot fires at Blue Foot: 2, 0 hits",
    ]
    told = account.lines([happened.Rolled(label="t1/quick_fire b_ghost", sides=(6,), faces=(1,)), notes[1]])
    assert told[0] == "    dice (quick fire Ghost): 1"


def test_long_ways_are_counted(names: Names) -> None:
    account = Account(names, MOVES)
    account.lines([happened.Moved(unit="r1", path=("A1", "B1", "C1", "C2", "C3", "B3"))])
    assert account.rest() == ["    1st Foot moves from A1 to B3, 5 spaces"]


def test_points_that_are_lost_at_the_end_of_a_move_are_not_told_as_paid(names: Names) -> None:
    account = Account(names, MOVES)
    first = happened.Moved(unit="r1", path=("A1", "B1"), cost=1, parts=(("road", 1, ""),))
    last = happened.Moved(unit="r1", path=("B1", "C1"), cost=3, parts=(("road", 1, ""), (happened.MOVE_ENDS, 2, "")))
    assert last.text() == "r1 moves B1 C1 (1 MP, the move ends there)"
    account.lines([first, last])
    assert account.rest() == ["    1st Foot moves from A1 to C1 by B1 (2 MP, the move ends there)"]


def test_a_way_there_and_back_is_told_so(names: Names) -> None:
    account = Account(names, MOVES)
    account.lines([happened.Moved(unit="r1", path=("A1", "B2", "A1"), cost=2)])
    assert account.rest() == ["    1st Foot moves from A1 to Middleton (B2) and back (2 MP)"]
    account.lines([happened.Moved(unit="r1", path=("A1", "B1", "B2", "B1", "A1"))])
    assert account.rest() == ["    1st Foot moves from A1 by B1, Middleton (B2), B1 and back"]


def test_what_is_told_together_stands_under_its_own_phase(names: Names) -> None:
    account = Account(names, IMPORTANT)
    account.lines([happened.PhaseBegan(phase="orders"), happened.Chosen(seat="red", what="luck", choice="yes")])
    lines = account.lines([happened.PhaseEnded(phase="orders"), happened.PhaseBegan(phase="moves")])
    lines += account.lines([happened.Noted(note="b1 waits for red")])
    assert lines == ["  Orders", "    Red: yes (luck)", "  Movement", "    Blue Foot waits for Red"]


def test_a_role_is_told_when_it_changes(names: Names) -> None:
    account = Account(names, IMPORTANT)
    given = [happened.RoleGiven(role="first", seat=seat) for seat in ("red", "red", "blue")]
    assert account.lines(given) == ["    Red: now first", "    Blue: now first"]
