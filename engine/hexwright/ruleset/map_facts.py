"""Facts of the map as a graph: spaces nobody reaches, parts cut off, one-way borders, parts without supply.

They wait until the ruleset has no errors: a terrain that is misspelt once would cut the map in pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from hexwright.classes import frozen
from hexwright.ruleset.check_features import check_features
from hexwright.ruleset.check_play import (
    check_arrivals,
    check_boxes,
    check_bringers,
    check_comers,
    check_enemies,
    check_places,
    check_stacks,
)
from hexwright.ruleset.check_use import check_rolled, check_use
from hexwright.ruleset.ground import Stand, is_ground, is_home, is_shut, stands
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.places import named, tell
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import RouteSpec

Check = Callable[[Inspection], None]


# ------------------------------------------------------------------ ways


@frozen(eq=False)
class Ways:
    """Where the units of a movement mode and a side can go: a directed graph, an edge for each crossing.

    `inside` is the graph of the spaces that they can enter; from others they may still step in, as from a ship.
    """

    mode: str
    side: str
    graph: Any
    inside: Any

    @property
    def parts(self) -> list[list[str]]:
        """The parts that hang together, the largest first, each in the order of the map."""
        import networkx as nx  # type: ignore[import-untyped]

        order = {space: n for n, space in enumerate(self.graph)}
        found = (sorted(part, key=order.__getitem__) for part in nx.weakly_connected_components(self.inside))
        return sorted(found, key=lambda part: (-len(part), order[part[0]]))


def _ways(game: Inspection) -> tuple[Ways, ...]:
    """The ways of every movement mode that a unit type has, for each side; worked out once."""
    memo = game.board.memo
    if "map facts" not in memo:
        types = game.rules.unit_type.values()
        modes = [m for m in game.rules.movement if any(t.movement == m for t in types)]
        memo["map facts"] = tuple(_way(game, mode, side) for mode in modes for side in game.rules.side)
    found: tuple[Ways, ...] = memo["map facts"]
    return found


def _way(game: Inspection, mode: str, side: str) -> Ways:
    import networkx as nx

    board = game.board
    moves = board.moves(mode, side)
    graph = nx.DiGraph()
    graph.add_nodes_from(board.spaces)
    graph.add_edges_from((a, step[0]) for a in board.spaces for step in moves[a])
    owners = {s: game.rules.nation.get(board.home(s)) for s in board.spaces} if not moves.mode.enemy_home else {}
    barred = {s for s, owner in owners.items() if owner is not None and owner.side != side}
    inside = [s for s in board.spaces if board.terrain(s) in moves.mode.cost and s not in barred]
    return Ways(mode, side, graph, graph.subgraph(inside))


def _mode_name(game: Inspection, mode: str) -> str:
    return game.rules.movement[mode].name or mode


# ------------------------------------------------------------------ spaces nobody reaches


def check_terrain(game: Inspection) -> None:
    """Every terrain of the map is entered by a movement mode, or said to be out of play."""
    modes = {m: game.rules.movement[m] for m in dict.fromkeys(ways.mode for ways in _ways(game))}
    if not modes:
        return
    lying: dict[str, list[str]] = {}
    for space in game.board.spaces:
        lying.setdefault(game.board.terrain(space), []).append(space)
    for id, terrain in game.rules.terrain.items():
        entering = [mode for mode, spec in modes.items() if id in spec.cost]
        if terrain.out_of_play and entering:
            message = f"the terrain '{id}' is out of play, but units that move by '{entering[0]}' enter it"
            where: Path = ("movement", entering[0], "cost", id)
            game.add("H411", ("terrain", id, "out_of_play"), message, "drop one of the two", related=(("cost", where),))
        elif id in lying and not terrain.out_of_play and not entering:
            message = f"no movement mode of a unit enters the terrain '{id}', as {named(game, lying[id])} have"
            if len(lying[id]) == 1:
                message = f"no movement mode of a unit enters the terrain '{id}' of {named(game, lying[id])}"
            hint = "give it a cost in [movement.MODE.cost], or write out_of_play = true"
            game.add("H411", ("terrain", id), message, hint, on="key")


def check_reach(game: Inspection) -> None:
    """No space on ground that units enter is shut off on all sides for all of them."""
    import networkx as nx

    reached: set[str] = set()
    enterable: set[str] = set()
    for ways in _ways(game):
        enterable.update(ways.inside)
        walked = [(a, b) for a, b in ways.graph.edges if a in ways.inside or is_home(game, a, ways.side)]
        reached.update(space for border in walked for space in border)
    shut = [s for s in game.board.spaces if s in enterable and s not in reached]
    groups = nx.connected_components(game.board.graph.subgraph(shut)) if shut else ()
    order = {space: n for n, space in enumerate(game.board.spaces)}
    for group in sorted((sorted(g, key=order.__getitem__) for g in groups), key=lambda g: order[g[0]]):
        hint = "every neighbour is closed to every movement mode, or there is none: mend the ground or the borders"
        tell(game, "H410", group[0], f"nobody can ever enter or leave {named(game, group)}", hint)


def check_parts(game: Inspection) -> None:
    """Units that walk are not cut off from the rest of what their movement mode enters."""
    standing: dict[tuple[str, str], list[Stand]] = {}
    for stand in stands(game):
        if stand.mode and not stand.carried and is_ground(game, stand.place):
            standing.setdefault((stand.mode, stand.side), []).append(stand)
    for ways in _ways(game):
        here = standing.get((ways.mode, ways.side), [])
        parts = ways.parts if here else []
        for part in parts[1:]:
            within = set(part)
            units = [stand for stand in here if stand.place in within]
            if not units or len(part) == 1:
                continue  # a space by itself is told of with the unit that cannot move
            many = f"'{units[0].unit}'" + (f" and {len(units) - 1} more" if len(units) > 1 else "")
            message = (
                f"{many} can never leave {named(game, part)} by '{ways.mode}': "
                f"the other {sum(map(len, parts)) - len(part)} spaces of that movement mode are cut off"
            )
            hint = "join the parts, or give the game a container that carries such units"
            game.add("H412", units[0].path, message, hint)


# ------------------------------------------------------------------ one-way borders


def check_adjacent(game: Inspection) -> None:
    """Where most neighbours of a board are written from both ends, none is written from one end only."""
    written = {(a, b): i for a, spec in game.rules.space.items() for i, b in enumerate(spec.adjacent)}
    boards: dict[str, list[tuple[str, str]]] = {}
    for a, b in written:
        if a in game.board and b in game.board and game.board.board_of(a) == game.board.board_of(b):
            boards.setdefault(game.board.board_of(a), []).append((a, b))
    for board, pairs in boards.items():
        single = [(a, b) for a, b in pairs if (b, a) not in written]
        if not single or (len(pairs) - len(single)) // 2 < len(single):
            continue  # the habit of this board is to write each border once
        for a, b in single:
            message = f"{a} names {b} as its neighbour, but {b} does not name {a}"
            hint = f"the other borders of '{board}' are written from both ends: add {a} to {b}, or take {b} out"
            related = (("the other end", ("space", b)),)
            game.add("H414", ("space", a, "adjacent", written[a, b]), message, hint, related=related)


def check_one_way(game: Inspection) -> None:
    """No unit walks over a border that it could never cross back, from where it starts or arrives."""
    graphs = {(ways.mode, ways.side): ways.graph for ways in _ways(game)}
    told: set[tuple[str, str, str]] = set()
    for stand in stands(game):
        graph = graphs.get((stand.mode, stand.side))
        if graph is None or not is_ground(game, stand.place):
            continue
        a = stand.place
        gone = [b for b in game.board.neighbours(a) if graph.has_edge(a, b) and not graph.has_edge(b, a)]
        if gone and (a, stand.mode, stand.side) not in told and not is_shut(game, stand):
            told.add((a, stand.mode, stand.side))
            mode = _mode_name(game, stand.mode)
            message = f"'{stand.unit}' can go from {named(game, [a])} to {named(game, gone)}, but never back ({mode})"
            why = game.board.crossing(stand.mode, stand.side, gone[0], a).why
            game.add("H415", stand.path, message, f"{why}: close the border, or let it in")


# ------------------------------------------------------------------ supply


def check_supply(game: Inspection) -> None:
    """Every part of the map in which a route is traced has a source that may one day feed it."""
    for id, route in game.rules.route.items():
        sources = game.board.spaces_with(route.source)
        if not sources:
            message = f"no space has the feature '{route.source}': the route '{id}' has no source"
            hint = f"write features.{route.source} = {{}} in a space"
            game.add("H413", ("route", id, "source"), message, hint)
            continue
        told: set[str] = set()
        for side in game.rules.side:
            fed = _fed(game, route, side, sources)
            for part in _traced(game, route, side):
                if part[0] not in told and not fed.intersection(part) and _matters(game, part):
                    told.add(part[0])
                    _tell_unfed(game, id, route, part, sources)


def _fed(game: Inspection, route: RouteSpec, side: str, sources: tuple[str, ...]) -> set[str]:
    """The spaces that may be in supply, whoever holds the sources and whatever the enemy does."""
    import networkx as nx

    board = game.board
    if route.along:
        roads = board.along(route.along)
        graph = nx.Graph([(a, b) for a, to in roads.items() for b in to])
    elif route.mode:
        graph = _way(game, route.mode, side).graph
    else:
        graph = board.graph
    found: set[str] = set(sources)
    for source in sources:
        if source in graph:
            found.update(nx.descendants(graph, source))
    edge = list(found)
    for _ in range(route.reach):
        beyond = {b for a in edge for b in board.neighbours(a)} - found
        if route.mode:
            beyond = {b for b in beyond if _enters(game, route.mode, side, b, found)}
        found |= beyond
        edge = sorted(beyond)
    return found


def _enters(game: Inspection, mode: str, side: str, space: str, found: set[str]) -> bool:
    """Whether supply comes from a fed neighbour into a space, over a border that the mode may cross."""
    near = [a for a in game.board.neighbours(space) if a in found]
    return any(not game.board.crossing(mode, side, a, space).closed for a in near)


def _traced(game: Inspection, route: RouteSpec, side: str) -> list[list[str]]:
    """The parts of the map in which the route is traced: those of its movement mode, or those of the whole map."""
    if route.mode:
        return _way(game, route.mode, side).parts
    import networkx as nx

    ground = [s for s in game.board.spaces if is_ground(game, s)]
    graph = nx.DiGraph()
    graph.add_nodes_from(ground)
    graph.add_edges_from(game.board.graph.subgraph(ground).edges)
    return Ways("", side, graph, graph).parts


def _matters(game: Inspection, part: list[str]) -> bool:
    """A space by itself matters only when somebody stands or arrives there."""
    return len(part) > 1 or any(stand.place == part[0] for stand in stands(game))


def _tell_unfed(game: Inspection, id: str, route: RouteSpec, part: list[str], sources: tuple[str, ...]) -> None:
    count = "1 space" if len(part) == 1 else f"{len(part)} spaces"
    message = f"no route '{id}' can ever lead to {named(game, part)} ({count}): no source is joined to that part"
    hint = f"give it a '{route.source}', or join it to {named(game, sources[:1])}"
    first = next((s for s in part if any(stand.place == s for stand in stands(game))), part[0])
    tell(game, "H413", first, message, hint, related=(("route", ("route", id)),))


# ------------------------------------------------------------------ all of them


def _when_sound(check: Check) -> Check:
    @wraps(check)
    def checked(game: Inspection) -> None:
        if not game.report.errors:
            check(game)

    return checked


def _all() -> Iterator[Check]:
    yield from (check_terrain, check_reach, check_parts, check_adjacent, check_one_way, check_supply, check_features)
    yield from (check_places, check_boxes, check_stacks, check_enemies, check_arrivals, check_bringers)
    yield from (check_comers, check_use, check_rolled)


MAP_CHECKS: tuple[Check, ...] = tuple(_when_sound(check) for check in _all())
