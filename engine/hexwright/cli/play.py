"""`hexwright play`: who sits down, where the game is kept, and how to go on later; the play itself is in sitting.py."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import SaveError
from . import COMMANDS
from .options import bots_named, free_name, layers, load_for_save, load_game, make_bots, seats_named, seed_given
from .sitting import Sitting
from .trouble import usage

if TYPE_CHECKING:
    from ..game import Game
    from ..session import Session

INTERRUPTED = 130


@click.command("play", short_help=COMMANDS["play"][1])
@click.argument("ruleset", required=False)
@layers
@click.option("--side", multiple=True, metavar="SIDE", help="The side you play; bots play the others.")
@click.option("--seed", default=None, metavar="N", help="Seed of the dice; fresh dice when left out.")
@click.option("bot", "--bot", multiple=True, metavar="SIDE=NAME", help="A bot for a side: steady or random.")
@click.option("--save", type=click.Path(path_type=Path), default=None, metavar="FILE", help="Where to keep the game.")
@click.option("--resume", type=click.Path(path_type=Path), default=None, metavar="FILE", help="A game to go on with.")
def play_command(
    ruleset: str | None,
    scenario: str,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    side: tuple[str, ...],
    seed: str | None,
    bot: tuple[str, ...],
    save: Path | None,
    resume: Path | None,
) -> None:
    """Play RULESET in the terminal. Without --side all sides are played by people who take turns at the keyboard.

    The game is kept in a file after every decision; --resume goes on with it (RULESET may then be left out).
    """
    if resume is not None:
        if save is not None or seed is not None:
            raise usage("a resumed game goes on in its own file with its own dice: leave out --save and --seed")
        if scenario or variant or settings:
            raise usage("a resumed game keeps its scenario, variants and settings: leave out --scenario and the like")
        session = _resumed(resume, None if ruleset is None else load_for_save(resume, ruleset))
        people, names = _at_table(session.game, side, bot)
    elif ruleset is None:
        raise usage("which game? name a RULESET, or a saved game with --resume FILE")
    else:
        game = load_game(ruleset, scenario, variant, settings)
        people, names = _at_table(game, side, bot)
        session = _begun(game, seed, save)
    try:
        Sitting(session, people, make_bots(names, seed_given(seed)), resumed=resume is not None).play()
    except KeyboardInterrupt:
        click.echo("")
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        session.close()
        _farewell(session)


def _begun(game: Game, seed: str | None, save: Path | None) -> Session:
    from ..session import Session

    given = None if seed is None else seed_given(seed)
    if save is not None and save.is_file() and save.stat().st_size:
        raise click.ClickException(f"{save} is there already: go on with --resume, or choose another name")
    where = save if save is not None else free_name(game.rules.info.id, Path())
    try:
        session = Session.new(game, seed=given, save=where)
    except SaveError as error:
        if save is not None:
            raise
        click.echo(game.rules.info.title)
        click.echo(f"This game is not saved. It would have been kept in the current folder: {error}")
        return Session.new(game, seed=given)
    click.echo(game.rules.info.title)
    click.echo(f"The game is saved in {where} after every decision.")
    return session


def _resumed(file: Path, game: Game | None) -> Session:
    from ..session import Session

    session = Session.resume(file, game=game)
    click.echo(f"{session.game.rules.info.title}: going on with {file}.")
    for note in session.notes:
        click.echo(note)
    return session


def _at_table(game: Game, side: tuple[str, ...], bot: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The seats played by people, and seat -> name of the bot of the others."""
    bots = bots_named(game, bot)
    if side:
        people = tuple(dict.fromkeys(seat for word in side for seat in seats_named(game, word)))
        both = [seat for seat in people if seat in bots]
        if both:
            raise usage(f"{both[0]} cannot be played by you and by a bot")
        names = {seat: bots.get(seat, "steady") for seat in game.rules.seats if seat not in people}
    else:
        people, names = tuple(s for s in game.rules.seats if s not in bots), bots
    if not people:
        raise usage("bots play every side: that is `hexwright run`")
    return people, names


def _farewell(session: Session) -> None:
    if session.over is not None or sys.stdout is None:
        return
    if session.path is None:
        click.echo("The game was not saved.")
        return
    click.echo(f"The game is saved. Go on with: hexwright play --resume {shlex.quote(str(session.path))}")
