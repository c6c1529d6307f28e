"""The order sheet's own procedure: secret sheets for two turns, a march in simultaneous steps, clashes by dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from attrs import frozen

from hexwright.errors import Reason
from hexwright.events import Event, Moved, Removed
from hexwright.frames import ChanceFrame, DraftFrame, Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.rules.control import claimed
from hexwright.rules.simultaneous import Contact, Together
from hexwright.ruleset.schema import key

MANIFEST = Manifest(id="sheet", summary="secret order sheets for two turns, carried out at once")


@frozen
class Sheet:
    """[sheet]"""

    steps: int = key("most borders a unit crosses in a turn", 2)


@frozen
class Sheets:
    """Own state: (unit, turn, path) of every order that is still to be carried out."""

    orders: tuple[tuple[str, int, tuple[str, ...]], ...] = ()


def own(now: Position, seat: str) -> list[str]:
    return [u.id for u in now.units() if now.seat_of(u.nation) == seat]


def path_in(draft: tuple[str, ...], unit: str, turn: int) -> tuple[str, ...]:
    """The spaces a draft sends a unit to on a turn, in order."""
    return tuple(t.split()[3] for t in draft if t.split()[1:3] == [unit, str(turn)])


def stands(now: Position, draft: tuple[str, ...], unit: str, turn: int) -> str:
    """Where a unit would stand before its next step of that turn, if nothing happened to it."""
    last = [t.split()[3] for t in draft if t.split()[1] == unit and int(t.split()[2]) <= turn]
    return last[-1] if last else now.unit(unit).at


@frozen
class Write(DraftFrame):
    """`go UNIT TURN SPACE` adds one step to a unit's order for this turn or the next."""

    name: ClassVar[str] = "sheet.write"
    visibility = "secret"

    def prompt(self, now: Position, seat: str) -> str:
        return f"write your orders for turns {now.turn} and {now.turn + 1}"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        most = now.settings(Sheet).steps
        for unit in own(now, seat):
            for turn in (now.turn, now.turn + 1):
                later = any(t.split()[1] == unit and int(t.split()[2]) > turn for t in draft)
                if later or len(path_in(draft, unit, turn)) >= most:
                    continue
                here = stands(now, draft, unit, turn)
                side = now.side(now.unit(unit).nation)
                for space, _, _ in now.board.steps(now.type(now.unit(unit)).movement, side, here):
                    yield f"go {unit} {turn} {space}"

    def refuse_choice(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        if " ".join(words) in set(self.choices(now, seat, draft)):
            return None
        return Reason("an order is 'go UNIT TURN SPACE', one border at a time, two a turn")

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        now = play.now
        orders = []
        for seat in sorted(drafts):
            for unit in own(now, seat):
                for turn in (now.turn, now.turn + 1):
                    path = path_in(drafts[seat], unit, turn)
                    if path:
                        orders.append((unit, turn, path))
        play.set_slice(Sheets(tuple(orders)))


@frozen(kw_only=True)
class OrdersShown(Event):
    """The orders of this turn are read out."""

    reveals: ClassVar[bool] = True

    turn: int

    def text(self) -> str:
        return f"the orders of turn {self.turn} are read out"


@frozen
class March(Frame):
    """Every order of this turn is carried out, step by step, all at once."""

    name: ClassVar[str] = "sheet.march"

    def step(self, play: Play) -> None:
        now = play.now
        orders = now.slice(Sheets).orders
        walks = tuple((u, path) for u, turn, path in orders if turn == now.turn and u in now.state.units)
        play.become(Together(walks))
        play.emit(OrdersShown(turn=now.turn))
        play.set_slice(Sheets(tuple(o for o in orders if o[1] != now.turn)))


@frozen
class Clash(ChanceFrame):
    """Two companies that met: the lower die is lost, on a tie both are."""

    name: ClassVar[str] = "sheet.clash"
    units: tuple[str, str] = ("", "")

    def asked(self, now: Position) -> tuple[str, ...]:
        return super().asked(now) if all(u in now.state.units for u in self.units) else ()

    def label(self, now: Position) -> str:
        return "-".join(self.units)

    def sides(self, now: Position) -> tuple[int, ...]:
        return (6, 6)

    def step(self, play: Play) -> None:
        play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        play.done()
        first, second = faces
        for unit, own_face, other in ((self.units[0], first, second), (self.units[1], second, first)):
            if own_face <= other:
                play.emit(Removed(unit=unit, how="lost", at=play.now.unit(unit).at))


@hook(Contact)
def react_clash(event: Contact, now: Position) -> Iterable[Event | Frame]:
    """Enemies that meet fight at once."""
    return [Clash(event.units)]


@hook(Moved)
def react_control(event: Moved, now: Position) -> Iterable[Event | Frame]:
    """Whoever stands somewhere alone takes it."""
    return claimed(now, event.path[-1])


@hook(Removed)
def react_removed(event: Removed, now: Position) -> Iterable[Event | Frame]:
    """The winner of a clash takes the space."""
    return claimed(now, event.at)


@hook
def redact(now: Position, seat: str, value: Sheets) -> Any:
    """A seat sees its own sheet."""
    mine = own(now, seat)
    return Sheets(tuple(o for o in value.orders if o[0] in mine))


@hook
def register(registry: Registry) -> None:
    registry.table("sheet", Sheet)
    registry.state(Sheets())
    registry.frame(Write, March, Clash)
