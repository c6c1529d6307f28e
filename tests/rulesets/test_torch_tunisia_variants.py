"""The variants of Torch & Tunisia: each loads without a fault and changes what it says, and nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from hexwright.game import Game
from hexwright.ruleset.load import find_variants
from hexwright.testing import scene

FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"
# What each variant sets, by path; `gone` are the tables it removes.
CHANGES: dict[str, dict[str, Any]] = {
    "tournament": {
        "turn1.no_drop": ["tunis"],
        "naval.support_max_dice": 1,
        "facilities.strike_floor": 1,
        "air_transport.supply_drop": "escorted",
        "supply.blocks_enemy": False,
    },
    "dry_winter": {"weather.mud_turns": []},
    "wet_winter": {"weather.mud_turns": [3, 4, 5, 6]},
    "early_armistice": {"armistice.target": 8, "armistice.auto_cities": 4, "table.armistice.rows": ANY},
    "luftwaffe": {
        "rule.TT-LW-1.title": ANY,
        "rule.TT-LW-1.text": ANY,
        "unit.sic_bmb.type": "bomber_group",
        "unit.sic_bmb.nation": "axis",
        "unit.sic_bmb.at": "W4",
        "unit.sic_bmb.rule": "TT-LW-1",
        "reinforcement.axis_t2_air.units": ["ax_inf_a2", "ax_sqd_a2", "ax_bmb_a3"],
        "reinforcement.axis_t3_air.units": ["ax_inf_a3"],
        **{f"rule.TT-1.2.3-{rule}.text": ANY for rule in ("02", "08", "09")},
    },
    "historical": {
        "zone.landing_zones.spaces": ["B7", "J5", "L4"],
        "phase.plan.phases": ["arrive", "subs_first", "zones", "init", "income", "loading", "subs", "army"],
        **{f"unit.{unit}.{key}": ANY for unit in ("gar_meknes", "gar_marrakech", "gar_constantine")
           for key in ("type", "nation", "at", "name", "rule")},
        **{f"rule.TT-1.2.1-{rule}": ANY for rule in ("06.title", "06.text", "08.text")},
    },
    "twelve_turns": {
        "rule.TT-XII-1.title": ANY,
        "rule.TT-XII-1.text": ANY,
        "sequence.turns": 12,
        "sequence.names": ANY,
        "plan.last_planning_turn": 12,
        "phase.plan.turns": "1-12",
        "initiative.seize_turns": [2, 11],
        **{f"unit.ax_{unit}{turn}.{key}": ANY for unit in ("inf_t", "sup_t", "inf_a", "sup_a") for turn in (10, 11)
           for key in ("type", "nation", "at", "rule")},
        **{f"reinforcement.axis_t{turn}_{way}.{key}": ANY for way in ("sea", "air") for turn in (10, 11)
           for key in ("turn", "units", "at", "phase", "mode", "rule", *(("choice",) if way == "air" else ()))},
    },
    "race_for_tunis": {
        "rule.TT-RACE-1.title": ANY,
        "rule.TT-RACE-1.text": ANY,
        "sequence.turns": 6,
        "sequence.names": ANY,
        "plan.last_planning_turn": 6,
        "phase.plan.turns": "1-6",
        "initiative.seize_turns": [2, 5],
        "initiative.seize_tokens": 2,
        **{f"victory.conditions.ridge.{key}": ANY for key in ("winner", "check", "order", "reason", "rule")},
        "victory.conditions.ridge.when.control.by": "allied",
        "victory.conditions.ridge.when.control.spaces": ["S5", "T5", "S6", "S7", "T6"],
        "victory.conditions.ridge.when.control.at_least": 2,
    },
}  # fmt: skip
GONE = {
    "historical": ("space.A9.features", "space.C7.features", "space.Q4.features", "space.S4.features", "unit.gar_free",
                   "phase.garrison"),
    "race_for_tunis": (
        *(f"reinforcement.axis_t{turn}_{way}" for turn in (7, 8, 9) for way in ("sea", "air")),
        "reinforcement.allied_t7_end", "reinforcement.allied_t8_end",
        *(f"unit.ax_{unit}{turn}" for unit in ("inf_t", "mech_t", "sup_t", "inf_a", "sup_a") for turn in (7, 8, 9)),
        "unit.em_mech_t7", "unit.em_sup_t7", "unit.em_sup_t8", "rule.TT-1.2.2-R05",
    ),
}  # fmt: skip


@cache
def game(*variants: str) -> Game:
    return Game.load("torch_tunisia", variants=variants)


def flat(document: dict[str, Any], path: str = "") -> dict[str, Any]:
    """Dotted path -> value of every leaf."""
    found: dict[str, Any] = {}
    for key, value in document.items():
        here = f"{path}.{key}" if path else key
        found.update(flat(value, here) if isinstance(value, dict) else {here: value})
    return found


def test_every_variant_of_the_folder_is_tested_and_tells_what_it_is() -> None:
    found = find_variants(FOLDER)
    assert set(found) == set(CHANGES)
    assert all(title and description.endswith(".") for title, description in found.values())


@pytest.mark.parametrize("name", CHANGES)
def test_a_variant_changes_what_it_says(name: str) -> None:
    before, after = flat(game().rules.document), flat(game(name).rules.document)
    changed = {k: v for k, v in after.items() if before.get(k) != v and not k.startswith("variant.")}
    assert changed == CHANGES[name]
    gone = GONE.get(name, ())
    lost = [key for key in before if key not in after]
    assert all(key.startswith(tuple(f"{path}." for path in gone)) for key in lost)
    assert all(any(key.startswith(f"{path}.") for key in lost) for path in gone if path != "unit.ax_mech_t7"
               and path != "unit.ax_mech_t9" and path != "unit.ax_inf_t8")  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_variant_checks_clean_with_all_map_facts(name: str) -> None:
    assert Game.load_with_faults("torch_tunisia", variants=(name,), map_facts=True)[1] == ()


def test_nobody_drops_on_tunis_in_a_tournament_on_the_first_turn() -> None:
    units = {"gib_abn": {"at": "R4"}, "gib_sup": {"at": "T5"}, "us_3_id": {"at": "T5"}, "gar_tunis_1": {"at": "U5"}}
    for variants, may in (((), True), (("tournament",), False)):
        play = game(*variants)
        control = {"R4": "allied", "T5": "allied", "U5": "vichy"}
        state = scene(play, turn=1, units=units, control=control, phase="air_assign")
        reason = play.refuse(state, "drop gib_abn U5", "allied")
        assert (reason is None) == may, reason
