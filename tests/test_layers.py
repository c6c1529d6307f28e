"""Imports point one way: a module may import those before it in the list, and plug-ins only public names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "engine" / "hexwright"
PLUGINS = ROOT / "plugins" / "hexwright_plugins"

# From the bottom to the top; the packages `ruleset`, `rules`, `bots`, `comparing`, `picture`, `rulebook` and `cli` are
# one layer each. `frames` and what is above know the engine as a whole; `__init__` names the public doors and may be
# imported by none below.
LAYERS = (
    "classes",
    "errors",
    "hexes",
    "strict",
    "dice",
    "stream",
    "odds",
    "facts",
    "conditions",
    "ruleset.key",
    "ruleset.extension",
    "ruleset.style",
    "ruleset.rulebook",
    "ruleset.schema_map",
    "ruleset.schema_units",
    "ruleset.schema_flow",
    "ruleset.schema",
    "pieces",
    "chart",
    "board",
    "reach",
    "ruleset",
    "decisions",
    "state",
    "events",
    "hooks",
    "position",
    "blame",
    "frames",
    "windows",
    "shapes",
    "rules",
    "plugins",
    "view",
    "game",
    "explain",
    "wire",
    "undo",
    "journal",
    "records",
    "session",
    "bots",
    "testing",
    "comparing",
    "picture",
    "rulebook",
    "cli",
    "__main__",
)


def layer_of(module: str) -> str:
    """The layer a dotted module name below hexwright belongs to."""
    parts = module.split(".")
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((p for p in prefixes if p in LAYERS), parts[0])


def imports(path: Path, package: str) -> list[tuple[int, str]]:
    """(line, dotted name below hexwright) of every import that runs, typing-only ones left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                up = parts[: len(parts) - node.level + 1]
                base = ".".join([*up, base]) if base else ".".join(up)
            names = [f"{base}.{a.name}" for a in node.names]
            for name in names:
                if name.startswith("hexwright."):
                    found.append((node.lineno, name.removeprefix("hexwright.")))
        elif isinstance(node, ast.Import):
            found.extend((node.lineno, a.name.removeprefix("hexwright.")) for a in node.names if "hexwright." in a.name)
    return found


def modules() -> list[Path]:
    return sorted(p for p in ENGINE.rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ENGINE)))
def test_engine_modules_import_downwards_only(path: Path) -> None:
    dotted = ".".join(path.relative_to(ENGINE).with_suffix("").parts)
    package = "hexwright" + ("." + dotted.rsplit(".", 1)[0] if "." in dotted else "")
    if dotted.endswith("__init__"):
        dotted = dotted.removesuffix("__init__").rstrip(".")
        package = "hexwright" + (f".{dotted}" if dotted else "")
    if not dotted:
        return  # the package's own doors
    own = layer_of(dotted)
    assert own in LAYERS, f"{dotted} has no layer: put it into LAYERS"
    wrong = []
    for line, name in imports(path, package):
        target = layer_of(name) if layer_of(name) in LAYERS else layer_of(name.rsplit(".", 1)[0])
        if target in LAYERS and target != own and LAYERS.index(target) > LAYERS.index(own):
            wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def plugin_files() -> list[Path]:
    return sorted([*PLUGINS.rglob("*.py"), *(ROOT / "tests" / "rulesets").glob("*/plugins/*.py")])


@pytest.mark.parametrize("path", plugin_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_plugins_import_public_names_only(path: Path) -> None:
    for line, name in imports(path, "hexwright_plugins"):
        assert not any(part.startswith("_") for part in name.split(".")), f"{path}:{line} imports private {name}"


GAME_WORDS = re.compile(
    r"\b(tunis|tunisia|torch|vichy|toulon|allied|casablanca|oran|algiers|rommel|armistice|gibraltar|malta|bizerte)\b",
    re.I,
)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ENGINE)))
def test_the_kernel_knows_no_game(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        assert not GAME_WORDS.search(line), f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def test_every_module_opens_with_its_sentence() -> None:
    for path in [*modules(), *plugin_files()]:
        doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert doc and len(doc.splitlines()[0]) > 20, f"{path.relative_to(ROOT)} says not what may live in it"


@pytest.mark.parametrize("path", [*modules(), *plugin_files()], ids=lambda p: str(p.relative_to(ROOT)))
def test_rooms_stay_small(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= 620, f"{path.relative_to(ROOT)} has {lines} lines: split it"
