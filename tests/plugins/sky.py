"""Short ways to set up air missions over Torch & Tunisia and to play them, for the tests of air operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexwright.errors import Reason
from hexwright.events import Event
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import play, scene
from hexwright_plugins.air_ops import AirState, Mission

from .torch import options, why

TYPES = {"ftr": "fighter_group", "bmb": "bomber_group", "cag": "carrier_air_group", "sqd": "air_squadron"}
SIDES = {"a": "allied", "x": "axis", "v": "vichy"}


class Sky:
    """A turn in the air: aircraft with their missions, then frames (the resolution when none are given).

    A flight is written "ID TYPE BASE KIND [TARGET [CLASS]]": the first letter of the id tells the nation (a, x, v),
    TYPE is ftr, bmb, cag, sqd, or one of these and a strength as in "bmb/1"; TYPE "-" makes a flight of air transport.
    KIND "-" gives no mission.
    """

    def __init__(self, game: Game, *flights: str, units: dict[str, dict[str, Any]] | None = None, **about: Any) -> None:
        self.game = game
        self.events: list[Event] = []
        known: dict[str, dict[str, Any]] = dict(units or {})
        missions: list[Mission] = []
        for text in flights:
            id_, kind_of, base, kind, *rest = text.split()
            type_, _, steps = kind_of.partition("/")
            if type_ != "-":
                known[id_] = {"type": TYPES[type_], "nation": SIDES[id_[0]], "at": base}
                known[id_] |= {"steps": int(steps)} if steps else {}
            if kind != "-":
                target, against = (*rest, "", "")[:2]
                nation = SIDES[id_[0]] if type_ == "-" else ""
                missions.append(Mission(id_, kind, target, against, base, nation=nation))
        about.setdefault("roles", {"first": "allied", "second": "axis"})
        if "phase" not in about:
            about.setdefault("frames", ["air_ops.resolve", "pass allied"])
        about["slices"] = (AirState(tuple(missions)), *about.get("slices", ()))
        self.state: State = scene(game, units=known, told=self.events, **about)

    def play(self, *lines: str, dice: str | Sequence[int | str] = ()) -> Sky:
        """Decisions, and the dice in the order in which they fall."""
        self.state, events = play(self.game, self.state, lines, dice)
        self.events += events
        return self

    def options(self, seat: str, verb: str = "") -> list[str]:
        return options(self.game, self.state, seat, verb)

    def why(self, seat: str, text: str) -> Reason:
        return why(self.game, self.state, seat, text)

    def asked(self) -> tuple[str, str]:
        """Who is asked, by which frame."""
        ask = self.game.asks(self.state)[0]
        return ask.seat, ask.frame

    def steps(self, unit: str) -> int:
        """What is left of a unit; 0 when it is gone."""
        found = self.state.units.get(unit)
        return found.steps if found is not None else 0

    def stage(self, unit: str) -> str:
        mission = self.state.slices["air_ops"].of(unit)
        return mission.stage if mission is not None else ""

    def told(self, kind: type) -> list[str]:
        return [e.text() for e in self.events if isinstance(e, kind)]

    def rules(self, kind: type) -> list[str]:
        return [e.rule for e in self.events if isinstance(e, kind)]
