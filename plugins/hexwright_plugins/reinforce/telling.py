"""What landings and arrivals by air in Deploy are made of, for those who ask: port values, quotas and room."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.decisions import Because
from hexwright.pieces import Unit
from hexwright.position import Position

from ..facilities import AIRFIELD, airfield_room, grade_of
from ..facilities.works import key_of
from ..telling import because_arrivals, because_port
from .plans import Plan
from .tables import Reinforce

LANDS, FLIES, ROOM = "TT-2.4.6-R01", "TT-2.4.6-06", "TT-2.4.6-07"


def because_landing(now: Position, space: str, plan: Plan, direct: bool) -> Iterator[Because]:
    """What the port of a space lands, and what lands there already; direct Supply may use the airfield's quota too."""
    yield from because_port(now, space, "TT-2.3-12" if direct else LANDS)
    yield Because("landing already", plan.coming(space, "port", "direct"), LANDS)
    if direct:
        yield from because_arrivals(now, space, "TT-2.3-12")


def because_flown(now: Position, unit: Unit, space: str, plan: Plan) -> Iterator[Because]:
    """What the airfield of a space takes: land pieces by its quota, groups by its room, squadrons freely."""
    settings = now.settings(Reinforce)
    if now.has_tag(unit, settings.free_tag):
        yield Because("room that it takes", 0, ROOM, "reinforce.free_tag")
    elif now.has_tag(unit, settings.group_tag):
        grade = grade_of(now, space)
        if grade is not None:
            yield Because(f"groups based in {now.board.name(space)} at most", grade.groups, grade.rule or ROOM,
                          key_of(now, space, AIRFIELD))  # fmt: skip
        yield Because("room that is left", airfield_room(plan.then, space), ROOM)
    else:
        yield from because_arrivals(now, space, FLIES)
        yield Because("coming already", plan.coming(space, "air"), FLIES)
