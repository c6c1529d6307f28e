"""Rows about the map: ranges beside networkx, growth with the map, and the loading of a large one."""

from __future__ import annotations

import gc
import tempfile
import time
from pathlib import Path
from typing import Any

import networkx as nx  # type: ignore[import-untyped]

from hexwright.board import Board
from hexwright.game import Game
from hexwright.reach import Overlay, reach

from .map_bench import SIZES, directed, middle, synthetic
from .measure import Row, Setting, in_child, per_call, resident


def ranges(setting: Setting) -> list[Row]:
    """Movement ranges with printed costs, with costs that plug-ins modify, and from the memo."""
    rows = []
    by_size = {}
    sizes = (300, 10_000, 100_000) if setting.least else (300,)
    for hexes in sizes:
        board = Board(synthetic(hexes, lines=hexes < 100_000))
        start = middle(hexes)
        large = hexes >= 100_000
        graph = nx.DiGraph() if large else directed(board)
        for budget in (6,) if large else (6, 20):

            def search(board: Board = board, start: str = start, budget: int = budget) -> Any:
                board.memo.clear()
                return reach(board, "foot", "a", start, budget)

            def theirs(graph: Any = graph, start: str = start, budget: int = budget) -> object:
                return nx.single_source_dijkstra_path_length(graph, start, cutoff=budget, weight="weight")

            if large:
                [spent] = per_call(setting, search)
            else:
                spent, other = per_call(setting, search, theirs)
                row = Row(f"range {budget} MP, {hexes:,} hexes", 1e6 * spent, "us", "networkx", 1e6 * other)
                rows.append(row.wants("2.5 x networkx", ratio=2.5))
            if budget == 6:
                by_size[hexes] = spent / len(search())
        if hexes == sizes[min(1, len(sizes) - 1)]:
            rows += _overlaid(setting, board, graph, start)
    growth = by_size[sizes[-1]] / by_size[300]
    row = Row(f"a space of a range, {sizes[-1]:,} over 300 hexes", growth, "times")
    return [*rows, row.wants("at most 1.5", most=1.5)]


def _overlaid(setting: Setting, board: Board, graph: Any, start: str) -> list[Row]:
    extra = {s: 1 for i, s in enumerate(board.within(start, 8)) if i % 5 == 0}
    overlay, away = Overlay(extra=extra), Overlay(blocked={"1.1"}, stops={"2.2"})

    def weight(_: str, b: str, edge: dict[str, int]) -> int:
        return edge["weight"] + extra.get(b, 0)

    ours, theirs, memo, fixed = per_call(
        setting,
        lambda: reach(board, "foot", "a", start, 6, overlay),
        lambda: nx.single_source_dijkstra_path_length(graph, start, cutoff=6, weight=weight),
        lambda: reach(board, "foot", "a", start, 6, away),
        lambda: nx.single_source_dijkstra_path_length(graph, start, cutoff=6, weight="weight"),
    )
    modified = Row("range 6 MP, costs modified", 1e6 * ours, "us", "networkx", 1e6 * theirs)
    kept = Row("range 6 MP, from the memo", 1e6 * memo, "us", "networkx", 1e6 * fixed)
    return [modified.wants("1 x networkx", ratio=1.0), kept]


# ------------------------------------------------------------------ loading a large map

HEAD = """
[ruleset]
id = "field"
title = "A large field"
[side.a]
name = "A"
[nation.a]
name = "A"
side = "a"
[terrain.open]
symbol = "."
[terrain.wood]
symbol = "w"
[movement.foot]
cost = { open = 1, wood = 2 }
[sequence]
turns = 1
each_turn = ["move"]
[phase.move]
frame = "pass"
by = ["a"]
[board.b]
kind = "hex"
numbering = { separator = "." }
rows = '''
"""


def write_field(folder: Path, hexes: int) -> Path:
    """A ruleset whose map is the synthetic one, in row strings."""
    path = folder / "field"
    path.mkdir()
    rows = synthetic(hexes, lines=False).board["b"].rows
    (path / "ruleset.toml").write_text(f"{HEAD}{rows}\n'''\n", encoding="utf-8")
    return path


def _load(path: Path, first: Path) -> tuple[float, float, int]:
    """CPU seconds, megabytes at the peak and hexes of the load of a map, once another has warmed the process."""
    Game.load(first)
    gc.collect()
    before, begun = resident(), time.process_time()
    game = Game.load(path)
    spent = time.process_time() - begun
    return spent, resident(peak=True) - before, len(game.board.spaces)


def large_map(setting: Setting) -> list[Row]:
    """Loading a map in row strings from TOML, its memory, and whether both grow with the map only."""
    found: dict[int, tuple[float, float, int]] = {}
    small = min(10_000, setting.hexes)
    with tempfile.TemporaryDirectory() as scratch:
        first = write_field(Path(scratch), 300)
        for hexes in dict.fromkeys((small, setting.hexes)):
            place = Path(scratch) / str(hexes)
            place.mkdir()
            path = write_field(place, hexes)
            tries = sorted(in_child(setting, _load, path, first) for _ in range(min(3, setting.runs)))
            found[hexes] = tries[len(tries) // 2]
    a, megabytes, spaces = found[setting.hexes]
    if spaces != SIZES[setting.hexes][0] * SIZES[setting.hexes][1]:
        raise ValueError(f"{spaces} hexes were loaded")
    b = found[small][0] * setting.hexes / small
    return [
        Row(f"load {spaces:,} hexes", a, "s", f"{small:,} scaled up", b).wants("at most 2 s", most=2.0),
        Row(f"memory of {spaces:,} hexes, at the peak", megabytes, "MB").wants("at most 300 MB", most=300.0),
        Row("is loading linear: time a hex", a / b, "times").wants("at most 1.3", most=1.3),
    ]
