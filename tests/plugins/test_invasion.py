"""The invasion: free garrisons, landing zones, landings and their failure, and who may not move on the first turn."""

from __future__ import annotations

import attrs
import pytest

from hexwright.errors import IllegalDecision, Reason
from hexwright.events import Event, PhaseBegan
from hexwright.explain import explain
from hexwright.frames import Play, settle
from hexwright.game import Game
from hexwright.rules.sequence import Pass
from hexwright.state import State
from hexwright_plugins.land_combat import Battles, Move, record

ONLY = 'ruleset.plugins=["invasion", "land_combat"]'
ZONES = {"tf1": "B7", "tf2": "J5", "tf3": "L4"}
TROOPS = {
    "tf1": ("tf1_sup", "us_2_ad_ccb", "us_3_id"),
    "tf2": ("tf2_sup", "us_1_ad_ccb", "us_1_id"),
    "tf3": ("tf3_sup", "uk_6_ad", "uk_78_id"),
}


def load(*settings: str) -> Game:
    return Game.load("torch_tunisia", settings=[ONLY, *settings])


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def answer(game: Game, state: State, *texts: str, seat: str = "") -> tuple[State, list[Event]]:
    told: list[Event] = []
    for text in texts:
        step = game.apply(state, text, seat)
        state, told = step.state, told + list(step.events)
    return state, told


def options(game: Game, state: State) -> list[str]:
    return list(game.asks(state)[0].options)


def why(game: Game, state: State, text: str) -> Reason:
    reason = game.refuse(state, text)
    assert reason is not None, text
    with pytest.raises(IllegalDecision):
        game.apply(state, text)
    return reason


def moving(game: Game, turn: int = 1, zones: dict[str, str] = ZONES, seat: str = "allied", **places: str) -> State:
    """A seat moves on land; the task forces lie in their zones with their ships beside them, some units elsewhere."""
    state = game.start()
    for force, at in zones.items():
        state = state.with_unit(attrs.evolve(state.units[force], at=at))
        for unit in game.position(state).units_at(force):
            if unit.type not in ("infantry_division", "armor_division", "supply"):
                state = state.with_unit(attrs.evolve(unit, at=at))
    for unit_id, at in places.items():
        state = state.with_unit(attrs.evolve(game.order_of_battle[unit_id], at=at))
    play = Play(game, state.with_(turn=turn, done=(), stack=(Pass("allied"), Battles(), Move(seat))))
    play.emit(PhaseBegan(phase="land_move"))
    settle(play)
    return play.state


def without(state: State, *units: str) -> State:
    for unit in units:
        state = state.without_unit(unit, "lost")
    return state


def with_status(state: State, unit: str, *status: str) -> State:
    return state.with_unit(state.units[unit].with_status(status))


# ------------------------------------------------------------------ garrisons


@pytest.mark.rule("TT-1.2.1-06", "TT-1.2.1-R01", "TT-1.2.1-R03", "TT-2.2-R03")
def test_the_axis_seat_places_three_garrisons_before_all_else(game: Game) -> None:
    state = game.start()
    ask = game.asks(state)[0]
    assert (state.turn, ask.frame, ask.seat, ask.visibility) == (1, "invasion.garrisons", "axis", "open")
    assert {o.split()[1] for o in ask.options} == {"gar_free_1", "gar_free_2", "gar_free_3"}
    early = why(game, state, "done")
    assert early.rule == "TT-1.2.1-06" and game.refuse(state, early.nearest) is None
    state, _ = answer(game, state, "place gar_free_1 U5", "place gar_free_2 T5", "place gar_free_3 T5")
    assert options(game, state) == ["done", "retract", "reset"]
    state, _ = answer(game, state, "done")
    assert game.asks(state)[0].frame == "invasion.zones"
    assert [state.units[f"gar_free_{n}"].at for n in (1, 2, 3)] == ["U5", "T5", "T5"]
    plan = game.rules.phase["plan"].phases
    assert plan.index("garrison") < plan.index("subs_first") < plan.index("zones") < plan.index("loading")


@pytest.mark.rule("TT-1.2.1-R02")
def test_any_land_hex_of_the_territory_will_do(game: Game) -> None:
    state = game.start()
    spaces = {o.split()[2] for o in options(game, state) if o.startswith("place gar_free_1 ")}
    assert spaces == set(game.board.zone("fna"))
    for space in ("W9", "E6", "K4", "V9", "nowhere"):
        assert why(game, state, f"place gar_free_1 {space}").rule == "TT-1.2.1-R02"
    why(game, state, "place gar_tunis_1 T5")


@pytest.mark.rule("TT-1.2.1-07")
@pytest.mark.parametrize(("city", "more"), [("U5", 1), ("M5", 1), ("B8", 1), ("T4", 2), ("C8", 2)])
def test_no_city_gets_more_than_three(game: Game, city: str, more: int) -> None:
    state, _ = answer(game, game.start(), *(f"place gar_free_{n} {city}" for n in range(1, more + 1)))
    full = why(game, state, f"place gar_free_3 {city}")
    assert (full.rule, full.numbers) == ("TT-1.2.1-07", (("there", 3), ("most", 3)))
    assert f"place gar_free_3 {city}" not in options(game, state)


@pytest.mark.rule("TT-1.2.1-R02")
def test_outside_cities_only_the_stacking_limit_counts(game: Game) -> None:
    answer(game, game.start(), "place gar_free_1 T5", "place gar_free_2 T5", "place gar_free_3 T5", "done")
    small = load("stacking.land_sp.limit=2")
    state, _ = answer(small, small.start(), "place gar_free_1 T5", "place gar_free_2 T5")
    assert why(small, state, "place gar_free_3 T5").rule == "TT-2.4.3-R20"


@pytest.mark.rule("TT-1.2.1-R01", "TT-1.2.1-06")
def test_whoever_plays_vichy_places_its_garrisons() -> None:
    game = load('nation.vichy.seat="allied"')
    state = game.start()
    ask = game.asks(state)[0]
    assert (ask.frame, ask.seat) == ("invasion.garrisons", "allied")
    state, _ = answer(game, state, *(f"place gar_free_{n} G7" for n in (1, 2, 3)))
    assert game.asks(state)[0].seat == "allied"
    state, _ = answer(game, state, "done")
    assert game.asks(state)[0].frame != "invasion.garrisons"


def test_garrisons_can_be_taken_back(game: Game) -> None:
    start = game.start()
    state, _ = answer(game, start, "place gar_free_1 T5", "place gar_free_2 T5", "retract")
    assert state.units["gar_free_2"].at == "vichy_reserve"
    state, _ = answer(game, state, "place gar_free_2 U5", "reset")
    assert state == start


def test_cities_only_is_a_switch() -> None:
    game = load('setup.free_garrison_hexes="cities"')
    state = game.start()
    spaces = {o.split()[2] for o in options(game, state)}
    assert spaces == {s for s in game.board.zone("fna") if game.board.terrain(s) == "city"}
    why(game, state, "place gar_free_1 T5")


# ------------------------------------------------------------------ zones


def choosing(game: Game) -> State:
    return answer(game, game.start(), *(f"place gar_free_{n} T5" for n in (1, 2, 3)), "done")[0]


@pytest.mark.rule("TT-2.2-02", "TT-2.2-R01", "TT-2.2-R03")
def test_each_task_force_gets_another_flagged_hex(game: Game) -> None:
    state = choosing(game)
    ask = game.asks(state)[0]
    assert (ask.frame, ask.seat, ask.visibility) == ("invasion.zones", "allied", "open")
    flagged = game.board.spaces_with("landing_zone")
    assert sorted(ask.options) == sorted(f"zone tf{n} {s}" for n in (1, 2, 3) for s in flagged)
    assert why(game, state, "done").numbers == (("waiting", 3),)
    assert why(game, state, "zone tf1 K3").rule == "TT-2.2-02"
    state, _ = answer(game, state, "zone tf1 B7")
    taken = why(game, state, "zone tf2 B7")
    assert taken.rule == "TT-2.2-R01" and game.refuse(state, taken.nearest) is None
    why(game, state, "zone tf1 J5")
    assert not any(o.endswith("B7") for o in options(game, state))
    state, _ = answer(game, state, "retract", "zone tf2 B7", "zone tf1 S4", "zone tf3 A9")
    assert options(game, state) == ["done", "retract", "reset"]
    state, _ = answer(game, state, "done")
    assert [state.units[f"tf{n}"].at for n in (1, 2, 3)] == ["S4", "B7", "A9"]


@pytest.mark.rule("TT-2.2-02")
def test_troops_stay_aboard_and_ships_lie_beside_them(game: Game) -> None:
    state, _ = answer(game, choosing(game), "zone tf1 B7")
    now = game.position(state)
    assert tuple(u.id for u in now.units_at("tf1")) == TROOPS["tf1"]
    assert [u.id for u in now.units_at("B7")] == ["tf1", "tf1_csg", "tf1_esc"]
    assert now.unit("tf1_cag").at == "tf1_csg"
    assert now.where(now.unit("tf1_cag")) == "B7"
    # open to the other seat
    assert game.view(state, "axis").units["tf1"].at == "B7"


# ------------------------------------------------------------------ landings


def landings(game: Game, state: State) -> list[str]:
    return [o for o in options(game, state) if o.startswith("land ")]


@pytest.mark.rule("TT-2.4.3-06")
def test_a_port_city_with_a_surface_squadron_is_barred(game: Game) -> None:
    state = moving(game)
    assert landings(game, state) == ["land tf1 C8", "land tf2 K6", "land tf2 J6", "land tf3 L5"]
    for text in ("land tf1 B8", "land tf2 I6", "land tf3 M5"):
        assert why(game, state, text).rule == "TT-2.4.3-06"
    free = without(state, "sqn_oran")  # E-47: the squadron is gone
    assert "land tf2 I6" in landings(game, free)
    assert "land tf3 M5" not in landings(game, free)


@pytest.mark.rule("TT-2.4.3-R21")
def test_the_whole_task_force_lands_in_one_hex_of_its_coast(game: Game) -> None:
    state = moving(game)
    assert why(game, state, "land tf2 L5").rule == "TT-2.4.3-R21"
    why(game, state, "land us_1_id K6")
    state, told = answer(game, state, "land tf2 K6")
    assert {u: state.units[u].at for u in TROOPS["tf2"]} == dict.fromkeys(TROOPS["tf2"], "K6")
    assert not any(o.startswith(f"move {u} ") for o in options(game, state) for u in TROOPS["tf2"])
    assert all("landed" in state.units[u].status for u in TROOPS["tf2"])
    assert game.position(state).control("K6") == "allied"
    assert {e.rule for e in told if type(e).__name__ == "Placed"} == {"TT-2.4.3-04"}
    state, _ = answer(game, state, "retract")
    assert state.units["us_1_id"].at == "tf2"


@pytest.mark.rule("TT-2.4.3-05")
def test_a_defended_hex_is_attacked(game: Game) -> None:
    state, told = answer(game, moving(game), "land tf1 C8")
    attacks = [(a.unit, a.space, a.origin) for a in record(game.position(state)).attacks]
    assert attacks == [("us_2_ad_ccb", "C8", "tf1"), ("us_3_id", "C8", "tf1")]
    assert game.position(state).control("C8") == "vichy"
    assert {e.rule for e in told if type(e).__name__ == "Placed"} == {"TT-2.4.3-05"}


def test_supply_alone_is_captured_by_the_landing(game: Game) -> None:
    state = moving(game, sic_sup="K6")
    state, _ = answer(game, state, "land tf2 K6")
    assert state.units["sic_sup"].nation == "allied"
    assert game.position(state).control("K6") == "allied"


@pytest.mark.rule("TT-2.4.3-04")
def test_landing_is_compulsory_on_the_first_turn(game: Game) -> None:
    state = moving(game)
    stays = why(game, state, "done")
    assert [stays.rule, stays.nearest] == ["TT-2.4.3-04", "land tf1 C8"]
    assert [r.nearest for r in stays.more] == ["land tf2 K6", "land tf3 L5"]
    assert [r.text for r in (stays, *stays.more)] == [f"the troops of tf{n} must go ashore" for n in (1, 2, 3)]
    state, _ = answer(game, state, "land tf1 C8", "land tf2 K6")
    assert "done" not in options(game, state)
    state, _ = answer(game, state, "land tf3 L5")
    assert "done" in options(game, state)


@pytest.mark.rule("TT-2.4.3-04", "TT-2.4.3-R23")
def test_who_cannot_land_stays_at_sea_until_he_can(game: Game) -> None:
    state = moving(game, zones={"tf1": "S4"}, ax_att_1="S4")
    assert landings(game, state) == []
    state, _ = answer(game, state, "done")
    assert state.units["us_3_id"].at == "tf1"
    later = moving(game, turn=2, zones={"tf1": "S4"})
    assert landings(game, later) == ["land tf1 S5", "land tf1 R4"]


@pytest.mark.rule("TT-2.4.3-R23", "TT-PA.8-01")
def test_enemy_ships_in_the_sea_hex_bar_the_landing_unless_they_refused_or_lost(game: Game) -> None:
    state = moving(game, zones={"tf1": "S4"}, ax_att_1="S4")
    barred = why(game, state, "land tf1 S5")
    assert (barred.rule, barred.numbers) == ("TT-2.4.3-R23", (("ships", 1),))
    assert landings(game, with_status(state, "ax_att_1", "refused")) == ["land tf1 S5", "land tf1 R4"]
    assert landings(game, with_status(state, "ax_att_1", "beaten")) == ["land tf1 S5", "land tf1 R4"]
    assert landings(game, with_status(state, "ax_att_1", "assigned")) == []
    for word, rule in (("refused", "TT-PA.8-01"), ("beaten", "TT-2.4.3-R23")):
        told = explain(game, with_status(state, "ax_att_1", word), "land tf1 S5", "allied")
        part = next(p for p in told.parts if p.label.endswith("does not bar it"))
        assert part.rule is not None and part.rule.id == rule
    # submarines never bar, and a hidden one does not even show
    for hidden in (True, False):
        under = moving(game, zones={"tf1": "S4"}, sub_axis_1="S4")
        under = under.with_unit(attrs.evolve(under.units["sub_axis_1"], hidden=hidden))
        assert landings(game, under) == ["land tf1 S5", "land tf1 R4"]


@pytest.mark.rule("TT-2.4.3-R22", "TT-2.4.3-04")
def test_a_beaten_landing_goes_back_aboard_and_lands_again(game: Game) -> None:
    state, _ = answer(game, moving(game, zones={"tf1": "B7"}), "land tf1 C8", "done")
    roll = game.asks(state)[0].roll
    assert roll is not None and roll.sides == (10, 6, 6, 6, 6, 6)
    state, told = answer(game, state, "roll 1 1 1 1 6 6")
    while game.asks(state)[0].frame == "land_combat.losses":
        state, more = answer(game, state, options(game, state)[0])
        told += more
    back = [e for e in told if e.rule == "TT-2.4.3-R22"]
    assert back and {state.units[u].at for u in ("us_3_id", "us_2_ad_ccb") if u in state.units} == {"tf1"}
    assert state.units["tf1_sup"].nation == "vichy"  # what was ashore is taken
    again = moving(game, turn=2, zones={"tf1": "B7"}, tf1_sup="C8")
    again = again.with_unit(attrs.evolve(again.units["tf1_sup"], nation="vichy"))
    assert landings(game, again) == ["land tf1 C8"]
    # without Supply aboard nobody is forced into an attack, but into an undefended hex
    assert "done" in options(game, again)
    assert "done" not in options(game, without(again, "gar_rabat"))


@pytest.mark.rule("TT-2.4.3-05", "TT-2.4.3-R22")
def test_an_attack_from_the_sea_takes_supply() -> None:
    game = Game.load("torch_tunisia", settings=['ruleset.plugins=["invasion", "land_combat", "logistics"]'])
    state, _ = answer(game, moving(game, zones={"tf1": "B7"}), "land tf1 C8")
    assert why(game, state, "done").rule == "TT-2.4.3-R04"
    state, _ = answer(game, state, "commit tf1_sup C8", "done")
    assert game.asks(state)[0].frame == "land_combat.dice"
    assert state.gone.get("tf1_sup") == "spent"
    # none aboard: only an undefended hex will do, or a partner with Supply beside it
    state = without(moving(game, zones={"tf1": "B7"}), "tf1_sup")
    assert why(game, state, "land tf1 C8").rule == "TT-2.4.3-R04"
    assert options(game, state)[-1] == "done"
    partner = moving(game, zones={"tf1": "B7"}, tf1_sup="D7")
    assert landings(game, partner) == ["land tf1 C8"]
    assert landings(game, without(state, "gar_rabat")) == ["land tf1 C8"]


@pytest.mark.rule("TT-2.4.3-R03", "TT-2.4.3-05")
def test_who_lands_where_the_enemy_attacks_joins_the_defence() -> None:
    """One battle with the first side as attacker, whatever joins; no Supply is due, and none is needed aboard."""
    game = Game.load("torch_tunisia", settings=['ruleset.plugins=["invasion", "land_combat", "logistics"]'])
    state = without(
        moving(game, turn=2, zones={"tf1": "B7"}, us_34_id="C8", de_10_pz="D7", ax_sup_t1_1="D7"), "tf1_sup"
    )
    state = without(state, "gar_rabat")
    state = state.with_(control=state.control.with_item("C8", "allied"))
    state = state.with_stack((*state.stack[:-1], Move("allied"), Move("axis")))
    state, _ = answer(game, state, "move de_10_pz C8", "commit ax_sup_t1_1 C8", "done", seat="axis")
    assert "done" not in options(game, state)  # an undefended hex, to them: they must land
    state, _ = answer(game, state, "land tf1 C8")
    assert [a.unit for a in record(game.position(state)).attacks] == ["de_10_pz"]
    state, _ = answer(game, state, "done")
    battle = record(game.position(state)).battle
    assert battle is not None and battle.defender.units == ("us_2_ad_ccb", "us_34_id", "us_3_id")


@pytest.mark.rule("TT-2.4.3-R33", "TT-2.4.3-R21")
def test_supply_alone_does_not_land_among_enemies_but_follows_attackers() -> None:
    game = Game.load("torch_tunisia", settings=['ruleset.plugins=["invasion", "land_combat", "logistics"]'])
    alone = without(moving(game, turn=2, zones={"tf1": "C7"}, us_34_id="D7"), "us_3_id", "us_2_ad_ccb")
    assert landings(game, alone) == ["land tf1 D7"]
    assert why(game, alone, "land tf1 C8").rule == "TT-2.4.3-R33"
    after, _ = answer(game, alone, "move us_34_id C8")
    assert landings(game, after) == ["land tf1 D7", "land tf1 C8"]
    after, _ = answer(game, after, "land tf1 C8", "commit tf1_sup C8", "done")


@pytest.mark.rule("TT-2.4.3-R07", "TT-2.4.3-R21")
def test_supply_aboard_that_is_committed_to_a_battle_stays_there() -> None:
    game = Game.load("torch_tunisia", settings=['ruleset.plugins=["invasion", "land_combat", "logistics"]'])
    state = moving(game, turn=2, zones={"tf1": "A9"}, us_34_id="C8")
    state = without(state, "sqn_casa", "gar_safi", "gar_rabat", "vi_ftr")
    state, _ = answer(game, state, "move us_34_id B8", "commit tf1_sup B8")
    assert "done" not in options(game, state)  # the troops still have to go ashore
    state, _ = answer(game, state, "land tf1 A10")
    assert (state.units["us_3_id"].at, state.units["tf1_sup"].at) == ("A10", "tf1")
    assert why(game, state, "land tf1 A10").rule == "TT-2.4.3-R07"
    state, _ = answer(game, state, "done")
    assert state.gone.get("tf1_sup") == "spent"


@pytest.mark.parametrize(("switch", "where"), [("surrender", None), ("coast", "D7")])
def test_what_beaten_landing_troops_do_is_a_switch(switch: str, where: str | None) -> None:
    game = load(f'landing.failed="{switch}"')
    state = without(moving(game, zones={"tf1": "B7"}), "us_2_ad_ccb", "vi_ftr")
    state, _ = answer(game, state, "land tf1 C8", "done", "roll 1 1 1 3 3")
    while game.asks(state)[0].frame.startswith("land_combat."):
        ask = game.asks(state)[0]
        text = "retreat us_3_id D7" if ask.frame == "land_combat.retreats" else ask.options[0]
        state, _ = answer(game, state, text)
    found = state.units.get("us_3_id")
    assert (found.at if found else None) == where


@pytest.mark.rule("TT-2.4.3-R31")
def test_nobody_embarks_again(game: Game) -> None:
    state, _ = answer(game, moving(game), "land tf1 C8", "land tf2 K6", "land tf3 L5")
    assert landings(game, state) == []
    later = moving(game, turn=2, zones={"tf1": "B7"}, us_3_id="C8", us_2_ad_ccb="C8", tf1_sup="C8")
    assert landings(game, later) == []
    assert why(game, later, "land tf1 D7").rule == "TT-2.4.3-R31"
    assert why(game, later, "land us_3_id D7").rule == "TT-2.4.3-R31"
    assert not any(o.split()[-1] in ("tf1", "B7", "C7") for o in options(game, later))


def test_a_landing_may_not_crowd_a_hex(game: Game) -> None:
    state = moving(game, zones={"tf1": "B7", "tf2": "C7"}, us_34_id="C8")
    state = without(state, "gar_rabat", "vi_ftr")
    state, _ = answer(game, state, "land tf1 C8")
    crowd = why(game, state, "land tf2 C8")
    assert (crowd.rule, crowd.numbers) == ("TT-2.4.3-R20", (("there", 5), ("coming", 4), ("limit", 8)))
    assert landings(game, state) == ["land tf2 D7"]


def test_splitting_is_a_switch() -> None:
    game = load("landing.may_split=true")
    state, _ = answer(game, moving(game), "land us_1_id K6", "land us_1_ad_ccb J6")
    assert (state.units["us_1_id"].at, state.units["us_1_ad_ccb"].at) == ("K6", "J6")
    assert state.units["tf2_sup"].at == "tf2"
    assert "land tf2_sup J6" in landings(game, state)


def test_only_the_owner_lands(game: Game) -> None:
    assert landings(game, moving(game, seat="axis")) == []


# ------------------------------------------------------------------ the first turn


@pytest.mark.rule("TT-2.4.3-07")
def test_only_the_regiment_at_tripoli_moves_on_the_first_turn(game: Game) -> None:
    state = moving(game, seat="axis", de_10_pz="T5", ax_sup_t1_1="T5")
    moves = {o.split()[1] for o in options(game, state) if o.startswith("move ")}
    assert moves == {"tri_inf"}
    frozen = why(game, state, "move de_10_pz T6")
    assert (frozen.rule, frozen.by) == ("TT-2.4.3-07", "invasion")
    assert why(game, state, "move ax_sup_t1_1 T6").rule == "TT-2.4.3-07"
    later = moving(game, turn=2, seat="axis", de_10_pz="T5", ax_sup_t1_1="T5")
    moves = {o.split()[1] for o in options(game, later) if o.startswith("move ")}
    assert {"de_10_pz", "ax_sup_t1_1", "tri_inf"} <= moves
    # the Allied side is not bound
    assert "gib_abn" not in moves
    allied = moving(game, us_inf_1="D7")
    assert any(o.startswith("move us_inf_1 ") for o in options(game, allied))


def test_ships_stay_with_their_troops(game: Game) -> None:
    from hexwright_plugins.invasion import why_locked

    state = moving(game)
    for ship in ("tf1_csg", "tf2_att", "tf3_esc"):
        locked = why_locked(game.position(state), state.units[ship])
        assert locked is not None and locked.rule == "TT-2.4.2-R06"
    assert why_locked(game.position(state), state.units["malta_esc"]) is None
    landed, _ = answer(game, state, "land tf1 C8")
    assert why_locked(game.position(landed), landed.units["tf1_csg"]) is None
    assert why_locked(game.position(moving(game, turn=2)), state.units["tf1_csg"]) is None
    free = load("turn1.tf_ships_locked=false")
    assert why_locked(free.position(moving(free)), state.units["tf1_csg"]) is None
