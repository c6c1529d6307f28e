"""The player aid: sequence, dice by mission, terrain and modifiers on two pages, as one HTML text without links."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..game import Game
from ..ruleset.schema import DiceSpec
from .ground import border_table, effects, terrain_table
from .html import Held, joined, node, page, span, table
from .manuscript import Cells, Manuscript
from .missions import in_order, roll_table
from .sequence import phases
from .units import common_hit, dice_name, dice_words
from .write import css

_DENSE = (60, 110)  # lines of the aid from which it is written smaller, and smaller still


def aid(game: Game) -> str:
    """The player aid of a game; the same text for the same rules."""
    book = Manuscript(game, bare=True)
    lines = len(game.rules.phase) + len(game.rules.mission) + len(game.rules.unit_type) + len(effects(book))
    size = "small" if lines > _DENSE[1] else "medium" if lines > _DENSE[0] else "large"
    first = node(
        "section", _head(book, "Sequence, terrain, modifiers"),
        node("div", node("h2", "Sequence of play"), *_sequence(book), class_="block flow"),
        *_block("Terrain", terrain_table(book), border_table(book)),
        *_block("Modifiers", modifiers(book)),
        *_block("Tables", *(roll_table(book, id, spec) for id, spec in game.rules.table.items())), class_="sheet",
    )  # fmt: skip
    second = node(
        "section", _head(book, "Dice and missions"),
        *_block("Dice", _hit(book), dice_by_mission(book)),
        *_block("Missions", _missions(book)), class_="sheet",
    )  # fmt: skip
    style = node("style", css("aid"))
    return page(f"{game.rules.info.title}: player aid", style, first, second, kind=f"aid {size}")


def _head(book: Manuscript, what: str) -> Held:
    rules = book.rules
    layers = [rules.scenario, *rules.variants, *book.game.given]
    told = f"{rules.info.id} {rules.info.version}" + "".join(f" + {layer}" for layer in layers if layer)
    return node("header", node("h1", rules.info.title), node("p", node("b", what), f" · {told}"))


def _sequence(book: Manuscript) -> Iterator[Held]:
    spec = book.rules.sequence
    yield node("p", f"Turns {spec.first} to {spec.turns}.")
    if spec.setup:
        yield node("p", node("b", "Before the first turn"))
        yield phases(book, spec.setup)
        yield node("p", node("b", "Each turn"))
    yield phases(book, spec.each_turn)


def _block(title: str, *holds: Held) -> Iterator[Held]:
    inside = [h for h in holds if h is not None]
    if inside:
        yield node("div", node("h2", title), *inside, class_="block")


def _hit(book: Manuscript) -> Held:
    common = common_hit(book)
    return node("p", f"A die hits on {common[1]} or more. One die a step unless it says 'a unit'.") if common else None


def dice_by_mission(book: Manuscript) -> Held:
    """A row for the kinds of dice that are alike: which types roll what, those that roll the same together."""
    types = book.in_order("unit_type")
    same: dict[tuple[tuple[DiceSpec, tuple[str, ...]], ...], list[str]] = {}
    for name in dict.fromkeys(n for spec in types.values() for n in spec.dice):
        alike: dict[DiceSpec, list[str]] = {}
        for id, spec in types.items():
            if name in spec.dice:
                alike.setdefault(evolve(spec.dice[name], rule=""), []).append(book.name("unit_type", id))
        same.setdefault(tuple((dice, tuple(who)) for dice, who in alike.items()), []).append(dice_name(book, name))
    rows: list[Cells] = []
    for rolled, names in same.items():
        told = [span(node("b", dice_words(book, ("unit_type",), dice)), f" {', '.join(who)}") for dice, who in rolled]
        rows.append((", ".join(names), span(*joined(told, "; "))))
    return table(("Dice", "Who rolls what"), rows)


def modifiers(book: Manuscript) -> Held:
    """What changes dice and hands: what the ground does, and the bonus of types of units."""
    rows: list[Cells] = [(e.name, e.told(book), _from(book, e.brought), book.rule(e.rule)) for e in effects(book)]
    for id, spec in book.in_order("unit_type").items():
        if spec.bonus:
            rows.append((spec.name or id, f"{spec.bonus:+d} on the total of its hand", None, book.rule(spec.rule)))
    return table(("Cause", "Effect", "Brought by", "Rule"), rows)


def _from(book: Manuscript, brought: tuple[tuple[str, str], ...]) -> Held:
    return span(*joined(f"{kind.replace('_', ' ')} {book.name(kind, word)}" for kind, word in brought))


def _missions(book: Manuscript) -> Held:
    rows: list[Cells] = []
    for domain in dict.fromkeys(m.domain for m in book.rules.mission.values()):
        for _, m in in_order(book, domain):
            reach = {-1: "own", 0: "0"}.get(m.range, str(m.range))
            dice = dice_name(book, m.dice) if m.dice else None
            rows.append((m.name, domain, reach, ", ".join(m.target) or None, dice, m.effect or None, book.rule(m.rule)))
    return table(("Mission", "In", "Range", "Target", "Dice", "Effect", "Rule"), rows)


__all__ = ["aid", "modifiers"]
