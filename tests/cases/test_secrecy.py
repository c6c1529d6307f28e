"""Known trouble of secrecy: onlookers and waiting seats, the last hidden piece, and hashes of small secrets."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import ClassVar

import attrs
import pytest
from attrs import frozen

from hexwright import wire
from hexwright.decisions import Visibility
from hexwright.events import Concealed, Noted, Revealed
from hexwright.frames import DraftFrame, Play
from hexwright.game import Game
from hexwright.hooks import Registry
from hexwright.position import Position
from hexwright.session import Session
from hexwright.state import State, canonical
from hexwright.testing import scene

from ..conftest import MAP, UNITS, Loader, happen, make_plugin
from .conftest import received

STRANGERS = ("blue", "onlooker", "visitor")

# ------------------------------------------------------------------ X07: who is not asked


@frozen
class Sealed(DraftFrame):
    """Only one seat is asked, for an aim that all learn of when it is opened."""

    name: ClassVar[str] = "aim.sealed"
    visibility: ClassVar[Visibility] = "sealed"

    def seats_asked(self, now: Position) -> tuple[str, ...]:
        return ("red",)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        return [f"aim {s}" for s in ("A1", "F5") if f"aim {s}" not in draft]

    def reveal(self, play: Play, drafts: dict[str, tuple[str, ...]]) -> None:
        seats = ("red",) if self.visibility == "secret" else ()
        play.emit(Noted(note=f"red aims: {', '.join(drafts['red'])}", seats=seats))


@frozen
class Secret(Sealed):
    """Only one seat is asked, and nobody else ever learns the answer."""

    name: ClassVar[str] = "aim.secret"
    visibility: ClassVar[Visibility] = "secret"


FLOW = """
[sequence]
turns = 2
each_turn = ["aim", "talk"]
[phase.aim]
frame = "aim.{}"
[phase.talk]
frame = "pass"
by = ["blue"]
"""


def aiming(load_game: Loader, kind: str) -> Session:
    def declare(registry: Registry) -> None:
        registry.frame(Sealed, Secret)

    game = load_game(MAP + UNITS + FLOW.format(kind), make_plugin("aim", declare=declare))
    return Session.new(game, seed=1)


@pytest.mark.case("X07")
@pytest.mark.parametrize("kind", ["sealed", "secret"])
def test_x07_who_is_not_asked_gets_public_facts_only(load_game: Loader, kind: str) -> None:
    session = aiming(load_game, kind)
    tries = ("aim A1", "aim F5", "aim Z9", "done", "retract", "unseal", "pass")
    start = {seat: received(session, seat, tries) for seat in STRANGERS}
    assert session.view("visitor").units == session.view("onlooker").units == session.view("blue").units
    for seat in STRANGERS:
        assert session.ask(seat) is None and session.export("onlooker")["ask"] is None
        assert "aim A1" not in received(session, seat)
    mine = received(session, "red", tries)
    for decision in ("aim A1", "aim F5", "retract", "reset", "aim F5"):
        session.play(decision, "red")
        assert {seat: received(session, seat, tries) for seat in STRANGERS} == start
    assert received(session, "red", tries) != mine
    session.play("done", "red")
    for seat in STRANGERS:
        assert ("aims: aim F5" in received(session, seat)) is (kind == "sealed")
    assert "aims: aim F5" in received(session, "red")


@pytest.mark.case("X07")
@pytest.mark.parametrize("kind", ["sealed", "secret"])
def test_x07_an_onlooker_sees_no_less_than_every_seat_does(load_game: Loader, kind: str) -> None:
    session = aiming(load_game, kind)
    session.play("done", "red")
    public = set(session.log("onlooker"))
    assert "Turn 1" in public
    for seat in session.game.rules.seats:
        assert public <= set(session.log(seat))
    assert public == set(session.log("blue"))


# ------------------------------------------------------------------ X08, X09: submarines


SUBS = ("sub_axis_1", "sub_axis_2", "sub_axis_t2")


@pytest.fixture(scope="module")
def torch() -> Game:
    return Game.load("torch_tunisia")


def sea_hexes(game: Game) -> list[str]:
    return [s for s in game.board.spaces if game.board.terrain(s) == "sea" and game.board.kind_of(s) == "hex"]


def hunted(game: Game, *reveal: str) -> tuple[Session, State]:
    """Three Axis submarines on station, some of them revealed; the Allied seat is asked."""
    units = {u: {"at": s, "hidden": True} for u, s in zip(SUBS, sea_hexes(game), strict=False)}
    state = scene(game, turn=3, units={**units, "us_3_id": {"at": "M5"}}, phase="land_move")
    state = happen(game, state, *(Revealed(unit=u, at=state.units[u].at) for u in reveal)).state
    session = Session.new(game, seed=1)
    session.state = state
    return session, state


def at(state: State, unit: str, place: str) -> State:
    return state.with_unit(attrs.evolve(state.units[unit], at=place))


TRIES = ("move us_3_id M4", "station sub_axis_t2 A1", "move sub_axis_t2 M5", "done")


@pytest.mark.case("X08")
@pytest.mark.parametrize("watcher", ["allied", "onlooker"])
def test_x08_the_last_hidden_one_is_as_secret_as_all_three_were(torch: Game, watcher: str) -> None:
    session, state = hunted(torch, "sub_axis_1", "sub_axis_2")
    told = set()
    for place in sea_hexes(torch):
        session.state = at(state, "sub_axis_t2", place)
        told.add(received(session, watcher, TRIES))
    assert len(told) == 1
    known = set(session.view(watcher).units)
    assert {"sub_axis_1", "sub_axis_2"} <= known and "sub_axis_t2" not in known
    axis = set()
    for place in sea_hexes(torch)[:3]:
        session.state = at(state, "sub_axis_t2", place)
        axis.add(received(session, "axis", TRIES))
    assert len(axis) == 3


def hashes(text: str) -> set[str]:
    """Everything in a text that might be a hash."""
    return {word.lower() for word in re.findall(r"[0-9a-fA-F]{16,}", text)}


def guesses(game: Game, state: State, unit: str) -> set[str]:
    """What somebody who tries a station could reckon: hashes of the state, of all views, of the piece, of its words."""
    piece = state.units[unit]
    texts: list[bytes] = [
        piece.at.encode(),
        f"{unit} {piece.at}".encode(),
        f"station {unit} {piece.at}".encode(),
        canonical(piece),
        canonical(wire.state_to_json(game, state)),
        canonical(Concealed(unit=unit, at=piece.at, seats=("axis",))),
    ]
    found = {hashlib.sha256(t).hexdigest() for t in texts} | {hashlib.blake2b(t).hexdigest() for t in texts}
    found |= {hashlib.md5(t).hexdigest() for t in texts} | {hashlib.sha1(t).hexdigest() for t in texts}
    found |= {state.digest, game.view(state, "axis").digest, f"{state.units.digest():x}"}
    return found


@pytest.mark.case("X09")
@pytest.mark.parametrize("watcher", ["allied", "onlooker"])
def test_x09_no_hash_that_is_given_out_betrays_a_station(torch: Game, watcher: str) -> None:
    session, state = hunted(torch)
    given = hashes(received(session, watcher, TRIES))
    assert torch.rules_hash in given and session.view(watcher).digest in given
    tried = 0
    for place in sea_hexes(torch):
        other = at(state, "sub_axis_t2", place)
        assert not given & guesses(torch, other, "sub_axis_t2")
        session.state = other
        assert hashes(received(session, watcher, TRIES)) == given
        tried += 1
    assert tried >= 26
    session.state = state
    own = hashes(received(session, "axis", TRIES))  # the owner's hash does cover it: guessing finds that one
    assert own & guesses(torch, state, "sub_axis_t2")
