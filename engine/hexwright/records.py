"""What the lines of a save say: the rules and seats, decisions, undos, snapshots; and how rules have changed since."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from . import journal, wire
from .decisions import Roll
from .errors import OtherRules, RulesetError, SaveError
from .game import Game
from .ruleset.load import bundled_rulesets, of_play
from .state import State


def parts(new: State, old: State | None = None) -> dict[str, str]:
    """Eight hex digits for each table of a state, or for those that differ from an earlier state."""
    out = {}
    for name in wire.TABLES:
        table = getattr(new, name)
        if old is None or table is not getattr(old, name):
            out[name] = f"{table.digest() & 0xFFFFFFFF:08x}"
    return out


# ------------------------------------------------------------------ the first line


def start(game: Game, state: State, key: bytes, seed: str | None, **more: Any) -> dict[str, Any]:
    """The first line: everything needed to play the game again. It holds the key and never leaves the host."""
    rules = game.rules
    return {
        "line": journal.START,
        "format": journal.FORMAT,
        "hexwright": wire.version(),
        "ruleset": rules.info.id,
        "folder": _folder(rules.folder),
        "scenario": rules.scenario,
        "variants": list(rules.variants),
        "settings": list(settings_of(game)),
        "rules_hash": game.rules_hash,
        "tables": table_hashes(rules.document),
        "plugins": dict(game.plugins.versions),
        "seats": list(rules.seats),
        "key": key.hex(),
        "seed": seed,
        **more,
        "hash": state.digest,
        "parts": parts(state),
    }


def _folder(folder: str) -> str:
    """A bundled ruleset by its name, another one by its path."""
    path = Path(folder)
    try:
        return path.resolve().relative_to(bundled_rulesets().resolve()).as_posix()
    except ValueError:
        return os.path.abspath(folder)


def settings_of(game: Game) -> tuple[str, ...]:
    """The KEY=VALUE settings that this game was loaded with, as they lie over its files."""
    return game.given


def table_hashes(document: dict[str, Any]) -> dict[str, str]:
    """A short hash of each top-level table of the rules that play goes by, to tell later which ones have changed."""
    out = {}
    for name, table in sorted(of_play(document).items()):
        text = json.dumps(table, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        out[name] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return out


def key_of(header: dict[str, Any]) -> bytes:
    """The key of the dice of a save."""
    try:
        key = bytes.fromhex(header["key"])
    except (KeyError, TypeError, ValueError):
        key = b""
    if len(key) != 32:
        raise SaveError("the first line holds no key of 32 bytes", line=1)
    return key


def load_game(recording: journal.Recording) -> Game:
    """The game that a save was played with: its ruleset by path, beside the save or by its name."""
    header = recording.header
    folder = str(header.get("folder", ""))
    beside = recording.path.resolve().parent / Path(folder).name
    found = next((p for p in (Path(folder), beside) if (p / "ruleset.toml").is_file()), None)
    name: str | Path = found if found is not None else str(header.get("ruleset", ""))
    try:
        return Game.load(
            name,
            scenario=str(header.get("scenario", "")),
            variants=tuple(header.get("variants", ())),
            settings=tuple(header.get("settings", ())),
        )
    except RulesetError as error:
        where = folder if found is None else str(found)
        told = f"its rules ({where}) cannot be loaded as they are now:\n{error}"
        raise SaveError(told, file=str(recording.path), line=1) from error


def changed_rules(header: dict[str, Any], game: Game) -> tuple[str, ...]:
    """What differs between the rules of a save and those of a game, one thing each; none when they are the same."""
    if header.get("rules_hash") == game.rules_hash:
        return ()
    rules = game.rules
    now: dict[str, Any] = {
        "ruleset": rules.info.id,
        "scenario": rules.scenario,
        "variants": list(rules.variants),
    }
    told = [f"{k} {_told(header.get(k))} is now {_told(v)}" for k, v in now.items() if header.get(k) != v]
    told += _changed_plugins(dict(header.get("plugins") or {}), dict(game.plugins.versions))
    tables, was = table_hashes(rules.document), dict(header.get("tables") or {})
    for name in sorted({*tables, *was}):
        if tables.get(name) != was.get(name):
            files = _files(game, name)
            word = "is new" if name not in was else "is gone" if name not in tables else "has changed"
            told.append(f"table [{name}] {word}{f' ({files})' if files else ''}")
    return tuple(told) or ("the content of the rules",)


def _told(value: Any) -> str:
    return repr(" ".join(value) if isinstance(value, list) else value)


def _changed_plugins(was: dict[str, str], now: dict[str, str]) -> list[str]:
    out = []
    for plugin in sorted({*was, *now}):
        if plugin not in now:
            out.append(f"plug-in {plugin} {was[plugin]} is not active")
        elif plugin not in was:
            out.append(f"plug-in {plugin} {now[plugin]} is new")
        elif was[plugin] != now[plugin]:
            out.append(f"plug-in {plugin} {was[plugin]} is now {now[plugin]}")
    return out


def _files(game: Game, table: str) -> str:
    """The files that write a table, by name."""
    hits = (h for path, found in game.rules.set_by.items() if path.split(".", 1)[0] == table for h in found)
    return ", ".join(dict.fromkeys(os.path.basename(file) for _, file, _ in hits))


# ------------------------------------------------------------------ the other lines


def decision(n: int, seat: str, text: str, roll: Roll | None, new: State, old: State) -> dict[str, Any]:
    """A decision: its number, and how the state looks after it; dice with what was asked for."""
    line: dict[str, Any] = {"line": "decision", "n": n, "seat": seat, "decision": text}
    if roll is not None:
        line["dice"] = dice(roll)
    return {**line, "hash": new.digest, "parts": parts(new, old)}


def dice(roll: Roll) -> dict[str, Any]:
    """What a roll was asked to be."""
    return {"label": roll.label, "start": roll.start, "sides": list(roll.sides)}


def undo(n: int, seat: str, state: State) -> dict[str, Any]:
    """Decisions taken back, by undo, retract or reset: `n` are left, and the state is the one after them."""
    return {"line": "undo", "n": n, "seat": seat, "hash": state.digest, "parts": parts(state)}


def snapshot(n: int, game: Game, state: State) -> dict[str, Any]:
    """The whole state after decision `n`."""
    return {"line": "snapshot", "n": n, "hash": state.digest, "state": wire.state_to_json(game, state)}


def last_snapshot(recording: journal.Recording) -> tuple[journal.Line | None, int]:
    """The latest snapshot that no undo has left behind, and the number of decisions in the end."""
    kept: list[journal.Line] = []
    n = 0
    for line in recording.lines:
        n = int(line.said.get("n", n))
        if line.kind == "undo":
            kept = [k for k in kept if k.said["n"] <= n]
        elif line.kind == "snapshot":
            kept.append(line)
    return (kept[-1] if kept else None), n


# ------------------------------------------------------------------ what does not fit


class Diverged(Exception):
    """A recording cannot be followed: at which decision, and what differs."""

    def __init__(self, n: Any, what: str) -> None:
        super().__init__(what)
        self.n = n if type(n) is int else 0
        self.what = what


def other_rules(recording: journal.Recording, differs: tuple[str, ...]) -> OtherRules:
    """The refusal to play a save again under rules that differ so."""
    line, played = last_snapshot(recording)
    file = str(recording.path)
    told = f"this game was played by other rules: {'; '.join(differs)}; it is not played again under these"
    if line is None:
        return OtherRules(f"{told}, and no snapshot was taken of it", differs, -1, file=file)
    n = int(line.said["n"])
    return OtherRules(f"{told}. The snapshot after decision {n} of {played} can be gone on from", differs, n, file=file)
