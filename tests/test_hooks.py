"""The plug-in API: each hook with a small plug-in, how numbers are reckoned, and who is named when something breaks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import pytest
from attrs import frozen

from hexwright.errors import IllegalDecision, PluginError, Reason, RulesetError
from hexwright.events import Closed, Event, Moved, Noted, StepsChanged
from hexwright.frames import Frame, Play
from hexwright.hooks import Modifier, Query, Registry, Total, hook, reckon, settle_groups
from hexwright.position import Position
from hexwright.rules.movement import allowance
from hexwright.ruleset.schema import key
from hexwright.state import State
from hexwright.windows import Action, Order, Orders, Window

from .conftest import MAP, ONE_PHASE, UNITS, Loader, happen, make_plugin, run_frames

GROUND = MAP + UNITS
TEXT = GROUND + ONE_PHASE


@frozen
class Choose(Frame):
    """Asks Red for one of three."""

    name: ClassVar[str] = "probe.choose"
    rule: ClassVar[str] = "R-cost"

    def asked(self, now: Position) -> tuple[str, ...]:
        return ("red",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return ["take a", "take b", "leave"]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        play.done()
        play.say(" ".join(words))


PROBE = GROUND + '[sequence]\nturns = 2\neach_turn = ["act"]\n[phase.act]\nframe = "probe.choose"\n'


def probe(*functions: Any, **manifest: Any) -> Any:
    return make_plugin("probe", *functions, declare=lambda r: r.frame(Choose), **manifest)


# ------------------------------------------------------------------ register


@frozen
class Settings:
    """A table of a plug-in."""

    sides: int = key("sides", 6)


@frozen
class Trait:
    """A trait table."""

    power: int = key("power", 1)


@frozen
class Own:
    """A plug-in's own state."""

    score: int = 0


@frozen
class Always:
    """A word for conditions."""

    SHORTHAND: ClassVar[str] = "value"
    value: bool = key("what it is", True)

    def holds(self, position: Any) -> bool:
        return self.value

    def sentence(self, names: Any, negated: bool) -> str:
        return "always"


@frozen
class Work(Window):
    name: ClassVar[str] = "full.work"


@frozen
class Drafts(Orders):
    name: ClassVar[str] = "full.drafts"


class Dig(Action):
    verb = "dig"
    windows = ("full.work",)


class Send(Order):
    verb = "send"
    windows = ("full.drafts",)


def test_hook_register(load_game: Loader) -> None:
    seen: list[Any] = []

    def declare(registry: Registry) -> None:
        registry.frame(Work, Drafts)
        registry.action(Dig())
        registry.order(Send())
        registry.table("full", Settings)
        registry.trait("full", Trait)
        registry.fact("always", Always)
        registry.topic("full_number", "a number of ours")
        registry.state(Own(), version=3)
        registry.default("status", {"tired": {"until": "act"}})
        registry.check(lambda ruleset, report: seen.append(ruleset.info.id))

    text = TEXT.replace('by = ["red", "blue"]', 'by = ["red"]\nwhen = { always = true }')
    text += "[full]\nsides = 8\n[unit_type.foot.traits.full]\npower = 4\n"
    game = load_game(text, make_plugin("full", declare=declare))
    assert game.frames["full.work"] is Work
    assert [type(a) for a in game.actions["full.work"]] == [Dig]
    assert [type(o) for o in game.orders["full.drafts"]] == [Send]
    now = game.position(game.start())
    assert now.settings(Settings) == Settings(8)
    trait: Any = now.type(now.unit("r1")).traits["full"]
    assert trait == Trait(4)
    assert now.slice(Own) == Own()
    assert game.slice_versions == {"full": 3}
    assert game.rules.status["tired"].until == "act"
    assert now.total("full_number", 5, "base").value == 5
    assert seen == ["tiny"]
    assert now.has_plugin("full") and not now.has_plugin("probe")


def test_what_an_idle_plug_in_declares_is_inert(load_game: Loader) -> None:
    @hook("allowance")
    def modify(query: Query) -> Modifier:
        return Modifier("idle", 9)

    def declare(registry: Registry) -> None:
        registry.table("idle", Settings)
        registry.state(Own())

    idle = make_plugin("idle", modify, declare=declare)
    game = load_game(TEXT, offered=[idle])
    assert game.slices == {}
    assert game.hooks.modifies == {}
    assert game.rules_hash == load_game(TEXT).rules_hash
    used = load_game(TEXT, idle)
    assert used.slices == {Own: ("idle", Own())}
    assert used.position(used.start()).settings(Settings) == Settings(6)  # no table: the defaults


def test_a_frame_must_bear_the_name_of_its_plug_in(load_game: Loader) -> None:
    with pytest.raises(RulesetError, match=r"plug-in other .*register failed.*probe\.choose"):
        load_game(TEXT, make_plugin("other", declare=lambda r: r.frame(Choose)))


# ------------------------------------------------------------------ forbid


def test_hook_forbid(load_game: Loader) -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []

    @hook("take")
    def forbid_b(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        asked.append((seat, words))
        return Reason("b is not for you", "R-limit", (("b", 0),), nearest="take a") if words[1] == "b" else None

    game = load_game(PROBE, probe(forbid_b))
    state = game.start()
    ask = game.ask(state, "red")
    assert ask is not None
    assert list(ask.options) == ["take a", "leave"]
    assert "take b" not in ask.options and "take a" in ask.options and "leave" in ask.options
    reason = game.refuse(state, "take b")
    assert reason == Reason("b is not for you", "R-limit", (("b", 0),), "take a", by="probe")
    with pytest.raises(IllegalDecision) as caught:
        game.apply(state, "take b")
    assert caught.value.reason == reason
    assert {words[0] for _, words in asked} == {"take"}  # of another verb it is not asked
    assert {seat for seat, _ in asked} == {"red"}
    assert game.apply(state, "take a").events[0].text() == "take a"


def test_the_first_plug_in_that_forbids_is_named_and_a_stated_name_stays(load_game: Loader) -> None:
    @hook("take")
    def forbid(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return Reason("the second says no")

    second = make_plugin("second", forbid, after=("probe",))

    @hook("take", "leave")
    def forbid_all(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        return Reason("no", by="the weather") if words[0] == "leave" else None

    game = load_game(PROBE, second, probe(forbid_all))
    state = game.start()
    first, other = game.refuse(state, "take a"), game.refuse(state, "leave")
    assert first is not None and first.by == "second"
    assert other is not None and other.by == "the weather"


def test_what_the_frame_refuses_is_not_put_to_the_plug_ins(load_game: Loader) -> None:
    @hook("take", "jump")
    def forbid(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        raise AssertionError(words)

    game = load_game(PROBE, probe(forbid))
    reason = game.refuse(game.start(), "jump")
    assert reason is not None and reason.by == "" and reason.rule == "R-cost"


# ------------------------------------------------------------------ modify


def test_hook_modify(load_game: Loader) -> None:
    @hook("allowance")
    def modify_allowance(query: Query) -> Modifier | None:
        if query["unit"].id != "r1":
            return None
        assert query.topic == "allowance" and query.get("space", "none") == "none"
        return Modifier("road", 2, rule="R-limit")

    @hook("allowance", "stack_limit")
    def modify_more(query: Query) -> Iterator[Modifier]:
        yield Modifier("rain", -1)
        yield Modifier("at most", 4, op="min", by="the weather")

    game = load_game(TEXT, make_plugin("b", modify_more), make_plugin("a", modify_allowance))
    now = game.position(game.start())
    total = allowance(now, now.unit("r1"))
    assert total.value == 4
    assert [(p.label, p.value, p.by) for p in total.parts] == [
        ("movement allowance", 4, ""), ("road", 2, "a"), ("rain", -1, "b"), ("at most", 4, "the weather"),
    ]  # fmt: skip
    assert total.told() == (
        ("movement allowance", 4, ""), ("road", 2, "R-limit"), ("rain", -1, ""), ("at most", 4, ""),
    )  # fmt: skip
    assert allowance(now, now.unit("r2")).value == 3
    assert now.total("upfront", 7, "nobody listens") == Total(7, (Modifier("nobody listens", 7, op="set"),))


@pytest.mark.case("C03")
def test_c03_of_one_group_only_the_strongest_counts_whoever_brings_it() -> None:
    mountain = Modifier("mountain", -1, rule="R1", group="ground", by="terrain")
    trench = Modifier("entrenchment", -1, rule="R2", group="ground", by="digging")
    again = Modifier("high ground", -1, rule="R1", group="ground", by="other")
    total = reckon(Modifier("dice", 3, op="set"), [mountain, trench, again])
    assert total.value == 2
    assert [(p.label, p.counts) for p in total.parts] == [
        ("dice", True), ("mountain", True), ("entrenchment", False), ("high ground", False),
    ]  # fmt: skip
    assert [label for label, _, _ in total.told()] == ["dice", "mountain"]


def test_groups_are_apart_by_name_and_by_place() -> None:
    found = [
        Modifier("a", -1, group="g"),
        Modifier("b", -2, group="g"),
        Modifier("c", 1, group="h"),
        Modifier("d", 5),
        Modifier("e", 5),
        Modifier("f", 3, group="g", where="A1"),
        Modifier("g", 1, group="g", where="A1"),
    ]
    assert [m.label for m in settle_groups(found) if m.counts] == ["b", "c", "d", "e", "f"]


FOUR = (
    Modifier("face", 3, op="add"),
    Modifier("twice", 2, op="multiply"),
    Modifier("total", -1, op="add"),
    Modifier("cap", 8, op="min"),
)


@pytest.mark.case("C08")
@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_c08_the_order_of_modifiers_is_no_matter(order: tuple[int, ...]) -> None:
    total = reckon(Modifier("base", 4, op="set"), [FOUR[i] for i in order])
    assert total.value == 8
    assert reckon(Modifier("base", 1, op="set"), [FOUR[i] for i in order]).value == 4
    assert sorted(p.label for p in total.parts) == ["base", "cap", "face", "total", "twice"]


@pytest.mark.parametrize(
    ("found", "value"),
    [
        ([], 5),
        ([Modifier("set", 9, op="set")], 9),
        ([Modifier("add", 2), Modifier("set", 9, op="set")], 11),
        ([Modifier("add", 2), Modifier("times", 3, op="multiply")], 17),
        ([Modifier("least", 8, op="max")], 8),
        ([Modifier("most", 3, op="min")], 3),
        ([Modifier("most", 3, op="min"), Modifier("add", -9)], -4),
        ([Modifier("least", 0, op="max"), Modifier("add", -9)], 0),
        ([Modifier("hand", 2, op="drop"), Modifier("die", 6, op="die")], 5),
        ([Modifier("out", 4, counts=False)], 5),
    ],
)
def test_a_number_is_set_then_multiplied_then_added_to_then_bounded(found: list[Modifier], value: int) -> None:
    assert reckon(Modifier("base", 5, op="set"), found).value == value
    assert reckon(Modifier("base", 5, op="set"), found[::-1]).value == value


# ------------------------------------------------------------------ react


@frozen
class Echo(Frame):
    """Says something and is done."""

    name: ClassVar[str] = "echo.say"
    what: str = ""

    def step(self, play: Play) -> None:
        play.done()
        play.say(self.what)


def test_hook_react(load_game: Loader) -> None:
    @hook(Moved)
    def react_moved(event: Moved, now: Position) -> Iterable[Event | Frame]:
        assert now.unit(event.unit).at == event.path[-1]  # it has happened already
        return [Noted(note=f"dust at {event.path[-1]}"), Echo("first"), Echo("second")]

    @hook(Noted)
    def react_noted(event: Noted, now: Position) -> Iterable[Event | Frame] | None:
        return [Closed(window="ears", seat="red")] if event.note == "second" else None

    game = load_game(TEXT, make_plugin("echo", react_moved, react_noted, declare=lambda r: r.frame(Echo)))
    step = happen(game, game.start(), Moved(unit="r1", path=("A1", "B1")), Noted(note="after"))
    assert [e.text() for e in step.events] == [
        "r1 moves A1 B1", "after", "dust at B1", "first", "second", "red is done (ears)",
    ]  # fmt: skip
    assert step.state.units["r1"].at == "B1"


def test_reactions_come_in_the_order_of_events_then_of_plug_ins(load_game: Loader) -> None:
    def named(id_: str) -> Any:
        @hook(Moved, StepsChanged)
        def react(event: Event, now: Position) -> Iterable[Event]:
            return (Noted(note=f"{id_} {type(event).__name__}"),)

        return react

    after = {"a": ("c",), "b": (), "c": ()}
    game = load_game(TEXT, *(make_plugin(i, named(i), after=after[i]) for i in "abc"))
    step = happen(game, game.start(), Moved(unit="r1", path=("A1", "B1")), StepsChanged(unit="r1", steps=2, was=3))
    assert [e.note for e in step.events if isinstance(e, Noted)] == [
        "b Moved", "c Moved", "a Moved", "b StepsChanged", "c StepsChanged", "a StepsChanged",
    ]  # fmt: skip


def test_a_reaction_is_not_told_of_events_of_other_classes(load_game: Loader) -> None:
    @hook(Event)
    def react(event: Event, now: Position) -> Iterable[Event]:
        raise AssertionError("the class itself is meant, not those under it")

    game = load_game(TEXT, make_plugin("all", react))
    assert happen(game, game.start(), Noted(note="x")).events == (Noted(note="x"),)


# ------------------------------------------------------------------ redact


def test_hook_redact(load_game: Loader) -> None:
    @hook
    def redact(now: Position, seat: str, value: Own) -> Any:
        return Own(value.score) if seat == "red" else None

    def declare(registry: Registry) -> None:
        registry.state(Own())

    game = load_game(TEXT, make_plugin("open", redact, declare=declare))
    state = game.start().with_(slices=game.start().slices.with_item("open", Own(7)))
    assert game.view(state, "red").notes == (("open", Own(7)),)
    assert game.view(state, "blue").notes == ()
    assert game.view(state, "nobody").notes == ()
    closed = load_game(TEXT, make_plugin("open", declare=declare))
    assert closed.view(state, "red").notes == ()


# ------------------------------------------------------------------ when a plug-in breaks


def breaks(family: str) -> Any:
    @hook("take")
    def forbid(now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        raise ZeroDivisionError("forbid")

    @hook("allowance")
    def modify(query: Query) -> Modifier | None:
        raise ZeroDivisionError("modify")

    @hook("allowance")
    def modify_slowly(query: Query) -> Iterator[Modifier]:
        yield Modifier("one")
        raise ZeroDivisionError("modify")

    @hook(Noted)
    def react(event: Noted, now: Position) -> Iterable[Event]:
        raise ZeroDivisionError("react")

    @hook(Noted)
    def react_slowly(event: Noted, now: Position) -> Iterator[Event]:
        yield Closed(window="x", seat="red")
        raise ZeroDivisionError("react")

    @hook
    def redact(now: Position, seat: str, value: Own) -> Any:
        raise ZeroDivisionError("redact")

    return {f.__name__: f for f in (forbid, modify, modify_slowly, react, react_slowly, redact)}[family]


BROKEN = [
    ("forbid", "take a"),
    ("modify", "allowance"),
    ("modify_slowly", "allowance"),
    ("react", "Noted"),
    ("react_slowly", "Noted"),
    ("redact", "probe"),
]


@pytest.mark.parametrize(("function", "step"), BROKEN)
def test_an_error_in_a_hook_names_plug_in_version_hook_and_step(load_game: Loader, function: str, step: str) -> None:
    def declare(registry: Registry) -> None:
        registry.frame(Choose)
        registry.state(Own())

    game = load_game(PROBE, make_plugin("probe", breaks(function), declare=declare, version="2.1"))
    state = game.start()
    with pytest.raises(PluginError) as caught:
        use(game, state)
    error = caught.value
    family = function.split("_")[0]
    assert (error.plugin, error.version, error.hook, error.step) == ("probe", "2.1", family, step)
    told, _, place = str(error).rpartition(" ")
    assert told == f"plug-in probe 2.1, {family}, at {step}: ZeroDivisionError('{family}')"
    assert place.startswith("(test_hooks.py:") and place.endswith(")")
    assert isinstance(error.__cause__, ZeroDivisionError)
    assert game.start() == state


def use(game: Any, state: State) -> None:
    """One thing after the other that some hook has a say in."""
    now = game.position(state)
    allowance(now, now.unit("r1"))
    game.view(state, "red")
    game.apply(state, "take a")


def wrong(what: Any) -> Any:
    @hook("allowance")
    def modify(query: Query) -> Any:
        return what

    return modify


def wrong_reaction(what: Any) -> Any:
    @hook(Noted)
    def react(event: Noted, now: Position) -> Any:
        return what

    return react


@pytest.mark.case("V03")
@pytest.mark.parametrize(
    ("function", "said"),
    [
        (wrong({Modifier("a"), Modifier("b")}), "a set has no order"),
        (wrong(frozenset([Modifier("a")])), "a set has no order"),
        (wrong(3), "not iterable"),
        (wrong([3]), "3 is no Modifier"),
        (wrong_reaction({Noted(note="x")}), "a set has no order"),
        (wrong_reaction(frozenset()), "a set has no order"),
        (wrong_reaction(Noted(note="x")), "not iterable"),
        (wrong_reaction(["x"]), "'x' is no event or frame"),
    ],
)
def test_v03_what_a_plug_in_says_is_refused_when_it_has_no_order_or_is_nothing(
    load_game: Loader, function: Any, said: str
) -> None:
    game = load_game(PROBE, probe(function))
    with pytest.raises(PluginError, match=said) as caught:
        use(game, game.start())
    assert caught.value.plugin == "probe"


@frozen
class Jumble(Choose):
    """Offers a set."""

    name: ClassVar[str] = "jumble.choose"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return {"take a", "take b"}


@pytest.mark.case("V03")
def test_v03_options_without_order_are_refused(load_game: Loader) -> None:
    game = load_game(TEXT, make_plugin("jumble", declare=lambda r: r.frame(Jumble)))
    step = run_frames(game, game.start(), Jumble())
    ask = game.ask(step.state, "red")
    assert ask is not None
    with pytest.raises(PluginError, match=r"plug-in jumble .*a set has no order"):
        list(ask.options)


# ------------------------------------------------------------------ topics


def test_a_topic_that_nobody_asks_is_a_fault_with_the_nearest_one(load_game: Loader) -> None:
    @hook("alowance")
    def modify_speed(query: Query) -> None: ...

    with pytest.raises(RulesetError) as caught:
        load_game(TEXT, make_plugin("fast", modify_speed))
    (fault,) = caught.value.faults
    assert fault.code == "H806"
    assert "plug-in fast: modify_speed listens to 'alowance'" in fault.message
    assert fault.hint == "did you mean allowance?"
    assert fault.file == __file__ and fault.line > 0


def test_a_topic_that_an_idle_plug_in_asks_is_none_that_nobody_asks(load_game: Loader) -> None:
    @hook("hits")
    def modify(query: Query) -> None: ...

    asks = make_plugin("asks", declare=lambda r: r.topic("hits", "how many"))
    load_game(TEXT, make_plugin("fast", modify), offered=[asks])


def test_a_hook_remembers_its_topics_and_is_still_a_function() -> None:
    @hook("a", "b")
    def modify_x(query: int) -> int:
        return query + 1

    @hook
    def register(registry: int) -> int:
        return registry

    assert modify_x(1) == 2
    assert modify_x.hexwright_topics == ("a", "b")  # type: ignore[attr-defined]
    assert register(3) == 3
    assert register.hexwright_topics == ()  # type: ignore[attr-defined]
