"""Ships take their missions: which, and against what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from attrs import evolve

from hexwright.decisions import Because
from hexwright.errors import Reason, nearest
from hexwright.frames import Play
from hexwright.pieces import Unit
from hexwright.position import Position
from hexwright.ruleset.schema import MissionSpec
from hexwright.windows import Action
from hexwright_plugins.facilities import PORT, damage, is_open, printed
from hexwright_plugins.facilities.works import key_of

from .moves import MOVED, is_sea, own_ship
from .record import TOLD, ShipAssigned, is_out, missions, surface_ships, why_busy
from .tables import Naval
from .telling import because_assignment, told_assignment

BOX = "convoy_box"
SHIPS = "ships"

# A target is the words after the kind; what may be aimed at, and why other words may not.
Aims = Callable[[Position, Unit, MissionSpec], Iterator[tuple[str, ...]]]
WhyNot = Callable[[Position, Unit, MissionSpec, tuple[str, ...]], Reason]


def kinds_of(now: Position, ship: Unit) -> Iterator[str]:
    """The missions that a ship's type may take, in the order of the missions table."""
    for kind, spec in now.rules.mission.items():
        if kind in AIMS and ship.type in spec.types:
            yield kind


def why_idle(now: Position, ship: Unit) -> Reason | None:
    """Why a ship takes no mission at all now."""
    name = now.name(ship.id)
    out = is_out(ship)
    if out:
        return Reason(f"{name} takes no mission: it has {TOLD[out]}", "TT-2.4.2-R09")
    return why_busy(now, ship)


# ------------------------------------------------------------------ where


def boxes_of(now: Position, space: str) -> tuple[str, ...]:
    """The convoy boxes for which a sea space stands, in the order of the map."""
    memo: dict[str, tuple[str, ...]] = now.board.memo.setdefault("naval_ops.boxes", {})
    if space not in memo:
        memo[space] = tuple(b for b in now.board.spaces_with(BOX) if now.board.features(b)[BOX]["hex"] == space)
    return memo[space]


def ports_beside(now: Position, ship: Unit, spec: MissionSpec) -> tuple[str, ...]:
    """The ports that a ship reaches from its sea space without entering them; none where the switch says so."""
    if not now.settings(Naval).engage_port_from_adjacent or spec.range == 0 or not is_sea(now, ship.at):
        return ()
    memo: dict[str, tuple[str, ...]] = now.board.memo.setdefault("naval_ops.beside", {})
    if ship.at not in memo:
        memo[ship.at] = tuple(b for b in now.board.neighbours(ship.at) if PORT in now.board.features(b))
    return memo[ship.at]


def hostile(now: Position, ship: Unit, port: str) -> bool:
    """Is a port in the hands of an enemy of the ship?"""
    owner = now.control(port)
    return bool(owner) and now.is_enemy(ship.nation, owner)


def enemy_ships(now: Position, space: str, nation: str) -> tuple[Unit, ...]:
    """The enemy surface ships in a space."""
    return now.enemies_at(space, nation, ("ship",))


def _engages(now: Position, ship: Unit, spec: MissionSpec) -> Iterator[tuple[str, ...]]:
    yield (ship.at,)
    for port in ports_beside(now, ship, spec):
        if not is_open(now, port, ship.nation):
            yield (port,)


def _here(now: Position, ship: Unit, spec: MissionSpec) -> Iterator[tuple[str, ...]]:
    yield ()


def _escorts(now: Position, ship: Unit, spec: MissionSpec) -> Iterator[tuple[str, ...]]:
    yield from ((box,) for box in boxes_of(now, ship.at))


def _raids(now: Position, ship: Unit, spec: MissionSpec) -> Iterator[tuple[str, ...]]:
    yield from ((box,) for box in boxes_of(now, ship.at) if convoy(now, box, ship.nation))


def convoy(now: Position, box: str, nation: str) -> tuple[Unit, ...]:
    """The pieces of a nation's enemies that are under way in a convoy box."""
    return now.enemies_at(box, nation, ("land",))


def _strikes(now: Position, ship: Unit, spec: MissionSpec) -> Iterator[tuple[str, ...]]:
    may = now.settings(Naval).surface_strike_targets
    ports = ports_beside(now, ship, spec)
    if "port" in may:
        yield from ((p,) for p in ports if hostile(now, ship, p))
    if SHIPS in may:
        yield from ((s, SHIPS) for s in (ship.at, *ports) if enemy_ships(now, s, ship.nation))


def _opens(now: Position, ship: Unit, spec: MissionSpec) -> Iterator[tuple[str, ...]]:
    for port in ports_beside(now, ship, spec):
        if why_shut(now, ship, port) is None:
            yield (port,)


def why_shut(now: Position, ship: Unit, port: str) -> Reason | None:
    """Why a port cannot be opened to the side of a ship, whatever ships are in it (AMB-087)."""
    where = now.board.name(port)
    if is_open(now, port, ship.nation):
        return Reason(f"{where} is open already", "TT-2.4.2-41")
    home = now.board.home(port)
    if home and now.is_enemy(ship.nation, home):
        return Reason(f"{where} is home territory of the enemy", "TT-4-11")
    guards = now.enemies_at(port, ship.nation, ("combat",))
    if guards:
        numbers = (("units", len(guards)),)
        return Reason(f"enemy ground units hold {where}: {now.name(guards[0].id)}", "TT-2.4.2-41", numbers)
    return None


def _wrecks(now: Position, ship: Unit, spec: MissionSpec) -> Iterator[tuple[str, ...]]:
    if why_kept(now, ship) is None:
        yield (ship.at,)


def why_kept(now: Position, ship: Unit) -> Reason | None:
    """Why a ship cannot wreck the port it is in (AMB-088)."""
    name, where, rule = now.name(ship.id), now.board.name(ship.at), "TT-2.4.2-R20"
    if PORT not in now.board.features(ship.at):
        return Reason(f"{name} is in no port", rule)
    owner = now.control(ship.at)
    if not owner or now.side(owner) != now.side(ship.nation):
        return Reason(f"{where} is no port of its own side", "TT-2.4.2-42")
    if MOVED in ship.status or ship.id in missions(now).came:
        return Reason(f"{name} was not in {where} when the turn began", rule)
    hits, most = damage(now, ship.at, PORT), printed(now, ship.at, PORT)
    if hits >= most:
        return Reason(f"the port of {where} is wrecked", "TT-2.4.2-R21", (("damage", hits), ("most", most)),
                      at=key_of(now, ship.at, PORT))  # fmt: skip
    return None


AIMS: Mapping[str, Aims] = MappingProxyType(
    {
        "naval_escort": _escorts,
        "sea_control": _engages,
        "asw_patrol": _here,
        "naval_strike": _strikes,
        "convoy_raid": _raids,
        "naval_support": _here,
        "naval_open_port": _opens,
        "naval_sabotage": _wrecks,
    }
)


# ------------------------------------------------------------------ why not


def why_not_aim(now: Position, ship: Unit, kind: str, words: tuple[str, ...]) -> Reason | None:
    """Why a ship cannot take a mission of this kind against what the words name."""
    spec = now.rules.mission[kind]
    aims = list(AIMS[kind](now, ship, spec))
    if words in aims:
        return None
    near = " or ".join(" ".join(("assign", ship.id, kind, *aim)) for aim in aims[:3])
    if aims == [()]:
        return Reason(f"{kind} is where the ship is: it names no target", spec.rule, nearest=near)
    if not words:
        said = why_kept(now, ship) if kind == "naval_sabotage" else None
        return said or Reason(f"name a target: assign {ship.id} {kind} TARGET", spec.rule, nearest=near)
    if words[0] not in now.board:
        close = nearest(words[0], now.board.spaces, 1)
        hint = near or (" ".join(("assign", ship.id, kind, close[0])) if close else "")
        return Reason(f"there is no space or convoy box {words[0]}", spec.rule, nearest=hint)
    if len(words) > (2 if kind == "naval_strike" else 1):
        return Reason(f"too many words for {kind}", spec.rule, nearest=near)
    said = _why_box(now, ship, kind, words[0], spec) if kind in _AT_SEA else _why_space(now, ship, kind, words, spec)
    return evolve(said, nearest=said.nearest or near)


_AT_SEA = ("naval_escort", "convoy_raid")


def _why_box(now: Position, ship: Unit, kind: str, box: str, spec: MissionSpec) -> Reason:
    if box not in now.board.spaces_with(BOX):
        return Reason(f"{box} is no convoy box", spec.rule)
    gathers = now.board.features(box)[BOX]["hex"]
    if gathers != ship.at:
        return Reason(f"{now.board.name(box)} passes {gathers}, {now.name(ship.id)} is in {ship.at}", "TT-2.4.1-R26")
    return Reason(f"no enemy convoy is in {now.board.name(box)}", spec.rule)


def _why_space(now: Position, ship: Unit, kind: str, words: tuple[str, ...], spec: MissionSpec) -> Reason:
    space, where = words[0], now.board.name(words[0])
    if kind == "naval_sabotage":
        if space != ship.at:
            return Reason(f"{now.name(ship.id)} is not in {where}", "TT-2.4.2-R20")
        return why_kept(now, ship) or Reason(f"{where} cannot be wrecked", spec.rule)
    if kind == "naval_strike":
        said = _why_no_strike(now, ship, words)
        if said is not None:
            return said
    elif space == ship.at:
        return Reason(f"{now.name(ship.id)} engages a port from outside", "TT-2.4.2-R02")
    if PORT not in now.board.features(space):
        return Reason(f"{where} is no port and not where the ship is", "TT-2.4.2-R02")
    if space not in ports_beside(now, ship, spec):
        if not now.settings(Naval).engage_port_from_adjacent:
            return Reason("ports are not engaged from outside", "TT-2.4.2-R02", at="naval.engage_port_from_adjacent")
        return Reason(f"{where} is engaged from a sea hex beside it; the ship is in {ship.at}", "TT-2.4.2-R02")
    if kind == "naval_open_port":
        return why_shut(now, ship, space) or Reason(f"{where} cannot be opened", spec.rule)
    return Reason(f"{where} is not in the hands of an enemy", "TT-2.4.2-R02")


def _why_no_strike(now: Position, ship: Unit, words: tuple[str, ...]) -> Reason | None:
    may = now.settings(Naval).surface_strike_targets
    against = words[1] if len(words) > 1 else "port"
    if against not in ("port", SHIPS) or words[1:] == ("port",):
        return Reason(f"say a port alone, or a space and '{SHIPS}'", "TT-2.4.2-R17")
    if against not in may:
        what = f"surface ships do not strike {'ports' if against == 'port' else 'ships: that is sea_control'}"
        return Reason(what, "TT-2.4.2-R17", at="naval.surface_strike_targets")
    reached = words[0] == ship.at or PORT in now.board.features(words[0])
    if against == SHIPS and reached and not enemy_ships(now, words[0], ship.nation):
        return Reason(f"no enemy ship is in {now.board.name(words[0])}", "TT-2.4.2-R17")
    return None


class Assign(Action):
    """`assign SHIP KIND [TARGET]`: a ship takes its mission of the turn where its move has brought it."""

    verb = "assign"
    windows = ("naval_ops.move",)
    rule = "TT-2.4.2-02"

    def options(self, now: Position, seat: str) -> Iterator[str]:
        for ship in surface_ships(now, seat):
            if why_idle(now, ship) is not None:
                continue
            for kind in kinds_of(now, ship):
                for aim in AIMS[kind](now, ship, now.rules.mission[kind]):
                    yield " ".join(("assign", ship.id, kind, *aim))

    def refuse(self, now: Position, seat: str, words: tuple[str, ...]) -> Reason | None:
        if len(words) < 3:
            return Reason("say 'assign', a ship, a mission, and its target where it has one", self.rule)
        ship = own_ship(now, seat, words[1], self.rule)
        if isinstance(ship, Reason):
            return ship
        may = list(kinds_of(now, ship))
        if words[2] not in may:
            close = nearest(words[2], may, 1)
            hint = f"assign {ship.id} {close[0]}" if close else f"known: {', '.join(may)}"
            at = f"mission.{words[2]}.types" if words[2] in now.rules.mission else ""
            return Reason(f"{now.name(ship.id)} takes no mission {words[2]}", self.rule, nearest=hint, at=at)
        return why_idle(now, ship) or why_not_aim(now, ship, words[2], words[3:])

    def tells(self, now: Position, seat: str, words: tuple[str, ...]) -> str:
        return told_assignment(now, words)

    def causes(self, now: Position, seat: str, words: tuple[str, ...]) -> Iterable[Because]:
        return because_assignment(now, words)

    def take(self, play: Play, seat: str, words: tuple[str, ...]) -> None:
        ship = play.now.unit(words[1])
        kind, target = words[2], words[3] if len(words) > 3 else ship.at
        against = words[4] if len(words) > 4 else ""
        rule = play.now.rules.mission[kind].rule or self.rule
        play.emit(ShipAssigned(unit=ship.id, kind=kind, target=target, against=against, rule=rule))


ACTIONS = (Assign(),)
