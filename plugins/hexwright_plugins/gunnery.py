"""Fire between aircraft, ships and what they carry: the dice of units by table, who takes hits, and loss of steps.

A library for plug-ins, no plug-in itself: air_ops, naval_ops, submarines, convoys and invasion use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import Because, spell
from hexwright.dice import Candidate, Die, LossPolicy, allowed, repeat
from hexwright.errors import Reason
from hexwright.events import Event, Removed, StepsChanged
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from .facilities import Sinking
from .land_combat import Hits, die_of

# What a die of one domain cannot harm (TT-2.4.2-26, AMB-078): pairs of the die's domain and the target's tag.
BARRED = (("submarine", "air"), ("air", "submarine"))
CAP, CAP_AT = "TT-2.4.2-05", "submarines.most_hits"  # the rule of the most hits on a submarine, and its key


def domain(now: Position, unit: Unit) -> str:
    """The domain of a unit's dice: "air", "submarine" or "sea"; "" for all others."""
    for tag, name in (("air", "air"), ("submarine", "submarine"), ("ship", "sea")):
        if now.has_tag(unit, tag):
            return name
    return ""


def dice_of(now: Position, unit: Unit, table: str, shift: int = 0) -> tuple[Die, ...]:
    """A unit's dice by one of its tables (`unit_type.X.dice.TABLE`): one a step or one in all, by its damage."""
    kind = now.type(unit)
    spec = kind.dice.get(table)
    if spec is None or unit.steps <= 0:
        return ()
    label = kind.short or kind.name
    die = die_of(spec, kind.steps - unit.steps, shift=shift, source=unit.id, label=label, rule=kind.rule)
    return repeat(evolve(die, domain=domain(now, unit)), unit.steps if spec.per == "step" else 1)


def allocator(now: Position, owner: str, shooter: str) -> str:
    """The seat that says who takes hits: the owner's, or the shooter's with hits.allocator = "shooter" (AMB-018)."""
    shooting = now.has_plugin("land_combat") and now.settings(Hits).allocator == "shooter"
    return shooter if shooting else owner


def candidates(now: Position, units: Iterable[str]) -> tuple[Candidate, ...]:
    """Those of the units that are still in play and have steps, as bearers of hits."""
    found = (now.state.units.get(u) for u in units)
    return tuple(Candidate(u.id, tuple(now.type(u).tags), u.steps) for u in found if u is not None and u.steps > 0)


def lose_step(play: Play, unit_id: str, why: str, space: str, rule: str) -> None:
    """A unit loses a step; with its last one it is removed, after the aircraft aboard had their chance to escape."""
    now = play.now
    unit = now.unit(unit_id)
    if unit.steps > 1:
        play.emit(StepsChanged(unit=unit.id, steps=unit.steps - 1, was=unit.steps, why=why, rule=rule))
    elif any(now.has_tag(u, "air") for u in now.units_at(unit.id)) and now.has_plugin("facilities"):
        play.push(Sinking(unit.id, space, rule))
    else:
        play.emit(Removed(unit=unit.id, how="lost", at=space, rule=rule))


def most_hits(now: Position) -> int:
    """The most hits that a submarine takes in one event; 0, which is no limit, without the rules of submarines."""
    from .submarines.station import Submarines  # submarines build on this room

    return now.settings(Submarines).most_hits if now.has_plugin("submarines") else 0


def capped(now: Position, submarines: tuple[str, ...]) -> tuple[str, ...]:
    """Submarines, each as often as it may be hit in one event; none where there is no limit."""
    return submarines * most_hits(now)


def hit_submarine(play: Play, sub: str, hits: int, why: str, space: str, rule: str) -> None:
    """A submarine takes the hits of one event, as many as it may; those beyond are lost (TT-2.4.2-05)."""
    taken = min(hits, most_hits(play.now) or hits)
    for _ in range(taken):
        if sub in play.now.state.units:
            lose_step(play, sub, why, space, rule if taken == hits else CAP)


@frozen
class Wounds(Frame):
    """Hits that units of one side take one by one; who decides names the bearer, unless there is only one.

    A plug-in subclasses it with a `name`. `hits` has the domain of the die of each hit still to be placed; hits
    that nobody may take are lost. A unit in `capped` takes no more of these hits than it is named there.
    """

    rule: ClassVar[str] = "TT-2.4.2-R22"
    space: str
    seat: str
    targets: tuple[str, ...]
    hits: tuple[str, ...]
    why: str = "hit"
    note: str = ""
    capped: tuple[str, ...] = ()

    def bearers(self, now: Position) -> tuple[str, ...]:
        """Who may take the next hit."""
        if not self.hits:
            return ()
        return allowed(LossPolicy(barred=BARRED), 1, candidates(now, self.targets), self.hits[0])

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,) if len(self.bearers(now)) > 1 and not self._all_fall(now) else ()

    def _all_fall(self, now: Position) -> bool:
        """Are there hits enough for everybody, whoever takes which?"""
        able = candidates(now, self.targets)
        free = all(len(allowed(LossPolicy(barred=BARRED), 1, able, d)) == len(able) for d in dict.fromkeys(self.hits))
        return free and not self.capped and len(self.hits) >= sum(c.steps for c in able)

    def prompt(self, now: Position, seat: str) -> str:
        left = f" ({len(self.hits)} to place)" if len(self.hits) > 1 else ""
        return f"{now.board.name(self.space)}: who takes the {self.why}{left}?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("space", self.space), ("hits", len(self.hits)), ("by", self.hits[0] if self.hits else ""))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [spell("hit", unit) for unit in self.bearers(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        if words[0] == "hit" and len(words) == 2 and words[1] in self.targets:
            return Reason(f"{words[1]} cannot take this hit", "TT-2.4.2-R12", nearest=options[0])
        return Reason("say 'hit' and the unit that takes it", self.rule, nearest=options[0])

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_hit(now, words[1]) if words[1:] else super().tells(now, seat, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_losses(now, words[1:2] or self.bearers(now), self.hits, self.note or self.rule)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._wound(play, words[1])

    def step(self, play: Play) -> None:
        able = self.bearers(play.now)
        if able:
            self._wound(play, able[0])
        elif self.hits:
            play.become(evolve(self, hits=self.hits[1:]))
        else:
            play.done()

    def _wound(self, play: Play, unit: str) -> None:
        targets, capped = self.targets, self.capped
        if capped.count(unit) > 1:
            at = capped.index(unit)
            capped = capped[:at] + capped[at + 1 :]
        elif unit in capped:
            targets = tuple(t for t in targets if t != unit)
        play.become(evolve(self, hits=self.hits[1:], targets=targets, capped=capped))
        lose_step(play, unit, self.why, self.space, self.note or self.rule)


def told_hit(now: Position, unit_id: str) -> str:
    """What a hit does to a unit, in a sentence."""
    unit = now.state.units.get(unit_id)
    if unit is None:
        return f"{unit_id} is hit in the air: it loses of its load."
    name, left, most = now.name(unit_id), unit.steps - 1, now.type(unit).steps
    end = f"has {left} of {most} steps left" if left else "is lost"
    return f"{name} takes the hit and {end}."


def because_losses(now: Position, units: Iterable[str], hits: tuple[str, ...], rule: str) -> Iterator[Because]:
    """The hits that are to be placed, the dice they come from, and the steps of those who may take them."""
    made = ", ".join(dict.fromkeys(h for h in hits if h))
    yield Because(f"hits to place{f' ({made})' if made else ''}", len(hits), rule)
    for unit in (now.state.units.get(u) for u in units):
        if unit is not None:
            at = f"unit_type.{unit.type}.steps"
            yield Because(f"steps of {now.name(unit.id)}", f"{unit.steps} of {now.type(unit).steps}", rule, at)


# ------------------------------------------------------------------ what air, sea and submarines tell each other


@frozen(kw_only=True)
class Patrolled(Event):
    """A patrol against submarines has searched a space: those of its enemies there are found (TT-2.4.2-30)."""

    unit: str
    space: str

    def text(self) -> str:
        return f"{self.unit} searches {self.space} for submarines"


@frozen(kw_only=True)
class SeaBattleJoined(Event):
    """A battle for the control of a space at sea begins; aircraft and submarines may still join (seats)."""

    space: str
    attacker: str
    defender: str
    told: str = ""

    def causes(self, now: Position) -> tuple[Because, ...]:
        from .naval_ops.telling import because_sea_battle  # those who fight there tell it

        return tuple(because_sea_battle(now, self.space))

    def text(self) -> str:
        return self.told or f"sea battle at {self.space}: {self.attacker} attacks {self.defender}"


@frozen(kw_only=True)
class SupportCalled(Event):
    """An aircraft or submarine joins the battle in a space; `table` names the dice it brings."""

    unit: str
    space: str
    table: str

    def causes(self, now: Position) -> tuple[Because, ...]:
        from .telling import because_dice  # it builds on this room

        return tuple(because_dice(now, self.unit, self.table))

    def text(self) -> str:
        return f"{self.unit} supports the battle at {self.space}"


@frozen(kw_only=True)
class Inbound(Event):
    """New aircraft and pieces fly to an airfield in Deploy: they can still be intercepted."""

    space: str
    units: tuple[str, ...]
    seat: str

    def text(self) -> str:
        return f"{', '.join(self.units)} on the way to {self.space} by air"
