"""`hexwright aid`: the two pages that lie beside the board."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import nearest
from . import COMMANDS
from .options import layers, load_game
from .render import keep
from .trouble import usage

ENDINGS = (".html", ".pdf")


@click.command("aid", short_help=COMMANDS["aid"][1])
@click.argument("ruleset")
@layers
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE", help="FILE.html or FILE.pdf."
)
def aid_command(ruleset: str, scenario: str, variant: tuple[str, ...], settings: tuple[str, ...], output: Path) -> None:
    """Write the player aid of RULESET into FILE: sequence, dice by mission, terrain and modifiers, on two pages.

    An .html needs nothing but a browser, which prints it too. A .pdf needs the extra `pdf`, or a Chromium.
    """
    ending = output.suffix.casefold()
    if ending not in ENDINGS:
        near = nearest(ending, ENDINGS, 1)
        hint = f"did you mean {output.with_suffix(near[0])}?" if near else f"it ends in {' or '.join(ENDINGS)}"
        raise usage(f"a player aid is no {ending or 'file without an ending'}; {hint}")
    from ..rulebook.aid import aid

    html = aid(load_game(ruleset, scenario, variant, settings))
    if ending == ".pdf":
        from ..rulebook.pdf import pdf

        keep(output, pdf(html))
    else:
        keep(output, html.encode())
    click.echo(f"written: {output}")
