from __future__ import annotations

import itertools
from typing import Any

import pytest

from hexwright import hexes
from hexwright.board import Board
from hexwright.errors import UnknownId
from hexwright.hexes import Hex
from hexwright.ruleset.schema import (
    BoardSpec,
    BorderCost,
    FeatureKind,
    FieldSpec,
    LineSpec,
    MovementMode,
    NationSpec,
    NumberingSpec,
    Ruleset,
    RulesetInfo,
    SequenceSpec,
    SideSpec,
    SpaceSpec,
    TerrainCost,
    TerrainSpec,
    ZoneSpec,
)

LETTERS = NumberingSpec("A", "1")
ROWS = "..m.\n.~m.\n-..."  # A3 is no hex; B2 is water


def ruleset(**changes: Any) -> Ruleset:
    tables: dict[str, Any] = {
        "side": {"red": SideSpec("Red"), "blue": SideSpec("Blue")},
        "nation": {"r": NationSpec("Redland", "red"), "b": NationSpec("Bluland", "blue")},
        "terrain": {
            "plain": TerrainSpec("Plain", ".", ("land",)),
            "hill": TerrainSpec("Hill", "m", ("land", "high")),
            "lake": TerrainSpec("Lake", "~"),
        },
        "feature": {
            "road": FeatureKind("border", "Road"),
            "river": FeatureKind("border", "River", {"width": FieldSpec("int", 1)}),
            "bridge": FeatureKind("border", "Bridge"),
            "wall": FeatureKind("border", "Wall"),
            "gate": FeatureKind("border", "Gate"),
            "harbour": FeatureKind(
                "space",
                fields={"size": FieldSpec("int", 2), "ways": FieldSpec("spaces"), "to": FieldSpec("space")},
            ),
        },
        "board": {"land": BoardSpec("hex", numbering=LETTERS, rows=ROWS), "boxes": BoardSpec("area")},
        "space": {
            "B1": SpaceSpec("Bee Town", tags=("town",), control="r", home="r"),
            "C2": SpaceSpec(features={"harbour": {"size": 5, "ways": ["B3", "depot"]}}),
            "depot": SpaceSpec("Depot", "boxes", "plain", adjacent=("pool", "D3")),
            "pool": SpaceSpec("Pool", "boxes"),
            "alone": SpaceSpec("Alone", "boxes"),
        },
        "movement": {"foot": MovementMode("foot", {"plain": TerrainCost(2, rule="R1"), "hill": TerrainCost(3, True)})},
    }
    return Ruleset(RulesetInfo("x", "X"), SequenceSpec(1), **{**tables, **changes})


@pytest.fixture
def board() -> Board:
    return Board(ruleset())


def test_spaces_stand_in_board_and_row_order(board: Board) -> None:
    assert board.spaces == ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "B3", "C3", "D3", "depot", "pool", "alone")
    assert board.faults == ()
    assert "A3" not in board and "D3" in board


def test_what_a_space_is(board: Board) -> None:
    assert (board.terrain("C1"), board.terrain("pool"), board.name("B1"), board.name("C1")) == (
        "hill",
        "",
        "Bee Town",
        "C1",
    )
    assert board.kind_of("A1") == "hex" and board.kind_of("pool") == "area"
    assert board.board_of("depot") == "boxes" and board.boards == ("land", "boxes") and board.size("land") == (4, 3)
    assert board.tags("B1") == ("town", "land", "home")
    assert board.control("B1") == "r" and board.control("A1") == "" and board.home("B1") == "r"


def test_coordinates_go_through_the_layout(board: Board) -> None:
    assert board.hex("D2") == board.layout("land").to_axial(3, 1)  # type: ignore[union-attr]
    assert board.at("land", board.hex("D2")) == "D2"
    assert board.at("land", Hex(0, 2)) is None and board.at("land", Hex(9, 9)) is None
    assert board.layout("boxes") is None and board.at("boxes", Hex(0, 0)) is None


def test_neighbours_are_clockwise_and_stated_ones_come_last(board: Board) -> None:
    assert board.neighbours("C2") == ("C1", "D1", "D2", "C3", "B2", "B1")
    assert board.neighbours("D3") == ("D2", "C3", "depot")
    assert board.neighbours("depot") == ("pool", "D3") and board.neighbours("pool") == ("depot",)
    assert board.are_neighbours("pool", "depot") and not board.are_neighbours("A1", "C1")


@pytest.mark.case("G03")
@pytest.mark.parametrize(
    ("tops", "offset", "around"),
    [
        ("flat", "odd", {(0, 1), (1, 0)}),
        ("flat", "even", {(0, 1), (1, 0), (1, 1)}),
        ("pointed", "odd", {(1, 0), (0, 1)}),
        ("pointed", "even", {(1, 0), (0, 1), (1, 1)}),
    ],
)
def test_all_four_layouts_have_the_right_borders(tops: Any, offset: Any, around: set[tuple[int, int]]) -> None:
    spec = BoardSpec("hex", "", tops, offset, NumberingSpec("0", "0", separator=","), "....\n....\n....")
    board = Board(ruleset(board={"b": spec}, space={}))
    assert set(board.neighbours("0,0")) == {f"{c},{r}" for c, r in around}
    assert sum(len(board.neighbours(s)) for s in board.spaces) == 2 * 23


@pytest.mark.parametrize("tops", ["flat", "pointed"])
@pytest.mark.parametrize("offset", ["odd", "even"])
def test_neighbours_agree_with_the_geometry(tops: Any, offset: Any) -> None:
    spec = BoardSpec("hex", "", tops, offset, NumberingSpec("1", "1", separator="."), ".-...\n.....\n...-.\n.....")
    board = Board(ruleset(board={"b": spec}, space={}))
    for space in board.spaces:
        around = (board.at("b", h) for h in hexes.neighbours(board.hex(space)))
        assert board.neighbours(space) == tuple(s for s in around if s)


@pytest.mark.case("G02")
def test_a_disc_is_19_hexes_with_even_rows_shifted() -> None:
    rows = "\n".join("." * 12 for _ in range(12))
    spec = BoardSpec("hex", "", "pointed", "even", NumberingSpec("0", "0", separator=","), rows)
    board = Board(ruleset(board={"b": spec}, space={}))
    wide = {3: (4, 6), 4: (3, 6), 5: (3, 7), 6: (3, 6), 7: (4, 6)}
    right = {f"{c},{r}" for r, (low, high) in wide.items() for c in range(low, high + 1)}
    right |= {"4,3", "5,3", "6,3", "4,7", "5,7", "6,7"}
    found = board.within("5,5", 2)
    assert len(found) == 19 and set(found) == right
    assert found[0] == "5,5" and set(found[1:7]) == set(board.neighbours("5,5"))


def test_distance_is_by_hex_on_one_board_and_by_borders_elsewhere(board: Board) -> None:
    assert board.distance("A2", "C3") == 2 and board.distance("A1", "A1") == 0
    assert board.distance("C3", "pool") == 3 and board.distance("pool", "D3") == 2
    assert board.distance("pool", "alone") is None


def test_within_agrees_with_distance(board: Board) -> None:
    for space, radius in itertools.product(board.spaces, range(5)):
        found = board.within(space, radius)
        near = [s for s in board.spaces if (far := board.distance(space, s)) is not None and far <= radius]
        assert sorted(found) == sorted(near)
        assert [board.distance(space, s) for s in found] == sorted(board.distance(space, s) or 0 for s in found)
    assert board.within("A1", -1) == () and len(board.within("A1", 10**9)) == 13


def test_find_takes_ids_and_names_in_any_case() -> None:
    twins = {"A1": SpaceSpec("Twin"), "B1": SpaceSpec("Twin"), "C1": SpaceSpec("A1"), "D1": SpaceSpec("Dee")}
    board = Board(ruleset(space=twins))
    assert board.find("DEE") == "D1" and board.find(" d1 ") == "D1"
    assert board.find("a1") == "A1", "an id beats a name"
    assert board.find("twin") is None and board.find("nowhere") is None


def test_features_have_their_defaults(board: Board) -> None:
    assert board.features("C2") == {"harbour": {"size": 5, "ways": ("B3", "depot"), "to": ""}}
    assert board.features("A1") == {} and board.spaces_with("harbour") == ("C2",) and board.spaces_with("x") == ()


def test_lines_lie_on_borders_the_same_from_both_ends() -> None:
    line = {
        "r1": LineSpec("road", through=("A1", "B1", "C2")),
        "r2": LineSpec("river", borders=("C1|B1", " D1 | C2 "), fields={"width": 4}),
    }
    board = Board(ruleset(line=line))
    assert board.faults == ()
    assert board.border("B1", "A1") == board.border("A1", "B1") == {"road": {}}
    assert board.border("B1", "C1") == {"river": {"width": 4}} == board.border("C1", "B1")
    assert board.border("A1", "A2") == {} and board.border("D1", "C2")["river"]["width"] == 4
    assert board.along("road") == {"A1": ("B1",), "B1": ("C2", "A1"), "C2": ("B1",)}


def test_zones_list_spaces_give_tags_and_control() -> None:
    zone = {
        "west": ZoneSpec(spaces=("A2", "B1", "pool"), control="b", gives=("wet",)),
        "mixed": ZoneSpec(spaces=("D3", "D1"), tags=("high", "wet")),
    }
    board = Board(ruleset(zone=zone))
    assert board.zone("west") == ("A2", "B1", "pool")
    assert board.zone("mixed") == ("D3", "D1", "C1", "C2", "B1", "A2", "pool")
    assert board.tags("A2") == ("wet", "land") and board.with_tag("wet") == ("B1", "A2", "pool")
    assert board.control("A2") == "b" and board.control("B1") == "r", "the space's own word counts"


def test_two_hex_boards_are_told_apart_by_a_prefix() -> None:
    same = {name: BoardSpec("hex", numbering=LETTERS, rows="..\n..") for name in ("one", "two")}
    clash = Board(ruleset(board=same, space={}))
    assert len(clash.spaces) == 4
    assert [path for path, _ in clash.faults] == ["board.two.prefix"]
    same["two"] = BoardSpec("hex", numbering=LETTERS, rows="..\n..", prefix="x")
    board = Board(ruleset(board=same, space={}))
    assert board.faults == () and board.neighbours("xA1") == ("xB1", "xA2")
    assert board.distance("A1", "xA1") is None


def test_rows_may_be_indented_and_end_early() -> None:
    spec = BoardSpec("hex", numbering=LETTERS, rows="\n  . . .\n   ..\n")
    board = Board(ruleset(board={"b": spec}, space={}, terrain={"t": TerrainSpec(symbol=".")}))
    assert board.spaces == ("A1", "B1", "C1", "A2", "B2")


def test_rows_may_be_counted_from_the_bottom() -> None:
    spec = BoardSpec("hex", numbering=NumberingSpec("A", "1", rows_from_bottom=True), rows="m\n.\n.")
    assert Board(ruleset(board={"b": spec}, space={})).terrain("A3") == "hill"


@pytest.mark.parametrize(
    ("changes", "path", "part"),
    [
        ({"board": {"b": BoardSpec("hex", numbering=LETTERS, rows=".?\n?.")}, "space": {}}, "board.b.rows", "'?'"),
        ({"board": {"b": BoardSpec("hex", numbering=NumberingSpec("é"), rows=".")}, "space": {}}, "board.b.n", "é"),
        (
            {"board": {"b": BoardSpec("hex", numbering=NumberingSpec("1", "9"), rows=".\n.")}, "space": {}},
            "board.b.numbering",
            "row 2",
        ),
        ({"space": {"Z9": SpaceSpec()}}, "space.Z9", "no hex 'Z9'"),
        ({"space": {"Z9": SpaceSpec(board="land")}}, "space.Z9", "has no hex"),
        ({"space": {"hut": SpaceSpec(board="moon")}}, "space.hut.board", "no board"),
        ({"space": {"A1": SpaceSpec(board="boxes")}}, "space.A1.board", "already"),
        ({"space": {"hut": SpaceSpec(board="boxes", adjacent=("hut",))}}, "space.hut.adjacent", "own neighbour"),
        ({"space": {"hut": SpaceSpec(board="boxes", adjacent=("hutt",))}}, "space.hut.adjacent", "did you mean"),
        ({"space": {"A1": SpaceSpec(features={"road": {}})}}, "space.A1.features.road", "borders"),
        ({"space": {"A1": SpaceSpec(features={"harbour": {"sise": 1}})}}, "space.A1.features.harbour.sise", "size"),
        ({"space": {"A1": SpaceSpec(features={"harbour": {"size": "x"}})}}, "space.A1.features.harbour.size", "int"),
        ({"space": {"A1": SpaceSpec(features={"harbour": {"to": "Q1"}})}}, "space.A1.features.harbour.to", "Q1"),
        ({"line": {"l": LineSpec("road", through=("A1", "C1", "D1"))}}, "line.l.through", "A1 and C1"),
        ({"line": {"l": LineSpec("road", through=("A1",))}}, "line.l.through", "two spaces"),
        ({"line": {"l": LineSpec("road", through=("A1", "X1", "B1"))}}, "line.l.through", "X1"),
        ({"line": {"l": LineSpec("road", borders=("A1-B1",))}}, "line.l.borders", "A|B"),
        ({"line": {"l": LineSpec("road", borders=("A1|Q1",))}}, "line.l.borders", "Q1"),
        ({"line": {"l": LineSpec("harbour", borders=("A1|B1",))}}, "line.l.feature", "spaces"),
        (
            {"line": {c: LineSpec("river", borders=("A1|B1",), fields={"width": w}) for c, w in (("k", 1), ("l", 2))}},
            "line.l.borders",
            "other fields",
        ),
        ({"zone": {"z": ZoneSpec(spaces=("A1", "A9"))}}, "zone.z.spaces", "A9"),
        (
            {"zone": {"y": ZoneSpec(spaces=("A1",), control="r"), "z": ZoneSpec(spaces=("A1",), control="b")}},
            "zone.z.control",
            "already",
        ),
    ],
)
def test_a_fault_is_listed_once_and_building_goes_on(changes: dict[str, Any], path: str, part: str) -> None:
    board = Board(ruleset(**changes))
    assert len(board.faults) == 1
    assert board.faults[0][0].startswith(path) and part in board.faults[0][1]
    assert board.spaces and all(board.neighbours(s) is not None for s in board.spaces)


def test_names_that_other_tables_lack_do_not_break_the_map() -> None:
    odd = {"A1": SpaceSpec(terrain="swamp", home="nobody", features={"mine": {}})}
    mode = MovementMode("foot", {"plain": TerrainCost(1)}, enemy_home=False)
    board = Board(ruleset(space=odd, line={"l": LineSpec("rail", through=("A1", "B1"))}, movement={"foot": mode}))
    assert board.crossing("foot", "red", "B1", "A1").closed and board.steps("foot", "red", "A1") == (
        ("B1", 1, False),
        ("A2", 1, False),
    )
    assert board.faults == ()


def test_an_unknown_name_is_answered_with_the_nearest(board: Board) -> None:
    for ask in (board.terrain, board.neighbours, board.hex, board.tags, board.board_of):
        with pytest.raises(UnknownId) as failed:
            ask("dpot")
        assert failed.value.near == ("depot",)
    with pytest.raises(UnknownId):
        board.hex("pool")
    for wrong in (lambda: board.zone("z"), lambda: board.layout("z"), lambda: board.moves("fot", "red")):
        with pytest.raises(UnknownId):
            wrong()


# ------------------------------------------------------------------ what crossing a border costs


def crossing_board(*costs: BorderCost, features: tuple[str, ...] = (), **mode: Any) -> Board:
    lines = {feature: LineSpec(feature, borders=("B1|C1",)) for feature in features}
    terrain = {"plain": TerrainCost(2, rule="R1"), "hill": TerrainCost(3, True, "R2")}
    return Board(ruleset(line=lines, movement={"foot": MovementMode("foot", terrain, costs, **mode)}))


ROAD = BorderCost("road", "set", 1, rule="R3")
RIVER = BorderCost("river", "add", 2, rule="R4")


def test_terrain_alone() -> None:
    board = crossing_board()
    into_hill = board.crossing("foot", "red", "B1", "C1")
    assert (into_hill.cost, into_hill.stop, into_hill.parts) == (3, True, (("Hill", 3, "R2"),))
    assert board.steps("foot", "red", "B1") == (("C1", 3, True), ("C2", 3, True), ("A2", 2, False), ("A1", 2, False))


@pytest.mark.case("M02")
@pytest.mark.parametrize(
    ("features", "cost", "stop"),
    [
        (("road",), 1, False),
        (("river",), 5, True),
        (("road", "river"), 3, False),
        (("road", "river", "bridge"), 2, False),
        (("gate",), 3, True),
    ],
)
def test_set_replaces_and_add_adds_whatever_the_order(features: tuple[str, ...], cost: int, stop: bool) -> None:
    bridge = BorderCost("bridge", "set", 0)
    for costs in itertools.permutations((ROAD, RIVER, bridge)):
        board = crossing_board(*costs, features=features)
        found = board.crossing("foot", "red", "B1", "C1")
        assert (found.cost, found.stop) == (cost, stop)
        assert sum(value for _, value, _ in found.parts) == cost
        assert ("C1", cost, stop) in board.steps("foot", "red", "B1")


def test_close_forbids_unless_something_opens() -> None:
    wall, gate = BorderCost("wall", "close", rule="R5"), BorderCost("gate", "open")
    shut = crossing_board(wall, gate, ROAD, features=("wall", "road"))
    found = shut.crossing("foot", "red", "B1", "C1")
    assert found.closed and found.rule == "R5" and "wall" in found.why.lower() and found.parts == ()
    assert "C1" not in [step[0] for step in shut.steps("foot", "red", "B1")]
    assert crossing_board(wall, gate, features=("wall", "gate")).crossing("foot", "red", "B1", "C1").cost == 3


def test_a_border_cost_for_one_side_leaves_the_other_alone() -> None:
    board = crossing_board(BorderCost("road", "set", 1, sides=("red",)), features=("road",))
    assert board.crossing("foot", "red", "B1", "C1").cost == 1
    assert board.crossing("foot", "blue", "B1", "C1").cost == 3


def test_closed_terrain_stays_closed_on_a_road_and_says_why() -> None:
    mode = MovementMode("foot", {"hill": TerrainCost(1)}, (ROAD,), rules={"closed": "R9"})
    board = Board(ruleset(movement={"foot": mode}, line={"r": LineSpec("road", borders=("B1|C1",))}))
    found = board.crossing("foot", "red", "C1", "B1")
    assert found.closed and found.rule == "R9" and found.why == "foot cannot enter Plain"


def test_home_territory_and_strangers_are_closed() -> None:
    board = crossing_board(enemy_home=False, rules={"home": "R6"})
    assert not board.crossing("foot", "red", "A1", "B1").closed
    found = board.crossing("foot", "blue", "A1", "B1")
    assert found.closed and found.rule == "R6" and found.why == "Bee Town is home territory of Redland"
    assert board.crossing("foot", "red", "A1", "D3").why == "A1 and D3 are not neighbours"


def test_no_cost_falls_below_zero_and_unlimited_modes_cost_nothing() -> None:
    found = crossing_board(BorderCost("road", "add", -9), features=("road",)).crossing("foot", "red", "B1", "C1")
    assert found.cost == 0 == sum(value for _, value, _ in found.parts)
    assert crossing_board(RIVER, features=("river",), unlimited=True).crossing("foot", "red", "B1", "C1").cost == 0


def test_steps_and_crossings_are_the_same_for_every_border(board: Board) -> None:
    for space in board.spaces:
        found = [(b, board.crossing("foot", "red", space, b)) for b in board.neighbours(space)]
        assert board.steps("foot", "red", space) == tuple((b, c.cost, c.stop) for b, c in found if not c.closed)


def test_the_graph_is_frozen_and_carries_the_map() -> None:
    import networkx as nx  # type: ignore[import-untyped]

    board = Board(ruleset(line={"r": LineSpec("road", through=("A1", "B1"))}))
    graph = board.graph
    assert graph is board.graph and nx.is_frozen(graph) and tuple(graph) == board.spaces
    assert graph.nodes["C1"]["terrain"] == "hill" and graph.edges["B1", "A1"]["features"] == {"road": {}}
    assert {frozenset(e) for e in graph.edges} == {frozenset((a, b)) for a in board.spaces for b in board.neighbours(a)}


def test_a_large_map_costs_nothing_until_it_is_used() -> None:
    rows = "\n".join("." * 200 for _ in range(100))
    spec = BoardSpec("hex", numbering=NumberingSpec("1", "1", separator="."), rows=rows)
    board = Board(ruleset(board={"b": spec}, space={}))
    assert len(board.spaces) == 20_000
    moves = board.moves("foot", "red")
    assert board.steps("foot", "red", "100.50") and list(moves) == ["100.50"]
