"""The chapter of all rules by sections: each with its id, its text, the numbers that it stands on, what enforces it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..classes import frozen
from ..ruleset.paths import dotted, step
from ..ruleset.positions import Path as KeyPath
from .enforced import Why
from .examples import example_link
from .html import Held, anchor, joined, link, node, span
from .manuscript import Manuscript, chapter

_MOST = 12


@frozen
class Section:
    """A section of the rulebook with the enforced rules in it."""

    id: str
    title: str
    rules: tuple[str, ...]
    combat: bool = False


def sections(book: Manuscript) -> tuple[Section, ...]:
    """The sections that have enforced rules; those that no section of the data has stand by the beginnings of ids."""
    given = book.rules.rulebook.section
    found: dict[str, list[str]] = {id: [] for id in given}
    for rule in book.enforced.rules:
        begins = [(len(b), id) for id, spec in given.items() for b in spec.begins if rule.startswith(b)]
        home = max(begins, key=lambda item: item[0])[1] if begins else rule.rpartition("-")[0] or rule
        found.setdefault(home, []).append(rule)
    out = []
    for id, rules in found.items():
        spec = given.get(id)
        if rules:
            out.append(Section(id, f"{id} {spec.title}" if spec else id, tuple(rules), bool(spec and spec.combat)))
    return tuple(out)


def all_rules(book: Manuscript) -> Held:
    """The rules of all sections but those of the chapter on combat."""
    parts: list[Held] = []
    for section in sections(book):
        if section.combat:
            told = node(
                "p", link(f"#{anchor('section', section.id)}", section.title), " stands in the chapter on combat."
            )
            parts.append(told)
            continue
        parts.append(node("h3", section.title, id=anchor("section", section.id)))
        parts.append(articles(book, section))
    return chapter("rules", "The rules", *parts)


def articles(book: Manuscript, section: Section) -> Held:
    """The rules of a section."""
    return node("div", *(article(book, rule) for rule in section.rules), class_="articles")


def article(book: Manuscript, rule: str) -> Held:
    """One rule."""
    spec, why = book.rules.rule[rule], book.enforced.rules[rule]
    name = anchor("rule", rule)
    head = node(
        "h4",
        link(f"#{name}", rule, class_="rule-id"),
        " ",
        book.told(("rule", rule, "title")),
    )
    text = node("p", book.told(("rule", rule, "text"))) if spec.text else None
    return node("article", head, text, *_numbers(book, why), *_kept(book, why), id=name, class_="rule")


def _numbers(book: Manuscript, why: Why) -> Iterator[Held]:
    """The entries of the data that quote the rule, each with the numbers that stand beside it."""
    lines = list(dict.fromkeys(entry for entry in map(_entry, why.entries)))
    if not lines:
        return
    told: list[Held] = [_line(book, path) for path in lines[:_MOST]]
    if len(lines) > _MOST:
        told.append(f"and {len(lines) - _MOST} more like these")
    yield node("p", *joined(told, "; "), class_="numbers")


def _entry(path: KeyPath) -> KeyPath:
    """The entry that a quoted id belongs to."""
    if path[-1] in ("rule", "claim_rule"):
        return path[:-1]
    return path


def _line(book: Manuscript, path: KeyPath) -> Held:
    value: Any = book.rules.document
    for part in path:
        found = step(value, part)
        value = found[0] if found else None
    if not isinstance(value, dict):
        return span(node("code", book.v(path, dotted(path))))
    numbers = [
        span(f"{name.replace('_', ' ')} ", book.v((*path, name), _shown(held)))
        for name, held in value.items()
        if isinstance(held, (int, bool)) or (isinstance(held, list) and held and all(isinstance(h, int) for h in held))
    ]
    head = node("code", book.v(path, dotted(path)))
    return span(head, " ", *joined(numbers)) if numbers else span(head)


def _shown(held: Any) -> str:
    if isinstance(held, bool):
        return "yes" if held else "no"
    return ", ".join(map(str, held)) if isinstance(held, list) else str(held)


def _kept(book: Manuscript, why: Why) -> Iterator[Held]:
    """Who enforces it besides, and where it is shown."""
    parts: list[Held] = []
    if why.plugins:
        parts.append(span("enforced by ", *joined(book.to("plugin", p, p) for p in why.plugins)))
    if why.shown_by:
        parts.append(span("shown by ", book.rule_list(why.shown_by), f": {why.reason}"))
    if why.tests:
        shown: Iterable[Held] = [example_link(book, test) for test in why.tests[:_MOST]]
        parts.append(span("example ", *joined(shown)))
    if parts:
        yield node("p", *joined(parts, "; "), class_="kept")


__all__ = ["Section", "all_rules", "article", "articles", "sections"]
