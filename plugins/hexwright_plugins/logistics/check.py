"""The supply check: who has no route, and what it pays or loses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason
from hexwright.events import Noted, Removed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.routes import supply
from hexwright_plugins.land_combat import is_land, lose_step

from .stores import Logistics, tokens


@frozen
class Due:
    """Units without a route that pay together or lose a step together."""

    space: str
    seat: str
    units: tuple[str, ...]


def why_unsupplied(now: Position, unit: Unit) -> Reason | None:
    """Why a unit is out of supply; None when it has a route, is at home or is exempt."""
    route = next(iter(now.rules.route), "")
    home = now.board.home(unit.at)
    if not route or (home and now.side(home) == now.side(unit.nation)):
        return None
    first = now.turn == now.rules.sequence.first
    if first and now.settings(Logistics).beachhead_exempt_turn1 and "landed" in unit.status:
        return None
    return supply(now, route, unit.nation, unit.at).reason


def cut_off(now: Position) -> tuple[Due, ...]:
    """Who is out of supply now, space by space and side by side, as the switch of the scope says."""
    found: dict[tuple[str, str, str], list[str]] = {}
    each = now.settings(Logistics).oos_scope == "unit"
    for space in now.state.at:
        if not is_land(now, space):
            continue
        for unit in now.units_at(space):
            if unit.steps > 0 and now.has_tag(unit, "combat") and why_unsupplied(now, unit) is not None:
                group = (space, now.side(unit.nation), unit.id if each else "")
                found.setdefault(group, []).append(unit.id)
    return tuple(
        Due(space, now.seat_of(now.unit(units[0]).nation), tuple(units)) for (space, _, _), units in found.items()
    )


@frozen
class Losses(Frame):
    """What a hex out of supply loses after its first step: the owner names who loses each of them."""

    name: ClassVar[str] = "logistics.losses"
    rule: ClassVar[str] = "TT-2.4.5-R04"
    due: Due
    left: int

    def _able(self, now: Position) -> tuple[Unit, ...]:
        found = (now.state.units.get(u) for u in self.due.units)
        return tuple(u for u in found if u is not None and u.steps > 0) if self.left else ()

    def asked(self, now: Position) -> tuple[str, ...]:
        able = self._able(now)
        return (self.due.seat,) if len(able) > 1 and self.left < sum(u.steps for u in able) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"{self.due.space} is out of supply: who loses {_steps(self.left)} more?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.due.space), ("steps", self.left))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        yield _because_loss(now)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"lose {u.id}" for u in self._able(now)]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.become(evolve(self, left=self.left - 1))
        play.emit(lose_step(play.now.unit(words[1]), "out of supply", self.due.space, self.rule))

    def step(self, play: Play) -> None:
        able = self._able(play.now)
        if able:
            self.take(play, self.due.seat, ("lose", able[0].id))
        else:
            play.done()


def _steps(count: int) -> str:
    return "a step" if count == 1 else f"{count} steps"


def _because_loss(now: Position) -> Because:
    """What it costs not to pay."""
    return Because("steps to lose", now.settings(Logistics).oos_loss, Losses.rule, "logistics.oos_loss")


@frozen
class Check(Frame):
    """Housekeeping: every hex without a route pays Supply for its SP, or loses steps; the owner decides."""

    name: ClassVar[str] = "logistics.check"
    rule: ClassVar[str] = "TT-2.4.5-07"
    due: tuple[Due, ...] = ()
    started: bool = False

    def _price(self, now: Position) -> int:
        steps = sum(now.unit(u).steps for u in self.due[0].units)
        return -(-steps // now.settings(Logistics).sp_per_supply)

    def _purse(self, now: Position) -> tuple[Unit, ...]:
        here = self.due[0]
        return tuple(u for u in tokens(now, here.seat) if u.at == here.space)

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.due[0].seat,) if self.due and len(self._choices(now)) > 1 else ()

    def _choices(self, now: Position) -> tuple[str, ...]:
        pay = ("pay",) if len(self._purse(now)) >= self._price(now) else ()
        return (*pay, *(f"lose {u}" for u in self.due[0].units))

    def prompt(self, now: Position, seat: str) -> str:
        lost = _steps(now.settings(Logistics).oos_loss)
        return f"{self.due[0].space} is out of supply: pay {self._price(now)} Supply or lose {lost}?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.due[0].space), ("price", self._price(now)), ("supply", len(self._purse(now))))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        steps = sum(now.unit(u).steps for u in self.due[0].units)
        per = now.settings(Logistics).sp_per_supply
        yield Because(f"SP without supply in {self.due[0].space}", steps, self.rule)
        yield Because("SP for each Supply", per, "TT-2.4.5-R03", "logistics.sp_per_supply")
        yield Because("Supply to pay", self._price(now), "TT-2.4.5-R03")
        yield _because_loss(now)
        reason = why_unsupplied(now, now.unit(self.due[0].units[0]))
        if reason is not None:
            yield Because("no route", reason.text, reason.rule, f"route.{next(iter(now.rules.route))}")

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return self._choices(now)

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return ("pay", "lose")

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        choices = self._choices(now)
        if " ".join(words) in choices:
            return None
        if words == ("pay",):
            numbers = (("needs", self._price(now)), ("has", len(self._purse(now))))
            text = f"too little Supply in {self.due[0].space}"
            return Reason(text, "TT-2.4.5-R03", numbers, choices[0], at="logistics.sp_per_supply")
        return Reason("say 'pay', or 'lose' and a unit that is out of supply", self.rule, nearest=choices[0])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        here = self.due[0]
        play.become(evolve(self, due=self.due[1:]))
        if words == ("pay",):
            for token in self._purse(now)[: self._price(now)]:
                play.emit(Removed(unit=token.id, how="spent", at=here.space, rule=self.rule))
        else:
            more = now.settings(Logistics).oos_loss - 1
            if more:
                play.push(Losses(here, more))
            play.emit(lose_step(now.unit(words[1]), "out of supply", here.space, Losses.rule))

    def step(self, play: Play) -> None:
        if not self.started:
            due = cut_off(play.now)
            play.become(evolve(self, started=True, due=_by_holder(play.now, due)))
            for here in due:
                reason = why_unsupplied(play.now, play.now.unit(here.units[0]))
                play.emit(Noted(note=f"{here.space} is out of supply: {reason.text if reason else ''}", rule=self.rule))
        elif not self.due:
            play.done()
        else:
            self.take(play, self.due[0].seat, tuple(self._choices(play.now)[0].split()))


def _by_holder(now: Position, due: tuple[Due, ...]) -> tuple[Due, ...]:
    """The holder of the initiative answers first."""
    holder = now.seat_for("holder")
    return tuple(sorted(due, key=lambda d: (d.seat != holder, d.seat, d.space)))
