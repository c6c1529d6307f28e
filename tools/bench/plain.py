"""The measured games in plain Python without an engine: what the language allows, for the ratios of the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

Draw = Callable[[], float]

# ------------------------------------------------------------------ the skirmish

COLUMNS, ROWS, ARMY, TURNS = 25, 14, 75, 20
HEXES = COLUMNS * ROWS
# What the skirmish of each seed comes to: decisions, and the sum of (id + 1) * (hex + 1) over the living.
CHECKSUMS = {1: (1479, 1886860), 2: (1553, 1937307), 3: (1514, 1658216)}


def stream(seed: int) -> Draw:
    """The generator mulberry32, which all implementations share: numbers from 0 up to 1.

    >>> round(stream(1)(), 6)
    0.627074
    """
    state = seed

    def draw() -> float:
        nonlocal state
        state = state + 0x6D2B79F5 & 0xFFFFFFFF
        mixed = (state ^ state >> 15) * (state | 1) & 0xFFFFFFFF
        mixed ^= mixed + ((mixed ^ mixed >> 7) * (mixed | 61) & 0xFFFFFFFF) & 0xFFFFFFFF
        return (mixed ^ mixed >> 14) / 0x100000000

    return draw


class Ground:
    """The map and the order of battle: neighbours by direction, steps (hex, cost) out of each hex, unit values."""

    def __init__(self) -> None:
        draw = stream(1)
        cost = [2 if draw() < 0.3 else 1 for _ in range(HEXES)]
        looks = [self._around(*divmod(h, COLUMNS)) for h in range(HEXES)]
        walls = {
            frozenset((h, other))
            for h in range(HEXES)
            for i in (0, 4, 5)  # east and the two of the next row: every hexside once
            if (other := looks[h][i]) is not None and draw() < 0.05
        }
        self.beside = [[o for o in around if o is not None] for around in looks]
        self.steps = [
            [(o, cost[o]) for o in near if frozenset((h, o)) not in walls] for h, near in enumerate(self.beside)
        ]
        self.strength = [1 + int(draw() * 6) for _ in range(2 * ARMY)]
        self.allowance = [3 + int(draw() * 4) for _ in range(2 * ARMY)]

    @staticmethod
    def _around(row: int, column: int) -> list[int | None]:
        """East, then against the clock; odd rows are shifted right."""
        shift = row % 2
        spots = (
            (row, column + 1), (row - 1, column + shift), (row - 1, column + shift - 1),
            (row, column - 1), (row + 1, column + shift - 1), (row + 1, column + shift),
        )  # fmt: skip
        return [r * COLUMNS + c if 0 <= r < ROWS and 0 <= c < COLUMNS else None for r, c in spots]


@cache
def ground() -> Ground:
    """The one map, built once."""
    return Ground()


class Skirmish:
    """One game: who holds each hex (-1 nobody), where each unit is (-1 dead), how many of a side stand beside a hex."""

    def __init__(self) -> None:
        self.ground = ground()
        self.holder = [-1] * HEXES
        self.place = [-1] * (2 * ARMY)
        self.pressure = [0] * HEXES, [0] * HEXES
        self.alive = [ARMY, ARMY]
        for unit in range(2 * ARMY):
            self._enter(unit, unit if unit < ARMY else 11 * COLUMNS + unit - ARMY)

    def _enter(self, unit: int, to: int) -> None:
        self.holder[to] = unit
        self.place[unit] = to
        pressure = self.pressure[unit // ARMY]
        for near in self.ground.beside[to]:
            pressure[near] += 1

    def _leave(self, unit: int) -> None:
        here = self.place[unit]
        self.holder[here] = self.place[unit] = -1
        pressure = self.pressure[unit // ARMY]
        for near in self.ground.beside[here]:
            pressure[near] -= 1

    def move(self, unit: int, to: int) -> None:
        """The unit goes to a hex."""
        if to != self.place[unit]:
            self._leave(unit)
            self._enter(unit, to)

    def destinations(self, unit: int) -> list[int]:
        """Every hex the unit may end in, sorted, its own among them."""
        holder, steps, home, budget = self.holder, self.ground.steps, self.place[unit], self.ground.allowance[unit]
        side = unit // ARMY
        pressed = self.pressure[1 - side]
        low, high = side * ARMY, side * ARMY + ARMY
        spent = {home: 0}
        now, soon, later = [home], list[int](), list[int]()
        for far in range(budget):
            for here in now:
                if spent[here] != far or (pressed[here] and here != home):
                    continue
                for there, cost in steps[here]:
                    total = far + cost
                    if total > budget or total >= spent.get(there, 99):
                        continue
                    if (other := holder[there]) < 0 or low <= other < high:
                        spent[there] = total
                        (soon if cost == 1 else later).append(there)
            now, soon, later = soon, later, []
        return sorted([h for h in spent if holder[h] < 0 or h == home])

    def enemies(self, unit: int) -> list[int]:
        """The enemies beside the unit, sorted."""
        here = self.place[unit]
        if not self.pressure[1 - unit // ARMY][here]:
            return []
        others = [self.holder[h] for h in self.ground.beside[here]]
        return sorted([o for o in others if o >= 0 and o // ARMY != unit // ARMY])

    def fight(self, attacker: int, defender: int, die: int) -> None:
        """What the die and the odds column do."""
        attack, defence = self.ground.strength[attacker], self.ground.strength[defender]
        total = die + (min(4, attack // defence) if attack >= defence else 0)
        if total <= 2:
            self._die(attacker)
        elif total >= 7:
            self._die(defender)
        elif total >= 5:
            beside = self.ground.beside
            shut = beside[self.place[attacker]]
            free = (h for h in beside[self.place[defender]] if self.holder[h] < 0 and h not in shut)
            to = next(free, -1)
            if to < 0:
                self._die(defender)
            else:
                self.move(defender, to)

    def _die(self, unit: int) -> None:
        self._leave(unit)
        self.alive[unit // ARMY] -= 1

    def play(self, seed: int) -> tuple[int, int]:
        """Play it all by chance: decisions, and the checksum."""
        draw = stream(seed)
        decisions = 0
        for turn in range(TURNS):
            army = range(turn % 2 * ARMY, turn % 2 * ARMY + ARMY)
            for unit in army:
                if self.place[unit] >= 0:
                    choices = self.destinations(unit)
                    decisions += 1
                    self.move(unit, choices[int(draw() * len(choices))])
            for unit in army:
                if self.place[unit] >= 0 and (enemies := self.enemies(unit)):
                    decisions += 1
                    if pick := int(draw() * (len(enemies) + 1)):
                        self.fight(unit, enemies[pick - 1], 1 + int(draw() * 6))
            if 0 in self.alive:
                break
        return decisions, sum((u + 1) * (h + 1) for u, h in enumerate(self.place) if h >= 0)


# ------------------------------------------------------------------ small games

ROWS_OF_THREE = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SIDE = 11


def tictactoe(draw: Draw) -> int:
    """One game of tic-tac-toe by chance: how many moves it took."""
    cells = [""] * 9
    for move in range(9):
        free = [i for i, mark in enumerate(cells) if not mark]
        mark = "xo"[move % 2]
        cells[free[int(draw() * len(free))]] = mark
        if any(cells[a] == cells[b] == cells[c] == mark for a, b, c in ROWS_OF_THREE):
            return move + 1
    return 9


@cache
def _beside() -> list[list[int]]:
    turns = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
    spots = [divmod(i, SIDE) for i in range(SIDE * SIDE)]
    return [[(r + a) * SIDE + q + b for a, b in turns if 0 <= r + a < SIDE and 0 <= q + b < SIDE] for r, q in spots]


def hex11(draw: Draw) -> int:
    """One game of Hex by chance: how many moves it took. Red joins top and bottom, Blue left and right."""
    beside = _beside()
    cells = [-1] * (SIDE * SIDE)
    for move in range(SIDE * SIDE):
        player = move % 2
        free = [i for i, owner in enumerate(cells) if owner < 0]
        last = free[int(draw() * len(free))]
        cells[last] = player
        group, ends = {last}, 0
        todo = [last]
        while todo:
            here = todo.pop()
            along = here % SIDE if player else here // SIDE
            ends |= (along == 0) | (along == SIDE - 1) << 1
            if ends == 3:
                return move + 1
            fresh = [n for n in beside[here] if cells[n] == player and n not in group]
            group.update(fresh)
            todo += fresh
    raise AssertionError("Hex knows no draw")
