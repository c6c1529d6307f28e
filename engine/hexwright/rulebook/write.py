"""The one door of the rulebook: a game in, the files of a folder out."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from ..classes import frozen
from ..game import Game
from ..picture.draw import picture
from ..picture.svg import Node
from .cover import Entry, besides, contents, cover
from .examples import examples
from .ground import terrain
from .html import Held, node, page
from .index import index
from .manuscript import Manuscript
from .missions import combat, missions, roll_tables
from .rules import all_rules
from .sequence import players, sequence
from .special import special_rules, switches
from .units import reinforcements, set_up, unit_chart

INDEX, CSS, MAP, SETUP = "index.html", "rulebook.css", "map.svg", "setup.svg"
ONLOOKER = "onlooker"  # no seat: what everybody knows

CHAPTERS: tuple[Callable[[Manuscript], Held], ...] = (
    players,
    sequence,
    unit_chart,
    lambda book: set_up(book, SETUP if book.rules.unit else ""),
    reinforcements,
    terrain,
    missions,
    roll_tables,
    combat,
    special_rules,
    switches,
    all_rules,
    examples,
    besides,
    index,
)


@frozen
class Rulebook:
    """The files of a rulebook by their names in its folder, and the rules that nothing enforces and it leaves out."""

    files: dict[str, str]
    left_out: tuple[str, ...]


def rulebook(game: Game) -> Rulebook:
    """The rulebook of a game: pages, style sheet, pictures; the same for the same rules."""
    book = Manuscript(game)
    chapters = [told for make in CHAPTERS if isinstance(told := make(book), Node)]
    entries = [Entry(dict(c.attributes)["id"], _heading(c)) for c in chapters]
    made = {MAP: picture(game, None)}
    if game.rules.unit:
        made[SETUP] = picture(game, game.opening().state, seat=ONLOOKER)
    front = cover(book, MAP)
    sheet = node("link", rel="stylesheet", href=CSS)
    body = (front, contents(entries), node("main", *chapters))
    made[INDEX] = page(f"{game.rules.info.title}: rulebook", sheet, *body, kind="book")
    made[CSS] = css("rulebook")
    made.update(book.sources.pages(CSS))
    editorial = game.rules.rulebook.editorial
    return Rulebook(dict(sorted(made.items())), tuple(r for r in book.enforced.left_out if r not in editorial))


def css(name: str) -> str:
    """A style sheet of this package."""
    return files(__package__).joinpath(f"{name}.css").read_text("utf-8")


def _heading(chapter: Node) -> str:
    head = next(h for h in chapter.holds if isinstance(h, Node) and h.tag == "h2")
    return "".join(h for h in head.holds if isinstance(h, str))


__all__ = ["CHAPTERS", "CSS", "INDEX", "Rulebook", "css", "rulebook"]
