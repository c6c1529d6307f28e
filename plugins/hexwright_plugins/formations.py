"""Formations: regiments join and leave divisions, and a division is equipped with a better block."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Arrived, Changed, Event, PhaseEnded, Removed, SliceSet, Spent, StatusSet, StepsChanged
from hexwright.frames import Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import allowance, points_left
from hexwright.ruleset.schema import Ruleset, key
from hexwright.windows import Action, Order, Orders
from hexwright_plugins.land_combat import contested, is_land, record, splits_off, troops

MANIFEST = Manifest(
    id="formations",
    summary="Regiments join and leave divisions; Supply equips a division.",
    requires=("land_combat",),
)
MOVE = "land_combat.move"
BARRED = "no_attack"
FOUGHT = "fought"
JOINED = "joined"


@frozen
class Formations:
    """[formations]: switches of joining and detaching."""

    max_division_sp: dict[str, int] = key("unit type -> most SP; other types at most their steps", {}, by="unit_type")
    fjg_is_airborne: bool = key("the parachute division may be dropped", False)
    same_nationality_only: bool = key("regiment and division must be of one nationality", False)
    equip_supply: int = key("Supply that equips a division", 1, least=0)


@frozen
class Formation:
    """[unit_type.ID.traits.formation]: what a unit type may become part of, give up, or be turned into."""

    joins: tuple[str, ...] = key("unit types that it may join", (), refers="unit_type")
    detaches: str = key("unit type that leaves it as a unit of its own", "", refers="unit_type")
    equips_to: str = key("unit type that a Supply turns it into", "", refers="unit_type")


@frozen
class Formed:
    """The plug-in's own state: divisions that took in a regiment which had moved; who leaves them has moved too."""

    moved: tuple[str, ...] = ()


@frozen(kw_only=True)
class Equipped(Changed):
    """A division gets its equipment: another block, with what is told of the two."""

    told: str

    def text(self) -> str:
        return f"{self.unit} gets its equipment: {self.told}"


_PLAIN = Formation()


def formation(now: Position, unit: Unit) -> Formation:
    """The formation trait of a unit's type."""
    traits: Mapping[str, Any] = now.type(unit).traits
    found: Formation = traits.get("formation", _PLAIN)
    return found


def most_steps(now: Position, division: Unit) -> int:
    """The most strength points of a division."""
    return now.settings(Formations).max_division_sp.get(division.type, now.type(division).steps)


def nationality(now: Position, unit: Unit) -> str:
    """Where a unit comes from, as its `origin` in the order of battle says; a detached one has its division's."""
    specs = now.rules.unit
    id_ = unit.id
    while id_ and id_ not in specs:
        id_ = id_.rpartition("_")[0]
    return specs[id_].origin if id_ else ""


# ------------------------------------------------------------------ attaching


def why_not_attach(now: Position, regiment: Unit, division: Unit) -> Reason | None:
    """Why a regiment may not join a division now, whatever the window."""
    names = (now.name(regiment.id), now.name(division.id))
    if division.type not in formation(now, regiment).joins:
        return Reason(f"{names[0]} does not fit into {names[1]}", now.type(regiment).rule)
    if regiment.at != division.at or not now.on_map(regiment.at):
        return Reason(f"{names[0]} and {names[1]} are not in one space", "TT-2.4.3-R25")
    if not now.is_friend(regiment.nation, division.nation):
        return Reason(f"{names[1]} is not on its side", "TT-2.4.3-R25")
    for unit, name in zip((regiment, division), names, strict=True):
        if FOUGHT in unit.status:
            return Reason(f"{name} has fought this turn", "TT-2.4.6-03")
    homes = [n for n in (nationality(now, regiment), nationality(now, division)) if n]
    if now.settings(Formations).same_nationality_only and len(set(homes)) > 1:
        text, key = f"{names[0]} and {names[1]} are of different nationality", "formations.same_nationality_only"
        return Reason(text, "TT-2.4.3-R25", at=key)
    return _no_room(now, regiment, division, division.steps)


def _no_room(now: Position, regiment: Unit, division: Unit, steps: int) -> Reason | None:
    most = most_steps(now, division)
    if steps + regiment.steps <= most:
        return None
    numbers = (("has", steps), ("joins", regiment.steps), ("most", most))
    return Reason(f"{now.name(division.id)} is at full strength", "TT-2.4.3-R27", numbers, at=_most_at(now, division))


def _most_at(now: Position, division: Unit) -> str:
    """The key that sets the most strength points of a division."""
    listed = division.type in now.settings(Formations).max_division_sp
    return f"formations.max_division_sp.{division.type}" if listed else f"unit_type.{division.type}.steps"


def pairs(now: Position, seat: str) -> Iterator[tuple[Unit, Unit]]:
    """The regiments and divisions of a seat that share a space and may join, in the order of ids."""
    here = troops(now, seat)
    large = [u for u in here if formation(now, u).detaches]
    for regiment in here:
        joins = formation(now, regiment).joins
        for division in large if joins else ():
            fits = division.at == regiment.at and division.type in joins
            if fits and why_not_attach(now, regiment, division) is None:
                yield regiment, division


def _why_attacking(now: Position, *units: Unit) -> Reason | None:
    """Units that attack from beside a space are bound to their battle, though it is not where they stand."""
    found = next((u for u in units if record(now).of(u.id) is not None), None)
    return Reason(f"{now.name(found.id)} attacks this turn", "TT-2.4.3-R25") if found is not None else None


def _own(now: Position, seat: str, id_: str, rule: str) -> Unit | Reason:
    unit: Unit | None = now.state.units.get(id_)
    if unit is None or unit.nation not in now.nations_of(seat):
        return Reason(f"{id_} is no unit of yours", rule)
    return unit


def because_joined(now: Position, regiment: Unit, division: Unit) -> Iterator[Because]:
    """What a division will have, and the most it may have."""
    yield Because("SP of the division then", division.steps + regiment.steps, "TT-2.4.3-R27")
    yield Because("most SP of the division", most_steps(now, division), "TT-2.4.3-R27", _most_at(now, division))


def join(play: Play, regiment: str, division: str, rule: str) -> None:
    """A regiment becomes part of a division."""
    now = play.now
    small, large = now.unit(regiment), now.unit(division)
    play.emit(Removed(unit=small.id, how=JOINED, at=small.at, rule=rule))
    steps = large.steps + small.steps
    play.emit(StepsChanged(unit=large.id, steps=steps, was=large.steps, why=f"{now.name(small.id)} joins", rule=rule))


class Attach(Action):
    """`attach REGIMENT DIVISION`: in the own move, where neither fights; the division may not attack this turn."""

    verb = "attach"
    windows = (MOVE,)
    rule = "TT-2.4.3-12"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for regiment, division in pairs(now, seat):
            if self._why_not(now, regiment, division) is None:
                yield spell("attach", regiment.id, division.id)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'attach', a regiment and a division", self.rule)
        regiment, division = (_own(now, seat, w, self.rule) for w in words[1:])
        if isinstance(regiment, Reason):
            return regiment
        if isinstance(division, Reason):
            return division
        return why_not_attach(now, regiment, division) or self._why_not(now, regiment, division)

    def _why_not(self, now: Position, regiment: Unit, division: Unit) -> Reason | None:
        if contested(now, division.at):
            return Reason(f"there is a battle in {division.at}", self.rule)
        return _why_attacking(now, regiment, division)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        return because_joined(now, now.unit(words[1]), now.unit(words[2]))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        moved = play.now.slice(Formed).moved
        if play.now.unit(words[1]).spent and words[2] not in moved:
            # Else its strength would go on at once as a fresh regiment, division by division.
            play.set_slice(Formed((*moved, words[2])), "TT-2.4.3-R26")
        join(play, words[1], words[2], self.rule)
        play.emit(StatusSet(unit=words[2], status=BARRED, rule="TT-2.4.3-R25"))


@frozen
class AttachOrders(Orders):
    """At the end of deployment regiments join divisions if neither fought; both sides decide at once, sealed."""

    name: ClassVar[str] = "formations.attach"
    rule: ClassVar[str] = "TT-2.4.6-03"

    def seats_asked(self, now: Position) -> tuple[str, ...]:
        return tuple(s for s in now.rules.seats if next(pairs(now, s), None) is not None)

    def prompt(self, now: Position, seat: str) -> str:
        return "which regiments join a division?"

    def step(self, play: Play) -> None:
        play.done()


class AttachOrder(Order):
    """`attach REGIMENT DIVISION` in the sealed orders of deployment."""

    verb = "attach"
    windows = ("formations.attach",)
    rule = "TT-2.4.6-03"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        for regiment, division in pairs(now, seat):
            if self._why_not(now, draft, regiment, division) is None:
                yield spell("attach", regiment.id, division.id)

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'attach', a regiment and a division", self.rule)
        regiment, division = (_own(now, seat, w, self.rule) for w in words[1:])
        if isinstance(regiment, Reason):
            return regiment
        if isinstance(division, Reason):
            return division
        return why_not_attach(now, regiment, division) or self._why_not(now, draft, regiment, division)

    def _why_not(self, now: Position, draft: tuple[str, ...], regiment: Unit, division: Unit) -> Reason | None:
        planned = [tuple(c.split()[1:]) for c in draft]
        if regiment.id in [r for r, _ in planned]:
            return Reason(f"{now.name(regiment.id)} joins a division already", self.rule, nearest="retract")
        coming = sum(now.unit(r).steps for r, d in planned if d == division.id)
        return _no_room(now, regiment, division, division.steps + coming)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        return because_joined(now, now.unit(words[1]), now.unit(words[2]))

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        for choice in choices:
            _, regiment, division = choice.split()
            join(play, regiment, division, self.rule)


# ------------------------------------------------------------------ detaching


class Detach(Action):
    """`detach DIVISION`: a regiment of its kind leaves it; it moves with its own points if the division has not."""

    verb = "detach"
    windows = (MOVE,)
    rule = "TT-2.4.3-13"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for unit in troops(now, seat):
            if unit.steps > 1 and self._why_not(now, unit) is None:
                yield spell("detach", unit.id)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 2:
            return Reason("say 'detach' and a division", self.rule)
        unit = _own(now, seat, words[1], self.rule)
        return unit if isinstance(unit, Reason) else self._why_not(now, unit)

    def _why_not(self, now: Position, division: Unit) -> Reason | None:
        if not formation(now, division).detaches:
            return Reason(f"{now.name(division.id)} has no regiment to give up", self.rule)
        if not is_land(now, division.at):
            return Reason(f"{now.name(division.id)} is not on the map", "TT-2.4.3-R26")
        if division.steps < 2:
            return Reason(f"{now.name(division.id)} must keep 1 SP", "TT-2.4.3-R26", (("SP", division.steps),))
        if contested(now, division.at):
            return Reason(f"there is a battle in {division.at}", "TT-2.4.3-R26")
        return _why_attacking(now, division)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        division = now.unit(words[1])
        kind = formation(now, division).detaches
        key_ = f"unit_type.{division.type}.traits.formation.detaches"
        yield Because("what leaves it", now.rules.unit_type[kind].name or kind, self.rule, key_)
        yield Because("SP of the division then", division.steps - 1, "TT-2.4.3-R26")
        regiment = detached(now, division)
        yield Because("movement points that it has left", points_left(now, regiment), "TT-2.4.3-R26")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        division = now.unit(words[1])
        regiment = detached(now, division)
        play.emit(StepsChanged(unit=division.id, steps=division.steps - 1, was=division.steps, why="regiment detached",
                               rule=self.rule))  # fmt: skip
        play.emit(Arrived(unit=regiment, rule="TT-2.4.3-R26"))
        play.emit(*splits_off(play.now, regiment.id, division.id))


def detached(now: Position, division: Unit) -> Unit:
    """The regiment that leaves a division: a new unit of one step in its space, bound by what the division did."""
    kind = formation(now, division).detaches
    regiment = Unit(_free_id(now, division), kind, division.nation, division.at, 1, 0, division.status)
    moved = division.spent or division.id in now.slice(Formed).moved
    return evolve(regiment, spent=allowance(now, regiment).value) if moved else regiment


def _free_id(now: Position, division: Unit) -> str:
    """The id with the lowest number that no regiment has; one that joined a division gives its number back."""
    number = 1
    while True:
        id_ = f"{division.id}_r{number}"
        if id_ not in now.state.units and now.state.gone.get(id_, JOINED) == JOINED:
            return id_
        number += 1


# ------------------------------------------------------------------ equipping


class Equip(Action):
    """`equip DIVISION SUPPLY`: tokens in the space, as many as the table says, each named, swap the block.

    The division neither moves nor attacks.
    """

    verb = "equip"
    windows = (MOVE,)
    rule = "TT-2.4.7-08"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        cost = now.settings(Formations).equip_supply
        for division in troops(now, seat):
            if formation(now, division).equips_to and self._why_not(now, division) is None:
                for tokens in combinations(self._tokens(now, division), cost):
                    yield spell("equip", division.id, *tokens)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        cost = now.settings(Formations).equip_supply
        if len(words) != 2 + cost:
            told = f", a division and {'a' if cost == 1 else cost} Supply" if cost else " and a division"
            return Reason(f"say 'equip'{told}", self.rule, (("Supply", cost),), at="formations.equip_supply")
        division, *tokens = (_own(now, seat, w, self.rule) for w in words[1:])
        said = division if isinstance(division, Reason) else self._why_not(now, division)
        if said is not None or isinstance(division, Reason):
            return said
        for token in tokens:
            said = token if isinstance(token, Reason) else self._why_no_token(now, division, token)
            if said is not None:
                return said
        listed = [t for t in self._tokens(now, division) if t in words[2:]]
        if list(words[2:]) != listed:
            near = spell("equip", division.id, *listed) if len(listed) == cost else ""
            return Reason("name each Supply once, in the order in which they are listed", self.rule, nearest=near)
        return None

    def _tokens(self, now: Position, division: Unit) -> tuple[str, ...]:
        """The Supply that may equip a division, in the order of the space."""
        here = (t for t in now.units_at(division.at) if t.id != division.id)
        return tuple(t.id for t in here if self._why_no_token(now, division, t) is None)

    def _why_no_token(self, now: Position, division: Unit, token: Unit) -> Reason | None:
        if not now.has_tag(token, "supply") or token.nation not in now.nations_of(now.seat_of(division.nation)):
            return Reason(f"{token.id} is no Supply of yours", self.rule)
        if token.at != division.at or division.at not in now.board:
            return Reason(f"{token.id} is not with {now.name(division.id)}", self.rule)
        return None

    def _why_not(self, now: Position, division: Unit) -> Reason | None:
        name = now.name(division.id)
        if not formation(now, division).equips_to:
            return Reason(f"{name} cannot be equipped", self.rule, at=f"unit_type.{division.type}.traits.formation")
        if division.at not in now.board:
            return Reason(f"{name} is not on the map", self.rule)
        if division.spent or record(now).of(division.id) is not None:
            spent = (("spent", division.spent),)
            return Reason(f"{name} has moved: equipping takes its whole move", "TT-2.4.3-03", spent)
        return None

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        division = now.unit(words[1])
        kind = formation(now, division).equips_to
        key_ = f"unit_type.{division.type}.traits.formation.equips_to"
        yield Because("Supply spent", len(words) - 2, self.rule, "formations.equip_supply")
        yield Because("what it becomes", now.rules.unit_type[kind].name or kind, self.rule, key_)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        division = play.now.unit(words[1])
        for token in words[2:]:
            play.emit(Removed(unit=token, how="spent", at=division.at, rule=self.rule))
        kind = formation(play.now, division).equips_to
        play.emit(Spent(unit=division.id, cost=points_left(play.now, division), rule="TT-2.4.3-R30"))
        was, blocks = play.now.type(division), play.now.rules.unit_type
        told = f"'{was.name or division.type}' becomes '{blocks[kind].name or kind}'"
        play.emit(Equipped(unit=division.id, type=kind, told=told, rule=self.rule))
        play.emit(StatusSet(unit=division.id, status=BARRED, rule="TT-2.4.3-R30"))


# ------------------------------------------------------------------ what the plug-in brings


def check_switches(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Types in the table exist, divisions have strength, and equipping gives no Supply."""
    settings = ruleset.settings.get("formations")
    if not isinstance(settings, Formations):
        return
    for kind, most in settings.max_division_sp.items():
        if kind not in ruleset.unit_type:
            report(f"formations.max_division_sp.{kind}", f"no unit type '{kind}'")
        elif most < 1:
            report(f"formations.max_division_sp.{kind}", "a division has at least 1 SP", "use 1 or more")
    if settings.equip_supply < 0:
        report("formations.equip_supply", "equipping cannot cost less than no Supply", "use 0 or more")


@hook(PhaseEnded)
def react_over(event: PhaseEnded, now: Position) -> Iterable[Event]:
    """With the moves it is forgotten who had moved."""
    if now.slice(Formed).moved and now.rules.phase[event.phase].frame == MOVE:
        yield SliceSet(plugin=MANIFEST.id, value=Formed())


@hook
def redact(now: Position, seat: str, value: Any) -> Any:
    """Who joined whom is open to all."""
    return value


@hook
def register(registry: Registry) -> None:
    registry.table("formations", Formations)
    registry.state(Formed())
    registry.trait("formation", Formation)
    registry.frame(AttachOrders)
    registry.action(Attach(), Detach(), Equip())
    registry.order(AttachOrder())
    registry.check(check_switches)


__all__ = [
    "Equipped",
    "Formation",
    "Formations",
    "detached",
    "formation",
    "join",
    "most_steps",
    "pairs",
    "why_not_attach",
]
