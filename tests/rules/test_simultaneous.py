"""Simultaneous movement: everybody's next border at once, then contacts in the order that data gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from hexwright.events import Event, Moved, Placed, RelationChanged, Removed, Revealed
from hexwright.frames import Frame
from hexwright.game import Game
from hexwright.hooks import hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.simultaneous import Contact, Together, found_contacts
from hexwright.state import State

from ..conftest import MAP, ONE_PHASE, UNITS, Loader, happen, make_plugin, run_frames, with_units

TEXT = MAP + UNITS + ONE_PHASE


def foot(id_: str, at: str, nation: str = "red", hidden: bool = False) -> Unit:
    return Unit(id_, "foot", nation, at, 3, hidden=hidden)


def told(events: Iterable[Event]) -> list[str]:
    return [e.text() for e in events if isinstance(e, (Moved, Contact))]


def go(game: Game, state: State, *walks: tuple[str, str], contacts: tuple[str, ...] = ("swap", "meet")) -> Any:
    return run_frames(game, state, Together(tuple((u, tuple(path.split())) for u, path in walks), contacts))


def test_all_take_their_next_border_before_anybody_takes_another(load_game: Loader) -> None:
    game = load_game(TEXT)
    step = go(game, game.start(), ("r1", "B1 B2 C3"), ("b1", "F3"), ("r2", "A3 A4"))
    assert told(step.events) == [
        "r1 moves A1 B1 (1 MP)",
        "b1 moves F4 F3 (1 MP)",
        "r2 moves A2 A3 (1 MP)",
        "r1 moves B1 B2 (2 MP)",
        "r2 moves A3 A4 (1 MP)",
        "r1 moves B2 C3 (2 MP)",
    ]
    assert [step.state.units[u].at for u in ("r1", "r2", "b1")] == ["C3", "A4", "F3"]


def test_enemies_that_swap_places_meet_on_the_border(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = with_units(game, foot("b1", "B1", "blue"))
    step = go(game, state, ("r1", "B1"), ("b1", "A1"))
    assert told(step.events)[2:] == ["b1 and r1 meet between B1 and A1"]
    contact = next(e for e in step.events if isinstance(e, Contact))
    assert (contact.kind, contact.units, contact.space, contact.other) == ("swap", ("b1", "r1"), "B1", "A1")


def test_friends_that_swap_or_meet_do_not_fight(load_game: Loader) -> None:
    game = load_game(TEXT)
    step = go(game, game.start(), ("r1", "A2"), ("r2", "A1"))
    assert told(step.events) == ["r1 moves A1 A2 (1 MP)", "r2 moves A2 A1 (1 MP)"]
    neutral = happen(
        game, with_units(game, foot("b1", "B1", "blue")), RelationChanged(nations=("red", "blue"), are="neutral")
    )
    assert not any(isinstance(e, Contact) for e in go(game, neutral.state, ("r1", "B1")).events)


def test_enemies_meet_in_a_space_whether_both_came_or_one_stood_there(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = with_units(game, foot("b1", "C1", "blue"), foot("b2", "B1", "blue"))
    step = go(game, state, ("r1", "B1"), ("b1", "B1"))
    assert told(step.events)[2:] == ["b1 and r1 meet in B1", "b2 and r1 meet in B1"]


@pytest.mark.parametrize(
    ("order", "kinds"),
    [
        (("swap", "meet"), ["swap", "meet", "meet"]),
        (("meet", "swap"), ["meet", "meet", "swap"]),
        (("meet",), ["meet", "meet"]),
        ((), []),
    ],
)
def test_the_order_of_contacts_is_data_and_within_a_kind_that_of_the_ids(
    load_game: Loader, order: tuple[str, ...], kinds: list[str]
) -> None:
    game = load_game(TEXT)
    state = with_units(game, foot("b1", "B1", "blue"), foot("b9", "B1", "blue"), foot("r9", "A1"))
    for walks in ([("r1", "B1"), ("b1", "A1")], [("b1", "A1"), ("r1", "B1")]):
        contacts = [e for e in go(game, state, *walks, contacts=order).events if isinstance(e, Contact)]
        assert [c.kind for c in contacts] == kinds
        met = [c.units for c in contacts if c.kind == "meet"]
        assert met == ([("b1", "r9"), ("b9", "r1")] if kinds else [])


def test_contacts_are_told_once_for_each_pair(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = with_units(game, *(foot(f"b{i}", "B1", "blue") for i in range(2, 4)), foot("r1", "B1"), foot("r2", "B1"))
    steps = [("r1", "A1", "B1", 1), ("r2", "A1", "B1", 1), ("b2", "C1", "B1", 1)]
    found = found_contacts(game.position(state), steps, ("swap", "meet"))
    assert [c.units for c in found] == [("b2", "r1"), ("b2", "r2"), ("b3", "r1"), ("b3", "r2")]


def reacting(*answers: Event) -> Any:
    @hook(Contact)
    def react(event: Contact, now: Position) -> Iterable[Event | Frame]:
        return answers

    return make_plugin("clash", react)


def test_what_answers_a_contact_happens_before_the_next_border(load_game: Loader) -> None:
    game = load_game(TEXT, reacting(Removed(unit="b1", how="lost")))
    state = with_units(game, foot("b1", "B1", "blue"))
    step = go(game, state, ("r1", "B1 C1"), ("b1", "A1 A2 A3"))
    assert "b1" not in step.state.units and step.state.units["r1"].at == "C1"
    assert told(step.events) == [
        "r1 moves A1 B1 (1 MP)",
        "b1 moves B1 A1 (1 MP)",
        "b1 and r1 meet between B1 and A1",
        "r1 moves B1 C1 (1 MP)",
    ]


def test_a_unit_that_was_put_elsewhere_goes_no_farther(load_game: Loader) -> None:
    game = load_game(TEXT, reacting(Placed(unit="r1", at="C2")))
    state = with_units(game, foot("b1", "B1", "blue"))
    step = go(game, state, ("r1", "B1 C1 D1"), ("r2", "A3 A4"))
    assert step.state.units["r1"].at == "C2" and step.state.units["r2"].at == "A4"


def test_a_closed_border_ends_a_walk_and_unknown_units_have_none(load_game: Loader) -> None:
    game = load_game(TEXT)
    step = go(game, game.start(), ("b1", "F5 F4 F3"), ("r1", "C1"), ("ghost", "A1"), ("r2", ""))
    assert told(step.events) == []
    assert step.state.units == game.start().units


def test_hidden_enemies_meet_too(load_game: Loader) -> None:
    game = load_game(TEXT, reacting(Revealed(unit="ghost", at="B1")))
    state = with_units(game, foot("ghost", "B1", "blue", hidden=True))
    step = go(game, state, ("r1", "B1"))
    assert told(step.events)[-1] == "ghost and r1 meet in B1" and not step.state.units["ghost"].hidden
