"""What a person may have meant by words that are no decision: names instead of ids, misspelt ids and verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..errors import nearest

LAST = ("retract", "reset")
GLOSSES = {"retract": "take back the last choice of this answer", "reset": "take back all of this answer"}


def in_order(options: Iterable[str]) -> tuple[str, ...]:
    """The options as a menu shows them: what takes back stands last.

    >>> in_order(["retract", "move a K7", "done"])
    ('move a K7', 'done', 'retract')
    """
    return tuple(sorted(options, key=lambda o: LAST.index(o) if o in LAST else -1))


def by_name(said: str, options: Sequence[str], find: Callable[[str], str | None]) -> str | None:
    """The option that is meant when spaces are called by their names; `find` gives the id of a name.

    >>> by_name("move a northport", ["move a K7", "done"], {"northport": "K7"}.get)
    'move a K7'
    """
    verb, *rest = said.split()
    text = " ".join((verb, *(find(word) or word for word in rest)))
    return text if text in options else None


def misspelt(decision: str, options: Sequence[str], known: Callable[[str], object]) -> tuple[str, str] | None:
    """(word, nearest) for the first word after the verb that nothing is called, among the words of the options.

    >>> misspelt("load a box_oram", ["load a box_oran", "load b box_bone"], lambda word: False)
    ('box_oram', 'box_oran')
    """
    verb, *rest = decision.split()
    words = {word for option in options for word in option.split()[1:] if option.split()[0] == verb}
    for word in rest:
        if word not in words and not known(word) and (near := nearest(word, words, 1)):
            return word, near[0]
    return None


def other_verbs(said: str, verbs: Iterable[str], commands: Iterable[str]) -> tuple[str, ...]:
    """The verbs of the options nearest to the one that was said, else the commands when it was one word."""
    verb, *rest = said.split()
    return nearest(verb, verbs) or (() if rest else nearest(verb, commands))
