"""Troops aboard: who may be attacked there, raids of submarines, and losses at random, by strength point or unit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because
from hexwright.dice import Hand, LossPolicy, Rolled, lots
from hexwright.frames import ChanceFrame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from ..gunnery import candidates, dice_of, hit_submarine, lose_step
from .tables import LAND, FirstTurn, first_turn
from .telling import because_guards, because_lots, because_raid
from .zones import aboard

RANDOM = LossPolicy("random")


def embarked_steps(now: Position, force: str) -> tuple[str, ...]:
    """The numbered list of what can be hit aboard a task force, in the order of battle: a unit for each number.

    Supply has no strength points and is never on it.
    """
    container = now.state.units.get(force)
    troops: Iterable[Unit] = aboard(now, container, "combat") if container is not None else ()
    order = {unit: n for n, unit in enumerate(now.game.order_of_battle)}
    units = sorted((u.id for u in troops), key=lambda id_: (order.get(id_, len(order)), id_))
    by_sp = now.settings(FirstTurn).random_loss == "by_sp"
    return lots(RANDOM, 1, candidates(now, units), per="step" if by_sp else "unit")


@frozen
class RandomLoss(ChanceFrame):
    """So many hits on the troops aboard a task force: for each a die with as many sides as the list has numbers.

    `force` is the id of the task force, `because` the rule by which it was hit.
    """

    name: ClassVar[str] = "invasion.random_loss"
    rule: ClassVar[str] = "TT-2.4.2-11"
    force: str
    hits: int
    because: str = "TT-2.4.2-11"

    def asked(self, now: Position) -> tuple[str, ...]:
        # Where one unit is all there is to lose, no die is needed.
        return (CHANCE,) if self.hits > 0 and len(set(embarked_steps(now, self.force))) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"which of the troops aboard {self.force} is hit?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        numbers = tuple((str(n), unit) for n, unit in enumerate(embarked_steps(now, self.force), start=1))
        return (("force", self.force), ("hits", self.hits), *numbers)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_lots(now)

    def label(self, now: Position) -> str:
        return f"embarked {self.force}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return (len(embarked_steps(now, self.force)),)

    def step(self, play: Play) -> None:
        listed = embarked_steps(play.now, self.force)
        if self.hits > 0 and listed:
            self._lose(play, listed[0])
        else:
            play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        self._lose(play, embarked_steps(play.now, self.force)[faces[0] - 1])

    def _lose(self, play: Play, unit: str) -> None:
        where = play.now.where(play.now.unit(self.force))
        play.become(evolve(self, hits=self.hits - 1))
        lose_step(play, unit, "hit aboard", where, self.because)


# ------------------------------------------------------------------ raids of submarines


def exposed(now: Position, space: str, nation: str) -> tuple[Unit, ...]:
    """The task forces in a space whose troops enemies of a nation's side have still aboard, to be attacked at sea.

    Only on the first turn, and only before Land operations (TT-2.4.2-R07).
    """
    if not first_turn(now) or now.done(LAND):
        return ()
    here = (u for u in now.units_at(space) if "container" in now.type(u).tags and now.is_enemy(nation, u.nation))
    return tuple(force for force in here if aboard(now, force, "combat"))


def guards(now: Position, force: Unit) -> tuple[Unit, ...]:
    """The ships on Sea Control beside a task force, in the order of their missions (AMB-075)."""
    if not now.has_plugin("naval_ops"):
        return ()
    from ..naval_ops.record import missions

    posted = (m.unit for m in missions(now).at(force.at, "sea_control") if m.stage != "lost")
    ships = (now.state.units.get(id_) for id_ in posted)
    return tuple(s for s in ships if s is not None and s.at == force.at and now.is_friend(force.nation, s.nation))


@frozen
class GuardFire(ChanceFrame):
    """A submarine raids a task force: ships on Sea Control there fire first, one die each."""

    name: ClassVar[str] = "invasion.guard_fire"
    rule: ClassVar[str] = "TT-2.4.2-10"
    force: str
    raider: str

    def _hand(self, now: Position) -> Hand:
        ships = guards(now, now.unit(self.force))
        return Hand(tuple(die for ship in ships for die in dice_of(now, ship, "sea")))

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self._hand(now).dice else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"the guards of {self.force} fire at {self.raider}: {self._hand(now)}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_guards(now, guards(now, now.unit(self.force)))

    def label(self, now: Position) -> str:
        return f"guards {now.unit(self.force).at}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in self._hand(now).dice)

    def step(self, play: Play) -> None:
        play.become(RaidDice(self.force, self.raider))

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        rolled = Rolled(self._hand(play.now), faces)
        where = play.now.unit(self.force).at
        play.become(RaidDice(self.force, self.raider))
        play.say(f"the guards of {self.force} fire at {self.raider}: {rolled}", self.rule)
        hit_submarine(play, self.raider, rolled.hits, "fire of the guards", where, self.rule)


@frozen
class RaidDice(ChanceFrame):
    """The raider, if it has survived, rolls at the troops aboard."""

    name: ClassVar[str] = "invasion.raid"
    rule: ClassVar[str] = "TT-2.4.2-10"
    force: str
    raider: str

    def _hand(self, now: Position) -> Hand:
        raider = now.state.units.get(self.raider)
        return Hand(dice_of(now, raider, "sea")) if raider is not None else Hand()

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self._hand(now).dice else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"{self.raider} attacks the troops of {self.force}: {self._hand(now)}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_raid(now, self.raider)

    def label(self, now: Position) -> str:
        return f"raid {self.force}"

    def sides(self, now: Position) -> tuple[int, ...]:
        return tuple(d.sides for d in self._hand(now).dice)

    def step(self, play: Play) -> None:
        play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        rolled = Rolled(self._hand(play.now), faces)
        play.become(RandomLoss(self.force, rolled.hits))
        play.say(f"{self.raider} attacks the troops of {self.force}: {rolled}", self.rule)


FRAMES = (RandomLoss, GuardFire, RaidDice)
