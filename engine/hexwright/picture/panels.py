"""The blocks beside the map: boxes, tracks, the turn record and the key; how large they are and where they stand."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hexwright.board import Board
from hexwright.classes import frozen
from hexwright.picture import letters
from hexwright.picture.geometry import Box, Coordinates
from hexwright.picture.style import Style

MARGIN = 36.0
PAD = 10.0
GAP = 8.0
_SPACING = 26.0  # between panels


@frozen
class Cell:
    """One box of a panel: a space, a turn, or an entry of the key (`what` and `id` say which)."""

    box: Box
    text: str
    space: str = ""
    what: str = ""
    id: str = ""
    note: str = ""


@frozen
class Panel:
    """A block with a title over rows of cells; `at` are the coordinates that the data want it at, () for anywhere."""

    id: str
    kind: str
    title: str
    box: Box
    cells: tuple[Cell, ...]
    at: tuple[float, ...] = ()
    color: str = ""

    def moved(self, x: float, y: float) -> Panel:
        """The same somewhere else."""
        cells = tuple(attrs.evolve(cell, box=cell.box.moved(x, y)) for cell in self.cells)
        return attrs.evolve(self, box=self.box.moved(x, y), cells=cells)


def heading_height(style: Style) -> float:
    """How much the title and subtitle take above the map."""
    below = style.sizes["subtitle"] * 1.5 if style.spec.subtitle else 0.0
    return style.sizes["title"] * 1.15 + below + 14


def box_size(style: Style) -> tuple[float, float]:
    """Width and height of an area or box without a size of its own."""
    width = style.spec.hexes.width or 120.0
    return max(96.0, 1.12 * width), max(70.0, 0.72 * width)


def planned(
    board: Board, style: Style, rows: Sequence[tuple[str, list[str]]], wide: float, radius: float
) -> list[Panel]:
    """All panels at the origin: turn record, key, blocks of the style, and the boxes that are in none of them."""
    found = [p for p in (_turns(board, style, wide), _legend(board, style, wide)) if p is not None]
    known = {space for _, spaces in rows for space in spaces}
    taken: set[str] = set()
    for id, look in style.spec.panel.items():
        spaces = [s for s in look.spaces if s in known and s not in taken]
        taken.update(spaces)
        if spaces:
            size = (look.width or box_size(style)[0], look.height or box_size(style)[1])
            texts = [look.labels[i] if i < len(look.labels) else board.name(s) for i, s in enumerate(spaces)]
            cells = [(text, space) for text, space in zip(texts, spaces, strict=True)]
            found.append(_boxes(style, id, look.title, cells, size, look.columns, wide, look.at, look.color))
    for number, (title, spaces) in enumerate(rows):
        rest = [(board.name(s), s) for s in spaces if s not in taken]
        if rest:
            found.append(_boxes(style, f"row_{number}", title, rest, box_size(style), 0, wide, (), ""))
    return found


def _boxes(
    style: Style, id: str, title: str, cells: Sequence[tuple[str, str]], size: tuple[float, float], columns: int,
    wide: float, at: tuple[float, ...], color: str,
) -> Panel:  # fmt: skip
    made = [Cell(Box(0, 0, *size), text, space) for text, space in cells]
    return arranged(style, Panel(id, "boxes", title, Box(0, 0, 0, 0), tuple(made), at, color), columns, wide)


def arranged(style: Style, panel: Panel, columns: int, wide: float, gap: float = GAP) -> Panel:
    """The panel with its cells in rows of so many columns (0: as many as fit), and as large as they need."""
    size = panel.cells[0].box
    fit = max(1, int((wide - 2 * PAD + gap) // (size.w + gap)))
    count = len(panel.cells)
    columns = min(columns or _even(count, fit), fit, count)
    head = PAD + (style.sizes["panel"] * 1.5 if panel.title else 0.0)
    cells = []
    for index, cell in enumerate(panel.cells):
        row, column = divmod(index, columns)
        box = Box(PAD + column * (size.w + gap), head + row * (size.h + gap), size.w, size.h)
        cells.append(attrs.evolve(cell, box=box))
    right = max(c.box.right for c in cells)
    if panel.title:
        need = letters.width(panel.title, style.sizes["panel"], bold=True)
        right = max(right, min(PAD + need, wide - PAD))
    return attrs.evolve(panel, cells=tuple(cells), box=Box(0, 0, right + PAD, max(c.box.bottom for c in cells) + PAD))


def _even(count: int, fit: int) -> int:
    """Columns so that all rows are about as full."""
    rows = -(-count // fit)
    return -(-count // rows)


def _turns(board: Board, style: Style, wide: float) -> Panel | None:
    look, sequence = style.spec.turns, board.rules.sequence
    if not look.shown or sequence.turns < sequence.first:
        return None
    notes = look.notes or sequence.names
    cells = []
    for index, turn in enumerate(range(sequence.first, sequence.turns + 1)):
        note = notes[index] if index < len(notes) else ""
        cells.append(Cell(Box(0, 0, 102.0, 60.0), str(turn), "", "turn", str(turn), note))
    panel = Panel("turns", "turns", look.title, Box(0, 0, 0, 0), tuple(cells[:200]), look.at)
    return arranged(style, panel, look.columns, wide, 6.0)


def _legend(board: Board, style: Style, wide: float) -> Panel | None:
    look = style.spec.legend
    entries = _entries(board, style)
    if not look.shown or not entries:
        return None
    widest = max(letters.width(text, style.sizes["feature"]) for text, _, _ in entries)
    box = Box(0, 0, min(48 + widest, wide - 2 * PAD), 28.0)
    cells = tuple(Cell(box, text, "", what, id) for text, what, id in entries)
    panel = Panel("legend", "legend", look.title, Box(0, 0, 0, 0), cells, look.at)
    return arranged(style, panel, look.columns, min(wide, 760.0) if not look.columns else wide, 6.0)


def _entries(board: Board, style: Style) -> list[tuple[str, str, str]]:
    """(text, what, id) of everything on the map that the key explains: terrains, features of spaces, of borders."""
    used = {board.terrain(s) for s in board.spaces}
    found = [(g.name, "terrain", id) for id, g in style.terrain.items() if id and id in used and g.listed]
    for id, sign in style.feature.items():
        if sign.listed and sign.drawing != "none" and _is_used(board, id, sign.on):
            graded = [(f"{sign.name}, {grade}", "feature", f"{id}:{grade}") for grade in sign.grades]
            found += graded or [(sign.name, "feature", id)]
    for nation in dict.fromkeys(board.home(s) for s in board.spaces):
        if nation in board.rules.nation:
            found.append((f"Home of {board.rules.nation[nation].name}", "home", nation))
    return found


def _is_used(board: Board, feature: str, on: str) -> bool:
    return bool(board.along(feature)) if on == "border" else bool(board.spaces_with(feature))


def laid(planned: Sequence[Panel], coordinates: Coordinates | None, below: Box) -> list[Panel]:
    """The panels in their places: those with coordinates there, the others in rows from the upper left of `below`."""
    found: list[Panel] = []
    x, y, high = below.x, below.y, 0.0
    last: Box | None = None  # of the panel placed below the map before
    for panel in planned:
        if len(panel.at) == 2 and coordinates is not None:
            found.append(panel.moved(*coordinates.place(panel.at[0], panel.at[1])))
            continue
        if last and panel.box.w <= last.w and last.bottom + _SPACING / 2 + panel.box.h <= y + high:
            found.append(panel.moved(last.x, last.bottom + _SPACING / 2))
            last = found[-1].box
            continue
        if x > below.x and x + panel.box.w > below.right:
            x, y, high = below.x, y + high + _SPACING, 0.0
        found.append(panel.moved(x, y))
        last = found[-1].box
        x, high = x + panel.box.w + _SPACING, max(high, panel.box.h)
    return found
