"""Searches over a Board: movement ranges, the cost of a path, supply routes; pure functions of what is passed in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Literal

from attrs import field

from .board import Board, Crossing, Moves, Part, Step
from .classes import frozen

__all__ = ["Break", "Overlay", "PathCost", "PathStep", "Reach", "Routes", "break_of", "path_cost", "reach", "routes"]

_MEMO = 4_096  # static ranges kept for a board before the memo starts afresh
_NONE: frozenset[str] = frozenset()
Spaces = AbstractSet[str] | Mapping[str, object]
Borders = AbstractSet[tuple[str, str]]


@frozen(eq=False)
class Overlay:
    """What the moment adds to the printed map, as far as the mover may know.

    `blocked` spaces cannot be entered; entering one of `stops` ends the move; `extra` and `extra_leave` are
    movement points (also negative) for entering and for leaving a space; `closed` are borders (from, to)
    that cannot be crossed in that direction. No border ever costs less than 0. What is passed in must not
    change afterwards.
    """

    blocked: Spaces = _NONE
    stops: Spaces = _NONE
    extra: Mapping[str, int] = field(factory=dict)
    extra_leave: Mapping[str, int] = field(factory=dict)
    closed: Borders = frozenset()

    @property
    def changes_steps(self) -> bool:
        """Does it change what steps there are or what they cost?"""
        return bool(self.extra or self.extra_leave or self.closed)

    def steps(self, a: str, moves: Moves) -> Iterable[Step]:
        """The steps out of `a` at what they cost now; a mode without movement points sees only closed borders."""
        if not self.changes_steps:
            return moves[a]
        leave = self.extra_leave.get(a, 0)
        steps = [step for step in moves[a] if (a, step[0]) not in self.closed]
        if moves.mode.unlimited:
            return steps
        return [(b, max(0, cost + leave + self.extra.get(b, 0)), stop) for b, cost, stop in steps]


_PLAIN = Overlay()
_SHORT = 64  # movement points up to which a list of buckets is made beforehand


class Reach(Mapping[str, tuple[int, str]]):
    """Where a unit can go: destination -> (movement points, space before it), the start included: (0, "").

    A way that ends the move is taken only where no other leads to the space within the budget: `left` is
    then 0. Of the others the cheapest counts, and among equals the one that the search meets first: nearest
    spaces first, neighbours in the order of the map.
    """

    __slots__ = ("_costs", "_others", "_previous", "_stopped", "budget", "near", "start")

    def __init__(
        self, start: str, budget: int, costs: dict[str, int], stopped: AbstractSet[str], previous: dict[str, str]
    ) -> None:
        self.start = start
        self.budget = budget
        self.near: frozenset[str] | None = None  # what an overlay must leave alone for the memo to stand
        self._costs = costs
        self._stopped = stopped
        self._previous = previous
        self._others: tuple[str, ...] | None = None

    def __getitem__(self, space: str) -> tuple[int, str]:
        return self._costs[space], self._previous.get(space, "")

    def __contains__(self, space: object) -> bool:
        return space in self._costs

    def __iter__(self) -> Iterator[str]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)

    @property
    def spaces(self) -> KeysView[str]:
        """All destinations, in the order in which the search met them."""
        return self._costs.keys()

    @property
    def others(self) -> tuple[str, ...]:
        """All destinations but the start, sorted."""
        if self._others is None:
            self._others = tuple(sorted(s for s in self._costs if s != self.start))
        return self._others

    def cost(self, space: str) -> int:
        """Movement points to enter `space`."""
        return self._costs[space]

    def left(self, space: str) -> int:
        """Movement points left on arrival: none where the move ends."""
        return 0 if space in self._stopped else max(0, self.budget - self._costs[space])

    def path(self, space: str) -> tuple[str, ...]:
        """The spaces from the start to `space`, both included."""
        if space not in self._costs:
            raise KeyError(space)
        way = [space]
        while way[-1] != self.start:
            way.append(self._previous[way[-1]])
        return tuple(reversed(way))


def reach(
    board: Board, mode: str, side: str, start: str, budget: int, overlay: Overlay = _PLAIN, *, fresh: bool = True
) -> Reach:
    """Every space that a unit can move to with `budget` movement points, and how.

    Entering a space that ends the move must be affordable; then nothing is left. A `fresh` unit (nothing
    spent) may make one step beyond its budget if the mode has a minimum step. The start never blocks.
    A mode without movement points goes wherever borders lead. Unknown mode or start: `UnknownId`.
    """
    moves = board.moves(mode, side)
    board.board_of(start)
    if moves.mode.unlimited:
        budget = 0
    memo: dict[tuple[str, str, str, int, bool], Reach] = board.memo.setdefault("reach", {})
    if len(memo) >= _MEMO:
        memo.clear()
    key = (mode, side, start, budget, fresh)
    known = memo.get(key)
    if known is None and overlay.changes_steps:
        known = memo[key] = _search(moves, start, budget, _PLAIN, fresh)[0]
    if known is not None and not _touches(overlay, known, moves):
        return known
    found, touched = _search(moves, start, budget, overlay, fresh)
    if known is None and not touched:
        memo[key] = found  # the overlay had no part in it, so it is the range of the map alone
    return found


def _touches(overlay: Overlay, found: Reach, moves: Moves) -> bool:
    """Might the overlay change this range, which was found where none touched it?"""
    spaces = found.spaces
    if not spaces.isdisjoint(overlay.blocked) or not spaces.isdisjoint(overlay.stops):
        return True
    if not overlay.changes_steps:
        return False
    if found.near is None:
        found.near = frozenset((*spaces, *(b for a in spaces for b, _, _ in moves[a])))
    near = found.near
    if not near.isdisjoint(overlay.extra) or not spaces.isdisjoint(overlay.extra_leave):
        return True
    return any(a in spaces for a, _ in overlay.closed)


def _search(moves: Moves, start: str, budget: int, overlay: Overlay, fresh: bool) -> tuple[Reach, bool]:
    """The range, and whether a blocked or stopping space was met."""
    lean = not overlay.changes_steps and budget <= _SHORT
    spread = _short_spread if lean else _spread
    costs, ended, previous, touched = spread(moves, start, budget, overlay)
    if fresh and moves.mode.minimum_step:
        for b, _, _ in overlay.steps(start, moves):
            if b in overlay.blocked:
                touched = True
            elif b not in costs and b not in ended:
                ended[b] = (max(0, budget), start)
    stopped = frozenset(ended).difference(costs)
    for b in ended:
        if b in stopped:
            costs[b], previous[b] = ended[b]
    return Reach(start, budget, costs, stopped, previous), touched


# Costs of the spaces from which the move may go on, (cost, space before) of those that end it, the space before each
# of the former, and whether a blocked or stopping space was met.
Spread = tuple[dict[str, int], dict[str, tuple[int, str]], dict[str, str], bool]


def _short_spread(moves: Moves, start: str, budget: int, overlay: Overlay) -> Spread:
    """What `_spread` does, for few movement points and printed costs: the case that games are made of."""
    costs, ended, previous = {start: 0}, dict[str, tuple[int, str]](), dict[str, str]()
    blocked, stops = overlay.blocked, overlay.stops
    clear = not blocked and not stops
    last = budget - moves.least  # whoever has spent more cannot afford any step
    buckets: list[list[str]] = [[] for _ in range(last + 1)]
    if buckets:
        buckets[0].append(start)
    touched = False
    beyond = budget + 1
    known = costs.get
    for spent, bucket in enumerate(buckets):
        for a in bucket:
            if costs[a] != spent:
                continue
            for b, cost, stop in moves[a]:
                total = spent + cost
                if total <= budget and total < known(b, beyond):
                    if stop or not (clear or (b not in blocked and b not in stops)):
                        if b in blocked:
                            touched = True
                            continue
                        touched = touched or not stop
                        if b not in ended or total < ended[b][0]:
                            ended[b] = (total, a)
                        continue
                    costs[b] = total
                    previous[b] = a
                    if total <= last:
                        buckets[total].append(b)
    return costs, ended, previous, touched


def _spread(moves: Moves, start: str, budget: int, overlay: Overlay) -> Spread:
    """The whole search, cheapest bucket first.

    One plain loop, because this is where the time of a game goes; `Overlay.steps` says the same in words.
    """
    costs, ended, previous = {start: 0}, dict[str, tuple[int, str]](), dict[str, str]()
    blocked, stops, closed = overlay.blocked, overlay.stops, overlay.closed
    changes = overlay.changes_steps and not moves.mode.unlimited
    extra, extra_leave, known = overlay.extra.get, overlay.extra_leave.get, costs.get
    touched = False
    beyond = budget + 1
    last = budget if changes else budget - moves.least  # whoever has spent more cannot afford any step
    pending: defaultdict[int, list[str]] = defaultdict(list)
    pending[0].append(start)
    while pending and (spent := min(pending)) <= last:
        for a in pending.pop(spent):
            if costs[a] != spent:
                continue  # a cheaper way was found after this one was noted
            leave = extra_leave(a, 0)
            for b, cost, stop in moves[a]:
                if changes and (cost := cost + leave + extra(b, 0)) < 0:
                    cost = 0
                total = spent + cost
                if total <= budget and total < known(b, beyond):
                    if closed and (a, b) in closed:
                        continue
                    if b in blocked:
                        touched = True
                    elif stop or b in stops:
                        touched = touched or not stop
                        if b not in ended or total < ended[b][0]:
                            ended[b] = (total, a)
                    else:
                        costs[b] = total
                        previous[b] = a
                        pending[total].append(b)
    return costs, ended, previous, touched


# -- the cost of one path


@frozen
class PathStep:
    """One border of a path: the space entered, the cost of the path so far and the parts of this border."""

    space: str
    cost: int
    stop: bool
    parts: tuple[Part, ...]


@frozen
class PathCost:
    """What a path costs, border by border, as far as it is open.

    `closed_at` is the first space that cannot be entered, with `why` and `rule`; "" for an open path.
    """

    start: str
    steps: tuple[PathStep, ...]
    closed_at: str = ""
    why: str = ""
    rule: str = ""
    minimum_step: bool = False

    @property
    def cost(self) -> int:
        """Movement points for the open part of the path."""
        return self.steps[-1].cost if self.steps else 0

    @property
    def stops_at(self) -> str:
        """The first space in which the move ends whatever is left, or ""."""
        return next((step.space for step in self.steps if step.stop), "")

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of all borders; their values add up to `cost`."""
        return tuple(part for step in self.steps for part in step.parts)

    def farthest(self, budget: int) -> str:
        """The last space of the path that a unit with this budget gets to."""
        at = self.start
        for i, step in enumerate(self.steps):
            if step.cost > budget:
                return step.space if i == 0 and self.minimum_step else at
            at = step.space
            if step.stop:
                break
        return at


def path_cost(
    board: Board, mode: str, side: str, path: Sequence[str], overlay: Overlay = _PLAIN, *, fresh: bool = True
) -> PathCost:
    """The cost of a given path (its start included) by the same crossings that ranges are searched with."""
    moves = board.moves(mode, side)
    steps: list[PathStep] = []
    minimum = fresh and moves.mode.minimum_step
    cost = 0
    for a, b in pairwise(path):
        crossing = moves.crossing(a, b)
        why = crossing.why or _shut(board, a, b, overlay)
        if why:
            return PathCost(path[0], tuple(steps), b, why, crossing.rule, minimum)
        parts = crossing.parts if moves.mode.unlimited else _parts(board, a, b, crossing, overlay)
        cost += sum(value for _, value, _ in parts)
        steps.append(PathStep(b, cost, crossing.stop or b in overlay.stops, parts))
    return PathCost(path[0], tuple(steps), minimum_step=minimum)


def _shut(board: Board, a: str, b: str, overlay: Overlay) -> str:
    if b in overlay.blocked:
        return f"{board.name(b)} cannot be entered now"
    return f"the border from {board.name(a)} to {board.name(b)} is closed now" if (a, b) in overlay.closed else ""


def _parts(board: Board, a: str, b: str, crossing: Crossing, overlay: Overlay) -> tuple[Part, ...]:
    entering, leaving = overlay.extra.get(b, 0), overlay.extra_leave.get(a, 0)
    below = max(0, -(crossing.cost + entering + leaving))
    more = {f"leaving {board.name(a)}": leaving, f"entering {board.name(b)}": entering, "never below 0": below}
    return (*crossing.parts, *((label, value, "") for label, value in more.items() if value))


# -- supply routes


class Routes(dict[str, tuple[int, str]]):
    """The spaces that routes from any source lead to: space -> (borders from the source, space before it)."""

    def path(self, space: str) -> tuple[str, ...]:
        """The spaces from the source to `space`, both included."""
        way = [space]
        while (before := self[way[-1]][1]) != "":
            way.append(before)
        return tuple(reversed(way))


def routes(
    board: Board, sources: Iterable[str], *, along: str = "", mode: str = "", side: str = "",
    blocked: Spaces = _NONE, closed: Borders = frozenset(), longest: int = 0,
) -> Routes:  # fmt: skip
    """The shortest routes from the nearest source to every space that has one, near to far.

    A route follows the border feature `along`; without one it crosses what the movement `mode` of `side` may
    cross, and without either any border. It enters no `blocked` space (nor starts in one), crosses no
    `closed` border (in either direction) and has at most `longest` borders (0: any number). Of equally near
    sources the one named first counts.
    """
    beside = _ways(board, along, mode, side)
    found = {source: (0, "") for source in sources if source not in blocked}
    layer = list(found)
    far = 0
    while layer and (far < longest or not longest):
        far += 1
        following: list[str] = []
        for a in layer:
            for b in beside(a):
                if b in found or b in blocked or (closed and _is_closed(a, b, closed)):
                    continue
                found[b] = (far, a)
                following.append(b)
        layer = following
    return Routes(found)


def _ways(board: Board, along: str, mode: str, side: str) -> Callable[[str], Iterable[str]]:
    if along:
        roads = board.along(along)
        return lambda a: roads.get(a, ())
    if mode:
        moves = board.moves(mode, side)
        return lambda a: [step[0] for step in moves[a]]
    return board.neighbours


def _is_closed(a: str, b: str, closed: Borders) -> bool:
    return (a, b) in closed or (b, a) in closed


@frozen
class Break:
    """Where a route is cut: the border it fails at, as seen from the space to be supplied, and what cuts it.

    `kind` tells whether the far space of the border is "blocked", the border itself "closed" or the route
    "too long" from there on; both ends are the same where the space itself is blocked. `path` is the route
    that would be the shortest, source first.
    """

    border: tuple[str, str]
    kind: Literal["blocked", "closed", "too long"]
    path: tuple[str, ...]


def break_of(
    free: Routes, space: str, *, blocked: Spaces = _NONE, closed: Borders = frozenset(), longest: int = 0
) -> Break | None:
    """The break nearest to `space` on its shortest route, for a space that has no route.

    `free` are the routes as they would be with nothing in the way: the same call of `routes` without
    `blocked`, `closed` and `longest`. None when no source can ever reach the space.
    """
    path = free.path(space) if space in free else ()
    for a, b in pairwise((space, *reversed(path))):
        if b in blocked:
            return Break((a, b), "blocked", path)
        if _is_closed(a, b, closed):
            return Break((a, b), "closed", path)
    if longest and len(path) > longest + 1:
        return Break((path[longest + 1], path[longest]), "too long", path)
    return None
