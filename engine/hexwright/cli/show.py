"""`hexwright show`: the final values of a ruleset, and which file, layer or plug-in set them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ..errors import UnknownId, nearest
from . import COMMANDS
from .options import layers, sought
from .terminal import table, wrapped
from .trouble import usage

if TYPE_CHECKING:
    from ..ruleset.book import Book
    from ..ruleset.inspection import Inspection
    from ..ruleset.layers import Hit
    from ..ruleset.positions import Path as KeyPath

_WIDTH = 100


@click.command("show", short_help=COMMANDS["show"][1])
@click.argument("ruleset")
@click.argument("path", required=False)
@click.option("--why", is_flag=True, help="Also tell every file and line that set a value, in order, and defaults.")
@layers
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="TOML, or JSON.")
def show_command(
    ruleset: str,
    path: str | None,
    why: bool,
    scenario: str,
    variant: tuple[str, ...],
    settings: tuple[str, ...],
    form: str,
) -> None:
    """Show the final value of RULESET at PATH as TOML, after all layers; without PATH what tables there are.

    PATH is a dotted key such as unit_type.infantry.range, a table, or an id alone. With --why each key is followed by
    the places that set it, the one that counts last, and keys that nobody wrote are told with their defaults.
    """

    game = _inspected(ruleset, scenario, variant, settings)
    from ..ruleset.book import book_of

    shown = _Shown(game, book_of(game.extensions, game.rules))
    if path is None:
        lines = shown.overview(form)
    else:
        at = shown.found(path)
        lines = iter([shown.as_json(at, why)]) if form == "json" else shown.text(at, why)
    for line in lines:
        click.echo(line)
    errors = len(game.report.faults) + len(game.report.findings)
    if errors:
        count = "a fault" if errors == 1 else f"{errors} faults"
        click.echo(f"{ruleset} has {count}, so this may change; see `hexwright check {ruleset}`", err=True)


def _inspected(ruleset: str, scenario: str, variant: tuple[str, ...], settings: tuple[str, ...]) -> Inspection:
    """The ruleset as far as it can be read: one looks at values while something is wrong, too."""
    from ..errors import RulesetError
    from ..plugins import choose, discover
    from ..ruleset.load import find_ruleset, inspect, read_head

    folder = find_ruleset(sought(ruleset))
    head = read_head(folder, scenario=scenario, variants=variant, settings=settings)
    extensions = choose(head.info.plugins, discover((), folder)).extensions()
    game = inspect(folder, scenario=scenario, variants=variant, settings=settings, extensions=extensions)
    if game.report.unreadable or any(f.code in ("H106", "H107") for f in game.report.faults):
        raise RulesetError(game.report.faults)
    return game


class _Shown:
    """The values of one ruleset with their history."""

    def __init__(self, game: Inspection, book: Book) -> None:
        self._game = game
        self._book = book

    # -------------------------------------------------------------- where to look

    def found(self, text: str) -> KeyPath:
        """The path that a text means: a key that is there or has a default, or the one thing of this id."""
        from ..ruleset.book import find
        from ..ruleset.paths import canonical, dotted, split

        path = split(text)
        if path and (self._is_there(path) or (len(path) > 1 and self._has_default(path))):
            return canonical(self._game.merged.document, path)
        things = self._things(text)
        if len(things) == 1:
            return things[0]
        if things:
            raise usage(f"several things are called {text!r}: {', '.join(map(dotted, things))}")
        removed = self._game.merged.removed(path) if path else None
        if removed is not None:
            raise usage(f"{text} was removed by {removed.source.layer}, at {self._place(removed)}")
        raise UnknownId("value", text, self._near(text, path, find(path, self._book) is not None if path else False))

    def _is_there(self, path: KeyPath) -> bool:
        return self._value(path) is not None

    def _value(self, path: KeyPath) -> Any:
        from ..ruleset.paths import step

        value: Any = self._game.merged.document
        for part in path:
            held = step(value, part)
            value = held[0] if held else None
        return value

    def _has_default(self, path: KeyPath) -> bool:
        """Whether the table above is there, or is one that counts as empty, and has such a key."""
        from ..ruleset.book import find

        above = path[:-1]
        place = find(path, self._book)
        is_settings = len(above) == 1 and above[0] in self._game.rules.settings
        written = self._value(above) is not None or is_settings
        return place is not None and place.shown == path and place.key is not None and written

    def _things(self, id: str) -> list[KeyPath]:
        from ..ruleset.schema import TABLES

        document = self._game.merged.document
        out: list[KeyPath] = [
            (name, id) for name, (_, form) in TABLES.items() if form != "one" and self._is_there((name, id))
        ]
        if not out and id in self._game.ids("unit"):
            out = [self._game.ids("unit")[id]]
        return out or [(name, id) for name in document if self._is_there((name, id))]

    def _near(self, text: str, path: KeyPath | None, is_key: bool) -> tuple[str, ...]:
        from ..ruleset.paths import dotted
        from ..ruleset.schema import TABLES

        if path and len(path) > 1:
            for length in range(len(path) - 1, 0, -1):
                held = self._value(path[:length])
                if isinstance(held, dict):
                    known = [*held, *(self._default_names(path[:length]))]
                    return tuple(dotted((*path[:length], name)) for name in nearest(str(path[length]), known))
        ids = [id for name, (_, form) in TABLES.items() if form == "map" for id in self._game.table(name)]
        return nearest(text, [*self._game.merged.document, *ids])

    def _default_names(self, path: KeyPath) -> Iterator[str]:
        import attrs

        from ..ruleset.book import find, keys_of, members

        place = find(path, self._book)
        for kind in members(place.type) if place is not None else ():
            yield from (key.name for key in keys_of(kind)) if attrs.has(kind) else ()

    # -------------------------------------------------------------- telling

    def overview(self, form: str) -> Iterator[str]:
        """The tables of the ruleset, how much is in them, and the files that write them."""
        document = self._game.merged.document
        rows = []
        for name, value in document.items():
            amount = f"{len(value)} {'entry' if len(value) == 1 else 'entries'}"
            hits = self._game.merged.history((name,))
            files = dict.fromkeys(self._file(hit) for hit in hits)
            rows.append((name, amount, ", ".join(files)))
        if form == "json":
            yield json.dumps([{"table": n, "entries": len(document[n]), "files": f.split(", ")} for n, _, f in rows])
        else:
            yield from table(rows)

    def text(self, path: KeyPath, why: bool) -> Iterator[str]:
        """A value as TOML, with who set it as comments."""
        from ..ruleset.writing import entry, tables, word

        value = self._value(path)
        if isinstance(value, dict) and value:
            first = True
            for head, keys, at in tables(value, tuple(map(str, path))):
                yield from () if first else ("",)
                first = False
                yield head
                for name, held in keys.items():
                    yield from entry(name, held)
                    yield from self._comments((*at, name)) if why else ()
                yield from self._defaults(at, keys, value) if why else ()
            yield from self._gone(path) if why else ()
            return
        head = ".".join(word(str(part)) for part in path[:-1])
        yield f"[{head}]"
        if value is None:
            yield from entry(str(path[-1]), self._default(path))
            yield f"# {self._default_of(path)}"
        else:
            yield from entry(str(path[-1]), value)
            yield from self._comments(path) if why else ()
        yield from self._meaning(path) if why else ()

    def _comments(self, path: KeyPath) -> Iterator[str]:
        """Who set a value, in order; what the last one said is the value itself."""
        from ..ruleset.writing import inline

        hits = self._game.merged.history(path)
        for number, hit in enumerate(hits, 1):
            said = self._said(hit)
            earlier = f": {inline(said)}" if number < len(hits) and not isinstance(said, dict) else ""
            switch = f", by the switch {hit.source.switch}" if hit.source.switch else ""
            yield f"#   {self._place(hit)} ({hit.source.layer}{switch}){earlier}"

    def _defaults(self, at: KeyPath, written: dict[str, Any], whole: Any) -> Iterator[str]:
        """The keys of a table that nobody wrote, with the defaults they have."""
        import attrs

        from ..ruleset.book import find, keys_of, members, plain
        from ..ruleset.writing import inline

        place = find(at, self._book)
        held = self._value(at)
        for kind in members(place.type) if place is not None else ():
            for key in keys_of(kind) if isinstance(kind, type) and attrs.has(kind) else ():
                if key.name not in (held or {}) and not key.needed and key.default is not None:
                    yield f"# {key.name} = {inline(plain(key.default))}   default of {place.owner if place else ''}"

    def _gone(self, path: KeyPath) -> Iterator[str]:
        """What layers have removed below a path."""
        from ..ruleset.paths import dotted

        for gone, layer, hit in self._game.merged.removals:
            if gone[: len(path)] == path:
                yield f"# {dotted(gone)} was removed by {layer.name} at {self._place(hit)}"

    def _meaning(self, path: KeyPath) -> Iterator[str]:
        """The text of the key, and what a switch stands for."""
        from ..ruleset.book import find
        from ..ruleset.writing import inline

        place = find(path, self._book)
        if place is not None and place.doc:
            yield from wrapped(place.doc, _WIDTH, "# ")
        if place is not None and place.switch is not None:
            yield from (f"# sets {target}" for target in place.switch.sets)
            for value, piece in place.switch.values.items():
                yield from wrapped(f"{value} stands for {inline(piece)}", _WIDTH, "# ")

    def _default(self, path: KeyPath) -> Any:
        from ..ruleset.book import find, plain

        place = find(path, self._book)
        key = place.key if place is not None else None
        return plain(key.default) if key is not None and not key.needed else None

    def _default_of(self, path: KeyPath) -> str:
        from ..ruleset.book import find

        place = find(path, self._book)
        return f"default of {place.owner}" if place is not None else "default"

    def as_json(self, path: KeyPath, why: bool) -> str:
        """A value as JSON, with `set_by` for --why: (file, line, layer) of each place in order."""
        from ..ruleset.paths import dotted

        value = self._value(path)
        out: dict[str, Any] = {"path": dotted(path), "value": self._default(path) if value is None else value}
        if why:
            hits = self._game.merged.history(path)
            out["set_by"] = [
                {"file": self._file(h), "line": h.source.line(h.path), "layer": h.source.layer, "value": self._said(h)}
                for h in hits
            ]
            if not hits:
                out["default_of"] = self._default_of(path).removeprefix("default of ")
        return json.dumps(out, ensure_ascii=False)

    # -------------------------------------------------------------- places

    @staticmethod
    def _said(hit: Hit) -> Any:
        """What a source says at its own path."""
        from ..ruleset.paths import step

        value: Any = hit.source.data
        for part in hit.path:
            held = step(value, part)
            value = held[0] if held else None
        return value

    def _file(self, hit: Hit) -> str:
        from ..ruleset.paths import below

        return below(hit.source.file, self._game.rules.folder)

    def _place(self, hit: Hit) -> str:
        line = hit.source.line(hit.path)
        return f"{self._file(hit)}:{line}" if line else self._file(hit)
