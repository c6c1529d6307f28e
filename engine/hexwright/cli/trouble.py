"""What a person is told when something went wrong: every error as a message and an exit code, none as a traceback."""

from __future__ import annotations

from collections.abc import Iterable

import click

from ..errors import EndlessPlay, Fault, HexwrightError, PluginError, RulesetError, UnknownId

USAGE = 2
FAILED = 1


def explained(error: Exception) -> tuple[str, int] | None:
    """The message and the exit code of an error; None for what the door of the command line tells itself."""
    if isinstance(error, RulesetError):
        return told_faults(error.faults, colour=True), FAILED
    if isinstance(error, UnknownId):
        return f"{error}{_where_to_look(error)}", USAGE
    if isinstance(error, PluginError):
        return f"{error}\n{_how_to_report(f'the special rule {error.plugin} {error.version}')}", FAILED
    if isinstance(error, EndlessPlay):
        return f"{error}\n{_how_to_report('the rules')}", FAILED
    if isinstance(error, HexwrightError):
        return str(error), FAILED
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError) and error.filename is not None:
        name = error.filename if isinstance(error.filename, str) else str(error.filename)
        return f"{name}: {error.strerror or error}", FAILED
    if isinstance(error, OSError):
        return None
    return f"hexwright broke: {type(error).__name__}: {error}\n{_how_to_report('hexwright')}", FAILED


def _how_to_report(what: str) -> str:
    return (
        f"This is a fault of {what}, not of what you did. Please report it with this message, the command and the save "
        "file, or the seed.\nHEXWRIGHT_DEBUG=1 before the command shows where in the program it happened."
    )


def told_faults(faults: Iterable[Fault], *, colour: bool = False, allowed: int = 0) -> str:
    """Every fault with its place, source line and caret, and a line that counts them.

    `click.echo` takes the colours off again where there is no terminal or NO_COLOR is set.
    """
    from ..ruleset.diagnostics import render

    return render(tuple(faults), colour=colour, allowed=allowed)


def _where_to_look(error: UnknownId) -> str:
    return "; `hexwright list` shows those that were found" if error.kind == "ruleset" else ""


def usage(message: str) -> click.UsageError:
    """An error in how the command was called."""
    return click.UsageError(message, click.get_current_context(silent=True))
