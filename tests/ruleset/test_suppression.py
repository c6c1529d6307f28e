"""Comments that allow warnings: which lines they cover, in which files, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.errors import Fault
from hexwright.ruleset.faults import CODES
from hexwright.ruleset.layers import Source
from hexwright.ruleset.load import load_with_faults
from hexwright.ruleset.suppression import Sifted, read_allowances, sift

ALLOW = "# hexwright: allow"


def found(small: Path, *variants: str, allowed: list[Fault] | None = None) -> list[tuple[str, str, int]]:
    """(code, file, line) of every fault of the small ruleset, all checks made."""
    _, faults = load_with_faults(small, variants=variants, frames=("pass",), map_facts=True, allowed=allowed)
    return [(f.code, Path(f.file).name, f.line) for f in faults if f.code in ("H509", "H111", "H112", "H113", "H114")]


def idle(small: Path, text: str, file: str = "zz.toml") -> None:
    (small / file).write_text(text, encoding="utf-8")


IDLE = '[phase.idle]\nname = "Idle"\nframe = "pass"\n'

COVERING = {
    "at the end of the line": f'[phase.idle] {ALLOW} H509\nname = "Idle"\nframe = "pass"\n',
    "above the table": f"\n{ALLOW} H509\n{IDLE}",
    "above the table, with more comments": f"\n# one\n{ALLOW} H509\n# two\n{IDLE}",
    "first in the table": f'[phase.idle]\n\n# one\n{ALLOW} H509\nname = "Idle"\nframe = "pass"\n',
    "at the top of the file": f"# The file.\n{ALLOW} H509\n\n{IDLE}",
    "with a reason": f"{ALLOW} H509: who knows, H999\n{IDLE}",
    "with blanks": f"#hexwright:  allow   H509 \n{IDLE}",
    "above the table around it": f'{ALLOW} H509\n[phase]\n[phase.idle]\nframe = "pass"\n',
}


@pytest.mark.parametrize("place", COVERING)
def test_a_comment_allows_a_warning(small: Path, place: str) -> None:
    idle(small, COVERING[place])
    allowed: list[Fault] = []
    assert found(small, allowed=allowed) == []
    assert [f.code for f in allowed] == ["H509"]


NOT_COVERING = {
    "another table": (f'{ALLOW} H509\n[rule.x]\ntitle = "x"\n{IDLE}', [("H113", 1), ("H509", 4)]),
    "another line": (f'[phase.idle]\nname = "Idle" {ALLOW} H509\nframe = "pass"\n', [("H113", 2), ("H509", 1)]),
    "another code": (f"{ALLOW} H510\n{IDLE}", [("H113", 1), ("H509", 2)]),
    "a text that looks like one": (
        '[phase.idle]\nname = """\n# hexwright: allow H509\n"""\nframe = "pass"\n[rule.x]\n'
        'text = "# hexwright: allow H509"\ntitle = \'\'\'# hexwright: allow H509\'\'\'\n',
        [("H509", 1)],
    ),
    "in the middle of a table": (f'[phase.idle]\nname = "x"\n{ALLOW} H509\nframe = "pass"', [("H114", 3), ("H509", 1)]),
    "no code": (f"{ALLOW}\n{IDLE}", [("H114", 1), ("H509", 2)]),
    "another word": (f"# hexwright: ignore H509\n{IDLE}", [("H114", 1), ("H509", 2)]),
    "an unknown code": (f"{ALLOW} H999, H509\n{IDLE}", [("H112", 1)]),
    "an error": (f"{ALLOW} H509, H202\n{IDLE}", [("H111", 1)]),
    "itself": (f"{ALLOW} H509, H113\n{IDLE}", [("H111", 1)]),
}  # fmt: skip


@pytest.mark.parametrize("what", NOT_COVERING)
def test_what_allows_nothing_is_told(small: Path, what: str) -> None:
    text, expected = NOT_COVERING[what]
    idle(small, text)
    assert sorted((code, line) for code, _, line in found(small)) == sorted(expected)


@pytest.mark.parametrize("file", ["zz.toml", "scenarios/dawn.toml", "variants/v.toml"])
def test_every_kind_of_file_may_allow(small: Path, file: str) -> None:
    kind = file.partition("s/")[0]
    head = f'[{kind}]\ntitle = "X"\n' if "/" in file else ""
    idle(small, head + IDLE.replace("[phase.idle]", f"[phase.idle]  {ALLOW} H509"), file)
    assert found(small, *(["v"] if "variants" in file else [])) == []
    idle(small, head + IDLE, file)
    assert [code for code, *_ in found(small, *(["v"] if "variants" in file else []))] == ["H509"]


def test_an_error_stays_and_stops_the_game(small: Path) -> None:
    idle(small, f'[phase.idle]\nfrmae = "pass"  {ALLOW} H202\n')
    rules, faults = load_with_faults(small, frames=("pass",))
    assert rules is None
    assert {f.code for f in faults} >= {"H111", "H202"}
    idle(small, f'[rule.x]\ntitle = "x"  {ALLOW} H202\n')
    rules, faults = load_with_faults(small, frames=("pass",))
    assert (rules, [f.code for f in faults]) == (None, ["H111"])


def test_what_is_unused_is_told_when_all_was_looked_at_and_nothing_is_wrong(small: Path) -> None:
    idle(small, f'[rule.x]\ntitle = "x"  {ALLOW} H509\n')
    assert found(small) == [("H113", "zz.toml", 2)]
    assert load_with_faults(small, frames=("pass",))[1] == ()
    idle(small, f'[rule.x]\ntitle = "x"  {ALLOW} H509\ntxet = "x"\n')
    assert found(small) == []


def test_the_caret_stands_under_the_code(small: Path) -> None:
    idle(small, f'[rule.x]\ntitle = "#"  {ALLOW} H509 , H510: both\n')
    _, faults = load_with_faults(small, frames=("pass",), map_facts=True)
    assert [f.source[f.column - 1 : f.end_column - 1] for f in faults if f.code == "H113"] == ["H509", "H510"]


# ------------------------------------------------------------------ lines, by hand

TEXT = """\
# hexwright: allow H510: all

top = [
  1,
  2,
] # hexwright: allow H511
[a]
x = 1
[a.b]
y = 2
[c] # hexwright: allow H512
# hexwright: allow H608
z = { q = [
  1 ] } # hexwright: allow H511
# hexwright: allow H511
[[d]]
e = 1
[d.f]
[[d]]
# hexwright: allow H509
"""


def test_lines_that_comments_speak_of() -> None:
    import tomli

    source = Source("base", "t.toml", TEXT, tomli.loads(TEXT))
    allowances, faults = read_allowances([source])
    assert faults == ()
    assert [(a.code, a.first, a.last) for a in allowances] == [
        ("H510", 1, 21),
        ("H511", 3, 6),
        ("H512", 11, 11),
        ("H608", 11, 15),
        ("H511", 13, 14),
        ("H511", 16, 18),
        ("H509", 19, 21),
    ]
    fault = Fault("H511", "warning", "x", "t.toml", 5, 1)
    assert sift([fault], allowances).allowed == (fault,)
    other = Fault("H511", "warning", "x", "u.toml", 5, 1)
    assert sift([other], allowances).kept == (other,)
    assert sift([], ()) == Sifted(())


def test_only_warnings_can_be_allowed() -> None:
    for code, meant in CODES.items():
        source = Source("base", "t.toml", f"a = 1 {ALLOW} {code}", {"a": 1})
        allowances, faults = read_allowances([source])
        may = meant.level == "warning" and code not in ("H112", "H113", "H114")
        assert ([a.code for a in allowances], [f.code for f in faults]) == (([code], []) if may else ([], ["H111"]))


def test_a_search_that_breaks_is_one_fault(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(sources: object) -> None:
        raise RuntimeError("no eyes")

    monkeypatch.setattr("hexwright.ruleset.load.read_allowances", broken)
    idle(small, IDLE)
    rules, faults = load_with_faults(small, frames=("pass",))
    assert rules is None
    assert sorted(f.code for f in faults) == ["H509", "H900"]
    assert "no eyes" in next(f.message for f in faults if f.code == "H900")
