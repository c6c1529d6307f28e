"""Casualties of a battle: what works absorb, what a losing defender waives, and who bears the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.dice import Candidate, LossPolicy, allowed
from hexwright.errors import Reason
from hexwright.events import Event, MarkerSet, Removed, StepsChanged
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from .hands import absorber, told_hands
from .record import Battle, CasualtyAbsorbed, CasualtyWaived, battle_at, fighting
from .retreat import second_retreats, why_no_retreat, why_not_two
from .tables import Battlefield, Hits, Land


def policy(now: Position) -> LossPolicy:
    """Every third casualty falls on the non-infantry classes."""
    classes = now.settings(Land).non_infantry_classes
    every = now.settings(Battlefield).every if classes else 0
    return LossPolicy(every=every, every_tags=classes if every else ())


def candidates(now: Position, battle: Battle, role: str) -> tuple[Candidate, ...]:
    """The units of a party that are still there and have steps."""
    return tuple(
        Candidate(u.id, (u.type, *now.type(u).tags), u.steps) for u in fighting(now, battle, role) if u.steps > 0
    )


def survives(rule: LossPolicy, here: tuple[Candidate, ...], unit: str, number: int, more: int) -> bool:
    """Can a unit outlive so many further casualties, the first of them with that number?

    Others bear what they may: heavy units are kept for the casualties that fall on them only.
    """
    pool = here
    for n in range(number, number + more):
        if not any(c.id == unit for c in pool):
            return False
        bearers = allowed(rule, n, pool)
        if not bearers:
            return True
        others = [c for c in pool if c.id in bearers and c.id != unit]
        if others:
            chosen = min(others, key=lambda c: any(t in rule.every_tags for t in c.tags)).id
        else:
            chosen = unit
        hit = (evolve(c, steps=c.steps - 1) if c.id == chosen else c for c in pool)
        pool = tuple(c for c in hit if c.steps > 0)
    return any(c.id == unit for c in pool)


@frozen
class Losses(Frame):
    """The casualties of one party, numbered from 1; its owner picks who bears them."""

    name: ClassVar[str] = "land_combat.losses"
    rule: ClassVar[str] = "TT-2.4.3-26"
    space: str
    role: str
    at: int = 1
    borne: int = 0
    taken: bool = False

    def _hits(self, battle: Battle) -> int:
        return battle.other(self.role).hits

    def _number(self, now: Position) -> int:
        """The number that the rule of every third casualty sees."""
        return self.at if now.settings(Land).third_casualty_counts_absorbed else self.borne + 1

    def _absorbed(self, now: Position, battle: Battle) -> bool:
        """Do works take this casualty?"""
        first = self.role == "defender" and self.at == 1
        return first and absorber(now, self.space, battle.defender.side) is not None

    def _waivers(self, now: Position, battle: Battle) -> tuple[tuple[str, str, str], ...]:
        """How this casualty may be waived: (unit, first space, second space); only by a losing defender."""
        if self.role != "defender" or battle.loser != "defender" or self.at != 2 or self.taken or battle.waiver:
            return ()
        here = candidates(now, battle, self.role)
        more = self._hits(battle) - self.at
        number = self._number(now) + int(now.settings(Land).third_casualty_counts_absorbed)
        out = []
        for unit in (now.unit(c.id) for c in here):
            if survives(policy(now), here, unit.id, number, more):
                out += [(unit.id, a, b) for a, b in second_retreats(now, battle, unit)]
        return tuple(out)

    def _bearers(self, now: Position, battle: Battle) -> tuple[str, ...]:
        """The units that may bear this casualty; a unit that retreats for a waiver has to survive."""
        here = candidates(now, battle, self.role)
        rule = policy(now)
        number = self._number(now)
        bearers = allowed(rule, number, here)
        if not battle.waiver or self.role != "defender":
            return bearers
        spared = battle.waiver[0]
        more = self._hits(battle) - self.at
        kept = []
        for id_ in bearers:
            after = tuple(evolve(c, steps=c.steps - 1) if c.id == id_ else c for c in here)
            if survives(rule, tuple(c for c in after if c.steps > 0), spared, number + 1, more):
                kept.append(id_)
        return tuple(kept) or bearers

    def _over(self, now: Position, battle: Battle) -> bool:
        return self.at > self._hits(battle) or not candidates(now, battle, self.role)

    def asked(self, now: Position) -> tuple[str, ...]:
        battle = battle_at(now, self.space)
        if self._over(now, battle) or self._absorbed(now, battle):
            return ()
        if self._waivers(now, battle):
            return (battle.party(self.role).seat,)
        if len(self._bearers(now, battle)) < 2 or self._all_fall(now, battle):
            return ()
        owner = now.settings(Hits).allocator == "owner"
        return ((battle.party(self.role) if owner else battle.other(self.role)).seat,)

    def _all_fall(self, now: Position, battle: Battle) -> bool:
        """Are there casualties enough for everybody, so that no choice is left, even if one is still to be waived?"""
        waiver = self.role == "defender" and battle.loser == "defender" and self.at == 1
        left = self._hits(battle) - self.at + 1 - int(waiver)
        return left >= sum(c.steps for c in candidates(now, battle, self.role))

    def prompt(self, now: Position, seat: str) -> str:
        battle = battle_at(now, self.space)
        where = f"battle at {self.space}: casualty {self.at} of {self._hits(battle)} of the {self.role}"
        return f"{where}, waive it by a longer retreat?" if self._waivers(now, battle) else f"{where}, who bears it?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        battle = battle_at(now, self.space)
        return (*told_hands(now, self.space), ("casualty", self.at), ("casualties", self._hits(battle)),
                ("role", self.role))  # fmt: skip

    def options(self, now: Position, seat: str) -> Iterable[str]:
        battle = battle_at(now, self.space)
        waivers = self._waivers(now, battle)
        if waivers:
            return [*(f"waive {unit} {a} {b}" for unit, a, b in waivers), "take"]
        return [f"lose {unit}" for unit in self._bearers(now, battle)]

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return ("waive", "take", "lose")

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        battle = battle_at(now, self.space)
        if self._waivers(now, battle):
            near = next((o for o in options if o.split()[1:2] == list(words[1:2])), options[0])
            return evolve(self._why_not_waive(now, battle, words), nearest=near)
        if words[0] == "waive":
            rule = "TT-2.4.3-31" if self.role == "attacker" else "TT-2.4.3-30" if self.at > 2 else "TT-2.4.3-R14"
            return Reason(f"casualty {self.at} of the {self.role} cannot be waived", rule, nearest=options[0])
        known = {c.id for c in candidates(now, battle, self.role)}
        if words[0] == "lose" and len(words) == 2 and words[1] in known:
            if words[1] in allowed(policy(now), self._number(now), candidates(now, battle, self.role)):
                return Reason(f"{words[1]} has to survive its longer retreat", "TT-2.4.3-R14", nearest=options[0])
            return Reason(f"casualty {self.at} falls on non-infantry", "TT-2.4.3-27", nearest=options[0])
        return Reason(f"'{' '.join(words)}' is not among the options", self.rule, nearest=options[0])

    def _why_not_waive(self, now: Position, battle: Battle, words: tuple[str, ...]) -> Reason:
        """Why this casualty is not waived that way."""
        if words[0] != "waive" or len(words) != 4:
            return Reason("say 'waive', a unit and the two spaces of its retreat, or 'take'", "TT-2.4.3-29")
        here = {c.id for c in candidates(now, battle, self.role)}
        if words[1] not in here:
            return Reason(f"{words[1]} does not defend {self.space}", "TT-2.4.3-29")
        unit, first, second = now.unit(words[1]), words[2], words[3]
        strange = next((s for s in words[2:] if s not in now.board), "")
        if strange:
            return Reason(f"there is no space {strange}", "TT-2.4.3-29")
        return (
            why_no_retreat(now, battle, unit, self.space, first, passing=True)
            or why_no_retreat(now, battle, unit, first, second)
            or why_not_two(now, battle, second)
            or Reason(f"{now.name(unit.id)} would not outlive the casualties that follow", "TT-2.4.3-R14")
        )

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words[0] == "take":
            play.become(evolve(self, taken=True))
        elif words[0] == "waive":
            play.become(evolve(self, at=self.at + 1))
            play.emit(CasualtyWaived(space=self.space, unit=words[1], path=words[2:], rule="TT-2.4.3-29"))
        else:
            self._bear(play, words[1])

    def step(self, play: Play) -> None:
        now = play.now
        battle = battle_at(now, self.space)
        if self._over(now, battle):
            play.done()
        elif self._absorbed(now, battle):
            play.become(evolve(self, at=self.at + 1))
            play.emit(*_absorb(now, battle))
        else:
            self._bear(play, self._bearers(now, battle)[0])

    def _bear(self, play: Play, unit: str) -> None:
        play.become(evolve(self, at=self.at + 1, borne=self.borne + 1))
        play.emit(lose_step(play.now.unit(unit), f"casualty {self.at}", self.space, self._rule(play.now)))

    def _rule(self, now: Position) -> str:
        every = policy(now).every
        if every and self._number(now) % every == 0:
            return "TT-2.4.3-27"
        if self.role == "attacker":
            return "TT-2.4.3-31"
        return {1: "TT-2.4.3-28", 2: "TT-2.4.3-29"}.get(self.at, "TT-2.4.3-30")


def lose_step(unit: Unit, why: str, space: str, rule: str) -> Event:
    """A unit loses a step, or is removed with its last one."""
    if unit.steps > 1:
        return StepsChanged(unit=unit.id, steps=unit.steps - 1, was=unit.steps, why=why, rule=rule)
    return Removed(unit=unit.id, how="lost", at=space, rule=rule)


def _absorb(now: Position, battle: Battle) -> tuple[Event, ...]:
    """Works take the casualty; a marker is used up by it."""
    works = absorber(now, battle.space, battle.defender.side)
    assert works is not None
    name = works.name or works.feature or works.marker
    events: list[Event] = [CasualtyAbsorbed(space=battle.space, by=name, rule=works.rule or "TT-2.4.3-R14")]
    if works.marker and now.settings(Land).entrenchment_consumed:
        for m in now.markers(battle.space):
            if m.kind == works.marker and now.side(m.owner) == battle.defender.side:
                events.append(MarkerSet(space=battle.space, kind=m.kind, owner=m.owner, count=0, rule="TT-2.4.3-R16"))
    return tuple(events)
