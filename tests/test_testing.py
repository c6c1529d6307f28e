"""The test kit: scenes, scripts, scenario files, and that the walk finds every kind of fault that is planted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexwright.errors import Reason, UnknownId
from hexwright.events import ControlChanged, Event, Placed
from hexwright.game import Game
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.session import Session
from hexwright.testing import (
    ScriptError,
    broken,
    broken_units,
    play,
    read_scenarios,
    run_scenario_file,
    scene,
    transcript,
    walk,
    walking,
)
from hexwright.testing.secrecy import received

from .conftest import MAP, ONE_PHASE, UNITS, make_plugin, with_units
from .demo import demo, write_demo

Maker = Callable[..., Game]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The demo as it should be."""
    return demo(tmp_path_factory.mktemp("demo"))


# ------------------------------------------------------------------ scenes


def test_a_scene_holds_only_what_is_given(game: Game) -> None:
    state = scene(
        game, turn=2, units={"r1": {"at": "B1"}, "x": {"type": "foot", "nation": "blue", "at": "C3", "steps": 1}},
        control={"B2": "blue"}, features={"B2 fort damage": 1}, markers=[("B2", "trench", "blue")],
        roles={"first": "blue"}, relations={"red blue": "neutral"}, done=["orders"], phase="moves",
    )  # fmt: skip
    now = game.position(state)
    assert [(u.id, u.at, u.steps) for u in now.units()] == [("r1", "B1", 2), ("x", "C3", 1)]
    assert (state.turn, now.control("B2"), now.feature("B2", "fort", "damage")) == (2, "blue", 1)
    assert now.marker("B2", "trench") is not None and now.seat_for("first") == "blue" and now.done("orders")
    assert now.relation("blue", "red") == "neutral"
    assert [(a.seat, a.frame) for a in game.asks(state)] == [("red", "demo.moves")]
    assert list(broken_units(game, state)) == []


def test_a_scene_may_change_the_opening(game: Game) -> None:
    state = scene(game, keep=True, units={"r1": {"steps": 1}, "b1": None}, frames=["demo.moves blue"])
    assert state.units["r1"].steps == 1 and state.units["r1"].at == "A2"
    assert "b1" not in state.units and "cart" in state.units and state.turn == 1
    assert [a.seat for a in game.asks(state)] == ["blue"]


def test_containers_may_come_in_any_order(game: Game) -> None:
    state = scene(game, units={"r1": {"at": "cart"}, "cart": {"at": "C1"}}, phase="moves")
    assert game.position(state).where(state.units["r1"]) == "C1"


def test_events_of_a_scene_happen_before_anybody_is_asked(game: Game) -> None:
    state = scene(game, units={}, events=[ControlChanged(space="B2", nation="red")], phase="moves")
    assert state.control["B2"] == "red"


def test_frames_of_a_scene_run_in_the_order_given(game: Game) -> None:
    state = scene(game, units={}, frames=["demo.moves blue", {"frame": "demo.moves", "seat": "red"}])
    assert [a.seat for a in game.asks(state)] == ["blue"]
    after, _ = play(game, state, "blue: done")
    assert [a.seat for a in game.asks(after)] == ["red"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"units": {"r9": {"at": "B1"}}}, "r9 is not in the order of battle, so it needs type, nation"),
        ({"units": {"r1": {"at": "Z9"}}}, "no place of unit r1"),
        ({"units": {"r1": {"stepps": 1}}}, "did you mean steps"),
        ({"control": {"B9": "red"}}, "no space 'B9'"),
        ({"control": {"B2": "rad"}}, "did you mean red"),
        ({"features": {"B2 fort": 1}}, "wants a space, a kind and a field"),
        ({"features": {"B2 fort damige": 1}}, "did you mean damage"),
        ({"markers": [("B2", "trunch", "red")]}, "did you mean trench"),
        ({"phase": "mooves"}, "did you mean moves"),
        ({"frames": ["demo.moovs red"]}, "did you mean demo.moves"),
        ({"frames": [{"frame": "demo.moves", "seet": "red"}]}, "cannot be made"),
    ],
)
def test_a_wrong_scene_says_what_is_wrong(game: Game, given: dict[str, object], told: str) -> None:
    with pytest.raises((ScriptError, UnknownId)) as error:
        scene(game, **{"units": {}, **given})  # type: ignore[arg-type]
    assert told in str(error.value)


# ------------------------------------------------------------------ scripts


def test_a_script_plays_decisions_and_dice(game: Game) -> None:
    state = scene(game, units={"r1": {"at": "A2"}, "b1": {"at": "D3"}}, phase=["moves", "fights"])
    after, events = play(game, state, ["red: move r1 B2", "done", "# a word", "", "blue: done"], ["fight: 6 1"])
    assert after.units["r1"].at == "B2" and after.units["b1"].steps == 1
    account = transcript(events)
    assert "r1 moves A2 B2 (1 MP)" in account and "fight: d6: 6, d6: 1" in account
    assert after.turn == 2, "the next turn has begun"


@pytest.mark.parametrize(
    ("script", "dice", "line", "told"),
    [
        (["red: move r1 D1"], (), 1, "line 1: 'red: move r1 D1' is refused: r1 has too few"),
        (["red: done", "red: done"], (), 2, "asked is blue by demo.moves: move your units"),
        (["red: move r1 D1"], (), 1, "options: move r1"),
        (["done", "done"], (), 2, "the dice of 't1/fight' (d6 d6) are not in the script: 2 missing"),
        (["done", "done"], [3], 2, "1 missing"),
        (["done", "done"], ["3 4 5"], 2, "are 2, but the script gives 3"),
        (["done", "done"], ["other: 3 4"], 2, "dice for 'other'"),
        (["done", "done"], [3, "4 5"], 2, "1 short"),
        (["done", "done"], [3, 7], 2, "a d6 cannot show 7"),
        (["done"], [3, 4], 1, "dice are left over: 3, 4"),
    ],
)
def test_what_goes_wrong_in_a_script_is_told(
    game: Game, script: list[str], dice: list[int | str], line: int, told: str
) -> None:
    state = scene(game, units={"r1": {"at": "A2"}, "b1": {"at": "D3"}}, phase=["moves", "fights"])
    with pytest.raises(ScriptError) as error:
        play(game, state, script, dice)
    assert told in str(error.value) and error.value.line == line


# ------------------------------------------------------------------ scenario files

GOOD = """
[[test]]
id = "march"
title = "Two points bring a unit onto the hill"
rules = ["D-1"]
decisions = [
    "red: move r1 B2",
    { refuse = "red: move r1 D1", rule = "", has = "too few" },
    "done", "done",
]
dice = ["fight: 6 1"]
phase = ["moves", "fights"]
[test.position]
turn = 3
units.r1 = { at = "A2" }
units.b1 = { at = "D3" }
features = { "B2 fort damage" = 2 }
markers = [["B2", "trench", "blue"]]
slices.demo = { ordered = [["red", "order wait"]] }
[test.expect]
events = ["r1 moves A2 B2", { type = "Rolled", faces = [6, 1] }, { type = "StepsChanged", text = "b1 loses 1" }]
absent = ["b1 is lost", { type = "Arrived" }]
units.r1 = { at = "B2", spent = 0, where = "B2" }
units.b1 = { steps = 1, status = [] }
control = { B2 = "" }
features = { "B2 fort damage" = 2 }
markers = { B2 = ["trench blue"] }
slices.demo = { ordered = [["red", "order wait"]] }
over = { winner = "", reason = "turn_limit" }

[[test]]
id = "own-map"
[test.map]
terrain.swamp = { symbol = "s" }
movement.foot = { cost = { open = 1, hill = 2, swamp = 2 } }
board.small = { kind = "hex", prefix = "z", numbering = { first_column = "A", first_row = "1" }, rows = '''
.s.
.^.''' }
[test.position]
units.r1 = { at = "zA1" }
[test.play]
phase = "moves"
[test.expect]
asked = { seat = "red", prompt = "move your" }
options = { seat = "red", has = ["move r1 zA2", "done"], lacks = ["move r1 zC1"] }
refused = [{ decision = "red: move r1 zC1", has = "too few", nearest = "move r1 zB1" }]
turn = 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The demo's folder."""
    return write_demo(tmp_path / "demo")


def scenario(folder: Path, text: str) -> list[tuple[bool, str]]:
    """Results of a scenario file of the demo."""
    file = folder / "tests" / "case.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return [(r.ok, r.told) for r in run_scenario_file(file, folder)]


def test_scenario_tests_pass(folder: Path) -> None:
    results = scenario(folder, GOOD)
    assert results == [(True, ""), (True, "")]
    tests = read_scenarios(folder / "tests" / "case.toml")
    assert tests[0].name == "march: Two points bring a unit onto the hill"
    assert tests[0].spec is not None and tests[0].spec.rules == ("D-1",)


# Where a fault is told at another line than its own: that of the decision, of the position, of the map.
ELSEWHERE = {
    '"fight: 6"': '"done", "done"',
    'units.b1 = { at = "D9" }': "[test.position]",
    "terrain.swamp = { symbool": "[test.map]",
}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"r1 moves A2 B2"', '"r1 moves A2 C9"', "Moved: r1 moves A2 B2"),
        ("faces = [6, 1] }", "faces = [6, 2] }", "did not happen"),
        ('"b1 is lost"', '"r1 moves"', "the event 'r1 moves' happened"),
        ('{ at = "B2", spent = 0', '{ at = "B3", spent = 0', "at of r1 is 'B2', wanted 'B3'"),
        ("units.b1 = { steps = 1", "units.b1 = { gone = true", "b1 is in play"),
        ("units.b1 = { steps = 1", "units.b2 = { steps = 1", "b2 is not in play"),
        ("units.b1 = { steps = 1", "units.b1 = { step = 1", "did you mean steps"),
        ('control = { B2 = "" }', 'control = { B2 = "red" }', "the control of B2 is '', wanted 'red'"),
        ('features = { "B2 fort damage" = 2 }\nmarkers = {', 'features = { "B2 fort damage" = 3 }\nmarkers = {',
         "is 2, wanted 3"),
        ('markers = { B2 = ["trench blue"] }', "markers = { B2 = [] }", "the markers in B2"),
        ('slices.demo = { ordered = [["red", "order wait"]] }\nover', "slices.demo = { ordered = [] }\nover",
         "ordered of demo"),
        ('reason = "turn_limit"', 'reason = "conquest"', "the reason is 'turn_limit'"),
        ('rule = "", has = "too few"', 'rule = "D-9"', "refused for another reason"),
        ('has = "too few" },\n', 'has = "too many" },\n', "refused in other words"),
        ('refuse = "red: move r1 D1", rule = ""', 'refuse = "red: done", rule = ""', "is not refused"),
        ('"red: move r1 B2",', '"red: move r1 B9",', "is refused: there is no space B9"),
        ('"fight: 6 1"', '"fight: 6"', "are 2, but the script gives 1"),
        ('dice = ["fight: 6 1"]', 'dice = ["fight: 6 1", 4]', "dice are left over: 4"),
        ('units.b1 = { at = "D3" }', 'units.b1 = { at = "D9" }', "no place of unit b1"),
        ("turn = 3\n", "turm = 3\n", "turm"),
        ('slices.demo = { ordered', 'slices.dema = { ordered', "keeps no state"),
        ('has = ["move r1 zA2", "done"]', 'has = ["move r1 zC1"]', "is not offered (r1 has too few"),
        ('lacks = ["move r1 zC1"]', 'lacks = ["done"]', "'done' is offered"),
        ('id = "own-map"', 'id = "march"', "another test has the id"),
        ("terrain.swamp = { symbol", "terrain.swamp = { symbool", "cannot be loaded"),
        ('seat = "red", prompt', 'seat = "blue", prompt', "asked is somebody else"),
    ],
)  # fmt: skip
def test_a_wrong_scenario_test_says_where(folder: Path, old: str, new: str, told: str) -> None:
    line = GOOD[: GOOD.index(ELSEWHERE.get(new, old))].count("\n") + 1
    results = scenario(folder, GOOD.replace(old, new, 1))
    failed = [told for ok, told in results if not ok]
    assert len(failed) == 1 and told in failed[0]
    assert failed[0].startswith(f"{folder / 'tests' / 'case.toml'}:"), failed[0]
    assert int(failed[0].removeprefix(f"{folder / 'tests' / 'case.toml'}:").split(":", 1)[0]) == line


SMALL = """
[variant]
title = "Small"
[terrain.swamp]
symbol = "s"
[movement.foot.cost]
swamp = 2
[board.small]
kind = "hex"
prefix = "z"
numbering = { first_column = "A", first_row = "1" }
rows = '''
.s.
.^.'''
"""
SHARED = """
[[test]]
id = "shared-map"
maps = ["small"]
phase = "moves"
decisions = [
    { seat = "red", has = ["move r1 zA2"], lacks = ["move r1 zC1"] },
    "red: move r1 zA2",
    { only = ["move r1 zA1", "done", "retract", "reset"] },
]
[test.position]
units.r1 = { at = "zA1" }
[test.expect]
events = [{ type = "PhaseBegan", phase = "moves" }, "r1 moves zA1 zA2"]
"""


def test_tests_share_a_map_and_look_at_options_on_the_way(folder: Path) -> None:
    (folder / "tests" / "maps").mkdir(parents=True)
    (folder / "tests" / "maps" / "small.toml").write_text(SMALL, encoding="utf-8")
    assert scenario(folder, SHARED) == [(True, "")]


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('["small"]', '["smal"]', 4, "no map of the tests 'smal'; did you mean small?"),
        ('has = ["move r1 zA2"]', 'has = ["move r1 zC1"]', 7, "is not offered"),
        ('lacks = ["move r1 zC1"]', 'lacks = ["done"]', 7, "'done' is offered"),
        ('lacks = ["move r1 zC1"]', 'lack = ["done"]', 7, "unknown key 'lack'"),
        ('"retract", "reset"', '"retract"', 9, "the options are others"),
    ],
)
def test_wrong_options_on_the_way_are_told_at_their_line(
    folder: Path, old: str, new: str, line: int, told: str
) -> None:
    (folder / "tests" / "maps").mkdir(parents=True)
    (folder / "tests" / "maps" / "small.toml").write_text(SMALL, encoding="utf-8")
    [(ok, said)] = scenario(folder, SHARED.replace(old, new))
    assert not ok and told in said and said.startswith(f"{folder / 'tests' / 'case.toml'}:{line}: ")


def test_a_plugin_that_breaks_fails_its_test_only(tmp_path: Path) -> None:
    folder = write_demo(tmp_path / "demo", "start_walk(play, play.now.unit(words[1]), words[2])", "1 / 0")
    results = scenario(folder, GOOD)
    assert [ok for ok, _ in results] == [False, True] and "demo" in results[0][1] and ":3: PluginError" in results[0][1]


@pytest.mark.parametrize("text", ["", "[[test]]\nid = ", "test = 3\n", "[[test]]\ntitle = 'no id'\n", "[other]\n"])
def test_a_file_that_is_none_fails_without_a_traceback(folder: Path, text: str) -> None:
    results = scenario(folder, text)
    assert len(results) == 1 and not results[0][0] and "case.toml" in results[0][1]


# ------------------------------------------------------------------ walks


def test_a_walk_of_a_sound_game_finds_nothing(game: Game) -> None:
    report = walk(game, range(3))
    assert report.ok, str(report)
    assert [g.reason for g in report.games] == ["turn_limit"] * 3
    assert all(g.visited == g.decisions + 1 for g in report.games)


def test_a_walk_visits_every_nth_step(game: Game) -> None:
    (one,) = walk(game, 5, every=10).games
    assert one.visited == (one.decisions + 9) // 10 + 1


@pytest.mark.parametrize("bot", ["steady"])
def test_bots_may_walk(game: Game, bot: str) -> None:
    report = walk(game, 1, bots=bot, every=3)
    assert report.ok and report.games[0].reason == "turn_limit"


PLANTED = {
    "an option that is refused": (
        "            if now.seat_of(unit.nation) == seat and now.type(unit).movement:",
        "            if now.type(unit).movement:",
        "listed",
        "and refuses it",
    ),
    "an option that cannot be carried out": (
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "        raise KeyError(words[2])",
        "listed",
        "KeyError",
    ),
    "an option spelt with two blanks": (
        'yield f"move {unit.id} {space}"',
        'yield f"move {unit.id}  {space}"',
        "listed",
        "does not read back",
    ),
    "an option twice": (
        '                    yield f"move {unit.id} {space}"',
        '                    yield f"move {unit.id} {space}"\n                    yield f"move {unit.id} {space}"',
        "options",
        "twice",
    ),
    "no options": (
        'return () if draft else ("order attack", "order wait")',
        'return ()\n\n    def problems(self, now, seat, draft):\n        return (Reason("never"),)',
        "options",
        "no options",
    ),
    "anything goes": ("        return why_not_move(now, unit, words[2], seat)", "        return None", "unlisted", ""),
    "a refusal that breaks": (
        "        unit = now.state.units.get(words[1]) if len(words) == 3 else None",
        "        unit = now.state.units[words[1]] if len(words) == 3 else None",
        "unlisted",
        "KeyError",
    ),
    "a state changed in place": (
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "        object.__setattr__(play.state, 'done', ('changed',))\n"
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "old",
        "was changed",
    ),
    "a slice that JSON cannot hold": (
        "play.set_slice(Notes(tuple(",
        "play.set_slice(Notes(frozenset(",
        "json",
        "cannot be saved",
    ),
    "a unit nowhere": (
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "        play.emit(Placed(unit=words[1], at='nowhere'))",
        "units",
        "no such place",
    ),
    "a unit lost without an event": (
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "        play.state = play.state.with_(units=play.state.units.without('b1'),\n"
        "            at=play.state.at.without(play.state.units['b1'].at)) if 'b1' in play.state.units else play.state\n"
        "        play.say('b1 vanishes')",
        "units",
        "without an event",
    ),
    "a unit too strong": (
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "        play.emit(StepsChanged(unit=words[1], steps=9, was=2))",
        "units",
        "9 steps, its type",
    ),
    "a container in itself": (
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "        play.emit(Placed(unit='cart', at='r2'))",
        "units",
        "in a circle",
    ),
    "a prompt that knows too much": (
        '        return "move your units"',
        '        return f"move your units, boats at {[u.at for u in now.units() if u.hidden]}"',
        "secrecy",
        "hidden units are elsewhere",
    ),
    "options that avoid a hidden unit": (
        "                for space in destinations(now, unit, seat):",
        "                for space in (s for s in destinations(now, unit, seat) if s not in now.state.at):",
        "secrecy",
        "hidden units are elsewhere",
    ),
    "a refusal that gives a hidden unit away": (
        "        return why_not_move(now, unit, words[2], seat)",
        "        return why_not_move(now, unit, words[2], seat) and Reason(f'{[u.at for u in now.units()]}')",
        "secrecy",
        "hidden units are elsewhere",
    ),
    "a question that tells of another draft": (
        '        return "what do you order?"',
        '        return f"what do you order? {sum(len(s.choices) for s in self.slots)} orders are given"',
        "secrecy",
        "",
    ),
    "a secret answer that is announced": ("seats=(seat,)))", "))", "secrecy", "others answered otherwise"),
    "a prompt that knows another's notes": (
        '        return "move your units"',
        '        return f"move your units {now.slice(Notes).ordered}"',
        "secrecy",
        "a plug-in's secret notes",
    ),
    "chance outside of the dice": (
        "        start_walk(play, play.now.unit(words[1]), words[2])",
        "        import random\n        start_walk(play, play.now.unit(words[1]), words[2])\n"
        "        play.say(str(random.random()))",
        "again",
        "other events",
    ),
}


@pytest.mark.parametrize("what", list(PLANTED))
def test_the_walk_finds_what_is_planted(tmp_path: Path, what: str) -> None:
    old, new, check, told = PLANTED[what]
    broken = demo(tmp_path, old, new)
    reports = (walk(broken, seed, checks=(check,)) for seed in range(4))
    report = next((r for r in reports if not r.ok), None)
    assert report is not None, what
    (found,) = report.failures
    assert found.check == check and told in found.told, str(report)[:2000]
    assert f"seed {found.seed}, step {found.step} ({found.decision})" in str(report)


def test_the_walk_finds_a_game_without_end(game: Game) -> None:
    report = walk(game, 1, decisions=10, every=50)
    assert [f.check for f in report.failures] == ["ends"]


def test_the_walk_finds_undo_that_goes_too_far(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lax(Session):
        def can_undo(self, seat: str = "") -> Reason | None:
            return None

    monkeypatch.setattr(walking, "Session", Lax)
    report = walk(game, range(3), checks=("undo",))
    assert report.failures and all(f.check in ("undo", "errors") for f in report.failures), str(report)


def test_the_walk_finds_undo_that_does_something_else(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(Session):
        def undo(self, seat: str = "") -> None:
            super().undo(seat)
            self.state = self.state.with_(turn=self.state.turn + 1)

    monkeypatch.setattr(walking, "Session", Wrong)
    report = walk(game, range(3), checks=("undo",))
    assert [f.check for f in report.failures] == ["undo"] * 3, str(report)


def test_an_unknown_check_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="no check 'secrets'"):
        walk(game, 1, checks=("secrets",))


# ------------------------------------------------------------------ invariants


def test_what_a_plug_in_says_must_hold_is_looked_at_with_the_events_that_led_there(load_game: Maker) -> None:
    seen: list[tuple[int, int]] = []

    def never_twice(now: Position, events: tuple[Event, ...]) -> Iterator[str]:
        seen.append((now.turn, len(events)))
        if now.turn == 2:
            yield "it is turn 2"

    picky = make_plugin("picky", declare=lambda registry: registry.invariant(never_twice))
    game = load_game(MAP + UNITS + ONE_PHASE, picky)
    report = walk(game, 1, checks=("units",))
    assert [(f.check, f.told) for f in report.failures] == [("units", "picky: it is turn 2")]
    assert seen[0] == (1, 0) and seen[-1][0] == 2 and seen[-1][1] > 0
    assert walk(game, 1, checks=("options",)).ok


@pytest.mark.parametrize(("when", "told"), [("always", ["3 units of red in C4, land allows 2"]), ("end", [])])
def test_limits_checked_on_entry_hold_at_any_time(load_game: Maker, when: str, told: list[str]) -> None:
    limit = f'[rule.R-s]\ntitle = "s"\n[stacking.land]\nlimit = 2\nwhen = "{when}"\nrule = "R-s"\n'
    game = load_game(MAP + UNITS + ONE_PHASE + limit)
    state = with_units(game, *(Unit(f"n{n}", "foot", "red", "C4", 1) for n in range(3)))
    assert list(broken(game, state)) == told


def test_a_turn_beyond_the_last_and_control_by_nobody_known_are_told(load_game: Maker) -> None:
    game = load_game(MAP + UNITS + ONE_PHASE)
    state = game.start()
    assert list(broken(game, state)) == []
    assert list(broken(game, state.with_(turn=3))) == ["turn 3 of 2"]
    held = state.with_(control=state.control.with_item("C4", "green"))
    assert list(broken(game, held)) == ["control of 'C4' by 'green': no such space or nation"]


# ------------------------------------------------------------------ known trouble


@pytest.mark.case("X01")
def test_a_hidden_enemy_changes_nothing_before_a_move_is_accepted(tmp_path: Path) -> None:
    """X01: range, options, refusals, question and view are byte for byte those of the state without it."""
    folder = write_demo(tmp_path / "demo")
    game = Game.load(folder, settings=['movement.foot.zone_of_control="stop"'])
    spy = {"type": "foot", "nation": "blue", "at": "B3"}
    plain: dict[str, dict[str, object]] = {"r1": {"at": "A2"}, "b1": {"at": "D3"}}
    spied: dict[str, dict[str, object]] = {**plain, "spy": {**spy, "hidden": True}}
    probes = tuple(f"move r1 {space}" for space in game.board.spaces)
    states = [scene(game, units=units, phase="moves") for units in (plain, spied)]
    assert received(game, states[0], "red", probes) == received(game, states[1], "red", probes)
    open_ = scene(game, units={**plain, "spy": spy}, phase="moves")
    assert received(game, states[0], "red", probes) != received(game, open_, "red", probes), "the zone matters"


@pytest.mark.case("M10")
def test_nobody_leaves_the_game_by_anothers_placement(game: Game) -> None:
    """M10: two units put into one space are both there."""
    units = {"r1": {"at": "B2"}, "b1": {"at": "C2"}}
    state = scene(game, units=units, events=[Placed(unit="b1", at="B2")], phase="moves")
    assert state.at["B2"] == ("b1", "r1") and list(broken_units(game, state)) == []
