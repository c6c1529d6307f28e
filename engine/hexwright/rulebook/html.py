"""HTML as a tree of plain nodes, written as XML that browsers read as HTML; nothing here knows what is told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from ..picture.svg import Node, node, plain

Held = Node | str | None
_VOID = frozenset({"br", "hr", "img", "meta", "link", "col", "rect", "circle", "path", "line", "polygon", "polyline"})
_BLOCK = frozenset(
    {
        "html", "head", "body", "title", "style", "meta", "link", "header", "main", "footer", "nav", "section",
        "article", "div", "h1", "h2", "h3", "h4", "h5", "p", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead",
        "tbody", "tr", "caption", "figure", "figcaption", "pre",
    }
)  # fmt: skip
_OPEN = frozenset(
    {"html", "head", "body", "main", "nav", "section", "article", "ul", "ol", "dl", "table", "thead", "tbody"}
)
_BARE = re.compile(r"[^A-Za-z0-9.-]")


def anchor(*parts: str) -> str:
    """An id that XML and URLs take as it is, different for different parts.

    >>> anchor("rule", "M-1.2"), anchor("rule", "M 1"), anchor("rule", "M_1")
    ('rule-M-1.2', 'rule-M_20_1', 'rule-M_5f_1')
    """
    return "-".join(_BARE.sub(lambda c: f"_{ord(c[0]):x}_", part) for part in parts)


def written(tree: Node) -> str:
    """The text of a tree; only between block elements there is white space that the tree does not have."""
    out: list[str] = []
    _write(tree, out)
    return "".join(out)


def _write(item: Node, out: list[str]) -> None:
    out.append(f"<{item.tag}")
    out.extend(f" {name}={quoteattr(plain(value))}" for name, value in item.attributes)
    end = "\n" if item.tag in _BLOCK else ""
    if item.tag in _VOID and not item.holds:
        out.append("/>" + end)
        return
    out.append(">\n" if item.tag in _OPEN else ">")
    for held in item.holds:
        if isinstance(held, str):
            out.append(plain(held) if item.tag == "style" else escape(plain(held)))
        else:
            _write(held, out)
    out.append(f"</{item.tag}>" + end)


def page(title: str, css: Node, *body: Held, lang: str = "en", kind: str = "") -> str:
    """A whole page; `css` is its <style> or <link>."""
    head = node(
        "head",
        node("meta", charset="utf-8"),
        node("meta", name="viewport", content="width=device-width, initial-scale=1"),
        node("title", title),
        css,
    )
    inside = node("body", *body, class_=kind or None)
    html = node("html", head, inside, xmlns="http://www.w3.org/1999/xhtml", lang=lang)
    return "<!DOCTYPE html>\n" + written(html)


def link(href: str, *holds: Held, title: str | None = None, class_: str | None = None) -> Node:
    """A link."""
    return node("a", *holds, href=href, class_=class_, title=title)


def joined(parts: Iterable[Held], between: str = ", ") -> list[Node | str]:
    """Pieces of a line with something between them."""
    out: list[Node | str] = []
    for part in parts:
        if part is None:
            continue
        if out:
            out.append(between)
        out.append(part)
    return out


def span(*holds: Held) -> Node:
    """A piece of a line made of pieces."""
    return node("span", *holds)


def listing(items: Iterable[Held], class_: str | None = None) -> Node | None:
    """A list with bullets; None when it is empty."""
    inside = [i if isinstance(i, Node) and i.tag == "li" else node("li", i) for i in items if i is not None]
    return node("ul", *inside, class_=class_) if inside else None


def table(
    heads: Iterable[Held], rows: Iterable[Iterable[Held]], class_: str = "", caption: str = "", first: bool = True
) -> Node | None:
    """A table that scrolls by itself where it is too wide; with the class `stack` it becomes cards on a phone.

    Columns without anything in any row are left out. `first`: the first cell of a row is its head.
    """
    names, lines = list(heads), [list(row) for row in rows]
    kept = [n for n in range(len(names)) if n == 0 or any(not _is_empty(row[n]) for row in lines)]
    if not lines:
        return None
    head = node("thead", node("tr", *(node("th", names[n], scope="col") for n in kept)))
    labels = [names[n] if isinstance(names[n], str) else None for n in range(len(names))]
    body = [node("tr", *(_cell(row[n], n, first, labels[n]) for n in kept)) for row in lines]
    told = node("caption", caption) if caption else None
    return node("div", node("table", told, head, node("tbody", *body), class_=class_ or None), class_="scroll")


def _is_empty(held: Held) -> bool:
    return held is None or held == "" or (isinstance(held, Node) and held.tag == "span" and not held.holds)


def _cell(held: Held, column: int, first: bool, label: Node | str | None) -> Node:
    told = str(label) if label else None
    held = None if _is_empty(held) else held
    if column == 0 and first:
        return node("th", held, scope="row")
    return node("td", held, data_label=told)


__all__ = ["Held", "anchor", "joined", "link", "listing", "node", "page", "span", "table", "written"]
