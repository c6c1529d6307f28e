"""Overlays: what is laid over a picture to answer one question, worked out from its View and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from ..classes import frozen
from ..errors import HexwrightError, UnknownId, nearest
from ..pieces import Unit
from ..position import Position
from ..rules.movement import can_move, moves_of, points_left, why_not_move
from ..rules.routes import supply
from ..view import View
from .counters import readable
from .known import Names, laid_open, position_of
from .style import mixed
from .svg import Node, group, node, points, title, xml_id

if TYPE_CHECKING:
    from ..game import Game
    from ..ruleset.schema import RouteSpec
    from .sheet import Sheet

_Numbers = Mapping[str, tuple[str, str, bool]]  # space -> what is printed, what is said, whether the unit ends there
KINDS = ("control", "supply", "move:UNIT", "air:UNIT")
_ANGLES = (45, -45, 0, 90)  # of the hatching of sides, so that nobody has to tell them by colour
_CUT = "#ffffff"


@frozen
class Laid:
    """An overlay: what lies under the counters, and the signs that lie over them."""

    under: tuple[Node, ...] = ()
    over: tuple[Node, ...] = ()


def layers(kind: str, known: View | Position, sheet: Sheet, game: Game) -> Laid:
    """The overlay of a kind: control, supply, move:UNIT or air:UNIT; "" is none.

    UnknownId for another kind or a unit that the View does not know, with the nearest; HexwrightError for a unit that
    cannot do what is asked for.
    """
    if not kind:
        return Laid()
    view = known if isinstance(known, View) else laid_open(known)
    word, colon, unit = kind.partition(":")
    overlay = _Overlay(view, sheet, game)
    over: list[Node] = []
    if word == "control" and not colon:
        told, drawn = "Who controls what", list(overlay.control())
    elif word == "supply" and not colon:
        told, (drawn, over) = "Supply routes", overlay.supply()
    elif word == "move" and unit:
        told, drawn, over = overlay.move(overlay.unit(unit))
    elif word == "air" and unit:
        told, drawn, over = overlay.air(overlay.unit(unit))
    else:
        near = tuple(k for k in KINDS if k.split(":")[0] == word.casefold()) or nearest(kind, KINDS)
        raise UnknownId("overlay", kind, near or KINDS)
    ground = group([title(told), *drawn], id="layer-overlay", class_=f"layer overlay overlay-{word}")
    font = sheet.style.text_font
    signs = group(over, id="layer-overlay-signs", class_=f"layer overlay overlay-{word}", font_family=font)
    return Laid((ground,) if ground else (), (signs,) if signs else ())


class _Overlay:
    """The overlays of one View on one sheet."""

    def __init__(self, view: View, sheet: Sheet, game: Game) -> None:
        self._view = view
        self._sheet = sheet
        self._now = position_of(game, view)
        self._names = Names(view)
        self._spaces = tuple(s for s in view.board.spaces if view.board.terrain(s))

    def unit(self, said: str) -> Unit:
        """The unit that is meant by its id or its name, whatever the case."""
        known, word = self._view.units, said.strip().casefold()
        for told in (lambda u: u.id, self._names.unit):
            found = [u for u in known.values() if told(u).casefold() == word]
            if len(found) == 1:
                return found[0]
        raise UnknownId("unit", said, nearest(said, known) or (tuple(known) if len(known) <= 5 else ()))

    # -- control

    def control(self) -> Iterator[Node]:
        rules, nations = self._view.rules, self._sheet.style.nation
        held = dict(self._view.control)
        owners = {s: held.get(s, self._view.board.control(s)) for s in self._spaces}
        there = [n for n in rules.nation if n in owners.values()]
        yield node("defs", *(self._hatching(n) for n in there))
        for space, owner in owners.items():
            if owner not in nations:
                continue
            corners = points(self._sheet.corners(space))
            tint = node("polygon", points=corners, fill=nations[owner], fill_opacity=0.34)
            lines = node("polygon", points=corners, fill=f"url(#{xml_id('hatching', owner)})")
            told = title(f"{self._names.place(space)}: {rules.nation[owner].name}")
            side = rules.nation[owner].side
            yield node("g", told, tint, lines, class_=f"control {xml_id('nation', owner)} {xml_id('side', side)}")
        for nation in there:
            inside = {s for s, owner in owners.items() if owner == nation}
            yield from self._rim(inside, mixed(nations[nation], "#000000", 0.3), 3.0)

    def _hatching(self, nation: str) -> Node:
        sides = list(self._view.rules.side)
        angle = _ANGLES[sides.index(self._view.rules.nation[nation].side) % len(_ANGLES)]
        line = node("line", x1=0, y1=4.5, x2=9, y2=4.5, stroke=self._sheet.style.nation[nation], stroke_width=2.2,
                    stroke_opacity=0.75)  # fmt: skip
        return node("pattern", line, id=xml_id("hatching", nation), width=9, height=9, patternUnits="userSpaceOnUse",
                    patternTransform=f"rotate({angle})")  # fmt: skip

    # -- supply

    def supply(self) -> tuple[list[Node], list[Node]]:
        """The routes, and over the counters the signs of those that are cut off."""
        view = self._view
        if not view.rules.route:
            raise HexwrightError(f"{view.rules.info.title} has no supply routes")
        seat = [n for n in view.rules.nation if view.rules.seat_of(n) == view.seat]
        ways: list[Node] = []
        signs: list[Node] = []
        for index, nation in enumerate(seat or view.rules.nation):
            for route in view.rules.route:
                self._routes(route, nation, (index % 3) * 3.0, ways, signs)
        return ways, signs

    def _routes(self, route: str, nation: str, aside: float, ways: list[Node], signs: list[Node]) -> None:
        """The routes of a nation's units, each border once."""
        color = mixed(self._sheet.style.nation[nation], "#000000", 0.15)
        borders: dict[tuple[str, str], str] = {}
        sources: dict[str, None] = {}
        for space in self._traced_from(nation, self._view.rules.route[route]):
            found = supply(self._now, route, nation, space)
            if found.reason is not None:
                signs.append(self._cut_off(space, color, found.reason.text))
                continue
            sources[found.route[0]] = None
            borders.update(dict.fromkeys(pairwise(found.route), "way"))
            if found.route[-1] != space:
                borders.setdefault((found.route[-1], space), "reach")
        told = title(f"{self._view.rules.nation[nation].name}, {route.replace('_', ' ')}")
        drawn = [self._source(space, color) for space in sources]
        drawn += [n for under in (True, False) for n in self._borders(borders, color, aside, under)]
        if drawn:
            ways.append(node("g", told, *drawn, class_=f"route {xml_id('route', route)} {xml_id('nation', nation)}"))

    def _traced_from(self, nation: str, spec: RouteSpec) -> Iterator[str]:
        """The spaces of a nation's units with strength that move as the route wants, or where its way leads."""
        types, board = self._view.rules.unit_type, self._view.board
        ways = {board.terrain(s) for s in board.along(spec.along)} if spec.along else set[str]()
        modes = {spec.mode} if spec.mode else {
            id for id, mode in self._view.rules.movement.items() if not ways or not ways.isdisjoint(mode.cost)
        }  # fmt: skip
        units = self._view.units.values()
        there = {u.at for u in units if u.nation == nation and u.steps and types[u.type].movement in modes}
        return (s for s in self._spaces if s in there)

    def _borders(self, borders: Mapping[tuple[str, str], str], color: str, aside: float, under: bool) -> Iterator[Node]:
        for (a, b), how in borders.items():
            (ax, ay), (bx, by) = self._sheet.spot(a), self._sheet.spot(b)
            ends = {"x1": ax + aside, "y1": ay + aside, "x2": bx + aside, "y2": by + aside}
            if under:
                yield node("line", **ends, stroke=_CUT, stroke_width=9, stroke_linecap="round")
            else:
                dashes = "2 9" if how == "reach" else None
                yield node("line", **ends, stroke=color, stroke_width=5, stroke_linecap="round", class_=how,
                           stroke_dasharray=dashes)  # fmt: skip

    def _source(self, space: str, color: str) -> Node:
        x, y = self._sheet.centre(space)
        size = self._sheet.radius * 0.66
        rings = (node("circle", cx=x, cy=y, r=size, fill="none", stroke=ink, stroke_width=size * wide)
                 for ink, wide in ((_CUT, 0.24), (color, 0.13)))  # fmt: skip
        return node("g", title(f"source: {self._names.place(space)}"), *rings, class_="source")

    def _cut_off(self, space: str, color: str, why: str) -> Node:
        x, y = self._sheet.centre(space)
        size = self._sheet.radius * 0.2
        arm = size * 0.5
        x, y = x + size * 1.9, y - size * 2.1
        disc = node("circle", cx=x, cy=y, r=size, fill=_CUT, stroke=color, stroke_width=size * 0.24)
        cross = node("path", d=f"M{points(((x - arm, y - arm),))}L{points(((x + arm, y + arm),))}"
                     f"M{points(((x - arm, y + arm),))}L{points(((x + arm, y - arm),))}",
                     stroke=color, stroke_width=size * 0.34, stroke_linecap="round", fill="none")  # fmt: skip
        return node("g", title(f"cut off: {why}"), disc, cross, class_="cut-off", data_space=space)

    # -- ranges

    def move(self, unit: Unit) -> tuple[str, list[Node], list[Node]]:
        """Where a unit can go now, with the movement points that it costs."""
        now, name = self._now, self._names.unit(unit)
        if unit.at not in self._spaces:
            raise HexwrightError(
                f"{name} is not on the map but at {self._names.place(unit.at)}, so it has no range there"
            )
        if not can_move(now, unit):
            elsewhere = next((s for s in self._spaces if s != unit.at), "")
            reason = why_not_move(now, unit, elsewhere)
            raise HexwrightError(f"no range of movement: {reason.text if reason else f'{name} cannot move'}")
        found = moves_of(now, unit, self._view.seat if self._view.seat in self._view.rules.seats else "")
        left = points_left(now, unit)
        free = self._view.rules.movement[now.type(unit).movement].unlimited
        numbers: dict[str, tuple[str, str, bool]] = {unit.at: ("", "", False)}
        for space in found.others:
            cost, ends = found.cost(space), not free and found.left(space) == 0
            words = f"{cost} movement point{'' if cost == 1 else 's'}" + (", the move ends there" if ends else "")
            numbers[space] = ("", "", False) if free else (str(cost), words, ends)
        told = f"Movement of {name}" + ("" if free else f": {left} movement point{'' if left == 1 else 's'}")
        return told, self._range(unit, numbers), self._numbers(unit, numbers)

    def air(self, unit: Unit) -> tuple[str, list[Node], list[Node]]:
        """The spaces in range of a unit from its base, with their distances."""
        name, base = self._names.unit(unit), self._now.where(unit)
        reach = self._view.rules.unit_type[unit.type].range
        if reach < 1:
            able = [t.name or i for i, t in self._view.rules.unit_type.items() if t.range > 0]
            raise HexwrightError(f"{name} has no range; units with a range are {', '.join(able) or 'none'}")
        if base not in self._spaces:
            raise HexwrightError(
                f"{name} is not on the map but at {self._names.place(base)}, so nothing is in its range"
            )
        numbers = {}
        for space in self._view.board.within(base, reach):
            far = self._view.board.distance(base, space) or 0
            if space in self._spaces:
                numbers[space] = (str(far) if far else "", f"{far} of {reach} spaces away", far == reach)
        told = f"Range of {name} from {self._names.place(base)}: {reach}"
        return told, self._range(unit, numbers), self._numbers(unit, numbers)

    def _range(self, unit: Unit, numbers: _Numbers) -> list[Node]:
        color = self._sheet.style.nation[unit.nation]
        here = self._now.where(unit)
        tints = [node("polygon", points=points(self._sheet.corners(space)), fill=color, class_="reached",
                      fill_opacity=0.5 if space == here else 0.3) for space in numbers]  # fmt: skip
        return [*tints, *self._rim(numbers, mixed(color, "#000000", 0.4), 4.5)]

    def _numbers(self, unit: Unit, numbers: _Numbers) -> list[Node]:
        dark = mixed(self._sheet.style.nation[unit.nation], "#000000", 0.4)
        return [
            node("g", title(f"{self._names.place(space)}: {told}"), *self._number(space, text, dark, ends),
                 class_="cost ends" if ends else "cost", data_space=space)
            for space, (text, told, ends) in numbers.items() if text
        ]  # fmt: skip

    def _number(self, space: str, text: str, color: str, ends: bool) -> list[Node]:
        corners = self._sheet.corners(space)
        x, _ = self._sheet.centre(space)
        low, high = max(y for _, y in corners), min(y for _, y in corners)
        size = min(self._sheet.radius * 0.17, (low - high) * 0.1)
        y = low - (low - high) * 0.14
        fill, ink = (color, readable(color)) if ends else ("#ffffff", color)
        wide = size * (2 if len(text) < 2 else 2.6)
        disc = node("rect", x=x - wide / 2, y=y - size, width=wide, height=2 * size, rx=size, fill=fill, stroke=color,
                    stroke_width=1.4)  # fmt: skip
        told = node("text", text, x=x, y=y + size * 0.52, font_size=size * 1.45, font_weight="bold",
                    text_anchor="middle", fill=ink)  # fmt: skip
        return [disc, told]

    def _rim(self, inside: Iterable[str], color: str, wide: float) -> Iterator[Node]:
        """The hexsides between the spaces inside and those that are not."""
        held = set(inside)
        ways = []
        for space in self._spaces:
            if space not in held:
                continue
            shared = {frozenset(side) for n in self._view.board.neighbours(space)
                      if n in held and (side := self._sheet.side(space, n)) is not None}  # fmt: skip
            corners = self._sheet.corners(space)
            for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
                if frozenset((a, b)) not in shared:
                    ways.append(f"M{points((a,))}L{points((b,))}")
        if ways:
            yield node(
                "path",
                d="".join(ways),
                stroke=color,
                stroke_width=wide,
                stroke_linecap="round",
                fill="none",
                class_="rim",
            )


__all__ = ["KINDS", "Laid", "layers"]
