"""Scenario tests in TOML: a position, decisions and dice, and what must come of them; read, run and told by line.

A file `tests/NAME.toml` of a ruleset holds any number of tests:

    [[test]]
    id = "hill-1"                             # short; unique in the file
    title = "An attack uphill loses a die"
    rules = ["TT-1", "TT-2"]                  # the rules it proves; at the start of a line
    scenario = "" / variants = [] / set = []  # how the game is loaded: `set` holds texts KEY=VALUE
    phase = "fight"                           # a phase (or a list) played from its start, or:
    frames = ["demo.fight", "pass red", { frame = "demo.battle", space = "B2" }]
    decisions = ["red: fight B2", "done", { refuse = "blue: run", rule = "TT-3", has = "words" }, { only = ["done"] }]
    dice = [3, 5, "battle B2: 6 1"]           # a number is a die, a text all dice of one roll

    maps = ["small"]                          # files tests/maps/NAME.toml laid over the ruleset as variants are

    [test.map]                                # more tables laid over it: they may bring a
    board.small = { ... }                     # board of its own, or `remove` what is there

    [test.position]                           # as in testing.scene
    turn = 3
    keep = false                              # true: the opening position with these changes
    units.r1 = { at = "B1", steps = 2 }       # also type, nation, spent, status, hidden; false takes it away
    control = { B2 = "blue" }
    features = { "B2 port damage" = 1 }
    markers = [["B2", "trench", "blue"]]
    slices.demo = { rounds = 2 }              # a plug-in's own state: the keys that differ
    roles / relations / done

    [test.expect]                             # whatever is left out is not looked at
    events = ["b1 is lost", { type = "ControlChanged", space = "B2" }]    # in this order, others between them
    absent = ["r1 is lost"]                   # events that must not happen
    units = { r1 = { at = "B2" }, b1 = { gone = "lost" } }    # gone = true: however it went
    control = { B2 = "red" }
    features = { "B2 port damage" = 0 }
    markers = { B2 = ["trench blue"] }
    slices.demo = { rounds = 0 }
    roles = { first = "red" }
    options = { seat = "red", has = ["move r1 B1"], lacks = ["done"], only = ["..."] }    # or a list of these
    asked = { seat = "red", frame = "demo.move", prompt = "words" }
    refused = [{ decision = "red: move r1 C9", rule = "TT-4", has = "too far", nearest = "move r1 B3" }]
    over = { winner = "red", reason = "words" }
    turn = 4

`phase`, `frames`, `decisions` and `dice` may stand in [test.play] instead, so that a file reads in the order of play.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..classes import frozen
from ..errors import Fault, HexwrightError, UnknownId, nearest
from ..events import Event
from ..game import Game
from ..ruleset.faults import Finding, Report
from ..ruleset.files import read_source
from ..ruleset.layers import Source
from ..ruleset.load import find_ruleset
from ..ruleset.positions import Positions
from ..ruleset.writing import document
from ..state import State
from ..strict import Flaw, structure
from .check_tests import flaws_inside
from .expectations import Broken, check_end, check_options, check_refusal, read_slice
from .scenes import Dice, ScriptError, asked_of, passed_by, play_one, scene
from .tables import TestSpec

_HEADER = re.compile(r"\s*\[\[\s*([A-Za-z0-9_-]+)\s*\]\]")


@frozen
class _File:
    test: tuple[Any, ...] = ()


@frozen
class Result:
    """How one test went: `told` says what is wrong, with file and line, when it is not `ok`."""

    name: str
    ok: bool
    told: str = ""
    rules: tuple[str, ...] = ()


@frozen(eq=False)
class ScenarioTest:
    """One test of a file: its table, and where its entries stand."""

    file: Path
    index: int
    spec: TestSpec | None
    faults: tuple[Fault, ...]
    places: Positions
    source: Source | None = None

    @property
    def flaws(self) -> tuple[str, ...]:
        """Why it cannot be read, each with file and line."""
        return tuple(_told(fault) for fault in self.faults)

    @property
    def name(self) -> str:
        """Id and title, or the number of a test that cannot be read."""
        if self.spec is None:
            return f"test {self.index + 1}"
        return f"{self.spec.id}: {self.spec.title}" if self.spec.title else self.spec.id

    def line(self, *path: str | int) -> int:
        """The line of an entry of the test, or of what holds it."""
        whole: tuple[str | int, ...] = ("test", self.index, *path)
        while whole:
            span = self.places.spans.get(whole)
            if span is not None:
                return self.places.line_column(span.key if isinstance(whole[-1], str) else span.value)[0]
            whole = whole[:-1]
        return 1

    def at(self, *path: str | int) -> str:
        """`file:line` of an entry."""
        return f"{self.file}:{self.line(*path)}"


# ------------------------------------------------------------------ reading


def read_scenarios(path: str | os.PathLike[str]) -> tuple[ScenarioTest, ...]:
    """The tests of a file; one that cannot be read has no `spec` and says why."""
    file = Path(path)
    report = Report()
    source = read_source("tests", os.fspath(path), report)
    if source is None:
        faults = (*report.faults, *_strange_headers(file))
        return (ScenarioTest(file, 0, None, faults, Positions("")),)
    whole, flaws = structure(source.data, _File)
    if whole is None or not whole.test:
        flaws = flaws or (Flaw("H203", (), "no [[test]] in it"),)
        faults = tuple(_fault(source, flaw.path, flaw) for flaw in flaws)
        return (ScenarioTest(file, 0, None, faults, source.positions),)
    return tuple(_unique((_one(source, index, raw) for index, raw in enumerate(source.data["test"])), source))


def _strange_headers(file: Path) -> Iterator[Fault]:
    """Headers [[name]] of other names than test, in a file that is no TOML: the tests below them seem to clash."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for number, line in enumerate(lines, 1):
        found = _HEADER.match(line)
        if found and found.group(1) != "test":
            column, width = found.start(1) + 1, len(found.group(1))
            yield Fault("H205", "error", f"unknown table '{found.group(1)}'", os.fspath(file), number, column,
                        hint="write [[test]]", source=line, width=width)  # fmt: skip


def _one(source: Source, index: int, raw: Any) -> ScenarioTest:
    spec, found = structure(raw, TestSpec)
    flaws = [*found, *flaws_inside(raw, TestSpec)]
    twice = [k for k in ("phase", "frames", "decisions", "dice") if isinstance(raw, Mapping) and k in raw]
    if isinstance(raw, Mapping) and "play" in raw and twice:
        message = f"'{twice[0]}' stands in [test.play] already or belongs there"
        flaws.append(Flaw("H202", (twice[0],), message, on="key"))
    faults = tuple(_fault(source, ("test", index, *flaw.path), flaw) for flaw in flaws)
    return ScenarioTest(Path(source.file), index, None if faults else spec, faults, source.positions, source)


def _fault(source: Source, path: tuple[str | int, ...], flaw: Flaw) -> Fault:
    """A flaw with its place: that of the entry, or of what holds it."""
    at, on = path, flaw.on
    while at and at not in source.spans:
        at, on = at[:-1], "value"
    return source.fault(Finding(flaw.code, path, flaw.message, flaw.hint, on), at, path)


def _told(fault: Fault) -> str:
    place = f"{fault.file}:{fault.line}" if fault.line else fault.file
    return f"{place}: {fault.message}" + (f" ({fault.hint})" if fault.hint else "")


def _unique(tests: Iterator[ScenarioTest], source: Source) -> Iterator[ScenarioTest]:
    seen: dict[str, ScenarioTest] = {}
    for test in tests:
        if test.spec is not None and test.spec.id in seen:
            message = f"another test has the id {test.spec.id!r}, at {seen[test.spec.id].at('id')}"
            fault = _fault(source, ("test", test.index, "id"), Flaw("H109", (), message))
            yield ScenarioTest(test.file, test.index, None, (fault,), test.places)
            continue
        if test.spec is not None:
            seen[test.spec.id] = test
        yield test


# ------------------------------------------------------------------ games


class Games:
    """The games that the tests of a ruleset are played with, each loaded once."""

    def __init__(self, ruleset: str | os.PathLike[str]) -> None:
        self.folder = find_ruleset(ruleset)
        self._known: dict[str, Game] = {}

    def game(self, spec: TestSpec) -> Game:
        """The game that a test wants; RulesetError when its layers have faults."""
        key = repr((spec.scenario, spec.variants, spec.set, spec.maps, spec.map))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._loaded(spec)
        return found

    def _loaded(self, spec: TestSpec) -> Game:
        if not spec.map and not spec.maps:
            return Game.load(self.folder, scenario=spec.scenario, variants=spec.variants, settings=spec.set)
        with tempfile.TemporaryDirectory() as where:
            folder = Path(where) / self.folder.resolve().name
            _mirror(self.folder, folder)
            layers = [f"map-{name}" for name in spec.maps]
            for layer, name in zip(layers, spec.maps, strict=True):
                shutil.copy(self._map(name), folder / "variants" / f"{layer}.toml")
            if spec.map:
                layers.append(f"map-of-{spec.id}")
                text = document({"variant": {"title": "The map of a test"}, **spec.map})
                (folder / "variants" / f"{layers[-1]}.toml").write_text(text, encoding="utf-8")
            variants = (*spec.variants, *layers)
            return Game.load(folder, scenario=spec.scenario, variants=variants, settings=spec.set)

    def _map(self, name: str) -> Path:
        """The file of a map that tests share; RulesetError when there is none."""
        maps = {f.stem: f for f in sorted((self.folder / "tests" / "maps").glob("*.toml"))}
        if name not in maps:
            raise UnknownId("map of the tests", name, nearest(name, maps))
        return maps[name]


def _mirror(source: Path, target: Path) -> None:
    """A ruleset folder once more, for one layer beside its own variants."""
    target.mkdir()
    (target / "variants").mkdir()
    for entry in sorted(source.iterdir()):
        if entry.name in ("tests", "games"):
            continue
        if entry.name == "variants":
            for variant in sorted(entry.iterdir()):
                shutil.copy(variant, target / "variants" / variant.name)
            continue
        try:
            (target / entry.name).symlink_to(entry.resolve())
        except OSError:  # where links are not allowed
            (shutil.copytree if entry.is_dir() else shutil.copy)(entry, target / entry.name)


# ------------------------------------------------------------------ running


def run_scenario(test: ScenarioTest, games: Games) -> Result:
    """Play one test and compare; nothing that is wrong in it escapes as an exception of the kit."""
    spec = test.spec
    if spec is None:
        return Result(test.name, False, "\n".join(test.flaws))
    try:
        game = games.game(spec)
    except HexwrightError as error:
        place = test.at("map" if spec.map else "maps" if spec.maps else "id")
        return Result(test.name, False, f"{place}: the game cannot be loaded\n{error}", spec.rules)
    try:
        _run(spec, game)
    except Broken as broken:
        return Result(test.name, False, f"{test.at(*broken.path)}: {broken}", spec.rules)
    except HexwrightError as error:  # a plug-in broke, or play goes on without end
        return Result(test.name, False, f"{test.at('id')}: {type(error).__name__}: {error}", spec.rules)
    return Result(test.name, True, "", spec.rules)


def _run(spec: TestSpec, game: Game) -> None:
    events: list[Event] = []
    try:
        state = _position(game, spec, events)
    except (ScriptError, HexwrightError) as error:
        raise Broken(str(error), "position") from None
    played = spec.played
    phases = [played.phase] if isinstance(played.phase, str) and played.phase else list(played.phase)
    passed = passed_by(game, state, phases, events)
    try:
        _played(spec, game, state, events)
    except Broken as broken:
        raise Broken(f"{broken}\n{passed}" if passed else str(broken), *broken.path) from None


def _played(spec: TestSpec, game: Game, state: State, events: list[Event]) -> None:
    """Plays the decisions and compares what comes of them."""
    where: tuple[str | int, ...] = ("play",) if spec.play is not None else ()
    played = spec.played
    dice = Dice(played.dice)
    lines = list(played.decisions)
    for index, line in enumerate(lines or [""]):
        path = (*where, "decisions", index) if lines else (*where, "dice")
        try:
            state, more = play_one(game, state, line if isinstance(line, str) else "", dice)
        except ScriptError as error:
            raise Broken(str(error).removeprefix("line 1: "), *path) from None
        events += more
        if isinstance(line, Mapping) and "refuse" not in line:
            check_options(game, state, line, path)
        elif isinstance(line, Mapping):
            check_refusal(game, state, {"decision": line.get("refuse", ""), **line}, path)
        elif not isinstance(line, str):
            raise Broken("a decision is text, or a table with 'refuse' or of options", *path)
    if dice.left:
        left = ", ".join(map(str, dice.left))
        raise Broken(f"dice are left over: {left}\n{asked_of(game, state)}", *where, "dice")
    check_end(game, state, tuple(events), spec.expect)


def _position(game: Game, spec: TestSpec, told: list[Event]) -> Any:
    at, played = spec.position, spec.played
    units = {id_: None if about is False else about for id_, about in at.units.items()}
    slices = [read_slice(game, plugin, given) for plugin, given in at.slices.items()]
    markers: Any = at.markers
    return scene(
        game, turn=at.turn, units=units, keep=at.keep, control=at.control, features=at.features, markers=markers,
        relations=at.relations, slices=slices, roles=at.roles, done=at.done,
        phase=played.phase, frames=played.frames, told=told,
    )  # fmt: skip


def run_scenario_file(path: str | os.PathLike[str], ruleset: str | os.PathLike[str]) -> list[Result]:
    """Every test of a file, in order, played by the rules of a ruleset (its name or folder)."""
    games = Games(ruleset)
    return [run_scenario(test, games) for test in read_scenarios(path)]


__all__ = ["Games", "Result", "ScenarioTest", "read_scenarios", "run_scenario", "run_scenario_file"]
