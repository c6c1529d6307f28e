"""Convoys: income, sealed loading, direct Supply, and the passage that nobody opposes yet."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest

from hexwright.errors import IllegalDecision, RulesetError
from hexwright.events import Event
from hexwright.frames import Frame, Play, settle
from hexwright.game import Game
from hexwright.rules.sequence import Pass
from hexwright.state import State, plain
from hexwright_plugins.convoys import Income, LoadConvoys, Resolve

ONLY = 'ruleset.plugins=["convoys"]'
AXIS_TURN_2 = ("ax_inf_t2_1", "ax_inf_t2_2", "ax_mech_t2_1", "ax_mech_t2_2", "ax_sup_t2_1", "ax_sup_t2_2", "de_10_pz")


def load(*settings: str) -> Game:
    return Game.load("torch_tunisia", settings=[ONLY, *settings])


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def moment(game: Game, turn: int, frame: Frame, **places: str) -> tuple[State, list[Event]]:
    """A frame runs on a turn, with some units elsewhere (units that are not in play yet come into it)."""
    state = game.start()
    for unit, at in places.items():
        state = state.with_unit(attrs.evolve(game.order_of_battle[unit], at=at))
    play = Play(game, state.with_(turn=turn, done=(), stack=(Pass("allied"), frame)))
    settle(play)
    return play.state, play.events


def loading(game: Game, turn: int = 2, **places: str) -> State:
    """Convoys are loaded, with the Axis pieces of turn 2 in their pool."""
    pool = dict.fromkeys(AXIS_TURN_2, "europe_sea")
    return moment(game, turn, LoadConvoys(), **{**pool, **places})[0]


def answer(game: Game, state: State, seat: str, *texts: str) -> tuple[State, list[Event]]:
    told: list[Event] = []
    for text in texts:
        step = game.apply(state, text, seat)
        state, told = step.state, told + list(step.events)
    return state, told


def options(game: Game, state: State, seat: str) -> list[str]:
    ask = game.ask(state, seat)
    assert ask is not None
    assert all(text in ask.options for text in ask.options)
    return list(ask.options)


def supplies(state: State) -> list[str]:
    return [u.id for u in state.units.values() if u.at == "atlantic" and u.type == "supply"]


# ------------------------------------------------------------------ income


@pytest.mark.rule("TT-2.3-07", "TT-2.3-08", "TT-2.3-R05")
@pytest.mark.parametrize(
    ("places", "count"),
    [
        ({}, 1),
        ({"us_arm_1": "B8"}, 1),
        ({"us_arm_1": "B8", "al_sup_1": "A10"}, 2),  # E-46: a lone Supply is a land unit
        ({"us_arm_1": "B8", "us_arm_2": "B8", "al_sup_1": "B8"}, 1),
        ({"us_arm_1": "B8", "al_sup_1": "A10", "us_inf_1": "C8"}, 3),
        ({"us_arm_1": "B8", "al_sup_1": "A10", "us_inf_1": "M5"}, 2),  # no city of Morocco
        ({"us_arm_1": "B8", "al_sqd_1": "A10", "malta_esc": "C8"}, 1),  # aircraft and ships are no land units
        ({"us_arm_1": "B8", "tri_inf": "A10"}, 1),  # enemies do not count
    ],
)
def test_e_46_supply_income(game: Game, places: dict[str, str], count: int) -> None:
    before = supplies(moment(game, 4, Resolve(), **places)[0])
    state, events = moment(game, 4, Income(), **places)
    assert len(supplies(state)) == len(before) + count
    assert [type(e).__name__ for e in events] == ["Arrived"] * count
    assert [e.rule for e in events] == ["TT-2.3-07", "TT-2.3-08", "TT-2.3-08"][:count]
    # loadable at once
    state, _ = moment(game, 4, LoadConvoys(), **places)
    new = [f"al_sup_{n}" for n in range(7, 7 + count)]
    for unit in new:
        state = state.with_unit(attrs.evolve(game.order_of_battle["al_sup_1"], id=unit))
    assert all(f"load {unit} box_casablanca" in options(game, state, "allied") for unit in new)


@pytest.mark.rule("TT-2.3-R05")
def test_there_is_no_income_on_the_first_turn(game: Game) -> None:
    turn_1 = [a.frame for a in game.asks(game.start())]
    assert turn_1 == ["convoys.load", "convoys.load"]
    assert supplies(game.start()) == [f"al_sup_{n}" for n in range(1, 7)]
    plan = game.rules.phase["plan"].phases
    assert plan.index("income") < plan.index("loading")
    assert game.rules.phase["income"].turns == "2-"


def test_ids_of_new_supply_are_never_given_twice(game: Game) -> None:
    state = moment(game, 3, Income())[0]
    assert supplies(state)[-1] == "al_sup_7"
    state = state.without_unit("al_sup_7", "spent").without_unit("al_sup_2", "spent")
    play = Play(game, state.with_(stack=(Pass("allied"), Income())))
    settle(play)
    assert supplies(play.state) == [f"al_sup_{n}" for n in (1, 3, 4, 5, 6, 8)]


def test_income_is_a_setting() -> None:
    game = load("convoys.atlantic_income=2", "convoys.morocco_bonus=[0,3]")
    assert len(supplies(moment(game, 4, Income(), us_arm_1="B8")[0])) == 6 + 5


# ------------------------------------------------------------------ loading


@pytest.mark.rule("TT-2.2-03", "TT-2.3-06", "TT-2.2-R04")
def test_both_seats_load_sealed_and_then_all_is_shown(game: Game) -> None:
    state = loading(game)
    assert [(a.seat, a.visibility) for a in game.asks(state)] == [("allied", "sealed"), ("axis", "sealed")]
    state, told = answer(game, state, "axis", "load de_10_pz box_tunis", "load ax_sup_t2_1 box_bizerte", "done")
    assert told == []
    assert state.units["de_10_pz"].at == "europe_sea"
    assert [a.seat for a in game.asks(state)] == ["allied"]
    state, told = answer(game, state, "allied", "load us_34_id box_oran", "done")
    shown = [e.text() for e in (e.seen_by("allied") for e in told) if e is not None]
    assert "de_10_pz is placed at box_tunis" in shown
    places = {u: state.units[u].at for u in ("de_10_pz", "ax_sup_t2_1", "us_34_id")}
    assert places == {"de_10_pz": "box_tunis", "ax_sup_t2_1": "box_bizerte", "us_34_id": "box_oran"}
    assert game.view(state, "allied").units["de_10_pz"].at == "box_tunis"
    assert {e.rule for e in told if type(e).__name__ == "Placed"} == {"TT-2.3-06"}


@pytest.mark.rule("TT-2.2-R04")
def test_a_draft_is_unknown_to_the_other_seat_until_both_are_sealed(game: Game) -> None:
    drafts = (
        ["load de_10_pz box_tunis", "done"],
        ["send ax_sup_t2_1 direct_sicily", "load ax_inf_t2_1 box_bone", "done"],
    )
    looks = []
    for draft in drafts:
        state, told = answer(game, loading(game), "axis", *draft)
        ask: Any = game.ask(state, "allied")
        question = [ask.prompt, list(ask.options), list(ask.about)]
        events = [plain(e) for e in told if e.seen_by("allied") is not None]
        looks.append(json.dumps([game.view(state, "allied").plain(), question, events], sort_keys=True))
    assert looks[0] == looks[1]


@pytest.mark.rule("TT-2.3-R09")
def test_a_box_takes_the_printed_value_of_its_port_for_each_side(game: Game) -> None:
    state = loading(game)
    state, _ = answer(game, state, "allied", "load us_inf_1 box_bone", "load us_inf_2 box_bone")  # value 2
    full = game.refuse(state, "load us_inf_3 box_bone", "allied")
    assert full is not None
    assert full.rule == "TT-2.3-R09" and full.numbers == (("loaded", 2), ("port value", 2))
    assert not any(o.endswith("box_bone") for o in options(game, state, "allied"))
    assert any(o.endswith("box_bone") for o in options(game, state, "axis"))
    state, _ = answer(game, state, "axis", "load ax_inf_t2_1 box_bone", "load ax_inf_t2_2 box_bone")
    assert game.refuse(state, "load ax_sup_t2_1 box_bone", "axis") is not None  # Supply is a piece like others
    # a free place again
    state, _ = answer(game, state, "allied", "retract", "load al_sup_1 box_bone")


def test_damage_does_not_matter_for_the_loading(game: Game) -> None:
    state = loading(game)
    state = state.with_(features=state.features.with_item("B8 port damage", 3))
    assert "load us_inf_1 box_casablanca" in options(game, state, "allied")


def test_the_limit_at_loading_is_a_switch() -> None:
    game = load("convoys.limit_at_loading=false")
    state, _ = answer(game, loading(game), "allied", *(f"load us_inf_{n} box_safi" for n in range(1, 9)))
    assert game.refuse(state, "done", "allied") is None


@pytest.mark.rule("TT-2.3-R10")
def test_axis_convoys_do_not_go_to_the_atlantic_coast(game: Game) -> None:
    closed = {"box_safi", "box_casablanca", "box_rabat"}
    state = loading(game)
    axis = {o.split()[-1] for o in options(game, state, "axis") if o.startswith("load")}
    allied = {o.split()[-1] for o in options(game, state, "allied") if o.startswith("load")}
    assert axis == {"box_oran", "box_algiers", "box_bone", "box_bizerte", "box_tunis", "box_tripoli"}
    assert allied == axis | closed
    barred = game.refuse(state, "load de_10_pz box_casablanca", "axis")
    assert barred is not None and barred.rule == "TT-2.3-R10"
    free = load("convoys.axis_atlantic_ports=true")
    assert "load de_10_pz box_casablanca" in options(free, loading(free), "axis")


@pytest.mark.rule("TT-2.2-03")
def test_only_land_pieces_of_the_sea_pool_are_loaded(game: Game) -> None:
    state = loading(game, ax_inf_a2="europe_air", ax_sqd_a2="europe_sea")
    axis = {o.split()[1] for o in options(game, state, "axis") if o.startswith("load")}
    assert axis == set(AXIS_TURN_2)
    allied = {o.split()[1] for o in options(game, state, "allied") if o.startswith("load")}
    assert len(allied) == 26
    assert not {"al_ftr", "al_sqd_1", "gib_sup", "tf1_sup", "us_3_id"} & allied


def test_a_piece_has_one_order(game: Game) -> None:
    state, _ = answer(game, loading(game), "allied", "load al_sup_1 box_oran")
    for text in ("load al_sup_1 box_bone", "send al_sup_1 direct_malta"):
        twice = game.refuse(state, text, "allied")
        assert twice is not None and twice.nearest == "retract"
    assert not any("al_sup_1 " in o + " " for o in options(game, state, "allied"))


def test_refusals_say_why(game: Game) -> None:
    state = loading(game)
    for text, part in (
        ("load gib_sup box_oran", "gib_sup is at Gibraltar, not among the pieces that may be loaded"),
        ("load al_ftr box_oran", "aircraft sail in no convoy: al_ftr comes to an airfield, in Deploy"),
        ("send us_inf_1 direct_malta", "not among the pieces that may be sent directly"),
        ("load us_inf_99 box_oran", "no piece us_inf_99"),
        ("load ax_sup_t2_1 box_oran", "not yours"),
        ("load us_inf_1 box_malta", "no box for that"),
        ("load us_inf_1", "a piece and a convoy box"),
        ("unload us_inf_1", "not among the pieces that may be unloaded"),
        ("ship us_inf_1 box_oran", "nobody can 'ship'"),
    ):
        reason = game.refuse(state, text, "allied")
        assert reason is not None and part in reason.text, reason
        with pytest.raises(IllegalDecision):
            game.apply(state, text, "allied")


def test_refusals_name_the_piece_or_box_that_was_meant(game: Game) -> None:
    state = loading(game)
    for text, near in (
        ("load us_ing_1 box_oran", "load us_inf_1 box_oran"),
        ("load us_inf_1 box_orann", "load us_inf_1 box_oran"),
        ("load us_inf_1 I6", "load us_inf_1 box_oran"),
        ("load us_inf_1 Oran", "load us_inf_1 box_oran"),
        ("load us_inf_1 I5", "load us_inf_1 box_oran"),
        ("send al_sup_1 Y6", "send al_sup_1 direct_malta"),
        ("unload us_inf_1", ""),
    ):
        reason = game.refuse(state, text, "allied")
        assert reason is not None and reason.nearest == near, reason


@pytest.mark.rule("TT-2.4.6-R06", "TT-1.2.3-R02")
@pytest.mark.parametrize(
    ("seat", "unit", "rule"), [("allied", "al_ftr", "TT-2.4.6-R06"), ("axis", "ax_ftr_a1", "TT-1.2.3-R02")]
)
def test_aircraft_sail_in_no_convoy(game: Game, seat: str, unit: str, rule: str) -> None:
    reason = game.refuse(loading(game, ax_ftr_a1="europe_air"), f"load {unit} box_tunis", seat)
    assert reason is not None and reason.text.startswith("aircraft sail in no convoy") and reason.rule == rule


@pytest.mark.rule("TT-2.3-R09")
def test_a_full_box_that_is_called_by_its_port_is_refused_for_being_full(game: Game) -> None:
    state = loading(game, 2, us_inf_1="box_bone", us_inf_2="box_bone")
    reason = game.refuse(state, "load us_inf_3 R4", "allied")
    assert reason is not None and (reason.text, reason.rule) == ("box_bone is full", "TT-2.3-R09")


@pytest.mark.rule("TT-2.3-R08")
def test_e_34_what_was_left_in_a_box_may_go_anywhere(game: Game) -> None:
    left = {"us_inf_1": "box_casablanca", "us_inf_2": "box_bone", "us_inf_3": "box_bone"}
    state = loading(game, 2, **left)
    assert game.refuse(state, "load us_inf_1 box_casablanca", "allied") is not None  # it is there
    assert game.refuse(state, "load us_inf_4 box_bone", "allied") is not None  # two of two
    state, told = answer(game, state, "allied", "load us_inf_2 box_algiers", "unload us_inf_3",
                         "load us_inf_4 box_bone", "done")  # fmt: skip
    state, told = answer(game, state, "axis", "done")
    places = {u: state.units[u].at for u in ("us_inf_1", "us_inf_2", "us_inf_3", "us_inf_4")}
    assert places == {
        "us_inf_1": "box_casablanca", "us_inf_2": "box_algiers", "us_inf_3": "atlantic", "us_inf_4": "box_bone",
    }  # fmt: skip
    rules = {e.unit: e.rule for e in told if type(e).__name__ == "Placed"}  # type: ignore[attr-defined]
    assert rules == {"us_inf_2": "TT-2.3-R08", "us_inf_3": "TT-2.3-R08", "us_inf_4": "TT-2.3-06"}


# ------------------------------------------------------------------ direct Supply


@pytest.mark.rule("TT-2.3-09", "TT-2.3-11", "TT-2.3-R06")
def test_e_48_supply_is_sent_to_the_home_bases(game: Game) -> None:
    state = loading(game, turn=3)
    sent = ("send al_sup_1 direct_malta", "send al_sup_2 direct_malta", "send al_sup_3 direct_gibraltar")
    state, _ = answer(game, state, "allied", *sent, "done")
    state, _ = answer(game, state, "axis", "send ax_sup_t2_1 direct_sicily", "send ax_sup_t2_2 direct_sardinia", "done")
    places = [state.units[u].at for u in ("al_sup_1", "al_sup_2", "al_sup_3", "ax_sup_t2_1", "ax_sup_t2_2")]
    assert places == ["direct_malta", "direct_malta", "direct_gibraltar", "direct_sicily", "direct_sardinia"]


@pytest.mark.rule("TT-2.3-R06", "TT-2.3-09")
def test_each_side_has_its_own_destinations_and_sends_supply_only(game: Game) -> None:
    state = loading(game, ax_sup_a4="europe_air")
    allied = [o.split() for o in options(game, state, "allied") if o.startswith("send")]
    axis = [o.split() for o in options(game, state, "axis") if o.startswith("send")]
    assert {w[2] for w in allied} == {"direct_gibraltar", "direct_malta"}
    assert {w[2] for w in axis} == {"direct_sardinia", "direct_sicily"}
    assert {w[1] for w in allied} == {f"al_sup_{n}" for n in range(1, 7)}
    assert {w[1] for w in axis} == {"ax_sup_t2_1", "ax_sup_t2_2", "ax_sup_a4"}
    elsewhere = game.refuse(state, "send al_sup_1 direct_sicily", "allied")
    assert elsewhere is not None and elsewhere.rule == "TT-2.3-R06"
    assert game.refuse(state, "send us_inf_1 direct_malta", "allied") is not None


@pytest.mark.rule("TT-1.2.3-R02", "TT-2.3-R08")
def test_by_air_stays_by_air_when_it_is_taken_back(game: Game) -> None:
    state = loading(game, ax_sup_a4="direct_sicily", ax_sup_t3="direct_sicily", al_sup_1="direct_malta")
    state, _ = answer(game, state, "allied", "unload al_sup_1", "done")
    state, _ = answer(game, state, "axis", "unload ax_sup_a4", "unload ax_sup_t3", "done")
    places = [state.units[u].at for u in ("al_sup_1", "ax_sup_a4", "ax_sup_t3")]
    assert places == ["atlantic", "europe_air", "europe_sea"]


@pytest.mark.rule("TT-2.3-10")
def test_direct_supply_is_outside_the_convoys(game: Game) -> None:
    """No convoy box holds it, so that whatever befalls convoys does not touch it."""
    direct = game.board.spaces_with("direct")
    assert direct and not set(direct) & set(game.board.spaces_with("convoy_box"))
    state, told = moment(game, 3, Resolve(), al_sup_1="direct_malta", us_inf_1="box_oran")
    assert [e.text() for e in told] == ["the convoys cross unopposed: box_oran"]
    assert state.units["al_sup_1"].at == "direct_malta"


# ------------------------------------------------------------------ order and passage


@pytest.mark.parametrize(
    ("order", "seats"), [("holder_first", ["allied", "axis"]), ("holder_last", ["axis", "allied"])]
)
def test_loading_in_turn(order: str, seats: list[str]) -> None:
    game = load(f'convoys.loading_order="{order}"')
    state = loading(game)
    assert [a.seat for a in game.asks(state)] == seats[:1]
    text = {"allied": "load us_34_id box_oran", "axis": "load de_10_pz box_tunis"}
    state, told = answer(game, state, seats[0], text[seats[0]], "done")
    assert any(type(e).__name__ == "Placed" for e in told)
    assert [a.seat for a in game.asks(state)] == seats[1:]
    state, _ = answer(game, state, seats[1], text[seats[1]], "done")
    assert (state.units["us_34_id"].at, state.units["de_10_pz"].at) == ("box_oran", "box_tunis")
    assert game.asks(state)[0].frame == "pass"


@pytest.mark.rule("TT-2.4.4-01", "TT-2.4-02")
def test_convoys_cross_after_the_domains(game: Game) -> None:
    assert game.rules.phase["ops"].phases[:2] == ("domains", "convoy")
    told = moment(game, 2, Resolve(), us_inf_1="box_oran", de_10_pz="box_tunis")[1]
    assert [e.text() for e in told] == ["the convoys cross unopposed: box_oran, box_tunis"]
    assert moment(game, 2, Resolve())[1] == []


def test_faults_in_the_tables_are_told() -> None:
    with pytest.raises(RulesetError, match="'vichy' is a nation, not a seat"):
        load('convoys.pools={ vichy = ["atlantic"] }')
    with pytest.raises(RulesetError, match="no zone 'atlantic_port'"):
        load('convoys.closed_ports={ axis = "atlantic_port" }')


def test_supply_that_is_picked_for_the_air_may_be_sent_directly_at_once() -> None:
    """AMB-039: by-sea or by-air Supply of the turn, with the choice of reinforcements in the same draft."""
    game = Game.load("torch_tunisia", settings=['ruleset.plugins=["convoys", "reinforce", "facilities"]'])
    state = game.start()
    while (state.turn, game.asks(state)[0].frame) != (4, "convoys.load"):
        ask = game.asks(state)[0]
        state = game.apply(state, "done" if "done" in ask.options else ask.options[0], ask.seat).state
    early = game.refuse(state, "send ax_sup_a4 direct_sicily", "axis")
    assert early is not None
    state, _ = answer(game, state, "axis", "take ax_sup_a4", "send ax_sup_a4 direct_sicily")
    assert game.refuse(state, "send ax_sup_a4 direct_sardinia", "axis") is not None
    state, _ = answer(game, state, "axis", "retract")
    assert not any(o.startswith("load ax_sup_a4") for o in options(game, state, "axis"))
    state, _ = answer(game, state, "axis", "send ax_sup_a4 direct_sicily", "done")
    state, told = answer(game, state, "allied", "done")
    assert "ax_sup_a4 is placed at direct_sicily" in [e.text() for e in told]
    assert state.units["ax_sup_a4"].at == "direct_sicily"


@pytest.mark.rule("TT-2.3-12", "TT-2.3-R06")
def test_e_48_direct_supply_is_placed_in_deploy_within_the_capacity_of_the_base() -> None:
    game = Game.load("torch_tunisia", settings=['ruleset.plugins=["convoys", "reinforce", "facilities"]'])
    sent = {f"al_sup_{n}": "direct_malta" for n in range(1, 6)} | {"al_sup_6": "direct_gibraltar"}
    state, _ = moment(game, 3, game.make_frame("reinforce.place", ""), **sent)
    state, _ = answer(game, state, "allied", *(f"land al_sup_{n}" for n in (1, 2, 6)))
    # Malta: port value 2 and an improved airfield that lands 2
    state, _ = answer(game, state, "allied", "land al_sup_3", "land al_sup_4")
    full = game.refuse(state, "land al_sup_5", "allied")
    assert full is not None and ("limit", 4) in full.numbers
    state, _ = answer(game, state, "allied", "done")
    state, _ = answer(game, state, "axis", "done")
    assert [state.units[f"al_sup_{n}"].at for n in range(1, 7)] == ["Y6", "Y6", "Y6", "Y6", "direct_malta", "E6"]
