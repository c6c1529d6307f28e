"""Air missions are assigned: the window, and what each aircraft may fly from where it is based."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason, nearest
from hexwright.events import Placed, StatusSet
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Action, Window

from ..facilities import AIRFIELD, airfield_capacity, damage, grade_of
from ..facilities.works import key_of
from .record import MissionAssigned, base_hex, missions
from .squadrons import ASSIGN
from .tables import Air, Vichy
from .targets import (
    CONVOY,
    DOMAIN,
    REBASE,
    STRIKE,
    aims,
    aircraft,
    hangs_on,
    kinds,
    prey,
    reach_of,
    spaces_for,
    wants_space,
    why_no_target,
)
from .telling import because_assignment, told_assignment

ASSIGNED = "assigned"


@frozen
class Assign(Window):
    """A side gives its aircraft their missions, one by one; those without one do nothing this turn."""

    name: ClassVar[str] = ASSIGN
    rule: ClassVar[str] = "TT-2.4.1-01"

    def asked(self, now: Position) -> tuple[str, ...]:
        based = any(now.on_map(base_hex(now, u)) for u in aircraft(now, self.seat).values())
        return (self.seat,) if based or self._has_choice(now) else ()

    def _has_choice(self, now: Position) -> bool:
        """Is anything offered, by whatever plug-in, to a seat without aircraft on the map?"""
        return any(next(iter(a.options(now, self.seat)), "") for a in now.game.actions.get(self.name, ()))

    def step(self, play: Play) -> None:
        play.done()

    def prompt(self, now: Position, seat: str) -> str:
        return "give aircraft their missions"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        """For each airfield with aircraft of the seat: how many groups may still fly from it."""
        groups = (u for u in aircraft(now, seat).values() if now.has_tag(u, "group") and u.at in now.board)
        bases = dict.fromkeys(u.at for u in groups if grade_of(now, u.at) is not None)
        return tuple((f"may still fly from {b}", max(0, airfield_capacity(now, b) - flying(now, b))) for b in bases)


# ------------------------------------------------------------------ the aircraft


def flying(now: Position, space: str) -> int:
    """Groups that fly from an airfield this turn; those that only re-base do not count."""
    known = now.memo("air_ops.flying", now.standing("air"), missions(now))
    if "" not in known:
        flown = ((m.base, now.state.units.get(m.unit)) for m in missions(now).missions if m.kind != REBASE)
        known[""] = Counter(base for base, u in flown if u is not None and now.has_tag(u, "group"))
    groups: Counter[str] = known[""]
    return groups[space]


def why_idle(now: Position, unit: Unit) -> Reason | None:
    """Why an aircraft can be given no mission at all."""
    name = now.name(unit.id)
    if ASSIGNED in unit.status or missions(now).of(unit.id) is not None:
        return Reason(f"{name} has its mission already", "TT-2.4.1-R01", nearest="retract")
    if not now.on_map(base_hex(now, unit)):
        return Reason(f"{name} is not on the map", "TT-2.4.1-10")
    vichy = now.settings(Vichy)
    if not vichy.air_missions and unit.nation == vichy.nation:
        return Reason(f"{name} flies no missions", "TT-1.2.1-R04", at="vichy.air_missions")
    return None


def why_grounded(now: Position, unit: Unit) -> Reason | None:
    """Why an aircraft may only re-base: its airfield supports no more missions (carriers have no such limit)."""
    if unit.at not in now.board or not now.has_tag(unit, "group"):
        return None
    most, out = airfield_capacity(now, unit.at), flying(now, unit.at)
    if out < most:
        return None
    name = now.board.name(unit.at)
    near = spell("assign", unit.id, REBASE)
    for m in now.modifiers("airfield_capacity", space=unit.at):
        if m.op == "min" and m.value <= out:
            return Reason(f"nothing flies from {name}: {m.label}", m.rule, nearest=near, by=m.by, at=m.at)
    hits = damage(now, unit.at, AIRFIELD) if grade_of(now, unit.at) is not None else 0
    rule = "TT-2.4.5-04" if hits and not most else "TT-2.4.1-R21"
    numbers = (("flying", out), ("capacity", most), ("damage", hits))
    at = key_of(now, unit.at, AIRFIELD)
    return Reason(f"the airfield of {name} supports no more missions", rule, numbers, near, at=at)


# ------------------------------------------------------------------ the action


class GiveMission(Action):
    """`assign UNIT KIND [SPACE [CLASS]]`: an aircraft gets its mission for the turn."""

    verb = "assign"
    windows = (ASSIGN,)
    rule = "TT-2.4.1-02"

    def options(self, now: Position, seat: str) -> list[str]:
        known = now.memo("air_ops.texts", *hangs_on(now))
        found: list[str] = []
        for unit in aircraft(now, seat).values():
            if why_idle(now, unit) is not None:
                continue
            key = seat, unit.id, why_grounded(now, unit) is not None
            if key not in known:
                known[key] = self._all(now, seat, unit, grounded=key[2])
            found += known[key]
        return found

    def _all(self, now: Position, seat: str, unit: Unit, *, grounded: bool) -> list[str]:
        """Every text of an aircraft that has no mission yet."""
        may = (k for k, spec in kinds(now).items() if unit.type in spec.types and (k == REBASE or not grounded))
        return [text for kind in may for text in _texts(now, seat, unit, kind)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) < 3:
            return Reason("say 'assign', an aircraft, a mission, and its target", self.rule)
        mine = aircraft(now, seat)
        unit = mine.get(words[1])
        if unit is None:
            near = nearest(words[1], mine, 1)
            return Reason(f"{words[1]} is no aircraft of yours", self.rule,
                          nearest=spell("assign", *near, *words[2:]) if near else "")  # fmt: skip
        return _why_not(now, seat, unit, words[2], words[3:])

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_assignment(now, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_assignment(now, words, flying(now, now.unit(words[1]).at))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        unit, kind = now.unit(words[1]), words[2]
        target, against = (*words[3:], "", "")[:2]
        rule = now.rules.mission[kind].rule or self.rule
        play.emit(
            StatusSet(unit=unit.id, status=ASSIGNED, rule=self.rule),
            MissionAssigned(unit=unit.id, kind=kind, target=target, against=against, base=unit.at, rule=rule),
        )
        box = now.settings(Air).rebase_boxes.get(seat, "") if kind == REBASE else ""
        if box:
            play.emit(Placed(unit=unit.id, at=box, was=unit.at, rule="TT-2.4.1-10"))


def _texts(now: Position, seat: str, unit: Unit, kind: str) -> Iterable[str]:
    """The texts of one aircraft and one mission; those that hang on map and base alone are kept."""
    if not wants_space(now, kind):
        return (spell("assign", unit.id, kind),)
    if kind == STRIKE:
        there, wanted = prey(now, seat, unit.nation), aims(now, kind)
        spaces = spaces_for(now, seat, unit, kind)
        return [spell("assign", unit.id, kind, s, c) for s in spaces for c in there[s] if c in wanted]
    if CONVOY in now.rules.mission[kind].target:
        return [spell("assign", unit.id, kind, s) for s in spaces_for(now, seat, unit, kind)]
    known = ("air_ops.texts", unit.id, kind, base_hex(now, unit), reach_of(now, unit, kind))
    found: tuple[str, ...] | None = now.game.cache.get(known)
    if found is None:
        found = tuple(spell("assign", unit.id, kind, s) for s in spaces_for(now, seat, unit, kind))
        now.game.cache[known] = found
    return found


def _why_not(now: Position, seat: str, unit: Unit, kind: str, rest: tuple[str, ...]) -> Reason | None:
    spec = kinds(now).get(kind)
    name = now.name(unit.id)
    if spec is None:
        other = now.rules.mission.get(kind)
        if other is not None and other.domain == DOMAIN:
            return Reason(f"{name} does not fly {other.name}", "TT-2.4.1-04", at=f"mission.{kind}.types")
        near = nearest(kind, kinds(now), 1)
        return Reason(f"'{kind}' is no mission of aircraft on the map", "TT-2.4.1-03",
                      nearest=spell("assign", unit.id, *near, *rest) if near else "")  # fmt: skip
    if unit.type not in spec.types:
        rule = "TT-2.4.1-30" if now.has_tag(unit, "squadron") else now.type(unit).rule
        return Reason(f"{name} does not fly {spec.name}", rule, at=f"mission.{kind}.types")
    reason = why_idle(now, unit)
    if reason is None and kind != REBASE:
        reason = why_grounded(now, unit)
    if reason is not None:
        return reason
    wanted = ("SPACE", *(("CLASS",) if aims(now, kind) else ())) if wants_space(now, kind) else ()
    if len(rest) != len(wanted):
        return Reason("say '" + spell("assign", unit.id, kind, *wanted) + "'", spec.rule,
                      nearest=next(iter(_texts(now, seat, unit, kind)), ""))  # fmt: skip
    return why_no_target(now, seat, unit, kind, rest) if wanted else None


FRAMES = (Assign,)
ACTIONS = (GiveMission(),)
