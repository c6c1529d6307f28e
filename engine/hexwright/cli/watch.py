"""`hexwright check --watch`: the files of a ruleset are looked at again whenever one of them is saved."""

from __future__ import annotations

import linecache
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from .check import show
from .checking import Checked
from .trouble import FAILED, explained

POLL = 0.3  # seconds between two looks at the times of the files where nobody tells of changes
SETTLE = 0.05  # an editor may write a file in several steps: seconds in which nothing more must change
LONGEST = 0.5  # but no longer than this
WIDTH = 72

Snapshot = dict[str, tuple[int, int]]


def watched(folder: str, ruleset: str, form: str, look: Callable[[], Checked]) -> int:
    """Report now and after every change until Ctrl-C; the exit code of the last report."""
    # A plug-in saved twice in a second would be taken from the file that Python keeps of its first form.
    sys.dont_write_bytecode = True
    code = FAILED
    try:
        seen = snapshot(folder)
        checked, told, code = _looked(look)
        _tell(checked, told, ruleset, form)
        for _ in _ticks(folder):
            now = snapshot(folder)
            if now == seen:
                continue
            seen = _settled(folder, now)
            _forget(folder)
            checked, told, code = _looked(look)
            _tell(checked, told, ruleset, form)
    except KeyboardInterrupt:
        click.echo(err=True)
    return code


def snapshot(folder: str) -> Snapshot:
    """Time and size of every file that counts: all TOML of the folder, and the special rules beside it."""
    found: Snapshot = {}
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        for name in names:
            if name.startswith(".") or not name.endswith((".toml", ".py")):
                continue
            file = os.path.join(place, name)
            try:
                status = os.stat(file)
            except OSError:  # it went away just now
                continue
            found[file] = (status.st_mtime_ns, status.st_size)
    return found


def _settled(folder: str, now: Snapshot) -> Snapshot:
    """The files once they have come to rest."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        time.sleep(SETTLE)
        before, now = now, snapshot(folder)
        if now == before:
            break
    return now


def _ticks(folder: str) -> Iterator[None]:
    """Moments at which to look for changes: told by the system when `watchfiles` is there, else from time to time."""
    try:
        from watchfiles import watch

        # It also wakes up by itself, for what was saved while the last report was made.
        for _ in watch(folder, watch_filter=None, step=50, debounce=200, rust_timeout=500, yield_on_timeout=True):
            yield
    except (ImportError, OSError, RuntimeError):  # the folder went away, or the system has no more to give
        pass
    while True:
        time.sleep(POLL)
        yield


def _forget(folder: str) -> None:
    """Read the special rules and the lines of their files anew."""
    from ..plugins import forget

    forget(Path(folder))
    linecache.checkcache()


def _looked(look: Callable[[], Checked]) -> tuple[Checked | None, str, int]:
    """One look: what was found, in short, and its exit code; whatever goes wrong in it, the watch goes on."""
    from ..ruleset.diagnostics import summary

    try:
        checked = look()
    except Exception as error:
        known = explained(error)
        return None, known[0] if known else str(error), FAILED
    return checked, summary(checked.faults, len(checked.allowed)), FAILED if checked.failed else 0


def _tell(checked: Checked | None, told: str, ruleset: str, form: str) -> None:
    """The report under a line with the time and the result."""
    head = f"-- {time.strftime('%H:%M:%S')}  {told.splitlines()[0] if checked else 'hexwright broke'} --"
    click.echo(click.style(head.ljust(WIDTH, "-"), bold=True), err=form != "text")
    if checked is None:
        click.echo(told, err=True)
    elif checked.faults or form == "json":
        show(checked, ruleset, form)
