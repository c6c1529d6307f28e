"""Which rules something enforces, and what: entries of the data, plug-ins, scenario tests, other rules.

A rule is enforced when its id is quoted by

* an entry of the resolved ruleset (a phase, a terrain, a die, a row of a table, a setting of an active plug-in ...),
* the source of an active plug-in, or of the engine,
* a scenario test of the ruleset, which proves it,
* or nowhere, but `games/coverage_allow.toml` says which rules show it, and all of these are enforced.

All others are left out of the rulebook: nobody would notice if they were wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import field

from ..classes import frozen
from ..errors import RulesetError
from ..game import Game
from ..plugins import source_of
from ..ruleset.check_use import quoted
from ..ruleset.paths import has_ids
from ..ruleset.positions import Path as KeyPath
from ..testing.coverage import Allowed, read_allowed
from ..testing.scenarios import ScenarioTest, read_scenarios

_NO_RULES = ("rule", "rulebook", "style")


@frozen
class Why:
    """What enforces a rule: paths of entries that quote it, plug-ins, scenario tests, rules that show it."""

    entries: tuple[KeyPath, ...] = ()
    plugins: tuple[str, ...] = ()
    tests: tuple[ScenarioTest, ...] = ()
    shown_by: tuple[str, ...] = ()
    reason: str = ""

    def __bool__(self) -> bool:
        return bool(self.entries or self.plugins or self.tests or self.shown_by)


@frozen(eq=False)
class Enforced:
    """The enforced rules in the order of the rulebook with what enforces each, and those that nothing enforces."""

    rules: dict[str, Why]
    left_out: tuple[str, ...]
    tests: tuple[ScenarioTest, ...] = field(repr=False)


def enforced(game: Game) -> Enforced:
    """What enforces the rules of a game."""
    known = game.rules.rule
    entries: dict[str, list[KeyPath]] = {}
    for path, text in written({n: t for n, t in game.rules.document.items() if n not in _NO_RULES}, ()):
        if text in known:
            entries.setdefault(text, []).append(path)
    by_plugin = _by_plugins(game)
    tests = scenario_tests(Path(game.rules.folder))
    proved: dict[str, list[ScenarioTest]] = {}
    for test in tests:
        for name in dict.fromkeys(test.spec.rules if test.spec is not None else ()):
            proved.setdefault(name, []).append(test)
    found = {
        rule: Why(tuple(entries.get(rule, ())), tuple(by_plugin.get(rule, ())), tuple(proved.get(rule, ())))
        for rule in known
    }
    _show(found, _allowed(game))
    return Enforced({r: w for r, w in found.items() if w}, tuple(r for r, w in found.items() if not w), tests)


def written(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Every text in a piece of TOML, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from written(item, (*path, name))
    elif isinstance(value, list):
        ids = has_ids(value)
        for index, item in enumerate(value):
            yield from written(item, (*path, item["id"] if ids else index))


def _by_plugins(game: Game) -> dict[str, list[str]]:
    """Rule -> the active plug-ins that quote it: in their own source, else in what they import from others."""
    known = game.rules.rule
    found: dict[str, list[str]] = {}
    for read in (own_source, source_of):
        before = frozenset(found)
        for offer in game.plugins.active:
            for name in quoted(read(offer.module) or "") - before:
                if name in known:
                    found.setdefault(name, []).append(offer.id)
    return found


def own_source(module: Any) -> str:
    """The source of a plug-in's own file, or of all files of its own package; "" where it cannot be read."""
    file = getattr(module, "__file__", None)
    if not file:
        return ""
    home = Path(file)
    files = sorted(home.parent.glob("*.py")) if home.name == "__init__.py" else [home]
    try:
        return "\n".join(path.read_text(encoding="utf-8") for path in files)
    except (OSError, ValueError):
        return ""


def scenario_tests(folder: Path) -> tuple[ScenarioTest, ...]:
    """The scenario tests of a ruleset that can be read, in the order of their files."""
    files = sorted(folder.joinpath("tests").glob("*.toml")) if folder.joinpath("tests").is_dir() else []
    return tuple(test for file in files for test in read_scenarios(file) if test.spec is not None)


def _allowed(game: Game) -> tuple[Allowed, ...]:
    """What the ruleset says of rules that nothing quotes; its list is written for the rules without variants."""
    folder = Path(game.rules.folder)
    try:
        return read_allowed(folder, game)
    except RulesetError:
        return read_allowed(folder, Game.load(folder)) if game.rules.variants or game.given else ()


def _show(found: dict[str, Why], allowed: Iterable[Allowed]) -> None:
    """Rules that others show, in as many rounds as one of them needs another."""
    told = [(rule, each) for each in allowed if each.shown_by for rule in each.rules if not found.get(rule, Why())]
    for _ in told:
        for rule, each in told:
            if rule in found and not found[rule] and all(found.get(other, Why()) for other in each.shown_by):
                found[rule] = Why(shown_by=each.shown_by, reason=each.reason)


__all__ = ["Enforced", "Why", "enforced", "scenario_tests", "written"]
