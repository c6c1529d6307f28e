"""Supply routes: whether a space is joined to a source, by which way, and what cuts it."""

from __future__ import annotations

from collections.abc import Iterable

from ..classes import frozen
from ..errors import Reason
from ..position import Position
from ..reach import Routes, break_of, routes
from ..ruleset.schema import RouteSpec


@frozen
class Supply:
    """Whether a space is supplied: the route from the source to it, or the reason why there is none."""

    route: tuple[str, ...] = ()
    reason: Reason | None = None


def sources(now: Position, route_id: str, nation: str) -> tuple[str, ...]:
    """The spaces that are sources for a nation: the feature is there, a friend controls it, no plug-in closes it."""
    spec = now.rules.route[route_id]
    out = []
    for space in now.board.spaces_with(spec.source):
        friendly = int(now.controls(nation, space))
        if now.total("route_source", friendly, "friendly control", spec.rule, space=space, nation=nation,
                     route=route_id).value > 0:  # fmt: skip
            out.append(space)
    return tuple(out)


def cut_spaces(now: Position, route_id: str, nation: str, spaces: Iterable[str]) -> frozenset[str]:
    """The spaces that no route of a nation may use."""
    spec = now.rules.route[route_id]
    out = set()
    for space in spaces:
        enemies = int(bool(now.enemies_at(space, nation, spec.cut_by)))
        if now.total("route_cut", enemies, "enemies", spec.rule, space=space, nation=nation, route=route_id).value > 0:
            out.add(space)
    return frozenset(out)


def _suspects(now: Position, spec: RouteSpec) -> Iterable[str]:
    """The spaces that may be cut: those with units, or any on a way when a plug-in has a say."""
    if now.game.hooks.quiet(now, "route_cut"):
        return now.state.at
    if not spec.along:
        return now.board.spaces
    return dict.fromkeys((*now.board.along(spec.along), *now.board.spaces_with(spec.source)))


def network(now: Position, route_id: str, nation: str) -> Routes:
    """Every space that a nation's sources reach now."""
    known: dict[tuple[str, str], Routes] = now.memo("routes")
    found = known.get((route_id, nation))
    if found is None:
        cut = cut_spaces(now, route_id, nation, _suspects(now, now.rules.route[route_id]))
        found = known[route_id, nation] = _routes(now, route_id, nation, cut, now.rules.route[route_id].longest)
    return found


def _routes(now: Position, route_id: str, nation: str, cut: frozenset[str], longest: int) -> Routes:
    spec = now.rules.route[route_id]
    return routes(
        now.board,
        sources(now, route_id, nation),
        along=spec.along,
        mode=spec.mode,
        side=now.side(nation),
        blocked=cut,
        longest=longest,
    )


def ends(now: Position, spec: RouteSpec, nation: str, space: str) -> tuple[str, ...]:
    """Where a route to a space may end, nearest first: within the reach, over borders that the mode may cross."""
    if not spec.mode or spec.reach < 1:
        return now.board.within(space, spec.reach)
    found = [space]
    edge = [space]
    for _ in range(spec.reach):
        following: list[str] = []
        for b in edge:
            for a in now.board.neighbours(b):
                if a not in found and not now.board.crossing(spec.mode, now.side(nation), a, b).closed:
                    found.append(a)
                    following.append(a)
        edge = following
    return tuple(found)


def supply(now: Position, route_id: str, nation: str, space: str) -> Supply:
    """Is a space in supply? The route ends there or within the rule's reach of it."""
    spec: RouteSpec = now.rules.route[route_id]
    found = network(now, route_id, nation)
    near = ends(now, spec, nation, space)
    best = min((s for s in near if s in found), key=lambda s: (found[s][0], near.index(s)), default="")
    if best:
        return Supply(found.path(best))
    return Supply(reason=_why_none(now, route_id, nation, space, spec))


def _why_none(now: Position, route_id: str, nation: str, space: str, spec: RouteSpec) -> Reason:
    free = _routes(now, route_id, nation, frozenset(), 0)
    cut = cut_spaces(now, route_id, nation, _suspects(now, now.rules.route[route_id]))
    near = ends(now, spec, nation, space)
    gaps = [g for s in near if (g := break_of(free, s, blocked=cut, longest=spec.longest)) is not None]
    if not gaps:
        return Reason(f"no source can reach {space}", spec.rule)
    gap = min(gaps, key=lambda g: len(g.path))
    a, b = gap.border
    if gap.kind == "blocked":
        return Reason(f"no route to {space}: the enemy cuts it at {b}", spec.rule, nearest=f"free {b}")
    if gap.kind == "closed":
        return Reason(f"no route to {space}: the border between {a} and {b} is closed", spec.rule)
    return Reason(f"no route to {space}: it would be too long", spec.rule, (("longest", spec.longest),))
