"""Toulon: who may be committed, the roll with its bonus, the return of the troops, the captured ships."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hexwright.decisions import CHANCE
from hexwright.errors import RulesetError
from hexwright.events import Event
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import play, scene
from hexwright_plugins.armistice import Stand
from hexwright_plugins.toulon import Port, bonus

from .torch import answer, at, load, options, why

TROOPS = ("ax_inf_t2_1", "de_10_pz")
ROW_1 = [f"{column}1" for column in "KLMNOPQRTUVWX"]


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def committed(units: tuple[str, ...], pool: str = "europe_sea") -> tuple[dict[str, Any], Port]:
    """Units in the port's box, and the note of where they came from."""
    return at(**dict.fromkeys(units, "toulon")), Port(committed=tuple((u, pool) for u in units))


def armistice_comes(
    game: Game, roll: int, units: tuple[str, ...] = (), turn: int = 2
) -> tuple[State, tuple[Event, ...]]:
    """The Vichy part in which two sixes fall, with these units committed, and the roll for the fleet."""
    pieces, port = committed(units)
    state = scene(game, turn=turn, units=pieces, slices=[port], phase="vichy")
    return play(game, state, [], ["armistice: 6 6", f"toulon: {roll}"])


def won(game: Game, state: State) -> Counter[str]:
    port = state.slices["toulon"]
    assert isinstance(port, Port)
    return Counter(game.order_of_battle[ship].type for ship in port.ships)


# ------------------------------------------------------------------ committing forces


@pytest.mark.rule("TT-2.2-08", "TT-2.2-R05", "TT-PA.4-02")
@pytest.mark.parametrize("turn", range(1, 11))
def test_the_axis_may_commit_ground_units_of_its_pools_in_any_plan(game: Game, turn: int) -> None:
    state = scene(game, turn=turn, phase="loading")
    pool = [u for u in state.units.values() if u.at in ("europe_sea", "europe_air")]
    ground = {u.id for u in pool if "combat" in game.tags[u.type]}
    assert set(options(game, state, "axis", "commit")) == {f"commit {u}" for u in ground}
    assert bool(ground) == (turn != 10)
    assert options(game, state, "allied", "commit") == []
    for unit in pool:
        if unit.id not in ground:  # Supply, aircraft
            assert why(game, state, "axis", f"commit {unit.id}").rule == "TT-PA.4-02"


@pytest.mark.rule("TT-2.2-R05")
def test_units_on_the_map_and_of_others_are_not_eligible(game: Game) -> None:
    elsewhere = at(tri_inf="W9", sic_abn="W4", ax_inf_a1="box_tunis", us_inf_1="atlantic")
    state = scene(game, turn=3, units=elsewhere, phase="loading")
    for unit in elsewhere:
        assert why(game, state, "axis", f"commit {unit}").rule == "TT-2.2-R05"
    assert why(game, state, "allied", "commit us_inf_1").rule == "TT-2.2-08"
    why(game, state, "axis", "commit")
    why(game, state, "axis", "commit nobody")


@pytest.mark.rule("TT-2.2-R05")
def test_what_is_committed_is_not_shipped(game: Game) -> None:
    state = scene(game, turn=2, phase="loading")
    assert "load de_10_pz box_tunis" in options(game, state, "axis")
    state = answer(game, state, "axis", "commit de_10_pz")
    assert why(game, state, "axis", "commit de_10_pz").nearest == "retract"
    assert not [t for t in options(game, state, "axis") if "de_10_pz" in t]
    shipped = answer(game, state, "axis", "load ax_inf_t2_1 box_tunis")
    why(game, shipped, "axis", "commit ax_inf_t2_1")


@pytest.mark.rule("TT-2.2-08", "TT-2.2-R05")
def test_a_commitment_is_sealed_then_open(game: Game) -> None:
    start = scene(game, turn=2, phase="loading")
    state = answer(game, start, "axis", "commit de_10_pz", "commit ax_inf_t2_1", "done")
    bare = answer(game, start, "axis", "done")
    assert game.view(state, "allied").plain() == game.view(bare, "allied").plain()
    step = game.apply(state, "done", "allied")
    assert [step.state.units[u].at for u in TROOPS] == ["toulon", "toulon"]
    assert step.state.slices["toulon"].committed == (("de_10_pz", "europe_sea"), ("ax_inf_t2_1", "europe_sea"))
    assert dict(game.view(step.state, "allied").notes)["toulon"] == step.state.slices["toulon"]


@pytest.mark.rule("TT-2.2-R05")
def test_the_regiment_chosen_by_air_may_be_committed_at_once(game: Game) -> None:
    state = scene(game, turn=4, phase="loading")
    assert "commit ax_inf_a4" not in options(game, state, "axis")
    state = answer(game, state, "axis", "take ax_inf_a4")
    assert "commit ax_inf_a4" in options(game, state, "axis")
    state = answer(game, state, "axis", "commit ax_inf_a4")
    assert "commit ax_inf_a4" not in options(game, state, "axis")
    state = answer(game, answer(game, state, "axis", "done"), "allied", "done")
    assert state.units["ax_inf_a4"].at == "toulon"
    assert state.slices["toulon"].committed == (("ax_inf_a4", "europe_air"),)
    supply = answer(game, scene(game, turn=4, phase="loading"), "axis", "take ax_sup_a4")
    why(game, supply, "axis", "commit ax_sup_a4")


@pytest.mark.rule("TT-2.4.7-15")
def test_nothing_is_committed_once_the_roll_has_been_made(game: Game) -> None:
    state = scene(game, turn=3, slices=[Stand(True, 2), Port(rolled=True)], phase="loading")
    assert options(game, state, "axis", "commit") == []
    assert why(game, state, "axis", "commit it_l_special").rule == "TT-2.4.7-15"


# ------------------------------------------------------------------ the roll

ATT, ESC, SUB = "attack_group", "escort_group", "submarine_squadron"


@pytest.mark.rule("TT-2.4.7-09", "TT-2.4.7-10", "TT-2.4.7-11", "TT-2.4.7-12", "TT-2.4.7-13", "TT-2.4.7-R03")
@pytest.mark.parametrize(
    ("roll", "units", "gives"),
    [
        (1, (), {}),
        (3, (), {}),
        (4, (), {ESC: 1, SUB: 1}),
        (5, (), {ATT: 1, ESC: 1, SUB: 1}),
        (6, (), {ATT: 1, ESC: 2, SUB: 1}),
        (2, TROOPS, {}),
        (3, TROOPS[:1], {ESC: 1, SUB: 1}),
        (4, TROOPS, {ATT: 1, ESC: 1, SUB: 1}),  # E-41: two units, still +1
        (5, TROOPS, {ATT: 1, ESC: 2, SUB: 1}),
        (6, TROOPS, {ATT: 1, ESC: 2, SUB: 1}),  # a modified 7 counts as 6
    ],
)
def test_e_41_the_roll(game: Game, roll: int, units: tuple[str, ...], gives: dict[str, int]) -> None:
    state, events = armistice_comes(game, roll, units)
    assert won(game, state) == gives
    told = next(e for e in events if type(e).__name__ == "ToulonRolled")
    assert f"in port {roll + bool(units)}:" in told.text()
    assert told.parts[0] == ("die", roll, "TT-2.4.7-R03")
    assert ("TT-2.2-08" in [rule for _, _, rule in told.parts]) == bool(units)


@pytest.mark.rule("TT-2.4.7-09", "TT-2.4.7-R03", "TT-PA.4-01")
def test_the_roll_follows_the_armistice_at_once_and_comes_once(game: Game) -> None:
    state = scene(game, turn=2, phase="vichy")
    on = game.apply(state, "roll 1 1", CHANCE).state
    assert (on.turn, on.slices["toulon"].rolled) == (3, False)  # no armistice, no roll
    state = game.apply(state, "roll 6 6", CHANCE).state
    (ask,) = game.asks(state)
    assert (ask.seat, ask.frame, state.turn) == (CHANCE, "toulon.roll", 2)
    assert ask.roll is not None and ask.roll.sides == (6,)
    state = game.apply(state, "roll 4", CHANCE).state
    assert (state.turn, state.slices["toulon"].rolled) == (3, True)
    later = scene(game, turn=3, slices=[state.slices["armistice"], state.slices["toulon"]], phase="vichy")
    assert later.turn == 4


@pytest.mark.rule("TT-2.2-R05")
def test_e_41_the_troops_return_to_their_pools_every_turn(game: Game) -> None:
    for sixes in (False, True):
        pieces, port = committed(TROOPS)
        state = scene(game, turn=2, units=pieces, slices=[port], phase="vichy")
        dice = ["armistice: 6 6", "toulon: 4"] if sixes else ["armistice: 1 1"]
        state, events = play(game, state, [], dice)
        assert [state.units[u].at for u in TROOPS] == ["europe_sea", "europe_sea"]
        assert state.slices["toulon"].committed == ()
        assert bonus(game.position(state)) == 0  # it counts for this turn only
        assert "return to the pool" in "\n".join(e.text() for e in events)


@pytest.mark.parametrize(
    ("settings", "count", "more"),
    [
        ((), 0, 0),
        ((), 3, 1),
        (("toulon.modifier_cap=3",), 3, 1),
        (("toulon.modifier_cap=0",), 3, 0),
        (('toulon.modifier_mode="per_unit"',), 3, 1),
        (('toulon.modifier_mode="per_unit"', "toulon.modifier_cap=3"), 2, 2),
        (('toulon.modifier_mode="per_unit"', "toulon.modifier_cap=3"), 5, 3),
    ],
)
def test_modifier_mode_and_cap_are_switches(settings: tuple[str, ...], count: int, more: int) -> None:
    game = load(*settings)
    units = ("ax_inf_t2_1", "ax_inf_t2_2", "ax_mech_t2_1", "ax_mech_t2_2", "de_10_pz")[:count]
    state, events = armistice_comes(game, 1, units)
    told = next(e for e in events if type(e).__name__ == "ToulonRolled")
    assert f"in port {1 + more}:" in told.text()
    assert won(game, state) == ({ESC: 1, SUB: 1} if more == 3 else {})


def test_the_die_is_a_switch() -> None:
    state = scene(load("toulon.die=8"), turn=2, phase="vichy")
    state = load("toulon.die=8").apply(state, "roll 6 6", CHANCE).state
    assert len(load("toulon.die=8").asks(state)[0].options) == 8


# ------------------------------------------------------------------ the ships


def ships_due(game: Game, turn: int, due: int, *ships: str, **about: Any) -> State:
    port = Port(rolled=True, due=due, ships=ships)
    return scene(game, turn=turn, slices=[Stand(True, due - 2), port], phase=["arrive", "init"], **about)


@pytest.mark.rule("TT-2.4.7-14", "TT-2.4.7-R04")
@pytest.mark.parametrize("event", range(1, 11))
def test_ships_come_two_turns_later_or_never(game: Game, event: int) -> None:
    state, events = armistice_comes(game, 6, turn=event)
    port = state.slices["toulon"]
    if event >= 9:
        assert port.ships == ()
        assert "before the captured ships" in "\n".join(e.text() for e in events)
        return
    assert port.due == event + 2
    for turn in range(event + 1, 11):
        later = scene(game, turn=turn, slices=[Stand(True, event), port], phase=["arrive", "init"])
        assert ("toulon_sub" in later.units) == (turn == event + 2)


@pytest.mark.rule("TT-2.4.7-14", "TT-2.4.7-R04")
def test_e_41_the_axis_places_them_in_any_northernmost_hexes(game: Game) -> None:
    ships = ("toulon_att", "toulon_esc_1", "toulon_sub")
    state = ships_due(game, 4, 4, *ships, units=at(em_att="Q1"))
    (ask,) = game.asks(state)
    assert (ask.seat, ask.frame) == ("axis", "toulon.arrival")
    expected = {f"place {ship} {space}" for ship in ships[:2] for space in ROW_1}
    assert set(options(game, state, "axis")) == expected  # enemies at Q1 do not matter, done is not offered yet
    assert why(game, state, "axis", "done").rule == "TT-2.4.7-R04"
    assert why(game, state, "axis", "place toulon_att T2").nearest == "place toulon_att T1"
    assert why(game, state, "axis", "place toulon_sub Q1").rule == "TT-2.4.7-R04"
    why(game, state, "axis", "place toulon_att")
    state = answer(game, state, "axis", "place toulon_att Q1", "place toulon_esc_1 X1")
    assert options(game, state, "axis") == ["done", "retract", "reset"]
    state = answer(game, state, "axis", "done")
    placed = {u: (state.units[u].at, state.units[u].steps) for u in ships}
    assert placed == {"toulon_att": ("Q1", 2), "toulon_esc_1": ("X1", 2), "toulon_sub": ("subs_axis", 2)}
    assert state.slices["toulon"].ships == ()
    assert game.asks(state)[0].frame == "initiative.seize"


@pytest.mark.rule("TT-2.4.7-R04", "TT-2.4.7-14")
def test_a_captured_submarine_joins_the_secret_tracker(game: Game) -> None:
    state = ships_due(game, 4, 4, "toulon_sub")
    assert game.asks(state)[0].frame == "initiative.seize"  # nothing to place
    assert state.units["toulon_sub"].hidden
    stations = scene(game, turn=4, units=at(toulon_sub="subs_axis"), phase="subs")
    assert "station toulon_sub V5" in options(game, stations, "axis")
    stationed = answer(game, stations, "axis", "station toulon_sub V5", "station sub_axis_t4 V5", "done")
    assert "toulon_sub" not in game.view(answer(game, stationed, "allied", "done"), "allied").units


@pytest.mark.rule("TT-2.4.7-14")
@pytest.mark.parametrize("delay", [1, 3])
def test_the_delay_is_a_switch(delay: int) -> None:
    game = load(f"toulon.delay={delay}")
    state, _ = armistice_comes(game, 4, turn=2)
    assert state.slices["toulon"].due == 2 + delay
    port = state.slices["toulon"]
    assert port.ships or delay == 1
    if delay == 3:
        for turn, there in ((3, False), (4, False), (5, True)):
            later = scene(game, turn=turn, slices=[port], phase=["arrive", "init"])
            assert ("toulon_sub" in later.units) == there


# ------------------------------------------------------------------ switches and leaving it out


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('toulon.modifier_mode="per_sp"', "not one of"),
        ('toulon.units_return="never"', "not one of"),
        ("toulon.modifier_cap=-1", "use 0 or more"),
        ("toulon.delay=0", "use 1 or more"),
        ("toulon.die=0", "use 1 or more"),
        ('toulon.pools=["europe"]', "no space 'europe'"),
    ],
)
def test_other_values_are_refused_at_their_place(setting: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Game.load("torch_tunisia", settings=[setting])
    (fault,) = caught.value.faults
    assert said in str(fault)
    assert fault.line == 1 and fault.column >= setting.index("=") + 2


def test_the_game_is_played_without_it() -> None:
    names = ["convoys", "land_combat", "facilities", "reinforce", "armistice", "victory"]
    game = load(f"ruleset.plugins={names}".replace("'", '"'))
    assert not [t for t in options(game, scene(game, turn=2, phase="loading"), "axis") if t.startswith("commit")]
    state, _ = play(game, scene(game, turn=2, phase="vichy"), [], ["armistice: 6 6"])
    assert state.turn == 3
