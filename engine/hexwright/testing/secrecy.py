"""Looking for leaks: a secret is changed, and no byte that another seat can receive may change with it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from .. import wire
from ..decisions import CHANCE, words
from ..errors import HexwrightError
from ..frames import DraftFrame, Play, Slot
from ..game import Game, Step
from ..pieces import Unit
from ..position import Position
from ..session import ONLOOKER
from ..state import State, plain

CHOICES = 80  # small choices of a draft made up for a test
Change = Callable[[Game, State, str, random.Random], State]


def received(game: Game, state: State, seat: str, probes: tuple[str, ...] = ()) -> dict[str, str]:
    """All that a seat can get at in a state, as the bytes of the wire: view, question, and why not these decisions."""
    out = {"view": _sight(game, state, seat)}
    ask = game.ask(state, seat)
    out["question"] = "" if ask is None else json.dumps(wire.ask_to_json(ask), sort_keys=True)
    for text in probes if ask is not None else ():
        out[f"why not {text}"] = str(game.refuse(state, text, seat))
    return out


def _sight(game: Game, state: State, seat: str) -> str:
    """The view of a seat as text; its hash covers the same and is left out."""
    return json.dumps(game.view(state, seat).plain())


def told(game: Game, step: Step, seat: str) -> list[str]:
    """What a seat learns of the events of a step, as the bytes of the wire."""
    return [json.dumps(wire.event_to_json(game, e), sort_keys=True) for e in step.events_for(seat)]


def leaks(game: Game, state: State, draw: random.Random) -> Iterator[str]:
    """What reaches seats that should not; each as a sentence."""
    for seat in (*game.rules.seats, ONLOOKER):
        begun = draw.getstate()
        altered = state
        for _, change in CHANGES:
            altered = change(game, altered, seat, draw)
        if altered is state:
            continue
        probes = _probes(game, state, seat, draw)
        known = received(game, state, seat, probes)
        if received(game, altered, seat, probes) == known:
            continue
        draw.setstate(begun)  # each secret by itself, to name the one
        for what, change in CHANGES:
            one = change(game, state, seat, draw)
            if one is not state:
                yield from _differences(known, received(game, one, seat, probes), f"{what}, unknown to {seat}")
        return
    yield from _drafting(game, state, draw)
    yield from _opened(game, state, draw)


def _differences(before: dict[str, str], after: dict[str, str], what: str) -> Iterator[str]:
    for part, text in before.items():
        other = after.get(part, "")
        if other != text:
            was, now = around(text, other)
            yield f"{what}, and its {part} changes: {was} was, {now} is"


def around(text: str, other: str) -> tuple[str, str]:
    """Two texts around the place where they begin to differ."""
    pairs = enumerate(zip(text, other, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(text), len(other)))
    low = max(0, at - 60)
    return f"...{text[low : at + 60]}...", f"...{other[low : at + 60]}..."


def _probes(game: Game, state: State, seat: str, draw: random.Random) -> tuple[str, ...]:
    """Decisions to ask about: the seat's verbs for its units, at spaces where somebody may hide."""
    ask = game.ask(state, seat)
    if ask is None or seat == CHANCE:
        return ()
    options = ask.options.all()
    long = [words(o) for o in options if len(words(o)) == 3]
    own = [u.id for u in state.units.values() if game.rules.seat_of(u.nation) == seat]
    hiding = [u.at for u in state.units.values() if u.hidden and u.at in game.board]
    if not own or not long:
        return ()
    verbs = dict.fromkeys(w[0] for w in long)
    places = [draw.choice(game.board.spaces), *draw.sample(hiding, min(2, len(hiding)))]
    found = [f"{v} {draw.choice(own)} {p}" for v in verbs for p in places]
    found += [f"{w[0]} {w[1]} {p}" for w in draw.sample(long, min(2, len(long))) for p in places]
    return tuple(found[:12])


# ------------------------------------------------------------------ changing a secret


def _same_ground(game: Game, place: str) -> tuple[str, ...]:
    """Places that another piece might as well be at: same board, terrain, tags and kinds of features."""
    board = game.board
    if place not in board:
        return ()
    like = (board.board_of(place), board.terrain(place), board.tags(place), tuple(board.features(place)))
    key = ("secrecy", like)
    found: tuple[str, ...] | None = game.cache.get(key)
    if found is None:
        found = tuple(
            s
            for s in board.spaces
            if (board.board_of(s), board.terrain(s), board.tags(s), tuple(board.features(s))) == like
        )
        game.cache[key] = found
    return tuple(s for s in found if s != place)


def move_hidden(game: Game, state: State, seat: str, draw: random.Random) -> State:
    """The same state with the hidden units of others elsewhere."""
    new = state
    for unit in state.units.values():
        if unit.hidden and game.rules.seat_of(unit.nation) != seat:
            places = _same_ground(game, unit.at)
            if places:
                new = new.with_unit(unit.with_place(draw.choice(places), unit.spent))
    return state if new is state else new.with_(before=state.before)


def mark_hidden(game: Game, state: State, seat: str, draw: random.Random) -> State:
    """The same state with a hidden word put on a unit of another seat, or taken off it."""
    secret = [s for s, spec in game.rules.status.items() if spec.hidden]
    others = [u for u in state.units.values() if game.rules.seat_of(u.nation) != seat]
    if not secret or not others:
        return state
    unit: Unit = draw.choice(others)
    word = draw.choice(secret)
    left = tuple(s for s in unit.status if s.split(":", 1)[0] != word)
    status = left if left != unit.status else tuple(sorted((*left, word)))
    return state.with_unit(unit.with_status(status)).with_(before=state.before)


def redraft(game: Game, state: State, seat: str, draw: random.Random) -> State:
    """The same state with the drafts of others cut short and unsealed."""
    stack = list(state.stack)
    for at, frame in enumerate(stack):
        if not isinstance(frame, DraftFrame):
            continue
        changed = []
        for slot in frame.slots:
            if slot.seat == seat:
                changed.append(slot)
                continue
            shorter = slot.choices[: draw.randrange(len(slot.choices))] if slot.choices else ()
            changed.append(Slot(slot.seat, shorter, False))
        stack[at] = attrs.evolve(frame, slots=tuple(changed))
    if tuple(stack) == state.stack:
        return state
    return state.with_(stack=tuple(stack), before=state.before)


def rewrite_notes(game: Game, state: State, seat: str, draw: random.Random) -> State:
    """The same state with one thing changed in each plug-in's own state that its `redact` hides from the seat."""
    new = state
    now = Position(game, state)
    for plugin in sorted(game.hooks.redacts):
        value = state.slices.get(plugin)
        if value is None:
            continue
        shown = plain(game.hooks.redact(plugin, now, seat, value))
        candidates = list(_others(game, value, draw))
        draw.shuffle(candidates)
        for other in candidates[:12]:
            try:
                changed = new.with_(slices=new.slices.with_item(plugin, other), before=state.before)
                if plain(game.hooks.redact(plugin, Position(game, changed), seat, other)) != shown:
                    continue
                received(game, changed, seat)
            except (HexwrightError, ArithmeticError, LookupError, TypeError, ValueError, AssertionError):
                continue  # no state of this plug-in looks like that
            new = changed
            break
    return new


def _others(game: Game, value: Any, draw: random.Random) -> Iterator[Any]:
    """Values of the same kind that differ in one place."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        places = _same_ground(game, value)
        if places:
            yield draw.choice(places)
    elif isinstance(value, tuple):
        if value:
            yield value[:-1]
            yield value[1:]
        for at, item in enumerate(value):
            for other in _others(game, item, draw):
                yield (*value[:at], other, *value[at + 1 :])
    elif attrs.has(type(value)):
        for a in attrs.fields(type(value)):
            for other in _others(game, getattr(value, a.name), draw):
                yield attrs.evolve(value, **{a.alias or a.name: other})


CHANGES: tuple[tuple[str, Change], ...] = (
    ("hidden units are elsewhere", move_hidden),
    ("units bear other hidden words", mark_hidden),
    ("others drafted something else", redraft),
    ("a plug-in's secret notes are others", rewrite_notes),
)


# ------------------------------------------------------------------ while others draft, and when a secret is sealed


def _drafting(game: Game, state: State, draw: random.Random) -> Iterator[str]:
    """What others see of two different small choices of one draft: nothing."""
    frame = state.stack[-1] if state.stack and state.over is None else None
    if not isinstance(frame, DraftFrame):
        return
    asked = [a.seat for a in game.asks(state)]
    for seat in asked:
        ask = game.ask(state, seat)
        options = [o for o in (ask.options.all() if ask is not None else ()) if o not in ("retract", "reset")]
        if len(asked) < 2:
            options = [o for o in options if o != "done"]  # which opens everything
        if len(options) < 2:
            continue
        steps = [game.apply(state, text, seat) for text in draw.sample(options, 2)]
        for other in (*(s for s in game.rules.seats if s != seat), ONLOOKER):
            if told(game, steps[0], other) or told(game, steps[1], other):
                yield f"{other} is told of a draft of {seat}"
            sees = [received(game, step.state, other) for step in steps]
            yield from _differences(sees[0], sees[1], f"{seat} drafts one thing or another before {other}")


def _opened(game: Game, state: State, draw: random.Random) -> Iterator[str]:
    """What the last to seal a secret question learns of the others' answers: nothing."""
    frame = state.stack[-1] if state.stack and state.over is None else None
    if not isinstance(frame, DraftFrame) or frame.visibility != "secret":
        return
    now = Position(game, state)
    asked = frame.asked(now)
    if len(asked) != 1 or frame.problems(now, asked[0], frame.slot(asked[0]).choices):
        return
    seat = asked[0]
    slots = []
    for slot in frame.slots:
        made_up = None if slot.seat == seat else draft(frame, now, slot.seat, draw)
        slots.append(slot if made_up is None else Slot(slot.seat, made_up, True))
    if tuple(slots) == frame.slots:
        return
    altered = state.with_(stack=(*state.stack[:-1], attrs.evolve(frame, slots=tuple(slots))), before=state.before)
    # Only what the frame itself does: what a later rule makes of the answers may be for all to see.
    plays = [Play(game, each) for each in (state, altered)]
    for one in plays:
        one.state.stack[-1].take(one, seat, ("done",))
    what = f"others answered otherwise to the secret {frame.name}, unknown to {seat}"
    news = [told(game, Step(one.state, tuple(one.events)), seat) for one in plays]
    if news[0] != news[1]:
        fresh = next((e for e in news[0] if e not in news[1]), "more")
        yield f"{what}, and it is told: {fresh}"
    sees = [{"view": _sight(game, one.state, seat)} for one in plays]
    yield from _differences(sees[0], sees[1], what)


def draft(frame: DraftFrame, now: Position, seat: str, draw: random.Random) -> tuple[str, ...] | None:
    """Another draft that might be sealed; None when chance finds none."""
    made: tuple[str, ...] = ()
    for _ in range(CHOICES):
        if not frame.problems(now, seat, made) and (made or draw.random() < 0.5):
            return made
        choices = list(frame.choices(now, seat, made))
        if not choices:
            return None if frame.problems(now, seat, made) else made
        made = (*made, draw.choice(choices))
    return None


__all__ = ["around", "draft", "leaks", "move_hidden", "received", "redraft", "told"]
