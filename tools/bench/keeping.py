"""What states cost with every plug-in of Torch & Tunisia: apply, options, clone, size, save and load."""

from __future__ import annotations

import copy
import json
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from gc import get_referents
from pathlib import Path
from statistics import median
from types import BuiltinFunctionType, FunctionType, ModuleType

from hexwright import wire
from hexwright.board import Board
from hexwright.bots import make
from hexwright.events import Moved
from hexwright.game import Game
from hexwright.ruleset.schema import Ruleset
from hexwright.session import Session
from hexwright.state import State

from .campaigns import Visited, campaign
from .measure import Row, Setting, once, per_call
from .play import loaded

WINDOW = "land_combat.move"
SHARED = (Game, Board, Ruleset, type, ModuleType, BuiltinFunctionType)


@cache
def visits(whole: bool, seed: int = 3) -> tuple[Visited, ...]:
    """A random campaign, all of it or up to its third plain move."""
    kept: list[Visited] = []
    for visited in campaign(loaded("torch_tunisia"), seed):
        kept.append(visited)
        if not whole and len(plain_moves(kept)) == 3:
            break
    return tuple(kept)


def _stretch(setting: Setting) -> tuple[Visited, ...]:
    return visits(whole=not setting.decisions)


def plain_moves(stretch: Iterable[Visited]) -> list[Visited]:
    """The decisions that moved one unit and did nothing else."""
    return [v for v in stretch if v.text.startswith("move ") and [type(e) for e in v.events] == [Moved]]


def forgetful(state: State) -> State:
    """The same state without what was worked out from it: as it is when only the answer arrives."""
    return state.with_(before=state.before)


def apply_and_options(setting: Setting) -> list[Row]:
    """A plain move applied without listing, and the listing of the land moves."""
    game = loaded("torch_tunisia")
    moves = plain_moves(_stretch(setting))
    ready = [v.before.with_(before=v.before.before) for v in moves]

    def fresh() -> list[tuple[State, Visited]]:
        return [(forgetful(s), v) for s, v in zip(ready, moves, strict=True)]

    def all_of(work: Callable[[State, Visited], object]) -> float:
        found = []
        for _ in range(max(1, setting.runs)):
            prepared = fresh()
            begun = time.process_time()
            for state, visited in prepared:
                work(state, visited)
            found.append((time.process_time() - begun) / len(prepared))
        return 1e6 * median(found)

    def listing(state: State, visited: Visited) -> tuple[str, ...]:
        ask = game.ask(state, visited.seat)
        return ask.options.all() if ask is not None else ()

    applied = all_of(lambda state, v: game.apply(state, v.text, v.seat))
    event = all_of(lambda state, v: v.events[0].apply(state))
    listed = all_of(listing)
    count = sum(len(listing(*one)) for one in fresh()) / len(moves)
    return [
        Row("apply a plain move, unlisted", applied, "us", "its event alone", event).wants("at most 60 us", most=60.0),
        Row(f"list {WINDOW} ({count:.0f} options)", listed, "us"),
        Row(f"an option of {WINDOW}", listed / count, "us"),
    ]


# ------------------------------------------------------------------ clone and size


def clone(setting: Setting) -> list[Row]:
    """Keeping a state to come back to it is keeping a reference; a copy is what others make."""
    state = _stretch(setting)[-1].after
    units = dict(state.units.items())
    kept: list[State] = []

    def keep() -> None:
        kept.append(state)
        kept.pop()

    ours, deep, pickled = per_call(
        setting, keep, lambda: copy.deepcopy(units), lambda: pickle.loads(pickle.dumps(units, 5))
    )
    row = Row("clone a state", 1e6 * ours, "us", "deepcopy, units only", 1e6 * deep).wants("free", most=1.0)
    return [row, Row("clone a state", 1e6 * ours, "us", "pickle, units only", 1e6 * pickled)]


class Reachable:
    """The objects that belong to a state: all it leads to, less the game, its board and rules, and code."""

    def __init__(self, root: object, without: set[int]) -> None:
        self.found: dict[int, object] = {}
        todo = [root]
        while todo:
            one = todo.pop()
            if id(one) in without or id(one) in self.found or isinstance(one, SHARED):
                continue
            self.found[id(one)] = one
            todo.extend(_parts(one))

    @cached_property
    def size(self) -> int:
        """Bytes of them all."""
        return sum(map(sys.getsizeof, self.found.values()))


def _parts(one: object) -> Iterable[object]:
    if isinstance(one, FunctionType):
        return [*(one.__closure__ or ()), *(one.__defaults__ or ())]  # never its globals
    return get_referents(one)


def of_the_game(game: Game) -> set[int]:
    """The ids of what the rules, the board and its memo hold: no state pays for it."""
    known: set[int] = set()
    for root in (*get_referents(game), *get_referents(game.board), *get_referents(game.rules)):
        known |= Reachable(root, known).found.keys()
    return known


def beyond(child: State, parent: State, without: set[int], *, memo: bool) -> int:
    """The bytes of a state that its parent does not hold already, nor the game; with what both remember, or not."""
    if not memo:
        without = without | {id(child.memo), id(parent.memo)}
    without = without | Reachable(parent, without).found.keys()
    return Reachable(child, without).size


def size(setting: Setting) -> list[Row]:
    """Kilobytes of a state beyond its parent: the median of many, and the largest."""
    game = loaded("torch_tunisia")
    stretch = _stretch(setting)
    picked = [v for v in stretch if v.text not in ("retract", "reset")]
    picked = picked[:: max(1, len(picked) // (4 if setting.decisions else 40))]
    shared = of_the_game(game)
    rows = []
    for memo, told in ((False, "a state beyond its parent"), (True, "the same with what it remembers")):
        sizes = sorted(beyond(v.after, v.before, shared, memo=memo) / 1024 for v in picked)
        rows.append(Row(told, median(sizes), "KB").wants("at most 40 KB", most=40.0))
        rows.append(Row(f"{told}, largest of {len(sizes)}", sizes[-1], "KB").wants("at most 40 KB", most=40.0))
    return rows


# ------------------------------------------------------------------ save and load


def save_and_load(setting: Setting) -> list[Row]:
    """One state as JSON text and back, and a whole recorded game resumed."""
    game = loaded("torch_tunisia")
    state = _stretch(setting)[-1].after
    state = state.with_()  # without the states that retract goes back to
    text = json.dumps(wire.state_to_json(game, state))
    document = json.loads(text)
    save, dumped, load, parsed = per_call(
        setting,
        lambda: json.dumps(wire.state_to_json(game, state)),
        lambda: json.dumps(document),
        lambda: wire.state_from_json(game, json.loads(text)),
        lambda: json.loads(text),
    )
    if wire.state_from_json(game, document) != state:
        raise ValueError("the state that was loaded is another one")
    return [
        Row(f"save a state ({len(text) / 1024:.0f} KB)", 1e3 * save, "ms", "json.dumps", 1e3 * dumped).wants(
            "at most 2 ms", most=2.0
        ),
        Row("load a state", 1e3 * load, "ms", "json.loads", 1e3 * parsed).wants("at most 5 ms", most=5.0),
        *_recorded(setting, game),
    ]


def _recorded(setting: Setting, game: Game) -> list[Row]:
    """A random game over the Session, once with a save file and once without, and its resumption."""
    most = setting.decisions or 600

    def played(path: Path | None) -> Session:
        session = Session.new(game, seed=1, save=path)
        bots = {seat: make("random", seat) for seat in game.rules.seats}
        while session.over is None and session.decisions < most:
            ask = session.asks()[0]
            session.play(bots[ask.seat].choose(session.view(ask.seat), ask), ask.seat)
        session.close()
        return session

    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "game.jsonl"
        saved, unsaved = once(setting, lambda: _replaced(path, played), lambda: played(None))
        made = Session.read(path, game=game).decisions
        [resumed] = once(setting, lambda: Session.resume(path, game=game).close())
    return [
        Row("recording a decision in the save file", 1e6 * max(0.0, saved - unsaved) / made, "us"),
        Row(f"resume a game of {made} decisions", 1e3 * resumed, "ms", "playing it", 1e3 * unsaved),
    ]


def _replaced(path: Path, play: Callable[[Path | None], object]) -> None:
    path.unlink(missing_ok=True)
    play(path)


__all__ = ["apply_and_options", "beyond", "clone", "plain_moves", "save_and_load", "size", "visits"]
