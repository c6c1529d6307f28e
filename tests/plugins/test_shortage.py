"""Shortage: who is out of supply, what it may not do, and what it loses when."""

from __future__ import annotations

import pytest

from hexwright.events import Noted, StatusSet, StepsChanged

from .small import Field, faults


def look(units: dict[str, str], *settings: str) -> Field:
    """The position after the look, when Red is asked for its moves."""
    field = Field("look", units, *settings)
    field.state = field.game.apply(field.state, "done").state if not field.game.asks(field.state) else field.state
    return field


def statuses(field: Field) -> dict[str, tuple[str, ...]]:
    return {u.id: u.status for u in field.state.units.values()}


def test_the_first_look_marks_and_the_second_costs_a_step() -> None:
    field = Field("rest", {"r1": "foot B1", "r2": "foot F1", "r3": "mob F2 1 short"}).play("done")
    assert statuses(field) == {"r1": (), "r2": ("short",)}
    assert field.at("r2") == ("F1", 2)
    assert field.state.gone["r3"] == "lost"
    assert field.told(Noted) == [
        "Foot has no supply: no route to F1: it would be too long [R-route]".replace("Foot", "r2"),
        "r3 has no supply: no route to F2: it would be too long [R-route]",
    ]
    field.play("done", "done")
    assert field.at("r2") == ("F1", 1)
    assert field.told(StepsChanged) == ["r2 loses 1 (no supply), 1 left [R-short]"]


def test_without_grace_the_first_look_costs_too() -> None:
    field = Field("rest", {"r2": "foot F1"}, "shortage.grace=false").play("done")
    assert field.at("r2") == ("F1", 1)


def test_supply_that_comes_back_ends_it_and_the_enemy_cuts_it() -> None:
    around = {"b1": "foot A2", "b2": "foot B1"}
    assert Field("rest", {"r1": "foot B2 2 short", **around}).play("done").at("r1") == ("B2", 1)
    field = Field("rest", {"r1": "foot A1 2 short", **around}).play("done")
    assert statuses(field)["r1"] == () and field.at("r1") == ("A1", 2)
    assert field.told(StatusSet) == ["r1 is no longer short [R-short]"]


def test_what_needs_no_supply_is_left_alone() -> None:
    assert statuses(Field("rest", {"r1": "spy F1"}, 'shortage.tags=["army"]').play("done"))["r1"] == ()
    assert statuses(Field("rest", {"r1": "spy F1"}).play("done"))["r1"] == ("short",)


def test_who_is_short_is_slower_and_does_not_attack() -> None:
    field = Field("move", {"r1": "foot D1 2 short", "b1": "foot E1"})
    reason = field.why_not("move r1 A2")
    assert dict(reason.numbers)["has"] == 2
    field = Field("fight", {"r1": "foot D1 2 short", "r2": "foot D1", "b1": "foot E1"})
    assert field.options() == ["attack r2 E1", "done"]
    reason = field.why_not("attack r1 E1")
    assert (reason.rule, reason.by, reason.at) == ("R-short", "shortage", "shortage.attack")
    field = Field("fight", {"r1": "foot D1 2 short", "b1": "foot E1"}, "shortage.attack=true")
    assert field.options() == ["attack r1 E1", "done"]


def test_only_the_owner_learns_of_a_hidden_unit() -> None:
    field = Field("rest", {"r1": "foot F1 2 hidden"}).play("done")
    secret = [e for e in field.events if "r1" in e.text()]
    assert secret and all(e.seats == ("red",) for e in secret)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('shortage.route=""', "shortage.route: no route is named, so every unit is in supply (known: food)"),
        ("shortage.loses=-1", "shortage.loses: nobody can lose fewer than 0 steps (use 0 or more)"),
        ('shortage.route="fod"', "shortage.route: no route 'fod' (did you mean 'food'?)"),
    ],
)
def test_numbers_that_make_no_sense_are_faults(setting: str, told: str) -> None:
    assert any(told.split(" (")[0] in f or told in f for f in faults(setting)), faults(setting)
