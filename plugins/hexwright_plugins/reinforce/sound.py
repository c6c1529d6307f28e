"""What always holds of arrivals: no more pieces land in a space than its port and airfield take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwright.events import Event, Placed
from hexwright.position import Position

from ..facilities import grade_of, port_value
from .plans import boxes
from .tables import Reinforce


def invariant_landings(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
    """Pieces that come out of boxes land within the value of the port and the airfield's quota (TT-2.4.6-R01).

    Who holds the space, and whether mud closes the airfield, may have changed in the same decision since they landed.
    """
    land = now.settings(Reinforce).land_tag
    came = [e for e in events if isinstance(e, Placed) and e.was in boxes(now) and now.on_map(e.at)]
    ashore = [u for u in (now.state.units.get(e.unit) for e in came) if u is not None and now.has_tag(u, land)]
    for space, count in Counter(u.at for u in ashore).items():
        grade = grade_of(now, space)
        most = port_value(now, space) + (grade.lands if grade is not None else 0)
        if count > most:
            yield f"{count} pieces land in {space}, which takes {most}"
