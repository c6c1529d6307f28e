"""What strikes on ports and airfields are made of, for those who ask: the hand, what works take, what can be lost."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because
from hexwright.dice import Hand, removable, remove
from hexwright.events import Part
from hexwright.odds import hits_distribution, percent
from hexwright.position import Position

from ..telling import because_dice, because_hit, hand_of
from .places import PORT, Facilities, damage, printed
from .strikes import WORKS_RULE, most_damage, strike_hand, works_at
from .works import key_of


def because_target(now: Position, space: str, kind: str) -> Iterator[Because]:
    """What a port or airfield has, has lost and can lose, and what works there take of every strike."""
    where = now.board.name(space)
    has, hits = printed(now, space, kind), damage(now, space, kind)
    yield Because(f"printed value of the {kind} of {where}", has, "TT-2.4.2-R21", key_of(now, space, kind))
    if hits:
        yield Because(f"damage of the {kind} of {where}", hits, "TT-2.4.2-R21")
    if kind == PORT and now.settings(Facilities).strike_floor:
        most = now.settings(Facilities).strike_floor
        yield Because("strikes leave of a port", most, "TT-2.4.2-R21", "facilities.strike_floor")
    yield Because("most damage that it can still take", most_damage(now, space, kind) - hits, "TT-2.4.2-R21")
    works = works_at(now, space)
    if works:
        yield Because(f"the {works} takes a die and the first hit", 1, WORKS_RULE, f"space.{space}.features.{works}")


def because_strike(
    now: Position, space: str, kind: str, units: tuple[str, ...], table: str, removed: int
) -> Iterator[Because]:
    """The hand of a strike, unit by unit, what it is against, and the chance of a hit without the die that is taken."""
    for unit in units:
        yield from because_dice(now, unit, table)
    yield from because_target(now, space, kind)
    hand = strike_hand(now, units, table)
    if removed >= 0:
        yield Because("taken off the hand", hand.dice[removed].notation, WORKS_RULE)
    yield from because_damage(now, space, hand, removed)


def because_lone_strike(now: Position, space: str, unit: str, table: str, rule: str) -> Iterator[Because]:
    """What one unit rolls at a port or airfield, and the chance that it does damage when no other strikes with it."""
    yield from because_dice(now, unit, table)
    yield from because_damage(now, space, hand_of(now, [(unit, table)]), rule=rule, said="by itself: ")


def because_damage(
    now: Position, space: str, hand: Hand, removed: int = -1, rule: str = "", said: str = ""
) -> Iterator[Because]:
    """The chance that a hand does damage: works take a die (the one missed least, until it is picked) and a hit."""
    works = works_at(now, space)
    if not works:
        yield from because_hit(hand, rule=rule)
    elif hand.dice:
        picks = [removed] if removed >= 0 else [i for i, _ in removable(hand)]
        left = [rest for i in picks if (rest := remove(hand, i)).dice]
        chances = [hits_distribution(rest).where(lambda hits: hits > 1) for rest in left]
        told = percent(max(chances)) if chances else "none, for no die is left"
        yield Because(f"{said}damage after what the {works} takes", told, WORKS_RULE)


def because_struck(now: Position, space: str, kind: str, parts: tuple[Part, ...]) -> tuple[Because, ...]:
    """What a strike has done: hits, what works took, what was more than it could lose; with the keys behind them."""
    works, limit = f"space.{space}.features.{works_at(now, space)}", key_of(now, space, kind)
    return tuple(
        Because(*part, works if part[2] == WORKS_RULE else limit if part[2] == "TT-2.4.2-R21" else "")
        for part in parts
    )  # fmt: skip
