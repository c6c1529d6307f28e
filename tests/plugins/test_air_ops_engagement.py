"""Interception and escort: who may be committed, how they are paired, and what their fire does."""

from __future__ import annotations

import pytest

from hexwright.events import Rolled, StepsChanged
from hexwright.game import Game
from hexwright_plugins.air_ops.engagement import Engaged, alerts

from .sky import Sky
from .torch import load

AIRCRAFT = ("fighter_group", "carrier_air_group", "bomber_group")


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def committed(sky: Sky, *units: str, dice: str = "") -> Sky:
    """Who is asked commits these alerts and no others."""
    seat = sky.asked()[0]
    more = len(sky.options(seat, "commit")) > len(units)
    return sky.play(*(f"{seat}: commit {u}" for u in units), *((f"{seat}: done",) if more else ()), dice=dice)


def rolled(sky: Sky) -> list[tuple[int, ...]]:
    return [e.sides for e in sky.events if isinstance(e, Rolled)]


# ------------------------------------------------------------------ dice are data (TT-2.4.1-R24)

AGAINST_AIRCRAFT = ("intercept", "escort", "arrival", "support_land", "convoy_escort_air", "raid_air")
AGAINST_SURFACE = ("strike", "support_sea", "raid", "convoy_escort_ships")


@pytest.mark.rule("TT-2.4.1-R24", "TT-2.4.1-06", "TT-2.4.1-07", "TT-PA.10-01", "TT-PA.10-02", "TT-PA.10-03")
@pytest.mark.rule("TT-2.4.1-R03")
@pytest.mark.parametrize("kind", AIRCRAFT)
def test_one_principle_fixes_all_dice_of_aircraft(game: Game, kind: str) -> None:
    dice = game.rules.unit_type[kind].dice
    assert set(dice) == {*AGAINST_AIRCRAFT, *AGAINST_SURFACE}
    air, surface = (6, 8) if kind == "bomber_group" else (8, 6)
    assert [dice[t].sides for t in AGAINST_AIRCRAFT] == [air] * len(AGAINST_AIRCRAFT)
    assert [dice[t].sides for t in AGAINST_SURFACE] == [surface] * len(AGAINST_SURFACE)
    assert {d.per for d in dice.values()} == {"step"}
    assert {d.hit for d in dice.values()} == {5}


@pytest.mark.rule("TT-2.4.1-R25")
def test_no_mission_intercepts_ships_its_die_is_that_of_convoy_escorts(game: Game) -> None:
    air = {k: m for k, m in game.rules.mission.items() if m.domain == "air"}
    assert not any("ship" in k for k in air)
    assert air["intercept"].dice == "intercept"
    assert all(game.rules.unit_type[k].dice["convoy_escort_ships"].rule == "TT-2.4.1-07" for k in AIRCRAFT)


# ------------------------------------------------------------------ who may be committed (TT-2.4.1-R04)

STRIKE = "a_bmb bmb Q5 strike U5 airfield"


@pytest.mark.rule("TT-2.4.1-R04", "TT-2.4.1-14")
def test_alerts_within_two_spaces_of_the_target_may_engage(game: Game) -> None:
    sky = Sky(
        game, STRIKE, "x_here ftr U5 intercept", "x_two ftr W4 intercept", "x_far ftr R4 intercept",
        "x_none ftr T4 -", "x_esc ftr W4 escort V5", "a_int ftr S5 intercept",
    )  # fmt: skip
    assert sky.asked() == ("axis", "air_ops.commit")
    assert sky.options("axis") == ["commit x_here", "commit x_two", "done"]
    assert sky.why("axis", "commit x_far").rule == "TT-2.4.1-R04"
    assert sky.why("axis", "commit x_none").nearest == "commit x_here"
    assert sky.why("axis", "fire x_here").rule == "TT-2.4.1-R04"
    sky.play("axis: commit x_two")
    assert sky.options("axis") == ["commit x_here", "done"]
    assert "already" in str(sky.why("axis", "commit x_two"))


@pytest.mark.rule("TT-2.4.1-R04")
def test_an_alert_engages_once_a_turn_and_one_that_declines_stays_on_alert(game: Game) -> None:
    sky = Sky(
        game, "a_1 bmb Q5 close_air_support T5", "a_2 bmb Q5 close_air_support T6",
        "x_1 ftr U5 intercept", "x_2 ftr T4 intercept",
    )  # fmt: skip
    sky.play("allied: resolve T5", "axis: commit x_1", "axis: done", dice="1 1")
    assert sky.told(Engaged) == ["x_1 intercepts at T5"]
    assert "engaged" in sky.state.units["x_1"].status
    assert (sky.stage("x_1"), sky.stage("x_2")) == ("used", "assigned")
    assert sky.options("axis") == ["commit x_2", "done"]
    sky.play("axis: done")
    assert sky.stage("x_2") == "assigned"
    assert "engaged" not in sky.state.units["x_2"].status


@pytest.mark.parametrize(
    ("settings", "base", "ready"),
    [
        ((), "W4", True),
        (("air.intercept_radius=1",), "W4", False),
        (("air.intercept_radius=1",), "T4", True),
        (("air.range_counts_start_hex=true",), "W4", False),
        (("air.range_counts_start_hex=true",), "U5", True),
    ],
)
def test_the_radius_of_an_alert_is_a_switch(settings: tuple[str, ...], base: str, ready: bool) -> None:
    game = load(*settings)
    sky = Sky(game, f"x_1 ftr {base} intercept", frames=["pass allied"])
    assert (alerts(game.position(sky.state), ["U5"], ["allied"]) == ("x_1",)) == ready


def test_with_the_switch_interceptors_wait_in_one_space() -> None:
    game = load('air.intercept_mode="hex"')
    sky = Sky(game, STRIKE, "x_1 ftr U5 intercept T5", "x_2 ftr U5 intercept U5")
    assert sky.options("axis") == ["commit x_2", "done"]


def test_an_alert_on_a_carrier_counts_from_where_the_carrier_is(game: Game) -> None:
    sky = Sky(
        game, "x_cas ftr W4 close_air_support T5", "a_cag cag tf1_csg intercept", units={"tf1_csg": {"at": "V4"}},
    )  # fmt: skip
    assert sky.asked() == ("allied", "air_ops.commit")


# ------------------------------------------------------------------ pairing and fire (E-17, E-18)


@pytest.mark.rule("TT-2.4.1-15", "TT-2.4.1-17", "TT-2.4.1-18", "TT-2.4.1-19", "TT-2.4.1-20", "TT-2.4.1-R07")
@pytest.mark.rule("TT-PA.9-01")
def test_two_interceptors_an_escort_and_a_striker(game: Game) -> None:
    sky = Sky(game, STRIKE, "a_esc ftr Q5 escort U5", "x_1 ftr U5 intercept", "x_2 ftr T4 intercept")
    committed(sky, "x_1", "x_2")
    # There are more interceptors: the escort's owner matches, then the owner of the one that is over.
    assert sky.asked() == ("allied", "air_ops.pair")
    assert sky.options("allied") == ["pair a_esc x_1", "pair a_esc x_2"]
    assert sky.why("allied", "pair a_bmb x_1").rule == "TT-2.4.1-18"
    sky.play("allied: pair a_esc x_1")
    assert sky.asked() == ("axis", "air_ops.surplus")
    assert sky.options("axis") == ["target x_2 a_esc", "target x_2 a_bmb"]
    sky.play("axis: target x_2 a_bmb", dice=["interception: 6 3 7 5 5 1", "strike U5 airfield: 6"])
    assert [sky.steps(u) for u in ("x_1", "a_esc", "x_2", "a_bmb")] == [0, 1, 2, 1]
    assert sky.state.features["U5 airfield damage"] == 1
    assert "engaged" in sky.state.units["x_2"].status


@pytest.mark.rule("TT-2.4.1-18", "TT-2.4.1-19", "TT-2.4.1-R06")
def test_one_interceptor_two_escorts(game: Game) -> None:
    sky = Sky(
        game, "a_cas bmb Q5 close_air_support U5", "a_e1 ftr Q5 escort U5", "a_e2 ftr Q5 escort U5",
        "x_1 ftr U5 intercept",
    )  # fmt: skip
    committed(sky, "x_1")
    assert sky.asked() == ("axis", "air_ops.pair")  # the interceptors are fewer
    assert sky.options("axis") == ["pair x_1 a_e1", "pair x_1 a_e2"]
    # The escort that is left over has one interceptor to fire at, so nobody is asked.
    sky.play("axis: pair x_1 a_e1", dice="8 2 4 3 5 4")
    assert [sky.steps(u) for u in ("x_1", "a_e1", "a_e2", "a_cas")] == [1, 1, 2, 2]


@pytest.mark.rule("TT-2.4.1-R06")
def test_hits_beyond_the_opponents_strength_are_lost(game: Game) -> None:
    sky = Sky(game, "a_cas bmb Q5 close_air_support U5", "a_esc ftr/1 Q5 escort U5", "x_1 ftr U5 intercept")
    committed(sky, "x_1", dice="8 8 1")  # a pair of its own: no question; two hits on an escort of one strength point
    assert [sky.steps(u) for u in ("a_esc", "a_cas", "x_1")] == [0, 2, 2]
    assert sky.stage("a_cas") == "flown"


@pytest.mark.case("C14")
@pytest.mark.rule("TT-2.4.1-17")
def test_both_of_a_pair_may_fall(game: Game) -> None:
    sky = Sky(game, "a_cas bmb Q5 close_air_support U5", "a_esc ftr/1 Q5 escort U5", "x_1 ftr/1 U5 intercept")
    committed(sky, "x_1", dice="5 5")
    assert (sky.steps("a_esc"), sky.steps("x_1")) == (0, 0)


@pytest.mark.rule("TT-2.4.1-16", "TT-2.4.1-R07", "TT-2.4.1-20")
def test_without_escort_the_mission_is_hit_and_does_not_fire_back(game: Game) -> None:
    sky = Sky(game, "a_cas ftr Q5 close_air_support U5", "x_1 ftr U5 intercept")
    committed(sky, "x_1", dice="8 5")
    assert rolled(sky) == [(8, 8)]
    assert (sky.steps("a_cas"), sky.steps("x_1"), sky.stage("a_cas")) == (0, 2, "lost")


@pytest.mark.rule("TT-2.4.1-R03")
@pytest.mark.parametrize(("face", "left"), [(4, 2), (5, 1)])
def test_five_and_more_hits(game: Game, face: int, left: int) -> None:
    sky = Sky(game, "a_cas ftr Q5 close_air_support U5", "x_1 bmb/1 U5 intercept")
    committed(sky, "x_1", dice=str(face))
    assert rolled(sky) == [(6,)]
    assert sky.steps("a_cas") == left


@pytest.mark.rule("TT-2.4.1-18")
def test_with_equal_numbers_the_owner_of_the_interceptors_matches(game: Game) -> None:
    sky = Sky(
        game, "a_cas bmb Q5 close_air_support U5", "a_e1 ftr Q5 escort U5", "a_e2 ftr Q5 escort U5",
        "x_1 ftr U5 intercept", "x_2 ftr T4 intercept",
    )  # fmt: skip
    committed(sky, "x_1", "x_2")
    sky.play("axis: pair x_1 a_e2", dice="8 1 1 1 1 1 1 1")
    assert (sky.steps("a_e2"), sky.steps("a_e1")) == (1, 2)


@pytest.mark.rule("TT-2.4.1-19")
def test_a_surplus_interceptor_may_help_against_the_escort(game: Game) -> None:
    sky = Sky(
        game, "a_cas bmb Q5 close_air_support U5", "a_esc ftr Q5 escort U5", "x_1 ftr U5 intercept",
        "x_2 ftr T4 intercept",
    )  # fmt: skip
    committed(sky, "x_1", "x_2")
    sky.play("allied: pair a_esc x_1", "axis: target x_2 a_esc", dice="5 1 1 1 5 1")
    assert (sky.steps("a_esc"), sky.steps("a_cas")) == (0, 2)
    losses = [e for e in sky.events if isinstance(e, StepsChanged) and e.unit == "a_esc"]
    assert [e.rule for e in losses] == ["TT-2.4.1-R06"]  # one frame takes what the pair and the other one hit


# ------------------------------------------------------------------ switches


def test_mission_aircraft_fire_back_with_the_switch() -> None:
    sky = Sky(load("air.mission_return_fire=true"), "a_cas bmb Q5 close_air_support U5", "x_1 ftr U5 intercept")
    committed(sky, "x_1", dice="5 5 5 1")
    assert rolled(sky) == [(8, 8, 6, 6)]
    assert (sky.steps("a_cas"), sky.steps("x_1")) == (0, 1)


def test_pooled_hits_are_shared_by_the_escorts_and_then_by_the_mission() -> None:
    sky = Sky(
        load('air.pair_hits="pooled"'), "a_cas bmb Q5 close_air_support U5", "a_e1 ftr Q5 escort U5",
        "a_e2 ftr/1 Q5 escort U5", "x_1 ftr U5 intercept", "x_2 ftr T4 intercept",
    )  # fmt: skip
    committed(sky, "x_1", "x_2", dice="5 5 1 1 5 1 1")  # two hits on the escorts, one on the interceptors
    assert sky.asked() == ("allied", "air_ops.losses")
    sky.play("allied: hit a_e1", "allied: hit a_e2")
    assert sky.asked() == ("axis", "air_ops.losses")
    sky.play("axis: hit x_2")
    assert [sky.steps(u) for u in ("a_e1", "a_e2", "a_cas", "x_1", "x_2")] == [1, 0, 2, 2, 1]
    sky = Sky(
        load('air.pair_hits="pooled"'), "a_cas bmb Q5 close_air_support U5", "a_e2 ftr/1 Q5 escort U5",
        "x_1 ftr U5 intercept",
    )  # fmt: skip
    committed(sky, "x_1", dice="5 5 1")
    assert (sky.steps("a_e2"), sky.steps("a_cas")) == (0, 1)


def test_with_the_switch_every_mission_is_an_engagement_of_its_own() -> None:
    flights = ("a_1 bmb Q5 close_air_support U5", "a_2 bmb Q5 close_air_support U5", "x_1 ftr U5 intercept")
    sky = Sky(load(), *flights)
    sky.play("axis: commit x_1")
    assert sky.options("axis") == ["target x_1 a_1", "target x_1 a_2"]
    sky = Sky(load('air.engagement_scope="mission"'), *flights)
    sky.play("axis: done")  # not against the first
    sky.play("axis: commit x_1", dice="5 1")
    assert (sky.steps("a_1"), sky.steps("a_2")) == (2, 1)


def test_the_shooter_names_who_is_hit_with_the_switch() -> None:
    sky = Sky(
        load('air.pair_hits="pooled"', 'hits.allocator="shooter"'), "a_1 bmb Q5 close_air_support U5",
        "a_2 bmb Q5 close_air_support U5", "x_1 ftr U5 intercept",
    )  # fmt: skip
    sky.play("axis: commit x_1", dice="5 1")
    assert sky.asked() == ("axis", "air_ops.losses")


@pytest.mark.rule("TT-2.4.1-02", "TT-2.4.1-R04")
def test_the_owner_of_alerts_is_told_what_flies_there(game: Game) -> None:
    flights = ("a_bmb bmb Q5 strike U5 port", "a_ftr ftr Q5 escort U5", "a_drop - Q5 air_drop U5")
    sky = Sky(game, *flights, "x_int ftr T6 intercept")
    about = dict(game.asks(sky.state)[0].about)
    assert about["missions"] == "a_bmb strike, a_drop air_drop"
    assert about["escorts"] == "a_ftr"
