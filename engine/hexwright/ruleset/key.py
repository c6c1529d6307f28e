"""How the keys of a table are declared: text, default, what their names stand for; and tables told by others."""

from __future__ import annotations

from typing import Annotated, Any

import attrs

# A condition is a table over the vocabulary of conditions.py; it is compiled after loading.
Condition = Annotated[dict[str, Any], "condition"]
# Tables whose keys other tables of the ruleset tell: the traits of plug-ins, the feature kinds with their fields, the
# fields of one kind, pieces of a ruleset, a value of the type that stands beside it.
Traits = Annotated[dict[str, dict[str, Any]], "traits"]
Features = Annotated[dict[str, dict[str, Any]], "features"]
Fields = Annotated[dict[str, Any], "fields"]
Pieces = Annotated[dict[str, dict[str, Any]], "pieces"]


def key(
    doc: str,
    default: Any = attrs.NOTHING,
    refers: str = "",
    *,
    by: str = "",
    least: int | None = None,
    among: str = "",
    gives: str = "",
    form: str = "",
) -> Any:
    """A key with its text; `refers` names the table whose ids it must hold ("unit_type", "space", ...).

    With `by` the key is a table, and `by` names what its keys must be; `refers` is then about the values alone.
    `among` is the same as `refers` for editors and reference pages, where a check of its own looks at the names.
    `least` is the least number that its check lets pass. `gives` is the kind of names that the key gives for others
    to ask for; `form` is how its text is written where a check reads it ("turns", "border", ...).
    """
    metadata = {"doc": doc, "refers": refers, "by": by, "least": least, "among": among, "gives": gives, "form": form}
    if isinstance(default, (dict, list)):
        return attrs.field(factory=type(default), metadata=metadata)
    return attrs.field(default=default, metadata=metadata)
