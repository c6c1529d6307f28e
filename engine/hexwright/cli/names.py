"""Printed names for the ids that play uses, and the ids in a sentence replaced by them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .terminal import clean

if TYPE_CHECKING:
    from ..errors import Reason
    from ..pieces import Unit
    from ..ruleset.schema import Ruleset

_WORD = re.compile(r"'[^']*'|\([\w:-]+\)|[\w:-]*\w")


class Names:
    """The printed names of one ruleset; an id without a name stands for itself."""

    def __init__(self, rules: Ruleset, unit_names: Mapping[str, str]) -> None:
        self._rules = rules
        self._units = dict(unit_names)
        several: dict[str, int] = {}
        for name in unit_names.values():
            several[name] = several.get(name, 0) + 1
        self._shared = frozenset(name for name, count in several.items() if count > 1)
        self._owners: dict[str, str] = {}
        for unit, spec in rules.unit.items():
            ids = [unit] if spec.count == 1 else [f"{unit}_{n}" for n in range(1, spec.count + 1)]
            self._owners.update(dict.fromkeys(ids, spec.nation))

    def unit(self, unit: str) -> str:
        """A unit's name, with its id where several share the name."""
        name = self._units.get(unit, unit)
        return f"{clean(name)} ({unit})" if name in self._shared else clean(name)

    def kind(self, unit: str) -> str:
        """A unit's name without its id, for where several are told together."""
        return clean(self._units.get(unit, unit)).removesuffix(f" ({unit})")

    def owner(self, unit: str) -> str:
        """The nation a unit came into play for, "" when nothing is known of it."""
        nation = self._owners.get(unit, "")
        return self.nation(nation) if nation else ""

    def meet(self, unit: Unit) -> None:
        """Learn of a unit that was made while playing: it is called by its type and id."""
        self._owners[unit.id] = unit.nation
        if unit.id not in self._units and (spec := self._rules.unit_type.get(unit.type)) is not None and spec.name:
            self._units[unit.id] = f"{spec.name} ({unit.id})"

    def space(self, space: str) -> str:
        """'Northport (U5)' for a named hex, the name alone for a box off the map, the id where nothing is printed."""
        spec = self._rules.space.get(space)
        if spec is None or not spec.name:
            return space
        return clean(spec.name) if spec.board else f"{clean(spec.name)} ({space})"

    def phase(self, phase: str) -> str:
        """A phase of the turn sequence."""
        spec = self._rules.phase.get(phase)
        return clean(spec.name) if spec and spec.name else phase

    def side(self, side: str) -> str:
        """A side."""
        spec = self._rules.side.get(side)
        return clean(spec.name) if spec else side

    def nation(self, nation: str) -> str:
        """A nation."""
        spec = self._rules.nation.get(nation)
        return clean(spec.name) if spec else nation

    def seat(self, seat: str) -> str:
        """A seat: the side or nation of that id, or the nations it decides for."""
        if seat in self._rules.side:
            return self.side(seat)
        return self.nation(seat)

    def role(self, role: str) -> str:
        """A role that a seat may have."""
        spec = self._rules.role.get(role)
        return clean(spec.name) if spec and spec.name else role.replace("_", " ")

    def turn(self, turn: int) -> str:
        """'Turn 3: 1-15 March'."""
        spec = self._rules.sequence
        at = turn - spec.first
        printed = spec.names[at] if 0 <= at < len(spec.names) else ""
        return f"Turn {turn}: {clean(printed)}" if printed else f"Turn {turn}"

    def mission(self, mission: str) -> str:
        """A mission, "" when there is none of this id."""
        spec = self._rules.mission.get(mission)
        return clean(spec.name) or mission if spec else ""

    def unit_type(self, type_: str) -> str:
        """A type of units."""
        spec = self._rules.unit_type.get(type_)
        return clean(spec.name) if spec and spec.name else type_.replace("_", " ")

    def marker(self, marker: str) -> str:
        """A kind of marker."""
        spec = self._rules.marker.get(marker)
        return clean(spec.name) if spec and spec.name else marker.replace("_", " ")

    def feature(self, feature: str) -> str:
        """A kind of feature of spaces."""
        spec = self._rules.feature.get(feature)
        return clean(spec.name) if spec and spec.name else feature.replace("_", " ")

    def rule(self, rule: str) -> str:
        """'[R-2.4] Title' of a rule, as much of it as is known."""
        spec = self._rules.rule.get(rule)
        return f"[{rule}] {clean(spec.title)}" if spec else f"[{rule}]"

    def rule_text(self, rule: str) -> str:
        """The sentence of a rule, "" when there is none."""
        spec = self._rules.rule.get(rule)
        return clean(spec.text) if spec else ""

    def meaning(self, word: str) -> str:
        """The printed name of a unit, space, phase, side or mission with this id; "" when there is none."""
        if word in self._units:
            return self.unit(word)
        for told in (self.space(word), self.phase(word), self.nation(word), self.side(word)):
            if told != word:
                return told
        return self.mission(word)

    def people(self, word: str) -> str:
        """A side or nation in a sentence: 'Northern' where the side has an adjective, else its name; "" for others."""
        side = self._rules.side.get(word)
        if side is not None:
            return clean(side.adjective or side.name)
        return self.nation(word) if word in self._rules.nation else ""

    def spoken(self, sentence: str) -> str:
        """A sentence with the ids of units, spaces, missions, sides and nations in it told by their names.

        Of units, spaces and missions only words that look like ids (a digit or an underscore in them) are taken for
        some; what stands in quotes (it is meant to be typed) or alone in brackets (its name stands before it) is left
        as it is.
        """

        def told(match: re.Match[str]) -> str:
            word = match[0]
            if word in self._units and ("_" in word or any(c.isdigit() for c in word)):
                return self.unit(word)
            if word in self._rules.space and ("_" in word or any(c.isdigit() for c in word)):
                return self.space(word)
            return self.people(word) or ("_" in word and self.mission(word)) or word

        return _WORD.sub(told, clean(sentence))

    def label(self, label: str) -> str:
        """A label made of words and ids: ids by their names, the underscores of other words as blanks."""
        words = (word if self.meaning(word) else word.replace("_", " ") for word in label.split())
        return self.spoken(" ".join(words))

    def gloss(self, decision: str) -> str:
        """What the ids in a decision stand for: '3rd Foot, Northport'; "" when they say it themselves."""
        return ", ".join(told for word in decision.split()[1:] if (told := self.beside(word)))

    def beside(self, word: str) -> str:
        """What an id stands for, to be printed beside it: without the id itself."""
        return self.meaning(word).removesuffix(f" ({word})")

    def told(self, reason: Reason, quoted: tuple[str, ...] = ()) -> list[str]:
        """A Reason in full: sentence, numbers, rule with its title, the plug-in, nearest change, further reasons.

        Rules that were `quoted` before are not quoted again.
        """
        text, known, ids = reason.text.partition("; known are ")  # those are meant to be typed
        out = [self.spoken(text) + known + clean(ids) + ("" if reason.text.endswith((".", "!", "?")) else ".")]
        if reason.numbers:
            out.append("  Numbers: " + ", ".join(f"{name} {value}" for name, value in reason.numbers))
        if reason.rule and reason.rule not in quoted:
            out.append("  Rule: " + self.rule(reason.rule))
            if text := self.rule_text(reason.rule):
                out.append(f"  {text}")
        if reason.by:
            out.append(f"  Refused by the special rule: {reason.by}")
        if reason.nearest:
            out.append(f"  Possible instead: {reason.nearest}")
        for further in reason.more:
            first, *rest = self.told(further, (*quoted, reason.rule))
            out += [f"  Also: {first}", *(f"  {line}" for line in rest)]
        return out
