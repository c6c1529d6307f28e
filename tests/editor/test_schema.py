"""The JSON Schema of a ruleset: right as a schema, of one mind with the loader, and understood by an editor's tool."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import attrs
import pytest
import tomli
from click.testing import CliRunner, Result

from hexwright.cli import commands
from hexwright.cli.schema import FILES, FOLDER, schema
from hexwright.game import Game
from hexwright.ruleset.book import book_of, form_of, keys_of, members
from hexwright.ruleset.jsonschema import written
from hexwright.ruleset.paths import dotted

jsonschema = pytest.importorskip("jsonschema")
TOMBI = shutil.which("tombi", path=str(Path(sys.executable).parent)) or shutil.which("tombi")
needs_tombi = pytest.mark.skipif(TOMBI is None, reason="tombi is not installed")

ROOT = Path(__file__).parents[2]
TORCH = ROOT / "rulesets" / "torch_tunisia"
SHIPPED = [TORCH, *(ROOT / "tests" / "rulesets" / name for name in ("skirmish", "fleets", "order_sheet"))]
LINE = re.compile(r"#:schema ((?:\.\.?/)+)\.hexwright/(\S+)")


@cache
def schema_of(folder: Path, what: str = "rules") -> dict[str, Any]:
    return schema(folder, what)


@cache
def validator(folder: Path, what: str = "rules") -> Any:
    return jsonschema.Draft7Validator(schema_of(folder, what))


def faults(folder: Path, document: dict[str, Any]) -> list[str]:
    return [
        f"{'.'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator(folder).iter_errors(document)
    ]


def _run(*args: str) -> Result:
    return CliRunner().invoke(commands, list(args))


# ------------------------------------------------------------------ the schema itself


@pytest.mark.parametrize("what", FILES)
@pytest.mark.parametrize("folder", SHIPPED, ids=lambda f: f.name)
def test_it_is_a_draft_07_schema(folder: Path, what: str) -> None:
    jsonschema.Draft7Validator.check_schema(schema_of(folder, what))
    assert written(schema(folder, what)) == written(schema_of(folder, what)), "the same bytes each time"


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda f: f.name)
def test_the_merged_document_of_every_shipped_ruleset_is_right(folder: Path) -> None:
    assert faults(folder, Game.load(folder).rules.document) == []


def test_it_knows_ids_of_scenarios_and_variants_too(tmp_path: Path) -> None:
    folder = _copy(SHIPPED[1], tmp_path)
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "more.toml").write_text('[variant]\ntitle = "More"\n[unit_type.elite]\nname = "Elite"\n')
    assert "elite" in schema(folder, "rules")["definitions"]["ids.unit_type"]["enum"]


def test_texts_defaults_least_numbers_and_choices_come_from_the_classes() -> None:
    unit_type = schema_of(TORCH)["definitions"]["UnitType"]["properties"]
    assert unit_type["range"] == {
        "type": "integer", "description": "spaces that it reaches from its base", "default": 0, "minimum": 0
    }  # fmt: skip
    assert schema_of(TORCH)["definitions"]["MovementMode"]["properties"]["enemies"]["enum"] == ["block", "stop", "pass"]
    assert schema_of(TORCH)["definitions"]["TerrainCost"]["anyOf"][0]["type"] == "integer"
    top = schema_of(TORCH)["properties"]
    assert top["plan"]["properties"]["last_planning_turn"]["description"], "switches of the ruleset's own"


def test_tables_of_plugins_that_are_not_named_are_let_pass(tmp_path: Path) -> None:
    folder = _copy(SHIPPED[1], tmp_path)
    found = schema(folder, "rules")["properties"]["weather"]
    assert found["additionalProperties"] is True and "nothing here is read" in found["description"]


# ------------------------------------------------------------------ the loader and the schema agree

MUTANTS = [
    ("unit_type.bomber_group.rnage", 8),
    ("unit_type.bomber_group.range", "eight"),
    ("unit_type.bomber_group.range", -1),
    ("unit_type.bomber_group.tags", "air"),
    ("unit_type.bomber_group.movement", "lnad"),
    ("unit_type.bomber_group.traits.formaton", {}),
    ("movement.land.enemies", "blok"),
    ("movement.land.cost.mountian", 2),
    ("movement.land.cost.mountain.stopp", True),
    ("nation.axis.side", "axsi"),
    ("unit.gib_bmb.at", "gibraltarr"),
    ("unit.gib_bmb.type", "bombr_group"),
    ("sequence.turns", 2.5),
    ("sequence.each_turn", ["planing"]),
    ("air.intercept_mode", "alrt"),
    ("air.intercept_radus", 2),
    ("landing.may_split", 1),
    ("phase.march.fram", "pass"),
    ("control.takes", [3]),
    ("weathr.mud_turns", [3]),
    ("space.A1.features.prot", {}),
    ("victory.conditions.more", {"winner": "axis", "check": [], "when": {"trun": 3}}),
    ("reinforce.mode_locked", "yes"),
    ("plan.last_planning_turn", "ten"),
]


@pytest.mark.parametrize(("path", "value"), MUTANTS, ids=lambda v: str(v))
def test_what_the_loader_refuses_the_schema_refuses(path: str, value: Any, tmp_path: Path) -> None:
    folder = _copy(TORCH, tmp_path)
    text = f'[variant]\ntitle = "Mutant"\n[{path.rpartition(".")[0]}]\n{path.rpartition(".")[2]} = {_toml(value)}\n'
    (folder / "variants" / "mutant.toml").write_text(text, encoding="utf-8")
    game, _ = Game.load_with_faults(folder, variants=("mutant",))
    assert game is None, "the loader lets it pass"
    assert faults(TORCH, tomli.loads(text)) != [], "the schema lets it pass"


@pytest.mark.parametrize(
    "text",
    [
        "[unit_type.bomber_group]\nrange = 9",
        '[unit_type.elite]\nname = "Elite"\nsteps = 2',
        "[movement.land.cost]\nmountain = 2",
        "[movement.land.cost.mountain]\nstop = false",
        'remove = ["unit.gib_bmb"]\n[sequence]\nturns = 12',
        "[plan]\nlast_planning_turn = 8",
        "[reinforce]\nmode_locked = true",
    ],
)
def test_what_the_loader_takes_the_schema_takes(text: str, tmp_path: Path) -> None:
    folder = _copy(TORCH, tmp_path)
    whole = f"{text}\n[variant]\ntitle = 'Right'\n"
    (folder / "variants" / "right.toml").write_text(whole, encoding="utf-8")
    _, found = Game.load_with_faults(folder, variants=("right",))
    assert [str(f) for f in found if f.code.startswith(("H2", "H1", "H6"))] == []
    assert faults(TORCH, tomli.loads(whole)) == []


def _least(value: Any, kind: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The paths of a table's keys with a least number, with that number."""
    for member in members(kind):
        if isinstance(value, dict) and isinstance(member, type) and attrs.has(member):
            for key in keys_of(member):
                if key.least is not None:
                    yield (*path, key.name), key.least
                yield from _least(value.get(key.name), key.type, (*path, key.name))
        elif isinstance(value, dict) and get_origin(member) is dict:
            for name, item in list(value.items())[:1]:
                yield from _least(item, get_args(member)[1], (*path, name))


def test_a_number_below_its_least_is_refused_by_both() -> None:
    game = Game.load(TORCH)
    book = book_of(game.plugins.extensions())
    document = game.rules.document
    tried = 0
    for name in book.tables:
        for path, least in _least(document.get(name), form_of(name, book), (name,)):
            shown = dotted(path)
            assert Game.load_with_faults(TORCH, settings=(f"{shown}={least - 1}",))[0] is None, shown
            below: Any = least - 1
            for part in reversed(path):
                below = {part: below}
            assert faults(TORCH, below) != [], shown
            tried += 1
    assert tried >= 12


# ------------------------------------------------------------------ the files and the command


def test_every_file_of_a_ruleset_names_its_schema_in_its_first_line() -> None:
    for folder in SHIPPED:
        for name, patterns in FILES.values():
            for file in (f for pattern in patterns for f in sorted(folder.glob(pattern))):
                first = LINE.fullmatch(file.read_text(encoding="utf-8").split("\n")[0])
                assert first is not None and first[2] == name, file
                assert (file.parent / first[1]).resolve() == folder.resolve(), file


def test_the_command_prints_writes_and_says_where(tmp_path: Path) -> None:
    folder = _copy(SHIPPED[1], tmp_path)
    printed = _run("schema", str(folder))
    assert printed.exit_code == 0 and json.loads(printed.output)["title"]
    target = tmp_path / "out.json"
    assert _run("schema", str(folder), "-o", str(target)).exit_code == 0
    assert target.read_text(encoding="utf-8") == printed.output
    told = _run("schema", str(folder), "--write")
    assert told.exit_code == 0
    assert {p.name for p in (folder / FOLDER).iterdir()} == {name for name, _ in FILES.values()}
    assert (folder / FOLDER / "ruleset.schema.json").read_text(encoding="utf-8") == printed.output
    assert _run("schema", str(folder), "--write", "-o", str(target)).exit_code == 2


def test_a_ruleset_with_faults_has_a_schema_all_the_same(tmp_path: Path) -> None:
    folder = _copy(SHIPPED[1], tmp_path)
    (folder / "more.toml").write_text('[unit_type.new]\nrnage = 3\n[unit.x]\ntype = "nobody"\n', encoding="utf-8")
    found = _run("schema", str(folder))
    assert found.exit_code == 0 and "new" in json.loads(found.output)["definitions"]["ids.unit_type"]["enum"]


# ------------------------------------------------------------------ a real language tool


def _copy(source: Path, tmp_path: Path) -> Path:
    folder = tmp_path / source.name
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("games", FOLDER, "__pycache__"))
    return folder


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + "}"
    return json.dumps(value)


@pytest.fixture(scope="module")
def torch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of Torch & Tunisia with its schemas written, as a designer has it."""
    folder = _copy(TORCH, tmp_path_factory.mktemp("torch"))
    assert _run("schema", str(folder), "--write").exit_code == 0
    shutil.copy(ROOT / ".tombi.toml", folder.parent)
    return folder


def _lint(folder: Path, *files: Path) -> tuple[int, str]:
    assert TOMBI is not None
    names = [str(f.relative_to(folder)) for f in files]
    command = [TOMBI, "lint", "--offline", "--error-on-warnings", *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    return done.returncode, re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)


@needs_tombi
def test_tombi_accepts_every_shipped_file(torch: Path) -> None:
    files = [f for _, patterns in FILES.values() for p in patterns for f in sorted(torch.glob(p))]
    code, told = _lint(torch, *files)
    assert code == 0, told[:3000]
    assert f"{len(files)} files linted successfully" in told


@needs_tombi
def test_tombi_accepts_the_tiny_rulesets(tmp_path: Path) -> None:
    for source in SHIPPED[1:]:
        folder = _copy(source, tmp_path)
        assert _run("schema", str(folder), "--write").exit_code == 0
        shutil.copy(ROOT / ".tombi.toml", tmp_path)
        code, told = _lint(folder, *sorted(folder.glob("*.toml")))
        assert code == 0, told[:3000]


PLANTED = [
    ("[unit_type.bomber_group]\nrnage = 8", 4, '"rnage" is not allowed'),
    ('[unit_type.bomber_group]\nrange = "eight"', 4, "expected a value of type Integer"),
    ('[unit.gib_bmb]\ntype = "bombr_group"', 4, "must be one of"),
    ('[movement.land]\nenemies = "blok"', 4, "must be one of"),
    ("[movement.land.cost]\nmountian = 2", 4, '"mountian" is not allowed'),
    ("[air]\nintercept_radus = 2", 4, '"intercept_radus" is not allowed'),
    ("[weathr]\nmud_turns = [3]", 3, '"weathr" is not allowed'),
    ("[phase.land]\nwhen = { trun = 3 }", 4, '"trun" is not allowed'),
]


@needs_tombi
@pytest.mark.parametrize(("text", "line", "words"), PLANTED, ids=[p[0].split("\n")[1] for p in PLANTED])
def test_tombi_tells_a_planted_fault_at_its_line(torch: Path, text: str, line: int, words: str) -> None:
    file = torch / "variants" / "planted.toml"
    head = '#:schema ../.hexwright/ruleset.schema.json\nvariant = { title = "Planted" }\n'
    file.write_text(f"{head}{text}\n", encoding="utf-8")
    try:
        code, told = _lint(torch, file)
    finally:
        file.unlink()
    assert code != 0
    assert words in told and re.search(rf"planted\.toml:{line}:\d+", told), told[:2000]


@needs_tombi
def test_tombi_tells_a_fault_in_a_scenario_test(torch: Path) -> None:
    file = torch / "tests" / "planted.toml"
    file.write_text('#:schema ../.hexwright/tests.schema.json\n[[test]]\nid = "x"\n[test.expect]\nevnts = ["lost"]\n')
    try:
        code, told = _lint(torch, file)
    finally:
        file.unlink()
    assert code != 0 and '"evnts" is not allowed' in told and "planted.toml:5:1" in told


@needs_tombi
def test_without_the_schema_file_tombi_only_warns(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("#:schema ./.hexwright/ruleset.schema.json\n[sequence]\nturns = 1\n")
    assert TOMBI is not None
    done = subprocess.run([TOMBI, "lint", "--offline", "x.toml"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "schema file not found" in done.stdout + done.stderr


COMPLETED = [
    ("[unit_type.new]\n|", {"name", "steps", "range", "dice"}),
    ('[unit.new]\ntype = "|"', {'"bomber_group"', '"infantry_regiment"'}),
    ('[movement.land]\nenemies = "|"', {'"block"', '"stop"', '"pass"'}),
    ("[movement.land.cost]\n|", {"mountain", "open"}),
    ("[unit_type.|]\n", {"bomber_group"}),
    ("[phase.land]\nwhen = { | }", {"turn", "control", "all", "not"}),
    ("[air]\n|", {"intercept_mode", "intercept_radius"}),
    ("[|]\n", {"unit_type", "air", "plan"}),
]


@needs_tombi
def test_an_editor_completes_keys_and_ids(torch: Path, language_server: Callable[..., Any]) -> None:
    assert TOMBI is not None
    head = "#:schema ../.hexwright/ruleset.schema.json\n"
    with language_server([TOMBI, "lsp", "--offline"], torch) as server:
        for number, (text, wanted) in enumerate(COMPLETED):
            offered = server.completions(torch / "variants" / f"typed_{number}.toml", head + text)
            assert wanted <= offered, f"{text!r}: {sorted(offered)[:40]}"
