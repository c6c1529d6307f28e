"""What one plug-in adds to the data model, for the loader and all who list the words of a ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from ..classes import frozen


def _no_text() -> str | None:
    return ""


@frozen(eq=False)
class Extension:
    """What one plug-in adds to the data model.

    An offered plug-in that the ruleset does not name has `active=False`: its tables, traits, frames and
    words are known (so a misspelling is told apart from them) but inert, and their content is not read.
    `tables` and `traits` map a name to the attrs class of its keys; `defaults` are plain TOML tables that
    lie under the ruleset's own (feature kinds, statuses, markers the plug-in brings).
    `checks` are called with the loaded Ruleset and a `report(path, message, hint="", level="error")`.
    `seated` are those of its frames for which the phase has to name a seat.
    `text` gives the source of the plug-in, in which a name in quotes counts as used; None when it cannot be read.
    """

    plugin: str
    version: str = ""
    active: bool = True
    tables: dict[str, type] = attrs.field(factory=dict)
    traits: dict[str, type] = attrs.field(factory=dict)
    frames: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    facts: dict[str, type] = attrs.field(factory=dict)
    defaults: dict[str, Any] = attrs.field(factory=dict)
    checks: tuple[Any, ...] = ()
    text: Callable[[], str | None] = _no_text
