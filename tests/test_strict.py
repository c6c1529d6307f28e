"""No lax conversion: found and wanted in words, and what to write instead."""

from __future__ import annotations

import datetime
from typing import Any, ClassVar, Literal

import pytest
from attrs import field, frozen

from hexwright.strict import structure


@frozen
class Inner:
    """A table with a short form."""

    SHORTHAND: ClassVar[str] = "cost"
    cost: int
    stop: bool = False


@frozen
class Outer:
    """Every form of value."""

    number: int = 0
    text: str = ""
    flag: bool = False
    share: float = 0.0
    words: tuple[str, ...] = ()
    pair: tuple[str, str] = ("a", "b")
    way: Literal["in", "out"] = "in"
    either: int | tuple[int, ...] = 0
    maybe: Inner | None = None
    costs: dict[str, Inner] = field(factory=dict)
    free: dict[str, Any] = field(factory=dict)


DAY = datetime.date(1942, 11, 8)


@pytest.mark.parametrize(
    ("given", "code", "message", "hint"),
    [
        ({"number": True}, "H201", "wanted a whole number, found true", "write 1 if you mean the number"),
        ({"number": "3"}, "H201", 'wanted a whole number, found the text "3"', "write 3 without quotes"),
        ({"number": 2.0}, "H201", "wanted a whole number, found the number 2.0", "write 2"),
        ({"number": -0.0}, "H201", "wanted a whole number, found the number -0.0", "write 0"),
        ({"number": 3.7}, "H201", "wanted a whole number, found the number 3.7", "fractions are not used"),
        ({"number": float("inf")}, "H201", "wanted a whole number, found the number far too large", ""),
        ({"number": float("nan")}, "H201", "wanted a whole number, found nan", ""),
        ({"number": 1e300}, "H201", "wanted a whole number, found the number far too large", "fractions are not used"),
        ({"number": 2**60}, "H201", "this number is too large", f"the largest is {2**53}"),
        ({"number": DAY}, "H207", "wanted a whole number, found a date", "put it in quotes if you mean text"),
        ({"text": 7}, "H201", "wanted text, found the number 7", 'write "7"'),
        ({"text": DAY}, "H207", "wanted text, found a date", "put it in quotes if you mean text"),
        ({"text": "a\x1bb"}, "H206", "a control character (U+001B) in a text", "type the text anew"),
        ({"flag": 1}, "H201", "wanted true or false, found the number 1", "write true"),
        ({"flag": "true"}, "H201", 'wanted true or false, found the text "true"', "write true without quotes"),
        ({"share": float("nan")}, "H201", "wanted a number, found nan", ""),
        ({"words": "armour"}, "H201", 'wanted a list, found the text "armour"', 'write ["armour"]'),
        ({"words": {}}, "H201", "wanted a list, found a table", ""),
        ({"pair": ["a"]}, "H201", "wanted a list of exactly 2, found 1", ""),
        ({"way": "inn"}, "H204", "'inn' is not one of 'in', 'out'", "did you mean 'in'?"),
        ({"way": 3}, "H201", "wanted 'in', 'out', found the number 3", ""),
        ({"either": "x"}, "H201", 'wanted a whole number or a list, found the text "x"', ""),
        ({"either": [1, "2"]}, "H201", 'wanted a whole number, found the text "2"', "write 2 without quotes"),
        ({"maybe": "x"}, "H201", 'wanted a whole number, found the text "x"', ""),
        ({"maybe": {"stop": True}}, "H203", "the key 'cost' is missing", ""),
        ({"costs": {"a": {"cost": 1, "stpo": True}}}, "H202", "unknown key 'stpo'", "did you mean stop?"),
        ({"free": {"a": [{"b": DAY}]}}, "H207", "wanted a number, text, list or table, found a date", None),
        ({"free": {"a": float("inf")}}, "H201", "wanted a number, found inf", ""),
    ],
)
def test_what_is_told(given: dict[str, Any], code: str, message: str, hint: str | None) -> None:
    value, flaws = structure(given, Outer)
    assert value is None
    assert [(f.code, f.message) for f in flaws] == [(code, message)]
    assert hint is None or flaws[0].hint == hint


def test_what_is_right() -> None:
    given = {
        "words": ["a"],
        "either": [1, 2],
        "maybe": 3,
        "costs": {"x": 1, "y": {"cost": 2, "stop": True}},
        "share": 1,
    }
    value, flaws = structure({**given, "free": {"a": [1, {"b": "x\ty\n"}]}}, Outer)
    assert flaws == ()
    assert value == Outer(
        words=("a",),
        either=(1, 2),
        maybe=Inner(3),
        costs={"x": Inner(1), "y": Inner(2, True)},
        share=1.0,
        free={"a": [1, {"b": "x\ty\n"}]},
    )


def test_all_flaws_at_once_with_their_paths() -> None:
    _, flaws = structure({"number": "x", "costs": {"a": True, "b": {}}, "words": ["a", 3], "wrods": []}, Outer)
    assert {f.path for f in flaws} == {("number",), ("costs", "a", "cost"), ("costs", "b"), ("words", 1), ("wrods",)}
