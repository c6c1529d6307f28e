"""One sitting at the terminal: questions, menus, what people type, hand-over between seats; no rules, no saving."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from ..decisions import Ask
from ..errors import DecisionError, HexwrightError, Reason, SaveError
from . import because
from .account import MOVES, Account, over_told
from .hints import (
    GLOSSES,
    LAST,
    beginning,
    by_kin,
    by_name,
    in_order,
    kin_of,
    missions_meant,
    misspelt,
    naming,
    other_verbs,
    verb_told,
    with_ids,
)
from .lookup import chances, shown
from .menu import Menu, entries, matching, shared_words
from .names import Names
from .options import asked
from .roster import by_target, mission_told, missions_told, units_told
from .screen import menu_lines, question, where_now
from .sentences import sentence
from .terminal import clean, cleared, wrapped
from .textmap import maps

if TYPE_CHECKING:
    from ..session import Session

LATELY = 8  # lines of the account that a resumed game begins with

HELP = """\
  a number         take that option, or open that group
  a decision       as it stands in the list, such as: move u1 K7; a hex may be called by its name
  Enter            show the options again (or take the only one)     more    next page     back   whole list
  WORDS ?          the options that begin with these words, else those that name them: assign u1 ?, northport ?
  done             among the options: this answer is complete; retract, reset: its last choice, or all of it, back
  why              why you were refused; else what the question is about, and why the last thing happened
  why OPTION       what it does and costs, by which rules; why not DECISION: everything that stands in its way
  show SPACE       what you know of a space, a unit or a mission
  units            where your units are and what they do; units WORDS: all that fit (a side, a place, a tag)
  missions         the missions under way; missions WORD: what the missions of a part of play do
  map              a picture of the map; map BOARD for another board, map TAG for the units with a tag
  help VERB        how a decision is written
  picture          a picture of what you know, kept next to the save; picture control, supply, move:UNIT, air:UNIT
  odds             the exact chances, where two hands of dice are about to meet
  log              what happened last; log 50 for more
  undo             take back, as long as no die has fallen and nothing came to light
  unseal           have a sealed answer back, as long as another seat has not answered
  quit             leave; the game is saved"""


class Left(Exception):
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
        self._told = dict.fromkeys(people, -1)  # up to which decision each seat has been told what happened
        self._back = list(people) if resumed else []  # seats that have not yet been told what happened lately
        self._at = ""  # the seat at the keyboard
        self._next_at = ""  # the seat that wants its sealed answer back
        self._quoted: tuple[str, ...] = ()  # the rule that the refusal before quoted, not to be quoted again at once
        self._refused = ""  # what the seat at the keyboard asked for last, when it was refused
        self._menu = Menu(())
        self._view = session.view(people[0])
        self._terminal = bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())
        if self._terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  (input() then lets a line be edited)
        self._columns = min(shutil.get_terminal_size().columns, 120) if self._terminal else 80
        self._commands: dict[str, Callable[[str, Ask, str], bool | None]] = {
            "?": self._help, "help": self._help, "why": self._why, "undo": self._undo, "show": self._show,
            "map": self._map, "odds": self._odds, "log": self._log, "quit": self._quit, "exit": self._quit,
            "more": self._more, "back": self._to_top, "list": self._list, "unseal": self._unseal,
            "units": self._units, "missions": self._missions, "picture": self._picture,
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
            self._session.play(self._bots[bot].choose(self._session.view(bot), self._session.ask(bot)), bot)
            self._forget()
            return
        seat = next((s for s in (self._next_at, self._at) if s in waiting), waiting[0])
        self._next_at = ""
        if seat != self._at and not self._hand_over(seat):
            return
        ask = self._session.ask(seat)
        assert ask is not None
        self._tell_news(seat)
        self._view = self._session.view(seat)
        self._menu = Menu(entries(in_order(ask.options.all())))
        self._put_question(ask)
        while not self._answered(seat, ask):
            pass

    # -- what is said

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            click.echo(line)

    def _forget(self) -> None:
        """What was taken back was never told: what comes in its place is news."""
        done = self._session.decisions
        self._told = {seat: min(told, done) for seat, told in self._told.items()}

    def _tell_news(self, seat: str) -> None:
        news = self._session.events(seat, after=self._told[seat])
        self._told[seat] = self._session.decisions
        if seat in self._back:
            self._back.remove(seat)
            self._accounts[seat], past = self._past(seat)
            self._say(lately(past))
            return
        self._say([*self._accounts[seat].lines(news), *self._accounts[seat].rest()])

    def _hand_over(self, seat: str) -> bool:
        """Let the next person sit down; False when the one before wants a sealed answer back instead."""
        before, self._at = self._at, seat
        self._refused, self._quoted = "", ()
        if len(self._people) < 2:
            return True
        if self._terminal:
            _forget_lines()
            sys.stdout.write(cleared(self._names.seat(seat), terminal=True))
            sys.stdout.flush()
            click.echo("")
            if before and self._session.why_not("unseal", before) is None:
                click.echo(f"{self._names.seat(before)}: type `unseal` to change your answer before you leave.")
                if self._read("Press Enter when nobody else is looking. ").casefold() == "unseal":
                    self._open_again(before)
                    return False
                return True
            self._read("Press Enter when nobody else is looking. ")
        elif before:
            click.echo(cleared(self._names.seat(seat), terminal=False))
        return True

    def _put_question(self, ask: Ask) -> None:
        click.echo("")
        click.echo(click.style(where_now(self._view, self._names), dim=True))
        click.echo(click.style(f"{self._names.seat(ask.seat)}: {self._names.spoken(ask.prompt)}", bold=True))
        self._say(question(ask, self._view, self._names, self._columns))
        self._put_menu()

    def _put_menu(self) -> None:
        self._say(menu_lines(self._menu, self._view, self._names, self._columns))

    def _explain_refusal(self, reason: Reason, said: str = "", seat: str = "", quoted: tuple[str, ...] = ()) -> None:
        """Why something is refused; with the decision and the seat also where the number stands that refuses it."""
        lines = self._names.told(reason, quoted)
        if said and (found := because.place(self._session.explain(said, seat))):
            lines[1 + bool(reason.numbers) : 1 + bool(reason.numbers)] = found
        for line in lines:
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
        if not said and len(self._menu.lines) == 1:
            return self._numbered(seat, ask, 1)
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
        option = option or self._by_name(said, ask)
        if option is None and self._narrowed(said, ask):
            return False
        verbs = {o.split()[0] for o in ask.options.all()}
        return self._decide(seat, ask, option or (with_ids(said, self._view.board.find) if word in verbs else said))

    def _by_name(self, said: str, ask: Ask) -> str | None:
        """The option that is meant when a space is called by its name, or a box by the space that it stands for."""
        find, options = self._view.board.find, ask.options.all()
        return by_name(said, options, find) or by_kin(with_ids(said, find), options, kin_of(self._view))

    def _narrowed(self, said: str, ask: Ask) -> bool:
        """Show the options that words which are no decision begin, else those that they name."""
        wanted = said.removesuffix("?").strip()
        options = ask.options.all()
        if not wanted:
            return False
        find = self._view.board.find
        found = beginning(wanted, options, find)
        if not found and (said.endswith("?") or with_ids(wanted, find) == " ".join(wanted.split())):
            found = naming(wanted, options, self._names.meaning)
        if found:
            self._show_only(found)
        elif said.endswith("?"):
            click.echo(f"No option begins with '{clean(wanted)}' or names it.")
        return bool(found) or said.endswith("?")

    def _show_only(self, found: tuple[str, ...]) -> None:
        self._menu = Menu(entries(found, shared_words(found)))
        self._put_menu()

    def _numbered(self, seat: str, ask: Ask, number: int) -> bool:
        entry = self._menu.pick(number)
        if entry is None:
            click.echo(f"There is no option {number}.")
            return False
        if entry.is_group:
            self._show_only(entry.options)
            return False
        return self._decide(seat, ask, entry.text)

    def _decide(self, seat: str, ask: Ask, decision: str) -> bool:
        try:
            step = self._session.play(decision, seat)
        except DecisionError as error:
            self._refused = decision
            self._explain_refusal(error.reason, quoted=self._quoted)
            self._quoted = (error.reason.rule,)
            self._suggest(decision, ask)
            return False
        except SaveError as error:
            click.echo(f"This cannot be kept, so it has not happened: {error}")
            return False
        self._refused = ""
        self._quoted = ()
        if self._session.why_not("unseal", seat) is None:
            click.echo("Sealed. Until the others have answered, `unseal` opens it again.")
        elif not step.events:
            click.echo("Taken back." if decision in ("retract", "reset") else "Noted.")
        self._forget()
        return True

    def _suggest(self, decision: str, ask: Ask) -> None:
        options = ask.options.all()
        verbs = dict.fromkeys(option.split()[0] for option in options)
        verb = decision.split()[0]
        if verb in verbs:
            if meant := misspelt(decision, options, self._is_known):
                click.echo(f"Nothing is called '{clean(meant[0])}'. Did you mean {meant[1]}?")
        elif verb not in ("done", *LAST):
            near = other_verbs(decision, verbs, self._commands)
            click.echo(f"Did you mean {' or '.join(near)}?" if near else "Type ? for help.")

    def _is_known(self, word: str) -> bool:
        return word in self._view.units or self._view.board.find(word) is not None or bool(self._names.meaning(word))

    # -- commands

    def _help(self, seat: str, ask: Ask, rest: str) -> None:
        found = verb_told(self._session.game, ask.frame, rest)
        if rest:
            found = found or self._example(seat, ask, rest.casefold())
            for mission in missions_meant(self._view, rest.casefold(), ask.options.all()):
                found += mission_told(self._view, self._names, mission)
            self._say(found or [f"There is no help on '{clean(rest)}'; ? alone lists what you can type."])
            return
        click.echo(HELP)
        if found:
            click.echo("Here:")
            self._say([line for told in found for line in wrapped(told, self._columns - 2, "  ")])

    def _example(self, seat: str, ask: Ask, verb: str) -> list[str]:
        """What a verb of the question does, by the first option that has it; nothing for other words."""
        option = next((o for o in ask.options.all() if o.split()[0] == verb and o not in GLOSSES), "")
        if not option:
            return []
        text = self._names.spoken(self._session.explain(option, seat).text)
        return [f"{option}: {text}"]

    def _why(self, seat: str, ask: Ask, rest: str) -> None:
        words = rest.split()
        if words[:1] == ["not"]:
            words = words[1:]
        if not words:
            self._why_now(seat, ask)
            return
        said = " ".join(words)
        if said.isascii() and said.isdigit() and (entry := self._menu.pick(int(said[:9]))):
            said = entry.text
        said = matching(said, ask.options.all()) or self._by_name(said, ask) or with_ids(said, self._view.board.find)
        if (reason := self._session.why_not(said, seat)) is not None:
            self._explain_refusal(reason, said, seat)
            return
        meant = GLOSSES.get(said) or self._names.gloss(said)
        click.echo(self._names.spoken(f"'{clean(said)}' is allowed") + (f": {meant}" if meant else ""))
        self._say(because.told(self._session.explain(said, seat), self._names, self._columns))

    def _why_now(self, seat: str, ask: Ask) -> None:
        """Why the last decision was refused, if it was; else what the question is about, and what happened last."""
        if self._refused and (reason := self._session.why_not(self._refused, seat)) is not None:
            self._explain_refusal(reason, self._refused, seat)
            return
        question = self._session.explain_ask(seat)
        if question is not None:
            click.echo(self._names.spoken(ask.prompt))
            self._say(because.told(question, self._names, self._columns))
        last = next((e for e in reversed(self._session.events(seat)) if e.rule and not e.minor), None)
        if last is not None:
            click.echo("Last: " + sentence(last, self._names))
            self._say(because.told(self._session.explain_event(last), self._names, self._columns)[:4])

    def _undo(self, seat: str, ask: Ask, rest: str) -> bool:
        reason = self._session.can_undo(seat)
        if reason is not None:
            self._explain_refusal(reason)
            return False
        self._session.undo(seat)
        self._forget()
        click.echo("Taken back.")
        return True

    def _unseal(self, seat: str, ask: Ask, rest: str) -> bool:
        """The person who sealed an answer while others are awaited has it back."""
        sealed = [s for s in self._people if self._session.why_not("unseal", s) is None]
        if not sealed:
            click.echo("Nobody here has sealed an answer that others are still to match.")
            return False
        self._open_again(sealed[-1])
        return True

    def _open_again(self, seat: str) -> None:
        self._session.play("unseal", seat)
        self._next_at = seat

    def _show(self, seat: str, ask: Ask, rest: str) -> None:
        if not rest:
            click.echo("Show what? Name a space, a unit or a mission.")
            return
        self._say([line for told in shown(self._view, self._names, rest) for line in self._hung(told)])

    def _units(self, seat: str, ask: Ask, rest: str) -> None:
        self._say(units_told(self._view, self._names, rest))

    def _missions(self, seat: str, ask: Ask, rest: str) -> None:
        self._say([line for told in missions_told(self._view, self._names, rest) for line in self._hung(told)])

    def _hung(self, line: str) -> list[str]:
        """A line wrapped under its own indent."""
        indent = line[: len(line) - len(line.lstrip())]
        first, *more = wrapped(line, self._columns - len(indent) - 2, indent) or [line]
        return [first, *(f"  {further}" for further in more)]

    def _map(self, seat: str, ask: Ask, rest: str) -> None:
        aimed = by_target(self._view, self._names)
        self._say(maps(self._view, rest, self._columns))
        self._say(wrapped(f"Missions under way: {'; '.join(aimed)}", self._columns) if aimed else [])

    def _picture(self, seat: str, ask: Ask, rest: str) -> None:
        from .render import beside_save

        try:
            click.echo(f"Your picture is in {beside_save(self._session, seat, rest)}")
        except (HexwrightError, OSError) as error:
            click.echo(f"There is no picture: {clean(str(error))}")

    def _odds(self, seat: str, ask: Ask, rest: str) -> None:
        self._say(chances(ask, self._names))

    def _log(self, seat: str, ask: Ask, rest: str) -> None:
        many = int(rest[:6]) if rest.isascii() and rest.isdigit() else 20
        told = self._past(seat)[1]
        self._say(told[-many:] if many and told else ["Nothing has happened yet."])

    def _past(self, seat: str) -> tuple[Account, list[str]]:
        """What the seat has learned so far, as it was told, and the account that goes on from there."""
        account = Account(self._names, MOVES)
        return account, [line for line in [*account.lines(self._session.events(seat)), *account.rest()] if line]

    def _quit(self, seat: str, ask: Ask, rest: str) -> None:
        raise Left

    def _more(self, seat: str, ask: Ask, rest: str) -> None:
        self._menu = self._menu.next_page()
        self._put_menu()

    def _to_top(self, seat: str, ask: Ask, rest: str) -> None:
        self._menu = Menu(entries(in_order(ask.options.all())))
        self._put_menu()

    def _list(self, seat: str, ask: Ask, rest: str) -> None:
        folded = rest.casefold()
        found = tuple(o for o in ask.options.all() if o.casefold().startswith(folded))
        found = found or naming(rest, ask.options.all(), self._names.meaning)
        if not found:
            click.echo(f"No option begins with '{clean(rest)}' or names it.")
            return
        self._show_only(in_order(found))


def _forget_lines() -> None:
    """What was typed before does not come back with the arrow keys: it may have been a secret."""
    with suppress(ImportError, AttributeError):
        import readline

        readline.clear_history()


def lately(lines: list[str], most: int = LATELY) -> list[str]:
    """The last lines of an account, under the header that they belong to.

    >>> lately(["=== Turn 1 ===", "  Plan", "    a", "    b", "    c"], 2)
    ['  Plan', '    b', '    c']
    """
    last = lines[-most:]
    if last and last[0].startswith("    "):
        above = (line for line in reversed(lines[:-most]) if not line.startswith("    "))
        last = [*([head] if (head := next(above, "")) else []), *last]
    return last
