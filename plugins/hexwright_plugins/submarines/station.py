"""Stations: both seats write down in secret where their submarines are, any sea hex, anew each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from hexwright.classes import frozen
from hexwright.decisions import Because, Visibility, spell
from hexwright.errors import Reason, nearest
from hexwright.events import Concealed
from hexwright.frames import DRAFT_VERBS, DraftFrame, Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key

from .record import sea_hex
from .telling import because_station


@frozen
class Submarines:
    """[submarines]: where they may go, and what they take.

    Unit types with the tag `submarine` are stationed, on spaces tagged `sea`.
    """

    move_limit: int = key("most hexes from the last station; 0 is anywhere", 0)
    most_hits: int = key("most hits that one takes in a patrol, a raid or a convoy fight", 1, least=1)
    boxes: tuple[str, ...] = key("boxes in which submarines wait that have no station yet", (), refers="space")


def flotilla(now: Position, seat: str) -> tuple[Unit, ...]:
    """A seat's submarines that can be stationed: at sea, in a convoy box, or in one of `boxes`; by id."""
    boxes = now.settings(Submarines).boxes
    kinds = {t for t, tags in now.game.tags.items() if "submarine" in tags}
    own = (u for u in now.units() if u.type in kinds and now.seat_of(u.nation) == seat)
    return tuple(u for u in own if u.at in boxes or sea_hex(now, u.at))


def at_sea(now: Position, place: str) -> bool:
    """Is this a sea hex?"""
    return place in now.board and "sea" in now.board.tags(place)


def nearest_of(now: Position, space: str, among: tuple[str, ...]) -> str:
    """The nearest of some spaces: by distance, or by spelling when there is no such space; "" for none."""
    if space in now.board:
        far = {s: now.board.distance(space, s) for s in among}
        return min((s for s in among if far[s] is not None), key=lambda s: (far[s], s), default="")
    return next(iter(nearest(space, among, 1)), "")


def stations(now: Position, unit: Unit) -> Iterator[str]:
    """Every sea hex a submarine may be stationed in."""
    limited = now.settings(Submarines).move_limit > 0
    for space in now.board.with_tag("sea"):
        if not limited or why_not_station(now, unit, space) is None:
            yield space


def why_not_station(now: Position, unit: Unit, space: str) -> Reason | None:
    """Why a submarine may not be stationed in a space."""
    if not at_sea(now, space):
        near = nearest_of(now, space, now.board.with_tag("sea"))
        hint = spell("station", unit.id, near) if near else ""
        return Reason(f"{space} is no sea hex", "TT-2.3-R07", nearest=hint)
    most = now.settings(Submarines).move_limit
    start = sea_hex(now, unit.at)
    if most and start:
        far = now.board.distance(start, space)
        if far is None or far > most:
            return Reason(f"{space} is too far from {start}", "TT-2.3-R07", (("hexes", far or 0), ("most", most)),
                          at="submarines.move_limit")  # fmt: skip
    return None


def stationed(draft: tuple[str, ...]) -> dict[str, str]:
    """Submarine -> station, as a draft has it so far."""
    return {words[1]: words[2] for words in (choice.split() for choice in draft)}


def _rule_of(now: Position) -> str:
    """The rule by which submarines are stationed: one for the first turn, one for those that follow."""
    return Station.rule if now.turn == now.rules.sequence.first else "TT-2.3-13"


@frozen
class Station(DraftFrame):
    """Both seats write down the hex of each of their submarines; both are asked, also when they have none left."""

    name: ClassVar[str] = "submarines.station"
    rule: ClassVar[str] = "TT-2.2-01"
    visibility: ClassVar[Visibility] = "secret"

    def prompt(self, now: Position, seat: str) -> str:
        return "station your submarines"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        placed = stationed(draft)
        for unit in flotilla(now, seat):
            if unit.id not in placed:
                for space in stations(now, unit):
                    yield spell("station", unit.id, space)

    def verbs(self, now: Position, seat: str) -> tuple[str, ...]:
        return ("station", *DRAFT_VERBS)

    def refuse_choice(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        rule = _rule_of(now)
        if words[0] != "station" or len(words) != 3:
            return Reason("say 'station', a submarine and a sea hex, or 'done'", rule)
        unit = next((u for u in flotilla(now, seat) if u.id == words[1]), None)
        if unit is None:
            return Reason(f"{words[1]} is no submarine of yours", rule)
        if words[1] in stationed(draft):
            return Reason(f"{words[1]} has its station already", rule, nearest="retract")
        return why_not_station(now, unit, words[2])

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Reason, ...]:
        placed = stationed(draft)
        left = [u for u in flotilla(now, seat) if u.id not in placed]
        if not left:
            return ()
        station = next(stations(now, left[0]), "")
        return (Reason("submarines without a station", _rule_of(now), (("left", len(left)),),
                       spell("station", left[0].id, station)),)  # fmt: skip

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_station(now, words[1], words[2], now.settings(Submarines).move_limit) if words else ()

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        # In the order of ids, so that not even the order of the choices is seen; the hex is for the owner only.
        rule = _rule_of(play.now)
        for seat in sorted(drafts):
            for unit, space in sorted(stationed(drafts[seat]).items()):
                play.emit(Concealed(unit=unit, at=space, seats=(seat,), rule=rule))


def check_types(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Submarines start hidden: one in the open would be seen before its first station. Limits make sense."""
    settings = ruleset.settings.get("submarines")
    if isinstance(settings, Submarines):
        if settings.move_limit < 0:
            report("submarines.move_limit", "a limit cannot be below 0", "use 0 for no limit")
        if settings.most_hits < 1:
            report("submarines.most_hits", "a submarine takes at least 1 hit", "use its steps for any number")
    for id_, unit in ruleset.unit.items():
        spec = ruleset.unit_type.get(unit.type)
        if spec is not None and "submarine" in spec.tags and not unit.hidden:
            report(f"unit.{id_}.hidden", f"the submarine {id_} is not hidden", "add hidden = true", level="warning")


FRAMES = (Station,)
