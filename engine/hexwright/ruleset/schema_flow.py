"""The tables of the flow of play: roles, phases, the sequence of a turn, reinforcements."""

from __future__ import annotations

from typing import Literal

from hexwright.classes import frozen
from hexwright.ruleset.key import Condition, key

# ------------------------------------------------------------------ flow of play


@frozen
class RoleSpec:
    """[role.ID]: a part somebody plays for a while (first, second, holder)."""

    default: str = key("seat that has it until a plug-in says otherwise", refers="seat")
    name: str = key("printed name", "")


@frozen
class ChooseSpec:
    """The children are taken in the order that a role picks while playing."""

    by: str = key("role that picks", refers="role")
    upfront: bool = key("the whole order is fixed before the first", False)


@frozen
class RepeatSpec:
    """The phase is repeated."""

    times: int = key("how often it is played; 0 for no limit", 0, least=0)
    until: Condition = key("stops when this holds, looked at after each round", {})


@frozen
class PhaseSpec:
    """[phase.ID]: a line of the turn sequence; it has child phases, or a frame that plays it."""

    name: str = key("printed name", "")
    phases: tuple[str, ...] = key("child phases in the order they are played", (), refers="phase")
    frame: str = key("frame that plays it, as 'plug-in.name'; 'pass' does nothing", "", refers="frame")
    by: tuple[str, ...] = key(
        "roles or seats, one after the other; the frame runs once for each; left out for frames that no seat plays",
        (),
        among="role|seat",
    )
    turns: str = key("turns on which it happens: '1', '2-10', '3-', '1,4', 'last'; '' for all", "", form="turns")
    when: Condition = key("happens only when this holds; always when left out", {})
    choose: ChooseSpec | None = key("the children are played in an order picked while playing", None)
    alternate: tuple[str, ...] = key(
        "roles or seats; the frame is asked of them in turn until none has anything left", (), among="role|seat"
    )
    repeat: RepeatSpec | None = key("how often it is repeated; once when left out", None)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class SequenceSpec:
    """[sequence]: the turns and the top of the phase tree."""

    turns: int = key("number of the last turn")
    setup: tuple[str, ...] = key("phases played before the first turn, in order", (), refers="phase")
    each_turn: tuple[str, ...] = key("phases of a turn, in order", (), refers="phase")
    names: tuple[str, ...] = key("printed names of the turns, from the first; numbers when left out", ())
    first: int = key("number of the first turn", 1)


@frozen
class ReinforcementSpec:
    """[reinforcement.ID]: units that come into play in a phase of a turn."""

    turn: int = key("turn on which they come")
    units: tuple[str, ...] = key("units (without a place at the start)", refers="unit")
    at: tuple[str, ...] = key("places in order of preference", refers="place")
    phase: str = key(
        "phase at whose start they come; '' when a rule brings them; the plug-in reinforce reads it", "", refers="phase"
    )
    choice: int = key("how many of the units the seat picks; 0 for all", 0, least=0)
    blocked: Literal["wait", "lost"] = key("what becomes of them when no place can take them", "wait")
    mode: str = key("how they come, a word that rules ask for, such as sea or air", "", gives="word")
    timing: str = key("when they come, a word that rules ask for, such as start or end", "", gives="word")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")
