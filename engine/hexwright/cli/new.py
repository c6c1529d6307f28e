"""`hexwright new ruleset NAME`: a small complete game to begin with, written from the template that comes along."""

from __future__ import annotations

import json
import os
import re
import shlex
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from . import COMMANDS
from .options import sought
from .terminal import table
from .trouble import usage

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_DEVICES = ("con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10)))  # of Windows


class _News(click.Group):
    """The things that can be begun; a name alone is answered with what was meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise click.UsageError(f"nothing new is called {args[0]!r}; say hexwright new ruleset NAME", ctx)
        return super().resolve_command(ctx, args)


@click.group("new", cls=_News, short_help=COMMANDS["new"][1])
def new_command() -> None:
    """Begin something new: a ruleset."""


@new_command.command("ruleset", short_help="Write a small complete game to begin with.")
@click.argument("name")
@click.option("--title", default="", metavar="T", help="The printed title; NAME in words when left out.")
@click.option("--to", default=".", metavar="FOLDER", help="The folder in which the new one is made; here if left out.")
def ruleset_command(name: str, title: str, to: str) -> None:
    """Write a small complete game into a new folder NAME: a map, two sides, battles, supply, victory and tests.

    It plays at once; every file says what it holds and what to try. NAME is the game's id too.
    """
    _check_name(name)
    _check_title(title)
    target = _free_place(Path(to), name)
    try:
        with TemporaryDirectory(prefix=f".{name}-", dir=to) as beside:
            made = Path(beside) / name
            _write(made, name, title or name.replace("_", " ").title())
            _write_schemas(made)
            os.rename(made, target)
    except OSError as error:
        raise usage(f"{target} cannot be written: {error.strerror or error}") from None
    click.echo(f"{_shown(target)}: a small game to begin with.")
    for line in table(_contents(target), indent=2):
        click.echo(line)
    click.echo("What to try next:")
    found = os.path.abspath(sought(name)) == os.path.abspath(target)
    word = name if found else shlex.quote(_shown(target))
    for command in ("check", "play", "test"):
        click.echo(f"  hexwright {command} {word}")


# ------------------------------------------------------------------ what is refused


def _check_name(name: str) -> None:
    """A name that can be typed, is the same on every system, and stands for no game that comes along."""
    from ..ruleset.load import bundled_rulesets, list_rulesets

    good = _nearest_good(name)
    if not _NAME.fullmatch(name):
        rule = "a name is small letters, digits and _, begins with a letter and has 40 signs at most"
        raise usage(f"{_quoted(name)} is no name for a ruleset: {rule}" + (f"; for example {good}" if good else ""))
    if name in _DEVICES:
        raise usage(f"{name!r} is no name for a ruleset: some systems keep it for a device; for example {name}_game")
    if name in {listed.info.id for listed in list_rulesets([bundled_rulesets()])}:
        raise usage(f"{name!r} is a ruleset that comes with hexwright; for example my_{name}")


def _nearest_good(name: str) -> str:
    """The name without what cannot stay; "" when nothing is left.

    >>> _nearest_good("Été 1944!"), _nearest_good("1944"), _nearest_good("!")
    ('ete_1944', 'game_1944', '')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return (word if word[:1].isalpha() or not word else f"game_{word}")[:40].rstrip("_")


def _check_title(title: str) -> None:
    if title and (not title.isprintable() or not title.strip()):
        raise usage(f"{_quoted(title)} is no title: it is one line of printable text")


def _free_place(folder: Path, name: str) -> Path:
    if not folder.is_dir():
        what = "is no folder" if folder.exists() else "does not exist"
        raise usage(f"{_shown(folder)} {what}; --to names the folder in which the new one is made")
    target = folder / name
    if os.path.lexists(target):
        raise usage(f"{_shown(target)} exists already, and nothing is overwritten; take another name")
    return target


# ------------------------------------------------------------------ what is written


def template() -> Path:
    """The folder of the template."""
    return Path(__file__).parents[1] / "_template"


def _files(folder: Path) -> Iterator[Path]:
    """The files of the game, those at the top first, without what is hidden."""
    found = (p.relative_to(folder) for p in folder.rglob("*") if p.is_file())
    shown = (p for p in found if not any(part.startswith((".", "__")) for part in p.parts))
    return iter(sorted(shown, key=lambda p: (len(p.parts), p.parts)))


def _write(folder: Path, name: str, title: str) -> None:
    """The template with name and title filled in."""
    in_toml = json.dumps(title, ensure_ascii=False)[1:-1]
    for file in _files(template()):
        text = (template() / file).read_text(encoding="utf-8")
        text = text.replace("@NAME@", name).replace("@TITLE@", in_toml if file.suffix == ".toml" else title)
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8", newline="\n")


def _write_schemas(folder: Path) -> None:
    """What an editor knows the keys and names by; `hexwright schema NAME --write` writes it again."""
    from ..ruleset.jsonschema import written
    from .schema import FILES, FOLDER, schema

    (folder / FOLDER).mkdir()
    for what, (file, _) in FILES.items():
        (folder / FOLDER / file).write_bytes(written(schema(folder, what)).encode())


def _contents(folder: Path) -> list[tuple[str, str]]:
    """Each TOML file with the sentence that says what it holds."""
    files = (file for file in _files(folder) if file.suffix == ".toml")
    return [(file.as_posix(), _about((folder / file).read_text(encoding="utf-8"))) for file in files]


def _about(text: str) -> str:
    """The first sentence of the comment at the top of a file.

    >>> _about("#:schema x\\n# The map: letters. Try: more.\\n")
    'The map: letters.'
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#:")]
    return lines[0].removeprefix("#").strip().partition(". ")[0].rstrip(".") + "." if lines else ""


def _quoted(text: str) -> str:
    return repr(text.encode("utf-8", "replace").decode())


def _shown(path: Path) -> str:
    return path.as_posix()


__all__ = ["new_command", "ruleset_command", "template"]
