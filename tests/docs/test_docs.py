"""The docs are built whole, without network and without a warning; what a page says wrongly about a run is seen."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hexwright.cli import COMMANDS
from hexwright.facts import FACTS
from hexwright.plugins import discover
from hexwright.ruleset.faults import CODES
from hexwright.ruleset.schema import TABLES

ROOT = Path(__file__).parents[2]
PLANTED = """\
import sys
sys.path.insert(0, {ext!r})
extensions = ["myst_parser", "doctests", "workbench", "workfiles"]
"""
# a page -> (what stands in it, what the build must say of it)
WRONG = {
    "code": ("```{run} hexwright check nowhere\n```", "it ended with"),
    "text": ("```{run} hexwright --version\n:has: rain\n```", "the output has no 'rain'"),
    "lacks": ("```{run} hexwright --version\n:lacks: hexwright\n```", "the output has 'hexwright'"),
    "program": ("```{run} rm -r x\n```", "only hexwright is run"),
    "part": ("```{run} hexwright --version\n:from: rain\n```", "no line has 'rain'"),
    "line": ("```{file} a.toml\na = 1\n```\n```{edit} a.toml\n:replace: a = 2\na = 3\n```", "there is no line 'a = 2'"),
    "file": ("```{look} a.toml\n```", "No such file"),
    "order": ("```{goes-on} zebra\n```", "that page is read later"),
    "python": ("```pycon\n>>> 1 + 1\n3\n```", "Failed example"),
    "link": ("[there](nowhere.md)", "cross-reference target not found"),
    "zebra": ("```{edit} a.toml\nb = 1\n```", "No such file"),
}


def build(source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "--keep-going", "-b", "html", str(source), str(out)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_docs_are_built_and_everything_has_its_place(tmp_path: Path) -> None:
    built = build(ROOT / "docs", tmp_path / "html")
    assert (built.stderr, built.returncode) == ("", 0)
    html = tmp_path / "html"
    pages = {file.relative_to(html).as_posix(): file.read_text("utf-8") for file in html.rglob("*.html")}
    made = "reference/made"
    for name in COMMANDS:
        assert f'id="hexwright-{name}"' in pages[f"{made}/commands.html"], name
    for name in TABLES:
        assert f'id="table-{name.replace("_", "-")}"' in pages[f"{made}/table/{name}.html"], name
    for code in CODES:
        assert f'id="code-{code.lower()}"' in pages[f"{made}/code/{code[:2].lower()}.html"], code
    for fact in FACTS:
        assert f'id="condition-{fact.replace("_", "-")}"' in pages[f"{made}/conditions.html"], fact
    for path in ("test.position.units.NAME", "test.decisions[]", "test.expect.options", "test.expect.asked"):
        assert f">{path}<" in pages[f"{made}/tests.html"], path
    for frame in ("pass", "march.move", "victory.final"):
        assert f">{frame}<" in pages[f"{made}/frames.html"], frame
    for id, offer in discover().items():
        assert offer.registry is not None
        for name in offer.registry.tables:
            assert f'id="table-{name.replace("_", "-")}"' in pages[f"{made}/plugin/{id}.html"], name
    for name, text in pages.items():
        fetched = re.findall(r'<(?:script|link|img|iframe)\b[^>]*(?:src|href)="((?:https?:)?//[^"]*)', text)
        assert not fetched, f"{name} needs what is elsewhere"
        assert str(ROOT) not in text and str(tmp_path) not in text, f"{name} has a path of this machine"
    for sheet in html.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", sheet.read_text("utf-8")), sheet.name


@pytest.mark.slow
def test_what_does_not_go_as_a_page_says_fails_the_build(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(PLANTED.format(ext=str(ROOT / "docs" / "_ext")), encoding="utf-8")
    (tmp_path / "index.md").write_text("# Planted\n\n```{toctree}\n:glob:\n*\n```\n", encoding="utf-8")
    for name, (text, _) in WRONG.items():
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    built = build(tmp_path, tmp_path / "out")
    assert built.returncode == 1
    for name, (_, told) in WRONG.items():
        assert re.search(rf"/{name}\.md\S* WARNING: .*{re.escape(told)}", built.stderr) or (
            name == "python" and told in built.stderr
        ), f"{name}: {built.stderr}"


def test_the_first_commands_of_the_docs_run_in_processes_of_their_own(tmp_path: Path) -> None:
    for arguments, told in (
        (["new", "ruleset", "mygame"], "What to try next"),
        (["check", "mygame"], "mygame: no faults"),
        (["test", "mygame"], " 0 failed"),
    ):
        command = [sys.executable, "-m", "hexwright", *arguments]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert told in ran.stdout
