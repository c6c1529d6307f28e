"""Measures map work beside networkx on one seeded synthetic map: python tools/bench/map_bench.py [--quick]."""

from __future__ import annotations

import argparse
import gc
import platform
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import networkx as nx  # type: ignore[import-untyped]

from hexwright.board import Board
from hexwright.reach import Overlay, reach, routes
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
    TerrainCost,
    TerrainSpec,
)

SIZES = {300: (20, 15), 350: (25, 14), 10_000: (100, 100), 100_000: (400, 250)}


def synthetic(hexes: int, seed: int = 11, *, lines: bool = True) -> Ruleset:
    """A map with 30 % of woods (cost 2), 5 % of hexsides walled, roads along every fifth row."""
    columns, rows = SIZES[hexes]
    rnd = random.Random(seed)
    text = "\n".join("".join("w" if rnd.random() < 0.3 else "." for _ in range(columns)) for _ in range(rows))
    walls: list[str] = []
    for row in range(1, rows + 1):
        for column in range(1, columns):
            if row % 5 != 1 and rnd.random() < 0.15:  # one hexside in three: about 5 % of all
                walls.append(f"{column}.{row}|{column + 1}.{row}")
    roads = {
        f"r{y}": LineSpec("road", through=tuple(f"{x}.{y}" for x in range(1, columns + 1))) for y in range(1, rows, 5)
    }
    cost = {"open": TerrainCost(1), "wood": TerrainCost(2)}
    return Ruleset(
        RulesetInfo("bench", "Bench"),
        SequenceSpec(1),
        side={"a": SideSpec("A")},
        terrain={"open": TerrainSpec(symbol="."), "wood": TerrainSpec(symbol="w")},
        feature={"wall": FeatureKind("border"), "road": FeatureKind("border")},
        board={"b": BoardSpec("hex", tops="pointed", numbering=NumberingSpec("1", "1", separator="."), rows=text)},
        line={"walls": LineSpec("wall", borders=tuple(walls)), **roads} if lines else {},
        movement={"foot": MovementMode(cost=cost, borders=(BorderCost("wall", "close"),))},
    )


def directed(board: Board) -> Any:
    """The same costs as a networkx graph."""
    graph = nx.DiGraph()
    moves = board.moves("foot", "a")
    graph.add_weighted_edges_from((a, b, cost) for a in board.spaces for b, cost, _ in moves[a])
    return graph


def us(work: Callable[[], object], least: float, runs: int = 7) -> float:
    """Microseconds a call: the median of several runs of at least `least` seconds each."""
    work()
    times = 1
    while True:
        begun = time.perf_counter()
        for _ in range(times):
            work()
        if (spent := time.perf_counter() - begun) >= least:
            break
        times = max(times * 2, int(times * least / max(spent, 1e-9)))
    found = [spent / times]
    for _ in range(runs - 1):
        begun = time.perf_counter()
        for _ in range(times):
            work()
        found.append((time.perf_counter() - begun) / times)
    return statistics.median(found) * 1e6


def middle(hexes: int) -> str:
    """A hex about the middle of the map."""
    columns, rows = SIZES[hexes]
    return f"{columns // 2}.{rows // 2}"


def row(what: str, ours: float, theirs: float | None, unit: str = "us", want: str = "") -> None:
    """One line of the table; the ratio says how many times as fast as networkx we are."""
    peer = f"{theirs:12,.1f} {theirs / ours:8.1f}" if theirs is not None else f"{'-':>12} {'-':>8}"
    print(f"{what:<52} {ours:12,.1f} {peer}  {unit:<4} {want}")


def ranges(least: float) -> None:
    """Range searches with static costs, on maps of several sizes."""
    by_size = {}
    for hexes in (300, 10_000, 100_000):
        board = Board(synthetic(hexes, lines=hexes < 100_000))
        start = middle(hexes)
        graph = directed(board) if hexes < 100_000 else None
        for budget in (6, 20):

            def search(board: Board = board, start: str = start, budget: int = budget) -> object:
                board.memo.clear()
                return reach(board, "foot", "a", start, budget)

            def peer(graph: Any = graph, start: str = start, budget: int = budget) -> object:
                return nx.single_source_dijkstra_path_length(graph, start, cutoff=budget, weight="weight")

            if graph is not None and {s: c for s, (c, _) in search().items()} != peer():  # type: ignore[attr-defined]
                sys.exit("the two searches differ")
            ours = us(search, least)
            if budget == 6:
                by_size[hexes] = ours / len(search())  # type: ignore[arg-type]
            row(f"range {budget} MP, {hexes:,} hexes", ours, us(peer, least) if graph else None, "us", "want 2.5 x")
        if hexes == 10_000:
            extras(board, graph, start, least)
    growth = by_size[100_000] / by_size[300]
    row("range 6 MP a space reached: 100,000 over 300 hexes", growth, None, "x", "want 1.5 or less")


def extras(board: Board, graph: Any, start: str, least: float) -> None:
    """The same range while plug-ins modify costs, from the memo, and with its paths traced."""
    extra = {s: 1 for i, s in enumerate(board.within(start, 8)) if i % 5 == 0}
    overlay = Overlay(extra=extra)

    def weight(_: str, b: str, edge: dict[str, int]) -> int:
        return edge["weight"] + extra.get(b, 0)

    ours = us(lambda: reach(board, "foot", "a", start, 6, overlay), least)
    peer = us(lambda: nx.single_source_dijkstra_path_length(graph, start, cutoff=6, weight=weight), least)
    row("range 6 MP, costs modified in every fifth hex", ours, peer, "us", "want 1 x")
    away = Overlay(blocked={"1.1"}, stops={"2.2"})
    peer = us(lambda: nx.single_source_dijkstra_path_length(graph, start, cutoff=6, weight="weight"), least)
    row("range 6 MP from the memo", us(lambda: reach(board, "foot", "a", start, 6, away), least), peer)

    def traced() -> object:
        board.memo.clear()
        return reach(board, "foot", "a", start, 6).path(start)

    peer = us(lambda: nx.single_source_dijkstra(graph, start, cutoff=6, weight="weight"), least)
    row("range 6 MP with all its paths", us(traced, least), peer)


def units_in_contact(least: float) -> None:
    """Every unit's range in a crowded middle game with zones of control: 150 units on 350 hexes."""
    board = Board(synthetic(350))
    graph = directed(board)
    rnd = random.Random(5)
    places = rnd.sample(board.spaces, 150)
    allowances = [3 + rnd.randrange(4) for _ in places]
    sides = []
    for mine in (places[:75], places[75:]):
        enemies = frozenset(places) - frozenset(mine)
        sides.append(Overlay(enemies, frozenset(b for a in enemies for b in board.neighbours(a))))

    def ours() -> None:
        for i, (start, allowance) in enumerate(zip(places, allowances, strict=True)):
            reach(board, "foot", "a", start, allowance, sides[i >= 75])

    def theirs() -> None:
        for i, (start, allowance) in enumerate(zip(places, allowances, strict=True)):
            blocked, stops = sides[i >= 75].blocked, sides[i >= 75].stops

            def weight(
                a: str, b: str, edge: dict[str, int], start: str = start, no: Any = blocked, z: Any = stops
            ) -> Any:
                return None if b in no or (a in z and a != start) else edge["weight"]

            nx.single_source_dijkstra_path_length(graph, start, cutoff=allowance, weight=weight)

    row("a unit's range, 75 a side in a melee", us(ours, least) / 150, us(theirs, least) / 150, "us", "want 18 us")
    rows = [board.at("b", board.layout("b").to_axial(x, y)) for y in (0, 1, 2, 11, 12, 13) for x in range(25)]  # type: ignore[union-attr]
    places = [s for s in rows if s]
    sides = []
    for mine in (places[:75], places[75:]):
        enemies = frozenset(places) - frozenset(mine)
        sides.append(Overlay(enemies, frozenset(b for a in enemies for b in board.neighbours(a))))
    row("a unit's range, 75 a side drawn up apart", us(ours, least) / 150, us(theirs, least) / 150, "us", "want 18 us")


def supply(least: float) -> None:
    """Routes from many sources on 10,000 hexes, along roads and over the ground, enemies in the way."""
    board = Board(synthetic(10_000))
    graph = directed(board)
    rnd = random.Random(3)
    enemies = frozenset(s for s in board.spaces if rnd.random() < 0.05)
    sources = [f"1.{y}" for y in range(1, 100, 5) if f"1.{y}" not in enemies]
    roads = nx.Graph((a, b) for a, to in board.along("road").items() for b in to)
    for what, ours, whole in (
        ("along roads", lambda: routes(board, sources, along="road", blocked=enemies), roads),
        ("over the ground", lambda: routes(board, sources, mode="foot", side="a", blocked=enemies), graph),
    ):
        open_ground = nx.restricted_view(whole, [e for e in enemies if e in whole], [])
        known = [s for s in sources if s in open_ground]

        def peer(open_ground: Any = open_ground, known: list[str] = known) -> object:
            return nx.multi_source_dijkstra_path_length(open_ground, known, weight=None)

        row(f"supply {what}, 10,000 hexes", us(ours, least), us(peer, least, 3))


def loading() -> None:
    """Building a Board, in seconds and in megabytes."""
    for hexes in (10_000, 100_000):
        ruleset = synthetic(hexes, lines=False)
        gc.collect()
        begun = time.perf_counter()
        Board(ruleset)
        spent = time.perf_counter() - begun
        tracemalloc.start()
        kept = Board(ruleset)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        row(f"load {len(kept.spaces):,} hexes", spent * 1000, None, "ms", "want 2,000 for 100,000")
        row("", size / 2**20, None, "MB", "want 300 for 100,000")


def main() -> None:
    """Runs everything and prints one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short runs, rough figures")
    least = 0.02 if parser.parse_args().quick else 0.2
    print(f"Python {platform.python_version()}, networkx {nx.__version__}; quote ratios, not microseconds")
    print(f"{'':<52} {'hexwright':>12} {'networkx':>12} {'ratio':>8}")
    ranges(least)
    units_in_contact(least)
    supply(least)
    loading()


if __name__ == "__main__":
    main()
