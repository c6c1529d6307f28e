"""The examples of a page in Python (blocks of `pycon`) are run as one session; what differs is a warning."""

from __future__ import annotations

import doctest
from contextlib import chdir
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)


def run_doctests(app: Sphinx, tree: nodes.document) -> None:
    """Run the examples of a page that has been read."""
    blocks = [block for block in tree.findall(nodes.literal_block) if block.get("language") == "pycon"]
    if not blocks:
        return
    page = app.env.docname
    folder = Path(app.doctreedir) / "workbench" / page  # that of the page's steps
    test = doctest.DocTestParser().get_doctest("\n".join(block.astext() for block in blocks), {}, page, None, 0)
    told: list[str] = []
    with chdir(folder if folder.is_dir() else app.srcdir):
        result = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    if result.failed:
        logger.warning("%s", "".join(told), location=page, type="doctest")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-read", run_doctests)
    return {"version": "1", "parallel_read_safe": True}
