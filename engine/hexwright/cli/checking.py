"""All that `hexwright check` looks at in a ruleset: each layer that may be played with, the map, the scenario tests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from attrs import field

from ..classes import define, frozen
from ..errors import Fault, RulesetError

if TYPE_CHECKING:
    from ..game import Game
    from ..plugins import Offer
    from ..ruleset.faults import Shelf

UNUSED = "H113"
# The facts of the map can be others only under a layer that has one of these.
OF_THE_MAP = frozenset(
    ("board", "feature", "line", "movement", "nation", "reinforcement", "relation", "route", "space", "stacking",
     "switch", "terrain", "unit", "unit_type", "zone")
)  # fmt: skip


@frozen
class Layers:
    """What is laid over a ruleset in one look at it; `scenario` "" is the one that is played when none is named."""

    scenario: str = ""
    variants: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """'variant hard': the layer that is looked at."""
        return f"variant {self.variants[-1]}" if self.variants else f"scenario {self.scenario}"

    def files(self, folder: str) -> tuple[str, ...]:
        """The files of the layers, the topmost last."""
        from ..ruleset.files import default_scenario

        scenario = self.scenario or default_scenario(folder)
        named = [("scenarios", scenario)] if scenario else []
        named += [("variants", variant) for variant in self.variants]
        return tuple(os.path.join(folder, kind, f"{name}.toml") for kind, name in named)


@frozen(eq=False)
class Checked:
    """What was found: the faults in order, each once, the warnings that comments allow, and the game of the first look.

    `game` is None when the ruleset cannot be played.
    """

    faults: tuple[Fault, ...] = ()
    allowed: tuple[Fault, ...] = ()
    game: Game | None = None

    @property
    def failed(self) -> bool:
        """Whether one of the faults is an error."""
        return any(f.level == "error" for f in self.faults)


@frozen
class _Look:
    layers: Layers
    faults: tuple[Fault, ...]
    allowed: tuple[Fault, ...]
    game: Game | None
    whole: bool


def check_ruleset(folder: str, given: Layers | None = None, *, quick: bool = False) -> Checked:
    """Every fault of a ruleset, each told once.

    Without layers `given` it is looked at as it is played when nothing is said, then with each other scenario and with
    each variant alone; of those only what is new is told. The scenario tests are read too, not run. `quick` leaves out
    all but the first look, and the facts of the map.
    """
    from ..ruleset.load import find_ruleset

    try:
        folder = str(find_ruleset(folder))
    except RulesetError as error:
        return Checked(error.faults)
    looking = _Looking(folder, quick)
    first = looking.look(given or Layers())
    if given is not None or quick:
        faults = [f for f in first.faults if f.code != UNUSED or _is_judged(f, folder, given)]
        return Checked(tuple(faults), first.allowed, first.game)
    looks = [first, *(looking.look(layers) for layers in _others(folder))]
    faults = [*_told_once(looks, folder), *_of_tests(folder, first.game, looking.shelf)]
    allowed = {_known(f): f for look in looks for f in look.allowed}
    return Checked(tuple(faults), tuple(allowed.values()), first.game)


@define
class _Looking:
    """One look after the other at a ruleset; what they share is read once."""

    folder: str
    quick: bool
    shelf: Shelf = field(factory=dict)
    offers: Mapping[str, Offer] | None = None

    def look(self, layers: Layers) -> _Look:
        """All faults under these layers; the facts of the map are left out where they cannot be others."""
        from ..game import Game
        from ..plugins import discover

        if self.offers is None:
            self.offers = discover((), Path(self.folder))
        allowed: list[Fault] = []
        whole = not self.quick and self._may_change_the_map(layers)
        game, faults = Game.load_with_faults(
            self.folder, scenario=layers.scenario, variants=layers.variants, settings=layers.settings,
            map_facts=whole, allowed=allowed, offers=self.offers, shelf=self.shelf,
        )  # fmt: skip
        return _Look(layers, faults, tuple(allowed), game, whole)

    def _may_change_the_map(self, layers: Layers) -> bool:
        from ..ruleset.faults import Report
        from ..ruleset.files import read_overlay
        from ..ruleset.paths import split
        from ..ruleset.suppression import MARK

        if layers == Layers() or layers.settings:
            return True
        named = [("scenario", layers.scenario)] if layers.scenario else []
        named += [("variant", variant) for variant in layers.variants]
        report = Report(shelf=self.shelf)
        sources = [s for kind, name in named for s in read_overlay(self.folder, kind, name, report).sources]
        tables = {table for source in sources for table in source.data}
        gone = [entry for source in sources for entry in source.data.get("remove", ())]
        tables |= {str(path[0]) for entry in gone if isinstance(entry, str) and (path := split(entry))}
        # A layer whose comments allow something is looked at as a whole, to tell which of them are of no use.
        return not tables.isdisjoint(OF_THE_MAP) or any(MARK in source.text for source in sources)


def _others(folder: str) -> Iterator[Layers]:
    from ..ruleset.files import default_scenario, overlays

    for scenario in overlays(folder, "scenario"):
        if scenario != default_scenario(folder):
            yield Layers(scenario)
    for variant in overlays(folder, "variant"):
        yield Layers(variants=(variant,))


def _known(fault: Fault) -> tuple[str, str, int, int, str]:
    """By what a fault is known again under other layers."""
    return fault.code, fault.file, fault.line, fault.column, fault.message


def _told_once(looks: list[_Look], folder: str) -> Iterator[Fault]:
    """The faults of the first look, then what is new in each other one; with the layer where its file does not tell."""
    files = [look.layers.files(folder) for look in looks]
    overlays = {file for some in files for file in some}
    unused = [{_known(f) for f in look.faults if f.code == UNUSED} for look in looks]
    usual = {_known(f) for f in looks[0].allowed}
    needed = [{(f.file, f.code) for f in look.allowed if _known(f) not in usual} for look in looks]
    told: set[tuple[str, str, int, int, str]] = set()
    for look, own in zip(looks, files, strict=True):
        for fault in look.faults:
            if _known(fault) in told:
                continue
            if fault.code == UNUSED:
                # A comment that one look has no use for may be needed in another one in which its file takes part.
                base = fault.file not in overlays
                judges = [n for n, some in enumerate(files) if base or fault.file in some]
                if not all(_known(fault) in unused[n] for n in judges if looks[n].whole):
                    continue
                if any((fault.file, _code(fault)) in needed[n] for n in judges if not looks[n].whole):
                    continue
            told.add(_known(fault))
            plain = look is looks[0] or fault.file == own[-1]
            yield fault if plain else attrs.evolve(fault, related=(*fault.related, ("with", look.layers.told)))


def _code(unused: Fault) -> str:
    """The code that a comment allows in vain: it is what the caret points at."""
    return unused.source[unused.column - 1 : unused.end_column - 1]


def _is_judged(fault: Fault, folder: str, given: Layers | None) -> bool:
    """Whether it is known that nothing needs a comment: those of lower layers may be needed without the topmost one."""
    if given is None or given == Layers():
        return True
    return not given.settings and fault.file in given.files(folder)[-1:]


def _of_tests(folder: str, game: Game | None, shelf: Shelf) -> Iterable[Fault]:
    """What is wrong with how the scenario tests and their maps are written; what they name, when there is a game."""
    files = sorted(p for p in Path(folder, "tests").glob("*.toml") if not p.name.startswith("."))
    if not files:
        return
    from ..testing.check_tests import TestChecker
    from ..testing.scenarios import read_scenarios

    checker = TestChecker(game, shelf) if game is not None else None
    for file in files:
        for test in read_scenarios(file):
            yield from checker.faults(test) if checker is not None else test.faults
    if checker is None:
        return
    for file in sorted(Path(folder, "tests", "maps").glob("*.toml")):
        yield from checker.faults_of_map_file(os.fspath(file))
