"""Air squadrons: they join a group in their own space during air operations, and are no pieces of their own then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Event, Removed, StepsChanged
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Action, Window

from .record import PLUGIN
from .tables import Air
from .targets import aircraft

ASSIGN, JOINING, CLOSE = f"{PLUGIN}.assign", f"{PLUGIN}.joining", f"{PLUGIN}.close"
REPAIR = "facilities.repair"


def joined(now: Position, squadron: Unit, group: Unit, rule: str) -> tuple[Event, ...]:
    """What happens when a squadron joins a group: it leaves play, and the group has a strength point more."""
    steps = group.steps + squadron.steps
    return (
        Removed(unit=squadron.id, how="joined", at=now.where(squadron), rule=rule),
        StepsChanged(unit=group.id, steps=steps, was=group.steps, why=f"{squadron.id} joins", rule=rule),
    )


def full(now: Position, group: Unit) -> bool:
    """Has a group all the strength points it can have (TT-2.4.1-R19)?"""
    return group.steps >= now.type(group).steps


def _domain(now: Position) -> str:
    """The phase that holds the assignment of air missions, "" in a sequence without."""
    found: str | None = now.game.cache.get("air_ops.domain")
    if found is None:
        phases = now.rules.phase
        holding = (p for p, spec in phases.items() for c in spec.phases if phases[c].frame == ASSIGN)
        found = now.game.cache["air_ops.domain"] = next(holding, "")
    return found


def window_open(now: Position) -> bool:
    """May squadrons join while this is asked: at any time in air operations, or first and last (AMB-064)?"""
    name = now.state.stack[-1].name if now.state.stack else ""
    if name == REPAIR:
        return _domain(now) in now.phases
    return name == CLOSE or now.settings(Air).squadron_windows == "any"


def pairs(now: Position, seat: str) -> Iterator[tuple[Unit, Unit]]:
    """The squadrons of a seat that can join, each with every group it can join."""
    mine = aircraft(now, seat)
    squadrons = [u for u in mine.values() if now.has_tag(u, "squadron")]
    for squadron in squadrons:
        for group in mine.values():
            if now.has_tag(group, "group") and why_not_join(now, squadron, group) is None:
                yield squadron, group


def why_not_join(now: Position, squadron: Unit, group: Unit) -> Reason | None:
    """Why a squadron cannot join a group."""
    here, name = now.where(squadron), now.name(squadron.id)
    if not now.on_map(here):
        return Reason(f"{name} is not on the map", "TT-2.4.1-10")
    if now.where(group) != here:
        return Reason(f"{name} and {now.name(group.id)} are not in the same space", Join.rule)
    if group.nation != squadron.nation:
        return Reason(f"{name} joins groups of its own nation only", Join.rule)
    if full(now, group):
        most = now.type(group).steps
        return Reason(f"{now.name(group.id)} is full", "TT-2.4.1-R19", (("has", group.steps), ("most", most)),
                      at=f"unit_type.{group.type}.steps")  # fmt: skip
    return None


def squadron_options(now: Position, seat: str) -> tuple[str, ...]:
    """The texts by which squadrons of a seat can join a group now; () where it has no choice."""
    return tuple(spell("join", s.id, g.id) for s, g in pairs(now, seat)) if window_open(now) else ()


class Join(Action):
    """`join SQUADRON GROUP`: a squadron is used up, the group in its space gets a strength point."""

    verb = "join"
    windows = (REPAIR, ASSIGN, JOINING, CLOSE)
    rule = "TT-2.4.1-28"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return squadron_options(now, seat)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'join', a squadron and a group", self.rule)
        mine = aircraft(now, seat)
        squadron, group = mine.get(words[1]), mine.get(words[2])
        if squadron is None or not now.has_tag(squadron, "squadron"):
            return Reason(f"{words[1]} is no air squadron of yours", self.rule)
        if group is None or not now.has_tag(group, "group"):
            return Reason(f"{words[2]} is no air group of yours", self.rule)
        if not window_open(now):
            return Reason("squadrons join a group in air operations only, when these begin and end", self.rule)
        return why_not_join(now, squadron, group)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_join  # it builds on rooms that build on this one

        return because_join(now, words[2])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        play.emit(*joined(now, now.unit(words[1]), now.unit(words[2]), self.rule))


@frozen
class Joining(Window):
    """Before a space is resolved a side may strengthen its groups; it is asked only when it can."""

    name: ClassVar[str] = JOINING
    rule: ClassVar[str] = "TT-2.4.1-28"

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if squadron_options(now, self.seat) else ()

    def step(self, play: Play) -> None:
        play.done()

    def prompt(self, now: Position, seat: str) -> str:
        return "do squadrons join their groups?"


@frozen
class Close(Joining):
    """When air operations end a side may strengthen its groups once more."""

    name: ClassVar[str] = CLOSE


FRAMES = (Joining, Close)
ACTIONS = (Join(),)
