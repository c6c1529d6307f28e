"""The bot `steady`: plain rules of thumb over what it sees, for any ruleset whose victory conditions name spaces."""

from __future__ import annotations

import random
from collections.abc import Iterable

from ..decisions import Ask
from ..pieces import Unit
from ..view import View
from .answers import EAGER, IDLE, LOATH
from .ground import Picture, Ways, objectives
from .missions import Errand, Sending
from .weighing import PASSING, Weigher, aim_of

MOST = 300  # answers in one window, after which it is done as soon as it may be


class Window:
    """What the bot remembers of one question while it answers it piece by piece."""

    def __init__(self) -> None:
        self.answers = 0
        self.made: list[str] = []
        self.banned: set[str] = set()
        self.tried: set[str] = set()
        self.unwinding = False
        self.resets = 0
        self.sending: Sending | None = None


class Steady:
    """Marches on what the game is about, attacks where it is clearly stronger, and keeps what it has."""

    def __init__(self, seed: int | str = 0) -> None:
        self._draw = random.Random(f"steady/{seed}")
        self._ways: Ways | None = None
        self._goals: tuple[str, ...] = ()
        self._windows: dict[tuple[object, ...], Window] = {}
        self._turn = -1
        self.errands: list[Errand] = []  # who was sent where this turn
        self.rebased: dict[str, int] = {}  # the turn in which a unit last changed its base

    # -- one answer

    def choose(self, view: View, ask: Ask) -> str:
        """One of the options of the question."""
        options = ask.options.all()
        if len(options) == 1:
            return options[0]
        self.ways(view)
        window = self._window(view, ask)
        window.answers += 1
        choice = self._choice(view, ask, options, window)
        if choice == "retract":
            undone = window.made.pop() if window.made else ""
            if not undone.startswith("commit "):
                window.banned.add(aim_of(undone))
        elif choice == "reset":
            window.made.clear()
            window.resets += 1
        else:
            window.made.append(choice)
            self._note(view, choice, window)
        return choice

    def _note(self, view: View, choice: str, window: Window) -> None:
        """Remember for this turn who was sent where."""
        words = choice.split()
        sending = window.sending
        if words[0] == "assign" and sending is not None and sending.text == choice:
            self.errands.append(sending.errand)
            if sending.errand.role == "move":
                self.rebased[words[1]] = view.turn
        elif words[0] in ("lift", "drop") and len(words) == 3:
            self.errands.append(Errand(words[1], "carry", words[2]))

    def ways(self, view: View) -> Ways:
        """The ways over the map, kept as long as it is the same one."""
        if self._ways is None or self._ways.board is not view.board:
            self._ways = Ways(view.board)
            self._goals = objectives(view.rules, view.board)
        return self._ways

    def _window(self, view: View, ask: Ask) -> Window:
        if view.turn != self._turn:
            self._windows.clear()
            self.errands.clear()
            self._turn = view.turn
        return self._windows.setdefault((view.phase, ask.frame), Window())

    def _choice(self, view: View, ask: Ask, options: tuple[str, ...], window: Window) -> str:
        done = "done" in options
        if window.answers > MOST:
            return self._finish(options, window)
        if window.unwinding and "retract" in options:
            aim = aim_of(window.made[-1]) if window.made else ""
            window.unwinding = bool(window.made) and window.made[-1].startswith("commit ")
            if not window.unwinding or aim:
                return "retract"
        window.unwinding = False
        weigh = Weigher(self, view, ask, options, window)
        best = max(weigh.options, key=weigh)  # the first of equals: options come in a fixed order
        worth = weigh(best)
        window.sending = weigh.sending
        if worth >= EAGER:
            return best
        doubtful = weigh.doubtful()
        if doubtful and "retract" in options:
            window.unwinding = True
            return "retract"
        if worth > IDLE and not (done and best == "done"):
            return best
        if done:
            return "done"
        idle = next((o for o in options if o in PASSING), "")
        if idle:
            return idle
        return self._stuck(options, window, best, worth)

    def _stuck(self, options: tuple[str, ...], window: Window, best: str, worth: float) -> str:
        """Nothing pleases and the question cannot be closed: take back what stands in the way, or try anything."""
        if "retract" in options and len(window.banned) < 40:
            window.unwinding = True
            return "retract"
        if "reset" in options and window.resets < 3:
            return "reset"
        others = [o for o in options if o not in ("retract", "reset")]
        fresh = [o for o in others if o not in window.tried] or others or list(options)
        pick = best if worth > LOATH and best in fresh else fresh[self._draw.randrange(len(fresh))]
        window.tried.add(pick)
        return pick

    def _finish(self, options: tuple[str, ...], window: Window) -> str:
        for word in PASSING:
            if word in options:
                return word
        if "reset" in options and window.resets < 4:
            return "reset"
        return options[self._draw.randrange(len(options))]

    # -- what it is about

    def goals(self, here: Picture) -> tuple[str, ...]:
        """What to march on: objectives not held, else those to be kept, else where the enemy stands."""
        missing = tuple(g for g in self._goals if not here.held(g))
        return missing or self._goals or here.fronts

    def distances(self, here: Picture, unit: Unit | None, goals: Iterable[str]) -> dict[str, int]:
        """Space -> how far it is from the nearest goal, for a unit or for nobody in particular."""
        assert self._ways is not None
        mode = here.rules.unit_type[unit.type].movement if unit is not None else ""
        side = here.rules.nation[unit.nation if unit is not None else here.nations[0]].side if here.nations else ""
        return self._ways.to(mode, side, goals)

    @property
    def named(self) -> tuple[str, ...]:
        """The objectives that the data names."""
        return self._goals

    def whim(self) -> float:
        """A number from 0 to 1."""
        return self._draw.random()
