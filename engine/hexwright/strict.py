"""From plain TOML values to attrs classes without any lax conversion: all flaws at once, in a designer's words."""

from __future__ import annotations

import datetime
import math
import re
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import (
    AttributeValidationNote,
    BaseConverter,
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from hexwright.classes import frozen
from hexwright.errors import nearest

T = TypeVar("T")
Path = tuple[str | int, ...]
Hook = Callable[[Any, Any], Any]

_LARGEST = 2**53  # beyond this a number does not survive JSON in other languages
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_WORDS = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}


class FlawError(ValueError):
    """A value that is not what its key wants; hooks and `__attrs_post_init__` of data classes may raise it."""

    def __init__(self, message: str, hint: str = "", code: str = "H201") -> None:
        super().__init__(message)
        self.message, self.hint, self.code = message, hint, code


@frozen
class Flaw:
    """One thing wrong in a value: `path` leads to it, `on` says whether its key or its value is meant."""

    code: str
    path: Path
    message: str
    hint: str = ""
    on: Literal["key", "value"] = "value"


def structure(value: Any, cls: type[T]) -> tuple[T | None, tuple[Flaw, ...]]:
    """The value as an instance of an attrs class, or None and all that is wrong with it.

    >>> @attrs.frozen
    ... class Cost:
    ...     points: int
    >>> structure({"points": 2.0}, Cost)[1][0].hint
    'write 2'
    """
    # A hook that gathers all flaws takes twice as long to make as one that stops at the first, and flaws are rare.
    with suppress(Exception):
        return _converter(False).structure(value, cls), ()
    try:
        return _converter(True).structure(value, cls), ()
    except (BaseValidationError, FlawError, ForbiddenExtraKeysError, ValueError, TypeError) as error:
        return None, tuple(_flaws(error, (), cls))


def key_name(field: attrs.Attribute[Any]) -> str:
    """How a field is written in TOML: its name, or the `key` of its metadata where that is no Python name."""
    return str(field.metadata.get("key") or field.name)


def key_names(cls: type) -> tuple[str, ...]:
    """The keys that a table of this class may have, in order."""
    return tuple(key_name(a) for a in attrs.fields(cls) if a.init)


def found(value: Any) -> str:
    """What a value is, in words, for 'wanted ..., found ...'."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the text "{value if len(value) <= 40 else value[:37] + "..."}"'
    if isinstance(value, (int, float)):
        return f"the number {value if abs(value) < 1e60 else 'far too large'}" if value == value else "nan"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return "a time of day" if isinstance(value, datetime.time) else "a date"


def plain(value: Any) -> Any:
    """The value unchanged, if it is JSON: no date, no nan or infinity, no control character anywhere inside."""
    if isinstance(value, str):
        return _text(value, str)
    if isinstance(value, (datetime.date, datetime.time)):
        raise _wrong(value, "a number, text, list or table")
    if isinstance(value, float) and not math.isfinite(value):
        raise FlawError(f"wanted a number, found {value}")
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise FlawError("this number is too large", f"the largest is {_LARGEST}")
    if isinstance(value, dict):
        return _each_entry(value, _text, _plain_hook, dict)
    if isinstance(value, list):
        return _each_item(value, _plain_hook, Any, list)
    return value


# ------------------------------------------------------------------ the converter


@lru_cache(maxsize=2)
def _converter(thorough: bool) -> Converter:
    """The strict cattrs converter that gathers all flaws, or stops at the first; hooks are made when needed."""
    conv = Converter(detailed_validation=thorough, forbid_extra_keys=True)
    conv.register_structure_hook(int, _whole)
    conv.register_structure_hook(str, _text)
    conv.register_structure_hook(bool, _truth)
    conv.register_structure_hook(float, _number)
    conv.register_structure_hook_func(lambda t: t is Any, _plain_hook)
    conv.register_structure_hook_factory(attrs.has, _class_hook)
    conv.register_structure_hook_factory(lambda t: _origin(t) is Literal, _literal_hook)
    conv.register_structure_hook_factory(lambda t: _origin(t) in (Union, types.UnionType), _union_hook)
    conv.register_structure_hook_factory(lambda t: _origin(t) is tuple, _tuple_hook)
    conv.register_structure_hook_factory(lambda t: _origin(t) is dict, _dict_hook)
    return conv


def _origin(kind: Any) -> Any:
    return get_origin(kind)


def _class_hook(cls: Any, conv: BaseConverter) -> Hook:
    renames = {a.name: override(rename=key_name(a)) for a in attrs.fields(cls) if "key" in a.metadata}
    # cattrs' stubs do not know that overrides come by attribute name
    fill = make_dict_structure_fn(cls, conv, _cattrs_use_linecache=False, **renames)  # type: ignore[arg-type]
    short = getattr(cls, "SHORTHAND", "")

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            if not short:
                raise _wrong(value, "a table", f"its keys are {', '.join(key_names(cls))}")
            value = {short: value}
        return fill(value, cls)

    return hook


def _literal_hook(kind: Any, _: BaseConverter) -> Hook:
    values = get_args(kind)

    def hook(value: Any, _: Any) -> Any:
        for known in values:
            if type(known) is type(value) and known == value:
                return value
        if not any(type(known) is type(value) for known in values):
            raise _wrong(value, listed(values))
        near = nearest(value, values, 1) if isinstance(value, str) else ()
        did = f"did you mean {near[0]!r}? " if near else ""
        raise FlawError(f"{value!r} is not one of {listed(values)}", did.strip(), "H204")

    return hook


def _union_hook(kind: Any, conv: BaseConverter) -> Hook:
    members = [_bare(t) for t in get_args(kind) if t is not type(None)]
    hooks = [(t, conv.get_structure_hook(t)) for t in members]

    def hook(value: Any, _: Any) -> Any:
        for member, inner in hooks:
            if _is_for(member, value):
                return inner(value, member)
        if len(hooks) == 1:
            return hooks[0][1](value, hooks[0][0])
        raise _wrong(value, " or ".join(_word(t) for t in members), _hint(hooks, value))

    return hook


def _bare(kind: Any) -> Any:
    """A type without what is noted beside it for editors."""
    return get_args(kind)[0] if _origin(kind) is Annotated else kind


def _hint(hooks: list[tuple[Any, Hook]], value: Any) -> str:
    """The hint of the first member of a union that has one."""
    for member, inner in hooks:
        try:
            inner(value, member)
        except FlawError as error:
            if error.hint:
                return error.hint
        except Exception:
            continue
    return ""


def _is_for(member: Any, value: Any) -> bool:
    """Whether a value has the outer form that a member of a union wants."""
    origin = get_origin(member)
    if origin is tuple:
        return isinstance(value, list)
    if origin is dict or attrs.has(member):
        return isinstance(value, dict)
    if origin is Literal:
        return value in get_args(member)
    return member is Any or type(value) is member


def _tuple_hook(kind: Any, conv: BaseConverter) -> Hook:
    args = get_args(kind)
    inner = conv.get_structure_hook(args[0])
    exactly = 0 if len(args) == 2 and args[1] is ... else len(args)

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, list):
            hint = f'write ["{value}"]' if isinstance(value, str) else f"write [{value}]" if _is_short(value) else ""
            raise _wrong(value, "a list", hint if _fits(value, inner, args[0]) else "")
        if exactly and len(value) != exactly:
            raise FlawError(f"wanted a list of exactly {exactly}, found {len(value)}")
        return tuple(_each_item(value, inner, args[0], tuple))

    return hook


def _fits(value: Any, inner: Hook, of: Any) -> bool:
    """Whether the items of a list may be such a value."""
    try:
        inner(value, of)
    except Exception:
        return False
    return True


def _dict_hook(kind: Any, conv: BaseConverter) -> Hook:
    names, of = get_args(kind)
    inner, name = conv.get_structure_hook(of), conv.get_structure_hook(names)

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise _wrong(value, "a table")
        return _each_entry(value, lambda key, _: name(key, names), inner, of)

    return hook


def _each_item(value: list[Any], inner: Hook, of: Any, cls: type) -> list[Any]:
    out, errors = [], []
    for index, item in enumerate(value):
        try:
            out.append(inner(item, of))
        except Exception as error:
            error.add_note(IterableValidationNote(str(index), index, of))
            errors.append(error)
    if errors:
        raise IterableValidationError("in a list", errors, cls)
    return out


def _each_entry(value: dict[str, Any], key_hook: Hook, inner: Hook, of: Any) -> dict[str, Any]:
    out, errors = {}, []
    for name, item in value.items():
        try:
            out[key_hook(name, str)] = inner(item, of)
        except Exception as error:
            error.add_note(IterableValidationNote(name, name, of))
            errors.append(error)
    if errors:
        raise IterableValidationError("in a table", errors, dict)
    return out


# ------------------------------------------------------------------ scalars


def _whole(value: Any, _: Any) -> int:
    if type(value) is int:
        if abs(value) > _LARGEST:
            raise FlawError("this number is too large", f"the largest is {_LARGEST}")
        return value
    hint = ""
    if isinstance(value, bool):
        hint = f"write {int(value)} if you mean the number"
    elif isinstance(value, float) and math.isfinite(value):
        hint = f"write {int(value)}" if value == int(value) and abs(value) < _LARGEST else "fractions are not used"
    elif isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,15}", value):
        hint = f"write {value} without quotes"
    raise _wrong(value, _WORDS[int], hint)


def _number(value: Any, _: Any) -> float:
    if type(value) in (int, float) and math.isfinite(value) and abs(value) <= _LARGEST:
        return float(value)
    raise _wrong(value, _WORDS[float])


def _truth(value: Any, _: Any) -> bool:
    if type(value) is bool:
        return value
    hint = f"write {value} without quotes" if value in ("true", "false") else ""
    if type(value) is int and value in (0, 1):
        hint = f"write {'true' if value else 'false'}"
    raise _wrong(value, _WORDS[bool], hint)


def _text(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise _wrong(value, _WORDS[str], f'write "{value}"' if _is_short(value) else "")
    bad = _CONTROL.search(value)
    if bad:
        raise FlawError(f"a control character (U+{ord(bad.group()):04X}) in a text", "type the text anew", "H206")
    return value


def _plain_hook(value: Any, _: Any) -> Any:
    return plain(value)


def _is_short(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < _LARGEST


# ------------------------------------------------------------------ words


def _wrong(value: Any, wanted: str, hint: str = "") -> FlawError:
    if isinstance(value, (datetime.date, datetime.time)):
        return FlawError(f"wanted {wanted}, found {found(value)}", "put it in quotes if you mean text", "H207")
    return FlawError(f"wanted {wanted}, found {found(value)}", hint)


def _word(kind: Any) -> str:
    if kind in _WORDS:
        return _WORDS[kind]
    if get_origin(kind) is Literal:
        return listed(get_args(kind))
    return "a list" if get_origin(kind) is tuple else "a table"


def listed(values: tuple[Any, ...], most: int = 12) -> str:
    """Names in quotes for a sentence, cut off after `most`."""
    shown = [f"'{v}'" if isinstance(v, str) else str(v) for v in values[:most]]
    more = [f"{len(values) - most} more"] if len(values) > most else []
    return ", ".join(shown + more)


def _flaws(error: BaseException, path: Path, cls: Any) -> Iterator[Flaw]:
    """All that cattrs has gathered, as flaws in the order of the keys."""
    if isinstance(error, (ClassValidationError, IterableValidationError)):
        for inner in error.exceptions:
            step: Path = ()
            for note in getattr(inner, "__notes__", ()):
                if isinstance(note, IterableValidationNote):
                    step = (note.index,)
                elif isinstance(note, AttributeValidationNote):
                    step = (_written(error.cl, note.name),)
            missing = isinstance(inner, KeyError) and isinstance(error, ClassValidationError) and step
            if missing:
                yield Flaw("H203", path, f"the key '{step[0]}' is missing", _doc(error.cl, str(step[0])), "key")
            else:
                yield from _flaws(inner, path + step, error.cl)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = key_names(error.cl)
        for name in sorted(error.extra_fields):
            near = nearest(name, known)
            hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
            yield Flaw("H202", (*path, name), f"unknown key '{name}'", hint, "key")
    elif isinstance(error, FlawError):
        yield Flaw(error.code, path, error.message, error.hint)
    else:
        yield Flaw("H201", path, str(error) or type(error).__name__)


def compared(text: str) -> str:
    """A comparison with a number as the table of a range that says the same; "" for another text.

    >>> compared(">= 4"), compared("<4"), compared("four")
    ('{ from = 4 }', '{ to = 3 }', '')
    """
    found = re.fullmatch(r"\s*(>=|<=|>|<)\s*(\d{1,9})\s*", text)
    if found is None:
        return ""
    word, step = {">=": ("from", 0), ">": ("from", 1), "<=": ("to", 0), "<": ("to", -1)}[found[1]]
    return f"{{ {word} = {int(found[2]) + step} }}"


def _written(cls: Any, attribute: str) -> str:
    return next((key_name(a) for a in attrs.fields(cls) if a.name == attribute), attribute)


def _doc(cls: Any, name: str) -> str:
    return next((str(a.metadata.get("doc", "")) for a in attrs.fields(cls) if key_name(a) == name), "")
