"""Battles one after the other, and the course of one: hands, the die removed, the roll and who has won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import evolve

from hexwright.classes import frozen
from hexwright.decisions import CHANCE, Because
from hexwright.dice import Die, Rolled, removable, remove
from hexwright.errors import Reason
from hexwright.events import Moved, StatusSet
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.position import Position
from hexwright.rules.stacking import why_not_stack

from .hands import absorber, dealt, hands, parties, told_hands
from .losses import Losses
from .moving import capture_supply, claims
from .record import Attack, Battle, BattleDecided, BattleJoined, DieRemoved, LandState, Party, battle_at, record
from .retreat import Advance, Aftermath, Retreats
from .tables import Land
from .telling import because_battle, because_hands

HOLDER = "holder"


def pending(now: Position) -> tuple[str, ...]:
    """The spaces in which a battle is due, in the order in which they were attacked."""
    spaces = dict.fromkeys(a.space for a in record(now).attacks)
    return tuple(s for s in spaces if parties(now, s) is not None)


@frozen
class Battles(Frame):
    """The holder of the initiative picks the next battle until none is left; the last one needs no pick."""

    name: ClassVar[str] = "land_combat.battles"
    rule: ClassVar[str] = "TT-2.4.3-15"

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_for(HOLDER),) if HOLDER in now.rules.role and len(pending(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return "which battle is fought next?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return tuple(fact for space in pending(now) for fact in told_hands(now, space, named=True))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"fight {space}" for space in pending(now)]

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        spaces = words[1:] or pending(now)
        return (cause for space in spaces for cause in because_battle(now, space))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        due = pending(now)
        if words[0] == "fight" and len(words) == 2 and words[1] in due:
            return None
        return Reason("say 'fight' and a space in which a battle is due", self.rule, nearest=f"fight {due[0]}")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.push(Fight(words[1]))

    def step(self, play: Play) -> None:
        due = pending(play.now)
        if due:
            play.push(Fight(due[0]))
            return
        known = record(play.now)
        play.done()
        after = LandState(standing=known.standing)  # who stands above the limit may still do so (TT-2.4.7-R07)
        if known != after:
            play.set_slice(after, self.rule)
            for attack in known.attacks:
                _unopposed(play, attack)
            play.emit(*claims(play.now, *dict.fromkeys(a.space for a in known.attacks)))


def _unopposed(play: Play, attack: Attack) -> None:
    """An attacker that found nobody to fight any more captures what its enemies left behind."""
    now = play.now
    unit = now.state.units.get(attack.unit)
    if unit is not None and unit.at == attack.space:
        capture_supply(play, unit.nation, attack.space)
    elif unit is not None and attack.beside(now, unit) and why_not_stack(now, unit, attack.space) is None:
        play.emit(Moved(unit=unit.id, path=(unit.at, attack.space), rule="TT-2.4.3-22"))


@frozen
class Fight(Frame):
    """One battle, from the attacks recorded in its space: others add dice as it is joined, then it runs its course."""

    name: ClassVar[str] = "land_combat.fight"
    rule: ClassVar[str] = "TT-2.4.3-16"
    space: str
    joined: bool = False

    def step(self, play: Play) -> None:
        now = play.now
        known = record(now)
        if self.joined:
            play.set_slice(evolve(known, battle=_completed(now, battle_at(now, self.space))), self.rule)
            space = self.space
            play.become(
                Removal(space), BattleDice(space), Losses(space, "attacker"), Losses(space, "defender"),
                Retreats(space), Advance(space), Aftermath(space),
            )  # fmt: skip
            return
        both = parties(now, self.space)
        if both is None:
            play.done()
            play.set_slice(evolve(known, attacks=tuple(a for a in known.attacks if a.space != self.space)), self.rule)
            play.emit(*claims(play.now, self.space))
            return
        play.become(evolve(self, joined=True))
        play.set_slice(evolve(known, battle=Battle(self.space, *both)), self.rule)
        attacker, defender = both
        ours, theirs = hands(now, Battle(self.space, *both))
        told = f"Battle at {now.board.name(self.space)}: {adjective(now, attacker)} attack, {ours} "
        told += f"against {adjective(now, defender)} {theirs}"
        play.emit(
            BattleJoined(
                space=self.space, attacker=attacker.side, defender=defender.side, told=told, rule=self.rule
            )
        )  # fmt: skip
        play.emit(*(StatusSet(unit=u, status="fought", rule=self.rule) for u in (*attacker.units, *defender.units)))


def adjective(now: Position, party: Party) -> str:
    """What a party is called in a sentence."""
    spec = now.rules.side[party.side]
    return spec.adjective or spec.name


def _completed(now: Position, battle: Battle) -> Battle:
    """The battle with both hands whole."""
    side = battle.defender.side
    ours = dealt(now, battle.space, "attacker", battle.attacker, side)
    theirs = dealt(now, battle.space, "defender", battle.defender, side)
    return evolve(
        battle,
        attacker=evolve(battle.attacker, hand=ours.hand),
        defender=evolve(battle.defender, hand=theirs.hand),
        removals=ours.removals,
        complete=True,
    )


# ------------------------------------------------------------------ the die removed


@frozen
class Removal(Frame):
    """Mountains and works make the attacker take dice off its hand; dice of one kind are no choice."""

    name: ClassVar[str] = "land_combat.removal"
    rule: ClassVar[str] = "TT-2.4.3-R08"
    space: str

    def _choices(self, now: Position) -> tuple[tuple[str, int, Die], ...]:
        """The dice that may go, as (word, index, die): the word is the notation, or the index where two look alike."""
        battle = battle_at(now, self.space)
        hand = battle.attacker.hand
        if battle.removals <= 0 or len(hand.dice) <= now.settings(Land).min_attack_dice:
            return ()
        kinds = removable(hand)
        written = [die.notation for _, die in kinds]
        return tuple((d.notation if written.count(d.notation) == 1 else str(i), i, d) for i, d in kinds)

    def asked(self, now: Position) -> tuple[str, ...]:
        return (battle_at(now, self.space).attacker.seat,) if len(self._choices(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"battle at {self.space}: which die is removed?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return told_hands(now, self.space)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        battle = battle_at(now, self.space)
        for word, index, _ in self._choices(now):
            if words == ("remove", word):
                party = evolve(battle.attacker, hand=remove(battle.attacker.hand, index))
                return because_hands(now, evolve(battle, attacker=party, removals=battle.removals - 1))
        return because_hands(now, battle)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"remove {word}" for word, _, _ in self._choices(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        options = list(self.options(now, seat))
        if " ".join(words) in options:
            return None
        return Reason("say 'remove' and a die of the attacking hand", self.rule, nearest=" or ".join(options))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._remove(play, next(c for c in self._choices(play.now) if c[0] == words[1]))

    def step(self, play: Play) -> None:
        choices = self._choices(play.now)
        if choices:
            self._remove(play, choices[0])
        else:
            play.done()

    def _remove(self, play: Play, choice: tuple[str, int, Die]) -> None:
        _, index, die = choice
        play.emit(DieRemoved(space=self.space, index=index, die=die.notation, rule="TT-2.4.3-19"))


# ------------------------------------------------------------------ the roll


@frozen
class BattleDice(ChanceFrame):
    """Both sides roll their whole hands once; the totals decide, the dice hit one by one."""

    name: ClassVar[str] = "land_combat.dice"
    rule: ClassVar[str] = "TT-2.4.3-21"
    space: str

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,) if self.sides(now) else ()

    def prompt(self, now: Position, seat: str) -> str:
        battle = battle_at(now, self.space)
        return f"battle at {self.space}: {battle.attacker.hand} against {battle.defender.hand}"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return told_hands(now, self.space)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_battle(now, self.space)

    def label(self, now: Position) -> str:
        return f"battle {self.space}"

    def sides(self, now: Position) -> tuple[int, ...]:
        battle = battle_at(now, self.space)
        return tuple(d.sides for d in (*battle.attacker.hand.dice, *battle.defender.hand.dice))

    def step(self, play: Play) -> None:
        self.fell(play, ())

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        battle = battle_at(now, self.space)
        cut = len(battle.attacker.hand.dice)
        ours, theirs = Rolled(battle.attacker.hand, faces[:cut]), Rolled(battle.defender.hand, faces[cut:])
        role, rule = winner(now, battle, ours, theirs)
        won, lost = battle.party(role), battle.other(role)
        names = {p.side: adjective(now, p) for p in (battle.attacker, battle.defender)}
        told = (
            f"{now.board.name(self.space)}: {names[battle.attacker.side]} {ours} against "
            f"{names[battle.defender.side]} {theirs}: {names[won.side]} wins"
        )
        play.done()
        play.emit(
            BattleDecided(
                space=self.space, winner=won.side, loser=lost.side, role=role, totals=(ours.total, theirs.total),
                hits=(ours.hits, theirs.hits), told=told, rule=rule,
                parts=(*_parts(names[battle.attacker.side], ours), *_parts(names[battle.defender.side], theirs)),
            )
        )  # fmt: skip


def winner(now: Position, battle: Battle, ours: Rolled, theirs: Rolled) -> tuple[str, str]:
    """The role that wins, and the rule: the higher total, or where the switch says so the only one to survive."""
    land = now.settings(Land)
    if land.annihilation_wins:
        absorbed = 1 if absorber(now, battle.space, battle.defender.side) is not None else 0
        attackers_live = _steps(now, battle.attacker) > theirs.hits
        defenders_live = _steps(now, battle.defender) > max(0, ours.hits - absorbed)
        if attackers_live != defenders_live:
            return ("attacker" if attackers_live else "defender"), "TT-2.4.3-22"
    if ours.total == theirs.total:
        return land.tie, "TT-2.4.3-R09"
    return ("attacker" if ours.total > theirs.total else "defender"), "TT-2.4.3-22"


def _steps(now: Position, party: Party) -> int:
    return sum(now.unit(u).steps for u in party.units)


def _parts(name: str, rolled: Rolled) -> list[tuple[str, int, str]]:
    """The total die by die, with what is added to it."""
    rows = [
        (f"{name} {die.label or die.notation} {die.notation}", result, die.rule)
        for die, result in zip(rolled.hand.dice, rolled.results, strict=True)
    ]
    return rows + [(f"{name} {label}", value, rule) for label, value, rule in rolled.hand.flat_parts]
