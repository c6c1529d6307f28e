"""Explanations: what an option costs, why something is refused, who set each number; none of it runs while playing."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from hexwright.decisions import Because, sentence
from hexwright.errors import Reason
from hexwright.events import Moved, Noted
from hexwright.explain import (
    Explanation,
    Source,
    cited,
    explain,
    explain_ask,
    explain_event,
    explain_reason,
    source_of,
)
from hexwright.frames import Frame, Play
from hexwright.game import Game
from hexwright.hooks import Hooks, Modifier, Query, Registry, hook
from hexwright.position import Position
from hexwright.rules.movement import destinations, start_walk, why_not_move
from hexwright.rules.telling import because_move
from hexwright.ruleset.layers import Provenance
from hexwright.ruleset.schema import key
from hexwright.session import Session
from hexwright.state import State
from hexwright.windows import Action, Order, Orders, Window

from .conftest import MAP, UNITS, Loader, make_plugin

ROOT = Path(__file__).parents[1]
PLACES = (ROOT / "tests" / "rulesets", ROOT / "tests" / "tiny", ROOT / "rulesets")
RULESETS = {p.parent.name: p.parent for place in PLACES for p in sorted(place.glob("*/ruleset.toml"))}
SHIPPED = {p.parent.name for p in (ROOT / "rulesets").glob("*/ruleset.toml")}
EVERY = 9  # steps between two looks at all options
STEPS = 400


# ------------------------------------------------------------------ a small game whose plug-in explains


@frozen
class March:
    """[march]: how bad the roads are."""

    mud: int = key("points more on hills", 3)
    guides: int = key("guides of each side", 2)


@frozen
class Walks(Window):
    name = "march.walks"
    rule = "R-limit"


@frozen
class Secrets(Orders):
    name = "march.secrets"
    rule = "R-cost"

    def prompt(self, now: Position, seat: str) -> str:
        return "write your order"


class Walking(Action):
    """`go UNIT SPACE`: a unit walks (R-limit); it is slow. More is not told."""

    verb = "go"
    windows = ("march.walks",)
    rule = "R-cost"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for unit in now.units():
            if now.seat_of(unit.nation) == seat:
                yield from (f"go {unit.id} {space}" for space in destinations(now, unit, seat))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return why_not_move(now, now.unit(words[1]), words[2], seat)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_move(now, now.unit(words[1]), words[2], seat)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        start_walk(play, play.now.unit(words[1]), words[2])


class Wait(Action):
    verb = "wait"
    windows = ("march.walks",)

    def options(self, now: Position, seat: str) -> Iterator[str]:
        yield "wait"

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.emit(Noted(note="waits", rule="R-zone"))


class Vow(Order):
    """`vow WORD`: something is promised."""

    verb = "vow"
    windows = ("march.secrets",)

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterator[str]:
        if not draft:
            yield "vow peace"

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        yield Because("guides", now.settings(March).guides, "R-none", "march.guides")


@hook("movement")
def modify_mud(query: Query) -> Iterator[Modifier]:
    for space in ("B2", "C2"):
        yield Modifier("mud", query.now.settings(March).mud, rule="R-zone", where=space, at="march.mud")


@hook("wait")
def forbid_wait(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
    return Reason("nobody waits for blue", "R-zone") if seat == "blue" else None


def declare(registry: Registry) -> None:
    registry.table("march", March)
    registry.frame(Walks, Secrets)
    registry.action(Walking())
    registry.order(Vow())


FLOW = """
[march]
mud = 1
[sequence]
turns = 1
each_turn = ["plan", "act"]
[phase.plan]
frame = "march.secrets"
[phase.act]
frame = "march.walks"
by = ["red", "blue"]
"""


@pytest.fixture
def march(load_game: Loader) -> Game:
    own = make_plugin("march", modify_mud, forbid_wait, declare=declare, version="3.1")
    return load_game(MAP + UNITS + FLOW, own, make_plugin("patience", declare=lambda registry: registry.action(Wait())))


def walking(game: Game) -> State:
    state = game.start()
    for seat in ("red", "blue"):
        state = game.apply(state, "done", seat).state
    return state


def line_of(game: Game, where: str) -> str:
    """The line of TOML that a place names."""
    file, _, line = where.partition(":")
    return (Path(game.rules.folder) / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def sources(found: Explanation) -> list[Source]:
    out = [piece.source for piece in found.parts]
    assert all(source is not None for source in out)
    return [source for source in out if source is not None]


# ------------------------------------------------------------------ options


def test_a_move_is_told_border_by_border_with_the_line_that_sets_each_number(march: Game) -> None:
    found = explain(march, walking(march), "go r1 B2", "red")
    assert (found.kind, found.subject, found.text) == ("option", "go r1 B2", "A unit walks; it is slow.")
    assert found.rule is not None and (found.rule.id, found.rule.title) == ("R-cost", "cost")
    assert "R-cost" in line_of(march, found.rule.where)
    assert found.source == Source(plugin="march", version="3.1")
    points, *rest = found.parts
    assert (points.label, points.value) == ("movement allowance", 4)
    assert sources(found)[0].key == "unit_type.foot.allowance"
    assert line_of(march, sources(found)[0].where) == "allowance = 4"
    told = [(p.label.partition(": ")[2], p.value, p.rule.id if p.rule else "") for p in rest]
    assert told[-2:] == [("hill", 2, "R-cost"), ("mud", 1, "R-zone")]
    hill, mud = sources(found)[-2:]
    assert hill.key == "movement.foot.cost.hill.cost" and "hill = 2" in line_of(march, hill.where)
    assert mud.key == "march.mud" and line_of(march, mud.where) == "mud = 1"
    paid = sum(int(p.value) for p in rest)
    assert march.apply(walking(march), "go r1 B2", "red").state.units["r1"].spent == paid


def test_what_every_window_and_draft_knows_is_told_in_words_of_its_own(march: Game) -> None:
    state = walking(march)
    assert explain(march, state, "done", "red").text.startswith("This answer is complete")
    moved = march.apply(state, "go r1 B1", "red").state
    assert "taken back" in explain(march, moved, "retract", "red").text
    assert explain(march, state, "retract", "red").kind == "refusal"


def test_without_a_text_of_its_own_an_option_is_told_by_its_question(march: Game) -> None:
    found = explain(march, walking(march), "wait", "red")
    assert found.text == "march.walks" and found.rule is not None and found.rule.id == "R-limit"


def test_an_order_in_a_draft_explains_itself_and_a_key_left_out_is_the_plug_ins_default(march: Game) -> None:
    found = explain(march, march.start(), "vow peace", "blue")
    assert found.text == "Something is promised."
    (piece,) = found.parts
    assert piece.value == 2 and piece.rule is not None and (piece.rule.title, piece.rule.where) == ("", "")
    assert piece.source == Source("march.guides", "", "", "march", "3.1")
    assert str(piece.source) == "default of march 3.1 (march.guides)"


# ------------------------------------------------------------------ refusals


def test_a_refusal_names_the_line_of_the_number_that_refuses(march: Game) -> None:
    found = explain(march, walking(march), "go r1 F3", "red")
    assert found.kind == "refusal" and found.rule is not None and found.rule.id == "R-limit"
    assert {p.label: p.value for p in found.parts}["has"] == 4
    assert found.source is not None and found.source.key == "unit_type.foot.allowance"
    assert line_of(march, found.source.where) == "allowance = 4"


def test_a_refusal_of_a_plug_in_names_it(march: Game) -> None:
    state = march.apply(walking(march), "done", "red").state
    found = explain(march, state, "wait", "blue")
    assert found.text == "nobody waits for blue" and found.source == Source(plugin="march", version="3.1")
    assert explain(march, state, "wait", "red").text == "this seat is not asked now"
    own = explain(march, walking(march), "wait long", "red").source
    assert own is not None and own.plugin == "patience"  # it added this choice to the other's window
    assert explain(march, walking(march), "wait", "red").source == own


def test_all_that_stands_in_the_way_is_told(march: Game) -> None:
    more = (Reason("and more", "R-zone", at="movement.foot.enemies"),)
    found = explain_reason(march, Reason("no", "R-cost", (("has", 1),), "done", more=more), "go  r1 B1")
    assert (found.subject, found.nearest, [m.text for m in found.more]) == ("go r1 B1", "done", ["and more"])
    assert found.more[0].source == Source("movement.foot.enemies")
    assert str(found.more[0].source) == "default of hexwright (movement.foot.enemies)"


# ------------------------------------------------------------------ questions and events


def test_a_question_tells_its_facts_without_the_draft(march: Game) -> None:
    state = march.apply(march.start(), "vow peace", "red").state
    found = explain_ask(march, state, "red")
    assert found is not None and (found.kind, found.subject) == ("question", "march.secrets")
    assert found.text == "write your order" and found.parts == ()
    assert explain_ask(march, state, "nobody") is None


def test_an_event_tells_its_parts_and_where_they_were_set(march: Game) -> None:
    step = march.apply(walking(march), "go r1 B2", "red")
    moved = next(e for e in step.events if isinstance(e, Moved))
    found = explain_event(march, step.state, moved)
    assert found.kind == "event" and found.subject == "Moved"
    assert [p.label for p in found.parts] == ["A1 to B1: clear", "B1 to B2: hill", "B1 to B2: mud"]
    assert sum(int(p.value) for p in found.parts) == moved.cost
    assert [s.key for s in sources(found)][1:] == ["movement.foot.cost.hill.cost", "march.mud"]
    parts = (("hill", 2, "R-cost"), ("mud", 1, "R-zone"), ("the move ends there", 1, "R-enemies"), ("rain", 1, ""))
    told = explain_event(march, step.state, Moved(unit="r1", path=("B1", "B2"), cost=5, parts=parts)).parts
    assert [p.source.key if p.source else "" for p in told] == [
        "movement.foot.cost.hill.cost", "march.mud", "movement.foot.enemies", "",
    ]  # fmt: skip
    assert explain_event(march, step.state, Noted(note="so", rule="R-zone")).parts == ()


def test_settings_of_a_session_and_shorthand_are_found(load_game: Loader) -> None:
    game = load_game(MAP + UNITS + FLOW.replace("[march]\nmud = 1\n", "").replace("march.secrets", "pass")
                     .replace("march.walks", "pass"))  # fmt: skip
    source = source_of(game, "movement.foot.cost.hill.cost")
    assert source is not None and source.layer == "base" and "hill = 2" in line_of(game, source.where)
    changed = Game.load(game.rules.folder, settings=["movement.foot.cost.hill=3"])
    assert source_of(changed, "movement.foot.cost.hill.cost") == Source(
        "movement.foot.cost.hill.cost", "--set:1", "session"
    )
    assert source_of(game) is None and source_of(game, by="nobody") is None and cited(game, "") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ""),
        ("`dig UNIT`: a unit digs in.", "A unit digs in."),
        ("One thing (R-1, R-2.b). Another.", "One thing."),
        ("Over\n    two lines\n\nand a paragraph", "Over two lines"),
    ],
)
def test_the_first_sentence_is_told_without_usage_and_rule_ids(text: str, told: str) -> None:
    assert sentence(text) == told


# ------------------------------------------------------------------ whole games


@cache
def loaded(name: str) -> Game:
    return Game.load(RULESETS[name])


def moments(game: Game, seed: int) -> Iterator[State]:
    """The states of a random game, as far as the tests look."""
    rng = random.Random(seed)
    state = game.start()
    yield state
    for _ in range(STEPS):
        asks = game.asks(state)
        if not asks:
            return
        ask = asks[rng.randrange(len(asks))]
        faces = " ".join(str(rng.randint(1, s)) for s in ask.roll.sides) if ask.roll else ""
        options = (f"roll {faces}",) if ask.roll else ask.options.all()
        done = "done" in options and rng.random() < 0.4
        state = game.apply(state, "done" if done else options[rng.randrange(len(options))], ask.seat).state
        yield state


def in_json(found: Explanation) -> dict[str, Any]:
    plain = found.to_json()
    assert json.loads(json.dumps(plain)) == plain
    return plain


@pytest.mark.parametrize("name", RULESETS)
def test_every_option_of_a_game_is_explained(name: str) -> None:
    game = loaded(name)
    for number, state in enumerate(moments(game, 4)):
        if number % EVERY:
            continue
        for ask in game.asks(state):
            question = explain_ask(game, state, ask.seat)
            assert question is not None and in_json(question)["text"] == ask.prompt
            for option in () if ask.roll else ask.options.all():
                found = explain(game, state, option, ask.seat)
                assert found.kind == "option" and found.text, option
                in_json(found)


def odd(options: tuple[str, ...], rng: random.Random) -> Iterator[str]:
    """Decisions that are mostly refused: words of several options mixed."""
    words = sorted({w for o in options[:200] for w in o.split()[1:]})
    for option in rng.sample(options, min(12, len(options))):
        verb, *rest = option.split()
        yield " ".join((verb, *(rng.choice(words) if rng.random() < 0.5 else w for w in rest)))
        yield f"{verb} nothing"


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_rule_that_a_shipped_game_cites_has_its_title(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded(name)
    said: dict[str, str] = {}
    asked = Hooks.modifiers

    def overheard(self: Hooks, now: Position, topic: str, facts: dict[str, Any]) -> tuple[Modifier, ...]:
        found = asked(self, now, topic, facts)
        said.update((m.rule, f"modifier {m.label}") for m in found if m.rule)
        return found

    monkeypatch.setattr(Hooks, "modifiers", overheard)
    rng = random.Random(1)
    session = Session.new(game, seed=11)
    for _ in range(STEPS * 2):
        asks = session.asks()
        if not asks:
            break
        ask = asks[rng.randrange(len(asks))]
        options = ask.options.all()
        said[ask.rule] = f"question {ask.frame}"
        for text in odd(options, rng):
            if (reason := session.why_not(text, ask.seat)) is not None:
                in_json(session.explain(text, ask.seat))
                said.update((r.rule, f"refusal of {text}: {r.text}") for r in (reason, *reason.more))
        done = "done" in options and rng.random() < 0.4
        step = session.play("done" if done else options[rng.randrange(len(options))], ask.seat)
        for event in step.events:
            in_json(session.explain_event(event))
            said[event.rule] = event.text()
            said.update((rule, label) for label, _, rule in event.parts)
    unknown = {rule: by for rule, by in said.items() if rule and ((c := cited(game, rule)) is None or not c.title)}
    assert not unknown and len(said) > 40


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_nothing_of_it_runs_while_playing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("somebody explains although nobody asked")

    game = loaded(name)
    game.start()
    monkeypatch.setattr(Provenance, "__getitem__", never)
    for cls in (Frame, *game.frames.values(), *(type(a) for each in game.actions.values() for a in each)):
        monkeypatch.setattr(cls, "causes", never)
        monkeypatch.setattr(cls, "tells", never)
    assert sum(1 for _ in moments(game, 5)) > 100


def test_a_session_explains_what_it_refuses(march: Game) -> None:
    session = Session.new(march, seed=1)
    assert session.explain("vow peace", "red").kind == "option"
    assert session.explain("vow war", "red").text == str(session.why_not("vow war", "red")).partition(" [")[0]
    assert session.explain("", "red").kind == "refusal"
    session.play("done", "red")
    assert session.explain("unseal", "red").kind == "option"
    session.play("done", "blue")
    asked = session.explain_ask("red")
    assert asked is not None and asked.subject == "march.walks" and session.explain_ask("blue") is None
    step = session.play("go r1 B1", "red")
    assert [session.explain_event(e).kind for e in step.events] == ["event"] * len(step.events)
