"""Initiative: who holds it, the tokens that seize it, how the order of parts is fixed, and who moves first in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Literal

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason
from hexwright.events import Chosen, Event, RoleGiven, TurnBegan
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key

MANIFEST = Manifest(
    id="initiative",
    summary="The holder of the initiative, the tokens that seize it, and who moves first in each part.",
)


@frozen
class Initiative:
    """[initiative]: tokens and scopes. The role `holder` names who has it when nobody seizes it."""

    seize_tokens: int = key("how often it can be seized in the game", 0)
    seize_turns: tuple[int, ...] = key("first and last turn on which a token may be used", ())
    order_declaration: Literal["progressive", "upfront"] = key(
        "the holder names the next part when one has ended, or all before the first", "progressive"
    )
    first_mover_scope: Literal["domain", "turn"] = key(
        "the first side is chosen for each part, or once a turn", "domain"
    )
    seizer: str = key("seat that has the tokens", "", refers="seat")


@frozen
class Tokens:
    """How many tokens are used up, and the turn for which the first side is chosen already. All may know it."""

    used: int = 0
    settled: int = 0


def usual_holder(now: Position) -> str:
    """The seat that holds the initiative unless it is seized."""
    spec = now.rules.role.get("holder")
    return spec.default if spec else now.rules.seats[0]


def tokens_left(now: Position) -> int:
    """Tokens that are still in the game."""
    return max(0, now.settings(Initiative).seize_tokens - now.slice(Tokens).used)


def why_not_seize(now: Position) -> Reason | None:
    """Why nobody can seize the initiative this turn."""
    turns = now.settings(Initiative).seize_turns
    if turns and not turns[0] <= now.turn <= turns[-1]:
        numbers = (("turn", now.turn), ("from", turns[0]), ("to", turns[-1]))
        return Reason("the initiative cannot be seized on this turn", "TT-2.3-03", numbers, at="initiative.seize_turns")
    if tokens_left(now) == 0:
        return Reason("no seize token is left", "TT-2.3-03", (("tokens", 0),), at="initiative.seize_tokens")
    return None


@frozen
class Seize(Frame):
    """The seat with the tokens may use one, openly, on the turns that allow it."""

    name: ClassVar[str] = "initiative.seize"
    rule: ClassVar[str] = "TT-2.3-03"

    def asked(self, now: Position) -> tuple[str, ...]:
        seizer = now.settings(Initiative).seizer
        return (seizer,) if seizer and why_not_seize(now) is None else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"seize the initiative with one of {tokens_left(now)} tokens?"

    def about(self, now: Position, seat: str) -> tuple[tuple[str, str | int], ...]:
        return (("tokens", tokens_left(now)),)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ("seize", "pass")

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        settings = now.settings(Initiative)
        yield Because("tokens that are left", tokens_left(now), self.rule, "initiative.seize_tokens")
        turns = " to ".join(map(str, settings.seize_turns)) or "any"
        yield Because("turns", turns, self.rule, "initiative.seize_turns")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        if words == ("seize",):
            used = play.now.slice(Tokens)
            play.set_slice(attrs.evolve(used, used=used.used + 1), self.rule)
            play.emit(Chosen(seat=seat, what="seize token", choice="seize", rule="TT-2.3-R01"))
            play.emit(RoleGiven(role="holder", seat=seat, rule=self.rule))
        else:
            play.emit(Chosen(seat=seat, what="seize token", choice="pass", rule="TT-2.3-R01"))

    def step(self, play: Play) -> None:
        play.done()


@frozen
class FirstMover(Frame):
    """The holder says which side moves first in the part that begins."""

    name: ClassVar[str] = "initiative.first_mover"
    rule: ClassVar[str] = "TT-2.3-05"

    def asked(self, now: Position) -> tuple[str, ...]:
        once = now.settings(Initiative).first_mover_scope == "turn"
        return () if once and now.slice(Tokens).settled == now.turn else (now.seat_for("holder"),)

    def prompt(self, now: Position, seat: str) -> str:
        return "which side moves first?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"first {s}" for s in now.rules.seats]

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        scope = now.settings(Initiative).first_mover_scope
        yield Because("is said for each", scope, "TT-2.3-R04", "initiative.first_mover_scope")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        others = [s for s in play.game.rules.seats if s != words[1]]
        if play.now.settings(Initiative).first_mover_scope == "turn":
            play.set_slice(attrs.evolve(play.now.slice(Tokens), settled=play.state.turn), "TT-2.3-R04")
        play.emit(RoleGiven(role="first", seat=words[1], rule=self.rule))
        play.emit(RoleGiven(role="second", seat=others[0] if others else words[1], rule=self.rule))

    def step(self, play: Play) -> None:
        play.done()


@hook(TurnBegan)
def react(event: TurnBegan, now: Position) -> list[Event]:
    """A seized initiative goes back when the turn is over."""
    holder = usual_holder(now)
    return [] if now.seat_for("holder") == holder else [RoleGiven(role="holder", seat=holder, rule="TT-2.3-02")]


@hook("upfront")
def modify(query: Query) -> Modifier | None:
    """The whole order of the parts is fixed before the first, when the switch says so."""
    choose = query.now.rules.phase[query["phase"]].choose
    if choose is None or choose.by != "holder":
        return None
    upfront = query.now.settings(Initiative).order_declaration == "upfront"
    return Modifier("order declared beforehand", 1, op="set", rule="TT-2.3-R03") if upfront else None


@hook
def redact(now: Position, seat: str, value: Tokens) -> Tokens:
    """Tokens lie open."""
    return value


def check_turns(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """The turns of the tokens are a first and a last one."""
    settings = ruleset.settings.get("initiative")
    if isinstance(settings, Initiative):
        turns = settings.seize_turns
        if turns and (len(turns) != 2 or turns[0] > turns[1]):
            report("initiative.seize_turns", "the turns are a first and a last one", "for example [2, 9]")
        if settings.seize_tokens < 0:
            report("initiative.seize_tokens", "there cannot be fewer than 0 tokens", "use 0 or more")
        if settings.seize_tokens and not settings.seizer:
            report("initiative.seizer", "nobody has the seize tokens", "name a seat", level="warning")


@hook
def register(registry: Registry) -> None:
    registry.table("initiative", Initiative)
    registry.state(Tokens())
    registry.frame(Seize, FirstMover)
    registry.check(check_turns)
