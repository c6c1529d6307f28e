"""The pages of the diagnostic codes: `codes/CODE.md` read into text and examples, which are what the tests load.

A page is one Markdown file, and it is the test of its code as well:

* `# H202: an unknown key`: the first line; the title is the code's meaning in `faults.CODES`.
* Paragraphs, with a blank line between them: what it means and why it matters to a designer.
* A block that opens with ```` ```toml wrong ```` and one that opens with ```` ```toml right ````. The code fires on the
  line of the wrong one that ends with `# <- H202`, and nothing else does; in the right one nothing fires at all. The
  mark is taken off before the line is read, so it may stand anywhere, even within a text of several lines. A block
  that opens with ```` ```toml both ```` belongs to the wrong and to the right example.
* `See also: H203, H301` as the last line, if there is something to see.

The blocks are laid into a copy of the small ruleset `codes/example/`, which is then loaded. A TOML block without a file
name becomes a variant over it (`variants/shown.toml`; its `[variant]` is added when the block has none). A block may
name its file (```` ```toml wrong more.toml ````): a new one, or one of the example's, which it replaces. Scenarios and
variants that blocks bring are loaded with it, in the order of the blocks. Several blocks of one kind belong together.
Special rules are ```` ```python wrong plugins/rain.py ````, the files of a text editor that saves otherwise
```` ```toml wrong more.toml latin-1 ````. What depends on the command line is shown as one::

    ```console wrong
    $ hexwright check example --set unit_type.fot.steps=4  # <- H106
    ```

It is loaded with these options and no others; a mark there says that the fault is told of the command, not of a file.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

from hexwright.classes import frozen
from hexwright.errors import UnknownId, nearest
from hexwright.ruleset.faults import CODES

FOLDER = Path(__file__).parent / "codes"
EXAMPLE = FOLDER / "example"
GROUPS = {
    "H1": "files, layers and settings",
    "H2": "tables, keys and values",
    "H3": "names",
    "H4": "the map",
    "H5": "the flow of play",
    "H6": "units, dice and numbers",
    "H7": "conditions",
    "H8": "plug-ins",
    "H9": "the program itself",
}
_SHOWN = "variants/shown.toml"
_HEAD = '\n[variant]\ntitle = "Shown"\n'
_MARK = re.compile(r"\s*# <- (H\d+(?:, H\d+)*)\s*$")
_TITLE = re.compile(r"# (H\d+): (.+)")
_FENCE = re.compile(r"```(\w+) (wrong|right|both)(?: (\S+))?(?: (\S+))?\s*")
_SEE = re.compile(r"See also: (.+)", re.IGNORECASE)


class PageError(ValueError):
    """A page is not written as the top of this module says."""


@frozen
class Block:
    """An example on a page: `lines` as they are printed, with their marks; `file` is "" on a command line."""

    kind: str
    language: str
    file: str
    lines: tuple[str, ...]
    encoding: str = "utf-8"

    @property
    def label(self) -> str:
        """What is printed above it: 'Wrong', or 'Wrong, in more.toml' where the file matters."""
        where = f", in {self.file}" if self.file not in ("", _SHOWN) else ""
        return {"wrong": "Wrong", "right": "Right", "both": "Given"}[self.kind] + where

    @property
    def marks(self) -> tuple[tuple[str, int], ...]:
        """(code, line) of every mark; line 0 on a command line."""
        found = ((number, _MARK.search(line)) for number, line in enumerate(self.lines, 1))
        return tuple((c, number if self.file else 0) for number, m in found if m for c in m[1].split(", "))

    @property
    def text(self) -> str:
        """What stands in the file: the lines without the marks."""
        text = "\n".join(_MARK.sub("", line) for line in self.lines) + "\n"
        needs_head = self.file == _SHOWN and not re.search(r"^\[variant\]", text, re.MULTILINE)
        return text + _HEAD if needs_head else text


@frozen
class Page:
    """A page: its paragraphs and blocks in their order, and the codes it points to."""

    code: str
    title: str
    parts: tuple[str | Block, ...]
    see: tuple[str, ...] = ()

    def blocks(self, kind: str) -> tuple[Block, ...]:
        """The blocks of the "wrong" or of the "right" example."""
        return tuple(part for part in self.parts if isinstance(part, Block) and part.kind in (kind, "both"))


@frozen
class Laid:
    """An example that lies in a folder, and how it is to be loaded."""

    folder: Path
    scenario: str = ""
    variants: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


def page(code: str) -> Page:
    """The page of a code, whatever the case; UnknownId names the nearest when there is none.

    >>> page("h202").title
    'an unknown key'
    """
    file = FOLDER / f"{code.upper()}.md"
    if code.upper() not in CODES or not file.is_file():
        raise UnknownId("code", code.upper(), nearest(code, CODES))
    return read_page(file.read_text(encoding="utf-8"))


def read_page(text: str) -> Page:
    """A page from its text; PageError says what is not as it should be.

    >>> read_page("# H1: a fault\\n\\nIt is\\none.\\n\\n```toml wrong\\na = 1  # <- H1\\n```\\n").parts[0]
    'It is one.'
    """
    lines = text.rstrip().split("\n")
    head = _TITLE.fullmatch(lines[0])
    if head is None:
        raise PageError(f"the first line is not '# CODE: title': {lines[0]}")
    parts: list[str | Block] = []
    see: tuple[str, ...] = ()
    rest = iter([*lines[1:], ""])
    paragraph: list[str] = []
    for line in rest:
        fence = line.startswith("```")
        if line.strip() and not fence:
            paragraph.append(line.strip())
            continue
        told = " ".join(paragraph)
        paragraph = []
        if found := _SEE.fullmatch(told):
            see = tuple(found[1].replace(".", "").split(", "))
        elif told:
            parts.append(told)
        if fence:
            parts.append(_block(line, rest))
    return Page(head[1], head[2], tuple(parts), see)


def _block(fence: str, rest: Iterator[str]) -> Block:
    found = _FENCE.fullmatch(fence)
    if found is None:
        raise PageError(f"a block opens with ```LANGUAGE wrong|right|both [FILE [ENCODING]], not with {fence}")
    lines: list[str] = []
    for line in rest:
        if line.rstrip() == "```":
            break
        lines.append(line)
    else:
        raise PageError(f"the block {fence} is not closed")
    language, kind, file, encoding = found.groups()
    if language == "console" and (file or len(lines) != 1 or not lines[0].startswith("$ hexwright check example")):
        raise PageError("a console block is one line: $ hexwright check example --set KEY=VALUE")
    return Block(kind, language, "" if language == "console" else file or _SHOWN, tuple(lines), encoding or "utf-8")


def lay_out(blocks: tuple[Block, ...], folder: Path) -> Laid:
    """Writes the example with the blocks laid into it to `folder`/example, and says how to load it."""
    home = folder / EXAMPLE.name
    shutil.copytree(EXAMPLE, home)
    overlays: dict[str, list[str]] = {"scenarios": [], "variants": []}
    command = ""
    for block in blocks:
        if not block.file:
            command = block.text
            continue
        file = home / block.file
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(block.text.encode(block.encoding))
        overlays.get(file.parent.name, []).append(file.stem)
    if command:
        words = shlex.split(command)[4:]
        given = tuple(zip(words[::2], words[1::2], strict=True))
        scenario, *variants = (tuple(v for o, v in given if o == name) for name in ("--scenario", "--variant", "--set"))
        return Laid(home, "".join(scenario[-1:]), *variants)
    return Laid(home, "".join(overlays["scenarios"][-1:]), tuple(overlays["variants"]))


def as_rst(page: Page) -> str:
    """The page as reStructuredText, for the reference: a section with a label `code-h202`."""
    title = f"{page.code}: {page.title}"
    out = [f".. _code-{page.code.lower()}:", "", title, "-" * len(title), "", f"*Level: {CODES[page.code].level}.*", ""]
    for part in page.parts:
        if isinstance(part, str):
            out += [re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", part), ""]
        else:
            out += [f"{part.label}:", "", f".. code-block:: {part.language if part.file else 'text'}", ""]
            out += [f"   {line}".rstrip() for line in part.lines] + [""]
    if page.see:
        out += ["See also " + ", ".join(f":ref:`{code} <code-{code.lower()}>`" for code in page.see) + ".", ""]
    return "\n".join(out)


__all__ = [
    "EXAMPLE",
    "FOLDER",
    "GROUPS",
    "Block",
    "Laid",
    "Page",
    "PageError",
    "as_rst",
    "lay_out",
    "page",
    "read_page",
]
