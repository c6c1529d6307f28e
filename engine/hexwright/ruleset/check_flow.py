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
    if "sequence" not in game.merged.document:
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
            if not name:
                continue
            before = uses.setdefault(name, (*path, index))
            if before != (*path, index) and not _cycle(game, name):
                hint = "a phase that is done twice a turn needs two tables"
                related = (("also used", before),)
                game.add("H501", (*path, index), f"the phase '{name}' is used twice", hint, related=related)
    reached: set[str] = set()
    misspelt = any(name not in game.table("phase") for _, names in lists for name in names)
    unsure = misspelt or game.may_lack("sequence", "setup", "each_turn") or game.may_lack("phase", "phases")
    _descend(game, (*sequence.setup, *sequence.each_turn), reached)
    for id in game.rules.phase:
        if id in reached:
            continue
        cycle = _cycle(game, id)
        if cycle:
            if id == min(cycle):
                chain = " -> ".join((*cycle, cycle[0]))
                game.add("H502", ("phase", id, "phases"), f"the phase '{id}' contains itself: {chain}")
        elif not unsure:
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
        has_none = not phase.phases and not game.is_unsure(*path, "phases")
        no_frame = not phase.frame and not game.is_unsure(*path, "frame")
        if has_none and no_frame:
            where: Path = (*path, "choose") if phase.choose else (*path, "repeat") if phase.repeat else path
            what = "has neither child phases nor a frame"
            if phase.choose:
                what = "lets somebody choose among phases, but has none"
            elif phase.repeat:
                what = "is repeated, but plays nothing: it would spin for ever"
            game.add("H503", where, f"the phase '{id}' {what}", "give it phases = [...] or frame = ...", on="key")
        elif phase.phases and phase.frame:
            game.add("H504", (*path, "frame"), f"the phase '{id}' has both children and a frame", "drop one", on="key")
        elif phase.choose and has_none:
            game.add("H504", (*path, "choose"), f"the phase '{id}' has no children to choose from", on="key")
        if phase.alternate and no_frame:
            game.add("H504", (*path, "alternate"), f"the phase '{id}' has no frame to alternate in", on="key")
        if phase.alternate and len(set(phase.alternate)) < 2 and not game.is_unsure(*path, "alternate"):
            message = f"the phase '{id}' alternates between fewer than two"
            game.add("H504", (*path, "alternate"), message, "name two roles or seats")
        _check_repeat(game, path, phase)
        _check_range(game, path, phase.turns)


def _check_repeat(game: Inspection, path: Path, phase: PhaseSpec) -> None:
    repeat = phase.repeat
    if repeat is None or (game.is_unsure(*path, "repeat", "until") and not repeat.until):
        return
    if repeat.times < 0:
        game.add("H507", (*path, "repeat", "times"), "a phase cannot be repeated less than never", "0 is no limit")
    elif game.is_unsure(*path, "repeat", "times") and repeat.times == 0:
        return
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
    end_of_game = max(first, last) if _has_turns(game) else 10**9 - 1
    for part in text.replace("last", str(end_of_game)).split(","):
        found = _RANGE.fullmatch(part)
        if not found:
            game.add("H505", at, f"'{text}' is no range of turns", "write '1', '2-10', '3-', '1,4' or 'last'")
            return
        begin = int(found[1])
        end = int(found[3]) if found[3] else last if found[2] else begin
        if found[3] and end < begin:
            message = f"the turns '{part.strip()}' end before they begin"
            game.add("H505", at, message, f"write '{end}-{begin}'")
            return
        happens = happens or (begin <= last and end >= first)
    if not happens and _has_turns(game):
        message = f"the phase '{path[-1]}' never happens: the game has turns {first} to {last}"
        game.add("H511", at, message)


def _has_turns(game: Inspection) -> bool:
    """Whether the first and last turn are known and right."""
    unsure = game.is_unsure("sequence", "turns") or game.is_unsure("sequence", "first")
    return not unsure and game.rules.sequence.first <= game.rules.sequence.turns


def check_turns(game: Inspection) -> None:
    """The game has turns, and something happens in them."""
    if "sequence" not in game.merged.document:
        return
    sequence = game.rules.sequence
    if game.is_unsure("sequence", "turns") or game.is_unsure("sequence", "first"):
        pass
    elif sequence.turns < sequence.first:
        message = f"no turn is played: the last turn is {sequence.turns}, before the first, {sequence.first}"
        game.add("H506", ("sequence", "turns"), message)
    elif sequence.names and len(sequence.names) != (turns := sequence.turns - sequence.first + 1):
        # As when a variant plays more turns or fewer.
        left = "the last turns have none" if len(sequence.names) < turns else "the last are not used"
        if not game.is_unsure("sequence", "names"):
            game.add("H512", ("sequence", "names"), f"{len(sequence.names)} names for {turns} turns: {left}", on="key")
    if not sequence.each_turn and not game.is_unsure("sequence", "each_turn"):
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
        unsure = game.is_unsure(*path, "units")
        if group.choice < 0 or (group.choice > len(group.units) and not unsure):
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
            if name and before != at:
                related = (("first", before),)
                game.add("H510", at, f"the unit '{name}' comes twice", related=related)
