"""Hints for keys that are missing: a thing of the base that a layer meant but misspelt, or the names to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from hexwright.errors import nearest
from hexwright.ruleset.faults import Finding, Report
from hexwright.ruleset.layers import Merged
from hexwright.ruleset.schema import TABLES
from hexwright.strict import key_name

_MOST = 8  # names that are listed


def hint_at_missing(report: Report, merged: Merged) -> None:
    """Gives the findings of missing keys a better hint, where one is known."""
    for index, finding in enumerate(report.findings):
        if finding.code == "H203" and len(finding.path) == 2 and (hint := _hint(finding, merged)):
            report.findings[index] = attrs.evolve(finding, hint=hint)


def _hint(finding: Finding, merged: Merged) -> str:
    table, id = str(finding.path[0]), str(finding.path[1])
    cls, form = TABLES.get(table, (None, ""))
    known = merged.document.get(table)
    if cls is None or form != "map" or not isinstance(known, Mapping):
        return ""
    if _is_of_a_layer(merged, table, id):
        others = [other for other in known if other != id and not _is_of_a_layer(merged, table, other)]
        near = nearest(id, others, 1)
        if near:
            return f"nothing below this layer is called '{id}': did you mean {near[0]}?"
    names = merged.document.get(_refers(cls, finding.message), {})
    listed = [str(name) for name in names] if isinstance(names, Mapping) else []
    return f"{finding.hint}: {', '.join(listed)}" if listed and len(listed) <= _MOST else ""


def _is_of_a_layer(merged: Merged, table: str, id: str) -> bool:
    """Is a thing first named by a layer above the base?"""
    hits = merged.history((table, id))
    return bool(hits) and hits[0].source.layer.partition(" ")[0] not in ("base", "plug-in")


def _refers(cls: Any, message: str) -> str:
    """What the missing key of a message refers to."""
    return next((str(a.metadata.get("refers", "")) for a in attrs.fields(cls) if f"'{key_name(a)}'" in message), "")
