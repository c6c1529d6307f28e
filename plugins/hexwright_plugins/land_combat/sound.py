"""What always holds on land: who controls what, how many stand together after the moves, and who stands alone."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.events import Event
from hexwright.position import Position

from .moving import crowded
from .record import PLUGIN, is_land, record


def invariant_control(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """Only land is controlled (TT-2.4.3-R34), and where one side alone stands with strength it is that side's."""
    for space, nation in now.state.control.items():
        if nation and not is_land(now, space):
            yield f"{space} is no land, and {nation} controls it"
    if _moving(now) or record(now).battle is not None:
        return
    for space in now.state.at:
        if not is_land(now, space):
            continue
        here = [u for u in now.units_at(space) if now.has_tag(u, "land") and not u.hidden]
        sides = {now.side(u.nation) for u in here}
        strong = [u for u in here if now.has_tag(u, "combat")]
        owner = now.control(space)
        if len(sides) == 1 and strong and not any(now.controls(u.nation, space) for u in strong):
            yield f"{strong[0].id} stands alone in {space}, which {owner or 'nobody'} controls"


def invariant_stacks(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """After the moves no stack is above the limit but those that stood there before (TT-2.4.3-R20, TT-2.4.7-R07)."""
    if _moving(now):
        return
    standing = record(now).standing
    over = [u for u in crowded(now) if u not in standing]
    if over:
        yield f"{', '.join(over)} in {now.unit(over[0]).at} are above the limit"


def _moving(now: Position) -> bool:
    return any(f.window() for f in now.state.stack) or any(f.name.startswith(f"{PLUGIN}.") for f in now.state.stack)
