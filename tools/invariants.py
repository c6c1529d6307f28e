"""Whole campaigns, many at once, in which all that must hold is looked at whenever somebody is asked.

python tools/invariants.py torch_tunisia --games 1000
python tools/invariants.py torch_tunisia --seeds 17,405 --bot steady --variant tournament
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from multiprocessing import get_context
from statistics import median
from typing import Any

from hexwright.bots import NAMES
from hexwright.game import Game
from hexwright.testing import Walked, WalkReport, walk


@cache
def _game(ruleset: str, scenario: str, variants: tuple[str, ...]) -> Game:
    return Game.load(ruleset, scenario=scenario, variants=variants)


def _work(job: tuple[tuple[str, str, tuple[str, ...]], int, str, float]) -> tuple[WalkReport, float]:
    which, seed, bot, haste = job
    begun = time.process_time()
    found = walk(_game(*which), seed, checks=("units",), bots=bot, haste=haste)
    return found, time.process_time() - begun


def report(title: str, done: Sequence[tuple[WalkReport, float]]) -> str:
    """What the campaigns found, in words."""
    games: list[Walked] = [game for found, _ in done for game in found.games]
    failures = [failure for found, _ in done for failure in found.failures]
    counts, times = [g.decisions for g in games], [seconds for _, seconds in done]
    lines = [
        f"{len(games)} campaigns of {title}, {len(failures)} with an invariant broken",
        f"looked at: {sum(g.visited for g in games)} positions; decisions: {sum(counts)} in all, "
        f"{min(counts)} to {max(counts)}, median {median(counts):g}",
        f"seconds a campaign: median {median(times):.2f}, most {max(times):.2f}",
    ]
    for (winner, reason), count in Counter((g.winner, g.reason) for g in games).most_common():
        lines.append(f"  {count:4d}  {winner or 'nobody'}: {reason}")
    return "\n".join([*lines, *(f"BROKEN {failure}" for failure in failures)])


def main(given: Sequence[str] | None = None) -> int:
    """The command; 1 when an invariant was broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("--games", type=int, default=100, help="seeds 1 to GAMES")
    parser.add_argument("--seeds", default="", help="these seeds instead, with commas")
    parser.add_argument("--bot", choices=NAMES, default="random")
    parser.add_argument(
        "--haste", type=float, default=0.25, help="how often a random player says `done` where it may (0 to 1)"
    )
    parser.add_argument("--scenario", default="")
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(given)
    seeds = [int(s) for s in args.seeds.split(",")] if args.seeds else list(range(1, args.games + 1))
    which = (args.ruleset, args.scenario, tuple(args.variant))
    title = _game(*which).rules.info.title
    jobs: list[Any] = [(which, seed, args.bot, args.haste) for seed in seeds]
    begun = time.monotonic()
    with get_context("spawn").Pool(min(args.processes, len(jobs))) as pool:
        done = list(pool.imap(_work, jobs, chunksize=4))
    print(report(title, done))
    print(f"{time.monotonic() - begun:.0f} seconds with {args.processes} processes")
    return int(any(not found.ok for found, _ in done))


if __name__ == "__main__":
    raise SystemExit(main())
