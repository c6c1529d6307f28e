"""Turns as the data writes them: '1', '2-10', '3-', '1,4', 'last'."""

from __future__ import annotations


def on_turn(turns: str, turn: int, last: int = 0) -> bool:
    """Does a list of turns such as '1', '2-10', '3-', '1,4' or 'last' hold a turn?

    >>> [on_turn("2-4,9-", t) for t in (1, 2, 4, 5, 12)]
    [False, True, True, False, True]
    """
    if not turns:
        return True
    for part in turns.replace("last", str(last)).split(","):
        low, dash, high = part.strip().partition("-")
        if int(low) <= turn and (turn <= int(high) if high else bool(dash) or turn == int(low)):
            return True
    return False
