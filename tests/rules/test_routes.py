"""Supply routes: sources, the way to them, what cuts it, and the reason when there is none."""

from __future__ import annotations

import random

import pytest

from hexwright.errors import Reason, UnknownId
from hexwright.events import ControlChanged, Moved, Placed, Removed
from hexwright.game import Game
from hexwright.hooks import Modifier, Query, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.routes import Supply, network, sources, supply
from hexwright.state import State

from ..conftest import MAP, ONE_PHASE, UNITS, Loader, make_plugin, with_units

ROUTE = """
[feature.depot]
on = "space"
[feature.rail]
on = "border"
[line.rail]
feature = "rail"
through = ["A1", "B1", "C1", "D1", "E1", "F1"]
[line.branch]
feature = "rail"
through = ["C1", "C2", "C3"]
[space.A1]
features.depot = {}
control = "red"
[space.F1]
features.depot = {}
control = "blue"
[rule.R-supply]
title = "supply"
[route.rail]
source = "depot"
along = "rail"
cut_by = ["land"]
rule = "R-supply"
[route.near]
source = "depot"
along = "rail"
reach = 1
longest = 2
rule = "R-supply"
[route.foot]
source = "depot"
mode = "foot"
rule = "R-supply"
"""
TEXT = MAP + UNITS + ONE_PHASE + ROUTE


def foot(id_: str, at: str, nation: str = "blue") -> Unit:
    return Unit(id_, "foot", nation, at, 3)


def start(load_game: Loader, text: str = TEXT, *units: Unit) -> Position:
    game = load_game(text)
    return game.position(with_units(game, *units))


def reason_at(now: Position, space: str, route: str = "rail", nation: str = "red") -> Reason:
    found = supply(now, route, nation, space)
    assert found.route == () and found.reason is not None
    return found.reason


def test_a_route_leads_from_the_nearest_friendly_source(load_game: Loader) -> None:
    now = start(load_game)
    assert sources(now, "rail", "red") == ("A1",) and sources(now, "rail", "blue") == ("F1",)
    assert supply(now, "rail", "red", "C3") == Supply(("A1", "B1", "C1", "C2", "C3"))
    assert supply(now, "rail", "blue", "C3") == Supply(("F1", "E1", "D1", "C1", "C2", "C3"))
    assert supply(now, "rail", "red", "A1") == Supply(("A1",))
    both = game_with(now, ControlChanged(space="F1", nation="red"))
    assert supply(both, "rail", "red", "E1") == Supply(("F1", "E1"))


def game_with(now: Position, *events: object) -> Position:
    state = now.state
    for event in events:
        state = event.apply(state)  # type: ignore[attr-defined]
    return now.game.position(state)


def test_a_route_may_end_so_far_from_the_unit_and_be_so_long(load_game: Loader) -> None:
    now = start(load_game)
    assert supply(now, "near", "red", "C1").route == ("A1", "B1")  # the shortest that will do
    assert supply(now, "near", "red", "D1").route == ("A1", "B1", "C1")
    assert supply(now, "near", "red", "A2").route == ("A1",)
    reason = reason_at(now, "E1", "near")
    assert (reason.text, reason.rule, reason.numbers) == (
        "no route to E1: it would be too long", "R-supply", (("longest", 2),),
    )  # fmt: skip
    assert reason_at(now, "A5", "near").text == "no source can reach A5"


def test_enemies_cut_a_route_where_they_stand(load_game: Loader) -> None:
    now = start(load_game, TEXT, foot("b2", "C1"))
    assert reason_at(now, "C3") == Reason("no route to C3: the enemy cuts it at C1", "R-supply", nearest="free C1")
    assert supply(now, "rail", "red", "B1").route == ("A1", "B1")
    assert supply(now, "rail", "blue", "C3").route  # one's own units cut nothing
    spy = start(load_game, TEXT, Unit("spy", "spy", "blue", "C1", 1))
    assert supply(spy, "rail", "red", "C3").route
    assert reason_at(spy, "C1", "foot").text == "no route to C1: the enemy cuts it at C1"


def test_a_route_by_a_mode_of_movement_goes_where_it_can_cross(load_game: Loader) -> None:
    now = start(load_game)
    assert supply(now, "foot", "red", "A3").route == ("A1", "A2", "A3")
    assert reason_at(now, "F5", "foot").text == "no source can reach F5"
    wall = TEXT.replace(
        "cost = { clear = 1, hill = 2 }",
        'cost = { clear = 1, hill = 2 }\nborders = [{ feature = "wall", op = "close" }]',
    )
    wall += '[feature.wall]\non = "border"\n[line.wall]\nfeature = "wall"\nborders = ["A1|A2", "A1|B1"]\n'
    assert reason_at(start(load_game, wall), "A2", "foot").text == "no source can reach A2"


@pytest.mark.case("S01")
def test_s01_a_part_without_source_is_out_of_supply_with_a_reason(load_game: Loader) -> None:
    now = start(load_game)
    assert reason_at(now, "pool") == Reason("no source can reach pool", "R-supply")
    assert reason_at(now, "pool", "foot") == Reason("no source can reach pool", "R-supply")
    none = start(load_game, TEXT.replace("[space.A1]\nfeatures.depot = {}", "[space.A1]"))
    assert sources(none, "rail", "red") == ()
    assert reason_at(none, "B1") == Reason("no source can reach B1", "R-supply")
    lost = game_with(now, ControlChanged(space="A1", nation="blue"))
    assert reason_at(lost, "B1") == Reason("no source can reach B1", "R-supply")
    with pytest.raises(UnknownId):
        supply(now, "rail", "red", "nowhere")


@pytest.mark.case("S03")
def test_s03_what_hung_on_another_source_stays_supplied(load_game: Loader) -> None:
    two = TEXT.replace('control = "blue"\n[rule', 'control = "red"\n[rule')
    now = start(load_game, two)
    assert sources(now, "rail", "red") == ("A1", "F1")
    assert supply(now, "rail", "red", "B1").route == ("A1", "B1")
    after = game_with(now, ControlChanged(space="A1", nation="blue"))
    assert supply(after, "rail", "red", "B1").route == ("F1", "E1", "D1", "C1", "B1")
    assert supply(after, "rail", "red", "E1").route == ("F1", "E1")


@pytest.mark.case("S03")
def test_s03_what_is_kept_from_state_to_state_equals_a_fresh_look(load_game: Loader) -> None:
    game = load_game(TEXT)
    rng = random.Random(11)
    state = with_units(game, *(foot(f"x{i}", "C4", rng.choice(["red", "blue"])) for i in range(6)))
    for _ in range(60):
        unit = rng.choice(list(state.units))
        to = rng.choice(["A1", "B1", "C1", "C2", "D1", "E1", "F1", "pool"])
        event = rng.choice(
            [
                Placed(unit=unit, at=to),
                Moved(unit=unit, path=(state.units[unit].at, to)),
                ControlChanged(space=rng.choice(["A1", "F1"]), nation=rng.choice(["red", "blue", ""])),
            ]
        )
        state = event.apply(state)
        for nation in ("red", "blue"):
            afresh = network(game.position(state.with_(turn=state.turn)), "rail", nation)
            assert dict(network(game.position(state), "rail", nation)) == dict(afresh)
    assert Removed(unit="x0", how="lost").apply(state).memo.get("routes") is None


def routed(game: Game, state: State, space: str) -> bool:
    return bool(supply(game.position(state), "rail", "red", space).route)


def test_a_plug_in_closes_sources_and_cuts_spaces_also_empty_ones(load_game: Loader) -> None:
    @hook("route_source")
    def modify_source(query: Query) -> Modifier | None:
        assert (query["route"], query["nation"]) == ("rail", "red")
        return Modifier("bombed", 0, op="min") if query.now.control("B4") == "blue" else None

    @hook("route_cut")
    def modify_cut(query: Query) -> Modifier | None:
        mined = query["space"] == "C1" and query.now.control("C4") == "blue"
        return Modifier("mined", 1, op="max") if mined else None

    game = load_game(TEXT, make_plugin("bombs", modify_source, modify_cut))
    state = game.start()
    assert routed(game, state, "C3")
    bombed = ControlChanged(space="B4", nation="blue").apply(state)
    assert not routed(game, bombed, "C3") and not routed(game, bombed, "A1")
    mined = ControlChanged(space="C4", nation="blue").apply(state)
    assert not routed(game, mined, "C3") and routed(game, mined, "B1")
    assert reason_at(game.position(mined), "C3").text == "no route to C3: the enemy cuts it at C1"
