"""Offensives: Supply committed to attacks, what keeps a side from ending its move without it, and entrenchments."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import MarkerSet, Removed
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import moves_of, points_left
from hexwright.windows import Action
from hexwright_plugins.land_combat import is_land

from .stores import (
    Committed,
    Logistics,
    committed,
    in_reach,
    needed,
    offensives,
    paid,
    strength,
    tokens,
    tokens_in_reach,
)

MOVE = "land_combat.move"
ENTRENCHMENT = "entrenchment"


class Commit(Action):
    """`commit SUPPLY SPACE`: a token in reach pays for four strength points of an attack."""

    verb = "commit"
    windows = (MOVE,)
    rule = "TT-2.4.3-09"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for space in offensives(now, seat):
            if paid(now, space) < needed(now, space, seat):
                for token in tokens_in_reach(now, space, seat):
                    yield spell("commit", token.id, space)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 3:
            return Reason("say 'commit', a Supply and the space it attacks", self.rule)
        if words[2] not in offensives(now, seat):
            return Reason(f"you do not attack {words[2]}", self.rule)
        need, has = needed(now, words[2], seat), paid(now, words[2])
        if has >= need:
            numbers = (("needs", need), ("committed", has))
            return Reason(f"the attack on {words[2]} is paid for", "TT-2.4.3-R05", numbers)
        if words[1] in [t for t, _ in committed(now)]:
            return Reason(f"{words[1]} is committed already", self.rule)
        near = tokens_in_reach(now, words[2], seat)
        if words[1] in [u.id for u in near]:
            return None
        nearest = spell("commit", near[0].id, words[2]) if near else ""
        if words[1] not in [u.id for u in tokens(now, seat)]:
            return Reason(f"{words[1]} is no free Supply of yours", self.rule, nearest=nearest)
        where = now.where(now.unit(words[1]))
        far = now.board.distance(words[2], where) if where in now.board else None
        reach = now.settings(Logistics).attacker_supply_radius
        return Reason(f"{words[1]} is too far from {words[2]}", "TT-2.4.3-R06",
                      (("reach", reach), ("away", "-" if far is None else far)), nearest,
                      at="logistics.attacker_supply_radius")  # fmt: skip

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        space = words[2]
        settings = now.settings(Logistics)
        yield Because(f"SP that attack {space}", strength(now, space, seat), "TT-2.4.3-R05")
        yield Because("SP for each Supply", settings.sp_per_supply, self.rule, "logistics.sp_per_supply")
        yield Because("Supply needed", needed(now, space, seat), self.rule)
        yield Because("committed so far", paid(now, space), self.rule)
        reach = settings.attacker_supply_radius
        yield Because("hexes that Supply reaches", reach, "TT-2.4.3-R06", "logistics.attacker_supply_radius")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.emit(Committed(token=words[1], space=words[2], rule=self.rule))

    def problems(self, now: Position, seat: str) -> Iterator[Reason]:
        for space in offensives(now, seat):
            need, has = needed(now, space, seat), paid(now, space)
            if has < need:
                steps = strength(now, space, seat)
                numbers = (("SP", steps), ("needs", need), ("committed", has))
                yield Reason(f"the attack on {space} lacks Supply", "TT-2.4.3-R04", numbers, _cure(now, space, seat),
                             at="logistics.sp_per_supply")  # fmt: skip


def _cure(now: Position, space: str, seat: str) -> str:
    """How an attack gets its Supply: the token to commit, the one to bring up, or the strength to leave behind."""
    near = tokens_in_reach(now, space, seat)
    if near:
        return spell("commit", near[0].id, space)
    coming = _could_come(now, space, seat)
    has, need = paid(now, space), needed(now, space, seat)
    per = now.settings(Logistics).sp_per_supply
    leave = f"leave {strength(now, space, seat) - has * per} SP behind" if has < need and has else "retract the attack"
    return f"{coming} or {leave}" if coming else leave


def _could_come(now: Position, space: str, seat: str) -> str:
    """The move that brings a free token within reach of a battle, or ""."""
    radius = now.settings(Logistics).attacker_supply_radius
    for token in tokens(now, seat):
        if token.at not in now.board or "captured" in token.status or not points_left(now, token):
            continue
        far = now.board.distance(token.at, space)
        if far is None or far > radius + points_left(now, token):
            continue
        for to in sorted(moves_of(now, token, seat)):
            if in_reach(now, space, to, radius) and not now.enemies_at(to, token.nation, ("land",), seat=seat):
                return spell("move", token.id, to)
    return ""


def can_be_paid(now: Position, unit: Unit, space: str) -> bool:
    """Is free Supply in reach of an attack by a unit, or can it come there?"""
    if not now.has_tag(unit, "needs_supply") or paid(now, space):
        return True
    seat = now.seat_of(unit.nation)
    known = now.memo(f"logistics.suppliable {seat}")
    if space not in known:
        known[space] = bool(tokens_in_reach(now, space, seat)) or bool(_could_come(now, space, seat))
    return bool(known[space])


class Entrench(Action):
    """`entrench SUPPLY`: a token becomes an entrenchment in its own space."""

    verb = "entrench"
    windows = (MOVE,)
    rule = "TT-3.3-11"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        if ENTRENCHMENT in now.rules.marker:
            for token in tokens(now, seat):
                if self._why_not(now, token) is None:
                    yield spell("entrench", token.id)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) != 2 or words[1] not in [u.id for u in tokens(now, seat)]:
            return Reason("say 'entrench' and a free Supply of yours", self.rule)
        if ENTRENCHMENT not in now.rules.marker:
            return Reason("there are no entrenchments in this game", self.rule)
        return self._why_not(now, now.unit(words[1]))

    def _why_not(self, now: Position, token: Unit) -> Reason | None:
        if not is_land(now, token.at):
            return Reason(f"{token.id} is not on land", self.rule)
        if not now.controls(token.nation, token.at):
            return Reason(f"{token.at} is not yours", self.rule)
        if any(m.kind == ENTRENCHMENT for m in now.markers(token.at)):
            return Reason(f"{token.at} is entrenched already", "TT-2.4.3-R16", (("most", 1),))
        return None

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        token = play.now.unit(words[1])
        play.emit(Removed(unit=token.id, how="spent", at=token.at, rule=self.rule))
        play.emit(MarkerSet(space=token.at, kind=ENTRENCHMENT, owner=token.nation, rule=self.rule))
