"""The plug-in API: manifest, the five hooks, what a plug-in may register, queries and Modifiers.

A plug-in is a module (or object) with a `MANIFEST` and functions marked by `@hook`. A function is an
implementation of the hook whose name its own begins with (`modify_stacking` implements `modify`):

* `register(registry)`: declares frames, tables, traits, own state, facts, topics, checks.
* `forbid(now, seat, words) -> Reason | None`: refuses a decision; topics are the decisions' verbs.
* `modify(query) -> Modifier | iterable | None`: has a say in a number; topics are named by who asks.
* `react(event, now) -> frames and events`: topics are event classes; runs between frames, never inside.
* `redact(now, seat, value) -> value | None`: what a seat may see of the plug-in's own state.

A whole plug-in: `plugins/rain.py` beside a ruleset that has `plugins = ["rain"]` and `[rain] turns = [2, 3]`::

    '''Rain: on some turns units are slower and nobody digs.'''

    from collections.abc import Iterator

    from attrs import frozen

    from hexwright.errors import Reason
    from hexwright.events import Event, Noted, TurnBegan
    from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
    from hexwright.position import Position
    from hexwright.ruleset.schema import key

    MANIFEST = Manifest(id="rain", summary="on some turns units are slower and nobody digs")

    @frozen
    class Rain:
        turns: tuple[int, ...] = key("turns of rain", ())  # every key has a default

    def rains(now: Position) -> bool:
        return now.turn in now.settings(Rain).turns

    @hook
    def register(registry: Registry) -> None:
        registry.table("rain", Rain)

    @hook("allowance")  # a topic of plugins.KERNEL_TOPICS, or one that another plug-in asks
    def modify_allowance(query: Query) -> Modifier | None:
        return Modifier("rain", -1, rule="R-7") if rains(query.now) else None

    @hook("dig")  # the first word of the decisions
    def forbid_digging(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return Reason("it rains", "R-7") if rains(now) else None

    @hook(TurnBegan)  # an event; position.Position is what one may ask, events.py what may happen
    def react_turn(event: TurnBegan, now: Position) -> Iterator[Event]:
        if rains(now):
            yield Noted(note="it rains", rule="R-7")

`hexwright check` tells what is wrong with it, `hexwright plugins RULESET` which topics, tables and frames there are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

import attrs
import pluggy

from .classes import frozen
from .decisions import Because
from .errors import PluginError, Reason

if TYPE_CHECKING:
    from .dice import Die
    from .events import Event
    from .frames import Frame
    from .position import Position
    from .windows import Action, Order

F = TypeVar("F", bound=Callable[..., Any])
PROJECT = "hexwright"
API = 1
HOOKS = ("register", "forbid", "modify", "react", "redact")
_mark = pluggy.HookimplMarker(PROJECT)
_spec = pluggy.HookspecMarker(PROJECT)


@overload
def hook(*topics: str | type, when: Callable[[Position], Any] | None = None) -> Callable[[F], F]: ...


@overload
def hook(function: F, /) -> F: ...


def hook(*topics: Any, when: Callable[[Position], Any] | None = None) -> Any:
    """Mark a function as a hook implementation; topics say what it wants to hear about.

    Used bare (`@hook`) for `register` and `redact`, with topics for the others:
    `@hook("move", "attack")` for forbid, `@hook("stack_limit")` for modify, `@hook(Moved)` for react.
    A forbid or modify that has nothing to say most of the time tells when it has: `@hook("move", when=rains)` is
    asked once a question whether it rains, not for each of a thousand moves.
    """
    if len(topics) == 1 and inspect.isfunction(topics[0]):
        return _marked(topics[0], ())

    def wrap(function: F) -> F:
        function.hexwright_when = when  # type: ignore[attr-defined]
        return _marked(function, topics)

    return wrap


def _marked(function: F, topics: tuple[Any, ...]) -> F:
    family = function.__name__.split("_", 1)[0]
    function.hexwright_topics = topics  # type: ignore[attr-defined]
    return _mark(function, specname=family)


class Specs:
    """The five hooks, for pluggy to check signatures against."""

    @_spec
    def register(self, registry: Registry) -> None:
        """Declare what the plug-in brings."""

    @_spec
    def forbid(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        """Refuse a decision that is otherwise legal; None lets it pass."""

    @_spec
    def modify(self, query: Query) -> Modifier | Iterable[Modifier] | None:
        """Have a say in a number."""

    @_spec
    def react(self, event: Event, now: Position) -> Iterable[Event | Frame] | None:
        """Answer an event with further events and with frames that run next."""

    @_spec
    def redact(self, now: Position, seat: str, value: Any) -> Any:
        """What `seat` may see of the plug-in's own state; None for nothing."""


@frozen
class Manifest:
    """Who a plug-in is and where it stands: `requires` must be active, `after` come earlier when active."""

    id: str
    summary: str
    version: str = "0.1.0"
    requires: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    api: tuple[int, int] = (1, 1)


Op = Literal["set", "add", "multiply", "min", "max", "die", "drop"]
Stage = Literal["build", "cancel", "remove", "roll", "modify", "total"]


@frozen
class Modifier:
    """A plug-in's say in a number: of one `group` only the strongest counts.

    `op`: set replaces, add adds, multiply multiplies, min and max bound, die adds `die` to a hand, drop
    takes `value` dice off it. `where` names the space or "A|B" border a movement modifier is about, `at` the TOML
    key that sets the value ("rain.slower"), for those who ask.
    """

    label: str
    value: int = 0
    op: Op = "add"
    rule: str = ""
    group: str = ""
    stage: Stage = "modify"
    where: str = ""
    die: Die | None = None
    by: str = ""
    counts: bool = True
    at: str = ""

    def said_by(self, plugin: str) -> Modifier:
        """The same, naming the plug-in."""
        told = (self.label, self.value, self.op, self.rule, self.group, self.stage, self.where, self.die)
        return Modifier(*told, plugin, self.counts, self.at)

    @property
    def because(self) -> Because:
        """The same for those who ask what a number is made of."""
        value = self.die.notation if self.die is not None else self.value
        return Because(self.label, value, self.rule, self.at, self.by)


@frozen(eq=False)
class Query:
    """A question to the plug-ins: its topic, the position and the facts, read as `query["unit"]`."""

    topic: str
    now: Position
    facts: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def get(self, name: str, default: Any = None) -> Any:
        """A fact that may be absent."""
        return self.facts.get(name, default)


@frozen
class Total:
    """A number and its labelled parts, the base first; parts that a group suppressed have `counts` False."""

    value: int
    parts: tuple[Modifier, ...] = ()

    def told(self) -> tuple[tuple[str, int, str], ...]:
        """The parts that count as (label, value, rule), for events."""
        return tuple((p.label, p.value, p.rule) for p in self.parts if p.counts)


def settle_groups(found: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """Of each group only the modifier with the largest value counts (the first of equals).

    >>> [m.counts for m in settle_groups([Modifier("hill", -1, group="g"), Modifier("fort", -2, group="g")])]
    [False, True]
    """
    listed = list(found)
    best: dict[tuple[str, str], int] = {}
    for i, m in enumerate(listed):
        if m.group:
            where = (m.group, m.where)
            if where not in best or abs(m.value) > abs(listed[best[where]].value):
                best[where] = i
    return tuple(
        m if not m.group or best[m.group, m.where] == i else attrs.evolve(m, counts=False) for i, m in enumerate(listed)
    )


_ORDER = {"set": 0, "multiply": 1, "add": 2, "min": 3, "max": 3, "die": 4, "drop": 4}


def reckon(base: Modifier, found: Iterable[Modifier]) -> Total:
    """The number after all modifiers: set, then multiply, then add, then min and max; order of input is no matter.

    >>> reckon(Modifier("limit", 8), [Modifier("bonus", 2), Modifier("at most", 9, op="min")]).value
    9
    """
    settled = settle_groups(found)
    value = base.value
    for m in sorted((m for m in settled if m.counts), key=lambda m: (_ORDER[m.op], m.value, m.label)):
        if m.op == "set":
            value = m.value
        elif m.op == "multiply":
            value *= m.value
        elif m.op == "add":
            value += m.value
        elif m.op == "min":
            value = min(value, m.value)
        elif m.op == "max":
            value = max(value, m.value)
    return Total(value, (base, *settled))


class Registry:
    """What one plug-in declares, gathered when a game is loaded."""

    def __init__(self, plugin: str) -> None:
        self.plugin = plugin
        self.frames: dict[str, type[Frame]] = {}
        self.tables: dict[str, type] = {}
        self.traits: dict[str, type] = {}
        self.facts: dict[str, type] = {}
        self.topics: dict[str, str] = {}
        self.checks: list[Callable[..., Any]] = []
        self.invariants: list[Callable[[Position, tuple[Event, ...]], Iterable[str]]] = []
        self.defaults: dict[str, Any] = {}
        self.actions: list[Action] = []
        self.orders: list[Order] = []
        self.own: tuple[type, Any] | None = None
        self.slice_version = 1
        self.upgrade: Callable[[Any, int], Any] | None = None

    def frame(self, *classes: type[Frame]) -> None:
        """Frames that the turn sequence or other frames name as 'plug-in.name'."""
        for cls in classes:
            if not cls.name.startswith(self.plugin + "."):
                raise ValueError(f"frame {cls.name!r} of plug-in {self.plugin} must be named '{self.plugin}.…'")
            self.frames[cls.name] = cls

    def action(self, *actions: Action) -> None:
        """Small choices that the plug-in offers in windows (its own or those of others)."""
        self.actions.extend(actions)

    def order(self, *orders: Order) -> None:
        """Small choices that the plug-in offers in sealed drafts (its own or those of others)."""
        self.orders.extend(orders)

    def table(self, name: str, cls: type) -> None:
        """A top-level TOML table of the plug-in, with the attrs class of its keys (all with defaults)."""
        self.tables[name] = cls

    def trait(self, name: str, cls: type) -> None:
        """A trait table of unit types (`unit_type.X.traits.NAME`)."""
        self.traits[name] = cls

    def fact(self, name: str, cls: type) -> None:
        """A word for conditions."""
        self.facts[name] = cls

    def topic(self, name: str, doc: str) -> None:
        """A question that this plug-in asks through `modify`, and its facts in words."""
        self.topics[name] = doc

    def check(self, function: Callable[..., Any]) -> None:
        """A check of the loaded ruleset: function(ruleset, report)."""
        self.checks.append(function)

    def invariant(self, function: Callable[[Position, tuple[Event, ...]], Iterable[str]]) -> None:
        """What must hold whenever somebody is asked: function(now, events) yields what does not, in words.

        `events` are those of the decision that led here, none where that is not known. No game asks for it while
        it is played: walks (`hexwright.testing.walk`) do.
        """
        self.invariants.append(function)

    def state(self, default: Any, *, version: int = 1, upgrade: Callable[[Any, int], Any] | None = None) -> None:
        """The plug-in's own state: a frozen attrs instance as it is before the first turn.

        Without a `redact` hook no seat sees any of it. `upgrade(old_json, old_version)` reads older saves.
        """
        self.own = (type(default), default)
        self.slice_version = version
        self.upgrade = upgrade

    def default(self, table: str, entries: dict[str, Any]) -> None:
        """Plain TOML entries (statuses, markers, feature kinds) that lie under the ruleset's own."""
        self.defaults.setdefault(table, {}).update(entries)


@frozen(eq=False)
class Listener:
    """One compiled implementation: who it belongs to, the function, and when it has something to say (None: ever)."""

    plugin: str
    version: str
    function: Callable[..., Any]
    when: Callable[[Position], Any] | None = None


class Hooks:
    """The hooks of one game, compiled to frozen tuples by topic: no pluggy call while playing."""

    __slots__ = ("forbids", "modifies", "reacts", "redacts")

    def __init__(self) -> None:
        self.forbids: dict[str, tuple[Listener, ...]] = {}
        self.modifies: dict[str, tuple[Listener, ...]] = {}
        self.reacts: dict[type, tuple[Listener, ...]] = {}
        self.redacts: dict[str, Listener] = {}

    def wary(self, now: Position) -> tuple[str, ...]:
        """The verbs of which a plug-in may forbid some decision now."""
        return tuple([verb for verb, listeners in self.forbids.items() if _speaks(listeners, now)])

    def quiet(self, now: Position, *topics: str) -> bool:
        """Has no plug-in a say on these topics now, whatever the facts?"""
        return not any(_speaks(self.modifies.get(topic, ()), now) for topic in topics)

    def forbid(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        """The first refusal of a plug-in, naming it; None when all let the decision pass."""
        for listener in self.forbids.get(words[0], ()):
            try:
                if not (listener.when is None or listener.when(now)):
                    continue
                reason: Reason | None = listener.function(now, seat, words)
            except PluginError:
                raise
            except Exception as error:
                step = " ".join(words)
                raise PluginError(listener.plugin, listener.version, "forbid", step, _told(error)) from error
            if reason is not None:
                return attrs.evolve(reason, by=listener.plugin) if not reason.by else reason
        return None

    def modifiers(self, now: Position, topic: str, facts: dict[str, Any]) -> tuple[Modifier, ...]:
        """Every plug-in's modifiers on a topic, in plug-in order, each naming its plug-in."""
        listeners = self.modifies.get(topic)
        if not listeners:
            return ()
        query = Query(topic, now, facts)
        found: list[Modifier] = []
        listener = listeners[0]
        try:  # one for all: this is asked thousands of times a turn
            for listener in listeners:
                if listener.when is not None and not listener.when(now):
                    continue
                said = listener.function(query)
                if not said:  # None or an empty tuple
                    continue
                for m in (said,) if type(said) is Modifier else _listed(said):
                    if type(m) is not Modifier:
                        what = f"{m!r} is no Modifier"
                        raise PluginError(listener.plugin, listener.version, "modify", topic, what)
                    found.append(m if m.by else m.said_by(listener.plugin))
        except PluginError:
            raise
        except Exception as error:
            raise PluginError(listener.plugin, listener.version, "modify", topic, _told(error)) from error
        return tuple(found)

    def total(self, now: Position, topic: str, base: int, label: str, rule: str, facts: dict[str, Any]) -> Total:
        """A base number with every plug-in's modifiers."""
        start = Modifier(label, base, op="set", rule=rule)
        if topic not in self.modifies:
            return Total(base, (start,))
        found = self.modifiers(now, topic, facts)
        return reckon(start, found) if found else Total(base, (start,))

    def reactions(self, event: Event, now: Position) -> Iterator[tuple[Listener, Any]]:
        """What plug-ins answer an event with, in plug-in order."""
        listener: Listener | None = None
        try:
            for listener in self.reacts.get(type(event), ()):
                said = listener.function(event, now)
                if said is not None:
                    for item in _listed(said):
                        yield listener, item
        except PluginError:
            raise
        except Exception as error:
            assert listener is not None
            step = type(event).__name__
            raise PluginError(listener.plugin, listener.version, "react", step, _told(error)) from error

    def redact(self, plugin: str, now: Position, seat: str, value: Any) -> Any:
        """What a seat may see of a plug-in's state; nothing when the plug-in does not say."""
        listener = self.redacts.get(plugin)
        return None if listener is None else _call(listener, "redact", plugin, now, seat, value)


def _told(error: Exception) -> str:
    return repr(error) + place_of(error, __file__)


def place_of(error: Exception, caller: str) -> str:
    """' (rain.py:15)': where in a plug-in's file an error arose that was caught in the file `caller`; "" if unknown.

    That is the last line in the first file that the caller called.
    """
    if isinstance(error, SyntaxError):
        return ""  # it says so itself
    traceback, file, line = error.__traceback__, "", 0
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if name != caller and not name.startswith("<frozen") and file in ("", name):
            file, line = name, traceback.tb_lineno
        traceback = traceback.tb_next
    return f" ({Path(file).name}:{line})" if file else ""


def _speaks(listeners: Iterable[Listener], now: Position) -> bool:
    """Has one of these something to say now?"""
    for listener in listeners:
        if listener.when is None:
            return True
        try:
            if listener.when(now):
                return True
        except Exception as error:
            step = str(getattr(listener.function, "__name__", "hook"))
            raise PluginError(listener.plugin, listener.version, step, "when", _told(error)) from error
    return False


def _listed(said: Any) -> tuple[Any, ...]:
    """What a plug-in said, as one or as several; a generator runs here, where its errors are attributed."""
    if said is None:
        return ()
    if isinstance(said, (set, frozenset)):
        raise TypeError("a set has no order")
    return (said,) if isinstance(said, Modifier) else tuple(said)


def _as_it_is(said: Any) -> Any:
    return said


def _call(
    listener: Listener, hook_name: str, step: str, *arguments: Any, read: Callable[[Any], Any] = _as_it_is
) -> Any:
    try:
        return read(listener.function(*arguments))
    except PluginError:
        raise
    except Exception as error:
        raise PluginError(listener.plugin, listener.version, hook_name, step, _told(error)) from error
