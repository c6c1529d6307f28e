"""Which rules of the rulebook were exercised, which are excused by the ruleset's own list, and which are missing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tomli
from attrs import field

from ..classes import frozen
from ..errors import Fault, RulesetError, nearest
from ..game import Game

ALLOW = "games/coverage_allow.toml"


@frozen
class Allowed:
    """[[allow]] of games/coverage_allow.toml: rules that no game needs to exercise, and why.

    With `shown_by` they are not excused for good: nothing quotes them by themselves, and they are exercised when
    all of those rules are.
    """

    rules: tuple[str, ...]
    reason: str
    shown_by: tuple[str, ...] = ()


@frozen
class Coverage:
    """The rules that were exercised, with an example of each, those that are excused, and those that are missing.

    `needless` are excused rules that were exercised all the same.
    """

    games: int
    rules: tuple[str, ...]
    exercised: dict[str, str]
    allowed: dict[str, str] = field(factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        """Neither exercised nor excused, in the order of the rulebook."""
        return tuple(r for r in self.rules if r not in self.exercised and r not in self.allowed)

    @property
    def needless(self) -> tuple[str, ...]:
        """Excused and exercised all the same."""
        return tuple(r for r in self.allowed if r in self.exercised)


def summed(game: Game, games: int, seen: dict[str, str], allowed: Iterable[Allowed] = ()) -> Coverage:
    """What was exercised, by itself or shown by others, what is excused, and what is missing."""
    exercised = dict(seen)
    excused: dict[str, str] = {}
    for each in allowed:
        if not each.shown_by:
            excused.update(dict.fromkeys(each.rules, each.reason))
        elif all(rule in seen for rule in each.shown_by):
            for rule in each.rules:
                exercised.setdefault(rule, f"shown by {', '.join(each.shown_by)}: {each.reason}")
    return Coverage(games, tuple(game.rules.rule), exercised, excused)


def read_allowed(folder: Path, game: Game) -> tuple[Allowed, ...]:
    """The excuses of a ruleset, none without the file; RulesetError, with its place, where one cannot be used."""
    path = folder / ALLOW
    if not path.is_file():
        return ()
    text = path.read_text(encoding="utf-8")
    try:
        tables = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        at = _PLACE.search(str(error))
        line, column = (int(at[1]), int(at[2])) if at else (text.count("\n") + 1, 1)
        raise _fault(path, line, column, f"not readable as TOML: {_PLACE.sub('', str(error)).strip()}") from None
    found: list[Allowed] = []
    entries = tables.get("allow", [])
    if set(tables) - {"allow"} or not isinstance(entries, list):
        raise _fault(path, 1, 1, "only [[allow]] entries can stand here")
    heads = [n for n, row in enumerate(text.splitlines(), 1) if row.strip() == "[[allow]]"]
    for number, entry in enumerate(entries):
        head = heads[number] if number < len(heads) else 1
        end = heads[number + 1] if number + 1 < len(heads) else text.count("\n") + 2
        told = _trouble(entry, game, {rule for each in found for rule in each.rules})
        if told is not None:
            word, message, hint = told
            raise _fault(path, *_place(text, word, head, end), message, hint)
        found.append(Allowed(tuple(entry["rules"]), entry["reason"].strip(), tuple(entry.get("shown_by", ()))))
    return tuple(found)


_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


def _trouble(entry: dict[str, Any], game: Game, known: set[str]) -> tuple[str, str, str] | None:
    """What is wrong with an entry: the word to point at, the message and a hint; None when nothing is."""
    for name, value in entry.items():
        if name not in ("rules", "shown_by", "reason"):
            return name, f"unknown key {name!r}", "an entry has rules, reason and perhaps shown_by"
        text = isinstance(value, str) if name == "reason" else isinstance(value, list) and value
        if not text or (name != "reason" and not all(isinstance(v, str) for v in value)):
            return name, f"{name} is {value!r}", "reason is a text, rules and shown_by are lists of rule ids"
    if not entry.get("rules"):
        return "[[allow]]", "an excuse for no rule", 'add rules = ["..."]'
    if not entry.get("reason", "").strip():
        return "[[allow]]", "an excuse without a reason", 'add reason = "..."'
    for rule in (*entry["rules"], *entry.get("shown_by", ())):
        if rule not in game.rules.rule:
            near = nearest(rule, game.rules.rule)
            return f'"{rule}"', f"no rule {rule!r}", f"did you mean {near[0]}?" if near else ""
    twice = next((rule for rule in entry["rules"] if rule in known), "")
    return (f'"{twice}"', f"{twice} is excused twice", "leave one of them out") if twice else None


def _place(text: str, word: str, first: int, end: int) -> tuple[int, int]:
    """Line and column of a word in an entry, those of the entry where it is not found."""
    for number, row in enumerate(text.splitlines()[first - 1 : end - 1], first):
        if word in row:
            return number, row.index(word) + 1
    return first, 1


def _fault(path: Path, line: int, column: int, message: str, hint: str = "") -> RulesetError:
    return RulesetError((Fault("C901", "error", message, file=str(path), line=line, column=column, hint=hint),))


__all__ = ["ALLOW", "Allowed", "Coverage", "read_allowed", "summed"]
