"""What goes around the map: paper, title, the line around it, scale bar and compass, and the CSS of the picture."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from hexwright.picture.geometry import Box
from hexwright.picture.ground import Coast
from hexwright.picture.labels import Hand, Text, fitted, is_whole
from hexwright.picture.style import Style, mixed
from hexwright.picture.svg import Node, group, node, points

if TYPE_CHECKING:
    from hexwright.picture.sheet import Sheet


def css(style: Style) -> str:
    """The rules of the picture; whatever the size of a text depends on stands in its attributes instead."""
    text, head = style.text_font, style.title_font
    return "\n".join(
        (
            "",
            f".text {{ font-family: {_plain(text)}; }}",
            f".free, .panel-title, .title, .subtitle, .turn text {{ font-family: {_plain(head)}; }}",
            ".halo { stroke-width: 2.6; stroke-linejoin: round; paint-order: stroke; stroke-opacity: 0.85; }",
            ".line, .mark { fill: none; stroke-linejoin: round; }",
            ".line:not([stroke-linecap]), .mark { stroke-linecap: round; }",
            ".layer { pointer-events: none; }",
            ".space { pointer-events: all; }",
            "",
        )
    )


def _plain(family: str) -> str:
    """A list of font families without anything that would end the rule it stands in."""
    return "".join(c for c in family if c.isalnum() or c in " ,'-_") or "sans-serif"


def paper(sheet: Sheet, high: float) -> Node:
    """The sheet itself and a line around it."""
    wide = sheet.size[0]
    return node(
        "g",
        node("rect", x=0, y=0, width=wide, height=high, fill=sheet.style.palette["paper"]),
        node("rect", x=10, y=10, width=wide - 20, height=high - 20, class_="line", stroke=sheet.style.palette["frame"],
             stroke_width=1.2),
        id="layer-paper",
        class_="layer",
    )  # fmt: skip


def heading(sheet: Sheet, cut: list[tuple[str, str]]) -> Node | None:
    """Title and subtitle above the map; those that were `cut` short are noted."""
    style, box = sheet.style, sheet.heading
    size, small = style.sizes["title"], style.sizes["subtitle"]
    large = Hand("title", size, True, color=style.palette["title"], serif=True)
    below = Hand("subtitle", small, italic=True, color=style.palette["quiet"], serif=True)
    written: list[Node] = []
    for text, hand, room in (
        (style.title, large, Box(box.x, box.y, box.w, size * 1.1)),
        (style.spec.subtitle, below, Box(box.x, box.y + size * 1.1, box.w, small * 1.4)),
    ):
        found = fitted(text, room, hand, lines=1, anchor="start", least=0.7)
        written += found.nodes if text else ()
        if not is_whole(text, found):
            cut.append(("", text))
    return group(written, id="layer-heading", class_="layer")


def neatline(sheet: Sheet, coast: Coast) -> Node | None:
    """The frame of a map whose ground fills its whole rectangle."""
    if not coast.paths:
        return None
    box, color = coast.box, sheet.style.palette["frame"]
    outer = box.grown(5)
    return group(
        [
            node("rect", x=box.x, y=box.y, width=box.w, height=box.h, class_="line", stroke=color, stroke_width=1.4),
            node(
                "rect",
                x=outer.x,
                y=outer.y,
                width=outer.w,
                height=outer.h,
                class_="line",
                stroke=color,
                stroke_width=3.2,
            ),
        ],
        id="layer-frame",
        class_="layer",
    )


def scale_box(sheet: Sheet) -> list[Box]:
    """What scale bar and compass cover."""
    look, found = sheet.style.spec.scale, []
    if sheet.coordinates is None:
        return []
    if look.unit and len(look.bar) == 2:
        x, y = sheet.coordinates.place(look.bar[0], look.bar[1])
        found.append(Box(x - 12, y - 12, _pace(sheet) * 4 + 70, 36))
    if len(look.compass) == 2:
        x, y = sheet.coordinates.place(look.compass[0], look.compass[1])
        found.append(Box(x - 44, y - 58, 88, 102))
    return found


def scale(sheet: Sheet) -> Node | None:
    """The bar that tells distances, four hexes long, and a compass rose."""
    look, color = sheet.style.spec.scale, sheet.style.palette["frame"]
    if sheet.coordinates is None:
        return None
    drawn: list[Node] = []
    hand = Hand("scale", 9.5, color=color)
    if look.unit and len(look.bar) == 2:
        x, y = sheet.coordinates.place(look.bar[0], look.bar[1])
        step = _pace(sheet)
        for k in range(4):
            fill = color if k % 2 == 0 else "#fffdf6"
            drawn.append(
                node("rect", x=x + k * step, y=y, width=step, height=6, fill=fill, stroke=color, stroke_width=0.8)
            )
        for k in range(5):
            text = f"{k * look.hex:g}" + (f" {look.unit}" if k == 4 else "")
            drawn += Text((text,), x + k * step, y + 18, hand, "middle" if k < 4 else "start").nodes
    if len(look.compass) == 2:
        drawn += _rose(*sheet.coordinates.place(look.compass[0], look.compass[1]), color)
    return group(drawn, id="layer-scale", class_="layer")


def _pace(sheet: Sheet) -> float:
    assert sheet.coordinates is not None
    lattice = sheet.coordinates.lattice
    return lattice.pace[1] if lattice.layout.tops == "flat" else lattice.pace[0]


def _rose(x: float, y: float, color: str) -> list[Node]:
    """A star of eight rays, the long ones half dark and half light."""
    found = [node("circle", cx=x, cy=y, r=22, class_="line", stroke=color, stroke_width=0.9)]
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        turn = pi * k / 4
        long, waist = (38.0, 7.0) if k % 2 == 0 else (24.0, 5.0)
        tip = (x + long * sin(turn), y - long * cos(turn))
        for side, fill in ((-1, color), (1, mixed(color, "#fffdf6", 0.92))):
            at = turn + side * pi / 4
            knee = (x + waist * sin(at), y - waist * cos(at))
            found.append(node("polygon", points=points((tip, knee, (x, y))), fill=fill, stroke=color, stroke_width=0.6))
    found += Text(("N",), x, y - 42, Hand("compass", 13, True, color=color, serif=True)).nodes
    return found
