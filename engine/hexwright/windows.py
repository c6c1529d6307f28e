"""Windows: questions to which several plug-ins add small choices; open ones act at once, sealed ones are drafts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from .classes import frozen
from .decisions import Explained
from .errors import Reason, combined
from .events import Closed
from .frames import DRAFT_VERBS, DraftFrame, Frame, Play, unknown_verb
from .position import Position


class Action(Explained):
    """A kind of small choice in open windows, carried out at once.

    It holds no state of its own. `windows` names where it is offered, `verb` is the first word of its
    texts. `problems` are what keeps the window from being closed with `done`. A plug-in subclasses it and
    registers an instance: `registry.action(Dig())` with `verb = "dig"` and `windows = ("land.move",)`.
    A window is asked again after every small choice: what is dear to list and seldom changes is kept with
    `now.memo("dig.texts", now.standing("land"), now.state.markers)` (`Position.memo`).
    """

    verb: ClassVar[str] = ""
    windows: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = ""

    def options(self, now: Position, seat: str) -> Iterable[str]:
        """Every legal choice of this kind, in a fixed order."""
        return ()

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        """Why a choice is refused; must agree with `options`."""
        text = " ".join(words)
        if text in self.options(now, seat):
            return None
        return Reason(f"'{text}' is not among the options", self.rule)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        """Carry it out."""
        raise NotImplementedError(self.verb)

    def problems(self, now: Position, seat: str) -> Iterable[Reason]:
        """What must be cured before the seat may say `done`."""
        return ()


@frozen
class Window(Frame):
    """An open question to one seat: small choices applied at once, retractable, ended with `done`.

    A plug-in subclasses it with a `name`; actions come from every plug-in that registered some for it.
    """

    uses_points: ClassVar[bool] = False
    seated: ClassVar[bool] = True

    seat: str = ""

    def asked(self, now: Position) -> tuple[str, ...]:
        return (self.seat,)

    def window(self) -> str:
        return f"{self.name} {self.seat}"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        found: list[str] = []
        for action in now.game.actions.get(self.name, ()):
            found.extend(action.options(now, seat))
        if next(self._problems(now, seat), None) is None:
            found.append("done")
        return found

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(a.verb for a in now.game.actions.get(self.name, ())), "done")))

    def _problems(self, now: Position, seat: str) -> Iterator[Reason]:
        for action in now.game.actions.get(self.name, ()):
            yield from action.problems(now, seat)

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if words == ("done",):
            return combined(self._problems(now, seat))
        actions = [a for a in now.game.actions.get(self.name, ()) if a.verb == words[0]]
        if not actions:
            return unknown_verb(words[0], self.verbs(now, seat), self.rule)
        reason: Reason | None = None
        for action in actions:
            said = action.refuse(now, seat, words)
            if said is None:
                return None
            reason = reason or said
        return reason

    def answerer(self, now: Position, seat: str, words: tuple[str, ...]) -> Explained:
        actions = [a for a in now.game.actions.get(self.name, ()) if words and a.verb == words[0]]
        return next((a for a in actions if a.refuse(now, seat, words) is None), actions[0] if actions else self)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        if words == ("done",):
            play.done()
            play.emit(Closed(window=self.name, seat=seat, rule=self.rule))
            return
        actions = [a for a in play.game.actions.get(self.name, ()) if a.verb == words[0]]
        for action in actions:
            # The decision is known to be legal: of several actions with its verb, one that does not refuse it.
            if len(actions) == 1 or action.refuse(play.now, seat, words) is None:
                action.take(play, seat, words)
                return
        raise AssertionError(words)


class Order(Explained):
    """A kind of small choice in sealed drafts: it is looked at in private and carried out when all have sealed."""

    verb: ClassVar[str] = ""
    windows: ClassVar[tuple[str, ...]] = ()
    rule: ClassVar[str] = ""

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        """The choices of this kind that may be added to the seat's draft."""
        return ()

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        """Why a choice is refused; must agree with `choices`."""
        text = " ".join(words)
        if text in self.choices(now, seat, draft):
            return None
        return Reason(f"'{text}' is not among the options", self.rule)

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[Reason]:
        """What keeps the draft from being sealed."""
        return ()

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        """Carry out the seat's choices of this kind, in the order made (called for every seat, also with none)."""


@frozen
class Orders(DraftFrame):
    """A sealed question to several seats at once, with the orders that plug-ins registered for it."""

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        for order in now.game.orders.get(self.name, ()):
            yield from order.choices(now, seat, draft)

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(o.verb for o in now.game.orders.get(self.name, ())), *DRAFT_VERBS)))

    def refuse_choice(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        orders = [o for o in now.game.orders.get(self.name, ()) if o.verb == words[0]]
        if not orders:
            return unknown_verb(words[0], self.verbs(now, seat), self.rule)
        reason: Reason | None = None
        for order in orders:
            said = order.refuse(now, seat, draft, words)
            if said is None:
                return None
            reason = reason or said
        return reason

    def answerer(self, now: Position, seat: str, words: tuple[str, ...]) -> Explained:
        draft = self.slot(seat).choices
        orders = [o for o in now.game.orders.get(self.name, ()) if words and o.verb == words[0]]
        return next((o for o in orders if o.refuse(now, seat, draft, words) is None), orders[0] if orders else self)

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Reason, ...]:
        return tuple(r for o in now.game.orders.get(self.name, ()) for r in o.problems(now, seat, draft))

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        for order in play.game.orders.get(self.name, ()):
            for seat in sorted(drafts):
                mine = tuple(c for c in drafts[seat] if c.split(" ", 1)[0] == order.verb)
                order.reveal(play, seat, mine)
        play.emit(Closed(window=self.name, seat="all", rule=self.rule))
