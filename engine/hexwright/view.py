"""View: what one seat may know of a state; another type than State, so that secrets cannot be handed out by mistake."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from attrs import field

from .classes import frozen
from .pieces import Marker, Unit
from .state import Outcome, plain

if TYPE_CHECKING:
    from .board import Board
    from .position import Position
    from .ruleset.schema import Ruleset


@frozen(eq=False)
class View:
    """What a seat knows. `units` holds every unit whose place it may know, hidden ones of others are absent.

    `control` lists (space, nation), `features` (space, kind, field, value) as far as they differ from the
    printed map; `notes` what plug-ins show the seat of their own state; `phase` the phases that are open
    now, outermost first. `rules` and `board` are the public rules and map.
    """

    seat: str
    turn: int
    phase: tuple[str, ...]
    units: dict[str, Unit]
    control: tuple[tuple[str, str], ...]
    features: tuple[tuple[str, str, str, Any], ...]
    markers: tuple[tuple[str, Marker], ...]
    relations: tuple[tuple[str, str], ...]
    roles: tuple[tuple[str, str], ...]
    gone: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, Any], ...]
    over: Outcome | None
    rules: Ruleset = field(repr=False)
    board: Board = field(repr=False)

    def units_at(self, place: str) -> tuple[Unit, ...]:
        """Known units that stand directly in a space, box or container."""
        return tuple(u for u in self.units.values() if u.at == place)

    def controller(self, space: str) -> str:
        """The nation that controls a space, "" for nobody."""
        return dict(self.control).get(space, self.board.control(space))

    def is_enemy(self, a: str, b: str) -> bool:
        """Are two nations at war now?"""
        if a == b:
            return False
        now = dict(self.relations).get(" ".join(sorted((a, b))))
        if now is not None:
            return now == "enemy"
        for r in self.rules.relation:
            if {a, b} == set(r.nations):
                return r.are == "enemy"
        return self.rules.nation[a].side != self.rules.nation[b].side

    def plain(self) -> dict[str, Any]:
        """The view as plain JSON."""
        return {
            "seat": self.seat,
            "turn": self.turn,
            "phase": list(self.phase),
            "units": {k: plain(u) for k, u in self.units.items()},
            "control": dict(self.control),
            "features": [list(f) for f in self.features],
            "markers": [[s, plain(m)] for s, m in self.markers],
            "relations": dict(self.relations),
            "roles": dict(self.roles),
            "gone": dict(self.gone),
            "notes": {k: plain(v) for k, v in self.notes},
            "over": plain(self.over),
        }

    @property
    def digest(self) -> str:
        """The hash of what the seat knows; it covers nothing else."""
        text = json.dumps(self.plain(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def view_of(now: Position, seat: str) -> View:
    """The view of a seat; of an onlooker when no nation has this seat."""
    state = now.state
    notes = []
    for plugin, value in state.slices.items():
        shown = now.game.hooks.redact(plugin, now, seat, value)
        if shown is not None:
            notes.append((plugin, shown))
    hidden_words = {s for s, spec in now.rules.status.items() if spec.hidden}
    units: dict[str, Unit] = {}
    for unit in state.units.values():
        if not now.knows(seat, unit):
            continue
        if hidden_words and unit.status and now.seat_of(unit.nation) != seat:
            unit = unit.with_status(tuple(s for s in unit.status if s.split(":", 1)[0] not in hidden_words))
        units[unit.id] = unit
    features = []
    for key, value in state.features.items():
        space, kind, name = key.split(" ", 2)
        features.append((space, kind, name, value))
    return View(
        seat=seat,
        turn=state.turn,
        phase=now.phases,
        units=units,
        control=tuple(state.control.items()),
        features=tuple(features),
        markers=tuple((s, m) for s, here in state.markers.items() for m in here),
        relations=tuple(state.relations.items()),
        roles=tuple(state.roles.items()),
        gone=tuple(state.gone.items()),
        notes=tuple(notes),
        over=state.over,
        rules=now.rules,
        board=now.board,
    )
