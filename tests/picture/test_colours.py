"""The colours of the ground can be told apart by everybody: also by eyes without red, green or blue receptors."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from hexwright.game import Game
from hexwright.picture import guesses
from hexwright.picture.style import _NATIONS, Style, channels, mixed, on, sound

ROOT = Path(__file__).resolve().parents[2]
# Linear RGB as such eyes see it (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
NEAR = 9.0  # CIE 1976 difference below which two fills need different marks


def lab(color: str, eye: str) -> tuple[float, float, float]:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in channels(color))]
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in EYES[eye])
    x, y, z = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.9505 * b,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x / 0.9505, y, z / 1.089))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(a: str, b: str, eye: str) -> float:
    return float(sum((p - q) ** 2 for p, q in zip(lab(a, eye), lab(b, eye), strict=True)) ** 0.5)


def confusable(looks: dict[str, tuple[str, str]]) -> list[str]:
    """The pairs of (fill, marks) that some eye can tell apart neither by colour nor by their marks."""
    pairs = combinations(looks.items(), 2)
    return [f"{a} and {b} ({eye})" for (a, one), (b, two) in pairs for eye in EYES
            if one[1] == two[1] and difference(one[0], two[0], eye) < NEAR]  # fmt: skip


def test_the_default_grounds_can_be_told_apart() -> None:
    told = (
        "sea",
        "lake",
        "mountain",
        "hill",
        "wood",
        "marsh",
        "desert",
        "city",
        "salt",
        "rocks",
        "blocked",
        "field",
        "clear",
    )
    looks = {word: guesses.ground((word,), (), 0)[:2] for word in told}
    assert len({marks for _, marks in looks.values()}) >= 12
    assert confusable(looks) == []


@pytest.mark.parametrize("folder", ["rulesets/torch_tunisia", "tests/rulesets/skirmish", "tests/rulesets/fleets"])
def test_the_grounds_of_a_game_can_be_told_apart(folder: str) -> None:
    style = Style.of(Game.load(ROOT / folder).rules)
    assert confusable({id: (g.fill, g.marks) for id, g in style.terrain.items() if id}) == []


def test_the_nations_of_a_game_differ_for_all_eyes() -> None:
    colors = Style.of(Game.load(ROOT / "rulesets/torch_tunisia").rules).nation.values()
    assert all(difference(a, b, eye) > 2 * NEAR for a, b in combinations(colors, 2) for eye in EYES)


def test_the_simulation_sees_what_such_eyes_confuse() -> None:
    assert confusable({"red": ("#c0504d", "none"), "green": ("#6b7a3a", "none")}) != []


def test_the_default_colours_of_nations_differ_for_all_eyes() -> None:
    for a, b in combinations(_NATIONS[:6], 2):
        assert all(difference(a, b, eye) > NEAR for eye in EYES), (a, b)


def test_arithmetic_of_colours() -> None:
    assert sound("#12ab9F") and not sound("red") and not sound("#12ab9") and not sound("#12ab9f;}")
    assert mixed("#000000", "#ffffff", 0.25) == "#404040" and on("#ffffff") == "#1f1a14"
