"""Secrets of Torch & Tunisia over whole campaigns: no byte that others receive depends on them before their time."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from hexwright import wire
from hexwright.decisions import Ask
from hexwright.frames import DraftFrame
from hexwright.game import Game, Step
from hexwright.session import ONLOOKER, Session
from hexwright.state import State
from hexwright.testing import scene
from hexwright.testing.secrecy import received, told

SEATS = ("allied", "axis")
SEALED = ("convoys.load", "reinforce.place", "formations.attach")
STATION = "submarines.station"
EXPORTED = 25  # decisions between two whole exports that are compared


@cache
def game() -> Game:
    return Game.load("torch_tunisia")


def others(seat: str) -> tuple[str, ...]:
    return tuple(s for s in (*SEATS, ONLOOKER) if s != seat)


def pick(ask: Ask, draw: random.Random) -> str:
    """A hasty player that never takes anything back; of a draft it makes a few choices before it is done."""
    options = ask.options.all()
    if "done" in options and draw.random() < (0.3 if ask.frame in SEALED else 0.5):
        return "done"
    options = tuple(o for o in options if o not in ("retract", "reset"))
    return options[draw.randrange(len(options))]


def news(session: Session, step: Step, seat: str) -> dict[str, str]:
    """All that reaches a seat after a step: view, question, options, what happened, what may be taken back."""
    out = received(session.game, session.state, seat)
    out["told"] = "\n".join(told(session.game, step, seat))
    out["undo"] = str(session.can_undo(seat)) if seat != ONLOOKER else ""
    return out


def exported(session: Session, seat: str) -> str:
    return json.dumps(session.export(seat), sort_keys=True)


def stations(state: State, seat: str) -> list[str]:
    return [u.at for i, u in state.units.items() if i.startswith(f"sub_{seat}") or (seat == "axis" and "_sub" in i)]


# ------------------------------------------------------------------ stations


@pytest.mark.rule("TT-2.2-01", "TT-2.3-13", "TT-2.3-R07")
@pytest.mark.parametrize("hidden", SEATS)
def test_stations_change_nothing_for_others_in_a_whole_campaign(hidden: str) -> None:
    """Two games of the same dice and decisions; in the second one seat stations its submarines elsewhere."""
    draw, astray = random.Random(f"stations/{hidden}"), random.Random("astray")
    pair = [Session.new(game(), seed=11), Session.new(game(), seed=11)]
    differing = count = 0
    while pair[0].over is None:
        asks = [[(a.seat, a.frame) for a in s.asks()] for s in pair]
        assert asks[0] == asks[1]
        seat, frame = asks[0][draw.randrange(len(asks[0]))]
        mine = [s.ask(seat) for s in pair]
        assert mine[0] is not None and mine[1] is not None
        assert list(mine[0].options) == list(mine[1].options)  # without a limit even the owner's are the same
        text = other = pick(mine[0], draw)
        if frame == STATION and seat == hidden and text != "done":
            same = [o for o in mine[1].options if o.split()[:2] == text.split()[:2]]
            other = same[astray.randrange(len(same))]
        steps = [pair[0].play(text, seat), pair[1].play(other, seat)]
        count += 1
        differing += stations(pair[0].state, hidden) != stations(pair[1].state, hidden)
        for watcher in others(hidden):
            assert news(pair[0], steps[0], watcher) == news(pair[1], steps[1], watcher), (count, text, other)
            if count % EXPORTED == 0 or pair[0].over is not None:
                assert exported(pair[0], watcher) == exported(pair[1], watcher), (count, text, other)
    assert pair[1].over == pair[0].over
    assert pair[0].state.turn == 10
    for table in ("rolls", "gone"):  # neither counters of dice nor ids of lost units know of it
        assert dict(getattr(pair[0].state, table)) == dict(getattr(pair[1].state, table))
    assert differing > count / 2
    assert exported(pair[0], hidden) != exported(pair[1], hidden)


# ------------------------------------------------------------------ drafts


def drafts(session: Session, seat: str, draw: random.Random) -> Iterator[State]:
    """States in which one seat alone has drafted something, more and more of it, and at last has sealed it."""
    state = session.state
    for _ in range(3):
        ask = session.game.ask(state, seat)
        assert ask is not None
        choices = [o for o in ask.options.all() if o not in ("retract", "reset", "done")]
        if not choices:
            break
        state = session.game.apply(state, choices[draw.randrange(len(choices))], seat).state
        yield state
    ask = session.game.ask(state, seat)
    if ask is not None and "done" in ask.options and len(session.asks()) > 1:
        yield session.game.apply(state, "done", seat).state


@pytest.mark.rule("TT-2.2-R04", "TT-2.4.6-R07", "TT-2.2-01")
def test_drafts_are_unknown_to_others_until_all_are_sealed() -> None:
    """At every sealed question of a campaign: whatever one seat drafts, others receive the same bytes as before."""
    draw = random.Random("drafts")
    session = Session.new(game(), seed=12)
    seen: Counter[tuple[str, str]] = Counter()
    opened: Counter[str] = Counter()
    while session.over is None:
        asks = session.asks()
        ask = asks[draw.randrange(len(asks))]
        frame = session.state.stack[-1]
        if isinstance(frame, DraftFrame) and len(asks) > 1 and not any(s.choices for s in frame.slots):
            for drafting in SEATS:
                before = {w: received(session.game, session.state, w) for w in others(drafting)}
                for state in drafts(session, drafting, draw):
                    seen[frame.name, drafting] += 1
                    for watcher in others(drafting):
                        assert received(session.game, state, watcher) == before[watcher], (frame.name, drafting)
        text = pick(ask, draw)
        undo = {w: str(session.can_undo(w)) for w in SEATS}
        step = session.play(text, ask.seat)
        if isinstance(frame, DraftFrame) and isinstance(session.state.stack[-1], type(frame)):
            for watcher in others(ask.seat):  # not opened yet: nothing at all is told
                assert told(session.game, step, watcher) == []
                assert watcher == ONLOOKER or str(session.can_undo(watcher)) == undo[watcher]
        elif isinstance(frame, DraftFrame):
            opened[frame.name] += len(told(session.game, step, ONLOOKER))
    asked = {name for name, _ in seen}
    assert asked >= {"convoys.load", "reinforce.place", STATION}
    assert all(seen[name, seat] for name in ("convoys.load", STATION) for seat in SEATS)
    assert opened["convoys.load"] > 10 * 4  # what was sealed is shown


@pytest.mark.rule("TT-2.2-R04")
def test_the_account_of_a_campaign_is_the_same_however_drafts_were_made() -> None:
    """Small choices taken back before the draft is sealed, and a seal taken off again, leave no trace."""
    texts = []
    for detour in (False, True):
        session = Session.new(game(), seed=13)
        while session.state.stack[-1].name != "convoys.load":
            ask = session.asks()[0]
            session.play(next(o for o in ask.options if o not in ("retract", "reset")), ask.seat)
        if detour:
            for text in ("load us_inf_5 box_oran", "retract", "load us_inf_6 box_algiers", "reset"):
                session.play(text, "allied")
        session.play("load us_inf_1 box_oran", "allied")
        session.play("done", "allied")
        if detour:
            session.undo("allied")
            session.play("done", "allied")
        texts.append([exported(session, w) for w in others("allied")])
        session.play("done", "axis")
        texts[-1] += [exported(session, w) for w in (*SEATS, ONLOOKER)]
    assert texts[0] == texts[1]


@pytest.mark.rule("TT-2.4.6-03")
def test_attachments_are_sealed() -> None:
    """D-66: nothing of an attachment is seen before both have sealed."""
    units: dict[str, dict[str, Any]] = {
        "uk_78_id": {"at": "M5", "steps": 1},
        "us_inf_1": {"at": "M5"},
        "it_1_superga": {"at": "U5"},
        "ax_inf_a1": {"at": "U5"},
    }
    state = scene(game(), turn=3, phase="attach", units=units, control={"M5": "allied"})
    for seat, text in (("allied", "attach us_inf_1 uk_78_id"), ("axis", "attach ax_inf_a1 it_1_superga")):
        step = game().apply(state, text, seat)
        sealed = game().apply(step.state, "done", seat)
        for watcher in others(seat):
            assert received(game(), step.state, watcher) == received(game(), state, watcher)
            assert received(game(), sealed.state, watcher) == received(game(), state, watcher)
            assert told(game(), step, watcher) == told(game(), sealed, watcher) == []


# ------------------------------------------------------------------ what a secret must not show through


@pytest.mark.rule("TT-2.2-01")
def test_ids_and_dice_are_no_secret_s_trace() -> None:
    """Where a submarine is, is in no label of dice and in no id: view and account hold its id without a place."""
    session = Session.new(game(), seed=14)
    draw = random.Random("trace")
    while session.state.turn < 3:
        asks = session.asks()
        ask = asks[draw.randrange(len(asks))]
        session.play(pick(ask, draw), ask.seat)
    for seat in SEATS:
        at = {i: u.at for i, u in session.state.units.items() if i.startswith(f"sub_{seat}")}
        assert at and all(place in game().board for place in at.values())
        for watcher in others(seat):
            view = wire.view_to_json(session.view(watcher))
            assert not any(i in json.dumps(view) for i in at)
            lines = [line for line in session.log(watcher) if any(i in line for i in at)]
            assert lines and not any(place in line.split() for line in lines for place in at.values())
        assert not any(place in label.split() for label in session.state.rolls for place in at.values())
