"""What always holds of ports and airfields: their limits, their damage, and that nothing is based with the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.events import Event
from hexwright.position import Position

from .escape import Escape, displaced
from .places import KINDS, based, damage, grade_of, printed


def invariant_places(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """No damage exceeds what is printed (TT-2.4.2-R21), no airfield bases more groups than it holds (TT-2.4.5-R06)."""
    for space in dict.fromkeys(k.split(" ", 1)[0] for k in now.state.features):
        for kind in KINDS:
            hits, most = damage(now, space, kind), printed(now, space, kind)
            if not 0 <= hits <= most:
                yield f"the {kind} of {space} has {hits} points of damage of {most}"
    for space in now.state.at:
        groups = based(now, space) if now.on_map(space) and "land" in now.board.tags(space) else ()
        grade = grade_of(now, space) if groups else None
        if groups and grade is None:
            yield f"{', '.join(u.id for u in groups)} in {space}, where there is no airfield"
        elif grade is not None and len(groups) > grade.groups:
            yield f"{', '.join(u.id for u in groups)} are based at {space}, which holds {grade.groups}"


def invariant_bases(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """Nothing stays on a base that its side has lost: it has escaped, or is about to (TT-2.4.1-R20)."""
    if any(f.window() or isinstance(f, Escape) for f in now.state.stack):
        return
    for space in now.state.at:
        if now.on_map(space) and any(printed(now, space, kind) for kind in KINDS):
            for unit in displaced(now, space):
                yield f"{unit.id} is still based at {space}, which {now.control(space) or 'nobody'} holds"
