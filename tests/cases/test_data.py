"""Known trouble of data, met at the command line: numbers that are none, lax types, dates, ids, endless play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ..cli.conftest import Caller
from ..ruleset.conftest import write_ruleset
from .conftest import Edit, faults


def line_of(path: Path, text: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if text in line)


def one(call: Caller, path: Path, text: str) -> dict[str, Any]:
    """The one fault there is: it stands in the line with this text, and the exit code tells of it."""
    found = faults(call, path.parent)
    assert len(found) == 1, found
    assert (found[0]["file"], found[0]["line"]) == (str(path), line_of(path, text))
    assert found[0]["column"] > 0
    result = call("check", path.parent)
    assert result.exit_code == 1 and f"{path}:{found[0]['line']}:{found[0]['column']}: error" in result.output
    return found[0]


# ------------------------------------------------------------------ D06, D07, D14: types


@pytest.mark.case("D06")
@pytest.mark.parametrize("value", ["inf", "nan", "1e1000", "2.0", "-0.0"])
def test_d06_floats_are_refused_where_whole_numbers_are_due(call: Caller, edited: Edit, value: str) -> None:
    path = edited("units.toml", "allowance = 4", f"allowance = {value}")
    fault = one(call, path, "allowance = ")
    assert fault["code"] == "H201" and "whole number" in fault["message"]
    assert ("write 2" in fault["hint"]) is (value == "2.0")


@pytest.mark.case("D07")
@pytest.mark.parametrize(
    ("file", "old", "new", "found", "wanted"),
    [
        ("units.toml", "steps = 3", "steps = true", "true", "whole number"),
        ("units.toml", "steps = 3", 'steps = "3"', "text", "whole number"),
        ("units.toml", "steps = 3", "steps = 3.7", "3.7", "whole number"),
        ("units.toml", 'tags = ["land"]', 'tags = "land"', "text", "list"),
        ("map.toml", "open = 1,", "open = true,", "true", "whole number"),
        ("units.toml", 'name = "Infantry"', "name = 7", "7", "text"),
    ],
)
def test_d07_nothing_is_taken_for_something_else(
    call: Caller, edited: Edit, file: str, old: str, new: str, found: str, wanted: str
) -> None:
    fault = one(call, edited(file, old, new), new)
    assert fault["code"] == "H201"
    assert found in fault["message"] and wanted in fault["message"]
    assert ('["land"]' in fault["hint"]) is (new == 'tags = "land"')


@pytest.mark.case("D14")
@pytest.mark.parametrize(
    ("new", "code"),
    [
        ("steps = 1942-11-08", "H207"),
        ("steps = 1942-02-30", "H101"),
        ("steps = 1942-11-08T05:00:00", "H207"),
        ("name = 1942-11-08", "H207"),
        ("name = 05:00:00", "H207"),
    ],
)
def test_d14_dates_are_refused_by_name(call: Caller, edited: Edit, new: str, code: str) -> None:
    old = "steps = 3" if new.startswith("steps") else 'name = "Infantry"'
    fault = one(call, edited("units.toml", old, new), new)
    assert fault["code"] == code
    if code == "H207":
        assert "quotes" in fault["hint"]


# ------------------------------------------------------------------ D10, D19: languages and encodings

PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
LOCALES = [PLAIN, {"LC_ALL": "C.UTF-8"}, {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}]


def outputs(locales: list[dict[str, str]], *arguments: object, typed: bytes = b"") -> set[bytes]:
    told = set()
    for locale in locales:
        done = subprocess.run(
            [sys.executable, "-m", "hexwright", *map(str, arguments)], input=typed, capture_output=True, check=False,
            env={k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))} | locale,
        )  # fmt: skip
        assert done.stderr == b"" and b"Traceback" not in done.stdout
        told.add(done.stdout)
    return told


def foreign(tiny: Path) -> Path:
    """The tiny game with names and ids of several languages."""
    rules = tiny / "ruleset.toml"
    text = rules.read_text(encoding="utf-8").replace("Middleton", "\u0130zmir").replace("1st Foot", "ITALIA \U0001f3b2")
    text = text.replace("Blue Foot", "\u0131l\u0131k \u65e5\u672c").replace("[unit.r_late]", "[unit.STRASSE_1]")
    rules.write_text(text, encoding="utf-8")
    return tiny


@pytest.mark.case("D10")
def test_d10_typing_means_the_same_under_every_locale(call: Caller, tiny: Path) -> None:
    typed = "order wait\ndone\ndone\nshow \u0130zmir\nshow strasse_1\nmove R1 b1\nSHOW R1\nquit\n".encode()
    told = set()
    for locale in LOCALES[1:]:
        told |= outputs([locale], "play", foreign(tiny), "--seed", "1", "--save", "g.jsonl", typed=typed)
        Path("g.jsonl").unlink()
    assert len(told) == 1
    text = told.pop().decode()
    assert "  Where: B1" in text and "\u0130zmir (B2)" in text


@pytest.mark.case("D10")
@pytest.mark.parametrize(("first", "second"), [("ITALIA", "italia"), ("stra\u00dfe", "STRASSE"), ("\u017f1", "s1")])
def test_d10_ids_that_typing_cannot_tell_apart_are_a_fault(call: Caller, edited: Edit, first: str, second: str) -> None:
    new = f'[rule."{first}"]\ntitle = "x"\n[rule."{second}"]\ntitle = "y"\n[rule.R1]'
    fault = one(call, edited("units.toml", "[rule.R1]", new), f'[rule."{second}"]')
    assert fault["code"] == "H209"


@pytest.mark.case("D19")
def test_d19_files_are_read_alike_under_every_locale(call: Caller, tiny: Path) -> None:
    foreign(tiny)
    told = outputs(LOCALES, "run", tiny, "--seed", "7", "--json")
    assert len(told) == 1 and len(json.loads(told.pop())["rules_hash"]) == 64
    rules = tiny / "ruleset.toml"
    more = '[space."\u65e5"]\nname = "\u00e9\U0001f3b2"\n'
    rules.write_text(rules.read_text(encoding="utf-8") + more, encoding="utf-8")
    told = outputs(LOCALES, "check", tiny, "--format", "json")
    assert len(told) == 1 and json.loads(told.pop())[0]["path"].startswith("space.")


# ------------------------------------------------------------------ D11, D13: names


@pytest.mark.case("D11")
def test_d11_all_that_still_wants_what_a_variant_removed_is_told_and_nothing_is_played(
    call: Caller, tmp_path: Path
) -> None:
    folder = write_ruleset(tmp_path / "small")
    variant = folder / "variants" / "bare.toml"
    variant.write_text('remove = [\n  "unit_type.inf",\n]\n[variant]\ntitle = "Bare"\n', encoding="utf-8")
    told = faults(call, folder, "--variant", "bare")
    found = [f for f in told if f["level"] == "error"]
    tags = [(f["code"], f["path"]) for f in told if f not in found]  # no type has these tags any more
    assert tags == [("H304", "control.takes[0]"), ("H304", "unit_type.ship.holds[0]")]
    places = ["unit.a.type", "unit.b.type", "unit.late.type", "mission.raid.types[0]"]
    assert [f["path"] for f in found] == places
    assert {f["code"] for f in found} == {"H302"} and all(f["line"] > 0 for f in found)
    assert f"{variant}:2" in call("check", folder, "--variant", "bare").output
    result = call("run", folder, "--variant", "bare", "--seed", "1")
    assert result.exit_code == 1 and "Turn 1" not in result.output
    assert all(f"{Path(f['file'])}:{f['line']}" in result.output for f in found)
    assert faults(call, folder, "--quick") == []


@pytest.mark.case("D13")
@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("map.toml", 'feature = "road"\nborders', 'feature = "harbour"\nborders', ("harbour", "spaces")),
        ("units.toml", 'at = "pool"', 'at = "late"', ("late", "holds no others")),
        ("ruleset.toml", 'nations = ["nor", "sud"]', 'nations = ["nor", "south"]', ("south", "nation")),
        ("map.toml", "features.harbour = {", "features.road = {}\nfeatures.harbour = {", ("road", "[line]")),
    ],
)
def test_d13_a_right_name_in_the_wrong_place_is_told_in_words(
    call: Caller, edited: Edit, file: str, old: str, new: str, told: tuple[str, ...]
) -> None:
    path = edited(file, old, new)
    found = [f for f in faults(call, path.parent) if f["file"] == str(path)]
    said = " ".join(f"{f['message']} {f['hint']}" for f in found)
    assert found[0]["line"] >= line_of(path, new.splitlines()[0]) and found[0]["column"] > 0
    assert all(word in said for word in told), said
    assert "Error" not in said and "object" not in said


CHECK = """

def two_borders(ruleset, report):
    for id, line in ruleset.line.items():
        if len(line.borders) != 2:
            report(f"line.{id}.borders", f"{id} needs 2 borders, has {len(line.borders)}")


@hook
def register(registry):
    registry.check(two_borders)
"""


@pytest.mark.case("D13")
def test_d13_a_rule_of_a_plug_in_is_told_at_the_line_of_the_data(call: Caller, tiny: Path) -> None:
    plugin, rules = tiny / "plugins" / "tiny.py", tiny / "ruleset.toml"
    text = plugin.read_text(encoding="utf-8")
    check, work = CHECK.split("@hook")
    text = text.replace("@hook\n", check + "\n@hook\n") + work.split("\n", 2)[2]
    plugin.write_text(text, encoding="utf-8")
    more = '[feature.strait]\non = "border"\n[line.narrows]\nfeature = "strait"\nborders = ["A1|A2"]\n'
    rules.write_text(rules.read_text(encoding="utf-8") + more, encoding="utf-8")
    fault = one(call, rules, 'borders = ["A1|A2"]')
    assert fault["message"] == "narrows needs 2 borders, has 1 [tiny]"


# ------------------------------------------------------------------ D18: sequences without end


@pytest.mark.case("D18")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('repeat = { until = { done = "sail" } }', "repeat = { until = { never = true } }", "'fights' is repeated"),
        ('[phase.deal]\nframe = "pass"', '[phase.deal]\nchoose = { by = "first" }', "deal"),
        ('turns = "2-"', 'turns = "5-3"', "5-3"),
        ("turns = 6", "turns = 0", "the last turn is 0"),
        ('by = ["first", "south"]', 'by = ["first", "nobody"]', "nobody"),
    ],
)
def test_d18_check_names_the_phase_and_why(call: Caller, edited: Edit, old: str, new: str, told: str) -> None:
    path = edited("ruleset.toml", old, new)
    found = [f for f in faults(call, path.parent) if f["level"] == "error"]
    assert found and any(told in f["message"] for f in found), found
    assert all(f["line"] > 0 for f in found)
    assert call("run", path.parent, "--seed", "1").exit_code == 1


SPIN = """

@frozen
class Spin(Frame):
    name = "tiny.spin"

    def step(self, play):
        play.push(Spin())


"""


@pytest.mark.case("D18")
def test_d18_play_that_never_asks_again_is_stopped_and_the_save_is_whole(call: Caller, tiny: Path) -> None:
    plugin = tiny / "plugins" / "tiny.py"
    text = plugin.read_text(encoding="utf-8")
    for old, new in (
        ("import ChanceFrame, DraftFrame", "import ChanceFrame, DraftFrame, Frame"),
        ("@hook\ndef register", f"{SPIN}@hook\ndef register"),
        ("play.done()\n        play.say", "play.push(Spin())\n        play.say"),
    ):
        assert old in text
        text = text.replace(old, new)
    plugin.write_text(text, encoding="utf-8")
    begun = time.monotonic()
    result = call("run", tiny, "--seed", "1", "--save", "g.jsonl")
    assert time.monotonic() - begun < 5
    assert result.exit_code == 1 and "tiny.spin" in result.output and "Traceback" not in result.output
    told = json.loads(call("replay", "g.jsonl", "--json").output)
    assert told["identical"] and told["decisions"] > 0
