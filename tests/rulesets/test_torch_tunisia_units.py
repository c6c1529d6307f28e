"""The figures of Torch & Tunisia as loaded: unit types in the air, at sea and on land, and their missions."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.game import Game
from hexwright.ruleset.schema import Ruleset

FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return Game.load(FOLDER).rules


# ------------------------------------------------------------------ air units (3.1)

AIR_CONTEXTS = {"intercept", "escort", "arrival", "support_land", "raid_air", "convoy_escort_air"}
SURFACE_CONTEXTS = {"support_sea", "strike", "raid", "convoy_escort_ships"}


@pytest.mark.rule("TT-3.1-01", "TT-3.1-02", "TT-3.1-03", "TT-3.1-05", "TT-3.1-06", "TT-3.1-07", "TT-3.1-R01")
@pytest.mark.rule("TT-2.4.1-06", "TT-2.4.1-07", "TT-2.4.1-R24", "TT-2.4.2-23")
@pytest.mark.rule("TT-PA.10-01", "TT-PA.10-02", "TT-PA.10-03")
@pytest.mark.parametrize(
    ("type_", "reach", "air", "surface"),
    [("fighter_group", 4, 8, 6), ("carrier_air_group", 4, 8, 6), ("bomber_group", 8, 6, 8)],
)
def test_air_group(rules: Ruleset, type_: str, reach: int, air: int, surface: int) -> None:
    group = rules.unit_type[type_]
    assert (group.steps, group.range) == (2, reach)
    assert {"air", "group"} <= set(group.tags)
    sides = {context: dice.sides for context, dice in group.dice.items()}
    assert sides == {**dict.fromkeys(AIR_CONTEXTS, air), **dict.fromkeys(SURFACE_CONTEXTS, surface)}
    assert all((dice.per, dice.modifier) == ("step", 0) for dice in group.dice.values())


@pytest.mark.rule("TT-3.1-09")
def test_air_squadron(rules: Ruleset) -> None:
    squadron = rules.unit_type["air_squadron"]
    assert (squadron.steps, squadron.range, squadron.dice) == (1, 0, {})
    assert "group" not in squadron.tags  # only groups count on an airfield
    assert {m for m, spec in rules.mission.items() if "air_squadron" in spec.types} == {"re_base", "reinforce_group"}


@pytest.mark.rule("TT-3.1-10", "TT-3.1-11", "TT-3.1-12", "TT-2.4.1-04")
def test_air_transport(rules: Ruleset) -> None:
    transport = rules.unit_type["air_transport"]
    assert (transport.steps, transport.range, transport.capacity) == (1, 16, 2)
    aboard = {t for t, spec in rules.unit_type.items() if set(spec.tags) & set(transport.holds)}
    assert aboard == {"infantry_regiment", "airborne_regiment", "supply"}
    assert not any(unit.type == "air_transport" for unit in rules.unit.values())
    flown = {m: rules.mission[m].types for m in ("air_lift", "air_drop")}
    assert flown == {"air_lift": ("air_transport",), "air_drop": ("air_transport",)}


@pytest.mark.rule("TT-3.1-04", "TT-3.1-08", "TT-2.4.1-03")
@pytest.mark.parametrize("type_", ["fighter_group", "bomber_group"])
def test_missions_of_air_groups(rules: Ruleset, type_: str) -> None:
    flown = {m for m, spec in rules.mission.items() if type_ in spec.types}
    named = {"intercept", "escort", "strike", "close_air_support", "interdict", "air_asw", "re_base"}
    assert flown == named | {"convoy_escort", "convoy_strike"}


@pytest.mark.rule("TT-2.4.1-11")
def test_intercept_has_its_own_range(rules: Ruleset) -> None:
    ranges = {m: spec.range for m, spec in rules.mission.items() if "fighter_group" in spec.types}
    assert ranges.pop("intercept") == 2
    assert set(ranges.values()) == {-1}


@pytest.mark.rule("TT-2.4.1-R03")
def test_every_die_hits_on_five(rules: Ruleset) -> None:
    dice = {(t, m): d.hit for t, spec in rules.unit_type.items() for m, d in spec.dice.items()}
    assert len(dice) > 40
    assert set(dice.values()) == {5}


# ------------------------------------------------------------------ maritime units (3.2)


@pytest.mark.rule("TT-3.2-01", "TT-3.2-02", "TT-3.2-03", "TT-3.2-06", "TT-3.2-09", "TT-3.2-R01")
@pytest.mark.rule("TT-PA.11-08", "TT-PA.11-09")
@pytest.mark.parametrize(
    ("type_", "steps", "sides"),
    [
        ("escort_group", 2, (8, 6)),
        ("attack_group", 2, (10, 8)),
        ("carrier_strike_group", 2, (12, 10)),
        ("surface_squadron", 1, 8),
        ("submarine_squadron", 2, (6, 6)),
    ],
)
def test_ship(rules: Ruleset, type_: str, steps: int, sides: int | tuple[int, ...]) -> None:
    ship = rules.unit_type[type_]
    assert ship.steps == steps
    assert (ship.dice["sea"].sides, ship.dice["sea"].per, ship.dice["sea"].modifier) == (sides, "unit", 0)
    assert ("ship" in ship.tags) == (type_ != "submarine_squadron")
    support = ship.dice.get("naval_support")
    assert (support is None) == (type_ in ("surface_squadron", "submarine_squadron"))
    assert support is None or (support.sides, support.per) == (6, "unit")


@pytest.mark.rule("TT-3.2-07")
def test_the_surface_squadron_stays(rules: Ruleset) -> None:
    modes = {t: spec.movement for t, spec in rules.unit_type.items() if "ship" in spec.tags}
    assert modes.pop("surface_squadron") == ""
    assert set(modes.values()) == {"sea"}
    assert not [m for m, spec in rules.mission.items() if "surface_squadron" in spec.types]


@pytest.mark.rule("TT-3.2-12")
def test_submarines_have_no_dice_against_aircraft(rules: Ruleset) -> None:
    assert set(rules.unit_type["submarine_squadron"].dice) == {"sea"}
    for type_ in ("escort_group", "attack_group", "carrier_strike_group", "surface_squadron"):
        dice = rules.unit_type[type_].dice
        assert dice["air_defence"].sides == dice["sea"].sides


@pytest.mark.rule("TT-2.4.2-02", "TT-2.4.2-R17")
def test_naval_missions(rules: Ruleset) -> None:
    sea = {m: spec for m, spec in rules.mission.items() if spec.domain == "sea"}
    ships = ("escort_group", "attack_group", "carrier_strike_group")
    surface = [m for m, spec in sea.items() if spec.types[:3] == ships]
    assert surface == [
        "naval_escort",
        "sea_control",
        "asw_patrol",
        "naval_strike",
        "convoy_raid",
        "naval_support",
        "naval_open_port",
        "naval_sabotage",
    ]
    assert [sea[m].order for m in surface] == [1, 2, 3, 4, 4, 5, 6, 7]
    assert sea["naval_strike"].target == ("port",)
    under_water = {m for m, spec in sea.items() if "submarine_squadron" in spec.types}
    assert under_water == {"submarine_strike", "convoy_raid", "raid_embarked"}
    assert sea["submarine_strike"].target == ("ships in its hex", "port")


# ------------------------------------------------------------------ land units (3.3)

LAND = [
    ("infantry_division", 3, 6, 0, 2),
    ("armor_division", 3, 10, 0, 4),
    ("infantry_regiment", 1, 6, -1, 2),
    ("airborne_regiment", 1, 6, 0, 2),
    ("garrison_regiment", 1, 6, -1, 0),
    ("mech_regiment", 1, 8, -1, 4),
    ("armor_regiment", 1, 10, -1, 4),
    ("algerian_division_unequipped", 3, 6, 0, 2),
    ("algerian_division", 3, 6, 0, 2),
]


@pytest.mark.rule("TT-3.3-01", "TT-3.3-02", "TT-3.3-03", "TT-3.3-04", "TT-3.3-05", "TT-3.3-06", "TT-3.3-07")
@pytest.mark.rule("TT-3.3-R01", "TT-2.4.3-R27")
@pytest.mark.parametrize(("type_", "steps", "sides", "modifier", "points"), LAND, ids=[row[0] for row in LAND])
def test_ground_unit(rules: Ruleset, type_: str, steps: int, sides: int, modifier: int, points: int) -> None:
    unit = rules.unit_type[type_]
    dice = unit.dice["land"]
    assert (unit.steps, unit.allowance) == (steps, points)
    assert (dice.sides, dice.per, dice.modifier, dice.hit) == (sides, "step", modifier, 5)
    assert unit.movement == ("land" if points else "")
    assert {"land", "combat"} <= set(unit.tags)
    assert ("needs_supply" in unit.tags) == (type_ != "garrison_regiment")
    assert (type_ in rules.mission["attack"].types) == (type_ != "garrison_regiment")


def test_no_other_ground_unit(rules: Ruleset) -> None:
    assert {t for t, spec in rules.unit_type.items() if "combat" in spec.tags} == {row[0] for row in LAND}


@pytest.mark.rule("TT-3.3-01", "TT-3.3-02", "TT-3.3-03", "TT-3.3-04", "TT-3.3-06", "TT-3.3-07", "TT-2.4.3-14")
def test_regiments_and_divisions(rules: Ruleset) -> None:
    written = rules.document["unit_type"].items()
    formation = {t: spec["traits"]["formation"] for t, spec in written if "formation" in spec.get("traits", {})}
    algerian = ["algerian_division", "algerian_division_unequipped"]
    joins = {t: trait["joins"] for t, trait in formation.items() if "joins" in trait}
    assert joins == {
        "infantry_regiment": ["infantry_division", *algerian],
        "airborne_regiment": ["infantry_division", *algerian],
        "mech_regiment": ["infantry_division", "armor_division", *algerian],
        "armor_regiment": ["armor_division"],
    }
    detaches = {t: trait["detaches"] for t, trait in formation.items() if "detaches" in trait}
    assert detaches == {
        "infantry_division": "infantry_regiment",
        "armor_division": "armor_regiment",
        "algerian_division": "infantry_regiment",
        "algerian_division_unequipped": "infantry_regiment",
    }


@pytest.mark.rule("TT-2.4.3-R15")
def test_non_infantry(rules: Ruleset) -> None:
    assert {t for t, spec in rules.unit_type.items() if "armor" in spec.tags} == {"armor_division", "armor_regiment"}
    assert rules.document["land"]["non_infantry_classes"] == ["armor_division", "armor_regiment"]
    combat = [spec for spec in rules.unit_type.values() if "combat" in spec.tags]
    assert all(("infantry" in spec.tags) != ("armor" in spec.tags) for spec in combat)


@pytest.mark.rule("TT-3.3-05", "TT-2.4.3-35")
def test_garrisons_only_defend(rules: Ruleset) -> None:
    garrison = rules.unit_type["garrison_regiment"]
    assert {"no_attack", "no_sabotage", "surrenders"} <= set(garrison.tags)
    on_land = {u.type for u in rules.unit.values() if u.nation == "vichy"} & {row[0] for row in LAND}
    assert on_land == {"garrison_regiment"}
    assert on_land.isdisjoint(rules.mission["sabotage"].types)


@pytest.mark.rule("TT-3.3-08")
def test_supply(rules: Ruleset) -> None:
    supply = rules.unit_type["supply"]
    assert (supply.steps, supply.movement, supply.allowance) == (0, "land", 4)
    assert "land" in supply.tags and "combat" not in supply.tags


def test_only_the_unequipped_algerians_have_a_bonus(rules: Ruleset) -> None:
    assert {t: spec.bonus for t, spec in rules.unit_type.items() if spec.bonus} == {"algerian_division_unequipped": -4}


@pytest.mark.rule("TT-2.4.3-02")
def test_land_missions_go_with_movement(rules: Ruleset) -> None:
    land = {m: spec.with_move for m, spec in rules.mission.items() if spec.domain == "land"}
    assert [m for m, moves in land.items() if not moves] == ["equip_french"]
    assert {"attack", "defend", "entrench", "open_port", "sabotage"} <= set(land)
    assert rules.mission["entrench"].types == ("supply",)
