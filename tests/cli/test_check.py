"""`hexwright check`: exit codes, places that can be pasted, and the same words under every locale."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Caller, write_tiny


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
    assert [list(f) for f in faults] == [["code", "level", "file", "line", "column", "path", "message", "hint"]]
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
