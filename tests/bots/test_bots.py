"""Bots: the same seed plays the same game, they see nothing that is hidden, and `steady` goes for the objective."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any

import attrs
import pytest

from hexwright.bots import NAMES, make
from hexwright.bots.ground import Picture, objectives, power
from hexwright.decisions import Ask, Options
from hexwright.errors import UnknownId
from hexwright.game import Game
from hexwright.position import Position
from hexwright.session import Session
from hexwright.state import State
from hexwright.testing import scene

from ..demo import demo


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The demo."""
    return demo(tmp_path_factory.mktemp("demo"))


def campaign(game: Game, name: str, seed: int) -> tuple[list[str], str]:
    """Every decision of a game between two bots, and the hash of its end."""
    session = Session.new(game, seed=seed)
    bots = {seat: make(name, f"{seed}/{seat}") for seat in game.rules.seats}
    made: list[str] = []
    while session.over is None:
        assert len(made) < 3000, "a bot never ends"
        ask = session.asks()[0]
        made.append(f"{ask.seat}: {bots[ask.seat].choose(session.view(ask.seat), ask)}")
        session.play(made[-1].partition(": ")[2], ask.seat)
    return made, session.state.digest


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_ends_a_game_and_plays_it_again_alike(game: Game, name: str) -> None:
    assert campaign(game, name, 3) == campaign(game, name, 3)


def test_another_seed_is_another_game(game: Game) -> None:
    assert campaign(game, "random", 3) != campaign(game, "random", 4)


def test_an_unknown_bot_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownId, match="did you mean steady"):
        make("steddy")


def test_random_draws_every_option_alike(game: Game) -> None:
    view = game.view(game.start(), "red")
    bot = make("random", 1)
    drawn = {f"take {n}": 0 for n in range(4)}
    for turn in range(2000):
        ask = Ask("red", f"some.question{turn}", "?", Options.of(drawn))
        drawn[bot.choose(view, ask)] += 1
    assert all(420 < n < 580 for n in drawn.values()), drawn


def test_random_loses_patience_only_where_it_may_be_done(game: Game) -> None:
    view = game.view(game.start(), "red")
    bot = make("random", 1)
    ask = Ask("red", "a.window", "?", Options.of(("again", "more", "done")))
    answers = [bot.choose(view, ask) for _ in range(600)]
    assert set(answers[:100]) == {"again", "more", "done"} and set(answers[450:]) == {"done"}


# ------------------------------------------------------------------ steady


def test_objectives_come_from_the_victory_conditions(game: Game) -> None:
    assert objectives(game.rules, game.board) == ("D3", "B2")


def test_power_is_steps_times_the_mean_die(game: Game) -> None:
    assert power(game.rules, game.order_of_battle["r1"]) == 2 * 3.5
    assert power(game.rules, game.order_of_battle["cart"]) == 0


def test_a_picture_knows_who_holds_what(game: Game) -> None:
    units = {"r1": {"at": "A2"}, "b1": {"at": "D3"}, "cart": {"at": "C1"}, "r2": {"at": "cart"}}
    state = scene(game, units=units, control={"D3": "blue", "B2": "red"}, phase="moves")
    here = Picture(game.view(state, "red"))
    assert here.held("B2") and not here.held("D3") and not here.held("A1")
    assert here.strength("D3", hostile=True) == 7 and here.fronts == ("D3",)
    assert here.where("r2") == "cart" or here.where("cart") == "C1"
    assert here.threat("C3", 1) == 7 and here.threat("A1", 1) == 0


def chosen(game: Game, state: State, seat: str, seed: int = 1) -> list[str]:
    """What `steady` decides from here until another seat is asked."""
    bot = make("steady", seed)
    made: list[str] = []
    while (ask := game.ask(state, seat)) is not None and len(made) < 50:
        made.append(bot.choose(game.view(state, seat), ask.handed_out()))
        state = game.apply(state, made[-1], seat).state
        if made[-1] == "done":
            break
    return made


def test_steady_marches_on_the_objective(game: Game) -> None:
    state = scene(game, units={"r1": {"at": "A1"}}, control={"B2": "red", "D3": "blue"}, phase="moves")
    made = chosen(game, state, "red")
    here = [m for m in made if m.startswith("move r1")]
    assert here and made[-1] == "done"
    last = here[-1].split()[-1]
    assert (game.board.distance(last, "D3") or 0) < (game.board.distance("A1", "D3") or 0)


def test_steady_does_not_leave_what_it_must_hold(game: Game) -> None:
    units = {"r1": {"at": "B2"}, "b1": {"at": "C3"}}
    state = scene(game, units=units, control={"B2": "red", "D3": "blue"}, phase="moves")
    assert chosen(game, state, "red") == ["done"]


@pytest.mark.parametrize(
    ("options", "choice"),
    [
        (("remove d10", "remove d6-1", "remove d8"), "remove d6-1"),
        (("lose r1", "lose cart"), "lose cart"),
        (("fight B2", "pass"), "fight B2"),
        (("pass", "sabotage B2"), "pass"),
        (("nothing known", "retract", "reset", "done"), "done"),
        (("retract", "reset"), "retract"),
    ],
)
def test_steady_answers_the_usual_questions(game: Game, options: tuple[str, ...], choice: str) -> None:
    state = scene(game, units={"r1": {"at": "B2"}, "cart": {"at": "B2"}}, phase="moves")
    ask = Ask("red", "some.question", "?", Options.of(options))
    picks = [make("steady", seed).choose(game.view(state, "red"), ask) for seed in range(12)]
    assert picks.count(choice) >= 8, picks


def test_steady_takes_back_an_attack_that_cannot_be_paid(game: Game) -> None:
    units: dict[str, dict[str, Any]] = {"r1": {"at": "B2"}, "b1": {"at": "C2", "steps": 1}}
    state = scene(game, units=units, control={"D3": "blue"}, phase="moves")
    bot = make("steady", 1)
    view = game.view(state, "red")
    first = bot.choose(view, Ask("red", "w", "?", Options.of(("move r1 C2", "done"))))
    assert first == "move r1 C2"
    assert bot.choose(view, Ask("red", "w", "?", Options.of(("retract", "reset")))) == "retract"
    again = bot.choose(view, Ask("red", "w", "?", Options.of(("move r1 C2", "done"))))
    assert again == "done", "it does not try the same again"


def test_steady_never_loops_in_a_window(game: Game) -> None:
    view = game.view(game.start(), "red")
    bot = make("steady", 1)
    ask = Ask("red", "w", "?", Options.of(("load r1 B2", "load r2 B2", "retract", "reset", "done")))
    answers = [bot.choose(view, ask) for _ in range(400)]
    assert answers[-1] == "done"


# ------------------------------------------------------------------ X12: nothing hidden within reach


def reachable(*roots: Any) -> list[Any]:
    """Every object that attributes, items, slots and closures lead to; modules, classes and globals are left out."""
    seen: dict[int, Any] = {}
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, (str, int, type, types.ModuleType)):
            continue
        seen[id(thing)] = thing
        if isinstance(thing, dict):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple, set, frozenset)):
            waiting += thing
        elif isinstance(thing, types.FunctionType):
            waiting += [c.cell_contents for c in thing.__closure__ or ()]
        elif isinstance(thing, types.MethodType):
            waiting += [thing.__self__, thing.__func__]
        waiting += vars(thing).values() if hasattr(thing, "__dict__") else ()
        for cls in type(thing).__mro__:
            slots = getattr(cls, "__slots__", ())
            for slot in (slots,) if isinstance(slots, str) else slots:
                held = getattr(thing, slot, None)
                waiting += [] if held is None else [held]
    return list(seen.values())


@pytest.mark.case("X12")
@pytest.mark.parametrize("seat", ["red", "onlooker"])
def test_nothing_hidden_is_within_reach_of_a_bot(game: Game, seat: str) -> None:
    session = Session.new(game, seed=1)
    bot = make("steady", 1)
    for _ in range(30):
        ask = session.asks()[0]
        session.play(bot.choose(session.view(ask.seat), ask), ask.seat)
    given = [session.view(seat), *(a for a in session.asks() if a.seat == seat)]
    found = reachable(*given, bot if seat == "red" else None)
    assert len(found) > 100
    assert not [x for x in found if isinstance(x, (State, Position, Game, Session))]
    secret = {u.id: u.at for u in session.state.units.values() if u.hidden and u.nation == "blue"}
    assert secret, "the demo hides a unit"
    held = [x for x in found if attrs.has(type(x)) and getattr(x, "id", "") in secret and hasattr(x, "spent")]
    assert held == []
    assert session.key not in found


def test_exceptions_of_a_handed_out_ask_reach_nothing(game: Game, tmp_path: Path) -> None:
    session = Session.new(game, seed=1)
    ask = session.asks()[0]
    reason = ask.options.why_not("hide b_boat A1")
    assert reason is not None and not [x for x in reachable(reason) if isinstance(x, (State, Game))]
