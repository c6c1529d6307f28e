"""Texts of rules that ask for values: what they tell, under which layers, and what is told when they ask in vain."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.errors import Fault
from hexwright.ruleset.load import load_with_faults
from hexwright.ruleset.schema import Ruleset

QUOTING = '[phase.extra]\nframe = "pass"\nrule = "R-9"\n'


def loaded(small: Path, text: str, *variants: str, settings: tuple[str, ...] = ()) -> tuple[Ruleset, list[Fault]]:
    (small / "zz.toml").write_text(f'[rule.R-9]\ntitle = "nine"\ntext = {text}\n{QUOTING}', encoding="utf-8")
    rules, faults = load_with_faults(small, variants=variants, settings=settings, frames=("pass",))
    assert rules is not None or any(f.level == "error" for f in faults)
    return rules, [f for f in faults if f.code == "H307"]  # type: ignore[return-value]


def told(small: Path, text: str, *variants: str, settings: tuple[str, ...] = ()) -> str:
    rules, faults = loaded(small, f"'{text}'", *variants, settings=settings)
    assert not faults
    return rules.rule["R-9"].text


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("Turn {sequence.turns} is the last.", "Turn 6 is the last."),
        ("{sequence.turns:Word} turns, {sequence.turns:word} in all", "Six turns, six in all"),
        ("from {sequence.names[0]} to {sequence.names[5]}", "from one to six"),
        ("{ sequence.turns }{sequence.turns}", "66"),
        ("by {relation.feud.nations}", "by Norland and Sudland"),
        ("{nation.nor.side} and {nation.nor.name}", "North and Norland"),
        ("not written, so {unit_type.ship.steps}", "not written, so 1"),
    ],
)
def test_a_text_tells_the_value_that_stands_at_a_path(small: Path, text: str, reads: str) -> None:
    assert told(small, text) == reads


def test_a_layer_above_changes_what_the_text_tells(small: Path) -> None:
    (small / "variants").mkdir(exist_ok=True)
    (small / "variants" / "long.toml").write_text('[variant]\ntitle = "Long"\n[sequence]\nturns = 9\n', "utf-8")
    assert told(small, "Turn {sequence.turns} is the last.", "long") == "Turn 9 is the last."
    assert told(small, "{sequence.turns:word}", settings=("sequence.turns=4",)) == "four"


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ("{sequence.turn}", "there is no 'sequence.turn'", "did you mean sequence.turns or sequence.each_turn?"),
        ("{sequenc.turns}", "there is no 'sequenc.turns'", "did you mean sequence.turns?"),
        ("{sequence}", "'sequence' is no single value", "go on to one of its keys: turns, setup"),
        ("{nation.nor}", "'nation.nor' is no single value", "go on to one of its keys: name, side"),
        ("{}", "'{}' asks for no value", "write the path of a value between braces"),
        ("}", "'}' asks for no value", "write the path of a value between braces"),
        ("{sequence.names[9]}", "there is no 'sequence.names[9]'", "the list has 6, counted from 0"),
    ],
)
def test_what_is_asked_for_in_vain_is_told_where_it_stands(small: Path, asked: str, message: str, hint: str) -> None:
    _, faults = loaded(small, f"'at {asked} most'")
    assert [(f.message, f.line, f.column, f.width) for f in faults] == [(message, 3, 12, len(asked))]
    assert faults[0].hint.startswith(hint)


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ('[unit_type.odd]\nsteps = "x"\n', "unit_type.odd.steps"),
        ("[unit_type.odd\n", "unit_type.odd.steps"),
        ("[unit_type.odd\n", "unit_type.ship.stepps"),
        ('[nation.odd]\nname = "Odd"\n', "nation.odd.color"),
        ('[nation.odd]\nname = "Odd"\nside = 7\n', "nation.odd.side"),
    ],
)
def test_of_what_could_not_be_read_nothing_is_said(small: Path, file: str, asked: str) -> None:
    (small / "yy.toml").write_text(file, encoding="utf-8")
    assert loaded(small, f"'{{{asked}}} of them'")[1] == []


def test_a_value_of_a_plug_in_that_is_missing_may_be_there(small: Path) -> None:
    assert loaded(small, "'{tides.height} feet'")[1] != []
    head = small / "ruleset.toml"
    named = head.read_text(encoding="utf-8").replace("[ruleset]\n", '[ruleset]\nplugins = ["tides"]\n', 1)
    head.write_text(named, encoding="utf-8")
    assert loaded(small, "'{tides.height} feet'")[1] == []


def test_what_a_layer_has_removed_is_told_with_the_place(small: Path) -> None:
    (small / "variants").mkdir(exist_ok=True)
    (small / "variants" / "calm.toml").write_text('remove = ["relation.feud"]\n[variant]\ntitle = "Calm"\n', "utf-8")
    _, faults = loaded(small, "'{relation.feud.nations} are at odds'", "calm")
    assert [(f.message, f.line) for f in faults] == [("'relation.feud.nations' was removed by variant calm", 3)]
    assert [(label, Path(place).name) for label, place in faults[0].related] == [("removed", "calm.toml:1")]


def test_a_rule_that_nothing_quotes_may_ask_in_vain(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.QUOTING", "")
    rules, faults = loaded(small, "'{relation.fued.nations} are at odds'")
    assert faults == [] and rules.rule["R-9"].text == "{relation.fued.nations} are at odds"


def test_one_number_stands_for_a_list_of_one(small: Path) -> None:
    assert told(small, "{sequence.turns[0]} and {nation.nor.name[0]}") == "6 and Norland"
