"""Stacking limits: what counts, for whom, how much room is left, and what stands there too many."""

from __future__ import annotations

import pytest

from hexwright.errors import Reason
from hexwright.game import Game
from hexwright.hooks import Modifier, Query, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import overstacked, room_for, stacked, why_not_stack

from ..conftest import MAP, ONE_PHASE, UNITS, Loader, make_plugin, with_units

ALLY = '[nation.pink]\nname = "Pink"\nside = "red"\nseat = "pink"\n'


def limits(text: str) -> str:
    return MAP + UNITS + ONE_PHASE + ALLY + '[rule.R-stack]\ntitle = "stacking"\n' + text


def one(limit: int, **keys: str) -> str:
    return limits(
        f'[stacking.land]\nlimit = {limit}\nrule = "R-stack"\n' + "".join(f"{k} = {v}\n" for k, v in keys.items())
    )


def foot(id_: str, at: str = "C4", nation: str = "red", steps: int = 3, hidden: bool = False) -> Unit:
    return Unit(id_, "foot", nation, at, steps, hidden=hidden)


def at(game: Game, *units: Unit) -> Position:
    return game.position(with_units(game, *units))


NEW = foot("new", "A1")


@pytest.mark.parametrize(
    ("keys", "counted"),
    [
        ({}, 2),  # a side's units
        ({"per": '"nation"'}, 1),
        ({"per": '"all"'}, 3),
        ({"measure": '"steps"'}, 4),
        ({"measure": '"steps"', "per": '"all"'}, 6),
    ],
)
def test_what_counts_is_data(load_game: Loader, keys: dict[str, str], counted: int) -> None:
    game = load_game(one(9, **keys))
    now = at(game, foot("r8", steps=3), foot("p", nation="pink", steps=1), foot("b8", nation="blue", steps=2), NEW)
    coming = 3 if "measure" in keys else 1
    assert room_for(now, NEW, "C4") == 9 - counted
    assert (why_not_stack(now, NEW, "C4") is None) is (counted + coming <= 9)
    spec = now.rules.stacking["land"]
    group = {"side": "red", "nation": "red", "all": "all"}[spec.per]
    assert stacked(now, spec, "C4", group) == counted


def test_only_units_with_these_tags_count_and_are_bound(load_game: Loader) -> None:
    game = load_game(one(1, tags='["land"]'))
    now = at(game, Unit("spy", "spy", "red", "C4", 1), foot("r8"), NEW)
    assert why_not_stack(now, now.unit("spy"), "A1") is None
    assert room_for(now, now.unit("spy"), "C4") == 1_000_000
    assert why_not_stack(now, NEW, "C4") == Reason(
        "too many units in C4", "R-stack", (("there", 1), ("coming", 1), ("limit", 1)), ""
    )
    assert why_not_stack(now, NEW, "D4") is None


def test_a_unit_that_stands_there_does_not_count_twice(load_game: Loader) -> None:
    game = load_game(one(3, measure='"steps"'))
    now = at(game, foot("r8"))
    assert room_for(now, now.unit("r8"), "C4") == 3
    assert why_not_stack(now, now.unit("r8"), "C4") is None


def test_of_several_limits_the_narrowest_counts_and_the_first_broken_is_told(load_game: Loader) -> None:
    text = '[stacking.many]\nlimit = 3\n[stacking.strong]\nlimit = 5\nmeasure = "steps"\nrule = "R-stack"\n'
    now = at(load_game(limits(text)), foot("r8"), NEW)
    assert room_for(now, NEW, "C4") == 2
    reason = why_not_stack(now, NEW, "C4")
    assert reason is not None and reason.numbers == (("there", 3), ("coming", 3), ("limit", 5))
    assert reason.nearest == "2 steps still fit"
    assert why_not_stack(now, NEW, "C4", steps=2) is None


def test_a_plug_in_has_a_say_in_the_limit_of_a_space(load_game: Loader) -> None:
    @hook("stack_limit")
    def modify(query: Query) -> Modifier | None:
        assert (query["side"], query["stack"]) == ("red", "land")
        return Modifier("city", 2) if query["space"] == "C4" else None

    game = load_game(one(1), make_plugin("city", modify))
    now = at(game, foot("r8"), foot("r9", "D4"), NEW)
    assert why_not_stack(now, NEW, "C4") is None and room_for(now, NEW, "C4") == 2
    assert why_not_stack(now, NEW, "D4") is not None


def test_what_stands_there_too_many_is_told_with_how_many_must_go(load_game: Loader) -> None:
    now = at(load_game(one(4, measure='"steps"')), foot("r8"), foot("r9"), foot("b8", nation="blue"))
    assert overstacked(now, "C4", "red") == Reason(
        "too many steps in C4", "R-stack", (("there", 6), ("limit", 4)), "at most 4 steps may stay: 2 must go"
    )
    assert overstacked(now, "C4", "blue") is None
    assert overstacked(now, "D4", "red") is None


def test_nations_of_a_side_are_counted_apart_when_the_rule_says_so(load_game: Loader) -> None:
    now = at(load_game(one(1, per='"nation"')), foot("r8"), foot("p", nation="pink"))
    assert overstacked(now, "C4", "red") is None
    more = at(load_game(one(1, per='"nation"')), foot("r8"), foot("p", nation="pink"), foot("p2", nation="pink"))
    assert overstacked(more, "C4", "red") is not None


@pytest.mark.case("X01")
def test_x01_hidden_units_of_others_take_no_room(load_game: Loader) -> None:
    game = load_game(one(1, per='"all"'))
    hidden = at(game, foot("b8", nation="blue", hidden=True), NEW)
    assert why_not_stack(hidden, NEW, "C4") is None and room_for(hidden, NEW, "C4") == 1
    own = at(game, foot("r8", hidden=True), NEW)
    assert why_not_stack(own, NEW, "C4") is not None and room_for(own, NEW, "C4") == 0
    assert overstacked(at(game, foot("b8", nation="blue", hidden=True), foot("r8")), "C4", "red") is not None


@pytest.mark.case("M10")
def test_m10_nobody_leaves_the_game_because_another_is_put_there(load_game: Loader) -> None:
    from hexwright.events import Placed

    game = load_game(one(1))
    state = with_units(game, foot("r8"), NEW)
    after = Placed(unit="new", at="C4").apply(state)
    assert set(after.units) == set(state.units) and after.at["C4"] == ("new", "r8")
    assert why_not_stack(game.position(state), NEW, "C4") is not None
