"""Hex geometry: steps, distances, lines, the four layouts, printed numbers and drawn corners."""

from __future__ import annotations

from itertools import combinations, product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright.hexes import (
    DIRECTIONS,
    Hex,
    Layout,
    Numbering,
    NumberingError,
    Offset,
    Tops,
    centre,
    corners,
    direction_name,
    direction_names,
    distance,
    line,
    neighbours,
    ring,
    rotate,
    runs_along_hexsides,
    within,
)

LAYOUTS = tuple(Layout(tops, offset) for tops, offset in product(get_args(Tops), get_args(Offset)))
FLAT_ODD = Layout("flat", "odd")
ORIGIN = Hex(0, 0)
FAR = Hex(1000, -999)

whole = st.integers(-60, 60)
hexes = st.builds(Hex, whole, whole)
layouts = st.sampled_from(LAYOUTS)
relaxed = settings(deadline=None, max_examples=60)


def name_of(layout: Layout) -> str:
    return f"{layout.tops}-{layout.offset}"


def lettered(number: str) -> Hex:
    """The hex with this number on a flat-topped map, odd columns down, columns A to Z, rows from 1."""
    return FLAT_ODD.to_axial(*Numbering().parse(number))


# ------------------------------------------------------------------ steps and distances


def test_adding_hexes_adds_the_steps() -> None:
    assert Hex(1, 2) + Hex(3, -5) == Hex(4, -3)
    assert Hex(1, 2) - Hex(3, -5) == Hex(-2, 7)
    assert Hex(1, -2).scaled(3) == Hex(3, -6)
    assert Hex(1, 2).s == -3


def test_the_directions_are_six_steps_that_lead_back() -> None:
    assert len(set(DIRECTIONS)) == 6
    assert sum((step.q for step in DIRECTIONS), 0) == sum((step.r for step in DIRECTIONS), 0) == 0
    assert all(DIRECTIONS[i] + DIRECTIONS[(i + 3) % 6] == ORIGIN for i in range(6))


@pytest.mark.parametrize("tops", get_args(Tops))
def test_directions_are_called_what_they_look_like(tops: Tops) -> None:
    layout = Layout(tops, "odd")
    for i, step in enumerate(DIRECTIONS):
        x, y = centre(layout, step, 1)
        north_south = "N" if y < -0.1 else "S" if y > 0.1 else ""
        east_west = "W" if x < -0.1 else "E" if x > 0.1 else ""
        assert direction_name(tops, i) == north_south + east_west
    assert len(set(direction_names(tops))) == 6


@pytest.mark.parametrize(
    ("number", "around"),
    [
        ("T4", ["T3", "U4", "U5", "T5", "S5", "S4"]),  # T is a shifted column
        ("U5", ["U4", "V4", "V5", "U6", "T5", "T4"]),  # U is not
    ],
)
def test_neighbours_by_their_numbers_clockwise_from_north(number: str, around: list[str]) -> None:
    assert [Numbering().label(*FLAT_ODD.to_offset(h)) for h in neighbours(lettered(number))] == around


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("E6", "U5", 16),
        ("E6", "I6", 4),
        ("U5", "W9", 5),
        ("W4", "U5", 2),
        ("A10", "Y6", 24),
        ("A10", "B8", 2),
        ("B8", "C8", 1),
        ("M5", "S2", 6),
        ("T4", "W9", 6),
        ("S2", "W9", 9),
        ("R4", "T4", 2),
        ("W9", "Y6", 4),
        ("W4", "Y6", 3),
    ],
)
def test_distances_counted_on_a_printed_map(a: str, b: str, steps: int) -> None:
    assert distance(lettered(a), lettered(b)) == distance(lettered(b), lettered(a)) == steps


@pytest.mark.case("G07")
@pytest.mark.parametrize("layout", LAYOUTS, ids=name_of)
def test_a_row_and_a_column_of_twelve_are_eleven_long(layout: Layout) -> None:
    """Range is counted in hexes; how high or wide they are drawn has no say in it."""
    assert distance(layout.to_axial(0, 0), layout.to_axial(11, 0)) == 11
    assert distance(layout.to_axial(0, 0), layout.to_axial(0, 11)) == 11


@relaxed
@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert distance(a + c, b + c) == distance(a, b)


@relaxed
@given(hexes)
def test_neighbours_are_the_hexes_one_step_away(h: Hex) -> None:
    around = neighbours(h)
    assert len(set(around)) == 6
    assert all(distance(h, other) == 1 and h in neighbours(other) for other in around)
    assert around == ring(h, 1)


# ------------------------------------------------------------------ ring, disc, rotation


@relaxed
@given(hexes, st.integers(0, 8))
def test_ring_and_disc_hold_the_hexes_at_their_distance(middle: Hex, radius: int) -> None:
    edge, disc = ring(middle, radius), within(middle, radius)
    assert len(set(edge)) == len(edge) == (6 * radius or 1)
    assert {distance(middle, h) for h in edge} == {radius}
    assert len(set(disc)) == len(disc) == 1 + 3 * radius * (radius + 1)
    assert [distance(middle, h) for h in disc] == sorted(distance(middle, h) for h in disc)
    assert edge == tuple(middle + h for h in ring(ORIGIN, radius))


@relaxed
@given(hexes, st.integers(1, 8))
def test_a_ring_goes_round_without_a_gap(middle: Hex, radius: int) -> None:
    edge = ring(middle, radius)
    assert all(distance(a, b) == 1 for a, b in zip(edge, edge[1:] + edge[:1], strict=True))


@pytest.mark.parametrize("shape", [ring, within])
def test_no_ring_or_disc_has_a_negative_radius(shape: object) -> None:
    assert callable(shape)
    with pytest.raises(ValueError, match="0 or more, not -1"):
        shape(ORIGIN, -1)


@relaxed
@given(hexes, hexes, st.integers(-9, 9))
def test_rotation_keeps_the_distance_and_can_be_turned_back(h: Hex, middle: Hex, sixths: int) -> None:
    turned = rotate(h, middle, sixths)
    assert distance(turned, middle) == distance(h, middle)
    assert rotate(turned, middle, -sixths) == h
    assert rotate(h, middle, sixths + 6) == turned


def test_rotation_is_clockwise() -> None:
    assert tuple(rotate(DIRECTIONS[0], ORIGIN, i) for i in range(6)) == DIRECTIONS


@pytest.mark.case("G02")
def test_a_disc_on_a_pointed_map_with_even_rows_shifted() -> None:
    layout = Layout("pointed", "even")
    by_row = {3: range(4, 7), 4: range(3, 7), 5: range(3, 8), 6: range(3, 7), 7: range(4, 7)}
    expected = {(column, row) for row, columns in by_row.items() for column in columns}
    found = [layout.to_offset(h) for h in within(layout.to_axial(5, 5), 2)]
    assert len(found) == 19
    assert set(found) == expected


# ------------------------------------------------------------------ lines


@pytest.mark.case("G10")
def test_a_line_along_a_hexside_reports_both_hexes_either_way() -> None:
    tie = (Hex(0, 1), Hex(1, 0))
    assert line(Hex(0, 0), Hex(1, 1)) == ((Hex(0, 0),), tie, (Hex(1, 1),))
    assert line(Hex(1, 1), Hex(0, 0)) == ((Hex(1, 1),), tie, (Hex(0, 0),))


def test_a_line_through_the_middle_of_a_hexside_is_a_tie_but_does_not_run_along_it() -> None:
    assert line(Hex(0, 0), Hex(4, -1))[2] == (Hex(2, -1), Hex(2, 0))
    assert not runs_along_hexsides(Hex(0, 0), Hex(4, -1))


def test_a_line_from_a_hex_to_itself_is_that_hex() -> None:
    assert line(FAR, FAR) == ((FAR,),)
    assert not runs_along_hexsides(FAR, FAR)


@pytest.mark.parametrize("corner", range(6))
@pytest.mark.parametrize("times", [1, 2, 3])
def test_lines_through_corners_tie_at_every_second_step(corner: int, times: int) -> None:
    target = (DIRECTIONS[corner] + DIRECTIONS[(corner + 1) % 6]).scaled(times)
    assert runs_along_hexsides(ORIGIN, target)
    assert [len(step) for step in line(ORIGIN, target)] == [1] + [2, 1] * times


@pytest.mark.parametrize("direction", range(6))
def test_a_line_along_a_row_of_hexes_has_no_ties(direction: int) -> None:
    step = DIRECTIONS[direction]
    assert line(ORIGIN, step.scaled(5)) == tuple((step.scaled(i),) for i in range(6))


@pytest.mark.case("G11")
@pytest.mark.parametrize("target", within(ORIGIN, 5), ids=str)
def test_lines_and_rings_are_the_same_wherever_they_stand(target: Hex) -> None:
    here = line(ORIGIN, target)
    there = line(FAR, FAR + target)
    assert there == tuple(tuple(FAR + h for h in step) for step in here)
    assert ring(FAR, 3) == tuple(FAR + h for h in ring(ORIGIN, 3))
    assert len(ring(FAR, 3)) == 18


@pytest.mark.case("G11")
@pytest.mark.parametrize("layout", LAYOUTS, ids=name_of)
def test_another_row_above_the_map_changes_no_line_and_no_ring(layout: Layout) -> None:
    """With pointed tops a row above swaps which rows are the shifted ones; nothing else may change."""
    taller = layout
    if layout.tops == "pointed":
        taller = Layout("pointed", "even" if layout.offset == "odd" else "odd")

    def lowered(h: Hex) -> tuple[int, int]:
        column, row = taller.to_offset(h)
        return column, row - 1

    old, new = layout.to_axial(8, 8), taller.to_axial(8, 9)
    assert {layout.to_offset(h) for h in ring(old, 3)} == {lowered(h) for h in ring(new, 3)}
    for target in within(old, 5):
        column, row = layout.to_offset(target)
        ours = [{layout.to_offset(h) for h in step} for step in line(old, target)]
        theirs = [{lowered(h) for h in step} for step in line(new, taller.to_axial(column, row + 1))]
        assert ours == theirs


@pytest.mark.case("G10", "G11")
@relaxed
@given(hexes, hexes, hexes)
def test_lines_lead_from_end_to_end_and_back_and_move_with_the_map(a: Hex, b: Hex, by: Hex) -> None:
    steps = line(a, b)
    assert steps[0] == (a,)
    assert steps[-1] == (b,)
    assert steps == line(b, a)[::-1]
    assert line(a + by, b + by) == tuple(tuple(h + by for h in step) for step in steps)
    for i, step in enumerate(steps):
        assert len(step) in (1, 2)
        assert list(step) == sorted(set(step))
        assert all(distance(a, h) == i and distance(h, b) == len(steps) - 1 - i for h in step)


@relaxed
@given(hexes, hexes)
def test_each_step_of_a_line_holds_exactly_the_nearest_hexes(a: Hex, b: Hex) -> None:
    n = distance(a, b) or 1
    way = b - a
    for i, step in enumerate(line(a, b)):

        def away(h: Hex, i: int = i) -> int:
            q, r = n * (h.q - a.q) - way.q * i, n * (h.r - a.r) - way.r * i
            return q * q + q * r + r * r  # the drawn distance, squared, in n-ths of a hex

        near = {h for seen in step for h in within(seen, 1)}
        least = min(map(away, near))
        assert {h for h in near if away(h) == least} == set(step)


# ------------------------------------------------------------------ layouts


@pytest.mark.case("G03")
@pytest.mark.parametrize(
    ("tops", "offset", "around_first"),
    [
        ("flat", "odd", {(0, 1), (1, 0)}),
        ("flat", "even", {(0, 1), (1, 0), (1, 1)}),
        ("pointed", "odd", {(1, 0), (0, 1)}),
        ("pointed", "even", {(1, 0), (0, 1), (1, 1)}),
    ],
)
def test_a_small_map_in_all_four_layouts(tops: Tops, offset: Offset, around_first: set[tuple[int, int]]) -> None:
    layout = Layout(tops, offset)
    cells = {layout.to_axial(column, row): (column, row) for column in range(4) for row in range(3)}
    borders = [(a, b) for a, b in combinations(cells, 2) if distance(a, b) == 1]
    assert len(borders) == 23
    assert {cells[h] for h in neighbours(layout.to_axial(0, 0)) if h in cells} == around_first


@pytest.mark.case("G03")
@pytest.mark.parametrize("layout", LAYOUTS, ids=name_of)
def test_columns_go_right_and_rows_go_down_from_the_top_left(layout: Layout) -> None:
    spot = {(column, row): centre(layout, layout.to_axial(column, row), 10) for column in range(4) for row in range(3)}
    for (column, row), (x, y) in spot.items():
        if column:
            left_x, left_y = spot[column - 1, row]
            assert x > left_x
            assert abs(y - left_y) < 10
        if row:
            upper_x, upper_y = spot[column, row - 1]
            assert y > upper_y
            assert abs(x - upper_x) < 10


@pytest.mark.parametrize("layout", LAYOUTS, ids=name_of)
def test_the_odd_or_even_lines_are_the_shifted_ones(layout: Layout) -> None:
    lines = [
        centre(layout, layout.to_axial(i, 0) if layout.tops == "flat" else layout.to_axial(0, i), 10) for i in range(4)
    ]
    along = [spot[1] if layout.tops == "flat" else spot[0] for spot in lines]
    shifted = [i for i in range(4) if along[i] > min(along) + 1]
    assert shifted == ([1, 3] if layout.offset == "odd" else [0, 2])


@relaxed
@given(layouts, whole, whole)
def test_offset_to_axial_and_back(layout: Layout, column: int, row: int) -> None:
    assert layout.to_offset(layout.to_axial(column, row)) == (column, row)


@relaxed
@given(layouts, hexes)
def test_axial_to_offset_and_back(layout: Layout, h: Hex) -> None:
    assert layout.to_axial(*layout.to_offset(h)) == h


@pytest.mark.parametrize(("tops", "offset"), [("round", "odd"), ("flat", "down")])
def test_a_layout_knows_only_its_own_words(tops: Tops, offset: Offset) -> None:
    with pytest.raises(ValueError, match="must be in"):
        Layout(tops, offset)


# ------------------------------------------------------------------ printed numbers


@pytest.mark.parametrize(
    ("numbering", "column", "row", "printed"),
    [
        (Numbering(), 19, 3, "T4"),
        (Numbering(), 26, 0, "AA1"),
        (Numbering(), 27, 11, "AB12"),
        (Numbering(), 26 * 27, 0, "AAA1"),
        (Numbering(after_aa="BB"), 27, 11, "BB12"),
        (Numbering(after_aa="BB"), 52, 0, "AAA1"),
        (Numbering("A", "01"), 10, 6, "K07"),
        (Numbering(separator="-"), 0, 9, "A-10"),
        (Numbering("01", "01"), 3, 11, "0412"),
        (Numbering("01", "01"), 11, 2, "1203"),
        (Numbering("01", "01"), 100, 3, "10104"),
        (Numbering("1", "01"), 3, 11, "412"),
        (Numbering("01", "01", separator="."), 11, 6, "12.07"),
        (Numbering("1", "1", separator=","), 0, 122, "1,123"),
        (Numbering("101", "1", separator="/"), 2, 4, "103/5"),
        (Numbering("00", "00"), 0, 0, "0000"),
        (Numbering("A", "A"), 27, 2, "ABC"),
        (Numbering("a", "1"), 2, 0, "c1"),
        (Numbering("1", "A"), 11, 2, "12C"),
        (Numbering("1", "A", order="row-column"), 11, 2, "C12"),
        (Numbering("01", "01", order="row-column"), 3, 11, "1204"),
        (Numbering(skipped="IO"), 8, 0, "J1"),
        (Numbering(skipped="io"), 13, 0, "P1"),
        (Numbering(skipped="IO"), 24, 0, "AA1"),
        (Numbering(bottom_row=9), 0, 9, "A1"),
        (Numbering(bottom_row=9), 0, 0, "A10"),
        (Numbering("C", "5"), 1, 1, "D6"),
        (Numbering(), 1, -1, "B0"),
    ],
)
def test_numbers_as_maps_print_them(numbering: Numbering, column: int, row: int, printed: str) -> None:
    assert numbering.label(column, row) == printed
    assert numbering.parse(printed) == (column, row)


@st.composite
def numberings(draw: st.DrawFn) -> Numbering:
    first = st.sampled_from(["A", "1", "01", "101", "0", "a", "AA", "K", "001"])
    return Numbering(
        first_column=draw(first),
        first_row=draw(first),
        order=draw(st.sampled_from(["column-row", "row-column"])),
        separator=draw(st.sampled_from(["", "-", ".", ", ", "_"])),
        skipped=draw(st.sampled_from(["", "IO", "Z", "qj"])),
        after_aa=draw(st.sampled_from(["AB", "BB"])),
        bottom_row=draw(st.none() | st.integers(150, 200)),
    )


@settings(deadline=None, max_examples=300)
@given(numberings(), st.integers(0, 150), st.integers(0, 150))
def test_every_printed_number_reads_back_or_is_refused(numbering: Numbering, column: int, row: int) -> None:
    alike = numbering.first_column.isdigit() == numbering.first_row.isdigit()
    try:
        printed = numbering.label(column, row)
    except NumberingError as error:
        assert alike and not numbering.separator
        assert "run into each other" in error.why
    else:
        assert numbering.parse(printed) == (column, row)


@settings(deadline=None, max_examples=300)
@given(numberings(), st.text(st.sampled_from("AZKaz019-. ,"), max_size=8) | st.text(max_size=6))
def test_any_text_is_read_exactly_or_refused_with_a_reason(numbering: Numbering, text: str) -> None:
    try:
        column, row = numbering.parse(text)
    except NumberingError as error:
        assert error.why
        if error.nearest is not None:
            assert numbering.label(*numbering.parse(error.nearest)) == error.nearest
    else:
        assert numbering.label(column, row) == text


@pytest.mark.parametrize(
    ("numbering", "text", "nearest"),
    [
        (Numbering(), "t4", "T4"),
        (Numbering(), "T04", "T4"),
        (Numbering(), " T4\n", "T4"),
        (Numbering(), "T-4", "T4"),
        (Numbering("A", "01"), "K7", "K07"),
        (Numbering(separator="-"), "A10", "A-10"),
        (Numbering("01", "01"), "412", "0412"),
        (Numbering("01", "01"), "04.12", "0412"),
        (Numbering("01", "01", separator="."), "12.7", "12.07"),
    ],
)
def test_a_loosely_written_number_is_refused_with_the_right_one(numbering: Numbering, text: str, nearest: str) -> None:
    with pytest.raises(NumberingError) as caught:
        numbering.parse(text)
    assert (caught.value.what, caught.value.nearest) == (text, nearest)
    assert f"nearest is {nearest!r}" in str(caught.value)


@pytest.mark.parametrize(
    ("numbering", "text", "why"),
    [
        (Numbering(), "", "column letters then row digits, such as A1"),
        (Numbering(), "4T", "column letters then row digits, such as A1"),
        (Numbering(), "T", "column letters then row digits"),
        (Numbering(), "\u00c44", "column letters then row digits"),
        (Numbering(), "T\u0664", "column letters then row digits"),
        (Numbering("1", "A", order="row-column"), "12C", "row letters then column digits, such as A1"),
        (Numbering("01", "01", separator="."), "1207", "column digits then row digits, such as 01.01"),
        (Numbering("01", "01"), "04", "such as 0101"),
        (Numbering(), "A" + "9" * 5000, "such as A1"),
        (Numbering(skipped="IO"), "I4", "the letter I is not used in columns"),
        (Numbering(after_aa="BB"), "AB4", "repeat one letter"),
    ],
)
def test_a_text_that_is_no_hex_number_is_refused_with_the_reason(numbering: Numbering, text: str, why: str) -> None:
    with pytest.raises(NumberingError) as caught:
        numbering.parse(text)
    assert why in caught.value.why
    assert caught.value.nearest is None
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (0, -2)])
def test_nothing_is_printed_before_the_first_letter_or_below_nought(column: int, row: int) -> None:
    with pytest.raises(NumberingError, match="nothing is left to print"):
        Numbering().label(column, row)


def test_rows_that_outgrow_their_digits_are_not_printed_ambiguously() -> None:
    with pytest.raises(NumberingError, match="column 1 and row 10 run into each other"):
        Numbering("1", "1").label(0, 9)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"first_column": ""}, "all digits, all capitals or all small letters"),
        ({"first_row": "A1"}, "a first row is"),
        ({"first_row": "-1"}, "a first row is"),
        ({"separator": "x"}, "no letters or digits"),
        ({"first_column": "I", "skipped": "IO"}, "is skipped"),
        ({"first_column": "AB", "after_aa": "BB"}, "repeat one letter"),
        ({"order": "diagonal"}, "must be in"),
        ({"after_aa": "AC"}, "must be in"),
    ],
)
def test_a_numbering_that_cannot_work_is_refused(options: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Numbering(**options)  # type: ignore[arg-type]


# ------------------------------------------------------------------ drawing


@pytest.mark.case("G15")
@pytest.mark.parametrize("layout", LAYOUTS, ids=name_of)
def test_drawn_neighbours_share_two_corners_and_others_at_most_one(layout: Layout) -> None:
    def drawn(h: Hex) -> set[str]:
        return {f"{x:.3f},{y:.3f}" for x, y in corners(layout, h, 17.3)}

    cells = [layout.to_axial(column, row) for column in range(4) for row in range(3)]
    assert all(len(drawn(h)) == 6 for h in cells)
    for a, b in combinations(cells, 2):
        shared = len(drawn(a) & drawn(b))
        assert shared == 2 if distance(a, b) == 1 else shared == 0


@pytest.mark.parametrize("layout", LAYOUTS, ids=name_of)
def test_corners_lie_one_size_from_the_centre_and_face_the_directions(layout: Layout) -> None:
    h = layout.to_axial(3, 2)
    x, y = centre(layout, h, 10)
    outline = corners(layout, h, 10)
    assert all(abs(((cx - x) ** 2 + (cy - y) ** 2) ** 0.5 - 10) < 1e-9 for cx, cy in outline)
    for i, other in enumerate(neighbours(h)):
        hexside = {outline[i], outline[(i + 1) % 6]}
        assert hexside == set(outline) & set(corners(layout, other, 10))
