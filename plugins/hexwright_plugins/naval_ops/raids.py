"""Strikes on ports and raids, the sides in turn: one pick at a time among what is due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because, spell
from hexwright.dice import Hand, Rolled
from hexwright.errors import Reason
from hexwright.events import Placed
from hexwright.frames import ChanceFrame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Action, Window

from ..facilities import PORT, Strike
from ..gunnery import Wounds, allocator, dice_of
from ..submarines.record import RaidOver, port_raiders
from ..submarines.record import pending as submerged
from ..telling import because_hand, because_mission
from .record import Mission, ShipStage, missions
from .telling import because_port_strike

STRIKE, RAID, SHIPS = "naval_strike", "convoy_raid", "ships"
SUBMERGED = "TT-2.4.2-33"  # the rule by which submarines strike


def due(now: Position, seat: str, kind: str) -> tuple[Mission, ...]:
    """A seat's missions of a kind that its ships have still to carry out; raiders in their box have done so."""
    units = now.state.units
    own = (m for m in missions(now).missions if m.kind == kind and m.stage == "assigned" and m.unit in units)
    mine = (m for m in own if now.seat_of(units[m.unit].nation) == seat)
    return tuple(m for m in mine if kind != RAID or units[m.unit].at != m.target)


def on_port(now: Position, seat: str) -> tuple[Mission, ...]:
    """A seat's strikes of ships on ports that are due."""
    return tuple(m for m in due(now, seat, STRIKE) if m.against != SHIPS)


def on_ships(now: Position, seat: str) -> tuple[Mission, ...]:
    """A seat's strikes of ships on ships that are due: naval.surface_strike_targets allows them or not (AMB-085)."""
    return tuple(m for m in due(now, seat, STRIKE) if m.against == SHIPS)


def not_due(words: tuple[str, ...], rule: str, near: str = "") -> Reason:
    """Why something is not carried out now."""
    return Reason(f"'{' '.join(words)}' is none of your strikes and raids that are due", rule, nearest=near)


class StrikePort(Action):
    """`strike SPACE`: all that a side sends against a port this turn, ships and submarines, strikes it as one hand."""

    verb = "strike"
    windows = ("naval_ops.raids",)
    rule = "TT-2.4.2-36"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        targets = [m.target for m in on_port(now, seat)]
        if now.has_plugin("submarines"):
            targets += [raid.target for raid in submerged(now, seat, "port")]
        yield from (spell("strike", space) for space in dict.fromkeys(targets))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return None if " ".join(words) in self.options(now, seat) else not_due(words, self.rule)

    def _strikers(self, now: Position, seat: str, space: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ships and the submarines of a seat that strike the port in a space."""
        ships = tuple(m.unit for m in on_port(now, seat) if m.target == space)
        return ships, port_raiders(now, seat, space) if now.has_plugin("submarines") else ()

    def _strike(self, now: Position, seat: str, space: str) -> Strike:
        ships, subs = self._strikers(now, seat, space)
        return Strike(space, PORT, (*ships, *subs), "sea", seat, self.rule if ships else SUBMERGED)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_port_strike(now, self._strike(now, seat, words[1]))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now, space = play.now, words[1]
        ships, subs = self._strikers(now, seat, space)
        play.push(self._strike(now, seat, space))
        play.emit(*(ShipStage(unit=ship, stage="done", rule=self.rule) for ship in ships))
        play.emit(*(RaidOver(unit=sub, rule=SUBMERGED) for sub in subs))


class StrikeShips(Action):
    """`strike SPACE ships`: the ships of a side that strike the ships in a space do so as one hand."""

    verb = "strike"
    windows = ("naval_ops.raids",)
    rule = "TT-2.4.2-R17"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        yield from (spell("strike", space, SHIPS) for space in dict.fromkeys(m.target for m in on_ships(now, seat)))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return None if " ".join(words) in self.options(now, seat) else not_due(words, self.rule)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        mine = (m for m in on_ships(now, seat) if m.target == words[1])
        return because_hand(now, [(m.unit, "sea") for m in mine], "", self.rule)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        ships = tuple(m.unit for m in on_ships(play.now, seat) if m.target == words[1])
        play.push(FleetStrike(words[1], ships))
        play.emit(*(ShipStage(unit=ship, stage="done", rule=self.rule) for ship in ships))


@frozen
class FleetStrike(ChanceFrame):
    """Ships strike the enemy ships in a space, whose owner places the hits; nobody fires back."""

    name: ClassVar[str] = "naval_ops.fleet_strike"
    rule: ClassVar[str] = "TT-2.4.2-R17"
    space: str
    ships: tuple[str, ...]

    def _targets(self, now: Position) -> tuple[Unit, ...]:
        return now.enemies_at(self.space, now.unit(self.ships[0]).nation, ("ship",))

    def _hand(self, now: Position) -> Hand:
        return Hand(tuple(die for ship in self.ships for die in dice_of(now, now.unit(ship), "sea")))

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self._targets(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"strike on the ships in {now.board.name(self.space)}: {self._hand(now)}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_hand(now, [(ship, "sea") for ship in self.ships], "", self.rule)

    def label(self, now: Position) -> str:
        return f"strike {self.space} ships"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in self._hand(now).dice)

    def step(self, play: Play) -> None:
        play.done()
        play.say(f"no ships are left to strike in {self.space}", self.rule)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        rolled = Rolled(self._hand(now), faces)
        targets = self._targets(now)
        seat = allocator(now, now.seat_of(targets[0].nation), now.seat_of(now.unit(self.ships[0]).nation))
        hits = tuple(die.domain for die, hit in zip(rolled.hand.dice, rolled.hit_dice, strict=True) if hit)
        play.become(StrikeLosses(self.space, seat, tuple(t.id for t in targets), hits, note="TT-2.4.2-R22"))
        play.say(f"strike on the ships in {now.board.name(self.space)}: {rolled}", self.rule)


@frozen
class StrikeLosses(Wounds):
    """Hits of a strike of ships, placed by the owner of the ships that were struck."""

    name: ClassVar[str] = "naval_ops.strike_losses"


class RaidConvoy(Action):
    """`raid BOX`: the ships that raid a convoy go to its box and wait there."""

    verb = "raid"
    windows = ("naval_ops.raids",)
    rule = "TT-2.4.2-32"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        yield from (spell("raid", box) for box in dict.fromkeys(m.target for m in due(now, seat, RAID)))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return None if " ".join(words) in self.options(now, seat) else not_due(words, self.rule)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        mine = (m for m in due(now, seat, RAID) if m.target == words[1])
        return because_mission(now, RAID), *because_hand(now, [(m.unit, "sea") for m in mine], "", self.rule)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        for mission in due(play.now, seat, RAID):
            if mission.target == words[1]:
                was = play.now.unit(mission.unit).at
                play.emit(Placed(unit=mission.unit, at=words[1], was=was, rule=self.rule))


@frozen
class Raids(Window):
    """One pick among the strikes and raids of a seat; the only one left needs no pick."""

    name: ClassVar[str] = "naval_ops.raids"
    rule: ClassVar[str] = "TT-2.4.2-17"

    def has_more(self, now: Position) -> bool:
        """Has the seat anything left to carry out?"""
        return bool(self._picks(now))

    def _picks(self, now: Position) -> list[str]:
        return [o for action in now.game.actions.get(self.name, ()) for o in action.options(now, self.seat)]

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if len(self._picks(now)) > 1 else ()

    def window(self) -> str:
        return ""  # dice follow at once: nothing is taken back

    def prompt(self, now: Position, seat: str) -> str:
        return "which strike or raid is carried out next?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return self._picks(now)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        picks = self._picks(now)
        if " ".join(words) in picks:
            return None
        return not_due(words, self.rule, picks[0] if picks else "")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        super().take(play, seat, words)

    def step(self, play: Play) -> None:
        picks = self._picks(play.now)
        if picks:
            self.take(play, self.seat, tuple(picks[0].split()))
        else:
            play.done()


FRAMES = (Raids, FleetStrike, StrikeLosses)
ACTIONS = (StrikePort(), StrikeShips(), RaidConvoy())
