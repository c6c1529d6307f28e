"""Tests of undo and secrecy: how far a seat can go back, and that nothing another seat hides ever reaches it."""

from __future__ import annotations

import gc
import json
import types
from pathlib import Path
from typing import Any

import attrs
import pytest

from hexwright import journal
from hexwright.decisions import Ask
from hexwright.errors import IllegalDecision, NotYourDecision, Reason, UnknownId
from hexwright.game import Game
from hexwright.session import Session, replay
from hexwright.state import State
from hexwright.stream import Stream
from hexwright.view import View

DUEL = Path(__file__).parent / "tiny" / "duel"
AIMS = [("done", "red"), ("done", "blue")]


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load(DUEL)


def played(session: Session, *decisions: tuple[str, str]) -> Session:
    for decision, seat in decisions:
        session.play(decision, seat)
    return session


def to_orders(session: Session) -> Session:
    """Up to the question that both seats answer under seal."""
    return played(session, ("done", "red"), ("done", "blue"))


def test_undo_goes_back_to_equal_states_one_decision_at_a_time(game: Game) -> None:
    session = Session.new(game, seed=1)
    states = [session.state]
    for decision, seat in [("go r1 B", "red"), ("go r1 D", "red"), ("talk plan", "red"), ("done", "red")]:
        session.play(decision, seat)
        states.append(session.state)
    for earlier in reversed(states[:-1]):
        assert session.can_undo("red") is None
        session.undo("red")
        assert session.state == earlier and session.state.digest == earlier.digest
        assert game.asks(session.state)[0].options.all() == game.asks(earlier)[0].options.all()
    assert session.can_undo("red") == Reason("there is nothing to take back")
    with pytest.raises(IllegalDecision):
        session.undo("red")
    assert session.log() == ["Turn 1", "red_moves begins"]


@pytest.mark.case("U02")
def test_what_a_move_set_off_is_undone_with_it(game: Game) -> None:
    session = played(Session.new(game, seed=1), ("go r1 B", "red"))
    assert session.game.position(session.state).feature("B", "bridge", "whole") is False
    session.undo("red")
    assert session.game.position(session.state).feature("B", "bridge", "whole") is True
    first = session.play("go r1 B", "red").events
    session.undo("red")
    assert session.play("go r1 B", "red").events == first


@pytest.mark.case("U06")
def test_reset_goes_back_in_one_step(game: Game) -> None:
    session = Session.new(game, seed=1)
    start, options = session.state, session.asks()[0].options.all()
    played(session, ("go r1 B", "red"), ("go r1 C", "red"), ("talk plan", "red"), ("reset", "red"))
    assert session.state == start and session.asks()[0].options.all() == options
    assert session.can_undo("red") == Reason("there is nothing to take back")


@pytest.mark.parametrize("word, left", [("retract", ["go r1 B"]), ("reset", [])])
def test_what_was_retracted_is_told_nowhere(game: Game, tmp_path: Path, word: str, left: list[str]) -> None:
    save = tmp_path / "g.jsonl"
    session = Session.new(game, seed=1, save=save)
    plain = played(Session.new(game, seed=1), *((d, "red") for d in left))
    assert played(session, ("go r1 B", "red"), ("go r1 D", "red")).log() != plain.log()
    step = session.play(word, "red")
    assert step.events == () and step.state is session.state
    for same in (session, Session.read(save), Session.resume(save)):
        assert same.state == plain.state and same.decisions == plain.decisions
        for seat in ("", "red", "blue"):
            assert same.log(seat) == plain.log(seat) and same.events(seat) == plain.events(seat)
        assert same.export("red") == plain.export("red")
    assert replay(save).identical


def test_undo_goes_on_back_from_where_retract_went(game: Game) -> None:
    session = Session.new(game, seed=1)
    states = [session.state]
    for decision in ("go r1 B", "go r1 C", "talk plan"):
        states.append(session.play(decision, "red").state)
    session.play("retract", "red")
    assert session.state == states[2]
    session.undo("red")
    assert session.state == states[1]
    session.undo("red")
    assert session.state == states[0] and session.can_undo("red") is not None


def test_events_are_those_a_seat_learned_of_with_the_opening(game: Game) -> None:
    session = Session.new(game, seed=1)
    opening = session.events()
    assert [e.text() for e in opening] == session.log() and opening[0] == game.opening().events[0]
    played(session, ("go r1 B", "red"), ("done", "red"))
    assert session.events()[: len(opening)] == opening
    assert session.events(after=1) == session.events()[-len(session.events(after=1)) :]
    assert [e.text() for e in session.events("blue", after=0)] == session.log("blue")[len(opening) :]
    assert session.events("blue") == tuple(e for e in (x.seen_by("blue") for x in session.events()) if e is not None)


def test_another_seats_answer_stands_in_the_way_until_it_is_taken_back(game: Game) -> None:
    session = played(Session.new(game, seed=1), ("done", "red"))
    assert session.can_undo("red") is None
    assert session.can_undo("blue") == Reason("the red side has answered since")
    session.play("go b1 B", "blue")
    assert session.can_undo("red") == Reason("the blue side has answered since")
    session.undo("blue")
    assert session.can_undo("red") is None


@pytest.mark.parametrize(
    ("seat", "decision", "told"),
    [
        ("red", "talk whisper", "something has happened"),
        ("blue", "talk show", "b2 has come into the open"),
        ("red", "look r1", "b2 is revealed at C"),
    ],
)
def test_what_came_out_stays_out(game: Game, seat: str, decision: str, told: str) -> None:
    session = Session.new(game, seed=1)
    if seat == "blue":
        session.play("done", "red")
    if decision == "look r1":
        session.play("go r1 C", "red")
    session.play(decision, seat)
    state, options = session.state, session.asks()[0].options.all()
    reason = session.can_undo(seat)
    assert reason is not None and told in reason.text
    with pytest.raises(IllegalDecision) as caught:
        session.undo(seat)
    assert caught.value.reason == reason
    assert session.state is state and session.asks()[0].options.all() == options


@pytest.mark.case("U04")
def test_a_die_stands_in_the_way_and_is_named(game: Game) -> None:
    session = played(to_orders(Session.new(game, seed=1)), *AIMS)
    for seat in ("red", "blue", ""):
        reason = session.can_undo(seat)
        assert reason == Reason("a die has fallen since: t1/fight", "DU-3", (("die", "t1/fight"),))
    assert session.asks()[0].options.all()
    played(session, ("talk plan", "red"))
    session.undo("red")
    assert session.can_undo("red") == reason


def test_a_sealed_answer_is_withdrawn_in_its_slot(game: Game, tmp_path: Path) -> None:
    session = to_orders(Session.new(game, seed=1, save=tmp_path / "g.jsonl"))
    start = session.state
    played(session, ("aim A", "red"), ("aim B", "blue"), ("done", "red"))
    assert session.why_not("unseal", "red") is None
    assert session.why_not("unseal", "blue") is not None
    session.undo("red")
    assert "retract" in session.ask("red").options.all()  # type: ignore[union-attr]
    session.undo("red")
    session.undo("blue")
    assert [a.options.all() for a in session.asks()] == [a.options.all() for a in game.asks(start)]
    for seat in ("red", "blue"):
        reason = session.can_undo(seat)
        assert reason is not None and "what came before it stays" in reason.text
    assert replay(tmp_path / "g.jsonl", game=game).identical


def test_a_draft_is_told_to_its_own_seat_only(game: Game, tmp_path: Path) -> None:
    session = played(to_orders(Session.new(game, seed=1, save=tmp_path / "g.jsonl")), ("aim A", "red"))
    for same in (session, Session.read(tmp_path / "g.jsonl")):
        about = {ask.seat: dict(ask.about).get("draft") for ask in same.asks()}
        assert about == {"red": "aim A", "blue": None}


def test_opened_answers_cannot_be_taken_back(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(to_orders(Session.new(game, seed=1)), ("done", "red"))
    step = game.apply(session.state, "done", "blue")  # as if no die followed
    monkeypatch.setattr(Session, "_dice_after", lambda self, state: [])
    session.play("done", "blue")
    assert session.state == step.state
    assert session.can_undo("blue") == Reason("answers given under seal have been opened since")


# ------------------------------------------------------------------ secrecy


def received(session: Session, seat: str) -> str:
    """Every byte that a seat can get hold of."""
    ask = session.ask(seat)
    parts: list[Any] = [
        session.export(seat),
        session.log(seat),
        str(session.can_undo(seat)),
        session.view(seat).digest,
        None if ask is None else [ask.prompt, ask.about, ask.options.all()],
        [str(session.why_not(d, seat)) for d in ("aim A", "aim X", "done", "retract", "unseal", "go r1 B")],
    ]
    return json.dumps(parts)


@pytest.mark.case("X11")
@pytest.mark.parametrize("watcher", ["red", "onlooker"])
def test_nobody_sees_whether_or_how_another_answers_under_seal(game: Game, watcher: str) -> None:
    session = to_orders(Session.new(game, seed=1))
    start = received(session, watcher)
    for decision in ("aim A", "aim B", "retract", "done", "unseal", "reset", "aim D", "done"):
        session.play(decision, "blue")
        assert received(session, watcher) == start
    if watcher == "red":
        mine = played(to_orders(Session.new(game, seed=1)), ("aim C", "red"), ("done", "red"))
        alone = received(mine, "red")
        mine.play("aim A", "blue")
        assert received(mine, "red") == alone


@pytest.mark.case("X11")
def test_both_answer_once_and_repeats_are_refused(game: Game) -> None:
    session = to_orders(Session.new(game, seed=1))
    session.play("done", "red")
    with pytest.raises(NotYourDecision):
        session.play("done", "red")
    session.play("done", "blue")
    with pytest.raises(NotYourDecision):
        session.play("aim A", "blue")


@pytest.mark.case("X09")
@pytest.mark.parametrize("watcher", ["red", "onlooker"])
def test_no_hash_that_is_given_out_covers_a_secret(game: Game, watcher: str) -> None:
    session = Session.new(game, seed=1)
    found = set()
    for space in "ABCD":
        unit = attrs.evolve(session.state.units["b2"], at=space)
        session.state = session.state.with_unit(unit)
        found.add(received(session, watcher))
    assert len(found) == 1
    owner = {json.dumps(session.export("blue"))}
    session.state = session.state.with_unit(attrs.evolve(unit, at="A"))
    assert json.dumps(session.export("blue")) not in owner


@pytest.mark.case("X03")
def test_an_export_holds_what_the_seat_may_know(game: Game, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    session = Session.new(game, seed="sesame", save=save)
    played(session, ("talk whisper", "red"), ("talk plan", "red"))
    lines = [line.said for line in journal.read(save).lines]
    texts = {seat: json.dumps(session.export(seat)) for seat in ("red", "blue", "onlooker")}
    for text in texts.values():
        assert "sesame" not in text and session.key.hex() not in text
        assert not any(line["hash"] in text for line in lines)
        assert "plan of red" not in text and str(tmp_path) not in text and str(DUEL) not in text
    assert "psst" in texts["blue"] and "psst" not in texts["red"] + texts["onlooker"]
    assert '"id": "b2"' in texts["blue"] and '"b2"' not in texts["red"] + texts["onlooker"]
    red, blue = session.export("red"), session.export("blue")
    assert red["ask"]["options"] and blue["ask"] is None
    assert red["view"]["hash"] == session.view("red").digest
    with pytest.raises(UnknownId, match="did you mean red"):
        session.export("redd")
    with pytest.raises(UnknownId):
        session.export("chance")


def reachable(*roots: Any) -> list[Any]:
    """Everything that can be reached from some objects through attributes, items, closures and defaults."""
    seen: dict[int, Any] = {}
    waiting: list[Any] = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, (type, types.ModuleType, types.BuiltinFunctionType)):
            continue
        seen[id(thing)] = thing
        if isinstance(thing, types.FunctionType):  # its globals are modules, which anybody may import
            cells = [c.cell_contents for c in thing.__closure__ or ()]
            waiting += [*cells, thing.__defaults__, thing.__kwdefaults__]
        else:
            waiting += gc.get_referents(thing)
    return list(seen.values())


@pytest.mark.case("X12")
def test_a_bot_reaches_nothing_hidden(game: Game) -> None:
    session = Session.new(game, seed="sesame")
    session.play("talk plan", "red")
    ask = session.ask("red")
    assert ask is not None
    found = reachable(ask, session.view("red"), session.asks())
    assert any(isinstance(thing, Ask) for thing in found) and any(isinstance(thing, View) for thing in found)
    for thing in found:
        assert not isinstance(thing, (State, Session, Game, Stream, journal.Journal))
        assert not (isinstance(thing, (str, bytes)) and thing in ("sesame", session.key, "plan of red"))
    direct = reachable(game.asks(session.state)[0])  # the host's own ask does reach the state, and the walk sees it
    assert any(isinstance(thing, State) for thing in direct)


def test_the_log_is_each_seats_own(game: Game) -> None:
    session = played(Session.new(game, seed=1), ("talk whisper", "red"))
    assert "blue hears psst" in session.log() and "blue hears psst" in session.log("blue")
    assert "blue hears something" in session.log("red")
    assert not any("notes" in line for line in session.log())
