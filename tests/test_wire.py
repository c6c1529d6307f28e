"""Tests of the wire format: what is written comes back equal, what does not fit is refused by name, schemas hold."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwright import wire
from hexwright.decisions import CHANCE
from hexwright.errors import MalformedDecision, SaveError
from hexwright.events import Concealed, Rolled
from hexwright.game import Game
from hexwright.pieces import Marker, Unit
from hexwright.state import State, Table

DUEL = Path(__file__).parent / "tiny" / "duel"


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load(DUEL)


def walked(game: Game, seed: int, steps: int) -> list[State]:
    """The states of a random game, one after each decision."""
    chooser = random.Random(seed)
    states = [game.start()]
    while len(states) < steps and states[-1].over is None:
        ask = chooser.choice(game.asks(states[-1]))
        states.append(game.apply(states[-1], chooser.choice(ask.options.all()), ask.seat).state)
    return states


def through_text(data: Any) -> Any:
    return json.loads(json.dumps(data, allow_nan=False))


# ------------------------------------------------------------------ state


@pytest.mark.parametrize("seed", range(4))
def test_a_state_comes_back_equal_with_its_digest_and_options(game: Game, seed: int) -> None:
    for state in walked(game, seed, 120):
        again = wire.state_from_json(game, through_text(wire.state_to_json(game, state)))
        assert again == state
        assert again.digest == state.digest
        assert again.at == state.at
        asked = [(a.seat, a.options.all()) for a in game.asks(state)]
        assert [(a.seat, a.options.all()) for a in game.asks(again)] == asked


def test_what_retract_goes_back_to_comes_back_too(game: Game) -> None:
    state = game.start()
    for decision in ("go r1 B", "go r1 C", "talk plan"):
        state = game.apply(state, decision, "red").state
    again = wire.state_from_json(game, through_text(wire.state_to_json(game, state)))
    assert again.before is not None and state.before is not None
    assert again.before == state.before
    assert game.apply(again, "reset", "red").state == game.start()


def test_what_has_left_play_is_gone_after_loading_too(game: Game) -> None:
    old = game.start().with_(control=Table({"A": "blue", "B": "red"}))
    new = old.without_unit("r1", "lost").with_(control=Table({"B": "red"}), before=old)
    again = wire.state_from_json(game, through_text(wire.state_to_json(game, new)))
    assert again == new and again.digest == new.digest and again.at == new.at
    assert again.before == old


def test_kinds_of_values_are_kept(game: Game) -> None:
    state = game.apply(game.start(), "go r1 B", "red").state
    again = wire.state_from_json(game, through_text(wire.state_to_json(game, state)))
    assert again.features["B bridge whole"] is False
    assert type(again.slices["duel"]) is type(state.slices["duel"])
    assert isinstance(again.slices["duel"].log, tuple)


def changed(game: Game, change: Any) -> SaveError:
    data = through_text(wire.state_to_json(game, game.start()))
    change(data)
    with pytest.raises(SaveError) as caught:
        wire.state_from_json(game, data)
    return caught.value


def first(data: Any) -> Any:
    return data["states"][0]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: d.update(format=99, hexwright="9.9"), "hexwright 9.9; hexwright"),
        (lambda d: d.update(format="1"), "no format number"),
        (lambda d: d.update(kind="view"), "no state"),
        (lambda d: d.pop("states"), "'states' is missing"),
        (lambda d: d.update(states=[]), "no state at all"),
        (lambda d: first(d)["stack"][0].update({"~": "gone.frame"}), "unknown frame 'gone.frame'"),
        (lambda d: first(d)["stack"][0].update(extra=1), "has no field 'extra'"),
        (lambda d: first(d)["units"]["set"]["r1"].update(steps=True), "units.r1.steps: wanted a whole number"),
        (lambda d: first(d)["units"]["set"]["r1"].update(steps="3"), "units.r1.steps"),
        (lambda d: first(d)["units"]["set"]["r1"].update(steps=3.0), "units.r1.steps"),
        (lambda d: first(d)["units"]["set"]["r1"].update(hidden=0), "units.r1.hidden: wanted true or false"),
        (lambda d: first(d)["units"]["set"]["r1"].update(status="tired"), "units.r1.status: wanted a list"),
        (lambda d: first(d)["units"]["set"]["r1"].pop("nation"), "lacks 'nation'"),
        (lambda d: first(d)["slices"]["set"].update(other={"~": "Other"}), "slices: state of plug-in other"),
        (lambda d: first(d).update(weather=3), "weather: no part of a state"),
        (lambda d: d["slices"].update(duel=2), "plug-in duel has version 2, this plug-in reads up to 1"),
    ],
)
def test_what_does_not_fit_is_named(game: Game, change: Any, told: str) -> None:
    error = str(changed(game, change))
    assert told in error
    if "does not fit" in error:
        assert "written by hexwright" in error and "plug-ins duel 1.0.0; read by hexwright" in error


def test_an_older_slice_is_upgraded(game: Game) -> None:
    data = through_text(wire.state_to_json(game, game.start()))
    data["slices"]["duel"] = 1
    first(data)["slices"]["set"]["duel"] = {"points": 4}
    offer = game.plugins.active[0]
    assert offer.registry is not None
    asked: list[int] = []

    def upgrade(old: Any, number: int) -> Any:
        asked.append(number)
        return {"score": old["points"]}

    newer = Game(game.rules, game.plugins)
    newer.slice_versions = {"duel": 3}
    offer.registry.upgrade = upgrade
    try:
        assert wire.state_from_json(newer, data).slices["duel"].score == 4
        assert asked == [1]
        offer.registry.upgrade = lambda old, number: old["missing"]
        with pytest.raises(SaveError, match="cannot upgrade its state of version 1: KeyError"):
            wire.state_from_json(newer, data)
        offer.registry.upgrade = None
        with pytest.raises(SaveError, match="version 1, wanted 3, and nothing upgrades it"):
            wire.state_from_json(newer, data)
    finally:
        offer.registry.upgrade = None


def test_a_frame_that_nobody_registered_cannot_be_written(game: Game) -> None:
    frame = game.start().stack[-1]
    stranger = type("Stranger", (type(frame),), {"name": "duel.stranger"})
    with pytest.raises(SaveError, match="Stranger"):
        wire.state_to_json(game, game.start().with_stack((cast(Any, stranger)("red"),)))


# ------------------------------------------------------------------ digests

ids = st.sampled_from([f"u{i}" for i in range(12)])
values = st.one_of(st.integers(), st.booleans(), st.text(max_size=3), st.tuples(st.text(max_size=2), st.integers()))
operations = st.lists(st.one_of(st.tuples(st.just("set"), ids, values), st.tuples(st.just("drop"), ids, st.none()),
                                st.tuples(st.just("digest"), st.just(""), st.none())), max_size=90)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(operations)
def test_a_digest_depends_on_the_entries_only(steps: list[tuple[str, str, Any]]) -> None:
    table: Table[Any] = Table()
    plainly: dict[str, Any] = {}
    for word, key, value in steps:
        if word == "set":
            table = table.with_item(key, value)
            plainly[key] = value
        elif word == "drop":
            table = table.without(key)
            plainly.pop(key, None)
        else:
            table.digest()
    assert table.digest() == Table(dict(reversed(plainly.items()))).digest()


def test_many_changes_after_a_digest_are_all_reckoned() -> None:
    table: Table[int] = Table({f"s{i}": 0 for i in range(300)})
    table.digest()
    for i in range(200):
        table = table.with_item(f"s{i}", i + 1)
    assert table.digest() == Table({f"s{i}": i + 1 if i < 200 else 0 for i in range(300)}).digest()


def test_digests_tell_values_apart() -> None:
    rows: list[Any] = [1, True, "1", ("1",), (1,), None, "", (), Marker("m", "a"), Marker("m", "a", 2), {"a": 1}]
    assert len({Table({"k": v}).digest() for v in rows}) == len(rows)
    assert Table({"a": "b"}).digest() != Table({"b": "a"}).digest()


def test_the_digest_is_the_same_on_every_machine() -> None:
    unit = Unit("Ä1", "band", "red", "K7", 3, 1, ("tired",), True)
    state = State(turn=2, units=Table({unit.id: unit}), control=Table({"K7": ""}), done=("a",))
    assert state.digest == "bc17ec1ee4b04c599b79856810d2ab62f32f579f4ed13322e96b1690b56f0545"


@pytest.mark.case("V03")
@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_the_digest_does_not_depend_on_the_hash_seed(game: Game, seed: str) -> None:
    code = (
        "import sys\nfrom hexwright.game import Game\ngame = Game.load(sys.argv[1])\nstate = game.start()\n"
        "for d in ('go r1 B', 'go r1 D', 'done'):\n    state = game.apply(state, d, 'red').state\nprint(state.digest)"
    )
    state = game.start()
    for decision in ("go r1 B", "go r1 D", "done"):
        state = game.apply(state, decision, "red").state
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run([sys.executable, "-c", code, str(DUEL)], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.strip() == state.digest


# ------------------------------------------------------------------ view, ask, decision, event


def violations(schema: dict[str, Any], value: Any, root: dict[str, Any], at: str = "") -> list[str]:
    """What a value breaks of a draft-07 schema, for the words that ours use."""
    if "$ref" in schema:
        return violations(root["definitions"][schema["$ref"].rsplit("/", 1)[1]], value, root, at)
    out = []
    kinds = {"string": str, "integer": int, "boolean": bool, "null": type(None), "array": list, "object": dict}
    if "type" in schema and type(value) is not kinds[schema["type"]]:
        return [f"{at}: no {schema['type']}"]
    if "const" in schema and value != schema["const"]:
        out.append(f"{at}: not {schema['const']}")
    if "enum" in schema and value not in schema["enum"]:
        out.append(f"{at}: not in {schema['enum']}")
    if "anyOf" in schema and all(violations(s, value, root, at) for s in schema["anyOf"]):
        out.append(f"{at}: none of anyOf")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        out += [f"{at}: lacks {k}" for k in schema.get("required", ()) if k not in value]
        more = schema.get("additionalProperties", True)
        for k, v in value.items():
            if k in known:
                out += violations(known[k], v, root, f"{at}.{k}")
            elif more is False:
                out.append(f"{at}: unknown {k}")
            elif isinstance(more, dict):
                out += violations(more, v, root, f"{at}.{k}")
    if isinstance(value, list):
        items = schema.get("items", {})
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            out.append(f"{at}: {len(value)} items")
        pairs = zip(items, value, strict=False) if isinstance(items, list) else ((items, v) for v in value)
        for i, (s, v) in enumerate(pairs):
            out += violations(s, v, root, f"{at}[{i}]")
    return out


def check(kind: str, game: Game, data: Any) -> None:
    schema = wire.schema(kind, game)
    assert violations(schema, through_text(data), schema) == []


def test_views_asks_and_events_fit_their_schemas_and_come_back(game: Game) -> None:
    schemas = {kind: wire.schema(kind, game) for kind in wire.KINDS}
    state = game.start()
    chooser = random.Random(5)
    seen = set()
    for _ in range(150):
        if state.over is not None:
            break
        for seat in ("red", "blue", "onlooker"):
            view = game.view(state, seat)
            data = through_text(wire.view_to_json(view))
            assert violations(schemas["view"], data, schemas["view"]) == []
            back = wire.view_from_json(game, data)
            assert back.digest == view.digest == data["hash"]
            assert back.notes == view.notes
        for ask in game.asks(state):
            data = through_text(wire.ask_to_json(ask))
            assert violations(schemas["ask"], data, schemas["ask"]) == []
            back_ask = wire.ask_from_json(data)
            assert back_ask.options.all() == ask.options.all()
            assert (back_ask.seat, back_ask.roll, back_ask.about) == (ask.seat, ask.roll, ask.about)
        ask = chooser.choice(game.asks(state))
        step = game.apply(state, chooser.choice(ask.options.all()), ask.seat)
        for event in step.events:
            for told in (event, event.seen_by("red")):
                if told is not None:
                    data = through_text(wire.event_to_json(game, told))
                    assert violations(schemas["event"], data, schemas["event"]) == []
                    assert wire.event_from_json(game, data) == told
                    seen.add(data["event"])
        state = step.state
    assert {"Moved", "Rolled", "duel.Whispered", "FeatureSet", "SliceSet"} <= seen


@pytest.mark.parametrize("kind", wire.KINDS)
def test_every_document_says_its_format_and_kind(kind: str) -> None:
    schema = wire.schema(kind)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert {"format", "kind"} <= set(schema["required"])


def test_a_schema_refuses_what_is_wrong(game: Game) -> None:
    schema = wire.schema("view", game)
    data = through_text(wire.view_to_json(game.view(game.start(), "red")))
    data["units"]["r1"]["steps"] = "3"
    assert violations(schema, data, schema) == [".units.r1.steps: no integer"]
    event = through_text(wire.event_to_json(game, Rolled(label="x", sides=(6,), faces=(3,))))
    event["facts"]["faces"] = 3
    schema = wire.schema("event", game)
    assert violations(schema, event, schema) != []


def test_a_blanked_event_is_still_that_event(game: Game) -> None:
    told = Concealed(unit="b2", at="C", seats=("blue",)).seen_by("red")
    assert told is not None
    check("event", game, wire.event_to_json(game, told))
    assert wire.event_from_json(game, wire.event_to_json(game, told)) == told


def test_dice_are_asked_for_on_the_wire(game: Game) -> None:
    state = next(s for s in walked(game, 1, 300) if game.ask(s, CHANCE) is not None)
    ask = game.ask(state, CHANCE)
    assert ask is not None
    assert wire.ask_to_json(ask)["roll"] == {"~": "Roll", "label": "t1/fight", "start": 0, "sides": [6, 10]}


def test_decisions(game: Game) -> None:
    data = wire.decision_to_json("red", "go r1 B")
    check("decision", game, data)
    assert wire.decision_from_json(data) == wire.Decision("red", "go r1 B")


@pytest.mark.parametrize(
    "data",
    [None, 3, "go", [], {}, {"format": 1}, {"format": True, "kind": "decision", "seat": "a", "decision": "b"},
     {"format": 2, "kind": "decision", "seat": "a", "decision": "b"},
     {"format": 1, "kind": "decision", "seat": "a", "decision": 5},
     {"format": 1, "kind": "decision", "seat": "a", "decision": "b", "more": 1}],
)  # fmt: skip
def test_what_is_no_decision_is_refused_with_a_reason(data: Any) -> None:
    with pytest.raises(MalformedDecision) as caught:
        wire.decision_from_json(data)
    assert caught.value.reason.text


@pytest.mark.parametrize("change", [{"event": "Nothing"}, {"facts": None}, {"facts": {"odd": 1}}, {"kind": "ask"}])
def test_what_is_no_event_is_refused(game: Game, change: dict[str, Any]) -> None:
    data = {**wire.event_to_json(game, Rolled(label="x", sides=(6,), faces=(3,))), **change}
    with pytest.raises(SaveError):
        wire.event_from_json(game, data)


def test_a_table_inside_a_slice_is_plain_json() -> None:
    @attrs.frozen
    class Held:
        name: str
        counts: Table[int]

    from hexwright.shapes import Reader
    from hexwright.state import plain

    held = Held("x", Table({"a": 1, "b": 2}))
    assert plain(held) == {"~": "Held", "name": "x", "counts": {"a": 1, "b": 2}}
    # the annotation speaks of this module's Table, so it can be evaluated
    assert Reader({}, {}).read(Held, plain(held)) == held
