"""Players that see a View and an Ask and nothing else live in this package; here they are made by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ..errors import UnknownId, nearest

if TYPE_CHECKING:
    from ..decisions import Ask
    from ..view import View

NAMES = ("random", "steady")


class Bot(Protocol):
    """A player: the same seed, views and questions give the same answers."""

    def choose(self, view: View, ask: Ask) -> str:
        """One of the options of the question; `ask` is a copy that was handed out."""
        ...


def make(name: str, seed: int | str = 0) -> Bot:
    """A bot by its name; each draws from a stream of its own that the seed begins.

    >>> make("steddy")
    Traceback (most recent call last):
    ...
    hexwright.errors.UnknownId: no bot 'steddy'; did you mean steady?
    """
    if name == "random":
        from .random import Uniform

        return Uniform(seed)
    if name == "steady":
        from .steady import Steady

        return Steady(seed)
    raise UnknownId("bot", name, nearest(name, NAMES))


__all__ = ["NAMES", "Bot", "make"]
