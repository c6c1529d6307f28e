"""How wide texts are and how they are broken or shortened to fit; a reader may have narrower letters, never wider."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

# Widths in hundredths of the height of letters: for each letter the widest of DejaVu Sans and DejaVu Serif (upright and
# italic), which are wider than Helvetica, Arial, Liberation, Georgia and Times, rounded up to 0.05.
_PLAIN: Mapping[int, str] = {
    30: "'", 35: " ,./:;\\ijl|·", 40: "()-IJ[]f", 45: "!t", 50: '"*_`r–', 55: "?sz", 60: "cvxy",
    65: "$0123456789abdeghknopqu{}", 70: "FLPSTYZ", 75: "ABEKVX", 80: "CGR", 85: "#+<=>DOQU^~", 90: "&HNw", 95: "%",
    100: "@m…", 105: "MW",
}  # fmt: skip
_BOLD: Mapping[int, str] = {
    35: " '", 40: ",./:;\\ijl|·", 45: "-f", 50: "!()IJ[]_`t–", 55: '"*r', 60: "?sz", 65: "cx",
    70: "$0123456789aekovy", 75: "FLSTYZbdghnpqu{}", 80: "ACEPVX", 85: "#+<=>BR^~", 90: "DGKOQU", 95: "&HNw", 100: "@…",
    105: "%", 110: "m", 115: "MW",
}  # fmt: skip
_WIDE = 115  # of a letter that no table has
_TABLES = tuple({c: width for width, letters in table.items() for c in letters} for table in (_PLAIN, _BOLD))

ASCENT, DESCENT = 0.8, 0.24  # of a line above and below its base line, in heights of letters
LINE = 1.1  # from base line to base line


def width(text: str, size: float, *, bold: bool = False, spacing: float = 0.0) -> float:
    """The most that a line of text takes, in the unit of `size`.

    >>> width("Oak", 10), width("Oak", 10, bold=True), width("", 10)
    (21.5, 23.0, 0.0)
    """
    table = _TABLES[bold]
    hundredths = 0
    for letter in text:
        known = table.get(letter)
        if known is None and not unicodedata.combining(letter):
            base = unicodedata.normalize("NFD", letter)[0]
            known = table.get(base, 200 if unicodedata.east_asian_width(letter) in "WF" else _WIDE)
        hundredths += known or 0
    return hundredths * size / 100 + spacing * len(text)


def shortened(text: str, room: float, size: float, *, bold: bool = False, end: str = "…") -> str:
    """The text, or as much of its beginning as fits with `end`; "" when not even one letter does.

    >>> shortened("Constantine", 30, 10), shortened("Oak", 30, 10)
    ('Co…', 'Oak')
    """
    if width(text, size, bold=bold) <= room:
        return text
    for length in range(len(text) - 1, 0, -1):
        cut = text[:length].rstrip(" -,.") + end
        if len(cut) > len(end) and width(cut, size, bold=bold) <= room:
            return cut
    return ""


def broken(text: str, most: int) -> list[tuple[str, ...]]:
    """The ways to write a text on one to `most` lines, broken at blanks and after hyphens, lines as even as can be.

    >>> broken("Souk el Arba", 3)
    [('Souk el Arba',), ('Souk', 'el Arba'), ('Souk', 'el', 'Arba')]
    """
    words = text.replace("-", "-\0").replace(" ", " \0").split("\0")
    found: list[tuple[str, ...]] = [(text,)]
    for lines in range(2, min(most, len(words)) + 1):
        found.append(tuple(line.strip() for line in _even(tuple(words), lines)))
    return found


def _even(words: tuple[str, ...], lines: int) -> list[str]:
    """The words on so many lines, the longest line as short as can be."""
    lengths = [len(word) for word in words]
    low, high = max(lengths), sum(lengths)
    while low < high:
        middle = (low + high) // 2
        if len(_filled(words, middle)) <= lines:
            high = middle
        else:
            low = middle + 1
    filled = _filled(words, low)
    while len(filled) < lines:  # fewer lines than asked for: break the longest that has a blank
        at = max((i for i, line in enumerate(filled) if len(line) > 1), key=lambda i: (sum(map(len, filled[i])), -i))
        filled[at : at + 1] = [filled[at][:-1], filled[at][-1:]]
    return ["".join(line) for line in filled]


def _filled(words: tuple[str, ...], most: int) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for word in words:
        if found[-1] and sum(map(len, found[-1])) + len(word) > most:
            found.append([])
        found[-1].append(word)
    return found
