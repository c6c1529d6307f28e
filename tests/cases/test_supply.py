"""Known trouble of supply: whether several things of a kind in one place count once or each is stated, not guessed."""

from __future__ import annotations

import attrs
import pytest

from hexwright.errors import RulesetError
from hexwright.events import MarkerSet
from hexwright.pieces import Marker
from hexwright.rules.routes import sources, supply
from hexwright.ruleset.schema import FeatureKind, MarkerSpec

from ..conftest import MAP, ONE_PHASE, UNITS, Loader, happen

WAYS = """
[feature.road]
on = "border"
fields.width = { type = "int", default = 1 }
[feature.depot]
on = "space"
fields.number = { type = "int", default = 1 }
[line.one]
feature = "road"
through = ["A1", "A2", "A3"]
[route.supply]
source = "depot"
along = "road"
[marker.dump]
most = 3
"""
AGAIN = '[line.two]\nfeature = "road"\nborders = ["A2|A1"]\n'
DEAR = MAP.replace("hill = 2 }", 'hill = 2 }\nborders = [{ feature = "road", op = "add", cost = 1 }]')
DEPOT = '[space.A3]\ncontrol = "red"\nfeatures.depot = {}\n'


@pytest.mark.case("S06")
def test_s06_a_feature_drawn_twice_counts_once(load_game: Loader) -> None:
    costs = []
    for lines in ("", AGAIN):
        game = load_game(DEAR + UNITS + WAYS + lines + ONE_PHASE)
        crossing = game.board.crossing("foot", "red", "A1", "A2")
        assert [value for _, value, _ in crossing.parts] == [1, 1]  # the ground, and one road
        costs.append(crossing.cost)
    assert costs == [2, 2]
    assert "draw it twice make one of it" in " ".join((FeatureKind.__doc__ or "").split())


@pytest.mark.case("S06")
def test_s06_one_of_a_kind_with_two_meanings_is_a_fault(load_game: Loader) -> None:
    for text in (AGAIN + "fields.width = 2\n", DEPOT + "features.depot = { number = 2 }\n"):
        with pytest.raises(RulesetError) as caught:
            load_game(DEAR + UNITS + WAYS + text + ONE_PHASE)
        assert all(f.line > 0 for f in caught.value.faults)


@pytest.mark.case("S06")
def test_s06_how_many_there_are_is_a_field_and_a_source_with_two_supplies_once(load_game: Loader) -> None:
    for number in (1, 2):
        game = load_game(MAP + UNITS + WAYS + DEPOT.replace("{}", f"{{ number = {number} }}") + ONE_PHASE)
        now = game.position(game.start())
        assert now.feature("A3", "depot", "number") == number
        assert sources(now, "supply", "red") == ("A3",)
        assert supply(now, "supply", "red", "A1").route == ("A3", "A2", "A1")


@pytest.mark.case("S06")
def test_s06_markers_are_counted_and_their_most_is_data(load_game: Loader) -> None:
    game = load_game(MAP + UNITS + WAYS + ONE_PHASE)
    assert "most markers of one owner in a space" in attrs.fields(MarkerSpec).most.metadata["doc"]
    state = happen(game, game.start(), MarkerSet(space="A1", kind="dump", owner="red", count=2)).state
    assert game.position(state).markers("A1") == (Marker("dump", "red", 2),)
    one = happen(game, state, MarkerSet(space="A1", kind="dump", owner="red", count=1)).state
    assert game.position(one).markers("A1") == (Marker("dump", "red", 1),)
