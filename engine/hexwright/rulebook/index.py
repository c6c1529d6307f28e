"""The index: words of the titles of rules, units, missions, phases and places, each with where it is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from .html import Held, anchor, joined, link, node
from .manuscript import Manuscript, chapter

_WORD = re.compile(r"[^\W\d_][\w'-]+")
_UNTOLD = """
about after again against alone also another away before being both brief come comes could does each else every from
have here into itself just keep less like made make many more most must none nothing once only other over same some
such than that their them then there these they this those through twice under until what when where which while who
whole whose will with without would years your yours goes gone get gets give gives given first second third last next
late later earlier early too the and for not are may can but its all any how why one two three has had was were
"""
_SMALL = frozenset(_UNTOLD.split())
_CHARTS = {
    "unit_type": "unit chart",
    "mission": "missions",
    "phase": "sequence",
    "table": "tables",
    "terrain": "terrain",
    "feature": "features",
    "marker": "markers",
}
Entry = tuple[str, str, Held]


def index(book: Manuscript) -> Held:
    """Words to rules, and things to where they are told."""
    entries = sorted(_entries(book), key=lambda e: (e[0].casefold(), e[0], e[1]))
    parts: list[Held] = []
    for letter, group in groupby(entries, key=lambda e: e[0][:1].upper()):
        lines = [
            node("li", word, " ", *joined((held for _, _, held in of), ", "))
            for word, of in groupby(group, key=lambda e: e[0])
        ]
        parts += [node("h3", letter), node("ul", *lines, class_="bare")]
    return chapter("index", "Index", node("div", *parts, class_="columns")) if parts else None


def _entries(book: Manuscript) -> Iterator[Entry]:
    words: dict[str, dict[str, None]] = {}
    for rule in book.enforced.rules:
        for word in _WORD.findall(book.rules.rule[rule].title):
            if len(word) > 2 and word.casefold() not in _SMALL:
                words.setdefault(word.casefold(), {})[rule] = None
    shown = {w.casefold(): w for spec in book.rules.rule.values() for w in _WORD.findall(spec.title) if w[0].islower()}
    for word, rules in words.items():
        for rule in rules:
            yield shown.get(word, word.capitalize()), f"2 {rule}", book.rule(rule)
    yield from _things(book)


def _things(book: Manuscript) -> Iterator[Entry]:
    rules = book.rules
    for kind, told in _CHARTS.items():
        for id, spec in getattr(rules, kind).items():
            if anchor(kind, id) not in book.anchored and kind == "phase":
                continue
            name = getattr(spec, "name", "") or id.replace("_", " ")
            yield name, f"1 {kind} {id}", link(f"#{anchor(kind, id)}", told)
    for id, space in rules.space.items():
        if space.name and id in book.game.board:
            yield space.name, f"0 {id}", link(f"#{anchor('space', id)}", "place" if space.board else id)


__all__ = ["index"]
