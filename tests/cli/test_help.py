"""Help, version, unknown commands, and what starting the program imports."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hexwright.cli import COMMANDS, VERSION, commands

from .conftest import Caller

HEAVY = (
    "networkx", "cattrs", "cattr", "attr", "attrs", "hypothesis", "pluggy", "tomli", "tomllib", "asyncio", "json",
    "importlib.metadata", "hexwright.game", "hexwright.errors", "hexwright.session", "hexwright.cli.run",
)  # fmt: skip


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_and_version_import_nothing_heavy(argument: str) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "hexwright", argument], capture_output=True, text=True, check=True
    )
    imported = {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if "|" in line}
    assert "click" in imported
    assert not [m for m in imported for h in HEAVY if m == h or m.startswith(h + ".")]
    assert "hexwright" in done.stdout


def test_each_command_exists_and_explains_itself(call: Caller) -> None:
    listed = call("--help").output
    for name, (_, text) in COMMANDS.items():
        command = commands.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None and command.name == name
        if name != "test" or command.help:
            assert command.short_help == text
        assert re.search(rf"^  {name} ", listed, re.M)


def test_version_is_that_of_the_project(call: Caller) -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    assert f'version = "{VERSION}"' in project.read_text(encoding="utf-8")
    assert call("--version").output == f"hexwright {VERSION}\n"


def test_an_unknown_command_names_the_nearest(call: Caller) -> None:
    result = call("rnu")
    assert result.exit_code == 2
    assert "did you mean run?" in result.output


@pytest.mark.parametrize("arguments", [["run"], ["check", "x", "--format", "xml"], ["play"], ["export", "x"], ["nix"]])
def test_wrong_use_ends_with_two(call: Caller, arguments: list[str]) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
