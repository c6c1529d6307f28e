"""Break each key, reference and type of rulesets once, check the ruleset, and tell which slips the check does not see.

    python tools/mutants.py rulesets/torch_tunisia tests/rulesets/skirmish
    python tools/mutants.py rulesets/torch_tunisia --only "air convoys" --sample 200 --seed 3 --processes 2

A mutant is one small edit of one TOML file. It is caught at the right line when a fault stands on the line of the
edited key or value; of a renamed id, also where something names it, or in the table that it heads. Exit code 1 when
one is not.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field, frozen

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.mutations import Mutant, Shape, mutants

from hexwright.errors import Fault
from hexwright.game import Game
from hexwright.plugins import Offer, choose, discover
from hexwright.rules import SHIPPED
from hexwright.ruleset import files, load, piece
from hexwright.ruleset import structure as structuring
from hexwright.ruleset.checks import run_checks
from hexwright.ruleset.faults import Report
from hexwright.ruleset.files import overlays, read_source, toml_files
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.layers import Source
from hexwright.ruleset.paths import dotted, reach, split
from hexwright.ruleset.positions import Positions
from hexwright.ruleset.schema import Extension
from hexwright.strict import structure
from hexwright.testing import check_tests, scenarios
from hexwright.testing.check_tests import TestChecker
from hexwright.testing.scenarios import read_scenarios

FREE_ID = "ids that nothing names"
OVERRULED = "values that another layer always replaces"
# Where the loader reads files and tables: there the tool puts its caches.
PATCHED = tuple((module, "read_source") for module in (files, load)) + tuple(
    (module, "structure") for module in (structuring, scenarios, check_tests, piece)
)
_PART = 20  # mutants that a process judges before it is given the next ones
NOT_CAUGHT, ELSEWHERE, RIGHT = "not caught", "caught elsewhere", "caught"


@frozen
class Verdict:
    """What became of one mutant; `told` names its place and edit, and what was said instead."""

    kind: str
    result: str
    told: str = ""

    @property
    def escaped(self) -> bool:
        """Whether it is not caught, or not at the right line."""
        return self.result in (ELSEWHERE, NOT_CAUGHT)


# ------------------------------------------------------------------ quick checks of an edited folder


@define
class Cache:
    """Files that are as they were, and tables that were read once: only the edited file and table are read anew."""

    edited: str = ""
    sources: dict[tuple[str, str], Source | None] = field(factory=dict)
    tables: dict[tuple[type, str], Any] = field(factory=dict)

    def install(self) -> None:
        """Let the loader ask here."""
        for module, name in PATCHED:
            setattr(module, name, self.source if name == "read_source" else self.table)

    def source(self, layer: str, file: str, report: Report) -> Source | None:
        """A file, read once unless it is the edited one."""
        if file == self.edited:
            return read_source(layer, file, report)
        if (layer, file) not in self.sources:
            self.sources[layer, file] = read_source(layer, file, report)
        return self.sources[layer, file]

    def table(self, value: Any, cls: type) -> Any:
        """A table as an instance of a class, and what is wrong in it, worked out once."""
        name = (cls, repr(value))
        if name not in self.tables:
            self.tables[name] = structure(value, cls)
        return self.tables[name]


class Folder:
    """A copy of a ruleset folder in which one file after the other is edited and looked at."""

    def __init__(self, ruleset: Path, copy: Path) -> None:
        shutil.copytree(ruleset, copy, ignore=shutil.ignore_patterns("games", "__pycache__"))
        self.path = copy
        self.offers: dict[str, Offer] = discover((), copy)
        self.cache = Cache()
        self.cache.install()
        self._merged: dict[tuple[str, tuple[str, ...]], Any] = {}
        self._documents: list[tuple[Any, Any]] = []
        self._sources: dict[str, str] = {}
        self._clean: dict[str, frozenset[tuple[str, str, int, str]]] = {}
        self._users: dict[str, set[tuple[str, int]]] = {}

    @property
    def files(self) -> list[str]:
        """Every TOML file, by its name in the folder: the base, overlays, scenario tests and their maps."""
        kinds = ("", "scenarios", "variants", "tests", os.path.join("tests", "maps"))
        return [os.path.join(kind, name) for kind in kinds for name in toml_files(str(self.path / kind))]

    def source(self, file: str) -> Source:
        """A file as it is."""
        found = read_source("base", str(self.path / file), Report())
        assert found is not None, f"{file} is not valid TOML"
        return found

    def shape(self) -> Shape:
        """The words of the ruleset with all that its variants add."""
        return Shape(self._inspected("", ()))

    # -- looking

    def looks(self, file: str) -> Iterator[Iterator[Iterable[Fault]]]:
        """The looks at the folder in which an edit of a file may be seen, the likeliest first, each in steps."""
        kind, name = os.path.dirname(file), os.path.basename(file).removesuffix(".toml")
        if kind == "tests":
            yield self._tests(file)
        elif kind == "scenarios":
            yield self._look(scenario=name)
        elif kind == "variants":
            yield self._look(variants=(name,))
        elif kind:
            yield iter([self._checker.faults_of_map_file(str(self.path / file))])
        else:
            yield self._look()
            yield from (self._look(scenario=name) for name in overlays(str(self.path), "scenario"))
            yield from (self._look(variants=(name,)) for name in overlays(str(self.path), "variant"))

    def _look(self, scenario: str = "", variants: tuple[str, ...] = ()) -> Iterator[Iterable[Fault]]:
        """What reading finds, then what the quick checks find, then what the map as a whole shows."""
        from hexwright.ruleset.map_facts import MAP_CHECKS

        game, faults = self._inspected(scenario, variants), self._choice[1]
        before = self._merged.setdefault((scenario, variants), game.merged.document)
        self._documents.append((before, game.merged.document))
        yield (found := faults + _located(game))
        if not game.report.unreadable:
            run_checks(game)
            yield (more_found := _located(game))
            if not any(f.level == "error" for f in (*found, *more_found)):
                run_checks(game, MAP_CHECKS)
                yield _located(game)

    def _inspected(self, scenario: str, variants: tuple[str, ...]) -> Inspection:
        head = load.read_head(self.path, scenario=scenario, variants=variants)
        chosen = choose(head.info.plugins, self.offers, at=head.at)
        self._choice = self._extensions(chosen), [*head.faults, *chosen.faults]
        return load.inspect(
            self.path, scenario=scenario, variants=variants, extensions=self._choice[0],
            frames=tuple(f.name for f in SHIPPED),
        )  # fmt: skip

    def _extensions(self, chosen: Any) -> tuple[Extension, ...]:
        names = tuple(o.id for o in chosen.active)
        known: dict[Any, tuple[Extension, ...]] = self.__dict__.setdefault("_known_extensions", {})
        if names not in known:
            found = chosen.extensions()
            texts = [e.text() for e in found]
            known[names] = tuple(attrs.evolve(e, text=lambda t=t: t) for e, t in zip(found, texts, strict=True))
        return known[names]

    def _tests(self, file: str) -> Iterator[Iterable[Fault]]:
        tests = read_scenarios(self.path / file)
        yield [fault for test in tests for fault in test.faults]
        yield [fault for test in tests for fault in self._checker.faults(test)]

    @cached_property
    def _checker(self) -> TestChecker:
        return TestChecker(Game.load(self.path))

    # -- mutants

    def judged(self, file: str, mutant: Mutant, named: frozenset[tuple[str, str]]) -> Verdict:
        """What the checks say of a mutant of a file."""
        path = str(self.path / file)
        if self.cache.edited != path:
            self.restore()
            self.cache.edited = path
        text = self._text(file)
        Path(path).write_text(text[: mutant.start] + mutant.text + text[mutant.end :], encoding="utf-8")
        where = Positions(text)
        first, last = (where.line_column(offset)[0] for offset in mutant.right)
        right = {(path, line) for line in range(first, last + 1)}
        if mutant.id[1]:
            right |= self._lines_with(_word(mutant.id))
        clean = self._known_faults(file)
        others: dict[Fault, None] = {}
        self._documents.clear()
        for look in self.looks(file):
            for faults in look:
                new = [f for f in faults if _known(f) not in clean]
                if any((f.file, f.line) in right for f in new):
                    return Verdict(mutant.kind, RIGHT)
                others.update(dict.fromkeys(new))
            if others or (mutant.id[1] and not _is_named(mutant.id, named)):
                break
        if not others and mutant.id[1] and not _is_named(mutant.id, named):
            return Verdict(mutant.kind, FREE_ID)
        if not others and self._documents and all(known == now for known, now in self._documents):
            return Verdict(mutant.kind, OVERRULED)
        line = where.line_column(mutant.start)[0]
        edit = f"{text[mutant.start : mutant.end][:40]!r} -> {mutant.text[:40]!r}" if mutant.text != "x" else "misspelt"
        told = f"{file}:{line}: {mutant.kind}: {dotted(mutant.path)} ({edit})"
        said = [f"\n    {Path(f.file).name}:{f.line}: {f.code} {f.message}" for f in list(others)[:2]]
        return Verdict(mutant.kind, ELSEWHERE if others else NOT_CAUGHT, told + "".join(said))

    def restore(self) -> None:
        """Put the edited file back."""
        if self.cache.edited:
            file = os.path.relpath(self.cache.edited, self.path)
            Path(self.cache.edited).write_text(self._text(file), encoding="utf-8")
            self.cache.edited = ""

    def _text(self, file: str) -> str:
        if file not in self._sources:
            self._sources[file] = self.source(file).text
        return self._sources[file]

    def _known_faults(self, file: str) -> frozenset[tuple[str, str, int, str]]:
        """The faults of the folder before anything was edited."""
        kind = file if os.path.dirname(file) else ""
        if kind not in self._clean:
            copy = (self.path / file).read_text(encoding="utf-8")
            (self.path / file).write_text(self._text(file), encoding="utf-8")
            found = (f for look in self.looks(file) for faults in look for f in faults)
            self._clean[kind] = frozenset(_known(f) for f in found)
            (self.path / file).write_text(copy, encoding="utf-8")
        return self._clean[kind]

    def _lines_with(self, name: str) -> set[tuple[str, int]]:
        """The lines of all files that name something, and those of the tables that it heads."""
        if name not in self._users:
            word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
            found: set[tuple[str, int]] = set()
            for file in self.files:
                lines = self._text(file).split("\n")
                headed = False
                for number, line in enumerate(lines, 1):
                    named = bool(word.search(line))
                    headed = named if line.startswith("[") else headed
                    found |= {(str(self.path / file), number)} if named or headed else set()
            self._users[name] = found
        return self._users[name]


def _located(game: Inspection) -> list[Fault]:
    found = [*game.report.faults, *(game.merged.locate(finding) for finding in game.report.findings)]
    game.report.faults.clear()
    game.report.findings.clear()
    return found


def _known(fault: Fault) -> tuple[str, str, int, str]:
    return fault.code, fault.file, fault.line, fault.message


def _word(id: tuple[str, str]) -> str:
    """How an id is written where it is used: a switch by its last part, below its table."""
    return str((split(id[1]) or (id[1],))[-1]) if id[0] == "switch" else id[1]


def _is_named(id: tuple[str, str], named: frozenset[tuple[str, str]]) -> bool:
    """Whether a key of any file refers to an id of this kind."""
    kinds = {"space": ("space", "place"), "unit": ("unit", "place"), "side": ("side", "seat")}
    return any((kind, id[1]) in named for kind in kinds.get(id[0], (id[0],)))


# ------------------------------------------------------------------ all of them


@frozen
class Work:
    """The mutants of a ruleset, what is named in it, and what was left out, by the reason."""

    ruleset: Path
    mutants: tuple[tuple[str, Mutant], ...]
    named: frozenset[tuple[str, str]]
    skipped: dict[str, int]


def planned(ruleset: Path, only: Sequence[str] = (), sample: int = 0, seed: int = 1) -> Work:
    """The mutants of a ruleset: all, those whose file or path has one of the words, or some by chance."""
    skipped: dict[str, int] = {}
    named: set[tuple[str, str]] = set()
    found: list[tuple[str, Mutant]] = []
    with tempfile.TemporaryDirectory() as where:
        folder = Folder(ruleset, Path(where) / ruleset.name)
        shape = folder.shape()
        for file in folder.files:
            source = folder.source(file)
            is_test = os.path.dirname(file) == "tests"
            entries = list(shape.of_tests(source.data) if is_test else shape.of_rules(source.data))
            if not is_test:
                named |= set(_names(entries, source.data))
                thrown = [reach(source.data, path) for path in shape.switches]
                named |= {("value", str(value[0])) for value in thrown if value}
            found += [(file, mutant) for mutant in mutants(source, entries, skipped)]
    chosen = [(f, m) for f, m in found if not only or any(w in f or w in dotted(m.path) for w in only)]
    if sample and sample < len(chosen):
        picked = sorted(random.Random(seed).sample(range(len(chosen)), sample))
        chosen = [chosen[n] for n in picked]
    return Work(ruleset, tuple(chosen), frozenset(named), skipped)


def _names(entries: Iterable[Any], data: Any) -> Iterator[tuple[str, str]]:
    for entry in entries:
        if entry.key == "reference":
            yield from ((kind, str(entry.path[-1])) for kind in entry.names.split("|"))
        value = data
        for part in entry.path if entry.refers else ():
            value = value[part]
        if entry.refers and isinstance(value, str):
            yield from ((kind, value) for kind in entry.refers.split("|"))


@define
class _Worker:
    """What a process keeps from one part of the work to the next."""

    work: Work | None = None
    folder: Folder | None = None


_WORKER = _Worker()


def _start(work: Work, where: str) -> None:
    _WORKER.work = work
    _WORKER.folder = Folder(work.ruleset, Path(where) / str(os.getpid()) / work.ruleset.name)


def _judge(part: Sequence[tuple[str, Mutant]]) -> list[Verdict]:
    work, folder = _WORKER.work, _WORKER.folder
    assert work is not None and folder is not None
    return [folder.judged(file, mutant, work.named) for file, mutant in part]


def verdicts(work: Work, processes: int = 1) -> Iterator[Verdict]:
    """The verdicts on all mutants, in the order of the files."""
    with tempfile.TemporaryDirectory() as where:
        if processes < 2:
            _start(work, where)
            yield from _judge(work.mutants)
            return
        parts = [work.mutants[n : n + _PART] for n in range(0, len(work.mutants), _PART)]
        with get_context("spawn").Pool(processes, _start, (work, where)) as pool:
            for done in pool.imap(_judge, parts):
                yield from done


def report(work: Work, found: Sequence[Verdict], seconds: float) -> str:
    """The counts by kind, and what was left out."""
    counts = Counter((v.kind, v.result) for v in found)
    results = (RIGHT, ELSEWHERE, NOT_CAUGHT)
    lines = [f"{work.ruleset.name}: {len(found)} mutants in {seconds:.0f} s, {len(found) / seconds:.0f} a second"]
    lines.append(f"  {'kind':<16}{'mutants':>9}" + "".join(f"{r:>18}" for r in results) + f"{'left out':>10}")
    for kind in sorted({v.kind for v in found}):
        row = [counts[kind, r] for r in results]
        made = sum(v.kind == kind for v in found)
        lines.append(f"  {kind:<16}{made:>9}" + "".join(f"{n:>18}" for n in row) + f"{made - sum(row):>10}")
    left = {**work.skipped, **{r: sum(v.result == r for v in found) for r in (FREE_ID, OVERRULED)}}
    lines.append("  left out: " + ", ".join(f"{n} {reason}" for reason, n in sorted(left.items()) if n))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 1 when a mutant is not caught at the right line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rulesets", nargs="+", type=Path, metavar="RULESET", help="folder of a ruleset")
    parser.add_argument("--only", default="", metavar="WORDS", help="only mutants whose file or path has one of these")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many, picked by chance; all without it")
    parser.add_argument("--seed", type=int, default=1, help="of --sample")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="how many work at the same time")
    given = parser.parse_args(arguments)
    escaped = 0
    for ruleset in given.rulesets:
        work = planned(ruleset, given.only.split(), given.sample, given.seed)
        begin = time.monotonic()
        found = []
        for verdict in verdicts(work, given.processes):
            found.append(verdict)
            if verdict.escaped:
                print(f"{verdict.result}: {verdict.told}", flush=True)
        print(report(work, found, max(0.001, time.monotonic() - begin)), flush=True)
        escaped += sum(verdict.escaped for verdict in found)
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main())
