"""The bot that picks among its options with equal chances, and ends a question that it has answered too often."""

from __future__ import annotations

import random

from ..decisions import Ask
from ..view import View

PATIENCE = 400  # answers in one window, after which it is done as soon as it may be


class Uniform:
    """Every option has the same chance, `retract` and `reset` included."""

    def __init__(self, seed: int | str = 0) -> None:
        self._draw = random.Random(f"random/{seed}")
        self._window: tuple[object, ...] = ()
        self._answers = 0

    def choose(self, view: View, ask: Ask) -> str:
        """One of the options of the question."""
        options = ask.options.all()
        window = (view.turn, view.phase, ask.frame)
        self._answers = self._answers + 1 if window == self._window else 0
        self._window = window
        if self._answers > PATIENCE and "done" in options:
            return "done"
        return options[self._draw.randrange(len(options))]
