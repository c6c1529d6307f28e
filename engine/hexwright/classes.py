"""The decorators of all data classes: those of attrs, with one repr for all of them; nothing else lives here.

attrs writes and compiles a repr for each class. There are some hundred, and theirs took a seventh of every start of the
program; which of the decorators a plug-in takes makes no difference to the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from attrs import define as define
    from attrs import frozen as frozen
else:

    def define(cls: type | None = None, /, **options: Any) -> Any:
        """`attrs.define` with the shared repr."""
        return _decorated(attrs.define, cls, options)

    def frozen(cls: type | None = None, /, **options: Any) -> Any:
        """`attrs.frozen` with the shared repr.

        >>> @frozen
        ... class Cost:
        ...     points: int
        >>> Cost(2)
        Cost(points=2)
        """
        return _decorated(attrs.frozen, cls, options)


def _decorated(decorate: Callable[..., Any], cls: type | None, options: dict[str, Any]) -> Any:
    if cls is None:
        return lambda waiting: _decorated(decorate, waiting, options)
    if options.get("repr", True) and "__repr__" not in vars(cls):
        cls.__repr__ = _shown  # type: ignore[assignment]
    return decorate(cls, **options)


@recursive_repr()
def _shown(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)) if field.repr)
    return f"{type(self).__qualname__.rpartition('>.')[2]}({', '.join(shown)})"
