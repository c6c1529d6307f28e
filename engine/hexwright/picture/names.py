"""The texts of the map: numbers, names inside their spaces, free texts; none meets another, what is cut is listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import field

from hexwright.classes import define
from hexwright.picture import letters
from hexwright.picture.geometry import Box, Point, around, inside
from hexwright.picture.labels import Hand, Taken, Text, height, sized
from hexwright.ruleset.style import LabelLook

if TYPE_CHECKING:
    from hexwright.picture.sheet import Sheet

_SHARES = (1.0, 0.9, 0.8, 0.7)
_DOT = 4.0


@define
class Writing:
    """All texts of a map as they are placed one after the other; `full` lists (number, name) of those cut short."""

    sheet: Sheet
    taken: Taken
    ways: dict[str, list[tuple[Point, Point]]]  # space -> pieces of roads in it, which texts better leave free
    roads: Taken = field(factory=Taken)
    numbers: list[Text] = field(factory=list)
    free: list[Text] = field(factory=list)
    names: list[tuple[str, Text]] = field(factory=list)
    dots: list[tuple[str, Point, bool]] = field(factory=list)
    full: list[tuple[str, str]] = field(factory=list)
    _towns: dict[str, list[tuple[str, Point]]] = field(factory=dict)

    def mark(self) -> None:
        """Notes where roads run and dots lie, which nothing moves; before features and texts."""
        for pieces in self.ways.values():
            for (ax, ay), (bx, by) in pieces:
                middle = ((ax + bx) / 2, (ay + by) / 2)
                self.roads.add(Box(x - 1, y - 1, 2, 2) for x, y in ((ax, ay), middle, (bx, by)))
        self._sort_towns()
        for space in self.sheet.hexes:
            if self._is_settled(space):
                self._dot(space, self.sheet.spot(space), self._is_large(space))
            for _, place in self._towns.get(space, ()):
                self._dot(space, place, False)

    def write(self, covered: Sequence[Box]) -> None:
        """Places everything: numbers, then free texts, then names, each space for itself."""
        style = self.sheet.style
        self.taken.add(covered)
        number = Hand("number", style.sizes["number"], color=style.palette["number"])
        for space in self.sheet.hexes:
            self._number(space, number)
        looks = style.spec.label.values()
        for look in sorted((k for k in looks if k.kind != "town"), key=lambda k: (k.kind, k.text, k.at)):
            self._free(look)
        for space in self.sheet.hexes:
            self._name(space)

    # -- numbers

    def _number(self, space: str, hand: Hand) -> None:
        corners = self.sheet.corners(space)
        box = around(corners)
        x, _ = box.middle
        rim = hand.size * 0.35 + self._blunt(space) * 0.06 * box.h
        lower, upper = box.y + rim + hand.size * letters.ASCENT, box.bottom - rim - hand.size * 0.2
        for share in (1.0, 0.8):
            small = sized(hand, share)
            for dx, y in (
                (0.0, lower),
                (-0.2, lower + 1),
                (0.2, lower + 1),
                (0.0, lower + 0.07 * box.h),
                (0.0, lower + 0.1 * box.h),
                (0.0, upper),
                (0.0, box.middle[1]),
            ):
                text = Text((space,), x + dx * box.w, y, small)
                if self.taken.is_free(text, lambda b: inside(corners, b), 0.5):
                    self._take(self.numbers, text)
                    return

    def _blunt(self, space: str) -> bool:
        return self.sheet.lattices[self.sheet.board.board_of(space)].layout.tops == "pointed"

    def _take(self, into: list[Text], text: Text) -> None:
        into.append(text)
        self.taken.add(text.boxes)

    # -- texts that belong to no space

    def _free(self, look: LabelLook) -> None:
        sheet, style = self.sheet, self.sheet.style
        if sheet.coordinates is None:
            self.full.append(("", look.text))
            return
        x, y = sheet.coordinates.place(look.at[0], look.at[1])
        frame = next(iter(sheet.frames.values()))
        size = look.size or style.sizes.get(look.kind, 12.0)
        water = look.kind == "sea"
        color = look.color or style.palette["sea_text" if water else "ink" if look.kind == "note" else "land_text"]
        wide = look.spacing or {"sea": 0.28, "land": 0.3, "region": 0.18}.get(look.kind, 0.0) * size
        hand = Hand(
            f"free {look.kind}", size, look.kind != "note", water or look.kind == "note", wide, color, serif=True
        )
        for share, bare in ((1.0, True), (1.0, False), (0.85, True), (0.7, False), (0.55, False)):
            small = sized(hand, share)
            for lines in (look.text.split("\n"), *letters.broken(look.text, 3)[1:]):
                middle = y - height(small, len(lines)) / 2 + letters.ASCENT * small.size
                for dx, dy in _nearby(sheet.radius):
                    text = Text(tuple(lines), x + dx, middle + dy, small)
                    if bare and any(self.roads.meets(box, 0.0) for box in text.boxes):
                        continue
                    if self.taken.is_free(text, frame.grown(-3).holds, 1.5):
                        self._take(self.free, text)
                        return
        self.full.append(("", look.text))

    # -- names

    def _sort_towns(self) -> None:
        """Each town of the style to the hex that its place is nearest to."""
        sheet = self.sheet
        if sheet.coordinates is None:
            return
        towns = [k for k in sheet.style.spec.label.values() if k.kind == "town"]
        for look in sorted(towns, key=lambda k: (k.text, k.at)):
            x, y = sheet.coordinates.place(look.at[0], look.at[1])
            near = min(sheet.hexes, key=lambda s: (_far(sheet.centre(s), x, y), s), default="")
            if near:
                self._towns.setdefault(near, []).append((look.text, sheet.within(near, x, y)))

    def _is_named(self, space: str) -> bool:
        look = self.sheet.style.spec.space.get(space)
        return self._printed(space) != space and (look is None or look.named)

    def _printed(self, space: str) -> str:
        look = self.sheet.style.spec.space.get(space)
        return (look.label if look else "") or self.sheet.board.name(space)

    def _is_wet(self, space: str) -> bool:
        ground = self.sheet.style.terrain.get(self.sheet.board.terrain(space))
        return ground is not None and ground.water

    def _is_settled(self, space: str) -> bool:
        return self._is_named(space) and not self._is_wet(space)

    def _is_large(self, space: str) -> bool:
        board, style = self.sheet.board, self.sheet.style
        look = style.spec.space.get(space)
        if look and look.important is not None:
            return look.important
        ground = style.terrain.get(board.terrain(space))
        return bool(board.home(space)) or (ground is not None and ground.marks == "houses")

    def _name(self, space: str) -> None:
        sheet, style = self.sheet, self.sheet.style
        ink, paper = style.palette["ink"], style.palette["panel"]
        small = Hand("name", style.sizes["name"], False, True, 0.0, ink, paper)
        if self._is_named(space):
            hand = small
            if self._is_wet(space):
                hand = Hand("sea-name", style.sizes["name"], False, True, 0.0, style.palette["sea_text"])
            elif self._is_large(space):
                hand = Hand("city", style.sizes["city"], True, False, 0.0, ink, paper)
            self._write(space, self._printed(space), sheet.spot(space), hand, dotted=self._is_settled(space))
        for text, place in self._towns.get(space, ()):
            self._write(space, text, place, small, dotted=True)

    def _dot(self, space: str, place: Point, large: bool) -> None:
        self.dots.append((space, place, large))
        reach = _DOT + 1.5 * large
        self.taken.add([Box(place[0] - reach, place[1] - reach, 2 * reach, 2 * reach)])

    def _write(self, space: str, name: str, spot: Point, hand: Hand, dotted: bool) -> None:
        corners = self.sheet.corners(space)
        best: tuple[float, int] | None = None
        found: Text | None = None
        for index, text in enumerate(_ways(name, spot, hand, around(corners), dotted)):
            if best is not None and index >= best[0]:
                break
            if self.taken.is_free(text, lambda b: inside(corners, b.grown(1.5)), 1.0):
                cuts = sum(_cut(line, box) for line in self.ways.get(space, ()) for box in text.boxes)
                cost = index + 3.0 * cuts + (12.0 if dotted and _apart(text, spot) > 2.2 * _DOT else 0.0)
                if best is None or cost < best[0]:
                    best, found = (cost, index), text
        if found is None:
            found = self._cut_short(space, name, spot, hand)
        if found is not None:
            self.names.append((space, found))
            self.taken.add(found.boxes)

    def _cut_short(self, space: str, name: str, spot: Point, hand: Hand) -> Text | None:
        """As much of a name as the space has room for; the whole is listed under the number of the space."""
        self.full.append((space, name))
        corners = self.sheet.corners(space)
        box = around(corners)
        small = sized(hand, 0.7)
        for room in (0.8, 0.65, 0.5, 0.35, 0.25):
            cut = letters.shortened(name, room * box.w, small.size, bold=small.bold)
            if not cut:
                continue
            for step in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5):
                for dx in (0.0, -0.12, 0.12):
                    text = Text((cut,), box.middle[0] + dx * box.w, box.middle[1] + step * small.size, small)
                    if self.taken.is_free(text, lambda b: inside(corners, b), 1.0):
                        return text
        return None


def _far(place: Point, x: float, y: float) -> float:
    return round((place[0] - x) ** 2 + (place[1] - y) ** 2, 3)


def _nearby(radius: float) -> Iterator[Point]:
    """Where a free text may go instead, near before far."""
    step = radius / 10
    places = [(a, b) for a in range(-12, 13, 2) for b in range(-14, 15)]
    for a, b in sorted(places, key=lambda p: (abs(p[0]) + 1.2 * abs(p[1]), p)):
        yield a * step, b * step


def _ways(name: str, spot: Point, hand: Hand, box: Box, dotted: bool) -> Iterator[Text]:
    """The ways to write a name in its space, the best before: beside its dot, then anywhere, then smaller."""
    x, y = spot
    for share in _SHARES:
        small = sized(hand, share)
        size = small.size
        for lines in letters.broken(name, 4 if share < 1 else 2):
            tall = height(small, len(lines))
            first = letters.ASCENT * size
            if dotted:
                gap = _DOT + 3.5
                for dy in (0.0, -0.4, 0.4, -0.8, 0.8):
                    yield Text(lines, x + gap, y - tall / 2 + first + dy * size, small, "start")
                    yield Text(lines, x - gap, y - tall / 2 + first + dy * size, small, "end")
                for dx in (0.0, -1.2, 1.2, -2.4, 2.4):
                    yield Text(lines, x + dx * size, y - gap - tall + first, small)
                    yield Text(lines, x + dx * size, y + gap + first, small)
            middle = box.middle[1] - tall / 2 + first
            for step in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6):
                for dx in (0.0, -0.1, 0.1):
                    yield Text(lines, box.middle[0] + dx * box.w, middle + step * 0.7 * size, small)


def _apart(text: Text, spot: Point) -> float:
    """How far it is from a dot to the nearest line of its name."""
    x, y = spot
    gaps = (max(box.x - x, x - box.right, 0.0) + max(box.y - y, y - box.bottom, 0.0) for box in text.boxes)
    return min(gaps)


def _cut(line: tuple[Point, Point], box: Box) -> bool:
    """Whether a piece of a road runs through a box."""
    (ax, ay), (bx, by) = line
    low, high = 0.0, 1.0
    for a, b, least, most in ((ax, bx, box.x, box.right), (ay, by, box.y, box.bottom)):
        if abs(b - a) < 1e-9:
            if not least <= a <= most:
                return False
            continue
        first, last = sorted(((least - a) / (b - a), (most - a) / (b - a)))
        low, high = max(low, first), min(high, last)
    return low <= high
