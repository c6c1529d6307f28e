"""Play the recorded games of a ruleset anew, from the list in its games/games.toml, and tell what each of them reaches.

    python tools/record_games.py torch_tunisia
    python tools/record_games.py torch_tunisia --only idle-1,steady-3 --into /tmp/games
    python tools/record_games.py torch_tunisia --again

A game is played by bots, whose answers the wishes of its scripts may overrule. Where `reach` names goals, seeds are
tried from `seed` on until one game reaches them all. In the end further seeds are searched for goals that no game has
reached. Every game is written thin, and played again before it counts. With --again no bot plays: the decisions stay as
they are recorded, and the files are written anew for rules of which only texts have changed.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cattrs
import tomli
from attrs import evolve, field, frozen

from hexwright import journal, records
from hexwright.bots import Bot, make
from hexwright.decisions import CHANCE, Ask
from hexwright.game import Game
from hexwright.ruleset.load import find_ruleset
from hexwright.session import Session
from hexwright.testing.exercise import Exercise, goals
from hexwright.view import View

LIST = "games.toml"
MOST = 8_000  # answers in a game


@frozen
class Wish:
    """[[script.NAME]]: in these turns, when one of these frames asks this seat, answers of these patterns.

    `prefer` takes an answer that fits the first pattern that any fits, at most `times` times a turn; `avoid` takes
    none that fits, unless there is no other. Patterns are those of file names: "move us_* U5".
    """

    prefer: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    seat: str = "*"
    turns: tuple[int, int] = (1, 99)
    frame: str = "*"
    times: int = 1

    def applies(self, turn: int, ask: Ask) -> bool:
        """Is this the seat, the turn and the question?"""
        here = self.turns[0] <= turn <= self.turns[1]
        return here and fnmatchcase(ask.seat, self.seat) and fnmatchcase(ask.frame, self.frame)


@frozen
class Planned:
    """[[game]]: a game to record."""

    name: str
    bots: dict[str, str] = field(factory=dict)
    seed: int = 1
    tries: int = 60
    scripts: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()


@frozen
class Search:
    """[search]: games to look for what is still missing; `most` seeds each are tried with each pair of bots."""

    bots: tuple[dict[str, str], ...] = ()
    most: int = 0
    first: int = 1001


@frozen
class Listed:
    """The list. `shows` names what shows a goal that nothing names by its id."""

    game: tuple[Planned, ...] = ()
    script: dict[str, tuple[Wish, ...]] = field(factory=dict)
    shows: dict[str, tuple[str, ...]] = field(factory=dict)
    search: Search = Search()


@frozen
class Played:
    """A game that was recorded."""

    plan: Planned
    end: str = ""
    turn: int = 0
    decisions: int = 0
    met: frozenset[str] = frozenset()
    broke: str = ""

    @property
    def reached(self) -> bool:
        """Did it reach what it was for?"""
        return not self.broke and all(goal in self.met for goal in self.plan.reach)


class Wishful:
    """A bot whose answers wishes overrule."""

    def __init__(self, bot: Bot, wishes: Sequence[Wish], seed: str) -> None:
        self._bot = bot
        self._wishes = wishes
        self._draw = random.Random(f"wishes/{seed}")
        self._granted: dict[tuple[int, int], int] = {}

    def choose(self, view: View, ask: Ask) -> str:
        """One of the options of the question."""
        options = ask.options.all()
        avoided: list[str] = []
        for number, wish in enumerate(self._wishes):
            if not wish.applies(view.turn, ask):
                continue
            avoided += [o for o in options if any(fnmatchcase(o, p) for p in wish.avoid)]
            count = self._granted.get((number, view.turn), 0)
            fitting = next((f for p in wish.prefer if (f := [o for o in options if fnmatchcase(o, p)])), [])
            if fitting and count < wish.times:
                self._granted[number, view.turn] = count + 1
                return self._draw.choice(fitting)
        answer = self._bot.choose(view, ask)
        left = [o for o in options if o not in avoided and o not in ("retract", "reset")]
        if answer not in avoided or not left:
            return answer
        return "done" if "done" in left else self._draw.choice(left)


def read_list(folder: Path) -> Listed:
    """The list of a ruleset's games."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    return converter.structure(tomli.loads((folder / "games" / LIST).read_text(encoding="utf-8")), Listed)


def all_goals(game: Game) -> tuple[str, ...]:
    """What the games of a ruleset have to reach together: missions, rows, plug-ins and every way of ending."""
    victory = game.rules.settings.get("victory")
    conditions = victory.conditions.values() if victory is not None else ()
    endings = (f"ending {c.winner} {c.rule} {phase}" for c in conditions for phase in c.check)
    return (*goals(game), *endings)


def shown(met: Iterable[str], shows: dict[str, tuple[str, ...]]) -> frozenset[str]:
    """What was met, with the goals that it shows."""
    found = frozenset(met)
    return found | {goal for goal, by in shows.items() if any(each in found for each in by)}


def play(ruleset: str, listed: Listed, into: Path, plan: Planned) -> Played:
    """Play a plan until a game reaches what it is for; the last game is kept."""
    game = Game.load(ruleset, variants=plan.variants, settings=plan.settings)
    played = Played(plan)
    for seed in range(plan.seed, plan.seed + (plan.tries if plan.reach else 1)):
        played = _play_once(game, listed, into, evolve(plan, seed=seed))
        if played.reached or played.broke:
            break
    return played


def _play_once(game: Game, listed: Listed, into: Path, plan: Planned) -> Played:
    path = into / f"{plan.name}.jsonl"
    wishes = [wish for name in plan.scripts for wish in listed.script[name]]
    seats = game.rules.seats
    bots = {s: Wishful(make(plan.bots.get(s, "steady"), f"{plan.seed}/{s}"), wishes, f"{plan.seed}/{s}") for s in seats}
    path.unlink(missing_ok=True)
    try:
        with Session.new(game, seed=plan.seed, save=path) as session:
            while session.over is None and session.decisions < MOST:
                ask = session.asks()[0]
                session.play(bots[ask.seat].choose(session.view(ask.seat), ask), ask.seat)
        journal.thin(path)
        exercise = Exercise(game)
        exercise.recording(path, probed=0)
    except Exception as error:
        return Played(plan, broke=f"seed {plan.seed}: {type(error).__name__} {error}"[:300])
    over = session.over
    end = f"{over.winner}: {over.reason}" if over is not None else f"not over after {MOST} answers"
    met = shown((*exercise.met, *(f"rule {rule}" for rule in exercise.seen)), listed.shows)
    return Played(plan, end, session.state.turn, session.decisions, met, "" if over is not None else end)


def record(ruleset: str, only: Sequence[str], into: Path, processes: int) -> list[Played]:
    """Play all games of the list, and search for what they do not reach."""
    listed = read_list(find_ruleset(ruleset))
    done: list[Played] = []
    with get_context("spawn").Pool(processes) as pool:
        work = partial(play, ruleset, listed, into)
        for each in pool.imap(work, [p for p in listed.game if not only or p.name in only]):
            _tell(each)
            done.append(each)
        further = [] if only else _further(listed.search)
        wanted = all_goals(Game.load(ruleset))
        while further and _missing(wanted, done):
            batch, further = further[:processes], further[processes:]
            for each in pool.map(work, batch, 1):
                found = tuple(goal for goal in _missing(wanted, done) if goal in each.met)
                if found and not each.broke:
                    done.append(evolve(each, plan=evolve(each.plan, reach=found)))
                    _tell(done[-1])
    return done


def play_again(into: Path, path: Path) -> str:
    """Write a recorded game anew from its own decisions; what differs in the states, "" when nothing does."""
    recording = journal.read(path)
    game = records.load_game(recording)
    copy = into / path.name
    with Session.new(game, seed=recording.header["seed"], save=copy) as session:
        for line in recording.lines:
            said = line.said
            if line.kind == "decision" and said["seat"] != CHANCE:
                session.play(said["decision"], said["seat"])
            elif "hash" in said and session.decisions == said["n"] and said["hash"] != session.state.digest:
                return f"{path.name}: after decision {said.get('n')} the state is another one"
    journal.thin(copy)
    return ""


def rewrite(target: Path, processes: int) -> int:
    """All recorded games anew, if each of them comes to the same states; 1 if one does not."""
    files = sorted(target.glob("*.jsonl"))
    with tempfile.TemporaryDirectory() as folder, get_context("spawn").Pool(processes) as pool:
        differing = [told for told in pool.map(partial(play_again, Path(folder)), files, 1) if told]
        for file in files if not differing else ():
            shutil.copy(Path(folder) / file.name, file)
    print("\n".join(differing) or f"{len(files)} games written anew, every state is the same")
    return int(bool(differing))


def _further(search: Search) -> list[Planned]:
    """The games that are tried for what is missing."""
    tried = range(search.first, search.first + search.most)
    return [Planned(f"found-{seed}-{n}", bots, seed) for seed in tried for n, bots in enumerate(search.bots, 1)]


def _tell(played: Played) -> None:
    print(f"{played.plan.name}: {played.broke or played.end}", file=sys.stderr, flush=True)


def _missing(wanted: Iterable[str], done: Iterable[Played]) -> list[str]:
    met = frozenset(m for each in done for m in each.met)
    return [goal for goal in wanted if goal not in met]


def report(wanted: Sequence[str], done: Sequence[Played], into: Path) -> str:
    """The games as a table, then the goals, the rarest first, each with games that reach it."""
    lines = [f"{'game':<22} {'seed':>5} {'turn':>4} {'decisions':>9} {'KB':>5}  end"]
    for each in done:
        path = into / f"{each.plan.name}.jsonl"
        size = path.stat().st_size / 1000 if path.is_file() else 0.0
        plan, end = each.plan, f"BROKE: {each.broke}" if each.broke else each.end
        lines.append(f"{plan.name:<22} {plan.seed:>5} {each.turn:>4} {each.decisions:>9} {size:>5.0f}  {end}")
        lines += [f"{'':<22} not reached: {goal}" for goal in plan.reach if not each.broke and goal not in each.met]
    by = {goal: [each.plan.name for each in done if goal in each.met] for goal in wanted}
    lines.append("")
    for goal, names in sorted(by.items(), key=lambda item: (len(item[1]), item[0])):
        told = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        lines.append(f"{goal}: {told or 'NO GAME'}")
    lost = sum(1 for names in by.values() if not names)
    lines.append(f"{len(done)} games; {len(wanted) - lost} of {len(wanted)} goals reached")
    return "\n".join(lines)


def main(given: Sequence[str] | None = None) -> int:
    """The command; 1 when a game broke or a goal is reached by none."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ruleset")
    parser.add_argument("--only", default="", help="names of games, with commas; the others stay as they are")
    parser.add_argument("--into", type=Path, default=None, help="another folder than the ruleset's games/")
    parser.add_argument("--again", action="store_true", help="keep the decisions, write the files anew")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(given)
    target: Path = args.into or find_ruleset(args.ruleset) / "games"
    if args.again:
        return rewrite(target, args.processes)
    only = [name for name in args.only.split(",") if name]
    wanted = all_goals(Game.load(args.ruleset))
    with tempfile.TemporaryDirectory() as folder:
        done = record(args.ruleset, only, Path(folder), args.processes)
        print(report(wanted, done, Path(folder)))
        broke = [each for each in done if each.broke]
        if broke:
            print("nothing was written, since games broke")
            return 1
        target.mkdir(parents=True, exist_ok=True)
        for old in target.glob("*.jsonl") if not only else ():
            old.unlink()
        for each in done:
            shutil.copy(Path(folder) / f"{each.plan.name}.jsonl", target)
    return int(bool(not only and _missing(wanted, done)) or any(not each.reached for each in done))


if __name__ == "__main__":
    raise SystemExit(main())
