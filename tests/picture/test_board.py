"""Pictures of boards: orientation and shared corners, structure of the SVG, style and rules, speed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from hexwright.game import Game
from hexwright.picture.draw import board_picture, picture
from hexwright.picture.geometry import Box, inside
from hexwright.picture.sheet import lay_out
from hexwright.picture.style import Style

from .drawn import SVG, board, draw, game_of, hexes, overlaps, root_of, size_of, texts

ROOT = Path(__file__).resolve().parents[2]
FOUR = [(tops, offset) for tops in ("flat", "pointed") for offset in ("odd", "even")]
FIRST = {
    ("flat", "odd"): {"A2", "B1"},
    ("flat", "even"): {"A2", "B1", "B2"},
    ("pointed", "odd"): {"B1", "A2"},
    ("pointed", "even"): {"B1", "A2", "B2"},
}
GAMES = [
    "rulesets/torch_tunisia", "tests/rulesets/fleets", "tests/rulesets/order_sheet", "tests/rulesets/skirmish",
    "tests/tiny/duel", "engine/hexwright/ruleset/codes/example",
]  # fmt: skip


@pytest.fixture(scope="module")
def torch() -> Game:
    return Game.load(ROOT / "rulesets" / "torch_tunisia")


@pytest.mark.parametrize(("tops", "offset"), FOUR)
def test_maps_are_drawn_neither_rotated_nor_mirrored(tops: str, offset: str, tmp_path: Path) -> None:  # G03
    game = game_of(tmp_path / "g", board(["....", "....", "...."], tops, offset))
    sheet = lay_out(game.board, Style.of(game.rules))
    spaces = [s for s in game.board.spaces if len(s) == 2]
    at = {s: sheet.centre(s) for s in spaces}
    assert all(at[f"{b}1"][0] > at[f"{a}1"][0] for a, b in ("AB", "BC", "CD")), "columns go to the right"
    assert all(at[f"A{r + 1}"][1] > at[f"A{r}"][1] for r in (1, 2)), "rows go down"
    assert min(at.values(), key=lambda p: p[0] + p[1]) == at["A1"]
    borders = {frozenset((a, b)) for a in spaces for b in game.board.neighbours(a)}
    assert len(borders) == 23
    near = {s for s in spaces if s != "A1" and sheet.side("A1", s)}
    assert near == FIRST[tops, offset]


@pytest.mark.parametrize(("tops", "offset"), FOUR)
def test_neighbours_share_two_printed_corners_and_labels_stay_in_their_hex(
    tops: str, offset: str, tmp_path: Path
) -> None:  # G15
    named = "".join(f'[space.{s}]\nname = "Old {s} Mill"\n' for s in ("A1", "B2", "D3"))
    game = game_of(tmp_path / "g", board(["....", "....", "...."], tops, offset) + named)
    root = draw(game)
    corners = hexes(root)
    assert len(corners) == 12
    for a in corners:
        for b in corners:
            shared = len(set(corners[a]) & set(corners[b]))
            assert a == b or (shared == 2 if game.board.are_neighbours(a, b) else shared <= 1)
    lines = dict(texts(root))
    for space, ring in corners.items():
        outline = tuple((float(x), float(y)) for x, y in ring)
        own = [lines[space], *(box for line, box in lines.items() if line.startswith("Old") and space in line)]
        assert all(inside(outline, box) for box in own), space


def test_distances_do_not_depend_on_the_style(tmp_path: Path) -> None:  # G07
    squashed = "[style.hexes]\nwidth = 109.2\nheight = 62.0\n"
    rows = board(["." * 12] * 12)
    plain, flat = game_of(tmp_path / "a", rows), game_of(tmp_path / "b", rows + squashed)
    for game in (plain, flat):
        assert game.board.distance("A1", "L1") == 11 and game.board.distance("A1", "A12") == 11
    sheet = lay_out(flat.board, Style.of(flat.rules))
    xs, ys = zip(*sheet.corners("C3"), strict=True)
    assert max(xs) - min(xs) == pytest.approx(109.2) and max(ys) - min(ys) == pytest.approx(62.0)
    assert plain.rules_hash == flat.rules_hash, "the style is no rule"


def test_names_with_markup_are_shown_literally(tmp_path: Path) -> None:  # R01
    name = "Bir & <tspan onload=x> \"El\" 'Hamra' ]]>"
    text = (
        board(["....", "....", "...."])
        + f"""
[board.off]
kind = "area"
[space.C2]
name = {name!r}
[space."1st:box"]
board = "off"
name = "<b>&amp;"
[space."1_st:box"]
board = "off"
[style]
title = "A < B & C"
fonts.text = "Evil; }} </style><script>x</script>"
""".replace(repr(name), '"""' + name + '"""')
    )
    svg = picture(game_of(tmp_path / "g", text), None)
    root = root_of(svg)
    assert "script" not in {e.tag.removeprefix(SVG) for e in root.iter()} and "onload" not in str(
        [e.attrib for e in root.iter()]
    )
    assert "<script" not in svg and "</style><" not in svg
    told = [e.text for e in root.iter(f"{SVG}title")]
    assert any(t and t.startswith(name) for t in told)
    assert "A < B & C" in [line for line, _ in texts(root)] and "<b>&amp;" in [line for line, _ in texts(root)]
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) and all(" " not in str(i) and ":" not in str(i) for i in ids)


@pytest.mark.parametrize("folder", GAMES)
def test_every_game_renders_well_formed_with_texts_apart_and_inside(folder: str) -> None:
    root = draw(Game.load(ROOT / folder))
    assert overlaps(root) == []
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert len(list(texts(root))) > 3


def test_a_new_ruleset_renders() -> None:
    import importlib.util

    spec = importlib.util.spec_from_file_location("newborn", ROOT / "tests" / "rulesets" / "newborn.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    root = draw(Game.load(module.newborn()))
    assert overlaps(root) == [] and "Millford" in dict(texts(root))


def test_the_picture_of_a_position_keeps_its_own_texts_apart(torch: Game) -> None:
    from hexwright.picture.known import laid_open

    sheet = lay_out(torch.board, Style.of(torch.rules))
    view = laid_open(torch.position(torch.start()))
    root = root_of(board_picture(sheet, view, (), ()))
    assert overlaps(root) == []
    now = [g for g in root.iter(f"{SVG}g") if g.get("class") == "turn now"]
    assert [g.get("id") for g in now] == [f"turn-{view.turn}"] or view.turn == 0


def test_everything_on_the_map_has_a_group_with_a_title(torch: Game) -> None:
    root = draw(torch)
    by_id = {e.get("id"): e for e in root.iter() if e.get("id")}
    bone = by_id["space-R4"]
    assert bone.get("class") == "space terrain-city"
    told = bone.find(f"{SVG}title")
    assert told is not None and told.text == "Bone (R4), City, Port 2, Airfield unimproved"
    for space in torch.board.spaces:
        assert by_id[f"space-{space.replace('_', '_5f_')}"].get("class", "").startswith("space terrain-")
    layers = {f"layer-{name}" for name in ("terrain", "water", "lines", "borders", "features", "names", "heading")}
    assert layers | {"panel-turns", "panel-legend"} <= set(by_id)
    road = by_id["border-R4-Q5-road"] if "border-R4-Q5-road" in by_id else by_id["border-Q5-R4-road"]
    assert road.get("class") == "border feature-road"
    assert root.get("role") == "img" and root.find(f"{SVG}title") is not None


def test_every_name_of_the_map_is_printed_or_listed(torch: Game) -> None:
    written = " ".join(line for line, _ in texts(draw(torch)))
    looks = torch.rules.style.space
    for space in torch.board.spaces:
        look = looks.get(space)
        name = (look.label if look else "") or torch.board.name(space)
        if torch.board.kind_of(space) == "hex" and name != space and (look is None or look.named):
            assert all(word in written for word in name.split()), name


def test_nothing_stands_in_the_way_of_the_picture_on_its_own(torch: Game) -> None:
    svg = picture(torch, None)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "") and "url(" not in svg.replace("url(#clip-", "")
    assert "<script" not in svg and "@import" not in svg


def test_the_damage_of_a_port_is_shown(torch: Game) -> None:
    state = torch.start()
    hurt = state.with_(features=state.features.with_item("R4 port damage", 1))
    told = [t.text for t in root_of(picture(torch, hurt)).iter(f"{SVG}title")]
    assert any(t and t.startswith("Bone (R4)") and "Port 1 damaged by 1" in t for t in told)


def test_the_whole_board_is_drawn_in_a_second(torch: Game) -> None:
    best = 9.0
    for _ in range(3):
        begun = time.process_time()
        picture(torch, None)
        best = min(best, time.process_time() - begun)
    assert best < 1.0


def test_a_hundred_by_a_hundred_hexes_are_drawn_in_ten_seconds(tmp_path: Path) -> None:
    game = game_of(tmp_path / "g", board([".t~.." * 20] * 100))
    begun = time.process_time()
    svg = picture(game, None)
    assert time.process_time() - begun < 10
    assert len(hexes(root_of(svg))) == 10_000


def test_boards_stand_beside_each_other(tmp_path: Path) -> None:
    second = board([".."]).replace("field", "other") + 'first_row = "1"\n'.join(["", ""]).replace(
        'first_row = "1"\n', ""
    )
    game = game_of(tmp_path / "g", board(["..", ".."]) + second.replace("[board.other]", '[board.other]\nprefix = "X"'))
    sheet = lay_out(game.board, Style.of(game.rules))
    a, b = sheet.frames["field"], sheet.frames["other"]
    assert not a.meets(b) and size_of(draw(game)).holds(b)


def test_room_for_counters_lies_in_the_space(torch: Game) -> None:
    sheet = lay_out(torch.board, Style.of(torch.rules))
    for space in torch.board.spaces:
        assert inside(sheet.corners(space), Box(*sheet.room(space))), space
