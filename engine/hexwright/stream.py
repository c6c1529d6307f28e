"""The verifiable stream of dice: keys, labels and counters to faces; nothing here knows a hand or a game."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

from attrs import field

from hexwright.classes import frozen
from hexwright.dice import DiceError, Hand, Rolled, check_whole


@frozen
class Stream:
    """Dice that anyone who is given the 32-byte key can check, in any language.

    The die number `k` (from 0) of a label depends on key, label and k alone, whatever was rolled before:

    1. digest = SHA-256(key, byte 0, label in UTF-8, byte 0, k as 8 bytes); numbers are big-endian.
    2. Read the digest as eight words of 4 bytes. The first word below floor(2^32 / sides) * sides counts.
    3. If none does, digest = SHA-256(digest), and again from 2.
    4. face = word mod sides + 1.

    Test vectors for key = SHA-256("hexwright"), which is 73d899f1...769323ab; the last one hashes a digest again:

    >>> stream = Stream(key_from_seed("hexwright"))
    >>> stream.roll("battle", 6, 6), stream.roll("battle", 6, 2, start=4), stream.roll("battle", 6, 2, 2**40)
    ((4, 4, 2, 5, 6, 1), (6, 1), (3, 6))
    >>> stream.roll("battle", 10, 6), stream.roll("déjà vu", 8, 4), stream.roll("", 2, 8)
    ((4, 6, 4, 1, 2, 1), (5, 6, 7, 6), (1, 1, 2, 1, 2, 2, 1, 1))
    >>> stream.roll("big", 2**32, 2), stream.roll("big", 2**31 + 1, 2), stream.roll("big", 2**31 + 1, 1, 233)
    ((3900407073, 456726139), (435223144, 456726139), (972367853,))
    """

    key: bytes = field(repr=False)

    def __attrs_post_init__(self) -> None:
        if type(self.key) is not bytes or len(self.key) != 32:
            raise DiceError("the key of a dice stream", type(self.key).__name__, "32 bytes")

    def face(self, label: str, sides: int, counter: int) -> int:
        """The face of the label's die number `counter`, with that many sides (up to 2^32)."""
        check_whole("the number of sides of a die", sides, 1, 2**32)
        check_whole("the counter of a dice stream", counter, 0, 2**64 - 1)
        limit = 2**32 // sides * sides
        word = next(word for word in self._words(label, counter) if word < limit)
        return word % sides + 1

    def _words(self, label: str, counter: int) -> Iterator[int]:
        try:
            name = label.encode("utf-8")
        except UnicodeEncodeError as error:
            raise DiceError("the label of a dice stream", label, "text that UTF-8 can write") from error
        if 0 in name:  # else two labels could stand for the same bytes
            raise DiceError("the label of a dice stream", label, "text without a NUL character")
        digest = hashlib.sha256(self.key + b"\0" + name + b"\0" + counter.to_bytes(8, "big")).digest()
        while True:
            for at in range(0, 32, 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            digest = hashlib.sha256(digest).digest()

    def roll(self, label: str, sides: int, count: int, start: int = 0) -> tuple[int, ...]:
        """The faces of the label's dice number `start` and on; the caller keeps the next counter, start + count."""
        return tuple(self.face(label, sides, start + k) for k in range(count))

    def roll_hand(self, label: str, hand: Hand, start: int = 0) -> Rolled:
        """The hand rolled with the label's dice number `start` and on, one for each die in order."""
        return Rolled(hand, tuple(self.face(label, die.sides, start + k) for k, die in enumerate(hand.dice)))


def key_from_seed(seed: int | str) -> bytes:
    """The key that a seed stands for: SHA-256 of its text in UTF-8 (7 and "7" are one seed)."""
    return hashlib.sha256(str(seed).encode("utf-8")).digest()


def fresh_key() -> bytes:
    """A key of 256 random bits from the operating system."""
    return secrets.token_bytes(32)


def commitment(key: bytes) -> str:
    """What a host publishes before play: the SHA-256 of the key in hex, to be compared when the key is shown."""
    return hashlib.sha256(key).hexdigest()
