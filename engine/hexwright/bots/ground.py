"""What a bot makes of a View: who stands where and how strong, what the game is about, and how far it is to there."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..pieces import Unit
from ..ruleset.schema import Ruleset

if TYPE_CHECKING:
    from ..board import Board
    from ..view import View

FAR = 999
LARGEST = 20_000  # spaces of a map whose ways are searched whole


def objectives(rules: Ruleset, board: Board) -> tuple[str, ...]:
    """The spaces whose control the victory conditions of the data speak of, in the order of the data."""
    found: dict[str, None] = {}
    for name in sorted(rules.settings):
        conditions = getattr(rules.settings[name], "conditions", None)
        if isinstance(conditions, Mapping):
            for spec in conditions.values():
                found.update(dict.fromkeys(_controlled(getattr(spec, "when", None), board)))
    return tuple(found)


def _controlled(condition: Any, board: Board) -> Iterator[str]:
    """The spaces of every `control` fact in a plain condition, however deep."""
    if isinstance(condition, (list, tuple)):
        for part in condition:
            yield from _controlled(part, board)
    if not isinstance(condition, Mapping):
        return
    for word, value in condition.items():
        if word == "control" and isinstance(value, Mapping):
            yield from (s for s in value.get("spaces", ()) if s in board)
            if value.get("zone"):
                yield from board.zone(value["zone"])
            for tag in value.get("tags", ()):
                yield from board.with_tag(tag)
        elif word in ("all", "any", "not"):
            yield from _controlled(value, board)


def sent_types(rules: Ruleset) -> frozenset[str]:
    """The unit types that are sent on missions whose role the data tells: they neither march nor hold ground."""
    return frozenset(t for spec in rules.mission.values() if spec.role for t in spec.types)


def power(rules: Ruleset, unit: Unit) -> float:
    """How hard a unit fights, roughly: its steps, each worth the mean of its best die."""
    spec = rules.unit_type[unit.type]
    if unit.steps <= 0:
        return 0.0
    best = 0.0
    for dice in spec.dice.values():
        sides = dice.sides if isinstance(dice.sides, int) else max(dice.sides, default=0)
        best = max(best, (sides + 1) / 2 + dice.modifier)
    each = best or float(max([1, *_numbers(spec.traits)]))
    return unit.steps * each


def _numbers(traits: Any) -> Iterator[int]:
    """The numbers of trait tables called strength, where a game keeps it there."""
    for table in traits.values():
        strength = table.get("strength") if isinstance(table, Mapping) else getattr(table, "strength", None)
        if isinstance(strength, int):
            yield strength


class Ways:
    """How far every space is from the nearest of some goals, for a movement mode and a side; kept per board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._back: dict[tuple[str, str], dict[str, list[tuple[str, int]]]] = {}
        self._known: dict[tuple[str, str, tuple[str, ...]], dict[str, int]] = {}
        self._spans: dict[tuple[str, str], int | None] = {}
        self._around: dict[tuple[str, int], tuple[str, ...]] = {}

    def span(self, a: str, b: str) -> int | None:
        """How many borders lie between two spaces; None when no way leads from one to the other."""
        if (a, b) not in self._spans:
            self._spans[a, b] = self._spans[b, a] = self.board.distance(a, b)
        return self._spans[a, b]

    def around(self, space: str, radius: int) -> tuple[str, ...]:
        """The spaces within that many borders of a space, itself the first."""
        found = self._around.get((space, radius))
        if found is None:
            found = self._around[space, radius] = tuple(self.board.within(space, radius))
        return found

    def to(self, mode: str, side: str, goals: Iterable[str]) -> dict[str, int]:
        """Space -> movement points to the nearest goal by the printed map, FAR spaces left out."""
        wanted = tuple(sorted(set(goals)))
        key = (mode, side, wanted)
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 40:
                self._known.clear()
            found = self._known[key] = self._search(mode, side, wanted)
        return found

    def _search(self, mode: str, side: str, goals: tuple[str, ...]) -> dict[str, int]:
        back = self._backwards(mode, side)
        costs = dict.fromkeys(goals, 0)
        queue = [(0, g) for g in goals]
        while queue:
            cost, here = heapq.heappop(queue)
            if cost > costs[here]:
                continue
            for before, step in back.get(here, ()):
                if cost + step < costs.get(before, FAR):
                    costs[before] = cost + step
                    heapq.heappush(queue, (cost + step, before))
        return costs

    def _backwards(self, mode: str, side: str) -> dict[str, list[tuple[str, int]]]:
        """Space -> the spaces it is entered from and what that costs; without a mode every border costs 1."""
        found = self._back.get((mode, side))
        if found is None:
            found = self._back[mode, side] = {}
            for a in self.board.spaces if len(self.board.spaces) <= LARGEST else ():
                if mode:
                    steps = [(b, max(1, cost)) for b, cost, _ in self.board.steps(mode, side, a)]
                else:
                    steps = [(b, 1) for b in self.board.neighbours(a)]
                for b, cost in steps:
                    found.setdefault(b, []).append((a, cost))
        return found


class Picture:
    """One View, sorted for looking things up: units by place, control, friends and enemies of the seat."""

    def __init__(self, view: View, ways: Ways | None = None) -> None:
        self.view = view
        self.ways = ways if ways is not None else Ways(view.board)
        self.rules = view.rules
        self.board = view.board
        self.nations = tuple(n for n in view.rules.nation if view.rules.seat_of(n) == view.seat)
        self.sent = sent_types(view.rules)
        self.at: dict[str, list[Unit]] = {}
        for unit in view.units.values():
            self.at.setdefault(unit.at, []).append(unit)
        self._control = dict(view.control)
        self._strength: dict[tuple[str, bool], float] = {}
        self._threat: dict[tuple[str, int], float] = {}
        self._press: dict[tuple[str, int], float] = {}
        self._enemy = {n: any(view.is_enemy(own, n) for own in self.nations) for n in view.rules.nation}

    def mine(self, unit: Unit) -> bool:
        """Does the seat decide for this unit?"""
        return unit.nation in self.nations

    def hostile(self, nation: str) -> bool:
        """Is this nation at war with the seat's?"""
        return bool(nation) and self._enemy.get(nation, False)

    def control(self, space: str) -> str:
        """The nation that controls a space, "" for nobody."""
        return self._control.get(space, self.board.control(space))

    def held(self, space: str) -> bool:
        """Is the space controlled by the seat's nations or friends of them?"""
        owner = self.control(space)
        return bool(owner) and not self.hostile(owner)

    def where(self, place: str) -> str:
        """The space a place stands for: looked up through containers, and through features of boxes that name one."""
        seen = 0
        while place in self.view.units and seen < 9:
            place = self.view.units[place].at
            seen += 1
        if place in self.board and self.board.kind_of(place) == "area":
            for fields in self.board.features(place).values():
                for value in fields.values():
                    if isinstance(value, str) and value in self.board:
                        return value
        return place

    def strength(self, place: str, *, hostile: bool) -> float:
        """The power on the ground of the known enemies in a place, or of the seat's own units and friends."""
        found = self._strength.get((place, hostile))
        if found is None:
            there = (u for u in self.at.get(place, ()) if u.type not in self.sent)
            found = sum(power(self.rules, u) for u in there if self.hostile(u.nation) == hostile)
            self._strength[place, hostile] = found
        return found

    @cached_property
    def fronts(self) -> tuple[str, ...]:
        """The spaces in which enemies with any power stand on the ground, on hexes and areas of the map."""
        return tuple(
            p
            for p, here in self.at.items()
            if p in self.board
            and self.board.neighbours(p)
            and any(self.hostile(u.nation) and u.steps > 0 and u.type not in self.sent for u in here)
        )

    def threat(self, space: str, reach: int) -> float:
        """The power of the strongest enemy stack within that many borders of a space."""
        most = self._threat.get((space, reach))
        if most is None:
            most = 0.0
            for place in self.fronts:
                far = self.ways.span(place, space)
                if far is not None and 0 < far <= reach:
                    most = max(most, self.strength(place, hostile=True))
            self._threat[space, reach] = most
        return most

    def press(self, space: str, reach: int) -> float:
        """The most power that known enemies within that many borders can bring to a space, by the printed limits."""
        most = self._press.get((space, reach))
        if most is None:
            limit = min([s.limit for s in self.rules.stacking.values() if s.measure == "steps"], default=FAR)
            near = (p for p in self.fronts if (far := self.ways.span(p, space)) is not None and 0 < far <= reach)
            there = (u for p in near for u in self.at[p] if self.hostile(u.nation) and u.type not in self.sent)
            each = sorted((power(self.rules, u) / u.steps for u in there for _ in range(u.steps)), reverse=True)
            most = self._press[space, reach] = sum(each[:limit])
        return most
