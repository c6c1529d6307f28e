"""What a designer writes about battles: the table [battle] with its ground, and the faults that it may have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from hexwright.classes import frozen
from hexwright.ruleset.schema import Ruleset, key

Part = Literal["attack", "dice", "loss", "retreat", "advance"]


@frozen
class Ground:
    """[battle.ground.ID]: what a terrain, a feature of the space or a feature on the border does to a battle."""

    name: str = key("printed name", "")
    terrain: str = key("the terrain of the attacked space that brings it", "", refers="terrain")
    feature: str = key(
        "the feature that brings it: of the attacked space, or on the border that a unit attacks across",
        "",
        refers="feature",
    )
    attack: int = key("added to each die of the units that it hampers or helps in their attack", 0)
    defence: int = key("added to each die of the defenders", 0)
    die: int = key("sides of a die that the defenders get; 0 for none", 0)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class Battle:
    """[battle]: who attacks with which dice, and what follows; nobody attacks what its movement could not enter."""

    tags: tuple[str, ...] = key(
        "only units with one of these tags fight; all with steps when left out", (), refers="unit_tag"
    )
    attack: str = key("the dice of the unit types that attackers roll (unit_type.X.dice.NAME)", "attack", "dice")
    defence: str = key("the dice of the unit types that defenders roll", "defence", "dice")
    hit: int = key("the result that hits, for dice of the ground", 5)
    tie: Literal["attacker", "defender"] = key("who wins when the totals are equal", "defender")
    retreat: bool = key("defenders that lose the battle retreat one space, and are lost if they cannot", True)
    advance: int = key("most units that may advance into a space that the attack has emptied; 0 for none", 1)
    ground: dict[str, Ground] = key("what brings an effect of the ground, by ids of one's own -> its effect", {})
    rules: dict[Part, str] = key("rule ids for: attack, dice, loss, retreat, advance", {}, "rule")


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Ground that nothing brings, numbers that make no battle."""
    settings = ruleset.settings.get("battle", Battle())
    for id_, ground in settings.ground.items():
        at = f"battle.ground.{id_}"
        if bool(ground.terrain) == bool(ground.feature):
            report(at, f"what brings '{id_}' is unclear", "name either a terrain or a feature")
        on_border = ground.feature in ruleset.feature and ruleset.feature[ground.feature].on == "border"
        if on_border and (ground.defence or ground.die):
            report(at, f"'{id_}' lies on a border: it can only change the dice of the attackers", "use attack = -1")
        if ground.die < 0:
            report(f"{at}.die", f"a die of {ground.die} sides", "use 0 for none")
    if settings.advance < 0:
        report("battle.advance", "fewer than 0 units cannot advance", "use 0 for none")
