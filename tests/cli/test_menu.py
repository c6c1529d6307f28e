"""Menus: grouped when long, paged, and what a person means by what he types."""

from __future__ import annotations

from hexwright.cli.menu import PAGE, Entry, Menu, entries, matching

MOVES = [f"move u{u} K{n}" for u in range(1, 7) for n in range(1, 6)]


def test_few_options_stand_as_they_are() -> None:
    assert [e.text for e in entries(["pass", "fight"])] == ["pass", "fight"]


def test_many_options_are_gathered_by_verb_and_unit_and_lose_nothing() -> None:
    options = [*MOVES, "done", "retract"]
    found = entries(options)
    assert [e.text for e in found][:2] == ["move u1", "move u2"]
    opened = [o for e in found for o in (e.options or (e.text,))]
    assert sorted(opened) == sorted(options)


def test_an_opened_group_goes_by_its_next_word() -> None:
    many = [f"move u{u} K{n}" for u in range(1, 20) for n in range(1, 6)]
    group = next(e for e in entries([*many, "a x", "b x", "done"]) if e.is_group)
    assert group.text == "move"
    assert [e.text for e in entries(group.options, 1)] == [f"move u{n}" for n in range(1, 20)]


def test_options_are_gathered_as_finely_as_a_page_allows() -> None:
    units = [f"move u{n}" for n in range(1, 7)]
    assert [e.text for e in entries([*MOVES, "done", "retract"])] == [*units, "done", "retract"]
    last = [f"place u3 K{n}" for n in range(30)]
    assert [e.text for e in entries([*last, "retract", "reset"])] == ["place u3", "retract", "reset"]


def test_two_units_with_many_places_are_two_groups() -> None:
    options = [f"station {u} K{n}" for u in ("s1", "s2") for n in range(30)]
    assert [e.text for e in entries(options)] == ["station s1", "station s2"]


def test_options_that_differ_in_the_last_word_share_the_others() -> None:
    menu = Menu(entries([f"station s1 K{n}" for n in range(90)], 2))
    assert menu.shared == "station s1" and len(menu.page()) == menu.size == 80 and menu.left == 10
    assert Menu(entries(["go K1", "go K2"])).shared == ""


def test_options_of_one_kind_that_cannot_be_gathered_come_in_pages() -> None:
    menu = Menu(tuple(Entry(f"go{i} n{i}") for i in range(45)))
    seen = []
    for _ in range(3):
        seen += [number for number, _ in menu.page()]
        menu = menu.next_page()
    assert seen == list(range(1, 46))
    assert menu.start == 0 and menu.left == 45 - PAGE
    chosen = menu.pick(45)
    assert chosen is not None and chosen.text == "go44 n44"
    assert menu.pick(0) is None and menu.pick(46) is None


def test_typing_ignores_case_unless_two_options_differ_in_it_only() -> None:
    assert matching(" MOVE  R1 k7 ", ["move r1 K7", "done"]) == "move r1 K7"
    assert matching("go x", ["go X", "go x"]) == "go x"
    assert matching("GO x", ["go X", "go x"]) is None
    assert matching("go İ", ["go i"]) is None
    assert matching("ınfantry", ["infantry"]) is None
