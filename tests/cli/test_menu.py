"""Menus: grouped when long, paged, and what a person means by what he types."""

from __future__ import annotations

from hexwright.cli.menu import PAGE, Menu, entries, matching

MOVES = [f"move u{u} K{n}" for u in range(1, 7) for n in range(1, 6)]


def test_few_options_stand_as_they_are() -> None:
    assert [e.text for e in entries(["pass", "fight"])] == ["pass", "fight"]


def test_many_options_are_gathered_by_verb_and_unit_and_lose_nothing() -> None:
    options = [*MOVES, "done", "retract"]
    found = entries(options)
    assert [e.text for e in found][:2] == ["move", "done"] or [e.text for e in found][:2] == ["move u1", "move u2"]
    opened = [o for e in found for o in (e.options or (e.text,))]
    assert sorted(opened) == sorted(options)


def test_an_opened_group_goes_by_its_next_word() -> None:
    group = next(e for e in entries([*MOVES, "a x", "b x", "done"]) if e.is_group)
    assert group.text == "move"
    assert [e.text for e in entries(group.options, 1)] == [f"move u{n}" for n in range(1, 7)]


def test_options_of_one_kind_that_cannot_be_gathered_come_in_pages() -> None:
    menu = Menu(entries([f"go n{i}" for i in range(45)]))
    seen = []
    for _ in range(3):
        seen += [number for number, _ in menu.page()]
        menu = menu.next_page()
    assert seen == list(range(1, 46))
    assert menu.start == 0 and menu.left == 45 - PAGE
    chosen = menu.pick(45)
    assert chosen is not None and chosen.text == "go n44"
    assert menu.pick(0) is None and menu.pick(46) is None


def test_typing_ignores_case_unless_two_options_differ_in_it_only() -> None:
    assert matching(" MOVE  R1 k7 ", ["move r1 K7", "done"]) == "move r1 K7"
    assert matching("go x", ["go X", "go x"]) == "go x"
    assert matching("GO x", ["go X", "go x"]) is None
    assert matching("go İ", ["go i"]) is None
    assert matching("ınfantry", ["infantry"]) is None
