"""Checks of the flow of play: the tree of phases, turns, repetitions, reinforcements."""

from __future__ import annotations

import re

from hexwright.conditions import ConditionError, compile_condition
from hexwright.facts import Never
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import PhaseSpec

_RANGE = re.compile(r"\s*(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?\s*")


def check_tree(game: Inspection) -> None:
    """Every phase has one place in the turn; none contains itself; none is left out."""
    if game.is_broken("sequence") or "sequence" not in game.merged.document:
        return
    sequence = game.rules.sequence
    uses: dict[str, Path] = {}
    lists: list[tuple[Path, tuple[str, ...]]] = [
        (("sequence", "setup"), sequence.setup),
        (("sequence", "each_turn"), sequence.each_turn),
    ]
    lists += [(("phase", id, "phases"), phase.phases) for id, phase in game.rules.phase.items()]
    for path, names in lists:
        for index, name in enumerate(names):
            before = uses.setdefault(name, (*path, index))
            if before != (*path, index) and not _cycle(game, name):
                hint = "a phase that is done twice a turn needs two tables"
                related = (("also used", before),)
                game.add("H501", (*path, index), f"the phase '{name}' is used twice", hint, related=related)
    reached: set[str] = set()
    _descend(game, (*sequence.setup, *sequence.each_turn), reached)
    for id in game.rules.phase:
        if id in reached:
            continue
        cycle = _cycle(game, id)
        if cycle:
            if id == min(cycle):
                chain = " -> ".join((*cycle, cycle[0]))
                game.add("H502", ("phase", id, "phases"), f"the phase '{id}' contains itself: {chain}")
        elif not game.is_broken("phase"):
            hint = "name it in [sequence] or among the phases of another"
            game.add("H509", ("phase", id), f"the turn never reaches the phase '{id}'", hint, on="key")
    _check_reached_cycles(game, reached)


def _descend(game: Inspection, names: tuple[str, ...], reached: set[str]) -> None:
    rest = list(reversed(names))
    while rest:
        name = rest.pop()
        if name not in reached and name in game.rules.phase:
            reached.add(name)
            rest.extend(reversed(game.rules.phase[name].phases))


def _cycle(game: Inspection, start: str) -> tuple[str, ...]:
    """A chain of phases that leads from one back to itself, () if there is none."""
    if start not in game.rules.phase:
        return ()
    chain: list[str] = [start]
    ways = [iter(game.rules.phase[start].phases)]
    seen = {start}
    while ways:
        name = next(ways[-1], None)
        if name is None:
            ways.pop()
            chain.pop()
        elif name == start:
            return tuple(chain)
        elif name not in seen and name in game.rules.phase:
            seen.add(name)
            chain.append(name)
            ways.append(iter(game.rules.phase[name].phases))
    return ()


def _check_reached_cycles(game: Inspection, reached: set[str]) -> None:
    told: set[str] = set()
    for id in game.rules.phase:
        cycle = _cycle(game, id) if id in reached and id not in told else ()
        if cycle:
            told.update(cycle)
            chain = " -> ".join((*cycle, cycle[0]))
            game.add("H502", ("phase", id, "phases"), f"the phase '{id}' contains itself: {chain}")


def check_phases(game: Inspection) -> None:
    """A phase has children or a frame, and what `choose`, `alternate`, `by` and `repeat` need."""
    for id, phase in game.rules.phase.items():
        path: Path = ("phase", id)
        if not phase.phases and not phase.frame:
            where: Path = (*path, "choose") if phase.choose else (*path, "repeat") if phase.repeat else path
            what = "has neither child phases nor a frame"
            if phase.choose:
                what = "lets somebody choose among phases, but has none"
            elif phase.repeat:
                what = "is repeated, but plays nothing: it would spin for ever"
            game.add("H503", where, f"the phase '{id}' {what}", "give it phases = [...] or frame = ...", on="key")
        elif phase.phases and phase.frame:
            game.add("H504", (*path, "frame"), f"the phase '{id}' has both children and a frame", "drop one", on="key")
        elif phase.choose and not phase.phases:
            game.add("H504", (*path, "choose"), f"the phase '{id}' has no children to choose from", on="key")
        if phase.alternate and not phase.frame:
            game.add("H504", (*path, "alternate"), f"the phase '{id}' has no frame to alternate in", on="key")
        if phase.alternate and len(set(phase.alternate)) < 2:
            message = f"the phase '{id}' alternates between fewer than two"
            game.add("H504", (*path, "alternate"), message, "name two roles or seats")
        _check_repeat(game, path, phase)
        _check_range(game, path, phase.turns)


def _check_repeat(game: Inspection, path: Path, phase: PhaseSpec) -> None:
    repeat = phase.repeat
    if repeat is None:
        return
    if repeat.times < 0:
        game.add("H507", (*path, "repeat", "times"), "a phase cannot be repeated less than never", "0 is no limit")
    elif repeat.times == 0 and not repeat.until:
        message = f"the phase '{path[-1]}' is repeated for ever"
        game.add("H507", (*path, "repeat"), message, "give times = N or until = {...}", on="key")
    elif repeat.times == 0:
        try:
            facts = [fact for _, fact in compile_condition(repeat.until, game.vocabulary).facts()]
        except ConditionError:
            return
        if facts and all(isinstance(fact, Never) for fact in facts) and "not" not in repeat.until:
            message = f"the phase '{path[-1]}' is repeated for ever: its until never holds"
            game.add("H507", (*path, "repeat", "until"), message, "give times = N")


def _check_range(game: Inspection, path: Path, text: str) -> None:
    if not text:
        return
    at = (*path, "turns")
    first, last = game.rules.sequence.first, game.rules.sequence.turns
    happens = False
    for part in text.replace("last", str(max(first, last))).split(","):
        found = _RANGE.fullmatch(part)
        if not found:
            game.add("H505", at, f"'{text}' is no range of turns", "write '1', '2-10', '3-', '1,4' or 'last'")
            return
        begin = int(found[1])
        end = int(found[3]) if found[3] else last if found[2] else begin
        if found[3] and end < begin:
            game.add("H505", at, f"the turns '{part.strip()}' are none", f"write '{end}-{begin}'")
            return
        happens = happens or (begin <= last and end >= first)
    if not happens and _has_turns(game):
        message = f"the phase '{path[-1]}' never happens: the game has turns {first} to {last}"
        game.add("H511", at, message)


def _has_turns(game: Inspection) -> bool:
    """Whether the first and last turn are known and right."""
    return not game.is_broken("sequence") and game.rules.sequence.first <= game.rules.sequence.turns


def check_turns(game: Inspection) -> None:
    """The game has turns, and something happens in them."""
    if game.is_broken("sequence") or "sequence" not in game.merged.document:
        return
    sequence = game.rules.sequence
    if sequence.turns < sequence.first:
        message = f"the last turn is {sequence.turns}, before the first, {sequence.first}"
        game.add("H506", ("sequence", "turns"), message)
    elif sequence.names and len(sequence.names) != (turns := sequence.turns - sequence.first + 1):
        message = f"{len(sequence.names)} names for {turns} turns"
        if len(sequence.names) < turns:
            game.add("H506", ("sequence", "names"), message, on="key")
        else:  # as when a variant plays fewer turns
            game.add("H512", ("sequence", "names"), f"{message}: the last are not used", on="key")
    if not sequence.each_turn:
        game.add("H506", ("sequence",), "nothing happens in a turn: each_turn is empty", on="key")


def check_reinforcements(game: Inspection) -> None:
    """Reinforcements come while the game lasts, once, and from off the map."""
    first, last = game.rules.sequence.first, game.rules.sequence.turns
    known = _has_turns(game)
    comes: dict[str, Path] = {}
    for id, group in game.rules.reinforcement.items():
        path: Path = ("reinforcement", id)
        if known and not first <= group.turn <= last:
            message = f"turn {group.turn} is not played: the game has turns {first} to {last}"
            game.add("H510", (*path, "turn"), message)
        if not 0 <= group.choice <= len(group.units):
            message = f"{group.choice} of {len(group.units)} units cannot be picked"
            game.add("H605" if group.choice < 0 else "H603", (*path, "choice"), message)
        for index, name in enumerate(group.units):
            at = (*path, "units", index)
            spec = game.rules.unit.get(name)
            if spec is not None and spec.at:
                message = f"the unit '{name}' stands at {spec.at} from the start"
                placed = (("placed", ("unit", name, "at")),)
                game.add("H510", at, message, "leave out its `at`", related=placed)
            before = comes.setdefault(name, at)
            if before != at:
                related = (("first", before),)
                game.add("H510", at, f"the unit '{name}' comes twice", related=related)
