"""The boardgame.io peer: runs its own scripts under node and reads the figures they print, when it is there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

PATIENCE = 600  # seconds


def why_absent(folder: Path | None) -> str:
    """Why the peer cannot be measured; "" when it can."""
    if folder is None:
        return "no --bgio DIR given"
    if shutil.which("node") is None:
        return "there is no node on this machine"
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        return f"{folder} holds no node_modules/boardgame.io: run `npm install` there"
    return ""


def skirmish(folder: Path | None) -> float | None:
    """Decisions a CPU second of boardgame.io's reducer in the skirmish, None without the peer."""
    if why_absent(folder):
        return None
    assert folder is not None
    return _best(_printed(folder, "skirmish.js"), kind="skirmish", peer="bgio-reducer", value="decisions_per_s")


def small_game(folder: Path | None, game: str) -> float | None:
    """Moves a CPU second of the faster of boardgame.io's reducer and client in `ttt` or `hex11`, None without it."""
    if why_absent(folder):
        return None
    assert folder is not None
    return _best(_printed(folder, "bench.js", game), kind="playout", peer="bgio-", value="moves_per_s")


def _best(said: list[dict[str, Any]], *, kind: str, peer: str, value: str) -> float | None:
    found = [float(s[value]) for s in said if s.get("kind") == kind and str(s.get("peer")).startswith(peer)]
    return max(found, default=None)


@cache
def _printed(folder: Path, *script: str) -> list[dict[str, Any]]:
    """The JSON objects that a script prints, one a line; measured once a run of the table."""
    with tempfile.TemporaryDirectory() as scratch:
        ran = subprocess.run(
            ["node", "--expose-gc", *script],
            cwd=folder,
            env={**os.environ, "NODE_ENV": "production", "RUNS": "3", "PERF_RESULTS": scratch},
            stdout=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
    said = (line[line.index("{") :].rsplit("}", 1)[0] + "}" for line in ran.stdout.splitlines() if '{"' in line)
    return [json.loads(text) for text in said]
