"""`hexwright check`: every fault of a ruleset with its place, as text or as JSON."""

from __future__ import annotations

import click

from ..errors import RulesetError
from . import COMMANDS
from .options import layers, sought
from .trouble import FAILED, told_faults


@click.command("check", short_help=COMMANDS["check"][1])
@click.argument("ruleset")
@layers
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How faults are printed.")
def check_command(
    ruleset: str, scenario: str, variant: tuple[str, ...], settings: tuple[str, ...], form: str
) -> None:
    """Look for faults in RULESET and show each with its place.

    Lines and columns count from 1, columns in characters. The exit code is 0 when there are no errors (warnings
    are no errors), 1 when there are, 2 when the command was not understood.
    """
    from ..game import Game
    from ..ruleset.diagnostics import render_json

    try:
        _, faults = Game.load_with_faults(
            sought(ruleset), scenario=scenario, variants=variant, settings=settings
        )
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

