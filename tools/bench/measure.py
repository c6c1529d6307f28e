"""How the benchmarks measure: CPU time, medians of repeated runs, and the one table they are printed in."""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

from attrs import evolve, field, frozen

P = ParamSpec("P")
T = TypeVar("T")
BETTER_MORE = ("/s", "x")  # units of which more is better; of all others less is
GAMES = Path(__file__).resolve().parent / "games"
RULESETS = Path(__file__).resolve().parents[2] / "tests" / "rulesets"


@frozen
class Setting:
    """How long to measure: `runs` repetitions of at least `least` CPU seconds each, and how large the work is.

    `decisions` ends a campaign early (0: never), `bgio` is the folder of the boardgame.io peer if there is one.
    """

    runs: int = 5
    least: float = 0.3
    campaigns: int = 8
    decisions: int = 0
    hexes: int = 100_000
    processes: int = 5
    bgio: Path | None = None


FULL = Setting()
QUICK = Setting(runs=3, least=0.05, campaigns=3, processes=3)
SMOKE = Setting(runs=1, least=0.0, campaigns=1, decisions=15, hexes=300, processes=1)


@frozen
class Row:
    """One line of the table: our figure, the reference of the same run (None: there is none), and what is wanted.

    `met` is None where nothing is wanted. `ratio` says how many times as good as the reference we are.
    """

    what: str
    ours: float
    unit: str
    against: str = ""
    theirs: float | None = None
    target: str = ""
    met: bool | None = None
    theme: str = field(default="", kw_only=True)

    @property
    def ratio(self) -> float | None:
        """Ours by theirs where more is better, theirs by ours where less is."""
        if self.theirs is None or not self.theirs or not self.ours:
            return None
        return self.ours / self.theirs if self.unit.endswith(BETTER_MORE) else self.theirs / self.ours

    def wants(self, target: str, *, ratio: float = 0.0, most: float = 0.0, least: float = 0.0) -> Row:
        """The row with its target: at least this ratio, and at most or at least this figure; those given all count.

        >>> Row("play", 30.0, "/s", "peer", 10.0).wants("2 x", ratio=2.0).met
        True
        """
        tests = []
        if ratio and (found := self.ratio) is not None:
            tests.append(found >= ratio)
        if most:
            tests.append(self.ours <= most)
        if least:
            tests.append(self.ours >= least)
        return evolve(self, target=target, met=all(tests) if tests else None)


def per_call(setting: Setting, *works: Callable[[], object]) -> list[float]:
    """CPU seconds a call of each: medians of runs that take turns, so that all of them see the same machine."""
    times = [_repeats(work, setting.least) for work in works]
    found: list[list[float]] = [[] for _ in works]
    for _ in range(setting.runs):
        for kept, work, count in zip(found, works, times, strict=True):
            begun = time.process_time()
            for _ in range(count):
                work()
            kept.append((time.process_time() - begun) / count)
    return [statistics.median(kept) for kept in found]


def _repeats(work: Callable[[], object], least: float) -> int:
    count = 1
    if not least:
        return count
    work()
    while True:
        begun = time.process_time()
        for _ in range(count):
            work()
        spent = time.process_time() - begun
        if spent >= least / 4:
            return max(1, round(count * least / spent))
        count = max(count * 2, int(count * least / 2 / max(spent, 1e-6)))


def rates(setting: Setting, *works: Callable[[], int]) -> list[float]:
    """Operations a CPU second of each work, which returns how many it did: medians of runs that take turns."""
    found: list[list[float]] = [[] for _ in works]
    for work in works if setting.least else ():
        work()
    for _ in range(setting.runs):
        for kept, work in zip(found, works, strict=True):
            gc.collect()
            done, begun = 0, time.process_time()
            while True:
                done += work()
                spent = time.process_time() - begun
                if spent and spent >= setting.least:
                    break
            kept.append(done / spent)
    return [statistics.median(kept) for kept in found]


def once(setting: Setting, *works: Callable[[], object]) -> list[float]:
    """CPU seconds of one call of each long work: medians of runs that take turns."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(setting.runs):
        for kept, work in zip(found, works, strict=True):
            gc.collect()
            begun = time.process_time()
            work()
            kept.append(time.process_time() - begun)
    return [statistics.median(kept) for kept in found]


def processes(setting: Setting, *commands: Sequence[str]) -> list[float]:
    """CPU seconds of whole processes, user and system: medians of runs that take turns. They must succeed.

    Byte code is kept in a folder of its own, as if the program had been installed and run before.
    """
    found: list[list[float]] = [[] for _ in commands]
    with tempfile.TemporaryDirectory() as scratch:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": scratch}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for command in commands if setting.least else ():
            _spent(command, env)
        for _ in range(setting.processes):
            for kept, command in zip(found, commands, strict=True):
                kept.append(_spent(command, env))
    return [statistics.median(kept) for kept in found]


def _spent(command: Sequence[str], env: dict[str, str]) -> float:
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=env)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, list(command))
    return usage.ru_utime + usage.ru_stime


def resident(*, peak: bool = False) -> float:
    """Megabytes of memory that this process holds just now, or has held at most."""
    word = "VmHWM:" if peak else "VmRSS:"
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(word)) / 2**10


def in_child(setting: Setting, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What the work comes to in a new process, whose memory nothing else has used; here in the quickest setting.

    A forked child would not do: it goes on in the memory that its parent has used and freed.
    """
    if not setting.least:
        return work(*given, **named)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *given, **named).result()


HEAD = ("", "ours", "reference", "", "ratio", "target", "")


def table(rows: Iterable[Row]) -> str:
    """The rows as plain text, a heading for each theme; `ratio` is how many times as good as the reference."""
    lines = [HEAD]
    theme = ""
    for row in rows:
        if row.theme != theme:
            theme = row.theme
            lines.append((f"-- {theme}", "", "", "", "", "", ""))
        ratio = row.ratio
        lines.append(
            (
                row.what,
                f"{_figure(row.ours)} {row.unit}",
                "-" if row.theirs is None else _figure(row.theirs),
                row.against,
                "-" if ratio is None else _figure(ratio),
                row.target or "-",
                {True: "met", False: "MISSED", None: "-"}[row.met],
            )
        )
    wide = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    return "\n".join("  ".join(map(_padded, line, wide, range(len(HEAD)))).rstrip() for line in lines)


def _padded(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if column in (1, 2, 4) else cell.ljust(width)


def _figure(number: float) -> str:
    """Three digits that mean something.

    >>> _figure(12345.6), _figure(0.1234), _figure(12.34)
    ('12,300', '0.123', '12.3')
    """
    if abs(number) >= 1000:
        return f"{round(number, 2 - int(len(str(int(abs(number)))) - 1)):,.0f}"
    return f"{number:.3g}"
