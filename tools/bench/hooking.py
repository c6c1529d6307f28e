"""What a call to the plug-ins costs: compiled listeners beside pluggy's own dispatch and a direct call."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pluggy

from hexwright.events import Noted
from hexwright.hooks import PROJECT, Hooks, Listener, Query, Specs, hook
from hexwright.position import Position

from .measure import GAMES, Row, Setting, per_call
from .play import loaded

LISTENERS = (0, 1, 5, 20)
TOPIC = "height"


def _say() -> Callable[..., Any]:
    """A fresh implementation of `modify` that has nothing to say."""

    def modify(query: Query) -> None:
        return None

    return modify


@cache
def _by_pluggy(count: int) -> Any:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Specs)
    for number in range(count):
        manager.register(SimpleNamespace(modify=hook(TOPIC)(_say())), name=f"p{number}")
    return manager.hook


def compiled(count: int) -> Hooks:
    """Hooks with so many listeners to one topic, to one event and to one verb."""
    hooks = Hooks()
    said = tuple(Listener(f"p{n}", "1", _say()) for n in range(count))
    heard = tuple(Listener(f"p{n}", "1", lambda event, now: None) for n in range(count))
    if count:
        hooks.modifies = {TOPIC: said}
        hooks.reacts = {Noted: heard}
    return hooks


def dispatch(setting: Setting) -> list[Row]:
    """Microseconds a call with 0, 1, 5 and 20 listeners."""
    game = loaded(Path(GAMES / "tictactoe"))
    now = Position(game, game.start())
    facts: dict[str, Any] = {"space": "a1"}
    query, event, direct = Query(TOPIC, now, facts), Noted(note="x"), _say()
    rows = []
    for count in LISTENERS:
        hooks, theirs = compiled(count), _by_pluggy(count)

        def ours(hooks: Hooks = hooks) -> object:
            return hooks.modifiers(now, TOPIC, facts)

        def reacted(hooks: Hooks = hooks) -> object:
            return list(hooks.reactions(event, now)) if Noted in hooks.reacts else None

        def by_pluggy(theirs: Any = theirs) -> object:
            return theirs.modify(query=query)

        a, b, c = (1e6 * t for t in per_call(setting, ours, by_pluggy, reacted))
        heard = f"{count} listener{'' if count == 1 else 's'}"
        rows.append(Row(f"modify, {heard}", a, "us", "pluggy", b).wants("8 x pluggy", ratio=8.0))
        rows.append(Row(f"react, {heard}", c, "us", "pluggy", b).wants("8 x pluggy", ratio=8.0))
    a, b = (1e6 * t for t in per_call(setting, lambda: TOPIC in now.game.hooks.modifies, lambda: direct(query)))
    rows.append(Row("is anybody listening?", a, "us", "direct call", b).wants("1 direct call", ratio=1.0))
    return rows
