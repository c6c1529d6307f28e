"""The tables of land combat: its switches, the threshold of hits, and what the ground does to a battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from hexwright.classes import frozen
from hexwright.ruleset.schema import Ruleset, key


@frozen
class Land:
    """[land]: where the printed rules of land battles leave a choice."""

    division_bonus_default: int = key("added to the total of a hand for each division in it", 0)
    algerian_modifier_scope: Literal["total", "per_die"] = key(
        "the bonus of a unit type changes the total of its hand, or each of its dice", "total"
    )
    bonus_dice_can_hit: bool = key("dice that no unit brings may hit", True)
    pinned_units: bool = key("units that share a space with attackers may not leave it", True)
    allow_defence_reinforcement: bool = key("others may move in to help a defence", True)
    attack_mode: Literal["enter", "adjacent"] = key("attackers enter the space, or stay beside it", "enter")
    die_removal: Literal["single", "per_source"] = key(
        "one die is removed whatever the causes, or one for the terrain and one for works", "single"
    )
    min_attack_dice: int = key("so many dice of an attacker are never removed", 0)
    tie: Literal["defender", "attacker"] = key("who wins equal totals", "defender")
    annihilation_wins: bool = key("a side that alone has survivors wins whatever the totals", False)
    retreat_overstack: bool = key("a retreat may break the stacking limit", False)
    third_casualty_counts_absorbed: bool = key("absorbed and waived hits are numbered too", True)
    non_infantry_classes: tuple[str, ...] = key("unit types that bear every third casualty", (), refers="unit_type")
    entrenchment_consumed: bool = key("a marker that absorbs a casualty is used up", True)


@frozen
class Hits:
    """[hits]: hits where no unit type has a number of its own."""

    threshold: int = key("modified result that hits, for dice that no unit type describes", 5)
    allocator: Literal["owner", "shooter"] = key("who picks the casualties", "owner")


@frozen
class GroundEffect:
    """[battlefield.ground.ID]: what a terrain tag, a feature or a marker does to a battle in its space.

    A feature of borders (a river) brings it where the attackers came across such a border.
    """

    name: str = key("printed name", "")
    tag: str = key("a tag of the space that brings it", "", refers="space_tag")
    feature: str = key(
        "a feature that brings it: one of the space, or one of the border that attackers cross", "", refers="feature"
    )
    crossed: Literal["all", "any"] = key(
        "a feature of borders counts when all attackers have crossed one, or when any has", "all"
    )
    marker: str = key("a marker of the defending side that brings it", "", refers="marker")
    removes: int = key("dice that the attacker removes", 0)
    group: str = key("causes of one group remove dice only once, whatever the switch", "")
    die: int = key("sides of a die that the defender gets; 0 for none", 0)
    absorbs: bool = key("it takes the defender's first casualty", False)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class Battlefield:
    """[battlefield]: the ground, and how often a casualty falls on heavy units."""

    every: int = key("every casualty whose number this divides falls on the non-infantry classes; 0 for none", 3)
    ground: dict[str, GroundEffect] = key("what brings an effect of the ground, by ids of one's own -> its effect", {})


Report = Callable[..., None]


def check_numbers(ruleset: Ruleset, report: Report) -> None:
    """Numbers that make no battle."""
    land, hits = ruleset.settings.get("land"), ruleset.settings.get("hits")
    field = ruleset.settings.get("battlefield")
    if isinstance(land, Land) and land.min_attack_dice < 0:
        report("land.min_attack_dice", "a hand cannot have fewer than 0 dice", "use 0 or more")
    if isinstance(hits, Hits) and hits.threshold < 1:
        report("hits.threshold", "every die would hit", "use 1 or more")
    if not isinstance(field, Battlefield):
        return
    if field.every < 0:
        report("battlefield.every", "casualties are numbered from 1", "use 0 for none")
    for id_, effect in field.ground.items():
        _check_effect(ruleset, ("battlefield", "ground", id_), effect, report)


def _check_effect(ruleset: Ruleset, path: tuple[str, ...], effect: GroundEffect, report: Report) -> None:
    """Something brings an effect, and it does something."""
    if not (effect.tag or effect.feature or effect.marker):
        report(path, "nothing brings this effect", "give it a tag, a feature or a marker", "warning")
    if not (effect.removes or effect.die or effect.absorbs):
        report(path, "this effect does nothing", "give it removes, die or absorbs", "warning")
    for name in ("removes", "die"):
        if getattr(effect, name) < 0:
            report((*path, name), f"{getattr(effect, name)} dice cannot be", "use 0 for none")
    kind = ruleset.feature.get(effect.feature)
    if effect.crossed != "all" and (kind is None or kind.on != "border"):
        report((*path, "crossed"), "only a feature of borders is crossed", "name one as the feature", "warning")
