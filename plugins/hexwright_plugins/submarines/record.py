"""What submarines remember: the strikes and raids still to be carried out this turn, all of them revealed."""

from __future__ import annotations

from typing import ClassVar, Literal

from hexwright.classes import frozen
from hexwright.events import Event, Revealed, StatusSet
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import Own, State

PLUGIN = "submarines"
SHIPS = "ships"
REVEALED, CANCELLED, ASSIGNED = "revealed", "cancelled", "assigned"
Kind = Literal["ships", "port", "embarked"]


@frozen
class Raid:
    """What one submarine is about to do: strike the ships in its hex, a port, or the troops of a task force.

    `target` is a space, or the id of the task force.
    """

    unit: str
    kind: Kind
    target: str


@frozen
class SubState:
    """The plug-in's own state: raids in the order in which they were revealed; open to all."""

    raids: tuple[Raid, ...] = ()

    def of(self, unit: str) -> Raid | None:
        """What a submarine is about to do."""
        return next((r for r in self.raids if r.unit == unit), None)


OWN = Own(PLUGIN, SubState())


def raids(now: Position) -> SubState:
    """What submarines remember now."""
    return OWN.of(now.state)


def pending(now: Position, seat: str, kind: Kind) -> tuple[Raid, ...]:
    """A seat's raids of one kind that are still to be carried out by submarines still afloat."""
    units = now.state.units
    own = (r for r in raids(now).raids if r.kind == kind and r.unit in units)
    return tuple(r for r in own if now.seat_of(now.unit(r.unit).nation) == seat)


def port_raiders(now: Position, seat: str, space: str) -> tuple[str, ...]:
    """The submarines of a seat that are about to strike the port in a space."""
    return tuple(r.unit for r in pending(now, seat, "port") if r.target == space)


@frozen(kw_only=True)
class RaidSet(Event):
    """A submarine has shown what it is about to do."""

    unit: str
    kind: Kind
    target: str

    def apply(self, state: State) -> State:
        return OWN.put(state, SubState((*OWN.of(state).raids, Raid(self.unit, self.kind, self.target))))

    def text(self) -> str:
        what = {"ships": f"the ships in {self.target}", "port": f"the port of {self.target}"}
        return f"{self.unit} attacks {what.get(self.kind, f'the troops aboard {self.target}')}"


@frozen(kw_only=True)
class RaidOver(Event):
    """A submarine's strike or raid has been carried out, or will not be."""

    minor: ClassVar[bool] = True

    unit: str
    why: str = ""

    def apply(self, state: State) -> State:
        return OWN.put(state, SubState(tuple(r for r in OWN.of(state).raids if r.unit != self.unit)))

    def text(self) -> str:
        return f"the attack of {self.unit} is over" + (f": {self.why}" if self.why else "")


# ------------------------------------------------------------------ where they are


def box_hex(now: Position, place: str) -> str:
    """The sea hex that stands for a convoy box; "" for any other place."""
    features = now.board.features(place) if place in now.board else {}
    return str(features.get("convoy_box", {}).get("hex", ""))


def sea_hex(now: Position, place: str) -> str:
    """The sea hex a submarine is in, that of the convoy box in which it waits included; "" when it is not at sea."""
    if place in now.board and "sea" in now.board.tags(place):
        return place
    return box_hex(now, place)


def submarines_at(now: Position, space: str) -> tuple[Unit, ...]:
    """The submarines of anybody in a sea hex, hidden ones and those in its convoy boxes included, in the order of ids.

    For the rules only: what a seat may know of them is another question.
    """
    kinds = {t for t, tags in now.game.tags.items() if "submarine" in tags}
    return tuple(u for u in now.units() if u.type in kinds and sea_hex(now, u.at) == space)


def shown(now: Position, unit: Unit, *statuses: str, rule: str, found: bool = False) -> tuple[Event, ...]:
    """A submarine comes out of hiding or is found, with words on it; what it bears already is not told again."""
    out: list[Event] = [Revealed(unit=unit.id, at=unit.at, shows=not found, rule=rule)] if unit.hidden else []
    words = (REVEALED, *statuses)
    return (*out, *(StatusSet(unit=unit.id, status=w, rule=rule) for w in words if w not in unit.status))
