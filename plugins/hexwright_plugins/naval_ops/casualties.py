"""Casualties of a battle at sea: each owner places the hits on its own, sealed, and both are shown together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.dice import Candidate, LossPolicy, allowed
from hexwright.errors import Reason
from hexwright.frames import DraftFrame, Play
from hexwright.position import Position
from hexwright_plugins.gunnery import BARRED, allocator, candidates, lose_step, told_hit

from .record import SeaBattle, missions
from .tables import Naval
from .telling import because_placed

ROLES = ("attacker", "defender")
MADE_BY = {"sea": "ships", "submarine": "submarines", "air": "aircraft"}


def battle_at(now: Position, space: str) -> SeaBattle:
    """The battle that is being fought in a space."""
    battle = missions(now).battle
    assert battle is not None and battle.space == space
    return battle


def policy(now: Position) -> LossPolicy:
    """Who takes no hits of whom: submarines and aircraft never of each other, aircraft of ships by the switch."""
    spared = () if now.settings(Naval).ships_may_lose_aircraft_instead else (("sea", "air"),)
    return LossPolicy(barred=(*BARRED, *spared))


@frozen
class Placing:
    """Hits placed so far as (unit or "" for a lost hit, domain), and the next one that leaves a choice: its bearers."""

    placed: tuple[tuple[str, str], ...] = ()
    bearers: tuple[str, ...] = ()
    by: str = ""
    left: int = 0


def placing(now: Position, battle: SeaBattle, seat: str, draft: tuple[str, ...]) -> Placing:
    """Where a seat's hits go: in the order of the dice, by the draft where there is a choice (TT-2.4.2-R12)."""
    rule = policy(now)
    words = [choice.split()[1] for choice in draft]
    placed: list[tuple[str, str]] = []
    for role in duties(now, battle, seat):
        able = candidates(now, battle.fleet(role).units)
        hits = battle.other(role).hits
        for number, domain in enumerate(hits):
            bearers = allowed(rule, 1, able, domain)
            if len(bearers) > 1 and not _all_fall(rule, able, hits[number:]):
                if not words:
                    return Placing(tuple(placed), bearers, domain, len(hits) - number)
                chosen = words.pop(0)
            else:
                chosen = bearers[0] if bearers else ""
            placed.append((chosen, domain))
            able = _without_step(able, chosen)
    return Placing(tuple(placed))


def duties(now: Position, battle: SeaBattle, seat: str) -> tuple[str, ...]:
    """The fleets whose casualties a seat places: its own, or the enemy's where the shooter decides."""
    return tuple(r for r in ROLES if allocator(now, battle.fleet(r).seat, battle.other(r).seat) == seat)


def _all_fall(rule: LossPolicy, able: tuple[Candidate, ...], hits: tuple[str, ...]) -> bool:
    """Are there hits enough for everybody, whoever takes which?"""
    free = all(len(allowed(rule, 1, able, domain)) == len(able) for domain in dict.fromkeys(hits))
    return free and len(hits) >= sum(c.steps for c in able)


def _told_hits(hits: tuple[str, ...]) -> str:
    """How many hits, and by whose dice: "2 by ships, 1 by submarines"."""
    kinds = dict.fromkeys(hits)
    return ", ".join(f"{hits.count(kind)} by {MADE_BY.get(kind, kind)}" for kind in kinds) or "none"


def _without_step(able: tuple[Candidate, ...], unit: str) -> tuple[Candidate, ...]:
    hit = (evolve(c, steps=c.steps - 1) if c.id == unit else c for c in able)
    return tuple(c for c in hit if c.steps > 0)


@frozen
class Casualties(DraftFrame):
    """Hits of a sea battle are placed by both owners at once, sealed; asked are both as soon as one has a choice."""

    name: ClassVar[str] = "naval_ops.casualties"
    rule: ClassVar[str] = "TT-2.4.2-24"
    space: str = ""

    def seats_asked(self, now: Position) -> tuple[str, ...]:
        battle = battle_at(now, self.space)
        seats = tuple(dict.fromkeys((battle.attacker.seat, battle.defender.seat)))
        return seats if any(placing(now, battle, seat, ()).bearers for seat in seats) else ()

    def prompt(self, now: Position, seat: str) -> str:
        head = f"sea battle at {now.board.name(self.space)}"
        next_ = placing(now, battle_at(now, self.space), seat, self.slot(seat).choices)
        if not next_.bearers:
            return f"{head}: no hit is left to place"
        left = f", {next_.left} to place" if next_.left > 1 else ""
        return f"{head}: who takes the hit by {MADE_BY.get(next_.by, next_.by)}{left}?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        battle = battle_at(now, self.space)
        return (
            *super().about(now, seat),
            ("space", self.space),
            ("attacker", battle.attacker.side),
            ("defender", battle.defender.side),
            ("hits that the attacker takes", _told_hits(battle.defender.hits)),
            ("hits that the defender takes", _told_hits(battle.attacker.hits)),
        )

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return [spell("hit", u) for u in placing(now, battle_at(now, self.space), seat, draft).bearers]

    def refuse_choice(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        next_ = placing(now, battle_at(now, self.space), seat, draft)
        if not next_.bearers:
            return Reason("all your hits are placed", self.rule, nearest="done")
        near = spell("hit", next_.bearers[0])
        if words[0] != "hit" or len(words) != 2:
            return Reason("say 'hit' and the unit that takes it", self.rule, nearest=near)
        if words[1] in next_.bearers:
            return None
        fighting = (u for role in duties(now, battle_at(now, self.space), seat)
                    for u in battle_at(now, self.space).fleet(role).units)  # fmt: skip
        if words[1] in fighting:
            made = MADE_BY.get(next_.by, next_.by)
            return Reason(f"{words[1]} cannot take a hit by {made} now", "TT-2.4.2-R12", nearest=near)
        return Reason(f"{words[1]} does not fight in this battle for you", "TT-2.4.2-R22", nearest=near)

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Reason, ...]:
        next_ = placing(now, battle_at(now, self.space), seat, draft)
        if not next_.bearers:
            return ()
        near = spell("hit", next_.bearers[0])
        return (Reason("hits are still to be placed", self.rule, (("left", next_.left),), near),)

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_hit(now, words[1]) if words[1:] else super().tells(now, seat, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        next_ = placing(now, battle_at(now, self.space), seat, self.slot(seat).choices)
        made, unit = MADE_BY.get(next_.by, next_.by), words[1] if words[1:] else ""
        return because_placed(now, next_.left, made, unit) if next_.bearers else ()

    def step(self, play: Play) -> None:
        play.done()
        self.reveal(play, {})

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        battle = battle_at(play.now, self.space)
        seats = dict.fromkeys((battle.attacker.seat, battle.defender.seat))
        rows = [row for seat in seats for row in placing(play.now, battle, seat, drafts.get(seat, ())).placed]
        for unit, domain in rows:
            if not unit:
                play.say(f"a hit by {MADE_BY.get(domain, domain)} finds nobody that it can harm", "TT-2.4.2-R12")
                continue
            now = play.now
            rule = "TT-2.4.2-R13" if now.has_tag(now.unit(unit), "ship") else self.rule
            # Ships beside a port that they attack are lost where they are, aircraft over the battle.
            where = self.space if now.has_tag(now.unit(unit), "air") else now.where(now.unit(unit))
            lose_step(play, unit, "hit at sea", where, rule)
