"""Known trouble of combat: odds and their rounding, sizes of dice, chances out of bounds, the dead, who blocks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hexwright.dice import DiceError, Die, Hand, repeat
from hexwright.events import Moved, Placed, Removed
from hexwright.game import Game
from hexwright.odds import hits_distribution, ratio
from hexwright.pieces import Unit
from hexwright.rules.movement import destinations, why_not_move

from ..cli.conftest import Caller
from ..conftest import MAP, ONE_PHASE, UNITS, Loader, with_units
from ..plugins.conftest import Table
from .conftest import Edit, faults

SKIRMISH = Path(__file__).parents[1] / "rulesets" / "skirmish"

# ------------------------------------------------------------------ C02: odds

RATIOS = {
    (7, 4): (1, 1), (8, 4): (2, 1), (11, 4): (2, 1), (4, 4): (1, 1), (3, 4): (1, 2), (4, 7): (1, 2), (1, 3): (1, 3),
    (5, 16): (1, 4), (4, 0): (1, 0), (0, 4): (0, 1),
}  # fmt: skip


@pytest.mark.case("C02")
@pytest.mark.parametrize(("strengths", "odds"), RATIOS.items())
def test_c02_odds_are_rounded_in_the_defenders_favour_on_both_sides_of_one(
    strengths: tuple[int, int], odds: tuple[int, int]
) -> None:
    found = ratio(*strengths)
    assert found == odds and all(type(n) is int for n in found)


@pytest.mark.case("C02")
def test_c02_a_strength_below_zero_is_refused() -> None:
    with pytest.raises(DiceError):
        ratio(-1, 4)


def column(attack: int, defence: int, *settings: str) -> int:
    game = Game.load(SKIRMISH, settings=settings)
    table: Any = game.rules.settings["skirmish"]
    return int(table.column(attack, defence))


@pytest.mark.case("C02")
def test_c02_zero_strength_has_the_column_that_the_data_names() -> None:
    assert [column(a, d) for a, d in ((4, 0), (0, 4), (0, 0), (3, 4), (7, 4), (11, 4))] == [4, 0, 0, 0, 1, 2]
    assert column(4, 0, "skirmish.undefended=3") == 3
    assert column(0, 4, "skirmish.powerless=-2") == -2


# ------------------------------------------------------------------ C10: sides and modifier


@pytest.mark.case("C10")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("dice.defence = { sides = 6, modifier = 1 }", ""),
        ("dice.defence = 7", "there is no usual die of 7 sides"),
        ("dice.defence = { sides = 7 }", "there is no usual die of 7 sides"),
    ],
)
def test_c10_a_die_of_a_strange_size_draws_a_warning_and_a_modifier_none(
    call: Caller, edited: Edit, change: str, told: str
) -> None:
    folder = edited("units.toml", "dice.defence = 6", change).parent
    found = faults(call, folder, "--quick")
    assert [(f["code"], f["level"], f["message"]) for f in found] == ([("H608", "warning", told)] if told else [])
    assert call("check", folder).exit_code == 0
    assert all("`modifier`" in f["hint"] for f in found)


@pytest.mark.case("C10")
def test_c10_the_two_are_written_apart() -> None:
    assert [Die(6, 1).notation, Die(7).notation, Die(7, -1).notation] == ["d6+1", "d7", "d7-1"]


# ------------------------------------------------------------------ C12: chances


@pytest.mark.case("C12")
@pytest.mark.parametrize(
    ("hand", "chance"),
    [
        (Hand((Die(6, -3),)), 0),
        (Hand((Die(6, +5),)), 1),
        (Hand((Die(6, hit=7),)), 0),
        (Hand((Die(6, hit=7, natural_hit=(6,)),)), Fraction(1, 6)),
        (Hand(repeat(Die(6), 0)), 0),
        (Hand(repeat(Die(6), -2)), 0),
    ],
)
def test_c12_never_is_none_and_always_is_one(hand: Hand, chance: Fraction) -> None:
    hits = hits_distribution(hand)
    assert hits.chance(1) == chance
    assert sum(hits.chances().values()) == 1 and all(0 < p <= 1 for p in hits.chances().values())


# ------------------------------------------------------------------ C14: the dead

STACK = ["xid_1 D4 2", "xinf_1 D4 1", "aid_1 D5", "aid_2 D5", "asup_1 D5", "asup_2 D5"]


def beaten(dice: str) -> Table:
    """Six points attack a unit of two steps and one of one; the dice fall."""
    table = Table(STACK, control={"D4": "axis"})
    table.play("move aid_1 D4", "move aid_2 D4", "commit asup_1 D4", "commit asup_2 D4", "allied: done", "axis: done")
    while table.ask().frame == "logistics.extra":
        table.play("extra 0")
    return table.play(dice=dice)


def moves(table: Table, *units: str) -> list[str]:
    return [e.unit for e in table.events if isinstance(e, (Moved, Placed)) and e.unit in units]


@pytest.mark.case("C14")
def test_c14_where_all_have_died_nobody_is_asked_to_retreat() -> None:
    table = beaten("6 6 6 6 6 6 1 1 1")
    assert table.gone("xid_1") == table.gone("xinf_1") == "lost"
    assert moves(table, "xid_1", "xinf_1") == []
    assert table.ask().frame not in ("land_combat.losses", "land_combat.retreats")


@pytest.mark.case("C14")
def test_c14_only_survivors_are_asked_and_the_dead_set_nothing_off() -> None:
    table = beaten("6 6 4 4 4 4 1 1 1")
    while table.ask().frame == "land_combat.losses":
        table.play("take" if "take" in table.options() else "lose xid_1")
    assert table.gone("xid_1") == "lost" and table.unit("xinf_1").at == "D4"
    assert table.ask().frame == "land_combat.retreats"
    assert {o.split()[1] for o in table.options()} == {"xinf_1"}
    table.why_not("retreat xid_1 D3")
    table.play("retreat xinf_1 D3")
    assert moves(table, "xid_1", "xinf_1") == ["xinf_1"]
    names = [e for e in table.events if isinstance(e, Removed) and e.unit == "xid_1"]
    assert len(names) == 1


# ------------------------------------------------------------------ C17: who blocks

SEA = """
[terrain.deep]
symbol = "="
[board.ocean]
kind = "hex"
prefix = "s"
numbering = { first_column = "A", first_row = "1" }
rows = '''
====
====
'''
[movement.sail]
cost = { deep = 1 }
enemies = "block"
enemy_tags = ["warship"]
rules = { enemies = "R-enemies" }
[unit_type.boat]
tags = ["under water"]
[unit_type.carrier]
tags = ["merchant"]
[unit_type.frigate]
tags = ["warship"]
movement = "sail"
allowance = 1
[unit.red]
type = "frigate"
nation = "red"
at = "sB1"
"""


def foe(id_: str, type_: str, at: str, **more: Any) -> Unit:
    return Unit(id_, type_, "blue", at, 1, **more)


@pytest.mark.case("C17")
@pytest.mark.parametrize(
    ("blocking", "open_"), [('["warship"]', {"sA1", "sB2"}), ('["warship", "merchant"]', {"sB2"}), ("[]", set())]
)
def test_c17_which_enemies_block_is_a_tag_in_data(load_game: Loader, blocking: str, open_: set[str]) -> None:
    game = load_game(MAP + UNITS + SEA.replace('["warship"]\nrules', f"{blocking}\nrules") + ONE_PHASE)
    state = with_units(
        game, foe("transport", "carrier", "sA1"), foe("submarine", "boat", "sB2"), foe("cruiser", "frigate", "sC1")
    )
    now = game.position(state)
    unit = now.unit("red")
    offered = set(destinations(now, unit, "red"))
    assert offered & {"sA1", "sB2", "sC1"} == open_
    reason = why_not_move(now, unit, "sC1", "red")
    assert reason is not None and reason.rule == "R-enemies"
    assert "cruiser" in reason.text and "submarine" not in reason.text


@pytest.mark.case("C17")
def test_c17_the_reason_names_nobody_whom_the_seat_does_not_know(load_game: Loader) -> None:
    game = load_game(MAP + UNITS + SEA + ONE_PHASE)
    told = []
    for others in ((), (foe("lurker", "frigate", "sC1", hidden=True),)):
        now = game.position(with_units(game, foe("cruiser", "frigate", "sC1"), *others))
        told.append(str(why_not_move(now, now.unit("red"), "sC1", "red")))
    assert told[0] == told[1] and "lurker" not in told[0]
