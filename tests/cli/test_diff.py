"""`hexwright diff`: what it prints, exit codes, faults, names with variants, JSON, games, and the shipped rules."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from hexwright.cli.diff import _seeds
from hexwright.comparing.values import differences
from hexwright.comparing.words import told
from hexwright.game import Game
from hexwright.ruleset.load import bundled_rulesets, find_variants

from ..comparing.conftest import add_variant, placed, write
from .conftest import Caller

TRANSCRIPT = Path(__file__).parents[1] / "comparing" / "tournament.txt"
OTHERS = Path(__file__).parents[1] / "rulesets"


@pytest.fixture
def rich(tmp_path: Path) -> Path:
    return write(tmp_path / "rich")


def test_the_same_rules_are_no_difference(call: Caller, rich: Path) -> None:
    result = call("diff", rich, rich)
    assert (result.exit_code, result.output) == (0, f"{rich} -> {rich}: no differences\n")


def test_differences_are_grouped_and_exit_with_1(call: Caller, rich: Path) -> None:
    add_variant(rich, "unit_type.fighter.range = 8", "far")
    add_variant(rich, "movement.foot.cost.clear = 2\nunit_type.fighter.range = 9", "slow")
    result = call("diff", rich, f"{rich}+far+slow", "--set", "unit_type.army.steps=3")
    assert result.exit_code == 1
    assert result.output == (
        f"{rich} -> {rich}+far+slow: 3 differences\n\nUnits\n"
        + placed("  Fighter: range 6 -> 9 hexes  (<<range =>> -> variants/slow.toml:2)\n")
        + placed("  Army: steps 2 -> 3 steps  (<<steps =>> -> --set:1)\n")
        + "\nTerrain and movement\n"
        + placed("  On foot: entering clear 1 -> 2 movement points  (<<cost =>> -> variants/slow.toml:1)\n")
    )


def test_a_folder_with_a_plus_is_a_folder(call: Caller, tmp_path: Path) -> None:
    folder = write(tmp_path / "a+b")
    add_variant(folder, 'rich.weather = "foul"')
    assert call("diff", folder, folder).exit_code == 0
    assert call("diff", folder, f"{folder}+v").exit_code == 1


@pytest.mark.parametrize("name", ["torch_tunisia+", "+tournament", "torch_tunisia++tournament", ""])
def test_a_name_that_is_none_is_told(call: Caller, name: str) -> None:
    result = call("diff", "torch_tunisia", name)
    assert result.exit_code == 2 and "is not of the form RULESET+VARIANT+VARIANT" in result.output


def test_what_does_not_load_is_shown_and_nothing_else(call: Caller, rich: Path, tmp_path: Path) -> None:
    broken = write(tmp_path / "broken")
    add_variant(broken, 'unit_type.fighter.rnge = 8\nsequence.turns = "x"')
    result = call("diff", rich, f"{broken}+v")
    assert result.exit_code == 2
    assert "error[H202]" in result.output and "error[H201]" in result.output and "2 errors" in result.output
    assert "->" not in result.output and "Traceback" not in result.output
    both = call("diff", f"{rich}+w", f"{broken}+v")
    assert both.exit_code == 2 and "error[H107]" in both.output and "error[H202]" in both.output
    as_json = call("diff", rich, f"{broken}+v", "--format", "json")
    assert as_json.exit_code == 2 and list(json.loads(as_json.output)) == [f"{broken}+v"]
    assert call("diff", rich, rich, "--scenario", "none").exit_code == 2


def test_json_holds_all_that_text_tells(call: Caller, rich: Path) -> None:
    add_variant(rich, "unit_type.fighter.dice.attack = 8")
    result = call("diff", rich, f"{rich}+v", "--format", "json", "--games", 2, "--processes", 1)
    found = json.loads(result.output)
    assert result.exit_code == 1
    assert [d["text"] for d in found["differences"]] == ["Fighter: attack dice d6 -> d8"]
    assert found["recorded"] == [] and [d["seed"] for d in found["bots"]] == [1, 2]
    assert found["results"]["games"] == 2 and set(found["results"]["wins"]) == {"red", "blue"}


def test_games_are_followed_and_played(call: Caller, rich: Path) -> None:
    (rich / "games").mkdir()
    made = call("run", rich, "--seed", 3, "--save", rich / "games" / "g.jsonl", "--thin", "--json")
    assert made.exit_code == 0
    add_variant(rich, 'rich.weather = "foul"')
    runs = [call("diff", rich, f"{rich}+v", "--games", 6, "--processes", n) for n in (1, 2)]
    assert runs[0].output == runs[1].output and runs[0].exit_code == 1
    lines = runs[0].output.splitlines()
    assert "Recorded games of A played under B: 1 of 1" in lines
    assert any(line.startswith("  g.jsonl: decision 7, turn 2, Fighting, chance: after 'roll") for line in lines)
    assert "Games of bots under A and B: the seeds 1 to 6, steady on every side" in lines
    assert any(line.startswith("  Reds: ") and " points, 95% interval -" in line for line in lines)
    assert lines[-1].startswith("  Interval: R. G. Newcombe (1998)")


def test_no_games_at_all_is_a_number_too(call: Caller, rich: Path) -> None:
    result = call("diff", rich, rich, "--games", 0)
    assert result.exit_code == 0
    assert result.output.splitlines()[1:] == ["", f"Recorded games of A played under B: none in {rich.name}/games"]


def test_a_bot_that_is_none_is_told(call: Caller, rich: Path) -> None:
    result = call("diff", rich, rich, "--bot", "steddy")
    assert result.exit_code == 2 and "did you mean steady?" in result.output


def test_help_tells_the_exit_codes(call: Caller) -> None:
    text = " ".join(call("diff", "--help").output.split())
    assert "0 when the rules are the same, 1 when they differ, 2 when one of them does not load" in text


# ------------------------------------------------------------------ shipped rules


def test_the_tournament_variant_reads_well(call: Caller) -> None:
    """Every line of it, but for the numbers of lines; with HEXWRIGHT_TRANSCRIPTS=write the file is written anew."""
    result = call("diff", "torch_tunisia", "torch_tunisia+tournament")
    assert result.exit_code == 1
    output = re.sub(r"\.toml:\d+", ".toml:LINE", result.output)
    if os.environ.get("HEXWRIGHT_TRANSCRIPTS") == "write":
        TRANSCRIPT.write_text(output, encoding="utf-8")
    assert output == TRANSCRIPT.read_text(encoding="utf-8")


def test_its_places_are_the_lines_that_say_so() -> None:
    folder = bundled_rulesets() / "torch_tunisia"
    lines = told(Game.load(folder), Game.load(folder, variants=("tournament",)))
    for place, line in [(p, each) for each in lines for p in (each.was, each.now)]:
        assert place is not None
        text = (folder / place.file).read_text(encoding="utf-8").splitlines()[place.line - 1]
        assert text.startswith(f"{line.change.path[-1]} = "), (place, text)


SHIPPED = [(bundled_rulesets() / "torch_tunisia", v) for v in find_variants(bundled_rulesets() / "torch_tunisia")]


@pytest.mark.parametrize("folder", sorted(p.parent for p in OTHERS.glob("*/ruleset.toml")), ids=lambda p: str(p.name))
def test_no_ruleset_differs_from_itself(folder: Path) -> None:
    assert differences(Game.load(folder), Game.load(folder)) == ()


@pytest.mark.parametrize(("folder", "variant"), SHIPPED, ids=[v for _, v in SHIPPED])
def test_every_variant_differs_from_its_ruleset_and_not_from_itself(folder: Path, variant: str) -> None:
    base, varied = Game.load(folder), Game.load(folder, variants=(variant,))
    assert differences(varied, Game.load(folder, variants=(variant,))) == ()
    lines = told(base, varied)
    assert lines and all(line.now is None or line.now.file for line in lines)
    assert any(line.now is not None and line.now.file == f"variants/{variant}.toml" for line in lines)
    for line in lines:
        assert "Spec(" not in line.text and "\n" not in line.text and line.places, line


def test_seeds_that_go_the_same_way_are_told_together(call: Caller, rich: Path) -> None:
    lines = call("diff", rich, rich, "--games", 3, "--processes", 1).output.splitlines()
    assert "  seeds 1-3: it goes the same way to its end" in lines
    assert _seeds([1, 2, 3, 7, 9, 10]) == "seeds 1-3, 7, 9-10" and _seeds([4]) == "seed 4"
