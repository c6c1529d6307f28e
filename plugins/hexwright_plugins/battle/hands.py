"""The hands of a battle: the dice of its units, what the ground and plug-ins do to them, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.dice import Die, Hand, HandModifier, build, repeat, several
from hexwright.frames import ChanceFrame
from hexwright.odds import contest, percent
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset

from .tables import Battle, Ground

Facts = tuple[tuple[str, str | int], ...]


@frozen
class Decision(ChanceFrame):
    """A frame that decides one battle with dice and then calls `conclude`.

    The frame of this class that another plug-in brings takes the place of the hands.
    """

    space: str
    attackers: tuple[str, ...]

    def label(self, now: Position) -> str:
        return f"battle {self.space}"


def decision(now: Position) -> type[Decision] | None:
    """The frame of another plug-in that decides battles; None when the hands do."""
    own = __name__.rpartition(".")[0]
    frames = (f for f in now.game.frames.values() if issubclass(f, Decision))
    return next((f for f in frames if not f.__module__.startswith(own)), None)


def check_types(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Types of units that fight without dice, where hands of dice decide."""
    settings = ruleset.settings.get("battle", Battle())
    others = (frame.name.partition(".")[0] for frame in Decision.__subclasses__())
    if any(plugin in ruleset.info.plugins for plugin in others if plugin != "battle"):
        return
    for id_, kind in ruleset.unit_type.items():
        fights = kind.steps > 0 and (not settings.tags or not set(settings.tags).isdisjoint(kind.tags))
        if fights and settings.attack not in kind.dice and kind.movement:
            hint = f"write dice.{settings.attack} = 6, or whatever it rolls"
            report(f"unit_type.{id_}", f"'{id_}' can never attack: it has no dice '{settings.attack}'", hint, "warning")
        if fights and settings.defence not in kind.dice:
            hint = f"write dice.{settings.defence} = 6, or whatever it rolls"
            report(f"unit_type.{id_}", f"'{id_}' has no dice '{settings.defence}' to defend with", hint, "warning")


def defenders(now: Position, space: str, nation: str) -> tuple[Unit, ...]:
    """The enemies of a nation that are met in a space; hidden units and those without steps meet nobody."""
    tags = now.settings(Battle).tags
    return tuple(u for u in now.enemies_at(space, nation, tags) if u.steps > 0 and not u.hidden)


def lies(now: Position, terrain: str, feature: str, space: str, origin: str = "") -> bool:
    """Does the ground bring something: by the terrain or a feature of a space, or on the border from the origin?"""
    if terrain:
        return now.board.terrain(space) == terrain
    if now.rules.feature[feature].on == "border":
        return bool(origin) and feature in now.board.border(origin, space)
    return now.has_feature(space, feature)


def _is_border(now: Position, ground: Ground) -> bool:
    return bool(ground.feature) and now.rules.feature[ground.feature].on == "border"


def _dice(now: Position, unit: Unit, mission: str, shift: int = 0) -> tuple[Die, ...]:
    """The dice of one unit: one a step or one in all."""
    kind = now.type(unit)
    spec = kind.dice.get(mission)
    if spec is None or unit.steps <= 0:
        return ()
    lost = max(0, kind.steps - unit.steps)
    sides = spec.sides if isinstance(spec.sides, int) else spec.sides[min(lost, len(spec.sides) - 1)]
    label = kind.short or kind.name or unit.type
    die = Die(sides, spec.modifier + shift, spec.hit, unit.id, label=label, rule=spec.rule or kind.rule)
    return repeat(die, unit.steps if spec.per == "step" else 1)


def _said(now: Position, space: str, side: str, units: list[Unit]) -> Iterator[Die | HandModifier]:
    """What plug-ins add to a hand."""
    for m in now.modifiers("battle_hand", space=space, side=side, nation=units[0].nation):
        if m.op == "die" and m.die is not None:
            yield m.die
        elif m.op == "add":
            yield HandModifier("total", m.value, m.label, m.rule, m.group)


def hands(now: Position, space: str, attackers: Iterable[str]) -> tuple[Hand, Hand]:
    """The hands of attackers and defenders of a space as they stand."""
    settings = now.settings(Battle)
    units = [now.unit(u) for u in attackers]
    foes = list(defenders(now, space, units[0].nation))
    ours: list[Die | HandModifier] = []
    theirs: list[Die | HandModifier] = [die for foe in foes for die in _dice(now, foe, settings.defence)]
    for ground in settings.ground.values():
        name = ground.name or ground.terrain or ground.feature
        if _is_border(now, ground) or not lies(now, ground.terrain, ground.feature, space):
            continue
        if ground.attack:
            ours.append(HandModifier("face", ground.attack, name, ground.rule))
        if ground.defence:
            theirs.append(HandModifier("face", ground.defence, name, ground.rule))
        if ground.die:
            theirs.append(Die(ground.die, 0, settings.hit, label=name, rule=ground.rule))
    for unit in units:
        crossed = (g for g in settings.ground.values() if _is_border(now, g))
        shift = sum(g.attack for g in crossed if lies(now, "", g.feature, space, unit.at))
        ours += _dice(now, unit, settings.attack, shift)
    ours += _said(now, space, "attacker", units)
    theirs += _said(now, space, "defender", foes) if foes else ()
    return build(ours), build(theirs)


def told_hands(now: Position, space: str, attackers: tuple[str, ...], *, named: bool = False) -> Facts:
    """Both hands as facts of a question, so that front ends can reckon the chances; none where no hands decide."""
    settings = now.settings(Battle)
    if decision(now) is not None or not attackers:
        return ()
    ours, theirs = hands(now, space, attackers)
    tail = f" {space}" if named else ""
    numbers = {die.hit for die in (*ours.dice, *theirs.dice)}
    return (
        (f"attacker_hand{tail}", str(ours)),
        (f"defender_hand{tail}", str(theirs)),
        (f"tie{tail}", settings.tie),
        (f"hit{tail}", min(numbers) if len(numbers) == 1 else "mixed"),
    )


def because_hands(now: Position, space: str, attackers: tuple[str, ...]) -> Iterator[Because]:
    """What a battle is made of: the chance of the attackers, both hands die by die, and the ground."""
    settings = now.settings(Battle)
    if decision(now) is not None or not attackers:
        return
    ours, theirs = hands(now, space, attackers)
    rule = settings.rules.get("dice", "")
    yield Because("the attackers win", percent(contest(ours, theirs, settings.tie).attacker_wins), rule)
    for who, hand in (("attacker", ours), ("defender", theirs)):
        for die, same in groupby(hand.dice):
            count = len(list(same))
            name = now.name(die.source) if die.source else die.label
            many = f"{several(die.notation, count)}, hits on {die.hit}"
            mission = settings.attack if who == "attacker" else settings.defence
            at = f"unit_type.{now.unit(die.source).type}.dice.{mission}" if die.source else ""
            yield Because(f"{who}: {name}", many, die.rule, at)
        for label, value, said in hand.flat_parts:
            yield Because(f"{who}: {label}", value, said)
    origins = dict.fromkeys(now.unit(u).at for u in attackers)
    for id_, ground in settings.ground.items():
        if any(lies(now, ground.terrain, ground.feature, space, origin) for origin in origins):
            for what in ("attack", "defence", "die"):
                if value := getattr(ground, what):
                    text = f"d{value}" if what == "die" else value
                    yield Because(f"{ground.name or id_}, {what}", text, ground.rule, f"battle.ground.{id_}.{what}")
    yield Because("equal totals go to", settings.tie, rule, "battle.tie")
