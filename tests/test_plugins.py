"""Which plug-ins play: order, requirements and conflicts, misspelt and forgotten hooks, broken ones, local ones."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from attrs import frozen

from hexwright.errors import Fault, RulesetError
from hexwright.events import Event, Moved, Noted
from hexwright.frames import Play
from hexwright.game import Game
from hexwright.hooks import Manifest, Modifier, Query, Registry, hook
from hexwright.plugins import choose, compile_hooks, discover, inspect_module, unmarked
from hexwright.position import Position
from hexwright.rules.movement import allowance
from hexwright.windows import Action, Window

from .conftest import MAP, ONE_PHASE, SIDES, UNITS, Loader, happen, head, make_plugin, write_game

TEXT = MAP + UNITS + ONE_PHASE


def speaker(id_: str, **manifest: Any) -> Any:
    """A plug-in that modifies the allowance under its own name."""

    @hook("allowance")
    def modify(query: Query) -> Modifier:
        return Modifier(id_, 1)

    return make_plugin(id_, modify, **manifest)


def labels(game: Game) -> list[str]:
    now = game.position(game.start())
    return [p.label for p in allowance(now, now.unit("r1")).parts[1:]]


def faults_of(folder: Path, *plugins: Any) -> tuple[Fault, ...]:
    return Game.load_with_faults(folder, plugins=plugins)[1]


# ------------------------------------------------------------------ order


@pytest.mark.case("P01")
@pytest.mark.parametrize("order", list(itertools.permutations("abc")))
def test_p01_order_comes_from_the_manifests_and_never_from_the_install_order(
    load_game: Loader, order: tuple[str, ...]
) -> None:
    after = {"a": ("b",), "b": (), "c": ("a",)}
    game = load_game(TEXT, *(speaker(i, after=after[i]) for i in order))
    assert [o.id for o in game.plugins.active] == ["b", "a", "c"]
    assert labels(game) == ["b", "a", "c"]


@pytest.mark.case("P01")
def test_p01_pluggys_own_flags_have_no_effect(load_game: Loader) -> None:
    first = speaker("z")
    assert first.modify.hexwright_impl["tryfirst"] is False  # what pluggy's own marker leaves on a function
    first.modify.hexwright_impl["tryfirst"] = True
    assert labels(load_game(TEXT, first, speaker("y"))) == ["y", "z"]


def test_without_wishes_the_order_is_that_of_the_ids(load_game: Loader) -> None:
    assert labels(load_game(TEXT, *(speaker(i) for i in ("m10", "m2", "a")))) == ["a", "m10", "m2"]


def test_the_rules_hash_knows_plug_ins_and_versions_but_no_order(load_game: Loader) -> None:
    text = TEXT
    one = load_game(text, speaker("a"), speaker("b"))
    two = Game.load(one.rules.folder, plugins=[speaker("b"), speaker("a")])
    newer = Game.load(one.rules.folder, plugins=[speaker("b"), speaker("a", version="9")])
    assert one.rules_hash == two.rules_hash != newer.rules_hash


# ------------------------------------------------------------------ wishes that cannot be met


def offers(*modules: Any) -> dict[str, Any]:
    return {m.MANIFEST.id: inspect_module(m.MANIFEST.id, m, "test") for m in modules}


def chosen(*modules: Any, named: Iterable[str] = ()) -> Any:
    found = offers(*modules)
    return choose(named or tuple(found), found)


@pytest.mark.case("P09")
def test_p09_a_circle_is_printed() -> None:
    picked = chosen(*(speaker(i, after=a) for i, a in (("a", ("b",)), ("b", ("c",)), ("c", ("a",)), ("d", ("a",)))))
    (fault,) = picked.faults
    assert (fault.code, fault.message) == ("H805", "plug-ins wait for each other: a after b after c after a")


@pytest.mark.case("P09")
def test_p09_a_circle_of_requirements_is_one_too() -> None:
    picked = chosen(speaker("a", requires=("b",)), speaker("b", after=("a",)))
    assert [f.message for f in picked.faults] == ["plug-ins wait for each other: a after b after a"]
    selfish = chosen(speaker("a", after=("a",)))
    assert [f.message for f in selfish.faults] == ["plug-ins wait for each other: a after a"]


@pytest.mark.case("P09")
def test_p09_after_something_absent_counts_as_met() -> None:
    picked = chosen(
        speaker("c", after=("not_installed",)), speaker("b", after=("idle",)), speaker("idle"), named=["c", "b"]
    )
    assert picked.faults == ()
    assert [o.id for o in picked.active] == ["b", "c"]
    assert picked.versions == (("b", "0.1.0"), ("c", "0.1.0"))


@pytest.mark.case("P09")
def test_p09_requirements_and_conflicts_name_both() -> None:
    found = [
        speaker("a"),
        speaker("d", requires=("idle", "gone")),
        speaker("e", conflicts=("a", "idle")),
        speaker("idle"),
    ]
    picked = chosen(*found, named=["a", "d", "e"])
    assert [(f.code, f.message) for f in picked.faults] == [
        ("H803", "plug-in d requires idle, which the ruleset does not name"),
        ("H803", "plug-in d requires gone, which the ruleset does not name"),
        ("H804", "plug-ins e and a cannot be used together"),
    ]


def test_a_plug_in_that_nobody_offers_is_told_with_the_nearest() -> None:
    picked = chosen(speaker("weather"), named=["wether", "xyz"])
    assert [(f.code, f.message, f.hint) for f in picked.faults] == [
        ("H801", "no plug-in 'wether' is installed", "did you mean weather?"),
        ("H801", "no plug-in 'xyz' is installed", "`hexwright plugins` lists those on offer"),
    ]


def test_a_plug_in_named_twice_plays_once(load_game: Loader) -> None:
    assert labels(load_game(TEXT, speaker("a"), named=["a"])) == ["a"]


def test_a_plug_in_for_another_api_is_refused_with_both_ranges() -> None:
    (fault,) = chosen(speaker("old", api=(0, 0), version="3.2")).faults
    assert fault.message == "plug-in old 3.2 cannot be used: it wants plug-in API 0 to 0, this is 1"


# ------------------------------------------------------------------ places of faults


def test_faults_stand_at_the_entry_in_the_list_of_plug_ins(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    text = '[ruleset]\nid = "tiny"\ntitle = "Tiny"\nplugins = [\n  "a",\n  "wether",  # rain\n  "d",\n]\n'
    (folder / "ruleset.toml").write_text(text + SIDES + TEXT)
    faults = [f for f in faults_of(folder, speaker("a"), speaker("d", requires=("e",))) if f.code.startswith("H80")]
    places = [(f.code, f.line, f.column, f.width, f.source, f.file) for f in faults]
    file = str(folder / "ruleset.toml")
    assert places == [
        ("H801", 6, 3, 8, '  "wether",  # rain', file),
        ("H803", 7, 3, 3, '  "d",', file),
    ]
    assert str(faults[0]).startswith(f"{file}:6:3: error[H801] no plug-in 'wether' is installed")


def test_a_fault_of_a_plug_in_that_a_variant_names_stands_in_the_variant(tmp_path: Path) -> None:
    variant = '[variant]\ntitle = "Wet"\n[ruleset]\nplugins = ["rain"]\n'
    folder = write_game(tmp_path / "tiny", TEXT, ["a"], {"variants/wet.toml": variant})
    game, faults = Game.load_with_faults(folder, variants=("wet",), plugins=[speaker("a")])
    assert game is None
    assert [(f.code, f.file, f.line, f.column) for f in faults] == [
        ("H801", str(folder / "variants" / "wet.toml"), 4, 12)
    ]


def test_a_fault_of_a_plug_in_that_a_setting_names_says_so(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "tiny", TEXT, ["a"])
    _, faults = Game.load_with_faults(folder, settings=('ruleset.plugins=["rain"]',), plugins=[speaker("a")])
    assert [f.code for f in faults] == ["H801"]
    assert "ruleset.toml" not in faults[0].file and faults[0].line == 1


# ------------------------------------------------------------------ misspelt, unmarked and imported functions

SOURCE = """
from hexwright.hooks import Manifest, hook
import hexwright.events as react
from hexwright.errors import nearest as redact_names

MANIFEST = Manifest("local", "beside the ruleset", version="1.5")


@hook("allowance")
def {name}(query):
    return None


def forbid(decision):
    return None


def modify_speed(query):
    return None


def modify_all(numbers):
    return numbers


def regular(registry):
    return registry
"""


@pytest.mark.case("P03")
def test_p03_a_misspelt_hook_is_told_with_file_line_and_the_nearest(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "tiny", TEXT, ["local"], {"plugins/local.py": SOURCE.format(name="modfiy_x")})
    (fault,) = faults_of(folder)
    assert (fault.code, fault.line, fault.column) == ("H802", 4, 12)
    assert fault.message.startswith("plug-in local 1.5 cannot be used: local.py:")
    line = int(fault.message.split("local.py:")[1].split(":")[0])
    assert SOURCE.splitlines()[line - 1].startswith(("@hook", "def {name}"))
    assert "modfiy_x: no such hook, did you mean modify?" in fault.message


@pytest.mark.case("P03")
def test_p03_functions_that_look_like_hooks_but_are_not_marked_are_warned_about(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "tiny", TEXT, ["local"], {"plugins/local.py": SOURCE.format(name="modify_x")})
    game, faults = Game.load_with_faults(folder)
    assert game is not None  # warnings are no errors
    path = folder / "plugins" / "local.py"
    lines = path.read_text().splitlines()
    assert [(f.code, f.level, f.file) for f in faults] == [("H809", "warning", str(path))] * 2
    assert [lines[f.line - 1] for f in faults] == ["def forbid(decision):", "def modify_speed(query):"]
    assert faults[0].message == "plug-in local: forbid looks like a hook but is not marked as one"
    assert faults[0].hint == "put @hook above it"
    assert list(game.hooks.forbids) == []  # and it is none


@pytest.mark.case("P03")
def test_p03_a_clean_plug_in_draws_no_warning(load_game: Loader) -> None:
    module = speaker("a")
    module.forbid_none = ModuleType("forbid_none")
    module.react = Noted
    assert unmarked(module) == ()
    assert load_game(TEXT, module).plugins.faults == ()


def marked(*topics: Any, name: str = "modify", arguments: str = "query") -> Any:
    space: dict[str, Any] = {}
    exec(f"def {name}({arguments}): return None", space)
    return hook(*topics)(space[name]) if topics else hook(space[name])


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (marked(), "modify: it listens to nothing"),
        (marked(name="forbid", arguments="now, seat, words"), "forbid: it listens to nothing"),
        (marked("Moved", name="react_x", arguments="event, now"), "react_x: 'Moved' is no topic of react"),
        (marked(Moved), "Moved.*is no topic of modify"),
        (marked("x", name="redact", arguments="now, seat, value"), "redact: it is asked once and has no topics"),
        (marked("allowance", arguments="query, more"), "more"),
        (marked("move", name="forbid", arguments="decision"), "decision"),
    ],
)
def test_a_hook_that_could_never_be_called_rightly_is_a_fault(load_game: Loader, function: Any, said: str) -> None:
    with pytest.raises(RulesetError, match=f"plug-in odd 0.1.0 cannot be used: .*{said}"):
        load_game(TEXT, make_plugin("odd", function))


# ------------------------------------------------------------------ broken plug-ins


@pytest.mark.case("P04")
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("\nraise RuntimeError('boom')", "it cannot be imported: RuntimeError('boom') (local.py:2)"),
        ("import no_such_module_at_all", "it cannot be imported: ModuleNotFoundError"),
        ("def (", "it cannot be imported: SyntaxError: invalid syntax (local.py:1)"),
        ("x = 1", "it has no MANIFEST"),
        ("MANIFEST = {'id': 'local'}", "it has no MANIFEST"),
    ],
)
def test_p04_a_broken_plug_in_is_one_fault_where_it_is_named_and_nothing_elsewhere(
    tmp_path: Path, source: str, said: str
) -> None:
    files = {"plugins/local.py": source}
    named = write_game(tmp_path / "a" / "tiny", TEXT, ["local", "good"], files)
    (fault,) = faults_of(named, speaker("good"))
    assert fault.code == "H802" and fault.line == 4
    assert fault.message.startswith(f"plug-in local cannot be used: {said}")
    other = write_game(tmp_path / "b" / "tiny", TEXT, ["good"], files)
    assert labels(Game.load(other, plugins=[speaker("good")])) == ["good"]


@pytest.mark.case("P04")
def test_p04_an_error_in_register_is_a_fault_with_the_version(load_game: Loader) -> None:
    def declare(registry: Registry) -> None:
        raise KeyError("lost")

    bad = make_plugin("bad", declare=declare, version="7")
    with pytest.raises(RulesetError, match=r"plug-in bad 7 cannot be used: register failed: KeyError\('lost'\)"):
        load_game(TEXT, bad)
    assert labels(load_game(TEXT, speaker("good"), offered=[bad])) == ["good"]


@pytest.mark.case("P04")
def test_p04_two_files_with_one_id_are_told(tmp_path: Path) -> None:
    source = 'from hexwright.hooks import Manifest\nMANIFEST = Manifest("same", "x")\n'
    folder = write_game(tmp_path / "tiny", TEXT, ["same"], {"plugins/one.py": source, "plugins/two.py": source})
    (fault,) = faults_of(folder)
    assert fault.message == "plug-in same 0.1.0 cannot be used: one.py and two.py have the same id 'same'"


@pytest.mark.case("P04")
def test_p04_installed_plug_ins_that_break_or_share_an_id_are_listed_as_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = speaker("same"), speaker("same")
    holder = ModuleType("test_installed")
    holder.one, holder.two = one, two  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "test_installed", holder)
    group = "hexwright.plugins"
    points = [
        EntryPoint("first", "test_installed:one", group),
        EntryPoint("second", "test_installed:two", group),
        EntryPoint("missing", "test_installed:three", group),
        EntryPoint("absent", "no_such_module_at_all", group),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    found = discover()
    assert sorted(found) == ["absent", "missing", "same"]
    assert found["same"].broken == "two installed plug-ins have the id 'same'"
    assert found["missing"].broken.startswith("it cannot be imported: AttributeError")
    assert found["absent"].broken.startswith("it cannot be imported: ModuleNotFoundError")


def test_installed_plug_ins_never_play_unasked(load_game: Loader) -> None:
    game = load_game(TEXT)
    assert game.plugins.active == ()
    assert "victory" in game.plugins.offered
    assert not (game.hooks.forbids or game.hooks.modifies or game.hooks.reacts or game.hooks.redacts)


# ------------------------------------------------------------------ plug-ins beside a ruleset, and objects

LOCAL = '''
from attrs import frozen
from hexwright.events import Moved, Noted
from hexwright.hooks import Manifest, hook
from hexwright.ruleset.schema import key

MANIFEST = Manifest("local", "beside the ruleset")


@frozen
class Local:
    """[local]"""

    word: str = key("what is said", "dust")


@hook(Moved)
def react(event, now):
    return [Noted(note=now.settings(Local).word)]


@hook
def register(registry):
    registry.table("local", Local)
'''


def test_plug_ins_beside_a_ruleset_are_found_by_themselves(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "tiny", TEXT + '[local]\nword = "sand"\n', ["local"], {"plugins/local.py": LOCAL})
    game = Game.load(folder)
    step = happen(game, game.start(), Moved(unit="r1", path=("A1", "B1")))
    assert step.events[-1] == Noted(note="sand")
    (offer,) = game.plugins.active
    assert offer.origin == str(folder / "plugins" / "local.py")


def test_two_rulesets_may_have_plug_ins_of_one_name(tmp_path: Path) -> None:
    told = []
    for n, word in enumerate(("sand", "snow")):
        source = LOCAL.replace('"dust"', f'"{word}"')
        folder = write_game(tmp_path / str(n) / "tiny", TEXT, ["local"], {"plugins/local.py": source})
        told.append(Game.load(folder))
    words = [happen(g, g.start(), Moved(unit="r1", path=("A1", "B1"))).events[-1].text() for g in told]
    assert words == ["sand", "snow"]


class Orator:
    """A plug-in that is an object with methods."""

    MANIFEST: ClassVar[Manifest] = Manifest("orator", "an object")

    def __init__(self, words: str) -> None:
        self.words = words

    @hook(Moved)
    def react_moved(self, event: Moved, now: Position) -> Iterable[Event]:
        return [Noted(note=self.words)]

    @hook("allowance")
    def modify(self, query: Query) -> Modifier:
        return Modifier(self.words, 1)

    def forbid(self, now: Position, seat: str, words: tuple[str, ...]) -> None:
        """Looks like a hook and is none."""


def test_a_plug_in_may_be_an_object(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "tiny", TEXT, ["orator"])
    game, faults = Game.load_with_faults(folder, plugins=[Orator("hear hear")])
    assert game is not None
    assert labels(game) == ["hear hear"]
    assert happen(game, game.start(), Moved(unit="r1", path=("A1", "B1"))).events[-1] == Noted(note="hear hear")
    assert [f.message for f in faults] == ["plug-in orator: forbid looks like a hook but is not marked as one"]


def test_an_imported_hook_belongs_to_the_plug_in_that_wrote_it(load_game: Loader) -> None:
    writer, borrower = speaker("writer"), make_plugin("borrower")
    borrower.modify = writer.modify
    assert labels(load_game(TEXT, writer, borrower)) == ["writer"]


# ------------------------------------------------------------------ two games in one process


@frozen
class Digging(Window):
    """Units dig in."""

    name: ClassVar[str] = "digging.window"


class Dig(Action):
    """`dig UNIT`."""

    verb = "dig"
    windows = ("digging.window",)

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"dig {u.id}" for u in now.units() if now.seat_of(u.nation) == seat and not u.status]

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        from hexwright.events import StatusSet

        play.emit(StatusSet(unit=words[1], status="dug_in"))


DIGGING = (
    MAP
    + UNITS
    + """
[status.dug_in]
[sequence]
turns = 2
each_turn = ["act"]
[phase.act]
frame = "digging.window"
by = ["red"]
"""
)


@pytest.mark.case("V02")
def test_v02_two_games_with_different_plug_ins_do_not_touch_each_other(load_game: Loader) -> None:
    def declare(registry: Registry) -> None:
        registry.frame(Digging)
        registry.action(Dig())

    def with_digging(*more: Any) -> Game:
        return load_game(DIGGING, make_plugin("digging", declare=declare), *more)

    def play(game: Game) -> Iterable[str]:
        state = game.start()
        while game.asks(state):
            (ask,) = game.asks(state)
            step = game.apply(state, ask.options[0])
            state = step.state
            yield state.digest + "".join(e.text() for e in step.events)

    @hook("dig")
    def forbid(now: Position, seat: str, words: tuple[str, ...]) -> Any:
        from hexwright.errors import Reason

        return Reason("rock") if words[1] == "r1" else None

    plain, rocky = with_digging(), with_digging(make_plugin("rock", forbid))
    alone = [list(play(plain)), list(play(rocky))]
    assert alone[0] != alone[1]
    both: list[list[str]] = [[], []]
    for a, b in itertools.zip_longest(play(with_digging()), play(rocky)):
        both[0] += [a] if a else []
        both[1] += [b] if b else []
    assert both == alone
    assert list(play(plain)) == alone[0]


def test_compiled_hooks_are_fixed_when_a_game_is_loaded(load_game: Loader) -> None:
    game = load_game(TEXT, speaker("a"))
    hooks, faults = compile_hooks(game.plugins)
    assert faults == ()
    assert [(li.plugin, li.version) for li in hooks.modifies["allowance"]] == [("a", "0.1.0")]
    assert isinstance(hooks.modifies["allowance"], tuple)


def test_the_head_names_what_it_is_given() -> None:
    assert head(["a", "b"]).endswith('plugins = ["a", "b"]\n')
