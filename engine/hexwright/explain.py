"""Why things are as they are, as data: what an answer does and costs, why it is refused, who set each number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs
from attrs import evolve

from .classes import frozen
from .decisions import Because, Explained
from .errors import Reason
from .events import Event, Moved
from .frames import DraftFrame, Frame, asked_of
from .game import Game
from .plugins import Offer
from .rules.telling import because_moved
from .ruleset.paths import below, dotted, split
from .state import State

OWN_WORDS = {
    "done": "This answer is complete: nothing is added to it.",
    "retract": "The last choice of this answer is taken back.",
    "reset": "All choices of this answer are taken back.",
    "unseal": "The sealed answer is opened again and can be changed.",
}


@frozen
class Source:
    """Who set a number: a TOML key with its place, or a plug-in.

    `where` is "terrain.toml:165" below the ruleset's folder (or "--set:1"); it is "" for a key that nobody wrote:
    then the plug-in, or hexwright itself, sets it by default. `layer` is base, scenario:NAME, variant:NAME or session.
    """

    key: str = ""
    where: str = ""
    layer: str = ""
    plugin: str = ""
    version: str = ""

    def __str__(self) -> str:
        if self.where:
            return f"{self.where} ({self.key})"
        by = f"{self.plugin} {self.version}".rstrip() if self.plugin else "hexwright"
        return f"default of {by} ({self.key})" if self.key else f"plug-in {by}" if self.plugin else by


@frozen
class Cited:
    """A rule: its id, and title, text and place as far as the rulebook of the ruleset has it."""

    id: str
    title: str = ""
    text: str = ""
    where: str = ""


@frozen
class Piece:
    """One number or fact of an explanation, with its rule and who set it, as far as that is known."""

    label: str
    value: int | str
    rule: Cited | None = None
    source: Source | None = None


@frozen
class Explanation:
    """Why something is as it is.

    `kind` is option, refusal, question or event; `subject` the decision, or the name of the frame or event.
    `nearest` and `more` are those of a Reason: what would be legal, and what else stands in the way.
    """

    kind: str
    subject: str
    text: str
    rule: Cited | None = None
    source: Source | None = None
    parts: tuple[Piece, ...] = ()
    nearest: str = ""
    more: tuple[Explanation, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON; what is not known is null, "" or an empty list."""
        return attrs.asdict(self, value_serializer=_plain)


def _plain(_: Any, __: Any, value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


# ------------------------------------------------------------------ what can be explained


def explain(game: Game, state: State, decision: str, seat: str = "") -> Explanation:
    """What a legal decision does and costs, or why it is refused.

    It tells nothing that the seat does not know. `seat` may be left out when only one seat is asked.
    """
    reason = game.refuse(state, decision, seat)
    words = tuple(decision.split())
    if reason is not None or not state.stack:
        return explain_refusal(game, state, reason or Reason("there is no question"), decision, seat)
    now, frame = game.position(state), state.stack[-1]
    asked = asked_of(now)
    seat = seat or (asked[0] if len(asked) == 1 else "")
    told = _own_words(frame, words)
    teller: Explained = frame if told else frame.answerer(now, seat, words)
    causes = teller.causes(now, seat, words) if not told else ()
    rule = teller.rule or frame.rule
    offer = _brought(game, teller)
    return Explanation(
        kind="option",
        subject=" ".join(words),
        text=told or teller.tells(now, seat, words) or frame.prompt(now, seat),
        rule=cited(game, rule),
        source=_of_plugin(offer) if offer is not None else None,
        parts=pieces(game, causes, offer),
    )


def _own_words(frame: Frame, words: tuple[str, ...]) -> str:
    """What the words do that every window and draft knows; "" for a decision of the frame's own."""
    if len(words) != 1 or not (frame.window() or isinstance(frame, DraftFrame)):
        return ""
    return OWN_WORDS.get(words[0], "")


def explain_refusal(game: Game, state: State, reason: Reason, decision: str, seat: str = "") -> Explanation:
    """A refusal of a decision in a state; when it names no place and no plug-in, whoever refuses stands for them."""
    found = explain_reason(game, reason, decision)
    return found if found.source is not None else evolve(found, source=_refuser(game, state, seat, decision.split()))


def _refuser(game: Game, state: State, seat: str, said: Iterable[str]) -> Source | None:
    """The plug-in whose frame, action or order refuses, when the reason names no other."""
    now, words = game.position(state), tuple(said)
    if state.over is not None or not state.stack or not words or seat not in asked_of(now):
        return None
    frame = state.stack[-1]
    own = frame if _own_words(frame, words) else frame.answerer(now, seat, words)
    offer = _brought(game, own)
    return _of_plugin(offer) if offer is not None else None


def explain_reason(game: Game, reason: Reason, decision: str = "") -> Explanation:
    """A refusal: its rule, its numbers and where they were set, the plug-in that forbids, further reasons."""
    source = source_of(game, reason.at, reason.by)
    return Explanation(
        kind="refusal",
        subject=" ".join(decision.split()),
        text=reason.text,
        rule=cited(game, reason.rule),
        source=source,
        parts=tuple(Piece(name, value) for name, value in reason.numbers),
        nearest=reason.nearest,
        more=tuple(explain_reason(game, r, decision) for r in reason.more),
    )


def explain_ask(game: Game, state: State, seat: str) -> Explanation | None:
    """The question to a seat: what it is about and what its numbers are made of; None when the seat is not asked."""
    ask = game.ask(state, seat)
    if ask is None:
        return None
    now, frame = game.position(state), state.stack[-1]
    offer = _brought(game, frame)
    facts = tuple(Piece(name, value) for name, value in ask.about if name != "draft")
    return Explanation(
        kind="question",
        subject=ask.frame,
        text=ask.prompt,
        rule=cited(game, ask.rule),
        source=_of_plugin(offer) if offer is not None else None,
        parts=(*facts, *pieces(game, frame.causes(now, seat, ()), offer)),
    )


def explain_event(game: Game, state: State, event: Event) -> Explanation:
    """What happened, by which rule, and what its numbers are made of; `state` is one after the event.

    Give the event as its reader learned of it (`Event.seen_by`): nothing else of it is told.
    """
    now = game.position(state)
    offer = _offer_of(game, type(event).__module__)
    found = because_moved(now, event) if isinstance(event, Moved) else event.causes(now)
    return Explanation(
        kind="event",
        subject=type(event).__name__,
        text=event.text(),
        rule=cited(game, event.rule),
        source=_of_plugin(offer) if offer is not None else None,
        parts=pieces(game, found, offer),
    )


# ------------------------------------------------------------------ rules and sources


def cited(game: Game, rule: str) -> Cited | None:
    """A rule with its title, text and place; None for no rule."""
    if not rule:
        return None
    spec = game.rules.rule.get(rule)
    if spec is None:
        return Cited(rule)
    place = _written(game, ("rule", rule))
    return Cited(rule, spec.title, spec.text, place.where if place is not None else "")


def pieces(game: Game, found: Iterable[Because], offer: Offer | None = None) -> tuple[Piece, ...]:
    """What somebody named as causes, with rules and places; what names no place is put down to the plug-in."""
    out = []
    for because in found:
        source = source_of(game, because.at, because.by) or (_of_plugin(offer) if offer is not None else None)
        out.append(Piece(because.label, because.value, cited(game, because.rule), source))
    return tuple(out)


def source_of(game: Game, at: str = "", by: str = "") -> Source | None:
    """Who set the number of a TOML key: the file and line that won, else whose default it is; a plug-in by its id."""
    path = split(at) if at else None
    offer = next((o for o in game.plugins.active if o.id == by), None)
    if path is None:
        return _of_plugin(offer) if offer is not None else None
    found = _written(game, path) or _by_default(game, path)
    return evolve(found, plugin=offer.id, version=offer.version) if offer is not None else found


def _written(game: Game, path: tuple[str | int, ...]) -> Source | None:
    """The place where a key was set last; a bare value stands for the one key of its table ("hill = 2")."""
    key = dotted(path)
    document: Any = game.rules.document
    set_by = game.rules.set_by.get(key, ())
    if not set_by and len(path) > 1:
        for part in path[:-1]:
            document = document.get(part) if isinstance(document, dict) else None
        if document is None or isinstance(document, (dict, list)):
            return None
        set_by = game.rules.set_by.get(dotted(path[:-1]), ())
    if not set_by:
        return None
    layer, file, line = set_by[-1]
    told = below(file, game.rules.folder)
    if not line:
        brought = layer.removeprefix("plug-in ")
        offer = next((o for o in game.plugins.active if o.id == brought), None)
        return evolve(_of_plugin(offer), key=key) if offer is not None else Source(key, told, layer)
    return Source(key, f"{told}:{line}", layer)


def _by_default(game: Game, path: tuple[str | int, ...]) -> Source:
    """Whose default a key is that no file sets: the plug-in's that reads it, else hexwright's."""
    for offer in game.plugins.active:
        registry = offer.registry
        if registry is None:
            continue
        if path[0] in registry.tables or (path[:1] == ("unit_type",) and path[2:3] == ("traits",) and
                                          path[3:4] and path[3] in registry.traits):  # fmt: skip
            return evolve(_of_plugin(offer), key=dotted(path))
    return Source(dotted(path))


def _of_plugin(offer: Offer) -> Source:
    return Source(plugin=offer.id, version=offer.version)


def _brought(game: Game, teller: Explained) -> Offer | None:
    """The plug-in that brought a frame, action or order; None for the kernel's own."""
    return game.owners.get(type(teller)) or _offer_of(game, type(teller).__module__)


def _offer_of(game: Game, module: str) -> Offer | None:
    for offer in game.plugins.active:
        own = getattr(offer.module, "__name__", "")
        if own and (module == own or module.startswith(own + ".")):
            return offer
    return None


__all__ = [
    "Cited",
    "Explanation",
    "Piece",
    "Source",
    "cited",
    "explain",
    "explain_ask",
    "explain_event",
    "explain_reason",
    "explain_refusal",
    "pieces",
    "source_of",
]
