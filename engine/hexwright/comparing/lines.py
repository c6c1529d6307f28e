"""A difference as a line: its words, its group, and the file and line of both values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from ..classes import frozen
from ..ruleset.paths import dotted
from .values import Change, plain

GROUPS = (
    "sides", "units", "terrain and movement", "map", "sequence", "missions and dice", "reinforcements", "victory",
    "special rules", "plug-ins", "texts",
)  # fmt: skip
_GROUP_OF = {
    **dict.fromkeys(("side", "nation", "relation"), "sides"),
    **dict.fromkeys(("unit_type", "unit", "status", "marker"), "units"),
    **dict.fromkeys(("terrain", "feature", "movement", "stacking", "control", "route"), "terrain and movement"),
    **dict.fromkeys(("board", "space", "line", "zone"), "map"),
    **dict.fromkeys(("role", "phase", "sequence"), "sequence"),
    **dict.fromkeys(("mission", "table"), "missions and dice"),
    "reinforcement": "reinforcements",
    "victory": "victory",  # a plug-in's table of this name
    **dict.fromkeys(("rule", "ruleset"), "texts"),
}
TEXTS = frozenset(
    ("name", "adjective", "color", "symbol", "short", "rule", "rules", "claim_rule", "doc", "title", "text", "effect",
     "description", "version", "reason")
)  # fmt: skip


@frozen
class Place:
    """Where a value was set: the file below its ruleset and the line, 0 where it has none; the layer that set it."""

    file: str
    line: int = 0
    layer: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@frozen
class Line:
    """One difference in words; `was` and `now` are the places of both values, None where there is none."""

    group: str
    text: str
    was: Place | None
    now: Place | None
    change: Change = attrs.field(eq=False, repr=False)

    @property
    def places(self) -> str:
        """Both places: 'units.toml:3 -> variants/v.toml:2'."""
        told = [str(p) for p in (self.was, self.now) if p is not None]
        return " -> ".join(dict.fromkeys(told)) if len(told) < 2 or told[0] != told[1] else told[0]

    def __str__(self) -> str:
        return f"{self.text}  ({self.places})" if self.places else self.text

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON, with the values."""
        place = {"was": self.was, "now": self.now}
        return {
            "group": self.group,
            "kind": self.change.kind,
            "path": dotted(self.change.path),
            "text": self.text,
            "before": plain(self.change.before),
            "after": plain(self.change.after),
            **({"spaces": list(self.change.spaces)} if self.change.spaces else {}),
            **{name: None if p is None else attrs.asdict(p) for name, p in place.items()},
        }


def grouped(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """The lines by group, in their order."""
    out: dict[str, list[Line]] = {}
    for line in lines:
        out.setdefault(line.group, []).append(line)
    return out


def group_of(change: Change) -> str:
    """The group that a difference is told in."""
    if change.what == "plugin":
        return "plug-ins"
    if change.what == "hexes":
        return "map"
    if change.what == "value" and change.key is not None and change.key.name in TEXTS:
        return "texts"
    return _GROUP_OF.get(str(change.path[0]), "special rules") if change.what != "switch" else "special rules"
