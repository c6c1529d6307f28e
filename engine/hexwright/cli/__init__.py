"""The commands of `hexwright` by name; each is imported when it is called, so that help comes at once."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import click

VERSION = "0.1.0"

# name -> (module of this package, what the list of commands says of it)
COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("run", "Let bots play a whole game and tell what happens."),
    "play": ("play", "Play in the terminal, alone against bots or several at one keyboard."),
    "check": ("check", "Look for faults in a ruleset and show each with its place."),
    "explain": ("explain", "Explain a code of `check` or a key of the rules."),
    "show": ("show", "Show a value of the rules, and who set it where."),
    "schema": ("schema", "Write the JSON Schema of a ruleset, for editors."),
    "diff": ("diff", "Tell what differs between two sets of rules, and what that does to games."),
    "new": ("new", "Begin a new ruleset from a small complete game."),
    "replay": ("replay", "Play a saved game again and compare every state."),
    "render": ("render", "Draw the board of a ruleset or a saved game, as SVG or PNG."),
    "rulebook": ("rulebook", "Write the rulebook of a ruleset as pages, from what the engine enforces."),
    "aid": ("aid", "Write the two-page player aid of a ruleset, as HTML or PDF."),
    "export": ("replay", "Print what one seat may hold of a saved game, as JSON."),
    "list": ("listing", "List the rulesets found, with their scenarios and variants."),
    "plugins": ("listing", "List the plug-ins on offer, or those of a ruleset in their order."),
    "test": ("listing", "Run the scenario tests of a ruleset."),
    "coverage": ("coverage", "List the rules of a ruleset that no game exercises."),
}


class Commands(click.Group):
    """A group that imports a command only when it is called, and tells every mistake of a user in words."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"hexwright.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS)
            hint = f"did you mean {' or '.join(near)}?" if near else f"the commands are {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            from .trouble import explained

            told = explained(error)
            if told is None:
                raise
            message, code = told
            if os.environ.get("HEXWRIGHT_DEBUG"):
                from traceback import format_exception

                click.echo("".join(format_exception(error)), err=True, nl=False)
            click.echo(message, err=True)
            raise click.exceptions.Exit(code) from error


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=True)
@click.version_option(VERSION, "-V", "--version", prog_name="hexwright", message="%(prog)s %(version)s")
def commands() -> None:
    """Play, check and test board wargames whose rules are written in TOML.

    RULESET is the name of a ruleset (see `hexwright list`) or a folder with a file ruleset.toml in it.
    """
