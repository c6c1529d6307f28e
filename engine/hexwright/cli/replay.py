"""`hexwright replay` and `hexwright export`: a saved game played again and compared, and one seat's part of it."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..errors import nearest
from . import COMMANDS
from .options import load_for_save
from .trouble import usage

DIVERGED = 3


@click.command("replay", short_help=COMMANDS["replay"][1])
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--rules", default=None, metavar="RULESET", help="Play it by these rules instead of those of the save.")
@click.option("as_json", "--json", is_flag=True, help="Print one JSON object.")
def replay_command(file: Path, rules: str | None, as_json: bool) -> None:
    """Play the saved game FILE again, decision by decision, and compare every state with the one it had.

    The exit code is 0 when all are the same, 1 when the file cannot be read or is damaged, 2 when the command was not
    understood, 3 when the game went another way.
    """
    from ..session import replay

    found = replay(file, game=None if rules is None else load_for_save(file, rules))
    if as_json:
        plain = {
            "file": str(file),
            "identical": found.identical,
            "decisions": found.decisions,
            "at": None if found.identical else found.at,
            "differs": found.differs,
            "state_hash": found.state_hash,
            "notes": list(found.notes),
        }
        click.echo(json.dumps(plain))
    else:
        for note in found.notes:
            click.echo(f"{file}: {note}")
        if found.identical:
            click.echo(f"{file}: {found.decisions} decisions, every state is the same. State hash {found.state_hash}")
        else:
            click.echo(f"{file}: the game goes another way at {_where(found.at)}: {found.differs}")
    if not found.identical:
        raise click.exceptions.Exit(DIVERGED)


def _where(decision: int) -> str:
    return f"decision {decision}" if decision else "the opening"


@click.command("export", short_help=COMMANDS["export"][1])
@click.argument("file", type=click.Path(path_type=Path))
@click.option("seat", "--as", required=True, metavar="SEAT", help="The seat whose knowledge is printed, or onlooker.")
def export_command(file: Path, seat: str) -> None:
    """Print what SEAT may hold of the saved game FILE, and nothing more, as JSON."""
    from ..session import ONLOOKER, Session

    session = Session.read(file)
    seats = (*session.game.rules.seats, ONLOOKER)
    if seat not in seats:
        near = nearest(seat, seats)
        raise usage(f"no seat {seat!r}; " + (f"did you mean {near[0]}?" if near else f"there are {', '.join(seats)}"))
    click.echo(json.dumps(session.export(seat), indent=1))
