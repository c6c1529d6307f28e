"""SVG as a tree of plain nodes, written as the same bytes for the same tree; nothing here knows what is drawn."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from ..classes import frozen

Value = str | int | float
_BARE = re.compile(r"[^A-Za-z0-9_-]")


@frozen
class Node:
    """An element: its tag, its attributes in the order given, and what it holds."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    holds: tuple[Node | str, ...] = ()

    def __str__(self) -> str:
        return "".join(_written(self, 0))


def node(tag: str, *holds: Node | str | None, **attributes: Value | None) -> Node:
    """An element; `_` in the name of an attribute stands for `-`, a trailing one for nothing; None leaves out.

    >>> str(node("text", "a < b", x=1.5, class_="name", text_anchor="middle"))
    '<text x="1.5" class="name" text-anchor="middle">a &lt; b</text>'
    """
    named = tuple((n.rstrip("_").replace("_", "-"), shown(v)) for n, v in attributes.items() if v is not None)
    return Node(tag, named, tuple(h for h in holds if h is not None))


def group(holds: Iterable[Node | None], **attributes: Value | None) -> Node | None:
    """A <g> around these; None when there are none."""
    inside = [h for h in holds if h is not None]
    return node("g", *inside, **attributes) if inside else None


def title(text: str) -> Node:
    """What a screen reader says of the element that holds it first."""
    return node("title", text)


def number(value: float) -> str:
    """A number with at most two places, without a tail of zeros.

    >>> number(3.0), number(1.005), number(-0.001), number(2.5)
    ('3', '1', '0', '2.5')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def shown(value: Value) -> str:
    """The value of an attribute as text."""
    return number(value) if isinstance(value, (int, float)) else value


def points(places: Iterable[tuple[float, float]]) -> str:
    """Points for <polygon> and <polyline>."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def xml_id(*parts: str) -> str:
    """An id that XML, CSS and URLs take as it is, different for different parts.

    >>> xml_id("space", "K7"), xml_id("space", "3.3"), xml_id("space", "3_3"), xml_id("unit", "de:1")
    ('space-K7', 'space-3_2e_3', 'space-3_5f_3', 'unit-de_3a_1')
    """
    return "-".join(_BARE.sub(lambda c: f"_{ord(c[0]):x}_", part.replace("_", "_5f_")) for part in parts)


def plain(text: str) -> str:
    """A text without characters that XML forbids."""
    return "".join(c for c in text if c in "\t\n" or unicodedata.category(c) not in ("Cc", "Cs"))


def _written(item: Node, depth: int) -> Iterator[str]:
    attributes = "".join(f" {name}={quoteattr(plain(value))}" for name, value in item.attributes)
    if not item.holds:
        yield f"<{item.tag}{attributes}/>"
        return
    yield f"<{item.tag}{attributes}>"
    inline = any(isinstance(h, str) for h in item.holds) or item.tag in ("text", "tspan")
    for held in item.holds:
        if isinstance(held, str):
            yield escape(plain(held))
        else:
            yield "" if inline else "\n" + " " * (depth + 1)
            yield from _written(held, depth + 1)
    yield f"</{item.tag}>" if inline else "\n" + " " * depth + f"</{item.tag}>"
