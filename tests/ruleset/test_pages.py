"""The pages of the diagnostic codes: every code has one, and what it shows as wrong or right is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.errors import Fault, UnknownId
from hexwright.game import Game
from hexwright.ruleset.faults import CODES
from hexwright.ruleset.pages import FOLDER, Block, Laid, PageError, as_rst, lay_out, page, read_page

PAGES = sorted(file.stem for file in FOLDER.glob("*.md"))


def _load(laid: Laid) -> tuple[Fault, ...]:
    _, faults = Game.load_with_faults(
        laid.folder,
        scenario=laid.scenario,
        variants=laid.variants,
        settings=laid.settings,
        map_facts=True,
    )
    return faults


def _told(fault: Fault, laid: Laid) -> tuple[str, str, int]:
    """(code, file, line) as a mark gives it; a fault of the command line has no file."""
    if fault.file in ("--set", str(laid.folder)):
        return fault.code, "", 0
    return fault.code, Path(fault.file).relative_to(laid.folder).as_posix(), fault.line


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert sorted(CODES) == PAGES


def test_the_example_has_no_faults_in_any_layer(tmp_path: Path) -> None:
    laid = lay_out((), tmp_path)
    assert _load(laid) == ()
    assert _load(Laid(laid.folder, variants=("short_summer",), settings=("winter.comes=4",))) == ()


@pytest.mark.parametrize("code", PAGES)
def test_the_wrong_example_fires_the_code_on_the_marked_lines_and_nothing_else(code: str, tmp_path: Path) -> None:
    blocks = page(code).blocks("wrong")
    marks = sorted((mark, block.file, line) for block in blocks for mark, line in block.marks)
    assert code in {mark for mark, *_ in marks}, "no line of the page is marked with its code"
    laid = lay_out(blocks, tmp_path)
    faults = _load(laid)
    assert sorted({_told(f, laid) for f in faults}) == marks, "\n".join(map(str, faults))
    assert {f.level for f in faults if f.code == code} == {CODES[code].level}
    assert all(f.source and f.column for f in faults if f.line), "the line is not shown"


@pytest.mark.parametrize("code", PAGES)
def test_the_right_example_has_no_faults(code: str, tmp_path: Path) -> None:
    blocks = page(code).blocks("right")
    assert blocks, "the page shows nothing right"
    assert not [mark for block in blocks for mark in block.marks]
    faults = _load(lay_out(blocks, tmp_path))
    assert faults == (), "\n".join(map(str, faults))


@pytest.mark.parametrize("code", PAGES)
def test_a_page_has_the_title_of_its_code_and_a_text_that_says_more(code: str) -> None:
    shown = page(code)
    assert (shown.code, shown.title) == (code, CODES[code].meaning)
    text = " ".join(part for part in shown.parts if isinstance(part, str))
    assert len(text) > 120
    assert text.isprintable()
    assert set(shown.see) <= set(CODES) - {code}


# ------------------------------------------------------------------ how a page is written

PAGE = """\
# H202: an unknown key

One paragraph
of two lines.

```toml wrong
[side.hill]
nmae = "Hill"  # <- H202
```

And more:

```toml right more.toml latin-1
[side.hill]
name = "Hügel"
```

See also: H203, H205
"""


def test_a_page_is_read_into_text_and_blocks() -> None:
    read = read_page(PAGE)
    assert [p for p in read.parts if isinstance(p, str)] == ["One paragraph of two lines.", "And more:"]
    assert read.see == ("H203", "H205")
    (wrong,), (right,) = read.blocks("wrong"), read.blocks("right")
    assert wrong.marks == (("H202", 2),)
    assert wrong.text == '[side.hill]\nnmae = "Hill"\n\n[variant]\ntitle = "Shown"\n'
    assert (wrong.label, right.label) == ("Wrong", "Right, in more.toml")
    assert (right.file, right.encoding, right.marks) == ("more.toml", "latin-1", ())


def test_a_command_line_is_loaded_with_its_own_options(tmp_path: Path) -> None:
    line = "$ hexwright check example --scenario spring --variant a --variant b --set 'x.y=\"two words\"'  # <- H106"
    block = Block("wrong", "console", "", (line,))
    assert block.marks == (("H106", 0),)
    laid = lay_out((block,), tmp_path)
    assert laid == Laid(tmp_path / "example", "spring", ("a", "b"), ('x.y="two words"',))


@pytest.mark.parametrize(
    "text, wrong",
    [
        ("H202: an unknown key", "first line"),
        ("# H202: x\n\n```toml\n```\n", "a block opens"),
        ("# H202: x\n\n```toml wrong\na = 1\n", "not closed"),
        ("# H202: x\n\n```console wrong\n$ ls\n```\n", "a console block"),
    ],
)
def test_a_page_that_is_written_otherwise_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(PageError, match=wrong):
        read_page(text)


@pytest.mark.parametrize("code, near", [("H2021", "H202"), ("../H202", "H202"), ("x", "")])
def test_a_code_that_nobody_has_is_told_with_the_nearest(code: str, near: str) -> None:
    with pytest.raises(UnknownId) as caught:
        page(code)
    assert near in caught.value.near or not near


def test_a_page_as_rst_has_a_label_a_level_and_its_blocks() -> None:
    text = as_rst(read_page(PAGE.replace("of two lines", "with `code`")))
    assert text.startswith(".. _code-h202:\n\nH202: an unknown key\n--------------------\n\n*Level: error.*\n")
    assert "One paragraph with ``code``." in text
    assert '.. code-block:: toml\n\n   [side.hill]\n   nmae = "Hill"  # <- H202\n' in text
    assert "See also :ref:`H203 <code-h203>`, :ref:`H205 <code-h205>`." in text
