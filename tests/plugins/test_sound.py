"""What plug-ins say must hold in every position: each such sentence is told where it does not, and not elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from hexwright.events import ControlChanged, FeatureSet, Placed
from hexwright.state import State
from hexwright.testing import broken, scene
from hexwright_plugins.air_ops import AirState
from hexwright_plugins.air_ops import Mission as Flight
from hexwright_plugins.naval_ops import Mission, SeaState

from .torch import load

UNITS: dict[str, Any] = {
    "malta_ftr": {"at": "Y6"},
    "ax_ftr_a1": {"at": "S2"},
    "malta_esc": {"at": "Y6"},
    "us_3_id": {"at": "M5"},
}


def told(state: State) -> list[str]:
    return list(broken(load(), state))


def position(*slices: Any, **units: str) -> State:
    """The units above at rest, some of them lifted to places that no rule would lead them to."""
    state = scene(load(), turn=3, units=UNITS, slices=slices, control={"M5": "allied"}, frames=["pass allied"])
    for unit, place in units.items():
        state = state.with_unit(state.units[unit].with_place(place, 0))
    return state


def test_a_sound_position_has_nothing_to_tell() -> None:
    assert told(position()) == []
    assert told(load().start()) == []


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ({"malta_esc": "M6"}, "naval_ops: malta_esc in M6, which is no port"),
        ({"malta_ftr": "T3"}, "air_ops: malta_ftr in T3, where there is no land"),
        ({"malta_ftr": "M6"}, "facilities: malta_ftr in M6, where there is no airfield"),
        ({"malta_ftr": "S2"}, "facilities: malta_ftr is still based at S2, which axis holds"),
        ({"us_3_id": "M6"}, "land_combat: us_3_id stands alone in M6, which vichy controls"),
    ],
)
def test_a_piece_where_it_cannot_be_is_told(units: dict[str, str], words: str) -> None:
    assert words in told(position(**units))


def test_missions_that_cannot_be_are_told() -> None:
    twice = AirState((Flight("malta_ftr", "intercept", base="Y6"), Flight("malta_ftr", "escort", "U5", base="S2")))
    assert [w for w in told(position(twice)) if w.startswith("air_ops")] == [
        "air_ops: malta_ftr has 2 missions",
        "air_ops: malta_ftr flies from S2 and is at Y6",
    ]
    ghost = AirState((Flight("nobody", "dance", base="Y6"),))
    assert [w for w in told(position(ghost)) if w.startswith("air_ops")] == [
        "air_ops: nobody has the mission dance, which there is not",
        "air_ops: nobody is not in play and has a mission to fly",
    ]
    ships = SeaState((Mission("malta_esc", "asw_patrol"), Mission("malta_esc", "picnic")))
    assert [w for w in told(position(ships)) if w.startswith("naval_ops")] == [
        "naval_ops: malta_esc has 2 missions",
        "naval_ops: malta_esc has the mission picnic, which there is not",
    ]


def test_limits_that_are_broken_are_told() -> None:
    damaged = FeatureSet(space="U5", kind="port", field="damage", value=9).apply(position())
    assert "facilities: the port of U5 has 9 points of damage of 3" in told(damaged)
    crowd: dict[str, Any] = {f"g{n}": {"type": "fighter_group", "nation": "axis", "at": "S2"} for n in range(4)}
    full = scene(load(), turn=3, units=crowd, frames=["pass allied"])
    assert any(w.startswith("facilities: g0, g1, g2, g3 are based at S2, which holds") for w in told(full))
    troops: dict[str, Any] = {u: {"at": "M5"} for u in ("us_3_id", "us_1_id", "uk_78_id")}
    stack = scene(load(), turn=3, units=troops, control={"M5": "allied"}, frames=["pass allied"])
    assert any(w.startswith("land_combat: ") and "above the limit" in w for w in told(stack))
    sea = ControlChanged(space="T3", nation="axis").apply(position())
    assert "land_combat: T3 is no land, and axis controls it" in told(sea)


def test_more_landings_than_port_and_airfield_take_are_told() -> None:
    box: dict[str, Any] = {f"sup{n}": {"type": "supply", "nation": "axis", "at": "box_tripoli"} for n in range(9)}
    state = scene(load(), turn=3, units=box, frames=["pass allied"])
    port = str(load().board.features("box_tripoli")["convoy_box"]["port"])
    landed = [Placed(unit=u, at=port, was="box_tripoli") for u in box]
    for number in (2, 9):
        after = state
        for event in landed[:number]:
            after = event.apply(after)
        words = [w for w in broken(load(), after, landed[:number]) if w.startswith("reinforce")]
        assert bool(words) is (number == 9) and all(w.startswith(f"reinforce: 9 pieces land in {port}") for w in words)
    assert not [w for w in told(after) if w.startswith("reinforce")], "without the events nothing landed"
