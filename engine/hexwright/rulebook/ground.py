"""The chapter on the map: terrain and features with what they do to movement and combat, stacking, supply, places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from ..classes import frozen
from ..picture.style import Style
from ..ruleset.book import Key
from ..ruleset.positions import Path as KeyPath
from ..ruleset.schema import BorderCost
from .html import Held, anchor, joined, node, span, table
from .manuscript import Cells, Manuscript, attribute, chapter, filled, is_table_of_tables, keys_in

_BRINGS = {"terrain": "terrain", "space_tag": "tag", "feature": "feature", "marker": "marker"}


@frozen(eq=False)
class Effect:
    """An entry of a plug-in's table that the ground brings: what brings it, what it does (keys that are set)."""

    path: KeyPath
    entry: Any
    brought: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """Its printed name, or its id."""
        return str(getattr(self.entry, "name", "") or self.path[-1])

    @property
    def rule(self) -> str:
        """The rule it is told with."""
        return str(getattr(self.entry, "rule", ""))

    def told(self, book: Manuscript) -> Held:
        """What it does: its keys in words."""
        return span(*joined(self._parts(book), "; "))

    def _parts(self, book: Manuscript) -> Iterator[Held]:
        for key, held in filled(self.entry):
            if key.refers in (*_BRINGS, "rule") or key.name in ("name", "group") or held is False:
                continue
            at = (*self.path, key.name)
            yield book.v(at, words_of(key)) if held is True else span(f"{words_of(key)}: ", book.v(at, _shown(held)))


def words_of(key: Key) -> str:
    """The text of a key up to its first aside."""
    text = key.doc.partition(";")[0].partition(":")[0].partition(" (")[0]
    return text[:1].lower() + text[1:] if not text[:2].isupper() else text


def _shown(held: Any) -> str:
    if isinstance(held, bool):
        return "yes" if held else "no"
    return ", ".join(map(str, held)) if isinstance(held, tuple) else str(held)


def effects(book: Manuscript) -> tuple[Effect, ...]:
    """Every entry of the tables of plug-ins that a terrain, a tag, a feature or a marker brings."""
    found: list[Effect] = []
    for name, settings in book.rules.settings.items():
        for key in keys_in(settings) if attrs.has(type(settings)) else ():
            if not is_table_of_tables(key):
                continue
            for id, entry in getattr(settings, attribute(type(settings), key.name)).items():
                brought = tuple(
                    (k.refers, word)
                    for k in keys_in(entry)
                    if k.refers in _BRINGS
                    for word in _texts(getattr(entry, attribute(type(entry), k.name)))
                )
                if brought:
                    found.append(Effect((name, key.name, id), entry, brought))
    return tuple(found)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, tuple) else (value,) if value else ()


# ------------------------------------------------------------------ the chapter


def terrain(book: Manuscript) -> Held:
    """Terrain effects: costs, what stands in spaces and on borders, limits."""
    return chapter(
        "terrain",
        "Terrain effects",
        terrain_table(book),
        border_table(book),
        feature_table(book),
        *_modes(book),
        *_limits(book),
        places(book),
    )


def terrain_table(book: Manuscript) -> Held:
    """A row for each terrain: what it costs in every mode, what it does in combat."""
    modes = book.rules.movement
    style, known = Style.of(book.rules), effects(book)
    rows: list[Cells] = []
    for id, spec in book.in_order("terrain").items():
        if book.bare and spec.out_of_play:
            continue
        swatch = node("span", "", class_="swatch", style=f"background:{style.terrain[id].fill}")
        named = node("span", book.v(("terrain", id), book.name("terrain", id)), id=_id(book, "terrain", id))
        costs = [_cost(book, mode, id, spec.out_of_play) for mode in modes]
        tags = book.v(("terrain", id, "tags"), ", ".join(spec.tags)) if spec.tags and not book.bare else None
        mine = [
            e for e in known if ("terrain", id) in e.brought or any(("space_tag", t) in e.brought for t in spec.tags)
        ]
        rows.append((span(swatch, named), *costs, _effects(book, mine), tags, book.rule(spec.rule)))
    heads = ("Terrain", *(book.name("movement", m) for m in modes), "In combat and beyond", "Tags", "Rule")
    return table(heads, rows, "terrain", "Cost to enter a space")


def _id(book: Manuscript, kind: str, id: str) -> str | None:
    return None if book.bare else anchor(kind, id)


def _cost(book: Manuscript, mode: str, terrain: str, out: bool) -> Held:
    spec = book.rules.movement[mode]
    cost = spec.cost.get(terrain)
    if cost is None:
        return (
            book.v(("terrain", terrain, "out_of_play"), "closed")
            if out
            else book.v(("movement", mode, "cost"), "closed")
        )
    at = ("movement", mode, "cost", terrain)
    told: list[Held] = [book.v((*at, "cost"), "free" if spec.unlimited else cost.cost)]
    if cost.stop:
        told += [", ", book.v((*at, "stop"), "then all points are gone")]
    if cost.rule and not book.bare:
        told += [" ", book.rule(cost.rule)]
    return span(*told)


def _effects(book: Manuscript, found: Iterable[Effect]) -> Held:
    parts = [span(node("i", e.name), ": ", e.told(book), *_rule(book, e.rule)) for e in found]
    return span(*joined(parts, "; ")) if parts else None


def _rule(book: Manuscript, id: str) -> tuple[Held, ...]:
    return (" ", book.rule(id)) if id and not book.bare else ()


def border_table(book: Manuscript) -> Held:
    """A row for each feature of borders: what it does to the cost of crossing, and in combat."""
    modes, known = book.rules.movement, effects(book)
    rows: list[Cells] = []
    for id, spec in book.rules.feature.items():
        if spec.on != "border":
            continue
        crossing = [_crossing(book, mode, id) for mode in modes]
        mine = [e for e in known if ("feature", id) in e.brought]
        named = node("span", book.v(("feature", id), book.name("feature", id)), id=_id(book, "feature", id))
        rows.append((named, *crossing, _effects(book, mine), book.rule(spec.rule)))
    heads = ("Border", *(book.name("movement", m) for m in modes), "In combat and beyond", "Rule")
    return table(heads, rows, "terrain", "Crossing a border")


def _crossing(book: Manuscript, mode: str, feature: str) -> Held:
    parts: list[Held] = []
    for n, border in enumerate(book.rules.movement[mode].borders):
        if border.feature == feature:
            parts.append(_border(book, mode, border, border.id or n))
    return span(*joined(parts, "; ")) if parts else None


def _border(book: Manuscript, mode: str, border: BorderCost, name: str | int) -> Held:
    at = ("movement", mode, "borders", name)
    only = f" for {', '.join(book.name('side', s) for s in border.sides)}" if border.sides else ""
    if border.op in ("set", "add"):
        cost = f"{border.cost}" if border.op == "set" else f"{border.cost:+d}"
        told = span(book.v((*at, "cost"), cost), only)
    else:
        told = span(book.v((*at, "op"), {"close": "closed", "open": "open"}[border.op]), only)
    return span(told, *_rule(book, border.rule))


def feature_table(book: Manuscript) -> Held:
    """A row for each feature of spaces and each marker: its fields, what it does."""
    known = effects(book)
    rows: list[Cells] = []
    for id, spec in book.rules.feature.items():
        mine = _effects(book, (e for e in known if ("feature", id) in e.brought))
        if spec.on != "space" or (book.bare and mine is None):
            continue
        fields = [
            span(book.v(("feature", id, "fields", name), name.replace("_", " ")), f": {field.doc}" if field.doc else "")
            for name, field in spec.fields.items()
        ]
        named = node("span", book.v(("feature", id), book.name("feature", id)), id=_id(book, "feature", id))
        rows.append((named, None if book.bare else span(*joined(fields, "; ")), mine, book.rule(spec.rule)))
    for id, marker in book.rules.marker.items():
        mine = _effects(book, (e for e in known if ("marker", id) in e.brought))
        if mine is not None:
            rows.append((book.v(("marker", id), book.name("marker", id)), None, mine, book.rule(marker.rule)))
    return table(("In a space", "What it has", "What it does", "Rule"), rows, "stack", "Features and markers of spaces")


# ------------------------------------------------------------------ movement, limits, supply


def _modes(book: Manuscript) -> Iterator[Held]:
    """How units move: every key of a mode but its costs, which stand above."""
    for id, spec in book.rules.movement.items():
        yield node("h3", "Movement: ", book.v(("movement", id), book.name("movement", id)), id=anchor("movement", id))
        cited = [span(f"{part} ", book.rule(rule)) for part, rule in spec.rules.items()]
        yield node("p", "Rules: ", *joined(cited)) if cited else None
        yield from book.settings(("movement", id), spec, omit=("name", "cost", "borders", "rules"))


def _limits(book: Manuscript) -> Iterator[Held]:
    rules = book.rules
    for id, spec in rules.stacking.items():
        at = ("stacking", id)
        tags = [" with one of the tags ", book.v((*at, "tags"), ", ".join(spec.tags))] if spec.tags else []
        per = {"side": "of a side", "nation": "of a nation", "all": "together"}[spec.per]
        when = {"always": "at all times", "end": "when a move ends"}[spec.when]
        yield node(
            "p", node("b", "Stacking: "), "at most ", book.v((*at, "limit"), spec.limit), " ",
            book.v((*at, "measure"), spec.measure), *tags, " ", book.v((*at, "per"), per), " in a space, checked ",
            book.v((*at, "when"), when), ". ", book.rule(spec.rule), class_="limit",
        )  # fmt: skip
    if "control" in rules.document:
        yield node("h3", "Control of spaces")
        yield from book.settings(("control",), rules.control)
        yield node("p", book.rule_list(r for r in (rules.control.rule, rules.control.claim_rule) if r))
    for id, route in rules.route.items():
        yield node("h3", f"Supply routes: {id}")
        yield from book.settings(("route", id), route)
        yield node("p", book.rule(route.rule)) if route.rule else None


# ------------------------------------------------------------------ places


def places(book: Manuscript) -> Held:
    """Every space with a name, a feature, a home or an owner."""
    rows: list[Cells] = []
    for id in book.game.board.spaces:
        spec = book.rules.space.get(id)
        features = [_feature(book, id, kind, fields) for kind, fields in book.game.board.features(id).items()]
        if spec is None or not (spec.name or spec.home or spec.control or features):
            continue
        board = book.game.board
        owner = board.control(id)
        rows.append(
            (
                node("span", book.v(("space", id), book.name("space", id)), id=anchor("space", id)),
                book.name("terrain", board.terrain(id)) if board.terrain(id) else None,
                book.name("nation", owner) if owner else None,
                book.name("nation", spec.home) if spec.home else None,
                span(*joined(features, "; ")),
            )
        )
    heading = node("h3", "Places")
    made = table(("Place", "Terrain", "Controlled by", "Home of", "What is there"), rows, "stack")
    return node("div", heading, made) if made is not None else None


def _feature(book: Manuscript, space: str, kind: str, fields: Any) -> Held:
    """A feature of a space with the fields that the map gives it."""
    at = ("space", space, "features", kind)
    spec = book.rules.feature.get(kind)
    told: list[Held] = []
    for name, value in (fields or {}).items():
        field = spec.fields.get(name) if spec is not None else None
        if value in (None, "", 0, False, (), []) or not (book.sources.setters((*at, name))):
            continue
        kinds = {"nation": "nation", "space": "space", "spaces": "space"}.get(field.type if field else "", "")
        many = value if isinstance(value, (tuple, list)) else (value,)
        words = ", ".join(book.name(kinds, str(v)) if kinds else str(v) for v in many)
        told.append(span(f"{name.replace('_', ' ')} ", book.v((*at, name), words)))
    named = book.v(at, book.name("feature", kind))
    return span(named, " (", *joined(told), ")") if told else span(named)


__all__ = ["Effect", "border_table", "effects", "feature_table", "places", "terrain", "terrain_table", "words_of"]
