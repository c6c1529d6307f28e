"""The armistice: the roll and its exact chances, Vichy's leaving, what becomes of its hexes, the Algerian Division."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from hexwright.decisions import CHANCE
from hexwright.errors import RulesetError
from hexwright.events import ControlChanged, Event
from hexwright.explain import explain_event
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import broken, play, scene
from hexwright_plugins.armistice import ArmisticeRolled, Stand, cities
from hexwright_plugins.land_combat import record

from .torch import at, load

SAFI, CASABLANCA, RABAT, ORAN, ALGIERS, BONE, BIZERTE, TUNIS = "A10", "B8", "C8", "I6", "M5", "R4", "T4", "U5"
TRIPOLI = "W9"
CITIES = (SAFI, CASABLANCA, RABAT, ORAN, ALGIERS, BONE, BIZERTE, TUNIS)
ALONE = 'ruleset.plugins=["facilities", "armistice"]'


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def vichy(game: Game) -> dict[str, dict[str, Any]]:
    """The units of Vichy where they stand at the start."""
    return {u.id: {"at": u.at} for u in game.start().units.values() if u.nation == "vichy"}


def events_time(game: Game, held: int | tuple[str, ...] = 0, turn: int = 2, **about: Any) -> State:
    """The Vichy part of a turn begins; so many cities (or these) are Allied."""
    spaces = CITIES[:held] if isinstance(held, int) else held
    control = dict.fromkeys(spaces, "allied") | about.pop("control", {})
    return scene(game, turn=turn, control=control, phase="vichy", **about)


def stand_down(
    game: Game, held: tuple[str, ...] = (), answers: tuple[str, ...] = (), **about: Any
) -> tuple[State, tuple[Event, ...]]:
    """Two sixes, the answers that follow, and a one for Toulon."""
    state = events_time(game, held, **about)
    return play(game, state, answers, ["armistice: 6 6", "toulon: 1"])


def control(game: Game, state: State, space: str) -> str:
    return game.position(state).control(space)


# ------------------------------------------------------------------ the roll


@pytest.mark.rule("TT-2.4.7-02", "TT-2.4.7-03", "TT-2.4.7-04")
def test_e_40_armistice_rolls(game: Game) -> None:
    state, events = play(game, events_time(game, (SAFI, ORAN, ALGIERS), turn=1), [], ["armistice: 2 4"])
    rolled = next(e for e in events if type(e).__name__ == "ArmisticeRolled")
    assert "9 with 3 cities: Vichy fights on" in rolled.text()
    assert rolled.rule == "TT-2.4.7-03"
    assert rolled.parts == (("dice", 6, "TT-2.4.7-02"), ("cities", 3, "TT-4-05"))
    assert state.slices["armistice"] == Stand()
    held = (SAFI, ORAN, ALGIERS, BONE)
    state, events = play(game, events_time(game, held), [], ["armistice: 3 3", "toulon: 1"])
    assert "10 with 4 cities: Vichy stands down" in "\n".join(e.text() for e in events)
    assert state.slices["armistice"] == Stand(True, 2)


@pytest.mark.rule("TT-2.4.7-01")
@pytest.mark.parametrize("turn", range(1, 11))
def test_there_is_a_roll_every_turn_until_it_succeeds(game: Game, turn: int) -> None:
    state = events_time(game, 5, turn=turn)
    (ask,) = game.asks(state)
    assert (ask.seat, ask.frame) == (CHANCE, "armistice.roll")
    assert ask.roll is not None and ask.roll.sides == (6, 6)
    after = game.apply(state, "roll 2 2").state
    assert after.slices["armistice"] == Stand()
    assert after.turn > turn or after.over is not None


@pytest.mark.rule("TT-2.4.7-15")
def test_afterwards_the_part_is_skipped(game: Game) -> None:
    state = events_time(game, 0, turn=3, slices=[Stand(True, 2), *toulon_rolled(game)])
    assert state.turn == 4  # nobody was asked
    assert events_time(game, 0, turn=3).turn == 3


def toulon_rolled(game: Game) -> list[Any]:
    port = next(value for plugin, value in game.slices.values() if plugin == "toulon")
    return [attrs.evolve(port, rolled=True)]


@pytest.mark.rule("TT-2.4.7-05", "TT-2.4.7-R02")
@pytest.mark.parametrize(("held", "rolls"), [(5, True), (6, False), (7, False)])
def test_with_six_cities_no_die_is_rolled(game: Game, held: int, rolls: bool) -> None:
    state = events_time(game, held)
    (ask,) = game.asks(state)
    assert ask.frame == ("armistice.roll" if rolls else "toulon.roll")
    assert state.slices["armistice"].done == (not rolls)
    assert state.rolls.get("t2/armistice", 0) == 0


@pytest.mark.rule("TT-2.4.7-R01", "TT-4-05")
@pytest.mark.parametrize(
    ("owners", "count"),
    [
        ({}, 0),
        ({ORAN: "allied"}, 1),
        ({ORAN: "allied", TRIPOLI: "allied"}, 2),  # every city, Tripoli included
        ({ORAN: "allied", TUNIS: "axis", BONE: ""}, 1),
        ({"S6": "allied", "E6": "allied", "S2": "allied"}, 0),  # no cities, home territory included
        (dict.fromkeys((*CITIES, TRIPOLI), "allied"), 9),
    ],
)
def test_cities_under_an_allied_marker_count(game: Game, owners: dict[str, str], count: int) -> None:
    state = scene(game, turn=2, control=owners, units=at(us_3_id=BIZERTE, uk_78_id=RABAT), phase="init")
    assert len(cities(game.position(state))) == count  # presence alone does not count


# Section 8.1: chance of the armistice by the end of turns 1, 2, 3 with 0 to 6 cities held throughout.
BY_TURN = [
    (0, ".167", ".306", ".421"),
    (1, ".278", ".478", ".623"),
    (2, ".417", ".660", ".802"),
    (3, ".583", ".826", ".928"),
    (4, ".722", ".923", ".979"),
    (5, ".833", ".972", ".995"),
    (6, "1", "1", "1"),
]
IN_36 = {0: 6, 1: 10, 2: 15, 3: 21, 4: 26, 5: 30}


def chance(game: Game, held: int) -> Fraction:
    """The chance of one turn: every roll is played."""
    state = events_time(game, held, turn=1)
    (ask,) = game.asks(state)
    if ask.frame != "armistice.roll":
        return Fraction(int(state.slices["armistice"].done))
    rolls = list(ask.options)
    good = sum(game.apply(state, roll).state.slices["armistice"].done for roll in rolls)
    return Fraction(good, len(rolls))


@pytest.mark.rule("TT-2.4.7-02", "TT-2.4.7-03", "TT-2.4.7-04", "TT-2.4.7-05")
@pytest.mark.parametrize(("held", "first", "second", "third"), BY_TURN)
def test_chances_of_the_armistice(held: int, first: str, second: str, third: str) -> None:
    once = chance(load(), held)
    assert once == (Fraction(IN_36[held], 36) if held < 6 else 1)
    for turn, told in enumerate((first, second, third), 1):
        by_then = 1 - (1 - once) ** turn
        assert abs(by_then - Fraction(told if "." not in told else f"0{told}")) <= Fraction(1, 2000)


@pytest.mark.parametrize(("setting", "held", "expected"), [
    ("armistice.target=9", 0, Fraction(10, 36)),
    ("armistice.target=12", 1, Fraction(3, 36)),
    ("armistice.auto_cities=3", 2, Fraction(15, 36)),
    ("armistice.auto_cities=3", 3, Fraction(1)),
    ("armistice.auto_cities=8", 7, Fraction(35, 36)),
    ("armistice.per_city=2", 2, Fraction(26, 36)),
    ("armistice.per_city=0", 5, Fraction(6, 36)),
])  # fmt: skip
def test_target_automatic_number_and_what_a_city_adds_are_data(setting: str, held: int, expected: Fraction) -> None:
    assert chance(load(ALONE, setting), held) == expected


@pytest.mark.rule("TT-4-05", "TT-2.4.7-02")
@pytest.mark.parametrize(("each", "total"), [(1, 9), (2, 12)])
def test_the_roll_tells_what_the_cities_add_and_where_it_is_set(each: int, total: int) -> None:
    game = load(f"armistice.per_city={each}")
    state = events_time(game, (SAFI, ORAN, ALGIERS))
    step = game.apply(state, "roll 2 4", CHANCE)
    rolled = next(e for e in step.events if isinstance(e, ArmisticeRolled))
    assert (rolled.total, rolled.cities) == (total, 3)
    dice, added = explain_event(game, step.state, rolled).parts
    assert dice.source is not None and (dice.value, dice.source.key) == (6, "")
    assert added.source is not None and (added.value, added.source.key) == (3 * each, "armistice.per_city")


# ------------------------------------------------------------------ standing down


@pytest.mark.rule("TT-2.4.7-06")
def test_vichy_leaves_and_the_algerian_division_comes(game: Game) -> None:
    units = vichy(game)
    assert len(units) == 18
    state, events = stand_down(game, units=units | at(us_inf_1=ORAN))
    assert not [u for u in state.units.values() if u.nation == "vichy"]
    assert sorted(state.gone) == sorted(units)
    division = state.units["fr_3_dia"]
    assert (division.at, division.steps, division.nation) == (ALGIERS, 3, "allied")
    assert game.rules.unit_type[division.type].bonus == -4
    assert control(game, state, ALGIERS) == "allied"
    names = [type(e).__name__ for e in events]
    assert names.index("Removed") < names.index("ControlChanged") < names.index("Arrived")


@pytest.mark.rule("TT-2.4.7-R06", "TT-2.4.7-16", "TT-2.4.7-17")
def test_empty_hexes_become_nobodys(game: Game) -> None:
    before = {s: game.board.control(s) for s in game.board.spaces}
    state, events = stand_down(game, (ORAN,), units=vichy(game) | at(us_inf_1=ORAN))
    for space, owner in before.items():
        now = control(game, state, space)
        if space in (ORAN, ALGIERS):
            assert now == "allied"
        else:
            assert now == ("" if owner == "vichy" else owner), space
    assert {e.rule for e in events if isinstance(e, ControlChanged) and e.nation == ""} == {"TT-2.4.7-R06"}
    # the Allies open a port by putting a unit into its hex
    moved, _ = play(game, land(game, "us_inf_1", "Q5", BONE, state), ["move us_inf_1 R4"])
    assert control(game, moved, BONE) == "allied"


def land(game: Game, unit: str, start: str, goal: str, after: State) -> State:
    """A unit may move beside a hex, under the control that a state has."""
    held = dict(after.control.items())
    markers = [(s, m.kind, m.owner, m.count) for s, here in after.markers.items() for m in here]
    slices = [v for _, v in after.slices.items()]
    seat = game.position(after).seat_of(game.order_of_battle[unit].nation)
    assert goal in game.board.neighbours(start)
    return scene(
        game, turn=3, units=at(**{unit: start}), control=held, markers=markers, slices=slices,
        frames=[f"land_combat.move {seat}"],
    )  # fmt: skip


@pytest.mark.rule("TT-2.2-06", "TT-2.2-07", "TT-2.2-R08", "TT-2.4.7-R06")
def test_e_42_ports_after_the_stand_down(game: Game) -> None:
    token = [(TUNIS, "occupation", "axis"), (BIZERTE, "occupation", "axis")]
    state, _ = stand_down(game, units=vichy(game) | at(ax_inf_a1=TUNIS), markers=token)
    assert [control(game, state, s) for s in (TUNIS, BIZERTE, BONE)] == ["axis", "axis", ""]
    assert [bool(state.markers.get(s)) for s in (TUNIS, BIZERTE, BONE)] == [True, True, False]
    arrive = at(it_1_superga="box_tunis", ax_sup_t1_1="box_bizerte", ax_sup_t1_2="box_bone")
    held = dict(state.control.items())
    deploy = scene(game, turn=3, units=arrive, control=held, phase="place")
    ask = game.ask(deploy, "axis")
    assert ask is not None
    assert [t for t in ask.options if t.startswith("land")] == ["land ax_sup_t1_1", "land it_1_superga"]
    # an Allied combat unit takes empty Bizerte and its token goes; a Supply alone takes nothing from the Axis
    taken, _ = play(game, land(game, "us_inf_1", "S5", BIZERTE, state), ["move us_inf_1 T4"])
    assert control(game, taken, BIZERTE) == "allied"
    assert not taken.markers.get(BIZERTE)
    left, _ = play(game, land(game, "al_sup_1", "S5", BIZERTE, state), ["move al_sup_1 T4"])
    assert control(game, left, BIZERTE) == "axis"
    assert left.markers.get(BIZERTE)


@pytest.mark.rule("TT-2.4.7-R06")
@pytest.mark.parametrize(("unit", "owner"), [("ax_inf_a1", "axis"), ("ax_sup_t1_1", "axis"), ("ax_ftr_a1", "")])
@pytest.mark.parametrize("space", ["S6", TUNIS])
def test_a_land_unit_keeps_its_hex(game: Game, unit: str, owner: str, space: str) -> None:
    flight = ("axis: escape ax_ftr_a1 S2",) if unit == "ax_ftr_a1" else ()
    state, _ = stand_down(game, answers=flight, units=at(**{unit: space}))
    assert control(game, state, space) == owner


@pytest.mark.rule("TT-2.4.7-R06")
def test_axis_units_may_still_conquer_such_hexes(game: Game) -> None:
    state, _ = stand_down(game)
    moved, _ = play(game, land(game, "ax_mech_t2_1", "S6", "S7", state), ["move ax_mech_t2_1 S7"])
    assert control(game, moved, "S7") == "axis"


def test_a_foreign_token_protects_nothing(game: Game) -> None:
    state, _ = stand_down(game, markers=[(BONE, "occupation", "vichy")])
    assert control(game, state, BONE) == ""


def test_aircraft_and_ships_without_a_base_flee_before_the_division_comes(game: Game) -> None:
    units = vichy(game) | at(ax_ftr_a1=BONE, ax_inf_a1=TUNIS)
    state, events = stand_down(game, answers=("axis: escape ax_ftr_a1 U5",), units=units)
    assert state.units["ax_ftr_a1"].at == TUNIS
    told = [e.text() for e in events]
    flight = next(i for i, text in enumerate(told) if "ax_ftr_a1" in text)
    assert flight < next(i for i, text in enumerate(told) if "fr_3_dia" in text)


@pytest.mark.parametrize(("counts", "owner"), [("true", "allied"), ("false", "")])
def test_a_lone_supply_takes_what_is_nobodys_where_it_counts(counts: str, owner: str) -> None:
    game = load(f"supply.counts_as_land_unit={counts}")
    state, _ = stand_down(game, units=at(al_sup_1="S6"))
    assert control(game, state, "S6") == owner


# ------------------------------------------------------------------ the division


@pytest.mark.rule("TT-2.4.7-07", "TT-2.4.7-R07")
def test_only_here_a_hex_may_exceed_the_limit(game: Game) -> None:
    garrison = at(us_3_id=ALGIERS, us_1_id=ALGIERS) | {"uk_78_id": {"at": ALGIERS, "steps": 2}}
    state, _ = stand_down(game, (ALGIERS,), units=garrison | at(us_inf_1="L5"))
    assert game.position(state).steps_at(ALGIERS, "allied") == 11
    here = {u.id: {"at": u.at, "steps": u.steps} for u in state.units.values()}
    moving = scene(game, turn=3, units=here, control={ALGIERS: "allied", "L5": "allied"}, phase="land_move")
    assert "done" in game.asks(moving)[0].options  # nobody is forced out
    joined = game.apply(moving, "move us_inf_1 M5").state
    reason = game.refuse(joined, "done")
    assert reason is not None and reason.rule == "TT-2.4.3-R20"


@pytest.mark.rule("TT-2.4.7-R05")
def test_axis_units_in_algiers_send_it_to_the_nearest_free_city(game: Game) -> None:
    board = game.board
    far = {c: board.distance(ALGIERS, c) for c in CITIES}
    assert (far[ORAN], far[BONE]) == (4, 5)
    state, _ = stand_down(game, units=at(ax_sup_t1_1=ALGIERS))
    assert state.units["fr_3_dia"].at == ORAN
    assert control(game, state, ORAN) == "allied"
    state, _ = stand_down(game, units=at(ax_inf_a1=ALGIERS, ax_inf_a2=ORAN))
    assert state.units["fr_3_dia"].at == BONE
    assert control(game, state, ALGIERS) == "axis"


@pytest.mark.rule("TT-2.4.7-R05")
def test_a_tie_is_for_the_allies_to_break() -> None:
    game = load('armistice.division_at="K6"')  # as far from Oran as from Algiers
    assert game.board.distance("K6", ORAN) == game.board.distance("K6", ALGIERS) == 2
    state = game.apply(events_time(game, units=at(ax_inf_a1="K6")), "roll 6 6").state
    (ask,) = game.asks(state)
    assert (ask.seat, ask.frame) == ("allied", "armistice.division")
    assert list(ask.options) == ["place I6", "place M5"]
    refused = game.refuse(state, "place U5")
    assert refused is not None and (refused.rule, refused.nearest) == ("TT-2.4.7-R05", "place I6")
    assert game.apply(state, "place M5").state.units["fr_3_dia"].at == ALGIERS
    free, _ = stand_down(game, units=at(ax_inf_a1="K6", ax_inf_a2=ALGIERS))
    assert free.units["fr_3_dia"].at == ORAN


def test_without_a_free_city_it_never_forms() -> None:
    game = load('armistice.zone="landing_zones"')
    state, events = stand_down(game, units=at(ax_inf_a1=ALGIERS))
    assert "fr_3_dia" not in state.units
    assert "never forms" in "\n".join(e.text() for e in events)


# ------------------------------------------------------------------ switches and leaving it out


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('armistice.algerian_fallback="wait"', "not one of 'nearest_city'"),
        ("armistice.auto_cities=0", "use 1 or more"),
        ("armistice.per_city=-1", "use 0 or more"),
        ("armistice.target='ten'", "wanted a whole number"),
    ],
)
def test_other_values_are_refused_at_their_place(setting: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Game.load("torch_tunisia", settings=[setting])
    (fault,) = caught.value.faults
    assert said in str(fault)
    assert (fault.line, fault.column) == (1, setting.index("=") + 2)


def test_everybody_knows_whether_it_has_come(game: Game) -> None:
    state, _ = stand_down(game)
    for seat in ("allied", "axis"):
        assert dict(game.view(state, seat).notes)["armistice"] == Stand(True, 2)


def test_the_game_is_played_without_it() -> None:
    game = load('ruleset.plugins=["land_combat", "facilities", "reinforce", "victory"]')
    state = scene(game, turn=2, phase="vichy")
    assert state.turn == 3


@pytest.mark.rule("TT-2.4.7-07", "TT-2.4.7-R07")
def test_the_stack_that_the_division_makes_stands_at_once() -> None:
    """Nobody has to wait for the next Land to be told that the stack is above the limit: it is noted as it is made."""
    game = Game.load("torch_tunisia")
    units = {"us_3_id": {"at": "M5"}, "uk_78_id": {"at": "M5"}, "uk_6_ad": {"at": "M5"}, "us_1_ad_ccb": {"at": "M5"}}
    state = scene(game, turn=3, units=units, control={"M5": "allied"}, frames=["armistice.division"])
    assert state.units["fr_3_dia"].at == "M5"
    assert "fr_3_dia" in record(game.position(state)).standing
    assert list(broken(game, state)) == []
