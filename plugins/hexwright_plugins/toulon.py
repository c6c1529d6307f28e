"""Toulon: ground forces committed for a bonus, the roll after the armistice, and the captured ships two turns later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal

import attrs

from hexwright.classes import frozen
from hexwright.errors import Reason, nearest
from hexwright.events import Arrived, Event, Noted, Part, PhaseBegan, PhaseEnded, Placed
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import Ruleset, TableRow, TableSpec, key
from hexwright.windows import Action, Order, Window
from hexwright_plugins.armistice import Stand

MANIFEST = Manifest(
    id="toulon",
    summary="a fleet in port may fall to the side that committed troops",
    requires=("armistice",),
    after=("convoys", "reinforce", "submarines"),
)


@frozen
class Toulon:
    """[toulon]: the roll for a fleet, what troops committed to it add, and where its ships arrive."""

    modifier_mode: Literal["flat", "per_unit"] = key("the bonus comes once, or once a unit", "flat")
    modifier_cap: int = key("most that the commitment adds", 1)
    units_return: Literal["end_of_turn"] = key("when committed units come back", "end_of_turn")
    die: int = key("sides of the die that is rolled", 6)
    delay: int = key("turns from the event to the arrival of the ships", 2)
    nation: str = key("nation that commits troops and may gain ships", "", refers="nation")
    pools: tuple[str, ...] = key("boxes whose ground combat units may be committed", (), refers="space")
    box: str = key("box of the committed units", "", refers="space")
    tags: tuple[str, ...] = key("tags of the units that may be committed", ("combat",), refers="unit_tag")
    table: str = key("roll table: unit type -> number of ships", "", refers="table")
    ships: tuple[str, ...] = key("units that may be gained, in order", (), refers="unit")
    arrive_phase: str = key("phase in which they arrive", "", refers="phase")
    return_phase: str = key("phase at whose end committed units return", "", refers="phase")
    zone: str = key("zone in which the owner places the ships", "", refers="zone")
    hidden_tag: str = key("ships with this tag go to `hidden_box` instead", "submarine", refers="unit_tag")
    hidden_box: str = key("box of ships that are stationed in secret", "", refers="space")


@frozen
class Port:
    """Own state: where each committed unit came from, and the ships that are due on which turn."""

    committed: tuple[tuple[str, str], ...] = ()
    rolled: bool = False
    due: int = 0
    ships: tuple[str, ...] = ()


@frozen(kw_only=True)
class ToulonRolled(Event):
    """The result of the roll."""

    total: int
    result: str

    def text(self) -> str:
        return f"Roll for the fleet in port {self.total}: {self.result}"


def used(now: Position, draft: tuple[str, ...]) -> frozenset[str]:
    """The pieces that have an order already; one that the draft only brings into play is free for one."""
    said = [words for words in (text.split() for text in draft) if len(words) > 1]
    return frozenset(w[1] for w in said if w[0] == Commit.verb or w[1] in now.state.units)


def available(now: Position, draft: tuple[str, ...]) -> tuple[Unit, ...]:
    """The ground combat units of the pools of this turn, with those that the draft itself brings (TT-2.2-R05)."""
    settings = now.settings(Toulon)
    pool = [u for place in settings.pools for u in now.units_at(place)]
    named = (now.game.order_of_battle.get(w) for text in draft for w in text.split()[1:2])
    coming = [u for u in named if u is not None and u.id not in now.state.units]
    found = {u.id: u for u in (*pool, *coming) if u.nation == settings.nation and now.has_tag(u, *settings.tags)}
    return tuple(found.values())


class Commit(Order):
    """`commit UNIT`: a ground combat unit of the pool is committed this turn and cannot be shipped."""

    verb = "commit"
    windows = ("convoys.load",)
    rule = "TT-2.2-08"

    def choices(self, now: Position, seat: str, draft: tuple[str, ...]) -> Iterable[str]:
        if now.slice(Port).rolled or now.seat_of(now.settings(Toulon).nation) != seat:
            return
        spoken = used(now, draft)
        yield from (f"commit {u.id}" for u in available(now, draft) if u.id not in spoken)

    def refuse(self, now: Position, seat: str, draft: tuple[str, ...], words: tuple[str, ...]) -> Reason | None:
        settings = now.settings(Toulon)
        if now.slice(Port).rolled:
            return Reason("the fleet's fate is decided: nothing can be committed any more", "TT-2.4.7-15")
        if now.seat_of(settings.nation) != seat:
            return Reason(f"only {now.rules.nation[settings.nation].name} may commit forces", self.rule)
        if len(words) != 2:
            return Reason("say 'commit' and one unit", self.rule)
        if words[1] in used(now, draft):
            return Reason(f"{now.name(words[1])} has an order already", "TT-2.2-R05", nearest="retract")
        if any(u.id == words[1] for u in available(now, draft)):
            return None
        unit = now.state.units.get(words[1])
        if unit is not None and unit.at in settings.pools and not now.has_tag(unit, *settings.tags):
            return Reason(f"{now.name(unit.id)} is no ground combat unit", "TT-PA.4-02")
        return Reason("only a ground combat unit of the pools of this turn may be committed", "TT-2.2-R05")

    def reveal(self, play: Play, seat: str, choices: tuple[str, ...]) -> None:
        came = []
        for unit in (play.state.units.get(text.split()[1]) for text in choices):
            if unit is not None:
                came.append((unit.id, unit.at))
                box = play.now.settings(Toulon).box
                play.emit(Placed(unit=unit.id, at=box, was=unit.at, rule="TT-2.2-08"))
        if came:
            port = play.now.slice(Port)
            play.set_slice(attrs.evolve(port, committed=(*port.committed, *came)), "TT-2.2-R05")


def bonus(now: Position) -> int:
    """What the commitment of this turn adds to the roll (TT-2.2-R05)."""
    settings = now.settings(Toulon)
    count = len(now.slice(Port).committed)
    return min(settings.modifier_cap, count if settings.modifier_mode == "per_unit" else min(count, 1))


def row_for(now: Position, total: int) -> TableRow:
    """The row of the table for a total."""
    rows = now.rules.table[now.settings(Toulon).table].rows
    return next((r for r in rows if total <= r.max), rows[-1])


@frozen
class Roll(ChanceFrame):
    """The roll, once, in the part in which the armistice came."""

    name: ClassVar[str] = "toulon.roll"
    rule: ClassVar[str] = "TT-2.4.7-R03"

    def asked(self, now: Position) -> tuple[str, ...]:
        stand = now.slice(Stand)
        return super().asked(now) if stand.done and not now.slice(Port).rolled else ()

    def prompt(self, now: Position, seat: str) -> str:
        return "the roll for the fleet in port"

    def label(self, now: Position) -> str:
        return "toulon"

    def sides(self, now: Position) -> tuple[int, ...]:
        return (now.settings(Toulon).die,)

    def step(self, play: Play) -> None:
        play.done()

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        play.done()
        settings = now.settings(Toulon)
        extra = bonus(now)
        total = faces[0] + extra
        row = row_for(now, total)
        parts: tuple[Part, ...] = (("die", faces[0], "TT-2.4.7-R03"),)
        if extra:
            parts = (*parts, ("forces committed", extra, "TT-2.2-08"))
        play.emit(ToulonRolled(total=total, result=row.text, rule=row.rule, parts=parts))
        won: list[str] = []
        for kind, number in row.gives.items():
            free = [s for s in settings.ships if now.game.order_of_battle[s].type == kind]
            won.extend(free[:number])
        due = now.turn + settings.delay
        if won and due > now.rules.sequence.turns:
            play.say("the game ends before the captured ships can sail", "TT-2.4.7-R04")
            won = []
        play.set_slice(attrs.evolve(now.slice(Port), rolled=True, due=due, ships=tuple(won)), "TT-2.4.7-14")


@frozen
class Arrival(Window):
    """The captured ships come: their owner places each in any of the northernmost hexes."""

    name: ClassVar[str] = "toulon.arrival"
    rule: ClassVar[str] = "TT-2.4.7-14"

    def prompt(self, now: Position, seat: str) -> str:
        return "place the captured ships"


class PlaceShip(Action):
    """`place SHIP HEX`"""

    verb = "place"
    windows = ("toulon.arrival",)
    rule = "TT-2.4.7-R04"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        for ship in now.slice(Port).ships:
            for space in now.zone(now.settings(Toulon).zone):
                yield f"place {ship} {space}"

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        ships = now.slice(Port).ships
        zone = now.zone(now.settings(Toulon).zone)
        if len(words) != 3:
            return Reason("say 'place', a ship and a hex", self.rule)
        if words[1] not in ships:
            ship = nearest(words[1], ships, 1) or ships[:1]
            hint = f"place {ship[0]} {words[2]}" if ship else "done"
            return Reason(f"{words[1]} is no captured ship to be placed", self.rule, nearest=hint)
        if words[2] not in zone:
            near = _near(now, words[2])
            return Reason("only the northernmost sea hexes", self.rule, nearest=f"place {words[1]} {near}")
        return None

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        now = play.now
        unit = attrs.evolve(now.game.order_of_battle[words[1]], at=words[2])
        port = now.slice(Port)
        play.emit(Arrived(unit=unit, rule=self.rule))
        play.set_slice(attrs.evolve(port, ships=tuple(s for s in port.ships if s != words[1])), self.rule)

    def problems(self, now: Position, seat: str) -> Iterable[Reason]:
        left = now.slice(Port).ships
        if left:
            yield Reason("captured ships are still to be placed", self.rule, (("ships", len(left)),))


def _near(now: Position, space: str) -> str:
    """The hex of the zone that is nearest to a space, or to how it is spelt."""
    zone = now.zone(now.settings(Toulon).zone)
    if space not in now.board:
        return (nearest(space, zone, 1) or zone)[0]
    far = {s: now.board.distance(space, s) for s in zone}
    return min(zone, key=lambda s: (far[s] is None, far[s]))


@frozen
class Due(Frame):
    """Ships stationed in secret join their box; the others are placed by their owner."""

    name: ClassVar[str] = "toulon.due"

    def step(self, play: Play) -> None:
        now = play.now
        settings = now.settings(Toulon)
        port = now.slice(Port)
        play.done()
        left = []
        for ship in port.ships:
            unit = now.game.order_of_battle[ship]
            if settings.hidden_tag in now.game.tags[unit.type]:
                play.emit(Arrived(unit=attrs.evolve(unit, at=settings.hidden_box), rule="TT-2.4.7-R04"))
            else:
                left.append(ship)
        play.set_slice(attrs.evolve(port, ships=tuple(left)), "TT-2.4.7-14")
        if left:
            play.push(Arrival(seat=now.seat_of(settings.nation)))


@hook(PhaseBegan)
def react_arrival(event: PhaseBegan, now: Position) -> Iterable[Event | Frame]:
    """The ships are due at the start of the turn."""
    port = now.slice(Port)
    if event.phase == now.settings(Toulon).arrive_phase and port.ships and port.due == now.turn:
        return [Due()]
    return []


@frozen
class Return(Frame):
    """Committed units go back to where they came from."""

    name: ClassVar[str] = "toulon.return"

    def step(self, play: Play) -> None:
        port = play.now.slice(Port)
        play.done()
        for unit, pool in port.committed:
            if unit in play.state.units:
                play.emit(Placed(unit=unit, at=pool, was=play.now.unit(unit).at, rule="TT-2.2-R05"))
        play.set_slice(attrs.evolve(port, committed=()), "TT-2.2-R05")
        play.emit(Noted(note="the forces committed to the fleet's port return to the pool", rule="TT-2.2-R05"))


@hook(PhaseEnded)
def react_return(event: PhaseEnded, now: Position) -> Iterable[Event | Frame]:
    """A commitment lasts for one turn."""
    if event.phase == now.settings(Toulon).return_phase and now.slice(Port).committed:
        return [Return()]
    return []


@hook
def redact(now: Position, seat: str, value: Port) -> Any:
    """Commitments are open once revealed, and so are the ships."""
    return value


@hook
def register(registry: Registry) -> None:
    registry.table("toulon", Toulon)
    registry.state(Port())
    registry.frame(Roll, Arrival, Due, Return)
    registry.order(Commit())
    registry.action(PlaceShip())
    registry.check(check_numbers)


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """Numbers that the rules leave open: ships cannot sail before the turn after the roll."""
    settings = ruleset.settings.get("toulon")
    if not isinstance(settings, Toulon):
        return
    if settings.modifier_cap < 0:
        report("toulon.modifier_cap", "a commitment cannot lower the roll", "use 0 or more")
    if settings.delay < 1:
        report("toulon.delay", "the ships sail on a later turn", "use 1 or more")
    table = ruleset.table.get(settings.table)
    if settings.die < 1 and (table is None or table.sides != settings.die):
        report("toulon.die", "a die has at least 1 side", "use 1 or more")
    if table is not None:
        _check_table(ruleset, settings, table, report)


def _check_table(ruleset: Ruleset, settings: Toulon, table: TableSpec, report: Callable[..., None]) -> None:
    """The table is rolled with the die of the switch, and gives ships that there are."""
    path = ("table", settings.table)
    if table.sides != settings.die:
        told = f"the table says d{table.sides}, and toulon.die = {settings.die}; the switch counts"
        report((*path, "sides"), told, f"write sides = {settings.die} too", "warning")
    fleet: Counter[str] = Counter()
    for id_ in settings.ships:
        base = id_ if id_ in ruleset.unit else id_.rpartition("_")[0]
        if base in ruleset.unit:
            spec = ruleset.unit[base]
            fleet[spec.type] += spec.count if base == id_ else 1
    for index, row in enumerate(table.rows):
        for kind, number in row.gives.items():
            at = (*path, "rows", index, "gives", kind)
            if kind not in fleet:
                report(at, f"no ship at stake is of the type '{kind}'", f"known: {', '.join(fleet) or 'none'}")
            elif not 0 <= number <= fleet[kind]:
                report(at, f"{number} ships of the type '{kind}' are at stake nowhere", f"there are {fleet[kind]}")
