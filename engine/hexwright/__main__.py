"""The door of the command line: it makes the streams safe, runs the command and leaves quietly; nothing heavy here."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

PIPE_CLOSED = 141  # what a shell reports of a program that died of a closed pipe
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `hexwright` with these arguments (those of the process when left out) and exit."""
    atexit.register(gc.freeze)  # the interpreter's last look for garbage would go through all that was loaded
    for stream in (sys.stdout, sys.stderr):
        _make_safe(stream)
    _make_readable(sys.stdin)
    try:
        code = _run(arguments)
        _flush()
    except BrokenPipeError:
        _let_go()
        code = PIPE_CLOSED
    except OSError as error:
        _let_go()
        with contextlib.suppress(OSError):
            print(f"hexwright: cannot write: {error.strerror or error}", file=sys.stderr)
        code = 1
    sys.exit(code)


def _run(arguments: Sequence[str] | None) -> int:
    import click

    from .cli import commands

    try:
        told = commands.main(arguments, prog_name="hexwright", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return INTERRUPTED
    return told if isinstance(told, int) else 0


def _make_safe(stream: Any) -> None:
    """No letter may end the program: what the terminal's encoding lacks is written as an escape."""
    if hasattr(stream, "reconfigure"):
        with contextlib.suppress(OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")


def _make_readable(stream: Any) -> None:
    """What is typed may hold any letter, also where the locale knows ASCII only."""
    if hasattr(stream, "reconfigure"):
        plain = str(stream.encoding).lower() in ("ascii", "us-ascii", "ansi_x3.4-1968")
        with contextlib.suppress(OSError, ValueError):
            stream.reconfigure(encoding="utf-8" if plain else None, errors="replace")


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _let_go() -> None:
    """Nobody reads any more: what is still buffered goes nowhere, also when the interpreter ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, AttributeError):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                os.dup2(nowhere, stream.fileno())


if __name__ == "__main__":
    main()
