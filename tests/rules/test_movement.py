"""Movement: costs, enemies and their zones, the minimum step, reasons with the nearest move, hidden enemies, walks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

from hexwright.errors import Reason
from hexwright.events import (
    Concealed,
    ControlChanged,
    Event,
    Moved,
    Placed,
    RelationChanged,
    Removed,
    Revealed,
    Spent,
    StepsChanged,
)
from hexwright.frames import Frame
from hexwright.game import Game
from hexwright.hooks import Modifier, Query, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import (
    Walk,
    allowance,
    can_move,
    cost_parts,
    destinations,
    moves_of,
    overlay,
    points_left,
    presence,
    start_walk,
    why_not_move,
)
from hexwright.rules.stacking import why_not_stack
from hexwright.state import State

from ..conftest import MAP, ONE_PHASE, UNITS, Loader, make_plugin, with_units

# A hex is flat-topped, odd columns (B, D, F) are shifted down:
#   A1 B1 C1 D1 E1 F1 and the hills B2 C2 B3 C3 behind; sea at E5 F5.
TEXT = MAP + UNITS + ONE_PHASE


def mode(**keys: str) -> str:
    """The small map with further keys of the mode of movement."""
    lines = "\n".join(f"{k} = {v}" for k, v in keys.items())
    return TEXT.replace("cost = { clear = 1, hill = 2 }", f"cost = {{ clear = 1, hill = 2 }}\n{lines}")


def foot(id_: str, at: str, nation: str = "red", **more: Any) -> Unit:
    return attrs.evolve(Unit(id_, "foot", nation, at, 3), **more)


def agree(game: Game, state: State, unit_id: str, seat: str = "") -> set[str]:
    """Where a unit may go: range, options and why-not must say the same."""
    now = game.position(state)
    unit = now.unit(unit_id)
    offered = list(destinations(now, unit, seat))
    assert offered == sorted(set(offered))
    for space in now.board.spaces:
        reason = why_not_move(now, unit, space, seat)
        assert (reason is None) == (space in offered), (space, reason)
        if reason is not None and reason.nearest:
            verb, mover, to = reason.nearest.split()
            assert (verb, mover) == ("move", unit_id)
            assert to in offered or space not in now.board
    return set(offered)


def after_walk(game: Game, state: State, unit_id: str, to: str) -> tuple[State, list[Event]]:
    from hexwright.frames import Play, settle

    play = Play(game, state)
    start_walk(play, play.now.unit(unit_id), to)
    settle(play)
    return play.state, play.events


def reason_for(game: Game, state: State, unit_id: str, to: str) -> Reason:
    now = game.position(state)
    reason = why_not_move(now, now.unit(unit_id), to)
    assert reason is not None
    return reason


# ------------------------------------------------------------------ costs


def test_terrain_costs_bound_the_range(load_game: Loader) -> None:
    game = load_game(TEXT)
    found = moves_of(game.position(game.start()), game.start().units["r1"])
    costs = {s: found.cost(s) for s in ("A1", "B1", "C1", "D1", "E1", "A2", "B2", "A5", "C2")}
    assert costs == {"A1": 0, "B1": 1, "C1": 2, "D1": 3, "E1": 4, "A2": 1, "B2": 3, "A5": 4, "C2": 3}
    assert "F1" not in found and "D3" not in found
    assert agree(game, game.start(), "r1") == set(found) - {"A1"}


def test_the_sea_is_closed_to_feet(load_game: Loader) -> None:
    game = load_game(TEXT)
    assert "F5" not in agree(game, game.start(), "b1")
    reason = reason_for(game, game.start(), "b1", "F5")
    assert (reason.text, reason.rule) == ("foot cannot enter sea", "R-closed")
    assert reason.nearest.startswith("move b1 ")


def test_units_that_cannot_move_say_so(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = with_units(game, Unit("cart", "cart", "red", "C1", 1), foot("boxed", "pool"), foot("aboard", "cart"))
    now = game.position(state)
    assert [list(destinations(now, now.unit(u))) for u in ("cart", "boxed", "aboard")] == [[], [], []]
    assert not can_move(now, now.unit("cart")) and not can_move(now, now.unit("aboard"))
    assert reason_for(game, state, "cart", "D1") == Reason("cart cannot move", numbers=(("allowance", 0),))
    assert reason_for(game, state, "boxed", "D1").text == "no way leads boxed to D1"
    assert reason_for(game, state, "aboard", "D1").text == "aboard is not on the map but at cart"
    assert reason_for(game, state, "r1", "A1").text == "Foot is in A1 already"
    assert reason_for(game, state, "r1", "A11").nearest in ("move r1 A1", "move r1 B1")
    assert reason_for(game, state, "r1", "A11").text == "there is no space A11"


def test_points_spent_count(load_game: Loader) -> None:
    game = load_game(TEXT)
    state = Spent(unit="r1", cost=3).apply(game.start())
    assert agree(game, state, "r1") == {"A2", "B1"}
    spent = Spent(unit="r1", cost=4).apply(game.start())
    assert agree(game, spent, "r1") == set()
    assert reason_for(game, spent, "r1", "B1") == Reason(
        "Foot has no movement points left", "R-limit", (("spent", 4), ("allowance", 4))
    )


# ------------------------------------------------------------------ reasons


def test_too_few_points_are_told_with_the_numbers_and_the_farthest_hex_on_that_path(load_game: Loader) -> None:
    game = load_game(TEXT)
    assert reason_for(game, game.start(), "r1", "F1") == Reason(
        "Foot has too few movement points for F1", "R-limit", (("needs", 5), ("has", 4)), "move r1 E1"
    )
    spent = Spent(unit="r1", cost=2).apply(game.start())
    assert reason_for(game, spent, "r1", "F1") == Reason(
        "Foot has too few movement points for F1", "R-limit", (("needs", 5), ("has", 2)), "move r1 C1"
    )


def test_a_space_that_no_way_leads_to_is_told_so(load_game: Loader) -> None:
    beach = TEXT.replace("....~~", "...~~.")  # F5 is land beside F4, with the sea at E5
    open_ground = load_game(beach.replace('at = "F4"', 'at = "F1"'))
    reason = reason_for(open_ground, open_ground.start(), "r1", "F5")
    assert (reason.text, reason.rule) == ("Foot has too few movement points for F5", "R-limit")
    game = load_game(beach)  # now an enemy stands in the only way
    reason = reason_for(game, game.start(), "r1", "F5")
    assert (reason.text, reason.rule) == ("no way leads Foot to F5", "R-closed")
    assert reason.nearest.startswith("move r1 ")


# ------------------------------------------------------------------ border features


BORDERS = """
[feature.road]
on = "border"
[feature.river]
on = "border"
[feature.bridge]
on = "border"
[line.road]
feature = "road"
borders = ["A2|B2", "A2|B1"]
[line.river]
feature = "river"
borders = ["A2|B2", "A1|B1"]
"""
BRIDGE = '[line.bridge]\nfeature = "bridge"\nborders = ["A2|B2"]\n'
ROAD_AND_RIVER = '[{ feature = "road", op = "set", cost = 1 }, { feature = "river", op = "add", cost = 2 }]'
CLOSED = (
    '[{ feature = "road", op = "set", cost = 1 }, { feature = "river", op = "close" }, '
    '{ feature = "bridge", op = "open" }]'
)


@pytest.mark.case("M02")
@pytest.mark.parametrize(
    ("borders", "bridge", "cost"),
    [
        (ROAD_AND_RIVER, "", 3),
        (ROAD_AND_RIVER, BRIDGE, 3),
        (CLOSED, "", None),
        (CLOSED, BRIDGE, 1),
    ],
)
def test_m02_road_and_river_on_one_border_cost_the_same_whoever_asks(
    load_game: Loader, borders: str, bridge: str, cost: int | None
) -> None:
    game = load_game(mode(borders=borders) + BORDERS + bridge)
    state = game.start()
    now = game.position(state)
    unit = now.unit("r2")
    offered = agree(game, state, "r2")
    crossing = now.board.crossing("foot", "red", "A2", "B2")
    assert crossing.closed is (cost is None)
    if cost is None:
        lone = Spent(unit="r2", cost=3).apply(state)
        assert "B2" not in agree(game, lone, "r2")
        assert reason_for(game, lone, "r2", "B2").text == "river between A2 and B2 is closed to foot"
        return
    assert "B2" in offered
    found = moves_of(now, unit)
    parts = cost_parts(now, unit, "A2", "B2", overlay(now, unit))
    assert found.cost("B2") == parts[0] == sum(v for _, v, _ in parts[2]) == cost
    _, events = after_walk(game, state, "r2", "B2")
    assert events[0] == Moved(unit="r2", path=("A2", "B2"), cost=cost, rule="R-cost")


# ------------------------------------------------------------------ enemies and their zones


@pytest.mark.parametrize(
    ("enemies", "inside", "beyond"), [("block", False, False), ("stop", True, False), ("pass", True, True)]
)
def test_a_space_with_enemies_is_closed_ends_the_move_or_is_no_matter(
    load_game: Loader, enemies: str, inside: bool, beyond: bool
) -> None:
    game = load_game(mode(enemies=f'"{enemies}"'))
    row = [foot(f"b{i}", s, "blue") for i, s in enumerate(("C1", "C2", "C3", "C4", "C5"), 2)]
    state = with_units(game, *row)
    offered = agree(game, state, "r1")
    assert ("C1" in offered) is inside and ("D1" in offered) is beyond
    if enemies == "block":
        reason = reason_for(game, state, "r1", "C1")
        assert (reason.text, reason.rule, reason.nearest) == ("C1 is held by the enemy: b2", "R-enemies", "move r1 B1")
        assert reason_for(game, state, "r1", "D1").text == "no way leads Foot to D1"
    if enemies == "stop":
        assert moves_of(game.position(state), state.units["r1"]).left("C1") == 0
        assert reason_for(game, state, "r1", "D1") == Reason(
            "Foot has to stop in C1 on the way to D1: enemies are there, b2", "R-enemies",
            nearest="move r1 C1", at="movement.foot.enemies",
        )  # fmt: skip
        after, _ = after_walk(game, state, "r1", "C1")
        assert after.units["r1"].spent == 4


def test_only_enemies_with_these_tags_count(load_game: Loader) -> None:
    game = load_game(mode(enemies='"block"', enemy_tags='["land"]'))
    spy = Unit("spy", "spy", "blue", "B1", 1)
    assert "B1" in agree(game, with_units(game, spy), "r1")
    assert "B1" not in agree(game, with_units(game, foot("b2", "B1", "blue")), "r1")
    assert "B1" in agree(game, with_units(game, foot("r9", "B1")), "r1")  # one's own never


@pytest.mark.parametrize("tags", ["", 'control_tags = ["land"]'])
def test_a_zone_of_control_ends_the_move(load_game: Loader, tags: str) -> None:
    game = load_game(mode(zone_of_control='"stop"').replace("zone_of_control", f"{tags}\nzone_of_control"))
    state = with_units(game, foot("b2", "C1", "blue"))
    offered = agree(game, state, "r1")
    assert "B1" in offered and "D1" not in offered
    assert moves_of(game.position(state), state.units["r1"]).left("B1") == 0
    inside = with_units(game, foot("b2", "C1", "blue"), foot("r1", "B1"))
    assert "A1" in agree(game, inside, "r1")  # who begins in a zone may leave it
    spy = with_units(game, Unit("spy", "spy", "blue", "C1", 1))
    assert ("D1" in agree(game, spy, "r1")) is bool(tags)


def test_a_line_of_zones_is_told_as_such_and_not_as_no_way(load_game: Loader) -> None:
    game = load_game(mode(zone_of_control='"stop"'))
    row = [foot(f"b{i}", s, "blue") for i, s in enumerate(("D1", "D2", "D3", "D4", "D5"), 2)]
    state = with_units(game, *row[::2], foot("r1", "B1"))
    now = game.position(state)
    assert now.board.are_neighbours("C2", "D2") and "C2" in now.board.neighbours("D1")
    reason = reason_for(game, state, "r1", "E2")
    assert (reason.text, reason.rule) == (
        "Foot has to stop in C2 on the way to E2: an enemy's zone of control", "R-zone"
    )  # fmt: skip
    assert reason.at == "movement.foot.zone_of_control"
    assert reason.nearest in {f"move r1 {s}" for s in ("C1", "C2", "C3", "D2")}


@pytest.mark.parametrize(("crosses", "stopped"), [("true", True), ("false", False)])
def test_zones_of_control_ignore_closed_borders_or_do_not(load_game: Loader, crosses: str, stopped: bool) -> None:
    wall = '[feature.wall]\non = "border"\n[line.wall]\nfeature = "wall"\nborders = ["B1|C1"]\n'
    text = mode(zone_of_control='"stop"', zone_crosses_borders=crosses, borders='[{ feature = "wall", op = "close" }]')
    game = load_game(text + wall)
    state = with_units(game, foot("b2", "C1", "blue"))
    assert (moves_of(game.position(state), state.units["r1"]).left("B1") == 0) is stopped
    agree(game, state, "r1")
    gone = Removed(unit="b2", how="lost").apply(state)
    assert moves_of(game.position(gone), gone.units["r1"]).left("B1") == 3


def test_enemies_are_followed_move_by_move(load_game: Loader) -> None:
    game = load_game(mode(enemies='"block"', zone_of_control='"stop"'))
    state = with_units(game, foot("b2", "C1", "blue"), Unit("cart", "cart", "blue", "D4", 1))
    now = game.position(state)
    presence(now, "foot", "red", "red").zone  # noqa: B018 - from now on it is followed
    events: list[Event] = [
        Moved(unit="b2", path=("C1", "C2")),
        Moved(unit="r1", path=("A1", "B1")),
        Placed(unit="b1", at="pool"),
        Placed(unit="b2", at="cart"),
        Placed(unit="b2", at="D2"),
        StepsChanged(unit="b2", steps=1, was=3),
        Concealed(unit="b2", at="D1", seats=("blue",)),
        Revealed(unit="b2", at="D1"),
        Removed(unit="b2", how="lost"),
        Placed(unit="b1", at="A3"),
        RelationChanged(nations=("red", "blue"), are="ally"),
        RelationChanged(nations=("red", "blue"), are="enemy"),
        ControlChanged(space="A1", nation="blue"),
    ]
    looked = state
    for i, event in enumerate(events):
        state, looked = event.apply(state), event.apply(looked)
        if i % 2:
            agree(game, looked, "r1")
        afresh = game.position(state.with_(units=state.units))
        followed = presence(game.position(looked), "foot", "red", "red")
        wanted = presence(afresh, "foot", "red", "red")
        assert (followed.spaces, followed.zone) == (wanted.spaces, wanted.zone), event


# ------------------------------------------------------------------ the minimum step


@pytest.mark.case("M05")
@pytest.mark.parametrize("watched", [False, True])
def test_m05_a_fresh_unit_may_always_make_one_step_and_no_other_may(load_game: Loader, watched: bool) -> None:
    text = mode(minimum_step="true").replace("cost = { clear = 1, hill = 2 }", "cost = { clear = 5, hill = 5 }")
    game = load_game(text, *([reacting(lambda e, now: [])] if watched else []))
    state = with_units(game, foot("r1", "C3"))
    now = game.position(state)
    near = set(now.board.neighbours("C3"))
    assert agree(game, state, "r1") == near and len(near) == 6
    found = moves_of(now, now.unit("r1"))
    assert {found.left(s) for s in near} == {0}
    moved, events = after_walk(game, state, "r1", "C2")
    assert isinstance(events[0], Moved) and (events[0].path, events[0].cost) == (("C3", "C2"), 4)
    assert agree(game, moved, "r1") == set()
    assert agree(game, Spent(unit="r1", cost=1).apply(state), "r1") == set()


@pytest.mark.case("M05")
def test_m05_without_the_rule_nobody_makes_it(load_game: Loader) -> None:
    game = load_game(mode().replace("cost = { clear = 1, hill = 2 }", "cost = { clear = 5, hill = 5 }"))
    assert agree(game, game.start(), "r1") == set()
    assert reason_for(game, game.start(), "r1", "B1") == Reason(
        "Foot has too few movement points for B1", "R-limit", (("needs", 5), ("has", 4))
    )


# ------------------------------------------------------------------ what plug-ins add


def modified(*found: Modifier, topic: str = "movement") -> Any:
    @hook(topic)
    def modify(query: Query) -> tuple[Modifier, ...]:
        return found if query["unit"].id == "r1" else ()

    return make_plugin("mud", modify)


def test_a_plug_in_makes_spaces_dearer_to_enter_and_to_leave(load_game: Loader) -> None:
    mud = modified(Modifier("mud", 1, where="B1", rule="R-cost"), Modifier("bog", 2, where="A1", stage="build"))
    game = load_game(TEXT, mud)
    state = game.start()
    now = game.position(state)
    found = moves_of(now, now.unit("r1"))
    assert (found.cost("B1"), found.cost("A2"), found.cost("A3")) == (4, 3, 4)
    cost, stop, parts = cost_parts(now, now.unit("r1"), "A1", "B1", overlay(now, now.unit("r1")))
    assert (cost, stop) == (4, False)
    assert parts == (("clear", 1, "R-cost"), ("mud", 1, "R-cost"), ("bog", 2, ""))
    agree(game, state, "r1")
    assert moves_of(now, now.unit("r2")).cost("B1") == 1  # of other units nothing was said


def test_a_plug_in_closes_a_space_a_border_or_ends_the_move(load_game: Loader) -> None:
    flood = Modifier("flood", op="max", where="A2", rule="R-closed")
    game = load_game(TEXT, modified(flood, Modifier("ice", where="B1|C1"), Modifier("camp", op="min", where="B2")))
    state = game.start()
    offered = agree(game, state, "r1")
    assert "A2" not in offered
    assert reason_for(game, state, "r1", "A2") == Reason(
        "A2 is closed: flood", "R-closed", nearest="move r1 B1", by="mud"
    )
    found = moves_of(game.position(state), state.units["r1"])
    assert found.left("B2") == 0
    assert "C1" not in offered or found.path("C1") != ("A1", "B1", "C1")


def test_an_allowance_comes_from_the_type_and_the_plug_ins(load_game: Loader) -> None:
    game = load_game(TEXT, modified(Modifier("rain", -3), topic="allowance"))
    state = game.start()
    now = game.position(state)
    assert (allowance(now, now.unit("r1")).value, points_left(now, now.unit("r1"))) == (1, 1)
    assert agree(game, state, "r1") == {"A2", "B1"}
    tired = load_game(TEXT, modified(Modifier("rain", -4), topic="allowance"))
    assert agree(tired, tired.start(), "r1") == set()
    assert reason_for(tired, tired.start(), "r1", "B1") == Reason("Foot cannot move", numbers=(("allowance", 0),))
    still = TEXT.replace("allowance = 4\nsteps = 3", "steps = 3")
    pushed = load_game(still, modified(Modifier("push", 1), topic="allowance"))
    assert agree(pushed, pushed.start(), "r1") == {"A2", "B1"}
    assert agree(pushed, pushed.start(), "r2") == set()


# ------------------------------------------------------------------ stacking at the moment of arrival


STACK = '[stacking.land]\nlimit = 6\nmeasure = "steps"\nrule = "R-limit"\n'


@pytest.mark.case("M07")
def test_m07_stacking_counts_what_arrives_and_not_what_set_out(load_game: Loader) -> None:
    game = load_game(TEXT + STACK)
    state = with_units(game, foot("r1", "A1", steps=2), foot("r2", "B1", steps=5))
    now = game.position(state)
    assert why_not_stack(now, now.unit("r1"), "B1") == Reason(
        "too many steps in B1", "R-limit", (("there", 5), ("coming", 2), ("limit", 6)), "1 step still fits"
    )
    lighter = game.position(StepsChanged(unit="r1", steps=1, was=2, why="detached").apply(state))
    assert why_not_stack(lighter, lighter.unit("r1"), "B1") is None
    assert why_not_stack(now, now.unit("r1"), "B1", steps=1) is None
    heavier = game.position(StepsChanged(unit="r1", steps=3, was=1, why="joined").apply(lighter.state))
    assert why_not_stack(heavier, heavier.unit("r1"), "B1") is not None


@pytest.mark.case("M07")
def test_m07_a_unit_that_loses_a_step_on_the_way_arrives_with_what_is_left(load_game: Loader) -> None:
    @hook(Moved)
    def react(event: Moved, now: Position) -> Iterable[Event]:
        unit = now.unit(event.unit)
        return [StepsChanged(unit=unit.id, steps=1, was=unit.steps)] if event.path[-1] == "A2" else []

    game = load_game(TEXT + STACK, make_plugin("march", react))
    state = with_units(game, foot("r1", "A1", steps=2), foot("r2", "A3", steps=5))
    after, _ = after_walk(game, state, "r1", "A3")
    from hexwright.rules.stacking import overstacked

    assert sum(u.steps for u in game.position(after).units_at("A3")) == 6
    assert overstacked(game.position(after), "A3", "red") is None


@pytest.mark.parametrize(("when", "closed"), [("always", True), ("end", False)])
def test_a_limit_is_checked_on_entry_or_where_the_move_ends(load_game: Loader, when: str, closed: bool) -> None:
    game = load_game(TEXT + f'[stacking.one]\nlimit = 1\nwhen = "{when}"\nrule = "R-limit"\ntags = ["land"]\n')
    state = with_units(game, *(foot(f"r{i}", s) for i, s in enumerate(("C1", "C2", "C3", "C4", "C5"), 3)))
    offered = agree(game, state, "r1")
    assert ("C1" not in offered) is ("D1" not in offered) is closed
    if closed:
        assert reason_for(game, state, "r1", "C1") == Reason(
            "too many units in C1", "R-limit", (("there", 1), ("coming", 1), ("limit", 1)), "move r1 B1"
        )
    spy = state.with_unit(Unit("spy", "spy", "red", "A1", 1))
    assert "D1" in agree(game, spy, "spy")


# ------------------------------------------------------------------ hidden enemies

EVERYTHING = [
    dict(zip(("enemies", "zone_of_control"), (f'"{e}"', f'"{z}"'), strict=True))
    for e, z in itertools.product(("block", "stop", "pass"), ("none", "stop"))
]


@pytest.mark.case("X01")
@pytest.mark.parametrize("keys", EVERYTHING)
def test_x01_a_hidden_enemy_changes_no_range_path_option_or_reason(load_game: Loader, keys: dict[str, str]) -> None:
    game = load_game(mode(**keys) + '[stacking.all]\nlimit = 2\nper = "all"\n')

    def told(state: State) -> list[object]:
        now = game.position(state)
        unit = now.unit("r1")
        found = moves_of(now, unit, "red")
        return [
            list(destinations(now, unit, "red")),
            {s: (found.cost(s), found.left(s), found.path(s)) for s in found},
            {s: why_not_move(now, unit, s, "red") for s in now.board.spaces},
            {s: why_not_stack(now, unit, s) for s in now.board.spaces},
            game.view(state, "red").plain(),
        ]

    without = game.start()
    ghosts = [foot(f"ghost{i}", s, "blue", hidden=True) for i, s in enumerate(("B1", "B1", "C1", "A3"))]
    state = with_units(game, *ghosts)
    assert told(state) == told(without)
    seen = state.with_unit(attrs.evolve(ghosts[0], hidden=False))
    assert told(seen)[-1] != told(without)[-1]
    if keys != {"enemies": '"pass"', "zone_of_control": '"none"'}:
        assert told(seen)[:3] != told(without)[:3]  # an enemy that is known does


@pytest.mark.case("X01")
def test_x01_after_acceptance_the_hidden_enemy_acts_as_an_event(load_game: Loader) -> None:
    @hook(Moved)
    def react(event: Moved, now: Position) -> Iterable[Event]:
        found = [u for u in now.units_at(event.path[-1]) if u.hidden]
        left = points_left(now, now.unit(event.unit))
        return [*(Revealed(unit=u.id, at=u.at) for u in found), *([Spent(unit=event.unit, cost=left)] if found else [])]

    game = load_game(mode(enemies='"pass"'), make_plugin("ambush", react))
    state = with_units(game, foot("ghost", "C1", "blue", hidden=True))
    after, events = after_walk(game, state, "r1", "E1")
    assert after.units["r1"].at == "C1" and not after.units["ghost"].hidden
    assert [type(e).__name__ for e in events] == ["Moved", "Moved", "Revealed", "Spent"]


# ------------------------------------------------------------------ the walk


def test_a_walk_that_nothing_can_interrupt_is_one_event(load_game: Loader) -> None:
    game = load_game(TEXT)
    after, events = after_walk(game, game.start(), "r1", "D1")
    assert events == [Moved(unit="r1", path=("A1", "B1", "C1", "D1"), cost=3, rule="R-cost")]
    assert after.units["r1"] == foot("r1", "D1", spent=3)


def reacting(work: Any) -> Any:
    @hook(Moved)
    def react(event: Moved, now: Position) -> Iterable[Event | Frame]:
        found: Iterable[Event | Frame] = work(event, now)
        return found

    return make_plugin("watch", react)


def test_a_walk_that_is_watched_crosses_one_border_a_step_with_the_parts_of_each(load_game: Loader) -> None:
    game = load_game(TEXT, reacting(lambda e, now: []))
    after, events = after_walk(game, game.start(), "r1", "B2")
    assert [(e.path, e.cost, e.parts) for e in events if isinstance(e, Moved)] == [
        (("A1", "B1"), 1, (("clear", 1, "R-cost"),)),
        (("B1", "B2"), 2, (("hill", 2, "R-cost"),)),
    ]
    whole = load_game(TEXT)
    assert after.units["r1"] == after_walk(whole, whole.start(), "r1", "B2")[0].units["r1"]


def test_ground_on_the_way_that_makes_a_unit_stop_is_named_with_its_own_rule(load_game: Loader) -> None:
    hills = "".join(f'[space.C{n}]\nterrain = "hill"\n' for n in range(1, 6))
    text = TEXT.replace("hill = 2 }", "hill = { cost = 1, stop = true, rule = 'R-closed' } }")
    game = load_game(text + hills)
    state = with_units(game, foot("r1", "B1"))
    reason = reason_for(game, state, "r1", "D1")
    assert reason == Reason(
        "Foot has to stop in C1 on the way to D1: hill", "R-closed", nearest="move r1 C1",
        at="movement.foot.cost.hill.stop",
    )  # fmt: skip


def test_ground_that_ends_the_move_is_named_with_the_points_it_takes(load_game: Loader) -> None:
    text = TEXT.replace("hill = 2 }", "hill = { cost = 1, stop = true, rule = 'R-closed' } }")
    game = load_game(text, reacting(lambda e, now: []))
    events = after_walk(game, game.start(), "r2", "B2")[1]
    assert [e.parts for e in events if isinstance(e, Moved)] == [
        (("hill", 1, "R-closed"), ("the move ends there", 3, "R-closed"))
    ]


def test_a_watched_walk_costs_the_same_as_an_unwatched_one(load_game: Loader) -> None:
    keys = {"enemies": '"stop"', "zone_of_control": '"stop"', "minimum_step": "true"}
    plain, watched = load_game(mode(**keys)), load_game(mode(**keys), reacting(lambda e, now: []))
    enemy = foot("b2", "D1", "blue")
    for spent in (0, 1, 3):
        state = with_units(plain, enemy, foot("r1", "A1", spent=spent))
        for to in sorted(agree(plain, state, "r1")):
            ends = [after_walk(g, state, "r1", to)[0].units["r1"] for g in (plain, watched)]
            assert ends[0] == ends[1], (spent, to)


def halt_at(space: str, *events: Event) -> Any:
    return lambda e, now: events if e.path[-1] == space else []


@pytest.mark.case("U03")
@pytest.mark.parametrize(
    ("events", "at", "spent"),
    [
        ([Spent(unit="r1", cost=2)], "B1", 3),  # one point left, the hill beyond wants two
        ([Removed(unit="r1", how="lost")], None, None),
        ([Placed(unit="r1", at="pool")], "pool", 1),
        ([Placed(unit="r1", at="A4")], "A4", 1),  # not beside the rest of the path
    ],
)
def test_u03_a_reaction_halts_a_walk(load_game: Loader, events: list[Event], at: str | None, spent: int | None) -> None:
    game = load_game(TEXT, reacting(halt_at("B1", *events)))
    state = game.start()
    after = run_walk(game, state, "B1", "B2")
    unit = after.units.get("r1")
    assert (unit and unit.at, unit and unit.spent) == (at, spent)


def run_walk(game: Game, state: State, *path: str) -> State:
    from ..conftest import run_frames

    return run_frames(game, state, Walk("r1", path)).state


def test_a_walk_stops_before_a_space_that_an_enemy_has_come_to(load_game: Loader) -> None:
    arrives = halt_at("B1", Placed(unit="b1", at="C1"))
    blocked = load_game(mode(enemies='"block"'), reacting(arrives))
    assert run_walk(blocked, blocked.start(), "B1", "C1", "D1").units["r1"].at == "B1"
    stopped = load_game(mode(enemies='"stop"'), reacting(arrives))
    unit = run_walk(stopped, stopped.start(), "B1", "C1", "D1").units["r1"]
    assert (unit.at, unit.spent) == ("C1", 4)
    free = load_game(mode(enemies='"stop"', unlimited="true"), reacting(arrives))
    assert run_walk(free, free.start(), "B1", "C1", "D1").units["r1"].at == "C1"
    zone = load_game(mode(zone_of_control='"stop"'), reacting(halt_at("B1", Placed(unit="b1", at="D1"))))
    unit = run_walk(zone, zone.start(), "B1", "C1", "D1").units["r1"]
    assert (unit.at, unit.spent) == ("C1", 4)


def test_a_walk_stops_before_a_border_that_was_closed_on_the_way(load_game: Loader) -> None:
    @hook("movement")
    def modify(query: Query) -> Modifier | None:
        gone = query.now.control("B1") == "blue"
        return Modifier("bridge blown", where="B1|C1") if gone else None

    watch = reacting(halt_at("B1", ControlChanged(space="B1", nation="blue")))
    game = load_game(TEXT, watch, make_plugin("bridge", modify))
    assert "C1" in agree(game, game.start(), "r1")
    assert run_walk(game, game.start(), "B1", "C1", "D1").units["r1"].at == "B1"


def test_a_walk_without_points_goes_anywhere_connected(load_game: Loader) -> None:
    for watched in (False, True):
        text = mode(unlimited="true")
        game = load_game(text, *([reacting(lambda e, now: [])] if watched else []))
        assert len(agree(game, game.start(), "r1")) == 26  # 30, less sea, itself, enemy
        after, _ = after_walk(game, game.start(), "r1", "E4")
        assert (after.units["r1"].at, after.units["r1"].spent) == ("E4", 0)


def test_events_are_told_the_rule_that_the_mover_gives(load_game: Loader) -> None:
    from hexwright.frames import Play, settle

    for watched in (False, True):
        game = load_game(TEXT, *([reacting(lambda e, now: [])] if watched else []))
        play = Play(game, game.start())
        start_walk(play, play.now.unit("r1"), "B1", "R-zone")
        settle(play)
        assert play.events[0].rule == "R-zone"
