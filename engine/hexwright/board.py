"""The static map: the spaces and borders of all boards, what they carry, and what crossing a border costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import attrs

from .chart import Chart, Fields
from .classes import frozen
from .errors import UnknownId, nearest
from .hexes import Hex, Layout
from .hexes import distance as hex_distance
from .hexes import within as hexes_within

if TYPE_CHECKING:
    from .ruleset.schema import BorderCost, Ruleset

__all__ = ["Board", "Crossing", "Fields", "Moves", "Part", "Step"]

Step = tuple[str, int, bool]  # neighbour, movement points, does entering end the move?
Part = tuple[str, int, str]  # label, value, rule id
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@frozen
class Crossing:
    """What crossing one border in one direction costs: the sum of `parts`, or why it is `closed`.

    `at` are the paths of the TOML keys that set the parts, in their order, or the one that closes it.
    """

    cost: int
    stop: bool = False
    closed: bool = False
    parts: tuple[Part, ...] = ()
    why: str = ""
    rule: str = ""
    at: tuple[tuple[str | int, ...], ...] = attrs.field(default=(), eq=False)


@lru_cache(maxsize=2)
def board_of(ruleset: Ruleset) -> Board:
    """The board of a ruleset: laid once for the checks, for those of plug-ins and for the game."""
    return Board(ruleset)


class Board:
    """All boards of a ruleset as one map.

    Ids of spaces are strings: the printed number of a hex, with its board's prefix, or the id of an area.
    Whatever the data says, a Board comes out; `faults` lists (dotted path, message) of what could not be
    built. A name that no ruleset table holds (a terrain, a feature kind) is left to the checks of the
    loader; unknown spaces are listed here, because only the map knows the spaces. A query about a space
    that does not exist raises `UnknownId`, except that it has no features, control, home or border.
    `memo` is for the searches over the map (reach.py) and is never read for a rule.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        chart = Chart(ruleset)
        self.rules = ruleset
        self.spaces: tuple[str, ...] = tuple(chart.board)
        self.faults: tuple[tuple[str, str], ...] = tuple(chart.faults)
        self.memo: dict[Any, Any] = {}
        self._chart = chart
        self._hexes: dict[str, Hex] = {}
        self._neighbours: dict[str, tuple[str, ...]] = {}
        self._moves: dict[tuple[str, str], Moves] = {}
        self._along: dict[str, dict[str, tuple[str, ...]]] = {}
        self._zones: dict[str, tuple[str, ...]] = {}
        self._tags: dict[str, tuple[str, ...]] = {}
        self._tagged: dict[str, tuple[str, ...]] = {}

    # -- spaces

    def __contains__(self, space: object) -> bool:
        return space in self._chart.board

    def board_of(self, space: str) -> str:
        """The id of the board that a space stands on."""
        try:
            return self._chart.board[space]
        except KeyError:
            raise UnknownId("space", space, self._chart.near(space)) from None

    def terrain(self, space: str) -> str:
        """The terrain of a space, "" for an area that has none."""
        self.board_of(space)
        return self._chart.terrain[space]

    def tags(self, space: str) -> tuple[str, ...]:
        """The space's own tags, what zones give it, then its terrain's, and "home" for a home territory."""
        found = self._tags.get(space)
        if found is None:
            terrain = self.rules.terrain.get(self.terrain(space))
            found = terrain.tags if terrain else ()
            own, home = self._chart.tags.get(space, ()), self.home(space)
            if own or home:
                found = self._tags[space] = tuple(dict.fromkeys((*own, *found, *(("home",) if home else ()))))
        return found

    def name(self, space: str) -> str:
        """The printed name, or the id where none is printed."""
        spec = self.rules.space.get(space)
        return spec.name if spec and spec.name else space

    @cached_property
    def _by_text(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for texts in (((s, s) for s in self.spaces), ((self.name(s), s) for s in self.spaces)):
            several: dict[str, set[str]] = {}
            for text, space in texts:
                several.setdefault(text.casefold(), set()).add(space)
            for text, spaces in several.items():
                if len(spaces) == 1:
                    found.setdefault(text, *spaces)
        return found

    def find(self, text: str) -> str | None:
        """The space with this id or printed name, whatever the case; None if there is none or several."""
        text = text.strip()
        return text if text in self._chart.board else self._by_text.get(text.casefold())

    def kind_of(self, space: str) -> Literal["hex", "area"]:
        """Is it a hex of a hex board, or an area (a box is an area)?"""
        return "hex" if self.board_of(space) in self._chart.sheets else "area"

    def control(self, space: str) -> str:
        """The nation that controls it at the start, "" for nobody; the space's own word beats a zone's."""
        return self._chart.control.get(space, "")

    def home(self, space: str) -> str:
        """The nation whose home territory it is, or ""."""
        spec = self.rules.space.get(space)
        return spec.home if spec else ""

    def features(self, space: str) -> Mapping[str, Fields]:
        """The features printed in a space: kind -> its fields, defaults filled in."""
        return self._chart.features.get(space, _NOTHING)

    def with_tag(self, tag: str) -> tuple[str, ...]:
        """The spaces that have a tag, in the order of the map."""
        found = self._tagged.get(tag)
        if found is None:
            found = self._tagged[tag] = tuple(space for space in self.spaces if tag in self.tags(space))
        return found

    def spaces_with(self, feature: str) -> tuple[str, ...]:
        """The spaces in which such a feature is printed, in the order of the map."""
        return self._featured.get(feature, ())

    @cached_property
    def _featured(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for space in self.spaces:
            for kind in self.features(space):
                found[kind] = (*found.get(kind, ()), space)
        return found

    def zone(self, zone: str) -> tuple[str, ...]:
        """The spaces of a zone: those listed, then those that have one of its tags."""
        found = self._zones.get(zone)
        if found is None:
            spec = self.rules.zone.get(zone)
            if spec is None:
                raise UnknownId("zone", zone, nearest(zone, self.rules.zone))
            listed = (space for space in spec.spaces if space in self)
            tagged = (space for tag in spec.tags for space in self.with_tag(tag))
            found = self._zones[zone] = tuple(dict.fromkeys((*listed, *tagged)))
        return found

    # -- hex boards

    @property
    def boards(self) -> tuple[str, ...]:
        """The ids of the boards, in file order."""
        return tuple(self.rules.board)

    def layout(self, board: str) -> Layout | None:
        """How the hexes of a board lie; None for a board of areas."""
        if board not in self.rules.board:
            raise UnknownId("board", board, nearest(board, self.rules.board))
        return self._chart.sheets[board].layout if board in self._chart.sheets else None

    def size(self, board: str) -> tuple[int, int]:
        """Columns and rows of a hex board; (0, 0) for a board of areas."""
        sheet = self._chart.sheets[board] if self.layout(board) else None
        return (sheet.columns, sheet.rows) if sheet else (0, 0)

    def hex(self, space: str) -> Hex:
        """The coordinates of a hex; raises `UnknownId` for an area, which has none."""
        found = self._hexes.get(space)
        if found is None:
            board = self.board_of(space)
            if space not in self._chart.cell:
                raise UnknownId("hex", space)
            sheet = self._chart.sheets[board]
            row, column = divmod(self._chart.cell[space], sheet.columns)
            found = self._hexes[space] = sheet.layout.to_axial(column, row)
        return found

    def row_and_column(self, space: str) -> tuple[int, int]:
        """Where a hex stands in the rows of its board, counted from 0; raises `UnknownId` for an area."""
        board = self.board_of(space)
        if space not in self._chart.cell:
            raise UnknownId("hex", space)
        return divmod(self._chart.cell[space], self._chart.sheets[board].columns)

    def at(self, board: str, h: Hex) -> str | None:
        """The space at these coordinates of a board; None where the board has no hex."""
        sheet = self._chart.sheets.get(board)
        return (sheet.at(*sheet.layout.to_offset(h)) or None) if sheet else None

    # -- neighbours and distances

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces around it: hexes clockwise in the order of DIRECTIONS, then those stated in the data."""
        found = self._neighbours.get(space)
        if found is None:
            self.board_of(space)
            found = self._neighbours[space] = self._chart.beside(space)
        return found

    def are_neighbours(self, a: str, b: str) -> bool:
        """Is there a border between the two?"""
        return b in self.neighbours(a)

    def _outwards(self, start: str, radius: int | None = None) -> Iterator[tuple[str, int]]:
        """Every space that hangs together with `start` and how many borders away it is, near to far."""
        seen = {start}
        layer = [start]
        far = 0
        while layer:
            yield from ((space, far) for space in layer)
            if far == radius:
                return
            far += 1
            beyond = (b for space in layer for b in self.neighbours(space))
            layer = [b for b in beyond if b not in seen and not seen.add(b)]  # type: ignore[func-returns-value]

    def _same_sheet(self, a: str, b: str) -> bool:
        return a in self._chart.cell and b in self._chart.cell and self.board_of(a) == self.board_of(b)

    def distance(self, a: str, b: str) -> int | None:
        """Hexes from a to b on one hex board, holes and terrain apart; else the fewest borders, None if apart."""
        self.board_of(b)
        if self._same_sheet(a, b):
            return hex_distance(self.hex(a), self.hex(b))
        return next((far for space, far in self._outwards(a) if space == b), None)

    def within(self, space: str, radius: int) -> tuple[str, ...]:
        """The spaces at a distance of at most `radius`, near to far, itself first; none if it is negative."""
        board = self.board_of(space)
        if radius < 0:
            return ()
        if space not in self._chart.cell:
            return tuple(found for found, _ in self._outwards(space, radius))
        middle = self.hex(space)
        reach = min(radius, sum(self.size(board)))
        near = [found for h in hexes_within(middle, reach) if (found := self.at(board, h))]
        if board not in self._linked:
            return tuple(near)
        far = {found: hex_distance(middle, self.hex(found)) for found in near}
        far.update((b, d) for b, d in self._outwards(space, radius) if not self._same_sheet(space, b))
        return tuple(sorted(far, key=far.__getitem__))

    @cached_property
    def _linked(self) -> frozenset[str]:
        """The hex boards from which a stated border leads elsewhere."""
        return frozenset(self.board_of(space) for space in self._chart.stated if space in self._chart.cell)

    # -- borders and what crossing them costs

    def border(self, a: str, b: str) -> Mapping[str, Fields]:
        """The features on the border of two spaces, the same from both ends: kind -> its fields."""
        return self._chart.borders.get(a, _NOTHING).get(b, _NOTHING)

    def along(self, feature: str) -> Mapping[str, tuple[str, ...]]:
        """Each space at such a border feature (a road, say) -> the neighbours that it leads to."""
        found = self._along.get(feature)
        if found is None:
            ends = self._chart.borders.items()
            leads = ((a, tuple(b for b in self.neighbours(a) if feature in by.get(b, ()))) for a, by in ends)
            found = self._along[feature] = {a: to for a, to in leads if to}
        return found

    def moves(self, mode: str, side: str) -> Moves:
        """The steps out of every space for a movement mode and a side, compiled when first asked for."""
        found = self._moves.get((mode, side))
        if found is None:
            if mode not in self.rules.movement:
                raise UnknownId("movement mode", mode, nearest(mode, self.rules.movement))
            found = self._moves[mode, side] = Moves(self, mode, side)
        return found

    def steps(self, mode: str, side: str, space: str) -> tuple[Step, ...]:
        """The neighbours that may be entered from `space`, each with its cost and whether it ends the move."""
        return self.moves(mode, side)[space]

    def crossing(self, mode: str, side: str, a: str, b: str) -> Crossing:
        """What going from `a` to its neighbour `b` costs and why, part by part."""
        return self.moves(mode, side).crossing(a, b)

    @cached_property
    def graph(self) -> Any:
        """The map as a frozen networkx Graph.

        Nodes carry `board`, `terrain`, `name`, `tags` and `features`, edges `features`; made when first used.
        """
        import networkx as nx  # type: ignore[import-untyped]

        graph = nx.Graph()
        for a in self.spaces:
            about = {"board": self.board_of(a), "terrain": self.terrain(a), "name": self.name(a)}
            graph.add_node(a, **about, tags=self.tags(a), features=self.features(a))
        graph.add_edges_from((a, b, {"features": self.border(a, b)}) for a in self.spaces for b in self.neighbours(a))
        return nx.freeze(graph)


class Moves(dict[str, tuple[Step, ...]]):
    """Space -> the steps out of it for one movement mode and side; a space is compiled when first looked up.

    `set` (the lowest of several) replaces the terrain's cost and its stop, `add` adds, `close` forbids unless
    something opens. A terrain that the mode does not list stays closed whatever the border carries.
    """

    def __init__(self, board: Board, mode: str, side: str) -> None:
        super().__init__()
        self.mode = board.rules.movement[mode]
        self._board = board
        self._name = self.mode.name or mode
        self._id = mode
        self._side = side
        self._costs = tuple(b for b in self.mode.borders if not b.sides or side in b.sides)
        self._plain: dict[str, Crossing] = {}
        self._across: dict[tuple[str, str], Crossing] = {}  # borders that carry something
        # No step costs less than this: searches need not look beyond the spaces that leave less.
        costs = [entry.cost for entry in self.mode.cost.values()] + [b.cost for b in self._costs if b.op == "set"]
        lowered = sum(min(0, b.cost) for b in self._costs if b.op == "add")
        self.least = 0 if self.mode.unlimited else max(0, min(costs, default=0) + lowered)

    def __missing__(self, space: str) -> tuple[Step, ...]:
        around = self._board.neighbours(space)
        out = ((b, c.cost, c.stop) for b in around if not (c := self._crossing(space, b)).closed)
        found = self[space] = tuple(out)
        return found

    def crossing(self, a: str, b: str) -> Crossing:
        """What going from `a` to `b` costs and why."""
        if not self._board.are_neighbours(a, b):
            return self._closed(f"{a} and {b} are not neighbours", "")
        return self._crossing(a, b)

    def _crossing(self, a: str, b: str) -> Crossing:
        owner = None if self.mode.enemy_home else self._board.rules.nation.get(self._board.home(b))
        if owner is not None and owner.side != self._side:
            why = f"{self._board.name(b)} is home territory of {owner.name}"
            return self._closed(why, "home", at="enemy_home")
        features = self._board.border(a, b)
        terrain = self._board.terrain(b)
        if features:
            known = self._across.get((a, b))
            if known is None:
                applying = [cost for cost in self._costs if cost.feature in features]
                known = self._across[a, b] = self._over(terrain, applying, a, b)
            return known
        plain = self._plain.get(terrain)
        if plain is None:
            plain = self._plain[terrain] = self._over(terrain, (), a, b)
        return plain

    def _over(self, terrain: str, applying: list[BorderCost] | tuple[()], a: str, b: str) -> Crossing:
        spec = self._board.rules.terrain.get(terrain)
        ground = (spec.name if spec else "") or terrain or "a space without terrain"
        entry = self.mode.cost.get(terrain)
        if entry is None:
            return self._closed(f"{self._name} cannot enter {ground}", "closed", at="cost")
        closing = [cost for cost in applying if cost.op == "close"]
        if closing and not any(cost.op == "open" for cost in applying):
            what = self._feature_name(closing[0])
            why = f"{what} between {a} and {b} is closed to {self._name}"
            return Crossing(0, closed=True, why=why, rule=closing[0].rule or self.mode.rules.get("closed", ""),
                            at=(self._key(closing[0])[:-1],))  # fmt: skip
        if self.mode.unlimited:
            return Crossing(0, entry.stop)
        parts: list[Part] = [(ground, entry.cost, entry.rule or self.mode.rules.get("cost", ""))]
        at: list[tuple[str | int, ...]] = [("movement", self._id, "cost", terrain, "cost")]
        instead = min((cost for cost in applying if cost.op == "set"), key=lambda cost: cost.cost, default=None)
        if instead is not None:
            parts = [(f"{self._feature_name(instead)} instead of {ground}", instead.cost, instead.rule)]
            at = [self._key(instead)]
        parts += ((self._feature_name(cost), cost.cost, cost.rule) for cost in applying if cost.op == "add")
        at += (self._key(cost) for cost in applying if cost.op == "add")
        total = sum(value for _, value, _ in parts)
        if total < 0:
            parts.append(("never below 0", -total, ""))
        return Crossing(max(0, total), entry.stop and instead is None, parts=tuple(parts), at=tuple(at))

    def _feature_name(self, cost: BorderCost) -> str:
        spec = self._board.rules.feature.get(cost.feature)
        return (spec.name if spec else "") or cost.feature

    def _key(self, cost: BorderCost) -> tuple[str | int, ...]:
        return ("movement", self._id, "borders", self.mode.borders.index(cost), "cost")

    def _closed(self, why: str, kind: Literal["", "home", "closed"], at: str = "") -> Crossing:
        paths = (("movement", self._id, at),) if at else ()
        rule = self.mode.rules.get(kind, "") if kind else ""
        return Crossing(0, closed=True, why=why, rule=rule, at=paths)
