"""Known trouble again, where aircraft, ships and submarines could meet it: undo, what is hidden or sealed, dice."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from hexwright.errors import IllegalDecision
from hexwright.game import Game
from hexwright.session import Session
from hexwright.state import State
from hexwright.testing import scene

from ..plugins.conftest import Table
from ..plugins.torch import load
from .conftest import received

ROLES = {"first": "allied", "second": "axis"}
BOMBERS: dict[str, Any] = {
    "bomber": {"type": "bomber_group", "nation": "allied", "at": "Y6"},
    "fighter": {"type": "fighter_group", "nation": "allied", "at": "Y6"},
}
SHIPS: dict[str, Any] = {
    "escort": {"type": "escort_group", "nation": "allied", "at": "T3"},
    "attackers": {"type": "attack_group", "nation": "allied", "at": "T3"},
}
SUBS: dict[str, Any] = {"sub_axis_1": {"at": "V5", "hidden": True}, "sub_axis_2": {"at": "T1", "hidden": True}}


def session(game: Game, units: dict[str, Any], *phases: str, turn: int = 3) -> Session:
    """A session that begins at these phases."""
    found = Session.new(game, seed=5)
    found.state = scene(game, turn=turn, units=units, roles=ROLES, phase=phases)
    return found


def asked(found: Session) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(a.seat, a.frame, a.options.all()) for a in found.asks()]


# ------------------------------------------------------------------ U04: a die in the air stays


@pytest.mark.case("U04")
def test_a_die_rolled_for_aircraft_is_named_and_stays() -> None:
    found = session(load(), {**BOMBERS, **SHIPS}, "air_assign", "air_resolve", "sea_move_first")
    found.play("assign bomber strike U5 port", "allied")
    assert found.can_undo("allied") is None
    found.play("done", "allied")
    before, options = found.state, asked(found)
    assert options and options[0][2]
    told = [str(found.can_undo(seat)) for seat in ("allied", "axis")]
    assert told[0].startswith("a die has fallen since: t3/strike U5 port") and told[1] != "None"
    for seat in ("allied", "axis"):
        with pytest.raises(IllegalDecision):
            found.undo(seat)
    assert found.state is before and asked(found) == options


# ------------------------------------------------------------------ U06: a window of missions is taken back whole


@pytest.mark.case("U06")
@pytest.mark.parametrize(
    ("phase", "choices"),
    [
        ("air_assign", ("assign fighter escort U5", "assign bomber strike U5 port")),
        ("sea_move_first", ("move escort T1", "assign escort asw_patrol", "move attackers T2")),
    ],
)
def test_all_missions_of_a_window_are_taken_back_in_one_step(phase: str, choices: tuple[str, ...]) -> None:
    found = session(load(), {**BOMBERS, **SHIPS}, phase)
    before, options = found.state, asked(found)
    for text in choices:
        found.play(text, "allied")
    found.play("reset", "allied")
    assert found.state == before and found.state.digest == before.digest and asked(found) == options
    for text in choices:
        found.play(text, "allied")
    for _ in choices:
        found.play("retract", "allied")
    assert found.state == before and asked(found) == options


# ------------------------------------------------------------------ X01: hidden submarines change nothing


def moved(state: State, unit: str, place: str) -> State:
    return state.with_unit(attrs.evolve(state.units[unit], at=place))


@pytest.mark.case("X01")
@pytest.mark.parametrize(
    ("phase", "tries"),
    [
        (
            "air_assign",
            ("assign bomber air_asw V5", "assign bomber strike V5 ships", "assign bomber strike sub_axis_1"),
        ),
        ("sea_move_first", ("move escort V5", "move escort V9", "assign escort sea_control T3", "move sub_axis_1 T3")),
    ],
)
@pytest.mark.parametrize("watcher", ["allied", "onlooker"])
def test_where_a_submarine_lies_changes_no_byte_before_a_decision(
    phase: str, tries: tuple[str, ...], watcher: str
) -> None:
    found = session(load(), {**BOMBERS, **SHIPS, **SUBS}, phase)
    state = found.state
    told, owner = set(), set()
    for place in ("V5", "T3", "U4", "X1", "B7"):
        found.state = moved(state, "sub_axis_1", place)
        told.add(received(found, watcher, tries))
        owner.add(received(found, "axis", tries))
    assert len(told) == 1 and len(owner) == 5


# ------------------------------------------------------------------ X07, X11: orders under seal


@pytest.mark.case("X07", "X11")
@pytest.mark.parametrize("watcher", ["allied", "onlooker", "visitor"])
def test_orders_of_submarines_under_seal_are_seen_by_nobody_else(watcher: str) -> None:
    units = {**SUBS, "sub_allied_1": {"at": "W8", "hidden": True}, "escort": {**SHIPS["escort"], "at": "T1"}}
    found = session(load(), units, "sea_orders")
    assert {a.seat for a in found.asks()} == {"allied", "axis"}
    options = found.ask("axis")
    assert options is not None
    orders = [o for o in options.options.all() if o != "done"]
    assert orders
    before = received(found, watcher)
    found.play(orders[0], "axis")
    assert received(found, watcher) == before
    found.play("done", "axis")
    assert received(found, watcher) == before, "whether another has sealed is told to nobody"
    found.play("done", "allied")
    assert received(found, watcher) != before


# ------------------------------------------------------------------ C16: one that serves up to so many


@pytest.mark.case("C16")
@pytest.mark.parametrize(
    ("strengths", "needed"), [((1,), 1), ((2,), 1), ((2, 2), 1), ((2, 2, 1), 2), ((2, 2, 2, 2), 2)]
)
def test_one_supply_serves_up_to_four_points_and_not_each_of_them_once(strengths: tuple[int, ...], needed: int) -> None:
    troops = [f"aid_{n} D5 {steps}" for n, steps in enumerate(strengths)]
    table = Table([*troops, "asup_1 D5", "asup_2 D5", "xinf_1 D4 1"], control={"D4": "axis"})
    table.play(*(f"move aid_{n} D4" for n in range(len(strengths))))
    for number in range(1, needed + 1):
        assert "done" not in table.options()
        table.play(f"commit asup_{number} D4")
    assert "done" in table.options()
