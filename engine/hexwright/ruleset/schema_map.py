"""The tables of the map: terrain, boards, spaces, lines and zones; movement, stacking, control and routes on it."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from hexwright.classes import frozen
from hexwright.ruleset.key import Features, Fields, key

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
