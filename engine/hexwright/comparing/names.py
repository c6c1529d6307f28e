"""What the ids of one set of rules are called in print."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..conditions import ConditionError, compile_condition
from ..game import Game
from ..ruleset.schema import TABLES

Path = tuple[str | int, ...]


class Printed:
    """The printed names of a game's things; an id without a name stands for itself, with blanks in it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._shared = {name for name, count in Counter(map(self._unit, game.rules.unit)).items() if count > 1}

    def name(self, kind: str, id: str) -> str:
        """The printed name of a thing of a kind that a key refers to: "unit_type", "space", "place", "side|nation"...

        A named hex has its number behind it; a unit that shares its name has its id.
        """
        for one in kind.split("|"):
            found = self._name(one, id)
            if found:
                return found
        return id.replace("_", " ")

    def _name(self, kind: str, id: str) -> str:
        if kind == "place":
            return self._name("unit", id) or self._name("space", id)
        if kind == "seat":
            return self._name("side", id) or self._name("nation", id)
        if kind in ("unit", "space"):
            return self._of_unit(id) if kind == "unit" else self._of_space(id)
        if kind == "rule" or kind not in TABLES or kind == "relation":
            return id if kind in ("rule", "frame") else ""
        spec = getattr(self.game.rules, kind, {}).get(id)
        return str(getattr(spec, "name", "") or "")

    def _of_unit(self, id: str) -> str:
        if id not in self.game.rules.unit:
            name = self.game.unit_names.get(id, "")
            return f"{name} ({id})" if name else ""
        name = self._unit(id)
        return f"{name} ({id})" if name in self._shared and name != id else name

    def _unit(self, id: str) -> str:
        spec = self.game.rules.unit[id]
        kind = self.game.rules.unit_type.get(spec.type)
        return spec.name or (kind.name if kind else "") or id

    def _of_space(self, id: str) -> str:
        if id not in self.game.board:
            return ""
        name = self.game.board.name(id)
        return f"{name} ({id})" if name != id and self.game.board.kind_of(id) == "hex" else name

    def many(self, kind: str, ids: Any) -> str:
        """Several names, with commas."""
        return ", ".join(self.name(kind, str(id)) for id in ids)

    def condition(self, raw: Any) -> str:
        """A condition as its English sentence, 'always' for the empty one."""
        if not raw:
            return "always"
        try:
            return compile_condition(raw, self.game.facts).sentence(self.name)
        except ConditionError:  # a plug-in's own kind of table: its check would have told a fault
            return str(raw)
