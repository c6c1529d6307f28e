"""One sitting at the terminal: questions, menus, what people type, hand-over between seats; no rules, no saving."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from ..decisions import Ask
from ..errors import DecisionError, Reason, SaveError, nearest
from .account import MOVES, Account, over_told
from .lookup import chances, shown
from .menu import Menu, entries, matching
from .names import Names
from .terminal import clean, cleared, wrapped
from .textmap import picture

if TYPE_CHECKING:
    from ..events import Event
    from ..session import Session
    from ..view import View

LATELY = 8  # lines of the account that a resumed game begins with

HELP = """\
  a number         take that option, or open that group
  a decision       as it stands in the list, such as: move us_3_id K7
  Enter            show the options again     more    next page     back   whole list
  list WORDS       the options that begin with these words
  why              what the question is about
  why OPTION       what an option means; why not DECISION: everything that stands in its way
  show SPACE       what you know of a space or a unit
  map              a picture of the map; map BOARD for another board
  odds             the exact chances, where two hands of dice are about to meet
  log              what happened last; log 50 for more
  undo             take back, as long as no die has fallen and nothing came to light
  quit             leave; the game is saved"""


class Left(Exception):  # noqa: N818  (it is no error)
    """The person at the keyboard leaves."""


class Sitting:
    """People and bots at one session, until the game is over or somebody leaves."""

    def __init__(
        self, session: Session, people: tuple[str, ...], bots: Mapping[str, Any], *, resumed: bool = False
    ) -> None:
        self._session = session
        self._people = people
        self._bots = bots
        self._names = Names(session.game.rules, session.game.unit_names)
        self._accounts = {seat: Account(self._names, MOVES) for seat in people}
        self._news = {seat: self._past(seat)[-LATELY:] if resumed else [] for seat in people}
        self._resumed = resumed
        self._at = ""
        self._menu = Menu(())
        self._terminal = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
        if self._terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  (input() then lets a line be edited)
        self._columns = min(shutil.get_terminal_size().columns, 120) if self._terminal else 80
        self._commands: dict[str, Callable[[str, Ask, str], bool | None]] = {
            "?": self._help, "help": self._help, "why": self._why, "undo": self._undo, "show": self._show,
            "map": self._map, "odds": self._odds, "log": self._log, "quit": self._quit, "exit": self._quit,
            "more": self._more, "back": self._back, "list": self._list,
        }  # fmt: skip

    def play(self) -> None:
        """Go on until the game is over, or the person at the keyboard leaves."""
        try:
            if not self._resumed:
                self._hear(self._session.game.opening().events)
            while self._session.over is None:
                self._next()
        except Left:
            return
        for seat in self._people:
            self._tell_news(seat)
        assert self._session.over is not None
        self._say(["", over_told(self._session.over, self._names)])

    def _next(self) -> None:
        asked = [a.seat for a in self._session.asks()]
        bot = next((s for s in asked if s in self._bots), None)
        if bot is not None:
            decision = self._bots[bot].choose(self._session.view(bot), self._session.ask(bot))
            self._hear(self._session.play(decision, bot).events)
            return
        seat = self._at if self._at in asked else asked[0]
        if seat != self._at:
            self._hand_over(seat)
        ask = self._session.ask(seat)
        assert ask is not None
        self._tell_news(seat)
        self._menu = Menu(entries(ask.options.all()))
        self._put_question(ask)
        while not self._answered(seat, ask):
            pass

    # -- what is said

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            click.echo(line)

    def _hear(self, events: tuple[Event, ...]) -> None:
        for seat in self._people:
            seen = [e for e in (event.seen_by(seat) for event in events) if e is not None]
            self._news[seat] += self._accounts[seat].lines(seen)

    def _tell_news(self, seat: str) -> None:
        self._say(self._news[seat])
        self._news[seat] = []

    def _hand_over(self, seat: str) -> None:
        first, self._at = self._at == "", seat
        if len(self._people) < 2:
            return
        if self._terminal:
            sys.stdout.write(cleared(self._names.seat(seat), terminal=True))
            sys.stdout.flush()
            click.echo("")
            self._read("Press Enter when nobody else is looking. ")
        elif not first:
            click.echo(cleared(self._names.seat(seat), terminal=False))

    def _put_question(self, ask: Ask) -> None:
        view = self._session.view(ask.seat)
        place = [self._names.turn(view.turn)] if view.turn else []
        place += dict.fromkeys(self._names.phase(p) for p in open_phases(view))
        click.echo("")
        click.echo(click.style(" / ".join(place), dim=True))
        click.echo(click.style(f"{self._names.seat(ask.seat)}: {self._names.spoken(ask.prompt)}", bold=True))
        if ask.visibility == "sealed":
            click.echo("(sealed: shown to the others when all have answered)")
        elif ask.visibility == "secret":
            click.echo("(secret: the others do not see your answer)")
        self._put_menu()

    def _put_menu(self) -> None:
        for number, entry in self._menu.page():
            told = self._names.gloss(entry.text)
            note = f"({len(entry.options)} options{f': {told}' if told else ''})" if entry.is_group else told
            click.echo(f"{number:>4}. {entry.text}" + (f"   {note}" if note else ""))
        if self._menu.left:
            click.echo(f"      ... {self._menu.left} more: type `more`")

    def _told(self, reason: Reason) -> None:
        for line in self._names.told(reason):
            indent = line[: len(line) - len(line.lstrip())]
            self._say(wrapped(line, self._columns - len(indent), indent))

    # -- what is typed

    def _read(self, prompt: str) -> str:
        if self._terminal:
            try:
                return input(prompt).strip()
            except EOFError:
                click.echo("")
                raise Left from None
        click.echo(prompt, nl=False)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            click.echo("")
            raise Left
        click.echo(line.rstrip("\n"))
        return line.strip()

    def _answered(self, seat: str, ask: Ask) -> bool:
        """Read one line and act on it; True when the question has to be put anew."""
        said = self._read(f"{self._names.seat(seat)}> ")
        if not said:
            self._menu = Menu(self._menu.lines)
            self._put_question(ask)
            return False
        if said.isascii() and said.isdigit():
            return self._numbered(seat, ask, int(said[:9]))
        option = matching(said, ask.options.all())
        word, _, rest = said.partition(" ")
        command = self._commands.get(word.casefold())
        if option is None and command is not None:
            return bool(command(seat, ask, rest.strip()))
        return self._decide(seat, option or said)

    def _numbered(self, seat: str, ask: Ask, number: int) -> bool:
        entry = self._menu.pick(number)
        if entry is None:
            click.echo(f"There is no option {number}.")
            return False
        if entry.is_group:
            self._menu = Menu(entries(entry.options, len(entry.text.split())))
            self._put_menu()
            return False
        return self._decide(seat, entry.text)

    def _decide(self, seat: str, decision: str) -> bool:
        try:
            step = self._session.play(decision, seat)
        except DecisionError as error:
            self._told(error.reason)
            self._suggest(decision)
            return False
        except SaveError as error:
            click.echo(f"This cannot be kept, so it has not happened: {error}")
            return False
        if not step.events:
            click.echo("Noted.")
        self._hear(step.events)
        return True

    def _suggest(self, decision: str) -> None:
        verb = decision.split()[0] if decision.split() else ""
        verbs = dict.fromkeys(entry.text.split()[0] for entry in self._menu.lines)
        if verb in verbs:
            return
        near = nearest(verb, [*verbs, *self._commands])
        click.echo(f"Did you mean {' or '.join(near)}?" if near else "Type ? for help.")

    # -- commands

    def _help(self, seat: str, ask: Ask, rest: str) -> None:
        click.echo(HELP)

    def _why(self, seat: str, ask: Ask, rest: str) -> None:
        words = rest.split()
        if words[:1] == ["not"]:
            words = words[1:]
        if not words:
            self._explain(ask, ask.prompt)
            return
        said = " ".join(words)
        if said.isascii() and said.isdigit() and (entry := self._menu.pick(int(said[:9]))):
            said = entry.text
        option = matching(said, ask.options.all())
        if option is not None:
            self._explain(ask, f"'{option}' is allowed" + (f": {told}" if (told := self._names.gloss(option)) else ""))
            return
        reason = self._session.why_not(said, seat)
        if reason is None:
            self._explain(ask, f"'{clean(said)}' is allowed")
        else:
            self._told(reason)

    def _explain(self, ask: Ask, head: str) -> None:
        click.echo(self._names.spoken(head))
        for name, value in ask.about:
            click.echo(f"  {name.replace('_', ' ')}: {self._names.spoken(str(value))}")
        if ask.rule:
            click.echo("  Rule: " + self._names.rule(ask.rule))
            self._say(wrapped(self._names.rule_text(ask.rule), self._columns - 2, "  "))

    def _undo(self, seat: str, ask: Ask, rest: str) -> bool:
        reason = self._session.can_undo(seat)
        if reason is not None:
            self._told(reason)
            return False
        self._session.undo(seat)
        click.echo("Taken back.")
        return True

    def _show(self, seat: str, ask: Ask, rest: str) -> None:
        if not rest:
            click.echo("Show what? Name a space or a unit.")
            return
        self._say(shown(self._session.view(seat), self._names, rest))

    def _map(self, seat: str, ask: Ask, rest: str) -> None:
        view = self._session.view(seat)
        boards = view.board.boards
        wanted = [b for b in boards if b.casefold() == rest.casefold()] if rest else [
            b for b in boards if view.board.layout(b) is not None
        ] or list(boards)
        if not wanted and (space := view.board.find(rest)):
            wanted = [view.board.board_of(space)]
        if not wanted:
            click.echo(f"There is no board '{clean(rest)}'; the boards are {', '.join(boards)}.")
            return
        for board in wanted:
            self._say(picture(view, board, self._columns))
        others = [b for b in boards if b not in wanted]
        if others:
            click.echo(f"Other boards: {', '.join(f'map {b}' for b in others)}")

    def _odds(self, seat: str, ask: Ask, rest: str) -> None:
        self._say(chances(ask, self._names))

    def _log(self, seat: str, ask: Ask, rest: str) -> None:
        many = int(rest[:6]) if rest.isascii() and rest.isdigit() else 20
        told = self._past(seat)
        self._say(told[-many:] if many and told else ["Nothing has happened yet."])

    def _past(self, seat: str) -> list[str]:
        """What the seat has learned so far, a sentence each; that a phase ended is left out."""
        out = []
        for line in self._session.log(seat):
            phase, _, verb = line.rpartition(" ")
            if verb in ("begins", "ends") and phase in self._session.game.rules.phase:
                if verb == "begins":
                    out.append(f"  {self._names.phase(phase)}")
            else:
                out.append(f"    {self._names.spoken(line)}")
        return out

    def _quit(self, seat: str, ask: Ask, rest: str) -> None:
        raise Left

    def _more(self, seat: str, ask: Ask, rest: str) -> None:
        self._menu = self._menu.next_page()
        self._put_menu()

    def _back(self, seat: str, ask: Ask, rest: str) -> None:
        self._menu = Menu(entries(ask.options.all()))
        self._put_menu()

    def _list(self, seat: str, ask: Ask, rest: str) -> None:
        folded = rest.casefold()
        found = tuple(o for o in ask.options.all() if o.casefold().startswith(folded))
        if not found:
            click.echo(f"No option begins with '{clean(rest)}'.")
            return
        self._menu = Menu(tuple(e for e in entries(found, len(rest.split()))))
        self._put_menu()


def open_phases(view: View) -> tuple[str, ...]:
    """The phase that is played now and those it is a part of, outermost first."""
    if not view.phase:
        return ()
    out = [view.phase[-1]]
    for phase in reversed(view.phase[:-1]):
        spec = view.rules.phase.get(phase)
        if spec is not None and out[0] in spec.phases:
            out.insert(0, phase)
    return tuple(out)
