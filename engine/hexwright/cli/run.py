"""`hexwright run`: bots play a game to its end; the account goes to standard output, progress to a terminal."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import COMMANDS
from .account import ALL, IMPORTANT, Account
from .names import Names
from .options import asked, bots_named, layers, load_game, make_bots, seed_given
from .trouble import usage

if TYPE_CHECKING:
    from ..session import Session

INTERRUPTED = 130


@click.command("run", short_help=COMMANDS["run"][1])
@click.argument("ruleset")
@layers
@click.option("--seed", default=None, metavar="N", help="Seed of the dice and the bots; a fresh one when left out.")
@click.option("bot", "--bot", multiple=True, metavar="SIDE=NAME", help="Who plays a side: steady or random.")
@click.option("--save", type=click.Path(path_type=Path), default=None, metavar="FILE", help="Keep the game in a file.")
@click.option("thin", "--thin", is_flag=True, help="Leave out of the file what only playing on needs.")
@click.option("as_json", "--json", is_flag=True, help="Print one JSON object instead of the account.")
@click.option("-v", "--verbose", is_flag=True, help="Tell every move, and the rule of everything.")
def run_command(
    ruleset: str,
    scenario: str,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    seed: str | None,
    bot: tuple[str, ...],
    save: Path | None,
    thin: bool,
    as_json: bool,
    verbose: bool,
) -> None:
    """Let bots play a whole game of RULESET and tell what happens.

    Every side is played by the bot `steady` unless --bot says otherwise.
    """
    from .. import journal
    from ..session import Session

    if thin and save is None:
        raise usage("--thin says how the file of --save is kept; there is none")
    game = load_game(ruleset, scenario, variant, settings)
    names = dict.fromkeys(game.rules.seats, "steady") | bots_named(game, bot)
    number = seed_given(seed)
    session = Session.new(game, seed=number, save=save)
    out = _Paper(keep_on=save is not None)
    telling = Names(game.rules, game.unit_names)
    account = Account(telling, ALL if verbose else IMPORTANT)
    if not as_json:
        out.lines([f"{game.rules.info.title}, seed {number}", _who_plays(names, telling)])
        out.lines(account.lines(session.events()))
    try:
        _play_on(session, make_bots(names, number), None if as_json else account, out)
    except KeyboardInterrupt:
        click.echo(f"\nStopped.{f' The game so far is kept in {save}.' if save else ''}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        session.close()
    if thin and save is not None:
        journal.thin(save)
    if as_json:
        out.lines([json.dumps(_summary(session, number))])
    elif save is not None:
        out.lines(["", f"The game is kept in {save}. Play it again with: hexwright replay {shlex.quote(str(save))}"])


def _who_plays(names: dict[str, str], telling: Names) -> str:
    return "Played by: " + ", ".join(f"{telling.seat(seat)} {bot}" for seat, bot in names.items())


def _play_on(session: Session, bots: dict[str, Any], account: Account | None, out: _Paper) -> None:
    told = session.decisions
    progress = _Progress(session.game.rules.sequence.turns)
    while session.over is None:
        seat = asked(session)[0]
        ask = session.ask(seat)
        assert ask is not None
        session.play(bots[seat].choose(session.view(seat), ask), seat)
        progress.show(session.state.turn, session.decisions)
        if account is None or session.state.before is not None:  # what may still be retracted is not told yet
            continue
        lines, told = account.lines(session.events(after=told)), session.decisions
        if lines:
            progress.clear()
            out.lines(lines)
    progress.clear()


def _summary(session: Session, seed: int | str) -> dict[str, Any]:
    over = session.over
    assert over is not None
    return {
        "ruleset": session.game.rules.info.id,
        "rules_hash": session.game.rules_hash,
        "seed": seed,
        "winner": over.winner or None,
        "reason": over.reason,
        "turn": session.state.turn,
        "decisions": session.decisions,
        "state_hash": session.state.digest,
    }


class _Paper:
    """Standard output; when its reader goes away and the game is being saved, play goes on in silence."""

    def __init__(self, *, keep_on: bool) -> None:
        self._keep_on = keep_on
        self._gone = False

    def lines(self, lines: list[str]) -> None:
        if self._gone:
            return
        try:
            for line in lines:
                click.echo(line)
        except BrokenPipeError:
            if not self._keep_on:
                raise
            self._gone = True


class _Progress:
    """One line on a terminal's standard error that is written over again and again."""

    def __init__(self, turns: int) -> None:
        self._turns = turns
        self._on = sys.stderr is not None and sys.stderr.isatty()
        self._shown = 0
        self._last = 0.0

    def show(self, turn: int, decisions: int) -> None:
        if self._on and time.monotonic() - self._last > 0.1:
            self._last = time.monotonic()
            text = f"turn {turn} of {self._turns}, {decisions} decisions"
            click.echo("\r" + text.ljust(self._shown), err=True, nl=False)
            self._shown = len(text)

    def clear(self) -> None:
        if self._on and self._shown:
            click.echo("\r" + " " * self._shown + "\r", err=True, nl=False)
            self._shown = 0
