"""The figures of Torch & Tunisia as loaded: sides, set-up, schedule of reinforcements, turn sequence."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hexwright.board import Board
from hexwright.game import Game
from hexwright.ruleset.schema import Ruleset
from hexwright.ruleset.turns import on_turn

FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"

Force = dict[str, int]  # unit id (named formations) or unit type -> how many


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return Game.load(FOLDER).rules


@pytest.fixture(scope="module")
def board(rules: Ruleset) -> Board:
    return Board(rules)


def force(rules: Ruleset, at: str, nation: str = "") -> Counter[str]:
    """Unit types that start at a place (containers apart), with their number."""
    found: Counter[str] = Counter()
    for unit in rules.unit.values():
        if unit.at == at and unit.type not in ("task_force", "army") and nation in ("", unit.nation):
            found[unit.type] += unit.count
    return found


def strength(rules: Ruleset, unit: str) -> tuple[str, int]:
    """Type and steps at the start of a unit."""
    spec = rules.unit[unit]
    return spec.type, rules.unit_type[spec.type].steps if spec.steps < 0 else spec.steps


def arrivals(rules: Ruleset, turn: int, mode: str, timing: str = "", choice: int = 0) -> Counter[str]:
    """Unit types that the Axis gets from Europe (or the Allies from the east) in a turn, with their number."""
    found: Counter[str] = Counter()
    for entry in rules.reinforcement.values():
        if (entry.turn, entry.mode, entry.timing, entry.choice) == (turn, mode, timing, choice):
            for unit in entry.units:
                found[rules.unit[unit].type] += rules.unit[unit].count
    return found


def leaves(rules: Ruleset, turn: int) -> list[str]:
    """The phases with a frame that a turn passes through, in the order they are written."""

    def under(phase: str) -> list[str]:
        spec = rules.phase[phase]
        if not on_turn(spec.turns, turn, rules.sequence.turns):
            return []
        return [leaf for child in spec.phases for leaf in under(child)] if spec.phases else [phase]

    return [leaf for top in rules.sequence.each_turn for leaf in under(top)]


# ------------------------------------------------------------------ the whole


@pytest.mark.rule("TT-1.0-01", "TT-1.1-03")
def test_game(rules: Ruleset) -> None:
    assert rules.info.id == "torch_tunisia"
    assert list(rules.side) == ["allied", "axis"]
    assert rules.seats == ("allied", "axis")
    assert (rules.sequence.first, rules.sequence.turns) == (1, 10)
    assert len(rules.sequence.names) == 10
    assert rules.scenario == "campaign"


@pytest.mark.rule("TT-1.2.1-01", "TT-1.2.1-R01")
def test_vichy_is_an_axis_nation(rules: Ruleset) -> None:
    assert rules.nation["vichy"].side == "axis"
    assert rules.seat_of("vichy") == "axis"
    stand = {frozenset(r.nations): r.are for r in rules.relation}
    assert stand[frozenset(("vichy", "axis"))] == "ally"
    assert stand[frozenset(("vichy", "allied"))] == "enemy"


# ------------------------------------------------------------------ set-up (1.2)

VICHY = [
    ("U5", "Tunis", {"garrison_regiment": 2}, "TT-1.2.1-02"),
    ("M5", "Algiers", {"garrison_regiment": 2, "surface_squadron": 1}, "TT-1.2.1-02 TT-1.2.1-05"),
    ("B8", "Casablanca", {"garrison_regiment": 2, "surface_squadron": 1}, "TT-1.2.1-02 TT-1.2.1-05"),
    ("T4", "Bizerte", {"garrison_regiment": 1}, "TT-1.2.1-03"),
    ("R4", "Bone", {"garrison_regiment": 1}, "TT-1.2.1-03"),
    ("I6", "Oran", {"garrison_regiment": 1, "surface_squadron": 1}, "TT-1.2.1-03 TT-1.2.1-05"),
    ("A10", "Safi", {"garrison_regiment": 1}, "TT-1.2.1-03"),
    ("C8", "Rabat", {"garrison_regiment": 1, "fighter_group": 1}, "TT-1.2.1-04"),
]


@pytest.mark.rule("TT-1.2.1-02", "TT-1.2.1-03", "TT-1.2.1-04", "TT-1.2.1-05")
@pytest.mark.parametrize(("space", "name", "pieces", "said"), VICHY, ids=[row[1] for row in VICHY])
def test_vichy_set_up(rules: Ruleset, space: str, name: str, pieces: Force, said: str) -> None:
    assert rules.space[space].name == name
    assert force(rules, space) == pieces
    assert all(u.nation == "vichy" and u.rule in said.split() for u in rules.unit.values() if u.at == space)
    assert all(u.steps == -1 for u in rules.unit.values() if u.at == space)  # full strength


@pytest.mark.rule("TT-1.2.1-07", "TT-1.2.1-08")
def test_vichy_totals(rules: Ruleset) -> None:
    total: Counter[str] = Counter()
    for unit in rules.unit.values():
        if unit.nation == "vichy":
            total[unit.type] += unit.count
    assert total == {"garrison_regiment": 14, "surface_squadron": 3, "fighter_group": 1}
    assert force(rules, "vichy_reserve") == {"garrison_regiment": 3}
    assert rules.document["setup"]["max_garrisons_per_city"] == 3


ALLIED = [
    ("E6", {"fighter_group": 1, "bomber_group": 1, "airborne_regiment": 1, "supply": 1}),
    ("Y6", {"fighter_group": 1, "bomber_group": 1, "escort_group": 1}),
    ("tf1", {"infantry_division": 1, "armor_division": 1, "supply": 1, "carrier_strike_group": 1, "escort_group": 1}),
    ("tf1_csg", {"carrier_air_group": 1}),
    ("tf2", {"infantry_division": 1, "armor_division": 1, "supply": 1, "attack_group": 1, "escort_group": 1}),
    ("tf3", {"infantry_division": 1, "armor_division": 1, "supply": 1, "attack_group": 1, "escort_group": 1}),
    ("subs_allied", {"submarine_squadron": 2}),
    (
        "atlantic",
        {
            "infantry_division": 2,
            "armor_division": 2,
            "infantry_regiment": 8,
            "mech_regiment": 3,
            "armor_regiment": 5,
            "supply": 6,
            "fighter_group": 1,
            "air_squadron": 3,
        },
    ),
    (
        "eighth_army",
        {"infantry_division": 2, "armor_division": 2, "supply": 3, "fighter_group": 1, "escort_group": 1},
    ),
]


@pytest.mark.rule("TT-1.2.2-01", "TT-1.2.2-02", "TT-1.2.2-03", "TT-1.2.2-04", "TT-1.2.2-05", "TT-1.2.2-06")
@pytest.mark.rule("TT-1.2.2-07", "TT-1.2.2-09")
@pytest.mark.parametrize(("at", "pieces"), ALLIED, ids=[row[0] for row in ALLIED])
def test_allied_set_up(rules: Ruleset, at: str, pieces: Force) -> None:
    assert force(rules, at, "allied") == pieces


FORMATIONS = [
    ("us_3_id", "infantry_division", 3, "tf1", "3rd IN DIV"),
    ("us_2_ad_ccb", "armor_division", 1, "tf1", "CCB 2nd AR DIV"),
    ("us_1_id", "infantry_division", 3, "tf2", "1st IN DIV"),
    ("us_1_ad_ccb", "armor_division", 1, "tf2", "CCB 1st AR DIV"),
    ("uk_78_id", "infantry_division", 3, "tf3", "78th IN DIV"),
    ("uk_6_ad", "armor_division", 1, "tf3", "6th AR DIV"),
    ("us_34_id", "infantry_division", 1, "atlantic", "34 IN DIV"),
    ("uk_46_id", "infantry_division", 1, "atlantic", "46 IN DIV"),
    ("us_1_ad_cca", "armor_division", 1, "atlantic", "CCA 1st AR DIV"),
    ("us_2_ad_cca", "armor_division", 1, "atlantic", "CCA 2nd AR DIV"),
    ("nz_2_id", "infantry_division", 2, "eighth_army", "2nd NZ DIV"),
    ("in_4_id", "infantry_division", 2, "eighth_army", "4th Indian IN DIV"),
    ("uk_1_ad", "armor_division", 2, "eighth_army", "1st AR DIV"),
    ("uk_7_ad", "armor_division", 2, "eighth_army", "7th AR DIV"),
    ("fr_3_dia", "algerian_division_unequipped", 3, "", "3rd Algerian Division"),
    ("it_1_superga", "infantry_division", 1, "", "1 IN DIV"),
    ("de_1_fj", "infantry_division", 1, "", "1st F.Jg. DIV"),
    ("de_10_pz", "armor_division", 1, "", "10 Pz DIV"),
    ("it_l_special", "infantry_division", 1, "", "L Special BDE"),
    ("de_334_id", "infantry_division", 1, "", "334 IN DIV"),
    ("it_131_ad", "armor_division", 1, "", "131 AR DIV"),
    ("de_164_id", "infantry_division", 1, "panzer_army", "164 IN DIV"),
    ("it_80_id", "infantry_division", 1, "panzer_army", "80 IN DIV"),
    ("de_21_pz", "armor_division", 1, "panzer_army", "21 PZ DIV"),
]


@pytest.mark.rule("TT-1.2.2-03", "TT-1.2.2-04", "TT-1.2.2-05", "TT-1.2.2-06", "TT-1.2.2-09", "TT-1.2.3-16")
@pytest.mark.rule("TT-1.2.3-R04", "TT-1.2.3-R06")
@pytest.mark.parametrize(("unit", "type_", "steps", "at", "name"), FORMATIONS, ids=[row[0] for row in FORMATIONS])
def test_formation(rules: Ruleset, unit: str, type_: str, steps: int, at: str, name: str) -> None:
    spec = rules.unit[unit]
    assert strength(rules, unit) == (type_, steps)
    assert (spec.at, spec.name, spec.count) == (at, name, 1)


def test_no_other_formation(rules: Ruleset) -> None:
    divisions = {u for u, spec in rules.unit.items() if "division" in rules.unit_type[spec.type].tags}
    assert divisions == {row[0] for row in FORMATIONS}


@pytest.mark.rule("TT-1.2.2-R01")
def test_nothing_else_of_the_allies_is_on_the_map(rules: Ruleset, board: Board) -> None:
    places = {u.at for u in rules.unit.values() if u.nation == "allied" and u.at in board}
    assert {p for p in places if board.kind_of(p) == "hex"} == {"E6", "Y6"}
    assert {u for u, spec in rules.unit.items() if spec.at == "torch"} == {"tf1", "tf2", "tf3"}


@pytest.mark.rule("TT-1.2.2-R02")
def test_two_first_armored_divisions(rules: Ruleset) -> None:
    first = {u: spec.origin for u, spec in rules.unit.items() if spec.name.endswith("1st AR DIV")}
    assert first == {"us_1_ad_cca": "US", "us_1_ad_ccb": "US", "uk_1_ad": "UK"}


AXIS = [
    ("S2", {"fighter_group": 1, "bomber_group": 1}),
    ("W4", {"fighter_group": 1, "airborne_regiment": 1, "supply": 1}),
    ("W9", {"infantry_regiment": 1}),
    ("X1", {"attack_group": 2, "escort_group": 2}),
    ("subs_axis", {"submarine_squadron": 2}),
    ("panzer_army", {"infantry_division": 2, "armor_division": 1, "fighter_group": 1, "supply": 2}),
]


@pytest.mark.rule("TT-1.2.3-01", "TT-1.2.3-02", "TT-1.2.3-03", "TT-1.2.3-04", "TT-1.2.3-05", "TT-1.2.3-16")
@pytest.mark.parametrize(("at", "pieces"), AXIS, ids=[row[0] for row in AXIS])
def test_axis_set_up(rules: Ruleset, at: str, pieces: Force) -> None:
    assert force(rules, at) == pieces
    assert force(rules, at, "axis") == pieces


@pytest.mark.rule("TT-1.2.3-16")
def test_fighters_of_the_panzer_army_start_at_half_strength(rules: Ruleset) -> None:
    assert strength(rules, "pza_ftr") == ("fighter_group", 1)
    assert strength(rules, "em_ftr") == ("fighter_group", 2)


@pytest.mark.rule("TT-1.2.2-07", "TT-1.2.3-05")
def test_submarines_are_hidden(rules: Ruleset) -> None:
    subs = [u for u in rules.unit.values() if u.type == "submarine_squadron"]
    assert all(u.hidden for u in subs)
    assert not any(u.hidden for u in rules.unit.values() if u not in subs)


def test_places_have_their_names(rules: Ruleset) -> None:
    names = {"E6": "Gibraltar", "Y6": "Malta", "S2": "Sardinia", "W4": "Sicily", "W9": "Tripoli"}
    assert {space: rules.space[space].name for space in names} == names


# ------------------------------------------------------------------ reinforcements (3.4.3, 3.4.4)

SEA: dict[int, Force] = {
    1: {"supply": 2, "infantry_division": 1},
    2: {"infantry_regiment": 2, "mech_regiment": 2, "supply": 2, "armor_division": 1, "submarine_squadron": 1},
    3: {"infantry_regiment": 1, "armor_regiment": 1, "supply": 1, "infantry_division": 1},
    4: {"mech_regiment": 1, "armor_regiment": 1, "supply": 1, "infantry_division": 1, "submarine_squadron": 1},
    5: {"infantry_regiment": 1, "supply": 1, "armor_division": 1},
    6: {"infantry_regiment": 1, "armor_regiment": 1, "supply": 1},
    7: {"infantry_regiment": 1, "supply": 1},
    8: {"mech_regiment": 1, "supply": 1},
    9: {"infantry_regiment": 1, "supply": 1},
    10: {},
}
AIR: dict[int, Force] = {
    1: {"infantry_regiment": 1, "infantry_division": 1, "fighter_group": 1},
    2: {"infantry_regiment": 1, "air_squadron": 1},
    3: {"infantry_regiment": 1, "bomber_group": 1},
}
BLOCKS = {1: "it_1_superga", 2: "de_10_pz", 3: "it_l_special", 4: "de_334_id", 5: "it_131_ad"}


@pytest.mark.rule("TT-1.2.3-07", "TT-1.2.3-08", "TT-1.2.3-09", "TT-1.2.3-10", "TT-1.2.3-11", "TT-1.2.3-12")
@pytest.mark.rule("TT-1.2.3-13", "TT-1.2.3-14", "TT-1.2.3-15", "TT-1.2.3-17")
@pytest.mark.parametrize("turn", range(1, 11))
def test_axis_schedule(rules: Ruleset, turn: int) -> None:
    assert arrivals(rules, turn, "sea") == SEA[turn]
    assert arrivals(rules, turn, "air") == AIR.get(turn, {})
    either = {"infantry_regiment": 1, "supply": 1} if 4 <= turn <= 9 else {}
    assert arrivals(rules, turn, "air", choice=1) == either
    here = {u for r in rules.reinforcement.values() if r.turn == turn and r.mode == "sea" for u in r.units}
    assert here & set(BLOCKS.values()) == ({BLOCKS[turn]} if turn in BLOCKS else set())


@pytest.mark.rule("TT-1.2.3-07")
def test_the_parachute_division_flies_in_on_turn_1(rules: Ruleset) -> None:
    assert [(r.turn, r.mode) for r in rules.reinforcement.values() if "de_1_fj" in r.units] == [(1, "air")]


@pytest.mark.rule("TT-1.2.3-06")
def test_every_axis_entry_is_by_sea_or_by_air(rules: Ruleset) -> None:
    pools = {"sea": {("europe_sea",), ("subs_axis",)}, "air": {("europe_air",)}}
    entries = [r for r in rules.reinforcement.values() if rules.unit[r.units[0]].nation == "axis"]
    assert len(entries) == 20
    for entry in entries:
        assert entry.at in pools[entry.mode]
        assert (entry.phase == "subs") == (entry.at == ("subs_axis",)), "submarines join the chart, the rest is loaded"
        assert all(rules.unit[u].at == "" and rules.unit[u].nation == "axis" for u in entry.units)


@pytest.mark.rule("TT-1.2.2-08", "TT-1.2.2-10", "TT-1.2.2-11")
def test_allied_arrivals_from_the_east(rules: Ruleset) -> None:
    assert arrivals(rules, 2, "sea", "start") == {"attack_group": 1}
    assert arrivals(rules, 7, "sea", "end") == {"mech_regiment": 1, "supply": 1}
    assert arrivals(rules, 8, "sea", "end") == {"supply": 1}
    entries = {r.units: (r.at, r.phase) for r in rules.reinforcement.values() if r.timing}
    assert entries == {
        ("em_att",): (("Y6",), "arrive"),
        ("em_mech_t7", "em_sup_t7"): (("eastmed_allied",), "place"),
        ("em_sup_t8",): (("eastmed_allied",), "place"),
    }
    assert {rules.unit[u].nation for units in entries for u in units} == {"allied"}


def test_every_late_unit_comes_once(rules: Ruleset) -> None:
    late = Counter(u for r in rules.reinforcement.values() for u in r.units)
    events = {"fr_3_dia", "toulon_att", "toulon_esc", "toulon_sub"}
    assert late == {u: 1 for u, spec in rules.unit.items() if spec.at == "" and u not in events}


@pytest.mark.rule("TT-2.2-R02")
@pytest.mark.parametrize(
    ("army", "side", "boxes", "turn"), [("panzer_army", "axis", 4, 5), ("eighth_army", "allied", 6, 7)]
)
def test_army_tracks(rules: Ruleset, board: Board, army: str, side: str, boxes: int, turn: int) -> None:
    track = [f"em_{side}_start"]
    while beyond := [s for s in board.neighbours(track[-1]) if s not in track]:
        assert len(beyond) == 1
        track += beyond
    assert track == [f"em_{side}_start", *(f"em_{side}_{n}" for n in range(1, boxes + 1))]
    assert rules.unit[army].at == track[0]
    assert len(track) == turn == rules.document["eastmed"]["arrival_turn"][side]
    assert all("army" in leaves(rules, n) for n in range(1, 11))


# ------------------------------------------------------------------ turn sequence (2.1, 3.13)


@pytest.mark.rule("TT-2.1-01", "TT-2.1-03", "TT-2.1-04", "TT-2.1-05")
def test_parts_of_a_turn(rules: Ruleset) -> None:
    assert rules.sequence.each_turn == ("plan", "ops", "deploy", "vichy", "end")
    assert rules.phase["ops"].phases == ("domains", "convoy", "house")
    assert rules.phase["domains"].phases == ("air", "sea", "land")
    assert rules.phase["deploy"].phases == ("place", "attach")
    assert rules.phase["vichy"].phases == ("armistice", "toulon_roll")


@pytest.mark.rule("TT-2.1-02", "TT-2.3-01", "TT-PA.1-01", "TT-PA.1-02")
@pytest.mark.parametrize("turn", range(1, 11))
def test_plan(rules: Ruleset, turn: int) -> None:
    first = ["garrison", "subs_first", "zones", "loading", "army"]
    later = ["arrive", "init", "income", "loading", "subs", "army"]
    plan = first if turn == 1 else later
    assert leaves(rules, turn)[: len(plan) + 1] == [*plan, "air_first"]


@pytest.mark.rule("TT-2.4-02", "TT-2.4.4-01", "TT-2.4.5-R01", "TT-PA.4-01")
@pytest.mark.parametrize("turn", range(1, 11))
def test_after_the_domains(rules: Ruleset, turn: int) -> None:
    house = ["house_rebase", "house_ships", "house_aircraft", "supply_check"]
    after = ["convoy", *house, "place", "attach", "armistice", "toulon_roll"]
    after += ["final"] if turn == 10 else []
    found = leaves(rules, turn)
    assert found[found.index("land_victory") + 1 :] == after


def test_domains_begin_with_the_first_mover(rules: Ruleset) -> None:
    for domain in rules.phase["domains"].phases:
        opening = rules.phase[rules.phase[domain].phases[0]]
        assert opening.frame == "initiative.first_mover"
    choose = rules.phase["domains"].choose
    assert choose is not None
    assert (choose.by, choose.upfront) == ("holder", False)
    assert {role: spec.default for role, spec in rules.role.items()} == {
        "holder": "allied",
        "first": "allied",
        "second": "axis",
    }
    assert rules.phase["land_move"].by == ("first", "second")
