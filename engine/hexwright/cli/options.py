"""Arguments that several commands share, and the game, seats and bots that they stand for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import nearest
from .trouble import usage

if TYPE_CHECKING:
    from ..game import Game
    from ..session import Session

C = TypeVar("C", bound=Callable[..., Any])
Layers = tuple[str, str, tuple[str, ...], tuple[str, ...]]  # ruleset, scenario, variants, settings


def layers(command: C) -> C:
    """--scenario, --variant and --set: what is laid over the ruleset, as parameters scenario, variant, settings."""
    for option in (
        click.option("settings", "--set", multiple=True, metavar="KEY=VALUE", help="Change one value of the rules."),
        click.option("--variant", multiple=True, metavar="V", help="A variant to play with; may be repeated."),
        click.option("--scenario", default="", metavar="S", help="The scenario to play."),
    ):
        command = option(command)
    return command


def search_path() -> tuple[str, ...]:
    """The folders in which rulesets are looked for: the bundled ones, the current one, those of HEXWRIGHT_PATH."""
    from ..ruleset.load import bundled_rulesets

    named = (p for p in os.environ.get("HEXWRIGHT_PATH", "").split(os.pathsep) if p)
    unique: dict[str, str] = {}
    for place in (str(bundled_rulesets()), ".", *named):
        unique.setdefault(os.path.abspath(place), place)
    return tuple(unique.values())


def sought(ruleset: str) -> str:
    """The folder in the search path that has this name, else one whose ruleset has this id; else the text as it is."""
    if os.path.exists(ruleset) or os.path.basename(ruleset) != ruleset:
        return ruleset
    places = search_path()
    folders = (os.path.join(place, ruleset) for place in places)
    found = next((f for f in folders if os.path.isfile(os.path.join(f, "ruleset.toml"))), "")
    if found:
        return found
    from ..ruleset.load import list_rulesets

    return next((known.folder for known in list_rulesets(places) if known.info.id == ruleset), ruleset)


def named_rules(text: str, scenario: str = "") -> tuple[str, str, tuple[str, ...]]:
    """Ruleset, scenario and variants of RULESET+VARIANT+VARIANT; a name with + that is there stands for itself."""
    parts = text.split("+")
    whole = [n for n in range(len(parts), 0, -1) if os.path.exists(sought("+".join(parts[:n])))]
    count = whole[0] if whole else 1
    ruleset, variants = "+".join(parts[:count]), tuple(parts[count:])
    if not ruleset or "" in variants:
        raise usage(f"{text!r} is not of the form RULESET+VARIANT+VARIANT")
    return ruleset, scenario, variants


def load_game(ruleset: str, scenario: str, variant: tuple[str, ...], settings: tuple[str, ...]) -> Game:
    """The game that a command line names."""
    from ..game import Game

    return Game.load(sought(ruleset), scenario=scenario, variants=variant, settings=settings)


def load_for_save(file: Path, ruleset: str) -> Game:
    """A ruleset with the scenario, variants and settings that a saved game was played with."""
    from ..journal import read

    header = read(file).header
    variants, settings = (tuple(map(str, header.get(k) or ())) for k in ("variants", "settings"))
    return load_game(ruleset, str(header.get("scenario") or ""), variants, settings)


def seats_named(game: Game, text: str) -> tuple[str, ...]:
    """The seats meant by a word: a seat, a side or a nation, by id or printed name, whatever the case."""
    rules = game.rules
    said = text.casefold()
    if seat := next((s for s in rules.seats if s.casefold() == said), None):
        return (seat,)
    for side, spec in rules.side.items():
        if said in (side.casefold(), spec.name.casefold()):
            return tuple(dict.fromkeys(rules.seat_of(n) for n, nation in rules.nation.items() if nation.side == side))
    for nation, owner in rules.nation.items():
        if said in (nation.casefold(), owner.name.casefold()):
            return (rules.seat_of(nation),)
    near = nearest(text, rules.seats)
    hint = f"did you mean {near[0]}?" if near else f"the seats are {', '.join(rules.seats)}"
    raise usage(f"nobody plays {text!r}; {hint}")


def bots_named(game: Game, given: tuple[str, ...]) -> dict[str, str]:
    """Seat -> name of its bot, from texts SIDE=NAME (or NAME alone, for every seat)."""
    out: dict[str, str] = {}
    if not given:
        return out
    from ..bots import NAMES

    for text in given:
        who, equals, name = text.rpartition("=")
        if name not in NAMES:
            near = nearest(name, NAMES)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMES)}"
            raise usage(f"no bot {name!r}; {hint}")
        for seat in seats_named(game, who) if equals else game.rules.seats:
            out[seat] = name
    return out


def asked(session: Session) -> tuple[str, ...]:
    """The seats that are asked now; their options are not listed for it."""
    return tuple(ask.seat for ask in session.game.asks(session.state))


def make_bots(names: dict[str, str], seed: int | str) -> dict[str, Any]:
    """The bots themselves; each draws from its own stream, so that one more does not change another."""
    if not names:
        return {}
    from ..bots import make

    return {seat: make(name, f"{seed}/{seat}") for seat, name in names.items()}


def seed_given(text: str | None) -> int | str:
    """The seed as the session takes it; a fresh one when none was given."""
    if text is None:
        import secrets

        return secrets.randbelow(10**9)
    return int(text) if text.isascii() and text.isdigit() and text == str(int(text)) else text


def free_name(ruleset: str, folder: Path) -> Path:
    """A file name for a save that is not taken yet: demo-1.jsonl, demo-2.jsonl ..."""
    number = 1
    while (folder / f"{ruleset}-{number}.jsonl").exists():
        number += 1
    return folder / f"{ruleset}-{number}.jsonl"
