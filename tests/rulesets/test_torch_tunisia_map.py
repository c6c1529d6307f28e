"""The figures of Torch & Tunisia as loaded: terrain, map, stacking and supply, event tables, switches."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from hexwright.board import Board
from hexwright.game import Game
from hexwright.rules.routes import sources, supply
from hexwright.ruleset.schema import Ruleset

FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return Game.load(FOLDER).rules


@pytest.fixture(scope="module")
def board(rules: Ruleset) -> Board:
    return Board(rules)


# ------------------------------------------------------------------ terrain and map (4)


def test_map_is_the_frozen_one(board: Board) -> None:
    hexes = [space for space in board.spaces if board.kind_of(space) == "hex"]
    assert Counter(board.terrain(h) for h in hexes) == {
        "open": 22,
        "mountain": 28,
        "city": 9,
        "sea": 96,
        "home": 8,
        "neutral": 41,
        "blocked": 56,
    }
    assert (hexes[0], hexes[-1]) == ("A1", "Z10")
    assert board.faults == ()
    assert {"T1", "T2", "T3", "X1"} <= {h for h in hexes if board.terrain(h) == "sea"}
    assert board.are_neighbours("T3", "T4") and board.are_neighbours("U5", "T5")
    far = {("E6", "U5"): 16, ("E6", "I6"): 4, ("W4", "U5"): 2, ("Y6", "W9"): 4, ("U5", "W9"): 5, ("B8", "U5"): 19}
    assert {pair: board.distance(*pair) for pair in far} == far


def test_roads(rules: Ruleset, board: Board) -> None:
    chains = [line.through for line in rules.line.values() if line.feature == "road"]
    borders = [frozenset(pair) for chain in chains for pair in pairwise(chain)]
    assert len(borders) == len(set(borders)) == 58
    on_road = frozenset[str]().union(*borders)
    assert len(on_road) == 42
    assert {board.terrain(space) for space in on_road} == {"open", "mountain", "city"}
    assert all(board.are_neighbours(*border) for border in borders)


def by_road(board: Board, a: str, b: str) -> int:
    """Borders of the shortest way along roads; -1 if there is none."""
    far = {a: 0}
    for here in (waiting := [a]):
        for beyond in board.along("road").get(here, ()):
            if beyond not in far:
                far[beyond] = far[here] + 1
                waiting.append(beyond)
    return far.get(b, -1)


@pytest.mark.parametrize(
    ("a", "b", "borders"),
    [
        ("A10", "B8", 2),
        ("B8", "I6", 8),
        ("I6", "M5", 4),
        ("M5", "R4", 5),
        ("M5", "U5", 8),
        ("R4", "U5", 3),
        ("R4", "T4", 2),
        ("T4", "U5", 1),
        ("S5", "U5", 2),
        ("W9", "T8", 3),
        ("W9", "U5", 7),
        ("B8", "U5", 20),
        ("M5", "M7", 2),
        ("B10", "B8", 2),
        ("Q5", "R6", 2),
        ("P6", "Q6", 1),
        ("S7", "T7", 1),
        ("O5", "P5", 1),
    ],
)
def test_way_by_road(board: Board, a: str, b: str, borders: int) -> None:
    assert by_road(board, a, b) == borders


@pytest.mark.rule("TT-4-01", "TT-4-03", "TT-4-04")
@pytest.mark.parametrize(
    ("a", "b", "terrain", "cost", "stop"),
    [
        ("B9", "B8", "city", 1, False),  # Morocco coast road
        ("A10", "B9", "open", 1, False),
        ("D7", "E8", "open", 1, False),
        ("E8", "F7", "mountain", 1, False),
        ("C9", "B8", "city", 2, False),
        ("C9", "B9", "open", 2, False),
        ("C9", "C10", "mountain", 1, True),
    ],
)
def test_cost_of_entering(board: Board, a: str, b: str, terrain: str, cost: int, stop: bool) -> None:
    crossing = board.crossing("land", "allied", a, b)
    assert board.terrain(b) == terrain
    assert (crossing.closed, crossing.cost, crossing.stop) == (False, cost, stop)


@pytest.mark.rule("TT-4-08")
def test_coastal_hexes(board: Board) -> None:
    land = [s for s in board.spaces if board.kind_of(s) == "hex" and {"land", "city"} & set(board.tags(s))]
    coastal = {s for s in board.spaces if "coastal" in board.tags(s)}
    assert len(coastal) == 35
    assert coastal <= set(land)
    for space in coastal:
        assert any(board.terrain(b) == "sea" for b in board.neighbours(space)), space
    assert {s for s in land if board.terrain(s) == "city"} <= coastal
    assert {"S5", "T8", "U6"} <= coastal and not {"T5", "S6", "M6"} & coastal


@pytest.mark.rule("TT-4-09")
def test_sea_is_for_ships(rules: Ruleset, board: Board) -> None:
    assert board.crossing("land", "axis", "T4", "T3").closed
    assert board.crossing("land", "allied", "A10", "A9").closed
    assert not board.crossing("sea", "axis", "T2", "T3").closed
    assert board.crossing("sea", "axis", "V7", "U7").closed  # of the coast ships enter ports only: naval movement
    mines = {s: spec.features["minefield"]["owner"] for s, spec in rules.space.items() if "minefield" in spec.features}
    assert mines == {"V4": "axis", "U4": "axis", "X5": "allied", "F5": "allied"}
    assert all(board.terrain(space) == "sea" for space in mines)


@pytest.mark.rule("TT-4-10")
def test_home_territory(board: Board) -> None:
    homes = {s: board.home(s) for s in board.spaces if board.home(s)}
    allied = {"E6", "Y6"}
    axis = {"S1", "S2", "W4", "X3", "X4", "Y4"}
    assert homes == {**dict.fromkeys(allied, "allied"), **dict.fromkeys(axis, "axis")}
    assert all(board.terrain(s) == "home" and board.control(s) == homes[s] for s in homes)


@pytest.mark.rule("TT-4-11")
def test_no_ground_unit_crosses_into_home_territory(board: Board) -> None:
    assert board.crossing("land", "axis", "E7", "E6").closed
    assert board.crossing("land", "allied", "E7", "E6").closed


def test_straits(board: Board) -> None:
    for a, b in (("D5", "E6"), ("E6", "F5"), ("E6", "E7"), ("E6", "E5"), ("Y4", "Z3")):
        assert "strait" in board.border(a, b)


def test_control_at_the_start(board: Board) -> None:
    owners = Counter(board.control(s) for s in board.spaces if "land" in board.tags(s) and not board.home(s))
    assert owners == {"vichy": 57, "axis": 2}
    assert {s for s in board.spaces if board.control(s) == "axis" and not board.home(s)} == {"V9", "W9"}
    vichy = {s for s in board.spaces if board.control(s) == "vichy"}
    assert {s for s in board.spaces if "fna" in board.tags(s)} == vichy


PORTS = {
    "A10": (1, "A9"),
    "B8": (3, "B7"),
    "C8": (1, "C7"),
    "I6": (3, "I5"),
    "M5": (3, "M4"),
    "R4": (2, "R3"),
    "T4": (3, "T3"),
    "U5": (3, "V5"),
    "W9": (2, "W8"),
    "E6": (2, ""),
    "Y6": (2, ""),
    "S2": (2, ""),
    "W4": (3, ""),
}


@pytest.mark.rule("TT-2.4.1-R26", "TT-PA.8-02")
def test_ports(rules: Ruleset, board: Board) -> None:
    ports = {s: spec.features["port"] for s, spec in rules.space.items() if "port" in spec.features}
    assert {s: (port["value"], port.get("convoy_hex", "")) for s, port in ports.items()} == PORTS
    assert rules.space["S5"].name == "Tabarka" and "S5" not in ports
    for space, port in ports.items():
        assert all(board.terrain(a) == "sea" and board.are_neighbours(a, space) for a in port["approaches"])
        assert port.get("convoy_hex", port["approaches"][0]) == port["approaches"][0]
    boxes = [spec.features["convoy_box"] for spec in rules.space.values() if "convoy_box" in spec.features]
    direct = {s: spec.features["direct"]["to"] for s, spec in rules.space.items() if "direct" in spec.features}
    assert direct == {
        "direct_gibraltar": "E6",
        "direct_malta": "Y6",
        "direct_sardinia": "S2",
        "direct_sicily": "W4",
    }
    assert {box["port"]: box["hex"] for box in boxes} == {s: hex_ for s, (_, hex_) in PORTS.items() if hex_}


@pytest.mark.rule("TT-1.0-R02")
def test_airfields_and_works(rules: Ruleset) -> None:
    grades = {s: f.features["airfield"]["grade"] for s, f in rules.space.items() if "airfield" in f.features}
    improved = {s for s, grade in grades.items() if grade == "improved"}
    assert improved == {"E6", "Y6", "S2", "W4", "B8", "C8", "I6", "M5", "T4", "U5", "W9"}
    unimproved = {"A10", "B10", "E8", "H7", "P5", "P6", "Q5", "R4", "R6", "S5", "S7", "T6", "T7", "U7", "U9"}
    assert {s for s, grade in grades.items() if grade == "unimproved"} == unimproved
    assert set(grades.values()) == {"improved", "unimproved"}
    works = {s for s, spec in rules.space.items() if "fortification" in spec.features}
    assert works == {"T8", "T4", "E6", "Y6"}


@pytest.mark.rule("TT-2.4.5-03", "TT-2.4.6-06")
def test_airfield_grades(rules: Ruleset) -> None:
    fields = rules.settings["airfields"]
    assert {grade: (spec.groups, spec.lands) for grade, spec in fields.grade.items()} == {
        "unimproved": (1, 1),
        "improved": (2, 2),
    }
    assert rules.document["airfields"]["grade"]["improved"]["groups"] == 2  # said by the data, not by the plug-in
    assert fields.built == "unimproved"


def test_landing_zones(rules: Ruleset, board: Board) -> None:
    zones = {s: f.features["landing_zone"]["lands_at"] for s, f in rules.space.items() if "landing_zone" in f.features}
    assert zones == {
        "A9": ["B8", "B9", "A10"],
        "B7": ["C8", "B8"],
        "C7": ["D7", "C8"],
        "J5": ["K6", "J6", "I6"],
        "L4": ["M5", "L5"],
        "Q4": ["R4", "Q5"],
        "S4": ["S5", "R4"],
    }
    assert rules.zone["landing_zones"].spaces == tuple(zones)
    assert all(board.are_neighbours(sea, land) for sea, lands in zones.items() for land in lands)


def test_zones(rules: Ruleset, board: Board) -> None:
    cities = {s for s in board.spaces if "city" in board.tags(s)}
    assert cities == {"A10", "B8", "C8", "I6", "M5", "R4", "T4", "U5", "W9"}
    assert set(rules.zone["morocco_cities"].spaces) == {"A10", "B8", "C8"}
    assert set(rules.zone["toulon_arrival"].spaces) == {f"{c}1" for c in "KLMNOPQRTUVWX"}
    assert all(board.terrain(s) == "sea" for s in rules.zone["toulon_arrival"].spaces)


@pytest.mark.rule("TT-4-02", "TT-4-04", "TT-4-06")
def test_ground_in_battle(rules: Ruleset) -> None:
    ground = rules.document["battlefield"]["ground"]
    effects = {g: (e.get("removes", 0), e.get("die", 0), e.get("absorbs", False)) for g, e in ground.items()}
    assert effects == {
        "mountain": (1, 0, False),
        "city": (0, 6, False),
        "entrenchment": (1, 0, True),
        "fortification": (1, 0, True),
    }
    assert ground["mountain"]["tag"] in rules.terrain["mountain"].tags
    assert ground["city"]["tag"] in rules.terrain["city"].tags
    assert not any(ground[g].get("tag") in rules.terrain["open"].tags for g in ground)
    assert rules.feature["fortification"].fields == {}  # nothing in it can change: neither built nor destroyed
    assert rules.document["battlefield"]["every"] == 3


@pytest.mark.rule("TT-2.4.3-R20")
def test_stacking(rules: Ruleset) -> None:
    spec = rules.stacking["land_sp"]
    assert (spec.limit, spec.measure, spec.tags, spec.per, spec.when) == (8, "steps", ("combat",), "side", "end")


# ------------------------------------------------------------------ tables (2.4.7)

TOULON = [
    (1, {}),
    (2, {}),
    (3, {}),
    (4, {"escort_group": 1, "submarine_squadron": 1}),
    (5, {"attack_group": 1, "escort_group": 1, "submarine_squadron": 1}),
    (6, {"attack_group": 1, "escort_group": 2, "submarine_squadron": 1}),
    (7, {"attack_group": 1, "escort_group": 2, "submarine_squadron": 1}),
]


@pytest.mark.rule("TT-2.4.7-10", "TT-2.4.7-11", "TT-2.4.7-12", "TT-2.4.7-13")
@pytest.mark.parametrize(("roll", "gives"), TOULON)
def test_toulon_table(rules: Ruleset, roll: int, gives: dict[str, int]) -> None:
    table = rules.table["toulon"]
    assert (table.dice, table.sides) == (1, 6) and rules.document["toulon"]["die"] == table.sides
    assert next(row.gives for row in table.rows if roll <= row.max) == gives
    at_stake = {spec.type: spec.count for unit, spec in rules.unit.items() if unit.startswith("toulon_")}
    assert at_stake == TOULON[-1][1]


@pytest.mark.parametrize(("total", "stands_down"), [(2, False), (9, False), (10, True), (17, True)])
def test_armistice_table(rules: Ruleset, total: int, stands_down: bool) -> None:
    table = rules.table["armistice"]
    assert (table.dice, table.sides) == (2, 6)
    assert next(bool(row.gives) for row in table.rows if total <= row.max) == stands_down
    assert rules.document["armistice"]["target"] == table.rows[0].max + 1
    assert rules.document["armistice"]["auto_cities"] == 6


# ------------------------------------------------------------------ control, supply routes, switches


def test_control_and_supply_route(rules: Ruleset) -> None:
    control = rules.control
    assert (control.takes, control.claims, control.opposed_by) == (("combat",), ("supply",), ("land",))
    route = rules.route["supply"]
    assert (route.source, route.along, route.reach, route.longest, route.cut_by) == ("port", "road", 1, 0, ("land",))
    land = rules.movement["land"]
    assert (land.enemies, land.enemy_tags, land.zone_of_control) == ("stop", ("combat",), "none")
    assert (land.minimum_step, land.enemy_home, land.unlimited) == (False, False, False)


SWITCHES: dict[str, dict[str, object]] = {
    "setup": {"free_garrison_hexes": "any_fna_land", "max_garrisons_per_city": 3, "garrison_zone": "fna"},
    "landing": {"may_split": False, "failed": "reembark"},
    "turn1": {"tf_ships_locked": True, "frozen_side": "axis", "free_to_move": ["tri_inf"]},
    "initiative": {
        "seizer": "axis",
        "seize_tokens": 3,
        "seize_turns": [2, 9],
        "order_declaration": "progressive",
        "first_mover_scope": "domain",
    },
    "convoys": {
        "loading_order": "simultaneous",
        "capacity_unit": "piece",
        "limit_at_loading": True,
        "atlantic_income": 1,
        "morocco_bonus": [0, 0, 1, 2],
        "direct_destinations": {"allied": ["gibraltar", "malta"], "axis": ["sardinia", "sicily"]},
        "axis_atlantic_ports": False,
    },
    "submarines": {"move_limit": 0},
    "eastmed": {"arrival_turn": {"axis": 5, "allied": 7}, "failed_assault": "retry"},
    "land": {
        "division_bonus_default": 0,
        "algerian_modifier_scope": "total",
        "bonus_dice_can_hit": True,
        "pinned_units": True,
        "allow_defence_reinforcement": True,
        "attack_mode": "enter",
        "die_removal": "single",
        "min_attack_dice": 0,
        "tie": "defender",
        "annihilation_wins": False,
        "retreat_overstack": False,
        "third_casualty_counts_absorbed": True,
        "non_infantry_classes": ["armor_division", "armor_regiment"],
        "entrenchment_consumed": True,
    },
    "hits": {"threshold": 5, "allocator": "owner"},
    "logistics": {
        "attacker_supply_radius": 1,
        "defender_supply_radius": 0,
        "sp_per_supply": 4,
        "max_extra_dice": 0,
        "oos_scope": "hex",
        "beachhead_exempt_turn1": False,
    },
    "supply": {"counts_as_land_unit": True, "blocks_enemy": True},
    "facilities": {
        "airfield_terrain": ["open", "city", "mountain"],
        "occupation_by": ["land"],
        "damaged_airfield": "reduced",
        "open_port_gives_control": True,
        "strike_floor": 0,
    },
    "formations": {
        "max_division_sp": {"infantry_division": 3, "armor_division": 3},
        "fjg_is_airborne": False,
        "same_nationality_only": False,
    },
    "reinforce": {"submarine_delay": 0, "mode_locked": True, "air_entry": {"allied": ["E6"]}},
    "deploy": {"order": "simultaneous"},
    "armistice": {"target": 10, "auto_cities": 6, "algerian_fallback": "nearest_city"},
    "toulon": {"modifier_mode": "flat", "modifier_cap": 1, "units_return": "end_of_turn", "die": 6, "delay": 2},
    "weather": {"mud_turns": [4]},
    "victory": {"final_check": True},
}


@pytest.mark.parametrize("table", SWITCHES)
def test_switches_have_the_recommended_values(rules: Ruleset, table: str) -> None:
    written = rules.document[table]
    assert {key: written.get(key) for key in SWITCHES[table]} == SWITCHES[table]


@pytest.mark.rule("TT-2.4.5-08", "TT-4-11")
def test_gibraltar_feeds_nobody_across_the_strait() -> None:
    game = Game.load("torch_tunisia")
    now = game.position(game.start())
    assert "E7" in now.board.neighbours("E6") and "E6" in sources(now, "supply", "allied")
    assert supply(now, "supply", "allied", "E6").route == ("E6",)
    assert supply(now, "supply", "allied", "E7").reason is not None


@pytest.mark.rule("TT-2.4.5-08", "TT-2.4.5-R02")
def test_routes_reach_one_hex_beside_the_road_and_no_farther() -> None:
    game = Game.load("torch_tunisia")
    now = game.position(game.start())
    cut_off = [s for s in now.zone("fna") if supply(now, "supply", "axis", s).reason is not None]
    assert cut_off == ["D9"]  # every port of the zone is open to the Axis; this hex lies two hexes off the roads
