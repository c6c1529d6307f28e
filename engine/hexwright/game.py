"""Game: a ruleset with its plug-ins, ready to play; every method is a pure function of the state it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .blame import blame
from .board import board_of
from .classes import frozen
from .conditions import FACTS, compile_condition
from .decisions import CHANCE, Ask, Roll
from .errors import (
    Fault,
    IllegalDecision,
    MalformedDecision,
    NotYourDecision,
    Reason,
    RulesetError,
)
from .events import Closed, Event, PhaseEnded
from .frames import DraftFrame, Frame, Play, asked_of, options_of, settle, why_not
from .hooks import Hooks
from .pieces import Unit
from .plugins import Offer, Plugins, choose, compile_hooks, discover, forgotten
from .position import Position
from .rules import SHIPPED
from .ruleset.faults import Shelf
from .ruleset.load import find_ruleset, load_with_faults, read_head, rules_hash
from .ruleset.schema import Ruleset
from .state import EMPTY, State, Table
from .view import View, view_of
from .windows import Action, Order


@frozen(eq=False)
class Step:
    """What one decision did: the new state and the events in order."""

    state: State
    events: tuple[Event, ...]

    def events_for(self, seat: str) -> tuple[Event, ...]:
        """The events as one seat learns of them."""
        seen = (e.seen_by(seat) for e in self.events)
        return tuple(e for e in seen if e is not None)


class Game:
    """The rules of one game.

    >>> from hexwright import Game
    >>> game = Game.load("torch_tunisia")                              # doctest: +SKIP
    >>> state = game.start()                                           # doctest: +SKIP
    """

    def __init__(self, rules: Ruleset, plugins: Plugins, given: tuple[str, ...] = ()) -> None:
        hooks, faults = compile_hooks(plugins)
        if faults:
            raise RulesetError(faults)
        self.rules = rules
        self.given = given  # the KEY=VALUE settings of this session, as they were given
        self.plugins = plugins
        self.active = frozenset(o.id for o in plugins.active)
        self.hooks: Hooks = hooks
        self.board = board_of(rules)
        self.frames: dict[str, type[Frame]] = {f.name: f for f in SHIPPED}
        self.settings: dict[type, Any] = {}
        self.slices: dict[type, tuple[str, Any]] = {}
        self.slice_versions: dict[str, int] = {}
        self.actions: dict[str, tuple[Action, ...]] = {}
        self.orders: dict[str, tuple[Order, ...]] = {}
        self.invariants: list[tuple[str, Callable[[Position, tuple[Event, ...]], Iterable[str]]]] = []
        self.owners: dict[type, Offer] = {}  # classes of frames, actions and orders -> the plug-in that brought them
        facts = dict(FACTS)
        for offer in plugins.active:
            registry = offer.registry
            assert registry is not None
            self.frames.update(registry.frames)
            self.invariants += [(offer.id, function) for function in registry.invariants]
            facts.update(registry.facts)
            self.owners.update(dict.fromkeys(registry.frames.values(), offer))
            self.owners.update({type(brought): offer for brought in (*registry.actions, *registry.orders)})
            for action in registry.actions:
                for window in action.windows:
                    self.actions[window] = (*self.actions.get(window, ()), action)
            for order in registry.orders:
                for window in order.windows:
                    self.orders[window] = (*self.orders.get(window, ()), order)
            for name, cls in registry.tables.items():
                self.settings[cls] = rules.settings[name] if name in rules.settings else cls()
            if registry.own is not None:
                self.slices[registry.own[0]] = (offer.id, registry.own[1])
                self.slice_versions[offer.id] = registry.slice_version
        self.tags: dict[str, tuple[str, ...]] = {t: spec.tags for t, spec in rules.unit_type.items()}
        self.relations = _relations(rules)
        self.conditions: dict[str, Any] = {}
        for phase, spec in rules.phase.items():
            if spec.when:
                self.conditions[f"phase.{phase}.when"] = compile_condition(spec.when, facts)
            if spec.repeat is not None and spec.repeat.until:
                self.conditions[f"phase.{phase}.repeat.until"] = compile_condition(spec.repeat.until, facts)
        self.facts = facts
        # What plug-ins work out from the rules alone (never from a state), by a key of their own.
        self.cache: dict[Any, Any] = {}
        # What was worked out from parts of a state, by name with these parts, until it is asked for others: `memo`.
        self.kept: dict[str, tuple[tuple[object, ...], dict[Any, Any]]] = {}
        self.moving_phases = frozenset(
            p for p, s in rules.phase.items() if s.frame and getattr(self.frames.get(s.frame), "uses_points", False)
        )
        self.order_of_battle, self.unit_names = _order_of_battle(rules)
        self._hash = ""
        self._opening: Step | None = None

    # -- loading

    @classmethod
    def load(
        cls,
        ruleset: str | Path,
        *,
        scenario: str = "",
        variants: Sequence[str] = (),
        settings: Sequence[str] = (),
        plugins: Iterable[Any] = (),
    ) -> Game:
        """A game from a ruleset's name or folder; RulesetError holds every fault at once.

        `variants` are names in the order they apply, `settings` are "KEY=VALUE" texts, `plugins` further
        plug-in modules on offer (installed ones and those beside the ruleset are found by themselves).
        """
        game, faults = cls.load_with_faults(
            ruleset, scenario=scenario, variants=variants, settings=settings, plugins=plugins
        )
        if game is None:
            raise RulesetError([f for f in faults if f.level == "error"])
        return game

    @classmethod
    def load_with_faults(
        cls,
        ruleset: str | Path,
        *,
        scenario: str = "",
        variants: Sequence[str] = (),
        settings: Sequence[str] = (),
        plugins: Iterable[Any] = (),
        map_facts: bool = False,
        allowed: list[Fault] | None = None,
        offers: Mapping[str, Offer] | None = None,
        shelf: Shelf | None = None,
    ) -> tuple[Game | None, tuple[Fault, ...]]:
        """Like `load`, but faults are returned beside the game, which is None when one of them is an error.

        `map_facts` looks at the map as a whole too (`ruleset.map_facts`), which play never needs; `allowed` gets
        the warnings that comments in the files allow (`ruleset.suppression`). Who loads a ruleset several times over
        hands in the plug-ins on offer as `offers`, and a `shelf` that keeps the files as they were read.
        """
        folder = find_ruleset(ruleset)
        head = read_head(folder, scenario=scenario, variants=variants, settings=settings, shelf=shelf)
        on_offer = discover(plugins, folder) if offers is None else offers
        chosen = choose(head.info.plugins, on_offer, at=head.at)
        rules, found = load_with_faults(
            folder,
            scenario=scenario,
            variants=tuple(variants),
            settings=tuple(settings),
            extensions=chosen.extensions(),
            frames=tuple(f.name for f in SHIPPED),
            map_facts=map_facts,
            allowed=allowed,
            shelf=shelf,
        )
        faults = (*chosen.faults, *forgotten(chosen), *found)
        if rules is None or any(f.level == "error" for f in faults):
            return None, faults
        try:
            return cls(rules, chosen, tuple(settings)), faults
        except RulesetError as error:
            return None, (*faults, *error.faults)

    @property
    def rules_hash(self) -> str:
        """The hash of the resolved rules and the plug-ins with their versions."""
        if not self._hash:
            self._hash = rules_hash(self.rules, self.plugins.versions)
        return self._hash

    # -- play

    def start(self) -> State:
        """The state in which the first question is asked."""
        return self.opening().state

    def opening(self) -> Step:
        """The first state together with the events that led to it: worked out once, it is the same for every game."""
        if self._opening is None:
            self._opening = self._opened()
        return self._opening

    def _opened(self) -> Step:
        from .rules.sequence import Turns

        units = Table({u.id: u for u in self.order_of_battle.values() if u.at})
        at: dict[str, list[str]] = {}
        for unit in units.values():
            at.setdefault(unit.at, []).append(unit.id)
        state = State(
            units=units,
            at=Table({k: tuple(sorted(v)) for k, v in at.items()}),
            slices=Table(dict(self.slices.values())) if self.slices else EMPTY,
            stack=(Turns(),),
        )
        play = Play(self, state)
        self._settled(play, "the opening")
        return Step(play.state, tuple(play.events))

    def position(self, state: State) -> Position:
        """The state read by these rules."""
        return Position(self, state)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Every question that waits for an answer, one for each asked seat; none when the game is over."""
        known = state.memo.get("asks")
        if known is not None and known[0] is self:
            asks: tuple[Ask, ...] = known[1]
            return asks
        if state.over is not None or not state.stack:
            return ()
        now = Position(self, state)
        frame = state.stack[-1]
        try:
            asks = tuple(self._ask(frame, now, seat) for seat in asked_of(now))
        except Exception as error:
            self._blame(error, state, "asking")
            raise
        state.memo["asks"] = (self, asks)
        return asks

    def ask(self, state: State, seat: str) -> Ask | None:
        """The question to one seat, or None."""
        return next((a for a in self.asks(state) if a.seat == seat), None)

    def _ask(self, frame: Frame, now: Position, seat: str) -> Ask:
        roll: Roll | None = frame.roll(now) if seat == CHANCE else None
        return Ask(
            seat,
            frame.name,
            frame.prompt(now, seat),
            options_of(frame, now, seat),
            frame.rule,
            frame.visibility,
            frame.about(now, seat),
            roll,
        )

    def apply(self, state: State, decision: str, seat: str = "") -> Step:
        """Carry out a decision: a new state and its events; the given state stays as it is.

        `seat` may be left out when only one seat is asked. Raises MalformedDecision, NotYourDecision or
        IllegalDecision, each with a Reason, and then nothing has happened.
        """
        words = tuple(decision.split()) if isinstance(decision, str) else ()
        if not words or not decision.isprintable():
            raise MalformedDecision(str(decision), seat, Reason("a decision is a verb and its arguments"))
        if state.over is not None:
            raise NotYourDecision(decision, seat, Reason("the game is over", state.over.rule))
        now = Position(self, state)
        frame = state.stack[-1]
        asked = asked_of(now)
        if not seat and len(asked) == 1:
            seat = asked[0]
        if seat not in asked:
            if words == ("unseal",) and isinstance(frame, DraftFrame) and frame.can_unseal(seat):
                asked = (seat,)
            else:
                raise NotYourDecision(decision, seat, Reason("this seat is not asked now", frame.rule))
        elif not self._listed(state, seat, words) and (reason := self._why_not(frame, now, seat, words)) is not None:
            raise IllegalDecision(decision, seat, reason)
        window = frame.window()
        if window and words[0] in ("retract", "reset") and len(words) == 1:
            return Step(_taken_back(state, words[0]), ())
        play = Play(self, state)
        try:
            frame.take(play, seat, words)
        except Exception as error:
            self._blame(error, state, f"'{decision}' by {seat}")
            raise
        self._settled(play, f"'{decision}' by {seat}")
        after = play.state
        if window and after.over is None and after.stack[-1].window() == window:
            # The same window may be open again, a turn later: what closed in between stays closed.
            final = any(_is_final(e, seat) for e in play.events)
            after = after.with_(before=None if final else state)
        return Step(after, tuple(play.events))

    def _listed(self, state: State, seat: str, words: tuple[str, ...]) -> bool:
        """Is an answer among options that somebody has listed already, and therefore legal?"""
        known = state.memo.get("asks")
        if known is None or known[0] is not self:
            return False
        return any(ask.seat == seat and ask.options.has_listed(" ".join(words)) for ask in known[1])

    def refuse(self, state: State, decision: str, seat: str = "") -> Reason | None:
        """Why a decision would be refused; None when it is legal."""
        words = tuple(decision.split())
        if not words or not decision.isprintable():
            return Reason("a decision is a verb and its arguments")
        if state.over is not None:
            return Reason("the game is over", state.over.rule)
        now = Position(self, state)
        frame = state.stack[-1]
        asked = asked_of(now)
        seat = seat or (asked[0] if len(asked) == 1 else "")
        if seat not in asked:
            if words == ("unseal",) and isinstance(frame, DraftFrame) and frame.can_unseal(seat):
                return None
            return Reason("this seat is not asked now", frame.rule)
        return self._why_not(frame, now, seat, words)

    def _why_not(self, frame: Frame, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        try:
            return why_not(frame, now, seat, words)
        except Exception as error:
            self._blame(error, now.state, f"whether {seat} may '{' '.join(words)}'")
            raise

    def _settled(self, play: Play, step: str) -> None:
        try:
            settle(play)
        except Exception as error:
            self._blame(error, play.state, f"what follows {step}")
            raise

    def _blame(self, error: Exception, state: State, step: str) -> None:
        """Raise the PluginError that names who broke, when a plug-in did."""
        broken = blame(self, error, state.stack[-1].name if state.stack else "", f"turn {state.turn}, {step}")
        if broken is not None:
            raise broken from error

    def view(self, state: State, seat: str) -> View:
        """What one seat may know; an unknown seat is an onlooker and gets public facts only."""
        return view_of(Position(self, state), seat)

    def make_frame(self, name: str, seat: str) -> Frame:
        """The frame of a phase, for a seat when it has one."""
        cls = self.frames[name]
        if seat and any(a.name == "seat" for a in cls.__attrs_attrs__):
            return cls(seat=seat)  # type: ignore[call-arg]
        return cls()


def _is_final(event: Event, seat: str) -> bool:
    """Can a small choice with this event not be taken back: a die, a closed window, something told to another seat?"""
    return event.irreversible or isinstance(event, (Closed, PhaseEnded)) or any(s != seat for s in event.seats)


def _taken_back(state: State, word: str) -> State:
    assert state.before is not None
    back = state.before
    while word == "reset" and back.before is not None:
        back = back.before
    return back


def _relations(rules: Ruleset) -> dict[tuple[str, str], str]:
    out: dict[tuple[str, str], str] = {}
    for a, spec in rules.nation.items():
        for b, other in rules.nation.items():
            out[a, b] = "own" if a == b else "ally" if spec.side == other.side else "enemy"
    for relation in rules.relation:
        a, b = relation.nations
        out[a, b] = out[b, a] = relation.are
    return out


def _order_of_battle(rules: Ruleset) -> tuple[dict[str, Unit], dict[str, str]]:
    """Every unit of the ruleset at its start (`at` "" when it comes later), and the printed names."""
    units: dict[str, Unit] = {}
    names: dict[str, str] = {}
    for id_, spec in rules.unit.items():
        steps = spec.steps if spec.steps >= 0 else rules.unit_type[spec.type].steps
        for n in range(1, spec.count + 1):
            one = id_ if spec.count == 1 else f"{id_}_{n}"
            units[one] = Unit(one, spec.type, spec.nation, spec.at, steps, hidden=spec.hidden)
            names[one] = spec.name or rules.unit_type[spec.type].name or one
    return units, names
