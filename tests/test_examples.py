"""The examples in docstrings and texts work as they stand there."""

from __future__ import annotations

import inspect
import shutil
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hexwright.frames
import hexwright.hooks
from hexwright.game import Game
from hexwright.position import Position
from hexwright.rules.movement import allowance

RULESETS = Path(__file__).resolve().parents[1] / "rulesets"

IMPORTS = """
from collections.abc import Iterable
from typing import ClassVar
from hexwright.frames import Frame, Play
"""

DIG = """

@frozen
class Dig(Frame):
    name: ClassVar[str] = "rain.dig"
    seat: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["dig", "pass"]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
"""

GAME = """
[rain]
turns = [2, 3]
[rule.R-7]
title = "Rain"
[sequence]
turns = 4
each_turn = ["look", "dig"]
[phase.look]
frame = "rain.look"
by = ["red"]
[phase.dig]
frame = "rain.dig"
by = ["red"]
[terrain.clear]
symbol = "."
[board.field]
kind = "hex"
numbering = { first_column = "A", first_row = "1" }
rows = '''
..
..
'''
[movement.foot]
cost = { clear = 1 }
[unit_type.foot]
movement = "foot"
allowance = 4
[unit.r1]
type = "foot"
nation = "red"
at = "A1"
"""


def block(documented: Any) -> str:
    """The indented lines after the `::` of a docstring."""
    text = (inspect.getdoc(documented) or "").partition("::\n")[2]
    lines = text.splitlines()
    end = next((n for n, line in enumerate(lines) if line and not line.startswith("    ")), len(lines))
    return textwrap.dedent("\n".join(lines[:end]))


def test_the_plug_in_of_the_docstring_works_word_for_word(load_game: Callable[..., Game]) -> None:
    text = GAME.replace('"rain.look"', '"pass"').replace('"rain.dig"', '"pass"').replace("[2, 3]", "[1]")
    game = load_game(text, named=["rain"], files={"plugins/rain.py": block(hexwright.hooks)})
    now = Position(game, game.start())
    assert allowance(now, now.unit("r1")).told() == (("movement allowance", 4, ""), ("rain", -1, "R-7"))


def test_its_frame_plays(load_game: Callable[..., Game]) -> None:
    plugin = block(hexwright.hooks).replace("registry.table(", "registry.frame(Look, Dig); registry.table(", 1)
    source = IMPORTS + plugin + "\n\n" + block(hexwright.frames.Frame) + DIG
    game = load_game(GAME, named=["rain"], files={"plugins/rain.py": source})
    state, heard = game.start(), []
    for decision in ("look", "dig", "pass"):
        step = game.apply(state, decision, "red")
        state = step.state
        heard += [event.text() for event in step.events]
    assert "the sky is grey" in heard and "it rains" in heard
    reason = game.refuse(state, "dig", "red")
    assert reason is not None and (reason.text, reason.rule, reason.by) == ("it rains", "R-7", "rain")


def test_the_variant_of_the_rulesets_readme_plays(tmp_path: Path) -> None:
    folder = shutil.copytree(RULESETS / "torch_tunisia", tmp_path / "my_game")
    example = (folder / "README.md").read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "quick.toml").write_text(example, encoding="utf-8")
    game, faults = Game.load_with_faults(folder, variants=("quick",))
    assert game is not None and {fault.code for fault in faults} == {"H307", "H510", "H512"}
    mountain = game.rules.movement["land"].cost["mountain"]
    assert (mountain.cost, mountain.stop, game.rules.sequence.turns) == (2, True, 6)
    assert "us_9_id" in game.start().units and "us_34_id" not in game.start().units
