"""Every path of any valid TOML text has its place: the text there is the value, the key there is the key."""

from __future__ import annotations

import math
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from hexwright.ruleset.positions import Path, Positions

BARE = st.from_regex(r"[A-Za-z0-9_-]{1,6}", fullmatch=True)
ODD = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=6)
KEYS = BARE | ODD


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


@st.composite
def _string(draw: st.DrawFn) -> str:
    text = draw(ODD | st.just("a # b = [1]") | st.just('x"y') | st.just("line\nline"))
    form = draw(st.integers(0, 4))
    if form == 1 and "'" not in text and "\n" not in text:
        return f"'{text}'"
    if form == 2 and '"""' not in text and not text.endswith('"') and "\\" not in text:
        return f'"""{text}""""'  # a quote right before the end belongs to the text
    if form == 3 and "'''" not in text and not text.endswith("'"):
        return f"'''\n{text}''''"
    if form == 4:
        return '"""a \\\n   b"""'
    return _quoted(text)


NUMBERS = st.sampled_from(["0", "-17", "+3_000", "0xDEAD", "1.5", "-2e10", "inf", "nan", "true", "false"])
DATES = st.sampled_from(["1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00"])
ATOMS = NUMBERS | DATES | st.just("1979-05-27 07:32:00.5-07:00")
GAP = st.sampled_from(["", " ", "\n", " # a comment ] } ' \"\n", "\t"])
LINE_GAP = st.sampled_from(["", " ", "\t "])


@st.composite
def _value(draw: st.DrawFn, depth: int = 0) -> str:
    form = draw(st.integers(0, 5 if depth < 3 else 1))
    if form == 0:
        return draw(ATOMS)
    if form <= 3:
        return draw(_string())
    if form == 4:
        items = [draw(GAP) + draw(_value(depth + 1)) + draw(GAP) for _ in range(draw(st.integers(0, 3)))]
        return "[" + ",".join(items) + (draw(st.sampled_from(["", ","])) if items else "") + draw(GAP) + "]"
    keys = draw(st.lists(KEYS, unique=True, max_size=3))
    pairs = [f" {_key(draw, [k])} = {draw(_value(depth + 1))}" for k in keys]
    return "{" + ",".join(pairs) + " }"


def _key(draw: st.DrawFn, parts: list[str]) -> str:
    bare = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    shown = [p if p and set(p) <= bare and draw(st.booleans()) else _quoted(p) for p in parts]
    return (draw(LINE_GAP) + "." + draw(LINE_GAP)).join(shown)


@st.composite
def _document(draw: st.DrawFn) -> str:
    lines = []
    for _ in range(draw(st.integers(0, 6))):
        form = draw(st.integers(0, 4))
        path = draw(st.lists(KEYS, min_size=1, max_size=3))
        if form == 0:
            lines.append(f"[{draw(LINE_GAP)}{_key(draw, path)}{draw(LINE_GAP)}]")
        elif form == 1:
            lines.append(f"[[{_key(draw, path)}]] # and so on")
        elif form == 2:
            lines.append("# a [comment] = 'x")
        lines.append(
            f"{draw(LINE_GAP)}{_key(draw, path)}{draw(LINE_GAP)}={draw(LINE_GAP)}{draw(_value())}{draw(LINE_GAP)}"
        )
    return "\n".join(lines) + draw(st.sampled_from(["", "\n"]))


def _paths(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    own = [(path, value)] if path else []
    return own + [found for key, item in items for found in _paths(item, (*path, key))]


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, float) and math.isnan(a):
        return isinstance(b, float) and math.isnan(b)
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(_same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(_same, a, b))
    return type(a) is type(b) and a == b


@given(_document())
def test_every_path_has_its_place(text: str) -> None:
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError:
        return
    where = Positions(text)
    assert set(where.spans) == {path for path, _ in _paths(data)}
    for path, value in _paths(data):
        span = where.spans[path]
        name = path[-1]
        if isinstance(name, str):
            key = text[span.key :]
            written = tomli.loads(f"{_first_part(key)} = 1")
            assert list(written) == [name]
        shown = text[span.value : span.end]
        is_header = span.value < span.key
        if not isinstance(value, (dict, list)) or (not is_header and _is_inline(shown)):
            assert _same(value, tomli.loads(f"x = {shown}")["x"])


def _is_inline(shown: str) -> bool:
    """Whether the place of a table or array is its own text, not a header or a part of a dotted key."""
    try:
        return isinstance(tomli.loads(f"x = {shown}")["x"], (dict, list))
    except tomli.TOMLDecodeError:
        return False


def _first_part(key: str) -> str:
    for end in range(1, len(key) + 1):
        try:
            tomli.loads(f"{key[:end]} = 1")
        except tomli.TOMLDecodeError:
            continue
        if key[0] in "\"'" or end == len(key) or key[end] in " \t.=]":
            return key[:end]
    return key


@pytest.mark.parametrize(
    ("text", "path", "line", "column"),
    [
        ("a = 1\n[b]\nc = 2\n", ("b", "c"), 3, 1),
        ("[[a]]\nx = 1\n[[a]]\nx = 2\n", ("a", 1, "x"), 4, 1),
        ("[[a]]\n[a.b]\nx = 1\n[[a]]\n[a.b]\nx = 2\n", ("a", 1, "b", "x"), 6, 1),
        ("[[a]]\n[[a.b]]\n[[a.b]]\nx=1\n[[a]]\n[[a.b]]\nx=1\n", ("a", 1, "b", 0, "x"), 7, 1),
        ('x = { "日本" = 1, b.c = [1, 22] }\n', ("x", "b", "c", 1), 1, 27),
        ("x.y.z = 1\n", ("x", "y"), 1, 3),
    ],
)
def test_places(text: str, path: Path, line: int, column: int) -> None:
    where = Positions(text)
    assert where.line_column(where.spans[path].key) == (line, column)


def test_lines_of_a_text() -> None:
    where = Positions("one\ntwo\n")
    assert [where.line(n) for n in (0, 1, 2, 3, 4)] == ["", "one", "two", "", ""]
    assert where.line_column(4) == (2, 1)
