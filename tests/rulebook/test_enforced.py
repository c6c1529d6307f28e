"""A rulebook has every rule that something enforces, and none that nothing does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hexwright.game import Game
from hexwright.plugins import source_of
from hexwright.rulebook.enforced import enforced, written
from hexwright.rulebook.write import INDEX, rulebook

from ..rulesets.newborn import newborn
from .pages import rules_in, tree
from .test_rulebook import GAMES, game, made


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_has_every_enforced_rule_once_and_no_other(name: str) -> None:
    printed = rules_in(tree(made(name).files[INDEX]))
    assert len(printed) == len(set(printed))
    assert set(printed) == set(enforced(game(name)).rules)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_quoted_anywhere_is_printed(name: str) -> None:
    """Found out another way: any text of the data, and any quoted id in the sources of the plug-ins."""
    rules = game(name).rules
    document = {n: table for n, table in rules.document.items() if n not in ("rule", "rulebook", "style")}
    texts = {text for _, text in written(document, ())}
    sources = "\n".join(source_of(offer.module) or "" for offer in game(name).plugins.active)
    wanted = {r for r in rules.rule if r in texts or f'"{r}"' in sources or f"'{r}'" in sources}
    assert wanted <= set(rules_in(tree(made(name).files[INDEX])))


def test_the_campaign_leaves_out_what_it_calls_editorial_and_nothing_else() -> None:
    rules = game("torch_tunisia").rules
    printed = set(rules_in(tree(made("torch_tunisia").files[INDEX])))
    assert set(rules.rule) - printed == set(rules.rulebook.editorial)
    assert made("torch_tunisia").left_out == ()
    assert len(printed) > 450


def test_a_rule_that_nothing_enforces_is_left_out_and_told(tmp_path: Path) -> None:
    folder = tmp_path / "newborn"
    shutil.copytree(newborn(), folder)
    book = folder / "rulebook.toml"
    book.write_text(book.read_text(encoding="utf-8") + '\n[rule.IDLE-1]\ntitle = "An idle wish"\n', encoding="utf-8")
    found = rulebook(Game.load(folder))
    assert found.left_out == ("IDLE-1",)
    assert "An idle wish" not in found.files[INDEX]
    with book.open("a", encoding="utf-8") as more:
        more.write('[rulebook]\neditorial = ["IDLE-1"]\n')
    assert rulebook(Game.load(folder)).left_out == ()


def test_leaving_a_plug_in_out_leaves_its_rules_out(tmp_path: Path) -> None:
    plain, less = enforced(game("torch_tunisia")).rules, [p for p in game("torch_tunisia").active if p != "weather"]
    named = "[" + ", ".join(f'"{p}"' for p in sorted(less)) + "]"
    without = enforced(Game.load("torch_tunisia", settings=(f"ruleset.plugins={named}",))).rules
    gone = set(plain) - set(without)
    assert not any("weather" in why.plugins for why in without.values())
    assert all("weather" in plain[rule].plugins or plain[rule].shown_by for rule in gone)
