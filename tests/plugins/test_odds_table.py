"""The odds table: the column, its shifts, and what each result does."""

from __future__ import annotations

import pytest

from hexwright.events import Moved, Removed
from hexwright.explain import explain_ask
from hexwright.testing import walk
from hexwright_plugins.battle import BattleFought
from hexwright_plugins.odds_table import column_of

from .small import Field, faults, load, rows

TABLE = 'ruleset.plugins=["march", "battle", "odds_table", "shortage"]'


@pytest.mark.case("C02")
@pytest.mark.parametrize(
    ("units", "space", "column", "odds"),
    [
        ({"r1": "foot D1", "b1": "foot E1"}, "E1", "even", (1, 1)),
        ({"r1": "foot D1 1", "b1": "foot E1"}, "E1", "even", (1, 2)),  # below the first column
        ({"r1": "foot D1", "r2": "foot D2 1", "b1": "foot E1 2"}, "E1", "even", (1, 1)),  # 6 to 4: rounded down
        ({"r1": "foot D1", "b1": "foot E1 1"}, "E1", "good", (2, 1)),
        ({"r1": "foot D1", "b1": "mob E1"}, "E1", "best", (4, 1)),  # beyond the last
        ({"r1": "foot B1", "b1": "mob B2"}, "B2", "good", (4, 1)),  # a hill shifts
        ({"r1": "foot C4", "b1": "foot D4"}, "D4", "even", (1, 1)),  # a shift ends at the first column
        ({"r1": "foot C4", "b1": "mob D4"}, "D4", "good", (4, 1)),  # all cross the river
        ({"r1": "foot C4", "r2": "foot D3", "b1": "mob D4"}, "D4", "best", (8, 1)),  # not all do
    ],
)
def test_odds_find_the_column(units: dict[str, str], space: str, column: str, odds: tuple[int, int]) -> None:
    field = Field("fight", units, TABLE)
    attackers = tuple(u for u in units if u[0] == "r")
    assert column_of(field.game.position(field.state), space, attackers) == (column, odds)


@pytest.mark.parametrize(
    ("die", "lost", "moved"),
    [
        (1, ["r1"], []),
        (2, [], ["r1 moves D1 "]),
        (4, [], []),
        (6, [], ["b1 moves E1 "]),
    ],
)
def test_results_cost_steps_and_retreats(die: int, lost: list[str], moved: list[str]) -> None:
    field = Field("fight", {"r1": "foot D1", "b1": "foot E1"}, TABLE).play("attack r1 E1", "done", dice=[die])
    while field.ask.frame in ("battle.retreat", "battle.advance"):
        field.play(field.options()[-1])
    assert [e.unit for e in field.events if isinstance(e, Removed)] == lost
    told = field.told(Moved)
    assert len(told) == len(moved) and all(t.startswith(m) for t, m in zip(told, moved, strict=True))


def test_an_exchange_quotes_its_own_rule_and_the_others_that_of_the_table() -> None:
    units = {"r1": "foot D1", "b1": "foot E1 1"}
    field = Field("fight", units, TABLE).play("attack r1 E1", "done", "stay", dice=[4])
    assert field.told(BattleFought) == ["battle at E1: 2 to 1, column good, die 4: EX [R-exchange]"]
    assert field.at("r1") == ("D1", 1) and "b1" in field.state.gone
    field = Field("fight", units, TABLE).play("attack r1 E1", "done", dice=[2])
    assert field.told(BattleFought) == ["battle at E1: 2 to 1, column good, die 2: nothing happens [R-odds]"]


def test_a_type_needs_no_dice_to_attack_on_the_table() -> None:
    units = {"r1": "mob D1", "b1": "foot E1"}
    assert "attack r1 E1" in Field("fight", units, TABLE).options()


def test_the_column_is_explained_with_its_keys() -> None:
    field = Field("fight", {"r1": "foot B1", "b1": "mob B2"}, TABLE).play("attack r1 B2")
    state = field.game.apply(field.state, "done").state
    told = rows(explain_ask(field.game, state, "chance"))
    assert told["hill"] == (-1, "R-hill", "odds_table.shift.hill.columns")
    assert told["column"] == ("good", "R-odds", "odds_table.column.good")


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("odds_table.sides=8", "odds_table.column.even.results: 6 results for a die of 8 sides"),
        ("odds_table.column.good.odds=[1, 2]", "odds_table.column.good.odds: the odds do not rise"),
        ("odds_table.column.even.odds=[0, 1]", "odds_table.column.even.odds: odds are whole numbers"),
        ('odds_table.column.even.results=["AX","AR","AR","NE","NE","DD"]', "no result 'DD'"),
        ('odds_table.shift.hill.feature="fort"', "odds_table.shift.hill: what brings 'hill' is unclear"),
    ],
)
def test_tables_that_cannot_be_read_are_faults(setting: str, told: str) -> None:
    assert any(told in f for f in faults(TABLE, setting))


def test_everything_holds_with_the_table() -> None:
    report = walk(load(TABLE), range(2))
    assert report.ok, str(report)
