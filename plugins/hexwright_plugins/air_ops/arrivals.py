"""Interception of arrivals in Deploy: what flies to an airfield is attacked, defended and defends itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because, spell
from hexwright.errors import Reason
from hexwright.events import Removed, StatusSet
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.position import Position

from .engagement import alerts, engage
from .fire import Fire, Naming, Shot, not_listed, present, seat_of
from .record import missions
from .telling import because_commit, because_duel, because_shots, told_commit

INTERCEPT, DEFEND, ORDER, OWN_FIRE, AIM = "TT-2.4.6-08", "TT-2.4.6-09", "TT-2.4.6-10", "TT-2.4.6-11", "TT-2.4.6-R02"


@frozen
class Raid(Naming):
    """The other side commits alerts in reach of an airfield against what flies in to it (D-63)."""

    name: ClassVar[str] = "air_ops.raid_arrivals"
    rule: ClassVar[str] = INTERCEPT
    verb: ClassVar[str] = "commit"
    units: tuple[str, ...] = ()

    def able(self, now: Position) -> tuple[str, ...]:
        nations = dict.fromkeys(now.unit(u).nation for u in self.units if u in now.state.units)
        return alerts(now, (self.space,), nations)

    def prompt(self, now: Position, seat: str) -> str:
        fly = "flies" if len(self.units) == 1 else "fly"
        return f"{', '.join(self.units)} {fly} in to {now.board.name(self.space)}: who intercepts?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (*super().about(now, seat), ("arrivals", ", ".join(self.units)))

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_commit(now, words[1], self.space) if words[1:] else super().tells(now, seat, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_commit(now, words[1], self.space, (), ()) if words[1:] else ()

    def named(self, play: Play, unit: str) -> None:
        engage(play, unit, self.space, self.rule)

    def settled(self, play: Play) -> None:
        play.done()
        if self.chosen:
            play.push(Cover(self.space, units=self.units, raiders=tuple(sorted(self.chosen))))


@frozen
class Cover(Naming):
    """The receiving side commits alerts in reach, which fire first, and escorts over that space (D-64)."""

    name: ClassVar[str] = "air_ops.cover_arrivals"
    rule: ClassVar[str] = DEFEND
    verb: ClassVar[str] = "commit"
    units: tuple[str, ...] = ()
    raiders: tuple[str, ...] = ()

    def able(self, now: Position) -> tuple[str, ...]:
        foes = dict.fromkeys(now.unit(r).nation for r in self.raiders if r in now.state.units)
        return (*alerts(now, (self.space,), foes), *self._escorts(now, tuple(foes)))

    def _escorts(self, now: Position, foes: tuple[str, ...]) -> tuple[str, ...]:
        found = []
        for mission in missions(now).at(self.space, "escort"):
            unit = now.state.units.get(mission.unit)
            ready = unit is not None and mission.stage in ("assigned", "flown") and "engaged" not in unit.status
            if unit is not None and ready and any(now.is_enemy(unit.nation, n) for n in foes):
                found.append(unit.id)
        return tuple(sorted(found))

    def prompt(self, now: Position, seat: str) -> str:
        return f"{', '.join(self.raiders)} intercept at {now.board.name(self.space)}: who defends the arrivals?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (*super().about(now, seat), ("interceptors", ", ".join(self.raiders)))

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_commit(now, words[1], self.space) if words[1:] else super().tells(now, seat, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_commit(now, words[1], self.space, (), ()) if words[1:] else ()

    def named(self, play: Play, unit: str) -> None:
        mission = missions(play.now).of(unit)
        if mission is not None and mission.kind == "intercept":
            engage(play, unit, self.space, self.rule)
        else:
            play.emit(StatusSet(unit=unit, status="engaged", rule=self.rule))

    def settled(self, play: Play) -> None:
        known = missions(play.now)
        alert = [u for u in self.chosen if (m := known.of(u)) is not None and m.kind == "intercept"]
        shots = tuple(Shot(u, "intercept", self.raiders, rule=ORDER) for u in sorted(alert))
        escorts = tuple(sorted(u for u in self.chosen if u not in alert))
        play.done()
        play.push(
            Fire(self.space, shots, "counter-interception"), Meeting(self.space, self.units, self.raiders, escorts)
        )


@frozen
class Meeting(Frame):
    """What is left of the interceptors is met by the escorts, one by one; those that are met do nothing else."""

    name: ClassVar[str] = "air_ops.meeting"
    rule: ClassVar[str] = ORDER
    space: str
    units: tuple[str, ...]
    raiders: tuple[str, ...]
    escorts: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    aims: tuple[tuple[str, str], ...] = ()

    def _free(self, now: Position) -> tuple[str, tuple[str, ...]]:
        """The next escort that has no opponent yet, and those that it may meet; "" when there is none."""
        raiders = present(now, self.raiders)
        met = [r for _, r in self.pairs]
        busy = [e for e, _ in (*self.pairs, *self.aims)]
        escort = next((e for e in self.escorts if e not in busy), "") if raiders else ""
        return escort, tuple(r for r in raiders if r not in met) or raiders

    def options(self, now: Position, seat: str) -> Iterable[str]:
        escort, foes = self._free(now)
        return [spell("pair", escort, foe) for foe in foes] if escort else []

    def asked(self, now: Position) -> tuple[str, ...]:
        escort, foes = self._free(now)
        return (seat_of(now, escort),) if escort and len(foes) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"arrivals at {now.board.name(self.space)}: whom does {self._free(now)[0]} engage?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("pairs", "; ".join(" ".join(p) for p in self.pairs)))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return not_listed(self, now, seat, words, "say 'pair', the escort and the interceptor it engages")

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_duel(now, words[1], words[2], self.raiders) if words else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._engage(play, words[1], words[2])

    def _engage(self, play: Play, escort: str, foe: str) -> None:
        if foe in [r for _, r in self.pairs]:  # all interceptors are met: a surplus escort only fires
            play.become(evolve(self, aims=(*self.aims, (escort, foe))))
        else:
            play.become(evolve(self, pairs=(*self.pairs, (escort, foe))))

    def step(self, play: Play) -> None:
        escort, foes = self._free(play.now)
        if escort:
            self._engage(play, escort, foes[0])
            return
        met = [r for _, r in self.pairs]
        through = tuple(r for r in present(play.now, self.raiders) if r not in met)
        shots: list[Shot] = []
        for one, foe in self.pairs:
            shots += [Shot(foe, "intercept", (one,), rule=ORDER), Shot(one, "escort", (foe,), rule=ORDER)]
        shots += [Shot(one, "escort", (foe,), rule=ORDER) for one, foe in self.aims]
        play.done()
        play.push(Fire(self.space, tuple(shots), "escort"), Attack(self.space, self.units, through))


def _parts(now: Position, units: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The aircraft among arrivals that are still there, and the land pieces."""
    found = [now.unit(u) for u in units if u in now.state.units]
    air = tuple(u.id for u in found if now.has_tag(u, "air"))
    return air, tuple(u.id for u in found if u.id not in air)


@frozen
class Attack(Frame):
    """Interceptors that nobody has met name what they fire at, aircraft or land pieces, then fire (D-65)."""

    name: ClassVar[str] = "air_ops.attack_arrivals"
    rule: ClassVar[str] = AIM
    space: str
    units: tuple[str, ...]
    raiders: tuple[str, ...]
    aims: tuple[str, ...] = ()

    def _kinds(self, now: Position) -> tuple[str, ...]:
        air, land = _parts(now, self.units)
        return (*(("air",) if air else ()), *(("land",) if land else ()))

    def _next(self) -> str:
        return self.raiders[len(self.aims)] if len(self.aims) < len(self.raiders) else ""

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("aim", self._next(), kind) for kind in self._kinds(now)]

    def asked(self, now: Position) -> tuple[str, ...]:
        return (seat_of(now, self._next()),) if self._next() and len(self._kinds(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"arrivals at {now.board.name(self.space)}: does {self._next()} fire at aircraft or land pieces?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        air, land = _parts(now, self.units)
        return (("space", self.space), ("air", ", ".join(air)), ("land", ", ".join(land)))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return not_listed(self, now, seat, words, "say 'aim', the interceptor and 'air' or 'land'")

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        shots = evolve(self, raiders=words[1:2], aims=words[2:])._shots(now) if words else ()
        return because_shots(now, shots)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.become(evolve(self, aims=(*self.aims, words[2])))

    def step(self, play: Play) -> None:
        kinds = self._kinds(play.now)
        if not kinds or not self.raiders:
            play.done()
        elif self._next():
            play.become(evolve(self, aims=(*self.aims, kinds[0])))
        else:
            play.done()
            play.push(ArrivalFire(self.space, self._shots(play.now), "arrivals", self.units))

    def _shots(self, now: Position) -> tuple[Shot, ...]:
        """The interceptors, then the aircraft that arrive; all fire at the same time."""
        air, land = _parts(now, self.units)
        aimed = zip(self.raiders, self.aims, strict=True)
        shots = [Shot(r, "intercept", air if aim == "air" else land, rule=AIM) for r, aim in aimed]
        return (*shots, *(Shot(u, "arrival", self.raiders, rule=OWN_FIRE) for u in air))


@frozen
class ArrivalFire(Fire):
    """The fire of interceptors and arriving aircraft; land pieces are drawn at random, aircraft by their owner."""

    name: ClassVar[str] = "air_ops.arrival_fire"
    rule: ClassVar[str] = OWN_FIRE
    units: tuple[str, ...] = ()

    def struck(self, play: Play, targets: tuple[str, ...], hits: list[str], shot: Shot) -> Frame:
        if any(play.now.has_tag(play.now.unit(t), "air") for t in targets):
            return super().struck(play, targets, hits, shot)
        return DrawPieces(self.space, targets, len(hits))


@frozen
class DrawPieces(ChanceFrame):
    """Each hit on arriving land pieces takes one of them, drawn at random; Supply can be hit like any other."""

    name: ClassVar[str] = "air_ops.draw_pieces"
    rule: ClassVar[str] = AIM
    space: str
    units: tuple[str, ...]
    hits: int

    def _left(self, now: Position) -> tuple[str, ...]:
        return tuple(u for u in self.units if u in now.state.units)

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.hits and len(self._left(now)) > self.hits else ()

    def label(self, now: Position) -> str:
        return f"arrivals lost {self.space}"

    def prompt(self, now: Position, seat: str) -> str:
        return f"which of the pieces that fly in to {now.board.name(self.space)} is lost?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return tuple((str(n), unit) for n, unit in enumerate(self._left(now), start=1))

    def sides(self, now: Position) -> tuple[int, ...]:
        return (len(self._left(now)),)

    def step(self, play: Play) -> None:
        left = self._left(play.now)
        if self.hits and left:
            self._lose(play, left[0])
        else:
            play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        self._lose(play, self._left(play.now)[faces[0] - 1])

    def _lose(self, play: Play, unit: str) -> None:
        play.become(evolve(self, hits=self.hits - 1))
        play.emit(Removed(unit=unit, how="lost", at=self.space, rule=self.rule))


FRAMES = (Raid, Cover, Meeting, Attack, ArrivalFire, DrawPieces)
