"""Whole campaigns of Torch & Tunisia by bots: decisions a second, seconds a campaign, memory, two processes."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median

from attrs import frozen

from hexwright.bots import make
from hexwright.decisions import CHANCE, spell
from hexwright.events import Event
from hexwright.game import Game
from hexwright.session import Session
from hexwright.state import State

from .measure import Row, Setting, in_child, resident
from .play import loaded

PATIENCE = 400  # answers in one window, after which it is closed as soon as it may be (as the bot `random` does)


@frozen
class Visited:
    """One decision of a random campaign: the state before, who answered what, and the state after."""

    before: State
    seat: str
    text: str
    after: State
    events: tuple[Event, ...]


def campaign(game: Game, seed: int, most: int = 0) -> Iterator[Visited]:
    """A campaign by chance with all options listed at every decision, dice by chance; `most` decisions (0: any)."""
    draw = random.Random(seed)
    state = game.start()
    made = here = 0
    window: tuple[object, ...] = ()
    while state.over is None and (not most or made < most):
        ask = game.asks(state)[0]
        if ask.seat == CHANCE:
            assert ask.roll is not None
            text = spell("roll", *(draw.randint(1, sides) for sides in ask.roll.sides))
        else:
            options = ask.options.all()
            made += 1
            here = here + 1 if window == (state.turn, ask.frame, ask.seat) else 0
            window = (state.turn, ask.frame, ask.seat)
            text = "done" if here > PATIENCE and "done" in options else options[draw.randrange(len(options))]
        step = game.apply(state, text, ask.seat)
        yield Visited(state, ask.seat, text, step.state, step.events)
        state = step.state


def play_out(ruleset: str, seed: int, most: int = 0) -> int:
    """How many decisions of seats (dice left out) a random campaign took."""
    return sum(visited.seat != CHANCE for visited in campaign(_game(ruleset), seed, most))


def by_bots(ruleset: str, bot: str, seed: int, most: int = 0) -> int:
    """How many decisions of seats a campaign took that bots played over the Session, each from its View."""
    session = Session.new(_game(ruleset), seed=seed)
    players = {seat: make(bot, f"{seed}/{seat}") for seat in session.game.rules.seats}
    made = 0
    while session.over is None and (not most or made < most):
        ask = session.asks()[0]
        session.play(players[ask.seat].choose(session.view(ask.seat), ask), ask.seat)
        made += 1
    return made


def _game(ruleset: str) -> Game:
    return loaded(ruleset)  # once a process: workers stay warm


def _timed(work: Callable[[int], int], seeds: range) -> tuple[list[int], list[float]]:
    """Decisions and CPU seconds of each campaign."""
    made, spent = [], []
    for seed in seeds:
        gc.collect()
        begun = time.process_time()
        made.append(work(seed))
        spent.append(time.process_time() - begun)
    return made, spent


def campaigns(setting: Setting, ruleset: str = "torch_tunisia") -> list[Row]:
    """Random and steady campaigns, then memory, then two processes."""
    _game(ruleset)
    seeds = range(1, 1 + setting.campaigns)
    made, spent = _timed(lambda seed: play_out(ruleset, seed, setting.decisions), seeds)
    rate = median(n / s for n, s in zip(made, spent, strict=True))
    few = range(1, 1 + max(1, setting.campaigns // 4))
    seen, longer = _timed(lambda seed: by_bots(ruleset, "random", seed, setting.decisions), few)
    views = median(n / s for n, s in zip(seen, longer, strict=True))
    _, steady = _timed(lambda seed: by_bots(ruleset, "steady", seed, setting.decisions), few)
    projected = 200 * sum(spent) / len(spent) / 2
    return [
        Row("random campaigns, all options listed", rate, "decisions/s").wants("want 5,000", least=5000),
        Row("decisions of a random campaign", median(made), "decisions"),
        Row("random campaigns over Session and View", views, "decisions/s", "without views", rate),
        Row("200 random campaigns on two cores (projected)", projected, "s").wants("at most 180 s", most=180.0),
        Row("a campaign of steady against steady", median(steady), "s").wants("at most 10 s", most=10.0),
        *_memory(setting, ruleset),
        *_two_processes(setting, ruleset),
    ]


def _memory(setting: Setting, ruleset: str) -> list[Row]:
    """What a process grows by from one campaign to the next, once it is warm."""
    count = setting.campaigns
    each = in_child(setting, _grown, ruleset, count if setting.least else 0, count, setting.decisions) / count
    row = Row(f"growth over {count} campaigns, each", 1024 * each, "KB")
    return [row.wants("flat: at most 100 KB", most=100.0)]


def _grown(ruleset: str, warm: int, count: int, most: int) -> float:
    for seed in range(101, 101 + warm):
        play_out(ruleset, seed, most)
    gc.collect()
    before = resident()
    for seed in range(201, 201 + count):
        play_out(ruleset, seed, most)
    gc.collect()
    return max(0.0, resident() - before)


def _two_processes(setting: Setting, ruleset: str) -> list[Row]:
    """Wall clock, since that is what a second process is for: a busy machine shows here."""
    tasks = 2 * max(1, setting.campaigns // 2)
    found: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(min(3, setting.runs)):
        for workers, kept in found.items():
            with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
                begun = time.perf_counter()
                made = sum(pool.map(play_out, [ruleset] * tasks, range(1, 1 + tasks), [setting.decisions] * tasks))
                kept.append(made / (time.perf_counter() - begun))
    one, two = median(found[1]), median(found[2])
    row = Row("two processes (wall clock)", two, "decisions/s", "one process", one)
    return [row.wants("at least 1.8 x", ratio=1.8)]
