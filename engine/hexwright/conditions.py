"""Conditions as data: all, any and not over named facts, compiled to functions and told as English sentences.

A condition is a plain table. Several keys in one table mean all of them; the empty table always holds.
A fact is an attrs class with `holds(position)` and `sentence(names, negated)`; plug-ins may add facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from attrs import field

from hexwright.classes import frozen
from hexwright.errors import nearest
from hexwright.facts import FACTS, Always, Names
from hexwright.strict import Flaw, compared, found, structure

Path = tuple[str | int, ...]
Test = Callable[[Any], bool]

_WORDS = ("all", "any", "not")


class Fact(Protocol):
    """What an entry of the vocabulary offers, besides being an attrs class of the keys it may have."""

    def holds(self, position: Any) -> bool:
        """Whether it is so in a position."""

    def sentence(self, names: Names, negated: bool) -> str:
        """It in English, or its contrary: 'it is turn 3', 'it is not turn 3'."""


@frozen
class ConditionFault:
    """One thing wrong in a condition; `path` leads to it from the condition's own table."""

    path: Path
    message: str
    hint: str = ""
    code: str = "H703"
    on: str = "value"


class ConditionError(ValueError):
    """A condition has faults; `faults` holds all of them."""

    def __init__(self, faults: tuple[ConditionFault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{'.'.join(map(str, f.path))}: {f.message}" for f in faults))


@frozen
class _Leaf:
    fact: Any
    path: Path


@frozen
class _Group:
    """`word` is all or any; a negated group has been turned over by De Morgan before."""

    word: str
    parts: tuple[_Node, ...]


@frozen
class _Not:
    part: _Node


_Node = _Leaf | _Group | _Not


@frozen
class Condition:
    """A compiled condition.

    >>> c = compile_condition({"turn": {"from": 10}, "not": {"done": "supply"}})
    >>> c.sentence()
    'it is turn 10 or later and the phase supply is not done'
    """

    _root: _Node
    _test: Test = field(init=False, eq=False, repr=False)

    @_test.default
    def _compiled(self) -> Test:
        return _compile(self._root)

    def holds(self, position: Any) -> bool:
        """Whether it holds in a position (of the contract: turn, control, units, ...)."""
        return self._test(position)

    def sentence(self, names: Callable[[str, str], str] | None = None) -> str:
        """The condition in English; `names(kind, id)` gives printed names, ids are used without it."""
        return _sentence(self._root, Names(names), False, "")

    def facts(self) -> Iterator[tuple[Path, Any]]:
        """Every fact in it with its path, for those who check references."""
        rest: list[_Node] = [self._root]
        while rest:
            node = rest.pop()
            if isinstance(node, _Leaf):
                yield node.path, node.fact
            elif isinstance(node, _Not):
                rest.append(node.part)
            else:
                rest.extend(reversed(node.parts))


def compile_condition(raw: Mapping[str, Any], vocabulary: Mapping[str, type] = FACTS) -> Condition:
    """The condition of a table.

    Raises `ConditionError` with everything that is wrong in it.
    """
    faults: list[ConditionFault] = []
    node = _read(raw, (), vocabulary, faults)
    if faults or node is None:
        raise ConditionError(tuple(faults))
    return Condition(node)


# ------------------------------------------------------------------ reading


def _read(raw: Any, path: Path, vocabulary: Mapping[str, type], faults: list[ConditionFault]) -> _Node | None:
    if not isinstance(raw, Mapping):
        hint = 'for example { turn = 3 } or { all = [{ turn = 3 }, { done = "supply" }] }'
        faults.append(ConditionFault(path, f"a condition is a table, found {found(raw)}", hint, "H701"))
        return None
    parts: list[_Node] = []
    for word, value in raw.items():
        at = (*path, word)
        if word in ("all", "any"):
            node = _read_list(word, value, at, vocabulary, faults)
        elif word == "not":
            inner = _read(value, at, vocabulary, faults)
            if inner is not None and isinstance(value, Mapping) and not value:
                faults.append(ConditionFault(at, "'not' needs a condition", "", "H701"))
            node = _Not(inner) if inner is not None else None
        else:
            node = _read_fact(word, value, at, vocabulary, faults)
        if node is not None:
            parts.append(node)
    if not raw:
        return _Leaf(Always(), path)
    return parts[0] if len(parts) == 1 else _Group("all", tuple(parts))


def _read_list(
    word: str, value: Any, path: Path, vocabulary: Mapping[str, type], faults: list[ConditionFault]
) -> _Node | None:
    if not isinstance(value, list) or not value:
        what = "an empty list" if isinstance(value, list) else found(value)
        hint = f"for example {word} = [{{ turn = 3 }}, {{ turn = 5 }}]"
        faults.append(ConditionFault(path, f"'{word}' wants a list of conditions, found {what}", hint, "H701"))
        return None
    nodes = [_read(item, (*path, index), vocabulary, faults) for index, item in enumerate(value)]
    return _Group(word, tuple(node for node in nodes if node is not None))


def _read_fact(
    word: str, value: Any, path: Path, vocabulary: Mapping[str, type], faults: list[ConditionFault]
) -> _Node | None:
    cls = vocabulary.get(word)
    if cls is None:
        known = [*_WORDS, *vocabulary]
        near = nearest(word, known)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(known)}"
        faults.append(ConditionFault(path, f"unknown fact '{word}'", hint, "H702", "key"))
        return None
    fact, flaws = structure(value, cls)
    hint = f"write {text}" if isinstance(value, str) and (text := compared(value)) else ""
    faults.extend(_as_fault(flaw, path, hint) for flaw in flaws)
    return None if flaws else _Leaf(fact, path)


def _as_fault(flaw: Flaw, path: Path, hint: str) -> ConditionFault:
    code = "H703" if flaw.code in ("H201", "H203") else flaw.code
    return ConditionFault(path + flaw.path, flaw.message, flaw.hint or hint, code, flaw.on)


# ------------------------------------------------------------------ meaning


def _compile(node: _Node) -> Test:
    if isinstance(node, _Leaf):
        test: Test = node.fact.holds
        return test
    if isinstance(node, _Not):
        inner = _compile(node.part)
        return lambda position: not inner(position)
    tests = tuple(_compile(part) for part in node.parts)
    if node.word == "all":
        return lambda position: all(test(position) for test in tests)
    return lambda position: any(test(position) for test in tests)


def _sentence(node: _Node, names: Names, negated: bool, outer: str) -> str:
    """English for a node under a group of the word `outer`; a negation is pushed down to the facts."""
    if isinstance(node, _Not):
        return _sentence(node.part, names, not negated, outer)
    if isinstance(node, _Leaf):
        return str(node.fact.sentence(names, negated))
    word = {"all": "any", "any": "all"}[node.word] if negated else node.word
    parts = tuple(dict.fromkeys(_sentence(part, names, negated, word) for part in node.parts))
    if len(parts) == 1:
        return parts[0]
    joined = (" and " if word == "all" else " or ").join(parts)
    return f"({joined})" if outer and outer != word else joined


__all__ = ["FACTS", "Condition", "ConditionError", "ConditionFault", "Fact", "Names", "compile_condition"]
