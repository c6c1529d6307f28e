"""Secrets of Torch & Tunisia beside those that tests/test_interference.py compares over whole campaigns."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from hexwright import wire
from hexwright.decisions import Ask
from hexwright.game import Game
from hexwright.session import ONLOOKER, Session
from hexwright.testing import scene
from hexwright.testing.secrecy import received, told

SEATS = ("allied", "axis")
SEALED = ("convoys.load", "reinforce.place", "formations.attach")


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


def exported(session: Session, seat: str) -> str:
    return json.dumps(session.export(seat), sort_keys=True)


# ------------------------------------------------------------------ drafts


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
def test_ids_are_no_secret_s_trace() -> None:
    """A station is written down before anything else of the turn: view and account hold no place of a submarine."""
    session = Session.new(game(), seed=14)
    draw = random.Random("trace")
    while session.state.stack[-1].name != "invasion.zones":
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
