"""Strikes on ports and airfields: one hand, what works take of it, damage and its limits."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.torch import answer, load, options, why

from hexwright.decisions import CHANCE
from hexwright.errors import RulesetError
from hexwright.events import Event, FeatureSet
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.facilities import Strike, Struck, damage, most_damage, port_value

SHIPS: dict[str, dict[str, Any]] = {"ax_att_1": {"at": "U4"}, "ax_esc_1": {"at": "U4"}}
PAIR = ("ax_att_1", "ax_esc_1")
RAF: dict[str, dict[str, Any]] = {"gib_bmb": {"at": "E6"}, "gib_ftr": {"at": "E6"}}


def struck(
    game: Game, space: str, *units: str, kind: str = "port", table: str = "sea", hits: int = 0, seat: str = "axis",
    about: dict[str, dict[str, Any]] | None = None,
) -> State:  # fmt: skip
    """A strike is about to be carried out; the facility has some damage."""
    return scene(
        game, turn=3, units=SHIPS if about is None else about, features={f"{space} {kind} damage": hits},
        frames=[Strike(space, kind, units or PAIR, table, seat), "pass allied"],
    )  # fmt: skip


def roll(game: Game, state: State, *faces: int) -> tuple[State, list[Event]]:
    step = game.apply(state, "roll " + " ".join(map(str, faces)), CHANCE)
    return step.state, list(step.events)


def dice_due(game: Game, state: State) -> tuple[int, ...]:
    return next((ask.roll.sides for ask in game.asks(state) if ask.roll is not None), ())


@pytest.mark.rule("TT-2.4.2-36", "TT-2.4.2-37")
def test_each_hit_is_a_point_of_damage_that_lowers_the_port() -> None:
    game = load()
    state = struck(game, "U5")
    assert dice_due(game, state) == (10, 8)
    state, events = roll(game, state, 7, 5)
    now = game.position(state)
    assert (damage(now, "U5", "port"), port_value(now, "U5")) == (2, 1)
    told = [e for e in events if isinstance(e, Struck)]
    assert [(e.hits, e.absorbed, e.done) for e in told] == [(2, 0, 2)]
    assert [e.rule for e in events if isinstance(e, FeatureSet)] == ["TT-2.4.2-37"]


@pytest.mark.rule("TT-2.4.2-36")
def test_misses_leave_the_port_alone() -> None:
    state, events = roll(load(), struck(load(), "U5"), 4, 4)
    assert damage(load().position(state), "U5", "port") == 0
    assert not any(isinstance(e, FeatureSet) for e in events)


@pytest.mark.rule("TT-2.4.2-R21")
def test_damage_stops_at_the_printed_value_and_the_surplus_is_lost() -> None:
    game = load()
    state, events = roll(game, struck(game, "U5", hits=2), 7, 5)
    assert damage(game.position(state), "U5", "port") == 3
    told = next(e for e in events if isinstance(e, Struck))
    assert told.done == 1 and ("more than it can lose", -1, "TT-2.4.2-R21") in told.parts
    state, events = roll(game, struck(game, "U5", hits=3), 7, 5)
    assert damage(game.position(state), "U5", "port") == 3 and not any(isinstance(e, FeatureSet) for e in events)


@pytest.mark.rule("TT-4-07")
def test_a_fortification_takes_a_die_of_the_strikers_choice() -> None:
    game = load()
    state = struck(game, "T4")
    assert options(game, state, "axis") == ["remove d10", "remove d8"]
    assert why(game, state, "axis", "remove d6").rule == "TT-4-07"
    assert game.ask(state, "allied") is None
    assert dice_due(game, answer(game, state, "axis", "remove d10")) == (8,)
    assert dice_due(game, answer(game, state, "axis", "remove d8")) == (10,)


@pytest.mark.rule("TT-4-07")
def test_dice_of_one_kind_are_no_choice_and_a_single_die_is_none_left() -> None:
    game = load()
    alike = {"ax_att_1": {"at": "U4"}, "ax_att_2": {"at": "U4"}}
    assert dice_due(game, struck(game, "T4", "ax_att_1", "ax_att_2", about=alike)) == (10,)
    # a damaged Escort Group and a submarine roll the same d6, whatever their domain
    small = {"ax_esc_1": {"at": "U4", "steps": 1}, "sub_axis_1": {"at": "U4", "hidden": False}}
    assert dice_due(game, struck(game, "T4", "ax_esc_1", "sub_axis_1", about=small)) == (6,)
    alone = struck(game, "T4", "ax_att_1")
    assert dice_due(game, alone) == () and damage(game.position(alone), "T4", "port") == 0
    assert game.asks(alone)[0].frame == "pass"


@pytest.mark.rule("TT-4-07", "TT-4-06")
@pytest.mark.parametrize(("kind", "space"), [("port", "T4"), ("airfield", "T4")])
def test_a_fortification_takes_the_first_point_of_damage_of_every_strike(kind: str, space: str) -> None:
    game = load()
    about = {**SHIPS, "ax_att_2": {"at": "U4"}}
    for hits, faces, left in ((0, (7, 7), 1), (1, (7, 7), 2), (0, (7, 1), 0)):
        state = struck(game, space, "ax_att_1", "ax_att_2", "ax_esc_1", kind=kind, hits=hits, about=about)
        state, events = roll(game, answer(game, state, "axis", "remove d8"), *faces)
        assert damage(game.position(state), space, kind) == left
        assert next(e for e in events if isinstance(e, Struck)).absorbed == 1


@pytest.mark.rule("TT-2.4.1-23", "TT-2.4.1-07")
def test_aircraft_roll_their_strike_dice_at_an_airfield() -> None:
    game = load()
    state = struck(game, "U5", "gib_bmb", "gib_ftr", kind="airfield", table="strike", seat="allied", about=RAF)
    assert dice_due(game, state) == (8, 8, 6, 6)
    state, _ = roll(game, state, 8, 4, 5, 1)
    assert damage(game.position(state), "U5", "airfield") == 2


def test_who_is_lost_before_the_strike_does_not_roll() -> None:
    game = load()
    assert dice_due(game, struck(game, "U5", "ax_att_1", "ax_esc_1", about={"ax_esc_1": {"at": "U4"}})) == (8,)
    assert game.asks(struck(game, "U5", "ax_att_1", about={}))[0].frame == "pass"


def test_strikes_leave_a_port_its_floor_but_nothing_else() -> None:
    game = load("facilities.strike_floor=1")
    state, _ = roll(game, struck(game, "U5", hits=1), 7, 5)
    assert damage(game.position(state), "U5", "port") == 2
    # what is beyond the floor already (sabotage may do that) is not mended by a strike
    state, _ = roll(game, struck(game, "U5", hits=3), 7, 5)
    assert damage(game.position(state), "U5", "port") == 3
    field = struck(game, "U5", kind="airfield")
    assert most_damage(game.position(field), "U5", "airfield") == 2
    state, _ = roll(game, field, 7, 5)
    assert damage(game.position(state), "U5", "airfield") == 2


def test_a_floor_below_nothing_is_refused() -> None:
    with pytest.raises(RulesetError, match="no port is worth less than 0"):
        Game.load("torch_tunisia", settings=["facilities.strike_floor=-1"])


def test_works_are_data() -> None:
    game = load("facilities.works=[]")
    state = struck(game, "T4")
    assert dice_due(game, state) == (10, 8)
    state, _ = roll(game, state, 7, 5)
    assert damage(game.position(state), "T4", "port") == 2
