"""Special rules can be left out, each and every two of them: the ruleset checks clean and campaigns end in time.

With a plug-in go those that require it: without `facilities` there are no `air_ops`. So every pair stands for the
smallest sound ruleset without both; pairs that come to the same one are played once.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import combinations

import pytest

from hexwright.bots import make
from hexwright.game import Game
from hexwright.session import Session

WHOLE = Game.load("torch_tunisia")
NAMES = WHOLE.rules.info.plugins
NEEDS = {o.id: frozenset(o.manifest.requires) for o in WHOLE.plugins.active if o.manifest}
REQUIRED = frozenset[str]().union(*NEEDS.values())
# All phases there are come up in two turns, those of arrivals by schedule in three.
TURNS = {"random": 3, "steady": 2}
MUD = "weather.mud_turns=[2]"  # within a game of so few turns
HASTE = 0.25  # how often a random player ends a window: it does in a third of the decisions all there is to do


def with_those_that_need(*plugins: str) -> frozenset[str]:
    """These plug-ins and all that cannot do without them."""
    gone = frozenset(plugins)
    while more := {p for p in NEEDS if NEEDS[p] & gone} - gone:
        gone |= more
    return gone


SINGLES = sorted({with_those_that_need(p) for p in NAMES}, key=sorted)
PAIRS = sorted({with_those_that_need(*two) for two in combinations(NAMES, 2)} - set(SINGLES), key=sorted)


def without(gone: Iterable[str], *settings: str) -> Game:
    """The game without these plug-ins; their tables stay in its files and are inert."""
    left = [n for n in NAMES if n not in gone]
    game, faults = Game.load_with_faults("torch_tunisia", settings=[f"ruleset.plugins={json.dumps(left)}", *settings])
    # a game of fewer turns warns of what it never comes to, and one without convoys of what then waits overseas
    expected = {*(("H510", "H512") if settings else ()), *(("H810",) if "convoys" in gone else ())}
    assert [f for f in faults if f.code not in expected] == []
    assert all("can never leave" in f.message for f in faults if f.code == "H810")
    assert game is not None and game.active == frozenset(left)
    return game


def campaign(game: Game, bot: str, seed: int = 11) -> tuple[str, str, int]:
    """Winner, reason and last turn of a campaign between two players of a kind."""
    session = Session.new(game, seed=seed)
    draw = random.Random(seed)
    players = {seat: make(bot, f"{seed}/{seat}") for seat in game.rules.seats}
    for _ in range(20_000):
        if session.over is not None:
            return session.over.winner, session.over.reason, session.state.turn
        asks = session.asks()
        ask = asks[draw.randrange(len(asks))]
        if bot == "steady":
            text = players[ask.seat].choose(session.view(ask.seat), ask.handed_out())
        else:
            options = ask.options.all()
            hasty = "done" in options and draw.random() < HASTE
            text = "done" if hasty else options[draw.randrange(len(options))]
        session.play(text, ask.seat)
    raise AssertionError(f"no end in sight: {session.state}")


def called(gone: frozenset[str]) -> str:
    return "-".join(sorted(gone))


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "steady"])
@pytest.mark.parametrize("gone", SINGLES, ids=called)
def test_a_whole_campaign_without_a_rule(gone: frozenset[str], bot: str) -> None:
    game = without(gone)
    winner, reason, turn = campaign(game, bot)
    assert turn <= game.rules.sequence.turns
    if "victory" in gone:
        assert (winner, reason) == ("", "turn_limit")


@pytest.mark.slow
@pytest.mark.parametrize("gone", PAIRS, ids=called)
def test_campaigns_without_two_rules(gone: frozenset[str]) -> None:
    for bot, turns in TURNS.items():
        game = without(gone, f"sequence.turns={turns}", MUD)
        winner, reason, turn = campaign(game, bot)
        assert turn <= turns
        if "victory" in gone:
            assert (winner, reason) == ("", "turn_limit")


@pytest.mark.parametrize("plugin", sorted(REQUIRED))
def test_a_rule_that_others_require_is_missed(plugin: str) -> None:
    left = [n for n in NAMES if n != plugin]
    game, faults = Game.load_with_faults("torch_tunisia", settings=[f"ruleset.plugins={json.dumps(left)}"])
    assert game is None
    assert any(f.code == "H803" and plugin in f.message for f in faults)


def test_every_rule_and_every_two_are_left_out() -> None:
    for two in combinations(NAMES, 2):
        gone = with_those_that_need(*two)
        assert set(two) <= gone and gone in (*SINGLES, *PAIRS)
    assert {with_those_that_need(n) for n in NAMES} == set(SINGLES) and len(SINGLES) == len(NAMES)
