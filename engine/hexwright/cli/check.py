"""`hexwright check`: every fault of a ruleset with its place, as text, as JSON or for GitHub."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import click

from ..errors import Fault
from . import COMMANDS
from .checking import Checked, Layers, check_ruleset
from .options import layers, sought
from .trouble import FAILED, told_faults, usage

if TYPE_CHECKING:
    from ..game import Game


@click.command("check", short_help=COMMANDS["check"][1])
@click.argument("ruleset")
@layers
@click.option("--quick", is_flag=True, help="Leave out the facts of the map, other scenarios, variants and tests.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "github"]), default="text", help="How faults are printed."
)
@click.option("--watch", is_flag=True, help="Look again whenever a file of the ruleset is saved, until Ctrl-C.")
@click.option("--secrecy", is_flag=True, help="Also play games twice with other secrets and look for leaks.")
@click.option("--games", type=click.IntRange(1), default=1, help="How many games --secrecy plays for each seat.")
def check_command(
    ruleset: str,
    scenario: str,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    quick: bool,
    form: str,
    watch: bool,
    secrecy: bool,
    games: int,
) -> None:
    """Look for faults in RULESET and show each with its place.

    Without --scenario, --variant and --set every scenario and every variant is looked at, each variant alone, and the
    files of the scenario tests are read. Of these only what is new is told: each fault once.

    A warning that is meant so is allowed by a comment in the TOML file, `# hexwright: allow H608: the reason`: at the
    end of its line, above or first in its table, or at the top of the file. Errors cannot be allowed.

    With --secrecy whole games are played twice, with the same dice and decisions but with other secrets of one seat,
    and every byte that the other seats receive is compared until a rule reveals the secret. A leak is an error.

    Lines and columns count from 1, columns in characters. The exit code is 0 when there are no errors (warnings
    are no errors), 1 when there are, 2 when the command was not understood; that of --watch is that of the last look.
    """
    folder = _near(sought(ruleset))
    if os.path.basename(folder) == "ruleset.toml" and os.path.isfile(folder):
        folder = os.path.dirname(folder) or "."
    chosen = Layers(scenario, variant, settings)
    given = chosen if chosen != Layers() else None

    def look() -> Checked:
        # What is made now nearly all stays; to look it through costs a tenth of the time. Nor is it looked through
        # when the process has nothing more to do than to print what was found.
        gc.disable()
        try:
            return check_ruleset(folder, given, quick=quick)
        finally:
            if watch or secrecy:
                gc.enable()

    if watch and secrecy:
        raise usage("--secrecy plays whole games; it cannot be had with --watch")
    if watch and os.path.isdir(folder):
        from .watch import watched

        raise click.exceptions.Exit(watched(folder, ruleset, form, look))
    checked = look()
    if form == "text" or not secrecy or checked.failed:
        show(checked, ruleset, form)
    if checked.failed:
        raise click.exceptions.Exit(FAILED)
    if secrecy and checked.game is not None:
        whole, broken = _keeps_secrets(checked.game, games, form)
        if form != "text":
            show(Checked((*checked.faults, *broken), checked.allowed), ruleset, form)
        elif broken:
            click.echo(told_faults(broken, colour=True))
        if not whole or broken:
            raise click.exceptions.Exit(FAILED)


def show(checked: Checked, ruleset: str, form: str) -> None:
    """Print what was found, in one of the three forms."""
    from ..ruleset.diagnostics import render_github, render_json, summary

    if form == "json":
        click.echo(render_json(checked.faults))
    elif form == "github":
        if checked.faults:
            click.echo(render_github(checked.faults))
    elif checked.faults:
        click.echo(told_faults(checked.faults, colour=True, allowed=len(checked.allowed)))
    else:
        click.echo(f"{ruleset}: {summary((), len(checked.allowed))}")


def _near(folder: str) -> str:
    """The folder of a ruleset that was named, as it is seen from here: its places are shorter and can be pasted."""
    if not os.path.isabs(folder):
        return folder
    here = os.path.join(os.getcwd(), "")
    return folder.removeprefix(here) if folder.startswith(here) else folder


def _keeps_secrets(game: Game, games: int, form: str) -> tuple[bool, tuple[Fault, ...]]:
    """Play the games of --secrecy and tell of each; also the faults of those that broke, which do not stop the others.

    Where the faults are for a program, the account of the games goes to the error stream.
    """
    from ..testing.interference import interference

    whole = True
    broken: list[Fault] = []
    for seed in range(1, games + 1):
        for seat in game.rules.seats:
            try:
                found = interference(game, seed, seat)
            except Exception as error:
                what = f"the game of seed {seed} that looks for secrets of {seat} broke"
                told = f"{what}: {type(error).__name__}: {error}"
                broken.append(Fault("H900", "error", told, hint="this is a fault of the program or of a special rule"))
                continue
            click.echo(str(found), err=form != "text")
            for leak in found.leaks:
                click.echo(f"  {leak}", err=form != "text")
            whole = whole and not found.leaks
    return whole, tuple(broken)
