"""One sitting at the terminal: questions, menus, what people type, hand-over between seats; no rules, no saving."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from ..decisions import Ask
from ..errors import DecisionError, Reason, SaveError, nearest
from .account import MOVES, Account, over_told
from .lookup import chances, shown
from .menu import Menu, entries, matching
from .names import Names
from .options import asked
from .terminal import clean, cleared, cut, in_columns, wrapped
from .textmap import picture

if TYPE_CHECKING:
    from ..events import Event
    from ..session import Session
    from ..view import View

LATELY = 8  # lines of the account that a resumed game begins with

HELP = """\
  a number         take that option, or open that group
  a decision       as it stands in the list, such as: move u1 K7
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


@frozen
class Happened:
    """What one decision brought about; `revisable` as long as it may be retracted."""

    events: tuple[Event, ...]
    revisable: bool


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
        self._history = [] if resumed else [Happened(session.game.opening().events, False)]
        self._told = dict.fromkeys(people, 0)
        self._back = list(people) if resumed else []  # seats that have not yet been told what happened lately
        self._retracted = False
        self._at = ""
        self._drafts: dict[tuple[str, str], list[str]] = {}
        self._menu = Menu(())
        self._terminal = bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())
        if self._terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  (input() then lets a line be edited)
        self._columns = min(shutil.get_terminal_size().columns, 120) if self._terminal else 80
        self._commands: dict[str, Callable[[str, Ask, str], bool | None]] = {
            "?": self._help, "help": self._help, "why": self._why, "undo": self._undo, "show": self._show,
            "map": self._map, "odds": self._odds, "log": self._log, "quit": self._quit, "exit": self._quit,
            "more": self._more, "back": self._to_top, "list": self._list,
        }  # fmt: skip

    def play(self) -> None:
        """Go on until the game is over, or the person at the keyboard leaves."""
        try:
            while self._session.over is None:
                self._next()
        except Left:
            return
        for seat in self._people:
            self._tell_news(seat)
        assert self._session.over is not None
        self._say(["", over_told(self._session.over, self._names)])

    def _next(self) -> None:
        waiting = asked(self._session)
        bot = next((s for s in waiting if s in self._bots), None)
        if bot is not None:
            decision = self._bots[bot].choose(self._session.view(bot), self._session.ask(bot))
            self._keep(decision, self._session.play(decision, bot).events)
            return
        seat = self._at if self._at in waiting else waiting[0]
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

    def _keep(self, decision: str, events: tuple[Event, ...]) -> None:
        """Add to what happened, or take away from it what was taken back; seats are told when they are asked."""
        if decision not in ("retract", "reset"):
            self._history.append(Happened(events, self._session.state.before is not None))
            return
        count = len(self._history)
        while count and self._history[count - 1].revisable:
            count -= 1
            if decision == "retract":
                break
        self._forget_after(count)

    def _forget_after(self, count: int) -> None:
        del self._history[count:]
        self._told = {seat: min(told, count) for seat, told in self._told.items()}

    def _tell_news(self, seat: str) -> None:
        news = self._history[self._told[seat] :]
        self._told[seat] = len(self._history)
        if seat in self._back:
            self._back.remove(seat)
            self._say(self._past(seat)[-LATELY:])
            return
        seen = (event.seen_by(seat) for step in news for event in step.events)
        self._say(self._accounts[seat].lines(e for e in seen if e is not None))

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
        if draft := self._drafts.get((ask.seat, ask.frame)):
            self._say(wrapped("So far: " + "; ".join(draft), self._columns))
        self._put_menu()

    def _put_menu(self) -> None:
        page = self._menu.page()
        if self._menu.shared:
            last = [(number, entry.text.rpartition(" ")[2]) for number, entry in page]
            click.echo(f"      {self._menu.shared} ...")
            cells = [f"{number:>3}. {self._place(word)}" for number, word in last]
            self._say(in_columns(cells, self._columns, indent=1))
        for number, entry in () if self._menu.shared else page:
            told = self._names.gloss(entry.text)
            note = f"({len(entry.options)} options{f': {told}' if told else ''})" if entry.is_group else told
            click.echo(f"{number:>4}. {entry.text}" + (f"   {note}" if note else ""))
        if self._menu.left:
            click.echo(f"      ... {self._menu.left} more: type `more`")

    def _place(self, word: str) -> str:
        name = self._names.beside(word)
        return cut(f"{word} {name}", 20) if name else word

    def _explain_refusal(self, reason: Reason) -> None:
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
        return self._decide(seat, ask, option or said)

    def _numbered(self, seat: str, ask: Ask, number: int) -> bool:
        entry = self._menu.pick(number)
        if entry is None:
            click.echo(f"There is no option {number}.")
            return False
        if entry.is_group:
            self._menu = Menu(entries(entry.options, len(entry.text.split())))
            self._put_menu()
            return False
        return self._decide(seat, ask, entry.text)

    def _decide(self, seat: str, ask: Ask, decision: str) -> bool:
        try:
            step = self._session.play(decision, seat)
        except DecisionError as error:
            self._explain_refusal(error.reason)
            self._suggest(decision)
            return False
        except SaveError as error:
            click.echo(f"This cannot be kept, so it has not happened: {error}")
            return False
        if not step.events:
            click.echo("Taken back." if decision in ("retract", "reset") else "Noted.")
        self._keep(decision, step.events)
        self._note_down(ask, decision)
        return True

    def _note_down(self, ask: Ask, decision: str) -> None:
        """Keep what the seat has put into a sealed or secret answer, for nothing else shows it."""
        self._retracted = decision in ("retract", "reset")
        draft = self._drafts.setdefault((ask.seat, ask.frame), [])
        if ask.visibility == "open" or decision in ("done", "reset"):
            draft.clear()
        elif decision != "retract":
            draft.append(decision)
        elif draft:
            draft.pop()

    def _suggest(self, decision: str) -> None:
        verb = decision.split()[0] if decision.split() else ""
        verbs = dict.fromkeys(entry.text.split()[0] for entry in self._menu.lines)
        if verb in verbs or verb in ("done", "retract", "reset"):
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
            self._explain_refusal(reason)

    def _explain(self, ask: Ask, head: str) -> None:
        click.echo(self._names.spoken(head))
        for name, value in ask.about:
            click.echo(f"  {name.replace('_', ' ')}: {self._names.spoken(str(value))}")
        if ask.rule:
            click.echo("  Rule: " + self._names.rule(ask.rule))
            self._say(wrapped(self._names.rule_text(ask.rule), self._columns - 2, "  "))

    def _undo(self, seat: str, ask: Ask, rest: str) -> bool:
        if "retract" in ask.options.all():
            return self._decide(seat, ask, "retract")
        reason = Reason("all that could be taken back here is taken back") if self._retracted else None
        reason = reason or self._session.can_undo(seat)
        if reason is not None:
            self._explain_refusal(reason)
            return False
        self._session.undo(seat)
        self._forget_after(max(0, len(self._history) - 1))
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
            elif " is done (" not in line:  # that somebody closed a question says nothing to players
                out.append(f"    {self._names.spoken(line)}")
        return out

    def _quit(self, seat: str, ask: Ask, rest: str) -> None:
        raise Left

    def _more(self, seat: str, ask: Ask, rest: str) -> None:
        self._menu = self._menu.next_page()
        self._put_menu()

    def _to_top(self, seat: str, ask: Ask, rest: str) -> None:
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
