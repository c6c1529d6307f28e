"""Events: what each does to the state, who learns of it, and how it is told."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
import pytest
from attrs import frozen

from hexwright import events
from hexwright.events import (
    Arrived,
    Changed,
    Chosen,
    Closed,
    Concealed,
    ControlChanged,
    Event,
    FeatureSet,
    GameEnded,
    MarkerSet,
    Moved,
    Noted,
    PhaseBegan,
    PhaseEnded,
    Placed,
    Refreshed,
    RelationChanged,
    Removed,
    Revealed,
    RoleGiven,
    Rolled,
    SliceSet,
    Spent,
    StatusSet,
    StepsChanged,
    TurnBegan,
    private,
)
from hexwright.pieces import Marker, Unit
from hexwright.state import Outcome, State, Table

U1 = Unit("u1", "foot", "red", "A1", 3, spent=1, status=("dug_in", "tired:2"))
U2 = Unit("u2", "foot", "blue", "B1", 2, hidden=True)
STATE = State(
    turn=2, done=("air",), markers=Table({"A1": (Marker("mine", "blue"), Marker("trench", "red", 2))})
).with_unit(U1).with_unit(U2)  # fmt: skip


def same(state: State) -> dict[str, Any]:
    """The facts of a state by name, tables as mappings."""
    names = [a.name for a in attrs.fields(State) if a.name not in ("memo", "before")]
    return {n: dict(v.items()) if isinstance(v := getattr(state, n), Table) else v for n in names}


CASES: list[tuple[Event, dict[str, Any], str]] = [
    (TurnBegan(turn=3), {"turn": 3, "done": ()}, "Turn 3"),
    (PhaseBegan(phase="sea"), {}, "sea begins"),
    (PhaseEnded(phase="sea"), {"done": ("air", "sea")}, "sea ends"),
    (PhaseEnded(phase="air"), {}, "air ends"),
    (RoleGiven(role="first", seat="red"), {"roles": {"first": "red"}}, "red is first"),
    (Chosen(seat="red", what="part", choice="sea"), {}, "red chooses sea (part)"),
    (Closed(window="land.move", seat="red"), {}, "red is done (land.move)"),
    (
        GameEnded(winner="red", reason="all is taken", rule="V1"),
        {"over": Outcome("red", "all is taken", "V1")},
        "The game is over: red wins, all is taken",
    ),
    (GameEnded(reason="turn_limit"), {"over": Outcome("", "turn_limit")}, "The game is over: nobody wins, turn_limit"),
    (Rolled(label="t2/x", sides=(6, 8), faces=(3, 8)), {"rolls": {"t2/x": 2}}, "t2/x: d6: 3, d8: 8"),
    (
        Arrived(unit=Unit("u3", "foot", "red", "A1", 1)),
        {
            "units": {"u1": U1, "u2": U2, "u3": Unit("u3", "foot", "red", "A1", 1)},
            "at": {"A1": ("u1", "u3"), "B1": ("u2",)},
        },
        "u3 arrives at A1",
    ),
    (
        Moved(unit="u1", path=("A1", "A2", "A3"), cost=2),
        {"units": {"u1": attrs.evolve(U1, at="A3", spent=3), "u2": U2}, "at": {"A3": ("u1",), "B1": ("u2",)}},
        "u1 moves A1 A2 A3 (2 MP)",
    ),
    (
        Placed(unit="u1", at="B1", was="A1"),
        {"units": {"u1": attrs.evolve(U1, at="B1"), "u2": U2}, "at": {"B1": ("u1", "u2")}},
        "u1 is placed at B1",
    ),
    (Spent(unit="u1", cost=2), {"units": {"u1": attrs.evolve(U1, spent=3), "u2": U2}}, "u1 spends 2 MP"),
    (
        StepsChanged(unit="u1", steps=1, was=3, why="fire"),
        {"units": {"u1": attrs.evolve(U1, steps=1), "u2": U2}},
        "u1 loses 2 (fire), 1 left",
    ),
    (
        StepsChanged(unit="u2", steps=3, was=2),
        {"units": {"u1": U1, "u2": attrs.evolve(U2, steps=3)}},
        "u2 gains 1 (step), 3 left",
    ),
    (
        Removed(unit="u1", how="lost", at="A1"),
        {"units": {"u2": U2}, "at": {"B1": ("u2",)}, "gone": {"u1": "lost"}},
        "u1 is lost at A1",
    ),
    (Changed(unit="u1", type="tank"), {"units": {"u1": attrs.evolve(U1, type="tank"), "u2": U2}}, "u1 becomes tank"),
    (
        Changed(unit="u1", nation="blue"),
        {"units": {"u1": attrs.evolve(U1, nation="blue"), "u2": U2}},
        "u1 becomes blue",
    ),
    (
        StatusSet(unit="u1", status="big"),
        {"units": {"u1": attrs.evolve(U1, status=("big", "dug_in", "tired:2")), "u2": U2}},
        "u1 is big",
    ),
    (
        StatusSet(unit="u1", status="dug_in", on=False),
        {"units": {"u1": attrs.evolve(U1, status=("tired:2",)), "u2": U2}},
        "u1 is no longer dug_in",
    ),
    (StatusSet(unit="u1", status="dug_in"), {}, "u1 is dug_in"),
    (
        Refreshed(statuses=("tired",), markers=("mine",), points=True),
        {
            "units": {"u1": attrs.evolve(U1, status=("dug_in",), spent=0), "u2": U2},
            "markers": {"A1": (Marker("trench", "red", 2),)},
        },
        "cleared: tired, mine, movement points spent",
    ),
    (Refreshed(markers=("mine", "trench")), {"markers": {}}, "cleared: mine, trench"),
    (Revealed(unit="u2", at="B1"), {"units": {"u1": U1, "u2": attrs.evolve(U2, hidden=False)}}, "u2 is revealed at B1"),
    (
        Concealed(unit="u1", at="B1", seats=("red",)),
        {"units": {"u1": attrs.evolve(U1, hidden=True, at="B1"), "u2": U2}, "at": {"B1": ("u1", "u2")}},
        "u1 goes hidden to B1",
    ),
    (Concealed(unit="u2"), {}, "u2 goes hidden"),
    (ControlChanged(space="A1", nation="red"), {"control": {"A1": "red"}}, "A1 is controlled by red"),
    (ControlChanged(space="A1", nation=""), {"control": {"A1": ""}}, "A1 is controlled by nobody"),
    (
        FeatureSet(space="A1", kind="port", field="damage", value=2),
        {"features": {"A1 port damage": 2}},
        "port at A1: damage 2",
    ),
    (
        MarkerSet(space="B1", kind="mine", owner="red", count=3),
        {"markers": {**dict(STATE.markers.items()), "B1": (Marker("mine", "red", 3),)}},
        "mine at B1",
    ),
    (
        MarkerSet(space="A1", kind="mine", owner="red"),
        {"markers": {"A1": (Marker("mine", "blue"), Marker("mine", "red"), Marker("trench", "red", 2))}},
        "mine at A1",
    ),
    (
        MarkerSet(space="A1", kind="trench", owner="red", count=0),
        {"markers": {"A1": (Marker("mine", "blue"),)}},
        "trench at A1 removed",
    ),
    (
        RelationChanged(nations=("red", "blue"), are="ally"),
        {"relations": {"blue red": "ally"}},
        "red and blue are now ally",
    ),
    (SliceSet(plugin="x", value=7), {"slices": {"x": 7}}, "x notes"),
    (Noted(note="It rains."), {}, "It rains."),
]


@pytest.mark.parametrize(
    ("event", "changes", "text"), CASES, ids=[f"{type(e).__name__}-{i}" for i, (e, _, _) in enumerate(CASES)]
)
def test_an_event_changes_what_it_says_and_nothing_else(event: Event, changes: dict[str, Any], text: str) -> None:
    before = same(STATE)
    after = event.apply(STATE)
    assert same(after) == {**before, **changes}
    assert same(STATE) == before
    assert event.text() == text


def test_every_event_class_is_tried_above() -> None:
    declared = {getattr(events, name) for name in events.__all__ if name not in ("Event", "Part", "private")}
    assert {type(e) for e, _, _ in CASES} == declared


def test_the_last_marker_of_a_space_leaves_no_trace() -> None:
    state = MarkerSet(space="C1", kind="mine", owner="red").apply(STATE)
    assert MarkerSet(space="C1", kind="mine", owner="red", count=0).apply(state) == STATE
    assert MarkerSet(space="C1", kind="mine", owner="red", count=0).apply(STATE) == STATE


def test_dice_count_on_for_each_label() -> None:
    state = STATE
    for label, faces in (("a", (1,)), ("b", (2, 3)), ("a", (4, 5))):
        state = Rolled(label=label, sides=(6,) * len(faces), faces=faces).apply(state)
    assert dict(state.rolls.items()) == {"a": 3, "b": 2}


def test_a_die_and_a_reveal_cannot_be_taken_back() -> None:
    hard = {name for name in events.__all__ if name not in ("Part", "private") and getattr(events, name).irreversible}
    assert hard == {"Rolled", "Revealed"}


def test_a_status_with_a_value_is_cleared_by_its_word() -> None:
    assert Refreshed(statuses=("tir",)).apply(STATE) == STATE
    assert Refreshed(statuses=("tired",)).apply(STATE).units["u1"].status == ("dug_in",)


# ------------------------------------------------------------------ who learns of it


@frozen(kw_only=True)
class Whispered(Event):
    """Something of which all know that it was said, but not what."""

    to: str
    what: str = private(default="")
    count: int = private(default=0)
    words: tuple[str, ...] = private(factory=tuple)
    due: str = private()


SAID = Whispered(
    to="red", what="go", count=3, words=("go",), due="now", seats=("red",), parts=(("base", 3, "R"),), rule="W"
)


def test_an_event_without_seats_is_for_everybody() -> None:
    event = Moved(unit="u1", path=("A1", "A2"), parts=(("clear", 1, ""),))
    assert event.seen_by("red") is event
    assert event.seen_by("blue") is event
    assert event.seen_by("") is event


@pytest.mark.parametrize("seat", ["blue", "", "red2", "chance"])
def test_others_get_an_event_without_its_private_fields_and_parts(seat: str) -> None:
    seen = SAID.seen_by(seat)
    assert isinstance(seen, Whispered)
    assert (seen.to, seen.rule, seen.seats) == ("red", "W", ("red",))
    assert not (seen.what or seen.count or seen.words or seen.due or seen.parts)
    assert "go" not in seen.text() and "3" not in seen.text() and "now" not in seen.text()
    assert SAID.seen_by("red") is SAID


def test_two_secrets_look_the_same_to_others() -> None:
    other = Whispered(to="red", what="stay", count=9, words=("a", "b"), due="later", seats=("red",), rule="W")
    assert other != SAID
    assert other.seen_by("blue") == SAID.seen_by("blue")


def test_an_event_for_some_that_has_no_private_field_reaches_nobody_else() -> None:
    event = Placed(unit="u2", at="C1", seats=("blue",))
    assert event.seen_by("blue") is event
    assert event.seen_by("red") is None


def test_where_a_unit_hides_is_for_its_owner_only() -> None:
    event = Concealed(unit="u2", at="C1", seats=("blue",))
    assert event.seen_by("blue") is event
    assert event.seen_by("red") == Concealed(unit="u2", seats=("blue",))
    assert event.seen_by("red").text() == "u2 goes hidden"  # type: ignore[union-attr]


@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_what_a_plug_in_keeps_is_told_to_nobody(seat: str) -> None:
    assert SliceSet(plugin="x", value=1).seen_by(seat) is None
    assert SliceSet(plugin="x", value=1, seats=("red",)).seen_by(seat) is None


@frozen(kw_only=True)
class Built(Event):
    """An event that says nothing of its own."""

    irreversible: ClassVar[bool] = True
    what: str
    price: int = 0
    note: str = ""


def test_an_event_without_words_of_its_own_lists_its_fields() -> None:
    assert Built(what="fort", price=3).text() == "Built: what fort, price 3"
    assert Built(what="").text() == "Built: price 0"
    assert Event().text() == "Event"


def test_events_are_frozen_values() -> None:
    assert Noted(note="a") == Noted(note="a") != Noted(note="b")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Noted(note="a").note = "b"  # type: ignore[misc]
