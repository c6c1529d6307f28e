"""The tables of what stands on the map and what it does: units, statuses, markers, missions and roll tables."""

from __future__ import annotations

from typing import ClassVar, Literal

from hexwright.classes import frozen
from hexwright.ruleset.key import Traits, key

# ------------------------------------------------------------------ units


@frozen
class DiceSpec:
    """Dice of a unit type on one kind of mission."""

    SHORTHAND: ClassVar[str] = "sides"
    sides: int | tuple[int, ...] = key("sides of each die; a list counts from full strength downwards")
    per: Literal["step", "unit"] = key("one die a step, or one for the unit", "step")
    modifier: int = key("added to the result of each die", 0)
    hit: int = key("lowest modified result of a die that hits", 5)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class UnitType:
    """[unit_type.ID]: what all units of a type share."""

    name: str = key("printed name", "")
    short: str = key("up to four letters for counters and text maps", "")
    tags: tuple[str, ...] = key("words that rules ask for", (), gives="unit_tag")
    steps: int = key("steps at full strength; 0 for pieces without strength", 1, least=0)
    movement: str = key("movement mode; '' for units that cannot move", "", refers="movement")
    allowance: int = key("movement points a turn", 0, least=0)
    range: int = key("spaces that it reaches from its base", 0, least=0)
    dice: dict[str, DiceSpec] = key("kind of mission -> dice it rolls", {}, gives="dice")
    bonus: int = key("added to the total of a hand it fights in", 0)
    holds: tuple[str, ...] = key("a container: tags of the units that may be aboard", (), refers="unit_tag")
    capacity: int = key("most units that may be aboard; 0 for any number", 0, least=0)
    traits: Traits = key("trait tables that plug-ins read: trait -> its keys", {})
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class UnitSpec:
    """[unit.ID]: a unit of the order of battle, or with `count` several alike (ID_1, ID_2, ...)."""

    type: str = key("its unit type", refers="unit_type")
    nation: str = key("nation that owns it", refers="nation")
    at: str = key("space, box or container it starts in; '' for units that come later", "", refers="place")
    name: str = key("printed name", "")
    steps: int = key("steps at the start; -1 or left out for those of its type", -1, least=-1)
    count: int = key("how many of them, numbered from 1 (ID_1, ID_2, ...)", 1, least=1)
    hidden: bool = key("only its owner knows where it is", False)
    origin: str = key("historical note without effect on play", "")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class StatusSpec:
    """[status.ID]: a word that play puts on a unit for a while."""

    name: str = key("printed name", "")
    until: str = key("phase whose end clears it; '' when only a rule clears it", "", refers="phase")
    hidden: bool = key("only the owner sees it", False)


@frozen
class MarkerSpec:
    """[marker.ID]: a marker that play puts in a space for a while."""

    name: str = key("printed name", "")
    until: str = key("phase whose end clears it; '' when only a rule clears it", "", refers="phase")
    most: int = key("most markers of one owner in a space", 1, least=1)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


MissionRole = Literal[
    "", "standby", "escort", "protect", "raid", "strike", "support", "block", "search", "fight", "open", "wreck", "move"
]


@frozen
class MissionSpec:
    """[mission.ID]: something units can be sent to do."""

    name: str = key("printed name", "")
    domain: str = key("part of play it belongs to, a word that rules ask for", "", gives="word")
    types: tuple[str, ...] = key("eligible unit types", (), refers="unit_type")
    range: int = key("range in spaces; -1 for the unit's own, 0 for the space it is in", -1)
    target: tuple[str, ...] = key("kinds of target, words that rules ask for", (), gives="word")
    dice: str = key("name of the dice of the unit types that it rolls; '' for none", "", refers="dice")
    order: int = key("place in the order of resolution, low before high", 0)
    with_move: bool = key("may be combined with movement", False)
    role: MissionRole = key(
        "what it is good for, for bots: 'standby' meets what comes near, 'escort' covers missions of its side, "
        "'protect' and 'raid' are for convoys, 'strike' hits ships and works, 'support' joins a battle, 'block' slows, "
        "'search' finds what hides, 'fight' drives off its like, 'open' and 'wreck' are for ports, 'move' changes the "
        "base",
        "",
    )
    cost: str = key("what it costs, in words for players; {PATH} in it is the value at a path", "")
    effect: str = key("what it does, in words for players; {PATH} in it is the value at a path", "")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class TableRow:
    """One row of a roll table."""

    max: int = key("highest result for which the row counts")
    gives: dict[str, int] = key("what it gives, for the rule that rolls: name -> number", {}, gives="word")
    text: str = key("the result in words for players", "")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class TableSpec:
    """[table.ID]: a roll and what follows from it."""

    dice: int = key("how many dice are rolled and added", 1, least=1)
    sides: int = key("sides of each die", 6, least=1)
    rows: tuple[TableRow, ...] = key("rows from the lowest result to the highest", ())
    rule: str = key("rule it is told with; '' for none", "", refers="rule")
