"""What maritime operations remember: the mission of each ship, and the events that change it."""

from __future__ import annotations

from typing import ClassVar, Literal

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason
from hexwright.events import Event
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import Own, State

PLUGIN = "naval_ops"
Stage = Literal["assigned", "done", "lost"]
# Statuses of ships that do nothing more this turn, and what to say of them.
TOLD = {"beaten": "been beaten", "refused": "refused battle", "cancelled": "lost its mission"}


@frozen
class Mission:
    """One ship's mission this turn; `kind` is an id of the missions table, `target` a space or a convoy box.

    `against` is "ships" for a strike on ships, "" else. Stages: assigned, then done when it was carried out, or lost
    (beaten, refused, cancelled).
    """

    unit: str
    kind: str
    target: str = ""
    stage: Stage = "assigned"
    against: str = ""


@frozen
class Supporter:
    """A submarine or aircraft that joins a battle at sea, and the table of the dice it brings."""

    unit: str
    table: str


@frozen
class Fleet:
    """One side of a battle at sea: who decides, its ships, who supports them, and the domain of each hit it scores."""

    side: str
    seat: str
    ships: tuple[str, ...]
    support: tuple[Supporter, ...] = ()
    total: int = 0
    hits: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """All that take part, the ships first."""
        return (*self.ships, *(s.unit for s in self.support))


@frozen
class SeaBattle:
    """A battle at sea under way; `winner` is "attacker" or "defender", "" before the dice fell or when nobody wins."""

    space: str
    attacker: Fleet
    defender: Fleet
    winner: str = ""

    def fleet(self, role: str) -> Fleet:
        """The attacker or the defender."""
        return self.attacker if role == "attacker" else self.defender

    def other(self, role: str) -> Fleet:
        """The enemy of that fleet."""
        return self.defender if role == "attacker" else self.attacker

    def with_fleet(self, role: str, fleet: Fleet) -> SeaBattle:
        """The battle with that fleet changed."""
        if role == "attacker":
            return attrs.evolve(self, attacker=fleet)
        return attrs.evolve(self, defender=fleet)


@frozen
class SeaState:
    """The plug-in's own state, open to all.

    `missions` in the order of assignment; `battle` is the one for Sea Control that is being fought; `came` are the
    ships that were put into a port this turn: they did not begin it there.
    """

    missions: tuple[Mission, ...] = ()
    battle: SeaBattle | None = None
    came: tuple[str, ...] = ()

    def of(self, unit: str) -> Mission | None:
        """The mission of a ship."""
        return next((m for m in self.missions if m.unit == unit), None)

    def at(self, target: str, *kinds: str, stage: str = "") -> tuple[Mission, ...]:
        """The missions with this target, of these kinds (any when none is given), at this stage (any when "")."""
        return tuple(
            m
            for m in self.missions
            if m.target == target and (not kinds or m.kind in kinds) and (not stage or m.stage == stage)
        )


OWN = Own(PLUGIN, SeaState())


def missions(now: Position) -> SeaState:
    """What maritime operations remember now."""
    return OWN.of(now.state)


@frozen(kw_only=True)
class ShipAssigned(Event):
    """A ship has its mission; one that has to fight for Sea Control gives up the mission it had, and `defends`."""

    unit: str
    kind: str
    target: str = ""
    against: str = ""
    defends: bool = False

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        kept = (m for m in old.missions if m.unit != self.unit)
        new = Mission(self.unit, self.kind, self.target, against=self.against)
        return OWN.put(state, attrs.evolve(old, missions=(*kept, new)))

    def causes(self, now: Position) -> tuple[Because, ...]:
        from ..telling import because_mission

        return (because_mission(now, self.kind),) if self.kind in now.rules.mission else ()

    def text(self) -> str:
        where = f" at {self.target}" if self.target else ""
        what = f" on {self.against}" if self.against else ""
        return f"{self.unit} {'defends' if self.defends else 'takes'} {self.kind}{where}{what}"


@frozen(kw_only=True)
class ShipStage(Event):
    """A ship's mission has come to its next stage: done or lost."""

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
class ShipsCleared(Event):
    """The turn's naval missions are over."""

    minor: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        return OWN.put(state, SeaState())

    def text(self) -> str:
        return "naval missions are over"


def is_out(unit: Unit) -> str:
    """The status that keeps a ship from all missions this turn, "" when none does."""
    return next((s for s in TOLD if any(word.split(":", 1)[0] == s for word in unit.status)), "")


def why_busy(now: Position, ship: Unit, then: str = "") -> Reason | None:
    """Why a ship has its mission already; `retract` helps only while it was given in the window that is open."""
    own = OWN.of(now.state).of(ship.id)
    if own is None:
        return None
    where = f" at {now.board.name(own.target)}" if own.target else ""
    near = "retract" if now.state.before is not None else ""
    return Reason(f"{now.name(ship.id)} has its mission{then}: {own.kind}{where}", "TT-2.4.2-03", nearest=near)


def surface_ships(now: Position, seat: str) -> tuple[Unit, ...]:
    """The surface ships of a seat that stand on the map and have a way to move, in the order of ids."""
    known = now.memo("naval_ops.ships", now.standing("ship", status=True))
    found: tuple[Unit, ...] | None = known.get(seat)
    if found is None:
        nations, tags, types = now.nations_of(seat), now.game.tags, now.rules.unit_type
        found = known[seat] = tuple(
            u
            for u in now.state.units.values()
            if "ship" in tags[u.type] and u.nation in nations and types[u.type].movement and now.on_map(u.at)
        )
    return found


def able(now: Position, mission: Mission) -> Unit | None:
    """The ship that can still carry out an assigned mission: in play, neither beaten nor out by refusal."""
    unit = now.state.units.get(mission.unit)
    return unit if unit is not None and mission.stage == "assigned" and not is_out(unit) else None


def failed(now: Position, kind: str, why: str = "") -> tuple[ShipStage, ...]:
    """The missions of a kind that nobody can carry out any more become lost."""
    return tuple(
        ShipStage(unit=m.unit, stage="lost", why=why)
        for m in missions(now).missions
        if m.kind == kind and m.stage == "assigned" and able(now, m) is None
    )
