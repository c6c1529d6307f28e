"""Conditions: what they mean, how they read in English, and what is told of wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from hexwright.conditions import FACTS, Condition, ConditionError, compile_condition


@frozen
class Piece:
    id: str
    type: str
    nation: str
    at: str


class Now:
    """A position made by hand: hex A1 to A3 on the map, the box `pool`, the ship `boat`."""

    def __init__(self, **changes: Any) -> None:
        self.turn = 3
        self.owners = {"A1": "nor", "A2": "nor", "A3": "sud"}
        self.pieces = [
            Piece("a", "tank", "nor", "A1"),
            Piece("b", "inf", "nor", "boat"),
            Piece("boat", "ship", "nor", "A2"),
            Piece("c", "tank", "sud", "pool"),
        ]
        self.finished = {"march"}
        self.rules = SimpleNamespace(
            info=SimpleNamespace(plugins=("weather",)),
            nation={"nor": None, "sud": None},
            board={"main": SimpleNamespace(kind="hex"), "off": SimpleNamespace(kind="area")},
        )
        self.board = SimpleNamespace(
            with_tag=lambda tag: ("A1", "A3") if tag == "city" else (),
            kind_of=lambda space: "area" if space == "pool" else "hex",
        )
        for name, value in changes.items():
            setattr(self, name, value)

    def units(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def type(self, unit: Piece) -> Any:
        return SimpleNamespace(tags=("armour",) if unit.type == "tank" else ("foot",))

    def side(self, nation: str) -> str:
        return {"nor": "north", "sud": "south"}[nation]

    def where(self, unit: Piece) -> str:
        return "A2" if unit.at == "boat" else unit.at

    def control(self, space: str) -> str:
        return self.owners.get(space, "")

    def zone(self, zone: str) -> tuple[str, ...]:
        return {"coast": ("A1", "A2"), "nowhere": ()}[zone]

    def done(self, phase: str) -> bool:
        return phase in self.finished

    def markers(self, space: str) -> tuple[Any, ...]:
        return (SimpleNamespace(kind="trench", owner="sud", count=1),) if space == "A3" else ()

    def has_feature(self, space: str, kind: str) -> bool:
        return (space, kind) == ("A1", "port")

    def feature(self, space: str, kind: str, field: str) -> Any:
        return {"size": 4, "open": True}[field] if self.has_feature(space, kind) else None


NAMES = {
    "side": {"north": "Northern", "south": "Southern"},
    "nation": {"nor": "Norland"},
    "space": {"A1": "Tunis", "A2": "Bone"},
    "phase": {"march": "Movement"},
}


def names(kind: str, id: str) -> str:
    return NAMES.get(kind, {}).get(id, "")


# condition, does it hold in Now(), its sentence, the sentence of its contrary
CASES: list[tuple[dict[str, Any], bool, str, str]] = [
    ({}, True, "always", "never"),
    ({"always": True}, True, "always", "never"),
    ({"never": True}, False, "never", "always"),
    ({"turn": 3}, True, "it is turn 3", "it is not turn 3"),
    ({"turn": {"from": 4}}, False, "it is turn 4 or later", "it is before turn 4"),
    ({"turn": {"to": 3}}, True, "it is turn 3 or earlier", "it is after turn 3"),
    ({"turn": {"from": 2, "to": 5}}, True, "it is one of the turns 2 to 5", "it is not one of the turns 2 to 5"),
    (
        {"control": {"spaces": ["A1", "A2"], "by": "north"}},
        True,
        "the Northern side controls Tunis and Bone",
        "the Northern side does not control all of Tunis and Bone",
    ),
    (
        {"control": {"spaces": ["A1", "A3"], "by": "nor"}},
        False,
        "Norland controls Tunis and A3",
        "Norland does not control all of Tunis and A3",
    ),
    (
        {"control": {"zone": "coast", "tags": ["city"], "by": "south", "at_least": 1}},
        True,
        "the Southern side controls at least 1 of the spaces of coast and the spaces tagged city",
        "the Southern side controls fewer than 1 of the spaces of coast and the spaces tagged city",
    ),
    (
        {"control": {"tags": ["city"], "by": "north"}},
        False,
        "the Northern side controls every space tagged city",
        "the Northern side does not control every space tagged city",
    ),
    (
        {"units": {"side": "north", "tag": "armour"}},
        True,
        "the Northern side has any units tagged armour, counting those in containers and boxes",
        "the Northern side has no units tagged armour, counting those in containers and boxes",
    ),
    (
        {"units": {"nation": "nor", "at": "A2", "at_least": 2}},
        True,
        "Norland has at least 2 units at Bone, counting those in containers and boxes",
        "Norland has fewer than 2 units at Bone, counting those in containers and boxes",
    ),
    (
        {"units": {"nation": "nor", "zone": "coast", "at_most": 2, "aboard": False}},
        True,
        "Norland has at most 2 units in coast, not counting those in containers and boxes",
        "Norland has more than 2 units in coast, not counting those in containers and boxes",
    ),
    (
        {"units": {"type": "inf", "at_most": 0}},
        False,
        "anyone has no units of type inf, counting those in containers and boxes",
        "anyone has any units of type inf, counting those in containers and boxes",
    ),
    ({"done": "march"}, True, "the phase Movement is done", "the phase Movement is not done"),
    (
        {"marker": {"space": "A3", "kind": "trench", "owner": "south"}},
        True,
        "there is a trench marker of Southern in A3",
        "there is no trench marker of Southern in A3",
    ),
    ({"feature": {"space": "A2", "kind": "port"}}, False, "there is a port in Bone", "there is no port in Bone"),
    (
        {"feature": {"space": "A1", "kind": "port", "field": "size", "at_least": 3}},
        True,
        "the size of the port in Tunis is at least 3",
        "the size of the port in Tunis is not at least 3",
    ),
    (
        {"feature": {"space": "A1", "kind": "port", "field": "open", "is": True}},
        True,
        "the open of the port in Tunis is yes",
        "the open of the port in Tunis is not yes",
    ),
    ({"plugin": "weather"}, True, "the plug-in weather is in play", "the plug-in weather is not in play"),
    (
        {"side_empty": "south"},
        False,
        "the Southern side has no units left, counting those in containers and boxes",
        "the Southern side has units left, counting those in containers and boxes",
    ),
]


@pytest.mark.parametrize(("raw", "holds", "sentence", "contrary"), CASES)
def test_facts(raw: dict[str, Any], holds: bool, sentence: str, contrary: str) -> None:
    condition = compile_condition(raw)
    assert condition.holds(Now()) is holds
    assert condition.sentence(names) == sentence
    if raw:
        negated = compile_condition({"not": raw})
        assert negated.holds(Now()) is not holds
        assert negated.sentence(names) == contrary
        assert compile_condition({"not": {"not": raw}}).sentence(names) == sentence


def test_every_shipped_fact_is_tried() -> None:
    assert {word for raw, *_ in CASES for word in raw} == set(FACTS)


def test_several_keys_mean_all_of_them() -> None:
    condition = compile_condition({"control": {"spaces": ["A1"], "by": "north"}, "turn": {"from": 10}})
    assert condition.sentence(names) == "the Northern side controls Tunis and it is turn 10 or later"
    assert not condition.holds(Now())
    assert condition.holds(Now(turn=10))


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"any": [{"turn": 1}, {"turn": 2}]}, "it is turn 1 or it is turn 2"),
        ({"not": {"any": [{"turn": 1}, {"turn": 2}]}}, "it is not turn 1 and it is not turn 2"),
        ({"not": {"all": [{"turn": 1}, {"turn": 2}]}}, "it is not turn 1 or it is not turn 2"),
        ({"done": "x", "any": [{"turn": 1}, {"turn": 2}]}, "the phase x is done and (it is turn 1 or it is turn 2)"),
        (
            {"not": {"done": "x", "any": [{"turn": 1}, {"turn": 2}]}},
            "the phase x is not done or (it is not turn 1 and it is not turn 2)",
        ),
        ({"all": [{"turn": 1}, {"all": [{"done": "x"}]}]}, "it is turn 1 and the phase x is done"),
        ({"not": {"all": [{"not": {"turn": 1}}, {"turn": 2}]}}, "it is turn 1 or it is not turn 2"),
    ],
)
def test_groups_in_english(raw: dict[str, Any], sentence: str) -> None:
    assert compile_condition(raw).sentence() == sentence


LEAVES = st.sampled_from(["p", "q", "r"]).map(lambda phase: {"done": phase})
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.fixed_dictionaries({"all": st.lists(inner, min_size=1, max_size=3)})
        | st.fixed_dictionaries({"any": st.lists(inner, min_size=1, max_size=3)})
        | st.fixed_dictionaries({"not": inner})
    ),
    max_leaves=8,
)


def _meaning(raw: dict[str, Any], done: frozenset[str]) -> bool:
    (word, value), *_ = raw.items()
    if word == "done":
        return value in done
    if word == "not":
        return not _meaning(value, done)
    parts = [_meaning(part, done) for part in value]
    return all(parts) if word == "all" else any(parts)


def _meaning_of_sentence(sentence: str, done: frozenset[str]) -> bool:
    text = sentence
    for phase in "pqr":
        text = text.replace(f"the phase {phase} is not done", str(phase not in done))
        text = text.replace(f"the phase {phase} is done", str(phase in done))
    return bool(eval(text))


@given(TREES, st.frozensets(st.sampled_from("pqr")))
def test_the_sentence_says_what_the_condition_means(raw: dict[str, Any], done: frozenset[str]) -> None:
    condition = compile_condition(raw)
    assert condition.holds(Now(finished=done)) == _meaning(raw, done)
    assert _meaning_of_sentence(condition.sentence(), done) == _meaning(raw, done)


@pytest.mark.case("M13")
def test_loading_a_unit_flips_a_condition_only_if_its_sentence_says_so() -> None:
    """M13: units in containers count unless the condition says otherwise."""
    ashore, aboard = Piece("t", "tank", "sud", "A1"), Piece("t", "tank", "sud", "boat")
    boat = Piece("boat", "ship", "nor", "A2")
    for counts, text in ((True, "counting"), (False, "not counting")):
        condition = compile_condition({"units": {"nation": "sud", "tag": "armour", "aboard": counts}})
        assert condition.holds(Now(pieces=[ashore]))
        assert condition.holds(Now(pieces=[aboard, boat])) is counts
        assert condition.holds(Now(pieces=[Piece("t", "tank", "sud", "pool")])) is counts
        assert f", {text} those in containers and boxes" in condition.sentence()


@pytest.mark.parametrize(
    ("raw", "path", "code"),
    [
        ({"turm": 3}, ("turm",), "H702"),
        ({"turn": "3"}, ("turn", "is"), "H703"),
        ({"turn": 3.0}, ("turn", "is"), "H703"),
        ({"turn": {}}, ("turn",), "H703"),
        ({"turn": {"from": 5, "to": 4}}, ("turn",), "H703"),
        ({"turn": {"form": 5}}, ("turn", "form"), "H202"),
        ({"all": []}, ("all",), "H701"),
        ({"any": {"turn": 3}}, ("any",), "H701"),
        ({"all": [{"turn": 3}, 4]}, ("all", 1), "H701"),
        ({"not": {}}, ("not",), "H701"),
        ({"not": 3}, ("not",), "H701"),
        ({"control": {"by": "nor"}}, ("control",), "H703"),
        ({"control": {"spaces": ["A1"]}}, ("control",), "H703"),
        ({"control": {"spaces": "A1", "by": "nor"}}, ("control", "spaces"), "H703"),
        ({"control": {"spaces": ["A1"], "by": "nor", "at_least": 2}}, ("control",), "H703"),
        ({"units": {"at_least": 3, "at_most": 2}}, ("units",), "H703"),
        ({"feature": {"space": "A1", "kind": "port", "field": "size"}}, ("feature",), "H703"),
        ({"never": False}, ("never",), "H703"),
    ],
)
def test_wrong_conditions(raw: dict[str, Any], path: tuple[Any, ...], code: str) -> None:
    with pytest.raises(ConditionError) as caught:
        compile_condition(raw)
    assert [(f.path, f.code) for f in caught.value.faults] in ([(path, code)], [(path[:-1], code)])


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ConditionError) as caught:
        compile_condition({"any": [{"turn": True}, {"donne": "x"}], "not": {"plugin": 3}})
    assert [f.path for f in caught.value.faults][1:] == [("any", 1, "donne"), ("not", "plugin", "id")]
    assert caught.value.faults[1].hint == "did you mean done?"


@frozen
class Raining:
    """raining = "heavy": a plug-in's own fact."""

    SHORTHAND: ClassVar[str] = "how"
    how: str

    def holds(self, position: Any) -> bool:
        return bool(position.turn == 3)

    def sentence(self, names: Any, negated: bool) -> str:
        return f"it does not rain {self.how}" if negated else f"it rains {self.how}"


def test_plug_ins_add_facts() -> None:
    condition = compile_condition({"not": {"raining": "hard"}}, {**FACTS, "raining": Raining})
    assert isinstance(condition, Condition)
    assert not condition.holds(Now())
    assert condition.sentence() == "it does not rain hard"
    assert [(path, fact.how) for path, fact in condition.facts()] == [(("not", "raining"), "hard")]
