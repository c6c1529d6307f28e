"""Who is sent on what mission: of everything that one question offers to aircraft and ships, the best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from ..classes import frozen
from ..pieces import Unit
from ..ruleset.schema import DiceSpec, MissionSpec, Ruleset
from ..view import View
from .ground import power
from .theatre import Theatre, Wish

FADING = 0.6  # what the next one on the same errand is worth of the one before
PATIENT = 3  # turns between two changes of base
GRIP = 1.2  # own power at sea against the enemy's from which a fight is looked for


@frozen
class Errand:
    """A unit that was sent this turn: on what role, and where to."""

    unit: str
    role: str
    space: str


@frozen
class Sending:
    """The best thing to do for one unit: the decision, what it is worth, and the errand it begins (or ends in)."""

    text: str
    worth: float
    errand: Errand


def edge(rules: Ruleset, unit: Unit, table: str) -> float:
    """The hits a unit may expect with a table of dice, doubled; 1 where the mission rolls none."""
    dice: DiceSpec | None = rules.unit_type[unit.type].dice.get(table)
    if dice is None:
        return 1.0
    sides = dice.sides if isinstance(dice.sides, int) else max(dice.sides, default=6)
    hits = max(0.0, min(1.0, (sides + 1 + dice.modifier - dice.hit) / sides))
    return 2.0 * hits * (max(1, unit.steps) if dice.per == "step" else 1)


class Staff:
    """Who is sent where: the best of all missions and moves that one question offers."""

    def __init__(self, theatre: Theatre, view: View, options: Iterable[str], errands: list[Errand]) -> None:
        self.theatre = theatre
        self.view = view
        self.errands = errands
        self.options = frozenset(options)
        self.able = _named(self.options)
        self.strikes = sorted({tuple(t.split()[3:]) for t in self.options if t.count(" ") == 4 and t[:7] == "assign "})

    def best(self, moved: Mapping[str, int]) -> Sending | None:
        """The best of all; None when nothing is worth it. `moved` is the turn in which a unit changed its base."""
        found: Sending | None = None
        for unit in self.theatre.ours:
            if unit.id not in self.able:
                continue
            for sending in self._of(unit, moved):
                if sending.worth > (found.worth if found is not None else 0.0):
                    found = sending
        return found

    def _of(self, unit: Unit, moved: Mapping[str, int]) -> Iterator[Sending]:
        rules, base = self.view.rules, self.theatre.here.where(unit.at)
        for kind, spec in self.theatre.kinds.get(unit.type, ()):
            fit = edge(rules, unit, spec.dice)
            if spec.role == "standby":
                yield from self._standby(unit, kind, spec, base, fit)
            elif spec.role == "move":
                text = f"assign {unit.id} {kind}"
                ready = self.view.turn - moved.get(unit.id, -9) >= PATIENT
                if text in self.options and ready and self.theatre.better_base(unit):
                    yield Sending(text, 3.0, Errand(unit.id, spec.role, base))
            elif spec.role == "escort":
                for wish in self._escorts():
                    yield from self._send(unit, kind, spec, wish, fit)
            else:
                for wish in self._wishes(spec.role):
                    yield from self._send(unit, kind, spec, wish, fit)

    def _wishes(self, role: str) -> tuple[Wish, ...]:
        return self._by_role.get(role, ())

    @cached_property
    def _by_role(self) -> dict[str, tuple[Wish, ...]]:
        found: dict[str, list[Wish]] = {}
        for wish in self.theatre.wishes:
            if wish.role != "strike" or not self.strikes:
                found.setdefault(wish.role, []).append(wish)
        for space, against in self.strikes:
            worth = self.theatre.struck(space, against)
            if worth > 0:
                found.setdefault("strike", []).append(Wish("strike", space, worth, (space,), against))
        return {role: tuple(wishes) for role, wishes in found.items()}

    def _escorts(self) -> list[Wish]:
        """Cover for own missions that enemies on standby can meet."""
        found: list[Wish] = []
        for space in dict.fromkeys(e.space for e in self.errands if e.role not in ("standby", "escort", "move")):
            foes = self.theatre.menace("standby", space)
            mine = sum(1 for e in self.errands if e.space == space and e.role != "escort")
            if foes:
                found.append(Wish("escort", space, 2.5 * mine * min(2, foes), (space,)))
        return found

    def _standby(self, unit: Unit, kind: str, spec: MissionSpec, base: str, fit: float) -> Iterator[Sending]:
        """Standing ready: worth what lies within reach of the base (or of the space that the mission names)."""
        theatre, ways = self.theatre, self.theatre.ways
        watched = [(c.space, 0.9 * c.worth) for c in theatre.convoys if c.ours]
        watched += [(s, 0.8 * heat) for s, heat in theatre.hot.items()]
        named = ((f"assign {unit.id} {kind} {s}", s) for s, _ in watched)
        for text, centre in ((f"assign {unit.id} {kind}", base), *named):
            if text not in self.options:
                continue
            reach = max(0, spec.range)
            near = (w for s, w in watched if (far := ways.span(centre, s)) is not None and far <= reach)
            worth = min(6.0, 0.3 + sum(near)) * 0.8 * fit * self._fading("standby", centre)
            yield Sending(text, worth, Errand(unit.id, "standby", centre))

    def _fading(self, role: str, space: str) -> float:
        return FADING ** sum(1 for e in self.errands if e.role == role and e.space == space)

    def _send(self, unit: Unit, kind: str, spec: MissionSpec, wish: Wish, fit: float) -> Iterator[Sending]:
        worth = wish.worth * fit * self._fading(wish.role, wish.space)
        errand = Errand(unit.id, wish.role, wish.space)
        for target in wish.targets:
            plain = f"assign {unit.id} {kind} {target}".rstrip()
            for text in (f"{plain} {wish.against}".rstrip(), plain):
                if text in self.options:
                    yield Sending(text, worth * self._nerve(wish, unit, unit.at), errand)
                    return
        sails = bool(self.view.rules.unit_type[unit.type].movement)
        if not sails or unit.at not in self.theatre.board:
            return
        reach = max(0, spec.range)
        text = f"assign {unit.id} {kind}"
        far = self.theatre.ways.span(unit.at, wish.space)
        if text in self.options and far is not None and far <= reach:
            yield Sending(text, worth * self._nerve(wish, unit, unit.at), errand)
            return
        best = Sending("", 0.0, errand)
        for space in self.theatre.ways.around(wish.space, reach):
            text = f"move {unit.id} {space}"
            if text in self.options and not (reach and space == wish.space):
                value = 0.95 * worth * self._nerve(wish, unit, space)
                if value > best.worth:
                    best = Sending(text, value, errand)
        if best.text:
            yield best

    def _nerve(self, wish: Wish, unit: Unit, space: str) -> float:
        """How much of a wish is left when the enemy's ships there are counted."""
        if not self.view.rules.unit_type[unit.type].movement:
            return 1.0
        enemy = max(self.theatre.fleet(space, hostile=True), self.theatre.fleet(wish.space, hostile=True))
        if not enemy:
            return 1.0
        own = self.theatre.fleet(space, hostile=False)
        if wish.role == "fight":
            own += sum(
                power(self.view.rules, u)
                for u in self.theatre.ours
                if u.at != space and f"move {u.id} {space}" in self.options
            )
            return 1.0 if own >= GRIP * enemy else 0.0
        own += 0.0 if unit.at == space else power(self.view.rules, unit)
        return 1.0 if own >= enemy else 0.3


def _named(options: Iterable[str]) -> frozenset[str]:
    """The units that the options send or move."""
    return frozenset(t.split(" ", 2)[1] for t in options if t.startswith(("assign ", "move ")))
