"""`hexwright play`: who sits down, where the game is kept, and how to go on later; the play itself is in sitting.py."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import OtherRules, SaveError
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
@click.option("--from-snapshot", is_flag=True, help="Resume under changed rules, as a new game.")
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
    from_snapshot: bool,
) -> None:
    """Play RULESET in the terminal. Without --side all sides are played by people who take turns at the keyboard.

    The game is kept in a file after every decision; --resume goes on with it (RULESET may then be left out).
    """
    if resume is not None:
        if seed is not None or (save is not None and not from_snapshot):
            raise usage("a resumed game goes on in its own file with its own dice: leave out --save and --seed")
        if scenario or variant or settings:
            raise usage("a resumed game keeps its scenario, variants and settings: leave out --scenario and the like")
        known = None if ruleset is None else load_for_save(resume, ruleset)
        session = _branched(resume, known, save) if from_snapshot else _resumed(resume, known)
        people, names = _at_table(session.game, side, bot)
    elif from_snapshot:
        raise usage("--from-snapshot goes on with a saved game: name it with --resume FILE")
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
        _farewell(session, [*(f"--side {word}" for word in side), *(f"--bot {word}" for word in bot)])


def _begun(game: Game, seed: str | None, save: Path | None) -> Session:
    from ..session import Session

    given = None if seed is None else seed_given(seed)
    _check_free(save)
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

    try:
        session = Session.resume(file, game=game)
    except OtherRules as error:
        raise click.ClickException(_what_differs(error, file)) from error
    click.echo(f"{session.game.rules.info.title}: going on with {file}.")
    for note in session.notes:
        click.echo(note)
    return session


def _what_differs(error: OtherRules, file: Path) -> str:
    lines = [f"{file} was played by other rules than the present ones:", *(f"  {d}" for d in error.differs)]
    if error.snapshot < 0:
        return "\n".join([*lines, "No snapshot was taken of it, so it cannot be gone on from under these rules."])
    how = f"hexwright play --resume {shlex.quote(str(file))} --from-snapshot"
    told = f"Go on under the present rules, from its snapshot after decision {error.snapshot}: {how}"
    return "\n".join([*lines, told])


def _branched(file: Path, game: Game | None, save: Path | None) -> Session:
    """The game gone on from its last snapshot under the present rules, kept in a new file."""
    from ..journal import read
    from ..records import load_game
    from ..session import Session

    game = game or load_game(read(file))
    _check_free(save)
    where = save if save is not None else free_name(game.rules.info.id, Path())
    session = Session.resume(file, game=game, from_snapshot=True, save=where)
    if session.path is not None and session.path.resolve() == file.resolve():
        click.echo(f"{game.rules.info.title}: its rules are the same, so it goes on in {file}.")
        return session
    click.echo(f"{game.rules.info.title}: {file} is left as it is; the game goes on in {session.path}.")
    for note in session.notes:
        click.echo(note)
    return session


def _check_free(save: Path | None) -> None:
    if save is not None and save.is_file() and save.stat().st_size:
        raise click.ClickException(f"{save} is there already: go on with --resume, or choose another name")


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


def _farewell(session: Session, seats: list[str]) -> None:
    """Where the game is, and how to go on with the same people and bots."""
    if session.over is not None or sys.stdout is None:
        return
    if session.path is None:
        click.echo("The game was not saved.")
        return
    command = ["hexwright play --resume", shlex.quote(str(session.path)), *seats]
    click.echo(f"The game is saved. Go on with: {' '.join(command)}")
