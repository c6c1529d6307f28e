"""Intervals against worked numbers of the literature, at the edges, and their mirror images."""

from __future__ import annotations

from itertools import product

import pytest

from hexwright.comparing.shares import Paired, Shift, median, shift, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Stat. Med. 17, p. 857, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
    ],
)
def test_wilson_limits(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=0.00006)


@pytest.mark.parametrize(
    ("counts", "points", "low", "high"),
    [
        # Fagerland, Lydersen, Laake, Statistical Analysis of Contingency Tables, ch. 8 (and their R package
        # contingencytables): airway reactivity before and after (Bentur 2009), complete response (Cavo 2012).
        ((1, 1, 7, 12), 28.57, 2.6, 50.7),
        ((59, 6, 16, 80), 6.21, 0.46, 11.86),
        # Newcombe 1998, Stat. Med. 17, p. 2635, table II, method 10.
        ((36, 2, 12, 0), 20.0, 5.69, 34.04),
    ],
)
def test_worked_examples(counts: tuple[int, ...], points: float, low: float, high: float) -> None:
    found = shift(Paired(*counts))
    assert found.points == pytest.approx(points, abs=0.01)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.06)


def test_every_small_table_gives_limits_about_its_shift_and_mirrors() -> None:
    for e, f, g, h in product(range(5), repeat=4):
        if not e + f + g + h:
            continue
        found, mirrored = shift(Paired(e, f, g, h)), shift(Paired(e, g, f, h))
        assert -100 <= found.low <= found.points <= found.high <= 100
        assert (found.low, found.high) == pytest.approx((-mirrored.high, -mirrored.low))
        assert found.low < found.high  # a few games never make a point


def test_more_games_narrow_it_and_pairs_that_go_together_do() -> None:
    few, many = shift(Paired(6, 2, 1, 1)), shift(Paired(60, 20, 10, 10))
    assert few.wide and not many.wide and many.high - many.low < few.high - few.low
    together, apart = shift(Paired(48, 12, 2, 38)), shift(Paired(28, 32, 22, 18))
    assert together.points == apart.points == -10
    assert together.high - together.low < apart.high - apart.low
    assert together.certain and not apart.certain


def test_pairs_are_counted() -> None:
    first, second = [True, True, False, False, True], [True, False, True, False, True]
    assert Paired.of(first, second) == Paired(2, 1, 1, 1)
    with pytest.raises(ValueError):
        Paired.of([True], [])
    with pytest.raises(ValueError, match="no games"):
        shift(Paired(0, 0, 0, 0))


def test_large_counts_are_exact_enough() -> None:
    big = 10**12
    found = shift(Paired(big, big, big, big))
    assert found.points == 0 and found.high == pytest.approx(-found.low) and found.high < 0.001


def test_an_interval_knows_whether_it_is_wide_or_certain() -> None:
    assert Shift(10, 1, 19).certain and not Shift(10, -1, 21).certain and Shift(-10, -19, -1).certain
    assert Shift(0, -21, 21).wide and not Shift(0, -20, 20).wide


def test_medians_are_whole_or_half() -> None:
    assert [median(n) for n in ([7], [1, 2], [9, 1, 5], [10, 10, 1, 4])] == ["7", "1.5", "5", "7"]
