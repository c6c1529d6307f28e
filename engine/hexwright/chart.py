"""The map tables of a ruleset read into plain tables of spaces and borders, with every fault found on the way."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .errors import nearest
from .hexes import DIRECTIONS, Layout, Numbering, NumberingError
from .strict import found

if TYPE_CHECKING:
    from .ruleset.schema import BoardSpec, Ruleset

__all__ = ["Chart", "Fields", "Sheet"]

Fields = Mapping[str, Any]
_SUGGEST = 5_000  # above this many spaces the search for the nearest id costs more than it helps


class Sheet:
    """One hex board: which space stands in which column and row."""

    def __init__(self, spec: BoardSpec) -> None:
        self.lines = [line for line in ("".join(raw.split()) for raw in spec.rows.splitlines()) if line]
        self.columns = max(map(len, self.lines), default=0)
        self.rows = len(self.lines)
        self.layout = Layout(spec.tops, spec.offset)
        self.ids = [""] * (self.columns * self.rows)
        # The six shifts in columns and rows differ between the lines that are shifted and those that are not.
        self.around = tuple(self._shifts(*((odd, 0) if spec.tops == "flat" else (0, odd))) for odd in (0, 1))

    def _shifts(self, column: int, row: int) -> tuple[tuple[int, int], ...]:
        middle = self.layout.to_axial(column, row)
        ends = [self.layout.to_offset(middle + step) for step in DIRECTIONS]
        return tuple((c - column, r - row) for c, r in ends)

    def at(self, column: int, row: int) -> str:
        return self.ids[row * self.columns + column] if 0 <= column < self.columns and 0 <= row < self.rows else ""

    def beside(self, cell: int) -> tuple[str, ...]:
        row, column = divmod(cell, self.columns)
        shifts = self.around[(column if self.layout.tops == "flat" else row) & 1]
        return tuple(found for c, r in shifts if (found := self.at(column + c, row + r)))


class Chart:
    """What the tables board, space, line and zone say together; board.py answers questions about it.

    Whatever they say, a Chart comes out; `faults` lists (dotted path, message) of what could not be built.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.rules = ruleset
        self.faults: list[tuple[str, str]] = []
        self.sheets: dict[str, Sheet] = {}
        self.board: dict[str, str] = {}
        self.cell: dict[str, int] = {}
        self.terrain: dict[str, str] = {}
        self.stated: dict[str, list[str]] = {}
        self.tags: dict[str, tuple[str, ...]] = {}
        self.features: dict[str, dict[str, Fields]] = {}
        self.borders: dict[str, dict[str, dict[str, Fields]]] = {}
        self.control: dict[str, str] = {}
        for board, spec in ruleset.board.items():
            if spec.kind == "hex":
                self._lay_hexes(board, spec)
            else:
                self._lay_areas(board)
        self._furnish()
        self._draw_lines()
        self._mark_zones()

    def near(self, space: str) -> tuple[str, ...]:
        """The ids nearest to a misspelt one; none on a map so large that looking would take long."""
        return nearest(space, self.board) if len(self.board) <= _SUGGEST else ()

    def beside(self, space: str) -> tuple[str, ...]:
        """The neighbours: hexes in the order of DIRECTIONS, then stated ones in stated order."""
        cell = self.cell.get(space)
        around = self.sheets[self.board[space]].beside(cell) if cell is not None else ()
        stated = self.stated.get(space)
        return tuple(dict.fromkeys((*around, *stated))) if stated else around

    def _fault(self, path: str, message: str) -> None:
        self.faults.append((path, message))

    def _lay_hexes(self, board: str, spec: BoardSpec) -> None:
        sheet = self.sheets[board] = Sheet(spec)
        numbering = self._numbering(board, spec, sheet.rows)
        terrains = self.rules.terrain.items()
        legend = dict(spec.legend) or {terrain.symbol: id for id, terrain in terrains if terrain.symbol}
        unknown: dict[str, list[str]] = {}
        twice: list[str] = []
        for row, letters in enumerate(sheet.lines):
            for column, letter in enumerate(letters):
                if letter == "-":
                    continue
                try:
                    space = sys.intern(spec.prefix + numbering.label(column, row))
                except NumberingError as error:
                    self._fault(f"board.{board}.numbering", f"column {column + 1}, row {row + 1}: {error}")
                    numbering = Numbering("1", "1", separator=".")
                    space = spec.prefix + numbering.label(column, row)
                if space in self.board:
                    twice.append(space)
                    continue
                if letter not in legend:
                    unknown.setdefault(letter, []).append(space)
                cell = row * sheet.columns + column
                sheet.ids[cell] = space
                self.cell[space] = cell
                self.board[space] = board
                self.terrain[space] = legend.get(letter, "")
        if twice:
            also = f"{twice[0]} is already a space of board {self.board[twice[0]]}; give this board a prefix"
            self._fault(f"board.{board}.prefix", f"{also} ({len(twice)} such hexes)")
        for letter, where in unknown.items():
            known = ", ".join(legend) or "none"
            what = f"no terrain has the letter {letter!r} (hex {where[0]}, {len(where)} in all; letters: {known})"
            self._fault(f"board.{board}.rows", what)

    def _numbering(self, board: str, spec: BoardSpec, rows: int) -> Numbering:
        said = spec.numbering
        bottom = rows - 1 if said.rows_from_bottom else None
        try:
            return Numbering(
                said.first_column, said.first_row, said.order, said.separator, said.skipped, said.after_aa, bottom
            )
        except NumberingError as error:
            self._fault(f"board.{board}.numbering", str(error))
            return Numbering("1", "1", separator=".")

    def _lay_areas(self, board: str) -> None:
        for space, spec in self.rules.space.items():
            if spec.board == board and space not in self.board:
                self.board[space] = board
                self.terrain[space] = spec.terrain

    def _known(self, path: str, space: str) -> bool:
        if space in self.board:
            return True
        self._fault(path, f"no space {space!r}{self._did_you_mean(space)}")
        return False

    def _did_you_mean(self, space: str) -> str:
        near = self.near(space)
        return f"; did you mean {' or '.join(near)}?" if near else ""

    def _furnish(self) -> None:
        for space, spec in self.rules.space.items():
            path = f"space.{space}"
            if space not in self.board:
                if spec.board in self.sheets:
                    self._fault(path, f"board {spec.board} has no hex {space!r}{self._did_you_mean(space)}")
                elif spec.board:
                    self._fault(f"{path}.board", f"{space} stands on {spec.board!r}, which is no board")
                else:
                    self._fault(path, f"no hex {space!r}, and no board is named for it{self._did_you_mean(space)}")
                continue
            if spec.board and spec.board != self.board[space]:
                self._fault(f"{path}.board", f"{space} already stands on board {self.board[space]}")
            if spec.terrain:
                self.terrain[space] = spec.terrain
            if spec.control:
                self.control[space] = spec.control
            self.tags[space] = spec.tags
            for other in spec.adjacent:
                if other == space:
                    self._fault(f"{path}.adjacent", f"{space} cannot be its own neighbour")
                elif self._known(f"{path}.adjacent", other):
                    self.stated.setdefault(space, []).append(other)
            for kind, given in spec.features.items():
                self._put_feature(f"{path}.features.{kind}", space, kind, given)
        for space, others in [(s, tuple(o)) for s, o in self.stated.items()]:
            for other in others:  # a neighbour named from one end only
                self.stated.setdefault(other, []).append(space)

    def _put_feature(self, path: str, space: str, kind: str, given: Fields) -> None:
        known = self.rules.feature.get(kind)
        if known is not None and known.on == "space":
            self.features.setdefault(space, {})[kind] = self._filled(path, kind, given)
        elif known is not None:
            self._fault(path, f"{kind} stands on borders; write a [line] instead")

    def _filled(self, path: str, kind: str, given: Fields) -> dict[str, Any]:
        """The fields of a feature, defaults put in; a value of another kind gives way to the default."""
        fields = self.rules.feature[kind].fields
        for name in given:
            if name not in fields:
                near = nearest(name, fields, 1)
                did = f"; did you mean {near[0]}?" if near else ""
                self._fault(f"{path}.{name}", f"{kind} has no field '{name}'{did}")
        out: dict[str, Any] = {}
        for name, spec in fields.items():
            empty = _empty(spec.type)
            out[name] = empty if spec.default is None else _plain(spec.default)
            if name in given and _fits(given[name], empty):
                out[name] = _plain(given[name])
            elif name in given:
                self._fault(f"{path}.{name}", f"{found(given[name])} is not of type {spec.type}")
            if spec.type in ("space", "spaces"):
                for space in (out[name],) if isinstance(out[name], str) else out[name]:
                    if space:
                        self._known(f"{path}.{name}", space)
        return out

    def _draw_lines(self) -> None:
        for id, line in self.rules.line.items():
            kind = self.rules.feature.get(line.feature)
            if kind is None:
                continue
            if kind.on != "border":
                self._fault(f"line.{id}.feature", f"{line.feature} stands in spaces, not on borders")
                continue
            fields = self._filled(f"line.{id}.fields", line.feature, line.fields)
            path = f"line.{id}.through"
            good = {space for space in line.through if self._known(path, space)}
            for a, b in pairwise(line.through):
                if a in good and b in good:
                    self._draw(path, line.feature, a, b, fields)
            if len(line.through) == 1:
                self._fault(path, "a chain has two spaces or more")
            path = f"line.{id}.borders"
            for text in line.borders:
                ends = [end.strip() for end in text.split("|")]
                if len(ends) != 2:
                    self._fault(path, f"{text!r}: a border is written 'A|B', the ids of two neighbours")
                elif not [end for end in ends if not self._known(path, end)]:
                    self._draw(path, line.feature, ends[0], ends[1], fields)

    def _draw(self, path: str, feature: str, a: str, b: str, fields: Fields) -> None:
        if b not in self.beside(a):
            self._fault(path, f"{a} and {b} are not neighbours")
            return
        here = self.borders.setdefault(a, {}).setdefault(b, {})
        self.borders.setdefault(b, {})[a] = here
        if here.setdefault(feature, fields) != fields:
            self._fault(path, f"the border {a}|{b} already has a {feature} with other fields")

    def _mark_zones(self) -> None:
        said: dict[str, str] = {}
        for id, zone in self.rules.zone.items():
            for space in zone.spaces:
                if not self._known(f"zone.{id}.spaces", space):
                    continue
                self.tags[space] = (*self.tags.get(space, ()), *zone.gives)
                if zone.control and said.setdefault(space, zone.control) != zone.control:
                    self._fault(f"zone.{id}.control", f"{space} already starts under {said[space]} by another zone")
                elif zone.control:
                    self.control.setdefault(space, zone.control)


def _empty(kind: str) -> Any:
    """The value of a field that was never given one."""
    if kind in ("spaces", "strs"):
        return ()
    return {"int": 0, "bool": False}.get(kind, "")


def _fits(value: Any, empty: Any) -> bool:
    if isinstance(empty, tuple):
        return isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value)
    return type(value) is type(empty)


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
