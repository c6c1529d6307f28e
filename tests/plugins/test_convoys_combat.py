"""Convoys that are raided: who meets in a box, the fire of escorts and raiders, and the pieces that are sunk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from hexwright.errors import RulesetError
from hexwright.events import Event, Removed, Revealed, Rolled, StepsChanged
from hexwright.game import Game
from hexwright.state import State
from hexwright.testing import play, scene
from hexwright_plugins.air_ops.record import AirState
from hexwright_plugins.air_ops.record import Mission as Flight
from hexwright_plugins.air_ops.record import missions as flights
from hexwright_plugins.convoys import (
    ClashOver,
    ConvoyFire,
    ConvoyMet,
    ConvoyState,
    LoadConvoys,
    Numbered,
    Resolve,
    record,
)
from hexwright_plugins.naval_ops.record import Mission as Voyage
from hexwright_plugins.naval_ops.record import SeaState
from hexwright_plugins.naval_ops.record import missions as voyages

from . import torch
from .torch import answer, options, why

TYPES = {
    "sup": "supply", "inf": "infantry_regiment", "id": "infantry_division", "esc": "escort_group",
    "att": "attack_group", "csg": "carrier_strike_group", "cag": "carrier_air_group", "sqn": "surface_squadron",
    "sub": "submarine_squadron", "ftr": "fighter_group", "bmb": "bomber_group",
}  # fmt: skip
NATIONS = {"a": "allied", "x": "axis", "v": "vichy"}
BASES = {"a": "Y6", "x": "U5", "v": "U5"}
TUNIS = "box_tunis"
THREE = ("unit_type.submarine_squadron.steps=3", "unit_type.submarine_squadron.dice.sea.sides=[6, 6, 6]")
PLUGINS = ("convoys", "submarines", "land_combat", "facilities", "air_ops", "naval_ops", "reinforce")


def load(*settings: str, plugins: Iterable[str] = PLUGINS) -> Game:
    """Torch & Tunisia with the plug-ins that a convoy can meet."""
    names = ", ".join(f'"{p}"' for p in plugins)
    return torch.load(f"ruleset.plugins=[{names}]", *settings)


def without(*plugins: str) -> Game:
    return load(plugins=[p for p in PLUGINS if p not in plugins])


def unit(text: str, box: str = TUNIS) -> tuple[str, dict[str, Any]]:
    """A unit as in "xesc_1 2 V5": the owner's letter, the type and a number; perhaps steps and a place."""
    id_, *rest = text.split()
    kind = TYPES[id_[1:].split("_")[0]]
    about: dict[str, Any] = {"type": kind, "nation": NATIONS[id_[0]], "at": box, "hidden": False}
    if kind in ("fighter_group", "bomber_group"):
        about["at"] = BASES[id_[0]]
    for word in rest:
        about |= {"steps": int(word)} if word.isdigit() else {"at": word}
    return id_, about


def raid(
    pieces: str, escorts: Iterable[str] = (), raiders: Iterable[str] = (), *settings: str,
    box: str = TUNIS, told: list[Event] | None = None, game: Game | None = None, **about: Any,
) -> tuple[Game, State]:  # fmt: skip
    """Convoy resolution begins with one convoy in a box: pieces in loading order, escorts and raiders with missions."""
    game = game or load(*settings)
    guards, foes = list(escorts), list(raiders)
    units = dict(unit(text, box) for text in (*pieces.split(), *guards, *foes))
    hex_ = str(game.board.features(box)["convoy_box"]["hex"])
    air: list[Flight] = []
    sea: list[Voyage] = []
    for group, over, at in ((guards, "convoy_escort", "naval_escort"), (foes, "convoy_strike", "convoy_raid")):
        for text in group:
            id_ = text.split()[0]
            tags = game.tags[units[id_]["type"]]
            if "air" in tags:
                air.append(Flight(id_, over, hex_, stage="flown", base=units[id_]["at"]))
            elif "ship" in tags:
                sea.append(Voyage(id_, at, box))
    slices = [ConvoyState(order=tuple(pieces.split())), AirState(missions=tuple(air)), SeaState(missions=tuple(sea))]
    known = [s for s in slices if type(s) in game.slices]
    about.setdefault("turn", 3)
    return game, scene(game, units=units, slices=known, frames=[Resolve(), "pass allied"], told=told, **about)


def events_of(events: Iterable[Event], kind: type) -> list[Any]:
    return [e for e in events if isinstance(e, kind)]


def facts(game: Game, state: State) -> dict[str, Any]:
    return dict(game.asks(state)[0].about)


def roll(game: Game, state: State, faces: str) -> State:
    """The dice that are due, without those that follow."""
    return game.apply(state, f"roll {faces}", "chance").state


def over(game: Game, state: State) -> bool:
    return game.asks(state)[0].frame == "pass"


# ------------------------------------------------------------------ who meets, and in what order


@pytest.mark.rule("TT-2.4.4-R06", "TT-2.4.4-01")
def test_convoys_without_raiders_cross_unopposed_and_need_no_order() -> None:
    told: list[Event] = []
    game, state = raid("xsup_1 xsup_2", ["xesc_1", "xftr_1"], told=told)
    assert over(game, state)
    assert told[0].text() == "the convoys cross unopposed: box_tunis"
    assert not events_of(told, Rolled) and not events_of(told, ConvoyMet)
    assert [m.stage for m in flights(game.position(state)).missions] == ["used"]
    assert [m.stage for m in voyages(game.position(state)).missions] == ["done"]


def test_of_two_convoys_in_a_box_it_is_told_which_one_crosses() -> None:
    told: list[Event] = []
    texts = ["xsup_1", "asup_1", "asub_1", "xsup_2 box_bizerte"]
    scene(load(), turn=3, units=dict(map(unit, texts)), frames=[Resolve(), "pass allied"], told=told)
    assert told[0].text() == "the convoys cross unopposed: box_bizerte, box_tunis (Allied)"


def two_convoys(**about: Any) -> tuple[Game, State]:
    """Both sides have a convoy to Tunis and the Axis one to Bizerte; submarines of both sides wait."""
    game = load()
    texts = ["xsup_1", "asup_1", "asub_1", "xsub_1", "xsup_2 box_bizerte", "asub_2 box_bizerte", "xsup_3 box_tripoli"]
    state = scene(game, turn=3, units=dict(map(unit, texts)), frames=[Resolve(), "pass allied"], **about)
    return game, state


@pytest.mark.rule("TT-2.4.4-R06", "TT-2.4.4-02")
@pytest.mark.parametrize("holder", ["allied", "axis"])
def test_the_holder_orders_the_convoys_and_each_side_has_its_own(holder: str) -> None:
    game, state = two_convoys(roles={"holder": holder})
    first = ["resolve box_bizerte axis", "resolve box_tunis allied", "resolve box_tunis axis"]
    assert [a.seat for a in game.asks(state)] == [holder]
    assert sorted(options(game, state, holder)) == first
    assert facts(game, state)["raiders box_tunis axis"] == "asub_1"
    assert facts(game, state)["raiders box_tunis allied"] == "xsub_1"
    assert why(game, state, holder, "resolve box_tripoli axis").nearest in first
    state, told = play(game, state, [f"{holder}: resolve box_tunis axis"], ["raiders box_tunis: 5"])
    assert [e.unit for e in events_of(told, Removed)] == ["xsup_1"]  # the Allied Supply there is another convoy
    assert "resolved" in why(game, state, holder, "resolve box_tunis axis").text
    assert sorted(options(game, state, holder)) == first[:2]
    state, told = play(game, state, [f"{holder}: resolve box_bizerte axis"], ["box_bizerte: 4", "box_tunis: 4"])
    assert [e.box for e in events_of(told, ConvoyMet)] == ["box_bizerte", "box_tunis"]  # the last one is not asked for
    assert over(game, state)


def test_what_waits_for_nobody_and_what_waits_elsewhere_is_no_raider() -> None:
    texts = ["xsup_1", "xsub_1", "asub_1 V5", "aesc_1", "asub_2 box_bizerte", "aftr_1", "abmb_1", "abmb_2", "aftr_2"]
    air = (
        Flight("aftr_1", "convoy_strike", "V5"), Flight("abmb_1", "convoy_strike", "V5", stage="lost"),
        Flight("abmb_2", "convoy_strike", "T3", stage="flown"), Flight("aftr_2", "strike", "V5", stage="flown"),
    )  # fmt: skip
    sea = (Voyage("aesc_1", "sea_control", "V5"),)
    told: list[Event] = []
    scene(
        load(), turn=3, units=dict(map(unit, texts)), slices=[AirState(missions=air), SeaState(missions=sea)],
        frames=[Resolve(), "pass allied"], told=told,
    )  # fmt: skip
    assert told[0].text() == "the convoys cross unopposed: box_tunis"
    assert not events_of(told, ConvoyMet)


@pytest.mark.rule("TT-2.4.1-13")
def test_aircraft_wait_over_the_convoy_hex_and_stay_at_their_bases() -> None:
    told: list[Event] = []
    game, state = raid("xsup_1 xsup_2", [], ["abmb_1"], told=told)
    met = events_of(told, ConvoyMet)[0]
    assert (met.raiders, met.escorts) == (("abmb_1",), ())
    state, _ = play(game, state, [], ["raiders box_tunis: 4 4"])
    now = game.position(state)
    assert now.unit("abmb_1").at == "Y6"
    mission = flights(now).of("abmb_1")
    assert mission is not None and mission.stage == "used"


@pytest.mark.rule("TT-2.4.2-18", "TT-2.4.2-32")
def test_ships_fight_for_the_convoy_in_whose_box_they_are() -> None:
    told: list[Event] = []
    raid("xsup_1", ["xesc_1", "xesc_2 V5"], ["aesc_1", "aatt_1 V5"], told=told)
    met = events_of(told, ConvoyMet)[0]
    assert (met.escorts, met.raiders) == (("xesc_1",), ("aesc_1",))


@pytest.mark.rule("TT-2.4.4-02")
def test_escorts_transports_and_raiders_are_brought_together() -> None:
    told: list[Event] = []
    game, state = raid("xinf_1 xsup_1", ["xesc_1", "xftr_1", "vftr_2"], ["asub_1", "aatt_1", "abmb_1"], told=told)
    met = events_of(told, ConvoyMet)[0]
    assert met.pieces == ("xinf_1", "xsup_1")
    assert met.escorts == ("xesc_1", "vftr_2", "xftr_1")  # ships, then aircraft; friends of the side as well
    assert met.raiders == ("aatt_1", "asub_1", "abmb_1")  # ships, submarines, aircraft
    assert met.text().startswith("Axis convoy to Tunis: aatt_1, asub_1, abmb_1 against xesc_1")
    seen = [dict(game.view(state, seat).notes)["convoys"] for seat in ("allied", "axis")]
    assert seen[0] == seen[1] == record(game.position(state))


def test_a_hidden_submarine_shows_itself_when_it_raids() -> None:
    told: list[Event] = []
    game = load()
    units = dict(map(unit, ["xsup_1", "asub_1"]))
    units["asub_1"]["hidden"] = True
    state = scene(game, turn=3, units=units, frames=[Resolve(), "pass allied"], told=told)
    assert [e.unit for e in events_of(told, Revealed)] == ["asub_1"]
    assert not state.units["asub_1"].hidden


# ------------------------------------------------------------------ the display


@pytest.mark.rule("TT-2.4.4-03")
def test_pieces_are_numbered_in_the_order_in_which_they_were_loaded() -> None:
    game = load("convoys.limit_at_loading=false")
    texts = ["xsup_9", "xsup_8 europe_sea", "xinf_1 europe_sea", "xsup_7 box_bizerte", "xid_1 europe_sea", "asub_1"]
    state = scene(
        game, turn=3, units=dict(map(unit, texts)), slices=[ConvoyState(order=("xsup_7", "xsup_9"))],
        frames=[LoadConvoys(), Resolve(), "pass allied"],
    )  # fmt: skip
    lines = [f"axis: load {u} {TUNIS}" for u in ("xsup_8", "xsup_7", "xid_1", "xinf_1")]
    state, told = play(game, state, [*lines, "axis: done", "allied: done"], ["raiders box_tunis: 1"])
    shown = events_of(told, Numbered)[0]
    assert shown.pieces == ("xsup_9", "xsup_8", "xsup_7", "xid_1", "xinf_1")  # what was left there stays in front
    assert shown.numbers == (1, 2, 3, 4, 5)
    assert shown.seats == ()  # open to all
    assert record(game.position(state)).order == shown.pieces


def test_what_left_the_box_is_forgotten_in_the_loading_order() -> None:
    game = load()
    units = dict(map(unit, ["xsup_1", "xsup_2", "xsup_3 europe_sea", "xsup_4 U5"]))
    state = scene(
        game, turn=3, units=units, slices=[ConvoyState(order=("xsup_4", "xsup_2", "xsup_1"))],
        frames=[LoadConvoys(), "pass allied"],
    )  # fmt: skip
    lines = ["axis: unload xsup_2", f"axis: load xsup_3 {TUNIS}", "axis: done", "allied: done"]
    state, _ = play(game, state, lines)
    assert record(game.position(state)).order == ("xsup_1", "xsup_3")


def test_of_pieces_whose_loading_nobody_knows_the_ids_decide() -> None:
    told: list[Event] = []
    game = load()
    scene(
        game, turn=3, units=dict(map(unit, ["xsup_2", "xsup_1", "xinf_1", "asub_1"])),
        slices=[ConvoyState(order=("xsup_2",))], frames=[Resolve(), "pass allied"], told=told,
    )  # fmt: skip
    assert events_of(told, Numbered)[0].pieces == ("xsup_2", "xinf_1", "xsup_1")


# ------------------------------------------------------------------ the escorts


@pytest.mark.rule("TT-2.4.4-R03", "TT-2.4.1-R25")
@pytest.mark.parametrize(
    ("escort", "aircraft", "surface", "submarine"),
    [
        ("xesc_1", "d8", "d8", "d8"),
        ("xesc_1 1", "d6", "d6", "d6"),
        ("xatt_1", "d10", "d10", "d10"),
        ("xcsg_1", "d12", "d12", "d12"),
        ("xftr_1", "2d8", "2d6", None),
        ("xftr_1 1", "d8", "d6", None),
        ("xbmb_1", "2d6", "2d8", None),
        ("xcag_1 U5", "2d8", "2d6", None),
    ],
)
def test_each_escort_names_a_kind_and_has_its_own_dice(
    escort: str, aircraft: str, surface: str, submarine: str | None
) -> None:
    game, state = raid("xsup_1 xsup_2", [escort], ["asub_1", "aesc_1", "aftr_1"])
    known = facts(game, state)
    id_ = escort.split()[0]
    wanted = {"aircraft": aircraft, "surface": surface, "submarine": submarine}
    assert {k[5:]: v for k, v in known.items() if k.startswith("hand ")} == {k: v for k, v in wanted.items() if v}
    assert options(game, state, "axis") == [f"aim {id_} {kind}" for kind, hand in wanted.items() if hand]
    assert (known["unit"], known["transports"], known["raiders aircraft"]) == (id_, 2, 1)
    assert game.asks(state)[0].seat == "axis"
    assert game.asks(state)[0].visibility == "open"


@pytest.mark.rule("TT-2.4.4-R03")
def test_only_kinds_that_are_present_and_a_single_one_is_no_question() -> None:
    game, state = raid("xsup_1", ["xesc_1"], ["aesc_1", "aesc_2"])
    assert game.asks(state)[0].frame == "convoys.escort_dice"
    game, state = raid("xsup_1", ["xesc_1"], ["aesc_1", "aftr_1"])
    assert options(game, state, "axis") == ["aim xesc_1 aircraft", "aim xesc_1 surface"]
    assert "may name aircraft, surface" in why(game, state, "axis", "aim xesc_1 submarine").text
    assert why(game, state, "axis", "aim xesc_9 surface").rule == "TT-2.4.4-R03"
    assert why(game, state, "axis", "fire xesc_1 surface").nearest == "aim xesc_1 aircraft"


@pytest.mark.rule("TT-2.4.4-R03", "TT-2.4.4-04")
def test_all_escorts_have_named_before_any_die_is_rolled() -> None:
    game, state = raid("xsup_1", ["xesc_1", "xatt_1", "xftr_1"], ["aesc_1", "aftr_1"])
    state, told = play(game, state, ["axis: aim xatt_1 surface", "axis: aim xesc_1 aircraft"])
    assert not events_of(told, Rolled)
    state, told = play(game, state, ["axis: aim xftr_1 surface"], ["escorts box_tunis: 5 4 6 1"])
    assert [e.sides for e in events_of(told, Rolled)] == [(10, 8, 6, 6)]
    fire = {e.at: e.told for e in events_of(told, ConvoyFire)}
    assert fire == {"aircraft": "{d8: 4} = 4, 0 hits", "surface": "{d10: 5; d6: 6,1} = 12, 2 hits"}
    assert "aesc_1" not in state.units  # two hits for two steps


@pytest.mark.case("C14")
@pytest.mark.rule("TT-2.4.4-04", "TT-2.4.2-19", "TT-PA.3-01", "TT-PA.11-03")
def test_escorts_fire_first_and_what_they_sink_does_not_raid() -> None:
    game, state = raid("xsup_1 xsup_2", ["xesc_1", "xesc_2"], ["aesc_1", "aesc_2"])
    # two hits fall on one ship or on both: the owner of the raiders says
    state, told = play(game, state, [], ["escorts box_tunis: 5 8"])
    state = answer(game, state, "allied", "hit aesc_1", "hit aesc_1")
    assert "aesc_1" not in state.units
    assert options(game, state, "allied") == ["raid aesc_2 transports", "raid aesc_2 escorts"]
    dice = ["raiders box_tunis: 5", "sinking box_tunis: 2"]
    state, told = play(game, state, ["allied: raid aesc_2 transports"], dice)
    assert [e.unit for e in events_of(told, Removed)] == ["xsup_2"]
    assert over(game, state)


def test_a_result_of_4_is_no_hit_and_5_is() -> None:
    for face, steps in ((4, 2), (5, 1)):
        game, state = raid("xsup_1", ["xesc_1"], ["aesc_1"])
        state, _ = play(game, state, [], [face])
        assert state.units["aesc_1"].steps == steps


@pytest.mark.rule("TT-2.4.4-R05")
def test_when_all_raiders_are_gone_nobody_fires_at_the_convoy() -> None:
    game, state = raid("xsup_1", ["xesc_1"], ["aesc_1 1"])
    state, told = play(game, state, [], ["escorts box_tunis: 5"])
    assert over(game, state)
    assert len(events_of(told, Rolled)) == 1
    assert state.units["xsup_1"].at == TUNIS
    assert record(game.position(state)).clash is None


@pytest.mark.rule("TT-2.4.4-R04")
def test_the_raiders_owner_places_the_hits_within_the_kind_that_was_named() -> None:
    game, state = raid("xsup_1", ["xesc_1"], ["aesc_1", "aatt_1", "aftr_1", "asub_1"])
    state, _ = play(game, state, ["axis: aim xesc_1 surface"], ["escorts box_tunis: 7"])
    assert options(game, state, "allied") == ["hit aatt_1", "hit aesc_1"]
    assert why(game, state, "allied", "hit aftr_1").nearest == "hit aatt_1"
    state = answer(game, state, "allied", "hit aesc_1")
    assert [state.units[u].steps for u in ("aesc_1", "aatt_1", "aftr_1", "asub_1")] == [1, 2, 2, 2]


def test_the_shooter_places_the_hits_where_the_switch_says_so() -> None:
    game, state = raid("xsup_1", ["xesc_1"], ["aesc_1", "aatt_1"], 'hits.allocator="shooter"')
    state, _ = play(game, state, [], ["escorts box_tunis: 7"])
    assert options(game, state, "axis") == ["hit aatt_1", "hit aesc_1"]


@pytest.mark.rule("TT-2.4.4-05")
def test_a_submarine_takes_one_hit_at_most() -> None:
    game, state = raid("xsup_1 xsup_2", ["xesc_1", "xesc_2", "xatt_1"], ["asub_1"])
    state, told = play(game, state, [], ["escorts box_tunis: 8 8 8"])
    assert state.units["asub_1"].steps == 1
    assert [e.steps for e in events_of(told, StepsChanged)] == [1]


@pytest.mark.rule("TT-2.4.4-05")
def test_the_cap_counts_for_each_submarine() -> None:
    game, state = raid("xsup_1", ["xesc_1", "xesc_2", "xatt_1"], ["asub_1", "asub_2"])
    state, _ = play(game, state, [], ["escorts box_tunis: 8 8 8"])
    assert [state.units[u].steps for u in ("asub_1", "asub_2")] == [1, 1]  # no choice: nobody is asked
    game, state = raid("xsup_1", ["xesc_1"], ["asub_1", "asub_2"])
    state, _ = play(game, state, [], ["escorts box_tunis: 8"])
    assert options(game, state, "allied") == ["hit asub_1", "hit asub_2"]
    state = answer(game, state, "allied", "hit asub_2")
    assert [state.units[u].steps for u in ("asub_1", "asub_2")] == [2, 1]


@pytest.mark.rule("TT-2.4.4-05", "TT-2.4.2-R27")
@pytest.mark.parametrize(("most", "left"), [(1, 2), (2, 1), (3, 0), (9, 0)])
def test_the_most_hits_of_a_convoy_fight_are_data(most: int, left: int) -> None:
    settings = (f"submarines.most_hits={most}", *THREE)
    game, state = raid("xsup_1 xsup_2", ["xesc_1", "xesc_2", "xatt_1"], ["asub_1 3"], *settings)
    state, _ = play(game, state, [], ["escorts box_tunis: 8 8 8"])
    assert ("asub_1" in state.gone) if not left else state.units["asub_1"].steps == left


@pytest.mark.rule("TT-2.4.4-05", "TT-2.4.4-R04")
def test_hits_go_to_each_submarine_up_to_the_most_that_it_takes() -> None:
    settings = ("submarines.most_hits=2", *THREE)
    subs = ["asub_1 3", "asub_2 3"]
    game, state = raid("xsup_1", ["xesc_1", "xesc_2", "xatt_1"], subs, *settings)
    state, _ = play(game, state, [], ["escorts box_tunis: 8 8 8"])
    state = answer(game, state, "allied", "hit asub_1")
    assert options(game, state, "allied") == ["hit asub_1", "hit asub_2"]
    state = answer(game, state, "allied", "hit asub_1")  # the last hit finds the other one only
    assert [state.units[u].steps for u in ("asub_1", "asub_2")] == [1, 2]
    game, state = raid("xsup_1", ["xesc_1", "xesc_2", "xatt_1", "xatt_2"], subs, *settings)
    state, _ = play(game, state, [], ["escorts box_tunis: 8 8 8 8"])
    assert [state.units[u].steps for u in ("asub_1", "asub_2")] == [1, 1]  # no choice: nobody is asked


def test_the_cap_is_a_rule_of_the_submarines_plug_in() -> None:
    game, state = raid("xsup_1", ["xesc_1", "xesc_2"], ["asub_1"], game=without("submarines"))
    state, _ = play(game, state, [], ["escorts box_tunis: 8 8"])
    assert "asub_1" not in state.units


@pytest.mark.rule("TT-2.4.4-R04", "TT-2.4.4-07", "TT-2.4.2-20")
def test_aircraft_do_not_hurt_submarines_but_their_presence_counts() -> None:
    game, state = raid("xsup_1 xsup_2", ["xftr_1"], ["asub_1"])
    ask = game.asks(state)[0]
    assert ask.frame == "convoys.raid_dice"  # the aircraft rolls nothing, and the submarine has one target only
    assert facts(game, state)["hand transports"] == "d6-1"
    state, _ = play(game, state, [], ["raiders box_tunis: 5"])
    assert {"xsup_1", "xsup_2"} <= set(state.units.keys())


@pytest.mark.rule("TT-2.4.4-R04")
def test_escorts_that_cannot_hit_submarines_still_disturb_them() -> None:
    off = "convoys.escorts_hit_submarines=false"
    game, state = raid("xsup_1", ["xesc_1"], ["asub_1"], off)
    assert options(game, state, "allied") == ["raid asub_1 transports", "raid asub_1 escorts"]  # no fire before
    assert facts(game, state)["hand transports"] == "d6-1"
    game, state = raid("xsup_1", ["xesc_1"], ["asub_1", "aesc_1"], off)
    state, _ = play(game, state, [], ["escorts box_tunis: 8"])  # at the surface raider, unasked
    assert [state.units[u].steps for u in ("asub_1", "aesc_1")] == [2, 1]


# ------------------------------------------------------------------ the raiders


@pytest.mark.rule("TT-2.4.4-R05")
@pytest.mark.parametrize(
    ("raider", "hands"),
    [
        ("aesc_1", {"transports": "d8", "escorts": "d8"}),
        ("aesc_1 1", {"transports": "d6", "escorts": "d6"}),
        ("aatt_1", {"transports": "d10", "escorts": "d10"}),
        ("asub_1", {"transports": "d6-1", "escorts": "d6-1"}),
        ("asub_1 1", {"transports": "d6-1", "escorts": "d6-1"}),
        ("aftr_1", {"transports": "2d6", "escort_ships": "2d6", "escort_aircraft": "2d8"}),
        ("abmb_1", {"transports": "2d8", "escort_ships": "2d8", "escort_aircraft": "2d6"}),
        ("abmb_1 1", {"transports": "d8", "escort_ships": "d8", "escort_aircraft": "d6"}),
    ],
)
def test_each_raider_declares_and_has_its_own_dice(raider: str, hands: dict[str, str]) -> None:
    game, state = raid("xsup_1 xsup_2", ["xesc_1", "xbmb_1"], [raider])
    shots = [1] if "sub" in raider else [1, 1, 1]  # aircraft do not fire at submarines
    state, _ = play(game, state, [], shots)
    id_ = raider.split()[0]
    assert options(game, state, "allied") == [f"raid {id_} {at}" for at in hands]
    assert {k[5:]: v for k, v in facts(game, state).items() if k.startswith("hand ")} == hands
    assert why(game, state, "allied", f"raid {id_} port").rule == "TT-2.4.4-06"


@pytest.mark.rule("TT-2.4.4-06")
def test_without_escorts_there_is_nothing_to_declare() -> None:
    game, state = raid("xsup_1", [], ["aesc_1", "abmb_1", "asub_1"])
    assert game.asks(state)[0].frame == "convoys.raid_dice"
    assert facts(game, state)["hand transports"] == "3d8, d6"


@pytest.mark.rule("TT-2.4.4-06", "TT-2.4.4-R05")
def test_all_raiders_declare_then_all_roll_and_the_escorts_do_not_fire_again() -> None:
    game, state = raid("xsup_1 xsup_2", ["xesc_1"], ["aesc_1", "aatt_1", "aftr_1"])
    state, told = play(game, state, ["axis: aim xesc_1 aircraft"], ["escorts box_tunis: 1"])
    state, told = play(game, state, ["allied: raid aatt_1 escorts", "allied: raid aesc_1 transports"])
    assert not told[0].seats and not events_of(told, Rolled)
    state, told = play(game, state, ["allied: raid aftr_1 escort_ships"],
                       ["raiders box_tunis: 10 8 6 6", "sinking box_tunis: 1"])  # fmt: skip
    rolls = [(e.label, e.sides) for e in events_of(told, Rolled)]
    assert rolls == [("t3/raiders box_tunis", (10, 8, 6, 6)), ("t3/sinking box_tunis", (6,))]
    assert "xesc_1" not in state.units  # three hits for its two steps: the rest is lost
    assert "xsup_1" not in state.units and "xsup_2" in state.units
    assert over(game, state)


@pytest.mark.rule("TT-2.4.4-R05")
def test_the_escorts_owner_places_hits_as_far_as_the_dice_can_harm() -> None:
    game, state = raid("xsup_1", ["xesc_1", "xatt_1", "xftr_1"], ["aesc_1", "asub_1"])
    lines = ["axis: aim xatt_1 surface", "axis: aim xesc_1 surface"]
    state, _ = play(game, state, lines, ["escorts box_tunis: 1 1 1 1"])
    lines = ["allied: raid aesc_1 escorts", "allied: raid asub_1 escorts"]
    state, _ = play(game, state, lines, ["raiders box_tunis: 5 6"])
    assert options(game, state, "axis") == ["hit xatt_1", "hit xesc_1", "hit xftr_1"]  # the ship's hit
    state = answer(game, state, "axis", "hit xftr_1")
    assert options(game, state, "axis") == ["hit xatt_1", "hit xesc_1"]  # the submarine's
    state = answer(game, state, "axis", "hit xesc_1")
    assert [state.units[u].steps for u in ("xatt_1", "xesc_1", "xftr_1")] == [2, 1, 1]


def test_a_submarine_has_no_business_with_aircraft() -> None:
    game, state = raid("xsup_1", ["xftr_1"], ["asub_1", "aesc_1"])
    state, _ = play(game, state, [], ["escorts box_tunis: 1 1"])
    assert options(game, state, "allied") == ["raid aesc_1 transports", "raid aesc_1 escorts"]
    state = answer(game, state, "allied", "raid aesc_1 escorts")
    assert game.asks(state)[0].frame == "convoys.raid_dice"  # the submarine goes for the transports unasked


def test_aircraft_hit_the_kind_of_escort_they_named() -> None:
    game, state = raid("xsup_1", ["xesc_1", "xftr_1"], ["abmb_1"])
    state, _ = play(game, state, [], ["escorts box_tunis: 1 1 1"])
    state, _ = play(game, state, ["allied: raid abmb_1 escort_aircraft"], ["raiders box_tunis: 6 2"])
    assert [state.units[u].steps for u in ("xesc_1", "xftr_1")] == [2, 1]


def test_ships_that_cannot_lose_aircraft_instead() -> None:
    off = "naval.ships_may_lose_aircraft_instead=false"
    game, state = raid("xsup_1", ["xesc_1", "xftr_1"], ["aesc_1"], off)
    state, _ = play(game, state, [], ["escorts box_tunis: 1 1 1"])
    state, _ = play(game, state, ["allied: raid aesc_1 escorts"], ["raiders box_tunis: 8"])
    assert over(game, state)  # the ship takes it unasked
    assert [state.units[u].steps for u in ("xesc_1", "xftr_1")] == [1, 2]
    game, state = raid("xsup_1", ["xftr_1"], ["aesc_1"], off)
    state = roll(game, state, "1 1")
    assert game.asks(state)[0].frame == "convoys.raid_dice"  # no escort that it can harm


@pytest.mark.rule("TT-2.4.4-07", "TT-2.4.2-20", "TT-2.4.2-R16")
@pytest.mark.parametrize(
    ("escorts", "settings", "hand", "hits"),
    [
        (["xesc_1"], (), "d6-1", {6: 1, 5: 0}),
        (["xftr_1"], (), "d6-1", {6: 1, 5: 0}),
        ([], (), "d6", {5: 1, 4: 0}),
        (["xftr_1"], ("convoys.submarine_drm=0",), "d6", {5: 1, 4: 0}),
        (["xftr_1"], ("convoys.submarine_drm=-2",), "d6-2", {6: 0}),
    ],
)
def test_submarines_roll_one_less_when_the_convoy_is_escorted(
    escorts: list[str], settings: tuple[str, ...], hand: str, hits: dict[int, int]
) -> None:
    for face, hit in hits.items():
        game, state = raid("xsup_1", escorts, ["asub_1"], *settings)
        if "xesc_1" in escorts:
            state = answer(game, roll(game, state, "1"), "allied", "raid asub_1 transports")
        assert facts(game, state)["hand transports"] == hand
        state, _ = play(game, state, [], [f"raiders box_tunis: {face}"])
        assert ("xsup_1" not in state.units) == bool(hit)


@pytest.mark.rule("TT-2.4.4-07")
def test_the_modifier_is_the_submarines_alone() -> None:
    game, state = raid("xsup_1", ["xftr_1"], ["asub_1", "abmb_1"])
    state = answer(game, roll(game, state, "1 1"), "allied", "raid abmb_1 transports")
    assert facts(game, state)["hand transports"] == "d6-1, 2d8"


# ------------------------------------------------------------------ the transports


@pytest.mark.rule("TT-2.4.4-08", "TT-2.4.4-09", "TT-2.4.4-R02")
@pytest.mark.parametrize(("face", "sunk"), [(1, "xid_1"), (2, "xsup_1"), (3, "xinf_1")])
def test_a_hit_sinks_the_whole_piece_on_the_number_that_is_rolled(face: int, sunk: str) -> None:
    game, state = raid("xid_1 xsup_1 xinf_1", [], ["aesc_1"])
    assert state.units["xid_1"].steps > 1
    state, told = play(game, state, [], ["raiders box_tunis: 5", f"sinking box_tunis: {face}"])
    assert [(e.unit, e.how, e.rule) for e in events_of(told, Removed)] == [(sunk, "sunk", "TT-2.4.4-R02")]
    assert [e.at for e in events_of(told, ConvoyFire)] == ["transports"]


@pytest.mark.rule("TT-2.4.4-R01", "TT-2.4.4-10")
def test_empty_numbers_are_rolled_again_until_as_many_are_sunk_as_hits() -> None:
    game, state = raid("xsup_1 xsup_2 xsup_3", [], ["abmb_1"])
    dice: list[int | str] = ["raiders box_tunis: 8 8", "sinking box_tunis: 6", 2, 2, 4, 3]
    state, told = play(game, state, [], dice)
    assert [e.unit for e in events_of(told, Removed)] == ["xsup_2", "xsup_3"]
    assert sum("empty" in e.text() for e in told) == 3
    assert over(game, state)


@pytest.mark.rule("TT-2.4.4-R01", "TT-2.4.4-03")
def test_of_several_pieces_on_a_number_one_is_drawn() -> None:
    pieces = " ".join(f"xsup_{n}" for n in range(1, 9))
    for face, sunk in ((1, "xsup_2"), (2, "xsup_8")):
        game, state = raid(pieces, [], ["asub_1"])
        state = roll(game, roll(game, state, "5"), "2")
        ask = game.asks(state)[0]
        assert ask.roll is not None and ask.roll.sides == (2,)
        assert "number 2" in ask.prompt
        state, told = play(game, state, [], [face])
        assert [e.unit for e in events_of(told, Removed)] == [sunk]
    # once one is sunk the other is alone on the number
    game, state = raid(pieces, [], ["abmb_1"])
    state, told = play(game, state, [], ["raiders box_tunis: 5 5", "sinking box_tunis: 1", 2, "sinking box_tunis: 1"])
    assert [e.unit for e in events_of(told, Removed)] == ["xsup_7", "xsup_1"]


@pytest.mark.rule("TT-2.4.4-R01")
def test_hits_beyond_the_pieces_are_lost_and_need_no_dice() -> None:
    game, state = raid("xsup_1 xsup_2", [], ["abmb_1", "aftr_1"])
    state, told = play(game, state, [], ["raiders box_tunis: 5 5 5 1"])
    assert [e.unit for e in events_of(told, Removed)] == ["xsup_1", "xsup_2"]
    assert any("hits lost: 1" in e.text() for e in told)
    assert any("convoy to Tunis is lost" in e.text() for e in told)


@pytest.mark.case("M11")
@pytest.mark.rule("TT-2.4.4-R02")
def test_supply_is_lost_at_sea_like_any_piece() -> None:
    game, state = raid("xsup_1", [], ["asub_1"])
    state, _ = play(game, state, [], ["raiders box_tunis: 6"])
    assert state.gone["xsup_1"] == "sunk"


def test_the_uniform_draw_is_a_switch() -> None:
    game, state = raid("xsup_1 xsup_2 xsup_3 xsup_4", [], ["abmb_1"], 'convoys.loss_draw="uniform"')
    state, told = play(game, state, [], ["raiders box_tunis: 5 5", "sinking box_tunis: 4", "sinking box_tunis: 1"])
    assert [e.sides for e in events_of(told, Rolled)[1:]] == [(4,), (3,)]
    assert [e.unit for e in events_of(told, Removed)] == ["xsup_4", "xsup_1"]
    begun: list[Event] = []
    raid("xsup_1", [], ["abmb_1"], 'convoys.loss_draw="uniform"', told=begun)
    assert events_of(begun, ConvoyMet) and not events_of(begun, Numbered)


@pytest.mark.rule("TT-2.4.4-03", "TT-2.4.4-09")
def test_the_display_has_as_many_numbers_as_its_die() -> None:
    assert load().rules.settings["convoys"].loss_die == 6
    told: list[Event] = []
    game, state = raid("xsup_1 xsup_2 xsup_3", [], ["asub_1"], "convoys.loss_die=2", told=told)
    assert events_of(told, Numbered)[0].numbers == (1, 2, 1)
    state, _ = play(game, state, [], ["raiders box_tunis: 5", "sinking box_tunis: 1", "draw box_tunis: 2"])
    assert "xsup_3" not in state.units
    with pytest.raises(RulesetError, match="a die of 0 sides"):
        load("convoys.loss_die=0")


def test_what_is_left_lands_in_deploy_as_ever() -> None:
    game, state = raid("xsup_1 xsup_2", [], ["asub_1"], control={"U5": "axis"})
    state, _ = play(game, state, [], ["raiders box_tunis: 5", "sinking box_tunis: 1"])
    now = game.position(state)
    state = scene(game, turn=3, units={"xsup_2": unit("xsup_2")[1]}, control={"U5": "axis"}, phase="place")
    assert now.unit("xsup_2").at == TUNIS
    state = answer(game, state, "axis", "land xsup_2", "done")
    state = answer(game, state, "allied", "done")
    assert state.units["xsup_2"].at == "U5"


@pytest.mark.case("M11")
def test_an_aircraft_leaves_a_sinking_carrier() -> None:
    control = {"Y6": "allied", "E6": "allied"}
    game, state = raid("xsup_1", ["xesc_1"], ["acsg_1 1", "acag_1 acsg_1"], control=control)
    state, _ = play(game, state, ["axis: aim xesc_1 surface"], ["escorts box_tunis: 8"])
    assert "acsg_1" not in state.units
    assert state.units["acag_1"].at == "Y6"
    assert options(game, state, "allied")[0] == "raid acag_1 transports"  # it flies its raid from there
    state, _ = play(game, state, ["allied: raid acag_1 transports"], ["raiders box_tunis: 1 1"])
    mission = flights(game.position(state)).of("acag_1")
    assert mission is not None and mission.stage == "used"


# ------------------------------------------------------------------ without other plug-ins, and the other switches


@pytest.mark.parametrize("gone", [("air_ops",), ("naval_ops",), ("submarines",), ("air_ops", "naval_ops")])
def test_each_other_plug_in_may_be_left_out(gone: tuple[str, ...]) -> None:
    game, state = raid("xsup_1 xsup_2", ["xesc_1"], ["asub_1", "aesc_1"], game=without(*gone))
    if game.asks(state)[0].seat == "axis":
        state = answer(game, state, "axis", "aim xesc_1 surface")
    while not over(game, state):
        ask = game.asks(state)[0]
        state = game.apply(state, ask.options[0], ask.seat).state
    assert record(game.position(state)).clash is None


def test_units_with_missions_of_absent_plug_ins_take_no_part() -> None:
    game = load(plugins=["convoys"])
    told: list[Event] = []
    raid("xsup_1", ["xesc_1"], ["aesc_1"], game=game, told=told)
    assert [e.text() for e in told] == ["the convoys cross unopposed: box_tunis"]
    told = []
    game, state = raid("xsup_1 xsup_2", ["xesc_1"], ["asub_1"], game=game, told=told)
    assert events_of(told, ConvoyMet)[0].escorts == ()  # nor do they escort
    state, _ = play(game, state, [], ["raiders box_tunis: 5", "sinking box_tunis: 2"])
    assert "xsup_2" not in state.units


@pytest.mark.parametrize(
    ("setting", "part"),
    [
        ('convoys.loss_draw="cards"', "uniform"),
        ('convoys.capacity_unit="step"', "piece"),
        ('convoys.loading_order="allied_first"', "holder_first"),
        ('convoys.submarine_drm="-1"', "number"),
        ("convoys.escorts_hit_submarines=1", "true"),
    ],
)
def test_other_values_of_the_switches_are_refused(setting: str, part: str) -> None:
    with pytest.raises(RulesetError, match=part):
        load(setting)


def test_direct_destinations_are_a_switch() -> None:
    game = load('convoys.direct_destinations={ allied = ["Y6"], axis = [] }')
    units = dict(map(unit, ["asup_1 atlantic", "xsup_1 europe_sea"]))
    state = scene(game, turn=3, units=units, frames=[LoadConvoys(), "pass allied"])
    assert options(game, state, "allied", "send") == ["send asup_1 direct_malta"]
    assert options(game, state, "axis", "send") == []


def test_a_clash_that_is_over_leaves_nothing_behind() -> None:
    game, state = raid("xsup_1 xsup_2", ["xesc_1"], ["aesc_1"])
    state, told = play(game, state, [], ["escorts box_tunis: 1"])
    fight = record(game.position(state)).clash
    assert fight is not None and fight.aims == ()  # those of the escorts are forgotten
    state, told = play(game, state, ["allied: raid aesc_1 transports"], ["raiders box_tunis: 1"])
    assert "aesc_1 goes for the transports" in [e.text() for e in told]
    assert [e.aims for e in events_of(told, ClashOver)] == [False]
    assert record(game.position(state)) == ConvoyState(order=("xsup_1", "xsup_2"))
