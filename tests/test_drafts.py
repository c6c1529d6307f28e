"""Drafts: answers of several seats, sealed or open, and orders of several plug-ins in one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import pytest
from attrs import frozen

from hexwright.errors import (
    IllegalDecision,
    NotYourDecision,
    Reason,
)
from hexwright.frames import DraftFrame, Play
from hexwright.game import Game
from hexwright.hooks import Registry
from hexwright.position import Position
from hexwright.state import State, plain
from hexwright.windows import Order, Orders

from .conftest import MAP, UNITS, Loader, make_plugin
from .framing import declaring, phases, play_on, texts

# ------------------------------------------------------------------ drafts


@frozen
class Pick(DraftFrame):
    """Each seat picks up to two letters; fewer than one, or both a and c, cannot be sealed."""

    name: ClassVar[str] = "t.pick"
    rule: ClassVar[str] = "R-limit"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return [f"pick {c}" for c in "abc" if f"pick {c}" not in draft]

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> tuple[Reason, ...]:
        out = [Reason("pick one at least", self.rule)] if not draft else []
        if len(draft) > 2:
            out.append(Reason("too many", self.rule, (("most", 2), ("picked", len(draft))), "retract"))
        if {"pick a", "pick c"} <= set(draft):
            out.append(Reason("a and c do not go together", self.rule))
        return tuple(out)

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        for seat in sorted(drafts):
            play.say(f"{seat}: {', '.join(drafts[seat])}")


@pytest.fixture
def picking(load_game: Loader) -> Game:
    text = MAP + UNITS + phases("t.pick", by="")
    return load_game(text, make_plugin("t", declare=declaring(Pick)))


def test_every_seat_is_asked_and_drafts_by_itself(picking: Game) -> None:
    state = picking.start()
    assert [(a.seat, a.visibility) for a in picking.asks(state)] == [("red", "sealed"), ("blue", "sealed")]
    assert texts(picking, state, "red") == ("pick a", "pick b", "pick c")
    assert str(picking.refuse(state, "done", "red")) == "pick one at least [R-limit]"
    assert picking.refuse(state, "retract", "red") == Reason("there is nothing to take back", "R-limit")
    step = picking.apply(state, "pick a", "red")
    assert step.events == ()
    assert texts(picking, step.state, "red") == ("pick b", "pick c", "retract", "reset", "done")
    assert texts(picking, step.state, "blue") == ("pick a", "pick b", "pick c")


def test_a_draft_may_be_taken_back_step_by_step_or_at_once(picking: Game) -> None:
    start = picking.start()
    one = play_on(picking, start, ("red", "pick b"))
    two = play_on(picking, one, ("red", "pick a"))
    assert play_on(picking, two, ("red", "retract")) == one
    for back in (play_on(picking, two, ("red", "reset")), play_on(picking, one, ("red", "retract"))):
        assert back == start and back.digest == start.digest
        assert texts(picking, back, "red") == texts(picking, start, "red")
    assert play_on(picking, one, ("red", "retract"), ("red", "pick b"), ("red", "pick a")) == two


def test_the_reasons_why_a_draft_cannot_be_sealed_come_together(picking: Game) -> None:
    state = play_on(picking, picking.start(), *(("red", f"pick {c}") for c in "abc"))
    assert texts(picking, state, "red") == ("retract", "reset")
    reason = picking.refuse(state, "done", "red")
    assert reason is not None
    assert str(reason) == "too many (most 2, picked 3) [R-limit]; nearest: retract"
    assert [str(r) for r in reason.more] == ["a and c do not go together [R-limit]"]
    with pytest.raises(IllegalDecision):
        picking.apply(state, "done", "red")
    assert "done" in texts(picking, play_on(picking, state, ("red", "retract")), "red")


@pytest.mark.case("X11")
def test_x11_seats_may_answer_in_any_order_and_mixed(picking: Game) -> None:
    red = [("red", "pick a"), ("red", "pick b"), ("red", "done")]
    blue = [("blue", "pick c"), ("blue", "done")]
    start = picking.start()
    orders = [red + blue, blue + red, [red[0], blue[0], red[1], blue[1], red[2]], [blue[0], *red, blue[1]]]
    ends = [play_on(picking, start, *order) for order in orders]
    assert all(e == ends[0] for e in ends)
    last = picking.apply(play_on(picking, start, *(red + blue[:1])), "done", "blue")
    assert [e.text() for e in last.events][:2] == ["blue: pick c", "red: pick a, pick b"]


@pytest.mark.case("X11")
def test_x11_what_a_seat_sees_does_not_tell_what_the_others_did(picking: Game) -> None:
    start = picking.start()
    stages = [[], ["pick a"], ["pick a", "pick b"], ["pick a", "done"], ["pick b", "done"]]

    def told(state: State, seat: str) -> tuple[object, ...]:
        ask = picking.ask(state, seat)
        assert ask is not None
        view = picking.view(state, seat)
        return view.plain(), view.digest, ask.prompt, ask.about, ask.options.all()

    states = [play_on(picking, start, *(("red", t) for t in stage)) for stage in stages]
    assert all(told(s, "blue") == told(start, "blue") for s in states)
    assert all(picking.view(s, "").plain() == picking.view(start, "").plain() for s in states)
    assert len({s.digest for s in states}) == len(states)


def test_a_sealed_draft_may_be_unsealed_until_the_last_has_sealed(picking: Game) -> None:
    state = play_on(picking, picking.start(), ("red", "pick a"), ("red", "done"))
    assert [a.seat for a in picking.asks(state)] == ["blue"]
    assert picking.refuse(state, "unseal", "red") is None
    assert picking.refuse(state, "unseal", "blue") is not None
    assert picking.refuse(state, "pick b", "red") == Reason("this seat is not asked now", "R-limit")
    again = picking.apply(state, "unseal", "red").state
    assert texts(picking, again, "red") == ("pick b", "pick c", "retract", "reset", "done")
    assert play_on(picking, again, ("red", "done")) == state
    over = play_on(picking, state, ("blue", "pick a"), ("blue", "done"))
    assert over.turn == 2 and picking.refuse(over, "unseal", "red") is not None  # this is the next draft
    with pytest.raises(IllegalDecision):
        picking.apply(over, "unseal", "red")


def test_a_seat_that_has_not_sealed_cannot_unseal(picking: Game) -> None:
    state = play_on(picking, picking.start(), ("blue", "pick a"))
    for seat in ("red", "blue", "nobody"):
        assert picking.refuse(state, "unseal", seat) is not None
        with pytest.raises((IllegalDecision, NotYourDecision)):
            picking.apply(state, "unseal", seat)


def test_a_state_with_half_a_draft_is_plain(picking: Game) -> None:
    state = play_on(picking, picking.start(), ("red", "pick a"), ("red", "done"))
    assert plain(state.stack)[-1] == {
        "~": "t.pick",
        "slots": [{"~": "Slot", "seat": "red", "choices": ["pick a"], "sealed": True}],
    }


# ------------------------------------------------------------------ orders of several plug-ins


@frozen
class Sheet(Orders):
    """A draft to which plug-ins contribute."""

    name: ClassVar[str] = "t.sheet"
    rule: ClassVar[str] = "R-limit"


class Load(Order):
    verb = "load"
    windows = ("t.sheet",)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        own = [u.id for u in now.units() if now.seat_of(u.nation) == seat]
        return [f"load {u}" for u in own if f"load {u}" not in draft]

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        play.say(f"{seat} loads {len(choices)}")


class Send(Order):
    verb = "send"
    windows = ("t.sheet",)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return [f"send {t.split()[1]}" for t in draft if t.startswith("load") and f"send {t.split()[1]}" not in draft]

    def problems(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[Reason]:
        for text in draft:
            if text.startswith("load") and f"send {text.split()[1]}" not in draft:
                yield Reason(f"{text.split()[1]} waits on the quay", "R-zone", nearest=f"send {text.split()[1]}")

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        play.say(f"{seat} sends {' '.join(c.split()[1] for c in choices) or 'none'}")


@pytest.fixture
def sheets(load_game: Loader) -> Game:
    def first(registry: Registry) -> None:
        registry.frame(Sheet)
        registry.order(Load())

    text = MAP + UNITS + phases("t.sheet", by="")
    send = make_plugin("u", declare=lambda r: r.order(Send()))
    return load_game(text, make_plugin("t", declare=first), send)


def test_orders_of_several_plug_ins_stand_in_one_draft(sheets: Game) -> None:
    state = sheets.start()
    assert texts(sheets, state, "red") == ("load r1", "load r2", "done")
    state = play_on(sheets, state, ("red", "load r2"), ("red", "load r1"))
    assert texts(sheets, state, "red") == ("send r2", "send r1", "retract", "reset")
    reason = sheets.refuse(state, "done", "red")
    assert reason is not None and reason.nearest == "send r2"
    assert [r.nearest for r in reason.more] == ["send r1"]
    assert "nobody can 'fly' here; known are load, send, done" in str(sheets.refuse(state, "fly r1", "red"))
    assert "'send b1' is not among the options" in str(sheets.refuse(state, "send b1", "red"))
    state = play_on(sheets, state, ("red", "send r1"), ("red", "send r2"), ("red", "done"))
    step = sheets.apply(state, "done", "blue")
    assert [e.text() for e in step.events][:5] == [
        "blue loads 0",
        "red loads 2",
        "blue sends none",
        "red sends r1 r2",
        "all is done (t.sheet)",
    ]
