"""Repairing, wrecking and building ports and airfields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Event, FeatureSet, Removed, Spent, StatusSet
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import points_left
from hexwright.rules.telling import because_allowance
from hexwright.windows import Action, Window

from .places import (
    AIRFIELD,
    KINDS,
    PORT,
    Airfields,
    Facilities,
    damage,
    facility_spaces,
    grade_of,
    land_spaces,
    printed,
)

MOVE = "land_combat.move"
BARRED = "no_attack"  # a unit that wrecks something attacks no more this turn (AMB-112)
COST_AT = "facilities.sabotage_cost"


@frozen
class RepairWindow(Window):
    """Before a domain begins a side may repair with Supply; it is asked only when it can."""

    name: ClassVar[str] = "facilities.repair"
    rule: ClassVar[str] = "TT-2.4.2-R28"

    def asked(self, now: Position) -> tuple[str, ...]:
        repairs = (a for a in now.game.actions.get(self.name, ()))
        return (self.seat,) if any(next(iter(a.options(now, self.seat)), "") for a in repairs) else ()

    def step(self, play: Play) -> None:
        play.done()

    def prompt(self, now: Position, seat: str) -> str:
        return "repair ports and airfields with Supply?"


def supplies(now: Position, seat: str) -> tuple[Unit, ...]:
    """The Supply of a seat that stands on land, in the order of ids."""
    known = now.memo("facilities.supplies", now.standing("supply", status=True))
    found: tuple[Unit, ...] | None = known.get(seat)
    if found is None:
        nations, tags, land = now.nations_of(seat), now.game.tags, land_spaces(now)
        found = known[seat] = tuple(
            u for u in now.state.units.values() if u.at in land and "supply" in tags[u.type] and u.nation in nations
        )
    return found


def _token(now: Position, seat: str, id_: str, verb: str, rule: str) -> Unit | Reason:
    found = next((u for u in supplies(now, seat) if u.id == id_), None)
    return found or Reason(f"{id_} is no Supply of yours on land; say '{verb}' and one that is", rule)


# ------------------------------------------------------------------ repair


class Repair(Action):
    """`repair SUPPLY port|airfield`: a token in the space removes `repair_points` of damage, at once."""

    verb = "repair"
    windows = ("facilities.repair", MOVE)
    rule = "TT-2.4.1-24"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        if not any(" damage" in k for k in now.state.features):
            return
        for token in supplies(now, seat):
            for kind in KINDS:
                if self._why_not(now, token, kind) is None:
                    yield spell("repair", token.id, kind)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3 or words[2] not in KINDS:
            return Reason("say 'repair', a Supply, and port or airfield", self.rule)
        token = _token(now, seat, words[1], "repair", self.rule)
        return token if isinstance(token, Reason) else self._why_not(now, token, words[2])

    def _why_not(self, now: Position, token: Unit, kind: str) -> Reason | None:
        if not printed(now, token.at, kind):
            return Reason(f"there is no {kind} in {token.at}", self.rule)
        if not now.controls(token.nation, token.at):
            return Reason(f"{token.at} is not yours", "TT-2.4.2-R28")
        if damage(now, token.at, kind) == 0:
            return Reason(f"the {kind} of {token.at} is not damaged", self.rule, (("damage", 0),))
        return None

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        at, kind = now.unit(words[1]).at, words[2]
        yield Because("Supply spent", 1, self.rule)
        yield Because(f"damage of the {kind} of {at}", damage(now, at, kind), self.rule)
        points = now.settings(Facilities).repair_points
        yield Because("points that a Supply repairs", points, self.rule, "facilities.repair_points")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        token = now.unit(words[1])
        hits = damage(now, token.at, words[2])
        left = max(0, hits - now.settings(Facilities).repair_points)
        play.emit(Removed(unit=token.id, how="spent", at=token.at, rule=self.rule))
        play.emit(damaged(token.at, words[2], left, hits, self.rule))


def damaged(space: str, kind: str, hits: int, was: int, rule: str) -> FeatureSet:
    """A port or airfield has that much damage from now on."""
    return FeatureSet(space=space, kind=kind, field="damage", value=hits, was=was, rule=rule)


def key_of(now: Position, space: str, kind: str) -> str:
    """The key that sets what a port or airfield can take: its printed value, or what its grade can do."""
    if kind == PORT:
        return f"space.{space}.features.port.value"
    return f"airfields.grade.{now.feature(space, AIRFIELD, 'grade')}.groups"


# ------------------------------------------------------------------ sabotage


def _whole(now: Position, space: str) -> tuple[str, ...]:
    """What stands in a space and can still be wrecked."""
    known = now.memo("facilities.whole", now.state.features)
    if space not in known:
        known[space] = tuple(k for k in KINDS if damage(now, space, k) < printed(now, space, k))
    kinds: tuple[str, ...] = known[space]
    return kinds


class Sabotage(Action):
    """`sabotage UNIT port|airfield`: movement points wreck one point of a facility in the unit's own space."""

    verb = "sabotage"
    windows = (MOVE,)
    rule = "TT-2.4.3-34"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        nations, tags = now.nations_of(seat), now.game.tags
        taken = now.state.at.reader
        for space in facility_spaces(now):
            kinds = _whole(now, space) if space in taken else ()
            for unit in now.units_at(space) if kinds else ():
                own = unit.nation in nations and "combat" in tags[unit.type]
                if own and self._why_idle(now, unit) is None:
                    yield from (spell("sabotage", unit.id, kind) for kind in kinds)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3 or words[2] not in KINDS:
            return Reason("say 'sabotage', a unit, and port or airfield", self.rule)
        unit = now.state.units.get(words[1])
        if unit is None or unit.nation not in now.nations_of(seat):
            return Reason(f"{words[1]} is no unit of yours", self.rule)
        if unit.at not in now.board or not printed(now, unit.at, words[2]):
            return Reason(f"there is no {words[2]} in {unit.at}", self.rule)
        return self._why_idle(now, unit) or self._why_whole(now, unit, words[2])

    def _why_idle(self, now: Position, unit: Unit) -> Reason | None:
        """Why a unit may wreck nothing where it stands."""
        if now.has_tag(unit, "no_sabotage") or not now.has_tag(unit, "combat"):
            return Reason(f"{now.name(unit.id)} cannot sabotage", "TT-2.4.3-R24")
        if not now.controls(unit.nation, unit.at) or now.enemies_at(unit.at, unit.nation, ("land",)):
            return Reason(f"{unit.at} is not yours alone", "TT-2.4.3-R24")
        cost, left = now.settings(Facilities).sabotage_cost, points_left(now, unit)
        if left < cost:
            text = f"{now.name(unit.id)} has {'too few' if left else 'no'} movement points left"
            return Reason(text, self.rule, (("needs", cost), ("has", left)), at=COST_AT)
        return None

    def _why_whole(self, now: Position, unit: Unit, kind: str) -> Reason | None:
        """Why there is nothing to wreck."""
        hits, most = damage(now, unit.at, kind), printed(now, unit.at, kind)
        if hits >= most:
            numbers, key = (("damage", hits), ("most", most)), key_of(now, unit.at, kind)
            return Reason(f"the {kind} of {unit.at} is wrecked", "TT-2.4.2-R21", numbers, at=key)
        return None

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        unit, kind = now.unit(words[1]), words[2]
        yield from because_allowance(now, unit)
        yield Because("movement points it takes", now.settings(Facilities).sabotage_cost, self.rule, COST_AT)
        yield Because(f"damage of the {kind} of {unit.at}, and 1 more", damage(now, unit.at, kind), self.rule)
        most, key = printed(now, unit.at, kind), key_of(now, unit.at, kind)
        yield Because(f"most damage of the {kind}", most, "TT-2.4.2-R21", key)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        unit = now.unit(words[1])
        hits = damage(now, unit.at, words[2])
        play.emit(Spent(unit=unit.id, cost=now.settings(Facilities).sabotage_cost, rule=self.rule))
        play.emit(damaged(unit.at, words[2], hits + 1, hits, self.rule))
        if BARRED not in unit.status:
            play.emit(StatusSet(unit=unit.id, status=BARRED, rule="TT-2.4.3-R24"))


# ------------------------------------------------------------------ building


class Build(Action):
    """`build SUPPLY`: a token becomes an airfield in its own space."""

    verb = "build"
    windows = (MOVE,)
    rule = "TT-2.4.3-R28"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        if AIRFIELD in now.rules.feature:
            for token in supplies(now, seat):
                if self._why_not(now, token) is None:
                    yield spell("build", token.id)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 2 or AIRFIELD not in now.rules.feature:
            return Reason("say 'build' and a Supply", self.rule)
        token = _token(now, seat, words[1], "build", self.rule)
        return token if isinstance(token, Reason) else self._why_not(now, token)

    def _why_not(self, now: Position, token: Unit) -> Reason | None:
        if grade_of(now, token.at) is not None:
            return Reason(f"{token.at} has an airfield already", self.rule)
        if now.board.terrain(token.at) not in now.settings(Facilities).airfield_terrain:
            text = f"no airfield can be built on the ground of {token.at}"
            return Reason(text, self.rule, at="facilities.airfield_terrain")
        if not now.controls(token.nation, token.at) or now.enemies_at(token.at, token.nation, ("land",)):
            return Reason(f"{token.at} is not yours alone", self.rule)
        return None

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        yield Because("Supply spent", 1, self.rule)
        yield Because("grade of the new airfield", now.settings(Airfields).built, self.rule, "airfields.built")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        token = play.now.unit(words[1])
        play.emit(Removed(unit=token.id, how="spent", at=token.at, rule=self.rule))
        play.emit(*built(play.now, token.at, self.rule))


def built(now: Position, space: str, rule: str) -> Iterable[Event]:
    """An airfield of the lowest grade appears in a space."""
    grade = now.settings(Airfields).built
    return (
        FeatureSet(space=space, kind=AIRFIELD, field="built", value=True, was=False, rule=rule),
        FeatureSet(space=space, kind=AIRFIELD, field="grade", value=grade, was="", rule=rule),
    )


__all__ = ["MOVE", "PORT", "Build", "Repair", "RepairWindow", "Sabotage", "damaged", "supplies"]
