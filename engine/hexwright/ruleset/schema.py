"""What a designer may write in TOML: an attrs class a table, each key with its text; nothing that plays.

Here stand who plays, the texts, the switches, the list of all tables, and the ruleset that they make up; the classes of
the map, the units and the flow of play stand in modules of their own and are handed on.

The classes give the loader, the editor schema and the reference pages. A class with `SHORTHAND` may be
written as the bare value of that key (`open = 2` for `open = { cost = 2 }`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

import attrs

from hexwright.classes import frozen
from hexwright.ruleset.extension import Extension
from hexwright.ruleset.key import Condition, Pieces, key
from hexwright.ruleset.rulebook import RulebookSpec
from hexwright.ruleset.schema_flow import ChooseSpec, PhaseSpec, ReinforcementSpec, RepeatSpec, RoleSpec, SequenceSpec
from hexwright.ruleset.schema_map import (
    BoardSpec,
    BorderCost,
    ControlSpec,
    FeatureKind,
    FieldSpec,
    LineSpec,
    MovementMode,
    NumberingSpec,
    RouteSpec,
    SpaceSpec,
    StackingSpec,
    TerrainCost,
    TerrainSpec,
    ZoneSpec,
)
from hexwright.ruleset.schema_units import (
    DiceSpec,
    MarkerSpec,
    MissionRole,
    MissionSpec,
    StatusSpec,
    TableRow,
    TableSpec,
    UnitSpec,
    UnitType,
)
from hexwright.ruleset.style import StyleSpec

T = TypeVar("T")

# ------------------------------------------------------------------ who plays


@frozen
class RulesetInfo:
    """[ruleset]: what this game is and which plug-ins it names."""

    id: str = key("short id of the game, equal to the name of its folder")
    title: str = key("printed title of the game")
    format: int = key("version of the TOML format; there is only 1 so far", 1)
    version: str = key("version of this ruleset, for saved games and players", "0.1.0")
    description: str = key("one line for lists", "")
    plugins: tuple[str, ...] = key("ids of the active plug-ins; order does not matter", (), among="plugin")


@frozen
class SideSpec:
    """[side.ID]: nations that win together."""

    name: str = key("printed name of the side")
    adjective: str = key("word before nouns, as in 'the Red player'; the name when left out", "")


@frozen
class NationSpec:
    """[nation.ID]: owns units and controls spaces."""

    name: str = key("printed name")
    side: str = key("the side it wins with", refers="side")
    seat: str = key("seat that decides for it; the side's id when left out", "")
    color: str = key("colour of its counters, #rrggbb", "")


@frozen
class RelationSpec:
    """[[relation]]: how two nations stand; without one, nations of a side are allies and others enemies."""

    id: str = key("id by which overlays change it")
    nations: tuple[str, str] = key("the two nations", refers="nation")
    are: Literal["ally", "enemy", "neutral"] = key("how they stand at the start")


# ------------------------------------------------------------------ texts, switches, heads


@frozen
class RuleText:
    """[rule.ID]: a rule that events, refusals and modifiers quote.

    A path between braces in its texts becomes the value that stands there: {sequence.turns}, in words
    {sequence.turns:word} or {sequence.turns:Word}, as a modifier {unit_type.foot.bonus:+}.
    """

    title: str = key("short title of the rule; {PATH} in it is the value at a path")
    text: str = key("the rule in one sentence, as players read it; {PATH} in it is the value at a path", "")


@frozen
class SwitchSpec:
    """[switch."KEY"]: a key of this game's own that stands for keys elsewhere.

    The value is written at KEY, in any layer or as a setting, like every other; what it stands for has the weight of
    that layer. With `sets` the value goes to those paths, with `values` it chooses a piece of TOML.
    """

    doc: str = key("what it decides, for players", "")
    sets: tuple[str, ...] = key(
        "dotted paths of the keys that get its value; * in one stands for every name there is in its place",
        (),
        form="path",
    )
    written: str = key("how the value is written there, with {} for it; as it is when left out", "")
    between: tuple[int, ...] = key("least and greatest whole number it may be", ())
    values: Pieces = key("the texts, or true and false, that it may be, each with the piece of TOML it stands for", {})
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class ScenarioInfo:
    """[scenario], in scenarios/NAME.toml: a starting position that overlays the ruleset."""

    title: str = key("printed title")
    description: str = key("one line for lists of what there is to play", "")


@frozen
class VariantInfo:
    """[variant], in variants/NAME.toml: changes to the rules that overlay the scenario."""

    title: str = key("printed title")
    description: str = key("one line for lists of what there is to play", "")


# Top-level tables of a ruleset: name -> (class, how it is written). "map" is a table of named tables,
# "one" a single table, "list" an array of tables with ids. Plug-ins add their own.
TABLES: dict[str, tuple[type, Literal["one", "map", "list"]]] = {
    "ruleset": (RulesetInfo, "one"),
    "scenario": (ScenarioInfo, "one"),
    "variant": (VariantInfo, "one"),
    "side": (SideSpec, "map"),
    "nation": (NationSpec, "map"),
    "relation": (RelationSpec, "list"),
    "terrain": (TerrainSpec, "map"),
    "feature": (FeatureKind, "map"),
    "board": (BoardSpec, "map"),
    "space": (SpaceSpec, "map"),
    "line": (LineSpec, "map"),
    "zone": (ZoneSpec, "map"),
    "movement": (MovementMode, "map"),
    "stacking": (StackingSpec, "map"),
    "control": (ControlSpec, "one"),
    "route": (RouteSpec, "map"),
    "unit_type": (UnitType, "map"),
    "unit": (UnitSpec, "map"),
    "status": (StatusSpec, "map"),
    "marker": (MarkerSpec, "map"),
    "mission": (MissionSpec, "map"),
    "table": (TableSpec, "map"),
    "role": (RoleSpec, "map"),
    "phase": (PhaseSpec, "map"),
    "sequence": (SequenceSpec, "one"),
    "reinforcement": (ReinforcementSpec, "map"),
    "rule": (RuleText, "map"),
    "switch": (SwitchSpec, "map"),
    "style": (StyleSpec, "one"),
    "rulebook": (RulebookSpec, "one"),
}


@frozen(eq=False)
class Ruleset:
    """A resolved ruleset: every table after all layers, ready to play; ids in file order.

    `settings` holds the tables of active plug-ins by table name; `document` is the merged plain TOML;
    `set_by` tells for each dotted path who set the final value, as (layer, file, line), last one last.
    """

    info: RulesetInfo
    sequence: SequenceSpec
    scenario: str = ""
    variants: tuple[str, ...] = ()
    control: ControlSpec = ControlSpec()
    side: dict[str, SideSpec] = attrs.field(factory=dict)
    nation: dict[str, NationSpec] = attrs.field(factory=dict)
    relation: tuple[RelationSpec, ...] = ()
    terrain: dict[str, TerrainSpec] = attrs.field(factory=dict)
    feature: dict[str, FeatureKind] = attrs.field(factory=dict)
    board: dict[str, BoardSpec] = attrs.field(factory=dict)
    space: dict[str, SpaceSpec] = attrs.field(factory=dict)
    line: dict[str, LineSpec] = attrs.field(factory=dict)
    zone: dict[str, ZoneSpec] = attrs.field(factory=dict)
    movement: dict[str, MovementMode] = attrs.field(factory=dict)
    stacking: dict[str, StackingSpec] = attrs.field(factory=dict)
    route: dict[str, RouteSpec] = attrs.field(factory=dict)
    unit_type: dict[str, UnitType] = attrs.field(factory=dict)
    unit: dict[str, UnitSpec] = attrs.field(factory=dict)
    status: dict[str, StatusSpec] = attrs.field(factory=dict)
    marker: dict[str, MarkerSpec] = attrs.field(factory=dict)
    mission: dict[str, MissionSpec] = attrs.field(factory=dict)
    table: dict[str, TableSpec] = attrs.field(factory=dict)
    role: dict[str, RoleSpec] = attrs.field(factory=dict)
    phase: dict[str, PhaseSpec] = attrs.field(factory=dict)
    reinforcement: dict[str, ReinforcementSpec] = attrs.field(factory=dict)
    rule: dict[str, RuleText] = attrs.field(factory=dict)
    switch: dict[str, SwitchSpec] = attrs.field(factory=dict)
    style: StyleSpec = StyleSpec()
    rulebook: RulebookSpec = RulebookSpec()
    settings: dict[str, Any] = attrs.field(factory=dict)
    document: dict[str, Any] = attrs.field(factory=dict)
    set_by: Mapping[str, tuple[tuple[str, str, int], ...]] = attrs.field(factory=dict)
    folder: str = ""

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats that answer questions, in the order of the nations."""
        return tuple(dict.fromkeys(n.seat or n.side for n in self.nation.values()))

    @cached_property
    def _seat_by_nation(self) -> dict[str, str]:
        return {n: spec.seat or spec.side for n, spec in self.nation.items()}

    def seat_of(self, nation: str) -> str:
        """The seat that decides for a nation."""
        return self._seat_by_nation[nation]


__all__ = [
    "TABLES",
    "BoardSpec",
    "BorderCost",
    "ChooseSpec",
    "Condition",
    "ControlSpec",
    "DiceSpec",
    "Extension",
    "FeatureKind",
    "FieldSpec",
    "LineSpec",
    "MarkerSpec",
    "MissionRole",
    "MissionSpec",
    "MovementMode",
    "NationSpec",
    "NumberingSpec",
    "PhaseSpec",
    "ReinforcementSpec",
    "RelationSpec",
    "RepeatSpec",
    "RoleSpec",
    "RouteSpec",
    "RuleText",
    "Ruleset",
    "RulesetInfo",
    "ScenarioInfo",
    "SequenceSpec",
    "SideSpec",
    "SpaceSpec",
    "StackingSpec",
    "StatusSpec",
    "SwitchSpec",
    "TableRow",
    "TableSpec",
    "TerrainCost",
    "TerrainSpec",
    "UnitSpec",
    "UnitType",
    "VariantInfo",
    "ZoneSpec",
    "key",
]
