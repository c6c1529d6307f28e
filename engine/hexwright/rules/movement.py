"""Moving units by terrain cost and border: where they can go, why not, and the walk itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from ..classes import frozen
from ..errors import Reason
from ..events import MOVE_ENDS, Moved, Part
from ..frames import Frame, Play
from ..hooks import Modifier, Total
from ..pieces import Unit
from ..position import Position
from ..reach import Overlay, Reach, reach, routes
from ..ruleset.paths import dotted
from .stacking import full_spaces

if TYPE_CHECKING:
    from ..game import Game
    from ..ruleset.schema import MovementMode


_Changes = tuple[Any, "Unit | None", "Unit | None"] | None


class Presence:
    """Where enemies of a nation stand and what their zones of control cover, as one seat knows it.

    A Tracker: it notes the changes of units as they come and works them in when it is next asked, so that a
    move costs next to nothing and a look costs a few dictionary entries, never a scan.
    """

    __slots__ = (
        "_later", "_spaces", "_zone", "foes", "game", "mode", "mode_id", "nation", "ranges", "relations", "seat"
    )  # fmt: skip

    def __init__(self, now: Position, mode_id: str, nation: str, seat: str) -> None:
        self.game: Game = now.game
        self.mode_id = mode_id
        self.mode: MovementMode = now.rules.movement[mode_id]
        self.nation = nation
        self.seat = seat
        self.relations = now.state.relations
        self.foes = frozenset(n for n in now.rules.nation if now.is_enemy(n, nation))
        self.ranges: dict[Any, Any] = {}  # (unit, seat) -> (the unit as it was, its range), for moves_of
        self._spaces: dict[str, int] = {}
        self._zone: dict[str, int] = {}
        # What is to be worked in: (earlier changes, unit before, unit after), the last change outermost.
        self._later: _Changes = None
        for unit in now.units():
            self._count(unit, 1)

    @property
    def spaces(self) -> dict[str, int]:
        """Space -> how many enemies stand in it."""
        if self._later is not None:
            self._catch_up()
        return self._spaces

    @property
    def zone(self) -> dict[str, int]:
        """Space -> how many enemies' zones of control cover it."""
        if self._later is not None:
            self._catch_up()
        return self._zone

    def after(self, old: Unit | None, new: Unit | None) -> Presence:
        """The presence after one unit changed."""
        foes = self.foes
        if (old is None or old.nation not in foes) and (new is None or new.nation not in foes):
            return self
        if old is not None and new is not None and _alike(old, new):
            return self
        copy = object.__new__(Presence)
        copy.game, copy.mode_id, copy.mode = self.game, self.mode_id, self.mode
        copy.nation, copy.seat, copy.foes = self.nation, self.seat, self.foes
        copy.relations = self.relations
        copy.ranges = {}
        copy._spaces, copy._zone = self._spaces, self._zone
        copy._later = (self._later, old, new)
        return copy

    def _catch_up(self) -> None:
        changes: list[tuple[Unit | None, Unit | None]] = []
        link = self._later
        while link is not None:
            changes.append((link[1], link[2]))
            link = link[0]
        self._spaces, self._zone = self._spaces.copy(), self._zone.copy()
        for old, new in reversed(changes):
            if old is not None:
                self._count(old, -1)
            if new is not None:
                self._count(new, 1)
        self._later = None

    def _count(self, unit: Unit, by: int) -> None:
        game = self.game
        if unit.nation not in self.foes or unit.at not in game.board:
            return
        if unit.hidden and game.rules.seat_of(unit.nation) != self.seat:
            return
        tags, mode = game.tags[unit.type], self.mode
        if not mode.enemy_tags or any(t in tags for t in mode.enemy_tags):
            _add(self._spaces, unit.at, by)
        if mode.zone_of_control != "none" and (not mode.control_tags or any(t in tags for t in mode.control_tags)):
            for n in self._beside(unit):
                _add(self._zone, n, by)

    def _beside(self, unit: Unit) -> tuple[str, ...]:
        """The spaces that a unit's zone of control covers."""
        board = self.game.board
        if self.mode.zone_crosses_borders:
            return board.neighbours(unit.at)
        side = self.game.rules.nation[unit.nation].side
        return tuple(step[0] for step in board.steps(self.mode_id, side, unit.at))


def _alike(a: Unit, b: Unit) -> bool:
    return a.at == b.at and a.type == b.type and a.nation == b.nation and a.hidden == b.hidden


def _add(counts: dict[str, int], key: str, by: int) -> None:
    n = counts.get(key, 0) + by
    if n:
        counts[key] = n
    else:
        del counts[key]


def presence(now: Position, mode_id: str, nation: str, seat: str) -> Presence:
    """The enemies of a nation for a movement mode, as a seat knows them."""
    state = now.state
    key = ("presence", mode_id, nation, seat)
    trackers: dict[Any, Any] = state.memo.setdefault("trackers", {})
    found = trackers.get(key)
    if found is None or found.game is not now.game or found.relations is not state.relations:
        found = Presence(now, mode_id, nation, seat)
        state.memo["trackers"] = {**trackers, key: found}
    return found


def overlay(now: Position, unit: Unit, seat: str = "") -> Overlay:
    """What the moment adds to the printed costs for a unit: enemies, zones of control, plug-ins' modifiers."""
    mode_id = now.type(unit).movement
    mode = now.rules.movement[mode_id]
    who = seat or now.seat_of(unit.nation)
    there = presence(now, mode_id, unit.nation, who)
    blocked: Mapping[str, object] = there.spaces if mode.enemies == "block" else {}
    stops: Mapping[str, object] = there.zone
    if mode.enemies == "stop" and there.spaces:
        stops = {**there.zone, **there.spaces} if there.zone else there.spaces
    full = full_spaces(now, unit)
    if full:
        blocked = {**blocked, **full}
    if "movement" not in now.game.hooks.modifies:
        return Overlay(blocked=blocked, stops=stops)
    return _with_modifiers(now, unit, blocked, stops)


def _with_modifiers(now: Position, unit: Unit, blocked: Mapping[str, object], stops: Mapping[str, object]) -> Overlay:
    extra: dict[str, int] = {}
    leave: dict[str, int] = {}
    closed: set[tuple[str, str]] = set()
    shut = dict(blocked)
    halts = dict(stops)
    for m in now.modifiers("movement", unit=unit):
        if not m.counts:
            continue
        a, bar, b = m.where.partition("|")
        if bar:
            closed.add((a, b))
        elif m.op == "max":
            shut[a] = 1
        elif m.op == "min":
            halts[a] = 1
        elif m.stage == "build":
            leave[a] = leave.get(a, 0) + m.value
        else:
            extra[a] = extra.get(a, 0) + m.value
    return Overlay(blocked=shut, stops=halts, extra=extra, extra_leave=leave, closed=frozenset(closed))


def allowance(now: Position, unit: Unit) -> Total:
    """The movement points of a unit this phase, and what they are made of."""
    return now.total("allowance", now.type(unit).allowance, "movement allowance", now.type(unit).rule, unit=unit)


def points_left(now: Position, unit: Unit) -> int:
    """Movement points the unit has not spent."""
    if "allowance" in now.game.hooks.modifies:
        return max(0, allowance(now, unit).value - unit.spent)
    return max(0, now.type(unit).allowance - unit.spent)


def moves_of(now: Position, unit: Unit, seat: str = "") -> Reach:
    """Every space the unit can move to now, and how; its own space is among them.

    A range hangs on the unit, on the enemies, and on what plug-ins say: it is kept with the presence of the
    enemies, which outlives the moves of one's own side, as long as the plug-ins say the same.
    """
    mode = now.type(unit).movement
    said: tuple[Modifier, ...] = ()
    if _is_strict(now):
        ranges = now.memo("moves")
    else:
        ranges = presence(now, mode, unit.nation, seat or now.seat_of(unit.nation)).ranges
        if "movement" in now.game.hooks.modifies:
            said = now.modifiers("movement", unit=unit)
    left = points_left(now, unit)
    known = ranges.get((unit.id, seat))
    if known is not None and known[0] is unit and known[1] == left and known[2] == said:
        found: Reach = known[3]
        return found
    over = overlay(now, unit, seat)
    found = reach(now.board, mode, now.side(unit.nation), unit.at, left, over, fresh=unit.spent == 0)
    ranges[unit.id, seat] = (unit, left, said, found)
    return found


def _is_strict(now: Position) -> bool:
    """Is any stack full on the way too, so that a range hangs on friends as well?"""
    known: bool | None = now.game.cache.get("movement.strict")
    if known is None:
        known = now.game.cache["movement.strict"] = any(s.when == "always" for s in now.rules.stacking.values())
    return known


def can_move(now: Position, unit: Unit) -> bool:
    """Has the unit a movement mode, points left, and does it stand on a board (not in a container or box)?"""
    spec = now.type(unit)
    if not spec.movement or unit.at not in now.board:
        return False
    return now.rules.movement[spec.movement].unlimited or points_left(now, unit) > 0


def destinations(now: Position, unit: Unit, seat: str = "") -> Iterator[str]:
    """The spaces a unit may move to, its own left out, in the order of ids."""
    if can_move(now, unit):
        yield from moves_of(now, unit, seat).others


def why_not_move(now: Position, unit: Unit, to: str, seat: str = "") -> Reason | None:
    """Why a unit cannot move to a space: the rule, the numbers, and the farthest space on the way there."""
    spec = now.type(unit)
    name = now.name(unit.id)
    points = allowance(now, unit).value
    if not spec.movement or (points <= 0 and not now.rules.movement[spec.movement].unlimited):
        key = "allowance" if spec.movement else "movement"
        return Reason(f"{name} cannot move", spec.rule, (("allowance", points),), at=f"unit_type.{unit.type}.{key}")
    mode = now.rules.movement[spec.movement]
    if to not in now.board:
        from ..errors import nearest

        near = nearest(to, now.board.spaces, 1)
        return Reason(f"there is no space {to}", nearest=f"move {unit.id} {near[0]}" if near else "")
    if unit.at not in now.board:
        return Reason(f"{name} is not on the map but at {unit.at}", mode.rules.get("limit", ""))
    if unit.at == to:
        return Reason(f"{name} is in {to} already", mode.rules.get("limit", ""))
    left = points_left(now, unit)
    if not mode.unlimited and left == 0:
        numbers = (("spent", unit.spent), ("allowance", points))
        rule = mode.rules.get("limit", "")
        return Reason(f"{name} has no movement points left", rule, numbers, at=f"unit_type.{unit.type}.allowance")
    found = moves_of(now, unit, seat)
    if to in found:
        return None
    return _too_far(now, unit, to, left, found, seat)


def _too_far(now: Position, unit: Unit, to: str, left: int, found: Reach, seat: str) -> Reason:
    spec = now.type(unit)
    mode = now.rules.movement[spec.movement]
    side = now.side(unit.nation)
    over = overlay(now, unit, seat)
    name = now.name(unit.id)
    if to in over.blocked:
        return attrs.evolve(_blocked(now, unit, to), nearest=_closest(now, unit, to, found))
    if now.board.are_neighbours(unit.at, to):
        crossing = now.board.crossing(spec.movement, side, unit.at, to)
        if crossing.closed:
            key = dotted(crossing.at[0]) if crossing.at else ""
            return Reason(crossing.why, crossing.rule, nearest=_closest(now, unit, to, found), at=key)
    far = reach(now.board, spec.movement, side, unit.at, 10_000, over, fresh=False)
    stops = to not in far
    ways = routes(now.board, (unit.at,), mode=spec.movement, side=side, blocked=over.blocked, closed=over.closed)
    if stops and to not in ways:
        rule = mode.rules.get("closed", "")
        key = dotted(("movement", spec.movement, "cost"))
        return Reason(f"no way leads {name} to {to}", rule, nearest=_closest(now, unit, to, found), at=key)
    reached = [s for s in (ways if stops else far).path(to)[1:] if s in found]
    nearest = f"move {unit.id} {reached[-1]}" if reached else _closest(now, unit, to, found)
    if stops:
        return attrs.evolve(_stopped(now, unit, ways.path(to), over), nearest=nearest)
    numbers = (("needs", far.cost(to)), ("has", left))
    text, rule = f"{name} has too few movement points for {to}", mode.rules.get("limit", "")
    return Reason(text, rule, numbers, nearest, at=f"unit_type.{unit.type}.allowance")


def _stopped(now: Position, unit: Unit, way: tuple[str, ...], over: Overlay) -> Reason:
    """The first space on a way in which a unit has to stop, and what makes it stop there."""
    mode, side = now.type(unit).movement, now.side(unit.nation)
    for a, b in pairwise(way[:-1]):
        if b in over.stops or now.board.crossing(mode, side, a, b).stop:
            why = why_halted(now, unit, a, b)
            return attrs.evolve(why, text=f"{now.name(unit.id)} has to stop in {b} on the way to {way[-1]}: {why.text}")
    return Reason(f"{now.name(unit.id)} has to stop on the way to {way[-1]}")


def why_halted(now: Position, unit: Unit, a: str, b: str) -> Reason:
    """What ends the move of a unit that crosses a border into `b`: ground, enemies, a plug-in or a zone of control."""
    mode_id = now.type(unit).movement
    mode = now.rules.movement[mode_id]
    if now.board.crossing(mode_id, now.side(unit.nation), a, b).stop:
        terrain = now.board.terrain(b)
        rule = mode.cost[terrain].rule or mode.rules.get("cost", "")
        text = (now.rules.terrain[terrain].name or terrain).lower()
        return Reason(text, rule, at=dotted(("movement", mode_id, "cost", terrain, "stop")))
    if mode.enemies == "stop":
        foes = now.enemies_at(b, unit.nation, mode.enemy_tags, now.seat_of(unit.nation))
        if foes:
            text = f"enemies are there, {', '.join(now.name(u.id) for u in foes)}"
            return Reason(text, mode.rules.get("enemies", ""), at=dotted(("movement", mode_id, "enemies")))
    for m in now.modifiers("movement", unit=unit):
        if m.counts and m.op == "min" and m.where == b:
            return Reason(m.label, m.rule, at=m.at, by=m.by)
    rule = mode.rules.get("zone", "") or mode.rules.get("enemies", "")
    return Reason("an enemy's zone of control", rule, at=dotted(("movement", mode_id, "zone_of_control")))


def _blocked(now: Position, unit: Unit, to: str) -> Reason:
    """What closes a space: the plug-in that says so, a stacking limit, else the enemies in it."""
    for m in now.modifiers("movement", unit=unit):
        if m.counts and m.op == "max" and m.where == to:
            return Reason(f"{to} is closed: {m.label}", m.rule, by=m.by, at=m.at)
    full = full_spaces(now, unit).get(to)
    if full is not None:
        return full
    mode = now.rules.movement[now.type(unit).movement]
    foes = now.enemies_at(to, unit.nation, mode.enemy_tags, now.seat_of(unit.nation))
    who = ", ".join(now.name(u.id) for u in foes)
    text, key = f"{to} is held by the enemy", dotted(("movement", now.type(unit).movement, "enemies"))
    return Reason(text + (f": {who}" if who else ""), mode.rules.get("enemies", ""), at=key)


def _closest(now: Position, unit: Unit, to: str, found: Reach) -> str:
    """The reachable space nearest to the wish, as a decision."""
    best: tuple[int, str] | None = None
    for space in sorted(found):
        d = now.board.distance(space, to) if space != unit.at else None
        if d is not None and (best is None or (d, space) < best):
            best = (d, space)
    return f"move {unit.id} {best[1]}" if best else ""


def cost_parts(now: Position, unit: Unit, a: str, b: str, over: Overlay) -> tuple[int, bool, tuple[Part, ...]]:
    """What one border costs a unit now: points, whether the move ends, and the labelled parts."""
    crossing = now.board.crossing(now.type(unit).movement, now.side(unit.nation), a, b)
    parts = list(crossing.parts)
    if "movement" in now.game.hooks.modifies:
        for m in now.modifiers("movement", unit=unit):
            if m.counts and m.op == "add" and m.where == (a if m.stage == "build" else b):
                parts.append((m.label, m.value, m.rule))
    cost = max(0, crossing.cost + over.extra.get(b, 0) + over.extra_leave.get(a, 0))
    return cost, crossing.stop or b in over.stops, tuple(parts)


def start_walk(play: Play, unit: Unit, to: str, rule: str = "") -> None:
    """Send a unit along its cheapest way; one event when nothing can interrupt it, else border by border."""
    now = play.now
    found = moves_of(now, unit, now.seat_of(unit.nation))
    path = found.path(to)
    mode = now.rules.movement[now.type(unit).movement]
    if Moved not in play.game.hooks.reacts:
        left = points_left(now, unit)
        cost = 0 if mode.unlimited else left - found.left(to)
        play.emit(Moved(unit=unit.id, path=path, cost=cost, rule=rule or mode.rules.get("cost", "")))
        return
    crossed = Walk(unit.id, path[1:], rule).crossed(now)
    if crossed is not None:
        event, rest = crossed
        play.push(*rest)
        play.emit(event)


@frozen
class Walk(Frame):
    """A unit on its way: it crosses one border a step, so that a reaction may come in between or halt it."""

    name: ClassVar[str] = "movement.walk"
    unit: str
    path: tuple[str, ...]
    note: str = ""

    def step(self, play: Play) -> None:
        crossed = self.crossed(play.now)
        if crossed is None:
            play.done()
            return
        event, rest = crossed
        play.become(*rest)
        play.emit(event)

    def crossed(self, now: Position) -> tuple[Moved, tuple[Walk, ...]] | None:
        """The crossing of the next border and the walk that is left, if any; None when the unit cannot go on."""
        unit = now.state.units.get(self.unit)
        if unit is None or not self.path or unit.at not in now.board:
            return None
        mode = now.rules.movement[now.type(unit).movement]
        here, there = unit.at, self.path[0]
        over = overlay(now, unit)
        crossing = now.board.crossing(now.type(unit).movement, now.side(unit.nation), here, there)
        if crossing.closed or there in over.blocked or (here, there) in over.closed:
            return None
        cost, stops, parts = cost_parts(now, unit, here, there, over)
        left = points_left(now, unit)
        if not mode.unlimited and cost > left and not (mode.minimum_step and unit.spent == 0):
            return None
        paid = 0 if mode.unlimited else left if stops or cost > left else cost
        if stops and paid > cost:
            met = there in over.stops
            rule = mode.rules.get("enemies", "") if met or not crossing.parts else crossing.parts[0][2]
            parts = (*parts, (MOVE_ENDS, paid - cost, rule))
        rule = self.note or mode.rules.get("cost", "")
        rest = () if stops or len(self.path) == 1 else (Walk(self.unit, self.path[1:], self.note),)
        return Moved(unit=unit.id, path=(here, there), cost=paid, rule=rule, parts=parts), rest


FRAMES: tuple[type[Frame], ...] = (Walk,)
