"""Steps about files: file, edit, look, folder, goes-on; what they do stands at the top of workbench.py."""

from __future__ import annotations

import shlex
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import tomli
from docutils import nodes
from sphinx.application import Sphinx
from workbench import ROOT, TEXT, NotAsSaid, Step

LANGUAGES = {".toml": "toml", ".py": "python", ".md": "markdown"}


class File(Step):
    """A file as it is written."""

    option_spec: ClassVar[dict[str, Any]] = {**Step.option_spec, "copy": TEXT}

    def take(self) -> list[nodes.Node]:
        name = Path(self.arguments[0])
        text = "\n".join(self.content) + "\n"
        if "copy" in self.options:
            self.env.note_dependency(str(ROOT / self.options["copy"]))
            text = (ROOT / self.options["copy"]).read_text(encoding="utf-8")
        name.parent.mkdir(parents=True, exist_ok=True)
        name.write_text(text, encoding="utf-8")
        return self.shown(self.part(text.rstrip().split("\n")), LANGUAGES.get(name.suffix, "text"), f"`{name}`")


class Edit(Step):
    """A change to a file."""

    option_spec: ClassVar[dict[str, Any]] = {"replace": TEXT, "after": TEXT, "under": TEXT}

    def take(self) -> list[nodes.Node]:
        name = Path(self.arguments[0])
        lines = name.read_text(encoding="utf-8").split("\n")
        new = list(self.content)
        under = self.options.get("under", "")
        start = self.line(lines, under) if under else 0
        where = f", under `{under}`" if under else ""
        if old := self.options.get("replace"):
            at = start + self.line(lines[start:], old)
            lines[at : at + 1] = new
            where += f", instead of `{old}`"
        elif before := self.options.get("after"):
            at = start + self.line(lines[start:], before) + 1
            lines[at:at] = new
            where += f", after `{before}`"
        else:
            lines = [*"\n".join(lines).rstrip().split("\n"), "", *new, ""]
            where += ", at the end"
        name.write_text("\n".join(lines), encoding="utf-8")
        return self.shown(new, "toml" if is_toml(new) else "text", f"`{name}`{where}")

    @staticmethod
    def line(lines: list[str], wanted: str) -> int:
        """The first line that is as wanted, whatever its indent and comment."""
        found = (n for n, line in enumerate(lines) if wanted in (line.strip(), line.split(" #")[0].strip()))
        number = next(found, None)
        if number is None:
            raise NotAsSaid(f"there is no line {wanted!r}")
        return number


class Look(Step):
    """What stands in a file."""

    def take(self) -> list[nodes.Node]:
        name = Path(self.arguments[0])
        lines = name.read_text(encoding="utf-8").rstrip().split("\n")
        return self.shown(self.part(lines), LANGUAGES.get(name.suffix, "text"), f"`{name}`")


class Folder(Step):
    """A folder of the checkout, copied without its recorded games; nothing is shown."""

    def take(self) -> list[nodes.Node]:
        source, target = shlex.split(self.arguments[0])
        shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns("games", ".hexwright", "__pycache__"))
        return []


class GoesOn(Step):
    """The folder as an earlier page has left it; nothing is shown."""

    def take(self) -> list[nodes.Node]:
        before = Path(self.env.doctreedir) / "workbench" / self.arguments[0]
        if not before < self.folder:
            raise NotAsSaid("that page is read later; pages are read in the order of their names")
        shutil.copytree(before, self.folder, dirs_exist_ok=True)
        return []


def is_toml(lines: list[str]) -> bool:
    """Whether lines are TOML for themselves, and not the middle of a list or a block."""
    with suppress(tomli.TOMLDecodeError):
        return bool(tomli.loads("\n".join(lines)))
    return False


def setup(app: Sphinx) -> dict[str, Any]:
    steps = {"file": File, "edit": Edit, "look": Look, "folder": Folder, "goes-on": GoesOn}
    for name, step in steps.items():
        app.add_directive(name, step)
    return {"version": "1", "parallel_read_safe": False}
