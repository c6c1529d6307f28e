"""Victory: conditions as data, looked at in the phases they name; the last look is final."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from hexwright.classes import frozen
from hexwright.conditions import compile_condition
from hexwright.events import GameEnded
from hexwright.frames import Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.ruleset.schema import Condition, Ruleset, key

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

    final_check: bool = key("the last look is for conditions looked at before too", True)
    conditions: dict[str, VictoryCondition] = key(
        "conditions by ids of one's own, in the order in which they count; if none holds by the end, nobody has won", {}
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


def check_looks(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Conditions that no phase looks at, for all that they name one."""
    frames = [Check.name, *(frame.name for frame in Check.__subclasses__())]
    settings = ruleset.settings.get("victory", Victory())
    looking = [id_ for id_, phase in ruleset.phase.items() if phase.frame in frames]
    hint = f"phases that do: {', '.join(looking)}" if looking else f'give a phase frame = "{Check.name}"'
    for id_, spec in settings.conditions.items():
        at = f"victory.conditions.{id_}.check"
        if not spec.check:
            report(at, f"no phase looks at the condition '{id_}'", hint, level="warning")
        for name in spec.check:
            if name in ruleset.phase and name not in looking:
                report(at, f"the phase '{name}' does not look at victory", hint, level="warning")


@hook
def register(registry: Registry) -> None:
    registry.table("victory", Victory)
    registry.frame(Check, Final)
    registry.check(check_looks)
