"""Counters: what they show, how stacks fan out, and that no secret reaches the picture of another seat."""

from __future__ import annotations

import random
import re
from itertools import pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexwright.bots import make
from hexwright.errors import HexwrightError, RulesetError
from hexwright.game import Game
from hexwright.picture import counters
from hexwright.picture.draw import picture
from hexwright.picture.fan import PEEK, STEP, fan, most_shown
from hexwright.picture.known import Names, laid_open, position_of
from hexwright.picture.overlays import layers
from hexwright.picture.sheet import Sheet, lay_out
from hexwright.picture.style import Style
from hexwright.picture.svg import node, xml_id
from hexwright.pieces import Marker
from hexwright.session import ONLOOKER, Session
from hexwright.state import State
from hexwright.testing import scene
from hexwright.testing.secrecy import CHANGES
from hexwright.view import View

from .sample import sample

RULESETS = Path(__file__).resolve().parents[1] / "rulesets"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return sample(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def state(game: Game) -> State:
    return game.opening().state


def sheet_of(game: Game) -> Sheet:
    return lay_out(game.board, Style.of(game.rules))


def layer(game: Game, state: State, seat: str = "") -> ElementTree.Element:
    """The counters as XML, as a seat may see them; all of them for ""."""
    known = game.view(state, seat) if seat else game.position(state)
    return ElementTree.fromstring(str(node("svg", *counters.layer(known, sheet_of(game)))))


def units(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {g.get("id", ""): g for g in root.iter("g") if (g.get("class") or "").startswith("unit ")}


def words(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter("text")]


def told(element: ElementTree.Element) -> str:
    return element.findtext("title") or ""


# ------------------------------------------------------------------ one counter


def test_a_counter_has_its_id_classes_and_a_title(game: Game, state: State) -> None:
    found = units(layer(game, state))
    guard, numbered = found["unit-r1"], found["unit-r_5f_1"]
    assert (guard.get("class") or "").split() == ["unit", "nation-red", xml_id("type", "foot_regiment")]
    assert told(guard) == "Old Guard, Red, 3 of 3 steps, at C1"
    assert told(numbered) == "Foot Regiment (r_1), Red, 2 of 3 steps, at B1"
    assert guard.find("g[@class='symbol symbol-infantry']") is not None
    assert guard.find("g[@class='echelon']") is not None  # it is a regiment
    assert set(found) == {xml_id("unit", u) for u in state.units}


def test_strength_is_steps_now_and_full_and_damage_stands_out(game: Game, state: State) -> None:
    found = units(layer(game, state))
    assert words(found["unit-r1"])[0] == "3/3"
    assert words(found["unit-r_5f_1"])[0] == "2/3"
    assert words(found["unit-rb"])[0] == "1"
    assert words(found["unit-rc_5f_1"]) == ["Car"]  # no strength, no number
    damaged = [id for id, g in found.items() if g.find("rect[@class='damage']") is not None]
    assert damaged == ["unit-r_5f_1", "unit-r_5f_2"]


def test_statuses_and_markers_are_small_signs_with_titles(game: Game) -> None:
    state = scene(game, units={"r1": {"status": ["tired"]}})
    state = state.with_(markers=state.markers.with_item("D2", (Marker("trench", "blue", 2),)))
    root = layer(game, state)
    guard = units(root)["unit-r1"]
    assert [told(g) for g in guard.findall("g[@class='status']")] == ["worn out"]
    assert "status-tired" in (guard.get("class") or "").split()
    assert told(guard).endswith(", worn out")
    (stack,) = [g for g in root.iter("g") if g.get("data-space") == "D2"]
    assert [told(g) for g in stack] == ["Trench, Blue, 2"]
    assert words(stack) == ["T2"]


def test_what_is_aboard_is_shown_and_told(game: Game, state: State) -> None:
    found = units(layer(game, state))
    assert told(found["unit-rf"]) == "Fleet, Red, 2 of 2 steps, at G1, with Cart (rc_1), Cart (rc_2)"
    assert told(found["unit-rc_5f_1"]) == "Cart (rc_1), Red, aboard Fleet"
    assert "aboard" in (found["unit-rc_5f_1"].get("class") or "").split()


def test_the_style_says_symbol_size_and_text(tmp_path: Path) -> None:
    more = '[style.unit.foot_regiment]\nsymbol = "mountain"\nsize = "none"\ntext = "ALP"\n'
    more += '[style.status.tired]\nsign = "Zz"\ncolor = "#336699"\n[style.status.planned]\nshown = false\n'
    game = sample(tmp_path, more)
    state = scene(game, units={"r1": {"status": ["planned", "tired"]}})
    guard = units(layer(game, state))["unit-r1"]
    assert guard.find("g[@class='symbol symbol-mountain']") is not None
    assert guard.find("g[@class='echelon']") is None
    assert words(guard) == ["3/3", "ALP", "Zz"]
    (sign,) = guard.findall("g[@class='status']")
    assert (sign.find("circle") or sign[1]).get("fill") == "#336699"


def test_a_wrong_symbol_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="infantry"):
        sample(tmp_path, '[style.unit.foot_regiment]\nsymbol = "infantri"\n')


# ------------------------------------------------------------------ colours


def test_text_on_every_fill_has_the_contrast_that_wcag_asks_for() -> None:
    for red, green, blue in product(range(0, 256, 15), repeat=3):
        fill = f"#{red:02x}{green:02x}{blue:02x}"
        assert counters.contrast(counters.readable(fill), fill) >= 4.5


@pytest.mark.parametrize(("one", "ratio"), [("#000000", 21.0), ("#777777", 4.48), ("#ff0000", 4.0), ("#ffffff", 1.0)])
def test_the_ratio_is_that_of_wcag(one: str, ratio: float) -> None:
    other = "#ffffff"
    assert counters.contrast(one, other) == counters.contrast(other, one) == pytest.approx(ratio, abs=0.01)


def test_every_text_of_a_counter_is_read_on_what_lies_under_it(game: Game) -> None:
    state = scene(game, units={"r1": {"status": ["tired"]}})
    for id, unit in units(layer(game, state)).items():
        body = unit.find("rect[@class='counter']")
        assert body is not None
        chip = unit.find("rect[@class='damage']")
        for text in unit.findall("text"):
            under = chip if text.get("class") == "steps" and chip is not None else body
            ratio = counters.contrast(text.get("fill", ""), under.get("fill", ""))
            assert ratio >= 4.5, (id, text.text)


# ------------------------------------------------------------------ stacks


ROOM = (10.0, 20.0, 74.0, 60.0)


@pytest.mark.parametrize("count", range(1, 15))
def test_a_fan_stays_in_its_room_and_every_counter_shows(count: int) -> None:
    laid = fan(ROOM, count, 44)
    x, y, wide, high = ROOM
    assert len(laid.corners) == len(set(laid.corners)) == count
    for left, top in laid.corners:
        assert x - 1e-6 <= left and left + laid.side <= x + wide + 1e-6
        assert y - 1e-6 <= top and top + laid.side <= y + high + 1e-6
    for (ax, ay), (bx, by) in pairwise(laid.corners):
        assert bx - ax >= laid.side * PEEK - 1e-6 or by - ay >= laid.side * STEP - 1e-6


def test_eight_counters_in_a_hex_can_be_read() -> None:
    assert fan(ROOM, 8, 44).side >= 24
    assert fan(ROOM, 2, 44).side > 35
    assert most_shown(ROOM, fan(ROOM, 8, 44).side) >= 8


def alike(root: ElementTree.Element, place: str) -> tuple[list[str], list[str]]:
    (stack,) = [g for g in root.iter("g") if g.get("data-space") == place]
    shown = [id for id, g in units(stack).items() if "covered" not in (g.get("class") or "")]
    return shown, [id for id in units(stack) if id not in shown]


def test_a_crowd_is_put_together_when_it_gets_small(tmp_path: Path) -> None:
    game = sample(tmp_path, '[unit.more]\ntype = "foot_regiment"\nnation = "blue"\nat = "F2"\ncount = 12\n')
    root = layer(game, game.opening().state)
    shown, covered = alike(root, "F2")
    assert shown == ["unit-more_5f_1"] and len(covered) == 11
    assert "×12" in words(units(root)["unit-more_5f_1"])


def test_when_there_are_too_many_the_rest_is_counted_and_named(tmp_path: Path) -> None:
    like = 'type = "foot_regiment"\nnation = "blue"\nat = "F2"'
    game = sample(tmp_path, "".join(f'[unit.n{n:02}]\nname = "Foot {n}"\n{like}\n' for n in range(40)))
    root = layer(game, game.opening().state)
    shown, covered = alike(root, "F2")
    assert len(shown) >= 8 and len(shown) + len(covered) == 40
    (more,) = [g for g in root.iter("g") if g.get("class") == "more"]
    assert words(more) == [f"+{len(covered)}"]
    assert told(more).startswith(f"{len(covered)} more: Foot {len(shown)}, ")


def test_counters_of_a_stack_lie_inside_their_space(game: Game, state: State) -> None:
    sheet = sheet_of(game)
    for stack in layer(game, state).iter("g"):
        place = stack.get("data-space")
        if place is None:
            continue
        x, y, wide, high = sheet.room(place)
        for body in stack.iter("rect"):
            if body.get("class") == "counter":
                left, top, side = (float(body.get(k, "")) for k in ("x", "y", "width"))
                assert x - 0.1 <= left and left + side <= x + wide + 0.1
                assert y - 0.1 <= top and top + side <= y + high + 0.1


def test_boxes_off_the_map_have_their_stacks(game: Game, state: State) -> None:
    root = layer(game, state)
    shown, covered = alike(root, "pool")
    assert len(shown) + len(covered) == 9


# ------------------------------------------------------------------ names that bite


@pytest.mark.case("R01")
def test_names_with_markup_are_shown_literally(tmp_path: Path) -> None:
    name = "Bir & <tspan onload=x> \\\"El\\\" 'Hamra' ]]>"
    more = f'[unit.bad]\ntype = "cart"\nnation = "red"\nat = "D3"\nname = "{name}"\n[style.unit.cart]\ntext = "<&>"\n'
    game = sample(tmp_path, more)
    text = picture(game, game.opening().state)
    root = ElementTree.fromstring(text)
    (unit,) = [g for g in root.iter(f"{SVG}g") if g.get("id") == "unit-bad"]
    assert (unit.findtext(f"{SVG}title") or "").startswith("Bir & <tspan onload=x> \"El\" 'Hamra' ]]>, Red")
    assert [t.text for t in unit.iter(f"{SVG}text")] == ["<&>"]
    assert not [e for e in root.iter() if "onload" in e.attrib]


def test_ids_are_unique_and_there_is_no_script_or_reference(game: Game, state: State) -> None:
    text = picture(game, state, overlay="control")
    ids = [e.get("id") for e in ElementTree.fromstring(text).iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert not re.search(r"<script|javascript:|https?://(?!www\.w3\.org/)|xlink:href|@import", text)


# ------------------------------------------------------------------ what a seat may know


def test_hidden_units_are_in_the_picture_of_their_own_seat_only(game: Game, state: State) -> None:
    assert "unit-bb" in picture(game, state, seat="blue")
    assert "unit-bb" in picture(game, state)
    for seat in ("red", ONLOOKER):
        text = picture(game, state, seat=seat)
        assert "unit-bb" not in text and "Boat" not in text and "submarine" not in text
    own = units(layer(game, state, "blue"))["unit-bb"]
    assert "hidden-unit" in (own.get("class") or "") and told(own).endswith("hidden from the others")


def test_a_hidden_status_is_shown_to_its_owner_only(game: Game) -> None:
    state = scene(game, units={"r1": {"status": ["planned"]}})
    assert "status-planned" in picture(game, state, seat="red")
    assert "planned" not in picture(game, state, seat="blue")


PLAYED = [(str(RULESETS / "fleets"), 40, 4, 13), ("torch_tunisia", 240, 40, 240)]


@pytest.mark.parametrize(("ruleset", "decisions", "every", "whole"), PLAYED)
def test_no_picture_depends_on_the_secrets_of_others(ruleset: str, decisions: int, every: int, whole: int) -> None:
    """Over a game: whatever others hide is changed, and what a seat is shown stays the same bytes.

    What shows units or is worked out from them is compared often, the whole picture at fewer decisions.
    """
    game = Game.load(ruleset)
    session = Session.new(game, seed=7)
    bots = {seat: make("random", f"7/{seat}") for seat in game.rules.seats}
    draw = random.Random(7)
    changed = 0
    for n in range(decisions):
        if session.over is not None:
            break
        ask = session.asks()[0]
        session.play(bots[ask.seat].choose(session.view(ask.seat), ask), ask.seat)
        if n % every and n % whole:
            continue
        for seat in (*game.rules.seats, ONLOOKER):
            other = session.state
            for _, change in CHANGES:
                other = change(game, other, seat, draw)
            changed += other is not session.state
            assert drawn_for(game, other, seat) == drawn_for(game, session.state, seat)
            if n % whole == 0:
                assert picture(game, other, seat, "control") == picture(game, session.state, seat, "control")
    assert changed >= 5


def drawn_for(game: Game, state: State, seat: str) -> str:
    """The parts of a picture that show units, markers and what is worked out from them; refusals as their words."""
    view, sheet = game.view(state, seat), sheet_of(game)
    own = [u for u in view.units.values() if game.rules.seat_of(u.nation) == seat and u.at in game.board]
    drawn = [*counters.layer(view, sheet)]
    for kind in ("control", "supply", *(f"{word}:{u.id}" for u in own[::9][:3] for word in ("move", "air"))):
        try:
            laid = layers(kind, view, sheet, game)
        except HexwrightError as error:
            drawn.append(node("desc", str(error)))
        else:
            drawn += [*laid.under, *laid.over]
    return "".join(map(str, drawn))


def test_the_same_is_drawn_twice(game: Game, state: State, tmp_path: Path) -> None:
    other = sample(tmp_path)
    assert picture(game, state, seat="red") == picture(other, other.opening().state, seat="red")


# ------------------------------------------------------------------ what a View is made into


def test_a_position_made_of_a_view_knows_what_the_view_knows(game: Game, state: State) -> None:
    view = game.view(state, "red")
    now = position_of(game, view)
    assert set(now.state.units) == set(view.units) and "bb" not in now.state.units
    assert [u.id for u in now.units_at("B1")] == ["r_1", "r_2"]
    assert game.view(now.state, "red").plain() == {**view.plain(), "phase": []}


def test_everything_laid_open_is_a_view_of_all_units(game: Game, state: State) -> None:
    view = laid_open(game.position(state))
    assert isinstance(view, View) and set(view.units) == set(state.units)
    names = Names(view)
    assert names.place("A1") == "Northport (A1)" and names.place("rf") == "Fleet"
