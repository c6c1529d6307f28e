"""Windows: small choices of several plug-ins, taken one by one and taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest
from attrs import frozen

from hexwright.errors import (
    IllegalDecision,
    Reason,
)
from hexwright.events import Event, FeatureSet, Moved, Noted, RelationChanged, Revealed, Spent
from hexwright.frames import Frame, Play
from hexwright.game import Game
from hexwright.hooks import Registry, hook
from hexwright.position import Position
from hexwright.rules.movement import destinations, start_walk, why_not_move
from hexwright.windows import Action, Window

from .conftest import MAP, UNITS, Loader, make_plugin
from .framing import Throw, phases, play_on, texts

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
