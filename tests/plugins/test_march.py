"""Marching: what a seat may move where, why not, and who takes the spaces."""

from __future__ import annotations

import pytest

from hexwright.events import ControlChanged, Moved
from hexwright.testing import walk

from .small import Field, load


def test_a_unit_moves_as_far_as_its_points_reach_and_takes_what_it_enters() -> None:
    field = Field("move", {"r1": "foot A1", "b1": "foot F4"})
    assert "move r1 D1" in field.options() and "move r1 E1" not in field.options()
    field.play("move r1 C1")
    assert field.at("r1") == ("C1", 2) and field.state.units["r1"].spent == 2
    assert [field.control(s) for s in ("B1", "C1", "D1")] == ["red", "red", ""]
    assert field.told(Moved) == ["r1 moves A1 B1 (1 MP) [R-march]", "r1 moves B1 C1 (1 MP) [R-march]"]
    assert field.told(ControlChanged)[0] == "B1 is controlled by red [R-control]"
    field.play("retract")
    assert field.at("r1") == ("A1", 2) and field.control("B1") == ""


def test_what_has_not_the_tag_takes_nothing() -> None:
    field = Field("move", {"r1": "spy A2"}).play("move r1 A3")
    assert field.control("A3") == ""


@pytest.mark.parametrize(
    ("text", "told", "rule"),
    [
        ("move r1 F1", "too few movement points for F1", "R-limit"),
        ("move r1 A5", "too many units in A5", "R-stack"),
        ("move r1 D2", "D2 is held by the enemy", "R-enemies"),
        ("move b1 D3", "Foot is not yours", "R-march"),
        ("move r9 D3", "there is no unit r9", "R-march"),
        ("move r4 B5", "cannot move", ""),
        ("move r1", "say 'move', a unit and a space", "R-march"),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(text: str, told: str, rule: str) -> None:
    field = Field("move", {"r1": "foot A4", "r2": "foot A5", "r3": "foot A5", "r4": "tower B5", "b1": "foot D2"})
    reason = field.why_not(text)
    assert told in reason.text.replace("b1", "Foot") and reason.rule == rule


def test_a_seat_with_marching_tags_moves_only_those() -> None:
    field = Field("move", {"r1": "foot A1", "r2": "spy A2"}, 'march.tags=["army"]')
    assert not [o for o in field.options() if " r2 " in o]
    reason = field.why_not("move r2 A3")
    assert reason.text.endswith("does not march") and reason.nearest in ("", "r1")


def test_full_spaces_may_be_passed_but_not_joined() -> None:
    field = Field("move", {"r1": "foot A1", "r2": "foot B1", "r3": "mob B1"})
    assert "move r1 C1" in field.options() and "move r1 B1" not in field.options()


def test_who_leaves_play_leaves_its_space_to_who_is_left() -> None:
    field = Field("fight", {"r1": "foot D1", "b1": "foot E1 1", "b2": "mob E1"}, "battle.retreat=false")
    field.play("attack r1 E1", "done", dice=[6, 5, 1, 1])
    assert field.control("E1") != "red"
    field.play("advance r1")
    assert field.control("E1") == "red"


def test_everything_holds_on_the_small_map() -> None:
    report = walk(load(), range(3))
    assert report.ok, str(report)
