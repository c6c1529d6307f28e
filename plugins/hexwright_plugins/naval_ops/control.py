"""Battles for Sea Control one after the other: joined, fired once by both fleets, and what the loser is left with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because
from hexwright.dice import Rolled
from hexwright.errors import Reason
from hexwright.events import Removed, StatusSet
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright_plugins.gunnery import SeaBattleJoined

from .answers import Answers
from .battle import (
    Due,
    OutOfAction,
    SeaBattleDecided,
    adjective,
    attackers,
    fleet_hand,
    fleets,
    opponents,
    pending,
    ready,
    told_battle,
    told_fleets,
)
from .casualties import Casualties, battle_at
from .record import SeaBattle, ShipStage, missions
from .tables import Naval
from .telling import because_sea_battle

HOLDER = "holder"


@frozen
class Battles(Frame):
    """The holder of the initiative picks the next battle for Sea Control; the last one needs no pick."""

    name: ClassVar[str] = "naval_ops.battles"
    rule: ClassVar[str] = "TT-2.4.2-R08"

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_for(HOLDER),) if HOLDER in now.rules.role and len(pending(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return "which battle for Sea Control is fought next?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return tuple(fact for due in pending(now) for fact in told_fleets(now, due, named=True))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"fight {due.space}" for due in pending(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        return Reason("say 'fight' and a space in which a sea battle is due", self.rule, nearest=options[0])

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return f"The battle for Sea Control at {now.board.name(words[1])} is fought now."

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_sea_battle(now, words[1]) if words else ()

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        due = next(d for d in pending(play.now) if d.space == words[1])
        play.push(Clash(due.space, due.seat))

    def step(self, play: Play) -> None:
        due = pending(play.now)
        if due:
            play.push(Clash(due[0].space, due[0].seat))
        else:
            play.done()


@frozen
class Clash(Frame):
    """One battle: a defender that moved before answers now, then others join in, and the battle runs its course."""

    name: ClassVar[str] = "naval_ops.clash"
    rule: ClassVar[str] = "TT-2.4.2-21"
    space: str
    seat: str
    answered: bool = False
    joined: bool = False

    def step(self, play: Play) -> None:
        if self.joined:
            play.become(SeaDice(self.space), Casualties(space=self.space), Aftermath(self.space))
            return
        due = Due(self.space, self.seat)
        both = fleets(play.now, due)
        if both is not None:
            self._join(play, SeaBattle(self.space, *both))
        elif self.answered or not attackers(play.now, due):
            play.done()
        else:
            play.become(evolve(self, answered=True))
            play.push(*(Answers(seat, self.space) for seat in _defending(play.now, due)))

    def _join(self, play: Play, battle: SeaBattle) -> None:
        now = play.now
        play.become(evolve(self, joined=True))
        play.set_slice(evolve(missions(now), battle=battle), self.rule)
        told = f"Sea battle at {now.board.name(self.space)}: {adjective(now, battle.attacker)} ships attack, "
        told += f"{fleet_hand(now, battle.attacker)} against {adjective(now, battle.defender)} "
        told += str(fleet_hand(now, battle.defender))
        play.emit(
            SeaBattleJoined(
                space=self.space, attacker=battle.attacker.side, defender=battle.defender.side, told=told,
                rule=self.rule,
            )
        )  # fmt: skip


def _defending(now: Position, due: Due) -> tuple[str, ...]:
    """The seats whose ships are attacked there and can still fight."""
    first = attackers(now, due)[0]
    able = (u for u in opponents(now, first.nation, due.space) if ready(now, u))
    return tuple(dict.fromkeys(now.seat_of(u.nation) for u in able))


# ------------------------------------------------------------------ the roll


@frozen
class SeaDice(ChanceFrame):
    """Both fleets roll their whole hands once, ships before submarines before aircraft; the attacker's dice first."""

    name: ClassVar[str] = "naval_ops.dice"
    rule: ClassVar[str] = "TT-2.4.2-24"
    space: str

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.sides(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        battle = battle_at(now, self.space)
        ours, theirs = fleet_hand(now, battle.attacker), fleet_hand(now, battle.defender)
        return f"sea battle at {now.board.name(self.space)}: {ours} against {theirs}"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return told_battle(now, self.space)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_sea_battle(now, self.space)

    def label(self, now: Position) -> str:
        return f"sea battle {self.space}"

    def sides(self, now: Position) -> tuple[int, ...]:
        battle = battle_at(now, self.space)
        both = (*fleet_hand(now, battle.attacker).dice, *fleet_hand(now, battle.defender).dice)
        return tuple(d.sides for d in both)

    def step(self, play: Play) -> None:
        self.fell(play, ())

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        battle = battle_at(now, self.space)
        hand = fleet_hand(now, battle.attacker)
        cut = len(hand.dice)
        ours = Rolled(hand, faces[:cut])
        theirs = Rolled(fleet_hand(now, battle.defender), faces[cut:])
        role, rule = winner(now, ours, theirs)
        play.done()
        play.emit(decided(now, battle, role, rule, ours, theirs))


def winner(now: Position, ours: Rolled, theirs: Rolled) -> tuple[str, str]:
    """The role that wins, "" for none, and the rule: the higher total, equal ones by the switch."""
    if ours.total == theirs.total:
        return ("defender" if now.settings(Naval).tie == "defender" else ""), "TT-2.4.2-R11"
    return ("attacker" if ours.total > theirs.total else "defender"), "TT-2.4.2-24"


def decided(
    now: Position, battle: SeaBattle, role: str, rule: str, ours: Rolled, theirs: Rolled
) -> SeaBattleDecided:  # fmt: skip
    """What the dice said, die by die and in words."""
    names = adjective(now, battle.attacker), adjective(now, battle.defender)
    won, lost = (battle.fleet(role).side, battle.other(role).side) if role else ("", "")
    end = f"{names[0] if role == 'attacker' else names[1]} wins" if role else "nobody wins"
    return SeaBattleDecided(
        space=battle.space, winner=won, loser=lost, role=role, totals=(ours.total, theirs.total),
        hits=(ours.hits, theirs.hits), by_attacker=_domains(ours), by_defender=_domains(theirs),
        told=f"{now.board.name(battle.space)}: {names[0]} {ours} against {names[1]} {theirs}: {end}", rule=rule,
        parts=(*_parts(names[0], ours), *_parts(names[1], theirs)),
    )  # fmt: skip


def _domains(rolled: Rolled) -> tuple[str, ...]:
    """The domain of each die that hits, in the order of the dice."""
    return tuple(die.domain for die, hit in zip(rolled.hand.dice, rolled.hit_dice, strict=True) if hit)


def _parts(name: str, rolled: Rolled) -> list[tuple[str, int, str]]:
    """The total die by die."""
    return [
        (f"{name} {die.label or die.notation} {die.notation}", result, die.rule)
        for die, result in zip(rolled.hand.dice, rolled.results, strict=True)
    ]


# ------------------------------------------------------------------ what it leaves behind


@frozen
class Aftermath(Frame):
    """The ships that fought have used up their mission; the loser's are out of action, or surrender."""

    name: ClassVar[str] = "naval_ops.aftermath"
    rule: ClassVar[str] = "TT-2.4.2-28"
    space: str

    def step(self, play: Play) -> None:
        now = play.now
        battle = battle_at(now, self.space)
        play.done()
        play.set_slice(evolve(missions(now), battle=None), self.rule)
        for ship in (*battle.attacker.ships, *battle.defender.ships):
            if ship in play.state.units:
                play.emit(ShipStage(unit=ship, stage="done", why="fought for Sea Control", rule="TT-2.4.2-03"))
        if battle.winner:
            self._flip(play, beaten(now, battle))

    def _flip(self, play: Play, ships: tuple[Unit, ...]) -> None:
        now = play.now
        flipped = tuple(u.id for u in ships if not now.has_tag(u, "surrenders"))
        if flipped:
            play.emit(OutOfAction(space=self.space, ships=flipped, rule=self.rule))
        for unit in ships:
            if unit.id not in flipped:
                play.emit(Removed(unit=unit.id, how="surrendered", at=unit.at, rule="TT-3.2-08"))
                continue
            play.emit(StatusSet(unit=unit.id, status="beaten", rule=self.rule))
            if missions(now).of(unit.id) is not None:
                play.emit(ShipStage(unit=unit.id, stage="lost", why="beaten at sea", rule=self.rule))


def beaten(now: Position, battle: SeaBattle) -> tuple[Unit, ...]:
    """The loser's surface ships: all in the space, and those that attacked it from beside it (AMB-079)."""
    lost = battle.other(battle.winner)
    here = (u for u in now.units_at(battle.space) if now.has_tag(u, "ship") and now.side(u.nation) == lost.side)
    fought = (now.unit(ship) for ship in lost.ships if ship in now.state.units)
    return tuple({u.id: u for u in (*here, *fought)}.values())


FRAMES = (Battles, Clash, SeaDice, Casualties, Aftermath)
