"""Who flies where, and fire in the air: units named one by one, shots, and who takes the hits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because, spell
from hexwright.dice import Die
from hexwright.errors import Reason
from hexwright.events import Event
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.position import Position
from hexwright_plugins.gunnery import Wounds, allocator, candidates, dice_of, lose_step

from .record import FlightHit, Mission, missions

PAIRED = "TT-2.4.1-R06"

# ------------------------------------------------------------------ who is there


def nation_of(now: Position, mission: Mission) -> str:
    """The nation that flies a mission; a flight of air transport names it itself, being no unit in play."""
    unit = now.state.units.get(mission.unit)
    return unit.nation if unit is not None else mission.nation


def live(now: Position, mission: Mission) -> bool:
    """Is a mission still to be resolved: assigned, and its aircraft (or the flight) is there?"""
    return mission.stage == "assigned" and bool(nation_of(now, mission))


def at_space(now: Position, space: str, side: str, *kinds: str) -> tuple[Mission, ...]:
    """A side's missions over a space that are still to be resolved, alerts apart, of these kinds or of any."""
    return tuple(
        m
        for m in missions(now).at(space, *kinds)
        if m.kind not in ("intercept", "re_base") and live(now, m) and now.side(nation_of(now, m)) == side
    )


def names(units: Iterable[Mission]) -> tuple[str, ...]:
    """The aircraft of missions, in the order of their ids."""
    return tuple(sorted(m.unit for m in units))


def seat_of(now: Position, unit: str) -> str:
    """The seat that decides for an aircraft, or for a flight that is no unit."""
    mission = missions(now).of(unit)
    nation = now.unit(unit).nation if unit in now.state.units else mission.nation if mission else ""
    return now.seat_of(nation)


def present(now: Position, units: Iterable[str]) -> tuple[str, ...]:
    """Those of the aircraft and flights that are still there."""
    out = []
    for unit in units:
        mission = missions(now).of(unit)
        flight = mission is not None and unit not in now.state.units and live(now, mission)
        if unit in now.state.units or flight:
            out.append(unit)
    return tuple(out)


# ------------------------------------------------------------------ shots and hits


@frozen(kw_only=True)
class Volley(Event):
    """An aircraft or ship has fired: its faces, and how many of them hit."""

    unit: str
    space: str
    targets: tuple[str, ...]
    faces: tuple[int, ...]
    hits: int
    table: str = ""

    def causes(self, now: Position) -> tuple[Because, ...]:
        from ..telling import because_dice

        return tuple(because_dice(now, self.unit, self.table))

    def text(self) -> str:
        aim = " or ".join(self.targets) if len(self.targets) < 4 else f"{len(self.targets)} targets"
        faces = ", ".join(map(str, self.faces))
        return f"{self.unit} fires at {aim}: {faces} ({self.hits} hit{'' if self.hits == 1 else 's'})"


@frozen
class Naming(Frame):
    """Owners name units one after the other, or say `done`; a subclass says who may be named and what follows."""

    verb: ClassVar[str] = ""
    space: str
    chosen: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()

    def able(self, now: Position) -> tuple[str, ...]:
        """All units that may be named."""
        return ()

    def named(self, play: Play, unit: str) -> None:
        """A unit was named."""

    def settled(self, play: Play) -> None:
        """All that will be named are: the frame gives way to what follows."""
        raise NotImplementedError(self.name)

    def _left(self, now: Position, seat: str = "") -> tuple[str, ...]:
        found = (u for u in self.able(now) if u not in self.chosen)
        return tuple(u for u in found if (s := seat_of(now, u)) not in self.closed and seat in ("", s))

    def asked(self, now: Position) -> tuple[str, ...]:
        left = self._left(now)
        return (seat_of(now, left[0]),) if left else ()

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("named", ", ".join(self.chosen)))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [*(spell(self.verb, u) for u in self._left(now, seat)), "done"]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        if words[0] == self.verb and len(words) == 2:
            if words[1] in self.chosen:
                return Reason(f"{now.name(words[1])} is named already", self.rule, nearest=options[0])
            return Reason(f"{words[1]} cannot act at {now.board.name(self.space)} now", self.rule, nearest=options[0])
        return Reason(f"say '{self.verb}' and a unit, or 'done'", self.rule, nearest=options[0])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words == ("done",):
            play.become(evolve(self, closed=(*self.closed, seat)))
            return
        play.become(evolve(self, chosen=(*self.chosen, words[1])))
        self.named(play, words[1])

    def step(self, play: Play) -> None:
        self.settled(play)


@frozen
class AirLosses(Wounds):
    """Hits on aircraft and on flights of air transport; their owner says who takes them."""

    name: ClassVar[str] = "air_ops.losses"
    rule: ClassVar[str] = "TT-2.4.2-R22"

    def bearers(self, now: Position) -> tuple[str, ...]:
        if not self.hits:
            return ()
        return present(now, (t for t in self.targets if t not in now.state.units or now.unit(t).steps > 0))

    def asked(self, now: Position) -> tuple[str, ...]:
        able = self.bearers(now)
        steps = sum(c.steps for c in candidates(now, able))
        doomed = len(self.hits) >= steps and all(u in now.state.units for u in able)
        return (self.seat,) if len(able) > 1 and not doomed else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._hit(play, words[1])

    def step(self, play: Play) -> None:
        able = self.bearers(play.now)
        if able:
            self._hit(play, able[0])
        else:
            play.done()

    def _hit(self, play: Play, unit: str) -> None:
        play.become(evolve(self, hits=self.hits[1:]))
        shoot_down(play, unit, self.why, self.space, self.note or self.rule)


def shoot_down(play: Play, unit: str, why: str, space: str, rule: str) -> None:
    """One hit on an aircraft, which loses a step, or on a flight, whose load is hit."""
    if unit in play.state.units:
        lose_step(play, unit, why, space, rule)
    else:
        play.emit(FlightHit(flight=unit, rule="TT-2.4.1-R17"))


@frozen
class Shot:
    """What one aircraft fires at: `targets` share its hits (one alone takes them all), the rest go on to `spill`.

    `rule` is the one by which it fires, told with the losses.
    """

    unit: str
    table: str
    targets: tuple[str, ...]
    spill: tuple[str, ...] = ()
    rule: str = PAIRED


@frozen
class Fire(ChanceFrame):
    """All shots of an engagement fall together, in the order given; hits nobody can take any more are lost."""

    name: ClassVar[str] = "air_ops.fire"
    rule: ClassVar[str] = PAIRED
    space: str
    shots: tuple[Shot, ...]
    what: str = "interception"

    def _dice(self, now: Position) -> tuple[tuple[Shot, tuple[Die, ...]], ...]:
        shooters = ((shot, now.state.units.get(shot.unit)) for shot in self.shots)
        return tuple((s, dice_of(now, u, s.table)) for s, u in shooters if u is not None)

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.sides(now) else ()

    def label(self, now: Position) -> str:
        return f"{self.what} {self.space}"

    def prompt(self, now: Position, seat: str) -> str:
        told = ", ".join(f"{s.unit} ({len(d)}d{d[0].sides})" for s, d in self._dice(now) if d)
        return f"{self.what} at {now.board.name(self.space)}: {told}"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("shots", "; ".join(f"{s.unit} > {' '.join(s.targets)}" for s in self.shots)))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_shots  # it builds on this room

        return because_shots(now, self.shots)

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(die.sides for _, dice in self._dice(now) for die in dice)

    def step(self, play: Play) -> None:
        play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        play.done()
        fallen: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        first: dict[tuple[str, ...], Shot] = {}
        at = 0
        for shot, dice in self._dice(now):
            own, at = faces[at : at + len(dice)], at + len(dice)
            hits = [d.domain for d, face in zip(dice, own, strict=True) if d.is_hit(face)]
            play.emit(volley(now, shot, self.space, own, len(hits), dice))
            fallen.setdefault((shot.targets, shot.spill), []).extend(hits)
            first.setdefault(shot.targets, shot)
        frames: list[Frame] = []
        for (targets, spill), domains in fallen.items():
            there = present(now, targets)
            most = sum(c.steps for c in candidates(now, there)) if spill else len(domains)
            for struck, part in ((there, domains[:most]), (present(now, spill), domains[most:])):
                if struck and part:
                    frames.append(self.struck(play, struck, part, first[targets]))
        play.push(*frames)

    def struck(self, play: Play, targets: tuple[str, ...], hits: list[str], shot: Shot) -> Frame:
        """How targets that share hits take them."""
        return losses(play.now, self.space, targets, hits, shot.unit, shot.rule)


def volley(now: Position, shot: Shot, space: str, faces: tuple[int, ...], hits: int, dice: tuple[Die, ...]) -> Volley:
    """The event of one aircraft's or ship's dice."""
    rule = dice[0].rule if dice else "TT-2.4.1-R03"
    return Volley(
        unit=shot.unit, space=space, targets=shot.targets, faces=faces, hits=hits, table=shot.table, rule=rule
    )  # fmt: skip


def losses(
    now: Position, space: str, targets: tuple[str, ...], hits: Iterable[str], shooter: str, rule: str
) -> AirLosses:
    """The frame by which aircraft of one owner take hits."""
    who = allocator(now, seat_of(now, targets[0]), now.seat_of(now.unit(shooter).nation))
    return AirLosses(space, who, targets, tuple(hits), "hit", rule)


def not_listed(frame: Frame, now: Position, seat: str, words: tuple[str, ...], help: str) -> Reason | None:
    """The refusal of what is not among few options."""
    options = list(frame.options(now, seat))
    return None if " ".join(words) in options else Reason(help, frame.rule, nearest=options[0])


FRAMES = (Fire, AirLosses)
