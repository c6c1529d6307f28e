"""The turn of Torch & Tunisia as it is played: parts and phases in order, domains as picked, who answers for whom."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from hexwright.decisions import CHANCE, Ask
from hexwright.events import ControlChanged, Event, PhaseBegan, PhaseEnded, TurnBegan
from hexwright.game import Game
from hexwright.pieces import Marker
from hexwright.state import Outcome, State
from hexwright.testing import play, scene

DOMAINS = ("air", "sea", "land")
PARTS = ("plan", "ops", "deploy", "vichy", "end")
INSIDE = {
    "air": ["air", "air_first", "air_repair", "air_assign", "air_resolve", "air_drop", "air_close"],
    "sea": [
        "sea", "sea_first", "sea_repair", "sea_move_first", "sea_answer", "sea_move_second", "sea_escort",
        "sea_control", "sea_asw", "sea_orders", "sea_raid", "sea_support", "sea_open", "sea_sabotage",
    ],
    "land": ["land", "land_first", "land_move", "battles", "land_victory"],
}  # fmt: skip
HOUSE = ["house", "house_rebase", "house_ships", "house_aircraft", "supply_check"]


@cache
def load(*settings: str) -> Game:
    return Game.load("torch_tunisia", settings=settings)


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def at(**places: str) -> dict[str, dict[str, Any]]:
    return {unit: {"at": place} for unit, place in places.items()}


def pick(ask: Ask, order: Iterable[str]) -> str:
    """The plainest answer: ones for dice, the next domain of the order, `done`, what must be done, or what is first."""
    if ask.seat == CHANCE:
        assert ask.roll is not None
        return " ".join(("roll", *("1" for _ in ask.roll.sides)))
    texts = list(ask.options)
    wanted = (*(f"begin {d}" for d in order), "done")
    found = next((text for text in wanted if text in texts), "")
    forced = (t for verb in ("land", "commit") for t in texts if t.split()[0] == verb)
    return found or next(forced, texts[0])


@cache
def campaign(order: tuple[str, ...] = DOMAINS, turns: int = 10) -> tuple[tuple[Event, ...], State]:
    """What happens when both sides answer plainly, and the last state."""
    game = load()
    step = game.opening()
    events, state = list(step.events), step.state
    while state.over is None and state.turn <= turns:
        assert len(events) < 3000
        ask = game.asks(state)[0]
        step = game.apply(state, pick(ask, order), ask.seat)
        events, state = events + list(step.events), step.state
    return tuple(events), state


def begun(turn: int, order: tuple[str, ...] = DOMAINS) -> list[str]:
    """The phases that begin on a turn, in order."""
    events, _ = campaign(order, 10 if order == DOMAINS else 2)
    now, found = 0, []
    for event in events:
        now = event.turn if isinstance(event, TurnBegan) else now
        if isinstance(event, PhaseBegan) and now == turn:
            found.append(event.phase)
    return found


# ------------------------------------------------------------------ the whole game


@pytest.mark.rule("TT-1.1-03", "TT-1.1-02", "TT-1.1-R01")
def test_ten_turns_and_the_axis_has_held_out() -> None:
    events, state = campaign()
    assert [e.turn for e in events if isinstance(e, TurnBegan)] == list(range(1, 11))
    assert state.over == Outcome("axis", "Tunis has held out", "TT-1.1-02")
    assert state.turn == 10


@pytest.mark.rule("TT-1.1-01", "TT-PA.5-01")
@pytest.mark.parametrize("turn", [2, 10])
def test_tunis_taken_wins_when_land_operations_end(game: Game, turn: int) -> None:
    """The Allies walk into empty Tunis; the second side still moves, then the game is over."""
    units = at(us_mech_1="T5", tri_inf="W9")
    state = scene(game, turn=turn, units=units, control={"T5": "allied", "U5": "axis"}, phase=["land", "house"])
    state, _ = play(game, state, ["allied: first allied", "allied: move us_mech_1 U5"])
    assert state.over is None
    state, events = play(game, state, ["allied: done", "axis: done"])
    assert state.over == Outcome("allied", "Tunis is in Allied hands", "TT-1.1-01")
    assert "house" not in [e.phase for e in events if isinstance(e, PhaseBegan)]


# ------------------------------------------------------------------ parts and phases (2.1, 3.13)


@pytest.mark.rule("TT-2.1-01")
@pytest.mark.parametrize("turn", range(1, 11))
def test_the_parts_of_a_turn_come_in_fixed_order(turn: int) -> None:
    found = [p for p in begun(turn) if p in PARTS]
    assert found == list(PARTS)


@pytest.mark.rule("TT-2.1-02", "TT-PA.1-01", "TT-1.2.1-R03", "TT-2.3-14", "TT-2.2-R03")
def test_plan_on_turn_1_is_the_invasion() -> None:
    found = begun(1)
    assert found[: found.index("ops")] == ["plan", "garrison", "subs_first", "zones", "loading", "army"]


@pytest.mark.rule("TT-2.1-02", "TT-PA.1-02", "TT-2.3-01", "TT-2.3-R05")
@pytest.mark.parametrize("turn", range(2, 11))
def test_plan_on_later_turns_is_initiative_and_planning(turn: int) -> None:
    found = begun(turn)
    assert found[: found.index("ops")] == ["plan", "arrive", "init", "income", "loading", "subs", "army"]


@pytest.mark.rule("TT-2.1-03", "TT-2.4-02", "TT-2.4-01", "TT-2.3-04")
@pytest.mark.parametrize("order", list(permutations(DOMAINS)), ids="-".join)
@pytest.mark.parametrize("turn", [1, 2])
def test_operations_hold_the_domains_in_any_order_then_convoys_and_housekeeping(
    turn: int, order: tuple[str, ...]
) -> None:
    found = begun(turn, order)
    ops = found[found.index("ops") : found.index("deploy")]
    assert ops == ["ops", "domains", *(p for d in order for p in INSIDE[d]), "convoy", *HOUSE]


@pytest.mark.rule("TT-2.4-02")
def test_every_domain_has_ended_when_convoys_are_resolved() -> None:
    events, _ = campaign(("sea", "land", "air"), 2)
    done: list[str] = []
    for event in events:
        if isinstance(event, TurnBegan):
            done = []
        elif isinstance(event, PhaseEnded):
            done.append(event.phase)
        elif isinstance(event, PhaseBegan) and event.phase in ("convoy", "house"):
            assert set(DOMAINS) < set(done)


@pytest.mark.rule("TT-2.1-04", "TT-2.4.5-R01", "TT-PA.3-02")
@pytest.mark.parametrize("turn", range(1, 11))
def test_supply_is_checked_before_arrivals_and_arrivals_come_before_vichy(turn: int) -> None:
    found = begun(turn)
    after = found[found.index("convoy") :]
    assert after == [
        "convoy", *HOUSE, "deploy", "place", "attach", "vichy", "armistice", "toulon_roll", "end",
        *(["final"] if turn == 10 else []),
    ]  # fmt: skip


@pytest.mark.rule("TT-PA.3-02", "TT-2.4.5-R01")
def test_supply_that_lands_in_deploy_is_too_late_for_the_check(game: Game) -> None:
    """A division far from any road loses strength while the Supply is still in its box; then the Supply lands."""
    units = at(us_3_id="D9", al_sup_1="box_algiers")
    state = scene(game, turn=3, units=units, control={"M5": "allied", "D9": "allied"}, phase=["house", "deploy"])
    assert {a.frame for a in game.asks(state)} == {"reinforce.place"}
    assert (state.units["us_3_id"].steps, state.units["al_sup_1"].at) == (2, "box_algiers")
    state, _ = play(game, state, ["allied: land al_sup_1", "allied: done", "axis: done"])
    assert (state.units["us_3_id"].steps, state.units["al_sup_1"].at) == (2, "M5")


@pytest.mark.rule("TT-2.1-05", "TT-PA.4-01")
def test_vichy_events_hold_armistice_then_toulon(game: Game) -> None:
    state = scene(game, turn=2, phase="vichy")
    state, events = play(game, state, [], ["armistice: 6 6", "toulon: 1"])
    assert [e.phase for e in events if isinstance(e, PhaseBegan)][:1] == ["toulon_roll"]
    names = [type(e).__name__ for e in events]
    assert names.index("ArmisticeRolled") < names.index("ToulonRolled")


# ------------------------------------------------------------------ one domain after the other


@pytest.mark.rule("TT-2.4-R01")
@pytest.mark.parametrize(("order", "repairs"), [(("land", "sea", "air"), True), (("sea", "land", "air"), False)])
def test_what_land_has_done_is_in_force_at_sea(game: Game, order: tuple[str, ...], repairs: bool) -> None:
    """A Supply that walks to a damaged port in Land may repair it in a later part of the same turn."""
    units = at(al_sup_1="J6", us_inf_1="I6", tri_inf="W9")
    control = {"I6": "allied", "J6": "allied"}
    state = scene(game, turn=3, units=units, control=control, features={"I6 port damage": 1}, phase="domains")
    offered: dict[str, bool] = {}
    for _ in range(40):
        if "sea_repair" in state.done:
            break
        ask = game.asks(state)[0]
        if ask.frame == "facilities.repair" and "sea_repair" in game.position(state).phase:
            offered[ask.seat] = "repair al_sup_1 port" in ask.options
        going = ask.frame == "land_combat.move" and "move al_sup_1 I6" in ask.options
        state = game.apply(state, "move al_sup_1 I6" if going else pick(ask, order), ask.seat).state
    assert offered.get("allied", False) == repairs


@pytest.mark.rule("TT-2.4-R01")
@pytest.mark.parametrize("kind", ["interdict", "cas"])
def test_markers_and_flipped_units_last_to_the_end_of_the_turn(game: Game, kind: str) -> None:
    units: dict[str, dict[str, Any]] = {"gib_ftr": {"at": "E6", "status": ["assigned", "engaged"]}}
    here = [("S6", kind, "allied")]
    for phases in (["air", "sea"], ["sea", "air"]):
        state = scene(game, turn=3, units=units, markers=here, phase=phases)
        for _ in range(20):
            if state.turn > 3:
                break
            assert state.markers.get("S6") == (Marker(kind, "allied"),)
            assert state.units["gib_ftr"].status == ("assigned", "engaged")
            ask = game.asks(state)[0]
            state = game.apply(state, pick(ask, ()), ask.seat).state
    over = scene(game, turn=3, units=units, markers=here, phase="end")
    assert (over.markers.get("S6", ()), over.units["gib_ftr"].status) == ((), ())


# ------------------------------------------------------------------ Vichy (1.2.1)


@pytest.mark.rule("TT-1.2.1-R01", "TT-1.2.1-06")
def test_the_axis_seat_answers_for_vichy(game: Game) -> None:
    assert game.position(game.start()).nations_of("axis") == ("axis", "vichy")
    (ask,) = game.asks(game.start())
    assert (ask.seat, ask.frame) == ("axis", "invasion.garrisons")
    assert game.refuse(game.start(), next(iter(ask.options)), "allied") is not None
    # Rabat falls: the Axis says where the Vichy fighters go
    fighters = next(u.id for u in game.start().units.values() if u.nation == "vichy" and u.type == "fighter_group")
    fall = ControlChanged(space="C8", nation="allied", was="vichy")
    state = scene(game, turn=1, units=at(**{fighters: "C8"}), events=[fall], phase="land_victory")
    (ask,) = game.asks(state)
    assert (ask.seat, ask.frame) == ("axis", "facilities.escape")
    assert f"escape {fighters} B8" in ask.options


@pytest.mark.rule("TT-1.2.1-01")
def test_vichy_is_friendly_to_the_axis_and_hostile_to_the_allies(game: Game) -> None:
    units = at(ax_mech_t2_1="T5", gar_tunis_1="U5", us_mech_1="Q5", al_sup_1="Q5", gar_bone="R4")
    state = scene(game, turn=3, units=units, control={"Q5": "allied"}, phase="land_move")
    state, events = play(game, state, ["allied: move us_mech_1 R4"])
    assert "Attacked" in [type(e).__name__ for e in events]
    state = scene(game, turn=3, units=units, control={"Q5": "allied"}, roles={"first": "axis", "second": "allied"},
                  phase="land_move")  # fmt: skip
    state, events = play(game, state, ["axis: move ax_mech_t2_1 U5"])
    assert "Attacked" not in [type(e).__name__ for e in events]
    assert game.position(state).control("U5") == "vichy"
    assert "done" in game.asks(state)[0].options


@pytest.mark.rule("TT-1.2.1-01", "TT-2.4.7-16")
def test_the_armistice_ends_it(game: Game) -> None:
    state = scene(game, turn=2, units=at(gar_tunis_1="U5", us_inf_1="I6"), phase="vichy")
    state, _ = play(game, state, [], ["armistice: 6 6", "toulon: 1"])
    assert not [u for u in state.units.values() if u.nation == "vichy"]
    now = game.position(state)
    assert not now.controls("axis", "U5")
    assert "vichy" not in {now.control(s) for s in game.board.spaces}
