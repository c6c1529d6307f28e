"""What air operations remember: the mission of each aircraft, and the events that change it."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.events import Event
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import Own, State

PLUGIN = "air_ops"
Stage = Literal["assigned", "flown", "used", "lost"]


@frozen
class Mission:
    """One aircraft's mission this turn. It stays at its base; the token is in `target` ("" for standing alerts).

    `kind` is an id of the missions table; `against` is the class of target of a strike; `base` where it set out
    from (a space, or the carrier's id). Stages: assigned, then flown when its space was resolved and it got
    through, used when its effect is used up, lost when it was shot down or broken off. A flight of air transport
    is a mission whose `unit` is no unit in play: then `nation` says whose it is.
    """

    unit: str
    kind: str
    target: str = ""
    against: str = ""
    base: str = ""
    stage: Stage = "assigned"
    nation: str = ""


@frozen
class AirState:
    """The plug-in's own state: all missions of the turn in the order of assignment; open to all.

    `paid` has (unit, space) for each interdicted space that a land unit has paid for this turn.
    """

    missions: tuple[Mission, ...] = ()
    paid: tuple[tuple[str, str], ...] = ()

    def of(self, unit: str) -> Mission | None:
        """The mission of an aircraft."""
        return next((m for m in self.missions if m.unit == unit), None)

    def at(self, target: str, *kinds: str, stage: str = "") -> tuple[Mission, ...]:
        """The missions with this target, of these kinds (any when none is given), at this stage (any when "")."""
        return tuple(
            m
            for m in self.missions
            if m.target == target and (not kinds or m.kind in kinds) and (not stage or m.stage == stage)
        )


OWN = Own(PLUGIN, AirState())


def missions(now: Position) -> AirState:
    """What air operations remember now."""
    return OWN.of(now.state)


def base_hex(now: Position, unit: Unit) -> str:
    """The space an aircraft flies from: its airfield, or where its carrier is; a convoy box counts as its sea hex."""
    place = now.where(unit)
    features = now.board.features(place) if place in now.board else {}
    return str(features["convoy_box"]["hex"]) if "convoy_box" in features else place


@frozen(kw_only=True)
class MissionAssigned(Event):
    """An aircraft has its mission: a token in the target's space, the aircraft flipped (TT-2.4.1-02)."""

    unit: str
    kind: str
    target: str = ""
    against: str = ""
    base: str = ""
    nation: str = ""

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        mission = Mission(self.unit, self.kind, self.target, self.against, self.base, nation=self.nation)
        return OWN.put(state, attrs.evolve(old, missions=(*old.missions, mission)))

    def causes(self, now: Position) -> tuple[Because, ...]:
        from ..telling import because_mission

        return (because_mission(now, self.kind),) if self.kind in now.rules.mission else ()

    def text(self) -> str:
        where = f" at {self.target}" if self.target else f" from {self.base}" if self.base else ""
        aim = "the troops aboard" if self.against == "embarked" else self.against
        what = f" on {aim}" if aim else ""
        return f"{'air transport ' if self.nation else ''}{self.unit} flies {self.kind}{where}{what}"


@frozen(kw_only=True)
class MissionStage(Event):
    """A mission has come to its next stage: flown, used or lost."""

    minor: ClassVar[bool] = True

    unit: str
    stage: Stage
    why: str = ""

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        new = tuple(attrs.evolve(m, stage=self.stage) if m.unit == self.unit else m for m in old.missions)
        return OWN.put(state, attrs.evolve(old, missions=new))

    def text(self) -> str:
        return f"the mission of {self.unit} is {self.stage}" + (f": {self.why}" if self.why else "")


@frozen(kw_only=True)
class InterdictionPaid(Event):
    """A land unit has paid for entering or leaving an interdicted space; it does so once a turn (TT-2.4.1-R14)."""

    minor: ClassVar[bool] = True

    unit: str
    space: str

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        return OWN.put(state, attrs.evolve(old, paid=(*old.paid, (self.unit, self.space))))

    def text(self) -> str:
        return f"{self.unit} is slowed by interdiction at {self.space}"


@frozen(kw_only=True)
class MissionsCleared(Event):
    """The turn's missions are over: aircraft are back at their bases."""

    minor: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        return OWN.put(state, AirState())

    def text(self) -> str:
        return "aircraft are back at their bases"


# ------------------------------------------------------------------ flights: missions without a piece on the map


@frozen(kw_only=True)
class FlightHit(Event):
    """A flight without a piece of its own (air transport) is hit while its space is resolved (TT-2.4.1-R17)."""

    flight: str
    hits: int = 1

    def text(self) -> str:
        return f"air transport {self.flight} takes {self.hits} hit{'' if self.hits == 1 else 's'}"


@frozen(kw_only=True)
class FlightResolved(Event):
    """A flight has come through to its space: what it carries may land now (its mission is `flown`)."""

    flight: str
    space: str

    def text(self) -> str:
        return f"air transport {self.flight} has come through to {self.space}"
