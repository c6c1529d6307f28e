"""One merge rule for variants: whatever stands in a ruleset can be added, changed or removed by an overlay."""

from __future__ import annotations

import random
import shutil
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from hexwright.decisions import CHANCE
from hexwright.game import Game
from hexwright.ruleset.load import find_variants
from hexwright.ruleset.paths import reach, split
from hexwright.session import Session

FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"
SHIPPED = tuple(find_variants(FOLDER))
NOTHING = object()
PLAN = 'phases = ["arrive", "subs_first", "zones", "init", "income", "loading", "subs", "army"]'

# What an overlay does to a kind of thing: (its text below the head, its `remove`, a path, and what stands there then).
CASES: dict[str, tuple[str, list[str], str, Any]] = {
    "a key is added": ("[unit_type.supply]\nbonus = 1", [], "unit_type.supply.bonus", 1),
    "a key is changed": ("[naval]\nmove_allowance = 6", [], "naval.move_allowance", 6),
    "a key is removed": ("", ["unit_type.supply.rule"], "unit_type.supply.rule", NOTHING),
    "an item is added by its id": (
        '[[movement.land.borders]]\nid = "ford"\nfeature = "road"\nop = "add"\ncost = 1',
        [], "movement.land.borders.ford.cost", 1,
    ),
    "an item is changed by its id": (
        '[[movement.land.borders]]\nid = "road"\ncost = 2', [], "movement.land.borders.road",
        {"id": "road", "feature": "road", "op": "set", "cost": 2, "rule": "TT-4-01"},
    ),
    "an item is removed by its id": ("", ["movement.land.borders.strait"], "movement.land.borders.strait", NOTHING),
    "a list is added": ('[unit_type.escort_group]\nholds = ["air"]', [], "unit_type.escort_group.holds", ["air"]),
    "a list is replaced": ("[weather]\nmud_turns = [5, 6]", [], "weather.mud_turns", [5, 6]),
    "a list is removed": ("", ["weather.mud_turns"], "weather.mud_turns", NOTHING),
    "a text is removed from a list": ("", ["zone.fna.spaces.M7"], "zone.fna.spaces", "without M7"),
    "a table is added": ('[terrain.marsh]\nname = "Marsh"\ntags = ["land"]', [], "terrain.marsh.name", "Marsh"),
    "a table is removed": ("", ["line.messina"], "line.messina", NOTHING),
    "a table is replaced": ('[line.messina]\nfeature = "road"\nborders = ["W4|X4"]', ["line.messina"], "line.messina",
                            {"feature": "road", "borders": ["W4|X4"]}),
    "a plug-in is removed": ("", ["ruleset.plugins.weather"], "ruleset.plugins", "without weather"),
    "a phase is added": (
        '[phase.tea]\nname = "Tea"\nframe = "pass"\nby = ["holder"]\n[phase.end]\nphases = ["tea", "final"]',
        [], "phase.end.phases", ["tea", "final"],
    ),
    "a phase is changed": ('[phase.vichy]\nturns = "2-"', [], "phase.vichy.turns", "2-"),
    "a phase is removed": ("", ["phase.plan.phases.garrison", "phase.garrison"], "phase.garrison", NOTHING),
    "a unit is added": ('[unit.us_9_id]\ntype = "infantry_division"\nnation = "allied"\nat = "atlantic"',
                        [], "unit.us_9_id.at", "atlantic"),
    "a unit is changed": ("[unit.us_1_id]\nsteps = 2", [], "unit.us_1_id.steps", 2),
    "a unit is removed": ("", ["unit.us_34_id"], "unit.us_34_id", NOTHING),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("merging") / "torch_tunisia"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("games", "tests"))
    return copy


def hasten(game: Game, turns: int) -> Session:
    """A game in which everybody is done as soon as he may be, after so many turns or at its end."""
    session, draw = Session.new(game, seed=1), random.Random(1)
    while session.over is None and session.state.turn <= turns:
        ask = session.asks()[0]
        assert ask.seat != CHANCE
        session.play("done" if "done" in ask.options else draw.choice(ask.options.all()), ask.seat)
    return session


@pytest.mark.parametrize("case", CASES)
def test_a_variant_adds_changes_and_removes(folder: Path, case: str) -> None:
    text, gone, path, wanted = CASES[case]
    remove = f"remove = {gone}\n".replace("'", '"') if gone else ""
    (folder / "variants" / "case.toml").write_text(f'{remove}[variant]\ntitle = "Case"\n{text}\n', encoding="utf-8")
    game, faults = Game.load_with_faults(folder, variants=("case",))
    assert game is not None, "\n".join(map(str, faults))
    assert [f for f in faults if f.level == "error"] == []
    where = split(path)
    assert where is not None
    found = reach(game.rules.document, where)
    if isinstance(wanted, str) and wanted.startswith("without "):
        before = reach(Game.load(folder).rules.document, where)
        assert before is not None and found is not None
        assert found[0] == [item for item in before[0] if item != wanted.split()[1]] != before[0]
    else:
        assert (NOTHING if found is None else found[0]) == wanted


def test_a_game_without_a_plugin_and_with_another_phase_is_played(folder: Path) -> None:
    text = 'remove = ["ruleset.plugins.weather"]\n[variant]\ntitle = "Case"\n' + CASES["a phase is added"][0]
    (folder / "variants" / "case.toml").write_text(text, encoding="utf-8")
    game = Game.load(folder, variants=("case",))
    assert "weather" not in [offer.id for offer in game.plugins.active]
    assert any(line.endswith("tea begins") for line in hasten(game, 1).log())


def test_what_is_removed_must_be_there(folder: Path) -> None:
    (folder / "variants" / "case.toml").write_text('remove = ["ruleset.plugins.wether"]\n[variant]\ntitle = "Case"\n')
    _, faults = Game.load_with_faults(folder, variants=("case",))
    assert [(f.code, f.line) for f in faults] == [("H104", 1)]
    assert "ruleset.plugins.weather" in faults[0].hint


# ------------------------------------------------------------------ several at once


@pytest.mark.parametrize("pair", list(combinations(SHIPPED, 2)), ids="+".join)
def test_any_two_variants_are_played_together(pair: tuple[str, str]) -> None:
    for names in permutations(pair):
        game, faults = Game.load_with_faults("torch_tunisia", variants=names)
        assert game is not None, "\n".join(map(str, faults))
        assert {f.code for f in faults} <= {"H510", "H512", "H810"}
    session = hasten(Game.load("torch_tunisia", variants=pair), 2)
    assert session.state.turn == 3 or session.over is not None


@pytest.mark.parametrize(
    ("first", "second", "path"),
    [
        ("dry_winter", "wet_winter", "weather.mud_turns"),
        ("twelve_turns", "race_for_tunis", "sequence.turns"),
        ("twelve_turns", "race_for_tunis", "initiative.seize_turns"),
    ],
)
def test_of_two_that_set_the_same_key_the_later_counts(first: str, second: str, path: str) -> None:
    found = {}
    for names in ((first,), (second,), (first, second), (second, first)):
        where = split(path)
        assert where is not None
        value = reach(Game.load("torch_tunisia", variants=names).rules.document, where)
        assert value is not None
        found[names] = value[0]
    assert found[first, second] == found[(second,)] != found[(first,)] == found[second, first]
