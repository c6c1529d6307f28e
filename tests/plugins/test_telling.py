"""What the war in the air and at sea says of itself when somebody asks: numbers, their rules and their TOML lines."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hexwright.dice import Hand
from hexwright.explain import Explanation, Piece, explain, explain_ask, explain_event
from hexwright.game import Game
from hexwright.odds import contest, percent
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.air_ops import AirState
from hexwright_plugins.air_ops import Mission as Flight
from hexwright_plugins.air_ops.fire import Volley
from hexwright_plugins.convoys import ConvoyState, Resolve
from hexwright_plugins.gunnery import SeaBattleJoined
from hexwright_plugins.naval_ops import Fleet, Mission, SeaBattle, SeaBattleDecided, SeaState
from hexwright_plugins.naval_ops.casualties import Casualties
from hexwright_plugins.naval_ops.control import SeaDice

from .sky import Sky
from .torch import load

AIR, SEA, RAIDS, DEPLOY = ["air_ops.assign allied"], ["naval_ops.move allied"], "sea_raid", "place"
GROUP = "unit_type.bomber_group"
Told = Mapping[str, tuple[int | str, str, str]]  # label -> value, rule, key


def lines_of(game: Game, piece: Piece) -> str:
    """The line of TOML that a piece names."""
    assert piece.source is not None and piece.source.where, piece
    file, _, line = piece.source.where.partition(":")
    return (Path(game.rules.folder) / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def check(game: Game, found: Explanation, told: Told) -> None:
    """Each label stands for a value, a rule of the rulebook, and a key that is set on the line that is named."""
    labels = [p.label for p in found.parts]
    for label, (value, rule, key) in told.items():
        assert labels.count(label) == 1, labels
        piece = found.parts[labels.index(label)]
        assert piece.value == value, piece
        assert piece.rule is not None and piece.rule.id == rule and piece.rule.title, piece
        assert piece.source is not None and piece.source.key == key, piece
        assert key.rsplit(".", 1)[-1].split("[")[0] in lines_of(game, piece), piece


def at_sea(game: Game, units: Mapping[str, Any], *given: tuple[str, ...], **about: Any) -> State:
    known = SeaState(tuple(Mission(m[0], m[1], "".join(m[2:])) for m in given), about.pop("battle", None))
    found = {u: {"at": p} if isinstance(p, str) else p for u, p in units.items()}
    return scene(game, turn=3, units=found, slices=[known], **about)


# ------------------------------------------------------------------ air missions


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "assign a_1 strike U5 airfield",
            {
                "Strike": (
                    "one damage a hit, after interception and the ships' fire",
                    "TT-2.4.1-R09",
                    "mission.strike.effect",
                ),
                "range": (8, "TT-2.4.1-R02", f"{GROUP}.range"),
                "a_1": ("2d8, hits on 5", "TT-2.4.1-07", f"{GROUP}.dice.strike"),
                "groups that Malta supports": (2, "TT-4-14", "airfields.grade.improved.groups"),
                "printed value of the airfield of Tunis": (2, "TT-2.4.2-R21", "airfields.grade.improved.groups"),
            },
        ),
        (
            "assign a_1 intercept",
            {
                "radius of interceptors": (2, "TT-2.4.1-11", "air.intercept_radius"),
                "a_1": ("2d6, hits on 5", "TT-2.4.1-06", f"{GROUP}.dice.intercept"),
            },
        ),
        (
            "assign a_1 interdict T6",
            {"movement points more for enemies": (1, "TT-2.4.1-27", "air.interdiction_cost")},
        ),
        (
            "assign a_1 close_air_support V5",
            {"in a sea battle: a_1": ("2d8, hits on 5", "TT-2.4.2-23", f"{GROUP}.dice.support_sea")},
        ),
        (
            "assign a_1 close_air_support T6",
            {"in a land battle: a_1": ("2d6, hits on 5", "TT-2.4.1-06", f"{GROUP}.dice.support_land")},
        ),
        ("assign a_1 re_base", {"how far it may go": ("unlimited", "TT-2.4.1-R13", "air.rebase_range")}),
        ("join a_2 a_3", {"most of its type": (2, "TT-2.4.1-R19", f"{GROUP}.steps")}),
    ],
)
def test_an_air_mission_tells_its_effect_range_base_and_dice(text: str, told: Told) -> None:
    sky = Sky(load(), "a_1 bmb Y6 -", "a_2 sqd Y6 -", "a_3 bmb/1 Y6 -", units={}, frames=AIR)
    found = explain(sky.game, sky.state, text, "allied")
    check(sky.game, found, told)
    assert text.startswith("join") or found.text.startswith("a_1: ")


@pytest.mark.rule("TT-2.4.1-R23", "TT-2.4.3-18")
@pytest.mark.parametrize(
    ("text", "over", "rule"),
    [
        ("assign a_1 close_air_support T6", "land", "TT-2.4.1-R23"),
        ("assign a_1 close_air_support V5", "sea", "TT-2.4.1-R23"),
        ("assign a_1 interdict T6", "land", "TT-2.4.1-R23"),
        ("assign malta_esc naval_support", "land", "TT-2.4.3-18"),
        ("assign a_1 close_air_support V5", "land", ""),
        ("assign a_1 close_air_support T6", "sea", ""),
        ("assign a_1 escort T6", "land", ""),
    ],
)
def test_a_mission_for_a_part_that_is_over_says_that_it_does_nothing(text: str, over: str, rule: str) -> None:
    frames = SEA if "naval" in text else AIR
    sky = Sky(load(), "a_1 bmb Y6 -", units={"malta_esc": {"at": "T3"}}, frames=frames, turn=3)
    before = explain(sky.game, sky.state, text, "allied")
    found = explain(sky.game, sky.state.with_(done=(over,)), text, "allied")
    late = next((p for p in found.parts if p.label == "comes too late"), None)
    assert not any(p.label == "comes too late" for p in before.parts) and before.kind == found.kind == "option"
    if rule:
        assert late is not None and late.rule is not None and late.rule.id == rule
        assert str(late.value).endswith("are over: it does nothing this turn")
    else:
        assert late is None


def test_refusals_of_air_missions_name_the_number_that_refuses() -> None:
    sky = Sky(load(), "a_1 ftr Y6 -", "a_2 ftr Y6 -", "a_3 ftr Y6 -", "a_4 sqd Y6 -", frames=AIR)
    far = explain(sky.game, sky.state, "assign a_1 strike S2 airfield", "allied")
    assert far.kind == "refusal" and far.source is not None and far.source.key == "unit_type.fighter_group.range"
    assert far.source.where.startswith("units.toml:")
    full = explain(sky.game, sky.state, "join a_4 a_1", "allied")
    assert full.source is not None and full.source.key == "unit_type.fighter_group.steps"
    sky.play("allied: assign a_1 intercept", "allied: assign a_2 intercept")
    most = explain(sky.game, sky.state, "assign a_3 escort Y6", "allied")
    assert most.source is not None and most.source.key == "airfields.grade.improved.groups"
    assert {p.label: p.value for p in most.parts}["capacity"] == 2


def test_mud_names_the_turns_that_are_muddy() -> None:
    sky = Sky(load(), "a_1 ftr Q5 -", frames=AIR, turn=4, control={"Q5": "allied"})
    found = explain(sky.game, sky.state, "assign a_1 escort Q5", "allied")
    assert found.kind == "refusal" and found.source is not None and found.source.key == "weather.mud_turns"
    assert (found.source.plugin, found.rule and found.rule.id) == ("weather", "TT-4-13")


def test_interceptors_and_escorts_tell_their_dice() -> None:
    game = load()
    sky = Sky(game, "a_1 bmb Y6 strike U5 airfield", "a_2 ftr Y6 escort U5", "a_3 ftr Y6 escort U5",
              "x_1 ftr U5 intercept")  # fmt: skip
    found = explain(game, sky.state, "commit x_1", "axis")
    assert found.text == "x_1 takes off and engages at Tunis; it does so once a turn."
    check(game, found, {
        "radius of interceptors": (2, "TT-2.4.1-11", "air.intercept_radius"),
        "x_1": ("2d8, hits on 5", "TT-2.4.1-06", "unit_type.fighter_group.dice.intercept"),
        "may be met by: a_2": ("2d8, hits on 5", "TT-2.4.1-06", "unit_type.fighter_group.dice.escort"),
        "aircraft on missions fire back": ("no", "TT-2.4.1-R07", "air.mission_return_fire"),
    })  # fmt: skip
    assert {p.label: p.value for p in found.parts}["one hit or more"] == "75.0%"
    sky.play("axis: commit x_1")
    met = explain(game, sky.state, "pair x_1 a_3", "axis")
    check(game, met, {
        "x_1: x_1": ("2d8, hits on 5", "TT-2.4.1-06", "unit_type.fighter_group.dice.intercept"),
        "a_3: a_3": ("2d8, hits on 5", "TT-2.4.1-06", "unit_type.fighter_group.dice.escort"),
        "hits": ("paired", "TT-2.4.1-R06", "air.pair_hits"),
    })  # fmt: skip


def test_ships_strikes_and_volleys_tell_their_dice() -> None:
    game = load()
    units = {"sqn_algiers": {"at": "M5"}, "sqn_oran": {"at": "M5"}}
    sky = Sky(game, "a_1 bmb Q5 strike M5 ships", units=units)
    found = explain(game, sky.state, "fire sqn_oran", "axis")
    (fire,) = [p for p in found.parts if p.source and p.source.key == "unit_type.surface_squadron.dice.air_defence"]
    assert (fire.value, fire.rule and fire.rule.id) == ("d8, hits on 5", "TT-2.4.1-21")
    sky.play("axis: done", dice="4 4")
    volley = next(e for e in sky.events if isinstance(e, Volley))
    check(game, explain_event(game, sky.state, volley), {
        "a_1": ("2d8, hits on 5", "TT-2.4.1-07", f"{GROUP}.dice.strike"),
    })  # fmt: skip


def test_a_strike_on_a_port_tells_what_works_take() -> None:
    game = load()
    sky = Sky(game, "a_1 bmb Y6 strike T4 port", "a_2 ftr Y6 strike T4 port")
    found = explain(game, sky.state, "remove d6", "allied")
    check(game, found, {
        "a_1": ("2d8, hits on 5", "TT-2.4.1-07", f"{GROUP}.dice.strike"),
        "a_2": ("2d6, hits on 5", "TT-2.4.1-07", "unit_type.fighter_group.dice.strike"),
        "printed value of the port of Bizerte": (3, "TT-2.4.2-R21", "space.T4.features.port.value"),
        "the fortification takes a die and the first hit": (1, "TT-4-07", "space.T4.features.fortification"),
    })  # fmt: skip


THINNED = "by itself: damage after what the fortification takes"


@pytest.mark.rule("TT-4-07")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("assign ax_esc_1 naval_strike T4", {THINNED: "none, for no die is left"}),
        ("assign ax_esc_1 naval_strike U5", {"one hit or more": "50.0%"}),
        ("assign x_1 strike T4 port", {THINNED: "0.0%"}),
        ("assign x_1 strike U5 port", {"one hit or more": "75.0%"}),
    ],
)
def test_the_chance_of_a_strike_is_that_of_what_works_leave(text: str, told: dict[str, str]) -> None:
    frames = ["naval_ops.move axis"] if "esc" in text else ["air_ops.assign axis"]
    held = {"T4": "allied", "U5": "allied"}
    units: dict[str, dict[str, Any]] = {"ax_esc_1": {"at": "U4"}}
    sky = Sky(load(), "x_1 bmb W4 -", units=units, frames=frames, turn=3, control=held)
    parts = {p.label: p.value for p in explain(sky.game, sky.state, text, "axis").parts}
    assert told.items() <= parts.items(), parts
    assert ("one hit or more" in parts) == ("one hit or more" in told)


def test_the_chance_of_a_hand_that_works_thin_out_goes_by_the_die_that_is_missed_least() -> None:
    sky = Sky(load(), "a_1 bmb Y6 strike T4 port", "a_2 ftr Y6 strike T4 port")
    asked, label = explain_ask(sky.game, sky.state, "allied"), THINNED.removeprefix("by itself: ")
    few, more = (explain(sky.game, sky.state, f"remove {die}", "allied") for die in ("d8", "d6"))
    least, best, told = ([p.value for p in found.parts if p.label == label] for found in (few, more, asked) if found)
    assert told == best and float(str(best[0])[:-1]) > float(str(least[0])[:-1])


# ------------------------------------------------------------------ at sea


def test_a_ship_tells_its_way_and_the_minefield_that_ends_it() -> None:
    game = load("naval.move_allowance=9")
    state = at_sea(game, {"ax_att_1": "T3"}, frames=["naval_ops.move axis"])
    found = explain(game, state, "move ax_att_1 V2", "axis")
    assert found.text == "Attack Group sails from T3 to V2 by U3; it moves once a turn."
    most = next(p for p in found.parts if p.label.startswith("most hexes"))
    assert most.value == 9 and most.source is not None and most.source.where == "--set:1"
    far = explain(load("naval.move_allowance=1"), state, "move ax_att_1 V2", "axis")
    assert far.source is not None and far.source.key == "naval.move_allowance"
    mined = at_sea(load(), {"malta_esc": "W3"}, frames=SEA)
    check(load(), explain(load(), mined, "move malta_esc V4", "allied"), {
        "the move ends in V4": ("a hostile minefield", "TT-2.4.2-12", "space.V4.features.minefield.owner"),
    })  # fmt: skip


def test_a_ship_tells_its_mission_and_the_battle_that_it_brings_about() -> None:
    game = load()
    state = at_sea(game, {"tf2_att": "V3", "ax_esc_1": "V3", "malta_esc": "Y6", "tf3_att": "V4"}, frames=SEA)
    found = explain(game, state, "assign tf2_att sea_control V3", "allied")
    check(game, found, {
        "attacker: Attack Group": ("d10, hits on 5", "TT-3.2-02", "unit_type.attack_group.dice.sea"),
        "defender: Escort Group": ("d8, hits on 5", "TT-3.2-01", "unit_type.escort_group.dice.sea"),
        "equal totals go to": ("defender", "TT-2.4.2-R11", "naval.tie"),
    })  # fmt: skip
    odds = percent(contest(Hand.parse("d10"), Hand.parse("d8")).attacker_wins)
    assert {p.label: p.value for p in found.parts}["the attacker wins"] == odds
    check(game, explain(game, state, "assign tf3_att naval_strike U5", "allied"), {
        "range": (1, "TT-2.4.2-36", "mission.naval_strike.range"),
        "printed value of the port of Tunis": (3, "TT-2.4.2-R21", "space.U5.features.port.value"),
    })  # fmt: skip
    check(game, explain(game, state, "assign malta_esc naval_support", "allied"), {
        "Escort Group": ("d6, hits on 5", "TT-2.4.2-40", "unit_type.escort_group.dice.naval_support"),
        "opposing supporters cancel": ("one_for_one", "TT-2.4.2-R18", "naval.support_cancel"),
    })  # fmt: skip
    wrecked = at_sea(game, {"malta_esc": "Y6"}, frames=SEA, features={"Y6 port damage": 2})
    barred = explain(game, wrecked, "assign malta_esc naval_sabotage Y6", "allied")
    assert barred.source is not None and barred.source.key == "space.Y6.features.port.value"


def test_a_battle_at_sea_tells_both_fleets_and_the_chances() -> None:
    game = load()
    state = at_sea(game, {"tf2_att": "V3", "ax_esc_1": "V3", "ax_esc_2": {"at": "V3", "steps": 1}},
                   ("tf2_att", "sea_control", "V3"), phase=("sea_answer", "sea_control"))  # fmt: skip
    for text in ("engage V3 ax_esc_1", "refuse V3"):
        found = explain(game, state, text, "axis")
        labels = [p.label for p in found.parts]
        assert labels.count("attacker: Attack Group") == 1 and labels.count("defender: Escort Group") == 2
        check(game, found, {"equal totals go to": ("defender", "TT-2.4.2-R11", "naval.tie")})
        odds = percent(contest(Hand.parse("d10"), Hand.parse("d8, d6")).attacker_wins)
        assert {p.label: p.value for p in found.parts}["the attacker wins"] == odds


def fought(**about: Any) -> tuple[Game, State]:
    game = load()
    fleets = Fleet("allied", "allied", ("tf2_att",)), Fleet("axis", "axis", ("ax_esc_1", "ax_esc_2"), hits=())
    ours = Fleet("allied", "allied", ("tf2_att",), hits=("sea",))
    battle = SeaBattle("V3", ours if about.pop("hit", False) else fleets[0], fleets[1])
    return game, at_sea(game, {"tf2_att": "V3", "ax_esc_1": "V3", "ax_esc_2": "V3"}, battle=battle, **about)


def test_dice_casualties_and_the_end_of_a_battle_at_sea() -> None:
    game, state = fought(frames=[SeaDice("V3"), "pass allied"])
    asked = explain_ask(game, state, "chance")
    assert asked is not None
    check(game, asked, {"attacker: Attack Group": ("d10, hits on 5", "TT-3.2-02", "unit_type.attack_group.dice.sea")})
    joined = SeaBattleJoined(space="V3", attacker="allied", defender="axis")
    assert explain_event(game, state, joined).parts[0].label == "attacker: Attack Group"
    step = game.apply(state, "roll 7 2 2", "chance")
    decided = next(e for e in step.events if isinstance(e, SeaBattleDecided))
    keys = [p.source.key for p in explain_event(game, step.state, decided).parts if p.source]
    assert keys == ["unit_type.attack_group.dice.sea", *["unit_type.escort_group.dice.sea"] * 2]
    game, state = fought(hit=True, frames=[Casualties(space="V3"), "pass allied"])
    hit = explain(game, state, "hit ax_esc_1", "axis")
    assert hit.text == "Escort Group takes the hit and has 1 of 2 steps left."
    check(game, hit, {
        "steps of Escort Group": ("2 of 2", "TT-2.4.2-R13", "unit_type.escort_group.steps"),
        "hits by ships may go to aircraft": ("yes", "TT-2.4.2-R12", "naval.ships_may_lose_aircraft_instead"),
    })  # fmt: skip


# ------------------------------------------------------------------ convoys and submarines


def test_convoy_fire_tells_the_dice_by_target_and_what_an_escort_costs_submarines() -> None:
    game = load()
    cargo = {"type": "supply", "nation": "axis", "at": "box_tunis"}
    units: dict[str, Any] = {"cargo": cargo, "esc": {"type": "escort_group", "nation": "axis", "at": "box_tunis"},
             "sub": {"type": "submarine_squadron", "nation": "allied", "at": "box_tunis", "hidden": False},
             "bmb": {"type": "bomber_group", "nation": "allied", "at": "Y6"}}  # fmt: skip
    slices = [ConvoyState(order=("cargo",)), SeaState((Mission("esc", "naval_escort", "box_tunis"),)),
              AirState((Flight("bmb", "convoy_strike", "V5", base="Y6", stage="flown"),))]  # fmt: skip
    state = scene(game, turn=3, units=units, slices=slices, frames=[Resolve(), "pass allied"])
    aim = explain(game, state, "aim esc submarine", "axis")
    assert aim.text == "esc goes for submarines."
    check(game, aim, {"esc at submarines": ("d8, hits on 5", "TT-3.2-01", "unit_type.escort_group.dice.sea")})
    state = game.apply(state, "aim esc aircraft", "axis").state
    state = game.apply(state, "roll 1", "chance").state
    ask = game.asks(state)[0]
    told = {text: explain(game, state, text, ask.seat) for text in ask.options}
    unit = next(iter(ask.options)).split()[1]
    state = game.apply(state, f"raid {unit} transports", ask.seat).state
    ask = game.asks(state)[0]
    told |= {text: explain(game, state, text, ask.seat) for text in ask.options}
    drm = ("on the die of submarines against an escorted convoy", (-1, "TT-2.4.4-07", "convoys.submarine_drm"))
    check(game, told["raid sub transports"], {
        "sub at the transports": ("d6-1, hits on 5", "TT-3.2-R01", "unit_type.submarine_squadron.dice.sea"),
        drm[0]: drm[1],
    })  # fmt: skip
    check(game, told["raid bmb transports"], {
        "bmb at the transports": ("2d8, hits on 5", "TT-3.1-07", f"{GROUP}.dice.raid"),
    })  # fmt: skip
    assert drm[0] not in [p.label for p in told["raid bmb transports"].parts]


def test_two_raided_convoys_tell_who_meets_in_the_one_that_is_picked() -> None:
    game = load()
    units: dict[str, Any] = {}
    for n, box in (("1", "box_tunis"), ("2", "box_bizerte")):
        units[f"cargo_{n}"] = {"type": "supply", "nation": "axis", "at": box}
        units[f"sub_{n}"] = {"type": "submarine_squadron", "nation": "allied", "at": box, "hidden": False}
    state = scene(game, turn=3, units=units, frames=[Resolve(), "pass allied"])
    found = explain(game, state, "resolve box_tunis axis", game.asks(state)[0].seat)
    check(game, found, {
        "sub_1 at the transports": ("d6, hits on 5", "TT-3.2-R01", "unit_type.submarine_squadron.dice.sea"),
    })  # fmt: skip
    assert [p.value for p in found.parts if p.label == "transports"] == ["cargo_1"]


def test_submarines_tell_their_orders_and_stations() -> None:
    game = load("submarines.move_limit=2")
    units = {"sub_axis_1": {"at": "V5"}, "tf2_att": {"at": "V5"},
             "cargo": {"type": "supply", "nation": "allied", "at": "box_tunis"}}  # fmt: skip
    state = scene(game, turn=3, units=units, frames=["submarines.orders"])
    raid, strike = (
        explain(game, state, f"{t}", "axis") for t in ("raid sub_axis_1 box_tunis", "strike sub_axis_1 ships")
    )
    sea = ("d6, hits on 5", "TT-3.2-R01", "unit_type.submarine_squadron.dice.sea")
    name = game.position(state).name("sub_axis_1")
    check(game, strike, {name: sea})
    check(
        game, raid, {name: sea, "Convoy Raid": ("goes to the convoy box", "TT-2.4.2-32", "mission.convoy_raid.effect")}
    )
    assert [p.label for p in raid.parts][-1] == "on the die of submarines against an escorted convoy"
    state = scene(game, turn=3, units=units, frames=["submarines.station"])
    near = explain(game, state, "station sub_axis_1 V4", "axis")
    assert [(p.label, p.value, p.source and p.source.where) for p in near.parts][-1] == ("most hexes", 2, "--set:1")
    far = explain(game, state, "station sub_axis_1 I5", "axis")
    assert far.source is not None and far.source.key == "submarines.move_limit"


def test_loading_tells_the_value_of_the_port() -> None:
    game = load()
    state = scene(game, turn=3, units={f"t{n}": {"type": "supply", "nation": "axis", "at": "europe_sea"}
                                       for n in range(4)}, frames=["convoys.load"])  # fmt: skip
    found = explain(game, state, "load t0 box_tunis", "axis")
    check(game, found, {
        "printed value of the port of Tunis": (3, "TT-2.3-R09", "space.U5.features.port.value"),
        "the printed value limits the loading": ("yes", "TT-2.3-R09", "convoys.limit_at_loading"),
    })  # fmt: skip
    for n in range(3):
        state = game.apply(state, f"load t{n} box_tunis", "axis").state
    full = explain(game, state, "load t3 box_tunis", "axis")
    assert full.source is not None and full.source.key == "space.U5.features.port.value"
    assert full.source.where.startswith("map.toml:")


# ------------------------------------------------------------------ by air, in Deploy, from the sea


def test_flights_tell_range_capacity_and_quotas() -> None:
    game = load()
    units = {u: {"type": "supply", "nation": "allied", "at": "E6"} for u in ("s_1", "s_2", "s_3")}
    units["a_1"] = {"type": "fighter_group", "nation": "allied", "at": "Y6"}
    state = scene(game, turn=3, units=units, frames=AIR, control={"M5": "allied"})
    lift = explain(game, state, "lift s_1 M5", "allied")
    assert lift.text == "s_1 is flown from Gibraltar to Algiers, from airfield to airfield."
    check(game, lift, {
        "range": (16, "TT-2.4.1-09", "air_transport.range"),
        "pieces that the side flies a turn": (2, "TT-2.4.1-09", "air_transport.capacity"),
        "pieces that may start from Gibraltar": (2, "TT-2.4.1-R15", "airfields.grade.improved.lands"),
        "pieces that Algiers receives by air": (2, "TT-4-14", "airfields.grade.improved.lands"),
    })  # fmt: skip
    assert explain(game, state, "drop s_1 L6", "allied").text == "s_1 is dropped from Gibraltar to L6."
    for unit in ("s_1", "s_2"):
        state = game.apply(state, f"lift {unit} M5", "allied").state
    out = explain(game, state, "lift s_3 M5", "allied")
    assert out.source is not None and out.source.key == "airfields.grade.improved.lands"


def test_arrivals_tell_port_values_and_room() -> None:
    game = load()
    units = {f"t{n}": {"type": "supply", "nation": "axis", "at": "box_tripoli"} for n in range(3)}
    units |= {"x_1": {"type": "fighter_group", "nation": "axis", "at": "europe_air"}}
    state = scene(game, turn=3, units=units, phase=DEPLOY)
    check(game, explain(game, state, "land t0", "axis"), {
        "printed value of the port of Tripoli": (2, "TT-2.4.6-R01", "space.W9.features.port.value"),
    })  # fmt: skip
    check(game, explain(game, state, "fly x_1 S2", "axis"), {
        "groups based in Sardinia at most": (2, "TT-4-14", "airfields.grade.improved.groups"),
    })  # fmt: skip
    for n in range(2):
        state = game.apply(state, f"land t{n}", "axis").state
    full = explain(game, state, "land t2", "axis")
    assert full.source is not None and full.source.key == "space.W9.features.port.value"


def test_landings_tell_their_coast_and_their_battle() -> None:
    game = load()
    units = {
        "tf2": {"at": "A9"},
        "us_1_id": {"at": "tf2"},
        "tf2_sup": {"at": "tf2"},
        "g": {"type": "garrison_regiment", "nation": "axis", "at": "A10"},
    }
    state = scene(game, turn=1, units=units, frames=["land_combat.move allied"])
    found = explain(game, state, "land tf2 A10", "allied")
    coast = next(p for p in found.parts if p.source and p.source.key == "space.A9.features.landing_zone.lands_at")
    assert "lands_at" in lines_of(game, coast)
    check(game, found, {
        "defender: g": ("d6-1, hits on 5", "TT-3.3-05", "unit_type.garrison_regiment.dice.land"),
        "who loses the battle": ("reembark", "TT-2.4.3-R22", "landing.failed"),
    })  # fmt: skip
    away = explain(game, state, "land tf2 M5", "allied")
    assert away.source is not None and away.source.key == "space.A9.features.landing_zone.lands_at"
