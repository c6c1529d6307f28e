"""`hexwright check`: every fault of a ruleset with its place, as text or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import RulesetError
from . import COMMANDS
from .options import layers, sought
from .trouble import FAILED, told_faults

if TYPE_CHECKING:
    from ..game import Game


@click.command("check", short_help=COMMANDS["check"][1])
@click.argument("ruleset")
@layers
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How faults are printed.")
@click.option("--secrecy", is_flag=True, help="Also play games twice with other secrets and look for leaks.")
@click.option("--games", type=click.IntRange(1), default=1, help="How many games --secrecy plays for each seat.")
def check_command(
    ruleset: str,
    scenario: str,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    form: str,
    secrecy: bool,
    games: int,
) -> None:
    """Look for faults in RULESET and show each with its place.

    With --secrecy whole games are played twice, with the same dice and decisions but with other secrets of one seat,
    and every byte that the other seats receive is compared until a rule reveals the secret. A leak is an error.

    Lines and columns count from 1, columns in characters. The exit code is 0 when there are no errors (warnings
    are no errors), 1 when there are, 2 when the command was not understood.
    """
    from ..game import Game
    from ..ruleset.diagnostics import render_json

    game = None
    try:
        game, faults = Game.load_with_faults(sought(ruleset), scenario=scenario, variants=variant, settings=settings)
    except RulesetError as error:
        faults = error.faults
    if form == "json":
        click.echo(render_json(faults))
    elif faults:
        click.echo(told_faults(faults, colour=True))
    else:
        click.echo(f"{ruleset}: no faults")
    if any(f.level == "error" for f in faults):
        raise click.exceptions.Exit(FAILED)
    if secrecy and game is not None and not _keeps_secrets(game, games, form):
        raise click.exceptions.Exit(FAILED)


def _keeps_secrets(game: Game, games: int, form: str) -> bool:
    """Play the games of --secrecy and tell of each; with JSON on the error stream, since the faults are the answer."""
    from ..testing.interference import interference

    whole = True
    for seed in range(1, games + 1):
        for seat in game.rules.seats:
            found = interference(game, seed, seat)
            click.echo(str(found), err=form == "json")
            for leak in found.leaks:
                click.echo(f"  {leak}", err=form == "json")
            whole = whole and not found.leaks
    return whole
