"""Start-up and loading: whole processes beside bare interpreters, and from TOML to a first question when warm."""

from __future__ import annotations

import sys
from pathlib import Path

import tomli

from hexwright.game import Game
from hexwright.ruleset.load import find_ruleset

from .measure import Row, Setting, once, processes


def commands() -> dict[str, tuple[list[str], float]]:
    """The measured command lines, and how many bare starts each may take."""
    script = Path(sys.executable).parent / "hexwright"
    ours = [str(script)] if script.is_file() else [sys.executable, "-m", "hexwright"]
    return {
        "hexwright --help": ([*ours, "--help"], 6.0),
        "hexwright --version": ([*ours, "--version"], 6.0),
        "hexwright check torch_tunisia --quick": ([*ours, "check", "torch_tunisia", "--quick"], 40.0),
        "hexwright check torch_tunisia": ([*ours, "check", "torch_tunisia"], 110.0),
    }


def start_up(setting: Setting) -> list[Row]:
    """CPU time of whole processes; the reference is the interpreter that does nothing."""
    known = dict(list(commands().items())[: 4 if setting.least else 1])
    bare, *spent = processes(setting, [sys.executable, "-c", "pass"], *(line for line, _ in known.values()))
    rows = []
    for (what, (_, most)), seconds in zip(known.items(), spent, strict=True):
        row = Row(what, 1e3 * seconds, "ms", "bare start", 1e3 * bare)
        rows.append(row.wants(f"at most {most:g} bare starts", ratio=1 / most))
    return rows


def first_question(ruleset: str = "torch_tunisia") -> int:
    """Load a ruleset and list what the first question offers: how many options there are."""
    game = Game.load(ruleset)
    offered = sum(len(ask.options) for ask in game.asks(game.start()))
    if not offered:
        raise ValueError("the first question has no options")
    return offered


def loading(setting: Setting) -> list[Row]:
    """Torch & Tunisia from TOML to its first question; the reference only reads the same files."""
    texts = [p.read_text(encoding="utf-8") for p in sorted(Path(find_ruleset("torch_tunisia")).glob("*.toml"))]
    if setting.least:
        first_question()
    ours, theirs = once(setting, first_question, lambda: [tomli.loads(text) for text in texts])
    row = Row("TOML to first question, warm process", 1e3 * ours, "ms", "tomli alone", 1e3 * theirs)
    return [row.wants("at most 250 ms", most=250.0)]
