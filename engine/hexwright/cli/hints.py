"""What a person may have meant by words that are no decision: names instead of ids, misspelt ids and verbs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import nearest

if TYPE_CHECKING:
    from ..game import Game
    from ..view import View

LAST = ("retract", "reset")
GLOSSES = {"retract": "take back the last choice of this answer", "reset": "take back all of this answer"}


def in_order(options: Iterable[str]) -> tuple[str, ...]:
    """The options as a menu shows them: what takes back stands last.

    >>> in_order(["retract", "move a K7", "done"])
    ('move a K7', 'done', 'retract')
    """
    return tuple(sorted(options, key=lambda o: LAST.index(o) if o in LAST else -1))


def by_name(said: str, options: Sequence[str], find: Callable[[str], str | None]) -> str | None:
    """The option that is meant when spaces are called by their names; `find` gives the id of a name.

    >>> by_name("move a northport", ["move a K7", "done"], {"northport": "K7"}.get)
    'move a K7'
    """
    text = with_ids(said, find)
    return text if text in options else None


def by_kin(said: str, options: Sequence[str], kin: Mapping[str, Collection[str]]) -> str | None:
    """The one option that is meant when a box is called by a space that it stands for, or such a space by its box.

    >>> by_kin("load a K7", ["load a box_k", "load a box_m"], {"K7": ["box_k"], "box_k": ["K7"]})
    'load a box_k'
    """
    words = said.split()

    def means(option: str) -> bool:
        pairs = list(zip(words, option.split(), strict=False))
        same = len(option.split()) == len(words) and words[:1] == option.split()[:1]
        return same and all(word == own or own in kin.get(word, ()) for word, own in pairs)

    found = [option for option in options if means(option)]
    return found[0] if len(found) == 1 else None


def kin_of(view: View) -> dict[str, tuple[str, ...]]:
    """Space -> the boxes off the map whose features name it, and box -> the spaces that its features name."""
    out: dict[str, tuple[str, ...]] = {}
    for box in view.board.spaces:
        if view.board.kind_of(box) == "hex":
            continue
        for kind, values in view.board.features(box).items():
            for name, spec in view.rules.feature[kind].fields.items():
                if spec.type == "space" and (space := str(values.get(name) or "")):
                    out[box] = (*out.get(box, ()), space)
                    out[space] = (*out.get(space, ()), box)
    return out


def with_ids(said: str, find: Callable[[str], str | None]) -> str:
    """The words after the first with the names among them, also those of several words, replaced by ids.

    >>> with_ids("move a bay of pigs", {"bay of pigs": "K7"}.get)
    'move a K7'
    """
    verb, *rest = said.split()
    out = [verb]
    while rest:
        for many in range(len(rest), 0, -1):
            if (found := find(" ".join(rest[:many]))) is not None or many == 1:
                out.append(found or rest[0])
                del rest[:many]
                break
    return " ".join(out)


def beginning(said: str, options: Sequence[str], find: Callable[[str], str | None]) -> tuple[str, ...]:
    """The options that go on after these whole words; spaces may be called by their names.

    >>> beginning("Move a", ["move a K7", "move ab K7", "done"], {}.get)
    ('move a K7',)
    """
    for text in dict.fromkeys((said, with_ids(said, find))):
        folded = " ".join(text.casefold().split()) + " "
        if found := tuple(o for o in options if o.casefold().startswith(folded)):
            return found
    return ()


def naming(said: str, options: Sequence[str], meaning: Callable[[str], str]) -> tuple[str, ...]:
    """The options that have all these words in them, as they stand or in the names of what they name.

    >>> naming("northport", ["move a K7", "move a K8"], {"K7": "Northport"}.get)
    ('move a K7',)
    """
    known: dict[str, str] = {}
    wanted = said.casefold().split()

    def has(option: str, word: str) -> bool:
        for own in option.split():
            if own not in known:
                known[own] = f" {own} {meaning(own) or ''}".casefold()
            if f" {word}" in known[own]:
                return True
        return False

    return tuple(o for o in options if all(has(o, word) for word in wanted)) if wanted else ()


def misspelt(decision: str, options: Sequence[str], known: Callable[[str], object]) -> tuple[str, str] | None:
    """(word, nearest) for the first word after the verb that nothing is called, among the words of the options.

    >>> misspelt("load a box_oram", ["load a box_oran", "load b box_bone"], lambda word: False)
    ('box_oram', 'box_oran')
    """
    verb, *rest = decision.split()
    words = {word for option in options for word in option.split()[1:] if option.split()[0] == verb}
    for word in rest:
        if word not in words and not known(word) and (near := nearest(word, words, 1)):
            return word, near[0]
    return None


def other_verbs(said: str, verbs: Iterable[str], commands: Iterable[str]) -> tuple[str, ...]:
    """The verbs of the options nearest to the one that was said, else the commands when it was one word."""
    verb, *rest = said.split()
    return nearest(verb, verbs) or (() if rest else nearest(verb, commands))


def verb_told(game: Game, window: str, verb: str = "") -> list[str]:
    """How the decisions of a question are written, from what the special rules say of each; all of them, or one verb.

    A frame that is no window says it in paragraphs of its own text that begin with the verb: "`dig UNIT`: ...".
    """
    kinds = (*game.actions.get(window, ()), *game.orders.get(window, ()))
    texts = [type(kind).__doc__ or "" for kind in kinds]
    if window in game.frames:
        texts += (game.frames[window].__doc__ or "").split("\n\n")
    told = (" ".join(text.split()).replace("`", "") for text in texts if text.strip().startswith("`"))
    return list(dict.fromkeys(text for text in told if verb.casefold() in ("", _first_word(text))))


def _first_word(text: str) -> str:
    return text.replace(":", " ").split()[0]


def missions_meant(view: View, word: str, options: Iterable[str]) -> list[str]:
    """The missions of that id or with that word in their names that units of these options have, else that of the id.

    Of several the one whose id it is comes alone.
    """
    types = {view.units[w].type for option in options for w in option.split()[1:] if w in view.units}
    known = {m: spec for m, spec in view.rules.mission.items() if word in (m, *m.split("_"))}
    here = [m for m, spec in known.items() if types.intersection(spec.types)]
    return [word] if word in here or (not here and word in known) else here
