"""Where areas lie that have no place of their own: tracks, loose boxes, and webs of neighbours laid out by distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, gcd, hypot, pi, sin

from hexwright.board import Board
from hexwright.picture.geometry import Point

Links = Mapping[str, Sequence[str]]


def sorted_out(board: Board, id: str) -> tuple[list[list[str]], list[list[str]], list[str]]:
    """The areas of a board: webs, tracks (in order of their chain), and boxes without neighbours there."""
    spaces = [s for s in board.spaces if board.board_of(s) == id]
    links = {s: [n for n in board.neighbours(s) if board.board_of(n) == id] for s in spaces}
    webs, tracks, loose = [], [], []
    placed = [s for s in spaces if (look := board.rules.style.space.get(s)) and len(look.at) == 2]
    for piece in _pieces(spaces, links):
        if len(piece) == 1 and not placed:
            loose += piece
        elif (track := _track(piece, links)) and not placed:
            tracks.append(track)
        else:
            webs.append(piece)
    return ([[s for s in spaces if any(s in web for web in webs)]] if placed else webs), tracks, loose


def _pieces(spaces: Sequence[str], links: Links) -> list[list[str]]:
    """The connected parts, each in the order of the file."""
    part: dict[str, int] = {}
    for number, start in enumerate(spaces):
        rest = [] if start in part else [start]
        while rest:
            space = rest.pop()
            if space not in part:
                part[space] = number
                rest += links[space]
    found: dict[int, list[str]] = {}
    for space in spaces:
        found.setdefault(part[space], []).append(space)
    return list(found.values())


def _track(piece: Sequence[str], links: Links) -> list[str]:
    """The areas from one end to the other when they are a chain, else nothing."""
    ends = [s for s in piece if len(links[s]) == 1]
    if len(ends) != 2 or any(len(links[s]) > 2 for s in piece):
        return []
    found = [ends[0]]
    while len(found) < len(piece):
        found.append(next(s for s in links[found[-1]] if s not in found))
    return found


def laid_out(spaces: Sequence[str], links: Links, given: Mapping[str, Point]) -> dict[str, Point]:
    """A place for each area, near to its neighbours; those given stay (the others go below them)."""
    if given:
        left = min(x for x, _ in given.values())
        low = max(y for _, y in given.values())
        rest = [s for s in spaces if s not in given]
        return {**given, **{s: (left + i % 6, low + 1 + i // 6) for i, s in enumerate(rest)}}
    count = len(spaces)
    far = _distances(spaces, links)
    number = {s: i for i, s in enumerate(spaces)}
    pairs = [(i, number[n]) for i, s in enumerate(spaces) for n in links[s] if i < number[n]]
    found = [_settled(order, far) for order in _orders(count)]
    best = min(found, key=lambda places: (_crossings(places, pairs), round(_stress(places, far), 3)))
    return dict(zip(spaces, best, strict=True))


def _orders(count: int) -> list[list[int]]:
    """Orders around a circle to begin with, fewer for many areas: skipping some, and with two neighbours exchanged."""
    found = [[(i * step) % count for i in range(count)] for step in range(1, 8) if gcd(step, count) == 1]
    if count <= 16:
        for i in range(count - 1):
            order = list(range(count))
            order[i], order[i + 1] = order[i + 1], order[i]
            found.append(order)
    return (found or [list(range(count))])[: 24 if count <= 40 else 1]


def _settled(order: Sequence[int], far: Sequence[Sequence[int]]) -> list[Point]:
    """The places that come out when the areas begin on a circle in this order."""
    count = len(order)
    places = [(cos(2 * pi * i / count), sin(2 * pi * i / count)) for i in order]
    for _ in range(max(8, min(120, 1_000_000 // (count * count)))):
        places = [_pulled(i, places, far) for i in range(count)]
    return places


def _crossings(places: Sequence[Point], pairs: Sequence[tuple[int, int]]) -> int:
    """How many lines between neighbours cross another; not counted where there are very many."""
    if len(pairs) > 150:
        return 0

    def turn(a: int, b: int, c: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = places[a], places[b], places[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    return sum(
        turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
        for i, (a, b) in enumerate(pairs)
        for c, d in pairs[:i]
        if len({a, b, c, d}) == 4
    )


def _stress(places: Sequence[Point], far: Sequence[Sequence[int]]) -> float:
    ends = list(enumerate(places))
    return sum((hypot(x - a, y - b) / far[i][j] - 1) ** 2 for i, (x, y) in ends for j, (a, b) in ends[:i])


def _distances(spaces: Sequence[str], links: Links) -> list[list[int]]:
    number = {s: i for i, s in enumerate(spaces)}
    rows = []
    for start in spaces:
        row = [len(spaces)] * len(spaces)
        row[number[start]] = 0
        layer = [start]
        while layer:
            beyond = []
            for space in layer:
                for other in links[space]:
                    if row[number[other]] == len(spaces) and other != start:
                        row[number[other]] = row[number[space]] + 1
                        beyond.append(other)
            layer = beyond
        rows.append(row)
    return rows


def _pulled(i: int, places: Sequence[Point], far: Sequence[Sequence[int]]) -> Point:
    """Where the others want one area to be: a step of stress majorization, weights one over distance squared."""
    x, y = places[i]
    sum_x = sum_y = weights = 0.0
    for j, (a, b) in enumerate(places):
        if i != j:
            weight = 1.0 / (far[i][j] * far[i][j])
            apart = hypot(x - a, y - b) or 1e-6
            sum_x += weight * (a + far[i][j] * (x - a) / apart)
            sum_y += weight * (b + far[i][j] * (y - b) / apart)
            weights += weight
    return (sum_x / weights, sum_y / weights) if weights else (x, y)


def spread(places: Mapping[str, Point], wide: float, high: float) -> dict[str, Point]:
    """The places so far apart that boxes of this size around them do not meet, the first corner at the origin."""
    ends = list(places.values())
    need = 1.0
    for i, (x, y) in enumerate(ends):
        for a, b in ends[:i]:
            dx, dy = abs(x - a), abs(y - b)
            if max(dx, dy) > 1e-3:
                need = max(need, min(wide / dx if dx > 1e-3 else 1e9, high / dy if dy > 1e-3 else 1e9))
    left, top = min(x for x, _ in ends), min(y for _, y in ends)
    return {s: ((x - left) * need + wide / 2, (y - top) * need + high / 2) for s, (x, y) in places.items()}
