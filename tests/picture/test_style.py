"""The [style] table: what it changes, what comes without it, and what is wrong in it."""

from __future__ import annotations

from pathlib import Path

from hexwright.game import Game
from hexwright.picture.style import Style

from .drawn import SVG, board, draw, game_of, texts


def test_without_a_table_everything_has_a_look(tmp_path: Path) -> None:
    game = game_of(tmp_path / "g", board(["..~"]))
    style = Style.of(game.rules)
    assert style.title == "Drawn" and style.terrain["sea"].water and style.terrain["town"].marks == "houses"
    assert style.feature["road"].drawing == "road"


def test_the_table_changes_fills_letters_and_layers(tmp_path: Path) -> None:
    text = (
        board(["..~"])
        + """
[style]
title = "Other"
layers = ["terrain", "numbers"]
sizes = { number = 14 }
[style.terrain.clear]
fill = "#123456"
[style.space.A1]
fill = "#abcdef"
[style.turns]
shown = false
[style.legend]
shown = false
"""
    )
    root = draw(game_of(tmp_path / "g", text))
    fills = [p.get("fill") for p in root.iter(f"{SVG}polygon")]
    assert fills[:2] == ["#abcdef", "#123456"]
    assert {line for line, _ in texts(root)} == {"Other", "A1", "B1", "C1"}
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    assert "layer-grid" not in ids and "panel-turns" not in ids
    assert {e.get("font-size") for e in root.iter(f"{SVG}text") if e.text in ("A1", "B1")} == {"14"}


def test_the_style_is_no_rule_of_the_game(tmp_path: Path) -> None:
    plain = game_of(tmp_path / "a", board(["..~"]))
    styled = game_of(tmp_path / "b", board(["..~"]) + '[style]\ntitle = "Other"\n')
    other = game_of(tmp_path / "c", board(["..."]))
    assert plain.rules_hash == styled.rules_hash != other.rules_hash


def test_names_of_nothing_and_misspelt_keys_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    game_of(folder, board(["..~"]))
    (folder / "style.toml").write_text(
        '[style.terrain.claer]\nfill = "#123456"\n[style.space.A1]\nlabl = "x"\n', encoding="utf-8"
    )
    _, faults = Game.load_with_faults(folder)
    told = [(Path(f.file).name, f.line) for f in faults]
    assert ("style.toml", 1) in told and ("style.toml", 4) in told


def test_a_control_character_in_a_name_is_refused_at_its_line(tmp_path: Path) -> None:  # R01
    folder = tmp_path / "g"
    game_of(folder, board(["..~"]))
    (folder / "names.toml").write_text('[space.A1]\nname = "Bell \\u0007"\n', encoding="utf-8")
    game, faults = Game.load_with_faults(folder)
    assert game is None and [(Path(f.file).name, f.line) for f in faults] == [("names.toml", 2)]


def test_colours_and_points_that_are_none_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    game_of(folder, board(["..~"]))
    bad = '[style.palette]\npaper = "red"\n[style.outline.isle]\npoints = "1,2 3;4 5,6"\n[style.space.A1]\nat = [1.0]\n'
    (folder / "style.toml").write_text(bad, encoding="utf-8")
    _, faults = Game.load_with_faults(folder)
    assert [f.line for f in faults] == [2, 4, 6]


def test_sizes_and_widths_that_are_too_small_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    game_of(folder, board(["..~"]))
    bad = "[style.sizes]\nname = 2\n[style.hexes]\nwidth = -1\n"
    (folder / "style.toml").write_text(bad, encoding="utf-8")
    _, faults = Game.load_with_faults(folder)
    assert [(f.code, f.line) for f in faults] == [("H603", 2), ("H605", 4)]
