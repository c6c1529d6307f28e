"""`hexwright explain`: the page of a diagnostic code, the text of a key, or the list of all codes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UnknownId
from . import COMMANDS
from .options import sought
from .terminal import table, wrapped
from .trouble import usage

if TYPE_CHECKING:
    from ..ruleset.book import Word
    from ..ruleset.pages import Block, Page
    from ..ruleset.schema import Extension, Ruleset

_CODE = re.compile(r"[A-Za-z]\d+")
_WIDEST = 100


@click.command("explain", short_help=COMMANDS["explain"][1])
@click.argument("what", required=False, metavar="[CODE|PATH]")
@click.option("--ruleset", metavar="RULESET", help="Explain PATH with the names and switches of this ruleset.")
def explain_command(what: str | None, ruleset: str | None) -> None:
    """Explain a code of `hexwright check`, such as H202, or a key of the rules, such as unit_type.range.

    A code's page shows an example that is wrong, with the line that is told marked, and one that is right; they are
    written for the small ruleset `example` that comes with hexwright. Without an argument all codes are listed, with
    H2 those that begin so.
    """
    columns = min(_WIDEST, shutil.get_terminal_size().columns)
    lines: Iterator[str]
    if what is None or re.fullmatch(r"[Hh]\d", what):
        lines = _contents((what or "H").upper())
    elif _CODE.fullmatch(what):
        lines = _page(what, columns)
    else:
        lines = iter([_key(what, ruleset)])
    for line in lines:
        click.echo(line)


# ------------------------------------------------------------------ codes


def _contents(begin: str) -> Iterator[str]:
    from ..ruleset.faults import CODES
    from ..ruleset.pages import EXAMPLE, GROUPS

    shown = [group for group in GROUPS if group.startswith(begin)]
    if not shown:
        raise usage(f"no code begins with {begin}; the groups are {', '.join(GROUPS)}")
    for group in shown:
        yield click.style(f"{group[0]}{group[1]}xx  {GROUPS[group]}", bold=True)
        found = [(code, spec) for code, spec in sorted(CODES.items()) if code.startswith(group)]
        yield from table([(code, spec.meaning + _aside(spec.level)) for code, spec in found], indent=2)
    yield f"`hexwright explain CODE` tells more of one. The examples are laid over the small ruleset {EXAMPLE}"


def _aside(level: str) -> str:
    return "" if level == "error" else f" ({level})"


def _page(what: str, columns: int) -> Iterator[str]:
    from ..ruleset.faults import CODES
    from ..ruleset.pages import page
    from ..ruleset.suppression import OWN

    try:
        found = page(what)
    except UnknownId as error:
        near = f"did you mean {' or '.join(error.near)}? " if error.near else ""
        raise usage(f"no code {error.given}; {near}`hexwright explain` lists all") from None
    level = CODES[found.code].level
    yield click.style(f"{found.code}: {found.title}", bold=True) + _aside(level)
    yield from _parts(found, columns)
    if level == "warning" and found.code not in (*OWN, "H809"):  # those are told of comments, and of Python
        yield ""
        yield from wrapped(
            f"It is a warning: the game can be played. Where it is meant so, a comment in the file says so: "
            f"`# hexwright: allow {found.code}: the reason`, at the end of the line or above the table.",
            columns,
        )
    if found.see:
        yield ""
        yield f"See also: {', '.join(found.see)}"


def _parts(found: Page, columns: int) -> Iterator[str]:
    for part in found.parts:
        yield ""
        if isinstance(part, str):
            yield from wrapped(part, columns)
        else:
            yield from _block(part)


def _block(block: Block) -> Iterator[str]:
    marked = {number for _, number in block.marks}
    yield f"{block.label}:"
    yield ""
    for number, line in enumerate(block.lines, 1):
        shown = f"    {line}".rstrip()
        yield click.style(shown, fg="red", bold=True) if (number if block.file else 0) in marked else shown


# ------------------------------------------------------------------ keys


def _key(path: str, ruleset: str | None) -> str:
    from ..ruleset.keys import explain, nearest_keys

    extensions, rules = _words(ruleset)
    tests = _tests() if path.startswith("test") else {}
    told = explain(path, extensions, rules, tests)
    if told is None:
        near = nearest_keys(path, extensions, rules, tests)
        hint = f"did you mean {' or '.join(near)}?" if near else "name a table and a key, such as unit_type.range"
        raise usage(f"no key {path!r}; {hint}")
    return told


def _tests() -> dict[str, Word]:
    """The table of scenario tests, which stands in other files than the rules."""
    from ..ruleset.book import Word
    from ..testing.tables import TestSpec

    return {"test": Word(TestSpec, "the files in tests/", form="list")}


def _words(ruleset: str | None) -> tuple[tuple[Extension, ...], Ruleset | None]:
    """The plug-ins whose words are known: those of a ruleset with its own names, or all that are on offer."""
    from ..game import Game
    from ..plugins import Plugins, discover

    if ruleset is None:
        return Plugins(offered=discover((), Path())).extensions(), None
    game = Game.load(sought(ruleset))
    return game.plugins.extensions(), game.rules


__all__ = ["explain_command"]
