"""Frames: pieces of procedure that ask one question each; Play, which records what they do; settle, which runs them.

A frame is a frozen attrs class of ids, numbers and tuples. It either asks (then it waits for answers) or
steps by itself. The top of the state's stack is the frame that acts; when it is done the one below goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from .blame import blame
from .classes import frozen
from .decisions import CHANCE, Explained, Options, Roll, Visibility
from .errors import EndlessPlay, PluginError, Reason, combined
from .events import Event, Noted, Removed, Rolled, lost_aboard
from .position import Position
from .state import State

if TYPE_CHECKING:
    from .game import Game

LONGEST = 1000
DRAFT_VERBS = ("done", "retract", "reset")


class Play:
    """What happens while one decision is carried out: the state so far and the events, in order."""

    __slots__ = ("events", "game", "seen", "state")

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        self.seen = 0

    @property
    def now(self) -> Position:
        """The position at this moment."""
        return Position(self.game, self.state)

    def emit(self, *events: Event) -> None:
        """Let events happen, in order; what is aboard a unit that leaves play is lost with it, and goes first."""
        for event in events:
            if isinstance(event, Removed) and event.unit in self.state.at:
                self.emit(*lost_aboard(event, self.state))
            self.state = event.apply(self.state)
            self.events.append(event)

    def say(self, note: str, rule: str = "", seats: tuple[str, ...] = ()) -> None:
        """A sentence for the account."""
        self.emit(Noted(note=note, rule=rule, seats=seats))

    def push(self, *frames: Frame) -> None:
        """Frames that run before the present one goes on, the first given runs first."""
        self.state = self.state.with_stack((*self.state.stack, *reversed(frames)))

    def done(self) -> None:
        """The frame on top has finished."""
        self.state = self.state.with_stack(self.state.stack[:-1])

    def become(self, *frames: Frame) -> None:
        """The frame on top gives way to these, the first given runs first."""
        self.state = self.state.with_stack((*self.state.stack[:-1], *reversed(frames)))

    def set_slice(self, value: Any, rule: str = "") -> None:
        """Change a plug-in's own state."""
        from .events import SliceSet

        plugin, _ = self.game.slices[type(value)]
        self.emit(SliceSet(plugin=plugin, value=value, rule=rule))


@frozen
class Frame(Explained):
    """The base of all frames. `name` is 'plug-in.what'; `rule` the rule it follows.

    Override `asked` (and `prompt`, `options`, `take`) to ask, or `step` to act without asking. `refuse`
    may be overridden for exact reasons without listing; it must agree with `options`. It stays on the stack, and asks
    again, until `play.done()`. Paragraphs of its text that begin as "`dig UNIT`: ..." say what `help dig` tells.

    A phase names it (`frame = "rain.look"`, after `registry.frame(Look)`). With a field `seat` it is made once for
    each of the phase's `by` or `alternate`, for that seat; without one it is made once::

        @frozen
        class Look(Frame):
            name: ClassVar[str] = "rain.look"
            rule: ClassVar[str] = "R-8"
            seat: str = ""

            def asked(self, now: Position) -> tuple[str, ...]:
                return (self.seat,)

            def prompt(self, now: Position, seat: str) -> str:
                return "look at the sky?"

            def options(self, now: Position, seat: str) -> Iterable[str]:
                return ["look", "pass"]

            def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
                play.done()
                if words == ("look",):
                    play.say("the sky is grey", self.rule)
    """

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    visibility: ClassVar[Visibility] = "open"
    seated: ClassVar[bool] = False  # its phase has to name a seat for it: by or alternate

    def asked(self, now: Position) -> tuple[str, ...]:
        """The seats it waits for; none when it acts by itself. May depend on public facts only."""
        return ()

    def prompt(self, now: Position, seat: str) -> str:
        """The question in one line."""
        return self.name

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        """Facts for front ends: what the question is about."""
        return ()

    def options(self, now: Position, seat: str) -> Iterable[str]:
        """Every legal answer of the seat, in a fixed order."""
        return ()

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        """Why an answer is refused; None when it is legal."""
        text = " ".join(words)
        if text in self.options(now, seat):
            return None
        return Reason(f"'{text}' is not among the options", self.rule)

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        """The first words of its answers: another kind of decision is refused for that, whatever `refuse` says of it.

        By default those of its options; none when `refuse` is to judge every verb itself.
        """
        return tuple(dict.fromkeys(text.partition(" ")[0] for text in self.options(now, seat)))

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        """Carry out a legal answer."""
        raise NotImplementedError(self.name)

    def step(self, play: Play) -> None:
        """Act without asking; must change the stack or emit something."""
        raise NotImplementedError(self.name)

    def roll(self, now: Position) -> Roll | None:
        """The dice, when chance is asked."""
        return None

    def window(self) -> str:
        """Small choices made while this text stays the same can be retracted; "" when none can."""
        return ""

    def answerer(self, now: Position, seat: str, words: tuple[str, ...]) -> Explained:
        """Who answers for an answer: the frame, or what plug-ins have added to it."""
        return self


@frozen
class ChanceFrame(Frame):
    """A frame that rolls dice: override `label`, `sides` and `fell`."""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (CHANCE,)

    def label(self, now: Position) -> str:
        """The stream's label; it may name public facts only."""
        return self.name

    def sides(self, now: Position) -> tuple[int, ...]:
        """The sides of each die, in order."""
        return (6,)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        """Go on with the faces."""
        raise NotImplementedError(self.name)

    def roll(self, now: Position) -> Roll | None:
        label = f"t{now.turn}/{self.label(now)}"
        return Roll(label, now.state.rolls.get(label, 0), self.sides(now))

    def options(self, now: Position, seat: str) -> Iterable[str]:
        sides = self.sides(now)
        if len(sides) == 1:
            return [f"roll {f}" for f in range(1, sides[0] + 1)]
        return ["roll" + "".join(f" {f}" for f in row) for row in _faces(sides)]

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return ()

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        sides = self.sides(now)
        if words[0] != "roll":
            return Reason("dice are due: roll and the faces", self.rule)
        if len(words) - 1 != len(sides):
            return Reason("wrong number of dice", self.rule, (("dice", len(sides)), ("given", len(words) - 1)))
        for side, word in zip(sides, words[1:], strict=True):
            if not word.isascii() or not word.isdigit() or word != str(int(word)) or not 1 <= int(word) <= side:
                return Reason(f"a d{side} cannot show {word}", self.rule, (("sides", side),))
        return None

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        roll = self.roll(play.now)
        assert roll is not None
        faces = tuple(map(int, words[1:]))
        play.emit(Rolled(label=roll.label, sides=roll.sides, faces=faces, rule=self.rule))
        self.fell(play, faces)


def _faces(sides: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    from itertools import product

    return product(*(range(1, s + 1) for s in sides))


@frozen
class Slot:
    """One seat's answer to a sealed or secret question: its small choices so far, and whether it is sealed."""

    seat: str
    choices: tuple[str, ...] = ()
    sealed: bool = False


@frozen
class DraftFrame(Frame):
    """A question to several seats at once, each answered by a private draft of small choices.

    Override `seats_asked`, `choices`, `problems` and `reveal`. Every seat is asked exactly once and ends
    with `done`; a sealed draft may be unsealed until the last seat has sealed. Nothing of a draft is seen
    by another seat, and what a seat is offered depends on its own knowledge only.
    """

    visibility: ClassVar[Visibility] = "sealed"

    slots: tuple[Slot, ...] = ()

    def seats_asked(self, now: Position) -> tuple[str, ...]:
        """Every seat that is asked: a public fact."""
        return now.rules.seats

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        """The small choices that may be added to a draft."""
        return ()

    def refuse_choice(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        """Why a small choice is refused; must agree with `choices`."""
        text = " ".join(words)
        if text in self.choices(now, seat, draft):
            return None
        return Reason(f"'{text}' is not among the options", self.rule)

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Reason, ...]:
        """What keeps a draft from being sealed."""
        return ()

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        """All have sealed: carry the drafts out. The frame is off the stack already."""
        raise NotImplementedError(self.name)

    def slot(self, seat: str) -> Slot:
        """A seat's slot, empty before its first choice."""
        for slot in self.slots:
            if slot.seat == seat:
                return slot
        return Slot(seat)

    def asked(self, now: Position) -> tuple[str, ...]:
        return tuple(s for s in self.seats_asked(now) if not self.slot(s).sealed)

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        """The asked seat's own draft so far, so that a front end can show it; what overrides this keeps it."""
        choices = self.slot(seat).choices
        return (("draft", "; ".join(choices)),) if choices else ()

    def options(self, now: Position, seat: str) -> Iterable[str]:
        slot = self.slot(seat)
        yield from self.choices(now, seat, slot.choices)
        if slot.choices:
            yield "retract"
            yield "reset"
        if not self.problems(now, seat, slot.choices):
            yield "done"

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        choices = (text.partition(" ")[0] for text in self.choices(now, seat, self.slot(seat).choices))
        return tuple(dict.fromkeys((*choices, *DRAFT_VERBS)))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        slot = self.slot(seat)
        if words in (("retract",), ("reset",)):
            return None if slot.choices else Reason("there is nothing to take back", self.rule)
        if words == ("done",):
            return combined(self.problems(now, seat, slot.choices))
        return self.refuse_choice(now, seat, slot.choices, words)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        slot = self.slot(seat)
        if words == ("retract",):
            slot = attrs.evolve(slot, choices=slot.choices[:-1])
        elif words == ("reset",):
            slot = attrs.evolve(slot, choices=())
        elif words == ("done",):
            slot = attrs.evolve(slot, sealed=True)
        elif words == ("unseal",):
            slot = attrs.evolve(slot, sealed=False)
        else:
            slot = attrs.evolve(slot, choices=(*slot.choices, " ".join(words)))
        # A draft that is empty again leaves no trace: the state is the one before it.
        slots = [s for s in (*self.slots, slot) if s is slot or s.seat != seat]
        kept = (s for s in slots if s.choices or s.sealed)
        frame = attrs.evolve(self, slots=tuple(sorted(kept, key=lambda s: s.seat)))
        seats = frame.seats_asked(play.now)
        if all(frame.slot(s).sealed for s in seats):
            play.done()
            frame.reveal(play, {s: frame.slot(s).choices for s in seats})
        else:
            play.become(frame)

    def can_unseal(self, seat: str) -> bool:
        """Has this seat sealed while others are still awaited?"""
        return self.slot(seat).sealed


def asked_of(now: Position) -> tuple[str, ...]:
    """The seats that the frame on top waits for (worked out once a state)."""
    memo = now.state.memo
    known = memo.get("asked")
    if known is None or known[0] is not now.game:
        known = memo["asked"] = (now.game, now.state.stack[-1].asked(now))
    seats: tuple[str, ...] = known[1]
    return seats


def settle(play: Play) -> None:
    """Run reactions and frames until somebody is asked or the game is over."""
    trail: list[str] = []
    while True:
        _react(play)
        if play.state.over is not None:
            return
        if not play.state.stack:
            raise EndlessPlay(("the stack is empty although the game is not over",))
        if asked_of(play.now):
            return
        frame = play.state.stack[-1]
        before = play.state
        frame.step(play)
        trail.append(frame.name)
        if play.state is before or len(trail) > LONGEST:
            raise EndlessPlay(_cycle(trail))


def _react(play: Play) -> None:
    reacts = play.game.hooks.reacts
    if not reacts:
        play.seen = len(play.events)
        return
    frames: list[Frame] = []
    rounds: list[str] = []
    while play.seen < len(play.events):
        event = play.events[play.seen]
        play.seen += 1
        if type(event) not in reacts:
            continue
        for listener, item in play.game.hooks.reactions(event, play.now):
            if isinstance(item, Frame):
                frames.append(item)
            elif isinstance(item, Event):
                play.emit(item)
            else:
                step = type(event).__name__
                raise PluginError(listener.plugin, listener.version, "react", step, f"{item!r} is no event or frame")
            rounds.append(f"{listener.plugin} on {type(event).__name__}")
            if len(rounds) > LONGEST:
                raise EndlessPlay(_cycle(rounds))
    if frames:
        play.push(*frames)


def _cycle(trail: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trail[-6:]))


def options_of(frame: Frame, now: Position, seat: str) -> Options:
    """The exact options of a seat: the frame's own, less what plug-ins forbid, with retract and reset."""

    def listing() -> tuple[str, ...]:
        found = frame.options(now, seat)
        if isinstance(found, (set, frozenset)):
            raise PluginError(frame.name.partition(".")[0], "", "options", frame.name, "a set has no order")
        texts, hooks = tuple(found), now.game.hooks
        if wary := hooks.wary(now) if hooks.forbids else ():
            texts = tuple(
                [t for t in texts if not t.startswith(wary) or hooks.forbid(now, seat, tuple(t.split())) is None]
            )
        return (*texts, "retract", "reset") if now.state.before is not None and frame.window() else texts

    def listed() -> tuple[str, ...]:
        try:
            return listing()
        except Exception as error:
            broken = blame(now.game, error, frame.name, f"turn {now.turn}, the options of {seat}")
            if broken is None:
                raise
            raise broken from error

    return Options(listed, lambda text: why_not(frame, now, seat, tuple(text.split())))


def why_not(frame: Frame, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
    """Why an answer is refused, by the frame or by a plug-in; None when it is legal."""
    if not words:
        return Reason("an empty decision")
    if words in (("retract",), ("reset",)) and frame.window():
        if now.state.before is not None:
            return None
        return Reason("there is nothing to take back: the last thing that happened cannot be undone")
    reason = frame.refuse(now, seat, words)
    if reason is not None:
        verbs = frame.verbs(now, seat)
        if not verbs or words[0] in verbs:
            return reason
        return attrs.evolve(unknown_verb(words[0], verbs, frame.rule or reason.rule), nearest=reason.nearest)
    if words[0] in now.game.hooks.forbids:
        return now.game.hooks.forbid(now, seat, words)
    return None


def unknown_verb(verb: str, verbs: Iterable[str], rule: str = "") -> Reason:
    """The refusal of a decision that the present question knows nothing of."""
    return Reason(f"nobody can '{verb}' here; known are {', '.join(verbs)}", rule)
