"""What follows a battle: the owners pick who bears the losses and where the beaten retreat, the winner advances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.errors import Reason
from hexwright.events import Moved, Removed, StepsChanged
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.stacking import why_not_stack

from .hands import defenders
from .tables import Battle


def conclude(
    play: Play, space: str, attackers: tuple[str, ...], losses: tuple[int, int], *, retreat: bool = False,
    repelled: bool = False,
) -> None:  # fmt: skip
    """Let a battle have its consequences, for whoever decided it: the frame that did so is off the stack.

    `losses` are the steps that attackers and defenders lose; with `retreat` the defenders that are left retreat,
    with `repelled` the attackers.
    """
    foes = tuple(u.id for u in defenders(play.now, space, play.now.unit(attackers[0]).nation))
    frames: list[Frame] = [Losses(foes, losses[1]), Losses(attackers, losses[0])]
    frames += [Retreat(foes)] if retreat else []
    frames += [Retreat(attackers)] if repelled else []
    most = play.now.settings(Battle).advance
    play.push(*frames, *([Advance(space, attackers, most)] if most and not repelled else ()))


def _left(now: Position, units: tuple[str, ...]) -> tuple[Unit, ...]:
    return tuple(u for u in (now.state.units.get(id_) for id_ in units) if u is not None)


def why_no_step(now: Position, unit: Unit, to: str) -> Reason | None:
    """Why a unit cannot retreat or advance to a space: no way, an enemy, or no room."""
    rule = now.settings(Battle).rules.get("retreat", "")
    mode = now.type(unit).movement
    if not mode or not now.board.are_neighbours(unit.at, to):
        return Reason(f"{now.name(unit.id)} has no way to {to}", rule)
    crossing = now.board.crossing(mode, now.side(unit.nation), unit.at, to)
    if crossing.closed:
        return Reason(crossing.why, crossing.rule)
    if defenders(now, to, unit.nation) or now.enemies_at(to, unit.nation, seat=now.seat_of(unit.nation)):
        return Reason(f"the enemy stands in {to}", rule)
    return why_not_stack(now, unit, to)


@frozen
class Pick(Frame):
    """The owner of units picks one of several choices after a battle; the only one needs no answer."""

    def choices(self, now: Position) -> tuple[str, ...]:
        """What may be answered; none when it is over."""
        raise NotImplementedError

    def owner(self, now: Position) -> str:
        """The seat that picks."""
        raise NotImplementedError

    def rule_now(self, now: Position) -> str:
        """The rule that the table names for it."""
        word = self.name.partition(".")[2].replace("losses", "loss")
        return next((rule for part, rule in now.settings(Battle).rules.items() if part == word), "")

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.owner(now),) if len(self.choices(now)) > 1 else ()

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return self.choices(now)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        choices = self.choices(now)
        if " ".join(words) in choices:
            return None
        said = (c for many in (2, 1) for c in choices if c.split()[:many] == list(words[:many]))
        near = next(said, choices[-1] if choices[-1] == "stay" else choices[0])
        return self.why_not(now, words) or Reason(
            f"'{' '.join(words)}' is not among the choices", self.rule_now(now), nearest=near
        )

    def why_not(self, now: Position, words: tuple[str, ...]) -> Reason | None:
        """A better reason than that it is no choice."""
        return None

    def step(self, play: Play) -> None:
        choices = self.choices(play.now)
        if choices:
            self.take(play, self.owner(play.now), tuple(choices[0].split()))
        else:
            play.done()


@frozen
class Losses(Pick):
    """The owner picks, step by step, which of its units bears a loss."""

    name: ClassVar[str] = "battle.losses"
    units: tuple[str, ...]
    left: int

    def choices(self, now: Position) -> tuple[str, ...]:
        units = _left(now, self.units)
        if self.left <= 0 or not units:
            return ()
        if self.left >= sum(u.steps for u in units):  # all are lost: nothing is left to pick
            return (f"lose {units[0].id}",)
        return tuple(f"lose {u.id}" for u in units)

    def owner(self, now: Position) -> str:
        return now.seat_of(_left(now, self.units)[0].nation)

    def prompt(self, now: Position, seat: str) -> str:
        return f"who bears the loss ({self.left} left)?"

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        unit, rule = play.now.unit(words[1]), self.rule_now(play.now)
        play.become(evolve(self, left=self.left - 1))
        if unit.steps > 1:
            play.emit(StepsChanged(unit=unit.id, steps=unit.steps - 1, was=unit.steps, why="battle", rule=rule))
        else:
            play.emit(Removed(unit=unit.id, how="lost", at=unit.at, rule=rule))


@frozen
class Retreat(Pick):
    """Each beaten unit retreats one space, to where no enemy stands and there is room; one that cannot is lost."""

    name: ClassVar[str] = "battle.retreat"
    units: tuple[str, ...]

    def _ways(self, now: Position) -> Iterator[tuple[Unit, tuple[str, ...]]]:
        for unit in _left(now, self.units):
            yield unit, tuple(s for s in now.board.neighbours(unit.at) if why_no_step(now, unit, s) is None)

    def choices(self, now: Position) -> tuple[str, ...]:
        ways = tuple(self._ways(now))
        stuck = next((unit.id for unit, spaces in ways if not spaces), "")
        return (f"lose {stuck}",) if stuck else tuple(f"retreat {u.id} {s}" for u, spaces in ways for s in spaces)

    def owner(self, now: Position) -> str:
        return now.seat_of(_left(now, self.units)[0].nation)

    def prompt(self, now: Position, seat: str) -> str:
        return "where do the beaten retreat?"

    def why_not(self, now: Position, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3 or words[0] != "retreat" or words[1] not in self.units or words[2] not in now.board:
            return None
        near = next((c for c in self.choices(now) if c.split()[1] == words[1]), "")
        found = next((u for u in _left(now, self.units) if u.id == words[1]), None)
        reason = why_no_step(now, found, words[2]) if found is not None else None
        return evolve(reason, nearest=near) if reason is not None else None

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        unit, rule = play.now.unit(words[1]), self.rule_now(play.now)
        play.become(Retreat(tuple(u for u in self.units if u != unit.id)))
        if words[0] == "lose":
            play.emit(Removed(unit=unit.id, how="lost", at=unit.at, rule=rule))
        else:
            play.emit(Moved(unit=unit.id, path=(unit.at, words[2]), rule=rule))


@frozen
class Advance(Pick):
    """Attackers may advance into the space that they have emptied."""

    name: ClassVar[str] = "battle.advance"
    space: str
    units: tuple[str, ...]
    most: int

    def choices(self, now: Position) -> tuple[str, ...]:
        units = _left(now, self.units)
        if not self.most or not units or now.enemies_at(self.space, units[0].nation):
            return ()
        able = tuple(f"advance {u.id}" for u in units if why_no_step(now, u, self.space) is None)
        return (*able, "stay") if able else ()

    def owner(self, now: Position) -> str:
        return now.seat_of(_left(now, self.units)[0].nation)

    def prompt(self, now: Position, seat: str) -> str:
        return f"who advances to {self.space}?"

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words[0] == "stay":
            play.done()
            return
        unit = play.now.unit(words[1])
        left = tuple(u for u in self.units if u != unit.id)
        play.become(Advance(self.space, left, self.most - 1))
        play.emit(Moved(unit=unit.id, path=(unit.at, self.space), rule=self.rule_now(play.now)))


__all__ = ["Advance", "Losses", "Retreat", "conclude", "why_no_step"]
