"""`hexwright check`: exit codes, places that can be pasted, and the same words under every locale."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import Caller, write_tiny

LATE = """# hexwright: allow H514: it waits for tests that bring it
[unit.r_late]
name = "Late Foot"
type = "foot"
nation = "red"
"""


@pytest.fixture
def tiny(tiny: Path) -> Path:
    """The small game without the unit that comes by a special rule, of which `check` knows nothing."""
    file = tiny / "ruleset.toml"
    text = file.read_text(encoding="utf-8")
    assert LATE in text
    file.write_text(text.replace(LATE, ""), encoding="utf-8")
    return tiny


def broken(folder: Path) -> Path:
    file = folder / "ruleset.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('name = "Pool"', 'name = "Zürich 日本 🎲"\ntrrain = "open"'), encoding="utf-8")
    return file


def test_a_clean_ruleset_ends_with_nought(call: Caller, tiny: Path) -> None:
    result = call("check", tiny)
    assert (result.exit_code, result.output) == (0, f"{tiny}: no faults\n")
    assert json.loads(call("check", tiny, "--format", "json").output) == []


def test_faults_are_shown_with_their_place_as_it_was_given(call: Caller, tiny: Path) -> None:
    file = broken(tiny)
    result = call("check", tiny)
    assert result.exit_code == 1
    line = next(n for n, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if "trrain" in text)
    assert f"{file}:{line}:1: error[H202]" in result.output
    assert "\x1b" not in result.output


def test_json_is_one_array_of_faults_with_the_fixed_names(call: Caller, tiny: Path) -> None:
    broken(tiny)
    result = call("check", tiny, "--format", "json")
    faults = json.loads(result.output)
    assert result.exit_code == 1
    keys = "code level file line column end_column width path message hint source related chain"
    assert [list(f) for f in faults] == [keys.split()]
    assert faults[0]["path"] == "space.pool.trrain"


def test_json_is_ascii_whatever_the_faults_name(call: Caller, tiny: Path) -> None:
    text = '[ruleset]\nid = "tiny"\ntitle = "x"\n[terrain."\u65e5"]\nfoo = 1\n'
    (tiny / "ruleset.toml").write_text(text, encoding="utf-8")
    result = call("check", tiny, "--format", "json")
    assert result.output.isascii() and "\u65e5" in "".join(f["path"] for f in json.loads(result.output))


def test_warnings_alone_are_no_failure(call: Caller, tiny: Path) -> None:
    file = tiny / "ruleset.toml"
    text = file.read_text(encoding="utf-8") + '\n[phase.never]\nname = "Never"\nframe = "pass"\nby = ["red"]\n'
    file.write_text(text, encoding="utf-8")
    faults = json.loads(call("check", tiny, "--format", "json").output)
    assert [f["level"] for f in faults] == ["warning"]
    assert call("check", tiny).exit_code == 0


def test_a_missing_ruleset_is_told_without_a_traceback(call: Caller) -> None:
    result = call("check", "torch_tunisa")
    assert result.exit_code != 0
    assert "torch_tunisia" in result.output and "Traceback" not in result.output


def test_diagnostics_do_not_depend_on_the_locale(tiny: Path) -> None:
    broken(tiny)
    outputs = set()
    for locale in ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONUTF8": "1"}):
        done = subprocess.run(
            [sys.executable, "-m", "hexwright", "check", str(tiny), "--format", "json"],
            capture_output=True, env={**os.environ, **locale}, check=False,
        )  # fmt: skip
        assert done.stderr == b""
        outputs.add(done.stdout)
    assert len(outputs) == 1


def test_text_with_letters_the_terminal_lacks_is_escaped(tiny: Path) -> None:
    file = broken(tiny)
    file.write_text(file.read_text(encoding="utf-8").replace("trrain", "trräin"), encoding="utf-8")
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "hexwright", "check", str(tiny)],
        capture_output=True, env={**os.environ, **locale}, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert b"tr" in done.stdout and b"Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", ['it\'s 100% [a] #1 "q"', "-dash", "a*b?", "%20", "日本 第八軍"])
def test_paths_are_printed_as_they_are(call: Caller, name: str) -> None:
    write_tiny(Path(name))
    file = broken(Path(name))
    assert f"{file}:" in call("check", "--", name).output
    faults = json.loads(call("check", "--format", "json", "--", name).output)
    assert faults[0]["file"] == str(file)


def test_commands_that_only_read_write_nothing(call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/nowhere/at/all")
    before = sorted(p for p in tiny.parent.rglob("*") if "__pycache__" not in p.parts)
    for arguments in (["check", tiny], ["run", tiny, "--seed", "1"], ["list"], ["plugins", tiny], ["plugins"]):
        assert call(*arguments).exit_code == 0
    assert sorted(p for p in tiny.parent.rglob("*") if "__pycache__" not in p.parts) == before


# ------------------------------------------------------------------ all layers

IDLE = '[phase.never]\nname = "Never"\nframe = "pass"\n'


def lay(folder: Path, file: str, text: str) -> Path:
    """A further file of the ruleset; a scenario or variant with its head."""
    path = folder / file
    path.parent.mkdir(exist_ok=True)
    kind = {"scenarios": "scenario", "variants": "variant"}.get(file.split("/")[0])
    path.write_text(text + (f'[{kind}]\ntitle = "X"\n' if kind else ""), encoding="utf-8")
    return path


def told(call: Caller, *arguments: object) -> list[tuple[str, str, int]]:
    """(code, file, line) of everything that is told."""
    return [(f["code"], Path(f["file"]).name, f["line"]) for f in json.loads(call("check", *arguments).output)]


def test_every_scenario_and_variant_is_looked_at_and_each_fault_told_once(call: Caller, tiny: Path) -> None:
    lay(tiny, "more.toml", IDLE)
    lay(tiny, "scenarios/campaign.toml", "")
    lay(tiny, "scenarios/siege.toml", "[unit.r1]\nnmae = 'x'\n")
    lay(tiny, "variants/a.toml", "[unit.r1]\nat = 'A11'\n")
    lay(tiny, "variants/b.toml", "remove = ['movement.foot']\n")
    form = ("--format", "json")
    assert told(call, tiny, *form) == [
        ("H509", "more.toml", 1),
        ("H202", "siege.toml", 2),
        ("H301", "a.toml", 2),
        ("H302", "ruleset.toml", 51),
    ]
    assert told(call, tiny, "--quick", *form) == [("H509", "more.toml", 1)]
    assert told(call, tiny, "--variant", "a", *form) == [("H509", "more.toml", 1), ("H301", "a.toml", 2)]
    assert told(call, tiny, "--scenario", "siege", *form) == [("H509", "more.toml", 1), ("H202", "siege.toml", 2)]
    assert call("check", tiny, "--quick").exit_code == 0
    result = call("check", tiny)
    assert result.exit_code == 1
    assert "  with: variant b\n" in result.output and "with: variant a" not in result.output
    assert f"  set: {tiny / 'ruleset.toml'}:" in result.output and "(base), " in result.output


def test_a_file_that_is_no_toml_is_told_once(call: Caller, tiny: Path) -> None:
    lay(tiny, "variants/a.toml", "x = = 1\n")
    lay(tiny, "variants/b.toml", "")
    assert told(call, tiny, "--format", "json") == [("H101", "a.toml", 1)]


def test_scenario_tests_are_read(call: Caller, tiny: Path) -> None:
    lay(tiny, "tests/one.toml", '[[test]]\nid = "a"\nturm = 1\n[[test]]\nid = "b"\n[[test]]\nid = "b"\n')
    lay(tiny, "tests/two.toml", "[[test]]\nid = = 1\n")
    lay(tiny, "tests/none.toml", "")
    expected = [("H203", "none.toml", 0), ("H202", "one.toml", 3), ("H109", "one.toml", 7), ("H101", "two.toml", 2)]
    assert told(call, tiny, "--format", "json") == expected
    assert told(call, tiny, "--format", "json", "--quick") == []


def test_what_comments_allow_is_counted(call: Caller, tiny: Path) -> None:
    lay(tiny, "more.toml", IDLE.replace("]", "]  # hexwright: allow H509"))
    lay(tiny, "variants/a.toml", "[unit.r1]\nsteps = 1\n")
    assert call("check", tiny).output == f"{tiny}: no faults, 1 allowed\n"
    assert told(call, tiny, "--format", "json") == []


def test_a_comment_that_one_variant_needs_is_not_unused(call: Caller, tiny: Path) -> None:
    lay(tiny, "more.toml", IDLE.replace("]", "]  # hexwright: allow H509"))
    lay(tiny, "variants/a.toml", '[sequence]\neach_turn = ["orders", "moves", "dice", "never"]\n')
    form = ("--format", "json")
    assert told(call, tiny, *form) == told(call, tiny, "--variant", "a", *form) == []
    lay(tiny, "variants/a.toml", "remove = ['phase.never']  # hexwright: allow H509\n")
    assert told(call, tiny, *form) == [("H113", "a.toml", 1)]
    lay(tiny, "more.toml", '[rule.x]\ntitle = "x"  # hexwright: allow H509\n')
    lay(tiny, "variants/a.toml", "")
    assert told(call, tiny, *form) == [("H113", "more.toml", 2)]


def test_annotations_for_github(call: Caller, tiny: Path) -> None:
    assert call("check", tiny, "--format", "github").output == ""
    file = broken(tiny)
    result = call("check", tiny, "--format", "github")
    assert result.exit_code == 1
    assert result.output.startswith(f"::error file={file},line=")
    assert "title=H202::unknown key 'trrain'" in result.output
    assert result.output.count("\n") == 1


# ------------------------------------------------------------------ exit codes, and what is no ruleset


def test_what_is_no_ruleset_is_one_error(call: Caller, tiny: Path) -> None:
    (tiny.parent / "empty").mkdir()
    (tiny.parent / "a file.toml").write_text("x = 1\n", encoding="utf-8")
    for name in ("empty", "a file.toml", "nowhere/at all", "nowhere"):
        result = call("check", tiny.parent / name)
        assert (result.exit_code, result.output.count("error[H102]")) == (1, 1), result.output
        assert [f["code"] for f in json.loads(call("check", name, "--format", "json").output)] == ["H102"]
        if name != "empty":  # a ruleset may be written into it yet
            assert call("check", tiny.parent / name, "--watch").exit_code == 1
    assert call("check", tiny / "ruleset.toml").output == f"{tiny / 'ruleset.toml'}: no faults\n"
    assert call("check").exit_code == call("check", tiny, "--format", "xml").exit_code == 2
    assert call("check", tiny, "--watch", "--secrecy").exit_code == 2


def test_the_collector_stays_off_only_where_the_process_ends(call: Caller, tiny: Path) -> None:
    assert call("check", tiny).exit_code == 0
    assert not gc.isenabled()
    assert call("check", tiny, "--secrecy").exit_code == 0
    assert gc.isenabled()


def test_a_ruleset_that_is_named_is_shown_as_seen_from_here(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(tiny)
    monkeypatch.setenv("HEXWRIGHT_PATH", str(tiny.parent))
    monkeypatch.chdir(tiny.parent)
    assert call("check", tiny.name).output.startswith(f"{tiny.name}/ruleset.toml:")
    monkeypatch.chdir("/")
    assert call("check", tiny.name).output.startswith(f"{str(tiny).removeprefix('/')}/ruleset.toml:")


# ------------------------------------------------------------------ checks that break


def test_a_check_that_breaks_is_one_fault_and_the_others_still_run(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexwright.ruleset import checks, map_facts

    def broken_check(game: object) -> None:
        raise ZeroDivisionError("out of order")

    lay(tiny, "more.toml", IDLE)
    monkeypatch.setattr(checks, "CHECKS", (broken_check, *checks.CHECKS))
    monkeypatch.setattr(checks.run_checks, "__kwdefaults__", {"map_facts": False})
    monkeypatch.setattr(checks.run_checks, "__defaults__", ((broken_check, *checks.CHECKS),))
    monkeypatch.setattr(map_facts, "MAP_CHECKS", (broken_check, *map_facts.MAP_CHECKS))
    result = call("check", tiny)
    assert result.exit_code == 1
    assert "the check broken_check broke: ZeroDivisionError: out of order" in result.output
    assert "warning[H509]" in result.output and "Traceback" not in result.output


def test_a_plug_ins_check_that_breaks_is_one_fault(call: Caller, tiny: Path) -> None:
    plugin = next((tiny / "plugins").glob("*.py"))
    text = plugin.read_text(encoding="utf-8")
    more = "\n    def careless(rules, report):\n        raise KeyError('gone')\n    registry.check(careless)\n"
    head, register, rest = text.partition("def register(registry):\n")
    assert register
    plugin.write_text(head + register + more + rest, encoding="utf-8")
    lay(tiny, "more.toml", IDLE)
    output = call("check", tiny).output
    assert "error[H900] the check careless of plug-in tiny 1.2.3 broke: KeyError: 'gone'" in output
    assert "warning[H509]" in output


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_a_game_of_secrecy_that_breaks_is_one_fault(
    call: Caller, tiny: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    from hexwright.testing import interference

    real = interference.interference

    def lame(game: Any, seed: int, seat: str) -> Any:
        if seat == "red":
            raise RuntimeError("out of order")
        return real(game, seed, seat)

    monkeypatch.setattr(interference, "interference", lame)
    result = call("check", tiny, "--secrecy", "--format", form)
    assert result.exit_code == 1 and "Traceback" not in result.output
    assert "secrets of blue: " in result.stderr + result.stdout
    assert "the game of seed 1 that looks for secrets of red broke: RuntimeError: out of order" in result.stdout
    if form == "json":
        assert [f["code"] for f in json.loads(result.stdout)] == ["H900"]
