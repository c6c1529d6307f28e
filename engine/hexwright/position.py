"""Position: a state read by the rules of its game; questions that need no rule of their own live here."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import UnknownId, nearest
from .pieces import Marker, Unit
from .state import State

if TYPE_CHECKING:
    from .board import Board
    from .game import Game
    from .hooks import Modifier, Total
    from .ruleset.schema import Ruleset, UnitType

C = TypeVar("C")


class Standing:
    """A mark of how the units of some types stand: another object once one of them stands otherwise (a Tracker)."""

    __slots__ = ("game", "status", "types")

    def __init__(self, game: Game, types: frozenset[str] | None, status: bool) -> None:
        self.game = game
        self.types = types
        self.status = status

    def after(self, old: Unit | None, new: Unit | None) -> Standing:
        """The mark after one unit changed, came or went."""
        types = self.types
        if types is not None and (old is None or old.type not in types) and (new is None or new.type not in types):
            return self
        if old is not None and new is not None and old.at == new.at and old.type == new.type:
            alike = old.nation == new.nation and old.steps == new.steps and old.hidden == new.hidden
            if alike and not (self.status and (old.status != new.status or old.spent != new.spent)):
                return self
        return Standing(self.game, types, self.status)


class Position:
    """A state together with its game, read-only: what frames, hooks and conditions are given.

    Nothing here looks at who asks. Where an answer is for a seat, pass `seat=`: hidden units of others
    are then left out.
    """

    __slots__ = ("board", "game", "rules", "state")

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.rules: Ruleset = game.rules
        self.board: Board = game.board
        self.state = state

    # -- time and roles

    @property
    def turn(self) -> int:
        """The turn's number; 0 before the first."""
        return self.state.turn

    def done(self, phase: str) -> bool:
        """Has this phase ended this turn?"""
        return phase in self.state.done

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases that are going on, the outermost first."""
        begun = (f for f in self.state.stack if f.name == "phase" and f.at >= 0)  # type: ignore[attr-defined]
        return tuple(f.phase for f in begun)  # type: ignore[attr-defined]

    @property
    def phase(self) -> str:
        """The innermost phase that is going on, "" outside of any."""
        return self.phases[-1] if self.phases else ""

    def seat_for(self, role: str) -> str:
        """The seat that plays a role; a seat's own id stands for itself."""
        held = self.state.roles.get(role)
        if held is not None:
            return str(held)
        spec = self.rules.role.get(role)
        return spec.default if spec else role

    # -- nations

    def side(self, nation: str) -> str:
        """The side a nation wins with."""
        return self.rules.nation[nation].side

    def seat_of(self, nation: str) -> str:
        """The seat that decides for a nation."""
        return self.rules.seat_of(nation)

    def nations_of(self, seat: str) -> tuple[str, ...]:
        """The nations a seat decides for."""
        return tuple(n for n in self.rules.nation if self.rules.seat_of(n) == seat)

    def relation(self, a: str, b: str) -> str:
        """How nation `a` stands to `b`: own, ally, enemy or neutral."""
        if a == b:
            return "own"
        now = self.state.relations.get(f"{a} {b}" if a < b else f"{b} {a}")
        return str(now) if now is not None else self.game.relations[a, b]

    def is_enemy(self, a: str, b: str) -> bool:
        """Are these nations at war?"""
        return a != b and self.relation(a, b) == "enemy"

    def is_friend(self, a: str, b: str) -> bool:
        """Are these the same nation or allies?"""
        return a == b or self.relation(a, b) in ("own", "ally")

    # -- units

    def unit(self, unit_id: str) -> Unit:
        """The unit with this id; UnknownId with the nearest ones when there is none in play."""
        found: Unit | None = self.state.units.get(unit_id)
        if found is None:
            raise UnknownId("unit", unit_id, nearest(unit_id, self.state.units))
        return found

    def units(self) -> Iterator[Unit]:
        """Every unit in play (on boards, in boxes, in containers), in the order of ids."""
        return self.state.units.values()

    def units_at(self, place: str, seat: str = "") -> tuple[Unit, ...]:
        """The units that stand directly in a space, box or container, in the order of ids."""
        ids = self.state.at.get(place)
        if not ids:
            return ()
        table = self.state.units.reader
        found = tuple([table[i] for i in ids])
        if not seat or (place in self.board and not any(u.hidden for u in found)):
            return found
        return tuple(u for u in found if self.knows(seat, u))

    def all_at(self, place: str, seat: str = "") -> Iterator[Unit]:
        """The units there and in containers there, however deep."""
        for unit in self.units_at(place, seat):
            yield unit
            yield from self.all_at(unit.id, seat)

    def knows(self, seat: str, unit: Unit) -> bool:
        """May the seat know where this unit is? Of what is aboard a hidden unit it knows nothing either."""
        while not unit.hidden:
            holder: Unit | None = self.state.units.get(unit.at)
            if holder is None:
                return True
            if self.rules.seat_of(unit.nation) == seat:
                return True
            unit = holder
        return self.rules.seat_of(unit.nation) == seat

    def type(self, unit: Unit) -> UnitType:
        """What the unit's type shares."""
        return self.rules.unit_type[unit.type]

    def has_tag(self, unit: Unit, *tags: str) -> bool:
        """Does the unit's type carry one of these tags?"""
        own = self.game.tags[unit.type]
        for tag in tags:  # noqa: SIM110 - asked thousands of times a turn; a generator costs twice as much
            if tag in own:
                return True
        return False

    def name(self, unit_id: str) -> str:
        """The printed name of a unit, or its id."""
        return self.game.unit_names.get(unit_id, unit_id)

    def where(self, unit: Unit) -> str:
        """The space or box a unit is in, looking through containers."""
        at = unit.at
        while at in self.state.units:
            at = self.state.units[at].at
        return at

    def enemies_at(self, space: str, nation: str, tags: Iterable[str] = (), seat: str = "") -> tuple[Unit, ...]:
        """Enemies of a nation that stand in a space, all or those with one of the tags."""
        ids = self.state.at.get(space)
        if not ids:
            return ()
        wanted = tuple(tags)
        return tuple(
            u
            for u in self.units_at(space, seat)
            if self.is_enemy(nation, u.nation) and (not wanted or self.has_tag(u, *wanted))
        )

    def steps_at(self, space: str, side: str, tags: Iterable[str] = ()) -> int:
        """The steps of a side's units in a space, all or those with one of the tags."""
        wanted = tuple(tags)
        return sum(
            u.steps
            for u in self.units_at(space)
            if self.side(u.nation) == side and (not wanted or self.has_tag(u, *wanted))
        )

    def on_map(self, place: str) -> bool:
        """Is this a space of a map? Boxes have no terrain and are none."""
        return place in self.board and bool(self.board.terrain(place))

    def is_place(self, place: str) -> bool:
        """Is this a space, a box or a unit that holds others?"""
        return place in self.board or place in self.state.units

    # -- spaces

    def control(self, space: str) -> str:
        """The nation that controls a space, "" for nobody."""
        now = self.state.control.get(space)
        return str(now) if now is not None else self.board.control(space)

    def controls(self, nation: str, space: str) -> bool:
        """Is the space controlled by this nation or an ally of it?"""
        owner = self.control(space)
        return bool(owner) and self.is_friend(nation, owner)

    def has_feature(self, space: str, kind: str) -> bool:
        """Is there such a feature, printed or built since?"""
        return kind in self.board.features(space) or bool(self.state.features.get(f"{space} {kind} built"))

    def feature(self, space: str, kind: str, name: str) -> Any:
        """A field of a feature as it stands now; None where the feature is absent."""
        now = self.state.features.get(f"{space} {kind} {name}")
        if now is not None:
            return now
        printed = self.board.features(space).get(kind)
        if printed is not None:
            return printed.get(name)
        spec = self.rules.feature[kind].fields.get(name)
        return spec.default if spec is not None and self.has_feature(space, kind) else None

    def markers(self, space: str) -> tuple[Marker, ...]:
        """The markers in a space."""
        found: tuple[Marker, ...] = self.state.markers.get(space, ())
        return found

    def marker(self, space: str, kind: str) -> Marker | None:
        """The marker of a kind in a space (the first when several owners have one)."""
        return next((m for m in self.markers(space) if m.kind == kind), None)

    def zone(self, zone: str) -> tuple[str, ...]:
        """The spaces of a named zone."""
        return self.board.zone(zone)

    def standing(self, *tags: str, status: bool = False) -> Standing:
        """A mark that stays the same as long as no unit with one of the tags (none given: any unit) stands otherwise.

        Who comes, goes, moves or changes in type, owner, steps or secrecy stands otherwise; with `status` also
        whose statuses or spent points change. It is for `memo`.
        """
        key = ("standing", tags, status)
        trackers: dict[Any, Any] = self.state.memo.setdefault("trackers", {})
        found: Standing | None = trackers.get(key)
        if found is None or found.game is not self.game:
            types = frozenset(t for t, own in self.game.tags.items() if any(tag in own for tag in tags))
            found = Standing(self.game, types if tags else None, status)
            self.state.memo["trackers"] = {**trackers, key: found}
        return found

    def memo(self, name: str, *of: object) -> dict[Any, Any]:
        """A place to keep what was worked out from the state, under a name; never a fact of its own.

        It lasts for one state, whatever the stack of frames is: what is kept must not depend on the stack. With `of`
        it lasts from decision to decision, as long as these parts of the state are the same objects; what is kept
        may depend on them and on nothing else that changes::

            known = now.memo("rain.wet", now.standing("land"), now.state.markers)
            if seat not in known:
                known[seat] = ...
        """
        if of:
            last = self.game.kept.get(name)
            if last is None or not all(map(is_, last[0], of)):
                last = self.game.kept[name] = (of, {})
            return last[1]
        kept = self.state.memo.setdefault("kept", {})
        found = kept.get(name)
        if found is None or found[0] is not self.game:
            found = kept[name] = (self.game, {})
        own: dict[Any, Any] = found[1]
        return own

    # -- plug-ins

    def settings(self, table: builtins.type[C]) -> C:
        """The table of a plug-in, by the class it declared for it."""
        found: C = self.game.settings[table]
        return found

    def slice(self, cls: builtins.type[C]) -> C:
        """A plug-in's own state, by its class."""
        plugin, default = self.game.slices[cls]
        found: C = self.state.slices.get(plugin, default)
        return found

    def has_plugin(self, plugin: str) -> bool:
        """Is this plug-in active in the game?"""
        return plugin in self.game.active

    def modifiers(self, topic: str, **facts: Any) -> tuple[Modifier, ...]:
        """What the plug-ins have to say on a topic, in their order."""
        return self.game.hooks.modifiers(self, topic, facts)

    def total(self, topic: str, base: int, label: str, rule: str = "", **facts: Any) -> Total:
        """A number and what it is made of: the base and every plug-in's modifiers on the topic."""
        return self.game.hooks.total(self, topic, base, label, rule, facts)
