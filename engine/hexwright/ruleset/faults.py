"""What can be wrong in a ruleset: the codes with their meanings, and the report that gathers findings."""

from __future__ import annotations

from typing import Any, Literal

from attrs import define, field, frozen

from hexwright.errors import Fault
from hexwright.ruleset.positions import Path

CODES: dict[str, str] = {
    "H101": "the file is not valid TOML",
    "H102": "a file or folder cannot be read",
    "H103": "the same key is set twice in the base of the ruleset",
    "H104": "a layer removes what is not there",
    "H105": "a table stands in the wrong kind of file",
    "H106": "a setting is not of the form KEY=VALUE, or sets what is not there",
    "H107": "there is no such scenario or variant",
    "H108": "tables are nested too deeply",
    "H109": "two items of a list have the same id",
    "H201": "a value is of the wrong kind",
    "H202": "an unknown key",
    "H203": "a key or table that must be there is missing",
    "H204": "a value is not one of the possible ones",
    "H205": "an unknown table",
    "H206": "a control character in a text",
    "H207": "a date or time where something else is due",
    "H208": "an id that cannot be typed",
    "H209": "two ids that differ only in capitals",
    "H210": "a switch is named, or sets, what is no key of a table",
    "H301": "a name that nothing carries",
    "H302": "a name of something that a layer has removed",
    "H303": "a phase names a frame that nobody offers",
    "H401": "a letter of the map block without a terrain",
    "H402": "the map block has lines of different length, or none",
    "H403": "a field of a feature is unknown or of the wrong kind",
    "H404": "a feature stands where its kind may not",
    "H405": "a line runs between spaces that are not neighbours",
    "H406": "a border is not written 'A|B', or its spaces are not neighbours",
    "H407": "a letter stands for two terrains",
    "H408": "a space belongs to no board, or to two",
    "H409": "the printed numbers of a map cannot be formed, or occur twice",
    "H501": "a phase occurs twice in the turn",
    "H502": "a phase contains itself",
    "H503": "a phase that plays nothing",
    "H504": "a phase that is told to play in a way it has nothing for",
    "H505": "a range of turns is empty, reversed or unreadable",
    "H506": "the turns of the game are none or misnamed",
    "H507": "a repetition that can never end",
    "H508": "a part that nobody plays",
    "H509": "a phase that the turn never reaches",
    "H510": "units that come too early or too late to play",
    "H601": "more steps than the unit's type has, or none",
    "H602": "a container holds what it may not, or too much",
    "H603": "a number of things that cannot be",
    "H604": "dice that cannot be rolled, or that hardly anybody has",
    "H605": "a number below zero",
    "H606": "a relation of a nation with itself, or stated twice",
    "H607": "a roll table whose rows are out of order or incomplete",
    "H701": "a condition is not written as one",
    "H702": "a condition names an unknown fact",
    "H703": "a fact of a condition has a wrong value",
    "H801": "the ruleset names a plug-in that is not installed",
    "H802": "a plug-in that the ruleset names cannot be used",
    "H803": "a plug-in needs another one that the ruleset does not name",
    "H804": "two plug-ins that cannot be used together",
    "H805": "plug-ins that wait for each other",
    "H806": "a plug-in listens to what nobody asks",
    "H807": "a plug-in's own check has found something",
    "H808": "two plug-ins bring the same thing",
    "H809": "a function of a plug-in looks like a hook but is not marked as one",
    "H900": "a check broke; the fault is in the program, not in the ruleset",
}


@frozen
class Finding:
    """A fault before its place is known: `path` leads through the merged document.

    `spot` is (start, length) within a text value; `first` asks for the place that defines, not the last
    that changes; `related` are (label, path) or (label, "file:line") pairs.
    """

    code: str
    path: Path
    message: str
    hint: str = ""
    level: Literal["error", "warning"] = "error"
    on: Literal["key", "value"] = "value"
    first: bool = False
    spot: tuple[int, int] | None = None
    related: tuple[tuple[str, Path | str], ...] = ()


@define
class Report:
    """All that was found so far; it is handed from step to step of loading.

    `unreadable` says that a file could not be read, so that what seems missing may stand there.
    """

    faults: list[Fault] = field(factory=list)
    findings: list[Finding] = field(factory=list)
    unreadable: bool = False

    def add(self, code: str, path: Path, message: str, hint: str = "", **more: Any) -> None:
        """Notes one finding; `more` are the further fields of `Finding`."""
        self.findings.append(Finding(code, path, message, hint, **more))

    @property
    def errors(self) -> int:
        """How many of the findings so far stop the game from starting."""
        levels = [f.level for f in self.faults] + [f.level for f in self.findings]
        return levels.count("error")
