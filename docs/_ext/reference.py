"""The reference: pages of reStructuredText, written into reference/made/ from the tables, plug-ins, commands and codes.

No text is written here that the program has: keys, plug-ins, codes and commands speak for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import attrs
import click
from sphinx.application import Sphinx
from tested import Uses, uses

from hexwright.cli import COMMANDS, commands
from hexwright.cli.listing import hooks_of
from hexwright.frames import Frame
from hexwright.game import Game
from hexwright.plugins import KERNEL_TOPICS, Offer, discover
from hexwright.plugins import Plugins as Offered
from hexwright.rules.sequence import Pass
from hexwright.ruleset import pages
from hexwright.ruleset.book import ENGINE, GROUPS, Book, Key, book_of, keys_of, mark_of, noted, plain, text_of
from hexwright.ruleset.faults import CODES
from hexwright.ruleset.keys import kind_words, samples
from hexwright.ruleset.load import find_ruleset
from hexwright.ruleset.schema import TABLES
from hexwright.ruleset.writing import entry, inline, tables
from hexwright.testing.check_tests import event_classes
from hexwright.testing.tables import PlaySpec, TestSpec

Lines = Iterator[str]
TEMPLATE = "_template"
RULINGS = re.compile(r" \((?:ruling )?(?:AMB|D)-\d+[^)]*\)")  # their list is not part of the docs


# ------------------------------------------------------------------ reStructuredText


def title(text: str, line: str = "=", label: str = "") -> Lines:
    yield from ([f".. _{label}:", ""] if label else [])
    yield from (text, line * len(text), "")


def code(language: str, lines: Iterable[str]) -> Lines:
    yield from (f".. code-block:: {language}", "")
    yield from (f"   {line}".rstrip() for line in lines)
    yield ""


def grid(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Lines:
    """A table; nothing when there are no rows."""
    listed = [tuple(cell or "\\" for cell in row) for row in rows]
    if listed:
        yield from (".. list-table::", "   :header-rows: 1", "")
        for row in (head, *listed):
            yield from (f"   {'-' if n else '* -'} {cell}".replace("   - ", "     - ") for n, cell in enumerate(row))
        yield ""


def mark(text: str) -> str:
    """Words of the program as they are printed: code in quotes or backticks, and stars, are not formatting.

    >>> mark("`done` ends a window*")
    '``done`` ends a window\\\\*'
    """
    text = RULINGS.sub("", text)
    parts = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(f"`{p}`" if p[:1] == "`" and p[1:] else re.sub(r"([\\*`|]|_\b)", r"\\\1", p) for p in parts)


def literal(text: str) -> str:
    return f"``{text}``" if text else ""


def toctree(names: Iterable[str]) -> Lines:
    yield from (".. toctree::", "   :maxdepth: 1", "", *(f"   {name}" for name in names), "")


# ------------------------------------------------------------------ keys


class Keys:
    """The keys of tables, told with what the rulesets that come along write there."""

    def __init__(self, book: Book, documents: Mapping[str, Mapping[str, Any]]) -> None:
        self._book = book
        self._documents = documents

    def table(self, name: str, cls: type, form: str, label: str = "") -> Lines:
        """A section for a top-level table, with an example and what names its entries."""
        head = {"one": f"[{name}]", "map": f"[{name}.ID]", "list": f"[[{name}]]"}[form]
        yield from title(head, "-" if label.startswith("plugin") else "=", f"table-{name}")
        if text := text_of(cls):
            yield from (mark(text[:1].upper() + text[1:]) + ".", "")
        yield from self.keys(cls, f"{name}.ID" if form == "map" else name, set(), self._example(name, form))
        named = [where for where, key in self._all() if name in key.refers.split("|")]
        if named:
            yield from ("Its ids are named by " + ", ".join(map(literal, dict.fromkeys(named))) + ".", "")

    def keys(self, cls: type, path: str, seen: set[type], example: Iterable[str] = ()) -> Lines:
        """The keys of a class with an example, then the tables below it."""
        seen = {*seen, cls}
        keys = keys_of(cls)
        if not keys:
            return
        rows = [(literal(key.name), mark(self._kind(key)), self._default(key), mark(key.doc)) for key in keys]
        yield from grid(("key", "value", "when left out", "meaning"), rows)
        yield from example
        yield from self._samples(keys)
        for key in keys:
            for inner, more in _below(key.type):
                if inner not in seen:
                    yield from self.below(inner, f"{path}.{key.name}{more}", seen)

    def below(self, cls: type, path: str, seen: set[type], name: str = "") -> Lines:
        """A table within a table."""
        yield from title(f"``{path}``{name}", "~")
        yield from ([mark(text[:1].upper() + text[1:]) + ".", ""] if (text := text_of(cls)) else [])
        yield from self.keys(cls, path, seen)

    def _samples(self, keys: tuple[Key, ...]) -> Lines:
        given = (samples(key, self._book) for key in keys if key.type is not str and key.name != "rules")
        shown = [(right, wrong) for right, wrong in given if wrong.told]
        if shown:
            yield from ("Right, and what is said of a slip:", "")
            wide = max(len(wrong.line) for _, wrong in shown)
            told = ((right.line, f"{wrong.line:<{wide}}  # {wrong.told}") for right, wrong in shown)
            yield from code("toml", (line for pair in told for line in pair))

    def _kind(self, key: Key) -> str:
        least = f", {key.least} or more" if key.least is not None else ""
        return kind_words(key.type, key.refers, key.by) + least

    @staticmethod
    def _default(key: Key) -> str:
        if key.needed:
            return "*must be there*"
        written = plain(key.default)
        return "none" if written is None or written == {} else literal(inline(written))

    def _example(self, name: str, form: str) -> Lines:
        for game, document in self._documents.items():
            held = document.get(name)
            if not held:
                continue
            if isinstance(held, list):
                found = [(f"[[{name}]]", dict(held[0]))]
            else:
                entries = {id: v for id, v in held.items() if isinstance(v, dict)} if form == "map" else {"": held}
                id, value = max(entries.items(), key=lambda item: (len(inline(item[1])) < 500, len(item[1])))
                found = [(head, keys) for head, keys, _ in tables(value, (name, id) if id else (name,))]
            lines = [line for head, keys in found for line in (head, *(x for k in keys for x in entry(k, keys[k])))]
            yield from (f"In {game}:", "")
            yield from code("toml", lines if len(lines) < 30 else [*lines[:25], "# ... and so on"])
            return

    def _all(self) -> Iterator[tuple[str, Key]]:
        for name, word in self._book.tables.items():
            yield from _walk(word.cls, name, ())


def _below(kind: Any) -> Iterator[tuple[type, str]]:
    """The classes of the tables under a key, with what stands between."""
    for one in noted(kind):
        origin = get_origin(one)
        if isinstance(one, type) and attrs.has(one):
            yield one, ""
        elif origin in (dict, tuple) and not mark_of(one):
            inner = get_args(one)[1 if origin is dict else 0]
            yield from ((cls, (".NAME" if origin is dict else "[]") + more) for cls, more in _below(inner))


def _walk(cls: type, path: str, seen: tuple[type, ...]) -> Iterator[tuple[str, Key]]:
    for key in keys_of(cls):
        yield f"{path}.{key.name}", key
        for inner, _ in _below(key.type):
            if inner not in (*seen, cls):
                yield from _walk(inner, f"{path}.{key.name}", (*seen, cls))


class TestKeys(Keys):
    """The keys of scenario tests, told with what the tests that come along write there."""

    def __init__(self, book: Book, written: Uses) -> None:
        super().__init__(book, {})
        self._written = written

    def keys(self, cls: type, path: str, seen: set[type], example: Iterable[str] = ()) -> Lines:
        keys = keys_of(cls)
        rows = ((literal(k.name), mark(self._kind(k) + "; must be there" * k.needed), mark(k.doc)) for k in keys)
        yield from grid(("key", "value", "meaning"), rows)
        lines = (line for key in keys for line in self._lines(cls, key))
        yield from ("Examples:", "", *code("toml", lines))
        for key in keys:
            below = {inner: more for inner, more in reversed([*_below(key.type)]) if inner is not PlaySpec}
            for inner, more in below.items():
                name = f", {inner.__name__.lower()}" if len(below) > 1 else ""
                yield from self.below(inner, f"{path}.{key.name}{more}", seen, name)

    def _lines(self, cls: type, key: Key) -> tuple[str, ...]:
        found = self._written.get((cls, key.name))
        return tuple(found.values()) if found else (samples(key, self._book)[0].line,)


# ------------------------------------------------------------------ pages


def table_pages(keys: Keys) -> Iterator[tuple[str, Lines]]:
    yield "tables", _join(title("Tables of a ruleset"), toctree(f"table/{name}" for name in TABLES))
    for name, (cls, form) in TABLES.items():
        yield f"table/{name}", keys.table(name, cls, form)


def plugin_pages(keys: Keys, offers: Mapping[str, Offer]) -> Iterator[tuple[str, Lines]]:
    topics = ((literal(name), mark(text)) for name, text in KERNEL_TOPICS.items())
    yield (
        "plugins",
        _join(
            title("Plug-ins"),
            [
                "Codes such as TT-2.4.6-01 in the texts are rules of *Torch & Tunisia*, by their ids in its rulebook.",
                "",
            ],
            toctree(f"plugin/{id}" for id in offers),
            title("Topics of the engine", "-"),
            ["A plug-in may have a say in these numbers through the hook ``modify``.", ""],
            grid(("topic", "what it is"), topics),
        ),
    )
    for id, offer in offers.items():
        yield f"plugin/{id}", plugin_page(keys, offer)


def plugin_page(keys: Keys, offer: Offer) -> Lines:
    manifest, brought = offer.manifest, offer.registry
    assert manifest is not None and brought is not None
    yield from title(offer.id, label=f"plugin-{offer.id}")
    yield from (mark(manifest.summary[:1].upper() + manifest.summary[1:].rstrip(".")) + ".", "")
    stands = (("Requires", manifest.requires), ("Comes after", manifest.after), ("Excludes", manifest.conflicts))
    for word, ids in stands:
        if ids:
            yield from (f"{word}: " + ", ".join(f":ref:`{i} <plugin-{i}>`" for i in ids) + ".", "")
    yield from (f"Hooks: {', '.join(map(literal, hooks_of(offer)))}.", "")
    for name, cls in brought.tables.items():
        yield from keys.table(name, cls, "one", "plugin")
    for head, words in (("unit_type.ID.traits.", brought.traits), ("condition.", brought.facts)):
        for name, cls in words.items():
            yield from title(literal(f"{head}{name}"), "-")
            yield from ([mark(text) + ".", ""] if (text := text_of(cls)) else [])
            yield from keys.keys(cls, f"{head}{name}", set())
    frames = [(literal(name), first(cls)) for name, cls in brought.frames.items()]
    spoken = [(literal(a.verb), first(type(a))) for a in brought.actions]
    spoken += [(literal(o.verb), first(type(o))) for o in brought.orders]
    topics = [(literal(name), mark(text)) for name, text in brought.topics.items()]
    for head, rows in (("Frames", frames), ("Decisions", spoken), ("Topics", topics)):
        if rows:
            yield from title(head, "-")
            yield from grid(("name", "what it is"), rows)


def first(cls: type) -> str:
    """The first paragraph of a class's text."""
    return mark((cls.__doc__ or "").strip().split("\n\n")[0])


def condition_page(keys: Keys, book: Book) -> Lines:
    yield from title("Conditions")
    yield from ("A condition is a table. Several words in it must all hold; the empty table always holds.", "")
    yield from grid(("word", "meaning"), ((literal(word), mark(text)) for word, text in GROUPS.items()))
    for name, word in book.facts.items():
        yield from title(literal(name), "-", f"condition-{name}")
        form, _, text = first(word.cls).partition(": ")
        yield from (f"{mark(text or form)[:1].upper()}{(text or form)[1:]}", "")
        yield from ([f"From the plug-in {word.owner.split()[-1]}.", ""] if word.owner != ENGINE else [])
        head = (word.cls.__doc__ or "").strip().split("\n")[0]
        yield from ([f"Written as {literal(head.rpartition(': ')[0])}.", ""] if " = " in head else ())
        yield from keys.keys(word.cls, name, set())


def switch_page(game: Game) -> Lines:
    yield from title(f"Switches of {game.rules.info.title}")
    yield from ("Each is a key that a variant, a scenario or ``--set`` may change.", "")
    for path, spec in game.rules.switch.items():
        yield from title(literal(path), "-")
        yield from ([mark(spec.doc[:1].upper() + spec.doc[1:].rstrip(".")) + ".", ""] if spec.doc else [])
        rows = [(literal(value), literal(inline(piece))) for value, piece in spec.values.items()]
        yield from grid(("value", "stands for"), rows)
        if spec.between:
            yield from (f"A whole number from {spec.between[0]} to {spec.between[-1]}.", "")
        if spec.sets:
            yield from (f"Sets {', '.join(map(literal, spec.sets))}.", "")
        if rule := game.rules.rule.get(spec.rule):
            yield from (f"Rule {mark(spec.rule)}: {mark(rule.title)}.", "")


def command_page() -> Lines:
    yield from title("Commands")
    yield from (mark(commands.help or ""), "")
    yield from code("console", ["$ hexwright COMMAND ..."])
    context = click.Context(commands, info_name="hexwright")
    for name in COMMANDS:
        command = commands.get_command(context, name)
        assert command is not None
        yield from _command(command, f"hexwright {name}", context, "-")


def _command(command: click.Command, name: str, above: click.Context, line: str) -> Lines:
    yield from title(name, line, label=name.replace(" ", "-"))
    context = click.Context(command, info_name=name.split()[-1], parent=above)
    yield from code("console", [f"$ {' '.join([name, *command.collect_usage_pieces(context)])}"])
    for paragraph in (command.help or "").replace("\b", "").split("\n\n"):
        yield from (mark(paragraph), "")
    yield from (f".. program:: {name}", "")
    for option in command.params:
        if isinstance(option, click.Option) and (record := option.get_help_record(context)):
            yield from (f".. option:: {record[0]}", "", f"   {mark(record[1])}", "")
    if isinstance(command, click.Group):
        for inner, below in command.commands.items():
            yield from _command(below, f"{name} {inner}", context, "~")


def code_pages() -> Iterator[tuple[str, Lines]]:
    yield "codes", _join(title("Codes of faults"), toctree(f"code/{group.lower()}" for group in pages.GROUPS))
    for group, text in pages.GROUPS.items():
        told = (pages.as_rst(pages.page(code)) for code in sorted(CODES) if code.startswith(group))
        yield f"code/{group.lower()}", _join(title(f"{group}xx: {text}"), told)


def test_page(keys: TestKeys) -> Lines:
    yield from title("Scenario tests", label="tests")
    yield from ("A file ``tests/NAME.toml`` holds any number of tables ``[[test]]``.", "")
    yield from (
        "Play begins with ``phase``: with several, one after the other. It ends when ``decisions`` are used up and the"
        " dice have fallen that are due then. It never ends before somebody is asked: after the last phase named it"
        " goes on as in a game, with the next turn. To look at the end of a phase that asks nobody, name a phase"
        " after it"
        ' that asks: ``phase = ["red_supply", "red_move"]``.',
        "",
        "All that :ref:`happened <events>` on the way counts for ``expect.events``. What ``expect`` leaves out is not"
        " looked at. The examples are taken from the tests of the games that come along.",
        "",
    )
    yield from keys.keys(TestSpec, "test", set())


def frame_page(offers: Mapping[str, Offer]) -> Lines:
    """The frames that a phase may name: those that need nothing but the seat that plays."""
    yield from title("Frames of phases")
    yield from (
        "What ``frame`` of a phase may name. Those of a plug-in are there when the ruleset names the plug-in. A frame"
        " that is played *by a seat* needs ``by`` or ``alternate`` in the phase; it runs once for each seat.",
        "",
    )
    listed: list[tuple[str, type[Frame]]] = [("the engine", Pass)]
    listed += [
        (f":ref:`{id} <plugin-{id}>`", cls)
        for id, offer in offers.items()
        if offer.registry is not None
        for cls in offer.registry.frames.values()
    ]
    rows = []
    for owner, cls in listed:
        fields = attrs.fields_dict(cls)
        if all(f.default is not attrs.NOTHING for name, f in fields.items() if name != "seat"):
            rows.append((literal(cls.name), owner, "by a seat" if cls.seated else "", first(cls)))
    yield from grid(("frame", "from", "played", "what it is"), rows)


def event_page() -> Lines:
    """The classes of events with their fields, for tests."""
    yield from title("Events in tests", label="events")
    yield from (
        "In ``expect.events`` and ``absent`` of a :ref:`scenario test <tests>` an event is a part of its text, as a"
        " failed test lists it, or a table: ``type`` is its class, ``text`` a part of its text, and all other keys are"
        " its fields."
        " Each has a field ``rule`` too.",
        "",
    )
    rows = []
    for name, cls in event_classes().items():
        fields = [f.name for f in attrs.fields(cls) if f.name not in ("rule", "seats", "parts")]
        if name != "Event" and not name.startswith("_"):
            rows.append((literal(name), ", ".join(map(literal, fields)), first(cls)))
    yield from grid(("type", "fields", "what happened"), rows)


def _join(*parts: Iterable[str]) -> Lines:
    for part in parts:
        yield from part


def made() -> Iterator[tuple[str, Lines]]:
    """All pages by name."""
    offers = {id: offer for id, offer in sorted(discover().items()) if offer.registry is not None}
    book = book_of(Offered(offered=offers).extensions())
    games = [Game.load("torch_tunisia"), Game.load(Path(_package()) / TEMPLATE)]
    named = dict(zip(("*Torch & Tunisia*", "the game of `hexwright new ruleset`"), games, strict=True))
    keys = Keys(book, {name: game.rules.document for name, game in named.items()})
    yield from table_pages(keys)
    yield from plugin_pages(keys, offers)
    yield "conditions", condition_page(keys, book)
    folders = (Path(_package()) / TEMPLATE, find_ruleset("torch_tunisia"))
    yield "tests", test_page(TestKeys(book, uses(folders)))
    yield "events", event_page()
    yield "frames", frame_page(offers)
    yield "switches", switch_page(games[0])
    yield "commands", command_page()
    yield from code_pages()


def _package() -> str:
    import hexwright

    return str(Path(str(hexwright.__file__)).parent)


def write(app: Sphinx) -> None:
    """Write the pages that have changed, and take away those that are no more."""
    folder = Path(app.srcdir) / "reference" / "made"
    new = {folder / f"{name}.rst": "\n".join(lines) + "\n" for name, lines in made()}
    for file in folder.rglob("*.rst"):
        if file not in new:
            file.unlink()
    for file, text in new.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", write)
    return {"version": "1", "parallel_read_safe": True}
