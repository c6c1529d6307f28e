"""Loading as a whole: any text at all, encodings, plug-ins' words, lists, read-only folders."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import field, frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexwright.errors import RulesetError
from hexwright.ruleset.checks import run_checks
from hexwright.ruleset.diagnostics import render, render_json
from hexwright.ruleset.load import (
    bundled_rulesets,
    find_ruleset,
    find_scenarios,
    find_variants,
    list_rulesets,
    load_ruleset,
    load_with_faults,
    named_plugins,
    read_manifest,
    rules_hash,
)
from hexwright.ruleset.schema import Extension

FRAMES = ("pass",)


# ------------------------------------------------------------------ any text


VALUES = st.sampled_from(
    [
        '"a"',
        "3",
        "-1",
        "2.0",
        "nan",
        "true",
        "1942-11-08",
        "[]",
        '["a", 3]',
        "{}",
        "{ a = 1 }",
        '"first"',
        "[[1]]",
        '""',
    ]
)
TOPS = ["ruleset", "side", "nation", "relation", "unit_type", "unit", "phase", "sequence", "board", "space", "line"]
TOPS += [
    "movement",
    "zone",
    "feature",
    "terrain",
    "table",
    "reinforcement",
    "marker",
    "scenario",
    "remove",
    "xyz",
    "role",
]
KEYS = ["id", "title", "name", "side", "type", "nation", "at", "phases", "frame", "until", "when", "repeat", "choose"]
KEYS += [
    "turns",
    "rows",
    "kind",
    "features",
    "fields",
    "through",
    "borders",
    "cost",
    "dice",
    "legend",
    "tags",
    "adjacent",
]
LINES = (
    st.builds("{} = {}".format, st.sampled_from(KEYS), VALUES)
    | st.builds("[{}.{}]".format, st.sampled_from(TOPS), st.sampled_from(["a", "b", '"x y"']))
    | st.builds("[{}]".format, st.sampled_from(TOPS))
    | st.builds("[[{}]]".format, st.sampled_from(TOPS))
    | st.builds("{} = {}".format, st.sampled_from(TOPS), VALUES)
    | st.text(max_size=12)
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
@given(st.lists(LINES, max_size=12).map("\n".join))
def test_any_text_gives_faults_and_never_an_exception(small: Path, text: str) -> None:
    (small / "zz.toml").write_text(text, encoding="utf-8", errors="replace", newline="")
    rules, faults = load_with_faults(small, frames=FRAMES)
    assert (rules is None) == any(f.level == "error" for f in faults)
    assert not [f for f in faults if f.code == "H900"]
    assert all(f.line or f.code == "H102" for f in faults)
    assert render(faults)
    json.loads(render_json(faults), parse_constant=pytest.fail)


@given(data=st.binary(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_give_faults_and_never_an_exception(small: Path, data: bytes) -> None:
    (small / "zz.toml").write_bytes(data)
    load_with_faults(small)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000,
        "a = " + "[" * 100 + "]" * 100,
        ".".join(["a"] * 500) + " = 1",
        "a = " + "1" * 6000,
        "a=\x00",
    ],
)
def test_hostile_texts_are_one_fault(small: Path, text: str) -> None:
    (small / "zz.toml").write_text(text)
    _, faults = load_with_faults(small)
    assert [f.code for f in faults] in (["H101"], ["H108"])


def test_every_misspelt_key_is_caught_at_its_line(small: Path, small_files: dict[str, str]) -> None:
    """Each key of the small ruleset renamed once: always an error, always at or for that line."""
    missed = []
    for file, text in small_files.items():
        lines = text.split("\n")
        for number, line in enumerate(lines):
            found = re.match(r"([a-z_]+)( = |\.)", line)
            if not found:
                continue
            changed = [*lines[:number], "q" + line, *lines[number + 1 :]]
            (small / file).write_text("\n".join(changed), encoding="utf-8")
            _, faults = load_with_faults(small, variants=("short",) if "variants" in file else (), frames=FRAMES)
            where = str(small / file)
            if not any(f.file == where and f.line == number + 1 and f.level == "error" for f in faults):
                missed.append(line)
        (small / file).write_text(text, encoding="utf-8")
    assert missed == []


# ------------------------------------------------------------------ files


@pytest.mark.case("D01")
def test_byte_order_mark_and_line_ends_do_not_count(small: Path, small_files: dict[str, str]) -> None:
    """D01: the mark is skipped, columns are counted without it, the rules are the same."""
    before = rules_hash(load_ruleset(small))
    for file, text in small_files.items():
        (small / file).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert rules_hash(load_ruleset(small)) == before
    (small / "zz.toml").write_bytes(b"\xef\xbb\xbftitel = 3\r\n")
    _, faults = load_with_faults(small)
    assert [(f.code, f.line, f.column, f.source) for f in faults] == [("H205", 1, 1, "titel = 3")]


def test_other_encodings_are_told_with_their_place(small: Path) -> None:
    (small / "zz.toml").write_bytes('[rule.R2]\ntitle = "Übergang"\n'.encode("latin-1"))
    _, faults = load_with_faults(small)
    assert [(f.code, f.line, f.column, f.hint) for f in faults] == [("H102", 2, 10, "save the file as UTF-8")]
    (small / "zz.toml").write_bytes("[rule.R2]".encode("utf-16"))
    _, faults = load_with_faults(small)
    assert "UTF-16" in faults[0].hint


def test_columns_are_characters(small: Path) -> None:
    (small / "zz.toml").write_text('[rule]\nR2 = { title = "日本第八軍", txet = "x" }\n', encoding="utf-8")
    _, faults = load_with_faults(small)
    assert [(f.code, f.line, f.column) for f in faults] == [("H202", 2, 25)]


@pytest.mark.case("D10", "D19")
@pytest.mark.parametrize("locale", ["C", "tr_TR.UTF-8"])
def test_the_locale_does_not_matter(small: Path, locale: str) -> None:
    """D10, D19: ids with accents load the same under every locale."""
    (small / "zz.toml").write_text(
        '[rule."İzmir"]\ntitle = "ılık é 日本"\n[rule.ITALIA]\ntitle = "x"\n', encoding="utf-8"
    )
    code = "import sys; from hexwright.ruleset.load import *; print(rules_hash(load_ruleset(sys.argv[1])))"
    env = {**os.environ, "LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    out = subprocess.run([sys.executable, "-c", code, str(small)], env=env, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == rules_hash(load_ruleset(small))


@pytest.mark.case("L09")
def test_paths_are_printed_as_given(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = small.rename(small.parent / "my game (v2) & #1 %20 [x]")
    (odd / "zz.toml").write_text("x = 1\n")
    _, faults = load_with_faults(odd)
    assert render(faults).startswith(f"{odd}/zz.toml:1:1: error[H205]")
    monkeypatch.chdir(odd.parent)
    _, faults = load_with_faults(f"./{odd.name}")
    assert faults[0].file == f"./{odd.name}/zz.toml"


def test_folders_that_are_none(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere", __file__):
        rules, faults = load_with_faults(folder)
        assert rules is None
        assert [f.code for f in faults] == ["H102"]
        assert [f.code for f in read_manifest(folder).faults] == ["H102"]
    with pytest.raises(RulesetError) as caught:
        load_ruleset(tmp_path)
    assert caught.value.faults[0].code == "H102"


def test_the_default_scenario(small: Path) -> None:
    other = small / "scenarios" / "dusk.toml"
    other.write_text('[scenario]\ntitle = "At dusk"\n[unit.a]\nat = "4.4"\n')
    assert load_ruleset(small).scenario == ""
    assert load_ruleset(small).unit["a"].at == "1.1"
    assert load_ruleset(small, scenario="dusk").unit["a"].at == "4.4"
    other.rename(other.with_name("campaign.toml"))
    assert load_ruleset(small).scenario == "campaign"


def test_unknown_scenarios_and_variants_are_told(small: Path) -> None:
    _, faults = load_with_faults(small, scenario="dwan", variants=("../units", "sort"))
    assert [f.code for f in faults] == ["H107"] * 3
    assert "did you mean dawn?" in {f.hint for f in faults}
    assert "did you mean short?" in {f.hint for f in faults}


def test_lists_are_tolerant(small: Path) -> None:
    (small / "scenarios" / "broken.toml").write_text("[[[")
    assert find_scenarios(small) == {"broken": ("broken", ""), "dawn": ("The Ford, at dawn", "all at once")}
    assert find_variants(small) == {"short": ("Short", "")}
    assert find_variants(small / "nowhere") == {}
    (small.parent / "bad").mkdir()
    (small.parent / "bad" / "ruleset.toml").write_text("[ruleset\n")
    (small.parent / "empty").mkdir()
    listed = list_rulesets([small.parent, small.parent / "nowhere"])
    assert [(x.info.id, [f.code for f in x.faults]) for x in listed] == [("bad", ["H101"]), ("small", [])]


def test_a_bundled_ruleset_is_found_by_name_and_others_by_path(small: Path) -> None:
    assert find_ruleset(small) == small
    assert find_ruleset(small / "ruleset.toml") == small
    assert (bundled_rulesets()).is_dir()
    with pytest.raises(RulesetError, match="no ruleset 'nothing_of_the_kind'"):
        find_ruleset("nothing_of_the_kind")


@pytest.mark.case("L08")
def test_reading_writes_nothing(small: Path) -> None:
    """L08: a ruleset in a read-only folder loads."""
    before = sorted(small.rglob("*"))
    for path in (*before, small):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        load_ruleset(small)
    finally:
        for path in (small, *before):
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert sorted(small.rglob("*")) == before


def test_the_manifest_is_read_without_the_rest(small: Path) -> None:
    head = small / "ruleset.toml"
    head.write_text(
        head.read_text().replace('id = "small"', 'id = "small"\nplugins = ["weather"]') + "[unit.a]\nx = 1\n"
    )
    (small / "units.toml").write_text("[[[")
    manifest = read_manifest(small)
    assert (manifest.info.plugins, manifest.faults) == (("weather",), ())
    (small / "variants" / "dry.toml").write_text('[variant]\ntitle = "Dry"\n[ruleset]\nplugins = []\n')
    assert named_plugins(small, variants=("dry",)) == ((), str(head))
    assert named_plugins(small, settings=('ruleset.plugins=["mud"]',))[0] == ("mud",)
    head.write_text('[ruleset]\nid = 3\nplugins = ["weather"]\n')
    manifest = read_manifest(small)
    assert (manifest.info.id, manifest.info.plugins) == ("small", ("weather",))
    assert sorted(f.code for f in manifest.faults) == ["H201", "H203"]


# ------------------------------------------------------------------ plug-ins


@frozen
class Rain:
    """[rain]: when it rains."""

    months: int = 0
    where: str = field(default="", metadata={"refers": "zone"})
    types: tuple[str, ...] = field(default=(), metadata={"refers": "unit_type"})


@frozen
class Boots:
    """unit_type.X.traits.boots."""

    size: int


@frozen
class Wet:
    """wet = true."""

    value: bool = True

    def holds(self, position: Any) -> bool:
        return self.value

    def sentence(self, names: Any, negated: bool) -> str:
        return "it is dry" if negated else "it is wet"


def weather(**more: Any) -> Extension:
    frames = ("weather.roll",)
    return Extension(
        "weather", "1.0", tables={"rain": Rain}, traits={"boots": Boots}, frames=frames, facts={"wet": Wet}, **more
    )


def _add(small: Path, text: str) -> None:
    (small / "zz.toml").write_text(text)


WORDS = """\
[rain]
months = 3
where = "coast"
[unit_type.scout]
traits.boots = { size = 44 }
[sequence]
"""


def test_tables_and_traits_of_plug_ins_become_instances(small: Path) -> None:
    _add(small, WORDS)
    rules = load_ruleset(small, extensions=(weather(),))
    assert rules.settings == {"rain": Rain(3, "coast")}
    traits: dict[str, Any] = rules.unit_type["scout"].traits
    assert traits == {"boots": Boots(44)}
    _add(small, "")
    assert load_ruleset(small, extensions=(weather(),)).settings == {"rain": Rain()}


def test_an_idle_plug_in_is_known_but_not_read(small: Path) -> None:
    _add(small, WORDS.replace("months = 3", "months = 1942-11-08").replace("size", "sise"))
    head = small / "ruleset.toml"
    head.write_text(head.read_text().replace('frame = "pass"\nrule', 'frame = "weather.roll"\nrule'))
    idle = weather(active=False)
    rules, faults = load_with_faults(small, extensions=(idle,), frames=FRAMES)
    assert faults == ()
    assert rules is not None
    assert rules.settings == {}
    assert rules.unit_type["scout"].traits == {}
    assert "rain" not in rules.document
    assert rules_hash(rules)
    _, faults = load_with_faults(small, extensions=(weather(),), frames=FRAMES)
    assert sorted(f.code for f in faults) == ["H202", "H207"]


def test_words_of_plug_ins_are_checked_like_others(small: Path) -> None:
    _add(small, '[rain]\nwhere = "cost"\ntypes = ["inf", "imf"]\n[unit_type.inf]\ntraits.boot = { size = 3 }\n[ran]\n')
    _, faults = load_with_faults(small, extensions=(weather(),))
    assert [(f.code, f.line, f.hint) for f in faults] == [
        ("H301", 2, "did you mean coast?"),
        ("H301", 3, "did you mean inf?"),
        ("H202", 5, "did you mean boots?"),
        ("H205", 6, "did you mean [rain] or [variant] or [terrain]?"),
    ]


def test_removing_from_under_a_plug_in_names_the_line_that_removes(small: Path) -> None:
    _add(small, '[rain]\nwhere = "coast"\n')
    (small / "variants" / "v.toml").write_text('remove = ["zone.coast"]\n[variant]\ntitle = "V"\n')
    _, faults = load_with_faults(small, variants=("v",), extensions=(weather(),))
    assert [(f.code, f.path, f.related[0][1]) for f in faults] == [
        ("H302", "rain.where", str(small / "variants" / "v.toml") + ":1")
    ]


def test_facts_of_plug_ins(small: Path) -> None:
    _add(small, '[phase.spare]\nframe = "pass"\nwhen = { wet = {} }\n')
    head = small / "ruleset.toml"
    head.write_text(head.read_text().replace('"fights", "tidy"]', '"fights", "tidy", "spare"]'))
    assert load_with_faults(small, extensions=(weather(),), frames=FRAMES)[1] == ()
    _, faults = load_with_faults(small, extensions=(weather(active=False),), frames=FRAMES)
    assert [(f.code, f.line) for f in faults] == [("H702", 3)]
    assert "the plug-in weather has it" in faults[0].hint


def test_checks_of_plug_ins_report_and_may_break(small: Path) -> None:
    def good(rules: Any, report: Any) -> None:
        report("unit.a.steps", "too weak", "write 3", level="warning")
        report("space.3.3.control", "not there")

    def bad(rules: Any, report: Any) -> None:
        raise KeyError("x")

    _, faults = load_with_faults(small, extensions=(weather(checks=(bad, good)),))
    assert sorted((f.code, f.level, f.path) for f in faults) == [
        ("H807", "error", 'space."3.3".control'),
        ("H810", "warning", "unit.a.steps"),
        ("H900", "error", "ruleset"),
    ]
    assert all(f.line for f in faults)


def test_a_plug_ins_check_may_break_over_a_ruleset_with_faults(small: Path) -> None:
    def careless(rules: Any, report: Any) -> None:
        assert rules.unit["a"].steps

    units = small / "units.toml"
    units.write_text(units.read_text().replace("steps = 2", "steps = true"))
    _, faults = load_with_faults(small, extensions=(weather(checks=(careless,)),))
    assert [f.code for f in faults] == ["H201"]


def test_a_check_that_breaks_is_one_fault_and_the_others_run() -> None:
    from hexwright.ruleset.faults import Report
    from hexwright.ruleset.inspection import Inspection
    from hexwright.ruleset.layers import Merged
    from hexwright.ruleset.schema import Ruleset, RulesetInfo, SequenceSpec

    ran = []

    def check_first(game: Inspection) -> None:
        raise ZeroDivisionError("by zero")

    def check_second(game: Inspection) -> None:
        ran.append(game)

    game = Inspection(Ruleset(RulesetInfo("x", "X"), SequenceSpec(1)), Merged((), {}), Report())
    run_checks(game, (check_first, check_second))
    assert [f.code for f in game.report.findings] == ["H900"]
    assert "check_first" in game.report.findings[0].message
    assert ran == [game]


def test_two_plug_ins_with_one_word(small: Path) -> None:
    twin = Extension("water", tables={"rain": Rain, "side": Rain})
    _, faults = load_with_faults(small, extensions=(weather(), twin))
    assert [f.code for f in faults] == ["H808", "H808"]


def test_checks_of_plug_ins_see_what_can_be_read_of_a_broken_entry(small: Path) -> None:
    seen: list[tuple[str, ...]] = []

    def check(rules: Any, report: Any) -> None:
        seen.append((*rules.unit_type, str(rules.unit_type["inf"].allowance), str(rules.sequence.turns)))

    units = small / "units.toml"
    units.write_text(units.read_text().replace("allowance = 4", "alowance = 7\ncolour = 1", 1))
    ruleset = small / "ruleset.toml"
    ruleset.write_text(ruleset.read_text().replace("turns = 6", "turnz = 6", 1))
    _, faults = load_with_faults(small, extensions=(Extension("weather", checks=(check,)),))
    assert [f.code for f in faults] == ["H202", "H202", "H202"]
    assert len(seen) == 1 and "inf" in seen[0] and seen[0][-2:] == ("7", "6")


@pytest.mark.parametrize("turns", [4, 7])
def test_a_shorter_or_longer_game_need_not_touch_the_names_of_its_turns(small: Path, turns: int) -> None:
    _, faults = load_with_faults(small, settings=(f"sequence.turns={turns}",))
    assert [(f.code, f.level) for f in faults if f.path.startswith("sequence")] == [("H512", "warning")]


def test_what_slipped_above_or_below_the_head_of_a_variant_is_told_where_it_belongs(small: Path) -> None:
    variant = small / "variants" / "slip.toml"
    variant.write_text('title = "Slip"\n[variant]\ntitle = "Slip"\nremove = ["unit.a"]\n')
    _, faults = load_with_faults(small, variants=("slip",))
    assert [f.hint for f in faults if f.file.endswith("slip.toml")] == [
        "write it below [ruleset], [scenario] or [variant]",
        "write it above the first [table] of the file",
    ]


def test_a_game_without_turns_is_told_once_although_phases_name_its_last(small: Path) -> None:
    ruleset = small / "ruleset.toml"
    ruleset.write_text(ruleset.read_text().replace('turns = "2-"', 'turns = "last"', 1))
    _, faults = load_with_faults(small, settings=("sequence.turns=-3",))
    assert [f.code for f in faults if f.level == "error"] == ["H506"]
