"""How faults look: place, source line, caret by display width, folding, JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexwright.errors import Fault
from hexwright.ruleset.diagnostics import display_width, render, render_github, render_json, summary


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
    assert render(faults, allowed=3).endswith("2 errors and 1 warning in 2 files, 3 allowed")
    assert summary([], 1) == "no faults, 1 allowed"


def test_everyone_who_set_the_value_is_told_in_order() -> None:
    chain = (("units.toml:12", "base"), ("plug-in rain", "plug-in rain"), ("variants/hard.toml:4", "variant hard"))
    shown = render([_fault("x = 1", 1, chain=chain)])
    assert "  set: units.toml:12 (base), plug-in rain, variants/hard.toml:4 (variant hard)\n" in shown


def test_identical_faults_are_folded() -> None:
    faults = [_fault("x = 1", 1, line=n) for n in range(1, 16)]
    shown = render(faults)
    assert shown.count("unknown key") == 1
    assert f"and 14 more like it: {', '.join(f'a b.toml:{n}' for n in range(2, 10))}, ..." in shown
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


def test_programs_get_every_fault_in_the_same_order() -> None:
    faults = [_fault("x = 1", 1, line=n, code=code) for n in range(1, 9) for code in ("H202", "H204")]
    assert [(e["line"], e["code"]) for e in json.loads(render_json(faults))] == [(f.line, f.code) for f in faults]
    lines = render_github(faults).split("\n")
    assert [line.split("line=")[1].split(",")[0] for line in lines] == [str(f.line) for f in faults]
    shown = render(faults)
    assert shown.index("H202") < shown.index("H204")
    assert shown.count("and 7 more like it") == 2


GITHUB: dict[str, tuple[dict[str, object], str]] = {
    "plain": (
        {"column": 3, "width": 2, "related": (("defined", "a.toml:1"),)},
        "::error file=a b.toml,line=3,col=3,endColumn=5,title=H202::unknown key 'x'%0Adefined: a.toml:1",
    ),
    "no line": ({"line": 0, "column": 0}, "::error file=a b.toml,title=H202::unknown key 'x'"),
    "no file": ({"line": 0, "column": 0, "file": "", "level": "warning"}, "::warning title=H202::unknown key 'x'"),
    "escapes": (
        {"file": "100%,a:b\r.toml", "line": 0, "column": 0, "message": "50%: a, b\r\nc", "hint": "y::z"},
        "::error file=100%25%2Ca%3Ab%0D.toml,title=H202::50%25: a, b%0D%0Ac%0Ahint: y::z",
    ),
}


@pytest.mark.parametrize("what", GITHUB)
def test_annotations_for_github(what: str) -> None:
    more, expected = GITHUB[what]
    given: dict[str, Any] = {"column": 1, **more}
    assert render_github([_fault("  x = 1", **given)]) == expected


def test_json_has_these_keys_only() -> None:
    chain, related = (("u.toml:1", "base"), ("v.toml:2", "variant v")), (("defined", "m.toml:7"),)
    (entry,) = json.loads(render_json([_fault("日 x = 1", 3, 2, hint="h", path="a.x", chain=chain, related=related)]))
    assert entry == {
        "code": "H202",
        "level": "error",
        "file": "a b.toml",
        "line": 3,
        "column": 3,
        "end_column": 5,
        "width": 2,
        "path": "a.x",
        "message": "unknown key 'x'",
        "hint": "h",
        "source": "日 x = 1",
        "related": [{"label": "defined", "where": "m.toml:7"}],
        "chain": [{"where": "u.toml:1", "layer": "base"}, {"where": "v.toml:2", "layer": "variant v"}],
    }
    assert json.loads(render_json([])) == []
    assert render_json([_fault("日 x = 1", 3, path="a.日")]).isascii()  # any terminal can print it
