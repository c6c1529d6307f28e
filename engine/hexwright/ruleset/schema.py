"""What a designer may write in TOML: an attrs class a table, each key with its text; nothing that plays.

The classes give the loader, the editor schema and the reference pages. A class with `SHORTHAND` may be
written as the bare value of that key (`open = 2` for `open = { cost = 2 }`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

import attrs
from attrs import frozen

from hexwright.ruleset.extension import Extension as Extension
from hexwright.ruleset.key import Condition as Condition
from hexwright.ruleset.key import Features, Fields, Pieces, Traits
from hexwright.ruleset.key import key as key
from hexwright.ruleset.rulebook import RulebookSpec
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


# ------------------------------------------------------------------ map


@frozen
class TerrainSpec:
    """[terrain.ID]: a kind of ground a space has."""

    name: str = key("printed name", "")
    symbol: str = key("one letter for map blocks and text pictures, not '-'", "")
    tags: tuple[str, ...] = key("words that rules ask for", (), gives="space_tag")
    color: str = key("colour on pictures, #rrggbb", "")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")
    out_of_play: bool = key("no unit ever enters it: no movement mode lists it, on purpose", False)


@frozen
class FieldSpec:
    """One field of a feature: its kind and the value it has when not given."""

    SHORTHAND: ClassVar[str] = "type"
    type: Literal["int", "str", "bool", "nation", "space", "spaces", "strs"] = key("what it holds")
    default: Any = key("value where none is given; 0, '', false or [] when left out", None)
    changes: bool = key("may play change it (only such fields are kept in the state)", False)
    doc: str = key("what it means, for reference pages", "")
    ground: tuple[str, ...] = key(
        "tags; each space that it names must have one of these; any when left out", (), refers="space_tag"
    )
    adjacent: bool = key("each space that it names must be a neighbour of the one the feature stands in", False)


@frozen
class FeatureKind:
    """[feature.ID]: something that may stand in a space or on a border (port, airfield, road, river, mine).

    There is one of a kind in a space or on a border: lines that draw it twice make one of it. What counts each
    is a field (`number`), a marker or a unit.
    """

    on: Literal["space", "border"] = key("where it may stand")
    name: str = key("printed name", "")
    fields: dict[str, FieldSpec] = key("field -> what it holds", {})
    symbol: str = key("one letter for text pictures", "")
    color: str = key("colour on pictures, #rrggbb", "")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")
    ground: tuple[str, ...] = key(
        "tags; it stands only in spaces with one of these, on a border only between two such; anywhere when left out",
        (),
        refers="space_tag",
    )
    beside: tuple[str, ...] = key(
        "tags; a neighbour of its space, or an end of its border, must have one of these; none when left out",
        (),
        refers="space_tag",
    )


@frozen
class NumberingSpec:
    """How the printed numbers of a hex map are formed; style, case and zeros follow the two first values."""

    first_column: str = key("what the first column prints: 'A', '1', '01', '101'", "1", form="number")
    first_row: str = key("what the first row prints: '1', '01', 'A'", "1", form="number")
    order: Literal["column-row", "row-column"] = key("which of column and row is printed first", "column-row")
    separator: str = key("text between column and row", "")
    skipped: str = key("letters that are not used, such as 'IO'", "")
    after_aa: Literal["AB", "BB"] = key("letters beyond Z go on AA AB AC, or AA BB CC", "AB")
    rows_from_bottom: bool = key("the first row is the lowest one", False)


@frozen
class BoardSpec:
    """[board.ID]: a hex map written as a block of letters, or a board of areas and boxes."""

    kind: Literal["hex", "area"] = key("hex map, or areas that name their neighbours")
    name: str = key("printed name", "")
    tops: Literal["flat", "pointed"] = key("hexes with flat or pointed tops", "flat")
    offset: Literal["odd", "even"] = key("which columns (flat) or rows (pointed) are shifted, counted from 0", "odd")
    numbering: NumberingSpec = key("how the printed numbers are formed", NumberingSpec())
    rows: str = key("one line a row of hexes, one letter a hex; '-' is no hex", "", form="rows")
    legend: dict[str, str] = key("letter -> terrain; the terrains' own symbols when left out", {}, refers="terrain")
    prefix: str = key("put before every printed number, when two hex boards would share numbers", "")


@frozen
class SpaceSpec:
    """[space.ID]: an area or box, or what one hex has beyond its terrain."""

    name: str = key("printed name", "")
    board: str = key("the area board it stands on; not for hexes", "", refers="board")
    terrain: str = key("its terrain (areas and boxes; a hex may override its letter)", "", refers="terrain")
    tags: tuple[str, ...] = key("words that rules ask for", (), gives="space_tag")
    adjacent: tuple[str, ...] = key("neighbours of an area, from one end or both", (), refers="space")
    control: str = key("nation that controls it at the start", "", refers="nation")
    home: str = key("nation whose home territory it is", "", refers="nation")
    features: Features = key("feature kind -> its fields; a kind without fields is written {}", {}, refers="feature")


@frozen
class LineSpec:
    """[line.ID]: a border feature along a chain of spaces (a road) or on single borders (a river, a strait)."""

    feature: str = key("a feature kind of borders", refers="feature")
    name: str = key("printed name", "")
    through: tuple[str, ...] = key("chain of neighbouring spaces", (), refers="space")
    borders: tuple[str, ...] = key("single borders, written 'A1|B2'", (), form="border")
    fields: Fields = key("fields of the feature, the same on every border of the line", {})


@frozen
class ZoneSpec:
    """[zone.ID]: a named list of spaces that rules and conditions speak of."""

    name: str = key("printed name", "")
    spaces: tuple[str, ...] = key("its spaces", (), refers="space")
    tags: tuple[str, ...] = key("also every space that has one of these tags", (), refers="space_tag")
    control: str = key("nation that controls its listed spaces at the start", "", refers="nation")
    gives: tuple[str, ...] = key("tags that its listed spaces get", (), gives="space_tag")


# ------------------------------------------------------------------ movement, stacking, control, supply


@frozen
class TerrainCost:
    """What it costs to enter a terrain."""

    SHORTHAND: ClassVar[str] = "cost"
    cost: int = key("movement points to enter it", least=0)
    stop: bool = key("entering ends the move: all points left are gone", False)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class BorderCost:
    """What a border feature does to the cost of crossing; `set` and `close` count before `add`."""

    feature: str = key("a feature kind of borders", refers="feature")
    op: Literal["set", "add", "close", "open"] = key(
        "'set' replaces the terrain's cost (the lowest of several), 'add' adds, 'close' forbids, 'open' lifts a close"
    )
    cost: int = key("movement points for set and add", 0)
    sides: tuple[str, ...] = key("only for these sides; for all when left out", (), refers="side")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")
    id: str = key("id for overlays: when all have one, an overlay can add, change or remove one alone", "")


@frozen
class MovementMode:
    """[movement.ID]: how units of one kind move."""

    name: str = key("printed name", "")
    cost: dict[str, TerrainCost] = key(
        "terrain -> cost; a terrain that is not listed cannot be entered", {}, refers="terrain"
    )
    borders: tuple[BorderCost, ...] = key("what border features do", ())
    enemies: Literal["block", "stop", "pass"] = key(
        "a space with enemies: closed, ends the move, or no matter", "block"
    )
    enemy_tags: tuple[str, ...] = key(
        "only enemies with one of these tags count; all when left out", (), refers="unit_tag"
    )
    zone_of_control: Literal["none", "stop"] = key("entering a space next to an enemy ends the move", "none")
    control_tags: tuple[str, ...] = key(
        "only enemies with one of these tags exert it; all when left out", (), refers="unit_tag"
    )
    zone_crosses_borders: bool = key("zones of control ignore closed borders", True)
    minimum_step: bool = key("a unit that has not moved may always move one space at all its points", False)
    enemy_home: bool = key("may enter another side's home territory", True)
    unlimited: bool = key("no movement points: anywhere connected", False)
    rules: dict[Literal["cost", "limit", "enemies", "zone", "home", "closed"], str] = key(
        "rule ids for: cost, limit, enemies, zone, home, closed", {}, refers="rule"
    )


@frozen
class StackingSpec:
    """[stacking.ID]: the most of certain units that may stand together in a space."""

    SHORTHAND: ClassVar[str] = "limit"
    limit: int = key("most that may stand together", least=0)
    measure: Literal["units", "steps"] = key("what is counted: units, or their steps", "units")
    tags: tuple[str, ...] = key("only units with one of these tags count", (), refers="unit_tag")
    per: Literal["side", "nation", "all"] = key("counted for each of these apart", "side")
    when: Literal["always", "end"] = key("checked on entry, or when the move ends", "end")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class ControlSpec:
    """[control]: who takes a space by being there."""

    takes: tuple[str, ...] = key("units with one of these tags take a space they hold alone", (), refers="unit_tag")
    claims: tuple[str, ...] = key(
        "units with one of these tags take only a space that no enemy controls", (), refers="unit_tag"
    )
    opposed_by: tuple[str, ...] = key(
        "enemies with one of these tags keep a space from being taken; all when left out", (), refers="unit_tag"
    )
    rule: str = key("rule it is told with; '' for none", "", refers="rule")
    claim_rule: str = key("rule id of `claims`", "", refers="rule")


@frozen
class RouteSpec:
    """[route.ID]: how a supply route to a source is traced."""

    source: str = key("feature kind that is a source of supply", refers="feature")
    along: str = key(
        "border feature that the route follows; '' for any border that the mode may cross", "", refers="feature"
    )
    mode: str = key(
        "movement mode whose closed borders bound the reach, and the route too when `along` is empty",
        "",
        refers="movement",
    )
    reach: int = key("spaces from the unit within which the route may end", 0, least=0)
    longest: int = key("most borders that a route may cross; 0 for any number", 0, least=0)
    cut_by: tuple[str, ...] = key("enemies with one of these tags on the route cut it", (), refers="unit_tag")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


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
    cost: str = key("what it costs, in words for players", "")
    effect: str = key("what it does, in words for players", "")
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


# ------------------------------------------------------------------ flow of play


@frozen
class RoleSpec:
    """[role.ID]: a part somebody plays for a while (first, second, holder)."""

    default: str = key("seat that has it until a plug-in says otherwise", refers="seat")
    name: str = key("printed name", "")


@frozen
class ChooseSpec:
    """The children are taken in the order that a role picks while playing."""

    by: str = key("role that picks", refers="role")
    upfront: bool = key("the whole order is fixed before the first", False)


@frozen
class RepeatSpec:
    """The phase is repeated."""

    times: int = key("how often it is played; 0 for no limit", 0, least=0)
    until: Condition = key("stops when this holds, looked at after each round", {})


@frozen
class PhaseSpec:
    """[phase.ID]: a line of the turn sequence; it has child phases, or a frame that plays it."""

    name: str = key("printed name", "")
    phases: tuple[str, ...] = key("child phases in the order they are played", (), refers="phase")
    frame: str = key("frame that plays it, as 'plug-in.name'; 'pass' does nothing", "", refers="frame")
    by: tuple[str, ...] = key(
        "roles or seats, one after the other; the frame runs once for each; left out for frames that no seat plays",
        (),
        among="role|seat",
    )
    turns: str = key("turns on which it happens: '1', '2-10', '3-', '1,4', 'last'; '' for all", "", form="turns")
    when: Condition = key("happens only when this holds; always when left out", {})
    choose: ChooseSpec | None = key("the children are played in an order picked while playing", None)
    alternate: tuple[str, ...] = key(
        "roles or seats; the frame is asked of them in turn until none has anything left", (), among="role|seat"
    )
    repeat: RepeatSpec | None = key("how often it is repeated; once when left out", None)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class SequenceSpec:
    """[sequence]: the turns and the top of the phase tree."""

    turns: int = key("number of the last turn")
    setup: tuple[str, ...] = key("phases played before the first turn, in order", (), refers="phase")
    each_turn: tuple[str, ...] = key("phases of a turn, in order", (), refers="phase")
    names: tuple[str, ...] = key("printed names of the turns, from the first; numbers when left out", ())
    first: int = key("number of the first turn", 1)


@frozen
class ReinforcementSpec:
    """[reinforcement.ID]: units that come into play in a phase of a turn."""

    turn: int = key("turn on which they come")
    units: tuple[str, ...] = key("units (without a place at the start)", refers="unit")
    at: tuple[str, ...] = key("places in order of preference", refers="place")
    phase: str = key(
        "phase at whose start they come; '' when a rule brings them; the plug-in reinforce reads it", "", refers="phase"
    )
    choice: int = key("how many of the units the seat picks; 0 for all", 0, least=0)
    blocked: Literal["wait", "lost"] = key("what becomes of them when no place can take them", "wait")
    mode: str = key("how they come, a word that rules ask for, such as sea or air", "", gives="word")
    timing: str = key("when they come, a word that rules ask for, such as start or end", "", gives="word")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class RuleText:
    """[rule.ID]: a rule that events, refusals and modifiers quote."""

    title: str = key("short title of the rule")
    text: str = key("the rule in one sentence, as players read it", "")


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
