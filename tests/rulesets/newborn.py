"""The game that `hexwright new ruleset` writes, made once a process in a folder of its own."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from click.testing import CliRunner

from hexwright.cli import commands

NAME = "newborn"


@cache
def newborn() -> Path:
    """The folder of the game."""
    place = tempfile.mkdtemp(prefix="hexwright-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    result = CliRunner().invoke(commands, ["new", "ruleset", NAME, "--to", place])
    assert result.exit_code == 0, result.output
    return Path(place) / NAME
