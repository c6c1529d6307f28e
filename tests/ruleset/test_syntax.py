"""Syntax errors of TOML are told in a designer's words, at the key that is meant."""

from __future__ import annotations

import pytest
import tomli

from hexwright.ruleset.syntax import told

CASES = [
    ("a = 1\nb = 2\n  a = 2 # again\n", 3, 3, "'a' is set twice", "first at line 1"),
    ("[t]\na = 1\n[t.a]\n[t]\n", 3, 1, "the table [t.a] stands twice", ""),
    ("[t]\na = 1\n[ u ]\n[t] # again\n", 4, 1, "the table [t] stands twice", "first at line 1"),
    ("[a.b]\nx = 1\n[a]\nb = 3\n", 4, 1, "'b' is set twice", ""),
    ('a = "x\nb = 2\n', 1, 7, "a text is not closed", "it ends with the quotation mark that it began with"),
    ("a = 'x\nb = 2\n", 1, 7, "a text is not closed", "it ends with the quotation mark that it began with"),
    ("a = x\n", 1, 5, "invalid value", "put text in quotes; write true and false small"),
    ("a = { b = 1 }\na.c = 2\n", 2, 8, "'a.c' adds to a table in braces", None),
    ("a 1\n", 1, 3, "expected '=' after a key in a key/value pair", ""),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), CASES)
def test_a_syntax_error_is_told_in_words(text: str, line: int, column: int, message: str, hint: str | None) -> None:
    with pytest.raises(tomli.TOMLDecodeError) as caught:
        tomli.loads(text)
    it = told(caught.value.msg, text, caught.value.lineno, caught.value.colno)
    assert (it.message, it.line, it.column) == (message, line, column)
    assert hint is None or it.hint == hint
