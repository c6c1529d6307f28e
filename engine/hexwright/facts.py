"""The shipped facts of the condition vocabulary: what may be asked of a position, and how it is said in English."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import attrs

from hexwright.classes import frozen
from hexwright.strict import FlawError


def _key(doc: str, default: Any = attrs.NOTHING, refers: str = "", key: str = "") -> Any:
    metadata = {"doc": doc, "refers": refers, **({"key": key} if key else {})}
    return attrs.field(default=default, metadata=metadata)


@frozen
class Names:
    """Printed names for sentences; an id stands for itself where no name is known."""

    lookup: Callable[[str, str], str] | None = None

    def __call__(self, kind: str, id: str) -> str:
        """The printed name of a thing of a kind ("nation", "side", "space", "phase", ...)."""
        return (self.lookup(kind, id) if self.lookup else "") or id

    def all(self, kind: str, ids: Iterable[str], word: str = "and") -> str:
        """Several names as 'A, B and C'."""
        return listing([self(kind, id) for id in ids], word)


def listing(parts: list[str], word: str = "and") -> str:
    """Words joined for a sentence.

    >>> listing(["Avon", "Mere", "Stour"], "or")
    'Avon, Mere or Stour'
    """
    return " ".join([", ".join(parts[:-1]), word, parts[-1]]) if len(parts) > 1 else "".join(parts)


def _owner(names: Names, nation: str = "", side: str = "") -> str:
    return names("nation", nation) if nation else f"the {names('side', side)} side" if side else "anyone"


@frozen
class Turn:
    """turn = 7, or turn = { from = 3, to = 5 }: which turn it is."""

    SHORTHAND: ClassVar[str] = "is"
    exactly: int | None = _key("this turn only", None, key="is")
    first: int | None = _key("this turn or later", None, key="from")
    last: int | None = _key("this turn or earlier", None, key="to")

    def __attrs_post_init__(self) -> None:
        if self.exactly is None and self.first is None and self.last is None:
            raise FlawError("'turn' wants a number, or from and to", "for example turn = { from = 3 }")
        if self.exactly is not None and (self.first is not None or self.last is not None):
            raise FlawError("'turn' wants either a number, or from and to")
        if self.first is not None and self.last is not None and self.first > self.last:
            hint = f"write {{ from = {self.last}, to = {self.first} }}"
            raise FlawError(f"the turns from {self.first} to {self.last} end before they begin", hint)

    def holds(self, position: Any) -> bool:
        turn: int = position.turn
        if self.exactly is not None:
            return turn == self.exactly
        return (self.first is None or turn >= self.first) and (self.last is None or turn <= self.last)

    def sentence(self, names: Names, negated: bool) -> str:
        if self.exactly is not None:
            return f"it is {'not ' if negated else ''}turn {self.exactly}"
        if self.last is None:
            return f"it is before turn {self.first}" if negated else f"it is turn {self.first} or later"
        if self.first is None:
            return f"it is after turn {self.last}" if negated else f"it is turn {self.last} or earlier"
        return f"it is {'not ' if negated else ''}one of the turns {self.first} to {self.last}"


@frozen
class Control:
    """control = { spaces = [...], by = "side or nation" }: who controls spaces; all of them, or `at_least` some."""

    by: str = _key("side or nation", refers="side|nation")
    spaces: tuple[str, ...] = _key("these spaces", (), refers="space")
    zone: str = _key("the spaces of a zone", "", refers="zone")
    tags: tuple[str, ...] = _key("every space with one of these tags", (), refers="space_tag")
    at_least: int = _key("this many of them; all when left out", 0)

    def __attrs_post_init__(self) -> None:
        if not (self.spaces or self.zone or self.tags):
            raise FlawError("'control' wants spaces, a zone or tags", 'for example spaces = ["A1"]')
        if self.at_least < 0:
            raise FlawError("'at_least' is below zero", "leave it out if all must be controlled")
        if self.spaces and not (self.zone or self.tags) and self.at_least > len(set(self.spaces)):
            raise FlawError(f"'at_least' is {self.at_least}, but there are only {len(set(self.spaces))} spaces")

    def holds(self, position: Any) -> bool:
        spaces = self._chosen(position)
        owned = sum(self._is_owner(position, position.control(space)) for space in spaces)
        return owned >= (self.at_least or max(1, len(spaces)))

    def _chosen(self, position: Any) -> tuple[str, ...]:
        chosen = dict.fromkeys(self.spaces)
        if self.zone:
            chosen.update(dict.fromkeys(position.zone(self.zone)))
        for tag in self.tags:
            chosen.update(dict.fromkeys(position.board.with_tag(tag)))
        return tuple(chosen)

    def _is_owner(self, position: Any, nation: str) -> bool:
        return bool(nation) and (nation == self.by or position.side(nation) == self.by)

    def sentence(self, names: Names, negated: bool) -> str:
        if names("nation", self.by) != self.by:
            who = names("nation", self.by)
        else:
            who = f"the {names('side', self.by)} side"
        parts = [names("space", space) for space in self.spaces]
        parts += [f"every space of {names('zone', self.zone)}"] if self.zone else []
        parts += [f"every space tagged {listing(list(self.tags), 'or')}"] if self.tags else []
        if self.at_least:
            few = f"fewer than {self.at_least}" if negated else f"at least {self.at_least}"
            among = listing([p.replace("every space", "the spaces") for p in parts])
            return f"{who} controls {few} of {among}"
        if negated:
            return f"{who} does not control {'all of ' if len(parts) > 1 else ''}{listing(parts)}"
        return f"{who} controls {listing(parts)}"


@frozen
class Units:
    """units = { side = "...", tag = "...", zone = "...", at_least = 2 }: how many units of a kind there are."""

    nation: str = _key("owned by this nation", "", refers="nation")
    side: str = _key("owned by a nation of this side", "", refers="side")
    type: str = _key("of this unit type", "", refers="unit_type")
    tag: str = _key("of a type with this tag", "", refers="unit_tag")
    at: str = _key("in this space, box or container", "", refers="place")
    zone: str = _key("in a space of this zone", "", refers="zone")
    at_least: int | None = _key("the fewest; 1 when `at_most` is left out too", None)
    at_most: int | None = _key("the most", None)
    aboard: bool = _key("units in containers and off-map boxes count", True)

    def __attrs_post_init__(self) -> None:
        for name in ("at_least", "at_most"):
            if (getattr(self, name) or 0) < 0:
                raise FlawError(f"'{name}' is below zero")
        if self.at_least == 0 and self.at_most is None:
            raise FlawError("'at_least = 0' always holds", "use at_most = 0 for 'none'")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise FlawError(f"no number is at least {self.at_least} and at most {self.at_most}")

    @property
    def fewest(self) -> int:
        """The fewest units that fulfil it."""
        return self.at_least if self.at_least is not None else 1 if self.at_most is None else 0

    def holds(self, position: Any) -> bool:
        zone = set(position.zone(self.zone)) if self.zone else set()
        count = sum(self._counts(position, unit, zone) for unit in position.units())
        return self.fewest <= count and (self.at_most is None or count <= self.at_most)

    def _counts(self, position: Any, unit: Any, zone: set[str]) -> bool:
        if self.nation and unit.nation != self.nation:
            return False
        if self.side and position.side(unit.nation) != self.side:
            return False
        if self.type and unit.type != self.type:
            return False
        if self.tag and self.tag not in position.type(unit).tags:
            return False
        where = position.where(unit)
        if self.at and self.at not in (unit.at, where):
            return False
        if self.zone and where not in zone:
            return False
        return self.aboard or (unit.at == where and not _is_box(position, where))

    def sentence(self, names: Names, negated: bool) -> str:
        what = f"units of type {names('unit_type', self.type)}" if self.type else "units"
        what += f" tagged {self.tag}" if self.tag else ""
        what += f" at {names('space', self.at)}" if self.at else ""
        what += f" in {names('zone', self.zone)}" if self.zone else ""
        boxes = "counting" if self.aboard else "not counting"
        who = _owner(names, self.nation, self.side)
        return f"{who} has {self._amount(negated)} {what}, {boxes} those in containers and boxes"

    def _amount(self, negated: bool) -> str:
        if self.at_most is None:
            if self.fewest == 1:
                return "no" if negated else "any"
            return f"{'fewer than' if negated else 'at least'} {self.fewest}"
        if self.fewest == 0:
            if self.at_most == 0:
                return "any" if negated else "no"
            return f"{'more than' if negated else 'at most'} {self.at_most}"
        if self.fewest == self.at_most:
            return f"{'a number other than' if negated else 'exactly'} {self.at_most}"
        if negated:
            return f"fewer than {self.fewest} or more than {self.at_most}"
        return f"{self.fewest} to {self.at_most}"


def _is_box(position: Any, space: str) -> bool:
    """A box is a space of an area board in a game whose map is of hexes."""
    boards = position.rules.board.values()
    return any(board.kind == "hex" for board in boards) and bool(position.board.kind_of(space) == "area")


@frozen
class Done:
    """done = "phase": the phase has been played this turn."""

    SHORTHAND: ClassVar[str] = "phase"
    phase: str = _key("the phase", refers="phase")

    def holds(self, position: Any) -> bool:
        return bool(position.done(self.phase))

    def sentence(self, names: Names, negated: bool) -> str:
        return f"the phase {names('phase', self.phase)} is {'not ' if negated else ''}done"


@frozen
class HasMarker:
    """marker = { space = "...", kind = "...", owner = "..." }: a marker lies in a space."""

    space: str = _key("the space", refers="space")
    kind: str = _key("the kind of marker", refers="marker")
    owner: str = _key("only of this nation or side; of anyone when left out", "", refers="side|nation")

    def holds(self, position: Any) -> bool:
        return any(m.kind == self.kind and self._owned(position, m.owner) for m in position.markers(self.space))

    def _owned(self, position: Any, owner: str) -> bool:
        if not self.owner or owner == self.owner:
            return True
        return owner in position.rules.nation and position.side(owner) == self.owner

    def sentence(self, names: Names, negated: bool) -> str:
        owner = names("nation", self.owner)
        owner = names("side", self.owner) if owner == self.owner else owner
        what = f"{names('marker', self.kind)} marker" + (f" of {owner}" if self.owner else "")
        return f"there is {'no' if negated else 'a'} {what} in {names('space', self.space)}"


@frozen
class HasFeature:
    """feature = { space = "...", kind = "...", field = "...", at_least = 2 }: what a space has, and its fields now."""

    space: str = _key("the space", refers="space")
    kind: str = _key("the kind of feature", refers="feature")
    field: str = _key("one of its fields; without one the feature need only be there", "")
    value: int | str | bool | None = _key("the field is just this", None, key="is")
    at_least: int | None = _key("the field is this or more", None)
    at_most: int | None = _key("the field is this or less", None)

    def __attrs_post_init__(self) -> None:
        tests = [t for t in (self.value, self.at_least, self.at_most) if t is not None]
        if self.field and not tests:
            raise FlawError("'field' wants is, at_least or at_most")
        if tests and not self.field:
            raise FlawError("name the field that is meant", 'for example field = "capacity"')
        if self.value is not None and len(tests) > 1:
            raise FlawError("'is' stands alone, without at_least and at_most")

    def holds(self, position: Any) -> bool:
        if not position.has_feature(self.space, self.kind):
            return False
        if not self.field:
            return True
        now = position.feature(self.space, self.kind, self.field)
        if self.value is not None:
            return bool(now == self.value)
        if type(now) is not int:
            return False
        return (self.at_least is None or now >= self.at_least) and (self.at_most is None or now <= self.at_most)

    def sentence(self, names: Names, negated: bool) -> str:
        kind, space = names("feature", self.kind), names("space", self.space)
        if not self.field:
            return f"there is {'no' if negated else 'a'} {kind} in {space}"
        verb = "is not" if negated else "is"
        if self.value is not None:
            how = {True: "yes", False: "no"}[self.value] if isinstance(self.value, bool) else str(self.value)
        else:
            how = " and ".join(
                f"{word} {limit}"
                for word, limit in (("at least", self.at_least), ("at most", self.at_most))
                if limit is not None
            )
        return f"the {self.field} of the {kind} in {space} {verb} {how}"


@frozen
class Plugin:
    """plugin = "id": the ruleset names this plug-in."""

    SHORTHAND: ClassVar[str] = "id"
    id: str = _key("id of the plug-in", refers="plugin")

    def holds(self, position: Any) -> bool:
        return self.id in position.rules.info.plugins

    def sentence(self, names: Names, negated: bool) -> str:
        return f"the plug-in {names('plugin', self.id)} is {'not ' if negated else ''}in play"


@frozen
class SideEmpty:
    """side_empty = "side": no unit of the side is left, neither on the map nor in boxes or containers."""

    SHORTHAND: ClassVar[str] = "side"
    side: str = _key("the side", refers="side")

    def holds(self, position: Any) -> bool:
        return not any(position.side(unit.nation) == self.side for unit in position.units())

    def sentence(self, names: Names, negated: bool) -> str:
        few = "units left" if negated else "no units left"
        return f"the {names('side', self.side)} side has {few}, counting those in containers and boxes"


@frozen
class Always:
    """always = true: holds at any time."""

    SHORTHAND: ClassVar[str] = "value"
    value: bool = _key("only true can be written", True)

    def __attrs_post_init__(self) -> None:
        if not self.value:
            raise FlawError("'always' can only be true", "write never = true")

    def holds(self, position: Any) -> bool:
        return True

    def sentence(self, names: Names, negated: bool) -> str:
        return "never" if negated else "always"


@frozen
class Never:
    """never = true: holds at no time."""

    SHORTHAND: ClassVar[str] = "value"
    value: bool = _key("only true can be written", True)

    def __attrs_post_init__(self) -> None:
        if not self.value:
            raise FlawError("'never' can only be true", "write always = true")

    def holds(self, position: Any) -> bool:
        return False

    def sentence(self, names: Names, negated: bool) -> str:
        return "always" if negated else "never"


FACTS: dict[str, type] = {
    "turn": Turn,
    "control": Control,
    "units": Units,
    "done": Done,
    "marker": HasMarker,
    "feature": HasFeature,
    "plugin": Plugin,
    "side_empty": SideEmpty,
    "always": Always,
    "never": Never,
}
