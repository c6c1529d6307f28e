"""Targets of air missions: who flies what how far, and what may be struck, supported, searched or escorted where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwright.errors import Reason
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import MissionSpec

from ..facilities import AIRFIELD, PORT, is_open, printed
from ..facilities.places import facility_spaces
from ..invasion.tables import LAND as LANDED
from ..invasion.tables import first_turn
from .record import base_hex
from .tables import Air

DOMAIN = "air"
INTERCEPT, REBASE, STRIKE = "intercept", "re_base", "strike"
JOIN = "air group"  # the target of what is no mission but a choice of its own (squadrons.py)
ESCORT_CONVOY, RAID_CONVOY = "convoy_escort", "convoy_strike"
CLASSES = ("ships", PORT, AIRFIELD, "embarked", "land")
LAND, SEA, ANY = "land hex", "sea hex", "hex"
CONVOY = "convoy hex"


def kinds(now: Position) -> dict[str, MissionSpec]:
    """The missions that aircraft with a piece on the map can be given, by id, in the order of the table."""
    found: dict[str, MissionSpec] | None = now.game.cache.get("air_ops.kinds")
    if found is None:
        flying = {t for t, spec in now.rules.unit_type.items() if "air" in spec.tags and "virtual" not in spec.tags}
        found = now.game.cache["air_ops.kinds"] = {
            id_: spec
            for id_, spec in now.rules.mission.items()
            if spec.domain == DOMAIN and flying.intersection(spec.types) and JOIN not in spec.target
        }
    return found


def aircraft(now: Position, seat: str) -> dict[str, Unit]:
    """A seat's aircraft in play by id, wherever they are, in the order of ids."""
    known = now.memo("air_ops.aircraft", now.standing("air", status=True))
    found: dict[str, Unit] | None = known.get(seat)
    if found is None:
        nations, tags = now.nations_of(seat), now.game.tags
        mine = (u for u in now.state.units.values() if u.nation in nations and "air" in tags[u.type])
        found = known[seat] = {u.id: u for u in mine if "virtual" not in tags[u.type]}
    return found


def reach_of(now: Position, unit: Unit, kind: str) -> int:
    """How many spaces away from its base a unit flies a mission: its own range, or that of the mission (AMB-005)."""
    spec, air = now.rules.mission[kind], now.settings(Air)
    if kind == INTERCEPT:
        reach = air.intercept_radius
    else:
        reach = spec.range if spec.range >= 0 else now.type(unit).range
    return reach - 1 if air.range_counts_start_hex else reach


def key_of_reach(now: Position, unit: Unit, kind: str) -> str:
    """The key that says how far a unit flies a mission."""
    if kind == INTERCEPT:
        return "air.intercept_radius"
    return f"mission.{kind}.range" if now.rules.mission[kind].range >= 0 else f"unit_type.{unit.type}.range"


def aims(now: Position, kind: str) -> tuple[str, ...]:
    """The classes among which a strike has to choose, () for other missions."""
    if kind != STRIKE:
        return ()
    words = [word.split()[0] for word in now.rules.mission[kind].target]
    also = ("land",) if now.settings(Air).strike_land_units else ()
    return tuple(c for c in CLASSES if c in words or c in also)


def wants_space(now: Position, kind: str) -> bool:
    """Is a mission flown to a space that is named with it? Standing alerts and re-basing are not."""
    if kind == INTERCEPT:
        return now.settings(Air).intercept_mode == "hex"
    return kind != REBASE


# ------------------------------------------------------------------ convoys


def convoy_boxes(now: Position) -> dict[str, str]:
    """Convoy hex -> the box of that port's convoys (TT-2.4.1-R26)."""
    found: dict[str, str] | None = now.board.memo.get("air_ops.convoys")
    if found is None:
        boxes = now.board.spaces_with("convoy_box") if "convoy_box" in now.rules.feature else ()
        found = now.board.memo["air_ops.convoys"] = {str(now.board.features(b)["convoy_box"]["hex"]): b for b in boxes}
    return found


def has_convoy(now: Position, seat: str, unit: Unit, space: str, hostile: bool) -> bool:
    """Do pieces of the unit's own side (or of its enemies) wait in the convoy box of a convoy hex?"""
    box = convoy_boxes(now).get(space, "")
    for piece in now.units_at(box, seat) if box else ():
        carried = not now.has_tag(piece, "ship", "submarine", "air")
        if carried and hostile == now.is_enemy(unit.nation, piece.nation):
            return True
    return False


# ------------------------------------------------------------------ strikes


def hangs_on(now: Position) -> tuple[object, ...]:
    """All that targets of missions hang on, for `memo`."""
    state = now.state
    return now.standing(), state.control, state.features, state.markers, state.relations, state.turn, state.done


def prey(now: Position, seat: str, nation: str) -> dict[str, tuple[str, ...]]:
    """What a nation may strike: space -> the classes of targets there that the seat knows of (TT-2.4.1-R09)."""
    known = now.memo("air_ops.prey", *hangs_on(now))
    found: dict[str, tuple[str, ...]] | None = known.get((seat, nation))
    if found is None:
        there: dict[str, list[str]] = {}
        for space, what in (*_units_to_strike(now, seat, nation), *_works_to_strike(now, nation)):
            there.setdefault(space, []).append(what)
        found = known[seat, nation] = {s: tuple(c for c in CLASSES if c in there[s]) for s in there}
    return found


def _units_to_strike(now: Position, seat: str, nation: str) -> Iterator[tuple[str, str]]:
    """Enemy ships; troops aboard on the first turn until Land is over (TT-2.4.2-R07); with a switch troops ashore.

    Submarines are never among them.
    """
    first = now.has_plugin("invasion") and first_turn(now) and not now.done(LANDED)
    for unit in now.units():
        if not now.is_enemy(nation, unit.nation) or not now.knows(seat, unit):
            continue
        space = now.where(unit)
        if not now.on_map(space):
            continue
        if now.has_tag(unit, "ship"):
            yield space, "ships"
        elif now.has_tag(unit, "combat") and unit.steps > 0:
            if unit.at == space:
                yield space, "land"
            elif first:
                yield space, "embarked"


def _works_to_strike(now: Position, nation: str) -> Iterator[tuple[str, str]]:
    enemies = [n for n in now.rules.nation if now.is_enemy(nation, n)]
    for space in facility_spaces(now):
        if any(is_open(now, space, n) for n in enemies):
            for kind in (PORT, AIRFIELD):
                if printed(now, space, kind):
                    yield space, kind


# ------------------------------------------------------------------ spaces in reach


def spaces_for(now: Position, seat: str, unit: Unit, kind: str) -> Iterable[str]:
    """The spaces to which a unit may fly a mission from its base, near ones first; classes of strikes not looked at."""
    reach, base = reach_of(now, unit, kind), base_hex(now, unit)
    near = _near(now, base, reach, kind)
    if kind == STRIKE:
        there, wanted = prey(now, seat, unit.nation), aims(now, kind)
        return [s for s in near if any(c in wanted for c in there.get(s, ()))]
    if kind in (ESCORT_CONVOY, RAID_CONVOY):
        return [s for s in near if has_convoy(now, seat, unit, s, kind == RAID_CONVOY)]
    return near


def _near(now: Position, base: str, reach: int, kind: str) -> tuple[str, ...]:
    """The spaces within a range on which the printed map lets the mission be flown; kept for the whole game."""
    cache = now.game.cache
    known = ("air_ops.near", base, reach, kind)
    found: tuple[str, ...] | None = cache.get(known)
    if found is None:
        target = now.rules.mission[kind].target
        found = cache[known] = tuple(s for s in now.board.within(base, reach) if fits(now, target, s))
    return found


def fits(now: Position, target: tuple[str, ...], space: str) -> bool:
    """Is a space of the map of the sort that a mission is flown to, by the words of its `target`?"""
    if not now.on_map(space):
        return False
    tags = now.board.tags(space)
    if CONVOY in target:
        return space in convoy_boxes(now)
    anywhere = LAND not in target and SEA not in target
    return any(tag in tags for tag, word in (("land", LAND), ("sea", SEA)) if anywhere or word in target)


def why_no_target(now: Position, seat: str, unit: Unit, kind: str, rest: tuple[str, ...]) -> Reason | None:
    """Why a mission cannot be flown to what is named: the space, and for strikes the class of target."""
    spec = now.rules.mission[kind]
    name = now.name(unit.id)
    space = rest[0]
    if space not in now.board or not now.on_map(space):
        return Reason(f"there is no space {space} on the map", spec.rule)
    base, reach = base_hex(now, unit), reach_of(now, unit, kind)
    far = now.board.distance(base, space)
    if far is None or far > reach:
        rule = "TT-2.4.1-11" if kind == INTERCEPT else "TT-2.4.1-R02"
        numbers = (("distance", -1 if far is None else far), ("range", reach))
        near = _closest(now, seat, unit, kind, space)
        text = f"{now.board.name(space)} is too far from {now.board.name(base)} for {name}"
        return Reason(text, rule, numbers, near, at=key_of_reach(now, unit, kind))
    if not fits(now, spec.target, space):
        words = " or ".join(spec.target)
        return Reason(f"{spec.name} is flown to a {words}; {now.board.name(space)} is none", spec.rule,
                      nearest=_closest(now, seat, unit, kind, space))  # fmt: skip
    if kind == STRIKE:
        return _why_no_strike(now, seat, unit, space, rest[1])
    if kind in (ESCORT_CONVOY, RAID_CONVOY) and space not in spaces_for(now, seat, unit, kind):
        whose = "enemy convoy" if kind == RAID_CONVOY else "convoy of ours"
        return Reason(f"no {whose} is loaded for the port of {now.board.name(space)}", spec.rule)
    return None


def _why_no_strike(now: Position, seat: str, unit: Unit, space: str, against: str) -> Reason | None:
    there, wanted = prey(now, seat, unit.nation).get(space, ()), aims(now, STRIKE)
    known = [c for c in there if c in wanted]
    near = f"assign {unit.id} {STRIKE} {space} {known[0]}" if known else ""
    if against not in wanted:
        words = ", ".join(wanted)
        return Reason(f"'{against}' is no class of targets for a strike: {words}", "TT-2.4.1-R09", nearest=near)
    if against not in there:
        return Reason(f"there is nothing to strike in {now.board.name(space)} of the class '{against}'",
                      "TT-2.4.1-R09", nearest=near)  # fmt: skip
    return None


def _closest(now: Position, seat: str, unit: Unit, kind: str, space: str) -> str:
    """The legal target nearest to the wish, as a decision."""

    def far(s: str) -> tuple[int, str]:
        d = now.board.distance(s, space)
        return (10_000 if d is None else d, s)

    best = min(spaces_for(now, seat, unit, kind), key=far, default="")
    if not best:
        return ""
    there = prey(now, seat, unit.nation).get(best, ()) if kind == STRIKE else ()
    classes = [c for c in there if c in aims(now, kind)]
    return " ".join(("assign", unit.id, kind, best, *classes[:1]))
