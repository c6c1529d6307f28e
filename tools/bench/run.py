"""Runs the benchmarks and prints one table: python tools/bench/run.py [--only NAME ...] [--quick] [--bgio DIR]."""

from __future__ import annotations

import argparse
import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

if __name__ == "__main__":  # as a script it finds its neighbours from the folder of the repository
    sys.path[0] = str(Path(__file__).resolve().parents[2])

if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.bench.measure import Row, Setting

    Benchmark = Callable[[Setting], list[Row]]


def benchmarks() -> dict[str, Benchmark]:
    """Every benchmark by its name, in the order of the table."""
    from tools.bench import campaigns, hooking, keeping, mapping, play, starting

    return {
        "skirmish": play.skirmish,
        "small-games": play.small_games,
        "apply": keeping.apply_and_options,
        "clone": keeping.clone,
        "size": keeping.size,
        "save": keeping.save_and_load,
        "range": mapping.ranges,
        "large-map": mapping.large_map,
        "hooks": hooking.dispatch,
        "start-up": starting.start_up,
        "loading": starting.loading,
        "campaigns": campaigns.campaigns,
    }


def main() -> None:
    """Measure what was asked for and print the table."""
    from tools.bench import peer
    from tools.bench.measure import FULL, QUICK, table

    known = benchmarks()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(known), metavar="NAME", help=", ".join(known))
    parser.add_argument("--quick", action="store_true", help="short runs, rough figures")
    parser.add_argument("--bgio", type=Path, metavar="DIR", help="the boardgame.io peer: its scripts and node_modules")
    given = parser.parse_args()
    setting = evolve(QUICK if given.quick else FULL, bgio=given.bgio)
    rows: list[Row] = []
    for name, work in known.items():
        if given.only and name not in given.only:
            continue
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += [evolve(row, theme=name) for row in work(setting)]
    implementation = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{implementation}; CPU time, medians. Figures move with the machine: quote ratios of one run.")
    if why := peer.why_absent(given.bgio):
        print(f"boardgame.io is left out: {why}.")
    print(table(rows))


if __name__ == "__main__":
    main()
