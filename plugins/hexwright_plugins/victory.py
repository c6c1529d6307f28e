"""Victory: conditions as data, looked at in the phases they name; the last look is final."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from hexwright.conditions import compile_condition
from hexwright.events import GameEnded
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import Condition, key

MANIFEST = Manifest(id="victory", summary="victory conditions as data, checked in the phases they name")


@frozen
class VictoryCondition:
    """[victory.conditions.ID]: who wins when, and in which phases one looks."""

    winner: str = key("side that wins", refers="side")
    check: tuple[str, ...] = key("phases in which it is looked at", refers="phase")
    when: Condition = key("the winner has won when this holds; always when left out", {})
    order: int = key("of several that hold the one with the lowest number counts; of equals the first as written", 0)
    reason: str = key("the reason in words for players", "")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class Victory:
    """[victory]: who wins, and when one looks."""

    final_check: bool = key("the last look is for conditions looked at before too (AMB-116)", True)
    conditions: dict[str, VictoryCondition] = key(
        "conditions by ids of one's own, in the order in which they count", {}
    )

    def of(self, phase: str) -> list[str]:
        """The conditions that are looked at in a phase, in the order in which they count."""
        asked = [i for i, spec in self.conditions.items() if phase in spec.check]
        return sorted(asked, key=lambda i: self.conditions[i].order)


def compiled(now: Position) -> dict[str, Any]:
    """The conditions of the game, compiled once."""
    found = now.game.cache.get("victory")
    if found is None:
        specs = now.settings(Victory).conditions
        found = {i: compile_condition(s.when, now.game.facts) for i, s in specs.items() if s.when}
        now.game.cache["victory"] = found
    known: dict[str, Any] = found
    return known


def winner(now: Position, phase: str, *, last: bool = False) -> GameEnded | None:
    """The end of the game if a condition of this phase holds, the first one that does.

    In the last look, with `final_check` off, conditions that were looked at before are left out; one of the others
    must decide then, the last of them also when none holds.
    """
    settings = now.settings(Victory)
    tests = compiled(now)
    asked = settings.of(phase)
    once = last and not settings.final_check
    if once:
        asked = [i for i in asked if len(settings.conditions[i].check) == 1]
    holding = (i for i in asked if i not in tests or tests[i].holds(now))
    found = next(holding, asked[-1] if once and asked else None)
    if found is None:
        return None
    spec = settings.conditions[found]
    return GameEnded(winner=spec.winner, reason=spec.reason or found, rule=spec.rule)


@frozen
class Check(Frame):
    """Looks whether somebody has won."""

    name: ClassVar[str] = "victory.check"
    last: ClassVar[bool] = False

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        ended = winner(now, now.phase, last=self.last)
        if ended is not None:
            play.emit(ended)


@frozen
class Final(Check):
    """The last look, when the last turn ends."""

    name: ClassVar[str] = "victory.final"
    last: ClassVar[bool] = True


@hook
def register(registry: Registry) -> None:
    registry.table("victory", Victory)
    registry.frame(Check, Final)
