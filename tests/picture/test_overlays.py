"""Overlays: who controls what, supply routes and who is cut off, ranges with their costs; only what the seat knows."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexwright.errors import HexwrightError, UnknownId
from hexwright.game import Game
from hexwright.picture.draw import picture
from hexwright.picture.overlays import layers
from hexwright.picture.sheet import lay_out
from hexwright.picture.style import Style
from hexwright.picture.svg import node
from hexwright.rules.movement import moves_of
from hexwright.state import State
from hexwright.testing import scene

from .sample import sample


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return sample(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def state(game: Game) -> State:
    return game.opening().state


def laid(game: Game, state: State, kind: str, seat: str = "") -> tuple[ElementTree.Element, ElementTree.Element]:
    """What lies under the counters and what lies over them, as XML."""
    sheet = lay_out(game.board, Style.of(game.rules))
    found = layers(kind, game.view(state, seat) if seat else game.position(state), sheet, game)
    return ElementTree.fromstring(str(node("svg", *found.under))), ElementTree.fromstring(str(node("svg", *found.over)))


def titles(root: ElementTree.Element, what: str) -> list[str]:
    return [g.findtext("title") or "" for g in root.iter("g") if what in (g.get("class") or "").split()]


def costs(over: ElementTree.Element) -> dict[str, str]:
    return {g.get("data-space", ""): g.findtext("text") or "" for g in over.iter("g") if g.get("data-space")}


def test_control_names_who_holds_each_space(game: Game, state: State) -> None:
    taken = state.with_(control=state.control.with_item("D2", "blue"))
    under, over = laid(game, taken, "control")
    assert titles(under, "control") == ["Northport (A1): Red", "D2: Blue"]
    assert len(over) == 0
    hatchings = [p.get("patternTransform") for p in under.iter("pattern")]
    assert len(hatchings) == len(set(hatchings)) == 2  # sides differ in more than colour


def test_supply_shows_the_routes_of_the_seat_and_who_is_cut_off(game: Game, state: State) -> None:
    under, over = laid(game, state, "supply", "red")
    (route,) = [g for g in under.iter("g") if "route" in (g.get("class") or "").split()]
    assert route.get("class") == "route route-supply nation-red"
    assert len([x for x in route.findall("line") if x.get("class") == "way"]) == 2  # A1-B1 and B1-C1
    assert titles(under, "source") == ["source: Northport (A1)"]
    assert len(over) == 0
    away = scene(game, keep=True, units={"r1": {"at": "C3"}})
    under, over = laid(game, away, "supply", "red")
    assert titles(over, "cut-off") == ["cut off: no source can reach C3"]


def test_an_enemy_on_the_road_cuts_the_route(game: Game) -> None:
    cut = scene(game, keep=True, units={"b1": {"at": "B1"}, "r_1": {"at": "A1"}, "r_2": {"at": "A1"}})
    _, over = laid(game, cut, "supply", "red")
    (told,) = titles(over, "cut-off")
    assert told.startswith("cut off: no route to C1: the enemy cuts it at B1")


def test_supply_of_everybody_when_no_seat_asks(game: Game) -> None:
    both = scene(game, keep=True, units={"b1": {"at": "F1"}})
    _, over = laid(game, both, "supply")
    assert len(titles(over, "cut-off")) == 1  # blue controls no port


def test_a_range_of_movement_has_the_costs_that_play_has(game: Game, state: State) -> None:
    under, over = laid(game, state, "move:r1", "red")
    unit = state.units["r1"]
    found = moves_of(game.position(state), unit, "red")
    assert costs(over) == {space: str(found.cost(space)) for space in found.others}
    assert costs(over)["D1"] == "1" and "F3" not in costs(over)
    assert under.findtext("g/title") == "Movement of Old Guard: 2 movement points"
    assert len([p for p in under.iter("polygon") if p.get("class") == "reached"]) == len(found.others) + 1


def test_a_unit_without_points_left_has_no_range_and_is_told_why(game: Game) -> None:
    spent = scene(game, keep=True, units={"r1": {"spent": 2}})
    with pytest.raises(HexwrightError, match="Old Guard has no movement points left"):
        laid(game, spent, "move:r1")
    with pytest.raises(HexwrightError, match="Bombers cannot move"):
        laid(game, spent, "move:rb")
    with pytest.raises(HexwrightError, match="not on the map but at Fleet"):
        laid(game, spent, "move:rc_1")
    with pytest.raises(HexwrightError, match="not on the map but at Pool"):
        laid(game, spent, "move:crowd_1")


def test_ships_reach_without_numbers(game: Game, state: State) -> None:
    under, over = laid(game, state, "move:rf")
    assert costs(over) == {}
    assert len([p for p in under.iter("polygon") if p.get("class") == "reached"]) == 3


def test_an_air_range_counts_from_the_base(game: Game, state: State) -> None:
    under, over = laid(game, state, "air:rb")
    assert under.findtext("g/title") == "Range of Bombers from Northport (A1): 2"
    assert costs(over) == {"A2": "1", "B1": "1", "A3": "2", "B2": "2", "C1": "2", "C2": "2"}
    (rim,) = [p for p in under.iter("path") if p.get("class") == "rim"]
    assert (rim.get("d") or "").count("M") > 6
    with pytest.raises(HexwrightError, match="Old Guard has no range; units with a range are Bombers"):
        laid(game, state, "air:r1")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("move:r_9", "no unit 'r_9'; did you mean r_2 or r_1 or"),
        ("move:R1", ""),
        ("mov:r1", "no overlay 'mov:r1'; did you mean"),
        ("move", "no overlay 'move'; did you mean move:UNIT?"),
        ("control:r1", "no overlay 'control:r1'; did you mean control?"),
        ("rainbow", "no overlay 'rainbow'; did you mean control or supply or move:UNIT or air:UNIT?"),
    ],
)
def test_what_is_not_known_is_answered_with_the_nearest(game: Game, state: State, kind: str, told: str) -> None:
    if not told:
        assert laid(game, state, kind)
        return
    with pytest.raises(UnknownId) as caught:
        laid(game, state, kind)
    assert str(caught.value).startswith(told)


def test_a_hidden_unit_is_unknown_to_others_like_one_that_is_not_there(game: Game, state: State) -> None:
    said = []
    for unit, there in (("bb", state), ("bb", scene(game, keep=True, units={"bb": None}))):
        with pytest.raises(UnknownId) as caught:
            laid(game, there, f"move:{unit}", "red")
        said.append(str(caught.value))
    assert said[0] == said[1] and "'bb'" in said[0]
    assert laid(game, state, "move:bb", "blue")


def test_a_range_is_not_changed_by_what_is_hidden(tmp_path: Path) -> None:
    ghost = '[unit.ghost]\ntype = "foot_regiment"\nnation = "blue"\nat = "D1"\nhidden = true\n'
    game = sample(tmp_path, ghost)
    state = game.opening().state
    known = picture(game, state, "red", "move:r1")
    assert picture(game, state.without_unit("ghost", "gone").with_(gone=state.gone), "red", "move:r1") == known
    assert "D1" in costs(laid(game, state, "move:r1", "red")[1])
    assert "D1" not in costs(
        laid(game, scene(game, keep=True, units={"ghost": {"hidden": False}}), "move:r1", "red")[1]
    )


def test_no_overlay_is_nothing(game: Game, state: State) -> None:
    under, over = laid(game, state, "")
    assert len(under) == len(over) == 0


def test_overlays_of_torch_and_tunisia_are_worked_out_from_what_a_seat_knows() -> None:
    game = Game.load("torch_tunisia")
    state = game.opening().state
    under, over = laid(game, state, "supply", "allies" if "allies" in game.rules.seats else game.rules.seats[0])
    assert len(under) or len(over)
    under, over = laid(game, state, "air:malta_bmb")
    assert max(int(n) for n in costs(over).values()) == game.rules.unit_type["bomber_group"].range
