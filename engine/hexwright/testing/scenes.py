"""Positions built for a test, and scripts of decisions and dice played from them, with failures that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from ..decisions import CHANCE, Ask, Roll, spell
from ..errors import DecisionError, UnknownId, nearest
from ..events import Event, SliceSet, TurnBegan
from ..frames import Frame, Play, settle
from ..game import Game
from ..pieces import Marker, Unit
from ..position import Position
from ..rules.sequence import Phase, Turns, happens
from ..state import State, Table
from ..strict import key_names
from .tables import UnitThere

FIRST = 8  # options shown in a failure
UNIT_KEYS = key_names(UnitThere)


class ScriptError(AssertionError):
    """A scene or a script that does not go as written; `line` counts the script's lines from 1, 0 for the scene."""

    def __init__(self, message: str, line: int = 0) -> None:
        self.line = line
        super().__init__(message)


# ------------------------------------------------------------------ a position


def scene(
    game: Game,
    *,
    turn: int | None = None,
    units: Mapping[str, Mapping[str, Any] | None] | None = None,
    keep: bool = False,
    control: Mapping[str, str] | None = None,
    features: Mapping[str, Any] | None = None,
    markers: Iterable[Marker | tuple[str, str, str] | tuple[str, str, str, int]] = (),
    relations: Mapping[str, str] | None = None,
    slices: Iterable[Any] = (),
    roles: Mapping[str, str] | None = None,
    done: Sequence[str] = (),
    events: Iterable[Event] = (),
    phase: str | Sequence[str] = "",
    frames: Iterable[Frame | str | Mapping[str, Any]] = (),
    told: list[Event] | None = None,
) -> State:
    """A position built for a test, settled until somebody is asked.

    `units` maps ids to {type, nation, at, steps, spent, status, hidden}; what is left out comes from the order of
    battle, then from the type. With `keep` they change the game's opening position (None takes a unit away), else
    they are all there is. `features` are "SPACE KIND FIELD" -> value, `markers` (space, kind, owner[, count]),
    `relations` "a b" -> word, `slices` plug-ins' own states. `events` happen next; then `phase` (one or several
    phases, from their start) or `frames` (instances, names with a seat as in "pass red", or tables of a name under
    `frame` and fields) are played; with neither, play goes on where the kept position stands or with the next turn.
    What happens before somebody is asked is added to `told`.
    """
    base = game.start() if keep else State(stack=(Turns(started=True),))
    if not keep and game.slices:
        base = base.with_(slices=Table(dict(game.slices.values())))
    first = base.turn if keep else game.rules.sequence.first
    state = base.with_(turn=first if turn is None else turn, done=tuple(done), over=None)
    for id_, about in _outermost_first(units or {}):
        state = _with_unit(game, state, id_, about)
    for space, nation in (control or {}).items():
        _check_id("space", space, game.board.spaces)
        _check_id("nation", nation, (*game.rules.nation, ""))
    state = state.with_(
        control=_filled(state.control, control),
        features=_filled(state.features, {_feature(game, k): v for k, v in (features or {}).items()}),
        relations=_filled(state.relations, {" ".join(sorted(k.split())): v for k, v in (relations or {}).items()}),
        roles=_filled(state.roles, roles),
        markers=_marked(game, state.markers, markers),
    )
    for value in slices:
        state = state.with_(slices=state.slices.with_item(game.slices[type(value)][0], value))
    asked = [_frame(game, f) for f in frames]
    phases = [phase] if isinstance(phase, str) and phase else list(phase)
    if asked or phases:
        state = state.with_stack((Turns(started=True),))
    play = Play(game, state)
    play.emit(*events)
    for name in phases:
        _check_phase(game, play.now, name)
    play.push(*asked, *(Phase(p) for p in phases))
    settle(play)
    if told is not None:
        told += play.events
    return play.state


def _outermost_first(units: Mapping[str, Mapping[str, Any] | None]) -> list[tuple[str, Mapping[str, Any] | None]]:
    """The units, containers before what is aboard them."""

    def depth(id_: str) -> int:
        deep, at = 0, (units[id_] or {}).get("at", "")
        while at in units and deep < len(units):
            deep, at = deep + 1, (units[at] or {}).get("at", "")
        return deep

    return sorted(units.items(), key=lambda item: depth(item[0]))


def _with_unit(game: Game, state: State, id_: str, about: Mapping[str, Any] | None) -> State:
    old: Unit | None = state.units.get(id_)
    if about is None:
        return state if old is None else state.without_unit(id_, "left out")
    strange = [k for k in about if k not in UNIT_KEYS]
    if strange:
        raise UnknownId("key of a unit", strange[0], nearest(strange[0], UNIT_KEYS))
    known = old or game.order_of_battle.get(id_)
    given = dict(about)
    if known is not None and given.get("type", known.type) != known.type:
        given.setdefault("steps", game.rules.unit_type[given["type"]].steps)
    if known is None:
        missing = [k for k in ("type", "nation", "at") if k not in given]
        if missing:
            near = nearest(id_, game.order_of_battle)
            did = f"; did you mean {' or '.join(near)}?" if near else ""
            raise ScriptError(f"unit {id_} is not in the order of battle, so it needs {', '.join(missing)}{did}")
        _check_id("unit type", given["type"], game.rules.unit_type)
        known = Unit(id_, given["type"], given["nation"], given["at"], game.rules.unit_type[given["type"]].steps)
    if "status" in given:
        given["status"] = tuple(sorted(given["status"]))
    unit = attrs.evolve(known, **given)
    _check_id("unit type", unit.type, game.rules.unit_type)
    _check_id("nation", unit.nation, game.rules.nation)
    if unit.at not in game.board and unit.at not in state.units:
        raise UnknownId(f"place of unit {id_}, that is no space and no unit given before it,", unit.at,
                        nearest(unit.at, (*game.board.spaces, *state.units)))  # fmt: skip
    return state.with_unit(unit)


def _check_id(kind: str, given: str, known: Iterable[str]) -> None:
    if given not in known:
        raise UnknownId(kind, given, nearest(given, known))


def _filled(table: Table[Any], given: Mapping[str, Any] | None) -> Table[Any]:
    for key, value in (given or {}).items():
        table = table.with_item(key, value)
    return table


def _feature(game: Game, key: str) -> str:
    """The key of a feature's field, checked."""
    words = key.split()
    if len(words) != 3:
        raise ScriptError(f"the feature {key!r} wants a space, a kind and a field, as in 'A1 port damage'")
    _check_id("space", words[0], game.board.spaces)
    _check_id("feature", words[1], game.rules.feature)
    if words[2] != "built":
        _check_id(f"field of {words[1]}", words[2], game.rules.feature[words[1]].fields)
    return " ".join(words)


def _marked(game: Game, table: Table[tuple[Marker, ...]], markers: Iterable[Any]) -> Table[tuple[Marker, ...]]:
    for space, kind, owner, *count in markers:
        _check_id("space", space, game.board.spaces)
        _check_id("marker", kind, game.rules.marker)
        here = [m for m in table.get(space, ()) if (m.kind, m.owner) != (kind, owner)]
        here.append(Marker(kind, owner, *count))
        table = table.with_item(space, tuple(sorted(here, key=lambda m: (m.kind, m.owner))))
    return table


def _check_phase(game: Game, now: Position, name: str) -> None:
    _check_id("phase", name, game.rules.phase)
    if not happens(now, name):
        raise ScriptError(f"the phase {name} does not happen on turn {now.turn} of this position")


def _frame(game: Game, given: Frame | str | Mapping[str, Any]) -> Frame:
    if isinstance(given, Frame):
        return given
    name, seat, fields = "", "", {}
    if isinstance(given, str):
        name, _, seat = given.partition(" ")
    else:
        fields = {k: tuple(v) if isinstance(v, list) else v for k, v in given.items() if k != "frame"}
        name = str(given.get("frame", ""))
    _check_id("frame", name, game.frames)
    if not fields:
        return game.make_frame(name, seat)
    try:
        return game.frames[name](**fields)
    except TypeError as error:
        raise ScriptError(f"the frame {name} cannot be made of {fields}: {error}") from None


# ------------------------------------------------------------------ a script


class Dice:
    """Scripted dice: a number is one die, a text as "3 5 2" or "battle: 3 5 2" all the dice of one roll.

    The text before the colon must occur in the label of the roll.
    """

    def __init__(self, given: str | Sequence[int | str]) -> None:
        self._left: list[int | str] = [int(d) for d in given.split()] if isinstance(given, str) else list(given)

    @property
    def left(self) -> tuple[int | str, ...]:
        """What has not been thrown yet."""
        return tuple(self._left)

    def throw(self, roll: Roll, line: int = 0) -> tuple[int, ...]:
        """The faces of a roll; ScriptError names the roll when they are missing or do not fit."""
        what = f"the dice of {roll.label!r} ({' '.join(f'd{s}' for s in roll.sides)})"
        faces: list[int] = []
        while len(faces) < len(roll.sides):
            if not self._left:
                raise ScriptError(f"{what} are not in the script: {len(roll.sides) - len(faces)} missing", line)
            head = self._left[0]
            if isinstance(head, str):
                if faces:
                    raise ScriptError(f"{what} are {len(faces)} short before {head!r} begins", line)
                return self._group(self._left.pop(0), roll, what, line)
            faces.append(head)
            self._left.pop(0)
        return tuple(faces)

    def _group(self, text: int | str, roll: Roll, what: str, line: int) -> tuple[int, ...]:
        label, colon, numbers = str(text).rpartition(":")
        if colon and label.strip() not in roll.label:
            raise ScriptError(f"{what} are due, but the script has dice for {label.strip()!r}", line)
        faces = tuple(int(n) for n in numbers.split())
        if len(faces) != len(roll.sides):
            raise ScriptError(f"{what} are {len(roll.sides)}, but the script gives {len(faces)}: {text!r}", line)
        return faces


def play(
    game: Game, state: State, script: str | Sequence[str], dice: str | Sequence[int | str] = ()
) -> tuple[State, tuple[Event, ...]]:
    """The state and the events after a script of decisions, one a line, as in "red: move r1 B2" or without the seat.

    Every question to chance takes from `dice`; what is missing or left over is a ScriptError, as is a decision that
    is refused. Empty lines and lines that begin with # are passed over. Dice that are due first are thrown first.
    """
    lines = script.splitlines() if isinstance(script, str) else list(script)
    box = Dice(dice)
    events: list[Event] = []
    for number, line in enumerate(lines, 1):
        state, more = play_one(game, state, line, box, number)
        events += more
    state, more = play_one(game, state, "", box, len(lines))
    events += more
    if box.left:
        told = asked_of(game, state)
        raise ScriptError(f"dice are left over: {', '.join(map(str, box.left))}; {told}", len(lines))
    return state, tuple(events)


def play_one(game: Game, state: State, line: str, dice: Dice, number: int = 1) -> tuple[State, tuple[Event, ...]]:
    """One line of a script, with the dice that are due before it and those that follow."""
    text = line.strip()
    events: list[Event] = []
    seat, decision = _split(game, text)
    if seat != CHANCE:
        state = _thrown(game, state, dice, events, number)
    if not text or text.startswith("#"):
        return state, tuple(events)
    try:
        step = game.apply(state, decision, seat)
    except DecisionError as error:
        raise ScriptError(_refused(game, state, number, text, error), number) from None
    state = step.state
    events += step.events
    if seat != CHANCE:
        state = _thrown(game, state, dice, events, number)
    return state, tuple(events)


def _split(game: Game, text: str) -> tuple[str, str]:
    head, colon, rest = text.partition(":")
    if colon and head.strip() in (*game.rules.seats, CHANCE):
        return head.strip(), rest.strip()
    return "", text


def _thrown(game: Game, state: State, box: Dice, events: list[Event], line: int) -> State:
    while (ask := game.ask(state, CHANCE)) is not None:
        assert ask.roll is not None
        faces = box.throw(ask.roll, line)
        try:
            step = game.apply(state, spell("roll", *faces), CHANCE)
        except DecisionError as error:
            raise ScriptError(f"the dice {faces} of {ask.roll.label!r}: {error.reason}", line) from None
        state = step.state
        events += step.events
    return state


def _refused(game: Game, state: State, number: int, text: str, error: DecisionError) -> str:
    told = [f"line {number}: {text!r} is refused: {error.reason}"]
    told += [f"  also: {more}" for more in error.reason.more]
    return "\n".join((*told, asked_of(game, state)))


def asked_of(game: Game, state: State) -> str:
    """Who is asked what in a state, with the first options, for failures."""
    if state.over is not None:
        return f"the game is over: {state.over.winner or 'nobody'} wins, {state.over.reason}"
    told = [_told(ask) for ask in game.asks(state)] or ["nobody is asked"]
    return "\n".join((*told, where_of(game, state)))


def where_of(game: Game, state: State) -> str:
    """Where play stands in a state, for failures."""
    phase = game.position(state).phase
    return f"play stands at turn {state.turn}" + (f", {phase}" if phase else "")


def passed_by(game: Game, state: State, phases: Sequence[str], told: Sequence[Event]) -> str:
    """What is told of phases that a scene has played without asking anybody; "" when one of them goes on."""
    on = game.position(state).phases if not any(isinstance(event, TurnBegan) for event in told) else ()
    if state.over is not None or not phases or any(phase in on for phase in phases):
        return ""
    named = f"the phase {phases[0]}" if len(phases) == 1 else f"the phases {', '.join(phases)}"
    return f"{named} asked nothing; {where_of(game, state)}"


def _told(ask: Ask) -> str:
    head = f"asked is {ask.seat} by {ask.frame}: {ask.prompt}"
    if ask.roll is not None:
        return f"{head} ({ask.roll.label}: {' '.join(f'd{s}' for s in ask.roll.sides)})"
    options = ask.options.all()
    more = f" and {len(options) - FIRST} more" if len(options) > FIRST else ""
    return f"{head}\n  options: {'; '.join(options[:FIRST])}{more}"


def transcript(events: Iterable[Event], seat: str = "") -> str:
    """What happened, a line an event, as one seat learns of it or (for "") all of it."""
    seen = (e.seen_by(seat) if seat else e for e in events)
    return "\n".join(e.text() for e in seen if e is not None and not isinstance(e, SliceSet))


__all__ = ["Dice", "ScriptError", "asked_of", "play", "play_one", "scene", "transcript"]
