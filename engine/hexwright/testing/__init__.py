"""The public test kit: positions, scripts, random walks and scenario tests; here its parts are named.

* `scene(game, turn=, units=, ...)` builds a position, `play(game, state, script, dice)` plays a script from it,
  `transcript(events)` tells what happened.
* `walk(game, seeds)` plays games and checks at every step what must hold in any game.
* `run_scenario_file(path, ruleset)` runs the tests of a TOML file; its format stands in `scenarios`.
"""

from __future__ import annotations

from .scenarios import Games, Result, ScenarioTest, read_scenarios, run_scenario, run_scenario_file
from .scenes import Dice, ScriptError, asked_of, play, scene, transcript
from .walking import ALL, Failure, Walked, WalkReport, broken, broken_units, walk

__all__ = [
    "ALL",
    "Dice",
    "Failure",
    "Games",
    "Result",
    "ScenarioTest",
    "ScriptError",
    "WalkReport",
    "Walked",
    "asked_of",
    "broken",
    "broken_units",
    "play",
    "read_scenarios",
    "run_scenario",
    "run_scenario_file",
    "scene",
    "transcript",
    "walk",
]
