"""Supply income: new tokens come into their pool before convoys are loaded."""

from __future__ import annotations

from typing import ClassVar

from hexwright.classes import frozen
from hexwright.events import Arrived, Part
from hexwright.frames import Frame, Play
from hexwright.pieces import Unit
from hexwright.position import Position

from .tables import Convoys


def bonus(now: Position, nation: str) -> tuple[int, int]:
    """More Supply for a nation's side, and in how many spaces of the bonus zone it has land units."""
    settings = now.settings(Convoys)
    side = now.side(nation)
    held = 0
    for space in now.zone(settings.bonus_zone) if settings.bonus_zone else ():
        held += any(now.side(u.nation) == side and now.has_tag(u, "land") for u in now.units_at(space))
    steps = settings.morocco_bonus
    return (steps[min(held, len(steps) - 1)] if steps else 0), held


def fresh_ids(now: Position, like: str, count: int) -> tuple[str, ...]:
    """Ids for further units like the given one: the lowest numbers that no unit bears or ever bore."""
    found: list[str] = []
    n = 0
    while len(found) < count:
        n += 1
        name = f"{like}_{n}"
        if name not in now.state.units and name not in now.state.gone and name not in now.game.order_of_battle:
            found.append(name)
    return tuple(found)


@frozen
class Income(Frame):
    """New Supply comes into its pool, before the loading (TT-2.3-R05)."""

    name: ClassVar[str] = "convoys.income"
    rule: ClassVar[str] = "TT-2.3-07"

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        settings = now.settings(Convoys)
        spec = now.rules.unit.get(settings.income_like)
        if spec is None:
            return
        more, held = bonus(now, spec.nation)
        steps = spec.steps if spec.steps >= 0 else now.rules.unit_type[spec.type].steps
        parts: tuple[Part, ...] = (("each turn", settings.atlantic_income, self.rule),)
        if more:
            parts = (*parts, (f"land units in {held} cities", more, "TT-2.3-08"))
        for at, name in enumerate(fresh_ids(now, settings.income_like, settings.atlantic_income + more)):
            rule = self.rule if at < settings.atlantic_income else "TT-2.3-08"
            play.emit(Arrived(unit=Unit(name, spec.type, spec.nation, spec.at, steps), rule=rule, parts=parts))
