"""Air transport: what is lifted and dropped, from where to where, and hits on the way."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.decisions import CHANCE
from hexwright.errors import Reason, RulesetError
from hexwright.events import TurnBegan
from hexwright.game import Game
from hexwright.testing import scene
from hexwright_plugins.air_ops import FlightHit, FlightResolved, missions
from hexwright_plugins.air_transport import AirTransport, Flight, Flights, flights

from .flying import AIRCRAFT, DROPS, FLY, GARRISON, GIBRALTAR, assigning, over, planned, unit, where
from .torch import answer, load, options, why

# ------------------------------------------------------------------ what, from where, how many


@pytest.mark.rule("TT-2.4.1-R15", "TT-3.1-11", "TT-3.1-10", "TT-PA.9-05")
def test_infantry_airborne_and_supply_are_lifted_the_latter_two_dropped() -> None:
    units = {
        "a_inf": unit("C8"),
        "a_abn": unit("C8", "airborne_regiment"),
        "a_sup": unit("C8", "supply"),
        "a_mech": unit("C8", "mech_regiment"),
        "a_arm": unit("C8", "armor_regiment"),
        "a_div": unit("C8", "infantry_division"),
    }
    control = {"C8": "allied", "I6": "allied", "D8": "allied"}
    game, state = assigning(units, control=control)
    assert {t.split()[1] for t in options(game, state, "allied", "lift")} == {"a_inf", "a_abn", "a_sup"}
    assert {t.split()[1] for t in options(game, state, "allied", "drop")} == {"a_abn", "a_sup"}
    assert why(game, state, "allied", "drop a_inf D8").rule == "TT-3.3-03"
    for piece in ("a_mech", "a_arm", "a_div"):
        assert "cannot be lifted" in why(game, state, "allied", f"lift {piece} I6").text
    assert "is not yours" in why(*assigning({**units, "x": unit("C8", nation="axis")}), "allied", "lift x I6").text
    assert why(game, state, "allied", "lift a_imf I6").nearest == "a_inf"


@pytest.mark.rule("TT-2.4.1-R15")
@pytest.mark.parametrize(
    ("key", "value", "verb", "piece"),
    [("cargo", '["mech_regiment"]', "lift", "a_mech"), ("drop_cargo", '["infantry_regiment"]', "drop", "a_inf")],
)
def test_the_switches_name_what_flies(key: str, value: str, verb: str, piece: str) -> None:
    units = {"a_inf": unit("C8"), "a_sup": unit("C8", "supply"), "a_mech": unit("C8", "mech_regiment")}
    game, state = assigning(units, f"air_transport.{key}={value}", control={"C8": "allied", "I6": "allied"})
    assert {t.split()[1] for t in options(game, state, "allied", verb)} == {piece}


@pytest.mark.rule("TT-2.4.1-09", "TT-PA.9-05")
@pytest.mark.parametrize(("capacity", "fly"), [(2, 2), (3, 3), (1, 1), (0, 0)])
def test_two_pieces_a_side_and_turn_lifts_and_drops_together(capacity: int, fly: int) -> None:
    units = {
        "a_inf": unit("C8"),
        "a_sup": unit("C8", "supply"),
        "b_abn": unit("E6", "airborne_regiment"),
        "c_sup": unit("Y6", "supply"),
    }
    control = {"C8": "allied", "I6": "allied", "B8": "allied", "U9": "allied", "E6": "allied", "M5": "allied"}
    game, state = assigning(units, f"air_transport.capacity={capacity}", control=control)
    texts = ["lift a_inf I6", "drop b_abn D7", "drop c_sup U9"]
    state = answer(game, state, "allied", *texts[:fly])
    if fly < 3:
        reason = why(game, state, "allied", texts[fly])
        assert reason.rule == "TT-2.4.1-09" and reason.numbers == (("flying", fly), ("most", capacity))
        assert not options(game, state, "allied", "lift") and not options(game, state, "allied", "drop")
    ids = [m.unit for m in missions(game.position(state)).missions]
    assert ids == [f"flight_allied_{n}" for n in range(1, fly + 1)]
    assert not any(i in state.units for i in ids)


@pytest.mark.rule("TT-2.4.1-09")
def test_pieces_of_a_side_to_one_space_make_one_flight() -> None:
    units = {**GIBRALTAR, "sic_abn": {"at": "W4"}, "sic_sup": {"at": "W4"}}
    game = load()
    state = planned(game, units, "drop gib_abn D7", "drop gib_sup D7", "done")
    assert [(f.id, f.seat, f.kind, f.to, f.cargo) for f in flights(game.position(state)).flights] == [
        ("flight_allied_1", "allied", "air_drop", "D7", (("gib_abn", "E6"), ("gib_sup", "E6")))
    ]
    (mission,) = missions(game.position(state)).missions
    told = (mission.unit, mission.kind, mission.target, mission.base, mission.nation)
    assert told == ("flight_allied_1", "air_drop", "D7", "E6", "allied")
    state = over(game, state, "air_ops.assign axis")
    state = answer(game, state, "axis", "drop sic_abn T6", "drop sic_sup U6")
    assert [f.id for f in flights(game.position(state)).flights][1:] == ["flight_axis_1", "flight_axis_2"]
    assert dict(game.view(state, "allied").notes)["air_transport"] == flights(game.position(state))  # open to all
    assert game.position(state).unit("gib_abn").at == "E6"  # until the flight comes down


@pytest.mark.rule("TT-2.4.1-09", "TT-3.1-10")
@pytest.mark.parametrize(
    ("settings", "far", "near", "most"),
    [
        ((), "V9", "U9", 16),
        (("air_transport.range=8",), "N6", "M6", 8),
        (("air.range_counts_start_hex=true",), "U9", "T8", 15),
    ],
)
def test_sixteen_hexes_from_the_starting_airfield(settings: tuple[str, ...], far: str, near: str, most: int) -> None:
    game, state = assigning(GIBRALTAR, *settings, control=dict.fromkeys(("V9", "U9", "N6", "M6", "T8"), "allied"))
    reason = why(game, state, "allied", f"drop gib_sup {far}")
    assert reason.rule == "TT-2.4.1-09" and reason.numbers == (("range", most), ("away", most + 1))
    assert f"drop gib_sup {near}" in options(game, state, "allied")


@pytest.mark.rule("TT-2.4.1-R15", "TT-4-R03")
@pytest.mark.parametrize(
    ("grade", "damage", "turn", "start"),
    [
        ("improved", 0, 3, 2),
        ("improved", 1, 3, 1),
        ("improved", 2, 3, 0),
        ("unimproved", 0, 3, 1),
        ("unimproved", 0, 4, 0),
        ("improved", 0, 4, 2),
        ("unimproved", 1, 3, 0),
    ],
)
def test_an_airfield_starts_as_many_as_its_quota_less_damage(grade: str, damage: int, turn: int, start: int) -> None:
    units = {"a_sup": unit("C8", "supply"), "b_sup": unit("C8", "supply"), "c_sup": unit("C8", "supply")}
    features = {"C8 airfield grade": grade, "C8 airfield damage": damage}
    game, state = assigning(units, "air_transport.capacity=9", features=features, control={"C8": "allied"}, turn=turn)
    for n, piece in enumerate(list(units)[:start], 1):
        assert len({t.split()[1] for t in options(game, state, "allied", "drop")}) == 4 - n
        state = answer(game, state, "allied", f"drop {piece} D7")
    reason = why(game, state, "allied", f"drop {list(units)[start]} D7")
    if start or damage:
        assert reason.rule == "TT-2.4.1-R15"
        assert reason.numbers == ((("starting", start), ("most", start)) if start else (("damage", damage),))
    else:
        assert (reason.rule, reason.by) == ("TT-4-13", "weather") and reason.text.endswith(": mud")


@pytest.mark.rule("TT-2.4.1-R15")
def test_a_grounded_airfield_starts_nothing() -> None:
    units = {"a_sup": unit("C8", "supply")}
    features = {"C8 airfield damage": 1}
    for settings, flies in (((), True), (("facilities.damaged_airfield=grounded",), False)):
        game, state = assigning(units, *settings, features=features, control={"C8": "allied"})
        assert bool(options(game, state, "allied", "drop")) is flies


@pytest.mark.rule("TT-2.4.1-R15")
def test_pieces_start_from_friendly_airfields_only() -> None:
    units = {"a_sup": unit("C8", "supply"), "b_sup": unit("D7", "supply"), "c_sup": unit("atlantic", "supply")}
    game, state = assigning(units, control={"C8": "axis", "D7": "allied"})
    assert not options(game, state, "allied", "drop") and not options(game, state, "allied", "lift")
    assert "not friendly" in why(game, state, "allied", "drop a_sup E8").text
    assert "at no airfield" in why(game, state, "allied", "drop b_sup E8").text
    assert "at no airfield" in why(game, state, "allied", "drop c_sup E8").text


# ------------------------------------------------------------------ where to


@pytest.mark.rule("TT-2.4.1-R15")
@pytest.mark.parametrize(
    ("grade", "damage", "turn", "room"),
    [("improved", 0, 3, 2), ("unimproved", 0, 3, 1), ("improved", 1, 3, 0), ("unimproved", 0, 4, 0), ("", 0, 3, 0)],
)
def test_a_lift_goes_to_an_undamaged_airfield_with_room(grade: str, damage: int, turn: int, room: int) -> None:
    units = {"a_inf": unit("E6"), "b_inf": unit("E6"), "c_inf": unit("C8")}
    features = {"I6 airfield grade": grade, "I6 airfield damage": damage}
    control = {"I6": "allied", "C8": "allied"}
    game, state = assigning(units, "air_transport.capacity=9", features=features, control=control, turn=turn)
    for piece in list(units)[:room]:
        state = answer(game, state, "allied", f"lift {piece} I6")
    reason = why(game, state, "allied", f"lift {list(units)[room]} I6")
    if turn == 4:
        assert (reason.rule, reason.by) == ("TT-4-R03", "weather") and reason.text.endswith(": mud")
        return
    assert reason.rule == "TT-2.4.1-R15"
    assert reason.numbers == ((("coming", room), ("most", room)) if room else (("damage", damage),) if grade else ())


@pytest.mark.rule("TT-2.4.1-R15")
def test_a_lift_goes_to_a_friendly_airfield_within_the_stacking_limit() -> None:
    crowd = {f"div_{n}": unit("I6", "infantry_division", steps=3) for n in (1, 2)}
    crowd["c_inf"] = unit("I6")
    game, state = assigning({"a_inf": unit("E6"), "b_inf": unit("E6"), **crowd}, control={"I6": "allied", "C8": "axis"})
    assert "not friendly" in why(game, state, "allied", "lift a_inf C8").text
    assert "already" in why(game, state, "allied", "lift a_inf E6").text
    assert "no land space" in why(game, state, "allied", "lift a_inf I5").text
    assert "no land space" in why(game, state, "allied", "lift a_inf box_oran").text
    state = answer(game, state, "allied", "lift a_inf I6")
    reason = why(game, state, "allied", "lift b_inf I6")
    assert reason.rule == "TT-2.4.3-R20" and dict(reason.numbers) == {"there": 7, "coming": 2, "limit": 8}


@pytest.mark.rule("TT-2.4.1-R15")
def test_the_airfield_of_an_ally_will_do() -> None:
    game = load()
    state = planned(game, {"x_inf": unit("W4", nation="axis")}, "lift x_inf U5", "done", seat="axis")
    state = over(game, state, DROPS, "pass allied")
    assert where(game, state, "x_inf") == "U5" and state.control.get("U5", "vichy") == "vichy"
    assert [m.kind for m in game.position(state).markers("U5")] == ["occupation"]


@pytest.mark.rule("TT-2.4.1-R15", "TT-4-11")
def test_a_drop_goes_to_any_land_space_but_enemy_home() -> None:
    units = {"x_sup": unit("T4", "supply", "axis"), "sic_abn": {"at": "W4"}}
    game, state = assigning(units, frames=("air_ops.assign axis",), control={"U6": "allied", "T6": "", "T4": "axis"})
    drops = options(game, state, "axis", "drop")
    for space in ("U6", "T6", "S6", "S2", "X3"):
        assert f"drop x_sup {space}" in drops
    reason = why(game, state, "axis", "drop x_sup Y6")
    assert reason.rule == "TT-4-11" and "Malta" in reason.text
    assert "no land space" in why(game, state, "axis", "drop x_sup U4").text
    assert "already" in why(game, state, "axis", "drop x_sup T4").text
    assert "drop sic_abn Y6" not in drops


@pytest.mark.rule("TT-2.4.1-R15")
@pytest.mark.parametrize("name", ["tunis", "U5", "u5", "Tunis"])
def test_spaces_closed_on_the_first_turn(name: str) -> None:
    settings = (f'turn1.no_drop=["{name}"]',)
    units = {"sic_abn": {"at": "W4"}}
    game, state = assigning(units, *settings, frames=("air_ops.assign axis",), turn=1)
    assert "first turn" in why(game, state, "axis", "drop sic_abn U5").text
    assert "drop sic_abn T4" in options(game, state, "axis")
    game, state = assigning(units, *settings, frames=("air_ops.assign axis",), turn=2)
    assert "drop sic_abn U5" in options(game, state, "axis")
    game, state = assigning(units, frames=("air_ops.assign axis",), turn=1)
    assert "drop sic_abn U5" in options(game, state, "axis")


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('turn1.no_drop=["Tunes"]', "did you mean Tunis"),
        ('turn1.no_drop=["U4"]', "no land space"),
        ("air_transport.capacity=-1", "below 0"),
        ("air_transport.range=-1", "below 0"),
        ("air_transport.hit_effect=some", "all_cargo"),
        ("air_transport.supply_drop=never", "escorted"),
        ('air_transport.cargo=["tank"]', "tank"),
        ('air_transport.drop_cargo=["airborne"]', "airborne_regiment"),
    ],
)
def test_settings_that_mean_nothing_are_refused(setting: str, told: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Game.load("torch_tunisia", settings=[setting])
    assert told in str(caught.value)


@pytest.mark.rule("TT-2.4.1-R15")
def test_a_drop_without_a_fight_respects_stacking() -> None:
    crowd = {f"div_{n}": unit("D7", "infantry_division", steps=3) for n in (1, 2)}
    crowd["div_3"] = unit("D7", "infantry_division", steps=2)
    game, state = assigning({**GIBRALTAR, **crowd}, control={"D7": "allied"})
    assert why(game, state, "allied", "drop gib_abn D7").rule == "TT-2.4.3-R20"
    assert "drop gib_sup D7" in options(game, state, "allied")
    enemy = {f"x_{n}": unit("D7", "infantry_division", "axis", steps=3) for n in (1, 2)}
    game, state = assigning({**GIBRALTAR, **enemy}, control={"D7": "axis"})
    assert "drop gib_abn D7" in options(game, state, "allied")  # onto enemies it is an attack


# ------------------------------------------------------------------ the flight


@pytest.mark.rule("TT-2.4.1-R16", "TT-2.4.1-R15")
def test_supply_moves_by_air_in_the_air_part() -> None:
    game = load()
    state = planned(game, {"a_sup": unit("C8", "supply")}, "lift a_sup I6", control={"C8": "allied", "I6": "allied"})
    assert where(game, state, "a_sup") == "C8"
    assert "nobody can 'move' here" in why(game, state, "allied", "move a_sup D8").text
    state = over(game, state, "pass allied", events=(FlightResolved(flight="flight_allied_1", space="I6"),))
    piece = game.position(state).unit("a_sup")
    assert piece.at == "I6" and "flown" in piece.status
    assert flights(game.position(state)).flights[0].stage == "over"
    mission = missions(game.position(state)).of("flight_allied_1")
    assert mission is not None and mission.stage == "used"


@pytest.mark.rule("TT-2.4.1-R15")
@pytest.mark.parametrize(
    ("about", "stays"),
    [
        ({}, []),
        ({"features": {"I6 airfield damage": 1}}, ["a_inf", "b_inf"]),
        ({"control": {"I6": "axis"}}, ["a_inf", "b_inf"]),
        ({"features": {"I6 airfield grade": "unimproved"}}, ["b_inf"]),
    ],
)
def test_a_lift_turns_back_from_an_airfield_that_was_hit(about: dict[str, Any], stays: list[str]) -> None:
    game = load()
    units = {"a_inf": unit("E6"), "b_inf": unit("E6")}
    state = planned(game, units, "lift a_inf I6", "lift b_inf I6", control={"I6": "allied"})
    state = state.with_(
        features=state.features.with_item("I6 airfield damage", 0), control=state.control.with_item("I6", "allied")
    )
    for key, value in about.get("features", {}).items():
        state = state.with_(features=state.features.with_item(key, value))
    for key, value in about.get("control", {}).items():
        state = state.with_(control=state.control.with_item(key, value))
    state = over(game, state, "pass allied", events=(FlightResolved(flight="flight_allied_1", space="I6"),))
    assert [u for u in units if where(game, state, u) == "E6"] == stays
    assert all("flown" in game.position(state).unit(u).status for u in units)


@pytest.mark.rule("TT-2.4.1-R17")
@pytest.mark.parametrize(
    ("effect", "hits", "roll", "left"),
    [
        ("one_piece", (1,), "roll 1", ["gib_sup"]),
        ("one_piece", (1,), "roll 2", ["gib_abn"]),
        ("one_piece", (2,), "", []),
        ("one_piece", (1, 1), "roll 2", []),
        ("one_piece", (5,), "", []),
        ("all_cargo", (1,), "", []),
        ("one_piece", (), "", ["gib_abn", "gib_sup"]),
    ],
)
def test_each_hit_takes_one_carried_piece_at_random(
    effect: str, hits: tuple[int, ...], roll: str, left: list[str]
) -> None:
    game = load(f"air_transport.hit_effect={effect}")
    state = planned(game, GIBRALTAR, "drop gib_abn D7", "drop gib_sup D7", "done")
    told = tuple(FlightHit(flight="flight_allied_1", hits=n) for n in hits)
    state = over(game, state, "pass allied", events=told)
    if roll:
        ask = game.asks(state)[0]
        assert ask.roll is not None and ask.roll.sides == (2,)
        state = answer(game, state, CHANCE, roll)
    assert game.asks(state)[0].seat == "allied"
    assert [u for u in GIBRALTAR if u in state.units] == left
    assert all(state.gone[u] == "lost" for u in GIBRALTAR if u not in left)
    mission = missions(game.position(state)).of("flight_allied_1")
    assert mission is not None and mission.stage == ("assigned" if left else "lost")
    state = over(game, state, DROPS, "pass allied", done=("battles", "land"))
    assert [u for u in left if where(game, state, u) != "D7"] == []


@pytest.mark.rule("TT-2.4.1-R17")
def test_the_capacity_is_back_next_turn() -> None:
    game = load()
    units = {**GIBRALTAR, "a_sup": unit("E6", "supply")}
    state = planned(game, units, "drop gib_abn D7", "drop gib_sup D7", "done")
    state = over(game, state, "pass allied", events=(FlightHit(flight="flight_allied_1", hits=2),))
    again = over(game, state, FLY)
    assert why(game, again, "allied", "drop a_sup D7").rule == "TT-2.4.1-R15"  # Gibraltar has started two
    state = over(game, state, FLY, events=(TurnBegan(turn=4),))
    assert flights(game.position(state)) == Flights()
    assert "drop a_sup D7" in options(game, state, "allied")


@pytest.mark.rule("TT-2.4.1-R15")
def test_supply_whose_troops_are_lost_does_not_come_down_on_enemies() -> None:
    game = load()
    state = planned(game, {**GIBRALTAR, **GARRISON}, "drop gib_abn M6", "drop gib_sup M6", "done")
    state = over(
        game, state, DROPS, "pass allied", events=(FlightHit(flight="flight_allied_1"),), done=("battles", "land")
    )
    state = answer(game, state, CHANCE, "roll 1")
    piece = game.position(state).unit("gib_sup")
    assert piece.at == "E6" and piece.nation == "allied" and "flown" in piece.status


# ------------------------------------------------------------------ air transport or land movement


@pytest.mark.rule("TT-2.4.1-R18")
@pytest.mark.parametrize("exclusive", [True, False])
def test_who_flew_does_not_move_on_land(exclusive: bool) -> None:
    game = load(f"air_transport.exclusive_with_land_move={str(exclusive).lower()}")
    state = planned(game, GIBRALTAR, "drop gib_abn D7", "drop gib_sup D7", "done")
    state = over(game, state, DROPS, "land_combat.move allied")
    if not exclusive:
        assert {t.split()[1] for t in options(game, state, "allied", "move")} == set(GIBRALTAR)
        return
    assert not options(game, state, "allied", "move")
    for piece in GIBRALTAR:
        reason = why(game, state, "allied", f"move {piece} E8")
        assert reason.rule == "TT-2.4.1-R18" and "by air" in reason.text


@pytest.mark.rule("TT-2.4.1-R18")
@pytest.mark.parametrize("exclusive", [True, False])
def test_who_moved_on_land_does_not_fly(exclusive: bool) -> None:
    units = {"a_inf": unit("D7"), "b_inf": unit("C8"), "a_sup": unit("D7", "supply")}
    game = load(f"air_transport.exclusive_with_land_move={str(exclusive).lower()}")
    control = {"C8": "allied", "D7": "allied", "I6": "allied"}
    state = scene(game, units={**AIRCRAFT, **units}, phase=["land_move", "air_assign"], turn=3, control=control)
    state = answer(game, state, "allied", "move a_inf C8", "move a_sup C8", "done")
    state = answer(game, state, "axis", "done")
    assert game.position(state).unit("a_inf").spent == 0  # points are back when all have moved
    lifts = {t.split()[1] for t in options(game, state, "allied", "lift")}
    assert lifts == ({"b_inf"} if exclusive else {"a_inf", "b_inf", "a_sup"})
    if exclusive:
        assert why(game, state, "allied", "lift a_inf I6").rule == "TT-2.4.1-R18"
        assert flights(game.position(state)).moved == ("a_inf", "a_sup")


@pytest.mark.rule("TT-2.4.1-R18")
def test_points_of_the_next_turn_are_not_touched_after_land() -> None:
    game = load()
    state = planned(game, GIBRALTAR, "drop gib_abn D7", "drop gib_sup D7", "done")
    before = over(game, state, DROPS, "pass allied")
    assert game.position(before).unit("gib_abn").spent == 2
    after = over(game, state, DROPS, "pass allied", done=("battles", "land"))
    assert game.position(after).unit("gib_abn").spent == 0


@pytest.mark.rule("TT-2.4.1-R15")
def test_captured_or_flying_pieces_do_not_fly() -> None:
    units = {"a_sup": unit("C8", "supply", status=("captured",)), "b_sup": unit("C8", "supply")}
    game, state = assigning(units, control={"C8": "allied"})
    assert why(game, state, "allied", "drop a_sup D7").rule == "TT-2.4.3-R19"
    state = answer(game, state, "allied", "drop b_sup D7")
    assert "flies already" in why(game, state, "allied", "drop b_sup E8").text


def test_words_that_are_missing() -> None:
    game, state = assigning(GIBRALTAR)
    assert "say 'drop'" in why(game, state, "allied", "drop gib_abn").text
    assert "say 'lift'" in why(game, state, "allied", "lift").text


def test_the_table_is_the_catalogues() -> None:
    table = load().settings[AirTransport]
    assert (table.capacity, table.range, table.hit_effect, table.supply_drop) == (2, 16, "one_piece", "free")
    assert table.cargo == ("infantry_regiment", "airborne_regiment", "supply")
    assert table.drop_cargo == ("airborne_regiment", "supply")
    assert table.exclusive_with_land_move and table.allow_wait


def test_a_flight_is_a_plain_value() -> None:
    flight = Flight("flight_allied_1", "allied", "allied", "air_drop", "M6", (("gib_abn", "E6"),))
    assert Flights((flight,)).of("flight_allied_1") == flight and Flights().of("x") is None
    assert isinstance(why(*assigning(GIBRALTAR), "allied", "drop gib_abn Z1"), Reason)


def test_options_and_refusals_agree() -> None:
    """Every piece and every land space, in the opening position of turn 1 with one drop assigned."""
    game = load()
    state = scene(game, keep=True, frames=[FLY])
    state = answer(game, state, "allied", "drop gib_sup M5")
    listed = set(options(game, state, "allied", "drop")) | set(options(game, state, "allied", "lift"))
    assert "drop gib_abn M5" in listed and len(listed) > 40
    pieces = [u.id for u in game.position(state).units() if u.nation == "allied" and not u.hidden]
    for verb in ("lift", "drop"):
        for piece in pieces:
            for space in (*game.board.with_tag("land"), "U4", "box_oran"):
                text = f"{verb} {piece} {space}"
                assert (game.refuse(state, text, "allied") is None) is (text in listed), text


def test_a_seat_without_aircraft_is_asked_all_the_same() -> None:
    game = load()
    state = scene(game, units=GIBRALTAR, turn=3, frames=[FLY, "pass allied"])
    assert "drop gib_sup D7" in options(game, state, "allied")
    state = scene(game, units={}, turn=3, frames=[FLY, "pass allied"])
    assert game.asks(state)[0].frame == "pass"
