"""A turn of the whole game at the keyboard, hot seat, as a person reads it: each transcript is its own script.

What stands behind a prompt (`Allies> `) was typed; everything else is what the terminal said. The parts are played one
after the other, each going on from the save of the one before. After a change that is meant, a run of this file with
HEXWRIGHT_TRANSCRIPTS=write plays the typed lines again and writes down what is said now.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from .conftest import Caller

PARTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
HEADS = {
    "1_plan": "Plan / Landing zones",
    "2_air": "Air operations / Air missions are resolved",
    "3_sea": "Maritime operations / Sea Control",
    "4_land": "Land operations / Land battles",
    "5_convoy_and_arrivals": "Operations / Convoy resolution",
}
TYPED = re.compile(r"^(?:Allies|Axis)> (.+)$", re.MULTILINE)


def test_the_transcripts_play_a_whole_turn_with_every_part(call: Caller) -> None:
    for number, part in enumerate(PARTS):
        expected = part.read_text(encoding="utf-8")
        begun = ("--resume", "turn.jsonl") if number else ("torch_tunisia", "--seed", "5", "--save", "turn.jsonl")
        result = call("play", *begun, typed="".join(f"{line}\n" for line in TYPED.findall(expected)))
        assert result.exit_code == 0, result.output
        if os.environ.get("HEXWRIGHT_TRANSCRIPTS") == "write":
            part.write_text(result.output, encoding="utf-8")
            continue
        assert result.output.splitlines() == expected.splitlines(), part.name
        assert f"\n  {HEADS[part.stem]}\n" in expected  # the part did come to what it is there for


@pytest.mark.parametrize("part", PARTS, ids=lambda p: p.stem)
def test_what_has_happened_is_told_in_words(part: Path) -> None:
    """No id of a mission or box in the account: ids stand only in brackets after a name (a flight has no name)."""
    for line in part.read_text(encoding="utf-8").splitlines():
        if re.match(r"    \S", line):
            assert not re.search(r"[a-z]_[a-z]", re.sub(r"\([^)]*\)|\bflight_\w+", "", line)), line
