"""Games under two sets of rules: every way of parting by a planted change, recordings left out, bots and results."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwright import journal
from hexwright.comparing.following import REASONS, Comparison
from hexwright.comparing.games import Duel, Ending, Followed, decisions, duel, follow, recordings
from hexwright.comparing.results import partings, summary, way, wins
from hexwright.events import PhaseEnded
from hexwright.game import Game
from hexwright.session import Session

from ..cli.conftest import write_tiny
from .conftest import add_variant


@pytest.fixture
def recorded(rich: Path) -> Path:
    """A recorded game of the rich ruleset."""
    (rich / "games").mkdir()
    path = rich / "games" / "one.jsonl"
    with Session.new(Game.load(rich), seed=1, save=path) as session:
        while session.over is None:
            session.play("done")
    return path


def followed(rich: Path, recording: Path, edit: str) -> Followed:
    add_variant(rich, edit)
    return follow(recording, Game.load(rich), Game.load(rich, variants=("v",)))


def test_without_a_change_a_recording_is_the_same_to_its_end(rich: Path, recorded: Path) -> None:
    game = Game.load(rich)
    found = follow(recorded, game, Game.load(rich))
    assert found == Followed("one.jsonl", 11)
    assert found.first is None and way(None, None, None) == ["it goes the same way to its end"]
    assert recordings(rich) == (recorded,)


@pytest.mark.parametrize(
    ("edit", "why", "text"),
    [
        (
            "unit_type.fighter.dice.attack = 8",
            "dice",
            "decision 7, turn 2, Fighting, chance: A rolls 1d6, B rolls 1d8 for fight",
        ),
        (
            'phase.march.by = ["blue", "red"]',
            "question",
            "decision 2, turn 1, Marching, Reds: A asks Reds (nothing to decide here); "
            "B asks Blues (nothing to decide here)",
        ),
        (
            'rich.weather = "foul"',
            "outcome",
            "decision 7, turn 2, Fighting, chance: after 'roll 4' A has: red wins a fight in fair weather; "
            "B has: red wins a fight in foul weather",
        ),
        (
            "sequence.turns = 2",
            "outcome",
            "decision 7, turn 2, Fighting, chance: after 'roll 4' A has: the phase ends; "
            "B has: The game is over: red wins, the last fight",
        ),
    ],
)
def test_where_and_why_a_recording_parts(rich: Path, recorded: Path, edit: str, why: str, text: str) -> None:
    found = followed(rich, recorded, edit)
    assert found.parting is not None and found.first is found.parting
    assert found.parting.why == why and found.parting.why in REASONS
    assert str(found.parting) == text
    assert found.decisions == found.parting.at - 1


def test_another_start_is_told_and_play_goes_on(rich: Path, recorded: Path) -> None:
    found = followed(rich, recorded, 'unit.first.at = "C1"')
    assert found.start is not None and found.start.text == "the start differs: units"
    assert found.parting is None and found.decisions == 11
    assert way(found.start, None, None) == ["the start differs: units", "it goes the same way to its end"]


def test_a_refused_decision_is_told_with_its_reason_and_options_before_it(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    write_tiny(folder)
    (folder / "variants").mkdir()
    add_variant(folder, "board.field.rows = '''\n..-\n...\n^..\n'''")
    path = tmp_path / "g.jsonl"
    with Session.new(Game.load(folder), seed=1, save=path) as session:
        for text in ("order wait", "done"):
            for seat in ("red", "blue"):
                session.play(text, seat)
        session.play("move r1 B1", "red")
        session.play("move r1 A1", "red")
        session.play("retract", "red")
        session.play("move r1 C1", "red")
    found = follow(path, Game.load(folder), Game.load(folder, variants=("v",)))
    assert found.options is not None and found.parting is not None
    assert found.options.text == "only A offers 'move r1 C1'" and found.first is found.options
    assert found.parting.why == "refused" and found.parting.phase == "Movement"
    assert found.parting.text.startswith("'move r1 C1' is refused under B: it is too far (far 2, reach 1) [T-1]")
    assert found.options.at == found.parting.at == 6  # what was retracted does not count


def test_a_parting_does_not_depend_on_what_rules_are_called(rich: Path, recorded: Path) -> None:
    found = followed(rich, recorded, 'phase.march.rule = "R-1"\nunit.first.name = "First"\nphase.march.name = "March"')
    assert (found.start, found.options, found.parting) == (None, None, None)


def test_thin_recordings_are_followed_too(rich: Path, recorded: Path) -> None:
    full = list(decisions(journal.read(recorded)))
    journal.thin(recorded)
    assert list(decisions(journal.read(recorded))) == full
    assert followed(rich, recorded, "sequence.turns = 2").parting is not None


def test_other_recordings_are_left_out_with_the_cause(rich: Path, recorded: Path) -> None:
    add_variant(rich, 'rich.weather = "foul"')
    base, foul = Game.load(rich), Game.load(rich, variants=("v",))
    assert follow(recorded, foul, base).skipped == "it was played with variants none"
    changed = Game.load(rich, settings=("sequence.turns=2",))
    assert follow(recorded, changed, base).skipped == "it was played with settings none"
    (rich / "games" / "bad.jsonl").write_text("nonsense\n", encoding="utf-8")
    assert "this is no save of hexwright" in follow(rich / "games" / "bad.jsonl", base, base).skipped


def test_a_recording_of_older_rules_is_left_out(rich: Path, recorded: Path) -> None:
    text = (rich / "ruleset.toml").read_text(encoding="utf-8")
    (rich / "ruleset.toml").write_text(text.replace('by = ["red", "blue"]', 'by = ["blue"]'), encoding="utf-8")
    found = follow(recorded, Game.load(rich), Game.load(rich))
    assert found.skipped == ("it was recorded under older rules: 'done' is refused under A: this seat is not asked now")


# ------------------------------------------------------------------ bots


def test_a_duel_parts_at_the_dice_and_both_are_played_to_their_end(rich: Path) -> None:
    add_variant(rich, "unit_type.fighter.dice.attack = 20")
    a, b = Game.load(rich), Game.load(rich, variants=("v",))
    found = duel(a, b, 4)
    assert found == duel(a, b, 4)
    assert found.parting is not None and found.parting.why in ("outcome", "dice")
    assert found.endings[0].reason == found.endings[1].reason == "the last fight"
    assert found.endings[0].turn == 3


def test_a_duel_under_the_same_rules_is_the_same_game(rich: Path) -> None:
    found = duel(Game.load(rich), Game.load(rich), 2, "random")
    assert found.first is None and found.endings[0] == found.endings[1]


def test_the_bot_that_chooses_otherwise_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    write_tiny(folder)
    (folder / "variants").mkdir()
    add_variant(folder, "board.field.rows = '''\n..-\n...\n^..\n'''")
    a, b = Game.load(folder), Game.load(folder, variants=("v",))
    found = [duel(a, b, seed, "random") for seed in range(1, 6)]
    chosen = [d.parting for d in found if d.parting is not None and d.parting.why == "choice"]
    assert chosen and all(p.text.startswith("the bot answers '") for p in chosen)
    assert any("is refused under B" in p.text or "both may be answered" in p.text for p in chosen)
    assert all(d.options is not None and d.parting is not None and d.options.at <= d.parting.at for d in found)


# ------------------------------------------------------------------ results


def made(seed: int, first: str, second: str) -> Duel:
    return Duel(seed, (Ending(first, f"{first} holds", 5, 10), Ending(second, f"{second} holds", seed, 10)))


def test_results_count_wins_paired_by_seed(rich: Path) -> None:
    game = Game.load(rich)
    duels = [made(n, "red", "red" if n < 7 else "blue") for n in range(1, 11)]
    red, blue = wins(duels, game, game)
    assert (red.counts.both, red.counts.first, red.counts.second, red.counts.neither) == (6, 4, 0, 0)
    assert str(red) == "Reds: 10 (100%) of 10 won under A, 6 (60%) under B: -40 points, 95% interval -69 to -4"
    assert str(blue) == "Blues: 0 (0%) of 10 won under A, 4 (40%) under B: +40 points, 95% interval +4 to +69"
    assert summary(duels, game, game)[2:] == [
        "Length: the median game ends on turn 5 under A, 5.5 under B",
        "Endings: red holds: 10 under A, 6 under B; blue holds: 0 under A, 4 under B",
        "Interval: R. G. Newcombe (1998), method 10, shares paired by seed. The interval is wide: 10 seeds say little, "
        "more games narrow it.",
    ]


def test_few_games_say_so_and_a_draw_is_nobodys(rich: Path) -> None:
    game = Game.load(rich)
    lines = summary([made(1, "", "red")], game, game)
    assert lines[2].startswith("Nobody: 1 (100%) of 1 won under A, 0 (0%) under B: -100 points")
    assert "The games prove no shift: every interval holds 0." in lines[-1] and "1 seed says little" in lines[-1]
    assert summary([], game, game) == []


def test_partings_are_counted(rich: Path, recorded: Path) -> None:
    parted = followed(rich, recorded, "sequence.turns = 2")
    same = Followed("b.jsonl", 3)
    left = Followed("c.jsonl", skipped="no")
    assert partings([parted, same, left]) == (
        "1 parts (the same decision has another outcome 1); 1 goes the same way to its end"
    )
    assert partings([left]) == "none"


def test_a_phase_that_ends_under_one_of_the_rules_is_told_in_words(rich: Path) -> None:
    game = Game.load(rich)
    state = game.start()
    both, ended = Comparison(game, game), (PhaseEnded(phase="fight"),)
    parting = both.after(1, (state, state), "red", "done", (ended, ()))
    assert parting is not None and parting.text == "after 'done' under A the phase ends, under B it goes on"
    parting = both.after(1, (state, state), "red", "done", ((), ended))
    assert parting is not None and parting.text == "after 'done' under A it goes on, under B the phase ends"
