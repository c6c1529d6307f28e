"""State and Table: chunks, order, digests, equality, the index of places, and what follows the units."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import attrs
import pytest

from hexwright.frames import Frame, Slot
from hexwright.pieces import Marker, Unit
from hexwright.rules.sequence import Phase, Turns
from hexwright.state import EMPTY, Outcome, State, Table, canonical, plain

SIZES = [0, 1, 2, 255, 256, 257, 300, 1025, 1200]


def unit(id_: str, at: str = "A1", **more: Any) -> Unit:
    return attrs.evolve(Unit(id_, "foot", "red", at, 3), **more)


def scratch(table: Table[int]) -> int:
    """The digest of the same entries in a table that has no history."""
    return Table(dict(table.items())).digest()


# ------------------------------------------------------------------ Table


@pytest.mark.parametrize("size", SIZES)
def test_a_table_of_any_size_holds_what_was_put_in_and_lists_it_sorted(size: int) -> None:
    items = {f"k{i}": i for i in reversed(range(size))}
    built = Table(items)
    grown: Table[int] = Table()
    for key, value in items.items():
        grown = grown.with_item(key, value)
    for table in (built, grown):
        assert len(table) == size
        assert list(table) == list(table.keys()) == sorted(items)
        assert dict(table.items()) == items
        assert list(table.values()) == [items[k] for k in sorted(items)]
        assert table.flat() == items
        assert all(table[k] == v and k in table and table.get(k) == v for k, v in items.items())
    assert built == grown
    assert built.digest() == grown.digest()


@pytest.mark.parametrize("size", [3, 1025])
def test_a_change_leaves_the_old_table_as_it_was(size: int) -> None:
    old = Table({f"k{i}": i for i in range(size)})
    before = dict(old.items())
    new = old.with_item("k1", -1).without("k2").with_item("z", 9)
    assert dict(old.items()) == before
    assert (new["k1"], "k2" in new, new["z"], len(new)) == (-1, False, 9, size)
    assert list(new) == sorted({*before, "z"} - {"k2"})
    assert "k2" not in new and old.without("nobody") is old
    assert new.get("k2", "gone") == "gone"
    with pytest.raises(KeyError):
        new["k2"]


def test_the_digest_tells_what_is_in_a_table_and_not_how_it_came_in() -> None:
    rng = random.Random(7)
    table: Table[int] = Table()
    for step in range(600):
        key = f"k{rng.randrange(300)}"
        table = table.without(key) if rng.random() < 0.3 else table.with_item(key, rng.randrange(4))
        if rng.random() < 0.2:
            assert table.digest() == scratch(table), step
    assert table.digest() == scratch(table)


@pytest.mark.parametrize("changes", [1, 63, 64, 65, 200])
def test_a_digest_known_before_many_changes_is_brought_up_to_date(changes: int) -> None:
    table = Table({f"k{i}": i for i in range(300)})
    first = table.digest()
    for i in range(changes):
        table = table.with_item(f"k{i}", -i - 1)
    assert table.digest() == scratch(table) != first
    for i in range(changes):
        table = table.with_item(f"k{i}", i)
    assert table.digest() == first


def test_a_digest_follows_an_entry_that_changes_twice_goes_and_comes_back() -> None:
    table = Table({"a": 1, "b": 2})
    first = table.digest()
    there_and_back = table.with_item("a", 5).with_item("a", 1)
    gone = table.without("a")
    assert there_and_back.digest() == first
    assert gone.digest() == Table({"b": 2}).digest() != first
    assert gone.with_item("a", 1).digest() == first
    assert Table({"a": 2, "b": 1}).digest() != first


def test_tables_are_equal_by_what_they_hold() -> None:
    assert Table({"a": 1}) == Table({"b": 2}).with_item("a", 1).without("b")
    assert Table({"a": 1}) != Table({"a": 2})
    assert Table({"a": 1}) != Table({"b": 1})
    assert Table({"a": 1}) != {"a": 1}
    assert hash(Table({"a": 1})) == hash(Table({"a": 0}).with_item("a", 1))
    assert repr(Table({"b": 1, "a": 2})) == "Table({'a': 2, 'b': 1})"


# ------------------------------------------------------------------ plain values


def test_a_state_in_plain_json_names_the_classes_of_its_parts() -> None:
    assert plain(unit("u")) == {
        "~": "Unit", "id": "u", "type": "foot", "nation": "red", "at": "A1", "steps": 3, "spent": 0, "status": [],
        "hidden": False,
    }  # fmt: skip
    assert plain((Turns(True), Phase("move"))) == [
        {"~": "turns", "started": True},
        {"~": "phase", "phase": "move", "at": -1, "picked": [], "rounds": 0},
    ]
    assert plain(Table({"b": (1,), "a": None})) == {"a": None, "b": [1]}


@pytest.mark.parametrize("value", [1.5, {1, 2}, object(), b"x", (frozenset(),)])
def test_what_is_no_plain_value_has_no_place_in_a_state(value: object) -> None:
    with pytest.raises(TypeError, match="no place in a state"):
        plain(value)
    with pytest.raises(TypeError, match="no place in a state"):
        State(slices=Table({"x": value})).digest  # noqa: B018


def test_the_canonical_text_is_sorted_and_utf_8() -> None:
    assert canonical({"b": "é", "a": [True, None]}) == '{"a":[true,null],"b":"é"}'.encode()


# ------------------------------------------------------------------ State


def some_state() -> State:
    state = State(turn=3, stack=(Turns(True), Phase("move", 0)))
    for one in (unit("u1"), unit("u2"), unit("u3", "B2", status=("dug_in",))):
        state = state.with_unit(one)
    return state.with_(control=Table({"A1": "red"}), markers=Table({"B2": (Marker("mine", "red"),)}))


CHANGES = {
    "turn": 4,
    "units": Table({"u1": unit("u1")}),
    "control": Table({"A1": ""}),
    "features": Table({"A1 port damage": 1}),
    "markers": Table({"B2": (Marker("mine", "red", 2),)}),
    "relations": Table({"blue red": "ally"}),
    "roles": Table({"first": "red"}),
    "slices": Table({"x": Slot("red")}),
    "gone": Table({"u9": "lost"}),
    "rolls": Table({"t1/x": 1}),
    "done": ("move",),
    "stack": (Turns(True),),
    "over": Outcome("red", "because"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_fact_counts_for_equality_and_digest(name: str) -> None:
    state = some_state()
    changed = state.with_(**{name: CHANGES[name]})
    assert changed != state
    assert changed.digest != state.digest
    back = changed.with_(**{name: getattr(state, name)})
    assert back == state
    assert back.digest == state.digest
    assert hash(back) == hash(state)


def test_the_changes_above_name_every_fact() -> None:
    derived = {"at", "before", "memo"}
    assert set(CHANGES) == {a.name for a in attrs.fields(State)} - derived


def test_what_retract_goes_back_to_is_no_fact() -> None:
    state = some_state()
    later = state.with_(before=State())
    assert later.before == State()
    assert later == state
    assert later.digest == state.digest
    assert later.with_(turn=5).before is None
    assert later.with_stack(()).before is None
    assert later.with_unit(unit("u1")).before is None


def test_a_state_is_frozen() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        some_state().turn = 9  # type: ignore[misc]


def test_the_index_of_places_follows_the_units() -> None:
    state = State()
    for one in (unit("u2"), unit("u1"), unit("u3", "cart")):
        state = state.with_unit(one)
    assert dict(state.at.items()) == {"A1": ("u1", "u2"), "cart": ("u3",)}
    moved = state.with_unit(unit("u2", "B2"))
    assert dict(moved.at.items()) == {"A1": ("u1",), "B2": ("u2",), "cart": ("u3",)}
    assert dict(moved.with_unit(unit("u1", "B2")).at.items()) == {"B2": ("u1", "u2"), "cart": ("u3",)}
    assert moved.with_unit(unit("u2", "B2", steps=1)).at is moved.at
    left = moved.without_unit("u2", "lost")
    assert dict(left.at.items()) == {"A1": ("u1",), "cart": ("u3",)}
    assert dict(left.gone.items()) == {"u2": "lost"}
    assert "u2" not in left.units and "u2" in moved.units
    back = left.with_unit(unit("u2", "C3"))
    assert not dict(back.gone.items()) and back.at["C3"] == ("u2",)


def test_the_index_of_places_is_the_same_after_any_history() -> None:
    rng = random.Random(3)
    state = State()
    for _ in range(500):
        id_ = f"u{rng.randrange(30)}"
        if id_ in state.units and rng.random() < 0.2:
            state = state.without_unit(id_, "lost")
        else:
            state = state.with_unit(unit(id_, f"s{rng.randrange(8)}"))
    wanted: dict[str, list[str]] = {}
    for one in state.units.values():
        wanted.setdefault(one.at, []).append(one.id)
    assert dict(state.at.items()) == {k: tuple(sorted(v)) for k, v in wanted.items()}


@attrs.frozen
class Tally:
    """A Tracker: the steps of all units."""

    steps: int = 0

    def after(self, old: Unit | None, new: Unit | None) -> Tally:
        return Tally(self.steps - (old.steps if old else 0) + (new.steps if new else 0))


def test_trackers_follow_every_change_of_the_units() -> None:
    state = some_state()
    state.memo["trackers"] = {"tally": Tally(sum(u.steps for u in state.units.values()))}
    steps = [
        state.with_unit(unit("u9", steps=2)),
        state.with_unit(unit("u1", steps=1)),
        state.without_unit("u2", "lost"),
        state.without_unit("u2", "lost").with_unit(unit("u2", steps=1)).with_(turn=9).with_stack(()),
        state.with_refreshed(state.units, EMPTY),
    ]
    for after in steps:
        assert after.memo["trackers"]["tally"].steps == sum(u.steps for u in after.units.values())
    assert state.memo["trackers"]["tally"].steps == 9
    assert "trackers" not in state.with_(units=EMPTY).memo  # who changes all units at once starts afresh


def test_memos_are_not_shared_between_states() -> None:
    state = some_state()
    state.memo["mine"] = 1
    assert "mine" not in state.with_(turn=4).memo
    state.digest  # noqa: B018
    assert "digest" not in state.with_unit(unit("u1", steps=1)).memo


def test_repr_is_short_and_holds_no_secrets() -> None:
    assert repr(some_state()) == "<State turn 3, 3 units, [Turns, Phase]>"


SCRIPT = """
import json
from hexwright.pieces import Unit
from hexwright.state import State, Table
state = State()
for i in range(400):
    state = state.with_unit(Unit(f"unit_{i * 7919 % 400}", "foot", "red", f"s{i % 37}", i % 5))
for i in range(0, 400, 3):
    state = state.without_unit(f"unit_{i}", "lost")
state = state.with_(control=Table({f"s{i}": "red" for i in range(300)}))
print(json.dumps([state.digest, list(state.units), list(state.at.items()), list(state.control)]))
"""


@pytest.mark.case("V03")
def test_v03_digest_and_order_do_not_depend_on_the_hash_seed() -> None:
    told = set()
    for seed in ("0", "1", "2", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        told.add(done.stdout)
    assert len(told) == 1
    digest, units, _, control = json.loads(told.pop())
    assert len(digest) == 64
    assert units == sorted(units) and control == sorted(control)


def test_the_frames_of_a_stack_are_told_apart_in_the_digest() -> None:
    frames: list[Frame] = [Turns(), Turns(True), Phase("a"), Phase("b"), Phase("a", 1), Phase("a", picked=("x",))]
    assert len({State(stack=(f,)).digest for f in frames}) == len(frames)
