"""Interception of what flies in by air in Deploy: who may attack and defend, in which order, and what gets through."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import Placed, Removed, Rolled
from hexwright.game import Game
from hexwright_plugins.gunnery import Inbound

from .sky import Sky
from .torch import load

BOX = "europe_air"
BASES = {"U5": "axis", "S5": "allied", "T4": "allied", "Q5": "allied"}
INF = {"type": "infantry_regiment", "nation": "axis", "at": BOX}
BMB = {"type": "bomber_group", "nation": "axis", "at": BOX}
SUP = {"type": "supply", "nation": "axis", "at": BOX}
A_FTR = {"type": "fighter_group", "nation": "allied", "at": "atlantic"}


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def deploy(game: Game, *flights: str, fly: tuple[str, ...] = (), allied: tuple[str, ...] = (), **about: Any) -> Sky:
    """Both plans are sealed: the Axis flies these arrivals in, as 'fly UNIT SPACE' without the verb."""
    about.setdefault("turn", 3)
    about["control"] = BASES | about.get("control", {})
    sky = Sky(game, *flights, phase="place", **about)
    plan = [f"axis: fly {text}" for text in fly]
    return sky.play(*(f"allied: fly {text}" for text in allied), "allied: done", *plan, "axis: done")


def rolled(sky: Sky) -> list[tuple[int, ...]]:
    return [e.sides for e in sky.events if isinstance(e, Rolled)]


def place(sky: Sky, unit: str) -> str:
    return sky.state.units[unit].at if unit in sky.state.units else ""


TUNIS = {"x_inf": INF, "x_bmb": BMB}
PLAN = ("x_inf U5", "x_bmb U5")
A, B = "a_1 ftr S5 intercept", "a_2 ftr T4 intercept"


@pytest.mark.rule("TT-2.4.6-08", "TT-2.4.6-09", "TT-2.4.6-10", "TT-2.4.6-11", "TT-2.4.6-R02", "TT-2.4.6-R07")
def test_reinforcements_under_interception(game: Game) -> None:
    sky = deploy(game, A, B, "x_c ftr W4 intercept", "x_d ftr W4 escort U5", fly=PLAN, units=TUNIS)
    assert sky.asked() == ("allied", "air_ops.raid_arrivals")
    assert sky.options("allied") == ["commit a_1", "commit a_2", "done"]
    sky.play("allied: commit a_1", "allied: commit a_2")
    assert sky.asked() == ("axis", "air_ops.cover_arrivals")
    assert sky.options("axis") == ["commit x_c", "commit x_d", "done"]
    sky.play("axis: commit x_c", "axis: commit x_d", dice="6 2")
    assert sky.asked() == ("allied", "air_ops.losses")  # the counter-interceptor's hit comes first
    sky.play("allied: hit a_1")
    assert sky.options("axis") == ["pair x_d a_1", "pair x_d a_2"]
    sky.play("axis: pair x_d a_2", dice="7 1 5 8")
    assert [sky.steps(u) for u in ("a_1", "a_2", "x_d")] == [1, 0, 1]
    assert sky.asked() == ("allied", "air_ops.attack_arrivals")
    assert sky.options("allied") == ["aim a_1 air", "aim a_1 land"]
    assert place(sky, "x_bmb") == BOX
    sky.play("allied: aim a_1 land", dice="5 4 6")
    assert [sky.steps(u) for u in ("a_1", "x_inf", "x_bmb")] == [0, 0, 2]
    assert place(sky, "x_bmb") == "U5"
    assert all("engaged" in sky.state.units[u].status for u in ("x_c", "x_d"))
    assert rolled(sky) == [(8, 8), (8, 8, 8, 8), (8, 6, 6)]


@pytest.mark.rule("TT-2.4.6-08")
def test_only_unengaged_alerts_in_reach_of_the_airfield_intercept(game: Game) -> None:
    engaged = "a_3 ftr T4 intercept"
    sky = Sky(game, A, engaged, "a_4 ftr Q5 intercept", "a_5 ftr T4 escort U5", turn=3, control=BASES,
              phase="place", units=TUNIS)  # fmt: skip
    state = sky.state
    sky.state = state.with_unit(state.units["a_3"].with_status(("engaged",)))
    sky.play("allied: done", "axis: fly x_inf U5", "axis: done")
    assert sky.options("allied") == ["commit a_1", "done"]
    assert sky.why("allied", "commit a_3").rule == "TT-2.4.6-08"
    sky.play("allied: done")
    assert place(sky, "x_inf") == "U5"
    assert rolled(sky) == []


@pytest.mark.rule("TT-2.4.6-08")
def test_without_alerts_arrivals_land_unasked(game: Game) -> None:
    sky = deploy(game, fly=PLAN, units=TUNIS)
    assert sky.told(Inbound) == ["x_inf, x_bmb on the way to U5 by air"]
    assert [e.unit for e in sky.events if isinstance(e, Placed)] == ["x_inf", "x_bmb"]
    assert (place(sky, "x_inf"), place(sky, "x_bmb")) == ("U5", "U5")


@pytest.mark.rule("TT-2.4.6-10")
def test_counter_interceptors_do_not_stop_what_survives_escorts_do(game: Game) -> None:
    sky = deploy(game, A, "x_c ftr W4 intercept", fly=("x_inf U5",), units=TUNIS)
    sky.play("allied: commit a_1", "axis: commit x_c", dice=["counter-interception U5: 5 1", "arrivals U5: 5"])
    assert (sky.steps("a_1"), sky.steps("x_inf")) == (1, 0)
    sky = deploy(game, A, "x_d ftr W4 escort U5", fly=("x_inf U5",), units=TUNIS)
    sky.play("allied: commit a_1", "axis: commit x_d", dice="1 1 1 1")
    assert (sky.steps("a_1"), place(sky, "x_inf")) == (2, "U5")


@pytest.mark.rule("TT-2.4.6-09")
def test_the_receiver_may_leave_its_arrivals_alone(game: Game) -> None:
    sky = deploy(game, A, "x_c ftr W4 intercept", "x_far ftr S2 intercept", "x_e ftr W4 escort T4", fly=("x_inf U5",),
                 units=TUNIS)  # fmt: skip
    sky.play("allied: commit a_1")
    assert sky.options("axis") == ["commit x_c", "done"]
    sky.play("axis: done", dice="4 4")
    assert "engaged" not in sky.state.units["x_c"].status
    assert place(sky, "x_inf") == "U5"


@pytest.mark.rule("TT-2.4.6-10")
def test_two_escorts_meet_one_interceptor(game: Game) -> None:
    sky = deploy(game, A, "x_c ftr W4 escort U5", "x_d ftr W4 escort U5", fly=("x_inf U5",), units=TUNIS)
    sky.play("allied: commit a_1", "axis: commit x_c", "axis: commit x_d", dice="1 1 5 1 5 1")
    assert (sky.steps("a_1"), place(sky, "x_inf")) == (0, "U5")


@pytest.mark.rule("TT-2.4.6-R02")
def test_each_hit_on_land_pieces_takes_one_at_random_supply_too(game: Game) -> None:
    units = {"x_inf": INF, "x_sup": SUP}
    sky = deploy(game, A, fly=("x_inf U5", "x_sup U5"), units=units)
    sky.play("allied: commit a_1", dice=["arrivals U5: 5 1", "arrivals lost U5: 2"])
    assert sky.told(Removed) == ["x_sup is lost at U5"]
    assert place(sky, "x_inf") == "U5"
    sky = deploy(game, A, fly=("x_inf U5", "x_sup U5"), units=units)
    sky.play("allied: commit a_1", dice="5 5")  # all fall: no lot is drawn
    assert sky.told(Removed) == ["x_inf is lost at U5", "x_sup is lost at U5"]


@pytest.mark.rule("TT-2.4.6-R02", "TT-2.4.6-11")
def test_hits_on_aircraft_cost_strength_their_owner_says_whose(game: Game) -> None:
    units = TUNIS | {"x_ftr": {"type": "fighter_group", "nation": "axis", "at": BOX}}
    sky = deploy(game, A, fly=("x_ftr U5", "x_inf U5", "x_bmb U5"), units=units)
    sky.play("allied: commit a_1")
    sky.play("allied: aim a_1 air", dice="5 1 1 1 5 1")
    assert rolled(sky) == [(8, 8, 8, 8, 6, 6)]
    assert sky.asked() == ("axis", "air_ops.losses")
    sky.play("axis: hit x_bmb")
    assert [sky.steps(u) for u in ("x_ftr", "x_bmb", "a_1")] == [2, 1, 1]
    assert {place(sky, u) for u in ("x_ftr", "x_bmb", "x_inf")} == {"U5"}


@pytest.mark.rule("TT-2.4.6-R07")
def test_the_allies_declare_first_then_the_axis(game: Game) -> None:
    flights = (A, "x_i ftr E8 intercept")
    sky = deploy(
        game, *flights, fly=("x_inf U5",), allied=("a_new E6",), units=TUNIS | {"a_new": A_FTR},
        control={"E8": "axis"},
    )  # fmt: skip
    assert sky.asked() == ("allied", "air_ops.raid_arrivals")
    sky.play("allied: done")
    assert sky.asked() == ("axis", "air_ops.raid_arrivals")
    assert place(sky, "a_new") == "atlantic"
    sky.play("axis: commit x_i", dice="5 5 8 1")
    assert place(sky, "a_new") == ""
    assert sky.steps("x_i") == 1


@pytest.mark.rule("TT-2.4.6-08")
def test_each_airfield_is_a_question_of_its_own_and_an_alert_engages_once(game: Game) -> None:
    units = TUNIS | {"x_2": INF}
    sky = deploy(game, A, fly=("x_inf U5", "x_2 T4"), units=units, control={"T4": "axis"})
    sky.play("allied: commit a_1", dice="1 1")
    assert (place(sky, "x_inf"), place(sky, "x_2")) == ("U5", "T4")
    sky = deploy(game, A, fly=("x_inf U5", "x_2 T4"), units=units, control={"T4": "axis"})
    sky.play("allied: done")
    assert sky.options("allied") == ["commit a_1", "done"]
    assert place(sky, "x_2") == BOX


@pytest.mark.rule("TT-2.4.6-R07")
def test_what_comes_by_sea_lands_at_once_and_cannot_be_intercepted(game: Game) -> None:
    units = TUNIS | {"x_sea": {"type": "infantry_regiment", "nation": "axis", "at": "box_tunis"}}
    sky = Sky(game, A, turn=3, control=BASES, phase="place", units=units)
    sky.play("allied: done", "axis: land x_sea", "axis: fly x_inf U5", "axis: done")
    assert sky.asked() == ("allied", "air_ops.raid_arrivals")
    assert (place(sky, "x_sea"), place(sky, "x_inf")) == ("U5", BOX)
