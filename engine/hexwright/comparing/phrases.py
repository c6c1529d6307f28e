"""Values as a player says them: dice, costs, rows of a table, lists, and numbers with what they count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from ..ruleset.schema import BorderCost, ChooseSpec, DiceSpec, FieldSpec, RepeatSpec, TableRow, TerrainCost
from ..strict import key_name
from .names import Printed
from .values import Key, keys_of, plain

# What the numbers of a key count.
_UNITS = {
    ("UnitType", "range"): "hex",
    ("UnitType", "allowance"): "movement point",
    ("UnitType", "steps"): "step",
    ("UnitType", "capacity"): "unit",
    ("UnitSpec", "steps"): "step",
    ("MissionSpec", "range"): "hex",
    ("RouteSpec", "reach"): "space",
    ("RouteSpec", "longest"): "border",
    ("SequenceSpec", "turns"): "turn",
    ("ReinforcementSpec", "choice"): "unit",
}
# Values that stand for something else than they say.
_MEANINGS: dict[tuple[str, str], dict[Any, str]] = {
    ("UnitType", "capacity"): {0: "any number of units"},
    ("UnitSpec", "steps"): {-1: "full strength"},
    ("UnitSpec", "at"): {"": "not at the start"},
    ("MissionSpec", "range"): {-1: "that of the unit", 0: "its own space"},
    ("RouteSpec", "longest"): {0: "any length"},
    ("RouteSpec", "along"): {"": "any border"},
    ("PhaseSpec", "turns"): {"": "every turn"},
    ("ReinforcementSpec", "choice"): {0: "all"},
    ("StatusSpec", "until"): {"": "a rule clears it"},
    ("MarkerSpec", "until"): {"": "a rule clears it"},
    ("NationSpec", "seat"): {"": "that of its side"},
}
_ABSENT = {
    DiceSpec: "no dice",
    BorderCost: "no effect",
    TerrainCost: "cannot be entered",
    TableRow: "no such row",
    ChooseSpec: "in the printed order",
    RepeatSpec: "once",
    FieldSpec: "no such field",
}
_LOOKS = ("name", "adjective", "color", "symbol", "short", "rule", "rules", "origin", "doc", "title", "text", "effect")


def counted(number: int, word: str) -> str:
    """A number with what it counts.

    >>> counted(1, "hex"), counted(8, "hex"), counted(2, "step")
    ('1 hex', '8 hexes', '2 steps')
    """
    many = word + ("es" if word.endswith(("x", "s")) else "s")
    return f"{number} {word if number == 1 else many}"


def unit_of(key: Key | None) -> str:
    """What the numbers of a key count, "" when nothing is said of it."""
    return _UNITS.get((key.owner, key.name), "") if key else ""


def dice(spec: DiceSpec, *, hit: bool = False, per: bool = False) -> str:
    """Dice of one piece: 'd6+1', 'd8/d6' from full strength downwards.

    >>> dice(DiceSpec(6, modifier=1)), dice(DiceSpec(7)), dice(DiceSpec((8, 6), per="unit"), hit=True, per=True)
    ('d6+1', 'd7', 'd8/d6 a unit, hits on 5+')
    """
    sides = spec.sides if isinstance(spec.sides, tuple) else (spec.sides,)
    added = f"{spec.modifier:+}" if spec.modifier else ""
    told = "/".join(f"d{side}{added}" for side in sides)
    told += f" a {spec.per}" if per else ""
    return f"{told}, hits on {spec.hit}+" if hit else told


class Phrases:
    """The values of one set of rules in words."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        self._whole: dict[type, Callable[[Any, Any], str]] = {
            DiceSpec: self._dice,
            BorderCost: self._crossing,
            TerrainCost: self._entering,
            TableRow: self._row,
            ChooseSpec: lambda c, _: f"picked by {self.printed.name('role', c.by)}{' at the start' * c.upfront}",
            RepeatSpec: self._repeat,
            FieldSpec: self._field,
        }

    def told(self, value: Any, key: Key | None, other: Any = None) -> str:
        """A value of a key; `other` is what it is compared with, so that the phrase says what differs."""
        present = key is not None and (key.owner, key.name) == ("SpaceSpec", "features")
        if value is None:
            return "not there" if present else _ABSENT.get(type(other), "none")
        if type(value) in self._whole:
            return self._whole[type(value)](value, other)
        if key and key.condition:
            return self.printed.condition(value)
        if key and key.name == "roll":
            return f"{value[0] if value[0] != 1 else ''}d{value[1]}"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if attrs.has(type(value)):
            return self.details(value) or "nothing of its own"
        if isinstance(value, Mapping):
            return ", ".join(f"{self._entry(n, key)} {self.told(v, key)}".rstrip() for n, v in value.items()) or (
                "there" if present else "none"
            )
        if isinstance(value, (tuple, list)):
            return ", ".join(self.told(item, key) for item in value) or "none"
        return self._single(value, key)

    def _single(self, value: int | str, key: Key | None) -> str:
        meaning = _MEANINGS.get((key.owner, key.name), {}) if key else {}
        if value in meaning:
            return meaning[value]
        if isinstance(value, str):
            text = self.printed.name(key.refers, value) if key and key.refers and value else value
            return " ".join(text.split()) or "none"
        word = unit_of(key)
        return counted(value, word) if word else str(value)

    def _entry(self, name: str, key: Key | None) -> str:
        return self.printed.name(key.refers, name) if key and key.refers else name.replace("_", " ")

    def details(self, value: Any) -> str:
        """What a new thing has beyond its name and looks: every key that is not at its default."""
        return "; ".join(self._details(value))

    def _details(self, value: Any) -> Iterator[str]:
        keys = keys_of(type(value))
        for a in attrs.fields(type(value)):
            key, held = keys.get(key_name(a)), getattr(value, a.name)
            default = a.default.factory() if isinstance(a.default, attrs.Factory) else a.default  # type: ignore[arg-type]
            if key is not None and key.name not in (*_LOOKS, "id") and plain(held) != plain(default):
                yield f"{key.name.replace('_', ' ')} {self.told(held, key)}"

    # -- tables told as one phrase

    def _dice(self, spec: DiceSpec, other: Any) -> str:
        versus = isinstance(other, DiceSpec)
        return dice(spec, hit=versus and spec.hit != other.hit, per=versus and spec.per != other.per)

    def _entering(self, cost: TerrainCost, other: Any) -> str:
        return counted(cost.cost, "movement point") + (" and the move ends" if cost.stop else "")

    def _crossing(self, cost: BorderCost, other: Any) -> str:
        points, more = (counted(cost.cost, f"{word}movement point") for word in ("", "more "))
        told = {"set": points, "add": more, "close": "closed", "open": "opened"}[cost.op]
        return told + (f" for {self.printed.many('side', cost.sides)}" if cost.sides else "")

    def _row(self, row: TableRow, other: Any) -> str:
        gives = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in row.gives.items())
        up_to = f"up to {row.max} " if isinstance(other, TableRow) and other.max != row.max else ""
        return up_to + ("; ".join(t for t in (gives, row.text) if t) or "nothing")

    def _repeat(self, repeat: RepeatSpec, other: Any) -> str:
        times = f"{counted(repeat.times, 'time')}" if repeat.times else "again and again"
        return times + (f" until {self.printed.condition(repeat.until)}" if repeat.until else "")

    def _field(self, field: FieldSpec, other: Any) -> str:
        told = f"{field.type}, {self.told(field.default, None)} when left out"
        return told + (", changes in play" if field.changes else "")


def once(before: str, after: str) -> str:
    """Both values, with what their numbers count only behind the second.

    >>> once("1 movement point", "2 movement points"), once("4", "8 hexes"), once("1 hex", "any")
    ('1 -> 2 movement points', '4 -> 8 hexes', '1 hex -> any')
    """
    (number, _, word), (_, _, other) = before.partition(" "), after.partition(" ")
    alike = len({text.removesuffix("s").removesuffix("e") for text in (word, other)}) == 1
    same = word and number.isdigit() and alike
    return f"{number if same else before} -> {after}"


def lists(was: Any, now: Any, told: Callable[[Any, int], str]) -> str:
    """How one list becomes another: what is added and removed, or another order; `told(item, side)` names an item."""
    old, new = list(was), list(now)
    added, removed = _beyond(new, old), _beyond(old, new)
    if not added and not removed:
        before, after = (", ".join(told(i, side) for i in items) for side, items in enumerate((old, new)))
        return f"in another order: {before} -> {after}"
    parts = [f"added {', '.join(told(i, 1) for i in added)}"] if added else []
    parts += [f"removed {', '.join(told(i, 0) for i in removed)}"] if removed else []
    kept = [_beyond(items, gone) for items, gone in ((old, removed), (new, added))]
    if kept[0] != kept[1]:
        parts.append("the others in another order")
    return "; ".join(parts)


def _beyond(items: list[Any], others: list[Any]) -> list[Any]:
    """The items that the others do not hold, counted."""
    rest = list(others)
    out = []
    for item in items:
        if item in rest:
            rest.remove(item)
        else:
            out.append(item)
    return out
