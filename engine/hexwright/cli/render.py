"""`hexwright render`: a picture of a board or of a saved game, as far as a seat may know it, kept in a file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import nearest
from . import COMMANDS
from .options import layers, load_game, seats_named
from .trouble import usage

if TYPE_CHECKING:
    from ..game import Game
    from ..session import Session
    from ..state import State

ENDINGS = (".svg", ".png")
ALL, ONLOOKER = "all", "onlooker"


@click.command("render", short_help=COMMANDS["render"][1])
@click.argument("source", metavar="RULESET|SAVE")
@layers
@click.option("--seat", default="", metavar="S", help="Draw what this seat knows; `all` for everything there is.")
@click.option("--overlay", default="", metavar="O", help="control, supply, move:UNIT or air:UNIT.")
@click.option(
    "--scale", type=click.FloatRange(0, 50, min_open=True), default=1.0, metavar="N", help="So many times as large."
)
@click.option("--empty", is_flag=True, help="The board alone, without units.")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE", help="FILE.svg or FILE.png."
)
def render_command(
    source: str,
    scenario: str,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    seat: str,
    overlay: str,
    scale: float,
    empty: bool,
    output: Path,
) -> None:
    """Draw the board of RULESET with its set-up, or the position of the saved game SAVE (a .jsonl), into FILE.

    Without --seat the picture shows what everybody knows: hidden units are in no picture but that of their own seat and
    that of `--seat all`, which is for the host. FILE is an .svg or, with the extra `picture`, a .png.
    """
    ending = _ending(output)
    if empty and overlay:
        raise usage("--empty leaves out what --overlay is about: choose one of them")
    if _is_save(source):
        if scenario or variant or settings:
            raise usage("a saved game keeps its scenario, variants and settings: leave out --scenario and the like")
        from ..session import Session

        session = Session.read(Path(source))
        game, state = session.game, session.state
    else:
        game = load_game(source, scenario, variant, settings)
        state = game.opening().state
    keep(output, drawn(game, None if empty else state, _seat(game, seat), overlay, scale, ending))
    click.echo(f"written: {output}")


def drawn(game: Game, state: State | None, seat: str, overlay: str, scale: float, ending: str) -> bytes:
    """The bytes of a picture for a seat (ALL for everything, ONLOOKER for what everybody knows)."""
    from ..picture.draw import picture

    svg = picture(game, state, seat="" if seat == ALL else seat, overlay=overlay, scale=scale)
    if ending == ".svg":
        return svg.encode()
    from ..picture.png import png

    return png(svg)


def keep(file: Path, made: bytes) -> None:
    """Write a file as a whole or not at all; what was there before stays until then."""
    folder = file.parent
    if file.is_dir():
        raise IsADirectoryError(21, "is a folder", str(file))
    try:
        handle, fresh = tempfile.mkstemp(prefix=f".{file.name}.", dir=folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error
    try:
        with os.fdopen(handle, "wb") as into:
            into.write(made)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(fresh, 0o666 & ~mask)
        os.replace(fresh, file)
    except BaseException:
        os.unlink(fresh)
        raise


def beside_save(session: Session, seat: str, overlay: str = "") -> Path:
    """Draw what a seat at a game knows, next to the save (in the current folder without one); the file."""
    save = session.path
    name = session.game.rules.info.id if save is None else save.stem
    file = (Path() if save is None else save.parent) / f"{name}-{seat}.svg"
    keep(file, drawn(session.game, session.state, seat, overlay, 1.0, ".svg"))
    return file


def _ending(output: Path) -> str:
    ending = output.suffix.casefold()
    if ending in ENDINGS:
        return ending
    near = nearest(ending, ENDINGS, 1)
    hint = (
        f"did you mean {output.with_suffix(near[0])}?" if near else f"name a file that ends in {' or '.join(ENDINGS)}"
    )
    what = f"pictures do not end in {ending!r}" if ending else f"{str(output)!r} tells no kind of picture"
    raise usage(f"{what}; {hint}")


def _is_save(source: str) -> bool:
    path = Path(source)
    return path.is_file() or (path.suffix == ".jsonl" and not path.is_dir())


def _seat(game: Game, said: str) -> str:
    """The seat of a word; nobody's where none is given."""
    word = said.casefold()
    if not said or word == ONLOOKER:
        return ONLOOKER
    if word == ALL and ALL not in game.rules.seats:
        return ALL
    found = seats_named(game, said)
    if len(found) != 1:
        raise usage(f"{said!r} has several seats: name one of {', '.join(found)}")
    return found[0]


__all__ = ["ALL", "ONLOOKER", "beside_save", "drawn", "keep", "render_command"]
