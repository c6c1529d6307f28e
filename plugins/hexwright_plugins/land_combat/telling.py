"""What moves and battles on land are made of, for those who ask: hands die by die, the ground, the chances."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from attrs import evolve

from hexwright.decisions import Because
from hexwright.dice import Die, give_up, several
from hexwright.odds import contest, percent
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.rules.movement import moves_of
from hexwright.rules.telling import because_move

from .hands import ground, hands, parties, party_of, pending_removals, to_give_up
from .record import Battle, Party, attackers, record
from .tables import Battlefield, Hits, Land


def told_move(now: Position, unit: Unit, to: str, seat: str) -> str:
    """The way of a unit in a sentence, and whom it attacks at its end."""
    here, *way = moves_of(now, unit, seat).path(to)
    foes = now.enemies_at(to, unit.nation, ("combat",), seat=seat) if now.has_tag(unit, "combat") else ()
    end = f" and attacks {', '.join(now.name(u.id) for u in foes)}" if foes else ""
    if foes and now.settings(Land).attack_mode == "adjacent":
        end = f"{end} in {to}"
        way.pop()
    if not way:
        return f"{now.name(unit.id)} stays in {here}{end}."
    by = f" by {', '.join(way[:-1])}" if len(way) > 1 else ""
    return f"{now.name(unit.id)} goes from {here} to {way[-1]}{by}{end}."


def because_entry(now: Position, unit: Unit, to: str, seat: str) -> Iterator[Because]:
    """What a move costs, and the battle that it would bring about as things stand."""
    yield from because_move(now, unit, to, seat)
    foes = [u for u in now.enemies_at(to, unit.nation, ("combat",), seat=seat) if u.steps > 0]
    if not foes or not now.has_tag(unit, "combat"):
        return
    here = now.units_at(to, seat)
    own = [u for u in here if now.has_tag(u, "combat") and now.side(u.nation) == now.side(unit.nation)]
    own += [u for u in attackers(now, to) if u.at != to]
    if own:
        last = [u for u in own if record(now).of(u.id) is not None]
        if not last:
            return  # it comes to help those who are attacked there
    way = moves_of(now, unit, seat)
    coming = way.path(to)[-2:-1] if to in way else ()
    yield from because_hands(now, Battle(to, party_of(now, [*own, unit]), party_of(now, foes)), coming)


def because_battle(now: Position, space: str, role: str = "", more: tuple[Die, ...] = ()) -> Iterator[Because]:
    """The battle in a space, whether it is fought now or still to come; nothing where there is none.

    `more` are dice that an answer would add to the hand of a role.
    """
    battle = record(now).battle
    if battle is None or battle.space != space:
        both = parties(now, space)
        if both is None:
            return
        battle = Battle(space, *both)
    if more:
        party = battle.party(role)
        battle = battle.with_party(role, evolve(party, hand=evolve(party.hand, dice=(*party.hand.dice, *more))))
    yield from because_hands(now, battle)


def because_hands(now: Position, battle: Battle, coming: tuple[str, ...] = ()) -> Iterator[Because]:
    """Both hands, what is taken off them, who wins a tie, and the exact chances of the hands as they will be rolled.

    Of dice that the attacker still has to remove it chooses which: it is taken to give up the weakest.
    `coming` are the spaces from which attackers are still to come.
    """
    ours, theirs = hands(now, battle, coming)
    removals = pending_removals(now, battle, coming)
    tie = now.settings(Land).tie
    if not now.settings(Land).annihilation_wins and not battle.winner:
        gone = to_give_up(now, ours, removals)
        chance = contest(give_up(ours, gone), theirs, tie).attacker_wins
        yield Because(f"the attacker wins{_without(gone)}", percent(chance), "TT-2.4.3-22")
    for role, party, hand in (("attacker", battle.attacker, ours), ("defender", battle.defender, theirs)):
        for die, same in groupby(hand.dice):
            yield _die(now, battle, role, die, len(list(same)))
        for label, value, rule in hand.flat_parts:
            yield _flat(now, battle, role, party, (label, value, rule))
    if removals:
        yield from _removed(now, battle, coming)
    yield Because("equal totals go to", tie, "TT-2.4.3-R09", "land.tie")


def _without(gone: int) -> str:
    """Which dice the odds leave out, in words."""
    if not gone:
        return ""
    return ", its weakest die given up" if gone == 1 else f", its {gone} weakest dice given up"


def _die(now: Position, battle: Battle, role: str, die: Die, count: int) -> Because:
    many = f"{several(die.notation, count)}, hits on {die.hit}"
    name = now.name(die.source) if die.source else die.label or "one more die"
    key = key_of_die(now, battle.space, die)
    by = "" if key else _plugin_of(now, battle, role, die)
    return Because(f"{role}: {name}", many, die.rule, key, by)


def key_of_die(now: Position, space: str, die: Die) -> str:
    """The TOML key that describes a die of a hand; "" for one that none does."""
    unit = now.state.units.get(die.source) or now.game.order_of_battle.get(die.source)
    types = now.rules.unit_type
    for id_ in (unit.type,) if unit is not None else tuple(types) if die.rule else ():
        for mission, spec in types[id_].dice.items():
            sides = (spec.sides,) if isinstance(spec.sides, int) else spec.sides
            if die.sides in sides and die.hit == spec.hit and (unit is not None or spec.rule == die.rule):
                return f"unit_type.{id_}.dice.{mission}"
    for id_, effect in now.settings(Battlefield).ground.items():
        if effect.die == die.sides and effect.rule == die.rule and die.hit == now.settings(Hits).threshold:
            return f"battlefield.ground.{id_}.die"
    return ""


def _flat(now: Position, battle: Battle, role: str, party: Party, part: tuple[str, int, str]) -> Because:
    """What is added to a total: the bonus of a unit type, the switch of divisions, or a plug-in's modifier."""
    label, value, rule = part
    for said in now.modifiers("battle_hand", space=battle.space, side=role, nation=party.nation):
        if (said.label, said.value, said.rule) == part:
            return Because(f"{role}: {label}", value, rule, said.at, said.by)
    units = (now.state.units.get(u) for u in party.units)
    kinds = dict.fromkeys(u.type for u in units if u is not None)
    keys = [f"unit_type.{k}.bonus" for k in kinds if now.rules.unit_type[k].bonus == value]
    return Because(f"{role}: {label}", value, rule, keys[0] if keys else "land.division_bonus_default")


def _removed(now: Position, battle: Battle, coming: tuple[str, ...]) -> Iterator[Because]:
    """Why the attacker takes dice off its hand."""
    table = now.settings(Battlefield).ground
    effects = list(ground(now, battle.space, battle.defender.side, coming))
    for id_, effect in table.items():
        if effect.removes and effect in effects:
            name = effect.name or id_
            yield Because(f"attacker removes, {name}", effect.removes, effect.rule, f"battlefield.ground.{id_}.removes")
    for said in now.modifiers("battle_hand", space=battle.space, side="attacker", nation=battle.attacker.nation):
        if said.op == "drop":
            yield Because(f"attacker removes, {said.label}", said.value, said.rule, said.at, said.by)
    if len([e for e in effects if e.removes]) > 1:
        yield Because("causes together remove", now.settings(Land).die_removal, "", "land.die_removal")


def _plugin_of(now: Position, battle: Battle, role: str, die: Die) -> str:
    """The plug-in that adds a die by a modifier."""
    nation = battle.party(role).nation
    said = now.modifiers("battle_hand", space=battle.space, side=role, nation=nation)
    return next((m.by for m in said if m.op == "die" and m.die == die), "")


def because_result(now: Position, parts: tuple[tuple[str, int, str], ...]) -> tuple[Because, ...]:
    """What a roll was made of, with the dice of the unit types or the ground whose rules it quotes."""
    return tuple(Because(label, value, rule, _key_of_rule(now, rule)) for label, value, rule in parts)


def _key_of_rule(now: Position, rule: str) -> str:
    """The table of dice that a rule stands beside, when it is the only one."""
    if not rule:
        return ""
    found = [
        f"unit_type.{id_}.dice.land"
        for id_, kind in now.rules.unit_type.items()
        if "land" in kind.dice and (kind.dice["land"].rule or kind.rule) == rule
    ]
    ground_ = now.settings(Battlefield).ground.items()
    found += [f"battlefield.ground.{id_}.die" for id_, e in ground_ if e.die and e.rule == rule]
    return found[0] if len(found) == 1 else ""
