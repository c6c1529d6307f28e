"""Checks of what nobody can prove wrong but what looks misspelt: tags of one thing, new things that nothing uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hexwright.errors import nearest
from hexwright.ruleset.inspection import KIND_WORDS, TAGS, Inspection
from hexwright.ruleset.paths import reach, split, texts_in
from hexwright.ruleset.positions import Path
from hexwright.ruleset.references import may_lack_tags
from hexwright.ruleset.schema import TABLES

_CARRIERS = {
    "space_tag": (("terrain", "tags"), ("space", "tags"), ("zone", "gives")),
    "unit_tag": (("unit_type", "tags"),),
}
# Things that a misspelt name does not make silently: their table has keys that must be there, or another check tells.
_LEFT_OUT = ("phase", "rule", "switch", "reinforcement", "unit", "line", "space")
_ANY = "any table"


def check_tags(game: Inspection) -> None:
    """A tag that one thing alone carries, that no key asks for, and that is another one but for a slip."""
    if may_lack_tags(game):
        return
    about = (held for held in game.held if not TAGS.isdisjoint((*held.refers.split("|"), *held.by.split("|"))))
    asked = {name for held in about for name in texts_in(held.value)}
    for kind in _CARRIERS:
        places = _carried(game, kind)
        common = [tag for tag, found in places.items() if len(found) > 1 or tag in asked]
        common += sorted(asked - set(common))
        for tag, found in places.items():
            near = () if tag in common else _slips(tag, common)
            if near:
                message = f"the tag '{tag}' is carried here only, and no key asks for it"
                related = (("carried", places[near[0]][0]),) if near[0] in places else ()
                game.add("H305", found[0], message, f"did you mean {near[0]}?", related=related)


def check_dice(game: Inspection) -> None:
    """Dice that a mission asks for and no type has, and dice of one type that are another kind but for a slip."""
    if game.may_lack("unit_type", "dice") or game.may_lack("mission", "dice"):
        return
    places: dict[str, list[Path]] = {}
    for id, unit_type in game.rules.unit_type.items():
        for name in unit_type.dice:
            places.setdefault(name, []).append(("unit_type", id, "dice", name))
    asked = {mission.dice for mission in game.rules.mission.values()}
    for id, mission in game.rules.mission.items():
        if mission.dice and mission.dice not in places:
            near = nearest(mission.dice, places, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(places) or 'none'}"
            game.add("H304", ("mission", id, "dice"), f"no unit type has dice called '{mission.dice}'", hint)
    common = [name for name, found in places.items() if len(found) > 1 or name in asked]
    for name, found in places.items():
        meant = () if name in common else _slips(name, common)
        if meant:
            message = f"only this type has dice called '{name}', and no mission asks for them"
            related = (("others have", places[meant[0]][0]),)
            game.add("H305", found[0], message, f"did you mean {meant[0]}?", on="key", related=related)


def _carried(game: Inspection, kind: str) -> dict[str, list[Path]]:
    """Each tag with the places that carry or give it."""
    places: dict[str, list[Path]] = {}
    for table, key in _CARRIERS[kind]:
        for id, entry in getattr(game.rules, table).items():
            for index, tag in enumerate(getattr(entry, key)):
                places.setdefault(tag, []).append((table, id, key, index))
    return places


def check_strays(game: Inspection) -> None:
    """What a layer means to change but misspells: it makes a new thing that nothing uses."""
    used: set[tuple[str, str]] | None = None
    for table, (_, form) in TABLES.items():
        if form != "map" or table in _LEFT_OUT or game.report.unreadable:
            continue
        new = [id for id in game.table(table) if _is_new(game, (table, id))]
        known = [id for id in game.table(table) if id not in new]
        for id in new:
            near = _slips(id, known)
            if not near or id.casefold() in (other.casefold() for other in near):  # told of as H209
                continue
            used = used if used is not None else {*_uses(game), *((_ANY, text) for text in _lost_texts(game))}
            if (table, id) not in used and (_ANY, id) not in used:
                message = f"nothing uses the new {KIND_WORDS.get(table, table)} '{id}'"
                related = (("defined", (table, near[0])),)
                hint = f"did you mean {near[0]}?"
                game.add("H306", (table, id), message, hint, on="key", first=True, related=related)


def check_switch_names(game: Inspection) -> None:
    """A switch, or a value of one, that no file uses and that is another one but for a slip."""
    switches = game.rules.switch if not game.report.unreadable else {}
    for id, spec in switches.items():
        thrown = [found[0] for found in _thrown(game, id) if found]
        near = _slips(id, (other for other in switches if other != id)) if not thrown else ()
        if near:
            message = f"no file uses the switch '{id}'"
            related = (("defined", ("switch", near[0])),)
            game.add("H306", ("switch", id), message, f"did you mean {near[0]}?", on="key", first=True, related=related)
        chosen = [str(value).lower() if isinstance(value, bool) else value for value in thrown]
        for value in spec.values:
            near = _slips(value, (*(v for v in spec.values if v != value), "true", "false"))
            if near and value not in chosen:
                message, hint = f"no file chooses the value '{value}'", f"did you mean {near[0]}?"
                game.add("H306", ("switch", id, "values", value), message, hint, on="key", first=True)


def _thrown(game: Inspection, id: str) -> Iterator[tuple[Any, str | int] | None]:
    """What each file says at the key of a switch."""
    path = split(id) or ()
    return (reach(source.data, path) for layer in game.merged.layers for source in layer.sources if not source.switch)


def _is_new(game: Inspection, path: Path) -> bool:
    """Is a thing first named by a layer above the base?"""
    hits = game.merged.history(path)
    return bool(hits) and hits[0].source.layer.partition(" ")[0] not in ("base", "plug-in")


def _uses(game: Inspection) -> Iterator[tuple[str, str]]:
    """Every name that a key refers to, with the table it may be of."""
    for held in game.held:
        if held.condition:
            yield from ((_ANY, text) for text in texts_in(held.value))
        for kind in filter(None, (*held.refers.split("|"), *held.by.split("|"))):
            yield from ((kind, text) for text in texts_in(held.value))


def _lost_texts(game: Inspection) -> Iterator[str]:
    """The texts in what could not be read."""
    for path in game.broken:
        found = reach(game.merged.document, path)
        yield from texts_in(found[0]) if found else ()


def _slips(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words that this one is but for one slip of the pen: a letter too many, missing, wrong, or two swapped.

    >>> _slips("montain", ["mountain", "main"])
    ('mountain',)
    """
    return tuple(k for k in known if len(word) > 3 and k != word and _is_slip(word, k))


def _is_slip(a: str, b: str) -> bool:
    if abs(len(a) - len(b)) > 1 or [c for c in a if c.isdigit()] != [c for c in b if c.isdigit()]:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rest, other = a[start:], b[start:]
    if len(a) != len(b):
        return rest[1:] == other or rest == other[1:]
    return rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])
