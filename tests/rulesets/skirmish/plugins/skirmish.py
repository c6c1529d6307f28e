"""The skirmish's own procedure: units move one by one in the order of their ids, then fight one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from attrs import frozen

from hexwright.errors import Reason
from hexwright.events import GameEnded, Placed, Removed
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.odds import ratio
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import moves_of, start_walk
from hexwright.ruleset.schema import key

MANIFEST = Manifest(id="skirmish", summary="units move and fight one by one; an odds table")
# The order in which a retreat looks for a free hex: east, then against the clock.
LOOKS = (2, 1, 0, 5, 4, 3)


@frozen
class Odds:
    """The odds table: a die plus the column decides. Odds are rounded in the defender's favour."""

    columns: int = key("the highest column", 4)
    undefended: int = key("the column against a strength of 0", 4)
    powerless: int = key("the column of an attack with a strength of 0, whatever it meets", 0)
    defender_dies: int = key("from this sum on the defender dies", 7)
    attacker_dies: int = key("up to this sum the attacker dies", 2)
    defender_retreats: int = key("from this sum on the defender retreats", 5)

    def column(self, attack: int, defence: int) -> int:
        """The column of a fight."""
        more, less = ratio(attack, defence)
        if not more:
            return self.powerless
        if not less:
            return self.undefended
        return min(self.columns, more) if less == 1 else 0


@frozen
class Strength:
    """Trait table of unit types: how hard a unit fights."""

    strength: int = key("its strength", 1)


def strength(now: Position, unit: str) -> int:
    """How hard a unit fights."""
    trait: Any = now.type(now.unit(unit)).traits["skirmish"]
    return int(trait.strength)


def mover(now: Position) -> str:
    """Red moves on odd turns, Blue on even ones."""
    return now.rules.seats[(now.turn - 1) % 2]


def following(now: Position, last: str) -> str:
    """The next living unit of the moving side after `last`, "" when there is none."""
    nation = mover(now)
    units = now.state.units
    ids: tuple[str, ...] = now.board.memo.get(("skirmish", nation), ())
    if not ids:
        ids = tuple(i for i, u in now.game.order_of_battle.items() if u.nation == nation)
        now.board.memo["skirmish", nation] = ids
    for i in range(ids.index(last) + 1 if last else 0, len(ids)):
        if ids[i] in units:
            return ids[i]
    return ""


@frozen
class Move(Frame):
    """One unit after the other is asked where it goes; it may stay."""

    name: ClassVar[str] = "skirmish.move"
    uses_points: ClassVar[bool] = True
    unit: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (mover(now),) if self.unit else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"where does {self.unit} go?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        unit = now.unit(self.unit)
        free = moves_of(now, unit, seat).spaces - now.state.at.flat().keys()
        free.add(unit.at)
        start = f"move {self.unit} "
        return [start + s for s in sorted(free)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3 or words[0] != "move" or words[1] != self.unit:
            return Reason(f"say where {self.unit} goes: move {self.unit} and a hex")
        unit = now.unit(self.unit)
        if words[2] == unit.at:
            return None
        if words[2] in now.state.at:
            return Reason(f"{words[2]} is occupied", numbers=(("limit", 1),))
        if words[2] not in moves_of(now, unit, seat):
            return Reason(f"{self.unit} cannot reach {words[2]}")
        return None

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        if words[2] != now.unit(self.unit).at:
            start_walk(play, now.unit(self.unit), words[2])
        self._next(play)

    def step(self, play: Play) -> None:
        self._next(play)

    def _next(self, play: Play) -> None:
        unit = following(play.now, self.unit)
        play.become(*((Move(unit),) if unit else ()))


def targets(now: Position, unit: Unit) -> list[str]:
    """The enemies next to a unit, sorted."""
    units, at = now.state.units, now.state.at
    found = [at[n][0] for n in now.board.neighbours(unit.at) if n in at]
    return sorted(i for i in found if units[i].nation != unit.nation)


@frozen
class Fight(Frame):
    """One unit after the other is asked whom it fights, if anybody is near."""

    name: ClassVar[str] = "skirmish.fight"
    unit: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (mover(now),) if self.unit else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"whom does {self.unit} fight?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["pass", *(f"fight {t}" for t in targets(now, now.unit(self.unit)))]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words[0] == "fight":
            play.push(Battle(self.unit, words[1]))
        else:
            self._next(play)

    def step(self, play: Play) -> None:
        self._next(play)

    def _next(self, play: Play) -> None:
        now = play.now
        unit = following(now, self.unit)
        while unit and not targets(now, now.unit(unit)):
            unit = following(now, unit)
        if unit:
            play.become(Fight(unit))
            return
        play.done()
        for side in now.rules.side:
            if not any(now.side(u.nation) == side for u in now.units()):
                other = next(s for s in now.rules.side if s != side)
                play.emit(GameEnded(winner=other, reason="the other side has no units left"))
                return


@frozen
class Battle(ChanceFrame):
    """The die of one fight and what it does."""

    name: ClassVar[str] = "skirmish.battle"
    attacker: str = ""
    defender: str = ""

    def label(self, now: Position) -> str:
        return f"{self.attacker}-{self.defender}"

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        play.done()
        # The unit's question is answered; the next one follows.
        top = play.state.stack[-1]
        assert isinstance(top, Fight)
        odds = now.settings(Odds)
        attack, defence = strength(now, self.attacker), strength(now, self.defender)
        total = faces[0] + odds.column(attack, defence)
        if total >= odds.defender_dies:
            play.emit(Removed(unit=self.defender, how="lost"))
        elif total <= odds.attacker_dies:
            play.emit(Removed(unit=self.attacker, how="lost"))
        elif total >= odds.defender_retreats:
            self._retreat(play, now)
        top._next(play)

    def _retreat(self, play: Play, now: Position) -> None:
        near = now.board.neighbours(now.unit(self.attacker).at)
        here = now.unit(self.defender).at
        board = now.board.board_of(here)
        middle = now.board.hex(here)
        from hexwright.hexes import DIRECTIONS

        for i in LOOKS:
            space = now.board.at(board, middle + DIRECTIONS[i])
            if space is not None and space not in now.state.at and space not in near:
                play.emit(Placed(unit=self.defender, at=space, was=here))
                return
        play.emit(Removed(unit=self.defender, how="lost"))


@hook
def register(registry: Registry) -> None:
    registry.frame(Move, Fight, Battle)
    registry.table("skirmish", Odds)
    registry.trait("skirmish", Strength)


__all__ = ["MANIFEST", "Battle", "Fight", "Move"]
