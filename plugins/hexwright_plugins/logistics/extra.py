"""Extra Supply: each token more that a side spends in a battle is a die more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.dice import Die
from hexwright.errors import Reason
from hexwright.events import Removed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright_plugins.land_combat import DieAdded, because_battle, die_of, record, told_hands

from .stores import Logistics, tokens_in_reach


def extra_die(now: Position, token: Unit) -> Die:
    """The die that a Supply token gives when it is spent in a battle."""
    spec = now.type(token).dice.get("extra")
    return die_of(spec, label="extra Supply", rule="TT-2.4.3-10") if spec else Die(6, label="extra Supply")


@frozen
class ExtraSupply(Frame):
    """Each token more is a die more; the attacker says first, both openly."""

    name: ClassVar[str] = "logistics.extra"
    rule: ClassVar[str] = "TT-2.4.3-10"
    space: str
    role: str

    def _seat(self, now: Position) -> str:
        battle = record(now).battle
        return battle.party(self.role).seat if battle is not None else ""

    def _most(self, now: Position) -> int:
        near = len(tokens_in_reach(now, self.space, self._seat(now), attacking=self.role == "attacker"))
        cap = now.settings(Logistics).max_extra_dice
        return min(near, cap) if cap else near

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self._seat(now),) if self._most(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"battle at {self.space}: how many more Supply does the {self.role} spend, a die each?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (*told_hands(now, self.space), ("role", self.role), ("most", self._most(now)))

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        near = tokens_in_reach(now, self.space, seat, attacking=self.role == "attacker")
        if near:
            die = extra_die(now, near[0])
            yield Because("a die for each Supply", die.notation, die.rule, f"unit_type.{near[0].type}.dice.extra")
        spent = near[: int(words[1])] if words[1:] else ()
        yield from because_battle(now, self.space, self.role, tuple(extra_die(now, token) for token in spent))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"extra {n}" for n in range(self._most(now) + 1)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        most = self._most(now)
        if " ".join(words) in self.options(now, seat):
            return None
        key = f"logistics.{self.role}_supply_radius"
        return Reason("say 'extra' and how many Supply in reach", self.rule, (("most", most),), f"extra {most}", at=key)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        near = tokens_in_reach(play.now, self.space, seat, attacking=self.role == "attacker")
        for token in near[: int(words[1])]:
            die = extra_die(play.now, token)
            play.emit(Removed(unit=token.id, how="spent", at=play.now.where(token), rule=self.rule))
            play.emit(DieAdded(space=self.space, side=self.role, die=die, rule=self.rule))

    def step(self, play: Play) -> None:
        play.done()
