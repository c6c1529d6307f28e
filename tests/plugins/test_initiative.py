"""The initiative: holder, seize tokens, the order of the domains and the first side in each."""

from __future__ import annotations

import pytest

from hexwright.decisions import Ask
from hexwright.errors import IllegalDecision, RulesetError
from hexwright.game import Game
from hexwright.state import State

ONLY = 'ruleset.plugins=["initiative"]'


def load(*settings: str) -> Game:
    return Game.load("torch_tunisia", settings=[ONLY, *settings])


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def asked(game: Game, state: State) -> Ask:
    return game.asks(state)[0]


def onward(game: Game, state: State, until: str, turn: int = 0, seize: bool = False) -> State:
    """Answer plainly until a frame asks (on a turn): parts in order, Allied first, no token unless `seize`."""
    while state.over is None:
        ask = asked(game, state)
        if ask.frame == until and turn in (0, state.turn):
            return state
        text = ("seize" if seize else "pass") if ask.frame == "initiative.seize" else ask.options[0]
        state = game.apply(state, text, ask.seat).state
    return state


def tokens(game: Game, state: State, seat: str) -> int:
    shown = dict(game.view(state, seat).notes)["initiative"]
    return int(shown.used)


@pytest.mark.rule("TT-2.3-02", "TT-2.3-R02", "TT-2.4-01")
def test_the_allies_hold_the_initiative_when_nobody_seizes_it(game: Game) -> None:
    state = game.start()
    while state.over is None:
        ask = asked(game, state)
        if ask.frame in ("phase", "initiative.first_mover"):
            assert ask.seat == "allied"
        state = game.apply(state, "pass" if ask.frame == "initiative.seize" else ask.options[0], ask.seat).state


@pytest.mark.rule("TT-2.3-03", "TT-2.3-R02")
def test_tokens_may_be_used_on_turns_2_to_9(game: Game) -> None:
    turns = []
    state = game.start()
    while state.over is None:
        ask = asked(game, state)
        if ask.frame == "initiative.seize":
            assert ask.seat == "axis"
            assert list(ask.options) == ["seize", "pass"]
            turns.append(state.turn)
        state = game.apply(state, "pass" if ask.frame == "initiative.seize" else ask.options[0], ask.seat).state
    assert turns == [2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.rule("TT-2.3-03", "TT-2.3-R01")
def test_each_token_is_used_once_and_one_a_turn(game: Game) -> None:
    turns = []
    state = game.start()
    while state.over is None:
        ask = asked(game, state)
        if ask.frame == "initiative.seize":
            turns.append(state.turn)
            state = game.apply(state, "seize", "axis").state
            assert asked(game, state).frame != "initiative.seize"
            assert tokens(game, state, "allied") == tokens(game, state, "axis") == len(turns)
        else:
            state = game.apply(state, ask.options[0], ask.seat).state
    assert turns == [2, 3, 4]


@pytest.mark.rule("TT-2.3-R01", "TT-2.3-02")
def test_a_seized_initiative_lasts_for_the_turn_and_is_known_to_all(game: Game) -> None:
    state = onward(game, game.start(), "initiative.seize")
    step = game.apply(state, "seize", "axis")
    assert "axis is holder" in [e.text() for e in step.events_for("allied")]
    state = step.state
    while state.turn == 2:
        ask = asked(game, state)
        if ask.frame in ("phase", "initiative.first_mover"):
            assert ask.seat == "axis"
        state = game.apply(state, ask.options[0], ask.seat).state
    assert game.position(state).seat_for("holder") == "allied"


@pytest.mark.rule("TT-2.3-04", "TT-2.3-R03", "TT-2.4-01", "TT-PA.2-01")
def test_the_next_domain_is_named_when_the_last_has_ended(game: Game) -> None:
    state = game.start()
    assert list(asked(game, state).options) == ["begin air", "begin sea", "begin land"]
    state = game.apply(state, "begin land").state
    assert asked(game, state).frame == "initiative.first_mover"
    state = onward(game, state, "phase")
    assert list(asked(game, state).options) == ["begin air", "begin sea"]
    with pytest.raises(IllegalDecision, match="over this turn"):
        game.apply(state, "begin land")
    state = onward(game, game.apply(state, "begin sea").state, "phase")
    assert list(asked(game, state).options) == ["begin air"]
    state = onward(game, game.apply(state, "begin air").state, "phase")
    assert state.turn == 2


@pytest.mark.rule("TT-2.3-R03")
def test_the_order_may_be_fixed_beforehand() -> None:
    game = load('initiative.order_declaration="upfront"')
    state = game.start()
    for text in ("begin land", "begin air", "begin sea"):
        assert asked(game, state).frame == "phase"
        state = game.apply(state, text).state
    begun = []
    while state.turn == 1:
        step = game.apply(state, asked(game, state).options[0])
        begun += [e.phase for e in step.events if hasattr(e, "phase") and type(e).__name__ == "PhaseEnded"]
        state = step.state
    assert [p for p in begun if p in ("air", "sea", "land")] == ["land", "air", "sea"]


@pytest.mark.rule("TT-2.3-05", "TT-2.3-R04", "TT-PA.2-01")
def test_the_first_side_is_chosen_for_each_domain(game: Game) -> None:
    state = game.start()
    for domain, first, second in (("air", "axis", "allied"), ("sea", "allied", "axis")):
        state = game.apply(state, f"begin {domain}").state
        assert asked(game, state).frame == "initiative.first_mover"
        state = game.apply(state, f"first {first}").state
        now = game.position(state)
        assert (now.seat_for("first"), now.seat_for("second")) == (first, second)


@pytest.mark.rule("TT-2.3-R04")
def test_the_first_side_may_be_chosen_once_a_turn() -> None:
    game = load('initiative.first_mover_scope="turn"')
    state = game.apply(game.apply(game.start(), "begin air").state, "first axis").state
    for domain in ("sea", "land"):
        step = game.apply(onward(game, state, "phase"), f"begin {domain}")
        state = step.state
        assert asked(game, state).frame != "initiative.first_mover" or state.turn == 2
        assert game.position(state).seat_for("first") == "axis"
    state = onward(game, state, "initiative.first_mover", turn=2)
    assert asked(game, state).seat == "allied"


@pytest.mark.rule("TT-2.3-03", "TT-2.3-R03", "TT-2.3-R04")
def test_e_50_the_last_token_on_turn_9_and_none_on_turn_10(game: Game) -> None:
    state = onward(game, game.start(), "initiative.seize", turn=9)
    state = game.apply(state, "seize", "axis").state
    for domain, first in (("land", "allied"), ("air", "axis"), ("sea", "allied")):
        state = onward(game, state, "phase")
        state = game.apply(state, f"begin {domain}", "axis").state
        state = game.apply(state, f"first {first}", "axis").state
        assert game.position(state).seat_for("first") == first
    while state.turn == 9:
        state = game.apply(state, asked(game, state).options[0], asked(game, state).seat).state
    assert asked(game, state).frame == "phase"  # nobody was asked for a token on turn 10
    assert asked(game, state).seat == "allied"


@pytest.mark.rule("TT-2.3-03")
@pytest.mark.parametrize(
    ("settings", "turns"),
    [
        (("initiative.seize_tokens=2",), [2, 3]),
        (("initiative.seize_tokens=0",), []),
        (("initiative.seize_turns=[4,5]",), [4, 5]),
        (("initiative.seize_turns=[4,9]", "initiative.seize_tokens=1"), [4]),
    ],
)
def test_how_many_tokens_there_are_and_when_they_may_be_used(settings: tuple[str, ...], turns: list[int]) -> None:
    game = load(*settings)
    used = []
    state = game.start()
    while state.over is None:
        ask = asked(game, state)
        if ask.frame == "initiative.seize":
            used.append(state.turn)
        state = game.apply(state, "seize" if ask.frame == "initiative.seize" else ask.options[0], ask.seat).state
    assert used == turns


def test_turns_of_the_tokens_are_checked() -> None:
    with pytest.raises(RulesetError, match="fewer than 0"):
        load("initiative.seize_tokens=-1")
    with pytest.raises(RulesetError, match="a first and a last one"):
        load("initiative.seize_turns=[9]")
