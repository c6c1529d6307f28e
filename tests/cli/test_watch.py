"""`hexwright check --watch` as a real process: each save is told, with `watchfiles` and without; Ctrl-C ends it."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from hexwright.cli.watch import snapshot

PATIENCE = 30  # seconds; a second is wanted, but machines that run tests may be busy with other things

START = "import sys\n{block}\nfrom hexwright.__main__ import main\nsys.argv[0] = 'hexwright'\nmain()\n"
BLOCKS = {"polling": "sys.modules['watchfiles'] = None", "watchfiles": ""}


class Watching:
    """A running `check --watch` whose lines are read as they come."""

    def __init__(self, folder: Path, how: str, *options: str) -> None:
        code = START.format(block=BLOCKS[how])
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "check", str(folder), "--watch", *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
        )  # fmt: skip
        self.lines: queue.Queue[str] = queue.Queue()
        self.seen: list[str] = []
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until(self, words: str) -> str:
        """The next line with these words; what comes before it is kept in `seen`."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no line with {words!r} in {self.seen}") from None
            self.seen.append(line)
            if words in line:
                return line

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return code


@pytest.fixture(params=BLOCKS)
def watching(request: pytest.FixtureRequest, tiny: Path) -> Iterator[Watching]:
    """The small game under watch."""
    if request.param == "watchfiles" and find_spec("watchfiles") is None:
        pytest.skip("watchfiles is not installed")
    running = Watching(tiny, request.param, "--quick")
    yield running
    running.process.kill()
    running.process.wait()
    assert running.process.stdout is not None
    running.reader.join(PATIENCE)
    running.process.stdout.close()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_every_save_is_told_until_ctrl_c(watching: Watching, tiny: Path) -> None:
    rules, plugin = tiny / "ruleset.toml", tiny / "plugins" / "tiny.py"
    head = watching.until("no faults")
    assert head.startswith("-- ") and head.endswith("--")
    edit(rules, "steps = 2", "setps = 2")
    watching.until("1 error in 1 file")
    watching.until("did you mean steps?")
    whole = rules.read_text(encoding="utf-8").replace("setps", "steps")
    half = whole[: whole.index('title = "One hex') + 12]  # as an editor may leave it for a moment
    rules.write_text(half, encoding="utf-8")
    watching.until("not valid TOML")
    rules.write_text(whole, encoding="utf-8")
    watching.until("no faults")
    edit(plugin, "def register(registry):", "def register(registry:")
    watching.until("H802")
    edit(plugin, "def register(registry:", "def register(registry):")
    watching.until("no faults")
    edit(plugin, 'name = "tiny.weather"', 'name = "tiny.whether"')
    watching.until("did you mean tiny.whether")
    (tiny / "variants").mkdir()
    (tiny / "variants" / "new.toml").write_text('[variant]\ntitle = "New"\n', encoding="utf-8")
    watching.until("1 error in 1 file")
    assert watching.stop() == 1
    assert not [line for line in watching.seen if "Traceback" in line]


def test_the_exit_code_is_that_of_the_last_report(watching: Watching, tiny: Path) -> None:
    watching.until("no faults")
    (tiny / "notes.txt").write_text("not a rule", encoding="utf-8")
    assert watching.stop() == 0
    assert len([line for line in watching.seen if line.startswith("-- ")]) == 1


def test_programs_get_the_faults_only(tiny: Path) -> None:
    running = Watching(tiny, "polling", "--format", "github", "--quick")
    try:
        running.until("no faults")
        edit(tiny / "ruleset.toml", "steps = 2", "setps = 2")
        assert running.until("::error").startswith("::error file=")
        assert running.stop() == 1
    finally:
        running.process.kill()
        running.process.wait()
        assert running.process.stdout is not None
        running.process.stdout.close()


def test_files_that_count(tiny: Path) -> None:
    for name in (".hidden.toml", "a.txt", "__pycache__/x.py", ".git/x.toml", "variants/v.toml", "tests/maps/m.toml"):
        file = tiny / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("", encoding="utf-8")
    found = {Path(name).relative_to(tiny).as_posix() for name in snapshot(str(tiny))}
    assert found == {"ruleset.toml", "plugins/tiny.py", "variants/v.toml", "tests/maps/m.toml"}
