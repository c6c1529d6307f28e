"""A typo in a designer's edit is told of at its line: every key, every text and every type of the ten edits, once each.

`edits/typos.toml` says with which code. What a typo cannot be told from (a title, the id of a new thing that nothing
refers to) is not in it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli
from attrs import frozen

from hexwright.errors import Fault
from hexwright.game import Game
from hexwright.ruleset.paths import dotted, reach
from hexwright.ruleset.positions import Positions, Span

EDITS = Path(__file__).parent / "edits"
FOLDER = Path(__file__).parents[2] / "rulesets" / "torch_tunisia"
NAMES = sorted(path.stem for path in EDITS.glob("*.toml") if path.stem != "typos")
# Keys whose texts are for readers only, or words of the designer's own, so that any text is right.
FREE = ("title", "description", "text", "name", "short", "origin", "reason", "names", "symbol", "id", "color", "group")
# New ids that nothing refers to: by any other name they are the same.
NEW = ("battlefield.ground.marsh", "battlefield.ground.river", "line.medjerda_river", "victory.conditions.bridgehead",
       "unit.de_501.rule", "space.box_bougie")  # fmt: skip


@frozen
class Typo:
    """One thing misspelt: what (as `typos.toml` calls it), the line, and the text of the whole file with it."""

    what: str
    line: int
    text: str


def typos(path: Path) -> Iterator[Typo]:
    """Every typo of a file, one of a kind at each place."""
    text = path.read_text(encoding="utf-8")
    places, data = Positions(text), tomli.loads(text)
    for at, span in places.spans.items():
        found = reach(data, at)
        assert found is not None
        yield from _of_key(text, places, at, span)
        if not isinstance(found[0], dict) and span.end > span.value:
            yield from _of_value(text, places, at, span, found[0])


def _of_key(text: str, places: Positions, at: tuple[str | int, ...], span: Span) -> Iterator[Typo]:
    key = at[-1]
    if isinstance(key, str) and text.startswith(key, span.key) and dotted(at) not in NEW:
        changed = text[: span.key] + slip(key) + text[span.key + len(key) :]
        yield Typo(f"key {dotted(at)}", places.line_column(span.key)[0], changed)


def _of_value(text: str, places: Positions, at: tuple[str | int, ...], span: Span, value: Any) -> Iterator[Typo]:
    line = places.line_column(span.value)[0]
    named = [part for part in at if isinstance(part, str)]
    if isinstance(value, str) and named[-1] not in FREE:
        old = text[span.value : span.end]
        yield Typo(f"text {dotted(at)}", line, text[: span.value] + f'"{slip(value)}"' + text[span.end :])
        assert old.strip("\"'") == value
    wrong = "7" if not isinstance(value, (int, bool)) else '"much"'
    yield Typo(f"type {dotted(at)}", line, text[: span.value] + wrong + text[span.end :])


def slip(word: str) -> str:
    """A word with two letters in the middle swapped, or with one too many where that makes no difference.

    >>> slip("fighter_group"), slip("T4"), slip("oo")
    ('fightre_group', 'T4x', 'oox')
    """
    middle = len(word) // 2
    swapped = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :] if len(word) > 3 else word
    return swapped if swapped != word else word + "x"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("typos") / "torch_tunisia"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("games", "tests"))
    return copy


def tells(fault: Fault, place: str) -> bool:
    """Does a fault stand at a place, or name it as what was probably meant?"""
    return f"{fault.file}:{fault.line}" == place or any(there == place for _, there in fault.related)


@pytest.mark.parametrize("name", NAMES)
def test_a_typo_is_told_at_its_line(folder: Path, name: str) -> None:
    expected = tomli.loads((EDITS / "typos.toml").read_text(encoding="utf-8")).get(name, {})
    file = folder / "variants" / f"{name}.toml"
    found = {}
    for typo in typos(EDITS / f"{name}.toml"):
        file.write_text(typo.text, encoding="utf-8")
        _, faults = Game.load_with_faults(folder, variants=(name,))
        told = [f.code for f in faults if tells(f, f"{file}:{typo.line}")]
        wanted = expected.get(typo.what, "")
        found[typo.what] = (
            wanted
            if wanted in told
            else told[0]
            if told
            else "nothing: " + ", ".join(f"{f.code} {f.file}:{f.line}" for f in faults)
        )
    file.unlink()
    lines = "\n".join(f"{what!r} = {code!r}" for what, code in found.items())
    assert found == expected, f"[{name}]\n{lines}"


def test_every_kind_of_typo_is_tried_many_times() -> None:
    expected = tomli.loads((EDITS / "typos.toml").read_text(encoding="utf-8"))
    assert sorted(expected) == NAMES
    kinds = [what.split()[0] for codes in expected.values() for what in codes]
    assert min(kinds.count(kind) for kind in ("key", "text", "type")) > 60
