"""The armies of the Eastern Mediterranean: track, entry, assault, and the aircraft and ships that come along."""

from __future__ import annotations

import attrs
import pytest

from hexwright.errors import Reason, RulesetError
from hexwright.events import Event
from hexwright.frames import Play, settle
from hexwright.game import Game
from hexwright.rules.sequence import Pass
from hexwright.state import State
from hexwright_plugins.eastmed import Advance

ONLY = 'ruleset.plugins=["eastmed", "land_combat", "logistics", "facilities"]'
EIGHTH = ("in_4_id", "nz_2_id", "uk_1_ad", "uk_7_ad")
PANZER = ("de_164_id", "de_21_pz", "it_80_id")
TRIPOLI = "W9"


def load(*settings: str) -> Game:
    return Game.load("torch_tunisia", settings=[ONLY, *settings])


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def moment(game: Game, turn: int, gone: tuple[str, ...] = (), owner: str = "axis", **places: str) -> State:
    """The step of the armies on a turn; some units elsewhere or gone, Tripoli under somebody's control.

    After turn 5 the Panzer Army is gone, unless its units are put somewhere.
    """
    return moment_with_events(game, turn, gone, owner, **places)[0]


def moment_with_events(
    game: Game, turn: int, gone: tuple[str, ...] = (), owner: str = "axis", **places: str
) -> tuple[State, list[Event]]:
    state = game.start()
    state = state.with_(control=state.control.with_item(TRIPOLI, owner))
    if turn > 5:
        aboard = [u.id for u in game.position(state).units_at("panzer_army")]
        gone = (*gone, "panzer_army", *(u for u in aboard if u not in places))
    for unit, at in places.items():
        state = state.with_unit(attrs.evolve(state.units.get(unit) or game.order_of_battle[unit], at=at))
    for unit in gone:
        state = state.without_unit(unit, "lost")
    return again(game, state, turn)


def again(game: Game, state: State, turn: int) -> tuple[State, list[Event]]:
    play = Play(game, state.with_(turn=turn, done=(), stack=(Pass("allied"), Advance())))
    settle(play)
    return play.state, play.events


def answer(game: Game, state: State, *texts: str) -> State:
    for text in texts:
        state = game.apply(state, text).state
    return state


def options(game: Game, state: State) -> list[str]:
    return list(game.asks(state)[0].options)


def asking(game: Game, state: State) -> tuple[str, str]:
    ask = game.asks(state)[0]
    return ask.frame, ask.seat


def through(game: Game, state: State) -> State:
    """Casualties and retreats as they come, until the battle is over."""
    while game.asks(state)[0].frame.startswith("land_combat."):
        state = game.apply(state, game.asks(state)[0].options[0]).state
    return state


def places(state: State, *units: str) -> dict[str, str | None]:
    found = {u: state.units.get(u) for u in units}
    return {u: unit.at if unit else None for u, unit in found.items()}


def refused(game: Game, state: State, text: str) -> Reason:
    reason = game.refuse(state, text)
    assert reason is not None
    return reason


# ------------------------------------------------------------------ the track


@pytest.mark.rule("TT-2.2-09", "TT-2.2-R02")
def test_both_tokens_step_one_box_a_turn(game: Game) -> None:
    state = game.start()
    for turn in range(1, 7):
        state, events = again(game, state, turn)
        assert state.units["eighth_army"].at == f"em_allied_{turn}"
        if turn < 5:
            assert state.units["panzer_army"].at == f"em_axis_{turn}"
            assert [e.rule for e in events] == ["TT-2.2-09", "TT-2.2-09"][: 2 * (turn > 1)]  # turn 1 has begun already
            assert "panzer_army" in state.units
    assert "panzer_army" not in state.units  # it arrived on turn 5
    assert places(state, *PANZER) == dict.fromkeys(PANZER, TRIPOLI)
    assert places(state, *EIGHTH) == dict.fromkeys(EIGHTH, "eighth_army")


@pytest.mark.rule("TT-PA.1-03")
def test_the_armies_move_at_the_end_of_every_plan(game: Game) -> None:
    plan = game.rules.phase["plan"].phases
    assert plan[-1] == "army"
    assert game.rules.phase["army"].turns == ""


@pytest.mark.rule("TT-2.2-10")
def test_the_panzer_army_is_put_into_tripoli_on_turn_5(game: Game) -> None:
    state, events = moment_with_events(game, 5, panzer_army="em_axis_4")
    assert places(state, *PANZER, "pza_sup_1", "pza_sup_2", "pza_ftr") == dict.fromkeys(
        (*PANZER, "pza_sup_1", "pza_sup_2", "pza_ftr"), TRIPOLI
    )
    assert [state.units[u].steps for u in (*PANZER, "pza_ftr")] == [1, 1, 1, 1]
    assert "panzer_army" not in state.units
    assert any(e.text() == "panzer_army is arrived at em_axis_4" for e in events)


def test_the_turn_of_arrival_is_a_switch() -> None:
    game = load("eastmed.arrival_turn={ axis = 3, allied = 9 }")
    state = game.start()
    for turn in range(1, 9):
        state, _ = again(game, state, turn)
        assert ("panzer_army" in state.units) is (turn < 3)
        assert state.units["eighth_army"].at == f"em_allied_{min(turn, 6)}"
    state, _ = again(game, state, 9)
    assert asking(game, state) == ("eastmed.storm", "allied")


# ------------------------------------------------------------------ marching in


@pytest.mark.rule("TT-2.2-10")
def test_above_the_stacking_limit_the_owner_picks_and_the_rest_waits(game: Game) -> None:
    friends = {"us_1_id": TRIPOLI, "us_34_id": TRIPOLI}  # 4 SP
    state = moment(game, 7, ("tri_inf",), "allied", eighth_army="em_allied_6", **friends)
    assert asking(game, state) == ("eastmed.enter", "allied")
    assert options(game, state) == [f"enter {u}" for u in EIGHTH]
    state = answer(game, state, "enter uk_7_ad", "retract", "enter uk_1_ad", "enter nz_2_id")
    assert asking(game, state)[0] == "eastmed.bases"
    state = answer(game, state, "base em_esc W9")  # the fighter group has no choice: Malta is full
    assert places(state, *EIGHTH) == {
        "in_4_id": "eighth_army", "nz_2_id": TRIPOLI, "uk_1_ad": TRIPOLI, "uk_7_ad": "eighth_army",
    }  # fmt: skip
    assert state.units["em_sup_1"].at == TRIPOLI
    assert state.units["eighth_army"].at == "em_allied_6"
    # next turn the others follow when there is room
    for unit in ("us_1_id", "us_34_id"):
        state = state.without_unit(unit, "lost")
    state, _ = again(game, state, 8)
    assert places(state, *EIGHTH) == dict.fromkeys(EIGHTH, TRIPOLI)


def test_nobody_enters_a_full_hex(game: Game) -> None:
    full = {"us_1_id": TRIPOLI, "us_3_id": TRIPOLI, "uk_78_id": TRIPOLI}
    full = {**full, "us_1_ad_ccb": "M7"}
    state = moment(game, 7, ("tri_inf",), "allied", eighth_army="em_allied_6", **full)
    while asking(game, state)[0] == "eastmed.bases":
        state = answer(game, state, options(game, state)[0])
    assert asking(game, state)[0] == "pass"
    assert places(state, *EIGHTH) == dict.fromkeys(EIGHTH, "eighth_army")


@pytest.mark.rule("TT-2.2-11")
def test_enemy_supply_alone_is_captured_without_a_battle(game: Game) -> None:
    state = moment(game, 7, ("tri_inf",), "axis", eighth_army="em_allied_6", sic_sup=TRIPOLI)
    assert asking(game, state)[0] != "eastmed.storm"
    assert state.units["sic_sup"].nation == "allied"
    assert game.position(state).control(TRIPOLI) == "allied"
    assert places(state, *EIGHTH) == dict.fromkeys(EIGHTH, TRIPOLI)


@pytest.mark.rule("TT-2.2-10", "TT-2.4.1-R20", "TT-2.4.2-R25")
def test_enemy_aircraft_and_ships_in_tripoli_escape_before_the_army_s_own_look_for_a_base(game: Game) -> None:
    state = moment(game, 7, ("tri_inf",), "axis", eighth_army="em_allied_6", pza_ftr=TRIPOLI, ax_att_1=TRIPOLI)
    assert asking(game, state) == ("facilities.escape", "axis")
    state = answer(game, state, "escape ax_att_1 W8", "escape pza_ftr T6")
    assert asking(game, state) == ("eastmed.bases", "allied")
    assert game.position(state).control(TRIPOLI) == "allied"


@pytest.mark.rule("TT-2.2-10", "TT-2.4.1-R20")
def test_they_escape_also_when_not_all_of_the_army_fits() -> None:
    game = load("stacking.land_sp.limit=4")
    state = moment(game, 7, ("tri_inf",), "axis", eighth_army="em_allied_6", pza_ftr=TRIPOLI)
    state = answer(game, state, "enter nz_2_id", "enter uk_7_ad")
    assert asking(game, state) == ("facilities.escape", "axis")


# ------------------------------------------------------------------ the assault


def assault(game: Game, **more: str) -> State:
    """E-44: turn 7, Tripoli held by a division, a regiment and a Supply."""
    held = {"de_164_id": TRIPOLI, "sic_sup": TRIPOLI}
    return moment(game, 7, ("malta_bmb",), "axis", eighth_army="em_allied_6", **{**held, **more})


def roll(game: Game, state: State, attacker: list[int], defender: list[int]) -> State:
    assert asking(game, state) == ("land_combat.dice", "chance")
    return game.apply(state, " ".join(map(str, ["roll", *attacker, *defender]))).state


@pytest.mark.rule("TT-2.2-11", "TT-2.2-R06")
def test_e_44_the_8th_army_takes_tripoli(game: Game) -> None:
    state = assault(game)
    # 8 SP need 2 of the 3 Supply; the third may give a die
    assert asking(game, state) == ("eastmed.storm", "allied")
    assert options(game, state) == ["extra 0", "extra 1"]
    assert refused(game, state, "extra 2").numbers == (("most", 1),)
    assert state.gone.get("em_sup_1") == state.gone.get("em_sup_2") == "spent"
    state = answer(game, state, "extra 1")
    assert state.gone.get("em_sup_3") == "spent"
    # then the defender
    assert asking(game, state) == ("logistics.extra", "axis")
    state = answer(game, state, "extra 1")
    sides = game.asks(state)[0].roll
    assert sides is not None and sides.sides == (6, 6, 6, 6, 10, 10, 10, 10, 6, 6, 6, 6, 6)
    step = game.apply(state, "roll 3 4 6 2 5 8 1 10 4 5 4 6 2")
    told = next(e.text() for e in step.events if type(e).__name__ == "BattleDecided")
    assert "= 43, 4 hits" in told and "= 16, 2 hits" in told and told.endswith("Allied wins")
    state = step.state
    state = answer(game, state, *(o for o in ("lose nz_2_id", "lose in_4_id") if o in options(game, state)))
    state = through(game, state)
    assert places(state, "de_164_id", "tri_inf") == {"de_164_id": None, "tri_inf": None}
    assert game.position(state).control(TRIPOLI) == "allied"
    assert places(state, *EIGHTH) == dict.fromkeys(EIGHTH, TRIPOLI)
    assert sum(state.units[u].steps for u in EIGHTH) == 6
    # fighter and escort group may enter there or at Malta
    assert asking(game, state) == ("eastmed.bases", "allied")
    assert options(game, state)[:2] == ["base em_esc W9", "base em_esc Y6"]
    state = answer(game, state, "base em_esc Y6")
    assert options(game, state)[0] == "base em_ftr W9"
    state = answer(game, state, "base em_ftr W9")
    assert places(state, "em_esc", "em_ftr") == {"em_esc": "Y6", "em_ftr": TRIPOLI}
    assert "eighth_army" not in state.units
    # they have fought, and may move and fight again in the land part of the turn
    assert all("fought" in state.units[u].status and state.units[u].spent == 0 for u in EIGHTH)


@pytest.mark.rule("TT-2.2-11", "TT-2.4.1-R20")
def test_enemy_aircraft_escape_when_the_assault_has_won(game: Game) -> None:
    """The Allied fighters then find room in Tripoli that the enemy's would have taken."""
    state = answer(game, assault(game, pza_ftr=TRIPOLI, sard_ftr=TRIPOLI), "extra 0", "extra 0")
    state = roll(game, state, [6] * 4 + [10] * 4, [1, 1, 1])
    seen = []
    while asking(game, state)[0] != "pass":
        seen.append(asking(game, state))
        state = answer(game, state, options(game, state)[0])
    assert ("facilities.escape", "axis") in seen
    assert seen.index(("facilities.escape", "axis")) < seen.index(("eastmed.bases", "allied"))
    assert TRIPOLI not in (state.units["pza_ftr"].at, state.units["sard_ftr"].at)
    assert state.units["em_ftr"].at == TRIPOLI


@pytest.mark.rule("TT-2.2-R07")
def test_a_failed_assault_is_repeated_on_the_next_turn(game: Game) -> None:
    state = answer(game, assault(game), "extra 0", "extra 0")
    state = through(game, roll(game, state, [1] * 8, [6, 6, 6]))
    assert game.position(state).control(TRIPOLI) == "axis"
    alive = [u for u in EIGHTH if u in state.units]
    assert places(state, *alive) == dict.fromkeys(alive, "eighth_army")
    assert sum(state.units[u].steps for u in alive) == 8 - 3
    assert state.units["eighth_army"].at == "em_allied_6"
    # Tripoli is not Allied: Malta is the only base, and it has no choice to offer
    assert state.units["em_esc"].at == "Y6"
    # 5 SP need 2 Supply and one is left: the army waits
    state, events = again(game, state, 8)
    assert any(e.text() == "8th Army waits: 2 Supply needed, 1 there" for e in events)
    assert asking(game, state)[0] == "pass"
    # with 4 SP one is enough
    weak = next(u for u in alive if state.units[u].steps == 1)
    state, _ = again(game, state.without_unit(weak, "lost"), 9)
    assert asking(game, state)[0] != "pass"
    assert state.gone.get("em_sup_3") == "spent"


@pytest.mark.rule("TT-2.2-R07")
def test_after_a_failed_assault_the_army_may_walk_in(game: Game) -> None:
    state = answer(game, assault(game), "extra 0", "extra 0")
    state = through(game, roll(game, state, [1] * 8, [6, 6, 6]))
    for unit in ("de_164_id", "tri_inf"):
        state = state.without_unit(unit, "lost")
    state, _ = again(game, state, 8)
    assert {at for at in places(state, *EIGHTH).values() if at} == {TRIPOLI}
    assert state.units["em_sup_3"].at == TRIPOLI


@pytest.mark.rule("TT-2.2-R06")
def test_an_army_without_supply_waits(game: Game) -> None:
    state, events = moment_with_events(game, 7, ("em_sup_1", "em_sup_2"), "axis", eighth_army="em_allied_6")
    assert any(e.text() == "8th Army waits: 2 Supply needed, 1 there" for e in events)
    assert places(state, *EIGHTH) == dict.fromkeys(EIGHTH, "eighth_army")
    assert "em_sup_3" in state.units


def test_losers_may_be_eliminated_by_a_switch() -> None:
    game = load('eastmed.failed_assault="eliminate"')
    state = answer(game, assault(game), "extra 0", "extra 0")
    state = through(game, roll(game, state, [1] * 8, [6, 6, 6]))
    assert places(state, *EIGHTH) == dict.fromkeys(EIGHTH)
    assert state.units["em_sup_3"].at == "eighth_army"


@pytest.mark.rule("TT-2.2-11")
def test_the_axis_storms_an_allied_tripoli(game: Game) -> None:
    state = moment(game, 5, ("tri_inf",), "allied", panzer_army="em_axis_4", us_34_id=TRIPOLI)
    assert asking(game, state) == ("eastmed.storm", "axis")  # 3 SP need 1 of 2 Supply
    assert options(game, state) == ["extra 0", "extra 1"]
    state = through(game, roll(game, answer(game, state, "extra 0"), [6, 10, 6], [1, 1]))
    assert game.position(state).control(TRIPOLI) == "axis"
    assert state.units["pza_sup_2"].at == TRIPOLI
    assert state.units["pza_ftr"].at == TRIPOLI


# ------------------------------------------------------------------ aircraft and ships


@pytest.mark.rule("TT-1.2.3-R05")
def test_the_axis_fighters_look_for_another_airfield_when_tripoli_takes_none(game: Game) -> None:
    full = {"sard_bmb": TRIPOLI, "sic_ftr": TRIPOLI}
    state = moment(game, 5, (), "axis", panzer_army="em_axis_4", **full)
    assert asking(game, state) == ("eastmed.bases", "axis")
    fields = {o.split()[2] for o in options(game, state) if o.startswith("base pza_ftr")}
    assert {"W4", "S2"} <= fields
    assert not {TRIPOLI, "Y6", "E6"} & fields
    state = answer(game, state, "base pza_ftr W4")
    assert (state.units["pza_ftr"].at, state.units["pza_ftr"].steps) == ("W4", 1)


@pytest.mark.rule("TT-1.2.2-R04")
def test_allied_fighters_without_room_wait_with_the_army(game: Game) -> None:
    state = moment(game, 7, ("em_sup_1", "em_sup_2"), "axis", eighth_army="em_allied_6", gib_ftr="Y6")
    assert state.units["em_esc"].at == "Y6"  # a port has room
    assert state.units["em_ftr"].at == "eighth_army"
    state, _ = again(game, state.without_unit("gib_ftr", "lost").without_unit("malta_bmb", "lost"), 8)
    assert state.units["em_ftr"].at == "Y6"


def test_faults_in_the_table_are_told() -> None:
    with pytest.raises(RulesetError, match="'vichy' is a nation, not a seat"):
        load("eastmed.arrival_turn={ vichy = 3 }")
    with pytest.raises(RulesetError, match="needs a track and an entry"):
        load("eastmed.army.tf1={}")
