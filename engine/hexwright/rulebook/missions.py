"""The chapters on missions and dice, on roll tables, and on combat."""

from __future__ import annotations

from collections.abc import Iterator

from ..ruleset.schema import MissionSpec, TableSpec
from .html import Held, anchor, node, span, table
from .manuscript import Cells, Manuscript, chapter
from .rules import articles, sections
from .units import common_hit, dice_name, dice_words

_HEADS = ("Order", "Mission", "Range", "Target", "Dice", "Cost", "What it does", "Who", "Rule")


def missions(book: Manuscript) -> Held:
    """Missions by domain in the order of their resolution, and the dice of every type."""
    parts: list[Held] = []
    domains = dict.fromkeys(m.domain for m in book.rules.mission.values())
    for domain in domains:
        rows = [_mission(book, id, m) for id, m in in_order(book, domain)]
        parts += [
            node("h3", (domain or "all").capitalize()) if len(domains) > 1 or domain else None,
            table(_HEADS, rows, "missions", first=False),
        ]
    dice = dice_table(book)
    if dice is not None:
        parts += [node("h3", "Dice"), _hit(book), dice]
    return chapter("missions", "Missions and dice", *parts)


def in_order(book: Manuscript, domain: str) -> list[tuple[str, MissionSpec]]:
    """The missions of a domain as they are resolved."""
    mine = [(id, m) for id, m in book.in_order("mission").items() if m.domain == domain]
    return sorted(mine, key=lambda item: (not item[1].order, item[1].order))


def _mission(book: Manuscript, id: str, spec: MissionSpec) -> Cells:
    at = ("mission", id)
    reach = {-1: "its own", 0: "0"}.get(spec.range, str(spec.range))
    named = node("b", book.v((*at, "name") if spec.name else at, book.name("mission", id)), id=anchor("mission", id))
    move: Held = book.v((*at, "with_move"), "may move too") if spec.with_move else None
    return (
        book.v((*at, "order"), spec.order) if spec.order else None,
        span(named, node("br"), node("small", move)) if move is not None else named,
        book.v((*at, "range"), reach),
        book.v((*at, "target"), ", ".join(spec.target)) if spec.target else None,
        book.v((*at, "dice"), dice_name(book, spec.dice)) if spec.dice else None,
        book.told((*at, "cost")) if spec.cost else None,
        book.told((*at, "effect")) if spec.effect else None,
        book.v((*at, "types"), ", ".join(book.name("unit_type", t) for t in spec.types)) if spec.types else None,
        book.rule(spec.rule),
    )


def _hit(book: Manuscript) -> Held:
    common = common_hit(book)
    return node("p", "A die hits on ", common[0], " or more, where nothing else is said.") if common else None


def dice_table(book: Manuscript) -> Held:
    """A row for each type of unit that rolls, a column for each kind of dice."""
    types = book.in_order("unit_type")
    names = dict.fromkeys(n for spec in types.values() for n in spec.dice)
    rows: list[Cells] = []
    for id, spec in types.items():
        if not spec.dice:
            continue
        cells = [
            dice_words(book, ("unit_type", id, "dice", name), spec.dice[name]) if name in spec.dice else None
            for name in names
        ]
        head = book.to("unit_type", id, spec.name or id)
        rows.append((head, *cells))
    return table(
        ("Type", *(dice_name(book, n) for n in names)), rows, "dice", "Dice, one a step unless it says 'a unit'"
    )


# ------------------------------------------------------------------ roll tables


def roll_tables(book: Manuscript) -> Held:
    """Every roll table."""
    parts = [roll_table(book, id, spec) for id, spec in book.rules.table.items()]
    return chapter("tables", "Roll tables", *parts)


def roll_table(book: Manuscript, id: str, spec: TableSpec) -> Held:
    """What is rolled and what follows."""
    at = ("table", id)
    name = id.replace("_", " ").capitalize()
    dice = span(book.v((*at, "dice"), spec.dice) if spec.dice != 1 else None, book.v((*at, "sides"), f"d{spec.sides}"))
    rows: list[Cells] = []
    low: int | None = None
    for n, row in enumerate(spec.rows):
        last = n == len(spec.rows) - 1
        span_of = f"{low} or more" if last and low is not None else f"{row.max} or less" if low is None else (
            str(row.max) if low == row.max else f"{low} to {row.max}"
        )  # fmt: skip
        gives = ", ".join(f"{book.name('unit_type', k)} {v}" for k, v in row.gives.items())
        rows.append(
            (
                book.v((*at, "rows", n, "max"), "any" if last and low is None else span_of),
                book.v((*at, "rows", n, "text"), row.text) if row.text else None,
                book.v((*at, "rows", n, "gives"), gives) if gives else None,
                book.rule(row.rule),
            )
        )
        low = row.max + 1
    head = node("h3", name, ": ", dice, id=None if book.bare else anchor("table", id))
    cited = node("p", book.rule(spec.rule)) if spec.rule and not book.bare else None
    return node("div", head, cited, table(("Result", "What happens", "Numbers", "Rule"), rows, "stack"))


# ------------------------------------------------------------------ combat


def combat(book: Manuscript) -> Held:
    """The combat procedure: the rules of the sections that are marked so, and the tables of battles."""
    parts = list(_combat(book))
    return chapter("combat", "Combat", *parts)


def _combat(book: Manuscript) -> Iterator[Held]:
    for section in sections(book):
        if section.combat:
            yield node("h3", section.title, id=anchor("section", section.id))
            yield articles(book, section)


__all__ = ["combat", "dice_table", "in_order", "missions", "roll_table", "roll_tables"]
