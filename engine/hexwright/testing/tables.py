"""The tables of a scenario test with their keys and texts; how they are read and compared stands elsewhere."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ..classes import frozen
from ..ruleset.schema import key

# These stay plain tables when a test is read; the classes tell which keys they may have.
EventTable = Annotated[dict[str, Any], "event"]  # `type` is its class, `text` part of its words, all else its fields
FrameTable = Annotated[dict[str, Any], "frame"]  # `frame` is its name, all else its fields
MapTable = Annotated[dict[str, Any], "map"]  # tables of a ruleset


@frozen
class UnitThere:
    """A unit of the position."""

    type: str = key("its unit type", "", refers="unit_type")
    nation: str = key("nation that owns it", "", refers="nation")
    at: str = key("space, box or container it is in", "", refers="place")
    steps: int | None = key("steps it has left", None)
    spent: int = key("movement points it has spent", 0)
    status: tuple[str, ...] = key("words that play has put on it, as in 'tired' or 'sent:patrol'", ())
    hidden: bool = key("only its owner knows where it is", False)


@frozen
class UnitThen(UnitThere):
    """A unit as it must be in the end."""

    gone: str | bool = key("how it left the game; true for any way, false for not at all", False)
    where: str = key("space it is in, also when it is aboard something there", "", refers="space")
    has: str = key("a word that play has put on it", "")
    lacks: str = key("a word that it does not have", "")


@frozen
class Refusal:
    """A decision that must be refused."""

    decision: str = key("the decision, as in 'red: move r1 C9'", "")
    rule: str = key("rule that refuses it", "", refers="rule")
    has: str = key("words of the reason", "")
    nearest: str = key("what would be legal instead, as in 'move r1 B3'", "")
    seat: str = key("seat that decides, where the decision does not name it", "", refers="seat")


@frozen
class Refused(Refusal):
    """A decision between others that must be refused; play goes on as if it had not been tried."""

    refuse: str = key("the decision, as in 'red: move r1 C9'", "")


@frozen
class Options:
    """What a seat must be offered."""

    seat: str = key("seat that is asked; needed only when several are", "", refers="seat")
    has: str | tuple[str, ...] = key("decisions that are offered", ())
    lacks: str | tuple[str, ...] = key("decisions that are not offered", ())
    only: tuple[str, ...] = key("all decisions that are offered, in any order", ())


@frozen
class Asked:
    """Who must be asked."""

    seat: str = key("seat that is asked", "", refers="seat")
    frame: str = key("frame that asks", "", among="frame")
    prompt: str = key("words of the question, as in 'move your units'", "")


@frozen
class Over:
    """How the game must have ended."""

    winner: str = key("side that wins; '' for nobody", "", refers="side")
    reason: str = key("words of the reason", "")
    rule: str = key("rule by which it ended", "", refers="rule")


UnitThereTable = Annotated[dict[str, Any], UnitThere]
UnitThenTable = Annotated[dict[str, Any], UnitThen]
RefusalTable = Annotated[dict[str, Any], Refusal]
OptionsTable = Annotated[dict[str, Any], Options]
DecisionTable = Annotated[dict[str, Any], Refused | Options]
AskedTable = Annotated[dict[str, str], Asked]
OverTable = Annotated[dict[str, str], Over]


@frozen
class Expected:
    """[test.expect]: what must have come of it; what is left out is not looked at."""

    events: tuple[str | EventTable, ...] = key(
        "events in this order, others between them: part of their text, or a table of their class and fields", ()
    )
    absent: tuple[str | EventTable, ...] = key("events that must not happen, written alike", ())
    units: dict[str, UnitThenTable] = key("unit -> what it must be", {})
    control: dict[str, str] = key("space -> nation that controls it; '' for nobody", {}, refers="nation", by="space")
    features: dict[str, Any] = key("'SPACE KIND FIELD' -> value", {})
    markers: dict[str, tuple[str, ...]] = key("space -> every marker there, as 'KIND OWNER' or 'KIND OWNER COUNT'", {})
    slices: dict[str, dict[str, Any]] = key("plug-in -> fields of its state", {})
    roles: dict[str, str] = key("role -> seat that has it", {}, refers="seat", by="role")
    options: OptionsTable | tuple[OptionsTable, ...] | None = key("what a seat is offered, or several seats", None)
    asked: AskedTable | None = key("who is asked what", None)
    refused: tuple[RefusalTable, ...] = key("decisions that are refused now", ())
    over: OverTable | None = key("how the game ended", None)
    turn: int | None = key("which turn it is", None)


@frozen
class PlaySpec:
    """[test.play]: what is played."""

    phase: str | tuple[str, ...] = key("a phase, or several one after the other, from its start", "", among="phase")
    frames: tuple[str | FrameTable, ...] = key(
        "frames instead: by name, with a seat as in 'pass red', or as tables", ()
    )
    decisions: tuple[str | DecisionTable, ...] = key(
        "decisions in order, as in 'red: move r1 B2', and between them refusals and options to look at", ()
    )
    dice: tuple[int | str, ...] = key("the dice in order: a number is one die, a text all dice of one roll", ())


@frozen
class PositionSpec:
    """[test.position]: the position that play begins with; what is left out is as at the start."""

    turn: int | None = key("which turn it is; the first when left out", None)
    keep: bool = key("true: the opening position with these changes; false: an empty map", False)
    units: dict[str, Literal[False] | UnitThereTable] = key(
        "unit -> what differs from the order of battle, where a unit of the test's own needs type, nation and at; "
        "false takes it away",
        {},
    )
    control: dict[str, str] = key("space -> nation that controls it; '' for nobody", {}, refers="nation", by="space")
    features: dict[str, Any] = key("'SPACE KIND FIELD' -> value", {})
    markers: tuple[tuple[str | int, ...], ...] = key(
        "lists of a space, a kind of marker, its owner and perhaps a count", ()
    )
    slices: dict[str, dict[str, Any]] = key("plug-in -> what differs in its state", {})
    roles: dict[str, str] = key("role -> seat that has it", {}, refers="seat", by="role")
    relations: dict[str, str] = key("two nations as 'a b' -> ally, enemy or neutral", {})
    done: tuple[str, ...] = key("phases that are done this turn", (), among="phase")


@frozen
class TestSpec:
    """[[test]]: one scenario test."""

    __test__ = False  # for pytest: this is no test class

    id: str = key("short name, unique in the file")
    title: str = key("what it shows", "")
    rules: tuple[str, ...] = key("rules that it proves", (), among="rule")
    scenario: str = key("scenario it is played with; '' for the usual one", "", among="scenario")
    variants: tuple[str, ...] = key("variants it is played with, in this order", (), among="variant")
    set: tuple[str, ...] = key("settings, as in 'unit_type.infantry.steps=4'", ())
    maps: tuple[str, ...] = key("files of tests/maps, laid over the ruleset as variants are", (), among="map")
    map: MapTable = key("tables laid over the ruleset for this test alone", {})
    position: PositionSpec = key("the position it begins with", PositionSpec())
    play: PlaySpec | None = key("what is played; its keys may stand in [[test]] itself", None)
    phase: str | tuple[str, ...] = key("a phase, or several one after the other, from its start", "", among="phase")
    frames: tuple[str | FrameTable, ...] = key(
        "frames instead: by name, with a seat as in 'pass red', or as tables", ()
    )
    decisions: tuple[str | DecisionTable, ...] = key(
        "decisions in order, as in 'red: move r1 B2', and between them refusals and options to look at", ()
    )
    dice: tuple[int | str, ...] = key("the dice in order: a number is one die, a text all dice of one roll", ())
    expect: Expected = key("what must come of it", Expected())

    @property
    def played(self) -> PlaySpec:
        """What is played, wherever it stands."""
        return self.play or PlaySpec(self.phase, self.frames, self.decisions, self.dice)
