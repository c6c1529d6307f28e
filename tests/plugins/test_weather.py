"""Weather: on a mud turn unimproved airfields neither fly missions nor accept arrivals."""

from __future__ import annotations

import pytest

from hexwright.errors import RulesetError
from hexwright.events import Event, Noted, TurnBegan
from hexwright.game import Game
from hexwright.position import Position
from hexwright.state import State
from hexwright.testing import scene
from hexwright_plugins.facilities import accepts_arrivals, airfield_capacity, airfield_quota, airfield_room

from .torch import load

IMPROVED, UNIMPROVED = "U5", "S7"  # Tunis, Kasserine


def now_on(turn: int, *settings: str) -> Position:
    game = load(*settings)
    return game.position(scene(game, turn=turn, units={"ax_ftr_a1": {"at": UNIMPROVED}}, phase="place"))


def flights(state: State, game: Game) -> set[str]:
    ask = game.ask(state, "axis")
    assert ask is not None
    return {text for text in ask.options if text.startswith("fly")}


@pytest.mark.rule("TT-4-13", "TT-4-15")
@pytest.mark.parametrize(("turn", "unimproved"), [(3, 1), (4, 0), (5, 1)])
def test_unimproved_airfields_do_not_operate_in_mud(turn: int, unimproved: int) -> None:
    now = now_on(turn)
    assert airfield_capacity(now, UNIMPROVED) == unimproved
    assert airfield_capacity(now, IMPROVED) == 2


@pytest.mark.rule("TT-4-R03", "TT-4-15")
@pytest.mark.parametrize(("turn", "open_"), [(3, True), (4, False), (5, True)])
def test_nothing_new_lands_there_in_mud(turn: int, open_: bool) -> None:
    now = now_on(turn)
    assert accepts_arrivals(now, UNIMPROVED) == open_
    assert airfield_quota(now, UNIMPROVED) == int(open_)
    assert airfield_quota(now, IMPROVED) == 2
    game = load()
    coming = {u: {"at": "europe_air"} for u in ("ax_inf_a1", "ax_bmb_a3", "ax_sqd_a2")}
    state = scene(game, turn=turn, units=coming, phase="place")
    found = flights(state, game)
    for unit in coming:
        assert (f"fly {unit} {UNIMPROVED}" in found) == open_
        assert f"fly {unit} {IMPROVED}" in found
    if not open_:
        reason = game.refuse(state, f"fly ax_inf_a1 {UNIMPROVED}", "axis")
        assert reason is not None and (reason.rule, "mud" in reason.text) == ("TT-4-R03", True)


@pytest.mark.rule("TT-4-R03")
def test_what_is_based_there_stays() -> None:
    now = now_on(4)
    assert now.unit("ax_ftr_a1").at == UNIMPROVED
    assert airfield_room(now, UNIMPROVED) == 0
    assert airfield_room(now, "T7") == 1  # basing is no arrival


def test_mud_turns_and_grades_are_switches() -> None:
    now = now_on(6, "weather.mud_turns=[6, 7]")
    assert airfield_capacity(now, UNIMPROVED) == 0
    assert airfield_capacity(now_on(4, "weather.mud_turns=[6, 7]"), UNIMPROVED) == 1
    assert airfield_capacity(now_on(4, "weather.mud_turns=[]"), UNIMPROVED) == 1
    both = 'weather.closed_grades=["unimproved", "improved"]'
    assert (airfield_capacity(now_on(4, both), IMPROVED), airfield_quota(now_on(4, both), IMPROVED)) == (0, 0)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("weather.mud_turns=[11]", "no turn 11"),
        ("weather.mud_turns=[0]", "no turn 0"),
        ('weather.closed_grades=["grass"]', "no grade 'grass'"),
    ],
)
def test_other_values_are_refused_at_their_place(setting: str, said: str) -> None:
    with pytest.raises(RulesetError) as caught:
        Game.load("torch_tunisia", settings=[setting])
    (fault,) = caught.value.faults
    assert said in str(fault)
    assert (fault.line, fault.column) == (1, setting.index("=") + 2)


def test_without_it_there_is_no_mud() -> None:
    only = 'ruleset.plugins=["facilities"]'
    game = load(only)
    now = game.position(scene(game, turn=4, phase="convoy") if "convoy" in game.frames else game.start())
    assert airfield_capacity(now, UNIMPROVED) == 1


@pytest.mark.rule("TT-4-13")
@pytest.mark.parametrize(
    ("turn", "settings", "told"),
    [
        (4, (), ["it is a turn of mud: unimproved airfields do not operate, their aircraft may only re-base"]),
        (3, (), []),
        (4, ("weather.mud_turns=[]",), []),
        (4, ("weather.closed_grades=[]",), []),
    ],
)
def test_a_turn_of_mud_is_announced_and_changes_nothing(turn: int, settings: tuple[str, ...], told: list[str]) -> None:
    game = load(*settings)
    events: list[Event] = []
    scene(game, turn=turn - 1, events=[TurnBegan(turn=turn)], told=events, frames=["pass allied"])
    notes = [e for e in events if isinstance(e, Noted)]
    assert [e.text() for e in notes] == told and all(e.rule == "TT-4-13" for e in notes)
