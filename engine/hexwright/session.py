"""The middle layer that front ends talk to: a game being played, with dice, undo, save file, logs and exports."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from . import explain as explaining
from . import journal, records, wire
from .classes import frozen
from .decisions import CHANCE, Ask, Roll, spell
from .errors import (
    DecisionError,
    EndlessPlay,
    HexwrightError,
    IllegalDecision,
    MalformedDecision,
    Reason,
    SaveError,
    UnknownId,
    nearest,
)
from .events import Event, SliceSet
from .explain import Explanation
from .frames import DraftFrame
from .game import Game, Step
from .state import Outcome, State
from .stream import Stream, fresh_key, key_from_seed
from .undo import Barrier, Taken, shown
from .view import View

ONLOOKER = "onlooker"
SNAPSHOT_EVERY = 200  # decisions between two snapshots of a save
MOST_ROLLS = 10_000  # rolls in a row without a question to anybody
Thrower = Callable[[Roll], Sequence[int]]


class Session:
    """A game being played: `new` begins one, `resume` goes on with a saved one, `read` only looks at it.

    Dice are thrown by the session as soon as they are asked for, so that only seats are ever waited for.
    With a save file every decision is in the file before it counts; a failed write changes nothing. The key,
    the seed and the state stay with the host: give seats `ask`, `view`, `log` and `export`.
    """

    def __init__(self, game: Game, opening: Step, key: bytes, seed: str | None, dice: Thrower | None = None) -> None:
        self.game = game
        self.state = opening.state
        self.key = key
        self.seed = seed
        self.notes: tuple[str, ...] = ()
        self._throw = dice or _thrower(key)
        self._log: list[tuple[Event, ...]] = [opening.events]
        self._back: list[Taken] = []  # what may be taken back, the last one last
        self._barrier: Barrier | None = None
        self._journal: journal.Journal | None = None
        self._snapped = 0

    # -- beginning and going on

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        seed: int | str | None = None,
        save: str | os.PathLike[str] | None = None,
        dice: Thrower | None = None,
    ) -> Session:
        """A game from its start. Without a seed the key of the dice is 256 random bits.

        `save` is the file to keep it in (SaveError before the first decision when that cannot be);
        `dice` throws them instead of the key's stream: real ones, or scripted ones.
        """
        key = fresh_key() if seed is None else key_from_seed(seed)
        session = cls(game, game.opening(), key, None if seed is None else str(seed), dice)
        if save is not None:
            header = records.start(game, session.state, key, session.seed)
            session._journal = journal.Journal.create(save, [header])
        session._record(session._dice_after(session.state))
        return session

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, game: Game | None = None) -> Session:
        """A saved game as far as it was played, to look at: the file is only read, and not played on.

        It is refused like `resume` refuses it; somebody may be playing it meanwhile.
        """
        return cls._followed(journal.read(path), game)

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        *,
        game: Game | None = None,
        from_snapshot: bool = False,
        save: str | os.PathLike[str] | None = None,
    ) -> Session:
        """A saved game, as far as it was played; `notes` say what was recovered.

        It is refused (SaveError, naming what differs) when the rules are no longer those it was played by.
        `from_snapshot` then goes on from the latest snapshot under the present rules: as a new game that is
        kept in `save`, if given; the old save is left as it is.
        """
        recording = journal.read(path)
        if from_snapshot:
            game = game or records.load_game(recording)
            differs = records.changed_rules(recording.header, game)
            if differs:
                return cls._branch(recording, game, differs, save)
        session = cls._followed(recording, game)
        session._journal = journal.Journal.extend(recording)
        session._record(session._dice_after(session.state))
        return session

    @classmethod
    def _followed(cls, recording: journal.Recording, game: Game | None) -> Session:
        """The session at the end of a recording; SaveError where it cannot be followed."""
        file = str(recording.path)
        game = game or records.load_game(recording)
        differs = records.changed_rules(recording.header, game)
        if differs:
            raise records.other_rules(recording, differs)
        session = cls._again_from(recording, game)
        wrote = f"(written by hexwright {recording.header.get('hexwright')}, read by {wire.version()})"
        if session.state.digest != recording.header.get("hash"):
            raise SaveError(f"the opening is another one {wrote}", file=file, line=1)
        for line in recording.lines:
            try:
                session._again(line)
            except records.Diverged as diverged:
                raise SaveError(f"{diverged.what} {wrote}", file=file, line=line.number) from None
        session.notes = recording.notes
        return session

    @classmethod
    def _again_from(cls, recording: journal.Recording, game: Game) -> Session:
        """A session at the beginning of a recording, before its first line."""
        header = recording.header
        session = cls(game, game.opening(), records.key_of(header), header.get("seed"))
        if "from" in header:
            first = recording.lines[0] if recording.lines else None
            if first is None or first.kind != "snapshot":
                raise SaveError("the snapshot that this game goes on from is missing", file=str(recording.path), line=2)
            state = wire.state_from_json(game, first.said.get("state")).with_(before=None)
            session = cls(game, Step(state, ()), session.key, session.seed)
        return session

    @classmethod
    def _branch(
        cls,
        recording: journal.Recording,
        game: Game,
        differs: tuple[str, ...],
        save: str | os.PathLike[str] | None,
    ) -> Session:
        line, played = records.last_snapshot(recording)
        if line is None:
            raise records.other_rules(recording, differs)
        try:
            state = wire.state_from_json(game, line.said["state"]).with_(before=None)
        except SaveError as error:
            raise SaveError(str(error), file=str(recording.path), line=line.number) from None
        at = int(line.said["n"])
        session = cls(game, Step(state, ()), records.key_of(recording.header), recording.header.get("seed"))
        lost = f"; the {played - at} decisions after it are not part of this game" if played > at else ""
        session.notes = (
            *recording.notes,
            f"gone on from the snapshot after decision {at} under other rules: {'; '.join(differs)}{lost}",
        )
        if save is not None:
            origin = {"n": at, "rules_hash": recording.header.get("rules_hash")}
            header = records.start(game, state, session.key, session.seed, **{"from": origin})
            session._journal = journal.Journal.create(save, [header, records.snapshot(0, game, state)])
        session._record(session._dice_after(state))
        return session

    def twin(self) -> Session:
        """Another session at the same point of the same game; it is kept in no file and goes its own way."""
        twin = Session(self.game, Step(self.state, ()), self.key, self.seed, self._throw)
        twin._log = list(self._log)
        twin._back = list(self._back)
        twin._barrier = self._barrier
        return twin

    # -- what there is to know

    @property
    def over(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.state.over

    @property
    def path(self) -> Path | None:
        """The save file."""
        return None if self._journal is None else self._journal.path

    @property
    def decisions(self) -> int:
        """How many decisions have led here, those of dice included and those taken back not."""
        return len(self._log) - 1

    def asks(self) -> tuple[Ask, ...]:
        """Every question that waits for a seat, as copies that reach nothing else."""
        return tuple(a.handed_out() for a in self.game.asks(self.state) if a.seat != CHANCE)

    def ask(self, seat: str) -> Ask | None:
        """The question that waits for this seat, as a copy that reaches nothing else."""
        found = self.game.ask(self.state, seat)
        return None if found is None else found.handed_out()

    def view(self, seat: str) -> View:
        """What a seat may know; an onlooker's view is that of a seat nobody has."""
        return self.game.view(self.state, seat)

    def events(self, seat: str = "", *, after: int = -1) -> tuple[Event, ...]:
        """What has happened so far and stands, as one seat learned of it; all of it for "".

        The opening is in it, and the dice that fell before the first question; what was retracted or undone is
        not. `after` leaves out what had happened when so many `decisions` had been made (0: the opening alone).
        """
        done = (e for events in self._log[after + 1 :] for e in events)
        if not seat:
            return tuple(e for e in done if not isinstance(e, SliceSet))
        told = (e.seen_by(seat) for e in done)
        return tuple(e for e in told if e is not None)

    def log(self, seat: str = "") -> list[str]:
        """The account so far: the sentences of `events`."""
        return [e.text() for e in self.events(seat)]

    def export(self, seat: str) -> dict[str, Any]:
        """All that a seat may hold, as plain JSON: header, view, account, and its own question if one waits.

        Neither key, seed nor the hash of the state is in it, nor how many decisions were made, since drafts
        count among them. `seat` may be "onlooker".
        """
        seats = self.game.rules.seats
        if seat not in (*seats, ONLOOKER):
            raise UnknownId("seat", seat, nearest(seat, (*seats, ONLOOKER)))
        ask = self.game.ask(self.state, seat)
        rules = self.game.rules
        return wire.document(
            "export",
            hexwright=wire.version(),
            ruleset=rules.info.id,
            title=rules.info.title,
            scenario=rules.scenario,
            variants=list(rules.variants),
            rules_hash=self.game.rules_hash,
            plugins=dict(self.game.plugins.versions),
            seats=list(seats),
            seat=seat,
            view=wire.view_to_json(self.view(seat)),
            log=[wire.event_to_json(self.game, e) for e in self.events(seat)],
            ask=None if ask is None else wire.ask_to_json(ask),
        )

    # -- playing

    def why_not(self, decision: str, seat: str = "") -> Reason | None:
        """Why a decision would be refused; None when it is legal."""
        if not isinstance(decision, str) or not decision.isprintable():
            return Reason("a decision is a verb and its arguments")
        if decision.split() == ["unseal"]:
            frame = self.state.stack[-1] if self.state.stack else None
            if self.over is None and isinstance(frame, DraftFrame) and frame.can_unseal(seat):
                return None
        reason = self.game.refuse(self.state, decision, seat)
        return (reason and self._stays(decision, seat)) or reason

    def explain(self, decision: str, seat: str = "") -> Explanation:
        """What a decision would do and cost, or why it is refused, with rules and the places of the numbers."""
        reason = self.why_not(decision, seat)
        if reason is None:
            return explaining.explain(self.game, self.state, decision, seat)
        return explaining.explain_refusal(self.game, self.state, reason, str(decision), seat)

    def explain_ask(self, seat: str) -> Explanation | None:
        """What the question to a seat is about; None when it is not asked."""
        return explaining.explain_ask(self.game, self.state, seat)

    def explain_event(self, event: Event) -> Explanation:
        """Why something happened: give an event as `events(seat)` has it."""
        return explaining.explain_event(self.game, self.state, event)

    def play(self, decision: str, seat: str = "") -> Step:
        """Carry out a decision and the dice that follow; the events of both are in the Step.

        Raises what `Game.apply` raises, or SaveError when it cannot be kept; then nothing has happened.
        """
        if not isinstance(decision, str):
            raise MalformedDecision(str(decision), seat, Reason("a decision is text"))
        if not seat:
            asked = [a.seat for a in self.game.asks(self.state)]
            seat = asked[0] if len(asked) == 1 else ""
        try:
            step = self.game.apply(self.state, decision, seat)
        except IllegalDecision as error:
            if (reason := self._stays(decision, seat)) is None:
                raise
            raise IllegalDecision(decision, seat, reason) from error
        if (back := self._earlier(step.state)) >= 0:
            self._go_back(back)
            return step
        taken = [Taken(seat, " ".join(decision.split()), self.state, step)]
        taken += self._dice_after(step.state)
        self._record(taken)
        return Step(self.state, tuple(e for t in taken for e in t.step.events))

    def _dice_after(self, state: State) -> list[Taken]:
        """The dice that are asked for from here on, thrown."""
        taken: list[Taken] = []
        while (ask := self.game.ask(state, CHANCE)) is not None:
            if ask.roll is None:
                raise HexwrightError(f"the frame {ask.frame} asks for dice without saying which")
            text = spell("roll", *self._throw(ask.roll))
            step = self.game.apply(state, text, CHANCE)
            taken.append(Taken(CHANCE, text, state, step, ask.roll))
            state = step.state
            if len(taken) > MOST_ROLLS:
                raise EndlessPlay(tuple(dict.fromkeys(f"dice {t.roll.label}" for t in taken[-6:] if t.roll)))
        return taken

    def _record(self, taken: list[Taken]) -> None:
        """Decisions into the save, then into the session."""
        if self._journal is not None and taken:
            first = len(self._log)
            lines = [
                records.decision(n, t.seat, t.decision, t.roll, t.step.state, t.before)
                for n, t in enumerate(taken, first)
            ]
            last = first + len(taken) - 1
            since, state = last - self._snapped, taken[-1].step.state
            snap = since >= 2 * SNAPSHOT_EVERY or (since >= SNAPSHOT_EVERY and state.before is None)
            if snap:
                lines.append(records.snapshot(last, self.game, state))
            self._journal.write(*lines, sync=snap)
            self._snapped = last if snap else self._snapped
        for each in taken:
            self._adopt(each)

    def _adopt(self, taken: Taken) -> None:
        self.state = taken.step.state
        self._log.append(taken.step.events)
        barrier = Barrier.of(taken)
        if barrier is None:
            self._back.append(taken)
        else:
            self._back.clear()
            self._barrier = barrier

    # -- undo

    def can_undo(self, seat: str = "") -> Reason | None:
        """Why this seat cannot take back its last decision; None when it can.

        Undo stops at a die, at anything hidden that reached a seat and at another seat's answer. While a
        question is answered under seal it takes back the seat's own answers to it, and nothing else,
        whatever other seats have done.
        """
        if self._sealed():
            word = self._withdrawal(seat)
            return None if word else Reason("you have not answered this question; what came before it stays")
        if not self._back:
            return self._barrier.reason(seat) if self._barrier else Reason("there is nothing to take back")
        last = self._back[-1]
        if seat and last.seat != seat:
            return Reason(f"the {last.seat} side has answered since")
        unit = shown(self.game, last.before, self.state)
        return Reason(f"{unit} has come into the open since") if unit else None

    def undo(self, seat: str = "") -> None:
        """Take back the seat's last decision; IllegalDecision with the Reason when that cannot be."""
        reason = self.can_undo(seat)
        if reason is not None:
            raise IllegalDecision("undo", seat, reason)
        if self._sealed():
            self.play(self._withdrawal(seat), seat)
            return
        self._go_back(len(self._back) - 1)

    def _stays(self, decision: str, seat: str) -> Reason | None:
        """Why `retract` and `reset`, refused in a window, go back no farther: the same that stops undo."""
        barrier = None if self._back else self._barrier
        if barrier is None or decision.strip() not in ("retract", "reset") or self.game.ask(self.state, seat) is None:
            return None
        return barrier.reason(seat) if self.state.stack[-1].window() else None

    def _earlier(self, state: State) -> int:
        """Which of the decisions that can be taken back was made in this very state; -1 when none was."""
        return next((i for i, taken in enumerate(self._back) if taken.before is state), -1)

    def _go_back(self, index: int) -> None:
        """Take back these decisions and all after them, as if they had never been made; the save says so."""
        first = self._back[index]
        if self._journal is not None:
            left = self.decisions - (len(self._back) - index)
            self._journal.write(records.undo(left, first.seat, first.before))
        self._take_back(index)

    def _take_back(self, index: int) -> None:
        count = len(self._back) - index
        self.state = self._back[index].before
        del self._back[index:], self._log[-count:]
        self._snapped = min(self._snapped, self.decisions)

    def _sealed(self) -> bool:
        """Is the question that waits now answered under seal?"""
        return self.over is None and bool(self.state.stack) and self.state.stack[-1].visibility != "open"

    def _withdrawal(self, seat: str) -> str:
        """The decision that takes back a seat's own last answer under seal, "" when it has given none."""
        frame = self.state.stack[-1]
        if not isinstance(frame, DraftFrame):
            return ""
        slot = frame.slot(seat)
        return "unseal" if slot.sealed else "retract" if slot.choices else ""

    # -- playing a recording again

    def _again(self, line: journal.Line) -> Taken | None:
        """Do what a line of a save says, a decision for one, and compare; records.Diverged tells a difference."""
        said, taken = line.said, None
        n = said.get("n")
        if line.kind == "decision":
            what = f"decision {n} ({said.get('seat')}: {said.get('decision')})"
            taken = self._decide_again(said, what)
        elif line.kind == "undo":
            what = f"the undo back to decision {n}"
            count = self.decisions - n if type(n) is int else 0
            if not 0 < count <= len(self._back):
                raise records.Diverged(n, f"{what} cannot be made")
            self._take_back(len(self._back) - count)
        elif line.kind == journal.HASH:
            what = f"decision {n}"
        else:
            what = f"the snapshot after decision {n}"
            self._snapped = self.decisions
        if "hash" in said and self.state.digest != said["hash"]:  # a thin save has few
            raise records.Diverged(n, f"after {what} the state is another one; what differs: {self._differs(line)}")
        return taken

    def _differs(self, line: journal.Line) -> str:
        if line.kind == journal.HASH:
            return f"something in the {journal.THIN_EVERY} decisions before"
        now, then = records.parts(self.state), line.said.get("parts") or {}
        fields = [name for name in now if name in then and then[name] != now[name]]
        return ", ".join(fields) or "the open questions, the turn or the outcome"

    def _decide_again(self, said: dict[str, Any], what: str) -> Taken:
        seat, decision = str(said.get("seat")), str(said.get("decision"))
        roll: Roll | None = None
        if seat == CHANCE:
            ask = self.game.ask(self.state, CHANCE)
            roll = ask.roll if ask is not None else None
            wanted = records.dice(roll) if roll is not None else None
            if "hash" in said and wanted != said.get("dice"):
                told = f"before {what} other dice are due: {wanted}, not {said.get('dice')}"
                raise records.Diverged(said.get("n"), told)
        try:
            step = self.game.apply(self.state, decision, seat)
        except DecisionError as error:
            raise records.Diverged(said.get("n"), f"{what} is refused: {error.reason}") from None
        except HexwrightError as error:
            raise records.Diverged(said.get("n"), f"{what} fails: {error}") from None
        taken = Taken(seat, decision, self.state, step, roll)
        self._adopt(taken)
        return taken

    # -- the end

    def close(self) -> None:
        """Let go of the save file, with a last snapshot so that it can be gone on from under other rules too."""
        if self._journal is None:
            return
        if self.over is None and self.decisions > self._snapped:
            try:
                self._journal.write(records.snapshot(self.decisions, self.game, self.state), sync=True)
                self._snapped = self.decisions
            except SaveError:
                pass  # every decision is in the file; the snapshot is a convenience
        self._journal.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


def _thrower(key: bytes) -> Thrower:
    stream = Stream(key)
    return lambda roll: [stream.face(roll.label, side, roll.start + k) for k, side in enumerate(roll.sides)]


# ------------------------------------------------------------------ replay


@frozen
class Replay:
    """How playing a recording again went.

    `decisions` were made, dice included; when it is not `identical`, `at` is the first decision that differs
    (0: the opening) and `differs` says what. `notes` tell what was recovered and what differs in the rules.
    """

    identical: bool
    decisions: int
    at: int
    differs: str
    state_hash: str
    notes: tuple[str, ...] = ()


def replay(
    path: str | os.PathLike[str], *, game: Game | None = None, watch: Callable[[Taken], None] | None = None
) -> Replay:
    """Play a save again, with the recorded dice, and compare every state; the file is only read.

    `game` plays it by other rules; `watch` is told every decision that is made. SaveError when the file is damaged
    or its rules cannot be loaded.
    """
    recording = journal.read(path)
    game = game or records.load_game(recording)
    differs = records.changed_rules(recording.header, game)
    notes = (*recording.notes, *(f"other rules than in the save: {d}" for d in differs))
    session = Session._again_from(recording, game)
    if session.state.digest != recording.header.get("hash"):
        now, then = records.parts(session.state), recording.header.get("parts") or {}
        fields = ", ".join(n for n in now if then.get(n) != now[n]) or "the first question"
        told = f"the opening is another one; what differs: {fields}"
        return Replay(False, 0, 0, told, session.state.digest, notes)
    for line in recording.lines:
        try:
            taken = session._again(line)
        except records.Diverged as diverged:
            return Replay(False, session.decisions, diverged.n, diverged.what, session.state.digest, notes)
        if watch is not None and taken is not None:
            watch(taken)
    return Replay(True, session.decisions, 0, "", session.state.digest, notes)
