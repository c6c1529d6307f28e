"""The odds table: one die and the odds of two strengths decide a battle of the plug-in `battle`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, ClassVar, Literal

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.frames import Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.odds import ratio
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key
from hexwright_plugins.battle import BattleFought, Decision, conclude, defenders, lies

MANIFEST = Manifest(id="odds_table", summary="battles are decided by odds and a die on a table", requires=("battle",))


@frozen
class Strengths:
    """unit_type.ID.traits.odds_table: how hard a unit fights, each of its steps."""

    attack: int = key("its strength when it attacks, for each step", 1)
    defence: int = key("its strength when it is attacked, for each step", 1)


@frozen
class Column:
    """[odds_table.column.ID]: a column of the table, from the worst odds for the attackers to the best."""

    odds: tuple[int, int] = key("the odds from which it counts, as [1, 2] for one to two")
    results: tuple[str, ...] = key("the result of each face of the die, from 1 upwards")


@frozen
class Result:
    """[odds_table.result.ID]: what a result of the table means."""

    text: str = key("the result in words", "")
    attacker: int = key("steps that the attackers lose; 99 for all", 0)
    defender: int = key("steps that the defenders lose; 99 for all", 0)
    retreat: Literal["", "attacker", "defender"] = key("who retreats one space", "")
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class Shift:
    """[odds_table.shift.ID]: what a terrain or a feature does to the column."""

    name: str = key("printed name", "")
    terrain: str = key("the terrain of the attacked space that brings it", "", refers="terrain")
    feature: str = key(
        "the feature that brings it: of the attacked space, or on the border that every attacker crosses",
        "",
        refers="feature",
    )
    columns: int = key("columns to the right; below 0 to the left, which is good for the defenders", -1)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


@frozen
class OddsTable:
    """[odds_table]: the table that decides battles, instead of hands of dice, while this plug-in is named."""

    sides: int = key("sides of the die that is rolled", 6)
    column: dict[str, Column] = key("the columns in their order", {})
    result: dict[str, Result] = key("the results", {})
    shift: dict[str, Shift] = key("what brings an effect of the ground, by ids of one's own -> its effect", {})
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


def _strength(now: Position, unit: str, what: str) -> int:
    traits: Any = now.type(now.unit(unit)).traits
    return int(getattr(traits.get("odds_table", Strengths()), what)) * now.unit(unit).steps


def shifts(now: Position, space: str, attackers: tuple[str, ...]) -> Iterator[tuple[str, Shift]]:
    """What the ground does to a battle; a border only where every attacker crosses one."""
    for id_, shift in now.settings(OddsTable).shift.items():
        if all(lies(now, shift.terrain, shift.feature, space, now.unit(u).at) for u in attackers):
            yield id_, shift


def column_of(now: Position, space: str, attackers: tuple[str, ...]) -> tuple[str, tuple[int, int]]:
    """The column of a battle, and the odds before shifts, rounded in the defenders' favour."""
    columns = now.settings(OddsTable).column
    foes = defenders(now, space, now.unit(attackers[0]).nation)
    attack = sum(_strength(now, u, "attack") for u in attackers)
    odds = ratio(attack, sum(_strength(now, foe.id, "defence") for foe in foes))
    found = [n for n, c in enumerate(columns.values()) if odds[0] * c.odds[1] >= c.odds[0] * odds[1]]
    moved = max(found, default=0) + sum(shift.columns for _, shift in shifts(now, space, attackers))
    return list(columns)[max(0, min(moved, len(columns) - 1))], odds


@frozen
class OddsRoll(Decision):
    """One die on the column of the odds decides the battle."""

    name: ClassVar[str] = "odds_table.roll"

    def prompt(self, now: Position, seat: str) -> str:
        column, odds = column_of(now, self.space, self.attackers)
        return f"battle at {self.space}: odds of {odds[0]} to {odds[1]}, column {column}"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterator[Because]:
        column, (more, less) = column_of(now, self.space, self.attackers)
        rule = now.settings(OddsTable).rule
        yield Because("odds, rounded for the defenders", f"{more} to {less}", rule)
        for id_, shift in shifts(now, self.space, self.attackers):
            yield Because(shift.name or id_, shift.columns, shift.rule, f"odds_table.shift.{id_}.columns")
        yield Because("column", column, rule, f"odds_table.column.{column}")

    def sides(self, now: Position) -> tuple[int, ...]:
        return (now.settings(OddsTable).sides,)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now, table = play.now, play.now.settings(OddsTable)
        column, odds = column_of(now, self.space, self.attackers)
        id_ = table.column[column].results[faces[0] - 1]
        result = table.result[id_]
        told = f"battle at {now.board.name(self.space)}: {odds[0]} to {odds[1]}, column {column}, die {faces[0]}: "
        winner = {"attacker": "defenders", "defender": "attackers"}.get(result.retreat, "")
        play.done()
        play.emit(
            BattleFought(
                space=self.space, winner=winner, told=told + (result.text or id_), rule=result.rule or table.rule
            )
        )  # fmt: skip
        sides = {"retreat": result.retreat == "defender", "repelled": result.retreat == "attacker"}
        conclude(play, self.space, self.attackers, (result.attacker, result.defender), **sides)


def check_table(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Columns that rise, with a known result for each face."""
    table = ruleset.settings.get("odds_table", OddsTable())
    if not table.column:
        report("odds_table", "the table has no columns", "write [odds_table.column.ID]")
    for id_, column in table.column.items():
        at = f"odds_table.column.{id_}"
        if len(column.results) != table.sides:
            report(f"{at}.results", f"{len(column.results)} results for a die of {table.sides} sides")
        if min(column.odds) < 1:
            report(f"{at}.odds", "odds are whole numbers of at least 1", "for example [1, 2]")
        for result in column.results:
            if result not in table.result:
                report(f"{at}.results", f"no result '{result}'", f"known: {', '.join(table.result) or 'none'}")
    for (_, low), (id_, high) in pairwise(table.column.items()):
        if low.odds[0] * high.odds[1] >= high.odds[0] * low.odds[1]:
            report(f"odds_table.column.{id_}.odds", "the odds do not rise from column to column")
    for id_, shift in table.shift.items():
        if bool(shift.terrain) == bool(shift.feature):
            report(f"odds_table.shift.{id_}", f"what brings '{id_}' is unclear", "name either a terrain or a feature")


@hook
def register(registry: Registry) -> None:
    registry.table("odds_table", OddsTable)
    registry.trait("odds_table", Strengths)
    registry.frame(OddsRoll)
    registry.check(check_table)


__all__ = ["MANIFEST", "OddsRoll", "OddsTable", "Strengths", "column_of"]
