"""What the plug-ins of the air say of numbers in the ruleset: those below zero, and those that nothing goes by."""

from __future__ import annotations

import pytest

from hexwright.game import Game


def told(*settings: str) -> list[tuple[str, str]]:
    _, faults = Game.load_with_faults("torch_tunisia", settings=settings)
    return [(f.level, f.message) for f in faults]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("air.intercept_radius=-1", "interceptors cannot have a radius below 0 [air_ops]"),
        ("air.interdiction_cost=-1", "interdiction cannot make a space cheaper [air_ops]"),
        ("air_transport.range=-1", "it cannot be below 0 [air_transport]"),
        ("air_transport.capacity=-1", "it cannot be below 0 [air_transport]"),
    ],
)
def test_numbers_below_zero_are_errors(setting: str, message: str) -> None:
    assert ("error", message) in told(setting)


@pytest.mark.parametrize(
    ("mission", "key", "value"),
    [
        ("intercept", "air.intercept_radius", 2),
        ("air_lift", "air_transport.range", 16),
        ("air_drop", "air_transport.range", 16),
    ],
)
def test_a_range_that_nothing_goes_by_is_told(mission: str, key: str, value: int) -> None:
    plugin = "air_ops" if mission == "intercept" else "air_transport"
    message = f"this number counts for nothing: how far it reaches is told by {key}, which is {value} [{plugin}]"
    assert told(f"mission.{mission}.range=5") == [("warning", message)]
    assert told(f"mission.{mission}.range={value}") == told(f"mission.{mission}.range=-1") == []
