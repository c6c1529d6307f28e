"""The wire format: versioned plain JSON of State, View, Ask, Decision and Event, and the schemas made from them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from .classes import frozen
from .decisions import Ask, Options, Roll
from .errors import MalformedDecision, Reason, SaveError
from .events import Event
from .frames import Frame, Slot
from .pieces import Marker, Unit
from .shapes import Misfit, Reader, members, object_schema, schema_of
from .state import Outcome, State, Table, plain, shape
from .view import View

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1
KINDS = ("view", "ask", "decision", "event")
TABLES: dict[str, Any] = {
    "units": Unit,
    "control": str,
    "features": int | str | bool | None | tuple[str, ...],
    "markers": tuple[Marker, ...],
    "relations": str,
    "roles": str,
    "slices": Any,
    "gone": str,
    "rolls": int,
}
_REST: dict[str, Any] = {"turn": int, "done": tuple[str, ...], "stack": tuple[Frame, ...], "over": Outcome | None}
_HELD = ("rules", "board")  # of a view: public, and too large to send each time
_ABSENT = object()


@frozen
class Decision:
    """An answer on its way to the host: who gives it, and its text."""

    seat: str
    decision: str


@cache
def version() -> str:
    """The version of hexwright that writes and reads."""
    from importlib import metadata

    try:
        return metadata.version("hexwright")
    except metadata.PackageNotFoundError:
        return "0.1.0"


def document(kind: str, **content: Any) -> dict[str, Any]:
    """A document of the wire: its format, its kind and its content."""
    return {"format": FORMAT, "kind": kind, **content}


def _opened(data: Any, kind: str) -> dict[str, Any]:
    """The document, when it is one of this kind that this version can read."""
    if not isinstance(data, dict) or data.get("kind") != kind:
        raise SaveError(f"this is no {kind} of hexwright")
    form = data.get("format")
    if type(form) is not int or form < 1:
        raise SaveError(f"this {kind} has no format number")
    if form > FORMAT:
        raise SaveError(
            f"this {kind} has format {form}, written by hexwright {data.get('hexwright', '(newer)')}; "
            f"hexwright {version()} reads formats up to {FORMAT}: update hexwright"
        )
    return data


# ------------------------------------------------------------------ state


def state_to_json(game: Game, state: State) -> dict[str, Any]:
    """A state as plain JSON, with those that `retract` goes back to.

    `states` holds the oldest of them in full and each later one as what differs, the state itself last.
    Derived tables (units by place) are left out. Raises SaveError for what no reader could name.
    """
    chain = [state]
    while chain[-1].before is not None:
        chain.append(chain[-1].before)
    old = State()
    states = []
    for new in reversed(chain):
        states.append(_difference(game, old, new))
        old = new
    used = {plugin: game.slice_versions[plugin] for plugin, _ in game.slices.values() if plugin in state.slices}
    return document(
        "state",
        hexwright=version(),
        plugins=dict(game.plugins.versions),
        slices=dict(sorted(used.items())),
        states=states,
    )


def _difference(game: Game, old: State, new: State) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name in TABLES:
        before, after = getattr(old, name), getattr(new, name)
        if before is after:
            continue
        changed = {k: plain(v) for k, v in after.items() if before.get(k, _ABSENT) is not v}
        dropped = [k for k in before if k not in after]
        if changed or dropped:
            out[name] = {"set": changed, "drop": dropped}
    for name in _REST:
        value = getattr(new, name)
        if value is not getattr(old, name):
            out[name] = plain(value)
    for frame in new.stack if new.stack is not old.stack else ():
        if game.frames.get(frame.name) is not type(frame):
            raise SaveError(f"the frame {type(frame).__name__} ({frame.name!r}) is registered by nobody")
    return out


def state_from_json(game: Game, data: Any) -> State:
    """The state that was written; equal, with the same digest and the same options.

    Slices of an older version go through their plug-in's `upgrade`. SaveError names who wrote it, who reads
    it and the first thing that does not fit.
    """
    data = _opened(data, "state")
    try:
        reader = Reader(game.frames, _named(game))
        upgrades = _upgrades(game, data)
        state = State()
        before: State | None = None
        for step in _steps(data):
            state = _later(game, reader, upgrades, state, step, before)
            before = state
        if before is None:
            raise Misfit("it holds no state at all")
        return state
    except Misfit as misfit:
        wrote = ", ".join(f"{k} {v}" for k, v in sorted(dict(data.get("plugins") or {}).items()))
        raise SaveError(
            f"this state does not fit: {misfit} (written by hexwright {data.get('hexwright')}, format "
            f"{data['format']}{', plug-ins ' + wrote if wrote else ''}; read by hexwright {version()}, format {FORMAT})"
        ) from None


def _steps(data: dict[str, Any]) -> list[dict[str, Any]]:
    steps = _entry(data, "states")
    if not isinstance(steps, list) or not all(isinstance(s, dict) for s in steps):
        raise Misfit("'states' is no list of objects")
    return steps


def _entry(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise Misfit(f"{name!r} is missing")
    return data[name]


def _later(
    game: Game, reader: Reader, upgrades: dict[str, Any], old: State, step: dict[str, Any], before: State | None
) -> State:
    changes: dict[str, Any] = {"before": before}
    for name, delta in step.items():
        try:
            if name in _REST:
                changes[name] = reader.read(_REST[name], delta)
            elif name in TABLES:
                changes[name] = _table(game, reader, upgrades, name, getattr(old, name), delta)
            else:
                raise Misfit("no part of a state")
        except Misfit as misfit:
            misfit.path.insert(0, name)
            raise
    if "units" in changes:
        changes["at"] = _places(changes["units"])
    return old.with_(**changes)


def _table(game: Game, reader: Reader, upgrades: dict[str, Any], name: str, old: Table[Any], delta: Any) -> Table[Any]:
    sets = _entry(delta, "set") if isinstance(delta, dict) else None
    drops = _entry(delta, "drop") if isinstance(delta, dict) else None
    if not isinstance(sets, dict) or not isinstance(drops, list):
        raise Misfit("wanted what is set and what is dropped")
    if name == "slices":
        values = {k: _slice(game, reader, upgrades, k, v) for k, v in sets.items()}
    else:
        values = reader.entries(TABLES[name], sets)
    if not len(old):
        return Table(values)
    for key, value in values.items():
        old = old.with_item(key, value)
    for key in drops:
        old = old.without(key)
    return old


def _places(units: Table[Unit]) -> Table[tuple[str, ...]]:
    at: dict[str, list[str]] = {}
    for unit in units.values():  # in the order of ids
        at.setdefault(unit.at, []).append(unit.id)
    return Table({place: tuple(ids) for place, ids in at.items()})


def _upgrades(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """For each plug-in whose slice was written by an older version: (that version, its upgrade)."""
    out: dict[str, Any] = {}
    offers = {o.id: o.registry for o in game.plugins.active if o.registry is not None}
    for plugin, wrote in dict(data.get("slices") or {}).items():
        now = game.slice_versions.get(plugin)
        registry = offers.get(plugin)
        if now is None or registry is None or wrote == now:
            continue
        if type(wrote) is not int or wrote > now:
            raise Misfit(f"the state of plug-in {plugin} has version {wrote}, this plug-in reads up to {now}")
        if registry.upgrade is None:
            raise Misfit(f"the state of plug-in {plugin} has version {wrote}, wanted {now}, and nothing upgrades it")
        out[plugin] = (wrote, registry.upgrade)
    return out


def _slice(game: Game, reader: Reader, upgrades: dict[str, Any], plugin: str, value: Any) -> Any:
    cls = next((c for c, (p, _) in game.slices.items() if p == plugin), None)
    if cls is None:
        raise Misfit(f"state of plug-in {plugin}, which is not active or keeps none")
    if plugin in upgrades:
        wrote, upgrade = upgrades[plugin]
        try:
            value = upgrade(value, wrote)
        except Exception as error:
            raise Misfit(f"plug-in {plugin} cannot upgrade its state of version {wrote}: {error!r}") from error
    if isinstance(value, cls):
        return value
    try:
        return reader.read(cls, value)
    except Misfit as misfit:
        misfit.path.insert(0, plugin)
        raise


def _named(game: Game) -> dict[str, Any]:
    """Classes by the word under "~", for fields whose annotation is open; a word that two share names none."""
    found: dict[str, Any] = {c.__name__: c for c in (Unit, Marker, Outcome, Slot, Roll)}
    doubles: list[str] = []
    for offer in game.plugins.active:
        for cls in vars(offer.module).values() if hasattr(offer.module, "__dict__") else ():
            if isinstance(cls, type) and attrs.has(cls):
                tag = shape(cls)[0]
                if found.setdefault(tag, cls) is not cls:
                    doubles.append(tag)
    return {tag: cls for tag, cls in found.items() if tag not in doubles}


# ------------------------------------------------------------------ view, ask, decision


def view_to_json(view: View) -> dict[str, Any]:
    """What a seat knows, as plain JSON with its hash; rules and board are public and not repeated."""
    shown = {m.name: plain(getattr(view, m.name)) for m in members(View) if m.name not in _HELD}
    return document("view", hash=view.digest, **shown)


def view_from_json(game: Game, data: Any) -> View:
    """The view that was sent, with the rules and the board of the game."""
    data = _opened(data, "view")
    reader = Reader(game.frames, _named(game))
    try:
        given = {m.name: reader.read(m.hint, _entry(data, m.name)) for m in members(View) if m.name not in _HELD}
    except Misfit as misfit:
        raise SaveError(f"this view does not fit: {misfit}") from None
    return View(**given, rules=game.rules, board=game.board)


def ask_to_json(ask: Ask) -> dict[str, Any]:
    """A question with every option as text."""
    said = {m.name: plain(getattr(ask, m.name)) for m in members(Ask) if m.name != "options"}
    return document("ask", **said, options=list(ask.options))


def ask_from_json(data: Any) -> Ask:
    """The question that was sent."""
    data = _opened(data, "ask")
    reader = Reader({}, {})
    try:
        given = {
            m.name: reader.read(tuple[str, ...] if m.name == "options" else m.hint, _entry(data, m.name))
            for m in members(Ask)
        }
    except Misfit as misfit:
        raise SaveError(f"this question does not fit: {misfit}") from None
    return Ask(**{**given, "options": Options.of(given["options"])})


def decision_to_json(seat: str, decision: str) -> dict[str, Any]:
    """An answer on its way to the host."""
    return document("decision", seat=seat, decision=decision)


def decision_from_json(data: Any) -> Decision:
    """The answer that was sent; MalformedDecision when it is none."""
    try:
        data = _opened(data, "decision")
        said = {k: v for k, v in data.items() if k not in ("format", "kind")}
        found: Decision = Reader({}, {}).read(Decision, said)
        return found
    except (SaveError, Misfit) as error:
        raise MalformedDecision(str(data)[:200], "", Reason(str(error))) from None


# ------------------------------------------------------------------ events


def event_name(game: Game, cls: Any) -> str:
    """How a class of events is called on the wire: its name, after that of the plug-in it belongs to."""
    module = cls.__module__
    for offer in game.plugins.active:
        own = getattr(offer.module, "__name__", "")
        if own and (module == own or module.startswith(own + ".")):
            return f"{offer.id}.{cls.__name__}"
    return str(cls.__name__)


def event_classes(game: Game | None) -> dict[str, Any]:
    """The classes of events by their wire names: the shipped ones and those of the active plug-ins."""
    found: dict[str, Any] = {}
    waiting: list[Any] = [Event]
    while waiting:
        cls = waiting.pop()
        waiting.extend(cls.__subclasses__())
        if "__attrs_attrs__" not in vars(cls):  # what attrs has made a class with slots of
            continue
        name = event_name(game, cls) if game is not None else cls.__name__
        if cls.__module__.startswith("hexwright.") or "." in name:
            found[name] = cls
    return dict(sorted(found.items()))


def event_to_json(game: Game, event: Event) -> dict[str, Any]:
    """An event: its class, its sentence and its facts. Give it what `seen_by` gives the seat."""
    kind: Any = type(event)
    facts = {name: plain(getattr(event, name)) for name in shape(kind)[1]}
    return document("event", event=event_name(game, kind), text=event.text(), facts=facts)


def event_from_json(game: Game, data: Any) -> Event:
    """The event that was sent."""
    data = _opened(data, "event")
    cls = event_classes(game).get(str(data.get("event")))
    if cls is None:
        raise SaveError(f"unknown event {data.get('event')!r}")
    reader = Reader(game.frames, _named(game))
    facts = data.get("facts")
    blank = {m.name: "" for m in members(cls) if m.private and isinstance(facts, dict) and facts.get(m.name) == ""}
    try:
        if not isinstance(facts, dict):
            raise Misfit("'facts' is missing")
        known = {m.name: m.hint for m in members(cls)}
        strange = sorted(k for k in facts if k not in known)
        if strange:
            raise Misfit(f"no field {strange[0]!r}")
        given = {k: reader.read(known[k], v) for k, v in facts.items() if k not in blank}
        event: Event = cls(**given, **blank)
        return event
    except (Misfit, TypeError) as error:
        raise SaveError(f"this {data['event']} does not fit: {error}") from None


# ------------------------------------------------------------------ schemas


def schema(kind: str, game: Game | None = None) -> dict[str, Any]:
    """The JSON Schema (draft-07) of a kind of document; with a game its plug-ins' events are in it too."""
    definitions: dict[str, Any] = {}
    if kind == "view":
        body = object_schema(View, definitions, without=_HELD)
        body["properties"]["hash"] = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
    elif kind == "ask":
        body = object_schema(Ask, definitions, without=("options",))
        body["properties"]["options"] = schema_of(tuple[str, ...], definitions)
    elif kind == "decision":
        body = object_schema(Decision, definitions)
    elif kind == "event":
        body = _event_schema(game, definitions)
    else:
        raise ValueError(f"no schema of {kind!r}; there are {', '.join(KINDS)}")
    properties = {"format": {"const": FORMAT}, "kind": {"const": kind}, **body["properties"]}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"hexwright {kind}",
        **body,
        "properties": properties,
        "required": list(properties),
        "definitions": dict(sorted(definitions.items())),
    }


def _event_schema(game: Game | None, definitions: dict[str, Any]) -> dict[str, Any]:
    """An event is one of the classes; its facts follow from its name."""
    classes = event_classes(game)
    cases = []
    for name, cls in classes.items():
        facts = object_schema(cls, definitions)
        cases.append({"properties": {"event": {"const": name}, "facts": facts}})
    properties = {"event": {"enum": list(classes)}, "text": {"type": "string"}, "facts": {"type": "object"}}
    return {"type": "object", "properties": properties, "additionalProperties": False, "anyOf": cases}
