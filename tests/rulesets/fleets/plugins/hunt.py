"""The fleets' own procedure: everybody sails in secret, then each in turn may search a sea and fight what is there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from hexwright.dice import Die, Hand, Rolled, repeat
from hexwright.errors import Reason
from hexwright.events import Chosen, Concealed, Noted, Removed, Revealed, StepsChanged
from hexwright.frames import ChanceFrame, DraftFrame, Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position

MANIFEST = Manifest(id="hunt", summary="secret fleets that sail at once and are found by searching")


def fleet(now: Position, seat: str) -> Unit | None:
    """A seat's own fleet, if it still sails."""
    return next((u for u in now.units() if now.seat_of(u.nation) == seat), None)


@frozen
class Sail(DraftFrame):
    """`sail FLEET SPACE`, or nothing: every seat is asked, also one whose fleet is sunk."""

    name: ClassVar[str] = "hunt.sail"
    visibility = "secret"

    def prompt(self, now: Position, seat: str) -> str:
        return "where does your fleet sail?"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        unit = fleet(now, seat)
        if unit is not None and not draft:
            yield from (f"sail {unit.id} {s}" for s in sorted(now.board.neighbours(unit.at)))

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        for seat in sorted(drafts):
            unit = fleet(play.now, seat)
            if unit is None:
                continue
            to = drafts[seat][0].split()[2] if drafts[seat] else unit.at
            play.emit(Concealed(unit=unit.id, at=to, seats=(seat,)))


@frozen
class Search(Frame):
    """`search SPACE`: a seat looks into its fleet's sea or one beside it; what is there is revealed and fought."""

    name: ClassVar[str] = "hunt.search"
    seat: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,)

    def prompt(self, now: Position, seat: str) -> str:
        return "search a sea?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        unit = fleet(now, seat)
        near = [] if unit is None else sorted([unit.at, *now.board.neighbours(unit.at)])
        return ["pass", *(f"search {s}" for s in near)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if " ".join(words) in self.options(now, seat):
            return None
        return Reason("a fleet searches its own sea or one beside it", nearest="pass")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        if words[0] == "pass":
            return
        play.emit(Chosen(seat=seat, what="search", choice=words[1]))
        now = play.now
        mine = fleet(now, seat)
        found = [u for u in now.units_at(words[1]) if now.seat_of(u.nation) != seat]
        if mine is None or not found:
            play.emit(Noted(note=f"nobody is in {now.board.name(words[1])}"))
            return
        play.emit(Revealed(unit=mine.id, at=mine.at), *(Revealed(unit=u.id, at=u.at) for u in found))
        play.push(*(Fight(mine.id, u.id) for u in found))


def hand(now: Position, unit: str) -> Hand:
    """A fleet's dice, one a step."""
    ship = now.unit(unit)
    spec = now.type(ship).dice["sea"]
    sides = spec.sides if isinstance(spec.sides, int) else spec.sides[0]
    return Hand(repeat(Die(sides, spec.modifier, spec.hit, source=unit), ship.steps))


@frozen
class Fight(ChanceFrame):
    """Both fire at once; each hit is a step."""

    name: ClassVar[str] = "hunt.fight"
    attacker: str = ""
    defender: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        alive = self.attacker in now.state.units and self.defender in now.state.units
        return super().asked(now) if alive else ()

    def label(self, now: Position) -> str:
        return f"{self.attacker}-{self.defender}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for u in (self.attacker, self.defender) for d in hand(now, u).dice)

    def step(self, play: Play) -> None:
        play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        play.done()
        first = hand(now, self.attacker)
        cut = len(first.dice)
        hits = (Rolled(first, faces[:cut]).hits, Rolled(hand(now, self.defender), faces[cut:]).hits)
        for unit, taken in ((self.defender, hits[0]), (self.attacker, hits[1])):
            steps = now.unit(unit).steps
            left = max(0, steps - taken)
            if left == 0:
                play.emit(Removed(unit=unit, how="sunk", at=now.unit(unit).at))
            elif left != steps:
                play.emit(StepsChanged(unit=unit, steps=left, was=steps, why="fire"))


@hook
def register(registry: Registry) -> None:
    registry.frame(Sail, Search, Fight)
