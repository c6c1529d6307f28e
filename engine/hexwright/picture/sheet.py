"""Sheet: where everything of one picture lies; what is drawn there is told by the layers."""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.board import Board
from hexwright.classes import frozen
from hexwright.picture import panels
from hexwright.picture.areas import laid_out, sorted_out, spread
from hexwright.picture.geometry import Box, Coordinates, Lattice, Point, around, lattice
from hexwright.picture.panels import MARGIN, Panel
from hexwright.picture.style import Style

_LEAST = 620.0  # width of a sheet
_GAP = 30.0


@frozen(eq=False)
class Sheet:
    """The places of one picture. `size` is its width and height, `radius` from centre to corner of a hex.

    `lattices` are the hex boards, `frames` the rectangles that boards are drawn in, `webs` the areas that have a place
    on a board of their own, `panels` the blocks of boxes, the turn record and the key; `links` are neighbouring areas.
    """

    style: Style
    board: Board
    size: Point
    radius: float
    heading: Box
    lattices: Mapping[str, Lattice]
    frames: Mapping[str, Box]
    boxes: Mapping[str, Box]
    links: tuple[tuple[str, str], ...]
    panels: tuple[Panel, ...]
    coordinates: Coordinates | None

    def centre(self, space: str) -> Point:
        """The middle of a hex, an area or a box; raises KeyError where the sheet has no place for it."""
        box = self.boxes.get(space)
        if box is not None:
            return box.middle
        return self.lattices[self.board.board_of(space)].centre(self.board.hex(space))

    def corners(self, space: str) -> tuple[Point, ...]:
        """The corners of a hex, an area or a box, clockwise; neighbouring hexes share the very same two."""
        box = self.boxes.get(space)
        if box is not None:
            return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        return self.lattices[self.board.board_of(space)].corners(self.board.hex(space))

    def room(self, space: str) -> tuple[float, float, float, float]:
        """The place for counters in a space: left, top, width, height."""
        box = self.boxes.get(space)
        if box is not None:
            strip = 2.2 * self.style.sizes["box"]
            return box.x + 4, box.y + strip, box.w - 8, box.h - strip - 4
        found = around(self.corners(space))
        flat = self.lattices[self.board.board_of(space)].layout.tops == "flat"
        wide, top, low = (0.62, 0.257, 0.745) if flat else (0.7, 0.28, 0.7)  # the number and a name above, signs below
        left = found.x + (1 - wide) / 2 * found.w
        return left, found.y + top * found.h, wide * found.w, (low - top) * found.h

    def side(self, a: str, b: str) -> tuple[Point, Point] | None:
        """The two corners that neighbouring hexes share, in the order of the first; None for other spaces."""
        if a in self.boxes or b in self.boxes:
            return None
        mine, yours = self.corners(a), self.corners(b)
        for i, corner in enumerate(mine):
            following = mine[(i + 1) % len(mine)]
            if corner in yours and following in yours:
                return corner, following
        return None

    def spot(self, space: str) -> Point:
        """Where roads meet in a space: its town if the style says where, kept away from its rim, else its middle."""
        look = self.style.spec.space.get(space)
        if space in self.boxes or look is None or len(look.at) != 2 or self.coordinates is None:
            return self.centre(space)
        return self.within(space, *self.coordinates.place(look.at[0], look.at[1]))

    def within(self, space: str, x: float, y: float, share: float = 0.78) -> Point:
        """The place, or the nearest to it on the way to the middle that lies well within the space."""
        corners = self.corners(space)
        cx, cy = self.centre(space)
        reach = 1.0
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            depth = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            falls = depth - ((bx - ax) * (y - ay) - (by - ay) * (x - ax))
            if falls > 0:
                reach = min(reach, share * depth / falls)
        return cx + (x - cx) * reach, cy + (y - cy) * reach

    @property
    def hexes(self) -> tuple[str, ...]:
        """The spaces that are hexes of a board on the sheet, in the order of the map."""
        return tuple(s for s in self.board.spaces if self.board.board_of(s) in self.lattices)


def lay_out(board: Board, style: Style) -> Sheet:
    """The sheet of a map: title, boards beside each other, below them the turn record, the key and boxes."""
    top = MARGIN + panels.heading_height(style)
    lattices, frames = _hex_boards(board, style, top)
    first = style.spec.coordinates.board or next(iter(lattices), "")
    coordinates = Coordinates(lattices[first], style.spec.coordinates) if first in lattices else None
    radius = min((la.radius * min(la.across, la.down) for la in lattices.values()), default=60.0)
    boxes: dict[str, Box] = {}
    links: list[tuple[str, str]] = []
    rows: list[tuple[str, list[str]]] = []
    for id in board.boards:
        if id not in lattices:
            rows += _areas(board, style, id, (boxes, frames, links), top)
    right = max((f.right for f in frames.values()), default=0.0)
    bottom = max((f.bottom for f in frames.values()), default=top)
    wide = max(right, _LEAST)
    planned = panels.planned(board, style, rows, wide - MARGIN, radius)
    laid = panels.laid(planned, coordinates, Box(MARGIN, bottom + _GAP if frames else top, wide - MARGIN, 0.0))
    for panel in laid:
        boxes.update((cell.space, cell.box) for cell in panel.cells if cell.space)
    right = max([wide, *(p.box.right for p in laid)])
    bottom = max([bottom, *(p.box.bottom for p in laid)])
    heading = Box(MARGIN, MARGIN, right - MARGIN, panels.heading_height(style))
    return Sheet(
        style, board, (right + MARGIN, bottom + MARGIN), radius, heading, lattices, frames, boxes, tuple(links),
        tuple(laid), coordinates,
    )  # fmt: skip


def _hex_boards(board: Board, style: Style, top: float) -> tuple[dict[str, Lattice], dict[str, Box]]:
    lattices: dict[str, Lattice] = {}
    frames: dict[str, Box] = {}
    left = MARGIN
    for id in board.boards:
        layout = board.layout(id)
        columns, rows = board.size(id)
        if layout is not None and columns and rows:
            found = lattice(layout, columns, rows, style.spec.hexes).moved(left, top)
            lattices[id], frames[id] = found, found.box
            left = found.box.right + _GAP
    return lattices, frames


def _areas(
    board: Board,
    style: Style,
    id: str,
    into: tuple[dict[str, Box], dict[str, Box], list[tuple[str, str]]],
    top: float,
) -> list[tuple[str, list[str]]]:
    """Lays the webs of a board of areas beside the boards before; the rest comes back as rows of boxes with a title."""
    boxes, frames, links = into
    webs, tracks, loose = sorted_out(board, id)
    wide, high = panels.box_size(style)
    for number, web in enumerate(webs):
        near = {s: [n for n in board.neighbours(s) if n in web] for s in web}
        at = {s: (x, y) for s in web if (look := style.spec.space.get(s)) and len(look.at) == 2 for x, y in [look.at]}
        places = spread(laid_out(web, near, at), wide * 1.45, high * 1.5)
        left = max((f.right for f in frames.values()), default=MARGIN - _GAP) + _GAP
        middle = {s: (left + x, top + y) for s, (x, y) in places.items()}
        boxes.update((s, Box(x - wide / 2, y - high / 2, wide, high)) for s, (x, y) in middle.items())
        frames[f"{id}.{number}" if number else id] = around([p for x, y in middle.values() for p in
            ((x - wide * 0.725, y - high * 0.75), (x + wide * 0.725, y + high * 0.75))])  # fmt: skip
        links += [(s, n) for s in web for n in near[s] if web.index(s) < web.index(n)]
    name = board.rules.board[id].name
    return [*((name, track) for track in tracks), *([(name, loose)] if loose else [])]


__all__ = ["Sheet", "lay_out"]
