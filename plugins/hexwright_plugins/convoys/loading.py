"""The sealed loading of convoy boxes and the Supply sent directly: orders for one piece each, and their question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason, nearest
from hexwright.events import Placed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Order, Orders

from ..telling import drafted
from .record import loaded_now
from .tables import BOX, DIRECT, WINDOW, Convoys, boxes, destinations

FLOWN, BY_AIR = "TT-2.4.6-R06", "TT-1.2.3-R02"  # of a pool, or brought by air by the schedule


def named(now: Position, draft: tuple[str, ...]) -> frozenset[str]:
    """Every piece that a draft disposes of already; an order that brings a piece into play leaves it free."""
    known = now.memo("convoys.named")
    if draft not in known:
        said = [choice.split() for choice in draft]
        own = ("load", "unload", "send")
        known[draft] = frozenset(w[1] for w in said if len(w) > 1 and (w[0] in own or w[1] in now.state.units))
    found: frozenset[str] = known[draft]
    return found


def orders_of(draft: tuple[str, ...], verb: str) -> dict[str, str]:
    """Piece -> target of one kind of order in a draft."""
    said = [choice.split() for choice in draft]
    return {words[1]: words[-1] for words in said if words[0] == verb}


def own(now: Position, seat: str, places: tuple[str, ...], tag: str) -> tuple[Unit, ...]:
    """A seat's pieces with a tag in these boxes, in the order of the boxes and ids."""
    known = now.memo("convoys.own")
    key = seat, places, tag
    if key not in known:
        here = (u for place in places for u in now.units_at(place))
        known[key] = tuple(u for u in here if now.seat_of(u.nation) == seat and now.has_tag(u, tag))
    found: tuple[Unit, ...] = known[key]
    return found


def loadable(now: Position, seat: str) -> tuple[Unit, ...]:
    """What a seat may load: land pieces in its pools and those left in a convoy box."""
    return own(now, seat, (*now.settings(Convoys).pools.get(seat, ()), *boxes(now, BOX)), "land")


def sendable(now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Unit, ...]:
    """The Supply a seat may send directly: in its pools, brought by the draft itself, or still on the way elsewhere."""
    pools = now.settings(Convoys).direct_pools.get(seat, ())
    coming = [now.game.order_of_battle.get(w) for choice in draft for w in choice.split()[1:2]]
    fresh = (u for u in coming if u is not None and u.id not in now.state.units and now.seat_of(u.nation) == seat)
    return (
        *own(now, seat, (*pools, *boxes(now, DIRECT)), "supply"),
        *(u for u in dict.fromkeys(fresh) if pools and now.has_tag(u, "supply")),
    )


def unloadable(now: Position, seat: str) -> tuple[Unit, ...]:
    """What a seat may take back to its pool: pieces left in convoy and direct boxes."""
    return own(now, seat, (*boxes(now, BOX), *boxes(now, DIRECT)), "land")


def pool_of(now: Position, seat: str, unit: Unit) -> str:
    """The pool to which a piece goes back: where the schedule brought it, so that by air stays by air, else the first.

    What is by air may have been sent directly, but it never joins a convoy (TT-1.2.3-R02).
    """
    settings = now.settings(Convoys)
    pools = (*settings.pools[seat], *settings.direct_pools.get(seat, ()))
    for entry in now.rules.reinforcement.values():
        if unit.id in entry.units or unit.id.rpartition("_")[0] in entry.units:
            return next((p for p in entry.at if p in pools), pools[0])
    return pools[0]


def loaded(now: Position, seat: str, box: str, draft: tuple[str, ...]) -> int:
    """How many pieces of a seat are in a box once its draft is carried out."""
    gone = named(now, draft)
    staying = sum(1 for u in own(now, seat, (box,), "land") if u.id not in gone)
    known = now.memo("convoys.loads")
    if draft not in known:
        known[draft] = Counter(orders_of(draft, "load").values())
    coming: Counter[str] = known[draft]
    return staying + coming[box]


def why_not_box(now: Position, seat: str, box: str, draft: tuple[str, ...]) -> Reason | None:
    """Why nothing more may be loaded into a box."""
    settings = now.settings(Convoys)
    port = str(now.feature(box, BOX, "port"))
    closed = settings.closed_ports.get(seat, "")
    if closed and not settings.axis_atlantic_ports and port in now.zone(closed):
        return Reason(f"{now.board.name(port)} is closed to convoys of this side", "TT-2.3-R10",
                      at=f"convoys.closed_ports.{seat}")  # fmt: skip
    if settings.limit_at_loading:
        value = int(now.feature(port, "port", "value") or 0)
        there = loaded(now, seat, box, draft)
        if there >= value:
            return Reason(f"{box} is full", "TT-2.3-R09", (("loaded", there), ("port value", value)),
                          at=f"space.{port}.features.port.value")  # fmt: skip
    return None


def _meant(now: Position, box: str) -> tuple[str, ...]:
    """Other words by which a box may be meant: its port or base, by number and by name."""
    found = (now.feature(box, BOX, "port"), now.feature(box, BOX, "hex"), now.feature(box, DIRECT, "to"))
    spaces = [str(space) for space in found if space]
    return tuple(word for space in spaces if space in now.board for word in (space, now.board.name(space)))


class _Piece(Order):
    """An order for one piece: `VERB PIECE` or `VERB PIECE BOX`."""

    windows = (WINDOW,)
    what: ClassVar[str] = ""
    done: ClassVar[str] = ""  # what happens to a piece, in a sentence
    where: ClassVar[str] = ""  # the rule that names the boxes, where it is another one

    def pieces(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Unit, ...]:
        """The pieces that may have such an order."""
        raise NotImplementedError

    def targets(self, now: Position, seat: str) -> tuple[str, ...]:
        """The boxes that may be named, before limits; empty when none is named."""
        return ()

    def why_shut(self, now: Position, seat: str, draft: tuple[str, ...], box: str) -> Reason | None:
        """Why no piece at all may have this target now."""
        return None

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        taken = named(now, draft)
        targets = self.targets(now, seat)
        free = [b for b in targets if self.why_shut(now, seat, draft, b) is None] if targets else [""]
        for unit in self.pieces(now, seat, draft):
            if unit.id not in taken:
                yield from (spell(self.verb, unit.id, box).rstrip() for box in free if box != unit.at)

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        targets = self.targets(now, seat)
        if len(words) != (3 if targets else 2):
            return Reason(f"say '{self.verb}' and {self.what}", self.rule)
        if words[1] in named(now, draft):
            return Reason(f"{words[1]} has its order already", self.rule, nearest="retract")
        pieces = self.pieces(now, seat, draft)
        unit = next((u for u in pieces if u.id == words[1]), None)
        if unit is None:
            return self._why_not_piece(now, seat, pieces, words)
        if targets and words[2] not in targets:
            known = ", ".join(targets)
            meant = [b for b in targets if words[2] in _meant(now, b)]
            shut = self.why_shut(now, seat, draft, meant[0]) if len(meant) == 1 else None
            if shut is not None:
                return shut
            near = meant or nearest(words[2], targets, 1)
            hint = spell(self.verb, unit.id, near[0]) if near else ""
            return Reason(f"{words[2]} is no box for that; known are {known}", self.where or self.rule, nearest=hint)
        if targets and words[2] == unit.at:
            return Reason(f"{unit.id} is in {unit.at} already", self.rule)
        return self.why_shut(now, seat, draft, words[2]) if targets else None

    def _why_not_piece(self, now: Position, seat: str, pieces: tuple[Unit, ...], words: tuple[str, ...]) -> Reason:
        """Why there is no such order for the piece that was named."""
        unit = now.state.units.get(words[1])
        if unit is None or not now.knows(seat, unit):
            near = nearest(words[1], [u.id for u in pieces], 1)
            hint = spell(self.verb, near[0], *words[2:]) if near else ""
            return Reason(f"there is no piece {words[1]} in play", self.rule, nearest=hint)
        if now.seat_of(unit.nation) != seat:
            return Reason(f"{unit.id} is not yours", self.rule)
        if now.has_tag(unit, "air"):
            start = now.game.order_of_battle.get(unit.id, unit).at
            rule = FLOWN if start in now.settings(Convoys).pools.get(seat, ()) else BY_AIR
            return Reason(f"aircraft sail in no convoy: {unit.id} comes to an airfield, in Deploy", rule)
        place = now.where(unit)
        where = now.board.name(place) if place in now.board else place
        return Reason(f"{unit.id} is at {where}, not among the pieces that may be {self.done}", self.rule)

    def moved(self, now: Position, seat: str, words: list[str]) -> tuple[str, str]:
        """Where a piece goes when the orders are shown, and by which rule."""
        return words[2], self.rule

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        for choice in choices:
            words = choice.split()
            unit = play.state.units.get(words[1])
            if unit is None:
                play.push(Forward(words[1], words[2]))
            else:
                at, rule = self.moved(play.now, seat, words)
                play.emit(Placed(unit=unit.id, at=at, was=unit.at, rule=rule))


class Load(_Piece):
    """`load PIECE BOX`: from the pool, or from another box."""

    verb = "load"
    rule = "TT-2.2-03"
    what = "a piece and a convoy box"
    done = "loaded"

    def pieces(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Unit, ...]:
        return loadable(now, seat)

    def targets(self, now: Position, seat: str) -> tuple[str, ...]:
        return boxes(now, BOX)

    def why_shut(self, now: Position, seat: str, draft: tuple[str, ...], box: str) -> Reason | None:
        return why_not_box(now, seat, box, draft)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        from .telling import because_load

        return because_load(now, words[2], loaded(now, seat, words[2], drafted(now, seat)))

    def moved(self, now: Position, seat: str, words: list[str]) -> tuple[str, str]:
        again = now.unit(words[1]).at in boxes(now, BOX)
        first = now.turn == now.rules.sequence.first
        return words[2], "TT-2.3-R08" if again else self.rule if first else "TT-2.3-06"

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        super().reveal(play, seat, choices)
        if choices:
            play.emit(loaded_now(play.now, (choice.split()[1] for choice in choices)))


class Unload(_Piece):
    """`unload PIECE`: a piece that was left in a box goes back to the pool."""

    verb = "unload"
    rule = "TT-2.3-R08"
    what = "a piece that was left in a box"
    done = "unloaded"

    def pieces(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Unit, ...]:
        return unloadable(now, seat) if now.settings(Convoys).pools.get(seat) else ()

    def moved(self, now: Position, seat: str, words: list[str]) -> tuple[str, str]:
        return pool_of(now, seat, now.unit(words[1])), self.rule


class Send(_Piece):
    """`send SUPPLY BOX`: set aside for a destination outside the convoys; it cannot be attacked."""

    verb = "send"
    rule = "TT-2.3-11"
    what = "a Supply and a box of direct Supply"
    done = "sent directly"
    where = "TT-2.3-R06"

    def pieces(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Unit, ...]:
        return sendable(now, seat, draft)

    def targets(self, now: Position, seat: str) -> tuple[str, ...]:
        allowed = destinations(now, seat)
        return tuple(b for b in boxes(now, DIRECT) if now.feature(b, DIRECT, "to") in allowed)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        return super().choices(now, seat, draft) if self.targets(now, seat) else iter(())

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        to = now.board.name(str(now.feature(words[2], DIRECT, "to")))
        at = f"convoys.direct_destinations.{seat}"
        yield Because("goes directly to", to, "TT-2.3-R06", at)

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        if not self.targets(now, seat):
            at = "convoys.direct_destinations"
            return Reason("this side sends no Supply directly", "TT-2.3-R06", at=at)
        return super().refuse(now, seat, draft, words)


# ------------------------------------------------------------------ frames


@frozen
class Forward(Frame):
    """A Supply that came into play when the orders were shown goes on to its destination."""

    name: ClassVar[str] = "convoys.forward"
    rule: ClassVar[str] = "TT-2.3-11"
    unit: str
    box: str

    def step(self, play: Play) -> None:
        play.done()
        unit = play.state.units.get(self.unit)
        if unit is not None:
            play.emit(Placed(unit=unit.id, at=self.box, was=unit.at, rule=self.rule))


@frozen
class LoadConvoys(Orders):
    """Both seats load in private, then all is shown (TT-2.2-R04); `only` is the seat when they load in turn."""

    name: ClassVar[str] = WINDOW
    rule: ClassVar[str] = "TT-2.2-03"

    only: str = ""

    def seats_asked(self, now: Position) -> tuple[str, ...]:
        return (self.only,) if self.only else now.rules.seats

    def asked(self, now: Position) -> tuple[str, ...]:
        if not self.only and now.settings(Convoys).loading_order != "simultaneous":
            return ()
        return super().asked(now)

    def step(self, play: Play) -> None:
        now = play.now
        holder = now.seat_for("holder")
        last = now.settings(Convoys).loading_order == "holder_last"
        seats = sorted(now.rules.seats, key=lambda s: (s == holder) == last)
        play.become(*(evolve(self, only=s) for s in seats))

    def prompt(self, now: Position, seat: str) -> str:
        return "load convoys and send Supply"
