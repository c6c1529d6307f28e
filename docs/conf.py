"""Sphinx settings of the docs; what is played and generated while they are built stands in _ext/."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "hexwright"
author = "the hexwright authors"
copyright = "the hexwright authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "doctests", "reference", "workbench", "workfiles"]
exclude_patterns = ["_build"]
default_role = "literal"  # what stands in backticks in texts of the program
nitpicky = True
# What is not documented here is no link: builtins, attrs, and names of the kernel that a plug-in only passes on.
nitpick_ignore_regex = [(r"py:.*", r".*")]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = "hexwright"
html_copy_source = False
html_show_sphinx = False
pygments_style = "default"
