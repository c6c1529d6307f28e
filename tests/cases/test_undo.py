"""Known trouble of undo: a die that has fallen stays, whoever asks and whoever rolled it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright.errors import IllegalDecision, Reason
from hexwright.game import Game
from hexwright.session import Session

from ..cli.conftest import Caller
from ..conftest import MAP, UNITS, write_game

LUCK = '''
"""An optional rule: whoever likes tries its luck, with a die of its own."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from hexwright.events import Moved
from hexwright.frames import ChanceFrame
from hexwright.hooks import Manifest, hook
from hexwright.windows import Action, Window

MANIFEST = Manifest(id="luck", summary="a die on the way")


@frozen
class March(Window):
    name: ClassVar[str] = "luck.march"


class Go(Action):
    verb = "go"
    windows = ("luck.march",)

    def options(self, now, seat):
        mine = [u for u in now.units() if now.seat_of(u.nation) == seat]
        return [f"go {u.id} {s}" for u in mine for s in now.board.neighbours(u.at)]

    def take(self, play, seat, words):
        play.emit(Moved(unit=words[1], path=(play.now.unit(words[1]).at, words[2])))


class Try(Action):
    verb = "try"
    windows = ("luck.march",)

    def options(self, now, seat):
        return ["try"]

    def take(self, play, seat, words):
        play.push(Luck())


@frozen
class Luck(ChanceFrame):
    name: ClassVar[str] = "luck.die"
    rule: ClassVar[str] = "R-limit"

    def label(self, now):
        return "luck"

    def fell(self, play, faces):
        play.done()


@hook
def register(registry):
    registry.frame(March, Luck)
    registry.action(Go(), Try())
'''
FLOW = """
[sequence]
turns = 2
each_turn = ["march"]
[phase.march]
frame = "luck.march"
by = ["red", "blue"]
"""
DIE = Reason("a die has fallen since: t1/luck", "R-limit", (("die", "t1/luck"),))


@pytest.fixture
def luck(tmp_path: Path) -> Path:
    return write_game(tmp_path / "tiny", MAP + UNITS + FLOW, ["luck"], {"plugins/luck.py": LUCK})


@pytest.mark.case("U04")
def test_u04_a_die_that_fell_is_named_by_every_way_back(luck: Path) -> None:
    session = Session.new(Game.load(luck), seed=1)
    session.play("go r1 B1", "red")
    session.play("try", "red")
    state, options = session.state, session.asks()[0].options.all()
    assert options and not {"retract", "reset", "undo"} & set(options)
    assert session.can_undo("red") == session.why_not("retract", "red") == session.why_not("reset", "red") == DIE
    with pytest.raises(IllegalDecision) as caught:
        session.undo("red")
    assert caught.value.reason == DIE
    for word in ("retract", " reset "):
        with pytest.raises(IllegalDecision) as caught:
            session.play(word, "red")
        assert caught.value.reason == DIE
    assert session.state is state and session.asks()[0].options.all() == options
    session.play("go r1 A1", "red")
    for back in (session.undo, lambda seat: session.play("retract", seat)):
        back("red")
        assert session.state == state and session.can_undo("red") == DIE
        session.play("go r1 A1", "red")


@pytest.mark.case("U04")
def test_u04_play_says_the_same_and_goes_on(call: Caller, luck: Path) -> None:
    typed = "\n".join(["go r1 B1", "try", "undo", "retract", "reset", "go r1 A1", "undo", "show r1", "quit"]) + "\n"
    result = call("play", luck, "--seed", "1", typed=typed)
    assert result.exit_code == 0
    assert result.output.count(DIE.text) == 3
    assert result.output.count("Taken back.") == 1
    assert "  Where: B1" in result.output
