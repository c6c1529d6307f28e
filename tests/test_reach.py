from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.board import Board
from hexwright.errors import UnknownId
from hexwright.reach import Break, Overlay, Reach, break_of, path_cost, reach, routes
from hexwright.ruleset.schema import (
    BoardSpec,
    BorderCost,
    FeatureKind,
    LineSpec,
    MovementMode,
    NumberingSpec,
    Ruleset,
    RulesetInfo,
    SequenceSpec,
    SideSpec,
    SpaceSpec,
    TerrainCost,
    TerrainSpec,
)

COSTS = {"plain": TerrainCost(1), "wood": TerrainCost(2), "hill": TerrainCost(1, stop=True), "path": TerrainCost(0)}
BORDERS = (BorderCost("road", "set", 1), BorderCost("river", "add", 2), BorderCost("wall", "close"))
DOTS = NumberingSpec("1", "1", separator=".")


def make(rows: str, lines: dict[str, LineSpec] | None = None, **modes: MovementMode) -> Board:
    terrain = {"plain": ".", "wood": "w", "hill": "m", "path": ":", "sea": "~"}
    return Board(
        Ruleset(
            RulesetInfo("x", "X"),
            SequenceSpec(1),
            side={"red": SideSpec("Red")},
            terrain={name: TerrainSpec(name.title(), symbol) for name, symbol in terrain.items()},
            feature={kind: FeatureKind("border") for kind in ("road", "river", "bridge", "wall")},
            board={"b": BoardSpec("hex", tops="pointed", numbering=DOTS, rows=rows), "boxes": BoardSpec("area")},
            space={
                "box": SpaceSpec(board="boxes", terrain="plain", adjacent=("hold",)),
                "hold": SpaceSpec(board="boxes"),
            },
            line=lines or {},
            movement={"foot": MovementMode("foot", COSTS, BORDERS), **modes},
        )
    )


def jumble(seed: int, columns: int = 9, rows: int = 8, **mode: Any) -> Board:
    """A small map of mixed ground with roads, rivers and walls at random."""
    rnd = random.Random(seed)
    text = "\n".join("".join(rnd.choice("....ww:m~-") for _ in range(columns)) for _ in range(rows))
    plain = make(text)
    pairs = [(a, b) for a in plain.spaces for b in plain.neighbours(a) if a < b]
    lines = {k: LineSpec(k, borders=tuple(f"{a}|{b}" for a, b in pairs if rnd.random() < 0.15)) for k in KINDS}
    return make(text, lines, foot=MovementMode("foot", COSTS, BORDERS, **mode))


KINDS = ("road", "river", "wall")


def some_overlay(board: Board, rnd: random.Random, part: float) -> Overlay:
    def some() -> list[str]:
        return [space for space in board.spaces if rnd.random() < part]

    closed = frozenset((a, b) for a in some() for b in board.neighbours(a) if rnd.random() < 0.5)
    extra, leave = ({s: rnd.choice((-1, 1, 2)) for s in some()} for _ in range(2))
    return Overlay(frozenset(some()), frozenset(some()), extra, leave, closed)


def by_hand(board: Board, start: str, budget: int, overlay: Overlay, fresh: bool) -> dict[str, tuple[int, int, bool]]:
    """The definition, slowly: space -> (cost, steps, stopped), by relaxing until nothing changes."""
    far = (10**9, 0)
    going, ended = {start: (0, 0)}, dict[str, tuple[int, int]]()
    changed = True
    while changed:
        changed = False
        for a, (spent, steps) in list(going.items()):
            for b in board.neighbours(a):
                crossing = board.crossing("foot", "red", a, b)
                if crossing.closed or b in overlay.blocked or (a, b) in overlay.closed:
                    continue
                more = overlay.extra.get(b, 0) + overlay.extra_leave.get(a, 0)
                label = (spent + max(0, crossing.cost + more), steps + 1)
                found = ended if b != start and (crossing.stop or b in overlay.stops) else going
                if label[0] <= budget and label < found.get(b, far):
                    found[b] = label
                    changed = True
    out = {s: (*label, True) for s, label in ended.items()}
    out |= {s: (*label, False) for s, label in going.items()}
    if fresh and board.rules.movement["foot"].minimum_step:
        for b in board.neighbours(start):
            closed = board.crossing("foot", "red", start, b).closed or (start, b) in overlay.closed
            if not closed and b not in overlay.blocked:
                out.setdefault(b, (budget, 1, True))
    return out


def facts(found: Reach) -> dict[str, tuple[int, bool]]:
    return {s: (found.cost(s), found.left(s) == 0 and found.cost(s) < found.budget) for s in found}


def plainly(right: dict[str, tuple[int, int, bool]], budget: int) -> dict[str, tuple[int, bool]]:
    return {s: (cost, stopped and cost < budget) for s, (cost, _, stopped) in right.items()}


# ------------------------------------------------------------------ ranges


def test_a_range_over_mixed_ground() -> None:
    board = make("..w.\n....")
    found = reach(board, "foot", "red", "1.1", 2)
    assert dict(found) == {
        "1.1": (0, ""), "2.1": (1, "1.1"), "1.2": (1, "1.1"), "2.2": (2, "2.1"),
    }  # fmt: skip
    assert found.path("2.2") == ("1.1", "2.1", "2.2") and found.left("2.1") == 1
    assert "3.1" not in found and reach(board, "foot", "red", "1.1", 3).cost("3.1") == 3


def test_among_equally_cheap_ways_the_one_met_first_counts() -> None:
    road = {"r": LineSpec("road", through=("1.1", "1.2", "2.1"))}
    board = make(".w\n..", road)
    found = reach(board, "foot", "red", "1.1", 2)
    assert found["2.1"] == (2, "1.1"), "by road over 1.2 it also costs 2"


def test_entering_a_stop_must_be_paid_and_leaves_nothing() -> None:
    board = make(".m..")
    found = reach(board, "foot", "red", "1.1", 3)
    assert dict(found) == {"1.1": (0, ""), "2.1": (1, "1.1")} and found.left("2.1") == 0
    assert set(reach(board, "foot", "red", "1.1", 0)) == {"1.1"}
    assert set(reach(board, "foot", "red", "2.1", 1)) == {"1.1", "2.1", "3.1"}, "the start ends no move"


def test_a_way_that_does_not_end_the_move_comes_first() -> None:
    road = {"r": LineSpec("road", through=("1.2", "2.1"))}
    found = reach(make(".m.\n...", road), "foot", "red", "1.1", 3)
    assert found["2.1"] == (2, "1.2") and found.left("2.1") == 1
    assert found.path("3.1") == ("1.1", "1.2", "2.1", "3.1")
    assert reach(make(".m.\n...", road), "foot", "red", "1.1", 1)["2.1"] == (1, "1.1")


def test_the_start_never_blocks() -> None:
    board = make("...")
    here = frozenset(["1.1"])
    assert set(reach(board, "foot", "red", "1.1", 2, Overlay(here, here))) == {"1.1", "2.1", "3.1"}


def test_each_part_of_an_overlay() -> None:
    board = make("....")
    reached = {
        "blocked": Overlay(blocked={"3.1": 1}),
        "stops": Overlay(stops={"3.1"}),
        "extra": Overlay(extra={"3.1": 2}),
        "leave": Overlay(extra_leave={"2.1": 1}),
        "closed": Overlay(closed={("2.1", "3.1")}),
        "against": Overlay(closed={("3.1", "2.1")}),
        "cheaper": Overlay(extra={"2.1": -5}),
    }
    costs = {name: reach(board, "foot", "red", "1.1", 3, overlay) for name, overlay in reached.items()}
    assert {name: [found.cost(s) for s in found] for name, found in costs.items()} == {
        "blocked": [0, 1],
        "stops": [0, 1, 2],
        "extra": [0, 1],
        "leave": [0, 1, 3],
        "closed": [0, 1],
        "against": [0, 1, 2, 3],
        "cheaper": [0, 0, 1, 2],
    }


@pytest.mark.case("M05")
def test_minimum_step_is_for_a_fresh_unit_and_takes_everything() -> None:
    mode = MovementMode("foot", {"plain": TerrainCost(3)}, BORDERS, minimum_step=True)
    board = make(".....\n.....\n.....", foot=mode)
    found = reach(board, "foot", "red", "3.2", 2)
    assert set(found) == {"3.2", *board.neighbours("3.2")} and len(found) == 7
    assert all(found.left(s) == 0 and found.path(s) == ("3.2", s) for s in board.neighbours("3.2"))
    assert set(reach(board, "foot", "red", "3.2", 1, fresh=False)) == {"3.2"}
    there, shut = board.neighbours("3.2")[:2]
    overlay = Overlay(blocked={there}, closed={("3.2", shut)})
    assert set(reach(board, "foot", "red", "3.2", 2, overlay)) == set(found) - {there, shut}


@pytest.mark.case("M05")
@pytest.mark.parametrize("fresh", [True, False])
def test_path_cost_knows_the_minimum_step_as_the_range_does(fresh: bool) -> None:
    mode = MovementMode("foot", {"plain": TerrainCost(3)}, minimum_step=True)
    board = make("...", foot=mode)
    cost = path_cost(board, "foot", "red", ("1.1", "2.1", "3.1"), fresh=fresh)
    assert cost.cost == 6 and cost.farthest(6) == "3.1" and cost.farthest(5) == "2.1"
    assert cost.farthest(2) == ("2.1" if fresh else "1.1")
    assert cost.farthest(2) in reach(board, "foot", "red", "1.1", 2, fresh=fresh)


def test_a_mode_without_movement_points_goes_wherever_borders_lead() -> None:
    mode = MovementMode("ship", {"sea": TerrainCost(9), "hill": TerrainCost(1, True)}, BORDERS, unlimited=True)
    board = make("~~m~\n.~.~", {"w": LineSpec("wall", borders=("1.1|2.1", "2.1|2.2"))}, ship=mode)
    assert set(reach(board, "ship", "red", "1.1", 0)) == {"1.1"}
    found = reach(board, "ship", "red", "2.1", 0, Overlay(extra={"3.1": 5}))
    assert dict(found) == {"2.1": (0, ""), "3.1": (0, "2.1")} and found.left("3.1") == 0
    assert set(reach(board, "ship", "red", "3.1", 0)) == {"2.1", "3.1", "4.1", "2.2", "4.2"}


def test_unknown_names_are_refused() -> None:
    board = make("..")
    for mode, start in (("fot", "1.1"), ("foot", "9.9")):
        with pytest.raises(UnknownId):
            reach(board, mode, "red", start, 1)
    with pytest.raises(KeyError):
        reach(board, "foot", "red", "1.1", 1).path("9.9")


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 10**6), st.integers(0, 7), st.booleans(), st.booleans())
def test_ranges_equal_the_definition(seed: int, budget: int, minimum: bool, fresh: bool) -> None:
    board = jumble(seed, minimum_step=minimum)
    rnd = random.Random(seed)
    start = rnd.choice(board.spaces)
    for part in (0.0, 0.02, 0.2):
        overlay = some_overlay(board, rnd, part)
        found = reach(board, "foot", "red", start, budget, overlay, fresh=fresh)
        assert facts(found) == plainly(by_hand(board, start, budget, overlay, fresh), budget)
        for space in found:
            way = found.path(space)
            assert way[0] == start and all(board.are_neighbours(a, b) for a, b in pairwise(way))
            paid = path_cost(board, "foot", "red", way, overlay, fresh=fresh).cost
            assert paid == found.cost(space) or (minimum and len(way) == 2 and paid > budget)


def test_a_border_that_makes_steps_cheaper_is_found_with_the_last_point() -> None:
    mode = MovementMode("foot", {"plain": TerrainCost(1)}, (BorderCost("road", "add", -1),))
    board = make("...", {"r": LineSpec("road", through=("2.1", "3.1"))}, foot=mode)
    assert dict(reach(board, "foot", "red", "1.1", 1)) == {"1.1": (0, ""), "2.1": (1, "1.1"), "3.1": (1, "2.1")}


def test_nothing_is_left_below_zero() -> None:
    found = reach(make("..."), "foot", "red", "2.1", -1)
    assert dict(found) == {"2.1": (0, "")} and found.left("2.1") == 0


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 10**6), st.integers(0, 6), st.booleans())
def test_the_memo_gives_what_a_search_from_scratch_gives(seed: int, budget: int, minimum: bool) -> None:
    rnd = random.Random(seed)
    used = jumble(seed, minimum_step=minimum)
    start = rnd.choice(used.spaces)
    for _ in range(12):
        overlay = some_overlay(used, rnd, rnd.choice((0.0, 0.005, 0.03)))
        fresh = rnd.random() < 0.5
        unused = jumble(seed, minimum_step=minimum)
        a, b = (reach(board, "foot", "red", start, budget, overlay, fresh=fresh) for board in (used, unused))
        assert list(a.items()) == list(b.items())
        assert [a.left(s) for s in a] == [b.left(s) for s in b]


def test_the_memo_is_used_while_nothing_touches_the_range() -> None:
    board = make("......")
    first = reach(board, "foot", "red", "1.1", 2)
    away = Overlay(blocked={"5.1"}, stops={"6.1"}, extra={"5.1": -1}, extra_leave={"4.1": 1}, closed={("5.1", "4.1")})
    assert reach(board, "foot", "red", "1.1", 2, away) is first
    for near in (Overlay(blocked={"3.1"}), Overlay(stops={"2.1"}), Overlay(extra={"4.1": -1})):
        assert reach(board, "foot", "red", "1.1", 2, near) is not first
    assert "4.1" in reach(board, "foot", "red", "1.1", 2, Overlay(extra={"4.1": -1}))


def test_a_range_does_not_depend_on_the_order_of_sets() -> None:
    board = jumble(7)
    spaces = list(board.spaces)
    found = []
    for seed in range(5):
        random.Random(seed).shuffle(spaces)
        overlay = Overlay({s: 1 for s in spaces if s.endswith("4")}, {s: 1 for s in spaces if s.startswith("5")})
        found.append(list(reach(board, "foot", "red", "3.3", 6, overlay).items()))
    assert all(one == found[0] for one in found)


# ------------------------------------------------------------------ one path


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 6))
def test_a_path_costs_what_its_range_says(seed: int, budget: int) -> None:
    board = jumble(seed)
    rnd = random.Random(seed)
    overlay = some_overlay(board, rnd, 0.05)
    found = reach(board, "foot", "red", rnd.choice(board.spaces), budget, overlay)
    for space in found:
        cost = path_cost(board, "foot", "red", found.path(space), overlay)
        assert cost.cost == found.cost(space) == sum(value for _, value, _ in cost.parts)
        assert cost.farthest(budget) == space and not cost.closed_at
        assert cost.stops_at in ("", space)


def test_a_path_stops_and_is_closed_where_the_crossings_say() -> None:
    board = make("..m.~", {"w": LineSpec("wall", borders=("3.1|4.1",))})
    way = path_cost(board, "foot", "red", ("1.1", "2.1", "3.1", "4.1"))
    assert (way.cost, way.stops_at, way.closed_at) == (2, "3.1", "4.1") and "wall" in way.why
    assert way.farthest(9) == "3.1"
    sea = path_cost(board, "foot", "red", ("4.1", "5.1"))
    assert sea.closed_at == "5.1" and sea.why == "foot cannot enter Sea" and sea.farthest(9) == "4.1"
    beyond = path_cost(make(".m.."), "foot", "red", ("1.1", "2.1", "3.1"))
    assert beyond.cost == 2 and not beyond.closed_at and beyond.farthest(9) == "2.1"
    overlay = Overlay(blocked={"2.1"}, closed={("3.1", "2.1")}, stops={"1.1"})
    assert path_cost(board, "foot", "red", ("1.1", "2.1"), overlay).closed_at == "2.1"
    assert path_cost(board, "foot", "red", ("3.1", "2.1"), Overlay(closed=overlay.closed)).closed_at == "2.1"
    assert path_cost(board, "foot", "red", ("1.1",)).farthest(0) == "1.1"
    assert path_cost(board, "foot", "red", ("2.1", "1.1"), overlay).stops_at == "1.1"
    assert path_cost(board, "foot", "red", ("1.1", "4.1")).why == "1.1 and 4.1 are not neighbours"


def test_the_parts_of_a_path_name_what_was_added() -> None:
    board = make("..")
    overlay = Overlay(extra={"2.1": 2}, extra_leave={"1.1": -9})
    way = path_cost(board, "foot", "red", ("1.1", "2.1"), overlay)
    labels = [("Plain", 1), ("leaving 1.1", -9), ("entering 2.1", 2), ("never below 0", 6)]
    assert [(label, value) for label, value, _ in way.parts] == labels and way.cost == 0


@pytest.mark.case("M02")
@pytest.mark.parametrize(("bridge", "cost"), [(False, 3), (True, 1)])
def test_range_path_and_explanation_agree_on_a_road_over_a_river(bridge: bool, cost: int) -> None:
    """A road (1) and a river (+2) on one border: the road sets, the river adds, whichever is listed first."""
    rules = [*BORDERS, BorderCost("bridge", "add", -2)]
    for costs in (tuple(rules), tuple(reversed(rules))):
        kinds = ("road", "river", "bridge") if bridge else ("river", "road")
        lines = {kind: LineSpec(kind, borders=("1.1|2.1",)) for kind in kinds}
        board = make(".w", lines, foot=MovementMode("foot", COSTS, costs))
        assert reach(board, "foot", "red", "1.1", 9).cost("2.1") == cost
        assert path_cost(board, "foot", "red", ("1.1", "2.1")).cost == cost
        assert sum(value for _, value, _ in board.crossing("foot", "red", "1.1", "2.1").parts) == cost


# ------------------------------------------------------------------ supply routes


def road(*spaces: str) -> dict[str, LineSpec]:
    return {"r": LineSpec("road", through=spaces)}


CHAIN = ("1.1", "2.1", "3.1", "4.1", "5.1")


def test_routes_follow_a_feature_a_mode_or_any_border() -> None:
    board = make("....~.", road(*CHAIN[:3]))
    assert dict(routes(board, ["1.1"], along="road")) == {"1.1": (0, ""), "2.1": (1, "1.1"), "3.1": (2, "2.1")}
    assert set(routes(board, ["1.1"], mode="foot", side="red")) == set(CHAIN[:4])
    assert set(routes(board, ["1.1"])) == {*CHAIN, "6.1"}
    assert set(routes(board, ["1.1"], longest=1)) == {"1.1", "2.1"}
    assert routes(board, ["1.1"]).path("3.1") == ("1.1", "2.1", "3.1")


def test_the_nearest_source_counts_and_of_equals_the_first() -> None:
    board = make(".....")
    assert routes(board, ["5.1", "1.1"]).path("3.1") == ("5.1", "4.1", "3.1")
    assert routes(board, ["1.1", "5.1"]).path("3.1")[0] == "1.1" and routes(board, ["1.1", "5.1"])["4.1"][0] == 1


def test_blocked_spaces_and_closed_borders_cut() -> None:
    board = make(".....")
    assert set(routes(board, ["1.1"], blocked={"3.1"})) == {"1.1", "2.1"}
    assert set(routes(board, ["1.1", "5.1"], blocked={"1.1"})) == set(CHAIN[1:])
    for border in (("2.1", "3.1"), ("3.1", "2.1")):
        assert set(routes(board, ["1.1"], closed={border})) == {"1.1", "2.1"}


@pytest.mark.case("S03")
def test_a_source_that_vanishes_takes_only_what_hung_on_it() -> None:
    board = make(".......", road("1.1", "2.1", "3.1", "4.1"))
    both = routes(board, ["1.1", "4.1", "7.1"], along="road")
    left = routes(board, ["4.1", "7.1"], along="road")
    assert set(both) - set(left) == set() and left["1.1"] == (3, "2.1")
    cut = routes(board, ["4.1", "7.1"], along="road", blocked={"2.1"})
    assert set(cut) == {"3.1", "4.1", "7.1"}


@pytest.mark.case("S01")
def test_the_nearest_break_is_told() -> None:
    board = make(".....", road(*CHAIN))
    free = routes(board, ["1.1"], along="road")
    assert break_of(free, "5.1", blocked={"2.1", "4.1"}) == Break(("5.1", "4.1"), "blocked", CHAIN)
    assert break_of(free, "5.1", closed={("2.1", "3.1")}) == Break(("3.1", "2.1"), "closed", CHAIN)
    assert break_of(free, "5.1", longest=2) == Break(("4.1", "3.1"), "too long", CHAIN)
    assert break_of(free, "5.1", blocked={"5.1"}) == Break(("5.1", "5.1"), "blocked", CHAIN)
    assert break_of(free, "5.1", longest=4) is None, "nothing is broken"


@pytest.mark.case("S01")
def test_a_part_without_any_possible_source_has_no_break() -> None:
    board = make("..-..")
    free = routes(board, ["1.1"])
    assert "4.1" not in free and break_of(free, "4.1") is None and break_of(free, "box") is None
    assert dict(routes(board, [])) == {} and break_of(routes(board, []), "1.1") is None


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 5))
def test_without_a_route_there_is_a_break_exactly_where_one_could_be(seed: int, longest: int) -> None:
    board = jumble(seed)
    rnd = random.Random(seed)
    sources = [s for s in board.spaces if rnd.random() < 0.05]
    blocked = {s for s in board.spaces if rnd.random() < 0.2}
    closed = {(a, b) for a in board.spaces for b in board.neighbours(a) if rnd.random() < 0.1}
    ways: dict[str, Any] = {"mode": "foot", "side": "red"}
    free = routes(board, sources, **ways)
    now = routes(board, sources, **ways, blocked=blocked, closed=closed, longest=longest)
    assert set(now) <= set(free)
    for space in board.spaces:
        if space not in now:
            found = break_of(free, space, blocked=blocked, closed=closed, longest=longest)
            assert (found is None) == (space not in free)
        else:
            assert now.path(space)[0] in sources and len(now.path(space)) == now[space][0] + 1
