"""What a seat is asked and may answer: a decision is its text, options are lazy and exact."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from .classes import frozen
from .errors import Reason

if TYPE_CHECKING:
    from .position import Position

_RULE_IDS = re.compile(r" \((?:[A-Z]+-[\w.-]+(?:, )?)+\)")
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

    def has_listed(self, text: str) -> bool:
        """Is it an answer among those listed already? Lists nothing and asks nobody."""
        return self._listed is not None and text in self._listed

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
            self.seat,
            self.frame,
            self.prompt,
            Options.of(self.options),
            self.rule,
            self.visibility,
            self.about,
            self.roll,
        )


# ------------------------------------------------------------------ what an answer would do, for those who ask


@frozen
class Because:
    """One thing that an answer's cost, hand or outcome is made of.

    `at` is the TOML key that sets the value ("movement.foot.cost.hill.cost"), `by` the plug-in that does.
    """

    label: str
    value: int | str
    rule: str = ""
    at: str = ""
    by: str = ""


class Explained:
    """What a frame, action or order says of an answer when somebody asks; nothing of it runs while playing.

    Both methods are given legal answers, and tell no more than the seat knows.
    """

    __slots__ = ()

    rule: ClassVar[str] = ""

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        """What the answer does, in a sentence: by default the first one of the class's own text."""
        return sentence(type(self).__doc__ or "")

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        """What the answer costs or gives, and why; with no words what the question itself is about."""
        return ()


def sentence(text: str) -> str:
    """The first sentence of a text, without a leading `usage` and without rule ids in brackets, for players.

    >>> sentence("`dig UNIT`: a unit digs in (R-2.1); it stays. More of it.")
    'A unit digs in; it stays.'
    """
    head, _, rest = text.strip().partition("`: ")
    told = " ".join((rest if rest and head.startswith("`") else text).split("\n\n")[0].split())
    end = told.find(". ")
    told = _RULE_IDS.sub("", told[: end + 1] if end >= 0 else told).replace("`", "'")
    return told[:1].upper() + told[1:]
