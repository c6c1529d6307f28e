"""What land combat remembers: attacks, the battle that is being fought, and the events that change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import ClassVar

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.dice import Die, Hand, several
from hexwright.dice import remove as without_die
from hexwright.events import Event
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import Own, State

from .tables import Land

PLUGIN = "land_combat"


@frozen
class Attack:
    """A unit that attacks a space, and the place it comes from (a space, or a container).

    It stands in the space, or where the switch says so beside it, at its origin.
    """

    unit: str
    space: str
    origin: str

    def beside(self, now: Position, unit: Unit) -> bool:
        """Does the attacker stand beside what it attacks, as the switch says?"""
        return unit.at == self.origin and now.settings(Land).attack_mode == "adjacent"


@frozen
class Party:
    """One side of a battle: who decides, the nation that profits, its units, its hand, and the hits it scores."""

    side: str
    seat: str
    nation: str
    units: tuple[str, ...]
    hand: Hand = Hand()
    total: int = 0
    hits: int = 0


@frozen
class Battle:
    """A battle under way; `waiver` is (unit, first space, second space) of the casualty that was retreated from."""

    space: str
    attacker: Party
    defender: Party
    removals: int = 0
    complete: bool = False
    winner: str = ""
    waiver: tuple[str, ...] = ()

    def party(self, role: str) -> Party:
        """The attacker or the defender."""
        return self.attacker if role == "attacker" else self.defender

    def other(self, role: str) -> Party:
        """The enemy of that party."""
        return self.defender if role == "attacker" else self.attacker

    @property
    def loser(self) -> str:
        """The role that lost, "" before the dice fell."""
        return {"attacker": "defender", "defender": "attacker"}.get(self.winner, "")

    def with_party(self, role: str, party: Party) -> Battle:
        """The battle with that party changed."""
        if role == "attacker":
            return attrs.evolve(self, attacker=party)
        return attrs.evolve(self, defender=party)


@frozen
class LandState:
    """The plug-in's own state; `standing` are units that stood above the stacking limit when the moves began."""

    attacks: tuple[Attack, ...] = ()
    standing: tuple[str, ...] = ()
    battle: Battle | None = None

    def at(self, space: str) -> tuple[Attack, ...]:
        """The attacks in a space."""
        return tuple(a for a in self.attacks if a.space == space)

    def of(self, unit: str) -> Attack | None:
        """The attack that a unit makes."""
        return next((a for a in self.attacks if a.unit == unit), None)


OWN = Own(PLUGIN, LandState())


def record(now: Position) -> LandState:
    """What land combat remembers now."""
    return OWN.of(now.state)


def is_land(now: Position, space: str) -> bool:
    """Is a place a space of the map with the tag "land" (and no sea, box or container)?"""
    memo = now.board.memo
    found: frozenset[str] | None = memo.get("land_combat.land")
    if found is None:
        found = memo["land_combat.land"] = frozenset(now.board.with_tag("land"))
    return space in found


def attackers(now: Position, space: str) -> tuple[Unit, ...]:
    """The units recorded as attackers of a space that stand in it, or beside it where the switch says so."""
    units = now.state.units
    found = ((a, units.get(a.unit)) for a in record(now).attacks if a.space == space)
    return tuple(u for a, u in found if u is not None and (u.at == space or a.beside(now, u)))


def fighting(now: Position, battle: Battle, role: str) -> tuple[Unit, ...]:
    """The units of a party that are still in its battle."""
    beside = [u.id for u in attackers(now, battle.space)] if role == "attacker" else []
    found = (now.state.units.get(u) for u in battle.party(role).units)
    return tuple(u for u in found if u is not None and (u.at == battle.space or u.id in beside))


def battle_at(now: Position, space: str) -> Battle:
    """The battle that is being fought in a space."""
    battle = record(now).battle
    assert battle is not None and battle.space == space
    return battle


# ------------------------------------------------------------------ events


@frozen(kw_only=True)
class Attacked(Event):
    """A unit attacks in a space that it entered from `origin`, "" for one that came from the air."""

    unit: str
    space: str
    origin: str

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        kept = tuple(a for a in old.attacks if a.unit != self.unit)
        return OWN.put(state, attrs.evolve(old, attacks=(*kept, Attack(self.unit, self.space, self.origin))))

    def text(self) -> str:
        return f"{self.unit} attacks {self.space}" + (f" from {self.origin}" if self.origin else "")


@frozen(kw_only=True)
class BattleJoined(Event):
    """A battle begins; `attacker` and `defender` are sides. Extra dice come in answer to it."""

    space: str
    attacker: str
    defender: str
    told: str = ""

    def causes(self, now: Position) -> tuple[Because, ...]:
        from .telling import because_battle

        return tuple(because_battle(now, self.space))

    def text(self) -> str:
        return self.told or f"Battle at {self.space}: {self.attacker} attacks {self.defender}"


@frozen(kw_only=True)
class DieAdded(Event):
    """`count` more dice for the "attacker" or the "defender" of the battle in a space, before the hands roll."""

    space: str
    side: str
    die: Die
    count: int = 1

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        if old.battle is None or old.battle.space != self.space:
            return state
        party = old.battle.party(self.side)
        hand = attrs.evolve(party.hand, dice=(*party.hand.dice, *(self.die,) * self.count))
        battle = old.battle.with_party(self.side, attrs.evolve(party, hand=hand))
        return OWN.put(state, attrs.evolve(old, battle=battle))

    def causes(self, now: Position) -> tuple[Because, ...]:
        from .telling import key_of_die

        key = key_of_die(now, self.space, self.die)
        dice = several(self.die.notation, self.count)
        return (Because(self.die.label or "one more die", dice, self.die.rule, key),)

    def text(self) -> str:
        dice = ("a " if self.count == 1 else "") + several(self.die.notation, self.count)
        return f"the {self.side} at {self.space} gets {dice} ({self.die.label or 'one more die'})"


def dice_added(space: str, side: str, dice: Iterable[Die], rule: str) -> Iterator[DieAdded]:
    """The events that add these dice to a hand, in their order: dice that are all alike in one of them."""
    for die, alike in groupby(dice):
        yield DieAdded(space=space, side=side, die=die, count=len(list(alike)), rule=rule)


@frozen(kw_only=True)
class DieRemoved(Event):
    """The attacker takes a die off its hand; `index` counts its dice from 0."""

    space: str
    index: int
    die: str

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        assert old.battle is not None
        party = old.battle.attacker
        battle = attrs.evolve(
            old.battle,
            attacker=attrs.evolve(party, hand=without_die(party.hand, self.index)),
            removals=old.battle.removals - 1,
        )
        return OWN.put(state, attrs.evolve(old, battle=battle))

    def text(self) -> str:
        return f"the attacker at {self.space} removes a {self.die}"


@frozen(kw_only=True)
class BattleDecided(Event):
    """Both hands have been rolled: who won, the totals and the hits; `winner` and `loser` are sides."""

    irreversible: ClassVar[bool] = True

    space: str
    winner: str
    loser: str
    role: str
    totals: tuple[int, int]
    hits: tuple[int, int]
    told: str = ""

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        assert old.battle is not None
        battle = attrs.evolve(
            old.battle,
            winner=self.role,
            attacker=attrs.evolve(old.battle.attacker, total=self.totals[0], hits=self.hits[0]),
            defender=attrs.evolve(old.battle.defender, total=self.totals[1], hits=self.hits[1]),
        )
        return OWN.put(state, attrs.evolve(old, battle=battle))

    def causes(self, now: Position) -> tuple[Because, ...]:
        from .telling import because_result

        return because_result(now, self.parts)

    def text(self) -> str:
        return self.told


@frozen(kw_only=True)
class CasualtyAbsorbed(Event):
    """Works take the defender's first casualty."""

    space: str
    by: str

    def text(self) -> str:
        return f"{self.by} at {self.space} absorbs casualty 1"


@frozen(kw_only=True)
class CasualtyWaived(Event):
    """The losing defender avoids its second casualty: a unit will retreat two spaces."""

    space: str
    unit: str
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        old = OWN.of(state)
        assert old.battle is not None
        return OWN.put(state, attrs.evolve(old, battle=attrs.evolve(old.battle, waiver=(self.unit, *self.path))))

    def text(self) -> str:
        return f"casualty 2 at {self.space} is waived: {self.unit} retreats to {' and '.join(self.path)}"


@frozen(kw_only=True)
class Captured(Event):
    """A piece without strength falls to the enemy; it may be used at once but does not move this turn."""

    unit: str
    space: str
    nation: str
    was: str

    def apply(self, state: State) -> State:
        old = state.units[self.unit]
        status = tuple(sorted({*old.status, "captured"}))
        return state.with_unit(attrs.evolve(old, nation=self.nation, status=status))

    def text(self) -> str:
        return f"{self.unit} at {self.space} falls into {self.nation} hands"
