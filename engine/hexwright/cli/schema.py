"""`hexwright schema`: the JSON Schema by which an editor knows the keys and names of a ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import COMMANDS
from .options import sought
from .trouble import usage

if TYPE_CHECKING:
    from ..ruleset.jsonschema import Node

FOLDER = ".hexwright"
# what a schema is for -> (its file in FOLDER, the files of a ruleset that name it)
FILES = {
    "rules": ("ruleset.schema.json", ("*.toml", "scenarios/*.toml", "variants/*.toml")),
    "tests": ("tests.schema.json", ("tests/*.toml",)),
    "maps": ("maps.schema.json", ("tests/maps/*.toml",)),
}


@click.command("schema", short_help=COMMANDS["schema"][1])
@click.argument("ruleset")
@click.option("--for", "what", type=click.Choice(list(FILES)), default="rules", help="Which files it is for.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file.")
@click.option("--write", is_flag=True, help="Write all schemas into RULESET/.hexwright, where the files look for them.")
def schema_command(ruleset: str, what: str, output: Path | None, write: bool) -> None:
    """Print the JSON Schema of RULESET, by which an editor completes its keys and marks faults while one types.

    It knows every key with its text, the tables of the plug-ins that the ruleset names, and as choices all ids of the
    ruleset, its scenarios and its variants. --for tests is for the scenario tests, --for maps for the maps they use.

    An editor finds it by the first line of a file, such as `#:schema ./.hexwright/ruleset.schema.json`. Write it there
    with --write, and again when ids or plug-ins have changed.
    """
    from ..ruleset.jsonschema import written
    from ..ruleset.load import find_ruleset

    folder = find_ruleset(sought(ruleset))
    if not write:
        text = written(schema(folder, what))
        if output is None:
            click.echo(text, nl=False)
        else:
            output.write_bytes(text.encode())
        return
    if output is not None:
        raise usage("--write and --output exclude each other")
    (folder / FOLDER).mkdir(exist_ok=True)
    for one, (name, _) in FILES.items():
        (folder / FOLDER / name).write_bytes(written(schema(folder, one)).encode())
        click.echo(f"written: {folder / FOLDER / name}")


def schema(folder: Path, what: str) -> Node:
    """One of the schemas of a ruleset folder, whatever faults the ruleset has."""
    from ..plugins import choose, discover
    from ..rules import SHIPPED
    from ..ruleset.ids import known_ids
    from ..ruleset.jsonschema import rules_schema
    from ..ruleset.load import read_head
    from ..testing.schema import OPEN_TO, test_maps, tests_schema

    head = read_head(folder)
    extensions = choose(head.info.plugins, discover((), folder)).extensions()
    frames = tuple(frame.name for frame in SHIPPED)
    if what == "rules":
        return rules_schema(extensions, known_ids(folder, extensions, frames), head.info.title)
    more = test_maps(folder)
    if what == "maps":
        return rules_schema(
            extensions, known_ids(folder, extensions, frames, more), f"{head.info.title}: maps of tests"
        )
    known = known_ids(folder, extensions, frames, more, OPEN_TO)
    return tests_schema(extensions, known, f"{head.info.title}: scenario tests")
