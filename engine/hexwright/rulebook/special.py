"""The chapters on special rules, plug-in by plug-in with their settings, and on the switches of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from ..plugins import Offer
from ..ruleset.paths import reach, split
from ..ruleset.schema import SwitchSpec
from ..ruleset.writing import inline
from .html import Held, anchor, joined, node, span, table
from .manuscript import Cells, Manuscript, chapter


def special_rules(book: Manuscript) -> Held:
    """The active plug-ins in their order."""
    told = "Special rules are brought by plug-ins. They count in this order; each is told with all of its settings."
    return chapter("special", "Special rules", *(_plugin(book, o) for o in book.game.plugins.active), intro=told)


def _plugin(book: Manuscript, offer: Offer) -> Held:
    assert offer.manifest is not None and offer.registry is not None
    needs = [span("needs ", *joined(book.to("plugin", p, p) for p in offer.manifest.requires))]
    after = [p for p in offer.manifest.after if p in book.game.active]
    terms: list[Held] = [f"version {offer.version}", *(needs if offer.manifest.requires else ())]
    terms += [span("counts after ", *joined(book.to("plugin", p, p) for p in after))] if after else []
    mine = [r for r, why in book.enforced.rules.items() if offer.id in why.plugins]
    summary = offer.manifest.summary
    return node(
        "section",
        node("h3", offer.id.replace("_", " ").capitalize()),
        node("p", summary[:1].upper() + summary[1:].rstrip(".") + ". ", node("small", *joined(terms, "; "))),
        node("p", "Rules: ", book.rule_list(mine), class_="cited") if mine else None,
        *_tables(book, offer),
        id=anchor("plugin", offer.id),
        class_="plugin",
    )


def _tables(book: Manuscript, offer: Offer) -> Iterator[Held]:
    assert offer.registry is not None
    for name, cls in offer.registry.tables.items():
        value = book.rules.settings.get(name)
        yield node("h4", node("code", f"[{name}]"), id=anchor("settings", name))
        yield from book.settings((name,), value if value is not None else cls())


def switches(book: Manuscript) -> Held:
    """The switches of the ruleset: what each decides, what it is set to, what it may be."""
    rows = [_switch(book, name, spec) for name, spec in book.rules.switch.items()]
    told = (
        "Where the rules leave a choice a switch makes it. A variant, or --set KEY=VALUE, sets another value. The "
        "settings of the special rules are switches too; they stand with their plug-ins."
    )
    made = table(("Switch", "Value", "May be", "What it decides", "Rule"), rows, "stack")
    return chapter("switches", "Switches", made, intro=told)


def _switch(book: Manuscript, name: str, spec: SwitchSpec) -> Cells:
    path = split(name) or (name,)
    found = reach(book.rules.document, path)
    shown: Held = book.v(path, _word(found[0])) if found is not None else "as the files say without it"
    return (
        node("code", name, id=anchor("switch", name)),
        shown,
        _may_be(book, name, spec),
        book.v(("switch", name), spec.doc) if spec.doc else None,
        book.rule(spec.rule),
    )


def _word(value: object) -> str:
    return value if isinstance(value, str) else inline(value)


def _may_be(book: Manuscript, name: str, spec: SwitchSpec) -> Held:
    if spec.values:
        return span(*joined(book.v(("switch", name, "values", v), v) for v in spec.values))
    if spec.between:
        return book.v(("switch", name, "between"), f"{spec.between[0]} to {spec.between[-1]}")
    return span("what ", node("code", ", ".join(spec.sets)), " may be") if spec.sets else None


__all__ = ["special_rules", "switches"]
