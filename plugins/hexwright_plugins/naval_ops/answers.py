"""Answers to Sea Control: the ships that take up the battle, or a refusal, space by space."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import StatusSet
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.windows import Action, Window

from .battle import (
    KIND,
    BattleRefused,
    Due,
    controllers,
    move_order,
    on_control,
    opponents,
    out_of_action,
    ready,
    ships_at,
    told_fleets,
)
from .record import ShipAssigned, ShipStage, missions
from .tables import Naval
from .telling import because_sea_battle


def attacked(now: Position, seat: str) -> tuple[Due, ...]:
    """The attacks on a seat's ships that are answered now, in the order in which they were given."""
    frame = now.state.stack[-1]
    only = frame.space if isinstance(frame, Answers) else ""
    foes = [s for s in move_order(now) if s != seat]
    # Where one moves for both sides of a battle it answers to itself: the space says which one.
    found: dict[str, Due] = {}
    for foe in (*foes, seat) if only else foes:
        for unit, space in controllers(now, foe):
            if space not in found and (not only or space == only) and _own(now, unit, space, seat):
                found[space] = Due(space, foe)
    return tuple(found.values())


def _own(now: Position, foe: Unit, space: str, seat: str) -> tuple[Unit, ...]:
    """The seat's ships in a space that an enemy ship attacks there."""
    return tuple(u for u in opponents(now, foe.nation, space) if now.seat_of(u.nation) == seat)


def targets(now: Position, seat: str, due: Due) -> tuple[Unit, ...]:
    """The seat's ships that an attack is made on: those in action."""
    first = next((u for u, space in controllers(now, due.seat) if space == due.space), None)
    return _own(now, first, due.space, seat) if first is not None else ()


def engaged(now: Position, seat: str, due: Due) -> bool:
    """Has the seat a ship that takes up this battle?"""
    return any(on_control(now, u, due.space) for u in targets(now, seat, due))


def why_no_refusal(now: Position, seat: str, due: Due) -> Reason | None:
    """Why an attack may not be refused: the switch, a ship that cannot, or ships engaged already."""
    here = targets(now, seat, due)
    near = next((spell("engage", due.space, u.id) for u in here if ready(now, u)), "")
    if not now.settings(Naval).allow_refusal:
        return Reason("nobody refuses battle at sea", "TT-2.4.2-R09", nearest=near, at="naval.allow_refusal")
    stuck = next((u for u in here if now.has_tag(u, "surrenders")), None)
    if stuck is not None:
        return Reason(f"{now.name(stuck.id)} cannot refuse battle", "TT-2.4.2-R10", nearest=near)
    if engaged(now, seat, due):
        return Reason(f"you have ships engaged at {due.space} already", "TT-2.4.2-R09", nearest="retract")
    return None


class Engage(Action):
    """`engage SPACE SHIP`: the ship takes up the battle; more may follow, the others stay free (TT-2.4.2-29)."""

    verb = "engage"
    windows = ("naval_ops.answers",)
    rule = "TT-2.4.2-29"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for due in attacked(now, seat):
            for unit in targets(now, seat, due):
                if ready(now, unit) and not on_control(now, unit, due.space):
                    yield spell("engage", due.space, unit.id)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        near = next(self.options(now, seat), "")
        if len(words) != 3:
            return Reason("say 'engage', a space that is attacked and a ship there", self.rule, nearest=near)
        _, space, ship = words
        unit = now.state.units.get(ship)
        mine = unit is not None and unit in ships_at(now, space, seat)
        if unit is None or not mine:
            return Reason(f"{ship} is no surface ship of yours at {space}", self.rule, nearest=near)
        if "refused" in unit.status:
            return Reason(f"{ship} has refused battle", "TT-2.4.2-R09", nearest=near)
        due = next((d for d in attacked(now, seat) if d.space == space), None)
        if due is None or unit not in targets(now, seat, due):
            return Reason(f"{ship} is not attacked at {space}", "TT-2.4.2-R08", nearest=near)
        if on_control(now, unit, space):
            return Reason(f"{ship} is engaged already", self.rule, nearest=near)
        if not ready(now, unit):
            return Reason(f"{ship} has used up its mission", "TT-2.4.2-03", nearest=near)
        return None

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_sea_battle(now, words[1])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.emit(ShipAssigned(unit=words[2], kind=KIND, target=words[1], defends=True, rule="TT-2.4.2-R09"))

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        for due in attacked(now, seat):
            near = next((o for o in self.options(now, seat) if o.split()[1] == due.space), "")
            if near and not engaged(now, seat, due):
                yield Reason(f"Sea Control at {due.space} waits for an answer", "TT-2.4.2-R09", nearest=near)


class Refuse(Action):
    """`refuse SPACE`: every surface ship there stays, does nothing more, and goes home in Housekeeping."""

    verb = "refuse"
    windows = ("naval_ops.answers",)
    rule = "TT-2.4.2-R09"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for due in attacked(now, seat):
            if why_no_refusal(now, seat, due) is None:
                yield spell("refuse", due.space)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        due = next((d for d in attacked(now, seat) if d.space == words[-1]), None) if len(words) == 2 else None
        if due is None:
            near = next(self.options(now, seat), "")
            return Reason("say 'refuse' and a space that is attacked", self.rule, nearest=near)
        return why_no_refusal(now, seat, due)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_sea_battle(now, words[1])

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        ships = tuple(u for u in ships_at(now, words[1], seat) if not out_of_action(u))
        ids = tuple(u.id for u in ships)
        play.emit(BattleRefused(space=words[1], seat=seat, ships=ids, rule=self.rule))
        for unit in ships:
            play.emit(StatusSet(unit=unit.id, status="refused", rule=self.rule))
            if missions(now).of(unit.id) is not None:
                play.emit(ShipStage(unit=unit.id, stage="lost", why="battle refused", rule=self.rule))


@frozen
class Answers(Window):
    """A side whose ships are attacked says for each space who fights, or refuses: before it moves, or when it is due.

    With a `space` the answer is about the battle there alone (the side had moved already). A ship that is alone
    and cannot refuse takes up the battle by itself.
    """

    name: ClassVar[str] = "naval_ops.answers"
    rule: ClassVar[str] = "TT-PA.11-01"
    space: str = ""
    begun: bool = False

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if self.begun else ()

    def window(self) -> str:
        return f"{super().window()} {self.space}".strip()

    def prompt(self, now: Position, seat: str) -> str:
        open_ = [now.board.name(d.space) for d in attacked(now, seat) if not engaged(now, seat, d)]
        if open_:
            return f"Sea Control against {', '.join(open_)}: who fights?"
        more = next(Engage().options(now, seat), "")
        return "Sea Control: who fights as well?" if more else "Sea Control: all attacks are answered"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return tuple(fact for due in attacked(now, seat) for fact in told_fleets(now, due, named=True))

    def step(self, play: Play) -> None:
        now = play.now
        open_ = False
        for due in attacked(now, self.seat):
            able = [u for u in targets(now, self.seat, due) if ready(now, u)]
            if not able or engaged(now, self.seat, due):
                continue
            bound = why_no_refusal(now, self.seat, due)
            if len(able) == 1 and bound is not None:
                play.emit(ShipAssigned(unit=able[0].id, kind=KIND, target=due.space, defends=True, rule=bound.rule))
            else:
                open_ = True
        if open_:
            play.become(evolve(self, begun=True))
        else:
            play.done()


FRAMES = (Answers,)
ACTIONS = (Engage(), Refuse())
