"""The shared repr of data classes tells what that of attrs would tell."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from hexwright import classes

FIELDS = {"steps": attrs.field(default=2), "key": attrs.field(default=b"", repr=False), "of": attrs.field(default=None)}


def made(decorate: Any, name: str = "Piece", body: dict[str, Any] | None = None, **options: Any) -> Any:
    fields = {"__annotations__": dict.fromkeys(FIELDS, Any), **FIELDS, **(body or {})}
    return decorate(type(name, (), fields), **options)


@pytest.mark.parametrize(("ours", "theirs"), [(classes.frozen, attrs.frozen), (classes.define, attrs.define)])
def test_it_is_that_of_attrs(ours: Any, theirs: Any) -> None:
    mine, other = made(ours), made(theirs)
    assert repr(mine(3, b"secret", mine())) == repr(other(3, b"secret", other()))
    assert repr(mine()) == "Piece(steps=2, of=None)"


def test_a_class_keeps_a_repr_of_its_own_and_may_have_none() -> None:
    own = made(classes.frozen, body={"__repr__": lambda self: "mine"})
    assert repr(own()) == "mine"
    assert repr(made(classes.frozen, repr=False)()).startswith("<")


def test_what_holds_itself_ends() -> None:
    ring = made(classes.define)()
    ring.of = ring
    assert repr(ring) == "Piece(steps=2, of=...)"
