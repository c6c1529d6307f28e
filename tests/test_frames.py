"""Frames and windows: who is asked, sealed drafts, small choices taken back, dice, the guard against endless play."""

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
from hexwright.events import ControlChanged, Event, FeatureSet, Moved, Noted, RelationChanged, Revealed, Rolled, Spent
from hexwright.frames import ChanceFrame, DraftFrame, Frame, Play, settle
from hexwright.game import Game
from hexwright.hooks import Registry, hook
from hexwright.position import Position
from hexwright.rules.movement import destinations, start_walk, why_not_move
from hexwright.state import State, plain
from hexwright.view import View
from hexwright.windows import Action, Order, Orders, Window

from .conftest import MAP, ONE_PHASE, UNITS, Loader, happen, make_plugin, run_frames

TEXT = MAP + UNITS + ONE_PHASE


def phases(frame: str, by: str = '["red"]', turns: int = 2) -> str:
    who = f"by = {by}\n" if by else ""
    return f'[sequence]\nturns = {turns}\neach_turn = ["act"]\n[phase.act]\nframe = "{frame}"\n{who}'


def declaring(*classes: type[Frame]) -> Any:
    def declare(registry: Registry) -> None:
        registry.frame(*classes)

    return declare


def texts(game: Game, state: State, seat: str) -> tuple[str, ...]:
    ask = game.ask(state, seat)
    assert ask is not None, seat
    for text in ask.options:
        assert text in ask.options and game.refuse(state, text, seat) is None
    return ask.options.all()


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


@frozen
class Throw(ChanceFrame):
    """Two dice of different sides."""

    name: ClassVar[str] = "t.throw"
    rule: ClassVar[str] = "R-cost"

    def sides(self, now: Position) -> tuple[int, ...]:
        return (6, 8)

    def label(self, now: Position) -> str:
        return "fight/A1"

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        play.done()
        play.say(f"fell {faces}")


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


# ------------------------------------------------------------------ drafts


@frozen
class Pick(DraftFrame):
    """Each seat picks up to two letters; fewer than one, or both a and c, cannot be sealed."""

    name: ClassVar[str] = "t.pick"
    rule: ClassVar[str] = "R-limit"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return [f"pick {c}" for c in "abc" if f"pick {c}" not in draft]

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Reason, ...]:
        out = [Reason("pick one at least", self.rule)] if not draft else []
        if len(draft) > 2:
            out.append(Reason("too many", self.rule, (("most", 2), ("picked", len(draft))), "retract"))
        if {"pick a", "pick c"} <= set(draft):
            out.append(Reason("a and c do not go together", self.rule))
        return tuple(out)

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        for seat in sorted(drafts):
            play.say(f"{seat}: {', '.join(drafts[seat])}")


@pytest.fixture
def picking(load_game: Loader) -> Game:
    text = MAP + UNITS + phases("t.pick", by="")
    return load_game(text, make_plugin("t", declare=declaring(Pick)))


def play_on(game: Game, state: State, *answers: tuple[str, str]) -> State:
    for seat, text in answers:
        state = game.apply(state, text, seat).state
    return state


def test_every_seat_is_asked_and_drafts_by_itself(picking: Game) -> None:
    state = picking.start()
    assert [(a.seat, a.visibility) for a in picking.asks(state)] == [("red", "sealed"), ("blue", "sealed")]
    assert texts(picking, state, "red") == ("pick a", "pick b", "pick c")
    assert str(picking.refuse(state, "done", "red")) == "pick one at least [R-limit]"
    assert picking.refuse(state, "retract", "red") == Reason("there is nothing to take back", "R-limit")
    step = picking.apply(state, "pick a", "red")
    assert step.events == ()
    assert texts(picking, step.state, "red") == ("pick b", "pick c", "retract", "reset", "done")
    assert texts(picking, step.state, "blue") == ("pick a", "pick b", "pick c")


def test_a_draft_may_be_taken_back_step_by_step_or_at_once(picking: Game) -> None:
    start = picking.start()
    one = play_on(picking, start, ("red", "pick b"))
    two = play_on(picking, one, ("red", "pick a"))
    assert play_on(picking, two, ("red", "retract")) == one
    for back in (play_on(picking, two, ("red", "reset")), play_on(picking, one, ("red", "retract"))):
        assert back == start and back.digest == start.digest
        assert texts(picking, back, "red") == texts(picking, start, "red")
    assert play_on(picking, one, ("red", "retract"), ("red", "pick b"), ("red", "pick a")) == two


def test_the_reasons_why_a_draft_cannot_be_sealed_come_together(picking: Game) -> None:
    state = play_on(picking, picking.start(), *(("red", f"pick {c}") for c in "abc"))
    assert texts(picking, state, "red") == ("retract", "reset")
    reason = picking.refuse(state, "done", "red")
    assert reason is not None
    assert str(reason) == "too many (most 2, picked 3) [R-limit]; nearest: retract"
    assert [str(r) for r in reason.more] == ["a and c do not go together [R-limit]"]
    with pytest.raises(IllegalDecision):
        picking.apply(state, "done", "red")
    assert "done" in texts(picking, play_on(picking, state, ("red", "retract")), "red")


@pytest.mark.case("X11")
def test_x11_seats_may_answer_in_any_order_and_mixed(picking: Game) -> None:
    red = [("red", "pick a"), ("red", "pick b"), ("red", "done")]
    blue = [("blue", "pick c"), ("blue", "done")]
    start = picking.start()
    orders = [red + blue, blue + red, [red[0], blue[0], red[1], blue[1], red[2]], [blue[0], *red, blue[1]]]
    ends = [play_on(picking, start, *order) for order in orders]
    assert all(e == ends[0] for e in ends)
    last = picking.apply(play_on(picking, start, *(red + blue[:1])), "done", "blue")
    assert [e.text() for e in last.events][:2] == ["blue: pick c", "red: pick a, pick b"]


@pytest.mark.case("X11")
def test_x11_what_a_seat_sees_does_not_tell_what_the_others_did(picking: Game) -> None:
    start = picking.start()
    stages = [[], ["pick a"], ["pick a", "pick b"], ["pick a", "done"], ["pick b", "done"]]

    def told(state: State, seat: str) -> tuple[object, ...]:
        ask = picking.ask(state, seat)
        assert ask is not None
        view = picking.view(state, seat)
        return view.plain(), view.digest, ask.prompt, ask.about, ask.options.all()

    states = [play_on(picking, start, *(("red", t) for t in stage)) for stage in stages]
    assert all(told(s, "blue") == told(start, "blue") for s in states)
    assert all(picking.view(s, "").plain() == picking.view(start, "").plain() for s in states)
    assert len({s.digest for s in states}) == len(states)


def test_a_sealed_draft_may_be_unsealed_until_the_last_has_sealed(picking: Game) -> None:
    state = play_on(picking, picking.start(), ("red", "pick a"), ("red", "done"))
    assert [a.seat for a in picking.asks(state)] == ["blue"]
    assert picking.refuse(state, "unseal", "red") is None
    assert picking.refuse(state, "unseal", "blue") is not None
    assert picking.refuse(state, "pick b", "red") == Reason("this seat is not asked now", "R-limit")
    again = picking.apply(state, "unseal", "red").state
    assert texts(picking, again, "red") == ("pick b", "pick c", "retract", "reset", "done")
    assert play_on(picking, again, ("red", "done")) == state
    over = play_on(picking, state, ("blue", "pick a"), ("blue", "done"))
    assert over.turn == 2 and picking.refuse(over, "unseal", "red") is not None  # this is the next draft
    with pytest.raises(IllegalDecision):
        picking.apply(over, "unseal", "red")


def test_a_seat_that_has_not_sealed_cannot_unseal(picking: Game) -> None:
    state = play_on(picking, picking.start(), ("blue", "pick a"))
    for seat in ("red", "blue", "nobody"):
        assert picking.refuse(state, "unseal", seat) is not None
        with pytest.raises((IllegalDecision, NotYourDecision)):
            picking.apply(state, "unseal", seat)


def test_a_state_with_half_a_draft_is_plain(picking: Game) -> None:
    state = play_on(picking, picking.start(), ("red", "pick a"), ("red", "done"))
    assert plain(state.stack)[-1] == {
        "~": "t.pick",
        "slots": [{"~": "Slot", "seat": "red", "choices": ["pick a"], "sealed": True}],
    }


# ------------------------------------------------------------------ orders of several plug-ins


@frozen
class Sheet(Orders):
    """A draft to which plug-ins contribute."""

    name: ClassVar[str] = "t.sheet"
    rule: ClassVar[str] = "R-limit"


class Load(Order):
    verb = "load"
    windows = ("t.sheet",)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        own = [u.id for u in now.units() if now.seat_of(u.nation) == seat]
        return [f"load {u}" for u in own if f"load {u}" not in draft]

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        play.say(f"{seat} loads {len(choices)}")


class Send(Order):
    verb = "send"
    windows = ("t.sheet",)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return [f"send {t.split()[1]}" for t in draft if t.startswith("load") and f"send {t.split()[1]}" not in draft]

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[Reason]:
        for text in draft:
            if text.startswith("load") and f"send {text.split()[1]}" not in draft:
                yield Reason(f"{text.split()[1]} waits on the quay", "R-zone", nearest=f"send {text.split()[1]}")

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        play.say(f"{seat} sends {' '.join(c.split()[1] for c in choices) or 'none'}")


@pytest.fixture
def sheets(load_game: Loader) -> Game:
    def first(registry: Registry) -> None:
        registry.frame(Sheet)
        registry.order(Load())

    text = MAP + UNITS + phases("t.sheet", by="")
    send = make_plugin("u", declare=lambda r: r.order(Send()))
    return load_game(text, make_plugin("t", declare=first), send)


def test_orders_of_several_plug_ins_stand_in_one_draft(sheets: Game) -> None:
    state = sheets.start()
    assert texts(sheets, state, "red") == ("load r1", "load r2", "done")
    state = play_on(sheets, state, ("red", "load r2"), ("red", "load r1"))
    assert texts(sheets, state, "red") == ("send r2", "send r1", "retract", "reset")
    reason = sheets.refuse(state, "done", "red")
    assert reason is not None and reason.nearest == "send r2"
    assert [r.nearest for r in reason.more] == ["send r1"]
    assert "nobody can 'fly' here; known are load, send, done" in str(sheets.refuse(state, "fly r1", "red"))
    assert "'send b1' is not among the options" in str(sheets.refuse(state, "send b1", "red"))
    state = play_on(sheets, state, ("red", "send r1"), ("red", "send r2"), ("red", "done"))
    step = sheets.apply(state, "done", "blue")
    assert [e.text() for e in step.events][:5] == [
        "blue loads 0",
        "red loads 2",
        "blue sends none",
        "red sends r1 r2",
        "all is done (t.sheet)",
    ]


# ------------------------------------------------------------------ open windows


@frozen
class March(Window):
    """Red moves."""

    name: ClassVar[str] = "w.march"
    uses_points: ClassVar[bool] = True
    rule: ClassVar[str] = "R-limit"


class Move(Action):
    verb = "move"
    windows = ("w.march",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        for unit in now.units():
            if now.seat_of(unit.nation) == seat:
                yield from (f"move {unit.id} {s}" for s in destinations(now, unit, seat))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3 or words[1] not in now.state.units:
            return Reason("move a unit")
        return why_not_move(now, now.unit(words[1]), words[2], seat)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        start_walk(play, play.now.unit(words[1]), words[2])

    def problems(self, now: Position, seat: str) -> Iterable[Reason]:
        for place in ("A1", "B1"):
            if len(now.units_at(place)) > 1:
                yield Reason(f"two in {place}", "R-limit", (("limit", 1),))


class Gamble(Action):
    """`gamble` rolls a die."""

    verb = "gamble"
    windows = ("w.march",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["gamble"]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.push(Throw())


class Whisper(Action):
    """`whisper` tells Blue something."""

    verb = "whisper"
    windows = ("w.march",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["whisper"]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.say("psst", seats=("blue",))


class Peek(Action):
    """`peek` reveals something."""

    verb = "peek"
    windows = ("w.march",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["peek"]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.emit(Revealed(unit="b1", at="F4"))


def march(load_game: Loader, *reactions: Any, text: str = "") -> Game:
    def declare(registry: Registry) -> None:
        registry.frame(March)
        registry.action(Move(), Gamble(), Whisper(), Peek())

    return load_game(MAP + UNITS + text + phases("w.march"), make_plugin("w", *reactions, declare=declare))


def test_a_window_offers_what_is_legal_and_done_when_nothing_is_amiss(load_game: Loader) -> None:
    game = march(load_game)
    start = game.start()
    offered = texts(game, start, "red")
    assert {"move r1 B1", "gamble", "peek", "done"} <= set(offered)
    assert "retract" not in offered and "move b1 F3" not in offered
    assert "nobody can 'fly' here; known are move, gamble, whisper, peek, done [R-limit]" in str(
        game.refuse(start, "fly", "red")
    )
    both = play_on(game, start, ("red", "move r2 A1"), ("red", "move r1 B1"), ("red", "move r2 B1"))
    assert "done" not in texts(game, both, "red")
    assert str(game.refuse(both, "done", "red")) == "two in B1 (limit 1) [R-limit]"


@pytest.mark.case("U06")
def test_u06_small_choices_are_taken_back_one_by_one_or_all_at_once(load_game: Loader) -> None:
    game = march(load_game)
    start = game.start()
    assert str(game.refuse(start, "retract", "red")).startswith("there is nothing to take back")
    one = play_on(game, start, ("red", "move r1 B1"))
    two = play_on(game, one, ("red", "move r2 A1"))
    assert texts(game, two, "red")[-2:] == ("retract", "reset")
    assert play_on(game, two, ("red", "retract")) == one
    assert play_on(game, two, ("red", "retract"), ("red", "retract")) == start
    back = game.apply(two, "reset", "red")
    assert back.state == start and back.state.digest == start.digest and back.events == ()
    assert texts(game, back.state, "red") == texts(game, start, "red")
    assert play_on(game, back.state, ("red", "move r1 B1"), ("red", "move r2 A1")) == two


@pytest.mark.parametrize("hard", ["peek", "gamble", "whisper"])
def test_what_cannot_be_undone_is_where_taking_back_ends(load_game: Loader, hard: str) -> None:
    game = march(load_game)
    state = play_on(game, game.start(), ("red", "move r1 B1"), ("red", hard))
    if hard == "gamble":
        state = game.apply(state, "roll 1 1", "chance").state
    for text in ("retract", "reset"):
        assert text not in texts(game, state, "red")
        reason = game.refuse(state, text, "red")
        assert reason is not None and "cannot be undone" in reason.text
        with pytest.raises(IllegalDecision):
            game.apply(state, text, "red")
    later = play_on(game, state, ("red", "move r2 A1"))
    assert play_on(game, later, ("red", "reset")) == state


def test_a_closed_window_is_not_opened_again_by_retract(load_game: Loader) -> None:
    game = march(load_game)
    step = game.apply(play_on(game, game.start(), ("red", "move r1 B1")), "done", "red")
    assert step.events[0].text() == "red is done (w.march)"
    assert step.state.turn == 2
    assert step.state.units["r1"].spent == 0  # a phase that uses points gives them back when it ends
    assert "retract" not in texts(game, step.state, "red")


BRIDGE = """
[feature.bridge]
on = "space"
fields.whole = { type = "bool", default = true, changes = true }
[space.B1]
features.bridge = {}
"""


@pytest.mark.case("U02")
def test_u02_a_reaction_is_taken_back_with_what_set_it_off(load_game: Loader) -> None:
    @hook(Moved)
    def react(event: Moved, now: Position) -> Iterable[Event]:
        out: list[Event] = [RelationChanged(nations=("red", "blue"), are="neutral")]
        return [*out, FeatureSet(space="B1", kind="bridge", field="whole", value=False)] if "B1" in event.path else ()

    game = march(load_game, react, text=BRIDGE)
    start = game.start()
    moved = play_on(game, start, ("red", "move r1 B1"))
    now = game.position(moved)
    assert now.feature("B1", "bridge", "whole") is False and now.relation("red", "blue") == "neutral"
    back = play_on(game, moved, ("red", "retract"))
    assert back == start and back.digest == start.digest
    assert game.position(back).feature("B1", "bridge", "whole") is True
    assert game.position(back).relation("red", "blue") == "enemy"


def halting(event: Moved, now: Position) -> Iterable[Event]:
    """Whoever comes to C1 stops there."""
    if event.path[-1] != "C1":
        return []
    unit = now.unit(event.unit)
    return [Noted(note="a mine!"), Spent(unit=unit.id, cost=4 - unit.spent)]


@pytest.mark.case("U03")
def test_u03_a_walk_that_was_cut_short_is_taken_back_and_goes_the_same_way_again(load_game: Loader) -> None:
    @hook(Moved)
    def react(event: Moved, now: Position) -> Iterable[Event]:
        return halting(event, now)

    game = march(load_game, react)
    start = game.start()
    first = game.apply(start, "move r1 E1", "red")
    assert [e.text() for e in first.events] == [
        "r1 moves A1 B1 (1 MP)",
        "r1 moves B1 C1 (1 MP)",
        "a mine!",
        "r1 spends 2 MP",
    ]
    assert (first.state.units["r1"].at, first.state.units["r1"].spent) == ("C1", 4)
    back = play_on(game, first.state, ("red", "retract"))
    assert back == start
    second = game.apply(back, "move r1 E1", "red")
    assert second.events == first.events and second.state == first.state


@frozen
class Question(Frame):
    """Asks Blue something while Red walks."""

    name: ClassVar[str] = "w.question"

    def asked(self, now: Position) -> tuple[str, ...]:
        return ("blue",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["shoot", "wait"]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        if words[0] == "shoot":
            play.emit(Spent(unit="r1", cost=9))


@pytest.mark.case("U03")
def test_u03_a_question_on_the_way_is_answered_before_the_walk_goes_on(load_game: Loader) -> None:
    @hook(Moved)
    def react(event: Moved, now: Position) -> Iterable[Frame]:
        return [Question()] if event.path[-1] == "C1" else []

    game = march(load_game, react)
    asked = play_on(game, game.start(), ("red", "move r1 E1"))
    assert [a.seat for a in game.asks(asked)] == ["blue"] and asked.units["r1"].at == "C1"
    assert play_on(game, asked, ("blue", "wait")).units["r1"].at == "E1"
    shot = play_on(game, asked, ("blue", "shoot"))
    assert shot.units["r1"].at == "C1"
    assert "retract" not in texts(game, shot, "red")  # another seat has answered since


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
