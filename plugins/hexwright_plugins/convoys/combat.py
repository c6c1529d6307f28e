"""The fight for a convoy: escorts name their targets and fire, raiders that are left declare and fire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because, spell
from hexwright.dice import Die, Hand, Rolled, hits
from hexwright.errors import Reason
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from ..gunnery import Wounds, allocator, candidates, capped
from .meeting import (
    AIRCRAFT,
    ESCORTS,
    KINDS,
    SHIPS,
    alive,
    bearers,
    escort_dice,
    escort_targets,
    kind_of,
    raid_dice,
    raid_targets,
)
from .record import TRANSPORTS, Aimed, ClashOver, ConvoyFire, clash, told_parts
from .sinking import Sink, afloat, convoy_name
from .telling import because_aim, told_aim

# In this order hits are placed: those that may fall on one kind of escorts only come first.
GUARDS = (SHIPS, AIRCRAFT, ESCORTS)


@frozen
class _Aims(Frame):
    """The units of one side in a convoy box say one after the other what they fire at; a single target is no choice."""

    verb: ClassVar[str] = ""
    box: str

    def units(self, now: Position) -> tuple[Unit, ...]:
        """Who is to say."""
        raise NotImplementedError(self.name)

    def targets(self, now: Position, unit: Unit) -> tuple[str, ...]:
        """What a unit may name."""
        raise NotImplementedError(self.name)

    def dice(self, now: Position, unit: Unit, at: str) -> tuple[Die, ...]:
        """What it would roll."""
        raise NotImplementedError(self.name)

    def _next(self, now: Position) -> Unit | None:
        fight = clash(now)
        return next((u for u in self.units(now) if not fight.aim_of(u.id) and self.targets(now, u)), None)

    def asked(self, now: Position) -> tuple[str, ...]:
        unit = self._next(now)
        return (now.seat_of(unit.nation),) if unit is not None and len(self.targets(now, unit)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        unit = self._next(now)
        return f"{convoy_name(now)}: what does {unit.id if unit else 'nobody'} fire at?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        unit = self._next(now)
        if unit is None:
            return ()
        rows: list[tuple[str, str | int]] = [("box", self.box), ("side", clash(now).side), ("unit", unit.id)]
        rows += [(f"hand {at}", str(Hand(self.dice(now, unit, at)))) for at in self.targets(now, unit)]
        return (*rows, *present(now))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        unit = self._next(now)
        return [spell(self.verb, unit.id, at) for at in self.targets(now, unit)] if unit is not None else []

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        unit = self._next(now)
        if unit is not None and len(words) == 3 and words[:2] == (self.verb, unit.id):
            known = ", ".join(self.targets(now, unit))
            return Reason(f"{unit.id} cannot fire at {words[2]}; it may name {known}", self.rule, nearest=options[0])
        who = unit.id if unit is not None else "the unit"
        return Reason(f"say '{self.verb}', {who} and what it fires at", self.rule, nearest=options[0])

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_aim(now, words[1], words[2])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        if not words:
            return ()
        unit, at = now.unit(words[1]), words[2]
        return because_aim(now, unit, at, self.dice(now, unit, at), self.verb == "raid")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.emit(Aimed(unit=words[1], at=words[2], rule=self.rule))

    def step(self, play: Play) -> None:
        unit = self._next(play.now)
        if unit is None:
            play.done()
        else:
            play.emit(Aimed(unit=unit.id, at=self.targets(play.now, unit)[0], rule=self.rule))


def present(now: Position) -> tuple[tuple[str, str | int], ...]:
    """How many of each kind are in the fight, for front ends."""
    fight = clash(now)
    rows = [(f"raiders {kind}", len(alive(now, fight.raiders, tag))) for kind, tag in KINDS.items()]
    rows += [(f"escorts {kind}", len(alive(now, fight.escorts, tag))) for kind, tag in KINDS.items()]
    return (*(row for row in rows if row[1]), ("transports", len(afloat(now))))


@frozen
class AimEscorts(_Aims):
    """The owner of each escort names the kind of raiders it fires at: `aim ESCORT aircraft|surface|submarine`."""

    name: ClassVar[str] = "convoys.aim"
    rule: ClassVar[str] = "TT-2.4.4-R03"
    verb: ClassVar[str] = "aim"

    def units(self, now: Position) -> tuple[Unit, ...]:
        return alive(now, clash(now).escorts)

    def targets(self, now: Position, unit: Unit) -> tuple[str, ...]:
        return escort_targets(now, unit, clash(now).raiders)

    def dice(self, now: Position, unit: Unit, at: str) -> tuple[Die, ...]:
        return escort_dice(now, unit, at)


@frozen
class DeclareRaids(_Aims):
    """The owner of each raider that is left declares its target: `raid RAIDER transports|escorts|...`."""

    name: ClassVar[str] = "convoys.declare"
    rule: ClassVar[str] = "TT-2.4.4-06"
    verb: ClassVar[str] = "raid"

    def units(self, now: Position) -> tuple[Unit, ...]:
        return alive(now, clash(now).raiders)

    def targets(self, now: Position, unit: Unit) -> tuple[str, ...]:
        return raid_targets(now, unit, clash(now).escorts)

    def dice(self, now: Position, unit: Unit, at: str) -> tuple[Die, ...]:
        return raid_dice(now, unit, at, bool(clash(now).escorts))


# ------------------------------------------------------------------ the dice


@frozen
class _Fire(ChanceFrame):
    """The units of one side roll all their dice at once, in the order in which they named their targets."""

    who: ClassVar[str] = ""
    box: str

    def dice(self, now: Position, unit: Unit, at: str) -> tuple[Die, ...]:
        """What a unit rolls."""
        raise NotImplementedError(self.name)

    def shots(self, now: Position) -> tuple[tuple[str, Die], ...]:
        """(target, die) of every die, in order."""
        aims = [(now.state.units.get(aim.unit), aim.at) for aim in clash(now).aims]
        return tuple((at, die) for unit, at in aims if unit is not None for die in self.dice(now, unit, at))

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.shots(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"{convoy_name(now)}: the {self.who} fire"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        shots = self.shots(now)
        rows: list[tuple[str, str | int]] = [("box", self.box), ("side", clash(now).side)]
        for at in dict.fromkeys(at for at, _ in shots):
            rows.append((f"hand {at}", str(Hand(tuple(die for to, die in shots if to == at)))))
        return (*rows, *present(now))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        raids = self.who == "raiders"
        aims = [(now.state.units.get(aim.unit), aim.at) for aim in clash(now).aims]
        fire = (because_aim(now, u, at, self.dice(now, u, at), raids) for u, at in aims if u is not None)
        return [because for each in fire for because in each]

    def label(self, now: Position) -> str:
        return f"{self.who} {self.box}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(die.sides for _, die in self.shots(now))

    def step(self, play: Play) -> None:
        self.fell(play, ())

    def rolled(self, play: Play, faces: tuple[int, ...], at: str, rule: str) -> tuple[str, ...]:
        """Tell what was rolled against one target; the domains of the hits."""
        shots = [(die, face) for (to, die), face in zip(self.shots(play.now), faces, strict=True) if to == at]
        if not shots:
            return ()
        roll = Rolled(Hand(tuple(die for die, _ in shots)), tuple(face for _, face in shots))
        play.emit(
            ConvoyFire(
                box=self.box, who=f"the {self.who}", at=at, hits=roll.hits, told=str(roll), parts=told_parts(roll),
                rule=rule,
            )
        )  # fmt: skip
        return hits(roll)


@frozen
class EscortDice(_Fire):
    """Escorts fire first; what they hit takes its losses at once (TT-2.4.2-19)."""

    name: ClassVar[str] = "convoys.escort_dice"
    rule: ClassVar[str] = "TT-2.4.4-04"
    who: ClassVar[str] = "escorts"

    def dice(self, now: Position, unit: Unit, at: str) -> tuple[Die, ...]:
        return escort_dice(now, unit, at)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        foes = alive(now, clash(now).raiders)
        guards = alive(now, clash(now).escorts)
        play.done()
        frames: list[Frame] = []
        for kind in KINDS:
            scored = self.rolled(play, faces, kind, self.rule)
            targets = tuple(u.id for u in foes if kind_of(now, u) == kind)
            if scored and targets:
                seat = allocator(now, now.seat_of(now.unit(targets[0]).nation), now.seat_of(guards[0].nation))
                frames.append(
                    EscortHits(
                        self.box, seat, targets, scored, why="fire of the escorts", note=self.rule,
                        capped=capped(now, targets) if kind == "submarine" else (),
                    )
                )  # fmt: skip
        if clash(now).aims:
            play.emit(ClashOver(box=self.box, aims=True, rule=self.rule))
        play.push(*frames)


@frozen
class RaidDice(_Fire):
    """All raiders that are left fire at the same time; escorts do not fire again."""

    name: ClassVar[str] = "convoys.raid_dice"
    rule: ClassVar[str] = "TT-2.4.4-R05"
    who: ClassVar[str] = "raiders"

    def dice(self, now: Position, unit: Unit, at: str) -> tuple[Die, ...]:
        return raid_dice(now, unit, at, bool(clash(now).escorts))

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        guards = clash(now).escorts
        foes = alive(now, clash(now).raiders)
        play.done()
        frames: list[Frame] = []
        for at in GUARDS:
            scored = self.rolled(play, faces, at, self.rule)
            targets = bearers(now, at, guards) if scored else ()
            if targets:
                seat = allocator(now, now.seat_of(now.unit(targets[0]).nation), now.seat_of(foes[0].nation))
                frames.append(RaidHits(self.box, seat, targets, scored, why="convoy raid", note=self.rule))
        sunk = self.rolled(play, faces, TRANSPORTS, "TT-2.4.4-08")
        if sunk:
            frames.append(Sink(self.box, len(sunk)))
        play.push(*frames)


# ------------------------------------------------------------------ the hits


@frozen
class EscortHits(Wounds):
    """Hits of escorts fall on raiders of the kind that was named; their owner says on which (TT-2.4.4-R04)."""

    name: ClassVar[str] = "convoys.escort_hits"
    rule: ClassVar[str] = "TT-2.4.4-R04"

    def asked(self, now: Position) -> tuple[str, ...]:
        able = candidates(now, self.bearers(now))
        room = sum(min(c.steps, self.capped.count(c.id)) for c in able)
        if len(self.hits) >= room and all(c.id in self.capped for c in able):
            return ()  # each takes all the hits that it can take
        return super().asked(now)


@frozen
class RaidHits(Wounds):
    """Hits of raiders on escorts; the escorts' owner says which (AMB-119, with the limits of AMB-078)."""

    name: ClassVar[str] = "convoys.raid_hits"
    rule: ClassVar[str] = "TT-2.4.4-R05"
