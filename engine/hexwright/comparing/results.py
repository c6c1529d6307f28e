"""What came of the games: where they parted, counted; wins of each side, lengths and endings under both rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ..classes import frozen
from ..game import Game
from .following import REASONS, Parting
from .games import Duel, Followed
from .shares import Paired, Shift, median, shift

METHOD = "R. G. Newcombe (1998), method 10, shares paired by seed"


@frozen
class Wins:
    """How often a side won under A and B, and the shift."""

    side: str
    name: str
    counts: Paired
    shift: Shift

    def __str__(self) -> str:
        games, before = self.counts.games, self.counts.both + self.counts.first
        after = self.counts.both + self.counts.second
        told = f"{self.name}: {_share(before, games)} of {games} won under A, {_share(after, games)} under B"
        limits = f"95% interval {_points(self.shift.low)} to {_points(self.shift.high)}"
        return f"{told}: {_points(self.shift.points)} points, {limits}"


def wins(duels: Sequence[Duel], a: Game, b: Game) -> tuple[Wins, ...]:
    """The wins of every side, those that nobody won last; none without games."""
    sides = {id: spec.name for g in (b, a) for id, spec in g.rules.side.items()}
    winners = [[d.endings[n].winner for d in duels] for n in (0, 1)]
    out = []
    for side, name in (*sides.items(), ("", "Nobody")):
        counts = Paired.of(*([w == side for w in won] for won in winners))
        if duels and (side or counts.games != counts.neither):
            out.append(Wins(side, name, counts, shift(counts)))
    return tuple(out)


def summary(duels: Sequence[Duel], a: Game, b: Game) -> list[str]:
    """The results in lines: wins, lengths, endings, and how far they can be trusted."""
    if not duels:
        return []
    found = wins(duels, a, b)
    lines = [str(each) for each in found]
    turns = [median([d.endings[n].turn for d in duels]) for n in (0, 1)]
    lines.append(f"Length: the median game ends on turn {turns[0]} under A, {turns[1]} under B")
    reasons = [Counter(d.endings[n].reason for d in duels) for n in (0, 1)]
    told = [f"{r}: {reasons[0][r]} under A, {reasons[1][r]} under B" for r in dict.fromkeys((*reasons[0], *reasons[1]))]
    lines.append(f"Endings: {'; '.join(told)}")
    lines.append(f"Interval: {METHOD}.{_honest(found)}")
    return lines


def _honest(found: Sequence[Wins]) -> str:
    told = ""
    if not any(w.shift.certain for w in found):
        told += " The games prove no shift: every interval holds 0."
    if any(w.shift.wide for w in found):
        games = found[0].counts.games
        little = f"{games} seeds say" if games > 1 else "1 seed says"
        told += f" The interval is wide: {little} little, more games narrow it."
    return told


def as_json(duels: Sequence[Duel], a: Game, b: Game) -> dict[str, Any]:
    """The results as plain JSON; points are rounded to a tenth."""
    sides = {
        w.side or "nobody": {
            "both": w.counts.both,
            "only_a": w.counts.first,
            "only_b": w.counts.second,
            "neither": w.counts.neither,
            "shift": round(w.shift.points, 1),
            "low": round(w.shift.low, 1),
            "high": round(w.shift.high, 1),
        }
        for w in wins(duels, a, b)
    }
    turns = [median([d.endings[n].turn for d in duels]) if duels else "" for n in (0, 1)]
    return {"games": len(duels), "wins": sides, "median_turn": turns, "interval": METHOD}


def partings(games: Iterable[Followed | Duel]) -> str:
    """How many games part, and why: '3 part: other dice 2, another question 1; 2 are the same'."""
    followed = [g for g in games if not (isinstance(g, Followed) and g.skipped)]
    why = Counter(g.parting.why for g in followed if g.parting is not None)
    same = len(followed) - sum(why.values())
    parted = sum(why.values())
    causes = ", ".join(f"{REASONS[w]} {n}" for w, n in why.most_common())
    told = [f"{parted} {'parts' if parted == 1 else 'part'} ({causes})"] if why else []
    told += [f"{same} {'goes the same way to its' if same == 1 else 'go the same way to their'} end"] if same else []
    return "; ".join(told) or "none"


def way(start: Parting | None, options: Parting | None, parting: Parting | None) -> list[str]:
    """Where a game parts, in lines: a start or options that differ come first, for play may go on alike."""
    found = [start.text] if start is not None else []
    if options is not None and (parting is None or options.at <= parting.at):
        found.append(str(options))
    found.append(str(parting) if parting is not None else "it goes the same way to its end")
    return found


def _share(won: int, games: int) -> str:
    return f"{won} ({(200 * won + games) // (2 * games)}%)"


def _points(points: float) -> str:
    return f"{round(points):+d}" if round(points) else "0"
