"""`hexwright coverage`: the rules of a ruleset that no game exercises."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import HexwrightError, SaveError
from . import COMMANDS
from .options import layers, load_game, sought
from .trouble import FAILED

if TYPE_CHECKING:
    from ..testing.coverage import Coverage

BOTS = ("steady", "random")  # in turn
SHARE = 5  # games that a process plays before it takes others


@click.command("coverage", short_help=COMMANDS["coverage"][1])
@click.argument("ruleset")
@layers
@click.option(
    "--games", type=click.IntRange(0), default=20, help="How many games the bots play, steady and random in turn."
)
@click.option("--processes", type=click.IntRange(1), default=None, help="At how many at once; as many as processors.")
@click.option("--all", "whole", is_flag=True, help="Also list where each rule was exercised.")
def coverage_command(
    ruleset: str,
    scenario: str,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    games: int,
    processes: int | None,
    whole: bool,
) -> None:
    """List the rules of RULESET that its recorded games and games of the bots never exercise.

    A rule is exercised when an event, a question, a refusal or a piece in use quotes it. Rules that no game needs to
    show stand, with the reason, in the ruleset's games/coverage_allow.toml. The exit code is 1 when others are missing.
    """
    found = explored((sought(ruleset), scenario, variant, settings), games, processes or os.cpu_count() or 1)
    game = load_game(ruleset, scenario, variant, settings)
    click.echo(
        f"{found.games} games: {len(found.exercised)} of {len(found.rules)} rules exercised, "
        f"{sum(1 for r in found.allowed if r not in found.exercised)} excused, {len(found.missing)} missing"
    )
    if whole:
        for rule, where in sorted(found.exercised.items()):
            click.echo(f"  {rule}  {where}")
    for rule in found.missing:
        click.echo(f"  {rule}  {game.rules.rule[rule].title}")
    if found.needless:
        click.echo(f"excused, though exercised: {', '.join(found.needless)}")
    if found.missing:
        raise click.exceptions.Exit(FAILED)


Layers = tuple[str, str, tuple[str, ...], tuple[str, ...]]


def explored(load: Layers, games: int, processes: int) -> Coverage:
    """Follow the recorded games, let bots play the others, and put together what was exercised."""
    from ..ruleset.load import find_ruleset
    from ..testing.coverage import read_allowed, summed

    game = load_game(*load)
    folder = find_ruleset(load[0])
    jobs: list[Any] = (
        [("recorded", str(p)) for p in sorted((folder / "games").glob("*.jsonl"))] if not any(load[1:]) else []
    )
    jobs += [(BOTS[n % len(BOTS)], n // len(BOTS) + 1) for n in range(games)]
    shares = [jobs[n : n + SHARE] for n in range(0, len(jobs), SHARE)]
    done = _at_once(load, shares, processes) if processes > 1 and len(shares) > 1 else [_explore(load, jobs)]
    seen: dict[str, str] = {}
    for each in done:
        for rule, where in each.items():
            seen.setdefault(rule, where)
    return summed(game, len(jobs), seen, read_allowed(folder, game))


def _at_once(load: Layers, shares: list[list[Any]], processes: int) -> list[dict[str, str]]:
    from multiprocessing import get_context

    with get_context("spawn").Pool(min(processes, len(shares))) as pool:
        return pool.starmap(_explore, [(load, share) for share in shares], chunksize=1)


def _explore(load: Layers, jobs: list[Any]) -> dict[str, str]:
    from .. import journal
    from ..testing.exercise import Exercise

    exercises: dict[Layers, Exercise] = {}

    def exercise(layers: Layers) -> Exercise:
        if layers not in exercises:
            exercises[layers] = Exercise(load_game(*layers))
        return exercises[layers]

    for kind, what in jobs:
        if kind != "recorded":
            exercise(load).play(what, kind)
            continue
        try:
            head = journal.read(what).header
            own = (str(head["scenario"]), tuple(head["variants"]), tuple(head["settings"]))
            exercise((load[0], *own)).recording(Path(what))
        except SaveError as error:
            # In words, since not every error finds its way from one process to the other.
            raise HexwrightError(f"{what} cannot be followed: {error}") from None
    seen: dict[str, str] = {}
    for each in exercises.values():
        for rule, where in each.seen.items():
            seen.setdefault(rule, where)
    return seen


__all__ = ["coverage_command", "explored"]
