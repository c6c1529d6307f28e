"""Differences in a player's words: a table of small edits, each with the exact lines it makes; then every key."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from hexwright.comparing.lines import GROUPS, grouped
from hexwright.comparing.values import Change, differences, keys_of, plain
from hexwright.comparing.words import told
from hexwright.game import Game
from hexwright.ruleset.schema import TABLES
from hexwright.strict import key_name

from .conftest import Lines, add_variant, placed, write


def _edits() -> list[tuple[str, list[str]]]:
    """The blocks of edits.txt: lines of a variant, and under them, indented, the lines that they make."""
    out = []
    for block in (Path(__file__).parent / "edits.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = block.splitlines()
        expected = [line.strip() for line in lines if line.startswith(" ")]
        edit = "\n".join(line for line in lines if not line.startswith(" "))
        out.append((edit, [] if expected == ["(no difference)"] else expected))
    return out


EDITS = _edits()


def _key(change: Change, turn: int) -> str:
    """A difference as text; with -1 as its mirror image."""
    kind = {"new": "gone", "gone": "new"}.get(change.kind, change.kind) if turn < 0 else change.kind
    values, places = (plain(change.before), plain(change.after)), (change.was_at, change.now_at)
    return str((change.what, kind, values[::turn], places[::turn], change.spaces))


@pytest.mark.parametrize(("edit", "expected"), EDITS, ids=[e.replace("\n", " ")[:60] for e, _ in EDITS])
def test_an_edit_is_told_in_words_and_mirrored(rich: Path, edit: str, expected: list[str]) -> None:
    """Exactly these lines; with A and B swapped new becomes gone, before after, and places change their sides."""
    add_variant(rich, edit)
    a, b = Game.load(rich), Game.load(rich, variants=("v",))
    assert [str(line) for line in told(a, b)] == [placed(line) for line in expected]
    assert sorted(_key(c, 1) for c in differences(a, b)) == sorted(_key(c, -1) for c in differences(b, a))


@pytest.mark.case("C10")
def test_sides_and_modifier_are_told_apart(lines: Lines) -> None:
    assert lines("unit_type.fighter.dice.attack = { sides = 7 }\nunit_type.fighter.dice.escort = { modifier = 1 }") == [
        placed("Fighter: attack dice d6 -> d7  (<<attack =>> -> variants/v.toml:1)"),
        placed("Fighter: escort dice d8 -> d8+1  (<<escort =>> -> variants/v.toml:2)"),
    ]


def test_dice_of_several_strengths(lines: Lines) -> None:
    assert lines("unit_type.army.dice.attack = { sides = [8, 6] }\nunit_type.fighter.dice.attack = 7") == [
        placed("Fighter: attack dice d6 -> d7  (<<attack =>> -> variants/v.toml:2)"),
        "Army: attack dice no dice -> d8/d6  (variants/v.toml:1)",
    ]


def test_tables_in_a_list_may_stand_in_another_order(rich: Path, lines: Lines) -> None:
    roads = [f'{{ feature = "{name}", op = "add", cost = {cost} }}' for name, cost in (("river", 1), ("road", 2))]
    (rich / "roads.toml").write_text('[feature.road]\non = "border"\nname = "road"\n', encoding="utf-8")
    text = (rich / "ruleset.toml").read_text(encoding="utf-8")
    (rich / "ruleset.toml").write_text(text.replace(f"borders = [{roads[0]}]", f"borders = [{', '.join(roads)}]"))
    assert lines(f"movement.foot.borders = [{', '.join(roads[::-1])}]") == [
        placed(
            "On foot: crossing in another order: 1 more movement point, 2 more movement points -> "
            "2 more movement points, 1 more movement point  (<<borders = [{>> -> variants/v.toml:1)"
        )
    ]


def test_groups_stand_in_their_order(rich: Path) -> None:
    edit = (
        'rule.R-1.title = "Rule"\nrich.weather = "foul"\nsequence.turns = 5\nspace.C2.terrain = "clear"\n'
        "movement.foot.cost.clear = 3\nunit_type.fighter.range = 7\nmission.raid.order = 2\n"
        "reinforcement.coming.turn = 1\n"
        'victory.conditions.red.when = { turn = 2 }\nrelation = [{ id = "foes", are = "neutral" }]'
    )
    add_variant(rich, edit)
    found = grouped(told(Game.load(rich), Game.load(rich, variants=("v",))))
    assert list(found) == [g for g in GROUPS if g != "plug-ins"]
    assert {g: len(ls) for g, ls in found.items()} == dict.fromkeys(found, 1)


def test_settings_of_the_session_are_places_too(rich: Path) -> None:
    b = Game.load(rich, settings=("unit_type.fighter.range=8",))
    assert [str(line) for line in told(Game.load(rich), b)] == [
        placed("Fighter: range 6 -> 8 hexes  (<<range = 6>> -> --set:1)")
    ]


def test_two_folders_are_told_apart_and_only_what_they_play_counts(rich: Path, tmp_path: Path) -> None:
    """Order of keys and tables, comments, file names and written defaults are no differences."""
    from .conftest import RULESET

    head, _, rest = RULESET.partition("[terrain.clear]")
    other = write(tmp_path / "other", head)
    (other / "more.toml").write_text(
        "# the rest\n[terrain.clear]" + rest.replace("range = 6", "range = 8\nallowance = 0")
    )
    found = told(Game.load(rich), Game.load(other))
    line = (other / "more.toml").read_text().splitlines().index("range = 8") + 1
    assert [str(f) for f in found] == [
        placed(f"Fighter: range 6 -> 8 hexes  (rich/<<range = 6>> -> other/more.toml:{line})")
    ]


def test_a_plug_in_of_another_version(rich: Path, tmp_path: Path) -> None:
    from .conftest import PLUGIN, RULESET

    newer = PLUGIN.replace('"1.0"', '"1.1"').replace("bonus: ", "extra: int = key('new', 3)\n    bonus: ")
    other = write(tmp_path / "other", RULESET, newer)
    assert [str(f) for f in told(Game.load(rich), Game.load(other))] == [
        "rich: extra none -> 3 (new)  (default of rich)",
        "plug-in rich: version 1.0 -> 1.1  (rich/ruleset.toml:4 -> other/ruleset.toml:4)",
    ]


def test_json_holds_values_and_places(rich: Path) -> None:
    add_variant(rich, "unit_type.fighter.range = 8")
    line = told(Game.load(rich), Game.load(rich, variants=("v",)))[0]
    found = json.loads(json.dumps(line.to_json()))
    assert found == {
        "group": "units",
        "kind": "changed",
        "path": "unit_type.fighter.range",
        "text": "Fighter: range 6 -> 8 hexes",
        "before": 6,
        "after": 8,
        "was": {"file": "ruleset.toml", "line": int(placed("<<range = 6>>").split(":")[1]), "layer": "base"},
        "now": {"file": "variants/v.toml", "line": 1, "layer": "variant v"},
    }


# ------------------------------------------------------------------ every key


def _other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, tuple):
        return value[:-1] if value and not isinstance(value[0], str) else (*value, "x")
    if isinstance(value, dict):
        return {} if value else {"x": {"turn": 3}}
    if attrs.has(type(value)):
        a = next(iter(attrs.fields(type(value))))
        return attrs.evolve(value, **{a.name: _other(getattr(value, a.name))})
    return None


def _changed(game: Game, table: str, id: str, field: str) -> Game | None:
    """The game with one key of one thing changed; None where there is no other value."""
    name = "info" if table == "ruleset" else table
    held: Any = getattr(game.rules, name)
    spec = held if not id else held[int(id)] if isinstance(held, tuple) else held[id]
    value = _other(getattr(spec, field))
    if value is None:
        return None
    spec = attrs.evolve(spec, **{field: value})
    other = copy.copy(game)
    whole = spec if not id else (spec,) if isinstance(held, tuple) else {**held, id: spec}
    changes: dict[str, Any] = {name: whole}
    other.rules = attrs.evolve(game.rules, **changes)
    return other


# Kept elsewhere: a plug-in list by itself, the blocks of a map hex by hex, the id of a thing is the thing.
ELSEWHERE = {("ruleset", "plugins"), ("board", "rows"), ("board", "legend"), ("relation", "id"), ("space", "terrain")}
IDS = {
    "side": "red", "nation": "red", "relation": "0", "terrain": "mountain", "feature": "town", "board": "field",
    "space": "B2", "line": "stream", "zone": "north", "movement": "foot", "stacking": "heap", "route": "supply",
    "unit_type": "fighter", "unit": "first", "status": "tired", "marker": "fort", "mission": "raid", "table": "luck",
    "role": "first", "phase": "march", "reinforcement": "coming", "rule": "R-1", "switch": "rich.storms",
    "ruleset": "", "control": "", "sequence": "",
}  # fmt: skip
KEYS = [
    (table, a.name)
    for table, (cls, _) in TABLES.items()
    if table in IDS
    for a in attrs.fields(cls)
    if a.init and (table, a.name) not in ELSEWHERE
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return Game.load(write(tmp_path_factory.mktemp("every") / "rich"))


def test_every_table_is_among_them() -> None:
    assert set(TABLES) - set(IDS) == {"scenario", "variant", "style", "rulebook"}  # prints are no difference in play


@pytest.mark.parametrize(("table", "field"), KEYS, ids=[f"{t}.{f}" for t, f in KEYS])
def test_every_key_is_told(game: Game, table: str, field: str) -> None:
    """One line at least, in words, and back again with the values swapped."""
    other = _changed(game, table, IDS[table], field)
    if other is None:
        assert (table, field) in {("phase", "choose"), ("phase", "repeat")}  # told in the table of edits
        return
    there, back = told(game, other), told(other, game)
    assert len(there) == len(back) >= 1, (table, field)
    name = next(key_name(a) for a in attrs.fields(TABLES[table][0]) if a.name == field)
    assert name in keys_of(TABLES[table][0])
    for line, again in zip(there, back, strict=True):
        assert line.change.path[0] == table and "Spec(" not in line.text and "Spec(" not in again.text, line.text
        assert plain(line.change.before) == plain(again.change.after)
        assert plain(line.change.after) == plain(again.change.before)


def test_nothing_differs_from_itself(game: Game) -> None:
    assert differences(game, game) == () == differences(game, copy.copy(game))
