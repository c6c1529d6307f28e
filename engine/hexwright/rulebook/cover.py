"""The cover with the map and the layers in use, and what there is besides to play."""

from __future__ import annotations

from collections.abc import Iterator

from ..classes import frozen
from ..ruleset.load import find_scenarios, find_variants
from .html import Held, joined, link, node, span, table
from .manuscript import Cells, Manuscript, chapter


@frozen
class Entry:
    """A line of the contents."""

    id: str
    title: str


def cover(book: Manuscript, picture: str) -> Held:
    """Title, map, version, layers."""
    info, rules = book.rules.info, book.rules
    shown = link(picture, node("img", src=picture, alt=f"The map of {info.title}")) if picture else None
    intro = rules.rulebook.intro
    return node(
        "header",
        node("p", "Rulebook", class_="kicker"),
        node("h1", book.v(("ruleset", "title"), info.title)),
        node("p", book.v(("ruleset", "description"), info.description), class_="lead") if info.description else None,
        node("figure", shown, class_="map") if shown is not None else None,
        node("p", book.v(("rulebook", "intro"), intro), class_="intro") if intro else None,
        node("dl", *_layers(book), class_="layers"),
        node("p", *_reading(), class_="reading"),
        class_="cover",
    )


def _layers(book: Manuscript) -> Iterator[Held]:
    rules = book.rules
    folder = str(rules.folder)
    yield node("dt", "Ruleset")
    yield node("dd", f"{rules.info.id}, version ", book.v(("ruleset", "version"), rules.info.version))
    scenarios, variants = find_scenarios(folder), find_variants(folder)
    if rules.scenario:
        title, text = scenarios.get(rules.scenario, (rules.scenario, ""))
        yield node("dt", "Scenario")
        yield node("dd", node("b", title), f" ({rules.scenario}). {text}")
    for variant in rules.variants:
        title, text = variants.get(variant, (variant, ""))
        yield node("dt", "Variant")
        yield node("dd", node("b", title), f" ({variant}). {text}")
    if book.game.given:
        yield node("dt", "Settings")
        yield node("dd", *joined(node("code", text) for text in book.game.given))
    yield node("dt", "Special rules")
    yield node("dd", *(joined(book.to("plugin", o.id, o.id) for o in book.game.plugins.active) or ["none"]))
    yield node("dt", "Rules hash")
    yield node("dd", node("code", book.game.rules_hash[:16], class_="hash"))


def _reading() -> Iterator[Held]:
    yield "All of this is generated from what the engine enforces. Every value leads to the line that sets it, and "
    yield "what points at it names file, line and layer. "
    yield node("span", node("span", "A value", class_="v changed"), node("sup", "layer", class_="layer"))
    yield " with a name over it was set by that variant, scenario or setting instead of the ruleset."


def contents(entries: list[Entry]) -> Held:
    """The table of contents."""
    lines = (node("li", link(f"#{entry.id}", entry.title)) for entry in entries)
    return node("nav", node("h2", "Contents"), node("ol", *lines), id="contents", aria_label="Contents")


def besides(book: Manuscript) -> Held:
    """Scenarios and variants that there are, for another evening."""
    folder = str(book.rules.folder)
    parts = []
    for kind, found, on in (
        ("Scenario", find_scenarios(folder), (book.rules.scenario,)),
        ("Variant", find_variants(folder), book.rules.variants),
    ):
        rows: list[Cells] = [
            (node("b", title), span(node("code", name), " (in use)" if name in on else ""), text)
            for name, (title, text) in found.items()
        ]
        parts.append(table((kind, "Name", "What it is"), rows, "stack"))
    return chapter("ways", "Scenarios and variants", *parts)


__all__ = ["Entry", "besides", "contents", "cover"]
