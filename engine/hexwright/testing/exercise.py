"""Which rules a game exercises: those that its events, questions, answers, refusals and the pieces in use quote."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs

from ..bots import make
from ..decisions import CHANCE, Ask, Roll, spell, words
from ..errors import HexwrightError, Reason
from ..events import Arrived, Event, FeatureSet, GameEnded, MarkerSet, Moved, PhaseBegan, Placed, SliceSet
from ..explain import Explanation
from ..explain import explain as explained
from ..game import Game, Step
from ..hooks import Hooks, Modifier, Total
from ..position import Position
from ..rules.telling import because_moved
from ..session import replay
from ..state import State
from ..stream import Stream, key_from_seed
from ..undo import Taken

PROBED = 7  # decisions between two looks at what might be answered, and at what is refused
FIRST = 4  # questions of a frame in a game that are looked at in any case
KEPT = 8  # answers with a verb that are remembered of a frame, to be tried again where they are not offered
MOST = 20_000
Words = tuple[str, ...]


def cited(value: Any) -> Iterator[str]:
    """Every rule id that something quotes: its own, those of its parts, and those of what it holds."""
    if isinstance(value, (tuple, list)):
        if len(value) == 3 and isinstance(value[2], str) and isinstance(value[0], str):
            yield value[2]  # a labelled part
        for item in value:
            yield from cited(item)
    elif attrs.has(type(value)):
        for a in attrs.fields(type(value)):
            found = getattr(value, a.name)
            if a.name == "rule" and isinstance(found, str):
                yield found
            elif not isinstance(found, (str, int)):
                yield from cited(found)


class Listening(Hooks):
    """The hooks of a game, where every number that is asked for tells the rules of what counts in it."""

    __slots__ = ("_heard",)

    def __init__(self, hooks: Hooks, heard: Callable[[str, str], None]) -> None:
        super().__init__()
        for name in Hooks.__slots__:
            setattr(self, name, getattr(hooks, name))
        self._heard = heard

    def modifiers(self, now: Position, topic: str, facts: dict[str, Any]) -> tuple[Modifier, ...]:
        found = super().modifiers(now, topic, facts)
        for each in found:
            self._heard(each.rule, each.by)
        return found

    def total(self, now: Position, topic: str, base: int, label: str, rule: str, facts: dict[str, Any]) -> Total:
        self._heard(rule, "")
        return super().total(now, topic, base, label, rule, facts)


class Exercise:
    """Collects, over any number of games, which rules are quoted and where that was seen first."""

    def __init__(self, game: Game) -> None:
        self.game = copy.copy(game)
        self.game.hooks = Listening(game.hooks, self._heard)
        self.games = 0
        self.seen: dict[str, str] = {}  # rule -> where it was seen first
        self.met: dict[str, str] = {}  # "mission strike", "event Moved", "answer naval_ops.Strike", "ending ..."
        self._bringers: dict[str, str] = {}  # module -> its plug-in
        self._known = frozenset(game.rules.rule)
        self._rows = {r.rule: f"{i} {n}" for i, t in game.rules.table.items() for n, r in enumerate(t.rows, 1)}
        self._where = ""
        self._forms: dict[str, dict[str, list[Words]]] = {}  # frame -> verb -> some answers with it
        self._asked: Counter[tuple[str, str]] = Counter()  # frame and seat -> how often it was asked in this game
        self._offered: dict[str, tuple[str, ...]] = {}  # frame -> what it offered when it was last looked at

    def note(self, rules: Iterable[str], where: str) -> None:
        """These rules were exercised there; ids that the rulebook does not know are left out."""
        for rule in rules:
            if rule in self._known:
                self.seen.setdefault(rule, where)

    def _heard(self, rule: str, plugin: str) -> None:
        if plugin:
            self._meet("plugin", plugin, self._where)
        if rule and rule not in self.seen and rule in self._known:
            self.seen[rule] = f"{self._where}: counted in a number"

    def _meet(self, kind: str, name: str, where: str) -> None:
        if name:
            self.met.setdefault(f"{kind} {name}", where)

    def _of_plugin(self, cls: type, where: str) -> None:
        self._meet("plugin", self._bringer(cls), where)

    def _bringer(self, cls: type) -> str:
        """The plug-in that a class belongs to, "" for the kernel's own."""
        module = cls.__module__
        if module not in self._bringers:
            own = {o.id: getattr(o.module, "__name__", "") for o in self.game.plugins.active}
            found = (i for i, name in own.items() if name and f"{module}.".startswith(f"{name}."))
            self._bringers[module] = next(found, "")
        return self._bringers[module]

    # -- whole games

    def play(self, seed: int | str, bots: str = "steady") -> None:
        """One game between bots of this name."""
        stream = Stream(key_from_seed(seed))
        players = {seat: make(bots, f"{seed}/{seat}") for seat in self.game.rules.seats}
        draw = random.Random(f"coverage/{seed}")
        where = f"{bots} game {seed}"
        state = self._begin(where)
        for _ in range(MOST):
            if state.over is not None:
                break
            ask = self.game.asks(state)[0]
            if ask.seat == CHANCE:
                text = thrown(stream, ask.roll)
            else:
                text = players[ask.seat].choose(self.game.view(state, ask.seat), ask.handed_out())
            if self._due(ask, PROBED):
                self.probe(state, ask, draw, f"{where}, turn {state.turn}")
            state = self.decide(state, text, ask.seat, f"{where}, turn {state.turn}").state
        self.games += 1

    def recording(self, path: Path, *, probed: int = PROBED) -> None:
        """A recorded game, with a look at other answers every so many decisions (0: none).

        HexwrightError where it cannot be followed, or goes another way than when it was recorded.
        """
        draw = random.Random(f"coverage/{path.name}")
        where = f"recorded game {path.name}"
        self._begin(where)

        def watch(taken: Taken) -> None:
            here, ask = f"{where}, turn {taken.before.turn}", self.game.ask(taken.before, taken.seat)
            if ask is not None and probed and self._due(ask, probed):
                self.probe(taken.before, ask, draw, here)
            self.taken(taken.before, taken.decision, taken.seat, taken.step, here)

        found = replay(path, game=self.game, watch=watch)
        if not found.identical:
            raise HexwrightError(f"{path}: decision {found.at}: {found.differs}")
        self.games += 1

    def _begin(self, where: str) -> State:
        """The set-up: every unit in play stands there by its rule."""
        opening = self.game.opening()
        self._asked.clear()
        self._offered.clear()
        for unit in opening.state.units.values():
            self._of_unit(unit.id, unit.type, f"{where}: {unit.id} in play")
        self.follow(opening.state, opening.events, where)
        return opening.state

    # -- one decision

    def decide(self, state: State, text: str, seat: str, where: str) -> Step:
        """Make a decision and take in what it shows."""
        self._where = where
        step = self.game.apply(state, text, seat)
        self.taken(state, text, seat, step, where)
        return step

    def taken(self, state: State, text: str, seat: str, step: Step, where: str) -> None:
        """A decision was made: by the rules of the question, of the answer, and of what comes of it."""
        now, frame, said = self.game.position(state), state.stack[-1], words(text)
        here = f"{where}: {text if seat != CHANCE else frame.name}"
        answerer = frame.answerer(now, seat, said)
        self.note((frame.rule, answerer.rule), here)
        if seat == CHANCE:
            self.note((because.rule for because in frame.causes(now, seat, ())), here)
        else:
            self._meet("verb", said[0], here)
        self._of_plugin(type(answerer), here)
        self._meet("answer", f"{self._bringer(type(answerer))}.{type(answerer).__name__}", here)
        self._of_missions(said, here)
        self.follow(step.state, step.events, where)
        for each in step.state.stack:
            self.note((type(each).rule,), f"{where}: {each.name}")
            self._of_plugin(type(each), where)
        if step.state.stack:
            self.note(cited(step.state.stack[-1]), f"{where}: {step.state.stack[-1].name}")

    def follow(self, state: State, events: Iterable[Event], where: str) -> None:
        """What has happened."""
        now = self.game.position(state)
        for event in events:
            name = type(event).__name__
            here = f"{where}: {name}"
            self.note(cited(event), here)
            if isinstance(event, SliceSet):
                continue
            self._meet("event", name, here)
            self._meet("row", self._rows.get(event.rule, "") if event.rule else "", here)
            self._of_plugin(type(event), here)
            self._of_missions((getattr(event, a.name) for a in attrs.fields(type(event))), here)
            if isinstance(event, Arrived):
                self._of_unit(event.unit.id, event.unit.type, here)
            elif isinstance(event, MarkerSet):
                self.note((self.game.rules.marker[event.kind].rule,), here)
            elif isinstance(event, FeatureSet):
                self.note((self.game.rules.feature[event.kind].rule,), here)
            elif isinstance(event, PhaseBegan):
                self._meet("plugin", self.game.rules.phase[event.phase].frame.partition(".")[0], here)
            elif isinstance(event, GameEnded):
                self._meet("ending", f"{event.winner} {event.rule} {now.phase}", here)
            elif isinstance(event, Placed):
                self._of_ground((event.at,), here)
            elif isinstance(event, Moved):
                self._of_ground(event.path, here)
                self.note((because.rule for because in because_moved(now, event)), here)

    def _of_unit(self, unit: str, kind: str, where: str) -> None:
        rules = self.game.rules
        spec = rules.unit.get(unit) or rules.unit.get(unit.rpartition("_")[0])
        self.note((rules.unit_type[kind].rule, spec.rule if spec is not None else ""), where)

    def _of_missions(self, named: Iterable[Any], where: str) -> None:
        """Missions that are named by their ids."""
        missions = self.game.rules.mission
        for name in named:
            if isinstance(name, str) and name in missions:
                self.note((missions[name].rule,), where)
                self._meet("mission", name, where)

    def _of_ground(self, spaces: Iterable[str], where: str) -> None:
        board = self.game.board
        for space in spaces:
            if space in board:
                terrain = self.game.rules.terrain.get(board.terrain(space))
                self.note((terrain.rule if terrain is not None else "",), where)
                self.note((self.game.rules.feature[kind].rule for kind in board.features(space)), where)

    # -- what might be decided

    def _due(self, ask: Ask, probed: int) -> bool:
        """Is this question one to look at: the first few of a frame to a seat in a game, and then one of so many?"""
        self._asked[ask.frame, ask.seat] += 1
        count = self._asked[ask.frame, ask.seat]
        return count <= FIRST or count % probed == 0

    def probe(self, state: State, ask: Ask, draw: random.Random, where: str) -> None:
        """Answers that a player might give: what those that are legal would do, and why the others are refused."""
        options = ask.options.all() if ask.seat != CHANCE else ()
        if not options:
            return
        self._where = where
        some = [words(o) for o in draw.sample(options, min(4, len(options)))]
        for said in some:
            self._explained(explained(self.game, state, " ".join(said), ask.seat), where)
        for each in self._tries(state, ask, some, draw):
            reason = self.game.refuse(state, " ".join(each), ask.seat)
            if reason is not None:
                self._refused(reason, f"{where}: {' '.join(each)!r} is refused")

    def _tries(self, state: State, ask: Ask, some: list[Words], draw: random.Random) -> Iterator[Words]:
        """Answers beside the legal ones: what was offered before, other units, and spaces near and far."""
        options, board = ask.options.all(), self.game.board
        before = [o for o in self._offered.get(ask.frame, ()) if o not in ask.options]
        self._offered[ask.frame] = options
        old = [words(o) for o in draw.sample(before, min(4, len(before)))]
        units = [u.id for u in state.units.values() if self.game.rules.seat_of(u.nation) == ask.seat]
        yield ("done",)
        yield from old
        forms = self._forms.setdefault(ask.frame, {})
        for verb, kept in forms.items():  # what could be said here at other times
            form, here = draw.choice(kept), draw.choice(some)
            yield form
            yield (verb, *here[1 : len(form)])
            kin = self._kin(state, form, units)
            if units:
                yield (verb, draw.choice(kin or units), *form[2:])
        for said in some:
            kept = forms.setdefault(said[0], [])
            if len(kept) < KEPT:
                kept.append(said)
            elif said not in kept:
                kept[draw.randrange(KEPT)] = said
        for said in some:
            other = words(draw.choice(options))
            yield (other[0], *said[1:])
            yield (*said[:-1], other[-1])
            yield (*said[:-1], draw.choice(board.spaces))
            yield from ((*said[:-1], each[-1]) for each in old)
            if units:
                yield (said[0], draw.choice(self._kin(state, said, units) or units), *said[2:])
                yield (said[0], draw.choice(units), *said[2:])
                yield (said[0], draw.choice(units), *other[2:])
                unit = state.units[draw.choice(units)]
                beside = board.neighbours(unit.at) if unit.at in board else ()
                yield (*(said[0], unit.id, *said[2:])[:-1], draw.choice(beside or board.spaces))
            stands = (state.units[w].at if w in state.units else w for w in said[1:])
            near = [n for place in stands if place in board for n in board.neighbours(place)]
            for place in draw.sample(near, min(3, len(near))):
                yield (*said[:-1], place)
                yield (*said, place)

    def _kin(self, state: State, form: Words, units: list[str]) -> list[str]:
        """Those units that are of the type of the one that an answer speaks of."""
        meant = state.units.get(form[1]) if len(form) > 1 else None
        return [u for u in units if meant is not None and state.units[u].type == meant.type]

    def _explained(self, told: Explanation, where: str) -> None:
        here = f"{where}: {told.subject!r} explained"
        self.note((cite.id for cite in (told.rule, *(p.rule for p in told.parts)) if cite is not None), here)

    def _refused(self, reason: Reason, where: str) -> None:
        self.note((reason.rule, *(more.rule for more in reason.more)), where)


def goals(game: Game) -> tuple[str, ...]:
    """What the games of a ruleset can be expected to meet together: its missions, rows of tables and plug-ins."""
    rows = (f"row {i} {n}" for i, table in game.rules.table.items() for n in range(1, len(table.rows) + 1))
    plugins = (f"plugin {offer.id}" for offer in game.plugins.active)
    return (*(f"mission {i}" for i in game.rules.mission), *rows, *plugins)


def thrown(stream: Stream, roll: Roll | None) -> str:
    """The answer of chance to a roll."""
    assert roll is not None
    return spell("roll", *(stream.face(roll.label, side, roll.start + k) for k, side in enumerate(roll.sides)))


__all__ = ["Exercise", "Listening", "cited", "goals", "thrown"]
