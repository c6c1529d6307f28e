"""Style: the [style] table of a ruleset with every default filled in, and arithmetic of colours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from hexwright.classes import frozen
from hexwright.picture import guesses
from hexwright.ruleset.schema import FeatureKind, Ruleset
from hexwright.ruleset.style import FeatureLook, StyleSpec, TerrainLook

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NATIONS = ("#b03a2e", "#2e6f9e", "#8cb369", "#e0b13f", "#c9b6e4", "#4d4d4d", "#7fd0c8", "#7a4f2a")
LAYERS = (
    "terrain", "water", "relief", "coast", "lines", "shore", "grid", "homes", "borders", "features", "numbers",
    "labels", "names",
)  # fmt: skip


@frozen
class Ground:
    """How a terrain is drawn: colour, marks in another, whether it is water."""

    name: str
    fill: str
    marks: str
    ink: str
    water: bool
    listed: bool
    out_of_play: bool


@frozen
class Sign:
    """How a feature kind is drawn, and which of its fields the drawing shows ("" for none)."""

    id: str
    name: str
    on: str
    drawing: str
    color: str
    letter: str
    value: str
    less: str
    grade: str
    grades: Mapping[str, str]
    owner: str
    listed: bool


@frozen(eq=False)
class Style:
    """How one ruleset is drawn. `palette` and `sizes` hold every colour and height of letters by its use."""

    spec: StyleSpec
    title: str
    palette: Mapping[str, str]
    sizes: Mapping[str, float]
    text_font: str
    title_font: str
    terrain: Mapping[str, Ground]
    feature: Mapping[str, Sign]
    nation: Mapping[str, str]
    layers: tuple[str, ...]

    @classmethod
    def of(cls, rules: Ruleset) -> Style:
        """The style of a ruleset; what it does not say comes from ids, names and tags."""
        spec = rules.style
        colors: dict[str, str] = {name: sound(color) for name, color in spec.palette.items() if sound(color)}
        nations = {
            id: (sound(spec.nation[id].color) if id in spec.nation else "")
            or sound(nation.color)
            or _NATIONS[index % len(_NATIONS)]
            for index, (id, nation) in enumerate(rules.nation.items())
        }
        return cls(
            spec,
            spec.title or rules.info.title,
            MappingProxyType({**guesses.PALETTE, **colors}),
            MappingProxyType({**guesses.SIZES, **{n: s for n, s in spec.sizes.items() if s > 0}}),
            spec.fonts.text or guesses.TEXT_FONT,
            spec.fonts.title or guesses.TITLE_FONT,
            MappingProxyType({**_grounds(rules), "": _bare()}),
            MappingProxyType({id: _sign(id, kind, spec.feature.get(id)) for id, kind in rules.feature.items()}),
            MappingProxyType(nations),
            tuple(spec.layers) or LAYERS,
        )


def _grounds(rules: Ruleset) -> dict[str, Ground]:
    found = {}
    for index, (id, terrain) in enumerate(rules.terrain.items()):
        look = rules.style.terrain.get(id, TerrainLook())
        fill, marks, water = guesses.ground((id, terrain.name), terrain.tags, index)
        fill = sound(look.fill) or sound(terrain.color) or fill
        found[id] = Ground(
            terrain.name or id,
            fill,
            look.marks or marks,
            sound(look.ink) or mixed(fill, "#3a2a10", 0.45),
            water if look.water is None else look.water,
            look.listed,
            terrain.out_of_play,
        )
    return found


def _bare() -> Ground:
    return Ground("", "#f3ecd8", "none", "#6d6558", False, False, False)


def _sign(id: str, kind: FeatureKind, given: FeatureLook | None) -> Sign:
    look = given or FeatureLook()
    whole = {name: f for name, f in kind.fields.items() if f.type == "int"}
    printed = next((name for name, f in whole.items() if not f.changes), "")
    lowers = next((name for name, f in whole.items() if f.changes), "") if printed else ""
    drawing = look.drawing or guesses.sign(id, kind.name, kind.on)
    color = sound(look.color) or sound(kind.color)
    return Sign(
        id,
        kind.name or id,
        kind.on,
        drawing,
        color or ("#3f7fae" if drawing == "river" else "#4a4034"),
        (kind.symbol or (kind.name or id)[:1]).upper(),
        look.value or printed,
        look.less or lowers,
        look.grade,
        MappingProxyType(dict(look.grades)),
        look.owner or next((name for name, f in kind.fields.items() if f.type == "nation"), ""),
        look.listed,
    )


# ------------------------------------------------------------------ colours


def sound(color: str) -> str:
    """The colour if it is written #rrggbb, else ""."""
    return color if _COLOUR.fullmatch(color) else ""


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255.

    >>> channels("#ff8000")
    (255, 128, 0)
    """
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def mixed(color: str, other: str, share: float) -> str:
    """The colour with a share of another in it.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(color), channels(other), strict=True)
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02x}" for a, b in pairs)


def on(color: str) -> str:
    """Black or white, whichever is read better on the colour.

    >>> on("#102030"), on("#f0e0d0")
    ('#ffffff', '#1f1a14')
    """
    red, green, blue = channels(color)
    return "#1f1a14" if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"
