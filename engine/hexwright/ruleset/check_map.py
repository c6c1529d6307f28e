"""Checks of the map: its rows of letters, and what the board itself could not build."""

from __future__ import annotations

import re

from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.paths import step
from hexwright.ruleset.positions import Path

# What the board says -> the code; the first that is found in the message counts.
_CODES = (
    ("not neighbours", ""),
    ("no terrain has the letter", "H401"),
    ("has no field", "H403"),
    ("is not of type", "H403"),
    ("with other fields", "H403"),
    ("stands on borders", "H404"),
    ("stands in spaces", "H404"),
    ("a chain has two", "H405"),
    ("a border is written", "H406"),
    ("no space", "H301"),
    ("no hex", "H408"),
    ("has no hex", "H408"),
    ("no board", "H408"),
    ("already stands on board", "H408"),
    ("own neighbour", "H408"),
    ("already starts under", "H408"),
)

_CORNER = re.compile(r"-?\d+(\.\d+)?,-?\d+(\.\d+)?")


def check_rows(game: Inspection) -> None:
    """A hex board has rows of one length ('-' fills a hole), and one terrain a letter."""
    for id, board in game.rules.board.items():
        path: Path = ("board", id, "rows")
        if game.is_unsure("board", id, "kind"):
            continue
        if board.kind == "area":
            if board.rows.strip():
                game.add("H402", path, f"the board {id} is of areas and has no rows", 'write kind = "hex"')
            continue
        if not board.rows.strip():
            if game.is_unsure(*path):
                continue
            game.add("H402", path[:2], f"the hex board {id} has no rows", "write one line of letters a row")
            continue
        _check_lengths(game, path, board.rows)
        for letter in board.legend:
            if len(letter) != 1 or letter.isspace() or letter == "-":
                hint = "'-' is no hex" if letter == "-" else "one letter for each terrain"
                game.add("H401", ("board", id, "legend", letter), f"'{letter}' cannot be a letter of the map", hint)


def _check_lengths(game: Inspection, path: Path, rows: str) -> None:
    lines = [(found.start(), found.group()) for found in re.finditer(r"[^\n]*\S[^\n]*", rows)]
    widths = [len("".join(line.split())) for _, line in lines]
    usual = max(sorted(set(widths)), key=widths.count)
    for number, ((start, line), width) in enumerate(zip(lines, widths, strict=True), 1):
        if width != usual:
            lead = len(line) - len(line.lstrip())
            message = f"row {number} of the map has {width} hexes, the others {usual}"
            spot = (start + lead, len(line.strip()))
            game.add("H402", path, message, "write '-' where there is no hex", spot=spot)


def check_symbols(game: Inspection) -> None:
    """Without a legend the terrains' own symbols are the letters of the map: one letter, no two alike."""
    boards = game.rules.board.items()
    if not any(b.kind == "hex" and not b.legend and not game.is_unsure("board", id, "legend") for id, b in boards):
        return
    seen: dict[str, str] = {}
    for id, terrain in game.rules.terrain.items():
        symbol = terrain.symbol
        before = seen.setdefault(symbol, id) if symbol else id
        path = ("terrain", id, "symbol")
        if before != id:
            related = (("the other", ("terrain", before, "symbol")),)
            game.add("H407", path, f"'{symbol}' stands for {before} and for {id}", related=related)
        if symbol and (len(symbol) != 1 or symbol.isspace() or symbol == "-"):
            game.add("H401", path, f"'{symbol}' cannot be a letter of the map", "one letter; '-' is no hex")


def check_fields(game: Inspection) -> None:
    """The default of a feature's field is of the field's own type."""
    for id, kind in game.rules.feature.items():
        for name, spec in kind.fields.items():
            wanted: type = {"int": int, "bool": bool, "spaces": list, "strs": list}.get(spec.type, str)
            if game.is_unsure("feature", id, "fields", name, "type"):
                continue
            texts = isinstance(spec.default, list) and all(isinstance(item, str) for item in spec.default)
            if spec.default is not None and (type(spec.default) is not wanted or (wanted is list and not texts)):
                path = ("feature", id, "fields", name, "default")
                game.add("H403", path, f"the default of '{name}' is not of type {spec.type}")


def check_outlines(game: Inspection) -> None:
    """The corners of an outline are pairs of numbers."""
    for id, outline in game.rules.style.outline.items():
        for found in re.finditer(r"\S+", outline.points):
            if not _CORNER.fullmatch(found.group()):
                spot = (found.start(), len(found.group()))
                path = ("style", "outline", id, "points")
                game.add("H201", path, f"'{found.group()}' is no corner", "write 'x,y', both numbers", spot=spot)


def check_board(game: Inspection) -> None:
    """Everything that the board could not build, at the place in the files that says it."""
    for text, said in game.board.faults:
        path = whole_path(game, text)
        message, _, hint = said.partition("; did you mean ")
        code = next((code for words, code in _CODES if words in said), "H409")
        code = code or ("H406" if path[-1] == "borders" else "H405")
        listed = path[-1] in ("through", "spaces", "adjacent") and message.startswith("no space ")
        if (
            listed
            or (game.is_map_unsure and code in ("H301", "H401", "H408", "H405", "H406"))
            or "which is no board" in said
            or ("''" in message and game.is_unsure(*path))
            or ("has no field" in said and _field_unsure(game, path))
        ):
            continue  # check_references tells of names in lists, with their exact place
        numbered = re.search(r"a first (column|row) ", message)
        if numbered and path[-1] == "numbering":
            path = (*path, f"first_{numbered[1]}")
        path, spot = _point(game, path, message)
        on = "key" if "has no field" in said else "value"
        game.add(code, path, message, f"did you mean {hint}" if hint else "", spot=spot, on=on)


def _field_unsure(game: Inspection, path: Path) -> bool:
    """Whether the kind of a feature may have the field at this path after all."""
    kind = game.rules.line[str(path[1])].feature if path[0] == "line" else path[-2]
    return game.is_unsure("feature", kind, "fields", path[-1])


def whole_path(game: Inspection, text: str) -> Path:
    """A dotted text as a path of the document, though ids in it may have dots of their own."""
    parts = text.split(".")
    path: list[str | int] = []
    value: object = game.merged.document
    while parts:
        for length in range(len(parts), 0, -1):
            found = step(value, ".".join(parts[:length]))
            if found is not None:
                break
        else:
            return (*path, *parts)
        path.append(".".join(parts[:length]))
        value, parts = found[0], parts[length:]
    return tuple(path)


def _point(game: Inspection, path: Path, message: str) -> tuple[Path, tuple[int, int] | None]:
    """The item of a list, or the letter of the rows, that a message of the board speaks of."""
    value = game.merged.document
    for part in path:
        found = step(value, part)
        if found is None:
            return path, None
        value = found[0]
    letter = re.match(r"no terrain has the letter '(.)'", message)
    if isinstance(value, str) and letter:
        return path, (value.index(letter.group(1)), 1)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return path, None
    pair = re.match(r"(.+) and (.+) are not neighbours$", message)
    for index, item in enumerate(value):
        ends = [end.strip() for end in item.split("|")]
        chain = pair is not None and index > 0 and (value[index - 1], item) == pair.groups()
        border = pair is not None and tuple(ends) == pair.groups()
        if chain or border or (pair is None and any(f"'{name}'" in message for name in (item, *ends))):
            return (*path, index), None
    return path, None
