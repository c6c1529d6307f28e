"""Two tiny games of other kinds: secret fleets of three seats, and order sheets that are carried out turns later."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from hexwright.events import Concealed, Event, Moved, Noted, Revealed
from hexwright.game import Game, Step
from hexwright.state import State, plain

HERE = Path(__file__).parent
ONLOOKER = "onlooker"


@pytest.fixture(scope="module")
def fleets() -> Game:
    return Game.load(HERE / "fleets")


@pytest.fixture(scope="module")
def sheets() -> Game:
    return Game.load(HERE / "order_sheet")


def moments(game: Game, seed: int, longest: int = 2000) -> Iterator[tuple[State, Step | None]]:
    """A random game: every state with what led to it, until the game is over."""
    rng = random.Random(seed)
    state: State = game.start()
    step: Step | None = None
    for _ in range(longest):
        yield state, step
        asks = game.asks(state)
        if not asks:
            return
        ask = asks[rng.randrange(len(asks))]
        options = ask.options.all()
        answer = "done" if "done" in options and rng.random() < 0.3 else options[rng.randrange(len(options))]
        step = game.apply(state, answer, ask.seat)
        state = step.state
    raise AssertionError(f"the game of seed {seed} did not end")


def known(game: Game, state: State, seat: str) -> bytes:
    """Every byte that a seat can get at a moment: its view, its hash, its question, refusals of odd answers."""
    ask = game.ask(state, seat)
    asked: Any = None
    if ask is not None:
        ask = ask.handed_out()
        asked = [ask.prompt, ask.frame, ask.about, list(ask.options), ask.visibility]
    odd = ["search nsea", "search mid", "sail nf mid", "sail ef mid", "fight ef", "done", "pass", "retract"]
    refused = [str(game.refuse(state, text, seat)) for text in odd]
    view = game.view(state, seat)
    others = [a.seat for a in game.asks(state) if a.visibility == "open"]
    return json.dumps([view.plain(), view.digest, asked, refused, others], sort_keys=True).encode()


def play(game: Game, state: State, *answers: tuple[str, str]) -> tuple[State, list[Event]]:
    events: list[Event] = []
    for seat, text in answers:
        step = game.apply(state, text, seat)
        state = step.state
        events += step.events
    return state, events


RUN = """
import random, sys
from hexwright.game import Game
game = Game.load(sys.argv[1])
state, rng, told = game.start(), random.Random(3), []
while asks := game.asks(state):
    ask = asks[rng.randrange(len(asks))]
    step = game.apply(state, ask.options[rng.randrange(len(ask.options))], ask.seat)
    state = step.state
    told += [state.digest, *(e.text() for e in step.events), *(game.view(state, s).digest for s in game.rules.seats)]
print(game.rules_hash, told)
"""


@pytest.mark.case("V03")
@pytest.mark.parametrize("name", ["fleets", "order_sheet"])
def test_v03_games_are_the_same_under_every_hash_seed(name: str) -> None:
    told = set()
    for seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", RUN, str(HERE / name)]
        told.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(told) == 1 and len(told.pop()) > 1000


# ------------------------------------------------------------------ fleets


@pytest.mark.parametrize("seed", range(25))
def test_random_games_of_the_fleets_end(fleets: Game, seed: int) -> None:
    *_, (state, _) = moments(fleets, seed)
    assert state.over is not None and state.turn <= 8
    assert state.over.winner in ("", "north", "east", "south")
    assert len(state.units) + len(state.gone) == 3


@pytest.mark.parametrize("seed", range(12))
def test_where_another_fleet_hides_changes_no_byte_that_a_seat_gets(fleets: Game, seed: int) -> None:
    compared = 0
    for state, _ in moments(fleets, seed):
        for unit in state.units.values():
            if not unit.hidden:
                continue
            owner = fleets.rules.seat_of(unit.nation)
            for place in fleets.board.spaces:
                other = state.with_unit(attrs.evolve(unit, at=place))
                for seat in (*fleets.rules.seats, ONLOOKER, "chance"):
                    if seat == owner or (seat == "chance" and fleets.ask(state, seat)):
                        continue
                    assert known(fleets, other, seat) == known(fleets, state, seat), (unit.id, place, seat)
                    compared += 1
    assert compared > 100


def test_the_owner_of_a_fleet_does_see_the_difference(fleets: Game) -> None:
    state = fleets.start()
    other = state.with_unit(attrs.evolve(state.units["nf"], at="mid"))
    assert known(fleets, other, "north") != known(fleets, state, "north")
    assert other.digest != state.digest


def test_what_others_sail_and_how_far_they_are_is_told_to_nobody(fleets: Game) -> None:
    start = fleets.start()
    ways = [[], [("north", "sail nf mid")], [("north", "sail nf nsea"), ("north", "done")], [("north", "done")]]
    for way in ways:
        state, events = play(fleets, start, *way)
        assert events == []
        for seat in ("east", "south", ONLOOKER):
            assert known(fleets, state, seat) == known(fleets, start, seat)
    state, _ = play(fleets, start, ("north", "sail nf mid"), ("north", "done"), ("east", "done"))
    step = fleets.apply(state, "done", "south")
    sailed = [e for e in step.events if isinstance(e, Concealed)]
    assert [(e.unit, e.at) for e in sailed] == [("ef", "eport"), ("nf", "mid"), ("sf", "sport")]
    assert [(e.unit, e.at) for e in step.events_for("east") if isinstance(e, Concealed)] == [
        ("ef", "eport"),
        ("nf", ""),
        ("sf", ""),
    ]
    assert "mid" not in " ".join(e.text() for e in step.events_for("east"))


def test_seats_may_seal_in_any_order_and_a_sunk_fleet_is_asked_too(fleets: Game) -> None:
    start = fleets.start()
    answers = {"north": ["sail nf mid", "done"], "east": ["done"], "south": ["sail sf ssea", "done"]}
    ends = []
    for order in (("north", "east", "south"), ("south", "north", "east"), ("east", "south", "north")):
        ends.append(play(fleets, start, *((s, t) for s in order for t in answers[s]))[0])
    assert ends[0] == ends[1] == ends[2]
    lost = start.without_unit("ef", "sunk")
    assert [a.seat for a in fleets.asks(lost)] == ["north", "east", "south"]
    assert fleets.ask(lost, "east").options.all() == ("done",)  # type: ignore[union-attr]


def test_who_searches_finds_reveals_and_fights(fleets: Game) -> None:
    state, _ = play(
        fleets,
        fleets.start(),
        *(("north", "sail nf mid"), ("north", "done"), ("east", "sail ef mid"), ("east", "done"), ("south", "done")),
    )
    assert fleets.asks(state)[0].seat == "north"
    step = fleets.apply(state, "search mid", "north")
    assert [e.unit for e in step.events if isinstance(e, Revealed)] == ["nf", "ef"]
    assert {"nf", "ef"} <= set(fleets.view(step.state, "south").units) and "sf" not in fleets.view(
        step.state, "north"
    ).units
    (ask,) = fleets.asks(step.state)
    assert ask.seat == "chance" and ask.roll is not None and ask.roll.sides == (6, 6, 6, 6)
    after = fleets.apply(step.state, "roll 6 5 1 1").state
    assert dict(after.gone.items()) == {"ef": "sunk"}
    assert after.units["nf"].steps == 2
    nothing = fleets.apply(state, "search nsea", "north")
    assert nothing.events_for("east")[1] == Noted(note="nobody is in North Sea")


def test_who_sinks_both_others_wins(fleets: Game) -> None:
    state = fleets.start().without_unit("ef", "sunk").without_unit("sf", "sunk")
    state, _ = play(
        fleets,
        state,
        *(("north", "done"), ("east", "done"), ("south", "done")),
        *(("north", "pass"), ("east", "pass"), ("south", "pass")),
    )
    assert state.over is not None
    assert (state.over.winner, state.over.reason) == ("north", "the other fleets are sunk")


# ------------------------------------------------------------------ order sheets


@pytest.mark.parametrize("seed", range(25))
def test_random_games_of_the_order_sheets_end(sheets: Game, seed: int) -> None:
    *_, (state, _) = moments(sheets, seed)
    assert state.over is not None and state.turn <= 6
    assert len(state.units) + len(state.gone) == 6


def test_a_sheet_names_a_later_turn_and_is_carried_out_then(sheets: Game) -> None:
    state, events = play(
        sheets,
        sheets.start(),
        *(("red", t) for t in ("go r_1 2 B2", "go r_2 1 A3", "done")),
        ("blue", "go b_1 2 D3"),
    )
    assert events == [] and state.turn == 1
    step = sheets.apply(state, "done", "blue")
    told = [e.text() for e in step.events]
    moves = [t for t in told if " moves " in t]
    assert moves == ["r_2 moves A2 A3 (1 MP)", "b_1 moves E2 D3 (1 MP)", "r_1 moves A2 B2 (1 MP)"]
    assert told.index(moves[0]) < told.index("Turn 2") < told.index(moves[1])
    assert step.state.turn == 3 and [a.seat for a in sheets.asks(step.state)] == ["red", "blue"]


def test_sheets_may_be_rewritten_only_when_the_window_is_open(sheets: Game) -> None:
    start = sheets.start()
    state, _ = play(sheets, start, ("red", "go r_1 1 B2"), ("red", "go r_1 1 B3"), ("red", "retract"), ("red", "reset"))
    assert state == start
    state, _ = play(sheets, start, ("red", "go r_1 1 B2"), ("red", "done"), ("red", "unseal"), ("red", "retract"))
    assert state == start
    sealed, _ = play(sheets, start, ("red", "done"))
    assert sheets.ask(sealed, "red") is None


@pytest.mark.parametrize("seed", range(8))
def test_the_others_sheet_changes_no_byte_while_it_is_written(sheets: Game, seed: int) -> None:
    for state, _ in moments(sheets, seed):
        if sheets.ask(state, "red") is None or sheets.ask(state, "red").frame != "sheet.write":  # type: ignore[union-attr]
            continue
        rewritten, _ = play(sheets, state, ("red", sheets.ask(state, "red").options[0]))  # type: ignore[union-attr]
        if rewritten.turn == state.turn and sheets.asks(rewritten)[0].frame == "sheet.write":
            for seat in ("blue", ONLOOKER):
                assert known(sheets, rewritten, seat) == known(sheets, state, seat)


def test_a_sealed_sheet_for_a_later_turn_is_its_owners_secret(sheets: Game) -> None:
    slices = []
    for order in ("go r_1 2 B2", "go r_1 2 A3"):
        step = run_to_march(sheets, order)
        slices.append(step)
    with_b2, with_a3 = slices
    assert [plain(v) for _, v in sheets.view(with_b2, "red").notes] != [
        plain(v) for _, v in sheets.view(with_a3, "red").notes
    ]
    assert known(sheets, with_b2, "blue") == known(sheets, with_a3, "blue")
    assert known(sheets, with_b2, ONLOOKER) == known(sheets, with_a3, ONLOOKER)


def run_to_march(game: Game, order: str) -> State:
    """Turn 1 in the middle of its march: a clash has stopped play for dice, the order for turn 2 is still to come."""
    writing = [("red", order), ("red", "go r_2 1 B2"), ("red", "go r_2 1 C1"), ("red", "done")]
    state, _ = play(game, game.start(), *writing, ("blue", "go b_1 1 D2"), ("blue", "go b_1 1 C1"))
    state = game.apply(state, "done", "blue").state
    (ask,) = game.asks(state)
    assert ask.seat == "chance"
    return state


def test_everybody_marches_at_once_and_enemies_that_meet_clash(sheets: Game) -> None:
    state = run_to_march(sheets, "go r_1 2 B2")
    assert state.units["r_2"].at == state.units["b_1"].at == "C1"
    after = sheets.apply(state, "roll 2 5").state  # b_1 rolls 2, r_2 rolls 5
    assert "b_1" not in after.units and "r_2" in after.units
    assert sheets.position(after).control("C1") == "red"
    assert "r_2" not in sheets.apply(state, "roll 4 4").state.units


def test_events_of_a_march_are_public(sheets: Game) -> None:
    state, _ = play(sheets, sheets.start(), ("red", "go r_1 1 B2"), ("red", "done"))
    step = sheets.apply(state, "done", "blue")
    assert [e.unit for e in step.events_for("blue") if isinstance(e, Moved)] == ["r_1"]
