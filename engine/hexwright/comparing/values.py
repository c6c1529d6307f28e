"""What differs between two resolved rulesets: values, things, hexes, switches, plug-ins, and the keys that set them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs

from ..classes import frozen
from ..game import Game
from ..ruleset.paths import reach, split
from ..ruleset.schema import (
    TABLES,
    BoardSpec,
    BorderCost,
    ChooseSpec,
    DiceSpec,
    FieldSpec,
    RepeatSpec,
    RulesetInfo,
    SpaceSpec,
    TableRow,
    TableSpec,
    TerrainCost,
)
from ..strict import key_name

Path = tuple[str | int, ...]
Kind = Literal["changed", "new", "gone"]
What = Literal["value", "thing", "hexes", "switch", "plugin"]

# Told as one phrase, whatever of them differs; what only quotes a rule is told by itself.
WHOLE = (DiceSpec, BorderCost, TerrainCost, TableRow, ChooseSpec, RepeatSpec, FieldSpec)
_ELSEWHERE = {BoardSpec: ("rows", "legend"), RulesetInfo: ("plugins",)}  # keys that are compared in another way
_ROLL = ("dice", "sides")
_HEADS = ("scenario", "variant", "switch", "style", "rulebook")


@frozen
class Key:
    """A key of a data class: the class it belongs to, its name, its text, what it refers to."""

    owner: str
    name: str
    doc: str = ""
    refers: str = ""
    condition: bool = False


@frozen
class Change:
    """One thing that differs.

    `path` leads to it in the second rules, or in the first where it is gone; `was_at` and `now_at` are the paths of
    the keys that set the two values. `key` is the nearest key of a data class above it. `before` and `after` are
    instances or plain values, None where there is none. Of `hexes` they are terrains, and `spaces` the hexes.
    """

    what: What
    kind: Kind
    path: Path
    before: Any = None
    after: Any = None
    was_at: Path = ()
    now_at: Path = ()
    key: Key | None = None
    spaces: tuple[str, ...] = ()


@frozen
class Spot:
    """Where a comparison stands: the path in both rules, and the key that leads there."""

    was: Path
    now: Path
    key: Key | None = None

    def into(self, was: str | int, now: str | int | None = None, key: Key | None = None) -> Spot:
        """One step further, under another key or index in the second rules if one is given."""
        return Spot((*self.was, was), (*self.now, was if now is None else now), key or self.key)


def differences(a: Game, b: Game) -> tuple[Change, ...]:
    """Everything that differs between two loaded games, in the order of the tables.

    The order of keys and files counts for nothing, nor whether a value is written or left to its default.
    """
    found: list[Change] = []
    found += _plugins(a, b)
    for name, (_, form) in TABLES.items():
        if name in _HEADS:
            continue
        spot = Spot((name,), (name,))
        was, now = (getattr(g.rules, "info" if name == "ruleset" else name) for g in (a, b))
        if name == "space":
            found += _spaces(a, b)
        elif form == "one":
            found += compare(was, now, spot)
        else:
            found += _things(_by_id(was), _by_id(now), spot)
    found += _things(a.rules.switch, b.rules.switch, Spot(("switch",), ("switch",)))
    found += _switches(a, b)
    found += _tables(a, b)
    return tuple(found)


def _by_id(things: Any) -> dict[str, Any]:
    return things if isinstance(things, dict) else {each.id: each for each in things}


def _things(was: Mapping[str, Any], now: Mapping[str, Any], spot: Spot) -> Iterator[Change]:
    """Things of a table by id: new ones and gone ones are told as a whole."""
    for id in dict.fromkeys((*was, *now)):
        at = spot.into(id)
        if id not in now:
            yield Change("thing", "gone", at.was, was[id], None, at.was)
        elif id not in was:
            yield Change("thing", "new", at.now, None, now[id], (), at.now)
        else:
            yield from compare(was[id], now[id], at)


# ------------------------------------------------------------------ values


def compare(was: Any, now: Any, spot: Spot) -> Iterator[Change]:
    """What differs between two values at one place."""
    if attrs.has(type(was)) and attrs.has(type(now)):
        yield from _compare_classes(was, now, spot)
    elif isinstance(was, dict) and isinstance(now, dict) and not (spot.key and spot.key.condition):
        for name in dict.fromkeys((*was, *now)):
            yield from _entry(was, now, name, spot.into(name))
    elif isinstance(was, tuple) and isinstance(now, tuple) and any(attrs.has(type(i)) for i in (*was, *now)):
        yield from _compare_items(was, now, spot)
    elif plain(was) != plain(now):
        yield Change("value", "changed", spot.now, was, now, spot.was, spot.now, spot.key)


def _entry(was: Mapping[Any, Any], now: Mapping[Any, Any], name: Any, at: Spot) -> Iterator[Change]:
    if name not in now:
        yield Change("value", "gone", at.was, was[name], None, at.was, (), at.key)
    elif name not in was:
        yield Change("value", "new", at.now, None, now[name], (), at.now, at.key)
    else:
        yield from compare(was[name], now[name], at)


def _compare_classes(was: Any, now: Any, spot: Spot) -> Iterator[Change]:
    """Two tables key by key; those of two versions of a plug-in may have other keys."""
    whole = isinstance(was, WHOLE) and type(was) is type(now)
    roll = _differing(was, now, _ROLL) if isinstance(was, TableSpec) else []
    if whole and (differing := [n for n in _names(was) if n != "rule" and _differing(was, now, (n,))]):
        at = spot.into(differing[0])
        yield Change("value", "changed", spot.now, was, now, at.was, at.now, spot.key)
    if roll:
        at = spot.into(roll[0])
        before, after = (was.dice, was.sides), (now.dice, now.sides)
        yield Change("value", "changed", (*spot.now, "roll"), before, after, at.was, at.now, Key("TableSpec", "roll"))
    keys = {**keys_of(type(was)), **keys_of(type(now))}
    old, new = _values(was), _values(now)
    for name, key in keys.items():
        if (roll and name in _ROLL) or (whole and name != "rule") or name in _ELSEWHERE.get(type(now), ()):
            continue
        yield from _entry(old, new, name, spot.into(name, key=key))


def _compare_items(was: tuple[Any, ...], now: tuple[Any, ...], spot: Spot) -> Iterator[Change]:
    """Tables in a list, paired by what tells them apart: their first key, and their number among those alike.

    Rows of a roll table are paired as they stand, when there are as many.
    """
    old, new = _numbered(was), _numbered(now)
    if len(was) == len(now) and all(isinstance(row, TableRow) for row in (*was, *now)):
        old, new = ({(str(n), 0): (n, row) for n, row in enumerate(rows)} for rows in (was, now))
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            at = (*spot.was, old[name][0])
            yield Change("value", "gone", at, old[name][1], None, at, spot.now, spot.key)
        elif name not in old:
            at = (*spot.now, new[name][0])
            yield Change("value", "new", at, None, new[name][1], spot.was, at, spot.key)
        else:
            yield from compare(old[name][1], new[name][1], spot.into(old[name][0], new[name][0]))
    kept = [n for n in old if n in new]
    if kept != [n for n in new if n in old]:
        yield Change("value", "changed", spot.now, was, now, spot.was, spot.now, spot.key)


def _numbered(items: tuple[Any, ...]) -> dict[tuple[str, int], tuple[int, Any]]:
    out: dict[tuple[str, int], tuple[int, Any]] = {}
    for index, item in enumerate(items):
        name = str(next(iter(_values(item).values()), "")) if attrs.has(type(item)) else str(plain(item))
        number = sum(1 for other, _ in out if other == name)
        out[name, number] = (index, item)
    return out


def _names(value: Any) -> list[str]:
    return [key_name(a) for a in attrs.fields(type(value)) if a.init]


def _values(value: Any) -> dict[str, Any]:
    return {key_name(a): getattr(value, a.name) for a in attrs.fields(type(value)) if a.init}


def _differing(was: Any, now: Any, names: tuple[str, ...]) -> list[str]:
    old, new = _values(was), _values(now)
    return [n for n in names if plain(old.get(n)) != plain(new.get(n))]


def keys_of(cls: type) -> dict[str, Key]:
    """The keys of a data class by name."""
    attrs.resolve_types(cls)
    out: dict[str, Key] = {}
    for a in attrs.fields(cls):
        condition = get_origin(a.type) is Annotated and "condition" in get_args(a.type)[1:]
        doc, refers = (str(a.metadata.get(word, "")) for word in ("doc", "refers"))
        if a.init:
            out[key_name(a)] = Key(cls.__name__, key_name(a), doc, refers, condition)
    return out


def plain(value: Any) -> Any:
    """A value as plain JSON, the same for equal ones of any class."""
    if attrs.has(type(value)):
        return {name: plain(item) for name, item in _values(value).items()}
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (tuple, list)) else value


# ------------------------------------------------------------------ the map, hex by hex


def _spaces(a: Game, b: Game) -> Iterator[Change]:
    yield from _hexes(a, b)
    was, now = a.rules.space, b.rules.space
    for id in dict.fromkeys((*was, *now)):
        spot = Spot(("space", id), ("space", id))
        hexes = [id in g.board and g.board.kind_of(id) == "hex" for g in (a, b)]
        if not any(hexes) and (id not in was or id not in now):
            yield from _things({id: was[id]} if id in was else {}, {id: now[id]} if id in now else {}, Spot(*_TOP))
            continue
        for change in compare(was.get(id, SpaceSpec()), now.get(id, SpaceSpec()), spot):
            if not (change.key and change.key.name == "terrain" and any(hexes)):
                yield change


_TOP: tuple[Path, Path] = (("space",), ("space",))


def _hexes(a: Game, b: Game) -> Iterator[Change]:
    """Hexes that are new, gone or of another terrain, together where the same was done by the same lines."""
    groups: dict[tuple[str, str, Path, Path], list[str]] = {}
    for id in dict.fromkeys((*a.board.spaces, *b.board.spaces)):
        here = [g.board.kind_of(id) == "hex" if id in g.board else None for g in (a, b)]
        if True not in here:
            continue
        was, now = (g.board.terrain(id) if on else "" for g, on in zip((a, b), here, strict=True))
        if was != now:
            places = (_terrain_at(a, id) if here[0] else (), _terrain_at(b, id) if here[1] else ())
            groups.setdefault((was, now, *places), []).append(id)
    for (was, now, was_at, now_at), spaces in groups.items():
        kind: Kind = "new" if not was else "gone" if not now else "changed"
        yield Change("hexes", kind, now_at or was_at, was or None, now or None, was_at, now_at, spaces=tuple(spaces))


def _terrain_at(game: Game, space: str) -> Path:
    """The key that says which terrain a hex has."""
    spec = game.rules.space.get(space)
    if spec is not None and spec.terrain:
        return ("space", space, "terrain")
    return ("board", game.board.board_of(space), "rows")


# ------------------------------------------------------------------ switches and plug-ins


def _switches(a: Game, b: Game) -> Iterator[Change]:
    """The values of switches that both have."""
    for name in a.rules.switch:
        path = split(name) or ()
        if name not in b.rules.switch:
            continue
        was, now = (found[0] if (found := reach(g.rules.document, path)) else None for g in (a, b))
        if plain(was) != plain(now):
            places = (path if was is not None else (), path if now is not None else ())
            yield Change("switch", "changed", path, was, now, *places, key=Key("", name, b.rules.switch[name].doc))


def _plugins(a: Game, b: Game) -> Iterator[Change]:
    was, now = (dict(g.plugins.versions) for g in (a, b))
    at = ("ruleset", "plugins")
    for id in sorted({*was, *now}):
        if was.get(id) != now.get(id):
            kind: Kind = "new" if id not in was else "gone" if id not in now else "changed"
            yield Change("plugin", kind, (*at, id), was.get(id), now.get(id), at, at)


def _tables(a: Game, b: Game) -> Iterator[Change]:
    """The tables of plug-ins that are active in both."""
    was, now = _settings(a), _settings(b)
    for name in was:
        if name in now:
            yield from compare(was[name], now[name], Spot((name,), (name,)))


def _settings(game: Game) -> dict[str, Any]:
    out = {}
    for offer in game.plugins.active:
        for name, cls in (offer.registry.tables if offer.registry else {}).items():
            out[name] = game.settings[cls]
    return out
