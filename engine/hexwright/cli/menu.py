"""The numbered menu of a question: options as they are when few, gathered by verb and unit when many, in pages."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

PAGE = 20


@frozen
class Entry:
    """A line of a menu: `text` the decision or the words its options share; `options` what it opens."""

    text: str
    options: tuple[str, ...] = ()

    @property
    def is_group(self) -> bool:
        """Does choosing it open another menu?"""
        return bool(self.options)


def entries(options: Sequence[str], words: int = 0, most: int = PAGE) -> tuple[Entry, ...]:
    """The lines of a menu over these options; their first `words` words are the same and need no grouping.

    >>> [e.text for e in entries(["move a K7", "move a K8", "move b K7", "done"], most=3)]
    ['move a', 'move b K7', 'done']
    """
    if len(options) <= most:
        return tuple(Entry(o) for o in options)
    depth = words + 1
    longest = max(len(o.split()) for o in options)
    while depth < longest and len(_gathered(options, depth)) <= 2:
        depth += 1
    groups = _gathered(options, depth)
    if len(groups) == 1 or depth >= longest:
        return tuple(Entry(o) for o in options)
    return tuple(Entry(found[0]) if len(found) == 1 else Entry(head, tuple(found)) for head, found in groups.items())


def _gathered(options: Sequence[str], depth: int) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for option in options:
        groups.setdefault(" ".join(option.split()[:depth]), []).append(option)
    return groups


@frozen
class Menu:
    """What is on the screen: all lines, where the page starts, and the options of the whole question."""

    lines: tuple[Entry, ...]
    start: int = 0

    def page(self) -> tuple[tuple[int, Entry], ...]:
        """The lines of this page with their numbers, which go on from page to page."""
        return tuple((i + 1, self.lines[i]) for i in range(self.start, min(self.start + PAGE, len(self.lines))))

    @property
    def left(self) -> int:
        """How many lines come after this page."""
        return max(0, len(self.lines) - self.start - PAGE)

    def next_page(self) -> Menu:
        """The page after this one, the first after the last."""
        return Menu(self.lines, self.start + PAGE if self.left else 0)

    def pick(self, number: int) -> Entry | None:
        """The line with a number; None when there is none."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None


def matching(text: str, options: Sequence[str]) -> str | None:
    """The option a person means: the same words whatever the case; None when there is none, or several."""
    said = " ".join(text.split())
    if said in options:
        return said
    folded = said.casefold()
    found = [o for o in options if o.casefold() == folded]
    return found[0] if len(found) == 1 else None
