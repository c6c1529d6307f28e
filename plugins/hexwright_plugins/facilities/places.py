"""Ports and airfields: their tables, what they are worth now, to whom they are open, and what room they have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import attrs

from hexwright.classes import frozen
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, key

PORT = "port"
AIRFIELD = "airfield"
KINDS = (PORT, AIRFIELD)


@frozen
class Facilities:
    """[facilities]: where the printed rules of ports and airfields leave a choice."""

    airfield_terrain: tuple[str, ...] = key("where Supply may build an airfield", (), refers="terrain")
    occupation_by: tuple[str, ...] = key(
        "tags of the units that leave an occupation token", ("land",), refers="unit_tag"
    )
    damaged_airfield: Literal["reduced", "grounded"] = key(
        "damage takes missions one by one, or any damage all of them", "reduced"
    )
    open_port_gives_control: bool = key("opening a port from the sea gives control of it", True)
    strike_floor: int = key("strikes never lower a port below this", 0)
    repair_points: int = key("points of damage that one Supply repairs", 1, least=1)
    sabotage_cost: int = key("movement points that a unit on land spends to wreck one point", 1, least=0)
    works: tuple[str, ...] = key(
        "features that take a die and the first point of damage of a strike (TT-4-07)", (), refers="feature"
    )


@frozen
class Grade:
    """[airfields.grade.ID]: an airfield of this grade."""

    groups: int = key("air groups that may be based there, and that may fly from it", 1)
    lands: int = key("land units it can receive by air in a turn", 1)
    rule: str = key("rule it is told with; '' for none", "", refers="rule")


def _grades() -> dict[str, Grade]:
    return {"unimproved": Grade(1, 1), "improved": Grade(2, 2)}


@frozen
class Airfields:
    """[airfields]: the grades of airfields, and the one that Supply builds."""

    built: str = key("grade of an airfield that is built in play", "unimproved")
    grade: dict[str, Grade] = attrs.field(
        factory=_grades, metadata={"doc": "grade -> what an airfield of it can do", "refers": ""}
    )


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """A floor for strikes is a value that a port can have; works on ports and airfields do something and cost it."""
    settings = ruleset.settings.get("facilities")
    if not isinstance(settings, Facilities):
        return
    if settings.strike_floor < 0:
        report("facilities.strike_floor", "no port is worth less than 0", "use 0 or more")
    if settings.repair_points < 1:
        report("facilities.repair_points", "a Supply repairs at least 1 point", "use 1 or more")
    if settings.sabotage_cost < 0:
        report("facilities.sabotage_cost", "sabotage cannot give movement points", "use 0 or more")


def check_grades(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """The grade that is built exists."""
    fields = ruleset.settings.get("airfields")
    if isinstance(fields, Airfields) and fields.built not in fields.grade:
        report("airfields.built", f"no grade '{fields.built}'", f"known: {', '.join(fields.grade)}")


def check_based(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Every air group of the set-up has an airfield with room for it (TT-2.4.5-R06)."""
    fields = ruleset.settings.get("airfields")
    grades = fields.grade if isinstance(fields, Airfields) else _grades()
    here: dict[str, list[str]] = {}
    for id, unit in ruleset.unit.items():
        kind = ruleset.unit_type.get(unit.type)
        space = ruleset.space.get(unit.at)
        if kind is None or not unit.at or unit.at in ruleset.unit or (space is not None and space.board):
            continue  # aboard a carrier, or in a box
        if "air" in kind.tags and "group" in kind.tags:
            here.setdefault(unit.at, []).extend([id] * max(1, unit.count))
    for at, groups in here.items():
        grade = grades.get(_printed_grade(ruleset, at))
        path = ("unit", groups[-1], "at")
        if grade is None:
            report(path, f"{', '.join(groups)} in {at}, where there is no airfield", "give it one", level="warning")
        elif len(groups) > grade.groups:
            message = f"{', '.join(groups)} are based at {at}, which holds {grade.groups}"
            report(path, message, "base one elsewhere, or give it a better airfield", level="warning")


def _printed_grade(ruleset: Ruleset, at: str) -> str:
    """The printed grade of the airfield in a space, "" where there is none."""
    space = ruleset.space.get(at)
    if space is None or AIRFIELD not in space.features:
        return ""
    kind = ruleset.feature.get(AIRFIELD)
    usual = kind.fields["grade"].default if kind is not None and "grade" in kind.fields else ""
    return str(space.features[AIRFIELD].get("grade", usual))


# ------------------------------------------------------------------ ports


def facility_spaces(now: Position) -> tuple[str, ...]:
    """The spaces with a port or an airfield, those printed in the order of the map, then those built since."""
    memo = now.board.memo
    found: tuple[str, ...] | None = memo.get("facilities.printed")
    if found is None:
        having = {s for k in KINDS for s in now.board.spaces_with(k)}
        found = memo["facilities.printed"] = tuple(s for s in now.board.spaces if s in having)
    built = [k.split(" ", 1)[0] for k in now.state.features if k.endswith(" built")]
    return tuple(dict.fromkeys((*found, *built))) if built else found


def land_spaces(now: Position) -> frozenset[str]:
    """The spaces with the tag "land"."""
    memo = now.board.memo
    found: frozenset[str] | None = memo.get("facilities.land")
    if found is None:
        found = memo["facilities.land"] = frozenset(now.board.with_tag("land"))
    return found


def damage(now: Position, space: str, kind: str) -> int:
    """Points of damage of a port or airfield."""
    return int(now.feature(space, kind, "damage") or 0)


def printed(now: Position, space: str, kind: str) -> int:
    """The printed value of a port, or the capacity of an airfield; no damage exceeds it."""
    if kind == PORT:
        return int(now.feature(space, PORT, "value") or 0) if _has(now, space, PORT) else 0
    grade = grade_of(now, space)
    return grade.groups if grade else 0


def port_value(now: Position, space: str) -> int:
    """What a port is worth now: printed value less damage, 0 where there is none."""
    return max(0, printed(now, space, PORT) - damage(now, space, PORT)) if _has(now, space, PORT) else 0


def is_open(now: Position, space: str, nation: str) -> bool:
    """Is a port or airfield usable by a nation: the space is its own or an ally's, or keeps its occupation token?"""
    if now.controls(nation, space):
        return True
    tokens = (m for m in now.markers(space) if m.kind == "occupation")
    return any(now.is_friend(nation, m.owner) for m in tokens) and not now.control(space)


def landing_room(now: Position, space: str, nation: str) -> int:
    """Pieces that a nation may land at a port in a turn: its value now, 0 where it is closed."""
    return port_value(now, space) if is_open(now, space, nation) else 0


# ------------------------------------------------------------------ airfields


def _has(now: Position, space: str, kind: str) -> bool:
    return kind in now.rules.feature and now.has_feature(space, kind)


def grade_of(now: Position, space: str) -> Grade | None:
    """The grade of the airfield in a space, None where there is none."""
    if not _has(now, space, AIRFIELD):
        return None
    return now.settings(Airfields).grade.get(str(now.feature(space, AIRFIELD, "grade") or ""))


def airfields(now: Position) -> tuple[str, ...]:
    """The spaces with an airfield, printed or built since, in the order of the map."""
    known = now.memo("facilities.airfields", now.state.features)
    if "" not in known:
        found = {s for s in facility_spaces(now) if grade_of(now, s) is not None}
        known[""] = tuple(s for s in now.board.spaces if s in found)
    spaces: tuple[str, ...] = known[""]
    return spaces


def airfields_now(now: Position) -> tuple[tuple[int, int], ...]:
    """What plug-ins make of all airfields now, as a key: (groups that may fly, land units that may come) of each."""
    if now.game.hooks.quiet(now, "airfield_capacity", "airfield_arrivals"):
        return ()
    return tuple((airfield_capacity(now, s), airfield_quota(now, s)) for s in airfields(now))


def based(now: Position, space: str) -> tuple[Unit, ...]:
    """The air groups that take room on an airfield; squadrons and aircraft on carriers take none."""
    return tuple(u for u in now.units_at(space) if now.has_tag(u, "group") and now.has_tag(u, "air"))


def airfield_room(now: Position, space: str) -> int:
    """Air groups that may still be based there; damage does not lessen it."""
    grade = grade_of(now, space)
    return max(0, grade.groups - len(based(now, space))) if grade else 0


def airfield_capacity(now: Position, space: str) -> int:
    """Groups that may fly missions from an airfield now: its capacity less damage."""
    known = now.memo("facilities.capacity")
    if space not in known:
        known[space] = _capacity(now, space)
    most: int = known[space]
    return most


def _capacity(now: Position, space: str) -> int:
    grade = grade_of(now, space)
    if grade is None:
        return 0
    hits = damage(now, space, AIRFIELD)
    left = 0 if hits and now.settings(Facilities).damaged_airfield == "grounded" else max(0, grade.groups - hits)
    label, rule = ("capacity less damage", "TT-2.4.5-02") if hits else ("capacity", grade.rule)
    return now.total("airfield_capacity", left, label, rule, space=space).value


def airfield_quota(now: Position, space: str) -> int:
    """Land units that an airfield can receive in a turn: none while it is damaged."""
    known = now.memo("facilities.quota")
    if space not in known:
        known[space] = _quota(now, space)
    most: int = known[space]
    return most


def _quota(now: Position, space: str) -> int:
    grade = grade_of(now, space)
    if grade is None:
        return 0
    damaged = damage(now, space, AIRFIELD) > 0
    base, label, rule = (0, "damaged airfield", "TT-2.4.6-12") if damaged else (grade.lands, "airfield", grade.rule)
    return now.total("airfield_arrivals", base, label, rule, space=space).value


def accepts_arrivals(now: Position, space: str) -> bool:
    """Does an airfield accept new air units and troops: it stands, undamaged, and nothing else closes it?"""
    return airfield_quota(now, space) > 0
