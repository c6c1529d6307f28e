"""What a question looks like on the screen: where the game stands, the hands that meet, and the lines of the menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .hints import GLOSSES
from .menu import Menu, same_start
from .names import Names
from .terminal import clean, cut, in_columns, padded, width, wrapped
from .textmap import inside, place_of

if TYPE_CHECKING:
    from ..decisions import Ask
    from ..view import View

_FIGHTS = 3  # so many pairs of hands are told with a question
_ELSEWHERE = ("draft", "space", "attacker_hand", "defender_hand", "tie", "hit", "removals", "role", "kind", "box")
_WIDEST = 42  # options longer than this push their gloss to the right


def open_phases(view: View) -> tuple[str, ...]:
    """The phase that is played now and those it is a part of, outermost first."""
    if not view.phase:
        return ()
    out = [view.phase[-1]]
    for phase in reversed(view.phase[:-1]):
        spec = view.rules.phase.get(phase)
        if spec is not None and out[0] in spec.phases:
            out.insert(0, phase)
    return tuple(out)


def where_now(view: View, names: Names) -> str:
    """'Turn 3: 1-15 March / Operations / Battles'."""
    turn = [names.turn(view.turn)] if view.turn else []
    return " / ".join([*turn, *dict.fromkeys(names.phase(p) for p in open_phases(view))])


def hands(ask: Ask, names: Names) -> list[str]:
    """The hands that meet in what the question is about, as far as it is told."""
    facts = dict(ask.about)
    tails = [n.removeprefix("attacker_hand") for n in facts if n.startswith("attacker_hand")]
    fallen = "casualty" in facts  # the dice lie on the table: it is about their hits
    met = [t for t in tails if f"defender_hand{t}" in facts and not fallen]
    out = [
        f"{names.spoken(tail.strip()) + ': ' if tail else ''}{facts[f'attacker_hand{tail}'] or 'no dice'} against "
        f"{facts[f'defender_hand{tail}'] or 'no dice'}"
        for tail in met[:_FIGHTS]
    ]
    if not out:
        return []
    more = f"; and {len(met) - _FIGHTS} more" if len(met) > _FIGHTS else ""
    return [f"(hands now: {'; '.join(out)}{more}; `odds` has the chances)"]


def facts(ask: Ask, names: Names, columns: int = 80) -> list[str]:
    """What the question is about beside its hands, where its prompt does not say it; line by line when it is much."""
    known = f" {ask.prompt} ".replace(":", " ").replace("?", " ").replace(",", " ")
    out = []
    for name, value in ask.about:
        said = str(value)
        is_told = f" {said} " in known and ("_" in said or any(c.isdigit() for c in said))
        if not said or name.split()[0] in _ELSEWHERE or is_told or names.people(said):
            continue
        out.append(f"{names.label(name)}: {names.spoken(said)}")
    line = f"({'; '.join(out)})"
    if len(line) > 3 * columns:
        return [part for told in out for part in wrapped(told, columns - 2, "  ")]
    return wrapped(line, columns) if out else []


def menu_lines(menu: Menu, view: View, names: Names, columns: int) -> list[str]:
    """The page of the menu: each option with what its ids stand for, those that share their words under these."""
    page = menu.page()
    shared = menu.common
    out: list[str] = []
    if menu.shared:
        out = _in_columns(menu, view, names, columns)
    else:
        texts = [entry.text + (f" ({len(entry.options)})" if entry.is_group else "") for _, entry in page]
        wide = min(_WIDEST, max(map(width, texts), default=0))
        if shared:
            told = gloss(shared, view, names)
            head = f"      {padded(' '.join(shared) + ' ...', wide)}"
            out.append(f"{head}   {told}" if told else head.rstrip())
        before: Sequence[str] = shared
        for (number, entry), text in zip(page, texts, strict=True):
            words = entry.text.split()
            under = same_start(words[:-1], before)
            under, before = (under if under > 1 else 0), words
            told = gloss(words, view, names, under)
            out.append(f"{number:>4}. {padded(text, wide)}   {told}" if told else f"{number:>4}. {text}")
    if menu.left:
        out.append(f"      ... {menu.left} more: type `more`, or the words they begin with")
    if len(menu.lines) == 1:
        out.append("      (Enter takes it)")
    return out


def _in_columns(menu: Menu, view: View, names: Names, columns: int) -> list[str]:
    words = menu.shared.split()
    told = gloss(words, view, names)
    marks = inside(view)
    cells = []
    marked = False
    for number, entry in menu.page():
        word = entry.text.rpartition(" ")[2]
        name = names.beside(word)
        mark = marks.get(word, "")
        marked = marked or bool(mark)
        cells.append(f"{number:>3}. {cut(f'{word} {name}', 17) if name else word}" + (f" {mark}" if mark else ""))
    out = [f"      {menu.shared} ..." + (f"   {told}" if told else "")]
    out += in_columns(cells, columns, indent=1)
    return [*out, "      (a letter with a number: units there, as on the map)"] if marked else out


def gloss(words: Sequence[str], view: View, names: Names, start: int = 1) -> str:
    """What the words of a decision from `start` on stand for; units with their place, missions with their effect."""
    if len(words) == 1:
        return GLOSSES.get(words[0], "")
    told = []
    for at, word in enumerate(words[max(start, 1) :], max(start, 1)):
        if word in view.units:
            told.append(_unit(word, words, view, names))
        elif (mission := view.rules.mission.get(word)) is not None:
            effect = f": {clean(mission.effect)}" if mission.effect and at == len(words) - 1 else ""
            told.append(names.mission(word) + effect)
        else:
            told.append(names.beside(word))
    return ", ".join(part for part in told if part)


def _unit(word: str, words: Sequence[str], view: View, names: Names) -> str:
    unit = view.units[word]
    full = view.rules.unit_type[unit.type].steps
    weak = f" ({unit.steps} of {full} steps)" if unit.steps < full and full > 1 else ""
    place = place_of(view, word)
    where = "" if place in words else f" at {names.space(place)}"
    return f"{names.beside(word)}{weak}{where}"


def question(ask: Ask, view: View, names: Names, columns: int) -> list[str]:
    """What stands above the menu and below the head of the question: who sees the answer, and what it is about."""
    out = []
    if ask.visibility == "sealed":
        out.append("(sealed: shown to the others when all have answered)")
    elif ask.visibility == "secret":
        out.append("(secret: the others do not see your answer)")
    out += facts(ask, names, columns)
    out += [line for told in hands(ask, names) for line in wrapped(told, columns)]
    if draft := dict(ask.about).get("draft"):
        out += wrapped(f"So far: {draft}", columns)
    return out


__all__ = ["facts", "gloss", "hands", "menu_lines", "open_phases", "question", "where_now"]
