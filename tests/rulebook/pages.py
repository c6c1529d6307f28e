"""Reading rulebooks back: pages under a strict XML parser, their anchors and links."""

from __future__ import annotations

import posixpath
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

HTML = "{http://www.w3.org/1999/xhtml}"


def tree(text: str) -> ET.Element:
    """The root of a page or picture; ParseError where it is not well-formed."""
    return ET.fromstring(text)


def local(tag: object) -> str:
    """The name of an element without its namespace."""
    return str(tag).rpartition("}")[2]


def text_of(element: ET.Element | None) -> str:
    """All text in an element."""
    return "" if element is None else "".join(element.itertext())


def by_id(root: ET.Element, id: str) -> ET.Element:
    """The one element with an id."""
    found = [e for e in root.iter() if e.get("id") == id]
    assert len(found) == 1, f"{len(found)} elements have the id {id}"
    return found[0]


def rules_in(root: ET.Element) -> list[str]:
    """The ids of the rules that are printed, in order."""
    heads = (e.find(f"{HTML}h4/{HTML}a") for e in root.iter(f"{HTML}article") if e.get("class") == "rule")
    return [text_of(head) for head in heads]


def broken_links(files: Mapping[str, str]) -> Iterator[str]:
    """Links that leave the folder, lead nowhere, or to an anchor that is not there; ids that are there twice."""
    roots = {name: tree(text) for name, text in files.items() if name.endswith((".html", ".svg"))}
    anchors = {name: [str(e.get("id")) for e in root.iter() if e.get("id")] for name, root in roots.items()}
    for name, ids in anchors.items():
        yield from (f"{name}: {id} twice" for id, count in Counter(ids).items() if count > 1)
    for name, root in roots.items():
        here = posixpath.dirname(name)
        for element in root.iter():
            for key in ("href", "src"):
                target = element.get(key)
                if target is None:
                    continue
                page, _, anchor = target.partition("#")
                if ":" in page or page.startswith("/"):
                    yield f"{name}: {target} leads out"
                    continue
                path = posixpath.normpath(posixpath.join(here, unquote(page))) if page else name
                if path not in files:
                    yield f"{name}: {target} leads nowhere"
                elif anchor and anchor not in anchors.get(path, ()):
                    yield f"{name}: {target} has no such anchor"
