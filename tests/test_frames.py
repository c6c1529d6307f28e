"""Frames: who is asked, what is refused by all alike, dice, views, the guard against endless play."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
from attrs import frozen

from hexwright.errors import (
    EndlessPlay,
    IllegalDecision,
    MalformedDecision,
    NotYourDecision,
    Reason,
)
from hexwright.events import ControlChanged, Event, Moved, Noted, RelationChanged, Revealed, Rolled, Spent
from hexwright.frames import DraftFrame, Frame, Play, settle
from hexwright.game import Game
from hexwright.hooks import hook
from hexwright.position import Position
from hexwright.state import State
from hexwright.view import View

from .conftest import MAP, ONE_PHASE, UNITS, Loader, happen, make_plugin, run_frames
from .framing import TEXT, Throw, declaring

# ------------------------------------------------------------------ Play and settle


@frozen
class Tell(Frame):
    """Says a word, perhaps after others."""

    name: ClassVar[str] = "t.tell"
    word: str
    before: tuple[str, ...] = ()
    then: tuple[str, ...] = ()

    def step(self, play: Play) -> None:
        if self.before:
            play.become(Tell(self.word, (), self.then))
            play.push(*(Tell(w) for w in self.before))
            return
        play.say(self.word)
        play.become(*(Tell(w) for w in self.then))


def test_frames_run_in_the_order_given_and_the_one_below_goes_on(load_game: Loader) -> None:
    game = load_game(TEXT)
    step = run_frames(game, game.start(), Tell("c", ("a", "b"), ("d", "e")), Tell("f"))
    assert [e.text() for e in step.events] == list("abcdef")
    assert step.state.stack == game.start().stack


def test_the_state_that_was_given_stays_as_it_was(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()
    before = state.digest
    step = game.apply(state, "done")
    assert state == game.start() and state.digest == before != step.state.digest
    assert game.apply(state, "done").state == step.state


@frozen
class Still(Frame):
    """Does nothing at all."""

    name: ClassVar[str] = "t.still"

    def step(self, play: Play) -> None:
        pass


@frozen
class Spin(Frame):
    """Gives way to another of its kind for ever."""

    name: ClassVar[str] = "t.spin"
    n: int = 0

    def step(self, play: Play) -> None:
        play.become(Spout(self.n + 1))


@frozen
class Spout(Spin):
    name: ClassVar[str] = "t.spout"

    def step(self, play: Play) -> None:
        play.become(Spin(self.n + 1))


@frozen
class Lost(Frame):
    """Empties the stack."""

    name: ClassVar[str] = "t.lost"

    def step(self, play: Play) -> None:
        play.state = play.state.with_stack(())


@pytest.mark.parametrize(
    ("frame", "cycle"),
    [
        (Still(), ("t.still",)),
        (Spin(), ("t.spin", "t.spout")),
        (Lost(), ("the stack is empty although the game is not over",)),
    ],
)
def test_frames_that_never_ask_are_stopped_and_named(load_game: Loader, frame: Frame, cycle: tuple[str, ...]) -> None:
    game = load_game(TEXT)
    began = time.monotonic()
    with pytest.raises(EndlessPlay) as caught:
        run_frames(game, game.start(), frame)
    assert set(caught.value.cycle) == set(cycle)
    assert " -> ".join(caught.value.cycle) in str(caught.value)
    assert time.monotonic() - began < 1


def test_a_thousand_steps_without_a_question_are_let_pass(load_game: Loader) -> None:
    game = load_game(TEXT)
    step = run_frames(game, game.start(), Tell("x", tuple(str(i) for i in range(990))))
    assert len(step.events) == 991
    with pytest.raises(EndlessPlay):
        run_frames(game, game.start(), Tell("x", tuple(str(i) for i in range(1000))))


SILENT = """
[sequence]
turns = 2
each_turn = ["loop"]
[phase.loop]
phases = ["quiet"]
repeat = { until = { turn = 2 } }
[phase.quiet]
frame = "t.tell"
"""


@frozen
class Quiet(Tell):
    word: str = "hush"


@pytest.mark.case("D18")
def test_d18_a_repeat_that_asks_nobody_is_stopped_within_a_second_with_its_cycle(load_game: Loader) -> None:
    began = time.monotonic()
    with pytest.raises(EndlessPlay) as caught:
        game = load_game(MAP + UNITS + SILENT, make_plugin("t", declare=declaring(Quiet)))
        game.start()
    assert set(caught.value.cycle) == {"phase", "t.tell"}
    assert time.monotonic() - began < 1


# ------------------------------------------------------------------ another kind of decision


@frozen
class Deaf(Frame):
    """A question whose refusal looks at no verb."""

    name: ClassVar[str] = "t.deaf"
    rule: ClassVar[str] = "R-deaf"

    def asked(self, now: Position) -> tuple[str, ...]:
        return ("red",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["dig A1", "dig B1", "pass"]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return None if " ".join(words) in self.options(now, seat) else Reason("too deep", "R-1", nearest="dig A1")


@frozen
class Learned(Deaf):
    """It knows a verb for which there is no option at the moment."""

    name: ClassVar[str] = "t.learned"

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return ("dig", "pass", "fill")


@frozen
class Sealed(DraftFrame):
    """A draft that does not look at verbs either, and cannot be sealed empty."""

    name: ClassVar[str] = "t.sealed"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return ["dig A1"]

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Reason, ...]:
        return () if draft else (Reason("nothing is dug"),)


@pytest.mark.parametrize(
    ("frame", "said", "told"),
    [
        (Deaf(), "dig C1", Reason("too deep", "R-1", nearest="dig A1")),
        (Deaf(), "pass A1", Reason("too deep", "R-1", nearest="dig A1")),
        (Deaf(), "fill A1", Reason("nobody can 'fill' here; known are dig, pass", "R-deaf", nearest="dig A1")),
        (Deaf(), "done", Reason("nobody can 'done' here; known are dig, pass", "R-deaf", nearest="dig A1")),
        (Learned(), "fill A1", Reason("too deep", "R-1", nearest="dig A1")),
        (Learned(), "done", Reason("nobody can 'done' here; known are dig, pass, fill", "R-deaf", nearest="dig A1")),
        (Sealed(), "done", Reason("nothing is dug")),
        (Sealed(), "retract", Reason("there is nothing to take back")),
        (Sealed(), "fill A1", Reason("nobody can 'fill' here; known are dig, done, retract, reset")),
    ],
)
def test_another_kind_of_decision_is_refused_for_its_verb(
    load_game: Loader, frame: Frame, said: str, told: Reason
) -> None:
    game = load_game(TEXT, make_plugin("t", declare=declaring(Deaf, Learned, Sealed)))
    state = run_frames(game, game.start(), frame).state
    assert game.refuse(state, said, "red") == told
    assert game.refuse(state, "dig A1", "red") is None


# ------------------------------------------------------------------ cascades


@pytest.mark.case("P06")
def test_p06_an_effect_that_sets_itself_off_is_stopped_and_named(load_game: Loader) -> None:
    @hook(Moved)
    def react(event: Moved, now: Position) -> Iterable[Event]:
        return [Moved(unit=event.unit, path=event.path[::-1])]

    game = load_game(TEXT, make_plugin("bounce", react))
    state = game.start()
    with pytest.raises(EndlessPlay) as caught:
        happen(game, state, Moved(unit="r1", path=("A1", "B1")))
    assert caught.value.cycle == ("bounce on Moved",)
    assert state == game.start()


@pytest.mark.case("P06")
def test_p06_two_effects_that_set_each_other_off_are_both_named(load_game: Loader) -> None:
    @hook(ControlChanged)
    def react_control(event: ControlChanged, now: Position) -> Iterable[Event]:
        return [RelationChanged(nations=("red", "blue"), are="enemy")]

    @hook(RelationChanged)
    def react_relation(event: RelationChanged, now: Position) -> Iterable[Event]:
        return [ControlChanged(space="A1", nation="red")]

    game = load_game(TEXT, make_plugin("ping", react_control), make_plugin("pong", react_relation))
    with pytest.raises(EndlessPlay) as caught:
        happen(game, game.start(), ControlChanged(space="A1", nation="red"))
    assert set(caught.value.cycle) == {"ping on ControlChanged", "pong on RelationChanged"}


@frozen
class Again(Frame):
    """Says something; the plug-in reacts to it with the same frame."""

    name: ClassVar[str] = "loop.again"

    def step(self, play: Play) -> None:
        play.done()
        play.say("again")


@pytest.mark.case("P06")
def test_p06_a_reaction_by_frames_that_sets_itself_off_is_stopped(load_game: Loader) -> None:
    @hook(Noted)
    def react(event: Noted, now: Position) -> Iterable[Frame]:
        return [Again()]

    game = load_game(TEXT, make_plugin("loop", react, declare=declaring(Again)))
    with pytest.raises(EndlessPlay) as caught:
        happen(game, game.start(), Noted(note="go"))
    assert caught.value.cycle == ("loop.again",)


@pytest.mark.case("P06")
def test_p06_a_long_cascade_that_ends_is_let_pass(load_game: Loader) -> None:
    @hook(Spent)
    def react(event: Spent, now: Position) -> Iterable[Event]:
        return [Spent(unit=event.unit, cost=1)] if now.unit(event.unit).spent < 900 else []

    game = load_game(TEXT, make_plugin("count", react))
    step = happen(game, game.start(), Spent(unit="r1", cost=1))
    assert step.state.units["r1"].spent == 900
    assert len(step.events) == 900


# ------------------------------------------------------------------ what is refused by all frames alike


@pytest.mark.parametrize("text", ["", "   ", "do\nne", "do\x00ne", "do\x1b[31mne", 7, None])
def test_what_is_no_decision_is_malformed(load_game: Loader, text: Any) -> None:
    game = load_game(TEXT)
    state = game.start()
    with pytest.raises(MalformedDecision) as caught:
        game.apply(state, text)
    assert caught.value.reason.text == "a decision is a verb and its arguments"
    if isinstance(text, str):
        assert game.refuse(state, text) is not None


def test_who_is_not_asked_may_not_answer(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()
    for seat in ("blue", "nobody", "chance"):
        assert game.ask(state, seat) is None
        assert game.refuse(state, "done", seat) == Reason("this seat is not asked now")
        with pytest.raises(NotYourDecision):
            game.apply(state, "done", seat)
    assert game.apply(state, "  done ").state == game.apply(state, "done", "red").state


def test_when_the_game_is_over_nobody_is_asked(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()
    while game.asks(state):
        state = game.apply(state, "done").state
    assert state.over is not None and (state.over.winner, state.over.reason) == ("", "turn_limit")
    assert game.refuse(state, "done", "red") == Reason("the game is over")
    with pytest.raises(NotYourDecision, match="the game is over"):
        game.apply(state, "done", "red")


# ------------------------------------------------------------------ dice


@pytest.fixture
def dice(load_game: Loader) -> tuple[Game, State]:
    game = load_game(TEXT)
    return game, run_frames(game, game.start(), Throw(), Throw()).state


def test_chance_is_asked_with_label_start_and_sides(dice: tuple[Game, State]) -> None:
    game, state = dice
    (ask,) = game.asks(state)
    assert ask.seat == "chance" and ask.roll is not None
    assert (ask.roll.label, ask.roll.start, ask.roll.sides) == ("t1/fight/A1", 0, (6, 8))
    assert len(ask.options) == 48
    assert (ask.options[0], ask.options[-1]) == ("roll 1 1", "roll 6 8")
    step = game.apply(state, "roll 4 8")
    assert step.events == (
        Rolled(label="t1/fight/A1", sides=(6, 8), faces=(4, 8), rule="R-cost"),
        Noted(note="fell (4, 8)"),
    )
    following = game.asks(step.state)[0].roll
    assert following is not None and following.start == 2


@pytest.mark.case("C19")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("roll 0 1", "a d6 cannot show 0"),
        ("roll 7 1", "a d6 cannot show 7"),
        ("roll 1 9", "a d8 cannot show 9"),
        ("roll -1 1", "a d6 cannot show -1"),
        ("roll 1.0 1", "a d6 cannot show 1.0"),
        ("roll 01 1", "a d6 cannot show 01"),
        ("roll ３ 1", "a d6 cannot show ３"),
        ("roll ² 1", "a d6 cannot show ²"),
        ("roll x 1", "a d6 cannot show x"),
        ("roll 1", "wrong number of dice (dice 2, given 1)"),
        ("roll 1 1 1", "wrong number of dice (dice 2, given 3)"),
        ("roll", "wrong number of dice (dice 2, given 0)"),
        ("done", "dice are due"),
    ],
)
def test_c19_faces_that_the_dice_do_not_have_are_refused(dice: tuple[Game, State], text: str, said: str) -> None:
    game, state = dice
    reason = game.refuse(state, text, "chance")
    assert reason is not None and said in str(reason) and reason.rule == "R-cost"
    assert text not in game.asks(state)[0].options
    with pytest.raises(IllegalDecision):
        game.apply(state, text, "chance")


# ------------------------------------------------------------------ views


def test_a_view_is_no_state_and_knows_no_stack(load_game: Loader) -> None:
    game = load_game(TEXT)
    view = game.view(game.start(), "red")
    assert isinstance(view, View) and not isinstance(view, State)
    assert not hasattr(view, "stack") and not hasattr(view, "rolls") and not hasattr(view, "before")
    assert view.phase == ("act",)


@pytest.mark.case("X03")
def test_x03_what_is_aboard_a_hidden_unit_is_hidden_too(load_game: Loader) -> None:
    cargo = """
[unit.bcart]
type = "cart"
nation = "blue"
at = "C3"
hidden = true
[unit.b2]
type = "foot"
nation = "blue"
at = "bcart"
"""
    game = load_game(MAP + UNITS + cargo + ONE_PHASE)
    state = game.start()
    assert set(game.view(state, "blue").units) == {"b1", "b2", "bcart", "r1", "r2"}
    assert set(game.view(state, "red").units) == set(game.view(state, "").units) == {"b1", "r1", "r2"}
    now = game.position(state)
    assert now.units_at("bcart", "red") == () and [u.id for u in now.all_at("C3", "blue")] == ["bcart", "b2"]
    shown = happen(game, state, Revealed(unit="bcart", at="C3")).state
    assert "b2" in game.view(shown, "red").units


def test_settle_does_nothing_while_somebody_is_asked(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()
    play = Play(game, state)
    settle(play)
    assert play.state is state and play.events == []
