"""Checks of set-up and arrivals: units that cannot move, stand too many together, or can never come into play."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.ruleset.check_use import named_words, reads_table
from hexwright.ruleset.ground import Stand, is_ground, is_shut, spec_of, stands
from hexwright.ruleset.inspection import Inspection
from hexwright.ruleset.places import named, tell
from hexwright.ruleset.positions import Path
from hexwright.ruleset.schema import MovementMode, ReinforcementSpec, StackingSpec, UnitSpec
from hexwright.ruleset.turns import on_turn

# ------------------------------------------------------------------ where units start


def check_places(game: Inspection) -> None:
    """What has a movement mode starts where that mode goes, and can take a step from there."""
    lame = set()
    for id, kind in game.rules.unit_type.items():
        mode = game.rules.movement.get(kind.movement)
        if mode is not None and not kind.allowance and _costs(mode):
            lame.add(id)
            message = f"the type '{id}' moves by '{kind.movement}' but has no movement points"
            hint = "give it an allowance, or leave out its movement"
            game.add("H610", ("unit_type", id, "allowance"), message, hint, on="key")
    for stand in stands(game):
        if not stand.starts or not stand.mode or not is_ground(game, stand.place):
            continue
        ground = game.board.terrain(stand.place)
        if is_shut(game, stand):
            message = f"'{stand.unit}' starts in {named(game, [stand.place])}: '{stand.mode}' cannot enter {ground}"
            hint = "units start elsewhere only in their own home territory"
            where: Path = ("movement", stand.mode, "cost")
            game.add("H611", stand.path, message, hint, related=(("movement", where),))
        elif stand.type not in lame and not stand.carried and not _steps(game, stand):
            message = f"'{stand.unit}' can never move from {named(game, [stand.place])}"
            game.add("H610", stand.path, message, _why_not(game, stand))


def _costs(mode: MovementMode) -> bool:
    """Whether every step of a movement mode takes points that a unit must have."""
    return not mode.unlimited and not mode.minimum_step and all(entry.cost for entry in mode.cost.values())


def _steps(game: Inspection, stand: Stand) -> bool:
    """Whether a fresh unit can take one step."""
    mode = game.rules.movement[stand.mode]
    costs = [cost for _, cost, _ in game.board.steps(stand.mode, stand.side, stand.place)]
    most = game.rules.unit_type[stand.type].allowance
    return any(mode.unlimited or mode.minimum_step or cost <= most for cost in costs)


def _why_not(game: Inspection, stand: Stand) -> str:
    steps = game.board.steps(stand.mode, stand.side, stand.place)
    if steps:
        least = min(cost for _, cost, _ in steps)
        return f"the cheapest step costs {least}, it has {game.rules.unit_type[stand.type].allowance} movement points"
    around = game.board.neighbours(stand.place)
    if not around:
        return "the space has no neighbours"
    return game.board.crossing(stand.mode, stand.side, stand.place, around[0]).why


def check_boxes(game: Inspection) -> None:
    """Some rule leads out of every box in which units start or arrive: it has a neighbour, or something names it."""
    words = named_words(game)
    boxes: dict[str, list[Stand]] = {}
    for stand in stands(game):
        if not is_ground(game, stand.place) and game.board.kind_of(stand.place) == "area":
            boxes.setdefault(stand.place, []).append(stand)
    for box, here in boxes.items():
        if game.board.neighbours(box) or game.board.features(box) or words.has(box):
            continue
        starting = [stand for stand in here if stand.starts]
        if starting:
            message = f"nothing leads out of {named(game, [box])}, where '{starting[0].unit}' starts"
            tell(game, "H610", box, message, "no rule or plug-in names this box, and it has no neighbour")
        for stand in here:
            if not stand.starts:
                message = f"nothing leads out of {named(game, [box])}, where '{stand.unit}' arrives"
                game.add("H515", stand.path, message, "no rule or plug-in names this box, and it has no neighbour")


# ------------------------------------------------------------------ how many stand together


def check_stacks(game: Inspection) -> None:
    """No more units start together in a space of the map than may stand there."""
    for id, spec in game.rules.stacking.items():
        there: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for unit, at, weight in _counted(game, spec):
            there.setdefault((at, _group(game, spec, unit)), []).append((unit, weight))
        for (space, _), units in there.items():
            total = sum(weight for _, weight in units)
            if total > spec.limit:
                many = ", ".join(dict.fromkeys(unit for unit, _ in units))
                together = f"{total} {spec.measure} start in {named(game, [space])}"
                message = f"{together}, where {spec.limit} may stand: {many}"
                path: Path = ("unit", units[-1][0], "at")
                game.add("H612", path, message, related=(("limit", ("stacking", id, "limit")),))


def check_enemies(game: Inspection) -> None:
    """No unit starts beside an enemy in a space that its movement mode would not have let it enter."""
    there: dict[str, list[str]] = {}
    for id, unit in game.rules.unit.items():
        if unit.at in game.board and is_ground(game, unit.at) and not unit.hidden:
            there.setdefault(unit.at, []).append(id)
    for space, units in there.items():
        pairs = ((a, b) for n, b in enumerate(units) for a in units[:n])
        found = next(((a, b) for a, b in pairs if _shuts_out(game, a, b) or _shuts_out(game, b, a)), None)
        if found is not None:
            a, b = found
            mode = next(m for m in (_shuts_out(game, b, a), _shuts_out(game, a, b)) if m)
            message = f"'{b}' starts in {named(game, [space])} together with its enemy '{a}'"
            hint = f"units that move by '{mode}' enter no space with enemies"
            related = (("enemy", ("unit", a, "at")), ("movement", ("movement", mode)))
            game.add("H615", ("unit", b, "at"), message, hint, related=related)


def _shuts_out(game: Inspection, unit: str, other: str) -> str:
    """The movement mode of a unit if it closes a space with the other one to it, else ""."""
    rules = game.rules
    here, there = rules.unit[unit], rules.unit[other]
    id = rules.unit_type[here.type].movement
    mode = rules.movement.get(id)
    if mode is None or mode.enemies != "block" or not _at_war(game, here.nation, there.nation):
        return ""
    counts = not mode.enemy_tags or not set(mode.enemy_tags).isdisjoint(rules.unit_type[there.type].tags)
    return id if counts else ""


def _at_war(game: Inspection, a: str, b: str) -> bool:
    """Whether two nations are enemies at the start."""
    said = next((r.are for r in game.rules.relation if set(r.nations) == {a, b}), "")
    return said == "enemy" if said else game.rules.nation[a].side != game.rules.nation[b].side


def _counted(game: Inspection, spec: StackingSpec) -> Iterator[tuple[str, str, int]]:
    for id, unit in game.rules.unit.items():
        if unit.at in game.board and is_ground(game, unit.at) and _counts(game, spec, unit):
            yield id, unit.at, _weight(game, spec, unit) * unit.count


def _counts(game: Inspection, spec: StackingSpec, unit: UnitSpec) -> bool:
    return not spec.tags or not set(spec.tags).isdisjoint(game.rules.unit_type[unit.type].tags)


def _weight(game: Inspection, spec: StackingSpec, unit: UnitSpec) -> int:
    if spec.measure == "units":
        return 1
    return unit.steps if unit.steps >= 0 else game.rules.unit_type[unit.type].steps


def _group(game: Inspection, spec: StackingSpec, unit: str) -> str:
    nation = game.rules.unit[unit].nation
    return {"side": game.rules.nation[nation].side, "nation": nation, "all": ""}[spec.per]


# ------------------------------------------------------------------ what comes later


def check_arrivals(game: Inspection) -> None:
    """Every group of reinforcements has units, a place, and a phase that is played on its turn."""
    for id, group in game.rules.reinforcement.items():
        path: Path = ("reinforcement", id)
        if not group.units:
            game.add("H513", path, f"the reinforcements '{id}' are no units", "name them in `units`", on="key")
        elif not group.at:
            game.add("H513", path, f"the reinforcements '{id}' have no place to arrive at", "name it in `at`", on="key")
        shut = _not_played(game, group)
        if shut:
            message = f"the reinforcements '{id}' never arrive: the phase '{shut}' is not played on turn {group.turn}"
            related = (("turns", ("phase", shut, "turns")),)
            game.add("H513", (*path, "phase"), message, related=related)
        for index, place in enumerate(group.at):
            _check_place(game, (*path, "at", index), group, place)


def check_bringers(game: Inspection) -> None:
    """Some active plug-in reads the schedule: the engine itself brings nobody."""
    words = named_words(game)
    if words.reads("reinforcement"):
        return
    sources = ((e.plugin, e.text() or "") for e in game.extensions if not e.active)
    bringers = [plugin for plugin, text in sources if reads_table(text, "reinforcement")]
    hint = f"name a plug-in that does in [ruleset].plugins, such as {' or '.join(bringers[:3])}" if bringers else ""
    for id in game.rules.reinforcement:
        message = f"nobody brings the reinforcements '{id}': no plug-in of this ruleset reads the schedule"
        game.add("H516", ("reinforcement", id), message, hint or "name a plug-in that does", on="key", first=True)


def _not_played(game: Inspection, group: ReinforcementSpec) -> str:
    """The phase of a group, or one that it is part of, that is not played on the group's turn; "" if all are."""
    above = {child: id for id, phase in game.rules.phase.items() for child in phase.phases}
    phase, seen = group.phase, set()
    while phase in game.rules.phase and phase not in seen:
        seen.add(phase)
        if not on_turn(game.rules.phase[phase].turns, group.turn, game.rules.sequence.turns):
            return phase
        phase = above.get(phase, "")
    return ""


def _check_place(game: Inspection, path: Path, group: ReinforcementSpec, place: str) -> None:
    units = [(name, spec) for name in group.units if (spec := spec_of(game, name)) is not None]
    holder = game.rules.unit.get(place) if place not in game.board else None
    if holder is not None:
        _check_aboard(game, path, units, place, holder)
        return
    for stand in stands(game):
        if stand.path == path and is_shut(game, stand):
            ground = game.board.terrain(place)
            message = f"'{stand.unit}' can never arrive in {named(game, [place])}: '{stand.mode}' cannot enter {ground}"
            game.add("H515", path, message, related=(("movement", ("movement", stand.mode, "cost")),))
    for id, stack in game.rules.stacking.items() if place in game.board and is_ground(game, place) else ():
        for name, unit in units:
            if _counts(game, stack, unit) and (weight := _weight(game, stack, unit)) > stack.limit:
                many = f"{weight} {stack.measure}, where {stack.limit} may stand"
                message = f"'{name}' can never arrive in {named(game, [place])}: {many}"
                game.add("H515", path, message, related=(("limit", ("stacking", id, "limit")),))


def _check_aboard(
    game: Inspection, path: Path, units: list[tuple[str, UnitSpec]], place: str, holder: UnitSpec
) -> None:
    kind = game.rules.unit_type[holder.type]
    coming = 0
    for name, unit in units:
        if set(kind.holds).isdisjoint(game.rules.unit_type[unit.type].tags):
            message = f"'{name}' can never come aboard '{place}'"
            hint = f"it holds units tagged {', '.join(kind.holds)}"
            game.add("H515", path, message, hint, related=(("defined", ("unit_type", holder.type, "holds")),))
        else:
            coming += unit.count if name in game.rules.unit else 1
    if kind.capacity and coming > kind.capacity:
        message = f"{coming} units arrive aboard '{place}', which has room for {kind.capacity}"
        game.add("H515", path, message, related=(("defined", ("unit_type", holder.type, "capacity")),))


def check_comers(game: Inspection) -> None:
    """Every unit without a place at the start is on the schedule, or some rule names it."""
    words = named_words(game)
    listed = {name for group in game.rules.reinforcement.values() for name in group.units}
    for id, unit in game.rules.unit.items():
        if unit.at:
            continue
        ids = {id, *(f"{id}_{n}" for n in range(1, unit.count + 1) if unit.count > 1)}
        if listed.isdisjoint(ids) and not any(words.has(name) for name in ids):
            message = f"'{id}' stands nowhere at the start, and nothing brings it later"
            hint = "give it a place in `at`, or name it in a [reinforcement.ID]"
            game.add("H514", ("unit", id), message, hint, on="key")
