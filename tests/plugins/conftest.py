"""A blank map for the tests of the land rules, and short words to play on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from hexwright.decisions import CHANCE, Ask
from hexwright.errors import IllegalDecision, Reason
from hexwright.events import Event
from hexwright.explain import explain
from hexwright.game import Game
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.state import State
from hexwright.testing import scene

TYPES = {
    "id": "infantry_division", "ad": "armor_division", "inf": "infantry_regiment", "abn": "airborne_regiment",
    "mech": "mech_regiment", "arm": "armor_regiment", "gar": "garrison",
    "mil": "militia", "dia": "algerian", "sup": "supply",
    "ftr": "fighter", "sqd": "squadron", "cru": "cruiser", "hulk": "hulk", "tf": "transport",
}  # fmt: skip
OWNERS = {"a": "allied", "x": "axis", "v": "vichy"}


@lru_cache(maxsize=64)
def _game(settings: tuple[str, ...]) -> Game:
    return Game.load(Path(__file__).parent / "rose", settings=settings)


class Table:
    """A game on the blank map: the state moves on with every decision, events are kept.

    Units are written "ID SPACE [STEPS]"; the id's first letter is the owner (a, x, v), the letters up to "_"
    after it the type: "aid_1 D5 2" is an Allied infantry division of 2 SP in D5.
    """

    def __init__(self, units: Iterable[str], settings: Sequence[str] = (), phase: str = "land", **about: Any) -> None:
        self.game = _game(tuple(settings))
        self.events: tuple[Event, ...] = ()
        self.state: State = scene(self.game, units=dict(_unit(u) for u in units), phase=phase, **about)

    @property
    def now(self) -> Position:
        return self.game.position(self.state)

    def play(self, *lines: str, dice: str = "") -> Table:
        """Decisions, each with the seat before a colon where it matters; the dice are thrown when they are due."""
        for line in lines:
            seat, colon, decision = line.rpartition(":")
            self._step(decision.strip(), seat if colon else "")
            dice = self._throw(dice)
        dice = self._throw(dice)
        assert not dice, f"dice are left over: {dice}"
        return self

    def _step(self, decision: str, seat: str = "") -> None:
        step = self.game.apply(self.state, decision, seat)
        self.state = step.state
        self.events += step.events

    def _throw(self, dice: str) -> str:
        if dice and self.ask().roll is not None:
            self._step(f"roll {dice}", CHANCE)
            return ""
        return dice

    def ask(self) -> Ask:
        return self.game.asks(self.state)[0]

    def options(self, verb: str = "") -> list[str]:
        return [o for o in self.ask().options if not verb or o.split()[0] == verb]

    def why_not(self, text: str) -> Reason:
        """The refusal; the options and the engine itself agree with it."""
        reason = self.game.refuse(self.state, text)
        assert reason is not None, f"{text} is legal"
        assert text not in self.options()
        with pytest.raises(IllegalDecision):
            self.game.apply(self.state, text)
        return reason

    def cited(self, text: str) -> dict[str, int | str]:
        """The keys that the explanation of a decision cites, and their values."""
        parts = explain(self.game, self.state, text, self.ask().seat).parts
        return {p.source.key: p.value for p in parts if p.source is not None}

    def unit(self, id_: str) -> Unit:
        return self.now.unit(id_)

    def gone(self, id_: str) -> str:
        return str(self.state.gone.get(id_, ""))

    def at(self, id_: str) -> tuple[str, int]:
        unit = self.unit(id_)
        return unit.at, unit.steps

    def told(self, kind: type) -> list[str]:
        return [e.text() for e in self.events if isinstance(e, kind)]

    def rules(self, kind: type) -> list[str]:
        return [e.rule for e in self.events if isinstance(e, kind)]


def _unit(text: str) -> tuple[str, dict[str, Any]]:
    id_, at, *steps = text.split()
    about: dict[str, Any] = {"at": at}
    if "_" in id_ and id_[0] in OWNERS and id_[1:].split("_")[0] in TYPES:
        about |= {"type": TYPES[id_[1:].split("_")[0]], "nation": OWNERS[id_[0]]}
    if steps:
        about["steps"] = int(steps[0])
    return id_, about


@pytest.fixture(scope="session")
def rose() -> Callable[..., Table]:
    """Lay out a game on the blank map."""
    return Table
