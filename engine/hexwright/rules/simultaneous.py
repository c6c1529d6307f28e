"""Simultaneous movement: all walks take their next border at once, then contacts are found in the order of the data."""

from __future__ import annotations

from typing import ClassVar

from ..classes import frozen
from ..events import Event, Moved
from ..frames import Frame, Play
from ..position import Position

Walks = tuple[tuple[str, tuple[str, ...]], ...]


@frozen(kw_only=True)
class Contact(Event):
    """Two enemies met while moving at once: 'swap' across a border, or 'meet' in a space."""

    kind: str
    units: tuple[str, str]
    space: str
    other: str = ""

    def text(self) -> str:
        where = f"between {self.space} and {self.other}" if self.kind == "swap" else f"in {self.space}"
        return f"{self.units[0]} and {self.units[1]} meet {where}"


@frozen
class Together(Frame):
    """Walks that go on step by step together; what reacts to a Contact runs before the next step.

    `walks` are (unit, spaces still to enter). A unit that is gone, or no longer where its walk left it, goes
    no farther. `contacts` is the order in which kinds of contact are told, `expected` where each unit stands.
    """

    name: ClassVar[str] = "simultaneous.together"
    walks: Walks = ()
    contacts: tuple[str, ...] = ("swap", "meet")
    expected: tuple[tuple[str, str], ...] = ()

    def step(self, play: Play) -> None:
        now = play.now
        stands = dict(self.expected)
        steps: list[tuple[str, str, str, int]] = []
        rest: list[tuple[str, tuple[str, ...]]] = []
        for unit_id, path in self.walks:
            unit = now.state.units.get(unit_id)
            if unit is None or not path or stands.get(unit_id, unit.at) != unit.at:
                continue
            spec = now.type(unit)
            crossing = now.board.crossing(spec.movement, now.side(unit.nation), unit.at, path[0])
            if crossing.closed:
                continue
            steps.append((unit_id, unit.at, path[0], crossing.cost))
            rest.append((unit_id, path[1:]))
        if not steps:
            play.done()
            return
        expected = tuple((u, to) for u, _, to, _ in steps)
        play.become(Together(tuple(rest), self.contacts, expected))
        play.emit(*(Moved(unit=u, path=(a, b), cost=c) for u, a, b, c in steps))
        play.emit(*found_contacts(play.now, steps, self.contacts))


def found_contacts(
    now: Position, steps: list[tuple[str, str, str, int]], order: tuple[str, ...]
) -> tuple[Contact, ...]:
    """The contacts of one common step: by kind in the given order, then by ids."""
    out: list[Contact] = []
    moved = {u: (a, b) for u, a, b, _ in steps}
    ids = sorted(moved)
    for i, u in enumerate(ids):
        for v in ids[i + 1 :]:
            if moved[u] == moved[v][::-1] and now.is_enemy(now.unit(u).nation, now.unit(v).nation):
                out.append(Contact(kind="swap", units=(u, v), space=moved[u][0], other=moved[u][1]))
    told = set()
    for u in ids:
        unit = now.unit(u)
        for other in now.units_at(unit.at):
            pair = (min(u, other.id), max(u, other.id))
            if pair not in told and now.is_enemy(unit.nation, other.nation):
                told.add(pair)
                out.append(Contact(kind="meet", units=pair, space=unit.at))
    rank = {kind: n for n, kind in enumerate(order)}
    return tuple(sorted((c for c in out if c.kind in rank), key=lambda c: (rank[c.kind], c.units)))


FRAMES: tuple[type[Frame], ...] = (Together,)
