"""What the known-trouble cases share: rulesets in folders, the command line, and all that a seat can get hold of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from hexwright.session import Session

from ..cli.conftest import Caller, write_tiny
from ..ruleset.conftest import write_ruleset

Edit = Callable[..., Path]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Caller:
    """Calls `hexwright` in an empty current folder."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return Caller()


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The tiny ruleset of the command line's tests, which plays."""
    write_tiny(tmp_path / "tiny")
    return tmp_path / "tiny"


@pytest.fixture
def edited(tmp_path: Path) -> Edit:
    """`edited("units.toml", old, new)`: the small ruleset of the loader's tests with one text replaced."""

    def edit(file: str, old: str, new: str) -> Path:
        path = write_ruleset(tmp_path / "small") / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    return edit


def faults(call: Caller, *arguments: object) -> list[dict[str, Any]]:
    """What `check --format json` tells, read by a strict parser."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    found: list[dict[str, Any]] = json.loads(
        call("check", *arguments, "--format", "json").output, parse_constant=refuse
    )
    return found


def received(session: Session, seat: str, tries: Iterable[str] = ()) -> str:
    """Every byte that a seat or an onlooker can get hold of, the refusals of these decisions among it."""
    known = seat if seat in session.game.rules.seats else "onlooker"
    ask = session.ask(seat)
    parts: list[Any] = [
        session.export(known),
        session.log(known),
        session.view(seat).digest,
        str(session.can_undo(seat)) if seat == known else "",
        None if ask is None else [ask.prompt, ask.frame, ask.about, ask.visibility, ask.options.all()],
        [str(session.why_not(text, seat)) for text in tries],
    ]
    return json.dumps(parts)
