"""How faults look: place, source line, caret by display width, folding, JSON."""

from __future__ import annotations

import json

import pytest

from hexwright.errors import Fault
from hexwright.ruleset.diagnostics import display_width, render, render_json, summary


def _fault(source: str, column: int, width: int = 1, **more: object) -> Fault:
    known = {"code": "H202", "level": "error", "message": "unknown key 'x'", "file": "a b.toml", "line": 3}
    return Fault(**{**known, "column": column, "source": source, "width": width, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("日本第八軍", 10),
        ("H\u0308e\u0308x\u030a", 3),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", 2),
        ("a\u200bb", 2),
        ("\t", 4),
        ("ＡＢ", 4),
    ],
)
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width


@pytest.mark.case("L06")
@pytest.mark.parametrize(
    "before",
    [
        "",
        "key = ",
        "\t\t",
        '"日本" = ',
        'n = "H\u0308e\u0308" ',
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 ",
        "\u200b",
    ],
)
def test_the_caret_stands_under_the_faulty_characters(before: str) -> None:
    """L06: by display width, whatever stands before."""
    shown = render([_fault(f"{before}bad = 1", len(before) + 1, 3)]).split("\n")
    source, caret = shown[1], shown[2]
    assert display_width(source[: source.index("bad")]) == display_width(caret[: caret.index("^")])
    assert caret.strip("| ") == "^^^"


def test_a_whole_report() -> None:
    faults = [
        _fault("  x = 1", 3, hint="did you mean y?", related=(("defined", "map.toml:7"),)),
        Fault("H102", "error", "cannot be read: no permission", "b.toml"),
        Fault("H510", "warning", "too late", "b.toml", 1, 1),
    ]
    assert render(faults) == (
        "a b.toml:3:3: error[H202] unknown key 'x'\n"
        "    3 |   x = 1\n"
        "      |   ^\n"
        "  hint: did you mean y?\n"
        "  defined: map.toml:7\n"
        "b.toml: error[H102] cannot be read: no permission\n"
        "b.toml:1:1: warning[H510] too late\n"
        "2 errors and 1 warning in 2 files"
    )
    assert summary([]) == render([]) == "no faults"


def test_identical_faults_are_folded() -> None:
    faults = [_fault("x = 1", 1, line=n) for n in range(1, 16)]
    shown = render(faults)
    assert shown.count("unknown key") == 1
    assert "and 14 more like it: a b.toml:2, a b.toml:3, a b.toml:4, ..." in shown
    assert shown.endswith("15 errors in 1 file")
    assert render(faults, fold=False).count("unknown key") == 15


def test_colour_only_on_request_and_nothing_else_reaches_the_terminal() -> None:
    fault = _fault("x = 1 \x1b[31m", 1, message="bad \x1b[2J name")
    assert "\x1b" not in render([fault])
    assert "\x1b[31;1merror[H202]\x1b[0m" in render([fault], colour=True)


def test_long_lines_are_cut_around_the_caret() -> None:
    source = "a" * 500 + "BAD" + "b" * 500
    shown = render([_fault(source, 501, 3)]).split("\n")
    assert len(shown[1]) < 200
    assert shown[1].index("BAD") == shown[2].index("^^^")


def test_json_has_these_keys_only() -> None:
    (entry,) = json.loads(render_json([_fault("日 x = 1", 3, hint="h", path="a.x")]))
    assert entry == {
        "code": "H202",
        "level": "error",
        "file": "a b.toml",
        "line": 3,
        "column": 3,
        "path": "a.x",
        "message": "unknown key 'x'",
        "hint": "h",
    }
    assert json.loads(render_json([])) == []
    assert render_json([_fault("日 x = 1", 3, path="a.日")]).isascii()  # any terminal can print it
