"""What a picture may show: the View of a seat, or everything laid open; how its units are called."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field

from ..classes import define
from ..pieces import Marker, Unit
from ..position import Position
from ..state import State, Table
from ..view import View

if TYPE_CHECKING:
    from ..game import Game


def laid_open(now: Position) -> View:
    """Everything there is, as the View of a host: for pictures that no seat gets to see."""
    state = now.state
    return View(
        seat="",
        turn=state.turn,
        phase=now.phases,
        units={u.id: u for u in now.units()},
        control=tuple(state.control.items()),
        features=tuple((*_split(key), value) for key, value in state.features.items()),
        markers=tuple((s, m) for s, here in state.markers.items() for m in here),
        relations=tuple(state.relations.items()),
        roles=tuple(state.roles.items()),
        gone=tuple(state.gone.items()),
        notes=tuple(state.slices.items()),
        over=state.over,
        rules=now.rules,
        board=now.board,
    )


def _split(key: str) -> tuple[str, str, str]:
    space, kind, name = key.split(" ", 2)
    return space, kind, name


def position_of(game: Game, view: View) -> Position:
    """The position as a seat knows it, for ranges and routes: made of its View, so that no secret can be in it.

    Of a plug-in's own state it has what the plug-in shows the seat; where that is another kind of thing, the state that
    play began with.
    """
    at: dict[str, list[str]] = {}
    for unit in view.units.values():
        at.setdefault(unit.at, []).append(unit.id)
    markers: dict[str, tuple[Marker, ...]] = {}
    for space, marker in view.markers:
        markers[space] = (*markers.get(space, ()), marker)
    kinds = {plugin: cls for cls, (plugin, _) in game.slices.items()}
    state = State(
        turn=view.turn,
        units=Table(view.units),
        at=Table({place: tuple(sorted(units)) for place, units in at.items()}),
        control=Table(dict(view.control)),
        features=Table({f"{space} {kind} {name}": value for space, kind, name, value in view.features}),
        markers=Table(markers),
        relations=Table(dict(view.relations)),
        roles=Table(dict(view.roles)),
        slices=Table({p: v for p, v in view.notes if p in kinds and isinstance(v, kinds[p])}),
        gone=Table(dict(view.gone)),
        over=view.over,
    )
    return Position(game, state)


@define
class Names:
    """How the units and places of a View are called."""

    view: View
    _seen: Counter[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._seen = Counter(self._name(unit) for unit in self.view.units.values())

    @cached_property
    def _printed(self) -> dict[str, str]:
        """The printed name of every unit of the order of battle."""
        out: dict[str, str] = {}
        for id_, spec in self.view.rules.unit.items():
            alike = (id_,) if spec.count == 1 else tuple(f"{id_}_{n}" for n in range(1, spec.count + 1))
            out.update(dict.fromkeys(alike, spec.name))
        return out

    def printed(self, unit: str) -> str:
        """The name that is printed for this unit alone, "" when it has only that of its type."""
        return self._printed.get(unit, "")

    def _name(self, unit: Unit) -> str:
        return self._printed.get(unit.id, "") or self.view.rules.unit_type[unit.type].name or unit.id

    def unit(self, unit: Unit) -> str:
        """'Infantry Division (r_1)', the id only where it is needed to tell several apart."""
        name = self._name(unit)
        return f"{name} ({unit.id})" if self._seen[name] > 1 else name

    def place(self, place: str) -> str:
        """'Northport (U5)', or the id alone."""
        if place in self.view.units:
            return self.unit(self.view.units[place])
        name = self.view.board.name(place) if place in self.view.board else place
        return name if name == place or f"({place})" in name else f"{name} ({place})"

    def told(self, unit: Unit) -> str:
        """All that a screen reader says of a unit: name, nation, steps, place, statuses, what is aboard."""
        rules = self.view.rules
        full = rules.unit_type[unit.type].steps
        parts = [self.unit(unit), rules.nation[unit.nation].name]
        if full or unit.steps:
            parts.append(
                f"{unit.steps} of {full} step{'' if full == 1 else 's'}"
                if full >= unit.steps
                else f"{unit.steps} steps"
            )
        parts.append(f"{'aboard' if unit.at in self.view.units else 'at'} {self.place(unit.at)}")
        parts += [self.status(word) for word in unit.status]
        if unit.hidden:
            parts.append("hidden from the others")
        if aboard := self.view.units_at(unit.id):
            parts.append(f"with {', '.join(self.unit(u) for u in aboard)}")
        return ", ".join(parts)

    def status(self, word: str) -> str:
        """The words for a status of a unit."""
        spec = self.view.rules.status.get(word)
        return (spec.name if spec else "") or word.replace("_", " ").replace(":", " ")


__all__ = ["Names", "laid_open", "position_of"]
