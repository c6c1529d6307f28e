"""Submarines in sea battles: both seats write down, sealed, which of theirs join."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.frames import DRAFT_VERBS, DraftFrame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from ..gunnery import SeaBattleJoined, SupportCalled
from .record import ASSIGNED, CANCELLED, sea_hex, shown
from .telling import because_join


def able(now: Position, seat: str) -> tuple[Unit, ...]:
    """A seat's submarines at sea that may still act this turn: no patrol has found them, and they have not acted."""
    own = (u for u in now.units() if now.has_tag(u, "submarine") and now.seat_of(u.nation) == seat)
    sea = (u for u in own if u.at in now.board and "sea" in now.board.tags(u.at))
    return tuple(u for u in sea if CANCELLED not in u.status and ASSIGNED not in u.status)


def battle_hexes(now: Position, event: SeaBattleJoined) -> tuple[str, ...]:
    """The hexes of a sea battle: its own, and for one in a port those from which ships attack it (AMB-070)."""
    from ..naval_ops.record import missions

    attacks = missions(now).at(event.space, "sea_control") if now.has_plugin("naval_ops") else ()
    units = (now.state.units.get(m.unit) for m in attacks if m.stage != "lost")
    beside = (u.at for u in units if u is not None and now.board.distance(u.at, event.space) == 1)
    return tuple(dict.fromkeys((event.space, *beside)))


@frozen
class Join(DraftFrame):
    """Which submarines join the battle in a space; both seats are asked, whatever they have there (TT-2.4.2-25)."""

    name: ClassVar[str] = "submarines.join"
    rule: ClassVar[str] = "TT-2.4.2-25"
    space: str = ""
    hexes: tuple[str, ...] = ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"sea battle at {now.board.name(self.space)}: which of your submarines join it?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        from ..naval_ops import told_battle

        told = told_battle(now, self.space) if now.has_plugin("naval_ops") else ()
        return (*(told or (("space", self.space),)), ("hexes", " ".join(self.hexes)), *super().about(now, seat))

    def _own(self, now: Position, seat: str) -> Iterator[Unit]:
        return (u for u in able(now, seat) if u.at in self.hexes)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        for unit in self._own(now, seat):
            if spell("join", unit.id) not in draft:
                yield spell("join", unit.id)

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return ("join", *DRAFT_VERBS)

    def refuse_choice(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        text = " ".join(words)
        if words[0] != "join" or len(words) != 2:
            return Reason("say 'join' and a submarine of yours in the battle, or 'done'", self.rule, nearest="done")
        if text in draft:
            return Reason(f"{words[1]} joins already", self.rule, nearest="retract")
        if text in self.choices(now, seat, draft):
            return None
        mine = now.state.units.get(words[1])
        if mine is None or now.seat_of(mine.nation) != seat or not now.has_tag(mine, "submarine"):
            return Reason(f"{words[1]} is no submarine of yours", self.rule, nearest="done")
        text = f"{words[1]} is not in this battle but in {mine.at}"
        return why_idle(now, mine) or Reason(text, self.rule, nearest="done")

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_join(now, words[1]) if words else ()

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        for seat in sorted(drafts):
            for unit in sorted(choice.split()[1] for choice in drafts[seat]):
                play.emit(*shown(play.now, play.now.unit(unit), ASSIGNED, rule=self.rule))
                play.emit(SupportCalled(unit=unit, space=self.space, table="sea", rule=self.rule))


def why_idle(now: Position, unit: Unit) -> Reason | None:
    """Why a submarine may do nothing any more this turn."""
    if CANCELLED in unit.status:
        rule = "TT-2.4.1-R11" if _found_from_the_air(now, unit) else "TT-2.4.2-30"
        return Reason(f"{unit.id} was found by a patrol: its mission is off", rule, nearest="done")
    if ASSIGNED in unit.status:
        return Reason(f"{unit.id} has acted this turn", "TT-2.4.2-25", nearest="done")
    return None


def _found_from_the_air(now: Position, unit: Unit) -> bool:
    """Have enemy aircraft, and no ships, patrolled where a submarine is? All missions are open."""
    return _patrolled(now, unit, "air_ops", "air_asw") and not _patrolled(now, unit, "naval_ops", "asw_patrol")


def _patrolled(now: Position, unit: Unit, plugin: str, kind: str) -> bool:
    known = now.state.slices.get(plugin)
    flown = known.at(sea_hex(now, unit.at), kind) if known is not None else ()
    over = (now.state.units.get(m.unit) for m in flown if m.stage not in ("assigned", "lost"))
    return any(u is not None and now.is_enemy(u.nation, unit.nation) for u in over)


FRAMES = (Join,)
