"""What moves and limits are made of, for those who ask: each border, its parts and the keys that set them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..board import Crossing
from ..decisions import Because
from ..events import MOVE_ENDS, Moved, Part
from ..hooks import Modifier
from ..pieces import Unit
from ..position import Position
from ..ruleset.paths import dotted
from ..ruleset.positions import Path
from .movement import allowance, moves_of, overlay, points_left, why_halted


def because_move(now: Position, unit: Unit, to: str, seat: str = "") -> Iterator[Because]:
    """What a unit's way to a space costs: the points it has, then border by border; nothing when it cannot go there."""
    spec = now.type(unit)
    if not spec.movement:
        return
    mode = now.rules.movement[spec.movement]
    found = moves_of(now, unit, seat)
    path = found.path(to) if to in found else ()
    if mode.unlimited:
        yield Because("movement without limit", "yes", mode.rules.get("limit", ""), _key(spec.movement, "unlimited"))
        return
    yield from because_allowance(now, unit)
    left, over = points_left(now, unit), overlay(now, unit, seat)
    said = now.modifiers("movement", unit=unit)
    for a, b in pairwise(path):
        crossing = now.board.crossing(spec.movement, now.side(unit.nation), a, b)
        border = tuple(_border(crossing, a, b, said))
        yield from border
        left -= max(0, sum(int(part.value) for part in border))
        if (crossing.stop or b in over.stops) and left > 0:
            yield _halt(now, unit, (a, b), left)
            left = 0


def _border(crossing: Crossing, a: str, b: str, said: tuple[Modifier, ...]) -> Iterator[Because]:
    """What crossing one border costs: the printed parts, then what plug-ins say."""
    for label, value, rule, at in _keyed(crossing.parts, crossing.at):
        yield Because(f"{a} to {b}: {label}", value, rule, at)
    for m in said:
        if m.counts and m.op == "add" and m.where == (a if m.stage == "build" else b):
            yield Because(f"{a} to {b}: {m.label}", m.value, m.rule, m.at, m.by)


def because_allowance(now: Position, unit: Unit) -> Iterator[Because]:
    """The movement points of a unit, what plug-ins add to them, and what it has spent."""
    key = dotted(("unit_type", unit.type, "allowance"))
    base, *more = allowance(now, unit).parts
    yield Because(base.label, base.value, base.rule, key)
    yield from (m.because for m in more if m.counts)
    if unit.spent:
        yield Because("spent already", -unit.spent)


def _halt(now: Position, unit: Unit, border: tuple[str, str], left: int) -> Because:
    """The points that are lost because the move ends in a space; what a plug-in says of it stands in words."""
    why = why_halted(now, unit, *border)
    label = f"the move ends in {border[1]}" + (f": {why.text}" if why.by else "")
    return Because(label, left, why.rule, why.at, why.by)


def because_moved(now: Position, event: Moved) -> tuple[Because, ...]:
    """The parts of a move that was made, with the keys that set them as far as the unit is still known."""
    unit = now.state.units.get(event.unit) or now.game.order_of_battle.get(event.unit)
    mode = now.type(unit).movement if unit is not None else ""
    if unit is None or not mode or now.rules.movement[mode].unlimited:
        return tuple(Because(*part) for part in event.parts)
    side, modifiers = now.side(unit.nation), now.modifiers("movement", unit=unit)
    if not event.parts and event.cost:
        way = ((now.board.crossing(mode, side, a, b), a, b) for a, b in pairwise(event.path))
        return tuple(part for crossing, a, b in way for part in _border(crossing, a, b, modifiers))
    crossing = now.board.crossing(mode, side, *event.path[-2:])
    size = len(crossing.parts) if event.parts[: len(crossing.parts)] == crossing.parts else 0
    out = [Because(*keyed) for keyed in _keyed(event.parts[:size], crossing.at)]
    said = {(m.label, m.value, m.rule): m.because for m in modifiers}
    for part in event.parts[size:]:
        ends = part[0] == MOVE_ENDS
        ground = ("cost", now.board.terrain(event.path[1]), "stop") if crossing.stop else ("enemies",)
        out.append(Because(*part, _key(mode, *ground)) if ends else said.get(part, Because(*part)))
    return tuple(out)


def _keyed(parts: tuple[Part, ...], at: tuple[Path, ...]) -> Iterator[tuple[str, int, str, str]]:
    """Each part with the text of the key that set it; the last parts may have none."""
    keys = [dotted(path) for path in at[: len(parts)]]
    for (label, value, rule), key in zip(parts, keys + [""] * (len(parts) - len(keys)), strict=True):
        yield label, value, rule, key


def _key(mode: str, *path: str) -> str:
    return dotted(("movement", mode, *path))


__all__ = ["because_allowance", "because_move", "because_moved"]
