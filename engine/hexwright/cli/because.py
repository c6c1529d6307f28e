"""Explanations in a player's words: at most a dozen lines, ids told by their names, every number with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import clean, wrapped

if TYPE_CHECKING:
    from ..explain import Cited, Explanation, Piece
    from .names import Names

MOST = 8  # parts that are told; the API has them all


def told(found: Explanation, names: Names, columns: int = 80) -> list[str]:
    """The lines below the head: the sentence, the rule, the parts with their rules and places."""
    out = wrapped(names.spoken(found.text), columns - 2, "  ") if found.kind == "option" and found.text else []
    quoted = found.rule.id if found.rule else ""
    if found.rule:
        out.append("  Rule: " + _rule(found.rule))
        if found.kind != "option" or not found.parts:
            out += wrapped(clean(found.rule.text), columns - 2, "  ")[:2]
    own = found.source.plugin if found.source else ""
    parts = [piece for piece in found.parts if piece.value not in ("", None)]
    out += [_part(piece, names, quoted, own) for piece in parts[:MOST]]
    if len(parts) > MOST:
        out.append(f"  ... and {len(parts) - MOST} more")
    return out


def place(found: Explanation) -> list[str]:
    """Where the number was set that refuses, or which special rule does; nothing when that is not known."""
    source = found.source
    if source is None or not source.key:
        return []
    return [f"  Set at: {source}"]


def _part(piece: Piece, names: Names, quoted: str, own: str) -> str:
    line = f"  {names.label(piece.label)}: {names.spoken(str(piece.value))}"
    if piece.rule is not None and piece.rule.id != quoted:
        line += f" [{piece.rule.id}" + (f" {clean(piece.rule.title)}]" if piece.rule.title else "]")
    if piece.source is not None and piece.source.key:
        return f"{line} {piece.source.where or piece.source}"
    return line + (f" by {piece.source.plugin}" if piece.source is not None and piece.source.plugin != own else "")


def _rule(rule: Cited) -> str:
    title = f" {clean(rule.title)}" if rule.title else ""
    return f"[{rule.id}]{title}" + (f" ({rule.where})" if rule.where else "")


__all__ = ["place", "told"]
