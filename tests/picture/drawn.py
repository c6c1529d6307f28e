"""Reading pictures back: the texts of an SVG with the rectangles that they take, and the polygons of hexes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from hexwright.game import Game
from hexwright.picture import letters
from hexwright.picture.draw import picture
from hexwright.picture.geometry import Box

SVG = "{http://www.w3.org/2000/svg}"
_ROUND = {"start": 0.0, "middle": 0.5, "end": 1.0}
HEAD = """
[ruleset]
id = "drawn"
title = "Drawn"
[side.red]
name = "Red"
[nation.red]
name = "Red"
side = "red"
[sequence]
turns = 3
each_turn = ["act"]
[phase.act]
frame = "pass"
[terrain.clear]
symbol = "."
[terrain.town]
symbol = "t"
[terrain.sea]
symbol = "~"
tags = ["sea"]
[feature.road]
on = "border"
"""


def game_of(folder: Path, text: str) -> Game:
    """A game of one side on what the text puts on the map."""
    folder.mkdir(parents=True)
    (folder / "ruleset.toml").write_text(HEAD + text, encoding="utf-8")
    return Game.load(folder)


def board(rows: list[str], tops: str = "flat", offset: str = "odd") -> str:
    """A hex board as TOML."""
    lines = "\n".join(rows)
    return f'[board.field]\nkind = "hex"\ntops = "{tops}"\noffset = "{offset}"\nrows = """\n{lines}\n"""\n' \
           '[board.field.numbering]\nfirst_column = "A"\nfirst_row = "1"\n'  # fmt: skip


def root_of(svg: str) -> ET.Element:
    """The picture under a strict XML parser."""
    return ET.fromstring(svg)


def draw(game: Game) -> ET.Element:
    """The picture of a map."""
    return root_of(picture(game, None))


def texts(root: ET.Element) -> Iterator[tuple[str, Box]]:
    """Every line of text with its rectangle in the widest letters that the tables of widths know."""
    for element in root.iter(f"{SVG}text"):
        line = element.text or ""
        size = float(element.get("font-size", "0"))
        assert size >= 4, f"{line!r} has no size of its own or is too small to read"
        wide = letters.width(line, size, bold=element.get("font-weight") == "bold",
                             spacing=float(element.get("letter-spacing", "0")))  # fmt: skip
        left = float(element.get("x", "")) - wide * _ROUND[element.get("text-anchor", "start")]
        base = float(element.get("y", ""))
        yield line, Box(left, base - letters.ASCENT * size, wide, (letters.ASCENT + letters.DESCENT) * size)


def size_of(root: ET.Element) -> Box:
    """The rectangle of the picture."""
    return Box(*(float(v) for v in root.get("viewBox", "").split()))


def overlaps(root: ET.Element) -> list[str]:
    """The pairs of texts that overlap by more than the rounding of a coordinate, and texts that leave the sheet."""
    found = list(texts(root))
    whole = size_of(root)
    wrong = [f"{line!r} leaves the sheet" for line, box in found if not whole.holds(box)]
    found.sort(key=lambda t: t[1].x)
    for i, (line, box) in enumerate(found):
        for other, there in found[i + 1 :]:
            if there.x > box.right:
                break
            if box.grown(-0.02).meets(there.grown(-0.02)):
                wrong.append(f"{line!r} and {other!r} overlap")
    return wrong


def hexes(root: ET.Element) -> dict[str, tuple[tuple[str, str], ...]]:
    """Space -> the corners of its polygon as they are printed."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("class", "").startswith("space ") and (polygon := group.find(f"{SVG}polygon")) is not None:
            corners = tuple((p.split(",")[0], p.split(",")[1]) for p in polygon.get("points", "").split())
            found[group.get("id", "").removeprefix("space-")] = corners
    return found
