"""The armistice: a roll each turn until a nation stands down, and all that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Literal

import attrs

from hexwright.classes import frozen
from hexwright.decisions import Because
from hexwright.errors import Reason
from hexwright.events import Arrived, ControlChanged, Event, Noted, Removed
from hexwright.frames import ChanceFrame, Frame, Play
from hexwright.hooks import Manifest, Registry, hook
from hexwright.position import Position
from hexwright.rules.control import claimed
from hexwright.ruleset.schema import Ruleset, TableRow, key
from hexwright_plugins.land_combat import let_stand

MANIFEST = Manifest(
    id="armistice",
    summary="a nation stands down when enough cities have fallen; its colonies change sides",
    after=("facilities", "reinforce"),
)


GIVEN = "stand_down"  # what a row of the table gives
CITIES = "TT-4-05"  # the rule by which cities are added to the roll


@frozen
class Armistice:
    """[armistice]: the roll that makes a nation stand down, and the division that changes sides."""

    target: int = key("the total of the dice and the cities that is enough", 10)
    auto_cities: int = key("with so many cities no die is rolled", 6)
    per_city: int = key("what each city adds to the dice", 1, least=0)
    algerian_fallback: Literal["nearest_city"] = key(
        "where the new division goes when its place is taken", "nearest_city"
    )
    roller: str = key("nation that rolls; '' for none", "", refers="nation")
    stands_down: str = key("nation that may stand down", "", refers="nation")
    protector: str = key("nation whose occupied hexes stay its own", "", refers="nation")
    table: str = key("roll table that tells the result", "", refers="table")
    city_tag: str = key("spaces with this tag count when the roller controls them", "city", refers="space_tag")
    zone: str = key("zone that changes sides", "", refers="zone")
    division: str = key("unit that joins the roller", "", refers="unit")
    division_at: str = key("space in which it appears", "", refers="space")
    occupation: str = key("marker that keeps a hex for the protector", "", refers="marker")


@frozen
class Stand:
    """Own state: whether the armistice has come, and on which turn."""

    done: bool = False
    turn: int = 0


@frozen(kw_only=True)
class ArmisticeRolled(Event):
    """The result of a roll for the armistice."""

    total: int
    cities: int
    result: str

    def causes(self, now: Position) -> tuple[Because, ...]:
        return tuple(Because(*part, "armistice.per_city" if part[2] == CITIES else "") for part in self.parts)

    def text(self) -> str:
        held = f"{self.cities} {'city' if self.cities == 1 else 'cities'}"
        return f"Armistice roll {self.total} with {held}: {self.result}"


def cities(now: Position) -> tuple[str, ...]:
    """The cities that count: under a control marker of the roller (TT-2.4.7-R01)."""
    settings = now.settings(Armistice)
    tagged = now.board.with_tag(settings.city_tag)
    return tuple(s for s in tagged if now.control(s) and now.is_friend(settings.roller, now.control(s)))


def row_for(now: Position, total: int) -> TableRow:
    """The row of the table for a total: the lowest below the target of the switch, the highest from it on."""
    settings = now.settings(Armistice)
    rows = now.rules.table[settings.table].rows
    return rows[-1] if total >= settings.target else rows[0]


@frozen
class Roll(ChanceFrame):
    """The armistice roll of a turn; skipped once it has come, automatic with enough cities."""

    name: ClassVar[str] = "armistice.roll"
    rule: ClassVar[str] = "TT-2.4.7-02"

    def asked(self, now: Position) -> tuple[str, ...]:
        if now.slice(Stand).done or len(cities(now)) >= now.settings(Armistice).auto_cities:
            return ()
        return super().asked(now)

    def prompt(self, now: Position, seat: str) -> str:
        return "the armistice roll"

    def label(self, now: Position) -> str:
        return "armistice"

    def sides(self, now: Position) -> tuple[int, ...]:
        table = now.rules.table[now.settings(Armistice).table]
        return (table.sides,) * table.dice

    def step(self, play: Play) -> None:
        now = play.now
        play.done()
        if now.slice(Stand).done:
            return
        count = len(cities(now))
        play.emit(ArmisticeRolled(total=0, cities=count, result="no die is needed", rule="TT-2.4.7-05"))
        stand_down(play)

    def fell(self, play: Play, faces: tuple[int, ...]) -> None:
        now = play.now
        play.done()
        count = len(cities(now))
        added = count * now.settings(Armistice).per_city
        total = sum(faces) + added
        row = row_for(now, total)
        parts = (("dice", sum(faces), "TT-2.4.7-02"), ("cities", added, CITIES))
        play.emit(ArmisticeRolled(total=total, cities=count, result=row.text, rule=row.rule, parts=parts))
        if row.gives.get(GIVEN):
            stand_down(play)


def stand_down(play: Play) -> None:
    """The nation stands down: its units leave, its hexes change sides, the new division appears."""
    now = play.now
    settings = now.settings(Armistice)
    nation = settings.stands_down
    play.set_slice(Stand(True, now.turn), "TT-2.4.7-04")
    leaving = [u for u in now.units() if u.nation == nation]
    lost = [s for s in now.board.spaces if now.control(s) == nation]
    for unit in leaving:
        play.emit(Removed(unit=unit.id, how="stood down", at=unit.at, rule="TT-2.4.7-06"))
    for space in lost:
        to = settings.protector if occupied(now, space) else ""
        play.emit(ControlChanged(space=space, nation=to, was=nation, rule="TT-2.4.7-R06"))
    play.emit(*left_alone(play.now, (*lost, *(u.at for u in leaving))))
    if settings.division:
        play.push(NewDivision())


def left_alone(now: Position, spaces: Iterable[str]) -> Iterator[Event]:
    """The claims of units that stand alone now; a piece without strength claims only where it counts as a land unit."""
    for event in claimed(now, *spaces):
        assert isinstance(event, ControlChanged)
        own = (u for u in now.units_at(event.space) if u.nation == event.nation)
        takes = now.rules.control.takes
        if any(now.has_tag(u, *takes) or now.total("land_presence", 1, "", unit=u, use="control").value for u in own):
            yield event


def occupied(now: Position, space: str) -> bool:
    """Does the protector keep a hex: by a land unit in it, or by an occupation marker of its own?"""
    settings = now.settings(Armistice)
    if any(m.kind == settings.occupation and m.owner == settings.protector for m in now.markers(space)):
        return True
    tags = now.rules.control.opposed_by
    return any(u.nation == settings.protector and now.has_tag(u, *tags) for u in now.units_at(space))


def places(now: Position) -> tuple[str, ...]:
    """Where the new division may appear: its place, or the nearest cities of the zone that no enemy holds."""
    settings = now.settings(Armistice)
    roller = settings.roller
    tags = now.rules.control.opposed_by
    if not now.enemies_at(settings.division_at, roller, tags):
        return (settings.division_at,)
    far: dict[str, int] = {}
    for space in now.zone(settings.zone):
        away = now.board.distance(settings.division_at, space)
        if away is not None and settings.city_tag in now.board.tags(space) and not now.enemies_at(space, roller, tags):
            far[space] = away
    least = min(far.values(), default=0)
    return tuple(sorted(s for s, away in far.items() if away == least))


@frozen
class NewDivision(Frame):
    """The stood-down nation's division joins the roller; a tie between fallback cities is asked."""

    name: ClassVar[str] = "armistice.division"
    rule: ClassVar[str] = "TT-2.4.7-R05"

    def asked(self, now: Position) -> tuple[str, ...]:
        return (now.seat_of(now.settings(Armistice).roller),) if len(places(now)) > 1 else ()

    def prompt(self, now: Position, seat: str) -> str:
        return f"where does {now.name(now.settings(Armistice).division)} appear?"

    def options(self, now: Position, seat: str) -> Iterable[str]:
        return [f"place {s}" for s in places(now)]

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        near = places(now)
        if len(words) == 2 and words[0] == "place" and words[1] in near:
            return None
        return Reason("only the nearest cities without enemies may take it", self.rule, nearest=f"place {near[0]}")

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        self._place(play, words[1])

    def step(self, play: Play) -> None:
        found = places(play.now)
        self._place(play, found[0] if found else "")

    def _place(self, play: Play, space: str) -> None:
        now = play.now
        settings = now.settings(Armistice)
        play.done()
        if not space:
            play.emit(Noted(note=f"{now.name(settings.division)} finds no free city and never forms", rule=self.rule))
            return
        unit = attrs.evolve(now.game.order_of_battle[settings.division], at=space)
        play.emit(Arrived(unit=unit, rule="TT-2.4.7-06"))
        play.emit(*claimed(play.now, space))
        if now.has_plugin("land_combat"):
            play.emit(*let_stand(play.now))


@hook
def redact(now: Position, seat: str, value: Stand) -> Any:
    """Everybody knows whether the armistice has come."""
    return value


@hook
def register(registry: Registry) -> None:
    registry.table("armistice", Armistice)
    registry.state(Stand())
    registry.frame(Roll, NewDivision)
    registry.check(check_numbers)


def check_numbers(ruleset: Ruleset, report: Callable[..., None]) -> None:
    """The armistice can be reached, and the table has a row for either side of the target."""
    settings = ruleset.settings.get("armistice")
    if not isinstance(settings, Armistice):
        return
    if settings.auto_cities < 1:
        report("armistice.auto_cities", "without a city nothing is automatic", "use 1 or more")
    if settings.per_city < 0:
        report("armistice.per_city", "a city cannot put the armistice off", "use 0 or more")
    table = ruleset.table.get(settings.table)
    if table is None:
        return
    path = ("table", settings.table, "rows")
    if len(table.rows) != 2:
        report(path[:2], f"{len(table.rows)} rows", "one below the target, one from it on")
    elif table.rows[0].max + 1 != settings.target and _is_changed_alone(ruleset, f"table.{settings.table}.rows"):
        told = f"the table has the armistice from {table.rows[0].max + 1} on, and armistice.target = {settings.target}"
        report((*path, 0, "max"), f"{told}; the target counts", f"write max = {settings.target - 1} too", "warning")
    for index, row in enumerate(table.rows):
        for name in row.gives:
            if name != GIVEN:
                report((*path, index, "gives", name), f"the armistice gives no '{name}'", f"write {GIVEN} = 1")


def _is_changed_alone(ruleset: Ruleset, rows: str) -> bool:
    """Has an overlay written other rows and left the target as it was?"""
    by, target = (ruleset.set_by.get(path, ()) for path in (rows, "armistice.target"))
    return bool(by) and by[-1][0] != (target[-1][0] if target else "") and by[-1][0] != "base"


__all__ = ["MANIFEST", "Armistice", "ArmisticeRolled", "NewDivision", "Roll", "Stand", "cities", "stand_down"]
