"""Fire at the surface: air defence of ships, strikes by class of target, and attacks on submarines that were found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because
from hexwright.dice import Candidate, Die, LossPolicy, lots
from hexwright.events import StatusSet
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright_plugins.facilities.places import KINDS, printed
from hexwright_plugins.facilities.strikes import Strike
from hexwright_plugins.gunnery import Wounds, allocator, capped, dice_of, lose_step
from hexwright_plugins.telling import because_hand

from .fire import Naming, Shot, at_space, losses, names, nation_of, present, volley
from .record import MissionStage, missions
from .tables import Air
from .telling import because_defence

CLASSES = ("ships", "port", "airfield", "embarked", "land")

# ------------------------------------------------------------------ who can be fired at, and who fires


def nations_over(now: Position, units: Iterable[str]) -> tuple[str, ...]:
    """The nations of aircraft and flights."""
    found: dict[str, None] = {}
    for unit in units:
        mission = missions(now).of(unit)
        nation = now.unit(unit).nation if unit in now.state.units else nation_of(now, mission) if mission else ""
        found[nation] = None
    return tuple(n for n in found if n)


def ships_at(now: Position, space: str, foes: Iterable[str]) -> tuple[Unit, ...]:
    """Surface ships in a space that are enemies of one of these nations, in the order of ids."""
    nations = tuple(foes)
    here = (u for u in now.units_at(space) if now.has_tag(u, "ship") and not u.hidden)
    return tuple(u for u in here if any(now.is_enemy(n, u.nation) for n in nations))


def troops_at(now: Position, space: str, foes: Iterable[str]) -> tuple[Unit, ...]:
    """Ground combat units ashore that are enemies of one of these nations."""
    nations = tuple(foes)
    here = (u for u in now.units_at(space) if now.has_tag(u, "combat") and u.steps > 0)
    return tuple(u for u in here if any(now.is_enemy(n, u.nation) for n in nations))


def forces_at(now: Position, space: str, foes: Iterable[str]) -> tuple[str, ...]:
    """Task forces in a space with enemy troops aboard."""
    nations = tuple(foes)
    holders = (u for u in now.units_at(space) if now.has_tag(u, "container"))
    return tuple(h.id for h in holders if any(now.is_enemy(n, h.nation) for n in nations) and _aboard(now, h.id))


def _aboard(now: Position, force: str) -> bool:
    return any(now.has_tag(u, "combat") for u in now.units_at(force))


# ------------------------------------------------------------------ air defence of ships


@frozen
class AirDefence(Naming):
    """The owner of ships under enemy aircraft says which of those that have not fired this turn do so (D-23).

    `flyers` are the aircraft that can be hit. A ship in port also fires when port or airfield are the target.
    """

    name: ClassVar[str] = "air_ops.defence"
    rule: ClassVar[str] = "TT-2.4.2-04"
    verb: ClassVar[str] = "fire"
    flyers: tuple[str, ...] = ()

    def able(self, now: Position) -> tuple[str, ...]:
        flyers = present(now, self.flyers)
        if not flyers or not now.has_plugin("naval_ops"):
            return ()
        ships = ships_at(now, self.space, nations_over(now, flyers))
        return tuple(s.id for s in ships if "fired_aa" not in s.status and dice_of(now, s, "air_defence"))

    def prompt(self, now: Position, seat: str) -> str:
        return f"enemy aircraft attack {now.board.name(self.space)}: which ships fire at them?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (*super().about(now, seat), ("aircraft", ", ".join(self.flyers)))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_defence(now, words[1:2] or self.able(now), self.flyers)

    def settled(self, play: Play) -> None:
        play.done()
        if self.chosen:
            play.push(DefenceFire(self.space, tuple(sorted(self.chosen)), self.flyers))


@frozen
class DefenceFire(ChanceFrame):
    """Ships fire at aircraft, once a turn each; the hits count before the aircraft act."""

    name: ClassVar[str] = "air_ops.defence_fire"
    rule: ClassVar[str] = "TT-2.4.1-21"
    space: str
    ships: tuple[str, ...]
    flyers: tuple[str, ...]

    def _dice(self, now: Position) -> tuple[Die, ...]:
        return tuple(d for s in self.ships for d in dice_of(now, now.unit(s), "air_defence"))

    def label(self, now: Position) -> str:
        return f"air defence {self.space}"

    def prompt(self, now: Position, seat: str) -> str:
        told = ", ".join(f"{d.source} ({d.notation})" for d in self._dice(now))
        return f"air defence at {now.board.name(self.space)}: {told}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_defence(now, self.ships, self.flyers)

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in self._dice(now))

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        play.done()
        flyers = present(now, self.flyers)
        hits = []
        for die, face in zip(self._dice(now), faces, strict=True):
            scored = [die.domain] * die.is_hit(face)
            hits += scored
            play.emit(volley(now, Shot(die.source, "air_defence", flyers), self.space, (face,), len(scored), (die,)))
            play.emit(StatusSet(unit=die.source, status="fired_aa", rule="TT-2.4.1-R22"))
        if hits and flyers:
            play.push(losses(now, self.space, flyers, hits, self.ships[0], self.rule))


# ------------------------------------------------------------------ strikes


@frozen
class Strikes(Frame):
    """The strikes of one side on a space, class by class: every class is one hand of all that fly against it."""

    name: ClassVar[str] = "air_ops.strikes"
    rule: ClassVar[str] = "TT-2.4.1-23"
    space: str
    side: str

    def step(self, play: Play) -> None:
        now = play.now
        waiting = at_space(now, self.space, self.side, "strike")
        kind = next((c for c in CLASSES if any(m.against == c for m in waiting)), "")
        if not waiting:
            play.done()
            return
        units = names(m for m in waiting if m.against == kind or kind == "")
        for unit in units:
            play.emit(MissionStage(unit=unit, stage="used", why="strike", rule="TT-2.4.1-20"))
        frame = self._frame(now, kind, units)
        if frame is not None:
            play.push(frame)
        else:
            what = kind or "target"
            play.say(f"strike at {now.board.name(self.space)}: no {what} left to hit", "TT-2.4.1-R09")

    def _frame(self, now: Position, kind: str, units: tuple[str, ...]) -> Frame | None:
        foes = nations_over(now, units)
        if kind in KINDS:
            if not printed(now, self.space, kind):
                return None
            seat = now.seat_of(foes[0])
            return Strike(self.space, kind, units, "strike", seat, self.rule)
        targets = surface_targets(now, self.space, kind, foes)
        return StrikeFire(self.space, units, kind, targets) if targets else None


def surface_targets(now: Position, space: str, kind: str, foes: tuple[str, ...]) -> tuple[str, ...]:
    """The enemy ships, task forces or, with the switch, troops that a strike on a space is against."""
    if kind == "ships":
        return tuple(u.id for u in ships_at(now, space, foes))
    if kind == "embarked":
        return forces_at(now, space, foes) if now.has_plugin("invasion") else ()
    if kind == "land" and now.settings(Air).strike_land_units:
        return tuple(u.id for u in troops_at(now, space, foes))
    return ()


@frozen
class StrikeFire(ChanceFrame):
    """A strike on ships, embarked troops or troops ashore is rolled: each hit does one point of damage."""

    name: ClassVar[str] = "air_ops.strike_fire"
    rule: ClassVar[str] = "TT-2.4.1-23"
    space: str
    units: tuple[str, ...]
    kind: str
    targets: tuple[str, ...]

    def _dice(self, now: Position) -> tuple[Die, ...]:
        units = (now.state.units.get(u) for u in self.units)
        return tuple(d for u in units if u is not None for d in dice_of(now, u, "strike"))

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self._dice(now) else ()

    def step(self, play: Play) -> None:
        play.done()

    def label(self, now: Position) -> str:
        return f"strike {self.space} {self.kind}"

    def prompt(self, now: Position, seat: str) -> str:
        told = ", ".join(f"{u} ({sum(d.source == u for d in self._dice(now))})" for u in self.units)
        return f"strike on {self.kind} at {now.board.name(self.space)}: dice of {told}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_hand(now, [(unit, "strike") for unit in self.units], "", self.rule)

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in self._dice(now))

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        dice = self._dice(now)
        play.done()
        hits: list[str] = []
        for unit in self.units:
            own = [(d, f) for d, f in zip(dice, faces, strict=True) if d.source == unit]
            if not own:
                continue
            scored = [d.domain for d, f in own if d.is_hit(f)]
            hits += scored
            thrown = tuple(f for _, f in own)
            play.emit(volley(now, Shot(unit, "strike", self.targets), self.space, thrown, len(scored), (own[0][0],)))
        if hits:
            play.push(self._damage(now, tuple(hits)))

    def _damage(self, now: Position, hits: tuple[str, ...]) -> Frame:
        if self.kind == "embarked":
            from hexwright_plugins.invasion.embarked import RandomLoss

            return RandomLoss(self.targets[0], len(hits), self.rule)
        if self.kind == "land":
            return RandomHits(self.space, self.targets, len(hits))
        owner = now.seat_of(now.unit(self.targets[0]).nation)
        who = allocator(now, owner, now.seat_of(now.unit(self.units[0]).nation))
        return ShipLosses(self.space, who, self.targets, hits, "strike", "TT-2.4.1-R10")


@frozen
class ShipLosses(Wounds):
    """Ships take the hits of a strike: their owner says which."""

    name: ClassVar[str] = "air_ops.ship_losses"
    rule: ClassVar[str] = "TT-2.4.1-R10"


@frozen
class RandomHits(ChanceFrame):
    """Hits on ground units ashore: for each one SP is drawn among all that stand there (TT-2.4.1-22)."""

    name: ClassVar[str] = "air_ops.random_hits"
    rule: ClassVar[str] = "TT-2.4.1-22"
    space: str
    targets: tuple[str, ...]
    hits: int

    def _lots(self, now: Position) -> tuple[str, ...]:
        found = (now.state.units.get(t) for t in self.targets)
        able = [Candidate(u.id, (), u.steps) for u in found if u is not None and u.steps > 0]
        return lots(LossPolicy("random"), 1, able)

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.hits and len(dict.fromkeys(self._lots(now))) > 1 else ()

    def label(self, now: Position) -> str:
        return f"struck {self.space}"

    def prompt(self, now: Position, seat: str) -> str:
        return f"strike on {now.board.name(self.space)}: which unit is hit?"

    def sides(self, now: Position) -> tuple[int, ...]:
        return (len(self._lots(now)),)

    def step(self, play: Play) -> None:
        listed = self._lots(play.now)
        if self.hits and listed:
            self._hit(play, listed[0])
        else:
            play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        self._hit(play, self._lots(play.now)[faces[0] - 1])

    def _hit(self, play: Play, unit: str) -> None:
        play.become(evolve(self, hits=self.hits - 1))
        lose_step(play, unit, "strike", self.space, self.rule)


# ------------------------------------------------------------------ submarines that a patrol has found


@frozen
class DepthCharges(ChanceFrame):
    """With air.asw_damages a patrol rolls at the submarines it has found: each takes so many hits at most (AMB-051)."""

    name: ClassVar[str] = "air_ops.depth_charges"
    rule: ClassVar[str] = "TT-2.4.1-07"
    unit: str
    space: str

    def _found(self, now: Position) -> tuple[str, ...]:
        nation = now.unit(self.unit).nation
        here = now.enemies_at(self.space, nation, ("submarine",))
        return tuple(u.id for u in here if not u.hidden)

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self._found(now) and self.sides(now) else ()

    def label(self, now: Position) -> str:
        return f"depth charges {self.space}"

    def prompt(self, now: Position, seat: str) -> str:
        return f"{self.unit} attacks the submarines at {now.board.name(self.space)}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in dice_of(now, now.unit(self.unit), "strike"))

    def step(self, play: Play) -> None:
        play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        unit = now.unit(self.unit)
        dice = dice_of(now, unit, "strike")
        found = self._found(now)
        hits = sum(d.is_hit(f) for d, f in zip(dice, faces, strict=True))
        play.done()
        play.emit(volley(now, Shot(unit.id, "strike", found), self.space, faces, hits, dice))
        who = allocator(now, now.seat_of(now.unit(found[0]).nation), now.seat_of(unit.nation))
        # The switch overrules that aircraft cannot harm submarines, so these hits have no domain.
        most, rule = capped(now, found), "TT-2.4.2-R27"
        play.push(ShipLosses(self.space, who, found, ("",) * hits, "depth charges", rule, capped=most))


FRAMES = (AirDefence, DefenceFire, Strikes, StrikeFire, ShipLosses, RandomHits, DepthCharges)
