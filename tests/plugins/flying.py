"""What the tests of air transport share: pieces at airfields, flights that are assigned, and what is played next."""

from __future__ import annotations

from typing import Any

from hexwright.events import Event
from hexwright.frames import Frame, Play, settle
from hexwright.game import Game
from hexwright.rules.sequence import Turns
from hexwright.state import State
from hexwright.testing import scene

from .torch import answer, load

GIBRALTAR = {"gib_abn": {"at": "E6"}, "gib_sup": {"at": "E6"}}
GARRISON = {"gar_free_1": {"at": "M6"}}
AIRCRAFT = {"malta_bmb": {"at": "Y6"}, "sard_bmb": {"at": "S2"}}
FLY = "air_ops.assign allied"
DROPS = "air_transport.drops"


def unit(at: str, kind: str = "infantry_regiment", nation: str = "allied", **more: Any) -> dict[str, Any]:
    return {"type": kind, "nation": nation, "at": at, **more}


def assigning(
    units: dict[str, Any], *settings: str, frames: tuple[str, ...] = (FLY,), **about: Any
) -> tuple[Game, State]:
    """A seat assigns its air missions (or these frames are played)."""
    game = load(*settings)
    return game, scene(game, units={**AIRCRAFT, **units}, frames=frames, **{"turn": 3, **about})


def planned(game: Game, units: dict[str, Any], *texts: str, seat: str = "allied", **about: Any) -> State:
    """The flights that a seat has assigned with these texts; nothing else is left to do."""
    state = scene(
        game, units={**AIRCRAFT, **units}, frames=[f"air_ops.assign {seat}", "pass allied"], **{"turn": 3, **about}
    )
    return answer(game, state, seat, *texts)


def over(
    game: Game, state: State, *frames: str | Frame, events: tuple[Event, ...] = (), done: tuple[str, ...] = ()
) -> State:
    """The same with these frames to be played next, after these events; these phases are done this turn."""
    play = Play(game, state.with_(done=done or state.done).with_stack((Turns(started=True),)))
    play.emit(*events)
    play.push(*(f if isinstance(f, Frame) else game.make_frame(*f.partition(" ")[::2]) for f in frames))
    settle(play)
    return play.state


def where(game: Game, state: State, unit_id: str) -> str:
    return game.position(state).unit(unit_id).at
