"""Tests of the session: play, dice, saves and their recovery, replay, other rules."""

from __future__ import annotations

import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hexwright import journal, records, wire
from hexwright.decisions import Roll
from hexwright.errors import (
    EndlessPlay,
    IllegalDecision,
    MalformedDecision,
    NotYourDecision,
    SaveError,
)
from hexwright.game import Game
from hexwright.session import Session, replay
from hexwright.stream import Stream

DUEL = Path(__file__).parent / "tiny" / "duel"
AIMS = [("done", "red"), ("done", "blue")]


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load(DUEL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the duel whose rules a test may change."""
    return Path(shutil.copytree(DUEL, tmp_path / "duel", ignore=shutil.ignore_patterns("__pycache__")))


def played(session: Session, *decisions: tuple[str, str]) -> Session:
    for decision, seat in decisions:
        session.play(decision, seat)
    return session


def at_random(session: Session, seed: int, most: int = 1000) -> Session:
    """Random decisions, with an undo now and then."""
    chooser = random.Random(seed)
    for _ in range(most):
        if session.over is not None:
            break
        ask = chooser.choice(session.asks())
        if chooser.random() < 0.2 and session.can_undo(ask.seat) is None:
            session.undo(ask.seat)
        else:
            session.play(chooser.choice(ask.options.all()), ask.seat)
    return session


def to_orders(session: Session) -> Session:
    """Up to the question that both seats answer under seal."""
    return played(session, ("done", "red"), ("done", "blue"))


# ------------------------------------------------------------------ playing


def test_dice_are_thrown_at_once_and_come_from_the_key(game: Game) -> None:
    session = to_orders(Session.new(game, seed=7))
    step = played(session, ("done", "red")).play("done", "blue")
    rolled = next(e for e in step.events if type(e).__name__ == "Rolled")
    stream = Stream(session.key)
    assert rolled.faces == (stream.face("t1/fight", 6, 0), stream.face("t1/fight", 10, 1))  # type: ignore[attr-defined]
    assert [a.seat for a in session.asks()] == ["red"]
    assert session.state.turn == 2


def test_the_same_seed_gives_the_same_game(game: Game) -> None:
    games = [at_random(Session.new(game, seed=seed), 3) for seed in (7, "7", 8)]
    assert games[0].state.digest == games[1].state.digest != games[2].state.digest
    keys = {Session.new(game).key for _ in range(3)}
    assert len(keys) == 3


def test_dice_may_come_from_elsewhere(game: Game, tmp_path: Path) -> None:
    def thrown(roll: Roll) -> list[int]:
        assert roll == Roll("t1/fight", 0, (6, 10))
        return [6, 9]

    session = to_orders(Session.new(game, save=tmp_path / "g.jsonl", dice=thrown))
    played(session, *AIMS)
    assert "t1/fight: d6: 6, d10: 9" in session.log()
    assert replay(tmp_path / "g.jsonl", game=game).identical


def test_dice_without_end_are_stopped_and_change_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(to_orders(Session.new(game, seed=1)), ("done", "red"))
    before = session.state
    monkeypatch.setattr("hexwright.session.MOST_ROLLS", 0)
    with pytest.raises(EndlessPlay, match="t1/fight"):
        session.play("done", "blue")
    assert session.state is before


def test_refusals_change_nothing(game: Game) -> None:
    session = Session.new(game, seed=1)
    before = session.state.digest
    for text, seat, error in [
        ("go r1 D D", "red", IllegalDecision),
        ("go b1 B", "blue", NotYourDecision),
        ("", "red", MalformedDecision),
        ("go\0r1", "red", MalformedDecision),
        ("roll 3", "chance", NotYourDecision),
    ]:
        with pytest.raises(error):
            session.play(text, seat)
        assert session.why_not(text, seat) is not None
    with pytest.raises(MalformedDecision):
        session.play(3, "red")  # type: ignore[arg-type]
    assert session.state.digest == before
    assert session.why_not("go r1 B", "red") is None


@pytest.mark.case("V02")
def test_two_games_in_one_process_do_not_touch_each_other(game: Game, folder: Path) -> None:
    alone = [at_random(Session.new(game, seed=s), s, 60).state.digest for s in (1, 2)]
    other = Game.load(folder)
    one, two = Session.new(game, seed=1), Session.new(other, seed=2)
    choosers = {1: random.Random(1), 2: random.Random(2)}
    for _ in range(60):
        for session, chooser in ((one, choosers[1]), (two, choosers[2])):
            if session.over is None:
                ask = chooser.choice(session.asks())
                if chooser.random() < 0.2 and session.can_undo(ask.seat) is None:
                    session.undo(ask.seat)
                else:
                    session.play(chooser.choice(ask.options.all()), ask.seat)
    assert [one.state.digest, two.state.digest] == alone


# ------------------------------------------------------------------ saving


@pytest.mark.parametrize("seed", range(4))
def test_a_save_resumes_and_replays(game: Game, tmp_path: Path, seed: int) -> None:
    save = tmp_path / "g.jsonl"
    session = at_random(Session.new(game, seed=seed, save=save), seed, 30 * (seed + 1))
    again = Session.resume(save, game=game)
    assert again.state == session.state
    assert again.state.digest == session.state.digest
    assert (again.log(), again.decisions, again.key) == (session.log(), session.decisions, session.key)
    assert [(a.seat, a.options.all()) for a in again.asks()] == [(a.seat, a.options.all()) for a in session.asks()]
    assert [again.can_undo(s) for s in ("red", "blue")] == [session.can_undo(s) for s in ("red", "blue")]
    session.close()
    found = replay(save, game=game)
    assert found.identical and found.state_hash == session.state.digest
    assert (found.decisions, found.at, found.differs) == (session.decisions, 0, "")


def test_a_game_finds_its_own_rules_again(folder: Path, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    session = Session.new(Game.load(folder, settings=["duel.sides=8"]), seed=1, save=save)
    at_random(session, 1, 25)
    assert session.path == save
    again = Session.resume(save)
    assert again.state == session.state
    assert "duel.sides=8" in json.loads(save.read_text(encoding="utf-8").splitlines()[0])["settings"]
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    shutil.move(folder, moved / "duel")
    shutil.copy(save, moved / "g.jsonl")
    assert Session.read(moved / "g.jsonl").state.digest == session.state.digest  # found beside the save
    with pytest.raises(SaveError, match="cannot be loaded"):
        Session.read(save)


def test_snapshots_are_taken_and_agree(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwright.session.SNAPSHOT_EVERY", 5)
    save = tmp_path / "g.jsonl"
    session = at_random(Session.new(game, seed=2, save=save), 2, 120)
    shots = [line.said for line in journal.read(save).lines if line.kind == "snapshot"]
    assert 3 < len(shots) <= 120 // 5
    for said in shots:
        assert wire.state_from_json(game, said["state"]).digest == said["hash"]
    assert Session.resume(save, game=game).state == session.state


@pytest.mark.case("V08")
def test_a_torn_save_loses_one_decision_and_says_so(game: Game, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    session = played(Session.new(game, seed=1, save=save), ("go r1 B", "red"), ("go r1 C", "red"))
    before = session.state
    session.play("done", "red")
    with save.open("r+b") as file:
        file.truncate(save.stat().st_size - 30)
    again = Session.resume(save, game=game)
    assert again.state == before
    assert "torn" in again.notes[0]
    again.play("done", "red")
    assert again.state == session.state
    again.close()
    assert Session.resume(save, game=game).notes == ()


def test_dice_that_were_not_written_fall_again_the_same(game: Game, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    session = played(to_orders(Session.new(game, seed=1, save=save)), *AIMS)
    with save.open("r+b") as file:
        file.truncate(save.stat().st_size - 30)  # the line of the dice is torn
    looked = Session.read(save, game=game)
    assert looked.decisions == session.decisions - 1
    again = Session.resume(save, game=game)
    assert again.state == session.state
    assert replay(save, game=game).identical


@pytest.mark.case("V08")
def test_a_full_disk_leaves_save_and_session_as_they_were(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "g.jsonl"
    session = to_orders(Session.new(game, seed=1, save=save))
    whole, state = save.read_bytes(), session.state

    def write(handle: int, data: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(SaveError, match="No space left"):
            session.play("aim A", "red")
        with pytest.raises(SaveError, match="No space left"):
            Session.new(game, seed=1, save=tmp_path / "other.jsonl")
    assert session.state is state
    assert save.read_bytes() == whole
    played(session, ("aim A", "red"), *AIMS)
    assert replay(save, game=game).identical


def test_a_failed_undo_changes_nothing(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(Session.new(game, seed=1, save=tmp_path / "g.jsonl"), ("go r1 B", "red"))
    state = session.state

    def write(handle: int, data: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(SaveError):
            session.undo("red")
    assert session.state is state and session.can_undo("red") is None


def test_reading_leaves_the_file_alone(game: Game, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    played(Session.new(game, seed=1, save=save), ("go r1 B", "red"))
    with save.open("ab") as file:
        file.write(b'{"line":"deci')
    torn = save.read_bytes()
    session = Session.read(save, game=game)
    session.play("done", "red")
    session.close()
    assert replay(save, game=game).notes
    assert save.read_bytes() == torn


KILLED = """
import random, sys
from hexwright.game import Game
from hexwright.session import Session
session = Session.new(Game.load(sys.argv[1]), seed=3, save=sys.argv[2])
chooser = random.Random(int(sys.argv[3]))
print("begun", flush=True)
while True:
    ask = chooser.choice(session.asks())
    options = [o for o in ask.options.all() if o != "done"] or ["done"]
    session.play(chooser.choice(options), ask.seat)
    if session.can_undo(ask.seat) is None and chooser.random() < 0.5:
        session.undo(ask.seat)
"""


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **more}


@pytest.mark.case("V08")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill so hard")
@pytest.mark.parametrize("after", [0.02, 0.11, 0.23])
def test_a_killed_game_goes_on(game: Game, tmp_path: Path, after: float) -> None:
    save = tmp_path / "g.jsonl"
    arguments = [sys.executable, "-c", KILLED, str(DUEL), str(save), str(after)[2:]]
    child = subprocess.Popen(arguments, stdout=subprocess.PIPE, env=environment())
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(after)
    child.kill()
    child.wait()
    child.stdout.close()
    raw = save.read_bytes()
    session = Session.resume(save, game=game)
    assert session.decisions >= 0 and len(journal.read(save).lines) in (raw.count(b"\n") - 1, raw.count(b"\n"))
    session.close()
    assert replay(save, game=game).identical


@pytest.mark.parametrize("seed", ["0", "2", "random"])
def test_a_save_replays_in_another_process(game: Game, tmp_path: Path, seed: str) -> None:
    save = tmp_path / "g.jsonl"
    session = at_random(Session.new(game, seed=5, save=save), 5, 80)
    code = "import sys\nfrom hexwright.session import replay\nr = replay(sys.argv[1])\nprint(r.identical, r.state_hash)"
    run = [sys.executable, "-c", code, str(save)]
    done = subprocess.run(run, capture_output=True, text=True, env=environment(PYTHONHASHSEED=seed), check=True)
    assert done.stdout.split() == ["True", session.state.digest]


# ------------------------------------------------------------------ other rules


def retold(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def one_turn(folder: Path, save: Path) -> Session:
    session = Session.new(Game.load(folder), seed=1, save=save)
    played(session, ("go r1 B", "red"), ("done", "red"), ("done", "blue"), ("aim A", "red"), *AIMS)
    return played(session, ("go r1 D", "red"))


def test_other_rules_are_refused_by_name(folder: Path, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    one_turn(folder, save)
    whole = save.read_bytes()
    retold(folder / "ruleset.toml", "sides = 6", "sides = 5")
    for attempt in (Session.resume, Session.read):
        with pytest.raises(SaveError) as caught:
            attempt(save)
        told = str(caught.value)
        assert "other rules" in told and "table [duel] has changed (ruleset.toml)" in told
        assert "table [unit]" not in told
    assert save.read_bytes() == whole


def test_another_version_of_a_plugin_is_other_rules(folder: Path, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    one_turn(folder, save).close()
    second = Path(shutil.copytree(folder, tmp_path / "second"))
    retold(second / "plugins" / "duel.py", 'version="1.0.0"', 'version="1.1.0"')
    with pytest.raises(SaveError, match=r"plug-in duel 1\.0\.0 is now 1\.1\.0.*snapshot after decision 8 of 8"):
        Session.resume(save, game=Game.load(second))


def test_comments_and_order_are_no_other_rules(folder: Path, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    session = one_turn(folder, save)
    with (folder / "ruleset.toml").open("a", encoding="utf-8") as file:
        file.write("# a comment\n")
    assert Session.resume(save).state == session.state


def test_a_game_may_go_on_from_its_snapshot_under_other_rules(folder: Path, tmp_path: Path) -> None:
    save, new = tmp_path / "g.jsonl", tmp_path / "new.jsonl"
    session = one_turn(folder, save)
    state = session.state
    session.close()  # takes the snapshot
    later = Session.resume(save)
    later.play("done", "red")
    whole = save.read_bytes()
    del later
    retold(folder / "ruleset.toml", "sides = 6", "sides = 5")
    branch = Session.resume(save, from_snapshot=True, save=new)
    assert branch.state == state
    assert "snapshot after decision 8" in branch.notes[0] and "the 1 decisions after it" in branch.notes[0]
    assert save.read_bytes() == whole
    to_orders(branch)
    played(branch, *AIMS)
    assert replay(new).identical
    assert Session.resume(new).state == branch.state
    roll = [line.said["dice"] for line in journal.read(new).lines if "dice" in line.said]
    assert roll == [{"label": "t2/fight", "start": 0, "sides": [5, 10]}]


def test_a_snapshot_that_was_undone_is_not_gone_on_from(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexwright.session.SNAPSHOT_EVERY", 1)
    save = tmp_path / "g.jsonl"
    session = played(Session.new(Game.load(folder), seed=1, save=save), ("go r1 B", "red"), ("go r1 D", "red"))
    assert records.last_snapshot(journal.read(save))[1] == 2
    session.undo("red")
    assert records.last_snapshot(journal.read(save)) == (None, 1)


def test_without_a_snapshot_there_is_nothing_to_go_on_from(folder: Path, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    one_turn(folder, save)
    retold(folder / "ruleset.toml", "sides = 6", "sides = 5")
    with pytest.raises(SaveError, match="no snapshot"):
        Session.resume(save, from_snapshot=True)


@pytest.mark.case("V07")
def test_a_replay_under_other_rules_names_the_first_decision_that_differs(folder: Path, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    session = one_turn(folder, save)
    for old, new, at, told in [
        ("sides = 6", "sides = 8", 7, "before decision 7 (chance: roll"),
        ('adjacent = ["B", "C"]', 'adjacent = ["C"]', 1, "decision 1 (red: go r1 B) is refused: 'go r1 B'"),
        ("steps = 3", "steps = 2", 0, "the opening is another one; what differs: units"),
        ("default = true", "default = false", 1, "what differs: features"),
    ]:
        changed = Path(shutil.copytree(folder, tmp_path / f"rules{at}{new[:3].strip()}"))
        retold(changed / "ruleset.toml", old, new)
        found = replay(save, game=Game.load(changed))
        assert (found.identical, found.at) == (False, at)
        assert told in found.differs
        assert found.notes and "other rules" in found.notes[0]
    harmless = Path(shutil.copytree(folder, tmp_path / "harmless"))
    retold(harmless / "ruleset.toml", 'name = "Red"', 'name = "Reds"')
    found = replay(save, game=Game.load(harmless))
    assert found.identical and found.state_hash == session.state.digest


def test_an_undo_in_a_save_is_an_entry_and_replays(game: Game, tmp_path: Path) -> None:
    save = tmp_path / "g.jsonl"
    session = played(Session.new(game, seed=1, save=save), ("go r1 B", "red"))
    session.undo("red")
    session.play("go r1 C", "red")
    kinds = [(line.kind, line.said["n"]) for line in journal.read(save).lines]
    assert kinds == [("decision", 1), ("undo", 0), ("decision", 1)]
    assert replay(save, game=game).identical
    assert Session.resume(save, game=game).log() == session.log()


# ------------------------------------------------------------------ thin saves


@pytest.fixture
def thin(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "thin.jsonl"
    with Session.new(game, seed=4, save=path) as session:
        at_random(session, 4)
        assert session.decisions > journal.THIN_EVERY
    journal.thin(path)
    return path


def test_a_thin_save_is_replayed_and_read(game: Game, thin: Path) -> None:
    session = at_random(Session.new(game, seed=4), 4)
    found = replay(thin, game=game)
    assert (found.identical, found.decisions, found.state_hash) == (True, session.decisions, session.state.digest)
    read = Session.read(thin, game=game)
    assert read.export("red") == session.export("red")
    with pytest.raises(SaveError, match="not be played on"):
        Session.resume(thin, game=game)


def test_who_watches_a_replay_is_told_every_decision(game: Game, thin: Path) -> None:
    seen: list[str] = []
    replay(thin, game=game, watch=lambda taken: seen.append(taken.decision))
    decisions = [line.said["decision"] for line in journal.read(thin).lines if line.kind == "decision"]
    assert seen == decisions and len(seen) > journal.THIN_EVERY


def test_a_die_changed_in_a_thin_save_is_noticed_at_the_next_hash(game: Game, thin: Path) -> None:
    lines = thin.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"roll ' in line)
    lines[at] = re.sub(r"\d(?=\D*$)", lambda m: str(int(m[0]) % 6 + 1), lines[at])
    thin.write_text("".join(lines), encoding="utf-8")
    found = replay(thin, game=game)
    assert not found.identical and found.at > 0
