"""Campaigns between bots, many at once: who wins, why and when, how fast, and what the objectives saw.

python tools/campaigns.py torch_tunisia --games 50 --bot steady --processes 2
python tools/campaigns.py torch_tunisia --seeds 7,9,12 --bot allied=steady --bot axis=random
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from statistics import median
from typing import Any

from attrs import field, frozen

from hexwright.bots import NAMES, make
from hexwright.bots.ground import objectives
from hexwright.decisions import words
from hexwright.events import ControlChanged, Event
from hexwright.game import Game
from hexwright.position import Position
from hexwright.session import Session


@frozen
class Campaign:
    """How one game went; `taken` and `attacked` count per objective."""

    seed: int
    winner: str = ""
    reason: str = ""
    turn: int = 0
    decisions: int = 0
    seconds: float = 0.0
    taken: Counter[str] = field(factory=Counter)
    attacked: Counter[str] = field(factory=Counter)
    longest: int = 0
    verbs: Counter[str] = field(factory=Counter)
    told: Counter[tuple[str, str]] = field(factory=Counter)
    broke: str = ""


def fought_at(event: Event) -> str:
    """The space of an event that joins a battle or declares an attack, "" for others."""
    name = type(event).__name__
    return str(getattr(event, "space", "")) if "Battle" in name or "Attacked" in name else ""


def tell(event: Event, position: Position) -> Iterator[tuple[str, str]]:
    """What the report counts of an event, as (heading, line): missions, battles, support, convoys met, losses."""
    name, unit = type(event).__name__, str(getattr(event, "unit", ""))
    side = ""
    if unit in position.state.units:
        side = position.side(position.unit(unit).nation) + " "
    if name.endswith("Assigned"):
        yield "missions", f"{side}{getattr(event, 'kind', '')}"
    elif name.endswith("Joined") and hasattr(event, "attacker"):
        yield "battles", "at sea" if "Sea" in name else "on land"
    elif name == "DieAdded":
        yield "dice added", str(getattr(getattr(event, "die", None), "label", ""))
    elif name.endswith("Met") and hasattr(event, "box"):
        yield "convoys raided", f"of {getattr(event, 'side', '')}"
    elif name == "Removed" and side:
        there = position.unit(unit)
        yield f"{getattr(event, 'how', '')}", f"{side}{position.type(there).name or there.type}"


def campaign(game: Game, seed: int, bots: dict[str, str], most: int = 6_000) -> Campaign:
    """Play one game to its end."""
    begun = time.perf_counter()
    session = Session.new(game, seed=seed)
    players = {seat: make(name, f"{seed}/{seat}") for seat, name in bots.items()}
    goals = objectives(game.rules, game.board)
    taken: Counter[str] = Counter()
    battles: set[tuple[int, str]] = set()
    verbs: Counter[str] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    decisions, in_window, longest, window = 0, 0, 0, ""
    try:
        while session.over is None and decisions < most:
            ask = session.asks()[0]
            text = players[ask.seat].choose(session.view(ask.seat), ask)
            here = f"{session.state.turn} {ask.frame} {ask.seat}"
            in_window = in_window + 1 if here == window else 1
            window, longest = here, max(longest, in_window)
            verbs[words(text)[0]] += 1
            before = Position(game, session.state)
            for event in session.play(text, ask.seat).events:
                told.update(tell(event, before))
                if isinstance(event, ControlChanged) and event.space in goals:
                    taken[event.space] += 1
                elif (space := fought_at(event)) in goals:
                    battles.add((session.state.turn, space))
            decisions += 1
    except Exception as error:
        where = f"turn {session.state.turn}, decision {decisions}"
        return Campaign(seed, decisions=decisions, broke=f"{where}: {type(error).__name__} {error}"[:300])
    over = session.over
    return Campaign(
        seed, over.winner if over else "", over.reason if over else f"not over after {most} decisions",
        session.state.turn, decisions, time.perf_counter() - begun, taken, Counter(s for _, s in battles), longest,
        verbs, told,
    )  # fmt: skip


def _work(job: tuple[str, str, tuple[str, ...], dict[str, str], list[int]]) -> list[Campaign]:
    ruleset, scenario, variants, bots, seeds = job
    game = Game.load(ruleset, scenario=scenario, variants=variants)
    return [campaign(game, seed, _all(game, bots)) for seed in seeds]


def _all(game: Game, bots: dict[str, str]) -> dict[str, str]:
    return {seat: bots.get(seat, bots.get("", "steady")) for seat in game.rules.seats}


def report(game: Game, done: Sequence[Campaign]) -> str:
    """The campaigns as a table in words."""
    whole = [c for c in done if not c.broke]
    lines = [f"{len(done)} campaigns of {game.rules.info.title}, {len(done) - len(whole)} broken"]
    lines += [f"  seed {c.seed} broke at {c.broke}" for c in done if c.broke]
    if not whole:
        return "\n".join(lines)
    for (winner, reason), count in Counter((c.winner, c.reason) for c in whole).most_common():
        turns = sorted(c.turn for c in whole if (c.winner, c.reason) == (winner, reason))
        when = f"turns {turns[0]} to {turns[-1]}, median {median(turns):g}"
        lines.append(f"  {count:4d}  {winner or 'nobody'}: {reason} ({when})")
    counts = [c.decisions for c in whole]
    seconds = sum(c.seconds for c in whole)
    rate = sum(counts) / seconds if seconds else 0.0
    lines.append(f"decisions: {min(counts)} to {max(counts)}, median {median(counts):g}; {rate:.0f} a second a process")
    times = [c.seconds for c in whole]
    lines.append(f"seconds a campaign: median {median(times):.1f}, most {max(times):.1f}")
    lines.append(f"longest window: {max(c.longest for c in whole)} answers")
    for goal in objectives(game.rules, game.board):
        fought = sum(1 for c in whole if c.attacked[goal])
        changed = sum(1 for c in whole if c.taken[goal])
        both = sum(1 for c in whole if c.attacked[goal] or c.taken[goal])
        lines.append(
            f"{game.board.name(goal)} ({goal}): fought over in {fought} campaigns, changed hands in {changed}, "
            f"either in {both} of {len(whole)} ({100 * both // len(whole)} %)"
        )
    told = sum((c.told for c in whole), Counter[tuple[str, str]]())
    for heading in sorted({heading for heading, _ in told}):
        there = Counter({line: count for (head, line), count in told.items() if head == heading})
        rows = ", ".join(f"{line} {count / len(whole):.1f}" for line, count in there.most_common())
        lines.append(f"{heading} a campaign ({there.total() / len(whole):.1f}): {rows}")
    verbs = sum((c.verbs for c in whole), Counter[str]())
    lines.append("verbs: " + ", ".join(f"{verb} {count}" for verb, count in verbs.most_common()))
    return "\n".join(lines)


def main(given: Sequence[str] | None = None) -> int:
    """The command; 1 when a campaign broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("--games", type=int, default=50, help="seeds 1 to GAMES")
    parser.add_argument("--seeds", default="", help="these seeds instead, with commas")
    parser.add_argument("--bot", action="append", default=[], help="NAME, or SEAT=NAME")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(given)
    bots = {seat: name for seat, _, name in (text.rpartition("=") for text in args.bot)}
    if any(name not in NAMES for name in bots.values()):
        parser.error(f"bots are {', '.join(NAMES)}")
    seeds = [int(s) for s in args.seeds.split(",")] if args.seeds else list(range(1, args.games + 1))
    game = Game.load(args.ruleset, scenario=args.scenario, variants=args.variant)
    shares = [seeds[n :: args.processes] for n in range(args.processes)]
    jobs: list[Any] = [(args.ruleset, args.scenario, tuple(args.variant), bots, share) for share in shares if share]
    with get_context("spawn").Pool(len(jobs)) as pool:
        done = [c for share in pool.map(_work, jobs) for c in share]
    print(report(game, sorted(done, key=lambda c: c.seed)))
    return int(any(c.broke for c in done))


if __name__ == "__main__":
    raise SystemExit(main())
