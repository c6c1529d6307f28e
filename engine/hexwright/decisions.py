"""What a seat is asked and may answer: a decision is its text, options are lazy and exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from attrs import frozen

from .errors import Reason

Visibility = Literal["open", "sealed", "secret"]
CHANCE = "chance"


def words(text: str) -> tuple[str, ...]:
    """The verb and arguments of a decision.

    >>> words("move us_3_id K7")
    ('move', 'us_3_id', 'K7')
    """
    return tuple(text.split())


def spell(verb: str, *arguments: object) -> str:
    """The text of a decision; `words` is its inverse.

    >>> spell("move", "us_3_id", "K7")
    'move us_3_id K7'
    """
    return " ".join((verb, *map(str, arguments)))


class Options:
    """The legal answers of one seat, in a fixed order: iterate, count, or test with `in` without listing.

    >>> o = Options.of(["pass", "fight u1"])
    >>> list(o), "pass" in o, "run" in o, len(o)
    (['pass', 'fight u1'], True, False, 2)
    """

    __slots__ = ("_list", "_listed", "_why")

    def __init__(self, listing: Callable[[], Iterable[str]], why: Callable[[str], Reason | None]) -> None:
        self._list = listing
        self._why = why
        self._listed: tuple[str, ...] | None = None

    @classmethod
    def of(cls, texts: Iterable[str]) -> Options:
        """Options that are known already."""
        known = tuple(texts)
        told = Reason("not among the options")
        return cls(lambda: known, lambda text: None if text in known else told)

    def all(self) -> tuple[str, ...]:
        """Every option, in order."""
        if self._listed is None:
            self._listed = tuple(self._list())
        return self._listed

    def why_not(self, text: str) -> Reason | None:
        """Why this answer is refused; None when it is legal."""
        return self._why(" ".join(text.split()))

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.why_not(text) is None

    def __len__(self) -> int:
        return len(self.all())

    def __bool__(self) -> bool:
        return bool(self.all())

    def __getitem__(self, index: int) -> str:
        return self.all()[index]


@frozen
class Roll:
    """Dice that chance is asked for: the label of the stream, the next number of that label, the sides."""

    label: str
    start: int
    sides: tuple[int, ...]


@frozen(eq=False)
class Ask:
    """A question to one seat.

    `frame` names what asks, `about` holds (name, value) facts that the seat knows and a front end may
    show, `visibility` says who learns the answer and when; `roll` is there when the seat is `chance`.
    """

    seat: str
    frame: str
    prompt: str
    options: Options
    rule: str = ""
    visibility: Visibility = "open"
    about: tuple[tuple[str, str | int], ...] = ()
    roll: Roll | None = None

    def handed_out(self) -> Ask:
        """A copy that holds its options as plain texts and reaches nothing else: for bots and front ends."""
        return Ask(
            self.seat, self.frame, self.prompt, Options.of(self.options), self.rule, self.visibility, self.about,
            self.roll,
        )
