"""What happened: frozen facts that change the state when applied, each with its rule and its audience.

An event class of a plug-in is declared like those here. `seats` empty means that every seat learns of it;
otherwise the named seats do, and others get the event with its private fields blanked, or nothing at all
when the class declares none. An `irreversible` event cannot be taken back: a die fell or a secret came out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import attrs
from attrs import field

from .classes import frozen
from .decisions import CHANCE, Because
from .pieces import Marker, Unit
from .state import Outcome, State, Table

if TYPE_CHECKING:
    from .position import Position

Part = tuple[str, int, str]


def private(**kw: Any) -> Any:
    """A field that only the event's `seats` see."""
    return field(metadata={"private": True}, **kw)


@frozen(kw_only=True)
class Event:
    """Something that happened; `rule` is the rule it follows, `parts` what a number in it is made of."""

    irreversible: ClassVar[bool] = False
    minor: ClassVar[bool] = False  # left out of an account that tells only what matters
    reveals: ClassVar[bool] = False  # a rule brings a secret out with it: `check --secrecy` compares up to here

    rule: str = ""
    seats: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()

    def apply(self, state: State) -> State:
        """The state after it."""
        return state

    def seen_by(self, seat: str) -> Event | None:
        """What one seat gets of it."""
        if not self.seats or seat in self.seats:
            return self
        hidden = {a.name: _blank(a) for a in attrs.fields(type(self)) if a.metadata.get("private")}
        return attrs.evolve(self, parts=(), **hidden) if hidden else None

    def text(self) -> str:
        """One line of an account; a plug-in's event should say it in players' words."""
        named = [
            f"{a.name} {getattr(self, a.name)}"
            for a in attrs.fields(type(self))
            if a.name not in {"rule", "seats", "parts"} and getattr(self, a.name) not in ("", (), None)
        ]
        return type(self).__name__ + (": " + ", ".join(named) if named else "")

    def causes(self, now: Position) -> tuple[Because, ...]:
        """What its numbers are made of, for those who ask later: the parts; override it to add where they were set."""
        return tuple(Because(*part) for part in self.parts)


def _blank(attribute: Any) -> Any:
    default = attribute.default
    return default if default is not attrs.NOTHING and not isinstance(default, attrs.Factory) else ""  # type: ignore[arg-type]


# ------------------------------------------------------------------ flow of play


@frozen(kw_only=True)
class TurnBegan(Event):
    """A turn begins: phases are open again."""

    turn: int

    def apply(self, state: State) -> State:
        return state.with_(turn=self.turn, done=())

    def text(self) -> str:
        return f"Turn {self.turn}"


@frozen(kw_only=True)
class PhaseBegan(Event):
    """A phase of the turn sequence begins."""

    phase: str

    def text(self) -> str:
        return f"{self.phase} begins"


@frozen(kw_only=True)
class PhaseEnded(Event):
    """A phase ends; `done` knows it until the turn does."""

    phase: str

    def apply(self, state: State) -> State:
        return state if self.phase in state.done else state.with_(done=(*state.done, self.phase))

    def text(self) -> str:
        return f"{self.phase} ends"


@frozen(kw_only=True)
class RoleGiven(Event):
    """A seat takes a role (holder, first, second)."""

    role: str
    seat: str

    def apply(self, state: State) -> State:
        return state.with_(roles=state.roles.with_item(self.role, self.seat))

    def text(self) -> str:
        return f"{self.seat} is {self.role}"


@frozen(kw_only=True)
class Chosen(Event):
    """A seat picked something that all may know."""

    seat: str
    what: str
    choice: str

    def text(self) -> str:
        return f"{self.seat} chooses {self.choice} ({self.what})"


@frozen(kw_only=True)
class Closed(Event):
    """A seat said `done` to a window of small choices."""

    minor: ClassVar[bool] = True

    window: str
    seat: str

    def text(self) -> str:
        return f"{self.seat} is done ({self.window})"


@frozen(kw_only=True)
class GameEnded(Event):
    """The game is over."""

    winner: str = ""
    reason: str

    def apply(self, state: State) -> State:
        return state.with_(over=Outcome(self.winner, self.reason, self.rule))

    def text(self) -> str:
        return f"The game is over: {self.winner or 'nobody'} wins, {self.reason}"


# ------------------------------------------------------------------ dice


@frozen(kw_only=True)
class Rolled(Event):
    """Dice fell: faces in the order of the sides; the label's count goes on."""

    irreversible: ClassVar[bool] = True

    label: str
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    who: str = CHANCE

    def apply(self, state: State) -> State:
        count = state.rolls.get(self.label, 0) + len(self.faces)
        return state.with_(rolls=state.rolls.with_item(self.label, count))

    def text(self) -> str:
        dice = ", ".join(f"d{s}: {f}" for s, f in zip(self.sides, self.faces, strict=True))
        return f"{self.label}: {dice}"


# ------------------------------------------------------------------ units


@frozen(kw_only=True)
class Arrived(Event):
    """A unit comes into play."""

    unit: Unit

    def apply(self, state: State) -> State:
        return state.with_unit(self.unit)

    def text(self) -> str:
        return f"{self.unit.id} arrives at {self.unit.at}"


MOVE_ENDS = "the move ends there"  # the part of a move that takes all points left


@frozen(kw_only=True)
class Moved(Event):
    """A unit went along a path of spaces, the first one where it stood; `cost` movement points were spent.

    Those that it loses because its move ends there are a part of the cost (`MOVE_ENDS`).
    """

    unit: str
    path: tuple[str, ...]
    cost: int = 0

    def apply(self, state: State) -> State:
        old = state.units[self.unit]
        return state.with_unit(old.with_place(self.path[-1], old.spent + self.cost))

    @property
    def points(self) -> str:
        """What the way cost, without the points that were lost at its end: " (2 MP)"; "" for a move without cost."""
        lost = sum(value for label, value, _ in self.parts if label == MOVE_ENDS)
        ends = f", {MOVE_ENDS}" if lost else ""
        return f" ({self.cost - lost} MP{ends})" if self.cost else ""

    def text(self) -> str:
        return f"{self.unit} moves {' '.join(self.path)}{self.points}"


@frozen(kw_only=True)
class Placed(Event):
    """A unit is put somewhere without moving there (set-up, deployment, boxes, retreats to a box)."""

    unit: str
    at: str
    was: str = ""

    def apply(self, state: State) -> State:
        old = state.units[self.unit]
        return state.with_unit(old.with_place(self.at, old.spent))

    def text(self) -> str:
        return f"{self.unit} is placed at {self.at}"


@frozen(kw_only=True)
class Spent(Event):
    """A unit uses movement points without moving."""

    minor: ClassVar[bool] = True

    unit: str
    cost: int

    def apply(self, state: State) -> State:
        old = state.units[self.unit]
        return state.with_unit(old.with_place(old.at, old.spent + self.cost))

    def text(self) -> str:
        return f"{self.unit} spends {self.cost} MP"


@frozen(kw_only=True)
class StepsChanged(Event):
    """A unit gains or loses steps."""

    unit: str
    steps: int
    was: int
    why: str = ""

    def apply(self, state: State) -> State:
        return state.with_unit(state.units[self.unit].with_steps(self.steps))

    def text(self) -> str:
        verb = "loses" if self.steps < self.was else "gains"
        return f"{self.unit} {verb} {abs(self.steps - self.was)} ({self.why or 'step'}), {self.steps} left"


@frozen(kw_only=True)
class Removed(Event):
    """A unit leaves play; `how` is one word such as lost, spent, joined, surrendered.

    What is aboard then is lost with it (`lost_aboard`); a rule that saves it moves it first.
    """

    unit: str
    how: str
    at: str = ""

    def apply(self, state: State) -> State:
        return state.without_unit(self.unit, self.how)

    def text(self) -> str:
        return f"{self.unit} is {self.how}" + (f" at {self.at}" if self.at else "")


def lost_aboard(event: Removed, state: State) -> tuple[Removed, ...]:
    """What happens to the units directly aboard a unit that leaves play: one event each, told to the same seats."""
    how = f"lost with {event.unit}"
    return tuple(attrs.evolve(event, unit=unit, how=how, parts=()) for unit in state.at.get(event.unit, ()))


@frozen(kw_only=True)
class Changed(Event):
    """A unit becomes another type or changes its owner."""

    unit: str
    type: str = ""
    nation: str = ""

    def apply(self, state: State) -> State:
        old = state.units[self.unit]
        new = attrs.evolve(old, type=self.type or old.type, nation=self.nation or old.nation)
        return state.with_unit(new)

    def text(self) -> str:
        return f"{self.unit} becomes {self.type or self.nation}"


@frozen(kw_only=True)
class StatusSet(Event):
    """A word is put on a unit, or taken off it."""

    minor: ClassVar[bool] = True

    unit: str
    status: str
    on: bool = True

    def apply(self, state: State) -> State:
        old = state.units[self.unit]
        left = tuple(s for s in old.status if s != self.status)
        return state.with_unit(old.with_status(tuple(sorted((*left, self.status))) if self.on else left))

    def text(self) -> str:
        return f"{self.unit} {'is' if self.on else 'is no longer'} {self.status}"


@frozen(kw_only=True)
class Refreshed(Event):
    """Statuses and markers whose time is up are cleared, and movement points come back."""

    minor: ClassVar[bool] = True

    statuses: tuple[str, ...] = ()
    markers: tuple[str, ...] = ()
    points: bool = False

    def apply(self, state: State) -> State:
        units = state.units
        for unit in list(units.values()):
            left = tuple(s for s in unit.status if s.split(":", 1)[0] not in self.statuses)
            spent = 0 if self.points else unit.spent
            if left != unit.status or spent != unit.spent:
                units = units.with_item(unit.id, unit.with_status(left, spent))
        markers = state.markers
        for space, here in list(markers.items()) if self.markers else ():
            kept = tuple(m for m in here if m.kind not in self.markers)
            if kept != here:
                markers = markers.with_item(space, kept) if kept else markers.without(space)
        return state.with_refreshed(units, markers)

    def text(self) -> str:
        points = ("movement points spent",) if self.points else ()
        return "cleared: " + ", ".join((*self.statuses, *self.markers, *points))


@frozen(kw_only=True)
class Revealed(Event):
    """A hidden unit becomes known to all; `shows` when it comes out by itself and nobody has found it."""

    irreversible: ClassVar[bool] = True
    reveals: ClassVar[bool] = True

    unit: str
    at: str
    shows: bool = False

    def apply(self, state: State) -> State:
        return state.with_unit(attrs.evolve(state.units[self.unit], hidden=False))

    def text(self) -> str:
        return f"{self.unit} shows itself at {self.at}" if self.shows else f"{self.unit} is revealed at {self.at}"


@frozen(kw_only=True)
class Concealed(Event):
    """A unit's place becomes its owner's secret; `at` is for the owner only."""

    minor: ClassVar[bool] = True

    unit: str
    at: str = private(default="")

    def apply(self, state: State) -> State:
        old = state.units[self.unit]
        return state.with_unit(attrs.evolve(old, hidden=True, at=self.at or old.at))

    def text(self) -> str:
        return f"{self.unit} goes hidden" + (f" to {self.at}" if self.at else "")


# ------------------------------------------------------------------ spaces


@frozen(kw_only=True)
class ControlChanged(Event):
    """A space comes under another nation's control ("" for nobody's)."""

    space: str
    nation: str
    was: str = ""

    def apply(self, state: State) -> State:
        return state.with_(control=state.control.with_item(self.space, self.nation))

    def text(self) -> str:
        return f"{self.space} is controlled by {self.nation or 'nobody'}"


@frozen(kw_only=True)
class FeatureSet(Event):
    """A field of a feature in a space has a new value."""

    space: str
    kind: str
    field: str
    value: int | str | bool
    was: int | str | bool = 0

    def apply(self, state: State) -> State:
        return state.with_(features=state.features.with_item(f"{self.space} {self.kind} {self.field}", self.value))

    def text(self) -> str:
        return f"{self.kind} at {self.space}: {self.field} {self.value}"


@frozen(kw_only=True)
class MarkerSet(Event):
    """Markers of one kind and owner in a space now number `count` (0 removes them)."""

    space: str
    kind: str
    owner: str
    count: int = 1

    def apply(self, state: State) -> State:
        left = [m for m in state.markers.get(self.space, ()) if (m.kind, m.owner) != (self.kind, self.owner)]
        if self.count:
            left.append(Marker(self.kind, self.owner, self.count))
        here = tuple(sorted(left, key=lambda m: (m.kind, m.owner)))
        markers: Table[tuple[Marker, ...]]
        markers = state.markers.with_item(self.space, here) if here else state.markers.without(self.space)
        return state.with_(markers=markers)

    def text(self) -> str:
        return f"{self.kind} at {self.space}" + ("" if self.count else " removed")


@frozen(kw_only=True)
class RelationChanged(Event):
    """Two nations stand differently from now on."""

    nations: tuple[str, str]
    are: str

    def apply(self, state: State) -> State:
        a, b = sorted(self.nations)
        return state.with_(relations=state.relations.with_item(f"{a} {b}", self.are))

    def text(self) -> str:
        return f"{self.nations[0]} and {self.nations[1]} are now {self.are}"


@frozen(kw_only=True)
class SliceSet(Event):
    """A plug-in's own state changes; no seat gets this event: what may be told is told by another."""

    plugin: str
    value: Any

    def apply(self, state: State) -> State:
        return state.with_(slices=state.slices.with_item(self.plugin, self.value))

    def seen_by(self, seat: str) -> Event | None:
        return None

    def text(self) -> str:
        return f"{self.plugin} notes"


@frozen(kw_only=True)
class Noted(Event):
    """A sentence for the account that changes nothing."""

    note: str

    def text(self) -> str:
        return self.note


__all__ = [name for name, value in globals().items() if isinstance(value, type) and issubclass(value, Event)]
__all__ += ["Part", "private"]
