"""Directives that play what a page shows, in a folder of the page's own, step by step: run, file, edit, look.

    ```{run} hexwright check millford
    :exit: 1                      the exit code it must have; 0 when left out
    :has: no faults | millford    texts that its output must have
    :from: Turn 1                 the output is shown from the first line with this text
    :to: Turn 2                   ... and ends with the next line that has this one
    what is typed, line by line
    ```

`{file} NAME` writes a file, or shows and copies the one that `:copy:` names. `{edit} NAME` changes one: `:replace:` a
line by the text, put it `:after:` a line or at the end, `:under:` names the head of the table. `{look} NAME` shows
what is there, `:from:` and `:to:` as above. `{folder} SOURCE TARGET` copies a folder of the checkout, `{goes-on} PAGE`
begins with that of another page. What does not go as the page says is a warning, which fails the build.
"""

from __future__ import annotations

import os
import shlex
import shutil
from contextlib import chdir
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.directives.code import container_wrapper
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
TEXT = directives.unchanged
logger = logging.getLogger(__name__)


class NotAsSaid(Exception):
    """Something did not go as the page says."""


class Step(SphinxDirective):
    """One step of a page; a step that does not go as it says is a warning at its line."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"from": TEXT, "to": TEXT, "hide": directives.flag}

    @property
    def folder(self) -> Path:
        """The folder of this page: empty when the page begins."""
        folder = Path(self.env.doctreedir) / "workbench" / self.env.docname
        if not self.env.temp_data.get("workbench"):
            self.env.temp_data["workbench"] = True
            played(self.env).add(self.env.docname)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        return folder

    def run(self) -> list[nodes.Node]:
        try:
            with chdir(self.folder):
                return self.take()
        except (NotAsSaid, OSError) as error:
            logger.warning("%s: %s", self.arguments[0], error, location=self.get_location(), type="workbench")
            return []

    def take(self) -> list[nodes.Node]:
        """Do it and show it."""
        raise NotImplementedError

    def shown(self, lines: list[str], language: str, caption: str = "") -> list[nodes.Node]:
        """Lines as a block of code, those that :from: and :to: name."""
        if "hide" in self.options:
            return []
        block = nodes.literal_block("\n".join(lines), "\n".join(lines), language=language)
        self.set_source_info(block)
        return [container_wrapper(self, block, caption) if caption else block]

    def part(self, lines: list[str]) -> list[str]:
        """The part of the lines that :from: and :to: name, with dots where something is left out."""
        start, end = 0, len(lines)
        if "from" in self.options:
            start = self.where(lines, self.options["from"])
        if "to" in self.options:
            end = start + self.where(lines[start:], self.options["to"]) + 1
        return ["..."] * (start > 0) + lines[start:end] + ["..."] * (end < len(lines))

    @staticmethod
    def where(lines: list[str], text: str) -> int:
        """The first line that has a text."""
        found = next((number for number, line in enumerate(lines) if text in line), None)
        if found is None:
            raise NotAsSaid(f"no line has {text!r}")
        return found


class Run(Step):
    """A command with its output."""

    option_spec: ClassVar[dict[str, Any]] = {**Step.option_spec, "exit": int, "has": TEXT, "lacks": TEXT}

    def take(self) -> list[nodes.Node]:
        program, *words = shlex.split(self.arguments[0])
        if program != "hexwright":
            raise NotAsSaid("only hexwright is run")
        output = self.output(words)
        for text in filter(None, self.options.get("has", "").split(" | ")):
            if text not in output:
                raise NotAsSaid(f"the output has no {text!r}:\n{output}")
        for text in filter(None, self.options.get("lacks", "").split(" | ")):
            if text in output:
                raise NotAsSaid(f"the output has {text!r}:\n{output}")
        return self.shown([f"$ {self.arguments[0]}", *self.part(output.rstrip().split("\n"))], "console")

    def output(self, words: list[str]) -> str:
        """What the command says; it runs in this process, which has loaded the program already."""
        from click.testing import CliRunner

        from hexwright.cli import commands
        from hexwright.ruleset.load import bundled_rulesets

        typed = "".join(f"{line}\n" for line in self.content)
        ask = CliRunner(env={"COLUMNS": "90", "NO_COLOR": "1", "HEXWRIGHT_PATH": None})
        result = ask.invoke(commands, words, input=typed, prog_name="hexwright")
        if result.exit_code != self.options.get("exit", 0):
            raise NotAsSaid(f"it ended with {result.exit_code}:\n{result.output}")
        output = result.output.replace(f"{os.getcwd()}/", "").replace(str(bundled_rulesets()), "...")
        if str(ROOT) in output:
            raise NotAsSaid(f"the output has a path of this machine:\n{output}")
        return output


def played(env: Any) -> set[str]:
    """The pages with steps: each build plays them again, since the program may be another."""
    if not hasattr(env, "workbench_pages"):
        env.workbench_pages = set()
    pages: set[str] = env.workbench_pages
    return pages


def outdated(app: Sphinx, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    return sorted(played(env) - removed)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("run", Run)
    app.connect("env-get-outdated", outdated)
    return {"version": "1", "parallel_read_safe": False}
