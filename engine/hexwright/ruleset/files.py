"""Reading the files of a ruleset folder into sources: which files there are, UTF-8, syntax, settings; no meaning."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import tomli

from hexwright.errors import Fault, nearest
from hexwright.ruleset.faults import Finding, Report
from hexwright.ruleset.layers import Layer, Source
from hexwright.ruleset.paths import canonical, dotted, has_ids, split, step
from hexwright.ruleset.positions import Path, Positions, Span
from hexwright.ruleset.syntax import told

_DEEPEST = 60  # tables within tables; no ruleset needs ten, and Python's recursion ends at a thousand
_BARE_VALUE = re.compile(r"[^\s\"'\[\]{},=#]+")


def toml_files(folder: str) -> list[str]:
    """Names of the `*.toml` files directly in a folder, sorted; none when it cannot be read."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return sorted(n for n in names if n.endswith(".toml") and not n.startswith("."))


def read_base(folder: str, report: Report) -> Layer:
    """`ruleset.toml` and every other `*.toml` directly in the folder, as one layer."""
    names = toml_files(folder)
    if "ruleset.toml" not in names:
        what = "has no ruleset.toml" if os.path.isdir(folder) else "is no folder"
        _unreadable(report, folder, f"{folder} {what}", "a ruleset is a folder with a file ruleset.toml in it")
        return Layer("base", ())
    names.remove("ruleset.toml")
    read = [read_source("base", os.path.join(folder, name), report) for name in ("ruleset.toml", *names)]
    return Layer("base", tuple(source for source in read if source))


def read_overlay(folder: str, kind: str, name: str, report: Report) -> Layer:
    """`scenarios/NAME.toml` or `variants/NAME.toml`; `kind` is "scenario" or "variant"."""
    known = overlays(folder, kind)
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known) or 'none'}"
        report.faults.append(Fault("H107", "error", f"no {kind} '{name}'", f"{folder}", hint=hint))
        return Layer(f"{kind} {name}", ())
    source = read_source(f"{kind} {name}", os.path.join(folder, f"{kind}s", f"{name}.toml"), report)
    return Layer(f"{kind} {name}", (source,) if source else ())


def overlays(folder: str, kind: str) -> list[str]:
    """Names of the scenarios or variants of a ruleset folder, sorted."""
    return [n.removesuffix(".toml") for n in toml_files(os.path.join(folder, f"{kind}s"))]


def default_scenario(folder: str) -> str:
    """The scenario that is played when none is named: the only one, or `campaign`; otherwise ''."""
    names = overlays(folder, "scenario")
    if len(names) == 1:
        return names[0]
    return "campaign" if "campaign" in names else ""


def read_source(layer: str, file: str, report: Report) -> Source | None:
    """One file; None when it cannot be read or parsed, which is then in the report."""
    if report.shelf is None:
        return _read_file(layer, file, report)
    if (layer, file) not in report.shelf:
        fresh = Report()
        report.shelf[layer, file] = (_read_file(layer, file, fresh), fresh)
    source: Source | None
    source, told = report.shelf[layer, file]
    report.faults += told.faults
    report.unreadable = report.unreadable or told.unreadable
    return source


def _read_file(layer: str, file: str, report: Report) -> Source | None:
    try:
        with open(file, "rb") as stream:
            raw = stream.read()
    except OSError as error:
        _unreadable(report, file, f"cannot be read: {error.strerror or error}")
        return None
    text = _decode(raw, file, report)
    if text is None:
        return None
    data = _parse(text, file, report)
    if data is None:
        return None
    source = Source(layer, file, text, data)
    _double_ids(source, data, (), report)
    return source


def _decode(raw: bytes, file: str, report: Report) -> str | None:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        begin = raw.rfind(b"\n", 0, error.start) + 1
        column = len(raw[begin : error.start].decode("utf-8", "replace")) + 1
        wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        hint = "it looks like UTF-16; save the file as UTF-8" if wide else "save the file as UTF-8"
        shown = raw[begin:].splitlines()[0].decode("utf-8", "replace")
        _unreadable(report, file, "the file is not UTF-8 text", hint, line, column, "" if wide else shown)
        return None
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _parse(text: str, file: str, report: Report) -> dict[str, Any] | None:
    where = Positions(text)
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        it = told(error.msg, text, error.lineno, error.colno)
        message, source = f"not valid TOML: {it.message}", where.line(it.line)
        report.faults.append(Fault("H101", "error", message, file, it.line, it.column, hint=it.hint, source=source))
    except (RecursionError, ValueError) as error:
        # numbers of thousands of digits, and tables nested beyond tomli's own limit
        huge = re.search(r"[0-9_]{4000}", text)
        line, column = where.line_column(huge.start() if huge else 0)
        message = "not valid TOML: a number has too many digits" if huge else f"not valid TOML: {error}"
        report.faults.append(Fault("H101", "error", message, file, line, column, source=where.line(line)))
    else:
        deep = _too_deep(data)
        if not deep:
            return data
        hint = f"at most {_DEEPEST} tables and lists within each other"
        message = f"'{dotted(deep)}' is nested too deeply"
        span = where.spans.get(deep)
        line, column = where.line_column(span.key if span else 0)
        report.faults.append(Fault("H108", "error", message, file, line, column, hint=hint, source=where.line(line)))
    report.unreadable = True
    return None


def _is_deep(data: Any) -> bool:
    """Whether tables and lists stand deeper within each other than any ruleset needs."""
    level = [data]
    for _ in range(_DEEPEST + 1):
        inside = (item for value in level for item in (value.values() if isinstance(value, dict) else value))
        level = [item for item in inside if isinstance(item, (dict, list))]
        if not level:
            return False
    return True


def _too_deep(data: dict[str, Any]) -> Path:
    """The key, three tables deep at most, under which something is nested too deeply; () when all is well."""
    if not _is_deep(data):
        return ()
    rest: list[tuple[Any, int, Path]] = [(value, 1, (name,)) for name, value in data.items()]
    while rest:
        value, depth, top = rest.pop()
        if depth > _DEEPEST:
            return top
        if isinstance(value, dict):
            rest.extend((item, depth + 1, (*top, name) if depth < 3 else top) for name, item in value.items())
        elif isinstance(value, list):
            rest.extend((item, depth + 1, top) for item in value)
    return ()


def _double_ids(source: Source, value: Any, path: Path, report: Report) -> None:
    """Reports items of one array of tables that share an id."""
    if isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, (dict, list)):
                _double_ids(source, item, (*path, name), report)
    elif isinstance(value, list):
        seen: dict[str, int] = {}
        for index, item in enumerate(value):
            if isinstance(item, (dict, list)):
                _double_ids(source, item, (*path, index), report)
            if has_ids(value) and seen.setdefault(item["id"], index) != index:
                before = source.place((*path, seen[item["id"]], "id"))
                message = f"the id '{item['id']}' occurs twice, first at {before}"
                at = (*path, index, "id")
                report.faults.append(source.fault(Finding("H109", at, message), at, at))


def _unreadable(
    report: Report, file: str, message: str, hint: str = "", line: int = 0, column: int = 0, source: str = ""
) -> None:
    report.unreadable = True
    report.faults.append(Fault("H102", "error", message, file, line, column, hint=hint, source=source))


# ------------------------------------------------------------------ settings of a session


def read_settings(settings: tuple[str, ...], document: dict[str, Any], report: Report) -> Layer:
    """`KEY=VALUE` texts as the topmost layer; `document` is what lies below, for arrays of tables by id.

    The value is read as TOML; a word that is none counts as text.
    """
    if not settings:
        return Layer("session", ())
    text = "\n".join(settings)
    data: dict[str, Any] = {}
    local: dict[Path, Span] = {}
    start = 0
    for setting in settings:
        _setting(setting, start, data, local, document, lambda m, h="", s=setting: _bad(report, settings, s, m, h))
        start += len(setting) + 1
    return Layer("session", (Source("session", "--set", text, data, lambda: local),))


def _bad(report: Report, settings: tuple[str, ...], setting: str, message: str, hint: str) -> None:
    line = settings.index(setting) + 1
    fault = Fault("H106", "error", message, "--set", line, 1, hint=hint, source=setting, width=len(setting) or 1)
    report.faults.append(fault)


def _setting(
    setting: str,
    start: int,
    data: dict[str, Any],
    local: dict[Path, Span],
    document: dict[str, Any],
    bad: Callable[..., None],
) -> None:
    name, equals, written = setting.partition("=")
    path = split(name.strip())
    if not equals or not path or not written.strip():
        bad(f"'{setting}' is not KEY=VALUE", "for example unit_type.infantry.steps=4")
        return
    if len(path) < 2 or any(isinstance(part, int) for part in path):
        bad(f"'{name.strip()}' is not one key of a table", "name the table and the key, with dots between")
        return
    value = _setting_value(written)
    if value is None:
        bad(f"'{written.strip()}' is no TOML value", "put text in quotes")
        return
    unknown = _unknown_part(path, document)
    if unknown:
        bad(*unknown)
        return
    _put(data, path, value, document)
    local_path: list[str | int] = []
    found: Any = data
    for part in path:
        inner = step(found, part)
        if inner is None:
            break
        found = inner[0]
        local_path.append(inner[1])
        value_at = start + len(name) + 1
        local[tuple(local_path)] = Span(start, value_at, start + len(setting))


def _setting_value(written: str) -> Any:
    try:
        parsed = tomli.loads(f"x = {written}")
    except (ValueError, RecursionError):
        return written.strip() if _BARE_VALUE.fullmatch(written.strip()) else None
    return parsed["x"] if list(parsed) == ["x"] and not _too_deep(parsed) else None


def _unknown_part(path: Path, document: dict[str, Any]) -> tuple[str, str] | None:
    """A session may change values of what there is, but not bring new things by a misspelt id."""
    switches = document.get("switch")
    if isinstance(switches, dict) and any(split(name) == path for name in switches):
        return None
    value: Any = document
    for depth, part in enumerate(path[:-1]):
        found = step(value, part)
        if found is None:
            inner = value.values() if isinstance(value, dict) else value
            if depth > 1 or (depth == 1 and not all(isinstance(item, dict) for item in inner)):
                return None
            known = list(value) if isinstance(value, dict) else [item["id"] for item in value]
            near = [dotted((*path[:depth], name)) for name in nearest(str(part), known)]
            hint = f"did you mean {' or '.join(near)}?" if near else ""
            return f"there is no '{dotted(path[: depth + 1])}' to set anything in", hint
        value = found[0]
        if not isinstance(value, (dict, list)):
            return None
    return None


def _put(data: dict[str, Any], path: Path, value: Any, document: dict[str, Any]) -> None:
    """Nests a value into `data` so that it merges with what the document has at the path."""
    under: Any = document
    over: Any = data
    for depth, part in enumerate(canonical(document, path)):
        last = depth == len(path) - 1
        if isinstance(over, list):
            item = next((i for i in over if i["id"] == part), None)
            if item is None:
                item = {"id": part}
                over.append(item)
            over = item
        elif last:
            over[part] = value
        else:
            found = step(under, part)
            empty: Any = [] if found and has_ids(found[0]) else {}
            if not isinstance(over.get(part), (dict, list)):
                over[part] = empty
            over = over[part]
        found = step(under, part)
        under = found[0] if found else None
