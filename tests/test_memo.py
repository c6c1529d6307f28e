"""What is kept from decision to decision: how long it lasts, and hooks that say when they have something to say."""

from __future__ import annotations

from hexwright.errors import Reason
from hexwright.events import Arrived, Changed, Event, Moved, Refreshed, Removed, StatusSet, StepsChanged
from hexwright.game import Game
from hexwright.hooks import Modifier, Query, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import State

from .conftest import MAP, ONE_PHASE, UNITS, Loader
from .test_hooks import PROBE, probe

TEXT = MAP + UNITS + ONE_PHASE + '[unit.s1]\ntype = "spy"\nnation = "red"\nat = "B4"\n'
TEXT += '[status.tired]\nname = "tired"\nuntil = "act"\n'


def after(state: State, *events: Event) -> State:
    """The state after these events."""
    for event in events:
        state = event.apply(state)
    return state


def same(game: Game, a: State, b: State, *tags: str, status: bool = False) -> bool:
    """Do the units of two states stand alike?"""
    return game.position(a).standing(*tags, status=status) is game.position(b).standing(*tags, status=status)


def test_units_stand_alike_until_one_comes_goes_moves_or_changes(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()
    game.position(state).standing()
    moved = Moved(unit="r1", path=("A1", "B1"))
    new = Unit("r9", "foot", "red", "C1", 3)
    for event in (moved, Arrived(unit=new), Removed(unit="r1", how="lost"), Changed(unit="r1", nation="blue"),
                  StepsChanged(unit="r1", steps=1, was=3)):  # fmt: skip
        assert not same(game, state, after(state, event)), event
    assert same(game, state, after(state, StatusSet(unit="r1", status="tired")))
    assert same(game, state, state.with_stack(state.stack))


def test_units_of_other_types_are_no_matter(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()
    game.position(state).standing("spy")
    assert same(game, state, after(state, Moved(unit="r1", path=("A1", "B1"))), "spy")
    assert not same(game, state, after(state, Moved(unit="s1", path=("B4", "B3"))), "spy")


def test_statuses_and_points_count_where_they_are_asked_for(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()
    game.position(state).standing(status=True)
    tired = after(state, StatusSet(unit="r1", status="tired"))
    assert not same(game, state, tired, status=True)
    game.position(tired).standing(status=True)
    fresh = after(tired, Refreshed(statuses=("tired",)))  # changes many units at once
    assert not same(game, tired, fresh, status=True)
    game.position(tired).standing()
    assert same(game, tired, after(tired, Refreshed(statuses=("tired",))))


def test_a_memo_lasts_as_long_as_what_it_hangs_on(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = game.start()

    def kept(at: State) -> dict[object, object]:
        now = game.position(at)
        return now.memo("probe", now.standing(), at.control)

    first = kept(state)
    first["red"] = 1
    tired = after(state, StatusSet(unit="r1", status="tired"))
    assert kept(tired) is first
    assert kept(tired.with_(control=tired.control.with_item("A1", "red"))) == {}
    assert kept(state) == {}  # what is kept was for another state meanwhile
    assert state == game.start() and state.digest == game.start().digest


def test_a_hook_is_asked_only_when_it_has_something_to_say(load_game: Loader) -> None:
    asked: list[str] = []

    def late(now: Position) -> bool:
        return now.turn > 1

    @hook("take", when=late)
    def forbid_b(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        asked.append(words[1])
        return Reason("no b") if words[1] == "b" else None

    @hook("allowance", when=late)
    def modify_allowance(query: Query) -> Modifier:
        return Modifier("late", -1)

    game = load_game(PROBE, probe(forbid_b, modify_allowance))
    state = game.start()
    ask = game.ask(state, "red")
    assert ask is not None and list(ask.options) == ["take a", "take b", "leave"]
    assert game.refuse(state, "take b") is None and asked == []
    now = game.position(state)
    assert game.hooks.quiet(now, "allowance") and now.total("allowance", 4, "").value == 4

    later = state.with_(turn=2)
    ask = game.ask(later, "red")
    assert ask is not None and list(ask.options) == ["take a", "leave"]
    assert game.refuse(later, "take b") is not None and asked == ["a", "b", "b"]
    now = game.position(later)
    assert not game.hooks.quiet(now, "allowance") and now.total("allowance", 4, "").value == 3
