"""The player aid: one well-formed page for each ruleset, with the sequence, the dice, the ground; two sheets as PDF."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexwright.cli import commands
from hexwright.rulebook import pdf as writers
from hexwright.rulebook.aid import aid

from ..rulesets.newborn import newborn
from .pages import HTML, local, text_of, tree
from .test_rulebook import GAMES, game


@pytest.mark.parametrize("name", GAMES)
def test_the_aid_is_one_page_that_needs_nothing_else(name: str) -> None:
    html = aid(game(name))
    assert html == aid(game(name))
    root = tree(html)
    assert len([s for s in root.iter(f"{HTML}section") if s.get("class") == "sheet"]) == 2
    assert not [e for e in root.iter() if local(e.tag) in ("a", "script", "img", "link")]
    assert "http" not in html.replace("http://www.w3.org/1999/xhtml", "")
    told = text_of(root)
    for spec in game(name).rules.phase.values():
        assert not spec.name or " ".join(spec.name.split()) in " ".join(told.split())


def test_the_aid_has_the_dice_of_every_mission_and_what_the_ground_does() -> None:
    told = " ".join(text_of(tree(aid(game("torch_tunisia")))).split())
    for mission in game("torch_tunisia").rules.mission.values():
        assert mission.name in told
    assert "d10-1 Armor Regiment" in told and "-4 on the total of its hand" in told
    assert re.search(r"city ?sides of a die that the defender gets: 6", told)


def test_the_command_writes_html(tmp_path: Path) -> None:
    out = tmp_path / "aid.html"
    result = CliRunner().invoke(commands, ["aid", str(newborn()), "-o", str(out)])
    assert result.exit_code == 0 and out.read_text(encoding="utf-8") == aid(game("newborn"))


@pytest.mark.parametrize(("file", "said"), [("aid.htm", "did you mean aid.html?"), ("aid", "without an ending")])
def test_other_endings_are_refused(file: str, said: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(commands, ["aid", str(newborn()), "-o", file])
    assert result.exit_code == 2 and said in result.output


def test_without_anything_that_writes_pdf_the_way_out_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    monkeypatch.setattr(writers, "BROWSERS", ())
    result = CliRunner().invoke(commands, ["aid", str(newborn()), "-o", str(tmp_path / "aid.pdf")])
    assert result.exit_code == 1, result.output
    assert "hexwright[pdf]" in result.output and ".html" in result.output
    assert not (tmp_path / "aid.pdf").exists()


@pytest.mark.slow
def test_the_aid_of_the_campaign_fills_two_pages() -> None:
    weasyprint = pytest.importorskip("weasyprint", exc_type=ImportError)
    assert len(weasyprint.HTML(string=aid(game("torch_tunisia"))).render().pages) == 2


@pytest.mark.slow
def test_a_pdf_is_written_by_what_is_installed() -> None:
    try:
        made = writers.pdf(aid(game("duel")))
    except writers.NoPdfWriter:
        pytest.skip("nothing here writes PDF")
    assert made.startswith(b"%PDF-")
