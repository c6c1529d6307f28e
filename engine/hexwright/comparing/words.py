"""Differences told in a player's words, in groups, each with the file and line of both values."""

from __future__ import annotations

import os
import re
from typing import Any

from ..explain import source_of
from ..game import Game
from ..ruleset.layers import Provenance
from ..ruleset.paths import below, dotted
from ..ruleset.schema import TABLES, TableRow, UnitSpec
from .lines import GROUPS, TEXTS, Line, Place, group_of
from .names import Printed
from .phrases import Phrases, counted, lists, once
from .values import WHOLE, Change, Key, Path, differences

_KINDS = {"unit_type": "unit type", "table": "roll table", "feature": "feature", "movement": "way of moving",
          "stacking": "stacking limit", "reinforcement": "reinforcement"}  # fmt: skip
_ONE = {"control": "control of spaces", "sequence": "the game", "ruleset": "the ruleset"}
# How a key is called where its name would not do; {} is the entry of it.
_LABELS = {
    ("UnitType", "dice"): "{} dice",
    ("UnitType", "traits"): "{}",
    ("UnitType", "tags"): "tags",
    ("UnitSpec", "at"): "stands at",
    ("UnitSpec", "nation"): "belongs to",
    ("UnitSpec", "count"): "number of pieces",
    ("SpaceSpec", "control"): "controlled at the start by",
    ("SpaceSpec", "home"): "home of",
    ("SpaceSpec", "features"): "{}",
    ("ZoneSpec", "control"): "controlled at the start by",
    ("FeatureKind", "fields"): "field {}",
    ("MovementMode", "cost"): "entering {}",
    ("MovementMode", "borders"): "crossing {}",
    ("TableSpec", "rows"): "up to {}",
    ("PhaseSpec", "when"): "happens when",
    ("PhaseSpec", "by"): "played by",
    ("PhaseSpec", "choose"): "order",
    ("PhaseSpec", "alternate"): "alternates between",
    ("PhaseSpec", "repeat"): "repeated",
    ("PhaseSpec", "turns"): "turns",
    ("RoleSpec", "default"): "played at first by",
    ("RelationSpec", "are"): "",
    ("SequenceSpec", "turns"): "length",
    ("SequenceSpec", "each_turn"): "phases of a turn",
    ("SequenceSpec", "setup"): "phases before the first turn",
    ("SequenceSpec", "names"): "names of the turns",
    ("TableSpec", "roll"): "roll",
}
_RULES = re.compile(r" \((?:[A-Z]+-[\w.-]+(?:, )?)+\)")


def told(a: Game, b: Game) -> tuple[Line, ...]:
    """All differences between two games in words, group by group."""
    teller = Teller(a, b)
    lines = [teller.line(change) for change in differences(a, b)]
    return tuple(sorted(lines, key=lambda line: GROUPS.index(line.group)))


class Teller:
    """Tells the differences between two games."""

    def __init__(self, a: Game, b: Game) -> None:
        self.games = (a, b)
        self.names = (Printed(a), Printed(b))
        self.phrases = tuple(Phrases(names) for names in self.names)
        folders = [os.path.abspath(g.rules.folder) for g in self.games]
        self._apart = folders[0] != folders[1]

    def line(self, change: Change) -> Line:
        """One difference as a line."""
        tell = {
            "value": self._value,
            "thing": self._thing,
            "hexes": self._hexes,
            "switch": self._switch,
            "plugin": self._plugin,
        }[change.what]
        was = self._place(0, change.was_at, change.before)
        now = self._place(1, change.now_at, change.after) or (
            self._removed(change.was_at) if change.kind == "gone" else None
        )
        return Line(group_of(change), " ".join(tell(change).split()), was, now, change)

    # -- places

    def _place(self, side: int, path: Path, value: Any) -> Place | None:
        """Where a key was set; what is told as one phrase stands where it is written if the key itself is not."""
        if not path:
            return None
        source = source_of(self.games[side], dotted(path))
        if isinstance(value, WHOLE) and (source is None or not source.where):
            source = source_of(self.games[side], dotted(path[:-1]))
        if source is None or not source.where:
            if side and (removed := self._removed(path)):
                return removed
            return Place(f"default of {source.plugin}" if source and source.plugin else "default")
        file, _, line = source.where.rpartition(":")
        file, line = (file, line) if line.isdigit() else (source.where, "0")
        return Place(self._folder(side) + file, int(line), source.layer)

    def _folder(self, side: int) -> str:
        return os.path.basename(os.path.abspath(self.games[side].rules.folder)) + "/" if self._apart else ""

    def _removed(self, path: Path) -> Place | None:
        """The line of the second rules that removed what stood at a path, when one did."""
        rules = self.games[1].rules
        found = rules.set_by.removed(dotted(path)) if isinstance(rules.set_by, Provenance) else None
        if found is None:
            return None
        layer, file, line = found
        return Place(self._folder(1) + below(file, rules.folder), line, layer)

    # -- kinds of differences

    def _thing(self, change: Change) -> str:
        table, id = str(change.path[0]), str(change.path[1])
        side, spec = (1, change.after) if change.kind == "new" else (0, change.before)
        named = self._subject(side, table, id)
        if isinstance(spec, UnitSpec):
            named, details = named[:1].upper() + named[1:], self._unit(side, spec)
            return f"{named} is {change.kind}" + (f": {details}" if change.kind == "new" else f" ({details})")
        kind = _KINDS.get(table, table.replace("_", " "))
        named = named.removeprefix(f"{kind} ")
        if change.kind == "gone":
            return f"{kind} '{named}' is gone"
        details = self.phrases[side].details(spec) or str(getattr(spec, "title", "")) or str(getattr(spec, "doc", ""))
        return f"new {kind} '{named}'" + (f": {details}" if details else "")

    def _unit(self, side: int, spec: UnitSpec) -> str:
        names = self.names[side]
        where = f"at {names.name('place', spec.at)}" if spec.at else "not there at the start"
        pieces = f", {spec.count} pieces" if spec.count > 1 else ""
        steps = f", {counted(spec.steps, 'step')}" if spec.steps >= 0 else ""
        owner = names.name("nation", spec.nation)
        return f"{names.name('unit_type', spec.type)}, {owner}, {where}{pieces}{steps}{', hidden' * spec.hidden}"

    def _hexes(self, change: Change) -> str:
        before, after = (self._terrain(side, t) for side, t in enumerate((change.before, change.after)))
        count, hexes = len(change.spaces), ", ".join(change.spaces)
        if change.kind == "changed":
            word = "1 hex of the map changes" if count == 1 else f"{count} hexes of the map change"
            return f"{word} from {before} to {after}: {hexes}"
        word = "1 hex of the map is" if count == 1 else f"{count} hexes of the map are"
        return f"{word} {change.kind}, {after if change.kind == 'new' else before}: {hexes}"

    def _terrain(self, side: int, terrain: Any) -> str:
        return self.names[side].name("terrain", terrain) if terrain else "no hex"

    def _switch(self, change: Change) -> str:
        values = zip(self.phrases, (change.before, change.after), strict=True)
        before, after = ("not set" if v is None else p.told(v, None) for p, v in values)
        key = change.key or Key("", dotted(change.path))
        return f"switch {key.name}: {before} -> {after}{_doc(key)}"

    def _plugin(self, change: Change) -> str:
        id = str(change.path[-1])
        if change.kind == "changed":
            return f"plug-in {id}: version {change.before} -> {change.after}"
        game = self.games[1 if change.kind == "new" else 0]
        summary = next((o.manifest.summary for o in game.plugins.active if o.id == id and o.manifest), "")
        word = "active" if change.kind == "new" else "left out"
        return f"plug-in {id} is {word}" + (f": {summary}" if summary else "")

    def _value(self, change: Change) -> str:
        subject, label, doc = self._heading(1 if change.kind == "new" else 0, change)
        return f"{subject}: {label}{self._becomes(change)}{doc}".replace(":  ", ": ")

    def _becomes(self, change: Change) -> str:
        """': added x' for a list, else both values."""
        key, was, now = change.key, change.before, change.after
        listed = isinstance(was, tuple) and isinstance(now, tuple) and not any(type(i) is int for i in (*was, *now))
        if listed:
            told = lists(was, now, lambda item, side: self.phrases[side].told(item, key))
            return f" {told}" if told.startswith("in ") else f": {told}"
        before, after = (p.told(v, key, o) for p, v, o in zip(self.phrases, (was, now), (now, was), strict=True))
        return " " + once(before, after)

    # -- what it is about

    def _heading(self, side: int, change: Change) -> tuple[str, str, str]:
        """Whose value it is, what it is called, and its text where the key is not one that speaks for itself."""
        table = str(change.path[0])
        form = TABLES[table][1] if table in TABLES else ""
        if form in ("map", "list"):
            return self._subject(side, table, str(change.path[1])), *self._label(side, change, change.path[2:])
        return _ONE.get(table, table.replace("_", " ")), *self._label(side, change, change.path[1:])

    def _subject(self, side: int, table: str, id: str) -> str:
        spec = getattr(self.games[side].rules, table)
        if table == "relation":
            between = next(r.nations for r in spec if r.id == id)
            return f"relation of {' and '.join(self.names[side].name('nation', n) for n in between)}"
        if table in ("rule", "switch"):
            return f"{table} {id}" if table == "switch" else id
        name = self.names[side].name(table, id)
        return f"{_KINDS[table]} {name}" if table in ("reinforcement", "table", "stacking") else name

    def _label(self, side: int, change: Change, rest: Path) -> tuple[str, str]:
        key = change.key
        if key is None:
            return " ".join(map(str, rest)), ""
        keys = [n for n, part in enumerate(rest) if part == key.name]
        at = keys[-1] if keys else len(rest) - 1
        above = rest[1 if rest[0] == "traits" else 0 : at]
        before = " ".join(part.replace("_", " ") for part in above if isinstance(part, str))
        entry = self._under(side, change, key, rest[at + 1 :])
        label = _LABELS.get((key.owner, key.name))
        if _other_reach(change):
            label = ""  # both phrases say up to where their row counts
        words = " ".join([key.name.replace("_", " "), entry]).strip() if label is None else label.format(entry)
        own = label is not None or key.name in TEXTS or (key.owner in _PLAIN and not _is_word(change, key))
        return (f"{before}, {words}" if before else words), "" if own else _doc(key)

    def _under(self, side: int, change: Change, key: Key, rest: Path) -> str:
        value = change.before if side == 0 else change.after
        parts: list[str] = []
        for part in rest:
            if isinstance(part, str):
                refers = "mission" if (key.owner, key.name) == ("UnitType", "dice") else key.refers
                parts.append(self.names[side].name(refers, part) if not parts else part.replace("_", " "))
            elif hasattr(value, "feature"):
                parts.append(self.names[side].name("feature", value.feature))
            elif hasattr(value, "max"):
                parts.append(str(value.max))
            else:
                parts.append(f"no. {part + 1}")
        return " ".join(parts)


def _other_reach(change: Change) -> bool:
    rows = (change.before, change.after)
    return all(isinstance(row, TableRow) for row in rows) and rows[0].max != rows[1].max


def _is_word(change: Change, key: Key) -> bool:
    """Is the value one of a few words, or yes and no, whose meaning only the text of the key tells?"""
    return not key.refers and isinstance(change.after, (bool, str))


_PLAIN = frozenset(cls.__name__ for cls, _ in TABLES.values())


def _doc(key: Key) -> str:
    doc = _RULES.sub("", key.doc)
    return f" ({doc})" if doc else ""
