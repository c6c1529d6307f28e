"""Air drops: they come down when all air missions are over; assaults are fought at once, or wait for Land."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import StatusSet
from hexwright.frames import Frame, Play
from hexwright.position import Position
from hexwright_plugins.land_combat import Battle, BattleDecided, Fight, because_battle, parties, record, told_hands
from hexwright_plugins.land_combat.retreat import Aftermath, Retreats
from hexwright_plugins.logistics import Committed, committed, needed, tokens_in_reach

from .assaults import share
from .flights import OFFENSIVE
from .landing import dropped, land_to_come, lifted
from .record import LIFT, Flight, FlightStage, flights, landed
from .tables import AirTransport

HOLDER = "holder"
TIMING = "TT-PA.2-02"


@frozen
class Drops(Frame):
    """All drops come down, the first side's first; each assault's owner says now or wait; the holder orders battles.

    They are in the air already: one that started where another comes down is no prey of it. Supply of an assault is
    reserved before anybody says anything.
    """

    name: ClassVar[str] = "air_transport.drops"
    rule: ClassVar[str] = TIMING
    paid: bool = False

    def _coming(self, now: Position) -> Flight | None:
        """The next flight that comes down; one that nobody resolved met nobody."""
        first = now.seat_for("first") if "first" in now.rules.role else ""
        due = flights(now).at("assigned", "flown")
        starts = {(base, f.side) for f in due for _, base in f.cargo}

        def early(flight: Flight) -> tuple[bool, bool]:
            waits = any(base == flight.to and side != flight.side for base, side in starts)
            return waits, flight.seat != first

        return min(due, key=early, default=None)

    def _open(self, now: Position) -> Flight | None:
        """The next assault whose owner has a choice."""
        first = now.seat_for("first") if "first" in now.rules.role else ""
        return next(iter(sorted(flights(now).at("fights"), key=lambda f: f.seat != first)), None)

    def _due(self, now: Position) -> tuple[str, ...]:
        return tuple(f.to for f in flights(now).at("now"))

    def asked(self, now: Position) -> tuple[str, ...]:
        if not self.paid:
            return ()
        waiting = self._open(now)
        if waiting is not None:
            return (waiting.seat,) if may_wait(now) else ()
        return (now.seat_for(HOLDER),) if HOLDER in now.rules.role and len(self._due(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        waiting = self._open(now)
        if waiting is None:
            return "which assault from the air is fought next?"
        return f"assault from the air at {now.board.name(waiting.to)}: fight now, or wait for Land?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        waiting = self._open(now)
        if waiting is not None:
            return told_hands(now, waiting.to)
        return tuple(fact for space in self._due(now) for fact in told_hands(now, space, named=True))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        if self._open(now) is not None:
            return ["now", "wait"]
        return [spell("fight", space) for space in self._due(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        return Reason(f"say {' or '.join(options)}", self.rule, nearest=options[0])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        if words == ("wait",):
            return ()  # the battle of Land is another one: friends may join both sides
        waiting = self._open(now)
        space = waiting.to if waiting is not None else words[1] if words else ""
        return because_battle(now, space) if space else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        waiting = self._open(play.now)
        if waiting is not None:
            stage: tuple[FlightStage, ...] = (
                FlightStage(flight=waiting.id, stage="waits" if words[0] == "wait" else "now", rule=self.rule),
            )
            play.emit(*stage)
        else:
            self._fight(play, words[1])

    def step(self, play: Play) -> None:
        now = play.now
        coming = self._coming(now)
        if coming is not None:
            play.emit(*(lifted if coming.kind == LIFT else dropped)(now, coming))
        elif not self.paid:
            play.become(evolve(self, paid=True))
            _reserve(play)
        elif (waiting := self._open(now)) is not None:
            play.emit(FlightStage(flight=waiting.id, stage="now", rule="TT-PA.2-R01"))
        elif self._due(now):
            self._fight(play, self._due(now)[0])
        else:
            play.done()

    def _fight(self, play: Play, space: str) -> None:
        for flight in flights(play.now).at("now"):
            if flight.to == space:
                play.emit(FlightStage(flight=flight.id, stage="over", rule=self.rule))
        play.push(Fight(space))


def may_wait(now: Position) -> bool:
    """May an assault from the air wait for the battles of Land (TT-PA.2-R01)?"""
    return now.settings(AirTransport).allow_wait and land_to_come(now)


def _reserve(play: Play) -> None:
    """Each assault gets its Supply; one for which none is left loses without dice."""
    now = play.now
    lost: list[Flight] = []
    for seat in now.rules.seats:
        mine = [f for f in flights(now).at("fights") if f.seat == seat]
        needs = {f.to: needed(now, f.to, seat) for f in mine}
        given = share(needs, {s: [t.id for t in tokens_in_reach(now, s, seat)] for s in needs})
        for flight in mine:
            if len(given[flight.to]) < needs[flight.to]:
                lost.append(flight)
                continue
            for token in given[flight.to]:
                play.emit(Committed(token=token, space=flight.to, rule=OFFENSIVE))
            play.emit(FlightStage(flight=flight.id, stage="fights", reserved=given[flight.to], rule=TIMING))
    for flight in lost:
        play.emit(FlightStage(flight=flight.id, stage="over", rule=OFFENSIVE))
    play.push(*(Stranded(f.to, tuple(u.id for u in landed(now, f) if now.has_tag(u, "combat"))) for f in lost))


# ------------------------------------------------------------------ assaults without Supply


def waiting(now: Position) -> tuple[Flight, ...]:
    """The assaults that wait for Land, as long as they are not fought."""
    known = record(now)
    attacking = {a.unit for a in known.attacks}
    return tuple(f for f in flights(now).at("waits") if any(u.id in attacking for u in landed(now, f)))


def unfed(now: Position) -> tuple[Flight, ...]:
    """The waiting assaults whose reserved Supply was lost."""
    held = committed(now)
    return tuple(f for f in waiting(now) if any((token, f.to) not in held for token in f.reserved))


def stranded(now: Position) -> Iterable[FlightStage | Frame]:
    """What becomes of waiting assaults whose Supply was lost."""
    for flight in unfed(now):
        yield FlightStage(flight=flight.id, stage="over", rule=OFFENSIVE)
        yield Stranded(flight.to, tuple(u.id for u in landed(now, flight) if now.has_tag(u, "combat")))


@frozen
class Stranded(Frame):
    """An assault from the air whose Supply was lost loses without dice: its troops retreat or surrender (AMB-063).

    Friends that have joined it fight on.
    """

    name: ClassVar[str] = "air_transport.stranded"
    rule: ClassVar[str] = OFFENSIVE
    space: str
    units: tuple[str, ...]
    beaten: bool = False

    def step(self, play: Play) -> None:
        known = record(play.now)
        if not self.beaten:
            both = parties(play.now, self.space)
            if both is None:
                play.done()
                return
            attacker, defender = both
            battle = Battle(self.space, evolve(attacker, units=self.units), defender, complete=True)
            play.become(evolve(self, beaten=True))
            play.set_slice(evolve(known, battle=battle), self.rule)
            told = f"{', '.join(self.units)} at {play.now.board.name(self.space)} lose without dice: no Supply"
            play.emit(
                BattleDecided(
                    space=self.space, winner=defender.side, loser=attacker.side, role="defender",
                    totals=(0, 0), hits=(0, 0), told=told, rule=self.rule,
                )
            )  # fmt: skip
            play.emit(*(StatusSet(unit=u, status="fought", rule=self.rule) for u in self.units))
            play.push(Retreats(self.space))
            return
        left = tuple(a for a in known.attacks if a.unit not in self.units)
        if any(a.space == self.space for a in left):
            play.done()
            play.set_slice(evolve(known, battle=None, attacks=left), self.rule)
        else:
            play.become(Aftermath(self.space))


FRAMES = (Drops, Stranded)
