"""Short words to play on the small map `field`, for the tests of the plug-ins that any game may use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from hexwright.decisions import Ask
from hexwright.errors import IllegalDecision, Reason, RulesetError
from hexwright.events import Event
from hexwright.explain import Explanation
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import play, scene

OWNERS = {"r": "red", "b": "blue"}


@lru_cache(maxsize=32)
def load(*settings: str) -> Game:
    """The game with these settings."""
    return Game.load(Path(__file__).parent / "field", settings=settings)


def faults(*settings: str) -> list[str]:
    """What is wrong with these settings, as 'path: message (hint)'."""
    with pytest.raises(RulesetError) as raised:
        load(*settings)
    return [f"{f.path}: {f.message}" + (f" ({f.hint})" if f.hint else "") for f in raised.value.faults]


class Field:
    """A game on the small map: the state moves on with every decision, events are kept.

    A unit is written "TYPE SPACE [STEPS [STATUS or 'hidden']]"; the first letter of its id is its owner's.
    """

    def __init__(self, phase: str, units: dict[str, str], *settings: str, **about: Any) -> None:
        self.game = load(*settings)
        self.events: tuple[Event, ...] = ()
        placed = {id_: _unit(id_, text) for id_, text in units.items()}
        self.state: State = scene(self.game, turn=1, units=placed, phase=phase, **about)

    def play(self, *lines: str, dice: str | Sequence[int | str] = ()) -> Field:
        self.state, events = play(self.game, self.state, lines, dice)
        self.events += events
        return self

    @property
    def ask(self) -> Ask:
        return self.game.asks(self.state)[0]

    def options(self) -> list[str]:
        return [o for o in self.ask.options if o not in ("retract", "reset")]

    def why_not(self, text: str) -> Reason:
        """The refusal; the options and the engine itself agree with it."""
        reason = self.game.refuse(self.state, text)
        assert reason is not None, f"{text} is legal"
        assert text not in self.options()
        with pytest.raises(IllegalDecision):
            self.game.apply(self.state, text)
        return reason

    def at(self, id_: str) -> tuple[str, int]:
        unit = self.state.units[id_]
        return unit.at, unit.steps

    def told(self, kind: type | None = None) -> list[str]:
        return [f"{e.text()} [{e.rule}]" for e in self.events if kind is None or isinstance(e, kind)]

    def control(self, space: str) -> str:
        return self.game.position(self.state).control(space)


def rows(told: Explanation | None) -> dict[str, tuple[int | str, str, str]]:
    """Label -> value, rule and key of each part of an explanation."""
    assert told is not None
    return {
        part.label: (part.value, part.rule.id if part.rule else "", part.source.key if part.source else "")
        for part in told.parts
    }


def _unit(id_: str, text: str) -> dict[str, Any]:
    kind, at, *more = text.split()
    about: dict[str, Any] = {"type": kind, "nation": OWNERS[id_[0]], "at": at}
    if more:
        about["steps"] = int(more[0])
    if len(more) > 1:
        about |= {"hidden": True} if more[1] == "hidden" else {"status": [more[1]]}
    return about
