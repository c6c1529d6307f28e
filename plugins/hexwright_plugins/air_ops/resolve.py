"""Air missions are resolved space by space, the sides in turn: what happens in one space, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import Event, MarkerSet
from hexwright.frames import Frame, Play
from hexwright.position import Position
from hexwright_plugins.gunnery import Patrolled

from .engagement import Engagement
from .fire import at_space, live, names, nation_of
from .record import FlightResolved, Mission, MissionStage, missions
from .squadrons import Joining
from .strike import AirDefence, DepthCharges, Strikes
from .tables import Air
from .telling import because_over


@frozen(kw_only=True)
class SpaceBegun(Event):
    """The missions over a space are resolved now, of both sides together."""

    space: str
    seat: str

    def text(self) -> str:
        return f"air missions over {self.space} are resolved"


def seats_in_order(now: Position) -> tuple[str, ...]:
    """The first side's seat, the second's, and any other."""
    return tuple(dict.fromkeys((now.seat_for("first"), now.seat_for("second"), *now.rules.seats)))


def sides_in_order(now: Position) -> tuple[str, ...]:
    """The sides in the order of the seats that play their nations."""
    return tuple(dict.fromkeys(now.side(n) for seat in seats_in_order(now) for n in now.nations_of(seat)))


def pending(now: Position, seat: str) -> tuple[str, ...]:
    """The spaces in which a seat has missions that are still to be resolved, in the order of the map."""
    mine = {
        m.target
        for m in missions(now).missions
        if m.target and m.kind not in ("intercept", "re_base") and live(now, m)
        and now.seat_of(nation_of(now, m)) == seat
    }  # fmt: skip
    return tuple(s for s in now.board.spaces if s in mine)


@frozen
class Resolve(Frame):
    """The sides pick one of their own spaces in turn, the first side begins; one without any is passed over (D-20)."""

    name: ClassVar[str] = "air_ops.resolve"
    rule: ClassVar[str] = "TT-2.4.1-R08"
    turn: int = 0

    def _turn(self, now: Position) -> tuple[int, str, tuple[str, ...]]:
        """Whose turn it is: the number of the turn, the seat and its spaces; none when all is resolved."""
        seats = seats_in_order(now)
        for turn in range(self.turn, self.turn + len(seats)):
            seat = seats[turn % len(seats)]
            spaces = pending(now, seat)
            if spaces:
                return turn, seat, spaces
        return self.turn, "", ()

    def asked(self, now: Position) -> tuple[str, ...]:
        _, seat, spaces = self._turn(now)
        return (seat,) if len(spaces) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return "which of your air missions is resolved next?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("resolve", space) for space in self._turn(now)[2]]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        if words[0] == "resolve" and len(words) == 2 and words[1] in now.board:
            where = now.board.name(words[1])
            return Reason(f"no mission of yours over {where} is still to be resolved", self.rule, nearest=options[0])
        return Reason("say 'resolve' and the space of a mission of yours", self.rule, nearest=options[0])

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return f"All missions over {now.board.name(words[1])}, of both sides, are resolved now."

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_over(now, words[1]) if words else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._begin(play, seat, words[1])

    def step(self, play: Play) -> None:
        _, seat, spaces = self._turn(play.now)
        if spaces:
            self._begin(play, seat, spaces[0])
        else:
            play.done()

    def _begin(self, play: Play, seat: str, space: str) -> None:
        turn = self._turn(play.now)[0]
        play.become(evolve(self, turn=turn + 1))
        play.emit(SpaceBegun(space=space, seat=seat, rule=self.rule))
        play.push(*joinings(play.now), Over(space))


def joinings(now: Position) -> tuple[Frame, ...]:
    """The windows in which squadrons may join a group before the next space is resolved (AMB-064)."""
    return tuple(Joining(seat) for seat in seats_in_order(now))


@frozen
class Over(Frame):
    """The missions over one space: interception, fire of ships, strikes, patrols, interdiction, support, flights.

    Each of these for the first side, then for the second (AMB-050, AMB-141).
    """

    name: ClassVar[str] = "air_ops.over"
    rule: ClassVar[str] = "TT-2.4.1-R08"
    space: str
    at: int = 0

    def step(self, play: Play) -> None:
        stages = (self._interception, self._defence, self._strikes, self._patrols, self._rest, self._flights)
        if self.at == len(stages):
            play.done()
            return
        play.become(evolve(self, at=self.at + 1))
        stage = stages[self.at]
        play.push(*[frame for side in sides_in_order(play.now) for frame in stage(play, side)])

    def _interception(self, play: Play, side: str) -> list[Frame]:
        flying = at_space(play.now, self.space, side)
        flyers = names(m for m in flying if m.kind != "escort")
        if play.now.settings(Air).engagement_scope == "mission" and flyers:
            return [Engagement(self.space, side, unit) for unit in flyers]
        return [Engagement(self.space, side)] if flying else []

    def _defence(self, play: Play, side: str) -> list[Frame]:
        flyers = names(m for m in at_space(play.now, self.space, side) if m.kind != "escort")
        return [AirDefence(self.space, flyers=flyers)] if flyers else []

    def _strikes(self, play: Play, side: str) -> list[Frame]:
        return [Strikes(self.space, side)] if at_space(play.now, self.space, side, "strike") else []

    def _patrols(self, play: Play, side: str) -> list[Frame]:
        units = names(at_space(play.now, self.space, side, "air_asw"))
        for unit in units:
            play.emit(
                Patrolled(unit=unit, space=self.space, rule="TT-2.4.1-R11"),
                MissionStage(unit=unit, stage="used", why="patrol", rule="TT-2.4.1-20"),
            )
        return [DepthCharges(unit, self.space) for unit in units] if play.now.settings(Air).asw_damages else []

    def _rest(self, play: Play, side: str) -> list[Frame]:
        """Interdiction is marked; what supports a battle or a convoy later has come through."""
        here = (m for m in at_space(play.now, self.space, side) if m.unit in play.state.units)
        for mission in sorted(here, key=lambda m: (m.kind != "interdict", m.unit)):
            if mission.kind == "interdict":
                self._interdict(play, mission)
            else:
                play.emit(MissionStage(unit=mission.unit, stage="flown", rule="TT-2.4.1-20"))
        return []

    def _interdict(self, play: Play, mission: Mission) -> None:
        nation = nation_of(play.now, mission)
        play.emit(MissionStage(unit=mission.unit, stage="used", why="interdiction", rule="TT-2.4.1-20"))
        known = any((m.kind, m.owner) == ("interdict", nation) for m in play.now.markers(self.space))
        if not known and "interdict" in play.now.rules.marker:
            play.emit(MarkerSet(space=self.space, kind="interdict", owner=nation, rule="TT-2.4.1-27"))

    def _flights(self, play: Play, side: str) -> list[Frame]:
        """Air transport has come through: what is left of its load may land, last of all."""
        for mission in at_space(play.now, self.space, side):
            play.emit(
                MissionStage(unit=mission.unit, stage="flown", rule="TT-2.4.1-20"),
                FlightResolved(flight=mission.unit, space=self.space, rule="TT-2.4.1-R15"),
            )
        return []


FRAMES = (Resolve, Over)
