"""The chapter on the sequence of play: who plays, the turns, the phases as a nested list with their conditions."""

from __future__ import annotations

from collections.abc import Iterator

from ..frames import DraftFrame
from ..ruleset.schema import PhaseSpec
from .html import Held, anchor, joined, node, span, table
from .manuscript import Cells, Manuscript, chapter


def sequence(book: Manuscript) -> Held:
    """The sequence of play."""
    spec = book.rules.sequence
    turns = node("p", *_turns(book))
    setup = phases(book, spec.setup)
    return chapter(
        "sequence",
        "Sequence of play",
        turns,
        node("h3", "Before the first turn") if setup else None,
        setup,
        node("h3", "Each turn") if setup else None,
        phases(book, spec.each_turn),
        _turn_names(book),
    )


def _turns(book: Manuscript) -> Iterator[Held]:
    spec = book.rules.sequence
    yield "The game lasts until turn "
    yield book.v(("sequence", "turns"), spec.turns)
    yield "; it begins with turn "
    yield book.v(("sequence", "first"), spec.first)
    yield ". A turn runs through these phases in order."


def _turn_names(book: Manuscript) -> Held:
    spec = book.rules.sequence
    rows: list[Cells] = [
        (str(spec.first + n), book.v(("sequence", "names"), name)) for n, name in enumerate(spec.names)
    ]
    return table(("Turn", "Called"), rows, "narrow", "The turns")


def phases(book: Manuscript, ids: tuple[str, ...], seen: tuple[str, ...] = ()) -> Held:
    """Phases in their order as a list, with those inside."""
    known = [i for i in ids if i in book.rules.phase and i not in seen]
    if not known:
        return None
    return node("ol", *(_phase(book, i, (*seen, i)) for i in known), class_="phases")


def _phase(book: Manuscript, id: str, seen: tuple[str, ...]) -> Held:
    spec = book.rules.phase[id]
    here = book.once(anchor("phase", id))
    name = book.v(("phase", id, "name") if spec.name else ("phase", id), book.name("phase", id))
    said = list(told(book, id, spec))
    line: list[Held] = [node("b", name), " ", book.rule(spec.rule) if spec.rule else None]
    if said:
        line.append(node("span", " ", *joined(said, "; "), class_="terms"))
    return node("li", *line, phases(book, spec.phases, seen), id=here)


def told(book: Manuscript, id: str, spec: PhaseSpec) -> Iterator[Held]:
    """What is to be said of a phase: when, by whom, how often."""
    at = ("phase", id)
    if spec.turns:
        yield book.v((*at, "turns"), turns_in_words(spec.turns))
    if spec.when:
        yield span("only if ", book.v((*at, "when"), book.names.condition(spec.when)))
    frame = book.game.frames.get(spec.frame)
    who = joined(book.v((*at, "by"), book.name("role|seat", w)) for w in spec.by)
    if spec.alternate:
        names = " and ".join(book.name("role|seat", w) for w in spec.alternate)
        yield span(book.v((*at, "alternate"), names), " take turns")
    elif who and len(spec.by) > 1:
        yield span(*joined((book.v((*at, "by"), book.name("role|seat", w)) for w in spec.by), ", then "))
    elif who:
        yield span(*who)
    elif frame is not None and issubclass(frame, DraftFrame):
        yield "all at once, sealed" if frame.visibility == "sealed" else "all at once"
    if spec.choose is not None:
        when = "the whole order before the first" if spec.choose.upfront else "one after the other"
        yield span(
            "in an order that ", book.v((*at, "choose"), book.name("role|seat", spec.choose.by)), f" picks, {when}"
        )
    if spec.repeat is not None:
        yield from _repeat(book, id, spec)
    plugin = spec.frame.partition(".")[0] if "." in spec.frame else ""
    if plugin in book.game.active and not book.bare:
        yield span("played by ", book.to("plugin", plugin, plugin))


def _repeat(book: Manuscript, id: str, spec: PhaseSpec) -> Iterator[Held]:
    assert spec.repeat is not None
    at = ("phase", id, "repeat")
    if spec.repeat.times:
        yield span("repeated ", book.v((*at, "times"), spec.repeat.times), " times")
    if spec.repeat.until:
        yield span("repeated until ", book.v((*at, "until"), book.names.condition(spec.repeat.until)))


def turns_in_words(turns: str) -> str:
    """Turns as the data writes them, in words.

    >>> turns_in_words("2-"), turns_in_words("1"), turns_in_words("2-4,9-"), turns_in_words("last")
    ('from turn 2', 'turn 1', 'turns 2 to 4, from turn 9', 'last turn')
    """
    parts = []
    for part in turns.split(","):
        low, dash, high = part.strip().partition("-")
        if not dash:
            parts.append("last turn" if low == "last" else f"turn {low}")
        elif high:
            parts.append(f"turns {low} to {high}")
        else:
            parts.append(f"from turn {low}")
    return ", ".join(parts)


def players(book: Manuscript) -> Held:
    """The chapter on who plays: sides, nations, how they stand, roles."""
    rules = book.rules
    sides: list[Cells] = []
    for id, spec in rules.nation.items():
        swatch = node("span", "", class_="swatch", style=f"background:{color}") if (color := _color(book, id)) else None
        sides.append(
            (
                span(swatch, book.v(("nation", id, "name"), book.name("nation", id))),
                book.v(("nation", id, "side"), book.name("side", spec.side)),
                book.v(("nation", id, "seat"), book.name("seat", rules.seat_of(id))),
            )
        )
    relations: list[Cells] = [
        (
            " and ".join(book.name("nation", n) for n in r.nations),
            book.v(("relation", r.id, "are"), {"ally": "allies", "enemy": "enemies"}.get(r.are, r.are)),
        )
        for r in rules.relation
    ]
    roles: list[Cells] = [
        (
            book.v(("role", id, "name") if spec.name else ("role", id), book.name("role", id)),
            book.v(("role", id, "default"), book.name("seat", spec.default)),
        )
        for id, spec in rules.role.items()
    ]
    return chapter(
        "players",
        "Who plays",
        table(("Nation", "Wins with", "Decided by"), sides),
        table(("Nations", "At the start they are"), relations, "", "Relations; other nations of a side are allies"),
        table(("Role", "At the start held by"), roles, "", "Roles"),
    )


def _color(book: Manuscript, nation: str) -> str:
    from ..picture.style import Style

    return Style.of(book.rules).nation.get(nation, "")


__all__ = ["phases", "players", "sequence", "told", "turns_in_words"]
