"""The variants of Torch & Tunisia: each loads without a fault and changes what it says, and nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexwright.game import Game
from hexwright.ruleset.load import find_variants
from hexwright.testing import scene

FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"
CHANGES: dict[str, dict[str, Any]] = {
    "tournament": {
        "turn1.no_drop": ["tunis"],
        "naval.support_max_dice": 1,
        "facilities.strike_floor": 1,
        "air_transport.supply_drop": "escorted",
        "supply.blocks_enemy": False,
    }
}


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
    assert set(before) <= set(after)


def test_nobody_drops_on_tunis_in_a_tournament_on_the_first_turn() -> None:
    units = {"gib_abn": {"at": "R4"}, "gib_sup": {"at": "T5"}, "us_3_id": {"at": "T5"}, "gar_tunis_1": {"at": "U5"}}
    for variants, may in (((), True), (("tournament",), False)):
        play = game(*variants)
        control = {"R4": "allied", "T5": "allied", "U5": "vichy"}
        state = scene(play, turn=1, units=units, control=control, phase="air_assign")
        reason = play.refuse(state, "drop gib_abn U5", "allied")
        assert (reason is None) == may, reason
