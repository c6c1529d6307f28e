"""`hexwright rulebook`: the rules of a game as a folder of pages to read and print."""

from __future__ import annotations

from pathlib import Path

import click

from . import COMMANDS
from .options import layers, load_game
from .render import keep
from .trouble import usage

INDEX = "index.html"
_SHOWN = 6


@click.command("rulebook", short_help=COMMANDS["rulebook"][1])
@click.argument("ruleset")
@layers
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="The folder that the pages are written to.",
)  # fmt: skip
def rulebook_command(
    ruleset: str, scenario: str, variant: tuple[str, ...], settings: tuple[str, ...], output: Path
) -> None:
    """Write the rulebook of RULESET into the folder DIR, generated from what the engine enforces; open DIR/index.html.

    Every value leads to the line of TOML that set it. Rules that nothing enforces are left out and told here. Needs no
    network and no script; a browser prints it or makes a PDF.
    """
    from ..rulebook.write import rulebook

    game = load_game(ruleset, scenario, variant, settings)
    if output.is_dir() and any(output.iterdir()) and not (output / INDEX).is_file():
        raise usage(f"{str(output)!r} has files in it that are no rulebook: name a new folder")
    made = rulebook(game)
    for name, text in made.files.items():
        file = output / name
        file.parent.mkdir(parents=True, exist_ok=True)
        keep(file, text.encode())
    click.echo(f"written: {output / INDEX}")
    if made.left_out:
        some = ", ".join(made.left_out[:_SHOWN]) + (", ..." if len(made.left_out) > _SHOWN else "")
        count = "a rule" if len(made.left_out) == 1 else f"{len(made.left_out)} rules"
        click.echo(f"left out: {count} that nothing enforces: {some}", err=True)
