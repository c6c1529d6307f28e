"""The numbered menu of a question: options as they are when few, gathered by verb and unit when many, in pages."""

from __future__ import annotations

from collections.abc import Sequence

from ..classes import frozen

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
    longest = max(len(o.split()) for o in options)
    counts = {depth: len(_gathered(options, depth)) for depth in range(words + 1, longest)}
    fit = [d for d, n in counts.items() if 2 <= n <= most]
    depth = max(fit) if fit else next((d for d, n in counts.items() if n > 1), 0)
    if not depth:
        return tuple(Entry(o) for o in options)
    groups = _gathered(options, depth)
    return tuple(Entry(found[0]) if len(found) == 1 else Entry(head, tuple(found)) for head, found in groups.items())


def shared_words(options: Sequence[str]) -> int:
    """With how many same words all these options begin; the last word of none counts.

    >>> shared_words(["move a K7", "move a K8"])
    2
    """
    return same_start(*(option.split()[:-1] for option in options))


def same_start(*lines: Sequence[str]) -> int:
    """How many words at the start all lines have in common."""
    return len(_leading(lines))


def _leading(lines: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The words with which all lines begin."""
    out: list[str] = []
    for words in zip(*lines, strict=False):
        if len(set(words)) > 1:
            break
        out.append(words[0])
    return tuple(out)


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

    @property
    def shared(self) -> str:
        """The words that all lines of a long menu share when they differ in their last word only, else ""."""
        heads = {line.text.rpartition(" ")[0] for line in self.lines}
        plain = len(self.lines) > PAGE and not any(line.is_group for line in self.lines)
        return heads.pop() if plain and len(heads) == 1 else ""

    @property
    def common(self) -> tuple[str, ...]:
        """The leading words, two at least, that the lines of several words have in common; () when they have not."""
        lines = [line.text.split() for line in self.lines]
        several = [words for words in lines if len(words) > 1]
        same = _leading([words[:-1] for words in several]) if len(several) > 1 else ()
        return same if len(same) > 1 else ()

    @property
    def size(self) -> int:
        """Lines of a page; last words stand in columns, so more of them go on it."""
        return 4 * PAGE if self.shared else PAGE

    def page(self) -> tuple[tuple[int, Entry], ...]:
        """The lines of this page with their numbers, which go on from page to page."""
        return tuple((i + 1, self.lines[i]) for i in range(self.start, min(self.start + self.size, len(self.lines))))

    @property
    def left(self) -> int:
        """How many lines come after this page."""
        return max(0, len(self.lines) - self.start - self.size)

    def next_page(self) -> Menu:
        """The page after this one, the first after the last."""
        return Menu(self.lines, self.start + self.size if self.left else 0)

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
