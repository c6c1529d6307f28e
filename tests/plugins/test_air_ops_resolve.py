"""The order in which air missions are resolved: space by space, the sides in turn, and what happens in one space."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import MarkerSet
from hexwright.game import Game
from hexwright_plugins.air_ops.record import FlightHit, FlightResolved
from hexwright_plugins.air_ops.resolve import SpaceBegun, pending
from hexwright_plugins.gunnery import Patrolled

from .sky import Sky
from .torch import load

TUNIS, BIZERTE, SICILY, CONSTANTINE, BONE, SARDINIA, ALGIERS = "U5", "T4", "W4", "Q5", "R4", "S2", "M5"


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def order(sky: Sky) -> list[tuple[str, str]]:
    return [(e.seat, e.space) for e in sky.events if isinstance(e, SpaceBegun)]


FOUR = (
    "a_1 ftr Q5 close_air_support R5",
    "a_2 ftr Q5 close_air_support S6",
    "x_1 ftr W4 close_air_support T5",
    "x_2 ftr W4 close_air_support U6",
    "x_3 ftr W4 close_air_support V5",
)


@pytest.mark.rule("TT-2.4.1-R08")
def test_the_sides_pick_their_own_spaces_in_turn(game: Game) -> None:
    sky = Sky(game, *FOUR)
    assert sky.asked() == ("allied", "air_ops.resolve")
    assert sky.options("allied") == ["resolve R5", "resolve S6"]
    assert sky.why("allied", "resolve T5").rule == "TT-2.4.1-R08"
    sky.play("allied: resolve S6")
    assert sky.asked() == ("axis", "air_ops.resolve")
    assert sky.options("axis") == ["resolve T5", "resolve V5", "resolve U6"]
    assert sky.why("axis", "resolve R5").nearest == "resolve T5"
    sky.play("axis: resolve U6")
    # The Allies have one space left and need not be asked; the Axis picks among two, and the last needs no question.
    assert sky.asked() == ("axis", "air_ops.resolve")
    sky.play("axis: resolve V5")
    assert order(sky) == [("allied", "S6"), ("axis", "U6"), ("allied", "R5"), ("axis", "V5"), ("axis", "T5")]
    assert [sky.stage(u) for u in ("a_1", "a_2", "x_1", "x_2", "x_3")] == ["flown"] * 5


def test_the_second_side_of_the_seats_begins_when_it_is_first(game: Game) -> None:
    sky = Sky(game, *FOUR, roles={"first": "axis", "second": "allied"})
    assert sky.asked() == ("axis", "air_ops.resolve")


def test_nothing_to_resolve_asks_nobody(game: Game) -> None:
    sky = Sky(game, "a_1 ftr Q5 intercept", "x_1 ftr W4 intercept", "x_2 ftr W4 -")
    assert order(sky) == []
    assert sky.stage("a_1") == "assigned"


@pytest.mark.rule("TT-2.4.1-R08")
def test_missions_of_both_sides_in_a_space_resolve_together_the_first_side_is_intercepted_first(game: Game) -> None:
    sky = Sky(
        game, "a_cas ftr Q5 close_air_support T5", "x_cas ftr W4 close_air_support T5",
        "a_int ftr S5 intercept", "x_int ftr U5 intercept",
    )  # fmt: skip
    assert sky.asked() == ("axis", "air_ops.commit")  # against the Allied mission
    sky.play("axis: commit x_int", dice="1 1")
    assert sky.asked() == ("allied", "air_ops.commit")
    sky.play("allied: done")
    assert order(sky) == [("allied", "T5")]
    assert (sky.stage("a_cas"), sky.stage("x_cas")) == ("flown", "flown")


def test_inside_a_space_ships_fire_before_strikes_and_strikes_of_the_first_side_before_those_of_the_second(
    game: Game,
) -> None:
    ships: dict[str, dict[str, Any]] = {"malta_esc": {"at": "V5"}, "toulon_esc_1": {"at": "V5"}}
    sky = Sky(
        game, "a_bmb bmb Q5 strike V5 ships", "x_bmb bmb S2 strike V5 ships", "x_int ftr W4 intercept", units=ships,
    )  # fmt: skip
    assert sky.asked() == ("axis", "air_ops.commit")
    sky.play("axis: done")
    assert sky.asked() == ("axis", "air_ops.defence")
    sky.play("axis: done")
    assert sky.asked() == ("allied", "air_ops.defence")
    sky.play("allied: done", dice=["strike V5 ships: 8 8", "strike V5 ships: 1 8"])
    assert (sky.steps("toulon_esc_1"), sky.steps("malta_esc")) == (0, 1)


@pytest.mark.rule("TT-2.4.1-R08", "TT-2.4.1-08")
def test_what_needs_no_roll_gets_through_without_one(game: Game) -> None:
    sky = Sky(
        game, "a_asw ftr Q5 air_asw R3", "a_cas ftr Q5 close_air_support R3", "a_esc ftr Q5 escort R3",
        "a_con ftr Q5 convoy_escort R3", "a_int ftr Q5 interdict S6", "x_reb ftr W4 re_base",
    )  # fmt: skip
    sky.play("allied: resolve R3")
    stages = [sky.stage(u) for u in ("a_asw", "a_cas", "a_esc", "a_con", "a_int", "x_reb")]
    assert stages == ["used", "flown", "flown", "flown", "used", "assigned"]
    assert sky.told(Patrolled) == ["a_asw searches R3 for submarines"]
    assert [(m.kind, m.owner) for m in sky.state.markers["S6"]] == [("interdict", "allied")]
    assert not any(type(e).__name__ == "Rolled" for e in sky.events)


def test_two_tokens_of_one_nation_make_one_interdicted_space(game: Game) -> None:
    sky = Sky(game, "a_1 ftr Q5 interdict S6", "a_2 ftr Q5 interdict S6")
    assert len(sky.told(MarkerSet)) == 1


@pytest.mark.rule("TT-2.4.1-08")
def test_re_basing_aircraft_are_not_intercepted_and_are_no_space_to_resolve(game: Game) -> None:
    sky = Sky(game, "a_1 ftr U5 re_base U5", "x_int ftr U5 intercept")
    assert pending(game.position(sky.state), "allied") == ()
    assert sky.stage("x_int") == "assigned"


@pytest.mark.rule("TT-2.4.1-08")
def test_air_transport_is_intercepted_like_other_missions_and_lands_last(game: Game) -> None:
    sky = Sky(game, "a_lift - Q5 air_lift S5", "a_cas ftr Q5 close_air_support S5", "x_int ftr U5 intercept")
    assert sky.asked() == ("axis", "air_ops.commit")
    sky.play("axis: commit x_int", "axis: target x_int a_lift", dice="5 8")
    assert sky.told(FlightHit) == ["air transport a_lift takes 1 hit"] * 2
    assert sky.told(FlightResolved) == ["air transport a_lift has come through to S5"]
    assert sky.stage("a_lift") == "flown"
    names = [type(e).__name__ for e in sky.events if getattr(e, "stage", "") == "flown" or hasattr(e, "flight")]
    assert names[-1] == "FlightResolved"


def test_a_lone_flight_is_a_space_to_resolve_for_its_side(game: Game) -> None:
    sky = Sky(game, "a_lift - Q5 air_lift S5", "x_lift - W4 air_drop T6")
    assert order(sky) == [("allied", "S5"), ("axis", "T6")]


@pytest.mark.parametrize(("windows", "asked"), [("any", True), ("boundaries", False)])
def test_squadrons_may_join_before_each_space(windows: str, asked: bool) -> None:
    sky = Sky(
        load(f'air.squadron_windows="{windows}"'),
        "a_1 ftr/1 Q5 close_air_support R5", "a_2 ftr Q5 close_air_support S6", "a_sqd sqd Q5 -",
    )  # fmt: skip
    sky.play("allied: resolve R5")
    assert (sky.asked()[1] == "air_ops.joining") == asked
    if asked:
        sky.play("allied: join a_sqd a_1")
        assert (sky.steps("a_1"), sky.steps("a_sqd")) == (2, 0)
        assert sky.stage("a_1") == "flown"  # nothing else can join, so the space is resolved
