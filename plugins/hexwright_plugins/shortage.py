"""Shortage: a phase that looks which units no supply route reaches, and what such units cannot do or lose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.errors import Reason
from hexwright.events import Event, Noted, Removed, StatusSet, StepsChanged
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.routes import supply
from hexwright.ruleset.schema import Ruleset, key

MANIFEST = Manifest(id="shortage", summary="units that no supply route reaches are weakened, and lose strength")
SHORT = "short"  # the status of a unit that the last look found without supply


@frozen
class Shortage:
    """[shortage]: which route supplies units, and what befalls those it does not reach."""

    route: str = key("the route that supplies units; none is looked for when left out", "", refers="route")
    tags: tuple[str, ...] = key(
        "only units with one of these tags need supply; all when left out", (), refers="unit_tag"
    )
    attack: bool = key("units without supply may attack", False)
    allowance: int = key("added to the movement points of units without supply, such as -1", 0)
    loses: int = key("steps that a unit without supply loses at each look; its last one removes it", 0)
    grace: bool = key("a unit loses no steps at the first look that finds it without supply", True)
    rule: str = key("rule id of what units without supply cannot do or lose", "", refers="rule")


def why_short(now: Position, unit: Unit) -> Reason | None:
    """Why no supply reaches a unit now; None when it has a route or needs none."""
    settings = now.settings(Shortage)
    if not settings.route or not now.on_map(unit.at):
        return None
    if settings.tags and not now.has_tag(unit, *settings.tags):
        return None
    return supply(now, settings.route, unit.nation, unit.at).reason


@frozen
class Look(Frame):
    """The units of a seat are looked at one after the other; nobody is asked."""

    name: ClassVar[str] = "shortage.look"
    seated: ClassVar[bool] = True
    seat: str = ""

    def step(self, play: Play) -> None:
        play.done()
        for id_ in tuple(play.state.units):
            unit = play.state.units.get(id_)  # None when it was lost with what carried it
            if unit is not None and self.seat in ("", play.now.seat_of(unit.nation)):
                play.emit(*_looked_at(play.now, unit))


def _looked_at(now: Position, unit: Unit) -> Iterator[Event]:
    """What a look at one unit brings about; only its owner learns of a hidden one."""
    settings, reason = now.settings(Shortage), why_short(now, unit)
    before = SHORT in unit.status
    told = (now.seat_of(unit.nation),) if unit.hidden else ()
    if reason is None:
        if before:
            yield StatusSet(unit=unit.id, status=SHORT, on=False, rule=settings.rule, seats=told)
        return
    yield Noted(note=f"{now.name(unit.id)} has no supply: {reason.text}", rule=reason.rule, seats=told)
    if not before:
        yield StatusSet(unit=unit.id, status=SHORT, rule=settings.rule, seats=told)
    lost = min(settings.loses, unit.steps) if before or not settings.grace else 0
    if lost and lost == unit.steps:
        yield Removed(unit=unit.id, how="lost", at=unit.at, rule=settings.rule, seats=told)
    elif lost:
        left = unit.steps - lost
        why = "no supply"
        yield StepsChanged(unit=unit.id, steps=left, was=unit.steps, why=why, rule=settings.rule, seats=told)


@hook("may_attack")
def modify_attack(query: Query) -> Modifier | None:
    """A unit without supply does not attack, unless the table lets it."""
    now, unit = query.now, query["unit"]
    settings = now.settings(Shortage)
    if settings.attack or SHORT not in unit.status:
        return None
    text = f"{now.name(unit.id)} has no supply and cannot attack"
    return Modifier(text, 0, op="min", rule=settings.rule, at="shortage.attack")


@hook("allowance")
def modify_allowance(query: Query) -> Modifier | None:
    """A unit without supply has other movement points."""
    settings = query.now.settings(Shortage)
    if not settings.allowance or SHORT not in query["unit"].status:
        return None
    return Modifier("no supply", settings.allowance, rule=settings.rule, at="shortage.allowance")


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """A look needs a route, and nobody loses fewer than no steps."""
    settings = ruleset.settings.get("shortage", Shortage())
    if not settings.route and any(p.frame == Look.name for p in ruleset.phase.values()):
        report("shortage.route", "no route is named, so every unit is in supply", f"known: {', '.join(ruleset.route)}")
    if settings.loses < 0:
        report("shortage.loses", "nobody can lose fewer than 0 steps", "use 0 or more")


@hook
def register(registry: Registry) -> None:
    registry.table("shortage", Shortage)
    registry.frame(Look)
    registry.default("status", {SHORT: {"name": "Without supply"}})
    registry.check(check_numbers)


__all__ = ["MANIFEST", "SHORT", "Look", "Shortage", "why_short"]
