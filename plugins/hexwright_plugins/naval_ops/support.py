"""Naval support: markers, and the dice they add to land battles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.errors import Reason
from hexwright.events import StatusSet
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright_plugins.land_combat import BattleJoined, Party, dice_added, die_of, record, told_hands

from .record import ShipStage, able, failed, is_out, missions
from .tables import Naval
from .telling import because_support

KIND = "naval_support"  # the mission, the status of marked ships, and their table of dice
COAST = "coastal"
ROLES = ("attacker", "defender")


@frozen
class Markers(Frame):
    """Ships on Naval Support stay where they are and get their marker."""

    name: ClassVar[str] = "naval_ops.support"
    rule: ClassVar[str] = "TT-2.4.2-39"

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        play.emit(*failed(now, KIND))
        for mission in missions(now).missions:
            ship = able(now, mission)
            if mission.kind == KIND and ship is not None:
                play.emit(StatusSet(unit=ship.id, status=KIND, rule=self.rule))
                play.emit(ShipStage(unit=ship.id, stage="done", rule=self.rule))


# ------------------------------------------------------------------ in a land battle


def supporters(now: Position, space: str, party: Party) -> tuple[Unit, ...]:
    """The marked ships of a party's friends that reach a battle, in the order of ids (AMB-086)."""
    if COAST not in now.board.tags(space):
        return ()
    reach = now.rules.mission[KIND].range
    found = []
    for ship in now.units():
        if KIND not in ship.status or is_out(ship) or ship.at not in now.board:
            continue
        if now.seat_of(ship.nation) != party.seat or not now.is_friend(ship.nation, party.nation):
            continue
        far = now.board.distance(ship.at, space)
        if far is not None and far <= reach:
            found.append(ship)
    return tuple(found)


@frozen
class Supports(Frame):
    """Each side, the attacker first, says ship by ship which markers it spends; then they cancel, and dice are added.

    `attacker` and `defender` are the ships committed so far; they are used up, whether they cancel or not.
    """

    name: ClassVar[str] = "naval_ops.supports"
    rule: ClassVar[str] = "TT-2.4.2-40"
    space: str
    role: str = "attacker"
    attacker: tuple[str, ...] = ()
    defender: tuple[str, ...] = ()

    def _party(self, now: Position) -> Party | None:
        battle = record(now).battle
        return battle.party(self.role) if battle is not None and battle.space == self.space else None

    def _ships(self, now: Position) -> tuple[str, ...]:
        party = self._party(now)
        chosen = (*self.attacker, *self.defender)
        return tuple(s.id for s in supporters(now, self.space, party) if s.id not in chosen) if party else ()

    def asked(self, now: Position) -> tuple[str, ...]:
        party = self._party(now)
        return (party.seat,) if party is not None and self._ships(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"battle at {self.space}: which of your marked ships support the {self.role}, a die each?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        cancel = "all cancel" if now.settings(Naval).support_cancel == "all" else "cancel one for one"
        ships = f"{len(self.attacker)} for the attacker, {len(self.defender)} for the defender"
        told = (("role", self.role), ("ships spent so far", f"{ships} (those of both sides {cancel})"))
        return (*told_hands(now, self.space), *told)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [*(spell("support", ship) for ship in self._ships(now)), "done"]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        return Reason("say 'support' and a marked ship in reach, or 'done'", self.rule, nearest=options[0])

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        both = len(self.attacker), len(self.defender)
        committed = both if self.role == "attacker" else both[::-1]
        return because_support(now, self.space, words[1] if words[1:] else "", committed)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words == ("done",):
            self._next(play)
        elif self.role == "attacker":
            play.become(evolve(self, attacker=(*self.attacker, words[1])))
        else:
            play.become(evolve(self, defender=(*self.defender, words[1])))

    def step(self, play: Play) -> None:
        self._next(play)

    def _next(self, play: Play) -> None:
        if self.role == "attacker":
            play.become(evolve(self, role="defender"))
            return
        play.done()
        for ship in (*self.attacker, *self.defender):
            play.emit(StatusSet(unit=ship, status=KIND, on=False, rule=self.rule))
        ours, theirs = left_over(play.now, len(self.attacker), len(self.defender))
        if self.attacker and self.defender:
            told = f"naval support at {self.space}: {len(self.attacker)} against {len(self.defender)}"
            play.say(f"{told}, {max(ours, theirs)} left", "TT-2.4.2-R18")
        for role, ships, count in zip(ROLES, (self.attacker, self.defender), (ours, theirs), strict=True):
            specs = [play.now.type(play.now.unit(ship)).dice[KIND] for ship in ships[:count]]
            dice = [die_of(spec, label="naval support", rule=self.rule) for spec in specs]
            play.emit(*dice_added(self.space, role, dice, self.rule))


def left_over(now: Position, ours: int, theirs: int) -> tuple[int, int]:
    """How many dice of support each side has when opposing ones have cancelled (AMB-086)."""
    settings = now.settings(Naval)
    if ours and theirs:
        gone = max(ours, theirs) if settings.support_cancel == "all" else min(ours, theirs)
        ours, theirs = max(0, ours - gone), max(0, theirs - gone)
    most = settings.support_max_dice
    return (min(ours, most), min(theirs, most)) if most else (ours, theirs)


def joined(event: BattleJoined, now: Position) -> Iterable[Frame]:
    """Ships beside a battle on the coast may support it, once Maritime operations are over."""
    battle = record(now).battle
    if battle is not None and any(supporters(now, event.space, battle.party(role)) for role in ROLES):
        return (Supports(event.space),)
    return ()


FRAMES = (Markers, Supports)
