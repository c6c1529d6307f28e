"""Where every value comes from: links to pages of the TOML files that set it, and these pages themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from attrs import field

from ..classes import define, frozen
from ..game import Game
from ..picture.svg import Node
from ..ruleset.book import Book, book_of, find
from ..ruleset.paths import below, dotted
from ..ruleset.positions import Path as KeyPath
from .html import Held, anchor, link, node, page

FOLDER = "source"
DEFAULTS = f"{FOLDER}/defaults.html"
SETTINGS = f"{FOLDER}/settings.html"
_SAFE = re.compile(r"[^A-Za-z0-9._/-]")


@frozen
class Setter:
    """Who set a value: the layer, the file from the ruleset's folder, the line (0 for none)."""

    layer: str
    file: str
    line: int

    @property
    def place(self) -> str:
        """`units.toml:154 (base)`."""
        at = f"{self.file}:{self.line}" if self.line else self.file
        return f"{at} ({self.layer})" if self.layer not in at else at

    @property
    def changes(self) -> bool:
        """Whether it is no part of the ruleset itself: a variant, a scenario, a setting."""
        return self.layer not in ("base", "plug-ins")


@define(eq=False)
class Sources:
    """The links to the places of one game, and the pages that they lead to; only what is linked gets a page."""

    game: Game
    used: dict[str, None] = field(factory=dict)  # files, from the folder of the ruleset
    defaults: dict[str, tuple[str, str, str]] = field(factory=dict)  # anchor -> path, owner, text of the key

    @cached_property
    def book(self) -> Book:
        """The words of the ruleset, for the owners of defaults."""
        return book_of(self.game.plugins.extensions(), self.game.rules)

    def setters(self, path: KeyPath) -> tuple[Setter, ...]:
        """Everyone who set the value at a path, the last one last."""
        try:
            hits = self.game.rules.set_by[dotted(path)]
        except KeyError:
            return ()
        return tuple(Setter(layer, below(file, self.game.rules.folder), line) for layer, file, line in hits)

    def value(self, path: KeyPath, shown: Held, words: bool = False) -> Held:
        """What is shown of a value, linked to the line that set it; marked where a layer over the ruleset did.

        `words` are what a text says around its values: they are linked too, but do not look it.
        """
        setters = self.setters(path)
        if not setters:
            return self._default(path, shown)
        last, before = setters[-1], setters[:-1]
        told = last.place + (f"; before it {before[-1].place}" if before else "")
        mark = " words" if words else " changed" if last.changes else ""
        found = link(self.href(last), shown, title=told, class_=f"v{mark}")
        return found if words or not last.changes else node("span", found, self.mark(path))

    def mark(self, path: KeyPath) -> Held:
        """The name of the layer over the ruleset that set a value; None when the ruleset itself did."""
        last = self.setters(path)[-1:]
        return node("sup", last[0].layer.split(" ", 1)[-1], class_="layer") if last and last[0].changes else None

    def href(self, setter: Setter) -> str:
        """The link to a place from the rulebook's own page."""
        if setter.file.startswith("plug-in "):
            return f"#{anchor('plugin', setter.file.removeprefix('plug-in '))}"
        if setter.layer == "session":
            return f"{SETTINGS}#L{setter.line}" if setter.line else SETTINGS
        self.used[setter.file] = None
        return page_of(setter.file) + (f"#L{setter.line}" if setter.line else "")

    def line(self, file: str, line: int, *shown: Held) -> Held:
        """A link to a line of a file of the ruleset that is no layer: a scenario test."""
        return link(self.href(Setter("tests", file, line)), *shown, title=f"{file}:{line}", class_="v")

    def _default(self, path: KeyPath, shown: Held) -> Held:
        place = find(path, self.book)
        owner = place.owner if place is not None else "the engine"
        general = dotted(tuple("ID" if isinstance(p, int) else p for p in (place.shown if place else path)))
        name = anchor("default", general)
        self.defaults.setdefault(name, (general, owner, place.doc if place is not None else ""))
        return link(f"{DEFAULTS}#{name}", shown, title=f"default of {owner}", class_="v default")

    # -- pages

    def pages(self, css: str) -> Iterator[tuple[str, str]]:
        """File name and text of every page that is linked; ask when all links are made."""
        for file in sorted(self.used):
            path = Path(self.game.rules.folder, file)
            text = path.read_text(encoding="utf-8", errors="replace")
            yield page_of(file), self._listed(file, text.split("\n"), css, "../" * page_of(file).count("/"))
        if self.game.given:
            yield SETTINGS, self._listed("Settings of this rulebook (--set)", list(self.game.given), css, "../")
        if self.defaults:
            yield DEFAULTS, self._defaults(css)

    @staticmethod
    def _listed(title: str, lines: list[str], css: str, up: str) -> str:
        rows = [
            node("span", link(f"#L{n}", str(n)), node("code", text), "\n", id=f"L{n}", class_="line")
            for n, text in enumerate(lines, 1)
        ]
        back = node("p", link(f"{up}index.html", "Back to the rulebook"))
        return page(title, _sheet(up + css), back, node("h1", title), node("pre", *rows), kind="source")

    def _defaults(self, css: str) -> str:
        rows = [
            node("tr", node("th", node("code", path), id=name, scope="row"), node("td", owner), node("td", text))
            for name, (path, owner, text) in sorted(self.defaults.items())
        ]
        told = "What no file of the ruleset sets stands as whoever reads it says."
        head = node("tr", node("th", "Key"), node("th", "Default of"), node("th", "What it means"))
        inside = node("table", node("thead", head), node("tbody", *rows))
        back = node("p", link("../index.html", "Back to the rulebook"))
        return page(
            "Defaults", _sheet(f"../{css}"), back, node("h1", "Defaults"), node("p", told), inside, kind="source"
        )


def _sheet(css: str) -> Node:
    return node("link", rel="stylesheet", href=css)


def page_of(file: str) -> str:
    """The page of a file of the ruleset.

    >>> page_of("units.toml"), page_of("variants/late rain.toml")
    ('source/units.toml.html', 'source/variants/late~20~rain.toml.html')
    """
    return f"{FOLDER}/{_SAFE.sub(lambda c: f'~{ord(c[0]):x}~', file)}.html"


__all__ = ["DEFAULTS", "SETTINGS", "Setter", "Sources", "page_of"]
