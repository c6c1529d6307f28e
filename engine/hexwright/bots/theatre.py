"""What is worth flying and sailing for: convoys, battles, ships and ports of one picture, and the wishes they raise.

What a mission is good for is the `role` that the data gives it; nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ..classes import frozen
from ..pieces import Unit
from ..ruleset.schema import MissionSpec, Ruleset
from .ground import FAR, Picture, power

if TYPE_CHECKING:
    from collections.abc import Mapping

NEAR = 12  # borders from the goals beyond which a place matters least


@frozen
class Wish:
    """Something worth a mission: its role, the space it happens in, the words that may name it, and what it is worth.

    `targets` are the space and the box that stands for it; `against` the class of what is struck, "" for none.
    """

    role: str
    space: str
    worth: float
    targets: tuple[str, ...] = ()
    against: str = ""


@frozen
class Convoy:
    """Pieces under way in a box: the sea space it passes, the ports it may belong to, what they are worth."""

    box: str
    space: str
    ports: tuple[str, ...]
    ours: bool
    worth: float


def kinds_of(rules: Ruleset) -> dict[str, tuple[tuple[str, MissionSpec], ...]]:
    """Unit type -> the missions with a role that it may be sent on, in the order of the data."""
    found: dict[str, list[tuple[str, MissionSpec]]] = {}
    for kind, spec in rules.mission.items():
        for type_ in spec.types if spec.role else ():
            found.setdefault(type_, []).append((kind, spec))
    return {type_: tuple(kinds) for type_, kinds in found.items()}


class Theatre:
    """One picture looked at for missions: what is fought over, what is under way, who flies and sails where."""

    def __init__(self, here: Picture, far: Mapping[str, int], goals: tuple[str, ...]) -> None:
        self.here = here
        self.rules = here.rules
        self.board = here.board
        self.ways = here.ways
        self.goals = goals
        self._far = far
        self.kinds = kinds_of(here.rules)

    def close(self, space: str) -> float:
        """From 0.5 far from the goals to 2 at them."""
        return 0.5 + 1.5 * max(0.0, 1 - self._far.get(space, FAR) / NEAR)

    def roles(self, unit: Unit) -> dict[str, int]:
        """The roles a unit may take, each with how far it goes there (999 for ships that move first)."""
        found: dict[str, int] = {}
        spec = self.rules.unit_type[unit.type]
        for _, mission in self.kinds.get(unit.type, ()):
            reach = FAR if spec.movement else mission.range if mission.range >= 0 else spec.range
            found[mission.role] = max(reach, found.get(mission.role, 0))
        return found

    @cached_property
    def ours(self) -> tuple[Unit, ...]:
        """Own units that are sent on missions."""
        return tuple(u for u in self.here.view.units.values() if u.type in self.here.sent and self.here.mine(u))

    @cached_property
    def theirs(self) -> tuple[tuple[Unit, str, dict[str, int]], ...]:
        """Known enemies that are sent on missions: with the space they are in, and their roles."""
        found = []
        for unit in self.here.view.units.values():
            if unit.type in self.here.sent and self.here.hostile(unit.nation):
                where = self.here.where(unit.at)
                if where in self.board and self.board.neighbours(where):
                    found.append((unit, where, self.roles(unit)))
        return tuple(found)

    def menace(self, role: str, space: str, *, flying: bool = False) -> int:
        """How many known enemies can take a role in a space; only those that need not move there, with `flying`."""
        count = 0
        for _, where, roles in self.theirs:
            reach = roles.get(role, -1)
            if reach < 0 or (flying and reach == FAR):
                continue
            far = self.ways.span(where, space)
            count += far is not None and far <= min(reach, NEAR)
        return count

    def fleet(self, space: str, *, hostile: bool) -> float:
        """The power of the ships in a space: units sent on missions that have a way to move."""
        there = (u for u in self.here.at.get(space, ()) if u.type in self.here.sent and u.steps > 0)
        sail = (u for u in there if self.rules.unit_type[u.type].movement)
        return sum(power(self.rules, u) for u in sail if self.here.hostile(u.nation) == hostile)

    @cached_property
    def convoys(self) -> tuple[Convoy, ...]:
        """The boxes in which pieces are under way to a port, past a space that nobody holds."""
        found = []
        for box, units in self.here.at.items():
            if box not in self.board or self.board.neighbours(box):
                continue
            named = [v for f in self.board.features(box).values() for v in f.values() if v in self.board]
            open_ = [v for v in named if not self.here.control(v)]
            if not open_ or len(named) == len(open_):
                continue
            ports = tuple(v for v in named if v not in open_)
            for ours in (True, False):
                cargo = [u for u in units if u.type not in self.here.sent and self.here.hostile(u.nation) != ours]
                if cargo:
                    worth = sum(1 + 0.12 * power(self.rules, u) for u in cargo)
                    found.append(Convoy(box, open_[0], ports, ours, worth))
        return tuple(found)

    @cached_property
    def harbours(self) -> tuple[tuple[str, tuple[str, ...], str], ...]:
        """Every box that leads somewhere: (open space, ports, box), in the order of the map."""
        found = []
        for box in self.board.spaces:
            if self.board.kind_of(box) != "area":
                continue
            named = [v for f in self.board.features(box).values() for v in f.values() if v in self.board]
            open_ = [v for v in named if not self.here.control(v) and self.board.kind_of(v) != "area"]
            if open_ and len(named) > len(open_):
                found.append((open_[0], tuple(v for v in named if v not in open_), box))
        return tuple(found)

    @cached_property
    def hot(self) -> dict[str, float]:
        """Spaces on land where a battle may come: ours that are threatened, and theirs within our reach."""
        found: dict[str, float] = {}
        for space in self.here.fronts:
            enemy = self.here.strength(space, hostile=True)
            near = [s for s in self.ways.around(space, 2) if self.here.strength(s, hostile=False)]
            own = sum(self.here.strength(s, hostile=False) for s in near)
            if own:
                found[space] = max(found.get(space, 0.0), self.close(space) * min(2.0, 0.5 + own / max(1.0, enemy)))
            for s in near:
                press = (1.0 if s in self.goals else 0.7) * min(2.0, enemy / self.here.strength(s, hostile=False))
                press *= self.close(s)
                found[s] = max(found.get(s, 0.0), press)
        return found

    @cached_property
    def base_marks(self) -> frozenset[str]:
        """The kinds of features that every base of own aircraft has."""
        marks: frozenset[str] | None = None
        for unit in self.ours:
            if self.rules.unit_type[unit.type].range and unit.at in self.board and self.board.neighbours(unit.at):
                kinds = frozenset(self.board.features(unit.at))
                marks = kinds if marks is None else marks & kinds
        return marks or frozenset()

    def better_base(self, unit: Unit) -> bool:
        """Is there a base of ours, not crowded, nearer to what matters than the one from which a unit reaches none?"""
        base, reach = self.here.where(unit.at), self.rules.unit_type[unit.type].range
        away = self.from_action(base)
        if away <= reach or not self.base_marks:
            return False
        return any(
            self.from_action(s) <= away - 2 and len(self.here.at.get(s, ())) < 6 for s in self.bases if s != base
        )

    @cached_property
    def bases(self) -> tuple[str, ...]:
        """The spaces in own or friendly hands that have what bases of aircraft have."""
        marks = self.base_marks
        return tuple(
            s for s in self.board.spaces if marks and marks <= frozenset(self.board.features(s)) and self.here.held(s)
        )

    def from_action(self, space: str) -> int:
        """How far a space is from the nearest goal, battle or convoy."""
        targets = (*self.goals, *self.hot, *(c.space for c in self.convoys))
        far = (self.ways.span(space, t) for t in targets if self.board.neighbours(t))
        return min((f for f in far if f is not None), default=0)

    # -- wishes

    @cached_property
    def wishes(self) -> tuple[Wish, ...]:
        """Everything worth a mission now, but for what depends on the unit or on missions given before."""
        return (*self._for_convoys(), *self._for_battles(), *self._for_ships(), *self._for_ports())

    def _for_convoys(self) -> Iterator[Wish]:
        for c in self.convoys:
            targets = (c.space, c.box)
            if not c.ours:
                yield Wish("raid", c.space, 3.0 * c.worth**0.7, targets)
                for port in c.ports:
                    yield Wish("strike", port, 0.5 * c.worth, (port,), "port")
                continue
            danger = min(4, self.menace("raid", c.space))
            yield Wish("protect", c.space, (1.0 + 0.7 * danger) * c.worth**0.8, targets)
            yield Wish("search", c.space, 0.6 * c.worth, targets)

    def _for_battles(self) -> Iterator[Wish]:
        for space, heat in self.hot.items():
            yield Wish("support", space, 2.2 * heat, (space,))
            if self.here.strength(space, hostile=True):
                yield Wish("block", space, 1.9 * heat, (space,))
        threatened = {s for s in self.goals if self.here.held(s)}
        for goal in sorted(threatened):
            for space in self.ways.around(goal, 3):
                enemy = self.here.strength(space, hostile=True)
                if enemy and space not in self.hot:
                    yield Wish("block", space, 0.8, (space,))

    def _for_ships(self) -> Iterator[Wish]:
        for space in dict.fromkeys(where for u, where, _ in self.theirs if self.rules.unit_type[u.type].movement):
            enemy = self.fleet(space, hostile=True)
            if enemy:
                yield Wish("fight", space, (1.0 + 0.05 * enemy) * self.close(space), (space,))

    def _for_ports(self) -> Iterator[Wish]:
        for _, ports, _ in self.harbours:
            for port in ports:
                owner = self.here.control(port)
                if self.here.hostile(owner) and not self.here.strength(port, hostile=True):
                    yield Wish("open", port, (30.0 if port in self.goals else 4.0) * self.close(port), (port,))
                elif self.here.hostile(owner):
                    yield Wish("strike", port, 0.25 * self.close(port), (port,), "port")
                elif owner and self.here.threat(port, 1) > 1.5 * self.here.strength(port, hostile=False) > 0:
                    yield Wish("wreck", port, 1.5, (port, ""))

    def struck(self, space: str, against: str) -> float:
        """What a hit on a class of targets in a space is worth: works by their feature, units by a tag or as cargo."""
        if against in self.board.features(space):
            named = [w.worth for w in self.wishes if (w.role, w.space, w.against) == ("strike", space, against)]
            based = sum(1 for u, where, _ in self.theirs if where == space and self.rules.unit_type[u.type].range)
            return max(named, default=0.55 * min(3, based) * self.close(space))
        singular = against.removesuffix("s")
        found = 0.0
        for unit in self.here.view.units.values():
            if self.here.hostile(unit.nation) and self.here.where(unit.at) == space:
                tags = self.rules.unit_type[unit.type].tags
                aboard = unit.at != space and unit.type not in self.here.sent
                if singular in tags or against in tags or (aboard and not self._is_tag(singular)):
                    found += power(self.rules, unit)
        return 0.9 * min(3.0, found / 5) * self.close(space) if found else 0.0

    def _is_tag(self, word: str) -> bool:
        return any(word in spec.tags for spec in self.rules.unit_type.values())
