"""What a designer may write in [style]: how pictures of a game look; nothing of it is a rule or kept with a game."""

from __future__ import annotations

from typing import Literal

from hexwright.classes import frozen
from hexwright.ruleset.key import key

Mark = Literal[
    "none", "peaks", "hills", "trees", "dunes", "marsh", "waves", "houses", "fields", "salt", "stones", "hatching"
]
SpaceDrawing = Literal[
    "none", "letter", "port", "airfield", "airstrip", "fort", "mine", "landing", "depot", "town", "city", "star", "flag"
]
BorderDrawing = Literal["none", "road", "track", "rail", "river", "wall", "closed", "bridge", "line"]
LabelKind = Literal["sea", "land", "region", "town", "note"]
PaletteName = Literal[
    "paper", "panel", "ink", "quiet", "frame", "grid", "number", "water", "land", "shore", "sea_text", "land_text",
    "title",
]  # fmt: skip
SizeName = Literal[
    "number", "name", "city", "feature", "box", "panel", "title", "subtitle", "sea", "land", "region", "note"
]
LayerName = Literal[
    "terrain", "water", "relief", "coast", "lines", "grid", "shore", "borders", "features", "homes", "numbers",
    "labels", "names",
]  # fmt: skip

SymbolName = Literal[
    "infantry", "mechanised", "motorised", "armour", "airborne", "mountain", "garrison", "cavalry", "artillery",
    "antitank", "engineer", "supply", "headquarters", "unit", "fighter", "bomber", "carrier_air", "capital", "carrier",
    "attack", "escort", "surface_squadron", "transport", "task_force", "submarine",
]  # fmt: skip
FormationSize = Literal["none", "OOO", "I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX"]


@frozen
class HexesLook:
    """[style.hexes]: how large hexes are drawn; distances never depend on it."""

    width: float = key("width of a hex in units of the picture; 0 for that of a regular hex", 0.0, least=0)
    height: float = key("height of a hex; 0 for that of a regular hex", 0.0, least=0)


@frozen
class FontsLook:
    """[style.fonts]: font families as CSS names them, the first that the reader has is taken."""

    text: str = key("numbers, names of places, panels", "")
    title: str = key("title, names of seas and lands", "")


@frozen
class TerrainLook:
    """[style.terrain.ID]: how a terrain is drawn."""

    fill: str = key("colour of its spaces, #rrggbb; the terrain's own colour when left out", "")
    marks: Mark | None = key("what is drawn over the colour; guessed from the terrain's id when left out", None)
    ink: str = key("colour of the marks, #rrggbb; a darker shade of the fill when left out", "")
    water: bool | None = key("is it water? guessed from its tags and id when left out", None)
    listed: bool = key("whether the key of the map shows it", True)


@frozen
class FeatureLook:
    """[style.feature.ID]: how a feature of spaces or borders is drawn."""

    drawing: SpaceDrawing | BorderDrawing | None = key("what is drawn; guessed from its id when left out", None)
    color: str = key("colour, #rrggbb; that of the feature kind when left out", "")
    value: str = key("field whose number is shown; the first whole number of the printed map when left out", "")
    less: str = key("field that takes from the number; the first whole number that play changes when left out", "")
    grade: str = key("field whose text chooses the drawing; nothing is drawn while it is empty", "")
    grades: dict[str, SpaceDrawing] = key("text of that field -> drawing", {})
    owner: str = key("field that names the nation in whose colour it is drawn", "")
    listed: bool = key("whether the key of the map shows it", True)


@frozen
class NationLook:
    """[style.nation.ID]: how what belongs to a nation is drawn."""

    color: str = key("colour of its counters, homes and mines, #rrggbb; that of the nation when left out", "")


@frozen
class SpaceLook:
    """[style.space.ID]: how one space is drawn."""

    label: str = key("printed instead of its name", "")
    named: bool = key("whether its name is printed", True)
    at: tuple[float, ...] = key("where the town of a hex lies and roads meet, or the middle of an area", ())
    fill: str = key("colour of this space alone, #rrggbb", "")
    marks: Mark | None = key("marks of this space alone", None)
    important: bool | None = key("name in large letters; so are towns with features and homes when left out", None)


@frozen
class CoordinatesLook:
    """[style.coordinates]: what the coordinates of outlines, labels and panels count; else columns and rows."""

    board: str = key("hex board they are for; the first when left out", "", refers="board")
    origin: tuple[float, float] = key("coordinates of the middle of its first hex, x then y", (0.0, 0.0))
    step: tuple[float, float] = key("how much they change from column to column, and from row to row", (1.0, 1.0))


@frozen
class OutlineLook:
    """[style.outline.ID]: land drawn with its true coast over the hexes."""

    points: str = key("corners of the outline in order: 'x,y x,y ...' in coordinates", form="points")
    kind: Literal["land", "lake"] = key("what is inside of it", "land")


@frozen
class LabelLook:
    """[style.label.ID]: a text on the map that belongs to no space."""

    text: str = key("what is printed")
    at: tuple[float, float] = key("its middle in coordinates, the dot of a town; it gives way to what is in its way")
    kind: LabelKind = key("how it is written; a town has a dot and stays in its hex", "region")
    size: float = key("height of its letters; 0 for that of its kind", 0.0, least=0)
    spacing: float = key("width between its letters; 0 for that of its kind", 0.0, least=0)
    color: str = key("colour, #rrggbb; that of its kind when left out", "")


@frozen
class PanelLook:
    """[style.panel.ID]: a block of boxes (areas without a map of their own), a track when they are neighbours."""

    title: str = key("printed above it", "")
    spaces: tuple[str, ...] = key("its boxes in order", (), refers="space")
    columns: int = key("boxes in a row; 0 for what fits", 0, least=0)
    at: tuple[float, ...] = key("its upper left corner in coordinates; below the map when left out", ())
    width: float = key("width of a box in units of the picture; 0 for the usual", 0.0, least=0)
    height: float = key("height of a box; 0 for the usual", 0.0, least=0)
    labels: tuple[str, ...] = key("printed in the boxes instead of their names", ())
    color: str = key("colour of its boxes, #rrggbb", "")


@frozen
class TurnsLook:
    """[style.turns]: the turn record."""

    shown: bool = key("whether there is one", True)
    title: str = key("printed above it", "Turn record")
    notes: tuple[str, ...] = key("printed below the numbers of the turns, from the first; names when left out", ())
    columns: int = key("turns in a row; 0 for what fits", 0, least=0)
    at: tuple[float, ...] = key("its upper left corner in coordinates; below the map when left out", ())


@frozen
class LegendLook:
    """[style.legend]: the key of the map."""

    shown: bool = key("whether there is one", True)
    title: str = key("printed above it", "Key")
    columns: int = key("entries in a row; 0 for what fits", 0, least=0)
    at: tuple[float, ...] = key("its upper left corner in coordinates; below the map when left out", ())


@frozen
class ScaleLook:
    """[style.scale]: the bar that tells distances, and the compass rose."""

    unit: str = key("what distances are counted in; no bar when left out", "")
    hex: float = key("how many of them from hex to hex", 1.0)
    bar: tuple[float, ...] = key("left end of the bar in coordinates", ())
    compass: tuple[float, ...] = key("middle of a compass rose in coordinates; none when left out", ())


@frozen
class CountersLook:
    """[style.counters]: how counters are drawn."""

    size: float = key("side of a counter in units of the picture; 0 for the usual", 0.0, least=0)
    smallest: float = key("side down to which a stack makes them smaller before it shows only some", 20.0, least=8)


@frozen
class UnitLook:
    """[style.unit.ID]: how the counters of a type of units are drawn."""

    symbol: SymbolName | None = key("its map symbol; guessed from its id and tags when left out", None)
    size: FormationSize | None = key("size of formation above it; guessed from its id and tags when left out", None)
    text: str = key("printed on it; the short name of the type when left out", "")


@frozen
class SignLook:
    """[style.marker.ID] and [style.status.ID]: the small sign of a marker in a space or of a status of a unit."""

    sign: str = key("one or two letters; the first of its id when left out", "")
    color: str = key("colour of the sign, #rrggbb", "")
    shown: bool = key("whether it is drawn", True)


@frozen
class StyleSpec:
    """[style]: how pictures of the game look; no rule, so that saved games do not depend on it."""

    title: str = key("printed above the map; the title of the game when left out", "")
    subtitle: str = key("printed below the title", "")
    palette: dict[PaletteName, str] = key("colours by their use, #rrggbb", {})
    fonts: FontsLook = key("font families", FontsLook())
    sizes: dict[SizeName, float] = key("heights of letters by their use, in units of the picture", {})
    hexes: HexesLook = key("how large hexes are drawn", HexesLook())
    layers: tuple[LayerName, ...] = key("the layers that are drawn, from below; all when left out", ())
    terrain: dict[str, TerrainLook] = key("terrain -> how it is drawn", {}, refers="terrain")
    feature: dict[str, FeatureLook] = key("feature -> how it is drawn", {}, refers="feature")
    nation: dict[str, NationLook] = key("nation -> how what belongs to it is drawn", {}, refers="nation")
    space: dict[str, SpaceLook] = key("space -> how it is drawn", {}, refers="space")
    coordinates: CoordinatesLook = key("what coordinates count", CoordinatesLook())
    outline: dict[str, OutlineLook] = key("outlines of land", {})
    label: dict[str, LabelLook] = key("texts that belong to no space", {})
    panel: dict[str, PanelLook] = key("blocks of boxes; boxes in none get one of their own", {})
    turns: TurnsLook = key("the turn record", TurnsLook())
    legend: LegendLook = key("the key of the map", LegendLook())
    scale: ScaleLook = key("scale bar and compass rose", ScaleLook())
    counters: CountersLook = key("how counters are drawn", CountersLook())
    unit: dict[str, UnitLook] = key("type of units -> how its counters are drawn", {}, refers="unit_type")
    marker: dict[str, SignLook] = key("marker -> its sign", {}, refers="marker")
    status: dict[str, SignLook] = key("status -> its sign", {}, refers="status")
