"""`hexwright diff`: what differs between two sets of rules in words, and what that does to games."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import Fault, HexwrightError, RulesetError
from . import COMMANDS
from .options import Layers, load_game, named_rules
from .trouble import told_faults

if TYPE_CHECKING:
    from ..comparing.games import Duel, Followed
    from ..comparing.lines import Line
    from ..game import Game

DIFFERENT, TROUBLE = 1, 2
SHARE = 4  # games that a process follows before it takes others


@click.command("diff", short_help=COMMANDS["diff"][1])
@click.argument("a")
@click.argument("b")
@click.option("--scenario", default="", metavar="S", help="The scenario of both.")
@click.option("settings", "--set", multiple=True, metavar="KEY=VALUE", help="Change one value of the rules of B.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How it is printed.")
@click.option(
    "--games", type=click.IntRange(0), default=None, metavar="N", help="Also follow A's recorded games, N of bots too."
)
@click.option("--bot", default="steady", metavar="NAME", help="Who plays them, on every side: steady or random.")
@click.option("--processes", type=click.IntRange(1), default=None, help="At how many at once; as many as processors.")
def diff_command(
    a: str,
    b: str,
    scenario: str,
    settings: tuple[str, ...],
    form: str,
    games: int | None,
    bot: str,
    processes: int | None,
) -> None:
    """Tell what differs between the rules A and B, each with its file and line.

    A and B are rulesets, with variants as in RULESET+VARIANT+VARIANT. Compared are the rules as they are played,
    after all layers; the order of keys and the names of files do not count.

    With --games the recorded games of A (the files games/*.jsonl in its folder) are played again under B, and N games
    of bots are played with the same seeds under both: for each the first decision at which they part, and how the wins
    of each side shift, with a 95% interval of confidence.

    The exit code is 0 when the rules are the same, 1 when they differ, 2 when one of them does not load or the
    command was not understood.
    """
    _check_bot(bot)
    loads = ((*named_rules(a, scenario), ()), (*named_rules(b, scenario), settings))
    one, other = _both((a, b), loads, form)
    from ..comparing.words import told

    lines = told(one, other)
    followed: tuple[Followed, ...] = ()
    duels: tuple[Duel, ...] = ()
    if games is not None:
        followed, duels = _played(loads, one, games, bot, processes or os.cpu_count() or 1)
    if form == "json":
        found = _as_json((a, b), (one, other), lines, followed, duels, games)
        out = [json.dumps(found, indent=2, ensure_ascii=False)]
    else:
        out = _differences((a, b), lines)
        out += _games(one, other, followed, duels, bot) if games is not None else []
    for line in out:
        click.echo(line)
    if lines:
        raise click.exceptions.Exit(DIFFERENT)


def _check_bot(bot: str) -> None:
    from ..bots import NAMES
    from ..errors import nearest
    from .trouble import usage

    if bot not in NAMES:
        near = nearest(bot, NAMES)
        raise usage(f"no bot {bot!r}; " + (f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}"))


def _both(names: tuple[str, str], loads: tuple[Layers, Layers], form: str) -> tuple[Game, Game]:
    """Both games; when one does not load its faults are printed and nothing else."""
    games: list[Game] = []
    faults: dict[str, tuple[Fault, ...]] = {}
    for name, load in zip(names, loads, strict=True):
        try:
            games.append(load_game(*load))
        except RulesetError as error:
            faults[name] = error.faults
    if len(games) == 2:
        return games[0], games[1]
    if form == "json":
        from ..ruleset.diagnostics import render_json

        click.echo(json.dumps({name: json.loads(render_json(found)) for name, found in faults.items()}, indent=2))
    else:
        for found in faults.values():
            click.echo(told_faults(found, colour=True), err=True)
    raise click.exceptions.Exit(TROUBLE)


def _differences(names: tuple[str, str], lines: tuple[Line, ...]) -> list[str]:
    from ..comparing.lines import grouped

    head = f"{names[0]} -> {names[1]}: "
    if not lines:
        return [head + "no differences"]
    out = [head + (f"{len(lines)} differences" if len(lines) > 1 else "1 difference")]
    for group, found in grouped(lines).items():
        out += ["", group.capitalize(), *(f"  {line}" for line in found)]
    return out


# ------------------------------------------------------------------ games


def _played(
    loads: tuple[Layers, Layers], one: Game, games: int, bot: str, processes: int
) -> tuple[tuple[Followed, ...], tuple[Duel, ...]]:
    """The recorded games of A followed under B, and the games of bots, in the order of names and seeds."""
    from ..comparing.games import recordings

    jobs: list[Path | int] = [*recordings(Path(one.rules.folder)), *range(1, games + 1)]
    shares = [(loads, bot, jobs[n : n + SHARE]) for n in range(0, len(jobs), SHARE)]
    done: list[Any] = []
    if processes > 1 and len(shares) > 1:
        from multiprocessing import get_context

        with get_context("spawn").Pool(min(processes, len(shares))) as pool:
            for found in pool.imap(_share, shares):
                done += found
                _progress(len(done), len(jobs))
    else:
        for share in shares:
            done += _share(share)
            _progress(len(done), len(jobs))
    return tuple(done[: len(jobs) - games]), tuple(done[len(jobs) - games :])


def _progress(done: int, jobs: int) -> None:
    """One line on a terminal's standard error that is written over again and again, and taken away in the end."""
    if sys.stderr is not None and sys.stderr.isatty():
        text = f"{done} of {jobs} games" if done < jobs else ""
        click.echo(f"\r{' ' * 30}\r{text}", err=True, nl=False)


def _share(work: tuple[tuple[Layers, Layers], str, list[Path | int]]) -> list[Followed | Duel]:
    from ..comparing.games import duel, follow

    (first, second), bot, jobs = work
    one, other = load_game(*first), load_game(*second)
    try:
        return [follow(j, one, other) if isinstance(j, Path) else duel(one, other, j, bot) for j in jobs]
    except HexwrightError as error:
        # In words, since not every error finds its way from one process to the other.
        raise HexwrightError(str(error)) from None


def _games(one: Game, other: Game, followed: tuple[Followed, ...], duels: tuple[Duel, ...], bot: str) -> list[str]:
    from ..comparing.results import partings, summary, way
    from .names import Names

    told = Names(one.rules, {**other.unit_names, **one.unit_names}).spoken
    played = [f for f in followed if not f.skipped]
    count = f"{len(played)} of {len(followed)}" if followed else f"none in {Path(one.rules.folder).name}/games"
    out = ["", f"Recorded games of A played under B: {count}"]
    for game in followed:
        lines = way(game.start, game.options, game.parting) if not game.skipped else [f"left out: {game.skipped}"]
        out += _told(game.name, lines, told)
    out += [f"  In all: {partings(followed)}"] if played else []
    if duels:
        seeds = "the seed 1" if len(duels) == 1 else f"the seeds 1 to {len(duels)}"
        out += ["", f"Games of bots under A and B: {seeds}, {bot} on every side"]
        alike: dict[tuple[str, ...], list[int]] = {}
        for each in duels:
            alike.setdefault(tuple(way(each.start, each.options, each.parting)), []).append(each.seed)
        for found, same in alike.items():
            out += _told(_seeds(same), list(found), told)
        out += [f"  In all: {partings(duels)}", "", "Results", *(f"  {line}" for line in summary(duels, one, other))]
    return out


def _seeds(seeds: list[int]) -> str:
    """Seeds in rising order for a line: 'seed 4', 'seeds 1-3, 7'."""
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and seed == runs[-1][-1] + 1:
            runs[-1].append(seed)
        else:
            runs.append([seed])
    told = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"seeds {told}" if len(seeds) > 1 else f"seed {told}"


def _told(name: str, lines: list[str], told: Any) -> list[str]:
    return [f"  {name}: {told(lines[0])}", *(f"    then {told(line)}" for line in lines[1:])]


def _as_json(
    names: tuple[str, str],
    games: tuple[Game, Game],
    lines: tuple[Line, ...],
    followed: tuple[Followed, ...],
    duels: tuple[Duel, ...],
    wanted: int | None,
) -> dict[str, Any]:
    from ..comparing.results import as_json

    out: dict[str, Any] = {"a": names[0], "b": names[1], "differences": [line.to_json() for line in lines]}
    if wanted is not None:
        out["recorded"] = [each.to_json() for each in followed]
        out["bots"] = [each.to_json() for each in duels]
        out["results"] = as_json(duels, *games)
    return out


__all__ = ["diff_command"]
