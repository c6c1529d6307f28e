"""Plug-ins: which are offered, which a ruleset names, in what order they stand; their hooks compiled for one game."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import linecache
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import pluggy
from attrs import evolve, field

from .classes import frozen
from .errors import Fault, nearest
from .events import Event
from .hooks import API, HOOKS, PROJECT, Hooks, Listener, Manifest, Registry, Specs, place_of
from .ruleset.schema import Extension

GROUP = "hexwright.plugins"
KERNEL_TOPICS = {
    "movement": "what crossing borders and entering spaces costs a unit just now; facts: unit",
    "allowance": "movement points of a unit; facts: unit",
    "stack_limit": "most that may stand in a space; facts: space, side, stack",
    "upfront": "1 when the order of a choose phase is fixed at once; facts: phase",
    "route_source": "whether a space is a supply source (0 closes it); facts: space, nation, route",
    "route_cut": "whether a space is cut for a route (1 cuts it); facts: space, nation, route",
}


@frozen(eq=False)
class Offer:
    """A plug-in that could be named: its manifest and registry, or why it cannot be used."""

    id: str
    origin: str
    manifest: Manifest | None = None
    module: Any = None
    registry: Registry | None = None
    broken: str = ""

    @property
    def version(self) -> str:
        """The version its manifest gives, "" when it is broken."""
        return self.manifest.version if self.manifest else ""


@frozen(eq=False)
class Plugins:
    """The active plug-ins of one game in their order, and every other one offered."""

    active: tuple[Offer, ...] = ()
    offered: Mapping[str, Offer] = field(factory=dict)
    faults: tuple[Fault, ...] = ()

    @property
    def versions(self) -> tuple[tuple[str, str], ...]:
        """(id, version) of the active ones, sorted by id."""
        return tuple(sorted((o.id, o.version) for o in self.active))

    def extensions(self) -> tuple[Extension, ...]:
        """What all offered plug-ins add to the data model; those not active are inert."""
        live = {o.id for o in self.active}
        out = []
        for offer in [*self.active, *(o for i, o in sorted(self.offered.items()) if i not in live)]:
            reg = offer.registry
            if reg is None:
                continue
            active = offer.id in live
            out.append(
                Extension(
                    plugin=offer.id,
                    version=offer.version,
                    active=active,
                    tables=reg.tables,
                    traits=reg.traits,
                    frames=tuple(reg.frames),
                    seated=tuple(name for name, frame in reg.frames.items() if frame.seated),
                    facts=reg.facts,
                    defaults=reg.defaults if active else {},
                    checks=tuple(reg.checks) if active else (),
                    text=partial(_text_of, offer),
                )
            )
        return tuple(out)


@lru_cache(maxsize=100)
def _text_of(offer: Offer) -> str | None:
    return source_of(offer.module)


def source_of(module: Any) -> str | None:
    """The source of a plug-in and of what it imports from its own package; None where it cannot be read."""
    root = str(getattr(module, "__name__", "")).partition(".")[0]
    seen: dict[str, ModuleType] = {}
    waiting = [module]
    while waiting:
        here = waiting.pop()
        if not isinstance(here, ModuleType):
            return None
        seen[here.__name__] = here
        for value in vars(here).values():
            name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
            if isinstance(name, str) and name not in seen and name.partition(".")[0] == root and name in sys.modules:
                seen[name] = sys.modules[name]
                waiting.append(sys.modules[name])
    try:
        return "\n".join(Path(str(m.__file__)).read_text(encoding="utf-8") for m in seen.values())
    except (OSError, ValueError):
        return None


def inspect_module(name: str, module: Any, origin: str) -> Offer:
    """Read one plug-in's manifest and declarations; a fault in it makes a broken offer, never an exception."""
    manifest = getattr(module, "MANIFEST", None)
    if not isinstance(manifest, Manifest):
        return Offer(name, origin, broken="it has no MANIFEST")
    low, high = manifest.api
    if not low <= API <= high:
        return Offer(manifest.id, origin, manifest, broken=f"it wants plug-in API {low} to {high}, this is {API}")
    problem = _hook_problem(module)
    if problem:
        return Offer(manifest.id, origin, manifest, broken=problem)
    registry = Registry(manifest.id)
    for function in _functions(module, "register"):
        try:
            function(registry)
        except Exception as error:
            return Offer(manifest.id, origin, manifest, broken=f"register failed: {error!r}")
    return Offer(manifest.id, origin, manifest, module, registry)


def _members(module: Any) -> list[tuple[str, Any]]:
    """What a module holds in the order of its text, or an object with its methods in the order of names."""
    if isinstance(module, ModuleType):
        return list(vars(module).items())
    return [(n, getattr(module, n, None)) for n in dir(module) if not n.startswith("__")]


def _marked(module: Any) -> list[tuple[str, Any]]:
    found = [(n, f) for n, f in _members(module) if callable(f) and hasattr(f, "hexwright_topics")]
    own = getattr(module, "__name__", "")
    return [(n, f) for n, f in found if getattr(f, "__module__", own) == own or not isinstance(module, ModuleType)]


def _functions(module: Any, family: str) -> list[Any]:
    return [f for _, f in _marked(module) if f.__name__.split("_", 1)[0] == family]


def _hook_problem(module: Any) -> str:
    """What is wrong with the hook functions: unknown names are told with file, line and the nearest hook."""
    for name, function in _marked(module):
        family = name.split("_", 1)[0]
        if family not in HOOKS:
            near = nearest(family, HOOKS)
            did = f", did you mean {near[0]}?" if near else ""
            return f"{_place(function)}: {name}: no such hook{did}"
        wrong = _topic_problem(family, function.hexwright_topics)
        if wrong:
            return f"{_place(function)}: {name}: {wrong}"
    manager, hooks = _validator(), SimpleNamespace(**dict(_marked(module)))  # pluggy is slow to look through a module
    try:
        manager.register(hooks)
        manager.check_pending()
        manager.unregister(hooks)
    except pluggy.PluginValidationError as error:
        _validator.cache_clear()  # half a plug-in may be left in it
        return str(error).replace("\n", " ")
    return ""


@cache
def _validator() -> pluggy.PluginManager:
    """Knows what hooks there are and what they are given; no plug-in stays registered."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Specs)
    return manager


def _line(file: str, line: int) -> str:
    return linecache.getline(file, line).rstrip("\n")


def _place(function: Any) -> str:
    code = function.__code__
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}"


def _topic_problem(family: str, topics: tuple[Any, ...]) -> str:
    """What is wrong with what a hook says it wants to hear about."""
    if family in ("register", "redact"):
        return "it is asked once and has no topics" if topics else ""
    what = "an event class" if family == "react" else "a text"
    if not topics:
        return f"it listens to nothing: name {what} in its @hook(...)"
    for topic in topics:
        is_event = isinstance(topic, type) and issubclass(topic, Event)
        if not (is_event if family == "react" else isinstance(topic, str)):
            return f"{topic!r} is no topic of {family}, which wants {what}"
    return ""


def unmarked(module: Any) -> tuple[tuple[str, str, int], ...]:
    """Functions that look like hooks but lack the marker: (name, file, line).

    One looks like a hook when it has a hook's name, or begins with one and takes what that hook is given.
    """
    out = []
    for name, function in _members(module):
        family = name.split("_", 1)[0]
        if family not in HOOKS or hasattr(function, "hexwright_topics"):
            continue
        if not isinstance(function, (FunctionType, MethodType)) or function.__module__ != _module_of(module):
            continue
        given = tuple(inspect.signature(getattr(Specs(), family)).parameters)
        if name == family or tuple(inspect.signature(function).parameters) == given:
            out.append((name, function.__code__.co_filename, function.__code__.co_firstlineno))
    return tuple(out)


def _module_of(module: Any) -> str:
    return str(module.__name__ if isinstance(module, ModuleType) else module.__module__)


def forgotten(plugins: Plugins) -> tuple[Fault, ...]:
    """A warning for each function of an active plug-in that looks like a hook but is not marked as one."""
    return tuple(
        Fault("H809", "warning", f"plug-in {offer.id}: {name} looks like a hook but is not marked as one",
              file=file, line=line, column=1, hint="put @hook above it", source=_line(file, line))
        for offer in plugins.active
        for name, file, line in unmarked(offer.module)
    )  # fmt: skip


def discover(extra: Iterable[Any] = (), folder: Path | None = None) -> dict[str, Offer]:
    """Every plug-in on offer: installed entry points, `plugins/*.py` beside a ruleset, and modules given.

    Later ones win over earlier ones of the same id only when given explicitly; two installed ones that
    share an id are both broken. Nothing is activated here.
    """
    from importlib.metadata import entry_points

    offers: dict[str, Offer] = {}
    names: dict[Any, str] = {}  # of distributions, whose metadata are read anew each time they are asked for
    for point in sorted(entry_points(group=GROUP), key=lambda p: (p.name, p.value)):
        if point.dist is not None and point.dist not in names:
            names[point.dist] = point.dist.name
        origin = names[point.dist] if point.dist is not None else point.value
        try:
            module = point.load()
        except Exception as error:
            offers[point.name] = Offer(point.name, origin, broken=f"it cannot be imported: {error!r}")
            continue
        offer = inspect_module(point.name, module, origin)
        known = offers.get(offer.id)
        if known is not None and known.module is not module:
            offer = Offer(offer.id, origin, offer.manifest, broken=f"two installed plug-ins have the id {offer.id!r}")
        offers[offer.id] = offer
    if folder is not None and (folder / "plugins").is_dir():
        beside: dict[str, Offer] = {}
        for path in sorted((folder / "plugins").glob("*.py")):
            offer = _from_file(path)
            if offer.id in beside:
                here = f"{Path(beside[offer.id].origin).name} and {path.name} have the same id {offer.id!r}"
                offer = Offer(offer.id, str(path), offer.manifest, broken=here)
            beside[offer.id] = offer
        offers.update(beside)
    for module in extra:
        offer = inspect_module(getattr(module, "__name__", "plugin").rsplit(".", 1)[-1], module, "given")
        offers[offer.id] = offer
    return offers


def forget(folder: Path) -> None:
    """Let the plug-ins beside a ruleset be read anew when they are next looked for: their files may have changed."""
    for path in (folder / "plugins").glob("*.py"):
        sys.modules.pop(_module_name(path), None)


def _module_name(path: Path) -> str:
    place = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    return f"hexwright_local_{place}_{path.stem}"


class _Reader(SourceFileLoader):
    """Reads a plug-in that lies beside a ruleset and leaves no compiled file there."""

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        """Nothing is kept."""


def _from_file(path: Path) -> Offer:
    name = _module_name(path)
    try:
        if name in sys.modules:
            module = sys.modules[name]
        else:
            spec = importlib.util.spec_from_file_location(name, path, loader=_Reader(name, str(path)))
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
    except Exception as error:
        return Offer(path.stem, str(path), broken=f"it cannot be imported: {_broke(error)}")
    return inspect_module(path.stem, module, str(path))


def _broke(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg} ({Path(error.filename or '').name}:{error.lineno})"
    return repr(error) + place_of(error, __file__)


def choose(
    named: Iterable[str], offers: Mapping[str, Offer], file: str = "", at: Callable[[str], Fault] | None = None
) -> Plugins:
    """The plug-ins that a ruleset names, in order: after what they require or come after, ties by id.

    `at` gives an empty fault at the place where a plug-in is named; without it faults only name the `file`.
    """
    wanted = tuple(dict.fromkeys(named))
    faults: list[Fault] = []

    def fault(code: str, plugin: str, message: str, hint: str = "") -> None:
        place = at(plugin) if at else Fault("", "error", "", file=file, path=f"ruleset.plugins.{plugin}")
        faults.append(evolve(place, code=code, message=message, hint=hint))

    usable: dict[str, Offer] = {}
    for plugin in wanted:
        offer = offers.get(plugin)
        if offer is None:
            near = nearest(plugin, offers)
            hint = f"did you mean {near[0]}?" if near else "`hexwright plugins` lists those on offer"
            fault("H801", plugin, f"no plug-in {plugin!r} is installed", hint)
        elif offer.broken or offer.manifest is None:
            version = f" {offer.version}" if offer.version else ""
            fault("H802", plugin, f"plug-in {plugin}{version} cannot be used: {offer.broken}")
        else:
            usable[plugin] = offer
    for plugin, offer in usable.items():
        assert offer.manifest is not None
        for need in offer.manifest.requires:
            if need not in wanted:
                hint = f"name {need} too, or leave out {plugin}"
                fault("H803", plugin, f"plug-in {plugin} requires {need}, which the ruleset does not name", hint)
        for foe in offer.manifest.conflicts:
            if foe in usable:
                fault("H804", plugin, f"plug-ins {plugin} and {foe} cannot be used together", "leave one of them out")
    ordered, cycle = _sorted(usable)
    if cycle:
        fault("H805", cycle[0], "plug-ins wait for each other: " + " after ".join((*cycle, cycle[0])))
    return Plugins(ordered, dict(offers), tuple(faults))


def _sorted(usable: Mapping[str, Offer]) -> tuple[tuple[Offer, ...], tuple[str, ...]]:
    before: dict[str, set[str]] = {}
    for plugin, offer in usable.items():
        assert offer.manifest is not None
        before[plugin] = {p for p in (*offer.manifest.requires, *offer.manifest.after) if p in usable}
    out: list[Offer] = []
    left = sorted(usable)
    placed: set[str] = set()
    while left:
        ready = next((p for p in left if before[p] <= placed), None)
        if ready is None:
            chain = [left[0]]
            while True:
                following = min(before[chain[-1]] - placed)
                if following in chain:
                    return tuple(out), tuple(chain[chain.index(following) :])
                chain.append(following)
        out.append(usable[ready])
        placed.add(ready)
        left.remove(ready)
    return tuple(out), ()


def compile_hooks(plugins: Plugins) -> tuple[Hooks, tuple[Fault, ...]]:
    """The hooks of the active plug-ins by topic, in their order; topics nobody declares are faults."""
    hooks = Hooks()
    faults: list[Fault] = []
    known = set(KERNEL_TOPICS)
    for offer in plugins.offered.values():
        if offer.registry is not None:
            known.update(offer.registry.topics)
    tables: dict[str, dict[Any, list[Listener]]] = {"forbid": {}, "modify": {}, "react": {}}
    for offer in plugins.active:
        for name, function in _marked(offer.module):
            family = name.split("_", 1)[0]
            when = getattr(function, "hexwright_when", None)
            listener = Listener(offer.id, offer.version, function, when)
            if family == "redact":
                hooks.redacts[offer.id] = listener
            for topic in function.hexwright_topics:
                if family == "modify" and topic not in known:
                    near = nearest(str(topic), known)
                    hint = f"did you mean {near[0]}?" if near else ""
                    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
                    faults.append(
                        Fault("H806", "error", f"plug-in {offer.id}: {name} listens to {topic!r}, which nobody asks",
                              file=file, line=line, column=1, hint=hint, source=_line(file, line))
                    )  # fmt: skip
                tables[family].setdefault(topic, []).append(listener)
    hooks.forbids = {k: tuple(v) for k, v in tables["forbid"].items()}
    hooks.modifies = {k: tuple(v) for k, v in tables["modify"].items()}
    hooks.reacts = {k: tuple(v) for k, v in tables["react"].items()}
    return hooks, tuple(faults)
