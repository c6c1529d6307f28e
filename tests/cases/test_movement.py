"""Known trouble of movement: reinforcements that find no place, cargo that outlives its carrier, units out of sight."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.conditions import compile_condition
from hexwright.events import Arrived, ControlChanged, Event, GameEnded, Moved, Noted, Placed, Removed
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import broken_units, scene
from hexwright_plugins.reinforce import NeverCame, Schedule, members

from ..conftest import MAP, ONE_PHASE, UNITS, Loader, happen, run_frames

# ------------------------------------------------------------------ M09: the place of arrival is taken

ENTRY, PLACE = "allied_t7_end", "W9"
FULL = {unit: {"at": PLACE} for unit in ("us_3_id", "us_1_id", "uk_78_id")}


@pytest.mark.case("M09")
@pytest.mark.parametrize("blocked", ["wait", "lost"])
@pytest.mark.parametrize(("control", "troops"), [({}, {}), ({PLACE: "allied"}, FULL)], ids=["enemy", "full"])
def test_m09_who_finds_no_place_waits_or_is_lost_and_nobody_is_forgotten(
    blocked: str, control: dict[str, str], troops: dict[str, Any]
) -> None:
    settings = (f'reinforcement.{ENTRY}.at=["{PLACE}"]', f'reinforcement.{ENTRY}.blocked="{blocked}"')
    game = Game.load("torch_tunisia", settings=settings)
    told: list[Event] = []
    state = scene(game, turn=7, units=troops, control=control, phase="place", told=told)
    listed = [u.id for u in members(game.position(state), game.rules.reinforcement[ENTRY])]
    placed = [u for u in listed if u in state.units]
    waiting = [u for u, _ in state.slices["reinforce"].units if u in listed]
    lost = [u for u in listed if u in state.gone]
    assert sorted(placed + waiting + lost) == sorted(listed)
    assert (waiting if blocked == "wait" else lost) and not (lost if blocked == "wait" else waiting)
    assert len(placed) == (1 if troops else 0)  # Supply takes no room
    came = [e.unit.id for e in told if isinstance(e, Arrived)]
    never = [e.unit for e in told if isinstance(e, NeverCame)]
    waits = [e.note for e in told if isinstance(e, Noted) and " waits: its place of arrival is barred" in e.note]
    assert (came, never, len(waits)) == (placed, lost, len(waiting))
    assert all(f"{game.position(state).name(u)} waits" in " ".join(waits) for u in waiting)


@pytest.mark.case("M09")
def test_m09_what_was_lost_does_not_come_later() -> None:
    settings = (f'reinforcement.{ENTRY}.at=["{PLACE}"]', f'reinforcement.{ENTRY}.blocked="lost"')
    game = Game.load("torch_tunisia", settings=settings)
    state = scene(game, turn=7, phase="place")
    lost = dict(state.gone.items())
    assert lost and set(lost.values()) == {"lost"}
    freed = happen(game, state, ControlChanged(space=PLACE, nation="allied")).state
    again = run_frames(game, freed, Schedule("place"))
    assert again.events == () and dict(again.state.gone.items()) == lost


# ------------------------------------------------------------------ M11: cargo

CARGO = """
[unit_type.wagon]
tags = ["wagon"]
holds = ["land"]
capacity = 2
[unit_type.ferry]
tags = ["ferry"]
holds = ["wagon", "land"]
[unit.ferry]
type = "ferry"
nation = "red"
at = "E5"
[unit.wagon]
type = "wagon"
nation = "red"
at = "ferry"
[unit.r3]
type = "foot"
nation = "red"
at = "wagon"
[unit.r4]
type = "foot"
nation = "red"
at = "wagon"
[unit.r5]
type = "foot"
nation = "red"
at = "ferry"
"""
SUNK = Removed(unit="ferry", how="sunk", at="E5", rule="R-cost")


@pytest.fixture
def ferry(load_game: Loader) -> Game:
    return load_game(MAP + UNITS + CARGO + ONE_PHASE)


def after_each(game: Game, state: State, events: tuple[Event, ...]) -> None:
    """No event on the way leaves a unit in a place that does not exist."""
    for event in events:
        state = event.apply(state)
        assert list(broken_units(game, state)) == []


@pytest.mark.case("M11")
def test_m11_cargo_goes_down_with_what_carries_it(ferry: Game) -> None:
    start = ferry.start()
    step = happen(ferry, start, SUNK)
    assert [(e.unit, e.how, e.at, e.rule) for e in step.events if isinstance(e, Removed)] == [
        ("r5", "lost with ferry", "E5", "R-cost"),
        ("r3", "lost with wagon", "E5", "R-cost"),
        ("r4", "lost with wagon", "E5", "R-cost"),
        ("wagon", "lost with ferry", "E5", "R-cost"),
        ("ferry", "sunk", "E5", "R-cost"),
    ]
    assert list(step.state.units) == ["b1", "r1", "r2"]
    assert dict(step.state.gone.items()) == {
        "ferry": "sunk", "r5": "lost with ferry", "wagon": "lost with ferry",
        "r3": "lost with wagon", "r4": "lost with wagon",
    }  # fmt: skip
    after_each(ferry, start, step.events)


@pytest.mark.case("M11")
def test_m11_half_unloaded_cargo_lives_ashore_and_what_a_rule_saves_first_is_saved(ferry: Game) -> None:
    start = ferry.start()
    ashore = Moved(unit="r3", path=("wagon", "E4"))
    saved = Placed(unit="r5", at="pool", was="ferry")
    step = happen(ferry, start, ashore, saved, SUNK)
    assert {u.id: u.at for u in step.state.units.values() if u.id in ("r3", "r5")} == {"r3": "E4", "r5": "pool"}
    assert sorted(step.state.gone) == ["ferry", "r4", "wagon"]
    after_each(ferry, start, step.events)


@pytest.mark.case("M11")
def test_m11_who_learns_of_the_loss_learns_of_the_cargo_and_nobody_else(ferry: Game) -> None:
    step = happen(ferry, ferry.start(), Removed(unit="ferry", how="sunk", seats=("red",)))
    gone = [e for e in step.events if isinstance(e, Removed)]
    assert len(gone) == 5
    assert all(e.seen_by("red") == e and e.seen_by("blue") is None for e in gone)


@pytest.mark.case("M11")
def test_m11_limits_are_free_again(ferry: Game) -> None:
    few = compile_condition({"units": {"side": "red", "tag": "land", "at_most": 3}})
    start = ferry.start()
    assert not few.holds(ferry.position(start))
    assert few.holds(ferry.position(happen(ferry, start, SUNK).state))


@pytest.mark.case("M11")
def test_m11_a_game_that_ends_with_cargo_on_the_way_ends_whole(ferry: Game) -> None:
    step = happen(ferry, ferry.start(), GameEnded(winner="red", reason="enough"))
    assert step.state.over is not None and len(step.state.units) == len(ferry.start().units)
    assert list(broken_units(ferry, step.state)) == []


# ------------------------------------------------------------------ M13: who counts


@pytest.mark.case("M13")
@pytest.mark.parametrize("place", ["wagon", "pool"])
def test_m13_the_sentence_says_whether_those_in_containers_and_boxes_count(ferry: Game, place: str) -> None:
    away = happen(ferry, ferry.start(), Placed(unit="b1", at=place, was="F4")).state
    for counts, words in ((True, "counting those in containers and boxes"), (False, "not counting those in")):
        none = compile_condition({"not": {"units": {"nation": "blue", "tag": "land", "aboard": counts}}})
        assert not none.holds(ferry.position(ferry.start()))
        assert none.holds(ferry.position(away)) is not counts
        assert words in none.sentence()
    empty = compile_condition({"side_empty": "blue"})
    assert not empty.holds(ferry.position(away))
    assert "counting those in containers and boxes" in empty.sentence()
