"""Which rules games exercise: what counts as quoted, how rules are shown by others, and the list of excuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from hexwright import journal
from hexwright.dice import Die, Hand
from hexwright.errors import HexwrightError, RulesetError
from hexwright.events import Event, Noted
from hexwright.game import Game
from hexwright.session import Session
from hexwright.testing.coverage import ALLOW, Allowed, read_allowed, summed
from hexwright.testing.exercise import Exercise, cited, goals

RULES = {
    "T-1": "moves", "T-2": "hills", "T-3": "rain", "T-4": "far", "T-5": "trenches", "T-6": "marching", "T-7": "foot",
    "T-8": "sunshine", "T-9": "allowance", "T-10": "never",
}  # fmt: skip

RULESET = """
[ruleset]
id = "small"
title = "Small"
plugins = ["small"]
[side.red]
name = "Red"
[nation.red]
name = "Red"
side = "red"
[terrain.open]
symbol = "."
[terrain.hill]
symbol = "^"
rule = "T-2"
[board.field]
kind = "hex"
rows = "..^"
[board.field.numbering]
first_column = "A"
[movement.foot]
cost = { open = 1, hill = 1 }
[unit_type.foot]
movement = "foot"
allowance = 2
rule = "T-7"
[unit.r1]
type = "foot"
nation = "red"
at = "A1"
[marker.trench]
rule = "T-5"
[mission.march]
domain = "land"
rule = "T-6"
[table.sky]
dice = 1
rows = [{ max = 3, text = "rain", rule = "T-3" }, { max = 9, text = "sun", rule = "T-8" }]
[sequence]
turns = 2
each_turn = ["moves", "sky"]
[phase.moves]
frame = "small.moves"
by = ["red"]
[phase.sky]
frame = "small.sky"
"""

PLUGIN = """
from attrs import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason
from hexwright.events import MarkerSet, Moved, Noted
from hexwright.frames import ChanceFrame
from hexwright.hooks import Manifest, Modifier, hook
from hexwright.windows import Action, Window

MANIFEST = Manifest("small", "a small game")


@frozen
class Moves(Window):
    name = "small.moves"
    uses_points = True


class March(Action):
    verb = "march"
    windows = ("small.moves",)
    rule = "T-1"

    def options(self, now, seat):
        unit = now.unit("r1")
        now.total("allowance", 2, "printed", "", unit=unit)
        return [f"march r1 {s}" for s in now.board.neighbours(unit.at)] if unit.spent < 2 else []

    def refuse(self, now, seat, words):
        return None if " ".join(words) in self.options(now, seat) else Reason("too far", "T-4")

    def take(self, play, seat, words):
        play.emit(Moved(unit="r1", path=(play.now.unit("r1").at, words[2]), cost=1))
        if words[2] == "C1":
            play.emit(MarkerSet(space="C1", kind="trench", owner="red"))


@frozen
class Sky(ChanceFrame):
    name = "small.sky"

    def fell(self, play, faces):
        play.done()
        play.emit(Noted(note="sky", rule="T-3" if faces[0] < 4 else "T-8"))


@hook("allowance")
def modify_allowance(query):
    return Modifier("wind", 0, rule="T-9")


@hook
def register(registry):
    registry.frame(Moves, Sky)
    registry.action(March())
"""


@frozen(kw_only=True)
class Shot(Event):
    """An event that holds a hand of dice, and names a mission."""

    hand: Hand = Hand()
    mission: str = ""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules") / "small"
    (folder / "plugins").mkdir(parents=True)
    told = "".join(f'[rule."{i}"]\ntitle = "{title}"\n' for i, title in RULES.items())
    (folder / "ruleset.toml").write_text(RULESET + told, encoding="utf-8")
    (folder / "plugins" / "small.py").write_text(PLUGIN, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return Game.load(folder)


# ------------------------------------------------------------------ what counts


def test_an_event_quotes_its_rule_its_parts_and_the_dice_in_it() -> None:
    event = Shot(rule="T-1", parts=(("hill", 1, "T-2"),), hand=Hand((Die(6, rule="T-3"),)))
    assert sorted(r for r in cited(event) if r) == ["T-1", "T-2", "T-3"]


def test_pieces_numbers_answers_and_ground_exercise_their_rules(game: Game) -> None:
    exercise = Exercise(game)
    state = game.opening().state
    exercise._begin("here")
    assert set(exercise.seen) == {"T-7"}  # the foot in play
    state = exercise.decide(state, "march r1 B1", "red", "there").state
    assert {"T-1", "T-9"} <= set(exercise.seen) and "T-2" not in exercise.seen
    assert exercise.seen["T-1"] == "there: march r1 B1"
    exercise.decide(state, "march r1 C1", "red", "there")
    assert {"T-2", "T-5"} <= set(exercise.seen)  # the hill and the trench
    assert exercise.seen["T-5"] == "there: MarkerSet"
    assert "T-10" not in exercise.seen


def test_the_game_that_is_listened_to_is_left_alone(game: Game) -> None:
    before = game.hooks
    exercise = Exercise(game)
    assert game.hooks is before and exercise.game.hooks is not before
    assert exercise.game.start() is game.start()


def test_a_mission_that_an_event_names_is_exercised(game: Game) -> None:
    exercise = Exercise(game)
    exercise.follow(game.start(), [Shot(mission="march")], "here")
    assert exercise.seen["T-6"] == "here: Shot" and "mission march" in exercise.met
    exercise.follow(game.start(), [Noted(note="rain", rule="T-3")], "here")
    assert "row sky 1" in exercise.met and "row sky 2" not in exercise.met


def test_a_refusal_that_a_player_meets_counts(game: Game) -> None:
    exercise = Exercise(game)
    for seed in range(8):
        exercise.play(seed, "random")
    assert "is refused" in exercise.seen["T-4"] and exercise.games == 8
    assert {"verb march", "plugin small", "event Moved"} <= set(exercise.met)
    assert {"T-3", "T-8"} <= set(exercise.seen)


def test_what_games_have_to_meet_together(game: Game) -> None:
    assert goals(game) == ("mission march", "row sky 1", "row sky 2", "plugin small")


@pytest.mark.parametrize("thin", [False, True])
def test_a_recorded_game_counts_as_it_was_played(game: Game, tmp_path: Path, thin: bool) -> None:
    path = tmp_path / "g.jsonl"
    with Session.new(game, seed=1, save=path) as session:
        for text in ("march r1 B1", "march r1 C1", "retract", "march r1 C1", "done", "done"):
            session.play(text, "red")
        digest = session.state.digest
    if thin:
        journal.thin(path)
    exercise = Exercise(game)
    exercise.recording(path)
    assert {"T-1", "T-2", "T-5", "T-7", "T-9"} <= set(exercise.seen)
    assert exercise.games == 1 and digest in path.read_text(encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("march r1 B1", "march r1 Z9"), encoding="utf-8")
    with pytest.raises(HexwrightError, match="too far" if thin else "damaged"):
        Exercise(game).recording(path)


# ------------------------------------------------------------------ excuses


def test_rules_are_shown_by_all_of_the_others_or_excused(game: Game) -> None:
    seen = {"T-1": "a move", "T-2": "a hill", "T-7": "foot"}
    found = summed(
        game,
        3,
        seen,
        [
            Allowed(("T-3",), "both are there", ("T-1", "T-2")),
            Allowed(("T-4",), "one is not", ("T-1", "T-10")),
            Allowed(("T-5", "T-7"), "for good"),
        ],
    )
    assert "shown by T-1, T-2" in found.exercised["T-3"]
    assert found.missing == ("T-4", "T-6", "T-8", "T-9", "T-10")
    assert found.needless == ("T-7",)


def allowed(folder: Path, game: Game, text: str) -> tuple[Allowed, ...]:
    path = folder / ALLOW
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    try:
        return read_allowed(folder, game)
    finally:
        path.unlink()


def test_excuses_are_read(folder: Path, game: Game) -> None:
    assert read_allowed(folder, game) == ()
    text = '[[allow]]\nrules = ["T-1"]\nreason = " why "\nshown_by = ["T-2"]\n'
    assert allowed(folder, game, text) == (Allowed(("T-1",), "why", ("T-2",)),)


FINE = '[[allow]]\nrules = ["T-10"]\nreason = "x"\n'


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ('[[allow]]\nrules = ["T-1"]\n', (1, 1), "an excuse without a reason"),
        ('[[allow]]\nrules = ["T-1"]\nreason = "  "\n', (1, 1), "an excuse without a reason"),
        (FINE + '\n[[allow]]\nreason = "x"\n', (5, 1), "an excuse for no rule"),
        (FINE + '[[allow]]\nrules = ["T-1", "T-11"]\nreason = "x"\n', (5, 17), "no rule 'T-11'"),
        (FINE + '[[allow]]\nrules = ["T-1"]\nreason = "x"\nshown_by = ["Q-1"]\n', (7, 13), "no rule 'Q-1'"),
        (FINE + '[[allow]]\nrules = ["T-1", "T-10"]\nreason = "x"\n', (5, 17), "T-10 is excused twice"),
        (FINE + '[[allow]]\nrules = "T-1"\nreason = "x"\n', (5, 1), "rules is 'T-1'"),
        (FINE + '[[allow]]\nrules = ["T-1"]\nreason = "x"\nbecause = "y"\n', (7, 1), "unknown key 'because'"),
        (FINE + "[[allow]\n", (4, 8), "not readable as TOML"),
        ('allowed = "T-1"\n', (1, 1), "only [[allow]] entries"),
    ],
)
def test_an_excuse_that_cannot_be_used_is_told_with_its_place(
    folder: Path, game: Game, text: str, where: tuple[int, int], message: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        allowed(folder, game, text)
    fault = caught.value.faults[0]
    assert (fault.line, fault.column) == where and message in fault.message
    assert fault.file.endswith("coverage_allow.toml")
