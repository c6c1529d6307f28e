"""What a seat may look up while playing: a space or a unit as its View knows them, and the chances of two hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..decisions import Ask
from ..odds import percent
from .names import Names
from .roster import mission_told, tasks
from .terminal import clean
from .textmap import place_of

if TYPE_CHECKING:
    from ..pieces import Unit
    from ..ruleset.schema import DiceSpec
    from ..view import View


def shown(view: View, names: Names, text: str) -> list[str]:
    """All that the seat knows of a space, box or unit; the same words for what is hidden and what does not exist."""
    said = text.strip()
    unit = _unit_meant(view, names, said)
    if unit is not None:
        return _unit(view, names, unit)
    space = view.board.find(said)
    if space is not None:
        return _space(view, names, space)
    if said.casefold() in view.rules.mission:
        return mission_told(view, names, said.casefold())
    if fate := _fate(view, said):
        return [fate]
    return [f"Nothing is known of '{clean(said)}'."]


def _unit_meant(view: View, names: Names, said: str) -> Unit | None:
    if said in view.units:
        return view.units[said]
    folded = said.casefold()
    for told in (lambda u: u.id, lambda u: names.unit(u.id)):
        found = [u for u in view.units.values() if told(u).casefold() == folded]
        if len(found) == 1:
            return found[0]
    return None


def _fate(view: View, said: str) -> str:
    """What became of a unit that left play (all know that), or that one of the seat's own is still to come."""
    gone = dict(view.gone)
    folded = said.casefold()
    for unit, how in gone.items():
        if unit.casefold() == folded:
            return f"{unit} is out of play: {how}."
    for unit, spec in view.rules.unit.items():
        ids = (unit,) if spec.count == 1 else tuple(f"{unit}_{n}" for n in range(1, spec.count + 1))
        if view.rules.seat_of(spec.nation) == view.seat and folded in (i.casefold() for i in ids):
            return f"{said} is not in play yet."
    return ""


def _unit(view: View, names: Names, unit: Unit) -> list[str]:
    spec = view.rules.unit_type[unit.type]
    own, kind = names.kind(unit.id), clean(spec.name) or unit.type
    out = [f"{own}, {kind if own != kind else 'a unit'} of the {names.nation(unit.nation)} ({unit.id})"]
    place = place_of(view, unit.id)
    aboard = "" if unit.at == place else f", with {names.unit(unit.at)}"
    out.append(f"  Where: {names.space(place)}{aboard}")
    if spec.steps:
        out.append(f"  Steps: {unit.steps} of {spec.steps}")
    if spec.allowance:
        out.append(f"  Movement points: {spec.allowance - unit.spent} of {spec.allowance}")
    if spec.range:
        out.append(f"  Range: {spec.range}")
    if spec.dice:
        dice = (f"{use.replace('_', ' ')} {_die(die)}" for use, die in spec.dice.items())
        out.append("  Dice: " + ", ".join(dice))
    if can := [names.mission(m) for m, task in view.rules.mission.items() if unit.type in task.types]:
        out.append("  Missions: " + ", ".join(can))
    if task := tasks(view, names).get(unit.id, ""):
        out.append(f"  On its mission: {task}")
    if unit.status:
        words = (view.rules.status[s].name if s in view.rules.status else "" for s in unit.status)
        out.append("  " + ", ".join(clean(w) or s.replace("_", " ") for w, s in zip(words, unit.status, strict=True)))
    if unit.hidden:
        out.append("  Hidden: only you know where it is")
    if cargo := view.units_at(unit.id):
        out.append("  Holds: " + ", ".join(names.unit(u.id) for u in cargo))
    return out


def _die(die: DiceSpec) -> str:
    """'d8-1 a step'; 'd12/d10' for one die that goes down with the steps."""
    sides = die.sides if isinstance(die.sides, tuple) else (die.sides,)
    change = f"{die.modifier:+d}" if die.modifier else ""
    told = "/".join(f"d{n}{change}" for n in dict.fromkeys(sides))
    return told if die.per == "unit" else f"{told} a step"


def _space(view: View, names: Names, space: str) -> list[str]:
    terrain = view.board.terrain(space)
    spec = view.rules.terrain.get(terrain)
    out = [f"{names.space(space)}: {clean(spec.name) or terrain}" if spec else names.space(space)]
    if owner := view.controller(space):
        out.append(f"  Held by: {names.nation(owner)}")
    for kind, fields in _features(view, space).items():
        name = clean(view.rules.feature[kind].name) or kind.replace("_", " ")
        told = ", ".join(f"{k.replace('_', ' ')} {_told(v)}" for k, v in fields.items() if v not in ("", (), None))
        out.append(f"  {name}{': ' if told else ''}{told}")
    for where, marker in view.markers:
        if where == space:
            owner = f" of the {names.nation(marker.owner)}" if marker.owner else ""
            out.append(f"  Marker: {marker.kind.replace('_', ' ')}{owner}" + (f" x{marker.count}" * (marker.count > 1)))
    units = view.units_at(space)
    out += [f"  Unit: {line}" for u in units for line in _told_unit(view, names, u)]
    if beside := view.board.neighbours(space):
        out.append("  Next to: " + ", ".join(_over_border(view, names, space, other) for other in beside))
    return out


def _told_unit(view: View, names: Names, unit: Unit, depth: int = 0) -> list[str]:
    steps = f", {unit.steps} step{'' if unit.steps == 1 else 's'}" if unit.steps else ""
    name = names.unit(unit.id)
    shown_id = "" if unit.id in name else f" ({unit.id})"
    line = "  " * depth + f"{name}{shown_id}, {names.nation(unit.nation)}{steps}"
    return [line, *(told for u in view.units_at(unit.id) for told in _told_unit(view, names, u, depth + 1))]


def _features(view: View, space: str) -> dict[str, dict[str, Any]]:
    out = {kind: dict(fields) for kind, fields in view.board.features(space).items()}
    for where, kind, name, value in view.features:
        if where == space:
            out.setdefault(kind, {})[name] = value
    return out


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)


def _over_border(view: View, names: Names, a: str, b: str) -> str:
    kinds = view.board.border(a, b)
    told = ", ".join(clean(view.rules.feature[k].name) or k.replace("_", " ") for k in kinds)
    return names.space(b) + (f" by {told}" if told else "")


def chances(ask: Ask, names: Names) -> list[str]:
    """The exact chances of the hands that a question is about.

    A rule tells them as facts of the Ask: `attacker_hand` and `defender_hand`, both with the same word after
    them when there are several fights, as texts that `Hand.parse` reads. It may add `tie` (who wins equal
    totals; the defender when left out), `hit` (the result that hits, or "mixed"; 5 when left out) and `removals`
    (dice that the attacker still has to give up; it is taken to give up the weakest).
    """
    facts = dict(ask.about)
    fights = [name.removeprefix("attacker_hand") for name in facts if name.startswith("attacker_hand")]
    told = [line for tail in fights if f"defender_hand{tail}" in facts for line in _fight(facts, tail, names)]
    return told or ["There is nothing to reckon here."]


def _fight(facts: dict[str, str | int], tail: str, names: Names) -> list[str]:
    from ..dice import DiceError, Hand, give_up
    from ..odds import contest

    attacker, defender = (str(facts[f"{who}_hand{tail}"]) for who in ("attacker", "defender"))
    tie = str(facts.get(f"tie{tail}", facts.get("tie", "defender")))
    told = facts.get(f"hit{tail}", facts.get("hit", 5))
    try:
        hit = 5 if told == "mixed" else int(told)
        removals = int(facts.get(f"removals{tail}", 0))
        left = give_up(Hand.parse(attacker, hit), removals)
        fight = contest(left, Hand.parse(defender, hit), tie)  # type: ignore[arg-type]
    except (DiceError, ValueError) as error:
        return [f"There is nothing to reckon{tail and ' at' + names.spoken(tail)}: {error}"]
    out = [f"At{names.spoken(tail)}:"] if tail else []
    out += [f"Attacker: {attacker}", f"Defender: {defender}"]
    if removals:
        out.append(f"  (dice that the attacker still gives up: {removals}; with the weakest gone it has {left})")
    out.append(f"  the attacker wins: {percent(fight.attacker_wins)}")
    out.append(f"  the defender wins: {percent(fight.defender_wins)}")
    if fight.tied:
        out.append(f"  equal totals: {percent(fight.tied)} (they go to the {tie})")
    if told == "mixed":
        return [*out, "  (the dice hit on different numbers; `why` lists them)"]
    for who, pick in (("attacker", 0), ("defender", 1)):
        hits = fight.hits.of_each(lambda both, pick=pick: both[pick])  # type: ignore[misc]
        out.append(f"  hits of the {who}: " + ", ".join(f"{n}: {percent(c)}" for n, c in hits.chances().items()))
    return out


__all__ = ["chances", "percent", "shown"]
