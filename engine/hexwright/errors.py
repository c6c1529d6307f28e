"""Every exception and the Reason of a refusal; they carry data, and their text says what, where and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve, field

from .classes import frozen


@frozen
class Reason:
    """Why something is refused: a sentence, the rule, the numbers used and the nearest legal change.

    `numbers` are (name, value) pairs such as ("needs", 3); `nearest` is the text of a decision or
    another short hint that would be legal; `by` names the plug-in that forbids, when one does; `more` holds
    further reasons when several stand in the way; `at` is the TOML key of the number that refuses
    ("stacking.heavy.limit"), for those who ask where it was set; it makes no other reason of it.
    """

    text: str
    rule: str = ""
    numbers: tuple[tuple[str, int | str], ...] = ()
    nearest: str = ""
    by: str = ""
    more: tuple[Reason, ...] = ()
    at: str = field(default="", eq=False)

    def __str__(self) -> str:
        out = self.text
        if self.numbers:
            out += " (" + ", ".join(f"{name} {value}" for name, value in self.numbers) + ")"
        if self.rule:
            out += f" [{self.rule}]"
        if self.nearest:
            out += f"; nearest: {self.nearest}"
        return out


def combined(reasons: Iterable[Reason]) -> Reason | None:
    """Several reasons as one that carries the others; None when there are none."""
    found = tuple(reasons)
    if not found:
        return None
    return evolve(found[0], more=found[1:]) if len(found) > 1 else found[0]


class HexwrightError(Exception):
    """The root of all errors that hexwright raises on purpose."""


@frozen
class Fault:
    """One thing wrong (or suspicious) in the data of a ruleset, with its place.

    `line` and `column` count from 1 in characters; 0 means that the file as a whole is meant.
    `path` is the dotted key; `related` are (label, "file:line") pairs of further places. `chain` holds everyone
    who set the value, the first one first, as ("file:line", layer); it is empty when only one did.
    """

    code: str
    level: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""
    hint: str = ""
    source: str = ""
    width: int = 1
    related: tuple[tuple[str, str], ...] = ()
    chain: tuple[tuple[str, str], ...] = ()

    @property
    def end_column(self) -> int:
        """The first column behind what is at fault, 0 where no column is known."""
        return self.column + self.width if self.column else 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.level}[{self.code}] {self.message}{hint}"


class RulesetError(HexwrightError):
    """A ruleset has faults; `faults` holds all of them, in file order."""

    def __init__(self, faults: tuple[Fault, ...] | list[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(f) for f in self.faults) or "the ruleset cannot be loaded")


class DecisionError(HexwrightError):
    """A decision was not accepted; `reason` says why and nothing has changed."""

    def __init__(self, decision: str, seat: str, reason: Reason) -> None:
        self.decision = decision
        self.seat = seat
        self.reason = reason
        super().__init__(f"{decision!r} by {seat}: {reason}")


class MalformedDecision(DecisionError):
    """The text is no decision at all."""


class IllegalDecision(DecisionError):
    """The rules forbid it."""


class NotYourDecision(DecisionError):
    """Another seat is asked, or nobody is."""


class PluginError(HexwrightError):
    """A plug-in broke: it names plug-in, version, hook and step."""

    def __init__(self, plugin: str, version: str, hook: str, step: str, message: str) -> None:
        self.plugin = plugin
        self.version = version
        self.hook = hook
        self.step = step
        super().__init__(f"plug-in {plugin} {version}, {hook}, at {step}: {message}")


class EndlessPlay(HexwrightError):
    """The engine went on too long without asking anybody; `cycle` names what kept it going."""

    def __init__(self, cycle: tuple[str, ...]) -> None:
        self.cycle = cycle
        super().__init__("play goes on without asking anybody: " + " -> ".join(cycle))


class SaveError(HexwrightError):
    """A save cannot be read or does not fit; `line` counts from 1, `recoverable` marks a torn last line."""

    def __init__(self, message: str, *, file: str = "", line: int = 0, recoverable: bool = False) -> None:
        self.file = file
        self.line = line
        self.recoverable = recoverable
        place = f"{file}:{line}: " if line else f"{file}: " if file else ""
        super().__init__(place + message)


class OtherRules(SaveError):
    """A save was played by other rules than the present ones: `differs` says what, one thing each.

    `snapshot` is the number of decisions after which it can be gone on from under the present rules, -1 for nowhere.
    """

    def __init__(self, message: str, differs: tuple[str, ...], snapshot: int, *, file: str = "") -> None:
        self.differs = differs
        self.snapshot = snapshot
        super().__init__(message, file=file)


class UnknownId(HexwrightError):
    """An id that nothing carries; `near` holds the nearest known ones."""

    def __init__(self, kind: str, given: str, near: tuple[str, ...] = ()) -> None:
        self.kind = kind
        self.given = given
        self.near = near
        did = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"no {kind} {given!r}{did}")


def nearest(word: str, known: Any, most: int = 3) -> tuple[str, ...]:
    """The known names nearest to a misspelt word, best first.

    >>> nearest("wods", ["woods", "clear", "swamp"])
    ('woods',)
    """
    import difflib

    names = {str(k).casefold(): str(k) for k in sorted(known, key=str, reverse=True)}
    found = difflib.get_close_matches(word.casefold(), sorted(names), n=most, cutoff=0.6)
    return tuple(names[f] for f in found)


__all__ = [
    "DecisionError",
    "EndlessPlay",
    "Fault",
    "HexwrightError",
    "IllegalDecision",
    "MalformedDecision",
    "NotYourDecision",
    "OtherRules",
    "PluginError",
    "Reason",
    "RulesetError",
    "SaveError",
    "UnknownId",
    "combined",
    "nearest",
]
