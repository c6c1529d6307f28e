"""The rulebook of every ruleset at hand: well-formed, with links that lead somewhere, and right to the number."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from hexwright.cli import commands
from hexwright.game import Game
from hexwright.picture.draw import picture
from hexwright.rulebook.write import INDEX, MAP, Rulebook, rulebook
from hexwright.ruleset.load import rules_hash
from hexwright.ruleset.pages import EXAMPLE

from ..rulesets.newborn import newborn
from .pages import HTML, broken_links, by_id, local, text_of, tree

TESTS = Path(__file__).resolve().parents[1]
GAMES = {
    "torch_tunisia": ("torch_tunisia", ()),
    "tournament": ("torch_tunisia", ("tournament",)),
    "race_for_tunis": ("torch_tunisia", ("race_for_tunis",)),
    "skirmish": (str(TESTS / "rulesets" / "skirmish"), ()),
    "fleets": (str(TESTS / "rulesets" / "fleets"), ()),
    "order_sheet": (str(TESTS / "rulesets" / "order_sheet"), ()),
    "duel": (str(TESTS / "tiny" / "duel"), ()),
    "example": (str(EXAMPLE), ()),
    "newborn": ("", ()),
    "newborn odds": ("", ("odds",)),
}


@cache
def game(name: str) -> Game:
    folder, variants = GAMES[name]
    return Game.load(folder or newborn(), variants=variants)


@cache
def made(name: str) -> Rulebook:
    return rulebook(game(name))


@cache
def index(name: str) -> ET.Element:
    return tree(made(name).files[INDEX])


@pytest.mark.parametrize("name", GAMES)
def test_pages_are_well_formed_and_every_link_leads_somewhere(name: str) -> None:
    assert list(broken_links(made(name).files)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_rulebook_needs_neither_network_nor_script(name: str) -> None:
    for file, text in made(name).files.items():
        if file.endswith(".css"):
            assert "url(" not in text and "@import" not in text
            continue
        if not file.startswith("source/"):  # there are the files as they stand
            assert not re.search(r"https?://(?!www\.w3\.org/(1999/xhtml|2000/svg|1999/xlink)\")", text), file
        for element in tree(text).iter():
            assert local(element.tag) not in ("script", "iframe", "object"), file
            assert not [a for a in element.attrib if local(a).startswith("on")], file


@pytest.mark.parametrize("name", GAMES)
def test_it_has_its_chapters_and_its_map(name: str) -> None:
    ids = [str(e.get("id")) for e in index(name).iter() if e.get("class") == "chapter"]
    assert {"chapter-players", "chapter-sequence", "chapter-terrain"} <= set(ids)
    assert made(name).files[MAP] == picture(game(name), None)
    listed = [e.get("href") for e in by_id(index(name), "contents").iter(f"{HTML}a")]
    assert listed == [f"#{id}" for id in ids]


def test_the_campaign_has_every_chapter() -> None:
    ids = [str(e.get("id")).removeprefix("chapter-") for e in index("tournament").iter() if e.get("class") == "chapter"]
    assert ids == [
        "players", "sequence", "units", "setup", "reinforcements", "terrain", "missions", "tables", "combat", "special",
        "switches", "rules", "examples", "ways", "index",
    ]  # fmt: skip


def test_the_same_rules_give_the_same_bytes() -> None:
    assert rulebook(Game.load(newborn())).files == made("newborn").files


@pytest.mark.parametrize("name", GAMES)
def test_no_page_tells_where_the_ruleset_lies(name: str) -> None:
    assert not [f for f, text in made(name).files.items() if str(TESTS.parent) in text or "/tmp/" in text]


# ------------------------------------------------------------------ numbers


def _unlinked(element: ET.Element, inside: bool = False) -> Iterator[str]:
    """Texts with digits in them that are in no link."""
    inside = inside or local(element.tag) in ("a", "svg", "caption")
    if element.text and not inside and re.search(r"\d", element.text):
        yield element.text
    for held in element:
        yield from _unlinked(held, inside)
        if held.tail and not inside and re.search(r"\d", held.tail):
            yield held.tail


@pytest.mark.parametrize("chapter", ["units", "missions", "tables"])
@pytest.mark.parametrize("name", ["tournament", "newborn odds", "skirmish"])
def test_every_number_of_a_table_is_linked(name: str, chapter: str) -> None:
    found = [e for e in index(name).iter() if e.get("id") == f"chapter-{chapter}"]
    cells = [c for e in found for c in e.iter() if local(c.tag) in ("td", "th")]
    assert [text for cell in cells for text in _unlinked(cell)] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_link_leads_to_the_line_that_sets_the_value(name: str) -> None:
    """For each link with a place in its title: the page is that file, and the line names the value or its table."""
    files, seen = made(name).files, 0
    for link in index(name).iter(f"{HTML}a"):
        told = re.match(r"(\S.*?\.toml):(\d+)", link.get("title") or "")
        if not told or "v" not in (link.get("class") or "").split():
            continue
        page, _, line = str(link.get("href")).partition("#L")
        assert line == told[2]
        if seen % 50 == 0:
            assert text_of(tree(files[page]).find(f"{HTML}body/{HTML}h1")) == told[1]
            source = (Path(game(name).rules.folder) / told[1]).read_text(encoding="utf-8").splitlines()
            assert text_of(by_id(tree(files[page]), f"L{line}")).rstrip("\n") == line + source[int(line) - 1]
        seen += 1
    assert seen > 20


def test_a_number_tells_its_file_line_and_layer() -> None:
    row = _row("torch_tunisia", "Armor Division")
    points = [a for a in row.iter(f"{HTML}a") if text_of(a) == "4"]
    lines = (Path(game("torch_tunisia").rules.folder) / "units.toml").read_text(encoding="utf-8").splitlines()
    at = next(n for n, text in enumerate(lines, 1) if text == "[unit_type.armor_division]")
    line = next(n for n, text in enumerate(lines[at:], at + 1) if text.startswith("allowance"))
    assert [a.get("title") for a in points] == [f"units.toml:{line} (base)"]


def test_what_a_variant_changes_is_marked_with_its_name() -> None:
    def marked(name: str) -> list[tuple[str, str]]:
        spans = (e for e in index(name).iter(f"{HTML}span") if e.find(f"{HTML}sup") is not None)
        found = ((e.find(f"{HTML}a"), text_of(e.find(f"{HTML}sup"))) for e in spans)
        return [(str(a.get("title")), sup) for a, sup in found if a is not None]

    assert all(sup == "campaign" for _, sup in marked("torch_tunisia"))
    tournament = [title for title, sup in marked("tournament") if sup == "tournament"]
    assert len(tournament) >= 5
    assert all(re.match(r"variants/tournament\.toml:\d+ \(variant tournament\)", title) for title in tournament)
    assert any("; before it switches.toml:" in title for title in tournament)


def test_a_setting_of_the_session_is_shown_and_marked() -> None:
    other = rulebook(Game.load(newborn(), settings=("sequence.turns=77",)))
    assert list(broken_links(other.files)) == []
    link = next(a for a in tree(other.files[INDEX]).iter(f"{HTML}a") if text_of(a) == "77")
    assert link.get("class") == "v changed" and str(link.get("href")).startswith("source/settings.html")


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_is_printed_with_the_numbers_that_are_played(name: str) -> None:
    page = tree(made(name).files[INDEX])
    for article in (e for e in page.iter(f"{HTML}article") if e.get("class") == "rule"):
        spec = game(name).rules.rule[str(article.get("id")).removeprefix("rule-")]
        marks = [mark for mark in article.iter(f"{HTML}sup") if mark.get("class") == "layer"]
        for mark in marks:
            mark.text = ""
        paragraph = article.find(f"{HTML}p")
        assert text_of(article.find(f"{HTML}h4")).endswith(f" {spec.title}")
        assert not spec.text or text_of(paragraph) == spec.text


def test_a_number_in_a_rule_leads_to_the_line_that_set_it() -> None:
    made = rulebook(Game.load("torch_tunisia", variants=("twelve_turns",)))
    article = by_id(tree(made.files[INDEX]), "rule-TT-1.1-03")
    told = [(text_of(a), str(a.get("title"))) for a in article.iter(f"{HTML}a") if a.get("title")]
    words = [text for text, _ in told]
    assert words[:4] == ["Twelve", " turns at most", "A campaign never runs beyond turn ", "12"]
    places = dict(told)
    assert re.fullmatch(
        r"variants/twelve_turns\.toml:\d+ \(variant twelve_turns\); before it sequence\.toml:\d+ \(base\)", places["12"]
    )
    assert re.fullmatch(r"rulebook\.toml:\d+ \(base\)", places[" turns at most"])


def test_a_text_that_a_variant_has_reworded_bears_its_name() -> None:
    made = rulebook(Game.load("torch_tunisia", variants=("luftwaffe",)))
    for rule, marks in (("TT-1.2.3-08", ["luftwaffe"]), ("TT-1.2.3-07", [])):
        article = by_id(tree(made.files[INDEX]), f"rule-{rule}")
        assert [text_of(mark) for mark in article.iterfind(f"{HTML}p/{HTML}span/{HTML}sup")] == marks


def _row(name: str, head: str) -> ET.Element:
    units = by_id(index(name), "chapter-units")
    return next(r for r in units.iter(f"{HTML}tr") if any(text_of(b) == head for b in r.iter(f"{HTML}b")))


def test_conditions_stand_as_sentences() -> None:
    special = text_of(by_id(index("torch_tunisia"), "plugin-victory"))
    assert "Allies controls Tunis (U5)" in special or "Tunis (U5)" in special
    assert "{'control'" not in made("torch_tunisia").files[INDEX]


# ------------------------------------------------------------------ markup in names


WILD = "Bir & <tspan onload=x> \"El\" 'Hamra' ]]>"
HOSTILE = f"""
[ruleset]
id = "wild"
title = '''<script>alert(1)</script> {WILD}'''
[side.red]
name = '''{WILD}'''
[nation."1:red"]
name = '''{WILD}'''
side = "red"
[sequence]
turns = 3
each_turn = ["a:b"]
[phase."a:b"]
name = '''{WILD}'''
frame = "pass"
rule = "1.R:1_a"
[terrain.clear]
name = '''{WILD}'''
symbol = "."
[board.field]
kind = "hex"
rows = '''..'''
numbering = {{ first_column = "A", first_row = "1" }}
[space.A1]
name = '''{WILD}'''
[unit_type."9.b"]
name = '''{WILD}'''
tags = ["<i>"]
dice."d.1" = 6
[unit."u:1"]
type = "9.b"
nation = "1:red"
at = "A1"
name = '''{WILD}'''
[rule."1.R:1_a"]
title = '''{WILD}'''
text = '''{WILD}'''
"""


@pytest.mark.case("R01")
def test_names_with_markup_are_shown_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "wild"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(HOSTILE, encoding="utf-8")
    found = rulebook(Game.load(folder))
    assert list(broken_links(found.files)) == []
    root = tree(found.files[INDEX])
    assert WILD in text_of(by_id(root, "chapter-units")) and WILD in text_of(by_id(root, "chapter-rules"))
    tags = {local(e.tag) for e in root.iter()}
    assert not tags & {"script", "tspan", "i"}
    assert not [e for e in root.iter() for a in e.attrib if a.startswith("onload")]


# ------------------------------------------------------------------ the command


def test_the_command_writes_a_folder_and_writes_it_again(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        result = CliRunner().invoke(commands, ["rulebook", str(newborn()), "--variant", "odds", "-o", str(out)])
        assert result.exit_code == 0, result.output
    written = {p.relative_to(out).as_posix(): p.read_text(encoding="utf-8") for p in out.rglob("*") if p.is_file()}
    assert written == made("newborn odds").files


def test_the_command_keeps_off_folders_of_other_things(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear", encoding="utf-8")
    result = CliRunner().invoke(commands, ["rulebook", str(newborn()), "-o", str(tmp_path)])
    assert result.exit_code == 2 and "are no rulebook" in result.output
    assert [p.name for p in tmp_path.iterdir()] == ["letters.txt"]


def test_how_the_rulebook_is_arranged_is_no_rule(tmp_path: Path) -> None:
    rules = game("newborn").rules
    other = {**rules.document, "rulebook": {"intro": "Welcome"}}
    assert rules_hash(evolve(rules, document=other)) == rules_hash(rules)
