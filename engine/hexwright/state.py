"""State: one frozen moment of play, plain ids and numbers only; it may be compared, hashed, kept and sent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cache
from json.encoder import encode_basestring as _quoted
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs
from attrs import field

from .classes import frozen
from .pieces import Marker, Unit

if TYPE_CHECKING:
    from .frames import Frame

V = TypeVar("V")
_SPAN = 1 << 256


_BARE = (str, int, bool, type(None))


@cache
def shape(cls: Any) -> tuple[str, tuple[str, ...]]:
    """How instances of an attrs class are written: the word under "~" and the names of the fields."""
    name = getattr(cls, "name", "")  # a frame's; where a field is called `name` this is no text
    tag = name if isinstance(name, str) and name else cls.__name__
    return tag, tuple(a.name for a in attrs.fields(cls) if a.init)


def plain(value: Any) -> Any:
    """A value of the state as plain JSON: attrs instances become objects with their class under "~"."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    kind: Any = type(value)
    if attrs.has(kind):
        tag, names = shape(kind)
        out: dict[str, Any] = {"~": tag}
        for name in names:
            held = getattr(value, name)
            out[name] = held if type(held) in _BARE else plain(held)
        return out
    if isinstance(value, (Mapping, Table)):
        return {str(k): plain(v) for k, v in sorted(value.items())}
    raise TypeError(f"{type(value).__name__} has no place in a state: {value!r}")


def _spelt(value: Any) -> str:
    """What the digests cover of a value: one text, the same on every machine and Python version."""
    kind = type(value)
    if kind is str:
        return _quoted(value)
    if kind is int:
        return str(value)
    if value is None or kind is bool:
        return "null" if value is None else "true" if value else "false"
    if kind is tuple:
        return f"[{','.join([_spelt(v) for v in value])}]"
    if attrs.has(kind):
        tag, names = shape(kind)
        return f"({_quoted(tag)},{','.join([_spelt(getattr(value, n)) for n in names])})"
    return canonical(value).decode()


def canonical(value: Any) -> bytes:
    """The one JSON text of a value: sorted keys, no blanks, UTF-8."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


class Tracker(Protocol):
    """Something derived from the units that follows their changes one by one (rules keep them in `memo`).

    One that looks at statuses or spent points has `status = True`: when those of many change at once it begins anew.
    """

    def after(self, old: Unit | None, new: Unit | None) -> Tracker:
        """The same after one unit changed, came or went."""
        ...


def _mark(key: str, value: Any) -> int:
    """What one entry of a table adds to the digest."""
    return int.from_bytes(hashlib.sha256(f"{_quoted(key)}:{_spelt(value)}".encode()).digest(), "big")


_NOTHING: Mapping[str, Any] = {}
_ABSENT: Any = object()
_ONE_CHUNK = 256  # up to so many entries one chunk is copied as fast as several, and read faster
_MANY = 64  # changes after which a digest is reckoned anew


class Table(Generic[V]):
    """An immutable mapping from ids to values, kept in chunks so that a change copies little.

    Iteration is in sorted order of the ids. The digest is a sum over the entries: once it is known, that of a
    table made from this one costs only the entries that have changed since.

    >>> t = Table({"a": 1}).with_item("b", 2)
    >>> list(t.items()), t["a"], t.get("z")
    ([('a', 1), ('b', 2)], 1, None)
    """

    __slots__ = ("_chunks", "_count", "_keys", "_known", "_mask", "_since")

    def __init__(self, items: Mapping[str, V] | None = None) -> None:
        source = items or {}
        wanted = 1
        while len(source) > _ONE_CHUNK and wanted * wanted < len(source):
            wanted *= 2
        chunks: list[dict[str, V]] = [{} for _ in range(wanted)]
        self._mask = wanted - 1
        for k, v in source.items():
            chunks[hash(k) & self._mask][k] = v
        self._chunks = chunks
        self._count = len(source)
        self._keys: tuple[str, ...] | None = None
        self._known: int | None = None
        self._since: Mapping[str, Any] = _NOTHING

    def get(self, key: str, default: Any = None) -> Any:
        return self._chunks[hash(key) & self._mask if self._mask else 0].get(key, default)

    def __getitem__(self, key: str) -> V:
        return self._chunks[hash(key) & self._mask if self._mask else 0][key]

    def __contains__(self, key: object) -> bool:
        return key in self._chunks[hash(key) & self._mask if self._mask else 0]

    def flat(self) -> Mapping[str, V]:
        """The entries as a plain mapping in no particular order, for look-ups and set operations; not to be changed."""
        if self._mask == 0:
            return self._chunks[0]
        return {k: v for c in self._chunks for k, v in c.items()}

    @property
    def reader(self) -> Mapping[str, V] | Table[V]:
        """What entries are read from fastest: the plain mapping if there is just one chunk, else the table."""
        return self if self._mask else self._chunks[0]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        if self._keys is None:
            self._keys = tuple(sorted(k for c in self._chunks for k in c))
        return iter(self._keys)

    def keys(self) -> tuple[str, ...]:
        """The ids, sorted."""
        iter(self)
        assert self._keys is not None
        return self._keys

    def values(self) -> Iterator[V]:
        return map(self.reader.__getitem__, self)

    def items(self) -> Iterator[tuple[str, V]]:
        reader = self.reader
        return ((k, reader[k]) for k in self)

    def with_item(self, key: str, value: V) -> Table[V]:
        """A table in which `key` has `value`."""
        i = hash(key) & self._mask
        old = self._chunks[i]
        new: Table[V] = object.__new__(Table)
        known = key in old
        chunk = old.copy()
        chunk[key] = value
        chunks = self._chunks.copy()
        chunks[i] = chunk
        new._chunks = chunks
        new._mask = self._mask
        new._count = self._count + (not known)
        new._keys = self._keys if known else None
        new._known, new._since = self._noted(key, old)
        if new._count > max(_ONE_CHUNK, 4 * (self._mask + 1) ** 2):
            return Table({k: v for c in chunks for k, v in c.items()})
        return new

    def with_moved(self, member: str, old: str | None, new: str) -> Table[V]:
        """For tables of sorted tuples: `member` taken out of the entry `old` and put into the entry `new`."""
        if self._mask:
            table: Table[Any] = self
            if old is not None:
                left = tuple(i for i in table[old] if i != member)
                table = table.with_item(old, left) if left else table.without(old)
            return table.with_item(new, tuple(sorted((*table.get(new, ()), member))))
        chunk: dict[str, Any] = self._chunks[0].copy()
        made: Table[Any] = object.__new__(Table)
        known, since = self._known, self._since
        if known is not None:
            since = {**since}
            for key in (new,) if old is None else (old, new):
                since.setdefault(key, chunk.get(key, _ABSENT))
            if len(since) > _MANY:
                known, since = None, _NOTHING
        if old is not None:
            here = chunk[old]
            if len(here) == 1:
                del chunk[old]
            else:
                chunk[old] = tuple(i for i in here if i != member)
        there = chunk.get(new)
        chunk[new] = (member,) if there is None else tuple(sorted((*there, member)))
        made._chunks = [chunk]
        made._mask = 0
        made._count = len(chunk)
        made._keys = None
        made._known, made._since = known, since
        return made if made._count <= _ONE_CHUNK else Table(chunk)

    def without(self, key: str) -> Table[V]:
        """A table in which `key` is absent."""
        if key not in self:
            return self
        i = hash(key) & self._mask
        new: Table[V] = object.__new__(Table)
        chunk = self._chunks[i].copy()
        del chunk[key]
        new._chunks = self._chunks.copy()
        new._chunks[i] = chunk
        new._mask = self._mask
        new._count = self._count - 1
        new._keys = None
        new._known, new._since = self._noted(key, self._chunks[i])
        return new

    def _noted(self, key: str, chunk: dict[str, V]) -> tuple[int | None, Mapping[str, Any]]:
        """The digest last reckoned, and what the entries changed since were then, with one more."""
        since = self._since
        if self._known is None or key in since:
            return self._known, since
        if len(since) == _MANY:
            return None, _NOTHING
        return self._known, {**since, key: chunk.get(key, _ABSENT)}

    def digest(self) -> int:
        """A number that depends on the entries only, not on the way they came about."""
        if self._known is None:
            self._known = sum(_mark(k, v) for c in self._chunks for k, v in c.items()) % _SPAN
        elif self._since:
            total = self._known
            for k, was in self._since.items():
                now = self.get(k, _ABSENT)
                if now is not was:
                    total += (0 if now is _ABSENT else _mark(k, now)) - (0 if was is _ABSENT else _mark(k, was))
            self._known = total % _SPAN
        self._since = _NOTHING
        return self._known

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        if self is other:
            return True
        return self._count == other._count and dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash((self._count, self.digest()))

    def __repr__(self) -> str:
        return f"Table({dict(self.items())!r})"


@frozen
class Outcome:
    """How the game ended: the winning side ("" for nobody), the reason and the rule."""

    winner: str
    reason: str
    rule: str = ""


EMPTY: Table[Any] = Table()


@frozen(eq=False, repr=False)
class State:
    """One moment of play.

    Stored is only what differs from the ruleset: `control` (space -> nation, "" for nobody), `features`
    ("space kind field" -> value), `relations` ("a b" -> word), `roles` (role -> seat). `units` holds every
    unit in play, `gone` those that left it (id -> how); `slices` one value a plug-in; `rolls` how many dice
    each label of the stream has given; `done` the phases finished this turn; `stack` the frames, the one
    that asks last. `before` is the state that `retract` goes back to; it is no part of equality or hash.
    """

    turn: int = 0
    units: Table[Unit] = EMPTY
    at: Table[tuple[str, ...]] = EMPTY
    control: Table[str] = EMPTY
    features: Table[Any] = EMPTY
    markers: Table[tuple[Marker, ...]] = EMPTY
    relations: Table[str] = EMPTY
    roles: Table[str] = EMPTY
    slices: Table[Any] = EMPTY
    gone: Table[str] = EMPTY
    rolls: Table[int] = EMPTY
    done: tuple[str, ...] = ()
    stack: tuple[Frame, ...] = ()
    over: Outcome | None = None
    before: State | None = field(default=None)
    memo: dict[str, Any] = field(factory=dict, init=False)

    def with_(self, **changes: Any) -> State:
        """A state with some fields changed; `before` is dropped unless given."""
        get = changes.get
        new = State(
            get("turn", self.turn),
            get("units", self.units),
            get("at", self.at),
            get("control", self.control),
            get("features", self.features),
            get("markers", self.markers),
            get("relations", self.relations),
            get("roles", self.roles),
            get("slices", self.slices),
            get("gone", self.gone),
            get("rolls", self.rolls),
            get("done", self.done),
            get("stack", self.stack),
            get("over", self.over),
            get("before"),
        )
        if "units" not in changes:
            new._follow(self)
        return new

    def with_stack(self, stack: tuple[Frame, ...]) -> State:
        """The same state with other frames on the stack."""
        new = State(
            self.turn, self.units, self.at, self.control, self.features, self.markers, self.relations,
            self.roles, self.slices, self.gone, self.rolls, self.done, stack, self.over, None,
        )  # fmt: skip
        new._follow(self)
        new.memo["kept"] = self.memo.setdefault("kept", {})
        return new

    def with_unit(self, unit: Unit) -> State:
        """The unit put in, or put in place of the one with its id; the index by place follows.

        Who comes back into play is no longer among those that left it.
        """
        old = self.units.get(unit.id)
        at, gone = self.at, self.gone
        if old is None:
            at = at.with_moved(unit.id, None, unit.at)
            gone = gone.without(unit.id) if unit.id in gone else gone
        elif old.at != unit.at:
            at = at.with_moved(unit.id, old.at, unit.at)
        new = State(
            self.turn, self.units.with_item(unit.id, unit), at, self.control, self.features, self.markers,
            self.relations, self.roles, self.slices, gone, self.rolls, self.done, self.stack, self.over, None,
        )  # fmt: skip
        new._follow(self, old, unit)
        return new

    def without_unit(self, unit_id: str, how: str) -> State:
        """The unit taken out of play; `gone` remembers how."""
        old = self.units[unit_id]
        new = self.with_(
            units=self.units.without(unit_id),
            at=_taken_out(self.at, old),
            gone=self.gone.with_item(unit_id, how),
        )
        new._follow(self, old, None)
        return new

    def with_refreshed(self, units: Table[Unit], markers: Table[tuple[Marker, ...]]) -> State:
        """The same units in the same places with other statuses and points, and other markers."""
        new = self.with_(units=units, markers=markers)
        trackers = self.memo.get("trackers", _NOTHING)
        new.memo["trackers"] = {k: t for k, t in trackers.items() if not getattr(t, "status", False)}
        return new

    def _follow(self, earlier: State, old: Unit | None = None, new: Unit | None = None) -> None:
        """Carry over what is derived from the units, brought up to date with one changed unit."""
        trackers = earlier.memo.get("trackers")
        if trackers:
            if old is not None or new is not None:
                trackers = {k: t.after(old, new) for k, t in trackers.items()}
            self.memo["trackers"] = trackers

    def _facts(self) -> tuple[Any, ...]:
        return (
            self.turn, self.units, self.control, self.features, self.markers, self.relations, self.roles,
            self.slices, self.gone, self.rolls, self.done, self.stack, self.over,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, State) and self._facts() == other._facts())

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def digest(self) -> str:
        """The state's hash: 64 hex digits that depend on its content only. It never leaves the host."""
        known = self.memo.get("digest")
        if known is None:
            facts = [f"{f.digest():x}" if isinstance(f, Table) else _spelt(f) for f in self._facts()]
            known = self.memo["digest"] = hashlib.sha256("\n".join(facts).encode()).hexdigest()
        return str(known)

    def __repr__(self) -> str:
        frames = ", ".join(type(f).__name__ for f in self.stack)
        return f"<State turn {self.turn}, {len(self.units)} units, [{frames}]>"


def _taken_out(at: Table[tuple[str, ...]], unit: Unit) -> Table[tuple[str, ...]]:
    left = tuple(i for i in at.get(unit.at, ()) if i != unit.id)
    return at.with_item(unit.at, left) if left else at.without(unit.at)


@frozen
class Own(Generic[V]):
    """A plug-in's own state within a State, for events to read and change: `OWN = Own("rain", Rain())`."""

    plugin: str
    fresh: V

    def of(self, state: State) -> V:
        """What the plug-in remembers in a state."""
        found: V = state.slices.get(self.plugin, self.fresh)
        return found

    def put(self, state: State, value: V) -> State:
        """The state in which the plug-in remembers this."""
        return state.with_(slices=state.slices.with_item(self.plugin, value))
