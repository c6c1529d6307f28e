"""What things look like when no style says so: guesses from ids, names and tags, and the palette for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

# Checked for red-green and blue blindness by tests/picture/test_colours.py: fills that come near have different marks.
PALETTE: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#f7f1e1",
        "panel": "#fffdf6",
        "ink": "#2f2a24",
        "quiet": "#6d6558",
        "frame": "#4a4034",
        "grid": "#4a4034",
        "number": "#5b5347",
        "water": "#b3d3e6",
        "land": "#e9e1cc",
        "shore": "#3f6f8f",
        "sea_text": "#33627f",
        "land_text": "#7a6a4a",
        "title": "#3a2a1a",
    }
)
SIZES: Mapping[str, float] = MappingProxyType(
    {
        "number": 9.5,
        "name": 10.5,
        "city": 13.0,
        "feature": 11.0,
        "box": 10.0,
        "panel": 14.0,
        "title": 40.0,
        "subtitle": 15.0,
        "sea": 26.0,
        "land": 22.0,
        "region": 15.0,
        "note": 10.0,
    }
)
TEXT_FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
TITLE_FONT = "Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', serif"

# word in an id or name -> fill, marks, is it water
_GROUND: tuple[tuple[str, str, str, bool], ...] = (
    ("sea|ocean|deep|gulf|strait|bay|coastal|water|channel", "#b3d3e6", "none", True),
    ("lake|lagoon|river", "#9cc6de", "waves", True),
    ("mountains?|alpine|peaks?|high", "#b8936a", "peaks", False),
    ("hills?|rough|ridges?|broken", "#d6b585", "hills", False),
    ("woods?|forests?|jungle|orchards?", "#a9c08d", "trees", False),
    ("marsh|swamp|bog|wetlands?|polder", "#bcd0c4", "marsh", False),
    ("desert|sand|dunes?|sahara", "#efdca6", "dunes", False),
    ("city|cities|town|village|urban|built|port", "#d9c1b4", "houses", False),
    ("salt|chott|flats?", "#ece8dc", "salt", False),
    ("rocks?|stones?|lava|badlands", "#c9b9a3", "stones", False),
    ("blocked|neutral|closed|impassable|out", "#cdc9c0", "hatching", False),
    ("fields?|farmland|bocage|cultivated", "#e3dca0", "fields", False),
    ("clear|open|plains?|grass|steppe|ground|land", "#f0e7c9", "none", False),
)
_UNKNOWN = ("#f0e7c9", "#d9c9e3", "#cfe0c3", "#e8c9b0", "#c3d3e0", "#e0d9a9", "#c9bdb0")
_SPACE = (
    ("port|harbou?r|anchorage|dock", "port"),
    ("airstrip|landing_ground", "airstrip"),
    ("airfield|airbase|air_base|aerodrome|airport", "airfield"),
    ("fort|forts|fortification|fortress|bunker|works|entrenchment", "fort"),
    ("mine|mines|minefield", "mine"),
    ("landing|landing_zone|beach|invasion", "landing"),
    ("depot|supply|dump|store|source", "depot"),
    ("city", "city"),
    ("town|village", "town"),
    ("objective|victory|goal|vp", "star"),
    ("capital|flag|headquarters|hq", "flag"),
)
_BORDER = (
    ("railway|railroad|rail|rails", "rail"),
    ("track|path|trail", "track"),
    ("road|roads|highway|street", "road"),
    ("river|stream|canal|wadi|creek|brook", "river"),
    ("wall|cliff|cliffs|escarpment|rampart|hedge", "wall"),
    ("bridge|ford|crossing|ferry", "bridge"),
    ("strait|straits|closed|barrier|blocked", "closed"),
)


def words(*texts: str) -> tuple[str, ...]:
    """The words in ids and names, in small letters."""
    return tuple(w for text in texts for w in re.split(r"[^a-z]+", text.casefold()) if w)


def ground(texts: Iterable[str], tags: Iterable[str], index: int) -> tuple[str, str, bool]:
    """Fill, marks and whether it is water, for a terrain of such texts; `index` picks among the colours left.

    >>> ground(["pine_wood"], (), 0), ground(["deep"], ("sea",), 0)[2]
    (('#a9c08d', 'trees', False), True)
    """
    for told in (words(*texts), words(*tags)):
        for pattern, fill, marks, wet in _GROUND:
            if any(re.fullmatch(pattern, word) for word in told):
                return fill, marks, wet
    return _UNKNOWN[index % len(_UNKNOWN)], "none", False


def sign(id: str, name: str, on: str) -> str:
    """The drawing of a feature kind: 'letter' or 'line' when its id and name tell nothing.

    >>> sign("mine_field", "", "space"), sign("mill_river", "", "border"), sign("qx", "", "border")
    ('mine', 'river', 'line')
    """
    told = (id.casefold(), *words(id, name))
    for pattern, drawing in _SPACE if on == "space" else _BORDER:
        if any(re.fullmatch(pattern, word) for word in told):
            return drawing
    return "letter" if on == "space" else "line"
