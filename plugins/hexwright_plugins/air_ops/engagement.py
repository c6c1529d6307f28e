"""Interception: alerts are committed against the missions in a space, paired with escorts, and both fire at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Event, StatusSet
from hexwright.frames import Frame, Play
from hexwright.position import Position

from .fire import Fire, Naming, Shot, at_space, names, nation_of, not_listed, seat_of
from .record import MissionStage, base_hex, missions
from .tables import Air
from .telling import because_commit, because_duel, told_commit

# The rules by which hits fall: on escorts, on missions without escort, on interceptors; and mission aircraft firing.
HITS, BARE, BACK, OWN = "TT-2.4.1-15", "TT-2.4.1-16", "TT-2.4.1-17", "TT-2.4.1-R07"

# ------------------------------------------------------------------ alerts in reach


def alerts(now: Position, spaces: Iterable[str], foes: Iterable[str]) -> tuple[str, ...]:
    """The alerts that may engage at one of the spaces against one of these nations, in the order of ids (AMB-046)."""
    settings = now.settings(Air)
    places, nations = tuple(spaces), tuple(foes)
    found = []
    for mission in missions(now).missions:
        unit = now.state.units.get(mission.unit)
        if mission.kind != "intercept" or mission.stage != "assigned" or unit is None or "engaged" in unit.status:
            continue
        if not any(now.is_enemy(unit.nation, n) for n in nations):
            continue
        if settings.intercept_mode == "hex":
            near = mission.target in places
        else:
            base = base_hex(now, unit)
            near = any(within(now, base, space, settings.intercept_radius) for space in places)
        if near:
            found.append(unit.id)
    return tuple(sorted(found))


def within(now: Position, base: str, space: str, reach: int) -> bool:
    """Is a space within so many spaces of a base?"""
    far = now.board.distance(base, space)
    if far is None:
        return False
    return far <= (reach - 1 if far and now.settings(Air).range_counts_start_hex else reach)


# ------------------------------------------------------------------ what happens


@frozen(kw_only=True)
class Engaged(Event):
    """An alert takes off against what flies over a space: it will not do so again this turn."""

    unit: str
    space: str

    def text(self) -> str:
        return f"{self.unit} intercepts at {self.space}"


# ------------------------------------------------------------------ the engagement, step by step


@frozen
class Engagement(Frame):
    """The missions of one side over a space are open to interception; with `only` one of them alone (AMB-141)."""

    name: ClassVar[str] = "air_ops.engagement"
    rule: ClassVar[str] = "TT-2.4.1-14"
    space: str
    side: str
    only: str = ""

    def step(self, play: Play) -> None:
        now = play.now
        here = at_space(now, self.space, self.side)
        escorts = names(m for m in here if m.kind == "escort")
        flyers = names(m for m in here if m.kind != "escort" and self.only in ("", m.unit))
        if not flyers and (self.only or not escorts):
            play.done()
        else:
            play.become(Commit(self.space, flyers=flyers, escorts=escorts))


@frozen
class Commit(Naming):
    """The enemy commits alerts in reach against a group of missions, some or none."""

    name: ClassVar[str] = "air_ops.commit"
    rule: ClassVar[str] = "TT-2.4.1-R04"
    verb: ClassVar[str] = "commit"
    flyers: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()

    def able(self, now: Position) -> tuple[str, ...]:
        known = missions(now)
        foes = {nation_of(now, m): None for u in (*self.flyers, *self.escorts) if (m := known.of(u)) is not None}
        return alerts(now, (self.space,), foes)

    def prompt(self, now: Position, seat: str) -> str:
        return f"enemy aircraft over {now.board.name(self.space)}: who intercepts?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        known = ((u, missions(now).of(u)) for u in self.flyers)
        flown = (f"{u} {m.kind}" if m is not None else u for u, m in known)
        there = (("missions", ", ".join(flown)), ("escorts", ", ".join(self.escorts)))
        return (*super().about(now, seat), *there)

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_commit(now, words[1], self.space) if words[1:] else super().tells(now, seat, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_commit(now, words[1], self.space, self.escorts, self.flyers) if words[1:] else ()

    def named(self, play: Play, unit: str) -> None:
        engage(play, unit, self.space, self.rule)

    def settled(self, play: Play) -> None:
        play.done()
        if self.chosen:
            play.push(Pair(self.space, tuple(sorted(self.chosen)), self.escorts, self.flyers))


def engage(play: Play, unit: str, space: str, rule: str) -> None:
    """An alert is used for the turn."""
    play.emit(
        Engaged(unit=unit, space=space, rule=rule),
        StatusSet(unit=unit, status="engaged", rule=rule),
        MissionStage(unit=unit, stage="used", why="engaged", rule=rule),
    )


@frozen
class Pair(Frame):
    """Interceptors and escorts are matched one to one; the owner of the fewer ones says who meets whom (AMB-048).

    With `chooser` that seat matches whatever the numbers are. With `return_fire` mission aircraft fire back.
    """

    name: ClassVar[str] = "air_ops.pair"
    rule: ClassVar[str] = "TT-2.4.1-18"
    space: str
    interceptors: tuple[str, ...]
    escorts: tuple[str, ...]
    flyers: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = ()

    def _free(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The unmatched ones of the fewer, whose owner decides, and of the more."""
        own = tuple(u for u in self.interceptors if u not in [a for a, _ in self.pairs])
        foes = tuple(u for u in self.escorts if u not in [b for _, b in self.pairs])
        return (own, foes) if len(self.interceptors) <= len(self.escorts) else (foes, own)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        own, foes = self._free()
        return [spell("pair", own[0], foe) for foe in foes] if own else []

    def asked(self, now: Position) -> tuple[str, ...]:
        own, foes = self._free()
        choice = own and len(foes) > 1 and now.settings(Air).pair_hits == "paired"
        return (seat_of(now, own[0]),) if choice else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"interception at {now.board.name(self.space)}: whom does {self._free()[0][0]} meet?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("pairs", "; ".join(" ".join(p) for p in self.pairs)))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return not_listed(self, now, seat, words, "say 'pair', the unit and whom it meets")

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return f"{now.name(words[1])} meets {now.name(words[2])}: both fire at the same time."

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_duel(now, words[1], words[2], self.interceptors) if words else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._match(play, words[1], words[2])

    def _match(self, play: Play, one: str, other: str) -> None:
        pair = (one, other) if one in self.interceptors else (other, one)
        play.become(evolve(self, pairs=(*self.pairs, pair)))

    def step(self, play: Play) -> None:
        own, foes = self._free()
        if play.now.settings(Air).pair_hits == "pooled":
            play.become(Fire(self.space, self._pooled(play.now)))
        elif own:
            self._match(play, own[0], foes[0])
        else:
            play.become(Surplus(self.space, self.interceptors, self.escorts, self.flyers, self.pairs))

    def _pooled(self, now: Position) -> tuple[Shot, ...]:
        """Hits go to the escorts, then to the mission aircraft, wherever they come from."""
        first, spill = (self.escorts, self.flyers) if self.escorts else (self.flyers, ())
        shots = [Shot(u, "intercept", first, spill, HITS if self.escorts else BARE) for u in self.interceptors]
        shots += [Shot(u, "escort", self.interceptors, rule=BACK) for u in self.escorts]
        if now.settings(Air).mission_return_fire and not self.escorts:
            shots += [Shot(u, "arrival", self.interceptors, rule=OWN) for u in self.flyers if u in now.state.units]
        return tuple(shots)


@frozen
class Surplus(Frame):
    """Those without an opponent fire where their owner likes: interceptors at any aircraft, escorts at interceptors."""

    name: ClassVar[str] = "air_ops.surplus"
    rule: ClassVar[str] = "TT-2.4.1-19"
    space: str
    interceptors: tuple[str, ...]
    escorts: tuple[str, ...]
    flyers: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    aims: tuple[tuple[str, str], ...] = ()

    def _next(self) -> str:
        busy = [u for pair in self.pairs for u in pair] + [u for u, _ in self.aims]
        return next((u for u in (*self.interceptors, *self.escorts) if u not in busy), "")

    def _targets(self, unit: str) -> tuple[str, ...]:
        return (*self.escorts, *self.flyers) if unit in self.interceptors else self.interceptors

    def options(self, now: Position, seat: str) -> Iterable[str]:
        unit = self._next()
        return [spell("target", unit, t) for t in self._targets(unit)] if unit else []

    def asked(self, now: Position) -> tuple[str, ...]:
        unit = self._next()
        return (seat_of(now, unit),) if unit and len(self._targets(unit)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"interception at {now.board.name(self.space)}: whom does {self._next()} fire at?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("pairs", "; ".join(" ".join(p) for p in self.pairs)))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return not_listed(self, now, seat, words, "say 'target', the unit and whom it fires at")

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return f"{now.name(words[1])} fires at {now.name(words[2])}."

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_duel(now, words[1], "", self.interceptors) if words else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.become(evolve(self, aims=(*self.aims, (words[1], words[2]))))

    def step(self, play: Play) -> None:
        unit = self._next()
        if unit:
            play.become(evolve(self, aims=(*self.aims, (unit, self._targets(unit)[0]))))
        else:
            play.become(Fire(self.space, self._shots(play.now)))

    def _shots(self, now: Position) -> tuple[Shot, ...]:
        """Pair by pair the interceptor and its escort, then the others, then mission aircraft that fire back."""
        shots = []
        for one, other in self.pairs:
            shots += [Shot(one, "intercept", (other,)), Shot(other, "escort", (one,))]
        for unit, target in self.aims:
            if unit in self.escorts:
                shots.append(Shot(unit, "escort", (target,), rule=self.rule))
            else:
                shots.append(Shot(unit, "intercept", (target,), rule=self.rule if self.escorts else BARE))
        if now.settings(Air).mission_return_fire:
            for flyer in self.flyers:
                foes = tuple(u for u, target in self.aims if target == flyer)
                if foes and flyer in now.state.units:
                    shots.append(Shot(flyer, "arrival", foes, rule=OWN))
        return tuple(shots)


FRAMES = (Engagement, Commit, Pair, Surplus)
