"""What can be wrong in a ruleset: the codes with their meanings, and the report that gathers findings."""

from __future__ import annotations

from typing import Any, Literal

from attrs import field

from hexwright.classes import define, frozen
from hexwright.errors import Fault
from hexwright.ruleset.positions import Path

Level = Literal["error", "warning"]
Shelf = dict[tuple[str, str], Any]  # (layer, file) -> the file as it was read, and what is wrong with it


@frozen
class Code:
    """What a code stands for; all that carries it has its level: one can rely on a code to stop play, or not to."""

    meaning: str
    level: Level = "error"


def _warning(meaning: str) -> Code:
    return Code(meaning, "warning")


CODES: dict[str, Code] = {
    "H101": Code("the file is not valid TOML"),
    "H102": Code("a file or folder cannot be read"),
    "H103": Code("the same key is set twice in the base of the ruleset"),
    "H104": Code("a layer removes what is not there"),
    "H105": Code("a table stands in the wrong kind of file"),
    "H106": Code("a setting is not of the form KEY=VALUE, or sets what is not there"),
    "H107": Code("there is no such scenario or variant"),
    "H108": Code("tables are nested too deeply"),
    "H109": Code("two items of a list have the same id"),
    "H111": Code("a comment allows what cannot be allowed"),
    "H112": _warning("a comment allows a code that there is not"),
    "H113": _warning("a comment allows what is not there"),
    "H114": _warning("a comment to hexwright that says nothing, or stands where it allows nothing"),
    "H201": Code("a value is of the wrong kind"),
    "H202": Code("an unknown key"),
    "H203": Code("a key or table that must be there is missing"),
    "H204": Code("a value is not one of the possible ones"),
    "H205": Code("an unknown table"),
    "H206": Code("a control character in a text"),
    "H207": Code("a date or time where something else is due"),
    "H208": Code("an id that cannot be typed"),
    "H209": Code("two ids that differ only in capitals"),
    "H210": Code("a switch is named, or sets, what is no key of a table"),
    "H301": Code("a name that nothing carries"),
    "H302": Code("a name of something that a layer has removed"),
    "H303": Code("a phase names a frame that nobody offers"),
    "H304": _warning("a tag or dice are asked for that nothing has"),
    "H305": _warning("a tag or dice that look misspelt"),
    "H306": _warning("a new thing that nothing uses and that looks misspelt"),
    "H307": _warning("the text of a rule asks for a value that is not there"),
    "H401": Code("a letter of the map block without a terrain"),
    "H402": Code("the map block has lines of different length, or none"),
    "H403": Code("a field of a feature is unknown or of the wrong kind"),
    "H404": Code("a feature stands where its kind may not"),
    "H405": Code("a line runs between spaces that are not neighbours"),
    "H406": Code("a border is not written 'A|B', or its spaces are not neighbours"),
    "H407": Code("a letter stands for two terrains"),
    "H408": Code("a space belongs to no board, or to two"),
    "H409": Code("the printed numbers of a map cannot be formed, or occur twice"),
    "H410": _warning("a space that nobody can ever enter or leave"),
    "H411": _warning("a terrain that no movement mode enters, or one out of play that some mode does"),
    "H412": _warning("a part of the map cut off from the rest for units that stand in it"),
    "H413": _warning("a part of the map that no source of supply can ever reach"),
    "H414": _warning("a border of areas that is written from one end only, where others are written from both"),
    "H415": _warning("a border that can be crossed in one direction only"),
    "H416": _warning("a feature on ground where its kind does not belong"),
    "H417": _warning("a feature without the neighbour that its kind needs"),
    "H418": _warning("something that nothing in the game uses"),
    "H501": Code("a phase occurs twice in the turn"),
    "H502": Code("a phase contains itself"),
    "H503": Code("a phase that plays nothing"),
    "H504": Code("a phase that is told to play in a way it has nothing for"),
    "H505": Code("a range of turns is empty, reversed or unreadable"),
    "H511": _warning("a range of turns that the game never reaches"),
    "H512": _warning("more names of turns than turns, or fewer"),
    "H506": Code("the game has no turns, or nothing happens in them"),
    "H507": Code("a repetition that can never end"),
    "H508": Code("a part that nobody plays"),
    "H509": _warning("a phase that the turn never reaches"),
    "H510": _warning("units that come too early or too late to play"),
    "H513": _warning("reinforcements that can never arrive"),
    "H514": _warning("a unit that neither stands anywhere nor ever arrives"),
    "H515": _warning("a place of arrival that can never take the unit"),
    "H516": _warning("reinforcements that no plug-in brings"),
    "H601": Code("more steps than the unit's type has, or none"),
    "H602": Code("a container holds what it may not, or too much"),
    "H603": Code("a number of things that cannot be"),
    "H604": Code("dice that cannot be rolled"),
    "H608": _warning("dice that hardly anybody has"),
    "H605": Code("a number below zero"),
    "H606": Code("a relation of a nation with itself, or stated twice"),
    "H607": Code("a roll table whose rows are out of order or incomplete"),
    "H610": _warning("a unit that can never move from where it starts"),
    "H611": _warning("a unit that starts where it could never have gone"),
    "H612": _warning("more units together at the start than may stand together"),
    "H613": _warning("dice that no rule rolls"),
    "H614": _warning("a number to hit that the die never shows"),
    "H615": _warning("enemies who start in one space where they could never have met"),
    "H701": Code("a condition is not written as one"),
    "H702": Code("a condition names an unknown fact"),
    "H703": Code("a fact of a condition has a wrong value"),
    "H801": Code("the ruleset names a plug-in that is not installed"),
    "H802": Code("a plug-in that the ruleset names cannot be used"),
    "H803": Code("a plug-in needs another one that the ruleset does not name"),
    "H804": Code("two plug-ins that cannot be used together"),
    "H805": Code("plug-ins that wait for each other"),
    "H806": Code("a plug-in listens to what nobody asks"),
    "H807": Code("a plug-in's own check has found something"),
    "H808": Code("two plug-ins bring the same thing"),
    "H809": _warning("a function of a plug-in looks like a hook but is not marked as one"),
    "H810": _warning("a plug-in's own check has found something suspicious"),
    "H900": Code("a check broke; the fault is in the program, not in the ruleset"),
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
    on: Literal["key", "value"] = "value"
    first: bool = False
    spot: tuple[int, int] | None = None
    related: tuple[tuple[str, Path | str], ...] = ()

    @property
    def level(self) -> Level:
        """The level of its code."""
        return CODES[self.code].level if self.code else "error"


@define
class Report:
    """All that was found so far; it is handed from step to step of loading.

    `unreadable` says that a file could not be read, so that what seems missing may stand there. `shelf` keeps the
    files as they were read, for those who load one ruleset with one layer after the other.
    """

    faults: list[Fault] = field(factory=list)
    findings: list[Finding] = field(factory=list)
    unreadable: bool = False
    shelf: Shelf | None = None

    def add(self, code: str, path: Path, message: str, hint: str = "", **more: Any) -> None:
        """Notes one finding; `more` are the further fields of `Finding`."""
        self.findings.append(Finding(code, path, message, hint, **more))

    @property
    def errors(self) -> int:
        """How many of the findings so far stop the game from starting."""
        levels = [f.level for f in self.faults] + [f.level for f in self.findings]
        return levels.count("error")
