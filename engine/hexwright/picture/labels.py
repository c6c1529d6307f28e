"""Texts with a place: their boxes, what is taken already, and the search for a place where nothing is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import field

from hexwright.classes import define, frozen
from hexwright.picture import letters
from hexwright.picture.geometry import Box
from hexwright.picture.svg import Node, node

_CELL = 64.0
_ROUND = {"start": 0.0, "middle": 0.5, "end": 1.0}


@frozen
class Hand:
    """How a text is written: class, height of letters, weight, slant, spacing, colour, and the halo behind it."""

    name: str
    size: float
    bold: bool = False
    italic: bool = False
    spacing: float = 0.0
    color: str = ""
    halo: str = ""
    serif: bool = False

    def width(self, text: str) -> float:
        """The most that a line takes."""
        return letters.width(text, self.size, bold=self.bold, spacing=self.spacing)


@frozen
class Text:
    """Lines of a text at a place: `x` is where they begin, their middle or their end, `y` the first base line."""

    lines: tuple[str, ...]
    x: float
    y: float
    hand: Hand
    anchor: str = "middle"

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The rectangle of each line, in the widest letters a reader may have."""
        size, found = self.hand.size, []
        for index, line in enumerate(self.lines):
            wide = self.hand.width(line)
            base = self.y + index * size * letters.LINE
            left = self.x - wide * _ROUND[self.anchor]
            found.append(Box(left, base - letters.ASCENT * size, wide, (letters.ASCENT + letters.DESCENT) * size))
        return tuple(found)

    @property
    def nodes(self) -> Iterator[Node]:
        """A <text> a line; everything that its size depends on stands in its attributes."""
        hand = self.hand
        for index, line in enumerate(self.lines):
            yield node(
                "text",
                line,
                class_=f"text {hand.name}" + (" halo" if hand.halo else ""),
                x=self.x,
                y=self.y + index * hand.size * letters.LINE,
                font_size=hand.size,
                font_weight="bold" if hand.bold else None,
                font_style="italic" if hand.italic else None,
                letter_spacing=hand.spacing or None,
                text_anchor=self.anchor if self.anchor != "start" else None,
                fill=hand.color or None,
                stroke=hand.halo or None,
            )


@define
class Taken:
    """The rectangles where nothing more may be written."""

    _grid: dict[tuple[int, int], list[Box]] = field(factory=dict, init=False)

    def add(self, boxes: Iterable[Box]) -> None:
        """Takes more of the sheet."""
        for box in boxes:
            for cell in _cells(box):
                self._grid.setdefault(cell, []).append(box)

    def meets(self, box: Box, gap: float = 1.0) -> bool:
        """Whether a rectangle overlaps what is taken, or comes nearer than the gap."""
        wide = box.grown(gap)
        return any(wide.meets(other) for cell in _cells(wide) for other in self._grid.get(cell, ()))

    def is_free(self, text: Text, within: Callable[[Box], bool], gap: float = 1.0) -> bool:
        """Whether a text lies within its bounds and meets nothing."""
        return all(within(box) and not self.meets(box, gap) for box in text.boxes)


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.x // _CELL), int(box.right // _CELL) + 1):
        for row in range(int(box.y // _CELL), int(box.bottom // _CELL) + 1):
            yield column, row


def fitted(text: str, box: Box, hand: Hand, *, least: float = 0.7, lines: int = 2, anchor: str = "middle") -> Text:
    """A text in the middle of a box (or from its left): on fewer or more lines, smaller, at last shortened.

    >>> fitted("Oak", Box(0, 0, 50, 20), Hand("name", 10)).lines
    ('Oak',)
    """
    x = {"start": box.x, "middle": box.middle[0], "end": box.right}[anchor]
    for share in (1.0, 0.9, 0.8, 0.7):
        if share < least:
            break
        small = sized(hand, share)
        for way in letters.broken(text, lines):
            if max(map(small.width, way)) <= box.w and height(small, len(way)) <= box.h:
                return Text(way, x, _first_base(box, small, len(way)), small, anchor)
    small = sized(hand, least)
    cut = letters.shortened(text, box.w, small.size, bold=small.bold)
    return Text((cut,) if cut else (), x, _first_base(box, small, 1), small, anchor)


def is_whole(text: str, written: Text) -> bool:
    """Whether all of a text is written."""
    return "".join(written.lines).replace(" ", "") == text.replace(" ", "")


def sized(hand: Hand, share: float) -> Hand:
    """The same hand with smaller or larger letters, never below five units."""
    size = max(5.0, hand.size * share)
    return Hand(hand.name, size, hand.bold, hand.italic, hand.spacing * share, hand.color, hand.halo, hand.serif)


def height(hand: Hand, lines: int) -> float:
    """How much lines take from the top of the first to the bottom of the last."""
    return hand.size * ((lines - 1) * letters.LINE + letters.ASCENT + letters.DESCENT)


def _first_base(box: Box, hand: Hand, lines: int) -> float:
    return box.middle[1] - height(hand, lines) / 2 + letters.ASCENT * hand.size
