"""The chapters on units: the chart of types with their symbols, the set-up, and what comes later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from ..picture.counters import counter, face
from ..picture.style import Style
from ..picture.svg import Node
from ..ruleset.schema import DiceSpec, ReinforcementSpec, UnitType
from .html import Held, anchor, joined, link, listing, node, span, table
from .manuscript import Cells, Manuscript, chapter

_SIDE = 44


def drawn(book: Manuscript, type_id: str, nation: str = "", side: int = _SIDE) -> Node:
    """The counter of a type, in the colour of the nation that has most such units unless one is named."""
    style = Style.of(book.rules)
    owner = nation or _owner(book, type_id)
    full = book.rules.unit_type[type_id].steps
    nodes = counter(face(book.rules, type_id), style.nation.get(owner, "#d8cfb8"), 1, 1, side - 2, (full, full))
    return node(
        "svg", *nodes, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {side} {side}", width=side, height=side,
        role="img", aria_label=book.name("unit_type", type_id), class_="unit",
    )  # fmt: skip


def _owner(book: Manuscript, type_id: str) -> str:
    counts: dict[str, int] = {}
    for spec in book.rules.unit.values():
        if spec.type == type_id:
            counts[spec.nation] = counts.get(spec.nation, 0) + spec.count
    return max(counts, key=lambda n: counts[n]) if counts else ""


# ------------------------------------------------------------------ the chart


def unit_chart(book: Manuscript) -> Held:
    """The chart of unit types."""
    rows = [_row(book, id, spec) for id, spec in book.in_order("unit_type").items()]
    heads = ("", "Type", "Steps", "Moves", "Points", "Range", "Dice", "Bonus", "Also", "Rule")
    common = common_hit(book)
    told = None
    if common is not None:
        told = node("p", "A die hits on ", common[0], " or more, where nothing else is said.")
    return chapter("units", "Unit chart", told, table(heads, rows, "units", first=False), *_statuses(book))


def _row(book: Manuscript, id: str, spec: UnitType) -> Cells:
    at = ("unit_type", id)
    moves: Held = None
    if spec.movement:
        moves = book.v((*at, "movement"), book.name("movement", spec.movement))
    named = node(
        "b", book.v((*at, "name") if spec.name else at, book.name("unit_type", id)), id=anchor("unit_type", id)
    )
    tags = (
        node("small", book.v((*at, "tags"), ", ".join(t.replace("_", " ") for t in spec.tags))) if spec.tags else None
    )
    return (
        drawn(book, id),
        span(named, node("br"), tags) if tags is not None else named,
        book.v((*at, "steps"), spec.steps),
        moves,
        book.v((*at, "allowance"), spec.allowance) if spec.movement else None,
        book.v((*at, "range"), spec.range) if spec.range else None,
        _dice_of(book, id, spec),
        book.v((*at, "bonus"), f"{spec.bonus:+d}") if spec.bonus else None,
        span(*joined((_carries(book, id, spec), _traits(book, id, spec)), "; ")),
        book.rule(spec.rule),
    )


def _dice_of(book: Manuscript, id: str, spec: UnitType) -> Held:
    """The dice of a type, those that are alike told together."""
    alike: dict[tuple[Any, ...], list[str]] = {}
    for name, dice in spec.dice.items():
        alike.setdefault((dice.sides, dice.per, dice.modifier, dice.hit), []).append(name)
    parts = []
    for names in alike.values():
        told = ", ".join(dice_name(book, n) for n in names)
        parts.append(node("li", dice_words(book, ("unit_type", id, "dice", names[0]), spec.dice[names[0]]), f" {told}"))
    return node("ul", *parts, class_="bare") if parts else None


def dice_name(book: Manuscript, name: str) -> str:
    """The name of dice, or that of the mission of this id."""
    spec = book.rules.mission.get(name)
    return (spec.name if spec else "") or name.replace("_", " ")


def dice_words(book: Manuscript, path: tuple[str, ...], spec: DiceSpec, per: bool = True) -> Held:
    """Dice in the notation of players: 'd6-1', 'd10/d8' for full strength and damaged; hits where they differ."""
    sides = spec.sides if isinstance(spec.sides, tuple) else (spec.sides,)
    told: list[Held] = [book.v((*path, "sides"), "/".join(f"d{s}" for s in sides))]
    if spec.modifier:
        told.append(book.v((*path, "modifier"), f"{spec.modifier:+d}"))
    if spec.per == "unit" and per:
        told.append(" a unit")
    common = common_hit(book)
    if common is None or common[1] != spec.hit:
        told += [", hits ", book.v((*path, "hit"), f"{spec.hit}+")]
    return span(*told)


def common_hit(book: Manuscript) -> tuple[Held, int] | None:
    """The number that most dice hit with, linked to one that has it; None without dice."""
    counts: dict[int, int] = {}
    first: dict[int, tuple[str, ...]] = {}
    for id, spec in book.rules.unit_type.items():
        for name, dice in spec.dice.items():
            counts[dice.hit] = counts.get(dice.hit, 0) + 1
            first.setdefault(dice.hit, ("unit_type", id, "dice", name, "hit"))
    if not counts:
        return None
    best = max(counts, key=lambda hit: counts[hit])
    return book.v(first[best], best), best


def _carries(book: Manuscript, id: str, spec: UnitType) -> Held:
    if not spec.holds:
        return None
    most: list[Held] = ["up to ", book.v(("unit_type", id, "capacity"), spec.capacity), " "] if spec.capacity else []
    return span(
        "carries ", *most, book.v(("unit_type", id, "holds"), ", ".join(t.replace("_", " ") for t in spec.holds))
    )


def _traits(book: Manuscript, id: str, spec: UnitType) -> Held:
    parts: list[Held] = []
    for name, value in spec.traits.items():
        if attrs.has(type(value)):
            inside = book.inside(("unit_type", id, "traits", name), value)
            parts.append(span(f"{name.replace('_', ' ')}: ", inside))
    return span(*joined(parts, "; ")) if parts else None


def _statuses(book: Manuscript) -> Iterator[Held]:
    rows: list[Cells] = [
        (
            book.v(("status", id), book.name("status", id)),
            book.v(("status", id, "until"), book.name("phase", spec.until)) if spec.until else "a rule clears it",
            "secret" if spec.hidden else None,
        )
        for id, spec in book.rules.status.items()
    ]
    yield table(("Status of units", "Until the end of", ""), rows, "", "Statuses")
    marks: list[Cells] = [
        (
            node("span", book.v(("marker", id), book.name("marker", id)), id=anchor("marker", id)),
            book.v(("marker", id, "until"), book.name("phase", spec.until)) if spec.until else "a rule clears it",
            book.v(("marker", id, "most"), spec.most),
            book.rule(spec.rule),
        )
        for id, spec in book.rules.marker.items()
    ]
    yield table(("Marker", "Until the end of", "Most in a space", "Rule"), marks, "", "Markers in spaces")


# ------------------------------------------------------------------ where and when they come


def set_up(book: Manuscript, picture: str = "") -> Held:
    """The set-up by nation and place; units that come later are not in it."""
    parts: list[Held] = []
    if picture:
        shown = link(picture, node("img", src=picture, alt="The map with the set-up that everybody can see"))
        parts.append(
            node("figure", shown, node("figcaption", "The set-up, as far as everybody can see it"), class_="map")
        )
    for nation in book.rules.nation:
        rows = list(_placed(book, nation))
        if rows:
            parts += [
                node("h3", book.name("nation", nation)),
                table(("Place", "Units", "Rules"), rows, "stack", ""),
            ]
    return chapter("setup", "Set-up", *parts)


def _placed(book: Manuscript, nation: str) -> Iterator[Cells]:
    places: dict[str, list[str]] = {}
    for id, spec in book.rules.unit.items():
        if spec.nation == nation and spec.at:
            places.setdefault(spec.at, []).append(id)
    for place, units in places.items():
        rules = (book.rules.unit[u].rule for u in units if book.rules.unit[u].rule)
        yield book.name("place", place), span(*joined(unit(book, u) for u in units)), book.rule_list(rules)


def unit(book: Manuscript, id: str) -> Held:
    """A unit in a list: how many, what it is called, its steps where they are not those of its type."""
    spec = book.rules.unit.get(id)
    if spec is None:
        return id
    at = ("unit", id)
    parts: list[Held] = [book.v((*at, "count"), spec.count), " × "] if spec.count > 1 else []
    parts.append(book.v(at, book.name("unit", id)))
    kind = book.name("unit_type", spec.type)
    told: list[Held] = []
    if spec.name and spec.name != kind:
        told.append(book.to("unit_type", spec.type))
    if spec.steps >= 0:
        told += [book.v((*at, "steps"), spec.steps), " step" if spec.steps == 1 else " steps"]
    if spec.hidden:
        told.append("hidden")
    return span(*parts, *([" (", *_spaced(told), ")"] if told else []))


def _spaced(told: list[Held]) -> Iterator[Held]:
    for n, part in enumerate(told):
        yield from (", ", part) if n and not str(part).startswith(" ") else (part,)


def reinforcements(book: Manuscript) -> Held:
    """The schedule: a table for each turn, by side."""
    parts: list[Held] = []
    groups = book.rules.reinforcement
    for turn in sorted({g.turn for g in groups.values()}):
        rows = [
            _arrival(book, id, g)
            for side in (*book.rules.side, "")
            for id, g in groups.items()
            if g.turn == turn and _side(book, g) == side
        ]
        parts += [
            node("h3", f"Turn {turn}"),
            table(("Side", "Units", "Where", "When", "If there is no place", "Rule"), rows, "stack", first=False),
        ]
    later = listing(unit(book, u) for u in _by_rules(book))
    more = [node("h3", "Brought by rules"), node("p", "These wait until a rule brings them."), later]
    return chapter("reinforcements", "Reinforcements", *parts, *(more if later is not None else ()))


def _side(book: Manuscript, group: ReinforcementSpec) -> str:
    units = (book.rules.unit.get(u) for u in group.units)
    return next((book.rules.nation[u.nation].side for u in units if u and u.nation in book.rules.nation), "")


def _arrival(book: Manuscript, id: str, group: ReinforcementSpec) -> Cells:
    at = ("reinforcement", id)
    units: list[Held] = joined(unit(book, u) for u in group.units)  # type: ignore[assignment]
    if group.choice:
        units = [book.v((*at, "choice"), group.choice), " of: ", *units]
    side = _side(book, group)
    when: list[Held] = [book.v((*at, "turn"), f"turn {group.turn}")]
    if group.phase:
        when += [", ", book.v((*at, "phase"), book.name("phase", group.phase))]
    if group.timing:
        when += [", at the ", book.v((*at, "timing"), group.timing)]
    where = [book.v((*at, "at"), ", else ".join(book.name("place", p) for p in group.at))] if group.at else []
    mode = [" by " if where else "by ", book.v((*at, "mode"), group.mode)] if group.mode else []
    lost = {"wait": "they wait", "lost": "they are lost"}[group.blocked]
    return (
        book.name("side", side) if side else "",
        span(*units),
        span(*where, *mode),
        span(*when),
        book.v((*at, "blocked"), lost),
        book.rule(group.rule),
    )


def _by_rules(book: Manuscript) -> Iterable[str]:
    listed = {u for g in book.rules.reinforcement.values() for u in g.units}
    return [id for id, spec in book.rules.unit.items() if not spec.at and id not in listed]


__all__ = ["common_hit", "dice_name", "dice_words", "drawn", "reinforcements", "set_up", "unit", "unit_chart"]
