"""Checks of what is there for nothing: terrain, types, modes, features, missions and words that nobody asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hexwright.classes import frozen
from hexwright.errors import nearest
from hexwright.ruleset.inspection import Inspection, walk
from hexwright.ruleset.paths import texts_in
from hexwright.ruleset.positions import Path

# What the tables below say of such a thing is no use of it: a cost for a terrain that no space has is none.
_DESCRIBE = {"movement", "board", "style"}
_KINDS = {
    "terrain": ("terrain", "give it to a space"),
    "unit_type": ("unit type", "give it to a unit"),
    "movement": ("movement mode", "give it to a unit type"),
    "feature": ("feature kind", "put one on the map"),
    "mission": ("mission", "no rule or plug-in names it"),
    "status": ("status", "no rule or plug-in names it"),
    "marker": ("marker", "no rule or plug-in names it"),
    "role": ("role", "name it in the `by` of a phase"),
    "zone": ("zone", "no rule, condition or plug-in names it"),
    "table": ("roll table", "no rule or plug-in names it"),
}


# Found anew from every quote: what one of an apostrophe seems to begin must not hide the next name.
_QUOTED = re.compile(r"""(?=(["'])([^"'\s]+)\1)""")


@frozen(eq=False)
class Words:
    """Every name that conditions, the tables of plug-ins and, in quotes, the plug-ins write; and their sources.

    With a plug-in whose source cannot be read (`blind`) anything may be named.
    """

    names: frozenset[str]
    sources: tuple[str, ...]
    blind: bool

    def has(self, name: str) -> bool:
        """Whether a name is written somewhere."""
        return self.blind or name in self.names

    def reads(self, table: str) -> bool:
        """Whether a plug-in reads a table of the engine."""
        return self.blind or any(reads_table(source, table) for source in self.sources)


@lru_cache(maxsize=100)
def quoted(source: str) -> frozenset[str]:
    """All that stands between two quotes of a kind on a line of a source.

    >>> sorted(quoted('if "marsh" in tags or "ford" in tags:'))
    ['ford', 'marsh']
    """
    return frozenset(found[2] for found in _QUOTED.finditer(source))


def reads_table(source: str, table: str) -> bool:
    """Whether the source of a plug-in reads a table of the engine, as by `now.rules.reinforcement`.

    >>> reads_table("for id, group in now.rules.reinforcement.items():", "reinforcement")
    True
    """
    return re.search(rf"\.{table}\b", source) is not None


def named_words(game: Inspection) -> Words:
    """The words of a ruleset; gathered once."""
    memo = game.board.memo
    if "named words" not in memo:
        memo["named words"] = _gather(game)
    found: Words = memo["named words"]
    return found


def _gather(game: Inspection) -> Words:
    document = game.merged.document
    names: set[str] = set()
    for table in game.rules.settings:
        names.update(texts_in(document.get(table)))
    names.update(name for held in game.held if held.condition for name in texts_in(held.value))
    for unit_type in game.table("unit_type").values():
        names.update(texts_in(unit_type.get("traits")))
    for table_spec in game.rules.table.values():
        names.update(name for row in table_spec.rows for name in row.gives)
    for spec in game.rules.space.values():
        names.update(texts_in([*spec.features.values()]))
    active = {e.plugin: e for e in game.extensions if e.active}
    texts = [extension.text() for extension in active.values()]
    blind = None in texts or not set(game.rules.info.plugins) <= set(active)
    sources = tuple(text for text in texts if text)
    return Words(frozenset(names).union(*map(quoted, sources)), sources, blind)


def check_use(game: Inspection) -> None:
    """Everything that the ruleset defines is used: on the map, by a unit, in a phase, by a rule or a plug-in."""
    used = _used(game)
    words = named_words(game)
    told = {f.path for f in game.report.findings if f.code == "H306"}
    for kind, (called, hint) in _KINDS.items():
        for id in getattr(game.rules, kind):
            if id not in used[kind] and (kind, id) not in told and not words.has(id):
                message = f"nothing uses the {called} '{id}'"
                game.add("H418", (kind, id), message, f"{hint}, or take it out", on="key", first=True)


def check_rolled(game: Inspection) -> None:
    """Some rule rolls the dice of every unit type: a mission, a key for the name of dice, or a plug-in names them."""
    asked = {name for mission in game.rules.mission.values() for name in (mission.dice,) if name}
    asked.update(game.rules.mission)
    defaults = (held for name, value in game.rules.settings.items() for held in walk(value, (name,)))
    for held in (*game.held, *defaults):
        asked.update(name for name in _names(held.value) if name and held.refers == "dice")
    words = named_words(game)
    told: set[Path] = {f.path for f in game.report.findings if f.code == "H305"}
    for id, unit_type in game.rules.unit_type.items():
        for name in unit_type.dice:
            path: Path = ("unit_type", id, "dice", name)
            if name not in asked and not words.has(name) and path not in told:
                near = nearest(name, sorted(asked), 1)
                hint = f"did you mean {near[0]}?" if near else f"rolled are: {', '.join(sorted(asked)) or 'none'}"
                game.add("H613", path, f"no rule rolls the dice '{name}'", hint, on="key")


def _used(game: Inspection) -> dict[str, set[str]]:
    """By kind, the ids that the map, the units, the phases or a key that refers to them use."""
    rules, board = game.rules, game.board
    used: dict[str, set[str]] = {kind: set() for kind in _KINDS}
    used["terrain"].update(board.terrain(space) for space in board.spaces)
    used["unit_type"].update(unit.type for unit in rules.unit.values())
    used["feature"].update(line.feature for line in rules.line.values())
    used["mission"].update(mission for unit_type in rules.unit_type.values() for mission in unit_type.dice)
    used["role"].update(name for phase in rules.phase.values() for name in (*phase.by, *phase.alternate))
    used["zone"].update(id for id, zone in rules.zone.items() if zone.gives or zone.control)
    for held in game.held:
        table, *_, key = held.path
        if table not in _DESCRIBE and not held.condition and (table, key) != ("mission", "types"):
            for kind in (*held.refers.split("|"), *held.by.split("|")):
                if kind in used:
                    used[kind].update(_names(held.value))
    return used


def _names(value: Any) -> Iterator[str]:
    """The names in a field that refers: a text, texts, or the keys of a table and the texts in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        yield from (item for item in value if isinstance(item, str))
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from (item,) if isinstance(item, str) else ()
