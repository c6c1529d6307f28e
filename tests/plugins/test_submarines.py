"""Submarine stations: asked of both seats in secret, any sea hex, and nothing of them reaches the other seat."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from hexwright.errors import IllegalDecision, RulesetError
from hexwright.events import Event
from hexwright.frames import Play, settle
from hexwright.game import Game
from hexwright.rules.sequence import Pass
from hexwright.state import State, plain
from hexwright_plugins.submarines import Station

ONLY = 'ruleset.plugins=["submarines"]'
ALLIED = ("sub_allied_1", "sub_allied_2")
AXIS = ("sub_axis_1", "sub_axis_2")


def load(*settings: str) -> Game:
    return Game.load("torch_tunisia", settings=[ONLY, *settings])


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def moment(game: Game, turn: int, without: tuple[str, ...] = (), **places: str) -> State:
    """Stations are asked for on a turn; some submarines are gone, some units are elsewhere."""
    state = game.start()
    for unit, at in places.items():
        state = state.with_unit(attrs.evolve(game.order_of_battle[unit], at=at))
    for unit in without:
        state = state.without_unit(unit, "sunk")
    play = Play(game, state.with_(turn=turn, done=(), stack=(Pass("allied"), Station())))
    settle(play)
    return play.state


def answer(game: Game, state: State, seat: str, *texts: str) -> tuple[State, list[Event]]:
    told: list[Event] = []
    for text in texts:
        step = game.apply(state, text, seat)
        state, told = step.state, told + list(step.events)
    return state, told


def stations(where: dict[str, str]) -> list[str]:
    return [f"station {unit} {space}" for unit, space in where.items()] + ["done"]


def seen(game: Game, state: State, seat: str) -> bytes:
    """Everything a seat can receive: its view, its question and the options of it."""
    ask = game.ask(state, seat)
    question: Any = None
    if ask is not None:
        question = [ask.frame, ask.prompt, ask.rule, ask.visibility, list(ask.about), list(ask.options)]
    return json.dumps([game.view(state, seat).plain(), question], sort_keys=True).encode()


@pytest.mark.rule("TT-2.2-01", "TT-2.3-14", "TT-2.3-R07")
def test_both_seats_are_asked_on_the_first_turn_before_anything_else(game: Game) -> None:
    state = game.start()
    assert state.turn == 1
    assert [(a.seat, a.frame, a.visibility) for a in game.asks(state)] == [
        ("allied", "submarines.station", "secret"),
        ("axis", "submarines.station", "secret"),
    ]
    assert "subs_first" in game.rules.phase["plan"].phases
    plan = game.rules.phase["plan"].phases
    assert plan.index("subs_first") < plan.index("zones") < plan.index("loading") < plan.index("subs")


@pytest.mark.rule("TT-2.3-R07")
def test_any_sea_hex_will_do_and_several_may_share_it(game: Game) -> None:
    state = game.start()
    sea = game.board.with_tag("sea")
    ask = game.ask(state, "axis")
    assert ask is not None
    assert sorted(ask.options) == sorted(f"station {u} {s}" for u in AXIS for s in sea)
    for space in ("A9", "E6", "U4", "F5"):
        expected = space not in sea
        assert (game.refuse(state, f"station sub_axis_1 {space}", "axis") is not None) is expected
    state, _ = answer(game, state, "axis", "station sub_axis_1 A9", "station sub_axis_2 A9", "done")
    assert game.ask(state, "axis") is None


def test_refusals_say_why(game: Game) -> None:
    state = game.start()
    on_land = game.refuse(state, "station sub_axis_1 U5", "axis")
    assert on_land is not None and on_land.rule == "TT-2.3-R07" and on_land.nearest.startswith("station sub_axis_1 ")
    foreign = game.refuse(state, "station sub_allied_1 V5", "axis")
    assert foreign is not None and "no submarine of yours" in foreign.text
    early = game.refuse(state, "done", "axis")
    assert early is not None and early.numbers == (("left", 2),)
    assert game.refuse(state, early.nearest, "axis") is None
    state, _ = answer(game, state, "axis", "station sub_axis_1 V5")
    twice = game.refuse(state, "station sub_axis_1 V6", "axis")
    assert twice is not None and twice.nearest == "retract"
    with pytest.raises(IllegalDecision):
        game.apply(state, "done", "axis")
    state, _ = answer(game, state, "axis", "retract", "station sub_axis_1 V6", "station sub_axis_2 V6", "done")


@pytest.mark.rule("TT-2.2-01", "TT-2.3-13")
@pytest.mark.parametrize("turn", [1, 5])
def test_two_different_drafts_look_alike_to_the_other_seat(game: Game, turn: int) -> None:
    """Non-interference: whatever one seat writes down, no byte that the other gets differs, at any moment."""
    drafts = [
        stations({"sub_axis_1": "V5", "sub_axis_2": "T3"}),
        stations({"sub_axis_2": "A9", "sub_axis_1": "K3"}),
    ]
    looks: list[list[bytes]] = []
    for draft in drafts:
        state = moment(game, turn)
        look = [seen(game, state, "allied")]
        state, told = answer(game, state, "axis", *draft)
        look.append(seen(game, state, "allied"))
        state, more = answer(game, state, "allied", *stations({"sub_allied_1": "K3", "sub_allied_2": "L3"}))
        look.append(seen(game, state, "allied"))
        events = [e for e in (e.seen_by("allied") for e in (*told, *more)) if e is not None]
        look += [json.dumps([plain(e) for e in events]).encode(), "\n".join(e.text() for e in events).encode()]
        looks.append(look)
        here = game.position(state)
        assert {u: here.unit(u).at for u in AXIS} == {words.split()[1]: words.split()[2] for words in draft[:-1]}
    assert looks[0] == looks[1]
    assert all(b"V5" not in look[3] + look[4] for look in looks)


def test_the_owner_sees_his_own_stations_only(game: Game) -> None:
    state, _ = answer(game, moment(game, 1), "axis", *stations({"sub_axis_1": "V5", "sub_axis_2": "T3"}))
    state, told = answer(game, state, "allied", *stations({"sub_allied_1": "K3", "sub_allied_2": "L3"}))
    mine = game.view(state, "axis").units
    assert (mine["sub_axis_1"].at, mine["sub_axis_2"].at) == ("V5", "T3")
    assert not any(u in mine for u in ALLIED)
    own = [e.text() for e in (e.seen_by("axis") for e in told) if e is not None]
    assert "sub_axis_1 goes hidden to V5" in own
    assert "sub_allied_1 goes hidden" in own


@pytest.mark.rule("TT-2.2-01", "TT-2.3-13")
def test_a_seat_without_submarines_is_asked_all_the_same(game: Game) -> None:
    state = moment(game, 4, without=AXIS)
    assert [a.seat for a in game.asks(state)] == ["allied", "axis"]
    ask = game.ask(state, "axis")
    assert ask is not None and list(ask.options) == ["done"]
    # whether the enemy has any left is no matter for the question put to the Allied seat
    other = game.ask(moment(game, 4), "allied")
    allied = game.ask(state, "allied")
    assert allied is not None and other is not None
    assert (allied.prompt, list(allied.options)) == (other.prompt, list(other.options))


@pytest.mark.rule("TT-2.2-01", "TT-2.3-13")
@pytest.mark.parametrize(("turn", "rule"), [(1, "TT-2.2-01"), (2, "TT-2.3-13"), (5, "TT-2.3-13")])
@pytest.mark.parametrize("text", ["done", "station tf1_att T3", "station"])
def test_a_station_that_is_missing_or_wrong_cites_the_rule_of_its_turn(
    game: Game, turn: int, rule: str, text: str
) -> None:
    reason = game.refuse(moment(game, turn), text, "axis")
    assert reason is not None and reason.rule == rule, reason


@pytest.mark.rule("TT-2.3-13")
def test_revealed_submarines_are_hidden_again(game: Game) -> None:
    state = moment(game, 3, sub_axis_1="V5", sub_axis_2="T3")
    state = state.with_unit(attrs.evolve(state.units["sub_axis_1"], hidden=False))
    assert "sub_axis_1" in game.view(state, "allied").units
    state, _ = answer(game, state, "axis", *stations({"sub_axis_1": "V5", "sub_axis_2": "T3"}))
    state, _ = answer(game, state, "allied", *stations({"sub_allied_1": "K3", "sub_allied_2": "L3"}))
    assert all(state.units[u].hidden for u in AXIS)
    assert "sub_axis_1" not in game.view(state, "allied").units


@pytest.mark.rule("TT-1.2.3-R03")
def test_a_new_submarine_joins_in_its_own_turn(game: Game) -> None:
    state = moment(game, 2, sub_axis_t2="subs_axis")
    ask = game.ask(state, "axis")
    assert ask is not None and "station sub_axis_t2 V5" in ask.options
    draft = stations({"sub_axis_1": "V5", "sub_axis_2": "T3", "sub_axis_t2": "K3"})
    assert game.refuse(answer(game, state, "axis", *draft[:2])[0], "done", "axis") is not None
    state, _ = answer(game, state, "axis", *draft)
    state, _ = answer(game, state, "allied", *stations({"sub_allied_1": "K3", "sub_allied_2": "L3"}))
    assert (state.units["sub_axis_t2"].at, state.units["sub_axis_t2"].hidden) == ("K3", True)


def test_a_limit_counts_hexes_from_the_last_station() -> None:
    game = load("submarines.move_limit=2")
    state = moment(game, 3, sub_axis_1="V5", sub_axis_2="subs_axis")
    near = [s for s in game.board.with_tag("sea") if (game.board.distance("V5", s) or 0) <= 2]
    ask = game.ask(state, "axis")
    assert ask is not None
    assert sorted(o for o in ask.options if "sub_axis_1" in o) == sorted(f"station sub_axis_1 {s}" for s in near)
    assert "station sub_axis_2 A9" in ask.options  # from the box anywhere
    far = game.refuse(state, "station sub_axis_1 A9", "axis")
    assert far is not None and ("most", 2) in far.numbers


@pytest.mark.parametrize(
    ("setting", "said"), [("move_limit=-1", "a limit cannot be below 0"), ("most_hits=0", "takes at least 1 hit")]
)
def test_limits_that_make_no_sense_are_errors(setting: str, said: str) -> None:
    with pytest.raises(RulesetError, match=said):
        load(f"submarines.{setting}")


def test_unsealing_is_possible_until_the_last_seat_has_sealed(game: Game) -> None:
    state, _ = answer(game, moment(game, 1), "axis", *stations({"sub_axis_1": "V5", "sub_axis_2": "T3"}))
    state, _ = answer(game, state, "axis", "unseal", "retract", "station sub_axis_2 S3", "done")
    state, _ = answer(game, state, "allied", *stations({"sub_allied_1": "K3", "sub_allied_2": "L3"}))
    assert state.units["sub_axis_2"].at == "S3"


@pytest.mark.rule("TT-2.2-01", "TT-2.3-13")
def test_nothing_leaks_later_either() -> None:
    """With all special rules: two games that differ in the Axis stations only look the same to the Allies."""
    game = Game.load("torch_tunisia")
    pair = [game.start(), game.start()]
    steps = 0
    while pair[0].turn < 3 and steps < 400:
        steps += 1
        assert [a.seat for a in game.asks(pair[0])] == [a.seat for a in game.asks(pair[1])]
        ask = game.asks(pair[0])[-1]
        if ask.roll is not None:  # all faces that many dice can show are too many to list
            picks = ["roll " + " ".join(str(1 + steps % side) for side in ask.roll.sides)] * 2
        else:
            # no patrols: what they find may differ
            texts = [
                [t for t in a.options if t not in ("retract", "reset") and "asw" not in t]
                for a in (ask, game.asks(pair[1])[-1])
            ]
            if ask.frame == "submarines.station" and ask.seat == "axis":
                picks = [texts[0][0], texts[1][-1]]  # the first hex of the map, and the last
            else:
                assert texts[0] == texts[1] or ask.seat == "axis"
                both = [t for t in texts[0] if t in texts[1] and not t.startswith("join ")]
                if ask.frame == "submarines.orders":
                    both = ["done"]  # who acts is seen
                picks = [both[steps * 5 % len(both)]] * 2
        told = []
        for i, pick in enumerate(picks):
            step = game.apply(pair[i], pick, ask.seat)
            pair[i] = step.state
            told.append(json.dumps([plain(e) for e in step.events_for("allied")]))
        assert told[0] == told[1]
        assert seen(game, pair[0], "allied") == seen(game, pair[1], "allied")
    assert pair[0].turn == 3
    assert pair[0].units["sub_axis_1"].at != pair[1].units["sub_axis_1"].at
