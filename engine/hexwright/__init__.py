"""hexwright: a declarative rules engine for hex-and-phase board wargames; this file only names the public doors.

The doors are imported when they are first used, so that `import hexwright` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .decisions import Ask, Options
    from .errors import DecisionError, Fault, HexwrightError, Reason, RulesetError, SaveError
    from .explain import Explanation
    from .game import Game, Step
    from .session import Session, replay
    from .state import State
    from .view import View

_DOORS = {
    "Ask": "decisions",
    "DecisionError": "errors",
    "Explanation": "explain",
    "Fault": "errors",
    "Game": "game",
    "HexwrightError": "errors",
    "Options": "decisions",
    "Reason": "errors",
    "RulesetError": "errors",
    "SaveError": "errors",
    "Session": "session",
    "State": "state",
    "Step": "game",
    "View": "view",
    "replay": "session",
}
__version__ = "0.1.0"

__all__ = [
    "Ask",
    "DecisionError",
    "Explanation",
    "Fault",
    "Game",
    "HexwrightError",
    "Options",
    "Reason",
    "RulesetError",
    "SaveError",
    "Session",
    "State",
    "Step",
    "View",
    "replay",
]


def __getattr__(name: str) -> Any:
    module = _DOORS.get(name)
    if module is None:
        raise AttributeError(f"module 'hexwright' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"hexwright.{module}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_DOORS])
