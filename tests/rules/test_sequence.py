"""The turn sequence: turns, nested and chosen phases, roles, alternation, repeats, conditions, what phases clear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
from attrs import frozen

from hexwright.errors import Reason
from hexwright.events import MarkerSet, PhaseBegan, PhaseEnded, RoleGiven, Spent, StatusSet, TurnBegan
from hexwright.frames import Frame, Play
from hexwright.game import Game
from hexwright.hooks import Modifier, Query, Registry, hook
from hexwright.pieces import Marker
from hexwright.position import Position
from hexwright.ruleset.turns import on_turn
from hexwright.state import State

from ..conftest import MAP, UNITS, Loader, happen, make_plugin

TEXT = MAP + UNITS + '[role.first]\ndefault = "red"\n[role.second]\ndefault = "blue"\n'


@frozen
class Note(Frame):
    """Says who is asked in which phase, without asking."""

    name: ClassVar[str] = "n.note"
    seat: str = ""

    def step(self, play: Play) -> None:
        play.done()
        play.say(f"{play.now.phase}{self.seat and ' ' + self.seat}")


@frozen
class Answer(Frame):
    """A seat says something: it may end the phase's condition by giving itself a role."""

    name: ClassVar[str] = "n.answer"
    seat: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat or "red",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["go", "stop"]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        if words[0] == "stop":
            play.emit(RoleGiven(role="stopped", seat=seat))


def noting(*more: Any) -> tuple[Any, ...]:
    def declare(registry: Registry) -> None:
        registry.frame(Note, Answer, Turn)

    return (make_plugin("n", declare=declare), *more)


@frozen
class Turn(Frame):
    """Each of two seats has some units to spend; one is spent a time."""

    name: ClassVar[str] = "n.turn"
    seat: str = ""

    def has_more(self, now: Position) -> bool:
        return any(now.seat_of(u.nation) == self.seat and not u.spent for u in now.units())

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        first = next(u for u in now.units() if now.seat_of(u.nation) == self.seat and not u.spent)
        play.emit(Spent(unit=first.id, cost=1))


def sequence(phases: str, each: str = '"act"', turns: int = 1, more: str = "") -> str:
    return TEXT + f"[sequence]\nturns = {turns}\neach_turn = [{each}]\n{more}\n" + phases


def notes(game: Game) -> list[str]:
    """What was said until somebody is asked or the game is over."""
    return [e.text() for e in game.opening().events if type(e).__name__ == "Noted"]


def offered(game: Game, state: State) -> tuple[str, tuple[str, ...]]:
    (ask,) = game.asks(state)
    return ask.seat, ask.options.all()


# ------------------------------------------------------------------ turns


@pytest.mark.parametrize(
    ("turns", "held"),
    [
        ("", [1, 2, 3, 4, 5, 6]),
        ("1", [1]),
        ("2-4", [2, 3, 4]),
        ("5-", [5, 6]),
        ("1,4", [1, 4]),
        ("1, 3-4 ,6-", [1, 3, 4, 6]),
        ("4-2", []),
        ("last", [6]),
        ("1,5-last", [1, 5, 6]),
    ],
)
def test_a_list_of_turns_holds_these_turns(turns: str, held: list[int]) -> None:
    assert [t for t in range(1, 7) if on_turn(turns, t, 6)] == held


def test_set_up_comes_first_and_the_last_turn_ends_the_game(load_game: Loader) -> None:
    phases = '[phase.deal]\nframe = "n.note"\n[phase.act]\nframe = "n.note"\nby = ["second", "red"]\n'
    game = load_game(sequence(phases, turns=2, more='setup = ["deal"]\n'), *noting())
    told = [e.text() for e in game.opening().events]
    one = ["act begins", "act blue", "act red", "act ends"]
    assert told == [
        *("deal begins", "deal", "deal ends"),
        *("Turn 1", *one),
        *("Turn 2", *one),
        "The game is over: nobody wins, turn_limit",
    ]
    assert game.start().turn == 2 and game.asks(game.start()) == ()


def test_turns_may_begin_with_another_number_than_one(load_game: Loader) -> None:
    game = load_game(sequence('[phase.act]\nframe = "n.note"\n', turns=5, more="first = 4"), *noting())
    assert [e.turn for e in game.opening().events if isinstance(e, TurnBegan)] == [4, 5]


def test_phases_happen_on_their_turns_only(load_game: Loader) -> None:
    phases = """
[phase.a]
frame = "n.note"
turns = "1,3-"
[phase.b]
phases = ["c", "d"]
turns = "2-3"
[phase.c]
frame = "n.note"
[phase.d]
frame = "n.note"
turns = "3"
"""
    game = load_game(sequence(phases, '"a", "b"', 4), *noting())
    assert notes(game) == ["a", "c", "a", "c", "d", "a"]


def test_phases_know_what_is_done_this_turn_and_forget_it_with_the_turn(load_game: Loader) -> None:
    phases = """
[phase.a]
phases = ["a1", "a2"]
[phase.a1]
frame = "n.note"
[phase.a2]
frame = "n.answer"
[phase.b]
frame = "n.note"
when = { all = [{ done = "a1" }, { done = "a" }, { not = { done = "b" } }] }
[phase.c]
frame = "n.note"
when = { not = { done = "a" } }
"""
    game = load_game(sequence(phases, '"a", "b", "c"', 2), *noting())
    state = game.start()
    assert state.done == ("a1",)
    assert game.position(state).phase == "a2"
    step = game.apply(state, "go")
    assert [e.text() for e in step.events if type(e).__name__ == "Noted"] == ["b", "a1"]
    assert step.state.done == ("a1",) and step.state.turn == 2


# ------------------------------------------------------------------ choose


def choosing(upfront: str) -> str:
    return sequence(f"""
[phase.act]
name = "The Day"
phases = ["air", "sea", "land", "never"]
choose = {{ by = "first", upfront = {upfront} }}
rule = "R-limit"
[phase.air]
frame = "n.note"
[phase.sea]
frame = "n.answer"
by = ["blue"]
[phase.land]
frame = "n.note"
[phase.never]
frame = "n.note"
turns = "9"
""")


def test_a_progressive_choice_is_made_after_each_part(load_game: Loader) -> None:
    game = load_game(choosing("false"), *noting())
    state = game.start()
    assert game.asks(state)[0].prompt == "The Day: which part is next?"
    assert offered(game, state) == ("red", ("begin air", "begin sea", "begin land"))
    step = game.apply(state, "begin land")
    assert [e.text() for e in step.events] == [
        "red chooses land (next part of The Day)",
        "land begins",
        "land",
        "land ends",
    ]
    assert offered(game, step.state) == ("red", ("begin air", "begin sea"))
    assert game.refuse(step.state, "begin land") == Reason("land is over this turn", "R-limit", nearest="begin air")
    assert game.refuse(step.state, "begin never") == Reason("never is no part of this", "R-limit", nearest="begin air")
    assert str(game.refuse(step.state, "land")).startswith("nobody can 'land' here; known are begin")
    step = game.apply(step.state, "begin sea")
    assert offered(game, step.state) == ("blue", ("go", "stop"))
    step = game.apply(step.state, "stop")
    assert offered(game, step.state) == ("red", ("begin air",))
    assert game.apply(step.state, "begin air").state.over is not None


def test_a_choice_beforehand_fixes_the_whole_order(load_game: Loader) -> None:
    game = load_game(choosing("true"), *noting())
    state = game.apply(game.start(), "begin sea").state
    assert offered(game, state) == ("red", ("begin air", "begin land"))
    state = game.apply(state, "begin land").state
    step = game.apply(state, "begin air")
    assert offered(game, step.state) == ("blue", ("go", "stop"))
    end = game.apply(step.state, "go")
    assert [e.phase for e in end.events if isinstance(e, PhaseBegan)] == ["land", "air"]


def test_a_plug_in_may_say_that_the_order_is_fixed_beforehand(load_game: Loader) -> None:
    @hook("upfront")
    def modify(query: Query) -> Modifier:
        assert query["phase"] == "act"
        return Modifier("orders", 1, op="set")

    game = load_game(choosing("false"), *noting(make_plugin("fix", modify)))
    step = game.apply(game.start(), "begin land")
    assert [e.text() for e in step.events] == ["red chooses land (next part of The Day)"]  # it has not begun
    assert offered(game, step.state) == ("red", ("begin air", "begin sea"))


def test_the_role_that_chooses_may_change_hands(load_game: Loader) -> None:
    game = load_game(choosing("false"), *noting())
    state = happen(game, game.start(), RoleGiven(role="first", seat="blue")).state
    assert offered(game, state)[0] == "blue"


# ------------------------------------------------------------------ roles


def test_a_frame_runs_once_for_each_role_or_seat(load_game: Loader) -> None:
    phases = '[phase.act]\nframe = "n.note"\nby = ["second", "first", "blue"]\n[phase.b]\nframe = "n.note"\n'
    game = load_game(sequence(phases, '"act", "b"'), *noting())
    assert notes(game) == ["act blue", "act red", "act blue", "b"]


# ------------------------------------------------------------------ alternate


def test_roles_take_turns_and_an_empty_one_is_skipped_until_both_are(load_game: Loader) -> None:
    more_units = (
        '[unit.b2]\ntype = "foot"\nnation = "blue"\nat = "F1"\n[unit.r3]\ntype = "foot"\nnation = "red"\nat = "B4"\n'
    )
    phases = '[phase.act]\nframe = "n.turn"\nalternate = ["second", "first"]\n'
    game = load_game(sequence(more_units + phases), *noting())
    spent = [e.unit for e in game.opening().events if isinstance(e, Spent)]
    assert spent == ["b1", "r1", "b2", "r2", "r3"]


def test_an_alternation_of_a_frame_that_tells_nothing_is_over_at_once(load_game: Loader) -> None:
    game = load_game(sequence('[phase.act]\nframe = "pass"\nalternate = ["red", "blue"]\n'))
    assert game.start().over is not None


# ------------------------------------------------------------------ repeat


def test_a_phase_is_repeated_so_often(load_game: Loader) -> None:
    phases = '[phase.act]\nphases = ["a", "b"]\nrepeat = { times = 3 }\n'
    phases += '[phase.a]\nframe = "n.note"\n[phase.b]\nframe = "n.note"\n'
    game = load_game(sequence(phases), *noting())
    assert notes(game) == ["a", "b"] * 3
    began = [e.phase for e in game.opening().events if isinstance(e, PhaseBegan)]
    assert began.count("act") == 1 and began.count("a") == 3


UNTIL = """
[phase.act]
phases = ["a"]
repeat = { until = { holds = { role = "stopped" } } }
[phase.a]
frame = "n.answer"
by = ["red"]
"""


@frozen
class Holds:
    """holds = { role = "..." }: has anybody this role?"""

    role: str

    def holds(self, position: Any) -> bool:
        return self.role in position.state.roles

    def sentence(self, names: Any, negated: bool) -> str:
        return "somebody has it"


@pytest.mark.parametrize(("times", "rounds"), [(0, 4), (2, 2)])
def test_a_phase_is_repeated_until_something_holds_looked_at_after_each_round(
    load_game: Loader, times: int, rounds: int
) -> None:
    text = UNTIL.replace("until", f"times = {times}, until") if times else UNTIL
    fact = make_plugin("f", declare=lambda r: r.fact("holds", Holds))
    game = load_game(sequence(text), *noting(fact))
    state, answers = game.start(), 0
    while game.asks(state):
        answers += 1
        state = game.apply(state, "stop" if answers == 4 else "go").state
    assert answers == rounds


def test_a_repeated_choice_begins_afresh_each_round(load_game: Loader) -> None:
    text = (
        choosing("false").replace('rule = "R-limit"', "repeat = { times = 2 }").replace('by = ["blue"]', 'turns = "9"')
    )
    game = load_game(text, *noting())
    state = game.start()
    seen = []
    while game.asks(state):
        seen.append(offered(game, state)[1])
        state = game.apply(state, seen[-1][0]).state
    assert seen == [("begin air", "begin land"), ("begin land",)] * 2


# ------------------------------------------------------------------ conditions and absent plug-ins


def test_a_phase_happens_when_its_condition_holds(load_game: Loader) -> None:
    phases = '[phase.a]\nframe = "n.note"\nwhen = { turn = { from = 2 } }\n'
    phases += '[phase.b]\nframe = "n.note"\nwhen = { turn = 1 }\n'
    game = load_game(sequence(phases, '"a", "b"', 3), *noting())
    assert notes(game) == ["b", "a", "a"]


def test_phases_of_plug_ins_that_are_left_out_are_skipped(load_game: Loader) -> None:
    phases = """
[phase.act]
phases = ["a", "b"]
choose = { by = "first" }
[phase.a]
frame = "n.note"
[phase.b]
frame = "pass"
by = ["red"]
[phase.c]
frame = "n.turn"
alternate = ["red", "blue"]
"""
    game = load_game(sequence(phases, '"act", "c"'), offered=noting())
    state = game.start()
    assert offered(game, state) == ("red", ("begin b",))
    assert game.refuse(state, "begin a") == Reason("a is no part of this", nearest="begin b")
    step = game.apply(game.apply(state, "begin b").state, "done")
    assert [e.phase for e in step.events if isinstance(e, PhaseEnded)] == ["b", "act"]
    assert step.state.over is not None


def test_a_choice_among_nothing_is_over_at_once(load_game: Loader) -> None:
    phases = '[phase.act]\nphases = ["a"]\nchoose = { by = "first" }\n[phase.a]\nframe = "n.note"\n'
    game = load_game(sequence(phases), offered=noting())
    assert game.start().over is not None


# ------------------------------------------------------------------ what ends with a phase


LIVES = """
[status.tired]
until = "a"
[status.dug_in]
[status.far]
until = "b"
[marker.smoke]
until = "a"
[marker.wreck]
[phase.a]
frame = "pass"
by = ["red"]
[phase.b]
frame = "pass"
by = ["red"]
"""


def test_statuses_and_markers_end_with_their_phase(load_game: Loader) -> None:
    game = load_game(sequence(LIVES, '"a", "b"'))
    state = game.start()
    for status in ("tired:3", "dug_in", "far"):
        state = StatusSet(unit="r1", status=status).apply(state)
    for kind in ("smoke", "wreck"):
        state = MarkerSet(space="A1", kind=kind, owner="red").apply(state)
    state = Spent(unit="r1", cost=2).apply(state)
    step = game.apply(state, "done")
    assert [e.text() for e in step.events] == ["cleared: tired, smoke", "a ends", "b begins"]
    unit = step.state.units["r1"]
    assert (unit.status, unit.spent) == (("dug_in", "far"), 2)  # `pass` uses no points
    assert step.state.markers["A1"] == (Marker("wreck", "red"),)
    end = game.apply(step.state, "done").state
    assert end.units["r1"].status == ("dug_in",) and "A1" in end.markers


def test_what_a_phase_clears_is_told_whether_or_not_a_unit_bears_it(load_game: Loader) -> None:
    game = load_game(sequence(LIVES + '[phase.c]\nframe = "pass"\nby = ["red"]\n', '"a", "c"'))
    step = game.apply(game.start(), "done")
    assert [e.text() for e in step.events] == ["cleared: tired, smoke", "a ends", "c begins"]  # it may be a secret
    assert game.apply(step.state, "done").events[0].text() == "c ends"


# ------------------------------------------------------------------ pass


def test_pass_asks_a_seat_for_done_and_nobody_without_one(load_game: Loader) -> None:
    game = load_game(sequence('[phase.a]\nframe = "pass"\n[phase.b]\nframe = "pass"\nby = ["second"]\n', '"a", "b"'))
    state = game.start()
    assert offered(game, state) == ("blue", ("done",))
    assert game.apply(state, "done").state.over is not None
