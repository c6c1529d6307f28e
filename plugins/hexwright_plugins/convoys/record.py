"""What convoys remember: in which order pieces were loaded, the fight for a convoy, and the events that tell of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.dice import Rolled
from hexwright.events import Event, Part, SliceSet
from hexwright.position import Position
from hexwright.state import Own, State

from .tables import BOX, Convoys

PLUGIN = "convoys"
TRANSPORTS = "transports"


@frozen
class Aim:
    """What a unit fires at: escorts at a kind of raiders, raiders at the transports or at escorts."""

    unit: str
    at: str


@frozen
class Clash:
    """The fight for one convoy: one side's pieces in one box.

    `pieces` are in loading order and stay when they are sunk, so that numbers do not change: piece i (from 0) is on
    number i % die + 1. `aims` are those of the step that is going on.
    """

    box: str
    side: str
    pieces: tuple[str, ...]
    escorts: tuple[str, ...]
    raiders: tuple[str, ...]
    aims: tuple[Aim, ...] = ()

    def aim_of(self, unit: str) -> str:
        """What a unit fires at, "" before it was said."""
        return next((a.at for a in self.aims if a.unit == unit), "")


@frozen
class ConvoyState:
    """The plug-in's own state, open to all: boxes are (TT-2.2-R04)."""

    order: tuple[str, ...] = ()
    clash: Clash | None = None


OWN = Own(PLUGIN, ConvoyState())


def record(now: Position) -> ConvoyState:
    """What convoys remember now."""
    return OWN.of(now.state)


def clash(now: Position) -> Clash:
    """The fight that is going on; only frames of such a fight ask for it."""
    found = record(now).clash
    assert found is not None
    return found


def loaded_now(now: Position, pieces: Iterable[str]) -> SliceSet:
    """The memory of the loading order with these pieces last; what is in no convoy box any more is forgotten.

    Boxes are filled in the order in which sealed drafts are opened: seat by seat, each in the order of its choices;
    what was left in a box by an earlier turn stays in front.
    """
    new = tuple(pieces)
    aboard = [u for box in now.board.spaces_with(BOX) for u in now.state.at.get(box, ())]
    old = record(now)
    kept = tuple(u for u in old.order if u in aboard and u not in new)
    return SliceSet(plugin=PLUGIN, value=attrs.evolve(old, order=(*kept, *new)))


def number_of(now: Position, at: int) -> int:
    """The number on which the piece at an index of the loading order stands (TT-2.4.4-03)."""
    return at % now.settings(Convoys).loss_die + 1


def spoken(at: str) -> str:
    """A target in players' words."""
    words = {
        "surface": "surface raiders",
        "submarine": "submarines",
        "escort_ships": "the escorting ships",
        "escort_aircraft": "the escorting aircraft",
    }
    return words.get(at, f"the {at}" if at in (TRANSPORTS, "escorts") else at)


# ------------------------------------------------------------------ events


@frozen(kw_only=True)
class ConvoyMet(Event):
    """Raiders meet a convoy: its pieces, its escorts and the raiders are brought together (TT-2.4.4-02)."""

    box: str
    side: str
    escorts: tuple[str, ...]
    raiders: tuple[str, ...]
    pieces: tuple[str, ...]
    told: str = ""

    def apply(self, state: State) -> State:
        fight = Clash(self.box, self.side, self.pieces, self.escorts, self.raiders)
        return OWN.put(state, attrs.evolve(OWN.of(state), clash=fight))

    def text(self) -> str:
        return f"{self.told or self.box}: {', '.join(self.raiders)} against " + (
            f"{', '.join(self.escorts)} and the transports" if self.escorts else "transports without escort"
        )


@frozen(kw_only=True)
class Numbered(Event):
    """The pieces of a convoy stand on numbers in loading order; `numbers` has that of each piece."""

    box: str
    pieces: tuple[str, ...]
    numbers: tuple[int, ...]

    def text(self) -> str:
        shown = sorted(zip(self.numbers, range(len(self.pieces)), self.pieces, strict=True))
        return f"{self.box}: " + ", ".join(f"{number}: {piece}" for number, _, piece in shown)


@frozen(kw_only=True)
class Aimed(Event):
    """A unit in a convoy fight says what it fires at."""

    unit: str
    at: str

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        assert old.clash is not None
        return OWN.put(
            state, attrs.evolve(old, clash=attrs.evolve(old.clash, aims=(*old.clash.aims, Aim(self.unit, self.at))))
        )

    def text(self) -> str:
        return f"{self.unit} goes for {spoken(self.at)}"


@frozen(kw_only=True)
class ConvoyFire(Event):
    """One hand of a convoy fight has been rolled: who fired at what, and the hits."""

    box: str
    who: str
    at: str
    hits: int
    told: str = ""

    def causes(self, now: Position) -> tuple[Because, ...]:
        from ..telling import because_rolled

        return because_rolled(now, self.parts)

    def text(self) -> str:
        return f"{self.who} fire at {spoken(self.at)}: {self.told or self.hits}"


@frozen(kw_only=True)
class ClashOver(Event):
    """The fight for a convoy is over: what is left of it sails on (or the escorts' fire is, with `aims` only)."""

    minor: ClassVar[bool] = True

    box: str
    aims: bool = False

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        fight = attrs.evolve(old.clash, aims=()) if self.aims and old.clash is not None else None
        return OWN.put(state, attrs.evolve(old, clash=fight))

    def text(self) -> str:
        return f"{self.box}: " + ("the escorts have fired" if self.aims else "the raid is over")


def told_parts(rolled: Rolled) -> tuple[Part, ...]:
    """A roll die by die, for events."""
    return tuple(
        (f"{die.label or die.notation} {die.notation}", result, die.rule)
        for die, result in zip(rolled.hand.dice, rolled.results, strict=True)
    )
