"""Attacks: a seat says which of its units attack which space beside them, then the battles are fought one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.dice import Rolled
from hexwright.errors import Reason, nearest
from hexwright.events import Closed, Event
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from .aftermath import conclude
from .hands import Decision, Facts, because_hands, decision, defenders, hands, told_hands
from .tables import Battle, Part


@frozen(kw_only=True)
class Attacked(Event):
    """A unit attacks a space beside it."""

    unit: str
    space: str

    def text(self) -> str:
        return f"{self.unit} attacks {self.space}"


@frozen(kw_only=True)
class BattleFought(Event):
    """A battle is decided; `told` says in words how."""

    space: str
    winner: str
    told: str

    def text(self) -> str:
        return self.told


def rule_of(now: Position, word: Part) -> str:
    """The rule that the table names for a part of a battle."""
    return now.settings(Battle).rules.get(word, "")


def why_no_attack(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why a unit cannot attack a space from where it stands."""
    settings, name, rule = now.settings(Battle), now.name(unit.id), rule_of(now, "attack")
    if unit.steps <= 0 or (settings.tags and not now.has_tag(unit, *settings.tags)):
        return Reason(f"{name} does not fight", rule, at="battle.tags")
    if decision(now) is None and settings.attack not in now.type(unit).dice:
        return Reason(f"{name} has no dice to attack with", rule, at=f"unit_type.{unit.type}.dice")
    if unit.at not in now.board or not now.board.are_neighbours(unit.at, space):
        return Reason(f"{space} is not beside {name}", rule)
    if not defenders(now, space, unit.nation):
        return Reason(f"no enemy to attack stands in {space}", rule)
    mode = now.type(unit).movement
    crossing = now.board.crossing(mode, now.side(unit.nation), unit.at, space) if mode else None
    if crossing is not None and crossing.closed:
        return Reason(crossing.why, crossing.rule)
    said = next((m for m in now.modifiers("may_attack", unit=unit, space=space) if m.value <= 0), None)
    return Reason(said.label, said.rule, by=said.by, at=said.at) if said is not None else None


@frozen
class Declare(Frame):
    """A seat declares its attacks, one small choice a unit; then they are fought in the order of the spaces named."""

    name: ClassVar[str] = "battle.attack"
    seated: ClassVar[bool] = True
    seat: str = ""
    attacks: tuple[tuple[str, str], ...] = ()

    def _units(self, now: Position) -> Iterator[Unit]:
        """Units of the seat that all can see and that have not been told to attack."""
        busy = dict(self.attacks)
        return (u for u in now.units() if now.seat_of(u.nation) == self.seat and u.id not in busy and not u.hidden)

    def _choices(self, now: Position) -> Iterator[tuple[str, str]]:
        for unit in self._units(now):
            for space in now.board.neighbours(unit.at) if unit.at in now.board else ():
                if space in now.state.at and why_no_attack(now, unit, space) is None:
                    yield unit.id, space

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if self.attacks or any(True for _ in self._choices(now)) else ()

    def window(self) -> str:
        return f"{self.name} {self.seat}"

    def prompt(self, now: Position, seat: str) -> str:
        return "which units attack?"

    def about(self, now: Position, seat: str) -> Facts:
        return tuple(fact for s, units in self._battles() for fact in told_hands(now, s, units, named=True))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [*(f"attack {unit} {space}" for unit, space in self._choices(now)), "done"]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        rule = rule_of(now, "attack")
        if words == ("done",):
            return None
        if words[0] != "attack" or len(words) != 3:
            return Reason("say 'attack', a unit and a space, or 'done'", rule)
        mine = {u.id: u for u in self._units(now)}
        if words[1] in dict(self.attacks):
            return Reason(f"{now.name(words[1])} attacks already", rule, nearest="retract")
        if words[1] not in mine:
            return Reason(f"no unit {words[1]} of yours can attack", rule, nearest=" or ".join(nearest(words[1], mine)))
        reason = why_no_attack(now, mine[words[1]], words[2])
        if reason is None or reason.nearest:
            return reason
        near = next((f"attack {u} {s}" for u, s in self._choices(now) if u == words[1]), "")
        return evolve(reason, nearest=near)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words == ("done",):
            play.become(*(Fight(space, units) for space, units in self._battles()))
            play.emit(Closed(window=self.name, seat=seat))
        else:
            play.become(evolve(self, attacks=(*self.attacks, (words[1], words[2]))))
            play.emit(Attacked(unit=words[1], space=words[2], rule=rule_of(play.now, "attack")))

    def step(self, play: Play) -> None:
        play.done()

    def _battles(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each attacked space with its attackers, in the order in which they were named."""
        spaces = dict.fromkeys(s for _, s in self.attacks)
        return tuple((space, tuple(u for u, s in self.attacks if s == space)) for space in spaces)

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        if words == ("done",):
            return "The battles are fought." if self.attacks else "Nobody attacks."
        foes = ", ".join(now.name(u.id) for u in defenders(now, words[2], now.unit(words[1]).nation))
        return f"{now.name(words[1])} attacks {foes} in {now.board.name(words[2])}."

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        joined = (*self.attacks, (words[1], words[2])) if len(words) == 3 else self.attacks
        for space, units in evolve(self, attacks=joined)._battles():
            if len(words) < 3 or space == words[2]:
                yield from because_hands(now, space, units)


@frozen
class Fight(Frame):
    """One battle of those attackers that are still there, if anybody is left to be attacked."""

    name: ClassVar[str] = "battle.fight"
    space: str
    attackers: tuple[str, ...]

    def step(self, play: Play) -> None:
        now = play.now
        units = [u for u in (now.state.units.get(a) for a in self.attackers) if u is not None]
        there = tuple(u.id for u in units if why_no_attack(now, u, self.space) is None)
        if not there:
            play.done()
            return
        play.become((decision(now) or Roll)(space=self.space, attackers=there))


@frozen
class Roll(Decision):
    """Both sides roll their hands once: the dice hit one by one, the higher total wins the battle."""

    name: ClassVar[str] = "battle.roll"

    def prompt(self, now: Position, seat: str) -> str:
        ours, theirs = hands(now, self.space, self.attackers)
        return f"battle at {self.space}: {ours} against {theirs}"

    def about(self, now: Position, seat: str) -> Facts:
        return (("space", self.space), *told_hands(now, self.space, self.attackers))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        return because_hands(now, self.space, self.attackers)

    def sides(self, now: Position) -> tuple[int, ...]:
        ours, theirs = hands(now, self.space, self.attackers)
        return tuple(d.sides for d in (*ours.dice, *theirs.dice))

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now, settings = play.now, play.now.settings(Battle)
        hand, other = hands(now, self.space, self.attackers)
        ours, theirs = Rolled(hand, faces[: len(hand.dice)]), Rolled(other, faces[len(hand.dice) :])
        wins = ours.total > theirs.total or (ours.total == theirs.total and settings.tie == "attacker")
        winner = "attackers" if wins else "defenders"
        told = f"battle at {now.board.name(self.space)}: {ours} against {theirs}: the {winner} win"
        play.done()
        play.emit(BattleFought(space=self.space, winner=winner, told=told, rule=rule_of(now, "dice")))
        conclude(play, self.space, self.attackers, (theirs.hits, ours.hits), retreat=wins and settings.retreat)
