"""Non-interference: whole games played twice with another secret; planted leaks are found, ours has none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexwright.cli import commands
from hexwright.game import Game
from hexwright.testing.interference import interference

RULESETS = Path(__file__).resolve().parent / "rulesets"


def seats(ruleset: str) -> list[tuple[str, str]]:
    folder = str(RULESETS / ruleset) if (RULESETS / ruleset).is_dir() else ruleset
    return [(folder, seat) for seat in Game.load(folder).rules.seats]


@pytest.mark.parametrize(("folder", "seat"), [*seats("fleets"), *seats("order_sheet")])
def test_secrets_of_the_tiny_games_reach_nobody(folder: str, seat: str) -> None:
    for seed in (1, 2, 3, 4):
        found = interference(Game.load(folder), seed, seat)
        assert found.leaks == ()
        assert found.stations > 0 and found.drafts > 0


@pytest.mark.rule("TT-2.2-01", "TT-2.2-R04", "TT-2.3-13", "TT-2.3-R07", "TT-2.4.6-R07", "TT-2.4.2-25", "TT-PA.11-05")
@pytest.mark.parametrize(("folder", "seat"), seats("torch_tunisia"))
def test_secrets_of_a_campaign_reach_nobody(folder: str, seat: str) -> None:
    done = [interference(Game.load(folder), seed, seat) for seed in (1, 2)]
    assert [leak for found in done for leak in found.leaks] == []
    assert sum(f.stations for f in done) >= 10 and sum(f.drafts for f in done) > 50
    assert sum(f.astray for f in done) > sum(f.decisions for f in done) / 4  # the campaigns did differ
    assert any(f.revealed for f in done)  # and rules brought secrets out


def test_the_same_seed_compares_the_same_games() -> None:
    game = Game.load(str(RULESETS / "fleets"))
    assert interference(game, 5, "north") == interference(game, 5, "north")


# What a careless author of the fleets might write: (part of the plug-in, what it becomes, what is found)
CARELESS = {
    "a prompt that depends on who hides where": (
        'return "search a sea?"',
        'return f"search a sea? {sum(now.state.at.get(s) is not None for s in now.board.spaces[:4])}"',
        "question of",
    ),
    "options that leave out where somebody hides": (
        'return ["pass", *(f"search {s}" for s in near)]',
        'return ["pass", *(f"search {s}" for s in near if len(now.state.at.get(s, ())) < 2)]',
        "question of",
    ),
    "a station that is told to all": ("seats=(seat,)))", "))", "account of"),
    "a note that names a hidden place": (
        'play.emit(Noted(note=f"nobody is in {now.board.name(words[1])}"))',
        'play.emit(Noted(note=f"{sorted(now.state.at)} has nobody"))',
        "account of",
    ),
}


@pytest.mark.parametrize("careless", CARELESS)
def test_a_careless_rule_is_found(careless: str, tmp_path: Path) -> None:
    part, becomes, told = CARELESS[careless]
    copy = tmp_path / "fleets"
    shutil.copytree(RULESETS / "fleets", copy)
    plugin = next(p for p in (copy / "plugins").glob("*.py") if part in p.read_text(encoding="utf-8"))
    plugin.write_text(plugin.read_text(encoding="utf-8").replace(part, becomes), encoding="utf-8")
    game = Game.load(str(copy))
    found = [leak for seed in range(1, 7) for seat in game.rules.seats for leak in interference(game, seed, seat).leaks]
    assert any(told in leak for leak in found), found[:3]
    assert any("depends on" in leak for leak in found)


def test_check_secrecy_tells_each_game_and_fails_on_a_leak(tmp_path: Path) -> None:
    run = CliRunner().invoke(commands, ["check", str(RULESETS / "fleets"), "--secrecy", "--games", "2"])
    assert run.exit_code == 0, run.output
    assert run.output.count("no leak") == 2 * 3
    copy = tmp_path / "fleets"
    shutil.copytree(RULESETS / "fleets", copy)
    part, becomes, _ = CARELESS["a station that is told to all"]
    plugin = next(p for p in (copy / "plugins").glob("*.py") if part in p.read_text(encoding="utf-8"))
    plugin.write_text(plugin.read_text(encoding="utf-8").replace(part, becomes), encoding="utf-8")
    run = CliRunner().invoke(commands, ["check", str(copy), "--secrecy", "--games", "2"])
    assert run.exit_code == 1
    assert "leaks" in run.output and "depends on" in run.output
    clean = CliRunner().invoke(commands, ["check", str(RULESETS / "fleets"), "--secrecy", "--format", "json"])
    assert clean.exit_code == 0 and clean.stdout.lstrip().startswith(("{", "["))
