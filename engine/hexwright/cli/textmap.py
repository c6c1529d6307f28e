"""A text picture of a board as one seat knows it, made from its View and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from .terminal import clean, cut, padded, table, width, wrapped

if TYPE_CHECKING:
    from ..view import View

_TALL = 2  # lines of a hex: its number, and what is in it


def maps(view: View, text: str, columns: int = 80) -> list[str]:
    """The pictures that `map` shows: all hex maps; with a word that board, the one of that space, or only a tag."""
    boards = view.board.boards
    drawn = [b for b in boards if view.board.layout(b) is not None] or list(boards)
    said = text.strip().casefold()
    tags = {tag for spec in view.rules.unit_type.values() for tag in spec.tags}
    tag = said if said in tags else ""
    wanted = [b for b in boards if b.casefold() == said] if said and not tag else drawn
    if not wanted and (space := view.board.find(text)):
        wanted = [view.board.board_of(space)]
    if not wanted:
        known = ", ".join(boards)
        return [f"There is no board or tag of units '{clean(text)}'; the boards are {known}.",
                *wrapped(f"Tags: {', '.join(sorted(tags))}", columns)]  # fmt: skip
    out = [line for board in wanted for line in picture(view, board, columns, tag)]
    others = [b for b in boards if b not in wanted]
    return [*out, f"Other boards: {', '.join(f'map {b}' for b in others)}"] if others else out


def picture(view: View, board: str, columns: int = 80, tag: str = "") -> list[str]:
    """The lines of a picture of a board, at most `columns` wide; a wide hex map comes in several parts.

    With a tag the hexes show only units whose type has it.
    """
    title = clean(view.rules.board[board].name) or board
    if view.board.layout(board) is None:
        return [title, *_areas(view, board, columns)]
    title += f" (units: {tag})" if tag else ""
    return [title, *_hexes(view, board, columns, tag), *_legend(view, board), *_changes(view, board, columns)]


# ------------------------------------------------------------------ hex maps


def _hexes(view: View, board: str, columns: int, tag: str) -> list[str]:
    layout = view.board.layout(board)
    assert layout is not None
    cells: dict[tuple[int, int], str] = {}
    for space in view.board.spaces:
        if view.board.board_of(space) == board:
            cells[layout.to_offset(view.board.hex(space))] = space
    letters = nation_letters(view)
    here = _standing(view, tag)
    marks = terrain_marks(view, board)
    wide = max((width(s) for s in cells.values()), default=1)
    wide = max(wide, 3) + 1
    across, down = view.board.size(board)
    flat = layout.tops == "flat"
    shifted = 1 if layout.offset == "odd" else 0
    fit = max(2, (columns - (0 if flat else wide // 2)) // wide)
    out: list[str] = []
    for left in range(0, across, fit):
        part = range(left, min(left + fit, across))
        lines: dict[int, dict[int, str]] = {}
        for (c, r), space in cells.items():
            if c not in part:
                continue
            if flat:
                x, y = (c - left) * wide, r * _TALL + (c % 2 == shifted)
            else:
                x, y = (c - left) * wide + (wide // 2 if r % 2 == shifted else 0), r * _TALL
            lines.setdefault(y, {})[x] = space
            mark = marks.get(view.board.terrain(space), "?")
            lines.setdefault(y + 1, {})[x] = mark + _inside(view, space, here, letters)
        if left:
            out.append("")
        out += [_line(lines.get(y, {}), wide) for y in range(down * _TALL + (1 if flat else 0))]
    return out


def _line(texts: Mapping[int, str], wide: int) -> str:
    out = ""
    for x in sorted(texts):
        out = padded(out, x) + padded(cut(texts[x], wide - 1), wide - 1)
    return out.rstrip()


def _inside(view: View, space: str, here: Mapping[str, list[str]], letters: Mapping[str, str]) -> str:
    """'A3' for three units of nation A, '!!' where enemies meet, the nation's small letter where it only controls."""
    owners = here.get(space, [])
    if owners:
        nations = list(dict.fromkeys(owners))
        if any(view.is_enemy(nations[0], other) for other in nations[1:]):
            return "!!"
        return letters[nations[0]] + (str(len(owners)) if len(owners) < 10 else "+")
    owner = view.controller(space)
    return letters[owner].lower() if owner in letters else ""


def inside(view: View) -> dict[str, str]:
    """Space -> what the picture shows of the units in it, for each space with known units."""
    here, letters = _standing(view), nation_letters(view)
    return {space: _inside(view, space, here, letters) for space in here}


def _standing(view: View, tag: str = "") -> dict[str, list[str]]:
    """Space -> the owners of the known units in it, one entry a unit, those aboard others counted too."""
    out: dict[str, list[str]] = {}
    for unit in view.units.values():
        if tag and tag not in view.rules.unit_type[unit.type].tags:
            continue
        out.setdefault(place_of(view, unit.id), []).append(unit.nation)
    return out


def place_of(view: View, unit_id: str) -> str:
    """The space or box a known unit is in, looking through containers."""
    at = view.units[unit_id].at
    for _ in range(len(view.units)):
        if at not in view.units:
            break
        at = view.units[at].at
    return at


def nation_letters(view: View) -> dict[str, str]:
    """Nation -> one capital letter, each letter once as long as there are enough."""
    out: dict[str, str] = {}
    for nation, spec in view.rules.nation.items():
        wanted = [c.upper() for c in f"{spec.name}{nation}ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c.isalpha() and width(c) == 1]
        out[nation] = next((c for c in wanted if c not in out.values()), "*")
    return out


def terrain_marks(view: View, board: str) -> dict[str, str]:
    """Terrain -> the letter it has on this map."""
    out = {terrain: clean(letter) for letter, terrain in reversed(view.rules.board[board].legend.items())}
    for terrain, spec in view.rules.terrain.items():
        out.setdefault(terrain, clean(spec.symbol) or clean(spec.name or terrain)[:1])
    return out


def _legend(view: View, board: str) -> list[str]:
    used = dict.fromkeys(view.board.terrain(s) for s in view.board.spaces if view.board.board_of(s) == board)
    marks = terrain_marks(view, board)
    grounds = ", ".join(f"{marks[t]} {clean(view.rules.terrain[t].name) or t}" for t in used if t in view.rules.terrain)
    nations = ", ".join(f"{letter} {clean(view.rules.nation[n].name)}" for n, letter in nation_letters(view).items())
    return [
        "",
        "What stands in a hex is written under its name.",
        f"Ground: {grounds}",
        f"Units (a letter and how many; !! enemies together; a small letter: held without units): {nations}",
    ]


def _changes(view: View, board: str, columns: int) -> list[str]:
    """The markers on the map, and what has changed in its works, space by space."""
    marks: dict[str, list[str]] = {}
    for space, marker in view.markers:
        spec = view.rules.marker.get(marker.kind)
        name = clean(spec.name) if spec and spec.name else marker.kind.replace("_", " ")
        marks.setdefault(name, []).append(space)
    works: dict[str, list[str]] = {}
    for space, kind, name, value in view.features:
        if value in (0, "", None) or value is False:
            continue
        spec_ = view.rules.feature.get(kind)
        what = clean(spec_.name) if spec_ and spec_.name else kind.replace("_", " ")
        told = name.replace("_", " ") if value is True else f"{name.replace('_', ' ')} {value}"
        works.setdefault(f"{what}, {told}", []).append(space)
    lines = [
        f"{what}: {' '.join(s for s in spaces if view.board.board_of(s) == board)}"
        for found in (marks, works)
        for what, spaces in found.items()
        if any(view.board.board_of(s) == board for s in spaces)
    ]
    return [line for text in lines for line in wrapped(text, columns)]


# ------------------------------------------------------------------ boards of areas


def _areas(view: View, board: str, columns: int) -> list[str]:
    rows = []
    idle = []
    for space in view.board.spaces:
        if view.board.board_of(space) == board:
            name = clean(view.board.name(space))
            facts = _area(view, space)
            if facts:
                rows.append((space, name if name != space else "", "; ".join(facts)))
            else:
                idle.append(f"{name} ({space})" if name != space else space)
    told = wrapped("Empty: " + ", ".join(idle), columns - 2, "  ") if idle else []
    return [*table(rows, indent=2), *told]


def _area(view: View, space: str) -> list[str]:
    """What there is to say of an area; nothing for an empty box that lies by itself."""
    owner = view.controller(space)
    inside = _units_told(view, space)
    beside = view.board.neighbours(space)
    told = [f"held by {clean(view.rules.nation[owner].name)}"] if owner else []
    if inside or beside:
        told.append(inside or "empty")
    if beside:
        told.append("next to " + " ".join(beside))
    return told


def _units_told(view: View, place: str) -> str:
    return ", ".join(_told_with_cargo(view, (u.id for u in view.units_at(place))))


def _told_with_cargo(view: View, units: Iterable[str]) -> Iterable[str]:
    for unit in units:
        aboard = _units_told(view, unit)
        yield f"{unit} [{aboard}]" if aboard else unit
