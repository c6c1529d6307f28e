"""What follows the casualties of a battle: surrender, retreats, capture of Supply, and who holds the space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import spell
from hexwright.errors import Reason
from hexwright.events import ControlChanged, Moved, Placed, Removed
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import room_for, why_not_stack
from hexwright.ruleset.paths import dotted

from .moving import captures, claims, counts_as_land
from .record import Battle, battle_at, fighting, record
from .tables import Land

# ------------------------------------------------------------------ where to


def origins(now: Position, space: str) -> tuple[str, ...]:
    """The places from which a space is attacked."""
    return tuple(dict.fromkeys(a.origin for a in record(now).at(space)))


def can_retreat(now: Position, unit: Unit) -> bool:
    """Has the unit movement points at all? One without cannot retreat."""
    spec = now.type(unit)
    return bool(spec.movement) and (spec.allowance > 0 or now.rules.movement[spec.movement].unlimited)


def why_no_retreat(
    now: Position, battle: Battle, unit: Unit, start: str, to: str, *, passing: bool = False
) -> Reason | None:
    """Why a unit of the losing side may not retreat from one space to the next; `passing` leaves stacking aside."""
    spec = now.type(unit)
    if not can_retreat(now, unit):
        text, key = f"{now.name(unit.id)} has no movement points and cannot retreat", f"unit_type.{unit.type}.allowance"
        return Reason(text, "TT-2.4.3-R13", at=key)
    if not now.board.are_neighbours(start, to):
        return Reason(f"{to} is not next to {start}", "TT-2.4.3-23")
    crossing = now.board.crossing(spec.movement, now.side(unit.nation), start, to)
    if crossing.closed:
        key = dotted(crossing.at[0]) if crossing.at else ""
        return Reason(crossing.why, crossing.rule or "TT-2.4.3-R12", at=key)
    if any(counts_as_land(now, e, "block") for e in now.enemies_at(to, unit.nation, ("land",))):
        return Reason(f"an enemy land unit stands in {to}", "TT-2.4.3-R12")
    if battle.loser == "defender" and to in origins(now, battle.space):
        return Reason(f"the enemy attacked from {to}", "TT-2.4.3-24")
    if passing or now.settings(Land).retreat_overstack:
        return None
    return why_not_stack(now, unit, to)


def retreats(now: Position, battle: Battle, unit: Unit) -> Iterator[str]:
    """The spaces to which a losing unit may retreat, in the order of neighbours."""
    if can_retreat(now, unit):
        for to in now.board.neighbours(battle.space):
            if why_no_retreat(now, battle, unit, battle.space, to) is None:
                yield to


def why_not_two(now: Position, battle: Battle, to: str) -> Reason | None:
    """Why the second space of a longer retreat is no good: it is not two spaces from the battle."""
    far = now.board.distance(battle.space, to)
    if far == 2:
        return None
    numbers = (("needs", 2), ("away", "-" if far is None else far))
    return Reason(f"{to} is not two spaces from {battle.space}", "TT-2.4.3-29", numbers)


def second_retreats(now: Position, battle: Battle, unit: Unit) -> Iterator[tuple[str, str]]:
    """The ways of two spaces by which a losing defender's unit may waive the second casualty."""
    if not can_retreat(now, unit):
        return
    for a in now.board.neighbours(battle.space):
        if why_no_retreat(now, battle, unit, battle.space, a, passing=True) is not None:
            continue
        for b in now.board.neighbours(a):
            if why_not_two(now, battle, b) is None and why_no_retreat(now, battle, unit, a, b) is None:
                yield a, b


def _home(now: Position, battle: Battle, unit: Unit) -> str:
    """Where a losing attacker that came from no land space goes back to: a container, or a space it cannot walk in."""
    attack = record(now).of(unit.id)
    if battle.loser != "attacker" or attack is None or not now.is_place(attack.origin):
        return ""
    if attack.origin not in now.board:
        return attack.origin
    spec = now.type(unit)
    mode = now.rules.movement.get(spec.movement)
    return "" if mode is not None and now.board.terrain(attack.origin) in mode.cost else attack.origin


# ------------------------------------------------------------------ the retreats


@frozen
class Retreats(Frame):
    """Losing garrisons surrender, then every losing unit retreats one space, or surrenders where it cannot."""

    name: ClassVar[str] = "land_combat.retreats"
    rule: ClassVar[str] = "TT-2.4.3-23"
    space: str
    stage: int = 0

    def _left(self, now: Position) -> tuple[Unit, ...]:
        """The losing units that are still in the space."""
        battle = battle_at(now, self.space)
        found = (now.state.units.get(u) for u in battle.party(battle.loser).units)
        return tuple(u for u in found if u is not None and u.at == self.space)

    def _choices(self, now: Position) -> tuple[tuple[str, str], ...]:
        """(unit, space) that may be picked now, by the seat of the first unit that is left."""
        left = self._left(now)
        if not left:
            return ()
        battle = battle_at(now, self.space)
        seat = now.seat_of(left[0].nation)
        own = [u for u in left if now.seat_of(u.nation) == seat]
        return tuple((u.id, to) for u in own for to in retreats(now, battle, u))

    def _stuck(self, now: Position) -> Unit | None:
        """A losing unit that has no space to go to; others that retreat open none."""
        battle = battle_at(now, self.space)
        return next((u for u in self._left(now) if next(retreats(now, battle, u), None) is None), None)

    def asked(self, now: Position) -> tuple[str, ...]:
        if self.stage < 2 or self._stuck(now) is not None or len(self._choices(now)) < 2:
            return ()
        return (now.seat_of(self._left(now)[0].nation),)

    def prompt(self, now: Position, seat: str) -> str:
        return f"battle at {self.space}: where do the losers retreat?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("left", len(self._left(now))))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"retreat {unit} {to}" for unit, to in self._choices(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        choices = self._choices(now)
        if len(words) == 3 and words[0] == "retreat" and (words[1], words[2]) in choices:
            return None
        near = "retreat {} {}".format(*choices[0])
        unit = next((u for u in self._left(now) if len(words) > 1 and u.id == words[1]), None)
        if words[0] != "retreat" or len(words) != 3 or unit is None:
            return Reason("say 'retreat', a unit that is left and a space", self.rule, nearest=near)
        if words[2] not in now.board:
            return Reason(f"there is no space {words[2]}", self.rule, nearest=near)
        reason = why_no_retreat(now, battle_at(now, self.space), unit, self.space, words[2])
        reason = reason or Reason("another seat's units retreat first", self.rule)
        own = next((c for c in choices if c[0] == unit.id), choices[0])
        return evolve(reason, nearest="retreat {} {}".format(*own))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._go(play, words[1], words[2])

    def step(self, play: Play) -> None:
        now = play.now
        battle = battle_at(now, self.space)
        if self.stage == 0:
            play.become(evolve(self, stage=1))
            for unit in self._left(now):
                if now.has_tag(unit, "surrenders"):
                    play.emit(Removed(unit=unit.id, how="surrendered", at=self.space, rule="TT-2.4.3-R17"))
        elif self.stage == 1:
            play.become(evolve(self, stage=2))
            self._special(play, battle)
        elif not self._left(now):
            play.done()
        elif (stuck := self._stuck(now)) is not None:
            play.emit(Removed(unit=stuck.id, how="surrendered", at=self.space, rule="TT-2.4.3-R13"))
        else:
            self._go(play, *self._choices(now)[0])

    def _special(self, play: Play, battle: Battle) -> None:
        """The retreat that waived a casualty, and attackers that go back aboard what they came from."""
        if battle.waiver and any(u.id == battle.waiver[0] for u in self._left(play.now)):
            unit, first, second = battle.waiver
            play.emit(Moved(unit=unit, path=(self.space, first, second), rule="TT-2.4.3-29"))
        for unit_ in self._left(play.now):
            home = _home(play.now, battle, unit_)
            if home:
                play.emit(Placed(unit=unit_.id, at=home, was=self.space, rule="TT-2.4.3-R22"))

    def _go(self, play: Play, unit: str, to: str) -> None:
        play.emit(Moved(unit=unit, path=(self.space, to), rule=self.rule))


@frozen
class Advance(Frame):
    """Attackers that fought from beside the space enter it when they have won; where not all fit, their owner picks."""

    name: ClassVar[str] = "land_combat.advance"
    rule: ClassVar[str] = "TT-2.4.3-22"
    space: str

    def _left(self, now: Position) -> tuple[Unit, ...]:
        """The winning attackers that are still outside and fit in one by one."""
        battle = battle_at(now, self.space)
        if battle.winner != "attacker":
            return ()
        outside = (u for u in fighting(now, battle, "attacker") if u.at != self.space)
        return tuple(u for u in outside if why_not_stack(now, u, self.space) is None)

    def _all_fit(self, now: Position) -> bool:
        left = self._left(now)
        return not left or sum(u.steps for u in left) <= room_for(now, left[0], self.space)

    def asked(self, now: Position) -> tuple[str, ...]:
        return () if self._all_fit(now) else (now.seat_of(self._left(now)[0].nation),)

    def prompt(self, now: Position, seat: str) -> str:
        return f"battle at {self.space}: who advances into it?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        left = self._left(now)
        return (("space", self.space), ("room", room_for(now, left[0], self.space) if left else 0))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("advance", u.id) for u in self._left(now)]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._go(play, play.now.unit(words[1]))

    def step(self, play: Play) -> None:
        play.done()
        for unit in self._left(play.now):
            self._go(play, unit)

    def _go(self, play: Play, unit: Unit) -> None:
        play.emit(Moved(unit=unit.id, path=(unit.at, self.space), rule=self.rule))


@frozen
class Aftermath(Frame):
    """The winner takes the loser's Supply and the space, even when nobody of it is left."""

    name: ClassVar[str] = "land_combat.aftermath"
    rule: ClassVar[str] = "TT-2.4.3-22"
    space: str

    def step(self, play: Play) -> None:
        known = record(play.now)
        battle = battle_at(play.now, self.space)
        won = battle.party(battle.winner)
        play.done()
        play.set_slice(
            evolve(known, battle=None, attacks=tuple(a for a in known.attacks if a.space != self.space)), self.rule
        )
        play.emit(*captures(play.now, won.nation, self.space, "TT-2.4.3-33"))
        now = play.now
        owner = now.control(self.space)
        if not owner or now.is_enemy(won.nation, owner):
            standing = any(now.is_friend(won.nation, u.nation) for u in now.units_at(self.space))
            rule = self.rule if standing else "TT-2.4.3-R18"
            play.emit(ControlChanged(space=self.space, nation=won.nation, was=owner, rule=rule))
        play.emit(*claims(play.now, self.space))
