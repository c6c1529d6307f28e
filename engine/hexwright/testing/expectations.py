"""What a scenario test expects of the events and the position it ends in, compared entry by entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ..decisions import CHANCE
from ..errors import Reason, nearest
from ..events import Event, PhaseBegan, PhaseEnded, Removed, SliceSet, TurnBegan
from ..game import Game
from ..shapes import Misfit, Reader
from ..state import State, plain
from ..strict import key_names
from .scenes import FIRST, asked_of
from .tables import Asked, Expected, Options, Over, Refused, UnitThen


class Broken(Exception):
    """An expectation that does not hold; `path` leads to its entry in the test."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


def check_end(game: Game, state: State, events: Sequence[Event], expected: Expected) -> None:
    """Compare everything; Broken tells the first thing that differs."""
    _check_events(events, expected)
    _check_units(game, state, events, expected.units)
    _check_spaces(game, state, expected)
    _check_slices(game, state, expected.slices)
    for role, seat in expected.roles.items():
        _same(game.position(state).seat_for(role), seat, f"the role {role}", "roles", role)
    if expected.turn is not None:
        _same(state.turn, expected.turn, "the turn", "turn")
    _check_over(state, expected.over)
    _check_asked(game, state, expected.asked)
    several = isinstance(expected.options, tuple)
    lists: Any = expected.options if several else [expected.options] if expected.options else []
    for index, wanted in enumerate(lists):
        path = ("options", index) if several else ("options",)
        check_options(game, state, wanted, ("expect", *path))
    for index, refused in enumerate(expected.refused):
        check_refusal(game, state, refused, ("expect", "refused", index))


def _same(found: Any, wanted: Any, what: str, *path: str | int) -> None:
    found, wanted = plain(found), plain(wanted)
    if found != wanted:
        raise Broken(f"{what} is {found!r}, wanted {wanted!r}", "expect", *path)


def _keys(table: Mapping[str, Any], known: Sequence[str], *path: str | int) -> None:
    for name in table:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            raise Broken(f"unknown key '{name}' ({hint})", *path, name)


# ------------------------------------------------------------------ events


def _check_events(events: Sequence[Event], expected: Expected) -> None:
    told = [e for e in events if not isinstance(e, SliceSet)]
    at = 0
    for index, wanted in enumerate(expected.events):
        found = next((i for i in range(at, len(told)) if _is(told[i], wanted, "events", index)), None)
        if found is None:
            early = next((e for e in told[:at] if _is(e, wanted, "events", index)), None)
            why = "came earlier than the one before it" if early is not None else "did not happen"
            account = "\n".join(f"  {type(e).__name__}: {e.text()}" + (f" [{e.rule}]" if e.rule else "") for e in told)
            raise Broken(f"the event {wanted!r} {why}; what happened:\n{account or '  nothing'}",
                         "expect", "events", index)  # fmt: skip
        at = found + 1
    for index, unwanted in enumerate(expected.absent):
        seen = next((e for e in told if _is(e, unwanted, "absent", index)), None)
        if seen is not None:
            raise Broken(f"the event {unwanted!r} happened: {seen.text()}", "expect", "absent", index)


def _is(event: Event, wanted: Any, *path: str | int) -> bool:
    if isinstance(wanted, str):
        return wanted in event.text()
    if not isinstance(wanted, Mapping):
        raise Broken("an event is part of its text, or a table of its class and fields", "expect", *path)
    if wanted.get("type", type(event).__name__) != type(event).__name__:
        return False
    for name, value in wanted.items():
        if name == "text":
            if str(value) not in event.text():
                return False
        elif name != "type" and (not hasattr(event, name) or plain(getattr(event, name)) != value):
            return False
    return True


# ------------------------------------------------------------------ the position


def _check_units(game: Game, state: State, events: Sequence[Event], units: Mapping[str, Mapping[str, Any]]) -> None:
    for id_, wanted in units.items():
        _keys(wanted, key_names(UnitThen), "expect", "units", id_)
        unit = state.units.get(id_)
        gone = state.gone.get(id_)
        if "gone" in wanted and wanted["gone"] is not False:
            if unit is not None:
                raise Broken(f"{id_} is in play, at {unit.at}", "expect", "units", id_, "gone")
            if wanted["gone"] is not True:
                _same(gone, wanted["gone"], f"how {id_} went", "units", id_, "gone")
            continue
        if unit is None:
            near = nearest(id_, state.units)
            hint = f"did you mean {near[0]}?" if near else "it never was"
            if gone:
                hint = f"it is {gone}{_when(events, state.turn, id_)}"
            raise Broken(f"{id_} is not in play ({hint})", "expect", "units", id_)
        for key, value in wanted.items():
            if key == "where":
                _same(game.position(state).where(unit), value, f"the space of {id_}", "units", id_, key)
            elif key in ("has", "lacks"):
                held = {s.split(":", 1)[0] for s in unit.status} | set(unit.status)
                if (value in held) != (key == "has"):
                    raise Broken(f"the statuses of {id_} are {list(unit.status)}", "expect", "units", id_, key)
            elif key != "gone":
                found = list(unit.status) if key == "status" else getattr(unit, key)
                _same(found, sorted(value) if key == "status" else value, f"{key} of {id_}", "units", id_, key)


def _when(events: Sequence[Event], turn: int, unit: str) -> str:
    """When a unit went, as ", since turn 5, dusk"; "" when it was gone from the start."""
    at = next((e.turn - 1 for e in events if isinstance(e, TurnBegan)), turn)
    phases: list[str] = []
    told = ""
    for event in events:
        if isinstance(event, TurnBegan):
            at = event.turn
        elif isinstance(event, PhaseBegan):
            phases.append(event.phase)
        elif isinstance(event, PhaseEnded) and event.phase in phases:
            del phases[phases.index(event.phase) :]
        elif isinstance(event, Removed) and event.unit == unit:
            told = ", ".join((f"since turn {at}", *phases[-1:]))
    return f", {told}" if told else ""


def _check_spaces(game: Game, state: State, expected: Expected) -> None:
    now = game.position(state)
    for space, nation in expected.control.items():
        if space not in game.board:
            raise Broken(f"there is no space {space}", "expect", "control", space)
        _same(now.control(space), nation, f"the control of {space}", "control", space)
    for key, value in expected.features.items():
        words = key.split()
        if len(words) != 3 or words[0] not in game.board or words[1] not in game.rules.feature:
            raise Broken(f"'{key}' is no space, kind and field", "expect", "features", key)
        _same(now.feature(*words), value, key, "features", key)
    for space, wanted in expected.markers.items():
        found = sorted(f"{m.kind} {m.owner}" + (f" {m.count}" if m.count != 1 else "") for m in now.markers(space))
        _same(found, sorted(wanted), f"the markers in {space}", "markers", space)


def _check_slices(game: Game, state: State, slices: Mapping[str, Mapping[str, Any]]) -> None:
    for plugin, wanted in slices.items():
        value = state.slices.get(plugin)
        if value is None:
            raise Broken(f"the plug-in {plugin} keeps no state", "expect", "slices", plugin)
        held = plain(value)
        for key, expected in wanted.items():
            if key not in held:
                raise Broken(f"the state of {plugin} has no {key}", "expect", "slices", plugin, key)
            _same(_untagged(held[key]), expected, f"{key} of {plugin}", "slices", plugin, key)


def _untagged(value: Any) -> Any:
    """Plain JSON without the names of its classes."""
    if isinstance(value, dict):
        return {k: _untagged(v) for k, v in value.items() if k != "~"}
    return [_untagged(v) for v in value] if isinstance(value, list) else value


def read_slice(game: Game, plugin: str, given: Mapping[str, Any]) -> Any:
    """A plug-in's state as it is at the start, with some fields set from TOML."""
    found = next(((cls, start) for cls, (id_, start) in game.slices.items() if id_ == plugin), None)
    if found is None:
        raise Broken(f"the plug-in {plugin} keeps no state", "position", "slices", plugin)
    cls, start = found
    names = [a.name for a in attrs.fields(cls)]
    _keys(given, names, "position", "slices", plugin)
    held = {k: v for k, v in plain(start).items() if k in names}
    try:
        return Reader(game.frames, {}).read(cls, {"~": plain(start)["~"], **held, **given})
    except Misfit as misfit:
        raise Broken(f"the state of {plugin}: {misfit}", "position", "slices", plugin) from None


# ------------------------------------------------------------------ questions


def _check_over(state: State, wanted: Mapping[str, str] | None) -> None:
    if wanted is None:
        return
    _keys(wanted, key_names(Over), "expect", "over")
    if state.over is None:
        raise Broken("the game is not over", "expect", "over")
    for key, value in wanted.items():
        found = getattr(state.over, key)
        if value not in found if key == "reason" else value != found:
            raise Broken(f"the {key} is {found!r}, wanted {value!r}", "expect", "over", key)


def _check_asked(game: Game, state: State, wanted: Mapping[str, str] | None) -> None:
    if wanted is None:
        return
    _keys(wanted, key_names(Asked), "expect", "asked")
    for ask in game.asks(state):
        if (
            wanted.get("seat", ask.seat) == ask.seat
            and wanted.get("frame", ask.frame) == ask.frame
            and wanted.get("prompt", "") in ask.prompt
        ):
            return
    raise Broken(f"asked is somebody else\n{asked_of(game, state)}", "expect", "asked")


def check_options(game: Game, state: State, wanted: Any, path: tuple[str | int, ...]) -> None:
    """What a seat is offered: Broken says what is missing or too much."""
    if not isinstance(wanted, Mapping):
        raise Broken("wanted a table with seat and has, lacks or only", *path)
    _keys(wanted, key_names(Options), *path)
    asks = [a for a in game.asks(state) if a.seat != CHANCE and a.seat == wanted.get("seat", a.seat)]
    if len(asks) != 1:
        who = "several seats are" if asks else "this seat is not"
        raise Broken(f"{who} asked\n{asked_of(game, state)}", *path)
    offered = asks[0].options.all()
    told = f"offered are {len(offered)}: {'; '.join(offered[:FIRST])}"
    for key, missing in (("has", True), ("lacks", False)):
        texts = wanted.get(key, ())
        for text in [texts] if isinstance(texts, str) else texts:
            if (text not in offered) == missing:
                why = game.refuse(state, text, asks[0].seat)
                reason = f" ({why})" if missing and why is not None else ""
                raise Broken(f"'{text}' is {'not ' if missing else ''}offered{reason}; {told}", *path, key)
    if "only" in wanted and sorted(wanted["only"]) != sorted(offered):
        raise Broken(f"the options are others: {'; '.join(offered)}", *path, "only")


def check_refusal(game: Game, state: State, wanted: Mapping[str, str], path: tuple[str | int, ...]) -> None:
    """A decision must be refused, for the reason given; Broken says what happened instead."""
    _keys(wanted, key_names(Refused), *path)
    text = wanted.get("decision", "")
    seat, colon, decision = text.partition(":")
    if not colon or seat.strip() not in game.rules.seats:
        seat, decision = wanted.get("seat", ""), text
    reason = game.refuse(state, decision.strip(), seat.strip())
    if reason is None:
        raise Broken(f"'{text}' is not refused", *path)
    all_of_them: tuple[Reason, ...] = (reason, *reason.more)
    for key in ("rule", "nearest"):
        if key in wanted and wanted[key] not in [getattr(r, key) for r in all_of_them]:
            raise Broken(f"'{text}' is refused for another reason: {reason}", *path, key)
    if "has" in wanted and not any(wanted["has"] in str(r) for r in all_of_them):
        raise Broken(f"'{text}' is refused in other words: {reason}", *path, "has")
